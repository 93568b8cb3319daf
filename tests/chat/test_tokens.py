"""Callback tokens: what goes in comes out, everything fits, and nothing odd comes in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.tokens import LONGEST, decode, encode
from bot.views.message import Press

WORDS = st.from_regex(r"[A-Za-z_]{1,12}", fullmatch=True)
ARGS = st.from_regex(r"[ -9;-~]{0,29}", fullmatch=True)
PRESSES = st.builds(Press, WORDS, st.integers(0, 10**10 - 1), st.integers(0, 10**9 - 1), ARGS)


@given(PRESSES)
def test_a_press_comes_back_as_it_was_and_fits(press: Press) -> None:
    token = encode(press)
    assert decode(token) == press
    assert 0 < len(token.encode()) <= LONGEST


def test_the_longest_press_has_64_bytes() -> None:
    press = Press("w" * 12, 10**10 - 1, 10**9 - 1, "a" * 30)
    assert len(encode(press)) == 64
    with pytest.raises(ValueError, match="no token says"):
        encode(Press("w" * 12, 10**10 - 1, 10**9 - 1, "a" * 31))


@given(st.text(max_size=70))
def test_23_whatever_is_made_up_is_nothing_or_a_token_of_ours(text: str) -> None:
    press = decode(text)
    assert press is None or encode(press) == text


@given(PRESSES, st.integers(0, 63), st.characters())
def test_23_a_changed_token_is_nothing_or_a_token_of_ours(press: Press, place: int, letter: str) -> None:
    token = encode(press)
    changed = token[:place] + letter + token[place + 1 :]
    read = decode(changed)
    assert read is None or encode(read) == changed


@pytest.mark.parametrize(
    "token",
    [
        None,
        "",
        "pick",
        "pick:1:2",
        "pick:1:2:a:b",
        ":1:2:",
        "pick::2:",
        "pick:01:2:",
        "pick:1:-2:",
        "pick:+1:2:",
        "pick: 1:2:",
        "pick:1:2.0:",
        "pick:1_0:2:",
        "pick:１:2:",
        "pick:1:２:",
        "píck:1:2:",
        "pick7:1:2:",
        "pick:1:2:碰",
        "pick:1:2:a\n",
        "pick:1:2:\x00",
        "pick:10000000000:2:",
        "pick:1:1000000000:",
        "pick:1:2:" + "a" * 56,
    ],
)
def test_23_an_odd_token_means_nothing(token: str | None) -> None:
    assert decode(token) is None


@pytest.mark.parametrize(
    "press",
    [
        Press(""),
        Press("two words"),
        Press("pick", -1),
        Press("pick", 10**10),
        Press("pick", 1, 10**9),
        Press("pick", 1, 2, "a:b"),
        Press("pick", 1, 2, "碰"),
        Press("pick", 1, 2, "a\n"),
    ],
)
def test_a_press_that_does_not_fit_is_a_fault_of_ours(press: Press) -> None:
    with pytest.raises(ValueError, match="no token says"):
        encode(press)

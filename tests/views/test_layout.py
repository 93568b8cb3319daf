"""Text on a narrow screen: widths, cuts, names."""

from __future__ import annotations

import pytest

from bot.host.table import Person
from bot.views.layout import blank, clusters, isolate, pad, shorten, signed, visible, width
from bot.views.names import NAME, names, short_name
from bot.views.say import chinese as say
from tests.views.samples import FAMILY, RTL_NAME


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        ("阿明", 4),
        ("Ann", 3),
        ("é", 1),
        ("e\u0301", 1),
        (FAMILY, 2),
        ("🇨🇳", 2),
        ("👍🏽", 2),
        ("\u2068甲\u2069", 2),
    ],
)
def test_width_counts_what_is_seen(text: str, halves: int) -> None:
    assert width(text) == halves


def test_clusters_keep_emoji_and_flags_whole() -> None:
    assert clusters(f"a{FAMILY}🇨🇳🇯🇵e\u0301") == ["a", FAMILY, "🇨🇳", "🇯🇵", "e\u0301"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("小红", "小红"),
        ("A" * 64, "A" * 8 + "…"),
        ("一二三四五六七", "一二三四…"),
        (FAMILY * 9, FAMILY * 4 + "…"),
    ],
)
def test_long_names_are_cut_between_characters(name: str, short: str) -> None:
    assert shorten(name, 10) == short
    assert width(short) <= 10


def test_visible_leaves_nothing_that_turns_or_breaks_the_line() -> None:
    assert visible("\u202e\u2066甲\n乙\u200b ") == "甲 乙"
    assert visible("e" + "\u0301" * 30) == "\u00e9\u0301\u0301"
    assert visible(FAMILY) == FAMILY


def test_pad_fills_with_full_width_spaces() -> None:
    assert pad("阿明", 8) == "阿明\u3000\u3000"
    assert pad("Ann", 6) == "Ann\u3000\u2002"
    assert blank(-1) == ""


def test_signed_uses_the_real_minus() -> None:
    assert [signed(beans) for beans in (60, -30, 0)] == ["+60", "−30", "0"]


def test_names_are_isolated_and_never_empty() -> None:
    assert short_name(say, RTL_NAME).startswith("\u2068م")
    assert short_name(say, "\u200b\u202e") == isolate("无名")
    assert "\u202e" not in short_name(say, RTL_NAME)


def test_two_of_one_name_are_told_apart_by_the_wind() -> None:
    people = (Person(1, "小红"), Person(2, "阿明"), Person(3, "小红 "), Person(4, "小红"))
    called = names(say, people)
    assert list(called.values()) == [isolate(name) for name in ("小红·东", "阿明", "小红·西", "小红·北")]


def test_names_that_are_cut_alike_are_told_apart() -> None:
    called = names(say, (Person(1, "A" * 63 + "x"), Person(2, "A" * 63 + "y"), Person(3, "B")))
    assert len(set(called.values())) == 3
    assert all(width(name) <= NAME for name in called.values())


def test_a_computer_is_no_person_of_that_name() -> None:
    called = names(say, (Person(1, "老王"), Person(-1, "老王")))
    assert called == {1: isolate("老王"), -1: isolate("🤖老王")}

"""Cards and melds: rules sections 1 and 2."""

import dataclasses
from collections import Counter

import pytest

from engine import RULE_SETS
from engine.cards import KINDS, code, is_big, is_red, parse_kind, rank, shuffled
from engine.melds import HIDDEN_WEI, JIAO, MELDS, RUNS, Meld, alike, meld_of

SEVEN = {"qq-basic", "qq-half", "qq-full", "hunan", "changde-half", "changde-full", "suibian"}


def test_r1_kinds_are_written_s1_to_b10() -> None:
    assert [code(kind) for kind in (0, 9, 10, 19)] == ["s1", "s10", "b1", "b10"]
    assert [parse_kind(code(kind)) for kind in range(KINDS)] == list(range(KINDS))


@pytest.mark.parametrize("text", ["s0", "s11", "b", "", "S1", "1s", "s01"])
def test_r1_what_is_no_card_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; cards are written s1 to s10 and b1 to b10"):
        parse_kind(text)


def test_r2_24_cards_are_red() -> None:
    red = [code(kind) for kind in range(KINDS) if is_red(kind)]
    assert red == ["s2", "s7", "s10", "b2", "b7", "b10"]
    assert sum(is_red(kind) for kind in shuffled(1)) == 24


def test_r3_order_of_kinds_is_small_before_big() -> None:
    texts = [f"s{number}" for number in range(1, 11)] + [f"b{number}" for number in range(1, 11)]
    assert [parse_kind(text) for text in texts] == sorted(range(KINDS))
    assert [rank(kind) for kind in (0, 9, 10, 19)] == [1, 10, 1, 10]
    assert [is_big(kind) for kind in (9, 10)] == [False, True]


def test_r1_a_shuffled_deck_is_all_80_cards_and_hangs_on_the_seed_alone() -> None:
    assert Counter(shuffled(7)) == dict.fromkeys(range(KINDS), 4)
    assert shuffled(7) == shuffled(7)
    assert shuffled(7) != shuffled(8)


@pytest.mark.parametrize(
    ("type_", "small", "big"),
    [
        ("peng", 1, 3),
        ("kan", 3, 6),
        ("wei", 3, 6),
        ("chou_wei", 3, 6),
        ("pao", 6, 9),
        ("ti", 9, 12),
        ("jiang", 0, 0),
    ],
)
def test_r4_huxi_of_melds_of_one_kind(type_: str, small: int, big: int) -> None:
    for rules in RULE_SETS.values():
        if rules.name in SEVEN:
            assert [rules.huxi(alike(type_, kind)) for kind in range(KINDS)] == [small] * 10 + [big] * 10


def test_r4_huxi_of_runs_and_jiao() -> None:
    rules = RULE_SETS["hunan"]
    worth = {" ".join(map(code, run.cards)): rules.huxi(run) for run in RUNS if rules.huxi(run)}
    assert worth == {"s1 s2 s3": 3, "s2 s7 s10": 3, "b1 b2 b3": 6, "b2 b7 b10": 6}
    assert len(RUNS) == 18
    assert len(JIAO) == 20
    assert not any(rules.huxi(jiao) for jiao in JIAO)


def test_r4_what_is_derived_for_quick_look_up() -> None:
    for rules in RULE_SETS.values():
        small_123, big_123, small_270, big_270 = (
            rules.huxi(meld_of("run", cards)) for cards in ((0, 1, 2), (10, 11, 12), (1, 6, 9), (11, 16, 19))
        )
        assert rules.run_huxi == (small_123, big_123, small_270, big_270)
        assert [rules.kan_huxi[kind] for kind in (0, 1, 10, 11)] == [
            rules.huxi(alike("kan", kind)) for kind in (0, 1, 10, 11)
        ]


def test_a_meld_is_checked_when_it_is_made() -> None:
    assert meld_of("run", [9, 1, 6]).cards == (1, 6, 9)
    assert meld_of("peng", [3, 3, 3]) is alike("peng", 3)
    with pytest.raises(ValueError, match="run s1 s2 s4 is not a meld"):
        Meld("run", (0, 1, 3))
    with pytest.raises(ValueError, match="pao s1 s1 s1 is not a meld"):
        meld_of("pao", [0, 0, 0])
    with pytest.raises(ValueError, match="run s9 s10 b1 is not a meld"):
        meld_of("run", [8, 9, 10])


def test_a_meld_is_equal_to_the_shared_one_and_frozen() -> None:
    made = Meld("ti", (5, 5, 5, 5))
    assert made == alike("ti", 5)
    assert hash(made) == hash(alike("ti", 5))
    assert made.quad
    assert not alike("peng", 5).quad
    assert MELDS[made.index] == made
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.type = "pao"  # type: ignore[misc]


def test_r45_a_hidden_wei_has_no_cards_and_no_huxi_that_others_see() -> None:
    assert Meld("wei", ()) == HIDDEN_WEI
    assert RULE_SETS["hunan"].huxi(HIDDEN_WEI) == 0

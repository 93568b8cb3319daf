"""吃 and 比: R22 and R24, on one seat's cards."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_kind
from engine.chi import PAIRS, THREES, chi_options
from engine.melds import JIAO, RUNS
from engine.seat import Seat
from tests.engine.decks import kinds


def ways(hand: str, card: str, spare: str = "b6") -> list[str]:
    """The ways to eat `card`, with a card in hand to discard afterwards."""
    return [action.text() for action in chi_options(Seat(kinds(f"{hand} {spare}")), parse_kind(card))]


def test_r22_runs_and_jiao() -> None:
    assert ways("s1 s3", "s2") == ["chi s1 s3"]
    assert ways("s3 s4", "s2") == ["chi s3 s4"]
    assert ways("s7 s10", "s2") == ["chi s7 s10"]
    assert ways("b2 b2", "s2") == ["chi b2 b2"]
    assert ways("s2 b2", "s2") == ["chi s2 b2"]
    assert ways("s8 s9", "s10") == ["chi s8 s9"]
    assert ways("s9 s1 s2 b9", "s10") == []
    assert ways("b1 b3", "s2") == []
    assert ways("s2 s2", "s2") == []


def test_r22_the_ways_are_in_the_order_of_their_text() -> None:
    found = ways("s8 s9 s2 s7 b10 b10 s1 s3 b2", "s10")
    assert found == ["chi b10 b10", "chi s2 s7", "chi s8 s9"]


def test_r12_r22_no_card_of_a_triple_is_used() -> None:
    assert ways("s1 s3 s3 s3", "s2") == []
    assert ways("s1 s1 b1 b1 b1 s2 s3", "s1") == []


def test_r24_example_1() -> None:
    assert ways("s2 s3 s1", "s1") == []
    assert ways("s2 s3 s1 b1 b1", "s1") == ["chi b1 b1 + s1 s2 s3", "chi s1 b1", "chi s2 s3 + s1 b1 b1"]
    assert ways("s2 s3 s2 s3 s1", "s1") == ["chi s2 s3 + s1 s2 s3"]
    assert ways("s2 s3 s1 s1 b1", "s1") == ["chi s1 b1 + s1 s2 s3", "chi s2 s3 + s1 s1 b1"]
    assert "chi s2 s3" not in ways("s2 s3 s1 s1", "s1")


def test_r24_example_2() -> None:
    found = ways("s1 s2 s2 s3 s3 s4 b2 b2", "s2", spare="b6")
    with_b2 = [text for text in found if text.startswith("chi b2 b2")]
    assert with_b2 == ["chi b2 b2 + s1 s2 s3 + s2 s3 s4"]
    with_s1 = [text for text in found if text.startswith("chi s1 s3")]
    assert with_s1 == ["chi s1 s3 + s2 b2 b2 + s2 s3 s4", "chi s1 s3 + s2 s2 b2"]


def test_r24_a_jiao_of_two_lays_both_down_at_once() -> None:
    assert ways("s2 s7 s10 s10 b10", "s10") == ["chi s10 b10 + s2 s7 s10", "chi s2 s7 + s10 s10 b10"]


def test_r23_a_bi_may_not_use_up_the_hand() -> None:
    rules_free = Seat(kinds("s2 s3 s1 b1 b1"))
    rules_free.total = 20
    texts = [action.text() for action in chi_options(rules_free, 0)]
    assert texts == ["chi s1 b1"], "with the 比 no card would be left to discard"


@given(st.lists(st.integers(0, 19), min_size=2, max_size=14), st.integers(0, 19))
def test_r22_r24_against_plain_enumeration(cards: list[int], kind: int) -> None:
    hand = Seat([card for card in cards if cards.count(card) < 3])
    hand.total = 0
    loose = hand.cards()
    if loose.count(kind) > 2:
        return
    expected = set()
    for pair in set(combinations(loose, 2)):
        if tuple(sorted((kind, *pair))) not in {meld.cards for meld in (*RUNS, *JIAO)}:
            continue
        rest = list(loose)
        for card in pair:
            rest.remove(card)
        expected |= {(pair, bi) for bi in _lay_down(rest, kind)}
    found = [(action.cards, frozenset_of(action.bi)) for action in chi_options(hand, kind)]
    assert len(found) == len(set(found))
    assert set(found) == expected


def _lay_down(rest: list[int], kind: int) -> list[tuple[tuple[int, ...], ...]]:
    if kind not in rest:
        return [()]
    melds = [meld.cards for meld in (*RUNS, *JIAO) if kind in meld.cards]
    found = []
    for cards in melds:
        left = list(rest)
        try:
            for card in cards:
                left.remove(card)
        except ValueError:
            continue
        found += [tuple(sorted((cards, *more))) for more in _lay_down(left, kind)]
    return sorted(set(found))


def frozenset_of(bi: tuple[tuple[int, int, int], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(bi))


@pytest.mark.parametrize("kind", range(20))
def test_r2_tables_of_what_contains_a_kind(kind: int) -> None:
    threes = [meld.cards for meld in (*RUNS, *JIAO) if kind in meld.cards]
    assert sorted(THREES[kind]) == sorted(threes)
    assert sorted(tuple(sorted((kind, *pair[:2]))) for pair in PAIRS[kind]) == sorted(threes)

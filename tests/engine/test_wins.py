"""Wins: rules sections 7 and 8, clause by clause."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import RULE_SETS
from engine.cards import code
from engine.cli_hu import answer
from engine.melds import Meld, meld_of
from engine.wins import Claim, Win, best_win, completes, most_huxi, tian_win
from tests.engine.decks import kinds
from tests.engine.hands import counts_of
from tests.engine.section_11 import ALL

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "arrangements.jsonl").read_text("utf-8").splitlines()
]


def melds_of(*texts: str) -> tuple[Meld, ...]:
    """``"ti s1 s1 s1 s1"`` as melds."""
    return tuple(meld_of(text.split()[0], kinds(text.partition(" ")[2])) for text in texts)


def win_with(
    hand: str,
    *table: str,
    card: str | None = None,
    rules: str = "qq-half",
    drawn: bool = True,
    own: bool = False,
    liang: bool = False,
    stock: str | None = None,
    **changes: Any,
) -> Win | None:
    """The win of these cards; asserts that `completes` says the same."""
    chosen = replace(RULE_SETS[rules], **changes)
    claim = Claim(None if card is None else kinds(card)[0], drawn=drawn, own=own, liang=liang, stock=stock)
    counts = counts_of(kinds(hand))
    win = best_win(chosen, counts, melds_of(*table), claim)
    assert completes(chosen, counts, melds_of(*table), claim) == (win is not None)
    return win


def sure(win: Win | None) -> Win:
    """The win, which there must be."""
    assert win is not None
    return win


def shown(win: Win | None) -> list[str]:
    """The arrangement as text."""
    return [" ".join([meld.type, *map(code, meld.cards)]) for meld in sure(win).arrangement]


def rules_name(case: dict[str, Any]) -> str:
    """The name of a case's rules, with a + for house rules."""
    rules = case["rules"]
    return rules if isinstance(rules, str) else f"{rules['set']}+"


def test_the_cases_are_all_read() -> None:
    assert len(CASES) == 230
    named = {rules_name(case) for case in CASES}
    assert named >= set(ALL)
    assert {name.removesuffix("+") for name in named if name.endswith("+")} >= {
        *("hunan", "qq-basic", "qq-half", "qq-full", "changde-half", "changde-daliuba", "changde-xiaoliuba"),
        *("huaihua", "changsha", "luzhou-deng", "luzhou-kaikai", "guilin", "bayi"),
    }
    assert sum("opening" in case for case in CASES) == 68
    assert sum("turned" in case for case in CASES) == 21


@pytest.mark.parametrize("case", CASES, ids=rules_name)
def test_r30_to_r39_cases(case: dict[str, Any]) -> None:
    assert answer(case) == case["expect"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rules": "poker"}, "there is no rule set 'poker'"),
        ({"hand": ["s1", "s1", "s1", "s1"]}, "the hand has four alike"),
        ({"hand": ["x1"]}, "'x1' is not a card"),
        ({"hand": None}, "a field of the case has the wrong type"),
        ({"melds": [{"type": "run", "cards": ["s1", "s2", "s5"]}]}, "run s1 s2 s5 is not a meld"),
        ({"melds": [{"type": "run"}]}, "the case has no 'cards'"),
    ],
)
def test_a_bad_case_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        answer(CASES[0] | change)


BIG_THREE = ("run b1 b2 b3", "run b2 b7 b10")


def test_r12_a_kan_is_never_split() -> None:
    """Split, s4 s4 s4 would fill three runs; as a 坎 it leaves cards over."""
    table = (*BIG_THREE, "peng b5 b5 b5", "run s7 s8 s9")
    assert win_with("s3 s3 s3 s4 s4 s4 s5 s5", *table, card="s5") is not None
    assert win_with("s3 s4 s4 s4 s5 s5 s6 s6", *table, card="s2") is None
    assert win_with("s2 s3 s3 s4 s4 s5 s5 s6", *table, card="s4") is not None


def test_r31_seven_melds_and_no_pair_without_a_quadruple() -> None:
    table = (*BIG_THREE, "peng b5 b5 b5", "peng b8 b8 b8", "run s4 s5 s6")
    assert win_with("s7 s8 s1 s1 b1", *table, card="s9") is not None
    assert win_with("s7 s8 s1 s1", *table, card="s9") is None


@pytest.mark.parametrize("quads", [("ti s3 s3 s3 s3",), ("pao s3 s3 s3 s3", "ti b6 b6 b6 b6")])
def test_r31_one_jiang_with_a_quadruple_or_more(quads: tuple[str, ...]) -> None:
    table = (*BIG_THREE, "peng b5 b5 b5", "peng b8 b8 b8", "run s4 s5 s6")[: 5 - len(quads)] + quads
    assert win_with("s7 s8 s1 s1", *table, card="s9") is not None
    assert win_with("s7 s8 s1", *table, card="s1") is None
    assert win_with("s7 s8 s1 s1 b1", *table, card="s9") is None


def test_r30_the_least_huxi() -> None:
    table = ("peng b1 b1 b1", "peng b2 b2 b2", "peng b3 b3 b3", "peng b4 b4 b4", "run s1 s2 s3")
    assert sure(win_with("s4 s5 s7 s8 s9", *table, card="s6")).huxi == 15
    assert win_with("s4 s5 s7 s8 s9", *table[:3], "peng s8 s8 s8", table[4], card="s6") is None
    assert win_with("s4 s5 s7 s8 s9", *table, card="s6", min_huxi=16) is None


def test_r32_a_the_card_joins_a_pair_as_peng_unless_the_seat_drew_it_itself() -> None:
    table = ("wei b1 b1 b1", "peng b4 b4 b4", "peng b5 b5 b5", "run s1 s2 s3")
    taken = win_with("s4 s4 s5 s6 s7 b8 b9 b10", *table, card="s4")
    assert "peng s4 s4 s4" in shown(taken)
    assert sure(taken).huxi == 6 + 3 + 3 + 3 + 1
    assert win_with("s4 s4 s5 s6 s7 b8 b9 b10", *table, card="s4", own=True) is None


def test_r32_b_the_card_joins_a_kan_or_a_wei_as_pao() -> None:
    rest = ("peng b4 b4 b4", "run s1 s2 s3", "run s2 s7 s10")
    kan = win_with("s5 s5 s5 b8 b9 b10 b1 b1 s6 s7 s8", *rest, card="s5")
    assert "pao s5 s5 s5 s5" in shown(kan)
    assert sure(kan).huxi == 3 + 3 + 3 + 6
    for wei in ("wei", "chou_wei"):
        win = win_with("b8 b9 b10 b1 b1 s6 s7 s8", *rest, f"{wei} s5 s5 s5", card="s5", drawn=False)
        assert shown(win)[3] == "pao s5 s5 s5 s5"


def test_r32_c_the_card_joins_a_peng_only_if_it_was_drawn() -> None:
    table = ("peng b4 b4 b4", "run b1 b2 b3", "run s1 s2 s3", "peng s5 s5 s5")
    hand = "b8 b9 b10 b1 b1 s7 s8 s9"
    win = win_with(hand, *table, card="s5")
    assert shown(win)[3] == "pao s5 s5 s5 s5"
    assert sure(win).huxi == 3 + 6 + 3 + 6
    assert win_with(hand, *table, card="s5", own=True) is not None
    assert win_with(hand, *table, card="s5", drawn=False) is None


def test_r32_d_the_card_may_be_used_otherwise_than_as_peng() -> None:
    """A pair and the card in three runs, and a card beside a 坎 of its kind."""
    table = ("run b1 b2 b3", "run b2 b7 b10", "peng b9 b9 b9", "peng b5 b5 b5")
    win = win_with("s2 s3 s3 s4 s4 s5 s5 s6", *table, card="s4")
    assert shown(win)[4:] == ["run s2 s3 s4", "run s3 s4 s5", "run s4 s5 s6"]
    beside = win_with("s4 s4 s4 s5 s6 b4 b5 b6", *table, card="s4")
    assert shown(beside)[4:] == ["kan s4 s4 s4", "run s4 s5 s6", "run b4 b5 b6"]


def test_r32_of_all_arrangements_the_best_counts() -> None:
    """Three 绞 would do as well, but for nothing."""
    table = ("wei b8 b8 b8", "peng b5 b5 b5", "run s7 s8 s9", "run b4 b5 b6")
    win = sure(win_with("s1 s1 s2 s2 s3 s3 b1 b2", *table, card="b3"))
    assert win.huxi == 6 + 3 + 3 + 3 + 6
    assert shown(win)[4:] == ["run s1 s2 s3", "run s1 s2 s3", "run b1 b2 b3"]


@pytest.mark.parametrize(
    ("table", "huxi", "units"),
    [
        (("peng b4 b4 b4", "peng b5 b5 b5", "peng b6 b6 b6", "peng b7 b7 b7", "wei s9 s9 s9"), 15, 1),
        (("wei b4 b4 b4", "wei b5 b5 b5", "peng s9 s9 s9", "peng b7 b7 b7", "peng s8 s8 s8"), 17, 1),
        (("wei b4 b4 b4", "wei b5 b5 b5", "run b1 b2 b3", "run s4 s5 s6", "run s7 s8 s9"), 18, 2),
        (("wei b4 b4 b4", "wei b5 b5 b5", "run b1 b2 b3", "peng s9 s9 s9", "peng s8 s8 s8"), 20, 2),
        (("wei b4 b4 b4", "wei b5 b5 b5", "run b1 b2 b3", "wei s9 s9 s9", "run s4 s5 s6"), 21, 3),
        (("wei b4 b4 b4", "wei b5 b5 b5", "wei b6 b6 b6", "wei b9 b9 b9", "run b1 b2 b3"), 30, 6),
    ],
)
def test_r34_units(table: tuple[str, ...], huxi: int, units: int) -> None:
    win = sure(win_with("s3 s4 s5 s1 s1", *table, card="b1"))
    assert (win.huxi, win.units) == (huxi, units)


def test_r34_units_are_at_least_one_where_the_least_huxi_is_lower() -> None:
    table = ("peng b4 b4 b4", "peng b5 b5 b5", "run s4 s5 s6", "run s7 s8 s9", "run s4 s5 s6")
    assert win_with("s6 s7 s8 s1 s1", *table, card="b1") is None
    win = sure(win_with("s6 s7 s8 s1 s1", *table, card="b1", min_huxi=6))
    assert (win.huxi, win.units) == (6, 1)


PLAIN = ("wei b4 b4 b4", "wei b5 b5 b5", "run b1 b2 b3", "run s4 s5 s6", "jiao s9 s9 b9")
"""18 胡息, one red so far."""


def test_r35_zi_mo_adds_a_unit_and_never_helps_to_reach_the_least() -> None:
    other = sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", rules="hunan"))
    own = sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", rules="hunan", own=True))
    assert (other.units, own.units) == (2, 3)
    table = ("peng b4 b4 b4", "peng b5 b5 b5", "peng b6 b6 b6", "run b1 b2 b3")
    assert sure(win_with("s3 s4 s5 s1 s1 s7 s8 s9", *table, card="b1", own=True)).huxi == 15
    assert win_with("s3 s4 s5 s1 s1 s7 s8 s9", "run b7 b8 b9", *table[1:], card="b1", own=True) is None


def test_r35_the_own_wei_and_the_dealers_21_cards_are_zi_mo() -> None:
    own_wei = sure(win_with("s3 s4 s5 s1 s1 b1", *PLAIN, rules="hunan", own=True))
    assert own_wei.units == 3
    dealer = "b4 b4 b4 b5 b5 b5 b1 b2 b3 s4 s5 s6 s9 s9 b9 s3 s4 s5 s1 s1 b1"
    win = sure(win_with(dealer, rules="hunan", own=True, liang=True))
    assert (win.huxi, win.units) == (18, 3)
    assert shown(win)[:2] == ["kan b4 b4 b4", "kan b5 b5 b5"]


def test_r36_ping_hu_counts_one_and_reds_count_over_all_cards() -> None:
    """Reds: b2 on the table, in the hand s10 twice, and the claimed b10."""
    win = sure(win_with("s3 s4 s5 s10 s10", *PLAIN, card="b10", rules="hunan"))
    assert (win.fans, win.fan, win.pay) == ({}, 1, 2)
    assert sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", rules="hunan")).fans == {"dian": 3}


RED = ("peng s2 s2 s2", "peng b2 b2 b2", "peng s7 s7 s7", "wei b8 b8 b8", "wei b9 b9 b9")
"""Nine reds, 17 胡息."""


@pytest.mark.parametrize(
    ("hand", "card", "half", "full"),
    [
        ("s8 s9 s1 s1 b1", "s10", {"hong": 2}, {"hong": 2}),
        ("s8 s9 s10 b10 b10", "s10", {"hong_wu": 4}, {"hong": 5}),
        ("s8 s9 b8 b9 b10", "s10", {"hong": 2}, {"hong": 3}),
        ("s1 s1 b1 b3 b4", "b5", {}, {}),
    ],
)
def test_r36_hong_and_hong_wu(hand: str, card: str, half: dict[str, int], full: dict[str, int]) -> None:
    """10 to 12 reds are 红胡, 13 and more 红乌; in the full sets 红胡 grows instead."""
    assert sure(win_with(hand, *RED, card=card, rules="qq-half")).fans == half
    assert sure(win_with(hand, *RED, card=card, rules="changde-full")).fans == full


BLACK_PAIRS = ("peng b9 b9 b9", "wei b8 b8 b8", "wei b5 b5 b5", "peng b6 b6 b6", "pao b4 b4 b4 b4")


@pytest.mark.parametrize(
    ("rules", "fans"),
    [
        ("qq-basic", {"wu": 5}),
        ("qq-half", {"wu": 5, "dui_dui": 5}),
        ("hunan", {"wu": 5, "dui_dui": 5}),
        ("changde-half", {"wu": 5}),
        ("qq-full", {"wu": 6, "dui_dui": 6, "da": 7}),
    ],
)
def test_r36_wu_and_dui_dui_together(rules: str, fans: dict[str, int]) -> None:
    assert sure(win_with("s3 s3 b1 b1", *BLACK_PAIRS, card="b1", rules=rules)).fans == fans


def test_r36_dui_dui_alone_counts_its_own_value() -> None:
    table = ("peng b2 b2 b2", "peng b7 b7 b7", *BLACK_PAIRS[2:])
    assert sure(win_with("s3 s3 b1 b1", *table, card="b1", rules="qq-half")).fans == {"dui_dui": 4}


def test_r36_da_and_xiao_grow_from_their_thresholds() -> None:
    big = ("peng b9 b9 b9", "wei b8 b8 b8", "wei b5 b5 b5", "peng b7 b7 b7", "run b1 b2 b3")
    assert sure(win_with("b4 b5 s1 s2 s3", *big, card="b6", rules="changde-full")).fans == {"da": 6}
    assert sure(win_with("b4 b5 b10 b10 s10", *big, card="b6", rules="changde-full")).fans == {"da": 8}
    small = ("wei s9 s9 s9", "wei s8 s8 s8", "wei s5 s5 s5", "wei s7 s7 s7", "run s1 s2 s3")
    assert sure(win_with("s4 s4 b8 b9 b10", *small, card="b4", rules="changde-full")).fans == {"xiao": 9}
    assert sure(win_with("s4 s4 b8 b9 b10", *small, card="b4", rules="suibian")).fans == {}
    assert sure(win_with("s4 s4 s6 s6 b6", *small, card="b4", rules="suibian")).fans == {"xiao": 9}


def test_r36_tian_and_di() -> None:
    dealer = "b4 b4 b4 b5 b5 b5 b1 b2 b3 s4 s5 s6 s9 s9 b9 s3 s4 s5 s1 s1 b1"
    won = sure(win_with(dealer, own=True, liang=True, rules="changde-full"))
    assert won.fans == {"dian": 5, "tian": 8}
    other = sure(win_with(dealer.removesuffix(" b1"), card="b1", liang=True, rules="changde-full"))
    assert other.fans == {"dian": 5, "di": 6}
    assert (other.units, other.pay) == (2, 22)


def test_r36_hai_di_counts_only_beside_another() -> None:
    beside = sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", stock="last"))
    assert (beside.fans, beside.fan) == ({"dian": 3, "hai_di": 2}, 5)
    alone = sure(win_with("s3 s4 s5 s10 s10", *PLAIN, card="b10", stock="last"))
    assert (alone.fans, alone.fan) == ({}, 1)
    assert sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", stock="first")).fans == {"dian": 3}


def test_r37_a_loser_pays_units_times_fan() -> None:
    win = sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", own=True))
    assert (win.units, win.fan, win.pay) == (3, 3, 9)
    capped = sure(win_with("s3 s4 s5 s1 s1", *PLAIN, card="b1", own=True, fan_cap=2))
    assert (capped.fans, capped.fan, capped.pay) == ({"dian": 3}, 2, 6)


def hand_of(text: str) -> list[int]:
    return counts_of(kinds(text))


QUADS = "s1 s1 s1 s1 b9 b9 b9 b9 s2 s2 s2 s2 b1 b2 b3 b2 b7 b10 s5 s6"
"""Three quadruples, and the runs 123 and 2710 of big cards."""


def test_r38_forced_tian_hu_counts_the_runs_of_the_rest() -> None:
    win = tian_win(RULE_SETS["changde-full"], hand_of(QUADS))
    assert win.huxi == 9 + 9 + 12 + 6 + 6
    assert win.fans == {"tian": 8}
    assert (win.units, win.fan, win.pay) == (10 + 1, 8, 88)
    assert [meld.type for meld in win.arrangement] == ["ti", "ti", "ti", "run", "run"]


def test_r38_names_that_count_cards_apply_and_others_do_not() -> None:
    black = "s1 s1 s1 s1 b9 b9 b9 b9 s3 s3 s3 s3 s5 s5 s5 b5 b5 b5 s6 s6"
    win = tian_win(RULE_SETS["qq-half"], hand_of(black))
    assert win.fans == {"wu": 5}
    assert tian_win(RULE_SETS["suibian"], hand_of(black)).fans == {"wu": 6, "tian": 8}


def test_r39_tian_hu_doubled() -> None:
    assert tian_win(RULE_SETS["qq-half"], hand_of(QUADS)).units == (2 * 42 - 12) // 3 + 1
    dealer = "b4 b4 b4 b5 b5 b5 b1 b2 b3 s4 s5 s6 s9 s9 b9 s3 s4 s5 s1 s1 b1"
    assert sure(win_with(dealer, own=True, liang=True)).units == (2 * 18 - 12) // 3 + 1
    other = sure(win_with(dealer.removesuffix(" b1"), card="b1", liang=True))
    assert (other.huxi, other.units) == (18, (2 * 18 - 12) // 3)


def test_r39_the_least_huxi_is_met_before_doubling() -> None:
    dealer = "b4 b4 b4 b5 b6 b7 b1 b2 b3 s4 s5 s6 s7 s8 s9 s3 s4 s5 s1 s1 b1"
    assert win_with(dealer, own=True, liang=True) is None
    assert win_with(dealer, own=True, liang=True, min_huxi=12) is not None


@pytest.mark.parametrize(
    ("hand", "huxi"),
    [
        ("", 0),
        ("s1 s1 s1 s2 s3", 3),
        ("s1 s2 s2 s3 s7 s10", 6),
        ("s1 s1 s2 s2 s3 s3 s7 s10", 6),
        ("b1 b2 b3 b2 b7 b10 b5 b5 b5", 18),
        ("b2 b2 b2 b7 b7 b10 b10", 6),
        ("b1 b1 b5 b5 s5 s5", 0),
    ],
)
def test_r42_most_huxi_of_a_hand(hand: str, huxi: int) -> None:
    """The 坎 are fixed, of the loose cards only the runs 123 and 2710 count."""
    assert most_huxi(RULE_SETS["hunan"], hand_of(hand)) == huxi

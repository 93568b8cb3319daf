"""Wins by the sets of section 11 that have 名堂 or a settlement of their own, clause by clause."""

from typing import Any

import pytest

from engine import RULE_SETS
from engine.wins import Claim, Win, best_win, completes, most_huxi, tian_win
from tests.engine.decks import kinds
from tests.engine.hands import counts_of
from tests.engine.test_wins import QUADS, hand_of, melds_of, shown, sure

XIAO, DA, KAI = "changde-xiaoliuba", "changde-daliuba", "luzhou-kaikai"


def win_of(rules: str, hand: str, *table: str, card: str | None = None, **claim: Any) -> Win | None:
    """The win of these cards; asserts that `completes` says the same."""
    kind = None if card is None else kinds(card)[0]
    opening = tuple(kinds(claim.pop("opening", "")))
    made, turned = claim.pop("made", None), claim.pop("turned", None)
    asked = Claim(
        kind,
        drawn=claim.pop("drawn", True),
        own=claim.pop("own", False),
        opening=opening,
        made=None if made is None else (kinds(made[0])[0], made[1]),
        turned=None if turned is None else kinds(turned)[0],
        **claim,
    )
    chosen = RULE_SETS[rules]
    win = best_win(chosen, counts_of(kinds(hand)), melds_of(*table), asked)
    assert completes(chosen, counts_of(kinds(hand)), melds_of(*table), asked) == (win is not None)
    return win


def fans(rules: str, hand: str, *table: str, **claim: Any) -> dict[str, int]:
    return dict(sure(win_of(rules, hand, *table, **claim)).fans)


TI = "ti b4 b4 b4 b4"
RUNS = "s5 s6 s7 b5 b6 b7 b1 b2 b3"
"""With s8 s9 s10 four reds."""


def test_ting_needs_a_table_with_nothing_but_opening_ti() -> None:
    hand = f"s4 s4 s4 {RUNS} s8 s9 b8 b8"
    assert fans(XIAO, hand, TI, card="s10", opening="b4") == {"ting": 4, "si_qi_hong": 2}
    assert fans(DA, hand, TI, card="s10", opening="b4") == {"ting": 6, "si_qi_hong": 2}
    assert fans(XIAO, hand, TI, card="s10") == {"si_qi_hong": 2}
    left = f"{RUNS} s8 s9 b8 b8"
    assert fans(XIAO, left, TI, "wei s4 s4 s4", card="s10", opening="b4") == {"si_qi_hong": 2}
    assert "ting" not in fans("changsha", hand, TI, card="s10", opening="b4")


@pytest.mark.parametrize(
    ("made", "before", "ting"), [("wei", "pair", True), ("ti", "kan", True), ("ti", "wei", False)]
)
def test_ting_leaves_out_what_the_winning_card_made(made: str, before: str, ting: bool) -> None:
    meld = " ".join([made] + ["s4"] * (3 if made == "wei" else 4))
    won = fans(XIAO, f"{RUNS} s8 s9 s10 b8 b8", TI, meld, own=True, opening="b4", made=("s4", before))
    assert ("ting" in won) is ting


def test_ting_and_di_on_the_liang_without_any_meld() -> None:
    hand = f"b4 b4 b4 s4 s4 s4 {RUNS} s8 s9 b8 b8 s8"
    assert fans(XIAO, hand, card="s10", liang=True) == {"di": 4, "ting": 4, "si_qi_hong": 2}


def test_shua_hou_is_won_with_one_card_in_the_hand() -> None:
    table = (TI, "peng b5 b5 b5", "run b1 b2 b3", "run s4 s5 s6", "run s6 s7 s8")
    assert fans(XIAO, "b8", *table, "jiao s9 s9 b9", card="b8", opening="b4") == {"shua_hou": 6}
    assert fans(XIAO, "b8 b8 s9 b9", *table, card="s9") == {}


def test_tuan_counts_each_rank_with_two_quadruples() -> None:
    one = (TI, "pao s4 s4 s4 s4", "run b1 b2 b3")
    assert fans(XIAO, "s8 s9 b8 b8", *one, "run s5 s6 s7", "run b5 b6 b7", card="s10") == {
        "tuan": 8,
        "si_qi_hong": 2,
    }
    two = (*one, "ti b8 b8 b8 b8", "pao s8 s8 s8 s8")
    assert fans(XIAO, "s5 s6 b9 b9", *two, card="s7") == {"tuan": 16}
    parted = ("peng s4 s4 s4", "run s4 s5 s6", "run b1 b2 b3", "run b5 b6 b7")
    assert fans(XIAO, "s8 s9 b8 b8", TI, *parted, card="s10") == {}


def test_hang_hang_xi_and_jia_hang_hang() -> None:
    table = ("wei s5 s5 s5", "run b1 b2 b3", "peng b9 b9 b9", "run s1 s2 s3")
    assert fans(XIAO, "b2 b7", *table, "peng b4 b4 b4", "peng s8 s8 s8", card="b10") == {"hang_hang_xi": 8}
    assert fans(XIAO, "b2 b7 s8 s8", *table, TI, card="b10") == {"jia_hang_hang": 4}
    assert fans(XIAO, "b2 b7 s8 s8", *table[:3], "run s5 s6 s7", TI, card="b10") == {}


def test_bei_kao_bei() -> None:
    table = (TI, "run b1 b2 b3", "run s4 s5 s6", "peng b9 b9 b9")
    assert fans(XIAO, "s8 s8 b8 b8 s5 s6 s7", *table, card="s8") == {"bei_kao_bei": 8}
    assert fans(XIAO, "s8 s8 b6 b6 s5 s6 s7", *table, card="s8") == {}
    assert fans(XIAO, "b8 b8 s5 s6", *table, "peng s8 s8 s8", card="s7") == {}
    drawn = ("b8 b8 s5 s6 s7", *table)
    assert fans(XIAO, *drawn, "wei s8 s8 s8", own=True, made=("s8", "pair")) == {"bei_kao_bei": 8}
    assert fans(XIAO, *drawn, "chou_wei s8 s8 s8", own=True, made=("s8", "pair")) == {"bei_kao_bei": 8}
    assert fans(XIAO, *drawn, "ti s8 s8 s8 s8", own=True, made=("s8", "wei")) == {}


def test_bei_kao_bei_is_not_a_peng_that_lay_there_before() -> None:
    """The fourth s8 is used in a run, not for the peng on the table (a discard, R32c)."""
    table = (TI, "run b1 b2 b3", "run s4 s5 s6", "peng s8 s8 s8", "peng b9 b9 b9")
    assert fans(XIAO, "b8 b8 s6 s7", *table, card="s8", drawn=False) == {}


def test_r32_the_payment_counts_before_the_huxi() -> None:
    """背靠背 with 18 胡息 before 27 without, and 30 as a multiple of ten before 31."""
    hand = "s2 s2 s4 s7 s7 s10 s10 b2 b3 b3 b3 b4 b4 b7 b10 b10"
    assert sure(win_of("changde-full", hand, "ti s1 s1 s1 s1", card="b10")).huxi == 27
    win = sure(win_of(XIAO, hand, "ti s1 s1 s1 s1", card="b10"))
    assert (win.huxi, win.fans, win.pay) == (18, {"hong": 3, "bei_kao_bei": 8}, 22)
    hand = "s1 s1 s2 s3 s7 s7 s10 b1 b1 b3 b3 b7 b7 b10 b10 b10"
    assert sure(win_of("luzhou-deng", hand, "long s5 s5 s5 s5", card="s1")).huxi == 31
    win = sure(win_of(KAI, hand, "long s5 s5 s5 s5", card="s1"))
    assert (win.huxi, win.units, win.fans, win.pay) == (30, 3, {"qia": 1, "gui": 1}, 9)


def test_si_qi_hong_counts_exactly_seven_reds_too() -> None:
    table = (TI, "run b2 b7 b10", "run s2 s7 s10", "peng b9 b9 b9", "peng b8 b8 b8")
    assert fans(XIAO, "b1 b3 s5 s5", *table, card="b2") == {"jia_hang_hang": 4, "si_qi_hong": 2}


def test_hai_di_counts_alone_in_the_second_table() -> None:
    table = (TI, "peng b5 b5 b5", "run b1 b2 b3", "run s4 s5 s6", "run s6 s7 s8")
    for rules, value in ((DA, 6), (XIAO, 4), ("huaihua", 2)):
        assert fans(rules, "b8 b8 s9 b9", *table, card="s9", stock="last") == {"hai_di": value}
    assert fans("changsha", "b8 b8 s9 b9", *table, card="s9", stock="last") == {}


def test_huaihua_hong_grows_up_to_12_and_hong_wu_begins_at_13() -> None:
    red = ("peng s2 s2 s2", "peng b2 b2 b2", "peng s7 s7 s7", "wei b8 b8 b8", "wei b9 b9 b9")
    assert fans("huaihua", "s8 s9 b8 b9 b10", *red, card="s10") == {"hong": 3}
    assert fans("huaihua", "s8 s9 s10 b10 b10", *red, card="s10") == {"hong_wu": 5}
    assert fans("changsha", "s8 s9 s10 b10 b10", *red, card="s10") == {"hong": 5}


def test_r38_only_counted_names_and_tian_apply_to_a_win_at_the_deal() -> None:
    hand = hand_of("s9 s9 s9 s9 b9 b9 b9 b9 s3 s3 s3 s3 b1 b2 b3 b2 b7 b10 s5 s6")
    win = tian_win(RULE_SETS[XIAO], hand)
    assert win.fans == {"tian": 4, "si_qi_hong": 2}
    assert (win.huxi, win.units, win.pay) == (42, 10 + 1, 66)
    luzhou = tian_win(RULE_SETS[KAI], hand)
    assert luzhou.fans == {"tian": 1, "gui": 3}
    assert luzhou.huxi == 12 + 15 + 12 + 6 + 9
    assert (luzhou.units, luzhou.fan, luzhou.pay) == (6, 5, 30)
    assert [meld.type for meld in luzhou.arrangement] == ["long", "long", "long", "run", "run"]


def test_l4_the_card_joins_a_pair_as_peng_also_by_the_own_draw() -> None:
    table = ("peng b4 b4 b4", "peng b5 b5 b5", "run s1 s2 s3", "run b1 b2 b3")
    hand = "s5 s5 s6 s7 s8 b8 b9 b10"
    for own in (True, False):
        win = sure(win_of("luzhou-deng", hand, *table, card="s5", own=own))
        assert "peng s5 s5 s5" in shown(win)
        assert win.huxi == 3 + 3 + 3 + 6 + 1


def test_l4_the_card_joins_a_kan_as_zhao_and_never_a_peng() -> None:
    table = ("peng b4 b4 b4", "run s1 s2 s3", "run s2 s7 s10")
    hand = "b8 b9 b10 b1 b1 s6 s7 s8"
    for own, drawn in ((True, True), (False, True), (False, False)):
        win = sure(win_of("luzhou-deng", f"s5 s5 s5 {hand}", *table, card="s5", own=own, drawn=drawn))
        assert "zhao s5 s5 s5 s5" in shown(win)
        assert win.huxi == 3 + 3 + 6 + 9
        assert win_of("luzhou-deng", hand, *table, "peng s5 s5 s5", card="s5", own=own, drawn=drawn) is None


@pytest.mark.parametrize(
    ("table", "huxi", "units"),
    [
        (("peng s2 s2 s2", "peng b4 b4 b4", "peng s9 s9 s9"), 10, 1),
        (("peng s2 s2 s2", "run b1 b2 b3", "run s4 s5 s6"), 12, 2),
        (("peng b2 b2 b2", "run b1 b2 b3", "run s4 s5 s6"), 15, 2),
        (("peng b2 b2 b2", "peng b7 b7 b7", "run s4 s5 s6"), 18, 2),
        (("peng b2 b2 b2", "peng b7 b7 b7", "peng b4 b4 b4"), 21, 3),
    ],
)
def test_l6_units_by_tens_begun(table: tuple[str, ...], huxi: int, units: int) -> None:
    rest = ("run s4 s5 s6", "run b4 b5 b6", "jiao s3 s3 b3")
    win = sure(win_of("luzhou-deng", "b8 b9", *table, *rest, card="b10", own=True))
    assert (win.huxi, win.units, win.fan, win.pay) == (huxi, units, 1, units)
    assert win_of("luzhou-deng", "b8 b9", *table[:1], *rest, *rest[:2], card="b10") is None


LUZHOU = ("peng b4 b4 b4", "peng b9 b9 b9", "run s1 s2 s3", "run s3 s4 s5", "run b5 b6 b7")
"""9 胡息, two reds."""


def test_l1_l7_tian_and_di() -> None:
    dealer = "b4 b4 b4 b9 b9 b9 s1 s2 s3 s3 s4 s5 b5 b6 b7 s6 s7 s8 s8 s9 s10"
    for rules, value in (("luzhou-deng", 1), ("luzhou-hongwu", 1), (KAI, 1)):
        tian = sure(win_of(rules, dealer, own=True, liang=True))
        assert (tian.fans, tian.fan) == ({"tian": value}, 2)
        hand = "s6 s7 b2 b7"
        di = sure(win_of(rules, f"{hand} s8", *LUZHOU, card="b10", drawn=False, first_discard=True))
        assert (di.fans, di.fan, di.units, di.pay) == ({"di": value}, 2, 2, 4)


def kaikai(hand: str, *table: str, **claim: Any) -> dict[str, int]:
    return fans(KAI, hand, *table, **claim)


def test_l8_kaikai() -> None:
    hand = "s6 s7 s8 b2 b7"
    assert kaikai(hand, *LUZHOU, card="b10") == {}
    assert kaikai(hand, *LUZHOU, card="b10", own=True) == {"zi_mo": 1}
    assert kaikai(hand, *LUZHOU, card="b10", stock="first") == {"shui_shang_piao": 1}
    assert kaikai(hand, *LUZHOU, card="b10", stock="last") == {"hai_di": 1}
    table = ("peng s2 s2 s2", "peng b4 b4 b4", "peng s9 s9 s9", "run s4 s5 s6", "run b4 b5 b6")
    assert kaikai("b8 b9 s5 s6 s7", *table, card="b10") == {"qia": 1, "gui": 1}
    kun = ("long s2 s2 s2 s2", "peng b4 b4 b4", "peng b9 b9 b9", "run b1 b2 b3")
    assert kaikai("b2 b7 b6 b6", *kun, "zhao s5 s5 s5 s5", card="b10") == {"kun": 1, "gui": 2}
    assert kaikai("s8 s9 b6 b6", *kun, "zhao s5 s5 s5 s5", card="s10") == {"gui": 2}


def test_l8_hong_and_wu_add_to_one() -> None:
    red = ("peng s2 s2 s2", "peng b2 b2 b2", "peng s7 s7 s7", "run s4 s5 s6", "run b4 b5 b6")
    win = sure(win_of("luzhou-hongwu", "s8 s9 b8 b8 s8", *red, card="s10"))
    assert (win.fans, win.fan) == ({"hong": 1}, 2)
    black = ("peng b4 b4 b4", "peng b9 b9 b9", "peng b5 b5 b5", "run s4 s5 s6", "peng s9 s9 s9")
    win = sure(win_of("luzhou-hongwu", "s3 s3 s4 s5 s6", *black, card="b3"))
    assert (win.fans, win.fan) == ({"wu": 3}, 4)
    assert sure(win_of("luzhou-deng", "s3 s3 s4 s5 s6", *black, card="b3")).fans == {}


PLAIN = ("wei b4 b4 b4", "wei b5 b5 b5", "run b1 b2 b3", "run s4 s5 s6", "jiao s9 s9 b9")
"""18 胡息."""


@pytest.mark.parametrize(
    ("claim", "guilin", "bayi"),
    [
        ({}, (3, 1, 3), (3, 1, 3)),
        ({"own": True}, (3, 2, 6), (3, 2, 6)),
        ({"liang": True}, (3, 2, 6), (3, 1, 3)),
        ({"stock": "last"}, (5, 1, 5), (6, 1, 6)),
        ({"own": True, "stock": "last"}, (5, 2, 10), (6, 2, 12)),
        ({"turned": "b4"}, (6, 1, 6), (3, 1, 6)),
        ({"turned": "b1", "own": True, "stock": "last"}, (7, 2, 14), (6, 2, 14)),
        ({"turned": "b10", "liang": True}, (3, 2, 6), (3, 1, 3)),
    ],
)
def test_g1_to_g4(claim: dict[str, Any], guilin: tuple[int, ...], bayi: tuple[int, ...]) -> None:
    """b4: three of the winner's; b1: one in a run, and the winning card; units, fan, pay."""
    for rules, expected in (("guilin", guilin), ("bayi", bayi)):
        win = sure(win_of(rules, "s3 s4 s5 s1 s1", *PLAIN, card="b1", **claim))
        assert (win.units, win.fan, win.pay) == expected
        assert (win.huxi, win.fans) == (18, {})
        assert win.xing == {None: None, "b4": 3, "b1": 2, "b10": 0}[claim.get("turned")]


@pytest.mark.parametrize(("huxi", "units"), [(10, 1), (12, 1), (13, 2), (16, 3)])
def test_g1_units(huxi: int, units: int) -> None:
    melds = {10: "run s7 s8 s9", 12: "wei s8 s8 s8", 13: "peng b8 b8 b8", 16: "wei b8 b8 b8"}
    table = ("peng b4 b4 b4", "wei b5 b5 b5", "peng s8 s8 s8" if huxi != 12 else "run s6 s7 s8")
    win = sure(win_of("guilin", "s3 s4 s5 s1 s1", *table, "jiao s9 s9 b9", melds[huxi], card="b1"))
    assert (win.huxi, win.units) == (huxi, units)


def test_g3_a_win_at_the_deal_is_zi_mo_and_the_turned_card_counts() -> None:
    hand = hand_of(QUADS)
    assert (tian_win(RULE_SETS["guilin"], hand).units, tian_win(RULE_SETS["guilin"], hand).xing) == (11, None)
    guilin, bayi = (tian_win(RULE_SETS[rules], hand, kinds("b9")[0]) for rules in ("guilin", "bayi"))
    assert (guilin.huxi, guilin.units, guilin.fan, guilin.pay, guilin.xing) == (42, 15, 2, 30, 4)
    assert (bayi.huxi, bayi.units, bayi.fan, bayi.pay, bayi.xing) == (42, 11, 2, 26, 4)
    assert tian_win(RULE_SETS["hunan"], hand, kinds("b9")[0]).xing is None


def test_r42_most_huxi_in_luzhou() -> None:
    hand = hand_of("s2 s2 s7 s7 s10 s10 s1 s3 b5 b5 b5")
    assert most_huxi(RULE_SETS[KAI], hand) == 6 + 6 + 9
    assert most_huxi(RULE_SETS[KAI], hand_of("s1 s2 s3 s7 s10")) == 6

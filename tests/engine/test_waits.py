"""Waits: rule R50."""

import random
from dataclasses import replace

import pytest

from engine import RULE_SETS, Action, View
from engine.cards import KINDS, Kind, code
from engine.melds import HIDDEN_WEI, Meld
from engine.view import FaceUp, SeatView
from engine.waits import Wait, waits, waits_after
from engine.wins import Claim
from tests.engine.decks import kinds
from tests.engine.hands import case_for, searched
from tests.engine.section_11 import ALL
from tests.engine.test_wins import melds_of

RULES = RULE_SETS["hunan"]
NOTHING = SeatView(cards=20, melds=(), huxi=0, hidden=False, river=())


def seen(
    hand: str,
    *table: str,
    river: str = "",
    others: tuple[Meld, ...] = (),
    liang: str = "s10",
    dealer: int = 1,
    dealer_river: str = "",
    face_up: FaceUp | None = None,
    discards: str = "",
) -> View:
    """What seat 0 sees with these cards; `others` and `dealer_river` lie before seat 1."""
    return View(
        seat=0,
        dealer=dealer,
        turn=None,
        stock=19,
        liang=kinds(liang)[0],
        face_up=face_up,
        seats=(
            replace(NOTHING, melds=melds_of(*table)),
            replace(NOTHING, melds=others, river=tuple(kinds(dealer_river))),
            replace(NOTHING, river=tuple(kinds(river))),
        ),
        hand=tuple(kinds(hand)),
        options=tuple(Action("discard", (kind,)) for kind in kinds(discards)),
        answer=None,
        dead_chi=frozenset(),
        dead_peng=frozenset(),
        declined=frozenset(),
        win=None,
        moment=1,
        result=None,
        hands=None,
        rest=(),
    )


def shown(found: tuple[Wait, ...]) -> dict[str, tuple[int | None, int | None]]:
    """``{"s3": (17, 19)}``: the 胡息 by another's draw, and by the own draw."""
    return {code(wait.kind): (wait.other, wait.own) for wait in found}


TABLE = ("peng b1 b1 b1", "peng b5 b5 b5", "run b2 b7 b10", "run s1 s2 s3")
"""15 胡息."""


def test_r50_a_pair_makes_peng_by_another_and_wei_by_the_own_draw() -> None:
    """「三 17（自摸19）」: the other wait of two pairs with a quadruple is the other pair."""
    table = ("ti s9 s9 s9 s9", "peng b4 b4 b4", "run s4 s5 s6", "run s6 s7 s8", "peng s1 s1 s1")
    assert shown(waits(RULES, seen("s3 s3 b8 b8", *table))) == {"s3": (None, 16), "b8": (16, 19)}
    table = ("ti s9 s9 s9 s9", "peng b4 b4 b4", "peng b5 b5 b5", "run s6 s7 s8", "peng s1 s1 s1")
    assert shown(waits(RULES, seen("s3 s3 b8 b8", *table))) == {
        "s3": (17, 19),
        "s8": (16, 16),
        "b3": (16, 16),
        "b8": (19, 22),
    }


def test_r50_own_pair_that_is_needed_otherwise_waits_for_others_only() -> None:
    """「四 仅他人」: 二三四四肆 wait for another's 四; the own 四 would be a forced 偎."""
    found = shown(waits(RULES, seen("s2 s3 s4 s4 b4 s7 s8 s9", *TABLE)))
    assert found == {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)}


def test_r50_a_card_of_which_all_four_are_seen_is_no_wait() -> None:
    hand = "s2 s3 s4 s4 b4 s7 s8 s9"
    table = (*TABLE[:3], "peng b6 b6 b6")
    assert shown(waits(RULES, seen(hand, *table))) == {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)}
    assert shown(waits(RULES, seen(hand, *table, river="s1 s1 s1"))) == {
        "s1": (18, 18),
        "s4": (15, None),
        "b4": (15, 15),
    }
    assert shown(waits(RULES, seen(hand, *table, river="s1 s1 s1 s1"))) == {"s4": (15, None), "b4": (15, 15)}
    assert shown(waits(RULES, seen(hand, *table, river="s1 s1 s1", others=melds_of("jiao s1 b1 b1")))) == {
        "s4": (15, None),
        "b4": (15, 15),
    }
    assert "s4" not in shown(waits(RULES, seen(hand, *table, river="s4", others=melds_of("run s4 s5 s6"))))


def test_r50_a_hidden_wei_and_a_card_lying_open() -> None:
    """Of a hidden 偎 the seat sees nothing; the open card it sees."""
    hand = "s2 s3 s4 s4 b4 s7 s8 s9"
    table = (*TABLE[:3], "peng b6 b6 b6")
    found = waits(RULES, seen(hand, *table, river="s1 s1 s1", others=(HIDDEN_WEI,)))
    assert shown(found) == {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)}
    found = waits(RULES, seen(hand, *table, river="s1 s1 s1", face_up=FaceUp(0, 2, drawn=True)))
    assert shown(found) == {"s4": (15, None), "b4": (15, 15)}


def test_r50_the_liang_is_seen_while_it_must_be_in_the_dealers_hand() -> None:
    hand = "s2 s3 s4 s4 b4 s7 s8 s9"
    table = (*TABLE[:3], "peng b6 b6 b6")
    assert shown(waits(RULES, seen(hand, *table, river="s1 s1 s1", liang="s1"))) == {
        "s4": (15, None),
        "b4": (15, 15),
    }
    thrown = seen(hand, *table, river="s1 s1", liang="s1", dealer_river="s1")
    assert shown(waits(RULES, thrown)) == {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)}
    open_card = seen(hand, *table, river="s1 s1", liang="s1", face_up=FaceUp(0, 1, drawn=False))
    assert shown(waits(RULES, open_card)) == {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)}
    own = seen(hand, *table, river="s1 s1 s1", liang="s1", dealer=0)
    assert shown(waits(RULES, own)) == {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)}


def test_r50_kan_and_wei_grow_to_ti_by_the_own_draw_and_to_pao_by_another() -> None:
    kan = waits(
        RULES, seen("s5 s5 s5 b8 b9 b10 b3 b3 s7 s8 s9", "peng b1 b1 b1", "run s1 s2 s3", "peng b6 b6 b6")
    )
    assert shown(kan) == {"s5": (15, 18), "b1": (18, 18), "b3": (15, 18), "b6": (18, 18)}
    wei = waits(RULES, seen("b8 b9 b10 b3 b3 s7 s8 s9", "wei s5 s5 s5", *TABLE[:2], "run s1 s2 s3"))
    assert shown(wei)["s5"] == (15, 18)


def test_r50_peng_grows_to_pao_by_any_draw() -> None:
    found = waits(RULES, seen("b8 b9 b10 b3 b3 s7 s8 s9", "peng s5 s5 s5", *TABLE[:3]))
    assert shown(found)["s5"] == (18, 18)


def test_r50_after_a_discard() -> None:
    view = seen("s2 s3 s4 s4 b4 s7 s8 s9 b9", *TABLE, discards="b9 s2 s3 s7")
    found = waits_after(RULES, view)
    assert {code(kind): shown(left) for kind, left in found.items()} == {
        "b9": {"s1": (18, 18), "s4": (15, None), "b4": (15, 15)},
    }
    assert waits(RULES, view) == ()


def test_an_onlooker_waits_for_nothing() -> None:
    view = replace(seen("s2 s3 s4 s4 b4 s7 s8 s9", *TABLE, discards="s2"), seat=None, hand=())
    assert waits(RULES, view) == ()
    assert waits_after(RULES, view) == {}


def slow_waits(
    rules: str, hand: list[Kind], melds: tuple[Meld, ...], opening: tuple[Kind, ...] = ()
) -> dict[Kind, tuple[int | None, int | None]]:
    """R50 by the slow search, for kinds of which the seat itself holds less than four."""
    found = {}
    for kind in range(KINDS):
        if hand[kind] + sum(meld.cards.count(kind) for meld in melds) >= 4:
            continue
        other = searched(rules, (hand, melds, Claim(kind, drawn=True, own=False, opening=opening)))
        rest, table = list(hand), list(melds)
        card: Kind | None = None
        made: tuple[Kind, str] | None = None
        lain = next((m for m in melds if m.type in {"wei", "chou_wei"} and kind in m.cards), None)
        if rules.startswith("luzhou") or (hand[kind] < 2 and lain is None):
            card = kind
        elif lain is not None:
            table[table.index(lain)] = Meld("ti", (kind,) * 4)
            made = kind, "wei"
        else:
            rest[kind] = 0
            table.append(Meld("ti", (kind,) * 4) if hand[kind] == 3 else Meld("wei", (kind,) * 3))
            made = kind, {3: "kan", 2: "pair"}[hand[kind]]
        claim = Claim(card, drawn=True, own=True, opening=opening, made=made)
        own = searched(rules, (rest, tuple(table), claim))
        if other or own:
            found[kind] = (other and other[1], own and own[1])
    return found


def view_of(hand: list[Kind], melds: tuple[Meld, ...]) -> View:
    """The view of a seat with these cards, of which the others have shown nothing."""
    view = replace(seen(""), hand=tuple(kind for kind in range(KINDS) for _ in range(hand[kind])), liang=None)
    return replace(view, seats=(replace(NOTHING, melds=melds), NOTHING, NOTHING))


@pytest.mark.parametrize("name", ALL)
def test_r50_agrees_with_the_slow_search(name: str) -> None:
    rng = random.Random(50)
    rules = RULE_SETS[name]
    found = 0
    for _ in range(120):
        hand, melds, claim = case_for(rng, rules.family)
        if claim.card is None:
            continue
        expected = slow_waits(name, hand, melds, claim.opening)
        told = waits(rules, replace(view_of(hand, melds), opening=claim.opening))
        assert {wait.kind: (wait.other, wait.own) for wait in told} == expected
        found += len(expected)
    assert found > 60


def test_l4_a_pair_waits_for_the_own_draw_too_and_a_peng_never_grows() -> None:
    table = ("long s9 s9 s9 s9", "peng b4 b4 b4", "run s4 s5 s6", "run s6 s7 s8", "peng s2 s2 s2")
    found = shown(waits(RULE_SETS["luzhou-deng"], seen("s3 s3 b8 b8", *table, discards="")))
    assert found["s3"] == (22, 22)
    assert found["b8"] == (24, 24)
    assert not {"b4", "s2"} & set(found)


def test_r50_the_huxi_is_that_of_the_best_payment() -> None:
    """By the own b1 its 偎 and the 将 s1 are 背靠背, worth more than two runs of 3; by another's it is so too."""
    table = ("ti b6 b6 b6 b6", "peng b9 b9 b9", "run b3 b4 b5")
    view = seen("b1 b1 s1 s1 s2 s2 s3 s3 s4 s4", *table)
    assert shown(waits(RULE_SETS["changde-xiaoliuba"], view))["b1"] == (18, 21)
    assert shown(waits(RULE_SETS["changde-full"], view))["b1"] == (24, 27)


def test_l2_the_card_under_the_stock_is_seen_and_those_on_top_still_come() -> None:
    hand = "s2 s3 s4 s4 b4 s7 s8 s9"
    table = (*TABLE[:3], "peng b6 b6 b6")
    view = seen(hand, *table, river="b4 b4")
    rules = RULE_SETS["luzhou-deng"]
    assert "b4" in shown(waits(rules, view))
    assert "b4" not in shown(waits(rules, replace(view, bottom=kinds("b4")[0])))
    assert "b4" in shown(waits(rules, replace(view, top=(kinds("b4")[0],))))
    owing = seen(hand + " s10", *table, river="b4 b4", discards="s10")
    assert "b4" in shown(waits_after(rules, owing)[kinds("s10")[0]])
    assert "b4" not in shown(waits_after(rules, replace(owing, bottom=kinds("b4")[0]))[kinds("s10")[0]])

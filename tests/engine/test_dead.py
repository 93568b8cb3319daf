"""Dead cards and declined wins: R25 to R27."""

from __future__ import annotations

import pytest

from engine import Action, FaceUp, Round
from engine.cards import parse_kind
from tests.engine.decks import deal, legal, play, table

S5 = parse_kind("s5")
PAIR = "s5 s5 b7 b8 b9"
EATS = "s4 s6 b7 b8 b9"
WAITS_FOR_S4 = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"


def until_face(game: Round, text: str) -> Round:
    """Passes and least discards until the card is put face up anew, also where nobody is asked about it."""
    kind, before = parse_kind(text), game.moment
    while True:
        seat, options = next(iter(game.legal().items()))
        for after in game.steps(seat, Action("pass") if Action("pass") in options else options[0]):
            face = after.view(None).face_up
            if face is not None and face.kind == kind and after.moment > before:
                return after
        game = after


def test_r26a_a_discarded_kind_is_dead_for_the_seat() -> None:
    game = play(deal(("s5 s4 s6 b9 b9", "s5", ""), "b3"), "0 discard s5")
    own = game.view(0)
    assert own.dead_chi == own.dead_peng == {S5}
    assert game.view(1).dead_chi == frozenset()


def test_r25_hunan_only_chi_knows_dead_cards() -> None:
    game = play(deal(("s5 s4 s6 b9 b9", "s5", ""), "b3", rules="hunan"), "0 discard s5")
    assert game.view(0).dead_chi == {S5}
    assert game.view(0).dead_peng == frozenset()


@pytest.mark.parametrize(("rules", "chi", "peng"), [("qq-half", {S5}, {S5}), ("hunan", set(), set())])
def test_r26b_a_peng_let_go(rules: str, chi: set[int], peng: set[int]) -> None:
    game = play(deal(("s5 b9", "", PAIR), "b3", rules=rules), "0 discard s5")
    assert legal(game)[2] == ["pass", "peng"]
    passed = play(game, "2 pass") if 1 not in game.legal() else play(game, "1 pass", "2 pass")
    assert passed.view(2).dead_chi == chi
    assert passed.view(2).dead_peng == peng


@pytest.mark.parametrize(("rules", "peng"), [("qq-half", {S5}), ("hunan", set())])
def test_r26b_a_chi_let_go(rules: str, peng: set[int]) -> None:
    game = play(deal(("s5 b9", EATS, ""), "b3", rules=rules), "0 discard s5")
    passed = play(game, "1 pass")
    assert passed.view(1).dead_chi == {S5}
    assert passed.view(1).dead_peng == peng


def test_r26b_a_seat_that_a_claim_before_its_own_took_the_card_from_is_not_punished() -> None:
    game = play(deal(("s5 b9", EATS, PAIR), "b3"), "0 discard s5", "1 pass", "2 peng")
    assert table(game, 2) == ["peng s5 s5 s5"]
    assert game.view(1).dead_chi == frozenset()


def test_r26b_a_peng_is_let_go_when_the_other_seat_eats() -> None:
    game = play(deal(("s5 b9", EATS, PAIR), "b3"), "0 discard s5", "2 pass", "1 chi s4 s6")
    assert game.view(2).dead_chi == game.view(2).dead_peng == {S5}


def test_r26b_a_seat_that_takes_the_card_in_another_way_is_not_marked() -> None:
    game = play(deal(("s5 b9", "s5 s5 b5 s6 s7", ""), "b3"), "0 discard s5")
    assert {"peng", "chi s6 s7 + s5 s5 b5"} < set(legal(game)[1])
    eaten = play(game, "1 chi s6 s7 + s5 s5 b5")
    assert table(eaten, 1) == ["run s5 s6 s7", "jiao s5 s5 b5"]
    for after in (eaten, play(game, "1 peng")):
        assert after.view(1).dead_chi == after.view(1).dead_peng == frozenset()


@pytest.mark.parametrize(("rules", "dead_peng"), [("qq-half", {S5}), ("hunan", set())])
def test_r26b_a_seat_that_eats_and_loses_to_the_drawer_has_let_its_peng_go(
    rules: str, dead_peng: set[int]
) -> None:
    hands = ("b9", "s4 s6 b7 b8", "s5 s5 b5 s6 s7")
    game = until_face(play(deal(hands, "b3", "s5", rules=rules), "0 discard b9"), "s5")
    done = play(game, "2 chi s6 s7 + s5 s5 b5", "1 chi s4 s6")
    assert table(done, 1) == ["run s4 s5 s6"]
    assert done.view(2).dead_peng == dead_peng
    assert done.view(2).dead_chi == dead_peng, "not for its 吃, which ranked after the one that took the card"


def test_r25_a_dead_kind_bars_chi_and_peng_and_says_so() -> None:
    game = play(deal(("s5 s6 s7 b9", PAIR, "s6 s7"), "b3", "b4 s5"), "0 discard s5", "1 pass")
    again = until_face(game, "s5")
    assert again.view(None).face_up == FaceUp(S5, 2, drawn=True)
    assert 1 not in again.legal()
    assert again.why_not(1, Action("peng")) == "dead"
    assert again.why_not(0, Action.parse("chi s6 s7")) == "dead", "its own discard"


def test_r27_a_declined_win_bars_the_kind_while_the_huxi_on_the_table_stay() -> None:
    game = until_face(deal(("b4 s5 s6", WAITS_FOR_S4, "s5 s6"), "b3", "b4 s4 s4"), "s4")
    first = game.view(1)
    assert first.win is not None
    assert (first.win.huxi, first.win.pay) == (15, 1)
    again = until_face(game, "s4")
    assert "hu" not in legal(again).get(1, [])
    assert again.why_not(1, Action("hu")) == "declined"
    assert again.view(1).declined == {3}
    assert again.view(1).win is None


def pass_all(game: Round) -> Round:
    """Every seat passes on the card that lies open."""
    moment = game.moment
    while game.legal() and game.moment == moment:
        game = game.apply(min(game.legal()), Action("pass"))
    return game


def test_r27_new_huxi_on_the_table_free_the_kind() -> None:
    game = until_face(deal(("b4 s5 s6", WAITS_FOR_S4, "s5 s6"), "b3", "b4 s4 s1 s4"), "s4")
    freed = play(pass_all(game), "1 pass")
    assert table(freed, 1) == ["pao s1 s1 s1 s1"]
    assert freed.view(1).declined == frozenset()


def test_r27_taking_the_card_in_another_way_declines_it() -> None:
    game = until_face(deal(("b4", WAITS_FOR_S4, ""), "b3", "s4"), "s4")
    eating = next(text for text in legal(game)[1] if text.startswith("chi s5 s6"))
    taken = play(game, f"1 {eating}")
    while 1 not in taken.legal():
        taken = play(taken, f"{min(taken.legal())} pass")
    assert table(taken, 1) == ["run s4 s5 s6"]
    assert taken.view(1).declined == {3}, "the run has no 胡息"

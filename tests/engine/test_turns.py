"""Draws and discards: R11 to R16."""

from __future__ import annotations

import pytest

from engine import RULE_SETS, Action, IllegalAction, Meld, Round
from engine.cards import parse_kind
from engine.course import go_on
from engine.melds import meld_of
from engine.opening import open_round
from engine.seat import Seat
from engine.state import Deal
from tests.engine.decks import deal, events, kinds, legal, play, stacked, table, until_discard

WAITS_FOR_PAIR = "s1 s1 s1 b2 b2 b2 s10 s10 s10 s4 s4 b5 b6 b7 b5 b6 b7 s5 s6 s7"
"""Complete, with 3 + 6 + 3 and a 偎 of s4, once s4 is drawn by the seat itself."""


def test_r12_a_triple_is_never_discarded() -> None:
    game = deal(("b7 b7 b7 s1 s1", "", ""), "b9")
    assert "discard b7" not in legal(game)[0]
    assert legal(game)[0].count("discard s1") == 1
    assert game.why_not(0, Action.parse("discard b7")) == "kan"
    with pytest.raises(IllegalAction) as caught:
        play(game, "0 discard b7")
    assert (caught.value.seat, caught.value.action.text(), caught.value.reason) == (0, "discard b7", "kan")


def test_r15_a_discard_must_be_in_the_hand_and_owed() -> None:
    game = deal(("s1 s1 s2", "s5 s5", "s5"), "b9")
    missing = next(kind for kind in range(20) if kind not in game.view(0).hand)
    assert game.why_not(0, Action("discard", (missing,))) == "no_such_cards"
    assert game.why_not(0, Action("pass")) == "must_discard"
    assert game.why_not(0, Action("peng")) == "must_discard"
    assert game.why_not(1, Action.parse("discard s5")) == "not_asked"


def test_r13_a_first_quadruple_is_followed_by_a_discard_and_a_second_is_not() -> None:
    game = deal(("s1 s2 b9", "s1 s1 s1 s2 s2 s2", ""), "b9")
    first = until_discard(play(game, "0 discard s1"))
    assert table(first, 1) == ["pao s1 s1 s1 s1"]
    assert list(legal(first)) == [1]
    game = deal(("s1 s2 b9", "s1 s1 s1 b2 b2 b2 b2", ""), "b9")
    second = play(game, "0 discard s1")
    assert "1 no_discard" in events(second, None)
    assert events(second, None)[events(second, None).index("1 no_discard") + 1].startswith(
        ("2 draw", "2 wei", "2 ti")
    )


def test_r14_1_a_fourth_card_drawn_onto_a_triple_is_a_quadruple_and_shown() -> None:
    game = until_discard(play(deal(("b9", "s5 s5 s5", ""), "b9", "s5"), "0 discard b9"))
    assert table(game, 1) == ["ti s5 s5 s5 s5"]
    assert game.view(0).seats[1].melds == (Meld("ti", (4, 4, 4, 4)),)
    assert list(legal(game)) == [1]
    assert "1 ti s5 s5 s5 s5" in events(game, 0)
    assert not [event for event in game.events if event.kind == "draw"], "the card was never face up"


def test_r14_1_a_fourth_card_drawn_onto_a_wei_takes_its_place() -> None:
    game = until_discard(play(deal(("b9", "s5 s5", ""), "b9", "s5"), "0 discard b9"))
    state = game._state.copy()
    state.stock = (*state.stock[: state.drawn + 2], parse_kind("s5"), *state.stock[state.drawn + 3 :])
    assert table(game, 1) == ["wei s5 s5 s5"]
    later = until_discard(Round(state))
    while later.result is None and later.view(None).turn is not None:
        seat = next(iter(later.legal()))
        later = until_discard(later.apply(seat, later.legal()[seat][0]))
        if "ti s5 s5 s5 s5" in table(later, 1):
            break
    assert table(later, 1)[0] == "ti s5 s5 s5 s5"


def test_r14_2_a_pair_and_the_drawn_card_are_a_hidden_wei() -> None:
    game = until_discard(play(deal(("b9", "b5 b5", ""), "b9", "b5"), "0 discard b9"))
    assert table(game, 1) == ["wei b5 b5 b5"]
    for observer in (0, 2, None):
        seen = game.view(observer).seats[1]
        assert seen.melds == (Meld("wei", ()),)
        assert (seen.huxi, seen.hidden) == (0, True)
        assert events(game, observer)[-1] == "1 wei"
    own = game.view(1).seats[1]
    assert (own.huxi, own.hidden, own.cards) == (6, False, 18)
    assert events(game, 1)[-1] == "1 wei b5 b5 b5"


def test_r49_an_open_wei_is_shown() -> None:
    game = until_discard(play(deal(("b9", "b5 b5", ""), "b9", "b5", open_wei=True), "0 discard b9"))
    assert game.view(0).seats[1] == game.view(1).seats[1]
    assert events(game, 0)[-1] == "1 wei b5 b5 b5"


@pytest.mark.parametrize("rules", ["qq-half", "hunan"])
def test_r14_2_a_wei_of_a_kind_whose_peng_was_let_go_is_shown(rules: str) -> None:
    game = play(deal(("b5", "b5 b5", ""), "b9", "b5", rules=rules), "0 discard b5")
    assert "peng" in legal(game)[1]
    later = until_discard(game)
    assert table(later, 1) == ["chou_wei b5 b5 b5"]
    assert later.view(0).seats[1] == later.view(1).seats[1]
    assert events(later, 0)[-1] == "1 chou_wei b5 b5 b5"


def test_r14_3_a_seat_that_its_own_wei_completes_is_asked_and_may_go_on() -> None:
    game = until_discard_but_own(play(deal(("b9", WAITS_FOR_PAIR, ""), "b9", "s4"), "0 discard b9"))
    assert legal(game) == {1: ["hu", "pass"]}
    assert game.view(0).turn == 1, "as if it owed a discard"
    assert game.view(0).face_up is None
    won = play(game, "1 hu").result
    assert won is not None
    assert (won.by, won.source, won.card, won.huxi) == ("draw", 1, 3, 15)
    declined = play(game, "1 pass")
    assert declined.view(1).declined == {3}
    assert all(text.startswith("discard") for text in legal(declined)[1])
    assert declined.view(0) == game.view(0), "others cannot tell that it was asked"


def until_discard_but_own(game: Round) -> Round:
    """Passes until seat 1 is asked on its own cards, with no card face up."""
    while game.view(None).face_up is not None:
        game = game.apply(min(game.legal()), Action("pass"))
    return game


def test_r15_a_hand_of_nothing_but_triples_discards_nothing_and_can_no_longer_win() -> None:
    deck = stacked(("", "", ""), "b9", "b5 s9", 0)
    state = open_round(RULE_SETS["qq-half"], Deal(tuple(deck), 0))
    go_on(state)
    dead = Seat(kinds("s1 s1 s1 s2 s2 s2 b5 b5"))
    for cards in ("s4 s5 s6", "s7 s8 s9", "b2 b3 b4", "b6 b7 b8"):
        dead.lay(meld_of("run", kinds(cards)), state.rules, joined=3)
    state.seats[1] = dead
    game = until_discard(play(Round(state), "0 discard b9"))
    seen = events(game, None)
    assert seen[seen.index("1 wei") : seen.index("1 wei") + 3] == ["1 wei", "1 no_discard", "2 draw s9"]
    assert game.result is not None, "the others drew, and nobody owed a discard any more"
    assert all(seat != 1 for seat, _ in game.actions)


def test_r16_a_card_that_nobody_takes_goes_to_its_seats_discards() -> None:
    game = until_discard(play(deal(("b9 b9", "", "s3"), "s1", "s3"), "0 discard b9"))
    assert game.view(None).seats[0].river[0] == parse_kind("b9")
    assert game.view(None).seats[1].river[0] == parse_kind("s3")
    seen = events(game, None)
    assert seen[seen.index("0 discard b9") :][:4] == ["0 discard b9", "0 river b9", "1 draw s3", "1 river s3"]


def test_r14_the_round_is_undecided_when_the_stock_is_empty() -> None:
    game = deal(("", "", ""), "b9")
    while game.result is None:
        seat, options = next(iter(game.legal().items()))
        game = game.apply(seat, next((a for a in options if a.word == "pass"), options[0]))
    assert game.result.record() == {"end": "huang", "points": [0, 0, 0]}
    assert game.view(None).stock == 0
    assert events(game, None)[-1] == "huang"

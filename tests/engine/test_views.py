"""What a seat may see: R45 and R46, and that nothing tells more."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest

from engine import Action, FaceUp, Meld, Round, View
from engine.cards import parse_kind
from tests.engine.decks import deal, legal, play, random_round, until_discard

S5 = parse_kind("s5")
WAITS_FOR_PAIR = "s1 s1 s1 b2 b2 b2 s10 s10 s10 s4 s4 b5 b6 b7 b5 b6 b7 s5 s6 s7"


def test_r45_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    game = random_round("qq-half", 3)
    for seat in range(3):
        view = game.view(seat)
        assert view.seat == seat
        assert len(view.hand) == view.seats[seat].cards
        assert view.hands is None
        assert view.rest == ()
    assert game.view(None).hand == ()
    assert game.view(None).options == ()
    assert game.view(0).stock == 19


def test_r45_options_and_answers_are_the_seats_own() -> None:
    game = play(deal(("s5 b9", "s4 s6", "s5 s5"), "b3"), "0 discard s5")
    assert game.view(1).options == game.legal()[1]
    assert game.view(2).options == game.legal()[2]
    assert game.view(0).options == ()
    assert game.view(0).face_up == FaceUp(S5, 0, drawn=False)
    assert game.view(0).turn is None
    answered = play(game, "1 pass")
    assert answered.view(1).options == ()
    assert answered.view(1).answer == Action("pass")
    assert answered.view(0) == game.view(0)
    assert answered.view(2) == game.view(2)


def test_r45_turn_is_the_seat_that_owes_a_discard() -> None:
    game = deal(("s5 b9", "", ""), "b3", dealer=0)
    assert [game.view(seat).turn for seat in (0, 1, 2, None)] == [0, 0, 0, 0]


def test_r46_a_question_on_ones_own_wei_looks_like_an_owed_discard() -> None:
    game = play(deal(("b9", WAITS_FOR_PAIR, ""), "b9", "s4"), "0 discard b9")
    while game.view(None).face_up is not None:
        game = game.apply(min(game.legal()), Action("pass"))
    assert legal(game) == {1: ["hu", "pass"]}
    after = play(game, "1 pass")
    assert after.moment == game.moment + 1
    for seat in (0, 2, None):
        assert after.view(seat) == game.view(seat)
    assert after.view(1).moment == game.view(1).moment + 1
    win = game.view(1).win
    assert win is not None
    assert (win.huxi, win.units, win.pay) == (15, 2, 2)


def test_r46_a_question_on_the_shown_card_is_seen_by_those_asked_alone() -> None:
    hand = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
    game = deal(("", hand, ""), "s4")
    assert legal(game) == {1: ["hu", "pass"]}
    after = play(game, "1 pass")
    assert after.view(None) == game.view(None)
    assert after.view(2) == game.view(2)
    assert game.view(0).turn == game.view(2).turn == 0


@pytest.mark.parametrize("rules", ["qq-half", "hunan"])
def test_r46_everything_is_shown_when_the_round_is_over(rules: str) -> None:
    for seed in range(20):
        game = random_round(rules, seed)
        step = 0
        while game.result is None:
            seat, options = next(iter(game.legal().items()))
            game = game.apply(seat, options[step * 7 % len(options)])
            step += 1
        views = [game.view(seat) for seat in (0, 1, 2, None)]
        for view in views:
            assert view.hands is not None
            assert all(meld.cards for seat in view.seats for meld in seat.melds)
            assert not any(seat.hidden for seat in view.seats)
            assert view.turn is None
            assert view.options == ()
            assert view.result == game.result
            assert seen_cards(view) == Counter(dict.fromkeys(range(20), 4))


def seen_cards(view: View) -> Counter[int]:
    """Every card that a view of a finished round shows."""
    cards = Counter(view.rest)
    for hand in view.hands or ():
        cards.update(hand)
    for seat in view.seats:
        cards.update(seat.river)
        for meld in seat.melds:
            cards.update(meld.cards)
    if view.face_up is not None:
        cards[view.face_up.kind] += 1
    return cards


def test_r46_a_hidden_wei_shows_neither_its_kind_nor_its_huxi() -> None:
    game = until_discard(play(deal(("b9", "b5 b5", ""), "b9", "b5"), "0 discard b9"))
    for observer in (0, 2, None):
        seat = game.view(observer).seats[1]
        assert seat.melds == (Meld("wei", ()),)
        assert (seat.huxi, seat.hidden) == (0, True)
    end = game.quit(0)
    assert end.view(2).seats[1].melds == (Meld("wei", (14, 14, 14)),)


def test_a_view_is_plain_data() -> None:
    view = random_round("hunan", 8).view(1)
    for field in fields(view):
        value = getattr(view, field.name)
        assert not isinstance(value, Round | list | dict | set), field.name
    assert hash(view.seats) == hash(random_round("hunan", 8).view(1).seats)

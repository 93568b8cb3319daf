"""Two at the table: R47."""

from __future__ import annotations

import pytest

from engine import RULE_SETS, Action, IllegalAction, Record, RecordError, Round, shuffled
from engine.result import quit_points
from engine.seat import Seat
from engine.wins import most_huxi
from tests.engine.decks import deal, events, legal, play, table, until_discard

FIRST = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
"""Waits for s4, with 15 胡息."""

absent_seats = pytest.mark.parametrize(("dealer", "absent"), [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])


@absent_seats
def test_r47_the_deal_is_the_same_and_the_absent_seats_cards_are_set_aside(dealer: int, absent: int) -> None:
    deck = shuffled(5)
    other = 3 - dealer - absent
    three = Round.deal(RULE_SETS["hunan"], deck, dealer)
    two = Round.deal(RULE_SETS["hunan"], deck, dealer, absent=absent)
    for seat in (dealer, other):
        assert two.view(seat).hand == three.view(seat).hand
    assert two.view(absent).hand == ()
    assert two.view(dealer).seats[absent].cards == 0
    assert {view.absent for view in map(two.view, (0, 1, 2, None))} == {absent}
    assert two.view(None).aside == ()
    ended = two.quit(dealer).view(None)
    assert ended.aside == three.view(absent).hand
    assert ended.hands is not None
    assert ended.hands[absent] == ()


@absent_seats
def test_r47_turns_go_to_and_fro(dealer: int, absent: int) -> None:
    game = Round.deal(RULE_SETS["hunan"], shuffled(2), dealer, absent=absent)
    while game.result is None:
        seat, options = next(iter(game.legal().items()))
        game = game.apply(seat, next((option for option in options if option.word != "hu"), options[0]))
    turns = [event.seat for event in game.events if event.kind in ("draw", "discard")]
    assert set(turns) == {0, 1, 2} - {absent}
    assert all(event.seat != absent for event in game.events)


@absent_seats
def test_r21_r47_the_other_is_the_seat_after(dealer: int, absent: int) -> None:
    other = 3 - dealer - absent
    hands = ["", "", ""]
    hands[dealer], hands[other] = "s5 b9", "s4 s6"
    game = play(
        deal((hands[0], hands[1], hands[2]), "b3", dealer=dealer, absent=absent), f"{dealer} discard s5"
    )
    assert list(legal(game)) == [other]
    assert "chi s4 s6" in legal(game)[other]
    assert game.why_not(other, Action.parse("chi b1 b2")) in ("no_such_cards", "no_meld"), (
        "not that it is not next"
    )
    assert game.why_not(absent, Action("pass")) == "absent"
    assert game.why_not(absent, Action("peng")) == "absent"
    with pytest.raises(IllegalAction, match="absent"):
        game.apply(absent, Action("pass"))
    assert table(play(game, f"{other} chi s4 s6"), other) == ["run s4 s5 s6"]


@absent_seats
def test_r37_r47_the_one_other_seat_pays(dealer: int, absent: int) -> None:
    other = 3 - dealer - absent
    hands = ["", "", ""]
    hands[dealer], hands[other] = "b4", FIRST
    game = deal((hands[0], hands[1], hands[2]), "b3", "s4", dealer=dealer, absent=absent)
    won = play(play(game, f"{dealer} discard b4"), f"{other} hu").result
    assert won is not None
    assert (won.points[dealer], won.points[other], won.points[absent]) == (-2, 2, 0)


@pytest.mark.parametrize("absent", [1, 2])
def test_l5_l7_r47_a_discard_is_paid_once(absent: int) -> None:
    hands = ("s4", FIRST, "") if absent == 2 else ("s4", "", FIRST)
    game = deal(hands, "b3", rules="luzhou-deng", bottom="b4", absent=absent)
    won = play(game, "0 discard s4", f"{3 - absent} hu").result
    assert won is not None
    assert dict(won.fans) == {"di": 1}, "the other is the seat after the dealer"
    assert (won.points[0], won.points[3 - absent]) == (-6, 6)


def test_r7_r9_r47_ignore_the_cards_set_aside() -> None:
    hand = "s1 s1 s1 s1 s2 s2 s2 s2 s3 s3 s3 s3"
    assert deal(("", hand, ""), "b9").result is not None
    assert deal(("", hand, ""), "b9", absent=1).result is None
    assert 1 in legal(deal(("", FIRST, ""), "s4"))
    assert 1 not in legal(deal(("", FIRST, ""), "s4", absent=1))


@pytest.mark.parametrize("quitter", [0, 2])
def test_r42_r47_who_quits_pays_the_other(quitter: int) -> None:
    hands = ("s1 s1 s1 b1 b2 b3 b5 b5 b5 s2 s7 s10", "b10 b10 b10 b10", "b6 b6 b6 b7 b7 b7 b8 b8 b8")
    game = deal(hands, "b9", absent=1, base=2)
    other = 2 - quitter
    left = game.quit(quitter).result
    assert left is not None
    huxi = most_huxi(game.rules, Seat(game.view(other).hand).hand)
    assert left.points == quit_points(quitter, (other,), huxi, 2)
    assert left.points[other] == ((huxi - 12) // 3 + 8) * 2
    with pytest.raises(IllegalAction, match="absent"):
        game.quit(1)


def test_r14_r18_r47_the_other_seats_cards_are_taken_too() -> None:
    game = play(deal(("s5 b9", "", "s5 s5 s5"), "b3", absent=1), "0 discard s5")
    assert table(game, 2) == ["pao s5 s5 s5 s5"]
    game = until_discard(play(deal(("b9 b9", "", "b5 b5"), "b3", "b5", absent=1), "0 discard b9"))
    assert table(game, 2) == ["wei b5 b5 b5"]
    assert "2 wei" in events(game, 0)


def test_r47_a_record_names_the_absent_seat() -> None:
    game = deal(("", "", ""), "b3", absent=2, huang=3).quit(0)
    record = Record.of(game)
    assert (record.absent, record.huang) == (2, 3)
    assert Record.parse(record.line()) == record
    assert record.replay().result == game.result
    with pytest.raises(RecordError, match="absent"):
        Record.parse(record.line().replace('"0 quit"', '"2 quit"')).replay()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"absent": 0}, "not the dealer's, 0"),
        ({"absent": 3}, "0, 1 or 2, not 3"),
        ({"huang": -1}, "0 or more, not -1"),
    ],
)
def test_r47_r48_a_deal_that_cannot_be_is_refused(more: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Round.deal(RULE_SETS["hunan"], shuffled(1), 0, **more)

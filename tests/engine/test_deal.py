"""The deal and what follows from it: R6 to R10."""

from __future__ import annotations

import pytest

from engine import RULE_SETS, Action, Meld, Round
from engine.cards import KINDS
from tests.engine.decks import deal, legal, play, stacked, table

WAITS_FOR_S4 = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
ALSO_WAITS_FOR_S4 = "b10 b10 b10 b1 b1 b1 b6 b6 b6 s2 s3 s5 s6 s7 s8 s8 b8 s9 s9 b9"


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_r6_the_deck_is_dealt_from_the_dealer_on(dealer: int) -> None:
    deck = stacked(("", "", ""), "b3", "")
    game = Round.deal(RULE_SETS["hunan"], deck, dealer)
    order = [(dealer + place) % 3 for place in range(3)]
    assert game.view(order[0]).hand == tuple(sorted([*deck[:20], deck[60]]))
    assert game.view(order[1]).hand == tuple(sorted(deck[20:40]))
    assert game.view(order[2]).hand == tuple(sorted(deck[40:60]))
    assert game.view(None).liang == deck[60]
    assert game.view(None).stock == 19


@pytest.mark.parametrize(
    ("deck", "dealer", "base", "message"),
    [
        ([0] * 79, 0, 1, "80 cards, not 79"),
        ([0] * 5 + list(range(1, KINDS)) * 4, 0, 1, "80 cards, not 81"),
        ([0] * 5 + [1] * 3 + list(range(2, KINDS)) * 4, 0, 1, "4 cards s1, not 5"),
        (list(range(KINDS)) * 4, 3, 1, "seat 0, 1 or 2, not 3"),
        (list(range(KINDS)) * 4, 0, 0, "1 or more, not 0"),
    ],
)
def test_r6_a_deal_that_cannot_be_is_refused(deck: list[int], dealer: int, base: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Round.deal(RULE_SETS["hunan"], deck, dealer, base=base)


@pytest.mark.parametrize(
    "hand",
    [
        "s1 s1 s1 s1 s2 s2 s2 s2 s3 s3 s3 s3",
        "s1 s1 s1 s1 s2 s2 s2 s3 s3 s3 s4 s4 s4 s5 s5 s5",
        "s1 s1 s1 s2 s2 s2 s3 s3 s3 s4 s4 s4 s5 s5 s5",
    ],
)
def test_r7_a_hand_of_quadruples_and_triples_wins_unasked(hand: str) -> None:
    game = deal(("", "", hand), "b9")
    assert game.result is not None
    assert (game.result.end, game.result.winner, game.result.by, game.result.source) == ("hu", 2, "deal", 2)
    assert game.result.card is None
    assert game.actions == ()
    assert legal(game) == {}


def test_r7_two_quadruples_and_two_triples_do_not_win() -> None:
    game = deal(("", "", "s1 s1 s1 s1 s2 s2 s2 s2 s3 s3 s3 s4 s4 s4"), "b9")
    assert game.result is None


def test_r7_the_dealer_counts_the_shown_card() -> None:
    hand = "s1 s1 s1 s1 s2 s2 s2 s2 s3 s3 s3"
    assert deal((hand, "", ""), "b9").result is None
    won = deal((hand, "", ""), "s3")
    assert won.result is not None
    assert won.result.winner == 0


def test_r7_the_dealer_goes_first_then_the_seat_after() -> None:
    first = "s1 s1 s1 s1 s2 s2 s2 s2 s3 s3 s3 s3"
    second = "b1 b1 b1 b1 b2 b2 b2 b2 b3 b3 b3 b3"
    for dealer, winner in ((1, 1), (2, 2), (0, 1)):
        game = deal(("", first, second), "b9", dealer=dealer)
        assert game.result is not None
        assert game.result.winner == winner, dealer


def test_r8_quadruples_are_laid_down_and_shown() -> None:
    game = deal(("", "", "s1 s1 s1 s1 b5 b5 b5 b5"), "b9")
    seat = game.view(None).seats[2]
    assert seat.melds == (Meld("ti", (0, 0, 0, 0)), Meld("ti", (14, 14, 14, 14)))
    assert (seat.cards, seat.huxi, seat.hidden) == (12, 21, False)
    assert [event.cards for event in game.events if event.kind == "ti" and event.visible_to(0)] == [
        (0,) * 4,
        (14,) * 4,
    ]


def test_r9_a_seat_that_the_shown_card_completes_is_asked_before_the_dealer_discards() -> None:
    game = deal(("", WAITS_FOR_S4, ""), "s4")
    assert legal(game) == {1: ["hu", "pass"]}
    assert game.view(None).turn == 0
    assert game.why_not(0, Action.parse("discard s4")) == "not_asked"
    won = play(game, "1 hu")
    assert won.result is not None
    assert (won.result.by, won.result.source, won.result.card, won.result.winner) == ("liang", 0, 3, 1)
    assert won.result.huxi == 15
    assert len(won.view(0).hand) == 20, "the card is the winner's now"
    declined = play(game, "1 pass")
    assert list(legal(declined)) == [0]
    assert declined.view(1).declined == {3}


def test_r9_all_who_can_are_asked_at_once_and_the_dealer_goes_first() -> None:
    game = deal((ALSO_WAITS_FOR_S4, WAITS_FOR_S4, ""), "s4")
    assert legal(game) == {0: ["hu", "pass"], 1: ["hu", "pass"]}
    waiting = play(game, "1 hu")
    assert legal(waiting) == {0: ["hu", "pass"]}
    assert waiting.view(1).answer == Action.parse("hu")
    by_dealer = play(waiting, "0 hu").result
    assert by_dealer is not None
    assert (by_dealer.winner, by_dealer.by, by_dealer.source, by_dealer.card) == (0, "liang", 0, 3)
    by_other = play(waiting, "0 pass").result
    assert by_other is not None
    assert by_other.winner == 1
    assert play(game, "0 hu").result == by_dealer, "nobody can go before the dealer"


def test_r9_a_won_card_leaves_the_dealers_quadruple() -> None:
    game = deal(("s4 s4 s4", WAITS_FOR_S4, ""), "s4")
    assert table(game, 0) == ["ti s4 s4 s4 s4"]
    won = play(game, "1 hu")
    assert table(won, 0) == ["kan s4 s4 s4"]
    assert won.view(None).seats[0].huxi == 3


def test_r9_a_triple_made_by_the_shown_card_is_frozen() -> None:
    game = deal(("s4 s4", "", ""), "s4")
    assert "discard s4" not in legal(game)[0]
    assert game.why_not(0, Action.parse("discard s4")) == "kan"


def test_r10_r13_a_dealer_with_two_quadruples_owes_no_discard() -> None:
    game = deal(("s1 s1 s1 s1 s2 s2 s2 s2", "b5 b5", ""), "b9", "b5")
    kinds_of_events = [(event.kind, event.seat) for event in game.events if event.visible_to(1)]
    assert kinds_of_events[-4:] == [("ti", 0), ("ti", 0), ("no_discard", 0), ("wei", 1)]
    assert list(legal(game)) == [1]
    assert game.view(1).turn == 1


def test_r13_a_dealer_with_one_quadruple_owes_a_discard() -> None:
    assert list(legal(deal(("s1 s1 s1 s1", "", ""), "b9"))) == [0]

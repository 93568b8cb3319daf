"""Claims on a face-up card: R17 to R23, R33 and "The asking"."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import RULE_SETS, Action, IllegalAction, Round
from engine.claims import claims_on
from engine.melds import alike, meld_of
from engine.seat import Seat
from tests.engine.decks import deal, events, kinds, legal, play, table, until_discard

FIRST = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
SECOND = "b10 b10 b10 b1 b1 b1 b6 b6 b6 s2 s3 s5 s6 s7 s8 s8 b8 s9 s9 b9"
"""Both wait for s4, and hold none."""


def drawn_s4(dealer_hand: str = "b4", **changes: object) -> Round:
    """Seat 1 has drawn s4, which completes it and seat 2."""
    game = deal((dealer_hand, FIRST, SECOND), "b3", "s4", **changes)  # type: ignore[arg-type]
    game = play(game, "0 discard b4")
    while game.legal() and "hu" not in [a.text() for options in game.legal().values() for a in options]:
        game = game.apply(min(game.legal()), Action("pass"))
    return game


def test_r17_the_drawer_goes_before_the_seat_after() -> None:
    game = drawn_s4()
    assert "hu" in legal(game)[1]
    assert "hu" in legal(game)[2]
    waiting = play(game, "2 hu")
    assert waiting.result is None
    assert 1 in legal(waiting)
    assert 2 not in legal(waiting)
    assert (play(waiting, "1 hu").result.winner, play(waiting, "1 pass").result.winner) == (1, 2)  # type: ignore[union-attr]
    assert play(game, "1 hu").result.winner == 1, "settled: seat 2 cannot change it"  # type: ignore[union-attr]


def test_r17_a_win_goes_before_another_seats_forced_pao() -> None:
    game = drawn_s4("s4 s4 s4 b4")
    assert legal(game) == {1: ["hu", "pass"], 2: ["hu", "pass"]}, "what ranks after the 跑 is not offered"
    assert game.why_not(1, Action("chi")) == "forced_first"
    assert play(game, "1 pass", "2 hu").result.winner == 2  # type: ignore[union-attr]
    passed = play(game, "2 pass", "1 pass")
    assert table(passed, 0) == ["pao s4 s4 s4 s4"]
    assert list(legal(passed)) == [0]
    assert passed.view(1).declined == passed.view(2).declined == {3}
    assert passed.view(1).dead_chi == frozenset(), "nothing is marked for options that did not exist"


def test_r17_a_win_goes_before_ones_own_pao() -> None:
    hand = "s4 s4 s4 b10 b10 b10 b1 b1 b1 s5 s6 s7 s8 s9 s10 b6 b7 b8 s1 s1"
    game = play(deal(("b4", "", hand), "b3", "s4"), "0 discard b4")
    while game.view(None).face_up is None or game.view(None).face_up.kind != 3:  # type: ignore[union-attr]
        game = game.apply(min(game.legal()), Action("pass"))
    assert legal(game) == {2: ["hu", "pass"]}
    won = play(game, "2 hu").result
    assert won is not None
    assert won.huxi == 18
    assert alike("pao", 3) in won.arrangement
    assert table(play(game, "2 pass"), 2) == ["pao s4 s4 s4 s4"]


def test_r18a_a_triple_takes_a_discard() -> None:
    game = play(deal(("s5 b9", "", "s5 s5 s5"), "b3"), "0 discard s5")
    assert table(game, 2) == ["pao s5 s5 s5 s5"]
    assert game.view(None).seats[2].huxi == 6
    assert "2 pao s5 s5 s5 s5" in events(game, 0)
    assert game.view(1).dead_chi == frozenset(), "seat 1 was not asked, whatever it could have eaten"


def test_r18b_a_wei_takes_another_seats_card() -> None:
    game = deal(("b9 s5", "s5 s5", ""), "b3", "s5")
    game = until_discard(play(game, "0 discard b9"))
    assert table(game, 1) == ["wei s5 s5 s5"]
    seats = [Seat(game.view(seat).hand) for seat in range(3)]
    seats[1].wei |= 1 << 4
    for drawn in (True, False):
        claims = claims_on(4, drawn=drawn, order=(0, 1, 2), seats=seats, rules=game.rules)
        assert claims.forced is not None
        assert (claims.forced[0], claims.forced[1].word, claims.asked) == (1, "pao", {})


@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_r18c_a_peng_takes_a_drawn_card_of_any_seat_but_no_discard(drawer: int) -> None:
    seats = [Seat(kinds("s1 s9 b3")) for _ in range(3)]
    seats[1].lay(alike("peng", 4), RULE_SETS["qq-half"], joined=3)
    seats[1].peng |= 1 << 4
    order = tuple((drawer + place) % 3 for place in range(3))
    drawn = claims_on(4, drawn=True, order=order, seats=seats, rules=RULE_SETS["qq-half"])
    assert drawn.forced is not None
    assert drawn.forced[0] == 1
    discarded = claims_on(4, drawn=False, order=order, seats=seats, rules=RULE_SETS["qq-half"])
    assert discarded.forced is None


def test_r19_a_pair_of_another_seat_may_peng() -> None:
    game = play(deal(("s5 b9", "s6 s7", "s5 s5"), "b3"), "0 discard s5")
    assert legal(game)[2] == ["pass", "peng"]
    taken = play(game, "2 peng")
    assert table(taken, 2) == ["peng s5 s5 s5"]
    assert list(legal(taken)) == [2]
    assert taken.view(None).seats[0].river == ()
    assert game.why_not(1, Action("peng")) == "no_such_cards"
    assert game.why_not(0, Action("peng")) == "own_card"


def test_r20_r21_only_the_drawer_and_the_seat_after_may_eat() -> None:
    game = play(deal(("s5 b9", "s3 s4 s6 s7", "s3 s4 s6 s7"), "b3", "s5"), "0 discard s5")
    assert {"chi s3 s4", "chi s4 s6", "chi s6 s7"} < set(legal(game)[1])
    assert 2 not in legal(game)
    assert game.why_not(2, Action.parse("chi s3 s4")) == "not_next"
    assert game.why_not(0, Action.parse("chi s3 s4")) == "own_card"
    eaten = play(game, "1 chi s4 s6")
    assert table(eaten, 1) == ["run s4 s5 s6"]
    assert "1 chi s5 s4 s6" in events(eaten, None)


def test_r20_the_drawer_eats_before_the_seat_after() -> None:
    game = play(deal(("s1 b9", "s3 s4", "s3 s4"), "b3", "s5"), "0 discard b9")
    while game.view(None).face_up.kind != 4:  # type: ignore[union-attr]
        game = game.apply(min(game.legal()), Action("pass"))
    assert list(legal(game)) == [1, 2]
    assert table(play(game, "2 chi s3 s4", "1 chi s3 s4"), 1) == ["run s3 s4 s5"]
    second = play(game, "2 chi s3 s4", "1 pass")
    assert table(second, 2) == ["run s3 s4 s5"]
    assert 4 in second.view(1).dead_chi
    assert 4 not in play(game, "2 pass", "1 chi s3 s4").view(2).dead_chi


def test_r22_the_reasons_that_bar_an_eating() -> None:
    game = play(deal(("s5 b9", "s3 s4 s6 s7 s7 s7 b1", ""), "b3"), "0 discard s5")
    for text, reason in (
        ("chi s6 s7", "kan"),
        ("chi s4 b1", "no_meld"),
        ("chi b5 b5", "no_such_cards"),
    ):
        assert game.why_not(1, Action.parse(text)) == reason, text
    assert game.why_not(1, Action("chi", (2, 3))) is None


def test_r23_a_seat_may_not_claim_when_it_would_have_nothing_to_discard() -> None:
    rules = RULE_SETS["qq-half"]
    others = [Seat(kinds("s1 s9 b3")) for _ in range(3)]
    for hand, runs, free in (
        ("s4 s6", 6, False),
        ("s4 s6 b9", 6, True),
        ("s5 s5", 6, False),
        ("s5 s5 b9", 6, True),
    ):
        seat = Seat(kinds(hand))
        for _ in range(runs):
            seat.lay(meld_of("run", kinds("b1 b2 b3")), rules, joined=3)
        claims = claims_on(4, drawn=False, order=(0, 1, 2), seats=[others[0], seat, others[2]], rules=rules)
        assert (1 in claims.asked) == free, hand
    seat = Seat(kinds("s4 s6"))
    for kind in (10, 11):
        seat.lay(alike("ti", kind), rules, joined=4)
    seat.quads = 2
    for _ in range(4):
        seat.lay(meld_of("run", kinds("b4 b5 b6")), rules, joined=3)
    assert seat.total == 22
    seat.total -= 2
    claims = claims_on(4, drawn=False, order=(0, 1, 2), seats=[others[0], seat, others[2]], rules=rules)
    assert 1 in claims.asked, "with two quadruples it owes none"


def test_r33_a_discard_cannot_be_won() -> None:
    game = play(deal(("s4 b9", FIRST, ""), "b3"), "0 discard s4")
    assert "hu" not in legal(game).get(1, [])
    assert game.why_not(1, Action("hu")) == "discarded"
    won = play(play(deal(("s4 b9", FIRST, ""), "b3", win_on_discard=True), "0 discard s4"), "1 hu").result
    assert won is not None
    assert (won.by, won.source, won.points) == ("discard", 0, (-2, 2, 0))


def test_r49_where_a_win_must_be_taken_nobody_is_asked() -> None:
    game = drawn_s4(must_hu=True)
    assert game.result is not None
    assert (game.result.winner, game.actions[-1]) == (1, (0, Action.parse("discard b4")))
    assert events(game, None)[-2:] == ["1 draw s4", "1 hu s4"]


def test_the_asking_gives_the_same_outcome_in_any_order() -> None:
    game = play(deal(("s5 b9", "s4 s6", "s5 s5"), "b3"), "0 discard s5")
    assert list(legal(game)) == [1, 2]
    for first, second, melds in (
        ("1 chi s4 s6", "2 peng", {1: [], 2: ["peng s5 s5 s5"]}),
        ("1 chi s4 s6", "2 pass", {1: ["run s4 s5 s6"], 2: []}),
    ):
        ends = []
        for order in permutations((first, second)):
            end = game
            for line in order:
                if int(line[0]) in end.legal() and end.moment == game.moment:
                    end = play(end, line)
            ends.append(end)
        assert [end.view(seat) for end in ends[:1] for seat in (0, 1, 2, None)] == [
            ends[1].view(seat) for seat in (0, 1, 2, None)
        ]
        assert {seat: table(ends[0], seat) for seat in (1, 2)} == melds


def test_the_asking_waits_only_for_answers_that_can_change_it() -> None:
    game = play(deal(("s5 b9", "s4 s6", "s5 s5"), "b3"), "0 discard s5")
    assert list(legal(play(game, "2 peng"))) == [2], "taken: seat 1 could not have gone before"
    waiting = play(game, "1 chi s4 s6")
    assert legal(waiting) == {2: ["pass", "peng"]}
    assert waiting.moment == game.moment
    assert waiting.why_not(1, Action("pass")) == "answered"
    with pytest.raises(IllegalAction, match="answered"):
        play(waiting, "1 pass")
    assert waiting.view(1).answer == Action("chi", (3, 5))
    assert waiting.view(2).answer is None
    assert waiting.view(None) == game.view(None), "nobody sees that somebody has answered"


def test_steps_show_each_card_about_which_nobody_is_asked() -> None:
    game = deal(("s5 b9 b9", "", "s5 s5 s5"), "b3")
    between = game.steps(0, Action.parse("discard s5"))
    assert len(between) == 2
    assert between[0].legal() == {}
    assert between[0].view(None).face_up is not None
    assert between[0].result is None
    assert table(between[1], 2) == ["pao s5 s5 s5 s5"]
    assert between[1].events == game.apply(0, Action.parse("discard s5")).events

"""How a round ends and what it costs: R35, R37, R42, N4."""

from __future__ import annotations

import pytest

from engine import Action, IllegalAction, Result, Round
from engine.result import quit_points
from tests.engine.decks import deal, events, legal, play, random_round

WAITS_FOR_S4 = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"


def test_r35_r37_a_win_pays_from_both() -> None:
    game = play(deal(("b4", WAITS_FOR_S4, ""), "b3", "s4"), "0 discard b4")
    assert "hu" in legal(game)[1]
    view = game.view(1)
    assert view.win is not None
    assert (view.win.huxi, view.win.units, view.win.fan, view.win.pay) == (15, 2, 1, 2)
    end = play(game, "1 hu")
    assert end.result is not None
    assert end.result.points == (-2, 4, -2)
    assert end.result.arrangement == view.win.arrangement
    assert [meld.type for meld in end.result.arrangement].count("kan") == 3
    assert sum(len(meld.cards) for meld in end.result.arrangement) == 21


def test_n4_what_a_record_says_of_each_end() -> None:
    won = Result("hu", (-2, 4, -2), 1, "draw", 1, 3, 15, 2, {}, 1)
    assert won.record() == {
        "end": "hu",
        "winner": 1,
        "by": "draw",
        "source": 1,
        "card": "s4",
        "huxi": 15,
        "units": 2,
        "fans": {},
        "fan": 1,
        "points": [-2, 4, -2],
    }
    assert Result("huang").record() == {"end": "huang", "points": [0, 0, 0]}
    left = Result("quit", (-8, 4, 4), quitter=0)
    assert left.record() == {"end": "quit", "quitter": 0, "points": [-8, 4, 4]}


@pytest.mark.parametrize(
    ("huxi", "base", "points"),
    [
        (0, 1, (4, -8, 4)),
        (14, 1, (4, -8, 4)),
        (15, 1, (4, -9, 5)),
        (30, 3, (21, -42, 21)),
        (27, 3, (19, -39, 20)),
    ],
)
def test_r42_who_quits_pays_both_and_an_odd_bean_goes_to_the_seat_after(
    huxi: int, base: int, points: tuple[int, int, int]
) -> None:
    assert quit_points(1, (2, 0), huxi, base) == points


def test_r42_quitting_counts_melds_triples_and_runs_of_the_two_others() -> None:
    hands = ("s1 s1 s1 b1 b2 b3 s8 s9 b8 b9 s4 s5", "b10 b10 b10 b10", "s2 s7 s10")
    game = deal(hands, "b5")
    end = play(game, "1 quit")
    assert end.result is not None
    assert end.result.end == "quit"
    assert end.result.quitter == 1
    assert legal(end) == {}
    assert sum(end.result.points) == 0
    assert events(end, None)[-1] == "1 quit"
    assert end.view(None).hands is not None


def test_r42_quitting_is_possible_at_any_moment_and_only_once() -> None:
    game = random_round("qq-half", 5)
    while game.result is None:
        for seat in range(3):
            end = game.quit(seat)
            assert end.result is not None
            assert end.result.points[seat] <= -8
        seat, options = next(iter(game.legal().items()))
        game = game.apply(seat, options[0])
    with pytest.raises(IllegalAction, match="over") as caught:
        game.quit(0)
    assert caught.value.reason == "over"


def test_nothing_follows_the_end() -> None:
    game: Round = random_round("hunan", 1).quit(2)
    assert game.legal() == {}
    for seat in range(3):
        assert game.why_not(seat, Action("pass")) == "over"
    with pytest.raises(IllegalAction):
        game.apply(0, Action("pass"))

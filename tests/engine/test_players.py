"""Computer players: they play by the rules and what they see, and the plain one plays sensibly."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import RULE_SETS, Action
from engine.players import PLAYERS, steady
from engine.simulate import simulate
from tests.engine.decks import deal, play, random_round

STEADY, RANDOM = PLAYERS["steady"], PLAYERS["random"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_steady_gives_legal_answers_and_three_of_it_often_win(rules: str) -> None:
    games = list(simulate(RULE_SETS[rules], 40, 11, (STEADY,) * 3))
    assert all(game.result is not None for game in games)
    won = [game for game in games if game.result is not None and game.result.end == "hu"]
    assert len(won) >= 20


def test_steady_beats_random_in_every_seat() -> None:
    for seat in range(3):
        players = [RANDOM, RANDOM, RANDOM]
        players[seat] = STEADY
        winners = [
            game.result.winner
            for game in simulate(RULE_SETS["qq-half"], 60, 12, players)
            if game.result is not None and game.result.end == "hu"
        ]
        assert winners.count(seat) >= 15
        assert winners.count(seat) >= 0.75 * len(winners)


def test_steady_is_deterministic_and_knows_only_its_view() -> None:
    game = random_round("qq-half", 4)
    while game.result is None:
        seat = next(iter(game.legal()))
        view = game.view(seat)
        action = steady(view, game.rules)
        assert action in view.options
        assert action == steady(replace(view), game.rules)
        game = game.apply(seat, action)


def test_steady_wins_when_it_can() -> None:
    hand = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
    game = deal(("", hand, ""), "s4")
    assert steady(game.view(1), game.rules) == Action("hu")


def test_steady_claims_what_adds_huxi_and_keeps_its_melds() -> None:
    game = play(deal(("b2 b9 b7 b10", "b1 b3 s9 s4", ""), "b5"), "0 discard b2")
    assert steady(game.view(1), game.rules) == Action.parse("chi b1 b3")
    hand = "b2 b2 s4 s5 s6 s7 s8 s9 b4 b5 b6 s4 s5 s6 b6 b7 b8 s9 s10 s8"
    game = play(deal(("b2 b9", "", hand), "b5"), "0 discard b2")
    assert steady(game.view(2), game.rules) == Action("peng")
    hand = "s1 s2 s3 s3 b1 b2 b3 s7 s8 s9 b6 b7 b8 b4 b5"
    game = play(deal(("s4 b9", hand, ""), "b5"), "0 discard s4")
    assert steady(game.view(1), game.rules) == Action("pass"), "taking 四 with 二三 would break 一二三"


def test_steady_discards_what_fits_nowhere() -> None:
    hand = "s1 s2 s3 b1 b2 b3 s2 s7 s10 b6 b7 b8 b9 b9 b10 b10 b7 b8 s4 s5"
    game = deal((hand, "s9 s9", "s9"), "s8")
    assert steady(game.view(0), game.rules).word == "discard"
    assert steady(game.view(0), game.rules) == Action.parse("discard s8")


def test_random_takes_each_option_at_some_time() -> None:
    game = random_round("hunan", 2)
    seat = next(iter(game.legal()))
    rng = random.Random(1)
    taken = {RANDOM(game.view(seat), game.rules, rng) for _ in range(500)}
    assert taken == set(game.legal()[seat])

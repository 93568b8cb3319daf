"""What every rule set must do. A new one is tested by being in `RULE_SETS`."""

from __future__ import annotations

import random

import pytest

from engine import RULE_SETS, Record, Round, house_rules, shuffled
from engine.actions import HU, PASS
from engine.players import PLAYERS, steady
from engine.simulate import play, simulate
from engine.waits import waits
from tests.engine.walks import audit, lumpy, same, walk

STEADY, RANDOM = PLAYERS["steady"], PLAYERS["random"]
every_set = pytest.mark.parametrize("name", RULE_SETS)
two_or_three = pytest.mark.parametrize("absent", [None, 1, 2])


def dealt(name: str, seed: int, absent: int | None = None) -> Round:
    """A round dealt by seat 0."""
    deck = lumpy(seed) if seed % 2 else shuffled(seed)
    return Round.deal(RULE_SETS[name], deck, 0, base=2, huang=seed % 3, absent=absent)


@every_set
@two_or_three
def test_random_rounds_end_and_replay(name: str, absent: int | None) -> None:
    ends = set()
    for seed in range(16):
        game = dealt(name, seed, absent)
        for before, seat, action, after in walk(game, random.Random(seed)):
            for step in before.steps(seat, action):
                audit(step._state)
            game = after
        assert game.result is not None
        assert sum(game.result.points) == 0
        ends.add(game.result.end)
        record = Record.parse(Record.of(game).line())
        assert same(record.replay(), game)
    assert ends == {"hu", "huang"}


@every_set
def test_the_plain_player_wins_often_and_beats_a_random_one(name: str) -> None:
    rules = RULE_SETS[name]
    games = [game.result for game in simulate(rules, 40, 11, (STEADY,) * 3)]
    assert sum(result is not None and result.end == "hu" for result in games) >= 20
    pair = [game.result for game in simulate(rules, 40, 12, (STEADY, RANDOM))]
    winners = [result.winner for result in pair if result is not None and result.end == "hu"]
    assert winners.count(0) >= 10
    assert winners.count(0) > 4 * winners.count(1)


@every_set
def test_the_plain_player_answers_with_an_option_and_takes_every_win(name: str) -> None:
    for seed in range(8):
        game = dealt(name, seed)
        for before, _, _, _ in walk(game, random.Random(seed)):
            for seat, options in before.legal().items():
                view = before.view(seat)
                assert steady(view, before.rules) in options
                assert HU not in options or steady(view, before.rules) == HU


@every_set
def test_who_must_win_is_never_asked_about_it(name: str) -> None:
    rules = house_rules(name, {"must_hu": True})
    won = 0
    for seed in range(30):
        game = play(Round.deal(rules, lumpy(seed), seed % 3), (RANDOM,) * 3, random.Random(seed))
        assert all(action != HU for _, action in game.actions)
        won += game.result is not None and game.result.end == "hu" and game.result.by != "deal"
    assert won


@every_set
def test_discards_are_won_as_the_rules_say(name: str) -> None:
    for wins in (False, True):
        rules = house_rules(name, {"win_on_discard": wins, "min_huxi": 6})
        sources = set()
        for seed in range(40):
            game = play(
                Round.deal(rules, lumpy(seed), seed % 3), (STEADY, RANDOM, STEADY), random.Random(seed)
            )
            assert game.result is not None
            if game.result.by == "discard":
                sources.add(game.result.source)
                assert game.result.winner != game.result.source
                assert sorted(game.result.points)[1] == 0
                assert game.result.points[game.result.source or 0] < 0
        assert bool(sources) == wins


@every_set
def test_r48_undecided_rounds_multiply_where_the_rules_say(name: str) -> None:
    for holds in (False, True):
        rules = house_rules(name, {"huang_fan": holds})
        for seed in range(6):
            plain = play(Round.deal(rules, lumpy(seed), 0, base=3), (STEADY,) * 3, random.Random(0))
            more = Record(plain.rules, 3, 0, plain.deck, plain.actions, None, 4).replay()
            assert plain.result is not None
            assert more.result is not None
            factor = 5 if holds else 1
            assert more.stake == 3 * factor
            assert more.result.points == tuple(factor * points for points in plain.result.points)
            assert (more.result.units, more.result.fan) == (plain.result.units, plain.result.fan)
            left = Round.deal(rules, lumpy(1), 0, base=3, huang=4)
            if left.result is None:
                assert left.quit(0).result == Round.deal(rules, lumpy(1), 0, base=3).quit(0).result


@every_set
def test_r50_a_hand_wins_with_just_the_cards_that_it_waits_for(name: str) -> None:
    won = 0
    for seed in range(20):
        game = dealt(name, seed)
        while game.result is None:
            seat = min(game.legal())
            before, action = game, steady(game.view(seat), game.rules)
            if action == HU:
                action = PASS
            for game in before.steps(seat, action):
                card = game.view(None).face_up
                if (
                    card is None
                    or not card.drawn
                    or card == before.view(None).face_up
                    or game.result is not None
                ):
                    continue
                for other in set(range(3)) - {card.seat}:
                    view, now = before.view(other), game.view(other)
                    if now.seats[other] == view.seats[other] and now.hand == view.hand and not now.declined:
                        waited = {wait.kind for wait in waits(game.rules, view) if wait.other is not None}
                        assert (HU in now.options) == (card.kind in waited)
                        won += HU in now.options
    assert won

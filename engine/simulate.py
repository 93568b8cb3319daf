"""Rounds among computer players, one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.cards import shuffled
from engine.players import Player, pick_random
from engine.round import Round
from engine.rules import Rules


def simulate(rules: Rules, rounds: int, seed: int, players: Sequence[Player]) -> Iterator[Round]:
    """`rounds` rounds played to their end; `seed` alone decides decks and random choices.

    `players`: three by seat, or two for the seats 0 and 1, and nobody sits on seat 2 then (R47). The players deal in
    turn; the base stake is the rule set's own. Rounds that end undecided count for the next ones where R48 holds.
    """
    rng = random.Random(seed)
    absent = 2 if len(players) == 2 else None
    huang = 0
    for number in range(rounds):
        deck = shuffled(rng.getrandbits(64))
        dealer = number % len(players)
        dealt = Round.deal(rules, deck, dealer, base=rules.default_base, huang=huang, absent=absent)
        game = play(dealt, players, rng)
        yield game
        if rules.huang_fan and game.result is not None:
            huang = huang + 1 if game.result.end == "huang" else 0


def play(game: Round, players: Sequence[Player], rng: random.Random) -> Round:
    """The round after `players`, by seat, have played it to its end."""
    while asked := game.legal():
        seat, options = next(iter(asked.items()))
        player = players[seat]
        # A random player looks at nothing but its options, and a view costs as much as the rest of a move.
        action = rng.choice(options) if player is pick_random else player(game.view(seat), game.rules, rng)
        game = game.apply(seat, action)
    return game

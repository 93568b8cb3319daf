"""Rounds among computer players, one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.cards import shuffled
from engine.players import Player, pick_random
from engine.round import Round
from engine.rules import Rules


def simulate(rules: Rules, rounds: int, seed: int, players: Sequence[Player]) -> Iterator[Round]:
    """`rounds` rounds played to their end by three players, by seat; `seed` alone decides decks and random choices.

    The seats deal in turn; the base stake is the rule set's own.
    """
    rng = random.Random(seed)
    for number in range(rounds):
        deck = shuffled(rng.getrandbits(64))
        yield play(Round.deal(rules, deck, number % 3, base=rules.default_base), players, rng)


def play(game: Round, players: Sequence[Player], rng: random.Random) -> Round:
    """The round after `players`, by seat, have played it to its end."""
    while asked := game.legal():
        seat, options = next(iter(asked.items()))
        player = players[seat]
        # A random player looks at nothing but its options, and a view costs as much as the rest of a move.
        action = rng.choice(options) if player is pick_random else player(game.view(seat), game.rules, rng)
        game = game.apply(seat, action)
    return game

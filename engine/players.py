"""Computer players: each sees what a seat may see, and answers with one of its options."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import DISCARDS, HU, PASS, Action
from engine.rules import Rules
from engine.view import View
from engine.worth import Hand

Player = Callable[[View, Rules, random.Random], Action]


def pick_random(view: View, rules: Rules, rng: random.Random) -> Action:
    """Any of the options of `view`, which has some."""
    return rng.choice(view.options)


def steady(view: View, rules: Rules) -> Action:
    """The answer of a plain player: one of the options of `view`, which has some.

    It wins when it can, claims what makes its hand better, and discards its least useful card. The same view always
    gives the same answer.
    """
    if HU in view.options:
        return HU
    hand = Hand(view, rules)
    if view.options[0].word == "discard":
        return DISCARDS[hand.least_useful([action.cards[0] for action in view.options])]
    return max(view.options, key=lambda action: (hand.after(action), action == PASS))


PLAYERS: Final[Mapping[str, Player]] = {
    "random": pick_random,
    "steady": lambda view, rules, rng: steady(view, rules),
}
"""The computer players by name: each gets its view (with options), the rules and its own random source."""

"""Computer players: each sees what a seat may see, and answers with one of its options."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import Action
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
    words = {action.word for action in view.options}
    if "hu" in words:
        return next(action for action in view.options if action.word == "hu")
    hand = Hand(view, rules)
    if "discard" in words:
        return max(view.options, key=lambda action: hand.without(action.cards))
    return max(view.options, key=lambda action: (hand.after(action), action.word == "pass"))


PLAYERS: Final[Mapping[str, Player]] = {
    "random": pick_random,
    "steady": lambda view, rules, rng: steady(view, rules),
}
"""The computer players by name: each gets its view (with options), the rules and its own random source."""

"""Measure the win check: µs for each `completes`, `best_win`, `waits` and `waits_after`.

Run: python benchmarks/wins.py [--seed S] [--repeat N]
"""

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from engine import RULE_SETS, Round
from engine.cards import KINDS
from engine.melds import JIAO, RUNS, Meld, alike
from engine.view import View
from engine.waits import waits, waits_after
from engine.wins import Claim, best_win, completes

RULES = RULE_SETS["qq-half"]
Case = tuple[list[int], tuple[Meld, ...], Claim]


def random_case(rng: random.Random) -> Case:
    """A hand of 20 random cards and a card that another seat drew."""
    deck = [kind for kind in range(KINDS) for _ in range(4)]
    while True:
        rng.shuffle(deck)
        hand = [0] * KINDS
        for kind in deck[:20]:
            hand[kind] += 1
        if max(hand) < 4:
            return hand, (), Claim(deck[20], drawn=True, own=False)


def winning_case(rng: random.Random) -> Case:
    """A hand of 20 cards that seven random melds and one card less make; it wins."""
    threes = (*RUNS, *JIAO, *(alike("kan", kind) for kind in range(KINDS)))
    while True:
        cards = [kind for meld in rng.choices(threes, k=7) for kind in meld.cards]
        card = cards.pop(rng.randrange(len(cards)))
        hand = [cards.count(kind) for kind in range(KINDS)]
        claim = Claim(card, drawn=True, own=False)
        if max(hand) < 4 and hand[card] < 4 and completes(RULES, hand, (), claim):
            return hand, (), claim


def played_views(rng: random.Random, rounds: int) -> list[View]:
    """The views of seats that must answer, along rounds of random play."""
    views = []
    for _ in range(rounds):
        deck = [kind for kind in range(KINDS) for _ in range(4)]
        rng.shuffle(deck)
        state = Round.deal(RULES, tuple(deck), 0)
        while legal := state.legal():
            seat = rng.choice(sorted(legal))
            views.append(state.view(seat))
            state = state.apply(seat, rng.choice(legal[seat]))
    return views


def measure(what: str, call: Callable[..., Any], cases: Sequence[tuple[Any, ...]], repeat: int) -> None:
    """Print the median of `repeat` runs over all cases, in µs a call."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        for case in cases:
            call(RULES, *case)
        times.append((time.perf_counter() - start) / len(cases) * 1e6)
    print(f"{what:<44}{statistics.median(times):10.2f} µs  ({len(cases)} cases)")  # noqa: T201


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    print(f"python {' '.join(sys.argv)}  # CPython {platform.python_version()}, {platform.machine()}")  # noqa: T201
    dealt = [random_case(rng) for _ in range(10_000)]
    won = [winning_case(rng) for _ in range(2_000)]
    views = played_views(rng, 40)
    owing = [(view,) for view in views if view.options[0].word == "discard"]
    measure("completes, random hands of 20", completes, dealt, options.repeat)
    measure("completes, winning hands of 20", completes, won, options.repeat)
    measure("best_win, winning hands of 20", best_win, won, options.repeat)
    measure("waits, hands in play", waits, [(view,) for view in views], options.repeat)
    measure("waits_after, hands that owe a discard", waits_after, owing, options.repeat)


if __name__ == "__main__":
    main()

"""Rounds a second of self-play: the deal, the legal actions, each answer with its checks and events, the record's line.

    python benchmarks/rounds.py

For each kind of player: the median and the best of several runs, on one core. A decision is one answer.
"""

from __future__ import annotations

import statistics
import time

from engine import RULE_SETS, Record
from engine.players import PLAYERS
from engine.simulate import simulate

RULES = "qq-half"
RUNS = 5
ROUNDS = {"random": 600, "steady": 150}


def measure(name: str, rounds: int) -> tuple[float, int]:
    """Processor seconds for so many rounds among three of the same player, and how many decisions they took."""
    begin = time.process_time()
    decisions = 0
    for game in simulate(RULE_SETS[RULES], rounds, 1, (PLAYERS[name],) * 3):
        Record.of(game).line()
        decisions += len(game.actions)
    return time.process_time() - begin, decisions


def main() -> None:
    """Measure and print."""
    print(f"python benchmarks/rounds.py: {RULES}, median (best) of {RUNS} runs")  # noqa: T201
    for name, rounds in ROUNDS.items():
        runs = [measure(name, rounds) for _ in range(RUNS)]
        rates = [rounds / seconds for seconds, _ in runs]
        decision = statistics.median(seconds / decisions for seconds, decisions in runs) * 1e6
        print(  # noqa: T201
            f"{name:8} {statistics.median(rates):7.0f} ({max(rates):.0f}) rounds/s, {decision:6.1f} µs a decision"
        )


if __name__ == "__main__":
    main()

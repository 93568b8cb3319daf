"""Measure the pictures: ms of processor time and kB for each, PNG encoding included.

Run: python benchmarks/pictures.py [--seed S] [--rounds N] [--script hans|hant]

The views are all that the three seats see in rounds that `steady` plays. "cold" is the first time through, with fonts
to load and cards to draw; "warm" is the second.
"""

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from PIL import __version__ as pillow

from bot.views.picture import Settlement, hand_picture, settlement_picture
from bot.views.picture.table import Stack
from engine import RULE_SETS, Result, Round, View, shuffled
from engine.players import PLAYERS

RULES = RULE_SETS["qq-half"]


def played(seed: int) -> tuple[list[View], Result]:
    """Everything that the seats see in one round, and how it ends."""
    rng = random.Random(seed)
    game = Round.deal(RULES, shuffled(seed), seed % 3)
    views = []
    while game.result is None:
        views += [game.view(seat) for seat in range(3)]
        seat = next(iter(game.legal()))
        game = game.apply(seat, PLAYERS["steady"](game.view(seat), RULES, rng))
    return views, game.result


def settlement(result: Result) -> Settlement:
    """A settlement with the melds of a win and as many words as usual."""
    melds = tuple(Stack(meld.cards, "碰", str(RULES.huxi(meld))) for meld in result.arrangement)
    beans = (("", "本局", "本场", "总"), *((name, "+60", "−30", "+120") for name in ("小红", "阿明", "老王")))
    return Settlement(
        ("小红 自摸", 16), "", melds, ("24 息 → 4 等", "红胡(11) 2 番", "5 × 2 × 3 ＝ 30"), beans
    )


def report(name: str, draw: list[Callable[[], bytes]]) -> None:
    """Times every drawing, and writes a line."""
    times, sizes = [], []
    for each in draw:
        start = time.process_time()
        picture = each()
        times.append((time.process_time() - start) * 1000)
        sizes.append(len(picture) / 1000)
    times.sort()
    sys.stdout.write(
        f"{name:18} {len(times):5} pictures  median {statistics.median(times):5.1f} ms  "
        f"99% {times[len(times) * 99 // 100]:5.1f} ms  worst {times[-1]:5.1f} ms  "
        f"median {statistics.median(sizes):4.0f} kB\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--script", choices=("hans", "hant"), default="hans")
    given = parser.parse_args()
    rounds = [played(seed) for seed in range(given.seed, given.seed + given.rounds)]
    views = [view for seen, _ in rounds for view in seen]
    ends = [settlement(result) for _, result in rounds if result.end == "hu"]
    hands = [partial(hand_picture, view, RULES, script=given.script) for view in views]
    settlements = [partial(settlement_picture, shown, script=given.script) for shown in ends]
    sys.stdout.write(f"Python {platform.python_version()}, Pillow {pillow}, {platform.machine()}\n")
    for name, draw in (("hand", hands), ("settlement", settlements)):
        report(f"{name}, cold", draw)
        report(f"{name}, warm", draw)


if __name__ == "__main__":
    main()

"""胡息 tables (rules section 2, and section 11 where a set has its own), and what is derived from them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import KINDS, is_big, is_red
from engine.melds import MELDS, RUNS, Meld, alike, is_scoring_run

Row = tuple[int, int, int, int]
"""胡息 of one type of meld of small black, small red, big black and big red cards."""

Values = tuple[tuple[str, Row], ...]
"""胡息 by meld type. Of the runs only 一二三 (as black) and 二七十 (as red) have any. What is not listed has none."""

HUNAN_VALUES: Final[Values] = (
    ("peng", (1, 1, 3, 3)),
    ("kan", (3, 3, 6, 6)),
    ("wei", (3, 3, 6, 6)),
    ("chou_wei", (3, 3, 6, 6)),
    ("pao", (6, 6, 9, 9)),
    ("ti", (9, 9, 12, 12)),
    ("run", (3, 3, 6, 6)),
)
"""R4."""

LUZHOU_VALUES: Final[Values] = (
    ("peng", (1, 6, 3, 9)),
    ("kan", (6, 9, 9, 12)),
    ("zhao", (9, 12, 12, 15)),
    ("long", (12, 15, 15, 18)),
    ("run", (3, 6, 6, 9)),
)
"""The table before L1."""

_NONE: Final[Row] = (0, 0, 0, 0)
_GROWTH: Final = (
    *(("jiang", three) for three in ("peng", "wei")),
    *((three, four) for three in ("peng", "kan", "wei", "chou_wei") for four in ("pao", "ti", "zhao")),
)
"""What a card can make of cards that are alike; "jiang" stands for a pair, which is worth nothing."""


class Lookup(NamedTuple):
    """A table in the forms that are quick to read; see `engine.rules.Rules`."""

    huxi_of: tuple[int, ...]
    kan_huxi: tuple[int, ...]
    run_huxi: Row
    card_gain: int


@lru_cache(maxsize=16)
def lookup(values: Values) -> Lookup:
    """The quick forms of a table."""
    rows = dict(values)
    huxi_of = tuple(_huxi(rows, meld) for meld in MELDS)
    kan_huxi = tuple(huxi_of[alike("kan", kind).index] for kind in range(KINDS))
    small_123, small_270, big_123, big_270 = (huxi_of[run.index] for run in RUNS if is_scoring_run(run))
    rows = {"jiang": _NONE} | rows
    growths = [
        rows[after][place] - rows[before][place]
        for before, after in _GROWTH
        if before in rows and after in rows
        for place in range(len(_NONE))
    ]
    return Lookup(huxi_of, kan_huxi, (small_123, big_123, small_270, big_270), max(*rows["run"], *growths))


def _huxi(rows: Mapping[str, Row], meld: Meld) -> int:
    if meld.type not in rows or not meld.cards or (meld.type == "run" and not is_scoring_run(meld)):
        return 0
    last = meld.cards[-1]
    return rows[meld.type][2 * is_big(last) + is_red(last)]

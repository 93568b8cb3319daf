"""Which kinds complete loose cards that are one card short, by the automaton of `engine.arrange`."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.arrange import START, TAKE, splits
from engine.cards import Kind
from engine.melds import RUNS, is_scoring_run

_RANKS: Final = 10
_ONE_MORE: Final = (1, 2, None, 1)
"""What the number of a kind in the hand becomes for the automaton with one more loose card (a 坎 stays a 坎)."""

_RunHuxi = tuple[int, int, int, int]


def _dead_ends() -> tuple[Any, ...]:
    """For each rank the node from which nothing splits, and the same after the last rank."""
    node = START[1][1]
    found = [None, node]
    for _ in range(_RANKS - 1):
        node = node[0][0]
        found.append(node)
    return tuple(found)


_DEAD: Final = _dead_ends()


def _scoring_places() -> tuple[tuple[int, Kind, Kind, Kind], ...]:
    """For each card of the runs with 胡息: the place of the run in `run_huxi`, the card, the two others."""
    place_of = {0: 0, 10: 1, 1: 2, 11: 3}
    found = []
    for run in RUNS:
        if is_scoring_run(run):
            a, b, c = run.cards
            found += [(place_of[a], *order) for order in ((a, b, c), (b, a, c), (c, a, b))]
    return tuple(found)


_SCORING: Final = _scoring_places()


def completing(hand: Sequence[int], jiang: bool, need: int, run_huxi: _RunHuxi) -> set[Kind]:
    """The kinds that, as one more loose card, let a hand split as `engine.arrange.splits` asks.

    Kinds of which the hand has a pair are left out: the automaton does not read three loose cards.
    """
    found: set[Kind] = set()
    for left in _without_runs(hand, need, run_huxi):
        _walk(left, jiang, found)
    for place, kind, first, second in _SCORING:
        if hand[kind] != 2 and kind not in found and 0 < hand[first] < 3 and 0 < hand[second] < 3:
            left = list(hand)
            left[first] -= 1
            left[second] -= 1
            if splits(left, jiang, need - run_huxi[place], run_huxi):
                found.add(kind)
    return found


def _without_runs(hand: Sequence[int], need: int, run_huxi: _RunHuxi) -> Iterator[list[int]]:
    """What is left of a hand after each way to take runs out that have `need` 胡息 or more together."""
    for big_270, b2, b7, b10 in TAKE[hand[11]][hand[16]][hand[19]]:
        for small_270, s2, s7, s10 in TAKE[hand[1]][hand[6]][hand[9]]:
            rest = need - big_270 * run_huxi[3] - small_270 * run_huxi[2]
            for big_123, b1, b2_, b3 in TAKE[hand[10]][b2][hand[12]]:
                for small_123, s1, s2_, s3 in TAKE[hand[0]][s2][hand[2]]:
                    if big_123 * run_huxi[1] + small_123 * run_huxi[0] >= rest:
                        yield [
                            s1,
                            s2_,
                            s3,
                            *hand[3:6],
                            s7,
                            *hand[7:9],
                            s10,
                            b1,
                            b2_,
                            b3,
                            *hand[13:16],
                            b7,
                            *hand[17:19],
                            b10,
                        ]


def _walk(hand: Sequence[int], jiang: bool, found: set[Kind]) -> None:
    """Add to `found` the kinds that complete a hand without runs that have 胡息."""
    node: Any = START
    for place in range(_RANKS):
        small, big = hand[place], hand[place + 10]
        more = _ONE_MORE[small]
        if more is not None and _ends_well(node[more][big], hand, place + 1, jiang):
            found.add(place)
        more = _ONE_MORE[big]
        if more is not None and _ends_well(node[small][more], hand, place + 1, jiang):
            found.add(place + 10)
        node = node[small][big]
        if node is _DEAD[place + 1]:
            return


def _ends_well(node: Any, hand: Sequence[int], place: int, jiang: bool) -> bool:
    while node is not _DEAD[place]:
        if place == _RANKS:
            return bool(node[jiang])
        node = node[hand[place]][hand[place + 10]]
        place += 1
    return False

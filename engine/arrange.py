"""How loose cards split into runs, 绞 and 将: a fast decision, and the enumeration of every way.

Loose cards are those that are in no 坎, so there are at most two of a kind. The runs that have 胡息 are taken out in
every possible number; whether the rest splits is decided by an automaton that reads the ranks 1 to 10, both sizes of
a rank at once, and is built when this module is imported.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Final

from engine.cards import KINDS, Kind
from engine.melds import JIAO, RUNS, Meld, alike

_RANKS: Final = 10
_LAST_START: Final = 8

_Node = list[list[Any]]
_State = tuple[int, int, int, int, int]
_States = frozenset[_State]


@cache
def _splits(small: int, big: int) -> tuple[int, ...]:
    """The numbers of 将 (0 or 1) with which so many cards of one rank split into 绞 and 将."""
    found = set()
    for pairs in ((0, 0), (2, 0), (0, 2)):
        for two_small, two_big in product(range(2), repeat=2):
            if (small - pairs[0], big - pairs[1]) == (2 * two_small + two_big, two_small + 2 * two_big):
                found.add(sum(pairs) // 2)
    return tuple(sorted(found))


def _step(states: _States, rank: int, small: int, big: int) -> _States:
    """Where `states` lead with so many loose cards of `rank`.

    A state is: small runs begun one rank ago and two ranks ago, the same of big, and whether the 将 is used.
    No run begins at rank 1 (一二三 has 胡息 and is taken out before).
    """
    reached = set()
    may_start = 1 < rank <= _LAST_START
    for small_1, small_2, big_1, big_2, jiang in states:
        free_small, free_big = small - small_1 - small_2, big - big_1 - big_2
        for new_small in range(free_small + 1 if may_start else 1):
            for new_big in range(free_big + 1 if may_start else 1):
                for pair in _splits(free_small - new_small, free_big - new_big):
                    if jiang + pair <= 1:
                        reached.add((new_small, small_1, new_big, big_1, jiang + pair))
    return frozenset(reached)


def _build() -> _Node:
    """The automaton, as its first node.

    `node[small][big]`, the numbers of the rank's cards in the hand, is the node for the next rank; three are a 坎
    and nothing loose. After rank 10 it is a pair: whether the cards split without a 将, and with one. Nodes from
    which everything that follows is the same are one.
    """
    known: dict[tuple[int, _States], Any] = {}
    same: dict[Any, Any] = {}

    def node(rank: int, states: _States) -> Any:
        if (rank, states) in known:
            return known[rank, states]
        made: Any
        if rank > _RANKS:
            made = ((0, 0, 0, 0, 0) in states, (0, 0, 0, 0, 1) in states)
            made = same.setdefault(made, made)
        else:
            rows = [
                [node(rank + 1, _step(states, rank, small, big)) for big in range(3)] for small in range(3)
            ]
            made = [[row[big] for big in (0, 1, 2, 0)] for row in (*rows, rows[0])]
            made = same.setdefault(tuple(id(entry) for row in made for entry in row), made)
        known[rank, states] = made
        return made

    start: _Node = node(1, frozenset({(0, 0, 0, 0, 0)}))
    return start


START: Final[_Node] = _build()
"""The first node of the automaton; see `_build`."""


@cache
def _taken(first: int, second: int, third: int) -> tuple[tuple[int, int, int, int], ...]:
    """The ways to take runs of three kinds out of so many cards each: number of runs, then what is left of each."""
    most = min((0, 1, 2, 0, 0)[count] for count in (first, second, third))
    return tuple((number, first - number, second - number, third - number) for number in range(most, -1, -1))


_HELD: Final = range(5)
TAKE: Final = [[[_taken(a, b, c) for c in _HELD] for b in _HELD] for a in _HELD]
"""The ways to take runs of three kinds out of the hand, by how many of each it has; see `_taken`."""


def run_bound(hand: Sequence[int], run_huxi: tuple[int, int, int, int]) -> int:
    """A number that the 胡息 of runs of the loose cards of a hand cannot exceed; takes what `splits` takes."""
    take = TAKE
    return (
        take[hand[0]][hand[1]][hand[2]][0][0] * run_huxi[0]
        + take[hand[10]][hand[11]][hand[12]][0][0] * run_huxi[1]
        + take[hand[1]][hand[6]][hand[9]][0][0] * run_huxi[2]
        + take[hand[11]][hand[16]][hand[19]][0][0] * run_huxi[3]
    )


def splits(hand: Sequence[int], jiang: bool, need: int, run_huxi: tuple[int, int, int, int]) -> bool:
    """Whether the loose cards of a hand split into runs and 绞 (and one 将, if `jiang`) with `need` 胡息 or more.

    `hand` has, for each kind, 0 to 2 loose cards or 3 for a 坎. `run_huxi` is what small 一二三, big 一二三, small
    二七十 and big 二七十 are worth. The loop goes through every number of these four, the automaton decides the rest.
    """
    s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10 = hand
    s123, b123, s270, b270 = run_huxi
    take = TAKE
    big_270 = take[b2][b7][b10]
    small_270 = take[s2][s7][s10]
    most = take[b1][b2][b3][0][0] * b123 + take[s1][s2][s3][0][0] * s123
    if most + big_270[0][0] * b270 + small_270[0][0] * s270 < need:
        return False
    for number_b, b2_, b7_, b10_ in big_270:
        for number_s, s2_, s7_, s10_ in small_270:
            rest = need - number_b * b270 - number_s * s270
            if rest > most:
                continue
            for number, b1_, b2__, b3_ in take[b1][b2_][b3]:
                rest_small = rest - number * b123
                for small, s1_, s2__, s3_ in take[s1][s2_][s3]:
                    if rest_small > small * s123:
                        break
                    node = START[s1_][b1_][s2__][b2__][s3_][b3_][s4][b4][s5][b5][s6][b6][s7_][b7_]
                    if node[s8][b8][s9][b9][s10_][b10_][jiang]:
                        return True
    return False


def _from_lowest() -> tuple[tuple[Meld, ...], ...]:
    """For each kind the runs, 绞 and 将 of which it is the lowest card."""
    found: list[list[Meld]] = [[] for _ in range(KINDS)]
    for meld in (*RUNS, *JIAO, *(alike("jiang", kind) for kind in range(KINDS))):
        found[meld.cards[0]].append(meld)
    return tuple(tuple(melds) for melds in found)


_FROM: Final = _from_lowest()


def arrangements(loose: Sequence[int], jiang: bool) -> Iterator[tuple[Meld, ...]]:
    """Every way to split loose cards (20 numbers) into runs and 绞, and one 将 if `jiang`; each way once."""
    left = list(loose)
    chosen: list[Meld] = []

    def search(kind: Kind, first: int, pairs: int) -> Iterator[tuple[Meld, ...]]:
        while kind < KINDS and not left[kind]:
            kind, first = kind + 1, 0
        if kind == KINDS:
            if not pairs:
                yield tuple(chosen)
            return
        for place in range(first, len(_FROM[kind])):
            meld = _FROM[kind][place]
            pair = meld.type == "jiang"
            if (pair and not pairs) or not _remove(left, meld.cards):
                continue
            chosen.append(meld)
            yield from search(kind, place, pairs - pair)
            chosen.pop()
            for card in meld.cards:
                left[card] += 1

    yield from search(0, 0, int(jiang))


def _remove(left: list[int], cards: tuple[Kind, ...]) -> bool:
    """Take the cards out of `left` and say True, or leave it as it is if it has not all of them."""
    for place, card in enumerate(cards):
        if not left[card]:
            for taken in cards[:place]:
                left[taken] += 1
            return False
        left[card] -= 1
    return True

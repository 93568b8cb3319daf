"""Melds (门子, rules section 2). There are few distinct ones; `alike` and `meld_of` give the shared objects."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.cards import KINDS, Kind, code

SIZES: Final = {
    "peng": 3,
    "kan": 3,
    "wei": 3,
    "chou_wei": 3,
    "pao": 4,
    "ti": 4,
    "zhao": 4,
    "long": 4,
    "jiang": 2,
}
"""How many cards the melds of one kind have, by type."""

QUADS: Final = frozenset(type_ for type_, size in SIZES.items() if size == 4)
RED_RUN_RANKS: Final = (2, 7, 10)

_Key = tuple[str, tuple[Kind, ...]]


def _run_cards() -> Iterator[tuple[Kind, ...]]:
    for first in (0, 10):
        for low in range(first, first + 8):
            yield low, low + 1, low + 2
        yield first + 1, first + 6, first + 9


def _keys() -> Iterator[_Key]:
    for type_, size in SIZES.items():
        for kind in range(KINDS):
            yield type_, (kind,) * size
    for cards in _run_cards():
        yield "run", cards
    for small in range(10):
        yield "jiao", (small, small, small + 10)
        yield "jiao", (small, small + 10, small + 10)
    yield "wei", ()


_INDEX: Final[dict[_Key, int]] = {key: index for index, key in enumerate(_keys())}


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: its type (the code of rules section 2 or L3) and its cards, sorted.

    Another seat's hidden 偎 is `Meld("wei", ())`. Anything that is no meld raises ValueError.
    `index` counts the distinct melds from 0 (for tables of values), `quad` tells four alike.
    """

    type: str
    cards: tuple[Kind, ...]
    index: int = field(init=False, repr=False, compare=False)
    quad: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = _INDEX.get((self.type, self.cards))
        if index is None:
            shown = " ".join(code(kind) if kind in range(KINDS) else repr(kind) for kind in self.cards)
            raise ValueError(f"{self.type} {shown} is not a meld")
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "quad", self.type in QUADS)


MELDS: Final[tuple[Meld, ...]] = tuple(Meld(*key) for key in _INDEX)
"""Every meld there is, by its index."""

RUNS: Final = tuple(meld for meld in MELDS if meld.type == "run")
JIAO: Final = tuple(meld for meld in MELDS if meld.type == "jiao")
HIDDEN_WEI: Final = MELDS[_INDEX["wei", ()]]


def alike(type_: str, kind: Kind) -> Meld:
    """The meld of cards of one kind: `alike("peng", 0)` is s1 s1 s1. KeyError for another type."""
    return MELDS[_INDEX[type_, (kind,) * SIZES[type_]]]


def meld_of(type_: str, cards: Iterable[Kind]) -> Meld:
    """The meld of this type and these cards (in any order); ValueError if there is none."""
    key = (type_, tuple(sorted(cards)))
    index = _INDEX.get(key)
    return Meld(*key) if index is None else MELDS[index]


def is_scoring_run(meld: Meld) -> bool:
    """Whether a meld is 一二三 or 二七十, the runs that have 胡息."""
    if meld.type != "run":
        return False
    low = meld.cards[0] % 10
    return low == 0 or meld.cards[2] - meld.cards[0] == 8

"""What a seat that would 胡 shows, and what it is told (the plain data of the win check)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Kind
from engine.melds import Meld

Counts = Sequence[int]
"""20 numbers: how many cards of each kind."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat that would 胡 claims, and how it came.

    `card` is the claimed card, or None: the seat's own cards as they are, after its own 偎 or 提 (which is a meld on
    the table then), or the dealer's 21 cards. `drawn`: it came from the stock or is the 亮张, False: it was discarded.
    `own`: the seat drew it itself, or is the dealer with the 亮张 (R35). `liang`: the win is by R9. `stock`: "first"
    or "last" if the card is the first, or the last that can be drawn, of the stock. `opening`: the kinds of the 提
    laid down at the opening. `made`: for the seat's own 偎 or 提 its kind, and "pair", "kan" or "wei" for what the
    seat held of it before. `first_discard`: it is the dealer's first discard, and the seat after the dealer claims it
    (L7). `turned`: the card that is turned over after the win (G2), None before that.
    """

    card: Kind | None
    drawn: bool
    own: bool
    liang: bool = False
    stock: str | None = None
    opening: tuple[Kind, ...] = ()
    made: tuple[Kind, str] | None = None
    first_discard: bool = False
    turned: Kind | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """What a win is worth. `pay` is what one loser pays with 底分 1; `units` has the parts of R35 and R39 in it.

    `arrangement` has the melds on the table first, then the hand's with the claimed card. `xing`: how many of the cards
    are of the kind turned over (G2); None where no card is, or none is yet.
    """

    huxi: int
    units: int
    fans: Mapping[str, int]
    fan: int
    pay: int
    arrangement: tuple[Meld, ...]
    xing: int | None = None

"""How a round ended, and what each seat gets (rules sections 8, 9 and N4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Kind, code
from engine.melds import Meld

Points = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a round.

    `end`: "hu", "huang" (荒庄) or "quit" (R42). Of a win: `winner`; `by`: "deal", "liang", "draw" or "discard";
    `source`: the seat whose card it was; `card`: None where there is no one card; `huxi`, `units`, `fans` (what each
    名堂 is worth, in 番), `fan`; `arrangement`: the winner's melds, those on the table first (after R7: the melds that
    give its 胡息).
    Where a card is turned over after a win (G2): `turned`, and `xing`, how many of the winner's cards are of its kind;
    else None.
    `points`: per seat, in points; they sum to zero. `quitter`: the seat that left.
    """

    end: str
    points: Points = (0, 0, 0)
    winner: int | None = None
    by: str | None = None
    source: int | None = None
    card: Kind | None = None
    huxi: int = 0
    units: int = 0
    fans: Mapping[str, int] = field(default_factory=dict)
    fan: int = 0
    arrangement: tuple[Meld, ...] = ()
    quitter: int | None = None
    turned: Kind | None = None
    xing: int | None = None

    def record(self) -> dict[str, Any]:
        """The result as a game record holds it (N4)."""
        if self.end == "hu":
            return {
                "end": "hu",
                "winner": self.winner,
                "by": self.by,
                "source": self.source,
                "card": None if self.card is None else code(self.card),
                "huxi": self.huxi,
                "units": self.units,
                "fans": dict(self.fans),
                "fan": self.fan,
                **({} if self.xing is None else {"xing": self.xing}),
                "points": list(self.points),
            }
        if self.end == "quit":
            return {"end": "quit", "quitter": self.quitter, "points": list(self.points)}
        return {"end": self.end, "points": list(self.points)}


def win_points(winner: int, pay: int, losers: tuple[int, ...]) -> Points:
    """Each loser pays `pay` (R37)."""
    points = [0, 0, 0]
    for loser in losers:
        points[loser] -= pay
        points[winner] += pay
    return points[0], points[1], points[2]


def quit_points(quitter: int, others: tuple[int, ...], huxi: int, base: int) -> Points:
    """R42: what the one who quits pays to `others` (in turn order after it), who together hold `huxi`."""
    total = (max(0, (huxi - 12) // 3) + 8) * base
    share, odd = divmod(total, len(others))
    points = [0, 0, 0]
    points[quitter] = -total
    for place, seat in enumerate(others):
        points[seat] = share + (odd if place == 0 else 0)
    return points[0], points[1], points[2]

"""Small rounds to draw, and a look at the bytes that were drawn."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from engine import RULE_SETS, FaceUp, Meld, SeatView, View
from engine.cards import Kind, parse_kind

RULES = RULE_SETS["qq-half"]
SCRIPTS = ("hans", "hant")


def kinds(text: str) -> tuple[Kind, ...]:
    """Kinds written as in a record: ``s1 b2``."""
    return tuple(map(parse_kind, text.split()))


def seat(cards: int, *melds: Meld, river: str = "", hidden: bool = False) -> SeatView:
    """A seat with its melds."""
    return SeatView(cards, melds, sum(map(RULES.huxi, melds)), hidden, kinds(river))


def view(
    hand: str,
    own: SeatView,
    after: SeatView,
    before: SeatView,
    *,
    face_up: FaceUp | None = None,
    turn: int | None = None,
    stock: int = 12,
    dead: frozenset[Kind] = frozenset(),
) -> View:
    """What seat 0 sees; seat 1 deals."""
    return View(
        seat=0,
        dealer=1,
        turn=turn,
        stock=stock,
        liang=parse_kind("b8"),
        face_up=face_up,
        seats=(own, after, before),
        hand=tuple(sorted(kinds(hand))),
        options=(),
        answer=None,
        dead_chi=dead,
        dead_peng=dead,
        declined=frozenset(),
        win=None,
        moment=3,
        result=None,
        hands=None,
        rest=(),
    )


def opened(picture: bytes) -> Image.Image:
    """A picture, decoded."""
    image = Image.open(BytesIO(picture))
    image.load()
    return image

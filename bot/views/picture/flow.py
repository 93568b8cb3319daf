"""Lines in which words and small cards stand side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.views.picture.canvas import MARGIN, WIDTH, Canvas, Point
from bot.views.picture.faces import card
from bot.views.picture.lettering import height, width
from bot.views.picture.palette import FELT, RGB
from engine.cards import Kind

Piece = str | Kind
"""A piece of a line: a word, or a card."""

Line = tuple[Piece, ...]

_GAP: Final = 8
_LEADING: Final = 8


def _tile(size: int) -> tuple[int, int]:
    """Width and height of a card in a line of letters of `size` pixels."""
    return round(size * 1.16), round(size * 1.26)


def _width(piece: Piece, size: int) -> int:
    return width(piece, size) if isinstance(piece, str) else _tile(size)[0]


def wrapped(pieces: Iterable[Piece], size: int, room: int = WIDTH - 2 * MARGIN) -> tuple[Line, ...]:
    """The pieces in lines of at most `room` pixels, what follows a card beside it.

    Pieces that belong together and are wider than that have a line of their own.
    """
    lines: list[list[Piece]] = []
    used = 0
    for unit in _units(pieces):
        wide = sum(_width(piece, size) + _GAP for piece in unit)
        if not lines or used + wide - _GAP > room:
            lines.append([])
            used = 0
        lines[-1] += unit
        used += wide
    return tuple(map(tuple, lines))


def _units(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces in groups that stay on one line: a card and the word after it."""
    units: list[list[Piece]] = []
    for piece in pieces:
        if units and isinstance(piece, str) and not isinstance(units[-1][-1], str):
            units[-1].append(piece)
        else:
            units.append([piece])
    return units


def line_height(size: int) -> int:
    """How high a line is, in pixels, the space to the next included."""
    return max(height(size), _tile(size)[1]) + _LEADING


def draw_line(
    canvas: Canvas, pieces: Sequence[Piece], at: Point, *, size: int, colour: RGB, script: str
) -> None:
    """Draws a line of pieces; its letters and its cards share a middle."""
    left, top = at
    high = line_height(size) - _LEADING
    for piece in pieces:
        if isinstance(piece, str):
            left = canvas.write(piece, (left, top + (high - height(size)) // 2), size, colour)
        else:
            wide, tall = _tile(size)
            canvas.put(card(piece, script, (wide, tall), FELT), (left, top + (high - tall) // 2))
            left += wide
        left += _GAP

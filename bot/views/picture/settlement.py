"""The picture of a win: the hand meld by meld with its 胡息, the sums, and what each person pays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.views.picture.canvas import MARGIN, WIDTH, Canvas
from bot.views.picture.flow import Piece, draw_line, line_height, wrapped
from bot.views.picture.lettering import height, width
from bot.views.picture.palette import CREAM, FELT, GOLD, MUTED, PANEL, RGB
from bot.views.picture.table import Stack, Style, draw_stacks, stacks_height

_ROOM: Final = WIDTH - 2 * MARGIN
_HEAD: Final = 56
_TEXT: Final = 42
_CELL: Final = 40
_PAD: Final = 20


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the picture of a round's end says, in the words of the text beside it.

    `headline`: who won what, and how; cards in it are drawn. `note`: a quieter line below it, "" for none.
    `melds`: the winning hand. `sums`: lines from the 胡息 to what each pays; the last one stands out. `beans`: a
    table of cells, its first row the head, its first column the names; the row of the `winner` (counted
    without the head; None: nobody) stands out. Characters that the font lacks are shown as a dot.
    """

    headline: tuple[Piece, ...]
    note: str = ""
    melds: tuple[Stack, ...] = ()
    sums: tuple[str, ...] = ()
    beans: tuple[tuple[str, ...], ...] = ()
    winner: int | None = None


def settlement_picture(shown: Settlement, *, script: str = "hans") -> bytes:
    """The end of a round as an opaque PNG 1080 pixels wide.

    `script`: "hans" or "hant", for the cards; the words are those of `shown`. KeyError for another script.
    """
    headline, style = wrapped(shown.headline, _HEAD), _style(len(shown.melds))
    sums = [line for text in shown.sums for line in _broken(text)]
    high = MARGIN + len(headline) * line_height(_HEAD) + height(_TEXT) * bool(shown.note)
    high += (_PAD + stacks_height(shown.melds, style)) * bool(shown.melds)
    high += (_PAD + len(sums) * line_height(_TEXT)) * bool(sums)
    canvas = Canvas(high + (_PAD + _table_height(shown)) * bool(shown.beans) + MARGIN)

    y = MARGIN
    for pieces in headline:
        draw_line(canvas, pieces, (MARGIN, y), size=_HEAD, colour=CREAM, script=script)
        y += line_height(_HEAD)
    if shown.note:
        canvas.write(shown.note, (MARGIN, y), _TEXT, MUTED)
        y += height(_TEXT)
    if shown.melds:
        y += _PAD
        left = MARGIN + (_ROOM - style.across(len(shown.melds))) // 2
        draw_stacks(canvas, shown.melds, (left, y), style, script=script, room=_ROOM)
        y += stacks_height(shown.melds, style)
    y += _PAD * bool(sums)
    for place, text in enumerate(sums):
        canvas.write(text, (MARGIN, y), _TEXT, GOLD if place == len(sums) - 1 else CREAM)
        y += line_height(_TEXT)
    _draw_beans(canvas, shown, y + _PAD)
    return canvas.png()


def _style(melds: int) -> Style:
    """Cards as wide as the picture allows: seven melds leave room, a hand in columns (R38) is closer."""
    gap = 36 if melds <= 7 else 8
    return Style(min(112, (_ROOM + gap) // max(1, melds) - gap), letters=42, gap=gap, ground=FELT)


def _broken(text: str) -> list[str]:
    """A text in lines that fit the picture, broken between words, or between characters where it must."""
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, _TEXT) > _ROOM:
            lines.append(line)
            longer = word
        while width(longer, _TEXT) > _ROOM:
            cut = next(n for n in range(len(longer), 0, -1) if n == 1 or width(longer[:n], _TEXT) <= _ROOM)
            lines.append(longer[:cut])
            longer = longer[cut:]
        line = longer
    return [*lines, line]


def _row_height() -> int:
    return height(_CELL) + 14


def _table_height(shown: Settlement) -> int:
    return _row_height() * len(shown.beans) + _PAD


def _draw_beans(canvas: Canvas, shown: Settlement, top: int) -> None:
    """Draws the table: names on the left, numbers in columns of equal width, lined up on the right."""
    if not shown.beans:
        return
    left, right = MARGIN + _PAD, WIDTH - MARGIN - _PAD
    canvas.plate((MARGIN, top, WIDTH - MARGIN, top + _table_height(shown)), PANEL)
    pitch = min(240, (right - left) // len(shown.beans[0]))
    y = top + _PAD // 2 + 7
    for place, row in enumerate(shown.beans):
        colour: RGB = MUTED if place == 0 else GOLD if place - 1 == shown.winner else CREAM
        canvas.write(row[0], (left, y), _CELL, colour, PANEL)
        for column, cell in enumerate(reversed(row[1:])):
            canvas.write(cell, (right - column * pitch, y), _CELL, colour, PANEL, align="right")
        y += _row_height()

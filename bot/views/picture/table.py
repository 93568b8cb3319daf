"""What lies on the table: melds standing side by side, discards in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.views.picture.canvas import Canvas, Point
from bot.views.picture.faces import card
from bot.views.picture.lettering import height
from bot.views.picture.palette import CREAM, GOLD, MUTED, RGB
from engine.cards import Kind


@dataclass(frozen=True, slots=True)
class Stack:
    """A meld to draw: its cards from the top down (None is a card face down), the word above and below it.

    `marked` is the place of a card that stands out, the one that won.
    """

    cards: tuple[Kind | None, ...]
    above: str = ""
    below: str = ""
    marked: int | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """How cards on the table are drawn: the width of a card, the size of the letters, the space between, the ground."""

    wide: int
    letters: int
    gap: int
    ground: RGB

    @property
    def strip(self) -> int:
        """How much of a covered card is seen, in pixels."""
        return round(self.wide * 0.94)

    @property
    def tile(self) -> int:
        """The height of a card that lies on top, in pixels."""
        return round(self.wide * 1.06)

    def column(self, count: int) -> int:
        """How high a column of `count` cards is, in pixels."""
        return (count - 1) * self.strip + self.tile

    def across(self, count: int) -> int:
        """How wide `count` cards side by side are, in pixels."""
        return count * (self.wide + self.gap) - self.gap


def stacks_height(stacks: Sequence[Stack], style: Style) -> int:
    """How high a row of stacks is, in pixels; 0 if there are none."""
    if not stacks:
        return 0
    words = any(stack.above for stack in stacks) + any(stack.below for stack in stacks)
    return words * height(style.letters) + style.column(max(len(stack.cards) for stack in stacks))


def draw_stacks(
    canvas: Canvas, stacks: Sequence[Stack], at: Point, style: Style, *, script: str, room: int
) -> None:
    """Draws stacks side by side within `room` pixels, closer together where there are many."""
    left, top = at
    lower = top + height(style.letters) * any(stack.above for stack in stacks)
    pitch = style.wide + style.gap
    if len(stacks) > 1:
        pitch = min(pitch, (room - style.wide) // (len(stacks) - 1))
    for stack in stacks:
        middle, bottom = left + style.wide // 2, lower + style.column(len(stack.cards))
        canvas.write(stack.above, (middle, top), style.letters, MUTED, style.ground, align="centre")
        canvas.write(stack.below, (middle, bottom), style.letters, CREAM, style.ground, align="centre")
        _draw_column(canvas, stack, (left, lower), style, script)
        left += pitch


def _draw_column(canvas: Canvas, stack: Stack, at: Point, style: Style, script: str) -> None:
    left, top = at
    for step, kind in enumerate(stack.cards):
        sprite = card(kind, script, (style.wide, style.tile), style.ground, over=step > 0)
        canvas.put(sprite, (left, top + step * style.strip))
    if stack.marked is not None:
        upper = top + stack.marked * style.strip
        lower = upper + (style.tile if stack.marked == len(stack.cards) - 1 else style.strip)
        canvas.frame((left - 4, upper - 4, left + style.wide + 4, lower + 4), GOLD)


def _per_row(width: int, style: Style) -> int:
    return max(1, (width + style.gap) // (style.wide + style.gap))


def river_height(count: int, width: int, style: Style) -> int:
    """How high the rows of `count` discards in `width` pixels are, with the word before them; 0 for none."""
    return -(-(count + 1) // _per_row(width, style)) * (style.tile + style.gap) if count else 0


def draw_river(
    canvas: Canvas, river: Sequence[Kind], at: Point, style: Style, *, word: str, width: int, script: str
) -> None:
    """Draws discards in rows, oldest first, after their name; nothing if there are none."""
    left, top = at
    across = _per_row(width, style)
    if river:
        lower = top + (style.tile - height(style.letters)) // 2
        middle = left + style.wide // 2
        canvas.write(word, (middle, lower), style.letters, MUTED, style.ground, align="centre")
    for place, kind in enumerate(river, start=1):
        row, column = divmod(place, across)
        x, y = left + column * (style.wide + style.gap), top + row * (style.tile + style.gap)
        canvas.put(card(kind, script, (style.wide, style.tile), style.ground), (x, y))

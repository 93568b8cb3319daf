"""A sheet to draw on: palette indices, one byte a pixel, and the encoding into a file."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.views.picture.lettering import height, words
from bot.views.picture.lettering import width as text_width
from bot.views.picture.palette import FELT, FLAT, RGB, index

WIDTH: Final = 1080
"""The width of every picture in pixels: 2.8 for each of a phone's 390."""

MARGIN: Final = 22
"""What stays free at the edges of every picture, in pixels."""

Point = tuple[int, int]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are not part of it."""


class Canvas:
    """A sheet of felt, `WIDTH` pixels wide."""

    __slots__ = ("_image",)

    def __init__(self, high: int) -> None:
        """A sheet `high` pixels high."""
        self._image = Image.new("L", (WIDTH, high), index(FELT))

    def fill(self, box: Box, colour: RGB) -> None:
        """Fills a rectangle."""
        self._image.paste(index(colour), box)

    def plate(self, box: Box, colour: RGB) -> None:
        """Fills a rectangle with rounded corners."""
        left, top, right, bottom = box
        draw = ImageDraw.Draw(self._image)
        draw.rounded_rectangle((left, top, right - 1, bottom - 1), 16, fill=index(colour))

    def frame(self, box: Box, colour: RGB, line: int = 6) -> None:
        """Draws the sides of a rectangle with rounded corners, `line` pixels thick, inside its bounds."""
        left, top, right, bottom = box
        draw = ImageDraw.Draw(self._image)
        draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), 2 * line, outline=index(colour), width=line
        )

    def put(self, sprite: Image.Image, at: Point) -> None:
        """Lays a sprite of palette indices down, its upper left corner at a point."""
        self._image.paste(sprite, at)

    def write(
        self, text: str, at: Point, size: int, colour: RGB, ground: RGB = FELT, *, align: str = "left"
    ) -> int:
        """Writes a line whose upper "left", "centre" or "right" is at a point; returns its right end."""
        wide = text_width(text, size)
        start = at[0] - {"left": 0, "centre": wide // 2, "right": wide}[align]
        if text:
            self.put(words(text, size, ground, colour), (start, at[1]))
        return start + wide

    def tag(self, text: str, at: Point, size: int, colour: RGB, ground: RGB) -> int:
        """Writes a word on a plate of `ground`, `tag_width(text, size)` wide; returns its right end."""
        left, top = at
        right = left + tag_width(text, size)
        self.fill((left, top, right, top + height(size)), ground)
        self.write(text, ((left + right) // 2, top), size, colour, ground, align="centre")
        return right

    def png(self) -> bytes:
        """The sheet as an opaque PNG with a palette. The same sheet gives the same bytes."""
        image = self._image.copy()
        image.putpalette(FLAT)
        out = BytesIO()
        image.save(out, "PNG", compress_level=1)
        return out.getvalue()


def tag_width(text: str, size: int) -> int:
    """How wide `Canvas.tag` draws a word."""
    return text_width(text, size) + size // 3

"""The two fonts that come with the bot (docs/fonts.md): a brush for the cards, a regular hand for words."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageFont

from bot.views.picture.palette import RGB, ramp

_FOLDER: Final = Path(__file__).parent / "fonts"
FACES: Final = _FOLDER / "paohuzi-faces.woff2"
TEXT: Final = _FOLDER / "paohuzi-text.woff2"

_HEIGHT: Final = 1.25
"""Height of a line of text, in parts of the size of its letters."""


@lru_cache(maxsize=64)
def font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    """One of the two fonts at a size in pixels."""
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def drawable(char: str) -> bool:
    """Whether the text font has a character (a space counts)."""
    if char.isspace():
        return True
    letters = font(TEXT, 32)
    return bytes(letters.getmask(char)) != bytes(letters.getmask("\U0010ffff"))


def readable(text: str) -> str | None:
    """The text as the font can show it: without what has no width and without emoji; None if more is missing.

    An empty result is None too: it could not be read.
    """
    kept = "".join(char for char in text if not _ornament(char)).strip()
    return kept if kept and all(map(drawable, kept)) else None


def replaced(text: str) -> str:
    """The text with a dot for each character that the font lacks, and without emoji."""
    return "".join(char if drawable(char) else "·" for char in text if not _ornament(char))


def _ornament(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Mn", "Me", "So", "Sk", "Cn") and not (
        char.isascii() or drawable(char)
    )


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> int:
    """How wide a text is, in pixels."""
    return round(font(TEXT, size).getlength(text))


def height(size: int) -> int:
    """How high a line of text is, in pixels."""
    return round(size * _HEIGHT)


@lru_cache(maxsize=2048)
def words(text: str, size: int, ground: RGB, colour: RGB) -> Image.Image:
    """A line of text as palette indices on its ground, `height(size)` pixels high."""
    letters = font(TEXT, size)
    mask = Image.new("L", (max(1, width(text, size)), height(size)))
    core, (left, top) = letters.getmask2(text, mode="L", anchor="ls")
    if core.size[0] and core.size[1]:
        glyphs = Image.frombytes("L", core.size, bytes(core))
        mask.paste(glyphs, (int(left), round(size * 0.98) + int(top)))
    return mask.point(ramp(ground, colour))

"""The colours of the pictures: one fixed palette, so that drawing and encoding move one byte a pixel.

Pictures are drawn as palette indices. A ramp leads from a ground to a colour on it in equal steps; it is what
smooth edges of letters are made of.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]

FELT: Final = (43, 86, 75)
PANEL: Final = (35, 72, 63)
CREAM: Final = (247, 239, 219)
MUTED: Final = (176, 201, 186)
GOLD: Final = (240, 194, 86)
PAPER: Final = (248, 239, 216)
TINT: Final = (226, 210, 172)
EDGE: Final = (150, 128, 88)
INK: Final = (32, 26, 22)
RED: Final = (190, 26, 20)
BACK: Final = (121, 58, 44)
BACK_LINE: Final = (196, 148, 104)
SHADE: Final = (22, 48, 42)
"""Felt and panels lie under everything; paper, edge, ink and red make a card, tint a card that is frozen."""

STEPS: Final = 11
"""How many colours a ramp has, both ends included."""

_RAMPS: Final = (
    (FELT, CREAM),
    (FELT, MUTED),
    (FELT, GOLD),
    (PANEL, CREAM),
    (PANEL, MUTED),
    (PANEL, GOLD),
    (PAPER, INK),
    (PAPER, RED),
    (TINT, INK),
    (TINT, RED),
    (GOLD, INK),
    (RED, CREAM),
    (BACK, BACK_LINE),
    (EDGE, PAPER),
    (EDGE, TINT),
    (EDGE, FELT),
    (EDGE, PANEL),
    (SHADE, FELT),
    (SHADE, PANEL),
    (BACK, PAPER),
)


def _mix(ground: RGB, colour: RGB, step: int) -> RGB:
    red, green, blue = (
        round(low + (high - low) * step / (STEPS - 1)) for low, high in zip(ground, colour, strict=True)
    )
    return red, green, blue


def _colours() -> tuple[RGB, ...]:
    found = dict.fromkeys(_mix(*ends, step) for ends in _RAMPS for step in range(STEPS))
    return tuple(found)


COLOURS: Final = _colours()
"""Every colour of a picture, at most 256; a colour's place is its index."""

_INDEX: Final = {colour: index for index, colour in enumerate(COLOURS)}
FLAT: Final = [part for colour in COLOURS for part in colour]


def index(colour: RGB) -> int:
    """The palette index of one of the colours above."""
    return _INDEX[colour]


@lru_cache(maxsize=64)
def ramp(ground: RGB, colour: RGB) -> tuple[int, ...]:
    """Indices from `ground` (at 0) to `colour` (at 255). KeyError if the palette has no such ramp."""
    last = STEPS - 1
    return tuple(_INDEX[_mix(ground, colour, round(level * last / 255))] for level in range(256))


@lru_cache(maxsize=1)
def _reference() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(FLAT)
    return image


def indexed(image: Image.Image) -> Image.Image:
    """An RGB picture as palette indices (mode L), each pixel by its nearest colour."""
    nearest = image.quantize(palette=_reference(), dither=Image.Dither.NONE)
    return Image.frombytes("L", nearest.size, nearest.tobytes())

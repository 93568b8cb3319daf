"""The cards: tall strips of paper, the character at both ends, the lower one upside down.

Ranks 2, 7 and 10 are red (R2). Small and big cards differ as the real ones do: by their characters alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from bot.views.picture.lettering import FACES, font
from bot.views.picture.palette import BACK, BACK_LINE, EDGE, INK, PAPER, RED, RGB, TINT, indexed
from engine.cards import Kind, is_red

CHARACTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hans": "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾",
        "hant": "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾",
    }
)
"""The characters of the kinds 0 to 19 (R1), by script."""

_FINER: Final = 4
"""How many times finer a card is drawn before it is made smooth."""


def colour(kind: Kind) -> RGB:
    """The colour of a card's character: red for ranks 2, 7 and 10, else black (R2)."""
    return RED if is_red(kind) else INK


@lru_cache(maxsize=2048)
def card(
    kind: Kind | None,
    script: str,
    size: tuple[int, int],
    ground: RGB,
    *,
    over: bool = False,
    frozen: bool = False,
) -> Image.Image:
    """A card as palette indices.

    `kind`: None is the back. `size`: width and height in pixels; a card at least 1.8 times as high as wide
    has two heads, a lower one is a tile with one. `ground`: what lies around it. `over`: it lies on another
    card, so that paper shows at its upper corners. `frozen`: it belongs to a 坎.
    """
    wide, high = size[0] * _FINER, size[1] * _FINER
    image = Image.new("RGB", (wide, high), ground)
    draw = ImageDraw.Draw(image)
    paper = TINT if frozen else PAPER
    line, radius = max(_FINER, wide // 50), wide // 8
    if over:
        below, border = (BACK, PAPER) if kind is None else (paper, EDGE)
        draw.rectangle((0, -wide, wide - 1, wide // 4), fill=below, outline=border, width=line)
    box = (0, 0, wide - 1, high - 1)
    if kind is None:
        draw.rounded_rectangle(box, radius, fill=BACK, outline=PAPER, width=2 * line)
        _lattice(draw, wide, high, line)
    else:
        draw.rounded_rectangle(box, radius, fill=paper, outline=EDGE, width=line)
        _heads(image, CHARACTERS[script][kind], colour(kind))
    return indexed(image.resize(size, Image.Resampling.BOX))


def _lattice(draw: ImageDraw.ImageDraw, wide: int, high: int, line: int) -> None:
    inset, step = wide // 6, wide // 3
    left, top, right, bottom = inset, inset, wide - inset, high - inset
    cells = max(1, (bottom - top) // step)
    for cell in range(cells):
        upper = top + (bottom - top) * cell // cells
        lower = top + (bottom - top) * (cell + 1) // cells
        middle = (left + right) // 2
        diamond = [
            (middle, upper),
            (right, (upper + lower) // 2),
            (middle, lower),
            (left, (upper + lower) // 2),
        ]
        draw.polygon(diamond, outline=BACK_LINE, width=line * 2)


def _heads(image: Image.Image, char: str, ink: RGB) -> None:
    wide, high = image.size
    two = high >= 1.8 * wide
    head = _head(char, wide, wide if two else high, ink)
    mask = head.getchannel("A")
    image.paste(head, (0, 0), mask)
    if two:
        turned = head.rotate(180)
        image.paste(turned, (0, high - turned.height), turned.getchannel("A"))
        _ornament(ImageDraw.Draw(image), wide, high)


def _head(char: str, wide: int, high: int, ink: RGB) -> Image.Image:
    head = Image.new("RGBA", (wide, high), (*ink, 0))
    draw = ImageDraw.Draw(head)
    letters = font(FACES, round(min(wide, high) * 0.86))
    left, top, right, bottom = draw.textbbox((0, 0), char, font=letters, anchor="ls")
    at = ((wide - left - right) / 2, (high - top - bottom) / 2)
    draw.text(at, char, font=letters, fill=(*ink, 255), anchor="ls", stroke_width=wide // 130)
    return head


def _ornament(draw: ImageDraw.ImageDraw, wide: int, high: int) -> None:
    middle, centre, reach = wide // 2, high // 2, wide // 9
    if high - 2 * wide > 2 * reach:
        draw.polygon(
            [
                (middle - reach, centre),
                (middle, centre - reach),
                (middle + reach, centre),
                (middle, centre + reach),
            ],
            outline=EDGE,
            width=max(1, wide // 60),
        )

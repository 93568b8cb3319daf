"""The picture of a round as one player sees it: the own hand large, the table above it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bot.views.picture.canvas import MARGIN, WIDTH, Canvas, tag_width
from bot.views.picture.faces import card
from bot.views.picture.flow import draw_line, line_height, wrapped
from bot.views.picture.lettering import height
from bot.views.picture.palette import CREAM, FELT, GOLD, INK
from bot.views.picture.seats import LINE, SIDE, TITLE, Look, draw_own, draw_side, own_height, side_height
from bot.views.picture.waits import wait_lines
from bot.views.picture.words import meld_word, words_of
from engine import Rules, View
from engine.cards import Kind

_OPEN: Final = (132, 300)
"""Width and height of the card that lies open."""

_WIDEST: Final = 116
"""The width of a card of the hand, if there is room."""

_GAP: Final = 8
_TAG: Final = 30

Column = tuple[Kind, ...]


def hand_picture(view: View, rules: Rules, *, script: str = "hans") -> bytes:
    """The round as `view.seat` sees it, as an opaque PNG 1080 pixels wide.

    `script`: "hans" or "hant". It shows what R45 allows and the text of the same screen says of the cards:
    the hand in columns by rank, its 坎 darker; the own melds with their 胡息; the others' melds and discards;
    the open card, or the 亮张 while seats are asked on it; the stock; who owes a discard; dead kinds and
    declined wins; what the hand waits for. Raises ValueError for an onlooker's view, which has no hand, and
    KeyError for another script.
    """
    if view.seat is None:
        raise ValueError("an onlooker has no hand to draw")
    look = Look(view, view.seat, rules, script, words_of(script))
    after, before = (look.seat + 1) % 3, (look.seat + 2) % 3
    upper = max(_middle_height(view), side_height(look, after), side_height(look, before))
    columns = hand_columns(view.hand)
    told = wait_lines(view, rules, look.words)
    broken = [line for pieces in told for line in wrapped(pieces, LINE)]
    middle = MARGIN + upper
    below, beside = (
        middle + own_height(look) + len(broken) * line_height(LINE),
        middle + own_height(look, told),
    )
    fits = beside <= below
    canvas = Canvas(min(beside, below) + _hand_height(columns) + MARGIN)
    draw_side(canvas, look, before, MARGIN, upper)
    draw_side(canvas, look, after, WIDTH - MARGIN - SIDE, upper)
    _draw_middle(canvas, look)
    draw_own(canvas, look, middle, told if fits else ())
    for place, line in enumerate(() if fits else reversed(broken), start=1):
        at = (MARGIN + 12, below - place * line_height(LINE))
        draw_line(canvas, line, at, size=LINE, colour=CREAM, script=script)
    _draw_hand(canvas, look, columns, min(beside, below))
    return canvas.png()


def hand_columns(hand: Iterable[Kind]) -> tuple[Column, ...]:
    """A hand as players hold it: a column for each rank, its cards from the top down.

    Small and big of a rank share a column of up to four cards, a 坎 on top; where they are more, each size
    has its own.
    """
    count = Counter(hand)
    found: list[Column] = []
    for small in range(10):
        sizes = [(kind,) * count[kind] for kind in (small, small + 10) if count[kind]]
        if sum(map(len, sizes)) > 4:
            found.extend(sizes)
        elif sizes:
            sizes.sort(key=lambda alike: len(alike) < 3)
            found.append(tuple(kind for alike in sizes for kind in alike))
    return tuple(found)


def _asked_on_liang(view: View) -> bool:
    """Whether the 亮张 still lies there: nothing was drawn, discarded or claimed yet (R8 to R10)."""
    return (
        view.liang is not None
        and view.face_up is None
        and view.stock == 19
        and not any(seen.river for seen in view.seats)
        and all(meld.quad for seen in view.seats for meld in seen.melds)
    )


def _middle_height(view: View) -> int:
    shown = view.face_up is not None or _asked_on_liang(view)
    return 2 * height(TITLE) + _OPEN[1] + 24 if shown else 2 * height(TITLE)


def _draw_middle(canvas: Canvas, look: Look) -> None:
    """Draws the stock's size, and the card that everybody looks at."""
    view, words, middle, (wide, tall) = look.view, look.words, WIDTH // 2, _OPEN
    canvas.write(f"{words.stock} {view.stock}", (middle, MARGIN), TITLE, CREAM, align="centre")
    face = view.face_up
    if face is not None:
        kind, told = face.kind, f"{look.name(face.seat)} {words.drawn if face.drawn else words.discarded}"
    elif view.liang is not None and _asked_on_liang(view):
        kind, told = view.liang, words.liang
    else:
        return
    left, top = middle - wide // 2, MARGIN + height(TITLE) + 8
    canvas.plate((left - 8, top, left + wide + 8, top + tall + 16), GOLD)
    canvas.put(card(kind, look.script, _OPEN, GOLD), (left, top + 8))
    canvas.write(told, (middle, top + tall + 20), TITLE, GOLD, align="centre")


def _card_size(columns: tuple[Column, ...]) -> tuple[int, int]:
    count = len(columns)
    wide = min(_WIDEST, (WIDTH - 2 * MARGIN - _GAP * (count - 1)) // count)
    return wide, round(wide * 2.15)


def _strip(wide: int) -> int:
    return round(wide * 0.9)


def _hand_height(columns: tuple[Column, ...]) -> int:
    if not columns:
        return 0
    wide, tall = _card_size(columns)
    return 20 + height(_TAG) + _strip(wide) * (max(map(len, columns)) - 1) + tall


def _draw_hand(canvas: Canvas, look: Look, columns: tuple[Column, ...], top: int) -> None:
    if not columns:
        return
    rules, (wide, tall) = look.rules, _card_size(columns)
    bottom = top + _hand_height(columns)
    left = (WIDTH - len(columns) * (wide + _GAP) + _GAP) // 2
    for column in columns:
        upper = bottom - tall - _strip(wide) * (len(column) - 1)
        if (alike := column.count(column[0])) >= 3:
            word = meld_word(rules, "kan" if alike == 3 else rules.dealt_four, look.script)
            start = left + (wide - tag_width(word, _TAG)) // 2
            canvas.tag(word, (start, upper - height(_TAG) - 4), _TAG, INK, GOLD)
        for step, kind in enumerate(column):
            frozen = column.count(kind) >= 3
            sprite = card(kind, look.script, (wide, tall), FELT, over=step > 0, frozen=frozen)
            canvas.put(sprite, (left, upper + step * _strip(wide)))
        left += wide + _GAP

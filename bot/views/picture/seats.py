"""The three players in the picture of a hand: two panels, and the own row below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.views.picture.canvas import MARGIN, WIDTH, Canvas, Point
from bot.views.picture.flow import Line, draw_line, line_height, wrapped
from bot.views.picture.lettering import height, width
from bot.views.picture.palette import CREAM, FELT, GOLD, INK, MUTED, PANEL, RGB
from bot.views.picture.table import Stack, Style, draw_river, draw_stacks, river_height, stacks_height
from bot.views.picture.words import Words, meld_word
from engine import Rules, View

TITLE: Final = 38
"""The size of the letters that name a seat, in pixels."""

SIDE: Final = 412
"""The width of another seat's panel; what the two leave free is for the open card."""

LINE: Final = 34
"""The size of the letters in lines of words and cards, in pixels."""

_PAD: Final = 12
_TAG: Final = 30
_THEIRS: Final = Style(wide=48, letters=28, gap=8, ground=PANEL)
_RIVER: Final = Style(wide=42, letters=28, gap=4, ground=PANEL)
_OWN: Final = Style(wide=64, letters=32, gap=8, ground=FELT)
_OWN_RIVER: Final = Style(wide=44, letters=28, gap=4, ground=FELT)
_OWN_TITLE: Final = 210


@dataclass(frozen=True, slots=True)
class Look:
    """Who looks at what: the view of `seat`, and how it is told."""

    view: View
    seat: int
    rules: Rules
    script: str
    words: Words

    def name(self, seat: int) -> str:
        """What a seat is called by the one who looks (R5, R47)."""
        if self.view.absent is not None and seat != self.seat:
            return self.words.other
        return (self.words.you, self.words.after, self.words.before)[(seat - self.seat) % 3]

    def stacks(self, seat: int, *, worth: bool) -> tuple[Stack, ...]:
        """The melds of a seat, with the 胡息 of each below it if `worth`."""
        return tuple(
            Stack(
                meld.cards or (None, None, None),
                meld_word(self.rules, meld.type, self.script),
                str(self.rules.huxi(meld)) if worth else "",
            )
            for meld in self.view.seats[seat].melds
        )


def side_height(look: Look, seat: int) -> int:
    """How high another seat's panel is, in pixels."""
    melds = stacks_height(look.stacks(seat, worth=False), _THEIRS)
    river = river_height(len(look.view.seats[seat].river), SIDE - 2 * _PAD, _RIVER)
    return _PAD + height(TITLE) + 6 + melds + _PAD * bool(melds) + river + _PAD


def draw_side(canvas: Canvas, look: Look, seat: int, left: int, high: int) -> None:
    """Draws another seat's panel, `high` pixels high; nothing for a seat where nobody plays (R47)."""
    seen = look.view.seats[seat]
    if not (seen.cards or seen.melds or seen.river):
        return
    canvas.plate((left, MARGIN, left + SIDE, MARGIN + high), PANEL)
    start, right, room, y = left + _PAD, left + SIDE - _PAD, SIDE - 2 * _PAD, MARGIN + _PAD
    _draw_name(canvas, look, seat, (start, y), PANEL)
    huxi = f"{look.words.huxi}{seen.huxi}{'+?' if seen.hidden else ''}"
    canvas.write(huxi, (right, y), TITLE, CREAM, PANEL, align="right")
    held = f"{look.words.hand}{seen.cards}"
    canvas.write(held, (right - width(huxi, TITLE) - 14, y), TITLE, MUTED, PANEL, align="right")
    y += height(TITLE) + 6
    stacks = look.stacks(seat, worth=False)
    draw_stacks(canvas, stacks, (start, y), _THEIRS, script=look.script, room=room)
    y += stacks_height(stacks, _THEIRS) + _PAD * bool(stacks)
    draw_river(canvas, seen.river, (start, y), _RIVER, word=look.words.river, width=room, script=look.script)


def _draw_name(canvas: Canvas, look: Look, seat: int, at: Point, ground: RGB) -> None:
    """Draws a seat's name: golden if it owes a discard, with a mark if it is the dealer."""
    (left, y), turn = at, look.view.turn == seat
    if turn:
        canvas.fill((left - _PAD, y, left - _PAD + 6, y + height(TITLE)), GOLD)
    end = canvas.write(look.name(seat), at, TITLE, GOLD if turn else CREAM, ground)
    if seat == look.view.dealer:
        canvas.tag(look.words.dealer, (end + 10, y + 5), _TAG, INK, GOLD)


def own_height(look: Look, told: Sequence[Line] = ()) -> int:
    """How high the own row is, in pixels, with lines that are `told` beside the melds."""
    seen = look.view.seats[look.seat]
    room = own_room(look)
    melds = stacks_height(look.stacks(look.seat, worth=True), _OWN)
    river = river_height(len(seen.river), room, _OWN_RIVER)
    lines = (len(_barred(look, room)) + len(_broken(told, room))) * line_height(LINE)
    return 20 + max(2 * height(TITLE) + 4, melds, river + lines)


def own_room(look: Look) -> int:
    """What the own melds leave free beside them, in pixels."""
    melds = len(look.view.seats[look.seat].melds)
    taken = _OWN.across(melds) + 28 if melds else 0
    return WIDTH - 2 * MARGIN - _OWN_TITLE - taken


def _broken(told: Iterable[Line], room: int) -> tuple[Line, ...]:
    return tuple(line for pieces in told for line in wrapped(pieces, LINE, room - 6))


def _barred(look: Look, room: int) -> tuple[Line, ...]:
    """The kinds that the viewer may not claim any more (R25, R27), in lines."""
    view, words = look.view, look.words
    groups = (
        (words.dead, view.dead_peng),
        (words.dead_chi, view.dead_chi - view.dead_peng),
        (words.declined, view.declined),
    )
    return _broken([(word, *sorted(kinds)) for word, kinds in groups if kinds], room)


def draw_own(canvas: Canvas, look: Look, top: int, told: Sequence[Line] = ()) -> None:
    """Draws the own row: cards and 胡息, melds with what each is worth, discards, dead kinds, what is `told`."""
    seen, words = look.view.seats[look.seat], look.words
    left, y = MARGIN + _PAD, top + 20
    _draw_name(canvas, look, look.seat, (left, y), FELT)
    lower = y + height(TITLE) + 4
    end = canvas.write(f"{words.hand}{seen.cards}", (left, lower), TITLE, MUTED)
    canvas.write(f"{words.huxi}{seen.huxi}", (end + 14, lower), TITLE, CREAM)
    start = MARGIN + _OWN_TITLE
    stacks = look.stacks(look.seat, worth=True)
    draw_stacks(canvas, stacks, (start, y), _OWN, script=look.script, room=WIDTH - MARGIN - start)
    room = own_room(look)
    start = WIDTH - MARGIN - room
    draw_river(canvas, seen.river, (start, y), _OWN_RIVER, word=words.river, width=room, script=look.script)
    y += river_height(len(seen.river), room, _OWN_RIVER)
    for lines, colour in ((_barred(look, room), MUTED), (_broken(told, room), CREAM)):
        for line in lines:
            draw_line(canvas, line, (start + 6, y), size=LINE, colour=colour, script=look.script)
            y += line_height(LINE)

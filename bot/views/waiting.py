"""听 as text: what a hand waits for, and what it would wait for after a discard (R50)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.cards import LINE, card
from bot.views.layout import SPACE, join, width
from bot.views.say import Markup, Say, plain
from engine import Rules, View
from engine.cards import Kind
from engine.waits import Wait, waits, waits_after

BEST = 3
"""How many discards, and how many waits of one discard, are told."""


def wait_text(say: Say, wait: Wait) -> Markup:
    """One wait with the 胡息 of the win: 「三 17（自摸19）」, 「四 仅他人 17」."""
    shown = card(say, wait.kind)
    if wait.own is None:
        return say("{card} 仅他人 {n}", card=shown, n=wait.other)
    if wait.other is None:
        return say("{card} 仅自摸 {n}", card=shown, n=wait.own)
    if wait.other == wait.own:
        return say("{card} {n}", card=shown, n=wait.own)
    return say("{card} {n}（自摸{own}）", card=shown, n=wait.other, own=wait.own)


def waiting(say: Say, found: Sequence[Wait]) -> tuple[Markup, ...]:
    """「听 柒 19　拾 19」, as many waits to a line as fit; nothing for no wait."""
    if not found:
        return ()
    first, *more = _packed([wait_text(say, wait) for wait in found], 2 * LINE - 3)
    return (say("听 {waits}", waits=first), *(Markup(f"{SPACE} {line}") for line in more))


def _packed(pieces: Sequence[Markup], room: int) -> list[Markup]:
    """The pieces in lines of at most `room` halves of a Chinese character."""
    packed: list[list[Markup]] = [[]]
    for piece in pieces:
        used = sum(2 + _width(each) for each in packed[-1]) + _width(piece)
        if packed[-1] and used > room:
            packed.append([])
        packed[-1].append(piece)
    return [join(SPACE, line) for line in packed]


def _width(markup: Markup) -> int:
    return width(plain(markup).replace("<b>", "").replace("</b>", ""))


def waits_lines(say: Say, rules: Rules, view: View) -> tuple[Markup, ...]:
    """What the viewer waits for now; while it owes a discard, what it would wait for after the best ones."""
    if view.seat is None or view.result is not None:
        return ()
    if any(option.word == "discard" for option in view.options):
        return _after(say, waits_after(rules, view))
    return waiting(say, waits(rules, view))


def _after(say: Say, found: dict[Kind, tuple[Wait, ...]]) -> tuple[Markup, ...]:
    good = sorted((kind for kind, after in found.items() if after), key=lambda kind: _worth(found[kind]))
    told = [line for kind in good[:BEST] for line in _one_discard(say, kind, found[kind])]
    if len(good) > BEST:
        told.append(say.n("还有 {n} 种打法能听", n=len(good) - BEST))
    return tuple(told)


def _one_discard(say: Say, kind: Kind, after: Sequence[Wait]) -> tuple[Markup, ...]:
    pieces = [wait_text(say, wait) for wait in after[:BEST]]
    if len(after) > BEST:
        pieces.append(say("等 {n} 张", n=len(after)))
    first, *more = _packed(pieces, 2 * LINE - 8)
    shown = say("打 {card} 听 {waits}", card=card(say, kind), waits=first)
    return (shown, *(Markup(f"{SPACE} {line}") for line in more))


def _worth(after: Sequence[Wait]) -> tuple[int, int, int]:
    """Sorts discards: those with more waits first, among them those with more 胡息."""
    return (
        -sum((wait.other is not None) + (wait.own is not None) for wait in after),
        -max(wait.other or 0 for wait in after),
        -max(wait.own or 0 for wait in after),
    )

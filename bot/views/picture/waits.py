"""听 in the picture of a hand: what it waits for, or would wait for after a discard (R50)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.picture.flow import Line, Piece
from bot.views.picture.words import Words
from bot.views.waiting import BEST
from engine import Rules, View
from engine.waits import Wait, waits, waits_after


def wait_lines(view: View, rules: Rules, words: Words) -> tuple[Line, ...]:
    """The lines that the text says too: the waits now, or after each of the best discards if one is owed."""
    if view.result is not None:
        return ()
    if not any(option.word == "discard" for option in view.options):
        found = waits(rules, view)
        return (_line((), found, len(found), words),) if found else ()
    after = waits_after(rules, view)
    good = sorted(after, key=lambda kind: _worth(after[kind]))
    lines = [_line((words.discard, kind), after[kind], BEST, words) for kind in good[:BEST]]
    if len(good) > BEST:
        lines.append((words.more_discards.format(n=len(good) - BEST),))
    return tuple(lines)


def _line(before: Line, found: Sequence[Wait], limit: int, words: Words) -> Line:
    pieces: list[Piece] = [*before, words.waits]
    for wait in found[:limit]:
        pieces += [wait.kind, _huxi(wait, words)]
    if len(found) > limit:
        pieces.append(words.more_waits.format(n=len(found)))
    return tuple(pieces)


def _huxi(wait: Wait, words: Words) -> str:
    """The 胡息 of the win: 「17（自摸19）」, 「仅他人 17」."""
    if wait.own is None:
        return words.others_only.format(n=wait.other)
    if wait.other is None:
        return words.own_only.format(n=wait.own)
    if wait.other == wait.own:
        return str(wait.own)
    return words.either.format(n=wait.other, own=wait.own)


def _worth(found: Sequence[Wait]) -> tuple[int, int, int]:
    """Sorts discards as the text does: more waits first, among them more 胡息."""
    ways = sum((wait.other is not None) + (wait.own is not None) for wait in found)
    return -ways, -max(wait.other or 0 for wait in found), -max(wait.own or 0 for wait in found)

"""What a table looked like on the way from one committed state to the next.

The engine settles at once whatever needs no answer. People should see each card lie open for a moment, whether
or not somebody could have taken it, so a change of the table is shown as a short sequence of tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.host import events as ev
from bot.host.fold import evolve
from bot.host.table import Table
from engine import Action


def frames(before: Table, events: Sequence[ev.Event]) -> tuple[Table, ...]:
    """The tables to show, in order, for `events` after `before`; the last is the committed state."""
    shown: list[Table] = []
    table = before
    for event in events:
        if isinstance(event, ev.Played) and table.game is not None:
            steps = table.game.steps(event.seat, Action.parse(event.action))
            shown += [replace(table, game=step) for step in steps[:-1]]
        table = evolve(table, event)
    return (*shown, table)

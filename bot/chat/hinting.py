"""What people meet for the first time ever is explained to them, once, under their hand."""

from __future__ import annotations

from collections.abc import Callable

from bot.chat.screen import Screen, which
from bot.host.table import NOBODY, Table
from bot.views.hints import hints
from storage import Store


async def collect(
    store: Store, screen: Screen, before: Table | None, table: Table, has_come: Callable[[int], bool]
) -> None:
    """Explain what each person met for the first time with the change from `before` to `table`.

    `before` is None after a restart: whatever was met in this round is explained, unless it was before. `has_come`
    tells whether the newest hand of a person (by user id) has come: only then is an explanation stored as given.
    """
    await _note_given(store, screen, table, has_come)
    game, players = table.game, () if table.game is None else table.players
    last = table.last
    if (
        last is not None
        and before is not None
        and before.game is not None
        and which(last) != which(before.last)
    ):
        game, players = last.game, last.people
    if game is None:
        return
    known = before.game if before is not None and before.serial == table.serial else None
    for seat, player in enumerate(players):
        user_id = player.user_id
        if player.is_computer or player is NOBODY:
            continue
        fresh = [code for code in hints(known, game, seat) if (user_id, code) not in screen.hinted]
        if not fresh:
            continue
        had = await store.people.hints_of(user_id)
        screen.hinted.update((user_id, code) for code in had)
        _, waiting = screen.hints.get(user_id, (0, ()))
        new = tuple(code for code in fresh if code not in had and code not in waiting)
        if new:
            screen.hints[user_id] = (table.moment, (*waiting, *new))


async def _note_given(store: Store, screen: Screen, table: Table, has_come: Callable[[int], bool]) -> None:
    """Store which explanations have come, and drop those of another moment: people see them no more.

    What was joined with a later state and never came is explained when it is met again.
    """
    given = {user_id: codes for user_id, (_, codes) in screen.hints.items() if has_come(user_id)}
    screen.hints = {
        user_id: (moment, codes)
        for user_id, (moment, codes) in screen.hints.items()
        if moment == table.moment
    }
    for user_id, codes in given.items():
        fresh = [code for code in codes if (user_id, code) not in screen.hinted]
        screen.hinted.update((user_id, code) for code in fresh)
        if fresh:
            await store.people.note_hints(user_id, fresh)

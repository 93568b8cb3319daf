"""What people meet for the first time ever is explained to them, once, under their hand."""

from __future__ import annotations

from bot.chat.screen import Screen, which
from bot.host.table import NOBODY, Table
from bot.views.hints import hints
from storage import Store


async def collect(store: Store, screen: Screen, before: Table, table: Table) -> None:
    """Note what each person met for the first time with the change from `before` to `table`."""
    game, players = table.game, () if table.game is None else table.players
    last = table.last
    if last is not None and before.game is not None and which(last) != which(before.last):
        game, players = last.game, last.people
    if game is None:
        return
    same_round = before.serial == table.serial and before.game is not None
    for seat, player in enumerate(players):
        user_id = player.user_id
        if player.is_computer or player is NOBODY:
            continue
        met = hints(before.game if same_round else None, game, seat)
        fresh = [code for code in met if (user_id, code) not in screen.hinted]
        screen.hinted.update((user_id, code) for code in fresh)
        new = [code for code in fresh if await store.people.hint_once(user_id, code)]
        if new:
            screen.hints[user_id] = (table.moment, tuple(new))

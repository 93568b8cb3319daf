"""The answer to an intent that is not allowed."""

from __future__ import annotations

from typing import Any

from bot.host.table import Person, Phase, Table


class Refused(Exception):  # noqa: N818 - it is an answer, not an error
    """An intent that changes nothing. `code` says why (the views have the words), `params` go into them."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def need_seat(table: Table, user_id: int) -> Person:
    """Who of the people has this id. Raises Refused (`not_seated`)."""
    person = table.person(user_id)
    if person is None:
        raise Refused("not_seated")
    return person


def need_lobby(table: Table) -> None:
    """Raise Refused (`in_play`) unless the table is in the lobby."""
    if table.phase is not Phase.LOBBY:
        raise Refused("in_play")

"""Callback tokens: what a button means, as the short text that Telegram carries for it and hands back."""

from __future__ import annotations

import re

from bot.views.message import Press

LONGEST = 64
"""Bytes of callback data that Telegram takes at most; it refuses the whole message if one button has more."""

_FORM = re.compile(r"([A-Za-z_]+):(0|[1-9][0-9]{0,9}):(0|[1-9][0-9]{0,8}):([ -9;-~]*)")


def encode(press: Press) -> str:
    """The token of a press: `what:table:moment:arg`, 7 to 64 bytes of printable ASCII.

    Raises ValueError if the press does not fit: `what` is letters and underscores, `table` has at most 10
    digits, `moment` at most 9, `arg` is printable ASCII without colons, and all together 64 bytes.
    """
    token = f"{press.what}:{press.table}:{press.moment}:{press.arg}"
    if decode(token) != press:
        raise ValueError(f"no token says {press}")
    return token


def decode(token: str | None) -> Press | None:
    """The press that `encode` made this token of; None for anything that `encode` does not make."""
    if token is None or len(token) > LONGEST:
        return None
    parts = _FORM.fullmatch(token)
    if parts is None:
        return None
    what, table, moment, arg = parts.groups()
    return Press(what, int(table), int(moment), arg)

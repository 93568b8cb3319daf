"""The names of a table's messages in the outbox."""

from __future__ import annotations


def slot_name(table_id: int, slot: str) -> str:
    """The outbox's name for a slot of a table."""
    return f"{table_id}:{slot}"


def named(name: str) -> tuple[int, str]:
    """The table and the slot of such a name."""
    table_id, _, slot = name.partition(":")
    return int(table_id), slot

"""What a finished round leaves in the database."""

from __future__ import annotations

from bot.host.table import NOBODY, Outcome
from storage import RoundRow


def finished_round(outcome: Outcome) -> RoundRow:
    """A finished round for the database: its record, its people, and its postings unless it was practice."""
    first, second, third = (None if each is NOBODY else each.user_id for each in outcome.people)
    return RoundRow(
        match=outcome.match,
        number=outcome.number,
        record=outcome.record.line(),
        people=(first, second, third),
        practice=outcome.practice,
        postings=() if outcome.practice else tuple(outcome.beans.items()),
        multiplier=outcome.house.multiplier,
    )

"""The round that a table shows: the one in play, or the one that is just over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.host.table import NOBODY, Outcome, Person, Table
from bot.views.names import NAME, names
from bot.views.say import Say
from engine import Round, Rules

ASLEEP = "💤"
"""Stands before the name of a person for whom the computer plays."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A round with its people: `players` by the engine's seat, `called` all names at the table by id."""

    game: Round
    number: int
    players: tuple[Person, Person, Person]
    called: Mapping[int, str]
    practice: bool

    @property
    def rules(self) -> Rules:
        """The rules of this round."""
        return self.game.rules

    def name(self, seat: int) -> str:
        """The name of who plays a seat of the engine."""
        return self.called[self.players[seat].user_id]

    def seat_of(self, user_id: int) -> int | None:
        """The engine's seat of a user; None for onlookers."""
        return next((seat for seat, p in enumerate(self.players) if p.user_id == user_id), None)


def scene(say: Say, table: Table, limit: int = NAME) -> Scene | None:
    """What the table plays, or played last; None before its first round. `limit` is the width of names."""
    if table.game is not None:
        players = (table.player(0), table.player(1), table.player(2))
        called = {
            user: f"{ASLEEP}{name}" if user > 0 and table.plays_itself(user) else name
            for user, name in names(say, table.people, limit - 2 if table.auto else limit).items()
        }
        return Scene(table.game, table.number, players, called, table.practice)
    return None if table.last is None else past(say, table, table.last, limit)


def past(say: Say, table: Table, outcome: Outcome, limit: int = NAME) -> Scene:
    """A round that is over, with its people, also those who have left the table since."""
    called = names(say, everybody(table, outcome), limit)
    return Scene(outcome.game, outcome.number, outcome.people, called, outcome.practice)


def everybody(table: Table, outcome: Outcome) -> tuple[Person, ...]:
    """Who sits at the table, and after them who played a round there and has left since."""
    gone = (person for person in outcome.people if person is not NOBODY and not table.person(person.user_id))
    return (*table.people, *gone)

"""The state of a table, as plain data: who sits, what is played, the round in play, the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.host.house import House
from engine import Record, Round

MOMENTS = 10_000
"""How many moments a round can have at most: `Table.moment` counts rounds above it and moments below."""


class Phase(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: a Telegram user, or a computer player, whose id is negative."""

    user_id: int
    name: str

    @property
    def is_computer(self) -> bool:
        """Whether a computer plays this seat."""
        return self.user_id < 0


NOBODY = Person(0, "")
"""Who has no seat: the absent third of two at the table (R47)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished round as the table sees it.

    `people` are those of the engine's seats; with two at the table the absent one is `NOBODY`. `house` is what was
    played. `beans` are points times the multiplier (R43), by user id, for those who played; `practice` says that
    nothing goes to the ledger. `huang` is the number of 荒庄 in a row, this round included (0 after a win);
    `next_dealer` is the place of who deals next (R40).
    """

    record: Record
    game: Round
    match: int
    number: int
    people: tuple[Person, Person, Person]
    house: House
    beans: Mapping[int, int]
    practice: bool
    huang: int
    next_dealer: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table: who sits, what is played, the round in play and the score of the match.

    `people` stand in turn order; a place is an index into them. `seats` are the places of the engine's seats
    0, 1, 2 in the round in play (with four people seat 0 is the dealer, R44; None: absent, R47). `cuts`: how the
    first dealer of the match was cut for. `serial` counts the rounds dealt at this table, `number` those of this
    match. `score` are the beans of this match by user id. `leaving` stand up when the round is over; of them,
    `departed` left the group although they play it. `agreed` would close the table at once. `misses` counts, by
    user id, how often in a row the time was up for somebody; `auto` are those in 托管. `next_house`: what was chosen
    during a match, to be played from the next one on.
    """

    id: int
    chat_id: int
    thread_id: int | None
    opener: int
    house: House = field(default_factory=House)
    next_house: House | None = None
    seq: int = 0
    phase: Phase = Phase.LOBBY
    people: tuple[Person, ...] = ()
    match: int = 0
    number: int = 0
    serial: int = 0
    dealer: int = 0
    huang: int = 0
    seats: tuple[int | None, ...] = ()
    cuts: tuple[tuple[tuple[int, str], ...], ...] = ()
    game: Round | None = None
    last: Outcome | None = None
    score: Mapping[int, int] | None = None
    ready: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    departed: frozenset[int] = frozenset()
    stopping: bool = False
    agreed: frozenset[int] = frozenset()
    misses: Mapping[int, int] = field(default_factory=dict)
    auto: frozenset[int] = frozenset()
    match_over: bool = False
    closed: str | None = None

    @property
    def rules(self) -> str:
        """The name of the rule set."""
        return self.house.rules

    @property
    def base(self) -> int:
        """底分."""
        return self.house.base

    @property
    def multiplier(self) -> int:
        """Beans for a point (R43)."""
        return self.house.multiplier

    @property
    def rounds(self) -> int:
        """Rounds in a match, 0 for no end."""
        return self.house.rounds

    def plays_itself(self, user_id: int) -> bool:
        """Whether the computer answers at this seat: a computer player, 托管, or somebody who left the group."""
        return user_id < 0 or user_id in self.auto or user_id in self.departed

    @property
    def goes_on(self) -> bool:
        """Whether the next round begins by itself: there is to be one, and not all who play it are in 托管."""
        return self.phase is Phase.BETWEEN and not all(
            self.plays_itself(person.user_id) for person in self.people
        )

    @property
    def seconds(self) -> int:
        """How long people have for the question in play, in seconds; 0 for no clock."""
        if self.game is None:
            return 0
        owes = self.game.view(None).turn is not None
        return self.house.discard_clock if owes else self.house.claim_clock

    @property
    def waiting_for(self) -> tuple[Person, ...]:
        """The people, not computers, who have to answer now."""
        if self.game is None:
            return ()
        players = (self.player(seat) for seat in self.game.legal())
        return tuple(player for player in players if not self.plays_itself(player.user_id))

    @property
    def moment(self) -> int:
        """A number that changes whenever what may be answered changes; a player's own button carries it."""
        return self.serial * MOMENTS + (self.game.moment if self.game else MOMENTS - 1)

    @property
    def public_moment(self) -> int:
        """The same as everybody may know it: it does not tell that a seat was asked about its own cards (R46)."""
        return self.serial * MOMENTS + (self.game.view(None).moment if self.game else MOMENTS - 1)

    @property
    def practice(self) -> bool:
        """Whether the round in play is not posted to the ledger, because a computer player is in it."""
        players = self.players if self.seats else ()
        return not self.house.ledger and any(player.is_computer for player in players)

    @property
    def players(self) -> tuple[Person, Person, Person]:
        """Who plays the engine's seats in the round in play; NOBODY at an absent one (R47)."""
        return self.player(0), self.player(1), self.player(2)

    def person(self, user_id: int) -> Person | None:
        """Who of the people has this id, or None."""
        return next((person for person in self.people if person.user_id == user_id), None)

    def seat_of(self, user_id: int) -> int | None:
        """The engine's seat (0, 1, 2) of a user in the round in play; None for who sits out or is no player."""
        for seat, place in enumerate(self.seats):
            if place is not None and self.people[place].user_id == user_id:
                return seat
        return None

    def player(self, seat: int) -> Person:
        """Who plays the engine's seat in the round in play; NOBODY at an absent one (R47)."""
        place = self.seats[seat]
        return NOBODY if place is None else self.people[place]

    @property
    def sitting_out(self) -> Person | None:
        """With four at the table, who sits out the round in play (R44); else None."""
        if len(self.people) != 4 or not self.seats:
            return None
        return next(p for place, p in enumerate(self.people) if place not in self.seats)

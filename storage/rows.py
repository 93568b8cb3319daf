"""What the store gives and takes: plain frozen data.

Ids of chats and people are Telegram's (64 bit); the user id of a computer player is negative. Times are unix
seconds. Beans are whole numbers (R43).
"""

from dataclasses import dataclass
from typing import Any

Seats = tuple[int | None, int | None, int | None]
"""The user ids of the record's seats 0..2; None for the absent seat of two at a table (R47)."""

Postings = tuple[tuple[int, int], ...]
"""(user id, beans) of each person; sums to zero."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a table's journal; the first has seq 1."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: in which chat and topic it was opened (thread_id None: no topic), and whether it is over."""

    id: int
    chat_id: int
    thread_id: int | None
    opened_at: float
    closed_at: float | None


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a question: its moment (a generation number), and when its time is over (unix seconds)."""

    moment: int
    due_at: float


@dataclass(frozen=True, slots=True)
class Cause:
    """The update that a change carries out. Updates of one lane, such as "table:5", are worked on in their order."""

    lane: str
    update_id: int


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A finished round.

    match and number count from 1; record is the JSON line of the game record; postings are () for a practice
    round, for the others the points times the multiplier (R43), where () stands for nothing to pay.
    """

    match: int
    number: int
    record: str
    people: Seats
    practice: bool
    postings: Postings = ()
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A finished round with its place; `round.postings` are in the order of the seats."""

    id: int
    chat_id: int
    table_id: int
    at: float
    round: RoundRow


@dataclass(frozen=True, slots=True)
class Settlement:
    """What was posted together: for a round, or as a correction, which has a reason and an author."""

    id: int
    chat_id: int
    round_id: int | None
    reason: str | None
    author: int | None
    at: float
    postings: Postings


@dataclass(frozen=True, slots=True)
class Balance:
    """The beans of a person in a group, and in how many settled rounds they were won."""

    user_id: int
    name: str
    beans: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Person:
    """A person; language is the one chosen, language_code the client's; can_message: has started the bot.

    pictures: whether cards are to be drawn, None if the person has not chosen.
    """

    user_id: int
    name: str
    username: str | None
    language_code: str | None
    language: str | None
    can_message: bool
    pictures: bool | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group chat with its title and its house rules."""

    chat_id: int
    title: str
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Link:
    """A deep link to a table; user_id None: for anybody."""

    token: str
    table_id: int
    user_id: int | None
    expires_at: float


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """Where a message is, and of which round at its table (0: sent before the first)."""

    chat_id: int
    message_id: int
    serial: int = 0

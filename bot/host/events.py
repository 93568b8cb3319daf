"""What can happen to a table: the events of its journal, as frozen records that fold into a `Table`.

User ids are Telegram's; computer players have negative ids. An event says what happened, never what follows
from it: results and totals come from folding (`bot.host.fold.evolve`).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody opened the table; nobody sits yet. `house`: what is played, as `House.data`."""

    chat_id: int
    thread_id: int | None
    opener: int
    house: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sat:
    """A person, or a computer player, took a seat; `instead` is the computer player who stood up for them."""

    user_id: int
    name: str
    instead: int | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody stood up, outside a round. It ends the match (R41)."""

    user_id: int


@dataclass(frozen=True, slots=True)
class WillLeave:
    """The one who sits out this round leaves as soon as it is over (R44)."""

    user_id: int


@dataclass(frozen=True, slots=True)
class HouseChosen:
    """The table plays by another house (as `House.data`), in a match from the next one on."""

    house: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reseated:
    """换位: the seats were drawn anew; `order` are the user ids in the new turn order."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match began; `dealer` is the place (index of the people) of the first dealer (R40).

    `cuts` are the cards drawn for it where it is cut for: each time, (user id, card) of those still in.
    """

    number: int
    dealer: int
    cuts: tuple[tuple[tuple[int, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt from `deck`: 80 card codes in the order of R6, separated by spaces."""

    deck: str


@dataclass(frozen=True, slots=True)
class Played:
    """A seat of the round (0, 1, 2) did `action`, in the words of a record (N1).

    `by` is who decided: "person", "computer" (a computer player), "clock" (the time was up), or "auto" (托管).
    """

    seat: int
    action: str
    by: str = "person"


@dataclass(frozen=True, slots=True)
class Escaped:
    """逃跑: a seat of the round quit in the middle of it (R42), and its player leaves the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Somebody pressed 下一局."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AutoPlay:
    """A person hands the seat to the computer (托管), or takes it back."""

    user_id: int
    on: bool


@dataclass(frozen=True, slots=True)
class StopAgreed:
    """A person agrees that the table closes at once, the round in play being void."""

    user_id: int


@dataclass(frozen=True, slots=True)
class StopAsked:
    """The table is to close when the round in play is over."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Departed:
    """A player left the group in the middle of a round: the seat stays till the round is over."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Returned:
    """Who had left the group in this round is back in it, and keeps the seat."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The table is in another chat or topic: its group became a supergroup, or its topic is no more."""

    chat_id: int
    thread_id: int | None


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is no more; a round that is not over is void. `reason`: stopped, empty, gone, idle."""

    reason: str


Event = (
    Opened
    | Sat
    | Left
    | WillLeave
    | HouseChosen
    | Reseated
    | MatchBegan
    | Dealt
    | Played
    | Escaped
    | Ready
    | StopAsked
    | StopAgreed
    | AutoPlay
    | Departed
    | Returned
    | Moved
    | Closed
)

_KINDS: dict[str, TypeAdapter[Any]] = {cls.__name__: TypeAdapter(cls) for cls in Event.__args__}


def pack(event: Event) -> tuple[str, dict[str, Any]]:
    """The event as its kind and plain JSON data, for the journal."""
    return type(event).__name__, dataclasses.asdict(event)


def unpack(kind: str, data: dict[str, Any]) -> Event:
    """The event back from the journal.

    Raises ValueError, with one sentence, if the kind is unknown or the data do not fit it.
    """
    if kind not in _KINDS:
        raise ValueError(f"the journal has an event of the unknown kind {kind!r}")
    try:
        event: Event = _KINDS[kind].validate_python(data)
    except ValidationError as error:
        raise ValueError(f"the journal has a broken {kind} event: {error.errors()[0]['msg']}") from None
    return event

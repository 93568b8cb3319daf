"""What people, and the host itself, can want of a table."""

from __future__ import annotations

from dataclasses import dataclass

from bot.host.house import House


@dataclass(frozen=True, slots=True)
class Sit:
    """A person wants a seat."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class AddComputer:
    """A seated person wants a computer player on a free seat."""

    user_id: int


@dataclass(frozen=True, slots=True)
class DropComputer:
    """A seated person sends a computer player away."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A person wants to leave. In mid-round that is 逃跑 (R42) and takes `sure`."""

    user_id: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class ChooseRules:
    """A seated person chooses the rule set, by its name in `engine.RULE_SETS`.

    `admin` says whether they administrate the group, where only admins may change the house.
    """

    user_id: int
    rules: str
    admin: bool = False


@dataclass(frozen=True, slots=True)
class ChooseBase:
    """A seated person chooses the base stake 底分; `admin` as in `ChooseRules`."""

    user_id: int
    base: int
    admin: bool = False


@dataclass(frozen=True, slots=True)
class ChooseHouse:
    """A person changes what the table plays, in a match from the next one on.

    `admin` says whether they administrate the group.
    """

    user_id: int
    house: House
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Reseat:
    """A seated person wants the seats drawn anew (换位)."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Begin:
    """A seated person starts a match (开局)."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Play:
    """A person answers in the round in play.

    `moment` is the moment that the person saw (`Table.moment`). `pick` is the number of one of the person's
    options, as text ("0", "1", …, in the order of the view), or a word (`chi`, `peng`, `hu`, `pass`) where
    exactly one option has it. `sure` confirms a pass while 胡 is offered (R27).
    """

    user_id: int
    moment: int
    pick: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class NextRound:
    """A person presses 下一局 under the settlement of the moment `moment`."""

    user_id: int
    moment: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """The host deals the next round although not all have pressed 下一局: the time for it is over."""

    moment: int


@dataclass(frozen=True, slots=True)
class ComputerPlays:
    """The host lets the computer answer at the engine's seat `seat`: a computer player, or one in 托管."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time for the question of `moment` is over: the host answers for whoever has not."""

    moment: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """A person hands the seat to the computer (托管), or (`on` False) is back."""

    user_id: int
    on: bool = True


@dataclass(frozen=True, slots=True)
class AgreeToStop:
    """A person agrees that the table closes at once: the round in play is void."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Stop:
    """A person ends the table; `admin` says whether they administrate the group."""

    user_id: int
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Depart:
    """A person left the group."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Return:
    """A person came back to the group."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Move:
    """The table goes on in this chat and topic: the group has a new id, or the topic is no more."""

    chat_id: int
    thread_id: int | None


@dataclass(frozen=True, slots=True)
class Close:
    """The host closes the table, whatever is in play: `reason` is `gone` (no way into the group) or `idle`.

    `seq` is the last event at the moment of that decision; None: it does not matter what happened since.
    """

    reason: str
    seq: int | None = None


Intent = (
    Sit
    | AddComputer
    | DropComputer
    | Leave
    | ChooseRules
    | ChooseBase
    | ChooseHouse
    | Reseat
    | Begin
    | Play
    | NextRound
    | GoOn
    | ComputerPlays
    | TimeUp
    | HandOver
    | AgreeToStop
    | Stop
    | Depart
    | Return
    | Move
    | Close
)

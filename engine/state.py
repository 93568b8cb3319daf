"""Everything about one round at one point, changed in place by the kernel.

`engine.opening` deals, `engine.course` takes answers in and goes on to the next question, `engine.ends` closes the
round. None of them checks anything: `engine.round.Round` is the face that does, and that works on copies. An answer
that was not asked for leaves a State in disorder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.actions import Action
from engine.cards import Kind
from engine.claims import NOBODY, Claims
from engine.events import Event
from engine.result import Result
from engine.rules import Rules
from engine.seat import Seat

Phase = Literal["liang", "own", "claim", "discard", "draw", "over"]

ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""The seats in turn order from each seat on (R5)."""

TWO_ORDERS = tuple(
    tuple(tuple(seat for seat in order if seat != absent) for order in ORDERS) for absent in range(3)
)
"""The same with two at the table, by the seat that is absent (R47)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What a round began with, and what the deal alone decides.

    `absent`: the seat that nobody plays (R47), whose cards are `aside`. `huang`: how many rounds in a row before this
    one ended undecided (R48). `moved`: how many cards were shown and moved to the top of the stock, and `bottom` lies
    open under it (L2; None without it).
    """

    deck: tuple[Kind, ...]
    dealer: int
    base: int = 1
    huang: int = 0
    absent: int | None = None
    aside: tuple[Kind, ...] = ()
    moved: int = 0
    bottom: Kind | None = None


class State:
    """A round.

    `phase`: liang: the seats that can win on the 亮张 are asked (R9); own: `turn` is asked on its own 偎 or 提 (R14.3);
    claim: the card of `turn` lies open; discard: `turn` owes one; draw: `turn` draws next; over.
    `card`: the kind that the question is about, or the last one was; `lies_open`: it lies face up; `card_drawn`: it was
    drawn, not discarded; `held`: of an own 偎 or 提, what the seat had of the kind: "pair", "kan" or "wei".
    `orders`: the seats that play, in turn order from each seat on. `stock`: the cards that can be drawn, in order;
    `drawn`: how many of them are gone.
    `asked`, `order`, `forced`: the question (see `Claims`); `answers`: the answers so far. `public_moment`: number of
    the last question that everybody knows of (see `View.moment`).
    `seats` are to be read; `seat` gives one to change, and `owned` has the bits of those that no other State shares.
    """

    __slots__ = (
        "actions",
        "answers",
        "asked",
        "card",
        "card_drawn",
        "deal",
        "drawn",
        "events",
        "forced",
        "held",
        "lies_open",
        "moment",
        "order",
        "orders",
        "owned",
        "phase",
        "public_moment",
        "result",
        "rules",
        "seats",
        "stock",
        "turn",
    )

    rules: Rules
    deal: Deal
    orders: tuple[tuple[int, ...], ...]
    stock: tuple[Kind, ...]
    drawn: int
    seats: list[Seat]
    owned: int
    phase: Phase
    turn: int
    card: Kind
    lies_open: bool
    card_drawn: bool
    held: str
    asked: dict[int, tuple[Action, ...]]
    order: tuple[tuple[int, str], ...]
    forced: tuple[int, Action] | None
    answers: dict[int, Action]
    moment: int
    public_moment: int
    actions: list[tuple[int, Action]]
    events: list[Event]
    result: Result | None

    def __init__(self, rules: Rules, deal: Deal) -> None:
        """A round whose hands are still to be dealt."""
        self.rules = rules
        self.deal = deal
        self.orders = ORDERS if deal.absent is None else TWO_ORDERS[deal.absent]
        self.stock = deal.deck[61:]
        self.turn = deal.dealer
        self.card = deal.deck[60]
        self.held = ""
        self.drawn = self.moment = self.public_moment = 0
        self.lies_open = False
        self.card_drawn = True
        self.phase = "liang"
        self.seats = []
        self.owned = 0
        self.actions = []
        self.events = []
        self.answers = {}
        self.result = None
        self.ask(NOBODY)

    def copy(self) -> State:
        """An independent copy. What it shares with this one is replaced when it changes, not changed."""
        new = State.__new__(State)
        new.rules = self.rules
        new.deal = self.deal
        new.orders = self.orders
        new.stock = self.stock
        new.drawn = self.drawn
        new.seats = self.seats.copy()
        new.owned = self.owned = 0
        new.phase = self.phase
        new.turn = self.turn
        new.card = self.card
        new.lies_open = self.lies_open
        new.card_drawn = self.card_drawn
        new.held = self.held
        new.asked = self.asked
        new.order = self.order
        new.forced = self.forced
        new.answers = self.answers
        new.moment = self.moment
        new.public_moment = self.public_moment
        new.actions = self.actions.copy()
        new.events = self.events.copy()
        new.result = self.result
        return new

    @property
    def liang(self) -> Kind | None:
        """The 亮张; None where there is none (L1)."""
        return self.deal.deck[60] if self.rules.shows_liang else None

    @property
    def stake(self) -> int:
        """What a win's `pay` of 1 is in points: 底分, and R48's factor where it holds."""
        return self.deal.base * (1 + self.deal.huang if self.rules.huang_fan else 1)

    def seat(self, number: int) -> Seat:
        """A seat that may be changed: the state's own copy, made at the first change after a copy of the state."""
        bit = 1 << number
        if not self.owned & bit:
            self.owned |= bit
            self.seats[number] = self.seats[number].copy()
        return self.seats[number]

    def ask(self, claims: Claims) -> None:
        """Put a question."""
        self.asked, self.order, self.forced = claims

    def next_moment(self, *, public: bool) -> None:
        """Count a question or an open card; `public`: everybody knows of it."""
        self.moment += 1
        if public:
            self.public_moment = self.moment

    def end(self, result: Result) -> None:
        """Close the round."""
        self.result = result
        self.phase = "over"
        self.ask(NOBODY)
        self.answers = {}

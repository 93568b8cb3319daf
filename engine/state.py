"""Everything about one round at one point, changed in place by the kernel.

`engine.opening` deals, `engine.course` takes answers in and goes on to the next question, `engine.ends` closes the
round. None of them checks anything: `engine.round.Round` is the face that does, and that works on copies. An answer
that was not asked for leaves a State in disorder.
"""

from __future__ import annotations

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


class State:
    """A round.

    `phase`: liang: the seats that can win on the 亮张 are asked (R9); own: `turn` is asked on its own 偎 or 提 (R14.3);
    claim: the card of `turn` lies open; discard: `turn` owes one; draw: `turn` draws next; over.
    `card`: the kind that the question is about, or the last one was; `lies_open`: it lies face up; `card_drawn`: it was
    drawn, not discarded; `held`: of an own 偎 or 提, what the seat had of the kind: "pair", "kan" or "wei".
    `asked`, `order`, `forced`: the question (see `Claims`); `answers`: the answers so far. `drawn`: how many cards of
    `stock` are gone. `public_moment`: number of the last question that everybody knows of (see `View.moment`).
    `seats` are to be read; `seat` gives one to change, and `owned` has the bits of those that no other State shares.
    """

    __slots__ = (
        "actions",
        "answers",
        "asked",
        "base",
        "card",
        "card_drawn",
        "dealer",
        "deck",
        "drawn",
        "events",
        "forced",
        "held",
        "lies_open",
        "moment",
        "order",
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
    base: int
    dealer: int
    deck: tuple[Kind, ...]
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

    def __init__(self, rules: Rules, deck: tuple[Kind, ...], dealer: int, base: int) -> None:
        """A round whose hands are still to be dealt."""
        self.rules = rules
        self.deck = deck
        self.dealer = self.turn = dealer
        self.base = base
        self.stock = deck[61:]
        self.card = self.liang
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
        new.base = self.base
        new.dealer = self.dealer
        new.deck = self.deck
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
    def liang(self) -> Kind:
        """The 亮张."""
        return self.deck[60]

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

"""One round as an immutable value: what may be done, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import QUIT, Action, IllegalAction
from engine.cards import COPIES, DECK_SIZE, KINDS, Kind, code
from engine.course import answer, go_on, goes_on, step
from engine.ends import leave
from engine.events import Event
from engine.opening import open_round
from engine.result import Result
from engine.rules import Rules
from engine.state import Deal, State
from engine.view import View, look
from engine.why import why_not


class Round:
    """A round at one point of its course.

    A Round never changes: `apply` checks an answer (`why_not`), copies the kernel (`engine.state.State`) and lets the
    unchecked copy take the answer in and go on to the next question, so that earlier Rounds stay good for search,
    undo and comparison. A copy costs a few microseconds; nothing of it is shared that can change. Its views, and the
    steps after the last answer that was tried, are kept: a host asks for the same ones many times, to decide, to write
    down and to show.
    """

    __slots__ = ("_state", "_steps", "_views")

    def __init__(self, state: State) -> None:
        """Wrap a kernel, which belongs to this Round from now on. Use `Round.deal` to begin a round."""
        self._state = state
        self._views: dict[int | None, View] = {}
        self._steps: tuple[int, Action, tuple[Round, ...]] | None = None

    @classmethod
    def deal(
        cls,
        rules: Rules,
        deck: Sequence[Kind],
        dealer: int,
        *,
        base: int = 1,
        huang: int = 0,
        absent: int | None = None,
    ) -> Round:
        """A new round (R6): everything forced after the deal has happened.

        `deck`: the 80 cards, `dealer`: 0, 1 or 2, `base`: 底分, 1 or more, `huang`: how many rounds in a row right
        before this one ended undecided (R48), 0 or more, `absent`: with two at the table the seat of nobody (R47),
        not the dealer's. Raises ValueError, with one sentence, else.
        """
        check_deal(deck, dealer, base, huang, absent)
        state = open_round(rules, Deal(tuple(deck), dealer, base, huang, absent))
        go_on(state)
        return cls(state)

    @property
    def rules(self) -> Rules:
        """The rule set, with house rules applied."""
        return self._state.rules

    @property
    def base(self) -> int:
        """底分 (R37)."""
        return self._state.deal.base

    @property
    def huang(self) -> int:
        """How many rounds in a row right before this one ended undecided (R48)."""
        return self._state.deal.huang

    @property
    def stake(self) -> int:
        """What a win's `pay` of 1 is in points: 底分, and R48's factor where it holds."""
        return self._state.stake

    @property
    def absent(self) -> int | None:
        """With two at the table the seat of nobody (R47), else None."""
        return self._state.deal.absent

    @property
    def dealer(self) -> int:
        """The seat of 庄."""
        return self._state.deal.dealer

    @property
    def deck(self) -> tuple[Kind, ...]:
        """The 80 cards in the order of R6."""
        return self._state.deal.deck

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Every answer so far, as (seat, action); a `quit` (N2) among them."""
        return tuple(self._state.actions)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened so far, with who may see each."""
        return tuple(self._state.events)

    @property
    def result(self) -> Result | None:
        """How the round ended; None while it goes on."""
        return self._state.result

    @property
    def moment(self) -> int:
        """Number of the question or open card: 1 for the asking on the 亮张, more for each card that is put face up,
        each own 偎 or 提 and each discard that is owed. It stays while answers come in, and counts on in the same way
        whether or not a seat was asked.
        """
        return self._state.moment

    def legal(self) -> dict[int, tuple[Action, ...]]:
        """The seats that still have to answer, each with its actions in the order of their text (N3)."""
        state = self._state
        if state.answers:
            return {seat: options for seat, options in state.asked.items() if seat not in state.answers}
        return dict(state.asked)

    def why_not(self, seat: int, action: Action) -> str | None:
        """None if `seat` may do `action` now, else the code of a reason (see `engine.why.REASONS`)."""
        return why_not(self._state, seat, action)

    def apply(self, seat: int, action: Action) -> Round:
        """The round after this answer and all that follows by itself. Raises IllegalAction; self is untouched."""
        if self._steps is not None and self._steps[:2] == (seat, action):
            return self._steps[2][-1]
        state = self._after(seat, action)
        go_on(state)
        return Round(state)

    def steps(self, seat: int, action: Action) -> tuple[Round, ...]:
        """As `apply`, with the rounds in between: one for each face-up card about which nobody is asked (it goes to
        the discards, or a 跑 is forced; `legal()` is empty there), and last the one that `apply` returns.
        """
        if self._steps is None or self._steps[:2] != (seat, action):
            state = self._after(seat, action)
            found = []
            while goes_on(state):
                if state.phase == "claim":
                    found.append(Round(state.copy()))
                step(state)
            self._steps = seat, action, (*found, Round(state))
        return self._steps[2]

    def quit(self, seat: int) -> Round:
        """The round ended by a seat that leaves (R42). Raises IllegalAction if it is over already, or nobody's seat."""
        if self._state.result is not None or seat == self._state.deal.absent:
            raise IllegalAction(seat, QUIT, "over" if self._state.result is not None else "absent")
        state = self._state.copy()
        leave(state, seat)
        return Round(state)

    def view(self, seat: int | None) -> View:
        """What `seat` may see; None: an onlooker."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = look(self._state, seat)
        return view

    def _after(self, seat: int, action: Action) -> State:
        state = self._state
        if seat in state.answers or action not in state.asked.get(seat, ()):
            raise IllegalAction(seat, action, why_not(state, seat, action) or "not_offered")
        state = state.copy()
        answer(state, seat, action)
        return state


_FULL_DECK = sorted(list(range(KINDS)) * COPIES)


def check_deal(
    deck: Sequence[Kind], dealer: int, base: int, huang: int = 0, absent: int | None = None
) -> None:
    """Raise ValueError, with one sentence, if a round cannot begin like this."""
    if len(deck) != DECK_SIZE:
        raise ValueError(f"a deck has {DECK_SIZE} cards, not {len(deck)}")
    if sorted(deck) != _FULL_DECK:
        kind = next(kind for kind in range(KINDS) if deck.count(kind) != COPIES)
        raise ValueError(f"a deck has {COPIES} cards {code(kind)}, not {deck.count(kind)}")
    if dealer not in (0, 1, 2):
        raise ValueError(f"the dealer is seat 0, 1 or 2, not {dealer}")
    if base < 1:
        raise ValueError(f"the base stake is 1 or more, not {base}")
    if huang < 0:
        raise ValueError(f"the number of undecided rounds before is 0 or more, not {huang}")
    if absent not in (None, 0, 1, 2):
        raise ValueError(f"the absent seat is 0, 1 or 2, not {absent}")
    if absent == dealer:
        raise ValueError(f"the absent seat is not the dealer's, {dealer}")

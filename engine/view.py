"""What one seat, or an onlooker, may see of a round (R45, R46), as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import HU, Action
from engine.cards import Kind
from engine.ends import win_of
from engine.melds import HIDDEN_WEI, Meld
from engine.result import Result
from engine.seat import Seat, kinds_of
from engine.wins import Win

if TYPE_CHECKING:
    from engine.state import State


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The card that lies open: its kind, whose it is, and whether it was drawn (else discarded)."""

    kind: Kind
    seat: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """What the viewer sees of one seat.

    `cards`: how many it holds. `melds`: on the table, in the order they were laid; another seat's hidden 偎 is
    `Meld("wei", ())`. `huxi`: the sum over those melds that the viewer sees; `hidden`: it does not see all of them.
    `river`: its discards, oldest first.
    """

    cards: int
    melds: tuple[Meld, ...]
    huxi: int
    hidden: bool
    river: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A round as `seat` sees it (None: an onlooker).

    `turn`: the seat that owes a discard, also while a seat is asked on its own cards, and the dealer during the asking
    on the 亮张; None while a card lies open or the round is over. `stock`: how many cards can still be drawn.
    `liang`: the 亮张; None where there is none (L1). `hand`, `options` (in the order of their text), `answer` (given,
    not settled yet), the kinds that are dead for 吃 and 碰 (R25) and declined (R27), and `opening`, those of its
    opening 提 or 壠: the viewer's own, empty for an onlooker.
    `win`: what its `hu` is worth, where it has that option; without 醒 (G2), which nobody can know before the end.
    `moment`: number of the question or open card; see `Round.moment`. It tells others nothing: a discard that a seat
    owes after its own 偎 or 提, or as dealer after the asking on the 亮张, counts in that seat's own view only.
    `absent`: the seat that nobody plays (R47); it has no cards. `bottom`: the card shown under the stock, which is
    never drawn, and `top`: the next cards of the stock, as many of them as were shown when they were moved there (L2).
    When the round is over: `result`, the three `hands`, `rest`, the stock in the order of drawing (without `bottom`),
    and `aside`, the cards of the absent seat.
    """

    seat: int | None
    dealer: int
    turn: int | None
    stock: int
    liang: Kind | None
    face_up: FaceUp | None
    seats: tuple[SeatView, SeatView, SeatView]
    hand: tuple[Kind, ...]
    options: tuple[Action, ...]
    answer: Action | None
    dead_chi: frozenset[Kind]
    dead_peng: frozenset[Kind]
    declined: frozenset[Kind]
    win: Win | None
    moment: int
    result: Result | None
    hands: tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]] | None
    rest: tuple[Kind, ...]
    absent: int | None = None
    bottom: Kind | None = None
    top: tuple[Kind, ...] = ()
    opening: tuple[Kind, ...] = ()
    aside: tuple[Kind, ...] = ()


def look(state: State, seat: int | None) -> View:
    """The view of `seat`, 0 to 2, or of an onlooker."""
    own = None if seat is None else state.seats[seat]
    over = state.result is not None
    asked = () if seat is None or seat in state.answers else state.asked.get(seat, ())
    first, second, third = state.seats
    return View(
        seat=seat,
        dealer=state.deal.dealer,
        turn=None if over or state.phase == "claim" else state.turn,
        stock=len(state.stock) - state.drawn,
        liang=state.liang,
        face_up=FaceUp(state.card, state.turn, state.card_drawn) if state.lies_open else None,
        seats=(
            _look_at(first, state, hides=seat != 0),
            _look_at(second, state, hides=seat != 1),
            _look_at(third, state, hides=seat != 2),
        ),
        hand=() if own is None else own.cards(),
        options=asked,
        answer=None if seat is None else state.answers.get(seat),
        dead_chi=kinds_of(own.dead_chi) if own else _NONE,
        dead_peng=kinds_of(own.dead_peng) if own else _NONE,
        declined=frozenset(kind for kind in own.declined if not own.may_win_with(kind)) if own else _NONE,
        win=win_of(state, seat) if seat is not None and HU in asked else None,
        moment=state.public_moment if state.phase == "discard" and seat != state.turn else state.moment,
        result=state.result,
        hands=(first.cards(), second.cards(), third.cards()) if over else None,
        rest=state.stock[state.drawn :] if over else (),
        absent=state.deal.absent,
        bottom=state.deal.bottom,
        top=state.stock[state.drawn : state.deal.moved],
        opening=own.opening if own else (),
        aside=tuple(sorted(state.deal.aside)) if over else (),
    )


_NONE: frozenset[Kind] = frozenset()


def _look_at(seat: Seat, state: State, *, hides: bool) -> SeatView:
    melds, huxi, hidden = seat.melds, seat.huxi, False
    if hides and seat.wei and state.result is None and not state.rules.open_wei:
        hidden = any(meld.type == "wei" for meld in melds)
        huxi -= sum(state.rules.huxi(meld) for meld in melds if meld.type == "wei")
        melds = tuple(HIDDEN_WEI if meld.type == "wei" else meld for meld in melds)
    return SeatView(seat.in_hand(), melds, huxi, hidden, seat.river)

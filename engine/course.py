"""The course of a round: draws, discards, claims, and what follows from them by itself (sections 3, 4 and 6)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards import Kind
from engine.claims import NOBODY, claims_on, wins_only
from engine.ends import huang, win
from engine.events import ONLY, OTHERS, Event
from engine.melds import JIAO, RUNS, alike
from engine.seat import BIT
from engine.state import State
from engine.wins import Claim, completes

_TAKEN = {meld.cards: meld for meld in (*RUNS, *JIAO)}


def answer(state: State, number: int, action: Action) -> None:
    """Take in what a seat answers; it must be one of its options."""
    state.actions.append((number, action))
    if state.phase == "discard":
        _discard(state, action.cards[0])
    else:
        state.answers = {**state.answers, number: action}
        _settle(state)


def goes_on(state: State) -> bool:
    """Whether nobody is asked and the round is not over: what comes next happens by itself."""
    return not state.asked and state.result is None


def go_on(state: State) -> None:
    """Do everything that happens by itself, up to the next question or the end."""
    while not state.asked and state.result is None:
        step(state)


def step(state: State) -> None:
    """Do the next thing that happens by itself; only while the round goes on."""
    if state.phase == "draw":
        _draw(state)
    else:
        _settle(state)


def _settle(state: State) -> None:
    """Settle the question, if no outstanding answer can change how ("The asking" in section 4)."""
    place = 0
    taken = state.forced
    for number, word in state.order:
        given = state.answers.get(number)
        if given is None:
            return
        if given.word == word:
            taken = number, given
            break
        place += 1
    if taken is not None and taken[1].word == "hu":
        win(state, taken[0])
        return
    _mark(state, state.order[:place], None if taken is None else taken[0])
    state.ask(NOBODY)
    state.answers = {}
    if state.phase != "claim":
        _owe(state, state.turn)
    elif taken is None:
        _nobody_takes(state)
    else:
        _take(state, *taken)


def _mark(state: State, let_go: tuple[tuple[int, str], ...], taker: int | None) -> None:
    """R26b, R27: the options that the card passed by before it was taken; R9 without a 亮张 marks nothing."""
    if state.phase == "liang" and not state.rules.shows_liang:
        return
    kind = state.card
    for number, word in let_go:
        seat = state.seat(number)
        if word == "hu":
            seat.decline(kind)
        elif number != taker:
            if word == "peng":
                seat.let_peng |= BIT[kind]
            if word == "chi" or state.rules.dead_bars_peng:
                seat.bury(kind, state.rules)


def _take(state: State, number: int, action: Action) -> None:
    seat, kind, rules = state.seat(number), state.card, state.rules
    state.lies_open = False
    if action.word in ("pao", "zhao"):
        seat.lay_four(alike(action.word, kind), rules)
        cards: tuple[Kind, ...] = (kind,) * 4
    elif action.word == "peng":
        seat.spend((kind, kind))
        seat.lay(alike("peng", kind), rules)
        seat.peng |= BIT[kind]
        cards = (kind,) * 3
    else:
        seat.spend(action.cards)
        seat.lay(_TAKEN[tuple(sorted((kind, *action.cards)))], rules)
        cards = (kind, *action.cards)
        for three in action.bi:
            seat.spend(three)
            seat.lay(_TAKEN[three], rules, joined=0)
            cards += three
    state.events.append(Event(action.word, number, cards))
    _owe(state, number)


def _nobody_takes(state: State) -> None:
    """R16."""
    state.seat(state.turn).river += (state.card,)
    state.events.append(Event("river", state.turn, (state.card,)))
    state.lies_open = False
    _pass_turn(state, state.turn)


def _owe(state: State, number: int) -> None:
    """R13: after a meld of its own, or as dealer after the opening, a seat discards or the turn passes."""
    seat = state.seats[number]
    if seat.loose and seat.owes():
        state.next_moment(public=state.phase == "claim")
        state.phase = "discard"
        state.turn = number
        state.asked = {number: seat.discards()}
    else:
        state.events.append(Event("no_discard", number))
        _pass_turn(state, number)


def _pass_turn(state: State, number: int) -> None:
    state.phase = "draw"
    state.turn = state.orders[number][1]


def _discard(state: State, kind: Kind) -> None:
    """R15, R26a."""
    seat = state.seat(state.turn)
    seat.spend((kind,))
    seat.total -= 1
    seat.bury(kind, state.rules)
    _turn_up(state, kind, drawn=False)


def _draw(state: State) -> None:
    """R14, L3."""
    if state.drawn == len(state.stock):
        huang(state)
        return
    kind = state.stock[state.drawn]
    state.drawn += 1
    seat = state.seats[state.turn]
    if state.rules.open_draws:
        _turn_up(state, kind, drawn=True)
    elif seat.hand[kind] == 3:
        _draw_ti(state, kind, "kan")
    elif seat.wei & BIT[kind]:
        _draw_ti(state, kind, "wei")
    elif seat.hand[kind] == 2:
        _draw_wei(state, kind)
    else:
        _turn_up(state, kind, drawn=True)


def _turn_up(state: State, kind: Kind, *, drawn: bool) -> None:
    """Section 4: `turn` puts a card face up."""
    state.phase = "claim"
    state.card = kind
    state.card_drawn = drawn
    state.lies_open = True
    state.next_moment(public=True)
    state.events.append(Event("draw" if drawn else "discard", state.turn, (kind,)))
    order = state.orders[state.turn]
    state.ask(claims_on(kind, drawn=drawn, order=order, seats=state.seats, rules=state.rules))


def _draw_ti(state: State, kind: Kind, held: str) -> None:
    """R14.1."""
    state.seat(state.turn).lay_four(alike("ti", kind), state.rules)
    state.events.append(Event("ti", state.turn, (kind,) * 4))
    _ask_on_own(state, kind, held)


def _draw_wei(state: State, kind: Kind) -> None:
    """R14.2."""
    number = state.turn
    seat = state.seat(number)
    meld = alike("chou_wei" if seat.let_peng & BIT[kind] else "wei", kind)
    seat.spend((kind, kind))
    seat.lay(meld, state.rules)
    seat.wei |= BIT[kind]
    if meld.type == "wei" and not state.rules.open_wei:
        state.events.append(Event("wei", number, meld.cards, ONLY[number]))
        state.events.append(Event("wei", number, (), OTHERS[number]))
    else:
        state.events.append(Event(meld.type, number, meld.cards))
    _ask_on_own(state, kind, "pair")


def _ask_on_own(state: State, kind: Kind, held: str) -> None:
    """R14.3."""
    state.phase = "own"
    state.card = kind
    state.card_drawn = True
    state.held = held
    state.next_moment(public=True)
    seat = state.seats[state.turn]
    claim = Claim(None, drawn=True, own=True, made=(kind, held))
    if seat.may_win_with(kind) and completes(state.rules, seat.hand, seat.melds, claim):
        state.ask(wins_only((state.turn,), state.rules))

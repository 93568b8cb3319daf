"""The course of one round: an unchecked kernel that is changed in place (rules sections 3 to 6).

`engine.round.Round` is the face: it checks what a seat answers and works on a copy. Here an answer is trusted to be one
that was asked for; anything else leaves the state in disorder.
"""

from __future__ import annotations

from typing import Literal

from engine.actions import QUIT, Action
from engine.cards import Kind
from engine.claims import NOBODY, Claims, claims_on, wins_only
from engine.events import ONLY, OTHERS, Event
from engine.melds import JIAO, RUNS, alike
from engine.result import Points, Result, quit_points, win_points
from engine.rules import Rules
from engine.seat import BIT, Seat
from engine.wins import Claim, Win, best_win, completes, most_huxi, tian_win

Phase = Literal["liang", "own", "claim", "discard", "draw", "over"]

_TAKEN = {meld.cards: meld for meld in (*RUNS, *JIAO)}
_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


class State:
    """Everything about a round.

    `phase`: liang: the seats that can win on the 亮张 are asked (R9); own: `turn` on its own 偎 or 提 (R14.3); claim: the
    card `face` of seat `turn` lies open; discard: `turn` owes one; draw: `turn` draws next; over.
    `asked`, `order`, `forced`: the question (see `Claims`), `answers` the answers to it so far.  `made`: what `turn` drew into its own 偎 or 提, and what it held of it before.
    `public_moment`: the number of the last question that everybody knows of; see `View.moment`.
    """

    __slots__ = (
        "actions",
        "answers",
        "asked",
        "base",
        "dealer",
        "deck",
        "drawn",
        "events",
        "face",
        "face_drawn",
        "forced",
        "made",
        "moment",
        "order",
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
    phase: Phase
    turn: int
    face: Kind | None
    face_drawn: bool
    made: tuple[Kind, str] | None
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
        """The deal up to the question on the 亮张 (R6 to R9)."""
        self.rules = rules
        self.deck = deck
        self.dealer = self.turn = dealer
        self.base = base
        self.stock = deck[61:]
        self.drawn = self.moment = self.public_moment = 0
        self.face = self.made = self.result = None
        self.face_drawn = False
        self.actions = []
        self.answers = {}
        dealt = {seat: deck[20 * place : 20 * place + 20] for place, seat in enumerate(_ORDERS[dealer])}
        self.events = [Event("deal", seat, tuple(sorted(dealt[seat])), ONLY[seat]) for seat in range(3)]
        self.events.append(Event("liang", dealer, (self.liang,)))
        dealt[dealer] += (self.liang,)
        self.seats = [Seat(dealt[seat]) for seat in range(3)]
        self._ask(NOBODY)
        self._open()

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.rules = self.rules
        new.base = self.base
        new.dealer = self.dealer
        new.deck = self.deck
        new.stock = self.stock
        new.drawn = self.drawn
        first, second, third = self.seats
        new.seats = [first.copy(), second.copy(), third.copy()]
        new.phase = self.phase
        new.turn = self.turn
        new.face = self.face
        new.face_drawn = self.face_drawn
        new.made = self.made
        new.asked = self.asked
        new.order = self.order
        new.forced = self.forced
        new.answers = self.answers.copy()
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

    def answer(self, seat: int, action: Action) -> None:
        """Take in what `seat` answers; it must be one of its options."""
        self.actions.append((seat, action))
        if self.phase == "discard":
            self._discard(seat, action.cards[0])
        else:
            self.answers[seat] = action
            self._settle()

    def goes_on(self) -> bool:
        """Whether nobody is asked and the round is not over: what comes next happens by itself."""
        return not self.asked and self.result is None

    def go_on(self) -> None:
        """Do everything that happens by itself, up to the next question or the end."""
        while not self.asked and self.result is None:
            self.step()

    def step(self) -> None:
        """Do the next thing that happens by itself; only while the round goes on."""
        if self.phase == "draw":
            self._draw()
        else:
            self._settle()

    def quit(self, seat: int) -> None:
        """R42: `seat` leaves, and the round is over."""
        self.actions.append((seat, QUIT))
        self.events.append(Event("quit", seat))
        others = _ORDERS[seat][1:]
        huxi = sum(most_huxi(self.rules, self.seats[other].hand) + self.seats[other].huxi for other in others)
        self._end(Result("quit", quit_points(seat, others, huxi, self.base), quitter=seat))

    def win_of(self, seat: int) -> Win:
        """What 胡 is worth to a seat that is asked for it."""
        holder = self.seats[seat]
        claim = Claim(
            None if self.phase == "own" or (self.phase == "liang" and seat == self.dealer) else self._kind(),
            drawn=self.phase != "claim" or self.face_drawn,
            own=seat == self.turn,
            liang=self.phase == "liang",
            stock=self._place_in_stock(),
            opening=holder.opening,
            made=self.made if self.phase == "own" else None,
        )
        win = best_win(self.rules, holder.hand, holder.melds, claim)
        assert win is not None, "only a complete seat is asked"
        return win

    def _open(self) -> None:
        """R7 to R9."""
        order = _ORDERS[self.dealer]
        for number in order:
            hand = self.seats[number].hand
            quads = hand.count(4)
            if quads >= 3 or quads + hand.count(3) >= 5:
                self._win_at_once(number)
                return
        for number in order:
            self._lay_opening(number)
        self.phase = "liang"
        self._next_moment(public=True)
        winners = [number for number in order if self._completes_with_liang(number)]
        self._ask(wins_only(winners, self.rules))

    def _win_at_once(self, winner: int) -> None:
        win = tian_win(self.rules, self.seats[winner].hand)
        self.events.append(Event("hu", winner))
        points = win_points(winner, win.pay * self.base, _ORDERS[winner][1:])
        self._end(_won(win, points, winner, "deal", winner, None))

    def _lay_opening(self, number: int) -> None:
        seat = self.seats[number]
        for kind, count in enumerate(seat.hand):
            if count == 4:
                seat.hand[kind] = 0
                seat.opening += (kind,)
                seat.quads += 1
                seat.lay(alike("ti", kind), self.rules, joined=0)
                self.events.append(Event("ti", number, (kind,) * 4))

    def _completes_with_liang(self, number: int) -> bool:
        seat = self.seats[number]
        own = number == self.dealer
        claim = Claim(None if own else self.liang, drawn=True, own=own, liang=True, opening=seat.opening)
        return completes(self.rules, seat.hand, seat.melds, claim)

    def _ask(self, claims: Claims) -> None:
        self.asked, self.order, self.forced = claims

    def _next_moment(self, *, public: bool) -> None:
        self.moment += 1
        if public:
            self.public_moment = self.moment

    def _settle(self) -> None:
        """Settle the question, if no outstanding answer can change how ("The asking" in section 4)."""
        place = 0
        taken = self.forced
        for seat, word in self.order:
            given = self.answers.get(seat)
            if given is None:
                return
            if given.word == word:
                taken = seat, given
                break
            place += 1
        if taken is not None and taken[1].word == "hu":
            self._win(taken[0])
            return
        self._mark(self.order[:place], None if taken is None else taken[0])
        self._ask(NOBODY)
        self.answers = {}
        if self.phase != "claim":
            self._owe(self.turn)
        elif taken is None:
            self._nobody_takes()
        else:
            self._take(*taken)

    def _mark(self, let_go: tuple[tuple[int, str], ...], taker: int | None) -> None:
        """R26b, R27: the options that the card passed by before it was taken."""
        kind = self._kind()
        for number, word in let_go:
            seat = self.seats[number]
            if word == "hu":
                seat.declined[kind] = seat.huxi
            elif number != taker:
                if word == "peng":
                    seat.let_peng |= BIT[kind]
                if word == "chi" or self.rules.dead_bars_peng:
                    seat.bury(kind, self.rules)

    def _kind(self) -> Kind:
        """The kind that the question is about."""
        if self.phase == "liang":
            return self.liang
        kind = self.made[0] if self.phase == "own" and self.made else self.face
        assert kind is not None, "a question is about a card"
        return kind

    def _take(self, number: int, action: Action) -> None:
        seat = self.seats[number]
        kind = self._kind()
        self.face = None
        if action.word == "pao":
            seat.lay_four(alike("pao", kind), self.rules)
            cards: tuple[Kind, ...] = (kind,) * 4
        elif action.word == "peng":
            seat.spend((kind, kind))
            seat.lay(alike("peng", kind), self.rules)
            seat.peng |= BIT[kind]
            cards = (kind,) * 3
        else:
            seat.spend(action.cards)
            seat.lay(_TAKEN[tuple(sorted((kind, *action.cards)))], self.rules)
            cards = (kind, *action.cards)
            for three in action.bi:
                seat.spend(three)
                seat.lay(_TAKEN[three], self.rules, joined=0)
                cards += three
        self.events.append(Event(action.word, number, cards))
        self._owe(number)

    def _nobody_takes(self) -> None:
        """R16."""
        kind = self._kind()
        self.seats[self.turn].river += (kind,)
        self.events.append(Event("river", self.turn, (kind,)))
        self.face = None
        self._pass_turn(self.turn)

    def _owe(self, number: int) -> None:
        """R13: after a meld of its own, or as dealer after the opening, a seat discards or the turn passes."""
        seat = self.seats[number]
        if seat.loose and seat.owes():
            self._next_moment(public=self.phase == "claim")
            self.phase = "discard"
            self.turn = number
            self.asked = {number: seat.discards()}
        else:
            self.events.append(Event("no_discard", number))
            self._pass_turn(number)

    def _pass_turn(self, number: int) -> None:
        self.phase = "draw"
        self.turn = _ORDERS[number][1]

    def _discard(self, number: int, kind: Kind) -> None:
        """R15, R26a."""
        seat = self.seats[number]
        seat.spend((kind,))
        seat.total -= 1
        seat.bury(kind, self.rules)
        self._turn_up(kind, "discard")

    def _draw(self) -> None:
        """R14."""
        if self.drawn == len(self.stock):
            self.events.append(Event("huang", None))
            self._end(Result("huang"))
            return
        kind = self.stock[self.drawn]
        self.drawn += 1
        seat = self.seats[self.turn]
        held = seat.hand[kind]
        if held == 3 or seat.wei & BIT[kind]:
            self._draw_ti(kind, "kan" if held else "wei")
        elif held == 2:
            self._draw_wei(kind)
        else:
            self._turn_up(kind, "draw")

    def _turn_up(self, kind: Kind, word: str) -> None:
        """Section 4: `turn` puts a card face up."""
        self.phase = "claim"
        self.face = kind
        self.face_drawn = word == "draw"
        self._next_moment(public=True)
        self.events.append(Event(word, self.turn, (kind,)))
        self._ask(
            claims_on(
                kind, drawn=self.face_drawn, order=_ORDERS[self.turn], seats=self.seats, rules=self.rules
            )
        )

    def _draw_ti(self, kind: Kind, held: str) -> None:
        """R14.1."""
        self.seats[self.turn].lay_four(alike("ti", kind), self.rules)
        self.events.append(Event("ti", self.turn, (kind,) * 4))
        self._ask_on_own(kind, held)

    def _draw_wei(self, kind: Kind) -> None:
        """R14.2."""
        number = self.turn
        seat = self.seats[number]
        meld = alike("chou_wei" if seat.let_peng & BIT[kind] else "wei", kind)
        seat.spend((kind, kind))
        seat.lay(meld, self.rules)
        seat.wei |= BIT[kind]
        if meld.type == "wei" and not self.rules.open_wei:
            self.events.append(Event("wei", number, meld.cards, ONLY[number]))
            self.events.append(Event("wei", number, (), OTHERS[number]))
        else:
            self.events.append(Event(meld.type, number, meld.cards))
        self._ask_on_own(kind, "pair")

    def _ask_on_own(self, kind: Kind, held: str) -> None:
        """R14.3."""
        seat = self.seats[self.turn]
        self.phase = "own"
        self.made = kind, held
        self._next_moment(public=True)
        claim = Claim(None, drawn=True, own=True, made=self.made)
        if seat.may_win_with(kind) and completes(self.rules, seat.hand, seat.melds, claim):
            self._ask(wins_only((self.turn,), self.rules))

    def _place_in_stock(self) -> str | None:
        """Whether the card in question is the first or the last of the stock."""
        if self.phase == "liang" or (self.phase == "claim" and not self.face_drawn):
            return None
        return {1: "first", len(self.stock): "last"}.get(self.drawn)

    def _win(self, winner: int) -> None:
        win = self.win_of(winner)
        kind = self._kind()
        by = "liang" if self.phase == "liang" else "draw" if self.phase == "own" or self.face_drawn else "discard"
        if by == "liang" and winner != self.dealer:
            self._hand_over_liang()
        self.events.append(Event("hu", winner, (kind,)))
        others = _ORDERS[winner][1:]
        pay = win.pay * self.base
        if by == "discard":
            points = win_points(winner, pay * len(others), (self.turn,))
        else:
            points = win_points(winner, pay, others)
        self._end(_won(win, points, winner, by, self.turn, kind))

    def _hand_over_liang(self) -> None:
        """R9: the 亮张 that another seat wins leaves the dealer's cards; a 提 that it was in is then shown as three."""
        seat = self.seats[self.dealer]
        if seat.hand[self.liang]:
            seat.hand[self.liang] -= 1
        else:
            ti, kan = alike("ti", self.liang), alike("kan", self.liang)
            seat.melds = tuple(kan if meld == ti else meld for meld in seat.melds)
            seat.huxi += self.rules.huxi(kan) - self.rules.huxi(ti)
        seat.total -= 1
        self.face = self.liang
        self.face_drawn = True

    def _end(self, result: Result) -> None:
        self.result = result
        self.phase = "over"
        self._ask(NOBODY)
        self.answers = {}


def _won(win: Win, points: Points, winner: int, by: str, source: int, card: Kind | None) -> Result:
    return Result(
        "hu", points, winner, by, source, card, win.huxi, win.units, win.fans, win.fan, win.arrangement
    )

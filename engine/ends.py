"""The ends of a round: a win (sections 7 and 8), 荒庄 (R14) and leaving (R42)."""

from __future__ import annotations

from engine.actions import QUIT
from engine.cards import Kind
from engine.events import Event
from engine.melds import alike
from engine.result import Points, Result, quit_points, win_points
from engine.state import ORDERS, State
from engine.wins import Claim, Win, best_win, most_huxi, tian_win


def win_of(state: State, number: int) -> Win:
    """What 胡 is worth to a seat that can win with the card in question."""
    seat = state.seats[number]
    own = state.phase == "own"
    claim = Claim(
        None if own or (state.phase == "liang" and number == state.dealer) else state.card,
        drawn=state.card_drawn,
        own=number == state.turn,
        liang=state.phase == "liang",
        stock=_place_in_stock(state),
        opening=seat.opening,
        made=(state.card, state.held) if own else None,
    )
    win = best_win(state.rules, seat.hand, seat.melds, claim)
    if win is None:
        raise RuntimeError("only a complete seat can be asked for its win")
    return win


def win_at_once(state: State, winner: int) -> None:
    """R7, R38."""
    win = tian_win(state.rules, state.seats[winner].hand)
    state.events.append(Event("hu", winner))
    points = win_points(winner, win.pay * state.base, ORDERS[winner][1:])
    state.end(_won(win, points, winner, "deal", winner, None))


def win(state: State, winner: int) -> None:
    """The seat wins with the card in question; where it is a discard, the discarder pays for all (R49)."""
    worth = win_of(state, winner)
    by = "liang" if state.phase == "liang" else "draw" if state.card_drawn else "discard"
    if by == "liang" and winner != state.dealer:
        _take_liang_from_dealer(state)
    state.events.append(Event("hu", winner, (state.card,)))
    losers = ORDERS[winner][1:]
    pay = worth.pay * state.base
    if by == "discard":
        points = win_points(winner, pay * len(losers), (state.turn,))
    else:
        points = win_points(winner, pay, losers)
    state.end(_won(worth, points, winner, by, state.turn, state.card))


def huang(state: State) -> None:
    """R14: the stock is empty."""
    state.events.append(Event("huang", None))
    state.end(Result("huang"))


def leave(state: State, quitter: int) -> None:
    """R42."""
    state.actions.append((quitter, QUIT))
    state.events.append(Event("quit", quitter))
    others = ORDERS[quitter][1:]
    huxi = sum(most_huxi(state.rules, state.seats[other].hand) + state.seats[other].huxi for other in others)
    state.end(Result("quit", quit_points(quitter, others, huxi, state.base), quitter=quitter))


def _place_in_stock(state: State) -> str | None:
    """Whether the card in question is the first or the last of the stock."""
    if state.phase == "liang" or not state.card_drawn:
        return None
    return {1: "first", len(state.stock): "last"}.get(state.drawn)


def _take_liang_from_dealer(state: State) -> None:
    """R9: the 亮张 that another seat wins leaves the dealer's cards; a 提 that it was in is then shown as three."""
    seat = state.seat(state.dealer)
    if seat.hand[state.liang]:
        seat.hand[state.liang] -= 1
    else:
        ti, kan = alike("ti", state.liang), alike("kan", state.liang)
        seat.melds = tuple(kan if meld == ti else meld for meld in seat.melds)
        seat.huxi += state.rules.huxi(kan) - state.rules.huxi(ti)
    seat.total -= 1
    state.lies_open = True


def _won(win: Win, points: Points, winner: int, by: str, source: int, card: Kind | None) -> Result:
    return Result(
        "hu", points, winner, by, source, card, win.huxi, win.units, win.fans, win.fan, win.arrangement
    )

"""The ends of a round: a win (sections 7, 8 and 11), 荒庄 (R14) and leaving (R42)."""

from __future__ import annotations

from engine.actions import QUIT
from engine.cards import Kind
from engine.events import Event
from engine.melds import alike
from engine.result import Points, Result, quit_points, win_points
from engine.state import State
from engine.wins import Claim, Win, best_win, most_huxi, tian_win


def win_of(state: State, number: int, turned: Kind | None = None) -> Win:
    """What 胡 is worth to a seat that can win with the card in question. `turned`: the card of G2, once it is known."""
    seat = state.seats[number]
    own = state.phase == "own"
    claim = Claim(
        None if own or (state.phase == "liang" and number == state.deal.dealer) else state.card,
        drawn=state.card_drawn,
        own=number == state.turn,
        liang=state.phase == "liang",
        stock=_place_in_stock(state),
        opening=seat.opening,
        made=(state.card, state.held) if own else None,
        first_discard=_is_first_discard(state, number),
        turned=turned,
    )
    win = best_win(state.rules, seat.hand, seat.melds, claim)
    if win is None:
        raise RuntimeError("only a complete seat can be asked for its win")
    return win


def win_at_once(state: State, winner: int) -> None:
    """R7, R38."""
    state.events.append(Event("hu", winner))
    turned = _turn_card(state)
    worth = tian_win(state.rules, state.seats[winner].hand, turned)
    points = win_points(winner, worth.pay * state.stake, state.orders[winner][1:])
    state.end(_won(worth, points, winner, "deal", winner, None, turned))


def win(state: State, winner: int) -> None:
    """The seat wins with the card in question; where it is a discard, the discarder pays for all (L5, R49)."""
    by = "liang" if state.phase == "liang" else "draw" if state.card_drawn else "discard"
    card = None if by == "liang" and not state.rules.shows_liang else state.card
    state.events.append(Event("hu", winner, () if card is None else (card,)))
    turned = _turn_card(state)
    worth = win_of(state, winner, turned)
    losers = state.orders[winner][1:]
    pay = worth.pay * state.stake
    if by == "discard":
        points = win_points(winner, pay * len(losers), (state.turn,))
    else:
        points = win_points(winner, pay, losers)
    if by == "liang" and winner != state.deal.dealer:
        _take_liang_from_dealer(state, state.card)
    state.end(_won(worth, points, winner, by, state.turn, card, turned))


def huang(state: State) -> None:
    """R14: the stock is empty."""
    state.events.append(Event("huang", None))
    state.end(Result("huang"))


def leave(state: State, quitter: int) -> None:
    """R42."""
    state.actions.append((quitter, QUIT))
    state.events.append(Event("quit", quitter))
    others = state.orders[quitter][1:]
    huxi = sum(most_huxi(state.rules, state.seats[other].hand) + state.seats[other].huxi for other in others)
    state.end(Result("quit", quit_points(quitter, others, huxi, state.deal.base), quitter=quitter))


def _place_in_stock(state: State) -> str | None:
    """Whether the card in question is the first or the last of the stock."""
    if state.phase == "liang" or not state.card_drawn:
        return None
    return {1: "first", len(state.stock): "last"}.get(state.drawn)


def _is_first_discard(state: State, number: int) -> bool:
    """L7: where there is no 亮张, the dealer's first discard stands for it, for the seat after the dealer alone."""
    dealer = state.deal.dealer
    return (
        state.phase == "claim"
        and not state.rules.shows_liang
        and not state.card_drawn
        and state.turn == dealer
        and number == state.orders[dealer][1]
        and sum(seat == dealer and action.word == "discard" for seat, action in state.actions) == 1
    )


def _turn_card(state: State) -> Kind | None:
    """G2: the next card of the stock is turned over; with none left, the one that was won with serves."""
    if not state.rules.turns_card:
        return None
    turned = state.stock[state.drawn] if state.drawn < len(state.stock) else state.card
    state.events.append(Event("xing", None, (turned,)))
    return turned


def _take_liang_from_dealer(state: State, liang: Kind) -> None:
    """R9: the 亮张 that another seat wins leaves the dealer's cards; a 提 that it was in is then shown as three."""
    seat = state.seat(state.deal.dealer)
    if seat.hand[liang]:
        seat.hand[liang] -= 1
    else:
        ti, kan = alike("ti", liang), alike("kan", liang)
        seat.melds = tuple(kan if meld == ti else meld for meld in seat.melds)
        seat.huxi += state.rules.huxi(kan) - state.rules.huxi(ti)
    seat.total -= 1
    state.lies_open = True


def _won(
    win: Win, points: Points, winner: int, by: str, source: int, card: Kind | None, turned: Kind | None
) -> Result:
    return Result(
        end="hu",
        points=points,
        winner=winner,
        by=by,
        source=source,
        card=card,
        huxi=win.huxi,
        units=win.units,
        fans=win.fans,
        fan=win.fan,
        arrangement=win.arrangement,
        turned=turned,
        xing=win.xing,
    )

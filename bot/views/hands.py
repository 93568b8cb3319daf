"""看三家: all hands as they were at the end of a round, what each waited for, and the rest of the stock."""

from __future__ import annotations

from dataclasses import replace

from bot.host.table import Outcome
from bot.views.board import turn_order
from bot.views.cards import card, cards, hand_rows, melds
from bot.views.layout import lines
from bot.views.message import Message
from bot.views.names import names
from bot.views.outcome import headline, result_of
from bot.views.say import Markup, Say
from bot.views.scene import Scene
from bot.views.waiting import waiting
from engine import Meld, Round, View
from engine.cards import Kind
from engine.waits import waits

_GROWS = ("wei", "chou_wei")
"""The melds that the own draw can make a 提 of."""


def hands(say: Say, outcome: Outcome) -> Message:
    """What everybody held when the round ended; nothing is hidden any more (R46)."""
    shown = Scene(outcome.game, outcome.number, outcome.people, names(say, outcome.people), outcome.practice)
    view = outcome.game.view(None)
    two = view.absent is not None
    parts: list[Markup] = [
        say("看两家 · 第 {n} 局", n=outcome.number) if two else say("看三家 · 第 {n} 局", n=outcome.number),
        headline(say, shown),
    ]
    for seat in turn_order(view):
        parts.append(Markup(""))
        parts += _seat(say, shown, seat)
    return Message(lines(parts, "", *_unseen(say, view)))


def _unseen(say: Say, view: View) -> tuple[Markup, ...]:
    """The cards that nobody had: what is left of the stock, the one under it (L2), and those set aside (R47)."""
    found = [say("墩里没有牌了")]
    if view.rest:
        found = [say.n("墩里还有 {n} 张", n=len(view.rest)), cards(say, view.rest)]
    if view.bottom is not None:
        found.append(say("底张 {card}", card=card(say, view.bottom)))
    if view.aside:
        found += [say.n("没发出来的 {n} 张", n=len(view.aside)), cards(say, view.aside)]
    return tuple(found)


def _seat(say: Say, shown: Scene, seat: int) -> tuple[Markup, ...]:
    """A player with melds and hand, and what the hand waited for."""
    view = shown.game.view(seat)
    head = say("{name}　桌面 {huxi} 息", name=shown.name(seat), huxi=view.seats[seat].huxi)
    if seat == shown.game.dealer:
        head = say("{player}　庄", player=head)
    return (
        Markup(f"<b>{head}</b>"),
        *melds(say, view.seats[seat].melds, shown.rules, huxi=True),
        *hand_rows(say, view.hand),
        *_waits(say, shown.game, seat),
    )


def _waits(say: Say, game: Round, seat: int) -> tuple[Markup, ...]:
    """What a seat waited for before the last card (R50); nothing after R7, which ends a round before it begins."""
    result = result_of(game)
    if result.by == "deal":
        return ()
    told = waiting(say, waits(game.rules, _before_last_card(game, seat)))
    if told or seat == result.winner:
        return told
    return (say("未听"),)


def _before_last_card(game: Round, seat: int) -> View:
    """What a seat saw before the card that ended the round: without it, and without the 偎 or 提 it made."""
    result = result_of(game)
    view = replace(game.view(seat), face_up=None)
    if result.by == "liang":
        return replace(view, liang=None)
    made = next(e for e in reversed(game.events) if e.kind not in ("hu", "xing") and e.visible_to(seat))
    own = seat == result.winner == made.seat and result.by == "draw"
    if not own or made.kind not in ("wei", "chou_wei", "ti"):
        return view
    seen = view.seats[seat]
    kind = made.cards[0]
    place = seen.melds.index(Meld(made.kind, made.cards))
    held: tuple[Kind, ...] = (kind,) * (len(made.cards) - 1)
    laid = next(
        (e.kind for e in game.events if e.kind in _GROWS and e.cards == held and e.seat == seat), None
    )
    before = () if laid is None or made.kind != "ti" else (Meld(laid, held),)
    melds = (*seen.melds[:place], *before, *seen.melds[place + 1 :])
    seats = list(view.seats)
    seats[seat] = replace(seen, melds=melds)
    hand = view.hand if before else tuple(sorted((*view.hand, *held)))
    return replace(view, hand=hand, seats=(seats[0], seats[1], seats[2]))

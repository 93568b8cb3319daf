"""The public board in the group: what everybody may see, and nothing that tells who has an option (R46)."""

from __future__ import annotations

from bot.host.table import Phase, Table
from bot.views.calls import agree_row
from bot.views.cards import LINE, card, cards, melds
from bot.views.houserules import board_mark
from bot.views.layout import SPACE, lines
from bot.views.message import Button, Keyboard, Message, Press
from bot.views.names import short_name
from bot.views.news import news, on_the_table
from bot.views.rulesets import part, set_name
from bot.views.say import Markup, Say, plain
from bot.views.scene import Scene, scene
from engine import Round, Rules, View
from engine.view import SeatView

MARK = "▶"
"""Stands before the seat that owes a discard."""


def board(say: Say, table: Table, bot_url: str, seconds: int | None = None) -> Message:
    """The round for the whole group.

    `bot_url` leads to the private chat with the bot. `seconds` is the time for a discard; it is shown only
    while a seat owes one. When the round is over the board stays as it was, without buttons.
    Raises ValueError if the table never played.
    """
    shown = scene(say, table)
    if shown is None:
        raise ValueError("no round was dealt at this table")
    view = shown.game.view(None)
    text = lines(
        say("🀄 第 {n} 局 · {rules}", n=shown.number, rules=set_name(say, shown.rules.name)),
        board_mark(say, shown.rules),
        header(say, table, shown, view),
        practice(say, shown),
        sitting_out(say, table, shown),
        under_the_stock(say, view),
        huang_fan(say, shown.game),
        "",
        *(line for seat in turn_order(view) for line in seat_lines(say, shown, view, seat)),
        "",
        *news(say, shown, None, 2),
        status(say, shown, view, seconds),
    )
    playing = table.phase is Phase.PLAYING
    return Message(text, _keyboard(say, table, bot_url) if playing else ())


def header(say: Say, table: Table, shown: Scene, view: View) -> Markup:
    """The stock, the dealer, and the stake."""
    return say("墩 {stock}　庄 {name}", stock=view.stock, name=shown.name(view.dealer))


def under_the_stock(say: Say, view: View) -> Markup | None:
    """The card shown under the stock, which is never drawn, and red ones that were moved to its top (L2)."""
    if view.bottom is None:
        return None
    if view.top:
        top = cards(say, view.top)
        return say("底张 {card}　墩顶 {top}", card=card(say, view.bottom), top=top)
    return say("底张 {card}", card=card(say, view.bottom))


def huang_fan(say: Say, game: Round) -> Markup | None:
    """What the rounds that ended undecided right before multiply this one by, where they do (R48)."""
    if not game.rules.huang_fan or not game.huang:
        return None
    return say("黄番 ×{n}", n=1 + game.huang)


def practice(say: Say, shown: Scene) -> Markup | None:
    """Says so if the round is practice."""
    return say("练习局，不记账") if shown.practice else None


def sitting_out(say: Say, table: Table, shown: Scene) -> Markup | None:
    """With four at the table: who sits out this round (R44)."""
    person = table.sitting_out
    if person is None:
        return None
    return say("{part} {name}", part=part(say, shown.rules), name=shown.called[person.user_id])


def turn_order(view: View) -> tuple[int, ...]:
    """The seats that are played, from the dealer on, so that the order on the board stays the same for the round."""
    order = (view.dealer, (view.dealer + 1) % 3, (view.dealer + 2) % 3)
    return tuple(seat for seat in order if seat != view.absent)


def seat_lines(say: Say, shown: Scene, view: View, seat: int) -> tuple[Markup, ...]:
    """A player on the board: name, how many cards, 胡息 on the table; melds; discards."""
    mark = MARK if view.turn == seat else SPACE
    head = Markup(f"{mark}{seat_head(say, view.seats[seat], shown.name(seat))}")
    return head, *seat_cards(say, view.seats[seat], shown.rules)


def seat_head(say: Say, seen: SeatView, name: str) -> Markup:
    """Name, number of cards, visible 胡息; 「+?」 where a hidden 偎 adds some."""
    if seen.hidden:
        return say("{name}　手{cards}　息 {huxi}+?", name=name, cards=seen.cards, huxi=seen.huxi)
    return say("{name}　手{cards}　息 {huxi}", name=name, cards=seen.cards, huxi=seen.huxi)


def seat_cards(say: Say, seen: SeatView, rules: Rules) -> tuple[Markup, ...]:
    """Melds and discards of a player, each line set in by one character."""
    found = [Markup(f"{SPACE}{line}") for line in melds(say, seen.melds, rules)]
    if seen.river:
        gap = " " if len(seen.river) * 1.3 < LINE - 3 else ""
        found.append(Markup(f"{SPACE}{say('河 {cards}', cards=cards(say, seen.river, gap))}"))
    return tuple(found)


def status(say: Say, shown: Scene, view: View, seconds: int | None) -> Markup:
    """The last line: what everybody waits for; the clock only where a discard is owed."""
    if view.result is not None:
        return say("本局结束")
    waiting = on_the_table(say, shown, view)
    if view.turn is None or seconds is None:
        return waiting
    return say("{waiting}　⏱ {n}s", waiting=waiting, n=seconds)


def _keyboard(say: Say, table: Table, bot_url: str) -> Keyboard:
    def press(label: Markup, what: str) -> Button:
        return Button(plain(label), Press(what, table.id, table.public_moment))

    closing = (agree_row(say, table),) if table.stopping else ()
    return (
        (
            press(say.on("button", "吃"), "chi"),
            press(say.on("button", "碰"), "peng"),
            press(say.on("button", "胡"), "hu"),
            press(say.on("button", "过"), "pass"),
        ),
        (press(say("看牌"), "hand"), Button(plain(say("去私聊出牌")), url=bot_url)),
        *closing,
    )


def call(say: Say, table: Table) -> Message | None:
    """A new message that calls the player who owes a discard by a mention; None while nobody does.

    While a card lies open nobody is called, so that nothing tells who could claim it.
    """
    shown = scene(say, table)
    if shown is None or table.phase is not Phase.PLAYING:
        return None
    turn = shown.game.view(None).turn
    if turn is None or shown.players[turn].is_computer:
        return None
    person = shown.players[turn]
    name = short_name(say, person.name)
    return Message(say('<a href="tg://user?id={id}">{name}</a>，轮到你了', id=person.user_id, name=name))

"""The private chat: the whole table live, the own hand, and the own options as buttons."""

from __future__ import annotations

from bot.host.table import Person, Phase, Table
from bot.views.board import board, huang_fan, practice, seat_cards, seat_head, under_the_stock
from bot.views.calls import auto_line, auto_row
from bot.views.cards import cards, hand_rows, meld_word, melds, open_card
from bot.views.layout import lines, signed
from bot.views.look import drawn_hand, look_row
from bot.views.message import Button, Keyboard, Message, Press
from bot.views.names import short_name
from bot.views.news import news, on_liang, on_the_table
from bot.views.options import keyboard, option_label, win_line
from bot.views.outcome import headline
from bot.views.rulesets import part
from bot.views.say import Markup, Say, plain
from bot.views.scene import Scene, scene
from bot.views.waiting import waits_lines
from engine import View

OWN_DRAWS = ("wei", "chou_wei", "ti")
"""What a seat can make of a card that it drew itself (R14)."""

TITLE = 12
"""How wide the title of the group may be, in halves of a Chinese character."""


def private(
    say: Say,
    table: Table,
    user_id: int,
    group_title: str,
    *,
    seconds: int | None = None,
    confirm: int | None = None,
    picture: bool = False,
) -> Message:
    """What one person sees in the private chat about a table.

    `seconds` is the time for an answer, shown while the person is asked. `confirm` is the number of the
    option about which the person is asked once more, because it lets a 胡 go (R27).
    """
    shown = scene(say, table)
    if shown is None or (table.phase in (Phase.LOBBY, Phase.CLOSED) and table.last is None):
        return Message(say("「{title}」还没发牌。", title=short_name(say, group_title, TITLE)))
    seat = shown.seat_of(user_id)
    if seat is None:
        return _watching(say, table, user_id, group_title)
    view = shown.game.view(seat)
    if view.result is not None:
        return _over(say, table, shown, view, _beans(table, user_id), group_title)
    buttons = keyboard(say, table, shown.rules, view, confirm)
    asks = _prompt(say, shown, view, seconds) if confirm is None else _once_more(say)
    about = (
        _where(say, shown, group_title, view),
        under_the_stock(say, view),
        huang_fan(say, shown.game),
        practice(say, shown),
        *news(say, shown, seat),
    )
    if table.plays_itself(user_id):
        buttons, asks = (), auto_line(say)
    if confirm is None:
        buttons = (*buttons, (*look_row(say, table, picture=picture), *auto_row(say, table, user_id)))
    if picture:
        drawn = drawn_hand(say, shown.rules, view)
        return Message(
            lines(asks, *about, _legend(say, shown, view, seat), win_line(say, view)), buttons, drawn
        )
    return Message(
        lines(
            asks,
            *about,
            "",
            *_others(say, shown, view, seat),
            "",
            *_own(say, shown, view),
            *waits_lines(say, shown.rules, view),
            win_line(say, view),
        ),
        buttons,
    )


def _legend(say: Say, shown: Scene, view: View, seat: int) -> Markup:
    """Who the others in the picture are."""
    after, before = (seat + 1) % 3, (seat + 2) % 3
    if view.absent is not None:
        return say("对家 {name}", name=shown.name(before if view.absent == after else after))
    return say("下家 {after}　上家 {before}", after=shown.name(after), before=shown.name(before))


def _where(say: Say, shown: Scene, group_title: str, view: View) -> Markup:
    return say(
        "第 {n} 局 · {title} · 墩 {stock}",
        n=shown.number,
        title=short_name(say, group_title, TITLE),
        stock=view.stock,
    )


def _prompt(say: Say, shown: Scene, view: View, seconds: int | None) -> Markup:
    """The first line, which a notification shows too: what is asked, or what is waited for."""
    asked = _asked(say, shown, view)
    if asked is None:
        if view.answer is not None:
            chosen = Markup(option_label(say, view, view.answer))
            return say("已选 {answer}，等各家", answer=chosen)
        return on_the_table(say, shown, view)
    return asked if seconds is None else say("{asked}　⏱ {n}s", asked=asked, n=seconds)


def _once_more(say: Say) -> Markup:
    """Instead of the question, when the person is about to let a 胡 go."""
    return lines(say("<b>真的不胡？</b>"), say("桌面胡息不变，就不能再胡这张"))


def _asked(say: Say, shown: Scene, view: View) -> Markup | None:  # noqa: PLR0911
    """The question to the viewer; None if there is none."""
    if not view.options:
        return None
    if any(option.word == "discard" for option in view.options):
        return say("<b>该你打牌</b>")
    up = view.face_up
    if up is not None:
        shown_card = open_card(say, up.kind)
        if up.seat == view.seat:
            return say("你摸到 {card}　<b>要吗？</b>", card=shown_card)
        name = shown.name(up.seat)
        if up.drawn:
            return say("{name} 摸到 {card}　<b>要吗？</b>", name=name, card=shown_card)
        return say("{name} 打出 {card}　<b>要吗？</b>", name=name, card=shown_card)
    if on_liang(shown.game, view) and view.liang is not None:
        return say("亮张 {card}　<b>可以胡</b>", card=open_card(say, view.liang))
    return _own_draw(say, shown, view)


def _own_draw(say: Say, shown: Scene, view: View) -> Markup:
    """The question about the own cards: after the own 偎 or 提 (R14.3), or as they were dealt (L1)."""
    made = next(
        (
            event
            for event in reversed(shown.game.events)
            if event.seat == view.seat and event.kind in OWN_DRAWS
        ),
        None,
    )
    if made is None or not made.cards:
        return say("你的牌<b>可以胡</b>")
    did = meld_word(say, made.kind, shown.rules)
    return say("你{did} {card}　<b>可以胡</b>", did=did, card=open_card(say, made.cards[0]))


def _others(say: Say, shown: Scene, view: View, seat: int) -> tuple[Markup, ...]:
    after, before = (seat + 1) % 3, (seat + 2) % 3
    if view.absent is not None:
        other = before if view.absent == after else after
        head = say("对家 {player}", player=_head(say, shown, view, other))
        return head, *seat_cards(say, view.seats[other], shown.rules)
    return (
        say("下家 {player}", player=_head(say, shown, view, after)),
        *seat_cards(say, view.seats[after], shown.rules),
        say("上家 {player}", player=_head(say, shown, view, before)),
        *seat_cards(say, view.seats[before], shown.rules),
    )


def _head(say: Say, shown: Scene, view: View, seat: int) -> Markup:
    head = seat_head(say, view.seats[seat], shown.name(seat))
    return say("{player}　庄", player=head) if seat == view.dealer else head


def _own(say: Say, shown: Scene, view: View) -> tuple[Markup, ...]:
    """The viewer's own cards; the hand comes last, next to the buttons."""
    seat = view.seat or 0
    mine = view.seats[seat]
    head = say("你　手{cards}　桌面 {huxi} 息", cards=mine.cards, huxi=mine.huxi)
    if seat == view.dealer:
        head = say("{player}　庄", player=head)
    found = [Markup(f"<b>{head}</b>"), *melds(say, mine.melds, shown.rules, huxi=True)]
    if mine.river:
        found.append(say("河 {cards}", cards=cards(say, mine.river)))
    return (*found, *_barred(say, view), *hand_rows(say, view.hand))


def _barred(say: Say, view: View) -> tuple[Markup, ...]:
    """The kinds that the viewer may not claim any more (R25, R27)."""
    found = []
    if view.dead_peng:
        found.append(say("臭牌 {cards}", cards=cards(say, sorted(view.dead_peng))))
    if only_chi := sorted(view.dead_chi - view.dead_peng):
        found.append(say("不能吃 {cards}", cards=cards(say, only_chi)))
    if view.declined:
        found.append(say("臭胡 {cards}", cards=cards(say, sorted(view.declined))))
    return tuple(found)


def _beans(table: Table, user_id: int) -> int:
    return 0 if table.last is None else table.last.beans.get(user_id, 0)


def _over(say: Say, table: Table, shown: Scene, view: View, beans: int, group_title: str) -> Message:
    """The round is over: how it ended, and what it brought the viewer."""
    return Message(
        lines(
            headline(say, shown),
            _where(say, shown, group_title, view),
            practice(say, shown),
            "",
            *_own(say, shown, view),
            "",
            say("本局 {beans} 分，不记账，明细在群里。", beans=signed(beans))
            if shown.practice
            else say("本局 {beans} 豆，明细在群里。", beans=signed(beans)),
        ),
        _go_on(say, table, shown.players[view.seat].user_id if view.seat is not None else 0),
    )


def _go_on(say: Say, table: Table, user_id: int) -> Keyboard:
    """下一局, as under the settlement in the group, for who has not pressed it yet; the way back from 托管."""
    if table.phase is not Phase.BETWEEN or table.person(user_id) is None:
        return ()
    back = (auto_row(say, table, user_id),) if user_id in table.auto else ()
    if user_id in table.ready:
        return back
    return ((Button(plain(say("下一局")), Press("next", table.id, table.moment), style="success"),), *back)


def _watching(say: Say, table: Table, user_id: int, group_title: str) -> Message:
    """For who sits out (R44): the public board, and when it is their turn to play again."""
    shown = board(say, table, "")
    person = table.sitting_out
    first = _sits_out(say, table, person, user_id)
    title = say("{title} 的牌桌", title=short_name(say, group_title, TITLE))
    return Message(lines(*first, title, "", shown.text))


def _sits_out(say: Say, table: Table, person: Person | None, user_id: int) -> tuple[Markup, ...]:
    if person is None or person.user_id != user_id:
        return ()
    return (
        say("<b>这一局你{part}</b>", part=part(say, table.house.engine_rules)),
        say("换庄你就上桌，庄家连庄你再歇一局。"),
    )

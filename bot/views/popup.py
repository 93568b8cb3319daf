"""The pop-up 看牌 in the group: the presser's own hand, at most 200 characters of plain text."""

from __future__ import annotations

from collections import Counter

from bot.host.table import Phase, Table
from bot.views.cards import faces, hand_rows, meld_word
from bot.views.layout import listed
from bot.views.options import WORDS, option_label
from bot.views.rulesets import part
from bot.views.say import Markup, Say, plain
from bot.views.scene import scene
from engine import Rules, View

LIMIT = 200
"""How many characters Telegram shows in a pop-up."""


def hand_popup(say: Say, table: Table, user_id: int) -> str:
    """The hand of who pressed, or the next step for who has none."""
    shown = scene(say, table)
    if shown is None or table.phase is not Phase.PLAYING:
        if table.person(user_id) is None:
            return plain(say("你还没入座。等牌桌空出来，按「坐下」。"))
        return plain(say("还没发牌。"))
    seat = shown.seat_of(user_id)
    if seat is None:
        if table.person(user_id) is None:
            return plain(say("你没坐在这一桌，没有手牌。"))
        return plain(say("这一局你{part}，没有手牌。", part=part(say, shown.rules)))
    view = shown.game.view(seat)
    mine = view.seats[seat]
    parts = [
        plain(say("手牌 {cards} · 桌面 {huxi} 息", cards=mine.cards, huxi=mine.huxi)),
        *hand_rows(say, view.hand, plain=True),
    ]
    for extra in (_melds(say, view, seat, shown.rules), _can(say, view)):
        if extra and len("\n".join([*parts, extra])) <= LIMIT:
            parts.append(extra)
    return "\n".join(parts)[:LIMIT]


def _melds(say: Say, view: View, seat: int, rules: Rules) -> str:
    """The melds on the table, in a row."""
    return " ".join(f"{meld_word(say, m.type, rules)}{faces(say, m.cards)}" for m in view.seats[seat].melds)


def _can(say: Say, view: View) -> str:
    """What the presser can answer, in few words."""
    if not view.options:
        return plain(say("现在不用你决定")) if view.answer is None else _chosen(say, view)
    count = Counter(option.word for option in view.options)
    if count["discard"]:
        return plain(say("该你打牌"))
    told = []
    for action in sorted(view.options, key=lambda option: WORDS.index(option.word)):
        if action.word == "chi" and count["chi"] > 1:
            label = plain(say("吃（{n} 种）", n=count["chi"]))
        else:
            label = plain(Markup(option_label(say, view, action)))
        if label not in told:
            told.append(label)
    return plain(say("可选 {options}", options=listed(say, told)))


def _chosen(say: Say, view: View) -> str:
    assert view.answer is not None  # noqa: S101 - the caller saw to it
    return plain(say("已选 {answer}，等各家", answer=Markup(option_label(say, view, view.answer))))

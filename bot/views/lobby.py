"""The open table in the group: who sits, what is played, what to press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.host.gathering import most_people
from bot.host.house import BASES, PEOPLE, PLAYING
from bot.host.table import Table
from bot.views.houserules import house_mark
from bot.views.layout import SPACE, lines, pad, shorten, signed, width
from bot.views.message import ROOM, Button, Keyboard, Message, Press, rows, wrapped
from bot.views.names import names, short_name, wind
from bot.views.rulebook import rules_page
from bot.views.rulesets import counts_zi, part, set_difference, set_name
from bot.views.say import Markup, Say, plain
from bot.views.settings_frame import name_token
from bot.views.upheavals import void_round
from engine import RULE_SETS


def lobby(say: Say, table: Table, totals: Mapping[int, int], join_url: str | None = None) -> Message:
    """The table before a match, and between two.

    `totals` are the beans of people in this group, by user id. `join_url` leads to the private chat with the
    bot for those who never began one; starting there seats them.
    """
    return Message(
        lines(
            say("🀄 跑胡子 · {rules}", rules=set_name(say, table.rules)),
            *_terms(say, table),
            "",
            *_seats(say, table, totals),
            "",
            *_what_next(say, table),
        ),
        _keyboard(say, table, join_url),
    )


def _terms(say: Say, table: Table) -> tuple[Markup, ...]:
    """Stake, multiplier (only if it is not 1) and the length of a match; house rules, if there are."""
    found = [say("底分 {base}", base=table.base)]
    if table.multiplier != 1:
        found.append(say("倍数 {n}", n=table.multiplier))
    found.append(say.n("{n} 局一场", n=table.rounds) if table.rounds else say("不限局数"))
    mark = house_mark(say, table.house)
    return (Markup(" · ".join(found)), *((mark,) if mark is not None else ()))


def _seats(say: Say, table: Table, totals: Mapping[int, int]) -> tuple[Markup, ...]:
    called = names(say, table.people)
    widest = max((width(name) for name in called.values()), default=0)
    found = []
    for place, person in enumerate(table.people):
        name = pad(called[person.user_id], widest)
        if person.is_computer:
            found.append(say("{wind} {name}　电脑", wind=wind(say, place), name=name))
        else:
            beans = signed(totals.get(person.user_id, 0))
            found.append(say("{wind} {name}　{beans} 豆", wind=wind(say, place), name=name, beans=beans))
    for place in range(len(table.people), table.house.asks_for):
        found.append(say("{wind} 空位", wind=wind(say, place)))
    return tuple(found)


def _what_next(say: Say, table: Table) -> tuple[Markup, ...]:
    """Where the table stands, and what to do about it: one or a few short lines."""
    found = []
    if table.match_over:
        found.append(say("这一场打完了"))
    missing = table.house.asks_for - len(table.people)
    if missing > 0:
        found.append(_missing(say, table, missing))
        if _can_begin(table):
            found.append(say("也可以现在就按「开局」"))
        else:
            if table.house.least_people < table.house.asks_for:
                found.append(say("满 {n} 人就能开局", n=table.house.least_people))
            computers = table.house.computers
            found.append(say("按「坐下」，或「加电脑」练习") if computers else say("按「坐下」入座"))
    elif table.match_over:
        found.append(say("按「开局」再来一场"))
    else:
        found.append(say("人齐了，按「开局」发牌"))
    if len(table.people) == PEOPLE:
        found.append(say("四人：庄的对家{part}", part=part(say, table.house.engine_rules)))
    if any(person.is_computer for person in table.people) and not table.house.ledger:
        found.append(say("有电脑：练习，不记账"))
    return tuple(found)


def _can_begin(table: Table) -> bool:
    return len(table.people) >= table.house.least_people


def _missing(say: Say, table: Table, missing: int) -> Markup:
    opener = table.person(table.opener)
    if opener is None or table.match_over:
        return say.n("还差 {n} 人", n=missing)
    name = short_name(say, opener.name)
    return say.n("{name} 开的桌，还差 {n} 人", name=name, n=missing)


def _keyboard(say: Say, table: Table, join_url: str | None) -> Keyboard:
    def press(label: Markup, what: str, arg: str = "", style: str | None = None) -> Button:
        return Button(plain(label), Press(what, table.id, table.moment, arg), style=style)

    found: list[tuple[Button, ...]] = []
    if _can_begin(table):
        found.append((press(say("开局"), "begin", style="success"),))
    computers = any(person.is_computer for person in table.people)
    seats = []
    if len(table.people) < most_people(table.house):
        seats.append(press(say("坐下"), "sit"))
    if len(table.people) < min(PLAYING, most_people(table.house)) and table.house.computers:
        seats.append(press(say("加电脑"), "computer"))
    if computers:
        seats.append(press(say("撤电脑"), "drop"))
    seats.append(press(say("离开"), "leave"))
    found += wrapped(tuple(seats))
    if join_url is not None:
        found.append((Button(plain(say("私聊入座")), url=join_url),))
    found.append(
        (press(say("玩法"), "rules_menu"), press(say("底分"), "base_menu"), press(say("换位"), "reseat"))
    )
    found.append((press(say("规则"), "rules"),))
    return tuple(found)


def rules_menu(say: Say, table: Table, saved: Sequence[str] = ()) -> Message:
    """The choice of the rule set: each with what tells it apart. The one in force is ticked.

    `saved`: the names of the houses that the group saved, which are offered too.
    """
    text = [say("选玩法，下一场起算："), ""]
    buttons = []
    for name in RULE_SETS:
        called = set_name(say, name)
        text.append(Markup(f"<b>{called}</b>"))
        text.append(Markup(f"{SPACE}{set_difference(say, name)}"))
        label = say("{name} ✓", name=called) if name == table.rules else called
        buttons.append(Button(plain(label), Press("set_rules", table.id, table.moment, name)))
    own = tuple(
        Button(
            plain(say("★ {name}", name=shorten(name, ROOM // 2 - 2))),
            Press("saved", table.id, table.moment, name_token(name)),
        )
        for name in saved
    )
    more = Button(plain(say("自定规矩")), Press("settings", table.id, table.moment))
    keyboard = (*rows(tuple(buttons), 2), *rows(own, 2), (*_back(say, table), more))
    return Message(lines(text), keyboard)


def base_menu(say: Say, table: Table) -> Message:
    """The choice of the base stake 底分. The one in force is ticked."""
    buttons = []
    for base in BASES:
        label = say("底分 {base} ✓", base=base) if base == table.base else say("底分 {base}", base=base)
        buttons.append(Button(plain(label), Press("set_base", table.id, table.moment, str(base))))
    text = lines(
        say("选底分："),
        say("每家付 子 × 底分。") if counts_zi(table.house.engine_rules) else say("每家付 等 × 番 × 底分。"),
    )
    return Message(text, (*rows(tuple(buttons), 3), _back(say, table)))


def _back(say: Say, table: Table) -> tuple[Button, ...]:
    return (Button(plain(say("返回")), Press("lobby", table.id, table.moment)),)


def about(say: Say, table: Table, number: int = 0) -> Message:
    """A page of the rules by which the table plays (0: the table of contents), with the way back to the lobby."""
    return rules_page(
        say,
        table.house,
        number,
        lambda page: Press("rules", table.id, table.moment, str(page)),
        _back(say, table),
    )


def closed(say: Say, table: Table, *, void: bool = False) -> Message:
    """The table when it is no more; `void`: a round was broken off with it."""
    match table.closed:
        case "empty":
            why = say("人都走了，这一桌散了。")
        case "idle":
            why = say("太久没人动，这一桌收了。")
        case _:
            why = say("这一桌收了。")
    return Message(
        lines(
            say("🀄 跑胡子 · {rules}", rules=set_name(say, table.rules)),
            why,
            void_round(say) if void else None,
            say("发 /new 再开一桌，/beans 看账。"),
        )
    )

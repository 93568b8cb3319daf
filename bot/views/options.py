"""What a player may do, as buttons that say what they do and what it brings."""

from __future__ import annotations

from bot.host.table import Table
from bot.views.cards import claimed, faces, labelled
from bot.views.layout import join
from bot.views.message import Button, Keyboard, Press, rows
from bot.views.rulesets import counts_zi, fan_name
from bot.views.say import Markup, Say, plain
from engine import Action, Meld, Round, Rules, View
from engine.cards import Kind, is_red
from engine.wins import Win

WORDS = ("discard", "hu", "peng", "chi", "pass")
"""The words of actions in the order in which players want to see them."""


def keyboard(say: Say, table: Table, rules: Rules, view: View, confirm: int | None = None) -> Keyboard:
    """Exactly the viewer's options: discards five in a row, claims one in a row with 胡 first and 过 last.

    `confirm` is the number of the option that was pressed while 胡 was offered and is asked about once more
    (R27): its button says that it lets the 胡 go.
    """
    order = sorted(range(len(view.options)), key=lambda index: _place(view.options[index]))
    buttons = tuple(_button(say, table, rules, view, index) for index in order)
    if any(action.word == "discard" for action in view.options):
        return rows(buttons, _even(len(buttons)))
    if confirm is not None and 0 <= confirm < len(view.options):
        return _confirm(say, table, view, confirm, buttons[0])
    return tuple((button,) for button in buttons)


def _even(count: int) -> int:
    """How many buttons to put in a row, at most five, so that no row is left with one that is too wide."""
    lines = -(-count // 5)
    return -(-count // lines)


def _place(action: Action) -> tuple[int, tuple[Kind, ...], int]:
    """Sorts options for the eye: 胡 first, 碰, the ways to 吃, 过 last; discards as they stand in the hand."""
    return WORDS.index(action.word), action.cards, len(action.bi)


def _confirm(say: Say, table: Table, view: View, index: int, hu: Button) -> Keyboard:
    label = say("不胡，{what}", what=Markup(option_label(say, view, view.options[index])))
    sure = Press("sure", table.id, table.moment, str(index))
    return (
        (Button(plain(label), sure, style="danger"),),
        (hu,),
        (Button(plain(say("返回")), Press("back", table.id, table.moment)),),
    )


def _button(say: Say, table: Table, rules: Rules, view: View, index: int) -> Button:
    action = view.options[index]
    press = Press("act", table.id, table.moment, str(index))
    match action.word:
        case "discard":
            (kind,) = action.cards
            return Button(labelled(say, kind), press, style="danger" if is_red(kind) else None)
        case "hu":
            return Button(plain(hu_label(say, table, view)), press, style="success")
        case "pass":
            return Button(plain(say.on("button", "过")), press)
    label = say(
        "{what}　+{huxi}息",
        what=Markup(option_label(say, view, action)),
        huxi=brings(rules, action, asked_card(view)),
    )
    return Button(plain(label), press)


def option_label(say: Say, view: View, action: Action) -> str:
    """An answer in few words, as plain text: 「碰 三三三」, 「吃 一二 比 三三叁」, 「打 九」, 「过」."""
    match action.word:
        case "discard":
            return say("打 {cards}", cards=faces(say, action.cards))
        case "hu":
            return say.on("button", "胡")
        case "pass":
            return say.on("button", "过")
        case "peng":
            kind = asked_card(view)
            return say("碰 {cards}", cards=faces(say, () if kind is None else (kind,) * 3))
    eaten = faces(say, action.cards)
    if not action.bi:
        return say("吃 {cards}", cards=eaten)
    return say("吃 {cards} 比 {bi}", cards=eaten, bi=" ".join(faces(say, three) for three in action.bi))


def asked_card(view: View) -> Kind | None:
    """The kind that lies face up, if one does."""
    return None if view.face_up is None else view.face_up.kind


def brings(rules: Rules, action: Action, kind: Kind | None) -> int:
    """The 胡息 that a 碰 or 吃 of `kind` lays on the table, its 比 included."""
    if kind is None:
        return 0
    if action.word == "peng":
        return rules.huxi(Meld("peng", (kind,) * 3))
    taken = (claimed((kind, *action.cards)), *(claimed(three) for three in action.bi))
    return sum(rules.huxi(meld) for meld in taken)


def hu_label(say: Say, table: Table, view: View) -> Markup:
    """What 胡 is worth: 「胡 18息·2等·红胡2番·每家12豆」; in 桂林 「胡 13息·2子×2·每家4豆起」 (G1, G3)."""
    win, game = view.win, table.game
    if win is None or game is None:
        return say.on("button", "胡")
    return say("胡 {worth}·{pay}", worth=_worth(say, game.rules, win), pay=_pay(say, table, game, view, win))


def _worth(say: Say, rules: Rules, win: Win) -> Markup:
    if counts_zi(rules):
        if win.fan == 1:
            return say("{huxi}息·{units}子", huxi=win.huxi, units=win.units)
        return say("{huxi}息·{units}子×{n}", huxi=win.huxi, units=win.units, n=win.fan)
    if not win.fans:
        return say("{huxi}息·{units}等", huxi=win.huxi, units=win.units)
    if len(win.fans) == 1:
        name = fan_name(say, next(iter(win.fans)))
        return say("{huxi}息·{units}等·{name}{fan}番", huxi=win.huxi, units=win.units, name=name, fan=win.fan)
    return say("{huxi}息·{units}等·共{fan}番", huxi=win.huxi, units=win.units, fan=win.fan)


def _pay(say: Say, table: Table, game: Round, view: View, win: Win) -> Markup:
    """Who pays how much (R37, R48, L5); at least that where 醒 comes on top, which nobody knows yet (G2)."""
    pay = win.pay * game.stake * table.multiplier
    up = view.face_up
    if up is not None and not up.drawn:
        owed = pay if game.absent is not None else 2 * pay
        if game.rules.turns_card:
            return say("点炮付{pay}豆起", pay=owed)
        return say("点炮付{pay}豆", pay=owed)
    if game.absent is not None:
        return say("对家{pay}豆起", pay=pay) if game.rules.turns_card else say("对家{pay}豆", pay=pay)
    return say("每家{pay}豆起", pay=pay) if game.rules.turns_card else say("每家{pay}豆", pay=pay)


def win_line(say: Say, view: View) -> Markup | None:
    """The 名堂 of the win that is offered, one by one; None if there are fewer than two."""
    if view.win is None or len(view.win.fans) < 2:
        return None
    named = (say("{name}{n}", name=fan_name(say, code), n=fan) for code, fan in view.win.fans.items())
    return say("名堂 {named}", named=join(" ", named))

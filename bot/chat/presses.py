"""The buttons. A press is decoded, checked by the host, answered exactly once, and shown by the presenter."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from telegram import Update
from telegram.ext import CallbackQueryHandler

from bot.chat import archive, languages, rulebook, seats, settings
from bot.chat.desk import ANONYMOUS_ADMIN, TO_HAND, App, Context, Desk, Pressed, desk_of, topic_of
from bot.chat.ordering import cause_of
from bot.chat.outbox import Importance
from bot.chat.tokens import decode
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import MOMENTS, Phase, Table
from bot.host.turns import option
from bot.views.hands import hands
from bot.views.look import PICTURE, TEXT
from bot.views.message import Press
from bot.views.notices import notice
from bot.views.popup import hand_popup
from bot.views.record import record_page
from bot.views.toasts import done, refusal
from storage import StoreError

log = logging.getLogger(__name__)

Handler = Callable[[Desk, Pressed, Press], Awaitable[None]]


def _open_table(desk: Desk, press: Press) -> Table:
    table = desk.service.table(press.table)
    if table is None:
        raise Refused("closed")
    return table


def _need_group(desk: Desk, pressed: Pressed, table: Table) -> None:
    """Only who is in the group has its message to press: anything else was made up."""
    message = pressed.query.message
    if message is None or desk.outbox.current(message.chat.id) != table.chat_id:
        raise Refused("unknown_button")


async def _sit(desk: Desk, pressed: Pressed, press: Press) -> None:
    user = pressed.user
    table = _open_table(desk, press)
    _need_group(desk, pressed, table)
    if await desk.store.people.can_message(user.id):
        await desk.service.do(press.table, do.Sit(user.id, user.full_name), pressed.cause)
        await pressed.answer(notice(desk.say(user), "seated"))
        return
    if table.person(user.id) is not None:
        raise Refused("already_seated")
    await pressed.answer(url=await seats.link_to(desk, user.id, table.id))


def _simple(make: Callable[[int, Press], do.Intent], told: str) -> Handler:
    """A button that is one intent; `told` is the code of the notice when it is carried out."""

    async def handle(desk: Desk, pressed: Pressed, press: Press) -> None:
        await desk.service.do(press.table, make(pressed.user.id, press), pressed.cause)
        await pressed.answer(notice(desk.say(pressed.user), told))

    return handle


def _lobby(inner: Handler) -> Handler:
    """A button of the lobby's message: it waits while a match goes on, and is over when a round was dealt since."""

    async def handle(desk: Desk, pressed: Pressed, press: Press) -> None:
        table = _open_table(desk, press)
        if table.phase is not Phase.LOBBY:
            raise Refused("in_play")
        if press.moment != table.moment:
            raise Refused("stale")
        await inner(desk, pressed, press)

    return handle


async def _leave(desk: Desk, pressed: Pressed, press: Press) -> None:
    """离开 in the lobby. Where a match goes on it would end it: there /leave asks first."""
    if press.moment != _open_table(desk, press).moment:
        raise Refused("stale")
    await desk.service.do(press.table, do.Leave(pressed.user.id), pressed.cause)
    await pressed.answer(notice(desk.say(pressed.user), "left"))


def _number(press: Press) -> int:
    """The number that a press carries. Raises Refused if it carries none."""
    if not press.arg.isascii() or not press.arg.isdigit() or len(press.arg) > 4:
        raise Refused("no_such_option", word="")
    return int(press.arg)


def _choice(inner: Handler) -> Handler:
    """A choice in a menu of the lobby, which closes by it."""

    async def handle(desk: Desk, pressed: Pressed, press: Press) -> None:
        await inner(desk, pressed, press)
        desk.presenter.turn_page(_open_table(desk, press), "")

    return handle


async def _set_rules(desk: Desk, pressed: Pressed, press: Press) -> None:
    admin = await _is_needed_admin(desk, pressed, press)
    await desk.service.do(press.table, do.ChooseRules(pressed.user.id, press.arg, admin), pressed.cause)
    await pressed.answer(notice(desk.say(pressed.user), "rules_chosen"))


async def _set_base(desk: Desk, pressed: Pressed, press: Press) -> None:
    admin = await _is_needed_admin(desk, pressed, press)
    await desk.service.do(press.table, do.ChooseBase(pressed.user.id, _number(press), admin), pressed.cause)
    await pressed.answer(notice(desk.say(pressed.user), "base_chosen"))


async def _is_needed_admin(desk: Desk, pressed: Pressed, press: Press) -> bool:
    """Whether somebody is an admin of the table's group; asked only where nobody else may choose."""
    table = _open_table(desk, press)
    if table.house.changed_by != "admins":
        return False
    return await seats.administrates(pressed.user.get_bot(), table.chat_id, pressed.user.id)


def _page(name: str) -> Handler:
    """A button that opens a page of the lobby's message, or closes it (""); only for who sits there."""

    async def handle(desk: Desk, pressed: Pressed, press: Press) -> None:
        table = _open_table(desk, press)
        if table.person(pressed.user.id) is None:
            raise Refused("not_seated")
        await pressed.answer()
        desk.presenter.turn_page(table, name)

    return handle


async def _act(desk: Desk, pressed: Pressed, press: Press) -> None:
    """An answer in the round by the number of an option, in the private chat."""
    await _play(desk, pressed, press, press.arg, sure=False)


async def _sure(desk: Desk, pressed: Pressed, press: Press) -> None:
    """The second press of somebody who lets a 胡 go."""
    await _play(desk, pressed, press, press.arg, sure=True)


def _word(word: str) -> Handler:
    """A constant button of the board."""

    async def handle(desk: Desk, pressed: Pressed, press: Press) -> None:
        await _play(desk, pressed, press, word, sure=False)

    return handle


async def _play(desk: Desk, pressed: Pressed, press: Press, pick: str, *, sure: bool) -> None:
    user, say = pressed.user, desk.say(pressed.user)
    table = _open_table(desk, press)
    seat = table.seat_of(user.id)
    view = table.game.view(seat) if table.game is not None and seat is not None else None
    try:
        await desk.service.do(press.table, do.Play(user.id, press.moment, pick, sure), pressed.cause)
    except Refused as refused:
        await _refuse_play(desk, pressed, press, refused)
        if refused.code == "pass_hu_sure" and view is not None:
            index = view.options.index(option(view, pick))
            desk.presenter.ask_once_more(user.id, press.table, index)
        return
    action = option(view, pick) if view is not None else None
    card = view.face_up.kind if view is not None and view.face_up is not None else None
    await pressed.answer(done(say, action, card) if action is not None else "")


async def _refuse_play(desk: Desk, pressed: Pressed, press: Press, refused: Refused) -> None:
    """Answer a play that is not allowed, with a way on where there is one."""
    if refused.code == "several":
        await pressed.answer(url=desk.start_url(TO_HAND))
        return
    await pressed.answer(refusal(desk.say(pressed.user), refused), alert=refused.code == "pass_hu_sure")
    if refused.code in ("stale", "closed"):
        _take_away(desk, pressed, press)


def _take_away(desk: Desk, pressed: Pressed, press: Press) -> None:
    """Take the buttons from a message that is of the past."""
    message = pressed.query.message
    if message is None or not pressed.is_shown:
        return
    if not desk.outbox.holds(message.chat.id, message.message_id):
        desk.outbox.strip(message.chat.id, message.message_id)


async def _back(desk: Desk, pressed: Pressed, press: Press) -> None:
    await pressed.answer()
    desk.presenter.ask_once_more(pressed.user.id, press.table, None)


async def _popup(desk: Desk, pressed: Pressed, press: Press) -> None:
    table = _open_table(desk, press)
    await pressed.answer(hand_popup(desk.say(pressed.user), table, pressed.user.id), alert=True)


async def _look(desk: Desk, pressed: Pressed, press: Press) -> None:
    """图片 or 文字: under one's own hand for oneself, under the settlement for the group."""
    if press.arg not in (TEXT, PICTURE):
        raise Refused("no_such_option", word="")
    table, chat_id = _open_table(desk, press), pressed.user.id
    if pressed.query.message is not None and pressed.query.message.chat.id == table.chat_id:
        if table.person(pressed.user.id) is None:
            raise Refused("not_seated")
        chat_id = table.chat_id
    await desk.presenter.choose_look(table.id, chat_id, pictures=press.arg == PICTURE)
    await pressed.answer()


async def _hands(desk: Desk, pressed: Pressed, press: Press) -> None:
    which = archive.which(press)
    message = pressed.query.message
    if message is not None:
        table = desk.service.table(press.table)
        here = table is not None and desk.outbox.current(message.chat.id) == table.chat_id
        if not (here and desk.presenter.open_hands(press.table, which)):
            outcome = await archive.outcome(
                desk.store, press.table, which, chat_id=message.chat.id, user_id=pressed.user.id
            )
            shown = hands(await desk.readers.in_chat(message.chat.id), outcome)
            desk.outbox.say(
                message.chat.id,
                shown,
                Importance.ORNAMENT,
                reply_to=message.message_id,
                thread_id=topic_of(message),
            )
    await pressed.answer()


async def _record(desk: Desk, pressed: Pressed, press: Press) -> None:
    """Send the record of a round to the private chat of who wants it."""
    user = pressed.user
    if not await desk.store.people.can_message(user.id):
        await pressed.answer(url=desk.start_url(TO_HAND))
        return
    chat_id = pressed.query.message.chat.id if pressed.query.message is not None else 0
    which = archive.which(press)
    outcome = await archive.outcome(desk.store, press.table, which, chat_id=chat_id, user_id=user.id)
    desk.outbox.say(user.id, record_page(desk.say(user), outcome), Importance.ORNAMENT)
    await pressed.answer(notice(desk.say(user), "record_sent"))


async def _leave_surely(desk: Desk, pressed: Pressed, press: Press) -> None:
    """逃跑 under the question of /leave, which belongs to one person and to one round."""
    _need_own(pressed, press)
    _need_round(desk, press)
    await desk.service.do(press.table, do.Leave(pressed.user.id, sure=True), pressed.cause)
    await pressed.answer(notice(desk.say(pressed.user), "left"))
    _close_question(desk, pressed)


def _need_round(desk: Desk, press: Press) -> None:
    """The question was about one round: in the next one it is over."""
    if press.moment // MOMENTS != _open_table(desk, press).serial:
        raise Refused("stale")


async def _stay(desk: Desk, pressed: Pressed, press: Press) -> None:
    _need_own(pressed, press)
    await pressed.answer(notice(desk.say(pressed.user), "stayed"))
    _close_question(desk, pressed)


def _need_own(pressed: Pressed, press: Press) -> None:
    if press.arg != str(pressed.user.id):
        raise Refused("not_your_button")


def _close_question(desk: Desk, pressed: Pressed) -> None:
    if pressed.query.message is not None and pressed.is_shown:
        desk.outbox.strip(pressed.query.message.chat.id, pressed.query.message.message_id)


def _stray(inner: Handler) -> Handler:
    """A button that changes the very message under which it stands, which is never a table's."""

    async def handle(desk: Desk, pressed: Pressed, press: Press) -> None:
        message = pressed.query.message
        if message is None or desk.outbox.holds(message.chat.id, message.message_id):
            raise Refused("unknown_button")
        await inner(desk, pressed, press)

    return handle


HANDLERS: dict[str, Handler] = {
    "sit": _lobby(_sit),
    "computer": _lobby(_simple(lambda user, _: do.AddComputer(user), "computer_seated")),
    "drop": _lobby(_simple(lambda user, _: do.DropComputer(user), "computer_left")),
    "leave": _leave,
    "leave_sure": _leave_surely,
    "stay": _stay,
    "reseat": _lobby(_simple(lambda user, _: do.Reseat(user), "reseated")),
    "begin": _lobby(_simple(lambda user, _: do.Begin(user), "begun")),
    "auto": _simple(lambda user, _: do.HandOver(user), "auto_on"),
    "comeback": _simple(lambda user, _: do.HandOver(user, on=False), "auto_off"),
    "agree": _simple(lambda user, _: do.AgreeToStop(user), "agreed"),
    "next": _simple(lambda user, press: do.NextRound(user, press.moment), "ready"),
    "rules_menu": _lobby(settings.menu_in_lobby),
    "base_menu": _lobby(_page("base")),
    "rules": _lobby(rulebook.in_lobby),
    "book": _stray(rulebook.turn),
    "lobby": _lobby(_page("")),
    "set_rules": _lobby(_choice(_set_rules)),
    "set_base": _lobby(_choice(_set_base)),
    "saved": _lobby(_choice(settings.saved_in_lobby)),
    "settings": _lobby(settings.from_lobby),
    "house": _stray(settings.pressed),
    "act": _act,
    "sure": _sure,
    "back": _back,
    "chi": _word("chi"),
    "peng": _word("peng"),
    "hu": _word("hu"),
    "pass": _word("pass"),
    "hand": _popup,
    "look": _look,
    "hands": _hands,
    "record": _record,
    "lang": _stray(languages.chosen),
}


async def _pressed(update: Update, context: Context) -> None:
    query, desk = update.callback_query, desk_of(context)
    if query is None or not desk.presses.is_new(query.id):
        return
    pressed = Pressed(query, cause_of(update))
    press = decode(query.data)
    handler = HANDLERS.get(press.what) if press else None
    try:
        if query.from_user.id == ANONYMOUS_ADMIN:
            raise Refused("anonymous")
        await desk.readers.meet(query.from_user)
        if press is None or handler is None:
            raise Refused("unknown_button")
        await handler(desk, pressed, press)
    except Refused as refused:
        await pressed.answer(refusal(desk.say(pressed.user), refused))
        if press is not None and refused.code in ("stale", "closed"):
            _take_away(desk, pressed, press)
    except StoreError as error:
        log.error("a press could not be stored: %s", error)
        await pressed.answer(refusal(desk.say(pressed.user), Refused("try_again")))
    finally:
        await pressed.answer()


def register(app: App) -> None:
    """Let the application answer the buttons."""
    app.add_handler(CallbackQueryHandler(_pressed))

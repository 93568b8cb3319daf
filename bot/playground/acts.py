"""What can be done over HTTP: the acts of people, of administrators, and of misfortune."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bot.playground.flood import Pace
from bot.playground.model import Message, Topic
from bot.playground.people import Person, Press
from bot.playground.render import message_view
from bot.playground.rooms import Room

if TYPE_CHECKING:
    from bot.playground.playground import Playground

Body = Mapping[str, Any]
Act = Callable[["Playground", Body], Any]

_PERSON_ACTS: Mapping[str, Callable[[Person, Room], None]] = {"join": Person.join, "leave": Person.leave}
_ROOM_ACTS: Mapping[str, Callable[[Room], Any]] = {
    "add_bot": Room.add_bot,
    "kick_bot": Room.kick_bot,
    "promote_bot": Room.promote_bot,
    "demote_bot": Room.demote_bot,
    "mute_bot": Room.mute_bot,
    "unmute_bot": Room.unmute_bot,
    "delete": Room.delete,
}


def person(server: Playground, body: Body) -> Any:
    """Create a person: first_name, last_name, username, language_code, id."""
    created = server.person(
        str(body["first_name"]),
        body.get("last_name"),
        username=body.get("username"),
        language_code=body.get("language_code", "zh-hans"),
        user_id=body.get("id"),
    )
    return {"id": created.id}


def group(server: Playground, body: Body) -> Any:
    """Create a group: title, members (ids, the owner first), supergroup, topics, username, bot."""
    members = [server.somebody(user_id) for user_id in body["members"]]
    room = server.group(
        str(body["title"]),
        members,
        supergroup=bool(body.get("supergroup")),
        topics=bool(body.get("topics")),
        username=body.get("username"),
        bot=body.get("bot", "member"),
    )
    return {"id": room.id}


def topic(server: Playground, body: Body) -> Any:
    """Open a topic: chat, name."""
    return {"thread_id": _room(server, body).topic(str(body["name"])).thread_id}


def send(server: Playground, body: Body) -> Any:
    """Write: person, text, chat (without it: privately), thread_id, reply_to, ago."""
    writer, room = _person(server, body), _room(server, body)
    reply_to = room.chat.messages[int(body["reply_to"])] if body.get("reply_to") else None
    sent = writer.send(
        str(body["text"]), room, topic=_topic(room, body), reply_to=reply_to, ago=float(body.get("ago", 0))
    )
    return message_view(server.world, sent)


def start(server: Playground, body: Body) -> Any:
    """Press START: person, payload."""
    return message_view(server.world, _person(server, body).start(str(body.get("payload", ""))))


def follow(server: Playground, body: Body) -> Any:
    """Open a deep link: person, url."""
    return message_view(server.world, _person(server, body).follow(str(body["url"])))


def press(server: Playground, body: Body) -> Any:
    """Press a button: person, chat, message_id, button (label or data), version (else the newest), ago."""
    message = _message(server, body)
    target = message.versions[int(body["version"])] if "version" in body else message
    pressed = _person(server, body).press(target, str(body["button"]), ago=float(body.get("ago", 0)))
    return {"query_id": pressed.query.id}


def press_data(server: Playground, body: Body) -> Any:
    """Send made-up callback data: person, chat, message_id, data."""
    pressed = _person(server, body).press_data(_message(server, body), str(body["data"]))
    return {"query_id": pressed.query.id}


def press_again(server: Playground, body: Body) -> Any:
    """Deliver a press once more: query_id."""
    Press(server.world, server.world.queries[str(body["query_id"])]).deliver_again()
    return {}


def block(server: Playground, body: Body) -> Any:
    """Block the bot, or with `off` unblock it: person."""
    somebody = _person(server, body)
    if body.get("off"):
        somebody.unblock()
    else:
        somebody.block()
    return {}


def promote(server: Playground, body: Body) -> Any:
    """Make a person an administrator of a chat: person, chat, anonymous."""
    _room(server, body).promote(_person(server, body), anonymous=bool(body.get("anonymous")))
    return {}


def migrate(server: Playground, body: Body) -> Any:
    """Upgrade a group: chat."""
    return {"id": _room(server, body).migrate().id}


def delete_message(server: Playground, body: Body) -> Any:
    """Delete a message: chat, message_id."""
    _room(server, body).delete_message(_message(server, body))
    return {}


def fault(server: Playground, body: Body) -> Any:
    """Switch a fault on: kind (flood, time_out, drop, slow, error), and the arguments of Faults' method."""
    kind = str(body["kind"])
    if kind not in ("flood", "time_out", "drop", "slow", "error"):
        raise ValueError(f"There is no fault by the name {kind!r}.")
    getattr(server.faults, kind)(**{key: value for key, value in body.items() if key != "kind"})
    return {"pending": len(server.faults.pending())}


def clear_faults(server: Playground, body: Body) -> Any:
    """Switch all faults off."""
    server.faults.clear()
    return {}


def clock(server: Playground, body: Body) -> Any:
    """Set the clock's speed or move it: speed, advance."""
    if "speed" in body:
        server.clock.speed = float(body["speed"])
    if "advance" in body:
        server.clock.advance(float(body["advance"]))
    return {"now": server.clock.now(), "speed": server.clock.speed}


def limits(server: Playground, body: Body) -> Any:
    """Set the flood control: enabled, penalty, and group, private, overall as [count, seconds]."""
    flood = server.flood
    flood.enabled = bool(body.get("enabled", flood.enabled))
    flood.penalty = float(body.get("penalty", flood.penalty))
    for name in ("group", "private", "overall"):
        if name in body:
            count, seconds = body[name]
            setattr(flood, name, Pace(int(count), float(seconds)))
    return {"enabled": flood.enabled}


def _person(server: Playground, body: Body) -> Person:
    return server.somebody(int(body["person"]))


def _room(server: Playground, body: Body) -> Room:
    if body.get("chat") is None and "person" in body:
        return _person(server, body).private
    return server.room(int(body["chat"]))


def _message(server: Playground, body: Body) -> Message:
    room = _room(server, body)
    message = room.chat.messages.get(int(body["message_id"]))
    if message is None:
        raise ValueError(f"There is no message {body['message_id']} in {room!r}.")
    return message


def _topic(room: Room, body: Body) -> Topic | None:
    thread_id = body.get("thread_id")
    if not thread_id:
        return None
    found = (room.chat.topics or {}).get(int(thread_id))
    if found is None:
        raise ValueError(f"There is no topic {thread_id} in {room!r}.")
    return found


def _with_person(act: Callable[[Person, Room], None]) -> Act:
    def run(server: Playground, body: Body) -> Any:
        act(_person(server, body), _room(server, body))
        return {}

    return run


def _with_room(act: Callable[[Room], Any]) -> Act:
    def run(server: Playground, body: Body) -> Any:
        act(_room(server, body))
        return {}

    return run


ACTS: Mapping[str, Act] = {
    "person": person,
    "group": group,
    "topic": topic,
    "send": send,
    "start": start,
    "follow": follow,
    "press": press,
    "press_data": press_data,
    "press_again": press_again,
    "block": block,
    "promote": promote,
    "migrate": migrate,
    "delete_message": delete_message,
    "fault": fault,
    "clear_faults": clear_faults,
    "clock": clock,
    "limits": limits,
    **{name: _with_person(act) for name, act in _PERSON_ACTS.items()},
    **{name: _with_room(act) for name, act in _ROOM_ACTS.items()},
}

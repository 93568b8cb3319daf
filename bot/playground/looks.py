"""What can be read over HTTP, as plain JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bot.playground.faults import Fault
from bot.playground.feed import Change
from bot.playground.model import Shown
from bot.playground.pressing import popup_json
from bot.playground.render import chat_json, message_view, user_json
from bot.playground.world import World

if TYPE_CHECKING:
    from bot.playground.people import Person
    from bot.playground.playground import Playground

MOST_MESSAGES = 300
"""How many messages of a chat a page begins with."""

Look = Callable[["Playground", Mapping[str, str]], Any]


def state(server: Playground, query: Mapping[str, str]) -> Any:
    """Return the people, the chats with their members, what is switched on, the id of the newest change."""
    world = server.world
    people = [
        user_json(user) | {"started": user.started, "blocked": user.blocked}
        for user in world.users.values()
        if not user.is_bot
    ]
    chats = [
        chat_json(world, chat)
        | {
            "members": {str(member.user_id): member.status.value for member in chat.members.values()},
            "topics": [{"thread_id": t.thread_id, "name": t.name} for t in (chat.topics or {}).values()],
            "deleted": chat.deleted,
            "migrated_to": chat.migrated_to,
        }
        for chat in world.chats.values()
    ]
    return {
        "run": server.run,
        "bot": user_json(world.bot),
        "people": people,
        "chats": chats,
        "commands": _commands(world),
        "hints": dict(server.hints),
        "faults": [_fault_json(fault) for fault in world.faults.pending()],
        "limits": world.flood.enabled,
        "last_change": world.feed.last,
        "now": world.now(),
        "speed": world.clock.speed,
    }


def world(server: Playground, query: Mapping[str, str]) -> Any:
    """Return the state, and for each chat its newest messages: all that a page needs to begin with."""
    messages = {
        str(chat.id): [
            message_view(server.world, message)
            for message in list(chat.messages.values())[-MOST_MESSAGES:]
            if not message.deleted
        ]
        for chat in server.world.chats.values()
    }
    return state(server, query) | {"messages": messages}


def _commands(world: World) -> list[dict[str, Any]]:
    return [
        {"scope": json.loads(scope)["type"], "language": language, "commands": commands}
        for (scope, language), commands in world.settings.commands.items()
    ]


def _fault_json(fault: Fault) -> dict[str, Any]:
    return {
        "kind": fault.kind.value,
        "method": fault.method,
        "chat_id": fault.chat_id,
        "left": fault.left,
        "seconds": fault.seconds,
        "until": fault.until,
    }


def messages(server: Playground, query: Mapping[str, str]) -> Any:
    """Return what a `person` sees in a `chat` (without it: in the private chat)."""
    person = server.somebody(int(query["person"]))
    room = server.room(int(query["chat"])) if "chat" in query else None
    return [message_view(server.world, message) for message in person.messages(room)]


def popups(server: Playground, query: Mapping[str, str]) -> Any:
    """Return the answers to a `person`'s presses."""
    return [popup_json(popup) for popup in server.somebody(int(query["person"])).popups]


def log(server: Playground, query: Mapping[str, str]) -> Any:
    """Return everything ever shown, to anybody or to a `person`."""
    shown = server.seen_by(server.somebody(int(query["person"]))) if "person" in query else server.log
    return [shown_json(entry) for entry in shown]


def calls(server: Playground, query: Mapping[str, str]) -> Any:
    """Return the bot's calls, of a `method` or in a `chat` if named."""
    methods = (query["method"],) if "method" in query else ()
    chat_id = int(query["chat"]) if "chat" in query else None
    return [
        {"at": c.at, "method": c.method, "chat_id": c.chat_id, "code": c.code, "description": c.description}
        for c in server.calls.of(*methods, chat_id=chat_id)
    ]


def shown_json(shown: Shown) -> dict[str, Any]:
    """Return an entry of the log."""
    return {
        "at": shown.at,
        "how": shown.how,
        "chat_id": shown.chat_id,
        "message_id": shown.message_id,
        "seen_by": sorted(shown.seen_by),
        "text": shown.text,
        "html": shown.html,
        "labels": list(shown.labels),
        "data": list(shown.data),
        "photo": shown.photo,
        "by_bot": shown.by_bot,
    }


def visible(server: Playground, change: Change, person: Person) -> bool:
    """Whether a change is for a person's eyes: what the chats show that they are in, their own pop-ups."""
    if change.kind in ("message", "edit", "delete", "pin", "action"):
        chat = server.world.chats[change.chat_id or 0]
        return person.id in server.world.people_in(chat)
    if change.kind in ("press", "popup"):
        return change.user_id == person.id
    return change.kind != "call"


def change_json(change: Change) -> dict[str, Any]:
    """Return a change of the feed."""
    return {
        "id": change.id,
        "at": change.at,
        "kind": change.kind,
        "chat_id": change.chat_id,
        "user_id": change.user_id,
        "data": dict(change.data),
    }


LOOKS: Mapping[str, Look] = {
    "state": state,
    "world": world,
    "messages": messages,
    "popups": popups,
    "log": log,
    "calls": calls,
}

"""getMe, the bot's commands, and the texts it tells about itself."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from bot.playground.errors import bad_request
from bot.playground.params import Params
from bot.playground.render import user_json
from bot.playground.world import World

_TEXT_LIMITS = {"name": 64, "description": 512, "short_description": 120}


def get_me(world: World, params: Params) -> dict[str, Any]:
    """getMe."""
    return user_json(world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.settings.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def set_my_commands(world: World, params: Params) -> bool:
    """setMyCommands: at most 100, names of 1–32 of `a-z 0-9 _`, descriptions of 1–256 characters."""
    commands = params.array("commands", dict)
    if commands is None:
        raise bad_request("expected an Array of BotCommand")
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    kept = []
    for raw in commands:
        name = str(raw.get("command", "")).removeprefix("/")
        if not re.fullmatch(r"[a-z0-9_]{1,32}", name):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(str(raw.get("description", ""))) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        kept.append({"command": name, "description": str(raw["description"])})
    world.settings.commands[_scope(params)] = kept
    world.tell("commands", {"commands": kept})
    return True


def get_my_commands(world: World, params: Params) -> list[dict[str, str]]:
    """getMyCommands."""
    return world.settings.commands.get(_scope(params), [])


def delete_my_commands(world: World, params: Params) -> bool:
    """deleteMyCommands."""
    world.settings.commands.pop(_scope(params), None)
    return True


def _scope(params: Params) -> tuple[str, str]:
    scope = params.object("scope") or {"type": "default"}
    return json.dumps(scope, sort_keys=True), params.text("language_code")


def set_my_text(kind: str, world: World, params: Params) -> bool:
    """setMyName, setMyDescription, setMyShortDescription."""
    text = params.text(kind)
    if len(text) > _TEXT_LIMITS[kind]:
        raise bad_request(f"bot {kind.replace('_', ' ')} is too long")
    world.settings.texts[kind, params.text("language_code")] = text
    return True


def get_my_text(kind: str, world: World, params: Params) -> dict[str, str]:
    """getMyName, getMyDescription, getMyShortDescription: in the language asked for, else in general."""
    texts = world.settings.texts
    own = texts.get((kind, params.text("language_code"))) or texts.get((kind, ""))
    return {kind: own or (world.bot.first_name if kind == "name" else "")}


def say_yes(world: World, params: Params) -> bool:
    """logOut, close and the settings without a consequence here."""
    return True


METHODS = {
    "getMe": get_me,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": partial(set_my_text, "name"),
    "getMyName": partial(get_my_text, "name"),
    "setMyDescription": partial(set_my_text, "description"),
    "getMyDescription": partial(get_my_text, "description"),
    "setMyShortDescription": partial(set_my_text, "short_description"),
    "getMyShortDescription": partial(get_my_text, "short_description"),
    "setMyDefaultAdministratorRights": say_yes,
    "setChatMenuButton": say_yes,
    "logOut": say_yes,
    "close": say_yes,
}

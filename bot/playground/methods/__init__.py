"""The methods of the Bot API that the playground knows, by their names in small letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.playground.methods import about, callbacks, chats, editing, files, pinning, sending
from bot.playground.params import Params
from bot.playground.world import World

Method = Callable[[World, Params], Any]

METHODS: Mapping[str, Method] = {
    name.lower(): method
    for module in (about, callbacks, chats, editing, files, pinning, sending)
    for name, method in module.METHODS.items()
}
"""All methods but getUpdates and those of the webhook. A method raises ApiError to refuse."""

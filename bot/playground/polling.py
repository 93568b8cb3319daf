"""getUpdates: the long poll that wakes up as soon as there is something."""

from __future__ import annotations

from typing import Any

from bot.playground.errors import ApiError
from bot.playground.params import Params
from bot.playground.world import World

MAX_WAIT_SECONDS = 50
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
_OTHER_POLL = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
)


async def get_updates(world: World, params: Params) -> list[dict[str, Any]]:
    """getUpdates. A poll that must wait ends the one that waits already, which answers 409."""
    if world.webhook.url:
        raise ApiError(409, _WEBHOOK_ACTIVE)
    queue = world.updates
    world.calls.polls += 1
    queue.allow(params.array("allowed_updates", str))
    queue.acknowledge(params.integer("offset"))
    timeout = min(max(params.integer("timeout"), 0), MAX_WAIT_SECONDS)
    if timeout and not queue:
        await _wait(world, timeout)
    limit = params.integer("limit", 100)
    return [update.json() for update in queue.peek(limit if 1 <= limit <= 100 else 100)]


async def _wait(world: World, within: float) -> None:
    queue, poll = world.updates, object()
    queue.poller = poll
    world.feed.stir()
    try:
        await world.feed.wait_for(lambda: bool(queue) or queue.poller is not poll, within)
    except TimeoutError:
        return
    if queue.poller is not poll:
        raise ApiError(409, _WEBHOOK_ACTIVE if world.webhook.url else _OTHER_POLL)

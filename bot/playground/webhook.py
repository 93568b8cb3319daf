"""setWebhook and its relatives, and the delivery of updates to the bot's own server."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.playground.errors import bad_request
from bot.playground.params import Params
from bot.playground.world import Webhook, World

RETRY_SECONDS = 0.5
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def set_webhook(world: World, params: Params) -> bool:
    """setWebhook; plain http is taken on loopback only. An empty URL removes the webhook."""
    url, secret = params.text("url"), params.text("secret_token")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", secret):
        raise bad_request("secret token contains unallowed characters")
    target = urlsplit(url)
    if url and target.scheme != "https" and target.hostname not in _LOOPBACK:
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if params.flag("drop_pending_updates"):
        world.updates.clear()
    world.updates.allow(params.array("allowed_updates", str))
    world.webhook = Webhook(url, secret)
    if url:
        world.updates.poller = None
    world.feed.stir()
    return True


def delete_webhook(world: World, params: Params) -> bool:
    """deleteWebhook."""
    if params.flag("drop_pending_updates"):
        world.updates.clear()
    world.webhook = Webhook()
    return True


def get_webhook_info(world: World, params: Params) -> dict[str, Any]:
    """getWebhookInfo."""
    hook = world.webhook
    data: dict[str, Any] = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
        "allowed_updates": sorted(world.updates.allowed),
    }
    if hook.last_error:
        data |= {"last_error_date": int(hook.last_error_at), "last_error_message": hook.last_error}
    return data


async def deliver_forever(world: World) -> None:
    """Post the updates to the webhook, if there is one, in order and each until it is taken."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
        while True:
            await world.feed.wait_for(lambda: bool(world.webhook.url) and len(world.updates) > 0, within=None)
            if not await _deliver(world, session):
                await asyncio.sleep(RETRY_SECONDS)


async def _deliver(world: World, session: aiohttp.ClientSession) -> bool:
    hook, update = world.webhook, world.updates.peek(1)[0]
    headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
    try:
        async with session.post(hook.url, json=update.json(), headers=headers) as answer:
            status = answer.status
    except (aiohttp.ClientError, TimeoutError) as error:
        status, reason = 0, f"Connection failed: {type(error).__name__}"
    else:
        reason = f"Wrong response from the webhook: {status}"
    if 200 <= status < 300:
        world.updates.acknowledge(update.id + 1)
        return True
    hook.last_error_at, hook.last_error = world.now(), reason
    return False


METHODS = {"setWebhook": set_webhook, "deleteWebhook": delete_webhook, "getWebhookInfo": get_webhook_info}

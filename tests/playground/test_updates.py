"""Polling and the webhook."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, Update
from telegram.error import BadRequest, Conflict

from bot.playground import Playground
from tests.playground.conftest import Scene


async def polling(server: Playground, bot: Bot, **options: Any) -> asyncio.Task[tuple[Update, ...]]:
    """Start a long poll, and return when the server holds it."""
    before = server.world.updates.poller
    task = asyncio.create_task(bot.get_updates(timeout=50, **options))
    await server.wait_for(lambda: server.world.updates.poller is not before)
    return task


async def test_a_long_poll_wakes_up_at_once(bot: Bot, server: Playground, scene: Scene) -> None:
    poll = await polling(server, bot)
    scene.ming.send("/new", scene.group)
    [update] = await asyncio.wait_for(poll, 1.0)
    assert update.message is not None
    assert update.message.text == "/new"


async def test_a_poll_without_timeout_returns_at_once(bot: Bot, server: Playground) -> None:
    assert await asyncio.wait_for(bot.get_updates(timeout=0), 1.0) == ()
    assert server.calls.polls == 1
    assert server.calls.count("getUpdates") == 0


async def test_updates_stay_until_they_are_acknowledged(bot: Bot, scene: Scene) -> None:
    for number in range(4):
        scene.ming.send(f"/{number}")
    first = await bot.get_updates(limit=2)
    assert [u.message.text for u in first if u.message] == ["/0", "/1"]
    assert await bot.get_updates(limit=2) == first
    rest = await bot.get_updates(offset=first[-1].update_id + 1)
    assert [u.message.text for u in rest if u.message] == ["/2", "/3"]
    assert [u.update_id for u in await bot.get_updates(offset=-1)] == [rest[-1].update_id]
    assert await bot.get_updates(offset=rest[-1].update_id + 1) == ()


async def test_updates_are_kept_for_24_hours(bot: Bot, server: Playground, scene: Scene) -> None:
    scene.ming.send("/old")
    server.clock.advance(24 * 3600 + 1)
    scene.ming.send("/young", ago=60)
    [update] = await bot.get_updates()
    assert update.message is not None
    assert update.message.text == "/young"
    assert 59 <= server.clock.now() - update.message.date.timestamp() <= 62


async def test_only_allowed_kinds_arrive(bot: Bot, scene: Scene) -> None:
    await bot.get_updates(allowed_updates=["callback_query"])
    scene.ming.send("/new")
    assert await bot.get_updates() == ()
    await bot.get_updates(allowed_updates=[])
    scene.ming.send("/new")
    assert len(await bot.get_updates()) == 1


async def test_chat_member_comes_to_an_administrator_who_asked(bot: Bot, scene: Scene) -> None:
    scene.stranger.join(scene.group)
    await bot.get_updates(allowed_updates=["chat_member"])
    scene.stranger.leave(scene.group)
    assert [u.update_id for u in await bot.get_updates() if u.chat_member] == []
    scene.group.promote_bot()
    scene.stranger.join(scene.group)
    update = (await bot.get_updates())[-1]
    assert update.chat_member is not None
    assert (update.chat_member.old_chat_member.status, update.chat_member.new_chat_member.status) == (
        "left",
        "member",
    )


async def test_a_second_poller_ends_the_first(bot: Bot, server: Playground, scene: Scene) -> None:
    first = await polling(server, bot)
    async with Bot(server.token, server.base_url) as rival:
        second = await polling(server, rival)
        with pytest.raises(Conflict, match=r"^Conflict: terminated by other getUpdates request; make sure"):
            await first
        scene.ming.send("/x")
        assert len(await second) == 1


class Hook:
    """A server of the bot's own: its answers are as told, what it got is in a queue."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.got: asyncio.Queue[tuple[str | None, dict[str, Any]]] = asyncio.Queue()
        self.url = ""

    async def take(self, request: web.Request) -> web.Response:
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token")
        self.got.put_nowait((secret, await request.json()))
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    hook = Hook()
    app = web.Application()
    app.router.add_post("/hook", hook.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield hook
    await runner.cleanup()


async def test_a_webhook_gets_the_updates_with_its_secret(
    bot: Bot, server: Playground, scene: Scene, hook: Hook
) -> None:
    poll = await polling(server, bot)
    await bot.set_webhook(hook.url, secret_token="s-1_x", allowed_updates=["message"])
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await poll
    with pytest.raises(Conflict, match="use deleteWebhook to delete the webhook first"):
        await bot.get_updates()
    scene.ming.send("/a")
    scene.ming.send("/b")
    got = [await asyncio.wait_for(hook.got.get(), 2.0) for _ in range(2)]
    assert [secret for secret, _ in got] == ["s-1_x", "s-1_x"]
    assert [update["message"]["text"] for _, update in got] == ["/a", "/b"]
    await server.wait_for(lambda: len(server.world.updates) == 0)
    info = await bot.get_webhook_info()
    assert (info.url, info.pending_update_count, info.allowed_updates) == (hook.url, 0, ("message",))
    await bot.delete_webhook()
    assert await bot.get_updates() == ()


async def test_what_a_webhook_refuses_comes_again(
    bot: Bot, server: Playground, scene: Scene, hook: Hook
) -> None:
    hook.statuses = [500]
    await bot.set_webhook(hook.url)
    scene.ming.send("/a")
    first, second = [await asyncio.wait_for(hook.got.get(), 5.0) for _ in range(2)]
    assert first == second
    assert first[0] is None
    info = await bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 500"


async def test_a_webhook_needs_https_and_a_plain_secret(bot: Bot) -> None:
    with pytest.raises(BadRequest, match=r"(?i)^bad webhook: an https url must be provided for webhook$"):
        await bot.set_webhook("http://example.org/hook")
    with pytest.raises(BadRequest, match=r"^Secret token contains unallowed characters$"):
        await bot.set_webhook("https://example.org/hook", secret_token="一")


async def test_pending_updates_can_be_dropped(bot: Bot, scene: Scene) -> None:
    scene.ming.send("/a")
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()

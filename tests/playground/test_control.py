"""The control interface over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from telegram import Bot

from bot.playground import Playground
from bot.playground.acts import ACTS
from tests.playground.conftest import Scene
from tests.playground.test_sending import keyboard


class Remote:
    """A client of /control/."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def get(self, look: str, **query: Any) -> Any:
        async with self.session.get(f"{self.url}/control/{look}", params=query) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def act(self, act: str, status: int = 200, /, **body: Any) -> Any:
        async with self.session.post(f"{self.url}/control/{act}", json=body) as answer:
            assert answer.status == status, await answer.text()
            return await answer.json()


@pytest.fixture
async def remote(server: Playground) -> AsyncIterator[Remote]:
    async with aiohttp.ClientSession() as session:
        yield Remote(session, server.url)


async def test_a_whole_table_over_http(bot: Bot, server: Playground, remote: Remote) -> None:
    ming = (await remote.act("person", first_name="阿明", username="ming"))["id"]
    hong = (await remote.act("person", first_name="小红", id=77))["id"]
    group = (await remote.act("group", title="麻友", members=[ming, hong], topics=True))["id"]
    topic = (await remote.act("topic", chat=group, name="牌"))["thread_id"]
    assert (await remote.act("start", person=ming, payload="x"))["text"] == "/start x"
    sent = await remote.act("send", person=hong, chat=group, text="/new", thread_id=topic)
    assert (sent["thread_id"], sent["sender"]["id"]) == (topic, 77)
    await bot.send_message(
        group, "<b>桌</b>", "HTML", message_thread_id=topic, reply_markup=keyboard(["坐下"])
    )
    shown = (await remote.get("messages", person=hong, chat=group))[-1]
    assert (shown["html"], shown["keyboard"][0][0]["text"], shown["by_bot"]) == ("<b>桌</b>", "坐下", True)
    where = {"person": hong, "chat": group, "message_id": shown["message_id"]}
    query = (await remote.act("press", **where, button="坐下"))["query_id"]
    await bot.answer_callback_query(query, "好", show_alert=True)
    assert await remote.get("popups", person=hong) == [
        {"query_id": query, "text": "好", "show_alert": True, "url": ""}
    ]
    await bot.edit_message_text("完", group, shown["message_id"])
    await remote.act("press", **where, button="坐下", version=0)
    await remote.act("press_data", **where, data="forged")
    await remote.act("press_again", query_id=query)
    data = [u.callback_query.data for u in await bot.get_updates() if u.callback_query]
    assert data == ["坐下", "坐下", "forged", "坐下"]
    assert [(entry["how"], entry["text"]) for entry in await remote.get("log", person=hong)][-3:] == [
        ("message", "桌"),
        ("popup", "好"),
        ("edit", "完"),
    ]
    calls = await remote.get("calls", chat=group, method="editMessageText")
    assert [(call["code"], call["chat_id"]) for call in calls] == [(200, group)]
    state = await remote.get("state")
    assert [(p["id"], p["started"]) for p in state["people"]] == [(ming, True), (77, False)]
    [chat] = [chat for chat in state["chats"] if chat["id"] == group]
    assert chat["members"] == {str(ming): "creator", "77": "member", str(bot.id): "member"}
    assert state["last_change"] == server.feed.last


async def test_the_feed_is_followed_live(bot: Bot, server: Playground, scene: Scene, remote: Remote) -> None:
    last = (await remote.get("state"))["last_change"]
    assert await remote.get("changes", after=last) == {"last": last, "changes": []}
    following = asyncio.create_task(remote.get("changes", after=last, timeout=20))
    await bot.send_message(scene.group.id, "x")
    answer = await asyncio.wait_for(following, 2.0)
    change = answer["changes"][0]
    assert answer["last"] >= last + 1
    assert (change["id"], change["kind"], change["chat_id"]) == (last + 1, "message", scene.group.id)
    assert change["data"]["text"] == "x"


async def test_a_page_follows_what_its_person_sees(
    bot: Bot, server: Playground, scene: Scene, remote: Remote
) -> None:
    last = server.feed.last
    await bot.send_message(scene.group.id, "给大家", reply_markup=keyboard(["看牌"]))
    await bot.send_message(scene.hong.id, "给小红")
    press = scene.ming.press(scene.group.bot_messages[-1], "看牌")
    await bot.answer_callback_query(press.query.id, "手牌")
    followed = {
        person.name: (await remote.get("changes", after=last, person=person.id))["changes"]
        for person in (scene.ming, scene.hong, scene.stranger)
    }
    seen = {name: [(c["kind"], c["data"].get("text")) for c in changes] for name, changes in followed.items()}
    assert seen == {
        "阿明": [("message", "给大家"), ("press", None), ("popup", "手牌")],
        "小红 李": [("message", "给大家"), ("message", "给小红")],
        "路人": [],
    }
    assert followed["阿明"][0]["data"]["keyboard"][0][0]["text"] == "看牌"


async def test_misfortune_over_http(bot: Bot, server: Playground, scene: Scene, remote: Remote) -> None:
    group = scene.group.id
    await remote.act("fault", kind="flood", seconds=9, chat_id=group)
    assert len(server.faults.pending()) == 1
    await remote.act("clear_faults")
    await remote.act("limits", group=[1, 60], penalty=2)
    assert (server.flood.group.count, server.flood.penalty, server.flood.enabled) == (1, 2.0, True)
    now = server.clock.now()
    answer = await remote.act("clock", advance=100, speed=3)
    assert answer["now"] >= now + 100
    assert server.clock.speed == 3
    await remote.act("block", person=scene.ming.id)
    assert scene.ming.user.blocked
    await remote.act("block", person=scene.ming.id, off=True)
    assert not scene.ming.user.blocked
    await remote.act("leave", person=scene.hong.id, chat=group)
    await remote.act("join", person=scene.hong.id, chat=group)
    await remote.act("promote_bot", chat=group)
    await remote.act("promote", chat=group, person=scene.hong.id, anonymous=True)
    assert scene.group.chat.member(scene.hong.id).anonymous
    sent = await remote.act("send", person=scene.ming.id, chat=group, text="/x", ago=90)
    await remote.act("delete_message", chat=group, message_id=sent["message_id"])
    assert scene.ming.messages(scene.group)[-1].id != sent["message_id"]
    big = (await remote.act("migrate", chat=group))["id"]
    await remote.act("mute_bot", chat=big)
    await remote.act("kick_bot", chat=big)
    await remote.act("add_bot", chat=big)
    await remote.act("delete", chat=big)
    assert server.room(big).chat.deleted


@pytest.mark.parametrize(
    ("act", "body", "sentence"),
    [
        ("person", {}, "The field 'first_name' is missing."),
        ("send", {"person": 5, "text": "x"}, "There is nobody with the id 5."),
        ("send", {"person": 1001, "text": "x", "chat": 5}, "There is no chat with the id 5."),
        ("send", {"person": 1001, "text": "x", "chat": -2001, "thread_id": 3}, "There is no topic 3 in Room"),
        ("press", {"person": 1001, "chat": -2001, "message_id": 99, "button": "x"}, "There is no message 99"),
        ("press", {"person": 1001, "chat": -2001, "message_id": 1, "button": "x"}, "No button 'x' among []."),
        ("follow", {"person": 1001, "url": "https://t.me/other"}, "does not lead to the bot"),
        ("fault", {"kind": "clear"}, "There is no fault by the name 'clear'."),
        ("clock", {"speed": -1}, "The speed of the clock must be between 0 and 100000, not -1.0."),
        ("clock", {"advance": -1}, "The clock only moves forward."),
    ],
)
async def test_bad_acts_are_refused_with_a_sentence(
    scene: Scene, remote: Remote, act: str, body: dict[str, Any], sentence: str
) -> None:
    assert sentence in (await remote.act(act, 400, **body))["error"]


async def test_unknown_names_are_not_found(remote: Remote) -> None:
    await remote.act("juggle", 404)
    async with remote.session.get(f"{remote.url}/control/moon") as answer:
        assert answer.status == 404
    assert len(ACTS) == 26


async def test_pages_from_elsewhere_cannot_act(server: Playground, scene: Scene, remote: Remote) -> None:
    url = f"{remote.url}/control/block"
    body = {"person": scene.ming.id}
    async with remote.session.post(url, data='{"person": 1001}') as answer:
        assert answer.status == 415
    async with remote.session.post(url, json=body, headers={"Host": "evil.example:80"}) as answer:
        assert answer.status == 403
    assert not scene.ming.user.blocked

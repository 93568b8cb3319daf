"""What a browser gets: the page, its files, live changes; and what pages from elsewhere do not get."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import aiohttp
import pytest
from telegram import Bot

import bot.playground
from bot.playground import Playground
from bot.playground.world import World
from tests.playground.conftest import Scene
from tests.playground.test_sending import keyboard

PAGE = Path(bot.playground.__file__).parent / "page"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff3f0005fe02fe0def46b8"
    "0000000049454e44ae426082"
)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as open_session:
        yield open_session


def parts() -> list[str]:
    return sorted(path.name for path in PAGE.iterdir())


async def test_the_page_and_all_its_parts_are_served(
    server: Playground, session: aiohttp.ClientSession
) -> None:
    assert {"index.html", "main.js", "base.css"} <= set(parts())
    for name in parts():
        async with session.get(f"{server.url}/page/{name}") as answer:
            assert answer.status == 200, name
            assert await answer.read() == (PAGE / name).read_bytes()
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    async with session.get(f"{server.url}/") as answer:
        assert await answer.read() == (PAGE / "index.html").read_bytes()
    async with session.get(f"{server.url}/page/..%2Fworld.py") as answer:
        assert answer.status == 404


def test_the_page_loads_nothing_from_elsewhere_and_makes_no_markup_of_text() -> None:
    for name in parts():
        text = (PAGE / name).read_text(encoding="utf-8")
        found = re.findall(r"""(?:https?:|["'(])//[\w.-]+\.\w+""", text)
        assert set(found) <= {"http://www.w3.org"}, name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text), name


def test_imports_of_the_page_name_files_that_are_there() -> None:
    looked_at = 0
    for path in PAGE.glob("*.js"):
        for target in re.findall(r'from "\./([\w.]+)"', path.read_text(encoding="utf-8")):
            assert (PAGE / target).exists(), (path.name, target)
            looked_at += 1
    assert looked_at > 20


def test_every_sentence_of_the_page_is_said_in_both_languages() -> None:
    words = (PAGE / "words.js").read_text(encoding="utf-8")
    known = set(re.findall(r'^  (\w+): \["[^"]+", "[^"]+"\],$', words, re.MULTILINE))
    assert len(known) == len(re.findall(r"^  \w+: \[", words, re.MULTILINE))
    sources = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.js"))
    used = set(re.findall(r'\bt\("(\w+)"', sources))
    assert used - known == set()


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example:80"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "192.168.0.7"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
async def test_pages_from_elsewhere_reach_nothing(
    server: Playground, scene: Scene, session: aiohttp.ClientSession, headers: Mapping[str, str]
) -> None:
    url = f"{server.url}/control"
    async with session.get(f"{url}/state", headers=headers) as answer:
        assert answer.status == 403
    async with session.post(f"{url}/block", json={"person": scene.ming.id}, headers=headers) as answer:
        assert answer.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await session.ws_connect(f"{url}/live?run={server.run}&after=0", headers=headers)
    assert refused.value.status == 403
    assert not scene.ming.user.blocked


async def test_the_page_itself_may_act(
    server: Playground, scene: Scene, session: aiohttp.ClientSession
) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    async with session.post(
        f"{server.url}/control/block", json={"person": scene.ming.id}, headers=headers
    ) as answer:
        assert answer.status == 200
    assert scene.ming.user.blocked


async def test_a_page_under_a_foreign_name_is_not_shown(
    server: Playground, session: aiohttp.ClientSession
) -> None:
    async with session.get(f"{server.url}/", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 403


async def test_told_to_listen_elsewhere_it_answers_on_addresses_but_not_on_names(
    session: aiohttp.ClientSession,
) -> None:
    async with await Playground.start(host="0.0.0.0") as server:  # noqa: S104
        assert server.url.startswith("http://127.0.0.1:")
        for host, status in (("192.168.0.7:8081", 200), ("[fe80::1]:8081", 200), ("evil.example", 403)):
            async with session.get(f"{server.url}/control/state", headers={"Host": host}) as answer:
                assert answer.status == status, host


async def test_the_world_is_all_that_a_page_begins_with(
    bot: Bot, server: Playground, scene: Scene, session: aiohttp.ClientSession
) -> None:
    await bot.set_my_commands([("new", "开一桌")])
    await bot.send_message(scene.group.id, "桌", reply_markup=keyboard(["坐下"]))
    gone = scene.ming.send("x", scene.group)
    scene.group.delete_message(gone)
    server.hints = {"zh": ["按「坐下」"]}
    server.faults.flood(30)
    async with session.get(f"{server.url}/control/world") as answer:
        world = await answer.json()
    messages = world["messages"][str(scene.group.id)]
    assert messages[-1]["keyboard"][0][0]["text"] == "坐下"
    assert gone.id not in [message["message_id"] for message in messages]
    assert world["commands"] == [
        {"scope": "default", "language": "", "commands": [{"command": "new", "description": "开一桌"}]}
    ]
    assert (world["hints"], world["faults"][0]["kind"]) == ({"zh": ["按「坐下」"]}, "flood")
    assert (world["run"], world["last_change"]) == (server.run, server.feed.last)


async def test_no_look_tells_the_token(
    server: Playground, scene: Scene, session: aiohttp.ClientSession
) -> None:
    for name in ("world", "state", "log", "calls"):
        async with session.get(f"{server.url}/control/{name}") as answer:
            assert server.token.partition(":")[2] not in await answer.text()


async def test_changes_come_live_from_where_one_stands(
    bot: Bot, server: Playground, scene: Scene, session: aiohttp.ClientSession
) -> None:
    last = server.feed.last
    await bot.send_message(scene.group.id, "一")
    async with session.ws_connect(f"{server.url}/control/live?run={server.run}&after={last}") as socket:
        first = json.loads((await socket.receive(5)).data)
        assert (first[0]["id"], first[0]["data"]["text"]) == (last + 1, "一")
        scene.hong.send("二", scene.group)
        found = [
            change for change in json.loads((await socket.receive(5)).data) if change["kind"] == "message"
        ]
        assert found[0]["data"]["text"] == "二"


@pytest.mark.parametrize("place", ["run=other&after=0", "run={run}&after=999999"])
async def test_who_stands_elsewhere_is_told_to_look_again(
    server: Playground, scene: Scene, session: aiohttp.ClientSession, place: str
) -> None:
    async with session.ws_connect(f"{server.url}/control/live?{place.format(run=server.run)}") as socket:
        closed = await socket.receive(5)
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 4000)


async def test_pictures_are_shown_and_other_files_saved(
    bot: Bot, server: Playground, scene: Scene, session: aiohttp.ClientSession
) -> None:
    await bot.send_photo(scene.group.id, PNG)
    await bot.send_document(scene.group.id, b"<script>alert(1)</script>", filename="x.html")
    photo, document = (message.content for message in scene.group.bot_messages[-2:])
    assert photo.photo
    assert document.document
    async with session.get(f"{server.url}/control/file/{photo.photo.path}") as answer:
        assert (answer.content_type, await answer.read()) == ("image/png", PNG)
    async with session.get(f"{server.url}/control/file/{document.document.path}") as answer:
        assert answer.content_type == "application/octet-stream"
        assert answer.headers["Content-Disposition"] == "attachment"
    async with session.get(f"{server.url}/control/file/photos/file_9.jpg") as answer:
        assert answer.status == 404


async def test_message_ids_can_begin_apart_from_earlier_ones() -> None:
    async with await Playground.start(first_message_id=500) as server:
        ming = server.person("阿明")
        assert ming.start().id == 500
        assert ming.send("x").id == 501


async def test_a_feed_knows_what_it_keeps(server: Playground) -> None:
    feed = World("1:x", "b", "b", server.clock).feed
    assert feed.keeps(0)
    assert not feed.keeps(1)
    for _ in range(3):
        feed.add(0.0, "call", {})
    assert [feed.keeps(number) for number in (-1, 0, 3, 4)] == [False, True, True, False]

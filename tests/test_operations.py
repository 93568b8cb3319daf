"""Running it for real: backup, check, leaving in order, the log, /ping, and updates by webhook."""

import asyncio
import json
import logging
import re
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp
import pytest

from bot.chat import hearing, rivals
from bot.chat.application import running
from bot.host.books import go_over
from bot.playground import Person, Playground
from bot.settings import SettingsError
from storage import Store, StoreError
from tests.e2e.house import TOKEN as HOUSE_TOKEN
from tests.e2e.house import House, house, settings_for
from tests.e2e.strict import in_round
from tests.test_program import TOKEN, contents, ended, run, start

CARD = re.compile(r"\b[sb](10|[1-9])\b|[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]")
SECRET = "abcdefghijklmnopqrstuvwxyz_0123456789-ABCD"


async def played_match(db: Path) -> tuple[int, Sequence[Person]]:
    """A database with a table, a match of two rounds and what followed; the group's id and the people."""
    async with house(db, rounds=2) as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        players = await in_round(home, group, people)
        await players.next_round(await players.round())
        await players.round()
        assert await home.desk.outbox.idle()
        return group.id, people


def change(db: Path, *statements: str) -> None:
    """Change a database by hand, past what guards it."""
    with closing(sqlite3.connect(db)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
        database.commit()


async def test_check_of_a_good_database_says_so(tmp_path: Path) -> None:
    await played_match(tmp_path / "paohuzi.db")
    end = await run(tmp_path, "check", token="")
    assert (end.code, end.out, end.err) == (0, "paohuzi.db: 1 tables, 2 rounds: all is well\n", "")


async def test_check_says_what_differs_and_ends_with_1(tmp_path: Path) -> None:
    db = tmp_path / "paohuzi.db"
    group_id, people = await played_match(db)
    ming = people[0].id
    async with await Store.look(db) as store:
        beans = dict((await store.ledger.settlements(group_id))[0].postings)[ming]
        balance = {each.user_id: each.beans for each in await store.ledger.balances(group_id)}[ming]
    change(db, "UPDATE postings SET beans = beans + 5 WHERE settlement_id = 1 AND user_id = 1001")
    assert ming == 1001
    end = await run(tmp_path, "check", "--db", str(db), token="")
    assert end.code == 1
    assert end.err == ""
    lines = end.out.splitlines()
    assert "Settlement 1: its postings sum to 5, not to zero." in lines
    assert f"Round 1: {ming} was posted {beans + 5} beans, but by its record won {beans}." in lines
    assert "Table 1, match 1, round 1: by its events it has other beans." in lines
    assert f"Group {group_id}: {ming} has {balance + 5} beans, but by the events {balance}." in lines
    assert lines[-1] == f"{db}: 1 tables, 2 rounds: 4 faults"
    assert not any(CARD.search(line) for line in lines)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "UPDATE events SET data = '{}' WHERE seq = 9",
            r"Table 1: event 9 does not follow from what was before \(\w+\)\.",
        ),
        (
            "UPDATE events SET kind = 'Dreamt' WHERE seq = 2",
            r"Table 1: event 2 does not follow from what was before \(ValueError\)\.",
        ),
        ("UPDATE tables SET closed_at = 1.5", r"Table 1: by its events it is open\."),
        (
            "UPDATE rounds SET number = 7 WHERE number = 2",
            r"Table 1, match 1, round 2: it was played, but is not stored\.",
        ),
        (
            "UPDATE rounds SET multiplier = 3 WHERE number = 1",
            r"Table 1, match 1, round 1: by its events it has other stakes\.",
        ),
    ],
)
async def test_check_folds_every_table_and_compares_its_rounds(
    tmp_path: Path, statement: str, fault: str
) -> None:
    db = tmp_path / "paohuzi.db"
    await played_match(db)
    change(db, statement)
    async with await Store.look(db) as store:
        wrong = (await go_over(store)).wrong
    assert any(re.fullmatch(fault, sentence) for sentence in wrong), wrong


async def test_check_of_what_is_no_database_of_ours_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database at all, but long enough to have a header " * 9)
    for name, why in (("none.db", "there is no such file"), ("text.db", "file is not a database")):
        end = await run(tmp_path, "check", "--db", name, token="")
        assert (end.code, end.lines) == (2, [f"paohuzi: Cannot read {name}: {why}."])
        end = await run(tmp_path, "backup", "copy.db", "--db", name, token="")
        assert (end.code, end.lines) == (2, [f"paohuzi: Cannot read {name}: {why}."])
    assert [path.name for path in contents(tmp_path)] == ["text.db"]


async def test_backup_overwrites_nothing_and_needs_a_place(tmp_path: Path) -> None:
    await (await Store.open(tmp_path / "paohuzi.db")).close()
    (tmp_path / "copy.db").write_text("mine")
    end = await run(tmp_path, "backup", "copy.db", token="")
    assert (end.code, end.lines) == (2, ["paohuzi: copy.db exists already, and a backup overwrites nothing."])
    assert (tmp_path / "copy.db").read_text() == "mine"
    end = await run(tmp_path, "backup", token="")
    assert (end.code, end.lines[-1]) == (2, "paohuzi: error: backup needs a FILE")
    end = await run(tmp_path, "check", "copy.db", token="")
    assert (end.code, end.lines[-1]) == (2, "paohuzi: error: unrecognized arguments: copy.db")


async def test_a_look_changes_nothing(tmp_path: Path) -> None:
    await (await Store.open(tmp_path / "paohuzi.db")).close()
    async with await Store.look(tmp_path / "paohuzi.db") as store:
        with pytest.raises(StoreError, match="open for reading only"):
            await store.journal.beat(1.0)


async def test_told_to_stop_in_play_it_says_that_it_will_be_back_and_is(tmp_path: Path) -> None:
    async with await Playground.start(token=TOKEN) as server:
        server.flood.enabled = False
        arguments = ("--api-base-url", server.base_url, "--api-file-url", server.file_url)
        process = await start(tmp_path, *arguments, PAOHUZI_COMPUTER_PAUSE="0", PAOHUZI_OPEN_CARD_PAUSE="0")
        ming = server.person("阿明")
        ming.start()
        await ming.sees("你好", within=30)
        group = server.group("麻友", [ming])
        ming.send("/new", group)
        lobby = await group.shows("加电脑", within=10)
        for _ in range(2):
            await ming.tap(lobby, "加电脑", within=10)
        await ming.tap(await group.shows("开局"), "开局", within=10)
        board = await group.shows("第 1 局", within=10)
        hand = await ming.sees(lambda m: any((b.data or "").startswith("act:") for b in m.buttons), within=20)
        press = ming.press(hand, next(b.text for b in hand.buttons if (b.data or "").startswith("act:")))
        await server.wait_for(lambda: len(server.world.updates) == 0)
        began = time.monotonic()
        process.terminate()
        end = await ended(process)
        assert end.code == 0
        assert time.monotonic() - began < 5.5
        assert "Traceback" not in end.err
        assert "维护一下，马上回来" in board.text
        assert len([m for m in group.bot_messages if "维护" in m.text]) == 1
        assert press.answer is not None
        assert "by=person" in end.err

        messages = len(group.bot_messages), len(ming.private.bot_messages)
        process = await start(tmp_path, *arguments)
        await server.wait_for(lambda: "维护" not in board.text, within=30)
        assert "第 1 局" in board.text
        assert (len(group.bot_messages), len(ming.private.bot_messages)) == messages
        process.terminate()
        assert (await ended(process)).code == 0


async def test_a_telegram_that_does_not_answer_keeps_it_no_longer_than_five_seconds(tmp_path: Path) -> None:
    async with await Playground.start(token=HOUSE_TOKEN) as server:
        context = running(settings_for(server, tmp_path / "paohuzi.db"))
        desk = await context.__aenter__()
        home = House(server, desk)
        people = home.people("阿明", "小红", "老王")
        await in_round(home, server.group("麻友", members=people), people)
        for method in ("getUpdates", "editMessageText", "sendMessage", "editMessageReplyMarkup"):
            server.faults.time_out(method=method, times=None)
        began = time.monotonic()
        await context.__aexit__(None, None, None)
        assert time.monotonic() - began < 6


async def test_the_log_has_a_line_for_each_move_and_never_a_card(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with house(tmp_path / "paohuzi.db", rounds=1) as home:
            people = home.people("甲", "乙", "丙")
            group = home.server.group("麻友", members=people)
            players = await in_round(home, group, people)
            await players.round()
            events = await home.desk.store.journal.events(1)
    ours = [record for record in caplog.records if record.name.startswith(("bot.", "storage"))]
    lines = [record.getMessage() for record in ours if "seq=" in record.getMessage()]
    wanted = [
        f"table=1 seq={event.seq} kind={event.kind}"
        + (f" by={event.data['by']}" if event.kind == "Played" else "")
        for event in events
    ]
    assert lines == wanted
    assert any(line.endswith("kind=Played by=person") for line in lines)
    assert [record.getMessage() for record in ours if CARD.search(record.getMessage())] == []


async def test_ping_tells_numbers_and_nothing_of_anybody(tmp_path: Path) -> None:
    async with house(tmp_path / "paohuzi.db") as home:
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        await in_round(home, group, people)
        stranger = home.server.person("路人")
        stranger.start()
        stranger.send("/ping")
        pong = await stranger.sees("🏓")
        assert re.fullmatch(
            r"🏓 在\nTelegram 往返 \d+ 毫秒\n已运行 0 分 \d+ 秒\n开着 1 桌\n待发 \d+ 条", pong.text
        ), pong.text
        people[0].send("/ping", group)
        await group.shows("🏓")
        home.server.faults.error(500, "Internal Server Error", method="getMe")
        stranger.send("/ping")
        await stranger.sees("Telegram 没回应")


class Watch:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("after", "leaves"),
    [
        ((1.0,), False),  # a request of a bot that was just killed
        ((1.0, 2.5), False),
        ((1.0, 3.5), True),
        ((9.0, 12.0), True),
        ((11.0, 14.0, 500.0), False),  # it was here first
        ((3600.0, 3601.0, 3700.0), False),
    ],
)
async def test_of_two_bots_the_newcomer_leaves(after: tuple[float, ...], leaves: bool) -> None:
    watch = Watch()
    found = rivals.Rivals(watch)
    found.begin()
    for seconds in after:
        watch.now = 100.0 + seconds
        found.conflict()
    assert found.ousted.is_set() is leaves


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@asynccontextmanager
async def hooked(tmp_path: Path, **changes: object) -> AsyncIterator[tuple[House, str]]:
    """A bot to which the updates are brought, and where."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/hook/paohuzi"
    async with await Playground.start(token=HOUSE_TOKEN) as server:
        server.flood.enabled = False
        given = {"webhook_url": url, "webhook_port": port, "webhook_secret": SECRET, **changes}
        async with running(settings_for(server, tmp_path / "paohuzi.db", **given)) as desk:
            yield House(server, desk), url


async def test_a_match_is_played_by_webhook(tmp_path: Path) -> None:
    async with hooked(tmp_path, rounds=1) as (home, url):
        assert (home.server.world.webhook.url, home.server.world.webhook.secret) == (url, SECRET)
        assert home.server.world.updates.allowed == frozenset(hearing.KINDS)
        people = home.people("阿明", "小红", "老王")
        group = home.server.group("麻友", members=people)
        players = await in_round(home, group, people)
        assert "这一场结束" in (await players.round()).text
        assert home.server.calls.polls == 0
        assert (await go_over(home.desk.store)).wrong == []


async def test_only_who_knows_the_secret_is_believed(tmp_path: Path) -> None:
    async with hooked(tmp_path) as (home, url), aiohttp.ClientSession() as session:
        ming = home.server.person("阿明")
        made_up = {
            "update_id": 1,
            "message": {
                "message_id": 1,
                "date": int(time.time()),
                "chat": {"id": ming.id, "type": "private", "first_name": "阿明"},
                "from": {"id": ming.id, "is_bot": False, "first_name": "阿明"},
                "text": "/start",
                "entities": [{"type": "bot_command", "offset": 0, "length": 6}],
            },
        }
        header = hearing.SECRET_HEADER
        for headers in ({}, {header: ""}, {header: SECRET[:-1]}, {header: f"{SECRET}x"}, {header: "密"}):
            async with session.post(url, json=made_up, headers=headers) as answer:
                assert (answer.status, await answer.text()) == (403, "")
        for body in (b"", b"[]", b"3", b"\xff", b"{", json.dumps({"update_id": "x"}).encode()):
            async with session.post(url, data=body, headers={header: SECRET}) as answer:
                assert answer.status in (200, 400), body
        async with session.get(url) as answer:
            assert answer.status == 405
        async with session.post(
            url.replace("paohuzi", "other"), json=made_up, headers={header: SECRET}
        ) as answer:
            assert answer.status == 404
        assert home.server.calls.of("sendMessage") == []
        async with session.post(url, json=made_up, headers={header: SECRET}) as answer:
            assert answer.status == 200
        ming.start()
        await ming.sees("你好")


async def test_without_a_given_secret_a_new_one_is_made_for_each_start(tmp_path: Path) -> None:
    seen = set()
    for _ in range(2):
        async with hooked(tmp_path, webhook_secret=None) as (home, _url):
            seen.add(home.server.world.webhook.secret)
            (ming,) = home.people("阿明")
            await ming.sees("你好")
    assert len(seen) == 2
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{40,}", secret) for secret in seen)


async def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with await Playground.start(token=TOKEN) as server:
            end = await run(
                tmp_path,
                "--api-base-url",
                server.base_url,
                PAOHUZI_WEBHOOK_URL="https://example.org/hook",
                PAOHUZI_WEBHOOK_PORT=str(port),
            )
    assert (end.code, end.lines[-1]) == (
        2,
        f"paohuzi: cannot listen on 127.0.0.1:{port}: Address already in use",
    )


async def test_an_address_that_telegram_refuses_is_said_in_one_line(tmp_path: Path) -> None:
    async with await Playground.start(token=HOUSE_TOKEN) as server:
        server.faults.error(400, "Bad Request: bad webhook: failed to resolve host", method="setWebhook")
        chosen = settings_for(
            server, tmp_path / "paohuzi.db", webhook_url="https://nowhere.invalid/", webhook_port=free_port()
        )
        with pytest.raises(SettingsError, match="Telegram refused PAOHUZI_WEBHOOK_URL: Bad webhook"):
            async with running(chosen):
                pass


async def test_updates_that_come_while_it_is_away_are_brought_at_the_next_start(tmp_path: Path) -> None:
    port = free_port()
    async with await Playground.start(token=HOUSE_TOKEN) as server:
        chosen = settings_for(
            server, tmp_path / "paohuzi.db", webhook_url=f"http://127.0.0.1:{port}/", webhook_port=port
        )
        async with running(chosen):
            pass
        ming = server.person("阿明")
        ming.start()
        await asyncio.sleep(0.3)
        assert ming.find("你好") is None
        async with running(chosen):
            await ming.sees("你好")
        # And polling takes the place of the webhook again.
        hong = server.person("小红")
        hong.start()
        async with running(settings_for(server, tmp_path / "paohuzi.db")):
            await hong.sees("你好")
            assert server.world.webhook.url == ""


@pytest.mark.parametrize(
    "url", ["http://example.org/hook", "example.org", "ftp://127.0.0.1/", "http://127.0.0.1.example.org/"]
)
async def test_a_webhook_needs_https(tmp_path: Path, url: str) -> None:
    end = await run(tmp_path, PAOHUZI_WEBHOOK_URL=url)
    allowed = "an https address (http on this machine only)"
    assert (end.code, end.lines) == (2, [f"paohuzi: PAOHUZI_WEBHOOK_URL must be {allowed}"])

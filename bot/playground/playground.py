"""The server: a Bot API on loopback, with people and chats to play with."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Literal, TypeVar

from aiohttp import web

from bot.playground import membership
from bot.playground.api import Api
from bot.playground.calls import CallLog
from bot.playground.clock import Clock
from bot.playground.control import Control
from bot.playground.faults import Faults
from bot.playground.feed import Feed
from bot.playground.flood import FloodControl
from bot.playground.guard import Guard
from bot.playground.model import Chat, ChatType, Content, Member, Shown, Status, User
from bot.playground.people import Person
from bot.playground.posting import post
from bot.playground.render import user_json
from bot.playground.rooms import Room
from bot.playground.site import Site
from bot.playground.webhook import deliver_forever
from bot.playground.world import World

T = TypeVar("T")
BotAs = Literal["member", "admin"] | None
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  where one reaches a server that listens everywhere
MAX_REQUEST_BYTES = 60 * 1024 * 1024


class Playground:
    """A fake Telegram with one bot. Everything but `start`, `stop` and the waiting is immediate.

    ```python
    async with await Playground.start() as server:
        app = Application.builder().token(server.token).base_url(server.base_url)
        app = app.base_file_url(server.file_url).build()         # the bot under test, polling
        ming, hong = server.person("阿明"), server.person("小红", username="hong")
        group = server.group("麻友", members=[ming, hong])         # the bot is in it
        ming.start()                                             # /start in the private chat
        ming.send("/new", group)
        table = await group.shows("坐下")                          # waits for text or a button's label
        popup = await hong.tap(table, "坐下")                      # presses, waits for the toast
        assert popup.text == "已入座"
        await server.wait_for(lambda: "小红" in table.text)         # a Message is always as it is now
        server.faults.flood(30, chat_id=group.id)                # 429 for 30 s of its clock
        server.clock.advance(31)
        assert server.calls.count("editMessageText", chat_id=group.id) <= 20
        assert all("秘密" not in shown.text for shown in server.seen_by(hong))
    ```

    Attributes: `clock` (speed, advance), `flood` (the limits; `enabled`), `faults`, `calls` (what the bot
    asked), `log` (everything ever shown to anybody), `feed` (changes with ids), `world` (the rest), `run` (a
    word of chance that tells this server from one that ran before at the same address), `hints` (what the page
    tells a newcomer to do, step by step: by language, "zh" or "en").

    Waiting takes `within` real seconds at most and wakes up with each change; it never sleeps.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.clock: Clock = world.clock
        self.flood: FloodControl = world.flood
        self.faults: Faults = world.faults
        self.calls: CallLog = world.calls
        self.feed: Feed = world.feed
        self.log: list[Shown] = world.log
        self.token = world.token
        self.url = ""
        self.run = secrets.token_hex(8)
        self.hints: Mapping[str, Sequence[str]] = {}
        self._api = Api(world)
        self._runner: web.AppRunner | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def start(
        cls,
        port: int = 0,
        token: str = "4242:playground",  # noqa: S107  a token of no account
        *,
        host: str = "127.0.0.1",
        bot_name: str = "跑胡子",
        bot_username: str = "paohuzi_bot",
        speed: float = 1.0,
        first_message_id: int = 1,
    ) -> Playground:
        """Listen on `port` (0: any free one), and answer browsers on `url`.

        `first_message_id` keeps the ids of a later start apart from those that a bot may remember.
        ValueError for a token that is not DIGITS:LETTERS, OSError for a port in use.
        """
        if not re.fullmatch(r"[0-9]{1,15}:[A-Za-z0-9_-]+", token):
            raise ValueError(f"A token looks like 4242:letters, not like {token!r}.")
        server = cls(World(token, bot_name, bot_username, Clock(speed), first_message_id))
        app = web.Application(client_max_size=MAX_REQUEST_BYTES)
        guard = Guard(host)
        server._api.add_routes(app)
        Control(server, guard).add_routes(app)
        Site(guard).add_routes(app)
        server._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await server._runner.setup()
        site = web.TCPSite(server._runner, host, port)
        try:
            await site.start()
        except OSError:
            await server._runner.cleanup()
            raise
        port = server._runner.addresses[0][1]
        reached = _EVERYWHERE.get(host, host)
        server.url = f"http://{f'[{reached}]' if ':' in reached else reached}:{port}"
        server.spawn(deliver_forever(server.world))
        return server

    async def stop(self) -> None:
        """Close all connections and stop listening."""
        self._api.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._runner:
            await self._runner.cleanup()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that ends with the server at the latest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def __aenter__(self) -> Playground:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    @property
    def base_url(self) -> str:
        """The `base_url` of python-telegram-bot's builder."""
        return f"{self.url}/bot"

    @property
    def file_url(self) -> str:
        """The `base_file_url` of python-telegram-bot's builder."""
        return f"{self.url}/file/bot"

    @property
    def bot(self) -> User:
        """The bot."""
        return self.world.bot

    def person(
        self,
        first_name: str,
        last_name: str | None = None,
        *,
        username: str | None = None,
        language_code: str | None = "zh-hans",
        user_id: int | None = None,
    ) -> Person:
        """Create a person, who has not pressed START yet; ValueError for a taken id or an empty name."""
        user = self.world.add_person(first_name, last_name, username, language_code, user_id)
        return Person(self.world, user)

    def group(
        self,
        title: str,
        members: Sequence[Person],
        *,
        supergroup: bool = False,
        topics: bool = False,
        username: str | None = None,
        bot: BotAs = "member",
    ) -> Room:
        """Create a group of which the first member is the owner, who then adds the bot (None: stays without).

        `topics` and `username` make it a supergroup. ValueError without members.
        """
        big = supergroup or topics or username is not None
        kind = ChatType.SUPERGROUP if big else ChatType.GROUP
        return self._room(kind, title, members, bot, username=username, forum=topics)

    def channel(self, title: str, members: Sequence[Person], *, bot: BotAs = "admin") -> Room:
        """Create a channel, the same way."""
        return self._room(ChatType.CHANNEL, title, members, bot)

    def _room(
        self,
        kind: ChatType,
        title: str,
        members: Sequence[Person],
        bot: BotAs,
        *,
        username: str | None = None,
        forum: bool = False,
    ) -> Room:
        if not members:
            raise ValueError("A chat needs at least one member, its owner.")
        chat = self.world.add_chat(kind, title, username, forum)
        for person in members:
            chat.members[person.id] = Member(person.id, Status.MEMBER)
        owner = members[0].user
        chat.members[owner.id] = Member(owner.id, Status.CREATOR)
        if bot:
            self._bring_bot(chat, owner, admin=bot == "admin")
        return Room(self.world, chat)

    def _bring_bot(self, chat: Chat, owner: User, *, admin: bool) -> None:
        status, rights = (
            (Status.ADMINISTRATOR, membership.ALL_RIGHTS) if admin else (Status.MEMBER, frozenset[str]())
        )
        membership.set_member(self.world, chat, Member(self.bot.id, status, rights), owner)
        if chat.type is ChatType.GROUP:
            post(self.world, chat, owner, Content(), service={"group_chat_created": True})
        elif chat.type is ChatType.SUPERGROUP:
            joined = user_json(self.bot)
            post(self.world, chat, owner, Content(), service={"new_chat_members": [joined]})

    def room(self, chat_id: int) -> Room:
        """Return a chat by its id; ValueError if there is none."""
        return Room(self.world, self.world.chat(chat_id))

    def somebody(self, user_id: int) -> Person:
        """Return a person by the id; ValueError if there is none."""
        user = self.world.user(user_id)
        if user.is_bot:
            raise ValueError("The bot is no person.")
        return Person(self.world, user)

    def seen_by(self, person: Person) -> list[Shown]:
        """Return everything that a person was ever shown, oldest first."""
        return [shown for shown in self.log if person.id in shown.seen_by]

    async def wait_for(self, predicate: Callable[[], T], within: float = 5.0, what: str = "") -> T:
        """Return the first truthy value of `predicate`, asked again after each change; else TimeoutError."""
        return await self.feed.wait_for(predicate, within, what)

"""Random, hostile and reordered updates, as JSON that Telegram (or a modified client) could send."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.chat.commands import COMMANDS
from bot.chat.presses import HANDLERS
from bot.playground.render import RESTRICTED_RIGHTS

Json = dict[str, Any]

TEXTS = (
    "",
    "碰",
    "\u202e胡\u0000",
    "<b>&amp;</b>",
    "🀄" * 50,
    "x" * 4096,
    "/",
    "/ new",
    "//new",
    "/new@other_bot",
    "/settings",
    "/new@",
    "／new",
    "%s %d {0} {name}",
    "'; DROP TABLE people; --",
    "\ud7ff\ue000\uffff\U0010ffff",
)

ARGS = (
    "",
    "0",
    "1",
    "99",
    "-1",
    "hu",
    "qq-full",
    "nosuch",
    "1.1",
    "99999999",
    "٣",
    "<b>",
    "a" * 60,
    "\u0000",
    "10",
)

LEGAL = ("stop", "leave", "settings")
"""Commands with which an opener, or an admin, changes a table as it is their right."""

STRANGERS = 200
"""How many people there are besides the players."""

CHATS = ("private", "group", "supergroup", "channel")


@dataclass(slots=True)
class Attacker:
    """Makes updates about known chats, people, tables and messages, and about some that do not exist.

    `groups` and `people` are ids; `tables` the ids of tables, `tokens` callback data that were really on
    buttons, which are replayed by whoever comes along.
    """

    chance: random.Random
    groups: Sequence[int]
    people: Sequence[int]
    tables: Sequence[int]
    now: int
    tokens: list[str] = field(default_factory=list)
    next_id: int = 1

    def update(self) -> Json:
        """One update."""
        kind = self.chance.choices(
            (
                "callback_query",
                "message",
                "edited_message",
                "channel_post",
                "my_chat_member",
                "chat_member",
                "odd",
            ),
            (50, 30, 3, 3, 4, 7, 3),
        )[0]
        self.next_id += 1
        if kind == "callback_query":
            return {"update_id": self.next_id, kind: self._query()}
        if kind in ("my_chat_member", "chat_member"):
            return {"update_id": self.next_id, kind: self._change(kind)}
        if kind == "odd":
            return {
                "update_id": self.next_id,
                "poll_answer": {
                    "poll_id": "1",
                    "user": self._user(),
                    "option_ids": [0],
                    "option_persistent_ids": [],
                },
            }
        return {"update_id": self.next_id, kind: self._message(kind)}

    def _user(self) -> Json:
        chance = self.chance
        stranger = 2**40 + chance.randrange(STRANGERS)
        user_id = chance.choice((*self.people, *self.people, 777000, 1087968824, stranger, stranger))
        name = chance.choice(("阿明", "<b>x</b>", "\u202e", "x" * 64, "🀄", "%s"))
        return {
            "id": user_id,
            "is_bot": chance.random() < 0.05,
            "first_name": name,
            "language_code": chance.choice(("zh", "en", "xx", "")),
        }

    def _chat(self, user: Json) -> Json:
        chance, kind = self.chance, self.chance.choice(CHATS)
        if kind == "private":
            return {"id": user["id"], "type": kind, "first_name": "x"}
        strangers = -(10**9) - chance.randrange(20)
        chat_id = chance.choice((*self.groups, *self.groups, strangers))
        return {"id": chat_id, "type": kind, "title": chance.choice(("麻友", "<i>", ""))}

    def _date(self) -> int:
        return self.chance.choice(
            (self.now, self.now, self.now, self.now - 300, self.now - 10**6, self.now + 500, 0)
        )

    def _message(self, kind: str) -> Json:
        chance, user = self.chance, self._user()
        chat = {**self._chat(user), **({"type": "channel"} if kind == "channel_post" else {})}
        message: Json = {"message_id": chance.randrange(1, 10**6), "date": self._date(), "chat": chat}
        if kind != "channel_post":
            message["from"] = user
        text = self._text()
        if text:
            message["text"] = text
        command = text.split(" ")[0]
        if text.startswith("/"):
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(command)}]
        self._odds_and_ends(message, chat)
        return message

    def _text(self) -> str:
        chance = self.chance
        if chance.random() < 0.2:
            return chance.choice(TEXTS)
        name = chance.choice([name for name in COMMANDS if name not in LEGAL])
        words = "".join(chance.choices(string.ascii_letters + string.digits + "_-", k=16))
        return f"/{name} {chance.choice(('', words, *ARGS))}".strip()

    def _odds_and_ends(self, message: Json, chat: Json) -> None:
        chance = self.chance
        if chance.random() < 0.1:
            message |= {
                "message_thread_id": chance.randrange(1, 9),
                "is_topic_message": chance.random() < 0.5,
            }
        if chance.random() < 0.05:
            message["sender_chat"] = {"id": chance.choice((chat["id"], -5)), "type": "channel", "title": "x"}
        if chance.random() < 0.03:
            message |= {"is_automatic_forward": True}
        if chance.random() < 0.05:
            outsider = {"id": chance.randrange(10**6, 10**7), "is_bot": False, "first_name": "y"}
            message["left_chat_member"] = outsider
            message["new_chat_members"] = [outsider]
        if chance.random() < 0.03:
            message["new_chat_title"] = chance.choice(TEXTS[1:])

    def _query(self) -> Json:
        chance, user = self.chance, self._user()
        query: Json = {
            "id": str(chance.randrange(10**6)) if chance.random() < 0.2 else f"q{self.next_id}",
            "from": user,
            "chat_instance": "1",
        }
        if chance.random() < 0.95:
            query["data"] = self._data(user)
        else:
            query["game_short_name"] = "x"
        shape = chance.random()
        if shape < 0.1:
            query["inline_message_id"] = "x"
        elif shape < 0.3:
            query["message"] = {"chat": self._chat(user), "message_id": chance.randrange(1, 500), "date": 0}
        else:
            query["message"] = {
                "message_id": chance.randrange(1, 500),
                "date": self._date() or 1,
                "chat": self._chat(user),
                "text": "x",
            }
        return query

    def _data(self, user: Json) -> str:
        chance = self.chance
        if self.tokens and chance.random() < 0.3 and user["id"] not in self.people:
            return chance.choice(self.tokens)
        if chance.random() < 0.2:
            return "".join(
                chr(chance.choice((chance.randrange(32, 127), chance.randrange(1, 0x2FFF))))
                for _ in range(chance.randrange(64))
            )
        what = chance.choice((*HANDLERS, "nosuch", "x" * 20))
        table = chance.choice((*self.tables, 0, 99, 10**9))
        moment = chance.choice((0, 9999, 10000, 10001, 10005, 19999, 10**8))
        if what == "sit":
            moment = 10**8  # whoever presses the lobby's own 坐下 may sit down
        if user["id"] in self.people:
            # A player's own legal presses are no attack: these are about other rounds and other tables.
            moment, table = (
                10**8,
                chance.choice((0, 99, 10**9)) if what not in ("act", "sure", "chi") else table,
            )
        return f"{what}:{table}:{moment}:{chance.choice((*ARGS, str(chance.choice(self.people))))}"[:64]

    def _change(self, kind: str) -> Json:
        chance = self.chance
        user = {"id": chance.randrange(10**6, 10**7), "is_bot": False, "first_name": "z"}
        strangers = -chance.randrange(10**6, 10**12)
        chat: Json = {
            "id": strangers,
            "type": chance.choice(("group", "supergroup", "channel")),
            "title": "x",
        }
        if kind == "chat_member" or chance.random() < 0.3:
            chat = (
                {"id": user["id"], "type": "private", "first_name": "z"}
                if kind != "chat_member"
                else self._chat(user)
            )
        return {
            "chat": chat,
            "from": user,
            "date": self._date() or 1,
            "old_chat_member": self._member(user),
            "new_chat_member": self._member(user),
        }

    def _member(self, user: Json) -> Json:
        status = self.chance.choice(("member", "left", "kicked", "restricted", "creator"))
        extra: Json = {"until_date": 0} if status in ("kicked", "restricted") else {}
        if status == "restricted":
            extra |= {right: self.chance.random() < 0.5 for right in RIGHTS}
        if status == "creator":
            extra |= {"is_anonymous": False}
        return {"user": user, "status": status, **extra}


RIGHTS = ("is_member", *RESTRICTED_RIGHTS)

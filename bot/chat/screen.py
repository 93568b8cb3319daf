"""What people see of one table at this moment, made into messages by the views."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.host.table import Outcome, Phase, Table
from bot.views.hands import hands
from bot.views.hints import hint_text
from bot.views.layout import lines
from bot.views.lobby import about, base_menu, lobby, rules_menu
from bot.views.look import drawn_settlement, look_row
from bot.views.match import match_end
from bot.views.message import CAPTION, Message
from bot.views.private import private
from bot.views.say import Say, visible_length
from bot.views.settlement import caption, settlement

SHOWN_SECONDS = 600
"""A longer clock is for play over a day: nobody counts its seconds."""


@dataclass(slots=True)
class Screen:
    """What is kept of one table besides its messages.

    `table` is the state that people see now; `next_round` for how many seconds 下一局 waits (0: not told);
    `page` the menu that the lobby shows, `saved` the houses that it offers;
    `settled` the last round that was told, as match and number, and `all_hands` whether 看三家 is open under it;
    `title` and `totals` the group's name and beans. By user id: `confirm` the option about which somebody is asked
    once more, `hints` the explanations under a hand, both with their moment; `pictures` who wants cards drawn (the
    group by its chat id). `marks`: for which round (`Table.serial`) the message of each slot was last put; `hinted`:
    which hints people surely have had.
    """

    table: Table
    next_round: float = 0
    page: str = ""
    saved: tuple[str, ...] = ()
    settled: tuple[int, int] = (0, 0)
    all_hands: bool = False
    title: str = ""
    totals: dict[int, int] = field(default_factory=dict)
    confirm: dict[int, tuple[int, int]] = field(default_factory=dict)
    hints: dict[int, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    pictures: dict[int, bool] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    hinted: set[tuple[int, str]] = field(default_factory=set)

    def is_new(self, slot: str) -> bool:
        """Whether nothing was put into a slot yet for its newest round."""
        return self.marks.get(slot) != self._newest(slot)

    def mark(self, slot: str) -> int:
        """Mark what is put into a slot as of its newest round; the mark."""
        self.marks[slot] = self._newest(slot)
        return self.marks[slot]

    def _newest(self, slot: str) -> int:
        """The round in play; for the settlement the one before it."""
        return self.table.serial - (slot == "result" and self.table.game is not None)

    def asks(self, user_id: int) -> bool:
        """Whether a person has to answer, or is to press 下一局."""
        table = self.table
        if table.phase is Phase.BETWEEN:
            return table.person(user_id) is not None and user_id not in table.ready
        return any(person.user_id == user_id for person in table.waiting_for)

    def lobby(self, say: Say) -> Message:
        """The lobby, or the menu that is open in it."""
        name, _, number = self.page.partition(".")
        if name == "about":
            return about(say, self.table, int(number))
        match self.page:
            case "rules":
                return rules_menu(say, self.table, self.saved)
            case "base":
                return base_menu(say, self.table)
        return lobby(say, self.table, self.totals)

    def result(self, say: Say) -> Message:
        """The settlement of the last round; with the end of the match, and 看三家, if they belong there."""
        table = self.table
        more = ["", match_end(say, table).text] if table.match_over else []
        if self.all_hands and table.last is not None:
            more += ["", hands(say, table.last).text]
        drawn = self.pictures.get(table.chat_id, False)
        choice = look_row(say, table, picture=drawn)
        if drawn:
            short = caption(say, table, self.next_round)
            text = lines(short.text, *more)
            if visible_length(text) <= CAPTION:
                picture = drawn_settlement(say, table, self.totals)
                return Message(text, (*short.keyboard, choice), picture)
        full = settlement(say, table, self.totals, self.next_round)
        return Message(lines(full.text, *more), (*full.keyboard, choice))

    def hand(self, say: Say, user_id: int) -> Message:
        """What a person sees of the table in the private chat, with what is explained to them once."""
        moment = self.table.moment
        asked_at, index = self.confirm.get(user_id, (0, 0))
        message = private(
            say,
            self.table,
            user_id,
            self.title,
            confirm=index if asked_at == moment else None,
            seconds=self.table.seconds if 0 < self.table.seconds <= SHOWN_SECONDS else None,
            picture=self.pictures.get(user_id, False),
        )
        explained_at, codes = self.hints.get(user_id, (0, ()))
        game = self.table.game or (self.table.last.game if self.table.last else None)
        if codes and explained_at == moment and game is not None:
            told = [hint_text(say, code, game.rules) for code in codes]
            return replace(message, text=lines(message.text, "", told))
        return message


def which(outcome: Outcome | None) -> tuple[int, int]:
    """Which round of the table this is: match and number; (0, 0) for none."""
    return (outcome.match, outcome.number) if outcome else (0, 0)

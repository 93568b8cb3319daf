"""The messages of one table, each put into its slot of the outbox with its importance."""

from __future__ import annotations

from bot.chat.outbox import Importance, Old, Outbox
from bot.chat.readers import Readers
from bot.chat.screen import Screen
from bot.chat.slots import slot_name
from bot.chat.waiting import Making
from bot.host.table import Phase
from bot.views.board import board
from bot.views.help import seated
from bot.views.message import Message
from bot.views.say import Say


class Putter:
    """Puts what a screen shows where it belongs. What waits is made when it is sent, of what the screen shows then."""

    def __init__(self, outbox: Outbox, readers: Readers, bot_url: str) -> None:
        """`bot_url` leads to the private chat with the bot."""
        self._outbox = outbox
        self._readers = readers
        self._bot_url = bot_url

    def put(
        self,
        slot: str,
        screen: Screen,
        message: Message | Making,
        importance: Importance,
        *,
        new: bool = False,
        old: Old = Old.CLEAR,
    ) -> None:
        """Let a message of the group show this; `new` and `old` as for `Outbox.put`."""
        table = screen.table
        self._outbox.put(
            table.chat_id,
            slot_name(table.id, slot),
            message,
            importance=importance,
            thread_id=table.thread_id,
            new=new,
            old=old,
            mark=screen.mark(slot),
        )

    def lobby(self, screen: Screen, *, new: bool = False) -> None:
        """The lobby, or the menu that is open in it."""
        new = new or screen.is_new("lobby")
        self.put("lobby", screen, screen.lobby(self.group(screen)), Importance.PROMPT, new=new)

    def board(self, screen: Screen, *, new: bool = False, passing: bool = False) -> None:
        """The board; `passing`: a card lies open for a moment, and the next state follows by itself."""
        new = new or (screen.is_new("board") and screen.table.phase is Phase.PLAYING)
        importance = Importance.TABLE
        if new:
            # It often follows calls that end the round before it, and takes two itself: it would wait for each.
            importance = Importance.PROMPT
        elif passing and not self._outbox.waits(slot_name(screen.table.id, "board")):
            # Many cards in a row may lie open for a moment: the next one does not wait like this one.
            importance = Importance.PASSING

        def message() -> Message:
            return board(self.group(screen), screen.table, self._bot_url)

        self.put("board", screen, message, importance, new=new)

    def result(self, screen: Screen, *, new: bool = False) -> None:
        """The settlement of the last round. An older one keeps its buttons: they still tell of their round."""
        importance = Importance.SETTLEMENT if new else Importance.TABLE

        def message() -> Message:
            return screen.result(self.group(screen))

        self.put("result", screen, message, importance, new=new, old=Old.KEEP)

    def renew_result(self, screen: Screen) -> None:
        """Let the last settlement show that the table went on, if it is where people look."""
        if screen.table.last is not None and self._outbox.has(slot_name(screen.table.id, "result")):
            self.result(screen)

    def hands(self, screen: Screen) -> None:
        """Everybody's hand, while a round is in play."""
        for person in screen.table.people:
            if screen.table.phase is Phase.PLAYING:
                self.hand(screen, person.user_id, new=screen.is_new(f"hand:{person.user_id}"))

    def hand(self, screen: Screen, user_id: int, *, new: bool = False, old: Old = Old.CLEAR) -> None:
        """What one person sees in private; nothing for a computer player."""
        if user_id > 0:

            def message() -> Message:
                return screen.hand(self._readers.person(user_id), user_id)

            self.private(screen, user_id, message, asked=screen.asks(user_id), new=new, old=old)

    def seated(self, screen: Screen, user_id: int) -> None:
        """That somebody sits now, in private."""
        told = seated(self._readers.person(user_id), screen.table, screen.title)
        self.private(screen, user_id, told, new=True)

    def private(
        self,
        screen: Screen,
        user_id: int,
        message: Message | Making,
        *,
        asked: bool = False,
        new: bool = False,
        old: Old = Old.CLEAR,
    ) -> None:
        """A private message; calls for an answer (`asked`) go before what only informs."""
        slot = f"hand:{user_id}"
        self._outbox.put(
            user_id,
            slot_name(screen.table.id, slot),
            message,
            importance=Importance.PROMPT if asked else Importance.TABLE,
            new=new,
            old=old,
            mark=screen.mark(slot),
        )

    def group(self, screen: Screen) -> Say:
        """How to speak to the group of a table."""
        return self._readers.group(screen.table.chat_id)

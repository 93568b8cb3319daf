"""Who sees what, and where: a table's state becomes messages in the group and in the players' private chats.

A table has these slots in the outbox: `lobby`, `board` (a new message for each round), `result` (the settlement)
and `hand:USER` for each person. What goes out is always made from the newest state that may be shown. A message is
marked with the round (`Table.serial`) for which it was sent; the mark is kept with its place, so that after a restart
it is clear which messages have come, and which were committed but never sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat import hinting
from bot.chat.bells import CALL, Bells
from bot.chat.outbox import Importance, Old, Outbox
from bot.chat.putting import Putter
from bot.chat.readers import Readers
from bot.chat.screen import Screen, which
from bot.chat.slots import slot_name
from bot.host import events as ev
from bot.host.table import Phase, Table
from bot.views.board import board
from bot.views.cut import cut
from bot.views.lobby import closed
from bot.views.status import back_soon
from bot.views.upheavals import table_gone
from storage import Store

_IN_PLAY = (ev.Played, ev.AutoPlay, ev.Ready)
"""Events after which beans, titles and people are what they were, unless a round ends."""


class Presenter:
    """Shows tables; the listener of the table service. `bot_url` leads to the private chat with the bot."""

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        readers: Readers,
        bot_url: str,
        *,
        pictures: bool,
        next_round: float = 0,
    ) -> None:
        """`pictures`: whether cards are drawn for who has not chosen; `next_round`: `Pace.next_round`, 0: not told."""
        self._store = store
        self._pictures = pictures
        self._next_round = next_round
        self._outbox = outbox
        self._readers = readers
        self._bot_url = bot_url
        self._putter = Putter(outbox, readers, bot_url)
        self._screens: dict[int, Screen] = {}
        self._no_pictures: set[int] = set()
        self._bells = Bells(outbox, readers)
        self.ended: set[int] = set()
        """The tables that were closed, while it is not sure that everybody was told."""

    async def resume(self, table: Table) -> None:
        """Take up a table after a restart: its messages are where they were."""
        screen = Screen(table, self._next_round)
        self._screens[table.id] = screen
        await self._look_up(screen, table)
        places = await self._store.messages.of(table.id)
        for slot, place in places.items():
            self._outbox.know(slot_name(table.id, slot), place.chat_id, place.message_id)
            screen.marks[slot] = place.serial
        if not screen.is_new("result"):
            screen.settled = which(table.last)
        self._bells.resume(table, places)

    async def show(self, table: Table, events: Sequence[ev.Event], *, last: bool) -> None:
        """Show what a table looks like now, to everybody who may see it."""
        screen = self._screens.setdefault(table.id, Screen(table, self._next_round))
        before = screen.table
        if (table.serial, which(table.last)) == (before.serial, which(before.last)):
            screen.table = table
        known = before if events or not last else None
        await hinting.collect(
            self._store, screen, known, table, lambda user_id: self.has_heard(table, user_id)
        )
        self._bells.take_back(table)
        settles = which(table.last) != screen.settled
        if last and (settles or not events or not all(isinstance(event, _IN_PLAY) for event in events)):
            await self._look_up(screen, table)
        # A new round, or settlement, not before its messages are put: what waits would show it in the old ones.
        screen.table = table
        if last:
            self._put_news(screen, before, events)
            if not events:
                self._put_past(screen)
        else:
            self._putter.board(screen, passing=True)
            self._putter.hands(screen)

    def _put_news(self, screen: Screen, before: Table, events: Sequence[ev.Event]) -> None:
        """Everything that a committed change puts in its place."""
        table = screen.table
        broken_off = before.game is not None and table.game is None and which(table.last) == screen.settled
        if any(isinstance(event, ev.Moved) for event in events):
            self._leave_behind(screen)
        if which(table.last) != screen.settled:
            self._settle(screen)
        if any(isinstance(event, ev.MatchBegan) and event.cuts for event in events):
            told = cut(self._putter.group(screen), table)
            self._outbox.say(table.chat_id, told, Importance.PROMPT, thread_id=table.thread_id)
        self._put_group(screen)
        self._putter.hands(screen)
        for event in events:
            if isinstance(event, ev.Sat) and event.user_id > 0:
                self._putter.seated(screen, event.user_id)
            elif isinstance(event, ev.Ready) and table.phase is Phase.BETWEEN:
                self._putter.hand(screen, event.user_id)
        if table.phase is Phase.CLOSED:
            self._put_end(screen, void=broken_off)
            self._take_leave(screen)

    def _leave_behind(self, screen: Screen) -> None:
        """The table is in another chat or topic: what it does not use any more stays where it is."""
        used = {Phase.LOBBY: "lobby", Phase.PLAYING: "board", Phase.BETWEEN: "result"}.get(screen.table.phase)
        for slot in ("lobby", "board", "result"):
            name = slot_name(screen.table.id, slot)
            if slot != used and self._outbox.where(name) is not None:
                self._outbox.retire(name, Old.KEEP)

    def _put_past(self, screen: Screen) -> None:
        """After a restart: somebody may have sat down, or the last round have ended, where nobody could see it."""
        for person in screen.table.people:
            if not person.is_computer and f"hand:{person.user_id}" not in screen.marks:
                self._putter.seated(screen, person.user_id)
        self._putter.renew_result(screen)
        if screen.table.phase is Phase.PLAYING or screen.is_new("board"):
            return
        self._putter.board(screen)
        players = screen.table.last.people if screen.table.last else ()
        for user_id in {person.user_id for person in players}:
            self._putter.hand(screen, user_id)

    def _put_end(self, screen: Screen, *, void: bool) -> None:
        """The table is closed; `void`: in the middle of a round. Players who cannot see why are told in private."""
        table = screen.table
        if table.closed != "gone":
            self._putter.renew_result(screen)
            told = closed(self._putter.group(screen), table, void=void)
            self._putter.put("lobby", screen, told, Importance.TABLE, new=screen.is_new("lobby"))
        if void:
            self._outbox.retire(slot_name(table.id, "board"))
        if void or table.closed == "gone":
            for person in table.people:
                if not person.is_computer:
                    say = self._readers.person(person.user_id)
                    ended = table_gone(say, screen.title, reason=table.closed or "", void=void)
                    self._putter.private(screen, person.user_id, ended, new=True)

    def _settle(self, screen: Screen) -> None:
        """The round is over: a new message tells its settlement, and the board loses its buttons."""
        screen.settled = which(screen.table.last)
        screen.all_hands = False
        self._putter.board(screen)
        self._putter.result(screen, new=True)
        players = screen.table.last.people if screen.table.last else ()
        for user_id in {person.user_id for person in (*players, *screen.table.people)}:
            self._putter.hand(screen, user_id)

    def _put_group(self, screen: Screen) -> None:
        """The group's messages for the phase of the table."""
        table = screen.table
        if table.phase is Phase.LOBBY:
            if screen.is_new("lobby"):
                self._putter.renew_result(screen)
            self._putter.lobby(screen)
        elif table.phase is Phase.BETWEEN:
            self._putter.result(screen)
        elif table.phase is Phase.PLAYING:
            if screen.is_new("board"):
                self._outbox.retire(slot_name(table.id, "lobby"))
                if table.number > 1:
                    self._putter.renew_result(screen)
            self._putter.board(screen)

    def call(self, table: Table) -> None:
        """Call those of whom an answer is still waited for: once for each question."""
        if table.id in self._screens:
            self._bells.ring(table)

    async def was_sent(self, table_id: int, slot: str) -> None:
        """A slot has a new message. A hand rings by itself, and a call would lead to the one before."""
        kind, _, user_id = slot.partition(":")
        if kind == "hand":
            self._bells.hush(table_id, int(user_id))

    async def was_deleted(self, table_id: int, slot: str) -> None:
        """The message of a slot was deleted. A call is not replaced by another message, so nothing else forgets it."""
        if slot.startswith(CALL):
            await self._store.messages.forget(table_id, slot)

    def has_heard(self, table: Table, user_id: int) -> bool:
        """Whether what the table asks of a person is not on its way any more."""
        return not self._outbox.waits(slot_name(table.id, f"hand:{user_id}"))

    async def _look_up(self, screen: Screen, table: Table) -> None:
        """What messages show besides the table: the group's name, everybody's beans, and in which language."""
        chat_id = table.chat_id
        await self._readers.in_chat(chat_id)
        screen.totals = {each.user_id: each.beans for each in await self._store.ledger.balances(chat_id)}
        group = await self._store.groups.get(chat_id)
        screen.title = group.title if group else ""
        drawn = bool((group.settings if group else {}).get("pictures", self._pictures))
        screen.pictures[chat_id] = drawn and chat_id not in self._no_pictures
        for person in table.people:
            if not person.is_computer and person.user_id not in screen.pictures:
                await self._readers.learn(person.user_id)
                known = await self._store.people.get(person.user_id)
                wanted = known.pictures if known else None
                screen.pictures[person.user_id] = self._pictures if wanted is None else wanted

    def _take_leave(self, screen: Screen) -> None:
        """The table is closed: keep nothing of it; the last states are still sent."""
        table = screen.table
        del self._screens[table.id]
        self.ended.add(table.id)
        players = table.last.people if table.last else ()
        users = {person.user_id for person in (*players, *table.people)}
        for slot in ("lobby", "board", "result", *(f"hand:{user_id}" for user_id in users)):
            self._outbox.forget(slot_name(table.id, slot))

    def show_again(self, table: Table) -> None:
        """Send the group's message of the table once more, at the end of the chat."""
        screen = self._screens.get(table.id)
        if screen is None:
            return
        if screen.table.phase is Phase.PLAYING:
            self._putter.board(screen, new=True)
        elif screen.table.phase is Phase.BETWEEN:
            self._putter.result(screen, new=True)
        else:
            self._putter.lobby(screen, new=True)

    def say_back_soon(self, table: Table) -> None:
        """Let the group's message of the table say that the bot is away for a moment; the next start takes it back."""
        screen = self._screens.get(table.id)
        if screen is None:
            return
        say = self._putter.group(screen)
        if screen.table.phase is Phase.PLAYING:
            slot, message = "board", board(say, screen.table, self._bot_url)
        elif screen.table.phase is Phase.BETWEEN:
            slot, message = "result", screen.result(say)
        else:
            slot, message = "lobby", screen.lobby(say)
        self._putter.put(slot, screen, back_soon(say, message), Importance.PROMPT)

    def show_hand_again(self, table: Table, user_id: int) -> None:
        """Send a person's private message about the table once more."""
        screen = self._screens.get(table.id)
        if screen is not None:
            self._putter.hand(screen, user_id, new=True, old=Old.DELETE)

    async def choose_look(self, table_id: int, chat_id: int, *, pictures: bool) -> None:
        """Let a person (by the private chat's id) or a group see cards drawn, or as text, from now on."""
        if chat_id > 0:
            await self._store.people.set_pictures(chat_id, pictures)
        else:
            await self._store.groups.save_setting(chat_id, "pictures", pictures)
        for screen in self._screens.values():
            if chat_id in screen.pictures:
                screen.pictures[chat_id] = pictures
        here = self._screens.get(table_id)
        if here is None:
            return
        if chat_id < 0 and here.table.last is not None:
            self._putter.result(here)
        elif chat_id > 0 and here.table.phase is Phase.PLAYING:
            self._putter.hand(here, chat_id)

    def speak_anew(self, chat_id: int) -> None:
        """A group, or the person of this private chat, has another language: say what stands there in it."""
        for screen in self._screens.values():
            dealt = screen.table.phase in (Phase.PLAYING, Phase.BETWEEN)
            if chat_id > 0 and dealt and screen.table.person(chat_id) is not None:
                self._putter.hand(screen, chat_id)
            elif chat_id == screen.table.chat_id:
                self._put_group(screen)

    def allow_pictures(self, chat_id: int, *, allowed: bool) -> None:
        """Whether a group takes pictures from the bot: where it does not, they are said as text."""
        if allowed:
            self._no_pictures.discard(chat_id)
            return
        self._no_pictures.add(chat_id)
        for screen in self._screens.values():
            if screen.table.chat_id == chat_id:
                screen.pictures[chat_id] = False
                if screen.table.last is not None:
                    self._putter.result(screen)

    def turn_page(self, table: Table, page: str, saved: Sequence[str] = ()) -> None:
        """Let the lobby show a page: "rules", "base", "about.3" (a page of the rules), or "" for the lobby itself.

        `saved`: the names of the houses that the menu "rules" offers.
        """
        screen = self._screens.get(table.id)
        if screen is not None and screen.table.phase is Phase.LOBBY:
            screen.page, screen.saved = page, tuple(saved)
            self._putter.lobby(screen)

    def ask_once_more(self, user_id: int, table_id: int, index: int | None) -> None:
        """Ask a person once more before an option (its number) that lets a 胡 go; None: no longer."""
        screen = self._screens.get(table_id)
        if screen is None:
            return
        screen.confirm.pop(user_id, None)
        if index is not None:
            screen.confirm[user_id] = (screen.table.moment, index)
        self._putter.hand(screen, user_id)

    def is_current(self, user_id: int, table_id: int, chat_id: int, message_id: int) -> bool:
        """Whether a message is one that the table still uses: the group's, or this person's own."""
        slots = ("lobby", "board", "result", f"hand:{user_id}")
        return any(self._outbox.where(slot_name(table_id, slot)) == (chat_id, message_id) for slot in slots)

    def open_hands(self, table_id: int, which: tuple[int, int]) -> bool:
        """Show all hands under the settlement of the round `which` (match, number), if it is the newest one."""
        screen = self._screens.get(table_id)
        if screen is None or screen.settled != which:
            return False
        screen.all_hands = True
        self._putter.result(screen)
        return True

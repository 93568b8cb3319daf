"""The books gone over: every table folded from its events anew, and held against what the database says of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.host import events as ev
from bot.host.finished import finished_round
from bot.host.fold import evolve, opened
from bot.host.table import Outcome, Phase, Table
from engine import Record
from storage import RoundRow, Store, StoredEvent, TableRow


@dataclass(slots=True)
class Books:
    """What was gone over: how many tables and rounds, and a sentence for each thing that differs."""

    tables: int = 0
    rounds: int = 0
    wrong: list[str] = field(default_factory=list)


async def go_over(store: Store) -> Books:
    """Fold all tables, open and closed, and compare their rounds, what was posted, and every balance.

    The sentences name tables, rounds and people by number, and no card. Raises StoreError if the database cannot
    be read.
    """
    books = Books(wrong=list(await store.check()))
    beans: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for row in await store.journal.tables():
        books.tables += 1
        outcomes = _fold(books, row, await store.journal.events(row.id))
        await _compare_rounds(store, books, row, outcomes)
        for outcome in outcomes:
            beans[row.chat_id].update({} if outcome.practice else outcome.beans)
    for chat_id, folded in beans.items():
        await _compare_balances(store, books, chat_id, folded)
    return books


def _fold(books: Books, row: TableRow, stored: Sequence[StoredEvent]) -> list[Outcome]:
    """The finished rounds of a table in order."""
    table: Table | None = None
    outcomes: list[Outcome] = []
    for each in stored:
        try:
            event = ev.unpack(each.kind, each.data)
            after = _after(table, row, event)
        except Exception as error:
            books.wrong.append(
                f"Table {row.id}: event {each.seq} does not follow from what was before ({type(error).__name__})."
            )
            return outcomes
        if after.last is not None and (table is None or after.last is not table.last):
            outcomes.append(after.last)
        table = after
    closed = table is not None and table.phase is Phase.CLOSED
    if closed != (row.closed_at is not None):
        books.wrong.append(f"Table {row.id}: by its events it is {'closed' if closed else 'open'}.")
    return outcomes


def _after(table: Table | None, row: TableRow, event: ev.Event) -> Table:
    if table is not None:
        return evolve(table, event)
    if not isinstance(event, ev.Opened):
        raise TypeError("the first event opens the table")
    return opened(row.id, event)


async def _compare_rounds(store: Store, books: Books, row: TableRow, outcomes: Sequence[Outcome]) -> None:
    folded = {(outcome.match, outcome.number): finished_round(outcome) for outcome in outcomes}
    stored = {(each.match, each.number): each for each in await _rounds_of(store, row)}
    books.rounds += len(stored)
    for place in sorted(folded.keys() | stored.keys()):
        name = f"Table {row.id}, match {place[0]}, round {place[1]}"
        if place not in stored:
            books.wrong.append(f"{name}: it was played, but is not stored.")
        elif place not in folded:
            books.wrong.append(f"{name}: it is stored, but by its events it was not played.")
        else:
            differing = _differing(folded[place], stored[place])
            if differing:
                books.wrong.append(f"{name}: by its events it has other {' and '.join(differing)}.")


async def _rounds_of(store: Store, row: TableRow) -> list[RoundRow]:
    return [each.round for each in await store.rounds.of_table(row.id)]


def _differing(folded: RoundRow, stored: RoundRow) -> list[str]:
    pairs = {
        "cards or actions": (Record.parse(folded.record), _parsed(stored.record)),
        "people": (folded.people, stored.people),
        "beans": (Counter(dict(folded.postings)), Counter(dict(stored.postings))),
        "stakes": (folded.multiplier, stored.multiplier),
        "standing": (folded.practice, stored.practice),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


def _parsed(line: str) -> Record | None:
    try:
        return Record.parse(line)
    except ValueError:
        return None


async def _compare_balances(store: Store, books: Books, chat_id: int, folded: Counter[int]) -> None:
    """Balances are what the rounds and the corrections sum to."""
    for settlement in await store.ledger.settlements(chat_id):
        if settlement.reason is not None:
            folded.update(dict(settlement.postings))
    stored = Counter({each.user_id: each.beans for each in await store.ledger.balances(chat_id)})
    for user_id in sorted(folded.keys() | stored.keys()):
        if folded[user_id] != stored[user_id]:
            books.wrong.append(
                f"Group {chat_id}: {user_id} has {stored[user_id]} beans, but by the events {folded[user_id]}."
            )

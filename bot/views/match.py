"""The end of a match: the totals, and who owes whom."""

from __future__ import annotations

from collections.abc import Mapping

from bot.host.table import Table
from bot.views.layout import lines, signed
from bot.views.message import Message
from bot.views.names import names
from bot.views.rulesets import set_name
from bot.views.say import Markup, Say, plain
from bot.views.scene import everybody
from bot.views.settlement import NAME, columns


def who_owes(balances: Mapping[int, int]) -> tuple[tuple[int, int, int], ...]:
    """Payments (from, to, beans) that bring every balance to zero; beans are positive.

    The largest debtor pays the largest creditor what they can, until nobody owes: fewer payments than people,
    and with up to four people never more than are needed. Equal ones come in the order of their ids.
    Raises ValueError if the balances do not sum to zero.
    """
    if sum(balances.values()) != 0:
        raise ValueError("the balances do not sum to zero")
    left = {user_id: beans for user_id, beans in sorted(balances.items()) if beans}
    payments = []
    while left:
        debtor = min(left, key=lambda user_id: left[user_id])
        creditor = max(left, key=lambda user_id: left[user_id])
        beans = min(-left[debtor], left[creditor])
        payments.append((debtor, creditor, beans))
        left[debtor] += beans
        left[creditor] -= beans
        left = {user_id: rest for user_id, rest in left.items() if rest}
    return tuple(payments)


def match_end(say: Say, table: Table) -> Message:
    """The totals of the match that is over, best first, and the payments that settle it."""
    score = table.score or {}
    people = table.people if table.last is None else everybody(table, table.last)
    called = names(say, people, NAME)
    ranked = sorted(
        (person for person in people if person.user_id in score), key=lambda p: (-score[p.user_id], p.user_id)
    )
    practice = not table.house.ledger and any(person.is_computer for person in ranked)
    counted = _points if practice else _beans
    rows = [(called[person.user_id], plain(counted(say, score[person.user_id]))) for person in ranked]
    return Message(
        lines(
            say.n("🏁 这一场结束 · 打了 {n} 局", n=table.number),
            set_name(say, table.rules),
            "",
            columns(rows) if rows else None,
            "",
            (say("练习，不记账"),) if practice else payments(say, score, called),
        )
    )


def _beans(say: Say, beans: int) -> Markup:
    return say.n("{beans} 豆", n=abs(beans), beans=signed(beans))


def _points(say: Say, points: int) -> Markup:
    return say("{points} 分", points=signed(points))


def payments(say: Say, score: Mapping[int, int], called: Mapping[int, str]) -> tuple[Markup, ...]:
    """清账: who has to give whom what so that nobody owes anything; `called` are the names by user id."""
    owed = who_owes(score)
    if not owed:
        return (say("谁也不欠谁。"),)
    return (
        say("清账："),
        *(
            say.n(
                "{debtor} 给 {creditor} {n} 豆",
                debtor=called[debtor],
                creditor=called[creditor],
                n=beans,
            )
            for debtor, creditor, beans in owed
        ),
    )

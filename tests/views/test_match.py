"""The end of a match: totals, and the payments that settle it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views.match import match_end, who_owes
from bot.views.say import chinese as say
from tests.views.samples import course, lobby, shown


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({}, ()),
        ({1: 0, 2: 0, 3: 0}, ()),
        ({1: 48, 2: -6, 3: -42}, ((3, 1, 42), (2, 1, 6))),
        ({1: 30, 2: 12, 3: -42}, ((3, 1, 30), (3, 2, 12))),
        ({1: 30, 2: -30, 3: 7, 4: -7}, ((2, 1, 30), (4, 3, 7))),
        ({1: -5, 2: 5, 3: -5, 4: 5}, ((1, 2, 5), (3, 4, 5))),
    ],
)
def test_who_owes(balances: dict[int, int], payments: tuple[tuple[int, int, int], ...]) -> None:
    assert who_owes(balances) == payments


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=5))
def test_payments_bring_every_balance_to_zero(some: list[int]) -> None:
    balances = dict(enumerate([*some, -sum(some)]))
    left = dict(balances)
    payments = who_owes(balances)
    for payer, payee, beans in payments:
        assert beans > 0
        assert balances[payer] < 0 < balances[payee]
        left[payer] += beans
        left[payee] -= beans
    assert set(left.values()) == {0}
    assert len(payments) < len(balances)


def test_balances_must_sum_to_zero() -> None:
    with pytest.raises(ValueError, match="zero"):
        who_owes({1: 3, 2: -2})


def test_r43_match_end_ranks_and_settles() -> None:
    table = lobby("阿明", "小红", "老王", rounds=3)
    for seed in (0, 1, 2):
        *_, table = course(table, seed)
    assert table.match_over
    assert table.score is not None
    text = shown(match_end(say, table))
    assert text.startswith("🏁 这一场结束 · 打了 3 局")
    best = max(table.score, key=lambda user: table.score[user] if table.score else 0)
    person = table.person(best)
    assert person is not None
    assert text.splitlines()[3].startswith(person.name)
    assert text.count(" 给 ") == len(who_owes(table.score))


def test_practice_owes_nothing() -> None:
    *_, table = course(lobby("阿明", computers=2, rounds=1), 2)
    text = shown(match_end(say, table))
    assert "练习，不记账" in text
    assert " 给 " not in text

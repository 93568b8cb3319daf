"""听 as text (R50)."""

from __future__ import annotations

import pytest

from bot.views.layout import width
from bot.views.say import chinese as say
from bot.views.waiting import BEST, wait_text, waiting, waits_lines
from engine.waits import Wait, waits_after
from tests.views.samples import game_of, shown, states


@pytest.mark.parametrize(
    ("wait", "text"),
    [
        (Wait(2, 17, 19), "三 17（自摸19）"),
        (Wait(3, 18, None), "四 仅他人 18"),
        (Wait(3, None, 21), "四 仅自摸 21"),
        (Wait(15, 19, 19), "陆 19"),
        (Wait(16, 19, 19), "<b>柒</b> 19"),
    ],
)
def test_r50_a_wait_depends_on_who_draws(wait: Wait, text: str) -> None:
    assert wait_text(say, wait) == text


def test_waits_are_packed_into_lines_of_a_phone() -> None:
    found = [Wait(kind, 15, 15) for kind in range(8)]
    told = waiting(say, found)
    assert [shown(line) for line in told] == [
        "听 一 15　二 15　三 15　四 15",
        "　 五 15　六 15　七 15　八 15",
    ]
    assert all(width(shown(line)) <= 32 for line in told)
    assert waiting(say, ()) == ()


def test_r50_the_best_discards_are_told_with_what_they_wait_for() -> None:
    told = 0
    for table in states(3, tuple(range(12))):
        for seat in range(3):
            view = game_of(table).view(seat)
            if not any(option.word == "discard" for option in view.options):
                continue
            after = waits_after(game_of(table).rules, view)
            lines = [shown(line) for line in waits_lines(say, game_of(table).rules, view)]
            assert len([line for line in lines if line.startswith("打 ")]) == min(BEST, len(after))
            assert bool(lines) == bool(after)
            told += len(after)
            if len(after) > BEST:
                assert lines[-1] == f"还有 {len(after) - BEST} 种打法能听"
    assert told > 20


def test_onlookers_wait_for_nothing() -> None:
    game = game_of(states()[0])
    assert waits_lines(say, game.rules, game.view(None)) == ()

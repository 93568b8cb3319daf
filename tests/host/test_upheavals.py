"""What happens to a table from outside: its group moves or is gone, players leave the group, nobody comes."""

from __future__ import annotations

import pytest

from bot.host import events as ev
from bot.host import intents as do
from bot.host.decide import Refused, decide
from bot.host.table import Phase, Table
from tests.host.tables import in_play, lobby, play_out, run


def seated(table: Table) -> list[int]:
    return [person.user_id for person in table.people]


def test_who_leaves_the_group_outside_a_round_frees_the_seat() -> None:
    assert decide(lobby(3), do.Depart(2), 0) == (ev.Left(2),)
    between = play_out(in_play())
    assert between.phase is Phase.BETWEEN
    after = run(between, do.Depart(2))
    assert seated(after) == [1, 3]
    assert after.phase is Phase.LOBBY
    assert after.match_over


def test_who_leaves_the_group_in_a_round_keeps_the_seat_until_it_is_over() -> None:
    table = run(in_play(), do.Depart(2))
    assert seated(table) == [1, 2, 3]
    assert table.departed == {2}
    over = play_out(table)
    assert over.phase is Phase.LOBBY
    assert seated(over) == [1, 3]
    assert over.departed == frozenset()
    assert over.last is not None
    assert over.last.game.result is not None
    assert over.last.game.result.end in ("hu", "huang")


def test_who_comes_back_in_the_round_keeps_the_seat() -> None:
    table = run(run(in_play(), do.Depart(2)), do.Return(2))
    assert table.departed == table.leaving == frozenset()
    assert seated(play_out(table)) == [1, 2, 3]


def test_coming_back_does_not_undo_a_wish_to_leave() -> None:
    table = in_play(people=4)
    resting = table.sitting_out
    assert resting is not None
    table = run(table, do.Leave(resting.user_id))
    assert run(table, do.Return(resting.user_id)) == table


def test_who_sits_out_and_leaves_the_group_stands_up_after_the_round_r44() -> None:
    table = in_play(people=4)
    resting = table.sitting_out
    assert resting is not None
    assert decide(table, do.Depart(resting.user_id), 0) == (ev.WillLeave(resting.user_id),)


def test_leaving_the_group_is_told_once_and_of_players_only() -> None:
    table = run(in_play(), do.Depart(2))
    assert decide(table, do.Depart(2), 0) == ()
    assert decide(table, do.Depart(99), 0) == ()
    assert decide(table, do.Return(99), 0) == ()


def test_when_the_last_player_leaves_the_group_the_round_is_void() -> None:
    table = run(in_play(people=1, computers=2), do.Depart(1))
    assert table.phase is Phase.CLOSED
    assert table.last is None


def test_a_table_moves_with_its_group_in_every_phase() -> None:
    for table in (lobby(3), in_play(), play_out(in_play())):
        moved = run(table, do.Move(-1001, None))
        assert moved.chat_id == -1001
        assert (moved.phase, moved.game, moved.people) == (table.phase, table.game, table.people)
        assert decide(moved, do.Move(-1001, None), 0) == ()


@pytest.mark.parametrize("reason", ["gone", "idle"])
def test_a_table_closed_from_outside_settles_nothing(reason: str) -> None:
    table = in_play()
    closed = run(table, do.Close(reason))
    assert closed.phase is Phase.CLOSED
    assert closed.closed == reason
    assert closed.last is None
    assert closed.score == table.score


def test_an_idle_table_stays_when_something_happened_meanwhile() -> None:
    table = lobby(2)
    seq = table.seq
    table = run(table, do.Sit(9, "小丽"))
    with pytest.raises(Refused) as refused:
        decide(table, do.Close("idle", seq), 0)
    assert refused.value.code == "stale"
    assert run(table, do.Close("idle", table.seq)).phase is Phase.CLOSED


def test_the_new_events_come_back_from_the_journal() -> None:
    for event in (
        ev.Departed(5),
        ev.Returned(5),
        ev.Moved(-1001, 7),
        ev.Moved(-1001, None),
        ev.Closed("gone"),
    ):
        kind, data = ev.pack(event)
        assert ev.unpack(kind, data) == event


def test_r42_who_leaves_the_group_in_a_round_escapes_if_the_house_says_so() -> None:
    after = run(in_play(escapes=True), do.Depart(2))
    assert after.phase is Phase.LOBBY
    assert after.person(2) is None
    assert after.last is not None
    assert after.last.beans[2] < 0
    assert sum(after.last.beans.values()) == 0

"""Sitting down, standing up and choosing what is played, before a match begins."""

from __future__ import annotations

import pytest

from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.table import Phase, Table
from tests.host.tables import in_play, lobby, run


def refusal(table: Table, intent: do.Intent) -> str:
    with pytest.raises(Refused) as caught:
        run(table, intent)
    return caught.value.code


def names(table: Table) -> list[str]:
    return [person.name for person in table.people]


def test_people_sit_down_in_turn_order() -> None:
    assert names(lobby(3)) == ["阿明", "小红", "老王"]


def test_nobody_sits_twice() -> None:
    assert refusal(lobby(2), do.Sit(2, "小红")) == "already_seated"


def test_a_fourth_may_sit_down_and_a_fifth_may_not() -> None:
    assert names(lobby(4)) == ["阿明", "小红", "老王", "阿强"]
    assert refusal(lobby(4), do.Sit(5, "小丽")) == "full"


def test_a_computer_player_stands_up_for_a_person() -> None:
    table = run(lobby(2, computers=1), do.Sit(9, "阿强"))
    assert [person.user_id for person in table.people] == [1, 2, 9]


def test_computers_fill_up_to_three_seats_only() -> None:
    table = lobby(1, computers=2)
    assert [person.is_computer for person in table.people] == [False, True, True]
    assert refusal(table, do.AddComputer(1)) == "enough_players"
    assert refusal(lobby(3), do.AddComputer(1)) == "enough_players"


def test_a_computer_player_can_be_sent_away_and_another_called() -> None:
    table = run(lobby(1, computers=2), do.DropComputer(1))
    assert len(table.people) == 2
    assert len({person.user_id for person in run(table, do.AddComputer(1)).people}) == 3
    assert refusal(lobby(2), do.DropComputer(1)) == "no_computer"


@pytest.mark.parametrize(
    "intent",
    [
        do.AddComputer(8),
        do.DropComputer(8),
        do.Leave(8),
        do.ChooseRules(8, "hunan"),
        do.ChooseBase(8, 5),
        do.Reseat(8),
        do.Begin(8),
    ],
)
def test_only_who_sits_may_change_the_table(intent: do.Intent) -> None:
    assert refusal(lobby(3), intent) == "not_seated"


@pytest.mark.parametrize(
    "intent", [do.ChooseRules(1, "hunan"), do.ChooseBase(1, 5), do.Reseat(1), do.Begin(1), do.AddComputer(1)]
)
def test_nothing_of_the_table_changes_during_a_round(intent: do.Intent) -> None:
    assert refusal(in_play(), intent) == "in_play"


def test_sitting_down_during_a_round_is_refused_with_the_reason() -> None:
    assert refusal(in_play(), do.Sit(9, "阿强")) == "in_play"


def test_rules_and_base_are_chosen_among_what_there_is() -> None:
    table = run(run(lobby(1), do.ChooseRules(1, "changde-full")), do.ChooseBase(1, 10))
    assert (table.rules, table.base) == ("changde-full", 10)
    assert refusal(table, do.ChooseRules(1, "mahjong")) == "unknown_rules"
    assert refusal(table, do.ChooseBase(1, 4)) == "unknown_base"
    assert (table.rules, table.base) == ("changde-full", 10)


def test_choosing_what_is_chosen_already_is_no_event() -> None:
    table = lobby(1)
    assert run(table, do.ChooseBase(1, 3)).seq == table.seq


def test_reseating_draws_the_seats_anew_and_keeps_everybody() -> None:
    orders = {tuple(names(run(lobby(3), do.Reseat(1), seed))) for seed in range(50)}
    assert len(orders) == 6
    assert refusal(lobby(1), do.Reseat(1)) == "alone"


def test_a_match_needs_three() -> None:
    assert refusal(lobby(2), do.Begin(1)) == "too_few"


def test_r40_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = [in_play(seed=seed).dealer for seed in range(60)]
    assert {dealers.count(place) > 5 for place in range(3)} == {True}


def test_leaving_frees_the_seat_and_the_last_person_closes_the_table() -> None:
    table = run(lobby(2, computers=1), do.Leave(1))
    assert [person.user_id for person in table.people] == [2, -1]
    closed = run(table, do.Leave(2))
    assert (closed.phase, closed.closed) == (Phase.CLOSED, "empty")
    assert refusal(closed, do.Sit(1, "阿明")) == "closed"


def test_only_the_opener_or_an_admin_stops_a_table() -> None:
    assert refusal(lobby(3), do.Stop(2)) == "not_yours_to_stop"
    assert run(lobby(3), do.Stop(1)).closed == "stopped"
    assert run(lobby(3), do.Stop(99, admin=True)).closed == "stopped"


def test_when_the_opener_has_left_who_sits_may_stop() -> None:
    table = run(lobby(3), do.Leave(1))
    assert run(table, do.Stop(2)).closed == "stopped"
    assert refusal(table, do.Stop(99)) == "not_yours_to_stop"

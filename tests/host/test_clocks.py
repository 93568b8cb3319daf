"""What the clock does for who lets the time go, and 托管 (scenarios 24 and 25)."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.host import intents as do
from bot.host.refused import Refused
from bot.host.table import Phase, Table
from tests.host.tables import answer, in_play, play_out, run


def refusal(table: Table, intent: do.Intent) -> str:
    with pytest.raises(Refused) as caught:
        run(table, intent)
    return caught.value.code


def owing(table: Table) -> int:
    """The user who owes a discard."""
    assert table.game is not None
    turn = table.game.view(None).turn
    assert turn is not None
    return table.player(turn).user_id


def claims(seeds: range) -> list[Table]:
    """Tables at which somebody may claim an open card."""
    found = []
    for seed in seeds:
        table = in_play(seed=seed)
        while table.phase is Phase.PLAYING:
            if table.game is not None and table.game.view(None).face_up is not None:
                found.append(table)
            table = answer(table, seed)
    return found


def test_scenario_24_a_timer_of_an_earlier_question_does_nothing() -> None:
    table = in_play()
    old = table.moment
    table = answer(table)
    assert refusal(table, do.TimeUp(old)) == "stale"


def test_the_first_time_a_discard_is_chosen_and_the_seat_stays_the_players() -> None:
    table = in_play()
    late = owing(table)
    after = run(table, do.TimeUp(table.moment))
    assert after.moment != table.moment
    assert after.misses == {late: 1}
    assert after.auto == frozenset()


def test_the_clock_never_takes_a_card_by_chi_or_peng() -> None:
    words = Counter[str]()
    for table in claims(range(12)):
        assert table.game is not None
        wins = {seat for seat, options in table.game.legal().items() if any(o.word == "hu" for o in options)}
        after = run(table, do.TimeUp(table.moment))
        game = after.game or (after.last.game if after.last else None)
        assert game is not None
        for seat, action in game.actions[len(table.game.actions) :]:
            words[action.word] += 1
            assert action.word == ("hu" if seat in wins else "pass")
    assert words["hu"] > 0
    assert words["pass"] > 50


def test_scenario_25_after_two_misses_in_a_row_the_seat_is_in_auto_play() -> None:
    table = in_play(2, 1)
    late = 1
    for seed in range(200):
        if table.phase is not Phase.PLAYING:
            table = in_play(2, 1, seed=seed)
        assert table.game is not None
        if late in {person.user_id for person in table.waiting_for}:
            table = run(table, do.TimeUp(table.moment))
            if late in table.auto:
                break
        else:
            table = answer(table, seed)
    assert late in table.auto
    assert table.plays_itself(late)
    assert late not in {person.user_id for person in table.waiting_for}
    back = run(table, do.HandOver(late, on=False))
    assert back.auto == frozenset()
    assert refusal(back, do.HandOver(late, on=False)) == "not_auto"


def test_an_answer_of_ones_own_counts_as_being_back() -> None:
    table = run(in_play(), do.HandOver(1))
    assert refusal(table, do.HandOver(1)) == "already_auto"
    while table.game is None or table.seat_of(1) not in table.game.legal():
        table = answer(table) if table.phase is Phase.PLAYING else run(in_play(), do.HandOver(1))
    table = run(table, do.Play(1, table.moment, "0", sure=True))
    assert table.auto == frozenset()


def test_the_computer_plays_on_for_who_is_in_auto_play_and_for_nobody_else() -> None:
    table = in_play()
    late = owing(table)
    seat = table.seat_of(late)
    assert seat is not None
    assert refusal(table, do.ComputerPlays(seat)) == "stale"
    after = run(run(table, do.HandOver(late)), do.ComputerPlays(seat))
    assert after.moment != table.moment
    assert late in after.auto


def test_r40_auto_play_replaces_nobody() -> None:
    table = in_play()
    for user in (1, 2, 3):
        table = run(table, do.HandOver(user))
    while table.phase is Phase.PLAYING:
        assert table.game is not None
        table = run(table, do.ComputerPlays(min(table.game.legal())))
    assert table.last is not None
    assert not table.last.practice
    assert set(table.last.beans) == {1, 2, 3}


def test_who_is_in_auto_play_need_not_press_for_the_next_round() -> None:
    table = play_out(run(in_play(), do.HandOver(3)))
    if 3 not in table.auto:
        table = run(table, do.HandOver(3))
    table = run(table, do.NextRound(1, table.moment))
    assert run(table, do.NextRound(2, table.moment), seed=8).serial == 2


def test_the_next_round_begins_by_itself_unless_all_are_in_auto_play() -> None:
    table = in_play()
    assert not table.goes_on
    table = play_out(table)
    assert table.goes_on
    for user_id in {1, 2, 3} - table.auto:
        assert table.goes_on
        table = run(table, do.HandOver(user_id))
    assert not table.goes_on
    assert run(table, do.HandOver(2, on=False)).goes_on


def test_a_table_closes_at_once_only_if_everybody_agrees() -> None:
    table = in_play()
    assert refusal(table, do.AgreeToStop(1)) == "stale"
    table = run(table, do.Stop(1))
    table = run(table, do.AgreeToStop(1))
    assert refusal(table, do.AgreeToStop(1)) == "already_agreed"
    table = run(table, do.AgreeToStop(3))
    assert table.phase is Phase.PLAYING
    over = run(table, do.AgreeToStop(2))
    assert (over.phase, over.closed, over.last) == (Phase.CLOSED, "agreed", None)

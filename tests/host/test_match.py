"""Rounds and matches: answers, dealer succession (R40), leaving (R41, R42), four at the table (R44)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.host import events as ev
from bot.host import intents as do
from bot.host.decide import Refused, decide
from bot.host.fold import fold, next_dealer, seating
from bot.host.table import Phase, Table
from engine import Record
from tests.host.tables import answer, in_play, lobby, play_out, run


def refusal(table: Table, intent: do.Intent) -> str:
    with pytest.raises(Refused) as caught:
        run(table, intent)
    return caught.value.code


def owing(table: Table) -> int:
    """The user who has to answer."""
    assert table.game is not None
    return table.player(min(table.game.legal())).user_id


def test_an_answer_of_another_moment_is_stale() -> None:
    table = in_play()
    assert refusal(table, do.Play(owing(table), table.moment + 1, "0")) == "stale"
    assert refusal(table, do.Play(owing(table), table.moment - 10_000, "0")) == "stale"


def test_moments_of_two_rounds_differ() -> None:
    first = in_play()
    second = run(play_out(first), do.GoOn(play_out(first).moment), seed=3)
    assert second.moment // 10_000 == first.moment // 10_000 + 1


def test_who_is_not_asked_is_told_so() -> None:
    table = in_play()
    assert table.game is not None
    idle = next(seat for seat in range(3) if seat not in table.game.legal())
    assert refusal(table, do.Play(table.player(idle).user_id, table.moment, "0")) == "not_asked"


@pytest.mark.parametrize("pick", ["99", "1000000000000", "chi", "", "٣", "-1"])
def test_an_option_that_there_is_not_is_refused(pick: str) -> None:
    table = in_play()
    assert refusal(table, do.Play(owing(table), table.moment, pick)) == "no_such_option"


def test_a_stranger_cannot_play() -> None:
    table = in_play()
    assert refusal(table, do.Play(77, table.moment, "0")) == "not_seated"


def test_a_word_that_fits_several_options_is_sent_to_the_private_chat() -> None:
    table = in_play()
    assert refusal(table, do.Play(owing(table), table.moment, "discard")) == "several"


def test_r27_declining_a_win_is_asked_once_more() -> None:
    for seed in range(300):
        table = in_play(seed=seed)
        while table.phase is Phase.PLAYING:
            assert table.game is not None
            for seat in table.game.legal():
                view = table.game.view(seat)
                words = [action.word for action in view.options]
                if "hu" in words:
                    user = table.player(seat).user_id
                    assert refusal(table, do.Play(user, table.moment, "pass")) == "pass_hu_sure"
                    after = run(table, do.Play(user, table.moment, "pass", sure=True))
                    assert after.seq == table.seq + 1
                    return
            table = answer(table, seed)
    raise AssertionError("nobody could win in 300 rounds")


def test_the_journal_folds_to_the_same_table() -> None:
    start = lobby(3)
    journal: list[ev.Event] = [
        ev.Opened(chat_id=-100, thread_id=None, opener=1, house=start.house.data()),
        *(ev.Sat(person.user_id, person.name) for person in start.people),
    ]
    table = start
    for step in range(400):
        if table.phase is Phase.LOBBY:
            intent: do.Intent = do.Begin(1)
        elif table.phase is Phase.BETWEEN:
            intent = do.GoOn(table.moment)
        else:
            assert table.game is not None
            seat = min(table.game.legal())
            intent = do.Play(table.player(seat).user_id, table.moment, "0", sure=True)
        journal += decide(table, intent, step)
        table = run(table, intent, step)
    again = fold(7, [ev.unpack(*ev.pack(event)) for event in journal])
    assert table.serial > 3
    assert replace(again, game=None, last=None) == replace(table, game=None, last=None)
    assert again.game is not None
    assert table.game is not None
    assert Record.of(again.game).line() == Record.of(table.game).line()


def test_r40_the_winner_deals_next() -> None:
    for seed in range(40):
        table = play_out(in_play(seed=seed))
        result = table.last.game.result  # type: ignore[union-attr]
        if result and result.end == "hu" and result.winner is not None:
            assert table.people[table.dealer].user_id == table.last.people[result.winner].user_id  # type: ignore[union-attr]
            assert table.huang == 0
            return
    raise AssertionError("no win in 40 rounds")


def test_r40_after_huang_the_dealer_stays_and_moves_on_every_third_time() -> None:
    game = next(
        table.last.game
        for table in (play_out(in_play(seed=seed)) for seed in range(200))
        if table.last and table.last.game.result and table.last.game.result.end == "huang"
    )
    table = replace(in_play(), dealer=1)
    seen = []
    for huang in range(6):
        table = replace(table, huang=huang)
        place, count = next_dealer(table, game)
        seen.append((place, count))
        table = replace(table, dealer=place)
    assert seen == [(1, 1), (1, 2), (2, 3), (2, 4), (2, 5), (0, 6)]


@pytest.mark.parametrize(
    ("dealer", "seats"), [(0, (0, 1, 3)), (1, (1, 2, 0)), (2, (2, 3, 1)), (3, (3, 0, 2))]
)
def test_r44_opposite_the_dealer_sits_out(dealer: int, seats: tuple[int, int, int]) -> None:
    assert seating(4, dealer) == seats


def test_r44_who_sits_out_has_no_say_and_pays_nothing() -> None:
    table = in_play(4)
    out = table.sitting_out
    assert out is not None
    assert table.seat_of(out.user_id) is None
    assert refusal(table, do.Play(out.user_id, table.moment, "0")) == "sitting_out"
    over = play_out(table)
    assert over.score is not None
    assert over.score[out.user_id] == 0
    assert sum(over.score.values()) == 0


def test_r44_who_sits_out_leaves_when_the_round_is_over() -> None:
    table = in_play(4)
    out = table.sitting_out
    assert out is not None
    after = run(table, do.Leave(out.user_id))
    assert after.phase is Phase.PLAYING
    assert refusal(after, do.Leave(out.user_id)) == "already_leaving"
    over = play_out(after)
    assert over.phase is Phase.LOBBY
    assert over.person(out.user_id) is None


def test_r42_leaving_in_mid_round_takes_a_second_word_and_pays() -> None:
    table = in_play()
    assert refusal(table, do.Leave(2)) == "leave_sure"
    after = run(table, do.Leave(2, sure=True))
    assert after.phase is Phase.LOBBY
    assert after.person(2) is None
    assert after.last is not None
    assert after.last.game.result is not None
    assert after.last.game.result.end == "quit"
    assert after.last.beans[2] <= -24
    assert sum(after.last.beans.values()) == 0


def test_r41_a_new_match_begins_when_somebody_leaves_between_rounds() -> None:
    table = play_out(in_play(4))
    while table.phase is not Phase.BETWEEN:
        table = play_out(in_play(4, seed=5))
    left = run(table, do.Leave(2))
    assert left.phase is Phase.LOBBY
    assert left.match_over
    again = run(left, do.Begin(1))
    assert again.match == table.match + 1
    assert again.number == 1


def test_the_next_round_begins_when_all_have_pressed() -> None:
    table = play_out(in_play())
    moment = table.moment
    table = run(table, do.NextRound(1, moment))
    assert refusal(table, do.NextRound(1, moment)) == "already_ready"
    table = run(table, do.NextRound(2, moment))
    assert table.phase is Phase.BETWEEN
    table = run(table, do.NextRound(3, moment), seed=8)
    assert table.serial == 2
    assert refusal(table, do.NextRound(3, moment)) == "stale"


def test_computers_need_not_press() -> None:
    table = play_out(in_play(1, computers=2))
    assert run(table, do.NextRound(1, table.moment), seed=9).serial == 2


def test_a_match_ends_after_its_rounds_and_the_people_stay() -> None:
    table = play_out(in_play(rounds=1))
    assert table.phase is Phase.LOBBY
    assert table.match_over
    assert len(table.people) == 3
    assert run(table, do.Begin(2), seed=4).match == 2


def test_rounds_with_a_computer_are_practice() -> None:
    assert play_out(in_play(2, computers=1)).last.practice  # type: ignore[union-attr]
    assert not play_out(in_play(3)).last.practice  # type: ignore[union-attr]


def test_stop_in_mid_round_takes_effect_when_the_round_is_over() -> None:
    table = run(in_play(), do.Stop(1))
    assert table.phase is Phase.PLAYING
    assert refusal(table, do.Stop(1)) == "already_stopping"
    over = play_out(table)
    assert (over.phase, over.closed) == (Phase.CLOSED, "stopped")
    assert over.last is not None


def test_multiplier_r43_beans_are_points_times_the_multiplier() -> None:
    table = play_out(in_play(multiplier=10))
    outcome = table.last
    assert outcome is not None
    assert outcome.game.result is not None
    points = {person.user_id: p for person, p in zip(outcome.people, outcome.game.result.points, strict=True)}
    assert outcome.beans == {user: 10 * p for user, p in points.items()}

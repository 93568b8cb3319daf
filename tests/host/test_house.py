"""What a group plays: values and their ranges, the short text, and what follows at the table (R40, R44, R47, R49)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.house import House, HouseError, checked, from_data, from_text, text
from bot.host.table import NOBODY, Phase, Table
from engine.cards import parse_kind
from engine.rules import RULE_SETS
from tests.host.tables import answer, in_play, lobby, play_out, run


def refusal(table: Table, intent: do.Intent) -> str:
    with pytest.raises(Refused) as caught:
        run(table, intent)
    return caught.value.code


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({"base": 0}, "1 to 1000"),
        ({"base": True}, "1 to 1000"),
        ({"multiplier": 10_001}, "1 to 10000"),
        ({"rounds": -1}, "0 to 100"),
        ({"wanted": 5}, "2 to 4"),
        ({"first_dealer": "me"}, "lot or cut"),
        ({"changed_by": "all"}, "opener or admins"),
        ({"computers": 1}, "true or false"),
        ({"two": "no"}, "true or false"),
        ({"rules": "mahjong"}, "qq-half"),
        ({"changes": {"min_huxi": 31}}, "0 to 30"),
        ({"changes": {"fans": {"hong": 0}}}, "1 to 100"),
        ({"changes": {"colour": 1}}, "min_huxi"),
        ({"colour": 1}, "multiplier"),
    ],
)
def test_r49_a_bad_value_is_refused_with_what_is_allowed(change: dict[str, Any], allowed: str) -> None:
    with pytest.raises(HouseError, match=allowed):
        from_data({**House().data(), **change})


houses = st.builds(
    House,
    rules=st.sampled_from(list(RULE_SETS)),
    base=st.integers(1, 1000),
    multiplier=st.integers(1, 10_000),
    rounds=st.integers(0, 100),
    wanted=st.sampled_from([None, 2, 3, 4]),
    two=st.sampled_from([None, True, False]),
    first_dealer=st.sampled_from([None, "lot", "cut"]),
    computers=st.booleans(),
    ledger=st.booleans(),
    escapes=st.booleans(),
    changed_by=st.sampled_from(["opener", "admins"]),
    changes=st.fixed_dictionaries(
        {}, optional={"min_huxi": st.integers(0, 30), "must_hu": st.booleans(), "open_wei": st.booleans()}
    ),
)


@given(houses)
def test_a_house_comes_back_from_its_text_and_its_data(house: House) -> None:
    assert from_text(text(house)) == checked(house)
    assert from_data(house.data()) == house


@given(st.text(max_size=60))
def test_any_text_gives_a_house_or_one_sentence(line: str) -> None:
    try:
        checked(from_text(line))
    except HouseError as error:
        assert "\n" not in str(error)


def test_the_text_says_only_what_differs() -> None:
    assert text(House()) == "qq-half"
    house = House(rules="luzhou-hongwu", changes={"win_on_discard": False, "fans": {"hong": 3}}, base=5)
    assert text(house) == "luzhou-hongwu win_on_discard=false hong=3 base=5"


def test_another_rule_set_is_played_as_it_is_and_the_stakes_stay() -> None:
    house = House(changes={"min_huxi": 10}, base=5, rounds=3, two=True).with_rules("hunan")
    assert (house.changes, house.base, house.rounds, house.two) == ({}, 5, 3, None)
    assert (house.asks_for, house.cuts, house.may_be_two) == (4, True, False)


@pytest.mark.parametrize(("people", "seats"), [(3, 3), (4, 3)])
def test_changed_rules_are_played_and_recorded(people: int, seats: int) -> None:
    table = play_out(in_play(people, changes={"min_huxi": 10, "open_wei": True}))
    assert table.last is not None
    assert table.last.record.rules.changes() == {"min_huxi": 10, "open_wei": True}
    assert len(table.last.beans) == seats


def test_r47_two_play_if_the_house_says_so() -> None:
    assert refusal(lobby(2), do.Begin(1)) == "too_few"
    table = in_play(2, two=True)
    assert len(table.seats) == 3
    assert table.player(2) is NOBODY
    assert table.game is not None
    assert table.game.view(0).seats[2].cards == 0
    over = play_out(table)
    assert over.last is not None
    assert set(over.last.beans) == {1, 2}
    assert sum(over.last.beans.values()) == 0
    assert over.last.people[2] is NOBODY


def test_r47_two_take_turns_and_either_deals() -> None:
    dealers = set()
    for seed in range(20):
        table = in_play(2, seed=seed, two=True)
        dealers.add(table.dealer)
        asked = set()
        while table.phase is Phase.PLAYING:
            assert table.game is not None
            asked |= set(table.game.legal())
            table = answer(table, seed)
        assert asked <= {0, 1}
    assert dealers == {0, 1}


def test_a_table_for_two_is_full_with_two() -> None:
    assert refusal(lobby(2, two=True, wanted=2), do.Sit(3, "老王")) == "full"
    assert len(run(lobby(2, two=True), do.Sit(3, "老王")).people) == 3


def test_a_house_without_computers_lets_none_sit() -> None:
    table = lobby(1)
    without = run(table, do.ChooseHouse(1, replace(table.house, computers=False)))
    assert refusal(without, do.AddComputer(1)) == "no_computers_here"


def test_rounds_with_a_computer_count_if_the_house_says_so() -> None:
    outcome = play_out(in_play(2, 1, ledger=True)).last
    assert outcome is not None
    assert not outcome.practice


def test_r40_the_first_dealer_is_cut_for_and_equal_cards_are_cut_again() -> None:
    again = 0
    for seed in range(60):
        table = in_play(4, seed=seed * 7, first_dealer="cut")
        assert table.cuts
        again += len(table.cuts) > 1
        *ties, last = ([(user, parse_kind(card)) for user, card in cut] for cut in table.cuts)
        winner = max(last, key=lambda each: each[1])
        assert table.people[table.dealer].user_id == winner[0]
        for cut, following in pairwise([*ties, last]):
            best = max(kind for _, kind in cut)
            assert [user for user, kind in cut if kind == best] == [user for user, _ in following]
    assert again > 0


def test_r49_huang_dealer_next_moves_on_every_time() -> None:
    for seed in range(300):
        table = in_play(seed=seed, changes={"huang_dealer": "next"})
        over = play_out(table)
        result = over.last.game.result if over.last else None
        if result is not None and result.end == "huang":
            assert over.dealer == (table.dealer + 1) % 3
            return
    raise AssertionError("no 荒庄 in 300 rounds")


def test_r48_the_count_of_huang_goes_into_the_next_round() -> None:
    for seed in range(300):
        over = play_out(in_play(seed=seed))
        if over.last and over.last.huang:
            again = run(over, do.GoOn(over.moment), seed)
            assert again.game is None or again.game.huang == 1
            return
    raise AssertionError("no 荒庄 in 300 rounds")


def test_who_may_change_the_house() -> None:
    table = lobby(2)
    house = replace(table.house, base=10)
    assert run(table, do.ChooseHouse(1, house)).base == 10
    assert refusal(table, do.ChooseHouse(2, house)) == "not_yours_to_change"
    assert run(table, do.ChooseHouse(2, house, admin=True)).base == 10
    strict = lobby(2, changed_by="admins")
    assert refusal(strict, do.ChooseHouse(1, house)) == "not_yours_to_change"
    assert refusal(in_play(), do.ChooseHouse(2, house)) == "not_yours_to_change"
    assert refusal(table, do.ChooseHouse(1, replace(house, base=0))) == "bad_house"
    assert refusal(in_play(), do.ChooseHouse(1, replace(house, base=0))) == "bad_house"


def test_where_admins_change_the_house_the_lobbys_menus_are_theirs_too() -> None:
    strict = lobby(2, changed_by="admins")
    assert refusal(strict, do.ChooseRules(1, "hunan")) == "not_yours_to_change"
    assert refusal(strict, do.ChooseBase(1, 5)) == "not_yours_to_change"
    assert run(strict, do.ChooseRules(1, "hunan", admin=True)).rules == "hunan"
    assert run(strict, do.ChooseBase(1, 5, admin=True)).base == 5


def test_r49_a_change_in_play_waits_for_the_end_of_the_match() -> None:
    table = in_play(3, rounds=2)
    house = replace(table.house, base=10, changes={"min_huxi": 10})
    asked = run(table, do.ChooseHouse(1, house))
    assert asked.game == table.game
    assert (asked.house, asked.next_house) == (table.house, house)
    between = play_out(asked)
    assert between.phase is Phase.BETWEEN
    assert between.last is not None
    assert between.last.house == table.house
    assert between.next_house == house
    over = play_out(run(between, do.GoOn(between.moment), 5))
    assert over.phase is Phase.LOBBY
    assert over.last is not None
    assert over.last.record.rules.changes() == {}
    assert (over.house, over.next_house) == (house, None)


def test_r49_a_change_in_play_is_taken_up_when_somebody_leaves_between_rounds() -> None:
    table = in_play(3, rounds=0)
    house = replace(table.house, wanted=2, two=True)
    between = play_out(run(table, do.ChooseHouse(1, house)))
    after = run(between, do.Leave(3))
    assert (after.phase, after.house) == (Phase.LOBBY, house)
    assert [person.user_id for person in after.people] == [1, 2]


def test_r49_a_change_in_play_that_leads_back_changes_nothing() -> None:
    table = in_play(3)
    house = replace(table.house, base=10)
    asked = run(table, do.ChooseHouse(1, house))
    assert run(asked, do.ChooseHouse(1, house)).seq == asked.seq
    assert run(asked, do.ChooseHouse(1, table.house)).next_house is None


def test_r49_a_smaller_table_chosen_in_play_sends_the_last_ones_away_after_the_match() -> None:
    table = in_play(4, rounds=1)
    over = play_out(run(table, do.ChooseHouse(1, replace(table.house, wanted=2, two=True))))
    assert over.phase is Phase.LOBBY
    assert len(over.people) == 2


def test_a_smaller_table_sends_the_last_ones_away() -> None:
    table = lobby(4)
    after = run(table, do.ChooseHouse(1, replace(table.house, wanted=2, two=True)))
    assert [person.user_id for person in after.people] == [1, 2]


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_every_set_plays_a_match_of_three_and_of_four(rules: str) -> None:
    for people in (3, 4):
        table = in_play(people, rules=rules, rounds=2, two=False)
        table = play_out(table)
        if table.phase is Phase.BETWEEN:
            table = play_out(run(table, do.GoOn(table.moment), 5))
        assert table.match_over
        assert sum((table.score or {}).values()) == 0

"""Changing a house by its keys (R49): what is offered, what is refused, and the way back to the rule set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host.changing import (
    allowed_for,
    as_usual,
    changed,
    changed_keys,
    fan_keys,
    rule_keys,
    usual_value,
    value,
)
from bot.host.house import ALLOWED, House, HouseError, checked, from_text, text
from engine.rules import RULE_SETS

USUAL = House(base=7, rounds=3)


def house_of(rules: str) -> House:
    return USUAL.with_rules(rules)


def values(rules: str, key: str) -> st.SearchStrategy[object]:
    can = allowed_for(rules, key)
    plain = st.sampled_from(can.values) if can.values else st.nothing()
    return plain | st.integers(*can.numbers) if can.numbers else plain


@st.composite
def pressed(draw: st.DrawFn) -> tuple[House, list[str]]:
    """A house after some changes, and the keys that were changed."""
    rules = draw(st.sampled_from(list(RULE_SETS)))
    keys = draw(st.lists(st.sampled_from([*rule_keys(rules), *fan_keys(rules), *ALLOWED]), max_size=8))
    house = house_of(rules)
    for key in keys:
        house = changed(house, key, draw(values(rules, key)))
    return house, keys


@given(pressed())
def test_r49_every_change_is_a_good_house_and_leads_back(case: tuple[House, list[str]]) -> None:
    house, keys = case
    assert checked(house) is house
    assert house.changes == house.engine_rules.changes()
    assert from_text(text(house)) == house
    assert as_usual(house, keys, USUAL) == house_of(house.rules)
    assert set(changed_keys(house)) <= set(keys)


@given(pressed(), st.data())
def test_r49_a_changed_key_has_that_value(case: tuple[House, list[str]], data: st.DataObject) -> None:
    house, _ = case
    key = data.draw(st.sampled_from([*rule_keys(house.rules), *fan_keys(house.rules), "base", "rounds"]))
    to = data.draw(values(house.rules, key))
    after = changed(house, key, to)
    assert value(after, key) == to
    for other in (*rule_keys(house.rules), *fan_keys(house.rules)):
        if other != key:
            assert value(after, other) == value(house, other)


def test_r49_fields_without_a_choice_are_not_offered() -> None:
    assert set(rule_keys("luzhou-deng")).isdisjoint({"zi_mo", "tian_doubled", "dead_bars_peng"})
    assert set(rule_keys("guilin")).isdisjoint({"zi_mo", "tian_doubled", "fan_cap"})
    assert {"zi_mo", "tian_doubled", "fan_cap", "dead_bars_peng"} <= set(rule_keys("hunan"))
    assert fan_keys("bayi") == ()
    assert "fans.zi_mo" in fan_keys("luzhou-kaikai")


@pytest.mark.parametrize(
    ("rules", "key", "to", "numbers", "named"),
    [
        ("hunan", "min_huxi", 31, (0, 30), "min_huxi"),
        ("hunan", "fans.wu", 0, (1, 100), "fans.wu"),
        ("hunan", "base", 1001, (1, 1000), "base"),
        ("guilin", "fan_cap", 5, None, "fan_cap"),
        ("hunan", "first_dealer", "me", None, "first_dealer"),
    ],
)
def test_r49_a_refused_value_says_what_is_allowed(
    rules: str, key: str, to: object, numbers: tuple[int, int] | None, named: str
) -> None:
    with pytest.raises(HouseError) as caught:
        changed(house_of(rules), key, to)
    assert caught.value.field == named
    assert caught.value.allowed is not None
    assert caught.value.allowed.numbers == numbers


@pytest.mark.parametrize("key", ["fans.gui", "colour", "fans.", "rules", "name"])
def test_r49_a_key_that_the_set_does_not_have_is_refused(key: str) -> None:
    with pytest.raises(HouseError):
        value(house_of("hunan"), key)
    with pytest.raises(HouseError):
        changed(house_of("hunan"), key, 1)


def test_r49_a_house_says_what_is_as_the_rule_set_has_it() -> None:
    house = changed(house_of("hunan"), "wanted", 3)
    assert (value(house, "wanted"), usual_value(house, "wanted", USUAL)) == (3, 4)
    assert value(changed(house, "wanted", None), "wanted") == 4
    assert usual_value(changed(house, "base", 2), "base", USUAL) == 7
    assert usual_value(changed(house, "fans.dian", 9), "fans.dian", USUAL) == 3

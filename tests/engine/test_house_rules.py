"""House rules (R49): what can be changed, what it means for a win, and how it is written down."""

import json
import random
import re
from collections import Counter
from typing import Any

import pytest

from engine import RULE_SETS, Rules, house_rules
from engine.house import Allowed, HouseRuleError, rules_from
from engine.rules import CHANGEABLE, Fan
from engine.wins import Claim, best_win, completes, tian_win
from tests.engine.decks import kinds
from tests.engine.hands import case_for, counts_of
from tests.engine.house_rules import codes_of, random_changes
from tests.engine.section_11 import ALL, FIRST, GUILIN_SETS, HUNAN_SETS, LUZHOU_SETS, rows
from tests.engine.test_wins import BLACK_PAIRS, PLAIN, RED, melds_of, sure, win_with
from tests.engine.test_wins_search import agree


def test_r49_random_house_rules_are_written_down_and_read_again() -> None:
    rng = random.Random(49)
    plain = 0
    for number in range(1500):
        name = ALL[number % len(ALL)]
        changes = random_changes(rng, name)
        rules = house_rules(name, changes)
        for field, value in changes.items():
            if field != "fans":
                assert getattr(rules, field) == value
        for code, value in changes.get("fans", {}).items():
            assert (rules.fans[code].value if code in rules.fans else None) == value
        written = json.loads(json.dumps(rules.written()))
        again = rules_from(written)
        assert again == rules
        assert list(again.fans) == list(rules.fans)
        assert again.changes() == rules.changes()
        if isinstance(written, str):
            plain += 1
            assert again is RULE_SETS[name]
        else:
            assert written["set"] == name
            assert written["changes"]
    assert 50 < plain < 600


def test_r49_what_changes_nothing_is_not_written_down() -> None:
    assert (
        house_rules("hunan", {"dead_bars_peng": False, "fans": {"da": None, "dian": 3}}).written() == "hunan"
    )
    assert house_rules("hunan", {}).written() == "hunan"
    one = house_rules("hunan", {"min_huxi": 15, "fan_cap": 8})
    assert one.written() == {"set": "hunan", "changes": {"fan_cap": 8}}


def test_r49_random_house_rules_agree_with_the_slow_search() -> None:
    rng = random.Random(94)
    seen: Counter[str] = Counter()
    for number in range(5000):
        name = ALL[number % len(ALL)]
        changes = random_changes(rng, name)
        win = agree(case_for(rng, RULE_SETS[name].family), name, changes)
        if win is not None:
            seen["wins"] += 1
            seen["capped"] += changes.get("fan_cap") == win.fan
            seen["few"] += win.huxi < RULE_SETS[name].min_huxi
            seen.update(list(win.fans))
    assert min(seen["capped"], seen["few"]) > 50, seen
    assert set(seen) - {"wins", "capped", "few"} >= {*codes_of("hunan"), *codes_of("luzhou-kaikai")}


BAD: list[tuple[Any, Any, str]] = [
    ("poker", {}, "no rule set 'poker'"),
    (["hunan"], {}, "no rule set"),
    ("hunan", [], "field → value"),
    ("hunan", None, "field → value"),
    ("hunan", {"least": 10}, "cannot change 'least', only dead_bars_peng, fan_cap, fans, huang_dealer"),
    ("hunan", {"values": ()}, "cannot change 'values'"),
    ("hunan", {"default_base": 2}, "cannot change 'default_base'"),
    ("hunan", {"min_huxi": -1}, "min_huxi is a whole number from 0 to 30, not -1"),
    ("hunan", {"min_huxi": 31}, "min_huxi is a whole number from 0 to 30, not 31"),
    ("hunan", {"min_huxi": True}, "min_huxi is a whole number"),
    ("hunan", {"min_huxi": 10.0}, "min_huxi is a whole number"),
    ("hunan", {"min_huxi": "10"}, "min_huxi is a whole number"),
    ("hunan", {"min_huxi": None}, "min_huxi is a whole number from 0 to 30, not None"),
    ("hunan", {"fan_cap": 0}, "fan_cap is a whole number from 1 to 1000 or null, not 0"),
    ("hunan", {"fan_cap": 1001}, "fan_cap is a whole number from 1 to 1000 or null, not 1001"),
    ("hunan", {"zi_mo": 6}, "zi_mo is a whole number from 0 to 5, not 6"),
    ("hunan", {"zi_mo": -1}, "zi_mo is a whole number from 0 to 5"),
    *[
        ("hunan", {field: bad}, f"{field} is true or false, not {bad!r}")
        for field in ("win_on_discard", "dead_bars_peng", "tian_doubled", "huang_fan", "must_hu", "open_wei")
        for bad in (1, None, "yes")
    ],
    ("hunan", {"huang_dealer": "leave"}, "huang_dealer is 'stay' or 'next', not 'leave'"),
    ("hunan", {"huang_dealer": []}, "huang_dealer is 'stay' or 'next'"),
    ("hunan", {"fans": None}, "fans is an object: code → value, not None"),
    ("hunan", {"fans": ["wu"]}, "fans is an object: code → value"),
    ("hunan", {"fans": {"gui": 1}}, "hunan knows no 名堂 'gui'; it has hong, dian, hong_wu, wu, dui_dui, da"),
    ("hunan", {"fans": {"kun": None}}, "hunan knows no 名堂 'kun'"),
    ("hunan", {"fans": {"wu": 0}}, "the value of wu is a whole number from 1 to 100 or null, not 0"),
    ("hunan", {"fans": {"wu": 101}}, "the value of wu is a whole number from 1 to 100 or null, not 101"),
    ("hunan", {"fans": {"wu": True}}, "the value of wu is a whole number"),
    *[(name, {"zi_mo": 1}, f"zi_mo cannot be changed in {name}") for name in (*LUZHOU_SETS, *GUILIN_SETS)],
    *[(name, {"tian_doubled": True}, "tian_doubled cannot") for name in (*LUZHOU_SETS, *GUILIN_SETS)],
    *[(name, {"dead_bars_peng": True}, "dead_bars_peng cannot be changed") for name in LUZHOU_SETS],
    *[(name, {"fan_cap": 5}, "fan_cap cannot be changed") for name in GUILIN_SETS],
    *[(name, {"fans": {"wu": 3}}, f"{name} knows no 名堂 'wu'; it has none") for name in GUILIN_SETS],
    ("luzhou-deng", {"fans": {"wu": 3}}, "luzhou-deng knows no 名堂 'wu'; it has tian, di"),
    ("luzhou-hongwu", {"fans": {"qia": None}}, "luzhou-hongwu knows no 名堂 'qia'"),
    ("luzhou-kaikai", {"fans": {"dian": 3}}, "luzhou-kaikai knows no 名堂 'dian'"),
]


@pytest.mark.parametrize(("name", "changes", "sentence"), BAD)
def test_r49_a_bad_house_rule_is_refused_in_a_sentence(name: Any, changes: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        house_rules(name, changes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "changes", "field", "allowed"),
    [
        ("poker", {}, "rules", Allowed(values=tuple(RULE_SETS))),
        ("hunan", {"least": 10}, "least", None),
        ("hunan", {"min_huxi": 31}, "min_huxi", Allowed((0, 30))),
        ("hunan", {"fan_cap": 0}, "fan_cap", Allowed((1, 1000), (None,))),
        ("guilin", {"fan_cap": 5}, "fan_cap", Allowed(values=(None,))),
        ("guilin", {"fan_cap": 0}, "fan_cap", Allowed(values=(None,))),
        ("hunan", {"must_hu": 1}, "must_hu", Allowed(values=(True, False))),
        ("hunan", {"huang_dealer": "leave"}, "huang_dealer", Allowed(values=("stay", "next"))),
        ("luzhou-deng", {"zi_mo": 1}, "zi_mo", Allowed()),
        ("luzhou-kaikai", {"fans": {"zi_mo": 0}}, "fans.zi_mo", Allowed((1, 100), (None,))),
        ("hunan", {"fans": {"gui": 1}}, "fans.gui", None),
    ],
)
def test_r49_a_refusal_carries_the_field_and_what_is_allowed(
    name: str, changes: dict[str, Any], field: str, allowed: Allowed | None
) -> None:
    with pytest.raises(HouseRuleError) as caught:
        house_rules(name, changes)
    assert (caught.value.field, caught.value.allowed) == (field, allowed)


@pytest.mark.parametrize(
    "value",
    [None, 3, ["hunan"], {}, {"set": "hunan"}, {"changes": {}}, {"set": "hunan", "changes": {}, "x": 1}],
)
def test_r49_the_rules_of_a_record_are_a_name_or_a_set_with_changes(value: object) -> None:
    with pytest.raises(ValueError, match=r"house rules are an object|no rule set"):
        rules_from(value)
    assert rules_from({"set": "hunan", "changes": {}}) is not None


@pytest.mark.parametrize("name", ALL)
def test_r49_every_bound_is_allowed(name: str) -> None:
    bounds: dict[str, tuple[Any, ...]] = {"min_huxi": (0, 30), "huang_dealer": ("stay", "next")}
    bounds |= dict.fromkeys(("win_on_discard", "huang_fan", "must_hu", "open_wei"), (True, False))
    if name in HUNAN_SETS:
        bounds |= {"zi_mo": (0, 5), "tian_doubled": (True, False)}
    if name not in LUZHOU_SETS:
        bounds["dead_bars_peng"] = (True, False)
    if name not in GUILIN_SETS:
        bounds["fan_cap"] = (None, 1, 1000)
    for field, values in bounds.items():
        assert field in CHANGEABLE
        assert [getattr(house_rules(name, {field: value}), field) for value in values] == list(values)
    for code in codes_of(name):
        for value in (1, 100):
            assert house_rules(name, {"fans": {code: value}}).fans[code].value == value
        assert code not in house_rules(name, {"fans": {code: None}}).fans


def added(name: str, code: str) -> Fan:
    """A 名堂 that a house rule sets to 7."""
    return house_rules(name, {"fans": {code: 7}}).fans[code]


@pytest.mark.parametrize("name", HUNAN_SETS)
def test_r49_a_name_has_the_threshold_and_growth_of_its_row(name: str) -> None:
    half = name in {"qq-basic", "qq-half", "hunan", "changde-half"}
    assert added(name, "hong") == Fan(7, at=10, grows=not half)
    assert added(name, "hong_wu") == Fan(7, at=13)
    assert added(name, "da") == Fan(7, at=18, grows=True)
    assert added(name, "xiao") == Fan(7, at=18 if name in {"suibian", "changsha"} else 16, grows=True)
    assert added(name, "hai_di") == Fan(7, alone=name not in rows(FIRST)["hong"])
    for code in ("dian", "wu", "dui_dui", "tian", "di", "ting", "shua_hou", "tuan", "si_qi_hong"):
        assert added(name, code) == Fan(7)


def house_win(rules: Rules, hand: str, *table: str, **claim: Any) -> Any:
    card = kinds(claim.pop("card"))[0]
    asked = Claim(card, drawn=claim.pop("drawn", True), own=claim.pop("own", False), **claim)
    win = best_win(rules, counts_of(kinds(hand)), melds_of(*table), asked)
    assert completes(rules, counts_of(kinds(hand)), melds_of(*table), asked) == (win is not None)
    return win


def test_r49_hong_stops_at_12_where_hong_wu_has_a_value() -> None:
    thirteen = ("s8 s9 s10 b10 b10", *RED)
    assert house_win(RULE_SETS["suibian"], *thirteen, card="s10").fans == {"hong": 5}
    ends = house_rules("suibian", {"fans": {"hong_wu": 9}})
    assert house_win(ends, *thirteen, card="s10").fans == {"hong_wu": 9}
    goes_on = house_rules("qq-half", {"fans": {"hong_wu": None}})
    assert house_win(goes_on, *thirteen, card="s10").fans == {"hong": 2}


def test_r49_the_ten_for_wu_with_dui_dui_ends_only_if_one_of_them_is_named() -> None:
    pairs = ("s3 s3 b1 b1", *BLACK_PAIRS)
    kept = house_rules("hunan", {"fans": {"dian": 9}, "min_huxi": 10})
    assert house_win(kept, *pairs, card="b1").fans == {"wu": 5, "dui_dui": 5}
    named = house_rules("hunan", {"fans": {"wu": 5}})
    assert house_win(named, *pairs, card="b1").fans == {"wu": 5, "dui_dui": 4}
    assert named.written() == {"set": "hunan", "changes": {"fans": {"wu": 5}}}
    assert house_rules("hunan", {"fans": {"dui_dui": None}}).changes() == {"fans": {"dui_dui": None}}


@pytest.mark.parametrize("name", ["qq-basic", "hunan", "changde-half", "changde-full", "suibian"])
def test_r49_hai_di_added_to_a_first_table_set_counts_only_beside_another(name: str) -> None:
    rules = house_rules(name, {"fans": {"hai_di": 3}})
    beside = house_win(rules, "s3 s4 s5 s1 s1", *PLAIN, card="b1", stock="last")
    assert beside.fans == {"dian": rules.fans["dian"].value, "hai_di": 3}
    alone = house_win(rules, "s3 s4 s5 s10 s10", *PLAIN, card="b10", stock="last")
    assert (alone.fans, alone.fan) == ({}, 1)


def test_r49_hai_di_added_to_changsha_counts_alone() -> None:
    rules = house_rules("changsha", {"fans": {"hai_di": 3}})
    alone = house_win(rules, "s3 s4 s5 s6 s6", *PLAIN, card="b6", stock="last")
    assert alone.fans == {"dian": 4, "hai_di": 3}
    assert house_win(rules, "s3 s4 s5 s10 s10", *PLAIN, card="b10", stock="last").fans["hai_di"] == 3


def test_r49_fan_cap_caps_fan_and_leaves_fans() -> None:
    rules = house_rules("hunan", {"fan_cap": 2})
    win = house_win(rules, "s3 s4 s5 s1 s1", *PLAIN, card="b1")
    assert (win.fans, win.fan, win.pay) == ({"dian": 3}, 2, 4)


def test_r49_fewer_huxi_than_12_still_make_one_unit_before_zi_mo() -> None:
    table = ("peng b4 b4 b4", "peng b5 b5 b5", "run s4 s5 s6", "run s7 s8 s9", "run s4 s5 s6")
    win = sure(win_with("s6 s7 s8 s1 s1", *table, card="b1", own=True, rules="hunan", min_huxi=0, zi_mo=5))
    assert (win.huxi, win.units) == (6, 1 + 5)


@pytest.mark.parametrize("name", GUILIN_SETS)
def test_r49_guilin_counts_units_from_the_least_huxi(name: str) -> None:
    table = ("wei b4 b4 b4", "wei b5 b5 b5", "run b1 b2 b3", "run s4 s5 s6", "jiao s9 s9 b9")
    for least, units in ((0, 7), (10, 3), (12, 3), (15, 2), (16, 1), (18, 1)):
        rules = house_rules(name, {"min_huxi": least})
        assert house_win(rules, "s3 s4 s5 s1 s1", *table, card="b1").units == units
    assert house_win(house_rules(name, {"min_huxi": 19}), "s3 s4 s5 s1 s1", *table, card="b1") is None


def test_r49_r7_ignores_the_least_huxi() -> None:
    hand = counts_of(kinds("s1 s1 s1 s1 s3 s3 s3 s3 s5 s5 s5 s5 s7 s8 s9 b5 b6 b8 b9 b9"))
    assert tian_win(house_rules("bayi", {"min_huxi": 30}), hand).units == 1
    assert tian_win(house_rules("hunan", {"min_huxi": 30}), hand).huxi == 27


def test_r49_qia_counts_zero_huxi_as_a_multiple_of_ten() -> None:
    rules = house_rules("luzhou-kaikai", {"min_huxi": 0})
    table = ("run s3 s4 s5", "run s4 s5 s6", "run b4 b5 b6", "run b5 b6 b7", "jiao s9 s9 b9")
    win = house_win(rules, "s7 s8 b1 b1 s1", *table, card="s6")
    assert (win.huxi, win.units, win.fans) == (0, 1, {"qia": 1})


def test_r49_a_house_rule_leaves_the_set_itself_alone() -> None:
    rules = RULE_SETS["hunan"]
    house = house_rules("hunan", {"min_huxi": 10, "fans": {"wu": 9}})
    assert (house.min_huxi, house.fans["wu"].value) == (10, 9)
    assert (rules.min_huxi, rules.fans["wu"].value) == (15, 5)
    assert house.huxi_of == rules.huxi_of
    with pytest.raises(TypeError):
        rules.fans["wu"] = Fan(1)  # type: ignore[index]

"""The rule sets are what the tables of rules section 11 say."""

import pytest

from engine import RULE_SETS
from engine.cards import parse_kind
from engine.fans import BY_CARDS, BY_MELDS
from engine.melds import alike, meld_of
from engine.rules import Fan
from engine.settle import SETTLING
from tests.engine.section_11 import (
    ALL,
    FIRST,
    GUILIN_SETS,
    HUNAN_SETS,
    LUZHOU_HUXI,
    LUZHOU_SETS,
    SECOND,
    entries,
    rows,
)


def test_there_are_these_rule_sets() -> None:
    assert set(RULE_SETS) == set(ALL)
    assert all(rules.name == name for name, rules in RULE_SETS.items())
    assert set(RULE_SETS) >= set(rows(FIRST)["hong"])


@pytest.mark.parametrize("name", ALL)
def test_section_11_fans(name: str) -> None:
    assert dict(RULE_SETS[name].fans) == {code: Fan(*cell) for code, cell in entries(name).items()}


@pytest.mark.parametrize("name", rows(FIRST)["hong"])
def test_section_11_wu_and_dui_dui_together(name: str) -> None:
    rules, printed = RULE_SETS[name], rows(FIRST)["together"][name]
    if printed == "-":
        assert "dui_dui" not in rules.fans
        return
    both = (
        rules.together if rules.together is not None else rules.fans["wu"].value + rules.fans["dui_dui"].value
    )
    assert both == int(printed)


@pytest.mark.parametrize("name", HUNAN_SETS)
def test_section_11_other_fields_of_the_hunan_sets(name: str) -> None:
    rules = RULE_SETS[name]
    assert rules.tian_doubled == (rows(FIRST)["R39"].get(name) == "yes")
    assert rules.huang_fan == (rows(SECOND)["R48"].get(name) == "yes")
    assert (rules.family, rules.min_huxi, rules.zi_mo) == ("hunan", 15, 1)
    assert rules.default_base == (3 if name.startswith("qq-") else 1)
    assert rules.dead_bars_peng == (name != "hunan")
    assert rules.win_on_discard is False
    assert (rules.open_draws, rules.shows_liang, rules.black_last, rules.turns_card) == (
        *(False, True),
        *(False, False),
    )
    assert (rules.dealt_four, rules.grown_four) == ("ti", "pao")


@pytest.mark.parametrize("name", LUZHOU_SETS)
def test_l1_to_l8_fields_of_luzhou(name: str) -> None:
    rules = RULE_SETS[name]
    assert (rules.family, rules.min_huxi, rules.zi_mo) == ("luzhou", 10, 0)
    assert (rules.win_on_discard, rules.dead_bars_peng, rules.tian_doubled) == (True, False, False)
    assert (rules.open_draws, rules.shows_liang, rules.black_last, rules.turns_card) == (
        *(True, False),
        *(True, False),
    )
    assert (rules.dealt_four, rules.grown_four) == ("long", "zhao")


@pytest.mark.parametrize("name", GUILIN_SETS)
def test_g1_to_g4_fields_of_guilin_and_bayi(name: str) -> None:
    rules = RULE_SETS[name]
    assert (rules.family, rules.min_huxi, rules.zi_mo, rules.turns_card) == (name, 10, 0, True)
    assert (rules.win_on_discard, rules.dead_bars_peng, rules.tian_doubled) == (False, True, False)
    assert (rules.open_draws, rules.shows_liang, rules.black_last) == (False, True, False)


@pytest.mark.parametrize("name", ALL)
def test_no_set_has_a_house_rule_by_itself(name: str) -> None:
    rules = RULE_SETS[name]
    assert (rules.fan_cap, rules.must_hu, rules.open_wei, rules.huang_dealer) == (None, False, False, "stay")
    assert rules.changes() == {}
    assert rules.written() == name


@pytest.mark.parametrize("name", LUZHOU_SETS)
def test_luzhou_huxi(name: str) -> None:
    rules = RULE_SETS[name]
    places = ("s1", "s2", "b1", "b2")
    for line in LUZHOU_HUXI.strip().splitlines():
        type_, *cells = line.split()
        printed = [None if cell == "-" else int(cell) for cell in cells]
        if type_ in {"run123", "run2710"}:
            ranks = (1, 2, 3) if type_ == "run123" else (2, 7, 10)
            for size in "sb":
                run = meld_of("run", [parse_kind(f"{size}{rank}") for rank in ranks])
                assert rules.huxi(run) == printed[2 * (size == "b") + (ranks[0] == 2)]
        else:
            assert [rules.huxi(alike(type_, parse_kind(place))) for place in places] == printed
    assert rules.huxi(meld_of("run", [parse_kind(text) for text in ("b2", "b3", "b4")])) == 0
    assert rules.huxi(alike("jiang", parse_kind("b2"))) == 0
    assert rules.huxi(meld_of("jiao", [parse_kind(text) for text in ("b2", "b2", "s2")])) == 0


@pytest.mark.parametrize("name", (*HUNAN_SETS, *GUILIN_SETS))
def test_r4_huxi_of_all_other_sets(name: str) -> None:
    rules = RULE_SETS[name]
    table = {"peng": (1, 3), "kan": (3, 6), "wei": (3, 6), "chou_wei": (3, 6), "pao": (6, 9), "ti": (9, 12)}
    for type_, printed in table.items():
        for small in range(10):
            assert (rules.huxi(alike(type_, small)), rules.huxi(alike(type_, small + 10))) == printed
    assert rules.run_huxi == (3, 6, 3, 6)


def test_every_counted_code_has_a_condition_and_every_family_a_settlement() -> None:
    assert not BY_CARDS.keys() & BY_MELDS.keys()
    for rules in RULE_SETS.values():
        assert {*rules.fans, *rules.spare} <= BY_CARDS.keys() | BY_MELDS.keys()
        assert rules.family in SETTLING

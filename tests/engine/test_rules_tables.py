"""The rule sets are what the table of rules section 11 says."""

import dataclasses

import pytest

from engine import RULE_SETS
from engine.fans import CONDITIONS
from engine.rules import Fan

TABLE = """
          qq-basic  qq-half  qq-full    hunan  changde-half  changde-full  suibian
hong      2         2        2+(n-10)   2      2             2+(n-10)      2+(n-10)
dian      3         3        5          3      3             5             5
hong_wu   4         4        -          4      4             -             -
wu        5         5        6          5      5             6             6
dui_dui   -         4        6          4      -             6             6
together  -         10       12         10     -             12            12
da        -         -        6+(n-18)   -      -             6+(n-18)      6+(n-18)
xiao      -         -        8+(n-16)   -      -             8+(n-16)      8+(n-18)
tian      -         -        -          -      -             8             8
di        -         -        -          -      -             6             6
hai_di    -         2*       2*         -      -             -             -
R39       yes       yes      yes        no     no            no            no
"""

AT = {"hong": 10, "hong_wu": 13}
LINES = [line.split() for line in TABLE.strip().splitlines()]
SETS = LINES[0]
ROWS = {line[0]: dict(zip(SETS, line[1:], strict=True)) for line in LINES[1:]}


def entry(code: str, text: str) -> Fan:
    """A cell of the table as the rule sets have it."""
    value, _, growth = text.partition("+")
    at = int(growth[3:-1]) if growth else AT.get(code, 0)
    return Fan(int(value.rstrip("*")), at=at, grows=bool(growth), alone="*" not in text)


@pytest.mark.parametrize("name", SETS)
def test_section_11_fans(name: str) -> None:
    codes = [code for code in ROWS if code not in {"together", "R39"} and ROWS[code][name] != "-"]
    assert dict(RULE_SETS[name].fans) == {code: entry(code, ROWS[code][name]) for code in codes}


@pytest.mark.parametrize("name", SETS)
def test_section_11_wu_and_dui_dui_together(name: str) -> None:
    rules = RULE_SETS[name]
    if ROWS["together"][name] == "-":
        assert "dui_dui" not in rules.fans
        return
    both = (
        rules.together if rules.together is not None else rules.fans["wu"].value + rules.fans["dui_dui"].value
    )
    assert both == int(ROWS["together"][name])


@pytest.mark.parametrize("name", SETS)
def test_section_11_other_fields(name: str) -> None:
    rules = RULE_SETS[name]
    assert rules.name == name
    assert rules.tian_doubled == (ROWS["R39"][name] == "yes")
    assert rules.min_huxi == 15
    assert rules.zi_mo == 1
    assert rules.default_base == (3 if name.startswith("qq-") else 1)
    assert rules.dead_bars_peng == (name != "hunan")
    assert (rules.fan_cap, rules.win_on_discard, rules.must_hu, rules.open_wei) == (None, False, False, False)
    assert (rules.huang_fan, rules.huang_dealer) == (False, "stay")


def test_every_counted_code_has_a_condition() -> None:
    for rules in RULE_SETS.values():
        assert rules.fans.keys() <= CONDITIONS.keys()


def test_r49_a_house_rule_leaves_the_set_itself_alone() -> None:
    rules = RULE_SETS["hunan"]
    house = dataclasses.replace(rules, min_huxi=10, fans={**rules.fans, "wu": Fan(9)})
    assert (house.min_huxi, house.fans["wu"].value) == (10, 9)
    assert (rules.min_huxi, rules.fans["wu"].value) == (15, 5)
    assert house.huxi_of == rules.huxi_of
    with pytest.raises(TypeError):
        rules.fans["wu"] = Fan(1)  # type: ignore[index]

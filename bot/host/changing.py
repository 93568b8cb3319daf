"""Changing a house field by field: what can be changed in its rule set, and what a field is as the set has it.

A key names what can be changed: a field of R49 (`min_huxi`), a field of `House` (`base`), or a 名堂 as `fans.` and its
code (`fans.hong`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from bot.host.house import ALLOWED, House, HouseError, checked
from engine.house import Allowed, HouseRuleError, allowed, allowed_fan, fan_codes, house_rules
from engine.rules import CHANGEABLE, RULE_SETS, Rules

FAN: Final = "fans."
"""Before the code of a 名堂 it makes a key."""


def fan_keys(rules: str) -> tuple[str, ...]:
    """The keys of the 名堂 that can have a value in this rule set."""
    return tuple(FAN + code for code in fan_codes(RULE_SETS[rules]))


def rule_keys(rules: str) -> tuple[str, ...]:
    """The keys of the fields of R49 that can be changed in this rule set, without the 名堂."""
    return tuple(name for name in CHANGEABLE if allowed(RULE_SETS[rules], name).leaves_a_choice)


def allowed_for(rules: str, key: str) -> Allowed:
    """What a key can be in this rule set. Raises HouseError for a key that it does not have."""
    if key in ALLOWED:
        return ALLOWED[key]
    try:
        if key.startswith(FAN):
            return allowed_fan(RULE_SETS[rules], key.removeprefix(FAN))
        return allowed(RULE_SETS[rules], key)
    except HouseRuleError as error:
        raise HouseError(str(error), error.field, error.allowed) from None


def value(house: House, key: str) -> Any:
    """What a key is in this house; None for a 名堂 that does not count. Raises HouseError as `allowed_for`."""
    allowed_for(house.rules, key)
    if key in ALLOWED:
        return _said(house, key)
    return _of_rules(house.engine_rules, key)


def usual_value(house: House, key: str, usual: House) -> Any:
    """What a key is as the rule set of `house` has it; what is not the set's is as in `usual`."""
    return value(replace(usual.with_rules(house.rules)), key)


def changed(house: House, key: str, to: Any) -> House:
    """The house with another value of a key. Raises HouseError with what is allowed."""
    can = allowed_for(house.rules, key)
    if key in ALLOWED:
        return checked(replace(house, **{key: to}))
    if not can.has(to):
        raise HouseError(f"{key} cannot be {to!r}", key, can)
    return checked(replace(house, changes=_with(house, {key: to})))


def as_usual(house: House, keys: Iterable[str], usual: House) -> House:
    """The house with these keys as the rule set has them; what is not the set's is as in `usual`."""
    keys = tuple(keys)
    own = {key: getattr(usual.with_rules(house.rules), key) for key in keys if key in ALLOWED}
    plain = RULE_SETS[house.rules]
    rules = {key: _of_rules(plain, key) for key in keys if key not in ALLOWED}
    return checked(replace(house, **own, changes=_with(house, rules)))


def changed_keys(house: House) -> tuple[str, ...]:
    """The keys in which the rules of a house differ from its rule set."""
    changes = house.engine_rules.changes()
    fans = changes.pop("fans", {})
    return (*changes, *(FAN + code for code in fans))


def _said(house: House, key: str) -> Any:
    match key:
        case "wanted":
            return house.asks_for
        case "two":
            return house.may_be_two
        case "first_dealer":
            return "cut" if house.cuts else "lot"
    return getattr(house, key)


def _of_rules(rules: Rules, key: str) -> Any:
    if not key.startswith(FAN):
        return getattr(rules, key)
    fan = rules.fans.get(key.removeprefix(FAN))
    return None if fan is None else fan.value


def _with(house: House, values: dict[str, Any]) -> dict[str, Any]:
    """The changes of a house (R49) with these values; what is as the set has it is not among them."""
    plain = RULE_SETS[house.rules]
    changes = {name: each for name, each in house.changes.items() if name != "fans"}
    fans = dict(house.changes.get("fans", {}))
    for key, each in values.items():
        into, name = (fans, key.removeprefix(FAN)) if key.startswith(FAN) else (changes, key)
        into.pop(name, None)
        if each != _of_rules(plain, key):
            into[name] = each
    if fans:
        changes["fans"] = fans
    return house_rules(house.rules, changes).changes()

"""House rules (R49): a rule set with some of its fields changed, and the same as a record writes it down."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.rules import CHANGEABLE, RULE_SETS, Fan, Rules


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a house rule can be: a whole number from the first to the second of `numbers`, or one of `values`."""

    numbers: tuple[int, int] | None = None
    values: tuple[object, ...] = ()

    def has(self, value: object) -> bool:
        """Whether this value is allowed; True and False are no numbers, and 10.0 is none either."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.numbers is not None and self.numbers[0] <= value <= self.numbers[1]
        return any(value is each or (isinstance(value, str) and value == each) for each in self.values)

    @property
    def leaves_a_choice(self) -> bool:
        """Whether there is more than one value."""
        return self.numbers is not None or len(self.values) > 1


class HouseRuleError(ValueError):
    """A house rule that cannot be; says in one sentence what is allowed.

    `field`: the field, for a 名堂 `fans.` and its code, for a rule set `rules`; "" if it is about none. `allowed`: what
    the field can be; None if there is no such field.
    """

    def __init__(self, sentence: str, field: str = "", allowed: Allowed | None = None) -> None:
        super().__init__(sentence)
        self.field = field
        self.allowed = allowed


_BOTH: Final = Allowed(values=(True, False))
_FIELDS: Final[Mapping[str, Allowed]] = {
    **dict.fromkeys(CHANGEABLE, _BOTH),
    "min_huxi": Allowed((0, 30)),
    "fan_cap": Allowed((1, 1000), (None,)),
    "zi_mo": Allowed((0, 5)),
    "huang_dealer": Allowed(values=("stay", "next")),
}
_FAN: Final = Allowed((1, 100), (None,))

_NOTHING: Final[tuple[object, ...]] = ()
_FIXED: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = {
    "hunan": {},
    "luzhou": {"zi_mo": _NOTHING, "tian_doubled": (False,), "dead_bars_peng": (False,)},
    "guilin": {"zi_mo": _NOTHING, "tian_doubled": (False,), "fan_cap": (None,)},
    "bayi": {"zi_mo": _NOTHING, "tian_doubled": (False,), "fan_cap": (None,)},
}
"""By family, the fields that cannot be changed, with the values that may still be named."""


def rules_from(value: object) -> Rules:
    """The rules that the field `rules` of a record or case means: a name, or {"set": NAME, "changes": {…}} (R49).

    HouseRuleError, with one sentence, if it means none.
    """
    if isinstance(value, dict):
        unknown = [name for name in value if name not in {"set", "changes"}]
        if unknown or len(value) != 2:
            raise HouseRuleError("house rules are an object with the two fields 'set' and 'changes'")
        return house_rules(value["set"], value["changes"])
    return _plain(value)


def house_rules(name: object, changes: object) -> Rules:
    """The rule set `name` with `changes`: field → value, as R49 lists them; `Rules.changes` is the way back.

    HouseRuleError, with one sentence that tells what is allowed, for anything else.
    """
    plain = _plain(name)
    if not isinstance(changes, Mapping):
        raise HouseRuleError("the changes of house rules are an object: field → value")
    chosen: dict[str, Any] = {}
    for field, value in changes.items():
        if field == "fans":
            chosen |= _fans(plain, value)
        else:
            chosen[field] = _checked(plain, str(field), value)
    return replace(plain, **chosen)


def allowed(rules: Rules, field: str) -> Allowed:
    """What a house rule can make of a field of this rule set. HouseRuleError for a field that R49 does not list."""
    if field not in _FIELDS:
        fields = ", ".join(sorted((*CHANGEABLE, "fans")))
        raise HouseRuleError(f"house rules cannot change {field!r}, only {fields}", field)
    fixed = _FIXED[rules.family].get(field)
    return _FIELDS[field] if fixed is None else Allowed(values=fixed)


def allowed_fan(rules: Rules, code: str) -> Allowed:
    """What a house rule can make of a 名堂 (None: off). HouseRuleError for one that the set's family does not know."""
    known = fan_codes(rules)
    if code not in known:
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise HouseRuleError(f"{rules.name} knows no 名堂 {code!r}; {has}", f"fans.{code}")
    return _FAN


def fan_codes(rules: Rules) -> tuple[str, ...]:
    """The 名堂 to which a house rule can give a value in this rule set, in the order of section 11."""
    return tuple({**rules.spare, **RULE_SETS[rules.name].fans})


def _plain(name: object) -> Rules:
    rules = RULE_SETS.get(name) if isinstance(name, str) else None
    if rules is None:
        names = tuple(RULE_SETS)
        raise HouseRuleError(
            f"there is no rule set {name!r}; there are {', '.join(names)}", "rules", Allowed(values=names)
        )
    return rules


def _checked(plain: Rules, field: str, value: object) -> object:
    """The value of one field, if R49 allows it for this rule set."""
    left = allowed(plain, field)
    if not _FIELDS[field].has(value):
        raise HouseRuleError(f"{field} is {_in_words(_FIELDS[field])}, not {value!r}", field, left)
    if not left.has(value):
        raise HouseRuleError(f"{field} cannot be changed in {plain.name}", field, left)
    return value


def _in_words(what: Allowed) -> str:
    if what.values == _BOTH.values:
        return "true or false"
    if what.numbers is None:
        return " or ".join(repr(value) for value in what.values)
    least, most = what.numbers
    return f"a whole number from {least} to {most}{' or null' if None in what.values else ''}"


def _fans(plain: Rules, values: object) -> dict[str, Any]:
    """`fans` and `together` with these values of 名堂."""
    if not isinstance(values, Mapping):
        raise HouseRuleError(f"fans is an object: code → value, not {values!r}", "fans")
    known = {**plain.spare, **plain.fans}
    fans: dict[str, Fan] = dict(plain.fans)
    for code, value in values.items():
        can = allowed_fan(plain, code)
        if not can.has(value):
            raise HouseRuleError(
                f"the value of {code} is {_in_words(can)}, not {value!r}", f"fans.{code}", can
            )
        if value is None:
            fans.pop(code, None)
        else:
            fans[code] = replace(known[code], value=value)
    ordered = {code: fans[code] for code in known if code in fans}
    both = plain.together if not {"wu", "dui_dui"}.intersection(values) else None
    return {"fans": ordered, "together": both}

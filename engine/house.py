"""House rules (R49): a rule set with some of its fields changed, and the same as a record writes it down."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.rules import ALL_SETS, CHANGEABLE, Fan, Rules

_NUMBERS: Final = {"min_huxi": (0, 30), "fan_cap": (1, 1000), "zi_mo": (0, 5)}
_FAN_VALUE: Final = (1, 100)
_WORDS: Final = {"huang_dealer": ("stay", "next")}
_MAY_BE_NULL: Final = frozenset({"fan_cap"})

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

    ValueError, with one sentence, if it means none.
    """
    if isinstance(value, dict):
        unknown = [name for name in value if name not in {"set", "changes"}]
        if unknown or len(value) != 2:
            raise ValueError("house rules are an object with the two fields 'set' and 'changes'")
        return house_rules(value["set"], value["changes"])
    return _plain(value)


def house_rules(name: object, changes: object) -> Rules:
    """The rule set `name` with `changes`: field → value, as R49 lists them; `Rules.changes` is the way back.

    ValueError, with one sentence that tells what is allowed, for anything else.
    """
    plain = _plain(name)
    if not isinstance(changes, Mapping):
        raise ValueError("the changes of house rules are an object: field → value")
    chosen: dict[str, Any] = {}
    for field, value in changes.items():
        if field == "fans":
            chosen |= _fans(plain, value)
        elif field in CHANGEABLE:
            chosen[field] = _allowed(plain, field, value)
        else:
            raise ValueError(
                f"house rules cannot change {field!r}, only {', '.join(sorted((*CHANGEABLE, 'fans')))}"
            )
    return replace(plain, **chosen)


def _plain(name: object) -> Rules:
    rules = ALL_SETS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise ValueError(f"there is no rule set {name!r}; there are {', '.join(ALL_SETS)}")
    return rules


def _allowed(plain: Rules, field: str, value: object) -> object:
    """The value of one field, if R49 allows it for this rule set."""
    if field in _WORDS:
        if value not in _WORDS[field]:
            raise ValueError(f"{field} is {_either(_WORDS[field])}, not {value!r}")
    elif field in _NUMBERS:
        _check_number(field, value, _NUMBERS[field], null=field in _MAY_BE_NULL)
    elif not isinstance(value, bool):
        raise ValueError(f"{field} is true or false, not {value!r}")
    left = _FIXED[plain.family].get(field)
    if left is not None and value not in left:
        raise ValueError(f"{field} cannot be changed in {plain.name}")
    return value


def _check_number(what: str, value: object, limits: tuple[int, int], *, null: bool) -> None:
    if value is None and null:
        return
    least, most = limits
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(
            f"{what} is a whole number from {least} to {most}{' or null' if null else ''}, not {value!r}"
        )


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(repr(word) for word in words)


def _fans(plain: Rules, values: object) -> dict[str, Any]:
    """`fans` and `together` with these values of 名堂."""
    if not isinstance(values, Mapping):
        raise ValueError(f"fans is an object: code → value, not {values!r}")
    known = {**plain.spare, **plain.fans}
    fans: dict[str, Fan] = dict(plain.fans)
    for code, value in values.items():
        if code not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise ValueError(f"{plain.name} knows no 名堂 {code!r}; {has}")
        _check_number(f"the value of {code}", value, _FAN_VALUE, null=True)
        if value is None:
            fans.pop(code, None)
        else:
            fans[code] = replace(known[code], value=value)
    ordered = {code: fans[code] for code in known if code in fans}
    both = plain.together if not {"wu", "dui_dui"}.intersection(values) else None
    return {"fans": ordered, "together": both}

"""The house: what a group plays and how, from the rule set with its changes (R49) to stakes and seats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from engine.house import Allowed, HouseRuleError, house_rules
from engine.rules import RULE_SETS, Rules

PLAYING = 3
"""How many play a round, but for two at the table (R5, R47)."""

PEOPLE = 4
"""How many can sit at a table at most (R44)."""

BASES = (1, 2, 3, 5, 10)
"""The base stakes 底分 that one tap chooses."""

_BOTH: Final = (True, False)

ALLOWED: Final[Mapping[str, Allowed]] = {
    "base": Allowed((1, 1000)),
    "multiplier": Allowed((1, 10_000)),
    "rounds": Allowed((0, 100)),
    "wanted": Allowed((2, 4), (None,)),
    "claim_clock": Allowed((0, 86_400)),
    "discard_clock": Allowed((0, 86_400)),
    "first_dealer": Allowed(values=("lot", "cut", None)),
    "changed_by": Allowed(values=("opener", "admins")),
    "two": Allowed(values=(*_BOTH, None)),
    "computers": Allowed(values=_BOTH),
    "ledger": Allowed(values=_BOTH),
    "escapes": Allowed(values=_BOTH),
}
"""What the fields of a house can be, but for the rule set and its changes. `rounds` 0 is a match without end, a clock
of 0 seconds is none; None leaves a field as the rule set has it."""


class HouseError(HouseRuleError):
    """A value that a house cannot have; says in one sentence what it can have, and carries that as data."""


@dataclass(frozen=True, slots=True)
class House:
    """What a group plays.

    `rules` and `changes`: the rule set and its changes, field → value (R49). `base`: 底分; `multiplier`: beans for a
    point (R43); `rounds`: rounds in a match, 0 for no end. `wanted`: how many people the table asks for; `two`:
    whether two may play (R47); `first_dealer`: "lot" or "cut" (R40); None leaves these as the rule set has them.
    `claim_clock` and `discard_clock`: seconds for an answer to a card and for a discard, 0 for no clock.
    `computers`: whether computer players may sit down; `ledger`: whether rounds with one are posted all the same.
    `escapes`: whether who leaves the group in a round escapes (R42); else the computer plays the round out.
    `changed_by`: who may change the house: "opener" (of the table; admins too) or "admins".
    """

    rules: str = "qq-half"
    changes: Mapping[str, Any] = field(default_factory=dict)
    base: int = 3
    multiplier: int = 1
    rounds: int = 8
    wanted: int | None = None
    two: bool | None = None
    first_dealer: str | None = None
    claim_clock: int = 30
    discard_clock: int = 60
    computers: bool = True
    ledger: bool = False
    escapes: bool = False
    changed_by: str = "opener"

    @property
    def engine_rules(self) -> Rules:
        """The rules for the engine."""
        return house_rules(self.rules, self.changes)

    @property
    def may_be_two(self) -> bool:
        """Whether two people can play (R47): as the house says, else in 泸州."""
        return RULE_SETS[self.rules].two_play if self.two is None else self.two

    @property
    def asks_for(self) -> int:
        """How many people the table asks for: 2, 3 or 4."""
        return RULE_SETS[self.rules].table_size if self.wanted is None else self.wanted

    @property
    def cuts(self) -> bool:
        """Whether the first dealer is cut for with cards; else drawn by lot (R40)."""
        wanted = RULE_SETS[self.rules].first_dealer if self.first_dealer is None else self.first_dealer
        return wanted == "cut"

    @property
    def least_people(self) -> int:
        """How many people at least begin a match."""
        return 2 if self.may_be_two else PLAYING

    def data(self) -> dict[str, Any]:
        """The house as plain JSON data."""
        return {**asdict(self), "changes": dict(self.changes)}

    def with_rules(self, rules: str) -> House:
        """The same house playing another rule set, as that set has it. Raises HouseError for an unknown one."""
        return checked(replace(self, rules=rules, changes={}, wanted=None, two=None, first_dealer=None))


def checked(house: House) -> House:
    """The house itself if all its values are allowed. Raises HouseError with the allowed range otherwise."""
    for name, allowed in ALLOWED.items():
        value = getattr(house, name)
        if not allowed.has(value):
            raise HouseError(f"{name} is {_in_words(allowed)}, not {value!r}", name, allowed)
    try:
        house_rules(house.rules, house.changes)
    except HouseRuleError as error:
        raise HouseError(str(error), error.field, error.allowed) from None
    return house


def _in_words(allowed: Allowed) -> str:
    if allowed.numbers is not None:
        return f"a whole number from {allowed.numbers[0]} to {allowed.numbers[1]}"
    if True in allowed.values:
        return "true or false"
    return " or ".join(str(value) for value in allowed.values if value is not None)


def from_data(data: object) -> House:
    """A house from plain JSON data; what is not said is as usual. Raises HouseError, with one sentence."""
    if not isinstance(data, Mapping):
        raise HouseError("house rules are an object: field → value")
    known = {each.name for each in fields(House)}
    for name in data:
        if name not in known:
            raise HouseError(f"there is no house rule {name!r}; there are {', '.join(sorted(known))}", name)
    return checked(House(**data))


def text(house: House) -> str:
    """The house as a short text to hand on: the rule set and what differs from the usual, `field=value`."""
    usual = House().with_rules(house.rules)
    words = [house.rules]
    for name, value in house.changes.items():
        if name == "fans":
            words += [f"{code}={json.dumps(worth)}" for code, worth in value.items()]
        else:
            words.append(f"{name}={json.dumps(value)}")
    for each in fields(House):
        value = getattr(house, each.name)
        if each.name not in ("rules", "changes") and value != getattr(usual, each.name):
            words.append(f"{each.name}={json.dumps(value)}")
    return " ".join(words)


def from_text(line: str) -> House:
    """The house that `text` wrote down. Raises HouseError, with one sentence that says what is allowed."""
    name, *words = line.split()[:100] or [""]
    if name not in RULE_SETS:
        names = tuple(RULE_SETS)
        raise HouseError(
            f"there is no rule set {name[:40]!r}; there are {', '.join(names)}",
            "rules",
            Allowed(values=names),
        )
    own = {each.name for each in fields(House)} - {"rules", "changes"}
    codes = {**RULE_SETS[name].spare, **RULE_SETS[name].fans}
    data: dict[str, Any] = House().with_rules(name).data()
    changes: dict[str, Any] = {}
    for word in words:
        key, equals, written = word.partition("=")
        value = _value(written)
        if not equals:
            raise HouseError(f"{word[:40]!r} is not of the form field=value", word[:40])
        if key in own:
            data[key] = value
        elif key in codes:
            changes.setdefault("fans", {})[key] = value
        else:
            changes[key] = value
    return from_data({**data, "changes": changes})


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return written

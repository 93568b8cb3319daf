"""House rules for property tests: any fields of R49 with any values that a rule set allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine import RULE_SETS, Rules, house_rules

_ANY_FAMILY: dict[str, st.SearchStrategy[Any]] = {
    "min_huxi": st.integers(0, 30),
    "win_on_discard": st.booleans(),
    "huang_fan": st.booleans(),
    "must_hu": st.booleans(),
    "open_wei": st.booleans(),
    "huang_dealer": st.sampled_from(("stay", "next")),
}
_CAP = {"fan_cap": st.none() | st.integers(1, 1000)}
_BARS = {"dead_bars_peng": st.booleans()}
_FIELDS = {
    "hunan": {**_ANY_FAMILY, **_CAP, **_BARS, "tian_doubled": st.booleans(), "zi_mo": st.integers(0, 5)},
    "luzhou": {**_ANY_FAMILY, **_CAP},
    "guilin": {**_ANY_FAMILY, **_BARS},
    "bayi": {**_ANY_FAMILY, **_BARS},
}


@st.composite
def rules_of_any_house(draw: st.DrawFn, *, always: bool = False) -> Rules:
    """A rule set, as it is or with changes; `always`: with some."""
    plain = RULE_SETS[draw(st.sampled_from(sorted(RULE_SETS)))]
    if not always and draw(st.booleans()):
        return plain
    fields = _FIELDS[plain.family]
    names = draw(st.sets(st.sampled_from(sorted(fields)), min_size=int(always), max_size=4))
    changes = {name: draw(fields[name]) for name in sorted(names)}
    codes = sorted({*plain.fans, *plain.spare})
    if codes and draw(st.booleans()):
        some = draw(st.sets(st.sampled_from(codes), min_size=1, max_size=6))
        changes["fans"] = {code: draw(st.none() | st.integers(1, 100)) for code in sorted(some)}
    return house_rules(plain.name, changes)

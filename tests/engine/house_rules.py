"""Random house rules (R49) for tests."""

import random
from typing import Any

from engine import RULE_SETS
from tests.engine.section_11 import HUNAN_SETS, SECOND, entries, rows

HUNAN_CODES = [*dict.fromkeys([*rows(SECOND), "hong_wu"])]
HUNAN_CODES.remove("R48")


def codes_of(name: str) -> list[str]:
    """The 名堂 that a house rule may name for a set."""
    return HUNAN_CODES if name in HUNAN_SETS else list(entries(name))


def random_changes(rng: random.Random, name: str) -> dict[str, Any]:
    """Changes that R49 allows for a rule set; sometimes ones that change nothing."""
    family = RULE_SETS[name].family
    yes_or_no = (True, False)
    values: dict[str, Any] = {
        "min_huxi": rng.randint(0, 30) if rng.random() < 0.3 else rng.randint(0, 15),
        "fans": _fans(rng, name),
        "fan_cap": rng.choice((None, 1, 2, rng.randint(3, 20), 1000)),
        "win_on_discard": rng.choice(yes_or_no),
        "dead_bars_peng": family != "luzhou" and rng.choice(yes_or_no),
        "tian_doubled": family == "hunan" and rng.choice(yes_or_no),
        "huang_fan": rng.choice(yes_or_no),
        "zi_mo": rng.randint(0, 5),
        "must_hu": rng.choice(yes_or_no),
        "open_wei": rng.choice(yes_or_no),
        "huang_dealer": rng.choice(("stay", "next")),
    }
    if family != "hunan":
        del values["zi_mo"]
    if family in {"guilin", "bayi"}:
        values["fan_cap"] = None
    return {field: value for field, value in values.items() if rng.random() < 0.35}


def _fans(rng: random.Random, name: str) -> dict[str, int | None]:
    chosen = [code for code in codes_of(name) if rng.random() < 0.35]
    rng.shuffle(chosen)
    return {code: rng.choice((None, 1, rng.randint(2, 12), 100)) for code in chosen}

"""The win check, held against a slow search that follows the words of the rules."""

import hashlib
import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULE_SETS, house_rules
from engine.cards import KINDS
from engine.melds import alike
from engine.wins import Claim, Win, best_win, completes
from tests.engine.hands import CASE, case_for, counts_of, random_case, searched
from tests.engine.section_11 import ALL, FIRST, rows

SETS = sorted(rows(FIRST)["hong"])


def worth(win: Win | None) -> tuple[int, int, int] | None:
    return None if win is None else (win.pay, win.huxi, sum(win.fans.values()))


def agree(case: CASE, name: str, changes: dict[str, Any] | None = None) -> Win | None:
    """Assert that the engine says what the search says; the win, if the case is one."""
    hand, melds, claim = case
    rules = house_rules(name, changes or {})
    expected = searched(name, case, changes)
    assert completes(rules, hand, melds, claim) == (expected is not None), case
    win = best_win(rules, hand, melds, claim)
    assert worth(win) == expected, (name, changes, case, win)
    if win is not None:
        shown = Counter(kind for meld in win.arrangement for kind in meld.cards)
        held = Counter({kind: count for kind, count in enumerate(hand) if count})
        held.update(kind for meld in melds for kind in meld.cards)
        held.update(() if claim.card is None else (claim.card,))
        assert shown == held
        assert sum(map(rules.huxi, win.arrangement)) == win.huxi
        assert [meld.cards[0] for meld in win.arrangement[: len(melds)]] == [meld.cards[0] for meld in melds]
        assert win.fans.keys() <= rules.fans.keys()
    return win


def test_r30_to_r37_thousands_of_random_hands_agree_with_the_slow_search() -> None:
    rng = random.Random(30)
    seen = {
        "wins": 0,
        "losses": 0,
        "quads": 0,
        "kan": 0,
        "own": 0,
        "pair": 0,
        "last": 0,
        "liang": 0,
        "grown": 0,
    }
    for number in range(6000):
        case = random_case(rng)
        hand, melds, claim = case
        wins = agree(case, SETS[number % len(SETS)]) is not None
        seen["wins" if wins else "losses"] += 1
        seen["quads"] += wins and any(meld.quad for meld in melds)
        seen["kan"] += wins and 3 in hand
        seen["own"] += wins and claim.own
        seen["pair"] += wins and claim.card is not None and hand[claim.card] == 2
        seen["last"] += wins and claim.stock == "last"
        seen["liang"] += wins and claim.liang
        seen["grown"] += (
            wins and claim.card is not None and any(meld.cards == (claim.card,) * 3 for meld in melds)
        )
    assert min(seen.values()) > 50, seen


def test_r30_to_r37_every_rule_set_agrees_with_the_slow_search() -> None:
    rng = random.Random(11)
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(8000):
        name = ALL[number % len(ALL)]
        win = agree(case_for(rng, RULE_SETS[name].family), name)
        if win is not None:
            seen[name, "wins"] += 1
            seen.update((name, code) for code in win.fans)
            seen[name, "xing"] += bool(win.xing)
    for name in ALL:
        assert seen[name, "wins"] > 90, name
        assert RULE_SETS[name].turns_card == (seen[name, "xing"] > 0)
    found = {code for (name, code), count in seen.items() if code in RULE_SETS[name].fans}
    assert found == {code for name in ALL for code in RULE_SETS[name].fans}


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_r30_to_r32_dense_hands_agree_with_the_slow_search(data: st.DataObject) -> None:
    """Hands out of few kinds have many arrangements."""
    first = data.draw(st.integers(0, 7))
    kinds = [size + first + step for size in (0, 10) for step in range(3)] + [1, 6, 9, 11, 16, 19]
    quad = data.draw(st.booleans())
    name = data.draw(st.sampled_from(ALL))
    rules = RULE_SETS[name]
    deck = data.draw(st.permutations([kind for kind in sorted(set(kinds)) for _ in range(3)]))
    hand = counts_of(list(deck[: 16 if quad else 20]))
    other = next(kind for kind in range(KINDS) if kind not in kinds)
    melds = (alike(rules.dealt_four, other),) if quad else ()
    own = data.draw(st.booleans()) and (rules.open_draws or hand[deck[20]] < 2)
    agree((hand, melds, Claim(deck[20], drawn=True, own=own)), name)


def test_least_huxi_of_zero_asks_for_nothing_but_the_arrangement() -> None:
    """With `min_huxi` 0 every complete hand is one, so the automaton alone decides."""
    rng = random.Random(31)
    rules = replace(RULE_SETS["hunan"], min_huxi=0)
    found = 0
    for _ in range(2000):
        hand, melds, claim = random_case(rng)
        win = best_win(rules, hand, melds, claim)
        assert completes(rules, hand, melds, claim) == (win is not None)
        found += win is not None and win.huxi < 15
    assert found > 200


def test_scoring_of_a_large_enumeration_is_pinned() -> None:
    """The digest changes with any change of what any of these wins is worth."""
    rng = random.Random(32)
    digest = hashlib.sha256()
    wins = 0
    for _ in range(1500):
        hand, melds, claim = random_case(rng)
        for name in SETS:
            win = best_win(RULE_SETS[name], hand, melds, claim)
            if win is not None:
                wins += 1
                line = (name, win.huxi, win.units, sorted(win.fans.items()), win.fan, win.pay)
                digest.update(json.dumps(line).encode())
    assert wins > 3000
    assert digest.hexdigest() == "747b616c3ff5ac6cfac454b6bef7296dcf684df1733bc493621e2806f54adfa9"

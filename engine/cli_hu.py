"""The answers of `python -m engine hu`: is one seat's hand complete, and what is it worth?

A case has `rules` (a name, or house rules as in R49), `hand` (cards, the claimed one left out), `melds` ({"type",
"cards"}) and the fields of `engine.hu.Claim`; `made` is {"card", "from"}, and `opening`, `made` and `turned` may be
absent.
"""

from typing import Any

from engine.cards import KINDS, Kind, parse_kind
from engine.house import rules_from
from engine.hu import Claim, Win
from engine.melds import Meld, meld_of
from engine.wins import best_win, completes


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What a case asks for: `complete`, and `huxi`, `units`, `fans`, `fan`, `pay` (None if it is not).

    `xing` is there too where a card was turned over and counts (G2).

    ValueError, with one sentence, if the case is not well formed.
    """
    try:
        rules = rules_from(case["rules"])
        hand = _counts(case["hand"])
        melds = [_meld(meld) for meld in case["melds"]]
        claim = _claim(case)
    except KeyError as error:
        raise ValueError(f"the case has no {error.args[0]!r}") from None
    except TypeError:
        raise ValueError("a field of the case has the wrong type") from None
    win = best_win(rules, hand, melds, claim) if completes(rules, hand, melds, claim) else None
    return {"complete": win is not None, **_worth(win)}


def _counts(cards: list[str]) -> list[int]:
    counts = [0] * KINDS
    for text in cards:
        counts[parse_kind(text)] += 1
    if max(counts) > 3:
        raise ValueError("the hand has four alike; quadruples are melds on the table")
    return counts


def _meld(meld: dict[str, Any]) -> Meld:
    return meld_of(meld["type"], [parse_kind(text) for text in meld["cards"]])


def _made(made: dict[str, str] | None) -> tuple[Kind, str] | None:
    return None if made is None else (parse_kind(made["card"]), made["from"])


def _claim(case: dict[str, Any]) -> Claim:
    return Claim(
        card=None if case["card"] is None else parse_kind(case["card"]),
        drawn=case["drawn"],
        own=case["own"],
        liang=case["liang"],
        stock=case["stock"],
        opening=tuple(parse_kind(text) for text in case.get("opening", ())),
        made=_made(case.get("made")),
        turned=None if case.get("turned") is None else parse_kind(case["turned"]),
    )


def _worth(win: Win | None) -> dict[str, Any]:
    if win is None:
        return dict.fromkeys(("huxi", "units", "fans", "fan", "pay"))
    shown: dict[str, Any] = {
        "huxi": win.huxi,
        "units": win.units,
        "fans": dict(win.fans),
        "fan": win.fan,
        "pay": win.pay,
    }
    return shown if win.xing is None else {**shown, "xing": win.xing}

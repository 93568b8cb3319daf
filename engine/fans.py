"""The 名堂 (rules section 11): for each code one short entry that says how much it adds to a win."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import is_big, is_red
from engine.hu import Claim
from engine.melds import Meld
from engine.rules import Fan, Rules


@dataclass(frozen=True, slots=True)
class Won:
    """What the conditions look at: how many red, big and small cards the winner has (R36), its melds and the claim.

    `claim` is None for a win by R7. `others`: the codes that the rule set counts.
    """

    red: int
    big: int
    small: int
    melds: tuple[Meld, ...]
    claim: Claim | None
    others: frozenset[str]


def won_with(rules: Rules, cards: Mapping[int, int], melds: tuple[Meld, ...], claim: Claim | None) -> Won:
    """The facts of a win with these cards (how many of each kind, the claimed card included)."""
    total = sum(cards.values())
    big = sum(number for kind, number in cards.items() if is_big(kind))
    red = sum(number for kind, number in cards.items() if is_red(kind))
    return Won(red, big, total - big, melds, claim, frozenset(rules.fans))


def _counted(fan: Fan, number: int) -> int:
    """The value of a 名堂 that counts cards, with so many of them."""
    if number < fan.at:
        return 0
    return fan.value + (number - fan.at if fan.grows else 0)


def _hong(fan: Fan, won: Won) -> int:
    return 0 if "hong_wu" in won.others and won.red > 12 else _counted(fan, won.red)


def _dian(fan: Fan, won: Won) -> int:
    return fan.value if won.red == 1 else 0


def _hong_wu(fan: Fan, won: Won) -> int:
    return _counted(fan, won.red)


def _wu(fan: Fan, won: Won) -> int:
    return fan.value if won.red == 0 else 0


def _dui_dui(fan: Fan, won: Won) -> int:
    return 0 if any(meld.type in {"run", "jiao"} for meld in won.melds) else fan.value


def _da(fan: Fan, won: Won) -> int:
    return _counted(fan, won.big)


def _xiao(fan: Fan, won: Won) -> int:
    return _counted(fan, won.small)


def _tian(fan: Fan, won: Won) -> int:
    return fan.value if won.claim is None or (won.claim.liang and won.claim.own) else 0


def _di(fan: Fan, won: Won) -> int:
    return fan.value if won.claim is not None and won.claim.liang and not won.claim.own else 0


def _hai_di(fan: Fan, won: Won) -> int:
    return fan.value if won.claim is not None and won.claim.stock == "last" else 0


CONDITIONS: Final[Mapping[str, Callable[[Fan, Won], int]]] = {
    "hong": _hong,
    "dian": _dian,
    "hong_wu": _hong_wu,
    "wu": _wu,
    "dui_dui": _dui_dui,
    "da": _da,
    "xiao": _xiao,
    "tian": _tian,
    "di": _di,
    "hai_di": _hai_di,
}
"""By code: what the 名堂 adds to a win, 0 where it does not hold."""

AT_DEAL: Final = frozenset({"hong", "hong_wu", "dian", "wu", "da", "xiao", "tian"})
"""The 名堂 that apply to a win by R7 (R38): those that count cards, and 天胡."""


def fans_of(rules: Rules, won: Won) -> dict[str, int]:
    """The 名堂 that a win has by the table of its rule set, with what each counts (R36)."""
    codes = rules.fans if won.claim is not None else {c: f for c, f in rules.fans.items() if c in AT_DEAL}
    found = {code: value for code, fan in codes.items() if (value := CONDITIONS[code](fan, won))}
    if rules.together is not None and "wu" in found and "dui_dui" in found:
        found["dui_dui"] = rules.together - found["wu"]
    if not any(rules.fans[code].alone for code in found):
        return {}
    return found

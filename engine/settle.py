"""How 胡息 and 名堂 become a payment: one function for each family of rule sets (R34 to R39, L6, L8, G1 to G4)."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.hu import Claim
from engine.rules import Rules


class Worth(NamedTuple):
    """`units` and `fan` as a record shows them, and what one loser pays with 底分 1."""

    units: int
    fan: int
    pay: int


class Scored(NamedTuple):
    """What a settlement looks at: the 胡息 of an arrangement, what its 名堂 add up to, how it was won, and 醒.

    `claim` is None for a win by R7. `xing`: how many of the winner's cards are of the kind turned over (G2).
    """

    huxi: int
    fans: int
    claim: Claim | None
    xing: int


def is_zi_mo(claim: Claim | None) -> bool:
    """R35: the seat drew the card itself, won by R7, or on the 亮张 as the dealer."""
    return claim is None or claim.own


def _capped(rules: Rules, fan: int) -> int:
    return fan if rules.fan_cap is None else min(fan, rules.fan_cap)


def _hunan(rules: Rules, scored: Scored) -> Worth:
    """R34 to R37, and R39."""
    claim = scored.claim
    doubled = rules.tian_doubled and (claim is None or claim.liang)
    units = max(1, ((2 * scored.huxi if doubled else scored.huxi) - 12) // 3)
    if is_zi_mo(claim):
        units += rules.zi_mo
    fan = _capped(rules, scored.fans or 1)
    return Worth(units, fan, units * fan)


def _luzhou(rules: Rules, scored: Scored) -> Worth:
    """L6, L8."""
    units = max(1, -(-scored.huxi // 10))
    fan = _capped(rules, 1 + scored.fans)
    return Worth(units, fan, units * fan)


def _last_of_stock(claim: Claim | None) -> bool:
    return claim is not None and claim.stock == "last"


def _zi(rules: Rules, huxi: int) -> int:
    """G1; a win by R7 may have less than the least 胡息."""
    return max(1, 1 + (huxi - rules.min_huxi) // 3)


def _guilin(rules: Rules, scored: Scored) -> Worth:
    """G3: 醒 and 海底 are multiplied too, also for a win by another seat on the 亮张."""
    claim = scored.claim
    units = _zi(rules, scored.huxi) + scored.xing + 2 * _last_of_stock(claim)
    fan = 2 if claim is None or claim.own or claim.liang else 1
    return Worth(units, fan, units * fan)


def _bayi(rules: Rules, scored: Scored) -> Worth:
    """G3: 醒 is paid on top."""
    units = _zi(rules, scored.huxi) + 3 * _last_of_stock(scored.claim)
    fan = 2 if is_zi_mo(scored.claim) else 1
    return Worth(units, fan, units * fan + scored.xing)


SETTLING: Final[Mapping[str, Callable[[Rules, Scored], Worth]]] = {
    "hunan": _hunan,
    "luzhou": _luzhou,
    "guilin": _guilin,
    "bayi": _bayi,
}
"""By `Rules.family`."""

"""The 名堂 (rules section 11): for each code one short entry that says how much it adds to a win."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import COPIES, KINDS, is_big, is_red
from engine.hu import Claim
from engine.melds import Meld, alike
from engine.rules import Fan, Rules

_RED: Final = tuple(kind for kind in range(KINDS) if is_red(kind))
_BIG: Final = tuple(kind for kind in range(KINDS) if is_big(kind))
_WAS_IN_HAND: Final = {"pair": 2, "kan": 3, "wei": 0}
"""How many cards the seat's own 偎 or 提 took out of the hand, by `Claim.made`."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What is true of a win however its cards are arranged.

    `red`, `big`, `small`: how many such cards the winner has (R36); `fours`: of how many kinds it has all four.
    `table`: its melds that lay on the table before the winning card, without the one that this card made (its own 偎
    or 提); `in_hand`: how many cards the hand had then. `claim` is None for a win by R7.
    """

    red: int
    big: int
    small: int
    fours: int
    table: tuple[Meld, ...]
    in_hand: int
    claim: Claim | None


class Arranged(NamedTuple):
    """One arrangement of a win: its melds, its 胡息, whether it has a 将, and how many other melds have no 胡息."""

    melds: tuple[Meld, ...]
    huxi: int
    jiang: bool
    without_huxi: int
    cards: Cards


def cards_of(counts: Sequence[int], hand: Sequence[int], melds: Sequence[Meld], claim: Claim | None) -> Cards:
    """The facts of a win: `counts` are all the winner's cards, `hand` and `melds` are what it claims with."""
    total = sum(counts)
    big = sum(counts[kind] for kind in _BIG)
    red = sum(counts[kind] for kind in _RED)
    table, in_hand = tuple(melds), sum(hand)
    if claim is not None and claim.made is not None:
        kind, before = claim.made
        in_hand += _WAS_IN_HAND[before]
        if before != "wei":
            table = tuple(meld for meld in table if meld.cards != (kind,) * len(meld.cards))
    return Cards(red, big, total - big, list(counts).count(COPIES), table, in_hand, claim)


def _counted(fan: Fan, number: int) -> int:
    """The value of a 名堂 that counts cards, with so many of them."""
    if number < fan.at:
        return 0
    return fan.value + (number - fan.at if fan.grows else 0)


def _if(fan: Fan, holds: bool) -> int:
    return fan.value if holds else 0


def _tian(fan: Fan, cards: Cards) -> int:
    return _if(fan, cards.claim is None or (cards.claim.liang and cards.claim.own))


def _di(fan: Fan, cards: Cards) -> int:
    """R9 by another seat, L7."""
    claim = cards.claim
    return _if(fan, claim is not None and ((claim.liang and not claim.own) or claim.first_discard))


def _hai_di(fan: Fan, cards: Cards) -> int:
    return _if(fan, cards.claim is not None and cards.claim.stock == "last")


def _shui_shang_piao(fan: Fan, cards: Cards) -> int:
    return _if(fan, cards.claim is not None and cards.claim.stock == "first")


def _zi_mo(fan: Fan, cards: Cards) -> int:
    return _if(fan, cards.claim is not None and cards.claim.own and not cards.claim.liang)


def _ting(fan: Fan, cards: Cards) -> int:
    opening = () if cards.claim is None else cards.claim.opening
    return _if(fan, all(meld.type == "ti" and meld.cards[0] in opening for meld in cards.table))


def _tuan(fan: Fan, won: Arranged) -> int:
    quads = {meld.cards[0] for meld in won.melds if meld.quad}
    return fan.value * sum(kind + 10 in quads for kind in quads)


def _bei_kao_bei(fan: Fan, won: Arranged) -> int:
    """The winning card made a `peng`, or a 偎 by the own draw, and the 将 is its rank in the other size."""
    claim = won.cards.claim
    if claim is None:
        return 0
    if claim.card is not None:
        kind, peng = claim.card, alike("peng", claim.card)
        made = peng in won.melds and peng not in won.cards.table
    else:
        kind, before = claim.made or (0, "")
        made = before == "pair"
    return _if(fan, made and alike("jiang", (kind + 10) % KINDS) in won.melds)


BY_CARDS: Final[Mapping[str, Callable[[Fan, Cards], int]]] = {
    "hong": lambda fan, cards: _counted(fan, cards.red),
    "dian": lambda fan, cards: _if(fan, cards.red == 1),
    "hong_wu": lambda fan, cards: _counted(fan, cards.red),
    "wu": lambda fan, cards: _if(fan, cards.red == 0),
    "da": lambda fan, cards: _counted(fan, cards.big),
    "xiao": lambda fan, cards: _counted(fan, cards.small),
    "si_qi_hong": lambda fan, cards: _if(fan, cards.red in {4, 7}),
    "gui": lambda fan, cards: fan.value * cards.fours,
    "tian": _tian,
    "di": _di,
    "hai_di": _hai_di,
    "shui_shang_piao": _shui_shang_piao,
    "zi_mo": _zi_mo,
    "ting": _ting,
    "shua_hou": lambda fan, cards: _if(fan, cards.in_hand == 1),
}
"""What a 名堂 adds to a win, 0 where it does not hold: those that no arrangement can change."""

BY_MELDS: Final[Mapping[str, Callable[[Fan, Arranged], int]]] = {
    "dui_dui": lambda fan, won: _if(fan, all(meld.type not in {"run", "jiao"} for meld in won.melds)),
    "tuan": _tuan,
    "hang_hang_xi": lambda fan, won: _if(fan, won.without_huxi == 0 and not won.jiang),
    "jia_hang_hang": lambda fan, won: _if(fan, won.without_huxi == 0 and won.jiang),
    "bei_kao_bei": _bei_kao_bei,
    "qia": lambda fan, won: _if(fan, won.huxi % 10 == 0),
    "kun": lambda fan, won: _if(fan, won.without_huxi == 0),
}
"""The same for those that hang on the arrangement."""

AT_DEAL: Final = frozenset({"hong", "hong_wu", "dian", "wu", "da", "xiao", "si_qi_hong", "gui", "tian"})
"""The 名堂 that apply to a win by R7 (R38): those that count cards, and 天胡."""


def fans_by_cards(rules: Rules, cards: Cards) -> dict[str, int]:
    """What the 名堂 of `BY_CARDS` add to a win by the table of its rule set (R36); 红胡 ends where 红乌 begins."""
    found = {}
    for code, fan in rules.fans.items():
        if code in BY_CARDS and (cards.claim is not None or code in AT_DEAL):
            value = BY_CARDS[code](fan, cards)
            if value:
                found[code] = value
    if "hong_wu" in found:
        found.pop("hong", None)
    return found


def fans_of(rules: Rules, by_cards: Mapping[str, int], won: Arranged) -> Mapping[str, int]:
    """All 名堂 that an arrangement has, with what each counts (R36), in the order of the rule set's table.

    `by_cards`: what `fans_by_cards` says of the same win.
    """
    found = by_cards
    if won.cards.claim is not None:
        found = _with_melds(rules, by_cards, won)
    if not any(rules.fans[code].alone for code in found):
        return {}
    return found


def _with_melds(rules: Rules, by_cards: Mapping[str, int], won: Arranged) -> Mapping[str, int]:
    found = dict(by_cards)
    for code, fan in rules.fans.items():
        if code in BY_MELDS:
            value = BY_MELDS[code](fan, won)
            if value:
                found[code] = value
    if len(found) == len(by_cards):
        return by_cards
    if rules.together is not None and "wu" in found and "dui_dui" in found:
        found["dui_dui"] = rules.together - found["wu"]
    return {code: found[code] for code in rules.fans if code in found}

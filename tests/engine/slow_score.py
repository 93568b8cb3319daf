"""What an arrangement is worth, by the words of rules sections 8 and 11; shares nothing with the engine."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.engine.section_11 import FIRST, HUNAN_SETS, LUZHOU_HUXI, LUZHOU_SETS, SECOND, Entry, entries, rows

Card = tuple[str, int]
Meld = tuple[str, tuple[Card, ...]]

SAME = {"peng": (1, 3), "kan": (3, 6), "wei": (3, 6), "chou_wei": (3, 6), "pao": (6, 9), "ti": (9, 12)}
IN_LUZHOU = {line.split()[0]: line.split()[1:] for line in LUZHOU_HUXI.strip().splitlines()}
HELD = {"pair": 2, "kan": 3, "wei": 0}
ADDED = {"hong_wu": (13, False), "da": (18, True), "xiao": (16, True)}


@dataclass(frozen=True)
class Sheet:
    """A rule set, as far as a win asks for it."""

    family: str
    fans: Mapping[str, Entry]
    least: int = 15
    both: int | None = None
    cap: int | None = None
    zi_mo: int = 1
    doubled: bool = False
    hai_di_alone: bool = True


def sheet(name: str, changes: Mapping[str, Any] | None = None) -> Sheet:
    """A rule set by its name, with house rules (R49)."""
    fans = entries(name)
    if name in HUNAN_SETS:
        together = rows(FIRST)["together"].get(name, "-")
        plain = Sheet(
            "hunan",
            fans,
            both=None if together == "-" else int(together),
            doubled=rows(FIRST)["R39"].get(name) == "yes",
            hai_di_alone=name in rows(SECOND)["hong"],
        )
    else:
        plain = Sheet("luzhou" if name in LUZHOU_SETS else name, fans, least=10, zi_mo=0)
    return _changed(plain, changes or {})


def _changed(plain: Sheet, changes: Mapping[str, Any]) -> Sheet:
    fans = dict(plain.fans)
    named = changes.get("fans", {})
    for code, value in named.items():
        if value is None:
            fans.pop(code, None)
        elif code in fans:
            fans[code] = fans[code]._replace(value=value)
        else:
            fans[code] = Entry(value, *ADDED.get(code, (0, False)), code != "hai_di" or plain.hai_di_alone)
    return replace(
        plain,
        fans=fans,
        least=changes.get("min_huxi", plain.least),
        both=None if "wu" in named or "dui_dui" in named else plain.both,
        cap=changes.get("fan_cap", plain.cap),
        zi_mo=changes.get("zi_mo", plain.zi_mo),
        doubled=changes.get("tian_doubled", plain.doubled),
    )


@dataclass(frozen=True)
class Claimed:
    """What is claimed, and how; the fields are those of the cases."""

    hand: Counter[Card]
    melds: tuple[Meld, ...]
    card: Card | None
    drawn: bool = True
    own: bool = False
    liang: bool = False
    stock: str | None = None
    opening: tuple[Card, ...] = ()
    made: tuple[Card, str] | None = None
    first_discard: bool = False
    turned: Card | None = field(default=None)


def huxi(family: str, meld: Meld) -> int:
    """R4, and the table of 泸州."""
    kind, cards = meld
    big, red = cards[0][0] == "b", cards[0][1] in {2, 7, 10}
    if kind == "run":
        ranks = tuple(sorted(rank for _, rank in cards))
        if ranks not in {(1, 2, 3), (2, 7, 10)}:
            return 0
        if family != "luzhou":
            return (3, 6)[big]
        return int(IN_LUZHOU["run123"][2 * big] if ranks[0] == 1 else IN_LUZHOU["run2710"][2 * big + 1])
    if family == "luzhou":
        return int(IN_LUZHOU[kind][2 * big + red]) if kind in IN_LUZHOU else 0
    return SAME[kind][big] if kind in SAME else 0


def fans_of(rules: Sheet, melds: list[Meld], claimed: Claimed) -> dict[str, int]:
    """R36, L8: every 名堂 of the sheet with what it counts."""
    found = {
        code: times * _value(cell, n)
        for code, cell in rules.fans.items()
        for times, n in [_holds(code, cell, rules, melds, claimed)]
        if times
    }
    if rules.both is not None and {"wu", "dui_dui"} <= found.keys():
        found["dui_dui"] = rules.both - found["wu"]
    if set(found) == {"hai_di"} and not rules.fans["hai_di"].alone:
        return {}
    return found


def _value(cell: Entry, number: int) -> int:
    return cell.value + (number - cell.at if cell.grows else 0)


def _holds(code: str, cell: Entry, rules: Sheet, melds: list[Meld], claimed: Claimed) -> tuple[int, int]:
    """How many times a 名堂 holds, and the number it counts."""
    cards = [card for _, meld in melds for card in meld]
    reds = sum(rank in {2, 7, 10} for _, rank in cards)
    bigs = sum(size == "b" for size, _ in cards)
    counted = {"hong": reds, "hong_wu": reds, "da": bigs, "xiao": len(cards) - bigs}
    if code in counted:
        ends = code == "hong" and "hong_wu" in rules.fans and reds >= 13
        return int(counted[code] >= cell.at and not ends), counted[code]
    simple = {
        "dian": reds == 1,
        "wu": reds == 0,
        "si_qi_hong": reds in {4, 7},
        "tian": claimed.liang and claimed.own,
        "di": (claimed.liang and not claimed.own) or claimed.first_discard,
        "hai_di": claimed.stock == "last",
        "shui_shang_piao": claimed.stock == "first",
        "zi_mo": claimed.own and not claimed.liang,
        "gui": sum(count == 4 for count in Counter(cards).values()),
        "dui_dui": not any(kind in {"run", "jiao"} for kind, _ in melds),
        "qia": sum(huxi(rules.family, meld) for meld in melds) % 10 == 0,
    }
    if code in simple:
        return int(simple[code]), 0
    return _of_arrangement(code, rules, melds, claimed), 0


def _of_arrangement(code: str, rules: Sheet, melds: list[Meld], claimed: Claimed) -> int:
    worthless = [kind for kind, cards in melds if huxi(rules.family, (kind, cards)) == 0]
    before, in_hand = _before(claimed)
    quads = [cards[0] for _, cards in melds if len(cards) == 4]
    found = {
        "ting": all(kind == "ti" and cards[0] in claimed.opening for kind, cards in before),
        "shua_hou": in_hand == 1,
        "tuan": sum(("s", rank) in quads and ("b", rank) in quads for rank in range(1, 11)),
        "kun": set(worthless) <= {"jiang"},
        "hang_hang_xi": worthless == [],
        "jia_hang_hang": worthless == ["jiang"],
        "bei_kao_bei": _bei_kao_bei(melds, claimed),
    }
    return int(found[code])


def _before(claimed: Claimed) -> tuple[list[Meld], int]:
    """The melds on the table, and the number of cards in the hand, before the winning card."""
    melds, in_hand = list(claimed.melds), claimed.hand.total()
    if claimed.made is not None:
        card, held = claimed.made
        made = next(meld for meld in melds if meld[1][0] == card and meld[0] in {"ti", "wei", "chou_wei"})
        melds.remove(made)
        in_hand += HELD[held]
        if held == "wei":
            melds.append(("wei", (card,) * 3))
    return melds, in_hand


def _bei_kao_bei(melds: list[Meld], claimed: Claimed) -> bool:
    if claimed.made is not None:
        card, held = claimed.made
        triple = held == "pair"
    elif claimed.card is not None:
        card = claimed.card
        pengs = [meld for meld in melds if meld == ("peng", (card,) * 3)]
        triple = len(pengs) > claimed.melds.count(("peng", (card,) * 3))
    else:
        return False
    other = ({"s": "b", "b": "s"}[card[0]], card[1])
    return triple and ("jiang", (other, other)) in melds


def pay(rules: Sheet, total: int, fans: int, cards: Counter[Card], claimed: Claimed) -> int:
    """What one loser pays with 底分 1 (R34 to R39, L6, L8, G1 to G3)."""
    xing = cards[claimed.turned] if claimed.turned is not None else 0
    last = claimed.stock == "last"
    fan = min(fans + 1 if rules.family == "luzhou" else fans or 1, rules.cap or 10**6)
    if rules.family == "luzhou":
        return max(1, (total + 9) // 10) * fan
    if rules.family == "guilin":
        return (1 + (total - rules.least) // 3 + xing + 2 * last) * (2 if claimed.own or claimed.liang else 1)
    if rules.family == "bayi":
        return (1 + (total - rules.least) // 3 + 3 * last) * (2 if claimed.own else 1) + xing
    doubled = 2 if claimed.liang and rules.doubled else 1
    return (max(1, (doubled * total - 12) // 3) + (rules.zi_mo if claimed.own else 0)) * fan

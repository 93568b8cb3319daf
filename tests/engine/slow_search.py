"""A slow search for wins that follows the words of rules sections 2, 7 and 8 and shares nothing with the engine.

Cards are (size, rank) with size "s" or "b". A meld is (type, sorted cards).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

Card = tuple[str, int]
Meld = tuple[str, tuple[Card, ...]]

SAME = {"peng": (1, 3), "kan": (3, 6), "wei": (3, 6), "chou_wei": (3, 6), "pao": (6, 9), "ti": (9, 12)}

# red 10 to 12, red grows, one red, 13 reds, no red, 对对胡, both together, 大, 小, from, 天, 地, 海底, R39
TABLE = {
    "qq-basic": (2, False, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, True),
    "qq-half": (2, False, 3, 4, 5, 4, 10, 0, 0, 0, 0, 0, 2, True),
    "qq-full": (2, True, 5, 0, 6, 6, 12, 6, 8, 16, 0, 0, 2, True),
    "hunan": (2, False, 3, 4, 5, 4, 10, 0, 0, 0, 0, 0, 0, False),
    "changde-half": (2, False, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, False),
    "changde-full": (2, True, 5, 0, 6, 6, 12, 6, 8, 16, 8, 6, 0, False),
    "suibian": (2, True, 5, 0, 6, 6, 12, 6, 8, 18, 8, 6, 0, False),
}


def card_of(text: str) -> Card:
    """``"b10"`` as a card."""
    return text[0], int(text[1:])


def three_of(cards: tuple[Card, ...]) -> str | None:
    """Whether three cards are a run or 绞."""
    sizes = {size for size, _ in cards}
    ranks = sorted(rank for _, rank in cards)
    if len(sizes) == 1:
        in_a_row = ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
        return "run" if in_a_row or ranks == [2, 7, 10] else None
    return "jiao" if len(set(ranks)) == 1 else None


@cache
def all_splits(cards: tuple[Card, ...], pairs: int) -> frozenset[tuple[Meld, ...]]:
    """Every way to split sorted cards into runs, 绞 and so many 将."""
    if not cards:
        return frozenset({()}) if pairs == 0 else frozenset()
    first, rest = cards[0], cards[1:]
    found: set[tuple[Meld, ...]] = set()
    for size in (2, 1) if pairs else (2,):
        for others in set(combinations(rest, size)):
            meld = (first, *others)
            kind = three_of(meld) if size == 2 else "jiang" if others == (first,) else None
            if kind is None:
                continue
            left = list(rest)
            for card in others:
                left.remove(card)
            this: Meld = (kind, meld)
            for split in all_splits(tuple(left), pairs - (kind == "jiang")):
                found.add(tuple(sorted((this, *split))))
    return frozenset(found)


def huxi(meld: Meld) -> int:
    """R4."""
    kind, cards = meld
    big = cards[0][0] == "b"
    if kind == "run":
        ranks = tuple(sorted(rank for _, rank in cards))
        return (3, 6)[big] if ranks in {(1, 2, 3), (2, 7, 10)} else 0
    return SAME[kind][big] if kind in SAME else 0


def placements(
    hand: Counter[Card], melds: list[Meld], card: Card | None, own: bool, drawn: bool
) -> Iterator[tuple[list[Meld], list[Card]]]:
    """R32: (melds that are fixed, loose cards)."""
    kan: list[Meld] = [("kan", (kind,) * 3) for kind, count in hand.items() if count == 3]
    loose = [kind for kind, count in hand.items() if count < 3 for _ in range(count)]
    if card is None:
        yield melds + kan, loose
        return
    yield melds + kan, [*loose, card]
    if hand[card] == 2 and not own:
        yield [*melds, *kan, ("peng", (card,) * 3)], [kind for kind in loose if kind != card]
    grown: Meld = ("pao", (card,) * 4)
    for place, meld in enumerate(kan):
        if meld[1][0] == card:
            yield melds + kan[:place] + kan[place + 1 :] + [grown], loose
    for place, meld in enumerate(melds):
        if meld[1] == (card,) * 3 and (meld[0] in {"wei", "chou_wei"} or (meld[0] == "peng" and drawn)):
            yield melds[:place] + melds[place + 1 :] + [grown] + kan, loose


def fan_of(rules: str, melds: list[Meld], own: bool, liang: bool, last: bool) -> int:
    """R36: the sum of the 番 (0 for none), by the table of section 11."""
    red, grows, one, thirteen, none, pairs, both, big, small, small_from, tian, di, hai_di, _ = TABLE[rules]
    cards = [card for _, meld in melds for card in meld]
    reds = sum(rank in {2, 7, 10} for _, rank in cards)
    bigs = sum(size == "b" for size, _ in cards)
    smalls = len(cards) - bigs
    total = 0
    if reds >= 13 and thirteen:
        total += thirteen
    elif reds >= 10:
        total += red + (reds - 10 if grows else 0)
    total += one if reds == 1 else 0
    is_pairs = pairs and not any(kind in {"run", "jiao"} for kind, _ in melds)
    if reds == 0 and is_pairs:
        total += both
    else:
        total += (none if reds == 0 else 0) + (pairs if is_pairs else 0)
    total += big + bigs - 18 if big and bigs >= 18 else 0
    total += small + smalls - small_from if small and smalls >= small_from else 0
    total += (tian if own else di) if liang else 0
    return total + hai_di if last and total else total


def search(
    rules: str,
    hand: Counter[Card],
    melds: list[Meld],
    card: Card | None,
    *,
    own: bool = False,
    drawn: bool = True,
    liang: bool = False,
    last: bool = False,
) -> tuple[int, int, int] | None:
    """The payment of one loser, the 胡息 and the sum of 番 of the best arrangement (R30 to R37), or None."""
    best = None
    for fixed, loose in placements(hand, melds, card, own, drawn):
        pairs = int(any(len(cards) == 4 for _, cards in fixed))
        for split in all_splits(tuple(sorted(loose)), pairs):
            all_melds = [*fixed, *split]
            total = sum(map(huxi, all_melds))
            if len(all_melds) != 7 or total < 15:
                continue
            units = (2 * total - 12) // 3 if liang and TABLE[rules][-1] else (total - 12) // 3
            fan = fan_of(rules, all_melds, own, liang, last)
            found = ((units + own) * (fan or 1), total, fan)
            best = found if best is None else max(best, found)
    return best

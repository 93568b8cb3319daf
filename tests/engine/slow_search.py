"""A slow search for wins that follows the words of rules sections 2, 7 and 8 and shares nothing with the engine.

Cards are (size, rank) with size "s" or "b". A meld is (type, sorted cards).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tests.engine.slow_score import Card, Claimed, Meld, Sheet, fans_of, huxi, pay


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


def placements(rules: Sheet, claimed: Claimed) -> Iterator[tuple[list[Meld], list[Card]]]:
    """R32, L4: (melds that are fixed, loose cards)."""
    luzhou = rules.family == "luzhou"
    melds, card = list(claimed.melds), claimed.card
    kan: list[Meld] = [("kan", (kind,) * 3) for kind, count in claimed.hand.items() if count == 3]
    loose = [kind for kind, count in claimed.hand.items() if count < 3 for _ in range(count)]
    if card is None:
        yield melds + kan, loose
        return
    yield melds + kan, [*loose, card]
    if claimed.hand[card] == 2 and (luzhou or not claimed.own):
        yield [*melds, *kan, ("peng", (card,) * 3)], [kind for kind in loose if kind != card]
    grown: Meld = ("zhao" if luzhou else "pao", (card,) * 4)
    for place, meld in enumerate(kan):
        if meld[1][0] == card:
            yield melds + kan[:place] + kan[place + 1 :] + [grown], loose
    growing = {"wei", "chou_wei", *(["peng"] if claimed.drawn else [])}
    for place, meld in enumerate(melds):
        if not luzhou and meld[1] == (card,) * 3 and meld[0] in growing:
            yield melds[:place] + melds[place + 1 :] + [grown] + kan, loose


def search(rules: Sheet, claimed: Claimed) -> tuple[int, int, int] | None:
    """The payment of one loser, the 胡息 and the sum of 番 of the best arrangement (R30 to R37), or None."""
    cards = Counter(claimed.hand)
    cards.update(card for _, meld in claimed.melds for card in meld)
    cards.update(() if claimed.card is None else (claimed.card,))
    best = None
    for fixed, loose in placements(rules, claimed):
        pairs = int(any(len(meld) == 4 for _, meld in fixed))
        for split in all_splits(tuple(sorted(loose)), pairs):
            melds = [*fixed, *split]
            total = sum(huxi(rules.family, meld) for meld in melds)
            if len(melds) != 7 or total < rules.least:
                continue
            fans = sum(fans_of(rules, melds, claimed).values())
            found = (pay(rules, total, fans, cards, claimed), total, fans)
            best = found if best is None else max(best, found)
    return best

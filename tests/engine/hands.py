"""Random hands for tests of the win check: some win, some nearly."""

import random
from collections import Counter

from engine.cards import KINDS, Kind, code
from engine.melds import JIAO, RUNS, Meld, alike
from engine.wins import Claim
from tests.engine import slow_search

THREES = (*RUNS, *JIAO)
CASE = tuple[list[int], tuple[Meld, ...], Claim]


def counts_of(cards: list[Kind]) -> list[int]:
    """How many of each kind."""
    return [cards.count(kind) for kind in range(KINDS)]


def random_case(rng: random.Random) -> CASE:
    """A hand that round play can reach or nearly, with melds on the table and a claim."""
    while True:
        case = _attempt(rng)
        if case is not None:
            return case


def _attempt(rng: random.Random) -> CASE | None:
    quads = rng.choice((0, 0, 0, 1, 1, 2))
    on_table = [_same(rng, ("ti", "pao")) for _ in range(quads)]
    in_hand: list[Meld] = []
    while len(on_table) + len(in_hand) < (6 if quads else 7):
        roll = rng.random()
        if roll < 0.25:
            on_table.append(_same(rng, ("peng", "wei", "chou_wei")))
        elif roll < 0.4:
            in_hand.append(_same(rng, ("kan",)))
        elif roll < 0.55:
            on_table.append(rng.choice(THREES))
        elif roll < 0.75:
            in_hand.append(rng.choice([run for run in RUNS if slow_search.huxi(_slow(run))]))
        else:
            in_hand.append(rng.choice(THREES))
    cards = [kind for meld in in_hand for kind in meld.cards]
    if quads:
        cards += [rng.randrange(KINDS)] * 2
    claim = _claim(rng, cards, on_table)
    if rng.random() < 0.15 and cards:
        cards[rng.randrange(len(cards))] = rng.randrange(KINDS)
    hand = counts_of(cards)
    total = Counter(kind for meld in on_table for kind in meld.cards) + Counter(cards)
    if claim.card is not None:
        total[claim.card] += 1
    if max(total.values()) > 4 or max(hand) > 3:
        return None
    return hand, tuple(on_table), claim


def _claim(rng: random.Random, cards: list[Kind], on_table: list[Meld]) -> Claim:
    """A claim on one of the cards, on a card that a meld on the table can take, or on none."""
    stock = rng.choice((None, None, "first", "last"))
    own = rng.random() < 0.4
    growing = [meld for meld in on_table if len(meld.cards) == 3 and len(set(meld.cards)) == 1]
    roll = rng.random()
    if roll < 0.15 or not cards:
        return Claim(None, drawn=True, own=True, liang=rng.random() < 0.3, stock=stock)
    if growing and roll < 0.3:
        if cards[-1:] * 2 != cards[-2:]:
            cards[-3:] = [cards[-1]] * 2
        return Claim(rng.choice(growing).cards[0], drawn=True, own=own, stock=stock)
    card = cards.pop(rng.randrange(len(cards)))
    if cards.count(card) == 2:
        own = False
    liang = not own and rng.random() < 0.3
    return Claim(card, drawn=liang or own or rng.random() < 0.8, own=own, liang=liang, stock=stock)


def _same(rng: random.Random, types: tuple[str, ...]) -> Meld:
    return alike(rng.choice(types), rng.randrange(KINDS))


def _slow(meld: Meld) -> slow_search.Meld:
    return meld.type, tuple(sorted(slow_search.card_of(code(kind)) for kind in meld.cards))


def searched(rules: str, case: CASE) -> tuple[int, int, int] | None:
    """What the slow search says about a case."""
    hand, melds, claim = case
    return slow_search.search(
        rules,
        Counter({slow_search.card_of(code(kind)): count for kind, count in enumerate(hand) if count}),
        [_slow(meld) for meld in melds],
        None if claim.card is None else slow_search.card_of(code(claim.card)),
        own=claim.own,
        drawn=claim.drawn,
        liang=claim.liang,
        last=claim.stock == "last",
    )

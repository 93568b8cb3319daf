"""Random hands for tests of the win check: some win, some nearly."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from engine.cards import KINDS, Kind, code
from engine.melds import JIAO, RUNS, Meld, alike
from engine.wins import Claim
from tests.engine.slow_score import Card, Claimed, huxi, sheet
from tests.engine.slow_score import Meld as SlowMeld
from tests.engine.slow_search import card_of, search

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
            in_hand.append(rng.choice([run for run in RUNS if huxi("hunan", _slow(run))]))
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


def case_for(rng: random.Random, family: str) -> CASE:
    """A hand as `random_case` or `crowded_case`, with all that the rule sets of a family ask about."""
    while True:
        hand, melds, claim = crowded_case(rng) if rng.random() < 0.3 else random_case(rng)
        if family == "luzhou":
            if claim.card is None and not claim.liang:
                continue
            claim = replace(claim, liang=claim.card is None, own=claim.card is None or rng.random() < 0.4)
            claim = replace(claim, drawn=claim.own or claim.drawn)
            first = not claim.drawn and rng.random() < 0.3
            return hand, tuple(_in_luzhou(meld) for meld in melds), replace(claim, first_discard=first)
        if family in {"guilin", "bayi"}:
            return hand, melds, replace(claim, turned=rng.randrange(KINDS))
        return hand, melds, _with_history(rng, melds, claim)


def crowded_case(rng: random.Random) -> CASE:
    """One card or two pairs in the hand, and the rest on the table."""
    while True:
        kind, twin = rng.sample(range(KINDS), 2)
        if rng.random() < 0.5:
            twin = (kind + 10) % KINDS
        quad = rng.choice(("ti", "pao"))
        table = [alike(quad, rng.randrange(KINDS))]
        if rng.random() < 0.3:
            table.append(alike("ti", (table[0].cards[0] + 10) % KINDS))
        pairs = rng.random() < 0.6
        while len(table) < (5 if pairs else 6):
            type_ = rng.choice(("peng", "wei", "ti", "run"))
            table.append(rng.choice(RUNS) if type_ == "run" else _same(rng, (type_,)))
        cards = [kind, kind, twin, twin] if pairs else [kind]
        own = rng.random() < 0.5
        card: Kind | None = kind
        if pairs and own:
            cards, card = [twin, twin], None
            table.append(alike(rng.choice(("wei", "chou_wei")), kind))
        held = Counter([*cards, *(card for meld in table for card in meld.cards)])
        if max(held.values()) + (card is not None) <= 4:
            stock = rng.choice((None, "first", "last"))
            return counts_of(cards), tuple(table), Claim(card, drawn=True, own=own, stock=stock)


def _in_luzhou(meld: Meld) -> Meld:
    names = {"ti": "long", "pao": "zhao", "wei": "peng", "chou_wei": "peng"}
    return alike(names[meld.type], meld.cards[0]) if meld.type in names else meld


def _with_history(rng: random.Random, melds: tuple[Meld, ...], claim: Claim) -> Claim:
    """Some 提 were laid at the opening, and an own 偎 or 提 may be what the winning card made."""
    opening = tuple(meld.cards[0] for meld in melds if meld.type == "ti" and rng.random() < 0.7)
    made = None
    own_melds = [
        meld for meld in melds if meld.type in {"ti", "wei", "chou_wei"} and meld.cards[0] not in opening
    ]
    if claim.card is None and not claim.liang and own_melds:
        chosen = own_melds[-1]
        made = (chosen.cards[0], "pair" if chosen.type != "ti" else rng.choice(("kan", "wei")))
    return replace(claim, opening=opening, made=made)


def _slow(meld: Meld) -> SlowMeld:
    return meld.type, tuple(sorted(card_of(code(kind)) for kind in meld.cards))


def _card(kind: Kind) -> Card:
    return card_of(code(kind))


def searched(rules: str, case: CASE, changes: dict[str, Any] | None = None) -> tuple[int, int, int] | None:
    """What the slow search says about a case: the payment, the 胡息 and the sum of 番."""
    hand, melds, claim = case
    claimed = Claimed(
        Counter({_card(kind): count for kind, count in enumerate(hand) if count}),
        tuple(_slow(meld) for meld in melds),
        None if claim.card is None else _card(claim.card),
        drawn=claim.drawn,
        own=claim.own,
        liang=claim.liang,
        stock=claim.stock,
        opening=tuple(_card(kind) for kind in claim.opening),
        made=None if claim.made is None else (_card(claim.made[0]), claim.made[1]),
        first_discard=claim.first_discard,
        turned=None if claim.turned is None else _card(claim.turned),
    )
    return search(sheet(rules, changes), claimed)

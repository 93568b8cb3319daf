"""Random rounds for property tests, and an audit of a round's inside."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import strategies as st

from engine import Action, Round, shuffled
from engine.cards import COPIES, KINDS
from engine.melds import QUADS
from engine.state import State
from tests.engine.house import rules_of_any_house

FULL = Counter(dict.fromkeys(range(KINDS), COPIES))


def lumpy(seed: int) -> tuple[int, ...]:
    """A deck of pairs, so that triples, quadruples, 偎 and 跑 are frequent."""
    rng = random.Random(seed)
    pairs = [kind for kind in range(KINDS) for _ in range(2)]
    rng.shuffle(pairs)
    deck = [kind for kind in pairs for _ in range(2)]
    return tuple(deck)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Round, random.Random]:
    """A round just dealt, by any rules and with two or three at the table, and what chooses the answers."""
    seed = draw(st.integers(0, 2**32))
    deck = draw(st.sampled_from((shuffled, lumpy)))(seed)
    dealer = draw(st.integers(0, 2))
    absent = draw(st.sampled_from((None, None, (dealer + 1) % 3, (dealer + 2) % 3)))
    game = Round.deal(
        draw(rules_of_any_house()),
        deck,
        dealer,
        base=draw(st.integers(1, 5)),
        huang=draw(st.integers(0, 3)),
        absent=absent,
    )
    return game, random.Random(seed)


def walk(game: Round, rng: random.Random) -> Iterator[tuple[Round, int, Action, Round]]:
    """A random course of the round: the round, who does what, and the round after it."""
    while game.result is None:
        seat = rng.choice(sorted(game.legal()))
        options = game.legal()[seat]
        action = rng.choice([option for option in options if option.word != "hu"] or options)
        if rng.random() < 0.1:
            action = rng.choice(options)
        after = game.apply(seat, action)
        yield game, seat, action, after
        game = after


def audit(state: State) -> None:
    """Every invariant of a round's inside that can be said of one point alone."""
    cards = Counter(state.stock[state.drawn :])
    cards.update(state.deal.aside)
    if state.deal.bottom is not None:
        cards[state.deal.bottom] += 1
    if state.lies_open:
        cards[state.card] += 1
    for seat in state.seats:
        cards.update(seat.cards())
        cards.update(seat.river)
        for meld in seat.melds:
            cards.update(meld.cards)
    assert cards == FULL, "80 cards, four of each kind"
    for number, seat in enumerate(state.seats):
        if number == state.deal.absent:
            assert (seat.total, seat.melds, seat.river) == (0, (), ()), "R47"
            continue
        table = [card for meld in seat.melds for card in meld.cards]
        assert seat.total == sum(seat.hand) + len(table)
        assert seat.quads == sum(meld.type in QUADS for meld in seat.melds) or state.phase == "over"
        assert seat.huxi == sum(state.rules.huxi(meld) for meld in seat.melds)
        assert min(seat.hand) >= 0
        assert max(seat.hand) <= (4 if state.result is not None and state.result.by == "deal" else 3)
        for mask, types in ((seat.wei, ("wei", "chou_wei")), (seat.peng, ("peng",))):
            kinds = {meld.cards[0] for meld in seat.melds if meld.type in types}
            assert kinds == {kind for kind in range(KINDS) if mask >> kind & 1}
        if state.phase != "over":
            assert seat.loose == sum(count for count in seat.hand if count < 3)
            over = seat.total - (20 + max(0, seat.quads - 1))
            owes = number == state.turn and state.phase in ("liang", "own", "discard")
            assert over <= owes or seat.loose == 0, "R13, but for the hand of R15"


def same(first: Round, second: Round) -> bool:
    """Whether two rounds are at the same point, seen from inside; the order of answers apart."""
    return (
        [first.view(seat) for seat in (0, 1, 2, None)] == [second.view(seat) for seat in (0, 1, 2, None)]
        and first.legal() == second.legal()
        and first.events == second.events
        and first.moment == second.moment
        and first.result == second.result
    )

"""Rounds for tests, from the cards that matter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine import RULE_SETS, Action, Round, shuffled
from engine.cards import KINDS, Kind, code, parse_kind


def kinds(text: str) -> list[Kind]:
    """``"s1 s1 b3"`` as kinds."""
    return [parse_kind(part) for part in text.split()]


def stacked(
    hands: tuple[str, str, str], liang: str, stock: str, dealer: int = 0, bottom: str = ""
) -> list[Kind]:
    """A deck that deals these cards to the seats 0, 1, 2, this 亮张, and has this stock on top and this under it.

    Hands are filled up without more triples than they name, and rather with kinds that are named nowhere; the rest goes
    between.
    """
    left = Counter(dict.fromkeys(range(KINDS), 4))
    named = [kinds(hand) for hand in hands]
    shown, top, last = kinds(liang), kinds(stock), kinds(bottom)
    for cards in (*named, shown, top, last):
        left.subtract(cards)
    assert min(left.values()) >= 0, "more than four of a kind"
    free = {kind for kind in left if left[kind] == 4}
    for cards in named:
        while len(cards) < 20:
            holds = Counter(cards)
            kind = max(
                (kind for kind in left if holds[kind] < 2 and left[kind]),
                key=lambda kind: (kind in free, left[kind], -holds[kind], kind),
            )
            left[kind] -= 1
            cards.append(kind)
    rest = [kind for kind in range(KINDS) for _ in range(left[kind])]
    dealt = [card for place in range(3) for card in named[(dealer + place) % 3]]
    return [*dealt, *shown, *top, *rest, *last]


def deal(
    hands: tuple[str, str, str],
    liang: str,
    stock: str = "",
    *,
    dealer: int = 0,
    rules: str = "qq-half",
    bottom: str = "",
    base: int = 1,
    huang: int = 0,
    absent: int | None = None,
    **changes: object,
) -> Round:
    """A round of such a deck; `changes` are house rules."""
    chosen = replace(RULE_SETS[rules], **changes)  # type: ignore[arg-type]
    deck = stacked(hands, liang, stock, dealer, bottom)
    return Round.deal(chosen, deck, dealer, base=base, huang=huang, absent=absent)


def play(game: Round, *lines: str) -> Round:
    """The round after actions written as in a record: ``"0 discard s1"``."""
    for line in lines:
        seat, _, text = line.partition(" ")
        game = game.quit(int(seat)) if text == "quit" else game.apply(int(seat), Action.parse(text))
    return game


def legal(game: Round) -> dict[int, list[str]]:
    """The legal actions as text."""
    return {seat: [action.text() for action in options] for seat, options in game.legal().items()}


def table(game: Round, seat: int) -> list[str]:
    """The melds of a seat as it sees them itself: ``"peng s1 s1 s1"``."""
    return [" ".join([meld.type, *map(code, meld.cards)]) for meld in game.view(seat).seats[seat].melds]


def random_round(rules: str, seed: int, **changes: object) -> Round:
    """A round with a shuffled deck."""
    chosen = replace(RULE_SETS[rules], **changes)  # type: ignore[arg-type]
    return Round.deal(chosen, shuffled(seed), seed % 3)


def until_discard(game: Round) -> Round:
    """The round after every seat that is asked something else has passed."""
    while True:
        asked = {seat: actions for seat, actions in game.legal().items() if actions[0].word != "discard"}
        if not asked:
            return game
        game = game.apply(min(asked), Action("pass"))


def events(game: Round, seat: int | None) -> list[str]:
    """What an observer sees of the events: ``"1 wei b5 b5 b5"``."""
    return [
        " ".join([*([] if event.seat is None else [str(event.seat)]), event.kind, *map(code, event.cards)])
        for event in game.events
        if event.visible_to(seat)
    ]

"""From a table's last round to the picture of its end, in the very words of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from bot.host.table import Outcome, Person, Table
from bot.views.cards import meld_word
from bot.views.layout import signed
from bot.views.names import wind
from bot.views.outcome import headline, left, remarks, result_of, sums, undecided, whose_card
from bot.views.picture.faces import CHARACTERS
from bot.views.picture.flow import Piece
from bot.views.picture.hand import hand_columns
from bot.views.picture.lettering import readable, replaced
from bot.views.picture.settlement import Settlement
from bot.views.picture.table import Stack
from bot.views.rulesets import part
from bot.views.say import Markup, Say, plain
from bot.views.scene import Scene, everybody, past
from bot.views.settlement import NAME
from engine import Meld

_CARD = re.compile("【(.)】")
_TAG = re.compile("<[^>]*>")


def settled(say: Say, table: Table, totals: Mapping[int, int]) -> Settlement:
    """What the picture of `table.last` says.

    `totals` are the beans of people in this group by user id, this round included; a practice round shows none.
    A name that the font cannot show is replaced by the wind of the seat. ValueError if no round is over.
    """
    outcome = table.last
    if outcome is None:
        raise ValueError("no round is over at this table")
    people = everybody(table, outcome)
    shown = _drawable(say, past(say, table, outcome, NAME), people)
    result = result_of(outcome.game)
    won = result.end == "hu" and result.winner is not None
    winner = outcome.people[result.winner].user_id if won and result.winner is not None else None
    note = whose_card(say, shown)
    return Settlement(
        headline=_pieces(headline(say, shown)),
        note="" if note is None else _text(note),
        melds=_stacks(say, shown) if won else (),
        sums=tuple(map(_text, _sums(say, shown, outcome))),
        beans=_beans(say, table, outcome, shown, people, totals),
        winner=next((place for place, person in enumerate(people) if person.user_id == winner), None),
    )


def _drawable(say: Say, shown: Scene, people: tuple[Person, ...]) -> Scene:
    """The scene with names that can be drawn."""
    winds = {person.user_id: wind(say, place % 4) for place, person in enumerate(people)}
    return replace(
        shown, called={user: readable(name) or winds.get(user, "·") for user, name in shown.called.items()}
    )


def _sums(say: Say, shown: Scene, outcome: Outcome) -> tuple[Markup, ...]:
    """What led to the payment, as the text has it; what each pays comes last."""
    result = result_of(outcome.game)
    if result.end == "huang":
        return undecided(say, outcome)
    if (told := left(say, outcome)) is not None:
        return (told,)
    return (*remarks(say, shown), *sums(say, outcome.game, outcome.house.multiplier))


def _text(markup: str) -> str:
    return replaced(plain(_TAG.sub("", markup))).strip()


def _pieces(markup: str) -> tuple[Piece, ...]:
    """A sentence with its cards 【柒】 as cards to draw."""
    kinds = {char: kind for chars in CHARACTERS.values() for kind, char in enumerate(chars)}
    parts = _CARD.split(plain(_TAG.sub("", markup)))
    pieces: list[Piece] = []
    for place, piece in enumerate(parts):
        if place % 2:
            pieces.append(kinds.get(piece, piece))
        elif text := replaced(piece).strip():
            pieces.append(text)
    return tuple(pieces)


def _stacks(say: Say, shown: Scene) -> tuple[Stack, ...]:
    """The winning hand: melds as in the text, those on the table first; after R7 the rest of the hand too."""
    game, result = shown.game, result_of(shown.game)
    if result.winner is None:
        return ()
    view = game.view(None)
    laid = len(view.seats[result.winner].melds)
    winning = _winning_meld(result.arrangement, result.card, laid)
    melds = tuple(
        Stack(
            cards=meld.cards,
            above=""
            if meld.type == "run" and place >= laid
            else _text(meld_word(say, meld.type, shown.rules)),
            below="" if meld.type == "jiang" else str(game.rules.huxi(meld)),
            marked=_marked(meld, result.card) if place == winning else None,
        )
        for place, meld in enumerate(result.arrangement)
    )
    if result.by != "deal" or view.hands is None:
        return melds
    rest = Counter(view.hands[result.winner])
    rest.subtract(kind for meld in result.arrangement for kind in meld.cards)
    return (*melds, *map(Stack, hand_columns(rest.elements())))


def _winning_meld(arrangement: tuple[Meld, ...], card: int | None, laid: int) -> int | None:
    """The place of the meld that the winning card is in: one of the hand before one on the table.

    Where several of the hand hold that kind any of them will do: the copies cannot be told apart.
    """
    places = [place for place, meld in enumerate(arrangement) if card in meld.cards]
    return next((place for place in places if place >= laid), places[-1] if places else None)


def _marked(meld: Meld, card: int | None) -> int | None:
    """The last of the cards of that kind in a meld."""
    return max((place for place, kind in enumerate(meld.cards) if kind == card), default=None)


def _beans(
    say: Say,
    table: Table,
    outcome: Outcome,
    shown: Scene,
    people: tuple[Person, ...],
    totals: Mapping[int, int],
) -> tuple[tuple[str, ...], ...]:
    score = table.score or {}
    rows = [["", say("本局"), say("本场"), *([] if outcome.practice else [say("总")])]]
    for person in people:
        user_id = person.user_id
        row = [shown.called[user_id]]
        played = user_id in outcome.beans
        row.append(signed(outcome.beans[user_id]) if played else part(say, outcome.game.rules))
        row.append(signed(score.get(user_id, 0)))
        if not outcome.practice:
            row.append(signed(totals.get(user_id, 0)))
        rows.append(row)
    return tuple(tuple(map(_text, row)) for row in rows)

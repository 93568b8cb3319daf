"""The end of a round in the group: the winning hand with its sums, and what it means for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from bot.host.table import Outcome, Person, Phase, Table
from bot.views.counting import laid_out
from bot.views.layout import SPACE, blank, lines, signed, width
from bot.views.message import Button, Keyboard, Message, Press, wrapped
from bot.views.outcome import headline, left, remarks, result_of, sums, undecided, whose_card
from bot.views.rulesets import part
from bot.views.say import Markup, Say, plain
from bot.views.scene import Scene, everybody, past

NAME = 8
"""How wide a name may be in the columns of beans, in halves of a Chinese character."""


def settlement(say: Say, table: Table, totals: Mapping[int, int], next_round: float = 0) -> Message:
    """The round that is just over, `table.last`.

    `totals` are the beans of people in this group by user id, this round included; practice shows none.
    `next_round`: after how many seconds without a press the next one begins by itself; 0: not told.
    Raises ValueError if no round is over.
    """
    outcome = table.last
    if outcome is None:
        raise ValueError("no round is over at this table")
    shown = past(say, table, outcome, NAME)
    return Message(
        lines(
            headline(say, shown),
            whose_card(say, shown),
            *_how(say, shown, outcome),
            "",
            *beans_table(say, table, outcome, totals),
            "",
            *_what_next(say, table, shown, outcome, next_round),
        ),
        _keyboard(say, table, outcome),
    )


def caption(say: Say, table: Table, next_round: float = 0) -> Message:
    """What stands under the picture of the round that is just over, which shows the rest; the same buttons.

    `next_round` as for `settlement`.
    Raises ValueError if no round is over.
    """
    outcome = table.last
    if outcome is None:
        raise ValueError("no round is over at this table")
    shown = past(say, table, outcome, NAME)
    return Message(
        lines(headline(say, shown), *_what_next(say, table, shown, outcome, next_round)),
        _keyboard(say, table, outcome),
    )


def _how(say: Say, shown: Scene, outcome: Outcome) -> tuple[Markup, ...]:
    """What led to the payment."""
    result = result_of(outcome.game)
    if result.end == "huang":
        return undecided(say, outcome)
    if (told := left(say, outcome)) is not None:
        return (told,)
    return (
        *arrangement(say, shown),
        *sums(say, outcome.game, outcome.house.multiplier),
        *remarks(say, shown),
    )


def arrangement(say: Say, shown: Scene) -> tuple[Markup, ...]:
    """The winning hand, one meld a line with its 胡息; runs that stayed in the hand have no name."""
    game = shown.game
    result = result_of(game)
    winner = result.winner
    if winner is None:
        return ()
    laid = len(game.view(None).seats[winner].melds)
    return laid_out(say, game.rules, result.arrangement, laid)


def beans_table(say: Say, table: Table, outcome: Outcome, totals: Mapping[int, int]) -> tuple[Markup, ...]:
    """A line for each person: beans of this round, of the match, and in the group (not for practice)."""
    shown = past(say, table, outcome, NAME)
    score = table.score or {}
    head = ["", plain(say("本局")), plain(say("本场"))]
    rows = []
    for person in everybody(table, outcome):
        user_id = person.user_id
        played = user_id in outcome.beans
        row = [shown.called[user_id]]
        row.append(signed(outcome.beans[user_id]) if played else plain(part(say, outcome.game.rules)))
        row.append(signed(score.get(user_id, 0)))
        if not outcome.practice:
            row.append(signed(totals.get(user_id, 0)))
        rows.append(row)
    if not outcome.practice:
        head.append(plain(say("总")))
    return columns([head, *rows])


def columns(rows: Sequence[Sequence[str]]) -> tuple[Markup, ...]:
    """Cells of plain text in columns, lined up with full-width spaces."""
    widths = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
    return tuple(
        Markup(
            SPACE.join(
                escape(cell, quote=False) + blank(to - width(cell))
                for cell, to in zip(row, widths, strict=True)
            ).rstrip()
        )
        for row in rows
    )


def _what_next(
    say: Say, table: Table, shown: Scene, outcome: Outcome, next_round: float
) -> tuple[Markup, ...]:
    """Practice; who deals and who sits out next, and when, unless the match is over."""
    found = [say("练习局，不记账")] if outcome.practice else []
    if table.phase is not Phase.BETWEEN:
        return tuple(found)
    dealer = table.people[outcome.next_dealer]
    name = shown.called[dealer.user_id]
    if _dealt(outcome) != dealer.user_id:
        found.append(say("下局 {name} 坐庄", name=name))
    else:
        found.append(say("{name} 继续坐庄", name=name))
    if len(table.people) == 4:
        resting = table.people[(outcome.next_dealer + 2) % 4]
        found.append(_rests_next(say, shown, outcome, resting))
    if next_round and table.goes_on:
        found.append(say("{n} 秒没人按就自动开", n=round(next_round)))
    return tuple(found)


def _dealt(outcome: Outcome) -> int:
    """The user id of who dealt the round."""
    return outcome.people[outcome.game.dealer].user_id


def _rests_next(say: Say, shown: Scene, outcome: Outcome, resting: Person) -> Markup:
    """With four: who sits out the next round, and who comes to the table for it (R44)."""
    rested = next((user for user in shown.called if user not in outcome.beans), None)
    name, rests = shown.called[resting.user_id], part(say, shown.rules)
    if rested is None or rested == resting.user_id:
        return say("{name} 继续{part}", name=name, part=rests)
    return say("{back} 上桌，{name} {part}", back=shown.called[rested], name=name, part=rests)


def _keyboard(say: Say, table: Table, outcome: Outcome) -> Keyboard:
    which = f"{outcome.match}.{outcome.number}"
    look = say("看三家") if outcome.game.absent is None else say("看两家")
    about = (
        Button(plain(look), Press("hands", table.id, table.moment, which)),
        Button(plain(say("牌谱")), Press("record", table.id, table.moment, which)),
    )
    if table.phase is not Phase.BETWEEN:
        return (about,)
    people = [person for person in table.people if not person.is_computer]
    ready = sum(person.user_id in table.ready for person in people)
    label = plain(say("下一局 {ready}/{people}", ready=ready, people=len(people)))
    return wrapped((Button(label, Press("next", table.id, table.moment), style="success"), *about))

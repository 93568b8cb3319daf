"""看三家: all hands as they were at the end of a round, what each waited for, and the rest of the stock."""

from __future__ import annotations

from engine.waits import waits

from bot.host.table import Outcome
from bot.views.cards import cards, hand_rows, melds
from bot.views.layout import lines
from bot.views.message import Message
from bot.views.names import names
from bot.views.outcome import headline
from bot.views.say import Markup, Say
from bot.views.scene import Scene
from bot.views.waiting import waiting


def hands(say: Say, outcome: Outcome) -> Message:
    """What everybody held when the round ended; nothing is hidden any more (R46)."""
    shown = Scene(outcome.game, outcome.number, outcome.people, names(say, outcome.people), outcome.practice)
    parts: list[Markup] = [
        say("看三家 · 第 {n} 局", n=outcome.number),
        headline(say, shown),
    ]
    for place in range(3):
        parts.append(Markup(""))
        parts += _seat(say, shown, (outcome.game.dealer + place) % 3)
    rest = outcome.game.view(None).rest
    parts.append(Markup(""))
    if rest:
        parts.append(say("墩里还有 {n} 张", n=len(rest)))
        parts.append(cards(say, rest))
    else:
        parts.append(say("墩里没有牌了"))
    return Message(lines(parts))


def _seat(say: Say, shown: Scene, seat: int) -> tuple[Markup, ...]:
    """A player with melds and hand, and what the hand waited for."""
    view = shown.game.view(seat)
    head = say("{name}　桌面 {huxi} 息", name=shown.name(seat), huxi=view.seats[seat].huxi)
    if seat == shown.game.dealer:
        head = say("{player}　庄", player=head)
    return (
        Markup(f"<b>{head}</b>"),
        *melds(say, view.seats[seat].melds, shown.rules),
        *hand_rows(say, view.hand),
        *(waiting(say, waits(shown.rules, view)) or (say("未听"),)),
    )

"""What typical hands pay, before and after a change of the house: the engine's own sums."""

from __future__ import annotations

from bot.host.house import House
from bot.views.say import Markup, Say
from bot.views.settings_hands import TypicalHand, typical_hands


def pays(house: House, hand: TypicalHand) -> int | None:
    """What each loser pays for a hand, in beans (R37, R43); None if it is no win."""
    win = hand.win(house.engine_rules)
    return None if win is None else win.pay * house.base * house.multiplier


def preview(say: Say, before: House, after: House) -> tuple[Markup, ...]:
    """What each loser pays for typical hands, one a line: before and after where that differs.

    The first of them has the least 胡息 with which one can win, before or after.
    """
    rules, alike = after.engine_rules, _alike(before, after)
    least = min(rules.min_huxi, before.engine_rules.min_huxi) if alike else rules.min_huxi
    found = [say("一手牌每家付：")]
    for hand in typical_hands(rules, least):
        name = hand.name(say, hand.huxi(rules))
        was, now = pays(before if alike else after, hand), pays(after, hand)
        if was == now:
            found.append(say("{hand}：{now}", hand=name, now=_beans(say, now)))
        else:
            found.append(
                say("{hand}：{was} → <b>{now}</b>", hand=name, was=_beans(say, was), now=_beans(say, now))
            )
    return tuple(found)


def _alike(before: House, after: House) -> bool:
    """Whether the hands that suit the one can be counted by the other."""
    return before.engine_rules.open_draws == after.engine_rules.open_draws


def _beans(say: Say, beans: int | None) -> Markup:
    return say("胡不了") if beans is None else say.n("{n} 豆", n=beans)

"""How a round ended, in words and sums: shared by the settlement, the private chat and 看三家."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.views.cards import card, open_card
from bot.views.rulesets import fan_name
from bot.views.say import Markup, Say
from bot.views.scene import Scene
from engine import Meld, Result, Round
from engine.cards import Kind, is_big, is_red

_COUNTED: Mapping[str, Callable[[Kind], bool]] = {
    "hong": is_red,
    "hong_wu": is_red,
    "da": is_big,
    "xiao": lambda kind: not is_big(kind),
}
"""The 名堂 that count cards: which cards (rules section 11)."""


def result_of(game: Round) -> Result:
    """The result of a round that is over; ValueError if it is not."""
    if game.result is None:
        raise ValueError("the round is not over")
    return game.result


def headline(say: Say, shown: Scene) -> Markup:  # noqa: PLR0911
    """Who won, and how; 荒庄; 逃跑."""
    result = result_of(shown.game)
    if result.end == "quit" and result.quitter is not None:
        return say("🏃 {name} 逃跑", name=shown.name(result.quitter))
    if result.winner is None:
        return say("🍂 荒庄，没有人胡")
    name = shown.name(result.winner)
    if result.card is None:
        return say("🏆 {name} 天胡", name=name)
    won = open_card(say, result.card)
    if result.by == "liang":
        if result.winner == shown.game.dealer:
            return say("🏆 {name} 天胡 {card}", name=name, card=won)
        return say("🏆 {name} 胡亮张 {card}", name=name, card=won)
    if is_self_drawn(shown.game):
        return say("🏆 {name} 自摸 {card}", name=name, card=won)
    return say("🏆 {name} 胡 {card}", name=name, card=won)


def whose_card(say: Say, shown: Scene) -> Markup | None:
    """Whose card was won, if it was not the winner's own."""
    result = result_of(shown.game)
    if result.winner is None or result.source is None or result.by not in ("draw", "discard"):
        return None
    if result.source == result.winner:
        return None
    name = shown.name(result.source)
    return say("{name} 摸出的牌", name=name) if result.by == "draw" else say("{name} 打出的牌", name=name)


def is_self_drawn(game: Round) -> bool:
    """R35: the winner drew the card itself, won by R7, or on the 亮张 as the dealer."""
    result = result_of(game)
    if result.winner is None:
        return False
    return result.by == "deal" or (result.by in ("draw", "liang") and result.source == result.winner)


def sums(say: Say, game: Round, multiplier: int) -> tuple[Markup, ...]:
    """From 胡息 to what each pays: the units (R34, R35, R39), the 番 (R36), the product (R37)."""
    result = result_of(game)
    return (*_units(say, game, result), *_fans(say, game, result), _product(say, game, result, multiplier))


def _units(say: Say, game: Round, result: Result) -> tuple[Markup, ...]:
    """From 胡息 to 等; what 自摸 adds stands on a line of its own where the first is full (R39)."""
    bonus = game.rules.zi_mo if is_self_drawn(game) else 0
    before = result.units - bonus
    if game.rules.tian_doubled and result.by in ("deal", "liang"):
        doubled = say(
            "{huxi} 息 ×2 ＝ {doubled} → {units} 等", huxi=result.huxi, doubled=2 * result.huxi, units=before
        )
        return (
            (doubled, say("＋自摸 {n} ＝ {units} 等", n=bonus, units=result.units)) if bonus else (doubled,)
        )
    if bonus:
        return (
            say(
                "{huxi} 息 → {before} 等 ＋自摸 {n} ＝ {units}",
                huxi=result.huxi,
                before=before,
                n=bonus,
                units=result.units,
            ),
        )
    return (say("{huxi} 息 → {units} 等", huxi=result.huxi, units=result.units),)


def _fans(say: Say, game: Round, result: Result) -> tuple[Markup, ...]:
    found = []
    for code, fan in result.fans.items():
        name = fan_name(say, code)
        if code in _COUNTED:
            count = sum(map(_COUNTED[code], winner_cards(game)))
            found.append(say("{name}({count}) {fan} 番", name=name, count=count, fan=fan))
        else:
            found.append(say("{name} {fan} 番", name=name, fan=fan))
    if not found:
        found.append(say("平胡 1 番"))
    elif len(found) > 1:
        found.append(say("共 {fan} 番", fan=result.fan))
    if is_bottom(game) and "hai_di" in game.rules.fans and "hai_di" not in result.fans:
        found.append(say("海底，没有别的名堂不加番"))
    return tuple(found)


def _product(say: Say, game: Round, result: Result, multiplier: int) -> Markup:
    pay = result.units * result.fan * game.base
    if multiplier == 1:
        return say(
            "{units} × {fan} × 底分 {base} ＝ {pay}",
            units=result.units,
            fan=result.fan,
            base=game.base,
            pay=pay,
        )
    return say(
        "{units} × {fan} × 底分 {base} × 倍数 {multiplier} ＝ {pay}",
        units=result.units,
        fan=result.fan,
        base=game.base,
        multiplier=multiplier,
        pay=pay * multiplier,
    )


def winner_cards(game: Round) -> tuple[Kind, ...]:
    """All the winner's cards, the claimed one included (R36); after R7 the hand as it was dealt."""
    result = result_of(game)
    if result.winner is None:
        return ()
    if result.by != "deal":
        return tuple(kind for meld in result.arrangement for kind in meld.cards)
    hands = game.view(None).hands
    return () if hands is None else hands[result.winner]


def is_bottom(game: Round) -> bool:
    """海底: the win was on the last card of the stock."""
    result = result_of(game)
    return result.end == "hu" and result.by == "draw" and game.view(None).stock == 0


def broken_pao(game: Round) -> int | None:
    """破跑胡 (R17): the seat whose 跑 with the winning card was forestalled by another seat's 胡, or None."""
    result = result_of(game)
    view = game.view(None)
    kind = result.card
    if result.by not in ("draw", "discard") or kind is None or view.hands is None or _made_hidden(game):
        return None
    for seat in range(3):
        if seat == result.winner:
            continue
        kan = view.hands[seat].count(kind) == 3
        wei = Meld("wei", (kind,) * 3) in view.seats[seat].melds
        peng = Meld("peng", (kind,) * 3) in view.seats[seat].melds
        if (seat != result.source and (kan or wei)) or (peng and result.by == "draw"):
            return seat
    return None


def _made_hidden(game: Round) -> bool:
    """Whether the winning card never lay open: the winner drew it into its own 偎 or 提 (R14)."""
    return next((event.kind for event in reversed(game.events) if event.kind != "hu"), "") not in (
        "draw",
        "discard",
    )


def remarks(say: Say, shown: Scene) -> tuple[Markup, ...]:
    """What else deserves a word: 破跑胡."""
    seat = broken_pao(shown.game)
    kind = result_of(shown.game).card
    if seat is None or kind is None:
        return ()
    return (say("破跑胡：{name} 本来要跑 {card}", name=shown.name(seat), card=card(say, kind)),)

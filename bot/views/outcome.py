"""How a round ended, in words and sums: shared by the settlement, the private chat and 看三家."""

from __future__ import annotations

from bot.host.table import Outcome
from bot.views.cards import card, meld_word, won_card
from bot.views.counting import Won, counting
from bot.views.say import Markup, Say
from bot.views.scene import Scene
from engine import Meld, Result, Round
from engine.cards import Kind


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
    won = won_card(say, result.card)
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
    won = Won(
        game.rules,
        result.huxi,
        result.units,
        result.fans,
        result.fan,
        winner_cards(game),
        own=is_self_drawn(game),
        at_deal=result.by in ("deal", "liang"),
        bottom=is_bottom(game),
        discard=result.by == "discard",
        turned=result.turned,
        xing=result.xing or 0,
        losers=2 if game.absent is None else 1,
        huang=game.huang,
    )
    return counting(say, won, game.base, multiplier)


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
    if game.rules.open_draws:
        return None  # what would be 招 there is no 跑
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
    return next(
        (event.kind for event in reversed(game.events) if event.kind not in ("hu", "xing")), ""
    ) not in (
        "draw",
        "discard",
    )


def remarks(say: Say, shown: Scene) -> tuple[Markup, ...]:
    """What else deserves a word: 破跑胡."""
    seat = broken_pao(shown.game)
    kind = result_of(shown.game).card
    if seat is None or kind is None:
        return ()
    name, pao = shown.name(seat), meld_word(say, "pao", shown.rules)
    return (say("破跑胡：{name} 本来要{pao} {card}", name=name, pao=pao, card=card(say, kind)),)


def undecided(say: Say, outcome: Outcome) -> tuple[Markup, ...]:
    """How many rounds in a row ended undecided (R40), and what that makes of the next one (R48)."""
    told = [say("连续第 {n} 次荒庄", n=outcome.huang)] if outcome.huang > 1 else []
    if outcome.game.rules.huang_fan:
        told.append(say("下一局黄番 ×{n}", n=1 + outcome.huang))
    return tuple(told)


def left(say: Say, outcome: Outcome) -> Markup | None:
    """What the one who left the round pays (R42); None if nobody did."""
    quitter = result_of(outcome.game).quitter
    if quitter is None:
        return None
    beans = -outcome.beans[outcome.people[quitter].user_id]
    if outcome.game.absent is not None:
        return say("赔对家 {n} 豆", n=beans)
    return say("赔另外两家共 {n} 豆", n=beans)

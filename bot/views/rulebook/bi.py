"""比, with worked examples (R24): what the engine allows is what the page says."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.house import House
from bot.views.cards import cards, claimed, face, meld_cards
from bot.views.layout import listed
from bot.views.say import Markup, Say
from engine import Action
from engine.cards import Kind, parse_kind
from engine.chi import chi_options
from engine.seat import Seat

OWN = "s8 b8 b9 b9"
"""Cards that play no part in an example: something is left to discard (R23)."""

FIRST = ("s2 s3", "s1 s2 s3", "s1 s2 s2 s3 s3", "s1 s2 s3 b1 b1", "s1 s1 s2 s3 b1")
"""Hands that could 吃 一 with 二三 (R24, example 1), without OWN."""

SECOND = "s1 s2 s2 s3 s3 s4 b2 b2"
"""The hand of R24, example 2, that could 吃 二."""


def ways(hand: str, kind: str) -> tuple[Action, ...]:
    """Every way in which a hand can 吃 a card, by the engine."""
    seat = Seat(_kinds(f"{hand} {OWN}"))
    return tuple(chi_options(seat, parse_kind(kind)))


def bi(say: Say, _: House) -> tuple[Markup, ...]:
    """R24, and what it means for the hands of its examples."""
    one, two = parse_kind("s1"), parse_kind("s2")
    return (
        say(
            "<b>比</b>：吃了一张，手里所有同样的牌也要一起摆下来，每张都要进一门（一句话或绞），只能用手里的牌。"
        ),
        say("摆不成，就不能这样吃。一门用掉两张同样的，一次比完。坎不算在内。"),
        Markup(""),
        say(
            "<b>例一</b>　上家打 {card}，想用 {two} 去吃：", card=cards(say, (one,)), two=_shown(say, "s2 s3")
        ),
        *(_verdict(say, hand) for hand in FIRST),
        Markup(""),
        say(
            "<b>例二</b>　手里有 {hand}，吃 {card}：",
            hand=_shown(say, SECOND),
            card=cards(say, (two,)),
        ),
        *(_way(say, way) for way in ways(SECOND, "s2")),
        Markup(""),
        say("不用自己算：能吃的几种，按钮上都写好了。"),
    )


def _kinds(text: str) -> tuple[Kind, ...]:
    return tuple(parse_kind(code) for code in text.split())


def _shown(say: Say, hand: str) -> Markup:
    return cards(say, _kinds(hand))


def _verdict(say: Say, hand: str) -> Markup:
    """What becomes of 吃 一 with 二三 in a hand of the first example."""
    found = [way for way in ways(hand, "s1") if way.cards == _kinds("s2 s3")]
    shown = _shown(say, hand)
    if not found:
        return say("• 手里 {hand}：{card} 没处去，不能吃", hand=shown, card=face(say, 0))
    if not found[0].bi:
        return say("• 手里 {hand}：没有别的 {card}，可以吃", hand=shown, card=face(say, 0))
    return say("• 手里 {hand}：要比 {bi}", hand=shown, bi=_threes(say, found[0].bi))


def _way(say: Say, way: Action) -> Markup:
    two = cards(say, way.cards)
    return say("• 用 {two} 吃：要比 {bi}", two=two, bi=_threes(say, way.bi))


def _threes(say: Say, threes: Sequence[tuple[Kind, Kind, Kind]]) -> Markup:
    return listed(say, (meld_cards(say, claimed(three)) for three in threes))

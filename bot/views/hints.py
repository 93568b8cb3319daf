"""One line that explains what a person meets in play for the first time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from bot.views.cards import meld_word
from bot.views.outcome import broken_pao
from bot.views.say import Markup, Say
from engine import Event, Meld, Round, Rules, View
from engine.cards import Kind
from engine.waits import waits


def _dead(say: Say, rules: Rules) -> Markup:
    """R25, L4."""
    if rules.dead_bars_peng:
        return say("💡 臭牌：打过、放过的牌，这局不能再吃碰。")
    return say("💡 臭牌：打过、没吃的牌，这局不能再吃。")


def _wei(say: Say, rules: Rules) -> Markup:
    wei = meld_word(say, "wei", rules)
    if rules.open_wei:
        return say("💡 {wei}：一对加自己摸的第三张，自动摆下。", wei=wei)
    return say("💡 {wei}：一对加自己摸的第三张，自动扣下。", wei=wei)


def _chou_wei(say: Say, rules: Rules) -> Markup:
    return say(
        "💡 {chou_wei}：放过碰的牌，自己摸成三张，要亮出来。", chou_wei=meld_word(say, "chou_wei", rules)
    )


def _wei_first(say: Say, rules: Rules) -> Markup:
    wei = meld_word(say, "wei", rules)
    return say("💡 {wei}、提先于胡：摸成{wei}、提的牌，不能另作胡牌。", wei=wei)


def _po_pao(say: Say, rules: Rules) -> Markup:
    pao = meld_word(say, rules.grown_four, rules)
    return say("💡 破跑胡：有人要{pao}的牌，别人能胡就先胡。", pao=pao)


_HINTS: Mapping[str, Callable[[Say, Rules], Markup]] = {
    "bi": lambda say, _: say("💡 比：吃一张，手里同样的牌都要摆成门子。"),
    "dead": _dead,
    "wei": _wei,
    "chou_wei": _chou_wei,
    "wei_first": _wei_first,
    "peng_by_itself": lambda say, _: say("💡 有对必碰：手里有一对，翻开第三张就自动碰。"),
    "zhao": lambda say, _: say("💡 招：手里的坎，翻开第四张就自动摆下。"),
    "po_pao": _po_pao,
    "chong_pao": lambda say, _: say("💡 重跑：又有四张一样的，不用打牌，下家摸。"),
    "bottom": lambda say, _: say("💡 底张：亮在墩底的黑字，不摸它；亮出的红字先摸。"),
}

CODES = tuple(_HINTS)
"""Every hint, by its code."""


def hint_text(say: Say, code: str, rules: Rules) -> Markup:
    """The line of a hint, as it is true in a rule set."""
    return _HINTS[code](say, rules)


def hints(before: Round | None, after: Round, seat: int) -> tuple[str, ...]:
    """The codes of what a seat met between two states of a round (`before` None: since the deal).

    Only what the seat itself can see is used, so that a hint tells nothing.
    """
    seen = [event for event in after.events[len(before.events) if before else 0 :] if event.visible_to(seat)]
    view = after.view(seat)
    met = {
        "bi": any(option.bi for option in view.options),
        "dead": _meets_dead(view),
        "wei": _made(seen, seat, "wei"),
        "chou_wei": _made(seen, seat, "chou_wei"),
        "wei_first": before is not None and _wei_took_a_win(before, seen, seat),
        "peng_by_itself": after.rules.open_draws and _made(seen, seat, "peng"),
        "zhao": _made(seen, seat, "zhao"),
        "po_pao": after.result is not None and broken_pao(after) is not None,
        "chong_pao": _needs_no_discard(view, seen, seat),
        "bottom": before is None and view.bottom is not None and view.result is None,
    }
    return tuple(code for code in CODES if met[code])


def _made(seen: list[Event], seat: int, *kinds: str) -> bool:
    return any(event.kind in kinds and event.seat == seat for event in seen)


def _needs_no_discard(view: View, seen: list[Event], seat: int) -> bool:
    """Whether the seat owed no discard because of its second four alike (R13), not for want of one (R15)."""
    quads = sum(meld.quad for meld in view.seats[seat].melds)
    return quads > 1 and any(event.kind == "no_discard" and event.seat == seat for event in seen)


def _meets_dead(view: View) -> bool:
    """Whether a card lies open that the seat could claim, were it not dead for it (R25)."""
    up = view.face_up
    if up is None or view.result is not None or view.seat is None:
        return False
    if up.seat == view.seat and not up.drawn:
        return False
    may_eat = up.seat in (view.seat, _seat_before(view, view.seat))
    pair = view.hand.count(up.kind) == 2 and up.seat != view.seat
    return (pair and up.kind in view.dead_peng) or (
        may_eat and up.kind in view.dead_chi and _could_eat(view.hand, up.kind)
    )


def _seat_before(view: View, seat: int) -> int:
    """The seat whose next one this is (R5, R47)."""
    before = (seat + 2) % 3
    return (seat + 1) % 3 if before == view.absent else before


def _could_eat(hand: tuple[Kind, ...], kind: Kind) -> bool:
    loose = [card for card in hand if hand.count(card) < 3]
    return any(_is_meld((kind, *pair)) for pair in set(combinations(loose, 2)))


def _is_meld(cards: tuple[Kind, ...]) -> bool:
    for meld_type in ("run", "jiao"):
        try:
            Meld(meld_type, tuple(sorted(cards)))
        except ValueError:
            continue
        return True
    return False


def _wei_took_a_win(before: Round, seen: list[Event], seat: int) -> bool:
    """Whether a 偎 or 提 that the seat sees took a card for which it waited (R14.3, R50)."""
    made = next((event for event in seen if event.kind in ("wei", "chou_wei", "ti") and event.cards), None)
    if made is None:
        return False
    waited = {wait.kind: wait for wait in waits(before.rules, before.view(seat))}
    wait = waited.get(made.cards[0])
    if wait is None:
        return False
    return wait.own is None if made.seat == seat else wait.other is not None

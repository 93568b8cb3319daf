"""What just happened, as short lines: only what the reader may see (R45)."""

from __future__ import annotations

from bot.views.cards import FACE_DOWN, card, meld_word, open_card
from bot.views.say import Markup, Say
from bot.views.scene import Scene
from engine import Event, Round, View

_TURNED_UP = frozenset({"draw", "discard"})
_OPENING = frozenset({"deal", "liang", "ti", "long", "bottom"})


def news(say: Say, scene: Scene, seat: int | None, count: int = 1) -> tuple[Markup, ...]:
    """The last `count` things that are settled, oldest first, without the card that lies open now."""
    seen = [event for event in scene.game.events if event.visible_to(seat)]
    if seen and seen[-1].kind in _TURNED_UP:
        seen.pop()
    found: list[Markup] = []
    for place in range(len(seen) - 1, -1, -1):
        if len(found) == count:
            break
        text = _told(say, scene, seen[place], seen[place - 1] if place else None)
        if text is not None:
            found.append(text)
    return tuple(reversed(found))


def _told(say: Say, scene: Scene, event: Event, before: Event | None) -> Markup | None:  # noqa: PLR0911
    """One event in words; None for those that are no news. `before` is the event before it."""
    if event.seat is None:
        return None
    name = scene.name(event.seat)
    shown = card(say, event.cards[0]) if event.cards else Markup("")
    match event.kind:
        case "river" if before is not None and before.kind == "draw":
            return say("{name} 摸到 {card}，无人要", name=name, card=shown)
        case "river":
            return say("{name} 打出 {card}，无人要", name=name, card=shown)
        case "peng":
            return say("{name} 碰 {card}", name=name, card=shown)
        case "chi" if len(event.cards) > 3:
            laid = len(event.cards) // 3 - 1
            return say.n("{name} 吃 {card}，比 {n} 组", name=name, card=shown, n=laid)
        case "chi":
            return say("{name} 吃 {card}", name=name, card=shown)
        case "wei" | "chou_wei" | "ti" | "pao" | "zhao" | "long":
            did = meld_word(say, event.kind, scene.rules)
            return say("{name} {did} {card}", name=name, did=did, card=shown or Markup(FACE_DOWN * 3))
    return None


def on_the_table(say: Say, scene: Scene, view: View) -> Markup:
    """What everybody waits for, in the words for everybody: the open card, or the one who owes a discard."""
    up = view.face_up
    if up is not None:
        name, shown = scene.name(up.seat), open_card(say, up.kind)
        if up.drawn:
            return say("{name} 摸到 {card}　等各家", name=name, card=shown)
        return say("{name} 打出 {card}　等各家", name=name, card=shown)
    if view.turn is None:
        return say("下一张牌马上翻开")
    if on_liang(scene.game, view) and view.liang is not None:
        return say("亮张 {card}　{name} 先打", card=open_card(say, view.liang), name=scene.name(view.turn))
    return say("等 {name} 打牌", name=scene.name(view.turn))


def on_liang(game: Round, view: View) -> bool:
    """Whether the 亮张 still lies there: nothing was drawn or discarded yet (R8 to R10)."""
    return view.liang is not None and all(event.kind in _OPENING for event in game.events)

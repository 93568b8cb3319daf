"""The pop-up 看牌: the own hand in 200 characters."""

from __future__ import annotations

from bot.views.popup import LIMIT, hand_popup
from bot.views.say import chinese as say
from engine.cards import Kind
from tests.views.samples import course, game_of, lobby, states

FACES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"


def hand_in(text: str) -> list[str]:
    rows = [row for row in text.splitlines()[1:] if not set(row) - set(FACES + " 　")]
    return sorted("".join(rows[:2]).replace(" ", "").replace("\u3000", ""))


def in_order(hand: tuple[Kind, ...]) -> list[str]:
    return sorted(FACES[kind] for kind in hand)


def test_popup_is_complete_plain_and_short() -> None:
    for table in states(3, tuple(range(12))):
        for seat in range(3):
            view = game_of(table).view(seat)
            text = hand_popup(say, table, table.player(seat).user_id)
            assert len(text) <= LIMIT
            assert "<" not in text
            assert text.startswith(f"手牌 {len(view.hand)} · 桌面 {view.seats[seat].huxi} 息")
            assert hand_in(text) == in_order(view.hand)


def test_popup_says_what_can_be_answered() -> None:
    told = set()
    for table in states():
        for seat in range(3):
            last = hand_popup(say, table, table.player(seat).user_id).splitlines()[-1]
            words = {option.word for option in game_of(table).view(seat).options}
            assert last.startswith("可选 ") == bool(words - {"discard"})
            assert (last == "该你打牌") == ("discard" in words)
            told.add(last[:2])
    assert {"可选", "该你", "现在"} <= told


def test_popup_leads_those_without_a_hand_on() -> None:
    table = next(course(lobby("阿明", "小红", "老王", "阿强"), 1))
    assert table.sitting_out is not None
    assert "守醒" in hand_popup(say, table, table.sitting_out.user_id)
    assert "没坐在这一桌" in hand_popup(say, table, 999)
    assert hand_popup(say, lobby("阿明"), 1) == "还没发牌。"
    assert "坐下" in hand_popup(say, lobby("阿明"), 2)

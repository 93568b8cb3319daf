"""The public board: complete, and without anything private (R45, R46)."""

from __future__ import annotations

import random

import pytest

from bot.host import intents as do
from bot.host.table import Phase
from bot.views.board import MARK, board, call
from bot.views.layout import isolate
from bot.views.say import chinese as say
from tests.host.tables import run
from tests.views.hidden import reshuffled
from tests.views.samples import ODD_NAMES, course, game_of, labels, lobby, shown, states

URL = "https://t.me/bot"


def test_keyboard_never_changes_during_a_round() -> None:
    seen = {str(labels(board(say, table, URL))) for table in states()}
    assert seen == {str([["吃", "碰", "胡", "过"], ["看牌", "去私聊出牌"]])}
    link = board(say, states()[0], URL).keyboard[1][1]
    assert (link.url, link.press) == (URL, None)


def test_scenario_22_a_seat_is_marked_only_while_it_owes_a_discard() -> None:
    marked = open_cards = 0
    for table in states():
        view = game_of(table).view(None)
        text = shown(board(say, table, URL, 60))
        if view.face_up is not None:
            open_cards += 1
            assert MARK not in text
            assert "⏱" not in text
            assert text.splitlines()[-1].endswith("】　等各家")
        else:
            marked += 1
            assert view.turn is not None
            name = table.player(view.turn).name
            assert f"{MARK}{name}　手" in text
            assert text.count(MARK) == 1
            assert text.endswith("⏱ 60s")
    assert marked > 20
    assert open_cards > 20


def test_scenario_36_every_card_count_is_visible() -> None:
    for table in states():
        text = shown(board(say, table, URL))
        for seat, seen in enumerate(game_of(table).view(None).seats):
            assert f"{table.player(seat).name}　手{seen.cards}　息 {seen.huxi}" in text


@pytest.mark.parametrize("people", [3, 4])
def test_r46_board_does_not_change_when_hidden_cards_do(people: int) -> None:
    moved = 0
    weis = set()
    for number, table in enumerate(states(people, tuple(range(10)))):
        other, changed = reshuffled(table, None, number)
        moved += changed
        weis |= {seat for seat, seen in enumerate(game_of(table).view(None).seats) if seen.hidden}
        assert board(say, other, URL, 60) == board(say, table, URL, 60)
    assert moved > 1000
    assert weis == {0, 1, 2}


def test_r45_hidden_wei_is_face_down_and_adds_no_huxi() -> None:
    found = 0
    for table in states():
        for seat, seen in enumerate(game_of(table).view(None).seats):
            if seen.hidden:
                found += 1
                text = shown(board(say, table, URL))
                assert f"{table.player(seat).name}　手{seen.cards}　息 {seen.huxi}+?" in text
                assert "偎 ▨▨▨" in text
    assert found > 5


def test_scenario_35_odd_names_stay_apart_and_escaped() -> None:
    for table in course(lobby(*ODD_NAMES), 3):
        if table.phase is not Phase.PLAYING:
            continue
        text = board(say, table, URL).text
        assert "&lt;b&gt;&amp;" in text
        assert "<b>&" not in text
        assert "\u202e" not in text
        assert text.count("\u2068") == text.count("\u2069")
        assert all(len(line) < 60 for line in shown(text).splitlines() if "手" in line)


def test_scenario_37_nobody_is_mentioned_on_the_board() -> None:
    assert not any("tg://" in board(say, table, URL).text for table in states())


def test_scenario_38_no_pre_and_full_width_spaces() -> None:
    text = board(say, states()[0], URL).text
    assert "<pre" not in text
    assert "\u3000" in text


def test_only_who_owes_a_discard_is_called() -> None:
    called = 0
    for table in states():
        message = call(say, table)
        turn = game_of(table).view(None).turn
        if turn is None:
            assert message is None
        else:
            called += 1
            assert message is not None
            assert f'href="tg://user?id={table.player(turn).user_id}"' in message.text
    assert called > 20


def test_r44_who_sits_out_is_named() -> None:
    table = states(4)[0]
    assert table.sitting_out is not None
    assert f"守醒 {table.sitting_out.name}" in shown(board(say, table, URL))


def test_practice_is_said() -> None:
    table = next(course(lobby("阿明", computers=2), 2))
    assert "练习局，不记账" in board(say, table, URL).text
    assert isolate("🤖老王") in board(say, table, URL).text


def test_board_loses_its_buttons_with_the_round() -> None:
    *_, after = course(lobby("阿明", "小红", "老王"), 1)
    message = board(say, after, URL)
    assert message.keyboard == ()
    assert message.text.endswith("本局结束")


def test_no_round_no_board() -> None:
    with pytest.raises(ValueError, match="no round"):
        board(say, lobby("阿明"), URL)


def test_texts_stay_far_below_the_limit() -> None:
    assert max(len(board(say, table, URL).text) for table in states()) < 2000


def test_press_carries_the_moment_it_was_made_for() -> None:
    table = random.Random(1).choice(states())
    pressed = board(say, table, URL).keyboard[0][0].press
    assert pressed is not None
    assert (pressed.what, pressed.table, pressed.moment) == ("chi", 7, table.moment)
    assert run(lobby("阿明", "小红"), do.AddComputer(1)).moment != table.moment

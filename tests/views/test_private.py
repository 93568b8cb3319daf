"""The private chat: the own hand, exactly the own options, and nobody else's cards."""

from __future__ import annotations

import pytest

from bot.chat.tokens import encode
from bot.host.table import Table
from bot.views.cards import faces
from bot.views.options import brings
from bot.views.private import private
from bot.views.say import chinese as say
from engine import RULE_SETS, Action, View
from engine.cards import is_red
from tests.views.hidden import reshuffled
from tests.views.samples import course, game_of, labels, lobby, shown, states

GROUP = "麻友群"


def seen(people: int = 3) -> list[tuple[Table, int, View]]:
    return [
        (table, table.player(seat).user_id, game_of(table).view(seat))
        for table in states(people)
        for seat in range(3)
    ]


def with_word(word: str) -> list[tuple[Table, int, View]]:
    found = [each for each in seen() if any(option.word == word for option in each[2].options)]
    assert found
    return found


def test_buttons_are_exactly_the_legal_actions() -> None:
    asked = 0
    for table, user, view in seen():
        message = private(say, table, user, GROUP)
        *moves, look = message.keyboard
        picks = [b.press.arg for row in moves for b in row if b.press is not None]
        assert sorted(picks, key=int) == [str(index) for index in range(len(view.options))]
        assert all(b.press and b.press.what == "act" for row in moves for b in row)
        assert [button.label for button in look] == ["图片", "托管"]
        assert all(len(encode(b.press)) <= 64 for row in message.keyboard for b in row if b.press)
        asked += bool(view.options)
    assert asked > 50


def test_discards_stand_in_even_rows_of_at_most_five_as_in_the_hand_with_red_ones_red() -> None:
    for table, user, view in with_word("discard"):
        *keyboard, _ = private(say, table, user, GROUP).keyboard
        widths = [len(row) for row in keyboard]
        assert max(widths) <= 5
        assert len(widths) == -(-sum(widths) // 5)
        assert max(widths) - min(widths) <= len(widths) - 1
        assert 1 <= len(keyboard[-1]) <= 5
        kinds = []
        for button in (button for row in keyboard for button in row):
            assert button.press is not None
            (kind,) = view.options[int(button.press.arg)].cards
            kinds.append(kind)
            assert button.style == ("danger" if is_red(kind) else None)
        assert kinds == sorted(kinds)


def test_claims_stand_one_in_a_row_with_pass_last() -> None:
    for table, user, view in [*with_word("peng"), *with_word("chi")]:
        *rows, _ = labels(private(say, table, user, GROUP))
        assert all(len(row) == 1 for row in rows)
        assert rows[-1] == ["过"]
        assert all(row[0].endswith("息") for row in rows[:-1] if not row[0].startswith("胡"))
        if "peng" in {option.word for option in view.options}:
            assert rows[0][0].startswith(("碰", "胡"))


def test_hu_comes_first_in_green_with_its_worth() -> None:
    for table, user, view in with_word("hu"):
        button = private(say, table, user, GROUP).keyboard[0][0]
        assert view.win is not None
        assert button.style == "success"
        assert button.label.startswith(f"胡 {view.win.huxi}息·{view.win.units}等·")
        assert button.label.endswith(f"每家{view.win.pay * table.base}豆")


def test_r27_a_second_press_is_asked_where_the_first_was_not() -> None:
    for table, user, view in with_word("hu"):
        index = view.options.index(Action("pass"))
        keyboard = private(say, table, user, GROUP, confirm=index).keyboard
        presses = [row[0].press for row in keyboard]
        assert [press.what for press in presses if press] == ["sure", "act", "back"]
        assert presses[0] is not None
        assert presses[0].arg == str(index)
        assert keyboard[0][0].label == "不胡，过"
        assert private(say, table, user, GROUP).keyboard[-2][0].label == "过"
        assert "真的不胡" in private(say, table, user, GROUP, confirm=index).text


def test_r24_bi_is_told_on_the_button() -> None:
    found = 0
    for table, user, view in with_word("chi"):
        rows = [row[0] for row in labels(private(say, table, user, GROUP))]
        for action in (action for action in view.options if action.bi):
            found += 1
            eaten, *bi = (faces(say, cards) for cards in (action.cards, *action.bi))
            start = f"吃 {eaten} 比 {' '.join(bi)}　+"
            assert any(row.startswith(start) for row in rows)
    assert found > 0


@pytest.mark.parametrize(
    ("action", "kind", "huxi"),
    [
        (Action("peng"), 2, 1),
        (Action("peng"), 12, 3),
        (Action("chi", (0, 1)), 2, 3),
        (Action("chi", (0, 1), ((2, 2, 12),)), 2, 3),
        (Action("chi", (11, 16), ((17, 18, 19),)), 19, 6),
        (Action("chi", (2, 3)), 4, 0),
    ],
)
def test_r4_a_claim_tells_the_huxi_that_it_lays_down(action: Action, kind: int, huxi: int) -> None:
    assert brings(RULE_SETS["qq-half"], action, kind) == huxi


def test_prompt_is_the_first_line() -> None:
    for table, user, view in seen():
        first = shown(private(say, table, user, GROUP, seconds=30)).splitlines()[0]
        if "discard" in {option.word for option in view.options}:
            assert first == "该你打牌　⏱ 30s"
        elif view.options:
            assert first.endswith("　⏱ 30s")
            assert "要吗" in first or "可以胡" in first
        else:
            assert "⏱" not in first
            assert first.startswith("已选 ") == (view.answer is not None)


def test_answered_claim_waits_for_the_others() -> None:
    answered = [each for each in seen() if each[2].answer is not None]
    assert answered
    for table, user, _ in answered:
        message = private(say, table, user, GROUP)
        assert labels(message) == [["图片", "托管"]]
        assert shown(message).splitlines()[0].endswith("，等各家")


def test_waiting_looks_the_same_with_and_without_an_option_of_others() -> None:
    for number, (table, user, view) in enumerate(seen()):
        other, _ = reshuffled(table, view.seat, number)
        assert private(say, other, user, GROUP) == private(say, table, user, GROUP)


def test_hand_and_counts_are_complete() -> None:
    faces = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
    for table, user, view in seen():
        text = shown(private(say, table, user, GROUP))
        rows = text[text.index("你　手") :].splitlines()
        hand = [row for row in rows[1:] if row.strip("　 ") and not set(row) - set(faces + " 　")]
        assert sorted("".join(hand).replace(" ", "").replace("　", "")) == sorted(faces[k] for k in view.hand)
        for seat in range(3):
            if seat != view.seat:
                assert f"{table.player(seat).name}　手{view.seats[seat].cards}" in text


def test_r44_who_sits_out_watches_and_learns_when_to_play() -> None:
    table = states(4)[0]
    assert table.sitting_out is not None
    message = private(say, table, table.sitting_out.user_id, GROUP)
    assert message.keyboard == ()
    assert "这一局你守醒" in message.text
    assert "换庄你就上桌" in message.text
    assert "▶" in message.text
    assert "▶" in private(say, table, 999, GROUP).text
    assert "守醒，" not in private(say, table, 999, GROUP).text


def test_scenario_21_the_group_is_named_and_cut() -> None:
    table = states()[0]
    text = private(say, table, 1, "周五晚上<跑胡子>麻友群").text
    assert "\u2068周五晚上&lt;…\u2069" in text


def test_round_over_keeps_hand_and_tells_the_beans() -> None:
    *_, after = course(lobby("阿明", "小红", "老王"), 2)
    assert after.last is not None
    for person in after.last.people:
        text = shown(private(say, after, person.user_id, GROUP))
        assert f"本局 {after.last.beans[person.user_id]:+d} 豆".replace("-", "−") in text.replace(
            "+0", "0"
        ) or (after.last.beans[person.user_id] == 0 and "本局 0 豆" in text)


def test_before_the_first_deal_there_is_no_hand() -> None:
    assert shown(private(say, lobby("阿明"), 1, GROUP)) == "「麻友群」还没发牌。"


@pytest.mark.parametrize("rules", ["qq-full", "hunan", "changde-full"])
def test_other_sets_show_their_tables_too(rules: str) -> None:
    for table in states(3, (5,), rules):
        for seat in range(3):
            assert private(say, table, table.player(seat).user_id, GROUP).text

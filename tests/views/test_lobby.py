"""The open table: who sits, what is played, and which buttons lead on."""

from __future__ import annotations

from dataclasses import replace

from bot.chat.tokens import encode
from bot.host import intents as do
from bot.host.house import BASES
from bot.views.lobby import about, base_menu, closed, lobby, rules_menu
from bot.views.message import Message
from bot.views.say import chinese as say
from engine import RULE_SETS
from tests.host.tables import run
from tests.views.samples import course, labels, shown
from tests.views.samples import lobby as open_table

TOTALS = {1: 128, 2: -40}


def lines(message: Message) -> list[str]:
    return shown(message).splitlines()


def test_seats_show_wind_name_and_beans() -> None:
    text = lines(lobby(say, open_table("阿明", "小红"), TOTALS))
    assert text == [
        "🀄 跑胡子 · QQ半名堂",
        "底分 3 · 不限局数",
        "",
        "东 阿明　+128 豆",
        "南 小红　−40 豆",
        "西 空位",
        "",
        "阿明 开的桌，还差 1 人",
        "按「坐下」，或「加电脑」练习",
    ]


def test_buttons_before_three_sit() -> None:
    assert labels(lobby(say, open_table("阿明"), {})) == [
        ["坐下", "加电脑", "离开"],
        ["玩法", "底分", "换位"],
        ["规则"],
    ]


def test_begin_comes_first_as_soon_as_three_sit() -> None:
    rows = labels(lobby(say, open_table("阿明", "小红", "老王"), {}))
    assert rows[:2] == [["开局"], ["坐下", "离开"]]
    assert labels(lobby(say, open_table("阿明", "小红", "老王", "阿强"), {}))[:2] == [["开局"], ["离开"]]


def test_computers_can_be_sent_away_and_mean_practice() -> None:
    message = lobby(say, open_table("阿明", computers=2), TOTALS)
    assert labels(message)[1] == ["坐下", "撤电脑", "离开"]
    assert "南 🤖老王　电脑" in lines(message)
    assert "有电脑：练习，不记账" in lines(message)


def test_multiplier_and_length_of_a_match_are_said() -> None:
    table = open_table("阿明", rounds=8, multiplier=10)
    assert lines(lobby(say, table, {}))[1] == "底分 3 · 倍数 10 · 8 局一场"


def test_after_a_match_the_lobby_invites_to_the_next() -> None:
    *_, after = course(open_table("阿明", "小红", "老王", rounds=1), 1)
    assert after.match_over
    assert lines(lobby(say, after, {}))[-2:] == ["这一场打完了", "按「开局」再来一场"]
    fewer = run(after, do.Leave(2))
    assert lines(lobby(say, fewer, {}))[-3:-1] == ["这一场打完了", "还差 1 人"]


def test_somebody_who_opened_without_sitting_is_not_named() -> None:
    table = replace(open_table("阿明"), opener=99)
    assert "还差 2 人" in lines(lobby(say, table, {}))


def test_join_url_is_a_button() -> None:
    button = lobby(say, open_table("阿明"), {}, "https://t.me/bot?start=x").keyboard[1][0]
    assert (button.label, button.url) == ("私聊入座", "https://t.me/bot?start=x")


def test_rules_menu_offers_every_set_and_tells_it_apart() -> None:
    message = rules_menu(say, open_table("阿明", rules="hunan"))
    presses = [b.press for row in message.keyboard for b in row if b.press]
    assert [press.arg for press in presses if press.what == "set_rules"] == list(RULE_SETS)
    assert message.keyboard[-1][0].label == "返回"
    flat = [label for row in labels(message) for label in row]
    assert [label for label in flat if label.endswith("✓")] == ["湖南守醒 ✓"]
    told = [line for line in lines(message) if line.startswith("　")]
    assert len(told) == len(set(told)) == len(RULE_SETS)


def test_base_menu_offers_the_bases() -> None:
    message = base_menu(say, open_table("阿明"))
    presses = [b.press for row in message.keyboard for b in row if b.press]
    assert [press.arg for press in presses if press.what == "set_base"] == [str(base) for base in BASES]
    assert "底分 3 ✓" in [label for row in labels(message) for label in row]


def test_rule_page_has_a_way_back() -> None:
    assert about(say, open_table("阿明")).keyboard[-1][0].label == "返回"


def test_closed_says_why() -> None:
    table = open_table("阿明")
    assert "这一桌收了。" in closed(say, run(table, do.Stop(1))).text
    assert "人都走了" in closed(say, run(table, do.Leave(1))).text
    assert closed(say, run(table, do.Leave(1))).keyboard == ()


def test_every_button_begins_in_chinese_and_fits_its_token() -> None:
    table = open_table("阿明", computers=2)
    for message in (lobby(say, table, {}), rules_menu(say, table), base_menu(say, table), about(say, table)):
        for row in message.keyboard:
            assert 1 <= len(row) <= 5
            for button in row:
                assert button.press is not None
                assert "\u4e00" <= button.label[0] <= "\u9fff" or button.label.startswith("QQ")
                assert len(encode(button.press)) <= 64

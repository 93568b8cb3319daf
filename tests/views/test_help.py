"""The pages behind the commands."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.views.help import beans, greeting, help_page, leave_question, rules, seated
from bot.views.layout import width
from bot.views.say import chinese as say
from engine import RULE_SETS
from tests.views.samples import lobby, shown, states


@dataclass
class Row:
    user_id: int
    name: str
    beans: int
    rounds: int


def test_help_leads_on_from_where_one_is() -> None:
    pages = [
        shown(help_page(say, in_group, tables))
        for in_group in (True, False)
        for tables in ((), (lobby("阿明"),), (states()[0],))
    ]
    steps = [page.split("\n\n")[1] for page in pages]
    assert "/new" in steps[0]
    assert "开局" in steps[1]
    assert "去私聊出牌" in steps[2]
    assert "加进群" in steps[3]
    assert "/hand" in steps[5]
    assert len(set(steps)) == 5
    assert all("/leave" in page and "/beans" in page for page in pages)


def test_greeting_leads_into_a_group() -> None:
    message = greeting(say, "phz_bot")
    assert message.keyboard[0][0].url == "https://t.me/phz_bot?startgroup=new"
    assert "/new" in message.text


def test_seated_names_the_group() -> None:
    assert "「\u2068A&amp;B\u2069」" in seated(say, lobby("阿明"), "A&B").text


def test_r42_leave_question_belongs_to_one_and_tells_no_amount() -> None:
    message = leave_question(say, states()[0], 42)
    presses = [row[0].press for row in message.keyboard]
    assert [(press.what, press.arg) for press in presses if press] == [("leave_sure", "42"), ("stay", "42")]
    assert not any(char.isdigit() for char in message.text)


@pytest.mark.parametrize("name", list(RULE_SETS))
def test_rule_page_has_the_values_of_the_set(name: str) -> None:
    text = shown(rules(say, name))
    page = RULE_SETS[name]
    assert f"{page.min_huxi} 息起胡" in text
    assert text.count(" 番\n") >= len(page.fans)
    assert ("不能吃碰" in text) == page.dead_bars_peng
    assert ("翻倍算等" in text) == page.tian_doubled
    assert ("一共 10 番" in text) == (page.together == 10)
    assert "提　9／12" in text
    assert max(width(line) for line in text.splitlines()) <= 34


def test_pages_differ_as_the_sets_do() -> None:
    assert len({rules(say, name).text for name in RULE_SETS}) == len(RULE_SETS)


def test_beans_of_a_group() -> None:
    text = shown(beans(say, (Row(1, "阿明", 128, 9), Row(2, "小<红>", -128, 9))))
    assert "阿明　+128 豆　9 局" in text
    assert "小<红>　−128 豆　9 局" in text
    assert "小<红> 给 阿明 128 豆" in text
    assert "还没有账" in beans(say, ()).text

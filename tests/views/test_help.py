"""The pages behind the commands."""

from __future__ import annotations

from dataclasses import dataclass

from bot.host.table import Table
from bot.views.help import beans, greeting, help_page, leave_question, seated
from bot.views.languages import say_in
from bot.views.say import chinese as say
from tests.views.samples import game_of, lobby, records, settled, shown, states


@dataclass
class Row:
    user_id: int
    name: str
    beans: int
    rounds: int


def step(user_id: int, *tables: Table, in_group: bool = False, here: Table | None = None) -> str:
    """What /help says is next."""
    text = shown(help_page(say, user_id, tables, in_group=in_group, here=here))
    return next(line for line in text.splitlines() if line.startswith("👉"))


def asked(state: Table, user_id: int) -> bool:
    seat = state.seat_of(user_id)
    return seat is not None and bool(game_of(state).view(seat).options)


def test_help_for_who_has_no_seat() -> None:
    table = lobby("阿明")
    assert "加进群" in step(9)
    assert "/new" in step(9, in_group=True)
    assert "按「坐下」入座" in step(9, in_group=True, here=table)
    assert "正在打" in step(9, in_group=True, here=states()[0])


def test_help_for_who_has_a_seat() -> None:
    table = lobby("阿明")
    assert "开局" in step(1, table)
    assert "开局" in step(1, table, in_group=True, here=table)
    between = settled(records("qq-half")[0])
    assert "下一局" in step(1, between)


def test_help_for_who_plays_says_whether_anything_is_asked() -> None:
    seen = set()
    for state in states():
        for person in state.people:
            is_asked = asked(state, person.user_id)
            private, group = (
                step(person.user_id, state),
                step(person.user_id, state, in_group=True, here=state),
            )
            seen.add(is_asked)
            assert ("现在等你" in private, "现在等你" in group) == (is_asked, is_asked)
            assert "/hand" in private
            assert "去私聊出牌" in group
    assert seen == {True, False}


def test_r44_help_for_who_sits_out() -> None:
    state = states(4)[0]
    assert state.sitting_out is not None
    assert "守醒" in step(state.sitting_out.user_id, state)


def test_help_prefers_the_table_of_the_group_it_is_asked_in() -> None:
    here, elsewhere = lobby("阿明"), states()[0]
    assert "开局" in step(1, elsewhere, here, in_group=True, here=here)
    assert "开局" not in step(1, elsewhere, here)


def test_help_teaches_english_readers_the_cards() -> None:
    text = shown(help_page(say_in("en"), 9, (), in_group=False, here=None))
    assert "七 7" in text
    assert "柒 7" in text
    assert "吃 chow" in text
    assert "七 7" not in shown(help_page(say, 9, (), in_group=False, here=None))


def test_help_names_the_commands() -> None:
    text = shown(help_page(say, 9, (), in_group=False, here=None))
    for command in ("/new", "/hand", "/rules", "/beans", "/lang", "/leave", "/stop", "/help"):
        assert f"\n{command} " in text


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


def test_beans_of_a_group() -> None:
    text = shown(beans(say, (Row(1, "阿明", 128, 9), Row(2, "小<红>", -128, 9))))
    assert "阿明　+128 豆　9 局" in text
    assert "小<红>　−128 豆　9 局" in text
    assert "小<红> 给 阿明 128 豆" in text
    assert "还没有账" in beans(say, ()).text

"""Every screen in every language: complete, valid for Telegram, within its limits, short on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.chat.tokens import encode
from bot.host.decide import Refused
from bot.host.table import Table
from bot.playground.html import parse_html
from bot.views import calls, commands, help, unreachable  # noqa: A004 - the page is called as its command
from bot.views.board import board, call
from bot.views.hands import hands
from bot.views.hints import CODES, hint_text
from bot.views.languages import LANGUAGES, language_page, say_in
from bot.views.layout import width
from bot.views.lobby import about, base_menu, closed, lobby, rules_menu
from bot.views.match import match_end
from bot.views.message import CAPTION, ROOM, Message
from bot.views.notices import _NOTICES, notice
from bot.views.popup import LIMIT, hand_popup
from bot.views.private import private
from bot.views.record import record_page
from bot.views.rulebook import PAGES
from bot.views.say import Say
from bot.views.settlement import settlement
from bot.views.toasts import done, known_codes, refusal
from engine import RULE_SETS, Action
from tests.views.samples import lobby as open_table
from tests.views.samples import records, settled, shown, states

OWN_WORDS = ("QQ", "‹", "Next", "下", "简", "繁", "跟", "English", "Same")
SAYS = [pytest.param(say_in(language), id=language) for language in LANGUAGES]


def lobbies() -> list[Table]:
    return [
        open_table("阿明"),
        open_table("阿明", computers=2),
        open_table("阿明", "小红", computers=1, rounds=1, multiplier=10),
        open_table("阿明", "小红", "老王", "阿强"),
    ]


def before_play(say: Say) -> Iterator[Message]:
    for table in lobbies():
        yield lobby(say, table, {1: 128, 2: -1}, "https://t.me/bot?start=x")
        yield rules_menu(say, table)
        yield base_menu(say, table)
        yield closed(say, table)
        yield from (about(say, table, number) for number in range(PAGES))
        yield help.seated(say, table, "麻友群")
    for name in RULE_SETS:
        yield from (about(say, open_table("阿明", rules=name), number) for number in range(PAGES))


def in_play(say: Say) -> Iterator[Message]:
    regional = (table for rules in ("luzhou-kaikai", "guilin") for table in states(seeds=(1,), rules=rules))
    for table in (*states(seeds=(1, 2)), *states(4, seeds=(3,)), *regional):
        yield board(say, table, "https://t.me/bot", 60)
        called = call(say, table)
        if called is not None:
            yield called
        for person in table.people:
            for confirm in (None, 0):
                yield private(say, table, person.user_id, "麻友群", seconds=30, confirm=confirm)
            yield private(say, table, person.user_id, "麻友群", picture=True)


def after_play(say: Say) -> Iterator[Message]:
    for name in RULE_SETS:
        for game in records(name)[:12]:
            table = settled(game, huang=2)
            assert table.last is not None
            yield settlement(say, table, {1: 5})
            yield hands(say, table.last)
            yield record_page(say, table.last)
            yield match_end(say, settled(game, over=True))
            yield private(say, table, 1, "麻友群")


def pages(say: Say) -> Iterator[Message]:
    yield help.greeting(say, "phz_bot")
    yield help.rules_sent(say, "phz_bot")
    yield help.rules_by_link(say, "https://t.me/phz_bot?start=rules-1")
    yield help.beans(say, ())
    yield help.leave_question(say, states()[0], 1)
    yield unreachable.cannot_sit(say, "阿明", "https://t.me/bot")
    yield from (calls.your_turn(say, states()[0], leads=leads) for leads in (True, False))
    yield unreachable.cannot_play(say, "阿明", "https://t.me/bot")
    for in_group in (True, False):
        yield language_page(say, None, in_group=in_group)
        for table in (*lobbies(), *states(seeds=(1,))[:5], settled(records("hunan")[0])):
            yield help.help_page(say, 1, (table,), in_group=in_group, here=table)
            yield help.help_page(say, 9, (), in_group=in_group, here=table)


@pytest.mark.parametrize("make", [before_play, in_play, after_play, pages])
@pytest.mark.parametrize("say", SAYS)
def test_messages_are_valid_and_short_enough(say: Say, make: object) -> None:
    assert callable(make)
    count = 0
    for message in make(say):
        count += 1
        text, _ = parse_html(message.text)
        assert 0 < len(text) <= (4096 if message.picture is None else CAPTION)
        assert not re.search("{[a-z]+}", text)
        for row in message.keyboard:
            assert 1 <= len(row) <= 5
            assert max(width(button.label) for button in row) * len(row) <= ROOM, shown(message)
            for button in row:
                assert button.label.strip() == button.label != ""
                assert button.press is None or len(encode(button.press)) <= 64
    assert count > 10


@pytest.mark.parametrize("make", [before_play, in_play, after_play])
@pytest.mark.parametrize("say", SAYS)
def test_labels_begin_with_their_chinese_word(say: Say, make: object) -> None:
    assert callable(make)
    for message in make(say):
        for button in (button for row in message.keyboard for button in row):
            if (
                button.press is not None
                and button.press.what in ("rules", "set_rules")
                and say.language == "en"
            ):
                continue
            assert "\u4e00" <= button.label[0] <= "\u9fff" or button.label.startswith(OWN_WORDS), button.label


@pytest.mark.parametrize("say", SAYS)
def test_popups_are_plain_and_short_enough(say: Say) -> None:
    told = [
        refusal(say, Refused(code, n=2, known="1、2", word="chi", why="x", most=3)) for code in known_codes()
    ]
    told += [notice(say, code) for code in _NOTICES]
    told += [hint_text(say, code, rules) for code in CODES for rules in RULE_SETS.values()]
    told += [
        done(say, action, 2) for action in (Action("discard", (2,)), Action("chi", (0, 1)), Action("peng"))
    ]
    told += [
        hand_popup(say, table, person.user_id) for table in states(seeds=(1, 2)) for person in table.people
    ]
    for text in told:
        assert 0 < len(text) <= LIMIT
        assert not re.search("<[a-z/]|&[a-z]+;|{", text), text


@pytest.mark.parametrize("say", SAYS)
def test_offered_commands_are_short(say: Say) -> None:
    for offered in (commands.in_group(say), commands.in_private(say)):
        assert len(offered) == len(dict(offered))
        assert all(re.fullmatch("[a-z]+", name) and 1 < len(words) <= 40 for name, words in offered)


@pytest.mark.parametrize("say", SAYS)
def test_what_is_hidden_stays_hidden_in_every_language(say: Say) -> None:
    """R45: the board says the same whoever looks; no language adds a card to it."""
    faces = say("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")
    for table in states(seeds=(1,)):
        assert table.game is not None
        view = table.game.view(None)
        seen = {
            kind for seat in view.seats for kind in (*seat.river, *(k for m in seat.melds for k in m.cards))
        }
        seen |= {view.liang} if view.liang is not None else set()
        seen |= {view.face_up.kind} if view.face_up is not None else set()
        text = shown(board(say, table, "https://t.me/bot"))
        told = {kind for kind, face in enumerate(faces) if face in text.split("\n\n", 1)[1]}
        assert told <= seen


def test_english_shows_ranks_on_discards() -> None:
    labels = {
        button.label
        for table in states(seeds=(1, 2))
        for person in table.people
        for row in private(say_in("en"), table, person.user_id, "x").keyboard
        for button in row
        if button.press is not None and button.press.what == "act"
    }
    assert {"七 7", "柒 7", "十 10", "拾 10"} <= labels

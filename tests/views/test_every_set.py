"""Every screen of every rule set, with two to four people, in every language. A new set is tested by being there."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from bot.chat.tokens import encode
from bot.host import intents as do
from bot.host.table import Person, Phase, Table
from bot.playground.html import parse_html
from bot.views.board import board, call
from bot.views.hands import hands
from bot.views.languages import LANGUAGES, say_in
from bot.views.layout import width
from bot.views.lobby import about, base_menu, lobby, rules_menu
from bot.views.look import drawn_settlement
from bot.views.match import match_end
from bot.views.message import CAPTION, ROOM, Message
from bot.views.popup import LIMIT, hand_popup
from bot.views.private import private
from bot.views.record import record_page
from bot.views.rulebook import PAGES
from bot.views.say import Say, chinese
from bot.views.settlement import caption, settlement
from engine import RULE_SETS, Rules
from engine.fans import BY_CARDS
from engine.players import steady
from engine.rules import Fan
from tests.host.tables import NAMES, run
from tests.views.hidden import reshuffled
from tests.views.pictures import opened
from tests.views.samples import game_of, shown
from tests.views.samples import lobby as open_table
from tests.views.sums import added_up

URL = "https://t.me/bot"
GROUP = "麻友群"
TOTALS = {1: 128, 2: -40, 3: -88}
SAYS = tuple(say_in(language) for language in LANGUAGES)
EN = SAYS[-1]

every_set = pytest.mark.parametrize("rules", RULE_SETS)
every_table = pytest.mark.parametrize("people", [2, 3, 4])


def opening(rules: str, people: int) -> Table:
    """A table of a set at which so many sit."""
    return open_table(*NAMES[:people], rules=rules, two=True if people == 2 else None, multiplier=2)


def played(table: Table, seed: int) -> Iterator[Table]:
    """The states of a round: sensible play, with odd answers in between."""
    chance = random.Random(seed)
    table = run(table, do.Begin(1) if table.phase is Phase.LOBBY else do.GoOn(table.moment), seed)
    yield table
    while table.phase is Phase.PLAYING:
        game = game_of(table)
        seat = chance.choice(sorted(game.legal()))
        view = game.view(seat)
        wise = view.options.index(steady(view, game.rules))
        pick = wise if chance.random() < 0.8 else chance.randrange(len(view.options))
        table = run(table, do.Play(table.player(seat).user_id, table.moment, str(pick), sure=True))
        yield table


@cache
def rounds(rules: str, people: int) -> tuple[tuple[Table, ...], ...]:
    """A few rounds, each with the table after it at the end."""
    return tuple(tuple(played(opening(rules, people), seed)) for seed in (11, 12, 13))


def in_play(rules: str, people: int) -> list[Table]:
    """States of rounds in play."""
    return [table for states in rounds(rules, people) for table in states if table.phase is Phase.PLAYING]


def after(rules: str, people: int) -> list[Table]:
    """Tables at which a round is just over."""
    return [states[-1] for states in rounds(rules, people)]


def check(message: Message) -> None:
    """What Telegram takes and a phone shows."""
    text, _ = parse_html(message.text)
    assert 0 < len(text) <= (4096 if message.picture is None else CAPTION)
    assert not re.search(r"{[a-z]+}|None", text), text
    for row in message.keyboard:
        assert 1 <= len(row) <= 5
        assert max(width(button.label) for button in row) * len(row) <= ROOM, [b.label for b in row]
        for button in row:
            assert button.label.strip() == button.label != ""
            assert button.press is None or len(encode(button.press)) <= 64


def screens(say: Say, table: Table) -> Iterator[Message]:
    """All screens of a table with a round in play."""
    yield board(say, table, URL, 60)
    called = call(say, table)
    if called is not None:
        yield called
    for person in table.people:
        yield private(say, table, person.user_id, GROUP, seconds=30)
        yield private(say, table, person.user_id, GROUP, confirm=0)
        yield private(say, table, person.user_id, GROUP, picture=True)


def endings(say: Say, table: Table) -> Iterator[Message]:
    """All screens of a table where a round is just over."""
    assert table.last is not None
    yield settlement(say, table, TOTALS)
    yield caption(say, table)
    yield hands(say, table.last)
    yield record_page(say, table.last)
    yield match_end(say, replace(table, phase=Phase.LOBBY, match_over=True))
    yield lobby(say, replace(table, phase=Phase.LOBBY, match_over=True), TOTALS)
    for person in table.people:
        yield private(say, table, person.user_id, GROUP)
        yield private(say, table, person.user_id, GROUP, picture=True)


@every_set
@every_table
def test_screens_in_play_are_whole_in_every_language(rules: str, people: int) -> None:
    for number, table in enumerate(in_play(rules, people)[::2]):
        say = SAYS[number % len(SAYS)]
        for message in screens(say, table):
            check(message)
        for person in table.people:
            popup = hand_popup(say, table, person.user_id)
            assert 0 < len(popup) <= LIMIT
            assert not re.search("<[a-z/]|&[a-z]+;|{", popup)


@every_set
@every_table
def test_screens_before_and_after_play_are_whole_in_every_language(rules: str, people: int) -> None:
    for say in SAYS:
        for seated in range(1, people + 1):
            check(lobby(say, replace(opening(rules, people), people=_people(seated)), TOTALS))
        check(base_menu(say, opening(rules, people)))
        for table in after(rules, people):
            for message in endings(say, table):
                check(message)


def _people(count: int) -> tuple[Person, ...]:
    return tuple(Person(number + 1, NAMES[number]) for number in range(count))


@every_set
@every_table
def test_pictures_are_drawn(rules: str, people: int) -> None:
    states, ends = in_play(rules, people), after(rules, people)
    for say, table in zip(SAYS, (states[0], states[len(states) // 2], states[-1]), strict=True):
        drawn = private(say, table, table.people[0].user_id, GROUP, picture=True).picture
        if drawn is not None:
            assert opened(drawn.draw()).width == 1080
    for say, table in zip(SAYS, ends, strict=True):
        assert opened(drawn_settlement(say, table, TOTALS).draw()).width == 1080


@every_set
@every_table
def test_r45_r46_nothing_hidden_changes_what_anybody_sees(rules: str, people: int) -> None:
    moved = 0
    for number, table in enumerate(in_play(rules, people)[::2]):
        other, changed = reshuffled(table, None, number)
        moved += changed
        assert board(chinese, other, URL, 60) == board(chinese, table, URL, 60)
        for seat, player in enumerate(table.players):
            if player.user_id:
                other, _ = reshuffled(table, seat, number)
                for picture in (False, True):
                    seen, again = (
                        private(EN, each, player.user_id, GROUP, picture=picture) for each in (table, other)
                    )
                    assert seen == again
                assert hand_popup(EN, other, player.user_id) == hand_popup(EN, table, player.user_id)
    assert moved > 300


@every_set
@every_table
def test_the_sums_lead_to_the_beans(rules: str, people: int) -> None:
    """R37, R43, R47, R48, L5, G3; the tables play with two beans for a point."""
    won = 0
    for seed in range(14):
        *_, table = played(opening(rules, people), seed)
        outcome = table.last
        assert outcome is not None
        result = outcome.game.result
        assert result is not None
        assert sum(outcome.beans.values()) == 0
        if result.end != "hu":
            assert set(outcome.beans.values()) == {0}
            continue
        won += 1
        sums = added_up(shown(settlement(chinese, table, TOTALS)))
        payers = 1 if people == 2 else sums.payers
        assert [-beans for beans in outcome.beans.values() if beans < 0] == [sums.pay] * payers
    assert won > 2


FOREIGN: Mapping[str, str] = {
    "hunan": "招|壠|扫|舵|醒 .，|数醒|坐底|底张|[0-9]子",
    "luzhou": "偎|(?<!逃)跑(?!胡子)|(?<!坐)提|扫|舵|亮张|守醒|数醒|[0-9]子",
    "guilin": "偎|(?<!逃)(?<!破)跑(?!胡)|招|壠|守醒|坐底|底张|番|[0-9]等",
}
"""Words of other games, by family."""


@every_set
@every_table
def test_every_set_speaks_its_own_words(rules: str, people: int) -> None:
    family = RULE_SETS[rules].family
    foreign = re.compile(FOREIGN["guilin" if family == "bayi" else family])
    for table in (*in_play(rules, people)[1::2], *after(rules, people)):
        made = screens if table.phase is Phase.PLAYING else endings
        for message in made(chinese, table):
            text = shown(message) + "".join(button.label for row in message.keyboard for button in row)
            assert not foreign.search(text), text
            if people == 2:
                assert not re.search("上家|下家|每家|[两三]家共|看三家", text), text


def wider(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """The rule sets with one more, wherever they are known."""
    more = {**RULE_SETS, rules.name: rules}
    for module in list(sys.modules.values()):
        for name in ("RULE_SETS", "RULE_SETS"):
            if getattr(module, "__dict__", {}).get(name) is RULE_SETS:
                monkeypatch.setattr(module, name, more)


NEW = (
    replace(RULE_SETS["changsha"], name="zhuzhou", title="株洲<跑胡子>", min_huxi=10),
    replace(
        RULE_SETS["luzhou-hongwu"],
        name="neijiang",
        title="内江大贰",
        fans={**RULE_SETS["luzhou-hongwu"].fans, "bao": Fan(2, title="报牌<b>")},
    ),
    replace(RULE_SETS["guilin"], name="liuzhou", title="柳州字牌", table_size=4, sits_out="zuo_di"),
)


@pytest.mark.parametrize("rules", NEW, ids=lambda rules: str(rules.name))
def test_a_set_that_is_data_alone_is_offered_played_and_settled(
    monkeypatch: pytest.MonkeyPatch, rules: Rules
) -> None:
    """`bot/` knows nothing of it, nor of its 名堂 报牌, which every win has here."""
    wider(monkeypatch, rules)
    monkeypatch.setitem(BY_CARDS, "bao", lambda fan, _: fan.value)
    table = run(open_table(*NAMES[:3]), do.ChooseRules(1, rules.name))
    assert table.house.engine_rules == rules
    for say in SAYS:
        offered = rules_menu(say, table)
        check(offered)
        assert f"{rules.title} ✓" in [button.label for row in offered.keyboard for button in row]
        assert rules.title in shown(lobby(say, table, {}))
        for page in range(PAGES):
            check(about(say, table, page))
    ends = set()
    for seed in range(8):
        for state in played(table, seed):
            made = screens if state.phase is Phase.PLAYING else endings
            for message in made(SAYS[seed % len(SAYS)], state):
                check(message)
        assert state.last is not None
        result = state.last.game.result
        assert result is not None
        ends.add(result.end)
        if result.end == "hu":
            text = shown(settlement(chinese, state, TOTALS))
            assert added_up(text).pay == -min(state.last.beans.values())
            assert ("报牌<b> ＋2" in text.splitlines()) == ("bao" in rules.fans)
    assert "hu" in ends

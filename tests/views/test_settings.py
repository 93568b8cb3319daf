"""/settings: every page in every rule set, and what its buttons mean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.tokens import encode
from bot.host.changing import changed, changed_keys, fan_keys, rule_keys, value
from bot.host.house import ALLOWED, House, HouseError, from_text
from bot.views.houserules import difference, house_mark, rule_about, rule_name, value_name, wrong
from bot.views.languages import LANGUAGES, say_in
from bot.views.layout import width
from bot.views.message import ROOM
from bot.views.say import chinese as say
from bot.views.say import plain, visible_length
from bot.views.settings import restored, settings_message
from bot.views.settings_frame import HELP, RESET, SET, SHOW, HouseSettings, value_from, value_token
from bot.views.settings_saved import PASTE, SAVE, asked_for, question
from engine import RULE_SETS
from engine.house import allowed
from tests.views.house_settings import USUAL, pages, presses, settings
from tests.views.samples import shown

LONG = "一" * 20


def full(rules: str) -> HouseSettings:
    """Settings with everything changed and as much saved as can be."""
    keys = (*rule_keys(rules), *fan_keys(rules))
    made = settings(rules, in_match=True, title="<b>" + "群" * 60)
    house = made.house
    for key in keys:
        now = value(house, key)
        house = changed(house, key, (9 if now != 9 else 8) if key.startswith("fans.") else _other(key, now))
    saved = {f"{LONG[:17]}{number:03}": house for number in range(20)}
    return replace(made, house=house, saved=saved)


def _other(key: str, now: object) -> object:
    match key:
        case "huang_dealer":
            return "next"
        case "min_huxi":
            return 7
        case "zi_mo":
            return 3
        case "fan_cap":
            return 1000
    return not now


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_every_page_keeps_telegrams_limits(rules: str, language: str) -> None:
    for each in (settings(rules), full(rules)):
        for page in pages(each):
            message = settings_message(say_in(language), each, page)
            buttons = [button for row in message.keyboard for button in row]
            assert 0 < visible_length(message.text) <= 4096
            assert len(buttons) <= 100
            assert all(1 <= len(row) <= 5 for row in message.keyboard)
            tokens = [encode(press) for press in presses(message)]
            assert len(tokens) == len(buttons)
            assert all(len(token.encode()) <= 64 for token in tokens)
            assert sum(len(button.label.encode()) + 60 for button in buttons) + sum(map(len, tokens)) < 10_000
            assert all(button.label.strip() == button.label != "" for button in buttons)
            assert all(max(width(each.label) for each in row) * len(row) <= ROOM for row in message.keyboard)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_every_button_leads_to_a_page_or_is_a_value_or_is_refused_with_the_range(rules: str) -> None:
    for each in (settings(rules), full(rules)):
        for page in pages(each):
            for press in presses(settings_message(say, each, page)):
                does, _, rest = press.arg.partition("/")
                where, *more = rest.split("/")
                assert (press.what, press.table, press.moment) == ("house", each.table, each.version)
                if does == SHOW:
                    settings_message(say, each, where)
                elif does == RESET:
                    restored(each, where)
                elif does == SET and more[0] == "rules":
                    assert more[1] in RULE_SETS
                elif does == SET:
                    _set(each, *more)
                elif does == HELP:
                    assert value(each.house, more[0]) is not NotImplemented


def _set(each: HouseSettings, key: str, token: str) -> None:
    to = value_from(token)
    try:
        assert value(changed(each.house, key, to), key) == to
    except HouseError as error:
        assert error.allowed is not None
        assert not error.allowed.has(to)
        assert str(error.allowed.numbers[0] if error.allowed.numbers else "") in wrong(say, error)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_r49_only_what_can_be_changed_in_the_family_is_offered(rules: str) -> None:
    each = settings(rules)
    offered = set()
    for page in pages(each):
        for press in presses(settings_message(say, each, page)):
            does, *rest = press.arg.split("/")
            if does in (SET, HELP):
                offered.add(rest[1])
    assert offered == {"rules", *rule_keys(rules), *fan_keys(rules), *ALLOWED}


def test_r49_a_number_goes_up_and_down_by_absolute_values() -> None:
    named, row = settings_message(say, settings(), "nums").keyboard[:2]
    assert [button.label for button in (*named, *row)] == ["起胡 15 息", "−5", "−1", "+1", "+5"]
    assert [button.press.arg for button in (*named, *row) if button.press] == [
        "h/nums/min_huxi",
        "v/nums/min_huxi/10",
        "v/nums/min_huxi/14",
        "v/nums/min_huxi/16",
        "v/nums/min_huxi/20",
    ]


def test_r49_a_fan_goes_off_and_back_to_what_the_set_has() -> None:
    def row(*changes: tuple[str, object]) -> list[str]:
        message = settings_message(say, settings("qq-half", *changes), "fans-0")
        return [button.label for row in message.keyboard[:2] for button in row]

    assert row() == ["红胡 2 番", "−1", "+1", "不算"]
    assert row(("fans.hong", 5)) == ["● 红胡 5 番", "−1", "+1", "不算", "原 2 番"]
    assert row(("fans.hong", None)) == ["● 红胡 不算", "开"]
    back = settings_message(say, settings("qq-half", ("fans.hong", None)), "fans-0")
    assert "v/fans-0/fans.hong/2" in [press.arg for press in presses(back)]


def test_the_overview_says_what_is_played_and_marks_what_differs() -> None:
    message = settings_message(say, settings("qq-half", ("min_huxi", 10), ("fans.wu", None), ("base", 5)))
    lines = shown(message).splitlines()
    assert lines == [
        "⚙️ 规矩 · QQ半名堂",
        "",
        "和原样不同的 2 条：",
        "● 起胡 10 息（原 15 息）",
        "● 乌胡 不算（原 5 番）",
        "",
        "底分 5 分 · 倍数 1 倍",
        "局数 8 局 · 定庄 抽签",
        "人数 3 人 · 两人可打 关",
        "电脑上桌 开 · 电脑局记账 关",
        "应牌时限 30 秒 · 出牌时限 60 秒",
        "退群算逃跑 关",
        "谁能改 开桌的人和管理员",
        "",
        "一手牌每家付：",
        "别家摸，10 息：胡不了 → 5 豆",
        "别家摸，18 息，十个红：12 豆 → 20 豆",
        "自摸，18 息，没有红：45 豆 → 15 豆",
        "天胡，42 息，全大字：750 豆 → 500 豆",
    ]


def test_in_a_match_every_page_says_from_when_it_counts() -> None:
    for page in pages(settings(in_match=True)):
        text = shown(settings_message(say, settings(in_match=True), page))
        assert ("下一场起" in text) is (page != "share"), page


def test_r49_as_the_rule_set_has_it_for_a_page_and_for_all() -> None:
    each = settings("hunan", ("min_huxi", 10), ("fans.wu", 9), ("must_hu", True), ("base", 7), ("wanted", 3))
    assert changed_keys(restored(each, "nums")) == ("must_hu", "fans.wu")
    assert changed_keys(restored(each, "fans-1")) == ("min_huxi", "must_hu")
    assert restored(each, "stakes").base == 3
    assert restored(each, "seats").asks_for == 4
    assert restored(each, "home") == USUAL.with_rules("hunan")
    assert restored(each, "sets").rules == "qq-half"


def test_a_version_tells_houses_apart() -> None:
    versions = {settings("qq-half", ("min_huxi", n)).version for n in range(31)}
    assert len(versions) == 31
    assert all(0 <= version < 1_000_000_000 for version in versions)


@pytest.mark.parametrize("to", [None, True, False, 0, 1, -1, 1000, "stay", "lot", "qq-half"])
def test_a_value_comes_back_from_its_token(to: object) -> None:
    back = value_from(value_token(to))
    assert (back, type(back)) == (to, type(to))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_named_and_explained_in_a_pop_up(language: str) -> None:
    speak = say_in(language)
    for rules in RULE_SETS:
        for key in (*rule_keys(rules), *ALLOWED):
            text = plain(f"{rule_name(speak, key)}：{rule_about(speak, key)}")
            assert len(text) <= 200
        for key in fan_keys(rules):
            assert value_name(speak, key, None)
            assert rule_name(speak, key)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("qq-half min_huxi=31", "「起胡」只能是 0 到 30。"),
        ("qq-half hong=0", "「红胡」只能是 1 到 100，或者不算（null）。"),
        ("qq-half fan_cap=0", "「封顶」只能是 1 到 1000，或者不封顶（null）。"),
        ("qq-half must_hu=1", "「有胡必胡」只能是：true 开、false 关。"),
        ("qq-half huang_dealer=me", "「荒庄」只能是：stay 连庄、next 换下家。"),
        ("qq-half base=0", "「底分」只能是 1 到 1000。"),
        ("qq-half wanted=5", "「人数」只能是 2 到 4。"),
        ("qq-half changed_by=me", "「谁能改」只能是：opener 开桌的人和管理员、admins 只有管理员。"),
        ("qq-half <x>=1", "没有「&lt;x&gt;」这一条。要写玩法和 字段=值，用空格隔开。"),
        ("qq-half hong", "没有「hong」这一条。要写玩法和 字段=值，用空格隔开。"),
        ("guilin fan_cap=5", "这种玩法不能改「封顶」。"),
        ("luzhou-kaikai zi_mo=0", "「自摸」只能是 1 到 100，或者不算（null）。"),
    ],
)
def test_r49_a_bad_text_is_refused_in_the_players_words(line: str, told: str) -> None:
    with pytest.raises(HouseError) as caught:
        from_text(line)
    assert wrong(say, caught.value) == told


def test_an_unknown_rule_set_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(HouseError) as caught:
        from_text("poker")
    told = wrong(say, caught.value)
    assert all(name in told for name in RULE_SETS)


def test_house_rules_are_marked_in_one_line() -> None:
    house = House()
    assert house_mark(say, house) is None
    house = changed(house, "min_huxi", 10)
    assert house_mark(say, house) == "自定规矩：起胡 10 息"
    for key, to in (("must_hu", True), ("fans.wu", None), ("fans.hong", 7)):
        house = changed(house, key, to)
    assert house_mark(say, house) == "自定规矩：起胡 10 息、有胡必胡 开、红胡 7 番……共 4 条"
    assert difference(say, house, "fans.wu") == "乌胡 不算（原 5 番）"


def test_what_a_reply_means() -> None:
    asked = {which: shown(question(say, which, 1, "阿明")) for which in (SAVE, PASTE)}
    assert asked_for(asked[SAVE], "周末") == SAVE
    assert asked_for(asked[PASTE], "qq-half base=2") == PASTE
    overview = shown(settings_message(say, settings()))
    assert asked_for(overview, "hunan base=2") == PASTE
    assert asked_for(overview, "好的") is None
    assert asked_for("🀄 第 3 局", "hunan") is None
    assert len(question(say, SAVE, 1, "阿明").asks) <= 64


@pytest.mark.parametrize("page", ["nowhere", "fans-9", "drop-1", "nums-1", "saved-", "home-x"])
def test_a_made_up_page_is_none(page: str) -> None:
    each = settings()
    if page in ("saved-", "home-x"):
        assert settings_message(say, each, page).text
        return
    with pytest.raises(KeyError):
        settings_message(say, each, page)


def test_fixed_fields_of_a_family_are_no_choice() -> None:
    assert not allowed(RULE_SETS["guilin"], "fan_cap").leaves_a_choice
    assert "nums" in pages(settings("guilin"))
    assert "fans-0" not in pages(settings("guilin"))

"""/settings: every page in every rule set, what its buttons mean, and what a hand pays before and after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.tokens import encode
from bot.host.changing import allowed_for, changed, changed_keys, fan_keys, rule_keys, value
from bot.host.house import ALLOWED, House, HouseError, from_text
from bot.views.houserules import difference, house_mark, rule_about, rule_name, value_name, wrong
from bot.views.languages import LANGUAGES, say_in
from bot.views.layout import width
from bot.views.message import ROOM, Message, Press
from bot.views.say import chinese as say
from bot.views.say import plain, visible_length
from bot.views.settings import restored, settings_message
from bot.views.settings_frame import HELP, RESET, SET, SHOW, HouseSettings, value_from, value_token
from bot.views.settings_hands import most_fans, typical_hands
from bot.views.settings_pages import PAGES, fan_pages
from bot.views.settings_preview import pays, preview
from bot.views.settings_saved import PASTE, SAVE, asked_for, question
from engine import RULE_SETS
from engine.house import allowed
from tests.views.samples import shown

USUAL = House()
LONG = "一" * 20


def settings(rules: str = "qq-half", *changes: tuple[str, object], **more: object) -> HouseSettings:
    house = USUAL.with_rules(rules)
    before = house
    for key, to in changes:
        house = changed(house, key, to)
    made = HouseSettings(house, before, USUAL, table=1_234_567_890)
    return replace(made, **more)  # type: ignore[arg-type]


def pages(shown_settings: HouseSettings) -> list[str]:
    """Every page that a rule set has."""
    found = [name for name, page in PAGES.items() if name != "fans" and page.fits(shown_settings)]
    fans = [f"fans-{number}" for number in range(fan_pages(shown_settings))]
    return ["home", "saved", "share", *found, *fans]


def presses(message: Message) -> list[Press]:
    return [button.press for row in message.keyboard for button in row if button.press]


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


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_typical_hands_are_complete_and_pay_what_the_engine_says(rules: str) -> None:
    house = USUAL.with_rules(rules)
    least = house.engine_rules.min_huxi
    for hand in typical_hands(house.engine_rules, least):
        win = hand.win(house.engine_rules)
        assert win is not None
        assert pays(house, hand) == win.pay * 3
        assert pays(replace(house, base=2, multiplier=10), hand) == win.pay * 20
        counts = [
            (*hand.hand, hand.claim.card, *(c for meld in hand.melds for c in meld.cards)).count(k)
            for k in range(20)
        ]
        assert max(counts) <= 4


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_the_plain_hand_has_the_least_huxi_and_no_fan(rules: str) -> None:
    for least in range(31):
        house = changed(USUAL.with_rules(rules), "min_huxi", least)
        hand = typical_hands(house.engine_rules, least)[0]
        win = hand.win(house.engine_rules)
        assert win is not None
        assert win.huxi == hand.huxi(house.engine_rules) == least
        # 恰 is a matter of the 胡息, and 29 need seven melds that all have some.
        assert set(win.fans) <= ({"qia"} if least % 10 == 0 else {"hang_hang_xi"} if least == 29 else set())


def test_typical_hands_are_a_plain_one_one_with_ten_reds_a_black_one_and_one_of_many_fans() -> None:
    rules = RULE_SETS["qq-full"]
    wins = [hand.win(rules) for hand in typical_hands(rules, 15)]
    assert [(win.huxi, dict(win.fans)) for win in wins if win] == [
        (15, {}),
        (18, {"hong": 2}),
        (18, {"wu": 6}),
        (42, {"wu": 6, "dui_dui": 6, "da": 9}),
    ]
    assert most_fans(rules) == 21


def test_the_preview_tells_before_and_after() -> None:
    before = House(base=3)
    after = changed(changed(before, "min_huxi", 16), "fans.hong", 5)
    assert [shown(line) for line in preview(say, before, after)] == [
        "一手牌每家付：",
        "别家摸，15 息：3 豆 → 胡不了",
        "别家摸，18 息，十个红：12 豆 → 30 豆",
        "自摸，18 息，没有红：45 豆",
        "天胡，42 息，全大字：750 豆",
    ]
    assert not any("→" in line for line in preview(say, before, before))


def test_the_preview_shows_a_hand_that_a_smaller_least_huxi_lets_win() -> None:
    after = changed(House(base=3), "min_huxi", 12)
    assert shown(preview(say, House(base=3), after)[1]) == "别家摸，12 息：胡不了 → 3 豆"
    assert shown(preview(say, after, changed(after, "min_huxi", 13))[1]) == "别家摸，12 息：3 豆 → 胡不了"


def _offered(each: HouseSettings, key: str) -> list[object]:
    """The values to which the buttons of the pages can set a rule."""
    found = []
    for page in pages(each):
        for press in presses(settings_message(say, each, page)):
            does, _, *more = press.arg.split("/")
            if does == SET and more[0] == key:
                found.append(value_from(more[1]))
    return found


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_every_offered_number_of_a_hands_price_changes_the_preview(rules: str) -> None:
    house = USUAL.with_rules(rules)
    keys = [key for key in ("min_huxi", "fan_cap", "zi_mo", "tian_doubled") if key in rule_keys(rules)]
    for key in (*keys, "base", "multiplier"):
        each = settings(rules)
        offered = [to for to in _offered(each, key) if to != value(house, key)]
        assert offered, key
        for to in offered:
            if allowed_for(rules, key).has(to):
                assert any("→" in line for line in preview(say, house, changed(house, key, to))), (key, to)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_every_least_huxi_and_every_offered_cap_has_a_preview_of_its_own(rules: str) -> None:
    house = USUAL.with_rules(rules)
    for least in range(31):
        now = changed(house, "min_huxi", least)
        for other in {0, least - 1, least + 1, 30} - {-1, least, 31}:
            assert any("→" in line for line in preview(say, now, changed(house, "min_huxi", other)))
    caps = _offered(settings(rules), "fan_cap")
    assert ("fan_cap" in rule_keys(rules)) is bool(caps)
    told = [preview(say, house, changed(house, "fan_cap", cap)) for cap in caps]
    assert len(set(told)) == len(caps)


def test_offered_caps_are_those_that_some_hand_comes_to() -> None:
    def caps(*changes: tuple[str, object], rules: str = "qq-half") -> list[object]:
        return _offered(settings(rules, *changes), "fan_cap")

    assert caps() == [1, 2, 3, 5, None]
    assert caps(rules="luzhou-deng") == [1, None]
    assert caps(rules="changde-full") == [3, 5, 10, 20, None]
    assert caps(("fans.wu", 60)) == [5, 10, 20, 50, None]
    assert caps(("fan_cap", 5))[-5:] == [1, 2, 3, 5, None]


def test_from_another_family_only_the_new_hands_are_told() -> None:
    assert not any("→" in line for line in preview(say, House(), House().with_rules("luzhou-deng")))


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

"""What typical hands pay before and after a change of the house: the preview of /settings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.host.changing import allowed_for, changed, rule_keys, value
from bot.host.house import House
from bot.views.say import chinese as say
from bot.views.settings import settings_message
from bot.views.settings_frame import SET, HouseSettings, value_from
from bot.views.settings_hands import most_fans, typical_hands
from bot.views.settings_preview import pays, preview
from engine import RULE_SETS
from tests.views.house_settings import USUAL, pages, presses, settings
from tests.views.samples import shown


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

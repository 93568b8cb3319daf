"""/rules in pages: what they say comes from the rule set and the engine."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.host.house import House
from bot.views.languages import LANGUAGES, say_in
from bot.views.message import Message, Press
from bot.views.rulebook import PAGES, rules_page
from bot.views.rulebook.bi import FIRST, OWN, SECOND, ways
from bot.views.rulebook.winning import OPEN_PLAIN, OPEN_RED, PLAIN, RED, Worked
from bot.views.say import chinese as say
from engine import Rules
from engine.cards import parse_kind
from engine.rules import RULE_SETS
from tests.views.samples import labels, shown

MELDS, ROUND, CLAIMS, BI, DEAD, WINNING, FIRST_HAND, SECOND_HAND, FANS, MATCH = range(1, PAGES)
HALF = House()


def turn(number: int) -> Press:
    return Press("book", arg=str(number))


def page(number: int, house: House = HALF) -> str:
    return shown(rules_page(say, house, number, turn))


def playing(rules: str) -> House:
    return House().with_rules(rules)


def leads(message: Message) -> list[str]:
    return [button.press.arg for row in message.keyboard for button in row if button.press]


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_kind, text.split()))


def test_contents_lead_to_every_page() -> None:
    assert leads(rules_page(say, HALF, 0, turn)) == [str(number) for number in range(1, PAGES)]


def test_pages_lead_on_back_and_to_the_contents() -> None:
    assert labels(rules_page(say, HALF, 1, turn)) == [["目录", "下一页 ›"]]
    assert leads(rules_page(say, HALF, 5, turn)) == ["4", "0", "6"]
    assert leads(rules_page(say, HALF, PAGES - 1, turn)) == [str(PAGES - 2), "0"]


@pytest.mark.parametrize("number", [-1, PAGES])
def test_other_pages_there_are_none(number: int) -> None:
    with pytest.raises(IndexError):
        rules_page(say, HALF, number, turn)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_set_has_every_page(rules: Rules, language: str) -> None:
    pages = [rules_page(say_in(language), playing(rules.name), number, turn).text for number in range(PAGES)]
    assert len(set(pages)) == PAGES
    assert all(len(text) < 2500 for text in pages)


def test_r4_values_of_melds() -> None:
    text = page(MELDS)
    for line in ("碰 1／3", "坎 3／6", "偎 3／6", "跑 6／9", "提 9／12", "一二三、二七十 3／6", "绞 0"):
        assert line in text
    luzhou = page(MELDS, playing("luzhou-deng"))
    for line in (
        "碰 1／6，3／9",
        "坎 6／9，9／12",
        "招 9／12，12／15",
        "壠 12／15，15／18",
        "小字 6，大字 9",
    ):
        assert line in luzhou
    assert "偎" not in luzhou


def test_g1_guilin_has_its_own_words() -> None:
    guilin = playing("guilin")
    text = "".join(page(number, guilin) for number in range(PAGES))
    assert "扫" in text
    assert "开舵" in text
    assert "偎" not in text.replace("偎成、提成", "")
    assert "数醒" in page(MATCH, guilin)


@pytest.mark.parametrize(
    ("changes", "number", "said"),
    [
        ({"win_on_discard": True}, CLAIMS, "打牌的一家付两家的"),
        ({"must_hu": True}, CLAIMS, "有胡必胡"),
        ({"open_wei": True}, ROUND, "明偎"),
        ({"dead_bars_peng": False}, DEAD, "碰不受影响"),
        ({"min_huxi": 21}, WINNING, "至少 21 息"),
        ({"zi_mo": 3}, WINNING, "再加 3 等"),
        ({"fan_cap": 7}, WINNING, "番最多算到 7"),
        ({"huang_fan": True}, WINNING, "黄番"),
        ({"huang_dealer": "next"}, MATCH, "谁也不付，换下家坐庄"),
    ],
)
def test_r49_house_rules_are_told(changes: dict[str, object], number: int, said: str) -> None:
    changed = House(changes=changes)
    assert said not in page(number)
    assert said in page(number, changed)


def test_r24_first_example() -> None:
    """One needs no 比, one finds no place for the other 一, the others have one way or more."""
    found = [[way.bi for way in ways(hand, "s1") if way.cards == cards("s2 s3")] for hand in FIRST]
    assert found == [
        [()],
        [],
        [(cards("s1 s2 s3"),)],
        [(cards("s1 b1 b1"),)],
        [(cards("s1 s1 b1"),)],
    ]
    text = page(BI)
    assert "二三：没有别的 一，可以吃" in text
    assert "一二三：一 没处去，不能吃" in text
    assert "一一二三壹：要比 一一壹" in text


def test_r24_second_example() -> None:
    found = {(way.cards, way.bi) for way in ways(SECOND, "s2")}
    assert {bi for pair, bi in found if pair == cards("b2 b2")} == {(cards("s1 s2 s3"), cards("s2 s3 s4"))}
    assert {bi for pair, bi in found if pair == cards("s1 s3")} == {
        (cards("s2 s2 b2"),),
        (cards("s2 b2 b2"), cards("s2 s3 s4")),
    }
    text = page(BI)
    assert "用 贰贰 吃：要比 一二三、二三四" in text
    assert "用 一三 吃：要比 二二贰" in text
    assert "用 一三 吃：要比 二贰贰、二三四" in text


def test_cards_beside_the_examples_change_nothing() -> None:
    assert not {"s1", "s2", "b1", "b2"}.intersection(OWN.split())


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_worked_hands_are_wins_of_all_their_cards(rules: Rules) -> None:
    both: tuple[Worked, Worked] = (OPEN_PLAIN, OPEN_RED) if rules.open_draws else (PLAIN, RED)
    for worked in both:
        held = [kind for meld in worked.melds for kind in meld.cards]
        win = worked.win(rules)
        laid = sorted(kind for meld in win.arrangement for kind in meld.cards)
        assert laid == sorted([*held, *worked.hand, worked.card])
        assert max(laid.count(kind) for kind in laid) <= 4
        assert len(win.arrangement) == 7
        assert sum(map(rules.huxi, win.arrangement)) == win.huxi >= rules.min_huxi


@pytest.mark.parametrize("multiplier", [1, 10])
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_worked_hands_are_counted_as_the_engine_does(rules: Rules, multiplier: int) -> None:
    house = replace(playing(rules.name), base=5, multiplier=multiplier)
    both = (OPEN_PLAIN, OPEN_RED) if rules.open_draws else (PLAIN, RED)
    for number, worked in zip((FIRST_HAND, SECOND_HAND), both, strict=True):
        pay = worked.win(rules).pay * 5 * multiplier
        text = page(number, house)
        assert f"＝ {pay}\n" in text
        assert f"每家付 {pay} 豆，胡的人得 {2 * pay} 豆" in text
        assert f"{worked.win(rules).huxi} 息 →" in text


def test_worked_hands_of_qq_half() -> None:
    first, second = page(FIRST_HAND).splitlines(), page(SECOND_HAND).splitlines()
    assert {"19 息 → 2 等", "平胡 1 番", "2 × 1 × 底分 3 ＝ 6"} <= set(first)
    assert {"24 息 → 4 等 ＋自摸 1 ＝ 5", "红胡(11) 2 番", "5 × 2 × 底分 3 ＝ 30"} <= set(second)
    laid = [" ".join(line.split()) for line in first if re.search(r"\s\d+$", line) and "＝" not in line]
    assert laid == [
        "碰 五五五 1",
        "偎 陆陆陆 6",
        "一二三 3",
        "二七十 3",
        "绞 八八捌 0",
        "壹贰叁 6",
        "柒捌玖 0",
    ]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_fan_of_a_set_is_told_with_its_value(rules: Rules) -> None:
    text = page(FANS, playing(rules.name))
    values = [int(value) for value in re.findall(r"(\d+) 番　", text)]
    assert values == [fan.value for fan in rules.fans.values()]
    assert ("一共 10 番" in text) == (rules.together == 10)
    assert ("多一张多一番" in text) == any(fan.grows for fan in rules.fans.values())


def test_hai_di_says_whether_it_counts_alone() -> None:
    assert "胡墩里最后一张，另有名堂才加" in page(FANS)
    assert "另有名堂才加" not in page(FANS, playing("huaihua"))


def test_r42_leaving_is_told_with_the_stake() -> None:
    assert "乘底分 3" in page(MATCH)


def test_english_explains_terms_where_they_are_met() -> None:
    text = shown(rules_page(say_in("en"), HALF, MELDS, turn))
    for term in (
        "碰 pong",
        "坎 concealed triple",
        "偎 drawn triple",
        "绞 mixed three",
        "将 pair",
        "huxi (胡息)",
    ):
        assert term in text


def test_r49_the_contents_list_what_differs_from_the_set() -> None:
    assert "和原样不同" not in page(0)
    text = page(0, House(changes={"min_huxi": 10, "fans": {"wu": None}}))
    assert "和原样不同的 2 条：\n● 起胡 10 息（原 15 息）\n● 乌胡 不算（原 5 番）" in text
    assert "胡息够 10 就能胡" in text


def test_r40_r41_the_match_is_told_as_the_house_has_it() -> None:
    assert "一场 8 局。" in page(MATCH)
    assert "第一局抽签" in page(MATCH)
    assert "是练习，不记账" in page(MATCH)
    other = page(MATCH, House(rounds=0, first_dealer="cut", ledger=True))
    assert "不限局数" in other
    assert "第一局切牌" in other
    assert "有电脑的局也记账" in other


def test_r30_a_worked_hand_with_too_little_huxi_says_so() -> None:
    house = House(changes={"min_huxi": 21})
    assert "这一手不够起胡的 21 息，胡不了。" in page(FIRST_HAND, house)
    assert "24 息 → 4 等" in page(SECOND_HAND, house)

"""Cards, hands and melds as text."""

from __future__ import annotations

import pytest

from bot.views.cards import FACE_DOWN, claimed, faces, hand_rows, meld, meld_word, melds
from bot.views.layout import SPACE
from bot.views.say import chinese as say
from engine import RULE_SETS, Meld
from engine.cards import parse_kind
from engine.melds import MELDS

RULES = RULE_SETS["qq-half"]


def kinds(text: str) -> tuple[int, ...]:
    return tuple(parse_kind(code) for code in text.split())


def test_r1_every_kind_has_its_character() -> None:
    assert faces(say, range(20)) == "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"


def test_hand_stands_in_columns_by_rank_with_red_cards_bold() -> None:
    hand = kinds("s1 s2 s2 s3 s7 s8 s8 s9 s10 b1 b2 b3 b8 b8 b9")
    assert hand_rows(say, hand) == (
        "一 <b>二二</b> 三 <b>七</b> 八八 九 <b>十</b>",
        f"壹 <b>贰</b>{SPACE} 叁 {SPACE} 捌捌 玖",
    )
    assert hand_rows(say, hand, plain=True)[0] == "一 二二 三 七 八八 九 十"


def test_hand_that_would_not_fit_is_close_together() -> None:
    hand = kinds("s1 s1 s2 s2 s3 s3 s4 s5 s6 s6 b4 b4 b5 b5 b7 b7 b8 b8 b9 b10")
    small, big = hand_rows(say, hand, plain=True)
    assert small == "一一 二二 三三 四 五 六六"
    assert big == "肆肆 伍伍 柒柒 捌捌 玖 拾"


@pytest.mark.parametrize(("hand", "expected"), [((), ()), ((0, 0), ("一一",)), ((10,), ("壹",))])
def test_hand_leaves_out_an_empty_row(hand: tuple[int, ...], expected: tuple[str, ...]) -> None:
    assert hand_rows(say, hand) == expected


def test_melds_have_the_names_of_the_game() -> None:
    words = {meld_type: meld_word(say, meld_type, RULES) for meld_type in {meld.type for meld in MELDS}}
    assert words == {
        "peng": "碰",
        "kan": "坎",
        "wei": "偎",
        "chou_wei": "臭偎",
        "pao": "跑",
        "ti": "提",
        "jiang": "将",
        "run": "吃",
        "jiao": "绞",
        "zhao": "招",
        "long": "壠",
    }


@pytest.mark.parametrize("name", ["guilin", "bayi"])
def test_g1_guilin_has_two_words_of_its_own(name: str) -> None:
    rules = RULE_SETS[name]
    assert [meld_word(say, each, rules) for each in ("wei", "chou_wei", "pao", "ti")] == [
        "扫",
        "臭扫",
        "开舵",
        "提",
    ]


def test_r45_hidden_wei_shows_backs() -> None:
    assert meld(say, Meld("wei", ()), RULES) == f"偎 {FACE_DOWN * 3}"


def test_melds_stand_two_in_a_line_with_their_huxi() -> None:
    laid = (Meld("peng", (4, 4, 4)), Meld("wei", (15, 15, 15)), Meld("run", (1, 6, 9)))
    assert melds(say, laid, RULES, huxi=True) == (
        f"碰 五五五 1{SPACE}偎 陆陆陆 6",
        "吃 <b>二七十</b> 3",
    )


def test_claimed_cards_are_a_run_or_a_jiao() -> None:
    assert claimed(kinds("s3 s1 s2")) == Meld("run", kinds("s1 s2 s3"))
    assert claimed(kinds("b3 s3 s3")) == Meld("jiao", kinds("s3 s3 b3"))

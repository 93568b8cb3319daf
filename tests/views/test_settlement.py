"""The settlement: its sums are the engine's, and everybody can follow them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.host.table import Person, Phase, Table
from bot.views.board import board
from bot.views.hands import hands
from bot.views.outcome import broken_pao, is_bottom, is_self_drawn
from bot.views.private import private
from bot.views.say import chinese as say
from bot.views.settlement import caption, settlement
from engine import RULE_SETS, Round
from tests.views.samples import labels, records, settled, shown, states
from tests.views.sums import added_up

TOTALS = {1: 20, 2: 98, 3: -118}
MORE = ("house", "two-luzhou-hongwu", "two-qq-half")
"""Records of house rules and of two at the table."""

ALL = [game for rules in RULE_SETS for game in records(rules)]
WINS = [game for game in ALL if game.result is not None and game.result.end == "hu"]
HUNAN = [game for game in WINS if game.rules.family == "hunan"]


def text_of(game: Round, multiplier: int = 1) -> str:
    return shown(settlement(say, settled(game, multiplier=multiplier), TOTALS))


def first(what: str, games: list[Round]) -> Round:
    found = next((game for game in games if game.result is not None and game.result.end == what), None)
    assert found is not None
    return found


@pytest.mark.parametrize("rules", [*RULE_SETS, *MORE])
def test_every_line_of_the_sums_is_true_and_leads_to_the_points(rules: str) -> None:
    """R34 to R39, R43, R48, R49, L5 to L8, G1 to G4."""
    wins = [game for game in records(rules) if game.result is not None and game.result.end == "hu"]
    assert len(wins) > 10
    for game in wins:
        result = game.result
        assert result is not None
        sums = added_up(text_of(game))
        assert sums.payers == (1 if result.by == "discard" and game.absent is None else 2)
        payers = 1 if game.absent is not None else sums.payers
        assert [-points for points in result.points if points < 0] == [sums.pay] * payers, text_of(game)
        if result.by == "discard":
            assert result.points[result.source or 0] == -sums.pay


def test_what_a_settlement_can_say_comes_up_in_the_records() -> None:
    """Else the test before would hold nothing of it."""
    texts = [
        text_of(game)
        for rules in (*RULE_SETS, *MORE)
        for game in records(rules)
        if game.result is not None and game.result.end == "hu"
    ]
    for said in (
        "共 ",
        "封顶 ",
        "黄番 ×",
        "点炮的一家付 2 份",
        "翻醒 .，没有这张",
        "翻醒 .，[1-4] 张",
        "海底 ＋",
    ):
        assert any(re.search(f"^{said}", text, re.MULTILINE) for text in texts), said
    for said in ("息 ×2 ＝", "＋自摸 [2-5] ＝", "自摸 \\d+ 子 ×2", "1 ＋ [3-9] ＝"):
        assert any(re.search(said, text) for text in texts), said


def test_r34_r35_the_units_are_explained() -> None:
    for game in HUNAN:
        assert game.result is not None
        if game.rules.tian_doubled and game.result.by in ("deal", "liang"):
            continue
        huxi, units = game.result.huxi, game.result.units
        plain = (huxi - 12) // 3
        line = (
            f"{huxi} 息 → {plain} 等 ＋自摸 1 ＝ {units}"
            if is_self_drawn(game)
            else f"{huxi} 息 → {units} 等"
        )
        assert line in text_of(game).splitlines()


def test_r39_the_doubling_is_shown() -> None:
    found = 0
    for game in HUNAN:
        assert game.result is not None
        lines = text_of(game).splitlines()
        doubled = game.rules.tian_doubled and game.result.by in ("deal", "liang")
        assert any("息 ×2" in line for line in lines) == doubled
        if doubled:
            found += 1
            huxi = game.result.huxi
            plain = (2 * huxi - 12) // 3
            assert f"{huxi} 息 ×2 ＝ {2 * huxi} → {plain} 等" in lines
            assert (f"＋自摸 1 ＝ {game.result.units} 等" in lines) == is_self_drawn(game)
    assert found > 5


def test_r36_every_fan_is_named_with_what_it_counts() -> None:
    counted = 0
    for game in HUNAN:
        assert game.result is not None
        text = text_of(game)
        lines = [line for line in text.splitlines() if line.endswith(" 番")]
        total = [line for line in lines if line.startswith("共 ")]
        assert len(lines) - len(total) == max(1, len(game.result.fans))
        assert len(total) == (len(game.result.fans) > 1)
        if not game.result.fans:
            assert lines == ["平胡 1 番"]
        for code, name in (("hong", "红胡"), ("da", "大胡"), ("xiao", "小胡"), ("hong_wu", "红乌")):
            if code in game.result.fans:
                counted += 1
                fan = game.rules.fans[code]
                line = next(line for line in lines if line.startswith(f"{name}("))
                count, value = map(int, re.findall(r"\d+", line))
                assert value == fan.value + (count - fan.at if fan.grows else 0)
    assert counted > 40


def test_r28_the_melds_add_up_to_the_huxi() -> None:
    for game in WINS:
        assert game.result is not None
        lines = text_of(game).splitlines()
        melds = [
            line
            for line in lines[1:]
            if re.search(r"[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]{3,4}[\u3000\u2002]+\d+$", line)
        ]
        jiang = [line for line in lines if re.search("^将\u3000* ", line)]
        assert game.result.by == "deal" or len(melds) + len(jiang) == 7
        assert sum(int(re.findall(r"\d+$", line)[0]) for line in melds) == game.result.huxi


def test_a_win_reads_like_the_sketch() -> None:
    game = next(g for g in WINS if g.result and g.result.fans == {"hong": 2} and is_self_drawn(g))
    table = settled(game, next_dealer=game.result.winner if game.result and game.result.winner else 0)
    text = shown(settlement(say, table, TOTALS))
    assert re.match(r"🏆 \S+ (自摸|天胡)", text)
    assert re.search(r"^红胡\(1[0-2]\) 2 番$", text, re.MULTILINE)
    assert re.search(r"^　+本局\S*　\S*本场　?\S*　?总$", text.replace("\u2002", ""), re.MULTILINE)


def test_r43_multiplier_is_said_and_beans_are_multiplied() -> None:
    game = WINS[0]
    assert game.result is not None
    text = text_of(game, multiplier=10)
    assert " × 倍数 10 ＝ " in text
    assert f"−{-min(game.result.points) * 10}" in text


def test_totals_are_shown_but_not_for_practice() -> None:
    real = shown(settlement(say, settled(WINS[0]), TOTALS))
    assert "总" in real
    assert "−118" in real
    practice = shown(settlement(say, settled(WINS[0], practice=True), TOTALS))
    assert "总" not in practice
    assert "−118" not in practice
    assert "练习局，不记账" in practice


def test_r40_huang_says_how_often_and_who_deals() -> None:
    game = first("huang", ALL)
    stays = shown(settlement(say, settled(game, huang=2, next_dealer=game.dealer), TOTALS))
    assert "荒庄" in stays
    assert "连续第 2 次荒庄" in stays
    assert "继续坐庄" in stays
    moves = shown(settlement(say, settled(game, huang=3, next_dealer=(game.dealer + 1) % 3), TOTALS))
    assert re.search(r"^下局 \S+ 坐庄$", moves, re.MULTILINE)
    assert "连续" not in shown(settlement(say, settled(game, huang=1), TOTALS))


def test_r48_huang_is_told_where_it_multiplies() -> None:
    game = first("huang", list(records("changde-daliuba")))
    assert "下一局黄番 ×3" in shown(settlement(say, settled(game, huang=2), TOTALS)).splitlines()
    plain = first("huang", list(records("hunan")))
    assert "黄番" not in shown(settlement(say, settled(plain, huang=2), TOTALS))
    table = replace(states(rules="changde-daliuba")[0], huang=2)
    for huang, said in ((0, False), (2, True)):
        dealt = Round.deal(game.rules, game.deck, 0, huang=huang)
        told = (board(say, replace(table, game=dealt), "u"), private(say, replace(table, game=dealt), 1, "x"))
        assert [("黄番 ×3" in shown(message).splitlines()) for message in told] == [said, said]


def test_r42_the_one_who_quits_is_named_with_the_sum() -> None:
    start = Round.deal(RULE_SETS["qq-half"], WINS[0].deck, 0, base=3)
    game = start.quit(1)
    assert game.result is not None
    table = settled(game, over=True)
    text = shown(settlement(say, replace(table, people=table.people[:1] + table.people[2:]), TOTALS))
    assert text.startswith(f"🏃 阿明 逃跑\n赔另外两家共 {-game.result.points[1]} 豆")
    assert re.search(r"^阿明　", text, re.MULTILINE)
    assert labels(settlement(say, table, TOTALS)) == [["看三家", "牌谱"]]


def test_hai_di_alone_is_told_although_it_does_not_count() -> None:
    found = [game for game in WINS if "hai_di" in game.rules.fans and is_bottom(game)]
    alone = [game for game in found if game.result and not game.result.fans]
    assert alone
    for game in found:
        assert game.result is not None
        said = "海底，没有别的名堂不加番" in text_of(game)
        assert said == ("hai_di" not in game.result.fans)


def test_r17_po_pao_hu_is_told() -> None:
    found = [game for game in WINS if broken_pao(game) is not None]
    assert found
    assert "破跑胡：" in text_of(found[0])


def test_next_round_counts_who_is_ready() -> None:
    table = replace(settled(WINS[0]), ready=frozenset({1}))
    button = settlement(say, table, TOTALS).keyboard[0][0]
    assert button.label == "下一局 1/3"
    assert button.press is not None
    assert (button.press.what, button.press.moment) == ("next", table.moment)
    assert [b.press.arg for b in settlement(say, table, TOTALS).keyboard[0][1:] if b.press] == ["2.3", "2.3"]


def test_it_says_when_the_next_round_begins_by_itself_where_it_does() -> None:
    def told(table: Table, after: float = 30) -> list[str]:
        text, short = settlement(say, table, TOTALS, after), caption(say, table, after)
        found = [re.findall(r"^\d+ 秒.*$", shown(message), re.MULTILINE) for message in (text, short)]
        assert found[0] == found[1]
        return found[0]

    table = settled(WINS[0])
    assert told(table) == ["30 秒没人按就自动开"]
    assert told(replace(table, ready=frozenset({1, 2}))) == ["30 秒没人按就自动开"]
    assert told(replace(table, auto=frozenset({1, 2}))) == ["30 秒没人按就自动开"]
    assert told(table, 45) == ["45 秒没人按就自动开"]
    assert told(replace(table, auto=frozenset({1, 2, 3}))) == []
    assert told(replace(table, phase=Phase.PLAYING)) == []
    assert told(replace(table, phase=Phase.CLOSED, closed="stopped")) == []
    assert told(settled(WINS[0], over=True)) == []
    assert told(table, 0) == []


@pytest.mark.parametrize(("next_dealer", "line"), [(0, "阿强 上桌，老王 守醒"), (1, "阿强 继续守醒")])
def test_r44_who_sits_out_next(next_dealer: int, line: str) -> None:
    table = settled(WINS[0], names=("小红", "阿明", "老王", "阿强"), next_dealer=next_dealer)
    text = shown(settlement(say, table, TOTALS))
    assert line in text.splitlines()
    assert re.search(r"^阿强　守醒　", text, re.MULTILINE)


def test_names_in_columns_stay_short() -> None:
    table = settled(WINS[0], names=("A" * 64, "<b>", "A" * 64))
    text = settlement(say, table, TOTALS).text
    assert "&lt;b&gt;" in text
    assert max(len(line) for line in shown(text).splitlines()) < 40
    assert "·东" in text


def test_settlement_needs_a_round() -> None:
    with pytest.raises(ValueError, match="no round"):
        settlement(say, replace(settled(WINS[0]), last=None), TOTALS)


def test_r46_hands_show_everything() -> None:
    for game in ALL[::7]:
        outcome = settled(game).last
        assert outcome is not None
        view = game.view(None)
        message = hands(say, outcome)
        text = shown(message)
        assert len(message.text) < 4096
        assert all(name in text for name in ("小红", "阿明", "老王"))
        told = text.count("听 ") + text.count("未听")
        assert told == 0 if game.result and game.result.by == "deal" else 2 <= told <= 3
        assert (f"墩里还有 {len(view.rest)} 张" in text) == bool(view.rest)
        assert "▨" not in text


def test_r50_hands_tell_what_the_winner_waited_for() -> None:
    """The winning card is among the waits, with the 胡息 of the win, also if it made a 偎 or 提."""
    drawn = [
        game
        for game in WINS
        if game.result
        and game.result.winner == 0
        and (game.result.by == "draw" or (game.result.by == "liang" and game.dealer != 0))
    ]
    made = 0
    for game in drawn:
        outcome = settled(game).last
        assert outcome is not None
        assert game.result is not None
        assert game.result.card is not None
        part = shown(hands(say, outcome)).split("小红　桌面")[1].split("桌面")[0]
        face = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"[game.result.card]
        wait = re.search(
            rf"{face} (?:仅他人 )?(\d+)(（自摸(\d+)）)?|{face} 仅自摸 (\d+)", part[part.index("听 ") :]
        )
        assert wait is not None, part
        other, _, own, only = wait.groups()
        worth = (own or only or other) if is_self_drawn(game) else other
        assert worth is not None
        assert int(worth) >= game.rules.min_huxi
        made += game.events[-2].kind in ("wei", "chou_wei", "ti")
    assert len(drawn) > 40
    assert made > 3


def test_people_who_left_are_still_named() -> None:
    table = settled(WINS[0])
    gone = replace(table, people=(Person(1, "小红"), Person(3, "老王")))
    assert "阿明" in shown(settlement(say, gone, TOTALS))

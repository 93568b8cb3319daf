"""The picture of a round's end: the words of the text, for every kind of end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.views.picture import Settlement, settled, settlement_picture
from bot.views.picture.faces import CHARACTERS
from bot.views.say import chinese
from bot.views.settlement import settlement
from engine import RULE_SETS, Round
from tests.views import samples
from tests.views.pictures import SCRIPTS, opened

TOTALS = {1: 20, 2: 98, 3: -118}
WON = next(game for game in samples.records("qq-half") if game.result and game.result.winner is not None)


def text_of(game: Round) -> str:
    """The text of the same round without its spaces."""
    message = settlement(chinese, samples.settled(game), TOTALS)
    return "".join(samples.shown(message).split())


def words(shown: Settlement) -> list[str]:
    """Everything that is written in the picture, without spaces."""
    headline = "".join(
        piece if isinstance(piece, str) else f"【{CHARACTERS['hans'][piece]}】" for piece in shown.headline
    )
    cells = [cell for row in shown.beans for cell in row]
    return ["".join(text.split()) for text in (headline, shown.note, *shown.sums, *cells)]


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_the_picture_says_what_the_text_says(rules: str) -> None:
    ends: Counter[str] = Counter()
    for game in samples.records(rules)[:120]:
        if game.result is None:
            continue
        shown = settled(chinese, samples.settled(game), TOTALS)
        text = text_of(game)
        for word in words(shown):
            assert word in text
        ends[game.result.by or game.result.end] += 1
        won = game.result.winner is not None
        assert bool(shown.melds) == won
        assert shown.winner == game.result.winner
        laid = game.result.arrangement
        assert [stack.cards for stack in shown.melds[: len(laid)]] == [meld.cards for meld in laid]
        if laid:
            assert sum(int(stack.below) for stack in shown.melds if stack.below) == game.result.huxi
        if game.result.by != "deal":
            assert len(shown.melds) == len(laid)
            assert sum(stack.marked is not None for stack in shown.melds) == (game.result.card is not None)
    assert ends["draw"] > 5
    assert ends["huang"] > 0


def test_the_marked_card_is_the_one_that_won() -> None:
    for game in samples.records("hunan")[:100]:
        shown = settled(chinese, samples.settled(game), TOTALS)
        for stack in shown.melds:
            if stack.marked is not None:
                assert game.result is not None
                assert stack.cards[stack.marked] == game.result.card


def test_r38_a_win_at_the_deal_shows_the_whole_hand() -> None:
    quads = [kind for kind in (0, 1, 12) for _ in range(4)]
    mine = [*quads, 4, 5, 6, 7, 8, 9, 10, 11]
    left = [kind for kind in range(20) for _ in range(4 - mine.count(kind))]
    game = Round.deal(RULE_SETS["qq-half"], [*mine, *left], 0)
    assert game.result is not None
    assert game.result.by == "deal"
    shown = settled(chinese, samples.settled(game), TOTALS)
    hands = game.view(None).hands
    assert hands is not None
    assert sorted(kind for stack in shown.melds for kind in stack.cards if kind is not None) == sorted(
        hands[0]
    )
    assert [stack.cards for stack in shown.melds if len(stack.cards) == 4] == [(0,) * 4, (1,) * 4, (12,) * 4]
    assert all(stack.marked is None for stack in shown.melds)
    assert opened(settlement_picture(shown)).width == 1080


def test_r42_who_quits_pays_and_no_hand_is_shown() -> None:
    game = Round.deal(RULE_SETS["qq-half"], WON.deck, 0)
    over = game.quit(1)
    assert over.result is not None
    shown = settled(chinese, samples.settled(over), TOTALS)
    assert shown.melds == ()
    assert shown.winner is None
    assert "逃跑" in words(shown)[0]
    assert shown.sums == (f"赔另外两家共 {-over.result.points[1]} 豆",)
    assert opened(settlement_picture(shown)).width == 1080


def test_r40_undecided_rounds_in_a_row_are_counted() -> None:
    game = next(each for each in samples.records("qq-half") if each.result and each.result.end == "huang")
    assert settled(chinese, samples.settled(game, huang=2), TOTALS).sums == ("连续第 2 次荒庄",)
    assert settled(chinese, samples.settled(game, huang=1), TOTALS).sums == ()


def test_a_name_that_cannot_be_drawn_becomes_the_wind_of_the_seat() -> None:
    names = ("🐼", "محمد", "龘龘")
    shown = settled(chinese, samples.settled(WON, names=names), TOTALS)
    assert [row[0] for row in shown.beans[1:]] == ["东", "南", "西"]


def test_practice_shows_no_totals() -> None:
    shown = settled(chinese, samples.settled(WON, practice=True), {})
    assert [len(row) for row in shown.beans] == [3, 3, 3, 3]
    with pytest.raises(ValueError, match="no round is over"):
        settled(chinese, replace(samples.settled(WON), last=None), {})


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_same_settlement_gives_the_same_opaque_picture(script: str) -> None:
    shown = settled(chinese, samples.settled(WON), TOTALS)
    picture = settlement_picture(shown, script=script)
    assert picture == settlement_picture(settled(chinese, samples.settled(WON), TOTALS), script=script)
    assert picture != settlement_picture(replace(shown, winner=None), script=script)
    image = opened(picture)
    assert image.mode == "P"
    assert "transparency" not in image.info
    assert image.width == 1080
    assert image.height < 1700


def test_long_lines_are_broken_and_change_the_height_alone() -> None:
    short = settlement_picture(Settlement(("小红",), sums=("红胡",)))
    long = settlement_picture(Settlement(("小红",), sums=("红胡" * 40, "a b " * 60)))
    assert opened(long).width == opened(short).width
    assert opened(long).height > opened(short).height + 4 * 50

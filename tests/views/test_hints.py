"""What a person meets for the first time, and only from what that person sees."""

from __future__ import annotations

import random
from collections import Counter

from bot.host.table import Phase, Table
from bot.views.hints import CODES, hint_text, hints
from bot.views.say import chinese as say
from engine import RULE_SETS, Action, Meld, Round, house_rules, shuffled
from tests.engine.decks import stacked
from tests.engine.walks import walk
from tests.views.samples import course, game_of, lobby, records


def met(table: Table, seeds: range) -> Counter[str]:
    count: Counter[str] = Counter()
    for seed in seeds:
        before: Round | None = None
        for state in course(table, seed):
            game = game_of(state) if state.phase is Phase.PLAYING else state.last.game if state.last else None
            assert game is not None
            for seat in range(3):
                count.update(hints(before, game, seat))
            before = game
    return count


LUZHOU = {"peng_by_itself", "zhao", "bottom"}
"""What is met in 泸州 alone; there is no 偎 and no 破跑胡 there (L3)."""


def test_every_hint_comes_up_in_play() -> None:
    count = met(lobby("阿明", "小红", "老王"), range(60))
    assert set(CODES) - set(count) - {"po_pao"} == LUZHOU


def test_l2_l3_the_hints_of_luzhou_come_up_there() -> None:
    count = met(lobby("阿明", "小红", "老王", rules="luzhou-hongwu"), range(30))
    assert set(count) == {"bi", "dead", "chong_pao", *LUZHOU}
    assert count["bottom"] == 3 * 30


def test_hints_have_the_words_and_the_truth_of_the_set() -> None:
    assert hint_text(say, "dead", RULE_SETS["qq-half"]).endswith("不能再吃碰。")
    assert all(
        hint_text(say, "dead", RULE_SETS[name]).endswith("不能再吃。") for name in ("hunan", "luzhou-deng")
    )
    assert "扫：" in hint_text(say, "wei", RULE_SETS["guilin"])
    assert "要开舵的牌" in hint_text(say, "po_pao", RULE_SETS["bayi"])
    assert "自动摆下" in hint_text(say, "wei", house_rules("hunan", {"open_wei": True}))
    assert "自动扣下" in hint_text(say, "wei", RULE_SETS["hunan"])


def test_r47_a_card_of_the_other_of_two_is_met_as_dead() -> None:
    """With seat 2 absent the seat before 0 is 1, whose cards it may eat: a dead one is explained."""
    met_of = Counter[int]()
    for seed in range(12):
        start = Round.deal(RULE_SETS["hunan"], shuffled(seed), 0, absent=2)
        for before, seat, action, _ in walk(start, random.Random(seed)):
            for game in before.steps(seat, action):
                up = game.view(0).face_up
                if up is not None and "dead" in hints(before, game, 0):
                    met_of[up.seat] += 1
    assert met_of[1] > 0


def test_r17_po_pao_is_met_at_the_end() -> None:
    found = [game for game in records("qq-half") if "po_pao" in hints(None, game, 0)]
    assert found
    assert all(game.result is not None and game.result.end == "hu" for game in found)


def test_r14_wei_is_explained_to_its_owner_alone() -> None:
    """The seat after the dealer draws its third s1, once the dealer's discard is let go."""
    before = Round.deal(RULE_SETS["qq-half"], stacked(("", "s1 s1", ""), "b5", "s1"), 0)
    while not any(event.kind == "wei" for event in before.events):
        seat, options = next(iter(before.legal().items()))
        after = before.apply(seat, Action("pass") if Action("pass") in options else options[0])
        met_by = [seat for seat in range(3) if "wei" in hints(before, after, seat)]
        before = after
    assert Meld("wei", (0, 0, 0)) in before.view(1).seats[1].melds
    assert met_by == [1]

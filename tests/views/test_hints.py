"""What a person meets for the first time, and only from what that person sees."""

from __future__ import annotations

from collections import Counter

from bot.host.table import Phase, Table
from bot.views.hints import CODES, hints
from engine import RULE_SETS, Action, Meld, Round
from tests.engine.decks import stacked
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


def test_every_hint_comes_up_in_play() -> None:
    count = met(lobby("阿明", "小红", "老王"), range(60))
    assert set(CODES) - set(count) <= {"po_pao"}


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

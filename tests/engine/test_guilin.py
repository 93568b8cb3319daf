"""Rounds of 桂林 and 八一: G2 to G4."""

from __future__ import annotations

import pytest

from engine import RULE_SETS, Record, Round
from tests.engine.decks import deal, events, legal, play

TURNING = [name for name, rules in RULE_SETS.items() if rules.turns_card]
every_set = pytest.mark.parametrize("name", TURNING)
WAITS_FOR_S4 = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
"""With 15 胡息: 2 子 (G1)."""


def on_s4(name: str, after: str, **more: object) -> Round:
    """Seat 1 has drawn s4, which completes it; `after` is what comes next in the stock."""
    return play(deal(("b4", WAITS_FOR_S4, ""), "b3", f"s4 {after}", rules=name, **more), "0 discard b4")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "after", "xing", "units", "fan", "pay"),
    [
        ("guilin", "b7", 1, 3, 2, 6),
        ("guilin", "s1", 3, 5, 2, 10),
        ("guilin", "b10", 0, 2, 2, 4),
        ("bayi", "b7", 1, 2, 2, 5),
        ("bayi", "b10", 0, 2, 2, 4),
    ],
)
def test_g2_g3_the_next_card_is_turned_and_paid(
    name: str, after: str, xing: int, units: int, fan: int, pay: int
) -> None:
    won = play(on_s4(name, after), "1 hu").result
    assert won is not None
    assert (won.xing, won.units, won.fan, dict(won.fans)) == (xing, units, fan, {})
    assert won.points == (-pay, 2 * pay, -pay)


@every_set
def test_g2_nobody_knows_the_turned_card_before_the_end(name: str) -> None:
    matching, other = on_s4(name, "b7"), on_s4(name, "b10")
    for seat in (0, 1, 2, None):
        assert matching.view(seat).win == other.view(seat).win
    win = matching.view(1).win
    assert win is not None
    assert (win.xing, win.units, win.pay) == (None, 2, 4)
    won = play(matching, "1 hu")
    assert won.result is not None
    assert won.result.turned == won.view(None).rest[0] == 16
    assert events(won, None)[-2:] == ["1 hu s4", "xing b7"]


@every_set
def test_g4_a_record_holds_the_matching_cards(name: str) -> None:
    won = play(on_s4(name, "b10"), "1 hu")
    assert won.result is not None
    assert won.result.record()["xing"] == 0
    assert Record.of(won).replay().result == won.result
    undecided = deal(("", "", ""), "b3", rules=name).quit(1).result
    assert undecided is not None
    assert "xing" not in undecided.record()


def test_g4_other_sets_have_no_such_field() -> None:
    won = play(on_s4("qq-half", "b7"), "1 hu").result
    assert won is not None
    assert (won.xing, won.turned, "xing" in won.record()) == (None, None, False)


@every_set
def test_g2_with_no_card_left_the_winning_card_serves(name: str) -> None:
    game = on_s4(name, "b10")
    state = game._state.copy()
    state.stock = state.stock[: state.drawn]
    won = play(Round(state), "1 hu").result
    assert won is not None
    assert (won.card, won.turned, won.xing) == (3, 3, 1)
    assert won.units == (2 + 1 + 2 if name == "guilin" else 2 + 3), "海底 too"
    assert won.points[0] == -(10 if name == "guilin" else 11)


@every_set
def test_g2_after_a_win_of_the_deal_the_first_card_is_turned(name: str) -> None:
    hand = "s1 s1 s1 s1 s2 s2 s2 s2 s3 s3 s3"
    won = deal(("", "", hand), "b9", "s3 b8", rules=name)
    assert (won.result, won.view(None).rest) == (None, ()), "two quadruples and a triple are not enough"
    won = deal(("", "", f"{hand} s5 s5 s5 s6 s6 s6"), "b9", "s5 b8", rules=name)
    assert won.result is not None
    assert (won.result.by, won.result.turned, won.result.xing) == ("deal", 4, 3)


@every_set
@pytest.mark.parametrize("winner", [0, 1])
def test_g2_g3_a_win_on_the_shown_card(name: str, winner: int) -> None:
    hands = (WAITS_FOR_S4, "", "") if winner == 0 else ("", WAITS_FOR_S4, "")
    game = deal(hands, "s4", "b7", rules=name)
    assert legal(game) == {winner: ["hu", "pass"]}
    won = play(game, f"{winner} hu").result
    assert won is not None
    assert (won.by, won.turned, won.xing) == ("liang", 16, 1)
    doubled = winner == 0 or name == "guilin"
    assert won.fan == (2 if doubled else 1)


@every_set
def test_r48_r49_the_factor_is_on_all_of_it(name: str) -> None:
    won = play(on_s4(name, "b7", huang=2, huang_fan=True, base=2), "1 hu").result
    assert won is not None
    assert won.points[0] == -(6 if name == "guilin" else 5) * 2 * 3

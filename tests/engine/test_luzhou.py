"""Rounds of 泸州: L1 to L5, L7."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import RULE_SETS, Action, Round
from engine.actions import PENG
from engine.cards import KINDS, is_red
from engine.claims import claims_on
from engine.course import go_on
from engine.melds import alike, meld_of
from engine.opening import open_round
from engine.players import PLAYERS
from engine.seat import Seat
from engine.simulate import play as play_out
from engine.state import Deal
from tests.engine.decks import deal, events, kinds, legal, play, stacked, table
from tests.engine.walks import lumpy

LUZHOU = [name for name, rules in RULE_SETS.items() if rules.open_draws]
DENG = RULE_SETS["luzhou-deng"]
FIRST = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
SECOND = "b10 b10 b10 b1 b1 b1 b6 b6 b6 s2 s3 s5 s6 s7 s8 s8 b8 s9 s9 b9"
"""Both wait for s4, and hold none; the first has no pair, and wins with 27 胡息."""


def round_of(hands: tuple[str, str, str], stock: str = "", card: str = "b3", **more: object) -> Round:
    """A round of luzhou-deng with seat 0 as dealer, whose 21st card is `card`, and a black card under the stock."""
    options: dict[str, object] = {"rules": "luzhou-deng", "bottom": "b4"} | more
    return deal(hands, card, stock, **options)  # type: ignore[arg-type]


def on_the_way(game: Round, line: str) -> Round:
    """The round while the card that this discard puts face up lies open."""
    return game.steps(int(line[0]), Action.parse(line[2:]))[0]


def drawn_after(game: Round, discard: str) -> Round:
    """The round once nobody wanted the dealer's discard and the next card is drawn."""
    game = play(game, f"0 discard {discard}")
    while not any(event.kind == "draw" for event in game.events):
        game = game.apply(min(game.legal()), Action("pass"))
    return game


@pytest.mark.parametrize("name", LUZHOU)
def test_l1_the_dealers_last_card_is_its_own_secret(name: str) -> None:
    game = round_of(("", "", ""), card="b9", rules=name)
    assert len(game.view(0).hand) == 21
    assert [event.kind for event in game.events].count("liang") == 0
    assert events(game, 0)[0].startswith("0 deal ")
    assert len(game.events[0].cards) == 21
    for seat in (0, 1, 2, None):
        assert game.view(seat).liang is None
        assert game.view(seat).turn == 0


def test_l1_the_dealer_alone_may_win_with_the_deal() -> None:
    game = round_of((FIRST, SECOND, ""), card="s4")
    assert legal(game) == {0: ["hu", "pass"]}
    declined = play(game, "0 pass")
    assert declined.view(0).declined == frozenset(), "R27: it counts for nothing"
    assert list(legal(declined)) == [0]
    for seat in (1, 2, None):
        assert declined.view(seat) == game.view(seat), "nobody else knows that it was asked"
    won = play(game, "0 hu")
    assert won.result is not None
    assert (won.result.by, won.result.source, won.result.card) == ("liang", 0, None)
    assert dict(won.result.fans) == {"tian": 1}
    assert won.result.points == (12, -6, -6)
    assert events(won, None)[-1] == "0 hu"


def test_l2_red_cards_go_to_the_top_of_the_stock() -> None:
    game = round_of(("", "", ""), "s3", bottom="b3 s7 b2")
    assert [event for event in events(game, None) if event.startswith("bottom")] == [
        "bottom b2",
        "bottom s7",
        "bottom b3",
    ]
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        assert (view.bottom, view.top, view.stock) == (12, (6, 11), 18)
    assert game._state.stock[2] == kinds("s3")[0]


def test_l2_the_shown_top_is_drawn_first() -> None:
    game = drawn_after(round_of(("b9", FIRST, ""), bottom="b3 s7 b10"), "b9")
    draws = [event for event in events(game, None) if " draw " in event]
    assert draws[0] == "1 draw s7"
    assert game.view(0).top == tuple(kinds("b10"))[len(draws) - 1 :]


def test_l2_a_stock_of_red_cards_ends_as_it_was() -> None:
    red = [kind for kind in range(KINDS) if is_red(kind) for _ in range(4)]
    black = [kind for kind in range(KINDS) if not is_red(kind) for _ in range(4)]
    random.Random(3).shuffle(black)
    deck = [*black, *red]
    game = Round.deal(DENG, deck, 0)
    state = game._state
    assert (state.stock, state.deal.bottom, state.deal.moved) == (tuple(deck[61:79]), deck[79], 19)
    assert [event.kind for event in game.events].count("bottom") == 19


@pytest.mark.parametrize("name", LUZHOU)
def test_l2_the_bottom_card_is_never_drawn(name: str) -> None:
    undecided = 0
    for seed in range(40):
        game = Round.deal(RULE_SETS[name], lumpy(seed), 0)
        if game.result is not None:
            continue
        bottom = game.view(None).bottom
        end = play_out(game, (PLAYERS["random"],) * 3, random.Random(seed))
        assert end.result is not None
        assert end.view(None).bottom == bottom
        if end.result.end == "huang":
            undecided += 1
            assert [event.kind for event in end.events].count("draw") == 18
            assert (end.view(None).stock, end.view(None).rest) == (0, ())
    assert undecided


def test_l3_a_drawn_card_is_always_open_and_takes_the_drawers_own_cards() -> None:
    for held, meld in (("s5 s5", "peng s5 s5 s5"), ("s5 s5 s5", "zhao s5 s5 s5 s5")):
        game = drawn_after(round_of(("b9", held, ""), "s5"), "b9")
        assert events(game, None)[-2:] == ["1 draw s5", f"1 {meld}"]
        assert table(game, 1) == [meld]
        assert game.view(0).seats[1] == game.view(1).seats[1]
        assert list(legal(game)) == [1], "R13: it owes a discard"


def test_l3_a_discard_goes_to_the_alike_without_asking() -> None:
    for held, meld in (("s5 s5", "peng s5 s5 s5"), ("s5 s5 s5", "zhao s5 s5 s5 s5")):
        game = round_of(("s5 b9", "s4 s6", held))
        lies = on_the_way(game, "0 discard s5")
        assert legal(lies) == {}
        assert lies.why_not(1, Action.parse("chi s4 s6")) == "forced_first"
        assert lies.why_not(1, PENG) == "no_such_cards"
        assert lies.why_not(2, PENG) == ("by_itself" if held == "s5 s5" else "no_such_cards")
        taken = play(game, "0 discard s5")
        assert table(taken, 2) == [meld]
        assert taken.view(1).dead_chi == frozenset(), "what could not be answered is not let go"


def test_l3_opening_quadruples_are_long() -> None:
    game = round_of(("", "s1 s1 s1 s1 b2 b2 b2 b2", ""))
    assert table(game, 1) == ["long s1 s1 s1 s1", "long b2 b2 b2 b2"]
    assert game.view(0).seats[1].huxi == 12 + 18
    assert game.view(1).opening == (0, 11)
    assert "1 long s1 s1 s1 s1" in events(game, None)


def test_l3_a_win_goes_before_another_seats_zhao() -> None:
    game = drawn_after(round_of(("s4 s4 s4 b9", FIRST, ""), "s4"), "b9")
    assert legal(game) == {1: ["hu", "pass"]}
    assert game.why_not(0, PENG) == "no_such_cards"
    passed = play(game, "1 pass")
    assert table(passed, 0) == ["zhao s4 s4 s4 s4"]
    assert passed.view(1).declined == {3}
    won = play(game, "1 hu").result
    assert won is not None
    assert (won.by, won.points) == ("draw", (-3, 6, -3))


def test_l3_a_win_goes_before_the_drawers_own_peng() -> None:
    hand = "b2 b2 b2 b5 b5 b5 s4 s4 s5 s6 s7 s8 s9 s10 b7 b8 b9 s1 s2 s3"
    game = drawn_after(round_of(("b9", hand, ""), "s4"), "b9")
    assert legal(game) == {1: ["hu", "pass"]}
    assert table(play(game, "1 pass"), 1) == ["peng s4 s4 s4"]
    won = play(game, "1 hu").result
    assert won is not None
    assert alike("peng", 3) in won.arrangement


@pytest.mark.parametrize("drawn", [True, False])
def test_l3_a_peng_never_grows(drawn: bool) -> None:
    seats = [Seat(kinds("s1 s9 b3")) for _ in range(3)]
    seats[1].lay(alike("peng", 4), DENG, joined=3)
    seats[1].peng |= 1 << 4
    for order in ((0, 1, 2), (1, 2, 0)):
        assert claims_on(4, drawn=drawn, order=order, seats=seats, rules=DENG).forced is None


def test_l3_eating_is_as_elsewhere_and_l4_dead_for_eating_alone() -> None:
    game = play(round_of(("s5 b9", "s4 s6", "s4 s6")), "0 discard s5")
    assert "chi s4 s6" in legal(game)[1]
    assert 2 not in legal(game)
    let_go = play(game, "1 pass")
    assert let_go.view(1).dead_chi == {4}
    assert let_go.view(0).dead_chi >= {4}
    for seat in range(3):
        assert let_go.view(seat).dead_peng == frozenset()
    assert table(play(game, "1 chi s4 s6"), 1) == ["run s4 s5 s6"]


def test_l4_r23_does_not_stop_a_forced_peng_and_r15_the_turn_passes_on() -> None:
    deck = stacked(("s5", "", ""), "b9", "s9", 0, "b4")
    state = open_round(DENG, Deal(tuple(deck), 0))
    go_on(state)
    last = Seat(kinds("s5 s5"))
    for cards in ("s4 s5 s6", "s7 s8 s9", "b2 b3 b4", "b6 b7 b8", "b1 b2 b3", "b7 b8 b9"):
        last.lay(meld_of("run", kinds(cards)), state.rules, joined=3)
    state.seats[1] = last
    game = play(Round(state), "0 discard s5")
    seen = events(game, None)
    assert seen[seen.index("0 discard s5") + 1 :][:3] == ["1 peng s5 s5 s5", "1 no_discard", "2 draw s9"]


def test_l5_l7_the_seat_after_wins_on_the_dealers_first_discard() -> None:
    game = play(round_of(("s4", FIRST, "")), "0 discard s4")
    assert legal(game)[1][-2:] == ["hu", "pass"]
    assert game.why_not(0, Action("hu")) == "own_card"
    won = play(game, "1 hu").result
    assert won is not None
    assert (won.by, won.source, won.card, dict(won.fans)) == ("discard", 0, 3, {"di": 1})
    assert won.points == (-12, 12, 0), "the discarder pays for both"


def test_l5_l7_the_seat_before_comes_later_and_has_no_di_hu() -> None:
    both = play(round_of(("s4", FIRST, SECOND)), "0 discard s4")
    assert {seat for seat, options in legal(both).items() if "hu" in options} == {1, 2}
    assert play(both, "2 hu").result is None
    assert play(both, "2 hu", "1 hu").result.winner == 1  # type: ignore[union-attr]
    won = play(both, "2 hu", "1 pass").result
    assert won is not None
    assert (won.winner, dict(won.fans), won.fan) == (2, {}, 1)
    assert won.points == (-2 * won.units, 0, 2 * won.units)


def test_l7_only_the_first_discard_counts() -> None:
    game = play(round_of(("s4 b9 b9 s7 s8", FIRST, "b4"), "b4 b4 s6"), "0 discard b9")
    while not (0 in legal(game) and "chi s7 s8" in legal(game)[0]):
        game = game.apply(min(legal(game)), Action("pass"))
    game = play(game, *(f"{seat} pass" for seat in legal(game) if seat != 0), "0 chi s7 s8", "0 discard s4")
    won = play(game, "1 hu").result
    assert won is not None
    assert (won.by, dict(won.fans), won.points) == ("discard", {}, (-6, 6, 0))


def test_r49_discards_can_be_taken_out_of_play() -> None:
    game = play(round_of(("s4", FIRST, ""), win_on_discard=False), "0 discard s4")
    assert "hu" not in legal(game).get(1, [])
    assert game.why_not(1, Action("hu")) == "discarded"


@pytest.mark.parametrize(("place", "code"), [("s4", "shui_shang_piao"), ("", "")])
def test_l8_the_first_card_of_the_stock(place: str, code: str) -> None:
    game = drawn_after(round_of(("b9", FIRST, ""), place or "b3 b4 b3 s4", rules="luzhou-kaikai"), "b9")
    while game.result is None and "hu" not in legal(game).get(1, []):
        game = game.apply(min(legal(game)), next(iter(game.legal().values()))[-1])
    won = play(game, "1 hu").result
    assert won is not None
    assert ("shui_shang_piao" in won.fans) == bool(code)
    assert won.fans["zi_mo"] == 1


def test_l2_l8_the_last_card_that_can_be_drawn() -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        game = play_out(
            Round.deal(RULE_SETS["luzhou-kaikai"], lumpy(seed), 0), (PLAYERS["steady"],) * 3, random.Random(0)
        )
        assert game.result is not None
        if game.result.by == "draw":
            draws = [event.kind for event in game.events].count("draw")
            assert ("hai_di" in game.result.fans) == (draws == 18)
            assert ("shui_shang_piao" in game.result.fans) == (draws == 1)
            seen.update(game.result.fans)
    assert seen["hai_di"]

"""What holds in every round, whatever is dealt and played."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Action, Record, Round
from engine.actions import DISCARDS, HU, PASS, PENG
from engine.chi import PAIRS
from engine.melds import alike
from engine.seat import Seat
from engine.why import REASONS
from tests.engine.walks import audit, rounds, same, walk

Start = tuple[Round, random.Random]
EXAMPLES = settings(max_examples=60, deadline=None)


def playing(game: Round) -> list[int]:
    """The seats that play."""
    return [number for number in range(3) if number != game.absent]


@given(rounds())
@EXAMPLES
def test_r11_r13_cards_are_conserved_and_hands_keep_their_size(start: Start) -> None:
    game, rng = start
    audit(game._state)
    for before, seat, action, after in walk(game, rng):
        between = before.steps(seat, action)
        for step in between:
            audit(step._state)
        assert same(between[-1], after)
        for number in playing(before):
            held, holds = before._state.seats[number].hand, after._state.seats[number].hand
            assert all(now <= then for then, now in zip(held, holds, strict=True)), "R11: hands only shrink"


@given(rounds())
@EXAMPLES
def test_apply_leaves_the_old_round_as_it_was(start: Start) -> None:
    game, rng = start
    for before, seat, action, _ in walk(game, rng):
        copy = Round(before._state.copy())
        before.apply(seat, action)
        before.steps(seat, action)
        before.quit(seat)
        assert same(before, copy)
        assert before.actions == copy.actions
        audit(before._state)


@given(rounds())
@EXAMPLES
def test_an_answer_that_was_tried_says_nothing_of_another_one(start: Start) -> None:
    game, rng = start
    for before, seat, action, _ in walk(game, rng):
        answers = [(other, option) for other, options in before.legal().items() for option in options]
        fresh = {answer: Round(before._state.copy()).apply(*answer) for answer in answers}
        before.steps(seat, action)
        for answer in answers:
            assert same(before.apply(*answer), fresh[answer])
        for answer in answers:
            assert same(before.steps(*answer)[-1], fresh[answer])


@given(rounds())
@EXAMPLES
def test_r37_r42_points_sum_to_zero(start: Start) -> None:
    game, rng = start
    for before, seat, _, after in walk(game, rng):
        for number in playing(before):
            quits = before.quit(number).result
            assert quits is not None
            assert quits.points[number] <= -8 * game.base
            assert quits.points[number] == min(quits.points)
        left = before.quit(seat).result
        assert left is not None
        assert sum(left.points) == 0
        game = after
    assert game.result is not None
    assert sum(game.result.points) == 0
    if game.result.winner is not None:
        assert game.result.points[game.result.winner] > 0
        assert min(game.result.points) < 0
        losers = [number for number, points in enumerate(game.result.points) if points < 0]
        source = game.result.source
        assert losers == ([source] if game.result.by == "discard" else losers)
        assert len(losers) == (1 if game.result.by == "discard" else len(playing(game)) - 1)
    if game.absent is not None:
        assert game.result.points[game.absent] == 0, "R47"


@given(rounds())
@EXAMPLES
def test_every_round_ends_and_never_asks_nobody(start: Start) -> None:
    game, rng = start
    answers = 0
    for before, _, _, _ in walk(game, rng):
        assert before.legal(), "somebody is asked as long as the round goes on"
        assert before.absent not in before.legal()
        answers += 1
    assert answers < 400


@given(rounds())
@EXAMPLES
def test_what_a_win_is_worth_is_what_it_pays(start: Start) -> None:
    game, rng = start
    for before, seat, action, after in walk(game, rng):
        for number, options in before.legal().items():
            if HU in options:
                win = before.view(number).win
                assert win is not None
                assert win.huxi >= game.rules.min_huxi
                assert win.xing is None, "G2: nobody can know the turned card"
        result = after.result
        if action == HU and result is not None and result.winner == seat:
            win = before.view(seat).win
            assert win is not None
            assert (result.huxi, result.fan) == (win.huxi, win.fan)
            assert dict(result.fans) == dict(win.fans)
            paid = result.points[seat] // before.stake
            payers = len(playing(before)) - 1
            assert paid >= win.pay * payers
            if result.xing is None:
                assert paid == win.pay * payers
            else:
                assert result.turned == (after.view(None).rest or (result.card,))[0]


@given(rounds())
@EXAMPLES
def test_the_asking_any_order_of_the_same_answers_gives_the_same_round(start: Start) -> None:
    game, rng = start
    for before, _, _, _ in walk(game, rng):
        asked = before.legal()
        if len(asked) < 2:
            continue
        for answers in product(*asked.values()):
            ends = []
            for order in permutations(zip(asked, answers, strict=True)):
                end = before
                for seat, action in order:
                    if end.moment == before.moment and end.result is None and seat in end.legal():
                        end = end.apply(seat, action)
                ends.append(end)
            assert all(same(ends[0], end) for end in ends[1:])


@given(rounds())
@EXAMPLES
def test_n3_exactly_the_legal_actions_are_accepted(start: Start) -> None:
    game, rng = start
    tried = [HU, PENG, PASS, *DISCARDS, *(plain for pairs in PAIRS for _, _, plain in pairs)]
    for before, _, _, _ in walk(game, rng):
        legal = before.legal()
        assert legal
        for seat in range(3):
            options = legal.get(seat, ())
            texts = [action.text() for action in options]
            assert texts == sorted(set(texts))
            assert [Action.parse(text) for text in texts] == list(options)
            for action in {*tried, *options}:
                reason = before.why_not(seat, action)
                assert (reason is None) == (action in options)
                assert reason is None or reason in REASONS


@given(rounds(), st.integers(0, 2**32))
@EXAMPLES
def test_r46_a_view_does_not_depend_on_hidden_cards(start: Start, seed: int) -> None:
    game, rng = start
    worlds = random.Random(seed)
    for before, _, _, _ in walk(game, rng):
        for observer in (0, 1, 2, None):
            assert another_world(before, observer, worlds).view(observer) == before.view(observer)


def another_world(game: Round, observer: int | None, rng: random.Random) -> Round:
    """The round with everything that `observer` does not see dealt anew: hands, stock, and the kinds of hidden 偎."""
    state = game._state.copy()
    known = max(state.drawn, state.deal.moved)
    hidden = [*state.stock[known:], *state.deal.aside]
    others = [number for number in range(3) if number != observer]
    secret = not state.rules.open_wei
    for number in others:
        hidden += state.seats[number].cards()
        for meld in state.seats[number].melds:
            if meld.type == "wei" and secret:
                hidden += meld.cards
    rng.shuffle(hidden)
    for number in others:
        seat = state.seat(number)
        for place, meld in enumerate(seat.melds):
            if meld.type == "wei" and secret:
                kind = rng.choice(
                    [kind for kind in set(hidden) if hidden.count(kind) >= 3] or [meld.cards[0]]
                )
                for card in (kind,) * 3:
                    hidden.remove(card)
                other = alike("wei", kind)
                seat.huxi += state.rules.huxi(other) - state.rules.huxi(meld)
                seat.melds = (*seat.melds[:place], other, *seat.melds[place + 1 :])
    for number in others:
        seat = state.seat(number)
        size = seat.in_hand()
        seat.hand = Seat(hidden[:size]).hand
        del hidden[:size]
    aside = len(state.deal.aside)
    state.deal = replace(state.deal, aside=tuple(hidden[:aside]))
    state.stock = (*state.stock[:known], *hidden[aside:])
    return Round(state)


@given(rounds())
@EXAMPLES
def test_r46_events_show_others_no_hidden_card(start: Start) -> None:
    game, rng = start
    for _, _, _, after in walk(game, rng):
        game = after
    for observer in (0, 1, 2, None):
        for event in game.events:
            if event.visible_to(observer) and event.seat != observer:
                assert event.kind != "deal"
                assert event.kind != "wei" or event.cards == () or game.rules.open_wei
    told = [event for event in game.events if event.kind == "wei" and event.cards]
    silent = [event for event in game.events if event.kind == "wei" and not event.cards]
    assert [event.seat for event in silent] == ([] if game.rules.open_wei else [event.seat for event in told])


@given(rounds())
@EXAMPLES
def test_a_record_replays_to_the_same_round_at_any_point(start: Start) -> None:
    game, rng = start
    for before, seat, _, after in walk(game, rng):
        if rng.random() < 0.2:
            left = before.quit(seat)
            assert same(Record.parse(Record.of(left).line()).replay(), left)
        game = after
        if rng.random() < 0.2:
            assert same(Record.parse(Record.of(game).line()).replay(), game)
    record = Record.of(game)
    assert Record.parse(record.line()) == record
    assert same(record.replay(), game)

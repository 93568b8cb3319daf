"""Rounds that look the same to somebody although the cards that they do not see are others."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.host.table import Table
from engine import Round
from engine.actions import PASS
from engine.cards import KINDS
from engine.melds import Meld, alike
from engine.seat import BIT
from engine.state import State


def reshuffled(table: Table, viewer: int | None, seed: int) -> tuple[Table, int]:
    """The table with everything that `viewer` (a seat; None: an onlooker) does not see dealt anew.

    Other hands, the stock but for what was shown of it (L2), hidden 偎, what was told to others alone, and who is asked
    are changed.
    Also returns how many cards moved.
    """
    assert table.game is not None
    state = table.game._state.copy()
    state.seats = [seat.copy() for seat in state.seats]
    chance = random.Random(seed)
    seen = max(state.drawn, state.deal.moved)
    pool = list(state.stock[seen:])
    others = [seat for seat in state.orders[state.deal.dealer] if seat != viewer]
    for seat in others:
        pool += [kind for kind in range(KINDS) for _ in range(state.seats[seat].hand[kind])]
        for meld in state.seats[seat].melds:
            pool += meld.cards if meld.type == "wei" and not state.rules.open_wei else ()
    before = list(pool)
    chance.shuffle(pool)
    for seat in others if not state.rules.open_wei else ():
        _new_wei(state, seat, pool)
    for seat in others:
        held = sum(state.seats[seat].hand)
        hand, pool = pool[:held], pool[held:]
        state.seats[seat].hand = [hand.count(kind) for kind in range(KINDS)]
    state.stock = (*state.stock[:seen], *pool)
    state.events = [
        event._replace(cards=tuple(chance.choices(range(KINDS), k=20)))
        if event.kind == "deal" and event.seat != viewer
        else event
        for event in state.events
    ]
    _other_question(state, viewer)
    moved = sum(a != b for a, b in zip(before, pool, strict=False))
    return replace(table, game=Round(state)), moved


def _new_wei(state: State, number: int, pool: list[int]) -> None:
    """Each hidden 偎 of a seat becomes one of another kind, if the pool has three of one."""
    seat = state.seats[number]
    melds: list[Meld] = []
    for meld in seat.melds:
        if meld.type != "wei":
            melds.append(meld)
            continue
        kind = next((each for each in pool if pool.count(each) >= 3), meld.cards[0])
        for _ in range(3):
            pool.remove(kind)
        melds.append(alike("wei", kind))
        state.events = [
            event._replace(cards=melds[-1].cards)
            if (event.kind, event.seat, event.cards) == ("wei", number, meld.cards)
            else event
            for event in state.events
        ]
        seat.wei = (seat.wei & ~BIT[meld.cards[0]]) | BIT[kind]
        seat.huxi += state.rules.huxi(melds[-1]) - state.rules.huxi(meld)
    seat.melds = tuple(melds)


def _other_question(state: State, viewer: int | None) -> None:
    """Others are asked than before, where the viewer cannot know who is."""
    if state.phase == "claim":
        playing = state.orders[state.deal.dealer]
        others = {seat: (PASS,) for seat in playing if seat != viewer and seat not in state.asked}
        state.asked = {seat: options for seat, options in state.asked.items() if seat == viewer} | others
        state.answers = {seat: given for seat, given in state.answers.items() if seat == viewer}
    elif state.phase == "own" and state.turn != viewer:
        state.phase = "discard"

"""What a seat waits for (听, rule R50)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.arrange import run_bound
from engine.cards import COPIES, KINDS, Kind
from engine.hu import Claim, Counts
from engine.melds import Meld, alike
from engine.one_short import completing
from engine.rules import Rules
from engine.view import View
from engine.wins import best_win, completes


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that would complete the hand, with the 胡息 of the win, None where it would not.

    `other`: if another seat draws it. `own`: if the seat draws it itself.
    """

    kind: Kind
    other: int | None
    own: int | None


_ONE_CARD_SHORT = (19, 20)
"""The cards of a hand that waits, four alike counted as three: with a 将 and without."""

_GROWING = frozenset({"peng", "wei", "chou_wei"})


def waits(rules: Rules, view: View) -> tuple[Wait, ...]:
    """The waits of the viewer's hand as it is, in the order of the kinds (R50).

    A kind of which the viewer sees all four is none. Declined wins (R27) do not matter here: they may end.
    """
    if view.seat is None:
        return ()
    return _waits(rules, _counts(view), view.seats[view.seat].melds, _open_kinds(view), view.opening)


def waits_after(rules: Rules, view: View) -> dict[Kind, tuple[Wait, ...]]:
    """For each discard among the viewer's options that leaves the hand waiting: its waits then."""
    found: dict[Kind, tuple[Wait, ...]] = {}
    if view.seat is None:
        return found
    hand = _counts(view)
    melds = view.seats[view.seat].melds
    kinds = _open_kinds(view)
    for action in view.options:
        if action.word == "discard":
            card = action.cards[0]
            hand[card] -= 1
            left = _waits(rules, hand, melds, kinds, view.opening)
            hand[card] += 1
            if left:
                found[card] = left
    return found


def _waits(
    rules: Rules, hand: Counts, melds: Sequence[Meld], kinds: Sequence[Kind], opening: tuple[Kind, ...]
) -> tuple[Wait, ...]:
    cards = sum(hand) + 3 * len(melds)
    if cards not in _ONE_CARD_SHORT:
        return ()
    need = rules.min_huxi - sum([rules.huxi_of[meld.index] for meld in melds])
    need -= sum([rules.kan_huxi[kind] for kind in range(KINDS) if hand[kind] == 3])
    if run_bound(hand, rules.run_huxi) + rules.card_gain < need:
        return ()
    jiang = cards == _ONE_CARD_SHORT[0]
    likely = completing(hand, jiang, need, rules.run_huxi)
    likely.update(meld.cards[0] for meld in melds if meld.type in _GROWING)
    found = []
    for kind in kinds:
        if hand[kind] >= 2 or kind in likely:
            other = _huxi(rules, hand, melds, _claim(kind, False, opening))
            own = _huxi_if_drawn(rules, hand, melds, kind, opening)
            if other is not None or own is not None:
                found.append(Wait(kind, other, own))
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _claim(kind: Kind, own: bool, opening: tuple[Kind, ...]) -> Claim:
    return Claim(kind, drawn=True, own=own, opening=opening)


def _huxi(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim) -> int | None:
    if not completes(rules, hand, melds, claim):
        return None
    win = best_win(rules, hand, melds, claim)
    return None if win is None else win.huxi


def _huxi_if_drawn(
    rules: Rules, hand: Counts, melds: Sequence[Meld], kind: Kind, opening: tuple[Kind, ...]
) -> int | None:
    """The 胡息 if the seat itself draws the card; 坎 and 偎 grow to a 提, a pair to a 偎, without a choice
    (R14; not by L3)."""
    held = hand[kind]
    if rules.open_draws:
        return _huxi(rules, hand, melds, _claim(kind, True, ()))
    lain = next((meld for meld in melds if meld.type in {"wei", "chou_wei"} and meld.cards[0] == kind), None)
    if held < 2 and lain is None:
        return _huxi(rules, hand, melds, _claim(kind, True, opening))
    rest = list(hand)
    rest[kind] = 0 if lain is None else held
    if lain is not None:
        table = [alike("ti", kind) if meld == lain else meld for meld in melds]
        before = "wei"
    else:
        table = [*melds, alike("ti" if held == 3 else "wei", kind)]
        before = "kan" if held == 3 else "pair"
    claim = Claim(None, drawn=True, own=True, opening=opening, made=(kind, before))
    return _huxi(rules, rest, table, claim)


def _counts(view: View) -> list[int]:
    counts = [0] * KINDS
    for kind in view.hand:
        counts[kind] += 1
    return counts


def _open_kinds(view: View) -> tuple[Kind, ...]:
    """The kinds of which the viewer does not see all four copies (R45).

    The 亮张 in the dealer's hand counts as seen as long as it must still be there: no card of its kind lies among the
    dealer's discards or in a meld. The card at the bottom of the stock is seen and never drawn; those on top that were
    shown (L2) are still to come.
    """
    seen = _counts(view)
    if view.bottom is not None:
        seen[view.bottom] += 1
    for seat in view.seats:
        for kind in (*seat.river, *(kind for meld in seat.melds for kind in meld.cards)):
            seen[kind] += 1
    if view.face_up is not None:
        seen[view.face_up.kind] += 1
    liang = view.liang
    if liang is not None and view.seat != view.dealer and liang not in _shown_by_dealer(view):
        seen[liang] += 1
    return tuple(kind for kind in range(KINDS) if seen[kind] < COPIES)


def _shown_by_dealer(view: View) -> set[Kind]:
    """The kinds of which the dealer may have put a card on the table."""
    shown = set(view.seats[view.dealer].river)
    shown.update(kind for seat in view.seats for meld in seat.melds for kind in meld.cards)
    if view.face_up is not None and view.face_up.seat == view.dealer and not view.face_up.drawn:
        shown.add(view.face_up.kind)
    return shown

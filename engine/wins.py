"""Can a seat 胡, and for how much (rules sections 7 and 8)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.arrange import arrangements, run_bound, splits
from engine.cards import KINDS, Kind
from engine.fans import fans_of, won_with
from engine.hu import Claim, Counts, Win
from engine.melds import JIAO, RUNS, Meld, alike, is_scoring_run
from engine.rules import Rules

__all__ = ["Claim", "Counts", "Win", "best_win", "completes", "most_huxi", "tian_win"]

_SEVEN = 21
"""The cards of seven melds, four alike counted as three (R31); it is one less where one of them is a 将."""


def _partners(kind: Kind) -> Iterator[tuple[Meld, Kind, Kind]]:
    for meld in (*RUNS, *JIAO, alike("jiang", kind)):
        if kind in meld.cards:
            others = list(meld.cards)
            others.remove(kind)
            yield meld, others[0], others[-1]


_PARTNERS = tuple(tuple(_partners(kind)) for kind in range(KINDS))
"""For each kind the melds that it can be used in (R32d), and the other cards that they take (of a 将 one, twice)."""


def completes(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim) -> bool:
    """Whether the cards are complete with at least the least 胡息 (R30 to R32).

    `hand` has at most three of a kind and leaves out the claimed card, `melds` are the seat's on the table. Whether
    the seat may 胡 at this moment (R27, R33) is not asked here.
    """
    huxi_of = rules.huxi_of
    need = rules.min_huxi
    jiang = False
    for meld in melds:
        need -= huxi_of[meld.index]
        if meld.quad:
            jiang = True
    kind = -1
    for _ in range(hand.count(3)):
        kind = hand.index(3, kind + 1)
        need -= rules.kan_huxi[kind]
    card = claim.card
    cards = sum(hand) + 3 * len(melds)
    if card is None:
        return cards == _SEVEN - jiang and splits(hand, jiang, need, rules.run_huxi)
    cards += 1
    if cards == _SEVEN and _completes_as_pao(rules, hand, melds, claim, need):
        return True
    if cards != _SEVEN - jiang:
        return False
    held = hand[card]
    if held == 2:
        return _completes_with_pair(rules, hand, jiang, card, claim.own, need)
    with_card = list(hand)
    with_card[card] = held + 1 if held < 2 else 1
    return splits(with_card, jiang, need, rules.run_huxi)


def _completes_as_pao(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim, need: int) -> bool:
    """R32b, R32c: the claimed card makes a `pao`. The 坎 stands as a 坎 for `splits`: nothing of it is loose."""
    grown = _grown(hand, melds, claim)
    if grown is None:
        return False
    before, after = grown
    gain = rules.huxi_of[after.index] - rules.huxi_of[before.index]
    return splits(hand, True, need - gain, rules.run_huxi)


def _completes_with_pair(rules: Rules, hand: Counts, jiang: bool, card: Kind, own: bool, need: int) -> bool:
    """R32a, R32d: the claimed card makes a `peng` of the pair, or is one of three loose ones."""
    run_huxi = rules.run_huxi
    left = list(hand)
    if not own:
        left[card] = 0
        if splits(left, jiang, need - rules.huxi_of[alike("peng", card).index], run_huxi):
            return True
    if run_bound(hand, run_huxi) + max(run_huxi) < need:
        return False
    for meld, first, second in _PARTNERS[card]:
        pair = len(meld.cards) == 2
        if pair > jiang or not 0 < hand[first] < 3 or not 0 < hand[second] < 3:
            continue
        left = list(hand)
        left[first] -= 1
        if not pair:
            left[second] -= 1
        if left[second] >= 0 and splits(left, jiang > pair, need - rules.huxi_of[meld.index], run_huxi):
            return True
    return False


def _grown(hand: Counts, melds: Sequence[Meld], claim: Claim) -> tuple[Meld, Meld] | None:
    """The meld (in the hand or on the table) that the claimed card makes a `pao`, and that `pao` (R32b, R32c)."""
    card = claim.card
    if card is None:
        return None
    if hand[card] == 3:
        return alike("kan", card), alike("pao", card)
    for meld in melds:
        if meld.cards[0] == card and (
            meld.type in {"wei", "chou_wei"} or (meld.type == "peng" and claim.drawn)
        ):
            return meld, alike("pao", card)
    return None


def _placements(
    hand: Counts, melds: Sequence[Meld], claim: Claim
) -> Iterator[tuple[tuple[Meld, ...], tuple[int, ...]]]:
    """The ways to use the claimed card (R32): the melds that are fixed then, and the loose cards."""
    table = tuple(melds)
    kan = tuple(alike("kan", kind) for kind in range(KINDS) if hand[kind] == 3)
    loose = [count if count < 3 else 0 for count in hand]
    card = claim.card
    if card is None:
        yield table + kan, tuple(loose)
        return
    grown = _grown(hand, melds, claim)
    if grown is not None:
        before, after = grown
        if before in table:
            yield tuple(after if meld == before else meld for meld in table) + kan, tuple(loose)
        else:
            yield table + tuple(after if meld == before else meld for meld in kan), tuple(loose)
    if hand[card] == 2 and not claim.own:
        loose[card] = 0
        yield (*table, *kan, alike("peng", card)), tuple(loose)
        loose[card] = 2
    loose[card] += 1
    yield table + kan, tuple(loose)


def best_win(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim) -> Win | None:
    """What a win is worth by the arrangement that R32 chooses; None if the cards are not complete.

    Takes what `completes` takes, but looks at every arrangement.
    """
    cards = Counter(kind for meld in melds for kind in meld.cards)
    cards.update({kind: count for kind, count in enumerate(hand) if count})
    if claim.card is not None:
        cards[claim.card] += 1
    best: Win | None = None
    best_key = (0, 0, 0)
    for fixed, loose in _placements(hand, melds, claim):
        jiang = any(meld.quad for meld in fixed)
        if sum(loose) + 3 * len(fixed) != _SEVEN - jiang:
            continue
        for rest in arrangements(loose, jiang):
            win = _win(rules, cards, fixed + rest, claim)
            key = (win.pay, win.huxi, sum(win.fans.values()))
            if win.huxi >= rules.min_huxi and (best is None or key > best_key):
                best, best_key = win, key
    return best


def _win(rules: Rules, cards: Counter[Kind], melds: tuple[Meld, ...], claim: Claim | None) -> Win:
    """R34 to R39 for one arrangement; `claim` is None for a win by R7."""
    huxi = sum(rules.huxi_of[meld.index] for meld in melds)
    at_deal = claim is None or claim.liang
    doubled = 2 * huxi if rules.tian_doubled and at_deal else huxi
    units = max(1, (doubled - 12) // 3)
    if claim is None or claim.own:
        units += rules.zi_mo
    fans = fans_of(rules, won_with(rules, cards, melds, claim))
    fan = sum(fans.values()) or 1
    if rules.fan_cap is not None:
        fan = min(fan, rules.fan_cap)
    return Win(huxi, units, fans, fan, units * fan, melds)


def tian_win(rules: Rules, hand: Counts) -> Win:
    """What the forced 天胡 of R7 is worth (R38), for a hand with its quadruples still in it.

    The arrangement has the melds that give the 胡息; other cards of the hand are not in it.
    """
    cards = Counter({kind: count for kind, count in enumerate(hand) if count})
    return _win(rules, cards, _most_melds(rules, hand), None)


def most_huxi(rules: Rules, hand: Counts) -> int:
    """The largest sum of 胡息 that disjoint melds of a hand can give, its 提 and 坎 fixed (R38, R42)."""
    return sum(rules.huxi(meld) for meld in _most_melds(rules, hand))


def _most_melds(rules: Rules, hand: Counts) -> tuple[Meld, ...]:
    """The 提 and 坎 of a hand, and of its loose cards the runs that give most 胡息 (nothing else has any)."""
    fixed = [alike("ti", kind) for kind in range(KINDS) if hand[kind] == 4]
    fixed += [alike("kan", kind) for kind in range(KINDS) if hand[kind] == 3]
    loose = [count if count < 3 else 0 for count in hand]
    for red, black in (_RUNS_OF[False], _RUNS_OF[True]):
        fixed += max(_taken_runs(loose, red, black), key=lambda runs: sum(map(rules.huxi, runs)))
    return tuple(fixed)


_RUNS_OF = {
    big: tuple(
        next(
            run
            for run in RUNS
            if is_scoring_run(run) and (run.cards[0] % 10, run.cards[0] >= 10) == (low, big)
        )
        for low in (1, 0)
    )
    for big in (False, True)
}
"""二七十 and 一二三 of each size."""


def _taken_runs(loose: Sequence[int], red: Meld, black: Meld) -> Iterator[list[Meld]]:
    """For each number of 二七十 that the loose cards of a size have, with as many 一二三 as are left then."""
    for reds in range(min(loose[kind] for kind in red.cards) + 1):
        left = [loose[kind] - reds * (kind in red.cards) for kind in black.cards]
        yield [red] * reds + [black] * min(left)

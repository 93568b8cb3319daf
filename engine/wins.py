"""Can a seat 胡, and for how much (rules sections 7 and 8, L4)."""

from collections.abc import Iterator, Sequence

from engine.arrange import arrangements, run_bound, splits
from engine.cards import KINDS, Kind
from engine.fans import Arranged, cards_of, fans_by_cards, fans_of
from engine.hu import Claim, Counts, Win
from engine.melds import JIAO, RUNS, Meld, alike, is_scoring_run
from engine.rules import Rules
from engine.settle import SETTLING, Scored

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
        return _completes_with_pair(rules, hand, jiang, claim, need)
    with_card = list(hand)
    with_card[card] = held + 1 if held < 2 else 1
    return splits(with_card, jiang, need, rules.run_huxi)


def _completes_as_pao(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim, need: int) -> bool:
    """R32b, R32c: the claimed card makes a `pao` (`zhao`). A 坎 stands as one for `splits`: nothing of it is loose."""
    grown = _grown(rules, hand, melds, claim)
    if grown is None:
        return False
    before, after = grown
    gain = rules.huxi_of[after.index] - rules.huxi_of[before.index]
    return splits(hand, True, need - gain, rules.run_huxi)


def _completes_with_pair(rules: Rules, hand: Counts, jiang: bool, claim: Claim, need: int) -> bool:
    """R32a, R32d: the claimed card makes a `peng` of the pair, or is one of three loose ones."""
    card = claim.card
    if card is None:
        return False
    run_huxi = rules.run_huxi
    left = list(hand)
    if _joins_pair(rules, claim):
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


def _joins_pair(rules: Rules, claim: Claim) -> bool:
    """R32a: whether the claimed card may join two alike in the hand; an own draw only by L4."""
    return rules.open_draws or not claim.own


def _grown(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim) -> tuple[Meld, Meld] | None:
    """The meld (in the hand or on the table) that the claimed card makes one of four, and that one.

    R32b, R32c; by L4 (`open_draws`) only a 坎 in the hand.
    """
    card = claim.card
    if card is None:
        return None
    if hand[card] == 3:
        return alike("kan", card), alike(rules.grown_four, card)
    if rules.open_draws:
        return None
    for meld in melds:
        if meld.cards[0] == card and (
            meld.type in {"wei", "chou_wei"} or (meld.type == "peng" and claim.drawn)
        ):
            return meld, alike(rules.grown_four, card)
    return None


def _placements(
    rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim
) -> Iterator[tuple[tuple[Meld, ...], tuple[int, ...]]]:
    """The ways to use the claimed card (R32): the melds that are fixed then, and the loose cards."""
    table = tuple(melds)
    kan = tuple(alike("kan", kind) for kind in range(KINDS) if hand[kind] == 3)
    loose = [count if count < 3 else 0 for count in hand]
    card = claim.card
    if card is None:
        yield table + kan, tuple(loose)
        return
    grown = _grown(rules, hand, melds, claim)
    if grown is not None:
        before, after = grown
        if before in table:
            yield tuple(after if meld == before else meld for meld in table) + kan, tuple(loose)
        else:
            yield table + tuple(after if meld == before else meld for meld in kan), tuple(loose)
    if hand[card] == 2 and _joins_pair(rules, claim):
        loose[card] = 0
        yield (*table, *kan, alike("peng", card)), tuple(loose)
        loose[card] = 2
    loose[card] += 1
    yield table + kan, tuple(loose)


def best_win(rules: Rules, hand: Counts, melds: Sequence[Meld], claim: Claim) -> Win | None:
    """What a win is worth by the arrangement that R32 chooses; None if the cards are not complete.

    Takes what `completes` takes, but looks at every arrangement.
    """
    judge = _Judge(rules, hand, melds, claim, claim.turned)
    huxi_of = rules.huxi_of
    best: Win | None = None
    best_key = (0, 0, 0)
    for fixed, loose in _placements(rules, hand, melds, claim):
        jiang = any(meld.quad for meld in fixed)
        if sum(loose) + 3 * len(fixed) != _SEVEN - jiang:
            continue
        for rest in arrangements(loose, jiang):
            values = [huxi_of[meld.index] for meld in fixed + rest]
            if sum(values) < rules.min_huxi:
                continue
            win = judge.win(fixed + rest, values, jiang)
            key = (win.pay, win.huxi, sum(win.fans.values()))
            if key > best_key:
                best, best_key = win, key
    return best


class _Judge:
    """What any arrangement of the same cards is worth (R34 to R39, L6, L8, G1 to G4); `claim` None is a win by R7."""

    __slots__ = ("_by_cards", "_cards", "_rules", "_xing")

    def __init__(
        self,
        rules: Rules,
        hand: Counts,
        melds: Sequence[Meld],
        claim: Claim | None,
        turned: Kind | None,
    ) -> None:
        counts = list(hand)
        for meld in melds:
            for kind in meld.cards:
                counts[kind] += 1
        if claim is not None and claim.card is not None:
            counts[claim.card] += 1
        self._rules = rules
        self._cards = cards_of(counts, hand, melds, claim)
        self._by_cards = fans_by_cards(rules, self._cards)
        self._xing = counts[turned] if rules.turns_card and turned is not None else None

    def win(self, melds: tuple[Meld, ...], values: Sequence[int], jiang: bool) -> Win:
        """The worth of one arrangement; `values`: the 胡息 of each meld, `jiang`: one of them is a 将."""
        rules, claim = self._rules, self._cards.claim
        huxi = sum(values)
        won = Arranged(melds, huxi, jiang, values.count(0) - jiang, self._cards)
        fans = fans_of(rules, self._by_cards, won)
        scored = Scored(huxi, sum(fans.values()), claim, self._xing or 0)
        units, fan, pay = SETTLING[rules.family](rules, scored)
        return Win(huxi, units, fans, fan, pay, melds, self._xing)


def tian_win(rules: Rules, hand: Counts, turned: Kind | None = None) -> Win:
    """What the forced 天胡 of R7 is worth (R38), for a hand with its quadruples still in it.

    `turned`: as in `Claim`. The arrangement has the melds that give the 胡息; other cards of the hand are not in it.
    """
    melds = _most_melds(rules, hand)
    values = [rules.huxi_of[meld.index] for meld in melds]
    return _Judge(rules, hand, (), None, turned).win(melds, values, jiang=False)


def most_huxi(rules: Rules, hand: Counts) -> int:
    """The largest sum of 胡息 that disjoint melds of a hand can give, its 提 and 坎 fixed (R38, R42)."""
    return sum(rules.huxi(meld) for meld in _most_melds(rules, hand))


def _most_melds(rules: Rules, hand: Counts) -> tuple[Meld, ...]:
    """The 提 and 坎 of a hand, and of its loose cards the runs that give most 胡息 (nothing else has any)."""
    fixed = [alike(rules.dealt_four, kind) for kind in range(KINDS) if hand[kind] == 4]
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

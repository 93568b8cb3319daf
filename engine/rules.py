"""The rule sets as data (rules section 11). House rules are `dataclasses.replace(rules, …)`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards import KINDS, is_big, is_red
from engine.melds import MELDS, RUNS, SIZES, Meld, alike, is_scoring_run


@dataclass(frozen=True, slots=True)
class Fan:
    """What a 名堂 is worth in a rule set.

    `value` is in 番. A 名堂 that counts cards holds from `at` of them and, if it `grows`, is worth one more for
    each card beyond. One that is not counted `alone` adds its value only beside another (海底's * in section 11).
    """

    value: int
    at: int = 0
    grows: bool = False
    alone: bool = True


Values = tuple[tuple[str, tuple[int, int, int, int]], ...]
"""胡息 by meld type, for small black, small red, big black and big red. Of the runs only 一二三 (as black) and
二七十 (as red) have any. What is not listed has none."""

HUNAN_VALUES: Final[Values] = (
    ("peng", (1, 1, 3, 3)),
    ("kan", (3, 3, 6, 6)),
    ("wei", (3, 3, 6, 6)),
    ("chou_wei", (3, 3, 6, 6)),
    ("pao", (6, 6, 9, 9)),
    ("ti", (9, 9, 12, 12)),
    ("run", (3, 3, 6, 6)),
)


def _huxi(values: Mapping[str, tuple[int, int, int, int]], meld: Meld) -> int:
    if meld.type not in values or not meld.cards or (meld.type == "run" and not is_scoring_run(meld)):
        return 0
    last = meld.cards[-1]
    return values[meld.type][2 * is_big(last) + is_red(last)]


_Derived = tuple[tuple[int, ...], tuple[int, ...], tuple[int, int, int, int], int]


@lru_cache(maxsize=16)
def _derived(values: Values) -> _Derived:
    """`huxi_of`, `kan_huxi`, `run_huxi` and `card_gain` of `Rules`."""
    listed = dict(values)
    huxi_of = tuple(_huxi(listed, meld) for meld in MELDS)
    kan_huxi = tuple(huxi_of[alike("kan", kind).index] for kind in range(KINDS))
    small_123, small_270, big_123, big_270 = (huxi_of[run.index] for run in RUNS if is_scoring_run(run))
    rows = dict.fromkeys(SIZES, (0, 0, 0, 0)) | listed
    growths = [rows[after][place] - rows[before][place] for before, after in _GROWTH for place in range(4)]
    card_gain = max(*rows["run"], *growths)
    return huxi_of, kan_huxi, (small_123, big_123, small_270, big_270), card_gain


_GROWTH: Final = (
    *(("jiang", three) for three in ("peng", "wei")),
    *((three, four) for three in ("peng", "kan", "wei", "chou_wei") for four in ("pao", "ti", "zhao")),
)
"""What a card can make of cards that are alike; "jiang" stands for a pair, which is worth nothing."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. The fields that a house rule may change (R49) carry R49's names.

    `together`: what 乌胡 and 对对胡 count when a win has both, None if they simply add. `default_base`: 底分 unless
    the table says otherwise. `dead_bars_peng` False is hunan's change of R25 and R26: only 吃 knows dead cards.

    Derived, for quick look-up: `huxi_of` by the index of a meld, `kan_huxi` by kind, `run_huxi` for small 一二三, big
    一二三, small 二七十 and big 二七十, and `card_gain`, the most 胡息 that one more card can add to a hand.
    """

    name: str
    fans: Mapping[str, Fan] = field(hash=False)
    min_huxi: int = 15
    together: int | None = None
    fan_cap: int | None = None
    win_on_discard: bool = False
    dead_bars_peng: bool = True
    tian_doubled: bool = False
    huang_fan: bool = False
    zi_mo: int = 1
    must_hu: bool = False
    open_wei: bool = False
    huang_dealer: str = "stay"
    default_base: int = 1
    values: Values = HUNAN_VALUES
    huxi_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    kan_huxi: tuple[int, ...] = field(init=False, repr=False, compare=False)
    run_huxi: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)
    card_gain: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        huxi_of, kan_huxi, run_huxi, card_gain = _derived(self.values)
        object.__setattr__(self, "fans", MappingProxyType(dict(self.fans)))
        object.__setattr__(self, "huxi_of", huxi_of)
        object.__setattr__(self, "kan_huxi", kan_huxi)
        object.__setattr__(self, "run_huxi", run_huxi)
        object.__setattr__(self, "card_gain", card_gain)

    def huxi(self, meld: Meld) -> int:
        """The 胡息 of a meld (R4); 0 for another seat's hidden 偎, whose kind is not known."""
        return self.huxi_of[meld.index]


_HALF_COUNTED: Final = {"hong": Fan(2, at=10), "dian": Fan(3), "hong_wu": Fan(4, at=13), "wu": Fan(5)}
_FULL_COUNTED: Final = {
    "hong": Fan(2, at=10, grows=True),
    "dian": Fan(5),
    "wu": Fan(6),
    "dui_dui": Fan(6),
    "da": Fan(6, at=18, grows=True),
}
_XIAO_16: Final = {"xiao": Fan(8, at=16, grows=True)}
_XIAO_18: Final = {"xiao": Fan(8, at=18, grows=True)}
_DEAL: Final = {"tian": Fan(8), "di": Fan(6)}
_HAI_DI_BESIDE: Final = {"hai_di": Fan(2, alone=False)}

_SETS: Final = (
    Rules("qq-basic", _HALF_COUNTED, tian_doubled=True, default_base=3),
    Rules(
        "qq-half",
        _HALF_COUNTED | {"dui_dui": Fan(4)} | _HAI_DI_BESIDE,
        together=10,
        tian_doubled=True,
        default_base=3,
    ),
    Rules("qq-full", _FULL_COUNTED | _XIAO_16 | _HAI_DI_BESIDE, tian_doubled=True, default_base=3),
    Rules("hunan", _HALF_COUNTED | {"dui_dui": Fan(4)}, together=10, dead_bars_peng=False),
    Rules("changde-half", _HALF_COUNTED),
    Rules("changde-full", _FULL_COUNTED | _XIAO_16 | _DEAL),
    Rules("suibian", _FULL_COUNTED | _XIAO_18 | _DEAL),
)

RULE_SETS: Final[Mapping[str, Rules]] = MappingProxyType({rules.name: rules for rules in _SETS})

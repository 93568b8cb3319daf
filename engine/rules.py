"""The rule sets as data (rules section 11). `engine.house` changes them by house rules (R49)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from engine.melds import Meld
from engine.values import HUNAN_VALUES, LUZHOU_VALUES, Values, lookup


@dataclass(frozen=True, slots=True)
class Fan:
    """What a 名堂 is worth in a rule set.

    `value` is in 番 (in 泸州 it is what L8 adds to 1). A 名堂 that counts cards holds from `at` of them and, if it
    `grows`, is worth one more for each card beyond. One that is not counted `alone` adds its value only beside
    another (海底's * in section 11). `title` is what players call it, for one that the views have no word for.
    """

    value: int
    at: int = 0
    grows: bool = False
    alone: bool = True
    title: str = field(default="", compare=False)


Family = Literal["hunan", "luzhou", "guilin", "bayi"]
Fans = Mapping[str, Fan]

CHANGEABLE: Final = (
    "min_huxi",
    "fan_cap",
    "win_on_discard",
    "dead_bars_peng",
    "tian_doubled",
    "huang_fan",
    "zi_mo",
    "must_hu",
    "open_wei",
    "huang_dealer",
)
"""The fields of `Rules` that house rules may change, but for `fans` (R49)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. The fields that a house rule may change (R49) carry R49's names.

    `family`: how 胡息 and 名堂 become a payment (a name in `engine.settle.SETTLING`), and what house rules may change.
    `together`: what 乌胡 and 对对胡 count when a win has both, None if they simply add. `spare`: the 名堂 that a house
    rule may add, as `Fan` but for the value. `default_base`: 底分 unless the table says otherwise. `dead_bars_peng`
    False is hunan's change of R25 and R26: only 吃 knows dead cards. `open_draws`: every drawn card is turned face up,
    招 and 壠 stand for 跑 and 提, and a 碰 never grows (L3, L4). `shows_liang` False: no 亮张 (L1); `black_last`: the
    stock ends with a black card that is shown (L2). `turns_card`: 翻醒 after a win (G2).

    For the table that plays it: `title`, what players call the set; `table_size`, how many it asks for (3, or 4 of
    whom one sits out, R44); `two_play`, whether two play it without a house rule (R47); `first_dealer`, by lot or
    by cutting (R40); `sits_out`, what the fourth
    player's part is called: 守醒, 数醒 or 坐底.

    Derived, for quick look-up: `huxi_of` by the index of a meld, `kan_huxi` by kind, `run_huxi` for small 一二三, big
    一二三, small 二七十 and big 二七十, and `card_gain`, the most 胡息 that one more card can add to a hand.
    """

    name: str
    fans: Fans = field(hash=False)
    family: Family = "hunan"
    spare: Fans = field(default_factory=dict, repr=False, compare=False)
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
    open_draws: bool = False
    shows_liang: bool = True
    black_last: bool = False
    turns_card: bool = False
    title: str = ""
    table_size: int = 3
    two_play: bool = False
    first_dealer: Literal["lot", "cut"] = "lot"
    sits_out: Literal["shou_xing", "shu_xing", "zuo_di"] = "shou_xing"
    values: Values = HUNAN_VALUES
    huxi_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    kan_huxi: tuple[int, ...] = field(init=False, repr=False, compare=False)
    run_huxi: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)
    card_gain: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        quick = lookup(self.values)
        object.__setattr__(self, "fans", MappingProxyType(dict(self.fans)))
        object.__setattr__(self, "spare", MappingProxyType(dict(self.spare)))
        object.__setattr__(self, "huxi_of", quick.huxi_of)
        object.__setattr__(self, "kan_huxi", quick.kan_huxi)
        object.__setattr__(self, "run_huxi", quick.run_huxi)
        object.__setattr__(self, "card_gain", quick.card_gain)

    def huxi(self, meld: Meld) -> int:
        """The 胡息 of a meld (R4); 0 for another seat's hidden 偎, whose kind is not known."""
        return self.huxi_of[meld.index]

    @property
    def dealt_four(self) -> str:
        """The type of four alike from the deal: 提, in 泸州 壠."""
        return "long" if self.open_draws else "ti"

    @property
    def grown_four(self) -> str:
        """The type of four alike that a face-up card completes: 跑, in 泸州 招."""
        return "zhao" if self.open_draws else "pao"

    def changes(self) -> dict[str, Any]:
        """What differs from the set of the same name, as R49 writes it down; empty for the set itself.

        `engine.house.house_rules(rules.name, rules.changes())` is `rules` again.
        """
        plain = RULE_SETS[self.name]
        found = {
            name: getattr(self, name) for name in CHANGEABLE if getattr(self, name) != getattr(plain, name)
        }
        codes = [
            code for code in {**plain.spare, **plain.fans} if self.fans.get(code) != plain.fans.get(code)
        ]
        if self.together != plain.together and not {"wu", "dui_dui"}.intersection(codes):
            codes.append("wu")
        if codes:
            found["fans"] = {code: self.fans[code].value if code in self.fans else None for code in codes}
        return found

    def written(self) -> str | dict[str, Any]:
        """What the field `rules` of a record holds: the name, with house rules {"set", "changes"} (R49)."""
        changes = self.changes()
        return {"set": self.name, "changes": changes} if changes else self.name


_COUNTING: Final = {
    "hong": Fan(1, at=10, grows=True),
    "hong_wu": Fan(1, at=13),
    "da": Fan(1, at=18, grows=True),
    "xiao": Fan(1, at=16, grows=True),
}
"""The 名堂 that count cards, as most sets have them; the values stand in the sets."""


def _named(**values: int) -> dict[str, Fan]:
    """名堂 with these values."""
    return {code: replace(_COUNTING.get(code, Fan(1)), value=value) for code, value in values.items()}


_SPARE: Final = _named(
    **dict.fromkeys(
        (
            *("hong", "dian", "hong_wu", "wu", "dui_dui", "da", "xiao", "tian", "di", "hai_di"),
            *("ting", "shua_hou", "tuan", "hang_hang_xi", "jia_hang_hang", "si_qi_hong", "bei_kao_bei"),
        ),
        1,
    )
)
"""All 名堂 of the Hunan sets."""

_BESIDE: Final = {"hai_di": Fan(2, alone=False)}
_SPARE_BESIDE: Final = _SPARE | _BESIDE

_HALF: Final = {"hong": Fan(2, at=10)} | _named(dian=3, hong_wu=4, wu=5)
_FULL: Final = _named(hong=2, dian=5, wu=6, dui_dui=6, da=6)
_DEAL: Final = _named(tian=8, di=6)
_ALWAYS: Final = _named(tuan=8, hang_hang_xi=8, jia_hang_hang=4, si_qi_hong=2, bei_kao_bei=8)

_QQ_BASIC: Final = Rules(
    "qq-basic", _HALF, title="QQ基本", spare=_SPARE_BESIDE, tian_doubled=True, default_base=3
)
_LUZHOU: Final = Rules(
    "luzhou-deng",
    _named(tian=1, di=1),
    "luzhou",
    title="泸州大贰·等",
    two_play=True,
    sits_out="zuo_di",
    min_huxi=10,
    win_on_discard=True,
    dead_bars_peng=False,
    zi_mo=0,
    open_draws=True,
    shows_liang=False,
    black_last=True,
    values=LUZHOU_VALUES,
)
_HONGWU: Final = {"hong": Fan(1, at=10)} | _named(wu=3, tian=1, di=1)
_KAIKAI: Final = _named(qia=1, shui_shang_piao=1, hai_di=1, kun=1, gui=1, zi_mo=1)
_GUILIN: Final = Rules(
    "guilin", {}, "guilin", title="桂林字牌", sits_out="shu_xing", min_huxi=10, zi_mo=0, turns_card=True
)

_SETS: Final = (
    _QQ_BASIC,
    replace(
        _QQ_BASIC, name="qq-half", title="QQ半名堂", fans=_HALF | _named(dui_dui=4) | _BESIDE, together=10
    ),
    replace(_QQ_BASIC, name="qq-full", title="QQ全名堂", fans=_FULL | _named(xiao=8) | _BESIDE),
    Rules(
        "hunan",
        _HALF | _named(dui_dui=4),
        title="湖南守醒",
        spare=_SPARE_BESIDE,
        together=10,
        dead_bars_peng=False,
        table_size=4,
        first_dealer="cut",
    ),
    Rules("changde-half", _HALF, title="常德半名堂", spare=_SPARE_BESIDE),
    Rules("changde-full", _FULL | _named(xiao=8) | _DEAL, title="常德全名堂", spare=_SPARE_BESIDE),
    Rules(
        "suibian",
        _FULL | {"xiao": Fan(8, at=18, grows=True)} | _DEAL,
        title="随便跑胡子",
        spare=_SPARE_BESIDE,
    ),
    Rules(
        "changde-daliuba",
        _named(hong=3, dian=6, wu=8, dui_dui=8, da=8, xiao=10, tian=6, di=6, hai_di=6, ting=6, shua_hou=8)
        | _ALWAYS,
        title="常德大六八番",
        spare=_SPARE,
        huang_fan=True,
    ),
    Rules(
        "changde-xiaoliuba",
        _named(hong=2, dian=4, wu=6, dui_dui=6, da=6, xiao=8, tian=4, di=4, hai_di=4, ting=4, shua_hou=6)
        | _ALWAYS,
        title="常德小六八番",
        spare=_SPARE,
        huang_fan=True,
    ),
    Rules(
        "huaihua",
        _named(hong=2, dian=3, hong_wu=5, wu=5, dui_dui=4, da=4, xiao=4, tian=4, di=3, hai_di=2),
        title="怀化红拐弯",
        spare=_SPARE,
    ),
    Rules(
        "changsha",
        _named(hong=2, dian=4, wu=5, dui_dui=5, da=5, tian=5, di=5) | {"xiao": Fan(5, at=18, grows=True)},
        title="长沙跑胡子",
        spare=_SPARE,
    ),
    _LUZHOU,
    replace(_LUZHOU, name="luzhou-hongwu", title="泸州大贰·红乌", fans=_HONGWU),
    replace(_LUZHOU, name="luzhou-kaikai", title="泸州大贰·开开", fans=_HONGWU | _KAIKAI),
    _GUILIN,
    replace(_GUILIN, name="bayi", title="八一字牌", family="bayi"),
)

RULE_SETS: Final[Mapping[str, Rules]] = MappingProxyType({rules.name: rules for rules in _SETS})
"""Every rule set, by its name."""

"""The few words that stand in a picture, in both scripts; everything else is in the text beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine import Rules

SCRIPTS: Final = ("hans", "hant")
"""Simplified and traditional characters."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one script, placeholders in braces. `melds` are by the code of rules section 2 and L3."""

    before: str
    after: str
    other: str
    you: str
    hand: str
    huxi: str
    stock: str
    dealer: str
    drawn: str
    discarded: str
    liang: str
    river: str
    dead: str
    dead_chi: str
    declined: str
    discard: str
    waits: str
    either: str
    others_only: str
    own_only: str
    more_waits: str
    more_discards: str
    melds: Mapping[str, str]


_HANS: Final = Words(
    before="上家",
    after="下家",
    other="对家",
    you="你",
    hand="手",
    huxi="息",
    stock="墩",
    dealer="庄",
    drawn="摸",
    discarded="打",
    liang="亮张",
    river="河",
    dead="臭牌",
    dead_chi="不能吃",
    declined="臭胡",
    discard="打",
    waits="听",
    either="{n}（自摸{own}）",
    others_only="仅他人 {n}",
    own_only="仅自摸 {n}",
    more_waits="等 {n} 张",
    more_discards="还有 {n} 种打法能听",
    melds={
        "peng": "碰",
        "kan": "坎",
        "wei": "偎",
        "chou_wei": "臭偎",
        "pao": "跑",
        "ti": "提",
        "run": "吃",
        "jiao": "绞",
        "jiang": "将",
        "zhao": "招",
        "long": "壠",
    },
)
_HANT: Final = Words(
    before="上家",
    after="下家",
    other="對家",
    you="你",
    hand="手",
    huxi="息",
    stock="墩",
    dealer="莊",
    drawn="摸",
    discarded="打",
    liang="亮張",
    river="河",
    dead="臭牌",
    dead_chi="不能吃",
    declined="臭胡",
    discard="打",
    waits="聽",
    either="{n}（自摸{own}）",
    others_only="僅他人 {n}",
    own_only="僅自摸 {n}",
    more_waits="等 {n} 張",
    more_discards="還有 {n} 種打法能聽",
    melds={**_HANS.melds, "jiao": "絞", "jiang": "將"},
)
_WORDS: Final[Mapping[str, Words]] = {"hans": _HANS, "hant": _HANT}

_GUILIN: Final[Mapping[str, Mapping[str, str]]] = {
    "hans": {"wei": "扫", "chou_wei": "臭扫", "pao": "开舵"},
    "hant": {"wei": "掃", "chou_wei": "臭掃", "pao": "開舵"},
}


def words_of(script: str) -> Words:
    """The words of "hans" or "hant"; KeyError for another script."""
    return _WORDS[script]


def meld_word(rules: Rules, meld_type: str, script: str) -> str:
    """What a kind of meld is called: 碰, 偎 …; 桂林 and 八一 say 扫 and 开舵 for 偎 and 跑 (G1)."""
    local = _GUILIN[script] if rules.family in ("guilin", "bayi") else {}
    return local.get(meld_type) or _WORDS[script].melds[meld_type]

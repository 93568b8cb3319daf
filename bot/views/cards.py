"""Cards and melds as text: red kinds are bold (R2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.views.layout import SPACE, join
from bot.views.say import Markup, Say
from engine import Meld, Rules
from engine.cards import Kind, is_red, rank

FACE_DOWN = "▨"
"""The back of a card."""

LINE = 15
"""About how many Chinese characters a phone shows in a line of text."""

_WIDE_DIGITS = ("１", "２", "３", "４", "５", "６", "７", "８", "９", "10")

_MELDS: Mapping[str, Callable[[Say], Markup]] = {
    "peng": lambda say: say("碰"),
    "kan": lambda say: say("坎"),
    "wei": lambda say: say("偎"),
    "chou_wei": lambda say: say("臭偎"),
    "pao": lambda say: say("跑"),
    "ti": lambda say: say("提"),
    "run": lambda say: say("吃"),
    "jiao": lambda say: say("绞"),
    "jiang": lambda say: say("将"),
    "zhao": lambda say: say("招"),
    "long": lambda say: say("壠"),
}

_GUILIN: Mapping[str, Callable[[Say], Markup]] = {
    **_MELDS,
    "wei": lambda say: say("扫"),
    "chou_wei": lambda say: say("臭扫"),
    "pao": lambda say: say("开舵"),
}

_WORDS: Mapping[str, Mapping[str, Callable[[Say], Markup]]] = {"guilin": _GUILIN, "bayi": _GUILIN}
"""By family of rule sets, where players have other words (G1)."""


def face(say: Say, kind: Kind) -> str:
    """The one character of a card, plain, in the reader's script."""
    return say("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")[kind]


def faces(say: Say, kinds: Iterable[Kind]) -> str:
    """Cards in a row as plain text, for button labels and pop-ups."""
    return "".join(face(say, kind) for kind in kinds)


def labelled(say: Say, kind: Kind) -> str:
    """A card as plain text for who may not read it: in English with its rank, 「柒 7」."""
    return f"{face(say, kind)} {rank(kind)}" if needs_ranks(say) else face(say, kind)


def needs_ranks(say: Say) -> bool:
    """Whether the reader may not know the characters of the cards."""
    return say.language == "en"


def card(say: Say, kind: Kind) -> Markup:
    """A card in text."""
    return _group(say, (kind,))


def cards(say: Say, kinds: Sequence[Kind], gap: str = "") -> Markup:
    """Cards in a row in text."""
    if gap:
        return join(gap, (card(say, kind) for kind in kinds))
    return _runs(say, kinds)


def _runs(say: Say, kinds: Sequence[Kind]) -> Markup:
    """Cards close together, neighbours of one colour in one mark-up."""
    pieces: list[list[Kind]] = []
    for kind in kinds:
        if pieces and is_red(pieces[-1][-1]) == is_red(kind):
            pieces[-1].append(kind)
        else:
            pieces.append([kind])
    return join("", (_group(say, piece) for piece in pieces))


def _group(say: Say, kinds: Sequence[Kind]) -> Markup:
    text = faces(say, kinds)
    return Markup(f"<b>{text}</b>" if is_red(kinds[0]) else text)


def open_card(say: Say, kind: Kind) -> Markup:
    """The card that everybody looks at, as it is read: 【柒】, in English 【柒 7】."""
    text = labelled(say, kind)
    return Markup(f"【<b>{text}</b>】" if is_red(kind) else f"【{text}】")


def won_card(say: Say, kind: Kind) -> Markup:
    """The card that ended a round, alone: 【柒】."""
    return Markup(f"【{card(say, kind)}】")


def hand_rows(say: Say, hand: Iterable[Kind], *, plain: bool = False) -> tuple[Markup, ...]:
    """A hand in two rows, small cards above big ones, the same ranks below each other.

    Where the columns would not fit a phone's line, the rows are close together instead. A row without cards
    is left out. For who may not read the cards the ranks stand above the columns. `plain` is for pop-ups,
    which know no bold.
    """
    count = Counter(hand)
    held = [column for column in range(10) if count[column] or count[column + 10]]
    columns = {column: max(count[column], count[column + 10]) for column in held}
    aligned = sum(columns.values()) + (len(columns) - 1) * 0.3 <= LINE
    found = [_ranks(columns)] if needs_ranks(say) and aligned else []
    for size in (0, 10):
        if not any(count[column + size] for column in held):
            continue
        cells = []
        for column, cell in columns.items():
            kind = column + size
            alike = (kind,) * count[kind]
            if alike or aligned:
                text = (faces(say, alike) if plain else _group(say, alike)) if alike else ""
                cells.append(text + SPACE * (cell - len(alike) if aligned else 0))
        found.append(Markup(" ".join(cells).rstrip(f" {SPACE}")))
    return tuple(found)


def _ranks(columns: Mapping[int, int]) -> Markup:
    """The ranks of the columns (by column: its width in cards), as wide as cards."""
    cells = (_WIDE_DIGITS[column] + SPACE * (cell - 1) for column, cell in columns.items())
    return Markup(" ".join(cells).rstrip(f" {SPACE}"))


def meld_word(say: Say, meld_type: str, rules: Rules) -> Markup:
    """What players of a rule set call a kind of meld: 碰, 偎, 吃 …; in 桂林 扫 and 开舵 for 偎 and 跑."""
    return _WORDS.get(rules.family, _MELDS)[meld_type](say)


def meld_cards(say: Say, meld: Meld) -> Markup:
    """The cards of a meld; face down if they are hidden (R45)."""
    return _runs(say, meld.cards) if meld.cards else Markup(FACE_DOWN * 3)


def meld(say: Say, shown: Meld, rules: Rules) -> Markup:
    """A meld: 「碰 五五五」, 「偎 ▨▨▨」."""
    return Markup(f"{meld_word(say, shown.type, rules)} {meld_cards(say, shown)}")


def melds(say: Say, shown: Iterable[Meld], rules: Rules, *, huxi: bool = False) -> tuple[Markup, ...]:
    """Melds two to a line; with `huxi` each with its 胡息."""
    texts = [
        Markup(f"{meld(say, each, rules)} {rules.huxi(each)}") if huxi else meld(say, each, rules)
        for each in shown
    ]
    return tuple(join(SPACE, texts[start : start + 2]) for start in range(0, len(texts), 2))


def claimed(kinds: Sequence[Kind]) -> Meld:
    """Three cards taken by 吃 or laid down by 比, as the meld that they are (R22, R24)."""
    alike = len({rank(kind) for kind in kinds}) == 1
    return Meld("jiao" if alike else "run", tuple(sorted(kinds)))

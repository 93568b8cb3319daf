"""The cards and the fonts: colours, scripts, and that no character is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from PIL import Image

from bot.views.languages import LANGUAGES, say_in
from bot.views.picture.faces import CHARACTERS, card
from bot.views.picture.lettering import FACES, TEXT, drawable, font, readable, replaced
from bot.views.picture.palette import COLOURS, FELT, INK, RED
from bot.views.picture.words import SCRIPTS, Words, meld_word, words_of
from engine import RULE_SETS
from engine.cards import KINDS, is_red, rank
from engine.melds import MELDS

FOLDER = Path(__file__).parent.parent.parent / "bot/views"
KEYWORDS = {"say": None, "n": (1, 1), "on": ((1, "c"), 2)}
TILE = (64, 68)
STRIP = (100, 215)


def colours(image: Image.Image) -> set[tuple[int, int, int]]:
    """The colours of a card."""
    return {COLOURS[index] for index in set(image.tobytes())}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("size", [TILE, STRIP])
def test_r2_exactly_ranks_2_7_and_10_are_red(script: str, size: tuple[int, int]) -> None:
    for kind in range(KINDS):
        seen = colours(card(kind, script, size, FELT))
        assert (RED in seen) == (rank(kind) in (2, 7, 10)) == is_red(kind)
        assert (INK in seen) == (rank(kind) not in (2, 7, 10))


@pytest.mark.parametrize("script", SCRIPTS)
def test_r1_all_twenty_faces_differ(script: str) -> None:
    assert len({card(kind, script, TILE, FELT).tobytes() for kind in range(KINDS)}) == KINDS


def test_r1_the_scripts_differ_in_2_3_and_6_of_the_big_cards_alone() -> None:
    hans, hant = CHARACTERS["hans"], CHARACTERS["hant"]
    assert [kind for kind in range(KINDS) if hans[kind] != hant[kind]] == [11, 12, 15]
    assert hant[11] + hant[12] + hant[15] == "貳叄陸"


def test_a_strip_has_two_heads_the_lower_one_upside_down() -> None:
    for kind in range(KINDS):
        strip = card(kind, "hans", STRIP, FELT)
        turned = strip.rotate(180)
        same = sum(one == other for one, other in zip(strip.tobytes(), turned.tobytes(), strict=True))
        assert same > 0.97 * STRIP[0] * STRIP[1]


def test_the_back_tells_no_kind_and_a_frozen_card_is_darker() -> None:
    assert not {RED, INK} & colours(card(None, "hans", TILE, FELT))
    plain, frozen = card(3, "hans", TILE, FELT), card(3, "hans", TILE, FELT, frozen=True)
    assert plain.tobytes() != frozen.tobytes()


def said(words: Words) -> Iterator[str]:
    """Every text of a script."""
    for field in words.__slots__:
        text = getattr(words, field)
        yield from (text,) if isinstance(text, str) else text.values()


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_brush_has_every_card(script: str) -> None:
    letters = font(FACES, 60)
    missing = bytes(letters.getmask("\U0010ffff"))
    assert missing
    for char in CHARACTERS[script]:
        assert bytes(letters.getmask(char)) not in (missing, b""), char


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_text_font_has_every_card_and_every_word(script: str) -> None:
    texts = [*said(words_of(script)), CHARACTERS[script]]
    texts += [meld_word(rules, meld.type, script) for rules in RULE_SETS.values() for meld in MELDS]
    seen = set("".join(texts))
    assert len(seen) > 50
    assert [char for char in seen if not drawable(char)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_font_has_whatever_a_settlement_can_say(language: str) -> None:
    """Every message of the views whose words get into the picture of a round's end, in the reader's language."""
    say, seen = say_in(language), set[str]()
    for view in ("cards", "counting", "names", "outcome", "rulesets", "settlement"):
        found = extract_from_file("python", FOLDER / f"{view}.py", keywords=KEYWORDS)
        for _, message, _, context in found:
            msgid = message if isinstance(message, str) else message[0]
            catalogue = say.catalogue
            seen |= set(catalogue.pgettext(context, msgid) if context else catalogue.gettext(msgid))
    assert len(seen) > 100
    assert [char for char in seen if replaced(char) not in (char, "")] == []


def test_the_text_font_has_common_names() -> None:
    text = "息等番底分倍数自摸天地红点乌对胡海平共囤醒招壠东南西北本局场总守豆→＋×＝−（）·欧阳建国陳張劉ABCxyz0189+−"
    assert [char for char in text if not drawable(char)] == []
    assert not drawable("\U0010ffff")
    assert not drawable("龘")


def test_names_that_cannot_be_read_are_not_drawn() -> None:
    assert readable("小红") == "小红"
    assert readable("\u2068🤖老王\u2069") == "老王"
    assert readable("Ana Müller") == "Ana Müller"
    assert readable("🐼🐼") is None
    assert readable("محمد") is None
    assert readable("小龘") is None
    assert replaced("🏆 小龘 胡") == " 小· 胡"


def test_the_fonts_carry_names_of_their_own_and_their_licences() -> None:
    assert font(FACES, 20).getname() == ("Paohuzi Faces", "Regular")
    assert font(TEXT, 20).getname() == ("Paohuzi Text", "Regular")
    assert sum(path.stat().st_size for path in (FACES, TEXT)) < 1_000_000
    for licence, holder in (("OFL-faces.txt", "MaShanZheng"), ("OFL-text.txt", "LXGW")):
        text = (FACES.parent / licence).read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert holder in text

"""The catalogues: complete, with the same placeholders, and compiled from what stands there to read."""

from __future__ import annotations

import ast
import io
import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.views import languages
from bot.views.cards import face
from bot.views.languages import CATALOGUES, DOMAIN, LANGUAGES, LOCALES, say_in
from bot.views.names import wind
from tests.views.test_messages import VIEWS, WAYS, said, sources

KEYWORDS = {"say": None, "n": (1, 1), "on": ((1, "c"), 2)}
"""What `pybabel extract` is told in CONTRIBUTING.md."""

ROOT = Path(__file__).parent.parent.parent
SIMPLIFIED = set(
    "东两个么乌乐习于仅从们会体关内写决减凑几则刚删别动单占却叁发变号后吗听员响团图场处复够对将帮庄应开张弯归"
    "录怀总托执换摆数无时暂机条来样欢没满点独现电确离种签简红线练组细经结给绞继续脑见规认让记许设试话该语请谁"
    "谱账贰赔赢轮输边过还这进远连适选钮链长门问闲间陆随页顶项频马黄齐"
)
"""Characters of the messages that Traditional Chinese writes in another way."""


def read(language: str) -> Catalog:
    with (LOCALES / CATALOGUES[language] / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=CATALOGUES[language])


def messages(language: str) -> list[Message]:
    return [message for message in read(language) if message.id]


def key(message: Message) -> tuple[str, str, bool]:
    """Context, message, and whether it counts."""
    counts = not isinstance(message.id, str)
    return message.context or "", message.id[0] if counts else message.id, counts


def extracted() -> set[tuple[str, str, bool]]:
    found = extract_from_dir(VIEWS, [("**.py", "python")], keywords=KEYWORDS)
    return {
        (context or "", message if isinstance(message, str) else message[0], not isinstance(message, str))
        for _, _, message, _, context in found
    }


def spoken() -> set[tuple[str, str, bool]]:
    """What the sources say, read in another way than by Babel."""
    found = set()
    for _, tree in sources():
        for call, way, message in said(tree):
            place = call.args[0].value if way == "say.on" and isinstance(call.args[0], ast.Constant) else ""
            assert isinstance(message, ast.Constant)
            found.add((str(place), str(message.value), way == "say.n"))
    return found


def texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w*)}", text))


def test_babel_finds_everything_that_is_said() -> None:
    assert len(extracted()) > 400
    assert extracted() == spoken()
    assert set(KEYWORDS) == {way.split(".")[-1] for way in WAYS}


def test_no_message_counts_here_and_not_there() -> None:
    twice = Counter((place, message) for place, message, _ in spoken())
    assert [message for message, times in twice.items() if times > 1] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_has_every_message_and_no_other(language: str) -> None:
    assert {key(message) for message in messages(language)} == extracted()
    assert list(read(language).obsolete.values()) == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_message_is_translated_for_sure(language: str) -> None:
    for message in messages(language):
        assert not message.fuzzy, message.id
        assert all(text.strip() for text in texts(message)), message.id


@pytest.mark.parametrize("language", CATALOGUES)
def test_placeholders_are_those_of_the_message(language: str) -> None:
    for message in messages(language):
        _, original, counts = key(message)
        for text in texts(message):
            left_out = placeholders(original) - placeholders(text)
            assert placeholders(text) <= placeholders(original), message.id
            assert left_out <= ({"n"} if counts else set()), message.id


@pytest.mark.parametrize("language", CATALOGUES)
def test_each_form_of_a_plural_is_there(language: str) -> None:
    catalogue = read(language)
    counted = [message for message in catalogue if message.id and key(message)[2]]
    assert counted
    assert {len(message.string) for message in counted} == {catalogue.num_plurals}


@pytest.mark.parametrize("language", CATALOGUES)
def test_compiled_catalogues_are_those_that_stand_there(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(language))
    path = LOCALES / CATALOGUES[language] / "LC_MESSAGES" / f"{DOMAIN}.mo"
    assert path.read_bytes() == compiled.getvalue(), "run `pybabel compile` as CONTRIBUTING.md says"


def test_traditional_has_no_simplified_characters() -> None:
    for message in messages("zh-hant"):
        if key(message)[1] == "简体中文":
            continue
        assert [char for text in texts(message) for char in text if char in SIMPLIFIED] == [], message.id


def test_english_keeps_game_terms_and_no_chinese_punctuation() -> None:
    for message in messages("en"):
        assert not re.search("[，。；：？！（）]", "".join(texts(message))), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_winds_are_told_apart(language: str) -> None:
    say = say_in(language)
    assert len({face(say, kind) for kind in range(20)}) == 20
    assert len({wind(say, place) for place in range(4)}) == 4


def test_scripts_of_the_cards() -> None:
    assert [face(say_in("zh-hans"), kind) for kind in (11, 12, 15)] == ["贰", "叁", "陆"]
    assert [face(say_in("zh-hant"), kind) for kind in (11, 12, 15)] == ["貳", "叄", "陸"]
    assert [say_in(language).script for language in LANGUAGES] == ["hans", "hant", "hans"]


def test_glossary_in_traditional() -> None:
    say = say_in("zh-hant")
    assert say("绞") == "絞"
    assert say("将") == "將"
    assert say.on("button", "过") == "過"
    assert say("🀄 跑胡子") == "🀄 跑鬍子"
    assert say("清账：") == "清帳："


def test_plurals_in_english() -> None:
    say = say_in("en")
    assert say.n("还差 {n} 人", n=1) == "1 more player needed"
    assert say.n("还差 {n} 人", n=2) == "2 more players needed"
    assert say_in("zh-hans").n("还差 {n} 人", n=1) == "还差 1 人"


@pytest.mark.parametrize(
    ("code", "language"),
    [
        (None, "zh-hans"),
        ("", "zh-hans"),
        ("zh", "zh-hans"),
        ("zh-hans", "zh-hans"),
        ("zh-CN", "zh-hans"),
        ("zh-Hans-HK", "zh-hans"),
        ("zh-hant", "zh-hant"),
        ("zh-Hant-raw", "zh-hant"),
        ("zh_TW", "zh-hant"),
        ("zh-hk", "zh-hant"),
        ("zh-mo", "zh-hant"),
        ("en", "en"),
        ("en-GB", "en"),
        ("de", "en"),
        ("zha", "en"),
    ],
)
def test_the_language_of_a_code(code: str | None, language: str) -> None:
    assert languages.language_of(code) == language


def test_contributing_has_the_commands() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for command in (
        "pybabel extract -F babel.cfg -k say -k n:1,1 -k on:1c,2",
        "pybabel update",
        "pybabel compile",
    ):
        assert command in page

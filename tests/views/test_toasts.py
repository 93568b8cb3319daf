"""Every refusal has words that lead on."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.host.decide import Refused
from bot.views.hints import CODES, hint_text
from bot.views.say import chinese as say
from bot.views.toasts import done, known_codes, refusal
from engine import RULE_SETS, Action, Rules
from engine.why import REASONS

BOT = Path(__file__).parent.parent.parent / "bot"


def codes_in(folder: str) -> set[str]:
    """The codes with which the sources of a folder refuse."""
    found = set()
    for path in (BOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Refused"):
                continue
            found |= {
                part.value
                for part in ast.walk(node.args[0])
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
    return found


def test_the_sources_refuse_at_all() -> None:
    assert {"closed", "leave_sure", "too_few", "pass_hu_sure", "answered", "not_asked"} <= codes_in("host")


@pytest.mark.parametrize("folder", ["host", "chat"])
def test_every_refusal_of_the_bot_has_words(folder: str) -> None:
    assert codes_in(folder) - known_codes() == set()


def test_every_reason_of_the_engine_has_words() -> None:
    assert set(REASONS) - known_codes() == set()


@pytest.mark.parametrize("code", sorted(known_codes()))
def test_words_are_short_and_a_sentence(code: str) -> None:
    text = refusal(say, Refused(code, n=2, known="1、2、3", word="chi"))
    assert 4 < len(text) <= 60
    assert text[-1] in "。！"
    assert "{" not in text


@pytest.mark.parametrize("word", ["chi", "peng", "hu", "pass", "", "x"])
def test_no_such_option_names_what_was_pressed(word: str) -> None:
    text = refusal(say, Refused("no_such_option", word=word))
    assert {"chi": "吃", "peng": "碰", "hu": "胡", "pass": "过"}.get(word, "选项") in text


def test_too_few_counts() -> None:
    assert refusal(say, Refused("too_few", n=2)).startswith("还差 2 人")


def test_r42_the_question_to_leave_tells_no_amount() -> None:
    assert not any(char.isdigit() for char in refusal(say, Refused("leave_sure")))


@pytest.mark.parametrize(
    ("action", "card", "text"),
    [
        (Action("discard", (2,)), None, "已打 三"),
        (Action("peng"), 12, "已选 碰 叁"),
        (Action("chi", (0, 1)), 2, "已选 一二 吃 三"),
        (Action("hu"), 2, "你胡了！"),
        (Action("pass"), 2, "已过"),
    ],
)
def test_done_says_what_was_done(action: Action, card: int | None, text: str) -> None:
    assert done(say, action, card) == text


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_hints_are_one_line(code: str, rules: Rules) -> None:
    text = hint_text(say, code, rules)
    assert "\n" not in text
    assert text.startswith("💡 ")
    assert len(text) <= 40

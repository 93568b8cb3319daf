"""Every text goes through `say` with a literal, so that it can be translated."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from bot.chat.presses import HANDLERS
from bot.views.board import board
from bot.views.help import leave_question
from bot.views.lobby import about, base_menu, lobby, rules_menu
from bot.views.private import private
from bot.views.say import chinese as say
from bot.views.settlement import settlement
from tests.views.samples import lobby as open_table
from tests.views.samples import records, settled, states

VIEWS = Path(__file__).parent.parent.parent / "bot" / "views"
FILES = sorted(VIEWS.glob("*.py"))
CHINESE = re.compile("[\u4e00-\u9fff]")


def said(tree: ast.AST) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"
    ]


def test_the_views_speak() -> None:
    assert sum(len(said(ast.parse(path.read_text(encoding="utf-8")))) for path in FILES) > 200


def test_the_first_argument_of_say_is_a_literal() -> None:
    for path in FILES:
        for call in said(ast.parse(path.read_text(encoding="utf-8"))):
            assert isinstance(call.args[0], ast.Constant), f"{path.name}:{call.lineno}"
            names = set(re.findall(r"{(\w+)}", call.args[0].value))
            assert names == {keyword.arg for keyword in call.keywords}, f"{path.name}:{call.lineno}"


def test_no_chinese_text_goes_around_say() -> None:
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        spoken = {id(call.args[0]) for call in said(tree)}
        documented = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        attributes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CHINESE.search(node.value):
                assert id(node) in spoken | documented | attributes, f"{path.name}:{node.lineno}"


def test_every_button_has_a_handler() -> None:
    table = open_table("阿明", computers=2)
    messages = [
        lobby(say, table, {}),
        lobby(say, open_table("阿明"), {}),
        rules_menu(say, table),
        base_menu(say, table),
        about(say, table),
        leave_question(say, table, 1),
        settlement(say, settled(records("hunan")[0]), {}),
    ]
    for state in states():
        messages.append(board(say, state, "https://t.me/bot"))
        for person in state.people:
            messages += [private(say, state, person.user_id, "群", confirm=index) for index in (None, 0)]
    pressed = {b.press.what for m in messages for row in m.keyboard for b in row if b.press}
    assert {"begin", "sit", "act", "sure", "back", "chi", "next", "leave_sure"} <= pressed
    assert pressed - set(HANDLERS) == set()

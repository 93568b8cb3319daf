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
DRAWN = ("words.py", "faces.py")
"""What only pictures show, in both scripts already."""
FILES = sorted(path for path in VIEWS.rglob("*.py") if path.name not in DRAWN)
CHINESE = re.compile("[\u4e00-\u9fff]")
WAYS = {"say": 0, "say.n": 0, "say.on": 1}
"""How a message is said, and which argument it is."""


def said(tree: ast.AST) -> list[tuple[ast.Call, str, ast.expr]]:
    """Every call that says something: the call, how, and the message."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (way := ast.unparse(node.func)) in WAYS:
            found.append((node, way, node.args[WAYS[way]]))
    return found


def sources() -> list[tuple[str, ast.AST]]:
    return [(path.name, ast.parse(path.read_text(encoding="utf-8"))) for path in FILES]


def test_the_views_speak() -> None:
    assert sum(len(said(tree)) for _, tree in sources()) > 200


def test_messages_are_literals_with_the_values_that_they_name() -> None:
    for name, tree in sources():
        for call, way, message in said(tree):
            assert all(isinstance(argument, ast.Constant) for argument in call.args), f"{name}:{call.lineno}"
            assert isinstance(message, ast.Constant)
            named = set(re.findall(r"{(\w+)}", str(message.value)))
            given = {keyword.arg for keyword in call.keywords}
            assert named | ({"n"} if way == "say.n" else set()) == given, f"{name}:{call.lineno}"


def test_no_chinese_text_goes_around_say() -> None:
    for name, tree in sources():
        spoken = {id(message) for _, _, message in said(tree)}
        documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CHINESE.search(node.value):
                assert id(node) in spoken | documented, f"{name}:{node.lineno}"


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

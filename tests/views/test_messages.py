"""Every text goes through `say` with a literal, so that it can be translated."""

from __future__ import annotations

import ast
import re
from pathlib import Path

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

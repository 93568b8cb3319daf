"""The import arrows of docs/architecture.md, held against the sources."""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
OURS = ("bot", "engine", "storage")

# What the engine may use of the standard library: nothing that reads a clock, a file or the environment.
# fmt: off
ENGINE_STDLIB = frozenset({
    "__future__", "abc", "array", "bisect", "collections", "copy", "dataclasses", "enum", "functools",
    "heapq", "itertools", "math", "operator", "re", "string", "types", "typing",
})
# fmt: on
# The few files of the engine that need more, by the first part of their path inside engine/, without ".py".
ENGINE_EXTRAS = {
    "cards": {"random"},
    "players": {"random"},
    "record": {"json"},
    "simulate": {"random"},
}
# The command line of the engine reads files and a clock; that is what it is for.
ENGINE_COMMAND_LINE = frozenset({"__main__", "cli"})
ENGINE_FORBIDDEN_CALLS = frozenset({"open", "print", "input", "exec", "eval", "compile", "__import__"})


def sources(*folders: str) -> list[Path]:
    """The Python files below the named folders of the repository, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def inside(path: Path, folder: str) -> bool:
    return path.is_relative_to(ROOT / folder)


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Full names of the modules that a file imports, wherever the import stands, but for relative ones."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top_level(modules: Iterable[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def engine_part(path: Path) -> str:
    """The first part of a path inside engine/, without ".py": "players" for players.py and players/any.py."""
    return path.relative_to(ROOT / "engine").parts[0].removesuffix(".py")


def global_randomness(tree: ast.AST) -> Iterator[str]:
    """Uses of the `random` module other than `random.Random(seed)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from (f"from random import {alias.name}" for alias in node.names if alias.name != "Random")
        elif isinstance(node, ast.Import):
            yield from (f"import random as {a.asname}" for a in node.names if a.name == "random" and a.asname)
        elif (
            isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random"
        ):
            yield f"random.{node.attr}"
        elif isinstance(node, ast.Call) and ast.unparse(node) in {"Random()", "random.Random()"}:
            yield "Random() without a seed"


def engine_faults(part: str, source: str) -> list[str]:
    """What a file of the engine does that it must not: one short text for each fault."""
    tree = ast.parse(source)
    allowed = ENGINE_STDLIB | ENGINE_EXTRAS.get(part, set()) | {"engine"}
    faults = [f"imports {name}" for name in sorted(top_level(imported_modules(tree)) - allowed)]
    faults += [
        f"calls {node.func.id}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ENGINE_FORBIDDEN_CALLS
    ]
    return faults + list(global_randomness(tree))


def faults_by_file(paths: Iterable[Path], forbidden: Iterable[str]) -> dict[str, list[str]]:
    """For each file, by its path in the repository, the imports that lie at or below a forbidden module."""
    forbidden = tuple(forbidden)
    found = {}
    for path in paths:
        modules = imported_modules(ast.parse(path.read_text(encoding="utf-8")))
        bad = [m for m in modules if any(m == f or m.startswith(f"{f}.") for f in forbidden)]
        if bad:
            found[str(path.relative_to(ROOT))] = bad
    return found


def test_contracts_of_import_linter_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    status = lint_imports(config_filename="pyproject.toml", no_cache=True, no_logo=True)
    report = capsys.readouterr().out
    assert status == 0, report
    assert "0 broken" in report


def test_sources_are_found() -> None:
    for folder in OURS:
        assert sources(folder), folder


def test_only_bot_chat_imports_telegram() -> None:
    others = [path for path in sources(*OURS) if not inside(path, "bot/chat")]
    assert faults_by_file(others, ["telegram"]) == {}


def test_only_storage_imports_a_database_driver() -> None:
    others = [path for path in sources(*OURS) if not inside(path, "storage")]
    assert faults_by_file(others, ["sqlite3", "aiosqlite"]) == {}


def test_playground_stands_alone() -> None:
    playground = sources("bot/playground")
    found = faults_by_file(playground, ["engine", "storage", "bot.host", "bot.views", "bot.chat", "bot.app"])
    assert found == {}
    players_of_the_game = sources("engine", "storage", "bot/host", "bot/views", "bot/chat")
    assert faults_by_file(players_of_the_game, ["bot.playground"]) == {}


def test_engine_has_no_io_no_clock_and_no_global_randomness() -> None:
    looked_at = [path for path in sources("engine") if engine_part(path) not in ENGINE_COMMAND_LINE]
    assert looked_at
    found = {
        str(path.relative_to(ROOT)): faults
        for path in looked_at
        if (faults := engine_faults(engine_part(path), path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_engine_command_line_has_no_global_randomness() -> None:
    for path in sources("engine"):
        if engine_part(path) in ENGINE_COMMAND_LINE:
            assert list(global_randomness(ast.parse(path.read_text(encoding="utf-8")))) == [], path


@pytest.mark.parametrize(
    ("part", "source", "faults"),
    [
        ("round", "import time", ["imports time"]),
        ("round", "def f():\n    from datetime import datetime", ["imports datetime"]),
        ("round", "import storage.store", ["imports storage"]),
        ("round", "import random", ["imports random"]),
        ("round", "open('x')", ["calls open"]),
        ("cards", "import random\nrandom.shuffle([])", ["random.shuffle"]),
        ("cards", "from random import choice", ["from random import choice"]),
        ("cards", "import random\nrandom.Random()", ["Random() without a seed"]),
        ("cards", "import random\nrandom.Random(7).shuffle([])", []),
        ("round", "from engine.cards import code\nfrom .melds import Meld\nimport itertools", []),
    ],
)
def test_engine_faults_are_seen(part: str, source: str, faults: list[str]) -> None:
    assert engine_faults(part, source) == faults

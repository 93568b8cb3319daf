"""What the repository says about itself, held against the code."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings, table, variable
from bot.views.outcome import sums
from bot.views.say import chinese, plain
from engine import RULE_SETS, Record, Rules
from engine.house import allowed, allowed_fan
from engine.rules import CHANGEABLE, Fan

ROOT = Path(__file__).resolve().parent.parent
RULES_HELD = [
    f"{letter}{number}"
    for letter, last in (("R", 50), ("L", 8), ("G", 4), ("N", 4))
    for number in range(1, last + 1)
]
RUN = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/paohuzi"
TEST = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest"

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    """The `project` table of pyproject.toml."""
    found: dict[str, Any] = tomllib.loads(read("pyproject.toml"))["project"]
    return found


def pages() -> list[Path]:
    """All Markdown pages of the repository, but for hidden folders, where environments and caches are."""
    folders = [f for f in ROOT.iterdir() if f.is_dir() and not f.name.startswith(".") and f.name != "build"]
    return sorted([*ROOT.glob("*.md"), *(page for folder in folders for page in folder.rglob("*.md"))])


def anchors(text: str) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(FENCE.sub("", text)))
    return {heading.replace(" ", "-") for heading in kept}


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def shell_lines(text: str) -> list[str]:
    """The lines of a page's shell examples."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_readme_has_the_two_commands_on_one_line_each() -> None:
    lines = shell_lines(read("README.md"))
    assert RUN in lines
    assert TEST in lines


def test_readme_commands_use_what_the_project_defines() -> None:
    assert project()["scripts"] == {"paohuzi": "bot.__main__:main"}
    assert any(need.startswith("pytest>") for need in project()["optional-dependencies"]["test"])
    least = project()["requires-python"].removeprefix(">=")
    assert f"Python {least} or newer" in read("README.md")


def test_gate_runs_the_tests_of_the_readme_and_the_slow_ones() -> None:
    gate = read(".ci/run")
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert gate.startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in gate
    for command in ('ruff" check\n', 'ruff" format --check\n', 'mypy"\n', "-m 'slow or not slow'\n"):
        assert command in gate, command


def test_readme_has_the_table_of_settings() -> None:
    assert table() in read("README.md")


def test_everything_set_outside_the_code_is_a_setting() -> None:
    known = {variable(name) for name in Settings.model_fields}
    named = set(
        re.findall(r"\bPAOHUZI_[A-Z_]+\b", "".join(read(page) for page in ("README.md", "Dockerfile")))
    )
    assert named
    assert named <= known


def test_readme_names_every_rule_set() -> None:
    readme = read("README.md")
    assert [name for name in RULE_SETS if f"`{name}`" not in readme] == []


def test_rules_page_has_every_rule_once_and_no_other() -> None:
    found = re.findall(r"^### ([A-Z]\d+) ", read("docs/rules.md"), re.MULTILINE)
    assert sorted(found) == sorted(RULES_HELD)


def test_rules_page_explains_every_rule_in_both_languages() -> None:
    entries = re.split(r"^### ", FENCE.sub("", read("docs/rules.md")), flags=re.MULTILINE)[1:]
    for entry in entries:
        title, _, body = entry.partition("\n")
        assert re.search(r"[\u4e00-\u9fff].* · .*[A-Za-z\u4e00-\u9fff]", title), title
        assert re.search(r"[\u4e00-\u9fff]{4}", body), title
        assert re.search(r"^\*[A-Z1-9`].*", body, re.MULTILINE), title


def tables(first: str) -> list[list[list[str]]]:
    """The tables of docs/rules.md whose first cell is this, as rows of cells without the line below the head."""
    found: list[list[list[str]]] = []
    inside = False
    for line in read("docs/rules.md").splitlines():
        row = cells(line) if line.startswith("|") else []
        if row and row[0] == first:
            found.append([])
            inside = True
        inside = inside and bool(row)
        if inside and not set(row[0]) <= {"-"}:
            found[-1].append(row)
    return found


def fan_table() -> dict[str, dict[str, str]]:
    """The tables of section 11 of docs/rules.md: rule set → code of a 名堂 (or its name) → value."""
    found: dict[str, dict[str, str]] = {}
    for (_, _, _, *names), *rows in tables("名堂"):
        for column, name in enumerate(names, start=3):
            assert name not in found
            found[name] = {row[1].strip("`") or row[0]: row[column] for row in rows}
    return found


def printed_value(fan: Fan | None) -> str:
    if fan is None:
        return "–"
    return f"{fan.value}+(n−{fan.at})" if fan.grows else str(fan.value)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_rules_page_prints_the_values_of_the_rule_set(rules: Rules) -> None:
    printed = fan_table().get(rules.name, {})
    doubled, together = printed.pop("天胡翻倍", "–"), printed.pop("乌胡又对对胡", None)
    assert (printed.pop("黄番", "–") == "是 yes") is rules.huang_fan
    assert printed == {code: printed_value(rules.fans.get(code)) for code in printed}
    assert set(rules.fans) <= set(printed)
    assert (doubled == "是 yes") is rules.tian_doubled
    both = [rules.fans.get(code) for code in ("wu", "dui_dui")]
    added = str(rules.together or sum(fan.value for fan in both if fan)) if all(both) else "–"
    assert together in (None, added)
    assert together is not None or rules.together is None


def test_rules_page_prints_no_other_rule_set() -> None:
    assert set(fan_table()) == {name for name, rules in RULE_SETS.items() if rules.fans}


@pytest.mark.parametrize(("rules", "table"), [("qq-half", 0), ("luzhou-deng", 1)])
def test_rules_page_prints_the_huxi_of_melds(rules: str, table: int) -> None:
    """R4 for small and big; 泸州 for small black, small red, big black and big red."""
    head, *rows = tables("门子 meld")[table]
    values = dict(RULE_SETS[rules].values)
    for row in rows:
        if row[0] == "将" or "其他顺子" in row[0] or row[0] == "绞":
            assert row[3:] == ["0", "0"]
            continue
        for code in re.findall(r"`(\w+)`", row[1]):
            black_and_red = [str(value) for value in values[code]]
            assert row[len(head) - (4 if table else 2) :] == (black_and_red if table else black_and_red[::2])


def test_rules_page_lists_the_house_rules_with_what_they_can_be() -> None:
    """R49."""
    (_, *rows) = next(iter(tables("字段 field")))
    assert {row[0].strip("`") for row in rows} == {*CHANGEABLE, "fans"}
    for row in rows:
        field = row[0].strip("`")
        can = allowed_fan(RULE_SETS["hunan"], "wu") if field == "fans" else allowed(RULE_SETS["hunan"], field)
        shown = [f"{can.numbers[0]} … {can.numbers[1]}"] if can.numbers else []
        shown += [json.dumps(value) for value in can.values]
        assert row[1].removeprefix("名堂 → ") == ", ".join(shown)


def printed_records() -> Iterator[str]:
    """The game records that stand on the pages, each as one line."""
    for page in pages():
        for block in re.findall(
            r"^```json\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            yield json.dumps(json.loads(block))


def test_printed_records_replay_to_their_results() -> None:
    looked_at = list(printed_records())
    assert looked_at
    for line in looked_at:
        result = Record.parse(line).replay().result
        assert result is not None
        assert result.record() == json.loads(line)["result"]


def test_sums_on_the_rules_page_are_those_of_its_records() -> None:
    pairs = re.findall(
        r"^```json\n(.*?)^```\n\n```\n(.*?)^```$", read("docs/rules.md"), re.MULTILINE | re.DOTALL
    )
    families = set()
    for record, printed in pairs:
        game = Record.parse(json.dumps(json.loads(record))).replay()
        families.add(game.rules.family)
        told = (re.sub("<[^>]*>", "", plain(line)) for line in sums(chinese, game, 1))
        assert printed.splitlines() == list(told)
    assert families == {rules.family for rules in RULE_SETS.values()}


def test_changelog_begins_with_the_version_of_the_project() -> None:
    sections = re.findall(r"^## \[(.+?)\]", read("CHANGELOG.md"), re.MULTILINE)
    versions = [section for section in sections if section != "Unreleased"]
    assert versions[0] == project()["version"]
    assert sections[0] in {"Unreleased", versions[0]}


def test_licence_is_the_one_that_the_project_names() -> None:
    assert project()["license"] == "MIT"
    text = read("LICENSE")
    assert text.startswith("MIT License\n")
    assert "the paohuzi authors" in text
    assert 'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND' in text


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_point_to_something(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), target


def test_pages_are_found() -> None:
    names = {str(page.relative_to(ROOT)) for page in pages()}
    assert names >= {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/rules.md", "docs/architecture.md"}


def test_image_is_built_from_every_package() -> None:
    copied = re.findall(r"^COPY (\w+) \1$", read("Dockerfile"), re.MULTILINE)
    let_in = re.findall(r"^!(\w+)$", read(".dockerignore"), re.MULTILINE)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks", "build"}
    assert packages == {"bot", "engine", "storage"}
    assert packages <= set(copied)
    assert packages <= set(let_in)


def health_check(health_file: Path) -> int:
    """Exit status of the Dockerfile's health check with this health file."""
    found = re.search(r"^HEALTHCHECK .*\\\n +CMD (\[.+\])$", read("Dockerfile"), re.MULTILINE)
    assert found is not None
    program, *rest = json.loads(found[1])
    assert program == "python"
    environment = {**os.environ, "PAOHUZI_HEALTH_FILE": str(health_file)}
    done = subprocess.run([sys.executable, *rest], env=environment, capture_output=True, check=False)  # noqa: S603
    return done.returncode


@pytest.mark.parametrize(("age", "status"), [(0, 0), (110, 0), (130, 1)])
def test_image_is_healthy_while_the_health_file_is_young(tmp_path: Path, age: int, status: int) -> None:
    health_file = tmp_path / "health"
    written = time.time() - age
    health_file.write_text(f"{written:.0f}")
    os.utime(health_file, (written, written))
    assert health_check(health_file) == status


def test_image_is_unhealthy_without_a_health_file(tmp_path: Path) -> None:
    assert health_check(tmp_path / "health") == 1

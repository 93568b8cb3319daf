"""Rounds that an independent engine played: every legal action and every result must be the same."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine import RULE_SETS, Record
from engine.record import legal_trace, rules_of

CASES = Path(__file__).parent.parent / "cases"


def _lines(path: Path) -> list[tuple[str, dict[str, Any]]]:
    return [(line, json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def test_there_are_records_of_every_rule_set() -> None:
    for name in RULE_SETS:
        assert len(_lines(CASES / "records" / f"{name}.jsonl")) >= 60, name


@pytest.mark.parametrize("path", sorted((CASES / "records").glob("*.jsonl")), ids=lambda path: path.stem)
def test_records_replay_to_the_same_options_and_result(path: Path) -> None:
    for number, (line, case) in enumerate(_lines(path), start=1):
        games = Record.parse(line).rounds()
        trace = json.dumps(legal_trace(games[:-1]), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert sha256(trace.encode()).hexdigest() == case["legal_sha256"], f"{path.name} line {number}"
        result = games[-1].result
        assert result is not None, f"{path.name} line {number}"
        assert result.record() == case["result"], f"{path.name} line {number}"


def test_traces_show_the_same_options_before_each_action() -> None:
    cases = _lines(CASES / "traces" / "qq-half.jsonl")
    assert len(cases) == 12
    for line, case in cases:
        assert legal_trace(Record.parse(line).rounds()[:-1]) == case["legal"]


@pytest.mark.parametrize("path", sorted((CASES / "records").glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    for line, case in _lines(path):
        record = Record.parse(line)
        del case["legal_sha256"]
        if isinstance(case["rules"], dict):
            written = rules_of(case["rules"]).written()
            assert rules_of(written) == rules_of(case["rules"]), (
                "R49: what a change leaves as it is need not be said"
            )
            case["rules"] = written
        assert json.loads(record.line()) == case
        assert Record.parse(record.line()) == record
        assert json.loads(Record.of(record.replay()).line()) == case

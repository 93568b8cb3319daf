"""The command line: what it prints, and that bad input of any kind exits with 2 and one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import RULE_SETS, Record, house_rules
from engine.__main__ import main

RECORDS = Path(__file__).parent.parent / "cases" / "records"
TRACES = Path(__file__).parent.parent / "cases" / "traces"
GOOD = (RECORDS / "qq-half.jsonl").read_text(encoding="utf-8").splitlines()[0]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """The exit code, and the lines on standard output and standard error."""
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def changed(**fields: Any) -> str:
    """A good record with some fields changed; None takes a field out."""
    data = {**json.loads(GOOD), **fields}
    return json.dumps({name: value for name, value in data.items() if value is not None})


def test_replay_prints_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    path = RECORDS / "hunan.jsonl"
    code, out, err = run(capsys, "replay", str(path))
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert (code, err) == (0, [])
    assert [json.loads(line) for line in out] == [{"result": case["result"]} for case in cases]


def test_replay_with_a_trace_prints_the_legal_actions_before_each_action(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = TRACES / "qq-half.jsonl"
    code, out, _ = run(capsys, "replay", str(path), "--trace")
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert code == 0
    assert [json.loads(line) for line in out] == [
        {"result": case["result"], "legal": case["legal"]} for case in cases
    ]


def test_replay_of_a_round_that_is_not_over_has_no_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "open.jsonl"
    path.write_text(changed(actions=["0 discard s9"], result=None) + "\n\n", encoding="utf-8")
    assert run(capsys, "replay", str(path)) == (0, ['{"result": null}'], [])


BAD_RECORDS = {
    "not JSON": ("{", "not JSON"),
    "deep": ("[" * 100_000, "not JSON"),
    "a list": ("[]", "a record is a JSON object"),
    "no version": (changed(v=None), "'v' is missing"),
    "another version": (changed(v=2), "version 2"),
    "no rules": (changed(rules=None), "there is no rule set None"),
    "unknown rules": (changed(rules="mahjong"), "there is no rule set 'mahjong'"),
    "rules of a wrong type": (changed(rules=[1]), "there is no rule set [1]"),
    "house rules without changes": (changed(rules={"set": "hunan"}), "two fields 'set' and 'changes'"),
    "a house rule that is none": (changed(rules={"set": "hunan", "changes": {"x": 1}}), "cannot change 'x'"),
    "huang of a wrong type": (changed(huang="1"), "'huang' is not a whole number"),
    "huang below nothing": (changed(huang=-1), "0 or more, not -1"),
    "absent of a wrong type": (changed(absent=[1]), "'absent' is not a whole number"),
    "absent seat that is none": (changed(absent=3), "absent seat is 0, 1 or 2, not 3"),
    "absent dealer": (changed(dealer=0, absent=0), "not the dealer's"),
    "no base": (changed(base=None), "'base' is missing"),
    "base of a wrong type": (changed(base="3"), "'base' is not a whole number"),
    "base true": (changed(base=True), "'base' is not a whole number"),
    "base of nothing": (changed(base=0), "1 or more, not 0"),
    "no dealer": (changed(dealer=None), "'dealer' is missing"),
    "dealer 3": (changed(dealer=3), "seat 0, 1 or 2, not 3"),
    "no deck": (changed(deck=None), "'deck' is missing"),
    "deck of a wrong type": (changed(deck=["s1"] * 80), "'deck' is not a text"),
    "short deck": (changed(deck="s1 s2"), "80 cards, not 2"),
    "five of a kind": (changed(deck=" ".join(["s1"] * 80)), "4 cards s1, not 80"),
    "no such card": (changed(deck="s11 s2"), "'s11' is not a card"),
    "no actions": (changed(actions=None), "'actions' is missing"),
    "actions of a wrong type": (changed(actions="0 pass"), "'actions' is not a list"),
    "action of a wrong type": (changed(actions=[["0", "pass"]]), "action 0 is not a text"),
    "action without a seat": (changed(actions=["pass"]), "does not begin with a seat"),
    "unknown action": (changed(actions=["0 fold"]), "action 0 ('0 fold'): unknown action 'fold'"),
    "empty action": (changed(actions=["0"]), "unknown action ''"),
    "discard of nothing": (changed(actions=["0 discard"]), "not how 'discard' is written"),
    "discard of two": (changed(actions=["0 discard s1 s2"]), "not how 'discard' is written"),
    "chi out of order": (changed(actions=["0 chi s2 s1"]), "not how 'chi' is written"),
    "bi of two": (changed(actions=["0 chi s1 s2 + s1 s2"]), "not how 'chi' is written"),
    "pass with a card": (changed(actions=["0 pass s1"]), "not how 'pass' is written"),
    "double space": (changed(actions=["0 discard  s1"]), "is not a card"),
    "illegal action": (changed(actions=["0 discard s9", "2 peng"]), "action 1 ('2 peng') is illegal"),
    "action after the end": (changed(actions=[*json.loads(GOOD)["actions"], "0 pass"]), "is illegal: over"),
    "result of a wrong type": (changed(result=3), "'result' is not an object"),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_replay_of_bad_input_names_the_line_and_what_is_wrong(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line, message = BAD_RECORDS[name]
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{GOOD}\n{line}\n", encoding="utf-8")
    code, out, err = run(capsys, "replay", str(path))
    assert code == 2
    assert len(out) == 1, "the good line before it"
    assert len(err) == 1
    assert err[0].startswith(f"error: {path}, line 2: ")
    assert message in err[0]


@pytest.mark.parametrize("command", ["replay", "hu"])
def test_files_that_cannot_be_read(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, message in (
        (tmp_path / "none", "No such file"),
        (tmp_path, "directory"),
        (binary, "not UTF-8"),
    ):
        code, out, err = run(capsys, command, str(path))
        assert (code, out, len(err)) == (2, [], 1)
        assert message in err[0]


@pytest.mark.parametrize("line", ["{", "[]", "3", '{"rules": "qq-half"}', '{"rules": "none"}', "{}"])
def test_hu_of_bad_input(line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    code, out, err = run(capsys, "hu", str(path))
    assert (code, out, len(err)) == (2, [], 1)
    assert err[0].startswith(f"error: {path}, line 1: ")


def test_hu_prints_what_a_case_expects(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hand = "s1 s1 s1 b2 b2 b2 b5 b5 b5 s2 s3 s5 s6 s7 s8 s9 s10 b7 b8 b9"
    case = {"rules": "qq-half", "hand": hand.split(), "melds": [], "card": "s4", "drawn": True, "own": False}
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({**case, "liang": False, "stock": None}) + "\n", encoding="utf-8")
    code, out, err = run(capsys, "hu", str(path))
    assert (code, err) == (0, [])
    shown = json.loads(out[0])
    assert (shown["complete"], shown["huxi"], shown["units"], shown["pay"]) == (True, 15, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["deal"], "invalid choice: 'deal'"),
        (["replay"], "file"),
        (["simulate"], "--rules"),
        (["--rules", "bridge"], "invalid choice: 'bridge'"),
        (["--rounds", "0"], "positive number"),
        (["--rounds", "x"], "positive number"),
        (["--seed", "x"], "int"),
        (["--players", "random"], "two or three of random, steady"),
        (["--players", "random,random,random,random"], "two or three of random, steady"),
        (["--changes", "{"], "--changes: not JSON"),
        (["--changes", "[1]"], "--changes: the changes of house rules are an object"),
        (["--changes", '{"min_huxi": 31}'], "--changes: min_huxi is a whole number from 0 to 30"),
        (["--players", "random,random,clever"], "'random,random,clever'"),
        (["--out", "/no/such/folder/file"], "cannot write /no/such/folder/file"),
    ],
)
def test_bad_arguments(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    usual = {"--rules": "qq-half", "--rounds": "1", "--seed": "1", "--players": "random,random,random"}
    if arguments and arguments[0].startswith("--"):
        usual[arguments[0]] = arguments[1]
        arguments = ["simulate", *(word for pair in usual.items() for word in pair)]
    code, out, err = run(capsys, *arguments)
    assert (code, out, len(err)) == (2, [], 1)
    assert message in err[0]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_simulate_writes_records_that_replay_to_the_same_result(
    rules: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    arguments = (
        "simulate",
        "--rules",
        rules,
        "--rounds",
        "12",
        "--seed",
        "5",
        "--players",
        "steady,random,steady",
    )
    code, out, err = run(capsys, *arguments, "--out", str(path))
    assert (code, out) == (0, [])
    words = err[-1].split()
    assert [words[0], words[1], words[2], words[4], words[6]] == ["12", "rounds", "in", "s:", "rounds/s"]
    assert float(words[3]) > 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 12
    for line in lines:
        record = Record.parse(line)
        assert Record.of(record.replay()) == record
        assert record.result is not None
    assert run(capsys, *arguments)[1] == lines, (
        "the seed decides everything, and records go to standard output"
    )


def test_r47_r48_r49_simulate_takes_house_rules_and_two_players(capsys: pytest.CaptureFixture[str]) -> None:
    changes = {"win_on_discard": True, "huang_fan": True, "min_huxi": 20}
    arguments = ["--rules", "luzhou-deng", "--rounds", "40", "--seed", "6", "--players", "random,steady"]
    code, out, _ = run(capsys, "simulate", *arguments, "--changes", json.dumps(changes))
    assert code == 0
    records = [Record.parse(line) for line in out]
    assert {record.rules for record in records} == {house_rules("luzhou-deng", changes)}
    assert {record.absent for record in records} == {2}
    assert {record.dealer for record in records} == {0, 1}
    ends = [record.result["end"] for record in records if record.result is not None]
    before = [0]
    for end in ends[:-1]:
        before.append(before[-1] + 1 if end == "huang" else 0)
    assert [record.huang for record in records] == before
    assert max(before) > 0


def test_it_runs_as_a_module(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{\n", encoding="utf-8")
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "engine", "replay", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1

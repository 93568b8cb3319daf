"""The engine on the command line: replay records, price hands, let computers play.

Everything exits with 2 and one line on standard error when what it is given is not right.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NoReturn, TextIO

from engine.cli_hu import answer
from engine.house import house_rules
from engine.players import PLAYERS
from engine.record import Record, RecordError, legal_trace
from engine.rules import RULE_SETS, Rules
from engine.simulate import simulate


class BadInputError(Exception):
    """What the user gave cannot be used; the text is the line to show."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Exit with one line instead of the whole usage."""
        raise BadInputError(message)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code: 0, or 2 for bad input."""
    try:
        options = _parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except BadInputError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Records, hands and computer players of 跑胡子.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    replay = commands.add_parser("replay", help="play records again and print their results")
    replay.add_argument("file", type=Path, help="records, one a line")
    replay.add_argument(
        "--trace", action="store_true", help="also print the legal actions before each action"
    )
    replay.set_defaults(run=_replay)
    hu = commands.add_parser("hu", help="say whether hands can 胡, and for how much")
    hu.add_argument("file", type=Path, help="cases, one a line")
    hu.set_defaults(run=_hu)
    play = commands.add_parser("simulate", help="let computer players play, and write the records")
    play.add_argument("--rules", required=True, choices=RULE_SETS, metavar="NAME", help=", ".join(RULE_SETS))
    play.add_argument(
        "--changes",
        default="{}",
        metavar="JSON",
        help='house rules, such as {"min_huxi": 10, "fans": {"wu": null}}',
    )
    play.add_argument("--rounds", required=True, type=_positive, metavar="N")
    play.add_argument("--seed", required=True, type=int, metavar="S")
    play.add_argument(
        "--players",
        required=True,
        metavar="A,B[,C]",
        help=f"two or three, by seat, each one of: {', '.join(PLAYERS)}",
    )
    play.add_argument(
        "--out", type=Path, metavar="FILE", help="where the records go; standard output if absent"
    )
    play.set_defaults(run=_simulate)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


_positive.__name__ = "positive number"


def _replay(options: argparse.Namespace) -> None:
    for number, line in _lines(options.file):
        try:
            games = Record.parse(line).rounds()
        except RecordError as error:
            raise BadInputError(f"{options.file}, line {number}: {error}") from None
        result = games[-1].result
        shown: dict[str, object] = {"result": None if result is None else result.record()}
        if options.trace:
            shown["legal"] = legal_trace(games[:-1])
        _write(shown)


def _hu(options: argparse.Namespace) -> None:
    for number, line in _lines(options.file):
        try:
            case = json.loads(line)
            if not isinstance(case, dict):
                raise ValueError("a case is a JSON object")
            shown = answer(case)
        except (ValueError, RecursionError) as error:
            raise BadInputError(f"{options.file}, line {number}: {error}") from None
        _write(shown)


def _simulate(options: argparse.Namespace) -> None:
    names = options.players.split(",")
    unknown = [name for name in names if name not in PLAYERS]
    if unknown or len(names) not in (2, 3):
        raise BadInputError(
            f"--players takes two or three of {', '.join(PLAYERS)}, with commas: not {options.players!r}"
        )
    players = [PLAYERS[name] for name in names]
    rules = _rules(options.rules, options.changes)
    begin = time.perf_counter()
    with _target(options.out) as out:
        for game in simulate(rules, options.rounds, options.seed, players):
            out.write(Record.of(game).line() + "\n")
    seconds = time.perf_counter() - begin
    rate = options.rounds / seconds
    sys.stdout.flush()
    sys.stderr.write(f"{options.rounds} rounds in {seconds:.2f} s: {rate:.0f} rounds/s\n")


def _rules(name: str, changes: str) -> Rules:
    try:
        return house_rules(name, json.loads(changes))
    except (ValueError, RecursionError) as error:
        what = "not JSON: " if isinstance(error, (json.JSONDecodeError, RecursionError)) else ""
        raise BadInputError(f"--changes: {what}{error}") from None


def _target(path: Path | None) -> nullcontext[TextIO] | TextIO:
    if path is None:
        return nullcontext(sys.stdout)
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise BadInputError(f"cannot write {path}: {error.strerror}") from None


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers from 1."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInputError(f"cannot read {path}: it is not UTF-8 text") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _write(shown: object) -> None:
    sys.stdout.write(json.dumps(shown, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())

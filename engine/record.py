"""Game records (牌谱): one round as one line of JSON (rules section 12)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import QUIT, Action, IllegalAction, cards_text
from engine.cards import Kind, parse_kind
from engine.house import rules_from
from engine.round import Round, check_deal
from engine.rules import Rules

VERSION = 1


class RecordError(ValueError):
    """A line that is no record, or a record that cannot be played; says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Record:
    """A round as it is written down.

    `actions`: (seat, action) in the order they were given, `quit` (N2) as the action of that word.
    `huang`, `absent`: as `Round.deal` takes them (R48, R47).
    `result`: as `Result.record`; None for a round that is not over.
    """

    rules: Rules
    base: int
    dealer: int
    deck: tuple[Kind, ...]
    actions: tuple[tuple[int, Action], ...]
    result: dict[str, Any] | None = None
    huang: int = 0
    absent: int | None = None

    @classmethod
    def of(cls, game: Round) -> Record:
        """The record of a round, over or not."""
        result = None if game.result is None else game.result.record()
        return cls(
            game.rules, game.base, game.dealer, game.deck, game.actions, result, game.huang, game.absent
        )

    @classmethod
    def parse(cls, line: str) -> Record:
        """The record that a line of JSON holds. Raises RecordError. Fields that it does not know are left out."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"not JSON: {error}") from None
        if not isinstance(data, dict):
            raise RecordError("a record is a JSON object")
        version = _field(data, "v", int)
        if version != VERSION:
            raise RecordError(f"version {version} of the record format is not known, only {VERSION}")
        rules = rules_of(data.get("rules"))
        base, dealer = _field(data, "base", int), _field(data, "dealer", int)
        huang = _field(data, "huang", int) if "huang" in data else 0
        absent = _field(data, "absent", int) if "absent" in data else None
        deck = _deck(_field(data, "deck", str))
        try:
            check_deal(deck, dealer, base, huang, absent)
        except ValueError as error:
            raise RecordError(str(error)) from None
        actions = tuple(_action(place, text) for place, text in enumerate(_field(data, "actions", list)))
        result = data.get("result")
        if result is not None and not isinstance(result, dict):
            raise RecordError("'result' is not an object")
        return cls(rules, base, dealer, deck, actions, result, huang, absent)

    def line(self) -> str:
        """The record as one line of JSON, without the line's end."""
        data: dict[str, Any] = {
            "v": VERSION,
            "rules": self.rules.written(),
            "base": self.base,
            "dealer": self.dealer,
            **({"huang": self.huang} if self.huang else {}),
            **({} if self.absent is None else {"absent": self.absent}),
            "deck": cards_text(self.deck),
            "actions": [f"{seat} {action.text()}" for seat, action in self.actions],
        }
        if self.result is not None:
            data["result"] = self.result
        return json.dumps(data, ensure_ascii=False)

    def rounds(self) -> list[Round]:
        """The round before each action, and as it stands after the last. Raises RecordError at an illegal action."""
        game = Round.deal(
            self.rules, self.deck, self.dealer, base=self.base, huang=self.huang, absent=self.absent
        )
        games = [game]
        for place, (seat, action) in enumerate(self.actions):
            try:
                game = game.quit(seat) if action == QUIT else game.apply(seat, action)
            except IllegalAction as error:
                raise RecordError(
                    f"action {place} ('{seat} {action.text()}') is illegal: {error.reason}"
                ) from None
            games.append(game)
        return games

    def replay(self) -> Round:
        """The round after all actions. Raises RecordError, with the index of an action that is illegal."""
        return self.rounds()[-1]


def rules_of(value: object) -> Rules:
    """The rules that the field `rules` of a record or case means, house rules too (R49). Raises RecordError."""
    try:
        return rules_from(value)
    except ValueError as error:
        raise RecordError(str(error)) from None


def legal_trace(games: Sequence[Round]) -> list[dict[str, list[str]]]:
    """The legal actions of each of `games` as text (N3), seats in ascending order."""
    return [
        {str(seat): [action.text() for action in options] for seat, options in sorted(game.legal().items())}
        for game in games
    ]


def _field(data: dict[str, Any], name: str, kind: type) -> Any:
    if name not in data:
        raise RecordError(f"the field {name!r} is missing")
    value = data[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"the field {name!r} is not {_KINDS[kind]}")
    return value


_KINDS = {int: "a whole number", str: "a text", list: "a list"}


def _deck(text: str) -> tuple[Kind, ...]:
    try:
        return tuple(parse_kind(part) for part in text.split())
    except ValueError as error:
        raise RecordError(f"in the deck: {error}") from None


def _action(place: int, text: object) -> tuple[int, Action]:
    if not isinstance(text, str):
        raise RecordError(f"action {place} is not a text")
    seat, _, rest = text.partition(" ")
    if seat not in ("0", "1", "2"):
        raise RecordError(f"action {place} ({text!r}) does not begin with a seat, 0, 1 or 2")
    if rest == QUIT.word:
        return int(seat), QUIT
    try:
        return int(seat), Action.parse(rest)
    except ValueError as error:
        raise RecordError(f"action {place} ({text!r}): {error}") from None

"""What a rule book is about: a rule set, and the stakes of a table."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Rules


@dataclass(frozen=True, slots=True)
class Stakes:
    """The rules of a table, its base stake 底分 and its multiplier 倍数 (R37, R43)."""

    rules: Rules
    base: int
    multiplier: int = 1

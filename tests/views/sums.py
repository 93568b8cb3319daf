"""Follows the sums of a settlement line by line, as a player with a pencil would."""

from __future__ import annotations

import re
from dataclasses import dataclass

EQUATIONS = (
    r"\d+ 息( ×2 ＝ \d+)? → (?P<units>\d+) (等|子)( ＋自摸 (?P<more>\d+) ＝ (?P<sum>\d+))?",
    r"＋自摸 (?P<more>\d+) ＝ (?P<sum>\d+) 等",
    r"翻醒 .，(没有这张|(?P<copies>\d+) 张 ＋(?P<more>\d+) 子)",
    r"海底 ＋(?P<more>\d+) 子",
    r"(自摸|地胡) (?P<before>\d+) 子 ×2 ＝ (?P<twice>\d+) 子",
    r"共 (?P<total>\d+) 番",
    r"封顶 (?P<cap>\d+) 番",
    r"1 ＋ (?P<added>\d+) ＝ (?P<total>\d+) 番",
    r"\D+ ＋(?P<fan>\d+)",
    r"\D+(\(\d+\))? (?P<fan>\d+) 番",
    r"(?P<units>\d+) × (?P<times>\d+) × 底分 (?P<base>\d+)( × 倍数 (?P<beans>\d+))? ＝ (?P<pay>\d+)",
    r"(?P<units>\d+) 子 × 底分 (?P<base>\d+)( × 倍数 (?P<beans>\d+))? ＝ (?P<pay>\d+)",
    r"黄番 ×(?P<factor>\d+) ＝ (?P<pay>\d+)",
    r"点炮的一家付 (?P<shares>\d+) 份 ＝ (?P<pay>\d+)",
)
"""The lines of a settlement that calculate, in every family of sets."""


@dataclass
class Sums:
    """What the lines so far have come to. `payers` is 1 where the discarder pays alone."""

    units: int = 0
    fans: int = 0
    fan: int | None = None
    pay: int = 0
    payers: int = 2

    def take(self, said: dict[str, int]) -> None:
        """Take a line at its word, and hold it against the lines before it."""
        match said:
            case {"pay": paid, "units": units, "base": base}:
                fan = self.fan or self.fans or 1
                assert (units, said.get("times", 1)) == (self.units, fan if "times" in said else 1)
                assert paid == units * said.get("times", 1) * base * said.get("beans", 1)
                self.pay = paid
            case {"pay": paid, "factor": factor} | {"pay": paid, "shares": factor}:
                assert paid == self.pay * factor
                self.pay, self.payers = paid, 1 if "shares" in said else self.payers
            case {"before": before, "twice": twice}:
                assert (before, twice) == (self.units, 2 * self.units)
                self.units = twice
            case {"units": units}:
                self.units = units
                if "more" in said:
                    self.take({"more": said["more"], "sum": said["sum"]})
            case {"more": more}:
                self.units += more
                assert said.get("sum", self.units) == self.units
                assert said.get("copies", more) == more
            case _:
                self.take_fan(said)

    def take_fan(self, said: dict[str, int]) -> None:
        """The same for a line about 番."""
        match said:
            case {"fan": fan}:
                self.fans += fan
            case {"added": added, "total": total}:
                assert (added, total) == (self.fans, 1 + self.fans)
                self.fan = total
            case {"total": total}:
                assert total == self.fans
            case {"cap": cap}:
                assert cap < (self.fan or self.fans)
                self.fan = cap


def added_up(text: str) -> Sums:
    """Where the sums of a settlement lead, each line taken at its word."""
    sums = Sums()
    for line in text.splitlines():
        found = next((m for equation in EQUATIONS if (m := re.fullmatch(equation, line))), None)
        if found is not None:
            sums.take({name: int(value) for name, value in found.groupdict().items() if value})
    return sums

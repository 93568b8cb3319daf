"""People who play by pressing only buttons that they can see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.playground import Message, Person, Room
from tests.e2e.house import House

MOVES = ("act:", "sure:")
LOOKS = ("看三家", "看两家")
"""The button that a settlement alone has, with three who play and with two."""


@dataclass(slots=True)
class Players:
    """People at one table. They win when they can, often claim, and discard by chance."""

    house: House
    people: Sequence[Person]
    group: Room
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    pressed: set[tuple[int, str]] = field(default_factory=set)
    moves: int = 0
    over: set[int] = field(default_factory=set)

    def _due(self) -> tuple[Person, Message] | None:
        """Somebody who has buttons for a move before them that they have not pressed yet."""
        for person in self.people:
            message = person.find(lambda m: any((b.data or "").startswith(MOVES) for b in m.buttons))
            if message is None:
                continue
            if self.pressed.isdisjoint(_moves(message)):
                return person, message
        return None

    def _choose(self, message: Message) -> str:
        labels = [button.text for button in message.buttons if (button.data or "").startswith(MOVES)]
        wins = [label for label in labels if label.startswith("胡")]
        claims = [label for label in labels if label.startswith(("碰", "吃"))]
        if wins:
            return wins[0]
        if claims and self.chance.random() < 0.7:
            return self.chance.choice(claims)
        return self.chance.choice(labels)

    def settlement(self) -> Message | None:
        """The newest settlement in the group, if nobody has looked at it yet."""
        found = self.group.find(lambda m: any(button.text in LOOKS for button in m.buttons))
        return found if found is not None and found.id not in self.over else None

    async def move(self) -> bool:
        """One move of whoever is due; False if the round is over instead."""
        found = await self.house.server.wait_for(
            lambda: self.settlement() or self._due(), within=20, what="a move or a settlement"
        )
        if not isinstance(found, tuple):
            return False
        person, message = found
        label = self._choose(message)
        self.pressed |= _moves(message)
        await person.tap(message, label)
        self.moves += 1
        return True

    async def round(self) -> Message:
        """Play until the settlement of the round is there; the settlement."""
        while await self.move():
            assert self.moves < 3000, "the round does not end"
        message = self.settlement()
        assert message is not None
        self.over.add(message.id)
        return message

    async def next_round(self, settlement: Message) -> None:
        """Everybody presses 下一局."""
        for person in self.people:
            await person.tap(settlement, "下一局")


def _moves(message: Message) -> set[tuple[int, str]]:
    """The moves that a message offers now."""
    return {(message.id, b.data) for b in message.buttons if b.data and b.data.startswith(MOVES)}

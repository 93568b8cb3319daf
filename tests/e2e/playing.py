"""People who play by pressing only buttons that they can see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.playground import Message, Person, Room
from tests.e2e.house import House

MOVES = ("act:", "sure:")


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
            if not any((message.id, button.data or "") in self.pressed for button in message.buttons):
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

    async def move(self, until: str) -> bool:
        """One move of whoever is due; False when the group shows `until` (newer than before) instead."""
        def ready() -> tuple[Person, Message] | bool | None:
            if any(until in m.text and m.id not in self.over for m in self.group.bot_messages):
                return True
            return self._due()

        found = await self.house.server.wait_for(ready, within=20, what=f"a move, or {until!r}")
        if not isinstance(found, tuple):
            return False
        person, message = found
        label = self._choose(message)
        for button in message.buttons:
            self.pressed.add((message.id, button.data or ""))
        await person.tap(message, label)
        self.moves += 1
        return True

    async def round(self, until: str = "本局") -> Message:
        """Play until the settlement of the round is there; the settlement."""
        while await self.move(until):
            if self.moves > 3000:
                raise AssertionError("the round does not end")
        message = next(m for m in self.group.bot_messages if until in m.text and m.id not in self.over)
        self.over.add(message.id)
        return message

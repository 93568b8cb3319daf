"""What people are called on screen: short, unmistakable, and harmless to the layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.host.table import Person
from bot.views.layout import isolate, shorten, visible
from bot.views.say import Say

NAME = 10
"""How wide a name may be, in halves of a Chinese character."""


def wind(say: Say, place: int) -> str:
    """The name of a place at the table, 0 to 3: the winds, in order."""
    return (say("东"), say("南"), say("西"), say("北"))[place]


def short_name(say: Say, name: str, limit: int = NAME) -> str:
    """Anybody's name, cut to `limit` halves and isolated; a name with nothing to see becomes 「无名」."""
    return isolate(shorten(visible(name) or say("无名"), limit))


def names(say: Say, people: Sequence[Person], limit: int = NAME) -> Mapping[int, str]:
    """The names of people at one table, by user id.

    `people` stand in the order of their places. Names that look the same are told apart by the wind of the
    place; computers carry a robot.
    """
    faces = [_face(say, person, limit) for person in people]
    seen = Counter(faces)
    return {
        person.user_id: isolate(face if seen[face] == 1 else _twin(say, face, place, limit))
        for place, (person, face) in enumerate(zip(people, faces, strict=True))
    }


def _face(say: Say, person: Person, limit: int) -> str:
    if person.is_computer:
        return "🤖" + shorten(visible(person.name), limit - 2)
    return shorten(visible(person.name) or say("无名"), limit)


def _twin(say: Say, face: str, place: int, limit: int) -> str:
    mark = wind(say, place) if place < 4 else str(place + 1)
    return f"{shorten(face, limit - 3)}·{mark}"

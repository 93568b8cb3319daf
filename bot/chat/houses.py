"""The house rules that a group keeps: what its next table plays, and what it saved under a name."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.chat.desk import Desk
from bot.host.decide import Refused
from bot.host.house import BASES, House, HouseError, from_data
from engine import RULE_SETS
from storage import Cause

log = logging.getLogger(__name__)

HOUSE = "house"
"""The group's setting that holds what its tables play."""

SAVED = "houses"
"""The group's setting that holds the houses saved under a name."""

MOST_SAVED = 20
"""How many houses a group can save."""

LONGEST_NAME = 20
"""How many characters the name of a saved house can have."""


def usual(desk: Desk) -> House:
    """What a group plays that chose nothing: as the bot's settings say."""
    settings = desk.settings
    plain = House(
        base=int(settings.base),
        multiplier=settings.multiplier,
        rounds=settings.rounds,
        claim_clock=settings.claim_clock,
        discard_clock=settings.discard_clock,
    )
    return plain.with_rules(settings.rules)


async def house_of(desk: Desk, chat_id: int) -> House:
    """What a group's tables play."""
    kept = (await desk.store.groups.settings(chat_id)).get(HOUSE)
    return read(kept) or usual(desk)


async def keep(desk: Desk, chat_id: int, house: House, cause: Cause | None) -> None:
    """Let a group's next tables play this house."""
    await _save(desk, chat_id, HOUSE, house.data(), cause)


async def saved(desk: Desk, chat_id: int) -> dict[str, House]:
    """The houses that a group saved, by name."""
    stored = (await desk.store.groups.settings(chat_id)).get(SAVED)
    named = stored if isinstance(stored, dict) else {}
    return {name: house for name, data in named.items() if (house := read(data)) is not None}


async def save_as(desk: Desk, chat_id: int, name: str, house: House, cause: Cause | None) -> None:
    """Save a house under a name. Raises Refused: `bad_name`, `too_many_saved`."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or ":" in name:
        raise Refused("bad_name", most=LONGEST_NAME)
    named = await saved(desk, chat_id)
    if name not in named and len(named) >= MOST_SAVED:
        raise Refused("too_many_saved", most=MOST_SAVED)
    named[name] = house
    await _save(desk, chat_id, SAVED, {key: each.data() for key, each in named.items()}, cause)


async def forget(desk: Desk, chat_id: int, name: str, cause: Cause | None) -> None:
    """Forget a saved house. Raises Refused (`no_such_house`)."""
    named = await saved(desk, chat_id)
    if named.pop(name, None) is None:
        raise Refused("no_such_house")
    await _save(desk, chat_id, SAVED, {key: each.data() for key, each in named.items()}, cause)


async def for_new_table(desk: Desk, chat_id: int, words: Sequence[str]) -> House:
    """The house for /new and the words behind it: a saved name, or a rule set and a base stake in any order.

    Raises Refused: `unknown_rules`, `unknown_base`.
    """
    named = await saved(desk, chat_id)
    whole = " ".join(words)
    if whole in named:
        return named[whole]
    house = await house_of(desk, chat_id)
    for word in words:
        if word in RULE_SETS:
            house = house if word == house.rules else house.with_rules(word)
        elif word.isascii() and word.isdigit() and len(word) < 5:
            if int(word) not in BASES:
                raise Refused("unknown_base", known="、".join(map(str, BASES)))
            house = replace(house, base=int(word))
        else:
            raise Refused("unknown_rules", known="、".join((*RULE_SETS, *named)))
    return house


def read(data: object) -> House | None:
    """A stored house; None for none, or one that this version does not know any more."""
    if data is None:
        return None
    try:
        return from_data(data)
    except HouseError as error:
        log.warning("a group's house rules cannot be used: %s", error)
        return None


async def _save(desk: Desk, chat_id: int, key: str, value: Any, cause: Cause | None) -> None:
    await desk.store.groups.save_setting(chat_id, key, value, cause)

"""The group whose house rules somebody looks at or changes: what it plays, what it saved, and who may change it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from telegram import Bot

from bot.chat import houses, seats
from bot.chat.desk import Desk
from bot.host import intents as do
from bot.host.decide import Refused
from bot.host.gathering import need_say
from bot.host.house import House, HouseError, checked
from bot.host.table import Phase, Table
from bot.views.settings_frame import HouseSettings
from engine import RULE_SETS
from storage import Cause

ASKED = "settings"
"""The group's setting that holds who asked /settings last, and what the house was then."""


@dataclass(frozen=True, slots=True)
class Place:
    """A group, and its table where one is open there (or in the topic in question).

    `inside`: the message stands in the group itself. `asker`: who asked /settings last, 0 for nobody. `settings` is
    what there is to show; until `place_of` looked it up, nothing that means anything.
    """

    chat_id: int
    table: Table | None = None
    inside: bool = True
    asker: int = 0
    settings: HouseSettings = HouseSettings(House(), House(), House())  # noqa: RUF009 - it is frozen


async def place_of(desk: Desk, place: Place) -> Place:
    """The place with the newest state of everything."""
    table = desk.service.table(place.table.id) if place.table is not None else None
    group = await desk.store.groups.get(place.chat_id)
    stored = group.settings if group is not None else {}
    house = await houses.house_of(desk, place.chat_id)
    if table is not None:
        house = table.house if table.next_house is None else table.next_house
    asked = stored.get(ASKED) or {}
    shown = HouseSettings(
        house=house,
        before=houses.read(asked.get("before")) or house,
        usual=houses.usual(desk),
        table=table.id if table is not None else 0,
        in_match=table is not None and table.phase in (Phase.PLAYING, Phase.BETWEEN),
        title="" if place.inside or group is None else group.title,
        saved=await houses.saved(desk, place.chat_id),
    )
    return replace(place, table=table, asker=asked.get("by", 0), settings=shown)


async def remember_asker(desk: Desk, place: Place, user_id: int) -> Place:
    """Note that somebody asked /settings: what the house is now is what it was before the changes to come."""
    house = (await place_of(desk, place)).settings.house
    await desk.store.groups.save_setting(place.chat_id, ASKED, {"by": user_id, "before": house.data()})
    return await place_of(desk, place)


async def may_change(place: Place, bot: Bot, user_id: int) -> bool:
    """Whether this person changes the house as an admin; False: as the one who opened the table, or asked.

    Raises Refused (`not_yours_to_change`) for who may not change it.
    """
    table = place.table
    house = place.settings.house if table is None else table.house
    opener = user_id == (place.asker if table is None else table.opener)
    if opener and house.changed_by == "opener":
        return False
    admin = await seats.administrates(bot, place.chat_id, user_id)
    need_say(house, opener, admin)
    return admin


async def apply(
    desk: Desk, place: Place, user_id: int, house: House, cause: Cause | None, *, admin: bool
) -> None:
    """Let the group play this house: its open table from the next match on, and every table to come.

    `cause` is carried out with the second of the two: what is done again does not change the table once more.

    Raises Refused if it cannot be played, or this person may not say so.
    """
    if house.rules not in RULE_SETS:
        raise Refused("unknown_rules", known="、".join(RULE_SETS))
    try:
        checked(house)
    except HouseError as error:
        raise Refused("bad_house", why=error) from None
    if place.table is not None:
        await desk.service.do(place.table.id, do.ChooseHouse(user_id, house, admin))
    await houses.keep(desk, place.chat_id, house, cause)

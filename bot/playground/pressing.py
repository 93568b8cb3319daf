"""Buttons: a press becomes a callback query, its answer a pop-up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.playground.errors import QUERY_TOO_OLD, bad_request
from bot.playground.html import to_html, utf16_len
from bot.playground.model import Button, Message, Popup, Query, Shown, User, Version
from bot.playground.render import query_json
from bot.playground.world import World

MAX_ANSWER = 200


def find_button(buttons: Sequence[Button], wanted: str) -> Button:
    """Return the button with this label, else this data, else such a beginning; otherwise LookupError.

    Buttons that carry the same data mean the same: any of them will do.
    """
    for matches in (
        [b for b in buttons if b.text == wanted],
        [b for b in buttons if b.data == wanted],
        [b for b in buttons if b.text.startswith(wanted)],
    ):
        if matches and (len(matches) == 1 or len({b.data or b.url for b in matches}) == 1):
            return matches[0]
        if matches:
            raise LookupError(f"{len(matches)} buttons answer to {wanted!r}.")
    raise LookupError(f"No button {wanted!r} among {[b.text for b in buttons]}.")


def current(world: World, target: Message | Version, user: User) -> Version:
    """Return the version that a person has before them; LookupError if they cannot see the message.

    A Version stands for a client that has not seen what came later, so that it need not be current.
    """
    message = target if isinstance(target, Message) else target.message
    if user.id not in world.people_in(message.chat):
        raise LookupError(f"{user.first_name} is not in the chat of the message.")
    if isinstance(target, Version):
        return target
    if message.deleted:
        raise LookupError("The message was deleted.")
    return message.now


def press(
    world: World, user: User, message: Message, data: str, *, ago: float = 0.0, accessible: bool = True
) -> Query:
    """Send the bot a callback query with `data`, pressed `ago` seconds back; any data goes."""
    at, since = world.now() - ago, world.clock.unscaled() - ago
    query = Query(world.next_query_id(), user, message, data, at, since, accessible)
    world.queries[query.id] = query
    world.tell("press", {"message_id": message.id, "data": data, "query_id": query.id}, message.chat, user)
    if world.bot_member(message.chat).status.inside:
        deliver(world, query)
    return query


def deliver(world: World, query: Query) -> None:
    """Put a query on the queue, for the first time or once more."""
    query.user.met = True
    world.updates.push("callback_query", query_json(world, query))


def answer(world: World, query_id: str, text: str, *, show_alert: bool, url: str) -> None:
    """Show the answer to the person; 400 if it is too long, too late, or not the first one."""
    query = world.queries.get(query_id)
    late = query is not None and world.clock.unscaled() - query.since > world.settings.query_lifetime
    if query is None or query.answer is not None or late:
        raise bad_request(QUERY_TOO_OLD)
    if utf16_len(text) > MAX_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and not _leads_to_bot(world, url):
        raise bad_request("URL_INVALID")
    popup = Popup(world.now(), query.user.id, query.id, text, show_alert, url)
    query.answer = popup
    world.popups.append(popup)
    message = query.message
    if text or url:
        seen_by = frozenset({query.user.id})
        world.log.append(
            Shown(
                popup.at,
                "popup",
                message.chat.id,
                message.id,
                seen_by,
                text,
                to_html(text, ()),
                data=(url,) if url else (),
            )
        )
    world.tell("popup", popup_json(popup), message.chat, query.user)


def start_payload(world: World, url: str) -> str:
    """Return the payload of a deep link to the private chat with the bot; ValueError for any other link."""
    if not _leads_to_bot(world, url):
        raise ValueError(f"{url!r} does not lead to the bot.")
    return parse_qs(urlsplit(url).query).get("start", [""])[0]


def _leads_to_bot(world: World, url: str) -> bool:
    name = re.escape(world.bot.username or "")
    pattern = rf"(?:(?:https?://)?(?:t|telegram)\.me/{name}|tg://resolve\?domain={name})(?:[?&].*)?"
    return re.fullmatch(pattern, url, re.IGNORECASE) is not None


def popup_json(popup: Popup) -> dict[str, Any]:
    """Return a pop-up as plain JSON."""
    return {
        "query_id": popup.query_id,
        "text": popup.text,
        "show_alert": popup.show_alert,
        "url": popup.url,
    }

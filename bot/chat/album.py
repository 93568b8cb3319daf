"""Pictures that were sent already: Telegram keeps them, so that none is uploaded twice."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass

from telegram import Message

from bot.views.message import Picture

KEPT = 2000
"""How many pictures are remembered; a picture's name at Telegram is about 100 bytes."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture to send: `media` is its PNG, or its file_id if Telegram has it already."""

    digest: bytes
    media: bytes | str


class Album:
    """Draws pictures, and knows under which file_id Telegram keeps those that were sent."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._known: OrderedDict[bytes, str] = OrderedDict()

    async def photo(self, picture: Picture) -> Photo:
        """The picture, drawn beside the event loop, so that presses are answered meanwhile."""
        drawn = await asyncio.to_thread(picture.draw)
        digest = hashlib.blake2b(drawn, digest_size=16).digest()
        file_id = self._known.get(digest)
        if file_id is not None:
            self._known.move_to_end(digest)
        return Photo(digest, file_id or drawn)

    def keep(self, photo: Photo, sent: object) -> None:
        """Remember under which file_id Telegram has the picture, from its answer (a message, or anything)."""
        if isinstance(sent, Message) and sent.photo:
            self._known[photo.digest] = sent.photo[-1].file_id
            while len(self._known) > self._kept:
                self._known.popitem(last=False)

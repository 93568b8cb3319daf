"""getFile."""

from __future__ import annotations

from typing import Any

from bot.playground.errors import ApiError, bad_request
from bot.playground.params import Params
from bot.playground.world import World

MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024


def get_file(world: World, params: Params) -> dict[str, Any]:
    """getFile."""
    try:
        file = world.file(params.text("file_id"))
    except ApiError:
        raise bad_request("invalid file_id") from None
    if len(file.content) > MAX_DOWNLOAD_BYTES:
        raise bad_request("file is too big")
    return {
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_size": len(file.content),
        "file_path": file.path,
    }


METHODS = {"getFile": get_file}

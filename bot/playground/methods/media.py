"""Files in requests: uploaded, attached or sent again."""

from __future__ import annotations

from bot.playground.errors import ApiError, bad_request
from bot.playground.model import File
from bot.playground.params import Params, Upload
from bot.playground.world import World

MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_DOCUMENT_BYTES = 50 * 1024 * 1024


def attached(world: World, params: Params, value: str, kind: str, part: str = "") -> File:
    """Return the file of `value` ("attach://NAME", a file_id, or empty for the upload named `part`).

    `kind` is "photo" or "document". 400 if there is none, the file_id is unknown, or a photo breaks a limit.
    """
    name = value.removeprefix("attach://") if value.startswith("attach://") else part
    upload = params.uploads.get(name)
    if upload:
        _check(upload, kind)
        file = world.store_file(upload, kind)
        if kind == "photo":
            _check_pixels(file)
        return file
    if not value or value.startswith("attach://"):
        raise bad_request(f"there is no {kind} in the request")
    if value.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    file = world.file(value)
    if (kind == "photo") != bool(file.width):
        raise bad_request(
            f"can't use file of type {'Document' if kind == 'photo' else 'Photo'} as {kind.title()}"
        )
    return file


def _check(upload: Upload, kind: str) -> None:
    if not upload.content:
        raise bad_request("file must be non-empty")
    if kind == "photo" and len(upload.content) > MAX_PHOTO_BYTES:
        raise bad_request(
            f"file of size {len(upload.content)} bytes is too big for a photo; "
            f"the maximum size is {MAX_PHOTO_BYTES} bytes"
        )
    if len(upload.content) > MAX_DOCUMENT_BYTES:
        raise ApiError(413, "Request Entity Too Large")


def _check_pixels(file: File) -> None:
    if not file.width or not file.height:
        raise bad_request("IMAGE_PROCESS_FAILED")
    sides = sorted((file.width, file.height))
    if sum(sides) > 10_000 or sides[1] > 20 * sides[0]:
        raise bad_request("PHOTO_INVALID_DIMENSIONS")

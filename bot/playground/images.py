"""The type and the size of a picture, read from its first bytes."""

from __future__ import annotations

_SIZE_MARKERS = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))

_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"\xff\xd8": "image/jpeg",
}


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a PNG, JPEG, GIF or WebP; None for anything else."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    if content.startswith(b"\xff\xd8"):
        return _jpeg_size(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP" and len(content) >= 30:
        return _webp_size(content)
    return None


def picture_type(content: bytes) -> str | None:
    """Return the MIME type of a PNG, JPEG, GIF or WebP; None for anything else."""
    for start, kind in _TYPES.items():
        if content.startswith(start):
            return kind
    return "image/webp" if content[:4] == b"RIFF" and content[8:12] == b"WEBP" else None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        if content[at + 1] in _SIZE_MARKERS:
            return int.from_bytes(content[at + 7 : at + 9]), int.from_bytes(content[at + 5 : at + 7])
        at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
    if kind == b"VP8 ":
        return (
            int.from_bytes(content[26:28], "little") & 0x3FFF,
            int.from_bytes(content[28:30], "little") & 0x3FFF,
        )
    if kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + ((bits >> 14) & 0x3FFF)
    return None

"""The clock and the sizes of pictures."""

import pytest

from bot.playground.clock import Clock
from bot.playground.images import picture_size


def test_a_still_clock_only_moves_when_it_is_moved() -> None:
    clock = Clock(0)
    start = clock.now()
    clock.advance(90)
    assert clock.now() == start + 90
    with pytest.raises(ValueError, match="only moves forward"):
        clock.advance(-1)


def test_a_change_of_speed_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    real = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: real[0])
    clock = Clock(60)
    start = clock.now()
    real[0] += 2
    assert clock.now() - start == 120
    clock.speed = 1
    assert clock.now() - start == 120
    real[0] += 2
    assert clock.now() - start == 122
    with pytest.raises(ValueError, match="between 0 and 100000"):
        clock.speed = -1


JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc0000b08012c0190010111 00".replace(" ", ""))


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (JPEG, (400, 300)),
        (b"GIF89a\x90\x01\x2c\x01", (400, 300)),
        (b"RIFF....WEBPVP8X" + bytes(8) + b"\x8f\x01\x00\x2b\x01\x00", (400, 300)),
        (b"RIFF....WEBPVP8 " + bytes(10) + b"\x90\x01\x2c\x01", (400, 300)),
        (b"RIFF....WEBPVP8L" + bytes(5) + (399 | 299 << 14).to_bytes(4, "little") + bytes(5), (400, 300)),
        (b"\xff\xd8\xff", None),
        (b"", None),
    ],
)
def test_sizes_are_read_from_the_header(content: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size(content) == size


def test_unscaled_seconds_know_no_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: real[0])
    clock = Clock(60)
    start = clock.unscaled()
    real[0] += 2
    clock.advance(30)
    assert clock.unscaled() - start == 32

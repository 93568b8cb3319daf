"""The clock of the playground: real time, scaled and movable."""

from __future__ import annotations

import time


class Clock:
    """Unix time that runs `speed` times as fast as real time and can be moved forward.

    Message dates, flood windows and the 24 hours of pending updates follow it. The time-outs of long polls
    and of waits are real seconds, because they belong to the connection. A callback query waits for its answer
    in `unscaled` seconds, so that a fast clock leaves the bot the time it needs.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self._check(speed)
        self._speed = speed
        self._base = time.time()
        self._moved = 0.0
        self._mark = time.monotonic()

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self._base + (time.monotonic() - self._mark) * self._speed

    def unscaled(self) -> float:
        """Return real seconds, from some moment on, and what the clock was moved forward: without its speed."""
        return time.monotonic() + self._moved

    @property
    def speed(self) -> float:
        """How many of its seconds pass in one real second; 0 stands still."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._check(speed)
        self._base, self._mark, self._speed = self.now(), time.monotonic(), speed

    def advance(self, seconds: float) -> None:
        """Move forward by `seconds`, at least 0; ValueError otherwise."""
        if seconds < 0:
            raise ValueError("The clock only moves forward.")
        self._base += seconds
        self._moved += seconds

    @staticmethod
    def _check(speed: float) -> None:
        if not 0 <= speed <= 100_000:
            raise ValueError(f"The speed of the clock must be between 0 and 100000, not {speed}.")

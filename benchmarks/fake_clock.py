"""An event loop whose time passes only when everybody waits, so that an hour of play needs a minute."""

from __future__ import annotations

import asyncio
import selectors


class _Skipping(selectors.SelectSelector):
    """Instead of waiting until a timer is due, puts the clock forward to it."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        if timeout > 0:
            self.now += timeout
        return []


class FakeClockLoop(asyncio.SelectorEventLoop):
    """An event loop that begins at 0; nothing outside of it (files, threads, sockets) can be waited for."""

    def __init__(self) -> None:
        self._skipping = _Skipping()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.now


class LoopTime:
    """Stands in for the module `time` where a program asks for the time of day."""

    @staticmethod
    def time() -> float:
        """The loop's time as the time of day."""
        return asyncio.get_running_loop().time()

    monotonic = time

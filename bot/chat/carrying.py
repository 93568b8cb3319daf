"""Calls to the Bot API by aiohttp: they take a fraction of the processor time that the library's own way takes.

At hundreds of presses a second most of the bot's time would go into requests, and presses would wait for each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECT = 5.0
"""Seconds for a connection."""

READ = 5.0
"""Seconds for an answer, where the call asks for no others."""

NEVER_LEFT = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
"""The causes of an error that show that a call did not reach Telegram."""


class Carrier(BaseRequest):
    """Carries calls over at most `connections` connections at once. Proxies are taken from the environment.

    `connect` seconds are allowed for a connection to Telegram, and as many for a free one.
    """

    def __init__(self, connections: int, connect: float = CONNECT) -> None:
        super().__init__()
        self._connections = connections
        self._connect = connect
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds for an answer, where the call asks for no others."""
        return READ

    async def initialize(self) -> None:
        """Make ready to carry calls."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections, ssl=httpx.create_ssl_context())
            headers = {"User-Agent": self.USER_AGENT}
            self._session = aiohttp.ClientSession(connector=connector, headers=headers)

    async def shutdown(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """The status and the body of an answer. Raises TimedOut or another NetworkError, with its cause if it is in
        NEVER_LEFT.

        The time for an answer begins when the whole call is sent; how long that takes is not limited by itself.
        """
        if self._session is None:
            raise RuntimeError("the carrier is not initialized")
        connect = _seconds(connect_timeout, self._connect)
        timeout = aiohttp.ClientTimeout(
            connect=connect + _seconds(pool_timeout, self._connect),
            sock_connect=connect,
            sock_read=_seconds(read_timeout, READ),
        )
        try:
            async with self._session.request(
                method, url, **_body(request_data), timeout=timeout, proxy=_proxy(url)
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError as error:
            raise TimedOut(f"aiohttp.{type(error).__name__}") from error
        except aiohttp.ClientConnectorError as error:
            raise NetworkError(f"aiohttp.{type(error).__name__}: {error}") from error
        except aiohttp.ClientError as error:
            # Its text may hold the address, and with it the bot's token.
            raise NetworkError(f"aiohttp.{type(error).__name__}") from None


@lru_cache
def _proxy(url: str) -> str | None:
    """The environment's proxy for an address, if it names one. aiohttp itself would look it up for every call."""
    address = urlsplit(url)
    return None if proxy_bypass(address.hostname or "") else getproxies().get(address.scheme)


def _seconds(given: Any, default: float) -> float:
    """A length of time that may be left to us (a DefaultValue) or be none at all."""
    return float(given) if isinstance(given, (int, float)) else default


def _body(data: RequestData | None) -> dict[str, Any]:
    """What the session is told of the body. Without a file it is made here: aiohttp takes longer to make the same."""
    if data is None:
        return {}
    if not data.contains_files:
        return {"data": data.url_encoded_parameters().encode("ascii"), "headers": _FORM}
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, mime_type) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=mime_type)
    return {"data": form}


_FORM = {"Content-Type": "application/x-www-form-urlencoded"}

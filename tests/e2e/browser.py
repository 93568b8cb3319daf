"""A headless Chromium that looks at the playground's page, and a person at it who has a mouse and nothing else."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from bot import demo, settings
from bot.playground import Message, Person
from tests.e2e.house import QUICK, TOKEN

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
SEED = 11
# fmt: off
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]
# fmt: on
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@dataclass(slots=True)
class Mouse:
    """Whoever sits at the page. Everything they do is a click on something that is in sight."""

    page: Page
    scene: demo.Scene
    faults: list[str]

    async def click(self, place: Locator) -> None:
        """Click the middle of what is there, as soon as it stands still."""
        await place.click()

    async def button(self, label: str | re.Pattern[str], *, exact: bool = True) -> None:
        """Click the newest button with a label."""
        await self.click(self.page.get_by_role("button", name=label, exact=exact).last)

    async def be(self, person: Person) -> None:
        """Become somebody."""
        people = self.page.get_by_role("group", name="你是")
        await self.click(people.get_by_role("button", name=re.compile(rf"^{re.escape(person.name)}(，|$)")))

    async def open(self, title: str) -> None:
        """Open a chat, from the list of chats; on a phone by way of that list."""
        back = self.page.get_by_role("button", name="返回聊天列表")
        if await back.is_visible():
            await self.click(back)
        chats = self.page.get_by_role("navigation", name="聊天")
        await self.click(chats.get_by_role("button", name=re.compile(rf"^{re.escape(title)}(，|$)")))

    def message(self, message: Message) -> Locator:
        """A message on the page."""
        return self.page.locator(f'li[data-id="{message.id}"]')

    async def press(self, message: Message, label: str) -> None:
        """Click a button below a message."""
        await self.click(self.message(message).get_by_role("button", name=label, exact=True))

    async def may_press(self, message: Message, label: str) -> bool:
        """Click a button below a message if it stays there long enough; whether it did."""
        from playwright.async_api import Error  # noqa: PLC0415

        try:
            key = self.message(message).get_by_role("button", name=label, exact=True)
            await key.click(timeout=2_000)
        except Error:
            return False
        return True


def chromium() -> str:
    """Where Chromium is; the test is skipped, saying so, where it or its driver is not installed."""
    pytest.importorskip(
        "playwright.async_api", reason="playwright is not installed: pip install '.[browser]'"
    )
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed: the page is not tested (on Debian: apt-get install chromium)")
    return found


def quick() -> settings.Settings:
    """Settings under which the bot waits for nobody but people."""
    given: dict[str, Any] = {settings.TOKEN: TOKEN, **QUICK}
    return settings.Settings(_env_file=None, **given)


@contextlib.asynccontextmanager
async def at_the_page(size: dict[str, int], **options: Any) -> AsyncIterator[Mouse]:
    """A playground, its page in a window of a size, and the first person of the group at it; always one deck."""
    program, chance = chromium(), random.Random(SEED)
    from playwright.async_api import async_playwright  # noqa: PLC0415

    async with (
        demo.playing(demo.Options(port=0), quick(), lambda: chance.getrandbits(256)) as scene,
        async_playwright() as driver,
        await driver.chromium.launch(executable_path=program, args=ARGUMENTS) as browser,
    ):
        scene.server.flood.enabled = False
        context = await browser.new_context(viewport=size, locale="zh-CN", **options)  # type: ignore[arg-type]
        page = await context.new_page()
        page.set_default_timeout(15_000)
        mouse = Mouse(page, scene, [])
        page.on("pageerror", lambda error: mouse.faults.append(str(error)))
        page.on("console", lambda said: said.type == "error" and mouse.faults.append(said.text))
        page.on("request", lambda asked: mouse.faults.extend(_foreign(asked.url, scene.server.url)))
        await page.goto(f"{scene.server.url}/")
        yield mouse
        assert mouse.faults == []


def _foreign(address: str, own: str) -> list[str]:
    mine = address.startswith((f"{own}/", f"{own.replace('http', 'ws', 1)}/"))
    return [] if mine else [f"something was asked of {address}"]

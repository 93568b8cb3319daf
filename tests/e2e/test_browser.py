"""The playground's page in a real browser: three people play a round by clicks, on a desktop and on a phone."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

import pytest

from bot.playground import Message, Person
from tests.e2e.browser import DESKTOP, PHONE, Mouse, at_the_page

MOVES = ("act:", "sure:")


def moves(message: Message) -> dict[str, str]:
    """The buttons of a message that are moves: label by data."""
    return {b.data: b.text for b in message.buttons if b.data and b.data.startswith(MOVES)}


@dataclass(slots=True)
class Player:
    """Plays a round for three people: who has buttons presses one, a win before a claim before a discard."""

    mouse: Mouse
    people: list[Person]
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    pressed: set[tuple[int, str]] = field(default_factory=set)
    current: Person | None = None

    def settlement(self) -> Message | None:
        return self.mouse.scene.group.find("看三家")

    def due(self) -> tuple[Person, Message] | None:
        for person in self.people:
            message = person.find(lambda m: bool(moves(m)))
            if message and not any((message.id, data) in self.pressed for data in moves(message)):
                return person, message
        return None

    def choose(self, message: Message) -> str:
        labels = list(moves(message).values())
        wins = [label for label in labels if label.startswith("胡")]
        claims = [label for label in labels if label.startswith(("碰", "吃"))]
        return (wins or claims or [self.chance.choice(labels)])[0]

    async def round(self) -> Message:
        for _ in range(300):
            found = await self.mouse.scene.server.wait_for(lambda: self.settlement() or self.due(), within=20)
            if isinstance(found, Message):
                return found
            person, message = found
            if person is not self.current:
                await self.mouse.be(person)
                self.current = person
            asked = moves(message)
            answers = len(person.popups)
            # Meanwhile somebody else's answer may have settled the card: then there is nothing left to press.
            if asked and await self.mouse.may_press(message, self.choose(message)):
                self.pressed |= {(message.id, data) for data in asked}
                await self.mouse.scene.server.wait_for(
                    lambda p=person, n=answers: len(p.popups) > n, within=20
                )
        raise AssertionError("the round does not end")


async def sit_down(mouse: Mouse, person: Person, group: str) -> None:
    """Press 坐下 as somebody who has never pressed START: the page leads there, and START seats them."""
    await mouse.be(person)
    await mouse.open(group)
    lobby = await mouse.scene.group.shows("坐下", within=20)
    await mouse.press(lobby, "坐下")
    await mouse.button("START")
    await mouse.scene.server.wait_for(lambda: person.name in lobby.text, within=20)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_three_people_play_a_round_with_mouse_clicks_alone(size: dict[str, int]) -> None:
    async with at_the_page(size) as mouse:
        ming, hong, wang = people = list(mouse.scene.people[:3])
        page, server, title = mouse.page, mouse.scene.server, "麻友"
        await page.get_by_role("button", name="坐下").wait_for()
        await sit_down(mouse, hong, title)
        await sit_down(mouse, wang, title)

        await mouse.be(ming)
        await mouse.open(title)
        await mouse.press(await mouse.scene.group.shows("开局", within=20), "开局")
        board = await mouse.scene.group.shows("看牌", within=20)
        await mouse.press(board, "看牌")
        alert = page.get_by_role("dialog")
        await alert.wait_for()
        assert "手牌" in await alert.inner_text()
        await mouse.button("好")
        await mouse.open("跑胡子")

        player = Player(mouse, people, current=ming)
        settlement = await player.round()
        assert len(player.pressed) > 3
        await mouse.open(title)
        shown = mouse.message(settlement)
        await shown.wait_for()
        assert settlement.text.splitlines()[0] in await shown.inner_text()
        for picture in await shown.locator("img").all():
            assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300

        await mouse.button("命令")
        await mouse.click(page.get_by_role("option", name="/beans"))
        totals = await mouse.scene.group.shows("欢乐豆", within=20)
        text = await mouse.message(totals).inner_text()
        rows = re.findall(r"^\W*(\w+)\W*?\s+([+−]?\d+) 豆\s+1 局$", text, re.MULTILINE)
        assert {name for name, _ in rows} == {person.name for person in people}
        assert sum(int(beans.replace("−", "-")) for _, beans in rows) == 0
        assert server.calls.count("sendMessage", "sendPhoto", "answerCallbackQuery", ok=False) == 0


async def test_what_telegram_shows_is_shown_and_hostile_names_stay_text() -> None:
    async with at_the_page(DESKTOP, color_scheme="dark") as mouse:
        page, server = mouse.page, mouse.scene.server
        evil = server.person("<img src=x onerror=alert(1)>", "<b>")
        evil.join(mouse.scene.group)
        said = evil.send("<script>alert(2)</script> /help https://example.org/", mouse.scene.group)
        shown = mouse.message(said)
        await shown.wait_for()
        assert "<script>alert(2)</script> /help" in await shown.inner_text()
        assert await shown.locator("img, script").count() == 0
        assert await page.get_by_role("button", name="<img src=x onerror=alert(1)> <b>").count() == 1

        evil.edit(said, "改过了")
        await shown.get_by_text("已编辑").wait_for()
        mouse.scene.group.delete_message(said)
        await shown.wait_for(state="detached")


async def test_old_buttons_can_be_pressed_on_a_frozen_screen() -> None:
    async with at_the_page(DESKTOP) as mouse:
        lobby = await mouse.scene.group.shows("坐下", within=20)
        page, before = mouse.page, mouse.message(lobby)
        await before.wait_for()
        await page.get_by_role("button", name=re.compile("冻住")).click()
        await page.get_by_role("button", name=re.compile("解冻")).wait_for()
        mouse.scene.people[0].press(lobby, "加电脑")
        await mouse.scene.server.wait_for(lambda: "撤电脑" in str(lobby.labels))
        assert await before.get_by_role("button", name="撤电脑").count() == 0
        await page.get_by_role("button", name=re.compile("解冻")).click()
        await before.get_by_role("button", name="撤电脑").wait_for()


async def test_misfortune_is_a_click_away() -> None:
    async with at_the_page(DESKTOP) as mouse:
        page, server, ming = mouse.page, mouse.scene.server, mouse.scene.people[0]
        await mouse.button("捣乱")
        panel = page.get_by_role("complementary", name="捣乱")
        await panel.get_by_role("button", name="来一阵 429").click()
        await server.wait_for(server.faults.pending)
        assert server.faults.pending()[0].seconds == 30
        await panel.get_by_role("button", name="全部恢复").click()
        await server.wait_for(lambda: not server.faults.pending())
        await panel.get_by_role("button", name="屏蔽机器人").click()
        await server.wait_for(lambda: ming.user.blocked)
        await panel.get_by_role("button", name="升级成超级群").click()
        await server.wait_for(lambda: mouse.scene.group.chat.migrated_to)
        await page.get_by_text("这个群升级成了超级群").first.wait_for()
        await panel.get_by_role("button", name="踢掉机器人").click()
        moved = server.room(mouse.scene.group.chat.migrated_to or 0)
        await server.wait_for(lambda: not moved.chat.member(server.bot.id).status.inside)


async def test_two_people_are_seen_side_by_side() -> None:
    async with at_the_page(DESKTOP) as mouse:
        await mouse.button("并排看两个人")
        panes = mouse.page.get_by_role("main")
        await panes.nth(1).wait_for()
        names = [await pane.get_attribute("aria-label") for pane in await panes.all()]
        assert names == ["阿明", "小红"]
        lobby = await mouse.scene.group.shows("坐下", within=20)
        second = panes.nth(1).locator(f'li[data-id="{lobby.id}"]')
        await second.get_by_role("button", name="坐下").click()
        await panes.nth(1).get_by_role("button", name="START", exact=True).wait_for()
        assert await panes.nth(0).get_by_role("button", name="START", exact=True).count() == 0

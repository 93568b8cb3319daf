"""The bot's own way to carry calls, against the playground: what arrives, and what each trouble means."""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from telegram import Bot
from telegram.error import NetworkError, TimedOut

from bot.chat.carrying import Carrier
from bot.chat.delivery import DeliveryError, UnreachedError, UnsureError
from bot.chat.sending import meaning
from bot.playground import Person, Playground

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc0000003"
    "010100c9fe92ef0000000049454e44ae426082"
)


@pytest.fixture
async def server() -> AsyncIterator[Playground]:
    async with await Playground.start() as started:
        started.flood.enabled = False
        yield started


@pytest.fixture
def ming(server: Playground) -> Person:
    person = server.person("阿明")
    person.start()
    return person


def bot_at(server: Playground, carrier: Carrier) -> Bot:
    return Bot(server.token, server.base_url, server.file_url, request=carrier)


async def trouble(bot: Bot, chat_id: int, **timeouts: float) -> DeliveryError:
    with pytest.raises(NetworkError) as caught:
        await bot.send_message(chat_id, "三", **timeouts)
    return meaning(caught.value)


async def test_text_and_pictures_arrive_as_they_are(server: Playground, ming: Person) -> None:
    async with bot_at(server, Carrier(4)) as bot:
        await bot.send_message(ming.id, "碰 <b>三</b> & 吃", parse_mode="HTML")
        sent = await bot.send_photo(ming.id, PNG, caption="一二三")
        assert sent.photo
        again = await (await bot.get_file(sent.photo[-1].file_id)).download_as_bytearray()
    assert [message.text for message in ming.private.bot_messages] == ["碰 三 & 吃", "一二三"]
    assert bytes(again) == PNG


async def test_many_calls_at_once_all_arrive(server: Playground, ming: Person) -> None:
    async with bot_at(server, Carrier(4)) as bot:
        await asyncio.gather(*(bot.send_message(ming.id, str(number)) for number in range(40)))
    assert sorted(int(message.text) for message in ming.private.bot_messages) == list(range(40))


async def test_a_server_that_is_not_there_is_unreached(server: Playground, ming: Person) -> None:
    carrier = Carrier(4)
    await carrier.initialize()
    await server.stop()
    assert isinstance(await trouble(bot_at(server, carrier), ming.id), UnreachedError)
    await carrier.shutdown()


async def test_where_no_connection_is_free_the_call_did_not_leave(server: Playground, ming: Person) -> None:
    async with bot_at(server, Carrier(1, connect=0.05)) as bot:
        server.faults.slow(5)
        slow = asyncio.ensure_future(bot.send_message(ming.id, "slow", read_timeout=10))
        async with asyncio.timeout(5):
            while server.faults.pending():  # noqa: ASYNC110 - nothing tells when a fault begins
                await asyncio.sleep(0)  # until it has the only connection
        assert isinstance(await trouble(bot, ming.id), UnreachedError)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
    assert [message.text for message in ming.private.bot_messages] == []


async def test_33_a_call_without_an_answer_in_time_leaves_us_unsure(server: Playground, ming: Person) -> None:
    async with bot_at(server, Carrier(4)) as bot:
        server.faults.time_out(after=True, method="sendMessage")
        with pytest.raises(TimedOut) as caught:
            await bot.send_message(ming.id, "三", read_timeout=0.2)
        assert isinstance(meaning(caught.value), UnsureError)
    assert [message.text for message in ming.private.bot_messages] == ["三"]


async def test_33_a_connection_that_breaks_off_leaves_us_unsure_and_is_not_repeated(
    server: Playground, ming: Person
) -> None:
    async with bot_at(server, Carrier(4)) as bot:
        server.faults.drop(after=True)
        assert isinstance(await trouble(bot, ming.id), UnsureError)
    assert [message.text for message in ming.private.bot_messages] == ["三"]


async def test_the_token_is_in_no_error(server: Playground, ming: Person) -> None:
    async with bot_at(server, Carrier(4)) as bot:
        await server.stop()
        for _ in range(2):  # once by the connection that was cut, once by none
            with pytest.raises(NetworkError) as caught:
                await bot.send_message(ming.id, "三")
            error: BaseException | None = caught.value
            while error is not None:
                assert server.token not in f"{error!r} {error}"
                error = error.__cause__


async def test_calls_go_by_the_proxy_that_the_environment_names(
    server: Playground, ming: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = urlsplit(server.base_url)
    monkeypatch.setenv("http_proxy", f"http://{here.netloc}")
    far = server.base_url.replace(here.netloc, "telegram.invalid")
    async with Bot(server.token, far, server.file_url, request=Carrier(4)) as bot:
        await bot.send_message(ming.id, "三")
    monkeypatch.setenv("no_proxy", "elsewhere.invalid")
    elsewhere = server.base_url.replace(here.netloc, "elsewhere.invalid")
    carrier = Carrier(4)
    with pytest.raises(NetworkError):
        await Bot(server.token, elsewhere, request=carrier).initialize()
    await carrier.shutdown()
    assert [message.text for message in ming.private.bot_messages] == ["三"]

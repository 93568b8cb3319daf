"""Sending messages, photos and documents, and the limits on them."""

import struct
import zlib
from itertools import pairwise

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, ReplyParameters
from telegram.error import BadRequest

from bot.playground import Playground
from tests.playground.conftest import Scene


def png(width: int, height: int) -> bytes:
    """A PNG of which only the header matters."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b"")


def keyboard(*rows: list[str]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(x, callback_data=x) for x in row] for row in rows])


async def test_a_message_reaches_everybody_in_the_group(bot: Bot, server: Playground, scene: Scene) -> None:
    sent = await bot.send_message(scene.group.id, "看 t.me/x @hong /new", reply_markup=keyboard(["吃", "碰"]))
    seen = scene.hong.messages(scene.group)[-1]
    assert (seen.id, seen.text, seen.labels) == (sent.message_id, "看 t.me/x @hong /new", (("吃", "碰"),))
    assert [e.type for e in sent.entities] == ["url", "mention", "bot_command"]
    assert sent.from_user is not None
    assert sent.from_user.username == "paohuzi_bot"
    assert scene.stranger.messages(scene.group) == []
    assert server.log[-1].seen_by == {scene.ming.id, scene.hong.id}
    assert server.log[-1].data == ("吃", "碰")


async def test_ids_are_shared_by_private_chats_and_groups(bot: Bot, server: Playground, scene: Scene) -> None:
    big = server.group("大群", members=[scene.ming], supergroup=True)
    ids = [(await bot.send_message(chat, "x")).message_id for chat in (scene.group.id, scene.ming.id)]
    assert ids[1] == ids[0] + 1
    assert (await bot.send_message(big.id, "x")).message_id == 2
    assert big.id < -1_000_000_000_000 < scene.group.id < 0


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("一" * 4096, None), ("一" * 4097, "Message is too long"), ("🀄" * 2049, "Message is too long")],
)
async def test_text_has_4096_utf16_units(bot: Bot, scene: Scene, text: str, refusal: str | None) -> None:
    markup = f"<b>{text}</b>"
    if refusal is None:
        assert (await bot.send_message(scene.group.id, markup, parse_mode="HTML")).text == text
    else:
        with pytest.raises(BadRequest, match=f"^{refusal}$"):
            await bot.send_message(scene.group.id, markup, parse_mode="HTML")


async def test_an_empty_text_is_refused(bot: Bot, scene: Scene) -> None:
    for text in ("<b></b>", " \n", "　"):
        with pytest.raises(BadRequest, match=r"^Message text is empty$"):
            await bot.send_message(scene.group.id, text, parse_mode="HTML")


async def test_only_html_is_understood(bot: Bot, scene: Scene) -> None:
    with pytest.raises(BadRequest, match=r"^Unsupported parse_mode$"):
        await bot.send_message(scene.group.id, "x", parse_mode="Markdown")


async def test_callback_data_has_1_to_64_bytes(bot: Bot, scene: Scene) -> None:
    await bot.send_message(scene.group.id, "x", reply_markup=keyboard(["一" * 21 + "x"]))
    for data in ("一" * 22, ""):
        markup = InlineKeyboardMarkup([[InlineKeyboardButton("吃", callback_data=data)]])
        with pytest.raises(BadRequest, match=r"^Button_data_invalid$"):
            await bot.send_message(scene.group.id, "x", reply_markup=markup)


@pytest.mark.parametrize(
    ("rows", "fits"),
    [
        ([["x"] * 8] * 12 + [["x"] * 4], True),
        ([["x"] * 8] * 12 + [["x"] * 5], False),
        ([["x"] * 9], False),
        ([["一" * 21] * 5] * 15, False),
    ],
)
async def test_keyboards_have_limits(bot: Bot, scene: Scene, rows: list[list[str]], fits: bool) -> None:
    if fits:
        await bot.send_message(scene.group.id, "x", reply_markup=keyboard(*rows))
        assert len(scene.group.bot_messages[-1].buttons) == 100
    else:
        with pytest.raises(BadRequest, match=r"^Reply markup is too long$"):
            await bot.send_message(scene.group.id, "x", reply_markup=keyboard(*rows))


async def test_buttons_keep_style_and_url(bot: Bot, scene: Scene) -> None:
    row = [
        InlineKeyboardButton("胡", callback_data="h", style="danger"),
        InlineKeyboardButton("去私聊", url="https://t.me/paohuzi_bot?start=x"),
    ]
    sent = await bot.send_message(scene.group.id, "x", reply_markup=InlineKeyboardMarkup([row]))
    assert sent.reply_markup == InlineKeyboardMarkup([row])
    hu, url = scene.group.bot_messages[-1].buttons
    assert (hu.style, hu.data, url.url) == ("danger", "h", "https://t.me/paohuzi_bot?start=x")


@pytest.mark.parametrize(
    ("button", "refusal"),
    [
        (InlineKeyboardButton("x", callback_data="x", style="pink"), "invalid button style specified"),
        (InlineKeyboardButton("x"), "Text buttons are unallowed in the inline keyboard"),
        (InlineKeyboardButton(" ", callback_data="x"), "utton_text_empty"),
        (InlineKeyboardButton("x", url="no link"), "is invalid: Wrong HTTP URL"),
    ],
)
async def test_odd_buttons_are_refused(
    bot: Bot, scene: Scene, button: InlineKeyboardButton, refusal: str
) -> None:
    with pytest.raises(BadRequest, match=f"(?i){refusal}"):
        await bot.send_message(scene.group.id, "x", reply_markup=InlineKeyboardMarkup([[button]]))


async def test_a_photo_is_uploaded_once_and_sent_again(bot: Bot, server: Playground, scene: Scene) -> None:
    content = png(800, 600)
    sent = await bot.send_photo(scene.group.id, content, caption="<b>局</b>", parse_mode="HTML")
    assert [(size.width, size.height) for size in sent.photo] == [(320, 240), (800, 600)]
    assert sent.caption_html == "<b>局</b>"
    again = await bot.send_photo(scene.ming.id, sent.photo[-1].file_id)
    assert again.photo[-1].file_unique_id == sent.photo[-1].file_unique_id
    assert len(server.world.files) == 1
    shown = scene.ming.messages()[-1].photo
    assert shown is not None
    assert shown.content == content
    for size in sent.photo:
        assert await (await bot.get_file(size.file_id)).download_as_bytearray() == content


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"no picture", "Image_process_failed"),
        (png(6000, 4001), "Photo_invalid_dimensions"),
        (png(2100, 100), "Photo_invalid_dimensions"),
        (png(9, 9) + bytes(10 * 1024 * 1024), "File of size 10485805 bytes is too big for a photo"),
    ],
)
async def test_photos_have_limits(bot: Bot, scene: Scene, content: bytes, refusal: str) -> None:
    with pytest.raises(BadRequest, match=f"^{refusal}"):
        await bot.send_photo(scene.group.id, content)


async def test_captions_have_1024_units(bot: Bot, scene: Scene) -> None:
    await bot.send_photo(scene.group.id, png(9, 9), caption="一" * 1024)
    with pytest.raises(BadRequest, match=r"^Message caption is too long$"):
        await bot.send_photo(scene.group.id, png(9, 9), caption="一" * 1025)


async def test_an_unknown_file_id_is_refused(bot: Bot, scene: Scene) -> None:
    with pytest.raises(BadRequest, match=r"(?i)^wrong file identifier/HTTP URL specified$"):
        await bot.send_photo(scene.group.id, "AgACxyz")
    with pytest.raises(BadRequest, match=r"^Invalid file_id$"):
        await bot.get_file("AgACxyz")


async def test_a_document_keeps_its_name(bot: Bot, scene: Scene) -> None:
    sent = await bot.send_document(scene.ming.id, InputFile(b'{"x": 1}\n', filename="牌谱.jsonl"))
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("牌谱.jsonl", 9)
    assert await (await sent.document.get_file()).download_as_bytearray() == b'{"x": 1}\n'


async def test_replies(bot: Bot, scene: Scene) -> None:
    asked = scene.ming.send("/new", scene.group)
    sent = await bot.send_message(scene.group.id, "x", reply_parameters=ReplyParameters(asked.id))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "/new"
    scene.group.delete_message(asked)
    with pytest.raises(BadRequest, match=r"^Message to be replied not found$"):
        await bot.send_message(scene.group.id, "x", reply_parameters=ReplyParameters(asked.id))
    loose = ReplyParameters(asked.id, allow_sending_without_reply=True)
    assert (await bot.send_message(scene.group.id, "x", reply_parameters=loose)).reply_to_message is None


async def test_topics(bot: Bot, server: Playground, scene: Scene) -> None:
    forum = server.group("论坛", members=[scene.ming], topics=True)
    topic = forum.topic("跑胡子")
    asked = scene.ming.send("/new", forum, topic=topic)
    sent = await bot.send_message(forum.id, "x", message_thread_id=topic.thread_id)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic.thread_id, True)
    reply = await bot.send_message(forum.id, "x", reply_parameters=ReplyParameters(asked.id))
    assert reply.message_thread_id == topic.thread_id
    assert (await bot.send_message(forum.id, "x")).message_thread_id is None
    for chat, thread in ((forum.id, 999), (scene.group.id, topic.thread_id)):
        with pytest.raises(BadRequest, match=r"^Message thread not found$"):
            await bot.send_message(chat, "x", message_thread_id=thread)
    forum.delete_topic(topic)
    with pytest.raises(BadRequest, match=r"^Message thread not found$"):
        await bot.send_message(forum.id, "x", message_thread_id=topic.thread_id)
    topic = forum.topic("关了")
    topic.closed = True
    with pytest.raises(BadRequest, match=r"^Topic_closed$"):
        await bot.send_message(forum.id, "x", message_thread_id=topic.thread_id)


async def test_chat_actions(bot: Bot, server: Playground, scene: Scene) -> None:
    assert await bot.send_chat_action(scene.group.id, "typing")
    assert [c.data for c in server.feed.after(0) if c.kind == "action"] == [{"action": "typing"}]
    with pytest.raises(BadRequest, match=r"^Wrong parameter action in request$"):
        await bot.send_chat_action(scene.group.id, "juggling")


async def test_changes_and_log_are_in_order(bot: Bot, server: Playground, scene: Scene) -> None:
    for number in range(3):
        await bot.send_message(scene.ming.id, f"{number}")
    assert [shown.text for shown in server.seen_by(scene.ming)[-3:]] == ["0", "1", "2"]
    assert all(b.id == a.id + 1 for a, b in pairwise(server.feed.after(0)))
    assert all(a.at <= b.at for a, b in pairwise(server.log))


async def test_parameters_come_as_query_or_json_too(server: Playground, scene: Scene) -> None:
    url = f"{server.base_url}{server.token}/SENDmessage"
    body = {"chat_id": scene.group.id, "text": "json", "reply_markup": keyboard(["吃"]).to_dict()}
    async with aiohttp.ClientSession() as session:
        async with session.post(url, json=body) as answer:
            assert (await answer.json())["result"]["text"] == "json"
        async with session.get(url, params={"chat_id": scene.group.id, "text": "query"}) as answer:
            assert (await answer.json())["result"]["text"] == "query"
    assert [m.text for m in scene.group.bot_messages] == ["json", "query"]


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("sendMessage", {"reply_markup": "[]"}),
        ("sendMessage", {"reply_markup": "{"}),
        ("sendMessage", {"reply_markup": '{"inline_keyboard": [5]}'}),
        ("sendMessage", {"reply_markup": '{"inline_keyboard": [[5]]}'}),
        ("sendMessage", {"reply_markup": '{"inline_keyboard": [[{"callback_data": "x"}]]}'}),
        ("sendMessage", {"entities": '[{"type": "bold"}]'}),
        ("sendMessage", {"entities": '[{"type": "bold", "offset": 0, "length": 0}]'}),
        ("sendMessage", {"entities": "[5]"}),
        ("sendMessage", {"reply_parameters": "[1]"}),
        ("sendMessage", {"reply_parameters": '{"message_id": "x"}'}),
        ("sendMessage", {"chat_id": ""}),
        ("sendMessage", {"chat_id": "@nobody"}),
        ("sendPhoto", {}),
        ("sendPhoto", {"photo": "attach://nothing"}),
        ("sendPhoto", {"photo": "https://example.org/x.png"}),
        ("editMessageText", {"message_id": "x"}),
        ("editMessageText", {}),
        ("editMessageMedia", {"media": "5", "message_id": "1"}),
        ("deleteMessages", {"message_ids": '["x"]'}),
        ("setMyCommands", {"commands": "[5]"}),
        ("setMyCommands", {"commands": '[{"command": "大", "description": "x"}]'}),
        ("setMyCommands", {"commands": '[{"command": "x", "description": ""}]'}),
        ("getMyCommands", {"scope": "5"}),
        ("getUpdates", {"allowed_updates": "5"}),
    ],
)
async def test_nonsense_is_a_bad_request(
    server: Playground, scene: Scene, method: str, values: dict[str, str]
) -> None:
    data = {"chat_id": f"{scene.group.id}", "text": "x", **values}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.base_url}{server.token}/{method}", data=data) as answer,
    ):
        body = await answer.json()
    assert (answer.status, body["ok"], body["error_code"]) == (400, False, 400)
    assert body["description"].startswith("Bad Request: ")
    assert scene.group.bot_messages == []

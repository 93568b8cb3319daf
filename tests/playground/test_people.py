"""What people do, and what of it the bot learns."""

import pytest
from telegram import Bot, Update

from bot.playground import Playground
from tests.playground.conftest import Scene


async def heard(bot: Bot) -> list[str | None]:
    """The texts of the pending messages (None for service messages), which are acknowledged."""
    updates = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1)
    return [update.effective_message.text for update in updates if update.effective_message]


async def test_privacy_mode_hides_ordinary_chat(bot: Bot, server: Playground, scene: Scene) -> None:
    await bot.send_message(scene.group.id, "局")
    shown = scene.group.bot_messages[-1]
    said = scene.hong.send("你好", scene.group)
    scene.hong.send("/new", scene.group)
    scene.hong.send("/new@paohuzi_bot 3", scene.group)
    scene.hong.send("/new@other_bot", scene.group)
    scene.hong.send("回你", scene.group, reply_to=said)
    scene.hong.send("回局", scene.group, reply_to=shown)
    scene.stranger.join(scene.group)
    assert await heard(bot) == ["/new", "/new@paohuzi_bot 3", "回局", None]
    scene.hong.send("悄悄话")
    assert await heard(bot) == ["悄悄话"]
    assert not (await bot.get_me()).can_read_all_group_messages
    scene.group.promote_bot()
    scene.hong.send("你好", scene.group)
    scene.group.demote_bot()
    server.world.settings.privacy = False
    scene.hong.send("再见", scene.group)
    assert await heard(bot) == ["你好", "再见"]


async def test_commands_are_marked(bot: Bot, scene: Scene) -> None:
    scene.ming.send("/new@paohuzi_bot 🀄 /x 1/2 a@b.cn", scene.group)
    [update] = await bot.get_updates()
    assert update.message is not None
    marked = update.message.parse_entities()
    assert [(e.type, text) for e, text in marked.items()] == [
        ("bot_command", "/new@paohuzi_bot"),
        ("bot_command", "/x"),
    ]


async def test_edited_commands_are_edited_messages(bot: Bot, scene: Scene) -> None:
    sent = scene.ming.send("/new 1", scene.group)
    scene.ming.edit(sent, "/new 2")
    first, second = await bot.get_updates()
    assert first.message is not None
    assert second.edited_message is not None
    assert second.edited_message.text == "/new 2"
    assert first.message.message_id == second.edited_message.message_id
    with pytest.raises(ValueError, match="one's own"):
        scene.hong.edit(sent, "x")


async def test_an_anonymous_administrator(bot: Bot, server: Playground, scene: Scene) -> None:
    group = server.group("大群", members=[scene.ming, scene.hong], supergroup=True)
    group.promote(scene.hong, anonymous=True)
    server.world.updates.clear()
    scene.hong.send("/new", group)
    await bot.send_message(group.id, "x")
    scene.hong.press_data(group.bot_messages[-1], "sit")
    message, press = await bot.get_updates()
    assert message.message is not None
    assert message.message.from_user is not None
    assert message.message.sender_chat is not None
    assert (message.message.from_user.id, message.message.sender_chat.id) == (1087968824, group.id)
    assert press.callback_query is not None
    assert press.callback_query.from_user.id == scene.hong.id
    assert [shown.text for shown in group.bot_messages] == ["x"]


async def test_joining_and_leaving_are_service_messages(bot: Bot, scene: Scene) -> None:
    scene.stranger.join(scene.group)
    scene.group.remove(scene.stranger)
    scene.group.add(scene.stranger)
    scene.stranger.leave(scene.group)
    messages = [update.message for update in await bot.get_updates()]
    joined = [[user.id for user in message.new_chat_members] for message in messages if message]
    left = [message.left_chat_member and message.left_chat_member.id for message in messages if message]
    stranger = scene.stranger.id
    assert joined == [[stranger], [], [stranger], []]
    assert left == [None, stranger, None, stranger]
    with pytest.raises(ValueError, match="is not in the chat"):
        scene.stranger.leave(scene.group)
    with pytest.raises(ValueError, match="is in the chat already"):
        scene.hong.join(scene.group)
    with pytest.raises(ValueError, match="cannot write"):
        scene.stranger.send("/new", scene.group)


@pytest.mark.parametrize(
    ("bot_as", "status"), [("member", "member"), ("admin", "administrator"), (None, "left")]
)
async def test_the_bot_is_brought_into_a_group(
    bot: Bot, server: Playground, bot_as: str, status: str
) -> None:
    owner = server.person("主")
    group = server.group("群", members=[owner], supergroup=True, bot=bot_as)  # type: ignore[arg-type]
    updates = await bot.get_updates()
    member = group.chat.member(bot.id)
    assert member.status == status
    assert len(updates) == (2 if bot_as else 0)
    if bot_as:
        assert updates[0].my_chat_member is not None
        assert updates[0].my_chat_member.from_user.id == owner.id
        assert updates[0].my_chat_member.new_chat_member.status == status
        assert updates[1].message is not None
        assert [user.id for user in updates[1].message.new_chat_members] == [bot.id]


async def test_names_stay_as_they_are(bot: Bot, server: Playground) -> None:
    odd = server.person(
        "<b>&_🀄" + "x" * 80, "עברית", username="odd_one", language_code="en", user_id=7_000_000_000
    )
    odd.start()
    [update] = await bot.get_updates()
    user = update.effective_user
    assert user is not None
    assert (user.id, user.first_name[:7], len(user.first_name)) == (7_000_000_000, "<b>&_🀄x", 64)
    assert (user.last_name, user.username, user.language_code) == ("עברית", "odd_one", "en")
    with pytest.raises(ValueError, match="the id 7000000000 already"):
        server.person("二", user_id=7_000_000_000)
    with pytest.raises(ValueError, match="needs a first name"):
        server.person(" ")
    with pytest.raises(ValueError, match="at least one member"):
        server.group("空", members=[])


async def test_waiting_tells_what_it_waited_for(server: Playground, scene: Scene) -> None:
    with pytest.raises(TimeoutError, match=r"Not within 0\.01 s: '开局' in Room\(-2001, '麻友'\)"):
        await scene.group.shows("开局", within=0.01)
    with pytest.raises(TimeoutError, match=r"Not within 0\.01 s: '开局' for Person\(1001, '阿明'\)"):
        await scene.ming.sees("开局", within=0.01)
    with pytest.raises(TimeoutError, match=r"Not within 0\.01 s: the moon"):
        await server.wait_for(lambda: False, 0.01, "the moon")


async def test_commands_and_texts_are_kept(bot: Bot) -> None:
    assert await bot.set_my_commands([("new", "开一桌"), ("hand", "看牌")])
    assert await bot.set_my_commands([("new", "Open a table")], language_code="en")
    assert [(c.command, c.description) for c in await bot.get_my_commands()] == [
        ("new", "开一桌"),
        ("hand", "看牌"),
    ]
    assert [c.description for c in await bot.get_my_commands(language_code="en")] == ["Open a table"]
    await bot.delete_my_commands()
    assert await bot.get_my_commands() == ()
    await bot.set_my_description("跑胡子")
    assert (await bot.get_my_description(language_code="de")).description == "跑胡子"
    assert (await bot.get_my_name()).name == "跑胡子"
    assert await bot.log_out()

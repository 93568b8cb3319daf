"""HTML in and out, as Telegram reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import Bot
from telegram.error import BadRequest

from bot.playground.errors import ApiError
from bot.playground.html import Entity, parse_html, to_html, trim, utf16_len
from tests.playground.conftest import Scene


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("一<b>二</b>三", "一二三", [Entity("bold", 1, 1)]),
        ("<STRONG>a</STRONG>", "a", [Entity("bold", 0, 1)]),
        ("🀄<i>红</i>", "🀄红", [Entity("italic", 2, 1)]),
        ("<b>x<i>y</i></b>", "xy", [Entity("bold", 0, 2), Entity("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [Entity("underline", 0, 1), Entity("underline", 1, 1)]),
        ("<s>a</s>", "a", [Entity("strikethrough", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [Entity("spoiler", 0, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [Entity("spoiler", 0, 1)]),
        (
            '<a href="https://a.b/?x=1&amp;y=2">k</a>',
            "k",
            [Entity("text_link", 0, 1, url="https://a.b/?x=1&y=2")],
        ),
        ("<a href='tg://user?id=77'>k</a>", "k", [Entity("text_mention", 0, 1, user_id=77)]),
        ("<a>nowhere</a>", "nowhere", []),
        ("<b></b>x", "x", []),
        ("&lt;b&gt; &amp; &quot;&#19968;&#x4e8c;", '<b> & "一二', []),
        ("&nbsp;&nope", "&nbsp;&nope", []),
        ("<code>x</code>", "x", [Entity("code", 0, 1)]),
        ('<code class="language-py">x</code>', "x", [Entity("code", 0, 1)]),
        ('<pre><code class="language-py">x</code></pre>', "x", [Entity("pre", 0, 1, language="py")]),
        ("<blockquote>q</blockquote>", "q", [Entity("blockquote", 0, 1)]),
        ("<blockquote expandable>q</blockquote>", "q", [Entity("expandable_blockquote", 0, 1)]),
    ],
)
def test_markup_becomes_text_and_entities(markup: str, text: str, entities: list[Entity]) -> None:
    assert parse_html(markup) == (text, tuple(entities))


@pytest.mark.parametrize(
    ("markup", "complaint"),
    [
        ("<p>x</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("一<br>", 'Unsupported start tag "br" at byte offset 3'),
        ("a <3 b>", 'Unsupported start tag "3" at byte offset 2'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ('<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=x/y>x</a>", "Unexpected end of name token at byte offset 8"),
    ],
)
def test_broken_markup_is_refused_in_telegrams_words(markup: str, complaint: str) -> None:
    with pytest.raises(ApiError) as refusal:
        parse_html(markup)
    assert refusal.value.description == f"Bad Request: can't parse entities: {complaint}"


@given(st.text(alphabet="<>/&;#xab一🀄 =\"'"))
def test_any_markup_is_parsed_or_refused(markup: str) -> None:
    try:
        text, entities = parse_html(markup)
    except ApiError as refusal:
        assert refusal.code == 400
    else:
        assert all(e.offset >= 0 and e.length > 0 for e in entities)
        assert all(e.offset + e.length <= utf16_len(text) for e in entities)


@given(st.text(alphabet="a<&>一🀄\"' \n"), st.sampled_from(["b", "i", "u", "s", "tg-spoiler", "code"]))
def test_what_is_written_is_read_back(text: str, tag: str) -> None:
    markup = f"{to_html(text, ())}<{tag}>{to_html('牌' + text, ())}</{tag}>"
    parsed = parse_html(markup)
    assert parsed[0] == text + "牌" + text
    assert parse_html(to_html(*parsed)) == parsed


def test_spaces_around_go_and_full_width_ones_stay() -> None:
    assert trim(" \n　一 ", (Entity("bold", 3, 1),)) == ("　一", (Entity("bold", 1, 1),))


async def test_the_client_gets_the_complaint(bot: Bot, scene: Scene) -> None:
    with pytest.raises(BadRequest) as refusal:
        await bot.send_message(scene.group.id, "a <1", parse_mode="HTML")
    assert refusal.value.message == "Can't parse entities: unclosed start tag at byte offset 2"


async def test_sent_html_comes_back_as_the_same_html(bot: Bot, scene: Scene) -> None:
    markup = '🀄 <b>红</b> &lt;x&gt; <a href="tg://user?id=1001">阿明</a>'
    sent = await bot.send_message(scene.group.id, markup, parse_mode="HTML")
    assert sent.text == "🀄 红 <x> 阿明"
    assert sent.text_html == markup
    assert scene.group.bot_messages[-1].html == markup

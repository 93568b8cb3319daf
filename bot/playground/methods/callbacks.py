"""answerCallbackQuery."""

from __future__ import annotations

from bot.playground.params import Params
from bot.playground.pressing import answer
from bot.playground.world import World


def answer_callback_query(world: World, params: Params) -> bool:
    """answerCallbackQuery."""
    query_id, text = params.text("callback_query_id"), params.text("text")
    answer(world, query_id, text, show_alert=params.flag("show_alert"), url=params.text("url"))
    return True


METHODS = {"answerCallbackQuery": answer_callback_query}

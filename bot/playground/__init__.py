"""A local Bot API server: a fake Telegram for end-to-end tests and for playing without a token.

See `Playground` for how to use it in a test; `python -m bot.playground` runs it alone.
"""

from bot.playground.model import Message, Popup, Shown
from bot.playground.people import Person, Press
from bot.playground.playground import Playground
from bot.playground.rooms import Room

__all__ = ["Message", "Person", "Playground", "Popup", "Press", "Room", "Shown"]

"""The game of 跑胡子: rules, rounds, records, what a seat may see, computer players.

No input or output (but for the command line), no clock, no global state.
"""

from engine.actions import Action, IllegalAction
from engine.cards import Kind, shuffled
from engine.events import Event
from engine.house import house_rules
from engine.melds import Meld
from engine.record import Record, RecordError
from engine.result import Result
from engine.round import Round
from engine.rules import RULE_SETS, Rules
from engine.view import FaceUp, SeatView, View

__all__ = [
    "RULE_SETS",
    "Action",
    "Event",
    "FaceUp",
    "IllegalAction",
    "Kind",
    "Meld",
    "Record",
    "RecordError",
    "Result",
    "Round",
    "Rules",
    "SeatView",
    "View",
    "house_rules",
    "shuffled",
]

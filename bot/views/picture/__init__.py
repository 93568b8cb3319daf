"""Pictures of a hand and of a round's end, drawn with the cards that players know."""

from bot.views.picture.hand import hand_picture
from bot.views.picture.settlement import Settlement, settlement_picture
from bot.views.picture.won import settled

__all__ = ["Settlement", "hand_picture", "settled", "settlement_picture"]

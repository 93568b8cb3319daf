"""The picture of a hand: what it shows, what it must not show, and what Telegram takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.views.picture import hand_picture
from bot.views.picture.faces import CHARACTERS
from bot.views.picture.hand import hand_columns
from bot.views.picture.waits import wait_lines
from bot.views.picture.words import words_of
from bot.views.say import chinese
from bot.views.waiting import waits_lines
from engine import FaceUp, IllegalAction, Round, View, shuffled
from engine.cards import KINDS, Kind
from engine.melds import HIDDEN_WEI, alike, meld_of
from engine.players import steady
from tests.views.pictures import RULES, SCRIPTS, kinds, opened, seat, view
from tests.views.samples import shown

CLAIM = view(
    "s1 s2 s2 s3 s7 s8 s8 s9 b1 b2 b2 b2",
    seat(12, alike("peng", 4), alike("wei", 15), alike("ti", 19), river="s6 b1"),
    seat(14, HIDDEN_WEI, meld_of("run", kinds("b2 b7 b10")), river="s10 b1 b4", hidden=True),
    seat(11, meld_of("jiao", kinds("s7 s7 b7")), alike("pao", 8), river="b2 s4 b9"),
    face_up=FaceUp(2, 2, drawn=False),
    dead=frozenset({3, 5}),
)


def playing(seed: int) -> list[Round]:
    """Every position of a round that computers play."""
    games = [Round.deal(RULES, shuffled(seed), seed % 3)]
    while games[-1].result is None:
        game = games[-1]
        asked = next(iter(game.legal()))
        games.append(game.apply(asked, steady(game.view(asked), RULES)))
    return games


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_same_view_gives_the_same_bytes(script: str) -> None:
    again = replace(CLAIM, hand=tuple(CLAIM.hand))
    assert hand_picture(CLAIM, RULES, script=script) == hand_picture(again, RULES, script=script)


def test_the_scripts_give_different_pictures() -> None:
    assert hand_picture(CLAIM, RULES, script="hans") != hand_picture(CLAIM, RULES, script="hant")
    with pytest.raises(KeyError):
        hand_picture(CLAIM, RULES, script="latin")


def test_an_onlooker_has_no_hand_to_draw() -> None:
    with pytest.raises(ValueError, match="onlooker"):
        hand_picture(replace(CLAIM, seat=None), RULES)


@pytest.mark.parametrize(
    "other",
    [
        replace(CLAIM, hand=CLAIM.hand[1:]),
        replace(CLAIM, stock=11),
        replace(CLAIM, face_up=FaceUp(3, 2, drawn=False)),
        replace(CLAIM, face_up=FaceUp(2, 1, drawn=False)),
        replace(CLAIM, face_up=FaceUp(2, 2, drawn=True)),
        replace(CLAIM, face_up=None),
        replace(CLAIM, face_up=None, turn=0),
        replace(CLAIM, face_up=None, turn=1),
        replace(CLAIM, dealer=2),
        replace(CLAIM, dead_peng=frozenset({3})),
        replace(CLAIM, declined=frozenset({4})),
        replace(CLAIM, seats=(CLAIM.seats[0], CLAIM.seats[2], CLAIM.seats[1])),
        replace(CLAIM, seats=(replace(CLAIM.seats[0], river=kinds("s6 b2")), *CLAIM.seats[1:])),
        replace(CLAIM, seats=(replace(CLAIM.seats[0], melds=CLAIM.seats[0].melds[:2]), *CLAIM.seats[1:])),
        replace(CLAIM, seats=(*CLAIM.seats[:2], replace(CLAIM.seats[2], cards=10))),
        replace(CLAIM, seats=(*CLAIM.seats[:2], replace(CLAIM.seats[2], huxi=8))),
    ],
)
def test_what_the_text_tells_shows_in_the_picture(other: View) -> None:
    assert hand_picture(other, RULES) != hand_picture(CLAIM, RULES)


def test_r8_the_card_shown_at_the_deal_is_drawn_while_seats_are_asked_on_it() -> None:
    nothing = (seat(20), seat(21), seat(20))
    asked = view("s1 s2 s3", *nothing, turn=1, stock=19)
    later = view("s1 s2 s3", nothing[0], seat(21, river="b9"), nothing[2], turn=1, stock=19)
    assert hand_picture(asked, RULES) != hand_picture(replace(asked, liang=3), RULES)
    assert hand_picture(later, RULES) == hand_picture(replace(later, liang=3), RULES)


def relabelled(game: Round, one: Kind, other: Kind) -> Round | None:
    """The round with two kinds exchanged wherever seat 0 was not dealt them; None if it goes another way."""
    first = 20 * ((0 - game.dealer) % 3)
    mine = game.deck[first : first + 20]
    if mine.count(one) != mine.count(other):
        return None
    swap = {one: other, other: one}
    deck = [
        kind if first <= place < first + 20 else swap.get(kind, kind) for place, kind in enumerate(game.deck)
    ]
    again = Round.deal(RULES, deck, game.dealer)
    try:
        for who, action in game.actions:
            again = again.apply(who, action)
    except IllegalAction:
        return None
    return again


def test_r45_a_hidden_wei_of_another_seat_never_shows_its_kind() -> None:
    """Rounds that differ in the kind that seat 1 or 2 hides, and in nothing that seat 0 sees, look the same."""
    found = 0
    for seed in range(60):
        game, who = next(
            ((g, w) for g in playing(seed) for w in (1, 2) if g.view(0).seats[w].hidden), (None, 0)
        )
        if game is None:
            continue
        melds = game.view(who).seats[who].melds
        hidden = next(meld.cards[0] for meld in melds if meld.type == "wei")
        for kind in set(range(KINDS)) - {hidden}:
            other = relabelled(game, hidden, kind)
            if other is None or other.view(0) != game.view(0):
                continue
            assert other.view(who).seats[who].melds != melds
            assert hand_picture(other.view(0), RULES) == hand_picture(game.view(0), RULES)
            found += 1
    assert found >= 10


def test_r45_cards_that_a_seat_cannot_see_change_nothing() -> None:
    """The others' hands and the stock are exchanged; where that shows nothing, the picture stays the same."""
    found = 0
    for seed in range(30):
        deck = list(shuffled(seed))
        mine = Round.deal(RULES, deck, 0)
        deck[20:60] = deck[40:60] + deck[20:40]
        deck[61:80] = reversed(deck[61:80])
        other = Round.deal(RULES, deck, 0)
        assert mine.view(1).hand != other.view(1).hand
        if mine.view(0) == other.view(0):
            assert hand_picture(mine.view(0), RULES) == hand_picture(other.view(0), RULES)
            found += 1
    assert found >= 10


def test_every_picture_is_opaque_and_of_a_size_that_telegram_takes() -> None:
    heights = set()
    for seed in range(3):
        for game in playing(seed)[::3]:
            for who in range(3):
                picture = hand_picture(game.view(who), RULES)
                image = opened(picture)
                assert image.format == "PNG"
                assert image.mode == "P"
                assert "transparency" not in image.info
                assert image.width == 1080
                assert 600 <= image.height <= 1700
                assert len(picture) < 200_000
                heights.add(image.height)
    assert len(heights) > 5


def test_a_hand_stands_in_columns_by_rank_of_at_most_four() -> None:
    assert hand_columns(kinds("s1 b1 b1 b1 s2 s3 s3 b3")) == (
        kinds("b1 b1 b1 s1"),
        kinds("s2"),
        kinds("s3 s3 b3"),
    )
    assert hand_columns(kinds("s4 s4 s4 b4 b4 s10")) == (kinds("s4 s4 s4"), kinds("b4 b4"), kinds("s10"))
    assert hand_columns(()) == ()
    for seed in range(50):
        hand = shuffled(seed)[:21]
        columns = hand_columns(hand)
        assert Counter(kind for column in columns for kind in column) == Counter(hand)
        assert all(len(column) <= 4 and len({kind % 10 for kind in column}) == 1 for column in columns)
        assert [column[0] % 10 for column in columns] == sorted(column[0] % 10 for column in columns)


def test_r50_the_picture_tells_the_waits_as_the_text_does() -> None:
    """The same cards and numbers in the same order, for the hand as it is and after the best discards."""
    told: Counter[str] = Counter()
    for seed in range(8):
        for game in playing(seed):
            for who in range(3):
                seen = game.view(who)
                lines = wait_lines(seen, RULES, words_of("hans"))
                drawn = "".join(
                    piece if isinstance(piece, str) else CHARACTERS["hans"][piece]
                    for line in lines
                    for piece in line
                )
                text = "".join(shown(line) for line in waits_lines(chinese, RULES, seen))
                assert drawn.replace(" ", "") == text.replace(" ", "").replace("\u3000", "")
                told["discard" if drawn.startswith("打") else "hand" if drawn else "nothing"] += 1
    assert told["discard"] > 10
    assert told["hand"] > 10


def test_g1_the_words_of_guilin() -> None:
    local = replace(RULES, family="guilin")
    assert hand_picture(CLAIM, local) != hand_picture(CLAIM, RULES)


def test_r47_a_seat_where_nobody_plays_is_not_drawn() -> None:
    two = view("s1 s2", seat(2), seat(3), seat(0))
    three = view("s1 s2", seat(2), seat(3), seat(1))
    assert hand_picture(two, RULES) != hand_picture(three, RULES)

"""The log in words: what each reader sees of cards, dice and decisions."""

from __future__ import annotations

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.narration import Eyes, LogLine, Narrator
from tests.conformance.duel.system import DUEL, Duel


def duel(*faces: int) -> Game[Duel]:
    """A duel in which the first two faces draw the tricks."""
    return Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), PlannedHand(faces))


def told(game: Game[Duel], eyes: Eyes) -> tuple[LogLine, ...]:
    """The whole log as one reader sees it."""
    return Narrator(DUEL, game.checkpoints[0].battle, eyes).tell(game.log)


def words(game: Game[Duel], eyes: Eyes) -> list[str]:
    """The lines of the log."""
    return [line.words for line in told(game, eyes)]


def test_who_drew_a_card_sees_it_and_the_others_see_that_it_was_drawn() -> None:
    assert words(duel(1, 2), 0) == [
        "trick: cut",
        "TrickDrawn(seat=0, trick='cut')",
        "trick: thrown in secret",
        "TrickDrawn(seat=1, trick='?')",
    ]


def test_a_card_is_shown_without_its_place_in_the_deck_which_would_tell_the_other_card() -> None:
    """Of three tricks the flourish is the first that is left if the cut is gone, else the second."""
    first, second = duel(1, 1), duel(3, 2)
    assert first.battle.tricks == ("cut", "flourish")
    assert second.battle.tricks == ("riposte", "flourish")
    assert told(first, 1) == told(second, 1)
    assert [line.faces for line in told(first, "all") if line.faces] == [((1,),), ((1,),)]


def test_what_was_shown_is_seen_by_all() -> None:
    game = duel(1, 2)
    game.answer("feint")
    for seat in (0, 1, None):
        assert "TrickShown(seat=0, trick='cut')" in words(game, seat)


def test_dice_on_the_table_are_seen_by_all_with_their_faces() -> None:
    game = duel(1, 2, 6, 3)
    game.answer("lunge")
    game.answer("parry")
    for seat in (0, 1, None):
        dice = [line for line in told(game, seat) if line.kind == "dice"][-1]
        assert (dice.words, dice.faces) == ("touch: 1", ((6, 3),))


def test_a_decision_is_told_to_who_took_it() -> None:
    game = duel(1, 2)
    game.answer("lunge")
    lunge = "attack, if you please: Lunge"
    assert lunge in words(game, 0)
    assert lunge not in words(game, 1)
    assert lunge not in words(game, None)

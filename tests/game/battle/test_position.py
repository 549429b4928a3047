"""Positions: a point in a battle as one seat knows it, which is all that an agent is given."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.battle.log import Decided
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL, UNKNOWN, Duel


def duel(*faces: int) -> Game[Duel]:
    """A cut against a riposte, the flourish left over."""
    start = replace(
        DUEL.muster(DUEL.scenario("dawn"), Readings()), tricks=("cut", "riposte"), spare=("flourish",)
    )
    return Game(DUEL, start, PlannedHand(faces))


def test_a_seat_knows_its_own_trick_and_not_the_other() -> None:
    position = duel().position()
    assert position.seat == 0
    assert position.battle.tricks == ("cut", UNKNOWN)
    assert position.checkpoint.tricks == ("cut", UNKNOWN)
    assert position.battle.spare == ("flourish", "riposte")


def test_the_defender_is_given_the_battle_as_the_defender_knows_it() -> None:
    game = duel()
    game.answer("lunge")
    position = game.position()
    assert position.seat == 1
    assert position.battle.tricks == (UNKNOWN, "riposte")
    assert position.battle.phase == "lunge"
    assert position.checkpoint.phase == ""


def test_the_way_from_the_mark_is_part_of_a_position_and_no_more_than_that() -> None:
    game = duel(6, 6)
    game.answer("lunge")
    game.answer("parry")
    assert game.position().since == ()
    game.answer("feint")
    (since,) = game.position().since
    assert isinstance(since, Decided)
    assert since.answer == "feint"


def test_what_was_shown_is_known_to_both() -> None:
    game = duel()
    game.answer("feint")
    assert game.position().battle.tricks == ("cut", "riposte")


def test_positions_of_battles_that_differ_in_what_is_hidden_are_equal() -> None:
    start = replace(
        DUEL.muster(DUEL.scenario("dawn"), Readings()), tricks=("cut", "riposte"), spare=("flourish",)
    )
    other = replace(start, tricks=("cut", "flourish"), spare=("riposte",))
    one, two = (Game(DUEL, battle, PlannedHand([])).position() for battle in (start, other))
    assert one == two

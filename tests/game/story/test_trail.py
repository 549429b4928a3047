"""Trails: where a body has gone in this player turn."""

from __future__ import annotations

from typing import Any

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.drivers.play import Game
from sandtable.game.present.drafts import drafted
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.trail import past_of, trail, way
from sandtable.table.movement import Advance
from sandtable.table.space import Pose
from tests.conformance.toy.system import SYSTEM as TOY


def begun(seed: int) -> Game[Any]:
    """A battle of toy soldiers."""
    return Game(TOY, TOY.muster(TOY.scenario("hearthrug"), Readings()), RandomHand(seed))


def to_a_march(game: Game[Any]) -> PlanMove:
    """Play until a march is to be planned."""
    agent = Militia(1)
    while not isinstance(game.question, PlanMove):
        assert game.question is not None
        game.answer(agent.decide(game.position()))
    return game.question


def test_a_trail_leads_from_where_the_turn_found_a_body_to_where_it_stands() -> None:
    game = begun(1)
    question = to_a_march(game)
    number, start = question.body.id, question.body.pose
    game.answer((Advance(200),))
    assert isinstance(start, Pose)
    poses = way(past_of(game), None, number)
    assert poses[0] == start
    assert poses[-1] == game.battle.units[number].pose
    outline, line = trail(past_of(game), None, number)[0].shapes
    assert getattr(line, "arrow", False)
    assert len(getattr(outline, "points", ())) == 5


def test_a_body_that_stood_still_has_no_trail() -> None:
    game = begun(1)
    question = to_a_march(game)
    game.answer(())
    assert trail(past_of(game), None, question.body.id) == ()


def test_the_next_player_turn_begins_with_no_trail() -> None:
    game = begun(1)
    question = to_a_march(game)
    active, number = game.battle.active, question.body.id
    game.answer((Advance(200),))
    agent = Militia(1)
    while game.battle.active == active:
        assert game.question is not None
        game.answer(agent.decide(game.position()))
    assert way(past_of(game), None, number) in ((), (game.battle.units[number].pose,))


def test_a_draft_stands_where_its_legs_lead_and_leaves_everybody_else_alone() -> None:
    game = begun(1)
    question = to_a_march(game)
    number = question.body.id
    there = drafted(game.battle, question, (Advance(300),))
    game.answer((Advance(300),))
    moved, drawn = game.battle.units[number], there.units[number]
    assert drawn.pose == moved.pose
    assert [unit for unit in there.units if unit.id != number] == [
        unit for unit in game.battle.units if unit.id != number
    ]


def test_a_trail_can_be_told_of_a_moment_that_is_past() -> None:
    game = begun(1)
    question = to_a_march(game)
    number, length, before = question.body.id, len(game.log), game.battle
    game.answer((Advance(200),))
    assert len(way(past_of(game), None, number)) == 2
    assert len(way(past_of(game, length, before), None, number)) < 2


def test_before_the_first_entry_of_the_log_there_is_no_trail() -> None:
    game = begun(1)
    assert to_a_march(game).seat == game.battle.active
    start = past_of(game, 0, game.checkpoints[0].battle)
    assert (start.log, len(start.checkpoints)) == ((), 1)
    assert trail(start, None, 0) == ()

"""Planning a move on hexes: one check for people, agents and files."""

from __future__ import annotations

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.refusal import Refusal
from sandtable.table.hexes import (
    Change,
    Contact,
    HexBody,
    HexField,
    HexGrid,
    HexScene,
    HexTerms,
    HexVerdict,
    Step,
    TurnTo,
)

GRID = HexGrid(9, 9, "north-south", 600)
MINE, FOE = HexBody(0, 0, GRID.hex(4, 2)), HexBody(1, 1, GRID.hex(5, 3), 1800)
TERMS = HexTerms(2, changes=(Change("a wheel", (600,), price=1, start=1, rule="toy.wheel"),), closes=True)
QUESTION = PlanHexMove("toy.move", 0, MINE, TERMS, HexScene(HexField(GRID), (MINE, FOE)))


def test_a_legal_plan_is_answered_with_its_verdict() -> None:
    verdict = QUESTION.judge((TurnTo(600), Step(300)))
    assert isinstance(verdict, HexVerdict)
    assert (verdict.cost, GRID.place(verdict.end.hex), verdict.end.facing) == (2, (4, 3), 600)


def test_a_plan_that_costs_too_much_is_refused_with_the_part_that_stands() -> None:
    refused = QUESTION.judge((Step(3300), Step(3300), Step(300)))
    assert isinstance(refused, Refusal)
    assert (refused.measured, refused.limit, refused.nearest) == (3.0, 2.0, (Step(3300), Step(3300)))
    assert "3 movement points, and 2 are allowed" in refused.words


def test_what_is_no_list_of_steps_is_refused_in_words() -> None:
    assert isinstance(QUESTION.judge("north"), Refusal)
    assert isinstance(QUESTION.read([{"type": "leap"}]), Refusal)
    assert isinstance(QUESTION.read([{"type": "step", "heading": 7}]), Refusal)
    assert QUESTION.read([{"type": "step", "heading": 300}, {"type": "contact", "heading": 3300}]) == (
        Step(300),
        Contact(3300),
    )


def test_every_offered_plan_stands_and_standing_still_is_the_first() -> None:
    offered = QUESTION.sensible()
    assert offered[0] == ()
    # Standing, 2 hexes after one step, 3 after two, a wheel either way, and after each a step into 2 hexes.
    assert len(offered) == len(set(offered)) == 1 + 2 + 3 + 2 + 4
    assert not any(isinstance(QUESTION.judge(plan), Refusal) for plan in offered)


def test_the_nearest_plan_goes_as_far_as_it_can_towards_a_hex() -> None:
    found = QUESTION.nearest(GRID.hex(4, 8))
    assert (found.miss, found.verdict.cost) == (4, 2)


def test_the_question_is_the_mover_and_his_terms() -> None:
    other = PlanHexMove("toy.move", 0, MINE, HexTerms(3), QUESTION.scene)
    assert QUESTION.digest() != other.digest()

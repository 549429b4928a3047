"""Drafts of moves: typed legs and steps are checked before anything moves, and refused with what is legal."""

from __future__ import annotations

import pytest

from sandtable.cli.terminal.drafts import Draft
from sandtable.cli.terminal.hex_drafts import HexDraft
from sandtable.cli.terminal.replies import HexPlanReply, PlanReply, RefusalReply, Reply
from sandtable.cli.terminal.typed_line import ALONE, COMMANDS, WITH_MORE, TypedLine, parse_line, whole_number
from sandtable.cli.terminal.typed_place import place_typed, refusal_in_words
from sandtable.cli.terminal.typed_steps import read_steps
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal
from sandtable.table.hexes import (
    AboutFace,
    Act,
    Change,
    Contact,
    HexBody,
    HexField,
    HexGrid,
    HexScene,
    HexTerms,
    Step,
    TurnTo,
)
from sandtable.table.movement import Advance, Keep, LegTerms, PerInch, Terms
from sandtable.table.space import Body, Field, Point, Pose, Scene, block

LINE = block(4, files=4, width=200, depth=200)
TERMS = Terms(
    allowance=800,
    legs=(LegTerms("advance", rule="march.ahead"), LegTerms("wheel", PerInch(of="outer corner"))),
    keeps=(Keep((1,), 400, rule="march.keep-off", words="4 in from every enemy"),),
    rule="march.allowance",
    words="the march",
)
SCENE = Scene(
    Field(7200, 4800), (Body(0, 0, Pose(3600, 1000, 0), LINE), Body(1, 1, Pose(3600, 2000, 1800), LINE))
)
QUESTION = PlanMove("march", 0, SCENE.bodies[0], TERMS, SCENE)


def draft() -> Draft:
    """An empty draft; the bodies go by their numbers."""
    return Draft(lambda number: f"unit {number + 1}")


def plan_of(reply: Reply) -> PlanReply:
    """The plan in a reply."""
    assert isinstance(reply, PlanReply), reply
    return reply


# --------------------------------------------------------------------- legs
def test_legs_are_added_to_the_draft_and_taken_off_again() -> None:
    made = draft()
    made.add(QUESTION, "advance 2")
    reply = plan_of(made.add(QUESTION, "advance 1"))
    assert [*made.plan] == [Advance(200), Advance(100)]
    assert (reply.cost, reply.left, reply.x, reply.y, reply.facing) == (3.0, 5.0, 36.0, 13.0, 0.0)
    assert (reply.drafted, reply.nearest, reply.miss) == (True, None, None)
    assert [(leg.leg, leg.cost) for leg in reply.legs] == [("advance 2", 2.0), ("advance 1", 1.0)]
    assert plan_of(made.back(QUESTION)).legs == reply.legs[:1]
    made.clear()
    assert isinstance(made.back(QUESTION), RefusalReply)


def test_a_refused_plan_keeps_the_draft_names_the_obstacle_and_offers_what_is_legal() -> None:
    made = draft()
    made.add(QUESTION, "advance 2")
    reply = plan_of(made.add(QUESTION, "advance 5"))
    assert not reply.drafted
    assert [*made.plan] == [Advance(200)]
    assert any("unit 2" in words and words.endswith("[march.keep-off]") for words in reply.refusals)
    assert reply.nearest == "advance 2, advance 4"
    assert plan_of(made.take(QUESTION)).drafted
    assert [*made.plan] == [Advance(200), Advance(400)]
    assert isinstance(made.take(QUESTION), RefusalReply)


def test_what_is_already_drafted_is_not_offered_again() -> None:
    made = draft()
    made.add(QUESTION, "advance 6")
    reply = plan_of(made.add(QUESTION, "advance 3"))
    assert (reply.drafted, reply.nearest) == (False, None)
    assert isinstance(made.take(QUESTION), RefusalReply)


def test_the_allowance_is_the_first_obstacle_that_is_named() -> None:
    reply = plan_of(draft().add(QUESTION, "advance 9"))
    assert "march.allowance" in reply.refusals[0]
    assert len(reply.refusals) > 1


def test_a_pose_is_aimed_at_with_or_without_a_facing() -> None:
    made = draft()
    reply = plan_of(made.aim(QUESTION, "36, 12"))
    assert (reply.x, reply.y, reply.facing, reply.miss) == (36.0, 12.0, 0.0, 0.0)
    assert [*made.plan] == [Advance(200)]
    far = plan_of(made.aim(QUESTION, "36 17 0"))
    assert far.miss is not None
    assert far.miss > 0


@pytest.mark.parametrize("typed", ["36", "36 12 0 0", "36 north", "36 1000.1", "-1000.1 3", ""])
def test_what_is_no_pose_is_refused(typed: str) -> None:
    reply = draft().aim(QUESTION, typed)
    assert isinstance(reply, RefusalReply)
    assert reply.words.startswith('write "to X Y"')


def test_a_pose_may_be_a_thousand_inches_away() -> None:
    plan_of(draft().aim(QUESTION, "1000 1000"))


# --------------------------------------------------------------------- steps
GRID = HexGrid(9, 9, "north-south", 600)
MINE = HexBody(0, 0, GRID.hex(4, 2))
ON_HEXES = PlanHexMove(
    "march",
    0,
    MINE,
    HexTerms(2, changes=(Change("a wheel", (600,), price=1, start=1, rule="toy.wheel"),)),
    HexScene(HexField(GRID), (MINE,)),
)


def steps_of(reply: Reply) -> HexPlanReply:
    """The plan on hexes in a reply."""
    assert isinstance(reply, HexPlanReply), reply
    return reply


def test_steps_are_added_to_the_draft_and_taken_off_again() -> None:
    made = HexDraft()
    made.add(ON_HEXES, "turn to ENE")
    made.clear()
    reply = steps_of(made.add(ON_HEXES, "step NNE"))
    assert (reply.cost, reply.left, reply.hex, reply.facing) == (1, 1, "(4, 3)", "N")
    assert (reply.drafted, reply.nearest, reply.miss) == (True, None, None)
    assert steps_of(made.back(ON_HEXES)).steps == ()
    assert isinstance(made.back(ON_HEXES), RefusalReply)


def test_a_refused_move_on_hexes_offers_what_is_legal() -> None:
    made = HexDraft()
    reply = steps_of(made.add(ON_HEXES, "step NNE 3"))
    assert (reply.drafted, reply.nearest) == (False, "step NNE 2")
    assert not made.plan
    assert steps_of(made.take(ON_HEXES)).drafted
    assert [*made.plan] == [Step(300), Step(300)]
    assert isinstance(made.take(ON_HEXES), RefusalReply)
    assert steps_of(made.add(ON_HEXES, "step NNE")).nearest is None


def test_a_hex_is_aimed_at_with_or_without_a_facing() -> None:
    made = HexDraft()
    assert steps_of(made.aim(ON_HEXES, "(4, 3)")).miss == 0
    assert steps_of(made.aim(ON_HEXES, "4 8 N")).miss == 4


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("4", 'write "to COLUMN ROW"'),
        ("4 3 N 1", 'write "to COLUMN ROW"'),
        ("4 x", 'write "to COLUMN ROW"'),
        ("9 3", "there is no hex (9, 3) on this grid"),
        ("4 9", "there is no hex (4, 9) on this grid"),
        ("4 3 up", '"up" is not a direction'),
    ],
)
def test_what_is_no_hex_is_refused(typed: str, words: str) -> None:
    reply = HexDraft().aim(ON_HEXES, typed)
    assert isinstance(reply, RefusalReply)
    assert reply.words.startswith(words)


def test_steps_are_typed_with_their_number_and_their_facing() -> None:
    assert read_steps("step e 3") == (Step(900),) * 3
    assert read_steps("step e 99") == (Step(900),) * 99
    assert read_steps("step e facing ene; turn nne") == (Step(900, 600), TurnTo(300))
    assert read_steps("close nne then act limber up, about face") == (
        Contact(300),
        Act("limber up"),
        AboutFace(),
    )


# --------------------------------------------------------------------- lines and places
@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("", TypedLine("nothing")),
        ("  ", TypedLine("nothing")),
        ("12", TypedLine("option", "12")),
        ("123456789", TypedLine("option", "123456789")),
        ("1234567890", TypedLine("label", "1234567890")),
        ("DONE", TypedLine("go")),
        ("Stand  still", TypedLine("stand")),
        ("odds", TypedLine("odds")),
        ("To 3 4", TypedLine("to", "3 4")),
        ("save My File.json", TypedLine("save", "My File.json")),
        ("about-face", TypedLine("legs", "about-face")),
        ("close NNE", TypedLine("legs", "close NNE")),
        ("fire at the Guards", TypedLine("label", "fire at the Guards")),
    ],
)
def test_a_line_is_a_command_an_option_legs_or_a_label(line: str, typed: TypedLine) -> None:
    assert parse_line(line) == typed


def test_everything_that_can_be_typed_is_explained() -> None:
    assert all(map(all, COMMANDS))
    explained = " ".join(typed for typed, _ in COMMANDS)
    once = {"done", "stand still", "units", "?", "exit", "q"}  # other words for the same
    assert [word for word in (*ALONE, *WITH_MORE) if word not in once and word not in explained] == ["ask"]


def test_a_number_has_nine_digits_at_most() -> None:
    assert whole_number("999999999") == 999_999_999
    assert whole_number("1000000000") is None
    assert whole_number("-1") is None


@pytest.mark.parametrize("typed", ["12", "12 13 14", "12 x", "1000.1 0"])
def test_what_is_no_place_is_refused(typed: str) -> None:
    assert isinstance(place_typed(typed), RefusalReply)


def test_a_place_may_be_a_thousand_inches_away() -> None:
    assert place_typed("1000, -1000") == Point(100_000, -100_000)


def test_a_refused_place_says_what_to_type_instead() -> None:
    refused = Refusal("too far", rule="general.place", nearest=Point(1250, 400))
    assert refusal_in_words(refused).endswith("; the nearest that would stand: to 12.5 4")
    assert "nearest" not in refusal_in_words(Refusal("too far", rule="general.place"))

"""Planning a move: one judge for plans that were dragged, typed, computed or read from a file."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import plain
from sandtable.game.ask.refusal import Refusal
from sandtable.table.movement import MOST_LEGS, Advance, Keep, LegTerms, PerInch, Terms, Verdict, Wheel
from sandtable.table.space import Body, Field, Point, Pose, Scene, block

LINE = block(4, files=4, width=200, depth=200)
MOVER = Body(0, 0, Pose(3600, 1000), LINE)
ENEMY = Body(1, 1, Pose(3600, 3000, 1800), LINE)
TERMS = Terms(
    allowance=800,
    legs=(
        LegTerms("advance", rule="march.ahead"),
        LegTerms("wheel", PerInch(of="outer corner"), rule="march.wheel"),
    ),
    keeps=(Keep((1,), 400, rule="march.keep-off", words="4 in from every enemy"),),
    rule="march.allowance",
    words="the march",
    overlap_rule="march.through",
    edge_rule="march.edge",
)


def question(*bodies: Body, terms: Terms = TERMS) -> PlanMove:
    """The mover is to move among these bodies."""
    scene = Scene(Field(7200, 4800), bodies or (MOVER, ENEMY))
    return PlanMove("march", 0, scene.bodies[0], terms, scene, toward=(Point(3600.0, 3000.0),))


def refusal(asked: PlanMove, answer: object) -> Refusal:
    """The refusal that an answer gets."""
    judged = asked.judge(answer)
    assert isinstance(judged, Refusal), f"{answer!r} was let through"
    return judged


def test_the_rule_goes_on_with_the_verdict_on_the_plan() -> None:
    verdict = question().judge((Advance(300),))
    assert isinstance(verdict, Verdict)
    assert verdict.end == Pose(3600, 1300)
    assert verdict.left == pytest.approx(500)


def test_a_wheel_of_thirty_degrees_costs_an_eight_inch_line_its_outer_corners_way() -> None:
    """Worked case lib-026: 4.19 in of 8."""
    verdict = question().judge((Wheel("right", 300),))
    assert isinstance(verdict, Verdict)
    assert verdict.cost == pytest.approx(418.8790, abs=1e-3)
    assert verdict.left == pytest.approx(381.1210, abs=1e-3)


def test_standing_still_is_a_plan() -> None:
    verdict = question().judge(())
    assert isinstance(verdict, Verdict)
    assert verdict.end == MOVER.pose


def test_a_plan_that_costs_too_much_is_refused_in_inches_with_the_part_that_would_have_stood() -> None:
    asked = question()
    refused = refusal(asked, (Advance(1100),))
    assert refused.rule == "march.allowance"
    assert refused.limit == pytest.approx(8.0)
    assert len(refused.words.split()) >= 3
    assert isinstance(asked.judge(refused.nearest), Verdict)
    assert refused.nearest != ()


def test_the_reason_is_the_rule_that_stands_in_the_way() -> None:
    near = replace(ENEMY, pose=Pose(3600, 1700, 1800))
    assert refusal(question(MOVER, near), (Advance(400),)).rule == "march.keep-off"


def test_a_rule_without_an_id_is_refused_by_the_name_of_the_decision() -> None:
    nameless = replace(TERMS, rule="", legs=(LegTerms("advance"),))
    assert refusal(question(terms=nameless), (Advance(1100),)).rule == "march"


@pytest.mark.parametrize(
    "answer", [None, "advance", 3, [Advance(100)], ("advance",), (Advance(100), None), object()]
)
def test_what_is_no_list_of_legs_is_refused_by_the_decision(answer: object) -> None:
    refused = refusal(question(), answer)
    assert refused.rule == "march"
    assert "a move is a list of legs" in refused.words


def test_a_plan_of_more_legs_than_any_file_may_hold_is_refused() -> None:
    refusal(question(), (Advance(1),) * (MOST_LEGS + 1))


def test_a_plan_is_read_from_plain_data() -> None:
    raw = [{"leg": "wheel", "side": "left", "turn": 150}, {"leg": "advance", "distance": 200}]
    assert question().read(raw) == (Wheel("left", 150), Advance(200))


@pytest.mark.parametrize(
    "raw",
    [
        "advance",
        [{"leg": "fly", "distance": 200}],
        [{"leg": "advance", "distance": -5}],
        [{"leg": "advance", "distance": 2.5}],
        [{"leg": "advance"}],
        [{"leg": "advance", "distance": 1}] * (MOST_LEGS + 1),
        [{"leg": "advance", "distance": 10**9}],
    ],
)
def test_what_means_no_plan_is_refused_as_such(raw: object) -> None:
    refused = question().read(raw)
    assert isinstance(refused, Refusal)
    assert refused.rule == "march"
    assert refused.words.startswith("this is not a list of legs: ")


def test_every_sensible_plan_stands_and_survives_the_way_through_a_file() -> None:
    asked = question()
    plans = asked.sensible()
    assert () in plans
    assert len(plans) >= 3
    assert len(set(plans)) == len(plans)
    for plan in plans:
        assert isinstance(asked.judge(plan), Verdict)
        assert asked.read(msgspec.json.decode(plain(plan))) == plan


def test_the_plan_nearest_to_where_somebody_dragged_the_body_stands() -> None:
    asked = question()
    suggestion = asked.nearest(Pose(3600, 1500))
    assert suggestion.verdict.end == Pose(3600, 1500)
    assert asked.judge(suggestion.plan) == suggestion.verdict


def test_the_digest_is_of_the_mover_and_the_terms() -> None:
    asked = question()
    assert question().digest() == asked.digest()
    assert question(MOVER, replace(ENEMY, pose=Pose(3600, 3500, 1800))).digest() == asked.digest()
    assert question(replace(MOVER, pose=Pose(3600, 1001)), ENEMY).digest() != asked.digest()
    assert question(terms=replace(TERMS, allowance=900)).digest() != asked.digest()


def test_a_plan_drawn_by_chance_stands_whatever_is_drawn() -> None:
    random = Random(1)
    asked, drawn = question(), set()
    for _ in range(60):
        plan = asked.any_answer(lambda count: random.randrange(count))
        assert isinstance(asked.judge(plan), Verdict)
        drawn.add(plan)
    assert () in drawn
    assert len(drawn) >= 8


def test_the_same_draws_give_the_same_plan() -> None:
    def plans(seed: int) -> list[object]:
        random = Random(seed)
        return [question().any_answer(lambda count: random.randrange(count)) for _ in range(12)]

    assert plans(3) == plans(3)
    assert plans(3) != plans(4)


def test_a_move_that_must_be_made_in_full_is_drawn_in_full() -> None:
    random = Random(2)
    asked = question(terms=replace(TERMS, least=700, keeps=()))
    for _ in range(20):
        verdict = asked.judge(asked.any_answer(lambda count: random.randrange(count)))
        assert isinstance(verdict, Verdict)
        assert verdict.cost >= 699.9

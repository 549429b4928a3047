"""Terms and the stages of a plan: what systems may say, and which legs may follow which."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.table.movement import (
    FREE,
    AngleStep,
    BySteps,
    Fixed,
    Going,
    Keep,
    KeepTo,
    LegTerms,
    MoveMark,
    Opening,
    Passing,
    PerInch,
    Terms,
    Zone,
)
from sandtable.table.movement.legs import LegKind
from sandtable.table.movement.stages import START, PlanStage, follow, stage_table
from sandtable.table.movement.terms import Share, going_on
from sandtable.table.space import Point, block

COLUMN = block(4, files=2, width=200, depth=200)


def _after(kinds: tuple[LegKind, ...], legs: tuple[LegTerms, ...]) -> PlanStage | str:
    stage: PlanStage | str = START
    for kind in kinds:
        assert isinstance(stage, PlanStage)
        stage = follow(stage, kind, legs)
    return stage


def test_terms_of_every_sort_are_the_same_after_save_and_load() -> None:
    terms = Terms(
        800,
        (
            LegTerms("advance", PerInch(4 / 3)),
            LegTerms("wheel", BySteps((AngleStep(450, 100), AngleStep(900, 200))), when="ends", times=1),
            LegTerms("about-face", Share(0.5), mark="half"),
            LegTerms("reform", Fixed(300), shapes=(COLUMN,), asides=(-100, 100)),
        ),
        goings=(Going("rough", multiplier=2.0), Going(piece="wall 1", toll=300, front_clear=True)),
        opening=Opening(("road", "bridge"), ("stream",)),
        keep_to=(KeepTo(("road",)),),
        keeps=(Keep((1, 2), 400, arc=450),),
        passing=(Passing((3,), parallel=220, mark="half"),),
        zones=(Zone(1, (Point(0, 0), Point(100, 0), Point(0, 100))),),
        marks=(MoveMark("half", 400, "movement.half"),),
    )
    assert msgspec.json.decode(msgspec.json.encode(terms), type=Terms) == terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"allowance": -1, "legs": []}', "0 or more hundredths"),
        ('{"allowance": 1, "legs": [{"kind": "advance"}, {"kind": "advance"}]}', "stands once"),
        ('{"allowance": 1, "legs": [{"kind": "advance", "mark": "tired"}]}', "no mark is called 'tired'"),
        ('{"allowance": 1, "legs": [{"kind": "oblique"}]}', "needs its angles"),
        ('{"allowance": 1, "legs": [{"kind": "reform", "price": {"type": "fixed", "price": 1}}]}', "shapes"),
        ('{"allowance": 1, "legs": [{"kind": "about-face"}]}', "has no length"),
        ('{"allowance": 1, "legs": [], "goings": [{"kind": "mud", "piece": "x"}]}', "either a kind"),
        ('{"allowance": 1, "legs": [], "goings": [{"kind": "mud", "multiplier": 0.5}]}', "slows or costs"),
        ('{"allowance": 1, "legs": [], "keeps": [{"bodies": [1], "distance": 0}]}', "no distance to keep"),
        ('{"allowance": 1, "legs": [], "speed": 3}', "speed"),
    ],
)
def test_terms_that_make_no_sense_are_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=words):
        msgspec.json.decode(text, type=Terms)


def test_a_named_piece_of_ground_goes_before_its_kind() -> None:
    terms = Terms(800, (), goings=(Going("wall", entry="barred"), Going(piece="gap", toll=100)))
    assert going_on(terms.goings, "wall", "gap") == Going(piece="gap", toll=100)
    assert going_on(terms.goings, "wall", "north wall") == Going("wall", entry="barred")
    assert going_on(terms.goings, "meadow", "meadow 1") is None


def test_wheels_at_both_ends_stand_one_at_the_start_and_one_at_the_end() -> None:
    legs = (LegTerms("advance"), LegTerms("wheel", when="ends", times=1))
    assert isinstance(_after(("wheel", "advance", "wheel"), legs), PlanStage)
    assert isinstance(_after(("wheel", "wheel"), legs), PlanStage)
    assert isinstance(_after(("wheel", "wheel", "advance"), legs), str)
    assert isinstance(_after(("advance", "wheel", "advance"), legs), str)
    assert isinstance(_after(("advance", "wheel", "wheel"), legs), str)


def test_a_leg_that_stands_alone_neither_follows_nor_is_followed() -> None:
    legs = (LegTerms("advance"), LegTerms("shift", FREE, alone=True))
    assert isinstance(_after(("shift",), legs), PlanStage)
    assert _after(("shift", "advance"), legs) == "a shift must be the only leg of a plan"
    assert _after(("advance", "shift"), legs) == "a shift must be the only leg of a plan"


def test_a_turn_and_a_step_that_exclude_one_another_may_each_be_made() -> None:
    legs = (LegTerms("turn", FREE, without=("retire",)), LegTerms("retire"), LegTerms("advance"))
    assert isinstance(_after(("turn", "advance"), legs), PlanStage)
    assert isinstance(_after(("retire", "advance"), legs), PlanStage)
    assert _after(("retire", "turn"), legs) == "a turn and a retire may not be in the same plan"


def test_the_table_of_stages_says_what_following_says() -> None:
    legs = (
        LegTerms("advance"),
        LegTerms("wheel", when="start", times=2),
        LegTerms("turn", FREE, when="end"),
        LegTerms("shift", alone=True),
    )
    table = stage_table(legs)
    plans: list[tuple[LegKind, ...]] = [
        ("wheel", "wheel", "advance", "turn"),
        ("wheel", "wheel", "wheel"),
        ("advance", "wheel"),
        ("turn", "advance"),
        ("shift", "turn"),
        ("turn", "turn"),
    ]
    columns = ("advance", "wheel", "oblique", "shift", "retire", "turn", "about-face", "reform")
    for plan in plans:
        stage, told = 0, START
        for kind in plan:
            stage = table[stage * 8 + columns.index(kind)]
            after = follow(told, kind, legs)
            assert (stage < 0) == isinstance(after, str)
            if isinstance(after, str):
                break
            told = after

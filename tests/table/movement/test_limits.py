"""Limits of moves: compared with the slack that the rules of a system name, and stops on the allowed side."""

from __future__ import annotations

import math
from typing import Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable.table.forced import FlightTerms, flee
from sandtable.table.measure import gap
from sandtable.table.movement import (
    FREE,
    AboutFace,
    Advance,
    Keep,
    LegTerms,
    Oblique,
    PerInch,
    Plan,
    Retire,
    Shift,
    Terms,
    Wheel,
    check,
    plan_end,
)
from sandtable.table.planning import longest_legal, reach
from sandtable.table.room import Demands, Place, about_centre, distance_kept, have_room, have_turns
from sandtable.table.space import GRID, HAIR, Body, Field, Pose, Scene, block, standing

LINE = block(4, files=4, width=200, depth=200)
FIELD = Field(9600, 9600)
When = Literal["along", "end"]
SLACKS = (HAIR, 0.5 + HAIR, 1.0 + HAIR)
"""Exactly, 0.005 in and 0.01 in: as the rules of the systems compare."""

LEGS = (
    LegTerms("advance"),
    LegTerms("oblique", widest=450),
    LegTerms("shift"),
    LegTerms("retire"),
    LegTerms("wheel", PerInch(of="outer corner")),
)


def terms_with(
    slack: float, *, allowance: int = 3000, when: When = "along", nearer: str = "not nearer"
) -> Terms:
    keep = Keep((1,), 400, when=when, nearer=nearer)  # type: ignore[arg-type]  # words of the two literals
    return Terms(allowance, LEGS, keeps=(keep,), slack=slack)


def scene_with(mover: Pose, enemy: Pose) -> Scene:
    return Scene(FIELD, (Body(0, 0, mover, LINE), Body(1, 1, enemy, LINE)))


@pytest.mark.parametrize("slack", SLACKS)
@pytest.mark.parametrize("when", ["along", "end"])
def test_a_distance_is_kept_at_the_limit_and_within_the_slack_of_the_rules(slack: float, when: When) -> None:
    """The enemy's front lies straight ahead: an advance leaves what it does not go."""
    scene = scene_with(Pose(3000, 2000, 0), Pose(3000, 3000, 1800))
    short = math.floor(slack)
    for distance, allowed in ((599, True), (600, True), (600 + short, True), (601 + short, False)):
        verdict = check(scene.bodies[0], (Advance(distance),), terms_with(slack, when=when), scene)
        assert verdict.is_legal == allowed, distance


@pytest.mark.parametrize("slack", SLACKS)
def test_a_cost_passes_the_allowance_by_no_more_than_the_slack_of_the_rules(slack: float) -> None:
    scene = scene_with(Pose(3000, 2000, 0), Pose(3000, 6000, 1800))
    terms = terms_with(slack, allowance=400)
    assert check(scene.bodies[0], (Advance(400),), terms, scene).is_legal
    assert check(scene.bodies[0], (Advance(401),), terms, scene).is_legal == (slack >= 1.0)
    assert not check(scene.bodies[0], (Advance(402),), terms, scene).is_legal
    # 30 degrees of an outer corner 8 in away are 4.18879 in, and 10 degrees 1.39626 in
    wheel = (Wheel("right", 100), Advance(260))
    assert check(scene.bodies[0], wheel, terms, scene).is_legal
    wheel = (Wheel("right", 100), Advance(261))
    assert check(scene.bodies[0], wheel, terms, scene).is_legal == (400 + slack >= 139.626 + 261)


headings = st.integers(0, 3599)


@st.composite
def approaches(draw: st.DrawFn) -> Scene:
    """A mover somewhere before or beside an enemy, both turned anyhow, at least 4 in apart."""
    enemy = Pose(4800, 4800, draw(headings))
    off = math.radians(draw(st.floats(0, 359.9)))
    far = draw(st.integers(900, 1800))
    mover = Pose(round(4800 + far * math.sin(off)), round(4800 + far * math.cos(off)), draw(headings))
    scene = scene_with(mover, enemy)
    assume(gap(scene.bodies[0], scene.bodies[1]) >= 400)
    return scene


PLANS: tuple[Plan, ...] = (
    (Advance(2000),),
    (Oblique("right", 137, 2000),),
    (Shift("left", 2000),),
    (Retire(2000),),
    (Wheel("right", 900),),
    (Wheel("left", 200), Advance(1500)),
)


@given(approaches(), st.sampled_from(PLANS), st.sampled_from(SLACKS), st.sampled_from(("along", "end")))
@settings(max_examples=300, deadline=None)
def test_a_plan_cut_back_to_a_limit_stands_and_keeps_it(
    scene: Scene, plan: Plan, slack: float, when: When
) -> None:
    mover, enemy = scene.bodies
    terms = terms_with(slack, when=when)
    cut = longest_legal(mover, plan, terms, scene)
    assume(cut)
    assert cut is not None
    verdict = check(mover, cut, terms, scene)
    assert verdict.is_legal, verdict.obstacles
    assert gap(Body(0, 0, verdict.end, LINE), enemy) >= 400 - slack


@given(approaches(), st.sampled_from(SLACKS))
@settings(max_examples=150, deadline=None)
def test_an_advance_halts_within_two_hundredths_of_the_distance_to_keep(scene: Scene, slack: float) -> None:
    """Being drawn back to the grid costs a hundredth or two of way, not the move."""
    mover, enemy = scene.bodies
    terms = terms_with(slack)
    cut = longest_legal(mover, (Advance(2000),), terms, scene)
    gone = cut[0].distance if cut and isinstance(cut[0], Advance) else 0
    if gone < 2000:
        farther = [plan_end((Advance(gone + more),), standing(mover), LINE) for more in range(1, 13)]
        nearest = min(gap(Body(0, 0, pose, LINE), enemy) for pose in farther)
        assert nearest < 400 + 2 * GRID or gone == 0


@given(approaches(), headings, st.sampled_from(SLACKS))
@settings(max_examples=300, deadline=None)
def test_a_compulsory_move_halts_where_the_distance_is_kept(scene: Scene, heading: int, slack: float) -> None:
    mover, enemy = scene.bodies
    flight = FlightTerms(1500, heading, choose=("any",), keeps=(Keep((1,), 400),), slack=slack)
    fled = flee(mover, flight, scene)
    assert gap(Body(0, 0, fled.end, LINE), enemy) >= 400 - slack


@given(approaches(), st.sampled_from(SLACKS))
@settings(max_examples=20, deadline=None)
def test_every_place_in_reach_keeps_the_distance_and_stands(scene: Scene, slack: float) -> None:
    mover, enemy = scene.bodies
    terms = terms_with(slack, allowance=900)
    found = reach(mover, terms, scene)
    gaps = {reached: gap(Body(0, 0, reached.pose, LINE), enemy) for reached in found.poses}
    assert min(gaps.values()) >= 400 - slack
    for reached in [reached for reached, length in gaps.items() if length < 410][:40]:
        assert check(mover, found.plan_to(reached), terms, scene).is_legal


@given(st.integers(0, 3599), st.integers(10, 390), st.integers(-300, 300), st.integers(50, 1500))
@settings(max_examples=200, deadline=None)
def test_who_stands_nearer_already_may_go_along_an_edge_whatever_the_grid_makes_of_it(
    heading: int, off: int, aside: int, distance: int
) -> None:
    """A shift along the front of an enemy keeps its distance; its end is rounded to the grid."""
    enemy = Pose(4800, 4800, heading)
    place = enemy.at(aside, off)
    mover = Pose(round(place.x), round(place.y), (heading + 1800) % 3600)
    scene = scene_with(mover, enemy)
    verdict = check(scene.bodies[0], (Shift("left", distance),), terms_with(HAIR), scene)
    assert verdict.is_legal, verdict.obstacles
    assert not check(scene.bodies[0], (Advance(2),), terms_with(HAIR), scene).is_legal


@given(st.integers(0, 3599), st.integers(10, 1100))
@settings(max_examples=200, deadline=None)
def test_who_turns_about_where_it_stands_is_not_refused_for_the_rounding_of_its_place(
    heading: int, off: int
) -> None:
    """Its rectangle stays where it is but for the grid, be it nearer than 4 in, at 4 in or beyond."""
    enemy = Pose(4800, 4800, 0)
    place = enemy.at(0, off)
    mover = Body(0, 0, Pose(round(place.x), round(place.y), heading), LINE)
    scene = Scene(FIELD, (mover, Body(1, 1, enemy, LINE)))
    assume(gap(mover, scene.bodies[1]) > 2)
    keep = (Keep((1,), 400),)
    about = Terms(0, (LegTerms("about-face", FREE),), keeps=keep)
    assert check(mover, (AboutFace(),), about, scene).is_legal
    there = about_centre(mover, LINE, (heading + 1800) % 3600)
    assert have_room(mover, ((there, LINE),), scene, Demands(keeps=400.0)) == [True]
    kept = {1: distance_kept(gap(mover, scene.bodies[1]), 400, HAIR)}
    assert have_room(mover, (Place(there, LINE),), scene, Demands(keeps=kept)) == [True]
    assert have_turns(mover, [LINE], ((heading + 1800) % 3600,), scene, Demands(keeps=400.0))[0]

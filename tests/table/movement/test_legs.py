"""Legs: where they lead, and what is refused."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table.movement import (
    MOST_LEGS,
    AboutFace,
    Advance,
    Leg,
    LegSide,
    Oblique,
    Plan,
    Reform,
    Retire,
    Shift,
    Turn,
    Wheel,
    leg_end,
    plan_end,
    pose_along,
    shortened,
)
from sandtable.table.movement.legs import sine_cosine
from sandtable.table.space import Pose, block, centre

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)

sides: st.SearchStrategy[LegSide] = st.sampled_from(("left", "right"))
legs: st.SearchStrategy[Leg] = st.one_of(
    st.builds(Advance, st.integers(1, 2000)),
    st.builds(Wheel, sides, st.integers(1, 1800)),
    st.builds(Oblique, sides, st.integers(1, 899), st.integers(1, 2000)),
    st.builds(Shift, sides, st.integers(1, 2000)),
    st.builds(Retire, st.integers(1, 2000), st.integers(-899, 899)),
    st.builds(Turn, st.integers(1, 1800)),
    st.just(AboutFace()),
    st.builds(Reform, st.just(COLUMN), st.sampled_from(("centre", "front")), st.integers(-1800, 1800)),
)
poses = st.builds(Pose, st.integers(0, 7200), st.integers(0, 4800), st.integers(0, 3599))


def test_a_quarter_wheel_to_the_right_stands_on_the_pivot_and_faces_right() -> None:
    assert leg_end(Wheel("right", 900), Pose(1000, 1000), LINE) == Pose(1400, 1400, 900)


def test_a_quarter_wheel_to_the_left_stands_on_the_pivot_and_faces_left() -> None:
    assert leg_end(Wheel("left", 900), Pose(1000, 1000), LINE) == Pose(600, 1400, 2700)


def test_an_oblique_goes_along_its_slant_with_the_facing_kept() -> None:
    assert leg_end(Oblique("right", 300, 200), Pose(0, 0), LINE) == Pose(100, 173, 0)


def test_a_shift_to_the_left_of_a_body_that_faces_east_leads_north() -> None:
    assert leg_end(Shift("left", 400), Pose(0, 0, 900), LINE) == Pose(0, 400, 900)


def test_a_retirement_slants_to_the_bodys_own_right() -> None:
    assert leg_end(Retire(200, 300), Pose(0, 0), LINE) == Pose(100, -173, 0)


def test_an_about_face_leaves_the_footprint_and_twice_leaves_all() -> None:
    about = leg_end(AboutFace(), Pose(1000, 1000), COLUMN)
    assert about == Pose(1000, 600, 1800)
    assert leg_end(AboutFace(), about, COLUMN) == Pose(1000, 1000)


def test_a_reform_about_the_centre_keeps_the_middle_of_the_footprint() -> None:
    turned = Reform(LINE, "centre", 900)
    ended = leg_end(turned, Pose(1000, 1000), COLUMN)
    assert centre(ended, LINE) == pytest.approx(centre(Pose(1000, 1000), COLUMN))


def test_a_reform_on_the_front_may_lie_aside() -> None:
    assert leg_end(Reform(COLUMN, "front", 0, 100), Pose(1000, 1000, 900), LINE) == Pose(1000, 900, 900)


@given(leg=legs, pose=poses)
def test_all_of_a_leg_leads_to_its_end(leg: Leg, pose: Pose) -> None:
    stance, ended = pose_along(leg, pose, LINE, 1.0), leg_end(leg, pose, LINE)
    assert math.dist((stance.x, stance.y), (ended.x, ended.y)) < 0.71
    assert (stance.heading - ended.heading) % 3600 == 0


@given(pose=poses, turn=st.integers(1, 1800), side=sides, part=st.floats(0, 1))
def test_a_wheel_keeps_its_inside_front_corner(pose: Pose, turn: int, side: LegSide, part: float) -> None:
    inside = 400 if side == "right" else -400
    pivot = pose_along(Wheel(side, turn), pose, LINE, part).at(inside, 0)
    assert math.dist(pivot, pose.at(inside, 0)) < 1e-6


@given(pose=poses, turn=st.integers(1, 1800))
def test_a_wheel_to_the_left_is_the_mirror_of_one_to_the_right(pose: Pose, turn: int) -> None:
    mirrored = Pose(-pose.x, pose.y, -pose.heading % 3600)
    right, left = leg_end(Wheel("right", turn), pose, LINE), leg_end(Wheel("left", turn), mirrored, LINE)
    assert abs(right.x + left.x) <= 1
    assert right.y == left.y
    assert (right.heading + left.heading) % 3600 == 0


@given(heading=st.floats(-4000, 8000))
def test_sine_and_cosine_of_any_heading_are_exact(heading: float) -> None:
    sine, cosine = sine_cosine(heading)
    assert sine == pytest.approx(math.sin(math.radians(heading / 10)), abs=1e-12)
    assert cosine == pytest.approx(math.cos(math.radians(heading / 10)), abs=1e-12)


@given(plan=st.lists(legs, max_size=5).map(tuple), pose=poses)
def test_a_plan_ends_in_the_same_place_after_save_and_load(plan: Plan, pose: Pose) -> None:
    loaded = msgspec.json.decode(msgspec.json.encode(plan), type=Plan)
    assert loaded == plan
    assert plan_end(loaded, pose, LINE) == plan_end(plan, pose, LINE)


def test_a_leg_is_shortened_to_what_can_be_made_and_left_out_if_that_is_nothing() -> None:
    assert shortened(Wheel("left", 300), 120) == Wheel("left", 120)
    assert shortened(Advance(300), 500) == Advance(300)
    assert shortened(Advance(300), 0) is None
    assert shortened(AboutFace(), 10) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[{"leg": "advance", "distance": -3}]', "goes 1 to 20000 hundredths of an inch, not -3"),
        ('[{"leg": "wheel", "side": "left", "turn": 1801}]', "1 to 1800 tenths of a degree, not 1801"),
        ('[{"leg": "oblique", "side": "left", "angle": 900, "distance": 5}]', "1 to 899 tenths"),
        ('[{"leg": "retire", "distance": 5, "slant": -900}]', "slant of a retirement"),
        ('[{"leg": "turn", "turn": 0}]', "no turn"),
        ('[{"leg": "wheel", "side": "up", "turn": 5}]', "'up'"),
        ('[{"leg": "fly", "distance": 5}]', "'fly'"),
        ('[{"leg": "advance", "distance": 5, "pace": 2}]', "pace"),
        ('[{"leg": "reform", "shape": {"bases": [], "width": 1, "depth": 1}}]', "bases"),
    ],
)
def test_a_wrong_leg_is_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=words):
        msgspec.json.decode(text, type=Plan)


def test_a_plan_of_too_many_legs_is_refused() -> None:
    text = msgspec.json.encode((AboutFace(),) * (MOST_LEGS + 1))
    with pytest.raises(msgspec.ValidationError, match=str(MOST_LEGS)):
        msgspec.json.decode(text, type=Plan)

"""Placing a point beside a body: near enough, on the table, off some ground, away from some bodies."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.refusal import Refusal
from sandtable.table.measure.distance import distance_to_point
from sandtable.table.space.body import Body, centre, standing
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.lengths import HAIR
from sandtable.table.space.plane import apart
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import block

LINE = block(4, files=4, width=100, depth=100)
HERE, FOE = Body(0, 0, Pose(1000, 150), LINE), Body(1, 1, Pose(1000, 350, 1800), LINE)
POND = Piece("pond", "pond", (Point(1210, 0), Point(1300, 0), Point(1300, 300), Point(1210, 300)))
SCENE = Scene(Field(3000, 2000, (POND,)), (HERE, FOE))
OPEN = Field(10000, 10000)
QUESTION = PlacePoint("toy.place", 0, HERE, 100, (1,), 105, ("pond",), SCENE, ("general",))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Point(700, 100), None),
        (Point(699, 100), "1.01 in away; it must be within 1.0 in"),
        (Point(690, 100), "1.1 in away; it must be within 1.0 in"),
        (Point(1000, 250), "1.0 in from an enemy; 1.05 in is the least allowed"),
        (Point(1250, 100), "the pond here cannot be entered"),
        (Point(1000, -10), "off the table"),
    ],
)
def test_a_place_stands_if_nothing_is_against_it(place: Point, words: str | None) -> None:
    found = QUESTION.judge(place)
    if words is None:
        assert found == place
    else:
        assert isinstance(found, Refusal)
        assert words in found.words


@pytest.mark.parametrize(("slack", "reached"), [(HAIR, 700), (0.5 + HAIR, 700), (1.0 + HAIR, 699)])
def test_a_place_is_near_enough_within_the_slack_that_the_rules_allow(slack: float, reached: int) -> None:
    question = replace(QUESTION, slack=slack)
    assert question.judge(Point(reached, 100)) == Point(reached, 100)
    assert isinstance(question.judge(Point(reached - 1, 100)), Refusal)
    # the enemy's front is at y = 350: 1.05 in are kept from it
    kept = 245 + 700 - reached
    assert question.judge(Point(1000, kept)) == Point(1000, kept)
    assert isinstance(question.judge(Point(1000, kept + 1)), Refusal)


@given(st.integers(0, 3599), st.integers(0, 9999), st.integers(0, 9999))
def test_the_nearest_place_to_one_too_far_away_stands_whatever_the_slant(
    heading: int, x: int, y: int
) -> None:
    body = Body(0, 0, Pose(5000, 5000, heading), HERE.shape)
    question = PlacePoint("toy.place", 0, body, 300, (), 0, (), Scene(OPEN, (body,)))
    found = question.judge(Point(x, y))
    if isinstance(found, Refusal):
        assert isinstance(found.nearest, Point)
        assert isinstance(question.judge(found.nearest), Point)
        assert apart(found.nearest, Point(x, y)) <= distance_to_point(body, Point(x, y), "footprint") - 298


def test_only_whole_hundredths_are_places() -> None:
    assert isinstance(QUESTION.judge(Point(1000.5, 100)), Refusal)
    assert isinstance(QUESTION.judge("here"), Refusal)
    assert QUESTION.read([1000, 100]) == Point(1000, 100)
    assert isinstance(QUESTION.read([1000]), Refusal)


def test_every_offered_place_stands() -> None:
    offered = QUESTION.sensible()
    assert offered
    assert all(QUESTION.judge(place) == place for place in offered)


@given(
    heading=st.integers(0, 3599),
    files=st.integers(1, 8),
    within=st.integers(10, 900),
    deep=st.integers(20, 400),
)
def test_places_around_a_body_lie_as_far_out_as_is_near_enough(
    heading: int, files: int, within: int, deep: int
) -> None:
    body = Body(0, 0, Pose(5000, 5000, heading), block(files, files=files, width=60, depth=deep))
    middle = centre(standing(body), body.shape)
    offered = PlacePoint("toy.place", 0, body, within, (), 0, (), Scene(OPEN, (body,))).sensible()
    around = [place for place in offered if isinstance(place, Point) and apart(place, middle) > 1]
    assert len(around) == 12
    for place in around:
        beyond = 1 + 2 / apart(place, middle)
        farther = Point(middle.x + (place.x - middle.x) * beyond, middle.y + (place.y - middle.y) * beyond)
        assert distance_to_point(body, place, "footprint") <= within + 1
        assert distance_to_point(body, farther, "footprint") > within - 1


def test_a_drawn_place_stands_and_one_like_it_is_judged_as_ever() -> None:
    place = QUESTION.any_answer(partial(_at, 3))
    assert isinstance(place, Point)
    assert QUESTION.judge(place) is place
    assert isinstance(replace(QUESTION, within=0, near=FOE).judge(place), Refusal)


def _at(start: int, most: int) -> int:
    return start % most


def test_a_place_drawn_by_chance_is_one_of_those_offered() -> None:
    drawn = {QUESTION.any_answer(partial(_at, start)) for start in range(13)}
    assert drawn == set(QUESTION.sensible())


def test_a_refused_place_comes_with_the_nearest_of_those_that_stand_and_the_rule_that_says_so() -> None:
    found = replace(QUESTION, rule="toy.beside").judge(Point(100, 100))
    assert isinstance(found, Refusal)
    assert found.rule == "toy.beside"
    assert found.nearest == Point(700, 100)


def test_the_nearest_place_that_stands_lies_on_the_way_to_the_one_that_was_wanted() -> None:
    found = QUESTION.judge(Point(400, 60))
    assert isinstance(found, Refusal)
    assert found.nearest == Point(700, 60)


def test_a_place_is_found_where_only_a_corner_of_the_ground_is_left() -> None:
    """All around lies water but for a strip half an inch wide between two of the places looked at first."""
    dry = Point(1120, 320)
    water = (
        Piece("west", "pond", (Point(0, 0), Point(1095, 0), Point(1095, 2000), Point(0, 2000))),
        Piece("east", "pond", (Point(1145, 0), Point(3000, 0), Point(3000, 2000), Point(1145, 2000))),
        Piece("south", "pond", (Point(1095, 0), Point(1145, 0), Point(1145, 300), Point(1095, 300))),
    )
    land = Scene(Field(3000, 2000, water), (Body(0, 0, Pose(1000, 250), LINE),))
    question = PlacePoint("toy.place", 0, land.bodies[0], 100, (), 0, ("west", "east", "south"), land)
    assert question.judge(dry) == dry
    assert question.has_place
    assert question.any_answer(partial(_at, 5)) in question.sensible()
    assert all(question.judge(place) == place for place in question.sensible())

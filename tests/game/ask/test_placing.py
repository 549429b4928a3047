"""Placing a point beside a body: near enough, on the table, off some ground, away from some bodies."""

from __future__ import annotations

import math
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.ask.placing import PlacePoint, way_out
from sandtable.game.ask.refusal import Refusal
from sandtable.table.measure import distance_to_point
from sandtable.table.space import (
    HAIR,
    Body,
    Field,
    Piece,
    Point,
    Pose,
    Scene,
    Shape,
    apart,
    block,
    centre,
    standing,
)

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


@pytest.mark.parametrize(("slack", "reached"), [(0.0, 700), (HAIR, 700), (0.5, 700), (1.0, 699)])
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
    found = replace(QUESTION, where="toy.beside").judge(Point(100, 100))
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


def on_open_ground(heading: int = 0, within: int = 100) -> PlacePoint:
    """A place beside a line in the middle of a wide plain."""
    body = Body(0, 0, Pose(5000, 5000, heading), LINE)
    return PlacePoint("toy.place", 0, body, within, (), 0, (), Scene(OPEN, (body,)))


def with_dry_ground(left: int, low: int, right: int, high: int) -> PlacePoint:
    """A place beside a line that stands in water, but for one rectangle."""
    west = Piece("west", "pond", (Point(0, 0), Point(left, 0), Point(left, 2000), Point(0, 2000)))
    east = Piece("east", "pond", (Point(right, 0), Point(3000, 0), Point(3000, 2000), Point(right, 2000)))
    south = Piece("south", "pond", (Point(left, 0), Point(right, 0), Point(right, low), Point(left, low)))
    north = Piece(
        "north", "pond", (Point(left, high), Point(right, high), Point(right, 2000), Point(left, 2000))
    )
    land = Scene(Field(3000, 2000, (west, east, south, north)), (Body(0, 0, Pose(1000, 250), LINE),))
    return PlacePoint("toy.place", 0, land.bodies[0], 100, (), 0, ("west", "east", "south", "north"), land)


def test_the_whole_base_of_what_is_placed_lies_on_the_table() -> None:
    body = Body(0, 0, Pose(2700, 1900), LINE)
    question = PlacePoint("toy.place", 0, body, 200, (), 0, (), Scene(Field(3000, 2000), (body,)))
    corner = Point(3000, 2000)
    assert question.judge(corner) == corner
    with_base = replace(question, clearance=20)
    assert with_base.judge(Point(2980, 1980)) == Point(2980, 1980)
    for off in (Point(2981, 1980), Point(2980, 1981), corner):
        found = with_base.judge(off)
        assert isinstance(found, Refusal)
        assert "off the table" in found.words


def test_a_base_may_touch_the_near_edges_of_the_table() -> None:
    body = Body(0, 0, Pose(300, 200), LINE)
    question = PlacePoint("toy.place", 0, body, 200, (), 0, (), Scene(OPEN, (body,)), clearance=20)
    assert question.judge(Point(20, 20)) == Point(20, 20)
    assert isinstance(question.judge(Point(19, 20)), Refusal)
    assert isinstance(question.judge(Point(20, 19)), Refusal)


def test_places_are_offered_clockwise_from_behind_and_last_the_middle() -> None:
    """The line looks east; straight behind it is west. The third and fourth place lie beyond a flank."""
    offered = on_open_ground(heading=900).sensible()
    assert len(offered) == 13
    assert offered[0] == Point(4800, 5000)
    assert offered[3] == Point(4950, 5300)
    assert offered[6] == Point(5100, 5000)
    assert offered[9] == Point(4950, 4700)
    assert offered[12] == Point(4950, 5000)


@pytest.mark.parametrize("heading", range(7, 3600, 397))
def test_an_offered_place_is_the_last_whole_hundredth_in_its_direction_that_is_near_enough(
    heading: int,
) -> None:
    question = on_open_ground(heading)
    middle = centre(standing(question.near), LINE)
    for number, place in enumerate(question.sensible()[:12]):
        angle = math.radians(heading / 10 + 180 + 30 * number)
        line = [
            Point(middle.x + far * math.sin(angle), middle.y + far * math.cos(angle)) for far in range(400)
        ]
        near = [
            Point(round(each.x), round(each.y))
            for each in line
            if distance_to_point(question.near, each, "footprint") <= 100 + HAIR
        ]
        assert place == next(each for each in reversed(near) if question.judge(each) == each)


def test_a_place_exactly_at_the_limit_is_offered_however_its_distance_was_computed() -> None:
    """At 60 degrees the limit lies 239.9999999999998 from the middle by formula, and measures 240."""
    body = Body(0, 0, Pose(4794, 5863, 2700), block(9, files=9, width=100, depth=40))
    question = PlacePoint("toy.place", 0, body, 100, (), 0, (), Scene(OPEN, (body,)))
    assert Point(4934, 5655) in question.sensible()


@given(
    heading=st.integers(0, 3599),
    towards=st.integers(0, 3599),
    files=st.integers(1, 8),
    deep=st.integers(20, 400),
    within=st.integers(1, 900),
)
def test_a_line_from_the_middle_of_a_body_leaves_what_is_near_it_at_that_distance(
    heading: int, towards: int, files: int, deep: int, within: int
) -> None:
    body = Body(0, 0, Pose(5000, 5000, heading), block(files, files=files, width=60, depth=deep))
    middle, far = centre(standing(body), body.shape), way_out(body, within, towards)
    angle = math.radians(towards / 10)
    there = Point(middle.x + far * math.sin(angle), middle.y + far * math.cos(angle))
    assert distance_to_point(body, there, "footprint") == pytest.approx(within)


def test_one_of_thirteen_places_is_drawn_by_chance() -> None:
    question = on_open_ground()
    sizes = []

    def number(start: int, most: int) -> int:
        sizes.append(most)
        return start

    assert [question.any_answer(partial(number, start)) for start in range(13)] == [*question.sensible()]
    assert set(sizes) == {13}


def test_where_the_drawn_place_is_barred_the_next_legal_one_is_taken() -> None:
    """Water covers the right of the line, its middle and what is behind it."""
    question = on_open_ground()
    pond = Piece("pond", "pond", (Point(4990, 4700), Point(5400, 4700), Point(5400, 5300), Point(4990, 5300)))
    body = question.near
    question = replace(question, off=("pond",), scene=Scene(Field(10000, 10000, (pond,)), (body,)))
    west = question.sensible()
    assert len(west) == 5
    # the fifth of them is the last before the water, the middle is the thirteenth place of all
    for start, place in ((0, west[0]), (3, west[2]), (6, west[0]), (11, west[0]), (12, west[0])):
        assert question.any_answer(partial(_at, start)) == place


def test_after_the_middle_the_places_are_tried_from_behind_again() -> None:
    question = on_open_ground()
    well = Piece("well", "well", (Point(4990, 4940), Point(5010, 4940), Point(5010, 4960), Point(4990, 4960)))
    scene = Scene(Field(10000, 10000, (well,)), (question.near,))
    assert replace(question, off=("well",), scene=scene).any_answer(partial(_at, 12)) == Point(5000, 4800)


def test_if_no_place_is_legal_none_is_offered() -> None:
    question = with_dry_ground(2000, 1000, 2100, 1100)
    assert not question.has_place
    assert question.sensible() == ()
    found = question.judge(Point(1000, 300))
    assert isinstance(found, Refusal)
    assert found.nearest is None


@pytest.mark.parametrize(
    ("dry", "places"),
    [
        ((1020, 345, 1060, 355), [(1025, 350), (1050, 350)]),
        ((1020, 45, 1060, 55), [(1025, 50), (1050, 50)]),
        ((1290, 220, 1310, 240), [(1300, 225), (1300, 237)]),
        ((690, 220, 710, 240), [(700, 225), (700, 237)]),
    ],
)
def test_the_last_corner_of_dry_ground_is_found_by_a_net_of_24_steps_across_and_along(
    dry: tuple[int, int, int, int], places: list[tuple[int, int]]
) -> None:
    assert with_dry_ground(*dry).sensible() == tuple(Point(*place) for place in places)


def test_if_the_way_to_a_wanted_place_ends_in_water_the_nearest_offered_one_is_named() -> None:
    found = QUESTION.judge(Point(1500, 100))
    assert isinstance(found, Refusal)
    offered = [place for place in QUESTION.sensible() if isinstance(place, Point)]
    assert found.nearest == min(offered, key=lambda place: apart(place, Point(1500, 100)))


def test_no_place_beyond_the_wanted_one_is_named() -> None:
    """A ditch, 20 to 30 hundredths in front of the line: what is wanted lies in it."""
    question = on_open_ground()
    ditch = Piece("ditch", "ditch", (Point(0, 5020), Point(9999, 5020), Point(9999, 5030), Point(0, 5030)))
    question = replace(question, off=("ditch",), scene=Scene(Field(10000, 10000, (ditch,)), (question.near,)))
    found = question.judge(Point(5040, 5025))
    assert isinstance(found, Refusal)
    assert found.nearest in question.sensible()


def test_without_slack_the_limit_itself_is_still_near_enough() -> None:
    found = replace(QUESTION, slack=0.0).judge(Point(400, 60))
    assert isinstance(found, Refusal)
    assert found.nearest == Point(700, 60)


def test_a_place_beside_ground_that_is_barred_is_free() -> None:
    assert QUESTION.judge(Point(1209, 100)) == Point(1209, 100)
    assert isinstance(QUESTION.judge(Point(1210, 100)), Refusal)


@pytest.mark.parametrize(
    ("shape", "place"),
    [(LINE, Point(5250, 5000)), (block(4, files=1, width=100, depth=100), Point(5000, 5450))],
)
def test_an_enemy_is_kept_away_from_at_its_far_ends_too(shape: Shape, place: Point) -> None:
    """He looks south; 0.5 in beside his flank or behind his rear is within the inch to be kept."""
    foe = Body(1, 1, Pose(5000, 5000, 1800), shape)
    own = Body(0, 0, Pose(round(place.x), round(place.y)), LINE)
    question = PlacePoint("toy.place", 0, own, 100, (1,), 100, (), Scene(OPEN, (own, foe)))
    found = question.judge(place)
    assert isinstance(found, Refusal)
    assert "0.5 in from an enemy" in found.words


def test_an_enemy_that_is_off_the_table_bars_nothing() -> None:
    scene = Scene(SCENE.field, (HERE, replace(FOE, pose=None)))
    assert replace(QUESTION, scene=scene).judge(Point(1000, 250)) == Point(1000, 250)


def test_the_distance_is_measured_around_what_blocks_the_way() -> None:
    """A wall stands across the front: 50 to its corner, 10 along its end, 50 behind it."""
    wall = (Point(4970, 5040), Point(5030, 5040), Point(5030, 5050), Point(4970, 5050))
    question, behind = on_open_ground(within=110), Point(5000, 5090)
    question = replace(question, around=(wall,), slack=1.0)
    assert question.judge(behind) == behind
    assert question.judge(Point(5000, 5035)) == Point(5000, 5035)
    found = replace(question, within=108).judge(behind)
    assert isinstance(found, Refusal)
    assert found.words == "the way there around everything is longer than 1.08 in"


def test_nothing_is_placed_in_a_figure_that_is_shut() -> None:
    yard = (Point(4900, 5040), Point(5100, 5040), Point(5100, 5080), Point(4900, 5080))
    question = replace(on_open_ground(), shut=(yard,))
    assert question.judge(Point(5000, 5030)) == Point(5000, 5030)
    found = question.judge(Point(5000, 5060))
    assert isinstance(found, Refusal)
    assert found.words == "stopping is not allowed at this place"

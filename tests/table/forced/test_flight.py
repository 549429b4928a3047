"""Compulsory moves: which way is taken, how far it goes, and what halts it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely.geometry import Polygon

from sandtable.table.forced import (
    CompulsoryMove,
    FlightTerms,
    Slider,
    flee,
    flight,
    heading_away,
    slide_towards,
    trier,
)
from sandtable.table.measure import is_on_table
from sandtable.table.movement import (
    Advance,
    Going,
    Keep,
    Opening,
    Retire,
    Shift,
    Terms,
    Turn,
    course_of,
    leg_end,
    plan_end,
)
from sandtable.table.movement.legs import ExactPose
from sandtable.table.space import (
    EDGE_HEADINGS,
    TOLERANCE,
    Body,
    Field,
    Piece,
    Point,
    Pose,
    Scene,
    Shape,
    block,
    heading_of_sum,
    standing,
)

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]
Outline = Callable[[Pose | ExactPose, Shape], Polygon]

LINE = block(4, files=4, width=200, depth=200)
SOUTH = EDGE_HEADINGS["bottom"]
RETIRE_ANGLES = (0, 150, -150, 300, -300, 450, -450)
ROUT_ANGLES = (0, 150, -150, 300, -300, 450, -450, 600, -600, 750, -750, 900, -900)


def _body(number: int, x: int, y: int, heading: int = 0, side: int = 0) -> Body:
    return Body(number, side, Pose(x, y, heading), LINE)


def _flee(
    flight: FlightTerms, *others: Body, pieces: tuple[Piece, ...] = (), y: int = 3000
) -> CompulsoryMove:
    mover = _body(0, 3000, y)
    return flee(mover, flight, Scene(Field(6000, 6000, pieces), (mover, *others)))


def _pond(left: int, bottom: int, right: int, top: int) -> Piece:
    ring = (Point(left, bottom), Point(left, top), Point(right, top), Point(right, bottom))
    return Piece("pond", "water", polygon=ring)


@pytest.mark.parametrize(("x", "gone"), [(3000, 1500), (3100, 600)])
def test_a_bridge_leads_over_barred_ground_those_whose_bases_are_all_on_it(x: int, gone: int) -> None:
    """A file of two bases whose middles are on the road, and one that stands an inch beside it."""
    river = Piece("river", "water", polygon=_pond(0, 1500, 6000, 2000).polygon)
    road = Piece("road", "road", line=(Point(3000, 0), Point(3000, 6000)), width=190)
    mover = Body(0, 0, Pose(x, 3000), block(2, files=1, width=200, depth=200))
    over = Opening(("road",), ("water",))
    flight = FlightTerms(1500, SOUTH, goings=(Going("water", entry="barred"),), opening=over, choose=("any",))
    move = flee(mover, flight, Scene(Field(6000, 6000, (river, road)), (mover,)))
    assert move.taken is not None
    assert move.taken.gone == gone


def test_an_open_way_is_gone_whole_with_the_facing_kept() -> None:
    move = _flee(FlightTerms(800, SOUTH, RETIRE_ANGLES))
    assert move.taken is not None
    assert (move.taken.angle, move.taken.gone, move.taken.halt, move.chosen) == (
        0,
        800,
        None,
        "whole and clear",
    )
    assert (move.plan, move.end) == ((Retire(800),), Pose(3000, 2200))


def test_lib_065_a_router_5_in_from_its_edge_moves_5_in_and_starts_the_next_at_the_edge() -> None:
    first = _flee(FlightTerms(1300, SOUTH, ROUT_ANGLES, facing="turned after"), y=700)
    assert first.taken is not None
    assert first.taken.gone == 500
    assert first.taken.halt is not None
    assert (first.taken.halt.why, first.taken.whole, first.starts_at_edge) == ("table", True, False)
    again = _flee(FlightTerms(1300, SOUTH), y=200)
    assert (again.starts_at_edge, again.end) == (True, Pose(3000, 200))


def test_where_the_straight_way_runs_into_water_the_first_free_angle_is_taken() -> None:
    move = _flee(FlightTerms(800, SOUTH, RETIRE_ANGLES, goings=(Going("water", entry="barred"),)),
                 pieces=(_pond(3100, 2000, 3900, 2400),))  # fmt: skip
    assert move.taken is not None
    assert [way.angle for way in move.tried if way.whole] == [450]
    assert move.taken.angle == 450
    assert move.tried[0].halt is not None
    assert (move.tried[0].halt.why, move.tried[0].halt.piece, move.tried[0].gone) == ("ground", "pond", 400)


def test_who_only_wants_to_go_whole_tries_no_way_after_the_first_that_is() -> None:
    flight = FlightTerms(800, SOUTH, RETIRE_ANGLES, goings=(Going("water", entry="barred"),))
    pond = _pond(3100, 2000, 3900, 2400)
    slow = _flee(flight, pieces=(pond,))
    move = _flee(replace(flight, choose=("whole", "farthest")), pieces=(pond,))
    assert move.taken is not None
    assert move.tried == slow.tried[: len(move.tried)]
    assert move.taken == move.tried[-1] == next(way for way in slow.tried if way.whole)
    assert len(move.tried) < len(slow.tried)


def test_ways_tried_one_by_one_are_those_tried_at_once(scatter: Scatter) -> None:
    for seed in range(6):
        scene = scatter(seed, 10, 5)
        for body in scene.bodies[:4]:
            others = tuple(
                other.id for other in scene.bodies if other.side == body.side and other is not body
            )
            flight = FlightTerms(
                1500, SOUTH, ROUT_ANGLES, goings=(Going("water", entry="barred"),), passable=others
            )
            tried, at_once = trier(body, flight, scene), flee(body, flight, scene).tried
            assert [tried(angle) for angle in reversed(ROUT_ANGLES)] == [*reversed(at_once)]


def test_a_way_barred_within_4_in_does_not_serve_and_with_none_left_nothing_is_taken() -> None:
    enemies = (_body(1, 3000, 2600, 0, 1),)
    move = _flee(FlightTerms(1300, SOUTH, (0,)), *enemies)
    assert (move.taken, move.plan, move.end) == (None, (), Pose(3000, 3000))
    assert move.tried[0].barred
    farther = _flee(FlightTerms(1300, SOUTH, (0,)), _body(1, 3000, 2300, 0, 1))
    assert farther.taken is not None
    assert (farther.chosen, farther.taken.gone) == ("unblocked", 500)


def test_a_rout_halts_where_it_would_come_nearer_to_an_enemy_than_4_in() -> None:
    enemy = _body(1, 3000, 1500, 0, 1)
    move = _flee(FlightTerms(1300, SOUTH, (0,), keeps=(Keep((1,), 400, rule="proximity"),)), enemy)
    assert move.taken is not None
    assert move.taken.halt is not None
    assert (move.taken.gone, move.taken.halt.why, move.taken.halt.rule) == (900, "near", "proximity")


def test_an_enemy_nearer_than_that_at_the_start_is_no_hindrance_to_moving_away_from_him() -> None:
    enemy = _body(1, 3000, 3000 + 200, 1800, 1)
    move = _flee(FlightTerms(800, SOUTH, (0,), keeps=(Keep((1,), 400),), leave=(1,), choose=("free",)), enemy)
    assert move.taken is not None
    assert (move.taken.gone, move.taken.out_of_contact) == (800, True)


def test_a_way_without_friends_is_taken_before_one_through_them() -> None:
    friend = _body(1, 3000, 2500)
    flight = FlightTerms(1300, SOUTH, (0, 450, 900), passable=(1,))
    clear = _flee(flight, friend)
    assert clear.taken is not None
    assert (clear.taken.angle, clear.chosen, clear.tried[0].passed) == (900, "whole and clear", (1,))
    through = _flee(FlightTerms(1300, SOUTH, (0,), passable=(1,)), friend)
    assert through.taken is not None
    assert (through.chosen, through.taken.passed) == ("whole", (1,))


def test_a_move_that_would_end_on_a_friend_goes_on_to_the_first_clear_place_beyond() -> None:
    near, far = _body(1, 3000, 2500), _body(2, 3000, 2250)
    move = _flee(FlightTerms(500, SOUTH, (0,), passable=(1, 2)), near, far)
    assert move.taken is not None
    # The far friend's rear lies at 2050: there its own front comes to lie.
    assert (move.taken.gone, move.end, move.taken.passed) == (950, Pose(3000, 2050), (1, 2))


def test_where_nothing_is_clear_beyond_a_friend_it_halts_just_short_of_him() -> None:
    friend, water = _body(1, 3000, 2500), _pond(0, 0, 6000, 2200)
    flight = FlightTerms(600, SOUTH, (0,), passable=(1,), goings=(Going("water", entry="barred"),))
    move = _flee(flight, friend, pieces=(water,))
    assert move.taken is not None
    assert move.taken.halt is not None
    assert (move.taken.gone, move.taken.halt.why) == (300, "friend")


def test_of_ways_that_all_stop_early_the_farthest_may_be_chosen() -> None:
    flight = FlightTerms(
        800, SOUTH, (0, 150, -150), choose=("whole", "farthest"), goings=(Going("water", entry="barred"),)
    )
    move = _flee(flight, pieces=(_pond(0, 2000, 6000, 2500),))
    gone = [way.gone for way in move.tried]
    assert move.taken is not None
    assert (move.chosen, move.taken.gone) == ("farthest", max(gone))
    assert gone[0] == 300


def test_a_move_over_the_edge_leaves_the_table_where_it_may() -> None:
    move = _flee(FlightTerms(1300, SOUTH, (0,), edge="leaves"), y=700)
    assert move.leaves_table
    assert not _flee(FlightTerms(400, SOUTH, (0,), edge="leaves"), y=700).leaves_table


def test_a_router_turns_to_its_way_after_the_move_if_there_is_room() -> None:
    free = _flee(FlightTerms(800, SOUTH, (0,), facing="turned after"))
    assert (free.plan, free.end) == ((Retire(800), Turn(1800)), Pose(3000, 2000, 1800))
    aside = FlightTerms(800, EDGE_HEADINGS["right"], (0,), facing="turned after")
    neighbour = _body(1, 3800, 2750)
    cramped = _flee(aside, neighbour)
    assert (cramped.plan, cramped.end) == ((Shift("right", 800),), Pose(3800, 3000))


def test_a_retreating_unit_may_turn_first_whatever_that_overlaps() -> None:
    enemy = _body(1, 3000, 3200, 1800, 1)
    move = _flee(FlightTerms(600, SOUTH, (0,), facing="turned first", keeps=(Keep((1,), 100),)), enemy)
    assert move.plan == (Turn(1800), Advance(600))
    assert move.end == Pose(3000, 2200, 1800)


def test_a_toll_on_the_way_shortens_the_move() -> None:
    wall = Piece("wall", "wall", line=(Point(0, 2600), Point(6000, 2600)))
    move = _flee(FlightTerms(800, SOUTH, (0,), goings=(Going("wall", toll=300),)), pieces=(wall,))
    assert move.taken is not None
    assert move.taken.halt is not None
    assert (move.taken.gone, move.taken.halt.why) == (500, "spent")


@given(heading=st.integers(0, 3599), way=st.integers(0, 3599), distance=st.integers(1, 3000))
def test_a_slide_in_any_direction_is_one_leg_that_leads_there(heading: int, way: int, distance: int) -> None:
    pose = Pose(5000, 5000, heading)
    leg = slide_towards(pose, way, distance)
    assert leg is not None
    ended = leg_end(leg, pose, LINE)
    straight = leg_end(Advance(distance), Pose(5000, 5000, way), LINE)
    assert (ended.x, ended.y, ended.heading) == (straight.x, straight.y, heading)


def test_directions_away_from_enemies() -> None:
    body = _body(0, 3000, 3000)
    assert heading_away(body, Point(3000, 4000)) == 1800
    assert heading_away(body, Point(2000, 1900)) == 450
    assert heading_of_sum((0, 900)) == 450
    assert heading_of_sum((0, 1800)) is None


def test_a_compulsory_move_can_be_saved_and_loaded_and_its_plan_replayed() -> None:
    move = _flee(FlightTerms(800, SOUTH, RETIRE_ANGLES, facing="turned after"), _body(1, 3000, 2500))
    assert msgspec.json.decode(msgspec.json.encode(move), type=CompulsoryMove) == move
    assert plan_end(move.plan, Pose(3000, 3000), LINE) == move.end


def test_a_flight_without_angles_or_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one angle"):
        FlightTerms(100, 0, ())
    with pytest.raises(ValueError, match="not -5"):
        FlightTerms(-5, 0)


def test_a_body_in_contact_does_not_slide_into_the_one_it_touches() -> None:
    """Rounding may have laid the two over one another by less than the tolerance."""
    enemy = _body(1, 3000, 2799, side=1)
    move = _flee(FlightTerms(500, SOUTH, choose=("any",)), enemy)
    assert move.taken is not None
    assert move.taken.halt is not None
    assert (move.taken.halt.body, move.taken.gone) == (1, 1)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), heading=st.integers(0, 3599), distance=st.integers(1, 1500))
def test_no_compulsory_move_ends_on_anybody_or_off_the_table(
    scatter: Scatter, outline: Outline, seed: int, heading: int, distance: int
) -> None:
    scene = scatter(seed, 10, 6)
    body = scene.bodies[0]
    assume(is_on_table(body, scene.field))
    friends = tuple(other.id for other in scene.bodies if other.side == body.side and other.id)
    flight = FlightTerms(
        distance,
        heading,
        ROUT_ANGLES,
        facing="turned after",
        passable=friends,
        goings=(Going("water", entry="barred"),),
    )
    move = flee(body, flight, scene)
    drawn = outline(move.end, body.shape)
    left, bottom, right, top = drawn.bounds
    assert min(left, bottom) >= -2.1
    assert right <= scene.field.width + 2.1
    assert top <= scene.field.depth + 2.1
    inner = drawn.buffer(-2.05, join_style="mitre")
    for other in scene.bodies[1:]:
        assert other.pose is not None
        assert not inner.intersects(outline(other.pose, other.shape))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), heading=st.integers(0, 3599), gone=st.integers(1, 900))
def test_a_body_that_may_not_end_on_another_goes_back_to_the_first_clear_place(
    scatter: Scatter, seed: int, heading: int, gone: int
) -> None:
    scene = scatter(seed, 10, 0)
    body = scene.bodies[0]
    slider = Slider(course_of(body, Terms(0, ()), scene))
    found = flight._clear_end(slider, standing(body), heading, gone)
    clear = (
        shorter
        for shorter in range(gone, 0, -flight.BACK)
        if min(_gaps_after(slider, heading, shorter)) >= -TOLERANCE
    )
    assert found == next(clear, 0)


def _gaps_after(slider: Slider, heading: int, gone: int) -> list[float]:
    """The gaps to all others of a body that has slid so far."""
    body = slider.course.body
    leg = slide_towards(standing(body), heading, gone)
    assert leg is not None
    gaps = slider.gaps(leg_end(leg, standing(body), body.shape))
    return [gap for other, gap in enumerate(gaps) if other != body.id]

"""Pursuit: who is caught, met or lost, and how a body is laid against another's edge."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.table.forced import PursuitTerms, facing_edge, lay_against, pursue
from sandtable.table.measure import contact, is_overlapping
from sandtable.table.movement import Advance, Going, Keep, Opening, Turn
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, Side, block

pytestmark = pytest.mark.usefixtures("plain_kernels")

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)


def _body(number: int, x: int, y: int, heading: int = 0, side: int = 0) -> Body:
    return Body(number, side, Pose(x, y, heading), LINE)


def _scene(*bodies: Body, pieces: tuple[Piece, ...] = ()) -> Scene:
    return Scene(Field(6000, 6000, pieces), bodies)


def test_a_pursuer_that_goes_as_far_as_the_router_catches_it_in_the_rear() -> None:
    winner, router = _body(0, 3000, 2000), _body(1, 3000, 3600)
    chase = PursuitTerms(1, heading=0, gone=1400, reach=1400)
    caught = pursue(winner, chase, _scene(winner, router))
    assert (caught.outcome, caught.end, caught.plan) == ("caught", Pose(3000, 3400), (Advance(1400),))
    assert pursue(winner, PursuitTerms(1, 0, 1400, 1390), _scene(winner, router)).outcome == "outrun"


def test_a_pursuer_follows_over_a_bridge() -> None:
    file = block(2, files=1, width=200, depth=200)
    winner, router = Body(0, 0, Pose(3000, 1000), file), Body(1, 1, Pose(3000, 2600), file)
    river = Piece(
        "river", "water", polygon=(Point(0, 1300), Point(0, 1700), Point(6000, 1700), Point(6000, 1300))
    )
    road = Piece("road", "road", line=(Point(3000, 0), Point(3000, 6000)), width=190)
    scene = _scene(winner, router, pieces=(river, road))
    chase = PursuitTerms(1, heading=0, gone=1400, reach=1500, goings=(Going("water", entry="barred"),))
    assert pursue(winner, chase, scene).outcome == "barred"
    bridged = msgspec.structs.replace(chase, opening=Opening(("road",), ("water",)))
    assert pursue(winner, bridged, scene).outcome == "caught"


def test_a_pursuer_turns_freely_to_the_way_the_router_went() -> None:
    winner, router = _body(0, 3000, 2000), _body(1, 4500, 1900, 900, 1)
    outrun = pursue(winner, PursuitTerms(1, heading=900, gone=1500, reach=800), _scene(winner, router))
    assert outrun.plan == (Turn(900), Advance(800))
    assert outrun.end == Pose(3900, 1900, 900)


def test_a_friend_or_barred_ground_on_the_way_bars_the_pursuit() -> None:
    winner, router, friend = _body(0, 3000, 2000), _body(1, 3000, 3600, 0, 1), _body(2, 3000, 2700)
    barred = pursue(winner, PursuitTerms(1, 0, 1400, 1500), _scene(winner, router, friend))
    assert barred.outcome == "barred"
    assert barred.end == winner.pose
    assert barred.halt is not None
    assert barred.halt.body == 2
    ring = (Point(0, 2500), Point(6000, 2500), Point(6000, 2600), Point(0, 2600))
    water = Piece("river", "water", polygon=ring)
    chase = PursuitTerms(1, 0, 1400, 1500, goings=(Going("water", entry="barred"),))
    wet = pursue(winner, chase, _scene(winner, router, pieces=(water,)))
    assert wet.outcome == "barred"
    assert wet.halt is not None
    assert wet.halt.piece == "river"


def test_another_enemy_on_the_way_is_met_where_it_is_touched() -> None:
    winner, router, fresh = _body(0, 3000, 2000), _body(1, 3000, 3900, 0, 1), _body(2, 3400, 3000, 1800, 1)
    met = pursue(winner, PursuitTerms(1, 0, 1700, 1700, enemies=(2,)), _scene(winner, router, fresh))
    assert (met.outcome, met.met, met.gone, met.end) == ("met", 2, 1000, Pose(3000, 3000))


def test_a_pursuer_that_catches_nobody_halts_at_the_distance_to_keep() -> None:
    winner, router, other = _body(0, 3000, 2000), _body(1, 3000, 4500, 0, 1), _body(2, 3000, 3300, 1800, 1)
    chase = PursuitTerms(1, 0, 2300, 1200, enemies=(2,), keeps=(Keep((2,), 400),))
    assert pursue(winner, chase, _scene(winner, router, other)).gone == 900


@pytest.mark.parametrize(
    ("heading", "way", "edge"),
    [(0, 0, "rear"), (1800, 0, "front"), (900, 0, "right"), (2700, 0, "left"), (300, 0, "rear")],
)
def test_the_edge_turned_towards_the_pursuer(heading: int, way: int, edge: Side) -> None:
    winner, router = _body(0, 3000, 2000), _body(1, 3000, 3600, heading, 1)
    assert facing_edge(_scene(winner, router), PursuitTerms(1, way, 1000, 1000)) == edge


@pytest.mark.parametrize("edge", ["front", "right", "rear", "left"])
@pytest.mark.parametrize("heading", [0, 300, 1234, 2700])
def test_a_body_is_laid_flush_on_the_middle_of_an_edge(edge: Side, heading: int) -> None:
    mover, target = _body(0, 500, 500), _body(1, 3000, 3000, heading, 1)
    laid = lay_against(mover, target, edge, _scene(mover, target))
    assert laid is not None
    placed = Body(0, 0, laid, LINE)
    touch = contact(placed, target)
    assert touch is not None
    assert not is_overlapping(placed, target)
    longest = max(touch.touches, key=lambda met: met.length)
    assert longest.length == pytest.approx(800 if edge in ("front", "rear") else 200, abs=8)


def test_a_body_with_a_neighbour_in_the_way_is_laid_as_near_to_the_middle_as_there_is_room() -> None:
    mover, target = _body(0, 500, 500), _body(1, 3000, 3000, 1800, 1)
    neighbour = Body(2, 0, Pose(3200, 3000), COLUMN)  # lies on the right half of the target's front
    laid = lay_against(mover, target, "front", _scene(mover, target, neighbour))
    assert laid == Pose(2600, 3000, 0)
    wall = [Body(number, 0, Pose(x, 3000), LINE) for number, x in ((2, 2600), (3, 3400))]
    assert lay_against(mover, target, "front", _scene(mover, target, *wall)) is None

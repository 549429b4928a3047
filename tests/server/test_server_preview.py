"""Previews: what a screen draws of a place or a move before it is answered; and where the service listens."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, cast

import pytest

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.present.painting import Card, Painter
from sandtable.server.http.guard import LOOPBACK
from sandtable.server.http.serving import Address, CannotListen, listening, settings_for
from sandtable.server.preview.hex_moves import hexes_seen, steps_seen, steps_towards
from sandtable.server.preview.moves import plan_seen, plan_towards, reach_seen
from sandtable.server.preview.places import spot_seen, spots_seen
from sandtable.table.hexes import (
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
from sandtable.table.measure import distance_to_point
from sandtable.table.movement import Advance, Going, Keep, LegTerms, PerInch, Terms, Wheel
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block

LINE = block(4, files=4, width=100, depth=100)
POND = Piece("pond", "pond", (Point(5260, 4000), Point(5900, 4000), Point(5900, 6000), Point(5260, 6000)))


# --------------------------------------------------------------------- places
def placing(within: int = 100, *pieces: Piece) -> PlacePoint:
    """A place beside a line, off the ponds."""
    body = Body(3, 0, Pose(5000, 5000), LINE)
    scene = Scene(Field(10000, 10000, pieces), (body,))
    return PlacePoint("general.place", 0, body, within, (), 0, tuple(piece.id for piece in pieces), scene)


def area(ring: tuple[Point, ...]) -> float:
    """The area within a ring; negative if it is a hole."""
    ends = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(one.x * two.y - two.x * one.y for one, two in ends) / 2


@pytest.mark.parametrize("within", [100, 1200])
def test_the_shaded_area_is_what_lies_near_enough(within: int) -> None:
    """The line is 4 by 1 in: beside it strips as wide as the distance, at its corners a circle."""
    found = spots_seen(placing(within))
    assert (found.near, found.within) == (3, within)
    near = 400 * 100 + 2 * within * (400 + 100) + math.pi * within**2
    assert abs(sum(map(area, found.rings))) == pytest.approx(near, rel=0.04)
    assert found.places == placing(within).sensible()


@pytest.mark.parametrize(("within", "step"), [(20, 10), (100, 15), (1200, 89)])
def test_the_surroundings_are_cut_into_900_squares_or_into_tenths_of_an_inch(within: int, step: int) -> None:
    """What lies within an inch of the line is 6 by 3 in: 900 squares of it are 0.15 in wide at least."""
    across = sorted({spot.x for ring in spots_seen(placing(within)).rings for spot in ring})
    assert math.gcd(*(round(two - one) for one, two in pairwise(across))) == step


def test_a_pond_is_left_out_of_the_shaded_area() -> None:
    whole, wet = (abs(sum(map(area, spots_seen(placing(100, *ponds)).rings))) for ponds in ((), (POND,)))
    assert whole - wet == pytest.approx(40 * 100 + 2 * 40 * 90, rel=0.25)


def test_a_place_that_will_do_is_legal_and_another_names_the_nearest_that_will() -> None:
    question = placing(100, POND)
    assert spot_seen(question, Point(5000, 5050), "general.beside").legal
    wet = spot_seen(question, Point(5290, 4950), "general.beside")
    assert (wet.legal, wet.rule, wet.words) == (False, "general.beside", "the pond here cannot be entered")
    assert wet.nearest is not None
    assert question.judge(wet.nearest) == wet.nearest
    assert math.dist(wet.nearest, (5290, 4950)) <= 30 + 15
    far = spot_seen(question, Point(5000, 9000), "general.beside")
    assert far.nearest is not None
    assert distance_to_point(question.near, far.nearest, "footprint") == pytest.approx(100, abs=11)


# --------------------------------------------------------------------- moves
class Named:
    """A system that calls every unit by its number."""

    def seen_by(self, battle: Any, seat: int) -> Any:
        """All of it."""
        del seat
        return battle

    def card(self, battle: Any, unit: Body) -> Card:
        """A name alone."""
        del battle
        return Card(f"unit {unit.id + 1}", "", "")


FOE = Body(1, 1, Pose(5000, 6000, 1800), LINE)
TERMS = Terms(
    allowance=800,
    legs=(LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))),
    keeps=(Keep((1,), 400, rule="march.keep-off", words="4 in from every enemy"),),
    goings=(Going(kind="pond", entry="barred", rule="march.ponds"),),
    rule="march.allowance",
    words="the march",
)
SCENE = Scene(Field(10000, 10000, (POND,)), (Body(0, 0, Pose(5000, 5000), LINE), FOE))
MARCH = PlanMove("march", 0, SCENE.bodies[0], TERMS, SCENE)


class Standing:
    """A battle of bodies on a field."""

    field, units = SCENE.field, SCENE.bodies


class Playing:
    """A game of it."""

    system, battle = Named(), Standing()


GAME = cast("Any", Playing())


def test_a_plan_is_seen_leg_by_leg_with_its_ways_and_its_end() -> None:
    seen = plan_seen(GAME, MARCH, (Advance(100), Wheel("right", 300)))
    assert (seen.body, seen.legal, seen.allowance, seen.nearest, seen.miss) == (0, True, 800.0, None, None)
    ahead, wheel = seen.legs
    assert (ahead.cost, ahead.start, ahead.end) == (100, Pose(5000, 5000), Pose(5000, 5100))
    assert ahead.path == (Point(5000, 5000), Point(5000, 5100))
    assert (ahead.pivot, ahead.outer) == (None, ())
    assert wheel.pivot == Point(5200, 5100)
    assert len(wheel.path) == len(wheel.outer) == 30 // 5 + 1
    assert wheel.outer[0] == Point(4800, 5100)
    assert all(math.dist(spot, wheel.pivot) == pytest.approx(400, abs=1) for spot in wheel.outer)
    assert all(math.dist(spot, wheel.pivot) == pytest.approx(200, abs=1) for spot in wheel.path)
    assert seen.end == wheel.end
    assert seen.cost + seen.left == pytest.approx(800)


def test_a_wheel_to_the_left_turns_on_the_left_corner() -> None:
    (wheel,) = plan_seen(GAME, MARCH, (Wheel("left", 51),)).legs
    assert wheel.pivot == Point(4800, 5000)
    assert wheel.outer[0] == Point(5200, 5000)
    assert len(wheel.outer) == 2 + 1


def test_what_stands_against_a_plan_is_named_and_outlined() -> None:
    seen = plan_seen(GAME, MARCH, (Advance(700),))
    assert not seen.legal
    assert seen.nearest == (Advance(600),)
    (foe,) = [one for one in seen.obstacles if one.body is not None]
    assert (foe.body, foe.rule, foe.piece) == (1, "march.keep-off", None)
    assert "unit 2" in foe.words
    assert set(foe.outline) == {Point(4800, 6000), Point(5200, 6000), Point(5200, 6100), Point(4800, 6100)}
    wet = plan_seen(GAME, MARCH, (Wheel("right", 900), Advance(100)))
    pond = next(one for one in wet.obstacles if one.piece)
    assert (pond.piece, pond.body, pond.outline) == ("pond", None, POND.polygon)


def test_the_nearest_plan_to_a_pose_says_how_far_it_misses_it() -> None:
    seen = plan_towards(GAME, MARCH, Pose(5000, 5900))
    assert (seen.legal, seen.nearest, seen.end) == (True, None, Pose(5000, 5600))
    assert seen.miss == pytest.approx(300)


def test_a_reach_is_shaded_in_four_equal_parts_of_the_allowance() -> None:
    seen = reach_seen(MARCH)
    assert (seen.body, seen.allowance) == (0, 800)
    assert [band.cost for band in seen.bands] == [200, 400, 600, 800]


# --------------------------------------------------------------------- where it listens
@pytest.mark.parametrize(
    ("host", "private", "url"),
    [
        ("localhost", True, "http://localhost:8080/"),
        ("127.0.0.1", True, "http://127.0.0.1:8080/"),
        ("127.5.5.5", True, "http://127.5.5.5:8080/"),
        ("::1", True, "http://[::1]:8080/"),
        ("0.0.0.0", False, "http://127.0.0.1:8080/"),
        ("::", False, "http://127.0.0.1:8080/"),
        ("192.168.0.7", False, "http://192.168.0.7:8080/"),
        ("table.example", False, "http://table.example:8080/"),
    ],
)
def test_an_address_that_others_can_reach_is_warned_of(host: str, url: str, *, private: bool) -> None:
    address = Address(host, 8080)
    assert address.is_private is private
    assert address.url == url
    assert (address.warning == "") is private


def test_only_a_private_service_insists_on_its_names() -> None:
    private = settings_for(Address("127.5.5.5", 8080), "sqlite://", origins=("https://x.example",))
    assert private.origins.names == (*LOOPBACK, "127.5.5.5")
    assert private.origins.others == ("https://x.example",)
    assert settings_for(Address("0.0.0.0", 8080), "sqlite://").origins.names == ()


def test_a_port_that_is_taken_is_refused_in_words() -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=f"cannot listen at 127.0.0.1 port {port}"):
            listening("127.0.0.1", port)
    with pytest.raises(CannotListen):
        listening("127.0.0.1", 70_000)


# --------------------------------------------------------------------- moves on hexes
GRID = HexGrid(9, 9, "north-south", 600)
MINE, ENEMY = HexBody(0, 0, GRID.hex(4, 2)), HexBody(1, 1, GRID.hex(5, 3), 1800)
WHEEL = Change("a wheel", (600,), price=1, start=1, rule="toy.wheel")
ON_HEXES = PlanHexMove(
    "march",
    0,
    MINE,
    HexTerms(2, changes=(WHEEL,), closes=True),
    HexScene(HexField(GRID), (MINE, ENEMY)),
)


class Mover(Named):
    """A system on hexes that has one body."""

    def painter(self) -> Painter[Any]:
        """The default."""
        return Painter()


class OnHexes:
    """A game of it."""

    system, battle = Mover(), Standing()


HEX_GAME = cast("Any", OnHexes())


def test_a_plan_on_hexes_is_seen_step_by_step() -> None:
    seen = steps_seen(HEX_GAME, ON_HEXES, (TurnTo(600), Step(300)))
    assert (seen.mover, seen.legal, seen.allowance, seen.cost, seen.left) == (0, True, 2, 2, 0)
    turn, ahead = seen.steps
    assert (turn.words, turn.cost, turn.start.facing, turn.end.facing) == ("turn 60 degrees right", 1, 0, 600)
    assert [(item.value, item.rule) for item in turn.items] == [(1, "toy.wheel")]
    assert ahead.words == "one hex"
    assert ahead.path == (GRID.centre(GRID.hex(4, 2)), GRID.centre(GRID.hex(4, 3)))
    assert seen.end.hex == GRID.hex(4, 3)
    (left,) = steps_seen(HEX_GAME, ON_HEXES, (TurnTo(3000),)).steps
    assert left.words == "turn 60 degrees left"


def test_closing_leads_to_the_side_of_the_enemys_hex() -> None:
    seen = steps_seen(HEX_GAME, ON_HEXES, (Step(300), Contact(900)))
    *_, closing = seen.steps
    assert closing.words == "close with the enemy"
    assert closing.path[1] == GRID.side_middle(GRID.side(GRID.hex(4, 3), 900))


def test_what_stands_against_a_plan_on_hexes_is_outlined() -> None:
    seen = steps_seen(HEX_GAME, ON_HEXES, (Step(3300), Step(3300), Step(300)))
    assert not seen.legal
    assert seen.nearest == (Step(3300), Step(3300))
    assert [wall.code for wall in seen.obstacles] == ["allowance"]
    blocked = steps_seen(HEX_GAME, ON_HEXES, (Step(300), Step(900)))
    enemy = next(wall for wall in blocked.obstacles if wall.code == "enemy")
    assert (enemy.step, enemy.words) == (1, "an enemy holds (5, 3)")
    assert enemy.place == GRID.centre(GRID.hex(5, 3))
    assert enemy.outline == GRID.outline(GRID.hex(5, 3))


def test_the_nearest_plan_to_a_hex_says_how_many_hexes_it_misses() -> None:
    seen = steps_towards(HEX_GAME, ON_HEXES, GRID.hex(4, 8), None)
    assert (seen.legal, seen.miss, seen.nearest) == (True, 4, None)


def test_the_hexes_in_reach_are_told_with_their_cost_and_facings() -> None:
    seen = hexes_seen(HEX_GAME, ON_HEXES)
    assert (seen.mover, seen.allowance) == (0, 2)
    here = next(cell for cell in seen.cells if cell.hex == MINE.hex)
    assert (here.cost, here.facings, here.outline) == (0, (0, 600, 3000), GRID.outline(GRID.hex(4, 2)))
    costs = [cell.cost for cell in seen.cells]
    assert costs == sorted(costs)
    assert seen.contacts == ()

"""Roads: what they lead through as through the open, what lies across them, and which piece counts."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import LibertyBattle, Order
from sandtable.systems.liberty.charge_ways import ChargeWay, ways_to
from sandtable.systems.liberty.forced_moves import meets_difficult_ground
from sandtable.systems.liberty.marching import Claim, claims
from sandtable.systems.liberty.movement import (
    March,
    allowance,
    is_in_difficult,
    is_on_road,
    march_terms,
    moving_scene,
)
from sandtable.systems.liberty.moving_ground import moving_ground
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.pursuit_ground import is_slowed
from sandtable.systems.liberty.retire import open_ways
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.movement import Advance, check
from sandtable.table.space import INCH, Field, Piece, Point, Pose, inches, rings
from tests.systems.liberty.charge_parade import DRAGOONS, field
from tests.systems.liberty.parade import SIX_POUNDERS, battle, fence, ground, unit
from tests.systems.liberty.test_liberty_routs import beaten, rout

RUN = March(Order.RUN)
WOOD = ground("forest", (20, 0), (52, 0), (52, 40), (20, 40))
FENCE = fence((20, 20), (52, 20))


def road(width: float = 2.5, x: float = 36) -> Piece:
    """A road up the table."""
    line = Point(inches(x), 0), Point(inches(x), inches(48))
    return Piece("the road", "road", line=line, width=inches(width))


def runs(scene: LibertyBattle, distance: float) -> list[str]:
    """The rules against a RUN of the first unit so far straight ahead."""
    mover = scene.units[0]
    terms = march_terms(scene, mover, RUN, allowance(scene, mover, RUN))
    met = check(mover, (Advance(inches(distance)),), terms, moving_scene(scene)).obstacles
    return list(dict.fromkeys(one.rule for one in met))


# ------------------------------------------------------------------ marches
def test_a_fence_laid_across_a_road_bars_a_march_along_it() -> None:
    """movement.road.on, movement.obstacle.when: the fence is listed after the road, 8 in ahead."""
    column = unit(0, 36, 12, formation=Formation.MARCH_COLUMN)
    across = battle(column, pieces=(WOOD, road(), FENCE))
    assert runs(across, 8) == []
    assert runs(across, 8.1) == ["movement.obstacle.when"]
    through = battle(column, pieces=(WOOD, FENCE, road()))
    assert runs(through, 12) == [], "a road listed after the fence leads through a gap in it"
    line = battle(unit(0, 36, 12), pieces=(FENCE, road()))
    assert runs(line, 8.1) == ["movement.obstacle.when"], "a line does not fit through the gap"


@pytest.mark.parametrize("works", ["redoubt", "building"])
def test_works_and_houses_built_on_a_road_bar_it(works: str) -> None:
    """movement.road.on, fort.detail, terrain.buildings"""
    column = unit(0, 36, 12, formation=Formation.MARCH_COLUMN)
    built = ground(works, (33, 20), (39, 20), (39, 24), (33, 24))
    assert runs(battle(column, pieces=(road(), built)), 8) == []
    assert runs(battle(column, pieces=(road(), built)), 8.1) != []


def test_a_wood_listed_after_a_road_hides_it() -> None:
    """movement.road.on, deploy.scenario-data, movement.no-run: the wood begins 6 in ahead of the front, 7
    in ahead of the centre of the first base, which is where a base is on a road."""
    ahead = ground("forest", (20, 18), (52, 18), (52, 40), (20, 40))
    column = unit(0, 36, 12, formation=Formation.MARCH_COLUMN)
    hidden, cleared = battle(column, pieces=(road(), ahead)), battle(column, pieces=(ahead, road()))
    assert runs(hidden, 7) == []
    assert runs(hidden, 7.1) == ["movement.no-run"]
    assert runs(cleared, 12) == []
    inside = unit(0, 36, 30, formation=Formation.MARCH_COLUMN)
    for pieces, on_road in (((road(), ahead), False), ((ahead, road()), True)):
        scene = battle(inside, pieces=pieces)
        assert (is_on_road(scene, inside), is_in_difficult(scene, inside)) == (on_road, not on_road)
        assert (Claim.ROAD in claims(scene, inside)) is on_road


def test_a_clearing_is_open_to_marches_charges_and_pursuits_alike() -> None:
    """deploy.scenario-data, terrain.touch: open ground listed after the wood it lies in."""
    clearing = ground("open", (30, 8), (42, 8), (42, 36), (30, 36))
    line = unit(0, 36, 12)
    scene = battle(line, unit(1, 36, 26, 180, side=1), pieces=(WOOD, clearing))
    assert runs(scene, 10) == []
    assert not is_slowed(scene, line, Pose(3600, 1200, 0), 12 * INCH)
    assert not charge(line, WOOD, clearing).difficult
    assert charge(line, clearing, WOOD).difficult


# ------------------------------------------------------------------ charges
def charge(charger: object, *pieces: Piece) -> ChargeWay:
    """The way of a charge straight up the table on a line 8 in off."""
    scene = field(charger, unit(1, 36, 20, 180, side=1), pieces=pieces)  # type: ignore[arg-type]
    (way,) = ways_to(scene, scene.units[0], scene.units[1])
    return way


def test_a_charge_along_a_road_through_a_wood_is_made_as_in_the_open() -> None:
    """movement.road.on, terrain.difficult.charge: the centres of a column's files lie an inch from its
    middle, on a road 2.5 in wide, though its bases reach into the wood."""
    column = unit(0, 36, 12, formation=Formation.COLUMN)
    assert not charge(column, WOOD, road()).difficult
    assert charge(column, road(), WOOD).difficult, "the wood is listed after the road"
    assert charge(column, WOOD, road(x=37)).difficult, "one file walks beside the road"
    assert charge(column, WOOD).difficult


def test_a_charge_crosses_the_fence_across_a_road() -> None:
    """movement.road.on, movement.obstacle.when: the fence is 3 in ahead of the charger."""
    rail = fence((20, 15), (52, 15))
    column = unit(0, 36, 12, formation=Formation.COLUMN)
    assert charge(column, road(5), rail).obstacles == 1
    assert charge(column, rail, road(5)).obstacles == 0, "a gap of 5 in, a column of 4"
    line = unit(0, 36, 12)
    assert charge(line, rail, road(5)).obstacles == 1, "it is one fence on both sides of the gap"


# ------------------------------------------------------------------ routs and retirements
def test_a_rout_pays_for_the_fence_across_a_road_and_not_for_the_gap_in_it() -> None:
    """movement.road.on, rout.blocked: 12 + 1 in away from the enemy, less 2 in for the fence."""
    rail, wide = fence((10, 28), (62, 28)), road(12)
    across, gap = beaten(pieces=(wide, rail)), beaten(pieces=(rail, wide))
    assert rout(across, 1, 1).battle.units[1].pose == Pose(3600, 2200 + 1100, 0)
    assert rout(gap, 1).battle.units[1].pose == Pose(3600, 2200 + 1300, 0)


def test_guns_that_retire_along_a_road_are_not_slowed_by_the_wood_beside_it() -> None:
    """movement.road.on, morale.retire.move: a limbered gun 2 in wide, 12 in back along the road."""
    gun = unit(0, 36, 30, profile=SIX_POUNDERS, bases=1, formation=Formation.LIMBERED_LINE)
    for pieces, gone in (((WOOD, road()), 1200), ((road(), WOOD), 600)):
        scene = battle(gun, unit(1, 36, 44, 180, side=1), pieces=pieces)
        ((_, way),) = open_ways(scene, gun)
        assert way.gone == gone
        assert meets_difficult_ground(scene, gun, way) is (gone == 600)


def test_a_pursuit_along_a_road_is_not_slowed() -> None:
    """movement.road.on, pursuit.move"""
    riders = unit(0, 36, 12, profile=DRAGOONS, formation=Formation.MARCH_COLUMN)
    for pieces, slowed in (((WOOD, road()), False), ((road(), WOOD), True)):
        scene = battle(riders, unit(1, 36, 40, 180, side=1), pieces=pieces)
        assert is_slowed(scene, riders, Pose(3600, 1200, 0), 20 * INCH) is slowed


# ------------------------------------------------------------------ the ground that counts
CORNERS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=3, max_size=7, unique=True)


def star(corners: list[tuple[int, int]]) -> shapely.Polygon:
    """A simple polygon through these corners: round their middle."""
    middle = shapely.MultiPoint(corners).centroid
    return shapely.Polygon(
        sorted(corners, key=lambda one: (shapely.Point(one).x - middle.x, one[1] - middle.y))
    )


@given(CORNERS, CORNERS)
@settings(max_examples=150, deadline=None)
def test_the_parts_of_a_piece_are_what_no_later_piece_lies_on(
    lower: list[tuple[int, int]], upper: list[tuple[int, int]]
) -> None:
    """deploy.scenario-data: against shapely."""
    below, above = star(lower), star(upper)
    if not (below.is_valid and above.is_valid and below.area > 1 and above.area > 1):
        return
    pieces = ground("forest", *below.exterior.coords[:-1]), ground("open", *above.exterior.coords[:-1])
    cut = moving_ground(Field(4800, 4800, pieces))
    parts = [piece for piece in cut.pieces if piece.kind == "forest"]
    found = shapely.unary_union(
        [shapely.Polygon([(x / 100, y / 100) for x, y in ring]) for part in parts for ring in rings(part)]
    )
    assert found.symmetric_difference(below.difference(above)).area < 0.01
    assert all(part.id == "the forest" for part in parts)


def test_ground_that_nothing_lies_on_is_left_as_it_is() -> None:
    """deploy.scenario-data: at Cowpens and Guilford nothing overlaps but hills, which lie under all."""
    for name in ("cowpens-1781", "guilford-1781"):
        whole = SYSTEM.muster(SYSTEM.scenario(name), Readings()).field
        assert moving_ground(whole) is whole
    trenton = SYSTEM.muster(SYSTEM.scenario("trenton-1776"), Readings()).field
    assert moving_ground(trenton) is not trenton, "the street and its bridge lead over the Assunpink"
    assert replace(moving_ground(trenton), pieces=()) == replace(trenton, pieces=())

"""Limits of moves, turns and flights: closed ground, water, roads, enemies near, and what wheels may do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.forms import whole_move_formations
from sandtable.systems.elan.forms_decisions import NO_CHANGE, Change
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.hexes.plan import hex_field, places
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Facing, Flight, Gait, Leave
from sandtable.systems.elan.leading import Ride, ride
from sandtable.systems.elan.movement import act
from sandtable.systems.elan.movement_decisions import Action, What
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Step, TurnTo
from sandtable.table.movement import Advance, Reform, Retire, Turn, Wheel
from sandtable.table.space import HALF_TURN, Piece, Point, Pose, Shape, centre
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    answered,
    area,
    battle,
    leader,
    line,
    on_hexes,
    place_of,
    scenario,
    unit,
)
from tests.systems.elan.playing import play
from tests.systems.elan.test_elan_ground_hexes import flee_anyhow, legal, two
from tests.systems.elan.test_elan_ground_inches import verdict
from tests.systems.elan.test_elan_roster import figures

FAR = unit(1, 50, 70, 180, side=1)
COLUMN, LIMBERED, MARCH_COLUMN = Formation.COLUMN, Formation.LIMBERED, Formation.MARCH_COLUMN


# --------------------------------------------------------------------- turns beside closed ground
WOOD = area("wood", (30, 20.2), (70, 20.2), (70, 40), (30, 40))


@pytest.mark.parametrize(
    ("turn", "profile"), [(InchGround.turn_guns, GUNS), (InchGround.face_rallied, HORSE)]
)
def test_nobody_turns_freely_into_ground_that_is_closed_to_him(turn: Any, profile: str) -> None:
    """geometry.turning, movement.gun-turn, rally.face: a quarter turn would swing a flank into the wood"""
    ground = InchGround(battle(unit(0, 50, 20, profile=profile), FAR, pieces=(WOOD,)))
    with pytest.raises(Refused, match=r"geometry\.turning"):
        answered(lambda: turn(ground, 0), (Turn(900),))
    assert answered(lambda: turn(ground, 0), (Turn(HALF_TURN),)).heading == HALF_TURN
    foot = InchGround(battle(unit(0, 50, 20), FAR, pieces=(WOOD,)))
    assert answered(lambda: foot.face_rallied(0), (Turn(900),)).heading == 900


def test_guns_that_rally_on_a_road_in_a_wood_may_turn_there() -> None:
    """rally.face, terrain.path: they stand in the wood already"""
    road = line("road", (50, 0), (50, 72))
    guns = unit(0, 50, 30, profile=GUNS, formation=LIMBERED)
    ground = InchGround(battle(guns, FAR, pieces=(WOOD, road)))
    assert answered(lambda: ground.face_rallied(0), (Turn(HALF_TURN),)).heading == HALF_TURN


# --------------------------------------------------------------------- moves in inches
def test_a_unit_nearer_than_an_inch_may_move_away_but_not_nearer() -> None:
    """movement.no-contact"""
    ground = InchGround(battle(unit(0, 50, 20), unit(1, 50, 20.5, 180, side=1)))
    leave = Leave(unit=0, span=900)
    assert verdict(ground, leave, Retire(300))
    assert not verdict(ground, leave, Advance(10))


def test_a_unit_that_moves_within_bad_going_pays_and_is_disordered_too() -> None:
    """terrain.when-disordered, movement.action.bad-going: it need not enter anything"""
    inside = unit(0, 50, 30, formation=COLUMN)
    ground = InchGround(battle(inside, FAR, pieces=(WOOD,)))
    trek = answered(lambda: ground.travel(Leave(unit=0, span=1200)), (Advance(100),))
    assert (trek.halved, trek.disordering) == (True, ("wood",))
    assert not verdict(ground, Leave(unit=0, span=1200), Advance(605))


def test_a_wheel_turns_by_ninety_degrees_at_most_and_once_at_each_end() -> None:
    """movement.wheel, movement.wheel-limit"""
    ground, leave = InchGround(battle(unit(0, 50, 20), FAR)), Leave(unit=0, span=3000)
    assert verdict(ground, leave, Wheel("right", 900))
    assert not verdict(ground, leave, Wheel("right", 905))
    assert not verdict(ground, leave, Wheel("right", 300), Wheel("right", 300), Wheel("right", 300))
    assert verdict(ground, leave, Wheel("right", 300), Advance(100), Wheel("left", 300))


def bent(column: Shape, turn: int) -> Reform:
    return Reform(column, about="front", turn=turn)


def test_on_a_road_a_column_follows_its_bends_but_neither_turns_back_nor_stands_askew() -> None:
    """movement.road-bonus-how, movement.action.about-face, movement.march-limits"""
    column = unit(0, 50, 20, formation=MARCH_COLUMN)
    straight, bend = line("road", (50, 0), (50, 72)), line("road", (50, 0), (50, 28), (80, 58))
    for gait in (Gait.TACTICAL, Gait.MARCH):
        leave = Leave(unit=0, span=1200, by_road=True, gait=gait)
        ground = InchGround(battle(column, unit(1, 5, 70, 180, side=1), pieces=(straight,)))
        assert verdict(ground, leave, Advance(1800))
        for turns in ((HALF_TURN,), (900, 900), (300,), (80,)):
            assert not verdict(ground, leave, *(bent(column.shape, turn) for turn in turns))
        ground = InchGround(battle(column, unit(1, 5, 70, 180, side=1), pieces=(bend,)))
        assert verdict(ground, leave, Advance(800), bent(column.shape, 450), Advance(1000))
        assert not verdict(ground, leave, Advance(800), bent(column.shape, 300))
        assert not verdict(ground, leave, Advance(300), bent(column.shape, 450))


def test_a_hairpin_of_the_road_is_followed_too() -> None:
    """movement.road-bonus-how: the road turns by 153.4 degrees"""
    column = unit(0, 50, 20, formation=MARCH_COLUMN)
    hairpin = line("road", (50, 0), (50, 28), (60, 8))
    ground = InchGround(battle(column, unit(1, 5, 70, 180, side=1), pieces=(hairpin,)))
    leave = Leave(unit=0, span=1200, by_road=True)
    assert verdict(ground, leave, Advance(800), bent(column.shape, 1534), Advance(300))


def test_a_wheel_over_a_friend_is_passing_through_him() -> None:
    """movement.interpenetrate-who, movement.half-scope"""
    scouts = unit(2, 53, 21.3, profile=GUNS, formation=LIMBERED)
    friend = replace(scouts, shape=solid(30, 30))
    leave, wheel = Leave(unit=0, span=1200), (Wheel("left", 500),)
    ground = InchGround(battle(unit(0, 50, 20), FAR, friend))
    trek = answered(lambda: ground.travel(leave), wheel)
    assert (trek.passed, trek.halved) == ((2,), True)
    assert not verdict(ground, leave, Wheel("left", 600))
    assert not verdict(ground, replace(leave, around=True), *wheel)
    assert verdict(InchGround(battle(unit(0, 50, 20), FAR)), leave, Wheel("left", 600))


def test_a_line_marches_twice_its_rate_and_no_farther() -> None:
    """move-02: movement.march, movement.rates: 9 x 2 = 18 in"""
    ground, march = InchGround(battle(unit(0, 50, 20), FAR)), Leave(unit=0, span=1800, gait=Gait.MARCH)
    assert verdict(ground, march, Advance(round(figures("move-02")["distance"] * 100)))
    assert not verdict(ground, march, Advance(1805))


def test_a_flight_that_would_lead_from_home_ends_straight_homeward() -> None:
    """compulsory-03 (b): compulsory.direction; the enemy is at home, but not in the way"""
    fleeing = unit(0, 50, 40.5, 0, side=1)
    ground = InchGround(battle(fleeing, unit(1, 62, 46.5, 0, side=0)))
    flown = answered(lambda: ground.flee(Flight(unit=0, span=1200, threat=1, facing=Facing.KEPT)))
    where = centre(flown.to, fleeing.shape)
    assert f"{where.x / 100:g},{where.y / 100:g}" == figures("compulsory-03")["b"]


LAKE, RIVER = area("lake", (30, 45), (70, 45), (70, 60), (30, 60)), line("river", (0, 45), (108, 45))
BRIDGE = area("bridge", (49.25, 44.25), (50.75, 44.25), (50.75, 45.75), (49.25, 45.75))


@pytest.mark.parametrize("water", [LAKE, RIVER])
def test_a_commander_rides_through_woods_and_friends_but_into_no_water(water: Piece) -> None:
    """leaders.movement-free"""
    people = (leader(0, 1, 50, 21), leader(1))
    ground = InchGround(battle(unit(0, 50, 30), FAR, pieces=(WOOD, water), leaders=people))
    there = answered(lambda: ground.ride(0, 2400, march=False), (Advance(2390),))
    assert (there.x, there.y) == (5000, 4490)
    with pytest.raises(Refused, match=r"leaders\.movement-free"):
        answered(lambda: ground.ride(0, 2600, march=False), (Advance(2600),))


def test_a_commander_crosses_a_river_by_its_bridge() -> None:
    """leaders.movement-free, terrain.closed, terrain.path"""
    people = (leader(0, 1, 50, 30), leader(1))
    ground = InchGround(battle(unit(0, 20, 10), FAR, pieces=(RIVER, BRIDGE), leaders=people))
    there = answered(lambda: ground.ride(0, 2400, march=False), (Advance(2000),))
    assert (there.x, there.y) == (5000, 5000)


def test_a_commander_on_the_very_edge_of_the_table_stays_or_rides_off() -> None:
    """leaders.movement: turning costs nothing and leads nowhere"""
    ground = InchGround(battle(unit(0, 20, 10), FAR, leaders=(leader(0, 1, 50, 0), leader(1))))
    assert answered(lambda: ground.ride(0, 2400, march=False), ()) == Pose(5000, 0)
    there = answered(lambda: ground.ride(0, 2400, march=False), (Turn(900), Advance(2400)))
    assert (there.x, there.y) == pytest.approx((7400, 0), abs=3)


# --------------------------------------------------------------------- moves on hexes
def test_a_formed_unit_on_hexes_retires_for_a_point_more_or_two_points_a_hex() -> None:
    """hex.turns, movement.action.retire, hex.penalty"""
    ground = HexGround(two((5, 5, 0), (17, 12, 180), formation=COLUMN))
    assert legal(ground, Leave(unit=0, span=2), Step(1500))
    assert not legal(ground, Leave(unit=0, span=2), Step(1500), Step(2100))
    assert legal(ground, Leave(unit=0, span=3), Step(1500), Step(2100))
    readings = Readings((("hex.penalty", 1),))
    each = HexGround(two((5, 5, 0), (17, 12, 180), formation=COLUMN, readings=readings))
    assert not legal(each, Leave(unit=0, span=3), Step(1500), Step(2100))
    assert legal(each, Leave(unit=0, span=4), Step(1500), Step(2100))
    trek = answered(lambda: ground.travel(Leave(unit=0, span=2)), (Step(1500),))
    assert trek.to.heading == 0


def test_a_unit_on_hexes_wheels_once_at_the_start_and_once_at_the_end() -> None:
    """hex.movement, movement.wheel: 60 degrees each, and a point each for foot"""
    ground = HexGround(two((5, 5, 0), (17, 12, 180), formation=COLUMN))
    leave = Leave(unit=0, span=9)
    assert legal(ground, leave, TurnTo(600), Step(300), TurnTo(1200))
    assert legal(ground, Leave(unit=0, span=3), TurnTo(600), Step(300), TurnTo(1200))
    assert not legal(ground, Leave(unit=0, span=2), TurnTo(600), Step(300), TurnTo(1200))
    assert not legal(ground, leave, TurnTo(1200), Step(900))
    assert not legal(ground, leave, Step(300), TurnTo(600), Step(300))
    assert not legal(ground, leave, TurnTo(600), Step(300), TurnTo(1200), TurnTo(1800))


def test_a_hex_costs_one_point_more_however_many_reasons_there_are() -> None:
    """hex.penalty: rough ground behind a hedge, with a friend in it"""
    hedge = line("hedge", (0, 11.2), (108, 11.2))
    crops = area("rough", (0, 12), (108, 12), (108, 16), (0, 16))
    units = (unit(0, 1, 1, profile=HORSE), FAR, unit(2, 20, 9))
    ground = HexGround(on_hexes(battle(*units, pieces=(hedge, crops)), (5, 1, 0), (17, 12, 180), (5, 2, 0)))
    trek = answered(lambda: ground.travel(Leave(unit=0, span=3)), (Step(3300), Step(300)))
    assert (trek.gone, trek.passed, set(trek.disordering)) == (3, (2,), {"hedge", "rough"})


def test_a_commander_on_hexes_goes_five_hexes_and_fifteen_on_a_march() -> None:
    """leaders.movement, leaders.movement-free, leaders.march: through friends and rough ground alike"""
    crops = area("rough", (10, 0), (108, 0), (108, 30), (10, 30))
    units, people = (unit(0, 1, 1), FAR), (leader(0, 1, 3.0, 3.46), leader(1))
    fought = on_hexes(battle(*units, pieces=(crops,), leaders=people), (2, 0, 0), (17, 13, 180))
    for march, reach in ((False, 5), (True, 15)):
        ridden = play(ride, fought, Ride(0, march), answers=((Step(900),) * reach,)).battle.leaders[0].pose
        assert ridden is not None
        assert ridden.x == 600 * reach + 300
        with pytest.raises(Refused, match=f"{reach + 1} movement points, and {reach}"):
            play(ride, fought, Ride(0, march), answers=((Step(900),) * (reach + 1),))


def test_a_commander_on_hexes_marches_no_nearer_than_four_hexes_to_an_enemy() -> None:
    """leaders.march"""
    people = (leader(0, 1, 3.0, 3.46), leader(1))
    fought = on_hexes(battle(unit(0, 1, 1), FAR, leaders=people), (0, 2, 0), (9, 0, 180))
    play(ride, fought, Ride(0, march=True), answers=((Step(900),) * 5,))
    with pytest.raises(Refused, match=r"leaders\.march"):
        play(ride, fought, Ride(0, march=True), answers=((Step(900),) * 6,))


# --------------------------------------------------------------------- closed hexsides, roads
HOUSES = area("built-up", (30, 18), (36, 18), (36, 20.5), (30, 20.5), id="houses")


def river(*pieces: Piece) -> tuple[Piece, ...]:
    """The houses fill the hex (5, 3); a river runs south of them, with whatever lies on it."""
    return (HOUSES, line("river", (0, 16.5), (108, 16.5)), *pieces)


def garrisoned(*pieces: Piece) -> HexGround:
    return HexGround(two((5, 3, 0), (5, 9, 180), formation=Formation.GARRISON, pieces=pieces))


def test_on_hexes_a_garrison_does_not_leave_over_a_river() -> None:
    """formation.garrison-exit, hex.terrain: two of six hexes lie beyond it, each with two facings"""
    assert len(garrisoned(HOUSES).sorties(0, (COLUMN,))) == 12
    ground = garrisoned(*river())
    rows = {place_of(ground.battle, stance.to, 0)[1] for stance in ground.sorties(0, (COLUMN,))}
    assert (len(ground.sorties(0, (COLUMN,))), rows) == (8, {3, 4})


def test_on_hexes_a_sector_is_not_entered_over_a_river() -> None:
    """formation.garrison-exit, hex.terrain"""
    assert HexGround(two((5, 2, 0), (5, 9, 180), pieces=(HOUSES,))).garrison(0)
    assert not HexGround(two((5, 2, 0), (5, 9, 180), pieces=river())).garrison(0)


def test_a_road_leads_over_a_river_into_a_sector_but_only_a_march_column() -> None:
    """hex.terrain, terrain.path"""
    road = line("road", (33, 0), (33, 40))
    for formation, may in ((MARCH_COLUMN, True), (COLUMN, False)):
        places = ((5, 2, 0), (5, 9, 180))
        ground = HexGround(two(*places, formation=formation, pieces=river(road)))
        assert bool(ground.garrison(0)) is may


def in_the_woods(formation: Formation, *pieces: Piece) -> ElanBattle:
    """Guns in (5, 5) in the midst of a wood, an enemy two hexes north of them."""
    wood = area("wood", (0, 0), (108, 0), (108, 60), (0, 60))
    return two((5, 5, 180), (5, 7, 180), profile=GUNS, formation=formation, pieces=(wood, *pieces))


def test_limbered_guns_flee_along_a_road_through_a_wood() -> None:
    """compulsory.hex, terrain.closed, terrain.path: off the road all hexes around are closed to them"""
    flight = Flight(unit=0, span=2, threat=1, facing=Facing.AWAY)
    road = line("road", (36, 72), (36, 0))
    by_road = flee_anyhow(HexGround(in_the_woods(LIMBERED, road)), flight)
    assert (by_road.gone, by_road.is_cut_off, by_road.disordering) == (2, False, ())
    assert flee_anyhow(HexGround(in_the_woods(LIMBERED)), flight).is_cut_off


def test_a_march_column_is_disordered_in_flight_only_off_the_road() -> None:
    """terrain.path, terrain.when-disordered"""
    crops = area("rough", (0, 0), (108, 0), (108, 60), (0, 60))
    road = line("road", (36, 72), (36, 0))
    flight = Flight(unit=0, span=2, threat=1, facing=Facing.AWAY)
    for formation, kinds in ((MARCH_COLUMN, ()), (COLUMN, ("rough",))):
        ground = HexGround(two((5, 5, 180), (5, 7, 180), formation=formation, pieces=(crops, road)))
        assert answered(lambda here=ground: here.flee(flight), (5, 4), (5, 3)).disordering == kinds


def test_a_pose_on_hexes_stays_in_its_hex_whatever_it_is_asked() -> None:
    """hex.grid: a unit that turns freely stays where it is"""
    fought = two((5, 5, 0), (5, 9, 180), profile=GUNS)
    turned = answered(lambda: HexGround(fought).turn_guns(0), (TurnTo(1200),))
    assert place_of(fought, turned, 0) == (5, 5)
    moved = fought.with_unit(replace(fought.units[0], pose=turned))
    assert HexGround(moved).point_gap(0, Point(turned.x, turned.y)) == 0


def test_horsemen_mount_in_a_wood_only_into_march_column_on_its_road() -> None:
    """formation.dismount, terrain.closed, terrain.path: in inches and on hexes alike"""
    wood, road = area("wood", (20, 10), (50, 10), (50, 40), (20, 40)), line("road", (36, 72), (36, 0))
    afoot = unit(0, 36, 32, profile=HORSE, formation=Formation.DISMOUNTED)
    for pieces, mounts in (((wood, road), (MARCH_COLUMN,)), ((wood,), ())):
        inches = battle(afoot, FAR, pieces=pieces)
        assert whole_move_formations(inches, inches.units[0]) == mounts
        hexes = on_hexes(inches, (5, 5, 0), (5, 13, 180))
        assert whole_move_formations(hexes, hexes.units[0]) == mounts


def test_the_plan_puts_limbered_guns_into_a_wood_only_where_a_road_leads() -> None:
    """hex.plan.units, terrain.closed, terrain.path: the hex (5, 7) of the Swiepwald is wood with a road"""
    plan = scenario("swiepwald")
    guns = next(place for place, one in enumerate(plan.units) if one.id == "pr-guns-1")
    for formation, stays in ((LIMBERED, True), (Formation.DEPLOYED, False)):
        one = replace(plan.units[guns], formation=formation, x=36.0, y=39.84, facing=0)
        moved = replace(plan, units=(*plan.units[:guns], one, *plan.units[guns + 1 :]))
        place = places(moved)[guns]
        assert place is not None
        there = hex_field(plan.field(), plan.hex_corners).grid.place(place.hex)
        assert ((there.column, there.row) == (5, 7)) is stays


# --------------------------------------------------------------------- changes near the enemy
@pytest.mark.parametrize(("gap", "open_at_end"), [(17.9, False), (18.1, True)])
def test_a_unit_that_began_near_the_enemy_changes_at_the_start_only(gap: float, open_at_end: bool) -> None:  # noqa: FBT001 - of a table
    """movement.change-inside: though its column ends 2 in farther from him than its line"""
    fought = battle(unit(0, 50, 20), unit(1, 53 + gap, 20, 270, side=1, formation=MARCH_COLUMN))
    change = (Action(What.CHANGE), Change(COLUMN), NO_CHANGE, (Retire(100),))
    answers = (*change, NO_CHANGE) if open_at_end else change
    asked = play(act, fought, 0, answers=answers).asked
    assert asked.count("move.formation") == (3 if open_at_end else 2)

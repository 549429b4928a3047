"""The ground in inches: charges, counter-charges, breakthroughs and flights."""

from __future__ import annotations

import math

import pytest

from sandtable.systems.elan.events import Deed, UnitMoved
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Facing, Flight
from sandtable.systems.elan.troops import Formation
from sandtable.table.movement import Advance
from sandtable.table.space import Pose, centre
from tests.systems.elan.bivouac import HORSE, LIGHT, answered, area, battle, line, unit
from tests.systems.elan.test_elan_roster import figures

FAR_ENEMY = unit(1, 50, 70, 180, side=1)


# --------------------------------------------------------------------- charges
def test_a_charge_goes_straight_at_an_enemy_in_reach() -> None:
    """charge.path, charge.distance, geometry.contact-align"""
    ground = InchGround(battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 25, 180, side=1)))
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    assert (onset.cost, onset.wheel, onset.to.y) == (1500, 0, 2500)
    assert ground.onset(0, 1, 1490) is None
    closing = ground.close(0, 1, onset.to)
    assert closing is not None
    assert (closing.to, closing.touched) == (Pose(2000, 2500, 0), (1,))
    assert ground.edge_attacked(1, 0, onset.start) is Edge.FRONT


def test_a_hedge_halves_the_reach_of_cavalry_and_disorders_it() -> None:
    """charge-03: charge.distance, terrain.table"""
    hedge = line("hedge", (10, 14), (30, 14))
    ground = InchGround(battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 18, 180, side=1), pieces=(hedge,)))
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    assert (onset.reach, onset.disordering, onset.crossed) == (900, ("hedge",), ("the hedge",))
    farther = battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 19.5, 180, side=1), pieces=(hedge,))
    assert InchGround(farther).onset(0, 1, 1800) is None
    assert figures("charge-03")["reach"] == 9


def test_a_charge_wheels_only_as_far_as_it_must_and_pays_for_it() -> None:
    """charge.path, movement.wheel-limit"""
    ground = InchGround(
        battle(unit(0, 20, 10, profile=HORSE), unit(1, 32, 19, 180, side=1, formation=Formation.SQUARE))
    )
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    turn = onset.path[1].heading
    assert 0 < turn <= 450
    assert onset.wheel == pytest.approx(math.radians(turn / 10) * 600, abs=0.1)
    behind = InchGround(
        battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 5, 180, side=1, formation=Formation.SQUARE))
    )
    assert behind.onset(0, 1, 1800) is None


def test_nobody_charges_through_others() -> None:
    """charge.path"""
    fought = battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 25, 180, side=1), unit(2, 20, 17, side=0))
    assert InchGround(fought).onset(0, 1, 1800) is None


def test_a_charger_that_hits_aslant_is_turned_flush() -> None:
    """geometry.contact-align"""
    ground = InchGround(battle(unit(0, 20, 10, 20, profile=HORSE), unit(1, 24, 22, 180, side=1)))
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    closing = ground.close(0, 1, onset.to)
    assert closing is not None
    assert (closing.to.heading, closing.to.y) == (0, 2200)


def test_a_unit_attacked_from_behind_its_front_line_is_taken_in_flank_or_rear() -> None:
    """geometry.front-line"""
    target = unit(0, 20, 20)
    rear = InchGround(battle(target, unit(1, 20, 10, side=1)))
    assert rear.edge_attacked(0, 1, Pose(2000, 1000, 0)) is Edge.REAR
    flank = InchGround(battle(target, unit(1, 30, 19, 270, side=1)))
    assert flank.edge_attacked(0, 1, Pose(3000, 1900, 2700)) is Edge.FLANK
    assert flank.edge_attacked(0, 1, Pose(3000, 2100, 2700)) is Edge.FRONT


def test_a_charge_that_fails_stops_three_inches_short() -> None:
    """charge.home-fail"""
    ground = InchGround(battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 25, 180, side=1)))
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    assert ground.short_of(onset).to == Pose(2000, 2200, 0)
    near = InchGround(battle(unit(0, 20, 23, profile=HORSE), unit(1, 20, 25, 180, side=1)))
    close = near.onset(0, 1, 1800)
    assert close is not None
    assert near.short_of(close).to == Pose(2000, 2300, 0)


def test_horsemen_meet_halfway_or_as_far_as_the_countercharger_reaches() -> None:
    """charge.countercharge"""
    fought = battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 26, 180, side=1, profile=HORSE))
    ground = InchGround(fought)
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    clash = ground.clash(onset, 1800)
    assert clash is not None
    assert (clash.charger, clash.other) == (Pose(2000, 1800, 0), Pose(2000, 1800, 1800))
    short = ground.clash(onset, 300)
    assert short is not None
    assert short.other == Pose(2000, 2300, 1800)


@pytest.mark.parametrize(("rolled", "caught"), [(14, True), (15, False)])
def test_an_evader_is_caught_within_what_is_left_of_the_reach(rolled: int, caught: bool) -> None:  # noqa: FBT001 - of a table
    """charge-04: charge.evade-pursuit"""
    fought = battle(
        unit(0, 20, 10, profile=HORSE),
        unit(1, 20, 14, 180, side=1, profile=LIGHT, formation=Formation.SKIRMISH),
    )
    ground = InchGround(fought)
    onset = ground.onset(0, 1, 1800)
    assert onset is not None
    flight = Flight(unit=1, span=rolled * 100, threat=0, facing=Facing.AWAY, homeward=False)
    flown = answered(lambda: ground.flee(flight))
    after = InchGround(UnitMoved(1, flown.to, Deed.EVADED).apply(fought))
    assert flown.to.heading == 0
    reached = after.catch(onset)
    assert (reached is not None) is caught
    if reached is None:
        followed = after.follow(onset, 0)
        assert (followed.gone, followed.to) == (1800, Pose(2000, 2800, 0))
    else:
        assert reached.to == Pose(2000, 2800, 0)


def test_a_breakthrough_may_end_touching_an_enemy() -> None:
    """melee.breakthrough-how"""
    ground = InchGround(battle(unit(0, 20, 10, profile=HORSE), unit(1, 20, 15, 180, side=1)))
    trek = answered(lambda: ground.thrust(0, 900), (Advance(500),))
    assert (trek.met, trek.to) == ((1,), Pose(2000, 1500, 0))
    short = answered(lambda: ground.thrust(0, 900), (Advance(300),))
    assert short.met == ()


# --------------------------------------------------------------------- flights
def test_a_compulsory_move_goes_away_from_the_nearest_enemy() -> None:
    """compulsory-03: compulsory.direction; home is north for side 1"""
    fleeing = unit(0, 50, 40.5, 0, side=1)
    ground = InchGround(battle(fleeing, unit(1, 53, 36.5, 0, side=0)))
    flown = answered(lambda: ground.flee(Flight(unit=0, span=1200, threat=1, facing=Facing.KEPT)))
    where = centre(flown.to, fleeing.shape)
    assert f"{where.x / 100:.1f},{where.y / 100:.1f}" == figures("compulsory-03")["a"]


def test_a_compulsory_move_that_would_lead_from_home_goes_home_instead() -> None:
    """compulsory-03: compulsory.direction; an evade goes directly away whatever lies there (charge.evade)"""
    ground = InchGround(battle(unit(0, 50, 40.5, 0, side=1), unit(1, 50, 46.5, 0, side=0)))
    assert ground.way_of_flight(Flight(unit=0, span=1200, threat=1, facing=Facing.KEPT)) == 0
    assert ground.way_of_flight(Flight(unit=0, span=1200, threat=None, facing=Facing.KEPT)) == 0
    evade = Flight(unit=0, span=1200, threat=1, facing=Facing.AWAY, homeward=False)
    assert ground.way_of_flight(evade) == 1800


@pytest.mark.parametrize(("rolled", "leaves"), [(12, False), (13, True)])
def test_a_unit_that_crosses_the_table_edge_has_left(rolled: int, leaves: bool) -> None:  # noqa: FBT001 - of a table
    """compulsory-02: geometry.table-edge; its rear is 12 in from the edge, and it turns about first"""
    ground = InchGround(battle(unit(0, 50, 13), unit(1, 50, 20, 180, side=1)))
    flown = answered(lambda: ground.flee(Flight(unit=0, span=100 * rolled, threat=1, facing=Facing.AWAY)))
    assert flown.left is leaves


def test_a_flight_passes_friends_and_goes_on_until_it_is_clear_of_them() -> None:
    """compulsory.friends"""
    fought = battle(unit(0, 50, 40), unit(1, 50, 45, 180, side=1), unit(2, 50, 30, side=0))
    flown = answered(lambda: InchGround(fought).flee(Flight(unit=0, span=1000, threat=1, facing=Facing.AWAY)))
    assert flown.passed == (2,)
    assert flown.gone >= 1000


def test_a_flight_that_is_barred_turns_aside_right_before_left() -> None:
    """compulsory.blocked"""
    lake = area("lake", (49, 30), (51, 30), (51, 35), (49, 35))
    ground = InchGround(
        battle(unit(0, 50, 40, formation=Formation.COLUMN), unit(1, 50, 45, 180, side=1), pieces=(lake,))
    )
    flown = answered(lambda: ground.flee(Flight(unit=0, span=1000, threat=1, facing=Facing.AWAY)))
    assert flown.gone == 1000
    assert flown.to.heading in (1950, 2100, 2250)
    wall = area("lake", (0, 30), (108, 30), (108, 39), (0, 39))
    shut = InchGround(battle(unit(0, 50, 44), unit(1, 50, 50, 180, side=1), pieces=(wall,)))
    assert answered(lambda: shut.flee(Flight(unit=0, span=1000, threat=1, facing=Facing.AWAY))).is_cut_off


def test_bad_going_disorders_a_flight_but_does_not_shorten_it() -> None:
    """compulsory.full, terrain.when-disordered"""
    crops = area("crops", (40, 20), (60, 20), (60, 35), (40, 35))
    ground = InchGround(battle(unit(0, 50, 40), unit(1, 50, 45, 180, side=1), pieces=(crops,)))
    flown = answered(lambda: ground.flee(Flight(unit=0, span=1000, threat=1, facing=Facing.AWAY)))
    assert (flown.gone, flown.disordering) == (1000, ("crops",))

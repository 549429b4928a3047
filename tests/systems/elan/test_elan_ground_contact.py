"""Coming into contact on the open table: by which incline, upon which edge, across which wall."""

from __future__ import annotations

import pytest

from sandtable.systems.elan.breakthrough import come_upon
from sandtable.systems.elan.charge_home import close_in
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Trek
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.table.movement import Advance
from sandtable.table.space import Pose, standing
from tests.systems.elan.bivouac import HORSE, LIGHT, answered, battle, line, unit
from tests.systems.elan.playing import play

COLUMN = Formation.COLUMN


def test_a_corner_counts_for_the_edge_that_faces_the_line_of_charge_and_not_the_charger() -> None:
    """geometry.contact-align: a charger that faces north goes north-north-west upon a southern corner.

    The rear edge of the enemy looks to 220 degrees, its right edge to 130; the line comes from about 160.
    """
    ground = InchGround(
        battle(unit(0, 20, 10, formation=COLUMN), unit(1, 18, 20, 40, side=1, formation=COLUMN))
    )
    onset = ground.onset(0, 1, 1200)
    assert onset is not None
    assert (onset.to.heading, onset.line) == (0, 3415)
    along, ahead = ground.close(0, 1, onset.to, onset.line), ground.close(0, 1, onset.to)
    assert along is not None
    assert ahead is not None
    assert (along.to.heading, ahead.to.heading) == (3100, 400)
    fought = ground.battle
    assert play(close_in, fought, onset).battle.units[0].pose == along.to
    trek = Trek(to=onset.to, gone=onset.cost, met=(1,))
    assert play(come_upon, fought, 0, onset.start, trek).battle.units[0].pose == along.to


@pytest.mark.parametrize(("facing", "corner", "flush"), [(45, (100, -300), 450), (135, (100, 0), 3150)])
def test_of_two_edges_that_face_a_charge_alike_front_or_rear_counts(
    facing: float, corner: tuple[int, int], flush: int
) -> None:
    """geometry.contact-align: a corner that points due south, first at the rear, then at the front"""
    enemy = unit(1, 20, 30, facing, side=1, formation=COLUMN)
    point = standing(enemy).at(*corner)
    ground = InchGround(battle(unit(0, 20, 10, formation=COLUMN), enemy))
    closing = ground.close(0, 1, Pose(round(point.x), round(point.y), 0))
    assert closing is not None
    assert closing.to.heading == flush


@pytest.mark.parametrize(
    ("left", "right", "enemy", "degrees"), [(19.9, 22.6, 20, 11.2), (20.2, 22.95, 18.87, 15)]
)
def test_a_charge_inclines_as_the_gap_between_friends_allows(
    left: float, right: float, enemy: float, degrees: float
) -> None:
    """charge.path: friends behind bar every wheel, and those ahead the plainest inclines.

    Through the first gap leads half the widest incline, through the second the one to the enemy's corner.
    """
    behind = (unit(2, 17.92, 7.2, formation=COLUMN), unit(3, 22.08, 7.2, formation=COLUMN))
    ahead = (unit(4, left - 3, 16), unit(5, right + 3, 16))
    charger, target = unit(0, 20, 10, formation=COLUMN), unit(1, enemy, 17, 180, side=1)
    onset = InchGround(battle(charger, target, *behind, *ahead)).onset(0, 1, 1200)
    assert onset is not None
    assert (onset.wheel, onset.to.heading) == (0, 0)
    assert onset.line == pytest.approx(10 * degrees, abs=1)


WALL = line("wall", (10, 20), (30, 20))
BEHIND = (0, 0.02, 0.04, 0.06, 0.1, 0.5, 1.0)
"""How far behind a line the front of a defender stands, in inches."""


@pytest.mark.parametrize("behind", BEHIND)
def test_who_charges_across_a_wall_is_disordered_wherever_the_defender_stands_behind_it(
    behind: float,
) -> None:
    """terrain.when-disordered, terrain.cover-applies: heavy infantry, at a major obstacle"""
    charger = unit(1, 20, 23.5, 180, side=1)
    ground = InchGround(battle(unit(0, 20, 20 - behind), charger, pieces=(WALL,)))
    onset = ground.onset(1, 0, 900)
    assert onset is not None
    assert (onset.crossed, onset.disordering) == (("the wall",), ("wall",))
    assert (onset.halved, onset.reach) == (True, 450)
    assert ground.cover_in_melee(0, onset.crossed, 1) is Cover.HEAVY


@pytest.mark.parametrize("behind", BEHIND)
def test_a_wall_halves_the_reach_wherever_the_defender_stands_behind_it(behind: float) -> None:
    """charge.distance: 4.6 in are more than half of 9"""
    defender = unit(0, 20, 20 - behind)
    far = battle(defender, unit(1, 20, 24.6 - behind, 180, side=1), pieces=(WALL,))
    assert InchGround(far).onset(1, 0, 900) is None
    near = battle(defender, unit(1, 20, 24.5 - behind, 180, side=1), pieces=(WALL,))
    assert InchGround(near).onset(1, 0, 900) is not None


@pytest.mark.parametrize("behind", BEHIND)
def test_cavalry_does_not_charge_across_a_wall_wherever_the_defender_stands_behind_it(behind: float) -> None:
    """terrain.closed, terrain.table: a major obstacle is closed to cavalry, a minor one disorders it"""
    units = unit(0, 20, 20 - behind), unit(1, 20, 25, 180, side=1, profile=HORSE)
    assert InchGround(battle(*units, pieces=(WALL,))).onset(1, 0, 1800) is None
    hedge = line("hedge", (10, 20), (30, 20))
    onset = InchGround(battle(*units, pieces=(hedge,))).onset(1, 0, 1800)
    assert onset is not None
    assert (onset.crossed, onset.disordering) == (("the hedge",), ("hedge",))


def test_a_charge_at_an_angle_crosses_the_wall_too() -> None:
    """terrain.when-disordered: the charger hits the line with a corner"""
    for facing in (150, 165, 195, 210):
        charger = unit(1, 20, 22.5, facing, side=1)
        onset = InchGround(battle(unit(0, 20, 20), charger, pieces=(WALL,))).onset(1, 0, 900)
        assert onset is not None
        assert (onset.crossed, onset.disordering) == (("the wall",), ("wall",))


def test_a_wall_behind_the_defender_is_not_crossed() -> None:
    """terrain.when-disordered: charged from his own side of it, or with the wall at his back"""
    onset = InchGround(battle(unit(0, 20, 20), unit(1, 20, 15, side=1), pieces=(WALL,))).onset(1, 0, 900)
    assert onset is not None
    assert (onset.crossed, onset.disordering, onset.halved) == ((), (), False)
    astride = battle(unit(0, 20, 20.5), unit(1, 20, 25, 180, side=1), pieces=(WALL,))
    before = InchGround(astride).onset(1, 0, 900)
    assert before is not None
    assert (before.crossed, before.disordering) == ((), ())


def test_a_breakthrough_upon_who_lines_a_wall_crosses_it() -> None:
    """melee.breakthrough-how, terrain.when-disordered: heavy infantry is disordered, cavalry is stopped"""
    ground = InchGround(battle(unit(0, 20, 20), unit(1, 20, 25, 180, side=1), pieces=(WALL,)))
    trek = answered(lambda: ground.thrust(1, 500), (Advance(500),))
    assert (trek.met, trek.crossed, trek.disordering) == ((0,), ("the wall",), ("wall",))
    horse = InchGround(battle(unit(0, 20, 20), unit(1, 20, 25, 180, side=1, profile=HORSE), pieces=(WALL,)))
    stopped = answered(lambda: horse.thrust(1, 500), (Advance(500),))
    assert (stopped.met, stopped.crossed) == ((), ())


def test_an_evader_who_is_caught_behind_a_hedge_is_caught_across_it() -> None:
    """charge.evade-pursuit, terrain.when-disordered: the rear of the evader stands on the hedge"""
    evader = unit(0, 20, 24, profile=LIGHT, formation=Formation.SKIRMISH)
    horse = unit(1, 20, 15, side=1, profile=HORSE)
    hedge = line("hedge", (10, 22), (30, 22))
    ground = InchGround(battle(evader, horse, pieces=(hedge,)))
    assert ground.gap(0, 1) == 700
    onset = InchGround(battle(evader, horse)).onset(1, 0, 1800)
    assert onset is not None
    caught = ground.catch(onset)
    assert caught is not None
    assert (caught.crossed, caught.disordering, caught.halved) == (("the hedge",), ("hedge",), True)


def test_horsemen_who_meet_on_a_hedge_fight_across_it() -> None:
    """charge.countercharge, terrain.when-disordered: they meet halfway, at y = 20; the charger crosses"""
    horse, other = unit(0, 20, 15, profile=HORSE), unit(1, 20, 25, 180, side=1, profile=HORSE)
    ground = InchGround(battle(horse, other, pieces=(line("hedge", (10, 20), (30, 20)),)))
    onset = InchGround(battle(horse, other)).onset(0, 1, 1800)
    assert onset is not None
    clash = ground.clash(onset, 1800)
    assert clash is not None
    assert (clash.charger.y, clash.other.y, clash.crossed) == (2000, 2000, ("the hedge",))
    assert (clash.charger_disordering, clash.other_disordering) == (("hedge",), ())

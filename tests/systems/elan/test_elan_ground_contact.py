"""Coming into contact on the open table: by which incline, upon which edge, across which wall."""

from __future__ import annotations

import pytest

from sandtable.systems.elan.breakthrough import come_upon
from sandtable.systems.elan.charge_home import close_in
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Trek
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.table.body import standing
from sandtable.table.legs import Advance
from sandtable.table.pose import Pose
from tests.systems.elan.bivouac import answered, battle, line, unit
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


def test_who_lines_a_wall_is_charged_across_it() -> None:
    """terrain.cover-applies, terrain.disordering: contact is made at the wall, which nobody has passed."""
    wall = line("wall", (10, 20), (30, 20))
    ground = InchGround(battle(unit(0, 20, 20), unit(1, 20, 25, 180, side=1), pieces=(wall,)))
    onset = ground.onset(1, 0, 900)
    assert onset is not None
    assert (onset.crossed, onset.disordering) == (("the wall",), ())
    assert ground.cover_in_melee(0, onset.crossed, 1) is Cover.HEAVY
    trek = answered(lambda: ground.thrust("melee.breakthrough", 1, 500), (Advance(500),))
    assert (trek.met, trek.crossed) == ((0,), ("the wall",))
    behind = InchGround(battle(unit(0, 20, 20), unit(1, 20, 15, side=1), pieces=(wall,))).onset(1, 0, 900)
    assert behind is not None
    assert behind.crossed == ()

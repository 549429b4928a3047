"""Contact: how long units touch, and which of their bases do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.eagle.contact import engaged_bases, free_bases, meeting, meetings, touched_at
from sandtable.systems.eagle.flush import edge_of
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import standing
from tests.systems.eagle.arena import ALA, LEGION, VETERANS, WARBAND, battle, touching, unit

Figures = Callable[[str], dict[str, Any]]


def test_lines_that_overlap_touch_along_the_edge_they_share(case: Figures) -> None:
    """melee-lines-overlap: melee.contact, shooting.engaged.base, turn.combat.component"""
    units = (
        unit(0, 3, 10),
        unit(1, 10, 10),
        unit(2, 5, 10, 180, side=1, profile=WARBAND, ranks=(4, 4)),
        unit(3, 12, 10, 180, side=1, profile=WARBAND, ranks=(4, 4)),
    )
    fought = battle(*units, contacts=(touching(0, 2), touching(1, 2), touching(1, 3)))
    pairs = ((0, 2), (1, 2), (1, 3))
    assert [meetings(fought, one, (foe,))[0].length for one, foe in pairs] == [400, 100, 400]
    expected = case("melee-lines-overlap")
    counts = [len(engaged_bases(fought, one, (foe,))) for one, foe in ((0, 2), (2, 0), (1, 3), (3, 1))]
    assert counts == [expected[key] for key in ("r1", "b1", "r2", "b2")]
    assert touched_at(fought, units[2]) == (0, 1)


@pytest.mark.parametrize("facing", [0, 7.3, 41.8, 90.1, 222.4])
def test_two_units_share_the_same_whole_hundredths_of_edge_whichever_is_asked_about(facing: float) -> None:
    """melee.contact, dice.measure: 1.00 in of edge is kept as 100, whoever measures it first"""
    here = unit(0, 20, 20, facing)
    spot = standing(here).shifted(500, 0)
    other = unit(1, spot.x / 100, spot.y / 100, (facing + 180) % 360, side=1)
    ours, theirs = meeting(here, other), meeting(other, here)
    assert ours is not None
    assert theirs is not None
    assert (type(ours.length), abs(ours.length - 100) <= 1) == (int, True)
    assert (theirs.length, theirs.mine, theirs.theirs) == (ours.length, ours.theirs, ours.mine)


def test_units_that_only_meet_at_their_corners_share_no_edge() -> None:
    """melee.contact: more than 0.01 in of edge; charge.contact: where they meet a base of each touches"""
    here, there = unit(0, 10, 10), unit(1, 16, 10, 180, side=1)
    met = meeting(here, there)
    assert met is not None
    assert met.length == 0
    assert (len(met.mine), len(met.theirs)) == (1, 1)
    assert touched_at(battle(here, there), here) == ()


def test_the_rear_lines_of_a_legion_are_struck_from_the_flank_along_the_rectangle_around_it() -> None:
    """formation.contact: rear lines are set in by 0.75 in, and yet give no shelter"""
    legion = unit(0, 10, 10, profile=LEGION)
    horse = unit(1, 13, 8.5, 270, side=1, profile=ALA)
    met = meeting(legion, horse)
    assert met is not None
    assert met.length == pytest.approx(325, abs=1)
    ranks = sorted(legion.shape.bases[place].rank for place in met.mine)
    assert ranks == [0, 1, 2]


def test_a_base_behind_another_of_its_own_unit_is_not_touched() -> None:
    """formation.contact: no base of its own unit may lie between"""
    warband = unit(0, 10, 10, profile=WARBAND, ranks=(4, 4))
    met = meeting(warband, unit(1, 10, 10, 180, side=1))
    assert met is not None
    assert [warband.shape.bases[place].rank for place in met.mine] == [0, 0, 0, 0]


def test_a_wedge_touches_with_the_tip_and_is_touched_at_its_real_bases(case: Figures) -> None:
    """melee-wedge, formation.contact: the tip of 1.5 in touches two bases of the warband"""
    wedge = unit(0, 10, 10, profile=VETERANS, formation=Formation.WEDGE, ranks=(1, 2, 3, 4))
    warband = unit(1, 10, 10, 180, side=1, profile=WARBAND)
    met = meeting(wedge, warband)
    assert met is not None
    assert met.length == pytest.approx(150, abs=1)
    assert [wedge.shape.bases[place].rank for place in met.mine] == [0]
    assert len(met.theirs) == case("melee-wedge")["warband_bases"]


@pytest.mark.parametrize(("x", "facing"), [(13, 270), (7, 90)])
def test_a_wedge_struck_in_either_flank_is_touched_at_its_last_rank_only(x: float, facing: float) -> None:
    """formation.contact: a wedge is touched at its real bases"""
    wedge = unit(0, 10, 10, profile=VETERANS, formation=Formation.WEDGE, ranks=(1, 2, 3, 4))
    horse = unit(1, x, 8.5, facing, side=1, profile=ALA)
    met = meeting(wedge, horse)
    assert met is not None
    assert [wedge.shape.bases[place].rank for place in met.mine] == [3]


def test_a_wedge_struck_in_the_rear_is_touched_along_its_last_rank() -> None:
    """formation.contact: four bases of 1.5 in, 3 in behind the tip"""
    wedge = unit(0, 10, 10, profile=VETERANS, formation=Formation.WEDGE, ranks=(1, 2, 3, 4))
    met = meeting(wedge, unit(1, 10, 7, side=1, profile=WARBAND))
    assert met is not None
    assert (met.length, [wedge.shape.bases[place].rank for place in met.mine]) == (600, [3, 3, 3, 3])


@pytest.mark.parametrize(("side", "half"), [("front", 75), ("rear", 300)])
def test_the_edge_of_a_wedge_runs_along_the_bases_that_lie_on_it(side: Any, half: int) -> None:
    """formation.contact, charge.contact: its tip is 1.5 in wide, its last rank of four 6 in"""
    edge = edge_of(unit(0, 10, 10, profile=VETERANS, formation=Formation.WEDGE, ranks=(1, 2, 3, 4)), side)
    assert (edge.start, edge.end) == (-half, half)


def test_bases_that_touch_nobody_may_be_shot_at() -> None:
    """shooting.engaged, shooting.target: the rear lines of a legion in combat are free"""
    legion = unit(0, 10, 10, profile=LEGION)
    fought = battle(legion, unit(1, 10, 10, 180, side=1, profile=WARBAND), contacts=(touching(0, 1),))
    assert [legion.shape.bases[place].rank for place in free_bases(fought, 0)] == [1, 1, 1, 2, 2, 2]

"""How the captain keeps units out of one another's way, and his leaders where a charge waits for them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.doctrine.chances import middle
from sandtable.systems.eagle.doctrine.places import masked
from sandtable.systems.eagle.doctrine.posts import command_worth
from sandtable.systems.eagle.doctrine.stakes import WOUND, leader_worth, risk_worth
from sandtable.systems.eagle.flight import Rolled
from sandtable.systems.eagle.manoeuvre_decisions import NOBODY, Next, PickNext
from sandtable.systems.eagle.records import Control, Record
from sandtable.table.space import INCH, standing
from tests.systems.eagle.arena import (
    CHARIOTS,
    LEVY,
    SKIRMISHERS,
    WARBAND,
    battle,
    leader,
    touching,
    unit,
)
from tests.systems.eagle.captaincy import ROMANS_WAIT, end_of, told

SOUTH = 180
FREE = Control.FREE


# --------------------------------------------------------------------- lights and the line
def next_of(start: EagleBattle, *numbers: int) -> int | None:
    """Who of some units is taken first."""
    question = PickNext(1, (*(Next(unit=one) for one in numbers), NOBODY))
    return told(start, question).unit  # type: ignore[no-any-return]


def test_skirmishers_let_a_line_go_by_that_has_far_to_go_and_clear_its_way_to_a_near_enemy() -> None:
    """Through lights who stand it goes without a point, if it gets past them (movement.passage)."""
    far, near = (
        battle(
            unit(0, 30, 20),
            unit(1, 30, 23 + away, SOUTH, side=1, profile=WARBAND, control=FREE),
            unit(2, 30, 21 + away, SOUTH, side=1, profile=SKIRMISHERS, control=FREE),
            objectives=ROMANS_WAIT,
            active=1,
        )
        for away in (8, 3)
    )
    assert next_of(far, 1, 2) == 1
    assert next_of(near, 1, 2) == 2


@pytest.mark.parametrize(
    ("state", "barred"),
    [
        pytest.param({"control": FREE}, 1, id="who has yet to move"),
        pytest.param({"control": FREE, "taken": True}, 0, id="who has moved and reaches nobody"),
        pytest.param({"control": Control.HALTED}, 0, id="who is halted"),
        pytest.param({"control": FREE, "dp": 5, "shaken": True}, 0, id="who is shaken"),
    ],
)
def test_lights_are_in_the_way_only_of_those_who_might_charge_this_turn(
    state: dict[str, Any], barred: int
) -> None:
    """Skirmishers an inch and a half before a warband, seven inches from a cohort."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 30, 30, SOUTH, side=1, profile=WARBAND, **state),
        unit(2, 30, 27.5, SOUTH, side=1, profile=SKIRMISHERS),
        objectives=ROMANS_WAIT,
    )
    assert masked(start, start.units[2], standing(start.units[2])) == barred


# --------------------------------------------------------------------- second lines
def test_a_second_line_keeps_room_behind_a_fight_that_it_cannot_get_past() -> None:
    """A levy four inches behind a warband in combat stays there; with nobody before it, it comes up.

    movement.wheel, morale.dp.who
    """
    cohort, fighting = unit(0, 30, 20), unit(1, 30, 20, SOUTH, side=1, profile=WARBAND)
    levy, elsewhere = unit(2, 30, 26, SOUTH, side=1, profile=LEVY, control=FREE), unit(1, 60, 40, side=1)
    behind = battle(cohort, fighting, levy, contacts=(touching(1, 0),), objectives=ROMANS_WAIT)
    alone = battle(cohort, elsewhere, levy, objectives=ROMANS_WAIT)
    assert end_of(behind, 2, Rolled(5, (3,))).y >= 25.8 * INCH
    assert end_of(alone, 2, Rolled(5, (3,))).y < 25 * INCH


# --------------------------------------------------------------------- chariots
def test_chariots_ride_to_where_they_can_charge_a_flank() -> None:
    """A cohort that looks the other way, its left side towards them eight inches off."""
    start = battle(
        unit(0, 30, 20, SOUTH),
        unit(1, 40, 24, SOUTH, side=1, profile=CHARIOTS, control=FREE, rode_before=True),
        objectives=ROMANS_WAIT,
    )
    there = end_of(start, 1, Rolled(4, (4, 4)))
    moved = start.with_unit(
        unit(1, there.x / 100, there.y / 100, there.heading / 10, side=1, profile=CHARIOTS)
    )
    way = way_to(moved, moved.units[1], 0)
    assert way is not None
    assert way.side != "front"


# --------------------------------------------------------------------- leaders
def test_a_leader_is_wanted_most_by_a_unit_with_a_charge_before_it() -> None:
    """A cohort three inches off: before a warband that has advanced, and behind one that would have to turn.

    Unled, the first charges on a 3 or 4 alone: who repeats an advance may not charge (control.repeat).
    """
    found = []
    for facing in (SOUTH, 0):
        one = unit(1, 30, 23, facing, side=1, profile=WARBAND, last=Record.ADVANCE)
        start = battle(
            unit(0, 30, 20), one, objectives=ROMANS_WAIT, leaders=(leader(0, 30, 30, side=1),), turn=6
        )
        found.append(command_worth(start, start.leaders[0], middle(one)))
    assert found[0] > found[1]


def test_a_leader_in_a_fight_is_at_risk_by_the_die_that_he_throws_after_it() -> None:
    """One in 36 kills a man of two actions, three in 36 wound him; of one action left these kill too.

    leaders.risk.table, leaders.wound
    """
    fresh, worn = (
        leader(0, side=1, actions=2, attached=0),
        leader(0, side=1, actions=1, start=2, attached=0),
    )
    start = battle(unit(0, 30, 40, SOUTH, side=1), unit(1, 30, 10), leaders=(fresh,))
    worth = leader_worth(start, fresh)
    assert risk_worth(start, fresh) == pytest.approx((1 + 3 * WOUND) / 36 * worth)
    assert risk_worth(start, worn) == pytest.approx(4 / 36 * worth)

"""How the captain makes his attack tell in time: what hangs on a unit, the clock, lights out of the way."""

from __future__ import annotations

import pytest

from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.control_decisions import Conform
from sandtable.systems.eagle.doctrine.assaults import assault, led_worth
from sandtable.systems.eagle.doctrine.charges import least
from sandtable.systems.eagle.doctrine.goals import preys
from sandtable.systems.eagle.doctrine.leaders import best_post
from sandtable.systems.eagle.doctrine.places import masked
from sandtable.systems.eagle.doctrine.posts import post_worth
from sandtable.systems.eagle.doctrine.routes import way_off
from sandtable.systems.eagle.doctrine.stakes import stakes
from sandtable.systems.eagle.flight import Extra, OptionalDie, Rolled
from sandtable.systems.eagle.leader_decisions import Deed, Order, SpendAction
from sandtable.systems.eagle.leading import orders
from sandtable.systems.eagle.manoeuvre_decisions import ActivityKind
from sandtable.systems.eagle.records import Control, Removal
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.terrain import DEEP
from sandtable.table.space import INCH, Point
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    CHARIOTS,
    LEGION,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    leader,
    touching,
    unit,
)
from tests.systems.eagle.captaincy import ROMANS_WAIT, done_by, end_of, told

SOUTH = 180
WOOD = "wood"
FREE = Control.FREE


def led(start: EagleBattle, side: int) -> Order | None:
    """What the leaders of a side spend their next action on."""
    question = SpendAction(side, (*orders(start, side), None))
    found: Order | None = told(start, question)
    return found


def brings(start: EagleBattle, number: int, target: int) -> float:
    """What a charge from where a unit stands is expected to bring."""
    way = way_to(start, start.units[number], target)
    assert way is not None
    found = assault(start, start.units[number], way)
    assert found is not None
    return found


# --------------------------------------------------------------------- what hangs on a unit
def test_two_points_for_a_comrade_near_by_hang_on_a_unit_and_none_for_one_far_off() -> None:
    """A cohort of value 2 an inch away: two of its five points at 0.3 are 0.12 of it (morale.dp.who)."""
    start = battle(unit(0, 20, 10), unit(1, 27, 10), unit(2, 50, 10), unit(3, 30, 40, SOUTH, side=1))
    assert stakes(start)[0].lost == pytest.approx(0.24)
    assert stakes(start)[2].lost == 0.0


def test_a_general_adds_his_own_loss_and_the_shock_of_it() -> None:
    """He counts for two, and gives each friend near by two points more (morale.dp.leader-lost)."""
    units = unit(0, 20, 10), unit(1, 27, 10), unit(2, 30, 40, SOUTH, side=1)
    general = leader(0, attached=0, general=True)
    without, with_him = (stakes(battle(*units, leaders=leaders))[0].lost for leaders in ((), (general,)))
    assert with_him > without + 2.0


def test_an_enemy_whose_fall_would_shake_his_neighbours_is_charged_rather_than_one_alone() -> None:
    """The same cohort, with two others at four points beside it, and by itself."""
    charger = unit(3, 30, 23, SOUTH, side=1, profile=WARBAND)
    beside = battle(unit(0, 30, 20, dp=3), unit(1, 23, 20, dp=4), unit(2, 37, 20, dp=4), charger)
    alone = battle(unit(0, 30, 20, dp=3), unit(1, 3, 20, dp=4), unit(2, 67, 20, dp=4), charger)
    assert brings(beside, 3, 0) > brings(alone, 3, 0)


def test_a_general_keeps_out_of_a_fight_that_is_lost_and_helps_one_that_he_decides() -> None:
    """With a warband nearly done for before a fresh Legion, and with a fresh one before a worn cohort."""
    general = leader(0, side=1, attached=1, general=True)
    doomed = battle(
        unit(0, 30, 20, profile=LEGION),
        unit(1, 30, 20, SOUTH, side=1, profile=WARBAND, dp=5, shaken=True, rounds=1),
        contacts=(touching(1, 0),),
    )
    ripe = battle(
        unit(0, 30, 20, dp=3), unit(1, 30, 20, SOUTH, side=1, profile=WARBAND), contacts=(touching(1, 0),)
    )
    assert led_worth(doomed, doomed.units[1], general) < 0.0 < led_worth(ripe, ripe.units[1], general)


# --------------------------------------------------------------------- the clock
def test_in_the_last_turns_any_charge_is_made_that_the_army_can_bear() -> None:
    """An army that has lost one of its two units might break by it, and is as careful as before."""
    units = unit(0, 30, 10), unit(1, 30, 40, SOUTH, side=1), unit(2, 40, 40, SOUTH, side=1)
    worn = (*units[:2], unit(2, 40, 40, SOUTH, side=1, removed=Removal.DESTROYED))
    sound = [least(battle(*units, objectives=ROMANS_WAIT, turn=turn), 1) for turn in (10, 11, 12)]
    assert sound == sorted(sound, reverse=True)
    assert sound[2] < -2.0 < least(battle(*worn, objectives=ROMANS_WAIT, turn=12), 1)


def test_ranks_are_not_formed_anew_when_there_is_no_time_to_use_them() -> None:
    """An unformed warband eight inches from a cohort, early and in the last turn."""
    units = unit(0, 30, 20), unit(1, 30, 28, SOUTH, side=1, profile=WARBAND, formed=False, control=FREE)
    early, late = (battle(*units, objectives=ROMANS_WAIT, turn=turn) for turn in (3, 12))
    assert done_by(early, 1) is ActivityKind.REFORM
    assert done_by(late, 1) is ActivityKind.MOVE


def test_an_unformed_warband_strikes_a_shaken_enemy_before_it_re_forms() -> None:
    """Three inches before it: it stands where it can charge, for who has re-formed may not."""
    start = battle(
        unit(0, 30, 20, dp=5, shaken=True),
        unit(1, 30, 23, SOUTH, side=1, profile=WARBAND, formed=False, control=FREE),
        objectives=ROMANS_WAIT,
    )
    assert done_by(start, 1) is ActivityKind.STAND


# --------------------------------------------------------------------- whom and where
def test_a_warband_does_not_wait_for_a_charge_at_archers_who_will_run() -> None:
    """Archers within its reach and a cohort seven inches off: it comes up to the cohort."""
    start = battle(
        unit(0, 33, 18),
        unit(1, 27, 22, profile=ARCHERS),
        unit(2, 30, 25, SOUTH, side=1, profile=WARBAND, control=FREE),
        objectives=ROMANS_WAIT,
    )
    assert done_by(start, 2) is ActivityKind.MOVE


def test_of_two_warbands_the_farther_makes_for_the_enemy_whom_the_nearer_leaves() -> None:
    """Two cohorts side by side, the comrade straight before the left one."""
    units = unit(0, 30, 20), unit(1, 37, 20)
    second = unit(2, 33, 32, SOUTH, side=1, profile=WARBAND)
    alone = battle(*units, second, objectives=ROMANS_WAIT)
    behind = battle(*units, second, unit(3, 30, 26, SOUTH, side=1, profile=WARBAND), objectives=ROMANS_WAIT)
    assert preys(alone, second)[0].id == 0
    assert preys(behind, second)[0].id == 1


def test_another_die_is_not_rolled_where_even_a_five_would_not_bring_it_to_blows() -> None:
    """A three, and a cohort to the right of a warband: to wheel by 90 degrees takes it 9.4 in."""
    start = battle(
        unit(0, 18, 25, 90),
        unit(1, 30, 24, SOUTH, side=1, profile=WARBAND, control=FREE),
        objectives=ROMANS_WAIT,
    )
    question = OptionalDie(1, tuple(Extra), unit=1, average=3, d6s=())
    assert told(start, question) is Extra.STOP


def test_a_guide_does_not_lead_his_neighbour_into_a_wood() -> None:
    """Obliquely left, the prey is nearer; but there the wood lies before the one who dresses by him."""
    cohort, guide = unit(0, 36, 10), unit(1, 30, 30, SOUTH, side=1, profile=WARBAND, control=FREE)
    neighbour = unit(2, 37, 30, SOUTH, side=1, profile=WARBAND, control=Control.CONFORMS, guide=1)
    wood = box(WOOD, 40.3, 0, 60, 28)
    ends = [
        end_of(battle(cohort, guide, neighbour, pieces=pieces, objectives=ROMANS_WAIT), 1, Rolled(5, (3,)))
        for pieces in ((), (wood,))
    ]
    assert ends[0].x > 30.3 * INCH >= ends[1].x


def test_who_has_to_cross_rough_ground_crosses_it() -> None:
    """A belt of wood from edge to edge between a warband and its prey."""
    start = battle(
        unit(0, 30, 10),
        unit(1, 30, 30.5, SOUTH, side=1, profile=WARBAND, control=FREE),
        pieces=(box(WOOD, 0, 20, 72, 30),),
        objectives=ROMANS_WAIT,
    )
    assert end_of(start, 1, Rolled(2, ())).y < 30 * INCH


def test_a_way_along_deep_water_leaves_room_for_half_a_unit_on_either_side() -> None:
    """A cohort is 6 in wide: with its middle 2.3 in from the end of the water it has to go aside first."""
    area = tuple(Point(x * INCH, y * INCH) for x, y in ((0, 30), (72, 30), (72, 48), (0, 48)))
    field = battle(unit(0, 10, 10), pieces=(box(DEEP, 0, 20, 30, 24),)).field
    near, clear = (way_off(field, (DEEP,), area, Point(x * INCH, 15.5 * INCH)) for x in (32.3, 34.5))
    assert near > clear


def test_chariots_back_out_from_where_they_have_no_room_to_turn() -> None:
    """An inch before a wood that bars them, with their prey along its edge."""
    start = battle(
        unit(0, 30, 24.5, 90, profile=ALA),
        unit(1, 60, 23, SOUTH, side=1, profile=CHARIOTS, control=FREE),
        pieces=(box(WOOD, 50, 0, 72, 22),),
        objectives=ROMANS_WAIT,
    )
    assert end_of(start, 1, Rolled(4, (4, 4))).x < 56 * INCH


# --------------------------------------------------------------------- light troops
def test_skirmishers_between_a_warband_and_its_enemy_make_off_through_it() -> None:
    """An inch before the warband there is no room to turn aside: they shoot and go straight back."""
    start = battle(
        unit(0, 30, 15.5),
        unit(1, 30, 20.5, SOUTH, side=1, profile=WARBAND, control=FREE),
        unit(2, 30, 19.25, SOUTH, side=1, profile=SKIRMISHERS, control=FREE),
        objectives=ROMANS_WAIT,
    )
    assert done_by(start, 2) is ActivityKind.SHOOT_MOVE
    question = OptionalDie(1, tuple(Extra), unit=2, average=3, d6s=())
    assert told(start, question) is Extra.ROLL
    end = end_of(start, 2, Rolled(4, (4,)))
    assert masked(start, start.units[2], end) == 0


# --------------------------------------------------------------------- leaders and control
def test_a_unit_that_has_to_come_up_yet_is_not_kept_standing_to_be_steadied() -> None:
    """Steadied, it may not move; with a charge before it that costs nothing (command.steady.no-move)."""
    general = (leader(0, side=1, attached=1),)
    found = [
        led(
            battle(
                unit(0, 30, 20),
                unit(1, 30, y, SOUTH, side=1, profile=WARBAND, dp=2),
                leaders=general,
                objectives=ROMANS_WAIT,
                step=Step.FIRST_LEADERS,
            ),
            1,
        )
        for y in (26, 23)
    ]
    assert found == [None, Order(0, Deed.STEADY)]


def test_who_can_charge_does_not_dress_by_one_who_cannot() -> None:
    """He would have to stand with him (control.conform)."""
    guide = unit(1, 23, 23, SOUTH, side=1, profile=WARBAND, control=FREE)
    one = unit(2, 30, 23, SOUTH, side=1, profile=WARBAND)
    asked = Conform(1, (1, None), unit=2)
    assert told(battle(unit(0, 33, 20), guide, one, objectives=ROMANS_WAIT, turn=6), asked) is None
    assert told(battle(unit(0, 33, 10), guide, one, objectives=ROMANS_WAIT, turn=6), asked) == 1


def test_a_leader_goes_to_those_who_have_yet_to_come_to_the_ground_that_is_to_be_taken() -> None:
    """Two cohorts far from any enemy, one of them there already."""
    area = ((0.0, 20.0), (72.0, 20.0), (72.0, 40.0), (0.0, 40.0))
    taken = Objective(
        id="h",
        when="turn-limit",
        winner="romans",
        kind="units-in-area",
        side="romans",
        count=2,
        area=area,
        text="h",
    )
    lost = Objective(id="o", when="turn-limit", winner="britons", kind="otherwise", text="o")
    start = battle(
        unit(0, 20, 30),
        unit(1, 30, 10),
        unit(2, 60, 46, SOUTH, side=1),
        leaders=(leader(0, 25, 15),),
        objectives=(taken, lost),
    )
    there, behind = (post_worth(start, start.leaders[0], start.units[number]) for number in (0, 1))
    assert behind > there


def test_a_leader_rides_alone_towards_a_line_that_he_cannot_reach_at_once() -> None:
    """He is with a lone unit; the line that stands idle is farther than he rides by one action."""
    line = tuple(unit(2 + number, 44 + 7 * number, 30, SOUTH, side=1, profile=WARBAND) for number in range(3))
    start = battle(
        unit(0, 50, 24),
        unit(1, 10, 30, SOUTH, side=1, profile=WARBAND),
        *line,
        leaders=(leader(0, side=1, attached=1, actions=1),),
        objectives=ROMANS_WAIT,
        step=Step.FIRST_LEADERS,
    )
    post = best_post(start, start.leaders[0])
    assert post is not None
    assert post.id in (2, 3, 4)
    assert led(start, 1) == Order(0, Deed.RIDE)

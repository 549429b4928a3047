"""What the doctrine of the eagle reckons with: the value of units, combats, charges, places and posts.

All values are points of an army's break value (victory.value): a unit counts 2, lights 1, a great Legion 3.
Places are valued in inches. Each case states its sum.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.after_decisions import PursueWhom, SuccessHalt
from sandtable.systems.eagle.army_break import Loss, break_values
from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.doctrine.after import halt_or_follow, quarry, swing
from sandtable.systems.eagle.doctrine.chances import as_fighter, height_at, onset
from sandtable.systems.eagle.doctrine.charges import charge_worth, is_elusive, least, turns_left
from sandtable.systems.eagle.doctrine.goals import Posture, goals
from sandtable.systems.eagle.doctrine.stakes import leader_worth, stakes, would_break
from sandtable.systems.eagle.doctrine.worth import blows, hit_worth, ripeness, state, value_of, wear
from sandtable.systems.eagle.fleeing import Swing, SwingAside
from sandtable.systems.eagle.melee_facts import Duel
from sandtable.systems.eagle.records import AfterMove, Role, Row
from sandtable.systems.eagle.results import duel
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.terrain import FORD
from sandtable.table.space import Point, inches
from tests.systems.eagle.arena import (
    ARCHERS,
    AUXILIARY,
    CHARIOTS,
    LEGION,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    due,
    leader,
    touching,
    unit,
)
from tests.systems.eagle.captaincy import ROMANS_WAIT

SOUTH = 180
FOE = unit(1, 4, 47, SOUTH, side=1)
"""An enemy far off."""
FOUR = Order(bases=4)
"""Four bases in one line, shaken by five points (morale.shaken.five)."""


def held_ground(ground: tuple[tuple[float, float], ...], side: str = "romans") -> Objective:
    """Ground that a side wins by holding with one unit at the turn limit."""
    return Objective(
        id="o",
        when="turn-limit",
        winner=side,
        kind="units-in-area",
        text="o",
        area=ground,
        side=side,
        count=1,
    )


# ----------------------------------------------------------------------- units and their losses
def test_units_count_by_their_kind() -> None:
    """victory.value"""
    counts = [
        value_of(unit(0, 36, 20, profile=one)) for one in (LEGION, AUXILIARY, ARCHERS, WARBAND, CHARIOTS)
    ]
    assert counts == [3, 2, 1, 2, 2]


def test_a_point_costs_more_the_fewer_are_needed_to_shake_and_destroy_a_unit() -> None:
    """Two points of value over five points and four bases; over three and two after losses."""
    one = unit(0, 36, 20)
    assert hit_worth(one, FOUR) == pytest.approx(2 / 9)
    assert hit_worth(one, Order(bases=2, dp=2)) == pytest.approx(2 / 5)


def test_a_unit_loses_three_tenths_by_its_points_and_as_much_by_being_shaken() -> None:
    assert state(FOUR) == 0.0
    assert state(Order(bases=4, dp=2)) == pytest.approx(0.3 * 2 / 5)
    assert state(Order(bases=4, dp=5)) == pytest.approx(0.3 + 0.3)
    assert state(Order(bases=4, dp=1, shaken=True)) == pytest.approx(0.3 / 5 + 0.3)


def test_a_set_back_is_two_points() -> None:
    """Five points take three of them, of which the last leaves a unit shaken (result.setback)."""
    assert [blows(Order(bases=4, dp=dp)) for dp in range(6)] == [3, 2, 2, 1, 1, 1]


def test_an_enemy_is_ripe_when_the_next_set_back_breaks_it() -> None:
    """0.55 in thirds, and a hundredth for a point that brings it no nearer."""
    ripe = [ripeness(Order(bases=4, dp=dp)) for dp in range(5)]
    third = 0.55 / 3
    assert ripe == pytest.approx([0.0, third + 0.01, third + 0.02, 2 * third + 0.03, 2 * third + 0.04])
    assert ripeness(Order(bases=4, dp=5)) == state(Order(bases=4, dp=5))
    assert ripeness(Order(bases=10, lines=3, dp=2)) == state(Order(bases=10, lines=3, dp=2))


@pytest.mark.parametrize(
    ("move", "cost"),
    [
        (None, 0.0),
        (AfterMove.HALT, 0.0),
        (AfterMove.RETIRE, 0.35),
        (AfterMove.FALL_BACK, 0.06),
        (AfterMove.FOLLOW_UP, -0.04),
        (AfterMove.PASS_THROUGH, 0.05),
    ],
)
def test_a_combat_costs_bases_order_and_ground(move: AfterMove | None, cost: float) -> None:
    """A base 0.12, two points 0.12, and the move after it."""
    worn = Order(bases=3, dp=2)
    assert wear(FOUR, worn, move) == pytest.approx(0.12 + 0.12 + cost)


def test_a_rout_or_the_last_base_costs_the_unit_and_nothing_costs_more() -> None:
    assert wear(FOUR, FOUR, AfterMove.ROUT) == 1.0
    assert wear(FOUR, Order(bases=0)) == 1.0
    assert wear(Order(bases=9), Order(bases=1, dp=4), AfterMove.RETIRE) == 1.0
    assert wear(FOUR, FOUR, AfterMove.RETIRE, beaten=False) == pytest.approx(0.1)


# ----------------------------------------------------------------------- combats
def test_a_charge_costs_each_side_its_share_of_the_unit_s_value() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 24, SOUTH, side=1, profile=WARBAND))
    one, other = start.units
    first = as_fighter(start, one, Role.CHARGE, 4)
    second = as_fighter(start, other, Role.STAND, 4)
    shares = [0.0, 0.0]
    for end, chance in odds(do(duel, Duel(first=first, second=second))).items():
        for place, (ended, lead) in enumerate(((end.first, end.difference), (end.second, -end.difference))):
            fighter = (first, second)[place]
            move = ended.options[0] if ended.options else None
            shares[place] += float(chance) * wear(fighter.order, ended.order, move, beaten=lead < 0)
    found = onset(start, one, other)
    assert (found.first, found.second) == pytest.approx((2 * shares[0], 2 * shares[1]))
    assert found.net == pytest.approx(2 * shares[1] - 2 * shares[0])


@pytest.mark.parametrize(
    ("side", "ours", "theirs"), [("front", 4, 4), ("rear", 4, 4), ("left", 4, 2), ("right", 4, 2)]
)
def test_on_a_flank_one_base_of_each_rank_is_touched(side: Any, ours: int, theirs: int) -> None:
    """A warband of two ranks is 2 in deep: four bases of an inch and a half come up to it and overlap."""
    start = battle(unit(0, 36, 20), unit(1, 36, 24, SOUTH, side=1, profile=WARBAND))
    one, other = start.units
    first = as_fighter(start, one, Role.CHARGE, min(ours, 2 + 2) if side in ("left", "right") else ours)
    second = as_fighter(start, other, Role.STAND, theirs, side=side)
    assert (second.faced, second.flank, second.rear) == (
        side == "front",
        side in ("left", "right"),
        side == "rear",
    )
    expected = [0.0, 0.0]
    if side in ("left", "right"):
        first = replace(first, touching=min(4, other.shape.depth // 150 + 2))
    for end, chance in odds(do(duel, Duel(first=first, second=second))).items():
        for place, (ended, lead) in enumerate(((end.first, end.difference), (end.second, -end.difference))):
            fighter = (first, second)[place]
            move = ended.options[0] if ended.options else None
            expected[place] += float(chance) * wear(fighter.order, ended.order, move, beaten=lead < 0)
    found = onset(start, one, other, side)
    assert (found.first, found.second) == pytest.approx((2 * expected[0], 2 * expected[1]))


def test_a_led_unit_fights_with_its_leader_and_at_most_two_inspirations() -> None:
    one = unit(0, 36, 20, inspired=3)
    led = battle(one, leaders=(leader(0, attached=0),))
    alone = battle(one)
    assert (as_fighter(led, one, Role.STAND, 9).inspired, as_fighter(led, one, Role.STAND, 9).leader) == (
        2,
        True,
    )
    assert (as_fighter(alone, one, Role.STAND, 9).inspired, as_fighter(alone, one, Role.STAND, 9).leader) == (
        0,
        False,
    )
    assert [as_fighter(alone, one, Role.STAND, bases).touching for bases in (0, 3, 9)] == [1, 3, 4]
    crippled = battle(one, leaders=(leader(0, attached=0, crippled=True),))
    assert not as_fighter(crippled, one, Role.STAND, 4).leader


def test_hills_are_higher_than_the_plain_and_water_lower() -> None:
    """terrain.advantage"""
    start = battle(pieces=(box("gentle hill", 10, 10, 20, 20), box(FORD, 30, 10, 40, 20)))
    heights = [height_at(start, Point(float(inches(x)), 1500.0)) for x in (5, 15, 35)]
    assert heights == [0, 1, -1]


# ----------------------------------------------------------------------- charges
def test_a_holder_charges_for_little_and_an_attacker_waits_for_more_until_the_last_turns() -> None:
    """0.3 less six tenths as the turns pass; then any charge that does not break the own army."""
    start = battle(unit(0, 36, 20), unit(1, 36, 30, SOUTH, side=1), objectives=ROMANS_WAIT)
    assert goals(start)[0].posture is Posture.HOLD
    assert least(start, 0) == pytest.approx(0.1)
    found = {turn: least(replace(start, turn=turn, turn_limit=12), 1) for turn in (3, 6, 10, 11, 12)}
    assert found == pytest.approx({3: 0.3 - 0.15, 6: 0.3 - 0.3, 10: 0.3 - 0.5, 11: -1.0, 12: -3.0})
    assert turns_left(replace(start, turn=12, turn_limit=12)) == 0


def test_archers_may_evade_and_those_in_combat_may_not() -> None:
    """charge.response.evade"""
    free = battle(unit(0, 36, 20), unit(1, 36, 24, SOUTH, side=1, profile=SKIRMISHERS))
    held = replace(free, contacts=(touching(0, 1),))
    assert is_elusive(free, free.units[1])
    assert not is_elusive(held, held.units[1])
    line = battle(unit(0, 36, 20), unit(1, 36, 24, SOUTH, side=1))
    assert not is_elusive(line, line.units[1])


def test_a_charge_is_worth_less_alone_and_less_to_who_leaves_the_ground_it_holds() -> None:
    """0.1 without a friend within 9 in that could charge too; 0.25 off the ground that is held."""
    foes = unit(1, 36, 23, SOUTH, side=1, profile=WARBAND), unit(2, 45, 23, SOUTH, side=1, profile=WARBAND)
    alone = battle(unit(0, 36, 20), *foes)
    beside = battle(unit(0, 36, 20), *foes, unit(3, 45, 20))
    worth = [charge_worth(start, start.units[0], start.units[1]) for start in (alone, beside)]
    assert worth[1] - worth[0] == pytest.approx(0.1, abs=0.01)
    ground = ((20, 10), (50, 10), (50, 21), (20, 21))
    held = replace(beside, objectives=(held_ground(ground),))
    assert goals(held)[0].posture is Posture.HOLD
    assert worth[1] - charge_worth(held, held.units[0], held.units[1]) == pytest.approx(0.25)


# ----------------------------------------------------------------------- what hangs on a unit
def test_a_leader_counts_half_a_point_more_than_his_value_and_more_without_an_heir() -> None:
    """victory.value counts a General more than others; 0.2 for each turn to come if none follows him."""
    general, other, british = leader(0, 10, 10, general=True), leader(1, 20, 10), leader(2, 10, 40, side=1)
    start = battle(unit(0, 36, 20), leaders=(general, other, british), turn=2, turn_limit=12)
    counts = break_values()
    assert leader_worth(start, other) == pytest.approx(counts[Loss.LEADER] + 0.5)
    assert leader_worth(start, general) == pytest.approx(counts[Loss.GENERAL] + 0.5)
    assert leader_worth(start, british) == pytest.approx(counts[Loss.LEADER] + 0.5 + 0.2 * 10)


def test_nothing_hangs_on_a_unit_off_the_table() -> None:
    start = battle(replace(unit(0, 36, 20), pose=None), unit(1, 36, 30, SOUTH, side=1))
    assert stakes(start)[0] == (0.0, 0.0)


def test_a_unit_with_which_the_army_breaks_costs_two_more() -> None:
    """One of two units is half of an army (victory.break)."""
    two = battle(
        unit(0, 20, 20), unit(1, 60, 4), unit(2, 36, 44, SOUTH, side=1), unit(3, 60, 44, SOUTH, side=1)
    )
    four = battle(*(unit(n, 8 + 16 * n, 10 + 8 * (n % 2)) for n in range(4)), unit(4, 36, 44, SOUTH, side=1))
    assert would_break(two, two.units[0])
    assert not would_break(four, four.units[0])
    assert stakes(two)[0].lost - stakes(four)[0].lost == pytest.approx(2.0, abs=0.5)


# ----------------------------------------------------------------------- after a combat
def test_a_worn_unit_does_not_follow_up() -> None:
    """Three points are too many."""
    for points, given in ((2, AfterMove.FOLLOW_UP), (3, AfterMove.HALT)):
        start = battle(
            unit(0, 36, 20, dp=points),
            unit(1, 36, 21, SOUTH, side=1),
            aftermaths=(
                due(0, Row.SUCCESS, AfterMove.FOLLOW_UP, AfterMove.HALT, opponents=(1,)),
                due(1, Row.SET_BACK, AfterMove.FALL_BACK, opponents=(0,)),
            ),
        )
        question = SuccessHalt(0, (AfterMove.FOLLOW_UP, AfterMove.HALT), unit=0)
        assert halt_or_follow(start, question) is given


def test_the_most_valuable_enemy_is_pursued() -> None:
    start = battle(unit(0, 36, 20), unit(1, 30, 24, side=1, profile=SKIRMISHERS), unit(2, 40, 24, side=1))
    assert quarry(start, PursueWhom(0, (1, 2), unit=0)) == 2


def test_a_unit_swings_the_way_that_leads_farthest_and_turns_least() -> None:
    options = (Swing(300, 200), Swing(-100, 200), Swing(450, 100))
    found = swing(battle(), SwingAside(0, options, unit=0))
    assert found == max(options, key=lambda one: (one.distance, -abs(one.angle)))


def test_in_the_rear_the_last_rank_is_touched() -> None:
    """A warband of four bases before three is struck on three from behind."""
    start = battle(unit(0, 36, 20), unit(1, 36, 24, side=1, profile=WARBAND, ranks=(4, 3)))
    one, other = start.units
    first = as_fighter(start, one, Role.CHARGE, 4)
    second = as_fighter(start, other, Role.STAND, 3, side="rear")
    expected = [0.0, 0.0]
    for end, chance in odds(do(duel, Duel(first=first, second=second))).items():
        for place, (ended, lead) in enumerate(((end.first, end.difference), (end.second, -end.difference))):
            fighter = (first, second)[place]
            move = ended.options[0] if ended.options else None
            expected[place] += float(chance) * wear(fighter.order, ended.order, move, beaten=lead < 0)
    found = onset(start, one, other, "rear")
    assert (found.first, found.second) == pytest.approx((2 * expected[0], 2 * expected[1]))

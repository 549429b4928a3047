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
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import ControlTest
from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.doctrine.after import halt_or_follow, quarry, swing
from sandtable.systems.eagle.doctrine.chances import as_fighter, height_at, onset
from sandtable.systems.eagle.doctrine.charges import charge_worth, is_elusive, least, turns_left
from sandtable.systems.eagle.doctrine.goals import Posture, bidders, goals, preys
from sandtable.systems.eagle.doctrine.moves import worn_at
from sandtable.systems.eagle.doctrine.places import (
    facing_worth,
    masked,
    outlooks,
    overlap,
    place_worth,
    volley_worth,
)
from sandtable.systems.eagle.doctrine.posts import (
    command_worth,
    goes_by_itself,
    has_time_to_rally,
    post_worth,
)
from sandtable.systems.eagle.doctrine.riding import best_place
from sandtable.systems.eagle.doctrine.stakes import leader_worth, stakes, would_break
from sandtable.systems.eagle.doctrine.worth import blows, hit_worth, ripeness, state, value_of, wear
from sandtable.systems.eagle.fleeing import Swing, SwingAside
from sandtable.systems.eagle.leader_decisions import RideByAction
from sandtable.systems.eagle.leader_moves import ride_of
from sandtable.systems.eagle.melee_facts import Duel
from sandtable.systems.eagle.records import AfterMove, Record, Role, Row
from sandtable.systems.eagle.results import duel
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.terrain import FORD
from sandtable.table.space import Point, Pose, inches, standing
from tests.systems.eagle.arena import (
    ALA,
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


# ----------------------------------------------------------------------- enemies to make for
def reluctance(start: EagleBattle, *foes: int) -> tuple[int, ...]:
    """The enemies of the first unit, in the order in which it makes for them."""
    return tuple(foe.id for foe in preys(start, start.units[0]) if not foes or foe.id in foes)


def test_lights_make_for_the_enemy_that_a_hit_hurts_most() -> None:
    """Twelve inches for each point that a hit costs; half for heavy foot and skirmishers (shooting.half)."""
    lights = unit(0, 36, 20, profile=ARCHERS)
    fresh, worn = unit(1, 30, 30, SOUTH, side=1), unit(2, 42, 30, SOUTH, side=1, dp=3)
    assert reluctance(battle(lights, fresh, worn)) == (2, 1)
    mark = 12 * (2 / 9 - 1 / 2 * 1 / 8)
    for off, first in ((mark - 0.3, 2), (mark + 0.3, 1)):
        skirmishers = unit(1, 36, 30, SOUTH, side=1, profile=SKIRMISHERS)
        line = unit(2, 36, 30 + off, SOUTH, side=1)
        assert reluctance(battle(lights, skirmishers, line))[0] == first


def test_an_enemy_off_the_ground_that_counts_is_ten_inches_farther() -> None:
    ground = ((40, 24), (72, 24), (72, 48), (40, 48))
    goal = held_ground(ground, "britons")
    lights = unit(0, 36, 20, profile=ARCHERS)
    for more, first in ((9.5, 2), (10.5, 1)):
        off = unit(1, 26, 30, SOUTH, side=1)
        on = replace(unit(2, 46, 30, SOUTH, side=1))
        way = ((26 - 36) ** 2 + 10**2) ** 0.5 + more
        on = replace(on, pose=Pose(4600, round(100 * (20 + (way**2 - 100) ** 0.5)), 1800))
        start = battle(lights, off, on, objectives=(goal,), size=(72, 60))
        assert reluctance(start)[0] == first


def test_free_units_bid_for_the_enemy_nearest_to_them() -> None:
    """Lights, shaken units and units in combat do not."""
    start = battle(
        unit(0, 20, 20),
        unit(1, 30, 20, shaken=True),
        unit(2, 40, 20, profile=ARCHERS),
        unit(3, 52, 20),
        unit(4, 20, 30, SOUTH, side=1),
        unit(5, 60, 30, SOUTH, side=1),
    )
    found = bidders(start)[0]
    assert {foe: [number for number, _ in bids] for foe, bids in found.items()} == {4: [0], 5: [3]}


# ----------------------------------------------------------------------- places
def at(start: EagleBattle, x: float, y: float, heading: int = 0) -> float:
    """The value to the first unit of a place for its first aim."""
    return place_worth(outlooks(start, start.units[0])[0], Pose(inches(x), inches(y), heading))


def test_an_inch_nearer_to_the_prey_counts_an_inch_and_a_degree_off_it_a_twenty_fifth() -> None:
    """Out of reach of a charge, with no friend about; the prey is 30 in off."""
    start = battle(unit(0, 36, 10), unit(1, 36, 40, SOUTH, side=1))
    assert at(start, 36, 15) - at(start, 36, 10) == pytest.approx(5.0)
    assert at(start, 36, 10, 300) - at(start, 36, 10) == pytest.approx(-0.04 * 30)


def test_a_place_on_the_flank_of_the_prey_counts_two_for_foot_and_four_for_horse() -> None:
    """Ten inches off its corner, outside its front arc and outside charge range."""
    for profile, more in ((AUXILIARY, 2.0), (ALA, 4.0)):
        start = battle(unit(0, 36, 10, profile=profile), unit(1, 36, 40, SOUTH, side=1))
        behind, before = at(start, 36, 56, 1800), at(start, 36, 25, 0)
        assert behind - before == pytest.approx(more - (56 - 41 - 15))


def test_a_shaken_unit_values_only_its_distance_from_the_enemy() -> None:
    start = battle(unit(0, 36, 20, shaken=True), unit(1, 36, 30, SOUTH, side=1))
    assert at(start, 36, 10) == pytest.approx(20 + unit(0, 0, 0).shape.depth / 200)


def test_a_flank_shown_to_an_enemy_within_six_inches_costs_one() -> None:
    """The prey itself and lights do not count."""
    prey, other = unit(1, 36, 42, SOUTH, side=1, shaken=True), unit(2, 50, 20, 270, side=1)
    start = battle(unit(0, 36, 20), prey, other)
    assert outlooks(start, start.units[0])[0].prey is not None
    away = 50 - 43.9
    alone = battle(unit(0, 36, 20), prey)
    for x, cost in ((50 - 5.9, 1.0), (50 - away - 0.2, 0.0)):
        y = 20 + unit(0, 0, 0).shape.depth / 200
        shown = at(alone, x, y) - at(start, x, y)
        assert shown == pytest.approx(cost, abs=0.3)


def test_a_holder_stays_and_faces_the_enemy() -> None:
    """Each inch of a move costs one, each degree off the nearest enemy a twenty-fifth."""
    start = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1), objectives=ROMANS_WAIT)
    assert at(start, 36, 20) == pytest.approx(0.0)
    assert at(start, 36, 23) == pytest.approx(-3.0)
    turned = at(start, 36, 20, 300)
    assert turned == pytest.approx(-0.04 * 30 - 0.26, abs=0.05)  # its middle moves by a quarter of an inch
    one = start.units[0]
    assert facing_worth(start, one, replace(standing(one), heading=450)) == pytest.approx(-0.04 * 45, abs=0.1)
    assert facing_worth(battle(one), one, standing(one)) == 0.0


def test_lights_come_within_three_and_a_half_inches_and_keep_out_of_the_way_of_a_charge() -> None:
    """Eight inches for each friend that they block, and the way aside besides."""
    start = battle(unit(0, 36, 10, profile=ARCHERS), unit(1, 36, 40, SOUTH, side=1))
    assert at(start, 36, 20) - at(start, 36, 15) == pytest.approx(5.0)
    friend = unit(2, 36, 9)
    masked_by = battle(unit(0, 36, 12, profile=ARCHERS), unit(1, 36, 40, SOUTH, side=1), friend)
    free = battle(unit(0, 36, 12, profile=ARCHERS), unit(1, 36, 40, SOUTH, side=1))
    aside = (friend.shape.width + masked_by.units[0].shape.width) / 2 / 100
    assert at(free, 36, 12) - at(masked_by, 36, 12) == pytest.approx(8.0 + aside)


def test_a_lane_of_eight_inches_ahead_of_a_charger_is_kept_clear() -> None:
    friend = unit(0, 36, 20)
    half = friend.shape.width / 2
    for ahead, aside, over in (
        (1, 0, half + 100),
        (8, 0, half + 100),
        (8.1, 0, 0),
        (-1, 0, 0),
        (4, 3.5, half - 250),
    ):
        place = Point(float(inches(36 + aside)), float(inches(20 + ahead)))
        assert overlap(friend, place, 100.0) == pytest.approx(over)


@pytest.mark.parametrize(
    ("state", "blocked"),
    [({}, 1), ({"shaken": True}, 0), ({"profile": ARCHERS}, 0), ({"taken": True}, 0)],
    ids=["ready", "shaken", "light", "has acted"],
)
def test_only_friends_that_might_charge_are_blocked(state: dict[str, Any], blocked: int) -> None:
    start = battle(unit(0, 36, 12, profile=ARCHERS), unit(1, 36, 40, SOUTH, side=1), unit(2, 36, 9, **state))
    assert masked(start, start.units[0], standing(start.units[0])) == blocked


def test_a_volley_is_worth_its_dice_times_what_a_hit_costs() -> None:
    """Four archers within range of fresh foot: two points of value over nine."""
    start = battle(unit(0, 36, 20, profile=ARCHERS), unit(1, 36, 23, SOUTH, side=1))
    one = start.units[0]
    worth = volley_worth(start, one, standing(one))
    assert worth > 0
    assert worth / (2 / 9) == pytest.approx(round(2 * worth / (2 / 9)) / 2)
    assert volley_worth(start, one, Pose(3600, 800)) == 0.0


def test_near_the_end_an_attacker_redresses_later() -> None:
    """At two points, or four with fewer than four turns to come or no leader near."""
    led = leader(0, 36, 44, side=1)
    start = battle(
        unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1), leaders=(led,), objectives=ROMANS_WAIT, turn_limit=12
    )
    points = {turn: worn_at(replace(start, turn=turn), start.units[1]) for turn in (1, 8, 9)}
    assert points == {1: 2, 8: 2, 9: 4}
    alone = replace(start, leaders=())
    assert worn_at(alone, alone.units[1]) == 4
    assert worn_at(replace(start, turn=12), start.units[0]) == 2


# ----------------------------------------------------------------------- posts
def test_a_post_counts_the_units_in_a_leader_s_hand_and_those_that_dress_by_them() -> None:
    """A unit far from the enemy counts 0.7 of what its own test leaves open, a neighbour half of that."""
    lone = battle(unit(0, 36, 10), FOE, leaders=(leader(0, 36, 8),))
    place = Point(3600.0, 800.0)
    one = command_worth(lone, lone.leaders[0], place)
    assert 0 < one <= 0.7
    apart = unit(2, 36 + 30, 10)
    beside = unit(2, 36 + unit(0, 0, 0).shape.width / 100, 10)
    far = battle(unit(0, 36, 10), FOE, apart, leaders=(leader(0, 36, 8),))
    assert command_worth(far, far.leaders[0], place) == pytest.approx(one)
    both = battle(unit(0, 36, 10), FOE, beside, leaders=(leader(0, 36, 8),))
    assert command_worth(both, both.leaders[0], place) == pytest.approx(2 * one)
    second = battle(unit(0, 36, 10), FOE, beside, leaders=(leader(0, 36, 8), leader(1, 36, 7)))
    assert command_worth(second, second.leaders[0], place) == 0.0


def test_lights_need_a_leader_little() -> None:
    start = battle(unit(0, 36, 10, profile=ARCHERS), FOE, leaders=(leader(0, 36, 8),))
    assert command_worth(start, start.leaders[0], Point(3600.0, 800.0)) == pytest.approx(0.15)


def test_a_unit_about_to_fight_and_one_to_be_rallied_want_their_leader() -> None:
    """0.6 with an enemy within 8 in before it, 1 for a shaken one; none with another leader there."""
    led = leader(0, 4, 4)

    def joined(start: EagleBattle) -> float:
        one = start.units[0]
        place = standing(one).at(0, -one.troop_class.depth / 2)
        return post_worth(start, start.leaders[0], one) - command_worth(start, start.leaders[0], place, 0)

    near, far = (battle(unit(0, 36, 10), unit(1, 36, y, SOUTH, side=1), leaders=(led,)) for y in (17.9, 18.5))
    assert [joined(near), joined(far)] == pytest.approx([0.6, 0.0])
    behind = battle(unit(0, 36, 10, SOUTH), unit(1, 36, 17.9, SOUTH, side=1), leaders=(led,))
    assert joined(behind) == pytest.approx(0.0)
    shaken = battle(unit(0, 36, 10, shaken=True), unit(1, 36, 40, SOUTH, side=1), leaders=(led,))
    assert joined(shaken) == pytest.approx(1.0)
    shared = replace(shaken, leaders=(led, leader(1, attached=0)))
    assert joined(shared) == pytest.approx(0.0)


def test_an_attacker_has_no_time_to_rally_in_the_last_four_turns() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1), objectives=ROMANS_WAIT, turn_limit=12)
    found = {turn: has_time_to_rally(replace(start, turn=turn), start.units[1]) for turn in (8, 9)}
    assert found == {8: True, 9: False}
    assert has_time_to_rally(replace(start, turn=9), start.units[0])


def test_a_control_test_lets_a_unit_go_on_by_three_or_four_or_by_repeating_an_advance() -> None:
    """control.result.middle, control.repeat"""
    plain = ControlTest(record=Record.STAND)
    onward = ControlTest(record=Record.ADVANCE)
    middle_scores = goes_by_itself(plain)
    assert goes_by_itself(onward) >= middle_scores
    assert goes_by_itself(onward, ()) == middle_scores


def test_a_lone_leader_rides_to_the_nearest_place_from_which_he_has_his_units_in_hand() -> None:
    """A two-hundredth for each inch of the way: of places as good the nearest is chosen."""
    start = battle(unit(0, 36, 30), FOE, leaders=(leader(0, 36, 10),))
    one = start.leaders[0]
    found = best_place(start, one, ride_of(start, one, RideByAction), one.left)
    assert found is not None
    worth = command_worth(start, one, found.point)
    assert worth > 0
    way = ((found.point.x - 3600) ** 2 + (found.point.y - 1000) ** 2) ** 0.5 / 100
    assert found.worth == pytest.approx(worth - 0.005 * way)
    nobody = battle(replace(unit(0, 36, 30), pose=None), FOE, leaders=(leader(0, 36, 10),))
    assert best_place(nobody, one, ride_of(nobody, one, RideByAction), 1) is None

"""What enemies, places and posts are worth to the doctrine of the eagle, with the sum of each."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.battle.battle import Outcome
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import ControlTest
from sandtable.systems.eagle.doctrine.goals import bidders, preys
from sandtable.systems.eagle.doctrine.leaders import act
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
from sandtable.systems.eagle.doctrine.riding import best_place, on_the_way
from sandtable.systems.eagle.leader_decisions import Deed, Order, RideByAction, SpendAction
from sandtable.systems.eagle.leader_moves import ride_of
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.system import wear as wear_of
from sandtable.table.space import Point, Pose, inches, standing
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    SKIRMISHERS,
    battle,
    leader,
    unit,
)
from tests.systems.eagle.captaincy import ROMANS_WAIT
from tests.systems.eagle.test_eagle_judgement import FOE, SOUTH, held_ground


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


# ----------------------------------------------------------------------- a position by its score
def test_a_position_counts_the_losses_of_both_armies_in_per_cent_and_wear_a_little() -> None:
    """A base a quarter, a point of disorder an eighth, a shaken unit a half and a routing one two."""
    start = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1))
    assert SYSTEM.score(start, 0) == 0.0
    for changed, worth in (
        ({"dp": 2}, 2 / 8),
        ({"dp": 1, "shaken": True}, 1 / 8 + 1 / 2),
        ({"began": 6}, 2 / 4),
        ({"routing": True}, 2.0),
    ):
        worn = start.with_unit(replace(start.units[1], **changed))
        assert wear_of(worn.units[1]) == pytest.approx(worth)
        assert SYSTEM.score(worn, 0) == pytest.approx(-SYSTEM.score(worn, 1))
    assert SYSTEM.score(start.with_unit(replace(start.units[1], dp=2)), 0) == pytest.approx(2 / 8)


def test_the_winner_of_a_battle_is_a_hundred_ahead() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 40, SOUTH, side=1))
    for winner, ahead in ((0, 100.0), (1, -100.0), (None, 0.0)):
        ended = replace(start, outcome=Outcome(winner, "", "the end"))
        assert SYSTEM.score(ended, 0) == ahead


def test_one_ride_leads_along_the_straight_way_to_a_distant_place() -> None:
    """A hundredth of an inch short of his reach (command.move.manoeuvre)."""
    start = battle(unit(0, 60, 40), FOE, leaders=(leader(0, 36, 10),))
    question = ride_of(start, start.leaders[0], RideByAction)
    here, goal = Point(3600.0, 1000.0), Point(6000.0, 2800.0)
    spot = on_the_way(question, here, goal)
    assert spot is not None
    went = question.within - 1
    assert (spot.x - here.x, spot.y - here.y) == pytest.approx((0.8 * went, 0.6 * went), abs=1)


@pytest.mark.parametrize(("turn", "steadies"), [(1, True), (11, False)])
def test_a_shaken_unit_in_no_fight_is_rallied_while_there_is_time(turn: int, *, steadies: bool) -> None:
    """An attacker does not rally a unit that could not come up again; one that fights is always held."""
    shaken = unit(0, 36, 40, SOUTH, side=1, shaken=True, dp=1)
    calm = battle(
        shaken,
        unit(1, 36, 8),
        leaders=(leader(0, side=1, attached=0),),
        objectives=ROMANS_WAIT,
        turn=turn,
        turn_limit=12,
    )
    order = Order(0, Deed.STEADY)
    question = SpendAction(1, (order, None))
    assert act(calm, question) == (order if steadies else None)

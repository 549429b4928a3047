"""Charges made: in which order, where chargers come to lie, who misses, and who moves up behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.eagle.answering import Late
from sandtable.systems.eagle.arriving import Follow, bring_up
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.charge_events import AnswerGiven, ChargeMade, ChargeStayed
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.clashes import fighter_of
from sandtable.systems.eagle.closing import Halt, charge_moves_step
from sandtable.systems.eagle.engagements import Answer, Charge, Contact, Reply
from sandtable.systems.eagle.events import UnitFled, UnitShifted
from sandtable.systems.eagle.giving_ground import do_touch
from sandtable.systems.eagle.leader_events import LeaderRode
from sandtable.systems.eagle.melee import hindrances
from sandtable.systems.eagle.records import Control, Flight, Record, Role
from sandtable.systems.eagle.troops import Formation
from sandtable.table.movement import Turn
from sandtable.table.space import Point, Pose, inches
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    BATAVI,
    CAMPS,
    CHARIOTS,
    LEGION,
    LIGHT_HORSE,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    leader,
    play,
    touching,
    unit,
)

Case = Callable[[str], dict[str, Any]]


def charging(
    *units: EagleUnit, at: dict[int, int], replies: tuple[Reply, ...] = (), **state: Any
) -> EagleBattle:
    """A battle in which each unit named charges another, as it would be declared from where it stands."""
    fought = battle(*units, step=Step.CHARGE_MOVES, **state)
    charges = []
    for number, target in at.items():
        way = way_to(fought, units[number], target)
        assert way is not None, f"unit {number} does not reach unit {target}"
        charges.append(Charge(number, target, way.side, way.heading))
    return battle(*units, step=Step.CHARGE_MOVES, charges=tuple(charges), replies=replies, **state)


def foe(number: int, x: float, y: float, turned: float = 180, **state: Any) -> EagleUnit:
    """A warband of side 1, or what is said otherwise."""
    return unit(number, x, y, turned, side=1, **{"profile": WARBAND, **state})


# --------------------------------------------------------------------- lying flush
def test_a_charger_goes_straight_to_the_touch_and_counts_as_charging() -> None:
    """charge.path, charge.contact, turn.charge.moves"""
    played = play(charge_moves_step, charging(unit(0, 20, 20), foe(1, 20, 23), at={0: 1}))
    after = played.battle.units[0]
    assert after.pose == Pose(2000, 2300, 0)
    assert (after.record, after.role, after.formed, after.moved) == (Record.CHARGE, Role.CHARGE, True, True)
    assert played.battle.contacts == (Contact(0, 1, "front", 1),)
    assert (played.battle.units[1].role, played.battle.units[1].record) == (Role.STAND, None)


def test_a_charger_turns_about_the_first_touch_until_it_lies_flush() -> None:
    """charge.contact"""
    # Its right-hand corner, 3 in from the middle, comes first at a foe who is turned a little to the left.
    played = play(charge_moves_step, charging(unit(0, 20, 20), foe(1, 22, 23, 170, ranks=(6, 6)), at={0: 1}))
    after = played.battle.units[0]
    assert after.pose is not None
    assert after.pose.heading == 3500
    assert do_touch(after, played.battle.units[1])
    met = played.told(ChargeMade)[0]
    assert met.touches


def test_a_charge_without_a_slide_keeps_its_place_along_the_edge() -> None:
    """charge.contact: no sideways slide"""
    played = play(charge_moves_step, charging(unit(0, 20, 20), foe(1, 24, 23), at={0: 1}))
    assert played.battle.units[0].pose == Pose(2000, 2300, 0)


def test_a_friend_in_the_way_shifts_a_charger_by_the_least_that_makes_room() -> None:
    """charge.contact"""
    # The first covers the edge from 17 to 21, the second would come to lie on it and makes way to 21.
    first = unit(0, 18.5, 23, ranks=(3,), role=Role.CHARGE)
    second = unit(1, 24.2, 20.5, 337.5, formed=False, ranks=(2,))
    fought = charging(first, second, foe(2, 20, 23), at={1: 2}, contacts=(touching(0, 2),))
    played = play(charge_moves_step, fought)
    pose = played.battle.units[1].pose
    assert pose is not None
    assert (pose.y, pose.heading) == (2300, 0)
    assert pose.x >= inches(20.75 + 0.75)
    assert set(played.battle.contacts) == {touching(0, 2), Contact(1, 2, "front", 1)}


def test_without_room_a_charger_stops_an_inch_short() -> None:
    """charge.contact"""
    # Friends leave 2 in of the edge free; a unit 3 in wide that comes aslant touches it but cannot lie there.
    friends = unit(0, 19.25, 23, ranks=(3,)), unit(1, 25, 23, ranks=(2,))
    comer = unit(2, 22.75, 20, 300, ranks=(2,), formed=False)
    fought = charging(*friends, comer, foe(3, 20, 23), at={2: 3}, contacts=(touching(0, 3),))
    made = play(charge_moves_step, fought).told(ChargeMade)[0]
    assert (made.distance, made.touches) == (114, False)
    # 1.14 in at 37.5 degrees to the left of straight up.
    assert abs(made.to.x - (2275 - 69)) <= 1
    assert abs(made.to.y - (2000 + 90)) <= 1


def test_every_further_enemy_touched_is_in_contact_as_well() -> None:
    """charge.contact"""
    two = foe(1, 18, 23, ranks=(2, 2)), foe(2, 21.2, 23, ranks=(2, 2))
    played = play(charge_moves_step, charging(unit(0, 20, 20), *two, at={0: 1}))
    assert [(one.striker, one.struck) for one in played.battle.contacts] == [(0, 1), (0, 2)]


def test_a_charge_in_the_flank_is_laid_on_the_flank() -> None:
    """charge.face, charge.contact"""
    target = foe(1, 20, 24, 90, ranks=(2, 2))
    # It faces right; the charger comes from below, on its right-hand flank.
    played = play(charge_moves_step, charging(unit(0, 20, 20), target, at={0: 1}))
    assert played.battle.contacts == (Contact(0, 1, "right", 1),)
    assert played.battle.units[0].pose == Pose(2000, 2250, 0)


def test_a_line_with_a_shorter_last_rank_is_struck_in_the_rear_along_the_rectangle_around_it() -> None:
    """formation.contact, charge.face: four bases before two, which leave 1.5 in open on either hand"""
    # Its rear is at 21, and that of its front rank at 22: the charger, beside the two, stops at 21.
    fought = charging(unit(0, 23.2, 18, ranks=(2,)), foe(1, 20, 23, 0, ranks=(4, 2)), at={0: 1})
    played = play(charge_moves_step, fought)
    assert played.battle.units[0].pose == Pose(2320, 2100, 0)
    assert played.battle.contacts == (Contact(0, 1, "rear", 1),)


@pytest.mark.parametrize("side", [0, 1])
def test_a_charge_goes_past_the_open_corner_of_a_friend(side: int) -> None:
    """charge.path, formation.contact: friends are in the way with their bases alone"""
    # The last rank of the friend ends at x = 21.5, and his front rank begins at 22, beyond the enemy.
    friend = unit(2, 20, 23, side=side, profile=WARBAND, ranks=(4, 2))
    enemy = unit(1, 26.1, 21.5, 180, side=1 - side, profile=WARBAND)
    fought = charging(unit(0, 23.2, 18, side=side, ranks=(2,)), enemy, friend, at={0: 1})
    assert play(charge_moves_step, fought).battle.units[0].pose == Pose(2320, 2150, 0)


def test_a_wedge_touches_with_its_tip_and_the_rectangle_of_a_legion_is_struck() -> None:
    """charge.contact, formation.contact"""
    wedge = unit(0, 20, 20, profile=LEGION, formation=Formation.WEDGE, ranks=(1, 2, 3, 4))
    played = play(charge_moves_step, charging(wedge, foe(1, 20, 23), at={0: 1}))
    assert played.battle.units[0].pose == Pose(2000, 2300, 0)
    legion = unit(1, 20, 23, 90, side=1, profile=LEGION)
    struck = play(charge_moves_step, charging(unit(0, 18.5, 19), legion, at={0: 1}))
    # Its rear lines are set in by 0.75 in, but the flank is struck 3 in from its middle line.
    assert struck.battle.units[0].pose == Pose(1850, 2000, 0)
    assert struck.battle.contacts[0].face == "right"


# --------------------------------------------------------------------- order
def test_a_counter_charger_and_its_charger_each_go_half_the_way(case: Case) -> None:
    """charge.response.counter, charge.order, charge.counter"""
    expected = case("charge-counter-gap")
    heavy, warband = unit(0, 20, 20, profile=LEGION), foe(1, 20, 23)
    reply = Reply(1, Answer.COUNTER, 0)
    played = play(charge_moves_step, charging(heavy, warband, at={0: 1}, replies=(reply,)))
    far = {one.unit: one.distance / 100 for one in played.told(ChargeMade)}
    assert far == {0: expected["hi_move"], 1: expected["mi_move"]}
    assert [one.pose for one in played.battle.units] == [Pose(2000, 2150, 0), Pose(2000, 2150, 1800)]
    assert [one.role for one in played.battle.units] == [Role.CHARGE, Role.CHARGE]
    assert [one.record for one in played.battle.units] == [Record.CHARGE, Record.COUNTER_CHARGE]
    assert played.battle.replies[0].done
    assert played.battle.charges[0].done


def test_units_that_charge_each_other_meet_half_way() -> None:
    """charge.order"""
    played = play(charge_moves_step, charging(unit(0, 20, 20), foe(1, 20, 24), at={1: 0, 0: 1}))
    assert [one.pose for one in played.battle.units] == [Pose(2000, 2200, 0), Pose(2000, 2200, 1800)]
    assert [one.role for one in played.battle.units] == [Role.CHARGE, Role.CHARGE]
    assert all(charge.done for charge in played.battle.charges)
    # The way is that of the side that declared first: the one without the initiative.
    assert played.battle.contacts == (Contact(1, 0, "front", 1),)


def test_who_is_stopped_half_way_leaves_the_rest_to_the_other() -> None:
    """charge.order"""
    river = box("deep river or cliff", 10, 22.5, 30, 23)
    blocked = charging(unit(0, 20, 20), foe(1, 20, 23.4), at={0: 1}, replies=(Reply(1, Answer.COUNTER, 0),))
    across = battle(
        *blocked.units,
        pieces=(river,),
        charges=blocked.charges,
        replies=blocked.replies,
        step=Step.CHARGE_MOVES,
    )
    # Nobody crosses the river: the counter-charge comes to nothing, and the charge then misses.
    played = play(charge_moves_step, across)
    assert played.told(AnswerGiven) == (AnswerGiven(1),)
    assert played.battle.units[1].role is Role.STAND


def test_evades_come_first_then_counter_charges_then_the_rest_and_the_holders_last() -> None:
    """charge.order, decision.after-order"""
    units = (
        unit(0, 10, 20),
        foe(1, 10, 23, profile=SKIRMISHERS),
        unit(2, 30, 20),
        foe(3, 30, 23),
        unit(4, 50, 20),
        foe(5, 50, 23),
        unit(6, 62, 20),
        foe(7, 62, 23),
    )
    replies = Reply(3, Answer.COUNTER, 2), Reply(1, Answer.EVADE)
    fought = charging(*units, at={0: 1, 2: 3, 5: 4, 6: 7}, replies=replies)
    fled = play(charge_moves_step, fought, answers=((),), faces=(4, 3))
    assert [one.unit for one in fled.told(UnitFled)] == [1]
    countered = play(charge_moves_step, fled.battle)
    assert [one.unit for one in countered.told(ChargeMade)] == [3, 2]
    other = play(charge_moves_step, countered.battle)
    assert [one.unit for one in other.told(ChargeMade)] == [5]
    mine = play(charge_moves_step, other.battle, answers=(6,))
    assert mine.asked == ("decision.after-order",)
    assert [one.unit for one in mine.told(ChargeMade)] == [6]


def test_a_charger_whom_an_enemy_has_come_up_to_stays() -> None:
    """charge.order"""
    units = unit(0, 20, 20), foe(1, 20, 23), unit(2, 40, 40), foe(3, 20, 19, 0)
    fought = charging(*units, at={0: 1})
    held = battle(*units, charges=fought.charges, contacts=(touching(3, 0, "rear"),), step=Step.CHARGE_MOVES)
    assert play(charge_moves_step, held).told(ChargeStayed) == (ChargeStayed(0, "charge.order"),)


def test_a_unit_that_declared_a_charge_and_is_struck_first_counts_as_charging() -> None:
    """charge.order, melee.role, melee.hit.charging-inf: the chariots of the other side move before it"""
    units = unit(0, 20, 20), foe(1, 20, 23), foe(2, 24.5, 19.5, 270, profile=CHARIOTS)
    fought = charging(*units, at={2: 0, 0: 1}, holder=0)
    struck = play(charge_moves_step, fought).battle
    assert struck.units[0].role is Role.STAND
    held = play(charge_moves_step, struck)
    assert held.told(ChargeStayed) == (ChargeStayed(0, "charge.order"),)
    after = held.battle.units[0]
    assert (after.role, after.record, after.pose) == (Role.CHARGE, Record.STAND, Pose(2000, 2000, 0))
    cohort, chariots = fighter_of(held.battle, 0, (2,)), fighter_of(held.battle, 2, (0,))
    assert "melee.hit.charging-inf" in [rule for _, rule in hindrances(cohort, (chariots,))]


def test_a_target_that_has_moved_is_charged_where_it_is_if_it_can_be_reached() -> None:
    """charge.order"""
    charge = Charge(0, 1, "front", 0)
    fought = battle(unit(0, 20, 20), foe(1, 21, 22), charges=(charge,), step=Step.CHARGE_MOVES)
    assert play(charge_moves_step, fought).battle.units[0].pose == Pose(2000, 2200, 0)


# --------------------------------------------------------------------- evades and misses
def evaded(charger: EagleUnit, *others: EagleUnit, apart: float = 2) -> EagleBattle:
    """A battle in which skirmishers, unit 1, have evaded straight up from 2 inches before a charger."""
    lights = foe(1, 20, 20 + apart, profile=SKIRMISHERS)
    fought = charging(charger, lights, *others, at={0: 1}, replies=(Reply(1, Answer.EVADE),))
    return play(charge_moves_step, fought, answers=((),), faces=(4, 3)).battle


def test_an_evader_goes_its_full_distance_away_from_the_charger() -> None:
    """charge.evade, charge.response.evade, movement.unformed-move.dice"""
    after = evaded(unit(0, 20, 20)).units[1]
    # From 22 with its rear at 23 it turns about its centre and goes 4 + 3 + 2 = 9 in.
    assert after.pose == Pose(2000, 3200, 0)
    assert (after.record, after.formed) == (Record.EVADE, False)


def test_a_charger_of_grade_c_whose_target_evades_goes_its_4_inches_and_stays_formed(case: Case) -> None:
    """charge.missed, charge.evaded.halt"""
    expected = case("charge-missed")
    played = play(charge_moves_step, evaded(unit(0, 20, 20)))
    after = played.battle.units[0]
    assert played.asked == ()
    assert played.told(ChargeMade)[0].distance / 100 == expected["warband"]
    assert after.pose == Pose(2000, 2400, 0)
    assert (after.formed, after.record, after.role) == (True, Record.CHARGE, Role.STAND)


def test_steady_formed_infantry_may_stay_if_its_target_evades(case: Case) -> None:
    """charge.evaded.halt, charge.missed, decision.charge-halt"""
    expected = case("charge-missed")["hi_options"]
    fought = evaded(unit(0, 20, 20, profile=LEGION))
    stayed = play(charge_moves_step, fought, answers=(Halt.STAY,))
    went = play(charge_moves_step, fought, answers=(Halt.GO_ON,))
    assert stayed.asked == ("decision.charge-halt",)
    gone = [(one.battle.units[0].pose or Pose(0, 0)).y / 100 - 20 for one in (stayed, went)]
    assert gone == expected
    assert [one.battle.units[0].record for one in (stayed, went)] == [Record.STAND, Record.CHARGE]
    unformed = evaded(unit(0, 20, 20, profile=LEGION, formed=False))
    assert play(charge_moves_step, unformed).asked == ()


def test_a_charger_that_misses_contacts_another_enemy_on_its_way() -> None:
    """charge.missed"""
    second = foe(2, 20, 23.8)
    played = play(charge_moves_step, evaded(unit(0, 20, 20), second, apart=1))
    assert played.battle.contacts == (Contact(0, 2, "front", 1),)
    assert (played.battle.units[0].role, played.battle.units[2].role) == (Role.CHARGE, Role.STAND)


def test_one_that_may_evades_late_before_a_charger_that_missed() -> None:
    """charge.missed, decision.late-evade"""
    second = foe(2, 20, 23.8, profile=SKIRMISHERS)
    fought = evaded(unit(0, 20, 20), second, apart=1)
    gone = play(charge_moves_step, fought, answers=(Late.EVADE, ()), faces=(2, 1))
    assert gone.asked == ("decision.late-evade", "decision.evader-facing")
    assert [(one.unit, one.how) for one in gone.told(UnitFled)] == [(2, Flight.EVADE)]
    assert gone.battle.units[0].pose == Pose(2000, 2400, 0)
    stood = play(charge_moves_step, fought, answers=(Late.STAND,))
    assert stood.battle.touching(0) == (2,)


def test_a_charger_that_misses_stops_an_inch_short_of_whom_it_may_not_charge() -> None:
    """charge.missed, charge.who.li"""
    second = foe(2, 20, 23.8)
    played = play(charge_moves_step, evaded(unit(0, 20, 20, profile=ARCHERS), second, apart=1))
    assert played.battle.units[0].pose == Pose(2000, 2280, 0)
    assert played.battle.contacts == ()


@pytest.mark.parametrize(
    ("pieces", "size", "others"),
    [
        ((box("deep river or cliff", 10, 22, 30, 24),), (72, 48), ()),
        ((), (72, 22), ()),
        ((), (72, 48), (unit(2, 20, 23, profile=BATAVI),)),
    ],
    ids=("ground", "edge", "friend"),
)
def test_a_charger_that_misses_stops_short_of_ground_the_edge_and_friends(
    pieces: Any, size: Any, others: Any
) -> None:
    """charge.missed"""
    gone = Charge(0, 1, "front", 0)
    target = foe(1, 60, 10, profile=SKIRMISHERS)
    fought = battle(
        unit(0, 20, 20), target, *others, charges=(gone,), pieces=pieces, size=size, step=Step.CHARGE_MOVES
    )
    assert play(charge_moves_step, fought).battle.units[0].pose == Pose(2000, 2200, 0)


def test_a_charger_that_misses_does_not_end_on_light_friends() -> None:
    """charge.missed, movement.passage.detail"""
    lights = unit(2, 20, 24.5, profile=ARCHERS)
    fought = battle(
        unit(0, 20, 20), foe(1, 60, 10), lights, charges=(Charge(0, 1, "front", 0),), step=Step.CHARGE_MOVES
    )
    # Their rear is at 23.5: it stops there instead of at 24.
    after = play(charge_moves_step, fought).battle.units[0].pose
    assert after is not None
    assert abs(after.y - 2350) <= 2


@pytest.mark.parametrize("first", [17.5, 22.5])
def test_a_charger_that_misses_ends_on_neither_of_two_light_friends(first: float) -> None:
    """charge.missed, movement.passage.detail: the one whose rear comes first stops it, on either hand"""
    # The rears of the two, an inch behind their fronts, are at 22.8 and at 23.5; 4 in would end at 24.
    near = unit(2, first, 23.8, profile=ARCHERS, ranks=(2,))
    far = unit(3, 40 - first, 24.5, profile=ARCHERS, ranks=(2,))
    fought = battle(
        unit(0, 20, 20),
        foe(1, 60, 10),
        near,
        far,
        charges=(Charge(0, 1, "front", 0),),
        step=Step.CHARGE_MOVES,
    )
    after = play(charge_moves_step, fought).battle.units[0].pose
    assert after is not None
    assert abs(after.y - 2280) <= 2


def test_an_evader_that_could_not_get_away_is_struck_in_the_rear() -> None:
    """charge.evade"""
    wall = box("deep river or cliff", 10, 23.6, 30, 26)
    lights = foe(1, 20, 22, profile=SKIRMISHERS)
    fought = charging(unit(0, 20, 20), lights, at={0: 1}, replies=(Reply(1, Answer.EVADE),), pieces=(wall,))
    for facing in ((), (Turn(1800),)):
        held = play(charge_moves_step, fought, answers=(facing,), faces=(4, 3)).battle
        struck = play(charge_moves_step, held)
        assert [one.face for one in struck.battle.contacts] == ["rear"], "however it faces"


def test_a_charge_move_that_touches_the_enemy_camp_stops_there_to_loot() -> None:
    """control.loot, charge.missed"""
    camps = CAMPS[0], replace(CAMPS[1], baggage="wagons")
    fought = battle(
        unit(0, 20, 20),
        foe(1, 60, 10),
        charges=(Charge(0, 1, "front", 0),),
        pieces=(box("village or camp", 10, 22, 30, 26, id="wagons"),),
        camps=camps,
        step=Step.CHARGE_MOVES,
    )
    after = play(charge_moves_step, fought).battle.units[0]
    assert (after.pose, after.looting, after.record) == (Pose(2000, 2200, 0), "wagons", Record.LOOT)


# --------------------------------------------------------------------- what a charge brings with it
def test_a_charge_through_rough_ground_disorders() -> None:
    """terrain.rough.detail, terrain.rough.mi"""
    fought = charging(unit(0, 20, 20), foe(1, 20, 23), at={0: 1}, pieces=(box("marsh", 10, 21, 30, 22),))
    assert play(charge_moves_step, fought).battle.units[0].dp == 1


def test_lights_on_the_way_are_passed_and_disorder_a_formed_charger_only_if_they_moved() -> None:
    """charge.path, movement.passage"""
    lights: dict[str, Any] = {"profile": ARCHERS, "ranks": (1,)}
    still = charging(unit(0, 20, 20), foe(1, 20, 23), unit(2, 20, 21.9, **lights), at={0: 1})
    played = play(charge_moves_step, still)
    assert played.battle.units[0].dp == 0
    moved = charging(unit(0, 20, 20), foe(1, 20, 23.5), unit(2, 20, 21.9, moved=True, **lights), at={0: 1})
    assert play(charge_moves_step, moved).battle.units[0].dp == 1


def test_an_attached_leader_charges_with_his_unit_and_a_lone_enemy_leader_is_swept_up() -> None:
    """charge.leader-only, command.leader.move-rules"""
    leaders = leader(0, attached=0), leader(1, 20, 21, side=1)
    fought = charging(unit(0, 20, 20), foe(1, 20, 23), at={0: 1}, leaders=leaders)
    played = play(charge_moves_step, fought)
    assert played.battle.place_of(played.battle.leaders[0]) == Point(2000.0, 2250.0)
    assert played.battle.leaders[1].attached == 1
    assert played.told(LeaderRode) == ()


# --------------------------------------------------------------------- moving up behind
def test_a_unit_directly_behind_may_be_moved_up_without_dice_or_disorder() -> None:
    """charge.support.follow, decision.support-follow"""
    behind = unit(2, 20, 18.5)
    fought = charging(unit(0, 20, 20), foe(1, 20, 23), behind, at={0: 1})
    up = play(charge_moves_step, fought, answers=(Follow.MOVE_UP,))
    assert up.asked == ("decision.support-follow",)
    assert up.told(UnitShifted) == (UnitShifted(2, Pose(2000, 2150, 0), "charge.support.follow"),)
    after = up.battle.units[2]
    assert (after.dp, after.record, after.role) == (0, None, Role.STAND)
    stayed = play(charge_moves_step, fought, answers=(Follow.STAY,))
    assert stayed.battle.units[2].pose == behind.pose


@pytest.mark.parametrize(
    "behind",
    [
        unit(2, 20, 17.9),
        unit(2, 25, 18.5),
        unit(2, 20, 18.5, 30),
        unit(2, 20, 18.5, shaken=True, dp=5),
        unit(2, 20, 18.5, steadied=True),
        unit(2, 20, 18.5, control=Control.HALTED),
        unit(2, 20, 18.5, reformed=True),
    ],
    ids=("far", "aside", "turned", "shaken", "steadied", "halted", "re-formed"),
)
def test_who_is_not_directly_behind_or_cannot_move_or_charge_is_not_asked(behind: EagleUnit) -> None:
    """charge.support.follow"""
    fought = charging(unit(0, 20, 20), foe(1, 20, 23), behind, at={0: 1})
    assert play(charge_moves_step, fought).asked == ()


def test_light_horse_follow_the_chariots_in() -> None:
    """charge.lc.support, charge.support.follow"""
    chariots = unit(0, 20, 20, 180, side=1, profile=CHARIOTS)
    horse = unit(1, 20, 22.5, 180, side=1, profile=LIGHT_HORSE)
    fought = charging(chariots, horse, unit(2, 20, 17, profile=LEGION), at={0: 2})
    played = play(charge_moves_step, fought, answers=(Follow.MOVE_UP,))
    assert played.battle.units[1].pose == Pose(2000, 1950, 1800)


def test_a_charger_that_misses_is_followed_too() -> None:
    """charge.support.follow, charge.missed: it has charged, and goes its 4 inches"""
    fought = evaded(unit(0, 20, 20), unit(2, 20, 18.5))
    played = play(charge_moves_step, fought, answers=(Follow.MOVE_UP,))
    assert played.asked == ("decision.support-follow",)
    assert [one.pose for one in played.battle.units[::2]] == [Pose(2000, 2400, 0), Pose(2000, 2250, 0)]


def test_a_counter_charger_is_followed_too() -> None:
    """charge.support.follow, charge.counter"""
    behind = foe(2, 20, 26)
    fought = charging(
        unit(0, 20, 20), foe(1, 20, 23), behind, at={0: 1}, replies=(Reply(1, Answer.COUNTER, 0),)
    )
    played = play(charge_moves_step, fought, answers=(Follow.MOVE_UP,))
    assert played.battle.units[2].pose == Pose(2000, 2450, 1800)


def test_a_unit_moves_up_behind_one_that_followed_up() -> None:
    """charge.support.follow"""
    fought = battle(unit(0, 20, 21), foe(1, 20, 21), unit(2, 20, 18.5), contacts=(touching(0, 1),))
    played = play(bring_up, fought, 0, Pose(2000, 2000, 0), answers=(Follow.MOVE_UP,))
    assert played.battle.units[2].pose == Pose(2000, 1950, 0)


def test_lights_that_charge_each_other_turn_to_each_other() -> None:
    """charge.order, charge.path"""
    ours, theirs = unit(0, 20, 20, profile=ARCHERS), foe(1, 20, 24, 90, profile=SKIRMISHERS)
    played = play(charge_moves_step, charging(ours, theirs, at={1: 0, 0: 1}))
    one, other = played.battle.units
    assert played.battle.contacts[0].face == "front"
    assert do_touch(one, other)
    assert [unit_.role for unit_ in (one, other)] == [Role.CHARGE, Role.CHARGE]


def test_cavalry_may_charge_an_enemy_already_in_combat() -> None:
    """charge.contact"""
    fought = charging(
        unit(0, 20, 23, ranks=(2,)),
        foe(1, 20, 23),
        unit(2, 16, 20, profile=ALA, ranks=(2,)),
        at={2: 1},
        contacts=(touching(0, 1),),
    )
    played = play(charge_moves_step, fought)
    assert played.battle.touching(2) == (1,)

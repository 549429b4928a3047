"""Commanders on the table: they join and leave units, are hit, displaced and lost, are replaced, and ride."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.ask.refusal import Refused
from sandtable.systems.elan.attaching import DETACH, STAY, Change, attach_step, changes
from sandtable.systems.elan.battle import Brigade, ElanBattle, Fate, Leader, Rank, Removal, Step
from sandtable.systems.elan.command_events import LeaderStruck, WoundedSettled
from sandtable.systems.elan.events import SideBegan, UnitHit, UnitRemoved
from sandtable.systems.elan.falling import retreat, rout
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.leader_casualties import Casualty, Danger
from sandtable.systems.elan.leading import Ride, displace, ride, rides, succeed, whereabouts
from sandtable.systems.elan.removing import remove, settle
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.victory import end_battle
from sandtable.table.hexes import Step as Enter
from sandtable.table.movement import Advance, Turn
from sandtable.table.space import Point, Pose
from tests.systems.elan.bivouac import LIGHT, battle, leader, on_hexes, unit
from tests.systems.elan.playing import Played, play

ON = (Resolve.GO_ON, Resolve.GO_ON)
ENEMY = unit(1, 50, 60, 180, side=1)


def army(leadership: int = 0, x: float | None = None, y: float = 0, **state: Any) -> Leader:
    return leader(0, leadership, x, y, rank=Rank.ARMY, brigade=None, key="army", name="Army 0", **state)


def led(*units: Any, leaders: tuple[Leader, ...]) -> ElanBattle:
    return battle(*(units or (unit(0, 50, 20), ENEMY)), leaders=leaders)


def two_brigades(*leaders: Leader) -> ElanBattle:
    """Unit 0 in brigade 0, unit 2 in another one of the same side."""
    fought = battle(unit(0, 50, 20), ENEMY, unit(2, 60, 20), leaders=leaders)
    south = replace(fought.brigades[0], units=(0,))
    other = Brigade(key="other", name="Other", side=0, units=(2,), commander=3)
    moved = replace(fought.units[2], brigade=2)
    return replace(fought.with_unit(moved), brigades=(south, fought.brigades[1], other))


# --------------------------------------------------------------------- the Attach phase
@pytest.mark.parametrize(("y", "reach"), [(26.0, True), (26.01, True), (26.02, False)])
def test_a_commander_joins_a_unit_within_six_inches(y: float, reach: bool) -> None:  # noqa: FBT001 - of a table
    """leaders.attach-range, turn.attach"""
    fought = led(leaders=(leader(0, 1, 50, y), leader(1)))
    assert changes(fought, 0) == ((STAY, Change("attach", 0)) if reach else (STAY,))


def test_on_hexes_a_commander_joins_a_unit_in_the_next_hex() -> None:
    """leaders.attach-range"""
    fought = on_hexes(led(leaders=(leader(0, 1, 50, 20), leader(1))), (5, 3, 0), (9, 9, 180))
    here = whereabouts(replace(fought, leaders=(leader(0, attached_to=0),)), 0)
    for dx, options in ((600, (STAY, Change("attach", 0))), (1200, (STAY,))):
        near = leader(0, 1, pose=None, attached_to=None)
        placed = replace(near, pose=Pose(round(here.x) + dx, round(here.y)))
        assert changes(replace(fought, leaders=(placed, fought.leaders[1])), 0) == options


def test_a_brigadier_joins_his_own_brigade_and_the_army_commander_any_unit() -> None:
    """leaders.attach-range"""
    fought = two_brigades(leader(0, 1, 55, 21), leader(1), army(1, 55, 21), leader(0, 0, brigade=2))
    assert changes(fought, 0) == (STAY, Change("attach", 0))
    assert changes(fought, 2) == (STAY, Change("attach", 0), Change("attach", 2))


def test_a_commander_makes_one_change_a_turn() -> None:
    """leaders.attach-range, attach.change"""
    fought = led(leaders=(leader(0, 1, 50, 22), leader(1)))
    joined = play(attach_step, fought, answers=(Change("attach", 0),))
    assert joined.battle.leaders[0].attached_to == 0
    assert changes(joined.battle, 0) == (STAY,)
    over = play(attach_step, joined.battle).battle
    assert over.active == 1
    assert play(attach_step, over, answers=ON).battle.step is Step.INITIATIVE


def test_a_commander_who_leaves_is_placed_within_an_inch() -> None:
    """leaders.attach-range, attach.change"""
    fought = led(leaders=(leader(0, 1, attached_to=0), leader(1)))
    left = play(attach_step, fought, answers=(DETACH, Point(5000, 1800))).battle.leaders[0]
    assert (left.attached_to, left.pose, left.changed) == (None, Pose(5000, 1800, 0), True)
    with pytest.raises(Refused, match="within 1"):
        play(attach_step, fought, answers=(DETACH, Point(5000, 1700)))


def test_on_hexes_there_is_nothing_to_choose_about_his_place() -> None:
    """leaders.attach-range: he is in the unit's hex"""
    fought = on_hexes(led(leaders=(leader(0, 1, attached_to=0), leader(1))), (5, 3, 0), (9, 9, 180))
    left = play(attach_step, fought, answers=(DETACH,)).battle
    assert whereabouts(left, 0) == pytest.approx(whereabouts(fought, 0), abs=1)


def test_a_commander_who_stays_is_asked_once() -> None:
    """attach.change"""
    stayed = play(attach_step, led(leaders=(leader(0, 1, 50, 22), leader(1))), answers=(STAY,))
    assert play(attach_step, stayed.battle).events == (SideBegan(1),)


def test_the_side_that_was_first_last_turn_begins() -> None:
    """turn.attach.order"""
    fought = led(leaders=(leader(0, 1, 50, 22), leader(1, 1, 50, 58)))
    later = replace(fought, first=1, active=1)
    joined = play(attach_step, later, answers=(Change("attach", 1),)).battle
    assert joined.leaders[1].attached_to == 1


# --------------------------------------------------------------------- an enemy comes upon him
RING = (
    unit(2, 50, 20.5, 180, side=1),
    unit(3, 50, 18.5, 0, side=1),
    unit(4, 46, 19.5, 90, side=1),
    unit(5, 54, 19.5, 270, side=1),
)
"""Enemies who leave no point near unit 0 that is an inch from all of them."""


def test_an_enemy_who_ends_a_move_within_an_inch_drives_a_commander_off() -> None:
    """leaders.unattached-safe: to the nearest unit, though it is not of his brigade"""
    fought = two_brigades(leader(0, 1, 60, 41), leader(1), army(), leader(0, 0, brigade=2))
    near = fought.with_unit(replace(fought.units[1], pose=Pose(6000, 4200, 1800)))
    played = play(displace, near, 1, answers=(Point(6000, 2100),))
    assert (played.battle.leaders[0].pose, played.asked) == (Pose(6000, 2100, 0), ("leader.displaced",))
    safe = fought.with_unit(replace(fought.units[1], pose=Pose(6000, 4202, 1800)))
    assert not play(displace, safe, 1).events


def test_he_is_captured_if_nobody_is_near_enough() -> None:
    """leaders.unattached-safe: 24 in are near enough"""
    for y, fate in ((44.0, None), (44.05, Fate.CAPTURED)):
        fought = led(
            unit(0, 50, 20), unit(1, 50, y + 0.5, 180, side=1), leaders=(leader(0, 1, 50, y), leader(1))
        )
        answers = () if fate else (Point(5000, 1800),)
        assert play(displace, fought, 1, answers=answers).battle.leaders[0].fate is fate


def test_if_the_nearest_unit_offers_no_point_the_next_does() -> None:
    """leaders.unattached-safe: enemies stand around the nearest one"""
    fought = led(
        unit(0, 50, 20),
        unit(1, 50, 31.5, 180, side=1),
        *RING,
        unit(6, 50, 10),
        leaders=(leader(0, 1, 50, 31), leader(1)),
    )
    away = play(displace, fought, 1, answers=(Point(5000, 1050),)).battle
    assert away.leaders[0].pose == Pose(5000, 1050, 0)
    alone = fought.with_unit(replace(fought.units[6], pose=None))
    assert play(displace, alone, 1).battle.leaders[0].fate is Fate.CAPTURED


def test_on_hexes_he_flees_from_an_enemy_in_his_own_hex() -> None:
    """leaders.unattached-safe, hex.short-distances"""
    fought = on_hexes(led(leaders=(leader(0, 1, 50, 20), leader(1))), (5, 3, 0), (5, 5, 180))
    there = whereabouts(replace(fought, leaders=(leader(1, attached_to=1),)), 0)
    caught = replace(fought.leaders[0], pose=Pose(round(there.x), round(there.y)))
    driven = play(displace, replace(fought, leaders=(caught, fought.leaders[1])), 1).battle
    home = whereabouts(replace(fought, leaders=(leader(0, attached_to=0),)), 0)
    assert whereabouts(driven, 0) == pytest.approx(home, abs=1)


# --------------------------------------------------------------------- his unit is hit
def hit(
    fought: ElanBattle, *faces: int, danger: Danger = Danger.FIRE, answers: tuple[object, ...] = ()
) -> Played:
    async def take(now: ElanBattle) -> ElanBattle:
        struck = await tell(now, UnitHit(0, 2, by_fire=danger is Danger.FIRE))
        return await settle(struck, 0, danger)

    return play(take, fought, faces=faces, answers=answers)


WITH_UNIT = led(leaders=(leader(0, 1, attached_to=0), leader(1)))


def test_a_commander_whose_unit_is_hit_is_checked_once() -> None:
    """leader-01: leaders.hit-check, leaders.check-order: 11 under fire, 10 in melee"""
    assert hit(WITH_UNIT, 4, 6).battle.leaders == WITH_UNIT.leaders
    struck = hit(WITH_UNIT, 5, 6, 6, 6)
    assert [event.casualty for event in struck.events if isinstance(event, LeaderStruck)] == [
        Casualty.HEROISM
    ]
    melee = hit(WITH_UNIT, 4, 6, 6, 6, danger=Danger.MELEE)
    assert melee.battle.leaders[0].leadership == 2


def test_fatigue_is_no_danger_to_him() -> None:
    """leaders.hit-check, shooting.fatigue-scope"""

    async def tire(now: ElanBattle) -> ElanBattle:
        return await settle(await tell(now, UnitHit(0, 2, by_fire=False)), 0, None)

    worn = play(tire, WITH_UNIT).battle.units[0]
    assert (worn.lost, worn.hit) == (2, False)


def test_his_death_disorders_his_unit() -> None:
    """leaders.casualty.killed, leaders.check-order"""
    dead = hit(WITH_UNIT, 6, 6, 1, 1).battle
    assert (dead.leaders[0].fate, dead.leaders[0].is_present) == (Fate.KILLED, False)
    assert dead.units[0].disordered


@pytest.mark.parametrize(("rolled", "fate"), [((1, 2), Fate.MORTAL), ((1, 4), Fate.OUT)])
def test_who_is_carried_off_leaves_his_unit_in_order(rolled: tuple[int, int], fate: Fate) -> None:
    """leaders.casualty.mortal-or-not, leaders.casualty.out-for-the-day"""
    after = hit(WITH_UNIT, 6, 6, *rolled).battle
    assert (after.leaders[0].fate, after.units[0].disordered) == (fate, False)
    assert after.carried_off == (("Leader 0",) if fate is Fate.MORTAL else ())


@pytest.mark.parametrize(("rolled", "leadership"), [((4, 4), 0), ((5, 5), 1)])
def test_a_wounded_commander_leaves_his_unit(rolled: tuple[int, int], leadership: int) -> None:
    """leader-02: leaders.casualty.wounded-in-command, leaders.casualty.scratch"""
    after = hit(WITH_UNIT, 6, 6, *rolled, answers=(Point(5000, 1850),))
    assert after.asked == ("leader.detach-place",)
    one = after.battle.leaders[0]
    assert (one.leadership, one.attached_to, one.pose, one.changed) == (
        leadership,
        None,
        Pose(5000, 1850),
        False,
    )


def test_on_hexes_he_stays_in_the_hex_of_the_unit_he_leaves() -> None:
    """leaders.casualty.scratch"""
    hexes = on_hexes(WITH_UNIT, (5, 3, 0), (9, 9, 180))
    after = hit(hexes, 6, 6, 5, 5)
    assert (after.asked, after.battle.leaders[0].attached_to) == ((), None)
    assert whereabouts(after.battle, 0) == pytest.approx(whereabouts(hexes, 0), abs=1)


def test_a_wounded_commander_with_enemies_all_around_takes_refuge_farther_off() -> None:
    """leaders.casualty.scratch, leaders.unattached-safe"""
    people = leader(0, 1, attached_to=0), leader(1)
    fought = led(unit(0, 50, 20), ENEMY, *RING, unit(6, 50, 10), leaders=people)
    assert changes(fought, 0) == (STAY,)
    after = hit(fought, 6, 6, 5, 5, answers=(Point(5000, 1050),))
    assert (after.asked, after.battle.leaders[0].pose) == (("leader.displaced",), Pose(5000, 1050))
    alone = fought.with_unit(replace(fought.units[6], pose=None))
    assert hit(alone, 6, 6, 5, 5).battle.leaders[0].fate is Fate.CAPTURED


def test_heroism_keeps_him_with_his_unit_and_no_leadership_passes_two() -> None:
    """leader-02: leaders.casualty.heroism, leaders.casualty.floor"""
    brave = hit(WITH_UNIT, 6, 6, 6, 6).battle.leaders[0]
    assert (brave.leadership, brave.attached_to) == (2, 0)
    best = led(leaders=(leader(0, 2, attached_to=0), leader(1)))
    assert hit(best, 6, 6, 6, 6).battle.leaders[0].leadership == 2
    worst = led(leaders=(leader(0, 0, attached_to=0), leader(1)))
    assert hit(worst, 6, 6, 4, 4, answers=(Point(5000, 1850),)).battle.leaders[0].leadership == 0


def test_each_of_two_commanders_is_checked() -> None:
    """leaders.hit-check"""
    both = led(leaders=(leader(0, 1, attached_to=0), leader(1), army(1, attached_to=0)))
    after = hit(both, 1, 1, 6, 5, 6, 6).battle
    assert [after.leaders[number].leadership for number in (0, 2)] == [1, 2]


# --------------------------------------------------------------------- his unit is lost
def test_a_unit_without_strength_is_removed_and_its_commander_rolls_once() -> None:
    """troops.destroyed, leaders.check-order, leaders.lost-unit, morale-06"""
    worn = led(
        unit(0, 50, 20, lost=16), ENEMY, unit(2, 70, 20), leaders=(leader(0, 1, attached_to=0), leader(1))
    )
    after = hit(worn, 5, 5, answers=(Point(7000, 1850),))
    assert after.battle.units[0].removed is Removal.DESTROYED
    assert (after.battle.leaders[0].pose, after.asked) == (Pose(7000, 1850, 0), ("leader.displaced",))
    assert hit(worn, 1, 4).battle.leaders[0].fate is Fate.OUT


def test_hits_applied_together_are_settled_together() -> None:
    """troops.destroyed: nothing more follows for a unit that is gone"""
    gone = UnitRemoved(0, Removal.DESTROYED).apply(led(leaders=(leader(0), leader(1))))
    assert not play(settle, gone, 0, Danger.FIRE).events


def test_he_goes_to_the_nearest_unit_of_his_own_command() -> None:
    """leader-03: leaders.lost-unit: his own brigade's, for the army commander any; wounded he has less"""
    fought = two_brigades(
        leader(0, 1, attached_to=0), leader(1), army(1, attached_to=0), leader(0, 0, brigade=2)
    )
    far = unit(3, 90, 20)
    fought = replace(
        fought,
        units=(*fought.units, far),
        brigades=(replace(fought.brigades[0], units=(0, 3)), *fought.brigades[1:]),
    )
    after = play(
        remove, fought, 0, Removal.ROUTED, faces=(3, 4, 5, 5), answers=(Point(9000, 2050), Point(6000, 2050))
    )
    assert [after.battle.leaders[number].pose for number in (0, 2)] == [Pose(9000, 2050), Pose(6000, 2050)]
    assert [after.battle.leaders[number].leadership for number in (0, 2)] == [0, 1]


def test_with_no_unit_of_his_command_left_he_is_removed() -> None:
    """leaders.lost-unit, leaders.gone-brigade"""
    fought = two_brigades(leader(0, 1, attached_to=0), leader(1), army(), leader(0, 0, brigade=2))
    after = play(remove, fought, 0, Removal.ROUTED, faces=(5, 5)).battle
    assert after.leaders[0].fate is Fate.GONE
    assert play(succeed, after).battle.leaders[0].fate is Fate.GONE


def test_the_commander_of_a_brigade_without_units_leaves() -> None:
    """leaders.gone-brigade: not while one of it is still to arrive"""
    coming = replace(unit(2, 0, 0), pose=None)
    fought = led(unit(0, 50, 20), ENEMY, coming, leaders=(leader(0, 1, 50, 15), leader(1)))
    assert play(remove, fought, 0, Removal.LEFT).battle.leaders[0].is_present
    last = UnitRemoved(2, Removal.ROUTED).apply(fought)
    assert play(remove, last, 0, Removal.LEFT).battle.leaders[0].fate is Fate.GONE


def test_an_attached_commander_goes_where_his_unit_goes() -> None:
    """leaders.with-unit: its middle is half an inch behind its front"""
    after = play(retreat, WITH_UNIT, 0, 1, faces=(1,)).battle
    assert whereabouts(after, 0) == Point(5000, 950)
    routed = play(rout, WITH_UNIT, 0, 1, faces=(1, 1, 3)).battle.leaders[0]
    assert (routed.fate, routed.last) == (Fate.MORTAL, Pose(5000, 950))


# --------------------------------------------------------------------- successors
def test_a_lost_brigadier_is_replaced_beside_the_unit_nearest_to_where_he_was() -> None:
    """leaders.replacement"""
    lost = leader(0, 2, fate=Fate.CAPTURED, last=Pose(8000, 2000))
    fought = led(unit(0, 50, 20), ENEMY, unit(2, 70, 20), leaders=(lost, leader(1)))
    one = play(succeed, fought, answers=(Point(7000, 1850),)).battle.leaders[0]
    assert (one.fate, one.leadership, one.pose) == (None, 0, Pose(7000, 1850))
    assert one.name == "Leader 0's successor"


def test_an_army_commander_is_not_replaced() -> None:
    """leaders.replacement"""
    lost = army(2, fate=Fate.KILLED, last=Pose(5000, 2000))
    assert not play(succeed, led(leaders=(leader(0, 1, 50, 15), leader(1), lost))).events


def test_who_was_carried_off_lives_or_dies_after_the_battle() -> None:
    """leaders.casualty.mortal-or-not: replaced or not"""
    hurt = hit(WITH_UNIT, 6, 6, 1, 2).battle
    replaced = play(succeed, hurt, answers=(Point(5000, 1850),)).battle
    for face, lives in ((4, True), (3, False)):
        over = play(end_battle, replaced, faces=(face,))
        assert over.events[-1] == WoundedSettled("Leader 0", lives)
        assert over.battle.outcome is not None


# --------------------------------------------------------------------- riding
@pytest.mark.parametrize(("y", "march"), [(42.0, False), (41.98, True)])
def test_a_detached_commander_rides_and_marches_far_from_the_enemy(y: float, march: bool) -> None:  # noqa: FBT001 - of a table
    """leaders.movement, leaders.march: more than 18 in from every enemy unit"""
    fought = led(leaders=(leader(0, 1, 50, y), leader(1), army(0, attached_to=0)))
    assert rides(fought) == (Ride(0), *([Ride(0, march=True)] if march else []))


@pytest.mark.parametrize(("scale", "rate"), [(Scale.LARGE, 24), (Scale.SMALL, 16)])
def test_he_rides_at_one_rate_and_marches_three_times_as_far(scale: Scale, rate: int) -> None:
    """leaders.movement, leaders.movement-free, leaders.march, move.commander"""
    units = unit(0, 20, 20, scale=scale), unit(1, 100, 70, 180, side=1, scale=scale)
    fought = battle(*units, leaders=(leader(0, 1, 10, 5), leader(1)), scale=scale)
    for march, reach in ((False, rate), (True, 3 * rate)):
        there = play(ride, fought, Ride(0, march), answers=((Turn(900), Advance(100 * reach)),)).battle
        assert whereabouts(there, 0) == pytest.approx((1000 + 100 * reach, 500), abs=1)
        assert not rides(there)
        with pytest.raises(Refused):
            play(ride, fought, Ride(0, march), answers=((Turn(900), Advance(100 * reach + 10)),))


def test_on_hexes_he_has_five_movement_points() -> None:
    """leaders.movement, hex.movement"""
    loose = unit(0, 50, 20, profile=LIGHT, formation=Formation.SKIRMISH)
    fought = on_hexes(led(loose, ENEMY, leaders=(leader(0, 1, 50, 20), leader(1))), (5, 1, 0), (9, 9, 180))
    here = whereabouts(replace(fought, leaders=(leader(0, attached_to=0),)), 0)
    placed = replace(fought.leaders[0], pose=Pose(round(here.x), round(here.y)))
    fought = replace(fought, leaders=(placed, fought.leaders[1]))
    stayed = play(ride, fought, Ride(0), answers=((),)).battle
    assert whereabouts(stayed, 0) == pytest.approx(here, abs=1)
    assert rides(fought) == (Ride(0), Ride(0, march=True))
    east = play(ride, fought, Ride(0), answers=((Enter(900),) * 5,)).battle
    assert whereabouts(east, 0) == pytest.approx((here.x + 5 * 600, here.y), abs=1)
    with pytest.raises(Refused, match="6 movement points, and 5"):
        play(ride, fought, Ride(0), answers=((Enter(900),) * 6,))

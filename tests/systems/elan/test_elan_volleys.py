"""The Firing phase on the table: who may fire, at whom, and hits that are applied together."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.aim import fire_facts, has_line_of_fire, may_fire, targets
from sandtable.systems.elan.battle import ElanBattle, Engagement, Removal, Shot, Step
from sandtable.systems.elan.events import SideBegan
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.recovering import can_recover
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.shooting import dice, start, to_hit
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.volley_events import FireHeld, TargetNamed, UnitFired
from sandtable.systems.elan.volleys import aim_step, fire_step
from tests.systems.elan.bivouac import GUNS, HORSE, LIGHT, area, battle, leader, line, on_hexes, unit
from tests.systems.elan.playing import play

ON = (Resolve.GO_ON, Resolve.GO_ON)


def aiming(fought: ElanBattle, **changed: Any) -> ElanBattle:
    return replace(fought, step=Step.AIMING, **changed)


def firing(fought: ElanBattle, *shots: tuple[int, int]) -> ElanBattle:
    return replace(fought, step=Step.FIRING, shots=tuple(Shot(*shot) for shot in shots))


def face_to_face(**state: Any) -> ElanBattle:
    """Two lines with rifled muskets, five inches apart."""
    return battle(unit(0, 20, 10, **state), unit(1, 20, 15, 180, side=1, **state))


# --------------------------------------------------------------------- who may fire
@pytest.mark.parametrize(
    "deed", ["fired", "retreating", "marched", "charged", "countercharged", "evaded", "fled"]
)
def test_a_unit_that_has_fired_fled_marched_or_charged_does_not_fire(deed: str) -> None:
    """shooting.who-may, troops.retreat-state"""
    fought = face_to_face()
    assert may_fire(fought, fought.units[0])
    assert not may_fire(fought, replace(fought.units[0], **{deed: True}))


def test_who_moved_recovered_or_is_disordered_and_halted_may_fire() -> None:
    """shooting.who-may, troops.halt"""
    fought = face_to_face(moved=True, disordered=True, halted=True)
    assert may_fire(fought, fought.units[0])


def test_units_in_contact_neither_fire_nor_are_fired_at() -> None:
    """shooting.no-melee-fire, shooting.target"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 10, 180, side=1), unit(2, 27, 8))
    engaged = replace(fought, engagements=(Engagement(pair=(0, 1)),))
    assert not may_fire(engaged, engaged.units[0])
    assert targets(fought, 2) == (1,)
    assert targets(engaged, 2) == ()


@pytest.mark.parametrize(
    ("profile", "formation"),
    [
        ("us-line-1863", Formation.MARCH_COLUMN),
        (GUNS, Formation.LIMBERED),
        ("cuirassier", Formation.LINE),
        (HORSE, Formation.MARCH_COLUMN),
    ],
)
def test_march_columns_limbered_guns_and_horsemen_without_carbines_have_no_fire(
    profile: str, formation: Formation
) -> None:
    """shooting.who-may, shooting.dice"""
    fought = battle(unit(0, 20, 10, profile=profile, formation=formation), unit(1, 20, 12, 180, side=1))
    assert not may_fire(fought, fought.units[0])


def test_of_guns_that_unlimbered_this_turn_only_horse_artillery_fires() -> None:
    """shooting.artillery-moved"""
    fought = battle(
        unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED, unlimbered=True),
        unit(1, 30, 10, profile="horse-light-sb", formation=Formation.DEPLOYED, unlimbered=True),
        unit(2, 25, 20, 180, side=1),
    )
    assert [may_fire(fought, one) for one in fought.units] == [False, True, True]


# --------------------------------------------------------------------- at whom
def test_small_arms_fire_at_the_nearest_unit_that_can_be_fired_at() -> None:
    """shooting.target, scale.measuring: the nearest of all is out of arc, the next is hidden by a wood"""
    units = (
        unit(0, 20, 10),
        unit(1, 20, 8, 180, side=1),
        unit(2, 17, 17, 180, side=1, formation=Formation.COLUMN),
        unit(3, 23, 18, 180, side=1, formation=Formation.COLUMN),
        unit(4, 23, 23, 180, side=1),
    )
    assert targets(battle(*units), 0) == (2,)
    wood = area("wood", (10, 12), (20, 12), (20, 13), (10, 13))
    assert targets(battle(*units, pieces=(wood,)), 0) == (3,)
    assert targets(battle(units[0], units[1]), 0) == ()


@pytest.mark.parametrize(("aside", "found"), [(0.54, (1,)), (0.65, ())])
def test_more_than_a_hundredth_beyond_the_limit_is_beyond_it(aside: float, found: tuple[int, ...]) -> None:
    """shooting.band, scale.tolerance: to the corner of the target it is 15.0097 in, or 15.0141"""
    assert targets(battle(unit(0, 20, 10), unit(1, 23 + aside, 25, 180, side=1)), 0) == found


def test_fire_does_not_reach_beyond_the_long_limit() -> None:
    """shooting.target, shooting.band: rifled muskets reach 15 in"""
    assert targets(battle(unit(0, 20, 10), unit(1, 20, 25, 180, side=1)), 0) == (1,)
    assert targets(battle(unit(0, 20, 10), unit(1, 20, 25.1, 180, side=1)), 0) == ()


def test_between_two_units_equally_near_the_owner_chooses_first() -> None:
    """fire.tie, fire.target: shooting.target"""
    pair = (unit(1, 16.5, 15, 180, side=1), unit(2, 23.5, 15, 180, side=1))
    fought = aiming(battle(unit(0, 20, 10), *pair))
    assert targets(fought, 0) == (1, 2)
    named = play(aim_step, fought, answers=(2, 2))
    assert named.asked == ("fire.tie", "fire.target")
    assert named.battle.shots == (Shot(0, 2),)
    with pytest.raises(Refused):
        play(aim_step, fought, answers=(2, 1))
    nearer = battle(unit(0, 20, 10), replace(pair[0], pose=unit(1, 16.5, 14.9).pose), pair[1])
    assert targets(nearer, 0) == (1,)


def test_guns_choose_freely_unless_somebody_is_within_close_range() -> None:
    """shooting.target, weapons.artillery: medium smoothbores are close up to 9 in"""
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED)
    far, farther = unit(1, 14, 25, 180, side=1), unit(2, 26, 40, 180, side=1)
    free = aiming(battle(guns, far, farther))
    assert targets(free, 0) == (1, 2)
    assert play(aim_step, free, answers=(2,)).battle.shots == (Shot(0, 2),)
    close = replace(free, units=(guns, far, replace(farther, pose=unit(2, 20, 19, 180).pose)))
    assert targets(close, 0) == (2,)


@pytest.mark.parametrize(("clear", "allowed"), [(6.0, True), (5.5, False)])
def test_guns_fire_over_friends_six_inches_from_both(clear: float, allowed: bool) -> None:  # noqa: FBT001 - of a table
    """fire-19: weapons.overhead, weapons.overhead-clearance"""
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED)
    friends, enemy = unit(1, 20, 11 + clear), unit(2, 20, 17 + clear, 180, side=1)
    fought = battle(guns, friends, enemy)
    assert has_line_of_fire(fought, 0, 2) is allowed
    assert targets(fought, 0) == ((2,) if allowed else ())
    nearer = battle(guns, friends, replace(enemy, pose=unit(2, 20, 16.5 + clear, 180).pose))
    assert not has_line_of_fire(nearer, 0, 2)


def test_nobody_fires_over_enemies_or_woods_and_foot_fires_over_nobody() -> None:
    """weapons.overhead-clearance"""
    friends, enemy = unit(1, 20, 17), unit(2, 20, 23, 180, side=1)
    assert not has_line_of_fire(battle(unit(0, 20, 10), friends, enemy), 0, 2)
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED)
    between = unit(1, 20, 17, 180, side=1)
    assert not has_line_of_fire(battle(guns, between, enemy), 0, 2)
    assert has_line_of_fire(battle(guns, friends, enemy), 0, 2)
    behind = unit(3, 20, 20, 180, side=1)
    assert not has_line_of_fire(battle(guns, friends, enemy, behind), 0, 2)
    wood = area("wood", (10, 19), (30, 19), (30, 20), (10, 20))
    assert not has_line_of_fire(battle(guns, friends, enemy, pieces=(wood,)), 0, 2)


def test_on_hexes_a_hex_must_lie_between_guns_friends_and_target() -> None:
    """weapons.overhead-clearance"""
    guns = unit(0, 1, 1, profile=GUNS, formation=Formation.DEPLOYED)
    fought = battle(guns, unit(1, 9, 9), unit(2, 20, 9, side=1))
    seen = {
        column: targets(on_hexes(fought, (2, 4, 60), (column, 4, 60), (6, 4, 240)), 0) for column in (3, 4, 5)
    }
    assert seen == {3: (), 4: (2,), 5: ()}


@pytest.mark.parametrize(("south", "flank"), [(26.9, True), (27.1, False)])
def test_a_garrison_fires_into_a_flank_if_half_its_sector_lies_behind_the_front_line(
    south: float,
    flank: bool,  # noqa: FBT001 - of a table
) -> None:
    """shooting.flank, geometry.front-line: the target looks north from y = 30"""
    north = south + 6
    houses = area("built-up", (30, south), (36, south), (36, north), (30, north), id="houses")
    holder = unit(0, 33, north, formation=Formation.GARRISON, sector="houses")
    fought = battle(replace(holder, shape=solid(600, 600)), unit(1, 24, 30, side=1), pieces=(houses,))
    assert fire_facts(fought, 0, 1).target.flank is flank


def test_who_passes_through_houses_has_light_cover_and_their_garrison_heavy() -> None:
    """terrain.sector, terrain.types, terrain.cover-applies"""
    houses = area("built-up", (17, 20), (23, 20), (23, 26), (17, 26), id="houses")
    firer, inside = unit(0, 20, 10), unit(1, 20, 22, 180, side=1)
    assert fire_facts(battle(firer, inside, pieces=(houses,)), 0, 1).target.cover is Cover.LIGHT
    held = replace(inside, formation=Formation.GARRISON, sector="houses", shape=solid(600, 600))
    garrison = replace(held, pose=unit(1, 20, 20, 180).pose)
    assert fire_facts(battle(firer, garrison, pieces=(houses,)), 0, 1).target.cover is Cover.HEAVY


# --------------------------------------------------------------------- naming targets
def test_the_first_side_names_all_its_targets_before_the_second() -> None:
    """shooting.declare, turn.side-order, fire.target"""
    fought = battle(
        unit(0, 20, 10), unit(1, 30, 10), unit(2, 20, 15, 180, side=1), unit(3, 30, 15, 180, side=1)
    )
    battle_now = aiming(fought, first=1, active=1)
    told: list[Event[ElanBattle]] = []
    for answer in ((0,), (None,), (), (2,), (3,), ()):
        done = play(aim_step, battle_now, answers=answer)
        told += done.events
        battle_now = done.battle
    assert told[:5] == [TargetNamed(2, 0), FireHeld(3), SideBegan(0), TargetNamed(0, 2), TargetNamed(1, 3)]
    assert battle_now.step is Step.FIRING
    assert battle_now.shots == (Shot(2, 0), Shot(0, 2), Shot(1, 3))


def test_a_side_that_has_nobody_to_fire_at_is_not_asked() -> None:
    """shooting.target"""
    alone = aiming(battle(unit(0, 20, 10), unit(1, 20, 60, 180, side=1)))
    assert play(aim_step, alone).battle.active == 1


# --------------------------------------------------------------------- the facts
def test_fire_into_the_flank_starts_at_three() -> None:
    """fire-15: shooting.flank, shooting.start.square-march-column-flank"""
    fought = battle(unit(0, 13, 10), unit(1, 20, 9.5, 270, side=1))
    facts = fire_facts(fought, 1, 0)
    assert (facts.range, start(facts).whole, to_hit(facts).whole) == (4.0, 3, 3)


def test_light_cover_and_height_tell_against_small_arms() -> None:
    """terrain.cover-applies, terrain.uphill, shooting.start.small-arms-uphill-or-light-cover"""
    hedge = line("hedge", (10, 14.5), (30, 14.5))
    hill = area("hill", (10, 14), (30, 14), (30, 30), (10, 30), level=1)
    fought = face_to_face()
    for piece in (hedge, hill):
        uphill = replace(fought, field=replace(fought.field, pieces=(piece,)))
        assert start(fire_facts(uphill, 0, 1)).whole == 5
    downhill = replace(fought, field=replace(fought.field, pieces=(hill,)))
    assert start(fire_facts(downhill, 1, 0)).whole == 4


def test_a_firing_trait_counts_unless_read_otherwise() -> None:
    """troops.fire-modifier: British line of 1815 has a firing trait of +1"""
    units = (unit(0, 20, 10, profile="br-line-1815"), unit(1, 20, 13, 180, side=1))
    assert to_hit(fire_facts(battle(*units), 0, 1)).whole == 3
    other = battle(*units, readings=Readings((("troops.fire-modifier", 1),)))
    assert to_hit(fire_facts(other, 0, 1)).whole == 4


@pytest.mark.parametrize(("row", "need"), [(2, 4), (4, 5)])
def test_on_hexes_range_is_counted_in_hexes(row: int, need: int) -> None:
    """shooting.mod.range, hex.distance: rifled muskets reach 1 hex, and 3 at long range"""
    fought = on_hexes(battle(unit(0, 1, 1), unit(1, 9, 9, side=1)), (5, 1, 0), (5, row, 180))
    facts = fire_facts(fought, 0, 1)
    assert (facts.scale, dice(facts).whole, to_hit(facts).whole) == (Scale.HEX, 6, need)


# --------------------------------------------------------------------- all at once
def test_all_fire_is_worked_out_from_the_same_moment() -> None:
    """fire-18: turn.firing, turn.simultaneous-hits, shooting.mod.losses; a third of 18 is 6"""
    fought = firing(face_to_face(lost=5), (0, 1), (1, 0))
    done = play(fire_step, fought, answers=ON, faces=(4, 5, 1, 2, 3, 1, 4, 4, 4, 3, 2, 1))
    assert [one.lost for one in done.battle.units] == [8, 7]
    assert done.events[:2] == (UnitFired(0, 1, 2), UnitFired(1, 0, 3))
    assert done.battle.step is Step.MORALE
    assert done.battle.shots == ()
    assert all(one.hit and one.fired for one in done.battle.units)


def test_a_unit_destroyed_by_fire_still_fires() -> None:
    """shooting.declare, troops.destroyed, shooting.hits"""
    fought = firing(face_to_face(lost=17), (0, 1), (1, 0))
    # Two thirds lost: 4 + 2 = 6
    done = play(fire_step, fought, answers=ON, faces=(6, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1))
    assert [one.removed for one in done.battle.units] == [Removal.DESTROYED, Removal.DESTROYED]


def test_fatigue_costs_the_guns_but_calls_for_no_test_or_check() -> None:
    """shooting.fatigue-self, shooting.fatigue-scope: four dice at 4+ with two ones"""
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED)
    led = (leader(0, 1, attached_to=0), leader(1))
    fought = firing(battle(guns, unit(1, 20, 25, 180, side=1), leaders=led), (0, 1))
    done = play(fire_step, fought, answers=ON, faces=(1, 1, 5, 3))
    tired, struck = done.battle.units
    assert (tired.lost, tired.hit, struck.lost, struck.hit) == (1, False, 1, True)


def test_hits_of_fire_and_fatigue_together_may_use_up_a_battery() -> None:
    """turn.simultaneous-hits, troops.destroyed: 4 of 6 lost, 1 by fire and 1 by fatigue"""
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED, lost=4)
    fought = firing(battle(guns, unit(1, 20, 20, 180, side=1)), (0, 1), (1, 0))
    # Guns at 6+, muskets at long range at deployed guns at 7: two sixes are one hit.
    done = play(fire_step, fought, answers=ON, faces=(1, 1, 2, 2, 6, 6, 1, 1, 1, 1))
    assert done.battle.units[0].removed is Removal.DESTROYED
    assert done.battle.units[1].lost == 0


def test_fatigue_alone_may_use_up_a_battery() -> None:
    """shooting.fatigue-scope, troops.destroyed: 5 of 6 lost, and two ones"""
    guns = unit(0, 20, 10, profile=GUNS, formation=Formation.DEPLOYED, lost=5)
    fought = firing(battle(guns, unit(1, 20, 25, 180, side=1)), (0, 1))
    done = play(fire_step, fought, answers=ON, faces=(1, 1, 2, 2))
    assert done.battle.units[0].removed is Removal.DESTROYED


def test_the_commander_of_a_unit_hit_by_several_is_checked_once() -> None:
    """leaders.hit-check, leaders.check-order: 11 or 12 hits him, and 12 of the table makes a hero"""
    led = (leader(0), leader(1, 1, attached_to=2))
    fought = battle(unit(0, 17, 10), unit(1, 23, 10), unit(2, 20, 15, 180, side=1), leaders=led)
    volleys = (4, 1, 1, 1, 1, 1) * 2
    spared = play(fire_step, firing(fought, (0, 2), (1, 2)), answers=ON, faces=(*volleys, 5, 5))
    assert spared.battle.units[2].lost == 2
    assert spared.battle.leaders[1].leadership == 1
    hit = play(fire_step, firing(fought, (0, 2), (1, 2)), answers=ON, faces=(*volleys, 5, 6, 6, 6))
    assert hit.battle.leaders[1].leadership == 2


# --------------------------------------------------------------------- recovering
@pytest.mark.parametrize(
    "state", [{"halted": True}, {"retreating": True}, {"fled": True}, {"disordered": False}, {"moved": True}]
)
def test_who_is_halted_retreating_or_has_moved_does_not_recover(state: dict[str, bool]) -> None:
    """troops.recover, troops.halt"""
    fought = face_to_face(disordered=True)
    assert can_recover(fought, fought.units[0])
    assert not can_recover(fought, replace(fought.units[0], **state))


def test_nobody_recovers_in_contact_or_where_the_ground_forbids_it() -> None:
    """troops.recover, terrain.no-recovery: heavy infantry does not recover in a wood, light infantry does"""
    fought = face_to_face(disordered=True)
    engaged = replace(fought, engagements=(Engagement(pair=(0, 1)),))
    assert not can_recover(engaged, engaged.units[0])
    wood = area("wood", (22, 5), (40, 5), (40, 12), (22, 12))
    wooded = replace(fought, field=replace(fought.field, pieces=(wood,)))
    assert not can_recover(wooded, wooded.units[0])
    light = wooded.with_unit(unit(0, 20, 10, profile=LIGHT, disordered=True))
    assert can_recover(light, light.units[0])

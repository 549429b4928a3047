"""Firing on the table: who may fire at whom, who may support, and how fire is declared."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.refusal import Refused
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.aim import (
    aim_at,
    aims,
    can_support,
    fire_of,
    has_moved,
    objections,
    target_of,
    targets,
)
from sandtable.systems.tricorn.battle import Allowance, Shot, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.declaring import Declaration, fire_step, shots_open, supports_open
from sandtable.systems.tricorn.fire_events import FireDeclared, SupportDeclared
from sandtable.systems.tricorn.shooting import Fire, Target, value
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.terrain import VILLAGE, WOOD, WORKS
from sandtable.systems.tricorn.troops import Band, Formation, Quality
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    GRENADIERS,
    GUNS,
    HEAVY_GUNS,
    HORSE,
    HUSSARS,
    LIGHTS,
    MUSKETS,
    VETERANS,
    battle,
    box,
    garrison,
    officer,
    play,
    strip,
    unit,
)
from tests.systems.tricorn.worked import figures, readings


def facing(number: int, y: float, *, x: float = 20, **state: Any) -> TricornUnit:
    """A unit of the other side that looks down the table."""
    return unit(number, x, y, 180, side=1, **state)


def across(gap: float, *, shooter: str = MUSKETS, target: str = MUSKETS, **state: Any) -> TricornBattle:
    """A shooter of the active side and an enemy so far before its front, front to front."""
    return battle(
        unit(0, 20, 10, profile=shooter, **state), facing(1, 10 + gap, profile=target), step=Step.FIRE
    )


def cv(fought: TricornBattle, shooter: int, target: int, *supporters: int) -> int:
    """The modified Combat Value of a shot on the table."""
    shot = Shot(shooter, target, supporters)
    return value(fire_of(fought, shot), target_of(fought, target)).whole


def hit_by(fought: TricornBattle, unit: int) -> list[int]:
    return [aim.target for aim in aims(fought, unit)]


# -------------------------------------------------------------------- the cases
def test_muskets_reach_exactly_four_inches() -> None:
    """fire-basic: weapons.ranges, geometry.range"""
    assert cv(across(4.0), 0, 1) == figures("fire-basic")["cv"]
    assert [aim.band for aim in aims(across(4.0), 0)] == [Band.SHORT]
    assert aims(across(4.01), 0) == ()


def test_a_unit_that_moved_with_two_markers_fires_at_works() -> None:
    """fire-moved-disordered: shooting.cv.moved, shooting.cv.disorder, shooting.cv.cover, terrain.cover"""
    works = strip(WORKS, 0, (15, 13), (25, 13))
    fought = battle(unit(0, 20, 10, moved=True, markers=2), facing(1, 13), pieces=(works,), step=Step.FIRE)
    assert cv(fought, 0, 1) == figures("fire-moved-disordered")["cv"]
    assert fire_of(fought, Shot(0, 1)) == Fire(moved=True, markers=2, cover=True)


def test_lights_in_a_wood_are_fired_at() -> None:
    """fire-lights-in-wood: shooting.cv.at-light-infantry, shooting.cv.into-bad-going, terrain.in-bad-going"""
    expected = figures("fire-lights-in-wood")
    wood = box(WOOD, 15, 12, 25, 20)
    for profile, told in ((VETERANS, expected["muskets_cv"]), (LIGHTS, expected["lights_cv"])):
        fought = battle(
            unit(0, 20, 10, profile=profile),
            facing(1, 12, profile=LIGHTS),
            pieces=(wood,),
            step=Step.FIRE,
            readings=readings("fire-lights-in-wood"),
        )
        assert cv(fought, 0, 1) == told


def test_lights_fire_as_muskets_at_lights_in_a_wood() -> None:
    """reading-lights-are-muskets: troops.muskets"""
    fought = battle(
        unit(0, 20, 10, profile=LIGHTS),
        facing(1, 12, profile=LIGHTS),
        pieces=(box(WOOD, 15, 12, 25, 20),),
        step=Step.FIRE,
        readings=readings("reading-lights-are-muskets"),
    )
    assert cv(fought, 0, 1) == figures("reading-lights-are-muskets")["cv"]


def test_a_march_column_is_fired_at() -> None:
    """fire-column: shooting.cv.target-column, formation.column"""
    fought = battle(unit(0, 20, 10, moved=True), facing(1, 13, formation=Formation.COLUMN), step=Step.FIRE)
    assert cv(fought, 0, 1) == figures("fire-column")["cv"]


def test_fire_into_a_flank_with_two_supporters() -> None:
    """fire-over-six: shooting.cv.support, shooting.cv.flank, geometry.flank-zone.fire"""
    fought = battle(
        unit(0, 20, 10, profile=VETERANS),
        unit(1, 17, 10),
        unit(2, 23, 10, markers=1),
        unit(3, 19.5, 13, 270, side=1),
        step=Step.FIRE,
    )
    shot = Shot(0, 3)
    assert [can_support(fought, friend, shot) for friend in (1, 2)] == [True, True]
    assert cv(fought, 0, 3, 1, 2) == figures("fire-over-six")["cv"]


def test_who_may_support_a_shooter() -> None:
    """fire-support-limits: shooting.cv.support, shooting.support.condition, turn.active-units,
    formation.column"""
    fought = battle(
        unit(0, 20, 10),
        unit(1, 17, 10, markers=1),
        unit(2, 23, 10, markers=2),
        unit(3, 20, 16, 180, command=2),
        unit(4, 21.6, 10.5, formation=Formation.COLUMN, command=0),
        facing(5, 13),
        step=Step.FIRE,
    )
    shot = Shot(0, 5)
    helpers = [friend for friend in (1, 2, 3, 4) if can_support(fought, friend, shot)]
    assert helpers == [1]
    assert cv(fought, 0, 5, *helpers) == figures("fire-support-limits")["cv"]


def test_units_that_return_fire_have_no_support() -> None:
    """fire-reaction-no-support: turn.firing.who, shooting.support.condition"""
    fought = battle(
        unit(0, 20, 10),
        facing(1, 13, x=18.4),
        facing(2, 13, x=21.6),
        step=Step.RETURN_FIRE,
        shots=(Shot(1, 0),),
    )
    assert shots_open(fought, 1) == (Declaration(2, 0),)
    assert supports_open(fought, 1) == ()
    assert not can_support(fought, 2, Shot(1, 0))


def test_guns_have_two_bands_of_range() -> None:
    """fire-long-artillery, fire-short-heavy: weapons.ranges"""
    assert [aim.band for aim in aims(across(14, shooter=GUNS), 0)] == [Band.LONG]
    assert [aim.band for aim in aims(across(12.0, shooter=HEAVY_GUNS), 0)] == [Band.SHORT]
    assert aims(across(20.01, shooter=GUNS), 0) == ()


def test_horse_in_a_marsh_is_fired_at() -> None:
    """fire-mounted-bad-going: shooting.cv.into-bad-going"""
    fought = battle(
        unit(0, 20, 10), facing(1, 13, profile=HORSE), pieces=(box("marsh", 15, 12, 25, 20),), step=Step.FIRE
    )
    assert cv(fought, 0, 1) == figures("fire-mounted-bad-going")["cv"]
    assert target_of(fought, 1).bad_going


def test_a_village_shelters_its_garrison_and_is_no_bad_going() -> None:
    """fire-village: shooting.cv.cover, terrain.garrison, terrain.in-bad-going"""
    village = box(VILLAGE, 18, 13, 22, 17)
    fought = battle(
        unit(0, 20, 10, profile=GRENADIERS),
        garrison(1, village, side=1, markers=1),
        pieces=(village,),
        step=Step.FIRE,
    )
    assert cv(fought, 0, 1) == figures("fire-village")["cv"]


# -------------------------------------------------------------------------- who
def test_the_active_command_fires_and_enemies_fire_at_it_alone() -> None:
    """turn.firing, turn.firing.who, turn.active-units"""
    ours, silent = unit(0, 20, 10), unit(1, 30, 10, command=2)
    fought = battle(ours, silent, facing(2, 13), facing(3, 13, x=30), step=Step.FIRE)
    assert (hit_by(fought, 0), hit_by(fought, 1)) == ([2], [])
    assert (hit_by(fought, 2), hit_by(fought, 3)) == ([0], [])
    assert [one.rule for one in objections(fought, fought.units[1], fought.units[3])] == ["turn.firing.who"]
    assert [one.rule for one in objections(fought, fought.units[3], fought.units[1])] == ["turn.firing.who"]


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"formation": Formation.COLUMN}, "formation.column"),
        ({"profile": GUNS, "formation": Formation.LIMBERED}, "formation.column"),
        ({"profile": GUNS, "formation": Formation.ABANDONED}, "artillery.abandoned"),
        ({"withdrew": True}, "withdraw.later"),
    ],
)
def test_columns_limbered_and_abandoned_guns_do_not_fire(state: dict[str, Any], rule: str) -> None:
    """shooting.eligible, formation.column, formation.limbered, artillery.abandoned, withdraw.later"""
    fought = battle(unit(0, 20, 10, **state), facing(1, 12), step=Step.FIRE)
    assert aims(fought, 0) == ()
    assert rule in [one.rule for one in objections(fought, fought.units[0], fought.units[1])]


def test_units_in_contact_neither_fire_nor_are_fired_at() -> None:
    """shooting.no-contact-fire, shooting.eligible"""
    fought = battle(unit(0, 20, 10), unit(1, 23, 10), facing(2, 10), facing(3, 12, x=24), step=Step.FIRE)
    assert hit_by(fought, 0) == []
    assert hit_by(fought, 1) == [3]
    rules = [one.rule for one in objections(fought, fought.units[1], fought.units[2])]
    assert rules == ["shooting.no-contact-fire"]


def test_abandoned_guns_are_no_target() -> None:
    """artillery.abandoned"""
    fought = battle(
        unit(0, 20, 10), facing(1, 12, profile=GUNS, formation=Formation.ABANDONED), step=Step.FIRE
    )
    assert hit_by(fought, 0) == []
    assert [one.rule for one in objections(fought, *fought.units)] == ["artillery.abandoned"]


def test_markers_do_not_keep_a_unit_from_firing() -> None:
    """shooting.eligible"""
    assert hit_by(across(3, markers=3), 0) == [1]


# ----------------------------------------------------------------------- targets
def test_small_arms_fire_at_the_nearest_and_guns_at_whom_they_like() -> None:
    """shooting.target"""
    for profile, choice in ((MUSKETS, [1]), (GUNS, [1, 2]), (HUSSARS, [1])):
        fought = battle(
            unit(0, 20, 10, profile=profile),
            facing(1, 11.5, x=18.4),
            facing(2, 11.7, x=21.6),
            step=Step.FIRE,
        )
        assert [aim.target for aim in targets(fought, 0)] == choice
        assert hit_by(fought, 0) == [1, 2]


def test_one_that_is_not_nearest_is_refused_with_its_rule() -> None:
    """shooting.target"""
    fought = battle(unit(0, 20, 10), facing(1, 12, x=18.4), facing(2, 12.2, x=21.6), step=Step.FIRE)
    assert [one.rule for one in objections(fought, fought.units[0], fought.units[2])] == ["shooting.target"]
    assert objections(fought, fought.units[0], fought.units[1]) == ()


def test_arc_range_and_sight_are_told_when_they_fail() -> None:
    """geometry.arc, weapons.ranges, geometry.los"""
    ahead = battle(unit(0, 20, 10), facing(1, 15), facing(2, 9, x=40), facing(3, 18), step=Step.FIRE)
    rules = [[one.rule for one in objections(ahead, ahead.units[0], ahead.units[n])] for n in (1, 2)]
    assert rules == [["weapons.ranges"], ["geometry.arc"]]
    guns = battle(unit(0, 20, 10, profile=GUNS), facing(1, 15), facing(2, 18), step=Step.FIRE)
    assert [one.rule for one in objections(guns, guns.units[0], guns.units[2])] == ["geometry.los"]
    gone = replace(guns.units[2], pose=None)
    assert [one.rule for one in objections(guns, guns.units[0], gone)] == ["shooting.eligible"]


def test_a_unit_behind_its_friends_may_be_out_of_arc_of_the_nearest_but_not_of_another() -> None:
    """shooting.target, geometry.arc"""
    fought = battle(unit(0, 20, 10), facing(1, 9, x=24), facing(2, 13), step=Step.FIRE)
    assert [aim.target for aim in targets(fought, 0)] == [2]


# ----------------------------------------------------------------------- support
def test_long_range_is_supported_at_long_range_only() -> None:
    """shooting.support.condition"""
    fought = battle(
        unit(0, 20, 10, profile=GUNS),
        unit(1, 22, 10, profile=GUNS),
        unit(2, 18, 12, profile=HEAVY_GUNS),
        facing(3, 22.5),
        step=Step.FIRE,
    )
    bands = [aim.band for number in (0, 1, 2) for aim in aims(fought, number)]
    assert bands == [Band.LONG, Band.LONG, Band.SHORT]
    assert [can_support(fought, number, Shot(0, 3)) for number in (1, 2)] == [True, False]
    assert not can_support(fought, 0, Shot(2, 3))


def test_a_supporter_need_not_have_the_target_nearest() -> None:
    """shooting.support.condition"""
    fought = battle(
        unit(0, 20, 10), unit(1, 23, 10), facing(2, 13, x=21), facing(3, 12, x=24.6), step=Step.FIRE
    )
    assert [aim.target for aim in targets(fought, 1)] == [3]
    assert can_support(fought, 1, Shot(0, 2))


def test_the_lines_of_a_supported_shot_are_those_of_the_shooter() -> None:
    """shooting.support.modifiers"""
    fought = battle(
        unit(0, 20, 10), unit(1, 23, 10, moved=True, markers=1), facing(2, 13, x=21.5), step=Step.FIRE
    )
    assert cv(fought, 0, 2, 1) == 4
    assert cv(fought, 1, 2, 0) == 3


# ------------------------------------------------------------------------- facts
@pytest.mark.parametrize("state", [{"moved": True}, {"rallied": True}, {"passed": True}])
def test_moving_rallying_and_being_passed_through_cost_one(state: dict[str, Any]) -> None:
    """shooting.cv.moved, shooting.cv.moved.detail, movement.pass-through.both-moved"""
    assert has_moved(unit(0, 20, 10, **state))
    assert cv(across(3, **state), 0, 1) == 2
    assert cv(across(3, broke_off=True), 0, 1) == 3


def test_the_target_is_known_with_all_that_it_brings_to_a_test() -> None:
    """morale.mod.forced-march, morale.mod.demoralized, morale.mod.cc-with-command"""
    fought = battle(
        unit(0, 20, 10),
        facing(1, 13, profile="musket-guard", markers=2, forced_until=1),
        step=Step.FIRE,
        officers=(officer(0, 1, 1, command=0), officer(1, side=1, command=1, chief=True, attached=1)),
    )
    expected = Target(quality=Quality.GUARD, markers=2, attached=Attached.GENERAL, forced_march=True)
    assert target_of(fought, 1) == expected
    later = replace(fought, turn=2)
    assert not target_of(later, 1).forced_march


def test_a_c_c_without_a_command_is_known_as_such() -> None:
    """morale.mod.cc-attached"""
    fought = battle(
        unit(0, 20, 10),
        facing(1, 13),
        officers=(
            officer(0, 1, 1, command=0),
            officer(1, 70, 40, side=1, command=1),
            officer(2, side=1, chief=True, attached=1),
        ),
    )
    assert target_of(fought, 1).attached is Attached.CHIEF


# ------------------------------------------------------------------- declaring it
def test_fire_is_declared_shot_by_shot_and_support_after_it() -> None:
    """turn.firing, shooting.simultaneous, shooting.support.condition, fire.declare, fire.support-choice"""
    fought = battle(unit(0, 20, 10), unit(1, 23, 10), facing(2, 13, x=21.5), step=Step.FIRE)
    first = play(fire_step, fought, answers=(Declaration(0, 2),))
    assert first.asked == ("fire.declare",)
    assert first.told(FireDeclared) == (FireDeclared(0, 2),)
    assert shots_open(first.battle, 0) == (Declaration(1, 2),)
    second = play(fire_step, first.battle, answers=(Declaration(1, 2, 0),))
    assert second.asked == ("fire.support-choice",)
    assert second.told(SupportDeclared) == (SupportDeclared(1, 0),)
    assert second.battle.shots == (Shot(0, 2, (1,)),)
    assert second.battle.step is Step.FIRE


def test_a_unit_fires_or_supports_once() -> None:
    """turn.firing.repeat, shooting.support.condition"""
    fought = battle(
        unit(0, 20, 10), unit(1, 23, 10), facing(2, 13, x=21.5), step=Step.FIRE, shots=(Shot(0, 2, (1,)),)
    )
    done = play(fire_step, fought)
    assert (done.asked, done.battle.step) == ((), Step.RETURN_FIRE)


def test_nobody_has_to_fire() -> None:
    """turn.firing, fire.declare"""
    held = play(fire_step, across(3), answers=(None,))
    assert (held.battle.shots, held.battle.step) == ((), Step.RETURN_FIRE)
    back = play(fire_step, held.battle, answers=(Declaration(1, 0),))
    assert back.battle.shots == (Shot(1, 0),)
    assert play(fire_step, back.battle).battle.step is Step.VOLLEY


def test_where_nobody_is_near_nobody_is_asked() -> None:
    """turn.firing"""
    quiet = play(fire_step, across(12))
    assert (quiet.asked, quiet.battle.step) == ((), Step.RETURN_FIRE)


def test_of_equally_near_targets_the_owner_chooses_one() -> None:
    """shooting.target, fire.equal-nearest"""
    fought = battle(unit(0, 20, 10), facing(1, 12, x=18.4), facing(2, 12, x=21.6), step=Step.FIRE)
    assert shots_open(fought, 0) == (Declaration(0),)
    chosen = play(fire_step, fought, answers=(Declaration(0), 2))
    assert chosen.asked == ("fire.declare", "fire.equal-nearest")
    assert chosen.battle.shots == (Shot(0, 2),)


def test_what_is_not_offered_is_refused() -> None:
    """shooting.target"""
    fought = battle(unit(0, 20, 10), facing(1, 12, x=18.4), facing(2, 12.5, x=21.6), step=Step.FIRE)
    with pytest.raises(Refused):
        play(fire_step, fought, answers=(Declaration(0, 2),))


def test_a_side_fires_again_in_every_activation_that_lets_it() -> None:
    """turn.firing.repeat"""
    fought = across(3)
    ended = replace(fought, shots=(), step=Step.RETURN_FIRE)
    assert shots_open(ended, 1) == (Declaration(1, 0),)
    other = battle(unit(0, 20, 10), facing(1, 13), step=Step.FIRE, active=1)
    assert shots_open(other, 1) == (Declaration(1, 0),)
    assert aim_at(other, 0, 1) is not None


def test_a_general_who_declined_still_has_his_fire_unhindered() -> None:
    """turn.passed-move"""
    fought = battle(unit(0, 20, 10), facing(1, 13), step=Step.FIRE, allowance=Allowance.NONE)
    assert shots_open(fought, 0) == (Declaration(0, 1),)
    assert cv(fought, 0, 1) == 3


def test_cuirassiers_shoot_two_inches_with_their_pistols() -> None:
    """weapons.ranges, troops.combat-values"""
    assert cv(across(2, shooter=CUIRASSIERS), 0, 1) == 2
    assert aims(across(2.01, shooter=CUIRASSIERS), 0) == ()


# ------------------------------------------------------------------- what is kept
@pytest.mark.parametrize(("scenario", "seed"), [("rossbach-1757", 3), ("blenheim-1704", 4)])
def test_what_is_kept_of_aims_is_what_every_pair_says_by_itself(scenario: str, seed: int) -> None:
    """shooting.eligible, geometry.los: over a battle in which units move, fire and form"""
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(seed))
    sides, looked, found = (Militia(seed), Militia(seed + 1)), 0, 0
    while game.question is not None and looked < 12:
        if game.battle.step in (Step.FIRE, Step.RETURN_FIRE):
            looked += 1
            for one in (*game.battle.on_table(0), *game.battle.on_table(1)):
                said = [
                    enemy.id for enemy in game.battle.enemies_of(one.side) if may_aim(game.battle, one, enemy)
                ]
                assert hit_by(game.battle, one.id) == said
                found += len(said)
        game.answer(sides[game.question.seat].decide(game.position()))
    assert found


def may_aim(fought: TricornBattle, one: TricornUnit, enemy: TricornUnit) -> bool:
    """Does nothing keep a unit from firing at an enemy, but perhaps that another is nearer?"""
    return all(why.rule == "shooting.target" for why in objections(fought, one, enemy))

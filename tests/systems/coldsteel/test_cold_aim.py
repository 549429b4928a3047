"""Aim on the table: who may shoot at whom, charged units and their chargers, guns and held buildings."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import (
    aimed,
    faces_to_shoot,
    objections,
    shooters,
    shot_at,
    targets,
    volley_at,
    working_card,
)
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Removal, Step
from sandtable.systems.coldsteel.events import (
    StepBegan,
    TurnBegan,
    UnitCharged,
    UnitFormed,
    UnitHeld,
    UnitsRemoved,
)
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import Pose, degrees, inches
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    LIGHT,
    battle,
    box,
    figures,
    garrison,
    house,
    unit,
)

FIRE = Step.FIRST_SHOOTING


def facing_north(number: int, x: float, y: float, **state: Any) -> ColdSteelUnit:
    """A unit of Blue that looks north."""
    return unit(number, x, y, 0, side=0, **state)


def facing_south(number: int, x: float, y: float, **state: Any) -> ColdSteelUnit:
    """A unit of Red that looks south."""
    return unit(number, x, y, 180, side=1, **state)


def shoots(*units: ColdSteelUnit, **state: Any) -> ColdSteelBattle:
    """A battle in which Blue shoots."""
    return battle(*units, step=FIRE, active=0, **state)


def rules(fought: ColdSteelBattle, one: int, other: int) -> tuple[str, ...]:
    """The rules that keep a unit from shooting at another."""
    return tuple(why.rule for why in objections(fought, fought.units[one], fought.units[other]))


# ------------------------------------------------------------------------- facts
def test_the_facts_of_a_volley_are_read_from_the_table() -> None:
    """shooting.one-band, geometry.distance: 6 in from edge to edge is Band 1."""
    fought = shoots(facing_north(0, 20, 10), facing_south(1, 20, 16))
    facts = volley_at(fought, *fought.units)
    assert (facts.models, facts.files, facts.distance, facts.formation) == (24, 12, 6.0, Formation.LINE)
    assert (shooting.dice(facts).total, shooting.need(facts).total) == (24, 4)
    further = shoots(facing_north(0, 20, 10), facing_south(1, 20, 16.01))
    assert shooting.need(volley_at(further, *further.units)).total == 5


def test_all_models_of_the_front_ranks_shoot_at_a_target_off_to_one_side() -> None:
    """shooting.facing-means"""
    aside = facing_south(1, 32, 16)
    fought = shoots(facing_north(0, 20, 10), aside)
    assert targets(fought, fought.units[0]) == (1,)
    assert shooting.dice(volley_at(fought, *fought.units)).total == 24


@pytest.mark.parametrize("kind", ["wood", "orchard or tall crops", "marsh"])
def test_no_ground_but_a_building_gives_cover(kind: str) -> None:
    """terrain.no-cover"""
    cover = box(kind, 14, 14.5, 26, 18)
    fought = shoots(facing_north(0, 20, 10), facing_south(1, 20, 16), pieces=(cover,))
    assert targets(fought, fought.units[0]) == (1,)
    assert shooting.need(volley_at(fought, *fought.units)).total == 4


@pytest.mark.parametrize("formation", [Formation.LINE, Formation.COLUMN, Formation.SQUARE])
def test_guns_hit_every_formation_alike(formation: Formation) -> None:
    """artillery.no-formation-effect"""
    fought = shoots(facing_north(0, 20, 5, profile=GUNS), facing_south(1, 20, 25, formation=formation))
    facts = shot_at(fought, *fought.units)
    assert (artillery.need(facts).total, artillery.wound_dice(facts).total) == (5, 3)


def test_only_a_card_that_works_counts() -> None:
    """cards.person-alive, cards.permanent"""
    lucky = facing_north(0, 20, 10, trait=Trait.LUCKY_OFFICER, command=(Figure.SERGEANT,))
    assert working_card(lucky) is None
    assert working_card(replace(lucky, command=(Figure.OFFICER,))) is Trait.LUCKY_OFFICER
    assert working_card(facing_north(0, 20, 10, trait=Trait.MARKSMEN)) is Trait.MARKSMEN


def test_fouled_muskets_may_not_shoot_in_that_turn_alone() -> None:
    """cards.dirty-scope"""
    fouled = facing_north(0, 20, 10, trait=Trait.DIRTY_MUSKETS, fouled=3)
    for turn, may in ((2, True), (3, False), (4, True)):
        fought = shoots(fouled, facing_south(1, 20, 16), turn=turn)
        assert bool(targets(fought, fought.units[0])) is may


# ----------------------------------------------------------------------- who may
def test_neither_a_column_nor_cavalry_finds_a_target() -> None:
    """shoot-09: shooting.formations, shooting.column-none, shooting.who"""
    expected = figures("shoot-09")
    column = shoots(facing_north(0, 20, 10, formation=Formation.COLUMN), facing_south(1, 20, 15))
    cavalry = shoots(facing_north(0, 20, 10, profile=HUSSARS), facing_south(1, 20, 15))
    assert (bool(shooters(column)), bool(shooters(cavalry))) == (expected["a"], expected["b"])
    assert rules(column, 0, 1) == ("shooting.column-none",)
    assert rules(cavalry, 0, 1)[0] == "shooting.who"


def test_who_failed_may_not_shoot_until_he_passes() -> None:
    """morale-16, morale-17: morale.status"""
    failed, fresh = figures("morale-16"), figures("morale-17")
    fought = shoots(facing_north(0, 20, 10, failed=True), facing_south(1, 20, 16))
    assert bool(shooters(fought)) is failed["shoot_turn3"]
    later = TurnBegan(2).apply(fought)
    assert bool(shooters(StepBegan(FIRE, 0).apply(later))) is failed["shoot_turn4"]
    assert rules(fought, 0, 1) == ("morale.status",)
    passed = shoots(facing_north(0, 20, 10), facing_south(1, 20, 16))
    assert bool(shooters(passed)) is fresh["shoot"]


def test_a_failure_binds_to_the_end_of_its_turn_only_by_the_other_reading() -> None:
    """morale.status"""
    readings = Readings(((Reading.FAILURE_BINDS, 1),))
    fought = shoots(facing_north(0, 20, 10, failed=True), facing_south(1, 20, 16), readings=readings)
    assert not shooters(fought)
    assert shooters(StepBegan(FIRE, 0).apply(TurnBegan(2).apply(fought))) == (0,)


def test_a_unit_is_named_once_in_a_step() -> None:
    """turn.unit-order, shooting.each-unit"""
    fought = shoots(facing_north(0, 20, 10), facing_south(1, 20, 16))
    assert shooters(fought) == (0,)
    assert shooters(UnitHeld(0).apply(fought)) == ()
    assert rules(UnitHeld(0).apply(fought), 0, 1) == ("turn.unit-order",)


def test_infantry_shoots_whether_it_moved_or_not() -> None:
    """movement.infantry-move-and-shoot"""
    fought = shoots(facing_north(0, 20, 10, manoeuvred=True), facing_south(1, 20, 16))
    assert shooters(fought) == (0,)


# ----------------------------------------------------------------------- at whom
def test_any_enemy_in_arc_sight_and_range_may_be_chosen() -> None:
    """shooting.one-target: no duty to shoot at the nearest."""
    near, far = facing_south(1, 15, 14), facing_south(2, 26, 20)
    behind, hidden = facing_south(3, 20, 5), facing_south(4, 13, 20)
    fought = shoots(facing_north(0, 20, 10), near, far, behind, hidden)
    assert targets(fought, fought.units[0]) == (1, 2)
    assert rules(fought, 0, 3) == ("geometry.front-arc",)
    assert rules(fought, 0, 4) == ("geometry.los",)
    assert rules(fought, 0, 1) == ()


def test_what_cannot_be_hit_is_no_target() -> None:
    """shooting.impossible"""
    conscripts = facing_north(0, 20, 10, trait=Trait.CONSCRIPTS)
    fought = shoots(conscripts, facing_south(1, 20, 25), facing_south(2, 20, 29))
    assert targets(fought, fought.units[0]) == ()
    assert rules(fought, 0, 1) == ("shooting.impossible",)
    veteran = shoots(facing_north(0, 20, 10), facing_south(1, 20, 25))
    assert targets(veteran, veteran.units[0]) == (1,)


def test_nobody_fires_into_a_melee() -> None:
    """shoot-15: shooting.no-melee-targets"""
    expected = figures("shoot-15")
    line, guns = facing_north(0, 20, 10), facing_north(1, 40, 10, profile=GUNS)
    friend, enemy = facing_north(2, 26, 14), facing_south(3, 26, 15)
    fought = shoots(line, guns, friend, enemy, turn=3)
    assert 3 in aimed(fought, line, (3,))
    locked = replace(fought, links=(Link(2, 3, 2),))
    assert (3 in targets(locked, line)) is expected["line"]
    assert (3 in targets(locked, guns)) is expected["battery"]
    assert "shooting.no-melee-targets" in rules(locked, 0, 3)
    assert "shooting.no-melee-targets" in rules(locked, 1, 3)


def test_a_garrison_is_a_target_in_the_first_band_only() -> None:
    """shooting.building-target, geometry.distance"""
    home = house(18, 16, 22, 20)
    fought = shoots(facing_north(0, 20, 10), garrison(1, home, side=1), pieces=(home,))
    assert targets(fought, fought.units[0]) == (1,)
    assert shooting.need(volley_at(fought, *fought.units)).total == 5
    further = shoots(facing_north(0, 20, 9), garrison(1, home, side=1), pieces=(home,))
    assert rules(further, 0, 1) == ("shooting.building-target",)


def test_a_garrison_shoots_from_the_face_that_looks_at_its_target() -> None:
    """shooting.garrison-may, geometry.face-choice"""
    home = house(18, 16, 22, 20)
    around = (facing_south(1, 20, 30), facing_south(2, 35, 18), facing_south(3, 20, 10))
    fought = shoots(garrison(0, home, models=18), *around, pieces=(home,))
    assert targets(fought, fought.units[0]) == (1, 2, 3)
    assert shooting.dice(volley_at(fought, fought.units[0], fought.units[1])).total == 5
    silent = replace(fought, readings=Readings(((Reading.GARRISON_SHOOTS, 1),)))
    assert targets(silent, silent.units[0]) == ()
    assert rules(silent, 0, 1) == ("shooting.garrison-may",)


def test_two_faces_that_are_equally_near_leave_the_choice_to_the_owner() -> None:
    """geometry.face-choice: a small square off the corner, on the diagonal."""
    square = facing_north(0, 20, 20, formation=Formation.SQUARE, models=12)
    off_the_corner = unit(1, 26, 23.5, 45, side=1, formation=Formation.COLUMN, models=2)
    fought = shoots(square, off_the_corner)
    middle = square.hub
    assert middle is not None
    diagonal = replace(off_the_corner, pose=Pose(round(middle.x) + 600, round(middle.y) + 600, degrees(45)))
    assert set(faces_to_shoot(replace(fought, units=(square, diagonal)), square, diagonal)) == {
        "front",
        "right",
    }
    straight = facing_south(1, 20, 28)
    assert faces_to_shoot(shoots(square, straight), square, straight) == ("front",)


# ------------------------------------------------------------- the charged unit
def charged_line(**state: Any) -> ColdSteelBattle:
    """Red's line 0 charged in front by Blue's 1 this turn; Red's 2 stands 4 in from the charger."""
    line, charger = facing_south(0, 20, 20), facing_north(1, 20, 10)
    friend = facing_south(2, 30, 24)
    other = facing_north(3, 12, 12)
    fought = battle(line, charger, friend, other, step=Step.FIRST_MANOEUVRES, active=0, **state)
    fought = StepBegan(Step.FIRST_MANOEUVRES, 0).apply(fought)
    fought = UnitCharged(1, 0, (0,), Pose(inches(20), inches(20), 0)).apply(fought)
    return StepBegan(FIRE, 1).apply(fought)


def test_a_charged_line_may_shoot_at_its_charger_and_at_nobody_else() -> None:
    """shoot-12: charge.defender-fire, shooting.band-1"""
    expected, fought = figures("shoot-12"), charged_line()
    line, friend = fought.units[0], fought.units[2]
    assert targets(fought, line) == (1,)
    facts = volley_at(fought, line, fought.units[1])
    assert (shooting.dice(facts).total, shooting.need(facts).total) == (expected["dice"], expected["need"])
    assert (1 in targets(fought, friend)) is expected["others"]
    assert "charge.defender-fire" in rules(fought, 0, 3)
    assert rules(fought, 2, 1) == ("shooting.no-melee-targets",)


def test_a_unit_that_was_engaged_before_does_not_fire_at_a_new_charger() -> None:
    """charge.defender-fire"""
    fought = charged_line(links=(Link(3, 0, 1),), turn=2)
    assert fought.units[0].was_engaged
    assert targets(fought, fought.units[0]) == ()
    assert "shooting.who" in rules(fought, 0, 1)


def test_when_its_chargers_are_gone_it_shoots_like_any_free_unit() -> None:
    """charge.defender-fire, charge.target-gone"""
    fought = UnitsRemoved((1,), Removal.DESTROYED).apply(charged_line())
    assert targets(fought, fought.units[0]) == (3,)


def test_a_charged_unit_fires_at_a_charger_it_cannot_see() -> None:
    """charge.defender-fire: its chargers need no sight test, others in arc do."""
    between = house(10, 15, 30, 16)
    line, charger = facing_south(0, 20, 18), facing_north(1, 20, 14)
    fought = battle(line, charger, pieces=(between,), step=FIRE, active=1)
    assert targets(fought, fought.units[0]) == ()
    fought = UnitCharged(1, 0, (0,), Pose(inches(20), inches(14), 0)).apply(fought)
    assert targets(fought, fought.units[0]) == (1,)


def test_a_unit_that_charged_and_lost_its_target_receives_with_fire_who_charges_it_later() -> None:
    """charge.target-gone, charge.defender-fire: it is the defender, as one that never charged."""
    charger, foe, other = facing_south(0, 20, 20), facing_north(1, 20, 19), facing_north(2, 20, 18)
    fought = battle(charger, foe, other, step=Step.FIRST_MANOEUVRES, active=1)
    fought = UnitCharged(0, 1, (1,), Pose(inches(20), inches(20), 1800)).apply(fought)
    fought = UnitsRemoved((1,), Removal.ROUTED).apply(fought)
    fought = StepBegan(Step.SECOND_MANOEUVRES, 0).apply(fought)
    fought = UnitCharged(2, 0, (0,), Pose(inches(20), inches(20), 0)).apply(fought)
    fought = StepBegan(Step.SECOND_SHOOTING, 1).apply(fought)
    assert not fought.units[0].was_engaged
    assert targets(fought, fought.units[0]) == (2,)


def test_a_charger_that_is_still_engaged_with_its_target_does_not_fire_at_who_charges_it() -> None:
    """melee-11: charge.charger-no-shot, charge.defender-fire"""
    charger, foe, other = facing_south(0, 20, 20), facing_north(1, 20, 19), facing_north(2, 20, 18)
    fought = battle(charger, foe, other, step=Step.FIRST_MANOEUVRES, active=1)
    fought = UnitCharged(0, 1, (1,), Pose(inches(20), inches(20), 1800)).apply(fought)
    fought = StepBegan(Step.SECOND_MANOEUVRES, 0).apply(fought)
    fought = UnitCharged(2, 0, (0,), Pose(inches(20), inches(20), 0)).apply(fought)
    fought = StepBegan(Step.SECOND_SHOOTING, 1).apply(fought)
    assert bool(targets(fought, fought.units[0])) is figures("melee-11")["a_may_shoot"]
    assert rules(fought, 0, 2)[0] == "charge.charger-no-shot"


def test_a_charged_unit_that_failed_or_stands_in_column_does_not_shoot() -> None:
    """charge.defender-fire: all other conditions still apply."""
    fought = charged_line()
    line = fought.units[0]
    for change in ({"failed": True}, {"formation": Formation.COLUMN}, {"fouled": 1}):
        assert targets(fought, replace(line, **change)) == ()


def test_a_charger_outside_its_arc_cannot_be_shot_at() -> None:
    """charge.defender-fire: struck in the rear it shoots at nobody."""
    line, charger = facing_north(0, 20, 20), facing_north(1, 20, 10)
    fought = battle(line, charger, step=Step.FIRST_MANOEUVRES)
    charger_side = replace(fought.units[0], side=1)
    fought = replace(fought, units=(charger_side, fought.units[1]))
    fought = UnitCharged(1, 0, (0,), Pose(inches(20), inches(18.5), 0)).apply(fought)
    fought = StepBegan(FIRE, 1).apply(fought)
    assert targets(fought, fought.units[0]) == ()
    assert rules(fought, 0, 1) == ("geometry.front-arc",)


def test_a_unit_that_charged_this_turn_may_not_shoot_while_engaged() -> None:
    """melee-11: charge.charger-no-shot. A charged X, and then Y charged A."""
    a, x, y = facing_north(0, 20, 10), facing_south(1, 20, 20), facing_south(2, 10, 12)
    fought = StepBegan(Step.FIRST_MANOEUVRES, 0).apply(battle(a, x, y))
    fought = UnitCharged(0, 1, (1,), Pose(inches(20), inches(20), 0)).apply(fought)
    fought = StepBegan(Step.SECOND_MANOEUVRES, 1).apply(fought)
    fought = UnitCharged(2, 0, (0,), Pose(inches(15.5), inches(19), degrees(90))).apply(fought)
    fought = StepBegan(Step.SECOND_SHOOTING, 0).apply(fought)
    assert bool(targets(fought, fought.units[0])) is figures("melee-11")["a_may_shoot"]
    assert "charge.charger-no-shot" in rules(fought, 0, 2)


def test_two_columns_charged_at_once_may_both_shoot_at_the_charger() -> None:
    """charge-01: charge.contact, charge.defender-fire; 12 dice each at 4+"""
    expected = figures("charge-01")
    columns = [
        facing_south(number, x, 22, formation=Formation.ATTACK_COLUMN) for number, x in ((0, 37), (1, 44))
    ]
    charger = facing_north(2, 39.5, 13)
    fought = StepBegan(Step.SECOND_MANOEUVRES, 0).apply(battle(*columns, charger, first=1))
    fought = UnitCharged(2, 0, (0, 1), Pose(inches(39.5), inches(22), 0)).apply(fought)
    fought = StepBegan(Step.SECOND_SHOOTING, 1).apply(fought)
    assert len(fought.foes_of(2)) == expected["engaged"]
    assert shooters(fought) == (0, 1)
    for column in fought.units[:2]:
        assert targets(fought, column) == (2,)
        facts = volley_at(fought, column, fought.units[2])
        assert shooting.dice(facts).total == expected["shot_dice_each"]
        assert shooting.need(facts).total == expected["shot_need"]


def test_charged_guns_that_stood_fire_at_their_charger() -> None:
    """charge.defender-fire: Band 1, and not if they manoeuvred."""
    guns, horse = facing_south(0, 20, 20, profile=GUNS), facing_north(1, 20, 10, profile=HUSSARS)
    fought = StepBegan(Step.FIRST_MANOEUVRES, 0).apply(battle(guns, horse))
    fought = UnitCharged(1, 0, (0,), Pose(inches(20), inches(20), 0)).apply(fought)
    fought = StepBegan(FIRE, 1).apply(fought)
    assert targets(fought, fought.units[0]) == (1,)
    assert artillery.wound_dice(shot_at(fought, *fought.units)).total == 4
    assert targets(fought, replace(fought.units[0], manoeuvred=True)) == ()


# ------------------------------------------------------------------------- guns
def test_a_battery_of_player_two_opens_fire_in_the_first_turn() -> None:
    """turn-04: morale.first-turn, artillery.manoeuvre-scope, artillery.band-4"""
    expected = figures("turn-04")
    fought = shoots(facing_north(0, 36, 3, profile=GUNS), facing_south(1, 36, 43))
    assert bool(targets(fought, fought.units[0])) is expected["allowed"]
    facts = shot_at(fought, *fought.units)
    assert artillery.need(facts).total == expected["need"]
    assert artillery.wound_dice(facts).total == expected["wound_dice"]


def test_guns_that_turned_in_their_latest_manoeuvres_step_may_not_shoot() -> None:
    """art-05: artillery.manoeuvre-scope, artillery.when, movement.counts-as-manoeuvre"""
    expected = figures("art-05")
    guns, enemy = facing_north(0, 36, 3, profile=GUNS), facing_south(1, 36, 20)
    fought = StepBegan(Step.SECOND_MANOEUVRES, 0).apply(battle(guns, enemy, turn=2, first=1))
    fought = UnitFormed(0, Formation.LINE, guns.files, guns.shape, Pose(3600, 300, 0)).apply(fought)
    again_second = StepBegan(Step.FIRST_SHOOTING, 0).apply(TurnBegan(3).apply(fought))
    assert bool(targets(again_second, again_second.units[0])) is expected["a"]
    assert rules(again_second, 0, 1) == ("artillery.when",)
    stood = StepBegan(Step.FIRST_MANOEUVRES, 0).apply(replace(TurnBegan(3).apply(fought), first=0))
    stood = StepBegan(Step.SECOND_SHOOTING, 0).apply(stood)
    assert bool(targets(stood, stood.units[0])) is expected["b"]


def test_limbered_guns_have_no_target() -> None:
    """artillery.unlimbered"""
    fought = shoots(
        facing_north(0, 36, 10, profile=GUNS, formation=Formation.COLUMN), facing_south(1, 36, 20)
    )
    assert rules(fought, 0, 1) == ("artillery.unlimbered",)


def test_guns_use_their_front_arc() -> None:
    """artillery.arc"""
    fought = shoots(facing_north(0, 36, 20, profile=GUNS), facing_south(1, 36, 10))
    assert rules(fought, 0, 1) == ("geometry.front-arc",)


def hidden_house(**state: Any) -> ColdSteelBattle:
    """A house held by Red behind another, in the arc of Blue's guns."""
    home, screen = house(34, 21, 38, 25), house(30, 15, 42, 19, "screen")
    guns = facing_north(0, 36, 10, profile=GUNS)
    return shoots(guns, garrison(1, home, side=1), pieces=(home, screen), **state)


def test_by_the_other_reading_a_held_building_must_be_seen_to_be_shelled() -> None:
    """artillery.building-sight, artillery.target"""
    fought = hidden_house(readings=Readings(((Reading.BUILDING_SIGHT, 1),)))
    assert rules(fought, 0, 1) == ("geometry.los",)
    assert targets(fought, fought.units[0]) == shooters(fought) == ()
    home = house(34, 21, 38, 25)
    guns = facing_north(0, 36, 10, profile=GUNS)
    seen = shoots(guns, garrison(1, home, side=1), pieces=(home,), readings=fought.readings)
    assert targets(seen, seen.units[0]) == (1,)
    assert artillery.need(shot_at(seen, *seen.units)).total == 5


def test_a_held_building_in_arc_is_shelled_unseen() -> None:
    """artillery.building-sight: guns only, and buildings only"""
    unseen = hidden_house()
    assert targets(unseen, unseen.units[0]) == (1,)
    assert shooters(unseen) == (0,)
    turned = replace(unseen, units=(unit(0, 36, 10, 180, profile=GUNS), unseen.units[1]))
    assert rules(turned, 0, 1) == ("geometry.front-arc",)
    in_the_open = replace(unseen, units=(unseen.units[0], facing_south(1, 36, 30)))
    assert targets(in_the_open, in_the_open.units[0]) == shooters(in_the_open) == ()
    home, screen = house(34, 30, 38, 34), house(25, 27, 47, 28, id="screen")
    muskets = shoots(
        facing_north(0, 36, 25), garrison(1, home, side=1), pieces=(home, screen), readings=unseen.readings
    )
    assert rules(muskets, 0, 1) == ("geometry.los",)
    assert targets(muskets, muskets.units[0]) == ()


def test_the_readings_of_artillery_reach_the_table() -> None:
    """artillery.no-maximum, artillery.building"""
    far = shoots(
        facing_north(0, 36, 3, profile=GUNS),
        facing_south(1, 36, 60),
        size=(72, 72),
        readings=Readings(((Reading.LONGEST_RANGE, 1),)),
    )
    assert rules(far, 0, 1) == ("artillery.no-maximum",)
    home = house(34, 30, 38, 34)
    held = shoots(
        facing_north(0, 36, 10, profile=GUNS),
        garrison(1, home, side=1),
        pieces=(home,),
    )
    assert rules(held, 0, 1) == ("artillery.building",)
    other = replace(held, readings=Readings(((Reading.GUNS_AT_BUILDINGS, 1),)))
    assert rules(other, 0, 1) == ()


def test_guns_on_a_ridge_shoot_over_a_battalion_below() -> None:
    """los-01: geometry.los-hill"""
    ridge = box("hill", 30, 2, 42, 12)
    guns, friend, enemy = (
        facing_north(0, 36, 10, profile=GUNS),
        facing_north(1, 36, 18),
        facing_south(2, 36, 40),
    )
    above = shoots(guns, friend, enemy, pieces=(ridge,))
    assert (2 in targets(above, guns)) is figures("los-01")["visible"]
    assert targets(shoots(guns, friend, enemy), guns) == ()


# ------------------------------------------------------------------ one judgement
@pytest.mark.parametrize("turned", range(0, 360, 45))
def test_a_target_is_offered_exactly_if_nothing_speaks_against_it(turned: int) -> None:
    """shooting.one-target"""
    home = house(30, 22, 34, 26)
    units = (
        facing_north(0, 20, 15),
        facing_north(1, 27, 15, profile=LIGHT, formation=Formation.SKIRMISH),
        facing_north(2, 36, 10, profile=GUNS),
        facing_north(3, 45, 15, formation=Formation.SQUARE, models=20),
        unit(4, 20, 22, turned, side=1),
        garrison(5, home, side=1),
        unit(6, 45, 30, turned, side=1, formation=Formation.ATTACK_COLUMN),
        unit(7, 60, 40, turned, side=1, profile=HUSSARS),
        facing_north(8, 60, 30),
    )
    fought = shoots(*units, pieces=(home,), links=(Link(8, 7, 1),))
    for one in fought.on_table(0):
        allowed = tuple(enemy.id for enemy in fought.on_table(1) if not objections(fought, one, enemy))
        assert targets(fought, one) == allowed

"""Charges on the table: who charges whom, by which way, how far, and what contact makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.coldsteel import aim, fighting, manoeuvres, shooting, volleys
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Step
from sandtable.systems.coldsteel.charge_ways import WHEELS, Charge, touched
from sandtable.systems.coldsteel.charging import PickCharge, bars, charge, charges, ways
from sandtable.systems.coldsteel.events import StepBegan, UnitCharged, UnitRetreated
from sandtable.systems.coldsteel.manoeuvres import act
from sandtable.systems.coldsteel.melee_events import UnitStruck
from sandtable.systems.coldsteel.movement_decisions import Drill, DrillOrder, Manoeuvre, ManoeuvreKind
from sandtable.systems.coldsteel.reforming import Stance
from sandtable.systems.coldsteel.terrain import ROAD
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import INCH, Pose
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    LANCERS,
    LIGHT,
    battle,
    box,
    figures,
    garrison,
    house,
    play,
    unit,
    wall,
)

MUSIC = (Figure.MUSICIAN,)
LINE, COLUMN, SQUARE = Formation.LINE, Formation.COLUMN, Formation.SQUARE
ATTACK, SKIRMISH = Formation.ATTACK_COLUMN, Formation.SKIRMISH


def charger(**state: Any) -> ColdSteelUnit:
    """A unit of Blue with the middle of its front at (20, 10), looking north."""
    return unit(0, 20, 10, **state)


def foe(inches: float, number: int = 1, **state: Any) -> ColdSteelUnit:
    """A unit of Red straight ahead of it, so many inches off, looking back."""
    return unit(number, 20, 10 + inches, 180, side=1, **state)


def rules(fought: ColdSteelBattle, one: ColdSteelUnit) -> tuple[str, ...]:
    """The rules that keep a unit from charging."""
    return tuple(why.rule for why in bars(fought, one))


def straight(fought: ColdSteelBattle) -> bool:
    """May the first unit charge the second straight ahead?"""
    return Charge(1, 0) in charges(fought, fought.units[0])


# --------------------------------------------------------------------- who
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"formation": SQUARE}, "charge.who"),
        ({"profile": GUNS}, "artillery.melee"),
        ({"failed": True}, "morale.status"),
        ({"held_back": True}, "cards.cowardly-scope"),
    ],
)
def test_squares_guns_and_those_held_back_do_not_charge(state: dict[str, Any], rule: str) -> None:
    """charge.who, movement.square, artillery.melee, cards.cowardly-scope"""
    fought = battle(charger(**state), foe(6))
    assert rule in rules(fought, fought.units[0])
    assert charges(fought, fought.units[0]) == ()


@pytest.mark.parametrize("formation", [LINE, COLUMN, ATTACK, SKIRMISH])
def test_all_other_formations_charge(formation: Formation) -> None:
    """charge.who, formation.list"""
    fought = battle(charger(profile=LIGHT, formation=formation), foe(6))
    assert straight(fought)


def test_neither_a_garrison_nor_who_is_engaged_charges() -> None:
    """charge.who, building.no-sortie, movement.engaged"""
    home = house(18, 6, 22, 10)
    held = battle(garrison(0, home), foe(3), pieces=(home,))
    assert "building.no-sortie" in rules(held, held.units[0])
    assert charges(held, held.units[0]) == ()
    locked = battle(charger(), foe(0), foe(6, 2), links=(Link(0, 1, 1),))
    assert rules(locked, locked.units[0]) == ("movement.engaged",)


# --------------------------------------------------------------------- whom
def test_a_target_is_in_the_front_arc_and_in_sight_when_the_charge_is_declared() -> None:
    """charge.target, geometry.front-arc, geometry.los"""
    beside = battle(charger(), unit(1, 28, 9.5, 180, side=1, formation=COLUMN, models=6))
    assert charges(beside, beside.units[0]) == (), "behind the line of its front"
    ahead = battle(charger(), unit(1, 27, 13, 180, side=1, formation=COLUMN, models=6))
    assert charges(ahead, ahead.units[0])
    wood = box("wood", 10, 11, 30, 15)
    hidden = battle(charger(), foe(8), pieces=(wood,))
    assert charges(hidden, hidden.units[0]) == (), "4 in of wood hide it"


def test_skirmishers_charge_in_any_direction() -> None:
    """charge.target, charge.path, geometry.all-round: about their middle, 1.125 in behind the front"""
    loose = charger(profile=LIGHT, formation=SKIRMISH, models=8)
    assert (loose.shape.width, loose.shape.depth) == (525, 225)
    behind = unit(1, 20, 2, 0, side=1, formation=COLUMN, models=6)
    fought = battle(loose, behind)
    assert Charge(1, 180) in charges(fought, loose)
    way = next(way for way in ways(fought, loose) if way.charge == Charge(1, 180))
    assert way.to == Pose(2000, 200, 1800)
    assert way.cost == pytest.approx(575, abs=0.01), "10 - 2.25 - 2 in, and the pivot is free"


def test_cavalry_may_not_charge_a_garrison() -> None:
    """charge.target"""
    home = house(18, 16, 22, 20)
    for profile, may in ((HUSSARS, False), (LANCERS, False), ("line-battalion", True)):
        fought = battle(charger(profile=profile), garrison(1, home, side=1), pieces=(home,))
        assert straight(fought) is may


def test_a_wall_that_is_reached_costs_nothing() -> None:
    """bldg-05: charge.target, charge.distance"""
    expected = figures("bldg-05")
    for off, allowed in ((13.5, expected["allowed"]), (14.0, True), (14.01, False)):
        home = house(18, 10 + off, 22, 14 + off)
        fought = battle(charger(command=MUSIC), garrison(1, home, side=1), pieces=(home,))
        assert straight(fought) is allowed
    assert expected["reach"] == 14


# --------------------------------------------------------------------- how far
@pytest.mark.parametrize(
    ("state", "reach"),
    [
        ({"profile": HUSSARS, "command": MUSIC}, 23),
        ({"profile": HUSSARS}, 21),
        ({}, 12),
        ({"command": MUSIC}, 14),
        ({"formation": COLUMN}, 15),
        ({"profile": LIGHT, "command": MUSIC}, 16),
    ],
)
def test_only_a_charge_that_reaches_its_target_is_declared(state: dict[str, Any], reach: float) -> None:
    """move-05: charge.reachable-only, charge.distance, movement.mod.charge, troops.cavalry.charge"""
    assert figures("move-05")["inches"] == 23
    assert straight(battle(charger(**state), foe(reach, formation=COLUMN)))
    assert not straight(battle(charger(**state), foe(reach + 0.01, formation=COLUMN)))


def test_a_hedge_on_the_way_takes_3_in_off_the_reach() -> None:
    """move-06: charge.distance, movement.mod.rough; Light Infantry does not mind (troops.light.terrain)"""
    reach = figures("move-06")["inches"]
    hedge = wall((10, 15), (30, 15))
    horse = charger(profile=HUSSARS, formation=COLUMN)
    for off, reached in ((reach, True), (reach + 0.01, False)):
        assert straight(battle(horse, foe(off), pieces=(hedge,))) is reached
    assert straight(battle(horse, foe(reach + 3)))
    light = charger(profile=LIGHT, models=8)
    assert straight(battle(light, foe(14), pieces=(hedge,)))


def test_a_hedge_beyond_the_target_costs_nothing() -> None:
    """movement.rough-once: only what the way meets"""
    fought = battle(charger(), foe(12), pieces=(wall((10, 22.5), (30, 22.5)),))
    assert straight(fought)


def test_a_column_that_keeps_to_a_road_charges_3_in_further() -> None:
    """charge.distance, movement.road-use"""
    road = box(ROAD, 19, 0, 21, 48)
    column = charger(formation=COLUMN)
    for off, reached in ((18, True), (18.01, False)):
        assert straight(battle(column, foe(off, formation=COLUMN), pieces=(road,))) is reached
    assert not straight(battle(column, foe(18, formation=COLUMN), pieces=(box(ROAD, 19, 0, 21, 20),)))
    crossed = (road, wall((10, 15), (30, 15)))
    assert straight(battle(column, foe(18, formation=COLUMN), pieces=crossed)), "the hedge is set aside"
    assert not straight(battle(charger(), foe(15), pieces=(road,))), "a line has no bonus"


# --------------------------------------------------------------------- the way
def test_a_charge_opens_with_a_wheel_of_no_more_than_45_whole_degrees() -> None:
    """charge.path"""
    fought = battle(charger(models=4), foe(5))
    wheels = sorted(option.wheel for option in charges(fought, fought.units[0]))
    assert (wheels[0], wheels[-1]) == (-45, 45)
    assert len(WHEELS) == 91
    with pytest.raises(Refused):
        play(charge, fought, 0, answers=(Charge(1, 46),))


def test_the_wheel_and_the_run_together_fit_in_the_reach() -> None:
    """charge.path, movement.wheel: a line 9 in wide pays 9 x 30 x pi / 180 = 4.712 in for 30 degrees."""
    line = charger()
    target = unit(1, 26.5, 15, 225, side=1, formation=COLUMN, models=6)
    fought = battle(line, target)
    way = next(way for way in ways(fought, line) if way.charge == Charge(1, 30))
    assert (way.cost - way.run) / INCH == pytest.approx(4.712, abs=0.001)
    assert way.cost <= 12 * INCH


def test_a_wheel_that_brings_it_against_the_target_ends_the_charge() -> None:
    """charge.path: the left corner swings up 3 in after asin(3 / 9) = 19.47 degrees, so 20 are named"""
    line = charger()
    fought = battle(line, unit(1, 16, 13, 180, side=1, formation=COLUMN, models=4))
    found = [way for way in ways(fought, line) if way.charge.wheel > 0 and way.run == 0]
    assert [way.charge.wheel for way in found] == [20]
    assert found[0].to.heading == 195
    played = play(charge, fought, 0, answers=(Charge(1, 20),))
    assert played.battle.units[0].pose == found[0].to
    assert played.battle.links == (Link(0, 1, 1),)


def test_nobody_in_the_way_is_overlapped_but_friends_that_may_be_passed() -> None:
    """charge.path, movement.friends"""
    between = unit(2, 23, 14, models=4)
    assert not straight(battle(charger(), foe(10), between))
    guns = unit(2, 22.5, 15, profile=GUNS)
    assert straight(battle(charger(), foe(10), guns)), "unlimbered guns are passed"
    assert not straight(battle(charger(), foe(10), replace(guns, pose=Pose(2250, 1990)))), (
        "it would end on them"
    )


def test_neither_buildings_nor_impassable_ground_nor_the_edge_are_run_over() -> None:
    """charge.path, movement.impassable, movement.edge"""
    assert not straight(battle(charger(), foe(10), pieces=(house(22, 13, 24, 15),)))
    assert not straight(battle(charger(), foe(10), pieces=(box("river or lake", 0, 13, 40, 15),)))
    at_the_edge = battle(unit(0, 4.5, 10), unit(1, 9, 18, 180, side=1, models=4))
    assert Charge(1, 0) in charges(at_the_edge, at_the_edge.units[0])
    assert not [one for one in charges(at_the_edge, at_the_edge.units[0]) if one.wheel > 20]


def test_no_other_enemy_is_touched_before_the_target() -> None:
    """charge.path"""
    in_front = foe(6, models=4)
    behind = unit(2, 20, 20, 180, side=1)
    fought = battle(charger(), in_front, behind)
    assert {one.target for one in charges(fought, fought.units[0]) if one.wheel == 0} == {1}


def test_a_friend_who_is_too_near_the_target_leaves_no_place_to_end() -> None:
    """charge.path: where it ends it may overlap nobody"""
    screen = unit(2, 20, 17.5, profile=LIGHT, formation=SKIRMISH, models=8)
    assert not straight(battle(charger(), foe(8), screen))
    assert straight(battle(charger(), foe(8), replace(screen, pose=Pose(2000, 1400))))


# --------------------------------------------------------------------- contact
def two_columns() -> ColdSteelBattle:
    """Red's line of 24 (2) before two attack columns of Blue, the first (0) named as target."""
    return battle(
        unit(0, 37, 22, 180, formation=ATTACK),
        unit(1, 44, 22, 180, formation=ATTACK),
        unit(2, 39.5, 13, 0, side=1),
        step=Step.SECOND_MANOEUVRES,
        active=1,
    )


def test_one_charge_may_touch_two_enemies() -> None:
    """charge-01: charge.contact, charge.path, charge.defender-fire, charge.fights, melee.target-choice"""
    expected = figures("charge-01")
    fought = two_columns()
    way = next(way for way in ways(fought, fought.units[2]) if way.charge == Charge(0, 0))
    assert way.run / INCH == pytest.approx(expected["run"], abs=1e-4)
    played = play(act, fought, 2, answers=(Manoeuvre(ManoeuvreKind.CHARGE), Charge(0, 0)))
    assert played.asked == ("manoeuvre.choose-kind", "charge.pick-target-and-wheel")
    assert played.events == (UnitCharged(2, 0, (0, 1), Pose(3950, 2200, 0)),)
    assert len(played.battle.foes_of(2)) == expected["engaged"]
    assert [one.charged_by for one in played.battle.units[:2]] == [(2,), (2,)]
    shot = StepBegan(Step.SECOND_SHOOTING, 0).apply(played.battle)
    for column in shot.units[:2]:
        assert aim.targets(shot, column) == (2,)
        facts = aim.volley_at(shot, column, shot.units[2])
        assert shooting.dice(facts).total == expected["shot_dice_each"]
        assert shooting.need(facts).total == expected["shot_need"]
    fired = play(volleys.fire, shot, 0, 2, faces=(4,) * 6 + (1,) * 6).battle
    melee = StepBegan(Step.MELEE, 0).apply(fired)
    fight = play(fighting.melee_step, melee, faces=(1,) * 18 + (1,) * 48)
    blows = [
        (event.unit, event.target, event.dice) for event in fight.events if isinstance(event, UnitStruck)
    ]
    assert blows == [(2, 0, 18), (0, 2, 24), (1, 2, 24)], "it strikes the first only, and both strike back"


def test_a_charger_stops_at_the_first_touch_and_does_not_line_up() -> None:
    """charge.contact: a corner of the target, turned by 45 degrees, is touched first"""
    target = unit(1, 20, 20, 225, side=1, formation=COLUMN, models=2)
    fought = battle(charger(), target)
    played = play(charge, fought, 0, answers=(Charge(1, 0),))
    pose = played.battle.units[0].pose
    assert pose is not None
    assert pose.heading == 0
    assert pose.y == 1947, "the corner is 0.75 / sqrt 2 in below the middle of its front"


def test_cavalry_is_never_engaged_with_a_garrison_it_touches() -> None:
    """charge.contact"""
    home = house(20, 16, 24, 20)
    for profile, engaged in ((HUSSARS, (1,)), ("line-battalion", (1, 2))):
        line = unit(0, 20, 10, profile=profile)
        fought = battle(
            line, unit(1, 18, 16, 180, side=1, models=4), garrison(2, home, side=1), pieces=(home,)
        )
        way = next(way for way in ways(fought, line) if way.charge == Charge(1, 0))
        assert touched(fought, line, way) == engaged


def test_who_is_engaged_already_may_be_charged_by_others() -> None:
    """charge.contact, charge.engagement-persists"""
    fought = battle(
        charger(), foe(8, models=8), unit(2, 20, 21, 180, models=8), links=(Link(2, 1, 1),), turn=2
    )
    played = play(charge, fought, 0, answers=(Charge(1, 0),))
    assert played.battle.links == (Link(2, 1, 1), Link(0, 1, 2))
    assert not aim.meets_its_chargers(played.battle, replace(played.battle.units[1], was_engaged=True)), (
        "it was engaged before"
    )


def test_the_target_of_a_charge_is_asked_nothing() -> None:
    """charge.no-reaction: it forms no square, nor does it evade or charge back"""
    fought = battle(charger(), foe(8))
    played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.CHARGE), Charge(1, 0)))
    assert set(played.asked) == {"manoeuvre.choose-kind", "charge.pick-target-and-wheel"}
    target = played.battle.units[1]
    assert (target.pose, target.formation) == (fought.units[1].pose, LINE)


def test_a_choice_of_one_is_not_asked_about() -> None:
    """charge.pick-target-and-wheel"""
    lane = unit(2, 14.75, 20, formation=COLUMN), unit(3, 25.25, 20, formation=COLUMN)
    fought = battle(charger(), foe(10), *lane)
    assert charges(fought, fought.units[0]) == (Charge(1, 0),), "friends beside it leave no room to wheel"
    assert play(charge, fought, 0).asked == ()


def test_links_end_when_the_target_retreats_and_the_charger_stays() -> None:
    """charge.target-gone, charge.engagement-persists"""
    fought = play(charge, battle(charger(), foe(8)), 0, answers=(Charge(1, 0),)).battle
    target = fought.units[1]
    assert target.pose is not None
    gone = UnitRetreated(1, LINE, target.files, target.shape, target.pose.shifted(0, -300)).apply(fought)
    assert gone.links == ()
    assert gone.units[0].pose == Pose(2000, 1800)
    melee = StepBegan(Step.MELEE, 0).apply(gone)
    assert fighting.fights(melee) == ()
    later = StepBegan(Step.SECOND_SHOOTING, 0).apply(gone)
    assert aim.targets(later, later.units[0]) == (1,), "once free it may shoot like any unit"


def test_who_charged_may_not_shoot_while_it_is_engaged() -> None:
    """charge.charger-no-shot"""
    fought = play(charge, battle(charger(), foe(8)), 0, answers=(Charge(1, 0),)).battle
    later = StepBegan(Step.SECOND_SHOOTING, 0).apply(fought)
    assert aim.targets(later, later.units[0]) == ()
    assert "charge.charger-no-shot" in [why.rule for why in aim.barred(later, later.units[0])]


def test_who_touches_the_front_is_in_arc_and_seen_whatever_is_between() -> None:
    """geometry.contact-visible: units that touch without a link are charged from where they stand"""
    fought = battle(charger(), foe(0), pieces=(box("wood", 0, 0, 40, 40),))
    assert straight(fought)
    played = play(charge, fought, 0)
    assert played.battle.units[0].pose == fought.units[0].pose
    assert played.battle.links == (Link(0, 1, 1),)


# --------------------------------------------------------------------- as a manoeuvre
def test_a_drilled_unit_re_forms_and_then_charges() -> None:
    """cards.drill-scope"""
    drilled = charger(trait=Trait.VETERAN_DRILL_SERGEANT, command=(Figure.SERGEANT,))
    fought = battle(drilled, foe(14.5))
    played = play(
        act,
        fought,
        0,
        answers=(
            Drill.USE,
            DrillOrder.RE_FORM_FIRST,
            Manoeuvre(ManoeuvreKind.REFORM),
            Stance(COLUMN, 0),
            Manoeuvre(ManoeuvreKind.CHARGE),
            Charge(1, 0),
        ),
    )
    assert played.battle.links == (Link(0, 1, 1),)
    assert played.battle.units[0].formation is COLUMN


def test_who_has_charged_first_does_not_re_form_after_it() -> None:
    """cards.drill-scope, movement.engaged"""
    drilled = charger(trait=Trait.VETERAN_DRILL_SERGEANT, command=(Figure.SERGEANT,))
    answers = (Drill.USE, DrillOrder.MOVE_FIRST, Manoeuvre(ManoeuvreKind.CHARGE), Charge(1, 0))
    played = play(act, battle(drilled, foe(8)), 0, answers=answers)
    assert played.asked[-1] == "charge.pick-target-and-wheel"
    assert played.battle.units[0].manoeuvred


def test_a_charge_is_a_manoeuvre() -> None:
    """movement.counts-as-manoeuvre, turn.unit-order"""
    played = play(charge, battle(charger(), foe(8)), 0, answers=(Charge(1, 0),))
    assert played.battle.units[0].manoeuvred
    assert manoeuvres.units_open(played.battle) == ()


# --------------------------------------------------------------------- in words, and for agents
def test_a_charge_in_words() -> None:
    fought = two_columns()
    options = charges(fought, fought.units[2])
    words = PickCharge(1, options, unit=2).prompt(fought)
    assert words.words == "Which enemy does Unit 2 charge, and how?"
    assert words.labels[0] == "Charge Unit 0 straight ahead"
    assert "Charge Unit 1 after a wheel of 1° to the left" in words.labels
    told = UnitCharged(2, 0, (0, 1), Pose(3950, 2200)).sentence(fought, fought)
    assert told == "Unit 2 charges Unit 0, and touches Unit 1"


def test_agents_weigh_the_least_wheel_and_the_widest_of_each_target() -> None:
    fought = two_columns()
    question = PickCharge(1, charges(fought, fought.units[2]), unit=2)
    weighed = question.sensible()
    assert len(weighed) <= 6
    assert Charge(0, 0) in weighed
    assert max(question.options, key=lambda option: option.wheel) in weighed
    assert set(weighed) <= set(question.options)
    assert {option.target for option in weighed if isinstance(option, Charge)} == {0, 1}

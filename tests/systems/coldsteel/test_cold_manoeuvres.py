"""Manoeuvres: re-forming, houses, arrivals, the order of the step, and the drill sergeant."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import arriving, houses, manoeuvres
from sandtable.systems.coldsteel.battle import Link, Step
from sandtable.systems.coldsteel.events import TraitSpent, UnitArrived, UnitEntered, UnitHeld, UnitMoved
from sandtable.systems.coldsteel.manoeuvres import act, manoeuvre_step, units_open
from sandtable.systems.coldsteel.movement_decisions import Drill, DrillOrder, Manoeuvre, ManoeuvreKind
from sandtable.systems.coldsteel.muster import muster
from sandtable.systems.coldsteel.reforming import Stance, stances
from sandtable.systems.coldsteel.roster import scenario
from sandtable.systems.coldsteel.steps import Resolve
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.movement import Advance, Plan
from sandtable.table.space import Pose, as_inches, centre, corners, standing
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    battle,
    figures,
    garrison,
    house,
    play,
    unit,
)

MUSIC = (Figure.MUSICIAN,)
LINE, COLUMN, SQUARE = Formation.LINE, Formation.COLUMN, Formation.SQUARE
FAR = unit(1, 36, 46, 180, side=1)
"""An enemy out of everybody's way."""
FAR_OFF = unit(2, 60, 46, 180, side=1)
PLAY_ON = (Resolve.PLAY_ON, Resolve.PLAY_ON)


# --------------------------------------------------------------------- re-forming
def test_a_unit_re_forms_or_moves_but_not_both() -> None:
    """move-09: movement.either-or, formation.change"""
    column = unit(0, 20, 12, formation=COLUMN)
    fought = battle(column, unit(1, 20, 24, 180, side=1))
    played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(LINE, 0)))
    assert figures("move-09")["allowed"] is False
    line = played.battle.units[0]
    assert (line.formation, line.pose) == (LINE, Pose(2000, 1200, 0)), "the front centre stays"
    assert line.manoeuvred
    assert units_open(played.battle) == ()
    assert UnitMoved not in [type(event) for event in played.events]


def test_a_turn_is_about_the_middle_of_the_footprint() -> None:
    """formation.reform-anchor"""
    line = unit(0, 20, 20)
    played = play(act, battle(line, FAR), 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(LINE, 1800)))
    turned = played.battle.units[0]
    assert turned.pose == Pose(2000, 1850, 1800)
    assert centre(standing(turned), turned.shape) == centre(standing(line), line.shape)


def test_a_turn_and_a_change_turn_first_and_then_keep_the_front() -> None:
    """formation.reform-anchor"""
    line = unit(0, 20, 20)
    played = play(act, battle(line, FAR), 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(COLUMN, 900)))
    column = played.battle.units[0]
    assert column.pose == Pose(2075, 1925, 900)
    assert (column.shape.width, column.shape.depth) == (150, 900)


def test_squares_are_formed_about_the_middle() -> None:
    """formation.reform-anchor: into or out of square"""
    line = unit(0, 20, 20)
    square = play(
        act, battle(line, FAR), 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(SQUARE, 0))
    ).battle.units[0]
    assert square.hub == centre(standing(line), line.shape)
    fought = battle(replace(square, named=False), FAR)
    back = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(LINE, 0))).battle.units[0]
    assert back.pose == line.pose


def test_any_facing_may_be_asked_for_and_none_that_has_no_room() -> None:
    """formation.change: a new facing, any angle; formation.reform-legal"""
    line = unit(0, 20, 20)
    played = play(act, battle(line, FAR), 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(LINE, 137)))
    assert standing(played.battle.units[0]).heading == 137
    crowded = battle(line, FAR, unit(2, 20, 15))
    assert Stance(LINE, 1800) in stances(crowded, line)
    assert Stance(COLUMN, 0) not in stances(crowded, line), "its tail would lie on the friend behind"
    with pytest.raises(Refused):
        play(act, crowded, 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(COLUMN, 1)))
    with pytest.raises(Refused):
        play(act, crowded, 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(Formation.SKIRMISH, 0)))


def test_re_forming_takes_the_files_afresh_from_the_models_left() -> None:
    """formation.change-all"""
    worn = unit(0, 20, 20, models=14, files=12)
    assert (worn.shape.width, worn.shape.depth) == (900, 150)
    played = play(act, battle(worn, FAR), 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(LINE, 0)))
    assert (played.battle.units[0].files, played.battle.units[0].shape.width) == (7, 525)
    fresh = unit(0, 20, 20)
    assert Stance(LINE, 0) not in stances(battle(fresh, FAR), fresh), "nothing would change"


def test_guns_limber_and_unlimber_by_re_forming() -> None:
    """formation.artillery, movement.counts-as-manoeuvre"""
    guns = unit(0, 20, 20, profile=GUNS)
    played = play(act, battle(guns, FAR), 0, answers=(Manoeuvre(ManoeuvreKind.REFORM), Stance(COLUMN, 0)))
    assert (played.battle.units[0].shape.width, played.battle.units[0].shape.depth) == (200, 600)
    assert played.battle.units[0].manoeuvred


# --------------------------------------------------------------------- houses
HOUSE = house(18, 18, 22, 22)


@pytest.mark.parametrize(
    ("case", "formation", "models", "command"),
    [("a", COLUMN, 20, MUSIC), ("b", LINE, 20, ()), ("c", COLUMN, 30, MUSIC)],
)
def test_a_house_is_entered_at_the_end_of_an_advance_less_3_inches(
    case: str, formation: Formation, models: int, command: tuple[Figure, ...]
) -> None:
    """bldg-01: building.enter, building.who, movement.mod.rough"""
    mover = unit(0, 20, 10, formation=formation, models=models, command=command)
    fought = battle(mover, FAR, pieces=(HOUSE,))
    enters = Manoeuvre(ManoeuvreKind.ENTER, "house") in manoeuvres.manoeuvres(fought, mover)
    assert enters is figures("bldg-01")[case]
    if enters:
        played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ENTER, "house"),))
        inside = played.battle.units[0]
        assert (inside.building, inside.formation) == ("house", Formation.GARRISON)
        assert (inside.shape.width, inside.shape.depth) == (400, 400)
        assert played.told(UnitEntered)


def test_nobody_enters_a_house_that_an_enemy_watches_or_somebody_holds() -> None:
    """bldg-04: building.enter, building.who, building.after"""
    mover = unit(0, 20, 12, formation=COLUMN, models=20)
    watching = battle(mover, unit(1, 20, 22.5, side=1, profile=GUNS, formation=LINE), pieces=(HOUSE,))
    watching = watching.with_unit(replace(watching.units[1], pose=Pose(2000, 2550, 0)))
    assert (houses.doorways(watching, mover) != ()) is figures("bldg-04")["enter"]
    off = watching.with_unit(replace(watching.units[1], pose=Pose(2000, 2600, 0)))
    assert houses.doorways(off, mover), "exactly an inch is far enough"
    held = battle(mover, garrison(1, HOUSE), FAR_OFF, pieces=(HOUSE,))
    assert not houses.doorways(held, mover)
    for other in (unit(0, 20, 12, profile=HUSSARS), unit(0, 20, 12, formation=SQUARE, models=20)):
        assert not houses.doorways(battle(other, FAR, pieces=(HOUSE,)), other)


def test_a_unit_that_comes_to_a_wall_by_any_way_is_asked_whether_it_goes_in() -> None:
    """building.enter"""
    mover = unit(0, 20, 12, formation=COLUMN, models=20)
    fought = battle(mover, FAR, pieces=(HOUSE,))
    plan: Plan = (Advance(600),)
    played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ADVANCE), plan, "house"))
    assert played.asked[-1] == "building.enter"
    assert played.battle.garrison_of("house") is played.battle.units[0]
    outside = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ADVANCE), plan, "")).battle.units[0]
    assert (outside.building, outside.pose) == ("", Pose(2000, 1800, 0))
    short = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ADVANCE), (Advance(500),)))
    assert "building.enter" not in short.asked


def test_a_garrison_leaves_with_its_rear_on_the_middle_of_a_wall() -> None:
    """bldg-02: building.leave"""
    home = house(26, 20, 30, 24)
    held = garrison(0, home, models=20)
    way = houses.Exit(900, LINE)
    played = play(act, battle(held, FAR, pieces=(home,)), 0, answers=(Manoeuvre(ManoeuvreKind.LEAVE), way))
    out, expected = played.battle.units[0], figures("bldg-02")
    found = corners(standing(out), out.shape)
    assert min(corner.x for corner in found) == 100 * expected["x0"]
    assert max(corner.x for corner in found) == 100 * expected["x1"]
    assert min(corner.y for corner in found) == 100 * expected["y0"]
    assert max(corner.y for corner in found) == 100 * expected["y1"]
    assert out.pose == Pose(3150, 2200, 900)
    assert out.building == ""
    assert units_open(played.battle) == ()


def test_a_garrison_neither_advances_nor_leaves_where_there_is_no_room() -> None:
    """building.no-sortie, building.leave, formation.reform-legal"""
    home = house(26, 20, 30, 24)
    held = garrison(0, home, models=20)
    enemy = unit(1, 28, 25.5, 180, side=1)
    fought = battle(held, enemy, pieces=(home,))
    assert {option.kind for option in manoeuvres.manoeuvres(fought, held)} == {
        ManoeuvreKind.STAND,
        ManoeuvreKind.LEAVE,
    }
    ways = houses.exits(fought, held)
    assert {way.wall for way in ways} == {900, 1800, 2700}, "the enemy is before the north wall"
    assert houses.Exit(900, COLUMN) in ways
    assert houses.Exit(900, LINE) not in ways, "its end would lie on the enemy"


# --------------------------------------------------------------------- arrivals
def test_a_reinforcement_is_placed_in_column_with_its_rear_on_the_edge() -> None:
    """turn-05: setup.reinforcements, formation.column"""
    fought = replace(muster(scenario("maida"), Readings()), turn=4, step=Step.FIRST_MANOEUVRES, active=0)
    number = next(one.id for one in fought.units if one.key == "british-20th-foot")
    assert arriving.due(fought, 0) == (number,)
    assert arriving.due(replace(fought, turn=3), 0) == ()
    played = play(manoeuvre_step, fought, answers=(number,))
    arrived, expected = played.battle.units[number], figures("turn-05")
    assert arrived.pose == Pose(round(100 * expected["x"]), round(100 * expected["y"]), expected["facing"])
    found = corners(standing(arrived), arrived.shape)
    assert (min(corner.x for corner in found), max(corner.x for corner in found)) == (925, 1075)
    assert (min(corner.y for corner in found), max(corner.y for corner in found)) == (0, 900)
    assert not arrived.failed
    assert arrived.named
    assert arrived.manoeuvred
    assert played.battle.reserves == ()
    assert played.told(UnitArrived)


def test_who_must_arrive_is_named_before_the_step_ends_and_waits_while_its_place_is_taken() -> None:
    """setup.reinforcements"""
    fought = replace(muster(scenario("maida"), Readings()), turn=4, step=Step.FIRST_MANOEUVRES, active=0)
    with pytest.raises(Refused):
        play(manoeuvre_step, fought, answers=(None,))
    friend = replace(fought.units[0], pose=Pose(1000, 500, 0))
    taken = fought.with_unit(friend)
    assert arriving.due(taken, 0) == ()
    assert arriving.due(replace(fought, turn=9), 0), "the first later turn will do"


def test_arrivals_of_the_scenarios_come_on_where_they_are_printed() -> None:
    """setup.reinforcements: the pose on entering that each scenario gives"""
    for id in ("maida", "quatre-bras", "hougoumont"):
        plan, fought = scenario(id), muster(scenario(id), Readings())
        for reserve in fought.reserves:
            place = arriving.place_of(fought, reserve)
            assert place.pose == plan.units[reserve.unit].pose(), plan.units[reserve.unit].id


# --------------------------------------------------------------------- the step
def test_units_that_failed_or_are_engaged_do_not_manoeuvre() -> None:
    """morale.status, movement.engaged, morale.passed-effect, turn.unit-order"""
    units = unit(0, 10, 10), unit(1, 25, 10, failed=True), unit(2, 40, 10), unit(3, 40, 10, 180, side=1)
    fought = battle(*units, unit(4, 60, 10, named=True), links=(Link(2, 3, 1),))
    assert units_open(fought) == (0,)


def test_a_step_ends_when_its_owner_says_so_and_units_not_named_stand() -> None:
    """turn.may-decline, turn.unit-order"""
    fought = battle(unit(0, 10, 10), unit(1, 25, 10), unit(2, 40, 40, 180, side=1))
    assert play(manoeuvre_step, fought, answers=(None, *PLAY_ON)).battle.step is Step.FIRST_SHOOTING
    stood = play(manoeuvre_step, fought, answers=(1, Manoeuvre(ManoeuvreKind.STAND))).battle
    assert not stood.units[1].manoeuvred
    assert units_open(stood) == (0,)


def test_a_plan_of_nothing_is_standing() -> None:
    """movement.counts-as-manoeuvre: standing still is no manoeuvre"""
    fought = battle(unit(0, 10, 10), FAR)
    played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ADVANCE), ()))
    assert played.events == (UnitHeld(0),)
    assert not played.battle.units[0].manoeuvred


def test_a_unit_held_back_may_re_form_but_not_advance() -> None:
    """cards.cowardly-scope"""
    held = unit(0, 20, 10, held_back=True)
    kinds = {option.kind for option in manoeuvres.manoeuvres(battle(held, FAR, pieces=(HOUSE,)), held)}
    assert kinds == {ManoeuvreKind.STAND, ManoeuvreKind.REFORM}


# --------------------------------------------------------------------- the drill sergeant
DRILLED: dict[str, Any] = {
    "trait": Trait.VETERAN_DRILL_SERGEANT,
    "command": (Figure.SERGEANT, Figure.MUSICIAN),
}


def test_a_drill_sergeant_lets_a_unit_re_form_and_move() -> None:
    """card-06: cards.veteran-drill-sergeant, cards.drill-scope, cards.permanent"""
    fought = battle(unit(0, 20, 10, **DRILLED), FAR)
    far = figures("card-06")["inches"] * 100
    answers = (
        Drill.USE,
        DrillOrder.RE_FORM_FIRST,
        Manoeuvre(ManoeuvreKind.REFORM),
        Stance(COLUMN, 0),
        Manoeuvre(ManoeuvreKind.ADVANCE),
        (Advance(far),),
    )
    played = play(act, fought, 0, answers=answers)
    drilled = played.battle.units[0]
    assert (drilled.formation, drilled.pose) == (COLUMN, Pose(2000, 2400, 0))
    assert drilled.trait_spent
    assert played.events[0] == TraitSpent(0)
    with pytest.raises(Refused):
        play(act, fought, 0, answers=(*answers[:-1], (Advance(far + 5),)))


def test_a_drill_sergeant_may_be_kept_and_works_once_and_while_he_lives() -> None:
    """cards.drill-scope, cards.permanent, cards.person-alive"""
    fought = battle(unit(0, 20, 10, **DRILLED), FAR)
    kept = play(act, fought, 0, answers=(Drill.KEEP, Manoeuvre(ManoeuvreKind.STAND)))
    assert not kept.battle.units[0].trait_spent
    for changed in ({"trait_spent": True}, {"command": MUSIC}):
        spent = battle(replace(fought.units[0], **changed), FAR)
        assert play(act, spent, 0, answers=(Manoeuvre(ManoeuvreKind.STAND),)).asked == (
            "manoeuvre.choose-kind",
        )


def test_a_drilled_unit_that_goes_into_a_house_has_ended_its_manoeuvre() -> None:
    """building.enter, cards.drill-scope; one that begins in a house may leave it after standing"""
    home = house(18, 12, 22, 16)
    fought = battle(unit(0, 20, 10, **{**DRILLED, "models": 20}), FAR, pieces=(home,))
    answers = (Drill.USE, DrillOrder.MOVE_FIRST, Manoeuvre(ManoeuvreKind.ENTER, "house"))
    assert play(act, fought, 0, answers=answers).battle.units[0].building == "house"
    inside = battle(garrison(0, home, **DRILLED), FAR, pieces=(home,))
    leaves = (Drill.USE, DrillOrder.MOVE_FIRST, Manoeuvre(ManoeuvreKind.LEAVE), houses.Exit(0, COLUMN))
    assert play(act, inside, 0, answers=leaves).battle.units[0].building == ""


def test_a_drilled_unit_may_move_first_and_then_re_form() -> None:
    """cards.drill-scope: in either order"""
    fought = battle(unit(0, 20, 10, **DRILLED), FAR)
    answers = (
        Drill.USE,
        DrillOrder.MOVE_FIRST,
        Manoeuvre(ManoeuvreKind.ADVANCE),
        (Advance(1100),),
        Manoeuvre(ManoeuvreKind.REFORM),
        Stance(SQUARE, 0),
    )
    moved = play(act, fought, 0, answers=answers).battle.units[0]
    assert moved.formation is SQUARE
    assert moved.hub is not None
    assert as_inches(moved.hub.y) == 20.25


@pytest.mark.parametrize(("left", "enters"), [(40, True), (42, False)])
def test_a_building_before_the_tip_of_a_wing_may_be_entered(left: float, *, enters: bool) -> None:
    """building.enter: a line of twelve files reaches 4.5 in to either side"""
    mover = unit(0, 36, 20)
    fought = battle(mover, unit(1, 5, 44, 180, side=1), pieces=(house(left, 24, left + 6, 30),))
    assert (Manoeuvre(ManoeuvreKind.ENTER, "house") in manoeuvres.manoeuvres(fought, mover)) is enters

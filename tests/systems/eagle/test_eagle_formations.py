"""Changes of formation, manoeuvres on the spot, re-forming and redressing of ranks on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle import formations, manoeuvres
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.events import OrderRestored
from sandtable.systems.eagle.flight import Extra
from sandtable.systems.eagle.formation_decisions import OnTheSpot
from sandtable.systems.eagle.manoeuvre_decisions import Activity, ActivityKind
from sandtable.systems.eagle.moving import Going
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.shapes import Layout, layouts_of
from sandtable.systems.eagle.troops import Formation
from sandtable.table.movement import Advance, Turn
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    BATAVI,
    CHARIOTS,
    LEGION,
    LIGHT_HORSE,
    NOBLES,
    SKIRMISHERS,
    VETERANS,
    WARBAND,
    Played,
    battle,
    open_units,
    play,
    touching,
    unit,
)

Figures = Callable[[str], dict[str, Any]]
COLUMN = Layout(Formation.COLUMN, (2, 2))
LINE = Layout(Formation.LINE, (4,))
WEDGE = Layout(Formation.WEDGE, (1, 2, 3, 4))


def column(number: int = 0, x: float = 20, y: float = 10, **state: Any) -> EagleUnit:
    """An auxiliary cohort in column."""
    return unit(number, x, y, formation=Formation.COLUMN, ranks=(2, 2), **state)


def acts(fought: EagleBattle, *answers: object, faces: tuple[int, ...] = ()) -> Played:
    """Unit 0 is taken."""
    return play(manoeuvres.act, fought, 0, answers=answers, faces=faces)


def kinds(fought: EagleBattle) -> list[ActivityKind]:
    """What unit 0 may do."""
    return [one.kind for one in manoeuvres.activities(fought, fought.units[0])]


# --------------------------------------------------------------------- changing formation
def test_a_change_of_formation_uses_half_of_the_distance_rolled(case: Figures) -> None:
    """move-half: movement.change-formation, movement.half-move"""
    expected = case("move-half")
    fought = battle(column(), unit(1, 20, 16, 180, side=1))
    left = round(expected["left"] * 100)
    plan = (Activity(ActivityKind.CHANGE_MOVE), Extra.ROLL, LINE)
    played = acts(fought, *plan, (Advance(200),), faces=(4, 3))
    after = played.battle.units[0]
    assert (after.layout, after.dp, after.pose) == (LINE, expected["dps"], Pose(2000, 1200))
    far = battle(column(), unit(1, 20, 16, 180, side=1, routing=True, formed=False))
    dice = (Activity(ActivityKind.CHANGE_MOVE), Going.DICE, Extra.ROLL, LINE)
    assert acts(far, *dice, (Advance(left),), faces=(4, 3)).battle.units[0].pose == Pose(2000, 1000 + left)
    with pytest.raises(Exception, match=r"only 3\.50 in is left"):
        acts(far, *dice, (Advance(left + 5),), faces=(4, 3))


def test_a_change_of_formation_beyond_eight_inches_costs_no_point() -> None:
    """movement.change-formation, movement.march.limits: half of the march is left"""
    fought = battle(column(), unit(1, 20, 30, 180, side=1))
    played = acts(fought, Activity(ActivityKind.MOVE_CHANGE), Going.MARCH, (Advance(400),), LINE)
    after = played.battle.units[0]
    assert (after.layout, after.dp, after.pose, after.record) == (LINE, 0, Pose(2000, 1400), Record.ADVANCE)


def test_a_change_keeps_the_front_centre_and_needs_room() -> None:
    """formation.change, formation.space: a neighbour 1.75 in aside bars the line but not the deeper one"""
    alone = battle(column())
    assert LINE in formations.changes_open(alone, alone.units[0])
    crowded = battle(column(), column(1, 23.5))
    assert LINE not in formations.changes_open(crowded, crowded.units[0])
    changed = play(formations.change, alone, 0, LINE).battle.units[0]
    assert (changed.pose, changed.shape.width) == (Pose(2000, 1000), 600)


def test_a_legion_may_form_a_wedge_and_more_or_fewer_lines() -> None:
    """formation.change, formation.kinds"""
    fought = battle(unit(0, 20, 10, profile=VETERANS))
    found = formations.changes_open(fought, fought.units[0])
    assert WEDGE in found
    assert Layout(Formation.MULTI_LINE, (5, 5)) in found
    assert Layout(Formation.MULTI_LINE, (4, 3, 3)) not in found


def test_a_shaken_legion_takes_up_no_more_lines_than_it_has() -> None:
    """morale.threshold.change"""
    shaken = unit(0, 20, 10, profile=LEGION, formation=Formation.MULTI_LINE, ranks=(5, 5), dp=6, shaken=True)
    assert max(layout.lines for layout in formations.changes_open(battle(shaken), shaken)) == 1
    steady = unit(0, 20, 10, profile=LEGION, formation=Formation.MULTI_LINE, ranks=(5, 5))
    assert max(layout.lines for layout in formations.changes_open(battle(steady), steady)) == 3


def test_giving_up_lines_with_six_points_shakes_a_legion_at_once() -> None:
    """morale.threshold.change"""
    fought = battle(unit(0, 20, 10, profile=LEGION, dp=6))
    after = play(formations.change, fought, 0, Layout(Formation.LINE, (5, 5))).battle.units[0]
    assert (after.dp, after.shaken, after.bases) == (5, True, 10)


@pytest.mark.parametrize("profile", [ARCHERS, LIGHT_HORSE, CHARIOTS])
def test_lights_and_chariots_change_their_ranks_at_no_cost(profile: str) -> None:
    """formation.change: it is no move, and the whole programme is still theirs"""
    other = (2, 2) if profile != LIGHT_HORSE else (4,)
    fought = battle(unit(0, 20, 10, profile=profile), unit(1, 20, 17, 180, side=1))
    options = manoeuvres.activities(fought, fought.units[0])
    chosen = next(one for one in options if one.ranks == other and one.kind is ActivityKind.STAND)
    after = acts(fought, chosen).battle.units[0]
    assert (after.ranks, after.dp, after.moved, after.record) == (other, 0, False, Record.STAND)


# --------------------------------------------------------------------- on the spot
def test_two_manoeuvres_on_the_spot_need_no_dice() -> None:
    """movement.half-move, movement.about-face: the rectangle around the unit stays where it is"""
    fought = battle(column(), unit(1, 20, 16, 180, side=1))
    played = acts(fought, Activity(ActivityKind.ON_THE_SPOT), OnTheSpot.ABOUT_FACE, LINE)
    after = played.battle.units[0]
    assert (after.layout, after.pose, after.dp) == (LINE, Pose(2000, 800, 1800), 1)
    assert after.record is Record.STAND


def test_one_manoeuvre_on_the_spot_may_be_enough() -> None:
    """movement.half-move"""
    fought = battle(unit(0, 20, 10, profile=ALA))
    played = acts(fought, Activity(ActivityKind.ON_THE_SPOT), OnTheSpot.ABOUT_FACE, OnTheSpot.DONE)
    assert (played.battle.units[0].dp, played.battle.units[0].pose) == (1, Pose(2000, 850, 1800))


# --------------------------------------------------------------------- re-forming
def test_an_unformed_unit_re_forms_in_any_formation_and_facing_about_its_centre() -> None:
    """movement.re-form, formation.unformed, decision.re-form"""
    fought = battle(unit(0, 20, 10, formed=False), unit(1, 20, 30, 180, side=1))
    assert ActivityKind.REFORM in kinds(fought)
    played = acts(fought, Activity(ActivityKind.REFORM), COLUMN, (Turn(900),))
    after = played.battle.units[0]
    assert (after.formed, after.reformed, after.layout) == (True, True, COLUMN)
    # Its middle stays half an inch behind the old front; a column is 2 in deep, so its front is 1 in east.
    assert after.pose == Pose(2100, 950, 900)
    assert after.record is Record.STAND


def test_lights_never_form_and_formed_units_need_no_re_forming() -> None:
    """formation.unformed, movement.re-form"""
    assert ActivityKind.REFORM not in kinds(battle(unit(0, 20, 10, profile=ARCHERS)))
    assert ActivityKind.REFORM not in kinds(battle(unit(0, 20, 10, profile=NOBLES)))


def test_a_unit_in_contact_does_not_re_form() -> None:
    """movement.engaged"""
    fought = battle(unit(0, 20, 10, formed=False), unit(1, 20, 10, 180, side=1), contacts=(touching(1, 0),))
    assert kinds(fought) == [ActivityKind.STAND]


def test_a_facing_for_which_there_is_no_room_is_refused() -> None:
    """formation.space"""
    band = unit(0, 20, 10, profile=WARBAND, ranks=(4, 4), formed=False)
    fought = battle(band, unit(1, 20, 12.5), unit(2, 20, 6.5))
    question = formations.facing_of(fought, band, band.shape)
    refusal = question.judge((Turn(900),))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "formation.space"


# --------------------------------------------------------------------- redressing
def redressed(fought: EagleBattle) -> EagleUnit:
    """Unit 0 after it has redressed its ranks."""
    return acts(fought, Activity(ActivityKind.REDRESS)).battle.units[0]


def test_a_grade_a_unit_redresses_two_points_beyond_four_inches(case: Figures) -> None:
    """rally-a-far: rally.redress.a, rally.redress.steady-extra; it was steadied before"""
    steadied = unit(0, 20, 10, profile=VETERANS, dp=3, steadied=True)
    fought = battle(steadied, unit(1, 20, 16, 180, side=1))
    assert redressed(fought).dp == case("rally-a-far")["dps"]


def test_lights_whose_new_ranks_bring_them_near_an_enemy_gain_nothing_by_redressing() -> None:
    """rally.redress.cd, rally.redress.conditions: judged when they redress, after their ranks have changed"""
    lights = unit(0, 20, 20, side=1, profile=SKIRMISHERS, dp=1)
    fought = battle(lights, unit(1, 20, 14.9))
    deeper = Activity(ActivityKind.REDRESS, (2, 1))
    assert deeper in manoeuvres.activities(fought, lights)
    played = play(manoeuvres.act, fought, 0, answers=(deeper,))
    assert (played.battle.units[0].ranks, played.battle.units[0].dp) == ((2, 1), 1)


@pytest.mark.parametrize("apart", [2, 6])
def test_a_grade_b_unit_redresses_a_point_at_any_distance(apart: float) -> None:
    """rally.redress.b"""
    fought = battle(unit(0, 20, 10, profile=BATAVI, dp=2), unit(1, 20, 10 + apart, 180, side=1))
    assert redressed(fought).dp == 1


def test_a_grade_c_unit_redresses_only_beyond_four_inches(case: Figures) -> None:
    """rally-c-boundary: rally.redress.cd, dice.measure, rally.redress.conditions"""
    near = battle(unit(0, 20, 10, profile=AUXILIARY, dp=2), unit(1, 20, 14, 180, side=1))
    assert ActivityKind.REDRESS not in kinds(near)
    assert near.units[0].dp == case("rally-c-boundary")["at400"]
    far = battle(unit(0, 20, 10, profile=AUXILIARY, dp=2), unit(1, 20, 14.5, 180, side=1))
    assert redressed(far).dp == case("rally-c-boundary")["at450"]


def test_a_shaken_unit_rallies_beyond_eight_inches_with_four_points(case: Figures) -> None:
    """rally-shaken: rally.shaken.redress, rally.shaken.limits"""
    two: dict[str, Any] = {"formation": Formation.LINE, "ranks": (5, 5)}
    shaken = unit(0, 20, 10, profile=VETERANS, dp=5, shaken=True, **two)
    near = battle(shaken, foe(18))
    assert ActivityKind.REDRESS not in kinds(near)
    assert near.units[0].dp == case("rally-shaken")["at800"]
    far = battle(shaken, foe(18.3))
    after = redressed(far)
    assert (after.dp, after.shaken) == (case("rally-shaken")["at830"], False)


def foe(y: float) -> EagleUnit:
    """An enemy straight ahead."""
    return unit(1, 20, y, 180, side=1)


def test_a_shaken_legion_in_three_lines_rallies_with_four_points_too(case: Figures) -> None:
    """rally-legion-four: rally.shaken.limits, morale.shaken.multi-line"""
    fought = battle(unit(0, 20, 10, profile=LEGION, dp=7, shaken=True), foe(19))
    after = redressed(fought)
    assert (after.dp, after.shaken) == (case("rally-legion-four")["dps"], case("rally-legion-four")["shaken"])


def test_redressing_takes_the_whole_activity_and_writes_down_that_the_unit_stood() -> None:
    """rally.redress.conditions, turn.manoeuvre.choice, control.last-move"""
    fought = battle(unit(0, 20, 10, profile=BATAVI, dp=2), foe(30))
    played = acts(fought, Activity(ActivityKind.REDRESS))
    after = played.battle.units[0]
    assert (after.taken, after.record, after.pose) == (True, Record.STAND, Pose(2000, 1000))
    assert played.told(OrderRestored)[0].rule == "rally.redress.table"


def test_routers_and_units_in_contact_do_not_redress() -> None:
    """rally.redress.conditions"""
    engaged = battle(unit(0, 20, 10, profile=BATAVI, dp=2), foe(10), contacts=(touching(1, 0),))
    assert kinds(engaged) == [ActivityKind.STAND]


# --------------------------------------------------------------------- programmes of lights
def test_a_light_unit_has_four_programmes(case: Figures) -> None:
    """turn.manoeuvre.light-options"""
    del case
    lights = unit(0, 20, 10, profile=ARCHERS, dp=1)
    found = kinds(battle(lights, foe(13)))
    four = {ActivityKind.SHOOT_MOVE, ActivityKind.MOVE_SHOOT, ActivityKind.SHOOT_TWICE, ActivityKind.REDRESS}
    assert {kind for kind in found if kind is not ActivityKind.STAND} == four


def test_a_light_unit_that_conforms_may_shoot_once_its_guide_has_stood() -> None:
    """control.conform: it waits for what the guide does"""
    lights = unit(0, 20, 10, profile=ARCHERS, control=Control.CONFORMS, guide=2)
    guide = unit(2, 27, 10)
    waiting = battle(lights, foe(13), guide)
    assert open_units(waiting) == [2]
    stood = battle(lights, foe(13), unit(2, 27, 10, taken=True, record=Record.STAND))
    assert open_units(stood) == [0]
    assert kinds(stood) == [ActivityKind.SHOOT_TWICE, ActivityKind.STAND]


def test_a_worn_legion_that_takes_up_fewer_lines_is_shaken_before_it_takes_its_point() -> None:
    """formation.change, movement.change-formation, morale.threshold.change: 6 points are too many"""
    legion = unit(0, 20, 20, profile=LEGION, dp=6)
    enemy = unit(1, 20, 26, 180, side=1, profile=WARBAND)
    line = next(one for one in layouts_of(legion.troop_class, legion.bases, legion=True) if one.lines == 1)
    done = play(formations.change, battle(legion, enemy), 0, line)
    assert done.battle.units[0].shaken
    assert done.battle.units[0].lines == 1

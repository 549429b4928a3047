"""Step 2 as it is played: moves, formations, garrisons, attacks, breaking off, arrivals, follow-ups."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.tricorn.arriving import due, entry_of
from sandtable.systems.tricorn.battle import Activation, Allowance, Command, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import may_break_off, ways_back
from sandtable.systems.tricorn.choices import END_STEP, NO_CHANGE, OFFICER, STAND, Action, ActionKind
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.events import StepBegan
from sandtable.systems.tricorn.follow_up import follow_up, follow_ups
from sandtable.systems.tricorn.forming import Form, forms
from sandtable.systems.tricorn.garrisons import Exit, doors, exits
from sandtable.systems.tricorn.movement_events import (
    UnitCameOut,
    UnitFollowedUp,
    UnitFormed,
    UnitGarrisoned,
    UnitMoved,
    UnitStood,
)
from sandtable.systems.tricorn.moving import actions, carry_out, may_act, movement_step, open_in_step
from sandtable.systems.tricorn.rates import FULL_MOVE, HALF, share_open
from sandtable.systems.tricorn.strongholds import stronghold_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.movement import Advance, Retire
from sandtable.table.space import Point, Pose, as_inches
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HEAVY_GUNS,
    HORSE,
    HUSSARS,
    LIGHTS,
    MUSKETS,
    VETERANS,
    battery_in,
    battle,
    box,
    garrison,
    moved,
    officer,
    play,
    unit,
)
from tests.systems.tricorn.worked import figures

MOVE = Action(ActionKind.MOVE)
FORM = Action(ActionKind.FORM)


def kinds(here: TricornBattle, number: int = 0) -> list[ActionKind]:
    """What is open to a unit."""
    return [action.kind for action in actions(here, here.units[number])]


# --------------------------------------------------------------------- the step
def test_each_unit_acts_once_and_then_the_step_ends() -> None:
    """turn.move-or-remove, turn.one-action"""
    here = battle(unit(0, 36, 24), unit(1, 20, 24))
    assert open_in_step(here) == (0, 1, OFFICER)
    first = play(movement_step, here, answers=(0, MOVE, (Advance(600),)))
    assert first.asked == ("move.order", "move.action", "move.path")
    assert open_in_step(first.battle) == (1, OFFICER)
    assert first.battle.units[0].moved
    done = play(movement_step, first.battle, answers=(END_STEP,))
    assert done.told(StepBegan)[0].step is Step.FIRE


def test_a_general_who_declined_moves_nobody() -> None:
    """turn.passed-move"""
    here = battle(unit(0, 36, 24), allowance=Allowance.NONE)
    assert play(movement_step, here).told(StepBegan)[0].step is Step.FIRE


def test_a_unit_that_stands_has_not_moved() -> None:
    """shooting.cv.moved.detail"""
    told = play(carry_out, battle(unit(0, 36, 24)), 0, STAND)
    assert told.told(UnitStood)
    assert told.battle.units[0].named
    assert not told.battle.units[0].moved


def test_a_plan_without_legs_is_standing() -> None:
    """turn.one-action"""
    told = play(carry_out, battle(unit(0, 36, 24)), 0, MOVE, answers=((),))
    assert told.told(UnitStood)


def test_an_illegal_path_is_refused_before_anything_moves() -> None:
    """movement.legal-path"""
    with pytest.raises(Refused):
        play(carry_out, battle(unit(0, 36, 24)), 0, MOVE, answers=((Advance(700),),))


def test_a_unit_in_contact_only_breaks_off_or_stays() -> None:
    """melee.continue, movement.break-off.when"""
    here = battle(unit(0, 36, 24), unit(1, 36, 24, 180, side=1))
    assert kinds(here) == [ActionKind.STAND, ActionKind.BREAK_OFF]
    assert may_act(here, here.units[0])


def test_who_was_passed_through_does_not_act_any_more() -> None:
    """movement.pass-through.whole-move"""
    here = battle(unit(0, 36, 24), unit(1, 36, 26))
    told = play(carry_out, here, 0, Action(ActionKind.THROUGH), answers=((Advance(300),),))
    assert told.told(UnitMoved)[0].through == (1,)
    assert told.battle.units[0].moved
    assert told.battle.units[1].passed
    assert not may_act(told.battle, told.battle.units[1])


def test_light_infantry_that_is_passed_through_has_not_moved() -> None:
    """movement.pass-through.light-infantry"""
    here = battle(unit(0, 36, 24), unit(1, 36, 26, profile="light-trained"))
    told = play(carry_out, here, 0, MOVE, answers=((Advance(500),),))
    assert told.told(UnitMoved)[0].through == ()
    assert not told.battle.units[1].passed


def test_out_of_an_enemy_zone_a_unit_falls_back() -> None:
    """movement.zoc.effect"""
    here = battle(unit(0, 36, 24), unit(1, 36, 27.5, 180, side=1))
    assert ActionKind.FALL_BACK in kinds(here)
    told = play(carry_out, here, 0, Action(ActionKind.FALL_BACK), answers=((Retire(300),),))
    assert moved(told.battle.units[0].pose) == (0.0, -3.0)


def test_a_forced_march_tells_until_the_end_of_the_following_turn() -> None:
    """movement.forced-march"""
    here = battle(unit(0, 36, 24, formation=Formation.COLUMN), turn=3)
    assert ActionKind.MARCH in kinds(here)
    told = play(carry_out, here, 0, Action(ActionKind.MARCH), answers=((Advance(1200),),))
    assert moved(told.battle.units[0].pose) == (0.0, 12.0)
    assert told.battle.units[0].forced_until == 4


@pytest.mark.parametrize(
    "here",
    [
        battle(unit(0, 36, 24)),
        battle(unit(0, 36, 24, formation=Formation.COLUMN), allowance=Allowance.HALF),
        battle(unit(0, 36, 24, formation=Formation.COLUMN), in_command=()),
        battle(unit(0, 36, 24, formation=Formation.COLUMN), unit(1, 36, 36, 180, side=1)),
    ],
    ids=["in line", "initiative failed", "out of command", "12 in from an enemy"],
)
def test_who_may_not_make_a_forced_march(here: TricornBattle) -> None:
    """movement.forced-march"""
    assert ActionKind.MARCH not in kinds(here)


# --------------------------------------------------------------------- formations
def test_line_to_column_keeps_one_base_and_column_to_line_the_front_base() -> None:
    """formation.change"""
    line = battle(unit(0, 36, 24))
    assert forms(line, line.units[0]) == (Form(Formation.COLUMN, -75), Form(Formation.COLUMN, 75))
    ployed = play(carry_out, line, 0, FORM, answers=(Form(Formation.COLUMN, 75), ())).battle.units[0]
    assert moved(ployed.pose) == (0.75, 0.0)
    assert (ployed.shape.width, ployed.shape.depth) == (150, 200)
    column = battle(unit(0, 36, 24, formation=Formation.COLUMN))
    deployed = play(carry_out, column, 0, FORM, answers=(Form(Formation.LINE, -75), ())).battle.units[0]
    assert moved(deployed.pose) == (-0.75, 0.0)
    assert deployed.moved


def test_there_is_no_square_to_form() -> None:
    """formation.square"""
    found = {form.formation for profile in (MUSKETS, HORSE, GUNS) for form in _forms_of(profile)}
    assert found == {Formation.COLUMN, Formation.LIMBERED}


def _forms_of(profile: str) -> tuple[Form, ...]:
    here = battle(unit(0, 36, 24, profile=profile))
    return forms(here, here.units[0])


def test_a_change_of_formation_takes_a_whole_half_move() -> None:
    """move-formation-half (formation.change, movement.allowance)"""
    here = battle(unit(0, 36, 24), allowance=Allowance.HALF)
    told = play(carry_out, here, 0, FORM, answers=(Form(Formation.COLUMN, -75),))
    assert told.asked == ("move.formation",)
    assert figures("move-formation-half")["left_in"] == 0.0


def test_shares_of_a_move_are_counted_across_formations() -> None:
    """move-formation-share (movement.allowance): two inches in column leave a quarter, 1.5 in in line"""
    here = battle(unit(0, 36, 24, formation=Formation.COLUMN))
    forward = round(100 * figures("move-formation-share")["forward_in"])
    plans = (Advance(200),), Form(Formation.LINE, 75), (Advance(forward),)
    told = play(carry_out, here, 0, MOVE, answers=plans)
    assert told.asked == ("move.path", "move.formation", "move.path")
    assert moved(told.battle.units[0].pose) == (0.75, 3.5)
    with pytest.raises(Refused):
        play(carry_out, here, 0, MOVE, answers=(*plans[:2], (Advance(forward + 1),)))


@pytest.mark.parametrize(("forward", "asked"), [(300, True), (301, False)])
def test_a_hundredth_more_than_half_a_move_leaves_no_room_to_form(forward: int, *, asked: bool) -> None:
    """formation.change, movement.allowance: Muskets go 6 in, so after 3.00 in half a move is left"""
    answers: tuple[object, ...] = ((Advance(forward),), *((NO_CHANGE,) if asked else ()))
    told = play(carry_out, battle(unit(0, 36, 24)), 0, MOVE, answers=answers)
    assert ("move.formation" in told.asked) is asked


@pytest.mark.parametrize(("forward", "left"), [(300, Fraction(1, 2)), (299, Fraction(401, 800))])
def test_a_move_is_kept_as_a_whole_number_of_parts(forward: int, left: Fraction) -> None:
    """movement.allowance, movement.bad-going-cost: Light Infantry pays 4/3 in a wood, 3.99 in for 2.99"""
    wood = box("wood", 30, 20, 42, 40)
    here = battle(unit(0, 36, 24, profile=LIGHTS), pieces=(wood,))
    told = play(carry_out, here, 0, MOVE, answers=((Advance(forward),), NO_CHANGE))
    (went,) = told.told(UnitMoved)
    one = told.battle.units[0]
    assert (type(went.share), type(one.spent)) == (int, int)
    assert Fraction(share_open(told.battle, one), FULL_MOVE) == left


def test_guns_limber_and_go_with_half_a_move() -> None:
    """move-limber-and-go (formation.change, formation.limbered)"""
    here = battle(unit(0, 36, 24, profile=HEAVY_GUNS))
    forward = round(100 * figures("move-limber-and-go")["forward_in"])
    told = play(carry_out, here, 0, FORM, answers=((Advance(forward),),))
    assert told.told(UnitFormed)[0].formation is Formation.LIMBERED
    assert moved(told.battle.units[0].pose) == (0.0, 2.0)


def test_nobody_changes_formation_in_an_enemy_zone_but_guns_that_unlimber() -> None:
    """formation.change.near-enemy"""
    enemy = unit(1, 36, 27.5, 180, side=1)
    line, limbered = unit(0, 36, 24), unit(0, 36, 24, profile=GUNS, formation=Formation.LIMBERED)
    deployed = unit(0, 36, 24, profile=GUNS)
    assert forms(battle(line, enemy), line) == ()
    assert forms(battle(limbered, enemy), limbered) == (Form(Formation.UNLIMBERED),)
    assert forms(battle(deployed, enemy), deployed) == ()
    touching = unit(1, 36, 24, 180, side=1)
    assert forms(battle(limbered, touching), limbered) == ()


def test_a_new_rectangle_must_be_free() -> None:
    """formation.change"""
    behind = unit(1, 37.6, 22.5)
    here = battle(unit(0, 36, 24), behind)
    assert forms(here, here.units[0]) == (Form(Formation.COLUMN, -75),)


@pytest.mark.parametrize(
    ("x", "y", "facing", "asides"),
    [
        (71, 24, 0, [-75]),
        (1, 24, 0, [75]),
        (36, 47, 90, [75]),
        (36, 1, 90, [-75]),
        (36, 24, 0, [-75, 75]),
    ],
    ids=["right", "left", "top", "bottom", "middle"],
)
def test_a_line_is_not_formed_over_an_edge_of_the_table(
    x: float, y: float, facing: float, asides: list[int]
) -> None:
    """formation.change, movement.table-edge: a column an inch from an edge forms to the other side"""
    here = battle(unit(0, x, y, facing, formation=Formation.COLUMN))
    assert [form.aside for form in forms(here, here.units[0])] == asides


@pytest.mark.parametrize(("left", "bottom"), [(37, 20), (33, 20)], ids=["right", "left"])
def test_a_line_is_not_formed_in_a_river(left: float, bottom: float) -> None:
    """formation.change, terrain.types"""
    water = box("river", left, bottom, left + 2, bottom + 8)
    here = battle(unit(0, 36, 24, formation=Formation.COLUMN), pieces=(water,))
    (form,) = forms(here, here.units[0])
    assert (form.aside > 0) is (left < 36)


def test_with_less_than_half_a_move_left_nobody_is_asked_to_form() -> None:
    """formation.change"""
    told = play(carry_out, battle(unit(0, 36, 24)), 0, MOVE, answers=((Advance(310),),))
    assert told.asked == ("move.path",)


def test_after_half_a_move_one_may_keep_the_formation() -> None:
    """move.formation"""
    told = play(carry_out, battle(unit(0, 36, 24)), 0, MOVE, answers=((Advance(300),), NO_CHANGE))
    assert not told.told(UnitFormed)


# --------------------------------------------------------------------- garrisons
VILLAGE = box("village", 34, 27, 38, 31)


def test_foot_goes_into_a_village_it_reaches_with_half_a_move_left() -> None:
    """terrain.garrison"""
    here = battle(unit(0, 36, 24), pieces=(VILLAGE,))
    told = play(carry_out, here, 0, MOVE, answers=((Advance(300),), VILLAGE.id))
    assert told.asked == ("move.path", "move.garrison")
    held = told.told(UnitGarrisoned)[0]
    assert held.place == VILLAGE.id
    inside = told.battle.units[0]
    assert inside.formation is Formation.GARRISON
    assert (inside.shape.width, inside.shape.depth) == (400, 400)
    assert inside.moved


def test_foot_that_touches_a_village_may_go_in_at_once() -> None:
    """terrain.garrison, movement.zoc.effect: in an enemy zone too"""
    here = battle(unit(0, 36, 27), unit(1, 31, 27, 90, side=1), pieces=(VILLAGE,))
    assert doors(here, here.units[0]) == (VILLAGE.id,)
    told = play(carry_out, here, 0, Action(ActionKind.ENTER, place=VILLAGE.id))
    assert told.told(UnitGarrisoned)


def test_horse_guns_and_a_second_unit_do_not_go_in() -> None:
    """terrain.garrison, terrain.types"""
    horse = battle(unit(0, 36, 27, profile=HORSE), pieces=(VILLAGE,))
    assert doors(horse, horse.units[0]) == ()
    held = battle(unit(0, 36, 27), garrison(1, VILLAGE), pieces=(VILLAGE,))
    assert doors(held, held.units[0]) == ()


def test_a_garrison_comes_out_in_line_with_its_rear_on_the_outline_and_goes_on() -> None:
    """terrain.garrison"""
    here = battle(garrison(0, VILLAGE), pieces=(VILLAGE,))
    assert kinds(here) == [ActionKind.STAND, ActionKind.LEAVE]
    told = play(
        carry_out, here, 0, Action(ActionKind.LEAVE), answers=(Exit(VILLAGE.id, 900), (Advance(300),))
    )
    out = told.told(UnitCameOut)[0]
    assert (as_inches(out.to.x), as_inches(out.to.y), out.to.heading) == (39.0, 29.0, 900)
    end = told.battle.units[0]
    assert end.pose is not None
    assert as_inches(end.pose.x) == 42.0
    assert end.formation is Formation.LINE
    assert not end.is_garrison


def test_a_garrison_comes_out_only_on_free_sides_and_not_while_an_enemy_touches_it() -> None:
    """terrain.garrison"""
    friend = unit(1, 36, 26.9, 0)
    here = battle(garrison(0, VILLAGE), friend, pieces=(VILLAGE,))
    assert [one.heading for one in exits(here, here.units[0])] == [0, 900, 2700]
    stormed = battle(garrison(0, VILLAGE), unit(1, 36, 27, side=1), pieces=(VILLAGE,))
    assert exits(stormed, stormed.units[0]) == ()
    assert not may_break_off(stormed, stormed.units[0], FULL_MOVE)


def test_guns_leave_a_redoubt_limbered_and_that_is_their_whole_move() -> None:
    """terrain.redoubt"""
    redoubt = box("redoubt", 34, 27, 37, 30)
    here = battle(battery_in(0, redoubt, 35.5, 29.5), pieces=(redoubt,))
    told = play(carry_out, here, 0, Action(ActionKind.LEAVE), answers=(Exit(redoubt.id, 1800),))
    guns = told.battle.units[0]
    assert guns.formation is Formation.LIMBERED
    assert guns.emplaced is None
    assert guns.pose == Pose(3550, 2500, 1800)


# --------------------------------------------------------------------- breaking off
def test_a_unit_breaks_off_up_to_what_its_allowance_buys() -> None:
    """break-off (movement.break-off.test, movement.break-off.pass, movement.break-off.once)"""
    expected = figures("break-off")
    here = battle(unit(0, 36, 24, profile=VETERANS, markers=1), unit(1, 36, 24, 180, side=1))
    most = round(100 * expected["max_in"])
    assert ways_back(here, here.units[0], FULL_MOVE)[0] == (Retire(most),)
    told = play(
        carry_out,
        here,
        0,
        Action(ActionKind.BREAK_OFF),
        answers=((Retire(most),),),
        faces=(expected["target"],),
    )
    assert moved(told.battle.units[0].pose) == (0.0, -3.0)
    assert told.battle.units[0].moved
    failed = play(carry_out, here, 0, Action(ActionKind.BREAK_OFF), faces=(expected["target"] + 1,))
    assert is_in_contact(failed.battle, 0)
    assert failed.battle.units[0].named
    assert not may_break_off(failed.battle, failed.battle.units[0], FULL_MOVE)


def test_a_break_off_leads_at_least_an_inch_clear() -> None:
    """movement.break-off.pass"""
    here = battle(unit(0, 36, 24), unit(1, 36, 24, 180, side=1))
    assert ways_back(here, here.units[0], FULL_MOVE)[-1] == (Retire(100),)
    with pytest.raises(Refused):
        play(carry_out, here, 0, Action(ActionKind.BREAK_OFF), answers=((Retire(99),),), faces=(1,))


@pytest.mark.parametrize(
    "others",
    [
        (unit(2, 36, 22.5, side=1),),
        (unit(2, 36, 22.5),),
        (unit(2, 36, 23, side=1),),
    ],
    ids=["an enemy behind", "a friend behind", "an enemy on its rear"],
)
def test_a_break_off_needs_a_free_way_back(others: tuple[TricornUnit, ...]) -> None:
    """movement.break-off.blocked"""
    here = battle(unit(0, 36, 24), unit(1, 36, 24, 180, side=1), *others)
    assert not may_break_off(here, here.units[0], FULL_MOVE)


def test_guns_do_not_break_off_nor_who_has_too_little_of_a_move() -> None:
    """movement.break-off.when, movement.break-off.blocked"""
    guns = battle(unit(0, 36, 24, profile=GUNS), unit(1, 36, 24, 180, side=1))
    assert not may_break_off(guns, guns.units[0], FULL_MOVE)
    wood = box("wood", 0, 0, 72, 48)
    slow = battle(unit(0, 36, 24), unit(1, 36, 24, 180, side=1), pieces=(wood,))
    assert may_break_off(slow, slow.units[0], FULL_MOVE)
    assert not may_break_off(slow, slow.units[0], HALF)


# --------------------------------------------------------------------- arrivals
def arriving(turn: int = 3) -> TricornBattle:
    """A column that waits behind the southern edge at x = 36, and its General."""
    waits = unit(0, 36, 0, profile=MUSKETS, formation=Formation.COLUMN)
    waits = replace(waits, entry=waits.pose, pose=None)
    staff = officer(0, command=0, entry=Point(3600.0, 0.0)), officer(1, 71, 47, side=1, command=1)
    commands = Command("late", 0, 0, 1, arrives=3), Command("there", 1, 1, 0)
    return battle(waits, officers=staff, commands=commands, turn=turn)


def test_units_come_on_over_the_edge_and_end_wholly_on_the_table() -> None:
    """setup.arrivals"""
    here = arriving()
    assert open_in_step(here)[0] == 0
    question = entry_of(here, here.units[0])
    assert question is not None
    assert () in question.ways
    told = play(movement_step, here, answers=(0, (Advance(800),)))
    assert told.asked == ("move.order", "arrive.enter")
    end = told.battle.units[0]
    assert end.pose == Pose(3600, 800, 0)
    assert end.entry is None
    with pytest.raises(Refused):
        play(movement_step, here, answers=(0, (Advance(190),)))


def test_a_unit_may_be_left_waiting() -> None:
    """setup.arrivals, arrive.enter"""
    told = play(movement_step, arriving(), answers=(0, ()))
    assert told.battle.units[0].pose is None
    assert told.battle.units[0].entry is not None
    assert due(told.battle) == ()
    assert [one.id for one in due(arriving())] == [0]


def test_a_taken_entry_point_is_shifted_along_the_edge() -> None:
    """setup.arrivals"""
    here = arriving()
    taken = battle(here.units[0], unit(1, 36, 1.5), officers=here.officers, commands=here.commands, turn=3)
    question = entry_of(taken, taken.units[0])
    assert question is not None
    assert question.body.pose is not None
    assert abs(question.body.pose.x - 3600) >= 225 - 2
    assert question.body.pose.y == 0


# --------------------------------------------------------------------- follow-up
def test_a_mounted_winner_follows_up_into_a_further_enemy() -> None:
    """movement.follow-up, movement.follow-up.detail"""
    here = battle(unit(0, 36, 24, profile=HUSSARS), unit(1, 36, 28, 180, side=1), step=Step.MELEE)
    (attack,) = follow_ups(here, here.units[0])
    told = play(follow_up, here, 0, attack, answers=((Advance(400),),))
    assert told.told(UnitFollowedUp)[0].target == 1
    assert told.battle.followed == (0,)
    assert is_in_contact(told.battle, 0)
    assert not told.battle.units[0].moved


def test_a_follow_up_binds_zones_as_any_move() -> None:
    """movement.zoc.followup"""
    pinning = unit(2, 36, 27.5, 180, side=1)
    target = unit(1, 40, 27, 270, side=1, formation=Formation.COLUMN)
    here = battle(unit(0, 36, 24, profile=HUSSARS), target, pinning, step=Step.MELEE)
    assert [attack.target for attack in follow_ups(here, here.units[0])] == [2]
    free = battle(here.units[0], target, step=Step.MELEE)
    assert [attack.target for attack in follow_ups(free, free.units[0])] == [1]


def test_nobody_else_is_active_in_a_follow_up() -> None:
    """movement.follow-up.detail: active or not"""
    horse = unit(0, 36, 24, profile=HUSSARS)
    here = battle(horse, unit(1, 36, 28, 180, side=1), active=1, step=Step.MELEE)
    assert here.activation == Activation(1, 1, 1, Allowance.FULL, (1,))
    (attack,) = follow_ups(here, here.units[0])
    told = play(follow_up, here, 0, attack, answers=((Advance(400),),))
    assert told.told(UnitFollowedUp)


def test_a_stronghold_is_a_rectangle() -> None:
    """terrain.garrison"""
    held = stronghold_of(VILLAGE)
    assert held is not None
    assert [side.heading for side in held.sides] == [0, 900, 1800, 2700]

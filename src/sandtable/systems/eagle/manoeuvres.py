"""The Manoeuvre and Shooting phase: a side takes its units one at a time (turn.activation)."""

from __future__ import annotations

from functools import cache
from typing import Final, assert_never

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle import formations, moving, volleys
from sandtable.systems.eagle.aim import can_shoot
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.conforming import guided_move
from sandtable.systems.eagle.events import RecordWritten, UnitActed
from sandtable.systems.eagle.leader_moves import leaders_open, manoeuvre_leader, swept
from sandtable.systems.eagle.manoeuvre_decisions import (
    NOBODY,
    Activity,
    ActivityKind,
    ChooseActivity,
    Next,
    PickNext,
)
from sandtable.systems.eagle.movement import STANDS, may_move, may_step
from sandtable.systems.eagle.records import GUIDED, Control, Record
from sandtable.systems.eagle.redressing import redress, redress_of
from sandtable.systems.eagle.repeating import is_standing, repeat_move
from sandtable.systems.eagle.routers import outdistanced
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.troops import Formation

MOVE: Final = Activity(ActivityKind.MOVE)
STEP: Final = Activity(ActivityKind.STEP)
SHOOT_MOVE: Final = Activity(ActivityKind.SHOOT_MOVE)
MOVE_SHOOT: Final = Activity(ActivityKind.MOVE_SHOOT)
SHOOT_TWICE: Final = Activity(ActivityKind.SHOOT_TWICE)
REDRESS: Final = Activity(ActivityKind.REDRESS)
REFORM: Final = Activity(ActivityKind.REFORM)
STAND: Final = Activity(ActivityKind.STAND)
OF_FORMED: Final = (
    Activity(ActivityKind.CHANGE_MOVE),
    Activity(ActivityKind.MOVE_CHANGE),
    Activity(ActivityKind.ON_THE_SPOT),
)
"""The activities of a formed unit besides moving (movement.half-move)."""


# --------------------------------------------------------------------- the step
async def manoeuvre_step(battle: EagleBattle) -> EagleBattle:
    """The next unit or lone leader of the side acts, in its owner's order, or the step ends.

    turn.activation: units that follow a guide act directly after it, forced repeats before all free units
    """
    waiting = _waiting(battle)
    follower = _follower_due(battle, waiting) if battle.marches else None
    if follower is not None:
        start = battle.units[follower].pose
        return await swept(await guided_move(battle, follower), follower, start)
    forced = [unit.id for unit in waiting if unit.control is Control.REPEATS]
    if forced:
        return await _repeat(battle, tuple(forced))
    options = _units_open(battle, waiting)
    options += [Next(leader=one) for one in leaders_open(battle, battle.active)]
    if not options:
        return await _done(battle)
    chosen = await PickNext(battle.active, (*options, NOBODY))
    if chosen.unit is not None:
        return await act(battle, chosen.unit)
    if chosen.leader is not None:
        return await manoeuvre_leader(battle, chosen.leader)
    return await _done(battle)


@cache
def _unit_next(number: int) -> Next:
    """The option that a unit acts next; cached, because the same few recur."""
    return Next(unit=number)


async def _done(battle: EagleBattle) -> EagleBattle:
    """A side has taken all its units: looters go on looting, and at the end of the phase free routers go.

    control.repeat, control.loot, rout.eliminate
    """
    for unit in battle.unbroken(battle.active):
        if unit.looting and unit.record is None:
            battle = await tell(battle, RecordWritten(unit.id, Record.LOOT))
    if battle.step is Step.SECOND_MANOEUVRES:
        battle = await outdistanced(battle)
    return await step_done(battle)


async def _repeat(battle: EagleBattle, forced: tuple[int, ...]) -> EagleBattle:
    """One of the units that repeat their last move does so, in their owner's order (control.repeat)."""
    options = tuple([_unit_next(number) for number in forced])
    chosen = options[0] if len(options) == 1 else await PickNext(battle.active, options)
    assert chosen.unit is not None
    if is_standing(battle, battle.units[chosen.unit]):
        return await act(battle, chosen.unit)
    start = battle.units[chosen.unit].pose
    return await swept(await repeat_move(battle, chosen.unit), chosen.unit, start)


def _waiting(battle: EagleBattle) -> list[EagleUnit]:
    """The units of the side that have not acted yet and that no enemy pins."""
    waiting = [unit for unit in battle.unbroken(battle.active) if not unit.taken]
    if battle.contacts:
        held = battle.engaged()
        waiting = [unit for unit in waiting if unit.id not in held]
    return waiting


def _follower_due(battle: EagleBattle, waiting: list[EagleUnit]) -> int | None:
    """A unit whose guide has just moved and that moves with it (control.conform, turn.activation)."""
    for unit in waiting:
        if unit.control in GUIDED and unit.guide is not None and battle.march_of(unit.guide) is not None:
            return unit.id
    return None


def _units_open(battle: EagleBattle, waiting: list[EagleUnit]) -> list[Next]:
    """The waiting units that could do more than stand."""
    return [
        _unit_next(unit.id)
        for unit in waiting
        if (unit.control not in STANDS and not unit.steadied) or _is_open(battle, unit)
    ]


def _is_open(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Could a waiting unit do more than stand? Units that repeat or run on do not count."""
    control = unit.control
    if control not in STANDS and not unit.steadied:
        return True
    if control is Control.REPEATS or control is Control.RUNS_ON:
        return False
    if not unit.dp and not unit.is_light:
        return False  # It has no points to shed, and does not shoot.
    if control in GUIDED and _awaits_guide(battle, unit):
        return False
    return _shoots(battle, unit) or (unit.dp > 0 and redress_of(battle, unit) is not None)


def _awaits_guide(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does a unit wait for the move of its guide? (control.conform)"""
    if unit.control not in GUIDED or unit.guide is None:
        return False
    guide = battle.units[unit.guide]
    return not guide.taken and guide.pose is not None and not battle.is_engaged(guide.id)


# --------------------------------------------------------------------- one unit
async def act(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit does one thing of its owner's choice, and does not act again (turn.activation)."""
    one = battle.units[unit]
    options = activities(battle, one)
    chosen = options[0] if len(options) == 1 else await ChooseActivity(one.side, options, unit=unit)
    if chosen.ranks:
        battle = await formations.change(battle, unit, Layout(Formation.LINE, chosen.ranks))
    battle = await _do(battle, unit, chosen.kind)
    if battle.units[unit].pose is None:
        return battle
    # Its activity replaces what it recorded earlier in the turn, such as an evade.
    wrote = battle.units[unit].record is not one.record
    battle = await tell(battle, UnitActed(unit, None if wrote else Record.STAND))
    return await swept(battle, unit, one.pose)


def activities(battle: EagleBattle, unit: EagleUnit) -> tuple[Activity, ...]:
    """All activities open to a unit, standing last.

    turn.manoeuvre.choice, turn.manoeuvre.light-options; LI, LC and CH may take up other ranks first
    """
    shoots = _shoots(battle, unit)
    moves = _moves(battle, unit, shoots=shoots) if may_move(battle, unit) else []
    found = [*moves, *_without_moving(battle, unit, shoots=shoots), STAND]
    if not moves or unit.formed or unit.troop_class.is_formed_kind:
        return tuple(found)
    others = [layout.ranks for layout in formations.changes_open(battle, unit)]
    return (*found[:-1], *[Activity(one.kind, ranks) for ranks in others for one in found], STAND)


def _shoots(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a light unit a target? (turn.manoeuvre.light-options)"""
    return unit.is_light and can_shoot(battle, unit)


def _without_moving(battle: EagleBattle, unit: EagleUnit, *, shoots: bool) -> list[Activity]:
    """The activities open to a unit besides moving and standing."""
    found: list[Activity] = []
    if shoots:
        found.append(SHOOT_TWICE)
    if unit.dp and redress_of(battle, unit) is not None:
        found.append(REDRESS)
    return found


def _moves(battle: EagleBattle, unit: EagleUnit, *, shoots: bool) -> list[Activity]:
    """The moves open to a unit that may move at all, the likeliest first.

    movement.re-form, movement.half-move, movement.side-step.detail, turn.manoeuvre.light-options
    """
    if unit.is_light:
        return [MOVE_SHOOT, SHOOT_MOVE] if shoots else [MOVE_SHOOT]
    found = [MOVE]
    if unit.formed:
        found += OF_FORMED
    elif formations.can_reform(battle, unit):
        found.append(REFORM)
    if may_step(battle, unit):
        found.append(STEP)
    return found


async def _do(battle: EagleBattle, unit: int, kind: ActivityKind) -> EagleBattle:
    """A unit carries out the chosen activity."""
    match kind:
        case ActivityKind.STAND:
            return battle
        case ActivityKind.MOVE:
            return await moving.move(battle, unit, await moving.pace_of(battle, unit))
        case ActivityKind.CHANGE_MOVE | ActivityKind.MOVE_CHANGE:
            return await _half_and_half(battle, unit, kind)
        case ActivityKind.ON_THE_SPOT:
            return await formations.on_the_spot(battle, unit)
        case ActivityKind.STEP:
            return await moving.step(battle, unit)
        case ActivityKind.REDRESS:
            return await redress(battle, unit)
        case ActivityKind.REFORM:
            return await formations.reform(battle, unit)
        case ActivityKind.SHOOT_MOVE | ActivityKind.MOVE_SHOOT | ActivityKind.SHOOT_TWICE:
            return await _light_programme(battle, unit, kind)
        case _:
            assert_never(kind)


async def _half_and_half(battle: EagleBattle, unit: int, kind: ActivityKind) -> EagleBattle:
    """A unit changes formation for half a move and moves up to the other half, in either order.

    movement.change-formation, movement.half-move: the dice come first
    """
    pace = (await moving.pace_of(battle, unit)).halved()
    if kind is ActivityKind.CHANGE_MOVE:
        battle = await formations.choose_change(battle, unit)
        return await moving.move(battle, unit, pace)
    battle = await moving.move(battle, unit, pace)
    return await formations.choose_change(battle, unit)


async def _light_programme(battle: EagleBattle, unit: int, kind: ActivityKind) -> EagleBattle:
    """A light unit shoots and moves, moves and shoots, or stands and shoots twice.

    turn.manoeuvre.light-options, shooting.twice
    """
    if kind is ActivityKind.MOVE_SHOOT:
        battle = await moving.move(battle, unit, await moving.pace_of(battle, unit))
        return await volleys.shoot(battle, unit)
    battle = await volleys.shoot(battle, unit)
    if kind is ActivityKind.SHOOT_TWICE:
        return await volleys.shoot(battle, unit)
    return await moving.move(battle, unit, await moving.pace_of(battle, unit))

"""Step 2: the units of the active General move, remove Disorder or stand, one after the other.

turn.move-or-remove, turn.one-action. A move may be interrupted by one change of formation, or by entering or
leaving a stronghold; the rest is counted in parts of a Full Move (movement.allowance).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn import arriving, break_off, charging, garrisons, officers, rallying
from sandtable.systems.tricorn.battle import ABANDONED, Allowance, TricornBattle, TricornUnit
from sandtable.systems.tricorn.choices import END_STEP, NO_CHANGE, OFFICER, STAND, Action, ActionKind
from sandtable.systems.tricorn.contact import contacts, is_in_contact
from sandtable.systems.tricorn.forming import Form, can_form, forms, place_of
from sandtable.systems.tricorn.garrisons import Exit
from sandtable.systems.tricorn.marching import make_move
from sandtable.systems.tricorn.movement import FAR
from sandtable.systems.tricorn.movement_decisions import (
    ChooseAction,
    ChooseFormation,
    EnterStronghold,
    LeaveStronghold,
    PickActor,
)
from sandtable.systems.tricorn.movement_events import UnitCameOut, UnitFormed, UnitGarrisoned, UnitStood
from sandtable.systems.tricorn.nearness import SLACK, nearest_enemy
from sandtable.systems.tricorn.paths import (
    can_fall_back,
    can_go_through,
    fall_back_of,
    march_of,
    path_of,
    through_of,
)
from sandtable.systems.tricorn.rates import CHANGE, FORCED, FULL_MOVE, GARRISON, share_open
from sandtable.systems.tricorn.steps import step_done
from sandtable.systems.tricorn.zones import is_in_zones
from sandtable.table.movement import Verdict


# --------------------------------------------------------------------- the step
async def movement_step(battle: TricornBattle) -> TricornBattle:
    """The next unit of the active General acts, or the General himself moves, or the step ends.

    The units of a General who declined do not move (turn.passed-move).

    turn.move-or-remove, turn.one-action, leaders.move
    """
    activation = battle.activation
    assert activation is not None, "nobody moves without an activation"
    if activation.allowance is Allowance.NONE:
        return await step_done(battle)
    options = open_in_step(battle)
    if not options:
        return await step_done(battle)
    chosen = await PickActor(activation.side, (*options, END_STEP))
    if chosen is None:
        return await step_done(battle)
    if isinstance(chosen, str):
        return await officers.move_officer(battle)
    return await act(battle, chosen)


def open_in_step(battle: TricornBattle) -> tuple[int | str | None, ...]:
    """The units that may still act in this step, those waiting to enter, and the officer's own move.

    turn.one-action, setup.arrivals, leaders.move
    """
    waiting = [unit.id for unit in arriving.due(battle)]
    left = [unit for unit in battle.active_units() if not (unit.named or unit.passed)]
    touched = contacts(battle)
    units = [
        unit.id
        for unit in left
        if (unit.id not in touched and unit.formation is not ABANDONED) or may_act(battle, unit)
    ]
    return (*units, *waiting, *((OFFICER,) if officers.may_move(battle) else ()))


def may_act(battle: TricornBattle, unit: TricornUnit) -> bool:
    """May a unit still act: has it not acted in the step, and has no formed friend gone through it?

    turn.one-action, movement.pass-through.whole-move, melee.continue
    """
    if unit.named or unit.passed:
        return False
    if unit.is_abandoned:
        return rallying.may_remove(battle, unit)
    if is_in_contact(battle, unit.id):
        return break_off.may_break_off(battle, unit, share_open(battle, unit))
    return True


async def act(battle: TricornBattle, unit: int) -> TricornBattle:
    """A unit takes one action that its owner chooses (turn.one-action, move.action)."""
    one = battle.units[unit]
    if one.pose is None:
        return await arriving.arrive(battle, unit)
    options = tuple(actions(battle, one))
    chosen = STAND
    if len(options) > 1:
        chosen = await ChooseAction(one.side, options, unit=unit)
    return await carry_out(battle, unit, chosen)


# --------------------------------------------------------------------- what is open to a unit
def actions(battle: TricornBattle, unit: TricornUnit) -> Iterator[Action]:
    """The actions open to a unit in step 2, standing first (move.action).

    A unit in contact breaks off or stays, without turning (melee.continue).
    """
    yield STAND
    if unit.is_abandoned:
        if rallying.may_remove(battle, unit):
            yield Action(ActionKind.RECREW)
        return
    share = share_open(battle, unit)
    if is_in_contact(battle, unit.id):
        if break_off.may_break_off(battle, unit, share):
            yield Action(ActionKind.BREAK_OFF)
        return
    if unit.is_garrison:
        if share >= GARRISON and garrisons.exits(battle, unit):
            yield Action(ActionKind.LEAVE)
    elif share > 0:
        yield from _moves(battle, unit, share)
    if rallying.may_remove(battle, unit):
        yield Action(ActionKind.REMOVE)


def _moves(battle: TricornBattle, unit: TricornUnit, share: int) -> Iterator[Action]:
    """The moves open to a unit outside a stronghold."""
    yield Action(ActionKind.MOVE)
    for target in charging.targets_open(battle, unit, share):
        yield Action(ActionKind.ATTACK, target)
    pinned = is_pinned(battle, unit)
    if pinned:
        if can_fall_back(battle, unit, share):
            yield Action(ActionKind.FALL_BACK)
    elif can_go_through(battle, unit, share):
        yield Action(ActionKind.THROUGH)
    if may_march(battle, unit):
        yield Action(ActionKind.MARCH)
    if share >= CHANGE and can_form(battle, unit, pinned=pinned):
        yield Action(ActionKind.FORM)
    if share >= GARRISON:
        for place in garrisons.doors(battle, unit):
            yield Action(ActionKind.ENTER, place=place)


def is_pinned(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Does a unit stand in an enemy Zone of Control? (movement.zoc.effect)"""
    return is_in_zones(battle, unit)


def may_march(battle: TricornBattle, unit: TricornUnit) -> bool:
    """May a column make a Forced March: initiative passed, in command, and no enemy within 12 in?

    movement.forced-march
    """
    if not unit.is_column or share_open(battle, unit) < FULL_MOVE:
        return False
    return nearest_enemy(battle, unit) >= FAR - SLACK


# --------------------------------------------------------------------- what it does
async def carry_out(battle: TricornBattle, unit: int, action: Action) -> TricornBattle:
    """Carry out the action of a unit."""
    one = battle.units[unit]
    share = share_open(battle, one)
    match action.kind:
        case ActionKind.STAND:
            return await tell(battle, UnitStood(unit))
        case ActionKind.MOVE:
            return await move(battle, unit)
        case ActionKind.THROUGH | ActionKind.FALL_BACK:
            return await _by(battle, unit, action.kind, share)
        case ActionKind.MARCH:
            verdict = await march_of(battle, one, FORCED)
            return await _made(battle, one, verdict, forced=battle.turn + 1)
        case ActionKind.ATTACK:
            return await _attack(battle, one, action, share)
        case ActionKind.FORM:
            return await form_and_go(battle, unit, (*forms(battle, one),))
        case ActionKind.ENTER:
            return await enter(battle, unit, action.place)
        case ActionKind.LEAVE:
            return await come_out(battle, unit)
        case ActionKind.REMOVE | ActionKind.RECREW:
            return await rallying.remove_disorder(battle, unit)
        case ActionKind.BREAK_OFF:
            return await break_off.break_off(battle, unit, share)
        case _:
            assert_never(action.kind)


async def _by(battle: TricornBattle, unit: int, kind: ActionKind, share: int) -> TricornBattle:
    """A unit goes through formed friends, or straight back out of a zone.

    movement.pass-through, movement.zoc.effect
    """
    one = battle.units[unit]
    asked = through_of(battle, one, share) if kind is ActionKind.THROUGH else fall_back_of(battle, one, share)
    assert asked is not None, "what is offered can be done"
    return await _made(battle, one, await asked)


async def _attack(battle: TricornBattle, unit: TricornUnit, action: Action, share: int) -> TricornBattle:
    """A unit attacks its chosen enemy (movement.contact)."""
    declared = charging.attack_on(battle, unit, share, action.target)
    return await charging.attack(battle, unit.id, declared)


async def _made(
    battle: TricornBattle, unit: TricornUnit, verdict: Verdict, *, forced: int = 0
) -> TricornBattle:
    """A unit makes its planned move; without a leg it stands."""
    if not verdict.plan:
        return await tell(battle, UnitStood(unit.id))
    return await make_move(battle, unit, verdict, forced=forced)


async def move(battle: TricornBattle, unit: int) -> TricornBattle:
    """A unit moves as its owner plans; with half a move left it may change formation or enter a place it
    touches.

    movement.allowance, formation.change, terrain.garrison
    """
    one = battle.units[unit]
    verdict = await path_of(battle, one, share_open(battle, one))
    battle = await _made(battle, one, verdict)
    if not verdict.plan or share_open(battle, battle.units[unit]) < min(CHANGE, GARRISON):
        return battle
    return await _then(battle, unit)


async def _then(battle: TricornBattle, unit: int) -> TricornBattle:
    """What a unit may still do after part of its move (terrain.garrison, formation.change)."""
    one = battle.units[unit]
    left = share_open(battle, one)
    places = garrisons.doors(battle, one) if left >= GARRISON else ()
    if places:
        place = await EnterStronghold(one.side, (NO_CHANGE, *places), unit=unit)
        if place is not None:
            return await enter(battle, unit, place)
    open_to = forms(battle, one) if left >= CHANGE else ()
    if not open_to:
        return battle
    return await form_and_go(battle, unit, (NO_CHANGE, *open_to))


async def form_and_go(battle: TricornBattle, unit: int, options: tuple[Form | None, ...]) -> TricornBattle:
    """A unit changes formation for half a Full Move and goes on with what is left (formation.change)."""
    one = battle.units[unit]
    form = options[0]
    if len(options) > 1:
        form = await ChooseFormation(one.side, options, unit=unit)
    if form is None:
        return battle
    place = place_of(one, form)
    battle = await tell(battle, UnitFormed(unit, form.formation, place.pose, place.shape))
    return await go_on(battle, unit)


async def go_on(battle: TricornBattle, unit: int) -> TricornBattle:
    """A unit goes on with what is left of its move, at the rate of the formation it is in now, or attacks.

    movement.allowance, formation.change, movement.contact
    """
    one = battle.units[unit]
    left = share_open(battle, one)
    if not left:
        return battle
    targets = charging.targets_open(battle, one, left)
    if targets:
        options = (STAND, Action(ActionKind.MOVE), *(Action(ActionKind.ATTACK, target) for target in targets))
        chosen = await ChooseAction(one.side, options, unit=unit)
        if chosen.kind is ActionKind.STAND:
            return battle
        if chosen.kind is ActionKind.ATTACK:
            return await _attack(battle, one, chosen, left)
    question = path_of(battle, one, left)
    if not question.terms.allowance:
        return battle
    verdict = await question
    return await make_move(battle, one, verdict) if verdict.plan else battle


# --------------------------------------------------------------------- garrisons
async def enter(battle: TricornBattle, unit: int, place: str) -> TricornBattle:
    """A Foot unit enters a place it touches, for half a Full Move (terrain.garrison)."""
    heading = garrisons.heading_in(battle, battle.units[unit], place)
    return await tell(battle, UnitGarrisoned(unit, place, heading))


async def come_out(battle: TricornBattle, unit: int) -> TricornBattle:
    """A garrison comes out on a free side for half a Full Move and may go on; guns then have moved.

    terrain.garrison, terrain.redoubt
    """
    one = battle.units[unit]
    options = garrisons.exits(battle, one)
    chosen: Exit = options[0]
    if len(options) > 1:
        chosen = await LeaveStronghold(one.side, options, unit=unit)
    place = garrisons.outside(one, battle.stronghold(chosen.place), chosen.heading)
    formation = garrisons.formation_outside(one)
    battle = await tell(battle, UnitCameOut(unit, chosen.place, place.pose, place.shape, formation))
    return battle if one.is_artillery else await go_on(battle, unit)

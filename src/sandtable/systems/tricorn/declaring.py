"""Declaring fire: first the active player names all his shots and supports, then the other names his.

turn.firing, shooting.simultaneous. One shot or support is named at a time; a unit that is not named holds its
fire.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.tricorn.aim import aiming, can_support, targets
from sandtable.systems.tricorn.battle import Step, TricornBattle
from sandtable.systems.tricorn.fire_events import FireDeclared, SupportDeclared
from sandtable.systems.tricorn.steps import step_done

DECLARE = "fire.declare"
SUPPORT = "fire.support-choice"
EQUALLY_NEAR = "fire.equal-nearest"


class Declaration(NamedTuple):
    """A unit that fires, at one target or at one of several equally near, or that supports a shooter."""

    unit: int
    target: int | None = None
    supports: int | None = None


def named(battle: TricornBattle) -> frozenset[int]:
    """The units that already fire or support in this step; each does so once (turn.firing.repeat)."""
    return frozenset(number for shot in battle.shots for number in (shot.shooter, *shot.supporters))


def shots_open(battle: TricornBattle, side: int) -> tuple[Declaration, ...]:
    """The shots that a side may still name (shooting.target).

    A unit with several targets at the same least range is listed once, without a target.
    """
    done = named(battle)
    found: list[Declaration] = []
    for unit in aiming(battle, side):
        if unit in done:
            continue
        choice = targets(battle, unit)
        if len(choice) > 1 and not battle.units[unit].is_artillery:
            found.append(Declaration(unit))
        else:
            found += [Declaration(unit, aim.target) for aim in choice]
    return tuple(found)


def supports_open(battle: TricornBattle, side: int) -> tuple[Declaration, ...]:
    """The supports that a side may still name for declared shots; only the active side may support.

    shooting.cv.support, shooting.support.condition
    """
    if not battle.shots:
        return ()
    done = named(battle)
    return tuple(
        Declaration(unit, shot.target, shot.shooter)
        for unit in aiming(battle, side)
        if unit not in done
        for shot in battle.shots
        if can_support(battle, unit, shot)
    )


async def fire_step(battle: TricornBattle) -> TricornBattle:
    """The side whose turn it is names one shot or support, or ends its fire.

    A General without units neither fires nor is fired at (cards.cc.no-command).

    turn.firing, turn.firing.who, shooting.simultaneous, turn.firing.repeat
    """
    assert battle.activation is not None
    active = battle.activation.side
    side = active if battle.step is Step.FIRE else 1 - active
    supports = supports_open(battle, side)
    options = (*shots_open(battle, side), *supports)
    if not options:
        return await step_done(battle)
    chosen = await Choose(SUPPORT if supports else DECLARE, side, (*options, None))
    if chosen is None:
        return await step_done(battle)
    return await declare(battle, chosen)


async def declare(battle: TricornBattle, chosen: Declaration) -> TricornBattle:
    """Declare a shot or a support (shooting.support.condition, shooting.target)."""
    if chosen.supports is not None:
        return await tell(battle, SupportDeclared(chosen.unit, chosen.supports))
    target = chosen.target
    if target is None:
        near = tuple(aim.target for aim in targets(battle, chosen.unit))
        target = await Choose(EQUALLY_NEAR, battle.units[chosen.unit].side, near, about=(chosen.unit,))
    return await tell(battle, FireDeclared(chosen.unit, target))

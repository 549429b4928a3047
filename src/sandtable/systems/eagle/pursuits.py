"""Routs and pursuits that go on in a later turn, at the start of the Manoeuvre and Shooting phase.

rout.continue, pursuit.continue, pursuit.order
"""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle import fleeing, losses, pursuing
from sandtable.systems.eagle.after_decisions import NextToRun
from sandtable.systems.eagle.arcs import ahead_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.events import UnitActed
from sandtable.systems.eagle.flight_events import RoutResumed
from sandtable.systems.eagle.nearness import nearest_of
from sandtable.systems.eagle.records import Control, Flight, Removal
from sandtable.systems.eagle.steps import step_done
from sandtable.table.measure import nearest_to_point
from sandtable.table.space import centre, heading_between, standing


async def pursuits_step(battle: EagleBattle) -> EagleBattle:
    """One router runs on with its pursuers behind it, or one pursuer alone moves, or the step ends.

    pursuit.order: first the routers that the holder's units pursue, then the others, then pursuers without a
    quarry, the holder's first
    """
    for side in (battle.holder, 1 - battle.holder):
        routers = tuple(one.id for one in battle.routers(1 - side) if one.caught and not one.taken)
        if routers:
            return await _run_on(battle, await _next(battle, side, routers))
    for side in (battle.holder, 1 - battle.holder):
        hunters = tuple(one.id for one in battle.unbroken(side) if runs_on(battle, one))
        if hunters:
            return await _hunt(battle, await _next(battle, side, hunters))
    return await step_done(battle)


async def _next(battle: EagleBattle, side: int, units: tuple[int, ...]) -> int:
    """Which of several units comes next, chosen by the owner of the pursuers.

    pursuit.order, decision.after-order
    """
    if len(units) == 1:
        return units[0]
    return await NextToRun(side, units)


def runs_on(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does a unit go on pursuing, and has it not moved yet? (pursuit.continue, control.pursuit-choice)"""
    return (
        unit.pursuing
        and unit.control is Control.RUNS_ON
        and not unit.taken
        and unit.pose is not None
        and not battle.is_engaged(unit.id)
    )


# --------------------------------------------------------------------- routers
async def _run_on(battle: EagleBattle, router: int) -> EagleBattle:
    """A router that was caught runs on, straight ahead and without a head start, its pursuers behind it.

    rout.continue: if no unit pursues it any more it is eliminated at once
    """
    hunters = tuple(one.id for one in battle.units if one.quarry == router and runs_on(battle, one))
    if not hunters:
        return await losses.eliminate(battle, router, Removal.ELIMINATED)
    battle = await tell(battle, RoutResumed(router))
    battle = await fleeing.run_on(battle, router, Flight.ROUT)
    while hunters and battle.units[router].pose is not None:
        unit = await _next(battle, battle.units[hunters[0]].side, hunters)
        battle = await pursuing.pursue(battle, unit, router, first=False)
        battle = await _acted(battle, unit)
        hunters = tuple(one for one in hunters if one != unit and runs_on(battle, battle.units[one]))
    return battle


# --------------------------------------------------------------------- pursuers
async def _hunt(battle: EagleBattle, unit: int) -> EagleBattle:
    """A pursuer without a quarry goes towards the nearest enemy ahead of it, or straight ahead.

    pursuit.continue
    """
    battle = await pursuing.run_ahead(battle, unit, heading_of(battle, battle.units[unit]))
    return await _acted(battle, unit)


def heading_of(battle: EagleBattle, unit: EagleUnit) -> int:
    """The heading of a pursuer without a quarry (pursuit.continue)."""
    pose = standing(unit)
    ahead = nearest_of(battle, unit.id, ahead_of(unit, battle.unbroken(1 - unit.side)))
    if not ahead:
        return pose.heading
    here = centre(pose, unit.shape)
    return heading_between(here, nearest_to_point(battle.units[ahead[0]], here))


async def _acted(battle: EagleBattle, unit: int) -> EagleBattle:
    """A pursuer has had its move of the phase (turn.activation)."""
    return battle if battle.units[unit].pose is None else await tell(battle, UnitActed(unit))

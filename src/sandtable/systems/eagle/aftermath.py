"""After Combat Moves on the table: what combat results demand, in the order of after.order.

Retires, routs and pursuits are in ``fleeing`` and ``pursuing``, halts and falling back in ``holding_ground``,
following up and passing through in ``pressing_on``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle import closing, fleeing, looting, pursuing
from sandtable.systems.eagle.after_decisions import NextToMove, PursueWhom, SuccessHalt, VictoryHalt
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.combat_events import AfterMoveChosen, FlightOver, aftermath_of
from sandtable.systems.eagle.combats import EQUAL
from sandtable.systems.eagle.due import (
    Stage,
    backers_of,
    beaten_by,
    comrades,
    goes_along,
    pending,
    stage_of,
    way_of,
)
from sandtable.systems.eagle.engagements import Aftermath
from sandtable.systems.eagle.flight_events import PursuitGoesOn
from sandtable.systems.eagle.giving_ground import pieces_at
from sandtable.systems.eagle.holding_ground import give_ground, halt
from sandtable.systems.eagle.pressing_on import follow, holders_of, pinned, ride_through
from sandtable.systems.eagle.records import AfterMove, Flight, Record, Row
from sandtable.systems.eagle.steps import step_done
from sandtable.table.space import standing


# -------------------------------------------------------------------- what comes next
async def after_moves_step(battle: EagleBattle) -> EagleBattle:
    """Carry out one choice or one move of the phase, or end the phase (turn.after.moves, after.order)."""
    left = pending(battle)
    if not left:
        return await step_done(battle)
    undecided = next((one for one in left if one.move is None), None)
    if undecided is not None:
        return await choose_to_halt(battle, undecided)
    unit = await _next_mover(battle, left)
    aftermath = aftermath_of(battle, unit)
    assert aftermath is not None
    return await MOVES[stage_of(aftermath)](battle, aftermath)


async def _next_mover(battle: EagleBattle, left: tuple[Aftermath, ...]) -> int:
    """The unit that moves next; where several of one combat and step are open, their owner chooses.

    after.order, decision.after-order
    """
    alone = [one for one in left if not goes_along(battle, one)] or list(left)
    first = min(alone, key=lambda one: (stage_of(one), left.index(one)))
    side = battle.units[first.unit].side
    equal = tuple(
        one.unit
        for one in alone
        if one.combat == first.combat
        and stage_of(one) is stage_of(first)
        and battle.units[one.unit].side == side
    )
    if len(equal) == 1:
        return first.unit
    return await NextToMove(side, equal, stage=stage_of(first))


# ------------------------------------------------------------------ to halt or not
async def choose_to_halt(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """The owner of a winner that may halt decides whether it does (result.victory, result.success.others)."""
    victory = aftermath.row is Row.VICTORY
    decision = VictoryHalt if victory else SuccessHalt
    side = battle.units[aftermath.unit].side
    move = await decision(side, aftermath.options, unit=aftermath.unit)
    return await tell(battle, AfterMoveChosen(aftermath.unit, move, decision.rule))


# ------------------------------------------------------------------------ fleeing
async def rout(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A unit routs, and supporters that rout too go with it (after.rout, result.supporters.move)."""
    enemy, spared = beaten_by(battle, aftermath), comrades(battle, aftermath)
    backers = backers_of(battle, aftermath)
    battle = await fleeing.rout(battle, aftermath.unit, enemy, spared)
    battle = await tell(battle, FlightOver(aftermath.unit, AfterMove.ROUT))
    return await _along(battle, aftermath, backers, Flight.ROUT)


async def retire(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A unit retires, and supporters that retire too go with it (after.retire, result.supporters.move)."""
    enemy, spared = beaten_by(battle, aftermath), comrades(battle, aftermath)
    backers = backers_of(battle, aftermath)
    battle = await fleeing.retire(battle, aftermath.unit, enemy, spared)
    battle = await tell(battle, FlightOver(aftermath.unit, AfterMove.RETIRE))
    return await _along(battle, aftermath, backers, Flight.RETIRE)


async def _along(
    battle: EagleBattle, aftermath: Aftermath, backers: tuple[int, ...], how: Flight
) -> EagleBattle:
    """Supporters make the same move over the same distance, without dice of their own.

    result.supporters.move
    """
    assert aftermath.move is not None
    track = battle.track_of(aftermath.unit)
    for backer in backers:
        if track is not None and battle.units[backer].pose is not None:
            own = aftermath_of(battle, backer)
            spared = comrades(battle, own) if own is not None else ()
            battle = await fleeing.go_along(battle, backer, how, track, spared)
            battle = await tell(battle, FlightOver(backer, aftermath.move))
    return battle


# ------------------------------------------------------------------- pressing on
async def press_on(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A winner follows up, and units behind it may be brought up with it (charge.support.follow)."""
    was = standing(battle.units[aftermath.unit])
    battle = await follow(battle, aftermath)
    one = battle.units[aftermath.unit]
    if one.record is Record.FOLLOW_UP and one.pose not in (None, was):
        battle = await closing.bring_up(battle, one.id, was)
    return battle


async def pass_on(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """Cavalry passes through, and loots if it reaches a camp (after.pass-through, control.loot)."""
    before = {one.unit for one in pending(battle)}
    battle = await ride_through(battle, aftermath)
    for one in battle.aftermaths:
        unit = battle.units[one.unit]
        if one.unit in before and one.done and unit.record is Record.PASS_THROUGH and unit.pose is not None:
            battle = await looting.entered(battle, one.unit, pieces_at(battle, unit))
    return battle


# ------------------------------------------------------------------------- pursuing
async def pursue(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A unit pursues an opponent that flees, unless an enemy that still touches it pins it (after.pinned).

    after.pursue; supporters that pursue too go with it (result.supporters.move)
    """
    unit = aftermath.unit
    if holders_of(battle, unit):
        return await pinned(battle, aftermath)
    backers = backers_of(battle, aftermath)
    quarry = await quarry_of(battle, aftermath)
    battle = await pursuing.pursue(battle, unit, quarry)
    battle = await tell(battle, FlightOver(unit, AfterMove.PURSUE))
    battle = await _along(battle, aftermath, backers, Flight.PURSUE)
    for backer in backers:
        if battle.units[backer].pose is not None:
            battle = await tell(battle, PursuitGoesOn(backer))
    return battle


async def quarry_of(battle: EagleBattle, aftermath: Aftermath) -> int | None:
    """The fleeing opponent with the longest contact; the owner of the pursuer chooses between equals.

    after.pursue.detail, decision.quarry; none if no fleeing opponent is left on the table
    """
    edges = {
        foe: length
        for foe, length in zip(aftermath.opponents, aftermath.lengths, strict=True)
        if battle.units[foe].pose is not None and way_of(battle, foe) is AfterMove.PURSUE
    }
    if not edges:
        return None
    longest = max(edges.values())
    equal = tuple(foe for foe, length in edges.items() if length >= longest - EQUAL)
    if len(equal) == 1:
        return equal[0]
    return await PursueWhom(battle.units[aftermath.unit].side, equal, unit=aftermath.unit)


MOVES: Final[Mapping[Stage, Callable[[EagleBattle, Aftermath], Awaitable[EagleBattle]]]] = {
    Stage.ROUT: rout,
    Stage.LOSER_RETIRES: retire,
    Stage.FALL_BACK: give_ground,
    Stage.WINNER_RETIRES: retire,
    Stage.PASS_THROUGH: pass_on,
    Stage.HALT: halt,
    Stage.FOLLOW_UP: press_on,
    Stage.PURSUE: pursue,
}
"""The procedure of each step (after.order)."""

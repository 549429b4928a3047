"""Results still due after combat: read but not yet carried out (after.order)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from sandtable.systems.eagle.arcs import front_centre
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.combat_events import aftermath_of
from sandtable.systems.eagle.engagements import Aftermath
from sandtable.systems.eagle.ground import rough_points
from sandtable.systems.eagle.losses import disorder
from sandtable.systems.eagle.records import AfterMove, Cause, Row
from sandtable.systems.eagle.results import following
from sandtable.table.space import apart, centre, hundredths, standing


class Stage(IntEnum):
    """The steps in which the results of all combats are carried out (after.order)."""

    ROUT = 0
    LOSER_RETIRES = 1
    FALL_BACK = 2
    WINNER_RETIRES = 3
    PASS_THROUGH = 4
    HALT = 5
    FOLLOW_UP = 6
    PURSUE = 7


STAGES: Final = {
    AfterMove.ROUT: Stage.ROUT,
    AfterMove.FALL_BACK: Stage.FALL_BACK,
    AfterMove.PASS_THROUGH: Stage.PASS_THROUGH,
    AfterMove.HALT: Stage.HALT,
    AfterMove.FOLLOW_UP_OR_PURSUE: Stage.FOLLOW_UP,
    AfterMove.FOLLOW_UP: Stage.FOLLOW_UP,
    AfterMove.PURSUE: Stage.PURSUE,
}
"""The step of each move; retires have two, by which side lost (after.order)."""

LOST: Final = (Row.SET_BACK, Row.DEFEAT)
FLEEING: Final = (AfterMove.RETIRE, AfterMove.ROUT)


# -------------------------------------------------------------------- what is due
def pending(battle: EagleBattle) -> tuple[Aftermath, ...]:
    """The results still to carry out, in the order of combats and the holder's units first (after.order)."""
    left = [one for one in battle.aftermaths if not one.done and battle.units[one.unit].pose is not None]
    return tuple(sorted(left, key=lambda one: (one.combat, battle.units[one.unit].side != battle.holder)))


def stage_of(aftermath: Aftermath) -> Stage:
    """The step in which a unit carries out its result (after.order)."""
    assert aftermath.move is not None, "nobody has said yet what it does"
    if aftermath.move is AfterMove.RETIRE:
        return Stage.LOSER_RETIRES if aftermath.row in LOST else Stage.WINNER_RETIRES
    return STAGES[aftermath.move]


def way_of(battle: EagleBattle, opponent: int) -> AfterMove:
    """The move that follows an opponent: a follow-up or a pursuit (after.follow-up.which)."""
    other = aftermath_of(battle, opponent)
    move = other.move if other is not None else AfterMove.HALT
    if battle.units[opponent].routing:
        move = AfterMove.ROUT
    return following((move,))[0]


# --------------------------------------------------------------------- supporters
def goes_along(battle: EagleBattle, aftermath: Aftermath) -> bool:
    """Does a counted supporter make its move together with the unit that it supports?

    result.supporters.move: it does if both make the same kind of move
    """
    if aftermath.supports is None:
        return False
    front = aftermath_of(battle, aftermath.supports)
    return (
        front is not None
        and not front.done
        and front.move is aftermath.move
        and battle.units[front.unit].pose is not None
    )


def backers_of(battle: EagleBattle, aftermath: Aftermath) -> tuple[int, ...]:
    """The counted supporters that move together with a unit (result.supporters.move)."""
    return tuple(
        one.unit
        for one in battle.aftermaths
        if one.supports == aftermath.unit
        and not one.done
        and one.move is aftermath.move
        and battle.units[one.unit].pose is not None
    )


# ------------------------------------------------------------------------ fleeing
def comrades(battle: EagleBattle, aftermath: Aftermath) -> tuple[int, ...]:
    """The units of a side that retire or rout because of the same combat (morale.dp.same-combat)."""
    side = battle.units[aftermath.unit].side
    return tuple(
        one.unit
        for one in battle.aftermaths
        if one.combat == aftermath.combat
        and one.unit != aftermath.unit
        and one.move in FLEEING
        and battle.units[one.unit].side == side
    )


def beaten_by(battle: EagleBattle, aftermath: Aftermath) -> int | None:
    """The enemy from which a unit gives way: of its opponents on the table, that with the longest edge.

    movement.compulsory.direction: of equals, the one whose front centre is nearest
    """
    one = battle.units[aftermath.unit]
    middle = centre(standing(one), one.shape)
    here = [
        (-length, hundredths(apart(front_centre(battle.units[foe]), middle)), foe)
        for foe, length in zip(aftermath.opponents, aftermath.lengths, strict=True)
        if battle.units[foe].pose is not None
    ]
    return min(here)[2] if here else None


# ---------------------------------------------------------------------- rough ground
async def crossed(battle: EagleBattle, unit: int, pieces: tuple[str, ...]) -> EagleBattle:
    """The points that rough ground on its way after combat costs a unit (terrain.rough.detail)."""
    points = rough_points(battle, battle.units[unit], pieces)
    return await disorder(battle, unit, points, Cause.MANOEUVRE, "terrain.rough.detail")

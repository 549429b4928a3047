"""Losses: models are removed from a unit, and the rest close up."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Removal
from sandtable.systems.coldsteel.casualties import Fallen, Struck, fall
from sandtable.systems.coldsteel.events import ModelsLost
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.placing import about
from sandtable.systems.coldsteel.removing import remove
from sandtable.systems.coldsteel.shapes import shape_of
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.room import Place
from sandtable.table.space import standing


class Wounds(NamedTuple):
    """A unit's wounds from one volley or from all blows of one strike step, and the sixes among them.

    casualties.order
    """

    unit: int
    wounds: int
    sixes: int = 0


async def take_losses(battle: ColdSteelBattle, wounds: Wounds) -> ColdSteelBattle:
    """Remove a unit's losses (casualties.order, shooting.sequence)."""
    return await take_together(battle, (wounds,))


async def take_together(battle: ColdSteelBattle, struck: tuple[Wounds, ...]) -> ColdSteelBattle:
    """Remove the losses of several units together, and units that have lost their last model.

    melee.strike-steps, casualties.order, turn.remove-at-once
    """
    fallen = [(one.unit, await do(fall, struck_facts(battle, one))) for one in struck if one.wounds]
    for unit, lost in fallen:
        if lost.models:
            battle = await tell(battle, _lost(battle.units[unit], lost))
    gone = tuple(unit for unit, _ in fallen if battle.units[unit].models == 0)
    return await remove(battle, gone, Removal.DESTROYED)


def struck_facts(battle: ColdSteelBattle, wounds: Wounds) -> Struck:
    """The facts of a unit's losses (casualties.six-choice, casualties.six-within)."""
    unit = battle.units[wounds.unit]
    return Struck(
        seat=unit.side,
        ordinary=unit.ordinary,
        command=unit.command,
        wounds=wounds.wounds,
        sixes=wounds.sixes,
        beyond=battle.is_other(Reading.SIXES),
        unit=unit.id,
    )


def _lost(unit: ColdSteelUnit, lost: Fallen) -> ModelsLost:
    left = unit.models - lost.models
    place = shrunken(unit, left)
    return ModelsLost(unit.id, lost.ordinary, lost.command, left, place.shape, place.pose)


def shrunken(unit: ColdSteelUnit, models: int) -> Place:
    """A unit's place with fewer models: its front stays, a square shrinks about its middle.

    A garrison keeps its building's footprint, artillery its gun's.

    formation.shrink, formation.shrink-square, casualties.position, formation.garrison, formation.artillery
    """
    pose = standing(unit)
    if models == 0 or unit.formation is Formation.GARRISON:
        return Place(pose, unit.shape)
    shape = shape_of(unit.arm, unit.formation, models, unit.files)
    if unit.formation is not Formation.SQUARE or shape == unit.shape:
        return Place(pose, shape)
    assert unit.hub is not None
    return Place(about(unit.hub, shape, pose.heading), shape)

"""Room: whether a unit could stand somewhere in a footprint it takes up anew (formation.reform-legal)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import gaps_from
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.terrain import LAYERS, Going, kinds_of_going
from sandtable.table.room.places import Demands, Place, distance_kept, have_room
from sandtable.table.space.lengths import INCH

APART: Final = INCH
"""Who re-forms keeps so far from every enemy, as who moves does.

formation.reform-legal, movement.enemy-gap
"""

CLOSED: Final = kinds_of_going(Going.GARRISON, Going.IMPASSABLE)
"""The kinds of ground that no footprint may overlap (formation.reform-legal, movement.impassable)."""

DEMANDS: Final = Demands(CLOSED, LAYERS, float(APART), SLACK)
"""What a unit needs that re-forms where it stands (formation.reform-legal)."""


def are_legal(battle: ColdSteelBattle, unit: ColdSteelUnit, places: Sequence[Place]) -> list[bool]:
    """Of each of some places whether a unit may stand there: on the table, on nobody, on no closed ground.

    It keeps an inch from every enemy, or from one that was closer already at least as far as before; only
    where it would stand counts, not the ground between (formation.reform-legal, movement.swept).
    """
    return have_room(unit, places, scene_of(battle), Demands(CLOSED, LAYERS, _keeps(battle, unit), SLACK))


def is_legal(battle: ColdSteelBattle, unit: ColdSteelUnit, place: Place) -> bool:
    """May a unit stand at one place? (formation.reform-legal)"""
    return are_legal(battle, unit, (place,))[0]


def _keeps(battle: ColdSteelBattle, unit: ColdSteelUnit) -> dict[int, float]:
    """How far a unit has to keep from each enemy."""
    enemies = battle.numbers_on_table(1 - unit.side)
    if unit.pose is None:
        return dict.fromkeys(enemies, float(APART))
    gaps = gaps_from(battle, unit)
    return {enemy: distance_kept(gaps[enemy], float(APART), SLACK) for enemy in enemies}

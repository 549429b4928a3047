"""Room: whether a unit may stand at a place in a new footprint (formation.reform-legal)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import gaps_from
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.terrain import LAYERS, Going, kinds_of_going
from sandtable.table.room import Demands, Place, distance_kept, have_room
from sandtable.table.space import INCH

APART: Final = INCH
"""The distance that a unit keeps from every enemy when it re-forms, as when it moves.

formation.reform-legal, movement.enemy-gap
"""

CLOSED: Final = kinds_of_going(Going.GARRISON, Going.IMPASSABLE)
"""The kinds of ground that no footprint may overlap (formation.reform-legal, movement.impassable)."""

DEMANDS: Final = Demands(CLOSED, LAYERS, float(APART), SLACK)
"""The demands of a unit that re-forms where it stands (formation.reform-legal)."""


def are_legal(battle: ColdSteelBattle, unit: ColdSteelUnit, places: Sequence[Place]) -> list[bool]:
    """For each place, whether a unit may stand there: on the table, without overlap, on no closed ground.

    It keeps an inch from every enemy, or from a nearer one at least the present distance; the ground between
    the places does not matter (formation.reform-legal, movement.swept).
    """
    return have_room(unit, places, scene_of(battle), Demands(CLOSED, LAYERS, _keeps(battle, unit), SLACK))


def is_legal(battle: ColdSteelBattle, unit: ColdSteelUnit, place: Place) -> bool:
    """May a unit stand at a place? (formation.reform-legal)"""
    return are_legal(battle, unit, (place,))[0]


def _keeps(battle: ColdSteelBattle, unit: ColdSteelUnit) -> dict[int, float]:
    """The distance that a unit must keep from each enemy."""
    enemies = battle.numbers_on_table(1 - unit.side)
    if unit.pose is None:
        return dict.fromkeys(enemies, float(APART))
    gaps = gaps_from(battle, unit)
    return {enemy: distance_kept(gaps[enemy], float(APART), SLACK) for enemy in enemies}

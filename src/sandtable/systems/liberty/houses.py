"""Buildings that a scenario lets units enter: their occupants, whether they are full, and what they give.

terrain.buildings.entered. On the table such a building is a kind of ground of its own.
"""

from __future__ import annotations

from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.roster import LAYERS, Building, Gift
from sandtable.table.measure import ground_at
from sandtable.table.movement import Going
from sandtable.table.space import Body, centre


def building_of(battle: LibertyBattle, unit: Body) -> Building | None:
    """The building that holds a unit's centre."""
    if not battle.buildings or unit.pose is None:
        return None
    under = ground_at(battle.field, centre(unit.pose, unit.shape), LAYERS)
    inside = [battle.field.pieces[piece].id for piece in under]
    return next((building for building in battle.buildings if building.ground in inside), None)


def occupies(battle: LibertyBattle, unit: Body, gift: Gift) -> bool:
    """Does a unit occupy a building that gives this?"""
    building = building_of(battle, unit)
    return building is not None and gift in building.gives


def gives(battle: LibertyBattle, ground: str, gift: Gift) -> bool:
    """Does a building give this to units in it? Ground that is no building does."""
    return all(gift in building.gives for building in battle.buildings if building.ground == ground)


def full_buildings(battle: LibertyBattle, unit: Body) -> tuple[Going, ...]:
    """Buildings that hold as many other units as they may; they bar a unit outside.

    terrain.buildings.entered
    """
    if not battle.buildings:
        return ()
    others = [other for other in battle.units if other.pose is not None and other.id != unit.id]
    held = [building_of(battle, other) for other in others]
    return tuple(
        Going(
            piece=building.ground,
            entry="barred",
            rule="terrain.buildings.entered",
            words=f"the building holds {building.units} already",
        )
        for building in battle.buildings
        if held.count(building) >= building.units
    )

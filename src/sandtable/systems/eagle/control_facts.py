"""The facts of a control test, from the table."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.control import ControlTest
from sandtable.systems.eagle.nearness import distance, is_within


def trial_of(battle: EagleBattle, unit: EagleUnit, change: int = 0) -> ControlTest:
    """The facts of a unit's control test (control.last-move, control.eagle)."""
    profile = unit.profile
    return ControlTest(
        grade=profile.grade,
        troop_class=profile.troop_class,
        record=unit.last,
        attached_modifier=change,
        near_eagle=bool(unit.legion) and eagle_near(battle, unit) is not None,
        bears_eagle=unit.eagle,
    )


def eagle_near(battle: EagleBattle, unit: EagleUnit) -> int | None:
    """The other unit of its Legion within 4 in that carries the Eagle, if there is one (control.eagle)."""
    legion = unit.legion
    if not legion:
        return None
    for one in battle.units:
        if not one.eagle or one.legion != legion or one.side != unit.side or one.id == unit.id:
            continue
        if one.pose is None or one.routing:
            continue
        if is_within(distance(battle, unit.id, one.id), reach_of("control.result.low")):
            return one.id
    return None

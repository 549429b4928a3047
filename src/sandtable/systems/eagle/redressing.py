"""Redressing ranks on the table: a unit that stands sheds disorder points (rally.redress.table)."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.events import OrderRestored
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.nearness import Ranked, as_inches, foes_by_distance, nearest_enemy_distance
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.rallying import Redress, redressed

FAR: Final = 99.0
"""The distance in inches that stands for no enemy at all."""


def redress_of(battle: EagleBattle, unit: EagleUnit) -> Redress | None:
    """The facts of a unit's redressing, if it would help.

    rally.redress.conditions, rally.shaken.limits: not in contact, not routing
    """
    if not unit.dp or unit.routing or battle.is_engaged(unit.id):
        return None
    ranked, found = foes_by_distance(battle, unit), _redresses.get(unit.id)
    if found is None or found[0] is not unit or found[1] is not ranked:
        found = _redresses[unit.id] = unit, ranked, _redress_of(battle, unit)
    return found[2]


_redresses: Final[dict[int, tuple[EagleUnit, Ranked, Redress | None]]] = {}
"""A cache by unit: the facts of its redressing, valid for the same unit and ranked enemies."""


def _redress_of(battle: EagleBattle, unit: EagleUnit) -> Redress | None:
    order = order_of(unit)
    facts = Redress(
        bases=order.bases,
        lines=order.lines,
        dp=order.dp,
        shaken=order.shaken,
        grade=unit.grade,
        distance=min(as_inches(nearest_enemy_distance(battle, unit)), FAR),
        one_less=battle.is_other(Reading.RALLIED_WITH),
    )
    return facts if redressed(facts).dp < unit.dp else None


async def redress(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit redresses its ranks (rally.redress.table, rally.shaken.redress).

    Lights whose new ranks have brought them too near to an enemy gain nothing.
    """
    one = battle.units[unit]
    facts = redress_of(battle, one)
    if facts is None:
        return battle
    after = redressed(facts)
    rule = "rally.shaken.redress" if one.shaken else "rally.redress.table"
    return await tell(battle, OrderRestored(unit, rule, after.dp, rallied=one.shaken))

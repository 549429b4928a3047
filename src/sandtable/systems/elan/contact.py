"""Contact: how two enemy units are engaged once one has attacked the other."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.ask.questions import tell
from sandtable.systems.elan.battle import ElanBattle, Engagement
from sandtable.systems.elan.events import UnitsEngaged
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.table.space import Pose


def engagement(
    battle: ElanBattle, attacker: int, enemy: int, start: Pose, crossed: Sequence[str] = ()
) -> Engagement:
    """Two units in contact: the attacker by its front, the other on the side that was hit.

    geometry.contact, geometry.front-line, hex.contact; *start* is where the attacker's move began, *crossed*
    are the linear pieces it crossed
    """
    taken = ground_of(battle).edge_attacked(enemy, attacker, start)
    first = attacker < enemy
    return Engagement(
        pair=(attacker, enemy) if first else (enemy, attacker),
        edges=(Edge.FRONT, taken) if first else (taken, Edge.FRONT),
        charging=(attacker,),
        crossed=tuple(crossed),
    )


async def engage(
    battle: ElanBattle, attacker: int, enemies: Sequence[int], start: Pose, crossed: Sequence[str] = ()
) -> ElanBattle:
    """Put an attacker in contact with each of these enemies, from where it now stands (geometry.contact)."""
    for enemy in enemies:
        battle = await tell(battle, UnitsEngaged(engagement(battle, attacker, enemy, start, crossed)))
    return battle

"""The enemies about which a player might ask why no option names them."""

from __future__ import annotations

from typing import Final

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.ground import ground_of

NEAREST: Final = 3
"""For how many of the nearest enemies the reason is given."""
A_LITTLE_MORE: Final = 1.5
"""Enemies beyond this multiple of a unit's reach are ignored."""


def nearest_enemies(battle: ElanBattle, unit: ElanUnit, far: float) -> tuple[ElanUnit, ...]:
    """The nearest enemies within reach or a little beyond."""
    gaps = ground_of(battle).gaps(unit.id)
    enemies = (one for one in battle.enemies_of(unit.side) if gaps[one.id] <= far * A_LITTLE_MORE)
    return tuple(sorted(enemies, key=lambda one: (gaps[one.id], one.id)))[:NEAREST]

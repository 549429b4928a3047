"""The ground: what rules ask of the table, answered in inches or on hexes.

>>> from sandtable.systems.elan.figures import Scale
>>> [GROUNDS[scale].__name__ for scale in Scale]
['InchGround', 'InchGround', 'HexGround']
"""

from __future__ import annotations

from typing import Final

from sandtable.game.kept import by_identity
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.seam import Ground

__all__ = ["Ground", "ground_of"]

GROUNDS: Final[dict[Scale, type[InchGround] | type[HexGround]]] = {
    Scale.LARGE: InchGround,
    Scale.SMALL: InchGround,
    Scale.HEX: HexGround,
}
"""Which ground answers in each set (scale.sets)."""


@by_identity(most=64)
def ground_of(battle: ElanBattle) -> Ground:
    """The table of a battle as it stands now."""
    return GROUNDS[battle.scale](battle)

"""The ground: the rules' questions to the table, answered in inches or on hexes.

>>> from sandtable.systems.elan.figures import Scale
>>> [GROUNDS[scale].__name__ for scale in Scale]
['InchGround', 'InchGround', 'HexGround']
"""

from __future__ import annotations

from typing import Final, cast

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
"""The ground of each set (scale.sets)."""


_last: tuple[ElanBattle | None, Ground] = None, cast(Ground, None)
"""The last battle passed to `ground_of`, and its ground."""


def ground_of(battle: ElanBattle) -> Ground:
    """The ground of a battle as it stands now."""
    global _last
    last = _last
    if last[0] is battle:
        return last[1]
    ground = GROUNDS[battle.scale](battle)
    _last = battle, ground
    return ground

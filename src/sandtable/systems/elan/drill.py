"""Drill: which formations an arm has, and in which of them cavalry fights on foot."""

from __future__ import annotations

from typing import Final

from sandtable.systems.elan.troops import Arm, Formation

ON_FOOT: Final = (Formation.DISMOUNTED, Formation.GARRISON)
"""The formations in which cavalry is on foot (formation.dismount)."""

_EVERYBODY: Final = (
    Formation.LINE,
    Formation.DOUBLE_LINE,
    Formation.COLUMN,
    Formation.MARCH_COLUMN,
    Formation.SKIRMISH,
)

FORMATIONS: Final = {
    Arm.INFANTRY: (*_EVERYBODY, Formation.SQUARE, Formation.GARRISON),
    Arm.CAVALRY: (*_EVERYBODY, *ON_FOOT),
    Arm.ARTILLERY: (Formation.DEPLOYED, Formation.LIMBERED),
}
"""The formations that an arm can have; a unit's profile says which of them it has (formation.who)."""


ON_ROADS: Final = (Formation.MARCH_COLUMN, Formation.LIMBERED)
"""The formations in which a unit goes by road (movement.road-bonus-how, terrain.path)."""


def on_the_march(arm: Arm) -> Formation:
    """The formation in which reinforcements enter: march column, or limbered (setup.arrivals)."""
    return Formation.LIMBERED if arm is Arm.ARTILLERY else Formation.MARCH_COLUMN


def require_formation(arm: Arm, formation: Formation) -> None:
    """Refuse facts in which an arm has a formation that it cannot take (formation.who)."""
    if formation not in FORMATIONS[arm]:
        raise ValueError(f"{arm} does not form {formation}; it can be in {', '.join(FORMATIONS[arm])}")


def is_horse(arm: Arm, formation: Formation) -> bool:
    """Is it mounted cavalry, neither dismounted nor in garrison?

    shooting.mounted-target, formation.dismount
    """
    return arm is Arm.CAVALRY and formation not in ON_FOOT

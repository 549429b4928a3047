"""The value of things to a commander, in units: markers, a withdrawal, a lost unit.

All parts of the doctrine use this one measure, so that a volley can be compared with a melee.

>>> toll(0, 0, Effect.NONE), toll(1, 1, Effect.NONE) < toll(1, 1, Effect.WITHDRAW)
(0.0, True)
"""

from __future__ import annotations

from typing import Final

from sandtable.systems.tricorn.morale import Effect

STANDING: Final = (1.0, 0.86, 0.62, 0.4, 0.0)
"""The remaining value of a unit by its markers: the second is a crisis, the fourth the end."""
AFTERWARDS: Final = {
    Effect.NONE: 0.0,
    Effect.RECOIL: 0.03,
    Effect.WITHDRAW: 0.12,
    Effect.ABANDON: 0.45,
    Effect.ELIMINATED: 1.0,
}
"""The cost of a result of the morale table besides its markers: time, a permanent marker, the guns."""
OFFICER: Final = 0.9
"""The cost of a lost officer: his point, and a turn in which his command has no leader."""


def standing(markers: int) -> float:
    """The value of a unit with this many markers."""
    return STANDING[min(markers, len(STANDING) - 1)]


def toll(held: int, gained: int, effect: Effect) -> float:
    """The value that a unit loses by new markers and by the result of the morale table."""
    before = standing(held)
    left = 0.0 if effect is Effect.ELIMINATED else max(standing(held + gained) - AFTERWARDS[effect], 0.0)
    return before - left

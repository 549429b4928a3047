"""What things are worth to a commander, counted in units: markers, a unit that withdraws, a unit gone.

All that the doctrine weighs is brought to this one measure, so that a volley can be set against a melee.

>>> toll(0, 0, Effect.NONE), toll(1, 1, Effect.NONE) < toll(1, 1, Effect.WITHDRAW)
(0.0, True)
"""

from __future__ import annotations

from typing import Final

from sandtable.systems.tricorn.morale import Effect

STANDING: Final = (1.0, 0.86, 0.62, 0.4, 0.0)
"""What a unit is still worth by its markers: the second is a crisis, the fourth the end."""
AFTERWARDS: Final = {
    Effect.NONE: 0.0,
    Effect.RECOIL: 0.03,
    Effect.WITHDRAW: 0.12,
    Effect.ABANDON: 0.45,
    Effect.ELIMINATED: 1.0,
}
"""What the morale table costs a unit besides its markers: time, a marker that stays, the guns."""
OFFICER: Final = 0.9
"""An officer lost: his point, and a turn in which his command has nobody."""


def standing(markers: int) -> float:
    """What a unit with so many markers is worth."""
    return STANDING[min(markers, len(STANDING) - 1)]


def toll(held: int, gained: int, effect: Effect) -> float:
    """What a unit that held so many markers has lost in worth by more of them and what the table did."""
    before = standing(held)
    left = 0.0 if effect is Effect.ELIMINATED else max(standing(held + gained) - AFTERWARDS[effect], 0.0)
    return before - left

"""The terms of a battle's state: last moves, control, roles in combat, and ways to leave the table.

They are apart from the battle so that resolutions without a table can use them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Record(StrEnum):
    """What a unit was last doing (control.last-move)."""

    STAND = "stand"
    WITHDRAW = "withdraw"
    ADVANCE = "advance"
    CHARGE = "charge"
    COUNTER_CHARGE = "counter-charge"
    FOLLOW_UP = "follow-up"
    FALL_BACK = "fall-back"
    PASS_THROUGH = "pass-through"
    EVADE = "evade"
    RETIRE = "retire"
    PURSUE = "pursue"
    ROUT = "rout"
    LOOT = "loot"


class Control(StrEnum):
    """How a unit acts this turn, once its control is settled (control.under-control, control.order).

    FREE: a leader is near, or it scored 3 or 4. CONFORMS: it moves with its guide. LIGHT: freed by the clause
    for light troops alone. HALTED, REPEATS and FOLLOWS are results of a failed test (control.halt,
    control.repeat, control.follow-eagle). RUNS_ON: its pursuit or looting goes on (control.pursuit-choice,
    control.loot). EXEMPT: in contact or routing (control.exempt). WAITS: its scenario keeps it where it is.
    """

    FREE = "free"
    CONFORMS = "conforms"
    LIGHT = "light"
    HALTED = "halted"
    REPEATS = "repeats"
    FOLLOWS = "follows the Eagle"
    RUNS_ON = "runs on"
    EXEMPT = "exempt"
    WAITS = "waits"


GUIDED: Final = (Control.CONFORMS, Control.FOLLOWS)
"""The controls of units that do as another unit does (control.conform, control.follow-eagle)."""


class Role(StrEnum):
    """How a unit comes to fight a round (melee.role)."""

    CHARGE = "charge"
    PURSUE = "pursue"
    FOLLOW_UP = "follow-up"
    STAND = "stand"


class Row(StrEnum):
    """The rows of the result table (result.table)."""

    VICTORY = "victory"
    SUCCESS = "success"
    INCONCLUSIVE = "inconclusive"
    SET_BACK = "set-back"
    DEFEAT = "defeat"


class AfterMove(StrEnum):
    """What a combat result has a unit do (result.table, after.halt and those after it)."""

    HALT = "halt"
    FOLLOW_UP_OR_PURSUE = "follow-up-or-pursue"
    FOLLOW_UP = "follow-up"
    FALL_BACK = "fall-back"
    PASS_THROUGH = "pass-through"
    RETIRE = "retire"
    ROUT = "rout"
    PURSUE = "pursue"


class Cause(StrEnum):
    """The cause of a disorder point; the first two stop at three points (morale.three-cap.detail)."""

    FATIGUE = "fatigue"
    MANOEUVRE = "manoeuvre"
    SHOOTING = "shooting"
    COMBAT = "combat"
    MORALE = "morale"


class Flight(StrEnum):
    """The unformed moves, for which all dice are rolled (movement.unformed-move)."""

    EVADE = "evade"
    RETIRE = "retire"
    ROUT = "rout"
    PURSUE = "pursue"


class Removal(StrEnum):
    """How a unit left play (troops.casualty, rout.eliminate, movement.table-edge)."""

    DESTROYED = "destroyed"
    ELIMINATED = "eliminated"
    LEFT = "left the table"

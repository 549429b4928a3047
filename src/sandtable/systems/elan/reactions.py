"""Reactions: how the target of a charge may answer it.

>>> [str(one) for one in reactions(Charged(by_cavalry=True))]
['stand and fire', 'form square']
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.systems.elan.book import table
from sandtable.systems.elan.drill import require_formation
from sandtable.systems.elan.troops import Arm, Formation


class Reaction(StrEnum):
    """How the target of a charge may answer it (charge.reactions)."""

    STAND_AND_FIRE = "stand and fire"
    STAND = "stand"
    FORM_SQUARE = "form square"
    EVADE = "evade"
    COUNTERCHARGE = "countercharge"
    FLEE = "must flee"


class Charged(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The target of a charge when it reacts."""

    arm: Annotated[Arm, Meta(description="its arm")] = Arm.INFANTRY
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    horse_guns: Annotated[bool, Meta(description="it is horse artillery")] = False
    by_cavalry: Annotated[bool, Meta(description="mounted cavalry charges it")] = False
    from_front: Annotated[bool, Meta(description="it is charged from its front")] = True
    disordered: Annotated[bool, Meta(description="it is disordered")] = False
    halted: Annotated[bool, Meta(description="it is marked Halt")] = False
    retreating: Annotated[bool, Meta(description="it is in retreat")] = False
    in_contact: Annotated[bool, Meta(description="it is in contact already")] = False
    can_fire: Annotated[bool, Meta(description="it has dice, its fire, and the charger in its arc")] = True
    tried_square: Annotated[bool, Meta(description="it has tried to form square this turn")] = False

    def __post_init__(self) -> None:
        require_formation(self.arm, self.formation)


class _ReactionRow(Struct, frozen=True, forbid_unknown_fields=True):
    target: str
    options: str


@cache
def _listed(target: str) -> tuple[Reaction, ...]:
    """The options of a row, without notes in brackets (charge.reactions)."""
    rows = {row.target: row.options for row in table("charge.reactions", _ReactionRow)}
    return tuple(Reaction(option.partition(" (")[0]) for option in rows[target].split("; "))


def _row_of(unit: Charged) -> str:
    """The row of the table for a target; the most urgent condition decides."""
    formation = unit.formation
    if unit.retreating:
        return "retreating unit of any kind"
    if formation in (Formation.SQUARE, Formation.GARRISON):
        return "infantry in square; garrison"
    if formation.is_loose:
        return "skirmishers (foot or mounted)"
    if unit.arm is Arm.ARTILLERY:
        return _guns_row(unit)
    if unit.arm is Arm.CAVALRY:
        ready = unit.from_front and not unit.disordered and not unit.halted
        return "cavalry, charged from its front, not disordered, not Halt" if ready else "other cavalry"
    if formation is Formation.MARCH_COLUMN:
        return "infantry in march column"
    by = "cavalry" if unit.by_cavalry else "infantry"
    return f"infantry in line, double line or column, charged by {by}"


def _guns_row(unit: Charged) -> str:
    if unit.formation is Formation.LIMBERED:
        return "limbered artillery"
    return f"{'horse' if unit.horse_guns else 'foot'} artillery, deployed"


def reactions(unit: Charged) -> tuple[Reaction, ...]:
    """The reactions open to a target.

    charge.reactions; without fire, stand and fire becomes stand; charge.in-contact, charge.reaction-once,
    charge.flee, troops.halt
    """
    if unit.in_contact and not unit.retreating:
        return (Reaction.STAND,)
    found = _listed(_row_of(unit))
    if unit.tried_square:
        found = tuple(option for option in found if option is not Reaction.FORM_SQUARE)
    if unit.can_fire:
        return found
    return tuple(Reaction.STAND if option is Reaction.STAND_AND_FIRE else option for option in found)

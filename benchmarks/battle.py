"""The cost of changing a unit in a frozen battle, compared with copying."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.armies import army
from benchmarks.stopwatch import Effort, Loop, Peer, Question, Side
from sandtable.systems.liberty.battle import LibertyBattle

JUDGED: Final = 60
CONSTANT: Final = ("field", "shape")
DEEP, SHALLOW = "deepcopy of plain objects", "copied list and unit"


def questions(effort: Effort) -> Iterator[Question]:
    """A changed unit in growing battles."""
    for units in effort.sizes if effort.quick else sorted({*effort.sizes, JUDGED}):
        yield changed_unit(units)


def changed_unit(units: int) -> Question:
    """Add a hit to a unit: a new unit in a new battle, with the old battle kept."""
    battle, plain = army(units), thawed(army(units))
    number = units // 2

    def frozen() -> LibertyBattle:
        unit = battle.units[number]
        return battle.with_unit(replace(unit, hits=unit.hits + 1))

    def deep() -> Any:
        changed = copy.deepcopy(plain)
        changed.units[number].hits += 1
        return changed

    def shallow() -> Any:
        changed = copy.copy(plain)
        changed.units = list(plain.units)
        changed.units[number] = unit = copy.copy(plain.units[number])
        unit.hits += 1
        return changed

    sides = (
        Side(
            name="frozen",
            way=Loop(frozen),
            reads=_hits,
            under=1e-6 if units == JUDGED else None,
            peers=(Peer(DEEP), Peer(SHALLOW)),
        ),
        Side(name=DEEP, way=Loop(deep), reads=_hits, shown=False),
        Side(name=SHALLOW, way=Loop(shallow), reads=_hits, shown=False),
    )
    return Question(words="changed unit", size=units, sides=sides)


def thawed(value: object) -> Any:
    """The same battle as mutable objects: lists for tuples, attributes for fields.

    Ground and shapes are left out: a program that copies would share them, as they never change.
    """
    if isinstance(value, Struct):
        names = (name for name in value.__struct_fields__ if name not in CONSTANT)
        return SimpleNamespace(**{name: thawed(getattr(value, name)) for name in names})
    if isinstance(value, tuple):
        return [thawed(part) for part in value]
    return value


def _hits(battle: Any) -> list[int]:
    return [unit.hits for unit in battle.units]

"""Shapes: the bases of a unit in each formation, and the outline of a garrison.

>>> line = shape_of(Category.FOOT, Formation.LINE)
>>> line.width, line.depth
(300, 100)
>>> column = shape_of(Category.MOUNTED, Formation.COLUMN)
>>> column.width, column.depth, base_depth(Category.MOUNTED)
(150, 300, 150)
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from sandtable.systems.tricorn.book import table
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.table.space import Base, Shape, block, inches


class Bases(Struct, frozen=True, forbid_unknown_fields=True):
    """The bases of a unit: how many, and the size of each in inches (formation.bases)."""

    category: Category
    bases: int
    width: float
    depth: float


@cache
def _bases() -> dict[Category, Bases]:
    return {row.category: row for row in table("formation.bases", Bases)}


def base_of(category: Category) -> Bases:
    """The bases of a category (formation.bases)."""
    return _bases()[category]


def base_depth(category: Category) -> int:
    """One base depth in hundredths of an inch: the length of a recoil (formation.base-depth)."""
    return inches(base_of(category).depth)


@cache
def shape_of(category: Category, formation: Formation) -> Shape:
    """The bases side by side in Line, one behind the other in Road/March Column; a battery is one base.

    formation.line, formation.column, formation.bases
    """
    assert formation is not Formation.GARRISON, "a garrison has the shape of the place it holds"
    row = base_of(category)
    files = 1 if formation is Formation.COLUMN else row.bases
    return block(row.bases, files=files, width=inches(row.width), depth=inches(row.depth))


@cache
def solid(width: int, depth: int) -> Shape:
    """A full rectangle: the outline of a garrisoned place (terrain.garrison)."""
    return Shape((Base(0, 0, width, depth),), width, depth)

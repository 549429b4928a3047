"""Shapes: the bases of a unit laid out in its formation, in the base sizes of a set.

>>> line = shape_of(Arm.INFANTRY, 6, Formation.LINE, Scale.LARGE)
>>> line.width, line.depth
(600, 100)
>>> square = shape_of(Arm.INFANTRY, 6, Formation.SQUARE, Scale.SMALL)
>>> square.width, square.depth
(200, 200)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Final, NamedTuple, assert_never

from msgspec import Struct

from sandtable.systems.elan.book import table
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.troops import Arm, Formation
from sandtable.table.space import INCH, Base, Shape

SMALL: Final = Fraction(2, 3)
"""The ratio of the small set to the large one (formation.base-size, scale.scenario)."""


class _BaseRow(Struct, frozen=True, forbid_unknown_fields=True):
    base: str
    width: float
    depth: float


class Size(NamedTuple):
    """A width and a depth in bases."""

    wide: int
    deep: int


class _Cell(NamedTuple):
    """The place of a base in base sizes: right of the middle, behind the front; its rank and depth."""

    right: Fraction
    behind: int
    rank: int
    depth: int = 1


def size_of(formation: Formation, bases: int) -> Size:
    """The footprint of a unit in bases; a garrison has that of its sector instead (formation.shape)."""
    match formation:
        case Formation.LINE | Formation.DEPLOYED:
            return Size(bases, 1)
        case Formation.DOUBLE_LINE:
            return Size(-(-bases // 2), 2)
        case Formation.COLUMN:
            wide = -(-bases // 4)
            return Size(wide, -(-bases // wide))
        case Formation.MARCH_COLUMN:
            return Size(1, bases)
        case Formation.SKIRMISH | Formation.DISMOUNTED:
            return Size(2 * -(-bases // 2) - 1, 2)
        case Formation.SQUARE | Formation.GARRISON:
            side = -(-bases // 4) + 1
            return Size(side, side)
        case Formation.LIMBERED:
            return Size(1, 2 * bases)
        case _:
            assert_never(formation)


@cache
def shape_of(arm: Arm, bases: int, formation: Formation, scale: Scale) -> Shape:
    """The bases of a unit in a formation.

    The sides of the footprint are rounded, those of a base are cut, so that no base reaches beyond it. On
    hexes a unit is drawn with the bases of the small set, which fit into a hex; its shape has no effect on
    the rules there. formation.shape, formation.base-size, scale.rounding, hex.grid
    """
    row = next(row for row in table("formation.base-size", _BaseRow) if row.base == arm)
    ratio = Fraction(1) if scale is Scale.LARGE else SMALL
    width, depth = (ratio * round(side * INCH) for side in (row.width, row.depth))
    wide, deep = size_of(formation, bases)
    laid = tuple(
        Base(
            round(cell.right * width),
            -round(cell.behind * depth),
            int(width),
            int(cell.depth * depth),
            cell.rank,
        )
        for cell in _cells(formation, bases, wide)
    )
    return Shape(laid, round(wide * width), round(deep * depth))


def solid(width: int, depth: int) -> Shape:
    """A footprint filled from side to side, such as that of a garrison (terrain.sector)."""
    return Shape((Base(0, 0, width, depth),), width, depth)


@cache
def marker(scale: Scale) -> Shape:
    """The marker of a commander (formation.base-size)."""
    row = next(row for row in table("formation.base-size", _BaseRow) if row.base == "commander")
    side = round((Fraction(1) if scale is Scale.LARGE else SMALL) * round(row.width * INCH))
    return solid(side, side)


# --------------------------------------------------------------------- where each base stands
def _cells(formation: Formation, bases: int, wide: int) -> Iterator[_Cell]:
    match formation:
        case Formation.SKIRMISH | Formation.DISMOUNTED:
            front = -(-bases // 2)
            yield from _ranks((front, bases - front), apart=2)
        case Formation.SQUARE | Formation.GARRISON:
            yield from islice(_around(wide), bases)
        case Formation.LIMBERED:
            yield from (_Cell(Fraction(0), 2 * gun, gun, depth=2) for gun in range(bases))
        case _:
            full, rest = divmod(bases, wide)
            yield from _ranks((*(wide,) * full, *(() if rest == 0 else (rest,))), apart=1)


def _ranks(ranks: tuple[int, ...], *, apart: int) -> Iterator[_Cell]:
    """Ranks one behind the other, each centred."""
    for rank, count in enumerate(ranks):
        for file in range(count):
            yield _Cell(Fraction(apart * (2 * file - count + 1), 2), rank, rank)


def _around(side: int) -> Iterator[_Cell]:
    """The cells on the rim of a square, the front first and then by ranks."""
    for rank in range(side):
        for file in range(side):
            if rank in (0, side - 1) or file in (0, side - 1):
                yield _Cell(Fraction(2 * file - side + 1, 2), rank, rank)

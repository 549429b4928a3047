"""Shapes: how the bases of a unit stand in each formation, and after a loss.

A layout is a formation and the number of bases in each of its ranks or lines, the foremost first.

>>> wedge_ranks(10), wedge_ranks(5)
((1, 2, 3, 4), (1, 2, 2))
>>> multi_line_ranks(10, 3), multi_line_ranks(8, 3), multi_line_ranks(5, 2)
((4, 3, 3), (3, 3, 2), (3, 2))
>>> legion = shape_of(TroopClass.HI, Formation.MULTI_LINE, (4, 3, 3))
>>> legion.width, legion.depth, [base.y for base in legion.bases if base.x == 0]
(600, 325, [-125, -250])
>>> fewer(Layout(Formation.MULTI_LINE, (2, 2, 2)))
Layout(formation=<Formation.MULTI_LINE: 'multi-line'>, ranks=(3, 2))
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.systems.eagle.book import values
from sandtable.systems.eagle.troops import Formation, TroopClass
from sandtable.table.space import Base, Shape, inches

Ranks = tuple[int, ...]
"""How many bases stand in each rank or line, the foremost first."""

MOST_RANKS: Final = 3
MOST_OPEN_RANKS: Final = 2
"""The most ranks of a line, and of the open order of LI, LC and CH (formation.line)."""

COLUMN_FILES: Final = 2
NARROW_BELOW: Final = 4
"""A column is two bases wide; with fewer bases than this, one (formation.column)."""

LEAST_OF_WEDGE: Final = 3
"""The fewest bases that make a wedge (formation.wedge)."""

LEAST_OF_LINES: Final = {2: 4, 3: 6}
"""The fewest bases that make two and three lines (formation.multi-line)."""


class Layout(NamedTuple):
    """A formation and the bases in its ranks or lines."""

    formation: Formation
    ranks: Ranks

    @property
    def bases(self) -> int:
        """All its bases."""
        return sum(self.ranks)

    @property
    def lines(self) -> int:
        """The lines of a multi-line unit; any other stands in one (formation.multi-line)."""
        return len(self.ranks) if self.formation is Formation.MULTI_LINE else 1


# --------------------------------------------------------------------- ranks of a formation
def line_ranks(bases: int, ranks: int) -> Ranks | None:
    """A line in these ranks, all but the last equally wide; none if it cannot be (formation.line)."""
    files = -(-bases // ranks)
    if -(-bases // files) != ranks or files < min(2, bases):
        return None
    return (files,) * (ranks - 1) + (bases - files * (ranks - 1),)


def column_ranks(bases: int) -> Ranks | None:
    """A column two wide, or one with few bases; at least two deep (formation.column)."""
    files = COLUMN_FILES if bases >= NARROW_BELOW else 1
    full, rest = divmod(bases, files)
    ranks = (files,) * full + ((rest,) if rest else ())
    return ranks if len(ranks) > 1 else None


def wedge_ranks(bases: int) -> Ranks | None:
    """A wedge with ranks of one, two, three and four bases, the rest in the last (formation.wedge)."""
    if bases < LEAST_OF_WEDGE:
        return None
    ranks: Ranks = ()
    while bases > 0:
        ranks += (min(len(ranks) + 1, bases),)
        bases -= ranks[-1]
    return ranks


def multi_line_ranks(bases: int, lines: int) -> Ranks | None:
    """Two or three lines of a Legion, the first the largest; none if too weak (formation.multi-line)."""
    if bases < LEAST_OF_LINES.get(lines, bases + 1):
        return None
    first = -(-bases // lines)
    rest = bases - first
    if lines == 2:
        return first, rest
    second = -(-rest // 2)
    return first, second, rest - second


class _Apart(Struct, frozen=True):
    apart: float


@cache
def line_gap() -> int:
    """The gap between the lines of a multi-line unit, in hundredths of an inch (formation.multi-line)."""
    return inches(values("formation.multi-line", _Apart).apart)


@lru_cache(maxsize=1024)
def layouts_of(troop_class: TroopClass, bases: int, *, legion: bool) -> tuple[Layout, ...]:
    """Every formation open to a unit of this many bases, with all its ranks or lines.

    formation.kinds, formation.line, formation.column, formation.wedge, formation.multi-line
    """
    found: list[tuple[Formation, Ranks | None]] = []
    most = MOST_RANKS if troop_class.is_formed_kind else MOST_OPEN_RANKS
    found += [(Formation.LINE, line_ranks(bases, ranks)) for ranks in range(1, most + 1)]
    if troop_class.is_formed_kind:
        found.append((Formation.COLUMN, column_ranks(bases)))
    if troop_class in (TroopClass.HI, TroopClass.MI):
        found.append((Formation.WEDGE, wedge_ranks(bases)))
    if legion:
        found += [(Formation.MULTI_LINE, multi_line_ranks(bases, lines)) for lines in LEAST_OF_LINES]
    return tuple(Layout(formation, ranks) for formation, ranks in found if ranks is not None)


def is_layout(layout: Layout, troop_class: TroopClass, *, legion: bool) -> bool:
    """May a unit stand in this formation with these ranks? A line may be of any width.

    formation.line, formation.column, formation.wedge, formation.multi-line
    """
    if not layout.ranks or min(layout.ranks) < 1:
        return False
    if layout.formation is not Formation.LINE:
        return layout in layouts_of(troop_class, layout.bases, legion=legion)
    front, last = layout.ranks[0], layout.ranks[-1]
    most = MOST_RANKS if troop_class.is_formed_kind else MOST_OPEN_RANKS
    full = all(rank == front for rank in layout.ranks[:-1])
    return full and last <= front and front >= min(2, layout.bases) and len(layout.ranks) <= most


# --------------------------------------------------------------------- losses
def fewer(layout: Layout) -> Layout:
    """The layout of a unit that has lost one base and still has some.

    troops.casualty, formation.multi-line: the rearmost rank loses it; a multi-line unit is laid out again, in
    fewer lines once it is too weak. A column is laid out again too, and a unit too weak for its formation
    stands in line.
    """
    bases = layout.bases - 1
    assert bases > 0, "a unit without bases has no layout"
    match layout.formation:
        case Formation.MULTI_LINE:
            for lines in range(len(layout.ranks), 1, -1):
                ranks = multi_line_ranks(bases, lines)
                if ranks is not None:
                    return Layout(Formation.MULTI_LINE, ranks)
            return Layout(Formation.LINE, (bases,))
        case Formation.COLUMN:
            ranks = column_ranks(bases)
        case Formation.WEDGE:
            ranks = wedge_ranks(bases)
        case Formation.LINE:
            ranks = (*layout.ranks[:-1], layout.ranks[-1] - 1) if layout.ranks[-1] > 1 else layout.ranks[:-1]
    return Layout(layout.formation, ranks) if ranks is not None else Layout(Formation.LINE, (bases,))


# --------------------------------------------------------------------- on the table
@lru_cache(maxsize=4096)
def shape_of(troop_class: TroopClass, formation: Formation, ranks: Ranks) -> Shape:
    """The bases of a unit as they stand, seen from the middle of its front edge.

    troops.bases, formation.line, formation.column, formation.wedge, formation.multi-line
    """
    width, depth = troop_class.frontage, troop_class.depth
    step = depth + (line_gap() if formation is Formation.MULTI_LINE else 0)
    bases = tuple(
        Base(x=round((file - (count - 1) / 2) * width), y=-rank * step, width=width, depth=depth, rank=rank)
        for rank, count in enumerate(ranks)
        for file in range(count)
    )
    return Shape(bases, max(ranks) * width, (len(ranks) - 1) * step + depth)


def front_width(shape: Shape) -> int:
    """The width of the front rank: what is measured when a unit wheels (movement.wheel.detail)."""
    return sum(base.width for base in shape.front_rank)


@lru_cache(maxsize=4096)
def girth(shape: Shape) -> float:
    """The longest line across a shape: in a turn on the spot, no part of it goes farther."""
    return math.hypot(shape.width, shape.depth)


@lru_cache(maxsize=4096)
def sway(shape: Shape) -> float:
    """The farthest that any part of a wheeling shape goes, for each inch of its outer front corner."""
    return girth(shape) / front_width(shape)

"""The terms of sight: what a system says blocks a line of sight, and the rows the kernels read of them.

>>> wood = Veil(("wood",), obscures=True, blocks_beyond=400)     # sight passes 4 in of it, no more
>>> SightTerms(veils=(wood,), bodies="footprint", points=("corners", "centre")).spacing
25
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.sight.kernels.lines import Veils
from sandtable.table.space.body import Front
from sandtable.table.space.ground import Field, Layers, Piece
from sandtable.table.space.ground_rows import covers_of, relief, rings
from sandtable.table.space.kernels.ground_levels import encloses
from sandtable.table.space.kernels.outlines import point_on_edges
from sandtable.table.space.lengths import COSINES, HAIR, INCH, SINES, TOLERANCE
from sandtable.table.space.scene import Outline

SightPoint = Literal["nearest", "corners", "edges", "centre"]
"""The points of a target that are tried: the nearest to the eye, corners, points along edges, centres."""


class Veil(Struct, frozen=True, cache_hash=True):
    """What ground of some kinds does to a line of sight across it.

    *blocks_beyond* is the length of line that such ground lets through: 0 if it blocks at once, None if it
    never blocks. With ``reach="total"`` the lengths along a line are added up; with ``"ends"`` a line may run
    this far out of or into a piece in which it ends, and never right through one. Ground that is *seen_over*
    is ignored where it lies lower than the higher end of the line; ground that *spares_own* is ignored if
    the middle of the footprint of either body lies on that piece.
    """

    kinds: tuple[str, ...]
    obscures: bool = False
    blocks_beyond: int | None = None
    reach: Literal["total", "ends"] = "total"
    seen_over: bool = False
    spares_own: bool = False


class SightTerms(Struct, frozen=True, cache_hash=True):
    """How a system judges lines of sight. Kinds of ground without a veil do not interrupt.

    *lower* says whether what stands lower than the higher end of a line is seen over; within
    *lower_counts_within* of the lower end (of either, if they are level) it is not. *higher_ground* blocks
    where it is higher than both ends; with ``crest="hill"`` the level of a piece is that of the highest
    contour inside it. A body stands on the level under the middle of its footprint. A length may exceed the
    limit of a veil or of *lower_counts_within* by *slack*; a hair compares exactly.
    """

    veils: tuple[Veil, ...] = ()
    bodies: Literal["bases", "footprint", "none"] = "bases"
    lower: Literal["seen over", "counts"] = "seen over"
    lower_counts_within: int = 0
    higher_ground: Literal["blocks", "clear"] = "blocks"
    crest: Literal["crossed", "hill"] = "crossed"
    layers: Layers = Layers()
    points: tuple[SightPoint, ...] = ("nearest", "corners", "edges")
    spacing: int = INCH // 4
    target: Outline = "bases"
    slack: float = HAIR


class FireArc(NamedTuple):
    """The arc before an edge: the edge, the angle at its ends, whether its border belongs to it, and the
    slack within which something lies on the border."""

    front: Front
    angle: int
    border: Literal["in", "out"] = "in"
    slack: float = HAIR


@lru_cache(maxsize=4096)
def arc_row(arc: FireArc | None) -> tuple[float, ...]:
    """An arc as the kernels read it (see `Marks` in ``kernels.target_points``); without one, all round."""
    if arc is None:
        return (0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 1.0, 0.0)
    front, angle, border, slack = arc
    if border == "out":
        slack = -slack
    heading = SINES[front.heading], COSINES[front.heading]
    return (*front.middle, *heading, front.width / 2, SINES[angle], COSINES[angle], slack)


@lru_cache(maxsize=256)
def veil_rows(field: Field, terms: SightTerms, mode: str) -> Veils:
    """The veils of a field as the kernels read them in a mode (see `Veils` in ``kernels.lines``)."""
    pieces, places = field.pieces, range(len(field.pieces))
    veil_of_kind = {kind: number for number, veil in enumerate(terms.veils) for kind in veil.kinds}
    veil_of = [veil_of_kind.get(piece.kind, -1) for piece in pieces]
    crests = [_crest(field, place, terms) for place in places]
    covers = [covers_of(field, place, terms.layers) for place in places]
    return (
        compiled.wholes([place for place in places if veil_of[place] >= 0 or crests[place] > 0]),
        compiled.wholes(veil_of),
        compiled.floats(chain.from_iterable(_veil_row(veil) for veil in terms.veils)),
        compiled.wholes(accumulate((len(cover) for cover in covers), initial=0)),
        compiled.wholes(chain.from_iterable(covers)),
        compiled.wholes(crests),
        compiled.floats(lower_row(terms)),
        compiled.floats(chain.from_iterable(_half_planes(piece) for piece in pieces)),
    )


NOWHERE: Final = (0.0, 0.0, -1.0)
"""A half plane that stands for one that holds nothing."""

WITHIN: Final = 2.0 * TOLERANCE
"""What lies this far inside an outline is still inside if it is moved aside by the tolerance."""


def _half_planes(piece: Piece) -> list[float]:
    """Half planes whose common part certainly lies inside a convex piece, one for each edge of its rings."""
    edges = [edge for ring in rings(piece) for edge in pairwise(ring)]
    sides = [(b.x - a.x, b.y - a.y) for a, b in edges]
    turns = [ax * by - ay * bx for (ax, ay), (bx, by) in pairwise([*sides[-1:], *sides])]
    if not piece.polygon or (max(turns) > 0.0) == (min(turns) < 0.0) or (0.0, 0.0) in sides:
        return [*NOWHERE] * len(edges)
    sign, row = (1.0 if max(turns) > 0.0 else -1.0), list[float]()
    for (a, _), (dx, dy) in zip(edges, sides, strict=True):
        length = sign * math.hypot(dx, dy)
        out = dy / length, -dx / length
        row += (*out, out[0] * a.x + out[1] * a.y - WITHIN)
    return row


def lower_row(terms: SightTerms) -> tuple[float, float, float]:
    """Whether what stands lower is seen over, within which distance of the lower end it is not, and the slack
    of limits."""
    return float(terms.lower == "seen over"), float(terms.lower_counts_within), terms.slack


def _veil_row(veil: Veil) -> tuple[float, ...]:
    """One veil as a row of numbers."""
    allowed = -1.0 if veil.blocks_beyond is None else float(veil.blocks_beyond)
    return (allowed, *map(float, (veil.reach == "ends", veil.seen_over, veil.spares_own)))


def _crest(field: Field, place: int, terms: SightTerms) -> int:
    """The level that blocks where a line crosses a piece; 0 if higher ground does not block."""
    if terms.higher_ground == "clear":
        return 0
    if terms.crest == "crossed":
        return field.pieces[place].level
    inside = (n for n in range(len(field.pieces)) if _lies_within(field, n, place))
    return max((field.pieces[n].level for n in inside), default=field.pieces[place].level)


def _lies_within(field: Field, inner: int, outer: int) -> bool:
    """Whether all corners of one piece lie in another or on its outline."""
    ground = relief(field).plain()
    edges, first = ground[0], ground[2]
    run = ground[1][first[outer]], ground[1][first[outer + 1]]
    return all(
        encloses(ground, outer, *corner) or point_on_edges(edges, *run, *corner)
        for ring in rings(field.pieces[inner])
        for corner in ring
    )

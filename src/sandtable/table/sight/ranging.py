"""Ranging: whom shooters have in range and in the arc before their fronts, and how far off, asked at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.measure.arcs import Arcs, is_in_arc
from sandtable.table.sight.kernels.ranging import PAIR, tell_ranges
from sandtable.table.space.body import Body, standing
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.scene import Scene


class Shooter(Struct, frozen=True, gc=False):
    """A body that shoots so far: in the arc before its front and from the middle of it, or *all_round* and
    from any part of its footprint."""

    number: int
    reach: float
    all_round: bool


class Aim(NamedTuple):
    """A body that a shooter has in range and arc."""

    shooter: int
    range: float
    target: int


def aims(scene: Scene, shooters: Sequence[Shooter], arcs: Arcs) -> list[Aim]:
    """Whom of the other side each shooter has in range and arc by footprints, the nearest first."""
    bodies, mirror, pairs = scene.bodies, scene.mirror, len(shooters) * len(scene.bodies)
    ranges, told = compiled.zeros(pairs), compiled.whole_zeros(pairs * PAIR)
    count = tell_ranges(
        *mirror.boxes("footprint"),
        mirror.sides,
        compiled.wholes(list(chain.from_iterable([_row(bodies[one.number], one) for one in shooters]))),
        compiled.floats([one.reach for one in shooters]),
        (SINES[arcs.front], COSINES[arcs.front]),
        ranges,
        told,
    )
    met, spans = compiled.listed(told[: count * PAIR]), compiled.listed(ranges[:count])
    found = []
    for n, far, other, doubtful in zip(met[::PAIR], spans, met[1::PAIR], met[2::PAIR], strict=True):
        one = bodies[shooters[n].number]
        if not doubtful or is_in_arc(one, bodies[other], "front", arcs, "footprint"):
            found.append((n, far, other))
    return [Aim(shooters[n].number, far, other) for n, far, other in sorted(found)]


def _row(body: Body, shooter: Shooter) -> tuple[int, int, int, int]:
    """A shooter as the kernel reads it."""
    pose = standing(body)
    return body.id, int(shooter.all_round), pose.x, pose.y

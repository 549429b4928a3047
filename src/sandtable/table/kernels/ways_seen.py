"""Ways and sight together: how bodies come up to all enemies in their reach, and whether they see them."""

from __future__ import annotations

from typing import Final

from sandtable.table.kernels.looking_out import ANGLE, VIEW, Angle, View, is_spotted
from sandtable.table.kernels.lying import CAST, DESK, LAND, Cast, Desk, Land
from sandtable.table.kernels.running import Floats, Wholes, kernel
from sandtable.table.kernels.ways import ARCS, OPEN, TOUCHING, WAY, Arcs, Touching, follow_ways

SEEN: Final = WAY - 1
"""Where in the row of a way it is told whether its target is seen."""


@kernel(
    f"int64(int64[::1], float64[::1], {CAST}, {LAND}, {ARCS}, int64[::1], {TOUCHING}, {DESK}, {ANGLE},"
    f" {VIEW}, float64[::1])"
)
def tell_ways_seen(
    units: Wholes,
    reaches: Floats,
    cast: Cast,
    land: Land,
    arcs: Arcs,
    spare: Wholes,
    touching: Touching,
    desk: Desk,
    angle: Angle,
    view: View,
    ways: Floats,
) -> int:
    """Tell the ways of units to all enemies in their reach, and of those that are open whether their targets
    are seen in the arc before the front."""
    anybody = (-1, -1, 0, 0, -1)
    count = follow_ways(units, reaches, anybody, cast, land, arcs, spare, touching, desk, ways)
    size, unit, target, seen = WAY + len(land[1]), -1.0, -1.0, 0.0
    for w in range(0, count * size, size):
        if ways[w + 8] == OPEN:
            if ways[w] != unit or ways[w + 1] != target:
                unit, target = ways[w], ways[w + 1]
                seen = 1.0 if is_spotted(cast, int(unit), int(target), angle, view) else 0.0
            ways[w + SEEN] = seen
    return count

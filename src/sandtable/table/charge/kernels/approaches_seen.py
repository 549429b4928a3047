"""Approaches and sight together: how bodies approach all enemies in reach, and whether they see them."""

from __future__ import annotations

from typing import Final

from sandtable.table.charge.kernels.approaches import (
    ARCS,
    OPEN,
    TOO_FAR,
    TOUCHING,
    WAY,
    Arcs,
    Touching,
    follow_lines,
    kept_in_reach,
    write_all_lines,
)
from sandtable.table.charge.kernels.standing_room import LAND, WORKSPACE, Land, Workspace
from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.front_ranks import ANGLE, VIEW, Angle, View, sees_ahead, write_eyes
from sandtable.table.sight.kernels.target_points import in_arc
from sandtable.table.space.kernels.body_boxes import BODY_ARRAYS, BodyArrays
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import HAIR

SEEN: Final = WAY - 1
"""The place in the row of an approach that says whether the target is seen."""


@leaf
def strike_out(arrays: BodyArrays, angle: Angle, view: View, ways: Floats, last: int, size: int) -> None:
    """Strike out the lines of units to targets that lie wholly out of the arc before their front."""
    feet, feet_of, unit = view[0][1], view[0][2], -1
    for w in range(0, last, size):
        if int(ways[w]) != unit:
            unit = int(ways[w])
            write_eyes(arrays, unit, angle, view)
        f = feet_of[int(ways[w + 1])] * BOX
        if not in_arc(view[1][2], 0, feet[f], feet[f + 1], feet[f + 6] + HAIR):
            ways[w + 8] = TOO_FAR


@kernel(
    f"int64(float64[::1], {BODY_ARRAYS}, {LAND}, {ARCS}, int64[::1], {TOUCHING}, {WORKSPACE}, {ANGLE},"
    f" {VIEW}, float64[::1])"
)
def write_approaches_seen(
    asked: Floats,
    arrays: BodyArrays,
    land: Land,
    arcs: Arcs,
    spare: Wholes,
    touching: Touching,
    workspace: Workspace,
    angle: Angle,
    view: View,
    ways: Floats,
) -> int:
    """Write the approaches of units to all enemies in reach that are not outside the arc before their front,
    and for open ones whether the target is seen; return the same count as `write_approaches`."""
    aimed, size = (-1, -1, 0, 0, -1), WAY + len(land[1])
    last, unknown = write_all_lines(asked, aimed, arrays, arcs, touching[0], ways, size)
    if unknown > 0:
        return -(last // size)
    strike_out(arrays, angle, view, ways, last, size)
    follow_lines(aimed, arrays, land, spare, touching[1], workspace, ways, last, size)
    count = kept_in_reach(ways, last, size)
    unit, target, seen = -1.0, -1.0, 0.0
    for w in range(0, count * size, size):
        if ways[w + 8] == OPEN:
            if ways[w] != unit or ways[w + 1] != target:
                unit, target = ways[w], ways[w + 1]
                seen = 1.0 if sees_ahead(arrays, int(unit), int(target), angle, view) else 0.0
            ways[w + SEEN] = seen
    return count

"""Camps: the place of a side's camp or baggage if its scenario does not draw it."""

from __future__ import annotations

from msgspec import Struct

from sandtable.game.files.scenario_rows import EDGES, Outline, Table, outline
from sandtable.systems.eagle.book import values
from sandtable.table.space import Point


class _Camp(Struct, frozen=True):
    width: float
    depth: float


def camp_outline(zone: Outline, edge: str, table: Table) -> tuple[Point, ...]:
    """The area of a camp: at the rear centre of the zone, or of the whole table if there is none (army.camp).

    >>> [tuple(point) for point in camp_outline(((0, 0), (40, 0), (40, 12), (0, 12)), "low-y", Table(72, 48))]
    [(1700.0, 0.0), (2300.0, 0.0), (2300.0, 300.0), (1700.0, 300.0)]
    """
    size = values("army.camp", _Camp)
    spots = zone or ((0.0, 0.0), (table.width, 0.0), (table.width, table.depth), (0.0, table.depth))
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = (min(xs) + max(xs)) / 2
    left, right = middle - size.width / 2, middle + size.width / 2
    if EDGES[edge] == "top":
        bottom, top = max(ys) - size.depth, max(ys)
    else:
        bottom, top = min(ys), min(ys) + size.depth
    return outline(((left, bottom), (right, bottom), (right, top), (left, top)))

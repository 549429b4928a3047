"""Vegetation on the map: trees in woods, orchards and hedges, tufts, crops and reeds."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Final

from sandtable.report.map.engraving import Brush, edge, scattered, wash
from sandtable.report.map.sheet import Spot, bounds, is_inside
from sandtable.report.page.markup import Markup, joined, number, pen, tag

CROWNS: Final = 4
"""The number of different trees."""
RADIUS: Final = 6.4
"""The radius of a tree as it is defined; strokes are designed for it."""


def crowns() -> Markup:
    """The trees of every wood, defined once."""
    return joined(
        tag("g", _crown(Random(f"crown {number}")), id=f"tree{number}", cls="engraved")
        for number in range(CROWNS)
    )


def _crown(dice: Random) -> Markup:
    """A crown of seven arcs with four strokes of shade, and its shadow."""
    turn, r = dice.uniform(0, math.tau), RADIUS
    rim = [
        (
            r * math.cos(turn + arc * math.tau / 7) * dice.uniform(0.85, 1.1),
            0.85 * r * math.sin(turn + arc * math.tau / 7) * dice.uniform(0.85, 1.1) - 0.25 * r,
        )
        for arc in range(7)
    ]
    arcs = "".join(pen("A", 0.52 * r, 0.52 * r, 0, 0, 1, x, y) for x, y in (*rim[1:], rim[0]))
    shade = "".join(
        pen("M", (0.05 + 0.22 * j) * r, (0.5 - 0.22 * j) * r, "l", 0.34 * r, -0.34 * r) for j in range(4)
    )
    return joined(
        (
            tag("ellipse", cls="tree-shadow", cx=0.45 * r, cy=0.75 * r, rx=0.9 * r, ry=0.32 * r),
            tag("path", cls="tree", d=f"{pen('M', *rim[0])}{arcs}Z{shade}"),
        )
    )


def tree(spot: Spot, radius: float, dice: Random) -> Markup:
    x, y = (number(part) for part in spot)
    return tag(
        "use",
        href=f"#tree{dice.randrange(CROWNS)}",
        transform=f"translate({x} {y}) scale({radius / RADIUS:.2f})",
    )


def wood(brush: Brush) -> Markup:
    radius = 6.4 * brush.fine
    trees = (
        tree(spot, radius * brush.dice.uniform(0.85, 1.15), brush.dice)
        for spot in scattered(brush, 12.5 * brush.fine, radius * 0.8)
    )
    return joined((wash(brush, "wood"), *trees, edge(brush)))


def orchard(brush: Brush) -> Markup:
    """Trees in rows."""
    left, top, right, bottom = bounds(brush.ring)
    apart, radius = 15 * brush.fine, 4.3 * brush.fine
    trees = [
        tree((left + apart * (0.6 + i), top + apart * (0.6 + j)), radius, brush.dice)
        for j in range(int((bottom - top) / apart))
        for i in range(int((right - left) / apart))
        if is_inside(brush.ring, left + apart * (0.6 + i), top + apart * (0.6 + j))
    ]
    return joined((wash(brush, "brush"), *trees, edge(brush)))


def tufts(brush: Brush) -> Markup:
    """Tufts of five blades."""
    fine, drawn = brush.fine, []
    for x, y in scattered(brush, 15 * fine, 4 * fine):
        for lean in (-0.75, -0.38, 0.0, 0.38, 0.75):
            long = brush.dice.uniform(4, 6.4) * fine * (1 - 0.35 * abs(lean))
            root, tip = lean * 2 * fine, lean * 6 * fine
            drawn.append(pen("M", x + root, y, "q", root, -long / 2, tip, -long))
        drawn.append(pen("M", x - 4 * fine, y + 0.8 * fine, "h", 8.5 * fine))
    return joined((wash(brush, "brush"), tag("path", cls="tuft", d="".join(drawn)), edge(brush)))


def crops(brush: Brush) -> Markup:
    """Rows of small arches."""
    left, top, right, bottom = bounds(brush.ring)
    fine = brush.fine
    drawn = "".join(
        pen("M", x, y, "q", 1.5 * fine, -3 * fine, 3 * fine, 0)
        for j in range(1, int((bottom - top) / (7 * fine)))
        for i in range(1, int((right - left) / (6 * fine)))
        if is_inside(brush.ring, x := left + 6 * fine * i, y := top + 7 * fine * j)
    )
    return joined((wash(brush, "field"), tag("path", cls="corn", d=drawn), edge(brush)))


def marsh(brush: Brush) -> Markup:
    """Waterlines with three reeds."""
    fine = brush.fine
    drawn = "".join(
        pen("M", x - 5 * fine, y, "h", 10 * fine, "M", x, y, "v", -3.6 * fine)
        + "".join(pen("M", x, y, "l", lean * fine, -2.8 * fine) for lean in (-2, 2))
        for x, y in scattered(brush, 13 * fine, 4 * fine)
    )
    return joined((wash(brush, "marsh"), tag("path", cls="reeds", d=drawn), edge(brush)))


def hedge(brush: Brush) -> Markup:
    """A row of small crowns."""
    bushes = [
        tree((ax + (bx - ax) * n / count, ay + (by - ay) * n / count), 3.4 * brush.fine, brush.dice)
        for (ax, ay), (bx, by) in pairwise(brush.line)
        for count in (max(2, round(math.hypot(bx - ax, by - ay) / (5 * brush.fine))),)
        for n in range(count + 1)
    ]
    return joined(bushes)

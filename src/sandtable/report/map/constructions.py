"""Constructions on the map: roads, bridges, houses, fieldworks, fences and walls."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from sandtable.report.map.engraving import Brush, edge, wash
from sandtable.report.map.sheet import bounds, is_inside, parallel, ring_points, smoothed
from sandtable.report.page.markup import Markup, joined, number, path_through, pen, spots, tag
from sandtable.table.space import is_thin


def road(brush: Brush) -> Markup:
    """A road: a casing, the road narrower than its width in the rules, and a rut."""
    width = max((brush.width or 2 * brush.sheet.inch) * 0.62, 3.2)
    line = smoothed(brush.line, 22 * brush.fine)
    return joined(
        (
            tag("path", cls="road-casing", stroke_width=width + 1.5, d=path_through(line)),
            tag("path", cls="road", stroke_width=width, d=path_through(line)),
            tag("path", cls="rut", d=path_through(parallel(line, width * 0.2))),
        )
    )


def bridge(brush: Brush) -> Markup:
    """Planks, and rails that open at both ends."""
    left, top, right, bottom = bounds(brush.ring)
    planks = "".join(pen("M", left + (right - left) * share / 6, top, "V", bottom) for share in range(1, 6))
    rails = "".join(
        pen("M", left - 4, y + out, "L", left, y, "H", right, "L", right + 4, y + out)
        for y, out in ((top, -4), (bottom, 4))
    )
    plan = tag("rect", cls="bridge", x=left, y=top, width=right - left, height=bottom - top)
    return joined((plan, tag("path", cls="planks", d=planks), tag("path", cls="rails", d=rails)))


# --------------------------------------------------------------------- what was built
def houses(brush: Brush) -> Markup:
    """Houses from above, with a ridge and a hatched southern roof."""
    left, top, right, bottom = bounds(brush.ring)
    cell = 32 * brush.fine
    across, down = max(1, round((right - left) / cell)), max(1, round((bottom - top) / cell))
    wide, deep = (right - left) / across, (bottom - top) / down
    houses = [
        _house(brush.dice, left + wide * (i + 0.5), top + deep * (j + 0.5), wide, deep)
        for j in range(down)
        for i in range(across)
        if is_inside(brush.ring, left + wide * (i + 0.5), top + deep * (j + 0.5))
    ]
    return joined((wash(brush, "town"), *houses, edge(brush)))


def _house(dice: Random, x: float, y: float, wide: float, deep: float) -> Markup:
    w, h = wide * dice.uniform(0.55, 0.72) / 2, deep * dice.uniform(0.42, 0.56) / 2
    hatch = "".join(pen("M", 0.6 - w, h * share, "H", w - 0.6) for share in (0.28, 0.55, 0.82))
    return tag(
        "g",
        tag("rect", cls="house-shadow", x=1.6 - w, y=1.8 - h, width=2 * w, height=2 * h),
        tag("rect", cls="house", x=-w, y=-h, width=2 * w, height=2 * h),
        tag("path", cls="roof", d=f"M{number(-w)} 0H{number(w)}{hatch}"),
        transform=f"translate({number(x)} {number(y)}) rotate({number(dice.uniform(-4, 4))})",
    )


def work(brush: Brush) -> Markup:
    """A fieldwork with hachures outwards; a linear one is a thick bank."""
    if is_thin(brush.piece):
        return wall(brush)
    rays = "".join(
        pen("M", x, y, "l", -4.5 * brush.fine * dx, -4.5 * brush.fine * dy)
        for x, y, dx, dy in ring_points(brush.ring, 3.2 * brush.fine)
    )
    return joined(
        (
            tag("polygon", cls="work", points=spots(brush.ring)),
            tag("path", cls="hach", stroke_width=0.6, d=rays),
        )
    )


def fence(brush: Brush) -> Markup:
    """A worm rail with crossed posts."""
    rails: list[str] = []
    posts: list[str] = []
    for (ax, ay), (bx, by) in pairwise(brush.line):
        length = math.hypot(bx - ax, by - ay) or 1.0
        count, (ux, uy) = max(2, round(length / (9 * brush.fine))), ((bx - ax) / length, (by - ay) / length)
        zigzag = [
            (ax + (bx - ax) * n / count - uy * bend, ay + (by - ay) * n / count + ux * bend)
            for n in range(count + 1)
            for bend in (1.9 * brush.fine * (1 if n % 2 else -1),)
        ]
        reach = 2.2 * brush.fine
        rails.append(path_through(zigzag))
        posts += [
            path_through([(x - uy * reach, y + ux * reach), (x + uy * reach, y - ux * reach)])
            for x, y in zigzag
        ]
    return joined((tag("path", cls="fence", d="".join(rails)), tag("path", cls="post", d="".join(posts))))


def wall(brush: Brush) -> Markup:
    """A course of stones."""
    d = path_through(brush.line)
    return joined((tag("path", cls="wall-casing", d=d), tag("path", cls="wall", d=d)))

"""Units on the map: their bases to scale, with the front marked and a symbol of their arm.

One side is light and hatched with cut corners, the other dark and square, so that they differ without colour.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from sandtable.game.files.scenario_rows import Side
from sandtable.game.present.painting import Glyph
from sandtable.report.map.sheet import Sheet
from sandtable.report.page.markup import Markup, joined, number, path_through, pen, tag
from sandtable.table.space import DEGREE, Base, Pose, Shape, box, box_corners, parts

LIGHT: Final = "light"
DARK: Final = "dark"


def manners(sides: Sequence[Side]) -> tuple[str, ...]:
    """The style of each side: the first light and blue, the second dark and red, unless their names say
    otherwise."""
    said = [f"{side.id} {side.name}".lower() for side in sides]
    turned = said and (re.search(r"\bred\b", said[0]) or re.search(r"\bblue\b", said[-1]))
    return tuple((DARK if (place % 2 == 0) == bool(turned) else LIGHT) for place in range(max(len(sides), 2)))


class Blocks:
    """The unit blocks of a report; each different block is defined once and used on every map."""

    def __init__(self, sheet: Sheet, sides: Sequence[Side]) -> None:
        self._sheet = sheet
        self._manners = manners(sides)
        self._known: dict[tuple[Shape, Glyph, str], str] = {}

    def manner(self, side: int) -> str:
        """The style of a side."""
        return self._manners[side % len(self._manners)]

    def at(self, pose: Pose, shape: Shape, side: int, glyph: Glyph) -> Markup:
        """A unit at its pose, with its shadow."""
        x, y = self._sheet.spot(pose)
        turned = f"rotate({number(pose.heading / DEGREE)})"
        name = self._known.setdefault((shape, glyph, self.manner(side)), f"block{len(self._known)}")
        shadow = tag("path", cls="shadow", d=self._outline(pose, shape, 1.4, 1.9))
        block = tag("use", href=f"#{name}", transform=f"translate({number(x)} {number(y)}) {turned}")
        return joined((shadow, block))

    def ghost(self, pose: Pose, shape: Shape, side: int) -> Markup:
        """The outline of where a unit stood."""
        return tag("path", cls=f"ghost {self.manner(side)}", d=self._outline(pose, shape))

    def _outline(self, pose: Pose, shape: Shape, right: float = 0.0, down: float = 0.0) -> str:
        """The outline of the parts of a unit, moved on the page."""
        rings = (self._sheet.spots(box_corners(box(pose, part))) for part in parts(shape))
        return "".join(path_through([(x + right, y + down) for x, y in ring], closed=True) for ring in rings)

    def definitions(self) -> Markup:
        """The definitions of all blocks used."""
        return joined(
            tag("g", self._block(shape, glyph, manner), id=name, cls=f"unit {manner}")
            for (shape, glyph, manner), name in self._known.items()
        )

    def _block(self, shape: Shape, glyph: Glyph, manner: str) -> Markup:
        bases = (_base(base, glyph, manner, self._sheet) for base in shape.bases)
        half, fine = self._sheet.length(shape.width) / 2, min(max(self._sheet.fine, 0.6), 1.5)
        front = min(half, self._sheet.length(sum(base.width for base in shape.front_rank)) / 2)
        bar = pen("M", 0.7 - front, 0.9 * fine, "H", front - 0.7)
        nib = pen("M", -4.2 * fine, 0, "L", 0, -5.4 * fine, "L", 4.2 * fine, 0, "Z")
        return joined((*bases, tag("path", cls="front", d=bar), tag("path", cls="nib", d=nib)))


# --------------------------------------------------------------------- one base
def _base(base: Base, glyph: Glyph, manner: str, sheet: Sheet) -> Markup:
    """A base in the frame of its unit, its front towards the top of the page."""
    wide, deep = sheet.length(base.width), sheet.length(base.depth)
    x, y = sheet.length(base.x), -sheet.length(base.y)
    fine = min(wide, deep / (2 if glyph is Glyph.GUNS else 1)) / 28
    drawn = joined((_card(wide, deep, manner, fine), SYMBOLS[glyph](wide, deep, fine)))
    turn = f" rotate({number(base.turn / DEGREE)})" if base.turn else ""
    return tag("g", drawn, transform=f"translate({number(x)} {number(y)}){turn}")


def _card(wide: float, deep: float, manner: str, fine: float) -> Markup:
    """The background of a base: dark and square, or light and hatched with cut corners and a rear band."""
    gap = min(0.7, wide / 20)
    left, right, rear = gap - wide / 2, wide / 2 - gap, deep - gap
    if manner == DARK:
        return tag("rect", cls="base", x=left, y=gap, width=right - left, height=rear - gap)
    cut = min(3.2 * fine, wide / 4)
    outline = path_through(
        [
            (left + cut, gap),
            (right - cut, gap),
            (right, gap + cut),
            (right, rear),
            (left, rear),
            (left, gap + cut),
        ],
        closed=True,
    )
    band = deep * 0.17
    return joined(
        (
            tag("path", cls="base", d=outline),
            tag("path", cls="hatch", d=outline),
            tag("rect", cls="band", x=left, y=rear - band, width=right - left, height=band),
        )
    )


def _heads(places: Sequence[tuple[float, float]], wide: float, deep: float, radius: float) -> Markup:
    return joined(tag("circle", cls="figure", cx=(x - 0.5) * wide, cy=y * deep, r=radius) for x, y in places)


def _foot(wide: float, deep: float, fine: float) -> Markup:
    """Two ranks of four heads, a musket forward from each of the front rank."""
    files = [0.17 + 0.22 * file for file in range(4)]
    muskets = "".join(pen("M", (x - 0.5) * wide, deep * 0.36, "V", deep * 0.14) for x in files)
    ranks = [(x, y) for y in (0.36, 0.62) for x in files]
    return joined((_heads(ranks, wide, deep, 1.75 * fine), tag("path", cls="stroke", d=muskets)))


def _loose(wide: float, deep: float, fine: float) -> Markup:
    """Three heads apart, a musket from each."""
    places = ((0.2, 0.62), (0.5, 0.46), (0.8, 0.62))
    muskets = "".join(pen("M", (x - 0.5) * wide, y * deep, "v", -deep * 0.34) for x, y in places)
    radius = min(1.8 * wide / 28, deep * 0.13)
    return joined((_heads(places, wide, deep, radius), tag("path", cls="stroke", d=muskets)))


def _horse(wide: float, deep: float, fine: float) -> Markup:
    """The diagonal of cavalry, the rear right half in the other tone, and two horses from above."""
    half = pen("M", 0.7 - wide / 2, deep - 0.7, "L", wide / 2 - 0.7, 3 * fine, "V", deep - 0.7, "Z")
    flanks = ((3, 3, 3.4, 7, 2.6, 12), (-0.6, 2, -4.6, 2, -5.2, 0), (-0.8, -6, -0.4, -9, 2.6, -12))
    body = "".join(pen("c", *(length * fine for length in curve)) for curve in flanks)
    horses = "".join(f"{pen('M', wide * x, deep * 0.26)}{body}z" for x in (-0.2, 0.2))
    riders = joined(
        tag("circle", cls="rider", cx=wide * x, cy=deep * 0.26 + 8 * fine, r=1.7 * fine) for x in (-0.2, 0.2)
    )
    return joined((tag("path", cls="other-half", d=half), tag("path", cls="figure", d=horses), riders))


def _guns(wide: float, deep: float, fine: float) -> Markup:
    """A gun from above: barrel, axle, two wheels, trail, and a gunner on either side."""
    barrel = pen("M", 0, deep * 0.12, "V", deep * 0.5)
    wheels = "".join(pen("M", x * fine, deep * 0.27, "V", deep * 0.49) for x in (-7.6, 7.6))
    trail = "".join(pen("M", x * 1.6 * fine, deep * 0.45, "L", x * 3 * fine, deep * 0.78) for x in (-1, 1))
    axle = pen("M", -7 * fine, deep * 0.38, "h", 14 * fine)
    gunners = _heads(((0.14, 0.63), (0.86, 0.63)), wide, deep, 1.6 * fine)
    heavy = tag("path", cls="heavy", d=barrel + wheels)
    return joined((heavy, tag("path", cls="stroke", d=axle + trail), gunners))


def _wagon(wide: float, deep: float, fine: float) -> Markup:
    """A car from above: its pole and yoke to the front, the body between two wheels, and the driver in it."""
    pole = pen("M", 0, deep * 0.14, "V", deep * 0.5) + pen("M", -5 * fine, deep * 0.2, "h", 10 * fine)
    del wide
    body = pen("M", -4 * fine, deep * 0.5, "h", 8 * fine, "V", deep * 0.82, "h", -8 * fine, "Z")
    wheels = "".join(pen("M", x * fine, deep * 0.52, "V", deep * 0.8) for x in (-7.6, 7.6))
    driver = tag("circle", cls="rider", cx=0, cy=deep * 0.64, r=1.7 * fine)
    return joined((tag("path", cls="heavy", d=wheels), tag("path", cls="stroke", d=pole + body), driver))


def _leader(wide: float, deep: float, fine: float) -> Markup:
    """A star over a bar."""
    points = [
        (math.sin(tip * math.pi / 5) * size, deep * 0.4 - math.cos(tip * math.pi / 5) * size)
        for tip in range(10)
        for size in (wide * (0.34 if tip % 2 == 0 else 0.14),)
    ]
    bar = pen("M", -wide * 0.3, deep * 0.72, "H", wide * 0.3)
    del fine
    return joined(
        (tag("path", cls="figure", d=path_through(points, closed=True)), tag("path", cls="heavy", d=bar))
    )


SYMBOLS: Final = {
    Glyph.FOOT: _foot,
    Glyph.LOOSE: _loose,
    Glyph.HORSE: _horse,
    Glyph.GUNS: _guns,
    Glyph.WAGON: _wagon,
    Glyph.LEADER: _leader,
}

"""Units on the map: their bases to scale, with the front marked and a symbol of their arm.

One side is light and hatched with cut corners, the other dark and square, so that they differ without colour.
"""

from __future__ import annotations

from sandtable.game.present.painting import Glyph
from sandtable.report.drawing.symbols import symbol
from sandtable.report.map.sheet import Sheet
from sandtable.report.page.markup import Markup, joined, number, path_through, pen, tag
from sandtable.table.space import DEGREE, Base, Pose, Shape, box, box_corners, parts


class Blocks:
    """The unit blocks of a report; each different block is defined once and used on every map."""

    def __init__(self, sheet: Sheet, liveries: tuple[str, ...]) -> None:
        self._sheet = sheet
        self._liveries = liveries
        self._known: dict[tuple[Shape, Glyph, str], str] = {}

    def livery(self, side: int) -> str:
        """The livery of a side."""
        return self._liveries[side % len(self._liveries)]

    def at(self, pose: Pose, shape: Shape, side: int, glyph: Glyph) -> Markup:
        """A unit at its pose, with its shadow."""
        x, y = self._sheet.spot(pose)
        turned = f"rotate({number(pose.heading / DEGREE)})"
        name = self._known.setdefault((shape, glyph, self.livery(side)), f"block{len(self._known)}")
        shadow = tag("path", cls="shadow", d=self._outline(pose, shape, 1.4, 1.9))
        block = tag("use", href=f"#{name}", transform=f"translate({number(x)} {number(y)}) {turned}")
        return joined((shadow, block))

    def ghost(self, pose: Pose, shape: Shape, side: int) -> Markup:
        """The outline of where a unit stood."""
        return tag("path", cls=f"ghost {self.livery(side)}", d=self._outline(pose, shape))

    def _outline(self, pose: Pose, shape: Shape, right: float = 0.0, down: float = 0.0) -> str:
        """The outline of the parts of a unit, moved on the page."""
        rings = (self._sheet.spots(box_corners(box(pose, part))) for part in parts(shape))
        return "".join(path_through([(x + right, y + down) for x, y in ring], closed=True) for ring in rings)

    def definitions(self) -> Markup:
        """The definitions of all blocks used."""
        return joined(
            tag("g", self._block(shape, glyph, livery), id=name, cls=f"block {livery}")
            for (shape, glyph, livery), name in self._known.items()
        )

    def _block(self, shape: Shape, glyph: Glyph, livery: str) -> Markup:
        bases = (_base(base, glyph, livery, self._sheet) for base in shape.bases)
        half, fine = self._sheet.length(shape.width) / 2, min(max(self._sheet.fine, 0.6), 1.5)
        front = min(half, self._sheet.length(sum(base.width for base in shape.front_rank)) / 2)
        bar = pen("M", 0.7 - front, 0.9 * fine, "H", front - 0.7)
        nib = pen("M", -4.2 * fine, 0, "L", 0, -5.4 * fine, "L", 4.2 * fine, 0, "Z")
        return joined((*bases, tag("path", cls="front", d=bar), tag("path", cls="nib", d=nib)))


# --------------------------------------------------------------------- one base
def _base(base: Base, glyph: Glyph, livery: str, sheet: Sheet) -> Markup:
    """A base in the frame of its unit, its front towards the top of the page."""
    wide, deep = sheet.length(base.width), sheet.length(base.depth)
    x, y = sheet.length(base.x), -sheet.length(base.y)
    drawn = joined((_card(wide, deep, livery), symbol(glyph, wide, deep)))
    turn = f" rotate({number(base.turn / DEGREE)})" if base.turn else ""
    return tag("g", drawn, transform=f"translate({number(x)} {number(y)}){turn}")


def _card(wide: float, deep: float, livery: str) -> Markup:
    """The background of a base: dark and square, or light and hatched with cut corners and a rear band."""
    gap = min(0.7, wide / 20)
    left, right, rear = gap - wide / 2, wide / 2 - gap, deep - gap
    if livery.startswith("dark"):
        return tag("rect", cls="base", x=left, y=gap, width=right - left, height=rear - gap)
    cut = min(3.2, min(wide, deep) / 8)
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

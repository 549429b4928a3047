"""Maps: the table at one moment, with the paths of units and the lines along which they fought."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from sandtable.game.battle.battle import Battle
from sandtable.game.files.scenario_rows import Objective, Scenario, outline
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Card
from sandtable.report.drawing.liveries import liveries
from sandtable.report.map import labels
from sandtable.report.map.blocks import Blocks
from sandtable.report.map.ground import ground
from sandtable.report.map.labels import Box, UnitLabel
from sandtable.report.map.sheet import WIDTH, Sheet, Spot, bounds
from sandtable.report.map.vegetation import crowns
from sandtable.report.page.markup import NOTHING, Markup, joined, number, path_through, spots, tag
from sandtable.report.story.story import PlayerTurn, Shot, UnitChange, UnitPath, nearest_side
from sandtable.table.space import INCH, Point, Pose, Shape, apart, centre, corners

MARGIN: Final = 17.0
FOOT: Final = 44.0
"""The height of the strip with scale and compass."""
LONGEST_STRETCH: Final = 60.0
SHORT: Final = 7.0
"""A shorter path would be all arrowhead."""
LARGE: Final = 0.25
"""A larger objective is only named, not outlined."""


class Atlas:
    """All maps of one battle, which share the ground, the blocks and the scale."""

    def __init__(self, system: System[Any], scenario: Scenario, start: Battle[Any]) -> None:
        self._system = system
        self._sheet = Sheet(start.field)
        self.legend = system.painter().legend(start.field)
        self._began = tuple(system.card(start, unit) for unit in start.units)
        self.blocks = Blocks(self._sheet, liveries(system.painter().sides(start, scenario)))
        self._flags = joined(_flags(scenario.objectives, self._sheet))

    def deployment(self, battle: Battle[Any], words: str) -> Markup:
        """The table before the first move."""
        return self._map(self._standing(battle, self._began), list(self._names(battle, self._began)), words)

    def turn(self, turn: PlayerTurn, cards: Sequence[Card], words: str) -> Markup:
        """The table at the end of a player turn, with what led to it."""
        gone = [change for change in turn.changes if change.has_left]
        fallen = [(change, last_pose(turn, change)) for change in gone]
        drawn = joined(
            (
                *(self._ghost(turn, move) for move in turn.moves),
                self._standing(turn.end, cards),
                *(self._way(turn, move) for move in turn.moves),
                *(self._shot(shot) for shot in turn.shots),
                *(self._cross(pose) for _, pose in fallen if pose),
            )
        )
        names = [*self._names(turn.end, cards), *self._fallen(fallen)]
        return self._map(drawn, names, words)

    def definitions(self) -> Markup:
        """The ground, trees, blocks and arrows that every map uses."""
        hatch = tag(
            "pattern",
            tag("path", d="M0 0V3.4", cls="hatch-line"),
            id="hatch",
            width=3.4,
            height=3.4,
            patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)",
        )
        arrows = joined(_arrow(name) for name in ("march", "fire"))
        table = tag("clipPath", tag("rect", x=0, y=0, width=WIDTH, height=self._sheet.height), id="table")
        field = tag(
            "g",
            ground(self._sheet.field, self.legend, self._sheet),
            id="ground",
            cls="engraved",
            clip_path="url(#table)",
        )
        return joined((hatch, arrows, crowns(), table, field, self.blocks.definitions()))

    # ----------------------------------------------------------------- layers
    def _map(self, drawn: Markup, names: Sequence[UnitLabel], words: str) -> Markup:
        sheet = self._sheet
        paper = Box(2, 2, WIDTH - 2, sheet.height - 2)
        size = (-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, sheet.height + MARGIN + FOOT)
        return tag(
            "svg",
            tag("title", words),
            _frame(sheet),
            tag("use", href="#ground"),
            self._flags,
            drawn,
            labels.draw(labels.place(names, paper)),
            _scale_bar(sheet),
            _compass(sheet),
            viewBox=" ".join(map(number, size)),
            role="img",
            cls="map engraved",
        )

    def _standing(self, battle: Battle[Any], cards: Sequence[Card]) -> Markup:
        units = (
            self.blocks.at(unit.pose, unit.shape, unit.side, card.glyph)
            for unit, card in zip(battle.units, cards, strict=True)
            if unit.pose is not None
        )
        tokens = (
            self.blocks.at(token.pose, token.shape, token.side, token.glyph)
            for token in self._system.tokens(battle)
        )
        return joined((*units, *tokens))

    def _names(self, battle: Battle[Any], cards: Sequence[Card]) -> Iterator[UnitLabel]:
        """The label of every unit on the table, with its state if that has changed."""
        for unit, card, began in zip(battle.units, cards, self._began, strict=True):
            if unit.pose is not None:
                state = card.state.lower() if card.state != began.state else ""
                box = self._box(unit.pose, unit.shape)
                yield UnitLabel(card.name, state, box, self.blocks.livery(unit.side))
        for token in self._system.tokens(battle):
            yield UnitLabel(
                token.name, "", self._box(token.pose, token.shape), self.blocks.livery(token.side)
            )

    def _fallen(self, fallen: Iterable[tuple[UnitChange, Pose | None]]) -> Iterator[UnitLabel]:
        for change, pose in fallen:
            if pose is not None:
                x, y = self._sheet.spot(pose)
                unit = Box(x - 7, y - 7, x + 7, y + 7)
                yield UnitLabel(
                    change.after.name, change.after.state.lower(), unit, self.blocks.livery(change.side)
                )

    def _box(self, pose: Pose, shape: Shape) -> Box:
        """The rectangle on the page around a unit and its nib."""
        ring = self._sheet.spots((*corners(pose, shape), pose.at(0, INCH * 0.4)))
        return Box(*bounds(ring))

    # ----------------------------------------------------------------- what happened
    def _ghost(self, turn: PlayerTurn, move: UnitPath) -> Markup:
        return self.blocks.ghost(move.poses[0], move.shape, turn.start.units[move.unit].side)

    def _way(self, turn: PlayerTurn, move: UnitPath) -> Markup:
        """The path of a unit from outline to outline; none if it hardly moved."""
        first, *between, last = move.poses
        ends = centre(first, move.shape), centre(last, turn.end.units[move.unit].shape)
        points = [Point(pose.x, pose.y) for pose in between]
        start = nearest_side(first, move.shape, (*points, ends[1])[0])
        end = nearest_side(last, turn.end.units[move.unit].shape, (start, *points)[-1])
        line = self._sheet.spots((start, *points, end))
        if apart(*ends) < INCH or math.dist(line[0], line[-1]) < SHORT:
            return NOTHING
        casing = tag("path", cls="march-casing", d=path_through(line))
        return joined((casing, tag("path", cls="march", d=path_through(line), marker_end="url(#march)")))

    def _shot(self, shot: Shot) -> Markup:
        start, end = self._sheet.spot(shot.start), self._sheet.spot(shot.end)
        return tag("path", cls="fire", d=path_through((start, end)), marker_end="url(#fire)")

    def _cross(self, pose: Pose) -> Markup:
        """A cross where a unit was last on the table."""
        x, y = self._sheet.spot(pose)
        return tag("path", cls="lost", d=f"M{number(x - 6)} {number(y - 6)}l12 12m0 -12l-12 12")


def last_pose(turn: PlayerTurn, change: UnitChange) -> Pose | None:
    """The last pose of a unit that left the table in a turn."""
    went = [move.poses[-1] for move in turn.moves if move.unit == change.unit]
    pose: Pose | None = turn.start.units[change.unit].pose
    return went[0] if went else pose


# --------------------------------------------------------------------- the sheet's furniture
def _frame(sheet: Sheet) -> Markup:
    """The paper, with a border checked every six inches."""
    paper = tag("rect", cls="paper", x=-13, y=-13, width=WIDTH + 26, height=sheet.height + 26)
    inner = tag("rect", cls="neat", x=0, y=0, width=WIDTH, height=sheet.height)
    outer = tag("rect", cls="neat outer", x=-6, y=-6, width=WIDTH + 12, height=sheet.height + 12)
    step = 6 * sheet.inch
    across = _checks(WIDTH, step, lambda at, to: f"M{number(at)} -3H{number(to)}")
    across += _checks(WIDTH, step, lambda at, to: f"M{number(at)} {number(sheet.height + 3)}H{number(to)}")
    down = _checks(sheet.height, step, lambda at, to: f"M-3 {number(at)}V{number(to)}")
    down += _checks(sheet.height, step, lambda at, to: f"M{number(WIDTH + 3)} {number(at)}V{number(to)}")
    return joined((paper, tag("path", cls="checks", d=across + down), inner, outer))


def _checks(length: float, step: float, stroke: Callable[[float, float], str]) -> str:
    """Every second stretch of a side."""
    count = math.ceil(length / step)
    return "".join(stroke(step * n, min(step * (n + 1), length)) for n in range(0, count, 2))


def _scale_bar(sheet: Sheet) -> Markup:
    """Five stretches of two inches, or of less on a small table."""
    inches = next((step for step in (2.0, 1.0, 0.5) if step * sheet.inch <= LONGEST_STRETCH), 0.25)
    stretch, y = inches * sheet.inch, sheet.height + 31
    left = WIDTH - 6 * stretch
    boxes = [
        tag("rect", cls=f"scale{n % 2}", x=left + n * stretch, y=y, width=stretch, height=4) for n in range(5)
    ]
    figures = [tag("text", f"{n * inches:g}", cls="scale", x=left + n * stretch, y=y - 4) for n in range(6)]
    unit = tag("text", "inches", cls="scale-unit", x=left + 5 * stretch + 8, y=y + 5)
    return tag("g", *boxes, *figures, unit)


def _compass(sheet: Sheet) -> Markup:
    """A needle to the top of the table, which scenarios call north."""
    x, y = 14.0, sheet.height + 31
    needle = f"M{number(x)} {number(y - 11)}l4 11l-4 -2.4l-4 2.4Z"
    letter = tag("text", "N", cls="north", x=x + 12, y=y + 1)
    return joined((tag("path", cls="needle", d=needle), letter))


def _arrow(name: str) -> Markup:
    head = tag("path", cls=f"{name}-head", d="M0 1L9 5L0 9Z")
    return tag(
        "marker",
        head,
        id=name,
        viewBox="0 0 10 10",
        refX=7,
        refY=5,
        markerWidth=6.5,
        markerHeight=6.5,
        orient="auto",
    )


def _flags(objectives: Iterable[Objective], sheet: Sheet) -> Iterator[Markup]:
    """A flag at each objective, and its outline unless it covers most of the table."""
    for objective in objectives:
        ring = sheet.spots(outline(objective.area or ()))
        if ring and _area(ring) > LARGE * WIDTH * sheet.height:
            continue
        if ring:
            yield tag("polygon", cls="objective", points=spots(ring))
        if spot := _flag_spot(objective, ring, sheet):
            x, y = (number(part) for part in spot)
            yield tag("path", cls="flag", d=f"M{x} {y}v-15h10l-3 3.5l3 3.5h-10")


def _flag_spot(objective: Objective, ring: Sequence[Spot], sheet: Sheet) -> Spot | None:
    if ring:
        left, top, *_ = bounds(ring)
        return left + 8, top + 20
    if objective.x is None or objective.y is None:
        return None
    return sheet.spot(outline(((objective.x, objective.y),))[0])


def _area(ring: Sequence[Spot]) -> float:
    left, top, right, bottom = bounds(ring)
    return (right - left) * (bottom - top)

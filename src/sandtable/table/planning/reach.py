"""The reach of a body: where it can get to, facing which way, at what cost; and its outline for drawing.

A kernel sweeps a lattice of places and headings with the costs and limits of the check. Each pose found lies
on the grid and has a plan that passes the check. The body keeps its shape.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.space.shape import block
>>> from sandtable.table.movement.terms import LegTerms
>>> line = Body(0, 0, Pose(1000, 500), block(4, files=4, width=200, depth=200))
>>> ahead = reach(line, Terms(300, (LegTerms("advance"),)), Scene(Field(2000, 2000), (line,)))
>>> [(reached.pose.y, reached.cost) for reached in ahead.poses]
[(500, 0.0), (600, 100.0), (700, 200.0), (800, 300.0)]
>>> ahead.plan_to(ahead.poses[-1])
(Advance(distance=300),)
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.movement.check import judge
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.layout import whole_numbers
from sandtable.table.movement.legs import Plan
from sandtable.table.movement.prices import LegVariant, leg_row, leg_variants, tariff_of
from sandtable.table.movement.stages import stage_table
from sandtable.table.movement.terms import LegTerms, Terms, has_front_clear
from sandtable.table.planning.kernels import reach as kernel
from sandtable.table.planning.reach_outline import Ring, cell_outline
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import DEGREE, FULL_TURN, INCH
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, frontage

Cell = tuple[int, int]
"""A square of the table: its column from the left and its line from the bottom, counted from the mover's
own."""


class Reached(NamedTuple):
    """A pose that can be reached, the least cost found for it, and its place in the reach."""

    pose: Pose
    cost: float
    node: int


class Tree(NamedTuple):
    """All poses found: nine whole numbers each (see ``kernels.reach``), their costs, and the leg variants."""

    nodes: list[int]
    costs: list[float]
    ways: tuple[LegVariant, ...]
    most_legs: int


class Reach:
    """Where a body may get to: the cheapest pose found in each cell and sector of headings."""

    def __init__(self, start: Pose, cell: int, poses: tuple[Reached, ...], tree: Tree) -> None:
        self.start = start
        self.cell = cell
        self.poses = poses
        self._tree = tree

    @cached_property
    def cells(self) -> dict[Cell, float]:
        """The least cost for the middle of the front to come into each square, whatever the heading."""
        costs: dict[Cell, float] = {}
        for pose, cost, _ in self.poses:
            cell = self.cell_of(pose)
            costs[cell] = min(cost, costs.get(cell, math.inf))
        return costs

    def cell_of(self, pose: Pose) -> Cell:
        """The square in which the middle of the front lies."""
        half = self.cell / 2
        return (
            math.floor((pose.x - self.start.x + half) / self.cell),
            math.floor((pose.y - self.start.y + half) / self.cell),
        )

    def plan_to(self, reached: Reached) -> Plan:
        """The legs that lead to a pose of this reach."""
        return plan_from(self._tree, reached.node)

    def rings(self, most: float = math.inf) -> tuple[Ring, ...]:
        """The outlines of all squares that cost no more than this: outer rings clockwise, holes the other
        way."""
        inside = [cell for cell, cost in self.cells.items() if cost <= most]
        left, bottom = self.start.x - self.cell / 2, self.start.y - self.cell / 2
        return cell_outline(inside, left, bottom, self.cell)

    def bands(self, limits: tuple[float, ...]) -> tuple[tuple[float, tuple[Ring, ...]], ...]:
        """The outlines of what costs no more than each of these limits, in their order."""
        return tuple((limit, self.rings(limit)) for limit in limits)


def reach(body: Body, terms: Terms, scene: Scene, *, cell: int = INCH, sector: int = 15 * DEGREE) -> Reach:
    """Sweep where a body may get to, over squares and sectors of headings of the given sizes."""
    course = Course(body, terms, scene)
    tree = sweep(course, cell, sector)
    poses = reached_poses(tree)
    if terms.zones or terms.keep_to or terms.least or has_front_clear(terms.goings):
        # The sweep does not know these conditions, so the check removes what they forbid.
        poses = tuple(reached for reached in poses if judge(course, plan_from(tree, reached.node)).is_legal)
    return Reach(course.pose, cell, poses, tree)


def sweep(course: Course, cell: int, sector: int) -> Tree:
    """Find the cheapest poses; the space for nodes is doubled until it is enough."""
    if FULL_TURN % sector:
        raise ValueError(f"sectors of {sector} tenths of a degree do not fill a full turn of {FULL_TURN}")
    ways, legs, lattice, cells = _lattice(course, cell, sector)
    capacity = 1024
    while True:
        search = (
            compiled.floats(legs),
            compiled.wholes(lattice),
            whole_numbers(cells, -1),
            whole_numbers(capacity * kernel.NODE, 0),
            compiled.zeros(capacity),
            whole_numbers(lattice[kernel.BANDS] + capacity, -1),
        )
        count = kernel.sweep(pose_row(course.pose), course.world, search)
        if count != kernel.FULL:
            nodes, costs = search[3][: count * kernel.NODE], search[4][:count]
            return Tree(compiled.listed(nodes), compiled.listed(costs), ways, course.terms.most_legs)
        capacity *= 2


def plan_from(tree: Tree, node: int) -> Plan:
    """The legs that lead to a node."""
    legs = []
    while node > 0:
        n = node * kernel.NODE
        way, much = tree.nodes[n + kernel.BY], tree.nodes[n + kernel.AMOUNT]
        legs.append(tree.ways[way].leg(much))
        node = tree.nodes[n + kernel.BEFORE]
    return tuple(reversed(legs))


def _lattice(
    course: Course, cell: int, sector: int
) -> tuple[tuple[LegVariant, ...], list[float], list[int], int]:
    """The leg variants, their rows with allowances and sizes, the lattice, and its number of cells."""
    terms, shape, allowances = course.terms, course.body.shape, course.allowances()
    ways = tuple(variant for leg_terms in terms.legs for variant in leg_variants(leg_terms))
    legs: list[float] = []
    for way in ways:
        legs += leg_row(way, terms, shape, sector if way.kind in ("wheel", "turn") else cell)
    table, pace = stage_table(terms.legs), _pace(terms, shape)
    span = min(
        pace * max(allowances) + _free_room(terms, shape), course.scene.field.width + course.scene.field.depth
    )
    half = math.ceil(span / cell)
    stages, sectors = len(table) // kernel.KINDS_OF_LEG, FULL_TURN // sector
    ends = bool(terms.passing) or any(keep.when == "end" for keep in terms.keeps)
    sizes_at = len(legs) + len(allowances)
    side = 2 * half + 1
    lattice = [
        len(ways), len(legs), sizes_at, side, side, sectors, stages, len(allowances), int(ends),
        int(max(allowances) / kernel.BAND) + 2, *table,
    ]  # fmt: skip
    left, bottom = course.pose.x - (half + 0.5) * cell, course.pose.y - (half + 0.5) * cell
    swing = math.hypot(shape.width, shape.depth) + _free_room(terms, shape)
    legs += map(float, allowances)
    legs += (left, bottom, float(cell), float(sector), float(course.pose.heading))
    legs += (float(frontage(shape)), float(shape.depth), pace, swing)
    return ways, legs, lattice, side * side * sectors * stages * len(allowances) * 2


def _pace(terms: Terms, shape: Shape) -> float:
    """The most that any point of the body moves for each hundredth of cost."""
    return max([1.0, *(_pace_of(leg_terms, terms, shape) for leg_terms in terms.legs)])


def _pace_of(leg_terms: LegTerms, terms: Terms, shape: Shape) -> float:
    tariff = tariff_of(leg_terms, shape, terms.allowance)
    far = math.hypot(shape.width, shape.depth)
    if leg_terms.kind in ("wheel", "turn"):
        if tariff.steps:
            return max(far * math.pi * up_to / (1800 * price) for up_to, price in tariff.steps if price)
        return far * math.pi / (1800 * tariff.rate) if tariff.rate else 1.0
    return 1.0 / tariff.rate if tariff.rate else 1.0


def _free_room(terms: Terms, shape: Shape) -> float:
    """How far legs without a rate can carry a body."""
    room = 0.0
    for leg_terms in terms.legs:
        tariff = tariff_of(leg_terms, shape, terms.allowance)
        if leg_terms.kind != "reform" and not tariff.rate and not any(price for _, price in tariff.steps):
            far = (
                float(leg_terms.most or INCH)
                if leg_terms.kind in ("advance", "oblique", "shift", "retire")
                else 0.0
            )
            room += (far + 2 * math.hypot(shape.width, shape.depth)) * (leg_terms.times or 1)
    return room


def reached_poses(tree: Tree) -> tuple[Reached, ...]:
    """The cheapest pose in each square and sector where a move may end, in the order of cost."""
    nodes, size = tree.nodes, kernel.NODE
    legs = [0]
    for before in nodes[size + kernel.BEFORE :: size]:
        legs.append(legs[before] + 1)
    finest = [
        n
        for n in range(len(tree.costs))
        if nodes[n * size + kernel.FINAL] == kernel.CHEAPEST and legs[n] <= tree.most_legs
    ]
    costs = tree.costs
    finest.sort(key=lambda node: (costs[node], node))
    return tuple(
        Reached(Pose(nodes[n * size], nodes[n * size + 1], nodes[n * size + 2]), costs[n], n) for n in finest
    )

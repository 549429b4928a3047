"""The sweep over a lattice of places and headings.

The sweep keeps, for each cell of the lattice (a square of the table, a sector of headings, a stage of the
plan and a set of marks), the cheapest real pose that falls into it, on the grid and with the legs that lead
there. Every leg is made from a real pose and judged in full, so each pose kept has a legal plan.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.movement.kernels.effects import (
    FIXED,
    KIND,
    LEAST,
    LEG,
    LEG_MARK,
    MOST,
    RATE,
    STEP,
    STEPS,
    WAY,
    leg_price,
    opened_turn,
    slide_afforded,
    slide_cost,
    slide_effects,
    turn_cost,
    turn_effects,
)
from sandtable.table.movement.kernels.rows import (
    ALL_LANDS,
    ALL_NEAR,
    ENDED,
    HAIR,
    LANDS,
    NEAR,
    PREPARED,
    REGION_LANDS,
    REGION_NEAR,
    STAND,
    WORLD,
    Stand,
    World,
    place,
    take_stand,
)
from sandtable.table.movement.kernels.runs import (
    chord_of,
    ends_clear,
    is_set_down_clear,
    list_lands,
    list_near,
    slid,
    slide_room,
    stands_clear,
    turn_room,
    turn_within,
    turned,
    wheeled,
)
from sandtable.table.space.lengths import FULL_TURN

KINDS_OF_LEG: Final = 8
WHEEL: Final = 1
TURN: Final = 5
ABOUT_FACE: Final = 6
"""The kinds of legs are numbered as in ``legs``; these are not slides."""

NODE: Final = 9
"""Numbers of a node: x, y, heading and those that follow."""
BEFORE: Final = 3
BY: Final = 4
AMOUNT: Final = 5
STAGE: Final = 6
MARKS: Final = 7
FINAL: Final = 8
"""The node before, the leg made and how much of it, the stage and the marks made, whether the move may
end."""

LEG_COUNT: Final = 0
ALLOWANCES: Final = 1
SIZES: Final = 2
COLUMNS: Final = 3
LINES: Final = 4
SECTORS: Final = 5
STAGES: Final = 6
MARK_SETS: Final = 7
ENDS_MATTER: Final = 8
BANDS: Final = 9
STAGE_TABLE: Final = 10
"""Of the lattice: how many legs may be made; where among their numbers the allowances and the sizes stand;
its columns, lines, sectors, stages and sets of marks; whether it matters where a move ends; the bands of
cost; and then the stage to which each kind of leg leads from each stage (-1: not allowed)."""

LEFT: Final = 0
BOTTOM: Final = 1
CELL: Final = 2
SECTOR: Final = 3
FACING: Final = 4
WIDTH: Final = 5
DEPTH: Final = 6
PACE: Final = 7
SWING: Final = 8
"""Of the sizes: left and bottom of the lattice, size of its cells and sectors, heading of the first sector;
front and depth of the mover, how far its points get for each hundredth of cost, how far they are from its
front."""

Search: TypeAlias = tuple[Floats, Wholes, Wholes, Wholes, Floats, Wholes]
"""The legs that may be made, then allowances and sizes; the lattice; the node in each cell (-1: none); the
nodes; their costs; the first node in each band of cost, then the next after each node."""
SEARCH = "Tuple((float64[::1], int64[::1], int64[::1], int64[::1], float64[::1], int64[::1]))"

Arrival: TypeAlias = tuple[int, int, int, int]
"""How a node is reached: from which node, by which leg, how much of it, and the stage it leads to."""

CHEAPEST: Final = 2
"""The value of FINAL for the cheapest node of a place and heading at which a move may end."""
BAND: Final = 25.0
"""Nodes are expanded in bands of cost this wide, cheapest first."""
FULL: Final = -1
"""Returned instead of the number of nodes when there is no space for another."""


@leaf
def place_of(stand: Stand, search: Search) -> int:
    """The number of the first cell with the place and heading of a pose; -1 outside the lattice."""
    legs, lattice, _, _, _, _ = search
    s = lattice[SIZES]
    x, y, heading = stand
    column = math.floor((x - legs[s + LEFT]) / legs[s + CELL])
    line = math.floor((y - legs[s + BOTTOM]) / legs[s + CELL])
    if column < 0 or line < 0 or column >= lattice[COLUMNS] or line >= lattice[LINES]:
        return -1
    off = (heading - int(legs[s + FACING])) % FULL_TURN
    sector = math.floor(off / legs[s + SECTOR] + 0.5) % lattice[SECTORS]
    cell = (line * lattice[COLUMNS] + column) * lattice[SECTORS] + sector
    return cell * lattice[STAGES] * lattice[MARK_SETS] * 2


@leaf
def plane_of(stage: int, marks: int, final: int, lattice: Wholes) -> int:
    """The offset of the cell of a stage, a set of marks and an end from the first cell of its place."""
    return (stage * lattice[MARK_SETS] + marks) * 2 + final


@leaf
def is_cheaper(cost: float, cell: int, search: Search) -> bool:
    """Whether a cost is less than that of the node in a cell."""
    node = search[2][cell]
    return node < 0 or cost < search[4][node] - HAIR


@leaf
def allowance_for(marks: int, search: Search) -> float:
    """The allowance in force for a set of marks."""
    return search[0][search[1][ALLOWANCES] + marks]


@leaf
def stand_of(node: int, search: Search) -> Stand:
    """Where a node stands."""
    nodes = search[3]
    n = node * NODE
    return nodes[n], nodes[n + 1], nodes[n + 2]


@leaf
def add_node(
    count: int, stand: Stand, step: Arrival, marks: int, final: int, cost: float, cell: int, search: Search
) -> int:
    """Put a node into its cell and its band of cost; give the number of nodes, or FULL."""
    _, lattice, cells, nodes, costs, links = search
    if count >= len(costs):
        return FULL
    n = count * NODE
    nodes[n], nodes[n + 1], nodes[n + 2] = stand
    nodes[n + BEFORE], nodes[n + BY], nodes[n + AMOUNT], nodes[n + STAGE] = step
    nodes[n + MARKS], nodes[n + FINAL] = marks, final
    costs[count] = cost
    cells[cell] = count
    band = min(int(cost / BAND), lattice[BANDS] - 1)
    links[lattice[BANDS] + count] = links[band]
    links[band] = count
    return count + 1


@leaf
def try_node(
    count: int,
    stand: Stand,
    step: Arrival,
    marks: int,
    cost: float,
    tight: int,
    first: int,
    world: World,
    search: Search,
) -> int:
    """Add a node if it stands clear and is cheaper than the one there; give the number of nodes, or FULL.

    *first* is the first cell of its place. A node where the move may end is as good as one where it may not.
    """
    lattice = search[1]
    plane, final = plane_of(step[3], marks, 0, lattice), 1
    ends_matter = lattice[ENDS_MATTER] == 1
    if not is_cheaper(cost, first + plane + 1, search):
        return count
    if ends_matter or tight == 1:
        place(world, stand, ENDED)
        if tight == 1 and not stands_clear(world, 0):
            return count
        if ends_matter and not ends_clear(world):
            final = 0
        if not is_cheaper(cost, first + plane + final, search):
            return count
    return add_node(count, stand, step, marks, final, cost, first + plane + final, search)


@leaf
def slide_paid_for(legs: Floats, g: int, left: float) -> float:
    """The greatest length of a slide that is allowed and paid for, on ground that costs nothing."""
    left -= legs[g + FIXED]
    if left < -HAIR:
        return 0.0
    if legs[g + RATE] <= 0.0:
        return legs[g + MOST]
    return min(legs[g + MOST], (left + HAIR) / legs[g + RATE])


@leaf
def turn_paid_for(legs: Floats, g: int, left: float) -> int:
    """The greatest turn that is allowed and paid for, on ground that costs nothing."""
    steps, most = int(legs[g + STEPS]), int(legs[g + MOST])
    if steps > 0:
        turn = 0
        for n in range(steps):
            if legs[g + STEPS + 2 + 2 * n] <= left + HAIR:
                turn = max(turn, int(legs[g + STEPS + 1 + 2 * n]))
        return min(turn, most)
    return min(most, int(slide_paid_for(legs, g, left)))


@leaf
def spread_slide(count: int, node: int, leg: int, stage: int, world: World, search: Search) -> int:
    """Add the nodes that one kind of slide leads to from a node; give the number of nodes, or FULL.

    Obstacles are looked for only if the slide leads to a new or cheaper node.
    """
    legs, lattice, _, nodes, costs, _ = search
    stand, spent, marks = stand_of(node, search), costs[node], nodes[node * NODE + MARKS]
    g, trig = leg * LEG, world[2]
    bearing, marked = int(legs[g + WAY]), marks | int(legs[g + LEG_MARK])
    toward, plane = (stand[2] + bearing) % FULL_TURN, plane_of(stage, marked, 1, lattice)
    room = slide_paid_for(legs, g, allowance_for(marked, search) - spent)
    tight, found, looked, number, amount = 0, 0, 0, 0, 0
    while amount == math.floor(number * legs[g + STEP]):
        number += 1
        amount = math.floor(min(number * legs[g + STEP], room))
        ended = slid(stand, bearing, amount, trig)
        first = place_of(ended, search)
        if amount < max(legs[g + LEAST], 1.0) or first < 0:
            return count
        least = spent + legs[g + FIXED] + legs[g + RATE] * amount
        if not is_cheaper(least, first + plane, search):
            continue
        if looked == 0:
            looked = 1
            prepare(node, world, search)
            ux, uy = trig[toward], trig[FULL_TURN + toward]
            room, tight = slide_room(world, stand, (ux, uy, room), HAIR)
            found = slide_effects(world, stand, (ux, uy, room), int(legs[g + KIND]))
            room = slide_afforded(world, legs, g, room, found, spent, marks, lattice[ALLOWANCES])
            if amount > room:
                number -= 1
                amount = math.floor(number * legs[g + STEP])
                continue
        cost, made = slide_cost(world, legs, g, amount, found, marks)
        step = (node, leg, amount, stage)
        count = try_node(count, ended, step, made, spent + cost, tight, first, world, search)
        if count == FULL:
            return FULL
    return count


@leaf
def first_turn(legs: Floats, g: int) -> int:
    """The first turn to try: the smallest whole number of steps that is no less than the least."""
    step = int(legs[g + STEP])
    return step * max(1, math.ceil(legs[g + LEAST] / step))


@leaf
def spread_wheel(count: int, node: int, leg: int, stage: int, world: World, search: Search) -> int:
    """Add the nodes that wheels to one side lead to from a node; give the number of nodes, or FULL."""
    legs, lattice, _, nodes, costs, _ = search
    stand, spent, marks = stand_of(node, search), costs[node], nodes[node * NODE + MARKS]
    g, trig = leg * LEG, world[2]
    sense, marked = int(legs[g + WAY]), marks | int(legs[g + LEG_MARK])
    inside, plane = sense * legs[lattice[SIZES] + WIDTH] / 2.0, plane_of(stage, marked, 1, lattice)
    room = turn_paid_for(legs, g, allowance_for(marked, search) - spent)
    tight, found, looked, amount = 0, 0, 0, first_turn(legs, g)
    while amount <= room:
        ended = wheeled(stand, inside, sense * amount, trig)
        first = place_of(ended, search)
        if first < 0:
            return count
        if not is_cheaper(spent + leg_price(legs, g, amount), first + plane, search):
            amount += int(legs[g + STEP])
            continue
        if looked == 0:
            looked = 1
            prepare(node, world, search)
            px, py = stand[0] + inside * trig[FULL_TURN + stand[2]], stand[1] - inside * trig[stand[2]]
            pivot, chord = (px, py, float(sense)), chord_of(room, trig)
            opened = opened_turn(world, stand, inside, sense, room)
            stop, tight = turn_room(world, pivot, chord, HAIR, opened)
            found = turn_effects(world, pivot, chord, int(legs[g + KIND]), opened)
            room = min(room, turn_within(stop, trig))
            if amount > room:
                return count
        cost, made = turn_cost(world, legs, g, amount, chord_of(amount, trig), found, marks)
        if spent + cost > allowance_for(made, search) + HAIR:
            return count
        step = (node, leg, amount, stage)
        count = try_node(count, ended, step, made, spent + cost, tight, first, world, search)
        if count == FULL:
            return FULL
        amount += int(legs[g + STEP])
    return count


@leaf
def spread_turn(count: int, node: int, leg: int, stage: int, world: World, search: Search) -> int:
    """Add the nodes that turns on the centre lead to from a node; give the number of nodes, or FULL."""
    legs, lattice, _, nodes, costs, _ = search
    stand, spent, marks = stand_of(node, search), costs[node], nodes[node * NODE + MARKS]
    g = leg * LEG
    sense, marked = int(legs[g + WAY]), marks | int(legs[g + LEG_MARK])
    behind = legs[lattice[SIZES] + DEPTH] / 2.0
    left = allowance_for(marked, search) - spent
    room, amount = turn_paid_for(legs, g, left), first_turn(legs, g)
    prepare(node, world, search)
    while amount <= room:
        cost = leg_price(legs, g, amount)
        ended = turned(stand, behind, sense * amount, world[2])
        first = place_of(ended, search)
        place(world, ended, ENDED)
        if first >= 0 and cost <= left + HAIR and is_set_down_clear(world):
            step = (node, leg, amount, stage)
            count = try_node(count, ended, step, marked, spent + cost, 0, first, world, search)
            if count == FULL:
                return count
        amount += int(legs[g + STEP])
    return count


@leaf
def prepare(node: int, world: World, search: Search) -> None:
    """Place the mover at a node and list what may matter to it there, once for all its legs."""
    legs, lattice, _, nodes, costs, _ = search
    index = world[1]
    if index[PREPARED] == node:
        return
    index[PREPARED] = node
    stand, sizes = stand_of(node, search), lattice[SIZES]
    take_stand(world, stand)
    left = allowance_for(nodes[node * NODE + MARKS], search) - costs[node]
    reach = legs[sizes + PACE] * left + legs[sizes + SWING]
    list_near(world, stand[0], stand[1], reach, REGION_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], reach, REGION_LANDS, LANDS)


@leaf
def spread(count: int, node: int, world: World, search: Search) -> int:
    """Add all nodes to which one leg leads from a node; give the number of nodes, or FULL."""
    legs, lattice, _, nodes, _, _ = search
    n = node * NODE
    for leg in range(lattice[LEG_COUNT]):
        kind = int(legs[leg * LEG + KIND])
        stage = lattice[STAGE_TABLE + nodes[n + STAGE] * KINDS_OF_LEG + kind]
        # The same variant again would only lengthen the leg before, which was tried at that length already.
        if stage < 0 or leg == nodes[n + BY]:
            continue
        if kind == WHEEL:
            count = spread_wheel(count, node, leg, stage, world, search)
        elif kind in (TURN, ABOUT_FACE):
            count = spread_turn(count, node, leg, stage, world, search)
        else:
            count = spread_slide(count, node, leg, stage, world, search)
        if count == FULL:
            return count
    return count


@leaf
def mark_cheapest(count: int, search: Search) -> None:
    """Mark with CHEAPEST the cheapest node of each place where a move may end."""
    _, lattice, cells, nodes, costs, _ = search
    planes = lattice[STAGES] * lattice[MARK_SETS]
    for node in range(count):
        n = node * NODE
        if nodes[n + FINAL] == 0:
            continue
        first = place_of(stand_of(node, search), search)
        finest = cells[first + plane_of(nodes[n + STAGE], nodes[n + MARKS], 1, lattice)] == node
        for plane in range(planes):
            other = cells[first + 2 * plane + 1]
            if other >= 0 and (costs[other] < costs[node] or (costs[other] == costs[node] and other < node)):
                finest = False
        if finest:
            nodes[n + FINAL] = CHEAPEST


@kernel(f"int64({STAND}, {WORLD}, {SEARCH})")
def sweep(stand: Stand, world: World, search: Search) -> int:
    """Grow the tree of all cheapest poses from where a body stands; give the number of nodes, or FULL."""
    legs, lattice, cells, nodes, _, links = search
    sizes = lattice[SIZES]
    world[1][PREPARED] = -1
    reach = legs[sizes + PACE] * legs[lattice[ALLOWANCES]] + legs[sizes + SWING]
    list_near(world, stand[0], stand[1], reach, ALL_NEAR, REGION_NEAR)
    list_lands(world, stand[0], stand[1], reach, ALL_LANDS, REGION_LANDS)
    start = place_of(stand, search) + plane_of(0, 0, 1, lattice)
    count = add_node(0, stand, (-1, -1, 0, 0), 0, 1, 0.0, start, search)
    for band in range(lattice[BANDS]):
        while links[band] >= 0:
            node = links[band]
            links[band] = links[lattice[BANDS] + node]
            n = node * NODE
            plane = plane_of(nodes[n + STAGE], nodes[n + MARKS], nodes[n + FINAL], lattice)
            if cells[place_of(stand_of(node, search), search) + plane] == node:
                count = spread(count, node, world, search)
                if count == FULL:
                    return FULL
    mark_cheapest(count, search)
    return count

"""Hexes answers on a hex grid what the other packages answer on the inch table, in the same words.

``from_field`` lays the inch plan of a scenario on a grid; bodies stand in hexes and face a corner or a side.
A rule asks ``arc_to`` for front, flank and rear, ``sight`` for a line of sight, ``check`` for a verdict on a
move, ``reach`` and ``nearest_plan`` for moves that pass it. ``grid``, ``facing`` and ``line`` hold the
geometry, ``field`` ground and bodies, ``layout`` and the outlines the plan, ``sight`` and ``glance`` sight,
``movement`` moves.

>>> grid = HexGrid.over(3600, 3600, corners="north-south", size=600)
>>> wood = HexGround(grid.hex(2, 3), "wood")
>>> regiment = HexBody(0, side=0, hex=grid.hex(2, 1), facing=0)
>>> scene = HexScene(HexField(grid, ground=(wood,)), (regiment,))
>>> terms = HexTerms(allowance=3, ground=(Going("wood", extra=1, rule="going.wood"),))
>>> verdict = check(regiment, (Step(300), Step(3300)), terms, scene)
>>> verdict.cost, grid.words(verdict.end.hex), [reason.words for reason in verdict.traces[1].reasons]
(3, '(2, 3)', ['entering (2, 3)', 'wood at (2, 3)'])
>>> [obstacle.words for obstacle in check(regiment, (Step(1500),), terms, scene).obstacles]
['(3, 0) lies to the rear, where no hex may be entered']
>>> sorted(reach(regiment, terms, scene).costs().values())
[0, 1, 1, 2, 2, 3, 3, 3, 3, 3]
>>> blocked = SightTerms(ground=(Screen("wood", weight=1),))
>>> sight(grid.hex(2, 1), grid.hex(2, 5), blocked, scene).hindrances[0].words
'wood at (2, 3)'
"""

from sandtable.table.hexes.facing import SIXTHS, Arc, HexArcs, arc_neighbours, arc_to, cone
from sandtable.table.hexes.field import FAR, Barrier, HexBody, HexField, HexGround, HexScene, Link
from sandtable.table.hexes.glance import bodies_in_line, sees
from sandtable.table.hexes.grid import (
    CLOCK,
    SIXTH,
    Corners,
    FacingTo,
    Hex,
    HexCorner,
    HexGrid,
    Hexside,
    Place,
    distance,
    in_order,
)
from sandtable.table.hexes.hex_outline import hex_rings
from sandtable.table.hexes.layout import Lay, from_field, hexes_in
from sandtable.table.hexes.line import Stage, entry_sides, line, sides_crossed
from sandtable.table.hexes.movement.check import MOST_STEPS, check, longest_legal
from sandtable.table.hexes.movement.flight import FlightStep, flight_step
from sandtable.table.hexes.movement.random_walk import random_plan
from sandtable.table.hexes.movement.reach import (
    Closed,
    HexReach,
    HexSuggestion,
    Reached,
    cheapest_contact,
    nearest_plan,
    reach,
    shortest_plan,
)
from sandtable.table.hexes.movement.step_words import (
    COMPASS_POINTS,
    compass_point,
    step_in_words,
    steps_in_words,
)
from sandtable.table.hexes.movement.steps import AboutFace, Act, Contact, HexPlan, HexStep, Step, TurnTo
from sandtable.table.hexes.movement.terms import (
    ANY_NUMBER,
    Change,
    Citations,
    Climb,
    Entry,
    Going,
    HexTerms,
    Passing,
    Penalties,
    Road,
    Zone,
)
from sandtable.table.hexes.movement.verdict import HexObstacle, HexPose, HexTrace, HexVerdict, Reason
from sandtable.table.hexes.sight import Heights, Hindrance, Screen, Sight, SightTerms, sight

__all__ = [
    "ANY_NUMBER",
    "CLOCK",
    "COMPASS_POINTS",
    "FAR",
    "MOST_STEPS",
    "SIXTH",
    "SIXTHS",
    "AboutFace",
    "Act",
    "Arc",
    "Barrier",
    "Change",
    "Citations",
    "Climb",
    "Closed",
    "Contact",
    "Corners",
    "Entry",
    "FacingTo",
    "FlightStep",
    "Going",
    "Heights",
    "Hex",
    "HexArcs",
    "HexBody",
    "HexCorner",
    "HexField",
    "HexGrid",
    "HexGround",
    "HexObstacle",
    "HexPlan",
    "HexPose",
    "HexReach",
    "HexScene",
    "HexStep",
    "HexSuggestion",
    "HexTerms",
    "HexTrace",
    "HexVerdict",
    "Hexside",
    "Hindrance",
    "Lay",
    "Link",
    "Passing",
    "Penalties",
    "Place",
    "Reached",
    "Reason",
    "Road",
    "Screen",
    "Sight",
    "SightTerms",
    "Stage",
    "Step",
    "TurnTo",
    "Zone",
    "arc_neighbours",
    "arc_to",
    "bodies_in_line",
    "cheapest_contact",
    "check",
    "compass_point",
    "cone",
    "distance",
    "entry_sides",
    "flight_step",
    "from_field",
    "hex_rings",
    "hexes_in",
    "in_order",
    "line",
    "longest_legal",
    "nearest_plan",
    "random_plan",
    "reach",
    "sees",
    "shortest_plan",
    "sides_crossed",
    "sight",
    "step_in_words",
    "steps_in_words",
]

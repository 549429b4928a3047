"""Flight on hexes: the hexes to which a body that must get away may take its next step."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.grid import Hex, distance
from sandtable.table.hexes.movement.entering import enemies_in
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.terms import HexTerms
from sandtable.table.hexes.movement.verdict import HexObstacle, HexPose
from sandtable.table.hexes.movement.walk import unheld

CLOSED: Final = ("closed-ground", "closed-barrier")
"""What stops a flight besides enemies."""

Way = Literal["away", "home", "aside", "stuck"]
"""Farther from the threat, past it to the own edge, at the same distance from it, or nowhere."""


class FlightStep(Struct, frozen=True):
    """The next step of a flight: which way it goes, and the hexes it may go to, all equally good.

    A hex off the grid means leaving the table. ``refused`` says what bars those hexes around
    that were left out.
    """

    way: Way
    options: tuple[Hex, ...]
    refused: tuple[HexObstacle, ...] = ()


def flight_step(
    body: HexBody, threat: Hex, edge: str, terms: HexTerms, scene: HexScene, *, homeward: bool = True
) -> FlightStep:
    """Where a body flees from a threat, its own side of the table being *edge*.

    It goes to a hex farther from the threat, of several to the nearest to its edge. If it flees *homeward*
    and the threat is nearer to its edge, it goes instead to the hex nearest the edge that does not touch the
    threat.
    Hexes with enemies and ground or barriers closed to it are left out; if nothing is left it may go
    aside, at the same distance from the threat; else it is stuck.
    """
    mover, grid = Mover(body, terms, scene), scene.grid
    hex_ = mover.origin
    open_hexes, refused = _open_neighbours(mover)
    now = distance(hex_, threat)
    if homeward and grid.edge_distance(threat, edge) < grid.edge_distance(hex_, edge):
        way: Way = "home"
        options = [other for other in open_hexes if distance(other, threat) > 1]
    else:
        way = "away"
        options = [other for other in open_hexes if distance(other, threat) > now]
    if not options:
        way = "aside"
        options = [other for other in open_hexes if distance(other, threat) == now]
    if not options:
        return FlightStep("stuck", (), refused)
    least = min(grid.edge_distance(other, edge) for other in options)
    best = tuple(other for other in options if grid.edge_distance(other, edge) == least)
    return FlightStep(way, best, refused)


def _open_neighbours(mover: Mover) -> tuple[list[Hex], tuple[HexObstacle, ...]]:
    """The hexes around that are not barred, those off the grid among them, and what bars the others."""
    free: list[Hex] = []
    refused: list[HexObstacle] = []
    pose = HexPose(mover.origin, mover.body.facing)
    for heading in mover.grid.sides:
        known = unheld(mover, pose, heading)
        found = [one for one in known.obstacles if one.code in CLOSED]
        found += enemies_in(mover, known.crossing)
        refused += found
        if not found:
            free.append(known.crossing.hex)
    return free, tuple(refused)

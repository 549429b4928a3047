"""Where planned moves end, in inches and on hexes alike: a plan and its final pose."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.systems.elan.doctrine.lie import heading_to
from sandtable.systems.elan.ground.hexes.plan import HexPlace, hex_at, pose_in
from sandtable.table.hexes import Change, HexBody, HexReach, HexScene, HexTerms, TurnTo, reach, shortest_plan
from sandtable.table.movement import Advance, Plan, plan_end
from sandtable.table.planning import candidates
from sandtable.table.space import INCH, Point, Pose, Shape

MOST: Final = 20
PLACES: Final = 4
FACED: Final = 2
"""A unit that turns freely considers facing this many places of interest."""
TURNS: Final = (600, 1200, 1800)
"""The turns from corner to corner of a hex, in tenths of a degree."""
REMEMBERED: Final = 3
SHORTER: Final = (0.35, 0.7)
"""A move that ends with a straight leg is also considered with these shares of that leg."""


class End(NamedTuple):
    """A plan and its end; ``contact`` says that it ends in contact with an enemy."""

    plan: object
    pose: Pose
    contact: bool = False


def ends(question: PlanMove | PlanHexMove, shape: Shape, toward: tuple[Point, ...]) -> tuple[End, ...]:
    """A bounded list of legal plans with their ends, standing still first."""
    if isinstance(question, PlanHexMove):
        if _turns_freely(question.terms):
            return _loosely(question, shape, toward[:FACED])
        return _on_hexes(question, shape)
    body, terms, scene = question.body, question.terms, question.scene
    found = candidates(body, terms, scene, towards=toward[:PLACES], most=MOST)
    return tuple(End(plan, end) for plan, end, _ in found)


def straight_to(question: PlanMove | PlanHexMove, point: Point) -> object | None:
    """The cheapest plan to the hex of a point, searched for that hex only; None in inches."""
    if not isinstance(question, PlanHexMove):
        return None
    hex_ = hex_at(question.scene.field.grid, point)
    return shortest_plan(question.body, hex_, question.terms, question.scene)


def _on_hexes(question: PlanHexMove, shape: Shape) -> tuple[End, ...]:
    """Each hex and facing in reach, and each enemy that the move may contact."""
    grid = question.scene.field.grid
    found = _reach(question)
    plain = [End(one.plan, pose_in(grid, HexPlace(one.hex, one.facing), shape)) for one in found.ends]
    closed = [
        End(one.plan, pose_in(grid, HexPlace(one.hex, one.facing), shape), contact=True)
        for one in found.contacts
    ]
    return (*plain, *closed)


def _turns_freely(terms: HexTerms) -> bool:
    """May a body enter any adjacent hex, whichever way it faces, and turn there for free?"""
    free = {turn for change in terms.changes if _is_free(change) for turn in change.turns}
    into = {entry.arc for entry in terms.entries if not entry.extra}
    return into == {"front", "flank", "rear"} and free >= set(TURNS)


def _is_free(change: Change) -> bool:
    at_end = change.end if change.end_near is None else min(change.end, change.end_near)
    return at_end > 0 and not change.price and not change.extra


def _loosely(question: PlanHexMove, shape: Shape, toward: tuple[Point, ...]) -> tuple[End, ...]:
    """Each hex in reach of a body that turns freely, with its old facing or facing a place of interest."""
    grid = question.scene.field.grid
    found = _reach(replace(question, terms=replace(question.terms, changes=())))
    ends = [End(one.plan, pose_in(grid, HexPlace(one.hex, one.facing), shape)) for one in found.ends]
    for one in found.ends:
        here = grid.centre(one.hex)
        headings = (heading_to(Point(here.x, here.y), point) for point in toward)
        facings = (grid.nearest_facing(heading, question.terms.facing) for heading in headings)
        for facing in dict.fromkeys(facings):
            if facing != one.facing:
                turned = pose_in(grid, HexPlace(one.hex, facing), shape)
                ends.append(End((*one.plan, TurnTo(facing)), turned))
    closed = (
        End(one.plan, pose_in(grid, HexPlace(one.hex, one.facing), shape), contact=True)
        for one in found.contacts
    )
    return (*ends, *closed)


class _Known(NamedTuple):
    """A question about a hex move, and its answer."""

    body: HexBody
    terms: HexTerms
    scene: HexScene
    found: HexReach


_known: tuple[_Known, ...] = ()


def _reach(question: PlanHexMove) -> HexReach:
    """Everything in reach; the last few answers are kept, as a move is weighed and then chosen."""
    global _known
    body, terms, scene = question.body, question.terms, question.scene
    for one in _known:
        if one.body == body and one.terms == terms and one.scene == scene:
            return one.found
    found = reach(body, terms, scene)
    _known = (_Known(body, terms, scene, found), *_known[: REMEMBERED - 1])
    return found


def shorter(question: PlanMove | PlanHexMove, end: End) -> tuple[End, ...]:
    """Shorter versions of a plan that ends with a straight leg, not yet checked; none on hexes."""
    plan = end.plan
    if isinstance(question, PlanHexMove) or not isinstance(plan, tuple) or not plan:
        return ()
    last, pose = plan[-1], question.body.pose
    if not isinstance(last, Advance) or pose is None:
        return ()
    plans: list[Plan] = [
        (*plan[:-1], Advance(int(last.distance * share)))
        for share in SHORTER
        if last.distance * share >= INCH
    ]
    return tuple(End(one, plan_end(one, pose, question.body.shape)) for one in plans)

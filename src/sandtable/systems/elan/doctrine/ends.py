"""Where planned moves end, in inches and on hexes alike: a plan and the pose that it leads to."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.hex_moves import PlanHexMove
from sandtable.game.moves import PlanMove
from sandtable.systems.elan.ground.hexes.plan import HexPlace, pose_in
from sandtable.table.candidates import candidates
from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.reach import HexReach, reach
from sandtable.table.hexes.terms import HexTerms
from sandtable.table.legs import Advance, Plan, plan_end
from sandtable.table.measure import INCH
from sandtable.table.pose import Point, Pose
from sandtable.table.shape import Shape

MOST: Final = 20
PLACES: Final = 4
REMEMBERED: Final = 3
SHORTER: Final = (0.35, 0.7)
"""A move that ends with a straight leg is also thought of with this much of that leg."""


class End(NamedTuple):
    """A plan and where it ends; ``contact`` if it closes with an enemy on the way."""

    plan: object
    pose: Pose
    contact: bool = False


def ends(question: PlanMove | PlanHexMove, shape: Shape, toward: tuple[Point, ...]) -> tuple[End, ...]:
    """A bounded list of legal plans and where they end, standing still first."""
    if isinstance(question, PlanHexMove):
        return _on_hexes(question, shape)
    body, terms, scene = question.body, question.terms, question.scene
    found = candidates(body, terms, scene, towards=toward[:PLACES], most=MOST)
    return tuple(End(plan, end) for plan, end, _ in found)


def _on_hexes(question: PlanHexMove, shape: Shape) -> tuple[End, ...]:
    """Every hex and facing in reach, and every enemy with whom the move may close."""
    grid = question.scene.field.grid
    found = _reach(question)
    plain = [End(one.plan, pose_in(grid, HexPlace(one.hex, one.facing), shape)) for one in found.ends]
    closed = [
        End(one.plan, pose_in(grid, HexPlace(one.hex, one.facing), shape), contact=True)
        for one in found.contacts
    ]
    return (*plain, *closed)


class _Known(NamedTuple):
    """A question about a move on hexes, and all that is in its reach."""

    body: HexBody
    terms: HexTerms
    scene: HexScene
    found: HexReach


_known: tuple[_Known, ...] = ()


def _reach(question: PlanHexMove) -> HexReach:
    """All that is in reach; a move is weighed before it is chosen, so the last few are remembered."""
    global _known
    body, terms, scene = question.body, question.terms, question.scene
    for one in _known:
        if one.body == body and one.terms == terms and one.scene == scene:
            return one.found
    found = reach(body, terms, scene)
    _known = (_Known(body, terms, scene, found), *_known[: REMEMBERED - 1])
    return found


def shorter(question: PlanMove | PlanHexMove, end: End) -> tuple[End, ...]:
    """Shorter plans of one that ends with a straight leg, not judged yet; on hexes all are known already."""
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

"""Moves on hexes tried before they are answered: plans judged, the nearest plan to a hex, the reach.

It is to moves on hexes what ``moves`` is to moves in inches: costs are movement points, and places are hexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from msgspec import Struct

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.drivers.play import Game
from sandtable.game.present.hex_view import pose_on
from sandtable.game.present.view import shape_of
from sandtable.server.preview.moves import legal_part
from sandtable.table.hexes import (
    AboutFace,
    Act,
    Contact,
    Hex,
    HexGrid,
    HexObstacle,
    HexPlan,
    HexPose,
    HexStep,
    HexTrace,
    HexVerdict,
    Step,
    TurnTo,
    check,
    reach,
)
from sandtable.table.space import DEGREE, Base, Point, Pose


class StepItem(Struct, frozen=True):
    """One part of what a step costs; an extra is not always paid in full, where penalties do not add up."""

    words: str
    value: int
    rule: str
    is_extra: bool


class StepSeen(Struct, frozen=True):
    """A step as it would be made: in words, its cost with the reasons, and from where to where it leads."""

    step: HexStep
    words: str
    cost: int
    items: tuple[StepItem, ...]
    start: HexPose
    end: HexPose
    path: tuple[Point, ...]


class HexObstacleSeen(Struct, frozen=True):
    """What stands against a plan, in words, with the step and the hex where it bites, and its outline."""

    code: str
    words: str
    rule: str
    step: int | None
    place: Point | None
    outline: tuple[Point, ...]


class HexPlanSeen(Struct, frozen=True, kw_only=True):
    """A plan as the one check judges it; ``miss`` is by how many hexes it ends from the one wanted."""

    mover: int | str
    plan: HexPlan
    legal: bool
    steps: tuple[StepSeen, ...]
    allowance: int
    cost: int
    left: int
    end: HexPose
    pose: Pose
    bases: tuple[Base, ...]
    obstacles: tuple[HexObstacleSeen, ...]
    nearest: HexPlan | None = None
    miss: int | None = None


class CellReach(Struct, frozen=True):
    """A hex in which a move may end: its least cost, the ways the mover may face there, and its outline."""

    hex: Hex
    cost: int
    facings: tuple[int, ...]
    outline: tuple[Point, ...]


class ContactReach(Struct, frozen=True):
    """An enemy's hex with which a move may close: at what least cost, by which plan, and its outline."""

    hex: Hex
    cost: int
    plan: HexPlan
    outline: tuple[Point, ...]


class HexReachSeen(Struct, frozen=True):
    """The hexes in which a move may end, the cheapest first, and those of enemies it may close with."""

    mover: int | str
    allowance: int
    cells: tuple[CellReach, ...]
    contacts: tuple[ContactReach, ...] = ()


# --------------------------------------------------------------------- plans
def steps_seen(game: Game[Any], question: PlanHexMove, plan: HexPlan) -> HexPlanSeen:
    """A drafted plan, judged."""
    verdict = check(question.body, plan, question.terms, question.scene)
    part = None if verdict.is_legal else legal_part(question, plan)
    return _seen(game, question, plan, verdict, part, None)


def steps_towards(game: Game[Any], question: PlanHexMove, wanted: Hex, facing: int | None) -> HexPlanSeen:
    """The legal plan that ends nearest to a wanted hex, and there nearest to a facing."""
    found = question.nearest(wanted, facing)
    return _seen(game, question, found.plan, found.verdict, None, found.miss)


def _seen(
    game: Game[Any],
    question: PlanHexMove,
    plan: HexPlan,
    verdict: HexVerdict,
    part: HexPlan | None,
    miss: int | None,
) -> HexPlanSeen:
    system, grid, end = game.system, question.scene.grid, verdict.end
    battle = system.seen_by(game.battle, question.seat)
    mover = question.mover()
    shape = shape_of(system, battle, mover)
    return HexPlanSeen(
        mover=mover,
        plan=plan,
        legal=verdict.is_legal,
        steps=tuple(_steps(grid, verdict.traces)),
        allowance=verdict.allowance,
        cost=verdict.cost,
        left=verdict.left,
        end=end,
        pose=pose_on(grid, end.hex, end.facing, shape),
        bases=shape.bases,
        obstacles=tuple(_obstacle(grid, one) for one in verdict.obstacles),
        nearest=part,
        miss=miss,
    )


def _steps(grid: HexGrid, traces: tuple[HexTrace, ...]) -> Iterator[StepSeen]:
    for one in traces:
        path = tuple(grid.centre(pose.hex) for pose in (one.start, one.end))
        if isinstance(one.step, Contact):
            path = (path[0], grid.side_middle(grid.side(one.start.hex, one.step.heading)))
        items = tuple(StepItem(why.words, why.value, why.rule, why.is_extra) for why in one.reasons)
        yield StepSeen(one.step, _words(one), one.cost, items, one.start, one.end, path)


def _words(trace: HexTrace) -> str:
    """A step in a few words."""
    step = trace.step
    match step:
        case Step():
            where = f" into {trace.ground.replace('-', ' ')}" if trace.ground else ""
            return f"{'along the road' if trace.along_road else 'one hex'}{where}"
        case TurnTo():
            turn = (step.facing - trace.start.facing + 1800) % 3600 - 1800
            return f"turn {abs(turn) / DEGREE:g} degrees {'right' if turn > 0 else 'left'}"
        case AboutFace():
            return "about face"
        case Act():
            return step.name
        case Contact():
            return "close with the enemy"
        case _:
            assert_never(step)


def _obstacle(grid: HexGrid, one: HexObstacle) -> HexObstacleSeen:
    """An obstacle with the hex where it lies and that one's outline; its words name hexes, never bodies."""
    place = None if one.hex is None else grid.centre(one.hex)
    outline = grid.outline(one.hex) if one.hex is not None and one.hex in grid else ()
    return HexObstacleSeen(one.code, one.words, one.rule, one.step, place, outline)


# --------------------------------------------------------------------- reach
def hexes_seen(game: Game[Any], question: PlanHexMove) -> HexReachSeen:
    """The hexes that the body that is to move can reach."""
    found, grid = reach(question.body, question.terms, question.scene), question.scene.grid
    mover = question.mover()
    facings: dict[Hex, tuple[int, ...]] = {}
    for end in found.ends:
        facings[end.hex] = (*facings.get(end.hex, ()), end.facing)
    cells = (
        CellReach(hex_, cost, tuple(sorted(facings[hex_])), grid.outline(hex_))
        for hex_, cost in found.costs().items()
    )
    contacts = (
        ContactReach(one.target, one.cost, one.plan, grid.outline(one.target)) for one in found.contacts
    )
    return HexReachSeen(mover, question.terms.allowance, tuple(cells), tuple(contacts))

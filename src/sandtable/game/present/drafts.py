"""Drafts: the battle as it would be after a planned move."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.battle.battle import Battle
from sandtable.game.present.hex_view import pose_on
from sandtable.table.hexes import HexPlan
from sandtable.table.hexes import check as check_steps
from sandtable.table.movement import Plan, course_of, judge

B = TypeVar("B", bound=Battle[Any])


def drafted(battle: B, question: PlanMove, plan: Plan) -> B:
    """The battle with the mover at the end of its plan, whether the plan is legal or not."""
    verdict = judge(course_of(question.body, question.terms, question.scene), plan)
    unit = battle.units[question.body.id]
    return battle.with_unit(replace(unit, pose=verdict.end, shape=verdict.shape))


def stepped(battle: B, question: PlanHexMove, plan: HexPlan) -> B:
    """The battle with the mover in the last hex of its plan, whether the plan is legal or not."""
    end = check_steps(question.body, plan, question.terms, question.scene).end
    unit = battle.units[question.body.id]
    pose = pose_on(question.scene.grid, end.hex, end.facing, unit.shape)
    return battle.with_unit(replace(unit, pose=pose))

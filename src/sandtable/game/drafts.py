"""Drafts: the battle as it would be at the end of a move that somebody plans."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.game.battle import Battle
from sandtable.game.moves import PlanMove
from sandtable.table.check import judge
from sandtable.table.course import course_of
from sandtable.table.legs import Plan

B = TypeVar("B", bound=Battle[Any])


def drafted(battle: B, question: PlanMove, plan: Plan) -> B:
    """The battle with the body that is to move where its plan ends, whether the plan stands or not."""
    verdict = judge(course_of(question.body, question.terms, question.scene), plan)
    unit = battle.units[question.body.id]
    return battle.with_unit(replace(unit, pose=verdict.end, shape=verdict.shape))

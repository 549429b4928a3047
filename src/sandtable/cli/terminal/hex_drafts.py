"""The draft of a move on hexes: steps typed one after another, each checked before anything moves."""

from __future__ import annotations

from typing import Any

from sandtable.cli.errors import Misuse
from sandtable.cli.terminal.replies import HexMoveTerms, HexPlanReply, LegLine, RefusalReply, Reply
from sandtable.cli.terminal.typed_line import whole_number
from sandtable.cli.terminal.typed_steps import heading_of, read_steps
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.battle.battle import Battle
from sandtable.game.kit.system import System
from sandtable.table.hexes import (
    Hex,
    HexObstacle,
    HexPlan,
    HexTrace,
    HexVerdict,
    check,
    compass_point,
    step_in_words,
    steps_in_words,
)
from sandtable.table.space import centre

HOW_TO_AIM = 'write "to COLUMN ROW" or "to COLUMN ROW FACING", such as to 7 4 ENE'


class HexDraft:
    """The steps typed so far, and the plan last offered."""

    def __init__(self) -> None:
        self.plan: HexPlan = ()
        self._offered: HexPlan | None = None

    def add(self, question: PlanHexMove, text: str) -> Reply:
        """Add typed steps if the whole plan is legal."""
        try:
            return self._try(question, (*self.plan, *read_steps(text)))
        except Misuse as fault:
            return RefusalReply(str(fault))

    def aim(self, question: PlanHexMove, text: str) -> Reply:
        """Draft the legal plan nearest to a hex and a facing."""
        words, grid = text.replace(",", " ").replace("(", " ").replace(")", " ").split(), question.scene.grid
        numbers = [whole_number(word) for word in words[:2]]
        if len(words) not in (2, 3) or len(numbers) < 2 or None in numbers:
            return RefusalReply(HOW_TO_AIM)
        column, row = (number or 0 for number in numbers)
        wanted = grid.hex(column, row)
        if wanted not in grid:
            return RefusalReply(f"there is no hex ({column}, {row}) on this grid")
        try:
            facing = heading_of(words[2]) if len(words) == 3 else None
        except Misuse as fault:
            return RefusalReply(str(fault))
        return self._draft_nearest(question, wanted, facing)

    def take(self, question: PlanHexMove) -> Reply:
        """Draft the plan that the last refusal offered."""
        if self._offered is None:
            return RefusalReply("nothing was offered: only a refused move with a legal part offers that part")
        return self._try(question, self._offered)

    def back(self, question: PlanHexMove) -> Reply:
        """Remove the last step."""
        if not self.plan:
            return RefusalReply("the draft has no steps to remove")
        return self._try(question, self.plan[:-1])

    def clear(self) -> None:
        """Remove all steps."""
        self.plan, self._offered = (), None

    def _draft_nearest(self, question: PlanHexMove, wanted: Hex, facing: int | None) -> Reply:
        found = question.nearest(wanted, facing)
        self.plan, self._offered = found.plan, None
        return _seen(question, found.verdict, miss=found.miss)

    def _try(self, question: PlanHexMove, plan: HexPlan) -> Reply:
        """Draft a plan if it is legal; if not, keep the draft and remember the offered plan."""
        verdict = check(question.body, plan, question.terms, question.scene)
        if verdict.is_legal:
            self.plan, self._offered = plan, None
            return _seen(question, verdict)
        nearest = getattr(question.judge(plan), "nearest", None)
        self._offered = nearest if isinstance(nearest, tuple) and nearest != self.plan else None
        return _seen(question, verdict, offered=self._offered)


def hex_move_terms(system: System[Any], battle: Any, question: PlanHexMove) -> HexMoveTerms:
    """The steps and points that a move on hexes allows."""
    mover = question.mover()
    body, grid = question.body, question.scene.grid
    assert body.hex is not None, f"body {body.id} is not on the table and cannot move there"
    return HexMoveTerms(
        unit=mover + 1 if isinstance(mover, int) else None,
        hex=grid.words(body.hex),
        facing=compass_point(body.facing),
        allowance=question.terms.allowance,
        sides=tuple(map(compass_point, grid.sides)),
        facings=tuple(map(compass_point, grid.facings(question.terms.facing))),
    )


def hexes_of(system: System[Any], battle: Battle[Any]) -> dict[int, tuple[str, str]] | None:
    """The hex and facing of each unit in words; None without a hex grid."""
    field = system.hex_field(battle)
    if field is None:
        return None
    stand = ((unit.id, unit.pose, unit.shape) for unit in battle.units if unit.pose is not None)
    return {
        number: (field.grid.words(field.grid.nearest(centre(pose, shape))), compass_point(pose.heading))
        for number, pose, shape in stand
    }


def _seen(
    question: PlanHexMove, verdict: HexVerdict, *, offered: HexPlan | None = None, miss: int | None = None
) -> HexPlanReply:
    return HexPlanReply(
        steps=tuple(map(_step_line, verdict.traces)),
        cost=verdict.cost,
        left=verdict.left,
        hex=question.scene.grid.words(verdict.end.hex),
        facing=compass_point(verdict.end.facing),
        refusals=tuple(map(_refusal, verdict.obstacles)),
        drafted=verdict.is_legal,
        nearest=None if offered is None else steps_in_words(offered),
        miss=miss,
    )


def _refusal(obstacle: HexObstacle) -> str:
    return f"{obstacle.words} [{obstacle.rule}]" if obstacle.rule else obstacle.words


def _step_line(trace: HexTrace) -> LegLine:
    reasons = tuple(
        f"{reason.value} {reason.words}{f' [{reason.rule}]' if reason.rule else ''}"
        for reason in trace.reasons
    )
    return LegLine(step_in_words(trace.step), trace.cost, reasons)

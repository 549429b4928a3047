"""The draft of a move: legs typed one after another, each checked before anything moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.cli.errors import Misuse
from sandtable.cli.terminal.replies import LegLine, MoveTerms, PlanReply, RefusalReply, Reply
from sandtable.cli.terminal.typed_legs import leg_in_words, plan_in_words, read_legs
from sandtable.game.ask.moves import PlanMove
from sandtable.game.kit.system import System
from sandtable.table.movement import Leg, LegCost, Obstacle, Plan, Verdict, check
from sandtable.table.space import DEGREE, Pose, as_inches, degrees, inches, standing


class Draft:
    """The legs typed so far, and the plan last offered; *name* gives the name of a body by number."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._name = name
        self.plan: Plan = ()
        self._offered: Plan | None = None

    def add(self, question: PlanMove, text: str) -> Reply:
        """Add typed legs if the whole plan is legal."""
        try:
            return self._try(question, (*self.plan, *read_legs(text)))
        except Misuse as fault:
            return RefusalReply(str(fault))

    def aim(self, question: PlanMove, text: str) -> Reply:
        """Draft the legal plan nearest to a pose, typed as ``X Y`` or ``X Y FACING``."""
        try:
            numbers = [float(word) for word in text.replace(",", " ").split()]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 3) or not all(abs(number) <= 1000 for number in numbers):
            return RefusalReply('write "to X Y" or "to X Y FACING", such as to 36 20 0 (inches and degrees)')
        here = standing(question.body)
        facing = degrees(numbers[2]) if len(numbers) == 3 else here.heading
        found = question.nearest(Pose(inches(numbers[0]), inches(numbers[1]), facing))
        self.plan, self._offered = found.plan, None
        return self._seen(found.plan, found.verdict, miss=as_inches(found.miss))

    def take(self, question: PlanMove) -> Reply:
        """Draft the plan that the last refusal offered."""
        if self._offered is None:
            return RefusalReply("nothing was offered: only a refused move with a legal part offers that part")
        return self._try(question, self._offered)

    def back(self, question: PlanMove) -> Reply:
        """Remove the last leg."""
        if not self.plan:
            return RefusalReply("the draft has no legs to remove")
        return self._try(question, self.plan[:-1])

    def clear(self) -> None:
        """Remove all legs."""
        self.plan, self._offered = (), None

    def _try(self, question: PlanMove, plan: Plan) -> Reply:
        """Draft a plan if it is legal; if not, keep the draft and remember the offered plan."""
        verdict = check(question.body, plan, question.terms, question.scene)
        if verdict.is_legal:
            self.plan, self._offered = plan, None
            return self._seen(plan, verdict)
        refusal = question.judge(plan)
        nearest = getattr(refusal, "nearest", None)
        self._offered = nearest if isinstance(nearest, tuple) and nearest != self.plan else None
        return self._seen(plan, verdict, offered=self._offered)

    def _seen(
        self, plan: Plan, verdict: Verdict, *, offered: Plan | None = None, miss: float | None = None
    ) -> PlanReply:
        obstacles = sorted(verdict.obstacles, key=lambda obstacle: obstacle.code != "allowance")
        return PlanReply(
            legs=tuple(
                _leg_line(leg, verdict.costs[number] if number < len(verdict.costs) else None)
                for number, leg in enumerate(plan)
            ),
            cost=as_inches(verdict.cost),
            left=as_inches(verdict.left),
            x=as_inches(verdict.end.x),
            y=as_inches(verdict.end.y),
            facing=verdict.end.heading / DEGREE,
            refusals=tuple(map(self._refusal, obstacles)),
            drafted=verdict.is_legal,
            nearest=None if offered is None else plan_in_words(offered),
            miss=miss,
        )

    def _refusal(self, obstacle: Obstacle) -> str:
        """An obstacle in words, with names instead of the table's numbers of bodies."""
        words = obstacle.words if obstacle.body < 0 else obstacle.words_naming(self._name(obstacle.body))
        return f"{words} [{obstacle.rule}]" if obstacle.rule else words


def move_terms(system: System[Any], battle: Any, question: PlanMove) -> MoveTerms:
    """The legs and lengths that a move allows."""
    body = question.body
    pose = standing(body)
    return MoveTerms(
        unit=body.id + 1,
        name=system.card(battle, body).name,
        x=as_inches(pose.x),
        y=as_inches(pose.y),
        facing=pose.heading / DEGREE,
        allowance=as_inches(question.terms.allowance),
        legs=tuple(leg.kind for leg in question.terms.legs),
    )


def _leg_line(leg: Leg, cost: LegCost | None) -> LegLine:
    """A leg with its cost; legs after an impossible one have none."""
    if cost is None:
        return LegLine(leg_in_words(leg), 0.0, ())
    reasons = tuple(
        f"{as_inches(item.amount):g} in {item.words}{f' [{item.rule}]' if item.rule else ''}"
        for item in cost.items
    )
    return LegLine(leg_in_words(leg), as_inches(cost.cost), reasons)

"""Planning a move on hexes: the counterpart of ``PlanMove`` for a table with a hex grid.

The terms say what moves are allowed. One check judges every plan, whether it was dragged, typed, computed or
read from a file, and finds the longest legal part of an illegal plan.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, RandomIndex
from sandtable.game.ask.refusal import Refusal
from sandtable.table.hexes import (
    AboutFace,
    Act,
    Contact,
    Hex,
    HexBody,
    HexPlan,
    HexScene,
    HexSuggestion,
    HexTerms,
    HexVerdict,
    Step,
    TurnTo,
    check,
    longest_legal,
    nearest_plan,
    random_plan,
    reach,
)

STEPS = frozenset((Step, TurnTo, AboutFace, Act, Contact))


class PlanHexMove(Decision[HexVerdict], frozen=True):
    """Plan a move of a body on hexes under the given terms; the rule continues with the verdict on the plan.

    ``toward`` are hexes that agents may want to move to; ``about`` identifies the mover where the body alone
    does not.
    """

    form: ClassVar[str] = "PlanHexMove"
    name: ClassVar[str] = "Move"
    """A name for the move, in a word or two."""

    body: HexBody
    terms: HexTerms
    scene: HexScene
    toward: tuple[Hex, ...] = ()
    about: tuple[object, ...] = ()

    def judge(self, answer: object) -> HexVerdict | Refusal:
        """A plan is legal if it meets no obstacle."""
        if not isinstance(answer, tuple) or not {type(step) for step in answer} <= STEPS:
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"a move on hexes is a list of steps, not {shown}", rule=self.decision)
        verdict = check(self.body, answer, self.terms, self.scene)
        return verdict if verdict.is_legal else self._refusal(answer, verdict)

    def read(self, raw: object) -> object:
        """The plan in plain data."""
        try:
            return msgspec.convert(raw, HexPlan)
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a list of steps: {fault}", rule=self.decision)

    def offered(self) -> tuple[object, ...]:
        """None: a person plans on the map."""
        return ()

    def mover(self) -> int | str:
        """The number of the body that moves, or the id of the token that it stands for."""
        return self.body.id

    def move_name(self) -> str:
        """A name for this move."""
        return self.name

    def sensible(self) -> tuple[object, ...]:
        """The cheapest plan to each hex and facing in reach, and to each enemy; standing still first."""
        found = reach(self.body, self.terms, self.scene)
        plans = [end.plan for end in found.ends] + [contact.plan for contact in found.contacts]
        return tuple(dict.fromkeys(((), *plans)))

    def any_answer(self, draw: RandomIndex) -> object:
        """A random legal plan, found without listing all plans unless the move may close with an enemy."""
        if self.terms.closes:
            return super().any_answer(draw)
        return random_plan(self.body, self.terms, self.scene, draw)

    def nearest(self, wanted: Hex, facing: int | None = None) -> HexSuggestion:
        """The legal plan that ends nearest to the wanted hex."""
        return nearest_plan(self.body, wanted, self.terms, self.scene, facing=facing)

    def essence(self) -> object:
        """The mover and the terms; the scene is part of the battle."""
        return self.decision, self.seat, self.body, self.terms

    def _refusal(self, plan: HexPlan, verdict: HexVerdict) -> Refusal:
        """The first obstacle, with the longest legal part of the plan."""
        first = verdict.obstacles[0]
        return Refusal(
            first.words,
            rule=first.rule or self.decision,
            measured=None if first.measured is None else float(first.measured),
            limit=None if first.limit is None else float(first.limit),
            nearest=longest_legal(self.body, plan, self.terms, self.scene),
        )

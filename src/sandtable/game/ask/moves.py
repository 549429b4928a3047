"""Planning a move: a decision whose answers form a region instead of a list.

The terms say what moves are allowed. One check judges every plan, whether it was dragged, typed, computed or
read from a file, and finds the longest legal part of an illegal plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, RandomIndex
from sandtable.game.ask.refusal import Refusal
from sandtable.game.files.typed_files import prepared
from sandtable.table.movement import Manoeuvre, Obstacle, Plan, Terms, Verdict, course_of, judge
from sandtable.table.planning import (
    Suggestion,
    candidates,
    has_candidate,
    longest_legal,
    nearest_plan,
    random_verdict,
)
from sandtable.table.space import Body, Point, Pose, Scene, as_inches


class PlanMove(Decision[Verdict], frozen=True):
    """Plan a move of a body under the given terms; the rule continues with the verdict on the plan.

    ``toward`` are points that agents may want to move to or face; ``about`` identifies the mover where the
    body alone does not.
    """

    form: ClassVar[str] = "PlanMove"
    name: ClassVar[str] = "Move"
    """A name for the move, in a word or two."""

    body: Body
    terms: Terms
    scene: Scene
    toward: Sequence[Point] = ()
    about: tuple[object, ...] = ()

    def judge(self, answer: object) -> Verdict | Refusal:
        """A plan is legal if it meets no obstacle."""
        asked, drawn = _drawn
        if asked is self and drawn is not None and drawn.plan is answer:
            return drawn
        if not isinstance(answer, tuple) or not all(isinstance(leg, Manoeuvre) for leg in answer):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"a move is a list of legs, not {shown}", rule=self.decision)
        verdict = judge(course_of(self.body, self.terms, self.scene), answer)
        return self._refusal(answer, verdict.obstacles) if verdict.obstacles else verdict

    def read(self, raw: object) -> object:
        """The plan in plain data."""
        try:
            return msgspec.convert(raw, prepared(Plan))
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a list of legs: {fault}", rule=self.decision)

    def offered(self) -> tuple[object, ...]:
        """None: a person plans on the map."""
        return ()

    def mover(self) -> int | str:
        """The number of the body that moves, or the id of the token that it stands for."""
        return self.body.id

    def move_name(self) -> str:
        """A name for this move."""
        return self.name

    def heading(self, battle: Any) -> str:
        """Its name and its length."""
        del battle
        return f"{self.move_name()}, {as_inches(self.terms.allowance):g} in"

    def sensible(self) -> tuple[object, ...]:
        """A bounded set of legal plans, including standing still."""
        found = candidates(self.body, self.terms, self.scene, towards=self.toward)
        return tuple(candidate.plan for candidate in found)

    def has_any(self) -> bool:
        """Is any sensible plan legal? It is cheaper than ``sensible``, because it stops at the first."""
        return has_candidate(course_of(self.body, self.terms, self.scene), towards=self.toward)

    def any_answer(self, draw: RandomIndex) -> object:
        """A random legal plan, found without computing all of them."""
        global _drawn
        verdict = random_verdict(course_of(self.body, self.terms, self.scene), draw, towards=self.toward)
        _drawn = self, verdict
        return verdict.plan

    def nearest(self, wanted: Pose) -> Suggestion:
        """The legal plan that ends nearest to the wanted pose."""
        return nearest_plan(self.body, wanted, self.terms, self.scene)

    def essence(self) -> object:
        """The mover and the terms; the scene is part of the battle, and the rings of zones follow from it."""
        terms = self.terms
        if terms.zones:
            terms = replace(terms, zones=tuple([replace(zone, ring=()) for zone in terms.zones]))
        return self.decision, self.seat, self.body, terms

    def _refusal(self, plan: Plan, obstacles: tuple[Obstacle, ...]) -> Refusal:
        """The first obstacle, with the longest legal part of the plan."""
        first = obstacles[0]
        return Refusal(
            first.words,
            rule=first.rule or self.decision,
            measured=as_inches(first.measured),
            limit=as_inches(first.limit),
            nearest=longest_legal(self.body, plan, self.terms, self.scene),
        )


_drawn: tuple[PlanMove | None, Verdict | None] = None, None
"""The last question whose plan was drawn by chance, and the verdict on that plan.

It saves ``judge`` a second check of a plan that ``any_answer`` has just checked. It is used only if question
and plan are the same objects, so another thread can only cause a miss.
"""

"""Closing: the move towards the nearest enemy in sight that Cold steel requires of a unit that cannot charge.

cards.cold-steel-scope
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import RandomIndex
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link
from sandtable.systems.coldsteel.movement import move_terms, towards
from sandtable.systems.coldsteel.nearness import enemies_of, nearest_of
from sandtable.systems.coldsteel.placing import middle_of
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.rates import rate_of
from sandtable.systems.coldsteel.sight import visible
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.words import names
from sandtable.table.measure import gap
from sandtable.table.movement import LEG_SIDES, Advance, Plan, Turn, Verdict, Wheel, course_of, judge
from sandtable.table.planning import random_verdict
from sandtable.table.space import (
    DEGREE,
    HAIR,
    INCH,
    RADIAN,
    Body,
    as_inches,
    heading_between,
    standing,
    turn_between,
)

COLD_STEEL: Final = "cards.cold-steel-choice"
RULE: Final = "cards.cold-steel-scope"

TRIED: Final = (15 * DEGREE, 30 * DEGREE, 45 * DEGREE)
"""The opening wheels of the trial moves (cards.cold-steel-scope)."""


class Closing(PlanMove, frozen=True, kw_only=True):
    """Plan a move that costs at least half of the allowance and ends nearer to an enemy.

    ``foes`` are the nearest enemies in sight; the unit may close with any of them (cards.cold-steel-scope).
    """

    decision: str = COLD_STEEL
    rule = "cards.cold-steel"
    name = "Close in"
    form = "Closing"

    battle: ColdSteelBattle
    foes: tuple[int, ...]
    by_road: bool

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def words(self, battle: ColdSteelBattle) -> str:
        who = battle.units[self.body.id].name
        return f"Cold steel: which way does {who} close with {names(battle, self.foes)}?"

    @property
    def trials(self) -> tuple[Plan, ...]:
        """The trial moves that serve; none along a road."""
        return () if self.by_road else trials(self.battle, self.battle.units[self.body.id])

    def judge(self, answer: object) -> Verdict | Refusal:
        """A plan stands if it is legal, long enough and ends nearer."""
        verdict = super().judge(answer)
        if isinstance(verdict, Refusal):
            return verdict
        return self._shortfall(verdict) or verdict

    def sensible(self) -> tuple[object, ...]:
        """The trial moves, and the usual candidate moves that serve."""
        plans = (*self.trials, *super().sensible())
        return tuple(dict.fromkeys(plan for plan in plans if not isinstance(self.judge(plan), Refusal)))

    def has_any(self) -> bool:
        """Does any plan serve?"""
        return bool(self.trials) or bool(self.sensible())

    def any_answer(self, draw: RandomIndex) -> object:
        """A random plan that serves."""
        course = course_of(self.body, self.terms, self.scene)
        verdict = random_verdict(course, draw, towards=self.toward)
        foes = tuple([self.scene.bodies[foe] for foe in self.foes])
        if _serves(self.body, foes, verdict):
            return verdict.plan
        plans = self.trials or self.sensible()
        return plans[draw(len(plans))]

    def essence(self) -> object:
        """The move, and the enemies to close with."""
        return super().essence(), self.foes

    def _shortfall(self, verdict: Verdict) -> Refusal | None:
        half = verdict.allowance / 2
        if verdict.cost < half - SLACK:
            cost, least = as_inches(verdict.cost), as_inches(half)
            words = f"Cold steel: it must close by half its allowance, {least:.2f} in, not {cost:.2f} in"
            return Refusal(words, rule=RULE, measured=cost, limit=least, nearest=self._nearest())
        there = replace(self.body, pose=verdict.end)
        bodies = self.scene.bodies
        if any(is_nearer(there, self.body, bodies[foe]) for foe in self.foes):
            return None
        words = "Cold steel: it must end nearer to the nearest enemy in sight"
        return Refusal(words, rule=RULE, nearest=self._nearest())

    def _nearest(self) -> Plan | None:
        """A plan to propose instead of one that does not serve."""
        known = self.trials
        return known[0] if known else None


# --------------------------------------------------------------------- the question
def question(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool = False) -> Closing:
    """The question how a unit closes, across country or along its road (cards.cold-steel-scope)."""
    return Closing(
        unit.side,
        unit,
        move_terms(battle, unit, by_road=by_road),
        scene_of(battle),
        towards(battle, unit),
        battle=battle,
        foes=foes_in_sight(battle, unit),
        by_road=by_road,
    )


def foes_in_sight(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """The nearest enemies that a unit sees, in any direction; several on a tie (cards.cold-steel-scope)."""
    global _last
    last = _last
    if last is None or last[0] is not battle.units or last[1] is not battle.links or last[2] is not unit:
        found = nearest_of(battle, unit.id, visible(battle, unit, enemies_of(battle, unit)))
        last = _last = battle.units, battle.links, unit, found
    return last[3]


_last: tuple[tuple[ColdSteelUnit, ...], tuple[Link, ...], ColdSteelUnit, tuple[int, ...]] | None = None
"""The last answer of `foes_in_sight`; it saves measuring again, since the duty and then the move need it.

It holds for one tuple of units, one tuple of links and one unit.
"""


def is_nearer(there: Body, here: Body, foe: Body) -> bool:
    """Is a body nearer to a foe at one place than at another? (cards.cold-steel-scope)"""
    return gap(there, foe, "footprint") < gap(here, foe, "footprint") - HAIR


def trials(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Plan, ...]:
    """The trial moves that are legal and end nearer; a unit without any is excused.

    cards.cold-steel-scope
    """
    return tuple(_serving(battle, unit))


def can_close(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """Does any trial move serve? It stops at the first, where `trials` finds all (cards.cold-steel-scope)."""
    return next(_serving(battle, unit), None) is not None


def _serving(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Plan]:
    foes = tuple([battle.units[foe] for foe in foes_in_sight(battle, unit)])
    tried = dict.fromkeys(
        plan for half in _halves(battle, unit) for foe in foes for plan in _tried(unit, foe, half)
    )
    course = course_of(unit, move_terms(battle, unit), scene_of(battle))
    for plan in tried:
        if _serves(unit, foes, judge(course, plan)):
            yield plan


def _halves(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[float, ...]:
    """Half of the allowance, over open and over rough ground (movement.rough-once)."""
    rates = [rate_of(battle, unit, rough=rough).whole for rough in (False, True)]
    return tuple(dict.fromkeys([rate * INCH / 2 for rate in rates]))


def _tried(unit: ColdSteelUnit, foe: ColdSteelUnit, half: float) -> Iterator[Plan]:
    """Trial moves: straight ahead, or a wheel and straight ahead; skirmishers pivot towards the foe's middle.

    A wheel that alone costs more than half of the allowance is left out (cards.cold-steel-scope).
    """
    yield (Advance(math.ceil(half)),)
    if unit.formation is Formation.SKIRMISH:
        toward = heading_between(middle_of(unit), middle_of(foe))
        turn = turn_between(standing(unit).heading, toward)
        if turn:
            yield Turn(turn), Advance(math.ceil(half))
        return
    for angle in TRIED:
        rest = half - unit.shape.width * angle * RADIAN
        for side in LEG_SIDES if rest >= 0 else ():
            wheel = Wheel(side, angle)
            yield (wheel, Advance(math.ceil(rest))) if rest > 0 else (wheel,)


def _serves(unit: Body, foes: Sequence[Body], verdict: Verdict) -> bool:
    """Is a trial move legal, does it cost half of its allowance, and does it end nearer?"""
    if not verdict.is_legal or verdict.cost < verdict.allowance / 2 - SLACK:
        return False
    there = replace(unit, pose=verdict.end)
    return any(is_nearer(there, unit, foe) for foe in foes)

"""What the captain answers on small battles: the activity of a unit, its move, or any other question."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.doctrine import DOCTRINE
from sandtable.systems.eagle.flight import Rolled
from sandtable.systems.eagle.manoeuvre_decisions import ActivityKind, ChooseActivity
from sandtable.systems.eagle.manoeuvres import activities
from sandtable.systems.eagle.movement import move_terms, plan_of
from sandtable.systems.eagle.moving import dice_pace
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.system import SYSTEM
from sandtable.table.space import Pose

ROMANS_WAIT = (Objective(id="o", when="turn-limit", winner="romans", kind="otherwise", text="o"),)
"""The Romans win unless an army breaks, so that the Britons have to come."""


def told(start: EagleBattle, question: Decision[Any]) -> Any:
    """What doctrine answers; it stands."""
    given = DOCTRINE.decide(Position(SYSTEM, question, start, start, ()))
    assert not isinstance(question.judge(given), Refusal)
    return given


def done_by(start: EagleBattle, number: int) -> ActivityKind:
    """What a unit does when it is taken."""
    one = start.units[number]
    kind: ActivityKind = told(start, ChooseActivity(one.side, activities(start, one), unit=number)).kind
    return kind


def end_of(start: EagleBattle, number: int, rolled: Rolled) -> Pose:
    """Where a unit ends that moves with these dice."""
    question = planned(start, number, rolled)
    verdict = question.judge(told(start, question))
    assert not isinstance(verdict, Refusal)
    return verdict.end


def planned(start: EagleBattle, number: int, rolled: Rolled) -> PlanMove:
    """The question where a unit goes that has rolled these dice."""
    one = start.units[number]
    return plan_of(start, one, move_terms(start, one, dice_pace(rolled)))

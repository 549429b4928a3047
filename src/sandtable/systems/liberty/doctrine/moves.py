"""Where to move: a few legal moves, each weighed by the worth of standing at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.doctrine.ground import apart, middle
from sandtable.systems.liberty.doctrine.outlook import (
    Outlook,
    drawn,
    outlook,
    place_worth,
)
from sandtable.systems.liberty.marching import PlanMarch
from sandtable.table.movement import Advance, Plan, plan_end
from sandtable.table.planning import candidates
from sandtable.table.space import INCH, Point, Pose

MOST: Final = 16
PLACES: Final = 4
SHORTER: Final = (0.25, 0.5, 0.75)
"""The parts of a final straight leg that are tried as shorter moves."""
REFINED: Final = 2
"""How many of the best moves are tried shorter."""


class Wish(NamedTuple):
    """A plan, its end, and the worth of its end."""

    worth: float
    plan: Plan
    end: Pose


def move(battle: LibertyBattle, question: PlanMarch) -> object:
    """The move to the best place within reach."""
    unit = battle.units[question.body.id]
    view = outlook(battle, unit)

    def wish(plan: Plan, end: Pose) -> Wish:
        return Wish(place_worth(view, end, unit.shape), plan, end)

    found = candidates(unit, question.terms, question.scene, towards=_places(view), most=MOST)
    wishes = sorted((wish(plan, end) for plan, end, _ in found), key=_by_worth)
    wishes += [wish(plan, end) for best in wishes[:REFINED] for plan, end in _shorter(unit, best.plan)]
    for one in sorted(wishes, key=_by_worth):
        if not isinstance(question.judge(one.plan), Refusal):
            return one.plan
    return ()


def _by_worth(wish: Wish) -> float:
    """The sort key of a wish: its worth."""
    return -wish.worth


def _places(view: Outlook) -> tuple[Point, ...]:
    """Places to turn to: the enemies that draw the unit most, and one objective."""
    here = middle(view.unit)
    tasks = tuple(task.nearest(here) for task in view.tasks if not task.holds(here))[:1]
    foes = sorted(view.foes, key=lambda foe: -drawn(foe, apart(here, foe.middle)))
    return (*(foe.middle for foe in foes[: PLACES - len(tasks)]), *tasks)


def _shorter(unit: Regiment, plan: Plan) -> Iterator[tuple[Plan, Pose]]:
    """Shorter plans made from one that ends with a straight leg."""
    assert unit.pose is not None
    if plan and isinstance(plan[-1], Advance):
        for share in SHORTER:
            length = int(plan[-1].distance * share)
            if length >= INCH:
                shorter = (*plan[:-1], Advance(length))
                yield shorter, plan_end(shorter, unit.pose, unit.shape)

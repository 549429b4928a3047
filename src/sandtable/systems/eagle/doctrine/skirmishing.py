"""Where light troops go to shoot: squarely before a side of an enemy, just within reach of their missiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.moves import PlanMove
from sandtable.game.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.contact import bounded
from sandtable.systems.eagle.doctrine.goals import preys
from sandtable.table.body import Body, Side, centre, standing
from sandtable.table.candidates import Candidate
from sandtable.table.compulsory import heading_between
from sandtable.table.laying import facing_middle
from sandtable.table.legs import Advance, Leg, Plan, Turn
from sandtable.table.measure import INCH, turn_between
from sandtable.table.plane import apart
from sandtable.table.pose import Pose

REACH: Final = reach_of("shooting.range")
RUN_UP: Final = 2 * INCH
"""From so far behind its station a unit goes straight up: formed enemies ahead stop one who comes aslant."""
MARKS: Final = 4
"""So many enemies are looked at."""
SIDES: Final[tuple[Side, ...]] = ("front", "left", "right", "rear")


def stations(battle: EagleBattle, unit: EagleUnit, question: PlanMove) -> Iterator[Candidate]:
    """The legal ways of a unit to where it can shoot with all its bases, or towards it."""
    for mark in preys(battle, unit)[:MARKS]:
        for side in SIDES:
            plan = _way_up(question, facing_middle(bounded(mark), side))
            verdict = question.judge(plan)
            if not isinstance(verdict, Refusal):
                yield Candidate(plan, verdict.end, verdict.cost)


def _way_up(question: PlanMove, struck: Pose) -> Plan:
    """The way to a station before an edge; as far as it goes, if it is too far for one move."""
    body, most = question.body, question.terms.allowance
    behind = struck.shifted(0, -float(REACH + RUN_UP))
    legs = _way_to(body, behind)
    far = sum(leg.distance for leg in legs if isinstance(leg, Advance))
    if far + RUN_UP <= most:
        return (*legs, Advance(RUN_UP))
    return tuple(_cut(leg, most) for leg in legs[:2])


def _cut(leg: Leg, most: int) -> Leg:
    return Advance(min(leg.distance, most)) if isinstance(leg, Advance) else leg


def _way_to(body: Body, there: Pose) -> Plan:
    """A turn, a straight leg and a turn, which bring a body that turns freely to a pose."""
    here = standing(body)
    start, goal = centre(here, body.shape), centre(there, body.shape)
    far = round(apart(start, goal))
    bearing = heading_between(start, goal) if far else there.heading
    first, last = turn_between(here.heading, bearing), turn_between(bearing, there.heading)
    legs = (Turn(first) if first else None, Advance(far) if far else None, Turn(last) if last else None)
    return tuple(leg for leg in legs if leg is not None)

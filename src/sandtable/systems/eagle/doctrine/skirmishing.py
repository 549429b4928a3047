"""Where light troops go: before a side of an enemy, just within range, or out of the way.

Light troops in front of friends that might charge go aside, or through them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.contact import bounded
from sandtable.systems.eagle.doctrine.chances import middle
from sandtable.systems.eagle.doctrine.goals import preys
from sandtable.systems.eagle.doctrine.places import chargers, overlap
from sandtable.table.charge import facing_middle
from sandtable.table.movement import Advance, Leg, Plan, Turn
from sandtable.table.planning import Candidate
from sandtable.table.space import (
    HALF_TURN,
    INCH,
    Body,
    Point,
    Pose,
    Side,
    apart,
    centre,
    heading_between,
    standing,
    turn_between,
)

REACH: Final = reach_of("shooting.range")
RUN_UP: Final = 2 * INCH
"""A unit this far behind its station goes straight up: formed enemies ahead stop one that comes aslant."""
MARKS: Final = 4
"""The number of enemies considered."""
STEPS_BACK: Final = (2 * INCH, 4 * INCH)
"""How far a unit backs out of a place without room to turn."""
SHORTEST_BACK: Final = 2 * INCH
"""The least distance back at which a unit can stand behind friends close behind it."""
ROOM_TO_TURN: Final = 2 * INCH
"""How far a unit steps ahead of friends to have room to turn."""
SPARE: Final = INCH // 2
"""The room left between a unit and the lane that it has cleared."""
SIDES: Final[tuple[Side, ...]] = ("front", "left", "right", "rear")


def stations(battle: EagleBattle, unit: EagleUnit, question: PlanMove) -> Iterator[Candidate]:
    """The legal ways of a unit to, or towards, a place from which all its bases can shoot."""
    for mark in preys(battle, unit)[:MARKS]:
        for side in SIDES:
            yield from judged(question, _way_up(question, facing_middle(bounded(mark), side)))


def ways_clear(battle: EagleBattle, unit: EagleUnit, question: PlanMove) -> Iterator[Candidate]:
    """The legal ways of a unit out of the way of friends behind it: aside, or behind them."""
    here, half = middle(unit), unit.shape.width / 2
    lanes = [friend for friend in chargers(battle, unit.side) if overlap(friend, here, half) > 0.0]
    if lanes:
        yield from _straight_back(question)
    for friend in lanes:
        aside = friend.shape.width / 2 + half + SPARE
        _, ahead = standing(friend).local(here)
        behind = -float(friend.shape.depth + unit.shape.depth + SPARE)
        for place in ((aside, ahead), (-aside, ahead), (aside, behind), (-aside, behind), (0.0, behind)):
            there = standing(friend).at(*place)
            plan = _way_aside(question.body, there, question.terms.allowance)
            found = [*judged(question, plan)]
            yield from found or judged(question, _stepping_out(plan, question.terms.allowance))


def ways_back(question: PlanMove, towards: Sequence[Point]) -> Iterator[Candidate]:
    """The legal ways of a unit without room to turn: a little back first, then on."""
    body, most = question.body, question.terms.allowance
    here = standing(body)
    for back in STEPS_BACK:
        if back >= most:
            continue
        start = centre(here, body.shape)
        behind = here.at(0, -float(back) - body.shape.depth / 2)
        for place in towards:
            turn = turn_between(here.heading + HALF_TURN, heading_between(behind, place))
            onward = min(most - back, round(apart(start, place)))
            legs = (Turn(HALF_TURN), Advance(back), Turn(turn) if turn else None, Advance(onward))
            yield from judged(question, tuple(leg for leg in legs if leg is not None))


def _way_aside(body: Body, there: Point, most: int) -> Plan:
    """The way to a place, as far as the move goes, facing kept."""
    here = standing(body)
    start = centre(here, body.shape)
    far = min(round(apart(start, there)), most)
    if not far:
        return ()
    turn = turn_between(here.heading, heading_between(start, there))
    legs = (Turn(turn) if turn else None, Advance(far), Turn(-turn) if turn else None)
    return tuple(leg for leg in legs if leg is not None)


def _straight_back(question: PlanMove) -> Iterator[Candidate]:
    """Straight back through the units behind, as far as needed: the one way that needs no room to turn."""
    most = question.terms.allowance
    for far in range(most, SHORTEST_BACK - 1, -INCH // 2):
        yield from judged(question, (Turn(HALF_TURN), Advance(far), Turn(HALF_TURN)))


def _stepping_out(plan: Plan, most: int) -> Plan:
    """The same way with a step ahead first, if friends close behind leave no room to turn."""
    return (
        Advance(ROOM_TO_TURN),
        *(
            Advance(max(min(leg.distance, most - ROOM_TO_TURN), 1)) if isinstance(leg, Advance) else leg
            for leg in plan
        ),
    )


def judged(question: PlanMove, plan: Plan) -> Iterator[Candidate]:
    """A plan as a candidate, if it is legal."""
    verdict = question.judge(plan)
    if not isinstance(verdict, Refusal):
        yield Candidate(plan, verdict.end, verdict.cost)


def _way_up(question: PlanMove, struck: Pose) -> Plan:
    """The way to a station before an edge, as far as one move goes."""
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
    """A turn, a straight leg and a turn that bring a freely turning body to a pose."""
    here = standing(body)
    start, goal = centre(here, body.shape), centre(there, body.shape)
    far = round(apart(start, goal))
    bearing = heading_between(start, goal) if far else there.heading
    first, last = turn_between(here.heading, bearing), turn_between(bearing, there.heading)
    legs = (Turn(first) if first else None, Advance(far) if far else None, Turn(last) if last else None)
    return tuple(leg for leg in legs if leg is not None)

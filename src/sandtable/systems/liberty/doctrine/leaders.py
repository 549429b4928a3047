"""The place of a General: behind his brigade, out of the enemy's way, with many units in command."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment
from sandtable.systems.liberty.doctrine.ground import FAR, apart, heading_to, inches_to
from sandtable.systems.liberty.general_ways import brigade_of
from sandtable.systems.liberty.leader_decisions import AttachGeneral, Ride, RideGeneral
from sandtable.systems.liberty.states import State
from sandtable.table.movement import Advance, Plan, Turn, leg_end
from sandtable.table.planning import longest_legal
from sandtable.table.space import INCH, Body, Point, centre, turn_between

BEHIND: Final = 250
"""How far behind a unit a General stands, in hundredths of an inch."""
NEEDS_HIM: Final = {State.STEADY: 1.0, State.WORN: 1.4, State.SHAKEN: 1.6}
"""How much a unit needs its General near, by its state."""
CLEAR: Final = 6.0
"""The distance from the enemy, in inches, at which a General is safe."""
WORTH_A_RIDE: Final = 0.9


class Post(NamedTuple):
    """A place for a General and its worth."""

    worth: float
    place: Point


def attach(battle: LibertyBattle, question: AttachGeneral) -> object:
    """A General stays unattached: he leaves the unit he is with, and joins none."""
    del battle
    return next((one for one in question.options if one is not None and one.unit is None), None)


def ride_wanted(battle: LibertyBattle, options: list[Ride]) -> Ride | None:
    """The first General who gains enough by moving, if any does."""
    for option in options:
        general = battle.generals[option.general]
        here = Point(general.pose.x, general.pose.y) if general.pose else None
        if here is None:
            continue
        post = best_post(battle, option.general)
        if post is not None and post.worth > post_worth(battle, option.general, here) + WORTH_A_RIDE:
            return option
    return None


def best_post(battle: LibertyBattle, number: int) -> Post | None:
    """The best place for a General: behind one of his units, or behind the middle of his brigade."""
    units = brigade_of(battle, number)
    if not units:
        return None
    places = [unit.pose.at(0, -unit.shape.depth - BEHIND) for unit in units if unit.pose]
    count = len(places)
    places.append(Point(sum(p.x for p in places) / count, sum(p.y for p in places) / count))
    return max(
        (Post(post_worth(battle, number, place), place) for place in places), key=lambda post: post.worth
    )


def post_worth(battle: LibertyBattle, number: int, place: Point) -> float:
    """The worth of a place to a General: the units in command there, less the danger of being overrun."""
    general = battle.generals[number]
    held = sum(_needs(unit) for unit in brigade_of(battle, number) if _in_reach(unit, place))
    return held - (2.0 if _nearest(battle, general, place) < CLEAR else 0.0)


def _needs(unit: Regiment) -> float:
    return NEEDS_HIM[unit.state] + unit.routing


def _in_reach(unit: Regiment, place: Point) -> bool:
    assert unit.pose is not None
    return inches_to(unit.pose, unit.shape, place) <= unit.profile.command_range - 0.5


def _nearest(battle: LibertyBattle, general: General, place: Point) -> float:
    """The inches to the nearest enemy."""
    enemies = battle.on_table(1 - general.side)
    return min((inches_to(foe.pose, foe.shape, place) for foe in enemies if foe.pose), default=FAR)


# ----------------------------------------------------------------------- riding there
def ride(battle: LibertyBattle, question: RideGeneral) -> object:
    """The move to his best place, or as far towards it as he gets."""
    body = question.body
    post = best_post(battle, question.general)
    goals = ([post.place] if post is not None else []) + list(question.toward)
    for goal in goals:
        plan = longest_legal(body, _way(body, goal), question.terms, question.scene)
        if plan and not isinstance(question.judge(plan), Refusal):
            return plan
    stay: Plan = ()
    return question.sensible()[0] if isinstance(question.judge(stay), Refusal) else stay


def _way(body: Body, goal: Point) -> Plan:
    """Turn to a place and move there."""
    assert body.pose is not None
    here = centre(body.pose, body.shape)
    turn = turn_between(body.pose.heading, heading_to(here, goal))
    plan: Plan = (Turn(turn),) if turn else ()
    start = leg_end(plan[0], body.pose, body.shape) if plan else body.pose
    far = round(apart(Point(start.x, start.y), goal) * INCH)
    return (*plan, Advance(far)) if far else plan

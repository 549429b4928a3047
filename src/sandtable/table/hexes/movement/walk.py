"""Walking step by step: what each step costs and what stands in its way.

This is the only place that judges a step. ``check`` walks a given plan, ``reach`` walks all plans.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from sandtable.table.hexes.movement.entering import (
    Crossing,
    Entering,
    closing,
    crossing,
    entering,
    entering_among,
)
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.step_words import compass_point
from sandtable.table.hexes.movement.steps import AboutFace, Act, Contact, HexStep, Step, TurnTo
from sandtable.table.hexes.movement.terms import ANY_NUMBER, Adding, Change, Penalties
from sandtable.table.hexes.movement.verdict import HexObstacle, HexPose, HexTrace, Reason
from sandtable.table.space.lengths import DEGREE, FULL_TURN, HALF_TURN, turn_between

START: Final = 0
BETWEEN: Final = 1
ENDING: Final = 2
OVER: Final = 3

MOMENTS: Final = (
    "before the first hex is entered",
    "after a hex was entered",
    "at the end of the move",
    "after closing with an enemy",
)


class Progress(NamedTuple):
    """How far a move has come: everything that decides what may follow and at what cost.

    ``moment`` says whether it is before the first hex, between hexes, at its end or over; ``used`` counts
    the changes made, each at the three moments in turn, as far as that still matters; ``by_road`` says
    whether every hex so far was entered along a road, ``was_near`` whether the move came near an enemy, where
    that matters to a change.
    """

    pose: HexPose
    moment: int
    used: tuple[int, ...]
    price: int = 0
    hex_extra: int = 0
    spot_extra: int = 0
    by_road: bool | None = None
    was_near: bool = False

    def cost(self, penalties: Penalties) -> int:
        """What the move costs so far."""
        return penalties.all_of(self.price, self.hex_extra, self.spot_extra)


class Taken(NamedTuple):
    """A step taken: how far the move had come and has come now, why it costs, and what stands in its way.

    ``found`` is the entering of the hex, or of the hex of the enemy closed with.
    """

    step: HexStep
    before: Progress
    after: Progress
    reasons: tuple[Reason, ...]
    obstacles: tuple[HexObstacle, ...]
    found: Entering | None = None


def begin(mover: Mover) -> Progress:
    """The move before its first step."""
    begun = mover.begun
    if begun is None:
        used = (0,) * (3 * len(mover.terms.changes))
        pose = HexPose(mover.origin, mover.body.facing)
        near = mover.heeds_nearness and mover.is_near(mover.origin)
        begun = mover.begun = Progress(pose, START, used, spot_extra=mover.terms.spot, was_near=near)
    return begun


def allowance(mover: Mover, progress: Progress) -> int:
    """The allowance of the move so far: with the bonus of a road if all of it was along one."""
    road = mover.terms.road
    return mover.terms.allowance + (road.bonus if road is not None and progress.by_road else 0)


def end_obstacles(mover: Mover, progress: Progress) -> tuple[HexObstacle, ...]:
    """What forbids ending the move where it has come."""
    hex_ = progress.pose.hex
    if hex_ == mover.origin or not mover.is_full(hex_):
        return ()
    words = f"friends fill {mover.grid.words(hex_)}, and the move may not end there"
    rule, weight = mover.terms.cites.stack, mover.weight_in(hex_)
    return (HexObstacle("stack", words, rule, weight, mover.terms.stack, hex_),)


def take(mover: Mover, progress: Progress, step: HexStep) -> Taken:
    """Take one step, whatever stands in its way; a step taken before from the same progress is read back."""
    known = mover.taken.get((id(progress), step))
    if known is None:
        # The entry keeps its progress alive, so no other progress can have that id.
        known = mover.taken[id(progress), step] = _taken(mover, progress, step)
    return known


def _taken(mover: Mover, progress: Progress, step: HexStep) -> Taken:
    match step:
        case Step():
            return _step(mover, progress, step)
        case Contact():
            return _contact(mover, progress, step)
        case TurnTo(facing=facing):
            return _turn(mover, progress, step, facing)
        case AboutFace():
            return _turn(mover, progress, step, (progress.pose.facing + HALF_TURN) % FULL_TURN)
        case Act():
            return _act(mover, progress, step)
        case _:
            assert_never(step)


def trace(mover: Mover, taken: Taken, cost: int) -> HexTrace:
    """The trace of a step that added this cost to the move."""
    step, before, after, reasons, _, found = taken
    if found is None:
        return HexTrace(step, before.pose, after.pose, cost, reasons)
    way, closed, field = found.crossing, isinstance(step, Contact), mover.field
    return HexTrace(
        step,
        before.pose,
        after.pose,
        cost,
        reasons,
        "" if closed or way.is_freed else field.kind_at(way.hex),
        way.barriers,
        tuple([body.id for body in mover.friends_in(way.hex)]) if mover.is_full(way.hex) else (),
        tuple([body.id for body in mover.foes_in(way.hex)]) if closed else (),
        way.road is not None,
    )


# On the spot


def _turn(mover: Mover, progress: Progress, step: HexStep, facing: int) -> Taken:
    turn = abs(turn_between(progress.pose.facing, facing))
    terms, rule = mover.terms, mover.terms.cites.turn
    if facing not in mover.grid.facings(terms.facing):
        words = f"a body that faces a {terms.facing} of its hex cannot face {facing / DEGREE:g} degrees"
        return _refused(progress, step, HexObstacle("facing", words, rule, hex=progress.pose.hex))
    changes = [number for number, change in enumerate(terms.changes) if turn in change.turns]
    if not changes:
        words = f"a turn of {turn / DEGREE:g} degrees is not allowed in this move"
        obstacle = HexObstacle("turn", words, rule, measured=turn, hex=progress.pose.hex)
        return _refused(progress, step, obstacle)
    return _change(mover, progress, step, changes, facing)


def _act(mover: Mover, progress: Progress, step: Act) -> Taken:
    named = [
        number for number, act in enumerate(mover.terms.changes) if act.name == step.name and not act.turns
    ]
    if not named:
        words = f'"{step.name}" is not allowed in this move'
        return _refused(progress, step, HexObstacle("act", words, hex=progress.pose.hex))
    return _change(mover, progress, step, named, progress.pose.facing)


def _change(mover: Mover, progress: Progress, step: HexStep, changes: list[int], facing: int) -> Taken:
    """Make the first of these changes that may still be made, at the earliest moment at which it may."""
    for number in changes:
        moment = _moment_for(mover, progress, number)
        if moment is not None:
            return _changed(mover, progress, step, number, moment, facing)
    change = mover.terms.changes[changes[0]]
    words = f"{change.name} is not allowed {MOMENTS[progress.moment]}, or not another time"
    return _refused(progress, step, HexObstacle("moment", words, change.rule, hex=progress.pose.hex))


def turns_open(mover: Mover, progress: Progress) -> dict[int, Change]:
    """The angles by which the body may still turn on the spot, and the change that each of them is."""
    found: dict[int, Change] = {}
    for number, change in enumerate(mover.terms.changes):
        if change.turns and _moment_for(mover, progress, number) is not None:
            for turn in change.turns:
                found.setdefault(turn, change)
    return found


def _moment_for(mover: Mover, progress: Progress, number: int) -> int | None:
    """The earliest moment of the move at which a change may still be made."""
    change, used, now = mover.terms.changes[number], progress.used, progress.moment
    if now == START and used[3 * number] < change.start:
        return START
    if now <= BETWEEN and used[3 * number + BETWEEN] < change.between:
        return BETWEEN
    if now <= ENDING and used[3 * number + ENDING] < _times(change, ENDING, progress):
        return ENDING
    return None


def _times(change: Change, moment: int, progress: Progress) -> int:
    """How many times a change may be made at one moment of a move."""
    if moment == ENDING and progress.was_near and change.end_near is not None:
        return change.end_near
    return (change.start, change.between, change.end)[moment]


def _still_counting(used: tuple[int, ...], moment: int) -> tuple[int, ...]:
    """The changes made, without those at past moments, which do not affect what may follow."""
    if not any(used):
        return used
    return tuple([0 if place % 3 < moment else count for place, count in enumerate(used)])


def _changed(mover: Mover, progress: Progress, step: HexStep, number: int, moment: int, facing: int) -> Taken:
    change = mover.terms.changes[number]
    used = list(progress.used)
    # What may be done any number of times is not counted: walks that differ only in that are equal.
    used[3 * number + moment] += _times(change, moment, progress) < ANY_NUMBER
    after = Progress(
        HexPose(progress.pose.hex, facing),
        moment,
        _still_counting(tuple(used), moment),
        progress.price + change.price,
        progress.hex_extra,
        _added(mover.terms.penalties.on_spot, (progress.spot_extra, change.extra)),
        progress.by_road,
        progress.was_near,
    )
    return Taken(step, progress, after, _change_reasons(change), _beyond_allowance(mover, after))


def _change_reasons(change: Change) -> tuple[Reason, ...]:
    found = []
    if change.price:
        found.append(Reason("change", change.price, change.rule, change.name, is_extra=False))
    if change.extra:
        found.append(Reason("change", change.extra, change.rule, change.name))
    return tuple(found)


# From hex to hex


def _step(mover: Mover, progress: Progress, step: Step) -> Taken:
    if step.heading not in mover.grid.sides:
        return _no_side(mover, progress, step)
    pose, now = progress.pose, progress.moment
    found = entered(mover, pose, step.heading)
    way, obstacles, facing = found.crossing, found.obstacles, pose.facing
    if step.facing is not None or way.bends:
        facing, turned = _facing_after(mover, pose, step, way)
        obstacles += turned
    if now >= ENDING:
        obstacles = (*_ended(progress), *obstacles)
    moment = ENDING if found.stops and now < ENDING else max(now, BETWEEN)
    after = _gone(mover, progress, found, HexPose(way.hex, facing), moment)
    return Taken(step, progress, after, found.reasons, obstacles + _beyond_allowance(mover, after), found)


def take_open(mover: Mover, progress: Progress, step: Step, found: Entering) -> Taken:
    """Take a step whose entering is known to be open and affordable."""
    after = come_into(mover, progress, step, found)
    taken = tuple.__new__(Taken, (step, progress, after, found.reasons, (), found))
    mover.taken[id(progress), step] = taken
    return taken


def come_into(mover: Mover, progress: Progress, step: Step, found: Entering) -> Progress:
    """The progress after a step whose entering is known and allowed."""
    way, facing = found.crossing, progress.pose.facing
    if way.bends:
        facing, _ = _facing_after(mover, progress.pose, step, way)
    pose = tuple.__new__(HexPose, (way.hex, facing))
    return _gone(mover, progress, found, pose, ENDING if found.stops else BETWEEN)


def _contact(mover: Mover, progress: Progress, step: Contact) -> Taken:
    if step.heading not in mover.grid.sides:
        return _no_side(mover, progress, step)
    found = closing(mover, crossing(mover, progress.pose, step.heading))
    after = _gone(mover, progress, found, progress.pose, OVER)
    obstacles = (*_ended(progress), *found.obstacles, *_beyond_allowance(mover, after))
    return Taken(step, progress, after, found.reasons, obstacles, found)


def entered(mover: Mover, pose: HexPose, heading: int) -> Entering:
    """What entering a hex costs, worked out once for each way into it; shared by all bodies if no body is
    near."""
    known = unheld(mover, pose, heading)
    hex_ = known.crossing.hex
    if hex_ not in mover.held and mover.terms.zone is None and not mover.is_kept_off(hex_):
        return known
    found = mover.entered.get((pose, heading))
    if found is None:
        found = mover.entered[pose, heading] = entering_among(mover, known)
    return found


def fan(mover: Mover, pose: HexPose) -> tuple[Entering, ...]:
    """The ways into the neighbouring hexes that would be open without other bodies, clockwise."""
    found = mover.unheld.fans.get(pose)
    if found is None:
        ways = [unheld(mover, pose, heading) for heading in mover.grid.sides]
        found = mover.unheld.fans[pose] = tuple([way for way in ways if not way.obstacles])
    return found


def opening(mover: Mover, pose: HexPose, way: Entering) -> Entering | None:
    """What entering a hex costs by a way of the fan, or None if a body bars it; ``entered`` says which."""
    hex_, terms = way.crossing.hex, mover.terms
    if terms.keep_off and mover.gaps[hex_] <= terms.keep_off:
        return None
    if terms.zone is None:
        if hex_ not in mover.held:
            return way
        if mover.foes_in(hex_):
            return None
        if not mover.is_full(hex_):
            return way
    found = entered(mover, pose, way.crossing.heading)
    return None if found.obstacles else found


def unheld(mover: Mover, pose: HexPose, heading: int) -> Entering:
    """What entering a hex would cost without other bodies."""
    place = pose.hex, heading, mover.terms.arcs.of(pose.facing, heading)
    known = mover.unheld.ways.get(place)
    if known is None:
        alone = mover.alone
        known = mover.unheld.ways[place] = entering(alone, crossing(alone, pose, heading))
    return known


def _no_side(mover: Mover, progress: Progress, step: Step | Contact) -> Taken:
    sides = ", ".join(map(compass_point, mover.grid.sides))
    words = (
        f"no hex lies at {step.heading / DEGREE:g} degrees ({compass_point(step.heading)}): they lie {sides}"
    )
    return _refused(progress, step, HexObstacle("heading", words, hex=progress.pose.hex))


def _gone(mover: Mover, progress: Progress, found: Entering, pose: HexPose, moment: int) -> Progress:
    """How far a move has come after a hex was entered or an enemy closed with."""
    used = progress.used
    reckoned = (
        pose,
        moment,
        used if not used or moment == progress.moment else _still_counting(used, moment),
        progress.price + found.price,
        _hex_extra(mover, progress, found) if found.extras else progress.hex_extra,
        progress.spot_extra,
        progress.by_road is not False and found.crossing.road is not None,
        progress.was_near or (mover.heeds_nearness and mover.is_near(pose.hex)),
    )
    return tuple.__new__(Progress, reckoned)


def _hex_extra(mover: Mover, progress: Progress, found: Entering) -> int:
    """The penalties for the hexes of a move with that for one more."""
    penalties = mover.terms.penalties
    return _added(penalties.over_hexes, (progress.hex_extra, _added(penalties.in_hex, found.extras)))


def bend_facings(mover: Mover, pose: HexPose, heading: int) -> tuple[int, ...]:
    """The facings that lie along a road over the side at this heading: least turn first, then clockwise."""
    facings = mover.grid.facings(mover.terms.facing)
    least = min(abs(turn_between(heading, facing)) for facing in facings)
    along = [facing for facing in facings if abs(turn_between(heading, facing)) == least]
    turns = {facing: turn_between(pose.facing, facing) for facing in along}
    return tuple(sorted(along, key=lambda facing: (abs(turns[facing]), turns[facing] < 0)))


def _facing_after(
    mover: Mover, pose: HexPose, step: Step, way: Crossing
) -> tuple[int, tuple[HexObstacle, ...]]:
    """The facing after a hex was entered: it is kept, except by a body that follows the bends of a road."""
    bends = way.bends and way.arc != "front"
    if step.facing is None:
        return bend_facings(mover, pose, way.heading)[0] if bends else pose.facing, ()
    if step.facing == pose.facing and not bends:
        return pose.facing, ()
    if way.bends and step.facing in bend_facings(mover, pose, way.heading):
        return step.facing, ()
    words = "a body comes to face another way by entering a hex only along a road whose bends it follows"
    return pose.facing, (HexObstacle("facing", words, mover.terms.cites.turn, hex=way.hex),)


# What can be paid for


def step_cost(mover: Mover, progress: Progress, found: Entering) -> int | None:
    """What a move costs with one more hex; None if the allowance does not suffice."""
    terms, road, extra = mover.terms, found.crossing.road, progress.hex_extra
    if found.extras:
        extra = _hex_extra(mover, progress, found)
    cost = terms.penalties.all_of(progress.price + found.price, extra, progress.spot_extra)
    bonus = road.bonus if road is not None and progress.by_road is not False else 0
    return cost if cost <= terms.allowance + bonus else None


def affords_change(mover: Mover, progress: Progress, change: Change) -> bool:
    """Whether the allowance suffices for a change on the spot."""
    penalties = mover.terms.penalties
    spot = _added(penalties.on_spot, (progress.spot_extra, change.extra))
    cost = penalties.all_of(progress.price + change.price, progress.hex_extra, spot)
    return cost <= allowance(mover, progress)


# Sums and refusals


def _added(adding: Adding, extras: Sequence[int]) -> int:
    return sum(extras) if adding == "sum" else max(extras, default=0)


def _beyond_allowance(mover: Mover, after: Progress) -> tuple[HexObstacle, ...]:
    cost, limit = after.cost(mover.terms.penalties), allowance(mover, after)
    if cost <= limit:
        return ()
    words = f"the move would cost {cost} movement points, and {limit} are allowed"
    return (HexObstacle("allowance", words, mover.terms.cites.allowance, cost, limit, after.pose.hex),)


def _ended(progress: Progress) -> tuple[HexObstacle, ...]:
    if progress.moment < ENDING:
        return ()
    words = "the move has come to its end, and no more hexes may be entered"
    return (HexObstacle("over", words, hex=progress.pose.hex),)


def _refused(progress: Progress, step: HexStep, obstacle: HexObstacle) -> Taken:
    return Taken(step, progress, progress, (), (obstacle,))

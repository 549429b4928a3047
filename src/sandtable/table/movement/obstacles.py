"""The obstacles to one leg of a plan: limits of its kind, ground, other bodies and the table edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sandtable.table.measure.distance import touches
from sandtable.table.movement.costs import inches, priced_amount
from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import BodyMet, Encounters, LandMet, closest_approaches
from sandtable.table.movement.legs import (
    Leg,
    Oblique,
    Reform,
    Retire,
    Turn,
    Wheel,
    kind_of,
    leg_amount,
    pose_along,
)
from sandtable.table.movement.terms import BySteps, Keep, LegTerms, Terms
from sandtable.table.movement.verdict import Obstacle
from sandtable.table.space.lengths import DEGREE, GRID, HALF_TURN, TOLERANCE, turn_between
from sandtable.table.space.pose import Point


def limit_obstacles(leg: Leg, number: int, terms: Terms) -> Iterable[Obstacle]:
    """Obstacles from the terms of the kind of leg: too short, too long, a wrong angle or shape."""
    leg_terms = _limiting_terms(leg.__class__, terms.legs)
    return () if leg_terms is None else _limit_obstacles(leg, number, leg_terms)


@lru_cache(maxsize=1024)
def _limiting_terms(kind: type[Leg], legs: tuple[LegTerms, ...]) -> LegTerms | None:
    """The terms of a kind of leg if they limit it in any way, otherwise None."""
    for leg_terms in legs:
        if leg_terms.kind == kind_of(kind):
            limits = (
                leg_terms.least
                or leg_terms.most
                or leg_terms.multiple
                or isinstance(leg_terms.price, BySteps)
            )
            return leg_terms if limits or leg_terms.kind in ("reform", "oblique", "retire") else None
    return None


def _limit_obstacles(leg: Leg, number: int, leg_terms: LegTerms) -> Iterator[Obstacle]:
    size, most = priced_amount(leg), leg_terms.most
    if isinstance(leg_terms.price, BySteps):
        most = min(most or HALF_TURN, leg_terms.price.steps[-1].up_to)
    if isinstance(leg, Reform):
        yield from _wrong_shape(leg, number, leg_terms)
    elif size and size < leg_terms.least:
        yield _limit(leg, number, leg_terms, "less", size, leg_terms.least)
    elif most and size > most:
        yield _limit(leg, number, leg_terms, "more", size, most)
    if isinstance(leg, Wheel | Turn) and leg_terms.multiple and size % leg_terms.multiple:
        words = f"a {kind_of(leg)} must be a whole multiple of {leg_terms.multiple / DEGREE:g} degrees"
        yield Obstacle("limit", words, leg_terms.rule, number, measured=size, limit=leg_terms.multiple)
    if isinstance(leg, Oblique | Retire):
        yield from _wrong_slant(leg, number, leg_terms)


def _limit(leg: Leg, number: int, leg_terms: LegTerms, than: str, size: int, limit: int) -> Obstacle:
    turns = isinstance(leg, Wheel | Turn)
    lengths = [f"{one / DEGREE:.1f} degrees" if turns else inches(one) for one in (size, limit)]
    words = f"this {kind_of(leg)} of {lengths[0]} is {than} than the {lengths[1]} allowed"
    return Obstacle(
        "limit", words, leg_terms.rule, number, measured=size, limit=limit, missing=abs(size - limit)
    )


def _wrong_slant(leg: Oblique | Retire, number: int, leg_terms: LegTerms) -> Iterator[Obstacle]:
    slant = leg.angle if isinstance(leg, Oblique) else abs(leg.slant)
    allowed = slant in leg_terms.angles if leg_terms.angles else slant <= leg_terms.widest
    if not allowed:
        listed = (
            " or ".join(f"{angle / DEGREE:g}" for angle in leg_terms.angles)
            or f"up to {leg_terms.widest / DEGREE:g}"
        )
        words = f"{kind_of(leg)} at {slant / DEGREE:g} degrees is not allowed; {listed} degrees are"
        yield Obstacle(
            "limit",
            words,
            leg_terms.rule,
            number,
            measured=slant,
            limit=max((*leg_terms.angles, leg_terms.widest)),
        )


def _wrong_shape(leg: Reform, number: int, leg_terms: LegTerms) -> Iterator[Obstacle]:
    if leg.shape not in leg_terms.shapes:
        yield Obstacle("limit", "this shape may not be formed", leg_terms.rule, number)
    if leg_terms.about not in ("any", leg.about):
        words = f"a reform must be made about the {leg_terms.about}, not the {leg.about}"
        yield Obstacle("limit", words, leg_terms.rule, number)
    if leg.aside not in leg_terms.asides:
        words = f"the new front may not lie {inches(leg.aside)} to the side of the old one"
        yield Obstacle("limit", words, leg_terms.rule, number, measured=leg.aside)
    if abs(leg.turn) > leg_terms.most:
        most, turn = leg_terms.most / DEGREE, abs(leg.turn) / DEGREE
        words = f"a reform may turn by at most {most:g} degrees, not {turn:g}"
        yield Obstacle("limit", words, leg_terms.rule, number, measured=abs(leg.turn), limit=leg_terms.most)


def path_obstacles(course: Course, encounters: Encounters, number: int) -> Iterable[Obstacle]:
    """Obstacles on the way of a leg: the table edge, ground, bodies and the distances to keep from them."""
    goes = leg_amount(encounters.leg)
    leaves = encounters.leaves < goes or encounters.leaves == 0.0
    if not leaves and not encounters.lands:
        for met in encounters.bodies:
            if met.stop < goes or not met.keeps or not goes:
                break
        else:
            return ()
    return _path_obstacles(course, encounters, number, goes)


def _path_obstacles(course: Course, encounters: Encounters, number: int, goes: int) -> Iterator[Obstacle]:
    terms = course.terms
    if terms.off_table == "barred" and (encounters.leaves < goes or encounters.leaves == 0.0):
        at = min(encounters.leaves, float(goes))
        words = f"it would leave the table {_after(encounters.leg, at)}"
        yield Obstacle(
            "table", words, terms.edge_rule, number, at, at, goes, goes - at, front_at(encounters, at)
        )
    for land in encounters.lands:
        yield from barring_ground(course, encounters, land, number)
    for met in encounters.bodies:
        if met.stop < goes or not met.keeps or not goes:
            yield from _body_obstacles(course, encounters, met, number)


def front_at(encounters: Encounters, at: float) -> Point:
    """Where the middle of the front is after an amount of a leg."""
    goes = leg_amount(encounters.leg)
    stance = pose_along(
        encounters.leg, encounters.start, encounters.shape, min(at / goes, 1.0) if goes else 1.0
    )
    return Point(stance.x, stance.y)


def _after(leg: Leg, at: float) -> str:
    """How far along a leg an obstacle is, in words."""
    if not leg_amount(leg):
        return f"during the {kind_of(leg)}"
    gone = f"{at / DEGREE:.1f} degrees" if isinstance(leg, Wheel) else inches(at)
    return f"after {gone} of the {kind_of(leg)}"


def barring_ground(course: Course, encounters: Encounters, land: LandMet, number: int) -> Iterator[Obstacle]:
    """The obstacle of a piece of ground that bars a leg."""
    piece = course.scene.field.pieces[land.piece]
    going = course.goings[land.piece]
    if going is None or going.entry != "barred":
        return
    opening = course.terms.opening
    aside = opening is not None and piece.kind in opening.over
    goes = float(leg_amount(encounters.leg))
    if land.bar < goes or (land.after and not land.before and not aside):
        at = min(land.bar, goes)
        words = going.words or f"the {piece.kind} may not be entered"
        yield Obstacle(
            "ground",
            f"{words}; the move reaches its edge {_after(encounters.leg, at)}",
            going.rule,
            number,
            at,
            at,
            goes,
            goes - at,
            front_at(encounters, at),
            piece=piece.id,
        )


def _body_obstacles(course: Course, encounters: Encounters, met: BodyMet, number: int) -> Iterator[Obstacle]:
    """Why a body stops a leg: it lies in the way, or a distance to it is not kept."""
    goes = leg_amount(encounters.leg)
    reasons = [*_overlap_obstacles(course, encounters, met, number)]
    least, at = (met.end_gap, 0.0)
    if goes:
        least, at = closest_approaches(course, encounters.leg, encounters.start, encounters.shape)[met.body]
    for keep in course.terms.keeps:
        if met.body in keep.bodies and keep.when == "along":
            reasons += _distance_obstacles(course, encounters, met, keep, number, least, at)
    if not reasons and (met.stop < goes or not met.keeps):
        at = min(met.stop, float(goes))
        rest = f" blocks the way {_after(encounters.leg, at)}"
        place, rule = front_at(encounters, at), course.terms.overlap_rule
        reasons = [Obstacle("overlap", "", rule, number, at, place=place, body=met.body, rest=rest)]
    yield from reasons


def _overlap_obstacles(
    course: Course, encounters: Encounters, met: BodyMet, number: int
) -> Iterator[Obstacle]:
    terms = course.terms
    passing = course.passings.get(met.body) if leg_amount(encounters.leg) else None
    if met.gap < -TOLERANCE or (passing is not None and not _not_parallel(course, encounters, met)):
        return
    depth = -met.end_gap
    if met.across is None and depth <= TOLERANCE:
        return
    at = met.across[0] if met.across else float(leg_amount(encounters.leg))
    rule = passing.rule if passing is not None else terms.overlap_rule
    why = "may be passed only along its front and rear" if passing is not None else "is in the way"
    rest = f" {why} {_after(encounters.leg, at)}"
    goes, place = leg_amount(encounters.leg), front_at(encounters, at)
    yield Obstacle("overlap", "", rule, number, at, at, goes, goes - at, place, met.body, rest=rest)


def _not_parallel(course: Course, encounters: Encounters, met: BodyMet) -> bool:
    """Whether a leg would pass a body across its flanks that may be passed by its front and rear only."""
    passing = course.passings.get(met.body)
    other = course.scene.bodies[met.body].pose
    assert passing is not None
    assert other is not None
    if not passing.parallel:
        return False
    if isinstance(encounters.leg, Wheel):
        return True
    off = abs(turn_between(encounters.start.heading, other.heading))
    return min(off, HALF_TURN - off) > passing.parallel


def _distance_obstacles(
    course: Course, encounters: Encounters, met: BodyMet, keep: Keep, number: int, least: float, at: float
) -> Iterator[Obstacle]:
    """A distance that a leg does not keep, or that it shortens where the mover starts nearer than allowed."""
    goes, least = leg_amount(encounters.leg), max(least, 0.0)
    if keep.arc and not met.stop < goes:
        return
    slack = course.terms.slack
    is_nearer = met.gap < keep.distance - slack
    limit = max(met.gap, 0.0) if is_nearer else float(keep.distance)
    refused = is_nearer and keep.nearer == "refused" and goes > 0
    bound = 0.0 if touches(limit) else limit - slack
    ended = bound
    if (is_nearer or not goes) and bound:
        ended = min(bound, met.gap - max(slack, GRID))
    if not refused and max(met.end_gap, 0.0) >= ended and (not goes or least >= bound):
        return
    if refused:
        limit = float(keep.distance)
        opening, rest = f"it stands {inches(met.gap)} from ", f"; within {inches(limit)} it may not move"
    elif is_nearer:
        opening = f"it comes to {inches(least)} from "
        rest = (
            f"; it is nearer than {inches(keep.distance)} already and may come no nearer than {inches(limit)}"
        )
    else:
        opening, rest = f"it comes to {inches(least)} from ", f"; it must keep {inches(limit)} away"
    opening = f"{keep.words}: {opening}" if keep.words else opening
    place, missing = front_at(encounters, at), max(limit - least, 0.0)
    yield Obstacle("near", opening, keep.rule, number, at, least, limit, missing, place, met.body, rest=rest)

"""Obstacles: what stands against one leg of a plan, each with its rule, figures and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sandtable.table.measure.distance import touches
from sandtable.table.movement.costs import inches, size_of
from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import BodyMet, LandMet, Meeting, approaches
from sandtable.table.movement.legs import Leg, Oblique, Reform, Retire, Turn, Wheel, along, amount, kind_of
from sandtable.table.movement.terms import BySteps, Keep, LegTerms, Terms
from sandtable.table.movement.verdict import Obstacle
from sandtable.table.space.lengths import DEGREE, GRID, HALF_TURN, TOLERANCE, turn_between
from sandtable.table.space.pose import Point


def beyond_limits(leg: Leg, number: int, terms: Terms) -> Iterable[Obstacle]:
    """What the terms of a kind of leg have against this one: too short, too long, a wrong angle or shape."""
    said = _limited(leg.__class__, terms.legs)
    return () if said is None else _beyond_limits(leg, number, said)


@lru_cache(maxsize=1024)
def _limited(kind: type[Leg], legs: tuple[LegTerms, ...]) -> LegTerms | None:
    """What is said of a kind of leg, if it could be held against one."""
    for said in legs:
        if said.kind == kind_of(kind):
            limits = said.least or said.most or said.multiple or isinstance(said.price, BySteps)
            return said if limits or said.kind in ("reform", "oblique", "retire") else None
    return None


def _beyond_limits(leg: Leg, number: int, said: LegTerms) -> Iterator[Obstacle]:
    much, most = size_of(leg), said.most
    if isinstance(said.price, BySteps):
        most = min(most or HALF_TURN, said.price.steps[-1].up_to)
    if isinstance(leg, Reform):
        yield from _wrong_shape(leg, number, said)
    elif much and much < said.least:
        yield _limit(leg, number, said, "less", much, said.least)
    elif most and much > most:
        yield _limit(leg, number, said, "more", much, most)
    if isinstance(leg, Wheel | Turn) and said.multiple and much % said.multiple:
        words = f"a {kind_of(leg)} is a whole multiple of {said.multiple / DEGREE:g} degrees"
        yield Obstacle("limit", words, said.rule, number, measured=much, limit=said.multiple)
    if isinstance(leg, Oblique | Retire):
        yield from _wrong_slant(leg, number, said)


def _limit(leg: Leg, number: int, said: LegTerms, than: str, much: int, limit: int) -> Obstacle:
    turns = isinstance(leg, Wheel | Turn)
    told = (
        (f"{much / DEGREE:.1f}", f"{limit / DEGREE:.1f} degrees") if turns else (inches(much), inches(limit))
    )
    words = f"this {kind_of(leg)} of {told[0]} is {than} than the {told[1]} allowed"
    return Obstacle("limit", words, said.rule, number, measured=much, limit=limit, missing=abs(much - limit))


def _wrong_slant(leg: Oblique | Retire, number: int, said: LegTerms) -> Iterator[Obstacle]:
    slant = leg.angle if isinstance(leg, Oblique) else abs(leg.slant)
    allowed = slant in said.angles if said.angles else slant <= said.widest
    if not allowed:
        listed = (
            " or ".join(f"{angle / DEGREE:g}" for angle in said.angles) or f"up to {said.widest / DEGREE:g}"
        )
        words = f"{kind_of(leg)} at {slant / DEGREE:g} degrees; {listed} degrees are allowed"
        yield Obstacle(
            "limit", words, said.rule, number, measured=slant, limit=max((*said.angles, said.widest))
        )


def _wrong_shape(leg: Reform, number: int, said: LegTerms) -> Iterator[Obstacle]:
    if leg.shape not in said.shapes:
        yield Obstacle("limit", "this shape may not be formed", said.rule, number)
    if said.about not in ("any", leg.about):
        words = f"a reform is made about the {said.about}, not the {leg.about}"
        yield Obstacle("limit", words, said.rule, number)
    if leg.aside not in said.asides:
        words = f"the new front lies {inches(leg.aside)} aside of the old one"
        yield Obstacle("limit", words, said.rule, number, measured=leg.aside)
    if abs(leg.turn) > said.most:
        words = f"a reform turns by at most {said.most / DEGREE:g} degrees, not {abs(leg.turn) / DEGREE:g}"
        yield Obstacle("limit", words, said.rule, number, measured=abs(leg.turn), limit=said.most)


def in_the_way(course: Course, meeting: Meeting, number: int) -> Iterable[Obstacle]:
    """What bars the way of a leg: the table's edge, ground, other bodies and the distances to keep from
    them."""
    goes = amount(meeting.leg)
    leaves = meeting.leaves < goes or meeting.leaves == 0.0
    if not leaves and not meeting.lands:
        for met in meeting.bodies:
            if met.stop < goes or not met.keeps or not goes:
                break
        else:
            return ()
    return _in_the_way(course, meeting, number, goes)


def _in_the_way(course: Course, meeting: Meeting, number: int, goes: int) -> Iterator[Obstacle]:
    terms = course.terms
    if terms.off_table == "barred" and (meeting.leaves < goes or meeting.leaves == 0.0):
        at = min(meeting.leaves, float(goes))
        words = f"the table ends {_after(meeting.leg, at)}"
        yield Obstacle(
            "table", words, terms.edge_rule, number, at, at, goes, goes - at, place_at(meeting, at)
        )
    for land in meeting.lands:
        yield from barred_by(course, meeting, land, number)
    for met in meeting.bodies:
        if met.stop < goes or not met.keeps or not goes:
            yield from _stopped(course, meeting, met, number)


def place_at(meeting: Meeting, at: float) -> Point:
    """Where the middle of the front is when a leg has gone so far."""
    goes = amount(meeting.leg)
    stance = along(meeting.leg, meeting.start, meeting.shape, min(at / goes, 1.0) if goes else 1.0)
    return Point(stance.x, stance.y)


def _after(leg: Leg, at: float) -> str:
    """How far along a leg something is, in words."""
    if not amount(leg):
        return f"under the {kind_of(leg)}"
    gone = f"{at / DEGREE:.1f} degrees" if isinstance(leg, Wheel) else inches(at)
    return f"after {gone} of the {kind_of(leg)}"


def barred_by(course: Course, meeting: Meeting, land: LandMet, number: int) -> Iterator[Obstacle]:
    """Where a piece of ground bars a leg."""
    piece = course.scene.field.pieces[land.piece]
    going = course.goings[land.piece]
    if going is None or going.entry != "barred":
        return
    opening = course.terms.opening
    aside = opening is not None and piece.kind in opening.over
    goes = float(amount(meeting.leg))
    if land.bar < goes or (land.after and not land.before and not aside):
        at = min(land.bar, goes)
        words = going.words or f"the {piece.kind} may not be entered"
        yield Obstacle(
            "ground",
            f"{words}; its edge is met {_after(meeting.leg, at)}",
            going.rule,
            number,
            at,
            at,
            goes,
            goes - at,
            place_at(meeting, at),
            piece=piece.id,
        )


def _stopped(course: Course, meeting: Meeting, met: BodyMet, number: int) -> Iterator[Obstacle]:
    """Why a leg is stopped by a body: it lies in the way, or a distance to it is not kept."""
    goes = amount(meeting.leg)
    reasons = [*_overlaps(course, meeting, met, number)]
    least, at = (met.end_gap, 0.0)
    if goes:
        least, at = approaches(course, meeting.leg, meeting.start, meeting.shape)[met.body]
    for keep in course.terms.keeps:
        if met.body in keep.bodies and keep.when == "along":
            reasons += _too_near(course, meeting, met, keep, number, least, at)
    if not reasons and (met.stop < goes or not met.keeps):
        at = min(met.stop, float(goes))
        rest = f" bars the way {_after(meeting.leg, at)}"
        place, rule = place_at(meeting, at), course.terms.overlap_rule
        reasons = [Obstacle("overlap", "", rule, number, at, place=place, body=met.body, rest=rest)]
    yield from reasons


def _overlaps(course: Course, meeting: Meeting, met: BodyMet, number: int) -> Iterator[Obstacle]:
    terms = course.terms
    passing = course.passings.get(met.body) if amount(meeting.leg) else None
    if met.gap < -TOLERANCE or (passing is not None and not _not_parallel(course, meeting, met)):
        return
    depth = -met.end_gap
    if met.across is None and depth <= TOLERANCE:
        return
    at = met.across[0] if met.across else float(amount(meeting.leg))
    rule = passing.rule if passing is not None else terms.overlap_rule
    why = "may be passed only along its front and rear" if passing is not None else "is in the way"
    rest = f" {why} {_after(meeting.leg, at)}"
    goes, place = amount(meeting.leg), place_at(meeting, at)
    yield Obstacle("overlap", "", rule, number, at, at, goes, goes - at, place, met.body, rest=rest)


def _not_parallel(course: Course, meeting: Meeting, met: BodyMet) -> bool:
    """Whether a body that may be passed only along its front and rear would be passed otherwise."""
    passing = course.passings.get(met.body)
    other = course.scene.bodies[met.body].pose
    assert passing is not None
    assert other is not None
    if not passing.parallel:
        return False
    if isinstance(meeting.leg, Wheel):
        return True
    off = abs(turn_between(meeting.start.heading, other.heading))
    return min(off, HALF_TURN - off) > passing.parallel


def _too_near(
    course: Course, meeting: Meeting, met: BodyMet, keep: Keep, number: int, least: float, at: float
) -> Iterator[Obstacle]:
    """A distance that a leg does not keep, or that it shortens where it is not kept already."""
    goes, least = amount(meeting.leg), max(least, 0.0)
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
        opening, rest = f"stands {inches(met.gap)} from ", f"; within {inches(limit)} it may not move"
    elif is_nearer:
        opening, rest = f"comes to {inches(least)} of ", f"; nearer than {inches(keep.distance)} already, "
        rest += f"it may come no nearer than {inches(limit)}"
    else:
        opening, rest = f"comes to {inches(least)} of ", f"; {inches(limit)} are to be kept"
    opening = f"{keep.words}: {opening}" if keep.words else opening
    place, missing = place_at(meeting, at), max(limit - least, 0.0)
    yield Obstacle("near", opening, keep.rule, number, at, least, limit, missing, place, met.body, rest=rest)

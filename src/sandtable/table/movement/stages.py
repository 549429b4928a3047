"""The order of legs in a plan: which kinds may follow which under the terms.

>>> from sandtable.table.movement.terms import FREE
>>> legs = (LegTerms("advance"), LegTerms("wheel", when="ends", times=1), LegTerms("shift", FREE, alone=True))
>>> wheeled = follow(START, "wheel", legs)
>>> advanced = follow(wheeled, "advance", legs)
>>> follow(advanced, "shift", legs)
'a shift must be the only leg of a plan'
>>> follow(follow(advanced, "wheel", legs), "advance", legs)
'no advance may follow a leg that ends the plan'
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from sandtable.table.movement.legs import KINDS, Leg, LegKind, kind_of
from sandtable.table.movement.terms import LegTerms

Part = Literal["start", "middle", "end"]


class PlanStage(NamedTuple):
    """What the legs so far mean for the next.

    *opening* and *since* count the limited kinds at the start of the plan and after it; *used* lists the
    kinds that exclude another; *lonely* is a leg that allows no other.
    """

    part: Part = "start"
    opening: tuple[tuple[LegKind, int], ...] = ()
    since: tuple[tuple[LegKind, int], ...] = ()
    used: tuple[LegKind, ...] = ()
    lonely: LegKind | None = None
    begun: bool = False


START: Final = PlanStage()


def follow(stage: PlanStage, kind: LegKind, legs: tuple[LegTerms, ...]) -> PlanStage | str:
    """The stage after one more leg of a kind, or the reason, in words, why it may not follow."""
    terms = next((terms for terms in legs if terms.kind == kind), None)
    if terms is None:
        return f"no {kind} is allowed in this move"
    rival = _conflict(stage, terms, legs)
    if rival:
        return rival
    used = tuple(known for known in KINDS if known in (*stage.used, kind) and _has_conflict(known, legs))
    lonely = kind if terms.alone else None
    return _placed(stage._replace(used=used, lonely=lonely, begun=_any_alone(legs)), terms)


def _placed(stage: PlanStage, terms: LegTerms) -> PlanStage | str:
    """The stage after a leg that is allowed in this part of the plan, or the reason why it is not."""
    kind, full = terms.kind, f"a plan may have at most {terms.times} legs of the kind {terms.kind}"
    if terms.when in ("start", "ends") and stage.part == "start":
        opening = _counted(stage.opening, terms)
        if opening is not None:
            return stage._replace(opening=opening)
        if terms.when == "start":
            return full
    if terms.when == "start":
        return f"a {kind} must be the first leg of a plan"
    if terms.when == "any" and stage.part == "end":
        return f"no {kind} may follow a leg that ends the plan"
    since = _counted(stage.since, terms)
    if since is None:
        return full
    return stage._replace(part="middle" if terms.when == "any" else "end", since=since)


def _counted(
    counts: tuple[tuple[LegKind, int], ...], terms: LegTerms
) -> tuple[tuple[LegKind, int], ...] | None:
    """The counts with one more leg of a limited kind; None if that is one too many."""
    if terms.times == 0:
        return counts
    made = dict(counts)
    if made.get(terms.kind, 0) >= terms.times:
        return None
    made[terms.kind] = made.get(terms.kind, 0) + 1
    return tuple((kind, made[kind]) for kind in KINDS if kind in made)


def _any_alone(legs: tuple[LegTerms, ...]) -> bool:
    """Whether some kind of leg must be the whole plan, so that it matters whether the plan has begun."""
    return any(terms.alone for terms in legs)


def _has_conflict(kind: LegKind, legs: tuple[LegTerms, ...]) -> bool:
    """Whether a kind of leg excludes another."""
    return any(kind in terms.without or (terms.kind == kind and terms.without) for terms in legs)


def _conflict(stage: PlanStage, terms: LegTerms, legs: tuple[LegTerms, ...]) -> str:
    """Why a leg is excluded by those already made; empty if it is not."""
    lonely = stage.lonely or (terms.kind if terms.alone and stage.begun else None)
    if lonely:
        return f"a {lonely} must be the only leg of a plan"
    for other in legs:
        if other.kind in stage.used and (other.kind in terms.without or terms.kind in other.without):
            return f"a {terms.kind} and a {other.kind} may not be in the same plan"
    return ""


@lru_cache(maxsize=1024)
def are_in_order(made: tuple[type[Leg], ...], legs: tuple[LegTerms, ...]) -> bool:
    """Whether legs of these kinds may stand in this order."""
    stage = START
    for kind in made:
        after = follow(stage, kind_of(kind), legs)
        if isinstance(after, str):
            return False
        stage = after
    return True


@lru_cache(maxsize=256)
def stage_table(legs: tuple[LegTerms, ...]) -> tuple[int, ...]:
    """For each stage that can be reached and each kind of leg, the number of the next; -1 if not allowed.

    The start is stage 0; the row of a stage has as many numbers as there are kinds of legs.
    """
    stages = [START]
    table: list[int] = []
    for stage in stages:
        for kind in KINDS:
            after = follow(stage, kind, legs)
            if isinstance(after, str):
                table.append(-1)
                continue
            if after not in stages:
                stages.append(after)
            table.append(stages.index(after))
    return tuple(table)

"""One sensible legal plan drawn by chance, made and judged in one pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.movement.check import Traversal, judge, marks_without_surcharge, unobstructed_verdict
from sandtable.table.movement.costs import cost_at_tariff, terms_and_tariff
from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import listed_by_survey
from sandtable.table.movement.kernels import rows as world_rows
from sandtable.table.movement.legs import KINDS, Leg, Plan, kind_of, shortened
from sandtable.table.movement.prices import LegVariant, Tariff
from sandtable.table.movement.stages import stage_table
from sandtable.table.movement.terms import LegTerms, MoveMark
from sandtable.table.movement.verdict import LegCost, Verdict
from sandtable.table.planning.candidates import (
    DRAWS,
    NUMBERS,
    candidates_on,
    common_wishes,
    draw_wish,
    is_strict,
    passes_strict_terms,
)
from sandtable.table.planning.kernels.leg_through import run_through
from sandtable.table.planning.longest import variant_of, wanted_amount, wanted_row
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

COUNT: Final = len(KINDS)
KNOWN: Final = 1024
"""The most entries of each of these tables."""


def random_verdict(course: Course, draw: Callable[[int], int], *, towards: Sequence[Point] = ()) -> Verdict:
    """The verdict on one sensible legal plan drawn by chance; *draw* draws a number below its argument."""
    tables = _tables_for(course)
    if not is_strict(course.terms):
        return verdict_on_wish(course, draw_wish(course, draw, towards, tables.wishes), tables)
    for _ in range(DRAWS):
        verdict = verdict_on_wish(course, draw_wish(course, draw, towards, tables.wishes), tables)
        if passes_strict_terms(course, verdict.plan, verdict.end, verdict.cost):
            return verdict
    found = candidates_on(course, towards=towards)
    return judge(course, found[draw(len(found))].plan)


def verdict_on_wish(course: Course, wish: Plan, tables: LegTables) -> Verdict:
    """The verdict on the candidate for a wish (see ``candidates``), before strict terms are applied."""
    terms, shape, pose = course.terms, course.body.shape, course.pose
    stages, stage, spent, marked = tables.stages, 0, 0.0, 0
    plan: Plan = ()
    costs: list[LegCost] = []
    traversal = Traversal([], [], [])
    sure = True
    for leg in wish:
        after = stages[stage * COUNT + NUMBERS[leg.__class__]]
        request = tables.request(leg) if after >= 0 and len(plan) < terms.most_legs else None
        if request is None:
            continue
        world = course.world_of(shape)
        here, (wanted, row) = (pose.x, pose.y, pose.heading), request
        size, paid, marks, there, bodies, lands = run_through(here, wanted, spent, marked, world, row)
        done = leg if size == wanted else shortened(leg, size)
        if done is None or not size:
            continue
        cost, marks_made = tables.cost(done)
        costs.append(cost)
        if marks_made:
            traversal.marks.extend(marks_made)
        if bodies or lands:
            over = listed_by_survey(world, world_rows.LANDS, lands) if lands else []
            through = listed_by_survey(world, world_rows.NEAR, bodies) if bodies else []
            sure &= _note_traversed(course, traversal, over, through)
        plan, pose, stage, spent, marked = (*plan, done), Pose(*there), after, paid, marks
    return unobstructed_verdict(course, plan, costs, pose, traversal) if sure else judge(course, plan)


def _note_traversed(course: Course, traversal: Traversal, lands: list[int], bodies: list[int]) -> bool:
    """Add what one more leg goes through, and say whether none of it can change the cost."""
    marks = marks_without_surcharge(course, lands, bodies)
    traversal.marks.extend(marks or ())
    traversal.lands.extend(lands)
    traversal.bodies.extend(bodies)
    return marks is not None


class LegTables(Struct, frozen=True, gc=False):
    """What can be known of the legs of a body before it stands anywhere, by its shape and terms.

    *stages* says which kinds may follow which. The dictionaries fill as legs are asked for: the amount and
    row of each leg, the row of each variant, the cost of each leg in the open, the price of each kind.
    """

    legs: tuple[LegTerms, ...]
    marks: tuple[MoveMark, ...]
    allowance: int
    shape: Shape
    mode: compiled.Mode
    stages: tuple[int, ...]
    wishes: tuple[Plan, ...]
    rows: dict[Leg, tuple[int, Floats] | None]
    ways: dict[LegVariant, Floats]
    costs: dict[Leg, tuple[LegCost, tuple[str, ...]]]
    prices: dict[type[Leg], tuple[LegTerms, Tariff]]

    def request(self, leg: Leg) -> tuple[int, Floats] | None:
        """The amount of a leg and its row for the kernel; None if the leg is not allowed or is a reform."""
        known = self.rows
        found = known.get(leg)
        if found is None:
            if len(known) >= KNOWN:
                known.clear()
            found = known[leg] = self._new_request(leg)
        return found

    def _new_request(self, leg: Leg) -> tuple[int, Floats] | None:
        """The same, made anew; all legs of a variant share one row."""
        traversal = variant_of(leg)
        row = self.ways.get(traversal)
        if row is not None:
            return wanted_amount(leg), row
        found = wanted_row(leg, self.legs, self.marks, self.allowance, self.shape, self.mode)
        if found is not None:
            self.ways[traversal] = found[1]
        return found

    def cost(self, leg: Leg) -> tuple[LegCost, tuple[str, ...]]:
        """What a leg costs, and the mark it makes, where it meets nothing."""
        known = self.costs
        found = known.get(leg)
        if found is None:
            kind = leg.__class__
            price = self.prices.get(kind)
            if price is None:
                price = terms_and_tariff(kind_of(leg), self.shape, self.legs, self.allowance)
                self.prices[kind] = price
            if len(known) >= KNOWN:
                known.clear()
            found = known[leg] = cost_at_tariff(leg, *price)
        return found


def _tables_for(course: Course) -> LegTables:
    """The tables for the body of a course, looked up by the ids of its terms."""
    terms, shape, mode = course.terms, course.body.shape, compiled.now.mode
    legs, marks, allowance = terms.legs, terms.marks, terms.allowance
    key = id(legs), id(marks), allowance, shape, mode
    known = _known_tables.get(key)
    if known is None:
        if len(_known_tables) >= KNOWN:
            _known_tables.clear()
        known = _known_tables[key] = legs, marks, _tables(legs, marks, allowance, shape, mode)
    return known[2]


_Key = tuple[int, int, int, Shape, compiled.Mode]
_known_tables: Final[dict[_Key, tuple[tuple[LegTerms, ...], tuple[MoveMark, ...], LegTables]]] = {}
"""Tables by the ids of their legs and marks, so that those need not be compared by value for each move. An
entry holds its legs and marks: while it stands, no others can get those ids."""


@lru_cache(maxsize=512)
def _tables(
    legs: tuple[LegTerms, ...], marks: tuple[MoveMark, ...], allowance: int, shape: Shape, mode: compiled.Mode
) -> LegTables:
    wishes = common_wishes(allowance, legs)
    return LegTables(legs, marks, allowance, shape, mode, stage_table(legs), wishes, {}, {}, {}, {})

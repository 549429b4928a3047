"""What a leg costs, item by item, by its price and by what it meets."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import Encounters
from sandtable.table.movement.legs import Advance, Leg, LegKind, Turn, Wheel, kind_of, leg_amount
from sandtable.table.movement.prices import Tariff, tariff_of
from sandtable.table.movement.terms import Going, LegTerms, PerInch
from sandtable.table.movement.verdict import CostItem, LegCost
from sandtable.table.space.lengths import DEGREE, INCH, as_inches
from sandtable.table.space.shape import Shape

DEFAULT_TERMS: Final = LegTerms("advance")
"""The terms by which a leg that is not allowed is priced all the same."""


class LegEffect(NamedTuple):
    """Ground or a body on the way of a leg that adds to its cost or makes a mark, and from where to where."""

    start: float
    stop: float
    multiplier: float
    toll: int
    mark: str
    words: str
    rule: str


def leg_cost(encounters: Encounters, course: Course) -> tuple[LegCost, tuple[str, ...]]:
    """What a leg costs and the marks it makes."""
    terms = course.terms
    alone = cost_in_the_open(encounters.leg, encounters.shape, terms.legs, terms.allowance)
    met = leg_effects(encounters, course) if encounters.lands or encounters.bodies else []
    if not met:
        return alone
    leg_terms = terms.for_leg(kind_of(encounters.leg)) or DEFAULT_TERMS
    tariff, size = tariff_of(leg_terms, encounters.shape, terms.allowance), priced_amount(encounters.leg)
    items = list(alone[0].items)
    if isinstance(encounters.leg, Wheel):
        items += _whole_surcharge(items[0].amount, met)
    else:
        items += _surcharges(tariff.rate, size, met)
    items += [
        CostItem(float(effect.toll), effect.words, effect.rule)
        for effect in met
        if effect.toll and effect.start
    ]
    marks = [leg_terms.mark, *(effect.mark for effect in met)]
    cost = sum(item.amount for item in items)
    return LegCost(cost, tuple(items)), tuple(dict.fromkeys(mark for mark in marks if mark))


@lru_cache(maxsize=4096)
def cost_in_the_open(
    leg: Leg, shape: Shape, legs: tuple[LegTerms, ...], allowance: int
) -> tuple[LegCost, tuple[str, ...]]:
    """What a leg costs, and the mark it makes, where it meets nothing."""
    return cost_at_tariff(leg, *terms_and_tariff(kind_of(leg), shape, legs, allowance))


def terms_and_tariff(
    kind: LegKind, shape: Shape, legs: tuple[LegTerms, ...], allowance: int
) -> tuple[LegTerms, Tariff]:
    """The terms and the tariff of a kind of leg."""
    for leg_terms in legs:
        if leg_terms.kind == kind:
            return leg_terms, tariff_of(leg_terms, shape, allowance)
    return DEFAULT_TERMS, tariff_of(DEFAULT_TERMS, shape, allowance)


def cost_at_tariff(leg: Leg, leg_terms: LegTerms, tariff: Tariff) -> tuple[LegCost, tuple[str, ...]]:
    """What a leg costs by a tariff, and the mark it makes, where it meets nothing."""
    words = cost_words(leg, leg_terms, tariff)
    if leg_terms.words and leg_terms.words != leg_terms.kind:
        words = f"{words}, {leg_terms.words}"
    item = CostItem(tariff.price(priced_amount(leg)), words, leg_terms.rule)
    return LegCost(item.amount, (item,)), (leg_terms.mark,) if leg_terms.mark else ()


def priced_amount(leg: Leg) -> int:
    """The length or turn by which a leg is priced."""
    if leg.__class__ is Advance:
        return leg.distance
    return abs(leg.turn) if isinstance(leg, Turn) else leg_amount(leg)


def cost_words(leg: Leg, leg_terms: LegTerms, tariff: Tariff) -> str:
    """A leg and the measure that it is priced by, in words."""
    if leg.__class__ is Advance:
        return f"advance of {round(leg.distance / INCH, 2):.2f} in"
    kind, size = kind_of(leg), priced_amount(leg)
    if isinstance(leg, (Wheel, Turn)):
        shape = f"{kind} of {size / DEGREE:.1f} degrees"
        if isinstance(leg_terms.price, PerInch):
            return f"{shape}, {inches(tariff.price(size) / leg_terms.price.rate)} by the {leg_terms.price.of}"
        return shape
    return f"{kind} of {inches(size)}" if size else kind


def inches(hundredths: float) -> str:
    """A length as people read it."""
    return f"{as_inches(hundredths):.2f} in"


def leg_effects(encounters: Encounters, course: Course) -> list[LegEffect]:
    """What adds to the cost of a leg or makes a mark: ground in the order of the field, then bodies."""
    kind = kind_of(encounters.leg)
    found: list[LegEffect] = []
    for land in encounters.lands:
        going = course.goings[land.piece]
        if going is not None and going.entry == "free" and has_effect(going):
            piece = course.scene.field.pieces[land.piece]
            multiplier = going.multiplier if kind in going.on else 1.0
            words = going.words or f"{piece.kind} ({piece.id})"
            found += [
                LegEffect(start, stop, multiplier, going.toll, going.mark, words, going.rule)
                for start, stop in land.spans
            ]
    for met in encounters.bodies:
        passing = course.passings.get(met.body)
        if met.across and passing is not None and (passing.toll or passing.mark):
            words = passing.words or "passing through a friend"
            found.append(LegEffect(*met.across, 1.0, passing.toll, passing.mark, words, passing.rule))
    return found


def has_effect(going: Going) -> bool:
    """Does this ground change the cost of a move or make a mark?"""
    return going.multiplier != 1.0 or going.toll > 0 or bool(going.mark)


def _surcharges(rate: float, length: float, met: list[LegEffect]) -> list[CostItem]:
    """What slow ground adds to a slide: on each stretch the dearest ground counts, of equals the first."""
    added: dict[tuple[str, str], float] = {}
    now = 0.0
    while now < length:
        here = [effect for effect in met if effect.start <= now < effect.stop]
        changes = [effect.stop for effect in here] + [effect.start for effect in met if effect.start > now]
        until = min([length, *changes])
        dearest = max(here, key=lambda effect: effect.multiplier, default=None)
        if dearest is not None and dearest.multiplier > 1.0:
            key = (f"{dearest.words}, each inch counts {dearest.multiplier:g}", dearest.rule)
            added[key] = added.get(key, 0.0) + rate * (dearest.multiplier - 1.0) * (until - now)
        now = until
    return [CostItem(more, words, rule) for (words, rule), more in added.items()]


def _whole_surcharge(price: float, met: list[LegEffect]) -> list[CostItem]:
    """What slow ground adds to a wheel: the dearest ground counts for the whole of it."""
    dearest = max(met, key=lambda effect: effect.multiplier, default=None)
    if dearest is None or dearest.multiplier == 1.0:
        return []
    words = f"{dearest.words}, the whole wheel counts {dearest.multiplier:g} times"
    return [CostItem(price * (dearest.multiplier - 1.0), words, dearest.rule)]

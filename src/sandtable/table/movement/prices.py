"""The price of a kind of leg for a body, the variants in which it can be made, and their rows for kernels."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, assert_never

from sandtable.table.movement.kernels.effects import LEG, STEPS
from sandtable.table.movement.legs import (
    KINDS,
    LONGEST,
    AboutFace,
    Advance,
    Leg,
    LegKind,
    LegSide,
    Oblique,
    Retire,
    Shift,
    Slide,
    Turn,
    Wheel,
    bearing,
)
from sandtable.table.movement.terms import BySteps, Fixed, LegTerms, PerInch, Share, Terms, mark_bits
from sandtable.table.space.lengths import HALF_TURN, RADIAN
from sandtable.table.space.shape import Shape, frontage


class Tariff(NamedTuple):
    """A price in figures: a fixed part, a rate for each unit of the leg, or a price by steps."""

    fixed: float
    rate: float
    steps: tuple[tuple[int, int], ...] = ()

    def price(self, amount: int) -> float:
        """The price of an amount of a leg; beyond the last step, the price of that step."""
        if self.steps:
            return float(next((price for up_to, price in self.steps if amount <= up_to), self.steps[-1][1]))
        return self.fixed + self.rate * amount


def tariff_of(terms: LegTerms, shape: Shape, allowance: int) -> Tariff:
    """The tariff of a kind of leg for a body of this shape."""
    price = terms.price
    if isinstance(price, Share):
        return Tariff(allowance * price.part, 0.0)
    return _fixed_tariff(terms, shape)


@lru_cache(maxsize=1024)
def _fixed_tariff(terms: LegTerms, shape: Shape) -> Tariff:
    """The tariff of a kind of leg whose price does not depend on the allowance."""
    assert not isinstance(terms.price, Share)
    match terms.price:
        case PerInch():
            return Tariff(0.0, terms.price.rate * length_per_unit(terms.kind, terms.price.of, shape))
        case Fixed():
            return Tariff(float(terms.price.price), 0.0)
        case BySteps():
            return Tariff(0.0, 0.0, tuple((step.up_to, step.price) for step in terms.price.steps))
    assert_never(terms.price)


def length_per_unit(kind: LegKind, of: str, shape: Shape) -> float:
    """How many hundredths a point of the body goes for each unit of a leg: 1 in a slide, an arc in a turn."""
    across, along = shape.width, shape.depth
    if kind == "wheel":
        front = frontage(shape)
        outer = math.hypot((front + across) / 2, along) if of == "farthest corner" else float(front)
        return (outer / 2 if of == "path" else outer) * RADIAN
    if kind == "turn":
        return (along / 2 if of == "path" else math.hypot(across, along) / 2) * RADIAN
    return 1.0


class LegVariant(NamedTuple):
    """A kind of leg with its side and slant, but without its amount."""

    kind: LegKind
    side: LegSide = "right"
    angle: int = 0

    def leg(self, amount: int) -> Leg:
        """The leg of an amount."""
        match self.kind:
            case "advance":
                return Advance(amount)
            case "wheel":
                return Wheel(self.side, amount)
            case "oblique":
                return Oblique(self.side, self.angle, amount)
            case "shift":
                return Shift(self.side, amount)
            case "retire":
                return Retire(amount, self.angle if self.side == "right" else -self.angle)
            case "turn":
                return Turn(amount if self.side == "right" else -amount)
            case "about-face":
                return AboutFace()
            case "reform":
                raise ValueError("a reform has no amount")
        assert_never(self.kind)

    @property
    def way(self) -> int:
        """The bearing of a slide, or the sense of a turn."""
        leg = self.leg(1)
        return bearing(leg) if isinstance(leg, Slide) else 1 if self.side == "right" else -1


def leg_variants(terms: LegTerms) -> tuple[LegVariant, ...]:
    """The variants of a kind of leg: straight, to the left and right, at each slant listed or the widest."""
    kind = terms.kind
    if kind in ("advance", "about-face"):
        return (LegVariant(kind),)
    if kind in ("wheel", "shift", "turn"):
        return (LegVariant(kind, "left"), LegVariant(kind, "right"))
    if kind == "reform":
        return ()
    slants = [angle for angle in (terms.angles or (terms.widest,)) if angle]
    straight = (LegVariant(kind),) if kind == "retire" and (not terms.angles or 0 in terms.angles) else ()
    return straight + tuple(LegVariant(kind, side, angle) for angle in slants for side in ("left", "right"))


def leg_row(variant: LegVariant, terms: Terms, shape: Shape, step: int) -> tuple[float, ...]:
    """The row of a variant (see ``kernels.effects``), whose amount is tried in steps of this size."""
    leg_terms = terms.for_leg(variant.kind)
    assert leg_terms is not None
    tariff, bits = tariff_of(leg_terms, shape, terms.allowance), mark_bits(terms.marks, leg_terms.mark)
    return variant_row(variant, leg_terms, tariff, bits, step)


@lru_cache(maxsize=2048)
def variant_row(
    variant: LegVariant, leg_terms: LegTerms, tariff: Tariff, bits: int, step: int
) -> tuple[float, ...]:
    """The row of a variant by its terms, its tariff and the bit of its mark."""
    turns = variant.kind in ("wheel", "turn", "about-face")
    most = min(leg_terms.most or LONGEST, HALF_TURN if turns else LONGEST)
    if tariff.steps:
        most = min(most, tariff.steps[-1][0])
    if variant.kind == "about-face":
        step = least = HALF_TURN
    else:
        step, least = leg_terms.multiple or step, leg_terms.least
    row = [
        KINDS.index(variant.kind),
        variant.way,
        step,
        least,
        most,
        tariff.fixed,
        tariff.rate,
        bits,
        len(tariff.steps),
        *(number for pair in tariff.steps for number in pair),
    ]
    if len(row) > LEG:
        raise ValueError(
            f"a turn is priced in at most {(LEG - STEPS - 1) // 2} steps, not {len(tariff.steps)}"
        )
    return tuple(map(float, row)) + (0.0,) * (LEG - len(row))

"""Attacks: moves that end in contact, found for a unit and judged when its player plans one.

A melee is started by moving the front edge into contact with an enemy, or by a Side Step against its flank or
rear (movement.contact). Any plan that ends so is legal. The plans offered open with at most one wheel and
then go straight, go obliquely, or step aside; where none of these reaches an enemy, an advance or an About
Face before the wheel is tried.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.contact import touch_between
from sandtable.systems.tricorn.contacts_made import at_pose, fault_of, is_firm, laid_flush, objection
from sandtable.systems.tricorn.movement import OBLIQUE, Gait, move_terms, scene_for
from sandtable.systems.tricorn.nearness import SLACK, TOUCH, gaps_from
from sandtable.systems.tricorn.paths import Listed, MovePath
from sandtable.systems.tricorn.rates import budget, rate
from sandtable.systems.tricorn.words import name as unit_name
from sandtable.systems.tricorn.zones import REACH as ZONE
from sandtable.systems.tricorn.zones import in_zone, zones_against
from sandtable.table.charge import Lunge, Nearness, lunges, prices_ahead
from sandtable.table.measure import gaps_to_all
from sandtable.table.movement import (
    LEG_SIDES,
    AboutFace,
    Advance,
    Course,
    Leg,
    Oblique,
    Plan,
    Shift,
    Terms,
    Verdict,
    Wheel,
    course_of,
    end_shape,
    judge,
    leg_amount,
    leg_end,
    make_legs,
    pose_along,
    verdict_if_legal,
    zone_obstacles,
)
from sandtable.table.planning import longest_leg
from sandtable.table.space import (
    DEGREE,
    FULL_TURN,
    INCH,
    QUARTER_TURN,
    TOLERANCE,
    Body,
    Pose,
    Scene,
    Shape,
    nearest_hundredth,
    standing,
)

EXEMPT: Final = inches_of("movement.zoc.contact-exempt") * INCH
"""How much of a flank attack may run through the zones of other enemies (movement.zoc.contact-exempt)."""
STRIDE: Final = 1
"""The step in which a path through zones is measured, in hundredths of an inch: the grid of the table."""
FAN: Final = 3 * DEGREE
"""The angle between the opening wheels that are tried; the free turn at the end makes up the rest."""
PARTS: Final = (0.25, 0.5, 0.75)
"""The parts of its move that a unit may advance before it wheels, where a simpler path reaches no enemy."""
NEARLY: Final = 0.01
"""By how much a path may exceed whole hundredths through rounding."""
DOUBT: Final = 1.0
"""The error bound of prices that are estimated before the exact check."""
DEARER: Final = 6 * INCH
"""By how much the path of a wheel's outer corner may exceed the wheel's price (movement.wheel.shape)."""
NEAR: Final = Nearness(TOUCH, DEARER + SLACK)


def _fan() -> tuple[int, ...]:
    """Opening wheels in order of size from zero, alternately left and right."""
    sides = [(-turn, turn) for turn in range(FAN, QUARTER_TURN + 1, FAN)]
    return (0, *(turn for pair in sides for turn in pair))


WHEELS: Final = _fan()


class PlanAttack(Listed, frozen=True, kw_only=True):
    """Plan a move that ends in contact with a named enemy (movement.contact).

    The terms say nothing of zones: whether they bind is judged with ``zoned`` (movement.zoc.effect,
    movement.zoc.contact-exempt).
    """

    form = "PlanAttack"
    name = "Attack"

    battle: TricornBattle
    target: int
    zoned: Terms

    def parties(self) -> tuple[int, ...]:
        return self.body.id, self.target

    def words(self, battle: TricornBattle) -> str:
        return f"Plan the attack of {unit_name(battle, self.body.id)} on {unit_name(battle, self.target)}"

    def heading(self, battle: TricornBattle) -> str:
        return f"{self.name} {unit_name(battle, self.target)}"

    def objection(self, verdict: Verdict) -> Refusal | None:
        """Refuse a legal plan that does not end in legal contact or breaks the rules of the zones it
        crosses."""
        refused = super().objection(verdict)
        if refused is not None:
            return refused
        assert isinstance(self.body, TricornUnit)
        there = at_pose(self.body, verdict.end)
        stepped = bool(verdict.plan) and isinstance(verdict.plan[-1], Shift)
        fault = fault_of(self.battle, self.body, there, self.target, stepped=stepped)
        return fault or self._pinned(verdict, there) or self._loose(there, stepped=stepped)

    def stands(self, verdict: Verdict) -> bool:
        """Does a legal plan stand? The cheapest checks come first, and no reason is given."""
        if MovePath.objection(self, verdict) is not None:
            return False
        assert isinstance(self.body, TricornUnit)
        there = at_pose(self.body, verdict.end)
        stepped = bool(verdict.plan) and isinstance(verdict.plan[-1], Shift)
        bound = self._bound(verdict, there) is not None
        if bound and not self._is_exempt_end(there):
            return False
        fault = fault_of(self.battle, self.body, there, self.target, stepped=stepped)
        if fault is not None or (bound and not self._is_short_of_zones(verdict.plan)):
            return False
        return self._loose(there, stepped=stepped) is None

    def essence(self) -> object:
        return super().essence(), self.target

    def _pinned(self, verdict: Verdict, there: TricornUnit) -> Refusal | None:
        """The zone rule that an attack breaks, unless the attack is exempt (movement.zoc.effect)."""
        bound = self._bound(verdict, there)
        if bound is None or (self._is_exempt_end(there) and self._is_short_of_zones(verdict.plan)):
            return None
        return bound

    def _bound(self, verdict: Verdict, there: TricornUnit) -> Refusal | None:
        """The zone rule that an attack breaks, exempt or not (movement.zoc.effect)."""
        if not self.zoned.zones:
            return None
        # The walk of this plan is cached from when it was judged: the obstacles are the same with or without
        # zones.
        course = course_of(self.body, self.terms, self.scene)
        met = [made.encounters for made in make_legs(course, verdict.plan)]
        bound = next(zone_obstacles(course, met, self.zoned.zones), None)
        return self._other_zone(there) if bound is None else Refusal(bound.words, rule=bound.rule)

    def _loose(self, there: TricornUnit, *, stepped: bool) -> Refusal | None:
        """The objection if the attack ends in a touch that does not count as contact, flush or not.

        geometry.distance
        """
        assert isinstance(self.body, TricornUnit)
        if not stepped:
            there = at_pose(there, laid_flush(self.battle, self.body, there, self.target))
        if is_firm(self.battle, there, self.target):
            return None
        words = "a touch at a point is no contact while either unit touches another enemy along an edge"
        return Refusal(words, rule="geometry.distance")

    def _other_zone(self, there: TricornUnit) -> Refusal | None:
        """A unit that began or ends in zones may contact only the units that exert them.

        movement.zoc.effect
        """
        zoners = self._zoners()
        meant = tuple([enemy for enemy in zoners if enemy.id == self.target])
        if any(_is_in_any(self.battle, meant, end) for end in (there, self.body)):
            return None
        if not any(_is_in_any(self.battle, zoners, end) for end in (self.body, there)):
            return None
        words = "in an enemy Zone of Control a unit contacts only enemies whose zone it is in"
        return Refusal(words, rule="movement.zoc.effect")

    def _is_short_of_zones(self, plan: Plan) -> bool:
        """Is the part of an attack's path in the zones of other enemies short enough?

        movement.zoc.contact-exempt
        """
        others = self._others_on_the_way(plan)
        run = 0.0
        for body, gone in strides(self.body, plan) if others else ():
            run += gone if any(in_zone(self.battle, enemy, body) for enemy in others) else 0.0
            if run > EXEMPT + SLACK:
                return False
        return True

    def _others_on_the_way(self, plan: Plan) -> list[TricornUnit]:
        """The enemies other than the target whose zones the path might enter; only these are checked at every
        step."""
        farthest = sum([_length(leg, self.body.shape) for leg in plan]) + 2 * self.body.shape.width
        here, reach = standing(self.body), ZONE + farthest + self.body.shape.depth + SLACK
        return [
            one
            for one in self._zoners()
            if one.id != self.target
            and math.dist((here.x, here.y), (standing(one).x, standing(one).y)) <= reach + one.shape.width
        ]

    def _is_exempt_end(self, there: TricornUnit) -> bool:
        """Did the unit begin outside every zone, and does it touch the target's flank or rear?

        movement.zoc.contact-exempt
        """
        target = self.battle.units[self.target]
        if target.is_garrison or self._began_in_zone():
            return False  # All sides of a garrison are its front (terrain.garrison).
        touch = touch_between(target, there)
        return touch is not None and not touch.is_frontal

    def _began_in_zone(self) -> bool:
        """Did the unit begin its move in the zone of any enemy?"""
        start = Body(self.body.id, self.body.side, *_unit(self.body).start)
        return _is_in_any(self.battle, self._zoners(), start)

    def _zoners(self) -> tuple[TricornUnit, ...]:
        return zones_against(self.battle, self.body.side)


class StartMelee(PlanAttack, frozen=True, kw_only=True):
    """Plan an attack that needs no test (movement.contact)."""

    decision: str = "move.start-melee"
    rule = "movement.contact"


class ChargeMounted(PlanAttack, frozen=True, kw_only=True):
    """Plan an attack of Foot on Mounted (movement.muskets-v-mounted.order)."""

    decision: str = "move.charge-mounted"
    rule = "movement.muskets-v-mounted.order"


def _is_in_any(battle: TricornBattle, enemies: tuple[TricornUnit, ...], body: Body) -> bool:
    """Is a body in the zone of any of these enemies? (movement.zoc.shape)"""
    return any(in_zone(battle, enemy, body) for enemy in enemies)


def _length(leg: Leg, shape: Shape) -> float:
    """How far the middle of the front goes in a leg."""
    much = leg_amount(leg)
    return shape.width / 2 * math.radians(much / DEGREE) if isinstance(leg, Wheel) else much


def strides(body: Body, plan: Plan) -> Iterator[tuple[Body, float]]:
    """A body along its path in short steps, each with the distance that the middle of its front moved."""
    assert body.pose is not None
    pose, shape = body.pose, body.shape
    for leg in plan:
        length = _length(leg, shape)
        steps = max(1, math.ceil(length / STRIDE))
        for step in range(1, steps + 1):
            stance = pose_along(leg, pose, shape, step / steps)
            there = Pose(
                nearest_hundredth(stance.x), nearest_hundredth(stance.y), round(stance.heading) % FULL_TURN
            )
            yield Body(body.id, body.side, there, end_shape(leg, shape)), length / steps
        pose, shape = leg_end(leg, pose, shape), end_shape(leg, shape)


# --------------------------------------------------------------------- what is offered
MOST: Final = 3
"""How many ways to each enemy are offered; any other legal plan is accepted too."""


def attacks(
    battle: TricornBattle, unit: TricornUnit, share: int, only: int | None = None
) -> tuple[PlanAttack, ...]:
    """The attacks open to a unit that may start a melee, one question for each enemy it can reach; *only*
    restricts the search to one enemy.

    movement.contact, movement.contact.who
    """
    meant = [one for one in _asked(battle, unit, share) if only in (None, one[0].target)]
    found = [(asked, tuple(islice(ways, MOST))) for asked, ways in meant]
    return tuple(replace(asked, ways=ways) for asked, ways in found if ways)


def attackable(battle: TricornBattle, unit: TricornUnit, share: int) -> tuple[int, ...]:
    """The enemies that a unit can attack; the search stops at the first way to each.

    movement.contact, movement.contact.who
    """
    return tuple(asked.target for asked, ways in _asked(battle, unit, share) if next(ways, None) is not None)


def _asked(
    battle: TricornBattle, unit: TricornUnit, share: int
) -> Iterator[tuple[PlanAttack, Iterator[Plan]]]:
    """For each enemy near enough, the question of how to attack it and an iterator of plans."""
    allowance = budget(rate(unit), share)
    near = _near(battle, unit, allowance)
    if not near:
        return
    zoned, scene = move_terms(battle, unit, share, Gait.ATTACK), scene_for(battle, unit)
    if zoned.zones:
        near = _not_held(battle, unit, near)
    gaps, terms = gaps_from(unit, scene_of(battle)), replace(zoned, zones=())
    close = [target for target in near if gaps[target] <= allowance + SLACK]
    # Without a turn a unit comes nearer to an enemy by no more than it moves; INCH covers rounding.
    ahead = [target for target in near if gaps[target] <= allowance + INCH]
    plans = _plans(unit, terms, scene, near, ahead)
    bends = _Bends(unit, terms, scene)
    for target in near:
        if target not in close and not plans[target]:
            continue
        asked = _kind_of(unit, battle.units[target])(
            unit.side,
            unit,
            terms,
            scene,
            battle=battle,
            target=target,
            zoned=zoned,
            ways=(),
        )
        yield asked, _ways(asked, plans[target], bends if target in close else None)


def _kind_of(unit: TricornUnit, target: TricornUnit) -> type[StartMelee | ChargeMounted]:
    """The class of an attack: Foot that closes with Mounted declares it apart (move.charge-mounted)."""
    return ChargeMounted if is_foot_against_mounted(unit, target) else StartMelee


def is_foot_against_mounted(unit: TricornUnit, target: TricornUnit) -> bool:
    """Does Foot, including open order, close with Mounted, so that it must test?

    movement.muskets-v-mounted.test, movement.muskets-v-mounted.light-infantry
    """
    return unit.is_foot and target.is_mounted


def _ways(asked: PlanAttack, plans: tuple[Plan, ...], bends: _Bends | None) -> Iterator[Plan]:
    """The plans that stand, simplest first; plans with a bend are tried only if no other stands and one may
    reach the target."""
    plain = _standing(asked, plans)
    first = next(plain, None)
    if first is None and bends is not None:
        yield from _standing(asked, bends.to(asked.target))
    elif first is not None:
        yield first
        yield from plain


def _standing(asked: PlanAttack, plans: Iterable[Plan]) -> Iterator[Plan]:
    """The plans that stand, one for each end position."""
    course, ends = course_of(asked.body, asked.terms, asked.scene), list[Pose]()
    for plan in plans:
        verdict = verdict_if_legal(course, plan)  # The reasons against a plan are not needed.
        if verdict is not None and asked.stands(verdict) and verdict.end not in ends:
            ends.append(verdict.end)
            yield plan


def _farthest(unit: TricornUnit, allowance: int) -> float:
    """The distance beyond which enemies are certainly out of a unit's reach."""
    return allowance + math.hypot(unit.shape.width, unit.shape.depth)


def _near(battle: TricornBattle, unit: TricornUnit, allowance: int) -> tuple[int, ...]:
    """The enemies that a unit may attack and that are not certainly out of its reach."""
    far = _farthest(unit, allowance)
    gaps = gaps_from(unit, scene_of(battle))
    near = [enemy for enemy in battle.enemies_of(unit.side) if gaps[enemy.id] <= far]
    return tuple([enemy.id for enemy in near if objection(battle, unit, enemy) is None])


def _not_held(battle: TricornBattle, unit: TricornUnit, near: tuple[int, ...]) -> tuple[int, ...]:
    """The enemies that zones do not rule out as targets on every path.

    A unit in zones may contact only the enemies that exert them, unless it began outside all zones
    (movement.zoc.effect, movement.zoc.contact-exempt).
    """
    zoners = zones_against(battle, unit.side)
    began = Body(unit.id, unit.side, *unit.start) if unit.began else unit
    if not _is_in_any(battle, zoners, unit) or not (began is unit or _is_in_any(battle, zoners, began)):
        return near
    pinning = [enemy.id for enemy in zoners]
    return tuple([target for target in near if target in pinning])


def _plans(
    unit: TricornUnit, terms: Terms, scene: Scene, near: tuple[int, ...], ahead: list[int]
) -> dict[int, tuple[Plan, ...]]:
    """Plans that may bring a unit into contact with each enemy, simplest first; plans without a turn only for
    those *ahead*."""
    found: dict[int, list[Plan]] = {target: [] for target in near}
    course = course_of(unit, terms, scene)
    for lunge in _paid(course, lunges(course, WHEELS, near, "wheel", NEAR), terms.allowance):
        found[lunge.body].append(_as_plan(lunge))
    for plan, body in _slides(unit, terms, scene) if ahead else ():
        gaps = gaps_to_all(body, scene, "footprint")
        for target in ahead:
            if gaps[target] <= TOUCH:
                found[target].append(plan)
    return {target: tuple(dict.fromkeys(plans)) for target, plans in found.items()}


class _Bends:
    """Plans that advance part of the way, or face about, before they wheel and close."""

    def __init__(self, unit: TricornUnit, terms: Terms, scene: Scene) -> None:
        self._unit, self._terms, self._scene = unit, terms, scene

    def to(self, target: int) -> Iterator[Plan]:
        """The plans that reach an enemy within reach of the unit's present position."""
        for opening in self._openings:
            yield from self._after(opening, target)

    @cached_property
    def _openings(self) -> tuple[Verdict, ...]:
        """The legal first legs."""
        far = self._terms.allowance
        legs: tuple[Leg, ...] = (*(Advance(int(far * part)) for part in PARTS), AboutFace())
        course = course_of(self._unit, self._terms, self._scene)
        return tuple(verdict for verdict in (judge(course, (leg,)) for leg in legs) if verdict.is_legal)

    def _after(self, opening: Verdict, target: int) -> Iterator[Plan]:
        """The plans that may follow a first leg."""
        left = self._terms.allowance - opening.cost
        course = course_of(self._unit, self._terms, self._scene)
        near = Nearness(TOUCH, int(left) - self._terms.allowance + DEARER + SLACK)
        found = lunges(course, WHEELS, (target,), "wheel", near, opening.end)
        for lunge in _paid(course, found, left, opening.end):
            yield (*opening.plan, *_as_plan(lunge))


def _unit(body: Body) -> TricornUnit:
    assert isinstance(body, TricornUnit)
    return body


def _paid(
    course: Course, found: tuple[Lunge, ...], allowance: float, start: Pose | None = None
) -> list[Lunge]:
    """The lunges that are not certainly too expensive, with the ground on their path counted."""
    cheap = [lunge for lunge in found if _wheel_price(lunge) + lunge.run <= allowance + SLACK]
    prices = prices_ahead(course, [(lunge.turn, _ahead(lunge)) for lunge in cheap], start)
    most = allowance + TOLERANCE + DOUBT
    return [lunge for lunge, price in zip(cheap, prices, strict=True) if _wheel_price(lunge) + price <= most]


def _wheel_price(lunge: Lunge) -> int:
    """The price of a lunge's wheel by its angle (movement.wheel.45, movement.wheel.90)."""
    return 0 if not lunge.turn else INCH if abs(lunge.turn) <= QUARTER_TURN // 2 else 2 * INCH


def _ahead(lunge: Lunge) -> int:
    """The length of a lunge's straight advance, in whole hundredths of an inch."""
    return math.ceil(lunge.run - NEARLY) if lunge.run > NEARLY else 0


def _as_plan(lunge: Lunge) -> Plan:
    """A lunge as the legs of a plan."""
    legs: list[Leg] = []
    if lunge.turn:
        legs.append(Wheel("right" if lunge.turn > 0 else "left", abs(lunge.turn)))
    if lunge.run > NEARLY:
        legs.append(Advance(_ahead(lunge)))
    return tuple(legs)


def _slides(unit: TricornUnit, terms: Terms, scene: Scene) -> Iterator[tuple[Plan, TricornUnit]]:
    """Obliques and Side Steps, as far as they can go."""
    course, far = course_of(unit, terms, scene), max(terms.allowance, 1)
    legs: list[Leg] = [Oblique(side, angle, far) for angle in (OBLIQUE, OBLIQUE // 2) for side in LEG_SIDES]
    legs += [Shift(side, far) for side in LEG_SIDES]
    for leg in legs:
        made, at = longest_leg(course, leg, course.start)
        if made is not None:
            yield (made,), at_pose(unit, at.pose)

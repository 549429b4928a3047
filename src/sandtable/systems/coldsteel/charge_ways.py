"""The paths of charges: which enemies a unit can reach, by which opening wheel, and where it makes contact.

A charge opens with at most one wheel of up to 45 degrees and then goes straight ahead to the first contact
(charge.path).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.movement import charge_terms, takes_road
from sandtable.systems.coldsteel.nearness import enemies_of, is_touching, nearer_than
from sandtable.systems.coldsteel.precision import SLACK, TOUCH
from sandtable.systems.coldsteel.rates import rate_of
from sandtable.systems.coldsteel.sight import sees_in_arc
from sandtable.systems.coldsteel.terrain import ROAD
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.charge import Lunge, LungeOpening, Nearness, can_lunge, lunge_reach, lunges, stays_on
from sandtable.table.movement import Course, course_of
from sandtable.table.space import DEGREE, HALF_TURN, INCH, Pose

WIDEST: Final = 45
"""The widest opening wheel of a charge, in degrees (charge.path)."""

NEAR: Final = Nearness(TOUCH, SLACK)
"""The gap that counts as contact, and the tolerance (geometry.precision, geometry.inclusive)."""


def _outward(widest: int) -> tuple[int, ...]:
    """Whole degrees from 0 outwards, left and right in turn, in tenths."""
    sides = [(-turn, turn) for turn in range(DEGREE, widest + DEGREE, DEGREE)]
    return (0, *(turn for pair in sides for turn in pair))


WHEELS: Final = _outward(WIDEST * DEGREE)
PIVOTS: Final = tuple(turn for turn in _outward(HALF_TURN) if turn != -HALF_TURN)
"""The openings of a charge: wheels either way; for skirmishers, pivots of any whole degree (charge.path)."""


class Charge(NamedTuple):
    """The target of a charge, and its opening wheel in degrees, positive to the right."""

    target: int
    wheel: int


class ChargeWay(NamedTuple):
    """Where a charge ends, its cost, and the part of it that is straight ahead, in hundredths of an inch."""

    charge: Charge
    to: Pose
    cost: float
    run: float


def targets(battle: ColdSteelBattle, unit: ColdSteelUnit, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """The given enemies that a unit may charge if it can reach them: in its arc and in sight.

    Cavalry does not charge garrisons; for other units a garrison has the footprint of its building.
    Skirmishers may charge in any direction.

    charge.target, geometry.all-round
    """
    if unit.is_cavalry:
        enemies = tuple([enemy for enemy in enemies if not battle.units[enemy].is_garrison])
    return sees_in_arc(battle, unit, enemies)


class _Prospect(NamedTuple):
    """The last answers about a unit's charges, and the state they hold for.

    ``near`` are the enemies it may reach across country, ``open_to`` all it may charge; ``ways`` is computed
    when first needed.
    """

    units: tuple[ColdSteelUnit, ...]
    unit: ColdSteelUnit
    readings: Readings
    near: tuple[int, ...]
    open_to: tuple[int, ...]
    ways: tuple[ChargeWay, ...] | None = None


_last: _Prospect | None = None


def _prospect(battle: ColdSteelBattle, unit: ColdSteelUnit) -> _Prospect:
    """The answers for a unit as it stands; the last are kept for the choice of a charge."""
    global _last
    last = _last
    if (
        last is None
        or last.units is not battle.units
        or last.unit is not unit
        or last.readings is not battle.readings
    ):
        near = _near(battle, unit, by_road=False)
        last = _last = _Prospect(battle.units, unit, battle.readings, near, _open_to(battle, unit, near))
    return last


def ways(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[ChargeWay, ...]:
    """All charges that a unit can make from its place, least wheels first.

    charge.path, charge.reachable-only
    """
    global _last
    known = _prospect(battle, unit)
    if known.ways is None:
        known = _last = known._replace(ways=_ways(battle, unit, known))
    return known.ways or ()


def has_way(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """Can a unit charge any enemy from its place? It stops at the first way, where `ways` finds all.

    charge.path, charge.reachable-only
    """
    known = _prospect(battle, unit)
    if not known.open_to:
        return False
    if takes_road(battle, unit):
        return bool(ways(battle, unit))
    course = course_of(unit, charge_terms(battle, unit), scene_of(battle))
    return can_lunge(course, _turns(unit), known.near, known.open_to, _first(unit), NEAR)


def _ways(battle: ColdSteelBattle, unit: ColdSteelUnit, known: _Prospect) -> tuple[ChargeWay, ...]:
    if not known.open_to:
        return ()
    return tuple(
        [
            ChargeWay(Charge(lunge.body, lunge.turn // DEGREE), lunge.end, lunge.cost, lunge.run)
            for lunge in _lunges(battle, unit, known.near)
            if lunge.body in known.open_to
        ]
    )


def _turns(unit: ColdSteelUnit) -> tuple[int, ...]:
    """The opening turns of a unit's charge (charge.path)."""
    return PIVOTS if unit.formation is Formation.SKIRMISH else WHEELS


def _first(unit: ColdSteelUnit) -> LungeOpening:
    """The kind of opening: skirmishers pivot, all others wheel (charge.path)."""
    return "pivot" if unit.formation is Formation.SKIRMISH else "wheel"


def _open_to(battle: ColdSteelBattle, unit: ColdSteelUnit, near: tuple[int, ...]) -> tuple[int, ...]:
    """The enemies possibly in reach that a unit may charge if it gets there."""
    if takes_road(battle, unit):
        near = tuple(dict.fromkeys((*near, *_near(battle, unit, by_road=True))))
    return targets(battle, unit, near) if near else ()


def _near(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool) -> tuple[int, ...]:
    """The enemies that are possibly within a unit's charge distance (charge.distance)."""
    paid = rate_of(battle, unit, by_road=by_road, charging=True).whole * INCH
    reach = lunge_reach(unit.shape, WIDEST * DEGREE, paid, _first(unit), NEAR)
    return nearer_than(battle, unit, reach)


def _lunges(battle: ColdSteelBattle, unit: ColdSteelUnit, near: tuple[int, ...]) -> tuple[Lunge, ...]:
    """The charges that reach an enemy: across country, and for a column also along a road.

    All changes of a rate count, the road included (charge.distance, movement.road-use).
    """
    found = _by(battle, unit, near, by_road=False)
    if not takes_road(battle, unit):
        return found
    course = Course(unit, charge_terms(battle, unit, by_road=True), scene_of(battle))
    known = {(lunge.turn, lunge.body) for lunge in found}
    by_road = _by(battle, unit, _near(battle, unit, by_road=True), by_road=True)
    further = [lunge for lunge in by_road if (lunge.turn, lunge.body) not in known]
    return (*found, *(lunge for lunge in further if stays_on(course, lunge, (ROAD,))))


def _by(
    battle: ColdSteelBattle, unit: ColdSteelUnit, near: tuple[int, ...], *, by_road: bool
) -> tuple[Lunge, ...]:
    if not near:
        return ()
    course = course_of(unit, charge_terms(battle, unit, by_road=by_road), scene_of(battle))
    return lunges(course, _turns(unit), near, _first(unit), NEAR)


def touched(battle: ColdSteelBattle, unit: ColdSteelUnit, way: ChargeWay) -> tuple[int, ...]:
    """The enemies that a charger is engaged with at the end: its target and all others it touches.

    Cavalry is never engaged with a garrison (charge.contact).
    """
    there = replace(unit, pose=way.to)
    others = (
        enemy
        for enemy in enemies_of(battle, unit)
        if enemy != way.charge.target and is_touching(there, battle.units[enemy])
    )
    met = (enemy for enemy in others if not (unit.is_cavalry and battle.units[enemy].is_garrison))
    return (way.charge.target, *met)

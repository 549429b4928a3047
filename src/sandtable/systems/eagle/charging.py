"""Charges declared: which units may charge which this turn, and the questions to their owners.

For how a charge is made, read ``closing``; for its geometry, ``charge_ways``.
"""

from __future__ import annotations

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_events import ChargeDeclared
from sandtable.systems.eagle.charge_rights import objections
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay
from sandtable.systems.eagle.nearness import (
    distance,
    enemies_within,
    is_within,
    may_have_enemies_within,
    nearest_enemies,
    nearest_of,
)
from sandtable.systems.eagle.open_charges import as_charger, open_ways
from sandtable.systems.eagle.records import GUIDED
from sandtable.systems.eagle.repeating import charged_of, must_charge
from sandtable.systems.eagle.sight import sees
from sandtable.systems.eagle.stakes import charge_stakes
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.words import STRUCK, name
from sandtable.table.space import INCH, as_inches


class DeclareCharge(Choose[int | None], frozen=True, kw_only=True):
    """Choose the enemy that a unit charges, or None (turn.charge.declare)."""

    decision: str = "decision.charge"
    rule = "turn.charge.declare"
    title = "Charge?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"Which enemy does {name(battle, self.unit)} charge?"

    def label(self, battle: EagleBattle, option: int | None) -> str:
        """The enemy, the side struck, and the distance."""
        if option is None:
            return "Do not charge"
        way = _way(battle, self.unit, option)
        return f"{name(battle, option)}{STRUCK[way.side]}, {as_inches(way.distance):g} in"

    def face(self, battle: EagleBattle, option: int | None) -> Face:
        """A charge, and where it would end (charge.contact)."""
        if option is None:
            return Face("Do not charge", subject=self.unit)
        way = _way(battle, self.unit, option)
        note = f"{way.distance / INCH:.3g} in{STRUCK[way.side]}"
        to = landing(battle, battle.units[self.unit], way).to
        return Face(f"Charge {name(battle, option)}", note, self.unit, option, to)

    def stakes(self, battle: EagleBattle, option: int | None) -> tuple[Stake, ...]:
        """The combat after the charge, and the enemy's other answers to it."""
        return () if option is None else _stakes(battle, self.unit, option)

    def missing(self, battle: EagleBattle) -> tuple[Missing, ...]:
        """Why the unit may not charge enemies near it (charge.range, charge.path, charge.bars.all)."""
        unit = battle.units[self.unit]
        return tuple(
            Missing(f"Charge {enemy.name}", unit.id, *_no_charge(battle, unit, enemy))
            for enemy in nearest_enemies(battle, unit, RANGE)
            if enemy.id not in self.options
        )


class RepeatTarget(Choose[int], frozen=True, kw_only=True):
    """Choose which of the nearest enemies a unit that has to charge charges (control.repeat)."""

    decision: str = "decision.repeat-target"
    rule = "control.repeat"
    title = "It must charge: which enemy?"
    kind = Kind.ORDER

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.unit)} must charge: which enemy?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: EagleBattle, option: int) -> Face:
        to = landing(battle, battle.units[self.unit], _way(battle, self.unit, option)).to
        return Face(f"Charge {name(battle, option)}", "equally near", self.unit, option, to)

    def stakes(self, battle: EagleBattle, option: int) -> tuple[Stake, ...]:
        return _stakes(battle, self.unit, option)


def _way(battle: EagleBattle, unit: int, target: int) -> ChargeWay:
    """The way of a charge that is offered."""
    return next(way for way in open_ways(battle, battle.units[unit]) if way.target == target)


def _stakes(battle: EagleBattle, unit: int, target: int) -> tuple[Stake, ...]:
    one, enemy = battle.units[unit], battle.units[target]
    return tuple(charge_stakes(battle, one, enemy, _way(battle, unit, target), f"Charge {enemy.name}"))


def _no_charge(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> tuple[str, str]:
    """Why a unit may not charge an enemy, and by which rule."""
    against = objections(as_charger(battle, unit, enemy.id), charged_of(enemy))
    if against:
        return against[0].words, against[0].rule
    gap = distance(battle, unit.id, enemy.id)
    if not is_within(gap, RANGE):
        return f"it is {gap / INCH:.3g} in away; a charge can go {RANGE / INCH:g} in at most", "charge.range"
    if not unit.turns_freely and not is_in_front(unit, enemy):
        return "it is not in the front arc", "charge.path"
    if not sees(battle, unit, (enemy.id,)):
        return "it is not in sight", "charge.path"
    return "there is no straight way to it: a unit or the ground is in the way", "charge.path"


# --------------------------------------------------------------------- the step
async def charges_step(battle: EagleBattle) -> EagleBattle:
    """A side declares all its charges, unit by unit; guides before the units that conform to them.

    turn.charge.declare, turn.initiative.use
    """
    for unit in in_turn(battle, battle.active):
        battle = await declare(battle, unit)
    return await step_done(battle)


def in_turn(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The units of a side near an enemy, in the order in which they declare.

    A unit that may charge only if another does comes after it: guided units, and LC behind chariots
    (control.conform, charge.lc.support). Leaders alone neither charge nor are charged (charge.leader-only).
    """
    perhaps = may_have_enemies_within(battle, side, RANGE)
    near = perhaps
    if battle.routers(1 - side):
        # The first list counts routers as enemies.
        near = [one for one in perhaps if enemies_within(battle, one, RANGE)]
    if not near:
        return ()
    near.sort(key=lambda one: (_links(battle, one), one.troop_class is TroopClass.LC, one.id))
    return tuple(one.id for one in near)


def _links(battle: EagleBattle, unit: EagleUnit) -> int:
    """The number of guides between a unit and one that acts for itself (control.conform)."""
    count, one = 0, unit
    while one.control in GUIDED and one.guide is not None and count < len(battle.units):
        count, one = count + 1, battle.units[one.guide]
    return count


async def declare(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit declares a charge or none; one that repeats a charge must charge the nearest enemy that it can.

    decision.charge, control.repeat
    """
    one = battle.units[unit]
    ways = {way.target: way for way in open_ways(battle, one)}
    if not ways:
        return battle
    forced = must_charge(battle, one)
    if forced:
        nearest = nearest_of(battle, unit, tuple(ways))
        target = await _nearest(one, nearest)
    else:
        said = await DeclareCharge(one.side, (None, *ways), unit=unit)
        if said is None:
            return battle
        target = said
    way = ways[target]
    return await tell(battle, ChargeDeclared(unit, target, way.side, way.heading, forced))


async def _nearest(unit: EagleUnit, nearest: tuple[int, ...]) -> int:
    """The target of a repeated charge: the nearest enemy; the owner chooses between equals.

    control.repeat, decision.repeat-target
    """
    if len(nearest) == 1:
        return nearest[0]
    return await RepeatTarget(unit.side, nearest, unit=unit.id)

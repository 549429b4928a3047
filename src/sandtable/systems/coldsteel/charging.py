"""Charging: which units may charge which enemies, and the contact that a charge ends in.

A charge is an advance and wheel that ends in contact (charge.who). Only a charge that reaches its target may
be declared (charge.reachable-only), and the target has no reaction except to shoot in its own Shooting step
(charge.no-reaction).
"""

from __future__ import annotations

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.coldsteel import charge_ways
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import Charge, ChargeWay
from sandtable.systems.coldsteel.events import UnitCharged
from sandtable.systems.coldsteel.stakes import charge_stakes
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.words import name
from sandtable.table.space import INCH


class PickCharge(Choose[Charge], frozen=True, kw_only=True):
    """Choose the target of a charge, and its opening wheel (charge.path)."""

    decision: str = "charge.pick-target-and-wheel"
    rule = "charge.path"
    title = "Charge which enemy, and how?"
    form = "PickCharge"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"Which enemy does {name(battle, self.unit)} charge, and how?"

    def label(self, battle: ColdSteelBattle, option: Charge) -> str:
        return f"charge {name(battle, option.target)} {opening(battle.units[self.unit], option.wheel)}"

    def face(self, battle: ColdSteelBattle, option: Charge) -> Face:
        """A charge to the first contact (charge.contact)."""
        unit, way = battle.units[self.unit], self._way(battle, option)
        note = f"{opening(unit, option.wheel)}, {way.cost / INCH:.3g} in"
        hand = f", {abs(option.wheel)}° {'right' if option.wheel > 0 else 'left'}" if option.wheel else ""
        return Face(f"Charge {name(battle, option.target)}{hand}", note, unit.id, option.target, way.to)

    def stakes(self, battle: ColdSteelBattle, option: Charge) -> tuple[Stake, ...]:
        """The fire that the charge meets, and the melee."""
        unit, enemy = battle.units[self.unit], battle.units[option.target]
        return charge_stakes(battle, unit, enemy, self._way(battle, option).to, f"Charge {enemy.name}")

    def _way(self, battle: ColdSteelBattle, option: Charge) -> ChargeWay:
        return next(way for way in ways(battle, battle.units[self.unit]) if way.charge == option)

    def sensible(self) -> tuple[object, ...]:
        """For each target the least wheel, and the widest to each side."""
        found: list[Charge] = []
        for target in dict.fromkeys(charge.target for charge in self.options):
            at = [charge for charge in self.options if charge.target == target]
            found += (at[0], min(at, key=_wheel), max(at, key=_wheel))
        return tuple(dict.fromkeys(found))


def _wheel(charge: Charge) -> int:
    return charge.wheel


def opening(unit: ColdSteelUnit, wheel: int) -> str:
    """The opening of a charge, in words."""
    if wheel == 0:
        return "straight ahead"
    turn = "pivot" if unit.formation is Formation.SKIRMISH else "wheel"
    return f"after a {turn} of {abs(wheel)}° to the {'right' if wheel > 0 else 'left'}"


# --------------------------------------------------------------------- who may charge
def bars(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Refusal, ...]:
    """Why a unit may not charge at all.

    charge.who, morale.status, movement.engaged, cards.cowardly-scope, building.no-sortie, movement.square,
    artillery.melee
    """
    if not is_barred(battle, unit):
        return ()
    reasons = (
        (unit.is_artillery, "artillery never charges", "artillery.melee"),
        (unit.is_garrison, "a garrison leaves its building before it charges", "building.no-sortie"),
        (not unit.formation.may_charge, f"a unit in {unit.formation} does not charge", "charge.who"),
        (unit.failed, "it has failed its latest morale test", "morale.status"),
        (battle.is_engaged(unit.id), "it is engaged in melee", "movement.engaged"),
        (unit.held_back, "its Cowardly Officer keeps it from advancing", "cards.cowardly-scope"),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in reasons if holds)


def is_barred(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """Is a unit kept from charging at all? (charge.who)"""
    if unit.failed or unit.held_back or not unit.formation.may_charge or unit.is_artillery:
        return True
    return unit.is_garrison or battle.is_engaged(unit.id)


def ways(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[ChargeWay, ...]:
    """All charges that a unit may declare, least wheels first (charge.who, charge.path)."""
    if unit.pose is None or is_barred(battle, unit):
        return ()
    return charge_ways.ways(battle, unit)


def may_charge(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """May a unit declare a charge? (charge.who, charge.path)"""
    return unit.pose is not None and not is_barred(battle, unit) and charge_ways.has_way(battle, unit)


def charges(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Charge, ...]:
    """The charges that a unit may declare (charge.reachable-only)."""
    return tuple(way.charge for way in ways(battle, unit))


# --------------------------------------------------------------------- the charge
async def charge(
    battle: ColdSteelBattle, unit: int, decision: type[PickCharge] = PickCharge
) -> ColdSteelBattle:
    """Charge the target that the owner chooses, with the opening wheel he chooses; a single option is taken.

    charge.path, charge.contact
    """
    one = battle.units[unit]
    options = charges(battle, one)
    chosen = options[0]
    if len(options) > 1:
        chosen = await decision(one.side, options, unit=unit)
    return await go_home(battle, unit, chosen)


async def go_home(battle: ColdSteelBattle, unit: int, chosen: Charge) -> ColdSteelBattle:
    """End a charge at the first contact; the charger is engaged with every enemy it touches there.

    They fight in the Melee step of this turn (charge.contact, charge.fights).
    """
    one = battle.units[unit]
    way = next(way for way in ways(battle, one) if way.charge == chosen)
    met = charge_ways.touched(battle, one, way)
    return await tell(battle, UnitCharged(unit, chosen.target, met, way.to))

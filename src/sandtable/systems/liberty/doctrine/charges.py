"""When to charge: by the exact odds of test, fire and melee, compared with a volley on the spot."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.liberty.aim import targets
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.charge_decisions import Charge, DeclareCharge, JoinCharge, PickFacing
from sandtable.systems.liberty.charge_ways import ChargeWay, legal_targets
from sandtable.systems.liberty.doctrine.chances import charge_gain
from sandtable.systems.liberty.doctrine.fire import shot_worth
from sandtable.systems.liberty.doctrine.outlook import outlook, place_worth
from sandtable.systems.liberty.doctrine.posture import care, is_safe
from sandtable.systems.liberty.doctrine.tasks import stake
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.pursuit_decisions import ChargeOnward
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.stakes import duel_after, facts_of_charge
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import Quality

CAUTION: Final = 1.0
"""The weight of the charger's own losses against its target's."""
HELPS_FRIENDS: Final = 0.5
"""The worth, beyond the odds, of joining a melee in which friends already fight."""
AFTERWARDS: Final = 1.0
WORST: Final = 4.0
"""The weight of the danger at the place where a charge ends, and the most of it that counts."""
BETTER: Final = {Quality.MILITIA: 0, Quality.REGULAR: 1, Quality.ELITE: 2}
MARGIN: Final = 0.4
"""How much better than a volley a charge must be."""


def declare(battle: LibertyBattle, question: DeclareCharge | JoinCharge) -> object:
    """The charge that gains most, if it gains more than the fire it gives up; else none."""
    charges = [option for option in question.options if isinstance(option, Charge)]
    best, most = None, MARGIN
    for number in dict.fromkeys(charge.unit for charge in charges):
        unit = battle.units[number]
        wanted = [charge.target for charge in charges if charge.unit == number]
        ways = [
            way for way in legal_targets(battle, unit) if way.target in wanted and is_tempting(battle, way)
        ]
        forgone = volley_forgone(battle, unit) if ways else 0.0
        for way in ways:
            worth = charge_worth(battle, way) - forgone
            if worth > most:
                best, most = Charge(way.unit, way.target), worth
    return best


def is_tempting(battle: LibertyBattle, way: ChargeWay) -> bool:
    """Is a charge worth working out? Not on the front of a steady line of the same or better quality."""
    target = battle.units[way.target]
    firm = target.state is State.STEADY and not target.disorder and not target.routing
    solid = target.arm in (Arm.INFANTRY, Arm.MOUNTED) and not battle.is_engaged(target.id)
    better = BETTER[battle.units[way.unit].profile.quality] > BETTER[target.profile.quality]
    return better or not (firm and solid and way.edge is Edge.FRONT)


def volley_forgone(battle: LibertyBattle, unit: Regiment) -> float:
    """The worth of the unit's best volley, which it gives up by charging."""
    return max((shot_worth(battle, shot) for shot in targets(battle, unit)), default=0.0)


def charge_worth(battle: LibertyBattle, way: ChargeWay, *, determined: bool = False) -> float:
    """The average worth of a charge, with the target's response."""
    unit, target = battle.units[way.unit], battle.units[way.target]
    under_fire = 0 if determined else unit.under_fire
    facts = facts_of_charge(battle, unit, target, way, under_fire)
    worth = charge_gain(facts, duel_after(battle, unit, target, way), _caution(battle, unit))
    worth = worth * stake(battle, target) if worth > 0 else worth
    worth += exposure(battle, unit, way)
    return worth + (HELPS_FRIENDS if battle.is_engaged(target.id) else 0.0)


def exposure(battle: LibertyBattle, unit: Regiment, way: ChargeWay) -> float:
    """How much worse the place at the charge's end is than the present one, within a limit."""
    assert unit.pose is not None
    gone = replace(battle.units[way.target], pose=None)
    view = outlook(battle.with_unit(gone), unit)
    change = place_worth(view, way.end, unit.shape) - place_worth(view, unit.pose, unit.shape)
    return AFTERWARDS * min(max(change, -WORST), 0.0)


def _caution(battle: LibertyBattle, unit: Regiment) -> float:
    """The weight of own losses; a side that only has to keep its lead takes fewer risks."""
    return CAUTION * care(battle, unit.side) * (2.0 if is_safe(battle, unit.side) else 1.0)


# ----------------------------------------------------------------------- facings and breakthroughs
FACINGS: Final = ("rear", "left", "right", "front")
"""The sides of an enemy, the best to strike first."""


def best_facing(battle: LibertyBattle, question: PickFacing) -> object:
    """Rear before flank before front."""
    del battle
    return min(question.options, key=FACINGS.index)


def break_through(battle: LibertyBattle, question: ChargeOnward) -> object:
    """The enemy against whom a further charge gains most, if it gains anything."""
    unit = battle.units[question.unit]
    ways = {way.target: way for way in legal_targets(battle, unit, determined=True)}
    best, most = None, 0.0
    for option in question.options:
        if option is not None and option in ways:
            worth = charge_worth(battle, ways[option], determined=True)
            if worth > most:
                best, most = option, worth
    return best

"""Blows: the role of a unit in a fight, and the facts of its blow at an enemy."""

from __future__ import annotations

from sandtable.systems.coldsteel.aim import working_card
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.melee_facts import Blow, Role
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Formation


def role_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Role:
    """The role of a unit: a charger of this turn, engaged since an earlier one, or charged this turn.

    A unit that charged and lost its target is no charger to enemies that charge it later
    (charge.charged-status, charge.target-gone, melee.continued.who).
    """
    if any(link.charger == unit.id and link.turn == battle.turn for link in battle.links):
        return Role.CHARGER
    return Role.CONTINUED if battle.is_locked(unit.id) else Role.DEFENDER


def blow_at(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit, role: Role) -> Blow:
    """The facts of a blow: all models strike, whatever their rank and facing (melee.all-models)."""
    return Blow(
        troops=unit.troop_class,
        models=unit.models,
        card=working_card(unit),
        role=role,
        at_square=target.formation is Formation.SQUARE,
        luck_spent=unit.lucky_used,
        two_dice_only_charging=battle.is_other(Reading.CAVALRY_DICE),
        seat=unit.side,
        unit=unit.id,
    )

"""The Melee step on the table: the fights one after another, and the blows of each.

Units linked directly or through others are in one fight. Units that charged this turn strike first, then
garrisons engaged since an earlier turn, then all others (melee.order, melee.strike-steps).
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.blows import blow_at, role_of
from sandtable.systems.coldsteel.events import FightFought, LuckyRerollUsed
from sandtable.systems.coldsteel.losses import Wounds, take_together
from sandtable.systems.coldsteel.melee import dice, strike
from sandtable.systems.coldsteel.melee_decisions import Fight, PickFight, PickFoe
from sandtable.systems.coldsteel.melee_events import UnitStruck
from sandtable.systems.coldsteel.melee_facts import Role, StrikeStep, step_of
from sandtable.systems.coldsteel.steps import step_done

Roles = tuple[tuple[int, Role], ...]
"""The role of each unit of a fight when it began."""


class Strike(NamedTuple):
    """A unit that strikes, and its target."""

    unit: int
    target: int


# ------------------------------------------------------------------- the fights
def fights(battle: ColdSteelBattle) -> tuple[Fight, ...]:
    """The fights that are still to be resolved (melee.order)."""
    found: list[Fight] = []
    for number in sorted({end for link in battle.links for end in (link.charger, link.charged)}):
        if number not in battle.fought and not any(number in fight for fight in found):
            found.append(_linked_with(battle, number))
    return tuple(found)


def _linked_with(battle: ColdSteelBattle, unit: int) -> Fight:
    """All units linked with one, directly or through others, itself included."""
    reached, waiting = {unit}, [unit]
    while waiting:
        for foe in battle.foes_of(waiting.pop()):
            if foe not in reached:
                reached.add(foe)
                waiting.append(foe)
    return tuple(sorted(reached))


async def melee_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Resolve one fight, chosen by Player 1; the step ends when none is left.

    melee.order, melee.continued.who, charge.fights
    """
    waiting = fights(battle)
    if not waiting:
        return await step_done(battle)
    if len(waiting) == 1:
        return await fight(battle, waiting[0])
    return await fight(battle, await PickFight(battle.first, waiting))


async def fight(battle: ColdSteelBattle, units: Fight) -> ColdSteelBattle:
    """Resolve all strike steps of a fight: each unit strikes once.

    No unit tests for losses, pursues or is pushed back; the attackers of a building stay outside when its
    garrison is gone (building.after).

    melee.strike-steps, melee.one-round, morale.no-casualty-effect
    """
    roles = tuple((number, role_of(battle, battle.units[number])) for number in units)
    for step in StrikeStep:
        battle = await strike_step(battle, roles, step)
    return await tell(battle, FightFought(units))


# --------------------------------------------------------------- a strike step
async def strike_step(battle: ColdSteelBattle, roles: Roles, step: StrikeStep) -> ColdSteelBattle:
    """Name targets, throw all dice, then remove all losses of the step together.

    melee.strike-steps, melee.target-choice, casualties.order
    """
    known = dict(roles)
    strikers = [unit for unit in in_order(battle, known) if step_of(known[unit.id], unit.formation) is step]
    strikes = [Strike(unit.id, await target_of(battle, unit)) for unit in strikers]
    struck: dict[int, Wounds] = {}
    for unit, target in strikes:
        facts = blow_at(battle, battle.units[unit], battle.units[target], known[unit])
        scored = await do(strike, facts)
        battle = await tell(battle, UnitStruck(unit, target, dice(facts).whole, scored.hits))
        if scored.lucky:
            battle = await tell(battle, LuckyRerollUsed(unit))
        before = struck.get(target, Wounds(target, 0))
        struck[target] = Wounds(target, before.wounds + scored.hits, before.sixes + scored.sixes)
    return await take_together(battle, tuple(struck[target] for target in sorted(struck)))


def in_order(battle: ColdSteelBattle, roles: dict[int, Role]) -> tuple[ColdSteelUnit, ...]:
    """The units of a fight that still have an enemy to strike, those of Player 1 first.

    A unit whose engaged enemies are all gone does not strike (melee.target-choice, charge.target-gone); a
    unit that failed its morale test does (morale.failed-defends).
    """
    present = [battle.units[number] for number in roles if battle.is_engaged(number)]
    return tuple(sorted(present, key=lambda unit: (unit.side != battle.first, unit.id)))


async def target_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> int:
    """The enemy that a unit strikes: the one it charged, the only one, or the owner's choice.

    melee.target-choice
    """
    foes = battle.foes_of(unit.id)
    if unit.charged in foes:
        return unit.charged
    if len(foes) == 1:
        return foes[0]
    return await PickFoe(unit.side, tuple(sorted(foes)), unit=unit.id)

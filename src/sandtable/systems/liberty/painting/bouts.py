"""What two units could do to each other from where they stand: volleys, charges, and the melee after them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.ask.faces import Stake
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.actions import ConcentratedFacts
from sandtable.systems.liberty.aim import aim, targets
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.charge_ways import ChargeWay
from sandtable.systems.liberty.command import nerve_of
from sandtable.systems.liberty.doctrine.chances import nameless
from sandtable.systems.liberty.doctrine.charges import duel_after, facts_of_charge
from sandtable.systems.liberty.painting.overlays import charges_open_to
from sandtable.systems.liberty.resolutions import CHARGE, MELEE, VOLLEY
from sandtable.systems.liberty.shooting import Target
from sandtable.systems.liberty.volleys import ANY_HIT_TESTS
from sandtable.table.measure import distances_from

BEFORE_CHARGES = (Step.OPENING, Step.ATTACHING, Step.RALLYING, Step.ROUTING, Step.CHARGING)
"""The steps of its own turn in which a unit may still charge (turn.command.e)."""


def bouts(battle: LibertyBattle, unit: Regiment) -> Iterator[Stake]:
    """What a unit could do to each enemy and that enemy to it, the nearest enemy first."""
    if unit.pose is None:
        return
    far = distances_from(unit, scene_of(battle))
    for enemy in sorted(battle.on_table(1 - unit.side), key=lambda enemy: (far[enemy.id], enemy.id)):
        yield from _against(battle, unit, enemy, f"Volley at {enemy.name}", f"Charge on {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} fires", f"{enemy.name} charges")


def _against(
    battle: LibertyBattle, unit: Regiment, enemy: Regiment, volley: str, charge: str
) -> Iterator[Stake]:
    """A volley and a charge of one unit on another, where they are open."""
    if any(shot.target == enemy.id for shot in targets(battle, unit)) and not _is_busy(battle, unit):
        yield _volley(battle, unit, enemy, volley)
    if unit.side != battle.active or battle.step in BEFORE_CHARGES:
        for way in charges_open_to(battle, unit, enemy):
            yield from _charge(battle, way, charge)


def _is_busy(battle: LibertyBattle, unit: Regiment) -> bool:
    """Is a unit unable to shoot under any order? (shooting.who)"""
    return battle.is_engaged(unit.id) or unit.routing or unit.disorder > 0


def _volley(battle: LibertyBattle, unit: Regiment, enemy: Regiment, title: str) -> Stake:
    """A volley without Command Points, and the test of the unit hit (shooting.sequence)."""
    fire = aim(battle, unit, enemy)
    assert fire is not None
    target = Target(
        wear=enemy.wear,
        hits=enemy.hits,
        nerve=nameless(nerve_of(battle, enemy)),
        tests_when_struck=battle.readings.of(ANY_HIT_TESTS) == 1,
    )
    return Stake(unit.id, enemy.id, title, VOLLEY, ConcentratedFacts(fire=fire, target=target))


def _charge(battle: LibertyBattle, way: ChargeWay, title: str) -> Iterator[Stake]:
    """A charge to contact, with the target's fire if it can shoot, and the round of melee after it."""
    unit, enemy = battle.units[way.unit], battle.units[way.target]
    facts = facts_of_charge(battle, unit, enemy, way, unit.under_fire)
    yield Stake(unit.id, enemy.id, title, CHARGE, facts)
    if not (enemy.routing or battle.is_engaged(enemy.id)):
        yield Stake(unit.id, enemy.id, f"{title}: the fight", MELEE, duel_after(battle, unit, enemy, way))

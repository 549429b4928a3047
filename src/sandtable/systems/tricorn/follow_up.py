"""Following up: Mounted whose opponent was destroyed goes on into a further melee (movement.follow-up)."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.tricorn.attacks import PlanAttack, attacks
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import contact_of
from sandtable.systems.tricorn.contact import is_in_contact, touch_of
from sandtable.systems.tricorn.contacts_made import follow_up_bars
from sandtable.systems.tricorn.events import UnitFollowedUp
from sandtable.systems.tricorn.marching import come_upon, swept
from sandtable.systems.tricorn.rates import FOLLOW_UP

STAY: Final = None
"""Chosen instead of an enemy: the winner stays where it is (melee.follow-up)."""


def follow_ups(battle: TricornBattle, unit: TricornUnit) -> tuple[PlanAttack, ...]:
    """The attacks by which a Mounted unit may follow up from where it stands.

    It has half a move whatever the Initiative Roll was, once in an activation, and not after it recoiled or
    withdrew (movement.follow-up, movement.follow-up.distance, movement.follow-up.detail). Zones bind it as
    any move (movement.zoc.followup).
    """
    if not unit.is_mounted or unit.pose is None or unit.withdrew or is_in_contact(battle, unit.id):
        return ()
    if unit.id in battle.followed or unit.id in battle.recoiled:
        return ()
    if any(holds for holds, _, _ in follow_up_bars(battle, unit)):
        return ()
    return attacks(battle, unit, FOLLOW_UP)


async def into_whom(battle: TricornBattle, unit: int) -> PlanAttack | None:
    """The owner of a Mounted unit whose opponent was destroyed chooses whether it follows up, and against
    which enemy.

    movement.follow-up, melee.follow-up
    """
    one = battle.units[unit]
    found = follow_ups(battle, one)
    if not found:
        return None
    options: tuple[int | None, ...] = (STAY, *(attack.target for attack in found))
    target = await Choose("melee.follow-up", one.side, options, about=(unit,))
    return next((attack for attack in found if attack.target == target), None)


async def follow_up(battle: TricornBattle, unit: int, attack: PlanAttack) -> TricornBattle:
    """A Mounted unit follows up into the enemy it named, by the path its owner plans (movement.follow-up).

    The caller fights the resulting melee at once (movement.follow-up.immediate).
    """
    one, verdict = battle.units[unit], await attack
    to, stepped = contact_of(battle, one, attack.target, verdict)
    way = swept(one, verdict.plan, to)
    battle = await tell(battle, UnitFollowedUp(unit, attack.target, to, stepped))
    assert touch_of(battle, unit, attack.target) is not None, f"{one.name} followed up and touches nobody"
    return await come_upon(battle, unit, way)

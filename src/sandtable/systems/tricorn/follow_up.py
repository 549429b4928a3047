"""Following up: Mounted whose opponent was destroyed goes on into a further melee (movement.follow-up)."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.tricorn.attacks import PlanAttack, attacks
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import contact_of, reached, side_struck
from sandtable.systems.tricorn.contact import is_in_contact, touch_of
from sandtable.systems.tricorn.contacts_made import follow_up_bars
from sandtable.systems.tricorn.marching import come_upon, swept
from sandtable.systems.tricorn.movement_events import UnitFollowedUp
from sandtable.systems.tricorn.rates import FOLLOW_UP
from sandtable.systems.tricorn.stakes import attack_stakes
from sandtable.systems.tricorn.words import name
from sandtable.table.space import INCH

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


class FollowUp(Choose[int | None], frozen=True, kw_only=True):
    """Choose the enemy into which a winner follows up, or None: it stays (movement.follow-up)."""

    decision: str = "melee.follow-up"
    rule = "movement.follow-up"
    title = "Follow up?"

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"Does {name(battle, self.unit)} follow up?"

    def label(self, battle: TricornBattle, option: int | None) -> str:
        return "Stay" if option is None else f"Follow up into {name(battle, option)}"

    def face(self, battle: TricornBattle, option: int | None) -> Face:
        label = self.label(battle, option)
        if option is None:
            return Face(label, "where it is", self.unit)
        declared = self._attack(battle, option)
        place, cost = reached(battle, battle.units[self.unit], declared)
        note = f"{cost / INCH:.3g} in, {side_struck(battle, declared, place)}"
        return Face(label, note, self.unit, option, place)

    def stakes(self, battle: TricornBattle, option: int | None) -> tuple[Stake, ...]:
        """The melee that it goes on to, by its first path."""
        if option is None:
            return ()
        to, _ = reached(battle, battle.units[self.unit], self._attack(battle, option))
        return attack_stakes(battle, self.unit, option, to, self.label(battle, option))

    def _attack(self, battle: TricornBattle, enemy: int) -> PlanAttack:
        return next(one for one in follow_ups(battle, battle.units[self.unit]) if one.target == enemy)


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
    target = await FollowUp(one.side, options, unit=unit)
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

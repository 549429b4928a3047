"""Shooting on the table: a light unit chooses a target, turns to it and throws its dice.

Two shootings of one unit are two calls of `shoot`: the first takes effect before the second target is named
(shooting.twice).
"""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.game.ask.questions import Choose, do, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.aim import Aim, aims, is_aim, shooting_at, turned_pose
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import UnitShifted
from sandtable.systems.eagle.losses import disorder, leaders_at_risk
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.shooting import dice
from sandtable.systems.eagle.shooting import shoot as throw_dice
from sandtable.systems.eagle.shooting_events import UnitShot
from sandtable.table.space import FULL_TURN, standing

DECISION: Final = "decision.shoot-target"


class TakeAim(Choose[Aim | None], frozen=True, kw_only=True):
    """Choose a target and a facing: one offered, or any other facing from which the unit can shoot.

    shooting.target, shooting.turn
    """

    form = "TakeAim"

    battle: EagleBattle
    unit: int

    def subject(self) -> tuple[object, ...]:
        return self.about

    def judge(self, answer: object) -> Aim | Refusal | None:
        """An aim is legal if the unit has room to face so and a base that can shoot."""
        if isinstance(answer, Aim) and answer not in self.options and self._is_open(answer):
            return answer
        return super().judge(answer)

    def read(self, raw: object) -> object:
        """The aim that plain data means, offered or not."""
        try:
            return msgspec.convert(raw, Aim | None)
        except msgspec.ValidationError:
            return super().read(raw)

    def _is_open(self, aim: Aim) -> bool:
        known = 0 <= aim.target < len(self.battle.units) and 0 <= aim.heading < FULL_TURN
        return known and is_aim(self.battle, self.battle.units[self.unit], aim)


async def shoot(battle: EagleBattle, unit: int) -> EagleBattle:
    """A light unit shoots once at an enemy of its owner's choice, or not at all.

    shooting.who, shooting.target, shooting.turn, turn.manoeuvre.light-options
    """
    one = battle.units[unit]
    options = aims(battle, one)
    if not options:
        return battle
    aim = await TakeAim(DECISION, one.side, (*options, None), about=(unit,), battle=battle, unit=unit)
    if aim is None:
        return battle
    if aim.heading != standing(one).heading:
        battle = await tell(battle, UnitShifted(unit, turned_pose(one, aim.heading), "shooting.turn"))
    return await shoot_at(battle, unit, aim.target)


async def shoot_at(battle: EagleBattle, unit: int, target: int) -> EagleBattle:
    """One shooting: its dice, the target's points, and the risk to leaders with it.

    shooting.hit, leaders.risk.when, leaders.risk.timing; the leaders of a destroyed unit roll when it is
    destroyed
    """
    facts = shooting_at(battle, battle.units[unit], battle.units[target])
    points = await do(throw_dice, facts)
    battle = await tell(battle, UnitShot(unit, target, dice(facts).whole, points))
    if not points:
        return battle
    led = battle.attached_to(target)
    battle = await disorder(battle, target, points, Cause.SHOOTING, "shooting.hit")
    if led and battle.units[target].pose is not None:
        battle = await leaders_at_risk(battle, target)
    return battle

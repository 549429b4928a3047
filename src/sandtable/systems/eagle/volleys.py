"""Shooting on the table: a light unit chooses a target, turns to it and throws its dice.

Two shootings of one unit are two calls of `shoot`: the first takes effect before the second target is named
(shooting.twice).
"""

from __future__ import annotations

import msgspec

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose, do, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.present.english import counted
from sandtable.systems.eagle.aim import Aim, aims, barred, dice_at, facing, is_aim, shooting_at, turned_pose
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.events import UnitShifted
from sandtable.systems.eagle.losses import disorder, leaders_at_risk
from sandtable.systems.eagle.nearness import distance, is_within, nearest_enemies
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.shooting import dice
from sandtable.systems.eagle.shooting import shoot as throw_dice
from sandtable.systems.eagle.shooting_events import UnitShot
from sandtable.systems.eagle.sight import sees
from sandtable.systems.eagle.stakes import shooting_stake
from sandtable.systems.eagle.words import name
from sandtable.table.space import FULL_TURN, INCH, standing


class TakeAim(Choose[Aim | None], frozen=True, kw_only=True):
    """Choose a target and a facing: one offered, or any other facing from which the unit can shoot.

    shooting.target, shooting.turn
    """

    decision: str = "decision.shoot-target"
    rule = "shooting.target"
    title = "Shoot at which enemy?"
    form = "TakeAim"

    battle: EagleBattle
    unit: int

    def subject(self) -> tuple[object, ...]:
        return (self.unit,)

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

    def words(self, battle: EagleBattle) -> str:
        return f"At which enemy does {name(battle, self.unit)} shoot?"

    def label(self, battle: EagleBattle, option: Aim | None) -> str:
        """The target, the dice, and the turn towards it if needed."""
        if option is None:
            return "Do not shoot"
        unit = battle.units[self.unit]
        turned = "" if option.heading == standing(unit).heading else f", turning to {option.heading / 10:g}°"
        return f"{name(battle, option.target)}: {counted(dice_at(battle, unit, option), 'die')}{turned}"

    def face(self, battle: EagleBattle, option: Aim | None) -> Face:
        """The target, the dice, and how the unit would stand (shooting.turn)."""
        unit = battle.units[self.unit]
        if option is None:
            return Face("Do not shoot", subject=unit.id)
        thrown = counted(dice_at(battle, unit, option), "die")
        turned = option.heading != standing(unit).heading
        note = f"{thrown}, turning to him" if turned else thrown
        place = turned_pose(unit, option.heading) if turned else None
        return Face(f"Shoot at {name(battle, option.target)}", note, unit.id, option.target, place)

    def stakes(self, battle: EagleBattle, option: Aim | None) -> tuple[Stake, ...]:
        """The shooting, and the disorder of its target."""
        if option is None:
            return ()
        turned, enemy = facing(battle, battle.units[self.unit], option.heading), battle.units[option.target]
        assert turned is not None, "an aim that is offered has room"
        return (shooting_stake(battle, turned, enemy, f"Shoot at {enemy.name}"),)

    def missing(self, battle: EagleBattle) -> tuple[Missing, ...]:
        """Why the unit may not shoot at enemies near it (shooting.range, shooting.bases)."""
        unit = battle.units[self.unit]
        offered = {aim.target for aim in self.options if aim is not None}
        near = nearest_enemies(battle, unit, reach_of("shooting.range"))
        return tuple(
            Missing(f"Shoot at {enemy.name}", unit.id, *_no_shot(battle, unit, enemy))
            for enemy in near
            if enemy.id not in offered
        )


def _no_shot(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> tuple[str, str]:
    """Why a unit may not shoot at an enemy, and by which rule."""
    for refusal in barred(battle, unit):
        return refusal.words, refusal.rule
    gap, limit = distance(battle, unit.id, enemy.id), reach_of("shooting.range")
    if not is_within(gap, limit):
        return f"it is {gap / INCH:.3g} in away; the range is {limit / INCH:g} in", "shooting.range"
    if battle.is_engaged(enemy.id):
        return "every base of it that could be shot at is in combat", "shooting.engaged"
    if not sees(battle, unit, (enemy.id,)):
        return "it is not in sight", "shooting.sight"
    return "no base could reach it, even if the unit turned", "shooting.bases"


async def shoot(battle: EagleBattle, unit: int) -> EagleBattle:
    """A light unit shoots once at an enemy of its owner's choice, or not at all.

    shooting.who, shooting.target, shooting.turn, turn.manoeuvre.light-options
    """
    one = battle.units[unit]
    options = aims(battle, one)
    if not options:
        return battle
    aim = await TakeAim(one.side, (*options, None), battle=battle, unit=unit)
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

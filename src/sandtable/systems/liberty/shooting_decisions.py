"""The decision of the Shooting phase: which unit shoots at which enemy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty.aim import Aim, aim
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.orders import order_row
from sandtable.systems.liberty.shooting import Arm, band, dice
from sandtable.systems.liberty.sight import MOST_MISSING, hidden_by, nearest_enemies
from sandtable.systems.liberty.stakes import volley_stake
from sandtable.systems.liberty.words import name
from sandtable.table.space import INCH


class Shoot(Choose[Aim | None], frozen=True, kw_only=True):
    """Choose a unit and its target, or None to end the shooting (shooting.target.free, umpire.optional)."""

    decision: str = "shoot"
    rule = "shooting.target.free"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(shot.unit for shot in self.options if shot is not None))

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Which unit shoots, and at which target?"

    def label(self, battle: LibertyBattle, option: Aim | None) -> str:
        if option is None:
            return "No more shooting"
        return f"{name(battle, option.unit)} at {name(battle, option.target)}: {_volley_note(battle, option)}"

    def face(self, battle: LibertyBattle, option: Aim | None) -> Face:
        if option is None:
            return Face(self.label(battle, option))
        title = f"Fire at {name(battle, option.target)}"
        return Face(title, _volley_note(battle, option), option.unit, option.target)

    def stakes(self, battle: LibertyBattle, option: Aim | None) -> tuple[Stake, ...]:
        """The volley, and the test of the unit hit."""
        if option is None:
            return ()
        unit, enemy = battle.units[option.unit], battle.units[option.target]
        return (volley_stake(battle, unit, enemy, f"Volley at {enemy.name}"),)

    def missing(self, battle: LibertyBattle) -> tuple[Missing, ...]:
        return tuple(islice(self._missing(battle), MOST_MISSING))

    def _missing(self, battle: LibertyBattle) -> Iterator[Missing]:
        """Why units do not shoot at enemies near them (shooting.who, shooting.target.free)."""
        offered = {(shot.unit, shot.target) for shot in self.options if shot is not None}
        for unit in battle.on_table(battle.active):
            if not unit.may_shoot:
                yield _silent(battle, unit)
                continue
            for enemy in nearest_enemies(battle, unit, unit.profile.long_max * INCH):
                if (unit.id, enemy.id) not in offered:
                    yield _no_shot(battle, unit, enemy)


def _volley_note(battle: LibertyBattle, shot: Aim) -> str:
    """The dice of a volley, and its range."""
    facts = aim(battle, battle.units[shot.unit], battle.units[shot.target])
    assert facts is not None
    return f"{dice(facts).whole} dice, {facts.range} in, {band(facts.weapon, facts.range)} range"


def _silent(battle: LibertyBattle, unit: Regiment) -> Missing:
    """Why a unit does not shoot at all (shooting.who.orders)."""
    rule = "shooting.who.orders"
    if unit.arm is Arm.LIMBERED:
        words, rule = "limbered guns do not shoot", "combatdice.limbered"
    elif battle.is_engaged(unit.id):
        words, rule = "a unit in melee does not shoot", "shooting.who"
    elif unit.disorder or unit.routing:
        words, rule = f"it is {'ROUTING' if unit.routing else 'DISORDERED'}", "shooting.who"
    elif unit.order is not None and not order_row(unit.order).shoot:
        words = f"a unit given {unit.order} does not shoot this turn"
    elif unit.changed:
        words, rule = "guns that have just unlimbered do not shoot", "movement.unlimber.no-shoot"
    else:
        words = "it has already shot, or its order does not let it shoot"
    return Missing("Fire", unit.id, words, rule)


def _no_shot(battle: LibertyBattle, unit: Regiment, enemy: Regiment) -> Missing:
    """Why a unit that may shoot does not shoot at an enemy."""
    if battle.is_engaged(enemy.id):
        words, rule = f"{enemy.name} is in melee", "shooting.target.free"
    else:
        words, rule = hidden_by(battle, unit, enemy)
    return Missing(f"Fire at {enemy.name}", unit.id, words, rule)

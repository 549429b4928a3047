"""The decisions of the Firing phase: at which enemy a unit fires."""

from __future__ import annotations

from typing import Generic, TypeVar

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.elan.aim import fire_facts, has_line_of_fire
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.nearness import nearest_enemies
from sandtable.systems.elan.shooting import dice, to_hit
from sandtable.systems.elan.stakes import fire_stake
from sandtable.systems.elan.weapons import Band, band, is_artillery, name_of, reach
from sandtable.systems.elan.words import asked, begun, counted, length, name, the

O = TypeVar("O", int, int | None)  # noqa: E741 - an option


class _Aim(Choose[O], Generic[O], frozen=True, kw_only=True):
    """A choice of the enemy at which a unit fires (shooting.target)."""

    rule = "shooting.target"

    firer: int

    def label(self, battle: ElanBattle, option: O) -> str:
        """The target, the dice, what they need, and the range."""
        if option is None:
            return "Hold fire"
        facts = fire_facts(battle, self.firer, option)
        far = length(battle, battle.figures.span(facts.range))
        reached = band(facts.weapon, facts.scale, facts.range)
        roll = f"{counted(dice(facts).whole, 'die')}, hits on {to_hit(facts).whole}+"
        return begun(f"{the(battle, option)}: {roll}, {far}, {reached} range")

    def face(self, battle: ElanBattle, option: O) -> Face:
        if option is None:
            return Face(self.label(battle, option), subject=self.firer)
        facts = fire_facts(battle, self.firer, option)
        far = length(battle, battle.figures.span(facts.range))
        reached = band(facts.weapon, facts.scale, facts.range)
        note = f"{dice(facts).whole} dice, hits on {to_hit(facts).whole}+, {far}, {reached}"
        return Face(f"Fire at {name(battle, option)}", note, self.firer, option)

    def stakes(self, battle: ElanBattle, option: O) -> tuple[Stake, ...]:
        """The volley, and the morale test of its target."""
        if option is None:
            return ()
        unit, enemy = battle.units[self.firer], battle.units[option]
        return (fire_stake(battle, unit, enemy, f"Fire at {enemy.name}"),)


class PickTarget(_Aim[int | None], frozen=True, kw_only=True):
    """Choose the target of a unit, or None to hold its fire (shooting.declare, shooting.target)."""

    decision: str = "fire.target"
    title = "Fire at which enemy?"

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.firer, "At which enemy", "fire")

    def missing(self, battle: ElanBattle) -> tuple[Missing, ...]:
        """Why the unit may not fire at enemies near it (shooting.target)."""
        firer = battle.units[self.firer]
        near = nearest_enemies(battle, firer, battle.figures.span(reach(firer.weapon, battle.scale)))
        return tuple(_no_shot(battle, firer, enemy) for enemy in near if enemy.id not in self.options)


class PickNearest(_Aim[int], frozen=True, kw_only=True):
    """Choose which of the enemies equally near to a unit is its target (shooting.target)."""

    decision: str = "fire.tie"
    title = "Which is the target?"
    kind = Kind.ORDER

    def words(self, battle: ElanBattle) -> str:
        return f"Enemies equally near to {the(battle, self.firer)}: which is the target?"


def _no_shot(battle: ElanBattle, firer: ElanUnit, enemy: ElanUnit) -> Missing:
    words, rule = _bar(battle, firer, enemy)
    return Missing(f"Fire at {enemy.name}", firer.id, words, rule)


def _bar(battle: ElanBattle, firer: ElanUnit, enemy: ElanUnit) -> tuple[str, str]:
    """Why a unit may not fire at an enemy, and by which rule."""
    ground = ground_of(battle)
    span = ground.fire_range(firer.id, enemy.id)
    if battle.is_in_contact(enemy.id):
        return f"{enemy.name} is in melee", "shooting.no-melee-fire"
    if band(firer.weapon, battle.scale, battle.figures.written(span)) is Band.BEYOND:
        return (
            f"it is {length(battle, round(span))} away, beyond the range of {name_of(firer.weapon)}",
            "shooting.band",
        )
    if not ground.is_in_arc(firer.id, enemy.id):
        return "it is not in the arc of fire", "geometry.fire-arc"
    if not has_line_of_fire(battle, firer.id, enemy.id):
        hidden = ground.hindrance(firer.id, enemy.id)
        return ("it is hidden" if hidden is None else hidden[1]), "geometry.los"
    if is_artillery(firer.weapon):
        return "guns must fire at enemies at close range", "shooting.target"
    return "another enemy is nearer", "shooting.target"

"""The decisions of the Melee step: which fight is next, and whom a unit strikes."""

from __future__ import annotations

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.game.present.english import counted
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.blows import blow_at, role_of
from sandtable.systems.coldsteel.melee import dice, need
from sandtable.systems.coldsteel.stakes import melee_stakes
from sandtable.systems.coldsteel.words import name, names

Fight = tuple[int, ...]
"""The numbers of the units of a fight, ascending."""


class PickFight(Choose[Fight], frozen=True, kw_only=True):
    """Choose the fight that is fought next (melee.order)."""

    decision: str = "melee.pick-fight"
    rule = "melee.order"
    title = "Which fight next?"
    kind = Kind.ORDER

    def words(self, battle: ColdSteelBattle) -> str:
        del battle
        return "Which fight is fought next?"

    def label(self, battle: ColdSteelBattle, option: Fight) -> str:
        return names(battle, option)

    def face(self, battle: ColdSteelBattle, option: Fight) -> Face:
        ours = tuple(unit for unit in option if battle.units[unit].side == self.seat)
        theirs = tuple(unit for unit in option if battle.units[unit].side != self.seat)
        return Face(names(battle, ours), f"against {names(battle, theirs)}", ours[0], theirs[0])

    def stakes(self, battle: ColdSteelBattle, option: Fight) -> tuple[Stake, ...]:
        """The melee of a fight of two units."""
        if len(option) > 2:
            return ()
        unit, enemy = (battle.units[number] for number in option)
        return melee_stakes(battle, unit, enemy, f"Melee of {unit.name} with {enemy.name}")


class PickFoe(Choose[int], frozen=True, kw_only=True):
    """Choose the enemy that a unit strikes (melee.target-choice)."""

    decision: str = "melee.pick-target"
    rule = "melee.target-choice"
    title = "Strike which enemy?"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"Which enemy does {name(battle, self.unit)} strike?"

    def label(self, battle: ColdSteelBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: ColdSteelBattle, option: int) -> Face:
        """An enemy: dice, and what they need."""
        unit = battle.units[self.unit]
        blow = blow_at(battle, unit, battle.units[option], role_of(battle, unit))
        note = f"{counted(dice(blow).whole, 'die')}, {need(blow).shown}"
        return Face(f"Strike {name(battle, option)}", note, unit.id, option)

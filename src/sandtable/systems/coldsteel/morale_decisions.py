"""The decisions of the Morale step on the table: who tests next, and where a unit falls back."""

from __future__ import annotations

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.driven_out import beyond_wall
from sandtable.systems.coldsteel.morale import modifiers, need, retreat
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.retreating import fall_back, way_of
from sandtable.systems.coldsteel.words import name
from sandtable.table.space import INCH


class PickTester(Choose[int], frozen=True, kw_only=True):
    """Choose the unit that tests next (morale.every-unit)."""

    decision: str = "morale.pick-unit"
    rule = "morale.every-unit"
    title = "Which unit tests morale?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: ColdSteelBattle) -> str:
        del battle
        return "Which unit tests its morale next?"

    def label(self, battle: ColdSteelBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: ColdSteelBattle, option: int) -> Face:
        """A unit, and what its dice need to pass (morale.roll)."""
        facts = facts_of(battle, battle.units[option])
        added = modifiers(facts).whole
        return Face("Test morale", f"needs {need(facts).shown} on 2D6 ({added:+d})", option)


class _Tie(Choose[int], frozen=True, kw_only=True):
    """A choice among equals for a unit that must fall back."""

    kind = Kind.ORDER

    unit: int

    def label(self, battle: ColdSteelBattle, option: int) -> str:
        return name(battle, option)

    def _home(self, battle: ColdSteelBattle) -> str:
        return battle.building(battle.units[self.unit].building).name


class RetreatTie(_Tie, frozen=True, kw_only=True):
    """Choose from which of the nearest enemies a unit falls back (morale.retreat.direction)."""

    decision: str = "morale.retreat-tie"
    rule = "morale.retreat.direction"
    title = "Fall back from which enemy?"

    def words(self, battle: ColdSteelBattle) -> str:
        who = f"{name(battle, self.unit)} falls back"
        return f"{who}: which of the equally near enemies counts as the nearest?"

    def face(self, battle: ColdSteelBattle, option: int) -> Face:
        """An enemy, and where the retreat from him leads."""
        unit = battle.units[self.unit]
        back = fall_back(battle, unit, way_of(battle, unit, option), _length(battle, unit))
        note = "off the table" if back.lost else f"{back.gone / INCH:.3g} in back"
        return Face(f"From {name(battle, option)}", note, unit.id, option, back.to)


class GarrisonTie(_Tie, frozen=True, kw_only=True):
    """Choose the enemy that counts as the nearest to a garrison driven out (building.retreat)."""

    decision: str = "building.retreat-enemy-tie"
    rule = "building.retreat"
    title = "Which enemy counts as nearest?"

    def words(self, battle: ColdSteelBattle) -> str:
        who = f"{name(battle, self.unit)} is driven out of {self._home(battle)}"
        return f"{who}: which enemy counts as the nearest?"

    def face(self, battle: ColdSteelBattle, option: int) -> Face:
        return Face(name(battle, option), "counts as the nearest", self.unit, option)


class WallTie(_Tie, frozen=True, kw_only=True):
    """Choose the wall by which a garrison is driven out, by its heading (building.retreat)."""

    decision: str = "building.retreat-wall-tie"
    rule = "building.retreat"
    title = "Out by which wall?"

    def words(self, battle: ColdSteelBattle) -> str:
        return f"{name(battle, self.unit)} is driven out of {self._home(battle)}: which way?"

    def label(self, battle: ColdSteelBattle, option: int) -> str:
        home = battle.building(battle.units[self.unit].building)
        return f"by the {home.wall_name(option)} wall"

    def face(self, battle: ColdSteelBattle, option: int) -> Face:
        """The place outside that wall, in column."""
        unit = battle.units[self.unit]
        place = beyond_wall(battle, unit, option, _length(battle, unit))
        title = self.label(battle, option).capitalize()
        return Face(title, "in column", unit.id, place=place.pose, shape=place.shape)


def _length(battle: ColdSteelBattle, unit: ColdSteelUnit) -> int:
    """The length of a unit's retreat, in hundredths of an inch."""
    return retreat(facts_of(battle, unit)).whole * INCH

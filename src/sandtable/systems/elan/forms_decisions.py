"""The decisions on formation and facing in the Movement phase, and on how a garrison leaves its sector."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import compass
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import as_many, asked, begun, formation_name, formed
from sandtable.table.space import DEGREE, FULL_TURN, HALF_TURN, Pose, standing

FORMING: Final = {
    Formation.SKIRMISH: "Skirmish",
    Formation.DISMOUNTED: "Dismount",
    Formation.DEPLOYED: "Unlimber",
    Formation.LIMBERED: "Limber up",
}
"""The words for formations that are not said to be formed."""


def forming_face(battle: ElanBattle, unit: ElanUnit, formation: Formation, note: str) -> Face:
    """The button of a formation, drawn where the unit would stand in it (formation.list)."""
    title = FORMING.get(formation, f"Form {formation_name(formation)}")
    if unit.formation is Formation.DISMOUNTED:
        title = f"Mount, {formation_name(formation)}"
    stance = ground_of(battle).stance(unit.id, formation)
    return Face(title, note, unit.id, place=stance.to, shape=stance.shape)


def to_form(formation: Formation) -> str:
    """The deed of taking up a formation, as an option."""
    return begun(as_many(formed(formation)))


# --------------------------------------------------------------------- formation and facing
class Change(NamedTuple):
    """A change of formation, or a turn in place clockwise in tenths of a degree; with neither, no change."""

    formation: Formation | None = None
    turn: int = 0


NO_CHANGE: Final = Change()
ABOUT: Final = Change(turn=HALF_TURN)


def is_free(unit: ElanUnit, change: Change) -> bool:
    """Is a change free, that is, a turn by cavalry or skirmishers?

    movement.action.about-face, movement.quarter-turn
    """
    return change.formation is None and (unit.is_cavalry or unit.formation.is_loose)


class ChooseChange(Choose[Change], frozen=True, kw_only=True):
    """Choose a change of formation or facing, or none (movement.action.formation, geometry.turning)."""

    title = "Change formation?"

    unit: int

    def label(self, battle: ElanBattle, option: Change) -> str:
        del battle
        if option.formation is not None:
            return to_form(option.formation)
        if not option.turn:
            return "No change"
        if abs(option.turn) == HALF_TURN:
            return "Face about"
        return f"Turn {abs(option.turn) / DEGREE:g}° to the {'right' if option.turn > 0 else 'left'}"

    def face(self, battle: ElanBattle, option: Change) -> Face:
        """A formation or facing, drawn as the unit would stand, with its cost."""
        unit = battle.units[self.unit]
        note = "" if is_free(unit, option) else "half the move"
        if option.formation is not None:
            return forming_face(battle, unit, option.formation, note)
        if not option.turn:
            return Face(self.label(battle, option), subject=unit.id)
        place = ground_of(battle).turned(unit.id, (standing(unit).heading + option.turn) % FULL_TURN)
        hand = "right" if option.turn > 0 else "left"
        about = abs(option.turn) == HALF_TURN
        title = "Face about" if about else f"Turn {hand} {abs(option.turn) / DEGREE:g}°"
        return Face(title, note or "free", unit.id, place=place)


class ChangeBefore(ChooseChange, frozen=True, kw_only=True):
    """Choose a change of formation or facing before a move (movement.change-inside)."""

    decision: str = "move.formation"
    rule = "movement.change-inside"

    def subject(self) -> tuple[object, ...]:
        return self.unit, "start"

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "", "change formation or facing before moving")


class ChangeAfter(ChooseChange, frozen=True, kw_only=True):
    """Choose a change of formation or facing after a move (movement.change-outside)."""

    decision: str = "move.formation"
    rule = "movement.change-outside"

    def subject(self) -> tuple[object, ...]:
        return self.unit, "end"

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "", "change formation or facing after moving")


# --------------------------------------------------------------------- leaving a sector
class Sortie(NamedTuple):
    """A formation and a place outside the sector for a garrison that leaves (move.garrison-exit)."""

    formation: Formation
    to: Pose


class PickSortie(Choose[Sortie], frozen=True, kw_only=True):
    """Choose where and in which formation a garrison leaves its sector (formation.garrison-exit)."""

    decision: str = "move.garrison-exit"
    rule = "formation.garrison-exit"
    title = "Leave the sector"

    unit: int

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "Where", "leave the sector")

    def label(self, battle: ElanBattle, option: Sortie) -> str:
        ground = ground_of(battle)
        place, facing = ground.place_in_words(option.to), ground.heading_in_words(option.to.heading)
        return f"In {formation_name(option.formation)} at {place}, facing {facing}"

    def face(self, battle: ElanBattle, option: Sortie) -> Face:
        shape = battle.units[self.unit].profile.shape(option.formation, battle.scale)
        title = formation_name(option.formation).capitalize()
        note = f"facing {compass(option.to.heading)}"
        return Face(title, note, self.unit, place=option.to, shape=shape)

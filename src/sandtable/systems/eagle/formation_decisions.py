"""The decisions of changing formation, re-forming and facing."""

from __future__ import annotations

from enum import StrEnum

from sandtable.game.ask.faces import Face
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.shapes import Layout, shape_of
from sandtable.systems.eagle.words import drawn_up, name
from sandtable.table.movement import AboutFace, leg_end
from sandtable.table.room import about_centre
from sandtable.table.space import Shape, standing


class OnTheSpot(StrEnum):
    """What a unit does on the spot besides changing its formation (movement.half-move)."""

    ABOUT_FACE = "about face"
    DONE = "no more"


class ChangeFormation(Choose[Layout], frozen=True, kw_only=True):
    """Choose the formation into which a unit changes (formation.change)."""

    decision: str = "decision.move-path"
    rule = "formation.change"
    title = "Which formation?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"How does {name(battle, self.unit)} form up?"

    def label(self, battle: EagleBattle, option: Layout) -> str:
        del battle
        return drawn_up(option)

    def face(self, battle: EagleBattle, option: Layout) -> Face:
        return _formed(battle.units[self.unit], option)


class ManoeuvreOnTheSpot(Choose[Layout | OnTheSpot], frozen=True, kw_only=True):
    """Choose a half-move on the spot: a formation, an about face, or no more (movement.half-move)."""

    decision: str = "decision.move-path"
    rule = "formation.change"
    title = "Which formation?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"How does {name(battle, self.unit)} form up?"

    def label(self, battle: EagleBattle, option: Layout | OnTheSpot) -> str:
        del battle
        if option is OnTheSpot.DONE:
            return "no further change"
        return drawn_up(option) if isinstance(option, Layout) else str(option)

    def face(self, battle: EagleBattle, option: Layout | OnTheSpot) -> Face:
        unit = battle.units[self.unit]
        match option:
            case OnTheSpot.ABOUT_FACE:
                turned = leg_end(AboutFace(), standing(unit), unit.shape)
                return Face("About face", "half a move", unit.id, place=turned)
            case OnTheSpot.DONE:
                return Face("No more", "stays so", unit.id)
            case _:
                return _formed(unit, option)


def _formed(unit: EagleUnit, layout: Layout) -> Face:
    """A formation as it would stand about its front centre (formation.change)."""
    title, shape = drawn_up(layout).capitalize(), shape_in(unit, layout)
    return Face(title, "half a move", unit.id, place=standing(unit), shape=shape)


def shape_in(unit: EagleUnit, layout: Layout) -> Shape:
    """The shape of a unit in a formation."""
    return shape_of(unit.troop_class, layout.formation, layout.ranks)


# --------------------------------------------------------------------- re-forming
class ReformIn(Choose[Layout], frozen=True, kw_only=True):
    """Choose the formation in which a unit re-forms (movement.re-form)."""

    decision: str = "decision.re-form"
    rule = "movement.re-form"
    title = "Re-form in which formation?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"In which formation does {name(battle, self.unit)} re-form?"

    def label(self, battle: EagleBattle, option: Layout) -> str:
        del battle
        return drawn_up(option)

    def face(self, battle: EagleBattle, option: Layout) -> Face:
        """A formation as it would stand about the centre of the unit."""
        unit, title = battle.units[self.unit], drawn_up(option).capitalize()
        shape = shape_in(unit, option)
        place = about_centre(unit, shape, standing(unit).heading)
        return Face(title, "about its middle", unit.id, place=place, shape=shape)


# --------------------------------------------------------------------- facing
class FaceUnit(PlanMove, frozen=True, kw_only=True):
    """Choose which way a unit faces: one turn on its centre, or none."""

    name = "Face"

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def heading(self, battle: EagleBattle) -> str:
        del battle
        return self.name


class FaceReformed(FaceUnit, frozen=True, kw_only=True):
    """Choose which way a unit faces that re-forms (movement.re-form)."""

    decision: str = "decision.re-form"
    rule = "movement.re-form"

    def words(self, battle: EagleBattle) -> str:
        return f"Which way does {name(battle, self.body.id)} face as it re-forms?"


class FaceEvader(FaceUnit, frozen=True, kw_only=True):
    """Choose which way a unit faces that has evaded (movement.compulsory.direction)."""

    decision: str = "decision.evader-facing"
    rule = "movement.compulsory.direction"

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.body.id)} has evaded: which way does it face?"

"""Options of the Manoeuvre and Shooting phase: the next unit, its activity, formations, dice, shooting."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.eagle.aim import Aim, dice_at, turned_pose
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.conforming import Dressing
from sandtable.systems.eagle.fleeing import Swing
from sandtable.systems.eagle.flight import Extra
from sandtable.systems.eagle.formations import RE_FORM, OnTheSpot, shape_in
from sandtable.systems.eagle.leader_moves import REACH
from sandtable.systems.eagle.manoeuvres import NOBODY, Activity, Kind, Next, redress_of
from sandtable.systems.eagle.movement import march_distance
from sandtable.systems.eagle.moving import Going
from sandtable.systems.eagle.painting.parties import named
from sandtable.systems.eagle.painting.sheets import pace
from sandtable.systems.eagle.rallying import redressed
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.turn import GoesFirst
from sandtable.systems.eagle.wording.names import drawn_up, name
from sandtable.table.movement import AboutFace, leg_end
from sandtable.table.room import about_centre
from sandtable.table.space import INCH, standing

Question = Choose[Any]


def _one(battle: EagleBattle, question: Question) -> EagleUnit:
    """The unit that a question is about."""
    return battle.units[named(question)]


# --------------------------------------------------------------------- units and activities
def side_first(battle: EagleBattle, question: Question, option: GoesFirst, label: str) -> Face:
    """Which side manoeuvres first (turn.initiative.use)."""
    del label
    first = question.seat if option is GoesFirst.OWN else 1 - question.seat
    return Face(f"{battle.camps[first].name} first", "in manoeuvre and shooting")


def go(battle: EagleBattle, question: object, option: Next, label: str) -> Face:
    """The unit or lone leader that acts next, or none (turn.activation)."""
    del question
    if option == NOBODY:
        return Face("End the manoeuvres", "all others stand")
    if option.leader is not None:
        return Face("Ride", f"up to {REACH / INCH:g} in, once", battle.leaders[option.leader].key)
    assert option.unit is not None
    unit = battle.units[option.unit]
    return Face("Act", f"{drawn_up(unit.layout)}, {pace(unit)}", unit.id)


KINDS: Final = {
    Kind.MOVE: "Move",
    Kind.CHANGE_MOVE: "Change, then move",
    Kind.MOVE_CHANGE: "Move, then change",
    Kind.ON_THE_SPOT: "Manoeuvre on the spot",
    Kind.STEP: "Side-step or step back",
    Kind.SHOOT_MOVE: "Shoot, then move",
    Kind.MOVE_SHOOT: "Move, then shoot",
    Kind.SHOOT_TWICE: "Shoot twice",
    Kind.REDRESS: "Redress ranks",
    Kind.REFORM: "Re-form",
    Kind.STAND: "Stand",
}


def activity(battle: EagleBattle, question: Question, option: Activity, label: str) -> Face:
    """What a unit does, with the ranks that it takes up first, if any (turn.manoeuvre.choice)."""
    del label
    unit = _one(battle, question)
    title = KINDS[option.kind]
    if not option.ranks:
        return Face(title, _what(battle, unit, option.kind), unit.id)
    layout = Layout(Formation.LINE, option.ranks)
    shape = shape_in(unit, layout)
    return Face(title, f"in {drawn_up(layout)}", unit.id, place=standing(unit), shape=shape)


def _what(battle: EagleBattle, unit: EagleUnit, kind: Kind) -> str:
    """What a kind of activity means for a unit, in a few words."""
    match kind:
        case Kind.MOVE | Kind.SHOOT_MOVE | Kind.MOVE_SHOOT:
            return pace(unit)
        case Kind.CHANGE_MOVE | Kind.MOVE_CHANGE:
            return f"half each, {pace(unit)}"
        case Kind.ON_THE_SPOT:
            return "formation or about face"
        case Kind.STEP:
            return "no dice, facing kept"
        case Kind.SHOOT_TWICE:
            return "it stands"
        case Kind.REDRESS:
            facts = redress_of(battle, unit)
            return "" if facts is None else f"disorder {unit.dp} to {redressed(facts).dp}"
        case Kind.REFORM:
            return "formation and facing"
        case Kind.STAND:
            return "stays as it is"


# --------------------------------------------------------------------- how far, and where
def going(battle: EagleBattle, question: Question, option: Going, label: str) -> Face:
    """A march or a dice move (movement.march, movement.within8)."""
    del label
    unit = _one(battle, question)
    if option is Going.MARCH:
        far = march_distance(mounted=unit.is_mounted)
        return Face("March", f"{far / INCH:g} in, not within 8 in of the enemy", unit.id)
    return Face("Dice move", pace(unit), unit.id)


def another_die(battle: EagleBattle, question: Question, option: Extra, label: str) -> Face:
    """One more die of a move, or none (movement.dice.choice, movement.fatigue.detail)."""
    del label
    unit, average, d6s = question.about
    assert isinstance(unit, int)
    assert isinstance(average, int)
    assert isinstance(d6s, tuple)
    far = average + sum(d6s)
    subject = unit if 0 <= unit < len(battle.units) else None
    if option is Extra.ROLL:
        return Face("Roll a D6", f"{far} in so far; a 6 may tire it", subject)
    return Face("No more dice", f"{far} in", subject)


def path(battle: EagleBattle, question: Question, option: Layout | OnTheSpot | Dressing, label: str) -> Face:
    """A formation, an about face, or how far a unit follows its guide (formation.change, control.conform)."""
    unit = _one(battle, question)
    match option:
        case Dressing():
            title = f"{option.short / INCH:g} in less" if option.short else "As far as its guide"
            return Face(title, "dressing its line", unit.id)
        case OnTheSpot.ABOUT_FACE:
            return Face(
                "About face", "half a move", unit.id, place=leg_end(AboutFace(), standing(unit), unit.shape)
            )
        case OnTheSpot.DONE:
            return Face("No more", "stays so", unit.id)
        case _:
            return _formed(battle, question, option)


def _formed(battle: EagleBattle, question: Question, layout: Layout) -> Face:
    """A formation as it would stand (formation.change, movement.re-form)."""
    unit = _one(battle, question)
    shape = shape_in(unit, layout)
    place = standing(unit)
    if question.decision == RE_FORM:
        place = about_centre(unit, shape, place.heading)
    title = drawn_up(layout)
    return Face(title[:1].upper() + title[1:], "half a move", unit.id, place=place, shape=shape)


def reform(battle: EagleBattle, question: Question, option: Layout, label: str) -> Face:
    """A formation in which a unit re-forms (movement.re-form)."""
    del label
    face = _formed(battle, question, option)
    return Face(face.title, "about its middle", face.subject, place=face.place, shape=face.shape)


def swing(battle: EagleBattle, question: Question, option: Swing, label: str) -> Face:
    """A direction in which a unit runs (movement.compulsory.direction)."""
    del battle
    title = label.partition(",")[0]
    return Face(title[:1].upper() + title[1:], f"{option.distance / INCH:g} in", named(question))


# --------------------------------------------------------------------- shooting
def shot(battle: EagleBattle, question: Question, option: Aim | None, label: str) -> Face:
    """Shooting at an enemy: the dice, and the turn towards it if needed (shooting.target, shooting.turn)."""
    del label
    unit = _one(battle, question)
    if option is None:
        return Face("Do not shoot", subject=unit.id)
    thrown = counted(dice_at(battle, unit, option), "die")
    turned = option.heading != standing(unit).heading
    note = f"{thrown}, turning to him" if turned else thrown
    place = turned_pose(unit, option.heading) if turned else None
    return Face(f"Shoot at {name(battle, option.target)}", note, unit.id, option.target, place)

"""The options of the Morale and Manoeuvres steps: tests, retreats, formations, charges, buildings, cards."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import compass
from sandtable.game.present.painting import Face
from sandtable.systems.coldsteel import charging, houses
from sandtable.systems.coldsteel.arriving import place_of as entry_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.cold_steel import Route
from sandtable.systems.coldsteel.driven_out import beyond_wall
from sandtable.systems.coldsteel.houses import Exit
from sandtable.systems.coldsteel.manoeuvres import Drill, DrillOrder, Kind, Manoeuvre
from sandtable.systems.coldsteel.morale import Again, modifiers, need
from sandtable.systems.coldsteel.morale import retreat as retreat_tally
from sandtable.systems.coldsteel.movement import move_allowance
from sandtable.systems.coldsteel.painting.parties import named
from sandtable.systems.coldsteel.placing import reformed
from sandtable.systems.coldsteel.rates import allowance, pace_of
from sandtable.systems.coldsteel.reforming import Stance
from sandtable.systems.coldsteel.retreating import fall_back, way_of
from sandtable.systems.coldsteel.trials import facts_of
from sandtable.systems.coldsteel.wording.charges import opening
from sandtable.systems.coldsteel.wording.names import formation_word, name
from sandtable.table.room.places import Place
from sandtable.table.space.lengths import DEGREE, INCH

Question = Choose[Any]


def _one(battle: ColdSteelBattle, question: Question) -> ColdSteelUnit:
    """The unit that a question is about."""
    return battle.units[named(question)]


def _at(unit: ColdSteelUnit, place: Place, title: str, note: str) -> Face:
    return Face(title, note, unit.id, place=place.pose, shape=place.shape)


# --------------------------------------------------------------------- morale
def tested(battle: ColdSteelBattle, question: object, option: int, label: str) -> Face:
    """A unit that tests next, and what its dice need to pass (morale.every-unit, morale.roll)."""
    del question, label
    facts = facts_of(battle, battle.units[option])
    added = modifiers(facts).whole
    return Face("Test morale", f"needs {need(facts).shown} on 2D6 ({added:+d})", option)


def again(battle: ColdSteelBattle, question: Question, option: Again, label: str) -> Face:
    """Both dice re-rolled for the Officer, or not (leaders.officer-reroll)."""
    del battle
    unit, shown = named(question), question.about[2]
    assert isinstance(shown, tuple)
    dice = " and ".join(str(face) for face in shown)
    kept = option is Again.KEEP
    return Face(label.capitalize(), f"{dice} stand" if kept else "the second throw stands", unit)


def from_whom(battle: ColdSteelBattle, question: Question, option: int, label: str) -> Face:
    """The enemy that a unit retreats from, and where that leads (morale.retreat.direction)."""
    unit = _one(battle, question)
    distance = retreat_tally(facts_of(battle, unit)).whole * INCH
    back = fall_back(battle, unit, way_of(battle, unit, option), distance)
    note = "off the table" if back.lost else f"{back.gone / INCH:.3g} in back"
    return Face(f"From {label}", note, unit.id, option, back.to)


def nearest(battle: ColdSteelBattle, question: Question, option: int, label: str) -> Face:
    """The enemy that counts as nearest to a building (building.retreat)."""
    del battle
    return Face(label, "counts as the nearest", named(question), option)


def by_wall(battle: ColdSteelBattle, question: Question, option: int, label: str) -> Face:
    """The wall by which a garrison is driven out (building.retreat)."""
    unit = _one(battle, question)
    distance = retreat_tally(facts_of(battle, unit)).whole * INCH
    return _at(unit, beyond_wall(battle, unit, option, distance), label.capitalize(), "in column")


# --------------------------------------------------------------------- units and manoeuvres
def go(battle: ColdSteelBattle, question: object, option: int | None, label: str) -> Face:
    """A unit that manoeuvres or arrives next; or none (turn.unit-order, turn.may-decline)."""
    del question
    if option is None:
        return Face("No more manoeuvres", label)
    unit = battle.units[option]
    if unit.pose is None:
        reserve = next(one for one in battle.reserves if one.unit == option)
        return _at(unit, entry_of(battle, reserve), "Enter", "in column, its whole manoeuvre")
    far = move_allowance(battle, unit).whole
    stance = formation_word(unit, unit.formation)
    note = stance if unit.is_garrison or not far else f"{stance}, {far} in"
    return Face("Manoeuvre", note, option)


KINDS: Final = {
    Kind.STAND: "Stand",
    Kind.REFORM: "Re-form",
    Kind.ADVANCE: "Advance",
    Kind.ROAD: "March by road",
    Kind.CHARGE: "Charge",
    Kind.LEAVE: "Leave the building",
}


def kind(battle: ColdSteelBattle, question: Question, option: Manoeuvre, label: str) -> Face:
    """A kind of manoeuvre, and its allowance (movement.either-or)."""
    del label
    unit = _one(battle, question)
    if option.kind is Kind.ENTER:
        return _inside(battle, unit, option.building)
    return Face(KINDS[option.kind], _what(battle, unit, option.kind), unit.id)


def _what(battle: ColdSteelBattle, unit: ColdSteelUnit, kind: Kind) -> str:
    """What a kind of manoeuvre means for a unit, in a few words."""
    match kind:
        case Kind.ADVANCE | Kind.ROAD:
            far = move_allowance(battle, unit, by_road=kind is Kind.ROAD).whole
            fire = ", no fire" if unit.is_artillery else ""
            return f"and wheel, {far} in{fire}"
        case Kind.CHARGE:
            foes = dict.fromkeys(way.charge.target for way in charging.ways(battle, unit))
            far = allowance(pace_of(battle, unit, charging=True)).whole
            whom = name(battle, next(iter(foes))) if len(foes) == 1 else f"{len(foes)} enemies"
            return f"{whom}, {far} in"
        case Kind.REFORM:
            return "new formation or facing"
        case Kind.LEAVE:
            return "the whole manoeuvre"
        case _:
            return "stays as it is"


def _inside(battle: ColdSteelBattle, unit: ColdSteelUnit, building: str) -> Face:
    """A unit as the garrison of a building (building.enter)."""
    home = battle.building(building)
    heading = home.heading_near(unit.pose.heading if unit.pose else 0)
    return _at(unit, Place(home.pose(heading), home.shape(heading)), f"Enter {home.name}", "as its garrison")


# --------------------------------------------------------------------- formations and buildings
def stance(battle: ColdSteelBattle, question: Question, option: Stance, label: str) -> Face:
    """A formation and a facing, at its place (formation.change, formation.reform-anchor)."""
    del label
    unit = _one(battle, question)
    title = f"{formation_word(unit, option.formation).capitalize()}, {compass(option.heading)}"
    place = reformed(unit, option.formation, option.heading)
    return _at(unit, place, title, f"facing {option.heading / DEGREE:g}°")


def enter(battle: ColdSteelBattle, question: Question, option: str, label: str) -> Face:
    """Enter a building that was reached, or not (building.enter)."""
    unit = _one(battle, question)
    if option == houses.STAY_OUTSIDE:
        return Face(label.capitalize(), "before the wall", unit.id)
    return _inside(battle, unit, option)


def leave(battle: ColdSteelBattle, question: Question, option: Exit, label: str) -> Face:
    """Leave a building by a wall, in a formation (building.leave)."""
    del label
    unit = _one(battle, question)
    wall = battle.building(unit.building).wall_name(option.wall)
    title = formation_word(unit, option.formation).capitalize()
    return _at(unit, houses.outside(battle, unit, option), title, f"by the {wall} wall")


# --------------------------------------------------------------------- charges and cards
def charge(battle: ColdSteelBattle, question: Question, option: Charge, label: str) -> Face:
    """A charge to the first contact, by its opening wheel (charge.path, charge.contact)."""
    del label
    unit = _one(battle, question)
    way = next(way for way in charging.ways(battle, unit) if way.charge == option)
    note = f"{opening(unit, option.wheel)}, {way.cost / INCH:.3g} in"
    hand = f", {abs(option.wheel)}° {'right' if option.wheel > 0 else 'left'}" if option.wheel else ""
    return Face(f"Charge {name(battle, option.target)}{hand}", note, unit.id, option.target, way.to)


def cold_steel(battle: ColdSteelBattle, question: Question, option: Any, label: str) -> Face:
    """What the card requires: a charge, a formation, an exit or a route (cards.cold-steel-scope)."""
    match option:
        case Charge():
            return charge(battle, question, option, label)
        case Stance():
            return stance(battle, question, option, label)
        case Exit():
            return leave(battle, question, option, label)
        case _:
            assert isinstance(option, Route)
            unit = _one(battle, question)
            far = move_allowance(battle, unit, by_road=option is Route.ROAD).whole
            return Face(label.capitalize(), f"{far} in", unit.id)


DRILLS: Final = {
    Drill.USE: ("Use him now", "re-form and move, once a battle"),
    Drill.KEEP: ("Keep him", "one manoeuvre as usual"),
    DrillOrder.RE_FORM_FIRST: ("Re-form first", "then move"),
    DrillOrder.MOVE_FIRST: ("Move first", "then re-form"),
}


def drill(battle: ColdSteelBattle, question: Question, option: Drill | DrillOrder, label: str) -> Face:
    """The Veteran Drill Sergeant used or kept, and the order of the two parts (cards.drill-scope)."""
    del battle, label
    return Face(*DRILLS[option], named(question))

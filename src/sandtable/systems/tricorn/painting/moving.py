"""Options of step 2: the acting unit, its action, formations, strongholds, breaking off, following up."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import compass, counted
from sandtable.systems.tricorn import charging, garrisons
from sandtable.systems.tricorn.attacks import PlanAttack
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.choices import OFFICER, Action, Kind
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.follow_up import follow_ups
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.forming import Form, forms, place_of
from sandtable.systems.tricorn.garrisons import Exit
from sandtable.systems.tricorn.morale import Occasion, target
from sandtable.systems.tricorn.officers import RIDE
from sandtable.systems.tricorn.painting.parties import named, spokesman
from sandtable.systems.tricorn.rally import rally_trial
from sandtable.systems.tricorn.rallying import rally_of
from sandtable.systems.tricorn.rates import FORCED, FULL_MOVE, allowance, budget, rate, share_open
from sandtable.systems.tricorn.trials import trial_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.wording.names import FORMATIONS, name
from sandtable.table.movement import course_of, judge
from sandtable.table.room import Place
from sandtable.table.space import INCH, Point, Pose, as_inches

Question = Choose[Any]


def _one(battle: TricornBattle, question: Question) -> TricornUnit:
    """The unit that a question is about."""
    return battle.units[named(question)]


def _at(unit: TricornUnit, place: Place, title: str, note: str) -> Face:
    return Face(title, note, unit.id, place=place.pose, shape=place.shape)


# --------------------------------------------------------------------- who, and what
def go(battle: TricornBattle, question: object, option: int | str | None, label: str) -> Face:
    """A unit that acts next or enters; the General himself; or the end of the step (turn.one-action)."""
    del question, label
    assert battle.activation is not None
    if option is None:
        return Face("No more moves", "go on to the fire")
    if option == OFFICER:
        number = battle.activation.officer
        return Face("Move himself", f"join a unit or ride {RIDE // INCH} in", spokesman(battle, number))
    assert isinstance(option, int)
    unit = battle.units[option]
    title, stance = "Enter" if unit.pose is None else "Act", FORMATIONS[unit.formation]
    if unit.is_abandoned or unit.is_garrison:
        return Face(title, stance, option)
    far = allowance(battle, unit, share_open(battle, unit)).total
    return Face(title, f"{stance}, {far:g} in", option)


TITLES: Final = {
    Kind.STAND: "Stand",
    Kind.MOVE: "Move",
    Kind.THROUGH: "Move through friends",
    Kind.MARCH: "Forced March",
    Kind.FALL_BACK: "Fall back",
    Kind.FORM: "Change formation",
    Kind.LEAVE: "Come out",
    Kind.REMOVE: "Remove Disorder",
    Kind.RECREW: "Re-crew the guns",
    Kind.BREAK_OFF: "Break off",
}


def action(battle: TricornBattle, question: Question, option: Action, label: str) -> Face:
    """An action of a unit in step 2: how far it goes, what it needs, and its target (turn.move-or-remove)."""
    del label
    unit = _one(battle, question)
    if option.kind is Kind.ATTACK:
        return _attack(battle, unit, option.target)
    if option.kind is Kind.ENTER:
        return _inside(battle, unit, option.place, f"Garrison {battle.stronghold(option.place).name}")
    return Face(TITLES[option.kind], _what(battle, unit, option.kind), unit.id)


def _what(battle: TricornBattle, unit: TricornUnit, kind: Kind) -> str:
    """The meaning of an action for a unit, in a few words."""
    match kind:
        case Kind.STAND:
            return "stays in melee" if foes(battle, unit.id) else "stays as it is"
        case Kind.MOVE | Kind.THROUGH | Kind.FALL_BACK:
            return f"{allowance(battle, unit, share_open(battle, unit)).total:g} in"
        case Kind.MARCH:
            return f"{as_inches(budget(rate(unit), FORCED)):g} in, no nearer than 12 in"
        case Kind.FORM:
            return " or ".join(dict.fromkeys(FORMATIONS[form.formation] for form in forms(battle, unit)))
        case Kind.REMOVE:
            return f"{target(rally_trial(rally_of(battle, unit))).whole} or less on 1D20"
        case Kind.RECREW:
            return f"{target(rally_trial(rally_of(battle, unit))).whole} or less on 1D20"
        case Kind.BREAK_OFF:
            return _breaks_off(battle, unit)
        case _:
            return "half a Full Move"


def _breaks_off(battle: TricornBattle, unit: TricornUnit) -> str:
    """What a unit must roll to break off (movement.break-off.test)."""
    enemies = tuple(foe.id for foe in foes(battle, unit.id))
    return f"{target(trial_of(battle, unit.id, Occasion.BREAK_OFF, enemies)).whole} or less on 1D20"


def _attack(battle: TricornBattle, unit: TricornUnit, enemy: int) -> Face:
    """An attack by its first path, and where the unit would come to rest (movement.contact)."""
    found = charging.attacks_open(battle, unit, share_open(battle, unit))
    declared = next(one for one in found if one.target == enemy)
    test = ""
    if charging.is_foot_against_mounted(unit, battle.units[enemy]):
        trial = trial_of(battle, unit.id, Occasion.CHARGE_MOUNTED, (enemy,))
        test = f", {target(trial).whole} or less on 1D20 to close"
    place, cost = reached(battle, unit, declared)
    note = f"{cost / INCH:.3g} in, {side_struck(battle, declared, place)}{test}"
    return Face(f"Attack {name(battle, enemy)}", note, unit.id, enemy, place)


def reached(battle: TricornBattle, unit: TricornUnit, declared: PlanAttack) -> tuple[Pose, float]:
    """Where an attack by its first path comes to rest, and its price (movement.contact)."""
    verdict = judge(course_of(unit, declared.terms, declared.scene), declared.ways[0])
    to, _ = charging.contact_of(battle, unit, declared.target, verdict)
    return to, verdict.cost


def side_struck(battle: TricornBattle, declared: PlanAttack, place: Pose) -> str:
    """The side of its target that an attack hits (geometry.flank-zone.contact)."""
    struck = battle.units[declared.target]
    if struck.is_garrison or struck.pose is None:
        return "at its walls"
    forward = struck.pose.local(Point(place.x, place.y)).y
    if forward > -1:
        return "front"
    return "rear" if forward < -struck.shape.depth + 1 else "flank"


def _inside(battle: TricornBattle, unit: TricornUnit, place: str, title: str) -> Face:
    """A unit as the garrison of a stronghold (terrain.garrison)."""
    held, heading = battle.stronghold(place), garrisons.heading_in(battle, unit, place)
    return _at(unit, Place(held.pose(heading), held.shape(heading)), title, "half a Full Move")


# --------------------------------------------------------------------- formations and strongholds
def formation(battle: TricornBattle, question: Question, option: Form | None, label: str) -> Face:
    """A formation where it would stand (formation.change)."""
    unit = _one(battle, question)
    if option is None:
        return Face(label, FORMATIONS[unit.formation], unit.id)
    return _at(unit, place_of(unit, option), _formed(option), "half a Full Move")


def _formed(form: Form) -> str:
    hand = "left" if form.aside < 0 else "right"
    match form.formation:
        case Formation.COLUMN:
            return f"Column, {hand} base"
        case Formation.LINE:
            return f"Line to the {hand}"
        case Formation.LIMBERED:
            return "Limber"
        case _:
            return "Unlimber"


def garrison(battle: TricornBattle, question: Question, option: Exit | str | None, label: str) -> Face:
    """Entering a stronghold that was reached, or leaving one by a side (terrain.garrison)."""
    unit = _one(battle, question)
    if option is None:
        return Face(label, "at its edge", unit.id)
    if isinstance(option, str):
        return _inside(battle, unit, option, f"Garrison {battle.stronghold(option).name}")
    place = garrisons.outside(unit, battle.stronghold(option.place), option.heading)
    stance = FORMATIONS[garrisons.formation_outside(unit)]
    return _at(unit, place, f"Come out to the {compass(option.heading)}", stance)


# --------------------------------------------------------------------- answers
def answer(battle: TricornBattle, question: Question, option: Answer, label: str) -> Face:
    """Mounted that Foot attacks stays or tries to break off (movement.muskets-v-mounted.break-off)."""
    unit = _one(battle, question)
    if option is Answer.STAY:
        return Face(label, "and fight", unit.id)
    far = rate(unit).good * FULL_MOVE
    return Face(label, f"{_breaks_off(battle, unit)}, back {far / 2:g} in at most", unit.id)


def follow(battle: TricornBattle, question: Question, option: int | None, label: str) -> Face:
    """A winner that follows up into another enemy, or stays (movement.follow-up)."""
    unit = _one(battle, question)
    if option is None:
        return Face(label, "where it is", unit.id)
    declared = next(one for one in follow_ups(battle, unit) if one.target == option)
    place, cost = reached(battle, unit, declared)
    note = f"{cost / INCH:.3g} in, {side_struck(battle, declared, place)}"
    return Face(f"Follow up into {name(battle, option)}", note, unit.id, option, place)


def markers(battle: TricornBattle, unit: int) -> str:
    """The markers of a unit, in words."""
    count = battle.units[unit].markers
    return counted(count, "marker") if count else "no marker"

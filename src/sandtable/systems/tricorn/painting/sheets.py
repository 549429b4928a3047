"""A unit's card: its command, strip of disorder, state and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.present.english import counted
from sandtable.game.present.painting import Figure, Need, Notes, Strip
from sandtable.systems.tricorn import declaring
from sandtable.systems.tricorn.aim import aiming, barred
from sandtable.systems.tricorn.battle import Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.deployment import next_to_place, units_to_place
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.melee_ground import opponents
from sandtable.systems.tricorn.morale import Occasion, target
from sandtable.systems.tricorn.moving import open_in_step
from sandtable.systems.tricorn.nearness import distance_to, is_in_radius, place_of
from sandtable.systems.tricorn.nerve import is_forced
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.trials import trial_of
from sandtable.systems.tricorn.troops import Formation, Weapon
from sandtable.systems.tricorn.words import FORMATIONS, names
from sandtable.table.space import INCH

WEAPONS: Final = {
    Weapon.MUSKET: "Muskets",
    Weapon.RIFLE: "Rifles",
    Weapon.CARBINE: "Carbines",
    Weapon.LIGHT_GUN: "Light guns",
    Weapon.FIELD_GUN: "Field guns",
    Weapon.HEAVY_GUN: "Heavy guns",
}


def notes(battle: TricornBattle, unit: TricornUnit, need: Need) -> Notes:
    """A unit's command, its disorder, its state, and its figures."""
    group = battle.general_of(unit).card
    return Notes(group, strip(unit), need, tuple(_figures(battle, unit)), signs(battle, unit))


def strip(unit: TricornUnit) -> Strip:
    """Its Disorder Markers, and the effect of each row of the table (morale.table, disorder.max)."""
    first = "may recoil" if unit.quality.tests_at_one and not unit.is_artillery else "disordered"
    second = "may be abandoned" if unit.is_artillery else "may withdraw"
    marks = ((1, first), (2, second), (3, "may break up"), (LAST_ROW, "lost"))
    return Strip(unit.markers, marks, "disorder")


def signs(battle: TricornBattle, unit: TricornUnit) -> tuple[tuple[str, int], ...]:
    """The signs beside a unit: its disorder, and what else affects its morale.

    disorder.permanent, movement.forced-march, army.demoralized, artillery.abandoned
    """
    if unit.pose is None:
        return ()
    found = (
        ("abandoned", int(unit.is_abandoned)),
        ("disorder", unit.removable),
        ("permanent disorder", unit.permanent),
        ("forced march", int(is_forced(battle, unit))),
        ("demoralised", int(battle.commands[unit.command].demoralized)),
    )
    return tuple((words, count) for words, count in found if count)


# --------------------------------------------------------------------- what it wants
def need_of(battle: TricornBattle, unit: TricornUnit) -> Need:
    """Has a unit still to act in this step, has it acted, or can it not act? (turn.sequence)"""
    if unit.removed is not None or battle.outcome is not None:
        return ""
    match battle.step:
        case Step.DEPLOYMENT:
            return _to_place(battle, unit)
        case Step.MOVEMENT:
            return _to_move(battle, unit)
        case Step.FIRE | Step.RETURN_FIRE:
            return _to_fire(battle, unit)
        case Step.CONSULT:
            return "waiting" if any(due.unit == unit.id for due in battle.dues) else ""
        case Step.MELEE:
            touched = any(unit.id in units for units in opponents(battle).values())
            return "waiting" if touched else ""
        case _:
            return ""


def _to_place(battle: TricornBattle, unit: TricornUnit) -> Need:
    if battle.deploys_first is None or unit.pose is not None:
        return ""
    officer = next_to_place(battle)
    return "waiting" if officer is not None and unit.id in units_to_place(battle, officer) else ""


def _to_move(battle: TricornBattle, unit: TricornUnit) -> Need:
    if not battle.is_active(unit):
        return ""
    if unit.named:
        return "done"
    if unit.id in open_in_step(battle):
        return "waiting"
    return "unable" if unit.pose is not None else ""


def _to_fire(battle: TricornBattle, unit: TricornUnit) -> Need:
    assert battle.activation is not None
    active = battle.activation.side
    side = active if battle.step is Step.FIRE else 1 - active
    if unit.side != side or unit.pose is None:
        return ""
    if unit.id in declaring.named(battle):
        return "done"
    if unit.id in aiming(battle, side):
        return "waiting"
    return "unable" if battle.is_active(unit) else ""


# --------------------------------------------------------------------- figures
def _figures(battle: TricornBattle, unit: TricornUnit) -> Iterator[Figure]:
    yield _value(unit)
    yield _disorder(unit)
    if unit.removed is not None:
        return
    yield _weapon(unit)
    yield _move(unit)
    if unit.pose is None:
        return
    yield _morale(battle, unit)
    yield _command(battle, unit)
    yield from _status(battle, unit)


def _value(unit: TricornUnit) -> Figure:
    """Its present Combat Value, for fire and for melee (troops.combat-values)."""
    stance = FORMATIONS[unit.formation]
    return Figure("Combat Value", str(unit.value), f"fire and melee, {stance}", "troops.combat-values")


def _disorder(unit: TricornUnit) -> Figure:
    """Its markers, and how many of them are permanent (disorder.max, disorder.permanent)."""
    note = f"{unit.permanent} of them permanent" if unit.permanent else f"lost with {LAST_ROW}"
    return Figure(
        "Disorder", counted(unit.markers, "marker") if unit.markers else "none", note, "morale.table"
    )


def _weapon(unit: TricornUnit) -> Figure:
    """Its range; columns and limbered guns have none (weapons.ranges, formation.column)."""
    reach = unit.profile.weapon.reach
    name = WEAPONS[unit.profile.weapon]
    if unit.is_column or unit.is_abandoned:
        return Figure(name, "none", f"{FORMATIONS[unit.formation]} does not fire", "formation.column")
    return Figure(
        name, f"{reach.short} in", f"long range {reach.long} in" if reach.long else "", "weapons.ranges"
    )


def _move(unit: TricornUnit) -> Figure:
    """Its Full Move over good and bad going (movement.rates)."""
    if unit.is_abandoned:
        return Figure("Move", "none", "its guns are abandoned", "artillery.abandoned")
    pace = rate(unit)
    note = f"half {pace.good / 2:g} in, bad going {pace.bad:g} in"
    if unit.formation is Formation.GARRISON:
        note = f"it comes out first; {note}"
    return Figure("Move", f"{pace.good:g} in", note, "movement.rates")


def _morale(battle: TricornBattle, unit: TricornUnit) -> Figure:
    """The highest D20 roll that passes if it consulted the table now, and why.

    morale.test, morale.mod.table
    """
    tally = target(trial_of(battle, unit.id, Occasion.CONSULTATION))
    reasons = ", ".join(f"{step.words} {_signed(step.value)}" for step in tally.steps[1:])
    return Figure(
        "Morale", f"{tally.whole} on 1D20", reasons or f"{unit.quality.value} troops", "morale.test"
    )


def _command(battle: TricornBattle, unit: TricornUnit) -> Figure:
    """Whether it is in command, its General, and his distance (command.radius.measure)."""
    officer = battle.general_of(unit)
    place = place_of(battle, officer)
    if place is None:
        note = f"{officer.name} is {'lost' if officer.lost else 'not on the table'}"
        return Figure("In command", "no", note, "command.radius.measure")
    held = "yes" if is_in_radius(battle, officer, unit) else "no"
    if officer.attached == unit.id:
        return Figure("In command", held, f"{officer.name} is with it", "leaders.attach")
    far = distance_to(unit, place) / INCH
    note = f"{officer.name}, {officer.rating.value}: {far:.3g} of {officer.rating.radius} in"
    return Figure("In command", held, note, "command.radius.measure")


def _status(battle: TricornBattle, unit: TricornUnit) -> Iterator[Figure]:
    """Its state in this activation, and why it may not fire (turn.one-action, shooting.eligible)."""
    touched = tuple(foe.id for foe in foes(battle, unit.id))
    told = (
        (bool(touched), f"in contact with {names(battle, touched)}" if touched else ""),
        (unit.moved, "moved"),
        (unit.rallied, "tried to remove Disorder"),
        (unit.broke_off, "tried to break off"),
        (unit.withdrew, "withdrew"),
        (unit.passed, "friends passed through it"),
    )
    words = ", ".join(word for holds, word in told if holds)
    reasons = barred(battle, unit) if battle.step in (Step.FIRE, Step.RETURN_FIRE) else ()
    if words or reasons:
        why = reasons[0].words if reasons else ""
        yield Figure("Status", words or "steady", why, reasons[0].rule if reasons else "turn.one-action")


def _signed(value: float) -> str:
    return f"+{value:g}" if value >= 0 else f"\N{MINUS SIGN}{-value:g}"

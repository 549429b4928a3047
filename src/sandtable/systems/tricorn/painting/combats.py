"""Options of firing, of the morale after it, and of melee."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.systems.tricorn.aim import aim_at, fire_of, target_of
from sandtable.systems.tricorn.battle import Shot, TricornBattle
from sandtable.systems.tricorn.declaring import Declaration
from sandtable.systems.tricorn.melee import value as melee_value
from sandtable.systems.tricorn.melee_facts import Side
from sandtable.systems.tricorn.melee_ground import Aid, Bout, help_for, melee_of, opponents
from sandtable.systems.tricorn.morale import Occasion, target
from sandtable.systems.tricorn.painting.moving import markers
from sandtable.systems.tricorn.painting.parties import named
from sandtable.systems.tricorn.shooting import value
from sandtable.systems.tricorn.trials import trial_after_fire, trial_of
from sandtable.systems.tricorn.wording.names import name
from sandtable.table.space import INCH

Question = Choose[Any]


# --------------------------------------------------------------------- firing
def shot(battle: TricornBattle, question: object, option: Declaration | None, label: str) -> Face:
    """A unit that fires or supports, its target, Combat Value and range (shooting.target)."""
    del question, label
    if option is None:
        return Face("No more fire")
    if option.supports is not None:
        shooter = name(battle, option.supports)
        return Face(f"Support {shooter}", "+1 to its Combat Value", option.unit, option.supports)
    if option.target is None:
        return Face("Fire at the nearest enemy", "several are equally near", option.unit)
    return Face(
        f"Fire at {name(battle, option.target)}",
        aim_note(battle, option.unit, option.target),
        option.unit,
        option.target,
    )


def nearest(battle: TricornBattle, question: Question, option: int, label: str) -> Face:
    """One of several enemies that are equally near (shooting.target)."""
    del label
    unit = named(question)
    return Face(f"Fire at {name(battle, option)}", aim_note(battle, unit, option), unit, option)


def aim_note(battle: TricornBattle, unit: int, enemy: int) -> str:
    """The Combat Value of a shot, the roll it needs, the range and its band (combat.hit)."""
    aim = aim_at(battle, unit, enemy)
    assert aim is not None, f"{name(battle, unit)} may not fire at {name(battle, enemy)}"
    worth = value(fire_of(battle, Shot(unit, enemy)), target_of(battle, enemy)).whole
    far = ", long range" if battle.units[unit].is_artillery and aim.band.value == "long" else ""
    return f"Combat Value {worth}, {aim.distance / INCH:.3g} in{far}"


def consults(battle: TricornBattle, question: object, option: int, label: str) -> Face:
    """A unit that consults the morale table next, and what it needs (shooting.resolution-order)."""
    del question, label
    due = next((one for one in battle.dues if one.unit == option), None)
    trial = trial_after_fire(battle, due) if due else trial_of(battle, option, Occasion.CONSULTATION)
    note = f"{markers(battle, option)}, {target(trial).whole} or less"
    return Face(name(battle, option), note, option)


def runs_into(battle: TricornBattle, question: Question, option: int, label: str) -> Face:
    """The friend that checks first of several that a unit runs into (recoil.order)."""
    del question, label
    return Face(f"{name(battle, option)} first", markers(battle, option), option)


# --------------------------------------------------------------------- melee
def fight(battle: TricornBattle, question: Question, option: int, label: str) -> Face:
    """An enemy that may be fought next, the primary against it, and the Combat Values (melee.order)."""
    del label
    if question.about:
        unit = named(question)
    else:
        unit = opponents(battle)[option][0]
    return Face(f"Fight {name(battle, option)}", values(battle, unit, option), unit, option)


def primary(battle: TricornBattle, question: Question, option: int, label: str) -> Face:
    """The unit that leads a melee against an enemy (melee.primary)."""
    del label
    enemy = named(question)
    return Face(f"{name(battle, option)} leads", values(battle, option, enemy), option, enemy)


def values(battle: TricornBattle, unit: int, enemy: int) -> str:
    """The Combat Values of both primaries of a melee (melee.simultaneous)."""
    helps = help_for(battle, unit, enemy), help_for(battle, enemy, unit)
    facts = melee_of(battle, Bout(unit, enemy), helps)
    ours, theirs = melee_value(facts, Side.ONE).whole, melee_value(facts, Side.OTHER).whole
    return f"Combat Value {ours} against {theirs}"


def support(battle: TricornBattle, question: Question, option: Aid, label: str) -> Face:
    """A unit that could help in two melees gives its support, or saves it (melee.support-once)."""
    del label
    unit, first, enemy = (named(question, place) for place in range(3))
    if option is Aid.GIVE:
        return Face(f"Support {name(battle, first)}", f"against {name(battle, enemy)}", unit, enemy)
    return Face("Save its support", "for another melee", unit)

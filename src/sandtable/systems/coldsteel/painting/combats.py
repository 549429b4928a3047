"""The options of shooting, losses, melee and lucky dice, and of conceding."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.game.present.painting import Face
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import shot_at, targets, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.dice import Pick
from sandtable.systems.coldsteel.fighting import Fight, blow_at, role_of
from sandtable.systems.coldsteel.melee import dice as melee_dice
from sandtable.systems.coldsteel.melee import need as melee_need
from sandtable.systems.coldsteel.painting.parties import named, subject
from sandtable.systems.coldsteel.troops import Figure
from sandtable.systems.coldsteel.wording.names import name, names
from sandtable.table.space import Side

Question = Choose[Any]


# --------------------------------------------------------------------- shooting
def shooter(battle: ColdSteelBattle, question: object, option: int | None, label: str) -> Face:
    """A unit that shoots next, and its number of targets; or none (shooting.each-unit)."""
    del question
    if option is None:
        return Face("No more fire", label)
    count = len(targets(battle, battle.units[option]))
    return Face("Shoot", counted(count, "target"), option)


def shot(battle: ColdSteelBattle, question: Question, option: int | None, label: str) -> Face:
    """A target: dice, what they need, and the distance (shooting.one-target)."""
    unit = battle.units[named(question)]
    if option is None:
        return Face(label.capitalize(), subject=unit.id)
    enemy = battle.units[option]
    title = f"{'Shell' if unit.is_artillery else 'Fire at'} {enemy.name}"
    return Face(title, aim_note(battle, unit, enemy), unit.id, option)


def aim_note(battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit) -> str:
    """The dice of a volley or shot, what they need, and the range."""
    if unit.is_artillery:
        facts = shot_at(battle, unit, enemy)
        dice, need = artillery.wound_dice(facts).shown, artillery.need(facts).shown
        return f"{need} for {dice}D6, {facts.distance:.3g} in"
    fire = volley_at(battle, unit, enemy)
    count = counted(shooting.dice(fire).whole, "die")
    return f"{count}, {shooting.need(fire).shown}, {fire.distance:.3g} in"


def face(battle: ColdSteelBattle, question: Question, option: Side, label: str) -> Face:
    """The face of a square or building that shoots (geometry.face-choice)."""
    del option
    unit, target = named(question), named(question, 1)
    return Face(f"{label.capitalize()} face", f"at {name(battle, target)}", unit)


# --------------------------------------------------------------------- lucky dice
def lucky(battle: ColdSteelBattle, question: Question, option: Pick | int | None, label: str) -> Face:
    """A die to re-roll for the Lucky Officer, or none (cards.lucky-scope)."""
    del battle
    unit = subject(question)
    if option is None:
        return Face("Leave the dice", "as they lie", unit)
    return Face(label.capitalize(), "once a turn", unit)


# --------------------------------------------------------------------- losses
LOST_WITH: Final = {
    Figure.OFFICER: "its morale, and its test again",
    Figure.STANDARD: "its morale",
    Figure.SERGEANT: "its short retreats",
    Figure.MUSICIAN: "its quick step",
}
"""What a unit loses with each of its command figures (leaders.alive-only)."""


def falls(battle: ColdSteelBattle, question: Question, option: Figure, label: str) -> Face:
    """The command figure that falls (casualties.six-choice)."""
    del battle
    return Face(label, LOST_WITH[option], subject(question))


# --------------------------------------------------------------------- melee
def fight(battle: ColdSteelBattle, question: Question, option: Fight, label: str) -> Face:
    """The next fight (melee.order)."""
    del label
    ours = tuple(unit for unit in option if battle.units[unit].side == question.seat)
    theirs = tuple(unit for unit in option if battle.units[unit].side != question.seat)
    return Face(names(battle, ours), f"against {names(battle, theirs)}", ours[0], theirs[0])


def struck(battle: ColdSteelBattle, question: Question, option: int, label: str) -> Face:
    """The enemy that a unit strikes: dice, and what they need (melee.target-choice)."""
    unit = battle.units[named(question)]
    blow = blow_at(battle, unit, battle.units[option], role_of(battle, unit))
    note = f"{counted(melee_dice(blow).whole, 'die')}, {melee_need(blow).shown}"
    return Face(f"Strike {label}", note, unit.id, option)


def concede(battle: ColdSteelBattle, question: object, option: object, label: str) -> Face:
    """Fight on, or concede (victory.concede)."""
    del battle, question, option
    return Face(label.capitalize())

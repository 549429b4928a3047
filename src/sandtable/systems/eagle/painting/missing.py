"""Options that a player might expect but that are not offered, each with the rule that forbids it.

Only the nearest enemies are explained, within reach of a charge or a shot or a little farther.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.game.ask.faces import Missing
from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.eagle.aim import barred
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.charge_rights import objections
from sandtable.systems.eagle.charge_ways import RANGE
from sandtable.systems.eagle.charging import as_charger
from sandtable.systems.eagle.manoeuvres import NOBODY, Next
from sandtable.systems.eagle.nearness import distance, is_within
from sandtable.systems.eagle.painting.parties import named
from sandtable.systems.eagle.records import GUIDED, Control
from sandtable.systems.eagle.repeating import charged_of
from sandtable.systems.eagle.sight import sees
from sandtable.table.space import INCH

NEAREST: Final = 3
"""The number of nearest enemies that are explained."""
A_LITTLE_MORE: Final = 1.5
"""Enemies farther off than this multiple of a unit's reach are not explained."""


def missing(battle: EagleBattle, question: Decision[Any]) -> tuple[Missing, ...]:
    """What a question does not offer, and why."""
    if not isinstance(question, Choose):
        return ()
    match question.decision:
        case "decision.charge":
            return tuple(_charges(battle, question))
        case "decision.shoot-target":
            return tuple(_shots(battle, question))
        case "decision.activation-order":
            return tuple(_stuck(battle, question))
        case _:
            return ()


# --------------------------------------------------------------------- charges and shots
def _charges(battle: EagleBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit may not charge enemies near it (charge.range, charge.path, charge.bars.all)."""
    unit = battle.units[named(question)]
    for enemy in _near(battle, unit, RANGE):
        if enemy.id not in question.options:
            words, rule = _no_charge(battle, unit, enemy)
            yield Missing(f"Charge {enemy.name}", unit.id, words, rule)


def _no_charge(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> tuple[str, str]:
    against = objections(as_charger(battle, unit, enemy.id), charged_of(enemy))
    if against:
        return against[0].words, against[0].rule
    gap = distance(battle, unit.id, enemy.id)
    if not is_within(gap, RANGE):
        return f"it is {gap / INCH:.3g} in away; a charge can go {RANGE / INCH:g} in at most", "charge.range"
    if not unit.turns_freely and not is_in_front(unit, enemy):
        return "it is not in the front arc", "charge.path"
    if not sees(battle, unit, (enemy.id,)):
        return "it is not in sight", "charge.path"
    return "there is no straight way to it: a unit or the ground is in the way", "charge.path"


def _shots(battle: EagleBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit may not shoot at enemies near it (shooting.range, shooting.bases)."""
    unit = battle.units[named(question)]
    offered = {aim.target for aim in question.options if aim is not None}
    for enemy in _near(battle, unit, reach_of("shooting.range")):
        if enemy.id not in offered:
            words, rule = _no_shot(battle, unit, enemy)
            yield Missing(f"Shoot at {enemy.name}", unit.id, words, rule)


def _no_shot(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> tuple[str, str]:
    for refusal in barred(battle, unit):
        return refusal.words, refusal.rule
    gap, limit = distance(battle, unit.id, enemy.id), reach_of("shooting.range")
    if not is_within(gap, limit):
        return f"it is {gap / INCH:.3g} in away; the range is {limit / INCH:g} in", "shooting.range"
    if battle.is_engaged(enemy.id):
        return "every base of it that could be shot at is in combat", "shooting.engaged"
    if not sees(battle, unit, (enemy.id,)):
        return "it is not in sight", "shooting.sight"
    return "no base could reach it, even if the unit turned", "shooting.bases"


# --------------------------------------------------------------------- moves
HELD: Final = {
    Control.HALTED: ("it halts this turn", "control.halt"),
    Control.REPEATS: ("it repeats its last move", "control.repeat"),
    Control.RUNS_ON: ("it cannot be controlled", "control.pursuit-choice"),
    Control.WAITS: ("the scenario keeps it where it is", "army.scenario"),
    **dict.fromkeys(GUIDED, ("it conforms to its guide", "control.conform")),
}
"""What keeps units from acting freely."""

REPEATS_FIRST: Final = ("units that repeat their last move act first", "turn.activation")


def _stuck(battle: EagleBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why units of the acting side do not act (turn.activation, movement.engaged, control.halt)."""
    for unit in battle.on_table(question.seat):
        if Next(unit=unit.id) in question.options or unit.taken:
            continue
        first = NOBODY not in question.options and unit.control is not Control.REPEATS
        words, rule = REPEATS_FIRST if first and not unit.routing else _held(battle, unit)
        yield Missing("Act", unit.id, words, rule)


def _held(battle: EagleBattle, unit: EagleUnit) -> tuple[str, str]:
    if unit.routing:
        return "it is routing", "rout.state"
    if battle.is_engaged(unit.id):
        return "it is in contact with the enemy", "movement.engaged"
    if unit.steadied:
        return "a leader steadied it this turn", "command.steady.no-move"
    if unit.control in HELD:
        return HELD[unit.control]
    return "it can only stand", "turn.activation"


def _near(battle: EagleBattle, unit: EagleUnit, far: float) -> tuple[EagleUnit, ...]:
    """The nearest enemies within reach or a little farther."""
    gaps = {enemy.id: distance(battle, unit.id, enemy.id) for enemy in battle.unbroken(1 - unit.side)}
    near = sorted((gap, enemy) for enemy, gap in gaps.items() if gap <= far * A_LITTLE_MORE)
    return tuple(battle.units[enemy] for _, enemy in near[:NEAREST])

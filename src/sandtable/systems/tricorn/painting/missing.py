"""Actions that a player might expect among the options, with the rule that forbids each.

Only near cases are listed: the nearest enemy within reach of the shot or attack, or little farther.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.game.ask.faces import Missing
from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.tricorn import rallying
from sandtable.systems.tricorn.aim import objections as no_shot
from sandtable.systems.tricorn.aim import within_law
from sandtable.systems.tricorn.battle import Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import may_break_off
from sandtable.systems.tricorn.choices import Kind
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.contacts_made import bars, objection
from sandtable.systems.tricorn.declaring import named as declared
from sandtable.systems.tricorn.nearness import distances
from sandtable.systems.tricorn.painting.parties import named
from sandtable.systems.tricorn.rates import budget, rate, share_open
from sandtable.table.space import INCH, as_inches

A_LITTLE_MORE: Final = 1.5
"""Enemies farther than this multiple of a unit's reach are ignored."""


def missing(battle: TricornBattle, question: Decision[Any]) -> tuple[Missing, ...]:
    """What a question does not offer, and why."""
    if not isinstance(question, Choose):
        return ()
    match question.decision:
        case "move.action":
            return tuple(_actions(battle, question))
        case "move.order":
            return tuple(_stuck(battle, question))
        case "fire.declare" | "fire.support-choice":
            return tuple(_silent(battle, question))
        case _:
            return ()


# --------------------------------------------------------------------- what a unit does not do
def _actions(battle: TricornBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit cannot attack, or cannot remove Disorder (movement.contact.who, rally.conditions)."""
    unit = battle.units[named(question)]
    kinds = {option.kind for option in question.options}
    if unit.removable and Kind.REMOVE not in kinds:
        reasons = rallying.objections(battle, unit)
        if reasons:
            yield Missing("Remove Disorder", unit.id, reasons[0].words, reasons[0].rule)
    if Kind.ATTACK not in kinds and not is_in_contact(battle, unit.id) and not unit.is_abandoned:
        yield from _no_attack(battle, unit)


def _no_attack(battle: TricornBattle, unit: TricornUnit) -> Iterator[Missing]:
    """Why a unit cannot attack, although an enemy is near."""
    reach = budget(rate(unit), share_open(battle, unit))
    near = _near(battle, unit, reach * A_LITTLE_MORE)
    if not near:
        return
    against = bars(battle, unit)
    if against:
        yield Missing("Attack", unit.id, against[0].words, against[0].rule)
        return
    gap, enemy = near[0]
    reason = objection(battle, unit, enemy)
    if reason is not None:
        yield Missing("Attack", unit.id, f"{enemy.name}: {reason.words}", reason.rule)
        return
    if gap > reach:
        words = f"{enemy.name} is {gap / INCH:.3g} in away; it can go {as_inches(reach):g} in at most"
        yield Missing("Attack", unit.id, words, "movement.allowance")
        return
    words = f"{enemy.name}: every way to it is too long or blocked"
    yield Missing("Attack", unit.id, words, "movement.legal-path")


def _stuck(battle: TricornBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why units of the active command cannot act (melee.continue, movement.pass-through.whole-move)."""
    for unit in battle.active_units():
        if unit.id in question.options or unit.named:
            continue
        if unit.passed:
            words, rule = "a formed friend has passed through it", "movement.pass-through.whole-move"
        elif unit.is_abandoned:
            words, rule = "its guns are abandoned", "artillery.abandoned"
        elif not may_break_off(battle, unit, share_open(battle, unit)):
            words, rule = "it is in contact and cannot break off", "movement.break-off.when"
        else:
            continue
        yield Missing("Act", unit.id, words, rule)


# --------------------------------------------------------------------- fire
def _silent(battle: TricornBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why units of the declaring side cannot fire at the nearest enemy (shooting.eligible)."""
    assert battle.activation is not None
    offered = {option.unit for option in question.options if option is not None}
    for unit in battle.on_table(question.seat):
        if unit.id in offered or unit.id in declared(battle):
            continue
        if battle.step is Step.FIRE and not battle.is_active(unit):
            continue
        reach = unit.profile.weapon.reach.end * A_LITTLE_MORE
        lawful = {enemy.id for enemy in within_law(battle, unit.side)}
        near = [enemy for _, enemy in _near(battle, unit, reach * INCH)]
        enemy = next((enemy for enemy in near if enemy.id in lawful), next(iter(near), None))
        reasons = () if enemy is None else no_shot(battle, unit, enemy)
        if enemy is not None and reasons:
            yield Missing(f"Fire at {enemy.name}", unit.id, reasons[0].words, reasons[0].rule)


def _near(battle: TricornBattle, unit: TricornUnit, far: float) -> list[tuple[float, TricornUnit]]:
    """The enemies within a distance, the nearest first."""
    enemies = battle.enemies_of(unit.side)
    gaps = zip(distances(battle, unit, enemies), enemies, strict=True)
    return sorted(((gap, enemy) for gap, enemy in gaps if gap <= far), key=lambda one: (one[0], one[1].id))

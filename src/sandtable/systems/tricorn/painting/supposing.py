"""Supposed activations: what a unit could do if its card came up."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.activation import commanded
from sandtable.systems.tricorn.attacks import PlanAttack
from sandtable.systems.tricorn.battle import Activation, Allowance, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import attacks_open
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.rates import share_open


def with_its_card(battle: TricornBattle, unit: TricornUnit) -> TricornBattle:
    """The battle as if a unit's General had the initiative now; the same battle if he is active already.

    turn.initiative.pass, turn.active-units
    """
    return battle if battle.is_active(unit) else _supposed(battle)[unit.command]


@by_identity(most=8)
def _supposed(battle: TricornBattle) -> tuple[TricornBattle, ...]:
    """The battle with each command in turn active after a passed roll, before any unit has acted."""
    units = tuple(_rested(unit) for unit in battle.units)
    rested = replace(battle, units=units)
    return tuple(_active(rested, number) for number in range(len(battle.commands)))


def _active(battle: TricornBattle, number: int) -> TricornBattle:
    command = battle.commands[number]
    officer = battle.officers[command.officer]
    activation = Activation(officer.id, number, command.side, Allowance.FULL, commanded(battle, officer))
    return replace(battle, activation=activation, active=command.side, step=Step.MOVEMENT)


def _rested(unit: TricornUnit) -> TricornUnit:
    """A unit that has not acted in an activation; the same object if nothing changes."""
    acted = unit.moved or unit.rallied or unit.broke_off or unit.passed or unit.named or unit.withdrew
    if not acted:
        return unit
    return replace(
        unit, moved=False, rallied=False, broke_off=False, passed=False, named=False, withdrew=False
    )


def attacks_of(battle: TricornBattle, unit: TricornUnit) -> tuple[PlanAttack, ...]:
    """The attacks that a unit could declare from here if its General were active and passed his roll.

    movement.contact.who, movement.legal-path
    """
    if unit.pose is None or unit.is_abandoned or unit.is_garrison or is_in_contact(battle, unit.id):
        return ()
    if battle.is_active(unit) and (unit.named or unit.passed):
        return ()
    there = with_its_card(battle, unit)
    one = there.units[unit.id]
    return attacks_open(there, one, share_open(there, one))

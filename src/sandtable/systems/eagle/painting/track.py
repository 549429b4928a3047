"""The current step of the turn, and the state of both armies."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Figure, Phase, Track
from sandtable.systems.eagle import battle as eagle
from sandtable.systems.eagle.army_break import Army
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.victory import army

NAMES: Final = {
    eagle.Phase.SETUP: "Deployment",
    eagle.Phase.INITIATIVE: "Initiative",
    eagle.Phase.COMMAND: "Command",
    eagle.Phase.MANOEUVRE: "Manoeuvre",
    eagle.Phase.CHARGE: "Charge",
    eagle.Phase.COMBAT: "Combat",
    eagle.Phase.AFTER: "After",
    eagle.Phase.END: "End",
}
"""The names of the phases on the track (turn.phases)."""

STEPS: Final = {
    Step.FIRST_LEADERS: "leaders",
    Step.FIRST_CONTROL: "control",
    Step.SECOND_LEADERS: "leaders",
    Step.SECOND_CONTROL: "control",
    Step.PURSUITS: "pursuits",
    Step.SIDE_FIRST: "moves",
    Step.FIRST_MANOEUVRES: "moves",
    Step.SECOND_MANOEUVRES: "moves",
    Step.FIRST_CHARGES: "declare",
    Step.SECOND_CHARGES: "declare",
    Step.FIRST_ANSWERS: "answer",
    Step.SECOND_ANSWERS: "answer",
    Step.CHARGE_MOVES: "charge",
}
"""The steps of phases with several; a step that both sides take in turn has one name."""


def _lettered(phase: eagle.Phase) -> Phase:
    steps = dict.fromkeys(STEPS[step] for step in Step if step.phase is phase and step in STEPS)
    return Phase(NAMES[phase], tuple(steps))


PHASES: Final = tuple(_lettered(phase) for phase in eagle.Phase if phase is not eagle.Phase.SETUP)
BEFORE: Final = (_lettered(eagle.Phase.SETUP),)


def track(battle: EagleBattle) -> Track:
    """The phases of a turn, which both sides share, or the deployment (turn.phases)."""
    phase = battle.step.phase
    phases = BEFORE if phase is eagle.Phase.SETUP else PHASES
    step = STEPS.get(battle.step, "")
    return Track(phases, battle.active, NAMES[phase], step, battle.turn, battle.turn_limit, shared=True)


def standing_of(battle: EagleBattle, side: int) -> tuple[Figure, ...]:
    """The losses of an army, the loss that breaks it, and whether it has the initiative.

    victory.value, victory.break, turn.initiative.use
    """
    value, lost = army(battle, side)
    units = sum(unit.side == side and unit.removed is not None for unit in battle.units)
    note = f"value lost, and how much breaks the army, worth {value}; {units} units lost"
    figures = [Figure("lost", f"{lost} of {breaking_point(value)}", note, "victory.break")]
    if battle.step.phase is not eagle.Phase.SETUP and battle.holder == side:
        figures.append(
            Figure("initiative", "yes", "it holds the initiative this turn", "turn.initiative.use")
        )
    return tuple(figures)


def breaking_point(value: int) -> int:
    """The least loss that breaks an army of this value (victory.break)."""
    return next(lost for lost in range(value + 1) if Army(value, lost).is_broken)

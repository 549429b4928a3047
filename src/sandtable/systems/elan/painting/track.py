"""The current place in the turn, and the state of both armies."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Figure, Phase, Track
from sandtable.systems.elan import battle as elan
from sandtable.systems.elan import victory
from sandtable.systems.elan.army import army_facts
from sandtable.systems.elan.army_morale import army_tallies
from sandtable.systems.elan.battle import ElanBattle, Step

NAMES: Final = {
    elan.Phase.SETUP: "Deployment",
    elan.Phase.ATTACH: "Attach",
    elan.Phase.INITIATIVE: "Initiative",
    elan.Phase.COMMAND: "Command",
    elan.Phase.CHARGE: "Charge",
    elan.Phase.RALLY: "Rally",
    elan.Phase.MOVEMENT: "Movement",
    elan.Phase.FIRING: "Firing",
    elan.Phase.MORALE: "Morale",
    elan.Phase.MELEE: "Melee",
    elan.Phase.END_TURN: "End",
}
"""The names of the phases on the track (turn.sequence)."""


def _steps(phase: elan.Phase) -> tuple[Step, ...]:
    return tuple(step for step in Step if step.phase is phase)


def _lettered(phase: elan.Phase) -> Phase:
    """A phase with its steps by number; a phase of one step has none."""
    count = len(_steps(phase))
    return Phase(NAMES[phase], tuple(str(number + 1) for number in range(count)) if count > 1 else ())


PHASES: Final = tuple(_lettered(phase) for phase in elan.Phase if phase is not elan.Phase.SETUP)
BEFORE: Final = (_lettered(elan.Phase.SETUP),)


def track(battle: ElanBattle) -> Track:
    """The ten phases, which both sides go through together, or the deployment before them (turn.sequence)."""
    phase = battle.step.phase
    phases = BEFORE if phase is elan.Phase.SETUP else PHASES
    steps = _steps(phase)
    step = str(steps.index(battle.step) + 1) if len(steps) > 1 else ""
    return Track(phases, battle.active, NAMES[phase], step, battle.turn, battle.turn_limit, shared=True)


def standing_of(battle: ElanBattle, side: int) -> tuple[Figure, ...]:
    """An army's points if the battle ended now, and its losses against its break point.

    victory.points, army.break-point, army.break-count
    """
    facts = army_facts(battle, side)
    point = army_tallies(facts)["lost units at which it tests"].whole
    return (
        Figure("VP", str(victory.points(battle, side).whole), "if the battle ended now", "victory.points"),
        Figure(
            "lost",
            f"{facts.lost} of {point}",
            "units lost, and how many make the army test its morale",
            "army.break-point",
        ),
    )

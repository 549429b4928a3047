"""The current step of the turn, and the state of both armies."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Figure, Phase, Track
from sandtable.systems.coldsteel import battle as coldsteel
from sandtable.systems.coldsteel.army_break import is_broken
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Step, roll_call
from sandtable.systems.coldsteel.steps import owner
from sandtable.systems.coldsteel.victory import points

BEFORE: Final = {
    Step.FORCES: "Forces",
    Step.CARDS: "Cards",
    Step.EDGES: "Edges",
    Step.DEPLOYMENT: "Deployment",
}
"""The steps before the first turn (setup.forces, cards.deal, setup.deploy)."""
TURN: Final = tuple(step for step in Step if step not in BEFORE and step is not Step.END)
"""The eight steps (turn.sequence)."""
NAMES: Final = {
    coldsteel.Phase.INITIATIVE: "Initiative",
    coldsteel.Phase.MORALE: "Morale",
    coldsteel.Phase.MANOEUVRES: "Manoeuvres",
    coldsteel.Phase.SHOOTING: "Shooting",
    coldsteel.Phase.MELEE: "Melee",
}
SHARED: Final = (Step.INITIATIVE, Step.MELEE)
"""The steps that belong to both players."""


def track(battle: ColdSteelBattle) -> Track:
    """The eight steps with their owners, or the setup before them (turn.sequence)."""
    if battle.step in BEFORE:
        phases = tuple(Phase(name) for name in BEFORE.values())
        name = BEFORE[battle.step]
    else:
        phases = tuple(Phase(_lettered(battle, step)) for step in TURN)
        # The end check has no place on the track: it follows the eighth step and asks no question.
        name = _lettered(battle, Step.MELEE if battle.step is Step.END else battle.step)
    return Track(phases, battle.active, name, "", battle.turn, battle.turn_limit, shared=True)


def _lettered(battle: ColdSteelBattle, step: Step) -> str:
    """The lettering of a step on the track: its player, and what is done (turn.sequence)."""
    name = NAMES[step.phase]
    if step in SHARED:
        return name
    return f"P{owner(step, 0, battle.readings) + 1} {name}"


def standing_of(battle: ColdSteelBattle, number: int) -> tuple[Figure, ...]:
    """An army's points if the battle ended now, and its losses against those that break it.

    victory.points, victory.break
    """
    call = roll_call(battle.units)
    lost, began = call.lost[number], call.began[number]
    breaks = next(count for count in range(began + 1) if is_broken(began, count))
    models = sum(unit.profile.models - unit.models for unit in battle.units if unit.side == number)
    return (
        Figure("VP", str(points(battle, number).whole), "if the battle ended now", "victory.points"),
        Figure(
            "lost",
            f"{lost} of {breaks}",
            f"units lost, and how many break the army; {models} models fell",
            "victory.break",
        ),
    )

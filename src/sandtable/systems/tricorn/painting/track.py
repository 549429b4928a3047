"""The place in the turn, and the state of both armies."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Figure, Phase, Track
from sandtable.systems.tricorn import army_break, victory
from sandtable.systems.tricorn import battle as tricorn
from sandtable.systems.tricorn.battle import Step, TricornBattle

NAMES: Final = {
    tricorn.Phase.SETUP: "Deployment",
    tricorn.Phase.CARD: "Card",
    tricorn.Phase.MOVEMENT: "Movement",
    tricorn.Phase.FIRING: "Firing",
    tricorn.Phase.MELEE: "Melee",
    tricorn.Phase.END: "End of turn",
}
"""The phases as the track labels them (turn.sequence)."""
STEPS: Final = {
    Step.FIRE: "declare",
    Step.RETURN_FIRE: "return",
    Step.VOLLEY: "fire",
    Step.CONSULT: "morale",
}
"""The steps of firing (shooting.simultaneous, shooting.resolution-order)."""


def _lettered(phase: tricorn.Phase) -> Phase:
    """A phase with its steps; a phase of one step lists none."""
    return Phase(NAMES[phase], tuple(words for step, words in STEPS.items() if step.phase is phase))


PHASES: Final = tuple(_lettered(phase) for phase in tricorn.Phase if phase is not tricorn.Phase.SETUP)
BEFORE: Final = (_lettered(tricorn.Phase.SETUP),)


def track(battle: TricornBattle) -> Track:
    """The steps of an activation of the active side, or the deployment before them (turn.sequence).

    Both sides share them, because the cards decide which side acts next.
    """
    phase = battle.step.phase
    phases = BEFORE if phase is tricorn.Phase.SETUP else PHASES
    step = STEPS.get(battle.step, "")
    return Track(phases, _side(battle), NAMES[phase], step, battle.turn, battle.turn_limit, shared=True)


def _side(battle: TricornBattle) -> int:
    """The active side, or the side whose officer's card was just turned (turn.draw)."""
    if battle.step is not Step.CARD or battle.activation is not None or not battle.deck.drawn:
        return battle.active
    officer = battle.officer_on(battle.deck.drawn[-1])
    return battle.active if officer is None else officer.side


def standing_of(battle: TricornBattle, side: int) -> tuple[Figure, ...]:
    """An army's points if the battle ended now, and its losses against its break point.

    victory.points, army.break-point, army.loss-count
    """
    army = victory.army_of(battle, side)
    lost, limit = army_break.losses(army).whole, army_break.break_point(army).whole
    return (
        Figure("VP", str(victory.points(battle, side).whole), "if the battle ended now", "victory.points"),
        Figure(
            "lost",
            f"{lost} of {limit}",
            "units lost, and how many break the army; counted at the end of a turn",
            "army.break-point",
        ),
    )

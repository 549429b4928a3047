"""The step of the turn, and the standing of both armies."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.painting import Figure, Phase, Track
from sandtable.systems.liberty import victory
from sandtable.systems.liberty.battle import LibertyBattle, Step

SET_UP: Final = "Set-up"
BEFORE: Final = (Phase(SET_UP, ("a", "b", "c")),)
"""Before the first turn: initiative, Command Points, deployment."""
PHASES: Final = (
    Phase("Command", ("a", "b", "c", "d", "e", "f")),
    Phase("Shooting", ("a", "b")),
    Phase("Melee", ("a",)),
)
LETTERS: Final = {
    Step.INITIATIVE: "a",
    Step.POINTS: "b",
    Step.DEPLOYMENT: "c",
    Step.OPENING: "",
    Step.ATTACHING: "a",
    Step.RALLYING: "c",
    Step.ROUTING: "d",
    Step.CHARGING: "e",
    Step.ORDERS: "f",
    Step.SHOOTING: "a",
    Step.TESTS: "b",
    Step.MELEES: "a",
    Step.END: "",
}
"""The letter of each step in its phase; the opening and the end of a turn have none (turn.phases)."""


def track(battle: LibertyBattle) -> Track:
    """The three phases with their lettered steps, or the set-up before the first turn (turn.phases)."""
    is_before = battle.step in (Step.INITIATIVE, Step.POINTS, Step.DEPLOYMENT)
    phases, phase = (BEFORE, SET_UP) if is_before else (PHASES, battle.step.phase)
    return Track(phases, battle.active, phase, LETTERS[battle.step], battle.turn, battle.turn_limit)


def standing_of(battle: LibertyBattle, side: int) -> tuple[Figure, ...]:
    """An army's victory points if the battle ended now, Command Points, and losses against its break point.

    victory.level, cp.display, victory.break-point
    """
    lost = sum(unit.broken for unit in battle.units if unit.side == side)
    points = battle.camps[side].points.left
    return (
        Figure("VP", str(victory.points(battle, side).whole), "if the battle ended now", "victory.level"),
        Figure("CP", str(points), "Command Points left", "cp.display"),
        Figure(
            "lost",
            f"{lost} of {victory.break_point(battle, side)}",
            "units broken, and how many break the army",
            "victory.break-point",
        ),
    )

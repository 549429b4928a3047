"""Before the battle: a Legion stays whole, and units stand where the scenario has them, or in a line."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.deployment import DivideLegion, PlaceLeader, PlaceUnit


def divide(battle: EagleBattle, question: DivideLegion) -> object:
    """Do not divide a Legion."""
    del battle
    return question.options[0]


def place(battle: EagleBattle, question: PlaceUnit | PlaceLeader) -> object:
    """Units and leaders take the first ordinary place."""
    del battle
    return question.sensible()[0]

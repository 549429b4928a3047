"""Before the battle: a Legion stays whole, and units stand where the scenario has them, or in a line."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.eagle.battle import EagleBattle


def deploy(battle: EagleBattle, question: Decision[Any]) -> object:
    """Do not divide a Legion; units and leaders take the first ordinary place."""
    del battle
    return question.options[0] if isinstance(question, Choose) else question.sensible()[0]

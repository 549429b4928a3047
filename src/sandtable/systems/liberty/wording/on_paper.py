"""The labels of decisions that are made without a table."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.liberty.wording.points import OFFERS, point_labels
from sandtable.systems.liberty.wording.trials import reroll_labels


def labels(question: Decision[Any]) -> tuple[str, ...]:
    """The labels of the options of a decision inside a resolution; empty if the options need none."""
    if not isinstance(question, Choose):
        return ()
    if question.decision in OFFERS:
        return point_labels(question.decision, question.options)
    match question.decision:
        case "test-rerolls":
            return reroll_labels(question.options)
        case "breakthrough-target":
            return tuple("Hold" if enemy is None else f"Charge enemy {enemy}" for enemy in question.options)
        case _:
            return ()

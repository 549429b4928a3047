"""Losses in words: models that fall, and units that are removed."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.game.present.english import counted, listed
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Removal
from sandtable.systems.coldsteel.wording.names import FIGURES, Prompter, Teller, name, names

GONE: Final = {
    Removal.DESTROYED: "destroyed to the last model",
    Removal.ROUTED: "routed off the table",
    Removal.OVERRUN: "overrun",
    Removal.LEFT: "gone over the edge of the table",
}


def _command(battle: ColdSteelBattle, question: Any) -> Prompt:
    unit, more = question.about
    words = f"{name(battle, unit)} loses a command figure: which of them falls?"
    if more > 1:
        words = f"{name(battle, unit)} loses {more} command figures: which of them falls first?"
    labels = tuple(FIGURES[figure] for figure in question.options)
    return Prompt(words, "casualties.six-choice", labels)


def _lost(battle: ColdSteelBattle, event: events.ModelsLost) -> str:
    men = [f"its {FIGURES[figure]}" for figure in event.command]
    ordinary = [counted(event.ordinary, "model")] if event.ordinary else []
    left = counted(event.left, "model")
    return f"{name(battle, event.unit)} loses {listed((*ordinary, *men))}; {left} left"


def _removed(battle: ColdSteelBattle, event: events.UnitsRemoved) -> str:
    verb = "is" if len(event.units) == 1 else "are"
    return f"{names(battle, event.units)} {verb} {GONE[event.how]}"


PROMPTS: Final[dict[str, Prompter]] = {"casualties.command-model": _command}
SENTENCES: Final[dict[type[events.ColdSteelEvent], Teller]] = {
    events.ModelsLost: _lost,
    events.UnitsRemoved: _removed,
}

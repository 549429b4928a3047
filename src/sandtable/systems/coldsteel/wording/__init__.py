"""Cold Steel in words: questions, units and events as players read them.

Each chapter has a module: ``PROMPTS`` by decision, ``SENTENCES`` by event. To add a chapter, add its module
to ``CHAPTERS``.
"""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision, Event
from sandtable.game.kit.system import Prompt
from sandtable.game.present.painting import Card, Glyph
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.events import ColdSteelEvent
from sandtable.systems.coldsteel.troops import Arm, Figure, Formation
from sandtable.systems.coldsteel.wording import (
    charges,
    losses,
    melees,
    morale,
    movement,
    setup,
    shooting,
    turns,
)
from sandtable.systems.coldsteel.wording.names import FIGURES, Prompter, Teller, formation_word

CHAPTERS = (setup, turns, morale, movement, charges, shooting, melees, losses)
PROMPTS: dict[str, Prompter] = {
    decision: words for chapter in CHAPTERS for decision, words in chapter.PROMPTS.items()
}
SENTENCES: dict[type[ColdSteelEvent], Teller] = {
    event: words for chapter in CHAPTERS for event, words in chapter.SENTENCES.items()
}


def glyph(unit: ColdSteelUnit) -> Glyph:
    """The symbol of a unit on a map."""
    match unit.arm:
        case Arm.INFANTRY:
            return Glyph.LOOSE if unit.formation is Formation.SKIRMISH else Glyph.FOOT
        case Arm.CAVALRY:
            return Glyph.HORSE
        case Arm.ARTILLERY:
            return Glyph.GUNS


def card(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Card:
    """The card of a unit: its name, profile, formation, state, living command figures and trait card.

    setup.open-information, cards.one-per-unit
    """
    kind = f"{unit.profile.name}, {formation_word(unit, unit.formation)}"
    if unit.trait is not None:
        kind += f", {TITLES[unit.trait]}{' (spent)' if unit.trait_spent else ''}"
    conditions = ["failed" if unit.failed else "steady"]
    conditions += ["held back"] * unit.held_back + ["in melee"] * battle.is_engaged(unit.id)
    if unit.pose is None:
        conditions = ["not on the table"]
    state = unit.removed.value if unit.removed else ", ".join(conditions)
    men = tuple((FIGURES[figure], 1) for figure in Figure if unit.has(figure))
    return Card(unit.name, kind, state, (("models", unit.models), *men), glyph(unit))


def prompt(battle: ColdSteelBattle, question: Decision[Any]) -> Prompt:
    """A question in words, with a label for each option."""
    assert question.decision in PROMPTS, f"{question.decision} has no prompt"
    return PROMPTS[question.decision](battle, question)


def sentence(battle: ColdSteelBattle, event: Event[ColdSteelBattle]) -> str:
    """An event as the log states it."""
    assert isinstance(event, ColdSteelEvent)
    assert type(event) in SENTENCES, f"{event!r} has no sentence"
    return SENTENCES[type(event)](battle, event)

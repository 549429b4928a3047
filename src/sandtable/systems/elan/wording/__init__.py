"""Elan in words: questions, units and events as players read them.

Each chapter has its words in a module of its own: ``PROMPTS`` by decision, ``SENTENCES`` by event. To add a
chapter, add its module to ``CHAPTERS``.
"""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.painting import Card, Glyph
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.troops import Arm
from sandtable.systems.elan.wording import (
    charges,
    command,
    leaders,
    melees,
    movement,
    setup,
    shooting,
    turns,
    units,
)
from sandtable.systems.elan.wording.names import Prompter, Teller, begun, formation_name

CHAPTERS = (turns, units, leaders, command, charges, shooting, melees, movement, setup)
PROMPTS: dict[str, Prompter] = {
    decision: words for chapter in CHAPTERS for decision, words in chapter.PROMPTS.items()
}
SENTENCES: dict[type[ElanEvent], Teller] = {
    event: words for chapter in CHAPTERS for event, words in chapter.SENTENCES.items()
}


def glyph(unit: ElanUnit) -> Glyph:
    """The symbol of a unit on a map."""
    if unit.formation.is_loose:
        return Glyph.LOOSE if not unit.is_cavalry else Glyph.HORSE
    if unit.is_cavalry:
        return Glyph.HORSE
    return Glyph.GUNS if unit.arm is Arm.ARTILLERY else Glyph.FOOT


def card(battle: ElanBattle, unit: ElanUnit) -> Card:
    """A unit: its name, profile, formation, class, state and losses."""
    kind = f"{unit.profile.name}, {formation_name(unit.formation)}, class {unit.quality}"
    conditions = ["Spent" if unit.is_spent else "steady"]
    if unit.retreating:
        conditions = ["retreating"]
    conditions += ["disordered"] * unit.disordered + ["Halt"] * unit.halted
    conditions += ["in contact"] * battle.is_in_contact(unit.id)
    if unit.pose is None:
        conditions = ["not on the table"]
    state = unit.removed.value if unit.removed else ", ".join(conditions)
    markers = (("lost", unit.lost),) if unit.lost else ()
    return Card(unit.name, kind, state, markers, glyph(unit))


def prompt(battle: ElanBattle, question: Decision[Any]) -> Prompt:
    """A question in words, with a label for each option."""
    assert question.decision in PROMPTS, f"{question.decision} has no prompt"
    asked = PROMPTS[question.decision](battle, question)
    return Prompt(begun(asked.words), asked.rule, tuple(begun(label) for label in asked.labels))


def sentence(battle: ElanBattle, event: Event[ElanBattle]) -> str:
    """An event as the log reports it."""
    assert isinstance(event, ElanEvent)
    assert type(event) in SENTENCES, f"{event!r} has no sentence"
    return begun(SENTENCES[type(event)](battle, event))

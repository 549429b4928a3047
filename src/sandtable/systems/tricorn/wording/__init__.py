"""Tricorn in words: questions, units and events for the players.

Each chapter of the rules has its words in a module of its own: ``PROMPTS`` by decision, ``SENTENCES`` by
event. To add a chapter, add its module to ``CHAPTERS``.
"""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.english import counted
from sandtable.game.present.painting import Card, Glyph
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.troops import Category
from sandtable.systems.tricorn.wording import (
    disorder,
    melees,
    morale,
    movement,
    officers,
    setup,
    shooting,
    turns,
)
from sandtable.systems.tricorn.wording.names import FORMATIONS, Prompter, Teller

CHAPTERS = (turns, setup, movement, disorder, officers, shooting, melees, morale)
PROMPTS: dict[str, Prompter] = {
    decision: words for chapter in CHAPTERS for decision, words in chapter.PROMPTS.items()
}
SENTENCES: dict[type[TricornEvent], Teller] = {
    event: words for chapter in CHAPTERS for event, words in chapter.SENTENCES.items()
}


def glyph(unit: TricornUnit) -> Glyph:
    """The symbol of a unit on a map."""
    match unit.category:
        case Category.FOOT:
            return Glyph.FOOT if unit.is_formed else Glyph.LOOSE
        case Category.MOUNTED:
            return Glyph.HORSE
        case Category.ARTILLERY:
            return Glyph.GUNS


def card(battle: TricornBattle, unit: TricornUnit) -> Card:
    """A unit: its name, profile and formation, its Combat Value, and its markers (setup.information)."""
    kind = f"{unit.profile.name}, {FORMATIONS[unit.formation]}, {unit.value}"
    if unit.removed is not None:
        state = unit.removed.value
    elif unit.pose is None:
        state = "not on the table"
    else:
        state = f"with {counted(unit.markers, 'marker')}" if unit.markers else "steady"
    marks = [("disorder", unit.removable), ("permanent disorder", unit.permanent)]
    marks.append(("forced march", int(unit.forced_until >= battle.turn)))
    return Card(unit.name, kind, state, tuple((word, n) for word, n in marks if n), glyph(unit))


def prompt(battle: TricornBattle, question: Decision[Any]) -> Prompt:
    """A question in words, with a label for each option."""
    assert question.decision in PROMPTS, f"{question.decision} has no prompt"
    return PROMPTS[question.decision](battle, question)


def sentence(battle: TricornBattle, event: Event[TricornBattle]) -> str:
    """An event as a sentence of the log."""
    assert isinstance(event, TricornEvent)
    assert type(event) in SENTENCES, f"{event!r} has no sentence"
    return SENTENCES[type(event)](battle, event)

"""Liberty in words: decisions, units and events as players read them.

Each chapter of the rules has a module: ``PROMPTS`` by decision, ``SENTENCES`` by event.
"""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.painting import Card, Glyph
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.wording import (
    charges,
    forms,
    leaders,
    melees,
    orders,
    points,
    setup,
    shooting,
    trials,
    turns,
)
from sandtable.systems.liberty.wording.names import Prompter, Teller

CHAPTERS = (setup, turns, points, leaders, orders, forms, charges, shooting, trials, melees)
PROMPTS: dict[str, Prompter] = {
    decision: words for chapter in CHAPTERS for decision, words in chapter.PROMPTS.items()
}
SENTENCES: dict[type[LibertyEvent], Teller] = {
    event: words for chapter in CHAPTERS for event, words in chapter.SENTENCES.items()
}


GLYPHS = {
    Arm.INFANTRY: Glyph.FOOT,
    Arm.MOUNTED: Glyph.HORSE,
    Arm.DISMOUNTED: Glyph.LOOSE,
    Arm.SKIRMISHERS: Glyph.LOOSE,
    Arm.UNLIMBERED: Glyph.GUNS,
    Arm.LIMBERED: Glyph.GUNS,
}


def card(battle: LibertyBattle, unit: Regiment) -> Card:
    """A unit: its name, list entry and size, state, and markers."""
    markers = (("hits", unit.hits), ("disorder", unit.disorder), ("under fire", unit.under_fire))
    form = "dismounted" if unit.dismounted else unit.formation.replace("-", " ")
    kind = f"{unit.profile.unit}, {unit.bases} bases, {form}"
    conditions = [unit.state.value]
    if unit.routing:
        conditions.append("ROUTING")
    if battle.is_engaged(unit.id):
        conditions.append("in melee")
    if unit.pose is None:
        conditions.append("not on the table")
    state = "BROKEN" if unit.broken else "withdrawn" if unit.withdrawn else ", ".join(conditions)
    shown = tuple(marker for marker in markers if marker[1])
    return Card(unit.name, kind, state, shown, GLYPHS[unit.arm])


def prompt(battle: LibertyBattle, question: Decision[Any]) -> Prompt:
    """A question in words, with a label for each option."""
    assert question.decision in PROMPTS, f"{question.decision} has no prompt"
    return PROMPTS[question.decision](battle, question)


def sentence(battle: LibertyBattle, event: Event[LibertyBattle]) -> str:
    """The sentence of an event in the log."""
    assert isinstance(event, LibertyEvent)
    assert type(event) in SENTENCES, f"{event!r} has no sentence"
    return SENTENCES[type(event)](battle, event)

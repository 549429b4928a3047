"""Eagle in words: questions, units and events for people to read.

Each chapter of the rules has its words in a module of its own: ``PROMPTS`` by decision, ``SENTENCES`` by
event, ``CITED`` the rules of its events. To add a chapter, add its module to ``CHAPTERS``.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.wording import (
    after,
    charges,
    combats,
    command,
    losses,
    movement,
    setup,
    shooting,
    turns,
)
from sandtable.systems.eagle.wording.names import Prompter, Teller, condition, drawn_up, leader_name
from sandtable.table.space import Pose

CHAPTERS = (setup, turns, losses, command, movement, shooting, charges, combats, after)
PROMPTS: dict[str, Prompter] = {
    decision: words for chapter in CHAPTERS for decision, words in chapter.PROMPTS.items()
}
SENTENCES: dict[type[EagleEvent], Teller] = {
    event: words for chapter in CHAPTERS for event, words in chapter.SENTENCES.items()
}

GLYPHS: Final = {
    TroopClass.HI: Glyph.FOOT,
    TroopClass.MI: Glyph.FOOT,
    TroopClass.LI: Glyph.LOOSE,
    TroopClass.CAV: Glyph.HORSE,
    TroopClass.LC: Glyph.HORSE,
    TroopClass.CH: Glyph.WAGON,
}
"""The symbol of each class on a map."""


def card(battle: EagleBattle, unit: EagleUnit) -> Card:
    """A unit: its name, class, grade and formation, its condition, disorder points and bases."""
    kind = f"{unit.profile.name}, {unit.troop_class} grade {unit.grade}, {drawn_up(unit.layout)}"
    eagle = (("Eagle", 1),) if unit.eagle else ()
    markers = (("bases", unit.bases), ("disorder points", unit.dp), *eagle)
    return Card(unit.name, kind, condition(battle, unit), markers, GLYPHS[unit.troop_class])


def tokens(battle: EagleBattle) -> tuple[Token, ...]:
    """The leaders on the table, as round markers an inch across (troops.bases)."""
    present = (leader for leader in battle.leaders if leader.is_present)
    return tuple(_token(battle, leader) for leader in present if _is_placed(battle, leader))


def _is_placed(battle: EagleBattle, leader: Leader) -> bool:
    return leader.attached is None or battle.units[leader.attached].pose is not None


def _token(battle: EagleBattle, leader: Leader) -> Token:
    x, y = battle.place_of(leader)
    return Token(
        leader_name(battle, leader.id),
        leader.side,
        Pose(round(x), round(y) + MARKER.depth // 2),
        MARKER,
        Glyph.LEADER,
        leader.key,
        leader.attached,
    )


def prompt(battle: EagleBattle, question: Decision[Any]) -> Prompt:
    """A question in words, with a label for each option."""
    assert question.decision in PROMPTS, f"{question.decision} has no prompt"
    asked = PROMPTS[question.decision](battle, question)
    return Prompt(asked.words, asked.rule, tuple(label[:1].upper() + label[1:] for label in asked.labels))


def sentence(battle: EagleBattle, event: Event[EagleBattle]) -> str:
    """An event as a sentence of the log."""
    assert isinstance(event, EagleEvent)
    assert type(event) in SENTENCES, f"{event!r} has no sentence"
    return SENTENCES[type(event)](battle, event)

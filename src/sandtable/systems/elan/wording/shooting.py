"""The words of the Firing phase."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import events, volley_events
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.shooting import Fire, dice, to_hit
from sandtable.systems.elan.weapons import band
from sandtable.systems.elan.wording.names import Prompter, Teller, asked, counted, length, the, told


# ------------------------------------------------------------------ questions
def _target(battle: ElanBattle, question: Choose[int | None]) -> Prompt:
    firer = _firer(question)
    labels = tuple(
        "Hold fire" if target is None else _shot_label(battle, firer, target) for target in question.options
    )
    return Prompt(asked(battle, firer, "At which enemy", "fire"), "shooting.target", labels)


def _tie(battle: ElanBattle, question: Choose[int]) -> Prompt:
    firer = _firer(question)
    words = f"Enemies equally near to {the(battle, firer)}: which is the target?"
    labels = tuple(_shot_label(battle, firer, target) for target in question.options)
    return Prompt(words, "shooting.target", labels)


def _firer(question: Choose[int] | Choose[int | None]) -> int:
    (firer,) = question.about
    assert isinstance(firer, int)
    return firer


def _shot_label(battle: ElanBattle, firer: int, target: int) -> str:
    facts = fire_facts(battle, firer, target)
    distance = length(battle, battle.figures.span(facts.range))
    reached = band(facts.weapon, facts.scale, facts.range)
    return f"{the(battle, target)}: {_roll(facts)}, {distance}, {reached} range"


def _roll(facts: Fire) -> str:
    count, need = dice(facts).whole, to_hit(facts).whole
    return f"{counted(count, 'die')}, hits on {need}+"


# ------------------------------------------------------------------ events
def _named(battle: ElanBattle, event: volley_events.TargetNamed) -> str:
    return told(battle, event.firer, f"aims at {the(battle, event.target)}")


def _held(battle: ElanBattle, event: volley_events.FireHeld) -> str:
    return told(battle, event.unit, "holds fire")


def _fired(battle: ElanBattle, event: volley_events.UnitFired) -> str:
    fires = f"fires at {the(battle, event.target)}: {counted(event.hits, 'hit')}"
    tired = f"; fatigue costs the firing unit {counted(event.fatigue, 'hit')}" if event.fatigue else ""
    return told(battle, event.firer, fires + tired)


PROMPTS: dict[str, Prompter] = {"fire.target": _target, "fire.tie": _tie}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    volley_events.TargetNamed: _named,
    volley_events.FireHeld: _held,
    volley_events.UnitFired: _fired,
}

"""The words of the Firing phase."""

from __future__ import annotations

from sandtable.game.questions import Choose
from sandtable.game.system import Prompt
from sandtable.systems.elan import events, volley_events
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.shooting import Fire, dice, to_hit
from sandtable.systems.elan.weapons import band
from sandtable.systems.elan.wording.names import Prompter, Teller, counted, length, name


# ------------------------------------------------------------------ questions
def _target(battle: ElanBattle, question: Choose[int | None]) -> Prompt:
    firer = _firer(question)
    labels = tuple(
        "Hold its fire" if target is None else _shot_label(battle, firer, target)
        for target in question.options
    )
    return Prompt(f"At whom does {name(battle, firer)} fire?", "shooting.target", labels)


def _tie(battle: ElanBattle, question: Choose[int]) -> Prompt:
    firer = _firer(question)
    words = f"Which of the units equally near to {name(battle, firer)} is to be its target?"
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
    return f"{name(battle, target)}: {_roll(facts)}, {distance}, {reached} range"


def _roll(facts: Fire) -> str:
    count, need = dice(facts).whole, to_hit(facts).whole
    return f"{count} {'die' if count == 1 else 'dice'} at {need}+"


# ------------------------------------------------------------------ events
def _named(battle: ElanBattle, event: volley_events.TargetNamed) -> str:
    return f"{name(battle, event.firer)} aims at {name(battle, event.target)}"


def _held(battle: ElanBattle, event: volley_events.FireHeld) -> str:
    return f"{name(battle, event.unit)} holds its fire"


def _fired(battle: ElanBattle, event: volley_events.UnitFired) -> str:
    told = f"{name(battle, event.firer)} fires at {name(battle, event.target)}: {counted(event.hits, 'hit')}"
    return f"{told}, and {counted(event.fatigue, 'hit')} by fatigue" if event.fatigue else told


PROMPTS: dict[str, Prompter] = {"fire.target": _target, "fire.tie": _tie}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    volley_events.TargetNamed: _named,
    volley_events.FireHeld: _held,
    volley_events.UnitFired: _fired,
}

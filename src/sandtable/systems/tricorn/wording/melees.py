"""Melees in words: the primaries, their helpers, and the result."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.tricorn import melee_events
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.melee_ground import CHOOSE_FIGHT, CHOOSE_PRIMARY, SUPPORT
from sandtable.systems.tricorn.wording.names import Prompter, Teller, name, names


def _fight(battle: TricornBattle, question: Any) -> Prompt:
    labels = tuple(name(battle, unit) for unit in question.options)
    return Prompt("Which enemy is fought next?", "melee.order", labels)


def _primary(battle: TricornBattle, question: Any) -> Prompt:
    (enemy,) = question.about
    labels = tuple(name(battle, unit) for unit in question.options)
    return Prompt(f"Which unit is primary against {name(battle, enemy)}?", "melee.primary", labels)


def _support(battle: TricornBattle, question: Any) -> Prompt:
    unit, primary, enemy = question.about
    words = f"Does {name(battle, unit)} support {name(battle, primary)} against {name(battle, enemy)}?"
    return Prompt(words, "melee.support-once", tuple(question.options))


def _began(battle: TricornBattle, event: melee_events.MeleeBegan) -> str:
    return f"Melee: {name(battle, event.unit)} against {name(battle, event.target)}"


def _fought(battle: TricornBattle, event: melee_events.MeleeFought) -> str:
    first, second = (
        _effort(battle, event, unit, value, hits)
        for unit, value, hits in zip((event.unit, event.target), event.values, event.hits, strict=True)
    )
    end = "neither loses" if event.loser is None else f"{name(battle, event.loser)} loses"
    return f"{first}, {second}: {end}"


def _effort(battle: TricornBattle, event: melee_events.MeleeFought, unit: int, value: int, hits: int) -> str:
    """How a primary fought, and its helpers."""
    helpers = tuple(one for one in event.helpers if battle.units[one].side == battle.units[unit].side)
    helped = f", helped by {names(battle, helpers)}," if helpers else ""
    scored = counted(hits, "hit") if hits else "no hit"
    return f"{name(battle, unit)}{helped} scores {scored} with Combat Value {value}"


PROMPTS: Final[dict[str, Prompter]] = {
    CHOOSE_FIGHT: _fight,
    CHOOSE_PRIMARY: _primary,
    SUPPORT: _support,
}
SENTENCES: Final[dict[type[TricornEvent], Teller]] = {
    melee_events.MeleeBegan: _began,
    melee_events.MeleeFought: _fought,
}

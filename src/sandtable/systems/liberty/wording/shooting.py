"""The words of the Shooting phase."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.liberty import events
from sandtable.systems.liberty.aim import Aim, aim
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.shooting import band, dice
from sandtable.systems.liberty.wording.names import Prompter, Teller, name


def _shoot(battle: LibertyBattle, question: Choose[Aim | None]) -> Prompt:
    labels = tuple(_shot_label(battle, option) for option in question.options)
    return Prompt("Which unit shoots, and at which target?", "shooting.target.free", labels)


def _shot_label(battle: LibertyBattle, shot: Aim | None) -> str:
    if shot is None:
        return "No more shooting"
    shooter, target = battle.units[shot.unit], battle.units[shot.target]
    facts = aim(battle, shooter, target)
    assert facts is not None
    distance = f"{facts.range} in, {band(facts.weapon, facts.range)} range"
    return f"{shooter.name} at {target.name}: {dice(facts).whole} dice, {distance}"


def _shot(battle: LibertyBattle, event: events.UnitShot) -> str:
    return f"{name(battle, event.unit)} shoots at {name(battle, event.target)} with {event.dice} dice"


def _hit(battle: LibertyBattle, event: events.UnitHit) -> str:
    return f"{name(battle, event.unit)} takes {counted(event.lost, 'hit')}"


PROMPTS: dict[str, Prompter] = {"shoot": _shoot}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {events.UnitShot: _shot, events.UnitHit: _hit}

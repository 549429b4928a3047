"""Disorder, losses and shocks in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.eagle import events, leader_events
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.leader_losses import REJOIN
from sandtable.systems.eagle.leader_risk import Harm
from sandtable.systems.eagle.records import Cause, Removal
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.wording.names import Prompter, Teller, drawn_up, leader_name, name, place, points

OF_CAUSE: Final = {
    Cause.FATIGUE: "for fatigue",
    Cause.MANOEUVRE: "for its manoeuvre",
    Cause.SHOOTING: "from shooting",
    Cause.COMBAT: "from combat",
    Cause.MORALE: "at the sight of it",
}

GONE: Final = {
    Removal.DESTROYED: "is destroyed to the last base",
    Removal.ELIMINATED: "routs off the table",
    Removal.LEFT: "leaves the table",
}


def _disordered(battle: EagleBattle, event: events.Disordered) -> str:
    unit = name(battle, event.unit)
    taken = f"{unit} takes {points(event.points)} {OF_CAUSE[event.cause]}"
    if event.points < 1:
        taken = f"{unit} keeps its disorder points in fewer lines"
    shaken = ", and it is shaken" if event.shaken else ""
    return f"{taken}: {event.dp} in all{shaken}"


def _restored(battle: EagleBattle, event: events.OrderRestored) -> str:
    left = "no disorder points left" if event.dp == 0 else f"{points(event.dp)} left"
    rallied = "rallies" if event.rallied else "restores its order"
    return f"{name(battle, event.unit)} {rallied}: {left}"


def _bases(battle: EagleBattle, event: events.BasesLost) -> str:
    lost = counted(event.lost, "base")
    now = drawn_up(Layout(event.formation, event.ranks))
    shaken = ", shaken" if event.shaken else ""
    return f"{name(battle, event.unit)} loses {lost} and stands in {now}{shaken}"


def _removed(battle: EagleBattle, event: events.UnitRemoved) -> str:
    return f"{name(battle, event.unit)} {GONE[event.how]}"


def _shocks(battle: EagleBattle, event: events.ShocksArose) -> str:
    del battle
    near = sum(len(shock.struck) for shock in event.shocks)
    words = "; ".join(shock.words for shock in event.shocks)
    return f"{words}: {counted(near, 'unit')} near by {'is' if near == 1 else 'are'} affected"


def _worked_off(battle: EagleBattle, event: events.ShockWorkedOff) -> str:
    del battle, event
    return "No other unit is affected"


def _routed(battle: EagleBattle, event: events.UnitRouted) -> str:
    return f"{name(battle, event.unit)} routs"


# --------------------------------------------------------------------- leaders
def _rejoin(battle: EagleBattle, question: Any) -> Prompt:
    leader, rule = question.about
    words = f"{leader_name(battle, leader)} has lost his unit: which of the nearest does he join?"
    return Prompt(words, rule, tuple(name(battle, unit) for unit in question.options))


def _harmed(battle: EagleBattle, event: leader_events.LeaderHarmed) -> str:
    who = leader_name(battle, event.leader)
    if event.harm is Harm.CRIPPLED:
        return f"{who} is crippled and can only move"
    return f"{who} is wounded and has {counted(event.actions, 'action')} left"


def _lost(battle: EagleBattle, event: leader_events.LeaderLost) -> str:
    who = leader_name(battle, event.leader)
    return f"{who} is killed" if event.killed else f"{who} is lost in the rout"


def _attached(battle: EagleBattle, event: leader_events.LeaderAttached) -> str:
    return f"{leader_name(battle, event.leader)} joins {name(battle, event.unit)}"


def _placed(battle: EagleBattle, event: leader_events.LeaderPlaced) -> str:
    return f"{leader_name(battle, event.leader)} rides to {place(event.place)}"


PROMPTS: Final[dict[str, Prompter]] = {REJOIN: _rejoin}
SENTENCES: Final[dict[type[events.EagleEvent], Teller]] = {
    events.Disordered: _disordered,
    events.OrderRestored: _restored,
    events.BasesLost: _bases,
    events.UnitRemoved: _removed,
    events.ShocksArose: _shocks,
    events.ShockWorkedOff: _worked_off,
    events.UnitRouted: _routed,
    leader_events.LeaderHarmed: _harmed,
    leader_events.LeaderLost: _lost,
    leader_events.LeaderAttached: _attached,
    leader_events.LeaderPlaced: _placed,
}

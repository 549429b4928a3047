"""Disorder, recoils, withdrawals and losses in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.english import counted
from sandtable.systems.tricorn import events
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.wording.names import Prompter, Teller, name
from sandtable.table.space import as_inches


def _markers(battle: TricornBattle, event: events.MarkersGained) -> str:
    unit = name(battle, event.unit)
    if not event.count:
        return f"One of the Disorder Markers of {unit} becomes permanent"
    kind = "permanent Disorder Marker" if event.permanent else "Disorder Marker"
    return f"{unit} takes {counted(event.count, kind)}"


def _recoiled(battle: TricornBattle, event: events.UnitRecoiled) -> str:
    unit = name(battle, event.unit)
    return f"{unit} recoils {as_inches(event.distance):g} in" if event.distance else f"{unit} cannot recoil"


def _withdrew(battle: TricornBattle, event: events.UnitWithdrew) -> str:
    unit = name(battle, event.unit)
    if not event.distance:
        return f"{unit} turns to withdraw but cannot move"
    return f"{unit} withdraws {as_inches(event.distance):g} in"


def _abandoned(battle: TricornBattle, event: events.GunsAbandoned) -> str:
    return f"The crews of {name(battle, event.unit)} abandon their guns"


def _removed(battle: TricornBattle, event: events.UnitRemoved) -> str:
    return f"{name(battle, event.unit)} is {event.how}"


def _rallied(battle: TricornBattle, event: events.DisorderRemovalTried) -> str:
    return f"{name(battle, event.unit)} {'recovers' if event.passed else 'does not recover'}"


PROMPTS: Final[dict[str, Prompter]] = {}
SENTENCES: Final[dict[type[events.TricornEvent], Teller]] = {
    events.MarkersGained: _markers,
    events.UnitRecoiled: _recoiled,
    events.UnitWithdrew: _withdrew,
    events.GunsAbandoned: _abandoned,
    events.UnitRemoved: _removed,
    events.DisorderRemovalTried: _rallied,
}

"""The systems and their scenarios: list them, and find one by its id."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from sandtable import systems
from sandtable.cli.errors import Misuse
from sandtable.game.kit.system import System
from sandtable.lab.findings.certificate import Certificate, certificate_of, staleness


class SideRow(Struct, frozen=True):
    """One side of a scenario: its id, name, commander and number of units."""

    id: str
    name: str
    commander: str
    units: int


class ScenarioRow(Struct, frozen=True):
    """A scenario with its certificate, and why that is stale if it is."""

    system: str
    id: str
    name: str
    date: str
    place: str
    turns: int | None
    units: int
    sides: tuple[SideRow, ...]
    certificate: Certificate | None = None
    stale: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True):
    """Every scenario."""

    scenarios: tuple[ScenarioRow, ...]


def catalogue(system: str | None = None) -> Catalogue:
    """The scenarios of one system, or of all."""
    chosen = systems.names() if system is None else (system,)
    found = (systems.load(name) for name in chosen)
    return Catalogue(tuple(scenario_row(one, scenario) for one in found for scenario in one.scenarios()))


def scenario_row(system: System[Any], id: str) -> ScenarioRow:
    """A shipped scenario as a row."""
    scenario, held = system.scenario(id), certificate_of(system, id)
    return ScenarioRow(
        system=system.id,
        id=id,
        name=scenario.name,
        date=scenario.date,
        place=scenario.place,
        turns=scenario.turn_limit,
        units=len(scenario.units),
        sides=tuple(
            SideRow(side.id, side.name, side.commander, sum(unit.side == side.id for unit in scenario.units))
            for side in scenario.sides
        ),
        certificate=held,
        stale=() if held is None else staleness(system, held),
    )


def find_scenario(named: str) -> tuple[System[Any], str]:
    """The system and id of a scenario named as ``ID``, or as ``SYSTEM/ID`` if several systems have it."""
    before, slash, after = named.partition("/")
    if slash:
        system = systems.load(before)
        if after in system.scenarios():
            return system, after
        raise Misuse(f'{before} has no scenario "{after}"{_meant(after, system.scenarios())}')
    owners = [system for system in map(systems.load, systems.names()) if named in system.scenarios()]
    if len(owners) == 1:
        return owners[0], named
    if owners:
        choices = " or ".join(f"{owner.id}/{named}" for owner in owners)
        raise Misuse(f'several systems have a scenario "{named}": say {choices}')
    known = [scenario for name in systems.names() for scenario in systems.load(name).scenarios()]
    raise Misuse(f'there is no scenario "{named}"{_meant(named, known)}')


def package_of(system: System[Any]) -> str:
    """The package that contains a system's files."""
    return system.package


def _meant(word: str, known: list[str] | tuple[str, ...]) -> str:
    close = get_close_matches(word, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f": choose one of {', '.join(known)}{hint}"

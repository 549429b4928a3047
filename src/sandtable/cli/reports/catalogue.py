"""The systems and their scenarios: list them, and find one by its id."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from sandtable import systems
from sandtable.cli.errors import Misuse
from sandtable.game.kit.catalogue import ScenarioRow, scenario_row
from sandtable.game.kit.system import System
from sandtable.lab.findings.certificate import Certificate, certificate_of, staleness


class CertifiedRow(ScenarioRow, frozen=True):
    """A scenario with its certificate, and why that is stale if it is."""

    certificate: Certificate | None = None
    stale: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True):
    """Every scenario."""

    scenarios: tuple[CertifiedRow, ...]


def catalogue(system: str | None = None) -> Catalogue:
    """The scenarios of one system, or of all."""
    chosen = systems.names() if system is None else (system,)
    found = (systems.load(name) for name in chosen)
    return Catalogue(tuple(certified_row(one, scenario) for one in found for scenario in one.scenarios()))


def certified_row(system: System[Any], id: str) -> CertifiedRow:
    """A shipped scenario as a row."""
    row, held = scenario_row(system, id), certificate_of(system, id)
    stale = () if held is None else staleness(system, held)
    return CertifiedRow(**asdict(row), certificate=held, stale=stale)


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


def _meant(word: str, known: list[str] | tuple[str, ...]) -> str:
    close = get_close_matches(word, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f": choose one of {', '.join(known)}{hint}"

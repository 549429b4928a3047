"""Certificates of scenarios: which there are, and which still hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable import systems
from sandtable.cli.reports.catalogue import find
from sandtable.game.kit.system import System
from sandtable.lab.findings.certificate import ENDING, Certificate, file_of, read_certificate, staleness


class Certified(Struct, frozen=True):
    """A scenario with its certificate, if it has one, and what speaks against that."""

    system: str
    scenario: str
    certificate: Certificate | None
    faults: tuple[str, ...]


class Certificates(Struct, frozen=True):
    """Every scenario that was asked for."""

    ok: bool
    scenarios: tuple[Certified, ...]


def named(system: str | None, scenario: str | None) -> tuple[tuple[System[Any], str], ...]:
    """The scenarios that somebody named: one, those of a system, or all."""
    if system is not None and scenario is not None:
        return (find(f"{system}/{scenario}"),)
    owners = systems.names() if system is None else (system,)
    return tuple((owner, id) for owner in map(systems.load, owners) for id in owner.scenarios())


def place_of(system: System[Any], scenario: str, into: Path | None) -> Path:
    """Where the certificate of a scenario is to lie: beside it, or in a folder of somebody's own."""
    if into is None:
        return file_of(system, scenario)
    folder = into / system.id
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{scenario}{ENDING}"


def checked(chosen: tuple[tuple[System[Any], str], ...], into: Path | None = None) -> Certificates:
    """Each scenario with its certificate, and whether that still belongs to it."""
    rows = tuple(certified(system, id, place_of(system, id, into)) for system, id in chosen)
    return Certificates(all(row.certificate is not None and not row.faults for row in rows), rows)


def certified(system: System[Any], id: str, file: Path) -> Certified:
    """One scenario with the certificate in a file."""
    held = read_certificate(file)
    return Certified(system.id, id, held, () if held is None else staleness(system, held))

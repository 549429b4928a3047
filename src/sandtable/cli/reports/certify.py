"""Certificates of scenarios: which exist, and which are valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable import systems
from sandtable.cli.reports.catalogue import find_scenario
from sandtable.game.kit.system import System
from sandtable.lab.findings.certificate import (
    ENDING,
    Certificate,
    certificate_file,
    read_certificate,
    staleness,
)


class CertifiedScenario(Struct, frozen=True):
    """A scenario with its certificate, if it has one, and what is wrong with it."""

    system: str
    scenario: str
    certificate: Certificate | None
    faults: tuple[str, ...]


class Certificates(Struct, frozen=True):
    """The scenarios that were asked for."""

    ok: bool
    scenarios: tuple[CertifiedScenario, ...]


def named_scenarios(system: str | None, scenario: str | None) -> tuple[tuple[System[Any], str], ...]:
    """The scenarios named on the command line: one, those of a system, or all."""
    if system is not None and scenario is not None:
        return (find_scenario(f"{system}/{scenario}"),)
    owners = systems.names() if system is None else (system,)
    return tuple((owner, id) for owner in map(systems.load, owners) for id in owner.scenarios())


def certificate_path(system: System[Any], scenario: str, into: Path | None) -> Path:
    """The path of a scenario's certificate: beside the scenario, or in another folder."""
    if into is None:
        return certificate_file(system, scenario)
    folder = into / system.id
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{scenario}{ENDING}"


def check_certificates(chosen: tuple[tuple[System[Any], str], ...], into: Path | None = None) -> Certificates:
    """Check the certificate of each scenario."""
    rows = tuple(certified_scenario(system, id, certificate_path(system, id, into)) for system, id in chosen)
    return Certificates(all(row.certificate is not None and not row.faults for row in rows), rows)


def certified_scenario(system: System[Any], id: str, file: Path) -> CertifiedScenario:
    """A scenario with the certificate in a file."""
    held = read_certificate(file)
    return CertifiedScenario(system.id, id, held, () if held is None else staleness(system, held))

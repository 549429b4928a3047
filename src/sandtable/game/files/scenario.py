"""Loading scenarios: from the files of a system's package, from any file, from text and from plain data.

``scenario_rows`` holds what the scenarios of all systems have in common. A system subclasses ``Scenario`` and
the rows to which it adds keys, and describes its profiles and ground in a ``Roster``; ``scenario_checks``
finds everything that does not fit together.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final, TypeVar

from sandtable.game.files.roster import Roster, StandingEntry
from sandtable.game.files.scenario_checks import Check, completed, nothing_else, problems
from sandtable.game.files.scenario_rows import (
    EDGES,
    Arrival,
    Brigade,
    Ground,
    LeaderEntry,
    Objective,
    Scenario,
    Side,
    Situation,
    Special,
    Table,
    UnitEntry,
)
from sandtable.game.files.typed_files import BadFile, Source, convert, decode_toml, read_toml, suggest

__all__ = [
    "EDGES",
    "Arrival",
    "Brigade",
    "Ground",
    "LeaderEntry",
    "Objective",
    "Roster",
    "Scenario",
    "Side",
    "Situation",
    "Special",
    "StandingEntry",
    "Table",
    "UnitEntry",
    "convert_scenario",
    "load_scenario",
    "parse_scenario",
    "problems",
    "read_scenario",
    "scenario_file",
    "scenario_files",
]

S = TypeVar("S", bound=Scenario)

SCENARIO_LIMIT: Final = 256 * 1024
"""The largest scenario file: with its defaults written out it still fits into a record."""


def load_scenario(source: Source, kind: type[S], roster: Roster[S], check: Check[S] = nothing_else) -> S:
    """Read a scenario that can be fought; `BadFile` for the first problem in it."""
    return _sound(read_scenario(source, kind), roster, str(source), check)


def read_scenario(source: Source, kind: type[S]) -> S:
    """Read a scenario and check only that every key has a value of the right type."""
    return read_toml(source, kind, limit=SCENARIO_LIMIT)


def parse_scenario(
    text: str, kind: type[S], roster: Roster[S], path: str, check: Check[S] = nothing_else
) -> S:
    """The scenario in the text of a file; `BadFile` for the first problem in it."""
    return _sound(decode_toml(text.encode(), kind, path), roster, path, check)


def convert_scenario(
    raw: object, kind: type[S], roster: Roster[S], path: str, check: Check[S] = nothing_else
) -> S:
    """The scenario in plain data; `BadFile` for the first problem in it."""
    return _sound(convert(raw, kind, path), roster, path, check)


def _sound(scenario: S, roster: Roster[S], path: str, check: Check[S]) -> S:
    found = problems(scenario, roster, path, check)
    if found:
        more = f" (and {len(found) - 1} more problems)" if len(found) > 1 else ""
        raise BadFile(found[0].path, found[0].key, found[0].words + more)
    return completed(scenario, roster)


def scenario_files(package: str) -> dict[str, Source]:
    """The scenario files of a system's package, by id, sorted by name."""
    folder = files(package) / "scenarios"
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda e: e.name
    )
    return {entry.name.removesuffix(".toml"): entry for entry in found}


def scenario_file(package: str, scenario: str) -> Source:
    """The file of a scenario in a system's package."""
    known = scenario_files(package)
    if scenario not in known:
        raise BadFile(
            f"{package} scenarios", scenario, f"there is no such scenario; {suggest(scenario, known)}"
        )
    return known[scenario]

"""Set up the battle of a named scenario: a shipped one, or a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable import systems
from sandtable.cli.options import chosen_readings, house_rules
from sandtable.cli.reports.catalogue import find_scenario
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import BadFile, read_toml, suggest
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings


class Muster(Struct, frozen=True):
    """The start of a battle: system, scenario, readings and the battle itself."""

    system: System[Any]
    setting: Scenario
    readings: Readings
    battle: Any

    @property
    def scenario(self) -> str:
        """The id of the scenario."""
        return self.setting.id

    @property
    def name(self) -> str:
        """The name of the battle."""
        return self.setting.name

    @property
    def plain_setting(self) -> dict[str, Any]:
        """The scenario as plain data, as read from a file."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.setting))
        return plain

    @property
    def turns(self) -> int:
        """The turn limit."""
        return self.setting.turn_limit

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return tuple(side.name for side in self.setting.sides)


def muster(called: str, readings: Sequence[str] | None, *, system: str | None = None) -> Muster:
    """Set up the battle of a scenario named by id, by ``SYSTEM/ID`` or by the path of its file."""
    owner, id = system_and_id(called, system)
    scenario = owner.read_scenario(Path(called)) if is_path(called) else owner.scenario(id)
    return muster_scenario(owner, scenario, chosen_readings(readings, owner.rulebook()))


@contextmanager
def by_house_rules(called: str, texts: Sequence[str] | None, *, system: str | None = None) -> Iterator[None]:
    """Apply the figures of ``--set`` options to the system of a scenario until the block ends."""
    owner = system_and_id(called, system)[0].id if texts else ""
    with house_rules(owner, texts):
        yield


def system_and_id(called: str, system: str | None) -> tuple[System[Any], str]:
    """The system of a named scenario, and its id or path."""
    if is_path(called):
        path = Path(called)
        profiles = texts_under(read_toml(path, dict[str, object]), "units", "profile")
        return system_of_file(profiles, path, system), called
    return find_scenario(called if system is None or "/" in called else f"{system}/{called}")


def muster_scenario(system: System[Any], scenario: Scenario, readings: Readings) -> Muster:
    """Set up the battle of a scenario."""
    return Muster(system, scenario, readings, system.muster(scenario, readings))


def is_path(called: str) -> bool:
    """Is a scenario named by the path of a file?"""
    return called.endswith(".toml")


# --------------------------------------------------------------------- whose a file is
def system_of_file(profiles: frozenset[str], path: Path, system: str | None) -> System[Any]:
    """The system of a file: the one that is named, or the one that knows most of its profiles."""
    if system is not None:
        return systems.load(system)
    score = {
        name: len(profiles.intersection(systems.load(name).roster().profile_ids)) for name in systems.names()
    }
    most = max(score.values())
    best = [name for name in score if score[name] == most]
    if len(best) == 1:
        return systems.load(best[0])
    words = f"the system is not clear from its profiles: name it with --system; {suggest('', score)}"
    raise BadFile(str(path), "", words)


def texts_under(raw: Mapping[str, object], rows: str, key: str) -> frozenset[str]:
    """The texts under a key in the rows of a parsed file."""
    found = raw.get(rows)
    tables = [row for row in found if isinstance(row, Mapping)] if isinstance(found, list) else []
    return frozenset(text for row in tables if isinstance(text := row.get(key), str))

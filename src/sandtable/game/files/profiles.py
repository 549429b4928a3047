"""Profiles of a system: read from a file and found by their ids.

A system's roster is a ``Profiles`` of its own kind of profile, to which it adds what a scenario is checked
against (``files.roster.Roster``). A scenario may bring profiles of its own. In a battle such a profile is
named by its whole text instead of an id, so that the battle holds all it needs and equal profiles are one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import BadFile, Source, read_toml, suggest


class NotOnRoster(LookupError):
    """The roster does not have a profile, or a size of it, that was named."""


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The id that scenarios use."""


P = TypeVar("P", bound=Identified)


class Profiles(Struct, Generic[P], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The profiles of a file, in its order."""

    profiles: tuple[P, ...] = field(name="profile")

    @property
    def unit_ids(self) -> tuple[str, ...]:
        """The profiles of units."""
        return tuple(profile.id for profile in self.profiles)

    def profile(self, id: str) -> P:
        """The profile with this id."""
        for profile in self.profiles:
            if profile.id == id:
                return profile
        if id.startswith("{"):
            own: P = _written_out(id, type(self.profiles[0]))
            return own
        raise NotOnRoster(f'there is no profile "{id}"; {suggest(id, self.unit_ids)}')

    def for_scenario(self, scenario: Scenario) -> Self:
        """The roster with the scenario's own profiles after those of the lists."""
        return replace(self, profiles=(*self.profiles, *scenario.profiles)) if scenario.profiles else self

    def completed(self, scenario: Any) -> Any:
        """The scenario with what the rules need and it need not state; a system overrides it."""
        return scenario

    def id_in_battle(self, profile: P) -> str:
        """The name of a profile in a battle: its id if it is listed here, else its text."""
        if profile.id in self.unit_ids:
            return profile.id
        return msgspec.json.encode(profile, order="deterministic").decode()

    def contradictions(self, profile: P) -> Iterable[tuple[str, str]]:
        """What in a profile contradicts the rules or itself, as keys and words; a system overrides it."""
        del profile
        return ()


@lru_cache(maxsize=64)  # a battle looks up the profiles of its units often; decoding one takes 5 us
def _written_out(text: str, kind: type[Any]) -> Any:
    return msgspec.json.decode(text, type=kind)


R = TypeVar("R", bound=Profiles[Any])


def read_profiles(source: Source, kind: type[R]) -> R:
    """Read profiles from a file; a duplicate or contradictory profile is refused."""
    found = read_toml(source, kind)
    for place, profile in enumerate(found.profiles):
        if any(other.id == profile.id for other in found.profiles[:place]):
            raise BadFile(str(source), f"profile[{place}].id", f'the id "{profile.id}" is used twice')
        for key, words in found.contradictions(profile):
            raise BadFile(str(source), f"profile[{place}].{key}", words)
    return found

"""Profiles as every system keeps them: read from a file, told apart by their ids, and found by them.

A system's roster is a ``Profiles`` of its own kind of profile, to which it adds what a scenario is checked
against (``game.scenario.Roster``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field

from sandtable.game.files import BadFile, Source, read_toml, suggest


class NotOnRoster(LookupError):
    """A profile, or a size of one, was named that the roster does not have."""


class Identified(Protocol):
    """A profile by its id."""

    @property
    def id(self) -> str:
        """What scenarios call it by."""


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
        raise NotOnRoster(f'there is no profile "{id}"; {suggest(id, self.unit_ids)}')

    def contradictions(self, profile: P) -> Iterable[tuple[str, str]]:
        """What in a profile contradicts the rules or itself: keys and words; a system tells its own."""
        del profile
        return ()


R = TypeVar("R", bound=Profiles[Any])


def read_profiles(source: Source, kind: type[R]) -> R:
    """Read profiles from a file; one that stands twice or contradicts itself is refused."""
    found = read_toml(source, kind)
    for place, profile in enumerate(found.profiles):
        if any(other.id == profile.id for other in found.profiles[:place]):
            raise BadFile(str(source), f"profile[{place}].id", f'"{profile.id}" stands twice')
        for key, words in found.contradictions(profile):
            raise BadFile(str(source), f"profile[{place}].{key}", words)
    return found

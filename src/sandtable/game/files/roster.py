"""Rosters: what a system knows that its scenarios are checked against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from sandtable.game.files.scenario_rows import Scenario
from sandtable.table.space import Layers, Pose, Shape


class StandingEntry(Struct, frozen=True):
    """A piece on the table when a battle begins: its key in the file, its name, pose and shape."""

    key: str
    name: str
    pose: Pose
    shape: Shape


S_contra = TypeVar("S_contra", bound=Scenario, contravariant=True)


class Roster(Protocol[S_contra]):
    """What a system knows that a scenario is checked against; each default means that there is nothing."""

    @property
    def profile_ids(self) -> Sequence[str]:
        """The profiles a unit or leader may have."""

    @property
    def ground_kinds(self) -> Sequence[str]:
        """The kinds of ground."""
        return ()

    @property
    def impassable(self) -> Sequence[str]:
        """The kinds of ground that no unit can stand on."""
        return ()

    @property
    def layers(self) -> Layers:
        """Which ground counts where pieces overlap."""
        return Layers()

    @property
    def openings(self) -> Sequence[str]:
        """The values of ``first_player`` besides the ids of the sides."""
        return ()

    def for_scenario(self, scenario: S_contra) -> Roster[S_contra]:
        """The roster with the scenario's own profiles."""
        del scenario
        return self

    def footprint(self, scenario: S_contra, unit: Any) -> Shape | None:
        """The shape of a unit as the scenario states it; None if it is not known."""
        del scenario, unit
        return None

    def completed(self, scenario: Any) -> Any:
        """The scenario with what the rules need and it need not state, such as unnamed commanders."""
        return scenario

    def contradictions(self, profile: Any) -> Iterable[tuple[str, str]]:
        """What the rules do not allow in a scenario's own profile: keys and words."""
        del profile
        return ()

    def standing(self, scenario: S_contra) -> Iterable[StandingEntry]:
        """Every piece with a footprint on the table at the start whose profile and formation are known."""

    def complaints(self, scenario: S_contra) -> Iterable[tuple[str, str]]:
        """What the system's own checks find wrong: keys and words."""
        del scenario
        return ()

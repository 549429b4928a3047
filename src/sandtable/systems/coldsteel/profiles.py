"""Profiles: the roster entries of units."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sandtable.systems.coldsteel.shapes import files_of, shape_of
from sandtable.systems.coldsteel.troops import Arm, Figure, Formation, Trait, TroopClass, allowed
from sandtable.table.space import Shape

Models = Annotated[int, Meta(ge=1, le=60)]


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the roster: its class, its models and the command figures among them.

    ``card_if_assigned`` is its card in assigned mode unless the scenario names another (cards.profile-card).

    leaders.one-each, troops.one-class
    """

    id: str
    name: str
    troop_class: TroopClass
    models: Models
    command: tuple[Figure, ...] = ()
    example: str = ""
    card_if_assigned: Trait | None = None

    @property
    def arm(self) -> Arm:
        """The arm of its class (troops.one-class)."""
        return self.troop_class.arm

    @property
    def formations(self) -> tuple[Formation, ...]:
        """The formations open to it (formation.allowed)."""
        return allowed(self.troop_class)

    def files(self, formation: Formation) -> int:
        """Its files at full strength (formation.line and the rules after it)."""
        return files_of(self.arm, formation, self.models)

    def shape(self, formation: Formation) -> Shape:
        """Its models in a formation outside a building (formation.footprint)."""
        return shape_of(self.arm, formation, self.models, self.files(formation))

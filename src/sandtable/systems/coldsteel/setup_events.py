"""The events before the first turn: forces chosen and shown, cards dealt, edges taken, units placed."""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.events import ColdSteelEvent, stood, with_camp
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.table.space import Edge, Pose, Shape, TableSide

UNKNOWN: Final = "?"
"""A unit that the other side has chosen and not yet shown (setup.forces)."""

Picks = tuple[tuple[str, ...], tuple[str, ...]]
"""The profiles that each side has chosen, in order."""


class ForceChosen(ColdSteelEvent, frozen=True):
    """A side chose a unit of its force, in secret (setup.forces)."""

    side: int
    profile: str

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, picks=with_pick(battle.picks, self.side, self.profile))


def with_pick(picks: Picks, side: int, profile: str) -> Picks:
    """The picks of both sides with one more."""
    first, second = picks
    return ((*first, profile), second) if side == 0 else (first, (*second, profile))


class ForcesShown(ColdSteelEvent, frozen=True):
    """Both sides showed the units they had chosen (setup.forces)."""

    reveals: ClassVar[bool] = True
    picks: Picks

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Everything is open from now on (setup.open-information)."""
        units = list(battle.units)
        for side, chosen in enumerate(self.picks):
            blanks = [unit.id for unit in battle.units if unit.side == side]
            for place, number in enumerate(blanks):
                before = chosen[:place].count(chosen[place])
                name = unit_name(battle, side, chosen[place], before if _is_twin(chosen, place) else None)
                units[number] = raised(battle, battle.units[number], chosen[place], name)
        return replace(battle, units=tuple(units), picks=((), ()))


def _is_twin(chosen: tuple[str, ...], place: int) -> bool:
    return chosen.count(chosen[place]) > 1


ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def unit_name(battle: ColdSteelBattle, side: int, profile: str, before: int | None) -> str:
    """The name of a chosen unit: its side and profile, numbered if there are several."""
    words = f"{battle.camps[side].name} {roster().profile(profile).name.lower()}"
    return words if before is None else f"{ORDINALS[before]} {words}"


def raised(battle: ColdSteelBattle, blank: ColdSteelUnit, profile_id: str, name: str) -> ColdSteelUnit:
    """A unit of a force as shown, by its profile; an assigned card comes with it.

    setup.forces, cards.profile-card
    """
    profile = roster().profile(profile_id)
    formation = Formation.LINE
    return replace(
        blank,
        name=name,
        profile_id=profile_id,
        formation=formation,
        files=profile.files(formation),
        shape=profile.shape(formation),
        models=profile.models,
        command=profile.command,
        trait=profile.card_if_assigned if battle.card_mode == "assigned" else None,
    )


class CardsDealt(ColdSteelEvent, frozen=True):
    """Trait cards were dealt to the units of a side in roster order (cards.deal)."""

    units: tuple[int, ...]
    cards: tuple[Trait | None, ...]

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The cards lie open and stay with their units (cards.one-per-unit)."""
        for unit, card in zip(self.units, self.cards, strict=True):
            battle = battle.with_unit(replace(battle.units[unit], trait=card))
        return battle


class DeploymentThrown(ColdSteelEvent, frozen=True):
    """A side threw higher for deployment (setup.deploy)."""

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The side chooses an edge; the other places the first unit."""
        return replace(battle, active=self.side)


class EdgeTaken(ColdSteelEvent, frozen=True):
    """A side took a table edge as its own; the other has the opposite one (setup.deploy)."""

    side: int
    edge: TableSide

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The zones lie along both edges (setup.table-size)."""
        edges: tuple[TableSide, TableSide] = (self.edge, OPPOSITE[self.edge])
        for side, edge in zip((self.side, 1 - self.side), edges, strict=True):
            battle = with_camp(battle, side, replace(battle.camps[side], edge=edge))
        owned = tuple(Edge(camp.edge, camp.id) for camp in battle.camps)
        return replace(battle, field=replace(battle.field, edges=owned))


OPPOSITE: Final[dict[TableSide, TableSide]] = {
    "bottom": "top",
    "top": "bottom",
    "left": "right",
    "right": "left",
}


class UnitPlaced(ColdSteelEvent, frozen=True):
    """A side placed a unit before the first turn; ``then`` is the side that places next (setup.deploy)."""

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose
    then: int
    building: str = ""

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        unit = stood(battle.units[self.unit], self.formation, self.files, self.shape, self.to)
        battle = battle.with_unit(replace(unit, building=self.building))
        return replace(battle, active=self.then)

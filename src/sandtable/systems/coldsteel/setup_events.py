"""The events before the first turn: forces chosen and shown, cards dealt, edges taken, units placed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.events import ColdSteelEvent, stood, with_camp
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.systems.coldsteel.words import EDGE_NAMES, name, place_name, side_name, stance_words
from sandtable.table.space import Edge, Pose, Shape, TableSide

UNKNOWN: Final = "?"
"""A unit that the other side has chosen and not yet shown (setup.forces)."""

Picks = tuple[tuple[str, ...], tuple[str, ...]]
"""The profiles that each side has chosen, in order."""


class ForceChosen(ColdSteelEvent, frozen=True):
    """A side chose a unit of its force, in secret (setup.forces)."""

    rules = ("setup.forces",)

    side: int
    profile: str

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, picks=with_pick(battle.picks, self.side, self.profile))

    def seen_by(self, seat: int | None) -> ForceChosen:
        """The other side sees that a unit was chosen, not which (setup.forces)."""
        return self if self.side == seat else replace(self, profile=UNKNOWN)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        what = "" if self.profile == UNKNOWN else f": {roster().profile(self.profile).name}"
        return f"{side_name(after, self.side)} chooses a unit in secret{what}"


def with_pick(picks: Picks, side: int, profile: str) -> Picks:
    """The picks of both sides with one more."""
    first, second = picks
    return ((*first, profile), second) if side == 0 else (first, (*second, profile))


class ForcesShown(ColdSteelEvent, frozen=True):
    """Both sides showed the units they had chosen (setup.forces)."""

    rules = ("setup.forces",)

    reveals = True
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

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        told = (
            f"{side_name(after, number)}: {_force_words(picks)}" for number, picks in enumerate(self.picks)
        )
        return f"Both sides show their forces. {'; '.join(told)}"


def _force_words(picks: tuple[str, ...]) -> str:
    return ", ".join(f"{picks.count(id)} x {roster().profile(id).name}" for id in dict.fromkeys(picks))


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

    rules = ("cards.deal",)

    units: tuple[int, ...]
    cards: tuple[Trait | None, ...]

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The cards lie open and stay with their units (cards.one-per-unit)."""
        for unit, card in zip(self.units, self.cards, strict=True):
            battle = battle.with_unit(replace(battle.units[unit], trait=card))
        return battle

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        had = [
            f"{name(after, unit)} gets {'no card' if card is None else TITLES[card]}"
            for unit, card in zip(self.units, self.cards, strict=True)
        ]
        return f"Cards are dealt: {'; '.join(had)}"


class DeploymentThrown(ColdSteelEvent, frozen=True):
    """A side threw higher for deployment (setup.deploy)."""

    rules = ("setup.deploy",)
    is_detail = True

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The side chooses an edge; the other places the first unit."""
        return replace(battle, active=self.side)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        first = side_name(after, 1 - self.side)
        return f"{side_name(after, self.side)} throws higher for deployment: {first} places first"


class EdgeTaken(ColdSteelEvent, frozen=True):
    """A side took a table edge as its own; the other has the opposite one (setup.deploy)."""

    rules = ("setup.deploy",)

    side: int
    edge: TableSide

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The zones lie along both edges (setup.table-size)."""
        edges: tuple[TableSide, TableSide] = (self.edge, OPPOSITE[self.edge])
        for side, edge in zip((self.side, 1 - self.side), edges, strict=True):
            battle = with_camp(battle, side, replace(battle.camps[side], edge=edge))
        owned = tuple(Edge(camp.edge, camp.id) for camp in battle.camps)
        return replace(battle, field=replace(battle.field, edges=owned))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{side_name(after, self.side)} takes the {EDGE_NAMES[self.edge]} edge"


OPPOSITE: Final[dict[TableSide, TableSide]] = {
    "bottom": "top",
    "top": "bottom",
    "left": "right",
    "right": "left",
}


class UnitPlaced(ColdSteelEvent, frozen=True):
    """A side placed a unit before the first turn; ``then`` is the side that places next (setup.deploy)."""

    rules = ("setup.deploy",)

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

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        unit = after.units[self.unit]
        if self.building:
            return f"{unit.name} is placed in {after.building(self.building).name}"
        return f"{unit.name} is placed {stance_words(unit, self.formation)} at {place_name(self.to)}"

"""Events of free deployment (army.deployment)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.leader_events import with_leader
from sandtable.systems.eagle.shapes import Layout, Ranks, layouts_of, shape_of
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.words import drawn_up, leader_name, name, side_name
from sandtable.table.space import Point, Pose


class Placement(Struct, frozen=True):
    """Where a unit begins, in which formation and with how many bases in each rank or line."""

    unit: int
    formation: Formation
    ranks: Ranks
    to: Pose

    @property
    def layout(self) -> Layout:
        """Its formation and ranks."""
        return Layout(self.formation, self.ranks)


class Posting(Struct, frozen=True):
    """Where a leader begins: at a point, in whole hundredths of an inch, or attached to a unit."""

    leader: int
    at: tuple[int, int] | None = None
    attached: int | None = None


class FirstToDeploy(EagleEvent, frozen=True):
    """The side that places first by the dice (army.deployment)."""

    rules = ("army.deployment",)

    side: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It places next."""
        return replace(battle, deploys_first=self.side, active=self.side)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"The {side_name(after, self.side)} place first"


class LegionDivided(EagleEvent, frozen=True):
    """A Legion stands as several units, one of which may carry the Eagle (troops.legion)."""

    rules = ("troops.legion",)

    unit: int
    sizes: tuple[int, ...]
    bearer: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The first part keeps the unit's number, the others come after all units."""
        whole = battle.units[self.unit]
        has_eagle = whole.eagle
        units = list(battle.units)
        numbers = (self.unit, *range(len(units), len(units) + len(self.sizes) - 1))
        for place, (number, size) in enumerate(zip(numbers, self.sizes, strict=True)):
            layout = layouts_of(whole.troop_class, size, legion=True)[0]
            suffix = "" if len(self.sizes) == 1 else f" ({place + 1})"
            part = replace(
                whole,
                id=number,
                key=whole.key if place == 0 else f"{whole.key}-{place + 1}",
                name=f"{whole.name}{suffix}",
                began=size,
                formation=whole.formation if len(self.sizes) == 1 else layout.formation,
                ranks=whole.ranks if len(self.sizes) == 1 else layout.ranks,
                shape=whole.shape
                if len(self.sizes) == 1
                else shape_of(whole.troop_class, layout.formation, layout.ranks),
                eagle=has_eagle and place == self.bearer,
            )
            if place == 0:
                units[number] = part
            else:
                units.append(part)
        return replace(battle, units=tuple(units), divided=(*battle.divided, *numbers))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"Legion {before.units[self.unit].legion} stands {divided(self.sizes, self.bearer)}"


def divided(sizes: tuple[int, ...], bearer: int) -> str:
    """How a Legion stands: the bases of its parts, and the part that carries the Eagle."""
    if len(sizes) == 1:
        return f"as one unit of {sizes[0]} bases"
    parts = (f"{size} with the Eagle" if part == bearer else str(size) for part, size in enumerate(sizes))
    return f"as units of {', '.join(parts)} bases"


class UnitDeployed(EagleEvent, frozen=True):
    """A side placed a unit; ``then`` is the side that places next (army.deployment)."""

    rules = ("army.deployment",)

    placement: Placement
    then: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It stands on the table without disorder, formed if it can be."""
        return replace(put_down(battle, self.placement), active=self.then)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.placement.unit)} is placed in {drawn_up(self.placement.layout)}"


class LeaderDeployed(EagleEvent, frozen=True):
    """A side placed a leader; ``then`` is the side that places next (army.deployment)."""

    rules = ("army.deployment", "command.attach")

    posting: Posting
    then: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """He stands alone or with a unit (command.attach)."""
        posting = self.posting
        place = None if posting.at is None else Point(float(posting.at[0]), float(posting.at[1]))
        leader = replace(battle.leaders[posting.leader], place=place, attached=posting.attached)
        return replace(with_leader(battle, leader), active=self.then)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        unit = self.posting.attached
        where = "by himself" if unit is None else f"with {name(after, unit)}"
        return f"{leader_name(after, self.posting.leader)} begins {where}"


def put_down(battle: EagleBattle, placement: Placement) -> EagleBattle:
    """The battle with a unit placed."""
    unit = battle.units[placement.unit]
    shape = shape_of(unit.troop_class, placement.formation, placement.ranks)
    return battle.with_unit(
        replace(unit, pose=placement.to, shape=shape, formation=placement.formation, ranks=placement.ranks)
    )

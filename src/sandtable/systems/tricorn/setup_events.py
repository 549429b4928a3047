"""Events of free deployment (setup.deployment)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, with_officer
from sandtable.systems.tricorn.movement_events import housed
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import names, officer_name, side_name
from sandtable.table.space import Point, Pose


class Placement(Struct, frozen=True):
    """Where a unit begins, and in which formation; a garrison names the place it holds.

    A battery in a redoubt keeps its own pose and is unlimbered (terrain.redoubt).
    """

    unit: int
    formation: Formation
    to: Pose
    garrison: str = ""


class Posting(Struct, frozen=True):
    """Where an officer begins: at a point, in whole hundredths of an inch, or attached to a unit."""

    officer: int
    at: tuple[int, int] | None = None
    attached: int | None = None


class Deployment(Struct, frozen=True):
    """The units of a command and its General, or a Commander in Chief without a command."""

    officer: Posting
    units: tuple[Placement, ...] = ()


class FirstToDeploy(TricornEvent, frozen=True):
    """The dice decided which side deploys first (setup.deployment)."""

    rules = ("setup.deployment",)

    side: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """That side places a command next."""
        return replace(battle, deploys_first=self.side, active=self.side)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{side_name(after, self.side)} deploys first"


class CommandDeployed(TricornEvent, frozen=True):
    """A side placed a command and its General, or its Commander in Chief (setup.deployment).

    ``then`` is the side that places next.
    """

    rules = ("setup.deployment",)

    side: int
    deployment: Deployment
    then: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """They stand on the table."""
        return replace(drawn_up(battle, self.deployment), active=self.then)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        officer = officer_name(after, self.deployment.officer.officer)
        if not self.deployment.units:
            return f"{officer} takes his place"
        return f"{officer} deploys {names(after, tuple(one.unit for one in self.deployment.units))}"


def drawn_up(battle: TricornBattle, deployment: Deployment) -> TricornBattle:
    """The battle with a command and its officer placed."""
    for placement in deployment.units:
        battle = put_down(battle, placement)
    posting = deployment.officer
    place = None if posting.at is None else Point(*posting.at)
    officer = replace(battle.officers[posting.officer], place=place, attached=posting.attached)
    return with_officer(battle, officer)


def put_down(battle: TricornBattle, placement: Placement) -> TricornBattle:
    """The battle with a unit placed."""
    unit = battle.units[placement.unit]
    own = unit.profile.shape(
        Formation.LINE if placement.formation is Formation.GARRISON else placement.formation
    )
    if not placement.garrison:
        return battle.with_unit(replace(unit, pose=placement.to, shape=own, formation=placement.formation))
    held = battle.stronghold(placement.garrison)
    heading = held.heading_near(placement.to.heading)
    if unit.is_foot:
        return battle.with_unit(housed(battle, unit, placement.garrison, heading))
    return battle.with_unit(
        replace(
            unit,
            pose=held.pose(heading),
            shape=held.emplaced(heading, placement.to, own),
            formation=placement.formation,
            garrison=placement.garrison,
            emplaced=placement.to,
        )
    )

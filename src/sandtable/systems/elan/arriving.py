"""Arrivals: reinforcements enter with their commanders at the end of the turn in which they are due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.elan import leading
from sandtable.systems.elan.battle import ElanBattle, Reserve
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Entrance, Stance
from sandtable.systems.elan.leader_decisions import PlaceArriving
from sandtable.systems.elan.leader_events import LeaderPlaced
from sandtable.systems.elan.steps import side_done, step_done
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import begun, formation_name, name, the_leader, told
from sandtable.table.space import Pose, Shape


class UnitArrived(ElanEvent, frozen=True):
    """A unit entered at its table edge (setup.arrivals)."""

    rules = ("setup.arrivals",)

    unit: int
    formation: Formation
    shape: Shape
    to: Pose

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put the unit on the table; a brigade with no unit left to enter leaves the reserve."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(
            replace(unit, formation=self.formation, shape=self.shape, pose=self.to, sector="")
        )
        return replace(battle, reserves=tuple(one for one in battle.reserves if _missing(battle, one)))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, f"enters the table, {formation_name(self.formation)}")


class Coming(NamedTuple):
    """A unit that may enter now, and the place (arrivals.place)."""

    unit: int
    to: Pose


class PickArrival(Choose[Coming], frozen=True, kw_only=True):
    """Choose the unit that enters next, and where (setup.arrivals)."""

    decision: str = "arrivals.place"
    rule = "setup.arrivals"
    title = "Reinforcements"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option.unit for option in self.options)

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which unit enters next, and where?"

    def label(self, battle: ElanBattle, option: Coming) -> str:
        return begun(f"{name(battle, option.unit)} at {ground_of(battle).place_in_words(option.to)}")

    def face(self, battle: ElanBattle, option: Coming) -> Face:
        """A unit, drawn where it enters."""
        stance = dict(comings_open(battle))[option]
        formation = stance.formation.replace("-", " ")
        return Face("Bring on", formation, option.unit, None, option.to, stance.shape)


class PickHost(Choose[int], frozen=True, kw_only=True):
    """Choose the unit beside which a commander enters (setup.arrivals)."""

    decision: str = "arrivals.place"
    rule = "setup.arrivals"
    title = "Reinforcements"

    leader: int

    def parties(self) -> tuple[int, ...]:
        """None: the commander is not yet on the table."""
        return ()

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: ElanBattle) -> str:
        return f"With which unit does {the_leader(battle, self.leader)} enter?"

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(name(battle, option))

    def face(self, battle: ElanBattle, option: int) -> Face:
        note = f"{battle.leaders[self.leader].name} enters beside it"
        return Face(f"With {name(battle, option)}", note, option)


# --------------------------------------------------------------------- the step
async def arrivals_step(battle: ElanBattle) -> ElanBattle:
    """The next unit or commander of the active side enters; after that, successors replace lost commanders.

    setup.arrivals, turn.end, turn.side-order, leaders.replacement
    """
    comings = dict(comings_open(battle))
    if comings:
        return await _come_on(battle, comings)
    for leader in commanders_to_come(battle):
        return await _bring(battle, leader)
    if battle.active == battle.first:
        return await side_done(battle)
    return await step_done(await leading.succeed(battle))


def comings_open(battle: ElanBattle) -> Iterator[tuple[Coming, Stance]]:
    """The units of the active side that are due and have room to enter; others wait for the next turn.

    setup.arrivals: a unit enters at the entry point, or as near to it as possible on either side
    """
    if not battle.reserves:
        return
    ground = ground_of(battle)
    for reserve in battle.reserves:
        if reserve.turn > battle.turn or battle.brigades[reserve.brigade].side != battle.active:
            continue
        for unit in _missing(battle, reserve):
            for stance in ground.entrances(unit, Entrance(reserve.edge, reserve.point)):
                yield Coming(unit, stance.to), stance


def _missing(battle: ElanBattle, reserve: Reserve) -> tuple[int, ...]:
    """The units of a brigade in reserve that have not entered."""
    units = (battle.units[unit] for unit in battle.brigades[reserve.brigade].units)
    return tuple(unit.id for unit in units if unit.pose is None and unit.removed is None)


async def _come_on(battle: ElanBattle, comings: dict[Coming, Stance]) -> ElanBattle:
    """Ask which unit enters next and, where there is a choice, on which side of the entry point.

    arrivals.place
    """
    chosen = next(iter(comings))
    if len(comings) > 1:
        chosen = await PickArrival(battle.active, tuple(comings))
    stance = comings[chosen]
    battle = await tell(battle, UnitArrived(chosen.unit, stance.formation, stance.shape, stance.to))
    return await leading.displace(battle, chosen.unit)


# --------------------------------------------------------------------- commanders
def commanders_to_come(battle: ElanBattle) -> Iterator[int]:
    """The commanders of the active side whose units have entered and who have a place beside one of them."""
    for brigade in battle.brigades:
        leader = battle.leaders[brigade.commander]
        waits = brigade.side == battle.active and not leader.is_present and leader.fate is None
        if waits and hosts(battle, brigade.commander):
            yield brigade.commander


def hosts(battle: ElanBattle, leader: int) -> tuple[int, ...]:
    """The units of a commander's command beside which he may enter (setup.arrivals)."""
    ground, one = ground_of(battle), battle.leaders[leader]
    there = (unit for unit in leading.command_of(battle, one) if battle.units[unit].pose is not None)
    return tuple(unit for unit in there if ground.has_place_beside(leader, unit))


async def _bring(battle: ElanBattle, leader: int) -> ElanBattle:
    """Ask beside which of his units a commander enters, and where (arrivals.place)."""
    units, side = hosts(battle, leader), battle.leaders[leader].side
    unit = units[0]
    if len(units) > 1:
        unit = await PickHost(side, units, leader=leader)
    pose = await ground_of(battle).beside(PlaceArriving, leader, unit)
    assert pose is not None, "a commander comes on only where there is a place for him"
    return await tell(battle, LeaderPlaced(leader, pose, "setup.arrivals"))

"""Houses: how infantry enters and leaves a building."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import Final, NamedTuple

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.coldsteel.arcs import touches
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.buildings import Building
from sandtable.systems.coldsteel.events import UnitEntered, UnitFormed
from sandtable.systems.coldsteel.movement import judged, move_terms
from sandtable.systems.coldsteel.placing import before_wall, formed
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.rates import rate_of
from sandtable.systems.coldsteel.room import APART, are_legal
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.words import formation_word, name
from sandtable.table.measure import gaps_to_all
from sandtable.table.movement import Advance, Plan, PlanState, course_of
from sandtable.table.planning import longest_leg
from sandtable.table.room import Place
from sandtable.table.space import INCH, Body, Point, Pose, corners, face, standing

STAY_OUTSIDE: Final = ""
"""The answer that leaves a unit outside the building it has reached."""


class Exit(NamedTuple):
    """A way out of a building: the outward heading of the wall, and the formation to form outside."""

    wall: int
    formation: Formation


class Doorway(NamedTuple):
    """A building straight ahead that a unit can enter, and the plan that leads to its wall."""

    building: str
    plan: Plan


# --------------------------------------------------------------------- going in
def is_open_to(battle: ColdSteelBattle, unit: ColdSteelUnit, building: Building) -> bool:
    """May a unit garrison a building: is it suitable, is the building empty, and is every enemy an inch away?

    building.who, building.enter
    """
    fit = unit.is_infantry and unit.formation not in (Formation.SQUARE, Formation.GARRISON)
    if not fit or unit.models > building.capacity or battle.garrison_of(building.piece) is not None:
        return False
    gaps = gaps_to_all(footing(building, unit.id), scene_of(battle), "footprint")
    return all(gaps[enemy] >= APART - SLACK for enemy in battle.numbers_on_table(1 - unit.side))


@lru_cache(maxsize=512)
def footing(building: Building, number: int) -> Body:
    """A building as a body, numbered so that it is measured in place of a unit."""
    heading = building.headings[0]
    return Body(number, 0, building.pose(heading), building.shape(heading))


def entry_allowance(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool = False) -> float:
    """How far a unit may have moved when it enters a building, in hundredths: the wall is an obstacle.

    building.enter, movement.mod.rough, troops.light.terrain
    """
    return rate_of(battle, unit, by_road=by_road, rough=True).whole * INCH


def reached(battle: ColdSteelBattle, unit: ColdSteelUnit, to: Pose, left: float) -> tuple[str, ...]:
    """The buildings that a unit may enter because its front edge touches a wall.

    *left* is what remains of the entry allowance (building.enter).
    """
    if left < -SLACK or not battle.buildings:
        return ()
    edge = face(to, unit.shape, "front")
    return tuple(
        building.piece
        for building in battle.buildings
        if touches(edge, footing(building, unit.id)) and is_open_to(battle, unit, building)
    )


def doorways(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Doorway, ...]:
    """The buildings that a unit can enter by moving straight ahead (building.enter)."""
    if not battle.buildings:
        return ()
    most = entry_allowance(battle, unit)
    ahead = [building for building in battle.buildings if _is_ahead(unit, building, most)]
    if not any(is_open_to(battle, unit, building) for building in ahead):
        return ()
    course = course_of(unit, move_terms(battle, unit), scene_of(battle))
    leg, there = longest_leg(course, Advance(max(int(most), 1)), PlanState(standing(unit), unit.shape))
    plan: Plan = () if leg is None else (leg,)
    verdict = judged(battle, unit, plan)
    if not verdict.is_legal:
        return ()
    inside = reached(battle, unit, there.pose, most - verdict.cost)
    return tuple(Doorway(building, plan) for building in inside)


def _is_ahead(unit: ColdSteelUnit, building: Building, most: float) -> bool:
    """Might a straight move of this length reach a building? It compares boxes to save the exact test."""
    pose, wide, far = standing(unit), unit.shape.width / 2 + INCH, most + INCH
    x, y = pose.local(building.middle)
    around = building.breadth + building.depth
    if abs(x) > wide + around or y > far + around or y < -INCH - around:
        return False
    places = [pose.local(corner) for corner in _corners(building)]
    across, along = [x for x, _ in places], [y for _, y in places]
    return min(across) <= wide and max(across) >= -wide and min(along) <= far and max(along) >= -INCH


@by_identity(most=64)
def _corners(building: Building) -> tuple[Point, ...]:
    """The corners of a building, cached because buildings never move."""
    stands = footing(building, 0)
    return corners(standing(stands), stands.shape)


class EnterBuilding(Choose[str], frozen=True, kw_only=True):
    """Choose whether a unit that has come to a wall goes in (building.enter)."""

    decision: str = "building.enter"
    rule = "building.enter"
    title = "Go in?"
    kind = Kind.OFFER

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"{name(battle, self.unit)} has come to a wall: does it go in?"

    def label(self, battle: ColdSteelBattle, option: str) -> str:
        return "stay outside" if option == STAY_OUTSIDE else f"enter {battle.building(option).name}"

    def face(self, battle: ColdSteelBattle, option: str) -> Face:
        if option == STAY_OUTSIDE:
            return Face("Stay outside", "before the wall", self.unit)
        return garrison_face(battle, battle.units[self.unit], option)


def garrison_face(battle: ColdSteelBattle, unit: ColdSteelUnit, building: str) -> Face:
    """The face of a unit that would enter a building as its garrison (building.enter)."""
    home = battle.building(building)
    heading = home.heading_near(unit.pose.heading if unit.pose else 0)
    place, shape = home.pose(heading), home.shape(heading)
    return Face(f"Enter {home.name}", "as its garrison", unit.id, place=place, shape=shape)


async def ask_to_enter(
    battle: ColdSteelBattle, unit: int, to: Pose, cost: float, *, by_road: bool = False
) -> str:
    """Ask whether a unit whose advance has reached a wall enters; "" if it stays outside (building.enter)."""
    if not battle.buildings:
        return STAY_OUTSIDE
    one = battle.units[unit]
    left = entry_allowance(battle, one, by_road=by_road) - cost
    open_here = reached(battle, one, to, left)
    if not open_here:
        return STAY_OUTSIDE
    return await EnterBuilding(one.side, (*open_here, STAY_OUTSIDE), unit=unit)


async def enter(battle: ColdSteelBattle, unit: int, building: str) -> ColdSteelBattle:
    """The whole unit enters, and its manoeuvre ends (building.enter, formation.garrison)."""
    one, home = battle.units[unit], battle.building(building)
    heading = home.heading_near(standing(one).heading)
    files = files_of(one.arm, Formation.GARRISON, one.models)
    return await tell(battle, UnitEntered(unit, building, files, home.shape(heading), home.pose(heading)))


# --------------------------------------------------------------------- coming out
def exits(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Exit, ...]:
    """The walls outside which a garrison has room, with the formations it can form there.

    building.leave, formation.reform-legal
    """
    if not unit.is_garrison:
        return ()
    home = battle.building(unit.building)
    wanted = [
        Exit(heading, formation)
        for heading in home.headings
        for formation in unit.profile.formations
        if formation is not Formation.GARRISON
    ]
    return tuple(compress(wanted, are_legal(battle, unit, [outside(battle, unit, one) for one in wanted])))


def outside(battle: ColdSteelBattle, unit: ColdSteelUnit, way: Exit) -> Place:
    """The place of a garrison outside a wall: its rear on the middle of the wall, facing outward.

    building.leave
    """
    shape = formed(unit, way.formation)
    return Place(before_wall(battle.building(unit.building).wall(way.wall), shape), shape)


class LeaveBuilding(Choose[Exit], frozen=True, kw_only=True):
    """Choose the wall by which a garrison leaves, and its formation outside (building.leave)."""

    decision: str = "building.leave"
    rule = "building.leave"
    title = "Leave the building"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        unit = battle.units[self.unit]
        return f"How does {unit.name} leave {battle.building(unit.building).name}?"

    def label(self, battle: ColdSteelBattle, option: Exit) -> str:
        formation = formation_word(battle.units[self.unit], option.formation)
        return f"by the {self._wall(battle, option)} wall, in {formation}"

    def face(self, battle: ColdSteelBattle, option: Exit) -> Face:
        unit = battle.units[self.unit]
        place = outside(battle, unit, option)
        title = formation_word(unit, option.formation).capitalize()
        note = f"by the {self._wall(battle, option)} wall"
        return Face(title, note, unit.id, place=place.pose, shape=place.shape)

    def _wall(self, battle: ColdSteelBattle, option: Exit) -> str:
        return battle.building(battle.units[self.unit].building).wall_name(option.wall)


async def leave(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """A garrison leaves by a wall in a formation, both of its owner's choice: its whole manoeuvre.

    building.leave, building.no-sortie
    """
    one = battle.units[unit]
    chosen = await LeaveBuilding(one.side, exits(battle, one), unit=unit)
    return await come_out(battle, unit, chosen)


async def come_out(battle: ColdSteelBattle, unit: int, way: Exit) -> ColdSteelBattle:
    """Place a garrison outside its building, with files taken from its present models (building.leave)."""
    one = battle.units[unit]
    place = outside(battle, one, way)
    files = files_of(one.arm, way.formation, one.models)
    formed_up = UnitFormed(unit, way.formation, files, place.shape, place.pose, one.building)
    return await tell(battle, formed_up)

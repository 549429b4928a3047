"""Deployment: dice for the first placement, the choice of an edge, and the placing of units in turn.

setup.deploy
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.dice import D6, Cup, Opposed, Ties, Winner
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import LONGEST_SHOWN, Choose, Decision, RandomIndex, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.events import StepBegan
from sandtable.systems.coldsteel.placing import formed
from sandtable.systems.coldsteel.precision import TOUCH
from sandtable.systems.coldsteel.room import CLOSED
from sandtable.systems.coldsteel.setup_events import DeploymentThrown, EdgeTaken, UnitPlaced
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.steps import begin
from sandtable.systems.coldsteel.terrain import LAYERS
from sandtable.systems.coldsteel.troops import Formation
from sandtable.systems.coldsteel.words import EDGE_NAMES, formation_word, place_name, side_name, stance_words
from sandtable.systems.coldsteel.zones import is_in_zone, open_buildings, ordinary_spots
from sandtable.table.measure import gaps_to_all, ground_under
from sandtable.table.room import Place
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Body, Pose, TableSide, as_inches

RULE: Final = "setup.deploy"

EDGES: Final[tuple[TableSide, ...]] = ("bottom", "top")
"""The edges to choose from: south and north (setup.deploy)."""


class Placement(Struct, frozen=True):
    """Where a unit begins and in which formation; a garrison names its building and one of its walls."""

    unit: int
    formation: Formation
    to: Pose
    building: str = ""


# --------------------------------------------------------------------- the steps
async def edges_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Each side throws a die: the higher chooses an edge, unless edges are fixed; the lower places first.

    setup.deploy
    """
    thrown = await Opposed(Cup(1, D6), Cup(1, D6), Ties.AGAIN, purpose="deployment")
    higher = 0 if thrown is Winner.LEFT else 1
    battle = await tell(battle, DeploymentThrown(higher))
    if not has_fixed_edges(battle):
        edge = await ChooseEdge(higher, EDGES)
        battle = await tell(battle, EdgeTaken(higher, edge))
    return await tell(battle, StepBegan(Step.DEPLOYMENT, next_to_place(battle, 1 - higher)))


def has_fixed_edges(battle: ColdSteelBattle) -> bool:
    """Does the scenario fix the edges: does it give zones, or is it not a pick-up game?"""
    return not battle.free or any(camp.zone for camp in battle.camps)


async def deploy_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """The side whose turn it is places a unit; when all are placed the first turn begins.

    The sides alternate until one has placed all its units, then the other places the rest (setup.deploy).
    """
    side = next_to_place(battle, battle.active)
    waiting = to_place(battle, side)
    if not waiting:
        return await begin(battle, Step.INITIATIVE)
    placed = await PlaceUnit(side, battle=battle, waiting=waiting)
    unit, place = battle.units[placed.unit], place_of(battle, placed)
    files = files_of(unit.arm, placed.formation, unit.models)
    then = 1 - side if to_place(battle, 1 - side) else side
    event = UnitPlaced(unit.id, placed.formation, files, place.shape, place.pose, then, placed.building)
    return await tell(battle, event)


def next_to_place(battle: ColdSteelBattle, side: int) -> int:
    """The side that places next: the given one, or the other if it has placed all its units."""
    return side if to_place(battle, side) else 1 - side


def to_place(battle: ColdSteelBattle, side: int) -> tuple[int, ...]:
    """The units of a side that its player has yet to place, without reinforcements.

    setup.deploy, setup.reinforcements
    """
    later = [reserve.unit for reserve in battle.reserves]
    return tuple(
        unit.id
        for unit in battle.units
        if unit.side == side and unit.pose is None and unit.removed is None and unit.id not in later
    )


def place_of(battle: ColdSteelBattle, placed: Placement) -> Place:
    """The place of a placed unit; a garrison fills its building (formation.garrison)."""
    if placed.building:
        return Place(placed.to, battle.building(placed.building).shape(placed.to.heading))
    return Place(placed.to, formed(battle.units[placed.unit], placed.formation))


# --------------------------------------------------------------------- the decision
class ChooseEdge(Choose[TableSide], frozen=True, kw_only=True):
    """Choose the table edge of the side that threw higher (setup.deploy)."""

    decision: str = "setup.choose-edge"
    rule = RULE
    title = "Which edge is yours?"

    def words(self, battle: ColdSteelBattle) -> str:
        return f"{side_name(battle, self.seat)} threw higher: which edge of the table is its own?"

    def label(self, battle: ColdSteelBattle, option: TableSide) -> str:
        del battle
        return f"{EDGE_NAMES[option]} edge"

    def face(self, battle: ColdSteelBattle, option: TableSide) -> Face:
        where = "at the foot of the map" if option == "bottom" else "at its head"
        return Face(self.label(battle, option).capitalize(), where)


class PlaceUnit(Decision[Placement], frozen=True, kw_only=True):
    """Place one of the waiting units; one check judges the placement (setup.deploy)."""

    decision: str = "setup.place-unit"
    rule = RULE
    title = "Place a unit"

    battle: ColdSteelBattle
    waiting: tuple[int, ...]

    def judge(self, answer: object) -> Placement | Refusal:
        """A placement stands if it meets no obstacle."""
        if not isinstance(answer, Placement):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"the answer must be the placement of a unit, not {shown}", rule=RULE)
        return next(obstacles(self, answer), answer)

    def read(self, raw: object) -> object:
        try:
            return msgspec.convert(raw, Placement)
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a placement of a unit: {fault}", rule=RULE)

    def sensible(self) -> tuple[object, ...]:
        """A few ordinary places for each waiting unit, and the buildings it may start in."""
        found = tuple(placed for unit in self.waiting for placed in ordinary(self.battle, unit))
        assert found, f"there is no room left in the zone of side {self.seat}"
        return found

    def any_answer(self, draw: RandomIndex) -> object:
        """A random waiting unit at one of its places; another unit if there is no room for it."""
        found = ordinary(self.battle, self.waiting[draw(len(self.waiting))]) or self.sensible()
        return found[draw(len(found))]

    def essence(self) -> object:
        """The waiting units; the poses of the others are part of the battle."""
        return self.decision, self.seat, self.waiting

    def waiting_units(self) -> tuple[int, ...]:
        return self.waiting

    def words(self, battle: ColdSteelBattle) -> str:
        camp = battle.camps[self.seat]
        where = "in its zone" if camp.zone else f"within 12 in of the {EDGE_NAMES[camp.edge]} edge"
        return f"Place a unit {where}"

    def label(self, battle: ColdSteelBattle, option: Placement) -> str:
        """A unit with its formation, place and facing, or its building."""
        unit = battle.units[option.unit]
        if option.formation is Formation.GARRISON:
            return f"{unit.name} in {battle.building(option.building).name}"
        stance, facing = stance_words(unit, option.formation), f"facing {option.to.heading / DEGREE:g}°"
        return f"{unit.name} {stance} at {place_name(option.to)}, {facing}"

    def face(self, battle: ColdSteelBattle, option: Placement) -> Face:
        """A unit at the place where it would begin."""
        unit, place = battle.units[option.unit], place_of(battle, option)
        if option.formation is Formation.GARRISON:
            title, note = f"In {battle.building(option.building).name}", "as its garrison"
        else:
            title = formation_word(unit, option.formation).capitalize()
            note = f"front at {option.to.x / INCH:g}, {option.to.y / INCH:g}"
        return Face(title, note, unit.id, place=place.pose, shape=place.shape)


def ordinary(battle: ColdSteelBattle, unit: int) -> tuple[Placement, ...]:
    """Ordinary placements of a unit: in line or column, in the centre or on a flank, or in a building."""
    one = battle.units[unit]
    spots = (Placement(unit, spot.formation, spot.to) for spot in ordinary_spots(battle, one))
    return (*spots, *_in_buildings(battle, one))


def _in_buildings(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Placement]:
    for building in open_buildings(battle, unit):
        to = building.pose(building.headings[0])
        yield Placement(unit.id, Formation.GARRISON, to, building.piece)


# --------------------------------------------------------------------- the check
def obstacles(question: PlaceUnit, placed: Placement) -> Iterator[Refusal]:
    """The obstacles to a placement (setup.deploy)."""
    battle = question.battle
    if placed.unit not in question.waiting:
        named = ", ".join(battle.units[unit].name for unit in question.waiting)
        yield Refusal(f"unit {placed.unit} is not waiting to be placed; these are: {named}", rule=RULE)
        return
    unit = battle.units[placed.unit]
    wrong = _stance_fault(battle, unit, placed)
    if wrong is not None:
        yield wrong
        return
    if placed.formation is not Formation.GARRISON:
        yield from _misplaced(battle, unit, place_of(battle, placed))


def _stance_fault(battle: ColdSteelBattle, unit: ColdSteelUnit, placed: Placement) -> Refusal | None:
    """The fault of a stance: its formation or facing, or a building in which the unit may not start.

    formation.allowed, building.who, setup.deploy
    """
    if placed.formation not in unit.profile.formations:
        may = ", ".join(unit.profile.formations)
        return Refusal(f"{unit.name} may be in {may}, not {placed.formation}", rule="formation.allowed")
    if not 0 <= placed.to.heading < FULL_TURN:
        return Refusal(f"headings run from 0 to {FULL_TURN - 1} tenths of a degree", rule=RULE)
    if bool(placed.building) != (placed.formation is Formation.GARRISON):
        return Refusal("a unit names a building if it is in garrison, and only then", rule="building.who")
    if not placed.building:
        return None
    home = next((one for one in open_buildings(battle, unit) if one.piece == placed.building), None)
    if home is None:
        words = f"{unit.name} cannot start in {placed.building}: it must be an empty building of its zone"
        return Refusal(f"{words} that holds {unit.models} models", rule="building.who")
    if placed.to.heading not in home.headings or placed.to != home.pose(placed.to.heading):
        return Refusal(f"a garrison of {home.name} stands at the middle of a wall of it", rule=RULE)
    return None


def _misplaced(battle: ColdSteelBattle, unit: ColdSteelUnit, place: Place) -> Iterator[Refusal]:
    """The faults of a place: outside the zone, on another unit, on a building or on impassable ground.

    setup.deploy, movement.impassable
    """
    if not is_in_zone(battle, unit.side, place):
        yield Refusal(f"{unit.name} would stand partly outside the zone of its side", rule=RULE)
    body = Body(unit.id, unit.side, place.pose, place.shape)
    for other, gap in zip(battle.units, gaps_to_all(body, scene_of(battle), "footprint"), strict=True):
        if other.id != unit.id and gap < -TOUCH:
            overlap = as_inches(-gap)
            words = f"{unit.name} would overlap {other.name} by {overlap} in"
            yield Refusal(words, rule=RULE, measured=overlap, limit=0)
    pieces = battle.field.pieces
    for number in ground_under(body, battle.field, LAYERS, "footprint"):
        if pieces[number].kind in CLOSED:
            words = f"{unit.name} would stand in {pieces[number].id}, where no unit can stand"
            yield Refusal(words, rule="movement.impassable")

"""Arrivals: units that come on from a table edge in step f (edge.arrivals, deploy.reserve)."""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty import generals
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Reserve
from sandtable.systems.liberty.events import LibertyEvent, stood
from sandtable.systems.liberty.movement import PROXIMITY, kinds_of_ground
from sandtable.systems.liberty.profiles import Formation, SpecialRule, UnitType, legal_formations
from sandtable.systems.liberty.roster import LAYERS, roster
from sandtable.systems.liberty.words import general_name, name
from sandtable.table.measure import distance_to_point, gap, ground_under, is_within
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.space import (
    INCH,
    QUARTER_TURN,
    TOLERANCE,
    Body,
    Field,
    Point,
    Pose,
    Shape,
    TableSide,
    as_inches,
)

ASIDE = 12 * INCH
INWARDS: dict[TableSide, int] = {
    "bottom": 0,
    "left": QUARTER_TURN,
    "top": 2 * QUARTER_TURN,
    "right": 3 * QUARTER_TURN,
}
"""The heading straight in from each side of the table."""


class Entry(NamedTuple):
    """A unit that may come on now, and its order: ADVANCE or RUN (edge.arrivals)."""

    unit: int
    order: Order


class Coming(NamedTuple):
    """The formation in which a unit comes on, and its offset from the entry point in hundredths of an inch.

    A positive offset is to the right of the unit as it faces in, a negative one to its left.
    """

    formation: Formation
    aside: int


# ----------------------------------------------------------------- what happens
class UnitArrived(LibertyEvent, frozen=True):
    """A unit stands at the table edge, about to move on (edge.arrivals.detail)."""

    rules = ("edge.arrivals",)

    unit: int
    formation: Formation
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It is no longer in reserve; a General attached to it comes with it."""
        unit = battle.units[self.unit]
        shape = unit.profile.shape(unit.bases, self.formation)
        waiting = tuple(reserve for reserve in battle.reserves if reserve.unit != self.unit)
        there = replace(unit, formation=self.formation, shape=shape, pose=self.to)
        return stood(replace(battle, reserves=waiting), there)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} enters the table in {self.formation.replace('-', ' ')}"


class GeneralArrived(LibertyEvent, frozen=True):
    """A General came on with his brigade (deploy.reserve)."""

    rules = ("deploy.reserve",)

    general: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """He still has his move of the turn."""
        numbered = enumerate(battle.generals)
        found = tuple(replace(one, pose=self.to) if n == self.general else one for n, one in numbered)
        waiting = tuple(reserve for reserve in battle.reserves if reserve.general != self.general)
        return replace(battle, generals=found, reserves=waiting)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{general_name(after, self.general)} enters the table with his brigade"


# ----------------------------------------------------------------- coming on
def options(battle: LibertyBattle) -> tuple[Entry, ...]:
    """The units of the acting player that may come on now; a unit without room waits for the next turn.

    They enter on the turn that the scenario names (deploy.reserve), so the Command phase lasts as long as one
    of them can come on.
    """
    return tuple(
        Entry(reserve.unit, order)
        for reserve in battle.reserves
        if reserve.unit is not None and _is_due(battle, reserve)
        for order in (Order.ADVANCE, Order.RUN)
        if ways_on(battle, Entry(reserve.unit, order))
    )


class ChooseArrival(Choose[Coming], frozen=True, kw_only=True):
    """Choose the formation in which a unit comes on, and where (edge.arrivals.detail)."""

    decision: str = "arrival"
    rule = "edge.arrivals.detail"
    title = "Where does it enter?"

    unit: int
    order: Order

    def words(self, battle: LibertyBattle) -> str:
        return f"{name(battle, self.unit)} enters the table with {self.order}: in which formation, and where?"

    def label(self, battle: LibertyBattle, option: Coming) -> str:
        del battle
        return f"{_formation(option)}, {_entry_point(option)}"

    def face(self, battle: LibertyBattle, option: Coming) -> Face:
        place = place_of(battle, battle.units[self.unit], option)
        title, note = _formation(option), _entry_point(option)
        return Face(title, note, self.unit, place=place.pose, shape=place.shape)


def _formation(coming: Coming) -> str:
    return coming.formation.replace("-", " ").capitalize()


def _entry_point(coming: Coming) -> str:
    if not coming.aside:
        return "at its entry point"
    side = "right" if coming.aside > 0 else "left"
    return f"{as_inches(abs(coming.aside)):g} in to the {side} of its entry point"


async def enter(battle: LibertyBattle, entry: Entry) -> LibertyBattle:
    """Set a unit down at the edge; the caller then carries out the order of the entry.

    Its move is measured from there (edge.arrivals, edge.arrivals.detail).
    """
    unit = battle.units[entry.unit]
    ways = ways_on(battle, entry)
    coming = ways[0]
    if len(ways) > 1:
        coming = await ChooseArrival(unit.side, ways, unit=unit.id, order=entry.order)
    place = place_of(battle, unit, coming)
    battle = await tell(battle, UnitArrived(unit.id, coming.formation, place.pose))
    arrived = battle.units[unit.id]
    near = generals.in_the_way(battle, arrived, unit.id)
    battle = await generals.give_way(battle, arrived, unit.id, near)
    return await _bring_general(battle, battle.units[unit.id])


def ways_on(battle: LibertyBattle, entry: Entry) -> tuple[Coming, ...]:
    """The ways in which a unit may come on: at its entry point, or beside it if that is barred.

    edge.arrivals.detail
    """
    unit, reserve = battle.units[entry.unit], _reserve_of(battle, entry.unit)
    return tuple(
        coming
        for formation in legal_formations(unit.profile.type, unit.bases)
        if entry.order is not Order.RUN or formation is not Formation.UNLIMBERED_LINE
        for coming in _places_for(battle, reserve, unit, formation)
        if entry.order is not Order.RUN or not _in_difficult(battle, reserve, unit, coming)
    )


def _places_for(
    battle: LibertyBattle, reserve: Reserve, unit: Regiment, formation: Formation
) -> tuple[Coming, ...]:
    """The entry point or, if it is barred, every inch up to 12 in to either side, the nearest first."""
    here = Coming(formation, 0)
    if not _is_barred(battle, reserve, unit, here):
        return _roomy(battle, reserve, unit, (here,))
    asides = sorted(range(-ASIDE, ASIDE + 1, INCH), key=lambda aside: (abs(aside), aside))
    return _roomy(battle, reserve, unit, tuple(Coming(formation, aside) for aside in asides if aside))


def _roomy(
    battle: LibertyBattle, reserve: Reserve, unit: Regiment, comings: tuple[Coming, ...]
) -> tuple[Coming, ...]:
    places = {_at(battle, reserve, unit, coming): coming for coming in comings}
    found = with_room(unit, tuple(places), scene_of(battle), _clear_of_enemies(battle, unit.side))
    return tuple(places[place] for place in found)


def _clear_of_enemies(battle: LibertyBattle, side: int) -> Demands:
    keeps = {enemy.id: float(PROXIMITY) for enemy in battle.on_table(1 - side)}
    return Demands(roster().impassable, LAYERS, keeps)


def _is_barred(battle: LibertyBattle, reserve: Reserve, unit: Regiment, here: Coming) -> bool:
    """Is an enemy within 4 in of the entry point, or a friend where the unit would stand?"""
    point = Point(reserve.x, reserve.y)
    enemies, friends = battle.on_table(1 - unit.side), battle.on_table(unit.side)
    if any(is_within(distance_to_point(enemy, point), PROXIMITY) for enemy in enemies):
        return True
    body = Body(unit.id, unit.side, *_at(battle, reserve, unit, here))
    return any(gap(body, friend, "footprint") < -TOLERANCE for friend in friends)


def _in_difficult(battle: LibertyBattle, reserve: Reserve, unit: Regiment, coming: Coming) -> bool:
    """Would it stand in DIFFICULT ground that it does not ignore, where a RUN is barred? (movement.no-run)"""
    if unit.profile.type is UnitType.SKIRMISHERS or unit.has(SpecialRule.SCOUTS):
        return False
    body = Body(unit.id, unit.side, *_at(battle, reserve, unit, coming))
    difficult = kinds_of_ground("difficult")
    return any(battle.field.pieces[n].kind in difficult for n in ground_under(body, battle.field, LAYERS))


# ----------------------------------------------------------------- places on the edge
def place_of(battle: LibertyBattle, unit: Regiment, coming: Coming) -> Place:
    """Where a unit in reserve comes on (edge.arrivals.detail)."""
    return _at(battle, _reserve_of(battle, unit.id), unit, coming)


def _at(battle: LibertyBattle, reserve: Reserve, unit: Regiment, coming: Coming) -> Place:
    """A unit with its rear edge on the table edge, facing straight in."""
    shape = unit.profile.shape(unit.bases, coming.formation)
    return Place(_on_edge(battle.field, reserve, shape, coming.aside), shape)


def _on_edge(field: Field, reserve: Reserve, shape: Shape, aside: int) -> Pose:
    assert 0 <= reserve.x <= field.width
    assert 0 <= reserve.y <= field.depth
    return Pose(reserve.x, reserve.y, INWARDS[reserve.edge]).shifted(aside, shape.depth)


def _reserve_of(battle: LibertyBattle, unit: int) -> Reserve:
    return next(reserve for reserve in battle.reserves if reserve.unit == unit)


def _is_due(battle: LibertyBattle, reserve: Reserve) -> bool:
    assert reserve.unit is not None
    return reserve.turn <= battle.turn and battle.units[reserve.unit].side == battle.active


# ----------------------------------------------------------------- Generals
async def _bring_general(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """The General of an arriving brigade comes on with its first unit (deploy.reserve)."""
    for reserve in battle.reserves:
        if reserve.general is None:
            continue
        general = battle.generals[reserve.general]
        if general.side != unit.side or general.brigade != unit.brigade:
            continue
        pose = _place_for_general(battle, reserve, unit.side)
        if pose is not None:
            return await tell(battle, GeneralArrived(reserve.general, pose))
    return battle


def _place_for_general(battle: LibertyBattle, reserve: Reserve, side: int) -> Pose | None:
    """The place on the edge nearest to the entry point that is clear of units and 4 in from every enemy.

    leaders.table-presence
    """
    field, shape = battle.field, roster().general.shape()
    reach = math.ceil(max(field.width, field.depth) / INCH)
    asides = sorted(range(-reach, reach + 1), key=lambda aside: (abs(aside), aside))
    places = tuple(Place(_on_edge(field, reserve, shape, aside * INCH), shape) for aside in asides)
    nobody = Body(-1, side, None, shape)
    found = with_room(nobody, places, scene_of(battle), _clear_of_enemies(battle, side))
    return found[0].pose if found else None

"""Compulsory and evade moves on hexes, step by step."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind
from sandtable.game.present.english import compass
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.ground.hexes.charging import HexCharging
from sandtable.systems.elan.ground.hexes.moving import HexFooting, road
from sandtable.systems.elan.ground.values import Facing, Flight, Flown
from sandtable.systems.elan.words import asked, begun
from sandtable.table.hexes import Hex, HexTerms, flight_step
from sandtable.table.space import EDGE_HEADINGS, Point, Pose, heading_between, standing, turn_between


class HexFleeing(HexCharging):
    """Compulsory and evade moves."""

    __slots__ = ()

    def way_of_flight(self, flight: Flight) -> int:
        """Away from the threat, centre to centre, or towards the own edge (compulsory.hex)."""
        unit = self.unit(flight.unit)
        if flight.threat is None:
            return EDGE_HEADINGS[self.battle.camps[unit.side].edge]
        return self.grid.bearing(self.hex(flight.threat), self.hex(flight.unit))

    async def flee(self, flight: Flight) -> Flown:
        """Step by step away from the threat, through friends; the owner settles ties.

        compulsory.hex, compulsory.friends, compulsory.facing: a flight that would end on friends goes on,
        into hexes it has not yet entered
        """
        unit, here = self.unit(flight.unit), self.hex(flight.unit)
        way, gone = [here], 0
        while gone < flight.span or self._is_taken(unit, way[-1]):
            step = await self._step(unit, flight, way[-1], but=way if gone >= flight.span else ())
            if step is None:
                break
            gone += 1
            if step not in self.grid:
                to = self._end(unit, way)
                return Flown(to=to, gone=gone, span=flight.span, left=True, passed=self._passed(way))
            way.append(step)
        while self._is_taken(unit, way[-1]):
            way.pop()
            gone -= 1
        to = self._end(unit, way)
        if flight.facing is Facing.AWAY and len(way) > 1:
            to = await self._faced(unit, way)
        return Flown(
            to=to,
            gone=min(gone, flight.span),
            span=flight.span,
            disordering=() if flight.beaten else self.disordered_in(unit, way),
            passed=self._passed(way),
        )

    def _passed(self, way: list[Hex]) -> tuple[int, ...]:
        """The friends in the hexes of a way (compulsory.friends)."""
        met = dict.fromkeys(body.id for hex_ in way[1:] for body in self.scene.blocking(hex_))
        return tuple(met)

    def _is_taken(self, unit: ElanUnit, hex_: Hex) -> bool:
        return any(body.id != unit.id for body in self.scene.blocking(hex_))

    def _end(self, unit: ElanUnit, way: list[Hex]) -> Pose:
        return self.pose(unit.id, way[-1], self.body(unit.id).facing)

    async def _step(
        self, unit: ElanUnit, flight: Flight, here: Hex, *, but: Collection[Hex] = ()
    ) -> Hex | None:
        """The next hex of a flight, excluding some; None if there is none.

        compulsory.hex, compulsory.tie; from a charger it leads away even if home lies behind him
        (charge.evade, charge.flee)
        """
        body = replace(self.body(unit.id), hex=here)
        edge = self.battle.camps[unit.side].edge
        threat = here if flight.threat is None else self.hex(flight.threat)
        scene = self.scene.with_changed(unit.id, body)
        terms, homeward = _terms_of_flight(self.footing(unit)), flight.homeward
        found = flight_step(body, threat, edge, terms, scene, homeward=homeward).options
        options = tuple(hex_ for hex_ in found if hex_ not in but)
        if len(options) < 2 or not any(hex_ in self.grid for hex_ in options):
            return options[0] if options else None
        places = tuple(self.grid.place(hex_) for hex_ in options)
        chosen = await PickHex(unit.side, places, unit=unit.id)
        return options[places.index(chosen)]

    # ---------------------------------------------------------------- facing
    async def _faced(self, unit: ElanUnit, way: list[Hex]) -> Pose:
        """Face along the move, or along the last step of a move that ended where it began.

        compulsory.ends-turn; the owner settles which of two corners
        """
        start, end = way[0], way[-1]
        bearing = self.grid.bearing(way[-2] if start == end else start, end)
        return self.pose(unit.id, end, await self._corner(unit, bearing))

    async def face_enemy(self, unit: int, enemy: int) -> Pose:
        """Face the corner nearest to an enemy; the owner settles which of two (compulsory.ends-turn)."""
        one, here = self.unit(unit), self.hex(unit)
        return self.pose(unit, here, await self._corner(one, self.grid.bearing(here, self.hex(enemy))))

    async def _corner(self, unit: ElanUnit, heading: int) -> int:
        facings = self.grid.facings("corner")
        least = min(abs(turn_between(heading, facing)) for facing in facings)
        nearest = tuple(facing for facing in facings if abs(turn_between(heading, facing)) == least)
        if len(nearest) == 1:
            return nearest[0]
        return await PickCorner(unit.side, nearest, unit=unit.id)


class PickHex(Choose[tuple[int, int]], frozen=True, kw_only=True):
    """Choose one of two hexes, by column and row, into which a unit flees (compulsory.hex)."""

    decision: str = "compulsory.tie"
    rule = "compulsory.hex"
    title = "Which one counts?"
    kind = Kind.ORDER

    unit: int

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "Where", "go")

    def label(self, battle: ElanBattle, option: tuple[int, int]) -> str:
        del battle
        column, row = option
        return f"Hex ({column}, {row})"

    def face(self, battle: ElanBattle, option: tuple[int, int]) -> Face:
        """A hex, named by its direction and drawn with the unit in it."""
        (column, row), start = option, standing(battle.units[self.unit])
        ground = HexFleeing(battle)
        place = ground.pose(self.unit, ground.grid.hex(column, row), ground.body(self.unit).facing)
        title = f"Go {compass(heading_between(Point(start.x, start.y), Point(place.x, place.y)))}"
        return Face(title, f"to hex ({column}, {row})", self.unit, place=place)


class PickCorner(Choose[int], frozen=True, kw_only=True):
    """Choose which of two corners a unit faces, by its heading (compulsory.ends-turn)."""

    decision: str = "compulsory.tie"
    rule = "compulsory.ends-turn"
    title = "Which one counts?"
    kind = Kind.ORDER

    unit: int

    def subject(self) -> tuple[object, ...]:
        return self.unit, "facing"

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "Which way", "face")

    def label(self, battle: ElanBattle, option: int) -> str:
        return begun(HexFleeing(battle).heading_in_words(option))

    def face(self, battle: ElanBattle, option: int) -> Face:
        place = HexFleeing(battle).turned(self.unit, option)
        return Face(f"Face {compass(option)}", "", self.unit, place=place)


@lru_cache(maxsize=256)
def _terms_of_flight(on: HexFooting) -> HexTerms:
    """Closed hexes and hexsides stop a flight, except along a road.

    compulsory.full, compulsory.hex, terrain.closed, terrain.path
    """
    return HexTerms(
        allowance=0,
        ground=tuple(one for one in on.goings(lines=False) if one.is_closed),
        barriers=tuple(one for one in on.goings(lines=True) if one.is_closed),
        openings="free" if on.on_path else "shut",
        road=road() if on.on_path else None,
    )

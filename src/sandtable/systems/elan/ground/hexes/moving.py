"""Voluntary moves on hexes: movement points, penalties, wheels, roads."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.drill import ON_ROADS
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.ground.hexes.looking import HexLooking
from sandtable.systems.elan.ground.hexes.plan import spot_in
from sandtable.systems.elan.ground.values import Gait, Leave, Trek
from sandtable.systems.elan.options import Footing, Reading, effect_on, footing, is_other
from sandtable.systems.elan.plan_decisions import PlanHexPath, PlanHexRide
from sandtable.systems.elan.terrain import kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import (
    ANY_NUMBER,
    SIXTH,
    Barrier,
    Change,
    Citations,
    Entry,
    Going,
    HexBody,
    HexTerms,
    HexVerdict,
    Passing,
    Penalties,
    Road,
)
from sandtable.table.space import HALF_TURN, Pose

ONCE: Final = Penalties(in_hex="greatest", over_hexes="greatest", on_spot="greatest", together="greatest")
EACH_HEX: Final = Penalties(in_hex="greatest", over_hexes="sum", on_spot="greatest", together="greatest")
"""How penalties add up in the two readings (hex.penalty)."""

FRONT: Final = (Entry("front"),)
FRONT_AND_REAR: Final = (Entry("front"), Entry("rear", extra=1, rule="hex.turns"))
ANYWHERE: Final = (Entry("front"), Entry("flank"), Entry("rear"))

ANY_TURN: Final = (SIXTH, 2 * SIXTH, HALF_TURN)
FREELY: Final = Change(
    "a turn", ANY_TURN, start=ANY_NUMBER, between=ANY_NUMBER, end=ANY_NUMBER, rule="hex.movement"
)

WHEEL: Final = Change("a wheel", (SIXTH,), price=1, start=1, rule="hex.movement")
FREE_WHEEL: Final = replace(WHEEL, price=0)

CITES: Final = Citations(
    allowance="hex.movement",
    entry="hex.movement",
    turn="hex.movement",
    edge="geometry.table-edge",
    enemy="movement.no-contact",
    friend="movement.march-limits",
    stack="hex.grid",
    keep_off="movement.march",
    contact="hex.contact",
)


class HexMoving(HexLooking):
    """Voluntary moves of units and commanders."""

    __slots__ = ()

    async def travel(self, leave: Leave) -> Trek:
        """Ask for the path of a move and make it (move.path)."""
        unit = self.unit(leave.unit)
        toward = self.scene.enemy_hexes(unit.side)
        body, terms = self.body(unit.id), self.terms(leave)
        question = PlanHexPath(unit.side, body, terms, self.scene, toward)
        return self.trek(unit, await question, halved=leave.halved)

    def trek(self, unit: ElanUnit, verdict: HexVerdict, *, halved: bool = False) -> Trek:
        """The trek of a move that passed the check; *halved* says that half was spent before it began."""
        grounds, barriers, passed, met = list[str](), list[Barrier](), list[int](), list[int]()
        for trace in verdict.traces:
            if trace.ground:
                grounds.append(trace.ground)
            barriers += trace.barriers
            passed += trace.passed
            met += trace.met
            halved = halved or any(reason.is_extra and reason.what != "change" for reason in trace.reasons)
        kinds = dict.fromkeys((*grounds, *[barrier.kind for barrier in barriers]))
        return Trek(
            to=self.pose(unit.id, verdict.end.hex, verdict.end.facing),
            gone=verdict.cost,
            left=verdict.left,
            halved=halved,
            disordering=tuple([kind for kind in kinds if effect_on(self.battle, unit, kind).disorders]),
            crossed=tuple(dict.fromkeys([one.piece for one in barriers if kind_of(one.kind).row])),
            passed=tuple(dict.fromkeys(passed)),
            met=tuple(met),
            hexes=tuple([trace.end.hex for trace in verdict.traces]),
        )

    def nears(self, unit: int, trek: Trek) -> bool:
        """Does a unit come within engagement range of an enemy on its way, including the start?

        command.engagement-range
        """
        near, gaps = self.figures.engagement, self.scene.enemy_gaps(self.unit(unit).side)
        return min([gaps[hex_] for hex_ in (self.hex(unit), *trek.hexes)]) <= near

    def affords_change(self, leave: Leave, trek: Trek) -> bool:
        """A change costs 1, unless a penalty was already paid on the way (hex.penalty)."""
        del leave
        return trek.halved or trek.left >= 1

    def takes_road(self, unit: int) -> bool:
        """On hexes the path itself shows whether it follows a road throughout (movement.road-bonus-how)."""
        del unit
        return False

    async def ride(self, leader: int, span: int, *, march: bool) -> Pose:
        """Ask for the path of a detached commander, who may enter any hex except an enemy's.

        move.commander, leaders.movement-free, leaders.march, hex.movement
        """
        who, number = self.battle.leaders[leader], len(self.battle.units)
        rider = HexBody(number, who.side, self.leader_hex(leader), self.grid.facings("corner")[0], weight=0)
        terms = _riding(self.kinds(), span, self.figures.march if march else 0)
        scene = self.scene.joined_by(rider)
        verdict = await PlanHexRide(who.side, rider, terms, scene, leader=leader)
        return spot_in(self.grid, verdict.end.hex)

    # ---------------------------------------------------------------- terms
    def terms(self, leave: Leave) -> HexTerms:
        """The terms of a move: its steps and costs (hex.movement, hex.turns, hex.penalty)."""
        on = self.footing(self.unit(leave.unit))
        return _terms(on, leave.span, leave.gait, int(leave.halved), around=leave.around)

    def footing(self, unit: ElanUnit) -> HexFooting:
        """The footing of a unit on hexes."""
        return HexFooting(
            self.kinds(),
            footing(self.battle, unit),
            unit.formation,
            unit.is_cavalry or unit.formation.is_loose,
            is_other(self.battle, Reading.PENALTY),
        )


class HexFooting(NamedTuple):
    """What the terms of a hex move depend on besides its kind: ground, troops and readings.

    ``wheels_freely`` are cavalry and skirmishers (hex.movement); with ``each_hex`` penalties are paid in each
    hex, by the other reading of hex.penalty.
    """

    kinds: tuple[str, ...]
    troops: Footing
    formation: Formation
    wheels_freely: bool
    each_hex: bool

    @property
    def wheel(self) -> Change:
        """One wheel at the start: 1 movement point, free for cavalry and skirmishers (hex.movement)."""
        return FREE_WHEEL if self.wheels_freely else WHEEL

    @property
    def penalties(self) -> Penalties:
        """How penalties add up, by the reading of the battle (hex.penalty)."""
        return EACH_HEX if self.each_hex else ONCE

    @property
    def on_path(self) -> bool:
        """Is it in a formation that uses roads? (terrain.path)"""
        return self.formation in ON_ROADS

    def goings(self, *, lines: bool, march: bool = False) -> tuple[Going, ...]:
        """The effect of hexes or hexsides: closed, or 1 more movement point (terrain.table, hex.terrain).

        A march may not enter ground that disorders (movement.march-limits).
        """
        found = []
        for kind in self.kinds:
            what = self.troops.on(kind)
            if kind_of(kind).is_line is not lines:
                continue
            if what.closed:
                found.append(Going(kind, is_closed=True, rule="terrain.closed"))
            elif march and what.disorders:
                found.append(Going(kind, is_closed=True, rule="movement.march-limits"))
            elif what.halves:
                rule = "movement.action.obstacle" if lines else "movement.action.bad-going"
                found.append(Going(kind, extra=1, rule=rule))
        return tuple(found)


@lru_cache(maxsize=512)
def _terms(on: HexFooting, span: int, gait: Gait, owed: int, *, around: bool) -> HexTerms:
    """The terms of a move, cached so that equal terms are the same object.

    *owed* is the cost of an action on the spot. Formed units wheel at the start and the end, skirmishers turn
    freely, and on a march no unit turns (hex.movement, movement.wheel, movement.wheel-march-hex,
    movement.march-limits).
    """
    march, loose = gait is Gait.MARCH, on.formation.is_loose
    passes, figures = not (march or around), figures_of(Scale.HEX)
    return HexTerms(
        allowance=span,
        entries=FRONT if march else ANYWHERE if loose else FRONT_AND_REAR,
        changes=() if march else (FREELY,) if loose else (replace(on.wheel, end=1),),
        ground=on.goings(lines=False, march=march),
        barriers=on.goings(lines=True, march=march),
        openings="free" if on.on_path else "shut",
        road=road() if on.on_path else None,
        friends=Passing(extra=1, rule="movement.action.interpenetrate") if passes else None,
        keep_off=figures.march if march else 0,
        near=figures.engagement,
        spot=owed,
        penalties=on.penalties,
        cites=CITES,
    )


@cache
def road() -> Road:
    """A road cancels the ground, is followed round its bends, and adds a point if the whole path uses it.

    movement.road-bonus, movement.road-bonus-how
    """
    bonus = figures_of(Scale.HEX).road_bonus
    return Road(ignores_ground=True, follows_bends=True, bonus=bonus, rule="movement.road-bonus")


@lru_cache(maxsize=64)
def _riding(kinds: tuple[str, ...], span: int, keep_off: int) -> HexTerms:
    """The terms of a commander's ride (leaders.movement-free, leaders.march, hex.movement)."""
    closed = [kind_of(kind) for kind in kinds if kind_of(kind).closed_to_all]
    rule = "leaders.movement-free"
    return HexTerms(
        allowance=span,
        entries=ANYWHERE,
        ground=tuple(Going(one.kind, is_closed=True, rule=rule) for one in closed if not one.is_line),
        barriers=tuple(Going(one.kind, is_closed=True, rule=rule) for one in closed if one.is_line),
        openings="free",
        keep_off=keep_off,
        cites=replace(CITES, enemy=rule, keep_off="leaders.march"),
    )

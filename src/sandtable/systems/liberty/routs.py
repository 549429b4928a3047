"""Routs on the table: the first move of a routing unit, the later ones, and where they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sandtable.dice import Single
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import forms
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.events import UnitRouted
from sandtable.systems.liberty.forced_moves import (
    RoutTie,
    barring_ground,
    go,
    keep_off,
    meets_difficult_ground,
    one_of,
)
from sandtable.systems.liberty.leader_events import UnitRanOn
from sandtable.systems.liberty.movement import ignores_difficult, kinds_of_ground, moving_scene, opening
from sandtable.systems.liberty.passing import owe_tests
from sandtable.systems.liberty.placing import place
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.turn_events import StepBegan
from sandtable.systems.liberty.words import name
from sandtable.table.forced import FlightTerms, Tried, flee, heading_away, trier
from sandtable.table.measure import contact, extent, sides_at, touches
from sandtable.table.space import (
    DEGREE,
    EDGE_HEADINGS,
    FULL_TURN,
    INCH,
    QUARTER_TURN,
    SIDES,
    Body,
    Side,
    centre,
    heading_of_sum,
    standing,
    turn_between,
)

SLANTS = tuple(slant * DEGREE for slant in (15, 30, 45, 60, 75, 90))
"""The angles from the stated direction that are tried after the straight one."""

OFF_AT_ONCE = "rout.edge.conflict"
SLOWED_BY_GROUND = "rout.difficult.rate"


# ------------------------------------------------------------------ when units rout
async def begin(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """A ROUTE result: at once a full rout move away from the enemies that the unit is engaged with.

    rout.cause, rout.immediate, disorder.while-engaged, disorder.rout-clears
    """
    foes = tuple(battle.units[foe] for foe in battle.foes_of(unit.id))
    battle = await tell(battle, UnitRouted(unit.id))
    unit = battle.units[unit.id]
    return await _run(battle, unit, away_from(battle, unit, foes), slowed=False)


class PickRunner(Choose[int], frozen=True, kw_only=True):
    """Choose the ROUTING unit that runs on next (turn.step-order)."""

    decision: str = "rally-sequence"
    rule = "turn.step-order"
    title = "Which unit is next?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Which routing unit runs on next?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: LibertyBattle, option: int) -> Face:
        return Face("Run on", name(battle, option), option)


async def rout_step(battle: LibertyBattle) -> LibertyBattle:
    """Step d: one unit that still routs makes its move, straight to its own side's edge.

    turn.command.d, rout.repeat. Its player chooses the order (turn.step-order).
    """
    routing = [unit for unit in battle.on_table(battle.active) if unit.routing and not unit.ran]
    routers = tuple([unit.id for unit in routing if not battle.is_engaged(unit.id)])
    if not routers:
        return await tell(battle, StepBegan(Step.CHARGING))
    chosen = routers[0]
    if len(routers) > 1:
        chosen = await PickRunner(battle.active, routers)
    battle = await tell(battle, UnitRanOn(chosen))
    unit = battle.units[chosen]
    return await _run(battle, unit, own_edge(battle, unit), slowed=True)


async def onward(battle: LibertyBattle, unit: Regiment, pursuer: Regiment) -> LibertyBattle:
    """The rout move after a free round: another full move straight away from the pursuer (pursuit.onward)."""
    return await _run(battle, unit, away_from(battle, unit, (pursuer,)), slowed=False)


# ------------------------------------------------------------------ where to, and how far
def own_edge(battle: LibertyBattle, unit: Regiment) -> int:
    """The heading straight to its own side's table edge."""
    return EDGE_HEADINGS[battle.camps[unit.side].edge]


def away_from(battle: LibertyBattle, unit: Regiment, foes: tuple[Regiment, ...]) -> int:
    """The heading at right angles away from the enemy edges that touch a unit, along their sum.

    rout.direction, rout.path: if they cancel out, or there are none, straight to its own table edge.
    """
    headings = tuple(_away_from_edge(unit, foe) for foe in foes if foe.pose is not None)
    summed = heading_of_sum(headings) if headings else None
    return own_edge(battle, unit) if summed is None else summed


def _away_from_edge(unit: Body, foe: Body) -> int:
    """The direction in which an enemy's touching edges face; without contact, away from its centre."""
    met = contact(unit, foe)
    sides: tuple[Side, ...] = ()
    if met is not None:
        sides = (met.touches[0].theirs,) if met.touches else sides_at(foe, met.place)
    pose = standing(foe)
    looks = tuple((pose.heading + SIDES.index(side) * QUARTER_TURN) % FULL_TURN for side in sides)
    summed = heading_of_sum(looks) if looks else None
    return heading_away(unit, centre(pose, foe.shape)) if summed is None else summed


class Pace(NamedTuple):
    """The length of a rout move: in the open, and through DIFFICULT terrain if that slows it."""

    rate: Tally
    difficult: Tally


def pace(battle: LibertyBattle, unit: Regiment, *, slowed: bool) -> Pace:
    """The rate of a rout move before its die: RUN, for unlimbered guns ADVANCE.

    rout.rate, rout.limber. DIFFICULT terrain is ignored (rout.difficult, terrain.difficult.rout), except in
    the reading that uses the ADVANCE rate (rout.difficult.rate). Under-fire markers slow the move in step d,
    but not moves forced by tests (underfire.detail).
    """
    row = rates(unit.arm)
    rate = Tally.of(row.run or row.advance, f"ROUTE of {unit.arm.lower()}", "rout.rate")
    printed = Tally.of(row.advance, f"ROUTE of {unit.arm.lower()} through DIFFICULT", "rout.difficult.rate")
    by_print = battle.readings.of(SLOWED_BY_GROUND) == 1 and not ignores_difficult(unit)
    if slowed and unit.under_fire and not unit.has(SpecialRule.STALWART):
        rate = rate.plus(-unit.under_fire, "under-fire markers", "underfire.effect")
        printed = printed.plus(-unit.under_fire, "under-fire markers", "underfire.effect")
    return Pace(rate, printed if by_print else rate)


# ------------------------------------------------------------------ the move
async def _run(battle: LibertyBattle, unit: Regiment, heading: int, *, slowed: bool) -> LibertyBattle:
    """A rout move; a unit that begins it at a table edge, or whose every way is blocked, is BROKEN.

    rout.edge.stop, rout.edge.conflict, rout.no-path, edge.rout
    """
    if _is_at_edge(battle, unit):
        return await remove(battle, (unit.id,))
    battle = await forms.limber_to_go(battle, unit)
    unit = battle.units[unit.id]
    die = await Single(rates(unit.arm).charge_die, purpose="rout move")
    routes = Routes(battle, unit, heading, pace(battle, unit, slowed=slowed), die)
    best = routes.best()
    if not best:
        return await remove(battle, (unit.id,))
    way = await one_of(unit, tuple(tried for _, tried in best), RoutTie)
    flight = next(flight for flight, tried in best if tried is way)
    move = await go(battle, unit, flight, way)
    if move.leaves_table:
        return await remove(battle, (unit.id,))
    assert move.taken is not None
    battle = await place(battle, unit.id, move.end)
    return await owe_tests(battle, battle.units[unit.id], move.taken.passed)


def _is_at_edge(battle: LibertyBattle, unit: Regiment) -> bool:
    """Does a unit touch any edge of the table?"""
    left, low, right, high = extent(standing(unit), unit.shape)
    return touches(min(left, low, battle.field.width - right, battle.field.depth - high))


class Routes:
    """The ways open to a unit that routs on a heading, each worked out on demand."""

    def __init__(self, battle: LibertyBattle, unit: Regiment, heading: int, pace: Pace, die: int) -> None:
        self._battle, self._unit, self._heading = battle, unit, heading
        self._lengths = [max(rate.whole + die, 0) * INCH for rate in pace]
        self._tried: dict[int, tuple[FlightTerms, Tried]] = {}
        self._aslant: tuple[FlightTerms, Callable[[int], Tried]] | None = None

    def best(self) -> tuple[tuple[FlightTerms, Tried], ...]:
        """The way to take; two if they are equally good; none if every way is blocked.

        rout.direction: one of full length without meeting a friend, else one of full length, else one that is
        not blocked (rout.blocked).
        """
        choices: tuple[Callable[[Tried], bool], ...] = (
            lambda way: way.whole and not way.passed,
            lambda way: way.whole,
            lambda way: not self._is_blocked(way),
        )
        for serves in choices:
            for angles in self._angles():
                found = tuple(way for way in map(self._try, angles) if serves(way[1]))
                if found:
                    return found
        return ()

    def _angles(self) -> Iterator[tuple[int, ...]]:
        """The angles in the order they are tried; of equal angles the side nearer to its own edge first."""
        home = own_edge(self._battle, self._unit)
        yield (0,)
        for slant in SLANTS:
            off = [abs(turn_between((self._heading + turn) % FULL_TURN, home)) for turn in (slant, -slant)]
            if off[0] == off[1]:
                yield (slant, -slant)
            else:
                first = slant if off[0] < off[1] else -slant
                yield (first,)
                yield (-first,)

    def _try(self, angle: int) -> tuple[FlightTerms, Tried]:
        """One way, at the rate for DIFFICULT terrain if it leads through any and is slowed by it.

        The straight way is tried alone, as it serves in most cases; the others share one set-up.
        """
        if angle not in self._tried:
            if angle == 0:
                flight = self._flight((0,), self._lengths[0])
                way = flee(self._unit, flight, moving_scene(self._battle)).tried[0]
            else:
                flight, tried = self._aslant = self._aslant or self._set_out_aslant()
                way = tried(angle)
            self._tried[angle] = self._slowed(flight, way)
        return self._tried[angle]

    def _set_out_aslant(self) -> tuple[FlightTerms, Callable[[int], Tried]]:
        flight = self._flight(tuple(sign * slant for slant in SLANTS for sign in (1, -1)), self._lengths[0])
        return flight, trier(self._unit, flight, moving_scene(self._battle))

    def _slowed(self, flight: FlightTerms, way: Tried) -> tuple[FlightTerms, Tried]:
        if self._lengths[0] == self._lengths[1]:
            return flight, way
        if not meets_difficult_ground(self._battle, self._unit, way):
            return flight, way
        slower = self._flight((way.angle,), self._lengths[1])
        return slower, flee(self._unit, slower, moving_scene(self._battle)).tried[0]

    def _flight(self, angles: tuple[int, ...], length: int) -> FlightTerms:
        battle, unit = self._battle, self._unit
        return FlightTerms(
            distance=length,
            heading=self._heading,
            angles=angles,
            choose=("any",),
            facing="turned after",
            keeps=keep_off(battle, unit),
            goings=barring_ground(battle, unit, "rout.blocked"),
            opening=opening(battle),
            passable=tuple([one for one in battle.numbers_on_table(unit.side) if one != unit.id]),
            edge="leaves" if battle.readings.of(OFF_AT_ONCE) == 1 else "halts",
        )

    def _is_blocked(self, way: Tried) -> bool:
        """Is an enemy or impassable ground within the first 4 in? Obstacles only stop guns."""
        stopped = way.halt is not None and way.halt.why == "ground"
        if stopped and way.halt is not None:
            kinds = {piece.id: piece.kind for piece in self._battle.field.pieces}
            stopped = kinds[way.halt.piece] in kinds_of_ground("obstacle")
        return way.barred and not stopped

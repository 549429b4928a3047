"""Charges on hexes: the step into contact is paid like any step, but the charger stays in its hex."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.drill import ON_ROADS
from sandtable.systems.elan.ground.hexes.forming import HexForming
from sandtable.systems.elan.ground.hexes.moving import CITES, FRONT, HexFooting
from sandtable.systems.elan.ground.hexes.plan import hex_at
from sandtable.systems.elan.ground.values import Clash, Closing, Onset, Trek
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.plan_decisions import ChargeOnHexes, PlanHexThrust
from sandtable.systems.elan.terrain import kind_of
from sandtable.table.hexes import (
    Contact,
    Hex,
    HexBody,
    HexScene,
    HexTerms,
    HexVerdict,
    TurnTo,
    arc_neighbours,
    cheapest_contact,
    check,
    distance,
    reach,
)
from sandtable.table.space import Pose, centre, turn_between


class HexCharging(HexForming):
    """Charges, pursuits and breakthroughs."""

    __slots__ = ()

    # ---------------------------------------------------------------- reaching
    def onset(self, charger: int, target: int, reach: int) -> Onset | None:
        """The cheapest way into contact: an optional wheel, then front hexes only (hex.charge)."""
        key = charger, target, reach, self.unit(charger).formation
        known = self.measured.onsets
        if key not in known:
            known[key] = self._onset(self.scene, charger, target, reach)
        return known[key]

    def _onset(self, scene: HexScene, charger: int, target: int, most: int) -> Onset | None:
        unit, body = self.unit(charger), scene.bodies[charger]
        there = scene.bodies[target].hex
        if there is None or body.hex is None or distance(body.hex, there) > most:
            return None
        terms = self._charge_terms(unit, most)
        plan = cheapest_contact(body, there, terms, scene)
        if plan is None:
            return None
        return self._told(unit, target, body, check(body, plan, terms, scene), most)

    def _told(self, unit: ElanUnit, target: int, start: HexBody, verdict: HexVerdict, most: int) -> Onset:
        """A way into contact as an onset; a line between the two hexes counts as crossed."""
        assert start.hex is not None
        steps = [trace for trace in verdict.traces if not isinstance(trace.step, Contact)]
        poses = [self.pose(unit.id, trace.end.hex, trace.end.facing) for trace in steps]
        lines = [one for trace in verdict.traces for one in trace.barriers if kind_of(one.kind).row]
        return Onset(
            charger=unit.id,
            target=target,
            path=(self.pose(unit.id, start.hex, start.facing), *poses),
            wheel=sum(trace.cost for trace in steps if isinstance(trace.step, TurnTo)),
            cost=verdict.cost,
            reach=most,
            disordering=self._disordering(unit, verdict),
            crossed=tuple(dict.fromkeys(one.piece for one in lines)),
        )

    def _disordering(self, unit: ElanUnit, verdict: HexVerdict) -> tuple[str, ...]:
        """What disorders a unit on its way: hexes it enters, and lines it crosses to enter them or to fight.

        terrain.when-disordered; the hex of an enemy in contact is not entered
        """
        steps = [trace for trace in verdict.traces if not isinstance(trace.step, Contact)]
        met = [trace.ground for trace in steps if trace.ground]
        met += [barrier.kind for trace in verdict.traces for barrier in trace.barriers]
        kinds = dict.fromkeys(met)
        return tuple(kind for kind in kinds if effect_on(self.battle, unit, kind).disorders)

    def _charge_terms(self, unit: ElanUnit, most: int) -> HexTerms:
        """The terms of a charge (hex.charge, charge.path)."""
        return _charge_terms(self.footing(unit), most)

    def close(self, charger: int, target: int, at: Pose, line: int | None = None) -> Closing | None:
        """The charger stays in the hex from which it touches its target, and touches no other enemy.

        hex.contact
        """
        del charger, line
        return Closing(at, (target,))

    def can_close(self, charger: int, target: int, at: Pose, line: int | None = None) -> bool:
        """A charger can always stay where it touches its target (hex.contact)."""
        del charger, target, at, line
        return True

    def touched(self, unit: int, at: Pose) -> tuple[int, ...]:
        """The enemies in the two front hexes of a unit at a pose (hex.contact)."""
        one = self.unit(unit)
        here = hex_at(self.grid, centre(at, one.shape))
        ahead = arc_neighbours(self.grid, here, at.heading, "front")
        return tuple(enemy for enemy in self.enemies(unit) if self.hex(enemy) in ahead)

    # ---------------------------------------------------------------- stopping
    def short_of(self, onset: Onset) -> Trek:
        """With one hex between it and its target, or in its own hex if it is nearer (charge.home-fail)."""
        unit, target = self.unit(onset.charger), self.hex(onset.target)
        hexes = [hex_at(self.grid, centre(pose, unit.shape)) for pose in onset.path]
        kept = [n for n, hex_ in enumerate(hexes) if distance(hex_, target) >= self.figures.short]
        last = max(kept, default=0)
        way = list(dict.fromkeys(hexes[: last + 1]))
        return Trek(to=onset.path[last], gone=last, disordering=self.disordered_in(unit, way))

    def disordered_in(self, unit: ElanUnit, way: list[Hex]) -> tuple[str, ...]:
        """The kinds of ground that disorder a unit on its way from hex to hex, off the road.

        terrain.when-disordered, terrain.path
        """
        on_path, kinds = unit.formation in ON_ROADS, list[str]()
        for here, there in pairwise(way):
            side = self.grid.side_between(here, there)
            if on_path and self.field.link_over(side) is not None:
                continue
            kinds.append(self.field.kind_at(there))
            kinds += [one.kind for one in self.field.barriers_on(side) if not (on_path and one.is_open)]
        met = dict.fromkeys(kind for kind in kinds if kind)
        return tuple(kind for kind in met if effect_on(self.battle, unit, kind).disorders)

    def _crossed_in(self, way: list[Hex]) -> tuple[str, ...]:
        """The linear pieces crossed on a way from hex to hex (hex.terrain)."""
        sides = (self.grid.side_between(here, there) for here, there in pairwise(way))
        lines = (one for side in sides for one in self.field.barriers_on(side) if kind_of(one.kind).row)
        return tuple(dict.fromkeys(one.piece for one in lines))

    # ---------------------------------------------------------------- meeting and catching
    def clash(self, onset: Onset, reach: int) -> Clash | None:
        """The countercharger enters half of the hexes between, rounded down; the charger moves adjacent.

        charge.countercharge
        """
        charger, other = self.unit(onset.charger), self.unit(onset.target)
        answer = self._onset(self.scene, other.id, charger.id, reach)
        steps = [self.hex(other.id)] if answer is None else self._hexes(other, answer.path)
        between = (distance(self.hex(charger.id), self.hex(other.id)) - 1) // 2
        for gone in range(min(between, len(steps) - 1), -1, -1):
            met = self._meets(charger, other, steps[gone], round(onset.reach))
            if met is not None:
                return self._clash(met, other, steps[: gone + 1])
        return None

    def _meets(self, charger: ElanUnit, other: ElanUnit, there: Hex, most: int) -> Onset | None:
        """The onset of the charge if the countercharger has come to a hex."""
        scene = self.scene.with_changed(other.id, replace(self.body(other.id), hex=there))
        return self._onset(scene, charger.id, other.id, most)

    def _clash(self, met: Onset, other: ElanUnit, way: list[Hex]) -> Clash:
        """The clash at the end of the countercharger's way; it crosses only what lies on that way."""
        there = way[-1]
        faced = self._facing_to(there, self._hex_in(self.unit(met.charger), met.to))
        return Clash(
            charger=met.to,
            other=self.pose(other.id, there, faced),
            charger_disordering=met.disordering,
            other_disordering=self.disordered_in(other, way),
            crossed=tuple(dict.fromkeys((*met.crossed, *self._crossed_in(way)))),
        )

    def _hexes(self, unit: ElanUnit, path: tuple[Pose, ...]) -> list[Hex]:
        """The hexes along a path, each once."""
        return list(dict.fromkeys(self._hex_in(unit, pose) for pose in path))

    def _hex_in(self, unit: ElanUnit, pose: Pose) -> Hex:
        return hex_at(self.grid, centre(pose, unit.shape))

    def _facing_to(self, here: Hex, there: Hex) -> int:
        """The corner nearest to the direction of another hex, the clockwise of two (hex.grid)."""
        return self.grid.nearest_facing(self.grid.bearing(here, there), "corner")

    def catch(self, onset: Onset) -> Onset | None:
        """The evader is caught if the charger's movement points reach it.

        charge.evade-pursuit, hex.charge
        """
        if self.unit(onset.target).pose is None:
            return None
        return self.onset(onset.charger, onset.target, round(onset.reach))

    def follow(self, onset: Onset, heading: int) -> Trek:
        """As far after the evader as its movement points allow, into no unit (charge.evade-pursuit).

        After a unit that is no longer on the table it follows the line of its flight.
        """
        unit, body, most = self.unit(onset.charger), self.body(onset.charger), round(onset.reach)
        terms = replace(self._charge_terms(unit, most), closes=False)
        goal = self.scene.bodies[onset.target].hex or self._far_along(self.hex(unit.id), heading, 2 * most)
        ends = reach(body, terms, self.scene).ends
        plan = min(ends, key=lambda end: (distance(end.hex, goal), end.cost, len(end.plan))).plan
        return self.trek(unit, check(body, plan, terms, self.scene))

    def _far_along(self, start: Hex, heading: int, steps: int) -> Hex:
        """The hex, on the map or off it, this many steps along a heading."""
        here = start
        for _ in range(steps):
            around = (self.grid.neighbour(here, side) for side in self.grid.sides)
            onward = (hex_ for hex_ in around if distance(start, hex_) > distance(start, here))
            here = min(onward, key=lambda hex_: abs(turn_between(heading, self.grid.bearing(start, hex_))))
        return here

    # ---------------------------------------------------------------- going on
    async def go_ahead(self, unit: int, reach: int) -> Trek:
        """Ask how far a charger goes on into front hexes (charge.target-gone)."""
        one = self.unit(unit)
        terms = replace(self._charge_terms(one, reach), closes=False, changes=())
        return self.trek(one, await ChargeOnHexes(one.side, self.body(unit), terms, self.scene))

    async def thrust(self, unit: int, reach: int) -> Trek:
        """Ask for the way of a breakthrough: front hexes without a wheel, possibly into contact.

        melee.breakthrough-how
        """
        one = self.unit(unit)
        terms = replace(self._charge_terms(one, reach), changes=())
        verdict = await PlanHexThrust(one.side, self.body(unit), terms, self.scene)
        return replace(self.trek(one, verdict), disordering=self._disordering(one, verdict))


@lru_cache(maxsize=256)
def _charge_terms(on: HexFooting, most: int) -> HexTerms:
    """The terms of a charge: an optional wheel, then front hexes only (hex.charge, charge.path)."""
    return HexTerms(
        allowance=most,
        entries=FRONT,
        changes=(on.wheel,),
        ground=on.goings(lines=False),
        barriers=on.goings(lines=True),
        openings="free" if on.on_path else "shut",
        closes=True,
        penalties=on.penalties,
        cites=replace(CITES, allowance="hex.charge", friend="charge.path", entry="hex.charge"),
    )

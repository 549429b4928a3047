"""The seam between rules and ground: all questions that rules ask of the table, in every set.

A rule module calls ``ground_of(battle)`` and reads ``battle.figures``; it does not branch on the set, which
is only a key into tables such as rates, range bands and flanks (``flanks.py``). Two grounds answer:
``inches`` on the open table, at both inch scales, and ``hexes``. Other differences in substance
(hex.differences) are in their answers: the side that an attack hits (``edge_attacked``), for example, follows
from where the attacker began in inches, and from where it stands on hexes.

Units and commanders are named by number. Lengths are spans in the unit of the set; two that differ by 0.01 in
or less are equal, and a limit is inside (scale.tolerance). Procedures that ask a player where to go are
coroutines and are awaited like any rule.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Sequence
from typing import Any, Protocol

from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground.values import (
    Clash,
    Closing,
    Entrance,
    Flight,
    Flown,
    Leave,
    Onset,
    Openings,
    Sight,
    Stance,
    Trek,
)
from sandtable.systems.elan.leader_decisions import PlaceBeside
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Point, Pose


class Measuring(Protocol):
    """Distances between units, commanders and points (scale.measuring, scale.tolerance, hex.distance)."""

    def gap(self, one: int, other: int) -> Span:
        """The distance between two units."""

    def gaps(self, unit: int) -> Sequence[Span]:
        """The distances from a unit to each unit by number; infinite to those not on the table."""

    def is_within(self, span: Span, limit: Span) -> bool:
        """Is a distance no more than a limit? (scale.tolerance)"""

    def nearest(self, unit: int, among: Sequence[int]) -> tuple[int, ...]:
        """The units nearest to a unit; several if they are equally near."""

    def closest(self, unit: int) -> Span:
        """The distance to the nearest enemy; infinite if there is none."""

    def closest_of(self, units: Sequence[int]) -> list[Span]:
        """The distances from each of these units to its nearest enemy."""

    def leader_gap(self, leader: int, unit: int) -> Span:
        """The distance from a commander to a unit; while attached he is measured as his unit."""

    def enemy_is_near(self, leader: int, limit: Span) -> bool:
        """Is any enemy within a distance of a commander?"""

    def near_leader(self, leader: int, units: Sequence[int], limit: Span) -> tuple[int, ...]:
        """The units within a distance of a commander."""

    def leaders_gap(self, one: int, other: int) -> Span:
        """The distance between two commanders."""

    def are_together(self, one: int, other: int, limit: Span) -> bool:
        """Are two commanders within a distance of each other?"""

    def point_gap(self, unit: int, point: Point) -> Span:
        """The distance from a unit to a point of the table, such as an objective."""

    def is_any_near(self, units: Sequence[int], point: Point, limit: Span) -> bool:
        """Is any of these units within a distance of a point of the table?"""

    def home_gap(self, unit: int) -> Span:
        """How far a unit is from its own table edge."""

    def place_in_words(self, pose: Pose) -> str:
        """A place of the table in words."""

    def heading_in_words(self, heading: int) -> str:
        """A direction in words."""


class Looking(Protocol):
    """Sight, fire arcs, flanks and cover."""

    def fire_range(self, firer: int, target: int) -> Span:
        """The range of fire (scale.measuring)."""

    def is_in_arc(self, firer: int, target: int) -> bool:
        """Is a target in the arc of fire? (geometry.fire-arc, geometry.in-arc)"""

    def hindrance(self, viewer: int, target: int) -> tuple[Point, str] | None:
        """Where the line of sight to a target is blocked, and by what in words; None if it is clear."""

    def lines_of_fire(
        self, firers: Sequence[tuple[int, Span, bool]]
    ) -> Sequence[tuple[int, Span, int, Sight]]:
        """The enemies in range and arc of fire of each firer, the nearest first, and how it sees them.

        A firer is its number, its range, and whether it fires over friends; a line is firer, range of fire,
        enemy and sight (geometry.fire-arc, scale.measuring, geometry.los, hex.sight, weapons.overhead).
        """

    def in_line(self, viewer: int, target: int, units: Sequence[int]) -> Sequence[int]:
        """The units that may touch the line of sight to a target: no other unit can block it."""

    def sees(self, viewer: int, target: int, over: Sequence[int] = ()) -> bool:
        """Is the line of sight clear, ignoring the units fired over? (geometry.los, hex.sight)"""

    def sighted(self, pairs: Sequence[tuple[int, int]], over: Sequence[int] = ()) -> list[bool]:
        """For each pair of viewer and target, whether the line is clear, ignoring the units fired over.

        geometry.los, hex.sight
        """

    def is_flank_fire(self, target: int, firer: int) -> bool:
        """Does fire come from the flank or rear? (shooting.flank, hex.flank-fire-unchanged)"""

    def edge_attacked(self, defender: int, attacker: int, start: Pose) -> Edge:
        """The side of a unit that an attack hits; *start* is where the attacker's move began.

        geometry.front-line, formation.no-flank, hex.grid, hex.contact
        """

    def rise(self, one: int, other: int) -> int:
        """How many levels higher another unit stands (terrain.uphill)."""

    def cover_from_fire(self, target: int, firer: int) -> Cover:
        """The cover of a target against a firer (terrain.cover-applies, hex.terrain)."""

    def cover_in_melee(self, defender: int, crossed: Sequence[str], enemy: int | None = None) -> Cover:
        """The cover of a unit that did not charge, against an enemy that crossed these linear pieces.

        Without an *enemy* the attack may come from any side (terrain.cover-applies, hex.terrain).
        """

    def held_cover(self, unit: int) -> Cover:
        """The best cover of the position that a unit holds, in any direction (morale.after-fortification)."""

    def kinds_under(self, unit: int) -> tuple[str, ...]:
        """The kinds of area ground in which any part of a unit stands (terrain.no-recovery)."""


class Moving(Protocol):
    """Voluntary moves, turns and changes of formation."""

    def travel(self, leave: Leave) -> Coroutine[Any, Any, Trek]:
        """Ask the owner for the path of a move and make it (move.path)."""

    def affords_change(self, leave: Leave, trek: Trek) -> bool:
        """Is enough of a move left to change formation or facing at its end?

        formation.rate-used, hex.penalty
        """

    def nears(self, unit: int, trek: Trek) -> bool:
        """Does a unit come within engagement range of an enemy on its way, including the start?

        command.engagement-range; called before the move is made
        """

    def takes_road(self, unit: int) -> bool:
        """May a unit be bound to the road on which it stands, for the bonus?

        movement.road-bonus-how; False where the path itself shows it
        """

    def ride(self, leader: int, span: int, *, march: bool) -> Coroutine[Any, Any, Pose]:
        """Ask the owner for the path of a detached commander and make it (move.commander)."""

    def open_changes(self, unit: int, formations: Sequence[Formation], *, turning: bool) -> Openings:
        """The formations among these that a unit may take up and, if *turning*, its turns in place.

        There is room for each, and it keeps clear of enemies (movement.quarter-turn, hex.turns,
        formation.change-centre, geometry.turning, movement.no-contact).
        """

    def face_rallied(self, unit: int) -> Coroutine[Any, Any, Pose]:
        """Ask the owner which way a unit that has rallied faces (rally.face)."""

    def turn_guns(self, unit: int) -> Coroutine[Any, Any, Pose]:
        """Ask the owner which way deployed guns turn (movement.gun-turn)."""

    def surely_turns(self, unit: int) -> bool:
        """May a unit certainly face about where it stands? A quick check; if False, `open_changes` decides.

        movement.action.about-face, hex.turns
        """

    def turned(self, unit: int, heading: int) -> Pose:
        """The pose of a unit after it turned on its centre to a heading (geometry.turning)."""

    def stance(self, unit: int, formation: Formation) -> Stance:
        """A unit in another formation on its centre front, whether or not there is room.

        formation.change-centre
        """

    def has_room(self, unit: int, stance: Stance) -> bool:
        """Is there room for a voluntary change, clear of units, closed ground and the table edge?

        geometry.turning
        """

    def keeps_clear(self, unit: int, stance: Stance) -> bool:
        """Does a stance keep the distance from enemies required in the Movement phase, or come no nearer?

        movement.no-contact
        """

    def garrison(self, unit: int) -> tuple[Stance, ...]:
        """The sectors that a unit may enter as garrison from where it stands.

        formation.garrison-exit, movement.action.garrison
        """

    def sorties(self, unit: int, formations: Sequence[Formation]) -> tuple[Stance, ...]:
        """The places where a garrison may leave its sector, by side and formation.

        formation.garrison-exit
        """

    def has_sortie(self, unit: int, formations: Sequence[Formation]) -> bool:
        """Is there any such place? Faster than listing them (formation.garrison-exit)."""

    def driven_out(self, unit: int, formation: Formation, threat: int | None) -> Stance:
        """A garrison placed outside its sector on the side away from a threat, or towards its own edge.

        melee.result.garrison
        """


class Charging(Protocol):
    """Charges: which enemies are in reach, where the charger ends in contact, where it stops."""

    def onset(self, charger: int, target: int, reach: int) -> Onset | None:
        """The shortest legal way to charge a target; None if it is out of reach (charge.path, hex.charge)."""

    def close(self, charger: int, target: int, at: Pose, line: int | None = None) -> Closing | None:
        """Where a unit that touches an enemy at a pose comes to lie; None if there is no room.

        *line* is the heading along which it came, if it differs from its facing (geometry.contact-align,
        charge.incidental, hex.contact).
        """

    def can_close(self, charger: int, target: int, at: Pose, line: int | None = None) -> bool:
        """Is there room for `close`?"""

    def touched(self, unit: int, at: Pose) -> tuple[int, ...]:
        """The enemies that a unit's front would touch at a pose (geometry.contact)."""

    def short_of(self, onset: Onset) -> Trek:
        """Where a charger stops that fails to charge home (charge.home-fail)."""

    def clash(self, onset: Onset, reach: int) -> Clash | None:
        """Where a charger and its countercharging target meet; None if there is no room.

        charge.countercharge
        """

    def catch(self, onset: Onset) -> Onset | None:
        """How a charger reaches a target that evaded, where it is now; None if it got away.

        charge.evade-pursuit
        """

    def follow(self, onset: Onset, heading: int) -> Trek:
        """Where a charger ends that goes its full reach in the direction of a flight.

        charge.evade-pursuit
        """

    def go_ahead(self, unit: int, reach: int) -> Coroutine[Any, Any, Trek]:
        """Ask how far a charger without a target goes straight ahead (charge.target-gone)."""

    def thrust(self, unit: int, reach: int) -> Coroutine[Any, Any, Trek]:
        """Ask for the way of a breakthrough, which may end in contact with an enemy.

        melee.breakthrough-how
        """


class Fleeing(Protocol):
    """Compulsory and evade moves."""

    def flee(self, flight: Flight) -> Coroutine[Any, Any, Flown]:
        """Make a compulsory or evade move; the owner settles ties (compulsory.direction, compulsory.hex)."""

    def face_enemy(self, unit: int, enemy: int) -> Coroutine[Any, Any, Pose]:
        """Turn a unit that fell back on its centre to face an enemy; the owner settles ties.

        compulsory.ends-turn
        """

    def way_of_flight(self, flight: Flight) -> int:
        """The heading of a compulsory or evade move (compulsory.direction, charge.evade)."""


class Placing(Protocol):
    """Placing commanders beside units and reinforcements on an edge."""

    def beside(self, decision: type[PlaceBeside], leader: int, unit: int) -> Coroutine[Any, Any, Pose | None]:
        """Ask the owner for a commander's point beside a unit, clear of enemies; None if there is none.

        leaders.attach-range, leaders.unattached-safe
        """

    def has_place_beside(self, leader: int, unit: int) -> bool:
        """Is there such a point? (leaders.attach-range)"""

    def caught_by(self, enemy: int) -> tuple[int, ...]:
        """The detached commanders that an enemy unit has come upon.

        leaders.unattached-safe, hex.short-distances
        """

    def entrances(self, unit: int, entrance: Entrance) -> tuple[Stance, ...]:
        """The free place at the entry point or, failing that, the nearest one on each side, nearest first.

        setup.arrivals
        """


class Deploying(Protocol):
    """Free deployment before the battle (setup.deploy)."""

    def posted(self, unit: int, formation: Formation, to: Pose, sector: str) -> Stance | None:
        """A unit placed at a pose, or in a sector as its garrison; None if there is no such place."""

    def posts(self, unit: int, formation: Formation) -> Iterator[Stance]:
        """Places all over the zone of a unit's side, facing away from its edge, free or not."""

    def misplaced(self, unit: int, stance: Stance) -> str:
        """Why a unit may not begin the battle so, in words; empty if it may (setup.deploy)."""

    def spot(self, side: int, point: Point) -> Pose | None:
        """A commander placed at a point of his side's zone; None if he may not stand there."""


class Ground(Measuring, Looking, Moving, Charging, Fleeing, Placing, Deploying, Protocol):
    """All questions together."""

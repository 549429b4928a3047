"""Compulsory and evade moves on the open table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.measured import SLACK
from sandtable.systems.elan.ground.inches.moving import kinds_on
from sandtable.systems.elan.ground.inches.pursuing import InchPursuing
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Facing, Flight, Flown, Stance
from sandtable.systems.elan.options import Footing, footing
from sandtable.table.forced import FlightTerms, flee, heading_away
from sandtable.table.movement import Going, Keep, Passing, Plan, Terms, check
from sandtable.table.space import EDGE_HEADINGS, QUARTER_TURN, Pose, heading_between, standing, turn_between

ANGLES: Final = (0, 150, -150, 300, -300, 450, -450)
"""The deviations tried where the straight way is blocked: 15, 30 and 45 degrees, right before left.

compulsory.blocked
"""


class InchFleeing(InchPursuing):
    """Compulsory and evade moves."""

    __slots__ = ()

    def way_of_flight(self, flight: Flight) -> int:
        """Away from the threat; straight to the own edge if that leads away from home, or without a threat.

        compulsory.direction, charge.evade
        """
        unit = self.unit(flight.unit)
        home = EDGE_HEADINGS[self.battle.camps[unit.side].edge]
        if flight.threat is None:
            return home
        away = heading_away(unit, self.middle(flight.threat))
        return home if flight.homeward and abs(turn_between(home, away)) > QUARTER_TURN else away

    async def flee(self, flight: Flight) -> Flown:
        """Move the whole distance by the first way that allows it, else by the way that leads farthest.

        compulsory.full, compulsory.friends, compulsory.blocked, compulsory.facing, geometry.table-edge,
        charge.evade
        """
        unit = self.unit(flight.unit)
        move = flee(unit, self._flight(unit, flight), self.scene)
        if move.taken is None:
            return Flown(to=move.end, gone=0, span=flight.span)
        return Flown(
            to=self._last_stand(unit, move.end),
            gone=move.taken.gone,
            span=flight.span,
            left=move.leaves_table,
            disordering=() if flight.beaten else self._disordered_on(unit, move.plan),
            passed=move.taken.passed,
        )

    def _last_stand(self, unit: ElanUnit, end: Pose) -> Pose:
        """Where a flight ends; the place where the unit stood if that end is not wholly on the table.

        geometry.table-edge: until it is removed the whole unit stands on the table
        """
        on_table = self._is_on_table(unit, Stance(unit.formation, unit.shape, end))
        return end if on_table else standing(unit)

    async def face_enemy(self, unit: int, enemy: int) -> Pose:
        """Turn on its centre to face an enemy (compulsory.ends-turn)."""
        return self.turned(unit, heading_between(self.middle(unit), self.middle(enemy)))

    def _flight(self, unit: ElanUnit, flight: Flight) -> FlightTerms:
        return FlightTerms(
            flight.span,
            self.way_of_flight(flight),
            angles=ANGLES,
            choose=("whole", "farthest"),
            facing="turned first" if flight.facing is Facing.AWAY else "kept",
            keeps=self._clear_of(unit),
            goings=self._closed(unit),
            opening=self.opening(unit),
            passable=self.friends(unit.id),
            edge="leaves",
            outline=FOOTPRINT,
            slack=SLACK,
        )

    def _clear_of(self, unit: ElanUnit) -> tuple[Keep, ...]:
        """A fleeing unit comes no nearer to an enemy than any move may (compulsory.blocked)."""
        enemies = self.enemies(unit.id)
        return (Keep(enemies, self.figures.clearance, rule="compulsory.blocked"),) if enemies else ()

    def _closed(self, unit: ElanUnit) -> tuple[Going, ...]:
        """Only closed ground stops a flight; bad going does not slow it (compulsory.full)."""
        return _closed_to(kinds_on(self.battle), footing(self.battle, unit))

    def _disordered_on(self, unit: ElanUnit, plan: Plan) -> tuple[str, ...]:
        """The kinds of ground that disorder a unit in its flight (terrain.when-disordered)."""
        terms = Terms(
            0,
            (),
            opening=self.opening(unit),
            passing=(Passing(self.friends(unit.id)),),
            outline=FOOTPRINT,
            off_table="open",
        )
        return self.disordering(unit, check(unit, plan, terms, self.scene).ground)


@lru_cache(maxsize=256)
def _closed_to(kinds: tuple[str, ...], troops: Footing) -> tuple[Going, ...]:
    """The kinds of ground that are closed to troops of this footing (terrain.closed)."""
    closed = [kind for kind in kinds if troops.on(kind).closed]
    return tuple([Going(kind, entry="barred", rule="terrain.closed") for kind in closed])

"""Where a commander is placed beside a unit."""

from __future__ import annotations

from sandtable.game.ask.placing import PlacePoint
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.words import the, the_leader, token_id


class PlaceLeader(PlacePoint, frozen=True, kw_only=True):
    """Choose the place of a commander beside a unit."""

    title = "Place the commander"

    leader: int

    def essence(self) -> object:
        """The unit, the distances, the units to avoid, and the commander; poses are part of the battle."""
        return self.decision, self.seat, self.near, self.within, self.away, self.apart, (self.leader,)

    def parties(self) -> tuple[int | str, ...]:
        return (token_id(self.leader),)

    def words(self, battle: ElanBattle) -> str:
        return f"Where does {the_leader(battle, self.leader)} stand beside {the(battle, self.near.id)}?"


class PlaceDetached(PlaceLeader, frozen=True, kw_only=True):
    """Choose the place of a commander who leaves his unit (leaders.attach-range)."""

    decision: str = "attach.change"
    rule = "leaders.attach-range"


class PlaceScratched(PlaceLeader, frozen=True, kw_only=True):
    """Choose the place of a commander who is scratched (leaders.casualty.scratch)."""

    decision: str = "leader.detach-place"
    rule = "leaders.casualty.scratch"


class PlaceDisplaced(PlaceLeader, frozen=True, kw_only=True):
    """Choose the place of a commander whom an enemy displaces, or whose unit is lost.

    leaders.unattached-safe, leaders.lost-unit
    """

    decision: str = "leader.displaced"
    rule = "leaders.unattached-safe"


class PlaceSuccessor(PlaceDisplaced, frozen=True, kw_only=True):
    """Choose the place of a successor, who is not yet on the table (leaders.replacement)."""

    rule = "leaders.replacement"

    def parties(self) -> tuple[int | str, ...]:
        return ()


class PlaceArriving(PlaceLeader, frozen=True, kw_only=True):
    """Choose the place of a commander who enters with his units (setup.arrivals)."""

    decision: str = "arrivals.place"
    rule = "setup.arrivals"

    def parties(self) -> tuple[int | str, ...]:
        """None: he is not yet on the table."""
        return ()

    def words(self, battle: ElanBattle) -> str:
        return f"Where does {the_leader(battle, self.leader)} enter beside {the(battle, self.near.id)}?"


PlaceBeside = PlaceDetached | PlaceScratched | PlaceDisplaced | PlaceArriving
"""The questions that place a commander."""

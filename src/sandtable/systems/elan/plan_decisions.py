"""The moves that a player plans: by legs on the open table, by steps on hexes.

Both forms of a question have the same words, which stand in one class without a form.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.words import asked, length, the, the_leader, token_id
from sandtable.table.hexes import HexBody, HexTerms
from sandtable.table.movement import Terms
from sandtable.table.space import Body


class _Planned(Protocol):
    """A planned move of either form."""

    @property
    def body(self) -> Body | HexBody:
        """The body that moves."""

    @property
    def terms(self) -> Terms | HexTerms:
        """What moves are allowed."""

    def mover(self) -> int | str:
        """The number of the unit that moves, or the id of a commander's token."""

    def move_name(self) -> str:
        """A name for the move."""


class _Plan:
    """A move to be planned on either ground."""

    __slots__ = ()

    def heading(self: _Planned, battle: ElanBattle) -> str:
        """Its name, and its length if it has one."""
        far: Span = self.terms.allowance
        return f"{self.move_name()}, {length(battle, far)}" if far else self.move_name()

    def parties(self: _Planned) -> tuple[int | str, ...]:
        return (self.mover(),)


# --------------------------------------------------------------------- moves
class _Path(_Plan):
    """The path of a unit's move (movement.rates)."""

    __slots__ = ()
    rule: ClassVar[str] = "movement.rates"
    name: ClassVar[str] = "Move"

    def words(self: _Planned, battle: ElanBattle) -> str:
        return asked(battle, self.body.id, "Where", "go")


class PlanPath(_Path, PlanMove, frozen=True, kw_only=True):
    """Plan the path of a unit's move on the open table."""

    decision: str = "move.path"


class PlanHexPath(_Path, PlanHexMove, frozen=True, kw_only=True):
    """Plan the path of a unit's move on hexes."""

    decision: str = "move.path"


class _GunTurn(_Plan):
    """The turn of deployed guns (movement.gun-turn)."""

    __slots__ = ()
    rule: ClassVar[str] = "movement.gun-turn"
    name: ClassVar[str] = "Turn the guns"

    def words(self: _Planned, battle: ElanBattle) -> str:
        return f"Which way do the guns of {the(battle, self.body.id)} turn?"


class TurnGuns(_GunTurn, PlanMove, frozen=True, kw_only=True):
    """Plan the turn of deployed guns on the open table."""

    decision: str = "move.path"


class TurnHexGuns(_GunTurn, PlanHexMove, frozen=True, kw_only=True):
    """Plan the turn of deployed guns on hexes."""

    decision: str = "move.path"


class _RallyFacing(_Plan):
    """The facing of a unit that has rallied (rally.face)."""

    __slots__ = ()
    rule: ClassVar[str] = "rally.face"
    name: ClassVar[str] = "Face"

    def words(self: _Planned, battle: ElanBattle) -> str:
        return asked(battle, self.body.id, "Which way", "face after rallying")


class FaceRallied(_RallyFacing, PlanMove, frozen=True, kw_only=True):
    """Plan the facing of a unit that has rallied on the open table."""

    decision: str = "rally.face"


class FaceRalliedOnHexes(_RallyFacing, PlanHexMove, frozen=True, kw_only=True):
    """Plan the facing of a unit that has rallied on hexes."""

    decision: str = "rally.face"


# --------------------------------------------------------------------- charges
class _ChargeOn(_Plan):
    """How far a charger without a target goes on (charge.target-gone)."""

    __slots__ = ()
    rule: ClassVar[str] = "charge.target-gone"
    name: ClassVar[str] = "Charge on"

    def words(self: _Planned, battle: ElanBattle) -> str:
        return f"The target of {the(battle, self.body.id)} is gone: how far does it still charge?"


class ChargeOn(_ChargeOn, PlanMove, frozen=True, kw_only=True):
    """Plan how far a charger without a target goes on, on the open table."""

    decision: str = "charge.gone"


class ChargeOnHexes(_ChargeOn, PlanHexMove, frozen=True, kw_only=True):
    """Plan how far a charger without a target goes on, on hexes."""

    decision: str = "charge.gone"


class _Thrust(_Plan):
    """The way of a breakthrough (melee.breakthrough-how)."""

    __slots__ = ()
    rule: ClassVar[str] = "melee.breakthrough-how"
    name: ClassVar[str] = "Break through"

    def words(self: _Planned, battle: ElanBattle) -> str:
        return asked(battle, self.body.id, "Which way", "break through")


class PlanThrust(_Thrust, PlanMove, frozen=True, kw_only=True):
    """Plan the way of a breakthrough on the open table."""

    decision: str = "melee.breakthrough"


class PlanHexThrust(_Thrust, PlanHexMove, frozen=True, kw_only=True):
    """Plan the way of a breakthrough on hexes."""

    decision: str = "melee.breakthrough"


# --------------------------------------------------------------------- commanders
class _Led(_Planned, Protocol):
    """A planned move of a commander."""

    @property
    def leader(self) -> int:
        """The number of the commander."""


class _Ride(_Plan):
    """The path of a detached commander (leaders.movement)."""

    __slots__ = ()
    rule: ClassVar[str] = "leaders.movement"
    name: ClassVar[str] = "Ride"

    def mover(self: _Led) -> str:
        """His token: he is no unit."""
        return token_id(self.leader)

    def words(self: _Led, battle: ElanBattle) -> str:
        return f"Where does {the_leader(battle, self.leader)} ride?"


class PlanRide(_Ride, PlanMove, frozen=True, kw_only=True):
    """Plan the path of a detached commander on the open table."""

    decision: str = "move.commander"

    leader: int


class PlanHexRide(_Ride, PlanHexMove, frozen=True, kw_only=True):
    """Plan the path of a detached commander on hexes."""

    decision: str = "move.commander"

    leader: int

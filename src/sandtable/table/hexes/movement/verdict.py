"""The verdict on a move on hexes: its traces, its cost with the reasons, and its obstacles."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from sandtable.table.hexes.field import Barrier
from sandtable.table.hexes.grid import Hex
from sandtable.table.hexes.movement.steps import HexStep

Code = Literal[
    "act",
    "allowance",
    "arc",
    "climb",
    "closed-barrier",
    "closed-ground",
    "edge",
    "enemy",
    "facing",
    "friend",
    "heading",
    "keep-off",
    "moment",
    "no-enemy",
    "over",
    "stack",
    "too-long",
    "turn",
    "zone",
]
"""Why a move is refused, for programs."""


class HexPose(NamedTuple):
    """Where a body stands on hexes and which way it faces."""

    hex: Hex
    facing: int


class HexObstacle(Struct, frozen=True):
    """One reason why a move is refused: what was measured, what the limit is, at which hex and step."""

    code: Code
    words: str
    rule: str = ""
    measured: int | None = None
    limit: int | None = None
    hex: Hex | None = None
    step: int | None = None


class Reason(Struct, frozen=True):
    """One part of the cost of a step: a price paid in full, or an extra that may be paid only in part."""

    what: Literal["step", "entry", "ground", "barrier", "climb", "friend", "zone", "change"]
    value: int
    rule: str
    words: str
    is_extra: bool = True


class HexTrace(Struct, frozen=True):
    """What one step does: where it leads, its cost with reasons, what it enters, crosses, passes and meets.

    ``cost`` is by how much the move became dearer; that may be less than the reasons say, where penalties
    do not add up. Ground and barriers that a road leads through are not listed.
    """

    step: HexStep
    start: HexPose
    end: HexPose
    cost: int = 0
    reasons: tuple[Reason, ...] = ()
    ground: str = ""
    barriers: tuple[Barrier, ...] = ()
    passed: tuple[int, ...] = ()
    met: tuple[int, ...] = ()
    along_road: bool = False


class HexVerdict(Struct, frozen=True):
    """The judgement of a move: legal if nothing stands in its way."""

    traces: tuple[HexTrace, ...]
    cost: int
    allowance: int
    end: HexPose
    obstacles: tuple[HexObstacle, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether the move may be made."""
        return not self.obstacles

    @property
    def left(self) -> int:
        """The movement points that the move leaves."""
        return self.allowance - self.cost

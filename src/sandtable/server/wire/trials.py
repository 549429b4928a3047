"""What is tried before it is answered: moves, places, a tape, odds, and what is asked about a body."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sandtable.game.present.bouts import BoutSeen
from sandtable.game.present.figures import TallySeen
from sandtable.game.present.painting import Overlay
from sandtable.game.present.prospects import OptionOdds
from sandtable.server.wire.fields import BodyNumber, Coordinate, Key, Request, StepNumber
from sandtable.table.hexes import HexPlan
from sandtable.table.movement import Plan
from sandtable.table.space import Pose


class AtStep(Request, frozen=True):
    """Do it if the game is at this step still."""

    step: StepNumber


class TryPlan(Request, frozen=True):
    """A move to be tried: its legs, or the pose that is wanted."""

    step: StepNumber
    legs: Plan | None = None
    wanted: WantedPose | None = None


class WantedPose(Request, frozen=True):
    """Where the middle of the front is to be, and the heading."""

    x: Coordinate
    y: Coordinate
    heading: Annotated[int, Meta(ge=0, lt=3600)]

    def pose(self) -> Pose:
        """The same on the table."""
        return Pose(self.x, self.y, self.heading)


class TrySteps(Request, frozen=True):
    """A move on hexes to be tried: its steps, or the hex that is wanted."""

    step: StepNumber
    steps: HexPlan | None = None
    wanted: WantedHex | None = None


class WantedHex(Request, frozen=True):
    """The hex in which a move is to end, by its axial numbers, and the heading to face there, if any."""

    q: Coordinate
    r: Coordinate
    facing: Annotated[int, Meta(ge=0, lt=3600)] | None = None


class TrySpot(Request, frozen=True):
    """A place to be tried for what is to be put down."""

    step: StepNumber
    x: Coordinate
    y: Coordinate


class PutDown(Request, frozen=True):
    """A piece that is put down: in which of its stands, where its middle lies, and its heading."""

    who: BodyNumber | Key
    stand: Annotated[int, Meta(ge=0, le=100)]
    x: Coordinate
    y: Coordinate
    heading: Annotated[int, Meta(ge=0, lt=3600)]


class TryArray(Request, frozen=True):
    """Everything of a levy as it is put down, to be tried."""

    step: StepNumber
    puts: Annotated[tuple[PutDown, ...], Meta(max_length=100)]


class AtBody(Request, frozen=True, tag_field="at", tag="body"):
    """An end of a tape at a body."""

    body: BodyNumber


class AtPlace(Request, frozen=True, tag_field="at", tag="place"):
    """An end of a tape at a place."""

    x: Coordinate
    y: Coordinate


class LayTape(Request, frozen=True):
    """Measure from one end to the other."""

    start: AtBody | AtPlace
    end: AtBody | AtPlace


class AskOdds(Request, frozen=True):
    """What may come of an option of the question that waits; options are counted from 0."""

    step: StepNumber
    option: Annotated[int, Meta(ge=0, le=100_000)]


class OddsSeen(Struct, frozen=True):
    """The odds of an option, up to the next decision, and the figures of what would be rolled first.

    ``stakes`` are the resolutions that the option leads to, also beyond the next decision.
    """

    step: int
    odds: OptionOdds
    tallies: tuple[TallySeen, ...] = ()
    stakes: tuple[BoutSeen, ...] = ()


class AskAbout(Request, frozen=True, kw_only=True):
    """A body at a step, where it stands or where the legs or steps of a move that is asked for take it."""

    step: StepNumber
    body: BodyNumber
    legs: Plan | None = None
    steps: HexPlan | None = None


class AskOverlays(AskAbout, frozen=True, kw_only=True):
    """What may be drawn about a body."""


class AskBouts(AskAbout, frozen=True, kw_only=True):
    """What a body could do to its enemies, or to one of them, and they to it."""

    against: BodyNumber | None = None


class OverlaysSeen(Struct, frozen=True):
    """What may be drawn about a body: arcs, ranges, sight, threats, support, command, its trail."""

    step: int
    body: int
    overlays: tuple[Overlay, ...]


class BoutsSeen(Struct, frozen=True):
    """What a body could do, and what could be done to it; ``left_out`` says how many were not worked out."""

    step: int
    body: int
    bouts: tuple[BoutSeen, ...]
    left_out: int = 0

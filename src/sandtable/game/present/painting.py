"""Painting: the plain data by which a system says how its battles are drawn.

The system knows no screen, and the screen knows no system. Lengths are hundredths of an inch, headings tenths
of a degree, as everywhere on the table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Decision
from sandtable.game.battle.battle import Battle
from sandtable.game.files.scenario_rows import Scenario, outline
from sandtable.table.space import Body, Field, Piece, Point, Pose, Shape

B = TypeVar("B", bound=Battle[Any])


class Manner(StrEnum):
    """The styles in which a screen can draw ground."""

    HILL = "hill"
    WOOD = "wood"
    ORCHARD = "orchard"
    BRUSH = "brush"
    MARSH = "marsh"
    STREAM = "stream"
    RIVER = "river"
    LAKE = "lake"
    ROAD = "road"
    BRIDGE = "bridge"
    FENCE = "fence"
    WALL = "wall"
    HEDGE = "hedge"
    BUILDING = "building"
    WORK = "work"
    FIELD = "field"
    ROUGH = "rough"
    OPEN = "open"


class Glyph(StrEnum):
    """The symbols of units and tokens on a map."""

    FOOT = "foot"
    LOOSE = "skirmishers"
    HORSE = "horse"
    GUNS = "guns"
    LEADER = "leader"
    MODEL = "model"
    WAGON = "wagon"


Need = Literal["asked", "waiting", "done", "unable", ""]
"""Whether a unit needs its player: the question is about it, it waits for an order, it has its order, it
cannot have one, or none of these."""


class Drawn(Struct, frozen=True):
    """How a kind of ground is drawn, and its name in the map key."""

    kind: str
    drawn: Manner
    words: str


class GroundName(Struct, frozen=True):
    """The name of a piece of ground, and the point at which it is written."""

    label: str
    place: Point


class Figure(Struct, frozen=True):
    """A figure with its name, a note, and its rule."""

    name: str
    value: str
    note: str = ""
    rule: str = ""


class SideView(Struct, frozen=True):
    """An army: its name, commander, flag, and figures."""

    name: str
    commander: str
    flag: str
    figures: tuple[Figure, ...] = ()


class Phase(Struct, frozen=True):
    """A phase of a player turn and its steps."""

    name: str
    steps: tuple[str, ...] = ()


class Track(Struct, frozen=True):
    """The progress of a battle: the phases of a turn, the active side, the current phase, step and turn.

    Each side goes through the phases in its own turn, or, if ``shared``, both sides do so together.
    """

    phases: tuple[Phase, ...]
    side: int
    phase: str
    step: str
    turn: int
    last_turn: int | None
    shared: bool = False


class Strip(Struct, frozen=True):
    """How much a unit has lost, and the losses at which something changes, in words.

    ``words`` say what is counted, if it is not losses.
    """

    filled: int
    marks: tuple[tuple[int, str], ...]
    words: str = "lost"


class Card(Struct, frozen=True):
    """A unit as a seat sees it: its name, troop type, state, markers (words and a count), and symbol."""

    name: str
    kind: str
    state: str
    markers: tuple[tuple[str, int], ...] = ()
    glyph: Glyph = Glyph.FOOT


class Notes(Struct, frozen=True):
    """Further notes on a unit: its group, its losses, whether it needs its player, its figures.

    ``signs`` replace the markers of the card on a screen that draws the strip, which already shows losses;
    None keeps the markers of the card.
    """

    group: str = ""
    strip: Strip | None = None
    need: Need = ""
    figures: tuple[Figure, ...] = ()
    signs: tuple[tuple[str, int], ...] | None = None


ManKind = Literal["soldier", "rider", "gunner", "officer", "standard", "sergeant", "musician"]
"""The kinds of single men that are drawn differently."""


class Man(NamedTuple):
    """A single man: the middle of his front relative to his unit, his turn, and his kind."""

    x: int
    y: int
    turn: int
    kind: ManKind


class Men(Struct, frozen=True, gc=False):
    """The men of a unit that is drawn man by man, with the width and depth of each man's place."""

    width: int
    depth: int
    each: tuple[Man, ...]


class Token(Struct, frozen=True):
    """A piece on the table that is not a unit, such as a General: its pose, and the unit it is with."""

    name: str
    side: int
    pose: Pose
    shape: Shape
    glyph: Glyph = Glyph.LEADER
    id: str = ""
    attached_to: int | None = None
    group: str = ""


class Area(Struct, frozen=True):
    """A marked area: an objective, or a zone of a side."""

    id: str
    kind: Literal["objective", "zone"]
    side: int | None
    polygon: tuple[Point, ...]
    label: str
    words: str


class Wedge(Struct, frozen=True, tag_field="shape", tag="wedge"):
    """A sector in front of an edge, widened by an angle on either side, between two distances."""

    left: Point
    right: Point
    angle: int
    near: int
    far: int


class Ring(Struct, frozen=True, tag_field="shape", tag="ring"):
    """The region within a distance of a body (by number) or a token (by id)."""

    of: int | str
    radius: int


class Stroke(Struct, frozen=True, tag_field="shape", tag="line"):
    """A line, optionally with an arrow at its end; ``whom`` is the body or token at its end, if any."""

    points: tuple[Point, ...]
    arrow: bool = False
    whom: int | str | None = None


class Patch(Struct, frozen=True, tag_field="shape", tag="patch"):
    """A filled polygon."""

    polygon: tuple[Point, ...]


class Overlay(Struct, frozen=True):
    """Shapes that are drawn over the table on demand, with a label and a rule.

    ``barred`` marks a blocked line, such as a line of sight that meets an obstacle.
    """

    kind: Literal["arc", "range", "sight", "threat", "support", "command", "trail"]
    shapes: tuple[Wedge | Ring | Stroke | Patch, ...]
    label: str = ""
    rule: str = ""
    barred: bool = False


class PlacedToken(Struct, frozen=True):
    """The piece that is put down at a place: its name, its token if it is on the table, shape and symbol."""

    name: str
    who: str | None = None
    shape: Shape | None = None
    glyph: Glyph = Glyph.LEADER


class DeckCards(Struct, frozen=True):
    """Cards of one name and their number; ``side`` is the owner, ``note`` a remark."""

    card: str
    count: int = 1
    side: int | None = None
    note: str = ""


class DeckSeen(Struct, frozen=True):
    """A deck as all players see it: the turned cards in order, and how many of each are left.

    It does not reveal the next card: the cards left are sorted by name.
    """

    name: str
    turned: tuple[DeckCards, ...]
    left: tuple[DeckCards, ...]
    words: str = ""
    rule: str = ""


class Painter(Generic[B]):
    """How a system's battles are drawn. The defaults work for every system; a system overrides them."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """How each kind of ground on the field is drawn: in the manner of the same name, if there is one."""
        kinds = dict.fromkeys(piece.kind for piece in field.pieces)
        return tuple(Drawn(kind, manner_of(kind), kind.replace("-", " ").capitalize()) for kind in kinds)

    def names(self, battle: B, scenario: Scenario) -> tuple[GroundName, ...]:
        """The names of pieces of ground, each at the middle of its piece.

        A piece without a name is named by its id, unless the id begins with its kind.
        """
        laid = {piece.id: piece for piece in battle.field.pieces}
        return tuple(
            GroundName(ground.name or ground.id.replace("-", " ").capitalize(), middle(laid[ground.id]))
            for ground in scenario.terrain
            if ground.id in laid and (ground.name or not ground.id.startswith(ground.kind))
        )

    def sides(self, battle: B, scenario: Scenario) -> tuple[SideView, ...]:
        """Both armies, without figures."""
        del battle
        return tuple(SideView(side.name, side.commander, side.id) for side in scenario.sides)

    def track(self, battle: B, scenario: Scenario) -> Track:
        """The turn without its phases."""
        return Track((), battle.active, battle.phase, "", battle.turn, scenario.turn_limit)

    def sheet(self, battle: B, unit: Body, question: Decision[Any] | None) -> Notes:
        """The notes on a unit: only whether the question is about it."""
        del battle
        return Notes(need="asked" if question is not None and unit.id in question.parties() else "")

    def men(self, battle: B, unit: Body) -> Men | None:
        """The single men of a unit, if they are drawn one by one."""
        del battle, unit
        return None

    def areas(self, battle: B, scenario: Scenario) -> tuple[Area, ...]:
        """The objectives of a scenario that are places."""
        del battle
        return tuple(
            Area(goal.id, "objective", None, outline(goal.area), goal.id.replace("-", " "), goal.text)
            for goal in scenario.objectives
            if goal.area
        )

    def deck(self, battle: B) -> DeckSeen | None:
        """The deck of the battle, if there is one."""
        del battle
        return None

    def placed(self, battle: B, question: PlacePoint) -> PlacedToken:
        """The piece that is put down: without a name, drawn as a point."""
        del battle, question
        return PlacedToken("")

    def array(self, battle: B, question: Decision[Any]) -> Array | None:
        """The pieces that a question wants put down together; None if it is no such question."""
        del battle, question
        return None

    def arrayed(self, battle: B, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """The judgement on a deployment; called only for a question that has an ``array``."""
        raise NotImplementedError(f"{question.decision} has nothing drawn up, yet {len(puts)} were put down")

    def overlays(self, battle: B, unit: Body) -> tuple[Overlay, ...]:
        """The overlays of a unit: arcs, ranges, sight, threats, support and command."""
        del battle, unit
        return ()

    def bouts(self, battle: B, unit: Body) -> tuple[Stake, ...]:
        """What a unit could do to its enemies from where it stands, and they to it."""
        del battle, unit
        return ()


def manner_of(kind: str) -> Manner:
    """The manner with the name of a kind of ground; OPEN if there is none."""
    return Manner(kind) if kind in {manner.value for manner in Manner} else Manner.OPEN


def middle(piece: Piece) -> Point:
    """The mean of the points of a piece."""
    points = piece.polygon or piece.line
    return Point(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))

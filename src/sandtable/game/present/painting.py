"""What a table is drawn from: plain data that a system says and a screen draws, neither knowing the other.

Lengths are hundredths of an inch, headings tenths of a degree, as everywhere on the table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from sandtable.game.ask.deployment import Array, Arrayed, Put
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, Do, Event
from sandtable.game.battle.battle import Battle
from sandtable.game.files.scenario_rows import Scenario, outline
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

B = TypeVar("B", bound=Battle[Any])


class Manner(StrEnum):
    """The manners of ground that a screen can draw."""

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
    """What a symbol on a map stands for."""

    FOOT = "foot"
    LOOSE = "skirmishers"
    HORSE = "horse"
    GUNS = "guns"
    LEADER = "leader"
    MODEL = "model"
    WAGON = "wagon"


Need = Literal["asked", "waiting", "done", "unable", ""]
"""Does a unit want something of its player: it is asked about, it waits for an order, it has had it, it
cannot have one, or nothing of the kind."""


class Drawn(Struct, frozen=True):
    """How a kind of ground is drawn, and what the key calls it."""

    kind: str
    drawn: Manner
    words: str


class GroundName(Struct, frozen=True):
    """The name of a piece of ground, and where it is written."""

    label: str
    place: Point


class Figure(Struct, frozen=True):
    """A figure with its name, what is to be said of it, and the rule it comes from."""

    name: str
    value: str
    note: str = ""
    rule: str = ""


class SideView(Struct, frozen=True):
    """An army: its name, its commander, the flag it shows, and how it stands in figures."""

    name: str
    commander: str
    flag: str
    figures: tuple[Figure, ...] = ()


class Phase(Struct, frozen=True):
    """A phase of a player turn and its steps."""

    name: str
    steps: tuple[str, ...] = ()


class Track(Struct, frozen=True):
    """Where in the battle things stand: the phases of a turn, whose turn it is, and which of how many.

    The phases are those of each side's own turn, or ``shared``: both sides go through them together.
    """

    phases: tuple[Phase, ...]
    side: int
    phase: str
    step: str
    turn: int
    last_turn: int | None
    shared: bool = False


class Strip(Struct, frozen=True):
    """What a unit has lost, and at how much of it something changes, in words.

    ``words`` say what is counted, where that is not what was lost.
    """

    filled: int
    marks: tuple[tuple[int, str], ...]
    words: str = "lost"


class Card(Struct, frozen=True):
    """What a seat is shown of a unit: its name, troop type, state, markers as words with a count, symbol."""

    name: str
    kind: str
    state: str
    markers: tuple[tuple[str, int], ...] = ()
    glyph: Glyph = Glyph.FOOT


class Notes(Struct, frozen=True):
    """What is noted of a unit beside its card: its group, what it lost, what it wants, its figures.

    ``signs`` are markers for a screen that draws the strip and so needs no other sign of what was lost; those
    of the card do where there are none.
    """

    group: str = ""
    strip: Strip | None = None
    need: Need = ""
    figures: tuple[Figure, ...] = ()
    signs: tuple[tuple[str, int], ...] | None = None


ManKind = Literal["soldier", "rider", "gunner", "officer", "standard", "sergeant", "musician"]
"""What a single man is, as far as it is drawn."""


class Man(NamedTuple):
    """A single man: the middle of his front in the frame of his unit, how he is turned, and what he is."""

    x: int
    y: int
    turn: int
    kind: ManKind


class Men(Struct, frozen=True, gc=False):
    """The men of a unit that is drawn man by man, each on a place so wide and so deep."""

    width: int
    depth: int
    each: tuple[Man, ...]


class Token(Struct, frozen=True):
    """Something on the table that is not a unit, such as a General: where it stands, and with whom."""

    name: str
    side: int
    pose: Pose
    shape: Shape
    glyph: Glyph = Glyph.LEADER
    id: str = ""
    attached_to: int | None = None
    group: str = ""


class Area(Struct, frozen=True):
    """A place that matters: an objective, or a zone of a side."""

    id: str
    kind: Literal["objective", "zone"]
    side: int | None
    polygon: tuple[Point, ...]
    label: str
    words: str


class Wedge(Struct, frozen=True, tag_field="shape", tag="wedge"):
    """A sector that opens from an edge, spread by an angle to either side, from near to far."""

    left: Point
    right: Point
    angle: int
    near: int
    far: int


class Ring(Struct, frozen=True, tag_field="shape", tag="ring"):
    """All within a distance of a body (its number) or a token (its id)."""

    of: int | str
    radius: int


class Stroke(Struct, frozen=True, tag_field="shape", tag="line"):
    """A line, perhaps with an arrow at its end; ``whom`` it joins the unit with, if with anybody."""

    points: tuple[Point, ...]
    arrow: bool = False
    whom: int | str | None = None


class Patch(Struct, frozen=True, tag_field="shape", tag="patch"):
    """A surface."""

    polygon: tuple[Point, ...]


class Overlay(Struct, frozen=True):
    """Something drawn over the table on demand, what it is called and by which rule.

    ``barred`` is said of what does not get through, such as a line of sight that something blocks.
    """

    kind: Literal["arc", "range", "sight", "threat", "support", "command", "trail"]
    shapes: tuple[Wedge | Ring | Stroke | Patch, ...]
    label: str = ""
    rule: str = ""
    barred: bool = False


class Ghost(Struct, frozen=True):
    """A body (its number) or token (its id) as it would come to stand, and in which shape."""

    who: int | str
    pose: Pose
    shape: Shape


class Face(Struct, frozen=True):
    """How an option is offered on a table: a short title and note for its button, and what it is about.

    ``subject`` is the body (its number) or token (its id) that would act: a click on it finds the option.
    ``target`` is whom it would act upon. ``place`` is where the subject would come to stand, with
    ``shape`` if it is not its own: it is drawn before the option is taken. ``ghosts`` are others that would
    come to stand somewhere by it.
    """

    title: str
    note: str = ""
    subject: int | str | None = None
    target: int | str | None = None
    place: Pose | None = None
    shape: Shape | None = None
    ghosts: tuple[Ghost, ...] = ()


class Missing(Struct, frozen=True):
    """Something a player might look for that is not offered, and the rule that keeps it away."""

    title: str
    subject: int | str | None
    words: str
    rule: str


class PlacedToken(Struct, frozen=True):
    """What is put down at a place: its name, its token if that is on the table, its shape and symbol."""

    name: str
    who: str | None = None
    shape: Shape | None = None
    glyph: Glyph = Glyph.LEADER


class DeckCards(Struct, frozen=True):
    """Cards of one name, so many of them; ``side`` is whose they are, ``note`` what is to be said of them."""

    card: str
    count: int = 1
    side: int | None = None
    note: str = ""


class DeckSeen(Struct, frozen=True):
    """A deck as everybody sees it: the cards turned, in order, and how many of each are left, in no order.

    Nothing in it tells the next card: what is left comes by name.
    """

    name: str
    turned: tuple[DeckCards, ...]
    left: tuple[DeckCards, ...]
    words: str = ""
    rule: str = ""


class PossibleBout(Struct, frozen=True):
    """Something a unit could do to another from where they stand: a resolution, by its id, and its facts."""

    by: int
    against: int
    title: str
    resolution: str
    facts: Struct


class Painter(Generic[B]):
    """How a system's battles are drawn. What is said here holds for any; a system says more."""

    def legend(self, field: Field) -> tuple[Drawn, ...]:
        """How each kind of ground on the field is drawn: by its own name where a manner is called so."""
        kinds = dict.fromkeys(piece.kind for piece in field.pieces)
        return tuple(Drawn(kind, manner_of(kind), kind.replace("-", " ").capitalize()) for kind in kinds)

    def names(self, battle: B, scenario: Scenario) -> tuple[GroundName, ...]:
        """The names of ground that a scenario gives, each in the middle of its piece on the table.

        A piece without a name has one by its id, unless that only says which of its kind it is.
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
        """What a roster tells of a unit: only whether it is asked about."""
        del battle
        return Notes(need="asked" if question is not None and unit.id in concerned(question) else "")

    def men(self, battle: B, unit: Body) -> Men | None:
        """The single men of a unit, if they are drawn and taken off one by one."""
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
        """The deck from which cards are turned, if there is one."""
        del battle
        return None

    def about(self, battle: B, question: Decision[Any]) -> tuple[int | str, ...]:
        """The bodies and tokens that a question concerns."""
        del battle
        return tuple(sorted(concerned(question)))

    def mover(self, battle: B, question: PlanMove | PlanHexMove) -> int | str:
        """The number of the body whose move is planned, or the id of the token it stands for."""
        del battle
        return question.body.id

    def placed(self, battle: B, question: PlacePoint) -> PlacedToken:
        """What is put down: nobody known, drawn as a point."""
        del battle, question
        return PlacedToken("")

    def array(self, battle: B, question: Decision[Any]) -> Array | None:
        """What a question wants drawn up together, piece by piece; none if it is no such question."""
        del battle, question
        return None

    def arrayed(self, battle: B, question: Decision[Any], puts: tuple[Put, ...]) -> Arrayed:
        """What is to be said of pieces put down so; only asked where there is something to draw up."""
        raise NotImplementedError(f"{question.decision} has nothing drawn up, yet {len(puts)} were put down")

    def title(self, battle: B, question: Decision[Any], words: str) -> str:
        """A short title for a question; *words* are the whole of it."""
        del battle, question
        return words

    def move_name(self, battle: B, question: Decision[Any]) -> str:
        """What a move that is to be planned is called, in a word."""
        del battle, question
        return "Move"

    def face(self, battle: B, question: Decision[Any], option: object, label: str) -> Face:
        """How an option is offered: by its label, about whatever its question names first."""
        del option
        named = self.about(battle, question)
        return Face(label, subject=named[0] if named else None)

    def missing(self, battle: B, question: Decision[Any]) -> tuple[Missing, ...]:
        """What a player might look for among the options and does not find, with the reason."""
        del battle, question
        return ()

    def is_detail(self, event: Event[B]) -> bool:
        """Does an event only tell more of another, such as where exactly a unit that marched stands now?

        One about nobody, such as that a step begins, is left out of the log.
        """
        del event
        return False

    def deed(self, before: B, event: Event[B], words: str) -> str:
        """What the log says of an event, as the battle stood before it; *words* are its sentence."""
        del before, event
        return words

    def thrower(self, call: Do[Any]) -> int | None:
        """The side that acts, and so throws, in a call of a procedure; None if that cannot be told of it."""
        del call
        return None

    def overlays(self, battle: B, unit: Body) -> tuple[Overlay, ...]:
        """What may be drawn about a unit: arcs, ranges, sight, what threatens and supports it, command."""
        del battle, unit
        return ()

    def bouts(self, battle: B, unit: Body) -> tuple[PossibleBout, ...]:
        """What a unit could do to the enemy from where it stands, and the enemy to it."""
        del battle, unit
        return ()


def manner_of(kind: str) -> Manner:
    """The manner that a kind of ground is called after; open if none is."""
    return Manner(kind) if kind in {manner.value for manner in Manner} else Manner.OPEN


def middle(piece: Piece) -> Point:
    """The middle of the corners of a piece, or of its line."""
    points = piece.polygon or piece.line
    return Point(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def concerned(question: Decision[Any]) -> frozenset[int]:
    """The units that a question names: those it is about."""
    about = question.about if isinstance(question, Choose) else ()
    return frozenset(one for one in about if isinstance(one, int) and not isinstance(one, bool))

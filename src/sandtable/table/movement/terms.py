"""Terms: the plain values by which a system says what a move may be and what it costs.

The check, the reach on the table, the suggestions and the candidates all work from the same terms. They hold
no functions, so they can be saved, shown and turned into rows for kernels. Each entry carries the id of its
rule and its words, which come back in costs and refusals.

>>> advance = Terms(
...     allowance=800,
...     legs=(LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"), rule="movement.wheel")),
...     goings=(Going("forest", entry="barred", rule="movement.no-run"),),
... )
>>> advance.for_leg("wheel").rule
'movement.wheel'
>>> advance.for_leg("shift") is None
True
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from sandtable.table.movement.legs import MOST_LEGS, LegKind
from sandtable.table.space.lengths import HAIR, HALF_TURN, QUARTER_TURN, exact
from sandtable.table.space.pose import Point
from sandtable.table.space.shape import Shape

TWELFTH: Final = 1 / 12
"""Rates, shares and multipliers are whole twelfths, so halves, thirds and quarters are exact."""


class Entry(Struct, frozen=True, gc=False, forbid_unknown_fields=True, cache_hash=True):
    """The base of all entries: frozen values that refuse unknown keys and keep their hash."""


class PerInch(Entry, frozen=True, tag="per-inch"):
    """A rate for each inch that a point of the body goes: the middle of its front, the outer front corner or
    the farthest corner.

    In a slide all points go equally far; in a wheel the front middle goes half as far as the outer corner.
    """

    rate: Annotated[float, exact(TWELFTH)] = 1.0
    of: Literal["path", "outer corner", "farthest corner"] = "path"


class Fixed(Entry, frozen=True, tag="fixed"):
    """One price for the leg, however far it goes."""

    price: int


class Share(Entry, frozen=True, tag="share"):
    """A part of the whole allowance for the leg: 0.5 is half a move."""

    part: Annotated[float, exact(TWELFTH)]


class AngleStep(Entry, frozen=True):
    """The price of an angle up to and including so many tenths of a degree."""

    up_to: int
    price: int


class BySteps(Entry, frozen=True, tag="by-steps"):
    """A price by the size of the turn; larger turns than the last step are not allowed."""

    steps: tuple[AngleStep, ...]


Price: TypeAlias = PerInch | Fixed | Share | BySteps
FREE = Fixed(0)


class LegTerms(Entry, frozen=True):
    """One kind of leg that is allowed: its price, its limits, and its place among the others.

    *least* and *most* limit the length, or the turn of a wheel or turn; *angles* lists the only slants an
    oblique or retirement may have, *widest* the greatest; turns must be whole multiples of *multiple*. *when*
    is where in the plan it may stand; *times* how often (at "ends": how often at each end); an *alone* leg is
    the whole plan; *without* names kinds that may not stand in the same plan. A reform is made into one of
    *shapes*, *about* the point named, with its front *asides* of the old one, turned by no more than *most*.
    0 and () mean no limit, except that a slant or the turn of a reform must be 0 unless one is allowed.
    """

    kind: LegKind
    price: Price = PerInch()
    least: int = 0
    most: int = 0
    angles: tuple[int, ...] = ()
    widest: int = 0
    multiple: int = 0
    when: Literal["any", "start", "end", "ends"] = "any"
    times: int = 0
    alone: bool = False
    without: tuple[LegKind, ...] = ()
    shapes: tuple[Shape, ...] = ()
    about: Literal["any", "centre", "front"] = "any"
    asides: tuple[int, ...] = (0,)
    mark: str = ""
    rule: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        if self.kind in ("about-face", "reform") and not isinstance(self.price, Fixed | Share):
            raise ValueError(f"{self.kind!r} has no length: its price is fixed or a share of the allowance")
        if isinstance(self.price, BySteps) and self.kind not in ("wheel", "turn"):
            raise ValueError(f"only wheels and turns are priced by steps of angle, not {self.kind!r}")
        if self.kind == "reform" and not self.shapes:
            raise ValueError("a reform needs the list of shapes that may be formed")
        if self.kind == "oblique" and not (self.angles or self.widest):
            raise ValueError("an oblique needs its angles, or the widest of them")
        if not all(0 <= angle < QUARTER_TURN for angle in (*self.angles, self.widest)):
            raise ValueError(f"{self.kind!r} slants by 0 to {QUARTER_TURN - 1} tenths of a degree")
        if self.kind in ("wheel", "turn") and self.most > HALF_TURN:
            raise ValueError(f"{self.kind!r} turns at most {HALF_TURN} tenths of a degree")


class MoveMark(Entry, frozen=True):
    """A mark that legs, ground or bodies passed put on a move, which limits the whole move to this allowance.

    Of several marks the smallest allowance holds, so halvings do not add up.
    """

    name: str
    allowance: int
    rule: str = ""
    words: str = ""


class Going(Entry, frozen=True):
    """What a kind of ground, or the one piece named by *piece*, does to a move that enters it.

    An entry for a piece overrides that for its kind. *multiplier* applies to each inch of the legs named in
    *on* while any base is in the ground (a wheel, if named, pays it for the whole turn); *toll* is paid at
    each entry; *mark* is made by a slide or wheel that is in it at any moment. Ground with *touching* is met
    by touching its edge, other ground only by lying over it. With *front_clear* a move may not end with its
    front rank across it.
    """

    kind: str = ""
    piece: str = ""
    entry: Literal["free", "barred"] = "free"
    multiplier: Annotated[float, exact(TWELFTH)] = 1.0
    on: tuple[LegKind, ...] = ("advance", "oblique", "shift", "retire")
    toll: int = 0
    mark: str = ""
    touching: bool = False
    front_clear: bool = False
    rule: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        if bool(self.kind) == bool(self.piece):
            raise ValueError("a going names either a kind of ground or one piece of it")
        if self.multiplier < 1.0 or self.toll < 0:
            raise ValueError(f"ground slows or costs, but not by {self.multiplier} and a toll of {self.toll}")


class Opening(Entry, frozen=True):
    """Ground such as a road or bridge that sets other ground aside while these points of a body lie on it."""

    kinds: tuple[str, ...]
    over: tuple[str, ...]
    points: Literal["bases", "centre", "front"] = "bases"
    rule: str = ""
    words: str = ""


class KeepTo(Entry, frozen=True):
    """Ground on which these points of the body must stay for the whole move, as for a road bonus.

    With *along* a reform that turns must bring the body to face along a line of it, to within so many tenths
    of a degree.
    """

    kinds: tuple[str, ...]
    points: Literal["bases", "centre", "front"] = "bases"
    rule: str = ""
    words: str = ""
    along: int = 0


class Keep(Entry, frozen=True):
    """A distance to keep from some bodies, along the whole move or at its end.

    A mover that stands nearer already may, with "not nearer", make only legs that bring it no nearer; with
    "refused" it may not move, or, where the distance is kept at the end, may not end nearer. *arc* is 0 for
    all round; otherwise only what lies in the mover's front arc counts, between lines that lean outwards from
    its front corners by so many tenths of a degree.
    """

    bodies: tuple[int, ...]
    distance: int
    when: Literal["along", "end"] = "along"
    nearer: Literal["not nearer", "refused"] = "not nearer"
    arc: int = 0
    rule: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        if self.distance < 1 or not 0 <= self.arc < QUARTER_TURN:
            raise ValueError(f"no distance to keep: {self.distance} within {self.arc} tenths of a degree")
        if self.arc and self.when == "end":
            raise ValueError("a distance kept to the front is kept along the whole move, not at its end only")


class Passing(Entry, frozen=True):
    """Bodies that may be passed through, if the move ends clear of them.

    With *parallel* only slides may pass, and only where the two headings are parallel or opposite to within
    so many tenths of a degree. *toll* is paid for each body passed, *mark* is made by passing any. *zoned*
    bodies may not be passed by a mover that a zone binds.
    """

    bodies: tuple[int, ...]
    parallel: int = 0
    toll: int = 0
    mark: str = ""
    rule: str = ""
    words: str = ""
    zoned: bool = False


class Zone(Entry, frozen=True):
    """A zone before another body (a convex ring of points) that binds a mover that is in it or enters it.

    From then on only legs of the kinds in *allows* may be made; advances and obliques may not lead away from
    the body whose zone it is, and wheels must turn towards its middle. Of several zones, one is enough.
    """

    body: int
    ring: tuple[Point, ...]
    allows: tuple[LegKind, ...] = ("advance", "oblique", "wheel", "retire")
    rule: str = ""
    words: str = ""


class Terms(Entry, frozen=True):
    """Everything that decides whether a plan is legal and what it costs.

    *least* is the cost that a move must reach where it must be made in full. Bodies that *passing* does not
    name bar the way. *outline* says whether bodies are measured by their bases or by the rectangles around
    them, and *off_table* whether a move may leave the table. *rule* and *words* are the reason for the
    allowance. A cost may exceed the allowance, and a distance fall short of one to keep, by *slack*, as the
    rules of the system say; the default allows rounding only.
    """

    allowance: int
    legs: tuple[LegTerms, ...]
    goings: tuple[Going, ...] = ()
    opening: Opening | None = None
    keep_to: tuple[KeepTo, ...] = ()
    keeps: tuple[Keep, ...] = ()
    passing: tuple[Passing, ...] = ()
    zones: tuple[Zone, ...] = ()
    marks: tuple[MoveMark, ...] = ()
    most_legs: int = MOST_LEGS
    least: int = 0
    outline: Literal["bases", "footprint"] = "bases"
    off_table: Literal["barred", "open"] = "barred"
    rule: str = ""
    words: str = ""
    overlap_rule: str = ""
    edge_rule: str = ""
    slack: Annotated[float, exact(HAIR)] = HAIR

    def __post_init__(self) -> None:
        if self.allowance < 0:
            raise ValueError(f"an allowance is 0 or more hundredths of an inch, not {self.allowance}")
        legs, goings, marks = self.legs, self.goings, self.marks
        if (id(legs), id(goings), id(marks)) not in _sound:
            _require_known_marks(legs, goings, (), marks)
            if len(_sound) >= KNOWN:
                _sound.clear()
            _sound[id(legs), id(goings), id(marks)] = legs, goings, marks
        for each in self.passing:
            if each.mark:
                _require_known_marks(legs, goings, (each.mark,), marks)
        if len(self.keeps) > 1 and len({(keep.arc, keep.distance) for keep in self.keeps if keep.arc}) > 1:
            raise ValueError("all distances kept to the front are the same, in the same arc")

    def for_leg(self, kind: LegKind) -> LegTerms | None:
        """The terms of a kind of leg; None if it is not allowed."""
        for terms in self.legs:
            if terms.kind == kind:
                return terms
        return None


KNOWN = 1024
"""The most combinations kept as checked."""
_sound: dict[tuple[int, int, int], tuple[tuple[LegTerms, ...], tuple[Going, ...], tuple[MoveMark, ...]]] = {}
"""Combinations of legs, goings and marks that were checked, by id, so that terms made of the same parts again
are not checked again. An entry holds its parts: while it stands, no others can get those ids."""


@lru_cache(maxsize=1024)
def _require_known_marks(
    legs: tuple[LegTerms, ...],
    goings: tuple[Going, ...],
    passing: tuple[str, ...],
    marks: tuple[MoveMark, ...],
) -> None:
    """Refuse a kind of leg that is listed twice, and a mark that is made but not listed."""
    kinds = [terms.kind for terms in legs]
    if len(set(kinds)) != len(kinds):
        raise ValueError(f"each kind of leg stands once in the terms, but these are {', '.join(kinds)}")
    known = [mark.name for mark in marks]
    if len(known) > MOST_MARKS or len(set(known)) != len(known):
        raise ValueError(f"terms have at most {MOST_MARKS} marks of different names, not {known}")
    made = [terms.mark for terms in legs] + [going.mark for going in goings]
    for mark in (*made, *passing):
        if mark and mark not in known:
            raise ValueError(f"no mark is called {mark!r}; the terms have {known}")


@lru_cache(maxsize=1024)
def has_front_clear(goings: tuple[Going, ...]) -> bool:
    """Is there ground across which a move may not end with its front rank?"""
    return any(going.front_clear for going in goings)


def going_on(goings: tuple[Going, ...], kind: str, piece: str) -> Going | None:
    """The going of a piece of ground: the entry for its name, otherwise that for its kind."""
    named = next((going for going in goings if going.piece == piece), None)
    return named or next((going for going in goings if going.kind == kind), None)


def allowances_of(allowance: int, marks: tuple[MoveMark, ...]) -> tuple[int, ...]:
    """The allowance that holds for each set of marks, a bit for each mark in their order."""
    if not marks:
        return (allowance,)
    limits = [mark.allowance for mark in marks]
    return tuple(
        min([allowance, *(limit for bit, limit in enumerate(limits) if made >> bit & 1)])
        for made in range(1 << len(limits))
    )


def mark_bits(marks: tuple[MoveMark, ...], name: str) -> int:
    """The bit of one of some marks; 0 for no mark."""
    return 1 << [mark.name for mark in marks].index(name) if name else 0


MOST_MARKS = 4
"""The reach searches each set of marks separately, so their number is limited."""

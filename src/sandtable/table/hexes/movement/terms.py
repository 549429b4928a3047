"""The terms of a move on hexes: all that a system says about what a body may do and what it pays for it.

Terms are plain data, made by a system for one body and one kind of move. Two sorts of cost are kept apart. A
*price* is always paid in full. An *extra* is a penalty, and ``Penalties`` says how penalties add up: over the
reasons in one hex, over the hexes of a move, over what is done on the spot, and over the latter two together.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sandtable.table.hexes.facing import SIXTHS, Arc, HexArcs
from sandtable.table.hexes.grid import CLOCK, FacingTo
from sandtable.table.space.lengths import HALF_TURN

ANY_NUMBER: Final = 1_000
"""As many times as one likes."""

Adding = Literal["sum", "greatest"]
"""Whether several penalties are all paid or only the greatest of them."""

Openings = Literal["shut", "open", "free"]
"""What an opening in a barrier is to a body: none, one where the barrier is not closed, or no barrier."""


class Going(Struct, frozen=True):
    """What one kind of ground does to a body that enters it, or one kind of barrier if it crosses that."""

    kind: str
    extra: int = 0
    is_closed: bool = False
    stops: bool = False
    rule: str = ""


class Entry(Struct, frozen=True):
    """A hex in this arc may be entered, with its extra; an arc without an entry is closed."""

    arc: Arc
    extra: int = 0
    rule: str = ""


class Change(Struct, frozen=True):
    """Something done on the spot: turns by any of these angles, or without angles an act known by its name.

    It may be done so many times before the first hex is entered, between hexes, and after the last;
    ``end_near`` is the number after the last hex if the move came near an enemy, where that differs.
    """

    name: str
    turns: tuple[int, ...] = ()
    price: int = 0
    extra: int = 0
    start: int = 0
    between: int = 0
    end: int = 0
    end_near: int | None = None
    rule: str = ""


class Climb(Struct, frozen=True):
    """The extra for each level up and each level down, and the most levels that one step may change."""

    up: int = 0
    down: int = 0
    most: int | None = None
    rule: str = ""


class Road(Struct, frozen=True):
    """What a road is to a body that moves along its links.

    ``price`` takes the place of the ordinary price of a hex. A body that ``ignores_ground`` pays no extra
    for what the road leads through, and is not barred by it. One that ``follows_bends`` goes on into any
    linked hex that is not behind it and comes to face along the road. ``bonus`` is added to the allowance
    if every hex of the move was entered along a road.
    """

    price: int = 1
    ignores_ground: bool = False
    follows_bends: bool = False
    bonus: int = 0
    rule: str = ""


class Passing(Struct, frozen=True):
    """Friends may be passed through at this extra, though not ended on."""

    extra: int = 0
    rule: str = ""


class Zone(Struct, frozen=True):
    """What the neighbours of an enemy, in these of its arcs, do to a body that enters or leaves them.

    Entering one ``stops`` the move; one that ``holds`` may not be left straight into another.
    """

    arcs: tuple[Arc, ...] = ("front", "flank", "rear")
    stops: bool = True
    holds: bool = False
    entering: int = 0
    leaving: int = 0
    rule: str = ""


class Penalties(Struct, frozen=True):
    """How extras add up."""

    in_hex: Adding = "sum"
    over_hexes: Adding = "sum"
    on_spot: Adding = "sum"
    together: Adding = "sum"

    def all_of(self, price: int, hex_extra: int, spot_extra: int) -> int:
        """What a move costs with its price and the penalties over its hexes and on the spot."""
        if self.together == "sum":
            return price + hex_extra + spot_extra
        return price + (hex_extra if hex_extra >= spot_extra else spot_extra)


class Citations(Struct, frozen=True):
    """The rules to be cited where a move is refused for these reasons."""

    allowance: str = ""
    entry: str = ""
    turn: str = ""
    edge: str = ""
    enemy: str = ""
    friend: str = ""
    stack: str = ""
    keep_off: str = ""
    contact: str = ""


class HexTerms(Struct, frozen=True, cache_hash=True):
    """What one body may do in one move, and what it costs.

    A kind of ground or barrier that is not listed is open. ``near`` is the distance to an enemy at which
    the move counts as near it (see ``Change``); the body must begin and stay more than ``keep_off``
    hexes from every enemy. ``stack`` is the weight that a hex holds. ``closes`` says whether the move may
    end by closing with an enemy. ``spot`` is an extra already owed for something done on the spot before it.
    """

    allowance: int
    step: int = 1
    facing: FacingTo = "corner"
    arcs: HexArcs = SIXTHS
    entries: tuple[Entry, ...] = (Entry("front"),)
    changes: tuple[Change, ...] = ()
    ground: tuple[Going, ...] = ()
    barriers: tuple[Going, ...] = ()
    openings: Openings = "shut"
    climb: Climb | None = None
    road: Road | None = None
    friends: Passing | None = None
    stack: int = 1
    zone: Zone | None = None
    keep_off: int = 0
    near: int = 0
    closes: bool = False
    spot: int = 0
    penalties: Penalties = Penalties()
    cites: Citations = Citations()

    def __post_init__(self) -> None:
        _wants_order(self)
        for name, kinds in (("ground", self.ground), ("barrier", self.barriers)):
            listed = [going.kind for going in kinds]
            twice = [kind for number, kind in enumerate(listed) if kind in listed[:number]]
            if twice:
                raise ValueError(f'the going of {name} "{twice[0]}" is given twice; give it once')
        for change in self.changes:
            if any(turn % CLOCK or not 0 < turn <= HALF_TURN for turn in change.turns):
                raise ValueError(
                    f'"{change.name}" turns by {change.turns}: turns on hexes are multiples of {CLOCK} '
                    f"tenths of a degree from {CLOCK} to {HALF_TURN}"
                )


def _wants_order(terms: HexTerms) -> None:
    """Refuse costs below nothing: a move would then become cheaper by being longer."""
    costs = [terms.allowance, terms.step, terms.keep_off, terms.near, terms.stack, terms.spot]
    for change in terms.changes:
        costs += (change.price, change.extra, change.start, change.between, change.end, change.end_near or 0)
    costs += [going.extra for going in (*terms.ground, *terms.barriers)]
    costs += [entry.extra for entry in terms.entries]
    if terms.climb:
        costs += (terms.climb.up, terms.climb.down, terms.climb.most or 0)
    if terms.road:
        costs += (terms.road.price, terms.road.bonus)
    if terms.friends:
        costs.append(terms.friends.extra)
    if terms.zone:
        costs += (terms.zone.entering, terms.zone.leaving)
    if min(costs) < 0:
        raise ValueError(
            f"the terms of a move hold {min(costs)}: costs, limits and numbers of times are 0 or more"
        )

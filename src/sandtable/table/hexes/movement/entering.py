"""Entering a hex, or closing with the enemy in it: what it costs and what stands in the way.

Each thing that has a say yields what it finds: reasons of the cost and obstacles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.table.hexes.facing import Arc
from sandtable.table.hexes.field import Barrier
from sandtable.table.hexes.grid import Hex
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.terms import Road
from sandtable.table.hexes.movement.verdict import HexObstacle, HexPose, Reason

Finding = Reason | HexObstacle

BEFORE_ENEMIES: Final = ("arc", "edge", "closed-ground", "closed-barrier")
"""What is named before an enemy where several things stand in the way."""


class Crossing(NamedTuple):
    """The way over one side of a hex, as the body that takes it sees it.

    ``road`` is set where it follows a link; ``bends`` if it may turn with the road there; ``barriers`` are
    those it has to cross, none where the road leads through.
    """

    start: Hex
    heading: int
    hex: Hex
    arc: Arc
    road: Road | None
    bends: bool
    barriers: tuple[Barrier, ...]

    @property
    def is_freed(self) -> bool:
        """Whether the road leads it through ground and barriers unhindered."""
        return self.road is not None and self.road.ignores_ground


class Entering(NamedTuple):
    """What entering a hex, or closing with the enemy in it, costs and what bars it.

    ``price`` and ``extras`` are what the reasons come to: the sum of the prices, and each extra by itself.
    """

    crossing: Crossing
    reasons: tuple[Reason, ...]
    obstacles: tuple[HexObstacle, ...]
    stops: bool
    price: int
    extras: tuple[int, ...]


def crossing(mover: Mover, pose: HexPose, heading: int) -> Crossing:
    """The way from a pose over the side at this heading."""
    field, side = mover.field, mover.grid.side(pose.hex, heading)
    arc = mover.terms.arcs.of(pose.facing, heading)
    road = mover.terms.road if field.link_over(side) is not None else None
    bends = road is not None and road.follows_bends and arc != "rear"
    barriers = () if road is not None and road.ignores_ground else mover.barriers_on(side)
    return Crossing(pose.hex, heading, mover.grid.neighbour(pose.hex, heading), arc, road, bends, barriers)


def entering(mover: Mover, way: Crossing) -> Entering:
    """What entering the hex at the end of a way costs, and what stands in its way."""
    found = [*_way(mover, way), *_edge(mover, way), *_ground(mover, way), *enemies_in(mover, way)]
    found += [*_climb(mover, way), *_friends(mover, way), *_zones(mover, way), *keep_off(mover, way.hex)]
    zone = mover.terms.zone
    stops = zone is not None and zone.stops and mover.is_in_zone(way.hex)
    return _entering(way, found, stops=stops or _stops(mover, way))


def entering_among(mover: Mover, alone: Entering) -> Entering:
    """What entering a hex costs with bodies in or near it, from what it costs without them."""
    way, zone = alone.crossing, mover.terms.zone
    found = [*_friends(mover, way), *_zones(mover, way), *keep_off(mover, way.hex)]
    reasons = tuple([finding for finding in found if isinstance(finding, Reason)])
    obstacles = [*alone.obstacles, *[finding for finding in found if isinstance(finding, HexObstacle)]]
    for enemy in enemies_in(mover, way):
        before = [one.code in BEFORE_ENEMIES for one in obstacles]
        obstacles.insert(sum(before), enemy)
    return Entering(
        way,
        alone.reasons + reasons,
        tuple(obstacles),
        alone.stops or (zone is not None and zone.stops and mover.is_in_zone(way.hex)),
        alone.price,
        alone.extras + tuple([reason.value for reason in reasons]),
    )


def closing(mover: Mover, way: Crossing) -> Entering:
    """What closing with the enemy at the end of a way costs, and what stands in its way.

    It follows no bend of a road: a body that closes keeps its facing.
    """
    way = way._replace(bends=False)
    found = [*_way(mover, way), *_ground(mover, way), *_climb(mover, way), *_closing(mover, way)]
    return _entering(way, found, stops=True)


def enemies_in(mover: Mover, way: Crossing) -> Iterator[HexObstacle]:
    """An enemy at the end of a way."""
    if mover.foes_in(way.hex):
        words = f"an enemy holds {mover.grid.words(way.hex)}"
        yield HexObstacle("enemy", words, mover.terms.cites.enemy, hex=way.hex)


def keep_off(mover: Mover, hex_: Hex) -> Iterator[HexObstacle]:
    """The obstacle of an enemy that is nearer to this hex than the move may come."""
    gap, limit = mover.gaps[hex_], mover.terms.keep_off
    if limit > 0 and gap <= limit:
        words = (
            f"an enemy is {gap} from {mover.grid.words(hex_)}, and the move must stay more than {limit} away"
        )
        yield HexObstacle("keep-off", words, mover.terms.cites.keep_off, gap, limit, hex_)


def _entering(way: Crossing, found: list[Finding], *, stops: bool) -> Entering:
    reasons = tuple(finding for finding in found if isinstance(finding, Reason))
    obstacles = tuple(finding for finding in found if isinstance(finding, HexObstacle))
    price = sum([reason.value for reason in reasons if not reason.is_extra])
    extras = tuple([reason.value for reason in reasons if reason.is_extra])
    return Entering(way, reasons, obstacles, stops, price, extras)


def _way(mover: Mover, way: Crossing) -> Iterator[Finding]:
    """The price of a hex, and whether it may be entered on this side of the body."""
    words = f"entering {mover.grid.words(way.hex)}"
    if way.road is not None:
        yield Reason("step", way.road.price, way.road.rule, f"{words} along the road", is_extra=False)
    else:
        yield Reason("step", mover.terms.step, "", words, is_extra=False)
    if way.bends:
        return
    entry = mover.entry(way.arc)
    if entry is None:
        words = f"{mover.grid.words(way.hex)} lies to the {way.arc}, where no hex may be entered"
        yield HexObstacle("arc", words, mover.terms.cites.entry, hex=way.hex)
    elif entry.extra:
        yield Reason("entry", entry.extra, entry.rule, f"entering a hex to the {entry.arc}")


def _edge(mover: Mover, way: Crossing) -> Iterator[Finding]:
    if way.hex not in mover.grid:
        words = f"{mover.grid.words(way.hex)} lies off the table"
        yield HexObstacle("edge", words, mover.terms.cites.edge, hex=way.hex)


def _ground(mover: Mover, way: Crossing) -> Iterator[Finding]:
    """What lies in the hex and on the side, unless a road leads through it."""
    if way.is_freed:
        return
    going = mover.going_in(way.hex)
    if going is None and not way.barriers:
        return
    place = mover.grid.words(way.hex)
    if going is not None:
        words = f"{going.kind} at {place}"
        if going.is_closed:
            yield HexObstacle("closed-ground", f"{words} is closed", going.rule, hex=way.hex)
        if going.extra:
            yield Reason("ground", going.extra, going.rule, words)
    for barrier in way.barriers:
        going = mover.going_over(barrier)
        if going is None:
            continue
        words = f"{going.kind} before {place}"
        if going.is_closed and not (barrier.is_open and mover.terms.openings == "open"):
            yield HexObstacle("closed-barrier", f"{words} is closed", going.rule, hex=way.hex)
        if going.extra:
            yield Reason("barrier", going.extra, going.rule, words)


def _stops(mover: Mover, way: Crossing) -> bool:
    """Whether the ground entered or a barrier crossed stops the move."""
    if way.is_freed:
        return False
    met = [mover.going_in(way.hex), *map(mover.going_over, way.barriers)]
    return any(going is not None and going.stops for going in met)


def _climb(mover: Mover, way: Crossing) -> Iterator[Finding]:
    climb = mover.terms.climb
    if climb is None:
        return
    rise = mover.field.level_at(way.hex) - mover.field.level_at(way.start)
    if rise == 0:
        return
    higher, extra = ("up", rise * climb.up) if rise > 0 else ("down", -rise * climb.down)
    words = f"going {higher} to {mover.grid.words(way.hex)}"
    if climb.most is not None and abs(rise) > climb.most:
        steep = f"{words} is a step of {abs(rise)} levels, and {climb.most} are allowed"
        yield HexObstacle("climb", steep, climb.rule, abs(rise), climb.most, way.hex)
    if extra:
        yield Reason("climb", extra, climb.rule, words)


def _friends(mover: Mover, way: Crossing) -> Iterator[Finding]:
    if not mover.is_full(way.hex):
        return
    place, passing = mover.grid.words(way.hex), mover.terms.friends
    if passing is None:
        yield HexObstacle("friend", f"friends fill {place}", mover.terms.cites.friend, hex=way.hex)
    else:
        yield Reason("friend", passing.extra, passing.rule, f"passing friends at {place}")


def _zones(mover: Mover, way: Crossing) -> Iterator[Finding]:
    zone = mover.terms.zone
    if zone is None:
        return
    leaves, enters = mover.is_in_zone(way.start), mover.is_in_zone(way.hex)
    if leaves and enters and zone.holds:
        words = (
            f"{mover.grid.words(way.start)} and {mover.grid.words(way.hex)} both lie in a zone of the enemy"
        )
        yield HexObstacle("zone", words, zone.rule, hex=way.hex)
    if leaves and zone.leaving:
        yield Reason("zone", zone.leaving, zone.rule, "leaving a zone of the enemy")
    if enters and zone.entering:
        yield Reason("zone", zone.entering, zone.rule, "entering a zone of the enemy")


def _closing(mover: Mover, way: Crossing) -> Iterator[Finding]:
    rule = mover.terms.cites.contact
    if not mover.terms.closes:
        yield HexObstacle("no-enemy", "this move may not close with an enemy", rule, hex=way.hex)
    elif not mover.foes_in(way.hex):
        words = f"no enemy stands at {mover.grid.words(way.hex)}"
        yield HexObstacle("no-enemy", words, rule, hex=way.hex)

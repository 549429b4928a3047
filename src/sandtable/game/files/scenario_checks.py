"""Checks of scenarios: everything that does not fit together, each with its key and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, TypeVar

from sandtable.game.files.roster import Roster, StandingEntry
from sandtable.game.files.scenario_rows import EDGES, LeaderEntry, Scenario, UnitEntry, outline
from sandtable.game.files.situation import misfits, settled
from sandtable.game.files.type_errors import suggest
from sandtable.game.files.typed_files import Problem
from sandtable.table.measure import gap_of_boxes, share_over
from sandtable.table.space import TOLERANCE, Body, Field, Point, as_inches, boxes, corners, inches

S = TypeVar("S", bound=Scenario)

Findings = Iterator[tuple[str, str]]
"""Keys in a scenario, and what is wrong there."""

MOST_TURNS: Final = 10_000
MOST_ROWS: Final = 300
MOST_POINTS: Final = 100
MOST_POINTS_IN_ALL: Final = 2000
MOST_STANDING: Final = 200

Check = Callable[[S], Iterable[tuple[str, str]]]
"""A further check of a scenario without other problems: keys and words."""


def nothing_else(scenario: Scenario) -> Iterable[tuple[str, str]]:
    """The check that finds nothing."""
    del scenario
    return ()


def completed(scenario: S, roster: Roster[S]) -> S:
    """The scenario with everything that follows from it written out (``files.situation``)."""
    known = roster.for_scenario(scenario)
    whole: S = known.completed(settled(scenario, lambda unit: known.footprint(scenario, unit)))
    return whole


def problems(
    scenario: S, roster: Roster[S], path: str = "", check: Check[S] = nothing_else
) -> tuple[Problem, ...]:
    """Everything in a scenario that does not fit together; empty if it can be fought."""
    found = tuple(_crowds(scenario)) or tuple(_own_profiles(scenario, roster))
    if not found:
        scenario, known = completed(scenario, roster), roster.for_scenario(scenario)
        found = tuple(_misfits(scenario, known)) or tuple(check(scenario))
    return tuple(Problem(path or scenario.id, key, words) for key, words in found)


def _misfits(scenario: S, roster: Roster[S]) -> Findings:
    ground, standing = tuple(_ground(scenario, roster)), tuple(roster.standing(scenario))
    yield from _frame(scenario, roster)
    yield from _twins(scenario)
    yield from ground
    yield from _placed(scenario, roster)
    yield from _leaders(scenario)
    yield from _arrivals(scenario)
    yield from _objectives(scenario)
    yield from _special(scenario)
    yield from _footprints(scenario, standing)
    yield from () if ground else _footing(scenario, roster, standing)
    yield from misfits(scenario, lambda unit: roster.footprint(scenario, unit))
    yield from roster.complaints(scenario)


def _own_profiles(scenario: S, roster: Roster[S]) -> Findings:
    """The scenario's own profiles that have the id of a listed one, or that the rules do not allow."""
    for key, profile in _rows("profiles", scenario.profiles):
        if profile.id in roster.profile_ids:
            yield f"{key}.id", f'"{profile.id}" is a profile of the army lists already; give it another id'
        for name, words in roster.contradictions(profile):
            yield f"{key}.{name}", words


def _crowds(scenario: Scenario) -> Findings:
    """Lists and outlines that are too long for checks that compare all pairs."""
    for name in (
        "profiles",
        "sides",
        "terrain",
        "brigades",
        "leaders",
        "units",
        "arrivals",
        "objectives",
        "special",
    ):
        rows = len(getattr(scenario, name))
        if rows > MOST_ROWS:
            yield name, f"{rows} rows are too many; at most {MOST_ROWS} are read"
    points = sum(len(ground.polygon) + len(ground.polyline) for ground in scenario.terrain)
    points += sum(len(objective.area or ()) for objective in scenario.objectives)
    if points > MOST_POINTS_IN_ALL:
        words = f"{points} points of ground and objectives are too many"
        yield "terrain", f"{words}; at most {MOST_POINTS_IN_ALL} are read"


def _frame(scenario: S, roster: Roster[S]) -> Findings:
    """The turn limit, the sides and who begins."""
    if not 1 <= scenario.turn_limit <= MOST_TURNS:
        words = f"a battle of {scenario.turn_limit} turns cannot be fought"
        yield "turn_limit", f"{words}; it must be 1 or more, and at most {MOST_TURNS}"
    if len(scenario.sides) != 2:
        yield "sides", f"a battle has two sides; {len(scenario.sides)} listed here"
    owners: dict[str, str] = {}
    for key, side in _rows("sides", scenario.sides):
        edge = EDGES.get(side.edge)
        if edge is None:
            yield f"{key}.edge", f'there is no edge "{side.edge}"; {suggest(side.edge, EDGES)}'
        elif edge in owners:
            yield f"{key}.edge", f"the {edge} edge already belongs to {owners[edge]}"
        owners.setdefault(edge or "", side.id)
        if all(unit.side != side.id for unit in scenario.units):
            yield key, f"{side.id} has no units; a side must have at least one"
    first = [*_side_ids(scenario), *roster.openings]
    for key, word in (("first_player", scenario.first_player), ("first_deploy", scenario.first_deploy)):
        if word not in first and (word or key == "first_player"):
            yield key, f'"{word}" is neither a side nor a way to settle it; {suggest(word, first)}'


def _twins(scenario: Scenario) -> Findings:
    """Duplicate ids; units and leaders share one set of ids."""
    rows = [
        [(key, row.id) for name in names for key, row in _rows(name, getattr(scenario, name))]
        for names in (
            ("profiles",),
            ("sides",),
            ("terrain",),
            ("brigades",),
            ("leaders", "units"),
            ("objectives",),
            ("special",),
        )
    ]
    for group in rows:
        seen: dict[str, str] = {}
        for key, name in group:
            if name in seen:
                yield f"{key}.id", f'"{name}" is the id of {seen[name]} already; every id must be unique'
            seen.setdefault(name, key)


def _ground(scenario: S, roster: Roster[S]) -> Findings:
    """Ground of an unknown kind or an impossible shape."""
    for key, ground in _rows("terrain", scenario.terrain):
        if ground.kind not in roster.ground_kinds:
            known = suggest(ground.kind, roster.ground_kinds)
            yield f"{key}.kind", f'there is no kind of ground "{ground.kind}"; {known}'
        piece = ground.piece()
        if bool(piece.polygon) == bool(piece.line):
            yield key, f"{ground.id} must have either a polygon or a polyline"
        elif piece.polygon:
            yield from _area(f"{key}.polygon", piece.polygon, scenario)
        else:
            yield from _line(f"{key}.polyline", piece.line, scenario)
        if piece.width < 0 or (piece.width and piece.polygon):
            yield f"{key}.width", "a width belongs to a polyline and must be 0 or more"


def _placed(scenario: S, roster: Roster[S]) -> Findings:
    """Units and leaders with an unknown side, profile or brigade, or without a place."""
    sides, brigades = _side_ids(scenario), _brigades(scenario)
    later = {unit.id for unit in scenario.units if scenario.arrives(unit) or scenario.deploys(unit)}
    for key, entry in _everybody(scenario):
        if entry.side not in sides:
            yield f"{key}.side", f'there is no side "{entry.side}"; {suggest(entry.side, sides)}'
        if entry.profile not in roster.profile_ids and (entry.profile or isinstance(entry, UnitEntry)):
            known = suggest(entry.profile, roster.profile_ids)
            yield f"{key}.profile", f'there is no profile "{entry.profile}"; {known}'
        if brigades and entry.brigade and entry.brigade not in brigades:
            known = suggest(entry.brigade, brigades)
            yield f"{key}.brigade", f'there is no brigade "{entry.brigade}"; {known}'
        elif entry.side in sides and brigades.get(entry.brigade, entry.side) != entry.side:
            yield (
                f"{key}.brigade",
                f"{entry.brigade} is a brigade of {brigades[entry.brigade]}, not {entry.side}",
            )
        if (entry.x is None) != (entry.y is None):
            yield key, f"{entry.id} must have both x and y, or neither"
        elif _is_nowhere(entry) and entry.id not in later:
            yield key, f"{entry.id} has no x and y, and no arrival brings it on"


def _is_nowhere(entry: UnitEntry | LeaderEntry) -> bool:
    """Is it a unit without a place that is neither gone nor in contact with another?"""
    return isinstance(entry, UnitEntry) and entry.x is None and not (entry.is_gone or entry.touches)


def _leaders(scenario: Scenario) -> Findings:
    """Leaders attached to unknown units, and brigades with unknown commanders."""
    sides = {unit.id: unit.side for unit in scenario.units}
    for key, leader in _rows("leaders", scenario.leaders):
        if not leader.attached_to:
            continue
        if leader.attached_to not in sides:
            known = suggest(leader.attached_to, sides)
            yield f"{key}.attached_to", f'there is no unit "{leader.attached_to}"; {known}'
        elif sides[leader.attached_to] != leader.side:
            yield f"{key}.attached_to", f"{leader.attached_to} is a unit of {sides[leader.attached_to]}"
    names = [leader.id for leader in scenario.leaders]
    for key, brigade in _rows("brigades", scenario.brigades):
        if brigade.side not in _side_ids(scenario):
            yield (
                f"{key}.side",
                f'there is no side "{brigade.side}"; {suggest(brigade.side, _side_ids(scenario))}',
            )
        if brigade.commander and brigade.commander not in names:
            known = suggest(brigade.commander, names)
            yield f"{key}.commander", f'there is no leader "{brigade.commander}"; {known}'


def _arrivals(scenario: Scenario) -> Findings:
    """Arrivals of unknown units, in impossible turns, or not at an edge."""
    units, brigades = [unit.id for unit in scenario.units], _brigades(scenario)
    for key, arrival in _rows("arrivals", scenario.arrivals):
        if bool(arrival.unit) == bool(arrival.brigade):
            yield key, "an arrival must name either a unit or a brigade"
        if arrival.unit and arrival.unit not in units:
            yield f"{key}.unit", f'there is no unit "{arrival.unit}"; {suggest(arrival.unit, units)}'
        if arrival.brigade and arrival.brigade not in brigades:
            yield (
                f"{key}.brigade",
                f'there is no brigade "{arrival.brigade}"; {suggest(arrival.brigade, brigades)}',
            )
        if not 1 <= arrival.turn <= scenario.turn_limit:
            yield (
                f"{key}.turn",
                f"turn {arrival.turn} never comes; it must be from 1 to {scenario.turn_limit}",
            )
        if arrival.edge and arrival.edge not in EDGES:
            yield f"{key}.edge", f'there is no edge "{arrival.edge}"; {suggest(arrival.edge, EDGES)}'
        elif arrival.edge and arrival.x is not None and arrival.y is not None:
            point, edge = Point(inches(arrival.x), inches(arrival.y)), EDGES[arrival.edge]
            if abs(_beyond(point, scenario.field())[edge]) > TOLERANCE:
                yield key, f"{_spot(point)} does not lie on the {edge} edge"


def _objectives(scenario: Scenario) -> Findings:
    """Objectives off the table or with an incomplete place."""
    for key, objective in _rows("objectives", scenario.objectives):
        if objective.area is not None:
            yield from _area(f"{key}.area", outline(objective.area), scenario)
        if (objective.x is None) != (objective.y is None):
            yield key, f"{objective.id} must have both x and y, or neither"
        elif objective.x is not None and objective.y is not None:
            yield from _points(key, (Point(inches(objective.x), inches(objective.y)),), scenario)


def _special(scenario: Scenario) -> Findings:
    """Special rules about unknown units."""
    units = [unit.id for unit in scenario.units]
    for key, special in _rows("special", scenario.special):
        for place, unit in enumerate(special.units):
            if unit not in units:
                yield f"{key}.units[{place}]", f'there is no unit "{unit}"; {suggest(unit, units)}'


def _footprints(scenario: Scenario, standing: Sequence[StandingEntry]) -> Findings:
    """Units and leaders that stick out over the table or overlap one another."""
    if len(standing) > MOST_STANDING:
        yield "units", f"{len(standing)} units and leaders stand on the table; at most {MOST_STANDING} may"
        return
    field = scenario.field()
    for one in standing:
        over = [_beyond(corner, field) for corner in corners(one.pose, one.shape)]
        farthest, edge = max((corner[edge], edge) for corner in over for edge in corner)
        if farthest > TOLERANCE:
            yield one.key, f"{one.name} stands {as_inches(farthest)} in over the {edge} edge of the table"
    outlines = [list(boxes(Body(0, 0, one.pose, one.shape), "footprint")) for one in standing]
    for (one, here), (two, there) in combinations(zip(standing, outlines, strict=True), 2):
        overlap = -gap_of_boxes(here, there)
        if overlap > TOLERANCE:
            yield two.key, f"{two.name} overlaps {one.name} ({one.key}) by {as_inches(overlap)} in"


def _footing(scenario: S, roster: Roster[S], standing: Sequence[StandingEntry]) -> Findings:
    """Units and leaders that stand on impassable ground."""
    field = scenario.field()
    for one in standing[:MOST_STANDING]:
        shape = one.shape
        share = share_over(Body(0, 0, one.pose, shape), field, roster.impassable, roster.layers)
        if share * shape.width * shape.depth > TOLERANCE * (shape.width + shape.depth):
            kinds = ", ".join(roster.impassable)
            yield (
                one.key,
                f"{share:.0%} of {one.name} stands in impassable ground (impassable: {kinds})",
            )


# --------------------------------------------------------------------- outlines
def _line(key: str, line: Sequence[Point], scenario: Scenario) -> Findings:
    """A polyline that has too few or repeated points, or leaves the table."""
    if len(line) < 2:
        yield key, "a polyline must have at least 2 points, not 1"
    for place, (here, there) in enumerate(pairwise(line)):
        if here == there:
            yield f"{key}[{place + 1}]", f"{_spot(there)} is listed twice in a row"
    yield from _points(key, line, scenario)


def _area(key: str, ring: Sequence[Point], scenario: Scenario) -> Findings:
    """An outline that encloses nothing, crosses itself or leaves the table."""
    if len(ring) < 3:
        yield key, f"an area must have at least 3 points, not {len(ring)}"
        return
    yield from _points(key, ring, scenario)
    crossing = _crossing(ring) if len(ring) <= MOST_POINTS else None
    if crossing is not None:
        one, other = (f"{_spot(ring[n])}-{_spot(ring[(n + 1) % len(ring)])}" for n in crossing)
        yield (
            key,
            f"the outline crosses or touches itself: {one} and {other}; its sides must only meet at corners",
        )


def _points(key: str, points: Sequence[Point], scenario: Scenario) -> Findings:
    """Points off the table, and outlines with too many points."""
    if len(points) > MOST_POINTS:
        yield key, f"{len(points)} points are too many; at most {MOST_POINTS} are read"
    field = scenario.field()
    for place, point in enumerate(points):
        if max(_beyond(point, field).values()) > TOLERANCE:
            size = f"{scenario.table.width:g} x {scenario.table.depth:g} in"
            where = f"{key}[{place}]" if len(points) > 1 else key
            yield where, f"{_spot(point)} lies off the table, which is {size}"


def _crossing(ring: Sequence[Point]) -> tuple[int, int] | None:
    """The first two sides of an outline that meet elsewhere than at the corner they share."""
    count = len(ring)
    for i, j in combinations(range(count), 2):
        a, b, c, d = ring[i], ring[(i + 1) % count], ring[j], ring[(j + 1) % count]
        if b == c and a == d:
            return i, j
        if b == c:
            meets = _on(d, a, b) or _on(a, c, d)
        elif d == a:
            meets = _on(c, a, b) or _on(b, c, d)
        else:
            meets = _meet(a, b, c, d)
        if meets:
            return i, j
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do the sides a-b and c-d have a point in common?"""
    if any((_on(c, a, b), _on(d, a, b), _on(a, c, d), _on(b, c, d))):
        return True
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _on(point: Point, a: Point, b: Point) -> bool:
    """Does the point lie on the side a-b, its ends included?"""
    inside = min(a.x, b.x) <= point.x <= max(a.x, b.x) and min(a.y, b.y) <= point.y <= max(a.y, b.y)
    return inside and _turn(a, b, point) == 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive if c lies left of the line from a to b, negative if right, 0 on it; exact on the grid."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _beyond(point: Point, field: Field) -> dict[str, float]:
    """How far a point lies beyond each edge of the table; negative inside it."""
    return {
        "left": -point.x,
        "right": point.x - field.width,
        "bottom": -point.y,
        "top": point.y - field.depth,
    }


# --------------------------------------------------------------------- looking things up
Row = TypeVar("Row")


def _rows(name: str, rows: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """The rows of a list, each with its key."""
    return ((f"{name}[{place}]", row) for place, row in enumerate(rows))


def _everybody(scenario: Scenario) -> Iterator[tuple[str, UnitEntry | LeaderEntry]]:
    yield from _rows("leaders", scenario.leaders)
    yield from _rows("units", scenario.units)


def _side_ids(scenario: Scenario) -> list[str]:
    return [side.id for side in scenario.sides]


def _brigades(scenario: Scenario) -> dict[str, str]:
    """The side of each brigade: those listed, else those that have a leader."""
    if scenario.brigades:
        return {brigade.id: brigade.side for brigade in scenario.brigades}
    return {leader.brigade: leader.side for leader in scenario.leaders if leader.brigade}


def _spot(point: Point) -> str:
    return f"({as_inches(point.x):g}, {as_inches(point.y):g})"

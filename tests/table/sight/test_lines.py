"""Sight as five different sheets judge it, in worked cases, and against shapely on random tables."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from shapely import LineString, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from sandtable.table.measure import level_at
from sandtable.table.sight import Blocked, SightTerms, Veil, eyes_of, fire_arc, look, sightings
from sandtable.table.space import (
    Base,
    Body,
    Field,
    Layers,
    Piece,
    Point,
    Pose,
    Scene,
    Shape,
    block,
    centre,
    corners,
)

LINE = block(4, files=4, width=200, depth=200)
STAND = block(1, files=1, width=100, depth=100)

BASE_BY_BASE = SightTerms(
    veils=(
        Veil(("forest",), obscures=True, blocks_beyond=400),
        Veil(("brush", "fence"), obscures=True, seen_over=True),
        Veil(("building",), blocks_beyond=0),
    ),
    layers=Layers(covering="later", under=("hill",)),
)
"""Bases block; 4 in of forest in all; what lies lower is seen over, but for buildings and forests."""

FIVE_LINES = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=200), Veil(("village",), blocks_beyond=0)),
    bodies="footprint",
    points=("corners", "centre"),
    target="footprint",
)
"""To four corners and the centre; 2 in of wood in all; units lower than either end do not block."""

OWN_HILL = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=300), Veil(("hill", "building"), blocks_beyond=0, spares_own=True)),
    bodies="footprint",
    higher_ground="clear",
    points=("corners", "centre"),
    target="footprint",
)
"""A hill blocks unless one end stands on it."""

INTO_NOT_THROUGH = SightTerms(
    veils=(
        Veil(("wood", "built-up"), blocks_beyond=300, reach="ends", seen_over=True),
        Veil(("light-wood", "orchard"), blocks_beyond=600, seen_over=True),
    ),
    bodies="footprint",
    lower_counts_within=600,
    points=("nearest", "centre"),
    target="footprint",
)
"""3 in into or out of a wood and never through; lower things block only near the lower end."""

WHOLE_HILL = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=100, reach="ends"),),
    lower="counts",
    crest="hill",
    points=("nearest",),
)
"""A hill counts with its top level wherever it is crossed; nothing is seen over."""


def rectangle(kind: str, left: int, bottom: int, right: int, top: int, level: int = 0) -> Piece:
    polygon = (Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top))
    return Piece(f"{kind} at {left}, {bottom}", kind, polygon=polygon, level=level)


def table(*bodies: tuple[int, int, int], ground: tuple[Piece, ...] = (), shape: Shape = STAND) -> Scene:
    placed = tuple(
        Body(number, 0, Pose(x, y, heading), shape) for number, (x, y, heading) in enumerate(bodies)
    )
    return Scene(Field(6000, 6000, ground), placed)


def sees(scene: Scene, terms: SightTerms, viewer: int = 0, target: int = 1) -> bool:
    eyes = eyes_of(scene.bodies[viewer], "front")
    return look(scene, viewer, target, terms, eyes).sees


def blocked(scene: Scene, terms: SightTerms) -> Blocked:
    found = look(scene, 0, 1, terms, eyes_of(scene.bodies[0], "front")).best.blocked
    assert found is not None
    return found


VIEWER, TARGET = (1000, 1000, 0), (1000, 2100, 0)
"""A viewer whose eye is at (1000, 1000), and a target whose nearest edge lies 10 in ahead, at y = 2000."""


def test_nothing_between_is_a_clear_line_to_the_nearest_point(mode: str) -> None:
    scene = table(VIEWER, TARGET)
    found = look(scene, 0, 1, BASE_BY_BASE, eyes_of(scene.bodies[0], "front"))
    assert found.sees
    assert found.best.point == pytest.approx((1000, 2000))
    assert found.best.distance == pytest.approx(1000)
    assert found.best.crossed == ()


def test_a_body_in_the_way_blocks_and_is_named_with_the_place(mode: str) -> None:
    wide = block(6, files=6, width=200, depth=200)
    scene = table(VIEWER, TARGET)
    scene = Scene(scene.field, (*scene.bodies, Body(2, 1, Pose(1000, 1700, 0), wide)))
    found = blocked(scene, BASE_BY_BASE)
    assert (found.by, found.which) == ("body", 2)
    assert found.place == pytest.approx((1000, 1502), abs=0.1)


def test_a_body_that_may_be_seen_through_does_not_block(mode: str) -> None:
    wide = block(6, files=6, width=200, depth=200)
    scene = table(VIEWER, TARGET)
    scene = Scene(scene.field, (*scene.bodies, Body(2, 1, Pose(1000, 1700, 0), wide)))
    assert look(scene, 0, 1, BASE_BY_BASE, eyes_of(scene.bodies[0], "front"), see_through=(2,)).sees


def test_a_line_that_only_touches_a_body_is_not_interrupted(mode: str) -> None:
    terms = SightTerms(points=("centre",))
    beside = (1050, 1600, 0)
    assert sees(table(VIEWER, TARGET, beside), terms)
    assert not sees(table(VIEWER, TARGET, (1040, 1600, 0)), terms)


def test_the_gap_between_the_lines_of_a_body_can_be_seen_through(mode: str) -> None:
    terms, columns = SightTerms(points=("centre",)), SightTerms(points=("centre",), bodies="footprint")
    split = Shape((Base(-150, 0, 100, 100), Base(150, 0, 100, 100)), 400, 100)
    scene = table(VIEWER, TARGET)
    scene = Scene(scene.field, (*scene.bodies, Body(2, 1, Pose(1000, 1600, 0), split)))
    assert sees(scene, terms)
    assert not sees(scene, columns)


def test_four_inches_of_forest_are_seen_through_and_obscure_but_no_more(mode: str) -> None:
    scene = table(VIEWER, TARGET, ground=(rectangle("forest", 0, 1200, 3000, 1600),))
    found = look(scene, 0, 1, BASE_BY_BASE, eyes_of(scene.bodies[0], "front"))
    assert found.sees
    assert [
        (crossing.piece, round(crossing.start), round(crossing.length)) for crossing in found.best.crossed
    ] == [(0, 200, 400)]
    deeper = table(VIEWER, TARGET, ground=(rectangle("forest", 0, 1200, 3000, 1610),))
    assert (blocked(deeper, BASE_BY_BASE).by, blocked(deeper, BASE_BY_BASE).which) == ("ground", 0)


def test_the_depths_of_two_forests_are_added_up(mode: str) -> None:
    forests = rectangle("forest", 0, 1200, 3000, 1450), rectangle("forest", 0, 1600, 3000, 1850)
    found = blocked(table(VIEWER, TARGET, ground=forests), BASE_BY_BASE)
    assert (found.by, found.which) == ("ground", 1)
    assert found.place == pytest.approx((1000, 1750), abs=3)


def test_a_road_through_a_forest_lets_the_line_through(mode: str) -> None:
    forest, road = rectangle("forest", 0, 1100, 3000, 1900), rectangle("road", 900, 0, 1100, 3000)
    assert sees(table(VIEWER, TARGET, ground=(forest, road)), BASE_BY_BASE)
    assert not sees(table(VIEWER, TARGET, ground=(road, forest)), BASE_BY_BASE)


def test_two_inches_of_wood_are_clear_and_a_tenth_more_blocks(mode: str) -> None:
    clear = table(VIEWER, TARGET, ground=(rectangle("wood", 0, 1200, 3000, 1400),))
    barred = table(VIEWER, TARGET, ground=(rectangle("wood", 0, 1200, 3000, 1410),))
    terms = SightTerms(veils=FIVE_LINES.veils, points=("centre",))
    assert sees(clear, terms)
    assert not sees(barred, terms)


def test_a_building_blocks_but_not_a_line_along_its_wall(mode: str) -> None:
    terms = SightTerms(veils=BASE_BY_BASE.veils, points=("centre",))
    assert not sees(table(VIEWER, TARGET, ground=(rectangle("building", 900, 1200, 1100, 1400),)), terms)
    assert sees(table(VIEWER, TARGET, ground=(rectangle("building", 1000, 1200, 1400, 1400),)), terms)


def test_ground_higher_than_both_ends_blocks_and_is_named(mode: str) -> None:
    scene = table(VIEWER, TARGET, ground=(rectangle("hill", 0, 1300, 3000, 1700, level=1),))
    found = blocked(scene, BASE_BY_BASE)
    assert (found.by, found.which) == ("higher ground", 0)
    assert found.place == pytest.approx((1000, 1300))


def test_a_hill_is_seen_over_by_a_viewer_who_stands_on_it(mode: str) -> None:
    scene = table(VIEWER, TARGET, ground=(rectangle("hill", 0, 500, 3000, 1700, level=1),))
    assert sees(scene, BASE_BY_BASE)


def test_from_a_hill_lower_troops_and_fences_are_seen_over_but_forests_are_not(mode: str) -> None:
    hill = rectangle("hill", 0, 500, 3000, 1100, level=1)
    wide = block(6, files=6, width=200, depth=200)
    scene = table(VIEWER, TARGET, ground=(hill, rectangle("building", 5000, 0, 5500, 500)))
    troops = Body(2, 1, Pose(1000, 1700, 0), wide)
    assert sees(Scene(scene.field, (*scene.bodies, troops)), BASE_BY_BASE)
    flat = table(VIEWER, TARGET)
    assert not sees(Scene(flat.field, (*flat.bodies, troops)), BASE_BY_BASE)
    wooded = table(VIEWER, TARGET, ground=(hill, rectangle("forest", 0, 1200, 3000, 1800)))
    assert not sees(wooded, BASE_BY_BASE)


def test_what_is_seen_over_does_not_obscure(mode: str) -> None:
    brush = rectangle("brush", 0, 1300, 3000, 1600)
    hill = rectangle("hill", 0, 500, 3000, 1100, level=1)
    flat, high = table(VIEWER, TARGET, ground=(brush,)), table(VIEWER, TARGET, ground=(brush, hill))
    looks = [
        look(scene, 0, 1, BASE_BY_BASE, eyes_of(scene.bodies[0], "front")).best for scene in (flat, high)
    ]
    assert [found.obscured_by for found in looks] == [(0,), ()]
    assert [len(found.crossed) for found in looks] == [1, 2]


def test_only_ground_that_obscures_is_named_as_obscuring(mode: str) -> None:
    ground = rectangle("road", 0, 1100, 3000, 1200), rectangle("brush", 0, 1300, 3000, 1600)
    fence = Piece("fence", "fence", line=(Point(0, 1700), Point(3000, 1700)))
    scene = table(VIEWER, TARGET, ground=(*ground, fence))
    found = look(scene, 0, 1, BASE_BY_BASE, eyes_of(scene.bodies[0], "front")).best
    assert found.sees
    assert [crossing.piece for crossing in found.crossed] == [0, 1, 2]
    assert found.obscured_by == (1, 2)


def test_guns_on_a_ridge_see_over_the_battalion_below_them(mode: str) -> None:
    ridge = rectangle("hill", 0, 500, 3000, 1100, level=1)
    battalion = Body(2, 0, Pose(1000, 1700, 0), block(6, files=6, width=300, depth=150))
    scene = table(VIEWER, (1000, 3000, 1800), ground=(ridge,), shape=STAND)
    with_friends = Scene(scene.field, (*scene.bodies, battalion))
    eyes = eyes_of(with_friends.bodies[0], "front")
    assert look(with_friends, 0, 1, OWN_HILL, eyes).sees
    plain = Scene(Field(6000, 6000), with_friends.bodies)
    assert not look(plain, 0, 1, OWN_HILL, eyes).sees


def test_a_second_hill_between_blocks_where_only_ones_own_is_spared(mode: str) -> None:
    own, other = (
        rectangle("hill", 0, 500, 3000, 1100, level=1),
        rectangle("hill", 0, 1400, 3000, 1600, level=1),
    )
    assert not sees(table(VIEWER, TARGET, ground=(own, other)), OWN_HILL)
    assert sees(table(VIEWER, TARGET, ground=(own, other)), FIVE_LINES)


@pytest.mark.parametrize(
    ("bottom", "top", "expected"),
    [
        (500, 1300, "seen"),  # 3 in out of the wood the viewer stands in
        (500, 1310, "hidden"),
        (1700, 3000, "seen"),  # 3 in into the wood the target stands in
        (1690, 3000, "hidden"),
        (1400, 1450, "hidden"),  # half an inch right through
        (500, 3000, "hidden"),  # 10 in within it
    ],
)
def test_sight_reaches_three_inches_into_or_out_of_a_wood_and_never_through(
    mode: str, bottom: int, top: int, expected: str
) -> None:
    terms = SightTerms(veils=INTO_NOT_THROUGH.veils, points=("nearest",))
    wood = rectangle("wood", 0, bottom, 3000, top)
    assert sees(table(VIEWER, TARGET, ground=(wood,)), terms) == (expected == "seen")


@pytest.mark.parametrize(("y", "expected"), [(1550, "hidden"), (1750, "seen")])
def test_a_lower_body_still_blocks_near_the_lower_end(mode: str, y: int, expected: str) -> None:
    # the target stands higher, so the lower end is the viewer's: the body blocks within 6 in of it
    hill = rectangle("hill", 0, 1900, 3000, 3000, level=1)
    scene = table(VIEWER, TARGET, ground=(hill,))
    third = Body(2, 0, Pose(1000, y, 0), block(6, files=6, width=100, depth=50))
    assert sees(Scene(scene.field, (*scene.bodies, third)), INTO_NOT_THROUGH) == (expected == "seen")


def test_a_hill_counts_with_its_top_wherever_it_is_crossed(mode: str) -> None:
    foot, top = (
        rectangle("hill", 0, 500, 3000, 3000, level=1),
        rectangle("hill", 2000, 1200, 2500, 1500, level=2),
    )
    scene = table(VIEWER, TARGET, ground=(foot, top))
    assert not sees(scene, WHOLE_HILL)
    assert sees(scene, SightTerms(lower="counts", points=("nearest",)))


def test_an_arc_limits_what_is_seen(mode: str) -> None:
    scene = table((1000, 1000, 0), (1700, 1300, 0), shape=STAND)
    eyes, arc = eyes_of(scene.bodies[0], "front"), fire_arc(scene.bodies[0], 450)
    found = look(scene, 0, 1, BASE_BY_BASE, eyes, arc)
    # the target covers x 1650 to 1750 and y 1200 to 1300; the arc reaches x = 1350 at y = 1300
    assert found.best.blocked == Blocked("arc")
    assert look(scene, 0, 1, BASE_BY_BASE, eyes).sees


def test_the_nearest_point_seen_is_the_nearest_inside_the_arc(mode: str) -> None:
    scene = table((1000, 1000, 0), (1650, 1600, 0), shape=block(4, files=4, width=200, depth=200))
    viewer = Body(0, 0, Pose(1000, 1000, 0), STAND)
    scene = scene.replaced(viewer)
    found = look(scene, 0, 1, BASE_BY_BASE, eyes_of(viewer, "front"), fire_arc(viewer, 225))
    # the target covers x 1250 to 2050 and y 1400 to 1600; at y = 1600 the cone reaches x = 1298.5
    assert found.sees
    point = found.best.point
    assert point is not None
    assert point.x - 1050 <= (point.y - 1000) * math.tan(math.radians(22.5)) + 3
    assert point == pytest.approx((1250, 1500), abs=26)


def test_each_base_looks_for_itself_and_the_range_runs_from_the_middle_of_those_that_see(mode: str) -> None:
    scene = table((1000, 1000, 0), (1000, 3000, 1800), shape=LINE)
    screen = Body(2, 1, Pose(600, 1050, 0), block(3, files=3, width=200, depth=50))
    scene = Scene(scene.field, (*scene.bodies, screen))
    # the screen covers x 300 to 900 close before the two bases on the left, whose eyes are at x 700 and 900;
    # the second eye looks past its end to the right
    found = look(scene, 0, 1, BASE_BY_BASE, eyes_of(scene.bodies[0], "base centres"))
    assert [seen.sees for seen in found.looks] == [False, True, True, True]
    assert found.looks[0].blocked is not None
    assert found.looks[0].blocked.which == 2
    assert found.best.origin == pytest.approx((1100, 900))
    assert found.best.point == pytest.approx((1100, 3000))
    assert found.best.distance == pytest.approx(2100)


def test_targets_out_of_reach_are_not_looked_at(mode: str) -> None:
    scene = table((1000, 1000, 0), (1000, 2000, 0), (1000, 5000, 0))
    found = sightings(scene, 0, (1, 2), BASE_BY_BASE, eyes_of(scene.bodies[0], "front"), reach=1500)
    assert [(sighting.target, sighting.sees) for sighting in found] == [(1, True), (2, False)]
    assert found[1].best.blocked == Blocked("reach")


def test_a_viewer_without_eyes_is_refused() -> None:
    scene = table(VIEWER, TARGET)
    with pytest.raises(ValueError, match="no eye to look from"):
        sightings(scene, 0, (1,), BASE_BY_BASE, ())


def drawn(piece: Piece) -> BaseGeometry:
    if piece.polygon:
        return Polygon(piece.polygon)
    line = LineString(piece.line)
    return line.buffer(piece.width / 2, cap_style="flat", join_style="bevel") if piece.width else line


def verdict(scene: Scene, one: Body, two: Body, slack: float) -> str:
    """What becomes of the line between two bodies, by shapely, with all outlines drawn in by *slack*."""
    assert one.pose is not None
    assert two.pose is not None
    ends = centre(one.pose, one.shape), centre(two.pose, two.shape)
    line = LineString(ends)
    high = max(level_at(scene.field, end) for end in ends)
    for other in scene.bodies:
        if other.pose is not None and other.id not in (one.id, two.id):
            footprint = Polygon(corners(other.pose, other.shape)).buffer(-slack, join_style="mitre")
            lower = level_at(scene.field, centre(other.pose, other.shape)) < high
            if not lower and footprint.intersects(line):
                return "blocked"
    depth, open_pieces = 0.0, list(enumerate(scene.field.pieces))
    for place, piece in open_pieces:
        shape = drawn(piece)
        if piece.level > high and shape.buffer(-slack).intersects(line):
            return "blocked"
        above = [drawn(p) for n, p in open_pieces if n > place and p.kind not in ("hill", "fence")]
        part = line.intersection(shape.difference(unary_union(above)))
        if piece.kind == "house" and part.length > slack:
            return "blocked"
        depth += part.length if piece.kind == "wood" else 0.0
    return "blocked" if depth > 300 + slack else "clear"


def test_lines_between_middles_are_what_shapely_finds_on_random_tables(
    mode: str, random_scene: Callable[[int, int, int], Scene]
) -> None:
    terms = SightTerms(
        veils=(Veil(("wood",), blocks_beyond=300), Veil(("house",), blocks_beyond=0)),
        bodies="footprint",
        layers=Layers(covering="later", under=("hill",)),
        points=("centre",),
        target="footprint",
    )
    compared = {"clear": 0, "blocked": 0}
    for seed in range(30):
        scene = random_scene(seed, 7, 6)
        for one in scene.bodies:
            for two in scene.bodies[one.id + 1 :]:
                if one.pose is None or two.pose is None:
                    continue
                (found,) = sightings(scene, one.id, (two.id,), terms, eyes_of(one, "centre"))
                generous, strict = verdict(scene, one, two, 8), verdict(scene, one, two, 0.1)
                if generous == strict:
                    assert ("clear" if found.sees else "blocked") == strict, (seed, one.id, two.id)
                    compared[strict] += 1
    assert min(compared.values()) > 50


def sample_points(target: Body) -> list[Point]:
    """The corners of a footprint and the points every quarter of an inch along its edges."""
    assert target.pose is not None
    ring, points = corners(target.pose, target.shape), []
    for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
        length = math.dist(start, end)
        for step in range(math.ceil(length / 25 - 1e-9)):
            share = step * 25 / length
            points.append(Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)))
    return points


def nearest_seen(scene: Scene, eye: Point, viewer: Body, target: Body, slack: float) -> float:
    """The distance to the nearest sample point that is not hidden, by shapely, with outlines drawn in."""
    others = [
        Polygon(corners(other.pose, other.shape)).buffer(-slack, join_style="mitre")
        for other in scene.bodies
        if other.pose is not None and other.id not in (viewer.id, target.id)
    ]
    in_the_way, best = unary_union(others), math.inf
    for point in sample_points(target):
        if not in_the_way.intersects(LineString([eye, point])):
            best = min(best, math.dist(eye, point))
    return best


def test_the_nearest_point_seen_is_what_shapely_finds_by_trying_them_all(
    mode: str, random_scene: Callable[[int, int, int], Scene]
) -> None:
    terms = SightTerms(bodies="footprint", target="footprint", points=("corners", "edges"))
    outcomes = {"seen": 0, "hidden": 0}
    for seed in range(12):
        scene = random_scene(seed, 9, 0)
        viewer = next(body for body in scene.bodies if body.pose is not None)
        eyes = eyes_of(viewer, "base centres")
        targets = [body for body in scene.bodies if body.pose is not None and body is not viewer]
        for target, found in zip(
            targets, sightings(scene, viewer.id, [body.id for body in targets], terms, eyes), strict=True
        ):
            for eye, seen in zip(eyes, found.looks, strict=True):
                least = nearest_seen(scene, eye, viewer, target, 6)
                most = nearest_seen(scene, eye, viewer, target, 0.1)
                distance = seen.distance if seen.sees else math.inf
                assert least - 1e-6 <= distance <= most + 1e-6
                outcomes["seen" if seen.sees else "hidden"] += 1
    assert min(outcomes.values()) > 20

"""Laying bodies flush against an edge: the most bases, clear of others, with the least slide."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable.table.charge import (
    SolidGround,
    bases_on_side,
    facing_middle,
    free_bases,
    lay_abreast,
    lay_flush,
)
from sandtable.table.charge.approaches import FlushPlace
from sandtable.table.measure import bases_in_contact, contact, gap, is_on_table
from sandtable.table.space import SIDES, Body, Field, Layers, Piece, Point, Pose, Scene, Shape, Side, block

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(5, files=2, width=200, depth=200)
NOTHING_SOLID = SolidGround((), Layers())


def table(*bodies: Body, pieces: tuple[Piece, ...] = ()) -> Scene:
    return Scene(Field(7200, 4800, pieces), bodies)


def laid(scene: Scene, side: Side = "front", solid: SolidGround = NOTHING_SOLID) -> FlushPlace | None:
    """Body 0 laid against body 1."""
    return lay_flush(scene.bodies[0], scene.bodies[1], side, scene, solid, 10)


def at(body: Body, pose: Pose) -> Body:
    return Body(body.id, body.side, pose, body.shape)


def touching(body: Body, target: Body, least: int = 10) -> int:
    """The bases of both that touch, told by the bases themselves."""
    pairs = [touch for touch in bases_in_contact(body, target) if touch.length >= least]
    return len({touch.mine for touch in pairs}) + len({touch.theirs for touch in pairs})


def slowly(scene: Scene, side: Side) -> tuple[int, bool, float] | None:
    """The best place found by trying many: its bases, whether it touches others, its slide.

    Two tolerances more than a tenth of an inch count as contact, and a place is clear of others from a
    hundredth on, as the grid may give or take that much.
    """
    body, target = scene.bodies[0], scene.bodies[1]
    middle, found = facing_middle(target, side), []
    assert body.pose is not None
    straight = middle.local(Point(body.pose.x, body.pose.y)).x
    half = (body.shape.width + max(target.shape.width, target.shape.depth)) // 2
    for aside in range(-half, half + 1, 8):
        there = at(body, middle.shifted(aside, 0))
        gaps = [(gap(there, other), other.side) for other in scene.bodies[2:]]
        if any(apart < 1 for apart, _ in gaps) or not is_on_table(there, scene.field):
            continue
        count = touching(there, target, 14)
        if count:
            # On the grid a place may lie a hair beside the one that was tried: that avoids nobody.
            touches = any(apart <= 4 and whose != body.side for apart, whose in gaps)
            found.append((-count, touches, abs(aside - straight)))
    if not found:
        return None
    count, touches, slide = min(found)
    return -count, touches, slide


def shapes() -> st.SearchStrategy[Shape]:
    return st.sampled_from((LINE, COLUMN, block(3, files=3, width=100, depth=100)))


@settings(deadline=None, max_examples=25)
@given(
    shapes(),
    shapes(),
    st.sampled_from(SIDES),
    st.integers(0, 3599),
    st.integers(-900, 900),
    st.lists(st.tuples(st.integers(-900, 900), st.integers(-500, 500), st.booleans()), max_size=3),
)
def test_no_place_tried_by_hand_is_better(
    mine: Shape,
    theirs: Shape,
    side: Side,
    heading: int,
    aside: int,
    neighbours: list[tuple[int, int, bool]],
) -> None:
    target = Body(1, 1, Pose(3600, 2400, heading), theirs)
    start = facing_middle(target, side).shifted(aside, -900)
    others = [
        Body(number, int(enemy), Pose(3600 + x, 2400 + y, 0), block(1, files=1, width=200, depth=100))
        for number, (x, y, enemy) in enumerate(neighbours, start=2)
    ]
    assume(all(gap(target, other) >= 0 for other in others))
    scene = table(Body(0, 0, start, mine), target, *others)
    found, slow = laid(scene, side), slowly(scene, side)
    if found is None:
        assert slow is None
        return
    body = at(scene.bodies[0], found.pose)
    assert all(gap(body, other) >= -2 for other in scene.bodies[1:])
    assert touching(body, target) >= found.bases
    if slow is None:
        return
    middle = facing_middle(target, side)
    slide = abs(middle.local(Point(found.pose.x, found.pose.y)).x - middle.local(Point(start.x, start.y)).x)
    assert (-found.bases, bool(found.touched)) <= (-slow[0], slow[1])
    if (found.bases, bool(found.touched)) == slow[:2]:
        assert slide <= slow[2] + 8  # places beside others are looked for with some hundredths to spare


def test_a_line_goes_straight_on_as_long_as_all_bases_touch() -> None:
    """One inch aside all four bases still touch all four; three inches aside it slides back to 1.88."""
    target = Body(1, 1, Pose(3600, 2400, 1800), LINE)
    near = laid(table(Body(0, 0, Pose(3700, 1000), LINE), target))
    far = laid(table(Body(0, 0, Pose(3900, 1000), LINE), target))
    assert near == FlushPlace(Pose(3700, 2400), 8, ())
    assert far == FlushPlace(Pose(3788, 2400), 8, ())


def test_the_odd_last_base_of_a_column_is_what_its_rear_shows() -> None:
    assert bases_on_side(COLUMN, "rear") == ((4, (-100.0, 100.0)),)
    assert [place for place, _ in bases_on_side(COLUMN, "front")] == [1, 0]
    assert [place for place, _ in bases_on_side(COLUMN, "left")] == [0, 2]


def test_a_place_that_touches_no_other_enemy_is_better_than_a_nearer_one_that_does() -> None:
    """The other enemy stands forward of the target, just where the charger would come."""
    target = Body(1, 1, Pose(3600, 2400, 1800), LINE)
    other = Body(2, 1, Pose(4100, 2300, 1800), block(1, files=1, width=200, depth=200))
    found = laid(table(Body(0, 0, Pose(3600, 1000), LINE), target, other))
    assert found is not None
    assert found.bases == 8
    assert found.touched == ()
    assert found.pose.x < 3600
    assert gap(Body(0, 0, found.pose, LINE), other) > 2


def test_solid_ground_leaves_the_room_beside_it() -> None:
    pond = Piece(
        "the pond",
        "pond",
        tuple(Point(x, y) for x, y in ((3500, 2000), (4500, 2000), (4500, 2390), (3500, 2390))),
    )
    target = Body(1, 1, Pose(3600, 2400, 1800), LINE)
    solid = SolidGround(("pond",), Layers())
    found = laid(table(Body(0, 0, Pose(3600, 1000), LINE), target, pieces=(pond,)), solid=solid)
    assert found is not None
    assert (found.pose.x, found.bases) == (3100, 4)


def test_no_room_is_no_place() -> None:
    target = Body(1, 1, Pose(3600, 2400, 1800), LINE)
    wall = tuple(
        Body(2 + n, 1, Pose(2600 + 200 * n, 2390, 1800), block(1, files=1, width=200, depth=200))
        for n in range(11)
    )
    apart = [body for body in wall if gap(body, target) >= -200]
    assert apart
    assert laid(table(Body(0, 0, Pose(3600, 1000), LINE), target, *wall)) is None


def abreast(
    bodies: Sequence[Body], target: Body, scene: Scene, shares: tuple[int, ...]
) -> tuple[Pose, ...] | None:
    """Bodies laid edge to edge against the front of a target, on all of its bases that are free."""
    free = free_bases(target, "front", scene, [body.id for body in bodies])
    return lay_abreast(bodies, target, "front", free, scene, NOTHING_SOLID, shares, 10)


def test_two_lines_share_the_bases_of_a_third_edge_to_edge() -> None:
    target = Body(2, 1, Pose(3600, 2400, 1800), LINE)
    left, right = Body(0, 0, Pose(3100, 1000), LINE), Body(1, 0, Pose(4100, 1000), LINE)
    scene = table(left, right, target)
    poses = abreast((left, right), target, scene, (2, 2))
    assert poses == (Pose(3200, 2400), Pose(4000, 2400))
    assert [touching(at(body, pose), target) for body, pose in zip((left, right), poses, strict=True)] == [
        4,
        4,
    ]


def test_an_odd_base_moves_the_border() -> None:
    target = Body(2, 1, Pose(3600, 2400, 1800), block(3, files=3, width=200, depth=200))
    left, right = Body(0, 0, Pose(3100, 1000), LINE), Body(1, 0, Pose(4100, 1000), LINE)
    scene = table(left, right, target)
    shared = [abreast((left, right), target, scene, shares) for shares in ((1, 2), (2, 1))]
    assert shared == [(Pose(3100, 2400), Pose(3900, 2400)), (Pose(3300, 2400), Pose(4100, 2400))]


def test_three_wide_lines_do_not_fit_abreast_on_one() -> None:
    target = Body(3, 1, Pose(3600, 2400, 1800), LINE)
    lines = [Body(number, 0, Pose(2600 + 1000 * number, 1000), LINE) for number in range(3)]
    assert abreast(lines, target, table(*lines, target), (2, 1, 1)) is None


def test_bases_that_somebody_touches_already_are_not_dealt_again() -> None:
    target = Body(2, 1, Pose(3600, 2400, 1800), LINE)
    there = Body(0, 0, Pose(3200, 2400), LINE)
    coming = Body(1, 0, Pose(4100, 1000), LINE)
    assert contact(there, target) is not None
    assert free_bases(target, "front", table(there, coming, target), (1,)) == ((0.0, 200.0), (200.0, 400.0))


def test_it_comes_clear_of_an_enemy_aslant_behind_it_on_the_nearer_side() -> None:
    """The enemy's front lies a degree aslant just behind the line: clear of it at 4.94 to the left, where a
    place three hundredths along would still touch; to the right it would be 5.13."""
    target = Body(1, 1, Pose(3600, 2400, 13), LINE)
    other = Body(2, 1, Pose(3600, 2000, 0), block(1, files=1, width=200, depth=100))
    found = laid(table(Body(0, 0, Pose(3575, 1300, 13), LINE), target, other), "rear")
    assert found == FlushPlace(Pose(3101, 2211, 13), 4, ())

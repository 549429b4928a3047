"""Observers see the targets that the slow looks of every eye find."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.sight import (
    JointLook,
    Observer,
    SightTerms,
    Veil,
    are_seen,
    eyes_of,
    fire_arc,
    look_ahead,
    sees,
)
from sandtable.table.sight.kernels.blockers import is_in_shadow, run_inside, shadow_of
from sandtable.table.sight.kernels.lines import box_bar
from sandtable.table.sight.rows import sight_world
from sandtable.table.space import Body, Field, Layers, Piece, Point, Pose, Scene, block, relief
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import piece_stretches
from tests.twins.sight import joint_look

MakeScene = Callable[[int, int, int], Scene]

TERMS = (
    SightTerms(
        veils=(
            Veil(("wood",), obscures=True, blocks_beyond=200),
            Veil(("field", "fence"), obscures=True, seen_over=True),
            Veil(("house",), blocks_beyond=0),
        ),
        layers=Layers(covering="later", under=("hill",)),
    ),
    SightTerms(
        veils=(Veil(("wood", "house"), blocks_beyond=150, reach="ends"), Veil(("fence",), blocks_beyond=0)),
        bodies="footprint",
        lower_counts_within=300,
        points=("nearest", "centre"),
        target="footprint",
    ),
    SightTerms(
        veils=(Veil(("hill", "house"), blocks_beyond=0, spares_own=True),),
        lower="counts",
        higher_ground="clear",
        points=("corners", "centre"),
    ),
    SightTerms(bodies="none", crest="hill", points=("corners", "edges")),
)
BODIES = 8
ANGLE, REACH = 450, 1800.0
LINE = block(4, files=4, width=200, depth=100)


def observers(scene: Scene) -> list[Observer]:
    """All bodies on the table look to their front, every third all round."""
    return [
        Observer(body.id, eyes_of(body, "base centres"), fire_arc(body, ANGLE) if body.id % 3 else None)
        for body in scene.bodies
        if body.pose is not None
    ]


def pairs_in(scene: Scene) -> list[tuple[int, int]]:
    """The place of each observer with the number of each body on the table."""
    here = [body.id for body in scene.bodies if body.pose is not None]
    return [(place, target) for place in range(len(here)) for target in here]


def slowly_seen(scene: Scene, terms: SightTerms, through: tuple[int, ...]) -> list[bool]:
    """Whether each observer sees each target, by the looks of every eye."""
    looking = observers(scene)
    return [
        joint_look(scene, looking[place], target, terms, see_through=through) is not None
        for place, target in pairs_in(scene)
    ]


@pytest.mark.parametrize("through", [(), (1, 4, 6)])
@pytest.mark.parametrize("terms", TERMS)
def test_an_observer_sees_what_any_of_its_eyes_sees(
    terms: SightTerms, through: tuple[int, ...], random_scene: MakeScene, mode: Mode
) -> None:
    results = set()
    for seed in range(60 if mode == "compiled" else 3):
        scene = random_scene(seed, BODIES, 6)
        found = are_seen(scene, observers(scene), pairs_in(scene), terms, through)
        assert found == slowly_seen(scene, terms, through), seed
        results |= set(found)
    assert results == {False, True}


@pytest.mark.parametrize("terms", TERMS)
def test_one_observer_sees_one_target_as_it_does_among_many(
    terms: SightTerms, random_scene: MakeScene
) -> None:
    for seed in range(6):
        scene = random_scene(seed, BODIES, 5)
        looking, pairs = observers(scene), pairs_in(scene)
        alone = [sees(scene, looking[place], target, terms, (5,)) for place, target in pairs]
        assert alone == are_seen(scene, looking, pairs, terms, (5,))


def looks_ahead(scene: Scene, terms: SightTerms) -> list[JointLook | None]:
    """What each body on the table sees ahead of each body."""
    viewers = [body.id for body in scene.bodies if body.pose is not None]
    return [
        look_ahead(scene, viewer, target, REACH, ANGLE, terms)
        for viewer in viewers
        for target in range(len(scene.bodies))
    ]


def slow_looks_ahead(scene: Scene, terms: SightTerms) -> list[JointLook | None]:
    """The same by the looks of every eye."""
    found: list[JointLook | None] = []
    for body in scene.bodies:
        if body.pose is not None:
            viewer = Observer(body.id, eyes_of(body, "base centres"), fire_arc(body, ANGLE))
            found += [joint_look(scene, viewer, target, terms, REACH) for target in range(len(scene.bodies))]
    return found


@pytest.mark.parametrize("terms", [terms for terms in TERMS if terms.bodies == terms.target == "bases"])
def test_a_joint_look_is_what_the_looks_of_all_eyes_give(
    terms: SightTerms, random_scene: MakeScene, mode: Mode
) -> None:
    counted = 0
    for seed in range(100 if mode == "compiled" else 5):
        scene = random_scene(seed, BODIES, 6)
        found = looks_ahead(scene, terms)
        assert found == slow_looks_ahead(scene, terms), seed
        counted += sum(look is not None for look in found)
    assert counted


def wooded(scene: Scene) -> Scene:
    """The same with all ground but lines turned into large upright woods, with a road across them."""
    woods = tuple(
        Piece(piece.id, "wood", polygon=_square(piece.polygon)) if piece.polygon else piece
        for piece in scene.field.pieces
    )
    return Scene(Field(scene.field.width, scene.field.depth, woods), scene.bodies)


def _square(points: tuple[Point, ...]) -> tuple[Point, ...]:
    xs, ys = [point.x for point in points], [point.y for point in points]
    low, high = Point(min(xs) - 200, min(ys) - 200), Point(max(xs) + 200, max(ys) + 200)
    return (low, Point(high.x, low.y), high, Point(low.x, high.y))


@pytest.mark.parametrize("layers", [Layers(), Layers(covering=("road",))])
@pytest.mark.parametrize("deep", [0, 150, 400])
def test_a_joint_look_through_woods_is_what_the_looks_of_all_eyes_give(
    deep: int, layers: Layers, random_scene: MakeScene
) -> None:
    terms = SightTerms(veils=(Veil(("wood",), blocks_beyond=deep),), layers=layers)
    for seed in range(100):
        scene = wooded(random_scene(seed, BODIES, 4))
        assert looks_ahead(scene, terms) == slow_looks_ahead(scene, terms), seed


@pytest.mark.parametrize("terms", TERMS)
def test_the_same_is_seen_compiled_and_plain(terms: SightTerms, random_scene: MakeScene, mode: Mode) -> None:
    for seed in range(20):
        scene = random_scene(seed, 6, 5)
        found: list[object] = []
        for way in ("plain", mode):
            compiled.use(way)
            seen = are_seen(scene, observers(scene), pairs_in(scene), terms)
            bases = terms.bodies == terms.target == "bases"
            found.append((seen, looks_ahead(scene, terms) if bases else ()))
        assert found[0] == found[1], seed


def body(number: int, x: int, y: int, heading: int = 0) -> Body:
    return Body(number, number % 2, Pose(x, y, heading), LINE)


def look_at_1(*bodies: Body, pieces: tuple[Piece, ...] = ()) -> JointLook | None:
    """What body 0 sees of body 1 to its front."""
    terms = SightTerms(veils=(Veil(("wood",), blocks_beyond=400),))
    return look_ahead(Scene(Field(4000, 4000, pieces), bodies), 0, 1, math.inf, ANGLE, terms)


def test_a_line_straight_ahead_is_seen_by_every_base_from_their_middle() -> None:
    """The bases stand half an inch behind their front, so the front 10 in ahead is 10.5 in off."""
    joint = look_at_1(body(0, 2000, 1000), body(1, 2000, 2000, 1800))
    assert joint is not None
    assert joint.eyes == 4
    assert joint.look.origin == Point(2000, 950)
    assert joint.look.distance == pytest.approx(1050)


def test_a_body_right_before_the_front_hides_a_line_of_its_own_width() -> None:
    assert look_at_1(body(0, 2000, 1000), body(1, 2000, 2000, 1800), body(2, 2000, 1150)) is None


def test_a_body_behind_the_front_is_not_in_the_arc() -> None:
    assert look_at_1(body(0, 2000, 2000), body(1, 2000, 1000)) is None


def test_more_than_four_inches_of_wood_hide_and_less_does_not() -> None:
    def wood(depth: int) -> Piece:
        corners = (Point(0, 1300), Point(4000, 1300), Point(4000, 1300 + depth), Point(0, 1300 + depth))
        return Piece("wood", "wood", polygon=corners)

    assert not look_at_1(body(0, 2000, 1000), body(1, 2000, 2000, 1800), pieces=(wood(500),))
    assert look_at_1(body(0, 2000, 1000), body(1, 2000, 2000, 1800), pieces=(wood(300),))


def test_what_lies_in_a_shadow_is_hidden_by_the_body_that_casts_it(random_scene: MakeScene) -> None:
    """A shadow is certain: every line from its eye to a point in it runs through the body."""
    random, counts = Random(9), [0, 0]
    before = compiled.mode()
    compiled.use("plain")
    try:
        for seed in range(30):
            scene = random_scene(seed, BODIES, 0)
            world, boxes = sight_world(scene, TERMS[0]), scene.mirror.boxes()[0]
            on = [body.id for body in scene.bodies if body.pose is not None]
            for _ in range(200):
                i = BOX * random.randrange(len(boxes) // BOX)
                one, other = (number for number in random.sample(on, 3)[:2])
                eye = (random.uniform(0, 3000), random.uniform(0, 3000), one, other)
                x, y = random.uniform(0, 3000), random.uniform(0, 3000)
                line = (eye[0], eye[1], x - eye[0], y - eye[1], math.dist(eye[:2], (x, y)))
                bar = box_bar(world, i, line, one, other)
                if int(boxes[i + 7]) not in (one, other) and is_in_shadow(
                    eye, x, y, shadow_of(world, eye, i)
                ):
                    assert bar <= 1.0
                    counts[1] += 1
                else:
                    counts[0] += bar <= 1.0
    finally:
        compiled.use(before)
    # Most of what a body hides lies in its shadow.
    assert counts[1] > 3 * counts[0] > 0


def test_a_line_surely_inside_ground_runs_over_it_for_no_less(random_scene: MakeScene) -> None:
    """What planes tell of a convex piece is certain: the line runs over it at least from there to there."""
    random, counts = Random(11), [0, 0]
    before = compiled.mode()
    compiled.use("plain")
    try:
        for seed in range(30):
            scene = random_scene(seed, 2, 8)
            world, row = sight_world(scene, TERMS[0]), [0.0] * relief(scene.field).scratch
            for _ in range(40):
                x, y, there_x, there_y = (random.uniform(0, 3000) for _ in range(4))
                dx, dy = there_x - x, there_y - y
                for piece in range(len(scene.field.pieces)):
                    end = piece_stretches(world[4], piece, (x, y, dx, dy, math.hypot(dx, dy)), row, 0)
                    first, last = run_inside(world, piece, x, y, dx, dy)
                    if last > first:
                        assert any(row[n] <= first and row[n + 1] >= last for n in range(0, end, 2))
                    counts[last > first] += end > 0
    finally:
        compiled.use(before)
    assert min(counts) > 100

"""Glimpses tell the same of targets that are seen as the slow looks of every eye do."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest

from sandtable.table import compiled
from sandtable.table.compiled.running import Mode
from sandtable.table.sight.glimpses import Glimpse, Watch, glimpses, is_spotted, spotted
from sandtable.table.sight.kernels.glimpses import is_in_shadow, run_inside, shadow_of
from sandtable.table.sight.kernels.lines import box_bar
from sandtable.table.sight.lines import SightTerms, Veil, eyes_of, fire_arc, sightings
from sandtable.table.sight.rows import sight_world
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Layers, Piece
from sandtable.table.space.ground_rows import relief
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import piece_stretches
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import block

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
REACH = 1800.0
LINE = block(4, files=4, width=200, depth=100)


def watches(scene: Scene) -> list[Watch]:
    """Everybody on the table looks out to his front, some of them all round."""
    return [
        Watch(body.id, eyes_of(body, "base centres"), fire_arc(body, 450) if body.id % 3 else None, REACH)
        for body in scene.bodies
        if body.pose is not None
    ]


def looked(scene: Scene, terms: SightTerms) -> list[tuple[Glimpse, ...]]:
    """The same by the looks of every eye, one viewer after another."""
    found = []
    for viewer, eyes, arc, reach in watches(scene):
        seen = sightings(scene, viewer, range(BODIES), terms, eyes, arc, reach=reach, see_through=(5,))
        found.append(
            tuple(
                Glimpse(sighting.target, sum(look.sees for look in sighting.looks), sighting.best)
                for sighting in seen
                if sighting.sees
            )
        )
    return found


@pytest.mark.parametrize("terms", TERMS)
def test_a_glimpse_tells_what_the_looks_of_all_eyes_tell(
    terms: SightTerms, random_scene: MakeScene, mode: Mode
) -> None:
    counted = 0
    for seed in range(150 if mode == "compiled" else 5):
        scene = random_scene(seed, BODIES, 6)
        found = glimpses(scene, watches(scene), range(BODIES), terms, see_through=(5,))
        assert list(found) == looked(scene, terms), seed
        counted += sum(map(len, found))
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
def test_a_glimpse_through_woods_tells_what_the_looks_of_all_eyes_tell(
    deep: int, layers: Layers, random_scene: MakeScene
) -> None:
    terms = SightTerms(veils=(Veil(("wood",), blocks_beyond=deep),), layers=layers)
    for seed in range(100):
        scene = wooded(random_scene(seed, BODIES, 4))
        found = glimpses(scene, watches(scene), range(BODIES), terms, see_through=(5,))
        assert list(found) == looked(scene, terms), seed


@pytest.mark.parametrize("terms", TERMS)
def test_glimpses_are_the_same_to_the_bit_compiled_and_plain(
    terms: SightTerms, random_scene: MakeScene, mode: Mode
) -> None:
    for seed in range(20):
        scene = random_scene(seed, 6, 5)
        found = []
        for way in ("plain", mode):
            compiled.use(way)
            found.append(glimpses(scene, watches(scene), range(6), terms))
        assert found[0] == found[1], seed


def body(number: int, x: int, y: int, heading: int = 0) -> Body:
    return Body(number, number % 2, Pose(x, y, heading), LINE)


def seen(*bodies: Body, pieces: tuple[Piece, ...] = ()) -> tuple[Glimpse, ...]:
    """What body 0 sees of body 1 to its front."""
    scene = Scene(Field(4000, 4000, pieces), bodies)
    viewer = scene.bodies[0]
    watch = Watch(0, eyes_of(viewer, "base centres"), fire_arc(viewer, 450))
    terms = SightTerms(veils=(Veil(("wood",), blocks_beyond=400),))
    return glimpses(scene, [watch], (1,), terms)[0]


def test_a_line_straight_ahead_is_seen_by_every_base_from_their_middle() -> None:
    """The bases stand half an inch behind their front, so the front 10 in ahead is 10.5 in off."""
    (glimpse,) = seen(body(0, 2000, 1000), body(1, 2000, 2000, 1800))
    assert (glimpse.target, glimpse.eyes) == (1, 4)
    assert glimpse.best.origin == Point(2000, 950)
    assert glimpse.best.distance == pytest.approx(1050)


def test_a_body_right_before_the_front_hides_a_line_of_its_own_width() -> None:
    assert seen(body(0, 2000, 1000), body(1, 2000, 2000, 1800), body(2, 2000, 1150)) == ()


def test_who_stands_behind_the_front_is_not_in_the_arc() -> None:
    assert seen(body(0, 2000, 2000), body(1, 2000, 1000)) == ()


def test_more_than_four_inches_of_wood_hide_and_less_does_not() -> None:
    def wood(depth: int) -> Piece:
        corners = (Point(0, 1300), Point(4000, 1300), Point(4000, 1300 + depth), Point(0, 1300 + depth))
        return Piece("wood", "wood", polygon=corners)

    assert not seen(body(0, 2000, 1000), body(1, 2000, 2000, 1800), pieces=(wood(500),))
    assert seen(body(0, 2000, 1000), body(1, 2000, 2000, 1800), pieces=(wood(300),))


def test_somebody_without_eyes_cannot_look_and_nobody_off_the_table_can() -> None:
    scene = Scene(Field(4000, 4000), (body(0, 2000, 1000), Body(1, 1, None, LINE)))
    with pytest.raises(ValueError, match="no eye to look from"):
        glimpses(scene, [Watch(0, ())], (1,), SightTerms())
    with pytest.raises(ValueError, match="not on the table"):
        glimpses(scene, [Watch(1, (Point(0, 0),))], (0,), SightTerms())


def test_with_nobody_to_look_at_everybody_sees_nobody() -> None:
    scene = Scene(Field(4000, 4000), (body(0, 2000, 1000), body(1, 2000, 2000)))
    both = [Watch(number, (Point(2000, 1500),)) for number in (0, 1)]
    assert glimpses(scene, both, (), SightTerms()) == ((), ())


@pytest.mark.parametrize("through", [(), (1, 4, 6)])
@pytest.mark.parametrize("terms", TERMS)
def test_who_is_spotted_is_who_is_glimpsed(
    random_scene: MakeScene, mode: Mode, terms: SightTerms, through: tuple[int, ...]
) -> None:
    seen = 0
    for seed in range(6):
        scene = random_scene(seed, BODIES, 5)
        looking = [watch._replace(reach=float("inf")) for watch in watches(scene)]
        targets = [body.id for body in scene.bodies if body.pose is not None]
        pairs = [(place, target) for place in range(len(looking)) for target in targets]
        found = glimpses(scene, looking, targets, terms, through)
        told = [target in {glimpse.target for glimpse in found[place]} for place, target in pairs]
        assert spotted(scene, looking, pairs, terms, through) == told
        seen += sum(told)
    assert seen > 20


@pytest.mark.parametrize("through", [(), (1, 4, 6)])
@pytest.mark.parametrize("terms", TERMS)
def test_one_eye_spots_one_target_as_it_does_among_many(
    random_scene: MakeScene, mode: Mode, terms: SightTerms, through: tuple[int, ...]
) -> None:
    seen = set()
    for seed in range(6):
        scene = random_scene(seed, BODIES, 5)
        targets = [body.id for body in scene.bodies if body.pose is not None]
        looking = [Watch(watch.viewer, watch.eyes[:1]) for watch in watches(scene)]
        pairs = [(place, target) for place in range(len(looking)) for target in targets]
        alone = [
            is_spotted(scene, looking[place].viewer, looking[place].eyes[0], target, terms, through)
            for place, target in pairs
        ]
        assert alone == spotted(scene, looking, pairs, terms, through)
        seen |= set(alone)
    assert seen == {False, True}


def test_what_lies_in_a_shadow_is_hidden_by_the_body_that_casts_it(random_scene: MakeScene) -> None:
    """A shadow is certain: every line from its eye to a point in it runs through the body."""
    random, told = Random(9), [0, 0]
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
                    told[1] += 1
                else:
                    told[0] += bar <= 1.0
    finally:
        compiled.use(before)
    # Most of what a body hides lies in its shadow.
    assert told[1] > 3 * told[0] > 0


def test_a_line_surely_inside_ground_runs_over_it_for_no_less(random_scene: MakeScene) -> None:
    """What planes tell of a convex piece is certain: the line runs over it at least from there to there."""
    random, told = Random(11), [0, 0]
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
                    told[last > first] += end > 0
    finally:
        compiled.use(before)
    assert min(told) > 100

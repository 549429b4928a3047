"""Ways up to the sides of bodies: the kernel that tells them all against the questions put one by one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping

import pytest

from sandtable.table import compiled
from sandtable.table.charge import (
    Approach,
    ApproachTerms,
    SolidGround,
    approach_to,
    approaches,
    approaches_seen,
    bodies_in,
    corridor,
    ground_in,
    interior,
    lay_flush,
    nearest_of_edges,
)
from sandtable.table.charge.touching_bases import ContactTable
from sandtable.table.compiled import Mode
from sandtable.table.measure import bases_by_arc, ground_under, is_within
from sandtable.table.measure.areas import Patch, area_over
from sandtable.table.measure.kernels.areas import area_over as kernel_area
from sandtable.table.sight import SightTerms, Veil, are_seen_ahead
from sandtable.table.space import (
    SIDES,
    Body,
    Field,
    Front,
    Layers,
    Piece,
    Point,
    Pose,
    Scene,
    Side,
    block,
    box_corners,
    boxes,
    covers_of,
    face,
    relief,
    rings,
    standing,
)
from sandtable.table.space.shape_rows import Shapes
from tests.twins.corridors import lines_in

MakeScene = Callable[[int, int, int], Scene]

LAYERS = Layers(covering=("road", "house"), under=("hill",))
TERMS = ApproachTerms(("house",), ("wood", "field"), ("fence",), LAYERS, 10)
LINE = block(4, files=4, width=200, depth=200)


def sides_of(scene: Scene, unit: int, target: int) -> list[Side]:
    """The sides that hold half of a body's bases before them; the front if none does."""
    counts = bases_by_arc(scene.bodies[target], scene.bodies[unit])
    half = sum(counts.values()) / 2
    return [side for side in SIDES if counts[side] and counts[side] >= half] or ["front"]


def one_by_one(scene: Scene, unit: int, target: int, side: Side, at: Pose | None = None) -> Approach:
    """A way put together from questions about edges, corridors and ground."""
    body, foe = scene.bodies[unit], scene.bodies[target]
    start = face(standing(body), body.shape, "front")
    line = nearest_of_edges(start, face(standing(foe), foe.shape, side))
    if at is None:
        laid = lay_flush(body, foe, side, scene, SolidGround(TERMS.solid, LAYERS), TERMS.least)
        at = laid.pose if laid else None
    if at is None:
        return Approach(unit, target, side, line)
    behind = Front(start.at(0, -4), start.heading, start.width)
    inside = interior(corridor(behind, face(at, body.shape, "front")))
    if bodies_in(inside, scene, (unit, target)) or ground_in(inside, scene.field, TERMS.solid, LAYERS):
        return Approach(unit, target, side, line)
    slow = bool(ground_in(inside, scene.field, TERMS.slow, LAYERS)) or any(
        scene.field.pieces[piece].kind in TERMS.slow for piece in ground_under(body, scene.field, LAYERS)
    )
    return Approach(unit, target, side, line, at, slow, lines_in(inside, scene.field, TERMS.lines))


def ways_from(scene: Scene, reaches: Mapping[int, float], terms: ApproachTerms) -> tuple[Approach, ...]:
    """The open ways of several bodies to all enemies, which must be in short what they are as a whole."""
    told = [one for one in approaches(scene, reaches, terms) if one.is_open]
    for one in told:
        way = one.full
        assert (one.unit, one.target, one.side) == (way.unit, way.target, way.side)
        assert (one.distance, one.place, one.slow) == (way.line.distance, way.end, way.slow)
        assert one.lines == len(way.lines)
    return tuple(one.full for one in told)


def pairs(scene: Scene) -> list[tuple[int, int]]:
    on = [body for body in scene.bodies if body.pose is not None]
    return [(one.id, other.id) for one in on for other in on if one.side != other.side]


def test_all_ways_told_at_once_are_those_told_one_by_one(random_scene: MakeScene, mode: Mode) -> None:
    open_ways = 0
    for seed in range(6):
        scene, reach = random_scene(seed, 12, 8), 1500
        told = ways_from(scene, {unit: reach for unit, _ in pairs(scene)}, TERMS)
        expected = [
            one_by_one(scene, unit, target, side)
            for unit, target in pairs(scene)
            for side in sides_of(scene, unit, target)
        ]
        near = [way for way in expected if way.end is not None and is_within(way.line.distance, reach)]
        assert sorted(told) == sorted(near)
        open_ways += len(told)
    assert open_ways > 20


def test_a_way_to_one_side_is_told_whether_it_is_open_or_not(random_scene: MakeScene, mode: Mode) -> None:
    barred = 0
    for seed in range(3):
        scene = random_scene(seed, 10, 6)
        for unit, target in pairs(scene)[::3]:
            for side in SIDES:
                told = approach_to(scene, unit, target, side, TERMS)
                assert told == one_by_one(scene, unit, target, side)
                barred += told.end is None
    assert barred > 10


def test_ways_in_short_tell_the_sides_that_are_come_up_to(random_scene: MakeScene, mode: Mode) -> None:
    """Barred ways are told of too, with the place at their end."""
    scene = random_scene(4, 12, 0)
    units = list(dict.fromkeys(unit for unit, _ in pairs(scene)))
    told = approaches(scene, dict.fromkeys(units, 9000), TERMS)
    assert [(way.unit, way.target, way.side) for way in told] == [
        (unit, target, side) for unit, target in pairs(scene) for side in sides_of(scene, unit, target)
    ]
    for way in told:
        foe = scene.bodies[way.target]
        laid = lay_flush(scene.bodies[way.unit], foe, way.side, scene, SolidGround(TERMS.solid, LAYERS), 10)
        assert way.place == (laid.pose if laid else None)


def test_compiled_and_plain_ways_are_the_same_to_the_bit(random_scene: MakeScene) -> None:
    told: list[list[tuple[Approach, ...]]] = []
    before = compiled.mode()
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for wanted in modes:
        compiled.use(wanted)
        scenes = [random_scene(seed, 10, 7) for seed in range(20, 24)]
        told.append(
            [ways_from(scene, {unit: 2000 for unit, _ in pairs(scene)[::5]}, TERMS) for scene in scenes]
        )
    compiled.use(before)
    assert told[0] == told[1]


def test_no_way_leads_from_a_body_that_is_not_on_the_table(mode: Mode) -> None:
    scene = Scene(Field(4000, 4000), (Body(0, 0, None, LINE), Body(1, 1, Pose(2000, 3000, 1800), LINE)))
    with pytest.raises(ValueError, match="body 0 is not on the table"):
        ways_from(scene, {0: 2000}, TERMS)
    assert ways_from(scene, {1: 2000}, TERMS) == ()
    with pytest.raises(ValueError, match="body 0 is not on the table"):
        approach_to(scene, 1, 0, "front", TERMS)


def test_who_is_spared_does_not_bar_a_way(mode: Mode) -> None:
    """Body 2 stands half-way between the two."""
    bodies = (
        Body(0, 0, Pose(2000, 1000), LINE),
        Body(1, 1, Pose(2000, 3000, 1800), LINE),
        Body(2, 0, Pose(2000, 2000), LINE),
    )
    scene = Scene(Field(4000, 4000), bodies)
    assert approach_to(scene, 0, 1, "front", TERMS).end is None
    assert approach_to(scene, 0, 1, "front", TERMS, spare=(2,)).end == Pose(2000, 3000, 0)


def test_a_way_may_be_asked_for_to_a_place_that_was_dealt(mode: Mode) -> None:
    bodies = Body(0, 0, Pose(2000, 1000), LINE), Body(1, 1, Pose(2000, 3000, 1800), LINE)
    fence = Piece("fence", "fence", line=(Point(1000, 2000), Point(3000, 2000)))
    scene = Scene(Field(4000, 4000, (fence,)), bodies)
    told = approach_to(scene, 0, 1, "front", TERMS, at=Pose(2200, 3000))
    assert (told.end, told.lines, told.line.distance) == (Pose(2200, 3000), (0,), 2000)


@pytest.mark.parametrize("enough", [0, 2500])
@pytest.mark.usefixtures("plain_kernels")
def test_the_area_over_covered_ground_is_that_of_the_slabs(random_scene: MakeScene, enough: int) -> None:
    """The kernel leaves out slabs that outlines beside the figure would make."""
    some = 0
    for seed in range(8):
        scene = random_scene(seed, 8, 9)
        field = scene.field
        ground = relief(field).plain()
        for body in (body for body in scene.bodies if body.pose is not None):
            figure = box_corners(boxes(body, "footprint"))
            for piece in (n for n, piece in enumerate(field.pieces) if piece.kind != "fence"):
                upper = list(covers_of(field, piece, LAYERS))
                row = [*(number for point in figure for number in point), *([0.0] * 20_000)]
                told = kernel_area(row, 0, 4, ground, piece, (upper, 0, len(upper)), 1e12, 8)
                patch = Patch(rings(field.pieces[piece]), tuple(rings(field.pieces[n]) for n in upper))
                assert told == pytest.approx(area_over(figure, (patch,)), abs=0.01)
                some += told > 0
                least = kernel_area(row, 0, 4, ground, piece, (upper, 0, len(upper)), enough, 8)
                assert least <= told
                assert (least > enough) == (told > enough)
    assert some > 10


def test_threads_that_ask_for_ways_at_once_are_told_the_same_as_one_alone(
    random_scene: MakeScene, mode: Mode
) -> None:
    scenes = [random_scene(seed, 12, 4) for seed in range(40, 44)]
    # Each round has a least number of bases that nobody asked about: all of it is learned anew.
    rounds = [TERMS._replace(least=least) for least in range(100, 112)]
    found: dict[tuple[int, int], tuple[Approach, ...]] = {}
    together = threading.Barrier(len(scenes), timeout=60)  # if one breaks down, the others do not wait for it

    def ask(scene: Scene, terms: ApproachTerms) -> tuple[Approach, ...]:
        return ways_from(scene, {unit: 1500 for unit, _ in pairs(scene)}, terms)

    def ask_all(number: int) -> None:
        for place, terms in enumerate(rounds):
            together.wait()
            found[number, place] = ask(scenes[number], terms)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=ask_all, args=(number,)) for number in range(len(scenes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(before)
    assert found == {
        (number, place): ask(scene, terms)
        for number, scene in enumerate(scenes)
        for place, terms in enumerate(rounds)
    }


def test_how_two_shapes_touch_is_written_down_once() -> None:
    shapes, file = Shapes(), block(4, files=1, width=200, depth=200)
    for shape in (LINE, file):
        shapes.place(shape)
    book = ContactTable(10, shapes)
    book.learn(LINE, file, "front")
    known = book.rows()
    told = list(known[1])
    book.learn(LINE, file, "front")
    assert book.rows() is known
    assert list(known[1]) == told
    book.learn(file, LINE, "front")
    assert list(book.rows()[1]) != told


def test_more_shapes_than_there_was_room_for_are_learned_anew() -> None:
    shapes = Shapes()
    book, many = ContactTable(10, shapes), [block(2, files=2, width=100 + n, depth=100) for n in range(70)]
    shapes.place(many[0])
    book.learn(many[0], many[0], "front")
    known = book.rows()
    for shape in many:
        shapes.place(shape)
    book.rows()
    book.learn(many[0], many[0], "front")
    book.learn(many[69], many[0], "rear")
    assert len(book.rows()[0]) > len(known[0])
    assert book.rows()[0][0] == 0
    assert book.rows()[0][(69 * 128 + 0) * 4 + 2] > 0


def test_of_open_ways_it_is_told_who_sees_his_target(random_scene: MakeScene, mode: Mode) -> None:
    """Ways to enemies out of the arc are left out, all of those to an enemy or none."""
    sight = SightTerms(veils=(Veil(("wood", "house"), blocks_beyond=100),), layers=LAYERS)
    told, left_out = [0, 0], 0
    for seed in range(70, 80):
        scene = random_scene(seed, 14, 5)
        reaches = {body.id: 1200.0 for body in scene.bodies if body.pose is not None}
        found, every = approaches_seen(scene, reaches, TERMS, 450, sight), approaches(scene, reaches, TERMS)
        met = {(one.unit, one.target) for one in found}
        kept = [one.row[:15] for one in every if (one.unit, one.target) in met]
        assert [one.row[:15] for one in found] == kept
        missed = list({(one.unit, one.target) for one in every} - met)
        assert not any(are_seen_ahead(scene, missed, 450, sight))
        ways = [one for one in found if one.is_open]
        seen = are_seen_ahead(scene, [(one.unit, one.target) for one in ways], 450, sight)
        assert [one.is_seen for one in ways] == seen
        told[0] += seen.count(False)
        told[1] += seen.count(True)
        left_out += len(missed)
    assert min(*told, left_out) > 5

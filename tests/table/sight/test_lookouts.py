"""Lookouts see what watches from the same eyes into the same arcs see."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from sandtable.table.compiled.running import Mode
from sandtable.table.sight.glimpses import Watch, glimpses, spotted
from sandtable.table.sight.lines import SightTerms, Veil, eyes_of, fire_arc
from sandtable.table.sight.lookouts import Sighted, seen_by, sighted, sighted_within
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import block

TERMS = SightTerms(veils=(Veil(("wood",), obscures=True, blocks_beyond=200),))
WOOD = Piece("wood", "wood", polygon=tuple(Point(x, y) for x, y in ((1200, 900), (2100, 900), (1700, 1900))))
SHAPES = (block(4, files=4, width=200, depth=100), block(5, files=2, width=150, depth=150))
ARC, REACH = 450, 1500.0


def any_scene(random: Random) -> Scene:
    """Ten bodies somewhere on a small table with a wood on it."""
    places = [(random.randrange(3600), random.randrange(2400), random.randrange(3600)) for _ in range(10)]
    bodies = tuple(
        Body(number, number % 2, Pose(x, y, heading), SHAPES[number % 3 % 2])
        for number, (x, y, heading) in enumerate(places)
    )
    return Scene(Field(3600, 2400, (WOOD,)), bodies)


def all_sighted(
    scene: Scene, viewers: list[int], targets: list[int], reach: float
) -> dict[tuple[int, int], Sighted]:
    """What viewers see of targets, where they see anything."""
    pairs = [(viewer, target) for viewer in viewers for target in targets]
    looks = {pair: sighted(scene, *pair, reach, ARC, TERMS) for pair in pairs}
    return {pair: look for pair, look in looks.items() if look is not None}


def test_a_lookout_sees_what_a_watch_from_the_middles_of_its_bases_sees(mode: Mode) -> None:
    for seed in range(12):
        scene = any_scene(Random(seed))
        mine, foes = scene.bodies[::2], [body.id for body in scene.bodies[1::2]]
        watches = [Watch(one.id, eyes_of(one, "base centres"), fire_arc(one, ARC), REACH) for one in mine]
        told = glimpses(scene, watches, foes, TERMS)
        seen = all_sighted(scene, [one.id for one in mine], foes, REACH)
        assert seen == {
            (watch.viewer, one.target): (one.eyes, one.best)
            for watch, those in zip(watches, told, strict=True)
            for one in those
        }
        assert seen


def test_who_sees_whom_within_a_reach_is_told_as_the_full_look_measures_it(mode: Mode) -> None:
    near = 0
    for seed in range(20):
        scene = any_scene(Random(seed))
        mine, foes = scene.bodies[::2], [body.id for body in scene.bodies[1::2]]
        for reach in (400.0, 900.0, 1500.0):
            seen = all_sighted(scene, [one.id for one in mine], foes, reach)
            within = [pair for pair, one in seen.items() if one.look.distance < reach]
            lookouts = {one.id: reach for one in mine}
            assert sighted_within(scene, lookouts, tuple(foes), ARC, TERMS) == within
            near += len(seen) - len(within)
    assert near > 5, "some are seen, but farther off than their circles tell"


def test_a_lookout_sees_something_of_a_target_where_a_watch_does(mode: Mode) -> None:
    for seed in range(12):
        scene = any_scene(Random(seed))
        mine = scene.bodies[::2]
        watches = [Watch(one.id, eyes_of(one, "base centres"), fire_arc(one, ARC)) for one in mine]
        pairs = [(place, foe.id) for place in range(len(mine)) for foe in scene.bodies[1::2]]
        found = seen_by(scene, [(mine[place].id, foe) for place, foe in pairs], ARC, TERMS)
        assert found == spotted(scene, watches, pairs, TERMS)


def test_lookouts_of_one_scene_after_another_see_what_each_alone_shows() -> None:
    """Rows are filled anew for each scene: bodies that moved, changed their shape, left or came back."""
    random = Random(5)
    scene = any_scene(random)
    for _ in range(40):
        body = scene.bodies[random.randrange(10)]
        pose = None if random.random() < 0.2 else Pose(random.randrange(3600), random.randrange(2400), 900)
        scene = scene.replaced(replace(body, pose=pose, shape=random.choice(SHAPES)))
        mine = [body for body in scene.bodies[::2] if body.pose is not None]
        foes = [body.id for body in scene.bodies[1::2]]
        watches = [Watch(one.id, eyes_of(one, "base centres"), fire_arc(one, ARC), REACH) for one in mine]
        told = glimpses(scene, watches, foes, TERMS)
        seen = all_sighted(scene, [one.id for one in mine], foes, REACH)
        assert seen == {
            (watch.viewer, one.target): (one.eyes, one.best)
            for watch, those in zip(watches, told, strict=True)
            for one in those
        }

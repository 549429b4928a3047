"""Bodies that look ahead see what observers with the same eyes and arcs see."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from sandtable.table.compiled import Mode
from sandtable.table.sight import (
    JointLook,
    Observer,
    SightTerms,
    Veil,
    are_seen,
    are_seen_ahead,
    eyes_of,
    fire_arc,
    look_ahead,
    seen_ahead_within,
)
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block
from tests.twins.sight import joint_look

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


def observer(body: Body) -> Observer:
    """A body that looks from the middles of its foremost bases through the arc before its front."""
    return Observer(body.id, eyes_of(body, "base centres"), fire_arc(body, ARC))


Looks = dict[tuple[int, int], JointLook]


def all_looks(scene: Scene, viewers: list[int], targets: list[int], reach: float) -> Looks:
    """What viewers see of targets, where they see anything."""
    pairs = [(viewer, target) for viewer in viewers for target in targets]
    looks = {pair: look_ahead(scene, *pair, reach, ARC, TERMS) for pair in pairs}
    return {pair: look for pair, look in looks.items() if look is not None}


def all_slow_looks(scene: Scene, viewers: list[int], targets: list[int]) -> Looks:
    """The same from the look of each eye."""
    pairs = [(viewer, target) for viewer in viewers for target in targets]
    looks = {
        (viewer, target): joint_look(scene, observer(scene.bodies[viewer]), target, TERMS, REACH)
        for viewer, target in pairs
    }
    return {pair: look for pair, look in looks.items() if look is not None}


def test_a_body_sees_ahead_what_its_eyes_see_together(mode: Mode) -> None:
    for seed in range(12):
        scene = any_scene(Random(seed))
        mine, foes = [body.id for body in scene.bodies[::2]], [body.id for body in scene.bodies[1::2]]
        seen = all_looks(scene, mine, foes, REACH)
        assert seen == all_slow_looks(scene, mine, foes)
        assert seen


def test_the_targets_seen_within_a_reach_are_those_the_joint_look_measures_nearer(mode: Mode) -> None:
    near = 0
    for seed in range(20):
        scene = any_scene(Random(seed))
        mine, foes = [body.id for body in scene.bodies[::2]], [body.id for body in scene.bodies[1::2]]
        for reach in (400.0, 900.0, 1500.0):
            seen = all_looks(scene, mine, foes, reach)
            within = [pair for pair, joint in seen.items() if joint.look.distance < reach]
            reaches = dict.fromkeys(mine, reach)
            assert seen_ahead_within(scene, reaches, tuple(foes), ARC, TERMS) == within
            near += len(seen) - len(within)
    assert near > 5, "some are seen, but farther off than the circles around them show"


def test_a_body_sees_any_part_of_a_target_ahead_where_an_observer_does(mode: Mode) -> None:
    for seed in range(12):
        scene = any_scene(Random(seed))
        mine = scene.bodies[::2]
        observers = [observer(body) for body in mine]
        pairs = [(place, foe.id) for place in range(len(mine)) for foe in scene.bodies[1::2]]
        found = are_seen_ahead(scene, [(mine[place].id, foe) for place, foe in pairs], ARC, TERMS)
        assert found == are_seen(scene, observers, pairs, TERMS)


def test_looking_ahead_in_one_scene_after_another_finds_what_each_alone_shows() -> None:
    """Rows are filled anew for each scene: bodies that moved, changed their shape, left or came back."""
    random = Random(5)
    scene = any_scene(random)
    for _ in range(40):
        body = scene.bodies[random.randrange(10)]
        pose = None if random.random() < 0.2 else Pose(random.randrange(3600), random.randrange(2400), 900)
        scene = scene.replaced(replace(body, pose=pose, shape=random.choice(SHAPES)))
        mine = [body.id for body in scene.bodies[::2] if body.pose is not None]
        foes = [body.id for body in scene.bodies[1::2]]
        assert all_looks(scene, mine, foes, REACH) == all_slow_looks(scene, mine, foes)

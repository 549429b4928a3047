"""Aiming: whom shooters have in range, arc and sight together is as each looked at by himself."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table import compiled
from sandtable.table.compiled.running import Mode
from sandtable.table.measure.arcs import Arcs
from sandtable.table.measure.distance import nearest
from sandtable.table.sight.aiming import BEHIND_FRIENDS, HIDDEN, SEEN, UNTOLD, Line, Marksman, lines_to
from sandtable.table.sight.glimpses import Watch, spotted
from sandtable.table.sight.kernels.aiming import APART
from sandtable.table.sight.ranging import Shooter, aims
from sandtable.table.sight.terms import SightTerms, Veil
from sandtable.table.space.body import standing
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene

MakeScene = Callable[[int, int, int], Scene]
REACH = 1800.0
TERMS = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=200, reach="ends"),),
    bodies="footprint",
    points=("nearest", "centre"),
    target="footprint",
)


def marksmen(scene: Scene) -> list[Marksman]:
    """All bodies on the table; every third shoots all round, every other over the heads of friends."""
    here = [body.id for body in scene.bodies if body.pose is not None]
    return [Marksman(n, REACH, all_round=n % 3 == 0, over=n % 2 == 0) for n in here]


def sight_of(scene: Scene, one: Marksman, target: int) -> int:
    """Whether a shooter sees a target, with friends and without."""
    body = scene.bodies[one.number]
    pose, side = standing(body), body.side
    eye = Point(pose.x, pose.y)
    if one.all_round:
        far, eye, _ = nearest(body, scene.bodies[target], "footprint")
        if far <= APART:
            return UNTOLD
    watches = (Watch(one.number, (eye,)),)
    if spotted(scene, watches, ((0, target),), TERMS)[0]:
        return SEEN
    friends = [body.id for body in scene.bodies if body.side == side]
    clear = one.over and spotted(scene, watches, ((0, target),), TERMS, friends)[0]
    return BEHIND_FRIENDS if clear else HIDDEN


def slowly(scene: Scene, shooters: list[Marksman], arcs: Arcs) -> list[Line]:
    """What should be found: who is in range and arc, each then looked at."""
    ranging = [Shooter(one.number, one.reach, one.all_round) for one in shooters]
    place = {one.number: n for n, one in enumerate(shooters)}
    return [
        (place[n], far, target, sight_of(scene, shooters[place[n]], target))
        for n, far, target in aims(scene, ranging, arcs)
    ]


def test_all_look_about_together_as_each_alone(random_scene: MakeScene, mode: Mode) -> None:
    found = set()
    for seed in range(12 if mode == "compiled" else 3):
        scene = random_scene(seed, 16, 4)
        for arcs in (Arcs(front=225), Arcs(front=600, border="flanks")):
            slow = slowly(scene, marksmen(scene), arcs)
            assert lines_to(scene, marksmen(scene), arcs, TERMS) == slow
            found |= {sight for *_, sight in slow}
    assert found == {HIDDEN, SEEN, BEHIND_FRIENDS, UNTOLD}


def test_nobody_to_look_about_sees_nobody(random_scene: MakeScene, mode: Mode) -> None:
    assert lines_to(random_scene(0, 4, 0), [], Arcs(front=225), TERMS) == []


def test_compiled_and_plain_see_the_same(random_scene: MakeScene) -> None:
    before, told = compiled.mode(), []
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for wanted in modes:
        compiled.use(wanted)
        scenes = [random_scene(seed, 16, 4) for seed in range(20, 24)]
        told.append([lines_to(scene, marksmen(scene), Arcs(front=225), TERMS) for scene in scenes])
    compiled.use(before)
    assert told[0] == told[1]

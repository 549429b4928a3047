"""The lanes of all shooters together are as each looked at by itself."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.measure import Arcs
from sandtable.table.sight import (
    BEHIND_FRIENDS,
    HIDDEN,
    NOT_JUDGED,
    SEEN,
    Shooter,
    SightTerms,
    Veil,
    fire_lanes,
)
from sandtable.table.space import Scene
from tests.twins import sight as slow

MakeScene = Callable[[int, int, int], Scene]
REACH = 1800.0
TERMS = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=200, reach="ends"),),
    bodies="footprint",
    points=("nearest", "centre"),
    target="footprint",
)


def shooters(scene: Scene) -> list[Shooter]:
    """All bodies on the table; every third shoots all round, every other over the heads of friends."""
    here = [body.id for body in scene.bodies if body.pose is not None]
    return [Shooter(n, REACH, all_round=n % 3 == 0, over=n % 2 == 0) for n in here]


def test_all_shooters_together_have_the_lanes_of_each_alone(random_scene: MakeScene, mode: Mode) -> None:
    found = set()
    for seed in range(12 if mode == "compiled" else 3):
        scene = random_scene(seed, 16, 4)
        for arcs in (Arcs(front=225), Arcs(front=600, border="flanks")):
            lanes = slow.lanes(scene, shooters(scene), arcs, TERMS)
            assert fire_lanes(scene, shooters(scene), arcs, TERMS) == lanes
            found |= {lane.sight for lane in lanes}
    assert found == {HIDDEN, SEEN, BEHIND_FRIENDS, NOT_JUDGED}


def test_without_shooters_there_are_no_lanes(random_scene: MakeScene, mode: Mode) -> None:
    assert fire_lanes(random_scene(0, 4, 0), [], Arcs(front=225), TERMS) == []


def test_compiled_and_plain_find_the_same_lanes(random_scene: MakeScene) -> None:
    before, found = compiled.mode(), []
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for wanted in modes:
        compiled.use(wanted)
        scenes = [random_scene(seed, 16, 4) for seed in range(20, 24)]
        found.append([fire_lanes(scene, shooters(scene), Arcs(front=225), TERMS) for scene in scenes])
    compiled.use(before)
    assert found[0] == found[1]

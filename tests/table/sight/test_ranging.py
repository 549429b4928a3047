"""Ranging: whom shooters have in range and arc together is as each pair by itself."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table.compiled.running import Mode
from sandtable.table.measure.arcs import Arcs, is_in_arc
from sandtable.table.measure.distance import distance, distance_to_point
from sandtable.table.sight.ranging import Aim, Shooter, aims
from sandtable.table.space.body import Body
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene

MakeScene = Callable[[int, int, int], Scene]
ARCS = Arcs(front=225)
REACH = 2500.0


def aim_at(one: Body, other: Body, *, all_round: bool) -> Aim | None:
    """What `aims` should find of a pair, measured by itself."""
    assert one.pose is not None
    if all_round:
        far = distance(one, other, "footprint")
        return Aim(one.id, far, other.id) if far <= REACH else None
    far = distance_to_point(other, Point(one.pose.x, one.pose.y), "footprint")
    inside = is_in_arc(one, other, "front", ARCS, "footprint")
    return Aim(one.id, far, other.id) if inside and far <= REACH else None


def test_all_shooters_aim_together_as_each_alone(random_scene: MakeScene, mode: Mode) -> None:
    found = 0
    for seed in range(8):
        scene = random_scene(seed, 16, 0)
        here = [body for body in scene.bodies if body.pose is not None]
        shooters = [Shooter(body.id, REACH, all_round=body.id % 3 == 0) for body in here]
        slow = []
        for body, shooter in zip(here, shooters, strict=True):
            enemies = [other for other in here if other.side != body.side]
            pairs = [aim_at(body, other, all_round=shooter.all_round) for other in enemies]
            slow += sorted(aim for aim in pairs if aim is not None)
        assert aims(scene, shooters, ARCS) == slow
        found += len(slow)
    assert found

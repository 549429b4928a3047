"""Slow twins of sight: fire lanes and joint looks measured pair by pair from the looks of every eye."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.table.measure import Arcs, distance, distance_to_point, is_in_arc, nearest
from sandtable.table.sight import (
    BEHIND_FRIENDS,
    HIDDEN,
    NOT_JUDGED,
    SEEN,
    FireLane,
    JointLook,
    Observer,
    Shooter,
    SightTerms,
    sightings,
)
from sandtable.table.sight.kernels.fire_lanes import APART
from sandtable.table.space import Point, Scene, standing


def joint_look(
    scene: Scene,
    observer: Observer,
    target: int,
    terms: SightTerms,
    reach: float = float("inf"),
    see_through: Iterable[int] = (),
) -> JointLook | None:
    """What the eyes of an observer see of a target together, from the look of each."""
    number, eyes, arc = observer
    (found,) = sightings(scene, number, (target,), terms, eyes, arc, reach=reach, see_through=see_through)
    return JointLook(sum(look.sees for look in found.looks), found.best) if found.sees else None


def lanes(scene: Scene, shooters: Sequence[Shooter], arcs: Arcs, terms: SightTerms) -> list[FireLane]:
    """The fire lanes of shooters, each range, arc and line of sight taken by itself."""
    found = []
    for place, shooter in enumerate(shooters):
        side = scene.bodies[shooter.number].side
        for other in scene.bodies:
            if other.pose is not None and other.side != side:
                far = range_of(scene, shooter, other.id, arcs)
                if far is not None and far <= shooter.reach:
                    found.append(FireLane(place, far, other.id, sight_of(scene, shooter, other.id, terms)))
    return sorted(found)


def range_of(scene: Scene, shooter: Shooter, target: int, arcs: Arcs) -> float | None:
    """The range of a target in the arc of a shooter, none if it is out of the arc."""
    body, other = scene.bodies[shooter.number], scene.bodies[target]
    if shooter.all_round:
        return distance(body, other, "footprint")
    if not is_in_arc(body, other, "front", arcs, "footprint"):
        return None
    pose = standing(body)
    return distance_to_point(other, Point(pose.x, pose.y), "footprint")


def sight_of(scene: Scene, shooter: Shooter, target: int, terms: SightTerms) -> int:
    """Whether a shooter sees a target, with friends and without."""
    body = scene.bodies[shooter.number]
    pose = standing(body)
    eye = Point(pose.x, pose.y)
    if shooter.all_round:
        far, eye, _ = nearest(body, scene.bodies[target], "footprint")
        if far <= APART:
            return NOT_JUDGED
    observer = Observer(shooter.number, (eye,))
    if joint_look(scene, observer, target, terms):
        return SEEN
    friends = [other.id for other in scene.bodies if other.side == body.side]
    clear = shooter.over and joint_look(scene, observer, target, terms, see_through=friends)
    return BEHIND_FRIENDS if clear else HIDDEN

"""Watching: many viewers and targets at once, against arcs that are cut and lines that are looked along."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain

from sandtable.table.compiled.running import Mode
from sandtable.table.measure.arcs import cone
from sandtable.table.measure.distance import gap, nearest_of_figures
from sandtable.table.sight.glimpses import Watch, spotted
from sandtable.table.sight.lines import SightTerms, Veil
from sandtable.table.sight.watching import (
    SEEN,
    TOUCHED,
    UNSEEN,
    Outlook,
    Targets,
    edge_row,
    opening_of,
    watch_out,
    watched,
)
from sandtable.table.space.body import SIDES, Body, Front, centre, corners, face, standing
from sandtable.table.space.plane import is_met
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Row, Scene, box
from sandtable.table.space.shape import footprint

MakeScene = Callable[[int, int, int], Scene]

ANGLE, SLACK, TOUCH = 450, 0.5, 1.0
TERMS = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=300), Veil(("house",), blocks_beyond=0, spares_own=True)),
    bodies="footprint",
    points=("centre", "corners"),
    target="footprint",
)


def outlook(through: tuple[int, ...]) -> Outlook:
    return Outlook(TERMS, through, opening_of(ANGLE, SLACK, TOUCH))


def edges_of(body: Body, faces: int) -> list[Front]:
    return [face(standing(body), body.shape, side) for side in SIDES[:faces]]


def rows_of(body: Body, faces: int) -> Row:
    """The rows of a viewer with so many faces; with none he looks all round."""
    if not faces:
        return box(standing(body), footprint(body.shape), body.id)
    return tuple(chain.from_iterable(edge_row(edge, body.id) for edge in edges_of(body, faces)))


def apart(edge: Front, target: Body) -> float:
    ends = Point(*edge.left), Point(*edge.right)
    return nearest_of_figures(ends, corners(standing(target), target.shape)).distance


def the_long_way(scene: Scene, body: Body, faces: int, target: Body, through: tuple[int, ...]) -> int:
    """Whether a viewer sees a target, each arc cut and each distance measured by itself."""
    if gap(body, target, "footprint") <= TOUCH:
        return TOUCHED
    eyes = [centre(standing(body), body.shape)]
    if faces:
        figure = corners(standing(target), target.shape)
        ahead = [
            edge
            for edge in edges_of(body, faces)
            if is_met([edge.local(corner) for corner in figure], cone(edge.width, ANGLE), SLACK)
        ]
        gaps = [apart(edge, target) for edge in ahead]
        eyes = [edge.middle for edge, far in zip(ahead, gaps, strict=True) if far <= min(gaps) + SLACK]
    watches = [Watch(body.id, (eye,)) for eye in eyes]
    pairs = [(place, target.id) for place in range(len(watches))]
    return SEEN if any(spotted(scene, watches, pairs, TERMS, through) if pairs else ()) else UNSEEN


def test_who_is_watched_is_seen_from_the_nearest_face_that_looks_at_him(
    random_scene: MakeScene, mode: Mode
) -> None:
    rng, told = random.Random(5), {SEEN: 0, UNSEEN: 0, TOUCHED: 0}
    for seed in range(12):
        scene, through = random_scene(seed, 8, 5), tuple(rng.sample(range(8), 2))
        here = [body for body in scene.bodies if body.pose is not None]
        faces = [rng.choice((0, 1, 1, 4)) for _ in here]
        viewers = [rows_of(body, count) for body, count in zip(here, faces, strict=True)]
        pairs = [(place, body.id) for place in range(len(here)) for body in here if body is not here[place]]
        found = watched(scene, viewers, pairs, outlook(through))
        for (place, target), what in zip(pairs, found, strict=True):
            expected = the_long_way(scene, here[place], faces[place], scene.bodies[target], through)
            # Who overlaps the viewer is told of only where he touches the edge.
            if expected != TOUCHED:
                assert what == expected, (seed, here[place].id, target)
            told[what] += 1
    assert min(told[SEEN], told[UNSEEN]) > 50


def test_a_viewer_sees_anybody_if_he_sees_one_within_the_limit_for_his_kind(
    random_scene: MakeScene, mode: Mode
) -> None:
    rng, told = random.Random(6), {SEEN: 0, UNSEEN: 0, TOUCHED: 0}
    for seed in range(12):
        scene = random_scene(seed, 8, 5)
        ours = [body for body in scene.bodies if body.pose is not None and body.side == 0]
        theirs = [body for body in scene.bodies if body.pose is not None and body.side == 1]
        limits = [(rng.choice((-1.0, 400.0, 1500.0)), rng.choice((200.0, 900.0))) for _ in ours]
        kinds = [rng.randrange(2) for _ in theirs]
        targets = Targets(tuple(body.id for body in theirs), tuple(kinds))
        found = watch_out(scene, [rows_of(body, 1) for body in ours], limits, targets, outlook(()))
        for body, limit, what in zip(ours, limits, found, strict=True):
            near = [
                target
                for target, kind in zip(theirs, kinds, strict=True)
                if limit[kind] >= 0.0 and gap(body, target, "footprint") <= limit[kind]
            ]
            each = watched(scene, [rows_of(body, 1)], [(0, target.id) for target in near], outlook(()))
            assert what == (SEEN if SEEN in each else TOUCHED if TOUCHED in each else UNSEEN)
            told[what] += 1
    assert min(told[SEEN], told[UNSEEN]) > 5

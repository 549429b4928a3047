"""Viewers that look from edges see what cutting each arc and looking along each line finds."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain

from sandtable.table.compiled import Mode
from sandtable.table.measure import cone, gap, nearest_of_figures
from sandtable.table.sight import (
    SEEN,
    TOUCHED,
    UNSEEN,
    EdgeSight,
    Observer,
    SightTerms,
    Targets,
    Veil,
    any_seen_from_edges,
    are_seen,
    edge_row,
    opening_of,
    seen_from_edges,
)
from sandtable.table.space import (
    SIDES,
    Body,
    Front,
    Point,
    Row,
    Scene,
    box,
    centre,
    corners,
    face,
    footprint,
    is_met,
    standing,
)

MakeScene = Callable[[int, int, int], Scene]

ANGLE, SLACK, TOUCH = 450, 0.5, 1.0
TERMS = SightTerms(
    veils=(Veil(("wood",), blocks_beyond=300), Veil(("house",), blocks_beyond=0, spares_own=True)),
    bodies="footprint",
    points=("centre", "corners"),
    target="footprint",
)


def edge_sight(through: tuple[int, ...]) -> EdgeSight:
    return EdgeSight(TERMS, through, opening_of(ANGLE, SLACK, TOUCH))


def edges_of(body: Body, faces: int) -> list[Front]:
    return [face(standing(body), body.shape, side) for side in SIDES[:faces]]


def rows_of(body: Body, faces: int) -> Row:
    """The rows of a viewer with so many faces; with none it looks all round."""
    if not faces:
        return box(standing(body), footprint(body.shape), body.id)
    return tuple(chain.from_iterable(edge_row(edge, body.id) for edge in edges_of(body, faces)))


def apart(edge: Front, target: Body) -> float:
    ends = Point(*edge.left), Point(*edge.right)
    return nearest_of_figures(ends, corners(standing(target), target.shape)).distance


def the_long_way(scene: Scene, body: Body, faces: int, target: Body, through: tuple[int, ...]) -> int:
    """Whether a viewer sees a target, each arc cut and each distance measured separately."""
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
    observers = [Observer(body.id, (eye,)) for eye in eyes]
    pairs = [(place, target.id) for place in range(len(observers))]
    return SEEN if any(are_seen(scene, observers, pairs, TERMS, through) if pairs else ()) else UNSEEN


def test_a_target_is_seen_from_the_nearest_edge_that_has_it_in_its_arc(
    random_scene: MakeScene, mode: Mode
) -> None:
    rng, results = random.Random(5), {SEEN: 0, UNSEEN: 0, TOUCHED: 0}
    for seed in range(12):
        scene, through = random_scene(seed, 8, 5), tuple(rng.sample(range(8), 2))
        here = [body for body in scene.bodies if body.pose is not None]
        faces = [rng.choice((0, 1, 1, 4)) for _ in here]
        viewers = [rows_of(body, count) for body, count in zip(here, faces, strict=True)]
        pairs = [(place, body.id) for place in range(len(here)) for body in here if body is not here[place]]
        found = seen_from_edges(scene, viewers, pairs, edge_sight(through))
        for (place, target), what in zip(pairs, found, strict=True):
            expected = the_long_way(scene, here[place], faces[place], scene.bodies[target], through)
            # A target that overlaps the viewer is TOUCHED only if it touches the edge.
            if expected != TOUCHED:
                assert what == expected, (seed, here[place].id, target)
            results[what] += 1
    assert min(results[SEEN], results[UNSEEN]) > 50


def test_a_viewer_sees_any_target_if_it_sees_one_within_the_limit_for_its_kind(
    random_scene: MakeScene, mode: Mode
) -> None:
    rng, results = random.Random(6), {SEEN: 0, UNSEEN: 0, TOUCHED: 0}
    for seed in range(12):
        scene = random_scene(seed, 8, 5)
        ours = [body for body in scene.bodies if body.pose is not None and body.side == 0]
        theirs = [body for body in scene.bodies if body.pose is not None and body.side == 1]
        limits = [(rng.choice((-1.0, 400.0, 1500.0)), rng.choice((200.0, 900.0))) for _ in ours]
        kinds = [rng.randrange(2) for _ in theirs]
        targets = Targets(tuple(body.id for body in theirs), tuple(kinds))
        viewers = [rows_of(body, 1) for body in ours]
        found = any_seen_from_edges(scene, viewers, limits, targets, edge_sight(()))
        for body, limit, what in zip(ours, limits, found, strict=True):
            near = [
                target
                for target, kind in zip(theirs, kinds, strict=True)
                if limit[kind] >= 0.0 and gap(body, target, "footprint") <= limit[kind]
            ]
            pairs = [(0, target.id) for target in near]
            each = seen_from_edges(scene, [rows_of(body, 1)], pairs, edge_sight(()))
            assert what == (SEEN if SEEN in each else TOUCHED if TOUCHED in each else UNSEEN)
            results[what] += 1
    assert min(results[SEEN], results[UNSEEN]) > 5

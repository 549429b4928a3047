"""Measurements do not depend on who asks, on what was asked before, or on how the kernels run."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table import compiled
from sandtable.table.measure import (
    Nearest,
    bases_in_contact,
    contact,
    contacts,
    distance,
    distances,
    distances_from,
    gap,
    gaps_from,
    gaps_to_all,
    nearest,
)
from sandtable.table.measure.distance import gaps_of
from sandtable.table.space import (
    HALF_TURN,
    Base,
    Body,
    Field,
    Outline,
    Pose,
    Scene,
    Shape,
    block,
    face,
    hundredths,
)

FIELD = Field(4800, 4800)
LEGION = Shape(
    tuple(Base(x, -150 * rank, 100, 100, rank) for rank in range(3) for x in (-150, -50, 50, 150)), 400, 400
)
SHAPES = (
    block(4, files=4, width=200, depth=200),
    block(7, files=2, width=100, depth=75),
    block(1, files=1, width=300, depth=100),
    LEGION,
)
OUTLINES: tuple[Outline, ...] = ("bases", "footprint")

bodies = st.builds(
    Body,
    st.just(0),
    st.just(0),
    st.builds(Pose, st.integers(1500, 3300), st.integers(1500, 3300), st.integers(0, 3599)),
    st.sampled_from(SHAPES),
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Body, Body]:
    """Two bodies of different sides, half of the time laid against one another as after a charge."""
    one, other = draw(bodies), draw(bodies)
    pose = other.pose
    if draw(st.booleans()):
        assert one.pose is not None
        edge = face(one.pose, one.shape, draw(st.sampled_from(("front", "right", "rear", "left"))))
        middle = edge.at(draw(st.integers(-300, 300)), draw(st.sampled_from((0, 0, 1, 30))))
        pose = Pose(round(middle.x), round(middle.y), (edge.heading + HALF_TURN) % 3600)
    first, second = (4, 9) if draw(st.booleans()) else (9, 4)
    return Body(first, 0, one.pose, one.shape), Body(second, 1, pose, other.shape)


@given(pairs())
def test_two_bodies_are_as_far_apart_whichever_is_asked(pair: tuple[Body, Body]) -> None:
    one, other = pair
    for outline in OUTLINES:
        assert gap(one, other, outline) == gap(other, one, outline)
        assert distance(one, other, outline) == distance(other, one, outline)
        length, here, there = nearest(one, other, outline)
        assert nearest(other, one, outline) == Nearest(length, there, here)


@given(pairs())
def test_two_bodies_touch_along_the_same_lengths_whichever_is_asked(pair: tuple[Body, Body]) -> None:
    one, other = pair
    for outline in OUTLINES:
        mine, theirs = contact(one, other, outline), contact(other, one, outline)
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert (mine.kind, mine.place, mine.length) == (theirs.kind, theirs.place, theirs.length)
            assert [(touch.theirs, touch.mine, touch.length) for touch in mine.touches] == [
                (touch.mine, touch.theirs, touch.length) for touch in theirs.touches
            ]
    both = contacts(one, other)
    assert both == (None if both is None else (contact(one, other), contact(other, one)))


@given(pairs())
def test_the_same_bases_touch_for_the_same_lengths_whichever_body_is_asked(pair: tuple[Body, Body]) -> None:
    one, other = pair
    mine = {(touch.mine, touch.theirs): touch.length for touch in bases_in_contact(one, other)}
    assert mine == {(touch.theirs, touch.mine): touch.length for touch in bases_in_contact(other, one)}


def _scene(rng: Random) -> Scene:
    """Bodies in a crowd, some of them laid against the one before."""
    standing = list[Body]()
    for number in range(6):
        pose = Pose(rng.randrange(1800, 3000), rng.randrange(1800, 3000), rng.randrange(3600))
        before = standing[-1] if standing and rng.random() < 0.5 else None
        if before is not None and before.pose is not None:
            edge = face(before.pose, before.shape, "front")
            middle = edge.at(rng.randrange(-200, 200), 0)
            pose = Pose(round(middle.x), round(middle.y), (edge.heading + HALF_TURN) % 3600)
        standing.append(Body(number, number % 2, pose, rng.choice(SHAPES)))
    return Scene(FIELD, tuple(standing))


def _lengths(scene: Scene) -> dict[tuple[int, int], tuple[float, float, float]]:
    """What is measured between each two bodies, each question in the order of their numbers."""
    told = {}
    for one in scene.bodies:
        for other in scene.bodies:
            if one.id != other.id:
                found = contact(one, other)
                told[one.id, other.id] = (
                    gap(one, other),
                    nearest(one, other).distance,
                    0.0 if found is None else found.length,
                )
    return told


@pytest.mark.parametrize("seed", range(12))
def test_what_is_measured_does_not_depend_on_what_was_asked_before(seed: int) -> None:
    rng = Random(seed)
    scene = _scene(rng)
    fresh = _lengths(scene)
    others = [_scene(rng) for _ in range(3)]
    numbers = list(range(len(scene.bodies)))
    rng.shuffle(numbers)
    for number in numbers:
        for asked in (*others, scene):
            gaps_of(number, asked)
            distances_from(asked.bodies[number], asked)
            distances(asked)
    assert _lengths(scene) == fresh
    table = distances(scene)
    for (one, other), (length, *_) in fresh.items():
        assert table.gap(one, other) == length
        assert gaps_from(one, scene)[other] == length
        assert gaps_of(one, scene)[other] == length
        assert gaps_to_all(scene.bodies[one], scene)[other] == length


@pytest.mark.parametrize("seed", range(12))
def test_what_is_measured_does_not_depend_on_how_the_kernels_run(seed: int) -> None:
    told = {}
    before = compiled.mode()
    try:
        for mode in ("plain", "compiled"):
            compiled.use(mode)
            told[mode] = _lengths(_scene(Random(seed)))
    finally:
        compiled.use(before)
    assert told["plain"] == told["compiled"]


def test_a_length_of_contact_is_the_same_fact_for_both_after_any_charge() -> None:
    """Units laid against one another along a slanting edge differ in the last places of what they share."""
    rng = Random(23)
    for _ in range(200):
        scene = _scene(rng)
        for (one, other), (_, _, length) in _lengths(scene).items():
            found = contact(scene.bodies[other], scene.bodies[one])
            assert hundredths(length) == (0 if found is None else hundredths(found.length))

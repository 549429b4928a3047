"""Collisions: the ways that are found are those that a slide along every single way finds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from sandtable.table import compiled
from sandtable.table.charge import STAGES, Incline, InclineTerms, inclines_into
from sandtable.table.compiled import Mode
from sandtable.table.forced import Slider
from sandtable.table.forced.slides import Halt, SlideRun
from sandtable.table.movement import Course, Going, LegTerms, MoveMark, Terms, Wheel, leg_end
from sandtable.table.space import (
    DEGREE,
    FULL_TURN,
    HALF_TURN,
    RADIAN,
    Body,
    Point,
    Pose,
    Scene,
    centre,
    standing,
)

Scatter = Callable[[int, int, int], Scene]

WHEELS = (0, 25, -25, 100, -100, 300, -300, 450, -450)
REACH = 1600
FAN = InclineTerms(WHEELS, 225, REACH, spare=20)


def toward(at: Pose, point: Point) -> int:
    """The turn from where a pose faces towards a point."""
    turn = (round(math.atan2(point.x - at.x, point.y - at.y) / RADIAN) - at.heading) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn


def plain(at: Pose, target: Body, widest: int) -> list[int]:
    """None, towards the middle of the target, and the widest on either hand."""
    turn = toward(at, centre(standing(target), target.shape))
    if turn <= -widest:
        return [0, -widest, widest]
    return [0, turn, widest, -widest] if 0 != turn < widest else [0, widest, -widest]


def other(at: Pose, target: Body, widest: int) -> list[int]:
    """Towards the corners of the target, and half the widest; those that are no plain ones, each once."""
    half, deep, there = target.shape.width / 2, target.shape.depth, standing(target)
    corners = [there.at(x, y) for x in (-half, half) for y in (0, -deep)]
    found = [max(min(toward(at, corner), widest), -widest) for corner in corners]
    known = plain(at, target, widest)
    return [one for one in dict.fromkeys((*found, widest // 2, -widest // 2)) if one not in known]


def laid_out(
    fan: InclineTerms, mover: Body, target: Body, stage: int
) -> Iterator[tuple[Incline, Pose, float]]:
    """All ways of a stage, each with where its wheel leads and how far that swings the outer corner."""
    wheels = ((0, 1), (1, len(fan.wheels)), (0, len(fan.wheels)))[stage]
    for n in range(*wheels):
        turn, pose = fan.wheels[n], standing(mover)
        if turn:
            pose = leg_end(Wheel("right" if turn > 0 else "left", abs(turn)), pose, mover.shape)
        slides, first = plain(pose, target, fan.widest), 0
        if stage == STAGES - 1:
            slides, first = other(pose, target, fan.widest), len(slides)
        for k, slide in enumerate(slides):
            way = Incline(n, first + k, (pose.heading + slide) % FULL_TURN)
            yield way, pose, math.radians(abs(turn) / DEGREE) * mover.shape.width


def slowly(
    course: Course,
    mover: Body,
    fan: InclineTerms,
    target: Body,
    stage: int,
    distance: int,
    *,
    back: int = 0,
    paid: bool = False,
) -> list[Incline]:
    """What should be found in a stage: every way laid out, and told of by a slider."""
    ways = list(laid_out(fan, mover, target, stage))
    poses = [(pose.shifted(0, -back), way.heading) for way, pose, _ in ways]
    spent = [swing - fan.spare for _, _, swing in ways]
    slider = Slider(course)
    runs = [slider.run(*pose, distance) for pose in poses]
    return [
        way
        for (way, _, _), run, gone in zip(ways, runs, spent, strict=True)
        if _runs_into(slider.halts(run), target, distance - gone) and (not paid or _comes_to(run, target))
    ]


def _runs_into(halts: tuple[Halt, ...], target: Body, until: float) -> bool:
    """Does a slide with these halts run into a body by a moment, and into nothing else before?"""
    into = [halt.at for halt in halts if (halt.why, halt.body) == ("body", target.id)]
    return bool(into) and into[0] < until and all(halt.at >= into[0] for halt in halts)


def _comes_to(run: SlideRun, target: Body) -> bool:
    """Is a slide halted by a body and by nothing else?"""
    return run.halt is not None and (run.halt.why, run.halt.body) == ("body", target.id)


def course_in(scene: Scene) -> Course:
    goings = Going("water", entry="barred"), Going("rough", mark="slow"), Going("forest", multiplier=3.0)
    terms = Terms(
        REACH,
        (LegTerms("advance"),),
        goings=goings,
        marks=(MoveMark("slow", REACH // 2),),
        outline="footprint",
    )
    return Course(scene.bodies[0], terms, scene)


def test_ways_are_found_as_when_all_are_laid_out(scatter: Scatter, mode: Mode) -> None:
    told, unpaid = [0] * STAGES, 0
    for seed in range(12 if mode == "compiled" else 4):
        scene = scatter(seed, 9, 5)
        course = course_in(scene)
        for target in scene.bodies[1::2]:
            for stage in range(STAGES):
                for distance, back, paid in ((REACH, 0, False), (REACH // 2, 4, False), (REACH, 0, True)):
                    asked = course, scene.bodies[0], FAN, target
                    _, found = inclines_into(*asked, (stage, stage + 1), distance, back=back, paid=paid)
                    slow = slowly(*asked, stage, distance, back=back, paid=paid)
                    assert found == slow, (seed, target.id, stage)
                    told[stage] += len(found)
                    unpaid += paid and len(found) < len(slowly(*asked, stage, distance))
    assert all(told)
    assert unpaid


def test_the_first_stage_in_which_any_way_leads_up_to_the_body_is_told_of(scatter: Scatter) -> None:
    stages = set()
    for seed in range(30):
        scene = scatter(seed, 9, 5)
        course = course_in(scene)
        for target in scene.bodies[1::2]:
            asked = course, scene.bodies[0], FAN, target
            each = [inclines_into(*asked, (stage, stage + 1), REACH)[1] for stage in range(STAGES)]
            first = next((stage for stage in range(STAGES) if each[stage]), STAGES)
            assert inclines_into(*asked, (0, STAGES), REACH) == (first, (*each, [])[first])
            stages.add(first)
    assert stages >= {0, 1, STAGES}


def test_compiled_and_plain_find_the_same_ways(scatter: Scatter) -> None:
    before, told = compiled.mode(), []
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for wanted in modes:
        compiled.use(wanted)
        scenes = [scatter(seed, 9, 5) for seed in range(40, 46)]
        asked = [
            (course_in(scene), scene.bodies[0], FAN, target)
            for scene in scenes
            for target in scene.bodies[1::2]
        ]
        told.append([inclines_into(*one, (0, STAGES), REACH) for one in asked])
    compiled.use(before)
    assert told[0] == told[1]

"""Arrivals: units of a command that comes later enter over the edge of the table (setup.arrivals)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn import officers
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.marching import make_move
from sandtable.systems.tricorn.movement import Gait, move_terms, scene_for, towards
from sandtable.systems.tricorn.movement_events import UnitStood
from sandtable.systems.tricorn.paths import Listed
from sandtable.systems.tricorn.rates import share_open
from sandtable.table.measure import gaps_to_all, is_on_table
from sandtable.table.movement import LEG_SIDES, Advance, Plan, Verdict, Wheel, course_of
from sandtable.table.planning import longest_leg
from sandtable.table.space import DEGREE, TOLERANCE, Body, Scene

STEP: Final = 25
"""A blocked entry point is shifted along the edge in steps of this length (setup.arrivals)."""
FARTHEST: Final = 400
"""How many steps are tried in each direction."""


class ComeOn(Listed, frozen=True, kw_only=True):
    """Plan how a unit enters from its entry point; with an empty plan it waits (setup.arrivals)."""

    decision: str = "arrive.enter"
    rule = "setup.arrivals"
    form = "ComeOn"
    name = "Enter"
    asks = "Bring on"

    def judge(self, answer: object) -> Verdict | Refusal:
        """Accept a legal plan that ends wholly on the table."""
        verdict = super().judge(answer)
        if isinstance(verdict, Refusal) or not verdict.plan:
            return verdict
        there = Body(self.body.id, self.body.side, verdict.end, verdict.shape)
        if is_on_table(there, self.scene.field):
            return verdict
        return Refusal("a unit that comes on ends wholly on the table", rule="setup.arrivals")


def due(battle: TricornBattle) -> tuple[TricornUnit, ...]:
    """The units of the active command that wait off the table (setup.arrivals)."""
    activation = battle.activation
    if activation is None or activation.command is None:
        return ()
    waiting = battle.waiting()
    if not waiting:
        return ()
    mine = [unit for unit in waiting if unit.command == activation.command]
    return tuple([unit for unit in mine if unit.entry is not None and not unit.named])


def at_entry(battle: TricornBattle, unit: TricornUnit) -> TricornUnit | None:
    """A unit just outside its entry point; a blocked point is shifted to the nearest free one, and None means
    there is none.

    setup.arrivals
    """
    assert unit.entry is not None
    scene = scene_for(battle, unit)
    for aside in _outward():
        pose = unit.entry.shifted(aside, 0)
        inside = replace(unit, pose=pose.shifted(0, unit.shape.depth))
        if is_on_table(inside, battle.field) and _is_free(inside, scene):
            return replace(unit, pose=pose)
    return None


def _outward() -> Iterator[int]:
    yield 0
    for step in range(1, FARTHEST):
        yield from (-step * STEP, step * STEP)


def _is_free(body: Body, scene: Scene) -> bool:
    gaps = gaps_to_all(body, scene, "footprint")
    return all(gap >= -TOLERANCE for number, gap in enumerate(gaps) if number != body.id)


def entry_of(battle: TricornBattle, unit: TricornUnit) -> ComeOn | None:
    """The question of how a unit enters; None if it cannot (setup.arrivals)."""
    here = at_entry(battle, unit)
    if here is None:
        return None
    terms = replace(move_terms(battle, here, share_open(battle, unit), Gait.ENTRY), off_table="open")
    scene = scene_for(battle, unit).replaced(here)
    asked = ComeOn(unit.side, here, terms, scene, towards(battle, here), ways=((),))
    return replace(asked, ways=((), *_ways(asked)))


def _ways(asked: ComeOn) -> Iterator[Plan]:
    """Straight ahead as far as possible, just over the edge, and slightly to either side."""
    course = course_of(asked.body, asked.terms, asked.scene)
    far, over = max(asked.terms.allowance, 1), asked.body.shape.depth
    made, _ = longest_leg(course, Advance(far), course.start)
    plans: list[Plan] = [(made,), (Advance(over),)] if made is not None else []
    plans += [
        (Advance(over), Wheel(side, 30 * DEGREE), Advance(max(far - over - 100, 1))) for side in LEG_SIDES
    ]
    for plan in dict.fromkeys(plans):
        if not isinstance(asked.judge(plan), Refusal):
            yield plan


async def arrive(battle: TricornBattle, unit: int) -> TricornBattle:
    """A unit enters or waits; its General appears with the first unit of his command (setup.arrivals)."""
    one = battle.units[unit]
    question = entry_of(battle, one)
    if question is None:
        return await tell(battle, UnitStood(unit))
    verdict = await question
    if not verdict.plan:
        return await tell(battle, UnitStood(unit))
    here = question.body
    assert isinstance(here, TricornUnit)
    battle = await make_move(battle, here, verdict)
    return await officers.appear_with(battle, unit)

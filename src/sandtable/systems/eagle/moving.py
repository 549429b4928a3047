"""Moves of units on the table: marches, dice moves, steps, and their cost in disorder.

A move is planned on the terms of ``movement`` and made; its points are marked at its end (movement.measure).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, do, tell
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of, points_of, reach_of
from sandtable.systems.eagle.engagements import March
from sandtable.systems.eagle.events import UnitMoved
from sandtable.systems.eagle.flight import DiceMove, Rolled, fatigue, optional_dice, roll_move
from sandtable.systems.eagle.ground import rough_points
from sandtable.systems.eagle.lights import Fallback, fallbacks, give_ground, yielding
from sandtable.systems.eagle.movement import (
    Pace,
    farthest,
    march_distance,
    may_march,
    move_terms,
    plan_of,
    scene_for,
    step_terms,
)
from sandtable.systems.eagle.nearness import is_beyond, is_within, nearest_foes
from sandtable.systems.eagle.passage import first_overlaps, may_be_near_enemy, pass_through, settle_debts
from sandtable.systems.eagle.records import Cause, Record
from sandtable.systems.eagle.troops import Formation, TroopClass
from sandtable.systems.eagle.words import name
from sandtable.table.measure import gap
from sandtable.table.movement import (
    AboutFace,
    Advance,
    Keep,
    Oblique,
    Plan,
    Retire,
    Shift,
    Terms,
    Turn,
    Verdict,
    Wheel,
    end_shape,
    leg_end,
)
from sandtable.table.planning import farthest_legal
from sandtable.table.space import INCH, Body, standing


class Going(StrEnum):
    """How a unit beyond 8 in of the enemy moves (decision.march-or-dice)."""

    MARCH = "march move"
    DICE = "dice move"


GOINGS: Final = tuple(Going)


class MarchOrDice(Choose[Going], frozen=True, kw_only=True):
    """Choose whether a unit marches or moves by its dice (movement.march.limits)."""

    decision: str = "decision.march-or-dice"
    rule = "movement.march.limits"
    title = "March, or dice?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"How does {name(battle, self.unit)} move?"

    def face(self, battle: EagleBattle, option: Going) -> Face:
        """A march or a dice move, and how far it leads (movement.march, movement.within8)."""
        unit = battle.units[self.unit]
        if option is Going.DICE:
            return Face("Dice move", dice_note(unit), unit.id)
        far = march_distance(mounted=unit.is_mounted)
        return Face("March", f"{far / INCH:g} in, not within 8 in of the enemy", unit.id)


# --------------------------------------------------------------------- how far
async def pace_of(battle: EagleBattle, unit: int) -> Pace:
    """How far a unit may go: a march without dice, or by its dice.

    movement.march, movement.within8, movement.dice.choice, movement.march.limits
    """
    one = battle.units[unit]
    if may_march(battle, one):
        said = await MarchOrDice(one.side, GOINGS, unit=unit)
        if said is Going.MARCH:
            return march_pace(one)
    return dice_pace(await do(roll_move, dice_of(one)))


def march_pace(unit: EagleUnit) -> Pace:
    """The pace of a march move (movement.march)."""
    far = march_distance(mounted=unit.is_mounted)
    return Pace(far, far)


def dice_pace(rolled: Rolled) -> Pace:
    """The pace that the dice of a move allow (movement.within8)."""
    return Pace(rolled.inches * INCH, rolled.inches * INCH, rolled)


def dice_of(unit: EagleUnit, *, all_dice: bool = False) -> DiceMove:
    """The dice open to a unit that moves (movement.within8.cavalry, movement.cavalry.moved-before)."""
    return DiceMove(
        mounted=unit.is_mounted,
        moved_before=unit.rode_before,
        formed=unit.formed,
        formation=unit.formation,
        all_dice=all_dice,
        seat=unit.side,
        unit=unit.id,
    )


def dice_note(unit: EagleUnit) -> str:
    """The dice of a unit's move in words (movement.within8, movement.within8.cavalry)."""
    return f"AvD and up to {optional_dice(dice_of(unit)).whole}D6"


# --------------------------------------------------------------------- moves
async def move(battle: EagleBattle, unit: int, pace: Pace) -> EagleBattle:
    """A unit makes a march or dice move that its owner plans (decision.move-path, movement.measure)."""
    one = battle.units[unit]
    terms = move_terms(battle, one, pace)
    verdict = await plan_of(battle, one, terms)
    return await complete(battle, unit, verdict, terms, pace)


async def step(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit side-steps or steps back as its whole move, without dice (movement.side-step.detail)."""
    one = battle.units[unit]
    terms = step_terms(battle, one)
    verdict = await plan_of(battle, one, terms)
    return await complete(battle, unit, verdict, terms, None)


async def complete(
    battle: EagleBattle,
    unit: int,
    verdict: Verdict,
    terms: Terms,
    pace: Pace | None,
    record: Record | None = None,
) -> EagleBattle:
    """A unit makes a judged move: lights give way, it moves, and its points are marked.

    movement.measure, movement.lights-fall-back.detail, movement.fatigue.detail, movement.passage.detail;
    ``record`` overrides the record that its way would give, if the move leads anywhere
    """
    before, where = battle.units[unit], battle
    if verdict.plan:
        battle, verdict = await _driven(battle, before, verdict, terms)
    if verdict.plan:
        written, leads, march = record_of(where, before, verdict), goes(verdict.plan), None
        if leads:
            written = record or written
            march = March(unit, verdict.plan) if pace is None else pace.march(unit, verdict.plan)
        stationary = not leads and not any(isinstance(leg, AboutFace) for leg in verdict.plan)
        battle = await settle_debts(battle, unit) if not stationary else battle
        there = UnitMoved(
            unit, verdict.end, written, before.formation, before.ranks, verdict.shape, stationary, march
        )
        battle = await tell(battle, there)
    return await _paid(battle, unit, before, where, verdict, terms, pace)


async def _driven(
    battle: EagleBattle, before: EagleUnit, verdict: Verdict, terms: Terms
) -> tuple[EagleBattle, Verdict]:
    """Lights fall back before the actual end of a move; one that cannot stops it an inch short.

    movement.lights-fall-back.detail
    """
    gives_way, at_bay, made = yielding(battle, before), dict[int, Fallback](), verdict
    while gives_way and made.plan:
        fallen = fallbacks(battle, before, made.plan, made.end, made.shape, gives_way)
        blocked = {one.unit: one for one in fallen if not one.clear and one.unit not in at_bay}
        if not blocked:
            return await give_ground(battle, tuple(at_bay.get(one.unit, one) for one in fallen)), made
        at_bay |= blocked
        made = _stopped(battle, before, verdict, terms, at_bay)
    return battle, made


def _stopped(
    battle: EagleBattle, before: EagleUnit, verdict: Verdict, terms: Terms, at_bay: dict[int, Fallback]
) -> Verdict:
    """A move that ends an inch short of lights that cannot fall back (movement.lights-fall-back.detail)."""
    rule, apart = "movement.lights-fall-back.detail", apart_of("movement.lights-fall-back.detail")
    keep = Keep(tuple(at_bay), apart, rule=rule, words="1 in from lights at bay")
    lights = (replace(battle.units[number], pose=light.to) for number, light in at_bay.items())
    scene = scene_for(battle, before, terms.allowance).replaced(*lights)
    return farthest_legal(before, verdict.plan, replace(terms, keeps=(*terms.keeps, keep)), scene)


def goes(plan: Plan) -> bool:
    """Does a plan change the unit's place, rather than only turn it on the spot?"""
    return any(isinstance(leg, Advance | Oblique | Wheel | Shift | Retire) for leg in plan)


def record_of(battle: EagleBattle, unit: EagleUnit, verdict: Verdict) -> Record:
    """The record of a move: a withdrawal if it leads away from the enemy nearest at its start.

    control.last-move: a step back is a withdrawal; a side-step or a turn on the spot is standing
    """
    kinds = {type(leg) for leg in verdict.plan}
    if not verdict.plan or kinds <= {Shift, Turn, AboutFace}:
        return Record.STAND
    if Retire in kinds:
        return Record.WITHDRAW
    near = [battle.units[foe] for foe in nearest_foes(battle, unit)]
    there = Body(unit.id, unit.side, verdict.end, verdict.shape)
    farther = any(is_beyond(gap(there, foe), max(gap(unit, foe), 0.0)) for foe in near)
    return Record.WITHDRAW if farther else Record.ADVANCE


# --------------------------------------------------------------------- what a move costs
async def _paid(
    battle: EagleBattle,
    unit: int,
    before: EagleUnit,
    where: EagleBattle,
    verdict: Verdict,
    terms: Terms,
    pace: Pace | None,
) -> EagleBattle:
    """The points of a move, marked at its end one by one (movement.measure, morale.three-cap.detail)."""
    if pace is not None and pace.rolled is not None:
        tired = fatigue(dice_of(before), pace.rolled)
        battle = await losses.disorder(battle, unit, tired.whole, Cause.FATIGUE, "movement.fatigue")
    if verdict.ground:
        rough = rough_points(battle, before, verdict.ground)
        rule = "terrain.rough.hi" if before.troop_class is TroopClass.HI else "terrain.rough.mi"
        battle = await losses.disorder(battle, unit, rough, Cause.MANOEUVRE, rule)
    kinds = [type(leg) for leg in verdict.plan]
    if AboutFace in kinds:
        battle = await about_faced(battle, unit, kinds.count(AboutFace))
    if Wheel in kinds and wheels_near_enemy(where, before, verdict.plan):
        points = points_of("movement.wheel.hi")
        battle = await losses.disorder(battle, unit, points, Cause.MANOEUVRE, "movement.wheel.hi")
    if not verdict.passed:
        return battle
    friends = tuple(one for one in verdict.passed if where.units[one].side == before.side)
    overlaps: dict[int, Body] = {}
    if before.formed and may_be_near_enemy(where, before, farthest(before, terms.allowance)):
        overlaps = first_overlaps(before, verdict.plan, scene_for(where, before, terms.allowance))
    return await pass_through(battle, unit, friends, overlaps)


async def about_faced(battle: EagleBattle, unit: int, times: int) -> EagleBattle:
    """Formed cavalry takes a point each time it faces about (movement.about-face)."""
    one = battle.units[unit]
    if not times or not one.formed or one.troop_class is not TroopClass.CAV:
        return battle
    points = times * points_of("movement.about-face")
    return await losses.disorder(battle, unit, points, Cause.MANOEUVRE, "movement.about-face")


def wheels_near_enemy(battle: EagleBattle, unit: EagleUnit, plan: Plan) -> bool:
    """Do formed HI wheel within 8 in of an enemy, neither in wedge nor in column?

    movement.wheel.hi, movement.wheel.detail: judged where a wheel starts, once a turn
    """
    if unit.troop_class is not TroopClass.HI or not unit.formed:
        return False
    if unit.formation in (Formation.WEDGE, Formation.COLUMN):
        return False
    pose, shape = standing(unit), unit.shape
    for leg in plan:
        if isinstance(leg, Wheel) and _is_near(battle, Body(unit.id, unit.side, pose, shape)):
            return True
        pose, shape = leg_end(leg, pose, shape), end_shape(leg, shape)
    return False


def _is_near(battle: EagleBattle, body: Body) -> bool:
    limit = reach_of("movement.wheel.hi")
    return any(is_within(gap(body, enemy), limit) for enemy in battle.unbroken(1 - body.side))

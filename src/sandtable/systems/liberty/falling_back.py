"""RETIRE and RETREAT as orders: full moves to the rear (orders.full-move)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple, cast

from sandtable.game.battle import scene_of
from sandtable.game.questions import Choose, tell
from sandtable.game.tally import Tally
from sandtable.systems.liberty import forms
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.marching import (
    A_LITTLE,
    TOUCHING,
    Moved,
    arrive,
    is_at_obstacle,
    obstacles_met,
    over,
    set_out,
)
from sandtable.systems.liberty.movement import (
    GUNS,
    SLOWED,
    March,
    allowance,
    back_terms,
    has_ground,
    hundredths,
    ignores_difficult,
    kinds_of_ground,
    moving_scene,
    obstacles_under,
)
from sandtable.systems.liberty.orders_events import UnitWithdrew
from sandtable.systems.liberty.placing import place
from sandtable.table.body import Body, standing
from sandtable.table.check import check
from sandtable.table.course import Standing, course_of, mark_bits
from sandtable.table.distance import distance_to_edge, gaps_to_all, within
from sandtable.table.further import Runner
from sandtable.table.ground import TableSide
from sandtable.table.legs import AboutFace, Retire, end
from sandtable.table.measure import DEGREE, INCH, TOLERANCE
from sandtable.table.passage import passage
from sandtable.table.pose import Pose
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape
from sandtable.table.terms import Terms
from sandtable.table.terrain import ground_under, is_on_table

SLANTS: Final = tuple(slant * DEGREE for slant in (0, 15, -15, 30, -30, 45, -45))
"""Ways to the rear that are offered: straight back, then aslant, right before left."""


class WayBack(NamedTuple):
    """A way into the rear arc: how far it leans to the unit's own right, and how far it leads, in hundredths
    of an inch, before an obstacle or its end."""

    slant: int
    goes: int


# --------------------------------------------------------------------- RETIRE
async def retire(battle: LibertyBattle, number: int) -> LibertyBattle:
    """RETIRE: the full ADVANCE rate into the rear arc with the facing kept, which way the owner chooses.

    orders.retire, orders.retire.direction, orders.full-move
    """
    battle = await forms.before_move(battle, battle.units[number], Order.RETIRE)
    battle, march = await set_out(battle, number, March(Order.RETIRE))
    unit = battle.units[number]
    ways = ways_back(battle, unit, march)
    if not ways:
        return await arrive(battle, number, Order.RETIRE)
    chosen = ways[0]
    if len(ways) > 1:
        chosen = await Choose("retire-direction", unit.side, ways, about=(number,))
    moved, _ = await go_back(battle, number, march, chosen.slant)
    return await arrive(moved.battle, number, Order.RETIRE, moved.passed)


def ways_back(battle: LibertyBattle, unit: Regiment, march: March) -> tuple[WayBack, ...]:
    """The ways on which a unit that retires gets anywhere, and how far (orders.retire.direction)."""
    terms = _terms(battle, unit, march, allowance(battle, unit, march))
    if not terms.allowance:
        return ()
    lengths = Runner(course_of(unit, terms, moving_scene(battle))).back(terms.allowance, SLANTS)
    return tuple(WayBack(slant, goes) for slant, goes in zip(SLANTS, lengths, strict=True) if goes)


# --------------------------------------------------------------------- RETREAT
async def retreat(battle: LibertyBattle, number: int) -> LibertyBattle:
    """RETREAT: the full RUN rate straight back, then a turn about on its centre, even if it could not move.

    orders.retreat, orders.full-move, orders.retreat.difficult
    """
    battle, march = await set_out(battle, number, March(Order.RETREAT))
    if _meets_difficult(battle, battle.units[number], march):
        march = March(Order.RETIRE, dice=march.dice)
    before = scene_of(battle)
    moved, left = await go_back(battle, number, march, 0)
    battle, unit = moved.battle, moved.battle.units[number]
    assert unit.pose is not None
    if hundredths(left) and _leaves(battle, unit, march, left):
        battle = await arrive(battle, number, Order.RETREAT, moved.passed)
        stays = battle.units[number].pose != unit.pose or battle.units[number].disorder
        return battle if stays else await tell(battle, UnitWithdrew(number))
    battle = await place(battle, number, _turned(before, unit))
    return await arrive(battle, number, Order.RETREAT, moved.passed)


def _turned(scene: Scene, unit: Regiment) -> Pose:
    """A unit turned about on its centre, where it stays as it is if there is no room among the others.

    They stand as they stood before it went, so a scene of then does. Only a column whose last base stands
    alone can lack room: its other ranks swing into the empty corners (formation.column). It then keeps its
    heading, as a router does (orders.full-move, rout.direction).
    """
    assert unit.pose is not None
    pose = end(AboutFace(), unit.pose, unit.shape)
    turned = Body(unit.id, unit.side, pose, unit.shape)
    gaps = gaps_to_all(turned, scene)
    gaps[unit.id] = math.inf
    return pose if within(-min(gaps), 0) and is_on_table(turned, scene.field) else unit.pose


def _meets_difficult(battle: LibertyBattle, unit: Regiment, march: March) -> bool:
    """Does a RETREAT start in DIFFICULT terrain, or would it enter it? Then it goes at the ADVANCE rate.

    orders.retreat.difficult
    """
    if ignores_difficult(unit) or not has_ground(battle.field, kinds_of_ground("difficult")):
        return False
    terms = _terms(battle, unit, march, allowance(battle, unit, march))
    _, after = _slid(battle, unit, terms, 0)
    return bool(after.marks & mark_bits(terms, SLOWED))


def _leaves(battle: LibertyBattle, unit: Regiment, march: March, left: Tally) -> bool:
    """Does a unit that goes straight back meet the table edge over which its scenario lets it leave?

    All others stop at the edge (edge.others).
    """
    if not unit.may_leave:
        return False
    edge, terms = cast(TableSide, unit.may_leave), back_terms(battle, unit, march, left)
    met = check(unit, (Retire(A_LITTLE),), terms, moving_scene(battle)).obstacles
    at_edge = any(one.code == "table" and one.at <= TOUCHING for one in met)
    return at_edge and distance_to_edge(unit, battle.field, edge) <= TOLERANCE


# --------------------------------------------------------------------- the slide
async def go_back(battle: LibertyBattle, number: int, march: March, slant: int) -> tuple[Moved, Tally]:
    """Slide to the rear for the whole allowance, or as far as it goes, over obstacles where there is enough;
    and what of it is left.

    orders.full-move, movement.obstacle.when. To go back over an obstacle under its own bases is a new
    crossing (terrain.obstacle.under).
    """
    left = allowance(battle, battle.units[number], march)
    moved = Moved(battle)
    crossed: tuple[str, ...] = ()
    for under in _to_recross(battle, battle.units[number]):
        left, crossed = await over(battle, number, left, under), (*crossed, under)
    while hundredths(left):
        moved, left = await _slide(moved, number, march, left, slant, crossed)
        obstacle = _obstacle_behind(moved.battle, number, march, left, slant, crossed)
        if obstacle is None:
            break
        left, crossed = await over(moved.battle, number, left, obstacle), (*crossed, obstacle)
    return moved, left


def _to_recross(battle: LibertyBattle, unit: Regiment) -> tuple[str, ...]:
    """The obstacles under its bases that a unit has to go back over (terrain.obstacle.under).

    Guns cross none (movement.no-move.column): they stand over one only by a change of form, and move off it.
    """
    return () if unit.arm in GUNS else obstacles_under(battle, unit)


async def _slide(
    moved: Moved, number: int, march: March, left: Tally, slant: int, crossed: tuple[str, ...]
) -> tuple[Moved, Tally]:
    """One slide, up to what stops it; if it would end with its leading rank across an obstacle, none.

    movement.obstacle.when
    """
    battle, unit = moved.battle, moved.battle.units[number]
    terms = _terms(battle, unit, march, left, crossed)
    leg, after = _slid(battle, unit, terms, slant)
    if leg is None or _is_astride(battle, unit, after.pose, crossed):
        return moved, left
    way = passage(course_of(unit, terms, moving_scene(battle)), leg, standing(unit), unit.shape)
    passed = moved.passed if way is None else (*moved.passed, *way.bodies)
    battle = await place(battle, number, after.pose)
    left = left.plus(-after.spent / INCH, "gone already", "movement.allowance")
    return Moved(battle, passed), left


def _obstacle_behind(
    battle: LibertyBattle, number: int, march: March, left: Tally, slant: int, crossed: tuple[str, ...]
) -> str | None:
    """The obstacle that a slide has come to and has to be rolled for, if there is one and it may be crossed.

    movement.no-move.column
    """
    unit = battle.units[number]
    if unit.arm in GUNS or not hundredths(left) or not has_ground(battle.field, kinds_of_ground("obstacle")):
        return None
    scene = moving_scene(battle)
    if not is_at_obstacle(unit, scene):
        return None
    terms = back_terms(battle, unit, march, left, crossed)
    met = obstacles_met(unit, Retire(A_LITTLE, slant), terms, scene)
    return next((piece for piece in met if piece not in crossed), None)


def _slid(battle: LibertyBattle, unit: Regiment, terms: Terms, slant: int) -> tuple[Retire | None, Standing]:
    """How far a unit slides to the rear, stopping short of friends that it cannot clear, and how it stands.

    movement.interpenetrate.artillery
    """
    runner = Runner(course_of(unit, terms, moving_scene(battle)))
    if not terms.allowance:
        return None, runner.start
    leg, after = runner.further(Retire(terms.allowance, slant), runner.start)
    return cast(Retire | None, leg), after


class _Known(NamedTuple):
    """The terms of a move to the rear that were made last, and what for."""

    battle: LibertyBattle
    unit: Regiment
    march: March
    left: Tally
    crossed: tuple[str, ...]
    terms: Terms


_last: _Known | None = None


def _terms(
    battle: LibertyBattle, unit: Regiment, march: March, left: Tally, crossed: tuple[str, ...] = ()
) -> Terms:
    """The terms of a move to the rear; a way that was looked at is gone next, so the last are remembered."""
    global _last
    last = _last
    same = last is not None and last.battle is battle and last.unit is unit
    if last is not None and same and (last.march, last.left, last.crossed) == (march, left, crossed):
        return last.terms
    terms = back_terms(battle, unit, march, left, crossed)
    _last = _Known(battle, unit, march, left, crossed, terms)
    return terms


def _is_astride(battle: LibertyBattle, unit: Regiment, at: Pose, crossed: tuple[str, ...]) -> bool:
    """Would the leading rank of a unit that goes backwards, its last, stand across one of these obstacles?"""
    if not crossed:
        return False
    last = max(base.rank for base in unit.shape.bases)
    rear = tuple(base for base in unit.shape.bases if base.rank == last)
    field = moving_scene(battle).field
    under = ground_under(Body(unit.id, unit.side, at, Shape(rear, unit.shape.width, unit.shape.depth)), field)
    return any(field.pieces[piece].id in crossed for piece in under)

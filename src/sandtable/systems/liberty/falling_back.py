"""RETIRE and RETREAT as orders: full moves to the rear (orders.full-move)."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from msgspec.structs import replace

from sandtable.game.questions import Choose, tell
from sandtable.game.tally import Tally
from sandtable.systems.liberty import forms
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.marching import A_LITTLE, TOUCHING, Moved, arrive, obstacles_met, over, set_out
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
from sandtable.table.body import Body
from sandtable.table.check import Verdict, judge
from sandtable.table.contact import is_overlapping
from sandtable.table.course import course_of
from sandtable.table.distance import distance_to_edge
from sandtable.table.further import Runner
from sandtable.table.ground import TableSide
from sandtable.table.legs import AboutFace, Retire, end
from sandtable.table.measure import DEGREE, INCH, TOLERANCE
from sandtable.table.pose import Pose
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
    left = allowance(battle, unit, march)
    terms = back_terms(battle, unit, march, left)
    found = ((slant, _slid(battle, unit, terms, slant)) for slant in SLANTS)
    return tuple(WayBack(slant, leg.distance) for slant, leg in found if leg is not None)


# --------------------------------------------------------------------- RETREAT
async def retreat(battle: LibertyBattle, number: int) -> LibertyBattle:
    """RETREAT: the full RUN rate straight back, then a turn about on its centre, even if it could not move.

    orders.retreat, orders.full-move, orders.retreat.difficult
    """
    battle, march = await set_out(battle, number, March(Order.RETREAT))
    if _meets_difficult(battle, battle.units[number], march):
        march = March(Order.RETIRE, dice=march.dice)
    moved, left = await go_back(battle, number, march, 0)
    battle, unit = moved.battle, moved.battle.units[number]
    assert unit.pose is not None
    if hundredths(left) and _leaves(battle, unit, back_terms(battle, unit, march, left)):
        battle = await arrive(battle, number, Order.RETREAT, moved.passed)
        stays = battle.units[number].pose != unit.pose or battle.units[number].disorder
        return battle if stays else await tell(battle, UnitWithdrew(number))
    battle = await place(battle, number, _turned(battle, unit))
    return await arrive(battle, number, Order.RETREAT, moved.passed)


def _turned(battle: LibertyBattle, unit: Regiment) -> Pose:
    """A unit turned about on its centre, where it stays as it is if there is no room.

    Only a column whose last base stands alone can lack room: its other ranks swing into the empty corners
    (formation.column). It then keeps its heading, as a router does (orders.full-move, rout.direction).
    """
    assert unit.pose is not None
    turned = replace(unit, pose=end(AboutFace(), unit.pose, unit.shape))
    assert turned.pose is not None
    others = (other for other in battle.units if other.pose is not None and other.id != unit.id)
    fits = is_on_table(turned, battle.field) and not any(is_overlapping(turned, other) for other in others)
    return turned.pose if fits else unit.pose


def _meets_difficult(battle: LibertyBattle, unit: Regiment, march: March) -> bool:
    """Does a RETREAT start in DIFFICULT terrain, or would it enter it? Then it goes at the ADVANCE rate.

    orders.retreat.difficult
    """
    if ignores_difficult(unit) or not has_ground(battle.field, kinds_of_ground("difficult")):
        return False
    terms = back_terms(battle, unit, march, allowance(battle, unit, march))
    leg = _slid(battle, unit, terms, 0)
    return leg is not None and SLOWED in _judged(battle, unit, terms, leg).marks


def _leaves(battle: LibertyBattle, unit: Regiment, terms: Terms) -> bool:
    """Does a unit that goes straight back meet the table edge over which its scenario lets it leave?

    All others stop at the edge (edge.others).
    """
    if not unit.may_leave:
        return False
    edge = cast(TableSide, unit.may_leave)
    met = _judged(battle, unit, terms, Retire(A_LITTLE)).obstacles
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
    terms = back_terms(battle, unit, march, left, crossed)
    leg = _slid(battle, unit, terms, slant)
    if leg is None:
        return moved, left
    verdict = _judged(battle, unit, terms, leg)
    if _is_astride(battle, unit, verdict.end, crossed):
        return moved, left
    battle = await place(battle, number, verdict.end)
    left = left.plus(-verdict.cost / INCH, "gone already", "movement.allowance")
    return Moved(battle, moved.passed + verdict.passed), left


def _obstacle_behind(
    battle: LibertyBattle, number: int, march: March, left: Tally, slant: int, crossed: tuple[str, ...]
) -> str | None:
    """The obstacle that a slide has come to and has to be rolled for, if there is one and it may be crossed.

    movement.no-move.column
    """
    unit = battle.units[number]
    if unit.arm in GUNS or not hundredths(left) or not has_ground(battle.field, kinds_of_ground("obstacle")):
        return None
    terms = back_terms(battle, unit, march, left, crossed)
    met = obstacles_met(unit, Retire(A_LITTLE, slant), terms, moving_scene(battle))
    return next((piece for piece in met if piece not in crossed), None)


def _slid(battle: LibertyBattle, unit: Regiment, terms: Terms, slant: int) -> Retire | None:
    """How far a unit slides to the rear, stopping short of friends that it cannot clear.

    movement.interpenetrate.artillery
    """
    if not terms.allowance:
        return None
    runner = Runner(course_of(unit, terms, moving_scene(battle)))
    leg, _ = runner.further(Retire(terms.allowance, slant), runner.start)
    return cast(Retire | None, leg)


def _judged(battle: LibertyBattle, unit: Regiment, terms: Terms, leg: Retire) -> Verdict:
    return judge(course_of(unit, terms, moving_scene(battle)), (leg,))


def _is_astride(battle: LibertyBattle, unit: Regiment, at: Pose, crossed: tuple[str, ...]) -> bool:
    """Would the leading rank of a unit that goes backwards, its last, stand across one of these obstacles?"""
    if not crossed:
        return False
    last = max(base.rank for base in unit.shape.bases)
    rear = tuple(base for base in unit.shape.bases if base.rank == last)
    field = moving_scene(battle).field
    under = ground_under(Body(unit.id, unit.side, at, Shape(rear, unit.shape.width, unit.shape.depth)), field)
    return any(field.pieces[piece].id in crossed for piece in under)

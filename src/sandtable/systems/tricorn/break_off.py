"""Breaking off: a unit in contact goes straight back out of it, if it passes a Morale Test.

movement.break-off.test, movement.break-off.when
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn import trials
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import flanks_touched, foes, is_in_contact
from sandtable.systems.tricorn.marching import come_upon, swept
from sandtable.systems.tricorn.morale import Occasion, target
from sandtable.systems.tricorn.movement import NEAR, Gait, move_terms, scene_for
from sandtable.systems.tricorn.movement_events import BreakOffTried, UnitBrokeOff
from sandtable.systems.tricorn.paths import Listed
from sandtable.table.movement import Keep, Plan, Retire, Terms, course_of, judge
from sandtable.table.planning import longest_leg


def may_break_off(battle: TricornBattle, unit: TricornUnit, share: int) -> bool:
    """May a unit with this share of a move try to break off? A garrison cannot.

    movement.break-off.when, movement.break-off.once, movement.break-off.blocked, terrain.garrison
    """
    if unit.is_artillery or unit.is_garrison or unit.broke_off or not is_in_contact(battle, unit.id):
        return False
    return "rear" not in flanks_touched(battle, unit.id) and bool(ways_back(battle, unit, share))


def ways_back(battle: TricornBattle, unit: TricornUnit, share: int) -> tuple[Plan, ...]:
    """The longest and the shortest way straight back; none if its allowance does not take it an inch clear
    before it is blocked.

    movement.break-off.blocked
    """
    terms, scene = _terms(battle, unit, share), scene_for(battle, unit)
    course = course_of(unit, terms, scene)
    made, _ = longest_leg(course, Retire(max(terms.allowance, 1)), course.start)
    if not isinstance(made, Retire) or not judge(course, (made,)).is_legal:
        return ()
    least, most = 1, made.distance
    while least < most:
        middle = (least + most) // 2
        if judge(course, (Retire(middle),)).is_legal:
            most = middle
        else:
            least = middle + 1
    return tuple(dict.fromkeys(((made,), (Retire((most + made.distance) // 2),), (Retire(most),))))


def break_off_need(battle: TricornBattle, unit: TricornUnit) -> str:
    """What a unit must roll to break off, in words (movement.break-off.test)."""
    enemies = tuple(foe.id for foe in foes(battle, unit.id))
    return f"{target(trials.trial_of(battle, unit.id, Occasion.BREAK_OFF, enemies)).whole} or less on 1D20"


def _terms(battle: TricornBattle, unit: TricornUnit, share: int) -> Terms:
    """The terms of going straight back by Retrograde, to at least an inch from the enemies that touched it.

    movement.break-off.pass, movement.one-inch
    """
    terms = move_terms(battle, unit, share, Gait.BREAK_OFF)
    touching = tuple(foe.id for foe in foes(battle, unit.id))
    clear = Keep(touching, NEAR, "end", "refused", rule="movement.break-off.pass", words="1 in clear")
    return replace(terms, keeps=(clear, *terms.keeps))


async def break_off(battle: TricornBattle, unit: int, share: int) -> TricornBattle:
    """A unit tests to break off: if it passes, it goes back as far as its owner chooses; if it fails, it
    stays.

    movement.break-off.test, movement.break-off.pass, movement.break-off.fail,
    movement.muskets-v-mounted.break-off.pass, movement.muskets-v-mounted.break-off.fail
    """
    enemies = tuple(foe.id for foe in foes(battle, unit))
    battle, passed = await trials.take_test(battle, unit, Occasion.BREAK_OFF, enemies)
    battle = await tell(battle, BreakOffTried(unit, passed))
    if not passed:
        return battle
    verdict = await distance_of(battle, battle.units[unit], share)
    way = swept(battle.units[unit], verdict.plan)
    battle = await tell(battle, UnitBrokeOff(unit, verdict.end))
    return await come_upon(battle, unit, way)


class PlanBreakOff(Listed, frozen=True, kw_only=True):
    """Plan how far a unit that breaks off goes back (movement.break-off.pass)."""

    decision: str = "react.break-off-distance"
    rule = "movement.break-off.pass"
    name = "Break off"
    asks = "Choose how far back to move"


def distance_of(battle: TricornBattle, unit: TricornUnit, share: int) -> PlanBreakOff:
    """The question of how far a unit that breaks off goes back (movement.break-off.pass)."""
    return PlanBreakOff(
        unit.side,
        unit,
        _terms(battle, unit, share),
        scene_for(battle, unit),
        ways=ways_back(battle, unit, share),
    )

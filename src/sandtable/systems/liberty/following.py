"""Following up on the table: pursuits and their distance, the free round, the breakthrough charge."""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.dice import Total
from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty import charging, routs, trials, victory
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Regiment
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.charge_ways import legal_targets, touched
from sandtable.systems.liberty.events import MoraleTested, UnitsEngaged
from sandtable.systems.liberty.melee import exchange
from sandtable.systems.liberty.melee_decisions import Follow, FollowUp
from sandtable.systems.liberty.melee_events import (
    FreeRoundBegan,
    PursuitTurned,
    UnitBrokeThrough,
    UnitPursued,
)
from sandtable.systems.liberty.melee_facts import Fighter
from sandtable.systems.liberty.melee_ground import Lineup, blunt, contact_with, fighter
from sandtable.systems.liberty.melee_results import may_follow, standing
from sandtable.systems.liberty.morale import Cause, Result
from sandtable.systems.liberty.movement import moving_scene
from sandtable.systems.liberty.placing import place
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.pursuit import (
    HOLD,
    BreakthroughFacts,
    Catch,
    Ground,
    PursuitFacts,
    breaks_through,
    charge_onward,
    distance,
    free_melee,
    obstacle_cost,
    rate,
    sets_out,
)
from sandtable.systems.liberty.pursuit_ground import (
    Flight,
    Track,
    chase,
    is_slowed,
    kept_off,
    on_the_way,
    track,
)
from sandtable.systems.liberty.rounds import clear, dice_of, lead, mark
from sandtable.systems.liberty.states import State
from sandtable.table import forced
from sandtable.table.measure import is_within
from sandtable.table.space import INCH

OBSTACLE_SIGN = "movement.obstacle.sign"


class Winner(NamedTuple):
    """A free winner and the routers it may pursue; without any it may break through."""

    unit: int
    routers: tuple[Flight, ...]


# ------------------------------------------------------------------ tests at once
def due_for(battle: LibertyBattle, cause: Cause) -> tuple[DueTest, ...]:
    """The tests that are due for one cause."""
    return tuple(due for due in battle.tests_due if due.cause is cause)


async def take(battle: LibertyBattle, due: DueTest) -> tuple[LibertyBattle, Result]:
    """Take a test that is due and strike it off; its result is not yet carried out."""
    battle, result = await trials.tested(battle, battle.units[due.unit], due.cause)
    return await tell(battle, MoraleTested(due, result)), result


async def passed_through_test(battle: LibertyBattle) -> LibertyBattle:
    """The unit passed through tests at once, then the unit that passed.

    movement.interpenetrate.test, movement.interpenetrate.need
    """
    while (due := due_for(battle, Cause.PASSED_THROUGH)) and not victory.is_decided(battle):
        battle, result = await take(battle, due[0])
        battle = await trials.suffer(battle, battle.units[due[0].unit], result)
    return battle


# ------------------------------------------------------------------ who follows
def is_free_to_follow(battle: LibertyBattle, unit: Regiment) -> bool:
    """Is a winner free of melee and in a state to pursue or break through?

    melee.after.rout, melee.after.broken, melee.winner.shaken.free
    """
    if unit.pose is None or unit.routing or battle.is_engaged(unit.id):
        return False
    return may_follow(Fighter(arm=unit.arm, disordered=unit.disorder > 0), unit.state)


async def follow_up(battle: LibertyBattle, winners: tuple[Winner, ...]) -> LibertyBattle:
    """Each winner that may pursue rolls; then they follow one after another in their owner's order.

    pursuit.several, pursuit.compulsory: a router is caught once only
    """
    waiting: list[Winner] = []
    for winner in winners:
        impetuous = battle.units[winner.unit].has(SpecialRule.IMPETUOUS)
        if not winner.routers or await sets_out("pursuit", impetuous=impetuous):
            waiting.append(winner)
        else:
            battle = await tell(battle, UnitPursued(winner.unit, winner.routers[0].unit, Catch.HOLDS))
    caught: list[int] = []
    while options := _follows(battle, waiting, caught):
        chosen = options[0]
        if len(options) > 1:
            chosen = await FollowUp(battle.units[chosen.unit].side, options)
        winner = next(one for one in waiting if one.unit == chosen.unit)
        waiting.remove(winner)
        if chosen.router is None:
            battle = await break_through(battle, battle.units[chosen.unit])
            continue
        flight = next(one for one in winner.routers if one.unit == chosen.router)
        battle, catch = await pursue(battle, battle.units[chosen.unit], flight)
        caught += [chosen.router] if catch is Catch.CATCHES else []
    return battle


def _follows(battle: LibertyBattle, waiting: list[Winner], caught: list[int]) -> tuple[Follow, ...]:
    """The possible next pursuits and breakthroughs; none once an army is broken (pursuit.several)."""
    if victory.is_decided(battle):
        return ()
    found: list[Follow] = []
    for winner in waiting:
        if not is_free_to_follow(battle, battle.units[winner.unit]):
            continue
        routers = (flight.unit for flight in winner.routers if flight.unit not in caught)
        found += [Follow(winner.unit, one) for one in routers if battle.units[one].pose is not None]
        found += [] if winner.routers else [Follow(winner.unit, None)]
    return tuple(found)


# ------------------------------------------------------------------ the pursuit
async def pursue(battle: LibertyBattle, unit: Regiment, flight: Flight) -> tuple[LibertyBattle, Catch]:
    """A pursuit that must be made: after the router on its own line, as far as the dice carry.

    pursuit.move, pursuit.compulsory, pursuit.barred, pursuit.unable, pursuit.new-enemy
    """
    way = track(battle, unit, flight)
    reach = await _reach(battle, unit, way)
    run = forced.pursue(unit, chase(battle, unit, flight, way, reach), moving_scene(battle))
    match run.outcome:
        case "barred":
            return await tell(battle, UnitPursued(unit.id, flight.unit, Catch.HOLDS)), Catch.HOLDS
        case "met":
            battle = await tell(battle, PursuitTurned(unit.id, run.met))
            battle = await charging.determined_charge(battle, unit.id, run.met, rolled=reach // INCH)
            return battle, Catch.FALLS_SHORT
        case "outrun":
            battle = await tell(battle, UnitPursued(unit.id, flight.unit, Catch.FALLS_SHORT))
            stops = kept_off(battle, unit, way.faced, run.gone)
            return await place(battle, unit.id, stops), Catch.FALLS_SHORT
        case "caught":
            battle = await tell(battle, UnitPursued(unit.id, flight.unit, Catch.CATCHES))
            battle = await place(battle, unit.id, run.end)
            battle = await catch_router(battle, unit.id, flight.unit)
            return await _entangled(battle, unit.id), Catch.CATCHES


async def _reach(battle: LibertyBattle, unit: Regiment, way: Track) -> int:
    """How far, in hundredths, the dice carry a pursuer over the obstacles on its way.

    RUN and a die, or ADVANCE and a die through DIFFICULT terrain that it does not ignore; under-fire markers
    do not count (pursuit.move). It stops at an obstacle that its whole leading rank cannot cross
    (movement.obstacle.when).
    """
    farthest = min(way.gone, INCH * rate(unit.arm, Ground.OPEN).high)
    ground = Ground.DIFFICULT if is_slowed(battle, unit, way.faced, farthest) else Ground.OPEN
    cost = obstacle_cost(low=battle.readings.of(OBSTACLE_SIGN) == 1)
    left = INCH * await do(distance, unit.arm, ground, 0)
    for crossing in on_the_way(battle, unit, way.faced, farthest):
        if crossing.reached >= left:
            break
        left -= INCH * await Total(1, cost, purpose="obstacles")
        if not is_within(crossing.over, left):
            return math.floor(crossing.reached)
    return max(left, 0)


# ------------------------------------------------------------------ a router caught
async def catch_router(battle: LibertyBattle, pursuer: int, router: int) -> LibertyBattle:
    """A SHAKEN router that is caught is BROKEN at once; any other fights one free round and routs on.

    pursuit.shaken, pursuit.contact, pursuit.onward
    """
    if battle.units[router].state is State.SHAKEN:
        return await remove(battle, (router,))
    chased_by = battle.units[pursuer]
    battle = await free_round(battle, pursuer, router)
    if battle.units[router].pose is None or victory.is_decided(battle):
        return battle
    battle = await routs.onward(battle, battle.units[router], chased_by)
    return await passed_through_test(battle)


async def _entangled(battle: LibertyBattle, pursuer: int) -> LibertyBattle:
    """Engage a pursuer with any other enemy that it touches where it caught the router (melee.engaged)."""
    unit = battle.units[pursuer]
    enemies = () if unit.pose is None else touched(battle, unit)
    return await tell(battle, UnitsEngaged(pursuer, enemies, charging=False)) if enemies else battle


async def free_round(battle: LibertyBattle, pursuer: int, router: int) -> LibertyBattle:
    """Both units strike, save and roll for their Generals; no score, no test, no breakthrough.

    pursuit.free-round
    """
    lines = free_lineup(battle, battle.units[pursuer], battle.units[router])
    battle, lines = await lead(battle, lines)
    (ours,), (theirs,) = dice_of(lines)
    battle = await tell(battle, FreeRoundBegan(pursuer, router, (ours, theirs)))
    lost = await exchange(lines.melee)
    first, second = lines.melee.sides
    battle = await mark(battle, lines, lost)
    return await clear(battle, lines, (standing(first, lost[0]), standing(second, lost[1])))


def free_lineup(battle: LibertyBattle, pursuer: Regiment, router: Regiment) -> Lineup:
    """The facts of the free round; the edge turned to the pursuer counts as the rear.

    pursuit.move, pursuit.free-round
    """
    facts = PursuitFacts(
        pursuer=fighter(battle, pursuer, blunt),
        pursuer_contact=contact_with(battle, pursuer, router),
        router=fighter(battle, router, blunt),
        router_contact=contact_with(battle, router, pursuer),
    )
    return Lineup(free_melee(facts), ((pursuer.id,), (router.id,)))


# ------------------------------------------------------------------ the breakthrough
async def break_through(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """The die for a breakthrough; then an automatic determined CHARGE on an enemy, or the unit holds.

    breakthrough.roll, breakthrough.charge, breakthrough.detail, breakthrough.limit, special.impetuous.must
    """
    facts = BreakthroughFacts(
        arm=unit.arm,
        state=unit.state,
        disordered=unit.disorder > 0,
        impetuous=unit.has(SpecialRule.IMPETUOUS),
        has_broken_through=unit.broke_through,
        targets=(),
        seat=unit.side,
        unit=unit.id,
    )
    if not await do(breaks_through, facts):
        return battle
    ways = legal_targets(battle, unit, determined=True)
    facts = replace(facts, targets=tuple(dict.fromkeys(way.target for way in ways)))
    target = await do(charge_onward, facts) if facts.targets else HOLD
    battle = await tell(battle, UnitBrokeThrough(unit.id, None if target == HOLD else target))
    if target == HOLD:
        return battle
    return await charging.determined_charge(battle, unit.id, target)

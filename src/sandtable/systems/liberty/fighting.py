"""The Melee phase on the table: which melees there are, one round of each, and its consequences."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.questions import tell
from sandtable.systems.liberty import routs, trials, victory
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.following import (
    Winner,
    due_for,
    follow_up,
    is_free_to_follow,
    passed_through_test,
    take,
)
from sandtable.systems.liberty.melee import exchange
from sandtable.systems.liberty.melee_decisions import PickMelee, PickOpponent
from sandtable.systems.liberty.melee_events import MeleeBegan, MeleeScored
from sandtable.systems.liberty.melee_facts import Fighter
from sandtable.systems.liberty.melee_ground import Group, Lineup, blunt, doubts, lineup, melees
from sandtable.systems.liberty.melee_results import (
    Fate,
    Judged,
    Stance,
    after_test,
    following,
    judge,
    routs_in_the_end,
)
from sandtable.systems.liberty.morale import Cause, Result
from sandtable.systems.liberty.pursuit_ground import Flight
from sandtable.systems.liberty.rounds import clear, dice_of, lead, mark
from sandtable.systems.liberty.trials import PickTest
from sandtable.systems.liberty.turn_events import MeleesEnded, StepBegan

ROUTE, BROKEN = Result.ROUTE, Result.BROKEN


async def melee_step(battle: LibertyBattle) -> LibertyBattle:
    """One melee from its dice to the pursuits, in the acting player's order, or the end of the phase.

    turn.melee.a, turn.step-order, melee.all-phases: every melee is fought, in either player's turn
    """
    waiting = melees(battle)
    if not waiting:
        battle = await tell(battle, MeleesEnded(fresh(battle)))
        return await tell(battle, StepBegan(Step.END))
    group = waiting[0] if len(waiting) == 1 else await PickMelee(battle.active, waiting)
    return await fight(battle, group)


def fresh(battle: LibertyBattle) -> tuple[int, ...]:
    """The units whose charge made contact in this phase; their first round is still to come.

    melee.dice.charging.first, breakthrough.join. A unit that has fought its round no longer counts as
    charging.
    """
    engaged = battle.engaged
    return (
        tuple([unit.id for unit in battle.units if unit.charging and unit.id in engaged]) if engaged else ()
    )


# ------------------------------------------------------------------ one round
class Settled(NamedTuple):
    """A round after its blows: its units as they were before it, and the index of the winning side."""

    lines: Lineup
    fighters: dict[int, Fighter]
    won: int | None


class Aftermath(NamedTuple):
    """The results of the losers' tests on the table, and the routers with their starting places."""

    results: dict[int, Result]
    flights: dict[int, Flight]


async def fight(battle: LibertyBattle, group: Group) -> LibertyBattle:
    """One melee: its round, the losers' tests, the further routs, then pursuit and breakthrough.

    melee.sequence; an army that breaks ends it (victory.units)
    """
    battle, settled = await fight_round(battle, group)
    battle, after = await _losers_test(battle, settled)
    battle = await _others_rout(battle, settled, after)
    return await follow_up(battle, _followers(battle, settled, after))


async def fight_round(battle: LibertyBattle, group: Group) -> tuple[LibertyBattle, Settled]:
    """Dice, blows, hits, winner, broken units and Generals (melee.sequence, melee.when)."""
    battle, lines = await lead(battle, await drawn_up(battle, group))
    battle = await tell(battle, MeleeBegan(lines.sides, dice_of(lines)))
    lost = await exchange(lines.melee)
    judgement = judge(lines.melee, lost)
    battle = await mark(battle, lines, lost)
    battle = await tell(battle, _scored(lines, judgement))
    battle = await clear(battle, lines, judgement.stand)
    return battle, Settled(lines, _fighters(lines), judgement.won)


async def drawn_up(battle: LibertyBattle, group: Group) -> Lineup:
    """A melee as its players want it: the owner of a base that touches two enemies names the one it fights.

    melee.dice.per-base
    """
    choices = {}
    for doubt in doubts(battle, group):
        unit, base, enemies = doubt
        chosen = await PickOpponent(battle.units[unit].side, enemies, unit=unit, base=base)
        choices[unit, base] = chosen
    return lineup(battle, group, choices, blunt)


def _scored(lines: Lineup, judgement: Judged) -> MeleeScored:
    """The scores of a round, its winner, and the remaining losers that must test (melee.loser.each)."""
    won, stand, scores = judgement
    if won is None:
        return MeleeScored(lines.sides, scores, None, ())
    standing = zip(lines.sides[1 - won], stand[1 - won], strict=True)
    losers = tuple([number for number, state in standing if state is not None])
    return MeleeScored(lines.sides, scores, lines.melee.sides[won].seat, losers)


# ------------------------------------------------------------------ the losers
async def _losers_test(battle: LibertyBattle, settled: Settled) -> tuple[LibertyBattle, Aftermath]:
    """Every losing unit tests in its owner's order, and each result takes effect at once.

    melee.winner, melee.loser.each, morale.trigger.melee
    """
    fighters = settled.fighters
    after = Aftermath({unit: Result.BROKEN for unit in fighters if battle.units[unit].broken}, {})
    while (due := due_for(battle, Cause.LOST_MELEE)) and not victory.is_decided(battle):
        chosen = due[0] if len(due) == 1 else await PickTest(battle.units[due[0].unit].side, due)
        unit = battle.units[chosen.unit]
        battle, result = await take(battle, chosen)
        battle, came_to = await _carried_out(battle, unit, after_test(fighters[unit.id], result))
        after.results[unit.id] = came_to
        if came_to is Result.ROUTE:
            assert unit.pose is not None
            after.flights[unit.id] = Flight(unit.id, unit.pose)
    return battle, after


async def _carried_out(battle: LibertyBattle, unit: Regiment, result: Result) -> tuple[LibertyBattle, Result]:
    """Carry out the result of a loser's test and the tests of friends it passed; return the final result.

    charge.routing-target: a unit that was ROUTING makes its move all the same. A rout without an open way
    breaks the unit (rout.no-path), and a RETIRE may be impossible (morale.retire.stuck).
    """
    if result is Result.ROUTE:
        battle = await routs.begin(battle, unit)
    else:
        battle = await trials.suffer(battle, unit, result)
    battle = await passed_through_test(battle)
    now = battle.units[unit.id]
    if now.broken:
        return battle, Result.BROKEN
    return battle, Result.NONE if now.pose == unit.pose else result


# ------------------------------------------------------------------ those who stay
async def _others_rout(battle: LibertyBattle, settled: Settled, after: Aftermath) -> LibertyBattle:
    """SHAKEN winners still engaged and all units that were ROUTING rout; they are not pursued.

    melee.winner.shaken.engaged, melee.winner.shaken.order, charge.routing-target
    """
    winners = () if settled.won is None else settled.lines.sides[settled.won]
    routed = []
    for unit, as_it_fought in settled.fighters.items():
        if unit not in after.results:
            state, stance = battle.units[unit].state, _stance(battle, unit)
            if routs_in_the_end(as_it_fought, state, stance, won=unit in winners):
                routed.append(unit)
    for unit in routed:
        if battle.units[unit].pose is not None and not victory.is_decided(battle):
            battle = await routs.begin(battle, battle.units[unit])
            battle = await passed_through_test(battle)
    return battle


def _followers(battle: LibertyBattle, settled: Settled, after: Aftermath) -> tuple[Winner, ...]:
    """The free winners that may pursue a router they touched, or break through; all others stay.

    melee.after.rout, melee.after.broken, melee.after.others, melee.after.continues, melee.after.reposition,
    melee.winner.shaken.free
    """
    if settled.won is None or victory.is_decided(battle):
        return ()
    lines, won = settled.lines, settled.won
    enemies = [_in_the_end(battle, after, enemy) for enemy in lines.sides[1 - won]]
    if ROUTE not in enemies and BROKEN not in enemies:
        return ()
    winners = []
    for place, number in enumerate(lines.sides[won]):
        touched = lines.melee.touched(won, place)
        fate = following([enemies[enemy] for enemy in touched], enemies)
        if fate is Fate.HOLDS or not is_free_to_follow(battle, battle.units[number]):
            continue
        routers = [lines.sides[1 - won][enemy] for enemy in touched if enemies[enemy] is ROUTE]
        winners.append(Winner(number, tuple([after.flights[router] for router in routers])))
    return tuple(winners)


def _in_the_end(battle: LibertyBattle, after: Aftermath, unit: int) -> Result:
    """The final result of a unit: a router may have been broken since, by friends that ran through it."""
    return BROKEN if battle.units[unit].broken else after.results.get(unit, Result.NONE)


def _stance(battle: LibertyBattle, unit: int) -> Stance:
    return Stance.ENGAGED if battle.is_engaged(unit) else Stance.FREE


def _fighters(lines: Lineup) -> dict[int, Fighter]:
    """The units of a melee as they were before it, by number."""
    fighters: dict[int, Fighter] = {}
    for numbers, side in zip(lines.sides, lines.melee.sides, strict=True):
        for number, unit in zip(numbers, side.units, strict=True):
            fighters[number] = unit.fighter
    return fighters

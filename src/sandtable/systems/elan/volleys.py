"""The Firing phase on the table: targets are named, all fire is rolled, and then all hits are applied."""

from __future__ import annotations

from collections import Counter

from sandtable.game.ask.questions import do, tell
from sandtable.systems.elan.aim import fire_facts, lines_of_fire
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import UnitHit
from sandtable.systems.elan.leader_casualties import Danger
from sandtable.systems.elan.shooting import volley
from sandtable.systems.elan.shooting_decisions import PickNearest, PickTarget
from sandtable.systems.elan.steps import side_done, step_done
from sandtable.systems.elan.striking import after_hits
from sandtable.systems.elan.volley_events import FireHeld, TargetNamed, UnitFired
from sandtable.systems.elan.weapons import is_artillery


async def aim_step(battle: ElanBattle) -> ElanBattle:
    """The next unit of a side that has a target is given one or holds its fire.

    shooting.declare: the 1st side names all its targets, then the 2nd
    """
    last = max(battle.done, default=-1)
    for unit, eligible in lines_of_fire(battle):
        if unit > last:
            return await name_target(battle, unit, eligible)
    return await side_done(battle)


async def name_target(battle: ElanBattle, firer: int, eligible: tuple[int, ...]) -> ElanBattle:
    """Ask for one target for all dice of a unit, or for it to hold its fire.

    shooting.who-may, shooting.target, fire.target; if small arms have several targets equally near, the owner
    first says which of them counts (fire.tie)
    """
    unit = battle.units[firer]
    if len(eligible) > 1 and not is_artillery(unit.weapon):
        eligible = (await PickNearest(unit.side, eligible, firer=firer),)
    target = await PickTarget(unit.side, (*eligible, None), firer=firer)
    if target is None:
        return await tell(battle, FireHeld(firer))
    return await tell(battle, TargetNamed(firer, target))


async def fire_step(battle: ElanBattle) -> ElanBattle:
    """All shots are rolled as the units stood when the phase began; then all hits apply together.

    turn.firing, turn.simultaneous-hits, shooting.declare: a unit destroyed by this fire still fires
    """
    hits: Counter[int] = Counter()
    fatigue: Counter[int] = Counter()
    facts = {shot: fire_facts(battle, shot.firer, shot.target) for shot in battle.shots}
    for shot, fire in facts.items():
        done = await do(volley, fire)
        battle = await tell(battle, UnitFired(shot.firer, shot.target, done.hits, done.fatigue))
        hits[shot.target] += done.hits
        fatigue[shot.firer] += done.fatigue
    return await step_done(await apply_hits(battle, hits, fatigue))


async def apply_hits(battle: ElanBattle, hits: Counter[int], fatigue: Counter[int]) -> ElanBattle:
    """Mark all hits of the phase before any of their effects.

    turn.simultaneous-hits, shooting.hits, shooting.fatigue-scope: fatigue requires no check of commanders
    """
    struck = tuple(sorted({unit for marks in (hits, fatigue) for unit, count in marks.items() if count}))
    for unit in struck:
        if hits[unit]:
            battle = await tell(battle, UnitHit(unit, hits[unit], by_fire=True))
        if fatigue[unit]:
            battle = await tell(battle, UnitHit(unit, fatigue[unit], by_fire=False))
    checked = tuple(unit for unit in struck if hits[unit])
    return await after_hits(battle, struck, checked, Danger.FIRE)

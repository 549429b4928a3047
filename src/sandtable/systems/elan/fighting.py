"""The Melee phase on the table: which melee is next, its rounds, and the results of the losers."""

from __future__ import annotations

from typing import Final, assert_never

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.breakthrough import Won, break_through
from sandtable.systems.elan.events import UnitHit
from sandtable.systems.elan.falling import fall_back, nearest_threat, retreat, rout
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.leader_casualties import Danger
from sandtable.systems.elan.melee import Both, dice, melee_round
from sandtable.systems.elan.melee_events import MeleeBegan, MeleesFixed, RoundJudged, UnitBeaten
from sandtable.systems.elan.melee_ground import Group, Lineup, again, lineup, melees
from sandtable.systems.elan.melee_results import (
    Result,
    Verdict,
    after_blows,
    loses_to_cavalry,
    reading_of,
    result,
    verdict,
)
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.stakes import melee_stakes
from sandtable.systems.elan.steps import step_done
from sandtable.systems.elan.striking import after_hits
from sandtable.systems.elan.words import begun, counted, names

RULES: Final = {
    Result.ROUT: "melee.result.rout",
    Result.FALL_BACK: "melee.result.fall-back",
    Result.RETREAT: "melee.result.retreat",
}
"""The rule of each result of a beaten unit."""


class PickMelee(Choose[Group], frozen=True, kw_only=True):
    """Choose the melee that is fought next (melee.group)."""

    decision: str = "melee.order"
    rule = "melee.group"
    title = "Which melee next?"
    kind = Kind.ORDER

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which melee is fought next?"

    def label(self, battle: ElanBattle, option: Group) -> str:
        own, other = (names(battle, units) for units in lineup(battle, option).sides)
        return begun(f"{own} against {other}: {_dice_words(battle, option)}")

    def face(self, battle: ElanBattle, option: Group) -> Face:
        ours = tuple(unit for unit in option if battle.units[unit].side == self.seat)
        theirs = tuple(unit for unit in option if battle.units[unit].side != self.seat)
        title = f"{names(battle, ours)} v {names(battle, theirs)}"
        return Face(title, _dice_words(battle, option), ours[0], theirs[0])

    def stakes(self, battle: ElanBattle, option: Group) -> tuple[Stake, ...]:
        """The melee of two units."""
        if len(option) > 2:
            return ()
        unit, enemy = (battle.units[number] for number in option)
        return melee_stakes(battle, unit, enemy, f"Melee of {unit.name} with {enemy.name}")


def _dice_words(battle: ElanBattle, group: Group) -> str:
    """The dice of both sides of a melee."""
    lines = lineup(battle, group)
    ours, theirs = (sum(dice(one).whole for one in lines.melee.fighters(side)) for side in (0, 1))
    return f"{counted(ours, 'die')} against {theirs}"


async def melee_step(battle: ElanBattle) -> ElanBattle:
    """The 1st side picks a melee, which is fought to its end before the next begins.

    turn.melee, melee.order, melee.group, melee.finish; melees made by breakthroughs come after all that were
    waiting (melee.breakthrough-how)
    """
    if not battle.waiting:
        if not battle.engagements:
            return await step_done(battle)
        return await tell(battle, MeleesFixed(tuple(one.pair for one in battle.engagements)))
    groups = melees(battle)
    group = groups[0]
    if len(groups) > 1:
        group = await PickMelee(battle.first, groups)
    return await fight(battle, group)


# --------------------------------------------------------------------- one melee
async def fight(battle: ElanBattle, group: Group) -> ElanBattle:
    """Fight a melee: rounds until one is decided, then the losers' results, then breakthroughs.

    melee.sequence, melee.draw, melee.draw-how; a side that destroyed its last enemy has won, too
    (melee.destroyed)
    """
    begun = lines = lineup(battle, group)
    holders = tuple(unit for unit in group if battle.units[unit].sector)
    sectors = {unit: battle.units[unit].sector for unit in holders}
    while True:
        battle = await tell(battle, _began(lines))
        hits = await do(melee_round, lines.melee)
        battle = await strike(battle, lines, hits)
        ended = verdict(lines.melee, hits)
        battle = await tell(battle, _judged(lines, hits, ended))
        if ended is not Verdict.DRAW:
            break
        lines = again(battle, Lineup(after_blows(lines.melee, hits), lines.sides))
    if ended.winner is None:
        return battle
    battle = await take_results(battle, lines, hits, 1 - ended.winner)
    assert not any(pair[0] in group for pair in battle.waiting), "whoever is beaten leaves the melee"
    won = tuple(unit for unit in _fought(lines, ended.winner) if battle.units[unit].removed is None)
    lost = lines.sides[1 - ended.winner]
    return await break_through(battle, Won(charged=_charged(begun, won), sectors=_left(sectors, lost)))


async def strike(battle: ElanBattle, lines: Lineup, hits: Both) -> ElanBattle:
    """Apply the hits of a round together, remove destroyed units, then check commanders.

    melee.round, melee.sequence, melee.destroyed, leaders.check-order
    """
    taken = dict(zip((*lines.sides[0], *lines.sides[1]), (*hits[0], *hits[1]), strict=True))
    struck = tuple(sorted(unit for unit, more in taken.items() if more))
    for unit in struck:
        battle = await tell(battle, UnitHit(unit, taken[unit], by_fire=False))
    return await after_hits(battle, struck, struck, Danger.MELEE)


def _fought(lines: Lineup, side: int) -> Group:
    """The units of a side that took part in the round: those with an enemy in contact (melee.draw-how)."""
    units = zip(lines.sides[side], lines.melee.sides[side].units, strict=True)
    return tuple(number for number, unit in units if unit.opponents)


def _charged(begun: Lineup, units: Group) -> Group:
    """The units that charged, countercharged or broke through into a melee (melee.breakthrough-how)."""
    return tuple(unit for unit in units if any(one.contact.charging for one in begun.engaged(unit).opponents))


def _left(sectors: dict[int, str], lost: Group) -> tuple[str, ...]:
    """The sectors held by beaten garrisons (melee.result.garrison)."""
    return tuple(sector for unit, sector in sectors.items() if unit in lost)


# --------------------------------------------------------------------- the beaten
async def take_results(battle: ElanBattle, lines: Lineup, hits: Both, side: int) -> ElanBattle:
    """Each unit of the losing side takes its result: routs first, then the nearest to its own edge.

    melee.sequence, melee.multiple-winner, melee.result.order; each moves away from the nearest winner it
    fought (compulsory.direction). The winners are not disordered (melee.winner-stays).
    """
    ground = ground_of(battle)
    results = results_of(battle, lines, hits, side)
    gaps = {unit: ground.home_gap(unit) for unit in results}
    for unit in sorted(results, key=lambda one: (results[one] is not Result.ROUT, gaps[one], one)):
        battle = await tell(battle, UnitBeaten(unit, RULES[results[unit]]))
        winners = (one for one in _fought(lines, 1 - side) if battle.units[one].removed is None)
        threat = await nearest_threat(battle, unit, tuple(winners))
        battle = await suffer_result(battle, unit, results[unit], threat)
    return battle


def results_of(battle: ElanBattle, lines: Lineup, hits: Both, side: int) -> dict[int, Result]:
    """The result of each beaten unit still on the table, with the hits of the round applied.

    melee.result.order, melee.result.vs-cavalry
    """
    reading = reading_of(rout_from_cavalry=is_other(battle, Reading.RESULT_ORDER))
    found = {}
    for place, unit in enumerate(lines.sides[side]):
        if unit in _fought(lines, side) and battle.units[unit].removed is None:
            one, more = lines.melee.fighters(side)[place], hits[side][place]
            found[unit] = result(one, more, reading, to_cavalry=loses_to_cavalry(lines.melee, side, place))
    return found


async def suffer_result(battle: ElanBattle, unit: int, what: Result, threat: int | None) -> ElanBattle:
    """A beaten unit routs, falls back or retreats; deployed guns limber, a garrison leaves its sector.

    melee.result.rout, melee.result.fall-back, melee.result.retreat, melee.result.compulsory,
    melee.result.guns, melee.result.garrison
    """
    match what:
        case Result.ROUT:
            return await rout(battle, unit, threat)
        case Result.FALL_BACK:
            return await fall_back(battle, unit, threat)
        case Result.RETREAT:
            return await retreat(battle, unit, threat)
        case _:
            assert_never(what)


# --------------------------------------------------------------------- events
def _began(lines: Lineup) -> MeleeBegan:
    first, second = (
        tuple(dice(unit.fighter).whole if unit.opponents else 0 for unit in side.units)
        for side in lines.melee.sides
    )
    return MeleeBegan(*lines.sides, (first, second))


def _judged(lines: Lineup, hits: Both, ended: Verdict) -> RoundJudged:
    winner = None if ended.winner is None else lines.melee.sides[ended.winner].seat
    caused = sum(hits[1]), sum(hits[0])
    return RoundJudged(*lines.sides, caused, winner, drawn=ended is Verdict.DRAW)

"""Breakthroughs: what winners of a melee that charged into it may do."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.contact import engage
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitFormed, UnitMoved
from sandtable.systems.elan.falling import rout
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Stance, Trek, line_between
from sandtable.systems.elan.leading import displace
from sandtable.systems.elan.rates import rate
from sandtable.table.space import Pose, standing


class Won(Struct, frozen=True, kw_only=True):
    """A won melee: the winners that charged into it, and the sectors that the losers held."""

    charged: tuple[int, ...]
    sectors: tuple[str, ...] = ()


class Breakthrough(Struct, frozen=True):
    """A way for a winner to break through: straight ahead, or into the sector of a beaten garrison."""

    unit: int
    sector: str = ""


async def break_through(battle: ElanBattle, won: Won) -> ElanBattle:
    """Winners that charged break through, each once, in their owner's order, until he declines.

    melee.breakthrough, melee.breakthrough-how, melee.sequence, melee.winner-stays
    """
    while True:
        options = breakthroughs(battle, won)
        if not options:
            return battle
        seat = battle.units[options[0].unit].side
        chosen = await Choose("melee.breakthrough", seat, (*options, None))
        if chosen is None:
            return battle
        if chosen.sector:
            battle = await occupy(battle, chosen)
        else:
            battle = await thrust(battle, chosen.unit)


def breakthroughs(battle: ElanBattle, won: Won) -> tuple[Breakthrough, ...]:
    """The breakthroughs open now: each unit of infantry or cavalry that charged and is out of contact, once.

    melee.breakthrough-how, melee.result.garrison
    """
    found: list[Breakthrough] = []
    for number in won.charged:
        unit = battle.units[number]
        if unit.is_artillery or unit.broke_through or battle.is_in_contact(number):
            continue
        if reach(battle, number):
            found.append(Breakthrough(number))
        found += [Breakthrough(number, stance.sector) for stance in _stormed(battle, number, won)]
    return tuple(found)


def reach(battle: ElanBattle, unit: int) -> int:
    """How far a unit may break through: half its tactical rate (melee.breakthrough-how)."""
    one = battle.units[unit]
    return battle.figures.half(rate(one.profile, one.formation, battle.scale).span)


def _stormed(battle: ElanBattle, unit: int, won: Won) -> Iterator[Stance]:
    """The empty sectors of the losers that an infantry winner may occupy, as stances.

    melee.result.garrison
    """
    if won.sectors and battle.units[unit].is_infantry:
        for stance in ground_of(battle).garrison(unit):
            if stance.sector in won.sectors:
                yield stance


async def occupy(battle: ElanBattle, chosen: Breakthrough) -> ElanBattle:
    """A winner becomes the garrison of the sector it stormed (melee.result.garrison)."""
    unit = chosen.unit
    stances = ground_of(battle).garrison(unit)
    stance = next(one for one in stances if one.sector == chosen.sector)
    battle = await tell(battle, UnitFormed(unit, stance.formation, stance.shape, stance.to, stance.sector))
    battle = await tell(battle, UnitMoved(unit, stance.to, Deed.BROKE_THROUGH))
    return await displace(battle, unit)


async def thrust(battle: ElanBattle, unit: int) -> ElanBattle:
    """A winner advances straight or inclined; bad going disorders it, and it attacks any enemy it meets.

    melee.breakthrough-how, terrain.when-disordered
    """
    start = standing(battle.units[unit])
    trek = await ground_of(battle).thrust("melee.breakthrough", unit, reach(battle, unit))
    battle = await tell(battle, UnitMoved(unit, trek.to, Deed.BROKE_THROUGH))
    if trek.disordering and not battle.units[unit].disordered:
        battle = await tell(battle, UnitDisordered(unit, "terrain.when-disordered"))
    battle = await displace(battle, unit)
    return await come_upon(battle, unit, start, trek) if trek.gone else battle


async def come_upon(battle: ElanBattle, unit: int, start: Pose, trek: Trek) -> ElanBattle:
    """Resolve the enemies met: retreating ones rout, others are in contact without reaction or fire.

    melee.breakthrough-how, geometry.contact-align; flank or rear is judged from where the move began
    """
    standing_firm = tuple(enemy for enemy in trek.met if not battle.units[enemy].retreating)
    battle = await _ride_down(battle, unit, trek.met)
    if not standing_firm:
        return battle
    line = line_between(start, trek.to)
    closing = ground_of(battle).close(unit, standing_firm[0], trek.to, line)
    if closing is None:
        return battle
    if closing.to != trek.to:
        battle = await tell(battle, UnitMoved(unit, closing.to, Deed.PLACED))
        battle = await displace(battle, unit)
    battle = await _ride_down(battle, unit, closing.touched)
    touched = (enemy for enemy in closing.touched if battle.units[enemy].removed is None)
    return await engage(battle, unit, tuple(touched), start, trek.crossed)


async def _ride_down(battle: ElanBattle, unit: int, touched: tuple[int, ...]) -> ElanBattle:
    """Retreating units touched by a breakthrough rout at once (melee.breakthrough-how)."""
    for enemy in touched:
        if battle.units[enemy].retreating:
            battle = await rout(battle, enemy, unit)
    return battle

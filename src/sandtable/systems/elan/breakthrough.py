"""Breakthroughs: what winners of a melee that charged into it may do."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.contact import engage
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitFormed, UnitMoved
from sandtable.systems.elan.falling import rout
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Stance, Trek, line_between
from sandtable.systems.elan.leading import displace
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.words import length, name, sector_name, told
from sandtable.table.space import Pose, standing


class Won(Struct, frozen=True, kw_only=True):
    """A won melee: the winners that charged into it, and the sectors that the losers held."""

    charged: tuple[int, ...]
    sectors: tuple[str, ...] = ()


class Breakthrough(Struct, frozen=True):
    """A way for a winner to break through: straight ahead, or into the sector of a beaten garrison."""

    unit: int
    sector: str = ""


class PickBreakthrough(Choose[Breakthrough | None], frozen=True, kw_only=True):
    """Choose the winner that breaks through next, or None to stay (melee.breakthrough-how)."""

    decision: str = "melee.breakthrough"
    rule = "melee.breakthrough-how"
    title = "Break through?"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option.unit for option in self.options if option is not None)

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which of the winners breaks through?"

    def label(self, battle: ElanBattle, option: Breakthrough | None) -> str:
        if option is None:
            return "Stay in place"
        if option.sector:
            return told(battle, option.unit, f"occupies {sector_name(battle, option.sector)}")
        return told(battle, option.unit, f"breaks through, {_reach_words(battle, option.unit)}")

    def face(self, battle: ElanBattle, option: Breakthrough | None) -> Face:
        """A winner: how far it may go, or the sector it would hold."""
        if option is None:
            return Face(self.label(battle, option))
        if not option.sector:
            return Face("Break through", _reach_words(battle, option.unit), option.unit)
        stances = ground_of(battle).garrison(option.unit)
        stance = next(one for one in stances if one.sector == option.sector)
        title = f"Occupy {sector_name(battle, option.sector)}"
        return Face(title, name(battle, option.unit), option.unit, place=stance.to, shape=stance.shape)


def _reach_words(battle: ElanBattle, unit: int) -> str:
    return f"up to {length(battle, reach(battle, unit))}"


async def break_through(battle: ElanBattle, won: Won) -> ElanBattle:
    """Winners that charged break through, each once, in their owner's order, until he declines.

    melee.breakthrough, melee.breakthrough-how, melee.sequence, melee.winner-stays
    """
    while True:
        options = breakthroughs(battle, won)
        if not options:
            return battle
        seat = battle.units[options[0].unit].side
        chosen = await PickBreakthrough(seat, (*options, None))
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
    trek = await ground_of(battle).thrust(unit, reach(battle, unit))
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

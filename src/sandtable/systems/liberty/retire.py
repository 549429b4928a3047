"""RETIRE as a result of a MORALE test: a compulsory move to the rear with the facing kept."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.battle import scene_of
from sandtable.game.questions import Choose, tell
from sandtable.game.tally import Tally
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import UnitMoved, UnitsToTest
from sandtable.systems.liberty.movement import PROXIMITY, half, kinds_of_ground
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.table.compulsory import Choice, CompulsoryMove, Flight, Tried, flee
from sandtable.table.measure import DEGREE, FULL_TURN, HALF_TURN, INCH
from sandtable.table.terms import Going, Keep
from sandtable.table.trace import trace

ANGLES = ((0,), (15 * DEGREE, -15 * DEGREE), (30 * DEGREE, -30 * DEGREE), (45 * DEGREE, -45 * DEGREE))
"""Ways to the rear as they are tried: straight back, then aslant, either side alike."""


async def retire(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Carry a RETIRE out at once (morale.retire.move); a unit that cannot move stays (morale.retire.stuck).

    Passing a SHAKEN friend makes both units test, the one passed through first (movement.interpenetrate.test,
    movement.interpenetrate.need).
    """
    ways = open_ways(battle, unit)
    if not ways:
        return battle
    taken = ways[0]
    if len(ways) > 1:
        angle = await Choose("rout-tie", unit.side, tuple(way.angle for way in ways), about=(unit.id,))
        taken = next(way for way in ways if way.angle == angle)
    battle = await tell(battle, UnitMoved(unit.id, taken.end))
    shaken = tuple(friend for friend in taken.passed if battle.units[friend].state is State.SHAKEN)
    return await tell(battle, UnitsToTest((*shaken, unit.id))) if shaken else battle


def open_ways(battle: LibertyBattle, unit: Regiment) -> tuple[Tried, ...]:
    """The ways a unit may take; two where they are equally good, and the owner picks.

    The first way that is free is taken: gone whole, past friends in good order only, 4 in from every enemy.
    If none is, the first on which it gets out of contact, passing any friend and stopping at anything else.
    """
    steady = tuple(friend.id for friend in _friends(battle, unit) if _is_in_good_order(friend))
    everybody = tuple(friend.id for friend in _friends(battle, unit))
    tries: tuple[tuple[tuple[int, ...], Choice], ...] = ((steady, "free"), (everybody, "out of contact"))
    for passable, choice in tries:
        for angles in ANGLES:
            found = _fled(battle, unit, _flight(battle, unit, angles, passable, choice))
            if found:
                return found
    return ()


def _fled(battle: LibertyBattle, unit: Regiment, flight: Flight) -> tuple[Tried, ...]:
    """The ways of equal angle that serve; artillery that meets DIFFICULT ground has half its rate."""
    move = flee(unit, flight, scene_of(battle))
    if unit.arm in (Arm.LIMBERED, Arm.UNLIMBERED) and _meets_difficult_ground(battle, unit, move):
        rate = Tally.of(flight.distance // INCH, "RETIRE", "morale.retire.move")
        halved = half(rate, "artillery in difficult ground", "movement.half.artillery")
        move = flee(unit, replace(flight, distance=halved.whole * INCH), scene_of(battle))
    if move.taken is None or move.taken.gone == 0:
        return ()
    return tuple(way for way in move.tried if _serves_alike(way, move.taken))


def _flight(
    battle: LibertyBattle, unit: Regiment, angles: tuple[int, ...], passable: tuple[int, ...], choice: Choice
) -> Flight:
    """Its full ADVANCE rate into the rear arc, whatever its under-fire markers (morale.retire.move)."""
    assert unit.pose is not None
    enemies = tuple(enemy.id for enemy in battle.on_table(1 - unit.side))
    barred = kinds_of_ground("impassable") + kinds_of_ground("obstacle")
    return Flight(
        distance=rates(unit.arm).advance * INCH,
        heading=(unit.pose.heading + HALF_TURN) % FULL_TURN,
        angles=angles,
        choose=(choice,),
        keeps=(Keep(enemies, PROXIMITY, rule="movement.proximity"),) if enemies else (),
        goings=tuple(Going(kind, entry="barred", rule="morale.retire.move") for kind in barred),
        passable=passable,
        leave=enemies,
        edge_is_whole=False,
    )


def _serves_alike(way: Tried, taken: Tried) -> bool:
    alike = way.whole == taken.whole and way.out_of_contact == taken.out_of_contact
    return alike and way.gone > 0


def _meets_difficult_ground(battle: LibertyBattle, unit: Regiment, move: CompulsoryMove) -> bool:
    difficult = kinds_of_ground("difficult")
    legs = trace(unit, move.plan, scene_of(battle))
    return any(crossed.kind in difficult and crossed.spans for leg in legs for crossed in leg.ground)


def _friends(battle: LibertyBattle, unit: Regiment) -> tuple[Regiment, ...]:
    return tuple(friend for friend in battle.on_table(unit.side) if friend.id != unit.id)


def _is_in_good_order(friend: Regiment) -> bool:
    return friend.state is not State.SHAKEN and not friend.disorder

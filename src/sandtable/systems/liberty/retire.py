"""RETIRE as a result of a MORALE test: a compulsory move to the rear, facing kept."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import forms
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import UnitDisordered
from sandtable.systems.liberty.forced_moves import (
    RetireTie,
    barring_ground,
    friends_of,
    go,
    is_artillery,
    keep_off,
    meets_difficult_ground,
    one_of,
)
from sandtable.systems.liberty.movement import half, is_in_difficult, kinds_of_ground, moving_scene, opening
from sandtable.systems.liberty.passing import owe_tests
from sandtable.systems.liberty.placing import place
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.states import State
from sandtable.table.forced import FlightTerms, Tried, flee, trier
from sandtable.table.movement import Going
from sandtable.table.space import DEGREE, FULL_TURN, HALF_TURN, INCH

SLANTS = ((0,), *((slant * DEGREE, -slant * DEGREE) for slant in (15, 30, 45)))
"""The directions to the rear as they are tried: straight back, then further aslant, both sides alike."""

GUNS_BOGGED = "movement.no-move.column"


async def retire(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Carry out a RETIRE at once; guns may limber first, and an engaged unit gets out of contact.

    morale.retire.move, morale.retire.engaged, disorder.while-engaged. A unit that cannot leave its melee is
    DISORDERED instead, one that cannot move at all stays (morale.retire.stuck).
    """
    engaged = battle.is_engaged(unit.id)
    battle = await forms.limber_to_go(battle, unit)
    unit = battle.units[unit.id]
    ways = open_ways(battle, unit)
    if not ways:
        return await tell(battle, UnitDisordered(unit.id)) if engaged else battle
    way = await one_of(unit, tuple(tried for _, tried in ways), RetireTie)
    flight = next(flight for flight, tried in ways if tried is way)
    move = await go(battle, unit, flight, way)
    taken = move.taken
    assert taken is not None
    if engaged and not taken.out_of_contact:
        return await tell(battle, UnitDisordered(unit.id))
    battle = await place(battle, unit.id, taken.end)
    return await owe_tests(battle, battle.units[unit.id], taken.passed)


def open_ways(battle: LibertyBattle, unit: Regiment) -> tuple[tuple[FlightTerms, Tried], ...]:
    """The ways open to a unit, of which its owner picks one, each with its terms.

    The first free way: at full length, past friends in good order only, 4 in from every enemy.
    Without one, the first on which it gets out of contact, passing any friend and stopping at anything else.
    """
    if _is_bogged(battle, unit):
        return ()
    friends = friends_of(battle, unit)
    steady = tuple([friend.id for friend in friends if _is_in_good_order(friend)])
    everybody = tuple([friend.id for friend in friends])
    for passable, serves in ((steady, _is_free), (everybody, _gets_away)):
        flight = _flight(battle, unit, passable)
        tries = trier(unit, flight, moving_scene(battle))
        for slants in SLANTS:
            tried = [_tried(battle, unit, flight, tries(slant)) for slant in slants]
            found = tuple([one for one in tried if serves(one[1])])
            if found:
                return found
    return ()


def _is_free(way: Tried) -> bool:
    return way.whole and way.out_of_contact and way.gone > 0


def _gets_away(way: Tried) -> bool:
    return way.out_of_contact and way.gone > 0


def _tried(
    battle: LibertyBattle, unit: Regiment, flight: FlightTerms, way: Tried
) -> tuple[FlightTerms, Tried]:
    """A way with its terms; artillery that meets DIFFICULT ground on it has half its rate."""
    if not is_artillery(unit) or not meets_difficult_ground(battle, unit, way):
        return flight, way
    rate = Tally.of(flight.distance // INCH, "RETIRE", "morale.retire.move")
    halved = half(rate, "artillery in difficult ground", "movement.half.artillery")
    slower = replace(flight, distance=halved.whole * INCH, angles=(way.angle,))
    return slower, flee(unit, slower, moving_scene(battle)).tried[0]


def _flight(battle: LibertyBattle, unit: Regiment, passable: tuple[int, ...]) -> FlightTerms:
    """The full ADVANCE rate into the rear arc, without loss for under-fire markers (morale.retire.move)."""
    assert unit.pose is not None
    return FlightTerms(
        distance=rates(unit.arm).advance * INCH,
        heading=(unit.pose.heading + HALF_TURN) % FULL_TURN,
        choose=("any",),
        keeps=keep_off(battle, unit),
        goings=barring_ground(battle, unit, "morale.retire.move") + _bog(battle, unit),
        opening=opening(battle),
        passable=passable,
        leave=battle.numbers_on_table(1 - unit.side),
        edge_is_whole=False,
    )


def _bog(battle: LibertyBattle, unit: Regiment) -> tuple[Going, ...]:
    """In the other reading guns cannot move into DIFFICULT terrain (movement.no-move.column)."""
    if not is_artillery(unit) or battle.readings.of(GUNS_BOGGED) == 0:
        return ()
    return tuple(
        Going(kind, entry="barred", rule="movement.no-move") for kind in kinds_of_ground("difficult")
    )


def _is_bogged(battle: LibertyBattle, unit: Regiment) -> bool:
    """Are guns in DIFFICULT terrain in which they cannot move? (movement.no-move)"""
    if not _bog(battle, unit):
        return False
    return is_in_difficult(battle, unit)


def _is_in_good_order(friend: Regiment) -> bool:
    return friend.state is not State.SHAKEN and not friend.disorder and not friend.routing

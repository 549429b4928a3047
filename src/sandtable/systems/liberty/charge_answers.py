"""The responses of units that are charged: to hold, to fire, to retire or to counter-charge."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty import falling_back, trials, victory
from sandtable.systems.liberty.aim import aim, targets_among
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.charge_decisions import AnswerCharge, MeetCharger
from sandtable.systems.liberty.charge_events import ChargeAnswered, DefensiveFireGiven
from sandtable.systems.liberty.charge_moves import Onset, engage
from sandtable.systems.liberty.charge_ways import Encounter, encounter, measured, sides, survey
from sandtable.systems.liberty.charges import (
    Approach,
    Charged,
    Counter,
    Grade,
    Response,
    counter_paid,
    counter_test,
    responses,
    split_hits,
)
from sandtable.systems.liberty.command import is_in_command, is_reliable, is_supported
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import MoraleTested, UnitDisordered, UnitHit, UnitsEngaged
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.morale import Result
from sandtable.systems.liberty.movement import March, moving_scene
from sandtable.systems.liberty.passing import owe_tests
from sandtable.systems.liberty.placing import place
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.rates import MarchDice
from sandtable.systems.liberty.shooting import (
    ANY_HIT_TESTS,
    Arm,
    Fire,
    combat_dice,
    dice,
    saves,
    to_hit_roll,
    weapon_names,
)
from sandtable.systems.liberty.spending import buying, pay
from sandtable.table.space import Side


class Answer(NamedTuple):
    """The battle after a response, and the charges that continue."""

    battle: LibertyBattle
    onsets: tuple[Onset, ...]


async def answered(battle: LibertyBattle, onsets: tuple[Onset, ...]) -> Answer:
    """The target responds once to all its chargers (charge.response.options, charge.multiple.order)."""
    target = battle.units[onsets[0].way.target]
    if can_only_hold(battle, target, onsets):
        return Answer(battle, onsets)
    facts = charged(battle, target, onsets)
    offered = open_responses(battle, target, onsets, facts)
    response = Response.HOLD
    if len(offered) > 1:
        response = await AnswerCharge(target.side, offered, unit=target.id, onsets=onsets, facts=facts)
        battle = await tell(battle, ChargeAnswered(target.id, response))
    match response:
        case Response.HOLD:
            return Answer(battle, onsets)
        case Response.FIRE:
            return await defensive_fire(battle, target, onsets)
        case Response.RETIRE:
            return await ride_off(battle, target, onsets)
        case Response.COUNTER:
            return await counter_charge(battle, target, onsets, facts)
        case _:
            assert_never(response)


# ------------------------------------------------------------------ what is open
def can_only_hold(battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...]) -> bool:
    """Can a unit clearly only hold? A quick test before all responses are looked up.

    charge.response.hold-only, charge.response.distance, disorder.response
    """
    if target.disorder or target.routing or battle.is_engaged(target.id):
        return True
    return not any(_approach(onset).leaves_time for onset in onsets)


def charged(battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...]) -> Charged:
    """The facts of a charged unit as the battle stands (charge.response.distance, disorder.response)."""
    row = combat_dice(target.arm)
    side, number = target.side, target.id
    press = buying(battle, Action.PRESS_THE_CHARGE, side, number, counter_charge=True)
    anew = buying(battle, Action.A_DIRECT_ORDER, side, number, counter_charge=True)
    return Charged(
        quality=target.profile.quality,
        in_command=is_in_command(battle, target),
        supported=is_supported(battle, target),
        reliable=is_reliable(battle, target),
        drilled=target.has(SpecialRule.DRILLED),
        unreliable=target.has(SpecialRule.UNRELIABLE),
        seat=side,
        unit=number,
        arm=target.arm,
        state=target.state,
        armed=target.profile.weapon in weapon_names() and row is not None and row.shoot > 0,
        disordered=bool(target.disorder),
        routing=target.routing,
        engaged=battle.is_engaged(number),
        has_fired=target.fired,
        hemmed_in=target.arm is Arm.MOUNTED and not encounters(battle, onsets),
        press_the_charge=press,
        direct_order=anew,
        points=battle.camps[side].points.left,
    )


def open_responses(
    battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...], facts: Charged
) -> tuple[Response, ...]:
    """The responses open to a unit: to fire it must see a charger, to retire it must have room.

    charge.response.hold-only, charge.response.several
    """
    found = list(responses(facts, tuple(_approach(onset) for onset in onsets)))
    if Response.FIRE in found and not marks(battle, target, onsets):
        found.remove(Response.FIRE)
    if Response.RETIRE in found and not falling_back.direction(battle, target, _ride_back(target)).has_any():
        found.remove(Response.RETIRE)
    return tuple(found)


def _approach(onset: Onset) -> Approach:
    return Approach(onset.way.distance, onset.way.edge)


# ------------------------------------------------------------------ defensive fire
def marks(battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...]) -> tuple[Onset, ...]:
    """The targets of defensive fire, the nearest first: on the front, over 6 in away, seen and in range.

    charge.response.fire, charge.response.fire.detail
    """
    soon = [onset for onset in onsets if _approach(onset).leaves_time]
    in_range = targets_among(battle, target, [onset.way.unit for onset in soon]) if soon else ()
    eligible = [onset for onset in soon if onset.way.unit in in_range]
    return tuple(sorted(eligible, key=lambda one: (one.way.distance, one.way.unit)))


async def defensive_fire(battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...]) -> Answer:
    """An ordinary volley at the chargers where they stand, hits split among them, then their tests.

    charge.response.fire, charge.response.fire.detail, charge.response.fire.test. Concentrate Fire! is only
    for the Shooting phase.
    """
    struck = marks(battle, target, onsets)
    facts = aim(battle, target, battle.units[struck[0].way.unit])
    assert facts is not None
    numbers = tuple(onset.way.unit for onset in struck)
    battle = await tell(battle, DefensiveFireGiven(target.id, numbers, dice(facts).whole))
    hits = await to_hit_roll(facts)
    shares = await split_hits(hits, numbers, target.side)
    for onset, share in zip(struck, shares, strict=True):
        battle = await _strike(battle, onset, facts, share)
    broken = tuple(n for n in numbers if battle.units[n].wear.breaks(battle.units[n].hits))
    if broken:
        battle = await remove(battle, broken)
    return await stood(battle, tuple(onset for onset in onsets if onset.way.unit not in broken))


async def _strike(battle: LibertyBattle, onset: Onset, facts: Fire, hits: int) -> LibertyBattle:
    """Mark hits on a charger; a determined one does not test for them (charge.result.3, underfire.gain)."""
    if not hits:
        return battle
    lost = await saves(facts, hits)
    tests = lost > 0 or battle.readings.of(ANY_HIT_TESTS) == 1
    determined = onset.grade is Grade.DETERMINED
    return await tell(battle, UnitHit(onset.way.unit, lost, tests and not determined))


async def stood(battle: LibertyBattle, onsets: tuple[Onset, ...]) -> Answer:
    """Take all tests that are due, the chargers' first; a charger that fails does not charge.

    charge.result.2, charge.before-move, charge.response.fire.shaken
    """
    while battle.tests_due and not victory.is_decided(battle):
        chargers = [onset.way.unit for onset in onsets]
        due = next((due for due in battle.tests_due if due.unit in chargers), None)
        if due is None:
            battle = await trials.take_one(battle)
            continue
        battle, result = await _test(battle, due)
        if result is not Result.NONE:
            onsets = tuple(onset for onset in onsets if onset.way.unit != due.unit)
    return Answer(battle, onsets)


async def _test(battle: LibertyBattle, due: DueTest) -> tuple[LibertyBattle, Result]:
    battle, result = await trials.tested(battle, battle.units[due.unit], due.cause)
    battle = await tell(battle, MoraleTested(due, result))
    return await trials.suffer(battle, battle.units[due.unit], result), result


# ------------------------------------------------------------------ cavalry retire
def _ride_back(target: Regiment) -> March:
    """A RETIRE at the full rate: what under-fire markers subtract is added back (underfire.detail)."""
    slowed = 0 if target.has(SpecialRule.STALWART) else target.under_fire
    return March(Order.RETIRE, dice=MarchDice(haste=slowed))


async def ride_off(battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...]) -> Answer:
    """Cavalry retires before the chargers move; they charge it at its new place.

    charge.response.retire, charge.response.retire.detail
    """
    moved = await falling_back.fall_back_in_full(battle, target, _ride_back(target))
    battle = await owe_tests(moved.battle, moved.battle.units[target.id], moved.passed)
    battle = await trials.take_all(battle)
    if battle.units[target.id].pose is None:
        return Answer(battle, onsets)
    again = tuple(_measured_anew(battle, onset, (onset.way.side,), onsets) for onset in onsets)
    return Answer(battle, again)


def _measured_anew(
    battle: LibertyBattle, onset: Onset, facing: tuple[Side, ...], onsets: tuple[Onset, ...]
) -> Onset:
    """A charge on a target that has moved: its distance and way are measured again.

    charge.response.retire.detail, charge.response.several
    """
    way, scene = onset.way, moving_scene(battle)
    fellows = tuple(one.way.unit for one in onsets if one.way.unit != way.unit)
    for side in facing:
        found = survey(scene, way.unit, way.target, side, fellows)
        if found is not None:
            return onset._replace(way=found, certain=False)
    barred = measured(scene, way.unit, way.target, facing[0])
    return onset._replace(way=barred, certain=False, barred=True)


# ------------------------------------------------------------------ counter-charge
def encounters(battle: LibertyBattle, onsets: tuple[Onset, ...]) -> dict[int, Encounter]:
    """Where the target would meet each of its chargers, for those where its own half of the way is clear."""
    if any(onset.way.edge is not Edge.FRONT for onset in onsets):
        return {}
    scene = moving_scene(battle)
    found = ((onset.way.unit, encounter(scene, onset.way)) for onset in onsets)
    return {unit: meeting for unit, meeting in found if meeting is not None}


async def counter_charge(
    battle: LibertyBattle, target: Regiment, onsets: tuple[Onset, ...], facts: Charged
) -> Answer:
    """Cavalry takes its own CHARGE test: it meets a charger halfway, stands, or is DISORDERED.

    charge.response.counter, charge.response.counter.detail, charge.response.several
    """
    meetings = encounters(battle, onsets)
    named = next(iter(meetings))
    if len(meetings) > 1:
        named = await MeetCharger(target.side, tuple(meetings), unit=target.id)
    paid = await do(counter_paid, counter_test(facts))
    battle = await pay(battle, target.side, target.id, paid.spent)
    match paid.value:
        case Counter.DISORDERED:
            return Answer(await tell(battle, UnitDisordered(target.id)), onsets)
        case Counter.STANDS:
            return Answer(battle, onsets)
        case Counter.CHARGES:
            return await _meet(battle, target.id, named, onsets, meetings[named])
        case _:
            assert_never(paid.value)


async def _meet(
    battle: LibertyBattle, target: int, charger: int, onsets: tuple[Onset, ...], where: Encounter
) -> Answer:
    """Both units meet halfway and count as charging; the other chargers charge at the place of meeting.

    charge.response.counter, charge.response.several
    """
    battle = await place(battle, target, where.counter)
    battle = await place(battle, charger, where.charger)
    battle = await engage(battle, battle.units[charger], target)
    battle = await tell(battle, UnitsEngaged(target, (charger,), charging=True))
    scene = moving_scene(battle)
    others = tuple(onset for onset in onsets if onset.way.unit != charger)
    again = tuple(_measured_anew(battle, one, sides(scene, one.way.unit, target), others) for one in others)
    return Answer(battle, again)

"""When to charge: by the exact odds of test, fire and melee, compared with a volley on the spot."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import Choose
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.aim import aim, level_of, targets
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.charge_home import ChargeFacts, Charger
from sandtable.systems.liberty.charge_ways import TOUCH, ChargeWay, legal_targets, move_facts
from sandtable.systems.liberty.charges import Charged, Response
from sandtable.systems.liberty.charging import Charge
from sandtable.systems.liberty.command import order_given
from sandtable.systems.liberty.doctrine.chances import charge_gain, nameless
from sandtable.systems.liberty.doctrine.fire import shot_worth
from sandtable.systems.liberty.doctrine.outlook import outlook, place_worth
from sandtable.systems.liberty.doctrine.posture import care, is_safe
from sandtable.systems.liberty.doctrine.tasks import stake
from sandtable.systems.liberty.melee_facts import Contact, Duel, Edge, Fighter
from sandtable.systems.liberty.melee_ground import fighter
from sandtable.systems.liberty.obstacles import defended
from sandtable.systems.liberty.shooting import Arm, Fire
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import Quality
from sandtable.table.measure import level_at
from sandtable.table.space import TOLERANCE, Base, Pose, Scene, centre, face

CAUTION: Final = 1.0
"""The weight of the charger's own losses against its target's."""
HELPS_FRIENDS: Final = 0.5
"""The worth, beyond the odds, of joining a melee in which friends already fight."""
AFTERWARDS: Final = 1.0
WORST: Final = 4.0
"""The weight of the danger at the place where a charge ends, and the most of it that counts."""
BETTER: Final = {Quality.MILITIA: 0, Quality.REGULAR: 1, Quality.ELITE: 2}
MARGIN: Final = 0.4
"""How much better than a volley a charge must be."""


def declare(battle: LibertyBattle, question: Choose[Any]) -> object:
    """The charge that gains most, if it gains more than the fire it gives up; else none."""
    charges = [option for option in question.options if isinstance(option, Charge)]
    best, most = None, MARGIN
    for number in dict.fromkeys(charge.unit for charge in charges):
        unit = battle.units[number]
        wanted = [charge.target for charge in charges if charge.unit == number]
        ways = [
            way for way in legal_targets(battle, unit) if way.target in wanted and is_tempting(battle, way)
        ]
        forgone = volley_forgone(battle, unit) if ways else 0.0
        for way in ways:
            worth = charge_worth(battle, way) - forgone
            if worth > most:
                best, most = Charge(way.unit, way.target), worth
    return best


def is_tempting(battle: LibertyBattle, way: ChargeWay) -> bool:
    """Is a charge worth working out? Not on the front of a steady line of the same or better quality."""
    target = battle.units[way.target]
    firm = target.state is State.STEADY and not target.disorder and not target.routing
    solid = target.arm in (Arm.INFANTRY, Arm.MOUNTED) and not battle.is_engaged(target.id)
    better = BETTER[battle.units[way.unit].profile.quality] > BETTER[target.profile.quality]
    return better or not (firm and solid and way.edge is Edge.FRONT)


def volley_forgone(battle: LibertyBattle, unit: Regiment) -> float:
    """The worth of the unit's best volley, which it gives up by charging."""
    return max((shot_worth(battle, shot) for shot in targets(battle, unit)), default=0.0)


def charge_worth(battle: LibertyBattle, way: ChargeWay, *, determined: bool = False) -> float:
    """The average worth of a charge, with the target's response."""
    unit, target = battle.units[way.unit], battle.units[way.target]
    under_fire = 0 if determined else unit.under_fire
    facts = facts_of_charge(battle, unit, target, way, under_fire)
    worth = charge_gain(facts, duel_after(battle, unit, target, way), _caution(battle, unit))
    worth = worth * stake(battle, target) if worth > 0 else worth
    worth += exposure(battle, unit, way)
    return worth + (HELPS_FRIENDS if battle.is_engaged(target.id) else 0.0)


def exposure(battle: LibertyBattle, unit: Regiment, way: ChargeWay) -> float:
    """How much worse the place at the charge's end is than the present one, within a limit."""
    assert unit.pose is not None
    gone = replace(battle.units[way.target], pose=None)
    view = outlook(battle.with_unit(gone), unit)
    change = place_worth(view, way.end, unit.shape) - place_worth(view, unit.pose, unit.shape)
    return AFTERWARDS * min(max(change, -WORST), 0.0)


def _caution(battle: LibertyBattle, unit: Regiment) -> float:
    """The weight of own losses; a side that only has to keep its lead takes fewer risks."""
    return CAUTION * care(battle, unit.side) * (2.0 if is_safe(battle, unit.side) else 1.0)


# ----------------------------------------------------------------------- the facts
def facts_of_charge(
    battle: LibertyBattle, unit: Regiment, target: Regiment, way: ChargeWay, under_fire: int
) -> ChargeFacts:
    """The facts of a charge up to contact; a target that can shoot is expected to."""
    fire = aim(battle, target, unit) if _can_fire(battle, target, way) else None
    return ChargeFacts(
        charger=_charger(battle, unit),
        way=replace(move_facts(battle, way, under_fire=under_fire), unit=-1, seat=0),
        target=_charged(battle, target),
        edge=way.edge,
        response=Response.HOLD if fire is None else Response.FIRE,
        fire=fire or Fire(range=11),
    )


def _can_fire(battle: LibertyBattle, target: Regiment, way: ChargeWay) -> bool:
    free = not (target.disorder or target.routing or target.fired or battle.is_engaged(target.id))
    return free and way.edge is Edge.FRONT and way.distance > 6 and target.arm is not Arm.LIMBERED


def _charger(battle: LibertyBattle, unit: Regiment) -> Charger:
    given = order_given(battle, unit, Order.CHARGE, Buying.NEVER)
    nerve = fighter(battle, unit).nerve
    return Charger(
        quality=given.quality,
        in_command=given.in_command,
        supported=given.supported,
        reliable=given.reliable,
        drilled=given.drilled,
        unreliable=given.unreliable,
        wear=unit.wear,
        hits=unit.hits,
        brave=nerve.brave,
        stubborn=nerve.stubborn,
        points=0,
        flat_successes=nerve.flat_successes,
        reliable_in_morale=nerve.reliable_in_morale,
    )


def _charged(battle: LibertyBattle, target: Regiment) -> Charged:
    return Charged(
        arm=target.arm,
        state=target.state,
        quality=target.profile.quality,
        disordered=target.disorder > 0,
        routing=target.routing,
        engaged=battle.is_engaged(target.id),
        has_fired=target.fired,
        points=0,
    )


class Meeting(NamedTuple):
    """The bases of both units in contact, whether the target defends an obstacle, and which is uphill."""

    ours: int
    theirs: int
    defended: bool
    uphill: bool
    downhill: bool


@lru_cache(maxsize=128)
def _meeting(scene: Scene, way: ChargeWay) -> Meeting:
    """The contact at the end of a charge, kept for a scene."""
    unit, target = scene.bodies[way.unit], scene.bodies[way.target]
    assert target.pose is not None
    ours = [(base.x - base.width / 2, base.x + base.width / 2) for base in unit.shape.front_rank]
    theirs = [span for base in target.shape.bases if (span := _before(way.end, target.pose, base))]
    start, end = centre(way.end, unit.shape), face(target.pose, target.shape, way.side).middle
    high, low = level_of(scene.field, target), level_at(scene.field, start)
    return Meeting(
        sum(any(_share(one, other) for other in theirs) for one in ours),
        sum(any(_share(one, other) for other in ours) for one in theirs),
        bool(defended(target, scene.field, start, end)),
        high > low,
        high < low,
    )


def _before(end: Pose, pose: Pose, base: Base) -> tuple[float, float] | None:
    """The stretch of a charger's front, in its own frame, that a base of its target lies before."""
    half = base.width / 2
    corners = ((-half, 0), (half, 0), (-half, -base.depth), (half, -base.depth))
    places = [end.local(pose.at(base.x + right, base.y + forward)) for right, forward in corners]
    at_front = [place.x for place in places if abs(place.y) <= 2 * TOLERANCE]
    return (min(at_front), max(at_front)) if at_front else None


def _share(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Do two stretches of an edge overlap by as much as contact needs?"""
    return min(one[1], other[1]) - max(one[0], other[0]) >= TOUCH


def duel_after(battle: LibertyBattle, unit: Regiment, target: Regiment, way: ChargeWay) -> Duel:
    """The melee after the contact, as it will stand on the table."""
    ours, theirs, shelter, uphill, downhill = _meeting(scene_of(battle), way)
    return Duel(
        attacker=replace(_fighter(battle, unit), charging=True),
        attacker_contact=Contact(
            bases=ours,
            edge=way.edge,
            enemy_defends=shelter,
            enemy_uphill=uphill,
            difficult=way.difficult,
        ),
        defender=_fighter(battle, target),
        defender_contact=Contact(bases=theirs, enemy_uphill=downhill, difficult=way.difficult),
    )


def _fighter(battle: LibertyBattle, unit: Regiment) -> Fighter:
    found = fighter(battle, unit)
    return replace(found, nerve=nameless(found.nerve))


# ----------------------------------------------------------------------- facings and breakthroughs
FACINGS: Final = ("rear", "left", "right", "front")
"""The sides of an enemy, the best to strike first."""


def best_facing(battle: LibertyBattle, question: Choose[Any]) -> object:
    """Rear before flank before front."""
    del battle
    return min(question.options, key=FACINGS.index)


def break_through(battle: LibertyBattle, question: Choose[Any]) -> object:
    """The enemy against whom a further charge gains most, if it gains anything."""
    number = question.about[0]
    assert isinstance(number, int)
    ways = {way.target: way for way in legal_targets(battle, battle.units[number], determined=True)}
    best, most = None, 0.0
    for option in question.options:
        if option in ways:
            worth = charge_worth(battle, ways[option], determined=True)
            if worth > most:
                best, most = option, worth
    return best

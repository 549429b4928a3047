"""What hangs on volleys, charges and melees: the resolution of each, with its facts from the table."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.actions import Buying, ConcentratedFacts
from sandtable.systems.liberty.aim import aim, level_of
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.charge_home import ChargeFacts, Charger, DefensiveFire
from sandtable.systems.liberty.charge_ways import TOUCH, ChargeWay, move_facts
from sandtable.systems.liberty.charges import Charged, Grade, Response
from sandtable.systems.liberty.command import nerve_of, order_given
from sandtable.systems.liberty.melee_facts import Contact, Duel, Edge, Fighter
from sandtable.systems.liberty.melee_ground import Group, fighter, lineup
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.obstacles import defended
from sandtable.systems.liberty.resolutions import CHARGE, DEFENSIVE_FIRE, MELEE, VOLLEY
from sandtable.systems.liberty.shooting import ANY_HIT_TESTS, Arm, Fire, Target
from sandtable.table.measure import level_at
from sandtable.table.space import TOLERANCE, Base, Pose, Scene, centre, face


def nameless(nerve: Nerve) -> Nerve:
    """The nerve without the unit's seat and number, so that like units share odds."""
    return replace(nerve, seat=0, unit=-1)


# --------------------------------------------------------------------- fire
def volley_stake(battle: LibertyBattle, unit: Regiment, enemy: Regiment, title: str) -> Stake:
    """A volley without Command Points, and the test of the unit hit (shooting.sequence)."""
    fire = aim(battle, unit, enemy)
    assert fire is not None
    target = Target(
        wear=enemy.wear,
        hits=enemy.hits,
        nerve=nameless(nerve_of(battle, enemy)),
        tests_when_struck=battle.readings.of(ANY_HIT_TESTS) == 1,
    )
    return Stake(unit.id, enemy.id, title, VOLLEY, ConcentratedFacts(fire=fire, target=target))


def defensive_fire_stake(battle: LibertyBattle, way: ChargeWay, grade: Grade, title: str) -> Stake:
    """The fire of a charged unit, and whether the charge goes on (charge.response.fire)."""
    charger, target = battle.units[way.unit], battle.units[way.target]
    fire = aim(battle, target, charger)
    assert fire is not None
    facts = DefensiveFire(fire=fire, charger=_charger(battle, charger), determined=grade is Grade.DETERMINED)
    return Stake(target.id, charger.id, title, DEFENSIVE_FIRE, facts)


# --------------------------------------------------------------------- charges and melees
def charge_stakes(battle: LibertyBattle, way: ChargeWay, title: str) -> tuple[Stake, ...]:
    """A charge to contact, with the target's fire if it can shoot, and the round of melee after it."""
    unit, enemy = battle.units[way.unit], battle.units[way.target]
    facts = facts_of_charge(battle, unit, enemy, way, unit.under_fire)
    return Stake(unit.id, enemy.id, title, CHARGE, facts), *fight_stakes(battle, way, f"{title}: the fight")


def fight_stakes(battle: LibertyBattle, way: ChargeWay, title: str) -> tuple[Stake, ...]:
    """The round of melee after a charge; none if the target routs or is in melee already."""
    unit, enemy = battle.units[way.unit], battle.units[way.target]
    if enemy.routing or battle.is_engaged(enemy.id):
        return ()
    return (Stake(unit.id, enemy.id, title, MELEE, duel_after(battle, unit, enemy, way)),)


def melee_stakes(battle: LibertyBattle, group: Group) -> tuple[Stake, ...]:
    """The round of a melee of two units; none for a larger one (melee.sequence)."""
    if len(group) > 2:
        return ()
    lines = lineup(battle, group)
    (unit,), (enemy,) = lines.sides
    ours, theirs = (side.units[0] for side in lines.melee.sides)
    facts = Duel(
        attacker=_nameless(ours.fighter),
        attacker_contact=ours.opponents[0].contact,
        defender=_nameless(theirs.fighter),
        defender_contact=theirs.opponents[0].contact,
    )
    title = f"Melee of {battle.units[unit].name} with {battle.units[enemy].name}"
    return (Stake(unit, enemy, title, MELEE, facts),)


def _nameless(fighter: Fighter) -> Fighter:
    return replace(fighter, nerve=nameless(fighter.nerve))


# --------------------------------------------------------------------- the facts of a charge
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
        attacker=replace(_nameless(fighter(battle, unit)), charging=True),
        attacker_contact=Contact(
            bases=ours,
            edge=way.edge,
            enemy_defends=shelter,
            enemy_uphill=uphill,
            difficult=way.difficult,
        ),
        defender=_nameless(fighter(battle, target)),
        defender_contact=Contact(bases=theirs, enemy_uphill=downhill, difficult=way.difficult),
    )

"""Starting melees: an attack is made, Foot tests before it closes with Mounted, and Mounted may answer.

movement.contact, movement.muskets-v-mounted.order
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn import trials
from sandtable.systems.tricorn.attacks import PlanAttack, attackable, attacks
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import break_off, break_off_need, may_break_off
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.contacts_made import at_pose, enemies_touched, is_free_to_attack, laid_flush
from sandtable.systems.tricorn.foot_charge import Answer, MountedReaction
from sandtable.systems.tricorn.marching import make_move
from sandtable.systems.tricorn.morale import Occasion
from sandtable.systems.tricorn.movement import NEAR
from sandtable.systems.tricorn.movement_events import UnitStood
from sandtable.systems.tricorn.rates import FULL_MOVE, rate
from sandtable.systems.tricorn.stakes import melee_stake
from sandtable.systems.tricorn.words import name
from sandtable.table.movement import Keep, Shift, Verdict, course_of, judge
from sandtable.table.planning import longest_legal
from sandtable.table.space import Point, Pose


def attacks_open(battle: TricornBattle, unit: TricornUnit, share: int) -> tuple[PlanAttack, ...]:
    """The attacks that a unit may declare with this share of its move (movement.contact.who)."""
    return attacks(battle, unit, share) if is_free_to_attack(battle, unit) else ()


def targets_open(battle: TricornBattle, unit: TricornUnit, share: int) -> tuple[int, ...]:
    """The enemies that a unit may attack with this share of its move (movement.contact.who)."""
    return attackable(battle, unit, share) if is_free_to_attack(battle, unit) else ()


def attack_on(battle: TricornBattle, unit: TricornUnit, share: int, target: int) -> PlanAttack:
    """The open attack of a unit on an enemy (movement.contact.who, move.charge-mounted)."""
    (found,) = attacks(battle, unit, share, target)
    return found


def mounted_met(battle: TricornBattle, unit: TricornUnit, target: int, verdict: Verdict) -> tuple[int, ...]:
    """The Mounted units that an attack by Foot would touch at its end, its target or others.

    movement.muskets-v-mounted.test, geometry.distance
    """
    if not unit.is_foot:
        return ()
    to, stepped = contact_of(battle, unit, target, verdict)
    after = battle.with_unit(replace(unit, pose=to, sidestepped=stepped))
    return tuple(foe.id for foe in foes(after, unit.id) if foe.is_mounted)


async def attack(battle: TricornBattle, unit: int, declared: PlanAttack) -> TricornBattle:
    """A unit attacks along the path its owner plans; its move is over.

    Foot tests as well if it would touch Mounted beside its target (movement.muskets-v-mounted.test).

    movement.contact, movement.legal-path, movement.no-reaction
    """
    verdict = await declared
    if mounted_met(battle, battle.units[unit], declared.target, verdict):
        return await close_with_mounted(battle, unit, declared, verdict)
    return await go_home(battle, unit, declared.target, verdict)


async def go_home(battle: TricornBattle, unit: int, target: int, verdict: Verdict) -> TricornBattle:
    """An attacker moves into contact and lies flush, if it can (movement.contact).

    The target does not turn or react, even on flank or rear, except Mounted attacked by Foot
    (movement.flank-contact.no-turn).
    """
    to, stepped = contact_of(battle, battle.units[unit], target, verdict)
    return await make_move(battle, battle.units[unit], verdict, to=to, sidestepped=stepped)


def contact_of(
    battle: TricornBattle, unit: TricornUnit, target: int, verdict: Verdict
) -> tuple[Pose, tuple[int, ...]]:
    """Where an attacker comes to rest, and the enemies it reached by a Side Step (movement.contact)."""
    there = at_pose(unit, verdict.end)
    if verdict.plan and isinstance(verdict.plan[-1], Shift):
        return verdict.end, tuple(enemy.id for enemy in enemies_touched(battle, there))
    return laid_flush(battle, unit, there, target), ()


def reached(battle: TricornBattle, unit: TricornUnit, declared: PlanAttack) -> tuple[Pose, float]:
    """Where an attack by its first path comes to rest, and its price (movement.contact)."""
    verdict = judge(course_of(unit, declared.terms, declared.scene), declared.ways[0])
    to, _ = contact_of(battle, unit, declared.target, verdict)
    return to, verdict.cost


def side_struck(battle: TricornBattle, declared: PlanAttack, place: Pose) -> str:
    """The side of its target that an attack hits (geometry.flank-zone.contact)."""
    struck = battle.units[declared.target]
    if struck.is_garrison or struck.pose is None:
        return "at its walls"
    forward = struck.pose.local(Point(place.x, place.y)).y
    if forward > -1:
        return "front"
    return "rear" if forward < -struck.shape.depth + 1 else "flank"


# --------------------------------------------------------------------- Foot against Mounted
class BreakOffFromFoot(MountedReaction, frozen=True, kw_only=True):
    """Choose whether a Mounted unit that Foot has contacted stays or tries to break off.

    movement.muskets-v-mounted.break-off
    """

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"Foot has closed with {name(battle, self.unit)}: break off?"

    def face(self, battle: TricornBattle, option: Answer) -> Face:
        label = self.label(battle, option)
        if option is Answer.STAY:
            return Face(label, "and fight", self.unit)
        unit = battle.units[self.unit]
        far = rate(unit).good * FULL_MOVE
        return Face(label, f"{break_off_need(battle, unit)}, back {far / 2:g} in at most", unit.id)

    def stakes(self, battle: TricornBattle, option: Answer) -> tuple[Stake, ...]:
        """The melee with each Foot unit that touches it, if it stays."""
        if option is not Answer.STAY:
            return ()
        touching = [foe for foe in foes(battle, self.unit) if foe.is_foot]
        return tuple(melee_stake(battle, foe.id, self.unit, f"Melee with {foe.name}") for foe in touching)


async def close_with_mounted(
    battle: TricornBattle, unit: int, declared: PlanAttack, verdict: Verdict
) -> TricornBattle:
    """Foot tests on its way against Mounted: if it passes it closes, if it fails it halts an inch short.

    movement.muskets-v-mounted.test, movement.muskets-v-mounted.fail, movement.muskets-v-mounted.order
    """
    met = mounted_met(battle, battle.units[unit], declared.target, verdict)
    battle, passed = await trials.take_test(battle, unit, Occasion.CHARGE_MOUNTED, met)
    if not passed:
        return await halt_short(battle, unit, declared, verdict)
    battle = await go_home(battle, unit, declared.target, verdict)
    for foe in foes(battle, unit):
        if foe.is_mounted and foe.id in [other.id for other in foes(battle, unit)]:
            battle = await answer(battle, foe.id)
    return battle


async def halt_short(
    battle: TricornBattle, unit: int, declared: PlanAttack, verdict: Verdict
) -> TricornBattle:
    """Foot that failed moves until it is an inch from the enemy; if it is nearer already, it stays.

    movement.muskets-v-mounted.fail, movement.muskets-v-mounted.order
    """
    one = battle.units[unit]
    enemies = tuple(enemy.id for enemy in battle.enemies_of(one.side))
    keep = Keep(enemies, NEAR, "along", rule="movement.muskets-v-mounted.fail", words="1 in short")
    terms = replace(declared.terms, keeps=(keep,))
    plan = longest_legal(one, verdict.plan, terms, declared.scene)
    if not plan:
        return await tell(battle, UnitStood(unit))
    return await make_move(battle, one, judge(course_of(one, terms, declared.scene), plan))


async def answer(battle: TricornBattle, unit: int) -> TricornBattle:
    """Mounted that Foot has contacted may try to break off with a Full Move, whatever the Initiative Roll
    was.

    movement.muskets-v-mounted.break-off, movement.muskets-v-mounted.order
    """
    one = battle.units[unit]
    if not may_break_off(battle, one, FULL_MOVE):
        return battle
    said = await BreakOffFromFoot(one.side, (Answer.STAY, Answer.BREAK_OFF), unit=unit)
    return await break_off(battle, unit, FULL_MOVE) if said is Answer.BREAK_OFF else battle

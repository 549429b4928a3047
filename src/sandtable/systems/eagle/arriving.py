"""Arriving: a charger moves up to an enemy and is laid against it, and the effects of that move."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle import looting
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of, reach_of
from sandtable.systems.eagle.charge_events import ChargeMade
from sandtable.systems.eagle.charge_rights import bars
from sandtable.systems.eagle.charge_ways import ChargeWay, faced, moved, slide_to
from sandtable.systems.eagle.contact import contacts_of, touched_at
from sandtable.systems.eagle.due import crossed
from sandtable.systems.eagle.events import ContactMade, UnitShifted
from sandtable.systems.eagle.flush import Laid, lay
from sandtable.systems.eagle.giving_ground import ground_swept, pieces_at
from sandtable.systems.eagle.ground import goings_of
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.passage import pass_through
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.repeating import charger_of
from sandtable.systems.eagle.supports import stands_behind
from sandtable.systems.eagle.words import name
from sandtable.table.movement import Advance, Going, Keep, LegTerms, Terms, leg_end
from sandtable.table.planning import longest_legal
from sandtable.table.space import Pose, Side, hundredths, standing

RULE: Final = "charge.support.follow"


class Follow(StrEnum):
    """What a unit does when the unit in front of it goes at the enemy (decision.support-follow)."""

    MOVE_UP = "move up with it"
    STAY = "stay where it is"


class MoveUp(Choose[Follow], frozen=True, kw_only=True):
    """Choose whether a unit moves up behind one that has gone forward (charge.support.follow)."""

    decision: str = "decision.support-follow"
    rule = RULE
    title = "Move up?"

    unit: int
    front: int

    def parties(self) -> tuple[int, ...]:
        return self.unit, self.front

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.front)} has gone forward: does {name(battle, self.unit)} follow?"

    def label(self, battle: EagleBattle, option: Follow) -> str:
        del battle
        return str(option).capitalize()

    def face(self, battle: EagleBattle, option: Follow) -> Face:
        if option is Follow.STAY:
            return Face("Stay", "where it is", self.unit)
        return Face("Move up", f"behind {name(battle, self.front)}", self.unit)


# --------------------------------------------------------------------- coming into contact
async def arrive(battle: EagleBattle, unit: int, way: ChargeWay, struck: Side) -> EagleBattle:
    """A charger moves to first touch and is laid against its target, in contact with all enemies it touches.

    charge.contact, charge.face, charge.support.follow; ``struck`` is the side on which it counts as striking
    """
    before = battle.units[unit]
    was = standing(before)
    pose = faced(battle, before, way.facing) or was
    laid = landing(battle, before, way)
    far = way.distance if laid.touches else _short_of(battle, before, pose, way)
    to = laid.to if laid.touches else moved(pose, way.heading, far, before)
    battle = await tell(battle, ChargeMade(unit, way.target, Record.CHARGE, to, far, laid.touches))
    if laid.touches:
        battle = await touch(battle, unit, way.target, struck)
    battle = await complete(battle, before, pose, way.passed)
    return await bring_up(battle, unit, was) if battle.units[unit].pose is not None else battle


def _short_of(battle: EagleBattle, unit: EagleUnit, pose: Pose, way: ChargeWay) -> int:
    """The length of a charge that has no room to touch: an inch short, and clear of friends.

    charge.contact
    """
    far = max(way.distance - apart_of("charge.contact"), 0)
    return slide_to(battle, unit, pose, way.heading, far, ()).gone


def landing(battle: EagleBattle, unit: EagleUnit, way: ChargeWay) -> Laid:
    """Where a charger lies at the end of its way (charge.contact)."""
    pose = faced(battle, unit, way.facing) or standing(unit)
    return lay(battle, unit, moved(pose, way.heading, way.distance, unit), way.target, way.side)


async def touch(battle: EagleBattle, unit: int, target: int, struck: Side) -> EagleBattle:
    """A unit laid against an enemy is in contact with it and with all others it touches.

    charge.contact, charge.face
    """
    others = tuple(foe for foe in touched_at(battle, battle.units[unit]) if foe != target)
    return await tell(battle, ContactMade(contacts_of(battle, unit, (target, *others), struck, target)))


async def complete(
    battle: EagleBattle, before: EagleUnit, pose: Pose, passed: tuple[int, ...]
) -> EagleBattle:
    """The effects of a charge move: rough ground, friends passed, and enemy leaders on the way.

    terrain.rough.detail, movement.passage.detail, command.leader.move-rules
    """
    unit = battle.units[before.id]
    pieces = ground_swept(battle, replace(before, pose=pose), replace_heading(standing(unit), pose))
    pieces = tuple(dict.fromkeys((*pieces, *ground_swept(battle, unit, standing(unit)))))
    battle = await crossed(battle, unit.id, pieces)
    friends = tuple(one for one in passed if battle.units[one].side == before.side)
    battle = await pass_through(battle, unit.id, friends)
    return await swept(battle, unit.id, standing(before))


def replace_heading(pose: Pose, like: Pose) -> Pose:
    """A pose with the heading of another."""
    return Pose(pose.x, pose.y, like.heading)


# --------------------------------------------------------------------- camps
def camp_goings(battle: EagleBattle, unit: EagleUnit) -> tuple[Going, ...]:
    """The enemy camp as ground at which a unit stops, unless it is there already or the camp is lost.

    control.loot
    """
    camp = battle.camps[1 - unit.side]
    if not camp.baggage or camp.baggage_lost or camp.baggage in pieces_at(battle, unit):
        return ()
    return (Going(piece=camp.baggage, entry="barred", rule="control.loot", words="it stops to loot"),)


async def enter_camp(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit that has reached the enemy camp and is not in combat begins to loot it (control.loot)."""
    one = battle.units[unit]
    if one.pose is None or battle.is_engaged(unit):
        return battle
    return await looting.entered(battle, unit, pieces_at(battle, one))


# --------------------------------------------------------------------- moving up behind
async def bring_up(battle: EagleBattle, unit: int, was: Pose) -> EagleBattle:
    """Units directly behind one that has gone forward may move up with it, without dice or disorder.

    charge.support.follow, decision.support-follow; ``was`` is the pose of the front unit before its move
    """
    front = battle.units[unit]
    before = replace(front, pose=was)
    for behind in battle.unbroken(front.side):
        if behind.id == unit or not may_move_up(battle, behind) or not stands_behind(behind, before):
            continue
        to = _up(battle, behind, before, front)
        if to is None:
            continue
        said = await MoveUp(front.side, tuple(Follow), unit=behind.id, front=unit)
        if said is Follow.MOVE_UP:
            battle = await tell(battle, UnitShifted(behind.id, to, RULE))
            battle = await swept(battle, behind.id, standing(behind))
    return battle


def may_move_up(battle: EagleBattle, unit: EagleUnit) -> bool:
    """May a unit move up behind another: able to move, under no bar on charging, and with no charge to make?

    charge.support.follow, command.steady.no-move, control.halt
    """
    charge = battle.charge_of(unit.id)
    if charge is not None and not charge.done:
        return False
    if unit.steadied or unit.looting or unit.pursuing or unit.control in (Control.HALTED, Control.WAITS):
        return False
    return not bars(charger_of(battle, unit))


def _up(battle: EagleBattle, unit: EagleUnit, before: EagleUnit, front: EagleUnit) -> Pose | None:
    """The pose of a unit that keeps its distance behind one that has gone forward; none if it cannot.

    charge.support.follow: straight ahead, and no nearer to an enemy than in any move (movement.stop.detail)
    """
    if front.pose is None:
        return None
    heading = standing(unit)
    here, there = standing(before), standing(front)
    gone = hundredths(heading.local(there.at(0, 0)).y - heading.local(here.at(0, 0)).y)
    if gone < 1:
        return None
    enemies = battle.numbers_unbroken(1 - unit.side)
    terms = Terms(
        gone,
        (LegTerms("advance", rule=RULE, words="moves up"),),
        goings=goings_of(battle, unit),
        keeps=(Keep(enemies, reach_of("movement.stop.detail"), rule="movement.stop.detail"),)
        if enemies
        else (),
        outline="bases",
        slack=SLACK,
    )
    plan = longest_legal(unit, (Advance(gone),), terms, scene_of(battle))
    return leg_end(plan[0], standing(unit), unit.shape) if plan else None

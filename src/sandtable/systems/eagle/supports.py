"""Supports on the table: the units directly behind those that fight, and whether they are counted.

melee.supported, melee.supported.detail, melee.supported.max
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, turn_of, values
from sandtable.systems.eagle.engagements import Combat
from sandtable.systems.eagle.melee import support
from sandtable.systems.eagle.melee_facts import AsRead, Backer, Duel, Fighter, may_back
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.resolutions import MELEE
from sandtable.systems.eagle.shapes import front_width
from sandtable.systems.eagle.words import name
from sandtable.table.space import Point, Segment, apart, inches, nearest_on_segment, standing, turn_between


class Backing(NamedTuple):
    """A unit that supports another."""

    supporter: int
    supported: int


class CountSupport(Choose[Backing | None], frozen=True, kw_only=True):
    """Choose the support that a side counts, or None (melee.supported.detail).

    ``duel`` is the combat without the support, from the side that is asked, if it is one of two units.
    """

    decision: str = "decision.count-support"
    rule = "melee.supported.detail"
    title = "Count a support?"

    combat: int
    duel: Duel | None = None

    def subject(self) -> tuple[object, ...]:
        return (self.combat,)

    def parties(self) -> tuple[int, ...]:
        return ()

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "Which support is counted?"

    def label(self, battle: EagleBattle, option: Backing | None) -> str:
        if option is None:
            return "Count none"
        return f"{name(battle, option.supporter)} behind {name(battle, option.supported)}"

    def face(self, battle: EagleBattle, option: Backing | None) -> Face:
        if option is None:
            return Face("Count none", "and none is bound by the result")
        note = f"behind {name(battle, option.supported)}; it shares the result"
        return Face(f"Count {name(battle, option.supporter)}", note, option.supporter)

    def stakes(self, battle: EagleBattle, option: Backing | None) -> tuple[Stake, ...]:
        """The combat with or without the support."""
        backing = self.options[0]
        if self.duel is None or backing is None:
            return ()
        unit, (enemy, *_) = backing.supported, battle.foes_of(backing.supported)
        duel = replace(self.duel, first=replace(self.duel.first, supported=option is not None))
        return (Stake(unit, enemy, f"Combat with {name(battle, enemy)}", MELEE, duel),)


class _Overlap(Struct, frozen=True):
    overlap: float


def backings(battle: EagleBattle, combat: Combat, side: int) -> tuple[Backing, ...]:
    """Every pair of a unit that may support and an engaged unit of a side that it stands behind.

    melee.supported.detail: a supporter touches no enemy and supports one unit only
    """
    taken = {supporter for one in battle.combats for supporter, _ in one.supports}
    held = battle.engaged().union(taken, combat.sides[side])
    free = [unit for unit in battle.unbroken(side) if unit.id not in held]
    return tuple(
        Backing(unit.id, supported)
        for supported in combat.sides[side]
        for unit in free
        if _may_support(unit, battle.units[supported])
    )


def _may_support(unit: EagleUnit, supported: EagleUnit) -> bool:
    if _is_far(unit, supported):
        return False
    backer = Backer(
        troop_class=unit.troop_class, formed=unit.formed, formation=unit.formation, shaken=unit.shaken
    )
    facts = Fighter(troop_class=supported.troop_class, formed=supported.formed)
    return may_back(backer, facts) and stands_behind(unit, supported)


def _is_far(unit: EagleUnit, supported: EagleUnit) -> bool:
    """Is a unit certainly too far from another to stand behind it? A quick test that rules out most."""
    here, there = standing(unit), standing(supported)
    far = _near() + unit.shape.width + supported.shape.width + supported.shape.depth
    return not (-far <= here.x - there.x <= far and -far <= here.y - there.y <= far)


def stands_behind(unit: EagleUnit, supported: EagleUnit) -> bool:
    """Does a unit stand directly behind another: near, overlapping its rear edge, and facing like it?

    melee.supported.detail, charge.support.follow
    """
    pose, ahead = standing(unit), standing(supported)
    if abs(turn_between(ahead.heading, pose.heading)) > turn_of("melee.supported.detail"):
        return False
    half = front_width(unit.shape) / 2
    left, right = (ahead.local(pose.at(aside, 0)) for aside in (-half, half))
    rear, wide = -float(supported.shape.depth), supported.shape.width / 2
    if max(left.y, right.y) > rear + SLACK:
        return False
    shared = min(right.x, wide) - max(left.x, -wide)
    needed = inches(values("melee.supported.detail", _Overlap).overlap)
    return shared >= needed - SLACK and _apart(left, right, rear, wide) <= _near()


def _near() -> float:
    return reach_of("melee.supported") + SLACK


def _apart(left: Point, right: Point, rear: float, wide: float) -> float:
    """The distance of a front edge behind a rear edge, both in the frame of the unit ahead."""
    edge, front = Segment(Point(-wide, rear), Point(wide, rear)), Segment(left, right)
    ends = [(nearest_on_segment(edge, point), point) for point in (left, right)]
    ends += [(nearest_on_segment(front, point), point) for point in edge]
    return min(apart(here, there) for here, there in ends)


# ---------------------------------------------------------------------- counting
def worthwhile(
    fighters: dict[int, Fighter], offered: tuple[Backing, ...], read: AsRead
) -> tuple[Backing, ...]:
    """The supports that would add to the dice of a side; only the largest counts.

    melee.supported.max, melee.multi.detail: a unit that adds nothing is not counted, nor bound by the result
    """
    own = max(support(one, read)[0] for one in fighters.values())
    return tuple(
        one for one in offered if support(replace(fighters[one.supported], supported=True), read)[0] > own
    )

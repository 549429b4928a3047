"""Movement: the terms of a voluntary move.

Terms are plain values, by which one check on the table judges every plan (movement.measure).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.moves import PlanMove
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.arcs import front_centre
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import part_of, reach_of, table, turn_of
from sandtable.systems.eagle.engagements import March
from sandtable.systems.eagle.flight import Rolled
from sandtable.systems.eagle.ground import goings_of
from sandtable.systems.eagle.lights import in_reach, yielding
from sandtable.systems.eagle.nearness import (
    SLACK,
    distances,
    foes_by_distance,
    is_within,
    nearest_enemy_distance,
)
from sandtable.systems.eagle.records import GUIDED, Control
from sandtable.systems.eagle.shapes import sway
from sandtable.systems.eagle.troops import Grade, TroopClass
from sandtable.systems.eagle.words import name
from sandtable.table.movement import FREE, Fixed, Keep, LegTerms, Passing, PerInch, Plan, Terms
from sandtable.table.space import DEGREE, Point, Scene, as_inches, hundredths, inches

FRONT_ARC: Final = 45 * DEGREE
"""How far the lines of the front arc lean outwards (formation.arcs)."""

STANDS: Final = frozenset(
    (Control.HALTED, Control.WAITS, Control.REPEATS, Control.RUNS_ON, Control.EXEMPT, *GUIDED)
)
"""Units so controlled make no move of their own (control.halt, control.repeat, control.conform)."""


class Pace(NamedTuple):
    """How far a unit may go: the whole distance, what is left of it, and the dice, if any.

    movement.half-move
    """

    whole: int
    left: int
    rolled: Rolled | None = None

    @property
    def is_march(self) -> bool:
        """Is it a march move, made without dice? (movement.march)"""
        return self.rolled is None

    def halved(self) -> Pace:
        """The pace with half a move spent (movement.half-move)."""
        return self._replace(left=self.left - self.half)

    @property
    def half(self) -> int:
        """Half a move (movement.half-move)."""
        return round(self.whole * part_of("movement.change-formation"))

    def march(self, unit: int, legs: Plan) -> March:
        """The move as the record that conforming units repeat (control.conform)."""
        if self.rolled is None:
            return March(unit, legs)
        return March(unit, legs, self.rolled.average, self.rolled.d6s)


# --------------------------------------------------------------------- rights to move
def may_move(battle: EagleBattle, unit: EagleUnit) -> bool:
    """May a unit make a voluntary move of its own this turn?

    movement.engaged, control.halt, command.steady.no-move, rout.state
    """
    if unit.routing or unit.steadied or unit.control in STANDS:
        return False
    return not battle.contacts or not battle.is_engaged(unit.id)


def may_march(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is it beyond 8 in of every enemy that does not rout? (movement.march, movement.march.limits)"""
    return nearest_enemy_distance(battle, unit) > reach_of("movement.march.limits") + 1


def may_step(battle: EagleBattle, unit: EagleUnit) -> bool:
    """May a unit side-step or step back: formed HI or MI of grade A or B out of contact?

    movement.side-step, movement.side-step.detail
    """
    if not unit.formed:
        return False
    profile = unit.profile
    foot = profile.troop_class in (TroopClass.HI, TroopClass.MI)
    return foot and profile.grade in (Grade.A, Grade.B) and may_move(battle, unit)


class _MarchRow(Struct, frozen=True, forbid_unknown_fields=True):
    mover: str
    march: float


@cache
def march_distance(*, mounted: bool) -> int:
    """How far a march move goes, in hundredths of an inch (movement.march, movement.classes)."""
    mover = "cavalry" if mounted else "infantry"
    return inches(next(row.march for row in table("movement.march", _MarchRow) if row.mover == mover))


# --------------------------------------------------------------------- terms
def move_terms(battle: EagleBattle, unit: EagleUnit, pace: Pace) -> Terms:
    """The terms of a march or dice move.

    movement.measure, movement.march.limits, movement.stop-at-4, movement.stop.detail, movement.passage.detail
    """
    return Terms(
        allowance=pace.left,
        legs=free_legs() if unit.turns_freely else formed_legs(pace.half),
        goings=goings_of(battle, unit),
        keeps=(*_keeps(battle, unit, march=pace.is_march), *_shaken_keeps(battle, unit)),
        passing=_passing(battle, unit),
        outline="bases",
        rule="movement.march" if pace.is_march else "movement.within8",
        words="march move" if pace.is_march else "dice move",
        overlap_rule="movement.passage.detail",
        edge_rule="movement.table-edge",
        slack=SLACK,
    )


def step_terms(battle: EagleBattle, unit: EagleUnit) -> Terms:
    """The terms of a side-step or step-back: up to 2 in, facing kept, as the whole move.

    movement.side-step, movement.side-step.detail
    """
    most = reach_of("movement.side-step")
    rule = "movement.side-step"
    return Terms(
        allowance=most,
        legs=(
            LegTerms("shift", most=most, alone=True, rule=rule, words="side-step"),
            LegTerms("retire", most=most, alone=True, rule=rule, words="step back"),
        ),
        goings=goings_of(battle, unit),
        keeps=(*_keeps(battle, unit, march=False), *_shaken_keeps(battle, unit)),
        passing=_passing(battle, unit),
        outline="bases",
        rule=rule,
        words="side-step or step back",
        overlap_rule="movement.passage.detail",
        edge_rule="movement.table-edge",
        slack=SLACK,
    )


@lru_cache(maxsize=512)
def formed_legs(half: int) -> tuple[LegTerms, ...]:
    """Straight ahead, up to 22.5 degrees off it, wheels by the outer corner, and about faces for half a move.

    movement.deviation, movement.wheel, movement.wheel.detail, movement.about-face, movement.half-move
    """
    return (
        LegTerms("advance", rule="movement.measure", words="straight ahead"),
        LegTerms("oblique", widest=turn_of("movement.deviation"), rule="movement.deviation", words="aslant"),
        LegTerms("wheel", PerInch(of="outer corner"), rule="movement.wheel", words="wheel"),
        LegTerms("about-face", Fixed(half), rule="movement.about-face", words="about face"),
    )


@cache
def free_legs() -> tuple[LegTerms, ...]:
    """Moves in any direction; turns on the spot cost nothing (movement.wheel.detail, formation.unformed)."""
    return (
        LegTerms("advance", rule="movement.measure", words="straight ahead"),
        LegTerms("turn", FREE, rule="movement.wheel.detail", words="turn on the spot"),
    )


def _keeps(battle: EagleBattle, unit: EagleUnit, *, march: bool) -> tuple[Keep, ...]:
    """The distances to keep: from formed enemies to the front, and from all enemies.

    movement.stop-at-4, movement.stop.detail, movement.march.limits; lights that give way do not count
    """
    gives_way = () if march else yielding(battle, unit)
    enemies = battle.numbers_unbroken(1 - unit.side)
    if march:
        return _kept_off((), enemies, march=True)
    units = battle.units
    if gives_way:
        enemies = tuple([one for one in enemies if one not in gives_way])
    return _kept_off(tuple([one for one in enemies if units[one].formed]), enemies, march=False)


@lru_cache(maxsize=1024)
def _kept_off(formed: tuple[int, ...], enemies: tuple[int, ...], *, march: bool) -> tuple[Keep, ...]:
    found: list[Keep] = []
    if formed and not march:
        distance, rule = reach_of("movement.stop-at-4"), "movement.stop-at-4"
        found.append(Keep(formed, distance, arc=FRONT_ARC, rule=rule, words="4 in from formed enemy ahead"))
    if enemies and march:
        distance, rule = reach_of("movement.march.limits"), "movement.march.limits"
        found.append(Keep(enemies, distance, rule=rule, words="8 in from every enemy on the march"))
    elif enemies:
        distance, rule = reach_of("movement.stop.detail"), "movement.stop.detail"
        found.append(Keep(enemies, distance, rule=rule, words="1 in from every enemy"))
    return tuple(found)


def _shaken_keeps(battle: EagleBattle, unit: EagleUnit) -> tuple[Keep, ...]:
    """A shaken unit ends no nearer to an enemy within 8 in than it began (morale.shaken.effects)."""
    if not unit.shaken:
        return ()
    enemies = battle.numbers_unbroken(1 - unit.side)
    rule, words = "morale.shaken.effects", "a shaken unit goes no nearer"
    return tuple(
        Keep((enemy,), max(hundredths(length), 1), when="end", nearer="refused", rule=rule, words=words)
        for enemy, length in zip(enemies, distances(battle, unit.id, enemies), strict=True)
        if is_within(length, reach_of(rule))
    )


def _passing(battle: EagleBattle, unit: EagleUnit) -> tuple[Passing, ...]:
    """Friends may be passed if the move ends clear of them, and so may routers of either side.

    movement.passage.detail, rout.state
    """
    friends, number = battle.numbers_on_table(unit.side), unit.id
    routers = [enemy.id for enemy in battle.routers(1 - unit.side)]
    return _through(tuple([one for one in friends if one != number] + routers))


@lru_cache(maxsize=1024)
def _through(bodies: tuple[int, ...]) -> tuple[Passing, ...]:
    if not bodies:
        return ()
    return (Passing(bodies, rule="movement.passage.detail", words="through friends"),)


# --------------------------------------------------------------------- the question
def scene_for(battle: EagleBattle, unit: EagleUnit, allowance: int) -> Scene:
    """The table for a unit's move of this length, without the lights that give way before it.

    movement.lights-fall-back.detail; lights out of its reach stay in the scene, which makes no difference
    """
    scene, gives_way = scene_of(battle), yielding(battle, unit)
    if gives_way:
        gives_way = in_reach(battle, unit, gives_way, farthest(unit, allowance))
    return scene if not gives_way else without(scene, gives_way)


def farthest(unit: EagleUnit, allowance: int) -> float:
    """The farthest that any part of a unit can go by a move; wheels are measured at the outer corner."""
    return allowance * sway(unit.shape)


@lru_cache(maxsize=8)
def without(scene: Scene, bodies: tuple[int, ...]) -> Scene:
    """A scene without some bodies."""
    return scene.replaced(*(replace(scene.bodies[number], pose=None) for number in bodies))


class PlanUnitMove(PlanMove, frozen=True, kw_only=True):
    """Plan the move of a unit (movement.measure)."""

    decision: str = "decision.move-path"
    rule = "movement.measure"

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def move_name(self) -> str:
        return "Step" if {leg.kind for leg in self.terms.legs} <= {"shift", "retire"} else "Move"

    def words(self, battle: EagleBattle) -> str:
        far = as_inches(self.terms.allowance)
        return f"Move {name(battle, self.body.id)}, up to {far:g} in"

    def prompt(self, battle: EagleBattle) -> Prompt:
        """The question cites the rule of its terms: a march, a dice move, or a step."""
        return Prompt(self.words(battle), self.terms.rule)


def plan_of(battle: EagleBattle, unit: EagleUnit, terms: Terms) -> PlanUnitMove:
    """The question of where a unit goes (decision.move-path)."""
    scene, toward = scene_for(battle, unit, terms.allowance), places_to_go(battle, unit)
    return PlanUnitMove(unit.side, unit, terms, scene, toward)


def places_to_go(battle: EagleBattle, unit: EagleUnit) -> tuple[Point, ...]:
    """Places that agents may want to move to or face: the fronts of the nearest enemies."""
    near = sorted([(hundredths(length), enemy) for length, enemy in foes_by_distance(battle, unit)])
    return tuple([front_centre(battle.units[enemy]) for _, enemy in near[:3]])

"""Victory and defeat: army break points, victory points, and the end of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from sandtable.game.battle.battle import Outcome, scene_of
from sandtable.game.files.scenario_rows import Outline, outline
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, half_of_army, roll_call
from sandtable.systems.liberty.movement import is_over
from sandtable.systems.liberty.roster import Objective
from sandtable.systems.liberty.states import State
from sandtable.table.space import Field, Piece, Scene

DRAW_UP_TO = 5
MINOR_UP_TO = 12
FROM_BEST = tuple(State)
"""The states from the best to the worst."""
AREA = ("area",)
"""The kind of ground that stands for an area."""


def break_point(battle: LibertyBattle, side: int) -> int:
    """Half of an army's units, rounded up (victory.break-point).

    Units still to arrive and units that withdrew count (victory.units).
    """
    return half_of_army(battle.units, side)


def has_broken(battle: LibertyBattle, side: int) -> bool:
    """Has an army lost as many units as its break point, or conceded? (umpire.concede)"""
    if battle.camps[side].conceded:
        return True
    return roll_call(battle.units).lost[side] >= break_point(battle, side)


def is_decided(battle: LibertyBattle) -> bool:
    """Has an army reached its break point, which ends the game at once? (victory.break-point)"""
    return battle.is_decided()


# ----------------------------------------------------------------- points
def points(battle: LibertyBattle, side: int) -> Tally:
    """A side's score: each enemy unit once by its present condition, objectives, and a broken army.

    victory.vp.broken, victory.vp.shaken, victory.vp.worn, victory.vp.break-point, victory.vp.who. A unit that
    has withdrawn scores nothing for either side.
    """
    enemies = [unit for unit in battle.units if unit.side != side and not unit.withdrawn]
    states = [unit.state for unit in enemies if not unit.broken]
    broken, shaken, worn = len(enemies) - len(states), states.count(State.SHAKEN), states.count(State.WORN)
    tally = Tally.of(0, "victory points", "victory.end")
    tally = tally.plus(5 * broken, f"{broken} enemy units broken", "victory.vp.broken")
    tally = tally.plus(3 * shaken, f"{shaken} enemy units shaken", "victory.vp.shaken")
    tally = tally.plus(worn, f"{worn} enemy units worn", "victory.vp.worn")
    for objective in battle.objectives:
        if objective.side == battle.camps[side].id:
            scored = objective.vp * times_scored(battle, objective, side)
            tally = tally.plus(
                scored, objective.text or objective.name or objective.id, "victory.vp.scenario"
            )
    if has_broken(battle, 1 - side):
        tally = tally.plus(10, "the enemy army is broken", "victory.vp.break-point")
    return tally


def times_scored(battle: LibertyBattle, objective: Objective, side: int) -> int:
    """How often a side scores an objective at present: once or not at all, or for each unit.

    victory.objectives, victory.vp.scenario
    """
    if objective.kind == "each":
        return sum(1 for _ in _meeting(battle, objective, side))
    there = _within(scene_of(battle), objective.area) if objective.area is not None else ()
    inside = [battle.units[number] for number in there]
    own, enemies = (
        [unit for unit in inside if (unit.side == side) is mine and is_sound(unit)] for mine in (True, False)
    )
    match objective.kind:
        case "hold":
            return int(bool(own) and not enemies)
        case "deny":
            return int(all(unit.side == side for unit in inside))
        case "majority":
            return int(len(own) > len(enemies))
        case _:
            assert_never(objective.kind)


def is_sound(unit: Regiment) -> bool:
    """Is a unit neither SHAKEN nor ROUTING? (victory.objectives)"""
    return not unit.broken and not unit.routing and unit.state is not State.SHAKEN


def _meeting(battle: LibertyBattle, objective: Objective, side: int) -> Iterator[Regiment]:
    """The units that meet every condition of an objective; BROKEN is worse than any state."""
    least = FROM_BEST.index(objective.state_at_least)
    for unit in battle.units:
        if (unit.side == side) is not (objective.whose == "own") or unit.withdrawn:
            continue
        if objective.types and unit.profile.type not in objective.types:
            continue
        if not unit.broken and FROM_BEST.index(unit.state) < least:
            continue
        if objective.sound and not is_sound(unit):
            continue
        if objective.area is None or _is_there(battle, unit, objective.area):
            yield unit


def _is_there(battle: LibertyBattle, unit: Regiment, area: Outline | None) -> bool:
    if area is None or unit.pose is None:
        return False
    return unit.id in _within(scene_of(battle), area)


@lru_cache(maxsize=64)
def _within(scene: Scene, area: Outline) -> tuple[int, ...]:
    """The units with any part of a base in an area, kept for a scene."""
    ground = _table_with(scene.field.width, scene.field.depth, area)
    return tuple([body.id for body in scene.bodies if body.pose is not None and is_over(ground, body, AREA)])


@lru_cache(maxsize=64)
def _table_with(width: int, depth: int, area: Outline) -> Field:
    """A table with this area and nothing else."""
    return Field(width, depth, (Piece("area", *AREA, outline(area)),))


# ----------------------------------------------------------------- the end
def outcome(battle: LibertyBattle) -> Outcome:
    """The winner and the level: 0-5 points apart a draw, 6-12 a minor, 13 or more a major victory.

    victory.level
    """
    scores = points(battle, 0).whole, points(battle, 1).whole
    margin = abs(scores[0] - scores[1])
    words, rule = _end(battle)
    told = f"{words}: {battle.camps[0].name} {scores[0]}, {battle.camps[1].name} {scores[1]} victory points"
    if margin <= DRAW_UP_TO:
        return Outcome(None, "draw", told, rule)
    degree = "minor victory" if margin <= MINOR_UP_TO else "major victory"
    return Outcome(0 if scores[0] > scores[1] else 1, degree, told, rule)


def _end(battle: LibertyBattle) -> tuple[str, str]:
    """What ended the battle, and its rule."""
    conceded = [camp.name for camp in battle.camps if camp.conceded]
    if conceded:
        return f"the {conceded[0]} player concedes", "umpire.concede"
    fled = [camp.name for side, camp in enumerate(battle.camps) if has_broken(battle, side)]
    if not fled:
        return f"the battle ends after turn {battle.turn}", "victory.end"
    return f"the {' and the '.join(fled)} army quits the field", "victory.break-point"

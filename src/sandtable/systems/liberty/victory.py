"""Victory and defeat: army break points, victory points, and the end of the battle."""

from __future__ import annotations

from sandtable.game.battle import Outcome
from sandtable.game.tally import Tally
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.states import State

DRAW_UP_TO = 5
MINOR_UP_TO = 12


def break_point(battle: LibertyBattle, side: int) -> int:
    """Half of an army's units, rounded up (victory.break-point, victory.units)."""
    return -(-sum(unit.side == side for unit in battle.units) // 2)


def has_broken(battle: LibertyBattle, side: int) -> bool:
    """Has an army lost as many units as its break point?"""
    return sum(unit.broken for unit in battle.units if unit.side == side) >= break_point(battle, side)


def points(battle: LibertyBattle, side: int) -> Tally:
    """What a side scores: for each enemy unit once, by its condition now, and for a broken army.

    victory.vp.broken, victory.vp.shaken, victory.vp.worn, victory.vp.break-point, victory.vp.who
    """
    enemies = [unit for unit in battle.units if unit.side != side]
    broken = sum(unit.broken for unit in enemies)
    shaken = sum(not unit.broken and unit.state is State.SHAKEN for unit in enemies)
    worn = sum(not unit.broken and unit.state is State.WORN for unit in enemies)
    tally = Tally.of(0, "victory points", "victory.end")
    tally = tally.plus(5 * broken, f"{broken} enemy units broken", "victory.vp.broken")
    tally = tally.plus(3 * shaken, f"{shaken} enemy units shaken", "victory.vp.shaken")
    tally = tally.plus(worn, f"{worn} enemy units worn", "victory.vp.worn")
    if has_broken(battle, 1 - side):
        tally = tally.plus(10, "the enemy army is broken", "victory.vp.break-point")
    return tally


def outcome(battle: LibertyBattle, words: str, rule: str) -> Outcome:
    """Who won and by how much: 0-5 points apart a draw, 6-12 a minor, 13 or more a major victory.

    victory.level
    """
    scores = points(battle, 0).whole, points(battle, 1).whole
    margin = abs(scores[0] - scores[1])
    told = f"{words}: {battle.camps[0].name} {scores[0]}, {battle.camps[1].name} {scores[1]} victory points"
    if margin <= DRAW_UP_TO:
        return Outcome(None, "draw", told, rule)
    degree = "minor victory" if margin <= MINOR_UP_TO else "major victory"
    return Outcome(0 if scores[0] > scores[1] else 1, degree, told, rule)

"""Movement: the terms of an ADVANCE. What a move may be and what it costs is said here as data."""

from __future__ import annotations

from functools import cache

from sandtable.game.tally import Tally
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.roster import ground_kinds
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.table.measure import DEGREE, INCH
from sandtable.table.terms import Going, Keep, LegTerms, Mark, Passing, PerInch, Terms

PROXIMITY = 4 * INCH
OBLIQUE = 45 * DEGREE
HALVED = "difficult ground halves artillery"


def advance_allowance(unit: Regiment) -> Tally:
    """How far a unit may ADVANCE, in inches (movement.allowance): its rate less one for each under-fire
    marker.

    movement.rates, movement.infantry, movement.cavalry.mounted, movement.skirmishers,
    movement.artillery.limbered, movement.artillery.unlimbered, underfire.effect, special.stalwart
    """
    tally = Tally.of(rates(unit.arm).advance, f"ADVANCE of {unit.arm.lower()}", "movement.rates")
    if unit.under_fire and not unit.has(SpecialRule.STALWART):
        tally = tally.plus(-unit.under_fire, "under-fire markers", "underfire.effect")
    return tally.at_least(0, "never less than nothing", "underfire.detail")


def half(tally: Tally, words: str, rule: str) -> Tally:
    """Half of a move, rounded up to whole inches (movement.rounding)."""
    return tally.times(0.5, words, rule).rounded_up("whole inches", "movement.rounding")


def advance_terms(battle: LibertyBattle, unit: Regiment) -> Terms:
    """The terms on which a unit may ADVANCE (orders.advance)."""
    allowance = advance_allowance(unit)
    shift = half(allowance, "a shift is half a move", "movement.shift").whole * INCH
    return Terms(
        allowance=allowance.whole * INCH,
        legs=(
            LegTerms("advance", rule="movement.forward", words="straight ahead"),
            LegTerms("wheel", PerInch(of="outer corner"), rule="movement.wheel.geometry", words="wheel"),
            LegTerms("oblique", angles=(OBLIQUE,), rule="movement.oblique", words="oblique"),
            LegTerms("shift", most=shift, alone=True, rule="movement.shift.alone", words="shift"),
        ),
        goings=_goings(unit),
        keeps=_distances_to_keep(battle, unit),
        passing=_friends_to_pass(battle, unit),
        marks=_marks(unit),
        rule="movement.allowance",
        words="ADVANCE",
        overlap_rule="movement.forward",
        edge_rule="edge.others",
    )


def _distances_to_keep(battle: LibertyBattle, unit: Regiment) -> tuple[Keep, ...]:
    """Every enemy is kept 4 in off along the whole move (movement.proximity, movement.proximity.detail)."""
    enemies = tuple(enemy.id for enemy in battle.on_table(1 - unit.side))
    if not enemies:
        return ()
    return (Keep(enemies, PROXIMITY, rule="movement.proximity", words="4 in from every enemy"),)


def _friends_to_pass(battle: LibertyBattle, unit: Regiment) -> tuple[Passing, ...]:
    """STEADY and WORN friends that are not disordered may be passed if there is room to clear them.

    movement.interpenetrate.free, movement.interpenetrate.barred
    """
    friends = tuple(
        friend.id
        for friend in battle.on_table(unit.side)
        if friend.id != unit.id and friend.state is not State.SHAKEN and not friend.disorder
    )
    if unit.state is State.SHAKEN or not friends:
        return ()
    return (Passing(friends, rule="movement.interpenetrate.free", words="through friends in good order"),)


@cache
def kinds_of_ground(move: str) -> tuple[str, ...]:
    """The kinds of ground that do this to a move (terrain.table)."""
    return tuple(row.kind for row in ground_kinds() if row.move.startswith(move))


def _goings(unit: Regiment) -> tuple[Going, ...]:
    """Ground that bars the way, and ground that halves the move of artillery.

    terrain.impassable, terrain.buildings, movement.obstacle.when, movement.half.artillery
    """
    solid, fences, slow = (kinds_of_ground(move) for move in ("impassable", "obstacle", "difficult"))
    barred = tuple(Going(kind, entry="barred", rule="terrain.impassable") for kind in solid)
    barred += tuple(Going(kind, entry="barred", rule="movement.obstacle.when") for kind in fences)
    if unit.arm not in (Arm.LIMBERED, Arm.UNLIMBERED):
        return barred
    return barred + tuple(Going(kind, mark=HALVED, rule="movement.half.artillery") for kind in slow)


def _marks(unit: Regiment) -> tuple[Mark, ...]:
    """Artillery has half its allowance for a move any part of which is in DIFFICULT terrain."""
    if unit.arm not in (Arm.LIMBERED, Arm.UNLIMBERED):
        return ()
    halved = half(advance_allowance(unit), "artillery in difficult ground", "movement.half.artillery")
    return (Mark(HALVED, halved.whole * INCH, rule="movement.half.artillery", words="half rate for guns"),)

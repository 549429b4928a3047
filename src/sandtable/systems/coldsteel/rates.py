"""Rates: how far a unit may go in one manoeuvre, by arm, formation, music and ground.

>>> rifles = Pace(troop_class=TroopClass.LIGHT, formation=Formation.SKIRMISH, musician=True, rough=True)
>>> allowance(rifles).whole
13
>>> allowance(Pace(troop_class=TroopClass.CAVALRY, charging=True)).whole
21
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.book import inches_of
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Arm, Figure, Formation, TroopClass

BASES: Final = {
    Arm.INFANTRY: "movement.rate.infantry",
    Arm.CAVALRY: "movement.rate.cavalry",
    Arm.ARTILLERY: "movement.rate.artillery",
}
"""The rule of each arm's rate."""


class Pace(Struct, frozen=True, cache_hash=True, kw_only=True):
    """How a unit moves, and over what ground."""

    troop_class: Annotated[TroopClass, Meta(description="class of the unit")] = TroopClass.LINE
    formation: Annotated[Formation, Meta(description="formation it moves in")] = Formation.LINE
    musician: Annotated[bool, Meta(description="its Musician is alive")] = False
    rough: Annotated[bool, Meta(description="it meets rough ground or an obstacle, or enters a building")] = (
        False
    )
    by_road: Annotated[bool, Meta(description="it keeps to a road from start to end")] = False
    charging: Annotated[bool, Meta(description="it charges into melee")] = False
    any_column: Annotated[
        bool, Meta(description="reading: an attack column too has the bonus of a column")
    ] = False


@cache
def allowance(pace: Pace) -> Tally:
    """The distance that the advances and wheels of one manoeuvre may cost, in inches.

    All changes that apply are added, each once, and the total is never below 0 (movement.mod.stack).

    movement.rough-once, movement.artillery-zero, charge.distance
    """
    arm = pace.troop_class.arm
    tally = Tally.of(inches_of(BASES[arm]), f"{arm}", BASES[arm])
    for words, rule in _changes(pace, arm):
        tally = tally.plus(_by(rule), words, rule)
    return tally.at_least(0, "never below 0", "movement.mod.stack")


def _changes(pace: Pace, arm: Arm) -> list[tuple[str, str]]:
    """The changes of a rate: words, and the rule that gives the figure."""
    light = pace.troop_class is TroopClass.LIGHT
    columns = (Formation.COLUMN, Formation.ATTACK_COLUMN) if pace.any_column else (Formation.COLUMN,)
    found = [
        (pace.musician, "Musician", "leaders.musician"),
        (light, "light infantry", "troops.light.move"),
        (pace.formation in columns, "in column", "movement.mod.column"),
        (pace.by_road, "on the road", "movement.mod.road"),
        (pace.charging, "charging", "movement.mod.charge"),
        (pace.charging and arm is Arm.CAVALRY, "cavalry charging", "troops.cavalry.charge"),
        (pace.rough and not light, "obstacle or rough ground", "movement.mod.rough"),
    ]
    return [(words, rule) for holds, words, rule in found if holds]


def _by(rule: str) -> int:
    """The inches of a rule; the total of charging cavalry includes what all charging units get."""
    by = inches_of(rule)
    return by - inches_of("movement.mod.charge") if rule == "troops.cavalry.charge" else by


def pace_of(
    battle: ColdSteelBattle,
    unit: ColdSteelUnit,
    *,
    rough: bool = False,
    by_road: bool = False,
    charging: bool = False,
) -> Pace:
    """The pace of a unit of a battle (leaders.musician-scope, formation.two-columns)."""
    return replace(gait_of(battle, unit), rough=rough, by_road=by_road, charging=charging)


def rate_of(
    battle: ColdSteelBattle,
    unit: ColdSteelUnit,
    *,
    rough: bool = False,
    by_road: bool = False,
    charging: bool = False,
) -> Tally:
    """The allowance of a unit of a battle, in inches (movement.mod.stack)."""
    return rates_of(gait_of(battle, unit))[rough, by_road, charging]


def gait_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Pace:
    """The pace of a unit over open ground, not charging."""
    any_column = bool(battle.readings.chosen) and battle.is_other(Reading.COLUMNS)
    musician = Figure.MUSICIAN in unit.command
    return _pace(unit.troop_class, unit.formation, musician=musician, any_column=any_column)


@cache
def _pace(troop_class: TroopClass, formation: Formation, *, musician: bool, any_column: bool) -> Pace:
    return Pace(troop_class=troop_class, formation=formation, musician=musician, any_column=any_column)


@cache
def rates_of(pace: Pace) -> dict[tuple[bool, bool, bool], Tally]:
    """The allowances of a pace by rough ground, road and charge."""
    return {
        (rough, by_road, charging): allowance(replace(pace, rough=rough, by_road=by_road, charging=charging))
        for rough, by_road, charging in product((False, True), (False, True), (False, True))
    }

"""The facts of a morale test, taken from the table at the instant of the test (morale.when-measured)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.book import inches_of
from sandtable.systems.coldsteel.morale import MoraleFacts, Split, Stance
from sandtable.systems.coldsteel.nearness import all_within
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.precision import limit_of
from sandtable.systems.coldsteel.troops import Trait

CAVALRY_NEAR: Final = 12
"""The distance in inches within which enemy cavalry shakes a unit (morale.mod.cavalry)."""
CLOSE: Final = 6
"""The distance in inches within which any enemy shakes Light Infantry (troops.light.morale-near)."""


def facts_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> MoraleFacts:
    """The facts of a unit's test at this instant.

    morale.when-measured, turn.last-turn, morale.first-turn, geometry.engaged-zero, morale.cavalry-means,
    cards.fearsome-scope, troops.light.melee-means
    """
    near = _near(battle, unit)
    readings = battle.readings
    return MoraleFacts(
        models=unit.models,
        command=unit.command,
        troops=unit.troop_class,
        formation=unit.formation,
        starting=unit.profile.models,
        card=unit.trait,
        by_muskets=unit.muskets_before,
        by_guns=unit.guns_before,
        cavalry_near=near.cavalry,
        enemy_near=near.any_close,
        fearsome_near=near.fearsome,
        stance=stance_of(battle, unit.id),
        rerolled=unit.rerolled,
        luck_spent=unit.lucky_used,
        fired_split=SPLITS[readings.of(Reading.FIRED_SPLIT)],
        light_once=readings.of(Reading.LIGHT_IN_MELEE) != 0,
        charged_retreats=readings.of(Reading.JUST_CHARGED) != 0,
        seat=unit.side,
        unit=unit.id,
    )


SPLITS: Final = tuple(Split)
"""The readings of fire received, by number (morale.fired-split)."""


class _Near(NamedTuple):
    """Whether enemies near a testing unit include cavalry, any unit close by, or a Fearsome Reputation."""

    cavalry: bool = False
    any_close: bool = False
    fearsome: bool = False


NOBODY_NEAR: Final = _Near()


@cache
def _reaches() -> tuple[float, float, float]:
    """The distances within which cavalry, any enemy, and a Fearsome Reputation count."""
    return limit_of(CAVALRY_NEAR), limit_of(CLOSE), limit_of(dreaded_within())


def _near(battle: ColdSteelBattle, unit: ColdSteelUnit) -> _Near:
    """The enemies that count for a unit's test at this instant (morale.when-measured)."""
    reaches = _reaches()
    lengths = all_within(battle, unit, max(reaches))
    if not lengths:
        return NOBODY_NEAR
    units, (riders, close, dreaded) = battle.units, reaches
    return _Near(
        True in [length <= riders and units[enemy].is_cavalry for enemy, length in lengths],
        True in [length <= close for _, length in lengths],
        True in [length <= dreaded and units[enemy].plays(DREADED) for enemy, length in lengths],
    )


DREADED: Final = Trait.FEARSOME_REPUTATION


@cache
def dreaded_within() -> int:
    """The range of a Fearsome Reputation in inches (cards.fearsome-reputation)."""
    return inches_of("cards.fearsome-reputation")


def stance_of(battle: ColdSteelBattle, unit: int) -> Stance:
    """How a testing unit is engaged: since an earlier turn, since this one, or not at all.

    morale.overrun-when, morale.retreat.still-engaged
    """
    if not battle.is_engaged(unit):
        return Stance.FREE
    return Stance.LOCKED if battle.is_locked(unit) else Stance.JUST_CHARGED

"""Shooting: the Combat Value of a shot, its hits, and the effect of all shots at one target.

A shot is a `Fire` at a `Target`; both are taken from the table when the step begins (shooting.simultaneous).
All fire at one target is a `Volley`.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.tricorn.troops import Quality
>>> known = odds(do(volley, Volley(fire=Fire(), target=Target(quality=Quality.RECRUIT))), exact=True)
>>> known.chance(lambda told: told.effect is Effect.RECOIL)
Fraction(1, 4)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn import disorder
from sandtable.systems.tricorn.casualties import Attached, Peril, is_checked, officer_falls
from sandtable.systems.tricorn.combat import (
    DISORDERED,
    LightsApart,
    SecondByValue,
    Value,
    combat_value,
    counts_as_muskets,
    hits,
)
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.morale import Effect, Nerve, Occasion, Trial, consult, morale_test, target
from sandtable.systems.tricorn.troops import Band, Category, Quality, TroopType, Weapon, values_of

SLACK: Final = 0.005
"""By how many inches a distance may exceed a limit and still be within it (geometry.table)."""


# ----------------------------------------------------------------------- facts
class Fire(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that fires: its type, its actions, its support, and how the target lies to it."""

    troops: Annotated[TroopType, Meta(description="type of the firing unit")] = TroopType.MUSKETS
    quality: Annotated[Quality, Meta(description="its quality")] = Quality.TRAINED
    value: Annotated[
        Value | None, Meta(description="its printed firing value; none: as its type and quality have it")
    ] = None
    markers: Annotated[int, Meta(description="its Disorder Markers", ge=0, le=3)] = 0
    moved: Annotated[bool, Meta(description="it moved or removed Disorder first")] = False
    supporters: Annotated[
        int, Meta(description="active friends with at most 1 marker that support it", ge=0, le=5)
    ] = 0
    band: Annotated[Band, Meta(description="range; only artillery has a long one")] = Band.SHORT
    flank: Annotated[bool, Meta(description="it fires into the target's flank or rear")] = False
    cover: Annotated[
        bool, Meta(description="the target holds works, a village or a strong point against it")
    ] = False
    uphill: Annotated[bool, Meta(description="the target is uphill of it")] = False
    stream: Annotated[bool, Meta(description="the target defends the bank of a stream against it")] = False
    lights_apart: LightsApart = False
    second_by_value: SecondByValue = False

    def __post_init__(self) -> None:
        if self.band is Band.LONG and not self.is_artillery:
            raise ValueError(f"{self.troops} has no long range; only artillery has one")
        if self.value not in (None, self.printed):
            raise ValueError(
                f"the firing value of {self.troops} of {self.quality} quality is {self.printed}, not"
                f" {self.value}; leave it out and it follows"
            )

    @property
    def printed(self) -> int:
        """Its printed firing value, by type and quality (troops.combat-values)."""
        fire = values_of(self.troops, self.quality)[0].fire
        assert fire is not None, f"{self.troops} has a firing value"
        return fire

    @property
    def is_artillery(self) -> bool:
        """Is it guns?"""
        return self.troops.category is Category.ARTILLERY

    @property
    def is_long(self) -> bool:
        """Is it artillery at long range? (shooting.hit.long-artillery)"""
        return self.band is Band.LONG


class Target(Nerve, frozen=True, cache_hash=True, kw_only=True):
    """The unit fired at, as it is when the step begins."""

    column: Annotated[bool, Meta(description="it is in Road/March Column, or limbered")] = False


class Volley(Struct, frozen=True, cache_hash=True, kw_only=True):
    """All fire at one unit in a step, by one shooter or by two."""

    fire: Fire = Fire()
    target: Target = Target()
    two: Annotated[bool, Meta(description="a second unit fires at it in the same step")] = False
    other: Fire = Fire()

    @property
    def shots(self) -> tuple[Fire, ...]:
        """The shots, in the order in which they were declared."""
        return (self.fire, self.other) if self.two else (self.fire,)


# ---------------------------------------------------------------------- ranges
def band_at(weapon: Weapon, inches: float) -> Band | None:
    """The band of a range, a limit included; None where the weapon does not reach.

    weapons.ranges, weapons.no-range-modifier
    """
    reach = weapon.reach
    if inches <= reach.short + SLACK:
        return Band.SHORT
    return Band.LONG if inches <= reach.long + SLACK else None


# --------------------------------------------------------------------- tallies
@lru_cache(maxsize=4096)
def value(fire: Fire, at: Target) -> Tally:
    """The modified Combat Value of a shot, judged from the shooting unit alone.

    shooting.cv.support, shooting.cv.flank, shooting.cv.target-column, shooting.cv.moved,
    shooting.cv.cover, shooting.cv.disorder, shooting.cv.at-light-infantry, shooting.cv.into-bad-going,
    shooting.cv.light-infantry-exempt, shooting.support.modifiers
    """
    muskets = counts_as_muskets(fire.troops, lights_apart=fire.lights_apart)
    heavy = muskets or fire.is_artillery
    at_lights = heavy and at.troops is TroopType.LIGHT_INFANTRY
    holding = (
        ("fire-support", "shooting.cv.support", fire.supporters),
        ("fire-flank", "shooting.cv.flank", fire.flank),
        ("target-column", "shooting.cv.target-column", at.column),
        ("moved", "shooting.cv.moved", fire.moved),
        ("cover", "shooting.cv.cover", fire.cover),
        ("disorder", "shooting.cv.disorder", fire.markers >= DISORDERED),
        ("at-lights", "shooting.cv.at-light-infantry", at_lights),
        ("into-bad", "shooting.cv.into-bad-going", heavy and at.bad_going),
    )
    return combat_value(fire.printed, "firing value", holding)


def extras(fire: Fire, at: Target) -> tuple[str, ...]:
    """The lines of Step Four that apply to a shot, each once whatever the hits.

    disorder.extra.mounted-bad-going, disorder.extra.mounted-fire, disorder.extra.flank
    """
    mounted = at.troops.category is Category.MOUNTED
    held = (("mounted-bad", mounted and at.bad_going), ("flank", fire.flank))
    return tuple(key for key, holds in held if holds)


def markers(fire: Fire, at: Target, scored: int) -> Tally:
    """The markers of a shot other than long-range artillery: one for each hit, then Step Four once.

    shooting.hit, shooting.hit.two, disorder.extra.only-if-hit
    """
    rule = "shooting.hit" if scored < 2 else "shooting.hit.two"
    return disorder.markers(scored, rule, extras(fire, at))


# ---------------------------------------------------------------------- throws
async def shot(fire: Fire, at: Target) -> int:
    """The hits of one firing unit (combat.hit, combat.over-six, shooting.one-die)."""
    return await hits(value(fire, at), fire.printed, second_by_value=fire.second_by_value, purpose="to hit")


async def shaken_at_long_range(fire: Fire, at: Target, held: int, scored: int) -> int:
    """The markers of long-range hits on a unit that already holds *held*: a test for each hit, a marker if it
    fails.

    At 4 markers the tests stop; if any test failed, Step Four is added once (shooting.hit.long-artillery,
    shooting.hit.long-artillery.detail, shooting.long-range-modifier-scope).
    """
    gained = 0
    for _ in range(scored):
        if held + gained < LAST_ROW and not await do(morale_test, long_range_trial(fire, at, held + gained)):
            gained += 1
    return disorder.markers(gained, "shooting.hit.long-artillery", extras(fire, at)).whole


@lru_cache(maxsize=4096)
def long_range_trial(fire: Fire, at: Target, held: int) -> Trial:
    """The test of a unit hit at long range, with the markers it holds at that moment.

    morale.mod.marker-timing, shooting.long-range-modifier-scope
    """
    return _trial(at, held, Occasion.LONG_RANGE, (fire,))


async def gained(at: Target, shots: tuple[Fire, ...], scored: tuple[int, ...]) -> tuple[int, ...]:
    """The markers a target gains by each shot: ordinary shots first, then long-range tests in order.

    shooting.resolution-order, shooting.hit, shooting.hit.long-artillery
    """
    found = [
        0 if fire.is_long else markers(fire, at, count).whole
        for fire, count in zip(shots, scored, strict=True)
    ]
    for place, (fire, count) in enumerate(zip(shots, scored, strict=True)):
        if fire.is_long and count:
            found[place] = await do(shaken_at_long_range, fire, at, at.markers + sum(found), count)
    return tuple(found)


@lru_cache(maxsize=4096)
def trial_after_fire(at: Target, shots: tuple[Fire, ...], got: int, attached: Attached) -> Trial:
    """The trial of a unit that gained markers by fire; every shooter counts, hit or miss.

    morale.when, morale.mod.scope, morale.mod.artillery, morale.mod.flank-fire, leaders.casualty.when
    """
    return _trial(at, at.markers + got, Occasion.CONSULTATION, shots, attached)


def _trial(
    at: Target, held: int, occasion: Occasion, shots: tuple[Fire, ...], attached: Attached | None = None
) -> Trial:
    return Trial(
        troops=at.troops,
        quality=at.quality,
        markers=held,
        attached=at.attached if attached is None else attached,
        bad_going=at.bad_going,
        demoralized=at.demoralized,
        forced_march=at.forced_march,
        occasion=occasion,
        cover=any(fire.cover for fire in shots),
        uphill=any(fire.uphill for fire in shots),
        stream=any(fire.stream for fire in shots),
        guns=any(fire.is_artillery and not fire.is_long for fire in shots),
        flank_fire=any(fire.flank for fire in shots),
    )


class Struck(Struct, frozen=True, cache_hash=True):
    """The effect of fire on a unit: the markers it gained, whether its officer fell, and the result of the
    table."""

    gained: int = 0
    fell: bool = False
    effect: Effect = Effect.NONE
    passed: bool | None = None


async def volley(facts: Volley) -> Struck:
    """All fire at one unit: hits, markers, long-range tests, the officer, then one consultation of the table.

    combat.procedure, shooting.simultaneous, shooting.resolution-order, leaders.casualty.when, morale.when
    """
    at, shots = facts.target, facts.shots
    scored = []
    for fire in shots:
        scored.append(await do(shot, fire, at))
    got = await do(gained, at, shots, tuple(scored))
    return await do(suffered, at, shots, got)


async def suffered(at: Target, shots: tuple[Fire, ...], got: tuple[int, ...]) -> Struck:
    """The effect of these shots and their markers on a unit.

    Its officer is checked once for every shot that caused a marker (leaders.casualty.trigger).
    """
    total = sum(got)
    if not total:
        return Struck()
    fell = False
    for one in got:
        fell = fell or await do(officer_falls, Peril(attached=at.attached, gained=one))
    attached = Attached.NOBODY if fell else at.attached
    told = await do(consult, trial_after_fire(at, shots, total, attached))
    return Struck(total, fell, told.effect, told.passed)


# ----------------------------------------------------------------------- figures and headings
def shot_tallies(fire: Fire, at: Target) -> Mapping[str, Tally]:
    """The Combat Value of a shot, and what a hit does."""
    worth = value(fire, at)
    if fire.is_long:
        return {
            "Combat Value": worth,
            "test for a hit, on 1D20": target(long_range_trial(fire, at, at.markers)),
        }
    return {"Combat Value": worth, "markers for a hit": markers(fire, at, 1)}


def volley_tallies(facts: Volley) -> Mapping[str, Tally]:
    """The figures of all shots, and of the test that a single hit would lead to."""
    figures = dict(shot_tallies(facts.fire, facts.target))
    if facts.two:
        second = shot_tallies(facts.other, facts.target)
        figures |= {f"{name}, second unit": tally for name, tally in second.items()}
    trial = trial_after_fire(facts.target, facts.shots, 1, facts.target.attached)
    return figures | {"morale target with one marker more": target(trial)}


def volley_summary(facts: Volley, struck: Struck) -> tuple[str, ...]:
    """The markers, the officer and the table."""
    if not struck.gained:
        return ("no marker is gained",)
    count = "1 marker is gained" if struck.gained == 1 else f"{struck.gained} markers are gained"
    officer = ("its officer is lost",) if struck.fell else ()
    safe = is_checked(Peril(attached=facts.target.attached, gained=struck.gained)) and not struck.fell
    unhurt = ("its officer is unhurt",) if safe else ()
    return (count, *officer, *unhurt, f"the target {struck.effect}")


def effect_of(outcome: object) -> str:
    """The heading for the fate of a unit."""
    assert isinstance(outcome, Struck)
    return str(outcome.effect)

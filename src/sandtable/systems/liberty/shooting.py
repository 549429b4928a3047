"""Shooting: dice by type, range and circumstance, hits, exploding hits, saves, and the test of the unit hit.

To add a chapter, read this one first. It has the four parts of every resolution:

* **facts**: one frozen value (`Fire`, `Target`) holds everything the rules look at; `aim.py` makes it from a
  battle, a form or a command line makes it without one.
* **tally**: `dice`, `to_hit`, `save` are figures with the list of rules that made them.
* **throws**: `volley` awaits the counts the rule uses and returns a frozen outcome.
* **events**: `volleys.py` changes the battle by events.

>>> from sandtable.game.drivers.odds import odds
>>> line = Fire(arm=Arm.INFANTRY, quality=Quality.REGULAR, bases=4, weapon="Smoothbore Musket", range=7)
>>> dice(line).total, to_hit(line).total
(12, 4)
>>> chances = odds(do(volley, line), exact=True)
>>> chances.chance(lambda shot: shot.lost == 0)
Fraction(4096, 531441)
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import Count, Cup, Natural, Unsaved, parse
from sandtable.game.ask.questions import do
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.morale import Cause, MoraleFacts, Nerve, Result, morale_test
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import Quality

WEAPONS = [
    "Smoothbore Musket",
    "Rifled Musket",
    "Carbine",
    "3pdr Artillery",
    "6pdr Artillery",
    "12pdr Artillery",
]
"""The weapons of the range table, for forms; the table itself is in the rulebook (weapons.ranges)."""

CANISTER_RANGE = 10
CANISTER = parse("2D3")

ANY_HIT_TESTS: Final = "morale.trigger.unsaved"
"""The rule by whose other reading any hit causes a test, saved or not."""


class Arm(StrEnum):
    """How a unit fights now: the rows of the Combat Dice table (combatdice.table)."""

    INFANTRY = "Infantry"
    MOUNTED = "Mounted Cavalry"
    DISMOUNTED = "Dismounted Cavalry"
    SKIRMISHERS = "Skirmishers"
    UNLIMBERED = "Unlimbered Artillery"
    LIMBERED = "Limbered Artillery"


class Band(StrEnum):
    """The range band of a target for the weapon."""

    SHORT = "short"
    EFFECTIVE = "effective"
    LONG = "long"
    BEYOND = "beyond"


UNLIMBERED, LIMBERED, SKIRMISHERS = Arm.UNLIMBERED, Arm.LIMBERED, Arm.SKIRMISHERS
SHORT, LONG, BEYOND = Band.SHORT, Band.LONG, Band.BEYOND
WORN, SHAKEN = State.WORN, State.SHAKEN
# These names save the look-up of an enumeration's member, which costs as much as a call, in every volley.


# ----------------------------------------------------------------------- facts
class Fire(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a volley: the shooter and its weapon, the range, the target's circumstances."""

    arm: Annotated[Arm, Meta(description="type of the shooting unit")] = Arm.INFANTRY
    quality: Annotated[Quality, Meta(description="its quality")] = Quality.REGULAR
    state: Annotated[State, Meta(description="its state")] = State.STEADY
    bases: Annotated[int, Meta(description="front-rank bases that can shoot", ge=0, le=12)] = 4
    weapon: Annotated[str, Meta(description="its shooting weapon", examples=WEAPONS)] = WEAPONS[0]
    range: Annotated[int, Meta(description="range in inches, fractions dropped", ge=0, le=90)] = 12
    target: Annotated[Arm, Meta(description="type of the target")] = Arm.INFANTRY
    enfiladed: Annotated[bool, Meta(description="the target is enfiladed")] = False
    cover: Annotated[bool, Meta(description="the target is in Cover")] = False
    obscured: Annotated[bool, Meta(description="the target is Obscured")] = False
    fortified: Annotated[bool, Meta(description="the target occupies a fortified position")] = False
    elite: Annotated[bool, Meta(description="special rule Elite")] = False
    marksmen: Annotated[bool, Meta(description="special rule Marksmen")] = False
    poorly_trained: Annotated[bool, Meta(description="special rule Poorly Trained")] = False


class Target(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The unit shot at: its values, its hits, and its nerve if it must test."""

    wear: Annotated[Wear, Meta(description="its WORN/SHAKEN/AUTO BROKEN values")] = Wear(8, 16, 24)
    hits: Annotated[int, Meta(description="hits it has already", ge=0, le=30)] = 0
    nerve: Nerve = Nerve()
    tests_when_struck: Annotated[
        bool, Meta(description="reading: any hit causes the shooting test, saved or not")
    ] = False


class VolleyFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A volley and its target."""

    fire: Fire = Fire()
    target: Target = Target()


# ---------------------------------------------------------------------- tables
class _Ranges(Struct, frozen=True, forbid_unknown_fields=True):
    weapon: str
    short: tuple[int, int]
    effective: tuple[int, int]
    long: tuple[int, int]
    explode: str


class CombatDice(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Combat Dice table: dice per base, shooting and in melee (combatdice.table)."""

    unit: str
    shoot: float
    melee_direct: float | str
    shoot_support: float
    melee_support: float


class _ToHit(Struct, frozen=True, forbid_unknown_fields=True):
    quality: Quality
    to_hit: int


@cache
def weapon_names() -> tuple[str, ...]:
    """The shooting weapons of the range table (weapons.ranges)."""
    return tuple(row.weapon for row in table("weapons.ranges", _Ranges))


@cache
def _ranges(weapon: str) -> _Ranges:
    """The row of a weapon.

    weapons.smoothbore, weapons.rifled, weapons.carbine, weapons.3pdr, weapons.6pdr, weapons.12pdr
    """
    for row in table("weapons.ranges", _Ranges):
        if row.weapon == weapon:
            return row
    raise ValueError(f"there is no weapon {weapon!r}: choose one of {', '.join(weapon_names())}")


@cache
def combat_dice(arm: Arm) -> CombatDice | None:
    """The row of an arm; limbered guns are not in the table (combatdice.limbered)."""
    return next((row for row in table("combatdice.table", CombatDice) if row.unit == arm.value), None)


@cache
def _quality_to_hit(quality: Quality) -> int:
    return next(row.to_hit for row in table("shooting.to-hit", _ToHit) if row.quality is quality)


@cache
def band(weapon: str, inches: int) -> Band:
    """The range band; a shot beyond long range is not possible (weapons.ranges)."""
    row = _ranges(weapon)
    for name, (_, last) in ((Band.SHORT, row.short), (Band.EFFECTIVE, row.effective), (Band.LONG, row.long)):
        if inches <= last:
            return name
    return Band.BEYOND


# --------------------------------------------------------------------- tallies
ARM_RULES = {
    Arm.INFANTRY: "combatdice.infantry",
    Arm.MOUNTED: "combatdice.cavalry-mounted",
    Arm.DISMOUNTED: "combatdice.cavalry-dismounted",
    Arm.SKIRMISHERS: "combatdice.skirmishers",
    Arm.UNLIMBERED: "combatdice.artillery",
    Arm.LIMBERED: "combatdice.limbered",
}


CIRCUMSTANCES = (
    ("target enfiladed", "shooting.dice.enfilade"),
    ("short range", "shooting.dice.short"),
    ("target unlimbered artillery or skirmishers", "shooting.dice.small-target"),
    ("shooter worn", "shooting.dice.worn"),
    ("long range", "shooting.dice.long"),
    ("target obscured", "shooting.dice.obscured"),
    ("target in cover", "shooting.dice.cover"),
    ("shooter shaken", "shooting.dice.shaken"),
)
"""Every circumstance that changes the dice per base, in the order of the sheet, and its rule."""


def _circumstances(fire: Fire) -> tuple[bool, ...]:
    """Which circumstances hold, in the same order."""
    distance, state, target = band(fire.weapon, fire.range), fire.state, fire.target
    return (
        fire.enfiladed,
        distance is SHORT,
        target is UNLIMBERED or target is SKIRMISHERS,
        state is WORN,
        distance is LONG,
        fire.obscured,
        fire.cover,
        state is SHAKEN,
    )


class _Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    condition: str
    mod: float


@cache
def _modifiers() -> dict[str, float]:
    return {row.condition: row.mod for row in table("shooting.dice.data", _Modifier)}


@by_identity(most=256)
def dice(fire: Fire) -> Tally:
    """How many dice a volley rolls; none if no base can shoot or the target is out of range.

    shooting.dice, shooting.dice.which-bases, weapons.ranges
    """
    row = combat_dice(fire.arm)
    if not fire.bases or row is None or not row.shoot:
        return Tally.of(0, "no base can shoot", "shooting.dice.which-bases")
    if band(fire.weapon, fire.range) is BEYOND:
        return Tally.of(0, f"{fire.range} in is beyond long range", "weapons.ranges")
    return _dice(fire.arm, fire.bases, _circumstances(fire), fire.elite)


@lru_cache(maxsize=4096)
def _dice(arm: Arm, bases: int, circumstances: tuple[bool, ...], elite: bool) -> Tally:  # noqa: FBT001 - by position
    """Dice per base, modified, at least half a die, times bases, rounded up, then Elite.

    shooting.dice.combine, shooting.dice.minimum, shooting.dice.round. Its arguments are only what it depends
    on, so that volleys share kept results.
    """
    row = combat_dice(arm)
    tally = Tally.of(row.shoot if row else 0, f"{arm} shooting, per base", ARM_RULES[arm])
    for holds, (words, rule) in zip(circumstances, CIRCUMSTANCES, strict=True):
        if holds:
            tally = tally.plus(_modifiers()[words], words, rule)
    tally = tally.at_least(0.5, "never less than half a die per base", "shooting.dice.minimum")
    tally = tally.times(bases, "bases that can shoot", "shooting.dice.combine")
    tally = tally.rounded_up("part dice count whole", "shooting.dice.round")
    return tally.plus(2, "Elite (special rule)", "special.elite") if elite else tally


def to_hit(fire: Fire) -> Tally:
    """The number a die must show after its modifier, by quality (shooting.to-hit).

    A modifier is added to the die, so it changes the number needed the other way (dice.mods.visible,
    shooting.to-hit.marksmen, shooting.to-hit.poorly-trained). A natural 1 always misses and a natural 6
    always hits (dice.to-hit.natural).
    """
    return _to_hit(fire.quality, fire.marksmen, fire.poorly_trained)


@cache
def _to_hit(quality: Quality, marksmen: bool, poorly_trained: bool) -> Tally:  # noqa: FBT001 - by position
    tally = Tally.of(_quality_to_hit(quality), f"{quality} to hit", "shooting.to-hit", sign="+")
    if marksmen:
        tally = tally.plus(-1, "Marksmen add 1 to the die", "special.marksmen")
    if poorly_trained:
        tally = tally.plus(1, "Poorly Trained take 1 from the die", "special.poorly-trained")
    return tally


SAVE = Tally.of(5, "save against shooting", "saves.shooting", sign="+")
FORTIFIED_SAVE = Tally.of(4, "save in a fortified position", "fort.save", sign="+")


def save(fire: Fire) -> Tally:
    """The number a save must show: 5, or 4 in a fortified position (saves.shooting, fort.save)."""
    return FORTIFIED_SAVE if fire.fortified else SAVE


def explosion(fire: Fire) -> Cup | None:
    """What each hit of artillery explodes into: canister up to 10 in, else the gun's own die.

    shooting.exploding, weapons.canister, weapons.canister.auto; D2 and D3 are a D6 read in halves or thirds
    (dice.d2, dice.d3)
    """
    if fire.arm is not UNLIMBERED:
        return None
    if fire.range <= CANISTER_RANGE:
        return CANISTER
    printed = _ranges(fire.weapon).explode
    return None if printed == "none" else parse(printed)


# ---------------------------------------------------------------------- throws
class Volley(Struct, frozen=True, cache_hash=True):
    """The result of a volley: whether it hit at all, and the unsaved hits."""

    struck: bool
    lost: int


class Aftermath(Struct, frozen=True, cache_hash=True):
    """The consequences of a volley: the hits lost and the result for the unit hit."""

    lost: int
    result: Result


@by_identity(most=256)
def to_hit_roll(fire: Fire) -> Count:
    """The roll to hit, with D6 as all rolls (dice.d6, dice.to-hit.natural)."""
    return _to_hit_roll(dice(fire).whole, to_hit(fire).whole)


@lru_cache(maxsize=1024)
def _to_hit_roll(dice: int, need: int) -> Count:
    return Count(dice, at_least=need, natural=Natural.BOTH, purpose="to hit")


def saves(fire: Fire, hits: int) -> Unsaved:
    """Hits explode first, then each of them is saved or lost.

    shooting.exploding.before-saves, saves.roll, saves.natural
    """
    return _saves(hits, save(fire).whole, explosion(fire))


@lru_cache(maxsize=4096)
def _saves(hits: int, need: int, each: Cup | None) -> Unsaved:
    return Unsaved(hits, save=need, each=each, purpose="hits not saved")


async def volley(fire: Fire) -> Volley:
    """Roll to hit, then saves (shooting.sequence)."""
    hits = await to_hit_roll(fire)
    return volley_of(hits > 0, await saves(fire, hits))


@lru_cache(maxsize=1024)
def volley_of(struck: bool, lost: int) -> Volley:  # noqa: FBT001 - remembered by position
    """The result of a volley; each is made once, as computed odds have few different ones."""
    return Volley(struck, lost)


async def volley_and_test(facts: VolleyFacts) -> Aftermath:
    """A volley, and the MORALE test of the unit it hit."""
    shot = await do(volley, facts.fire)
    return await stand(facts.target, shot)


async def stand(target: Target, shot: Volley) -> Aftermath:
    """The result for a unit that was shot at: broken by its hits, or tested if it lost any.

    morale.trigger.shooting, morale.trigger.unsaved, morale.state-after, shooting.overkill
    """
    hits = target.hits + shot.lost
    if target.wear.breaks(hits):
        return Aftermath(shot.lost, Result.BROKEN)
    if not (shot.struck if target.tests_when_struck else shot.lost):
        return Aftermath(shot.lost, Result.NONE)
    facts = MoraleFacts(nerve=target.nerve, state=target.wear.state(hits), cause=Cause.SHOOTING)
    return Aftermath(shot.lost, await do(morale_test, facts))

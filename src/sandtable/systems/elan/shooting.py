"""Shooting: dice by formation, the number to hit by target, range and firer, and the fatigue of guns.

* **facts**: `Fire` holds all that the rules look at; the table makes it before any hits are applied, so that
  all fire is computed from the same moment.
* **tally**: `dice` and `to_hit` are figures with the rules that made them.
* **throws**: `volley` awaits the counts that the rule uses.

>>> from sandtable.game.drivers.odds import odds
>>> line = Fire(weapon=Weapon.RM, range=5)
>>> dice(line).total, to_hit(line).total
(6, 4)
>>> odds(do(volley, line), exact=True).chance(lambda shot: shot.hits >= 3)
Fraction(21, 32)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import Among, CountWith
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan import dice as rolls
from sandtable.systems.elan.drill import is_horse, require_formation
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.leader_casualties import Danger, Exposed, Whereabouts, in_danger
from sandtable.systems.elan.morale import Morale, MoraleFacts, morale_summary, morale_test
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weapon, Worn
from sandtable.systems.elan.weapons import (
    Band,
    band,
    is_artillery,
    is_breechloader,
    is_smoothbore,
    name_of,
    weight_of,
)

MOST_BASES: Final = 8
AT_CONTACT: Final = 0.0
"""A range in the best band of every weapon."""


# ----------------------------------------------------------------------- facts
class Target(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The target of fire: only what decides the starting number (shooting.mod.whose)."""

    arm: Annotated[Arm, Meta(description="arm of the target")] = Arm.INFANTRY
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    cover: Annotated[Cover, Meta(description="its cover against this fire")] = Cover.NONE
    flank: Annotated[bool, Meta(description="it is fired at from its flank or rear")] = False
    uphill: Annotated[bool, Meta(description="it stands uphill of the firer")] = False

    def __post_init__(self) -> None:
        require_formation(self.arm, self.formation)

    @property
    def is_mounted(self) -> bool:
        """Is it mounted cavalry? Dismounted cavalry counts as skirmishers (shooting.mounted-target)."""
        return is_horse(self.arm, self.formation)


class Fire(Struct, Worn, frozen=True, cache_hash=True, kw_only=True):
    """The facts of one unit's fire: firer, weapon, range and target."""

    scale: Annotated[Scale, Meta(description="the set of figures that is played")] = Scale.LARGE
    arm: Annotated[Arm, Meta(description="arm of the firing unit")] = Arm.INFANTRY
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    weapon: Annotated[Weapon, Meta(description="its weapon")] = Weapon.SBM
    quality: Annotated[Quality, Meta(description="its quality class")] = Quality.C
    trait: Annotated[int, Meta(description="its firing trait", ge=-1, le=1)] = 0
    bases: Annotated[int, Meta(description="its bases", ge=1, le=MOST_BASES)] = 6
    lost: Annotated[int, Meta(description="strength points it has lost, 3 a base", ge=0, le=24)] = 0
    disordered: Annotated[bool, Meta(description="it is disordered")] = False
    range: Annotated[float, Meta(description="range, in the unit of the set", ge=0, le=100)] = 3
    target: Target = Target()
    class_alone: Annotated[bool, Meta(description="reading: its firing trait does not count")] = False

    def __post_init__(self) -> None:
        require_formation(self.arm, self.formation)
        if is_artillery(self.weapon) is not (self.arm is Arm.ARTILLERY):
            raise ValueError(f"{self.arm} cannot be armed with {self.weapon}; guns belong to artillery alone")
        if self.weapon is Weapon.NONE and self.arm is Arm.INFANTRY:
            raise ValueError("infantry has a firearm; only cavalry may have none")


# ------------------------------------------------------------------------ dice
@lru_cache(maxsize=1024)
def fire_dice(arm: Arm, weapon: Weapon, formation: Formation, bases: int) -> int:
    """A unit's fire dice by the table (shooting.dice)."""
    found = rolls.dice_of("shooting.dice", _kinds(arm, weapon), formation)
    if found is None:
        raise ValueError(f"shooting.dice has no row for {arm} with {weapon} in {formation}")
    return found.of(bases)


def _kinds(arm: Arm, weapon: Weapon) -> tuple[str, ...]:
    """The names of a unit in the dice table, the most specific first."""
    if arm is Arm.ARTILLERY:
        return (f"{weight_of(weapon)} artillery", "artillery")
    if arm is Arm.CAVALRY:
        return ("cavalry without firearms" if weapon is Weapon.NONE else "cavalry with firearms",)
    return (arm,)


@lru_cache(maxsize=4096)
def dice(fire: Fire) -> Tally:
    """How many dice a unit rolls, by arm, formation and bases; losses do not reduce them.

    shooting.dice, troops.strength; beyond long range there is no fire (shooting.band)
    """
    count = fire_dice(fire.arm, fire.weapon, fire.formation, fire.bases)
    if count and band(fire.weapon, fire.scale, fire.range) is Band.BEYOND:
        return Tally.of(0, f"{fire.range:g} is beyond the range of {name_of(fire.weapon)}", "shooting.band")
    words = f"{fire.bases} bases, {fire.arm} {fire.formation}, {name_of(fire.weapon)}"
    return Tally.of(count, words, "shooting.dice")


# ---------------------------------------------------------------------- to hit
def _starts(fire: Fire) -> tuple[rolls.Row, ...]:
    """The list of starting numbers, from the worst to the best, with the rows that apply."""
    target, small_arms = fire.target, not is_artillery(fire.weapon)
    arm, cover, formation = target.arm, target.cover, target.formation
    thick = cover in (Cover.HEAVY, Cover.FORTIFIED_LIGHT)
    small = formation is Formation.DEPLOYED or formation.is_loose
    dense = formation in (Formation.SQUARE, Formation.MARCH_COLUMN) or hits_flank(target)
    deep = formation in (Formation.COLUMN, Formation.DOUBLE_LINE) and not small_arms
    smoothbore = is_smoothbore(fire.weapon) and target.is_mounted
    behind = small_arms and (target.uphill or cover is Cover.LIGHT)
    return (
        (cover is Cover.FORTIFIED_HEAVY, "target in fortified heavy cover", "shooting.start.fortified-heavy"),
        (smoothbore, "smoothbores against cavalry", "shooting.start.smoothbore-vs-cavalry"),
        (thick, f"target in {cover} cover", "shooting.start.heavy-or-fortified-light"),
        (small, f"target {arm} {formation}", "shooting.start.deployed-artillery-or-skirmisher"),
        (behind, "uphill or into light cover", "shooting.start.small-arms-uphill-or-light-cover"),
        (dense, "square, march column, flank or rear", "shooting.start.square-march-column-flank"),
        (deep, f"artillery against {formation}", "shooting.start.artillery-vs-column"),
    )


def hits_flank(target: Target) -> bool:
    """Is it hit in flank or rear, in a formation that has them? (shooting.flank, formation.no-flank)"""
    return target.flank and target.formation.has_flanks


@lru_cache(maxsize=4096)
def start(fire: Fire) -> Tally:
    """The starting number (dice.first-row).

    Light cover and rising ground protect from small arms only (shooting.artillery-ignores-light-cover).
    """
    return rolls.start(_starts(fire), "shooting.start.none")


def fire_modifier(quality: Quality, trait: int, *, class_alone: bool = False) -> int:
    """The fire modifier: that of the class plus the unit's trait, between -2 and +2.

    troops.fire-modifier; its other reading counts the class alone
    """
    return max(-2, min(2, quality.firing + (0 if class_alone else trait)))


RANGE_MODIFIER: Final = {Band.CLOSE: 1, Band.EFFECTIVE: 0, Band.LONG: -1, Band.BEYOND: -1}


def _modifiers(fire: Fire) -> tuple[rolls.Modifier, ...]:
    """The modifiers of the firing unit, in the order of the list; all add up.

    shooting.mod.add, shooting.mod.whose
    """
    distance = band(fire.weapon, fire.scale, fire.range)
    own = fire_modifier(fire.quality, fire.trait, class_alone=fire.class_alone)
    return (
        (own, f"class {fire.quality}{' and its trait' * bool(fire.trait)}", "shooting.mod.quality"),
        (RANGE_MODIFIER[distance], f"{distance} range", "shooting.mod.range"),
        (-int(fire.disordered), "disordered", "shooting.mod.disorder"),
        (-int(fire.losses), f"{int(fire.losses)}/3 lost", "shooting.mod.losses"),
        (int(is_breechloader(fire.weapon)), "breech-loaders", "shooting.mod.breech"),
    )


@lru_cache(maxsize=4096)
def to_hit(fire: Fire) -> Tally:
    """The final number: the start minus all modifiers.

    shooting.mod.quality, shooting.mod.range, shooting.mod.disorder, shooting.mod.losses, shooting.mod.breech
    """
    return rolls.to_hit(start(fire), _modifiers(fire))


# ---------------------------------------------------------------------- throws
class Volley(Struct, frozen=True, cache_hash=True):
    """The effect of a unit's fire: hits on its target, and fatigue hits on itself."""

    hits: int
    fatigue: int = 0


async def volley(fire: Fire) -> Volley:
    """Roll once at one target; each hit costs a point, without a save (shooting.hits).

    Guns also count their ones (shooting.fatigue, shooting.fatigue-scope).
    """
    count, need = dice(fire).whole, to_hit(fire).whole
    if not count:
        return Volley(0)
    if fire.arm is Arm.ARTILLERY:
        return await do(gun_fire, count, need)
    return Volley(await rolls.hits(count, need))


async def gun_fire(count: int, need: int) -> Volley:
    """The dice of guns: hits on the target, and hits on themselves from pairs of ones.

    shooting.fatigue, shooting.fatigue-self, dice.seven-plus; odd dice are settled after the roll
    (dice.fixed-order)
    """
    by_pairs = need >= rolls.SIXES_ONLY
    roll = CountWith(count, at_least=min(need, 6), face=1, among=Among.ALL, purpose="to hit")
    hits, ones = await roll
    if by_pairs:
        hits = await rolls.paired_sixes(hits)
    return Volley(hits, await rolls.paired_ones(ones))


def at_charger(fire: Fire) -> Fire:
    """The unit's fire at its charger: at the best band, and the charger has no cover.

    charge.reaction-fire
    """
    return replace(fire, range=AT_CONTACT, target=replace(fire.target, cover=Cover.NONE))


# ---------------------------------------------------------------- with the test
class VolleyFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit's fire, and its target's state for the Morale phase.

    ``struck`` says what the target had lost before.
    """

    fire: Fire = Fire()
    struck: MoraleFacts = MoraleFacts(lost=0, hit=False)


class Aftermath(Struct, frozen=True, cache_hash=True):
    """The effects of fire: hits, the firer's fatigue, and the target's result in the Morale phase."""

    hits: int
    fatigue: int
    result: Morale


async def volley_and_test(facts: VolleyFacts) -> Aftermath:
    """Fire, then the morale test of its target if nothing else happens to that (morale.trigger)."""
    shot = await do(volley, facts.fire)
    return Aftermath(shot.hits, shot.fatigue, await do(stand, facts.struck, shot.hits))


async def stand(struck: MoraleFacts, hits: int) -> Morale:
    """The result of a unit that took hits from fire: its commander is checked before it tests.

    leaders.hit-check, leaders.check-order
    """
    after = replace(struck, lost=struck.lost + hits, hit=struck.hit or hits > 0)
    if hits and struck.commander is not None and after.lost < after.strength:
        end = await do(in_danger, Exposed(leadership=struck.commander, danger=Danger.FIRE))
        after = replace(after, commander=end.leadership if end.where is Whereabouts.WITH_UNIT else None)
    return await do(morale_test, after)


# ----------------------------------------------------------------------- figures and headings
def fire_tallies(fire: Fire) -> Mapping[str, Tally]:
    """The figures of a unit's fire."""
    return {"dice": dice(fire), "to hit": to_hit(fire), **by_sixes(to_hit(fire))}


def by_sixes(number: Tally) -> Mapping[str, Tally]:
    """For a number of 7 or more: how many sixes make a hit, in words."""
    if number.whole < rolls.SIXES_ONLY:
        return {}
    return {"sixes for a hit": Tally.of(2, "the number is 7 or more", "dice.seven-plus")}


def volley_tallies(facts: VolleyFacts) -> Mapping[str, Tally]:
    """The figures of fire and of the test it may lead to."""
    return fire_tallies(facts.fire)


def volley_summary(facts: VolleyFacts, outcome: Aftermath) -> tuple[str, ...]:
    """Loss, the target's result and the guns' fatigue, in words."""
    loss = "some loss" if outcome.hits else "no loss"
    tired = ("the guns lose by fatigue",) if outcome.fatigue else ()
    (becomes,) = morale_summary(facts.struck, outcome.result)
    return (loss, becomes.replace("the unit", "the target"), *tired)

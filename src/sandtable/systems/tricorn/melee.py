"""Melee: Combat Values, hits, markers, the loser, and the fate of both primaries.

The facts are in `melee_facts.py`. On the table the loser recoils between `clash` and the consultations, so
`clash` is separate; `fight` does everything for two units with room to recoil.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.tricorn.melee_facts import Fighter
>>> from sandtable.systems.tricorn.troops import Quality
>>> cuirassiers = Fighter(troops=TroopType.HEAVY_CAVALRY, quality=Quality.VETERAN, two_four=True)
>>> known = odds(do(fight, Melee(one=cuirassiers)), exact=True)
>>> known.chance(lambda fought: fought.other.effect is Effect.ELIMINATED)
Fraction(11, 30)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.dice import Winner
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn import disorder
from sandtable.systems.tricorn.casualties import Attached, Peril, officer_falls
from sandtable.systems.tricorn.combat import DISORDERED, combat_value, hits
from sandtable.systems.tricorn.dice import tie_throw
from sandtable.systems.tricorn.melee_facts import (
    Melee,
    Side,
    Toucher,
    meets_front_of_guns,
    meets_front_of_muskets,
    touches,
    touches_two_four,
    trial_after_melee,
)
from sandtable.systems.tricorn.morale import Effect, consult, target
from sandtable.systems.tricorn.troops import Category, TroopType


# --------------------------------------------------------------------- Step One
@lru_cache(maxsize=4096)
def value(melee: Melee, side: Side) -> Tally:
    """The modified Combat Value of a primary, from its full melee value, whichever edge is touched.

    melee.cv.general, melee.cv.general.cc, melee.cv.overlap, melee.cv.flank, melee.cv.flank.self,
    melee.cv.target-column, melee.cv.cover, melee.cv.cover.detail, melee.cv.disorder,
    melee.cv.muskets-bad-going, melee.cv.mounted-bad-going, terrain.melee-shared, melee.both-roll-flank
    """
    fighter, foe, bad = melee.fighter(side), melee.fighter(side.foe), melee.in_bad_going
    holding = (
        ("general", "melee.cv.general", fighter.attached is not Attached.NOBODY),
        ("overlap", "melee.cv.overlap", fighter.overlaps),
        ("flank-contact", "melee.cv.flank", melee.flankers(side)),
        ("target-column", "melee.cv.target-column", foe.column),
        ("cover", "melee.cv.cover", foe.cover),
        ("disorder", "melee.cv.disorder", fighter.markers >= DISORDERED),
        ("muskets-bad", "melee.cv.muskets-bad-going", bad and fighter.troops is TroopType.MUSKETS),
        ("mounted-bad", "melee.cv.mounted-bad-going", bad and fighter.is_mounted),
    )
    return combat_value(fighter.printed, "melee value", holding)


async def strike(melee: Melee, side: Side) -> int:
    """The hits of a primary (combat.hit, combat.over-six)."""
    printed = melee.fighter(side).printed
    return await hits(
        value(melee, side), printed, second_by_value=melee.second_by_value, purpose="to hit in melee"
    )


# ----------------------------------------------------------- Steps Three and Four
@lru_cache(maxsize=4096)
def extras(melee: Melee, victim: Side) -> tuple[str, ...]:
    """The lines of Step Four that apply to a primary if it is hit, each once.

    disorder.extra.mounted-bad-going, disorder.extra.heavy-v-muskets, disorder.extra.v-guns,
    disorder.extra.lights-v-light-cavalry, disorder.extra.flank, disorder.extra.flank-once,
    disorder.extra.v-heavy, disorder.extra.v-heavy-2-4, terrain.melee-shared
    """
    hit, bad = melee.fighter(victim), melee.in_bad_going
    is_heavy = hit.troops is TroopType.HEAVY_CAVALRY
    exposed = not bad and not hit.is_mounted
    two_four = touches_two_four(melee, victim)
    by_heavy = two_four or touches(melee, victim, TroopType.HEAVY_CAVALRY, Toucher.HEAVY)
    by_hussars = touches(melee, victim, TroopType.LIGHT_CAVALRY, Toucher.LIGHT_CAVALRY)
    is_light = hit.troops is TroopType.LIGHT_INFANTRY
    held = (
        ("mounted-bad", bad and hit.is_mounted),
        ("heavy-v-muskets", is_heavy and meets_front_of_muskets(melee, victim)),
        ("v-guns", meets_front_of_guns(melee, victim)),
        ("li-v-light-cav", is_light and not bad and by_hussars),
        ("flank", hit.is_flanked),
        ("v-heavy", exposed and by_heavy),
        ("v-heavy-2-4", exposed and two_four),
    )
    return tuple(key for key, holds in held if holds)


def markers(melee: Melee, victim: Side, scored: int) -> Tally:
    """The markers that hits put on a primary: one for each hit, then Step Four once.

    melee.hit, melee.hit.two, disorder.extra.only-if-hit
    """
    rule = "melee.hit" if scored < 2 else "melee.hit.two"
    return disorder.markers(scored, rule, extras(melee, victim))


# ---------------------------------------------------------------------- who loses
class Clash(Struct, frozen=True, cache_hash=True):
    """The result of the dice: the hits that each side scored, the markers that each received, and the loser.

    The marker of artillery that loses is among them. The loser is None if the tie breaker itself was a tie.
    """

    scored: tuple[int, int]
    gained: tuple[int, int]
    loser: Side | None


async def clash(melee: Melee) -> Clash:
    """Both primaries roll at the same time, markers are counted, and the loser is determined.

    melee.simultaneous, melee.sequence, melee.result.fewest-recoils, disorder.extra.artillery-loses,
    disorder.extra.artillery-loses.unhit
    """
    scored = (await do(strike, melee, Side.ONE), await do(strike, melee, Side.OTHER))
    loser = await do(lose, melee, scored)
    gained = [markers(melee, side, scored[side.foe]).whole for side in Side]
    if loser is not None and melee.fighter(loser).is_artillery:
        gained[loser] += disorder.extras()["artillery-loses"].add
    return Clash(scored, (gained[0], gained[1]), loser)


def inflicted(melee: Melee, scored: tuple[int, int]) -> tuple[int, int]:
    """The markers that each side inflicted, as compared for the result.

    Steps Three and Four count, or by the other reading Step Three alone (melee.result.count).
    """
    if melee.step_three_only:
        return scored
    return (
        markers(melee, Side.OTHER, scored[Side.ONE]).whole,
        markers(melee, Side.ONE, scored[Side.OTHER]).whole,
    )


async def lose(melee: Melee, scored: tuple[int, int]) -> Side | None:
    """The losing side: the one that inflicted fewer markers, Mounted that missed Foot, or the loser of the
    tie breaker.

    melee.loser, melee.result.fewest-recoils, melee.result.tie, melee.tie.same-for-hits,
    melee.mounted-must-recoil
    """
    ones, others = inflicted(melee, scored)
    if ones != others:
        return Side.ONE if ones < others else Side.OTHER
    any_hit = any(scored)
    if any_hit and melee.hits_tie_stands:
        return None
    missed = None if any_hit else horse_that_missed(melee)
    return await do(break_tie, melee) if missed is None else missed


def horse_that_missed(melee: Melee) -> Side | None:
    """The Mounted side of a fight against Foot, which loses if neither side hit; None if there is no such
    side.

    melee.mounted-must-recoil, melee.mounted-must-recoil.priority
    """
    for side in Side:
        fighter, foe = melee.fighter(side), melee.fighter(side.foe)
        if fighter.is_mounted and foe.category is Category.FOOT:
            stands = melee.claimant_stands and has_claim(melee, side) and not has_claim(melee, side.foe)
            return None if stands else side
    return None


def has_claim(melee: Melee, side: Side) -> bool:
    """Does a side hold a claim in a tie: Elite, uphill, or guns with the enemy on their front?

    melee.tie.no-hits, melee.tie.claims, troops.elites
    """
    fighter = melee.fighter(side)
    return fighter.quality.is_elite or fighter.uphill or (fighter.is_unlimbered and fighter.front)


async def break_tie(melee: Melee) -> Side | None:
    """The loser of a tie: the only side without a claim, otherwise the lower die; with equal dice both stay
    in contact.

    melee.tie.no-hits, melee.tie.claims, melee.tie.roll
    """
    claims = tuple(has_claim(melee, side) for side in Side)
    if claims[0] != claims[1]:
        return Side.OTHER if claims[0] else Side.ONE
    return TIED[await tie_throw()]


TIED: Final = {Winner.LEFT: Side.OTHER, Winner.RIGHT: Side.ONE, Winner.NEITHER: None}
"""The loser by the dice of a tie; the active side's die is the left one."""


def recoils(melee: Melee, side: Side, loser: Side | None) -> bool:
    """Does a primary recoil from the melee itself? The loser and a flanked primary do, guns never.

    melee.result.fewest-recoils, melee.artillery-no-recoil, movement.flank-contact.when
    """
    fighter = melee.fighter(side)
    driven = side is loser or (fighter.is_flanked and not melee.flanked_stands)
    return driven and not fighter.is_artillery


# ------------------------------------------------------------------ what becomes of them
class Fate(Struct, frozen=True, cache_hash=True):
    """What a melee did to a primary: markers, its officer, a recoil, the table, and capture of its guns."""

    gained: int = 0
    fell: bool = False
    recoiled: bool = False
    effect: Effect = Effect.NONE
    captured: bool = False

    @property
    def is_lost(self) -> bool:
        """Is it off the table? (army.loss-count)"""
        return self.captured or self.effect is Effect.ELIMINATED

    @property
    def has_left(self) -> bool:
        """Has it left the place where it fought?"""
        return self.recoiled or self.effect in (Effect.RECOIL, Effect.WITHDRAW, Effect.ELIMINATED)


class Fought(Struct, frozen=True, cache_hash=True):
    """A finished melee: the loser, and the fate of both primaries."""

    loser: Side | None
    one: Fate
    other: Fate


async def fight(melee: Melee) -> Fought:
    """A whole melee where both have room to recoil; the loser consults first, or without a loser the inactive
    side.

    melee.sequence, melee.one-recoil
    """
    met = await do(clash, melee)
    first = Side.OTHER if met.loser is None else met.loser
    before = await do(suffered, melee, met, first, False)  # noqa: FBT003 - called through do
    after = await do(suffered, melee, met, first.foe, before.has_left)
    one, other = (before, after) if first is Side.ONE else (after, before)
    return Fought(met.loser, one, other)


async def suffered(melee: Melee, met: Clash, side: Side, alone: bool) -> Fate:  # noqa: FBT001 - through do
    """The fate of a primary: its officer's check, its recoil, the table; *alone* says that the enemy has
    gone.

    leaders.casualty.trigger, leaders.casualty.when, melee.sequence, morale.when, artillery.abandoned
    """
    fighter, gained = melee.fighter(side), met.gained[side]
    recoiled = recoils(melee, side, met.loser)
    if not gained:
        return Fate(recoiled=recoiled)
    fell = await do(officer_falls, Peril(attached=fighter.attached, gained=gained))
    attached = Attached.NOBODY if fell else fighter.attached
    told = await do(consult, trial_after_melee(melee, side, gained, attached))
    taken = told.effect is Effect.ABANDON and not alone and not recoils(melee, side.foe, met.loser)
    return Fate(gained, fell, recoiled, told.effect, taken)


# ----------------------------------------------------------------------- figures and headings
NAMES: Final = ("active unit", "other unit")


def strike_tallies(melee: Melee, side: Side) -> Mapping[str, Tally]:
    """The Combat Value of a primary, and what a hit on the other does."""
    return {"Combat Value": value(melee, side), "markers for a hit": markers(melee, side.foe, 1)}


def melee_tallies(melee: Melee) -> Mapping[str, Tally]:
    """The Combat Values, the markers of a hit, and the tests that it would lead to."""
    figures: dict[str, Tally] = {}
    for side, name in zip(Side, NAMES, strict=True):
        hurt = markers(melee, side, 1)
        trial = trial_after_melee(melee, side, hurt.whole, melee.fighter(side).attached)
        figures[f"Combat Value of the {name}"] = value(melee, side)
        figures[f"markers on the {name} for a hit"] = hurt
        figures[f"morale target of the {name} then"] = target(trial)
    return figures


ENDINGS: Final = ("the active unit wins", "neither unit loses", "the other unit wins")


def melee_ending(fought: Fought) -> str:
    """Who has won."""
    if fought.loser is None:
        return ENDINGS[1]
    return ENDINGS[0] if fought.loser is Side.OTHER else ENDINGS[2]


def melee_summary(melee: Melee, fought: Fought) -> tuple[str, ...]:
    """Who won, and what became of both."""
    del melee
    words = [melee_ending(fought)]
    for name, fate in zip(NAMES, (fought.one, fought.other), strict=True):
        words += [f"the {name} {told}" for told in _fate_in_words(fate)]
    return tuple(words)


def _fate_in_words(fate: Fate) -> tuple[str, ...]:
    told = (
        (fate.recoiled, "recoils as the result of the melee"),
        (fate.fell, "loses its officer"),
        (fate.effect is not Effect.NONE, f"{fate.effect} by the morale table"),
        (fate.captured, "is captured"),
    )
    return tuple(words for holds, words in told if holds)

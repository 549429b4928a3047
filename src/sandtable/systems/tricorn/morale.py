"""Morale: the value that a unit tests against, and the result of the table for its markers.

A `Trial` holds everything that a test depends on. The table of modifiers says which line counts in which test
(morale.mod.table, morale.mod.scope).

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> shaken = Trial(markers=2, guns=True)
>>> target(shaken).total
9
>>> odds(do(consult, shaken), exact=True).chance(lambda told: told.effect is Effect.WITHDRAW)
Fraction(11, 20)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import table, values
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.dice import WITHDRAWAL, morale_throw, withdrawal_throw
from sandtable.systems.tricorn.disorder import LAST_ROW, Markers
from sandtable.systems.tricorn.troops import Category, Quality, TroopType


class Occasion(StrEnum):
    """The occasion of a test (morale.mod.scope)."""

    CONSULTATION = "the morale table"
    LONG_RANGE = "artillery fire at long range"
    BREAK_OFF = "breaking off"
    CHARGE_MOUNTED = "closing with Mounted"
    REMOVAL = "removing Disorder"
    RECOILED_INTO = "a friend recoiling into it"


class Effect(StrEnum):
    """A result of the morale table (morale.table)."""

    NONE = "stands"
    RECOIL = "recoils"
    WITHDRAW = "withdraws"
    ABANDON = "abandons its guns"
    ELIMINATED = "is eliminated"


# ----------------------------------------------------------------------- facts
class Nerve(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a unit that count in every test."""

    troops: Annotated[TroopType, Meta(description="type of the unit")] = TroopType.MUSKETS
    quality: Annotated[Quality, Meta(description="its quality")] = Quality.TRAINED
    markers: Markers = 0
    attached: Annotated[Attached, Meta(description="the officer attached to it")] = Attached.NOBODY
    bad_going: Annotated[bool, Meta(description="it is in Bad Going")] = False
    demoralized: Annotated[bool, Meta(description="its command is Demoralized")] = False
    forced_march: Annotated[bool, Meta(description="it has Forced Marched")] = False


PerEdge = Annotated[
    bool, Meta(description="reading: the line for flanks and rear counts for each of them that is touched")
]
SparesOne = Annotated[
    bool, Meta(description="reading: with 1 marker only Recruits recoil from a friend who runs into them")
]


class Trial(Nerve, frozen=True, cache_hash=True, kw_only=True):
    """A Morale Test: the unit with the markers that count, and its situation at that moment.

    morale.mod.marker-timing
    """

    occasion: Annotated[Occasion, Meta(description="what it tests for")] = Occasion.CONSULTATION
    cover: Annotated[bool, Meta(description="it defends works, a village or a strong point")] = False
    uphill: Annotated[bool, Meta(description="it is uphill of the enemy")] = False
    stream: Annotated[bool, Meta(description="it defends the bank of a stream")] = False
    chief_near: Annotated[bool, Meta(description="it is in Command Range of a C-C who has no command")] = (
        False
    )
    guns: Annotated[
        bool, Meta(description="artillery fired on it at short range, or it fights the front of artillery")
    ] = False
    flank_fire: Annotated[bool, Meta(description="it was fired on in flank or rear")] = False
    left: Annotated[bool, Meta(description="an enemy touches its left flank")] = False
    right: Annotated[bool, Meta(description="an enemy touches its right flank")] = False
    rear: Annotated[bool, Meta(description="an enemy touches its rear")] = False
    per_edge: PerEdge = False
    spares_one: SparesOne = False


# ---------------------------------------------------------------------- tables
class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    value: int
    tests: str


CAUSED_BY_ENEMY: Final = (
    Occasion.CONSULTATION,
    Occasion.LONG_RANGE,
    Occasion.BREAK_OFF,
    Occasion.CHARGE_MOUNTED,
)
SCOPES: Final[dict[str, tuple[Occasion, ...]]] = {
    "all": tuple(Occasion),
    "caused by an enemy": CAUSED_BY_ENEMY,
    "remove Disorder": (Occasion.REMOVAL,),
    "Break Off": (Occasion.BREAK_OFF,),
    "after fire or melee, and Break Off from guns": (Occasion.CONSULTATION, Occasion.BREAK_OFF),
    "after fire": (Occasion.CONSULTATION, Occasion.LONG_RANGE),
    "after melee, and Break Off": (Occasion.CONSULTATION, Occasion.BREAK_OFF),
}
"""The tests in which a line counts, by the words of the table.

morale.mod.scope, shooting.long-range-modifier-scope
"""


@cache
def _lines() -> dict[str, _Row]:
    return {row.key: row for row in table("morale.mod.table", _Row)}


class _Limits(Struct, frozen=True):
    least: int
    most: int


@cache
def _limits() -> _Limits:
    return values("morale.limits", _Limits)


# --------------------------------------------------------------------- tallies
Holding = tuple[str, int, str, str]
"""A modifier that applies: its key, how often it counts, its words and its rule."""


@lru_cache(maxsize=8192)
def target(trial: Trial) -> Tally:
    """The highest passing roll of a D20: the Morale Value plus every line that applies, between 1 and 19.

    morale.test, morale.mod.table, morale.mod.scope, morale.mod.cumulative, morale.limits
    """
    tally = Tally.of(trial.quality.morale, f"Morale Value of {trial.quality} troops", "troops.quality")
    for key, times, words, rule in (*_of_the_unit(trial), *_of_its_markers(trial), *_of_the_field(trial)):
        row = _lines()[key]
        if times and trial.occasion in SCOPES[row.tests]:
            tally = tally.plus(times * row.value, words, rule)
    tally = tally.at_least(_limits().least, "a natural 1 always passes", "morale.limits")
    return tally.at_most(_limits().most, "a natural 20 always fails", "morale.limits")


def _of_the_unit(trial: Trial) -> Iterator[Holding]:
    """The attached officer and the unit's own state; an officer gives only one bonus.

    morale.mod.cc-attached, morale.mod.general-attached, morale.mod.cc-range, morale.mod.lights-bad-going,
    morale.mod.demoralized, morale.mod.forced-march, morale.mod.cumulative, morale.mod.cc-with-command
    """
    has_chief = trial.attached is Attached.CHIEF
    in_range = trial.chief_near and not has_chief
    is_light = trial.troops is TroopType.LIGHT_INFANTRY
    yield "cc-attached", has_chief, "C-C without a command attached", "morale.mod.cc-attached"
    has_general = trial.attached is Attached.GENERAL
    yield "general-attached", has_general, "General attached", "morale.mod.general-attached"
    yield "cc-range", in_range, "in Command Range of a C-C without a command", "morale.mod.cc-range"
    words = "Light Infantry in Bad Going"
    yield "light-infantry-bad-going", is_light and trial.bad_going, words, "morale.mod.lights-bad-going"
    yield "demoralized", trial.demoralized, "Demoralized command", "morale.mod.demoralized"
    yield "forced-march", trial.forced_march, "Forced Marched", "morale.mod.forced-march"


def _of_its_markers(trial: Trial) -> Iterator[Holding]:
    """Its Disorder Markers: -1, -3 and -5 in total.

    morale.mod.first-marker, morale.mod.more-markers, morale.mod.marker-totals
    """
    for place, (key, name, rule) in enumerate(MARKERS, start=1):
        yield key, trial.markers >= place, f"{name} Disorder Marker", rule


MARKERS: Final = (
    ("first-marker", "1st", "morale.mod.first-marker"),
    ("second-marker", "2nd", "morale.mod.more-markers"),
    ("third-marker", "3rd", "morale.mod.more-markers"),
)
"""The markers that change morale, by their ordinal."""


def _of_the_field(trial: Trial) -> Iterator[Holding]:
    """The ground it holds, and the actions of the enemy.

    morale.mod.cover, morale.mod.defending-cover, morale.mod.uphill, morale.mod.stream, morale.mod.break-off,
    morale.mod.artillery, morale.mod.flank-fire, morale.mod.surrounded
    """
    yield "cover", trial.cover, "defending works, a village or a strong point", "morale.mod.cover"
    yield "uphill", trial.uphill, "uphill of the enemy", "morale.mod.uphill"
    yield "stream-bank", trial.stream, "defending the bank of a stream", "morale.mod.stream"
    yield "break-off", True, "attempting a Break Off", "morale.mod.break-off"
    words = "fired on by artillery at short range, or fighting its front"
    yield "artillery-short-or-melee", trial.guns, words, "morale.mod.artillery"
    yield "flank-fire", trial.flank_fire, "fired on in flank or rear", "morale.mod.flank-fire"
    edges, words = surrounded(trial)
    yield "edge-contact", edges, words, "morale.mod.surrounded.reading"


def surrounded(trial: Trial) -> tuple[int, str]:
    """How often the line for enemies on flanks and rear counts by the chosen reading, and its words.

    morale.mod.surrounded, morale.mod.surrounded.reading
    """
    if not trial.per_edge:
        return int((trial.left and trial.right) or trial.rear), "enemy on both flanks or the rear"
    touched = tuple(name for name in ("left", "right", "rear") if getattr(trial, name))
    return len(touched), f"enemy on its {' and '.join(EDGES[name] for name in touched)}"


EDGES: Final = {"left": "left flank", "right": "right flank", "rear": "rear"}


# ---------------------------------------------------------------------- the test
async def morale_test(trial: Trial) -> bool:
    """Whether a unit passes: one D20 at or under its modified Morale Value (morale.test)."""
    return await morale_throw(target(trial).whole, "Morale Test")


# --------------------------------------------------------------------- the table
class Consulted(Struct, frozen=True, cache_hash=True):
    """The result of the table: whether the unit passed (None without a test), and the effect."""

    effect: Effect = Effect.NONE
    passed: bool | None = None


class _Tested(StrEnum):
    RECRUITS = "Recruits only"
    ALL = "all"
    NOBODY = "none"


class _Level(Struct, frozen=True, forbid_unknown_fields=True):
    markers: int
    tests: _Tested
    failed: str


@cache
def _levels() -> dict[int, _Level]:
    return {row.markers: row for row in table("morale.table", _Level)}


def row_of(markers: int) -> int:
    """The row of the table for this many markers: 4 or more use the last (disorder.max, morale.when)."""
    return min(markers, LAST_ROW)


def is_tested(trial: Trial) -> bool:
    """Does the unit test at its row? Recruits test from the first marker, others from the second, none at 4.

    morale.row.1, morale.row.2, morale.row.3, morale.row.4
    """
    if not trial.markers:
        return False
    match _levels()[row_of(trial.markers)].tests:
        case _Tested.ALL:
            return True
        case _Tested.RECRUITS:
            return trial.quality.tests_at_one
        case _Tested.NOBODY:
            return False
        case other:
            assert_never(other)


def failure(trial: Trial) -> Effect:
    """The effect of a failed test by the unit's markers; guns never recoil but are abandoned or lost.

    morale.row.1, morale.row.2, morale.row.2.artillery, morale.row.3, morale.row.4, recoil.artillery
    """
    is_artillery = trial.troops.category is Category.ARTILLERY
    effects = (
        Effect.NONE,
        Effect.NONE if is_artillery else Effect.RECOIL,
        Effect.ABANDON if is_artillery else Effect.WITHDRAW,
        Effect.ELIMINATED,
        Effect.ELIMINATED,
    )
    return effects[row_of(trial.markers)]


async def consult(trial: Trial) -> Consulted:
    """Consult the table for a unit that gained markers, by its new total.

    morale.table, morale.when, morale.row.1, morale.row.2, morale.row.3, morale.row.4
    """
    if row_of(trial.markers) == LAST_ROW:
        return Consulted(failure(trial))
    if not is_tested(trial):
        return Consulted()
    passed = await do(morale_test, trial)
    return Consulted(Effect.NONE if passed else failure(trial), passed)


async def recoiled_into(trial: Trial) -> Consulted:
    """The check of a unit that a friend ran into: if it fails, the row of its own markers applies.

    morale.recoiled-into, morale.recoiled-into.fail, morale.recoiled-into.levels
    """
    passed = await do(morale_test, trial)
    if passed or (trial.spares_one and trial.markers == 1 and not trial.quality.tests_at_one):
        return Consulted(Effect.NONE, passed)
    return Consulted(failure(trial), passed)


async def judged(trial: Trial) -> Consulted:
    """Any test on its own: the table, the check for a friend, or a plain Morale Test."""
    match trial.occasion:
        case Occasion.CONSULTATION:
            return await do(consult, trial)
        case Occasion.RECOILED_INTO:
            return await do(recoiled_into, trial)
        case Occasion.LONG_RANGE | Occasion.BREAK_OFF | Occasion.CHARGE_MOUNTED | Occasion.REMOVAL:
            return Consulted(Effect.NONE, await do(morale_test, trial))
        case _:
            assert_never(trial.occasion)


async def withdrawal(category: Category) -> int:
    """Throw how many inches a unit withdraws after its recoil (morale.row.2.distance)."""
    return await withdrawal_throw(category)


# ----------------------------------------------------------------------- figures and headings
def trial_tallies(trial: Trial) -> Mapping[str, Tally]:
    """What the D20 must not exceed."""
    return {"target on 1D20": target(trial)}


FAILED: Final = {
    Occasion.CONSULTATION: "it fails",
    Occasion.LONG_RANGE: "it fails and receives a Disorder Marker",
    Occasion.BREAK_OFF: "it fails and stays in contact",
    Occasion.CHARGE_MOUNTED: "it fails and halts 1 in short of the enemy",
    Occasion.REMOVAL: "it fails and keeps its markers",
    Occasion.RECOILED_INTO: "it fails",
}
"""The effect of a failed test, in words."""


def trial_summary(trial: Trial, told: Consulted) -> tuple[str, ...]:
    """Whether it passed, and what happens to it."""
    effect = (f"the unit {told.effect}",) if trial.occasion in DOES_SOMETHING else ()
    if told.passed is None:
        return ("no test is taken", *effect)
    return ("it passes" if told.passed else FAILED[trial.occasion], *effect)


DOES_SOMETHING: Final = (Occasion.CONSULTATION, Occasion.RECOILED_INTO)
"""The tests after which the table affects the unit."""


class Flight(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that withdraws."""

    mounted: Annotated[bool, Meta(description="it is Mounted")] = False

    @property
    def category(self) -> Category:
        """Its category; guns are abandoned instead (morale.row.2.artillery)."""
        return Category.MOUNTED if self.mounted else Category.FOOT


async def flight(facts: Flight) -> int:
    """How far it withdraws, without its recoil (morale.row.2.distance)."""
    return await do(withdrawal, facts.category)


def flight_tallies(facts: Flight) -> Mapping[str, Tally]:
    """How many dice are thrown."""
    cup = WITHDRAWAL[facts.category]
    return {"dice": Tally.of(cup.count, f"D6 for {facts.category}", "morale.row.2.distance")}


def flight_summary(facts: Flight, inches: int) -> tuple[str, ...]:
    """How far it goes."""
    del facts
    return (f"it withdraws {inches} in",)

"""Morale: the modifiers of a unit's test, its re-rolls, and its result.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.coldsteel.policies import decide_steadily
>>> led = MoraleFacts(command=tuple(Figure))
>>> modifiers(led).total
2
>>> odds(do(morale_test, led), decide_steadily, exact=True).chance(lambda test: test.passed)
Fraction(35, 36)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import D6, AtLeast, Cup, Faces, Single, Total
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import cards
from sandtable.systems.coldsteel.book import modifier, table
from sandtable.systems.coldsteel.casualties import MOST_MODELS, Ranks
from sandtable.systems.coldsteel.dice import Modifier
from sandtable.systems.coldsteel.luck import LuckyFace
from sandtable.systems.coldsteel.shooting import refuse_formation
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait, TroopClass

if TYPE_CHECKING:
    from sandtable.systems.coldsteel.battle import ColdSteelBattle

DICE: Final = 2
COWARD_HOLDS_BACK: Final = 4
"""The lowest face with which a Cowardly Officer keeps his unit from advancing after a passed test."""


class Stance(StrEnum):
    """How a testing unit is engaged (morale.overrun-when, morale.retreat.still-engaged)."""

    FREE = "free"
    JUST_CHARGED = "charged this turn"
    LOCKED = "locked since an earlier turn"


class Split(StrEnum):
    """How the two rules for having been fired at are read together (morale.fired-split)."""

    ARTILLERY_FURTHER = "any fire -1, artillery a further -2"
    BY_KIND = "small arms -1, artillery -2, both -3"
    WORSE_ONLY = "only the worse line"


class Band(StrEnum):
    """The meaning of a modified total (morale.results)."""

    ROUT = "rout"
    RETREAT = "retreat"
    PASS = "pass"


class Result(StrEnum):
    """What happens to a unit that has tested.

    morale.passed-effect, morale.fail, morale.rout, morale.overrun, cards.cowardly-officer
    """

    PASSES = "passes"
    HELD_BACK = "passes but may not advance"
    RETREATS = "retreats"
    ROUTS = "routs"
    OVERRUN = "is overrun"


# ----------------------------------------------------------------------- facts
class MoraleFacts(Ranks, frozen=True, cache_hash=True, kw_only=True):
    """A testing unit as it is at that instant (morale.when-measured)."""

    troops: Annotated[TroopClass, Meta(description="class of the unit")] = TroopClass.LINE
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    starting: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_MODELS)] | None,
        Meta(description="the models it began the battle with; none: as many as now"),
    ] = None
    card: cards.Holds = None
    by_muskets: Annotated[bool, Meta(description="small arms fired at it last turn")] = False
    by_guns: Annotated[bool, Meta(description="artillery fired at it last turn")] = False
    cavalry_near: Annotated[bool, Meta(description="enemy cavalry within 12 in")] = False
    enemy_near: Annotated[bool, Meta(description="any enemy within 6 in")] = False
    fearsome_near: Annotated[bool, Meta(description="an enemy with Fearsome Reputation within 12 in")] = False
    stance: Annotated[Stance, Meta(description="how it is engaged")] = Stance.FREE
    rerolled: Annotated[bool, Meta(description="its Officer's re-roll of this turn is used")] = False
    luck_spent: Annotated[bool, Meta(description="its Lucky Officer has had his throw this turn")] = False
    fired_split: Annotated[Split, Meta(description="reading: how fire received counts")] = (
        Split.ARTILLERY_FURTHER
    )
    light_once: Annotated[bool, Meta(description="reading: engaged Light Infantry takes its -2 once")] = False
    charged_retreats: Annotated[
        bool, Meta(description="reading: a unit charged this turn falls back and is not overrun")
    ] = False
    seat: Annotated[int, Meta(description="the seat that owns it", ge=0, le=1)] = 0
    unit: int = -1

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_formation(self.troops, self.formation)
        if self.models > self.began:
            raise ValueError(
                f"the unit has {self.models} models, but began with {self.began}; none are brought back"
            )

    @property
    def began(self) -> int:
        """The models it began the battle with; its present models if not given."""
        return self.starting or self.models

    @property
    def is_below_half(self) -> bool:
        """Has it less than half of its models? Exactly half is not less (morale.half-means)."""
        return 2 * self.models < self.began

    @property
    def is_engaged(self) -> bool:
        """Is it engaged?"""
        return self.stance is not Stance.FREE

    def has(self, figure: Figure) -> bool:
        """Is this command figure alive in it? (leaders.alive-only)"""
        return figure in self.command


# ---------------------------------------------------------------------- tables
class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    low: int
    high: int
    result: Band


class _Distance(Struct, frozen=True, forbid_unknown_fields=True):
    item: str
    kind: str
    inches: int


@cache
def _bands() -> dict[Band, _Row]:
    return {row.result: row for row in table("morale.results", _Row)}


@cache
def band_of(total: int) -> Band:
    """The meaning of a modified total: 7 or more passes, 2 or less routs, anything between is a retreat.

    morale.results, morale.pass, morale.fail, morale.rout
    """
    return next(result for result, row in _bands().items() if row.low <= total <= row.high)


@cache
def _distance(item: str) -> int:
    return next(row.inches for row in table("movement.table", _Distance) if row.item == item)


# --------------------------------------------------------------------- tallies
def retreat(facts: MoraleFacts) -> Tally:
    """The length of its retreat: 6 in, or 3 with a living Sergeant; nothing else changes it.

    morale.fail, leaders.sergeant, morale.retreat.fixed
    """
    tally = Tally.of(_distance("retreat"), "retreat", "morale.fail")
    if not facts.has(Figure.SERGEANT):
        return tally
    return tally.at_most(_distance("retreat, sergeant alive"), "its Sergeant lives", "leaders.sergeant")


@lru_cache(maxsize=8192)
def modifiers(facts: MoraleFacts) -> Tally:
    """What is added to the two dice: every line that applies, once (morale.table, morale.mod.all-add)."""
    tally = Tally.of(0, "nothing changes the dice", "morale.roll")
    for value, words, rule in (*_of_fire(facts), *_of_the_field(facts), *_of_the_unit(facts)):
        tally = tally.plus(value, words, rule)
    return tally


def _of_fire(facts: MoraleFacts) -> Iterator[Modifier]:
    """The modifiers for fire received last turn, by the reading in play.

    morale.mod.fired, morale.mod.fired-artillery, morale.fired-split, morale.fired-means
    """
    split, muskets, guns = facts.fired_split, facts.by_muskets, facts.by_guns
    if split is Split.ARTILLERY_FURTHER:
        muskets = muskets or guns
    if split is Split.WORSE_ONLY:
        muskets = muskets and not guns
    if muskets:
        yield _line("morale.mod.fired", "fired at last turn")
    if guns:
        yield _line("morale.mod.fired-artillery", "fired at by artillery last turn")


def _of_the_field(facts: MoraleFacts) -> Iterator[Modifier]:
    """The modifiers for enemies nearby; an enemy engaged with the unit is near (geometry.engaged-zero).

    morale.mod.cavalry, morale.cavalry-means, troops.light.morale-near, troops.light.morale-melee,
    troops.light.melee-means, cards.fearsome-reputation, cards.fearsome-scope
    """
    is_light = facts.troops is TroopClass.LIGHT
    if facts.cavalry_near:
        yield _line("morale.mod.cavalry", "enemy cavalry within 12 in")
    if is_light and (facts.enemy_near or facts.is_engaged):
        yield _line("troops.light.morale-near", "Light Infantry, enemy within 6 in")
    if is_light and facts.is_engaged and not facts.light_once:
        yield _line("troops.light.morale-melee", "Light Infantry attacked in melee")
    if facts.fearsome_near:
        yield _line("cards.fearsome-reputation", "enemy with Fearsome Reputation within 12 in")


FORMATIONS: Final = {
    Formation.COLUMN: "morale.mod.column",
    Formation.ATTACK_COLUMN: "morale.mod.attack-column",
    Formation.SQUARE: "morale.mod.square",
    Formation.GARRISON: "morale.mod.building",
}
"""The rules of the formations that change morale, and of the building (formation.two-columns)."""


def _of_the_unit(facts: MoraleFacts) -> Iterator[Modifier]:
    """The modifiers for its formation, losses, command figures, class and card.

    morale.mod.column, morale.mod.attack-column, morale.mod.square, morale.mod.building, morale.mod.half,
    leaders.standard, leaders.officer-morale, leaders.alive-only, troops.grenadiers.morale,
    troops.elite.morale, cards.unshakeable-discipline
    """
    lines = (
        (facts.formation in FORMATIONS, FORMATIONS.get(facts.formation, ""), f"in {facts.formation}"),
        (facts.is_below_half, "morale.mod.half", "below half strength"),
        (facts.has(Figure.STANDARD), "leaders.standard", "Standard Bearer alive"),
        (facts.has(Figure.OFFICER), "leaders.officer-morale", "Officer alive"),
        (facts.troops is TroopClass.GRENADIERS, "troops.grenadiers.morale", "Grenadiers"),
        (facts.troops is TroopClass.ELITE, "troops.elite.morale", "Elite Infantry"),
        (
            facts.card is Trait.UNSHAKEABLE_DISCIPLINE,
            "cards.unshakeable-discipline",
            "Unshakeable Discipline (card)",
        ),
    )
    for holds, rule, words in lines:
        if holds:
            yield _line(rule, words)


def _line(rule: str, words: str) -> Modifier:
    return modifier(rule), words, rule


def need(facts: MoraleFacts) -> Tally:
    """The total of two dice that passes."""
    tally = Tally.of(_bands()[Band.PASS].low, "the total that passes", "morale.pass", sign="+")
    return tally.plus(-modifiers(facts).whole, "less its modifiers", "morale.roll")


# ---------------------------------------------------------------------- throws
class Again(StrEnum):
    """The choice of a living Officer after seeing the dice of a test (leaders.officer-reroll)."""

    KEEP = "keep"
    BOTH = "re-roll both dice"


class Second(StrEnum):
    """Which dice of a test were re-rolled."""

    NOTHING = "nothing"
    BOTH = "both dice, by the Officer"
    ONE = "one die, by the Lucky Officer"


class Totalled(Struct, frozen=True, cache_hash=True):
    """The modified total of a test, and what was re-rolled; it is compared by its total."""

    total: int
    again: Second = Second.NOTHING

    def __ge__(self, aim: int) -> bool:
        return self.total >= aim


class Settled(Struct, frozen=True, cache_hash=True):
    """The result of a test, its final modified total, and what was re-rolled."""

    result: Result
    total: int
    again: Second = Second.NOTHING

    @property
    def passed(self) -> bool:
        """Did it pass?"""
        return self.result in (Result.PASSES, Result.HELD_BACK)


class MoraleDice(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A test before it is thrown: its modifier, and the re-rolls that are open.

    ``escapes`` says that the unit would retreat out of a melee by failing, so that its owner may want to
    repeat even a passed test.
    """

    modifier: int
    officer: bool
    lucky: bool
    escapes: bool
    seat: int
    unit: int


@lru_cache(maxsize=8192)
def as_dice(facts: MoraleFacts) -> MoraleDice:
    """The dice of a test; both kinds of re-roll need a living Officer.

    leaders.officer-reroll, leaders.alive-only, cards.lucky-officer, cards.person-alive
    """
    alive = facts.has(Figure.OFFICER)
    return MoraleDice(
        modifier=modifiers(facts).whole,
        officer=alive and not facts.rerolled,
        lucky=alive and facts.card is Trait.LUCKY_OFFICER and not facts.luck_spent,
        escapes=facts.is_engaged and not is_overrun(facts),
        seat=facts.seat,
        unit=facts.unit,
    )


async def morale_test(facts: MoraleFacts) -> Settled:
    """Test a unit: two dice and all modifiers, a re-roll, and the result for the unit as it is.

    morale.every-unit, morale.roll, morale.results, cards.cowardly-officer, cards.cowardly-scope
    """
    thrown = await do(total, as_dice(facts))
    result = outcome(facts, thrown.total)
    is_coward = facts.card is Trait.COWARDLY_OFFICER and facts.has(Figure.OFFICER)
    if result is Result.PASSES and is_coward and await _holds_back():
        result = Result.HELD_BACK
    return Settled(result, thrown.total, thrown.again)


def _holds_back() -> AtLeast:
    """The die of a Cowardly Officer after a passed test: on 4 or more his unit may not advance."""
    return AtLeast(Cup(1, D6), COWARD_HOLDS_BACK, purpose="Cowardly Officer")


async def total(test: MoraleDice) -> Totalled:
    """The modified total of two dice, after any re-roll (dice.sum, morale.roll)."""
    if test.lucky:
        return await do(reconsider, test, await Faces(DICE, purpose="morale test"))
    thrown = await Total(DICE, purpose="morale test") + test.modifier
    if not test.officer or stands(test, thrown):
        return Totalled(thrown)
    return await do(reconsider, test, (thrown - test.modifier,))


def stands(test: MoraleDice, total: int) -> bool:
    """Does a total stand without a question: it passes, and failing would not lead out of a melee?

    leaders.reroll-detail
    """
    return band_of(total) is Band.PASS and not test.escapes


async def reconsider(test: MoraleDice, shown: tuple[int, ...]) -> Totalled:
    """Ask the owner whether to re-roll both dice, one, or none.

    A re-roll stands and no die is thrown three times, so the Officer's re-roll excludes the Lucky Officer's.
    *shown* are the two dice, or their sum if no single die may be re-rolled.

    dice.reroll, leaders.reroll-detail, cards.lucky-scope
    """
    first = sum(shown) + test.modifier
    if stands(test, first):
        return Totalled(first)
    if test.officer and await _both_again(test, shown) is Again.BOTH:
        thrown = await Total(DICE, purpose="morale test again")
        return Totalled(thrown + test.modifier, Second.BOTH)
    pick = await _one_again(test, shown) if test.lucky else None
    if pick is None:
        return Totalled(first)
    return Totalled(first - pick + await Single(D6, purpose="morale test: the lucky die"), Second.ONE)


def _aims() -> tuple[int, int]:
    """The aims of a re-roll: to pass, else not to rout."""
    return _bands()[Band.PASS].low, _bands()[Band.RETREAT].low


class OfficerReroll(Choose[Again], frozen=True, kw_only=True):
    """Choose whether a living Officer has both dice of a test thrown again (leaders.officer-reroll)."""

    decision: str = "morale.officer-reroll"
    rule = "leaders.officer-reroll"
    title = "Test again?"
    kind = Kind.REROLL

    unit: int
    modifier: int
    shown: tuple[int, ...]

    @property
    def total(self) -> int:
        """The total of the test so far."""
        return sum(self.shown) + self.modifier

    @property
    def has_passed(self) -> bool:
        """Has the unit passed with the dice that lie there? (leaders.reroll-detail)"""
        return band_of(self.total) is Band.PASS

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: ColdSteelBattle) -> str:
        who = battle.units[self.unit].name
        thrown = f"{who} threw {self._dice()}, a total of {self.total} with its modifiers"
        return f"{thrown}: does its Officer make it test again?"

    def face(self, battle: ColdSteelBattle, option: Again) -> Face:
        """Both dice again, or not."""
        note = f"{self._dice()} stand" if option is Again.KEEP else "the second throw stands"
        return Face(self.label(battle, option).capitalize(), note, next(iter(self.parties()), None))

    def _dice(self) -> str:
        return " and ".join(map(str, self.shown))


class LuckyTestDie(LuckyFace, frozen=True, kw_only=True):
    """A die of a morale test that the Lucky Officer may have thrown again."""


def _both_again(test: MoraleDice, shown: tuple[int, ...]) -> OfficerReroll:
    return OfficerReroll(
        test.seat, tuple(Again), aims=_aims(), unit=test.unit, modifier=test.modifier, shown=shown
    )


def _one_again(test: MoraleDice, shown: tuple[int, ...]) -> LuckyTestDie:
    """Ask which die of a test to re-roll, by its face; None keeps both, and comes first after a pass.

    cards.lucky-officer
    """
    has_passed = band_of(sum(shown) + test.modifier) is Band.PASS
    faces = tuple(dict.fromkeys(shown))
    options = (None, *faces) if has_passed else (*faces, None)
    return LuckyTestDie(test.seat, options, aims=_aims(), unit=test.unit, purpose="morale test", faces=shown)


# ---------------------------------------------------------------------- results
def outcome(facts: MoraleFacts, total: int) -> Result:
    """The result of a final total for a unit as it is, before a Cowardly Officer's die.

    morale.passed-effect, morale.rout, morale.overrun, morale.overrun-when, morale.overrun-no-save,
    morale.retreat.still-engaged, cards.flogged-soldiers, cards.flogged-scope
    """
    match band_of(total):
        case Band.PASS:
            return Result.PASSES
        case Band.ROUT:
            return Result.ROUTS
        case _ if facts.card is Trait.FLOGGED_SOLDIERS:
            return Result.ROUTS
        case _:
            return Result.OVERRUN if is_overrun(facts) else Result.RETREATS


def is_overrun(facts: MoraleFacts) -> bool:
    """Is a unit that fails destroyed: engaged at all, or by the other reading since an earlier turn?

    morale.overrun, morale.overrun-when, morale.retreat.still-engaged
    """
    if facts.charged_retreats:
        return facts.stance is Stance.LOCKED
    return facts.is_engaged


# ----------------------------------------------------------------------- figures and headings
def morale_tallies(facts: MoraleFacts) -> Mapping[str, Tally]:
    """The figures of a test, for the log."""
    return {"modifier": modifiers(facts), "needed on 2D6": need(facts), "retreat in inches": retreat(facts)}


def morale_summary(facts: MoraleFacts, test: Settled) -> tuple[str, ...]:
    """The result of a test and its re-rolls, as headings."""
    del facts
    again = (f"thrown again: {test.again}",) if test.again is not Second.NOTHING else ()
    passed = ("the test is passed",) if test.result is Result.HELD_BACK else ()
    return (f"the unit {test.result}", *passed, *again)

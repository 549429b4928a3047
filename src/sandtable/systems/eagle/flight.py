"""Dice of movement: the dice move with its optional dice, unformed moves that roll them all, and pursuits.

>>> from sandtable.game.drivers.odds import odds
>>> foot = Run(mounted=False, flight=Flight.EVADE)
>>> odds(do(run, foot), exact=True).at_least(9)
Fraction(7, 12)
>>> odds(do(chase, Chase()), exact=True)[True]
Fraction(391, 1296)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import Cup, Single, Sum
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.present.english import listed
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import inches_of, need_of, points_of, table
from sandtable.systems.eagle.dice import AVERAGE, D6, SLACK
from sandtable.systems.eagle.records import Flight
from sandtable.systems.eagle.troops import Formation

if TYPE_CHECKING:
    from sandtable.systems.eagle.battle import EagleBattle

BONUS: Final = "movement.unformed-move.bonus"


# ---------------------------------------------------------------------- tables
class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    mover: str
    move: str
    avd: int
    d6: int
    bonus: int
    min: int
    max: int


FIRST: Final = "evade, retire, rout (first move)"
LATER: Final = "rout or retire (continued in a later turn)"
PURSUIT: Final = "pursue"


@cache
def _rows() -> dict[tuple[str, str], _Row]:
    return {(row.mover, row.move): row for row in table("movement.unformed-move.dice", _Row)}


# -------------------------------------------------------------- unformed moves
MOVES: Final = {
    Flight.EVADE: "evasion",
    Flight.RETIRE: "retirement",
    Flight.ROUT: "rout",
    Flight.PURSUE: "pursuit",
}
"""The names of the unformed moves."""


class Run(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that evades, retires, routs or pursues, for the first time or again."""

    mounted: Annotated[bool, Meta(description="it is cavalry of any kind")] = False
    flight: Annotated[Flight, Meta(description="what it does")] = Flight.RETIRE
    first: Annotated[bool, Meta(description="it is its first such move")] = True
    extra_inch_longer: Annotated[
        bool,
        Meta(description="reading: the extra inch a die goes to every rout and retire, and a first pursuit"),
    ] = False


@lru_cache(maxsize=256)
def bonus(runner: Run) -> Tally:
    """The inches added to the dice of an unformed move.

    movement.unformed-move.bonus, movement.unformed-move.dice
    """
    mover = "cavalry" if runner.mounted else "infantry"
    head_start = _rows()[mover, FIRST]
    inches = inches_of(BONUS) * (head_start.avd + head_start.d6)
    flees = runner.flight is not Flight.PURSUE
    tally = Tally.of(0, "inches beyond the dice", "movement.unformed-move.dice")
    has_it = (flees and runner.first) or (
        runner.extra_inch_longer and (runner.first or runner.flight in (Flight.ROUT, Flight.RETIRE))
    )
    return tally.plus(inches if has_it else 0, "an inch for each die", BONUS)


@lru_cache(maxsize=256)
def distance_dice(runner: Run) -> Sum:
    """All dice open to the runner: an average die and one D6, for cavalry two.

    movement.unformed-move, movement.unformed-move.dice, movement.cavalry.moved-before
    """
    move = PURSUIT if runner.flight is Flight.PURSUE else FIRST if runner.first else LATER
    row = _rows()["cavalry" if runner.mounted else "infantry", move]
    cups = (Cup(row.avd, AVERAGE), Cup(row.d6, D6, bonus(runner).whole))
    return Sum(cups, purpose=f"distance of the {MOVES[runner.flight]}")


async def run(runner: Run) -> int:
    """The length of an unformed move in inches: the whole distance (movement.unformed-move.dice)."""
    return await distance_dice(runner)


def run_tallies(runner: Run) -> Mapping[str, Tally]:
    """The dice of an unformed move and what is added to them."""
    rule = "movement.cavalry.moved-before" if runner.mounted else "movement.unformed-move"
    dice = Tally.of(2, "an average die and a D6", "movement.unformed-move")
    return {"dice": dice.plus(int(runner.mounted), "cavalry, one more D6", rule), "added": bonus(runner)}


def run_summary(runner: Run, inches: int) -> tuple[str, ...]:
    """How far it goes."""
    del runner
    return (f"{inches} in",)


# --------------------------------------------------------------------- a chase
class Chase(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A pursuer and a quarry that has just run, with a clear way."""

    quarry: Run = Run()
    pursuer_mounted: Annotated[bool, Meta(description="the pursuer is cavalry of any kind")] = False
    first_pursuit: Annotated[bool, Meta(description="it is the pursuer's first pursuit move")] = True
    gap: Annotated[float, Meta(description="inches between them at the start", ge=0, le=20)] = 0.0

    def __post_init__(self) -> None:
        if self.quarry.flight is Flight.PURSUE:
            raise ValueError("a quarry retires, routs or evades; a pursuer is nobody's quarry")

    @property
    def pursuer(self) -> Run:
        """The pursuer's own move, by the same reading of the extra inch."""
        return Run(
            mounted=self.pursuer_mounted,
            flight=Flight.PURSUE,
            first=self.first_pursuit,
            extra_inch_longer=self.quarry.extra_inch_longer,
        )


def catches(reach: float, fled: float, gap: float = 0.0) -> bool:
    """Does a pursuit of *reach* inches catch a quarry that went *fled* inches? (after.pursue.detail)"""
    return reach + SLACK >= fled + gap


async def chase(facts: Chase) -> bool:
    """The quarry runs, then the pursuer; is the quarry caught? (after.pursue.detail, after.retire.detail)"""
    fled = await do(run, facts.quarry)
    return catches(await do(run, facts.pursuer), fled, facts.gap)


# ---------------------------------------------------------------- the dice move
class Extra(StrEnum):
    """The answer to whether the next optional die is rolled (movement.dice.choice)."""

    ROLL = "roll the next D6"
    STOP = "roll no more"


EXTRAS: Final = tuple(Extra)


class OptionalDie(Choose[Extra], frozen=True, kw_only=True):
    """Choose whether the next optional die of a move is rolled (movement.dice.choice)."""

    decision: str = "decision.optional-dice"
    rule = "movement.dice.choice"
    title = "Another die?"
    kind = Kind.OFFER

    unit: int
    average: int
    d6s: tuple[int, ...]

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: EagleBattle) -> str:
        who = battle.units[self.unit].name if self.unit >= 0 else "The unit"
        fallen = listed(tuple(str(face) for face in (self.average, *self.d6s)))
        return f"{who} has rolled {fallen}: does it roll another D6? A 6 may tire it"

    def face(self, battle: EagleBattle, option: Extra) -> Face:
        """One more die, or none (movement.fatigue.detail)."""
        del battle
        far, subject = self.average + sum(self.d6s), next(iter(self.parties()), None)
        if option is Extra.ROLL:
            return Face("Roll a D6", f"{far} in so far; a 6 may tire it", subject)
        return Face("No more dice", f"{far} in", subject)


class DiceMove(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit about to roll for a move: the dice open to it, and whether it can tire."""

    mounted: Annotated[bool, Meta(description="it is cavalry of any kind")] = False
    moved_before: Annotated[bool, Meta(description="it went an inch or more last turn")] = False
    formed: Annotated[bool, Meta(description="it is formed")] = True
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    all_dice: Annotated[bool, Meta(description="it must roll all of them, repeating a move")] = False
    seat: Annotated[int, Meta(description="the seat that owns it", ge=0, le=1)] = 0
    unit: int = -1


class Rolled(Struct, frozen=True, cache_hash=True):
    """The dice of a move as rolled: the average die, and the D6s in order."""

    average: int
    d6s: tuple[int, ...] = ()

    @property
    def inches(self) -> int:
        """The longest distance that may be used (movement.within8, movement.dice.choice)."""
        return self.average + sum(self.d6s)

    @property
    def has_six(self) -> bool:
        """Does a D6 show the face that tires? (movement.fatigue, dice.average)"""
        return need_of("movement.fatigue") in self.d6s

    def __ge__(self, aim: int) -> bool:
        return self.inches >= aim


def optional_dice(move: DiceMove) -> Tally:
    """The optional D6s open to a move (movement.within8, movement.within8.cavalry)."""
    tally = Tally.of(1, "an optional D6", "movement.within8")
    second = int(move.mounted and move.moved_before)
    return tally.plus(second, "cavalry that moved before", "movement.within8.cavalry")


async def roll_move(move: DiceMove) -> Rolled:
    """The average die first, then one optional D6 after another as its player chooses.

    movement.dice.choice, movement.within8, movement.within8.cavalry, movement.cavalry.moved-before; a unit
    that repeats a move rolls them all (control.repeat)
    """
    rolled = Rolled(await Single(AVERAGE, purpose="move"))
    for _ in range(optional_dice(move).whole):
        if not move.all_dice and await _next_die(move, rolled) is Extra.STOP:
            break
        rolled = Rolled(rolled.average, (*rolled.d6s, await Single(D6, purpose="move, optional die")))
    return rolled


def _next_die(move: DiceMove, rolled: Rolled) -> OptionalDie:
    """The question whether the next optional die is rolled."""
    average, d6s, aims = rolled.average, rolled.d6s, (rolled.inches + 1,)
    return OptionalDie(move.seat, EXTRAS, aims=aims, unit=move.unit, average=average, d6s=d6s)


def fatigue(move: DiceMove, rolled: Rolled) -> Tally:
    """The points for the dice of one move: one for any number of sixes, none if unformed or in column.

    movement.fatigue, movement.fatigue.exempt, movement.fatigue.detail
    """
    if not rolled.has_six:
        return Tally.of(0, "no 6 on the dice", "movement.fatigue")
    points = Tally.of(points_of("movement.fatigue"), "a 6 on the dice", "movement.fatigue")
    if move.formed and move.formation is not Formation.COLUMN:
        return points
    words = "in column" if move.formed else "unformed"
    return points.times(0, words, "movement.fatigue.exempt")


class Moved(Struct, frozen=True, cache_hash=True):
    """The result of the dice of a move: inches that may be used, and points of fatigue."""

    inches: int
    dp: int

    def __ge__(self, aim: int) -> bool:
        return self.inches >= aim


async def dice_move(move: DiceMove) -> Moved:
    """The inches of a dice move and its points of fatigue (movement.within8, movement.fatigue)."""
    rolled = await do(roll_move, move)
    return Moved(rolled.inches, fatigue(move, rolled).whole)


def move_tallies(move: DiceMove) -> Mapping[str, Tally]:
    """The dice of a move."""
    return {"optional dice": optional_dice(move)}


def move_summary(move: DiceMove, moved: Moved) -> tuple[str, ...]:
    """Whether the move tires the unit."""
    del move
    return ("the unit tires",) if moved.dp else ("the unit does not tire",)

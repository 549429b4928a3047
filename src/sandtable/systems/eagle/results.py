"""Combat results: the effect of a difference in hits on a unit, and the moves that it allows.

Every unit of a side uses the same row; it takes the row's disorder and casualties and reads its own move from
its class, grade and state. The table and its conditions come from the rulebook.

>>> from sandtable.systems.eagle.melee_facts import Fighter
>>> cohort, warband = Fighter(dp=3), Fighter(bases=8)
>>> result = outcome(row_of(-2), cohort, (warband,))
>>> result.order.dp, result.order.is_shaken, result.options
(5, True, (<AfterMove.ROUT: 'rout'>,))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import points_of, table
from sandtable.systems.eagle.disorder import Order, bereft, order_in_words, take, threshold
from sandtable.systems.eagle.melee import clash_tallies, fight
from sandtable.systems.eagle.melee_facts import PRINTED, AsRead, Duel, Fighter
from sandtable.systems.eagle.records import AfterMove, Cause, Row
from sandtable.systems.eagle.troops import Grade, TroopClass


# ---------------------------------------------------------------------- the table
class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a row: a condition, and the moves of a unit that meets it."""

    when: str
    options: tuple[AfterMove, ...]


class ResultRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the result table: the differences it covers, its disorder, casualties and tests."""

    row: Row
    low: int
    high: int
    dp: int
    casualty: int
    tests: tuple[Line, ...]


@cache
def result_table() -> dict[Row, ResultRow]:
    """The rows of the result table (result.table)."""
    return {row.row: row for row in table("result.table", ResultRow)}


@lru_cache(maxsize=256)
def row_of(difference: int) -> Row:
    """The row of a difference in hits (melee.compare, result.table)."""
    return next(row.row for row in result_table().values() if row.low <= difference <= row.high)


# ------------------------------------------------------------------- conditions
class Case(NamedTuple):
    """A unit that reads its result: as it fought, its opponents, and its order after the row."""

    fighter: Fighter
    opponents: tuple[Fighter, ...]
    after: Order
    read: AsRead


SECOND, THIRD = 2, 3


def is_charged_by_cavalry(case: Case) -> bool:
    """Is it formed infantry with cavalry against it that came on by charge or pursuit?

    result.conditions, result.cavalry-charge.lasting, result.infantry-and-cavalry-charge
    """
    return case.fighter.is_formed_infantry and any(
        foe.troop_class.is_mounted and foe.came_on for foe in case.opponents
    )


def is_cavalry_at_infantry(case: Case) -> bool:
    """Is it cavalry with formed infantry against it, in any round? (result.cavalry-charge.lasting)"""
    return case.fighter.troop_class.is_mounted and any(foe.is_formed_infantry for foe in case.opponents)


def rode_at_lights(case: Case) -> bool:
    """Did it, as cavalry, charge or pursue into opponents that are all LI or cavalry? (result.conditions)"""
    one = case.fighter
    return one.troop_class.is_mounted and one.came_on and all(_is_li_or_cavalry(f) for f in case.opponents)


def _is_li_or_cavalry(foe: Fighter) -> bool:
    return foe.troop_class is TroopClass.LI or foe.troop_class.is_mounted


def is_opposed_by_lights(case: Case) -> bool:
    """Are all its opponents light troops? (result.conditions)"""
    return bool(case.opponents) and all(foe.troop_class.is_light for foe in case.opponents)


def has_fought_long(case: Case) -> bool:
    """Is it in its second round of combat or later? (result.second-round)"""
    return case.fighter.round >= (THIRD if case.read.from_third_round else SECOND)


def is_shaken(case: Case) -> bool:
    """Is it shaken after this result, or by the other reading when it fought? (result.shaken-when)"""
    return case.fighter.is_shaken if case.read.shaken_before else case.after.is_shaken


CONDITIONS: Final[Mapping[str, Callable[[Case], bool]]] = {
    "grade-a": lambda case: case.fighter.grade is Grade.A,
    "grade-b-formed-hi": lambda case: (
        case.fighter.grade is Grade.B and case.fighter.troop_class is TroopClass.HI and case.fighter.is_formed
    ),
    "grade-a-infantry": lambda case: case.fighter.grade is Grade.A and case.fighter.troop_class.is_infantry,
    "opposed-by-lights-only": is_opposed_by_lights,
    "formed-infantry-charged-by-cavalry": is_charged_by_cavalry,
    "cavalry-charged-formed-infantry": lambda case: is_cavalry_at_infantry(case) and case.fighter.came_on,
    "cavalry-against-formed-infantry": is_cavalry_at_infantry,
    "cavalry-charged-li-or-cavalry-only": rode_at_lights,
    "unformed": lambda case: not case.fighter.is_formed,
    "round-2-or-later": has_fought_long,
    "shaken": is_shaken,
    "else": lambda _: True,
}
"""The test of each condition of the result table (result.conditions)."""


# ---------------------------------------------------------------------- reading
class Result(Struct, frozen=True, cache_hash=True):
    """The result of a combat for a unit: its row, its order after it, and the moves open to it.

    ``options`` are the moves from which its owner chooses; ``when`` is the condition it met.
    """

    row: Row
    order: Order
    options: tuple[AfterMove, ...]
    when: str


RULES: Final = {
    Row.VICTORY: "result.victory",
    Row.SUCCESS: "result.success",
    Row.INCONCLUSIVE: "result.inconclusive",
    Row.SET_BACK: "result.setback",
    Row.DEFEAT: "result.defeat",
}
"""The rule of each row."""


def marked(row: Row, fighter: Fighter, read: AsRead = PRINTED, *, supporter: bool = False) -> Order:
    """The order of a unit after a row: its points first, then its casualty, which supporters do not take.

    result.success, result.inconclusive, result.setback, result.defeat, result.defeat.order,
    result.multi.each, result.supporters
    """
    line = result_table()[row]
    order = take(fighter.order, line.dp, Cause.COMBAT, one_base_an_event=read.one_base_an_event)
    return order if supporter else bereft(order, line.casualty)


def outcome(
    row: Row,
    fighter: Fighter,
    opponents: tuple[Fighter, ...],
    read: AsRead = PRINTED,
    *,
    supporter: bool = False,
) -> Result:
    """The effect of a row on a unit, and its moves: the first condition that it meets counts.

    result.table, result.conditions, result.victory, result.success.inf-v-cav, result.success.cav-v-inf,
    result.success.others, result.inconclusive.cav-v-inf, result.inconclusive.pass,
    result.inconclusive.others, result.setback.inf-v-cav, result.setback.retire, result.setback.others,
    result.defeat, result.supporters.move
    """
    after = marked(row, fighter, read, supporter=supporter)
    case = Case(fighter, opponents, after, read)
    met = next(test for test in result_table()[row].tests if CONDITIONS[test.when](case))
    return Result(row, after, met.options, met.when)


def passed_through(order: Order, read: AsRead = PRINTED) -> Order:
    """LI that cavalry has passed through: one point more (result.inconclusive.li)."""
    points = points_of("result.inconclusive.li")
    return take(order, points, Cause.COMBAT, one_base_an_event=read.one_base_an_event)


# ------------------------------------------------------------- following opponents
GIVES_WAY: Final = (AfterMove.RETIRE, AfterMove.ROUT)


def following(theirs: Iterable[AfterMove | None]) -> tuple[AfterMove, ...]:
    """The moves that follow opponents, by what each of them does; None stands for a destroyed one.

    after.follow-up.which: those that stay or fall back are followed up, those that retire or rout pursued; if
    they do different things the owner chooses, and if all are destroyed the pursuit goes straight ahead
    """
    alive = [move for move in theirs if move is not None]
    if not alive:
        return (AfterMove.PURSUE,)
    ways = (AfterMove.PURSUE if move in GIVES_WAY else AfterMove.FOLLOW_UP for move in alive)
    return tuple(dict.fromkeys(ways))


# ------------------------------------------------------------------------ a duel
class Ended(Struct, frozen=True, cache_hash=True):
    """The order of a unit after a duel, and its moves."""

    order: Order
    options: tuple[AfterMove, ...]


class Fought(Struct, frozen=True, cache_hash=True):
    """The result of a duel: the difference in hits, and both units after it."""

    difference: int
    first: Ended
    second: Ended

    @property
    def row(self) -> Row:
        """The row of the first unit."""
        return row_of(self.difference)


async def duel(facts: Duel) -> Fought:
    """One unit fights another: dice, difference, disorder, casualties and the moves of both.

    melee.procedure, result.table, after.follow-up.which
    """
    hits = await do(fight, facts.clash)
    return fought(facts, hits.difference)


@lru_cache(maxsize=4096)
def fought(facts: Duel, difference: int) -> Fought:
    """The effect of a difference on both units of a duel (result.table, result.inconclusive.li)."""
    first = outcome(row_of(difference), facts.first, (facts.second,), facts.read)
    second = outcome(row_of(-difference), facts.second, (facts.first,), facts.read)
    return Fought(
        difference,
        _ended(facts.first, first, second, facts.read),
        _ended(facts.second, second, first, facts.read),
    )


def _ended(fighter: Fighter, own: Result, other: Result, read: AsRead) -> Ended:
    order, options = own.order, own.options
    if fighter.troop_class is TroopClass.LI and AfterMove.PASS_THROUGH in other.options:
        order = passed_through(order, read)
    if AfterMove.FOLLOW_UP_OR_PURSUE in options:
        theirs = None if other.order.is_destroyed else other.options[0]
        options = tuple(
            way
            for option in options
            for way in (following((theirs,)) if option is AfterMove.FOLLOW_UP_OR_PURSUE else (option,))
        )
    return Ended(order, () if order.is_destroyed else options)


# ----------------------------------------------------------------------- figures and headings
def duel_tallies(facts: Duel) -> Mapping[str, Tally]:
    """The figures of a duel."""
    return {
        **clash_tallies(facts.clash),
        "the first is shaken at": threshold(facts.first.lines),
        "the second is shaken at": threshold(facts.second.lines),
    }


DOES: Final = {
    AfterMove.HALT: "halts",
    AfterMove.FOLLOW_UP_OR_PURSUE: "follows",
    AfterMove.FOLLOW_UP: "follows up",
    AfterMove.FALL_BACK: "falls back",
    AfterMove.PASS_THROUGH: "passes through",
    AfterMove.RETIRE: "retires",
    AfterMove.ROUT: "routs",
    AfterMove.PURSUE: "pursues",
}
"""What a unit does, in a word or two."""


def duel_summary(facts: Duel, fought: Fought) -> tuple[str, ...]:
    """The state of both units after the duel."""
    words: list[str] = []
    pairs = (("the first", facts.first, fought.first), ("the second", facts.second, fought.second))
    for name, fighter, ended in pairs:
        if ended.options:
            words.append(f"{name} {' or '.join(DOES[option] for option in ended.options)}")
        words += order_in_words(fighter, ended.order, name)
    return tuple(words)


ENDINGS: Final = {
    Row.VICTORY: "victory of the first",
    Row.SUCCESS: "success of the first",
    Row.INCONCLUSIVE: "inconclusive",
    Row.SET_BACK: "set-back of the first",
    Row.DEFEAT: "defeat of the first",
}
"""The rows as the first unit reads them."""

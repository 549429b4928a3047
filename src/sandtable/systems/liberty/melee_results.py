"""The results of a round of melee: the score, the winner, Generals at risk, the losers' tests, the fates.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.liberty.policies import decide_cautiously
>>> chances = odds(do(fight, Duel()), decide_cautiously)
>>> round(chances.chance(lambda end: end.winner == 0), 6)
0.671887
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import morale
from sandtable.systems.liberty.danger import survives
from sandtable.systems.liberty.melee import dice, exchange, save, to_hit
from sandtable.systems.liberty.melee_facts import Duel, Edge, Engaged, Fighter, Leading, Melee, Side, as_melee
from sandtable.systems.liberty.morale import Cause, MoraleFacts, Nerve, Result, morale_test
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State

T = TypeVar("T")

EDGE_POINTS = {Edge.FRONT: 0, Edge.FLANK: 2, Edge.REAR: 4}
SIZE_POINTS = 2
FRONT, STEADY, WORN = Edge.FRONT, State.STEADY, State.WORN
FOLLOWING = (Arm.INFANTRY, Arm.MOUNTED, Arm.DISMOUNTED)
"""The types that pursue and break through; no others exist in this period (melee.after.monster)."""

Standing = tuple[State | None, ...]
"""The state of each unit of a side after the hits of the round; None is broken by them."""

Stands = tuple[Standing, Standing]
Both = tuple[tuple[T, ...], tuple[T, ...]]
"""A value for every unit of both sides."""


class Fate(StrEnum):
    """A unit's fate after a round of melee."""

    FIGHTS_ON = "fights on"
    HOLDS = "holds"
    TESTS_FOR_PURSUIT = "tests for pursuit"
    TESTS_FOR_BREAKTHROUGH = "tests for breakthrough"
    RETIRES = "retires"
    ROUTES = "routs"
    BROKEN = "breaks"


class Ending(Struct, frozen=True, cache_hash=True):
    """A unit's fate, and whether its General was killed."""

    fate: Fate
    general_killed: bool = False


class Round(Struct, frozen=True, cache_hash=True):
    """A round of melee: the winning side, the hits each unit lost, and the ending of each, by side."""

    winner: int | None
    lost: Both[int]
    endings: Both[Ending]


# ----------------------------------------------------------------------- score
def standing(side: Side, lost: tuple[int, ...]) -> Standing:
    """The states of a side's units after their losses; a unit that reaches its third value is removed.

    melee.broken-by-hits, states.broken.at-least
    """
    states: list[State | None] = []
    for unit, more in zip(side.units, lost, strict=True):
        wear, hits = unit.fighter.wear, unit.fighter.hits + more
        states.append(None if wear.breaks(hits) else wear.state(hits))
    return tuple(states)


def score(melee: Melee, side: int, inflicted: int, stand: Stands) -> Tally:
    """The score of a side: its unsaved hits, the best edge it fought against, and its size.

    melee.score.hits, melee.score.flank, melee.score.size, melee.score.detail
    """
    own, states = melee.sides[side], stand[side]
    ours, theirs = _bases_left(own, states), _bases_left(melee.sides[1 - side], stand[1 - side])
    larger = ours > theirs and (STEADY in states or WORN in states)
    return _score(inflicted, _best_edge(own), (ours, theirs) if larger else None)


@lru_cache(maxsize=4096)
def _score(inflicted: int, edge: Edge, larger: tuple[int, int] | None) -> Tally:
    """A score; its arguments are only what it depends on, so that melees share kept results."""
    tally = Tally.of(inflicted, "unsaved hits inflicted", "melee.score.hits")
    tally = tally.plus(EDGE_POINTS[edge], f"fighting against the {edge}", "melee.score.flank")
    if larger:
        tally = tally.plus(SIZE_POINTS, f"{larger[0]} bases against {larger[1]}", "melee.score.size")
    return tally


def _best_edge(side: Side) -> Edge:
    """The best of the enemy edges that bases of a side fought, including those of units broken since."""
    best = FRONT
    for unit in side.units:
        for opponent in unit.opponents:
            edge = opponent.contact.edge
            if edge is not FRONT and opponent.contact.bases and EDGE_POINTS[edge] > EDGE_POINTS[best]:
                best = edge
    return best


def _bases_left(side: Side, stand: Standing) -> int:
    """All bases of the units still in the melee, in contact or not; broken units do not count."""
    bases = 0
    for unit, state in zip(side.units, stand, strict=True):
        if state is not None:
            bases += unit.fighter.bases
    return bases


def winner(stand: Stands, scores: tuple[int, int]) -> int | None:
    """The winning side: the only one left, otherwise the one with the higher score; None is a draw.

    melee.winner, melee.draw, melee.broken-by-hits
    """
    if None in stand[0] or None in stand[1]:
        left = [states.count(None) < len(states) for states in stand]
        if not all(left):
            return left.index(True) if any(left) else None
    first, second = scores
    if first == second:
        return None
    return 0 if first > second else 1


class Judged(NamedTuple):
    """A judged round: the winning side, the states of all units after it, and both scores."""

    won: int | None
    stand: Stands
    scores: tuple[int, int]


def judge(melee: Melee, lost: Both[int]) -> Judged:
    """Judge a round by the hits that every unit lost (melee.winner)."""
    stand = standing(melee.sides[0], lost[0]), standing(melee.sides[1], lost[1])
    scores = score(melee, 0, sum(lost[1]), stand).whole, score(melee, 1, sum(lost[0]), stand).whole
    return Judged(winner(stand, scores), stand, scores)


@lru_cache(maxsize=8192)
def judged(melee: Melee, lost: Both[int]) -> Judged:
    """A judged round, kept, as computed odds ask for few different ones."""
    return judge(melee, lost)


# ------------------------------------------------------------------ the round
async def melee_round(melee: Melee) -> Round:
    """One round: both sides strike at the same time, then winner, Generals, tests, and fates.

    melee.when, melee.sequence, melee.parted
    """
    if is_parted(melee):
        return _parted(melee)
    lost = await exchange(melee)
    won, stand, _ = judged(melee, lost)
    return Round(won, lost, await do(settle, melee, won, stand))


@lru_cache(maxsize=4096)
def is_parted(melee: Melee) -> bool:
    """Does no unit touch an enemy any more? Such a melee is not fought and has no winner (melee.parted)."""
    return not any(unit.opponents for side in melee.sides for unit in side.units)


def _parted(melee: Melee) -> Round:
    first, second = (tuple(0 for _ in side.units) for side in melee.sides)
    held, stood = (tuple(Ending(Fate.HOLDS) for _ in side.units) for side in melee.sides)
    return Round(None, (first, second), (held, stood))


async def settle(melee: Melee, won: int | None, stand: Stands) -> Both[Ending]:
    """Generals first, then the losers' tests, then the fate of every unit (melee.general-before-test)."""
    killed = await _roll_for_generals(melee)
    results = await _test_losers(melee, won, stand, killed)
    killed = await _roll_for_lost_generals(melee, stand, results, killed)
    fates = fates_after(melee, won, stand, results)
    first, second = (tuple(map(Ending, fates[side], killed[side])) for side in (0, 1))
    return first, second


async def _roll_for_generals(melee: Melee) -> Both[bool]:
    """Step 6 of a round: which attached Generals were killed (leaders.melee.risk)."""
    first, second = [[await general_is_killed(unit) for unit in side.units] for side in melee.sides]
    return tuple(first), tuple(second)


async def _test_losers(melee: Melee, won: int | None, stand: Stands, killed: Both[bool]) -> Both[Result]:
    """The result of every unit: broken by hits, or that of its test if its side lost, or none.

    melee.loser.each, morale.trigger.melee, morale.state-after. The order of the tests matters only on a
    table, where one result can cause another test.
    """
    first, second = (
        [Result.BROKEN if state is None else Result.NONE for state in states] for states in stand
    )
    results = (first, second)
    if won is not None:
        loser = melee.sides[1 - won]
        for place, state in enumerate(stand[1 - won]):
            if state is not None:
                nerve = nerve_after(loser.units[place], killed=killed[1 - won][place])
                facts = MoraleFacts(
                    nerve=replace(nerve, seat=loser.seat), state=state, cause=Cause.LOST_MELEE
                )
                result = await do(morale_test, facts)
                results[1 - won][place] = after_test(loser.units[place].fighter, result)
    return tuple(first), tuple(second)


async def _roll_for_lost_generals(
    melee: Melee, stand: Stands, results: Both[Result], killed: Both[bool]
) -> Both[bool]:
    """A General whose unit was BROKEN by its test rolls too; if hits broke it, he has already rolled.

    leaders.unit-lost
    """
    fallen = [list(killed[0]), list(killed[1])]
    for side in (0, 1):
        for place, result in enumerate(results[side]):
            by_test = result is Result.BROKEN and stand[side][place] is not None
            if by_test and not fallen[side][place]:
                fallen[side][place] = await general_is_killed(melee.sides[side].units[place])
    return tuple(fallen[0]), tuple(fallen[1])


async def general_is_killed(unit: Engaged) -> bool:
    """The die for a General in a round of melee, or with a unit that breaks: he dies on a 1.

    leaders.melee.risk, leaders.unit-lost, leaders.killed
    """
    if unit.fighter.general is Leading.NONE:
        return False
    return not await survives()


def nerve_after(unit: Engaged, *, killed: bool) -> Nerve:
    """The nerve of a unit after its General's die: it is in command as long as he lives.

    leaders.attach.command, leaders.killed, melee.general-before-test
    """
    if unit.fighter.general is Leading.NONE:
        return unit.fighter.nerve
    return replace(unit.fighter.nerve, in_command=not killed)


# ---------------------------------------------------------------- who goes where
def after_test(unit: Fighter, result: Result) -> Result:
    """The result of a losing unit's test; one that was ROUTING routs again unless it is BROKEN.

    charge.routing-target
    """
    return Result.ROUTE if unit.routing and result is not Result.BROKEN else result


class Stance(StrEnum):
    """A unit's relation to its enemies after the losers' results are carried out."""

    FREE = "free"
    ENGAGED = "engaged"


def routs_in_the_end(unit: Fighter, state: State | None, stance: Stance, *, won: bool) -> bool:
    """Does a unit that failed no test still rout after the losers' results are carried out?

    A SHAKEN winner does if it is still engaged, and a unit that was ROUTING at any score
    (melee.winner.shaken.engaged, melee.winner.shaken.order, charge.routing-target).
    """
    if unit.routing:
        return True
    return won and state is State.SHAKEN and stance is Stance.ENGAGED


def may_follow(unit: Fighter, state: State | None) -> bool:
    """May a free winner pursue or break through? Infantry or cavalry, neither SHAKEN nor DISORDERED, may.

    melee.after.which-units, melee.winner.shaken.free; disordered units may not move (disorder.effect)
    """
    return unit.arm in FOLLOWING and state is not State.SHAKEN and not unit.disordered


def following(touched: Iterable[Result], enemies: Iterable[Result]) -> Fate:
    """What a free winner does: PURSUIT of a router that it touched, else BREAKTHROUGH.

    melee.after.rout, melee.after.broken, melee.after.which-units, pursuit.several
    """
    if Result.ROUTE in touched:
        return Fate.TESTS_FOR_PURSUIT
    return Fate.TESTS_FOR_BREAKTHROUGH if Result.BROKEN in enemies else Fate.HOLDS


def fates_after(melee: Melee, won: int | None, stand: Stands, results: Both[Result]) -> Both[Fate]:
    """The fate of every unit: the losers' results first, then the further routs, then the units that stay.

    melee.winner.shaken.order
    """
    first, second = (_routed_in_the_end(melee, side, won, stand, results) for side in (0, 1))
    results = first, second
    fates = (
        tuple(_fate(melee, side, place, won, stand, results) for place in range(len(results[side])))
        for side in (0, 1)
    )
    ours, theirs = fates
    return ours, theirs


def _routed_in_the_end(
    melee: Melee, side: int, won: int | None, stand: Stands, results: Both[Result]
) -> tuple[Result, ...]:
    """The results of a side, with ROUTE for units that rout although they failed no test."""
    routed = list(results[side])
    for place, unit in enumerate(melee.sides[side].units):
        stance = Stance.ENGAGED if _is_engaged(melee, side, place, results) else Stance.FREE
        in_the_end = routs_in_the_end(unit.fighter, stand[side][place], stance, won=won == side)
        if in_the_end and routed[place] is Result.NONE:
            routed[place] = Result.ROUTE
    return tuple(routed)


def _is_engaged(melee: Melee, side: int, place: int, results: Both[Result]) -> bool:
    """Does a unit still touch an enemy that no RETIRE, ROUTE or BROKEN result has parted from it?"""
    return any(results[1 - side][enemy] is Result.NONE for enemy in melee.touched(side, place))


def _fate(melee: Melee, side: int, place: int, won: int | None, stand: Stands, results: Both[Result]) -> Fate:
    """The fate of one unit: its result, or it fights on, or being free it follows or holds.

    melee.after.continues, melee.after.others
    """
    match results[side][place]:
        case Result.BROKEN:
            return Fate.BROKEN
        case Result.ROUTE:
            return Fate.ROUTES
        case Result.RETIRE:
            return Fate.RETIRES
        case Result.NONE | Result.DISORDERED:
            if _is_engaged(melee, side, place, results):
                return Fate.FIGHTS_ON
            if won != side or not may_follow(melee.sides[side].units[place].fighter, stand[side][place]):
                return Fate.HOLDS
            enemies = results[1 - side]
            return following((enemies[enemy] for enemy in melee.touched(side, place)), enemies)
        case _ as never:
            assert_never(never)


# ------------------------------------------------------------- without a table
async def fight(duel: Duel) -> Round:
    """A round of melee between two units."""
    return await melee_round(as_melee(duel))


def duel_tallies(duel: Duel) -> Mapping[str, Tally]:
    """The figures of a round between two units."""
    melee = as_melee(duel)
    figures = {}
    for side, name in enumerate(("attacker", "defender")):
        unit = melee.sides[side].units[0]
        figures[f"dice of the {name}"] = dice(unit, melee.arms(1 - side))
        figures[f"to hit for the {name}"] = to_hit(unit.fighter.quality)
        figures[f"rerolls of the {name}'s test"] = morale.rerolls(nerve_after(unit, killed=False))
    return figures | {"save": save()}


def duel_summary(duel: Duel, outcome: Round) -> tuple[str, ...]:
    """The winner, and the fates of both units."""
    del duel
    (attacker,), (defender,) = outcome.endings
    won = {0: "the attacker wins", 1: "the defender wins", None: "a draw"}[outcome.winner]
    words = [won, f"the attacker {attacker.fate}", f"the defender {defender.fate}"]
    for ending, name in ((attacker, "attacker"), (defender, "defender")):
        if ending.general_killed:
            words.append(f"the {name}'s General is killed")
    return tuple(words)


def duel_measure(outcome: Round) -> int:
    """The hits that the defender loses."""
    return sum(outcome.lost[1])

"""Combat: how many dice a side rolls, what they must show, and by how many hits it is ahead.

The facts are in `melee_facts.py`; the effect of a difference is in `results.py`.

>>> from sandtable.systems.eagle.troops import Grade, Nation
>>> legion = Fighter(troop_class=TroopClass.HI, grade=Grade.B, formation=Formation.MULTI_LINE, bases=10,
...                  lines=3, role=Role.CHARGE)
>>> warband = Fighter(nation=Nation.BRITISH, bases=8, role=Role.CHARGE)
>>> dice(Side((legion,)), Side((warband,))).total, dice(Side((warband,)), Side((legion,))).total
(9, 7)
>>> to_hit(legion, (warband,)).shown
'5+'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from sandtable.dice import Count
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import least_of, modifier, most_of, need_of, values
from sandtable.systems.eagle.dice import rounded_up
from sandtable.systems.eagle.melee_facts import (
    PRINTED,
    AsRead,
    Clash,
    Fighter,
    Side,
    can_count_support,
    opponents_of,
)
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.troops import Formation, TroopClass

Modifier = tuple[int, str, str]
"""A number of dice that a rule adds, its words and its id."""

FORWARD: Final = (Role.CHARGE, Role.PURSUE, Role.FOLLOW_UP)
"""The roles of a unit that comes on (melee.mod.mi-cav-charge, melee.hit.unformed)."""

PRESSING: Final = (Role.CHARGE, Role.FOLLOW_UP)
"""The roles in which HI and wedges strike harder (melee.mod.hi, melee.dice.wedge-charge)."""


# ------------------------------------------------------------------ base dice
class _WedgeBases(Struct, frozen=True):
    bases: int


@lru_cache(maxsize=4096)
def counted(fighter: Fighter) -> Tally:
    """The bases of a unit that count for dice: those that touch, and the point of a wedge.

    melee.dice.base, melee.dice.wedge-charge, melee.dice.wedge-other, melee.dice.other-base,
    melee.wedge.unformed, shooting.engaged.base
    """
    if not fighter.is_wedge:
        touching = min(fighter.touching, fighter.bases)
        return Tally.of(touching, f"engaged bases of {fighter.troop_class}", "melee.dice.base")
    at_point = fighter.touching - fighter.wedge_behind
    if fighter.role in PRESSING:
        front = min(fighter.wedge_front, fighter.bases)
        tally = Tally.of(front, "first two ranks of a wedge", "melee.dice.wedge-charge")
        others = fighter.wedge_behind
    else:
        two = values("melee.dice.wedge-other", _WedgeBases).bases
        tally = Tally.of(min(two, fighter.bases), "point of a wedge", "melee.dice.wedge-other")
        others = fighter.wedge_behind + max(0, at_point - two)
    return tally.plus(others, "other engaged bases of it", "melee.dice.other-base")


# ------------------------------------------------------------------- modifiers
def charge_bonus(fighter: Fighter, read: AsRead = PRINTED) -> tuple[Modifier, ...]:
    """The dice of a unit for charging, for formed heavy armour, and for being British.

    melee.mod.mi-cav-charge, melee.mod.hi, melee.hi.unformed, melee.mod.british-charge,
    melee.mod.british-continue, melee.british.detail
    """
    return (*_of_its_class(fighter, read), *_of_britons(fighter, read))


class _Heavy(Struct, frozen=True):
    modifier: int
    charging: int


@cache
def _heavy() -> _Heavy:
    return values("melee.mod.hi", _Heavy)


def _of_its_class(fighter: Fighter, read: AsRead) -> Iterator[Modifier]:
    """The bonus of MI and cavalry that come on, and that of formed HI.

    melee.mod.mi-cav-charge, melee.mod.hi, melee.hi.unformed
    """
    kind = fighter.troop_class
    if (kind is TroopClass.MI or kind.is_mounted) and fighter.role in FORWARD:
        rule = "melee.mod.mi-cav-charge"
        yield modifier(rule), f"{kind}, {fighter.role}", rule
    if kind is not TroopClass.HI or not fighter.is_formed:
        return
    if fighter.role not in PRESSING:
        yield _heavy().modifier, "formed HI", "melee.mod.hi"
        return
    value = _heavy().charging + (_heavy().modifier if read.heavy_adds else 0)
    yield value, f"formed HI, {fighter.role}", "melee.mod.hi"


def _of_britons(fighter: Fighter, read: AsRead) -> Iterator[Modifier]:
    """The first onset of Britons, and their tiring in later rounds.

    melee.mod.british-charge, melee.mod.british-continue, melee.british.detail, troops.warband, army.nations
    """
    if not fighter.is_british_warrior:
        return
    if fighter.round == 1 and fighter.role is Role.CHARGE:
        yield modifier("melee.mod.british-charge"), "initial British charge", "melee.mod.british-charge"
    if fighter.round > 1 and (fighter.charged_in or not read.only_chargers_tire):
        rule = "melee.mod.british-continue"
        yield modifier(rule), "Britons, the combat continues", rule


class _PerPoint(Struct, frozen=True):
    modifier: int
    most: int


@cache
def _per_point() -> _PerPoint:
    return values("melee.mod.dp", _PerPoint)


def deductions(fighter: Fighter, read: AsRead = PRINTED) -> tuple[Modifier, ...]:
    """The dice that a unit loses for disorder: one a point and four at most, or five if shaken.

    melee.mod.dp, melee.mod.shaken, melee.shaken.instead
    """
    figures = _per_point()
    points = (figures.modifier * min(fighter.dp, figures.most), "disorder points", "melee.mod.dp")
    if not fighter.is_shaken:
        return (points,) if fighter.dp else ()
    shaken = (modifier("melee.mod.shaken"), "shaken", "melee.mod.shaken")
    return (shaken, points) if read.shaken_and_dp and fighter.dp else (shaken,)


def support(fighter: Fighter, read: AsRead = PRINTED) -> Modifier:
    """The dice that support gives a unit: by its own lines or third rank, or by a unit behind it; the larger.

    melee.mod.support, melee.supported, melee.supported.legion, melee.supported.wedge, melee.supported.max,
    melee.supported.detail
    """
    found: list[Modifier] = [(0, "no support", "melee.mod.support")]
    if fighter.is_multi_line and fighter.faced:
        lines = 1 if read.lines_once else fighter.lines - 1
        rule = "melee.supported.legion"
        found.append((lines * modifier(rule), "rear lines of the Legion", rule))
    if fighter.is_wedge and fighter.third_rank:
        rule = "melee.supported.wedge"
        found.append((modifier(rule), "third rank of the wedge", rule))
    if fighter.supported and can_count_support(fighter):
        found.append((modifier("melee.mod.support"), "supported", "melee.mod.support"))
    return max(found, key=lambda one: one[0])


def rides_down(fighter: Fighter, opponents: tuple[Fighter, ...]) -> bool:
    """Is it cavalry that touches unformed infantry? (melee.mod.cav-unformed, melee.cav-unformed.detail)"""
    return fighter.troop_class.is_mounted and any(
        foe.troop_class.is_infantry and not foe.is_formed for foe in opponents
    )


# -------------------------------------------------------------- the dice of a side
@lru_cache(maxsize=4096)
def dice(side: Side, foes: Side, read: AsRead = PRINTED) -> Tally:
    """The dice of a side: its bases, at most ten, then all modifiers, at least one in all.

    melee.dice.max, melee.dice.minimum, melee.multi.detail, melee.procedure
    """
    tally = _base_dice(side)
    for value, words, rule in _changes(side, foes, read):
        tally = tally.plus(value, words, rule)
    return tally.at_least(least_of("melee.dice.minimum"), "always one die", "melee.dice.minimum")


def _base_dice(side: Side) -> Tally:
    """The bases of all its units together (melee.dice.base, melee.dice.max, melee.multi.detail)."""
    first, *rest = side.fighters
    tally = counted(first)
    for other in rest:
        for step in counted(other).steps:
            tally = tally.plus(step.value, step.words, step.rule)
    return tally.at_most(most_of("melee.dice.max"), "ten dice for bases at most", "melee.dice.max")


def _changes(side: Side, foes: Side, read: AsRead) -> Iterator[Modifier]:
    """The modifiers of a side, in the order of the sheet."""
    yield grade_of(side)
    yield _inspiration(side)
    yield max((support(one, read) for one in side.fighters), key=lambda found: found[0])
    best = max(side.fighters, key=lambda one: _sum(charge_bonus(one, read)))
    yield from charge_bonus(best, read)
    if any(rides_down(one, opponents_of(one, foes)) for one in side.fighters):
        rule = "melee.mod.cav-unformed"
        yield modifier(rule), "cavalry against unformed infantry", rule
    yield from _heaviest(side, best, read)


def _sum(found: tuple[Modifier, ...]) -> int:
    return sum(value for value, _, _ in found)


def _heaviest(side: Side, best: Fighter, read: AsRead) -> tuple[Modifier, ...]:
    """The largest deduction on a side, or that of the unit whose charge bonus counts.

    melee.multi.highest, melee.multi.detail
    """
    if read.from_one_unit:
        return deductions(best, read)
    return min((deductions(one, read) for one in side.fighters), key=_sum)


def grade_of(side: Side) -> Modifier:
    """The dice for the grade of a side: the mean of its units' grades, rounded up.

    melee.mod.grade, melee.multi.grade, melee.multi.detail, troops.grades, dice.rounding
    """
    worths = [one.grade.worth for one in side.fighters]
    if len(worths) == 1:
        return worths[0], f"grade {side.fighters[0].grade}", "melee.mod.grade"
    return rounded_up(sum(worths), len(worths)), "mean of the grades, rounded up", "melee.multi.grade"


class _Inspire(Struct, frozen=True):
    modifier: int
    most: int


@cache
def _inspire() -> _Inspire:
    return values("melee.mod.inspire", _Inspire)


def _inspiration(side: Side) -> Modifier:
    """Inspire actions on its units, at most two dice (melee.mod.inspire, melee.multi.detail)."""
    actions = sum(one.inspired for one in side.fighters)
    return min(actions * _inspire().modifier, _inspire().most), "inspired", "melee.mod.inspire"


# ------------------------------------------------------------------- to hit
@lru_cache(maxsize=4096)
def to_hit(fighter: Fighter, opponents: tuple[Fighter, ...]) -> Tally:
    """What the dice of a unit must show: 5, or 6 for any reason; further reasons change nothing.

    melee.hit.normal, melee.ground.both
    """
    tally = Tally.of(need_of("melee.hit.normal"), "combat dice", "melee.hit.normal", sign="+")
    for words, rule in hindrances(fighter, opponents):
        tally = tally.at_least(need_of("melee.hit.unformed"), words, rule)
    return tally


def hindrances(fighter: Fighter, opponents: tuple[Fighter, ...]) -> Iterator[tuple[str, str]]:
    """The reasons why a unit hits on 6 only, each in words and with its rule.

    melee.hit.unformed, melee.hit.column, melee.hit.ground, melee.hit.flank, melee.hit.flank.legion,
    melee.hit.charging-inf, charge.counter
    """
    rolling = fighter.troop_class is TroopClass.CH and fighter.role in FORWARD
    if not fighter.is_formed and not rolling:
        yield "unformed", "melee.hit.unformed"
    if fighter.formation is Formation.COLUMN:
        yield "in column", "melee.hit.column"
    if fighter.below:
        yield "against advantage of ground", "melee.hit.ground"
    if fighter.rear:
        yield "charged in the rear", "melee.hit.flank"
    if fighter.flank and not fighter.is_multi_line:
        yield "charged in the flank", "melee.hit.flank"
    ridden = any(foe.troop_class.is_mounted and foe.role is Role.CHARGE for foe in opponents)
    if fighter.troop_class.is_infantry and fighter.role is Role.CHARGE and ridden:
        yield "charging infantry charged by cavalry", "melee.hit.charging-inf"


def leaders_of(side: Side) -> tuple[int, ...]:
    """The places of the units that may lead a side: most engaged bases, then the better grade.

    melee.multi.hit; if several tie, their owner chooses
    """

    def rank(place: int) -> tuple[int, int]:
        one = side.fighters[place]
        return counted(one).whole, one.grade.worth

    best = max(rank(place) for place in range(len(side.fighters)))
    return tuple(place for place in range(len(side.fighters)) if rank(place) == best)


def side_to_hit(side: Side, foes: Side) -> Tally:
    """What all dice of a side must show: the number of its lead unit (melee.multi.hit)."""
    lead = side.fighters[side.lead]
    return to_hit(lead, opponents_of(lead, foes))


def automatic_hits(side: Side, read: AsRead = PRINTED) -> Tally:
    """The automatic hits of attached leaders: one for a side, however many they are.

    melee.auto-hit, melee.auto-hit.detail, leaders.wound.single
    """
    led = sum(one.leader for one in side.fighters)
    tally = Tally.of(0, "automatic hits", "melee.auto-hit")
    hits = (led if read.hit_each_leader else min(led, 1)) * modifier("melee.auto-hit")
    return tally.plus(hits, "a leader attached", "melee.auto-hit")


# ---------------------------------------------------------------------- throws
class Hits(Struct, frozen=True, cache_hash=True):
    """The hits of both sides of a combat, including automatic ones."""

    first: int
    second: int

    @property
    def difference(self) -> int:
        """By how many the first side is ahead, negative if it is behind (melee.compare)."""
        return self.first - self.second


async def fight(clash: Clash) -> Hits:
    """Both sides roll together and add their automatic hits (melee.procedure, melee.compare)."""
    first = await _strike(clash.first, clash.second, clash.read)
    second = await _strike(clash.second, clash.first, clash.read)
    return hits_of(first, second)


async def _strike(side: Side, foes: Side, read: AsRead) -> int:
    count, need = dice(side, foes, read).whole, side_to_hit(side, foes).whole
    return await Count(count, at_least=need, purpose="combat") + automatic_hits(side, read).whole


@lru_cache(maxsize=4096)
def hits_of(first: int, second: int) -> Hits:
    """The hits of both sides; cached, because computed odds meet the same few again and again."""
    return Hits(first, second)


# ----------------------------------------------------------------------- figures and headings
def clash_tallies(clash: Clash) -> Mapping[str, Tally]:
    """The figures of a combat."""
    figures: dict[str, Tally] = {}
    sides = (("first", clash.first, clash.second), ("second", clash.second, clash.first))
    for name, side, foes in sides:
        figures[f"dice of the {name}"] = dice(side, foes, clash.read)
        figures[f"to hit for the {name}"] = side_to_hit(side, foes)
        if automatic_hits(side, clash.read).total:
            figures[f"automatic hits of the {name}"] = automatic_hits(side, clash.read)
    return figures

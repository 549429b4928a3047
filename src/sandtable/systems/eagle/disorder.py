"""Disorder: the points of a unit, when it is shaken, the cost of further points, and the fates of friends.

Points are taken one by one. Those for fatigue and manoeuvre stop at three; those for shooting, combat and
morale go on to the unit's threshold, and beyond it each takes a base.

>>> cohort = Order(bases=6, dp=4)
>>> take(cohort, 3, Cause.MORALE)
Order(bases=4, lines=1, dp=5, shaken=True)
>>> take(Order(dp=2), 2, Cause.MANOEUVRE).dp
3
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Final, TypeVar, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import modifier, most_of, points_of, values
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.troops import TroopClass

MOST_BASES: Final = 12
MOST_LINES: Final = 3
BASES_FOR: Final = (0, 0, 4, 6)
"""The fewest bases of one, two and three lines; the entry for none is 0 (formation.multi-line)."""

TIRING: Final = (Cause.FATIGUE, Cause.MANOEUVRE)
"""The causes that add no point to a unit with three (morale.three-cap.detail)."""


# ------------------------------------------------------------------- the order of a unit
class Order(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The order of a unit: its bases and lines, its disorder points, and whether it is shaken."""

    bases: Annotated[int, Meta(description="bases it has left", ge=0, le=MOST_BASES)] = 4
    lines: Annotated[
        int, Meta(description="lines it stands in, 2 or 3 for a multi-line Legion", ge=1, le=MOST_LINES)
    ] = 1
    dp: Annotated[int, Meta(description="its disorder points", ge=0, le=7)] = 0
    shaken: Annotated[bool, Meta(description="it is shaken")] = False

    def __post_init__(self) -> None:
        if self.lines > lines_kept(self.bases, self.lines):
            raise ValueError(
                f"{self.bases} bases cannot stand in {self.lines} lines; it takes {BASES_FOR[self.lines]}"
            )
        if self.dp > self.threshold:
            raise ValueError(
                f"a unit in {self.lines} lines never has {self.dp} disorder points; it is shaken at"
                f" {self.threshold} and loses bases instead"
            )

    @property
    def threshold(self) -> int:
        """The points at which it is shaken (morale.threshold)."""
        return _thresholds()[self.lines - 1]

    @property
    def is_shaken(self) -> bool:
        """Is it shaken, or would it be with the points it has? (morale.shaken.five)"""
        return self.shaken or self.dp >= self.threshold

    @property
    def is_destroyed(self) -> bool:
        """Has it no base left? (troops.casualty)"""
        return self.bases == 0


O = TypeVar("O", bound=Order)  # noqa: E741 - an order, or facts that are one and more


def threshold(lines: int) -> Tally:
    """The points at which a unit in so many lines is shaken.

    morale.shaken.five, morale.shaken.multi-line, morale.threshold
    """
    tally = Tally.of(points_of("morale.shaken.five"), "a unit is shaken", "morale.shaken.five")
    each = modifier("morale.shaken.multi-line")
    words = "a second line" if lines == 2 else "a second and a third line"
    return tally.plus((lines - 1) * each, words, "morale.shaken.multi-line")


@cache
def _thresholds() -> tuple[int, ...]:
    return tuple(threshold(lines).whole for lines in range(1, MOST_LINES + 1))


def lines_kept(bases: int, lines: int) -> int:
    """The number of its lines that a Legion can still man with these bases (formation.multi-line)."""
    while lines > 1 and bases < BASES_FOR[lines]:
        lines -= 1
    return lines


# --------------------------------------------------------------- points and bases
def take(order: O, points: int, cause: Cause, *, one_base_an_event: bool = False) -> O:
    """An order with further points, taken one by one.

    morale.threshold, morale.shaken.base-loss, morale.dp.three-cap, morale.three-cap.detail; by the other
    reading all points of one event cost a shaken unit at most one base
    """
    if cause in TIRING:
        return _tired(order, points)
    left = points
    while left and not order.is_shaken:
        order = settled(replace(order, dp=order.dp + 1))
        left -= 1
    return bereft(order, min(left, 1) if one_base_an_event else left)


def _tired(order: O, points: int) -> O:
    """An order with further points of fatigue or manoeuvre: none beyond three, none if the unit is shaken.

    morale.dp.three-cap, morale.three-cap.detail, morale.threshold
    """
    room = most_of("morale.dp.three-cap") - order.dp
    if room <= 0 or order.is_shaken or not points:
        return order
    return replace(order, dp=order.dp + min(points, room))


def bereft(order: O, casualties: int) -> O:
    """An order with bases removed, and the rest laid out again in the lines that are left.

    troops.casualty, formation.multi-line, morale.threshold.change
    """
    lost = min(casualties, order.bases)
    if not lost:
        return order
    return relaid(order, order.bases - lost, lines_kept(order.bases - lost, order.lines))


def relaid(order: O, bases: int, lines: int) -> O:
    """An order in another number of lines: a lower threshold may shake it, and caps its points.

    morale.threshold.change: it costs no further base, and a higher threshold rallies no unit
    """
    most = _thresholds()[lines - 1]
    shaken = order.is_shaken or order.dp >= most
    return replace(order, bases=bases, lines=lines, dp=min(order.dp, most), shaken=shaken)


def settled(order: O) -> O:
    """An order marked as shaken if it has the points for it (morale.shaken.five)."""
    return replace(order, shaken=True) if order.is_shaken and not order.shaken else order


# ------------------------------------------------------------ fates of friends
class Fate(StrEnum):
    """What may happen to a friend within 4 inches."""

    RETIRES = "retires"
    LOST = "is routed or destroyed"
    LEADER_LOST = "a leader is killed or routed"


class FriendsFate(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A friend and its fate."""

    fate: Annotated[Fate, Meta(description="what befell the friend")] = Fate.LOST
    troop_class: Annotated[TroopClass, Meta(description="class of the friendly unit")] = TroopClass.MI
    legion: Annotated[bool, Meta(description="it is a Legion unit")] = False
    began: Annotated[int, Meta(description="bases with which it began the battle", ge=1, le=MOST_BASES)] = 4
    general: Annotated[bool, Meta(description="the leader is the General")] = False


RETIRING: Final = {TroopClass.HI: "morale.dp.hi-retiring", TroopClass.MI: "morale.dp.mi-retiring"}
"""The classes whose retiring disorders friends."""


class _LegionLost(Struct, frozen=True):
    dp: int
    bases: int


class _LeaderLost(Struct, frozen=True):
    dp: int
    general: int


def is_great_legion(*, legion: bool, began: int) -> bool:
    """Is it a Legion that began with seven bases or more, however many are left? (troops.legion)"""
    return legion and began >= values("morale.dp.legion-lost", _LegionLost).bases


@cache
def morale_dp(friend: FriendsFate) -> Tally:
    """The points that a friend's fate gives to each unit within 4 inches.

    morale.dp.hi-retiring, morale.dp.mi-retiring, morale.dp.legion-lost, morale.dp.unit-lost,
    morale.dp.leader-lost
    """
    match friend.fate:
        case Fate.RETIRES:
            rule = RETIRING.get(friend.troop_class)
            words = f"friendly {friend.troop_class} retire"
            return Tally.of(points_of(rule) if rule else 0, words, rule or "morale.dp.mi-retiring")
        case Fate.LOST:
            return _lost(friend)
        case Fate.LEADER_LOST:
            figures = values("morale.dp.leader-lost", _LeaderLost)
            words = "the General is lost" if friend.general else "a leader is lost"
            points = figures.general if friend.general else figures.dp
            return Tally.of(points, words, "morale.dp.leader-lost")
        case _:
            assert_never(friend.fate)


def _lost(friend: FriendsFate) -> Tally:
    """The points for a unit routed or destroyed (morale.dp.legion-lost, morale.dp.unit-lost)."""
    if is_great_legion(legion=friend.legion, began=friend.began):
        points = points_of("morale.dp.legion-lost")
        return Tally.of(points, "a Legion of seven bases or more is lost", "morale.dp.legion-lost")
    light = friend.troop_class.is_light
    words = "light troops are lost" if light else "a friendly unit is lost"
    return Tally.of(0 if light else points_of("morale.dp.unit-lost"), words, "morale.dp.unit-lost")


# -------------------------------------------------------------- a unit near a friend
class Onlooker(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit within 4 inches of a friend, before the friend's fate affects it."""

    unit: Order = Order()
    friend: FriendsFate = FriendsFate()
    one_base_an_event: Annotated[
        bool, Meta(description="reading: one event costs a shaken unit one base at most")
    ] = False


async def look_on(facts: Onlooker) -> Order:
    """A unit after its friend's fate; no die decides it (morale.dp.who, morale.threshold)."""
    points = morale_dp(facts.friend).whole
    return take(facts.unit, points, Cause.MORALE, one_base_an_event=facts.one_base_an_event)


# ----------------------------------------------------------------------- figures and headings
def morale_tallies(facts: Onlooker) -> Mapping[str, Tally]:
    """The points it takes, and those at which it is shaken."""
    return {"disorder points": morale_dp(facts.friend), "shaken at": threshold(facts.unit.lines)}


def morale_summary(facts: Onlooker, after: Order) -> tuple[str, ...]:
    """What became of the unit."""
    return order_in_words(facts.unit, after, "the unit")


def order_in_words(before: Order, after: Order, name: str) -> tuple[str, ...]:
    """What a unit has lost, as headings."""
    if after.is_destroyed:
        return (f"{name} is destroyed",)
    words: list[str] = []
    if after.is_shaken:
        words.append(f"{name} {'stays' if before.is_shaken else 'is'} shaken")
    if after.bases < before.bases:
        words.append(f"{name} loses bases")
    if after.dp > before.dp:
        words.append(f"{name} is disordered further")
    return tuple(words) or (f"{name} stands as before",)

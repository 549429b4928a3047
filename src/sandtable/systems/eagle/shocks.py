"""Shocks: fates that disorder friends within 4 inches, the units struck and the points (morale.dp.who)."""

from __future__ import annotations

from typing import Final

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.disorder import Fate, FriendsFate, morale_dp
from sandtable.systems.eagle.engagements import Shock
from sandtable.systems.eagle.nearness import SLACK, distances
from sandtable.table.measure import distance_to_point
from sandtable.table.space import hundredths

BEFELL: Final = {Fate.RETIRES: "retires", Fate.LOST: "is lost"}
"""The fate of a unit, in words."""


def unit_shock(
    battle: EagleBattle, unit: EagleUnit, fate: Fate, spared: tuple[int, ...] = ()
) -> Shock | None:
    """The shock of a unit that retires, routs or is destroyed, measured where it stands now.

    morale.dp.hi-retiring, morale.dp.mi-retiring, morale.dp.legion-lost, morale.dp.unit-lost, morale.dp.when;
    units of the same combat that retire or rout with it are spared (morale.dp.same-combat)
    """
    friend = FriendsFate(fate=fate, troop_class=unit.troop_class, legion=unit.is_legion, began=unit.began)
    points = morale_dp(friend)
    rule = points.steps[0].rule
    friends = tuple(
        number for number in battle.numbers_unbroken(unit.side) if number != unit.id and number not in spared
    )
    lengths = distances(battle, unit.id, friends)
    struck = sorted(
        (hundredths(length), number)
        for length, number in zip(lengths, friends, strict=True)
        if length <= reach_of(rule) + SLACK
    )
    return _shock(f"{unit.name} {BEFELL[fate]}", rule, points.whole, struck)


def leader_shock(battle: EagleBattle, leader: Leader) -> Shock | None:
    """The shock of a leader who is killed or routed, measured from his marker and from his unit.

    morale.dp.leader-lost, morale.dp.who: his own unit is struck too unless it routs
    """
    points = morale_dp(FriendsFate(fate=Fate.LEADER_LOST, general=leader.general))
    place = battle.place_of(leader)
    struck: list[tuple[int, int]] = []
    for friend in battle.unbroken(leader.side):
        length = distance_to_point(friend, place)
        if leader.attached is not None:
            length = min(length, *distances(battle, leader.attached, (friend.id,)))
        if leader.attached == friend.id:
            length = 0.0
        if length <= reach_of("morale.dp.leader-lost") + SLACK:
            struck.append((hundredths(length), friend.id))
    return _shock(f"{leader.name} is lost", "morale.dp.leader-lost", points.whole, sorted(struck))


def _shock(words: str, rule: str, points: int, struck: list[tuple[int, int]]) -> Shock | None:
    """A shock with its units, the nearest first; None if it strikes none (morale.dp.chain)."""
    if not points or not struck:
        return None
    return Shock(rule, words, tuple((number, points) for _, number in struck))

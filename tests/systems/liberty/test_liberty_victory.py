"""Break points, victory points and degrees of victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.liberty import victory
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from tests.systems.liberty.parade import battle, unit

Case = Callable[[str], dict[str, Any]]

BROKEN, SHAKEN, WORN, STEADY = 24, 16, 8, 0


def army(side: int, first: int, hits: list[int]) -> list[Regiment]:
    """Four-base infantry units with so many hits each; those with 24 are broken."""
    units = [
        unit(first + n, 5 + 9 * n, 10 + 20 * side, 180 * side, side=side, hits=taken)
        for n, taken in enumerate(hits)
    ]
    return [replace(one, pose=None, broken=True) if one.hits >= BROKEN else one for one in units]


def armies(left: list[int], right: list[int]) -> LibertyBattle:
    return battle(*army(0, 0, left), *army(1, len(left), right))


def test_an_army_breaks_with_half_its_units_rounded_up(case: Case) -> None:
    """lib-067: victory.break-point"""
    points = [victory.break_point(armies([0] * units, [0]), 0) for units in (6, 7, 9, 14)]
    assert points == case("lib-067")["break_points"]


def test_points_are_scored_for_enemy_units_once_each(case: Case) -> None:
    """lib-068: victory.vp.broken, victory.vp.shaken, victory.vp.worn, victory.vp.break-point"""
    scene = armies(
        [BROKEN] * 4 + [SHAKEN] + [WORN] * 2 + [STEADY], [BROKEN] + [SHAKEN] * 2 + [WORN] * 3 + [STEADY] * 2
    )
    assert victory.points(scene, 0).total == case("lib-068")["vp_a"]
    assert victory.points(scene, 1).total == case("lib-068")["vp_b"]
    ended = victory.outcome(scene, "the end", "victory.end")
    assert (ended.winner, ended.degree) == (1, "major victory")


@pytest.mark.parametrize(
    ("worn", "winner", "degree"),
    [(5, None, "draw"), (6, 0, "minor victory"), (12, 0, "minor victory"), (13, 0, "major victory")],
)
def test_the_degree_goes_by_the_difference(worn: int, winner: int | None, degree: str) -> None:
    """victory.level: 0-5 a draw, 6-12 minor, 13 and more major."""
    scene = armies([STEADY], [WORN] * worn)
    ended = victory.outcome(scene, "the end", "victory.end")
    assert (ended.winner, ended.degree) == (winner, degree)

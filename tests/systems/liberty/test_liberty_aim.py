"""Taking aim: arcs, sight base by base, range, enfilade, cover and obscured ground, from the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.aim import Aim, aim, targets, whole_inches
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.shooting import Band, Fire, band, dice, to_hit
from sandtable.table.measure import QUARTERS, arc_of, is_enfiladed
from sandtable.table.space import Piece, Point, Pose, block, inches
from tests.systems.liberty.parade import LIGHTS, MILITIA, SIX_POUNDERS, battle, fence, ground, unit

Case = Callable[[str], dict[str, Any]]

LINE = block(4, files=4, width=200, depth=200)
OPEN: tuple[Piece, ...] = ()


def fire_across(*pieces: Piece, gap: float = 9.0) -> Fire:
    """A line of four facing another, their fronts so far apart, with this ground on the table."""
    scene = battle(unit(0, 36, 10), unit(1, 36, 10 + gap, 180, side=1), pieces=pieces)
    facts = aim(scene, scene.units[0], scene.units[1])
    assert facts is not None
    return facts


def test_range_is_measured_from_the_centre_of_the_bases_and_rounded_down(case: Case) -> None:
    """lib-035, its measurements: shooting.range.centre, shooting.range.round, shooting.range.measure"""
    facts = fire_across()
    expected = case("lib-035")
    assert facts.range == expected["range"]
    assert band(facts.weapon, facts.range) is Band.EFFECTIVE
    assert (dice(facts).total, to_hit(facts).total) == (expected["dice"], expected["to_hit"])
    assert [whole_inches(inches(measured)) for measured in (10.5, 10.99, 11.0)] == [10, 10, 11]


def test_enfilade_by_the_formula(case: Case) -> None:
    """lib-046"""
    here = Pose(0, 0, 0)
    spots = [(10, 0.9), (10, 3.5), (10, 3.6), (0, 9)]
    eyes = [Point(-400 - inches(aside), inches(forward) - 100) for aside, forward in spots]
    assert [is_enfiladed(here, LINE, eye) for eye in eyes] == case("lib-046")["enfiladed"]


def test_arcs_from_the_corners(case: Case) -> None:
    """lib-047: shooting.arcs, shooting.arcs.formula"""
    points = [(4.5, 1.5), (4.5, 1.4), (0, 1), (-6, 0), (-4.2, -1.3)]
    here = Pose(0, 100, 0)
    arcs = [arc_of(here, LINE, Point(inches(x), inches(y)), QUARTERS) for x, y in points]
    assert arcs == case("lib-047")["arcs"]


def test_a_target_outside_the_front_arc_cannot_be_shot_at() -> None:
    """shooting.arcs"""
    behind = battle(unit(0, 36, 20), unit(1, 36, 10, side=1), unit(2, 60, 20, 270, side=1))
    assert targets(behind, behind.units[0]) == ()


def test_any_enemy_in_sight_and_range_may_be_chosen() -> None:
    """shooting.target.free"""
    scene = battle(unit(0, 36, 10), unit(1, 30, 20, 180, side=1), unit(2, 42, 24, 180, side=1))
    assert targets(scene, scene.units[0]) == (Aim(0, 1), Aim(0, 2))


def test_only_bases_that_see_shoot() -> None:
    """shooting.los.base, shooting.dice.which-bases: a building hides half of the line's view."""
    town = ground("building", (28, 12), (36, 12), (36, 18), (28, 18))
    facts = fire_across(town, gap=10)
    assert 0 < facts.bases < 4


def test_rear_ranks_never_shoot() -> None:
    """shooting.dice.which-bases"""
    scene = battle(unit(0, 36, 10, formation=Formation.COLUMN), unit(1, 36, 20, 180, side=1))
    facts = aim(scene, scene.units[0], scene.units[1])
    assert facts is not None
    assert facts.bases == 2


def test_a_unit_between_blocks_the_line() -> None:
    """shooting.los.levels: friend or enemy."""
    scene = battle(unit(0, 36, 5), unit(1, 36, 25, 180, side=1), unit(2, 36, 12, bases=5))
    assert aim(scene, scene.units[0], scene.units[1]) is None
    assert targets(scene, scene.units[0]) == ()


def test_from_higher_ground_one_sees_over_troops_below() -> None:
    """shooting.los.high, shooting.los.low"""
    hill = ground("hill", (20, 0), (52, 0), (52, 6), (20, 6), level=1)
    scene = battle(unit(0, 36, 5), unit(1, 36, 25, 180, side=1), unit(2, 36, 12, bases=5), pieces=(hill,))
    facts = aim(scene, scene.units[0], scene.units[1])
    assert facts is not None
    assert facts.bases == 4


@pytest.mark.parametrize(("gap", "sees"), [(0.0, True), (-0.2, False)])
def test_a_line_that_only_touches_an_edge_is_not_interrupted(gap: float, sees: bool) -> None:  # noqa: FBT001
    """shooting.los.compute: one gun, its centre 1.5 in behind its front, between two houses wall to wall."""
    houses = (
        ground("building", (28, 12), (36 - gap, 12), (36 - gap, 18), (28, 18)),
        ground("building", (36, 12), (44, 12), (44, 18), (36, 18)),
    )
    gun, target = (unit(0, 36, 10, profile=SIX_POUNDERS, bases=1), unit(1, 36, 30, 180, side=1, bases=3))
    scene = battle(gun, target, pieces=houses)
    facts = aim(scene, gun, target)
    assert (facts is not None) is sees
    if facts is not None:
        assert facts.range == 21


def test_sight_passes_four_inches_of_forest_and_no_more() -> None:
    """terrain.forest.sight"""
    thin = ground("forest", (20, 12), (52, 12), (52, 15.9), (20, 15.9))
    thick = ground("forest", (20, 12), (52, 12), (52, 16.5), (20, 16.5))
    assert fire_across(thin).obscured
    scene = battle(unit(0, 36, 10), unit(1, 36, 19, 180, side=1), pieces=(thick,))
    assert aim(scene, scene.units[0], scene.units[1]) is None


def test_a_unit_in_a_forest_is_in_cover_and_not_also_obscured_by_it() -> None:
    """shooting.cover, shooting.cover.both, terrain.touch"""
    wood = ground("forest", (20, 18), (52, 18), (52, 30), (20, 30))
    facts = fire_across(wood)
    assert (facts.cover, facts.obscured) == (True, False)


def test_two_pieces_of_ground_can_give_both() -> None:
    """shooting.cover.both"""
    wood = ground("forest", (20, 18), (52, 18), (52, 30), (20, 30))
    crops = ground("crops", (20, 14), (52, 14), (52, 16), (20, 16))
    facts = fire_across(wood, crops)
    assert (facts.cover, facts.obscured) == (True, True)


@pytest.mark.parametrize(
    ("y", "cover", "obscured"),
    [(18.6, True, False), (18.4, False, True), (14.0, False, True), (10.3, False, False)],
)
def test_a_fence_covers_those_who_stand_at_it(y: float, cover: bool, obscured: bool) -> None:  # noqa: FBT001
    """terrain.obstacle.position, terrain.defend-obstacle, shooting.obscured: half an inch, for both."""
    facts = fire_across(fence((20, y), (52, y)))
    assert (facts.cover, facts.obscured) == (cover, obscured)


def test_a_fence_under_the_targets_own_bases_gives_no_cover() -> None:
    """terrain.obstacle.under"""
    assert not fire_across(fence((20, 20), (52, 20))).cover


def test_a_redoubt_covers_whoever_is_partly_inside_and_fortifies_whoever_is_wholly() -> None:
    """fort.detail, fort.save, shooting.cover"""
    inside = fire_across(ground("redoubt", (30, 18.5), (42, 18.5), (42, 24), (30, 24)))
    assert (inside.cover, inside.obscured, inside.fortified) == (True, False, True)
    partly = fire_across(ground("redoubt", (39, 15), (46, 15), (46, 24), (39, 24)))
    assert (partly.cover, partly.fortified) == (True, False), "its last base lies across the rim"
    deep = fire_across(ground("redoubt", (30, 15), (42, 15), (42, 24), (30, 24)))
    assert deep.cover, "the ground itself protects, however far behind the rim the unit stands"


def test_fire_from_within_the_same_redoubt_meets_no_cover() -> None:
    """fort.detail"""
    around = fire_across(ground("redoubt", (30, 5), (42, 5), (42, 24), (30, 24)))
    assert (around.cover, around.obscured) == (False, False)


@pytest.mark.parametrize(("rim", "cover", "obscured"), [(18.5, True, False), (18.4, False, True)])
def test_the_rim_of_a_redoubt_covers_those_who_stand_behind_it_outside(
    rim: float, *, cover: bool, obscured: bool
) -> None:
    """fort.detail, terrain.defend-obstacle: the fire comes across the works, the target stands beyond them,
    within half an inch of the rim or farther."""
    facts = fire_across(ground("redoubt", (30, 14), (42, 14), (42, rim), (30, rim)))
    assert (facts.cover, facts.obscured, facts.fortified) == (cover, obscured, False)


@pytest.mark.parametrize(
    ("kind", "by_table", "by_letter"),
    [
        ("brush", True, True),
        ("crops", True, True),
        ("rough", False, True),
        ("stream", False, True),
        ("river", False, True),
        ("road", False, False),
        ("open", False, False),
    ],
)
def test_ground_obscures_by_its_row_or_by_the_letter_whatever_it_is(
    kind: str, *, by_table: bool, by_letter: bool
) -> None:
    """shooting.obscured.terrain: in the other reading all ground that is not open obscures."""
    across = ground(kind, (20, 13), (52, 13), (52, 15), (20, 15))
    scene = battle(unit(0, 36, 10), unit(1, 36, 19, 180, side=1), pieces=(across,))
    for reading, obscured in enumerate((by_table, by_letter)):
        read = replace(scene, readings=Readings((("shooting.obscured.terrain", reading),)))
        facts = aim(read, read.units[0], read.units[1])
        assert facts is not None
        assert facts.obscured is obscured


def test_poorly_trained_militia_of_a_scenario_hits_on_sixes() -> None:
    """special.poorly-trained, special.unlisted, shooting.to-hit.poorly-trained: 5+, less one on the die."""
    raw = replace(unit(0, 36, 10, profile=MILITIA), special=(SpecialRule.POORLY_TRAINED,))
    scene = battle(raw, unit(1, 36, 19, 180, side=1))
    facts = aim(scene, raw, scene.units[1])
    assert facts is not None
    assert to_hit(facts).total == 6


def test_special_rules_and_arms_come_from_the_roster() -> None:
    scene = battle(
        unit(0, 36, 10, profile=SIX_POUNDERS, bases=2),
        unit(1, 36, 20, 180, side=1, profile=LIGHTS),
        unit(2, 20, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE),
    )
    facts = aim(scene, scene.units[0], scene.units[1])
    assert facts is not None
    assert (facts.weapon, facts.target.value) == ("6pdr Artillery", "Skirmishers")
    assert targets(scene, scene.units[2]) == ()


@pytest.mark.parametrize(("kind", "obscured"), [("crops", False), ("forest", True)])
def test_ground_below_the_higher_unit_does_not_obscure_unless_it_is_a_forest(
    kind: str, *, obscured: bool
) -> None:
    """terrain.level, shooting.obscured: the target stands on a hill, the ground between lies on the plain"""
    hill = ground("hill", (20, 17), (52, 17), (52, 30), (20, 30), level=1)
    between = ground(kind, (20, 12), (52, 12), (52, 14), (20, 14))
    scene = battle(unit(0, 36, 10), unit(1, 36, 19, 180, side=1), pieces=(hill, between))
    facts = aim(scene, scene.units[0], scene.units[1])
    assert facts is not None
    assert facts.obscured is obscured
    level = battle(unit(0, 36, 10), unit(1, 36, 19, 180, side=1), pieces=(between,))
    plain = aim(level, level.units[0], level.units[1])
    assert plain is not None
    assert plain.obscured

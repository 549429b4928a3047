"""Compulsory moves on the table: falling back, retreat and rout, and the friends who are passed through."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Removal
from sandtable.systems.elan.engagement import is_in_engagement_range
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitMoved, UnitsEngaged
from sandtable.systems.elan.falling import fall_back, give_way, pass_through, retreat, rout, threat_to
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Point, Pose
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    LIGHT,
    answered,
    area,
    battle,
    leader,
    on_hexes,
    place_of,
    unit,
)
from tests.systems.elan.playing import play


def line(x: float = 50, y: float = 40, **state: object) -> ElanUnit:
    return unit(0, x, y, **state)  # type: ignore[arg-type] # the state of a unit


ENEMY = unit(1, 50, 50, 180, side=1)


# --------------------------------------------------------------------- the three ways to go
def test_who_falls_back_keeps_facing_the_enemy_and_is_disordered() -> None:
    """compulsory.facing, compulsory.one-roll, command.activation.unsteady.fall-back: 1D6 and 9 in on foot"""
    after = play(fall_back, battle(line(), ENEMY), 0, 1, faces=(3,)).battle.units[0]
    assert after.pose == Pose(5000, 2800, 0)
    assert (after.disordered, after.retreating, after.fled) == (True, False, True)


def test_who_falls_back_turns_to_the_nearest_enemy_at_the_end() -> None:
    """compulsory.ends-turn: pushed back by one enemy it ends nearer to another, due east of it"""
    east = unit(2, 70, 27.5, 270, side=1)
    played = play(fall_back, battle(line(), ENEMY, east), 0, 1, faces=(3,))
    after = played.battle.units[0]
    assert after.pose == Pose(5050, 2750, 900)
    assert [event.deed for event in played.events if isinstance(event, UnitMoved)] == [Deed.FLED, Deed.PLACED]


def test_it_does_not_turn_where_that_would_overlap_a_friend() -> None:
    """compulsory.ends-turn, geometry.no-overlap"""
    east, close = unit(2, 70, 27.5, 270, side=1), unit(3, 50, 26.5)
    played = play(fall_back, battle(line(), ENEMY, east, close), 0, 1, faces=(3,))
    assert played.battle.units[0].pose == Pose(5000, 2800, 0)


def test_who_retreats_turns_away_first_and_stays_so() -> None:
    """compulsory.facing, compulsory.ends-turn, troops.retreat-state: its centre goes 12 in to the south"""
    after = play(retreat, battle(line(), ENEMY), 0, 1, faces=(3,)).battle.units[0]
    assert after.pose == Pose(5000, 2700, 1800)
    assert (after.disordered, after.retreating, after.fled) == (True, True, True)


def test_who_routs_moves_away_and_is_removed() -> None:
    """troops.rout-state, rally.fail, morale.fail-spent"""
    played = play(rout, battle(line(), ENEMY), 0, 1, faces=(3,))
    assert [event.to for event in played.events if isinstance(event, UnitMoved)] == [Pose(5000, 2700, 1800)]
    after = played.battle.units[0]
    assert (after.pose, after.removed) == (None, Removal.ROUTED)


def test_a_move_that_must_be_made_ends_contact() -> None:
    """geometry.contact"""
    touching = battle(line(), unit(1, 50, 40, 180, side=1))
    engaged = UnitsEngaged(Engagement(pair=(0, 1), charging=(1,))).apply(touching)
    assert not play(retreat, engaged, 0, 1, faces=(1,)).battle.is_in_contact(1)


@pytest.mark.parametrize(
    ("scale", "profile", "faces", "gone"),
    [
        (Scale.LARGE, HORSE, (2, 3), 14),
        (Scale.SMALL, HORSE, (2, 3), 9),
        (Scale.SMALL, LIGHT, (2,), 6),
    ],
)
def test_horse_go_two_dice_and_each_set_has_its_fixed_part(
    scale: Scale, profile: str, faces: tuple[int, ...], gone: int
) -> None:
    """morale.compulsory, rally.compulsory, movement.compulsory-rate"""
    fought = battle(
        line(profile=profile, scale=scale), unit(1, 50, 50, 180, side=1, scale=scale), scale=scale
    )
    after = play(fall_back, fought, 0, 1, faces=faces).battle.units[0]
    assert after.pose == Pose(5000, 4000 - 100 * gone, 0)


# --------------------------------------------------------------------- the table's edge, no way out
def test_half_of_those_twelve_inches_from_their_edge_leave_the_table() -> None:
    """compulsory-02: geometry.table-edge"""
    fought = battle(line(y=13), unit(1, 50, 20, 180, side=1))
    ends = [play(retreat, fought, 0, 1, faces=(face,)).battle.units[0].removed for face in range(1, 7)]
    assert ends == [None, None, None, Removal.LEFT, Removal.LEFT, Removal.LEFT]
    assert Fraction(ends.count(Removal.LEFT), 6) == Fraction(1, 2)


def test_who_cannot_go_half_his_way_surrenders() -> None:
    """compulsory.blocked: a lake all around leaves him no way; he does not move, and counts as routed"""
    lake = area("lake", (10, 10), (90, 10), (90, 37), (10, 37))
    west = area("lake", (10, 37), (45, 37), (45, 60), (10, 60), id="west")
    east = area("lake", (55, 37), (90, 37), (90, 60), (55, 60), id="east")
    fought = battle(line(), ENEMY, pieces=(lake, west, east))
    played = play(rout, fought, 0, 1, faces=(1,))
    assert played.battle.units[0].removed is Removal.SURRENDERED
    assert not [event for event in played.events if isinstance(event, UnitMoved)]


# --------------------------------------------------------------------- from whom
def test_of_two_enemies_equally_near_the_owner_chooses() -> None:
    """compulsory.direction, compulsory.tie"""
    fought = battle(line(), unit(1, 45, 50, 180, side=1), unit(2, 55, 50, 180, side=1))
    assert answered(lambda: threat_to(fought, 0), 2) == 2
    assert answered(lambda: threat_to(battle(line(), ENEMY), 0)) == 1


def test_with_no_enemy_on_the_table_it_goes_straight_home() -> None:
    """compulsory.direction"""
    alone = battle(line(facing=90))
    assert answered(lambda: threat_to(alone, 0)) is None
    assert play(retreat, alone, 0, None, faces=(1,)).battle.units[0].pose == Pose(4950, 2950, 1800)


# --------------------------------------------------------------------- formations
def test_squares_take_to_column_and_guns_limber() -> None:
    """compulsory.formation, melee.result.guns"""
    square = play(retreat, battle(line(formation=Formation.SQUARE), ENEMY), 0, 1, faces=(1,)).battle.units[0]
    assert (square.formation, square.shape.width) == (Formation.COLUMN, 200)
    guns = play(fall_back, battle(line(profile=GUNS), ENEMY), 0, 1, faces=(1,)).battle.units[0]
    assert (guns.formation, guns.unlimbered, guns.pose) == (Formation.LIMBERED, False, Pose(5000, 3000, 0))


# --------------------------------------------------------------------- friends in the way
def through() -> ElanBattle:
    """A line 2 in behind another, an enemy before both."""
    return battle(line(), ENEMY, unit(2, 50, 37))


def test_friends_passed_through_test_and_the_mover_does_not() -> None:
    """compulsory.friends, movement.interpenetrate-who"""
    passed = play(retreat, through(), 0, 1, faces=(1, 3, 4)).battle
    assert (passed.units[0].pose, passed.units[2].disordered) == (Pose(5000, 2900, 1800), False)
    assert play(retreat, through(), 0, 1, faces=(1, 3, 3)).battle.units[2].disordered


def test_skirmishers_neither_take_nor_cause_the_test() -> None:
    """movement.interpenetrate-who"""
    loose = battle(line(profile=LIGHT, formation=Formation.SKIRMISH), ENEMY, unit(2, 50, 37))
    assert not play(give_way, loose, 0, (2,)).battle.units[2].disordered
    lines = battle(line(), ENEMY, unit(2, 50, 37, profile=LIGHT, formation=Formation.SKIRMISH))
    assert not play(pass_through, lines, (2,), 0).events


def test_both_test_in_a_voluntary_move_and_each_that_fails_is_disordered() -> None:
    """movement.action.interpenetrate, movement.interpenetrate-who"""
    played = play(pass_through, through(), (2,), 0, faces=(3, 3, 3, 4))
    assert [event.unit for event in played.events if isinstance(event, UnitDisordered)] == [0]
    led = replace(through(), leaders=(leader(0, 1, attached_to=2), leader(1)))
    assert not play(pass_through, led, (2,), None, faces=(3, 3)).events


def test_who_is_disordered_already_suffers_nothing_more() -> None:
    """troops.disorder: it takes the test, and failing changes nothing"""
    worn = through().with_unit(replace(through().units[2], disordered=True))
    assert not play(pass_through, worn, (2,), None, faces=(1, 1)).events


# --------------------------------------------------------------------- engagement range
@pytest.mark.parametrize(("gap", "near"), [(18.0, True), (18.01, True), (18.02, False)])
def test_eighteen_inches_are_within_engagement_range(gap: float, near: bool) -> None:  # noqa: FBT001 - of a table
    """command.engagement-range: equal to a hundredth is equal, and a wall hides nobody"""
    wood = area("wood", (40, 42), (60, 42), (60, 44), (40, 44))
    fought = battle(line(), unit(1, 50, 40 + gap, 180, side=1), pieces=(wood,))
    assert is_in_engagement_range(fought, 0) is near


def test_a_commander_alone_is_no_enemy() -> None:
    """command.engagement-range"""
    fought = battle(line(), unit(1, 50, 70, 180, side=1), leaders=(leader(0), leader(1, 2, 50, 45)))
    assert not is_in_engagement_range(fought, 0)


def test_on_hexes_engagement_range_is_three_hexes() -> None:
    """command.engagement-range"""
    fought = battle(line(), ENEMY, unit(2, 0, 0, 180, side=1))
    assert is_in_engagement_range(on_hexes(fought, (5, 2, 0), (5, 5, 180), (9, 11, 180)), 0)
    assert not is_in_engagement_range(on_hexes(fought, (5, 2, 0), (5, 6, 180), (9, 11, 180)), 0)


# --------------------------------------------------------------------- on hexes
def test_on_hexes_foot_fall_back_two_hexes_without_a_die() -> None:
    """compulsory.hex, compulsory.ends-turn: of two ways home the owner chooses"""
    fought = on_hexes(battle(line(), ENEMY), (5, 6, 0), (5, 8, 180))
    played = play(fall_back, fought, 0, 1, answers=((5, 5), (5, 4)))
    after = played.battle.units[0]
    assert after.pose is not None
    assert (place_of(fought, after.pose, 0), after.pose.heading) == ((5, 4), 0)
    assert (after.disordered, played.asked) == (True, ("compulsory.tie", "compulsory.tie"))


def test_on_hexes_a_rout_over_the_edge_is_leaving_the_table() -> None:
    """compulsory.hex, geometry.table-edge"""
    fought = on_hexes(battle(line(), ENEMY), (5, 0, 0), (5, 2, 180))
    played = play(rout, fought, 0, 1)
    assert (played.battle.units[0].removed, played.asked) == (Removal.LEFT, ())


def test_on_hexes_friends_on_the_way_test_and_nobody_ends_on_one() -> None:
    """compulsory.friends, compulsory.hex: horse go three hexes, and a fourth where the third is taken"""
    horse, friend = line(profile=HORSE), unit(2, 0, 0)
    fought = on_hexes(battle(horse, ENEMY, friend), (5, 8, 0), (5, 10, 180), (5, 5, 0))
    played = play(retreat, fought, 0, 1, answers=((5, 7), (5, 6), (5, 5), (5, 4)), faces=(3, 3))
    after = played.battle.units
    assert after[0].pose is not None
    assert place_of(fought, after[0].pose, 0) == (5, 4)
    assert after[2].disordered


def test_a_unit_that_crosses_the_edge_as_it_turns_stands_on_the_table_until_it_is_removed() -> None:
    """geometry.table-edge, leaders.lost-unit: its left end is at the western edge; its commander is placed"""
    units = (
        unit(0, 3, 40),
        unit(1, 3.52, 40.93, 180, side=1),
        unit(2, 40, 20),
    )
    people = (leader(0, 1, attached_to=0), leader(1))
    done = play(retreat, battle(*units, leaders=people), 0, 1, answers=(Point(4000, 2000),), faces=(6, 3, 5))
    assert done.battle.units[0].removed is Removal.LEFT
    assert [one.to for one in done.told(UnitMoved)] == [Pose(300, 4000, 0)]

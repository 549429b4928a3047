"""Limits: a distance exactly at a limit is within it, a hundredth of an inch more is not (geometry.table)."""

from __future__ import annotations

import pytest

from sandtable.systems.tricorn.aim import aims
from sandtable.systems.tricorn.arcs import aspect_at, range_to
from sandtable.systems.tricorn.battle import Prize
from sandtable.systems.tricorn.charging import attack_on, halt_short
from sandtable.systems.tricorn.choices import Action, ActionKind
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.forming import forms
from sandtable.systems.tricorn.going import defends_bank, in_bad_going
from sandtable.systems.tricorn.melee_ground import help_for
from sandtable.systems.tricorn.moving import actions
from sandtable.systems.tricorn.nearness import distance, is_in_radius
from sandtable.systems.tricorn.officers import refuges
from sandtable.systems.tricorn.paths import path_of
from sandtable.systems.tricorn.rates import FULL_MOVE
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.terrain import STREAM, WOOD
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.victory import held_by
from sandtable.table.movement import Advance, Verdict
from sandtable.table.space import Point, Pose
from tests.systems.tricorn.parade_ground import HORSE, battle, box, officer, play, strip, unit


@pytest.mark.parametrize(
    ("rating", "radius"),
    [(Rating.EXCELLENT, 12), (Rating.GOOD, 10), (Rating.AVERAGE, 8), (Rating.POOR, 6)],
)
def test_a_unit_at_the_end_of_the_command_radius_is_in_command(rating: Rating, radius: int) -> None:
    """command.radius.measure: from the centre of his base to the nearest point of the unit"""
    for beyond, commanded in ((0.0, True), (0.01, False), (0.02, False)):
        led = unit(0, 36, 24 + 1 + radius + beyond)
        staff = (officer(0, 36, 24, rating=rating, command=0), officer(1, 71, 47, side=1, command=1))
        here = battle(led, officers=staff)
        assert is_in_radius(here, staff[0], led) is commanded, beyond


@pytest.mark.parametrize(("gap", "there"), [(12.0, (0,)), (12.01, ())])
def test_an_officer_gets_away_to_friends_within_twelve_inches(gap: float, there: tuple[int, ...]) -> None:
    """leaders.contacted"""
    staff = (officer(0, 20, 10, command=0), officer(1, 71, 47, side=1, command=1))
    here = battle(unit(0, 20, 10 + 1 + gap), officers=staff)
    assert refuges(here, staff[0]) == there


@pytest.mark.parametrize(("gap", "holders"), [(3.0, (0,)), (3.01, ())])
def test_an_objective_is_held_from_within_three_inches(gap: float, holders: tuple[int, ...]) -> None:
    """victory.objective"""
    prize = Prize("mill", "The mill", Point(2000.0, 1000.0), 3)
    assert held_by(battle(unit(0, 20, 10 + 1 + gap), prizes=(prize,)), prize) == holders


@pytest.mark.parametrize(("gap", "defends"), [(1.0, True), (1.01, False)])
def test_a_bank_is_defended_from_within_an_inch_of_the_stream(gap: float, *, defends: bool) -> None:
    """terrain.stream-bank"""
    stream = strip(STREAM, 1, (10, 12.5), (30, 12.5))
    here = battle(unit(0, 20, 12 - gap), unit(1, 20, 15, 180, side=1), pieces=(stream,))
    assert defends_bank(here, here.units[0], here.units[1]) is defends


@pytest.mark.parametrize(("beside", "helps"), [(0.5, 1), (0.51, 0)])
def test_a_friend_overlaps_from_half_an_inch_beside_the_primary(beside: float, helps: int) -> None:
    """melee.overlap.definition"""
    here = battle(unit(0, 20, 10), unit(1, 23 + beside, 10), unit(2, 20, 10, 180, side=1))
    assert len(help_for(here, 0, 2).overlaps) == helps


@pytest.mark.parametrize(("deep", "bad"), [(10.5, True), (10.51, False)])
def test_exactly_half_in_a_wood_is_in_bad_going(deep: float, *, bad: bool) -> None:
    """terrain.in-bad-going: the wood ends half way through a unit that is 1 in deep"""
    here = battle(unit(0, 20, 11), pieces=(box(WOOD, 15, deep, 25, 20),))
    assert in_bad_going(here, here.units[0]) is bad


@pytest.mark.parametrize(("gap", "touches"), [(0.02, True), (0.03, False)])
def test_two_hundredths_of_an_inch_apart_are_in_contact(gap: float, *, touches: bool) -> None:
    """geometry.distance"""
    here = battle(unit(0, 20, 10), unit(1, 20, 10 + gap, 180, side=1))
    assert is_in_contact(here, 0) is touches


@pytest.mark.parametrize(("y", "aspect"), [(50, "front"), (49, "flank"), (-50, "flank"), (-51, "rear")])
def test_on_the_line_of_the_front_it_is_frontal_and_on_that_of_the_rear_a_flank(y: int, aspect: str) -> None:
    """geometry.flank-zone.fire: a unit of 1 in depth about the origin"""
    assert aspect_at(Pose(0, 50), 100, Point(350.0, float(y))) == aspect


@pytest.mark.parametrize(("gap", "reached"), [(4.0, True), (4.01, False)])
def test_muskets_reach_four_inches(gap: float, *, reached: bool) -> None:
    """weapons.ranges"""
    here = battle(unit(0, 20, 10), unit(1, 20, 10 + gap, 180, side=1))
    assert bool(aims(here, 0)) is reached


@pytest.mark.parametrize(("gap", "open_to"), [(1.0, 1), (0.99, 0)])
def test_a_unit_that_forms_up_keeps_an_inch_from_enemies(gap: float, open_to: int) -> None:
    """movement.one-inch, formation.change: into a column the second base goes an inch farther back"""
    enemy = unit(1, 20 - 0.75, 10 - 2 - gap, side=1, formation=Formation.COLUMN)
    here = battle(unit(0, 20, 10), enemy)
    left = [form for form in forms(here, here.units[0]) if form.aside < 0]
    assert len(left) == open_to


@pytest.mark.parametrize(("gap", "open_to"), [(12.01, True), (12.0, False)])
def test_a_forced_march_begins_more_than_twelve_inches_from_every_enemy(gap: float, *, open_to: bool) -> None:
    """movement.forced-march"""
    column = unit(0, 20, 10, formation=Formation.COLUMN)
    here = battle(column, unit(1, 20, 10 + gap, 180, side=1))
    assert (Action(ActionKind.MARCH) in tuple(actions(here, column))) is open_to


@pytest.mark.parametrize(("left", "seen"), [(22.71, True), (22.73, False)])
def test_the_border_belongs_to_the_firing_arc(left: float, *, seen: bool) -> None:
    """geometry.arc: 3 in ahead the arc reaches 3 in times the tangent of 22: 1.212 in beside a corner"""
    shooter, target = unit(0, 20, 10), unit(1, left + 1.5, 12, 180, side=1)
    assert (range_to(shooter, target) is not None) is seen


def test_foot_that_fails_before_mounted_halts_exactly_an_inch_short() -> None:
    """movement.muskets-v-mounted.fail"""
    here = battle(unit(0, 20, 10), unit(1, 20, 13, 180, side=1, profile=HORSE, markers=2))
    declared = attack_on(here, here.units[0], FULL_MOVE, 1)
    verdict = declared.judge((Advance(300),))
    assert isinstance(verdict, Verdict)
    done = play(halt_short, here, 0, declared, verdict).battle
    assert distance(done.units[0], done.units[1]) == pytest.approx(100)


@pytest.mark.parametrize(("forward", "allowed"), [(600, True), (601, False)])
def test_an_allowance_is_not_overspent(forward: int, *, allowed: bool) -> None:
    """movement.allowance: Muskets in line go 6.00 in"""
    mover = unit(0, 36, 10)
    verdict = path_of(battle(mover), mover, FULL_MOVE).judge((Advance(forward),))
    assert isinstance(verdict, Verdict) is allowed


@pytest.mark.parametrize(("forward", "allowed"), [(200, True), (201, False)])
def test_a_move_without_contact_ends_an_inch_from_enemies(forward: int, *, allowed: bool) -> None:
    """movement.one-inch"""
    mover = unit(0, 36, 10)
    here = battle(mover, unit(1, 36, 13, 180, side=1))
    verdict = path_of(here, mover, FULL_MOVE).judge((Advance(forward),))
    assert isinstance(verdict, Verdict) is allowed

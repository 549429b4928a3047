"""Attacks: whom a unit may attack, by which edges, from where, and how it comes to lie."""

from __future__ import annotations

import pytest

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.attacks import PlanAttack, StartMelee, attacks
from sandtable.systems.tricorn.battle import Allowance, Command, TricornBattle
from sandtable.systems.tricorn.break_off import distance_of
from sandtable.systems.tricorn.charging import attacks_open, contact_of
from sandtable.systems.tricorn.contacts_made import bars, may_touch, objection
from sandtable.systems.tricorn.follow_up import follow_ups
from sandtable.systems.tricorn.rates import FULL_MOVE, HALF
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.movement import Advance, Leg, Oblique, Retire, Shift, Verdict, Wheel
from sandtable.table.space import Point, Pose, degrees
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    GUNS,
    HORSE,
    HUSSARS,
    LIGHTS,
    battle,
    box,
    garrison,
    officer,
    unit,
)
from tests.systems.tricorn.worked import figures


def attack_on(here: TricornBattle, target: int, share: int = FULL_MOVE) -> PlanAttack | None:
    """The question how the first unit attacks an enemy, if it can."""
    found = [one for one in attacks(here, here.units[0], share) if one.target == target]
    return found[0] if found else None


def judged(here: TricornBattle, target: int, *plan: Leg) -> Verdict | Refusal:
    """What becomes of a plan of attack of the first unit, whether an attack was found for it or not."""
    mover = here.units[0]
    known = attack_on(here, target)
    if known is None:
        far = attacks(battle(mover, unit(1, 36, 24.5, 180, side=1)), mover, FULL_MOVE)[0]
        known = StartMelee(
            0,
            mover,
            far.terms,
            far.scene.replaced(*here.units),
            battle=here,
            target=target,
            zoned=far.zoned,
            ways=(),
        )
    return known.judge(plan)


# --------------------------------------------------------------------- who may attack
def test_an_enemy_straight_ahead_in_reach_can_be_attacked() -> None:
    """movement.contact"""
    question = attack_on(battle(unit(0, 36, 24), unit(1, 36, 29.5, 180, side=1)), 1)
    assert question is not None
    assert (Advance(550),) in question.ways
    assert attack_on(battle(unit(0, 36, 24), unit(1, 36, 30.5, 180, side=1)), 1) is None


def test_columns_guns_and_garrisons_start_no_melee() -> None:
    """movement.contact.who, formation.column, terrain.garrison"""
    village = box("village", 10, 10, 14, 14)
    here = battle(
        unit(0, 36, 24, formation=Formation.COLUMN),
        unit(1, 40, 24, profile=GUNS),
        garrison(2, village),
        unit(3, 30, 24),
        pieces=(village,),
    )
    rules = [[bar.rule for bar in bars(here, who)] for who in here.units]
    assert rules == [["formation.column"], ["movement.contact.who"], ["terrain.garrison"], []]


def test_a_poor_generals_failed_roll_bars_melees_for_the_rest_of_the_turn() -> None:
    """initiative-poor-fails (command.poor.no-melee, command.poor.no-melee.scope)"""
    units = unit(0, 36, 24), unit(1, 36, 26, 180, side=1)
    commands = tuple(Command(f"c{n}", n, n, 1, no_melee=3 if n == 0 else 0) for n in (0, 1))
    staff = officer(0, 1, 1, command=0), officer(1, 71, 47, side=1, command=1)
    here = battle(*units, commands=commands, officers=staff, turn=3, allowance=Allowance.HALF)
    assert [bar.rule for bar in bars(here, here.units[0])] == ["command.poor.no-melee"]
    assert attacks_open(here, here.units[0], HALF) == ()
    assert figures("initiative-poor-fails")["may_contact"] is False
    later = battle(*units, commands=commands, officers=staff, turn=4)
    assert attacks_open(later, later.units[0], FULL_MOVE)


def test_out_of_command_and_after_declining_nobody_starts_a_melee() -> None:
    """command.radius.effect, turn.passed-move"""
    units = unit(0, 36, 24), unit(1, 36, 26, 180, side=1)
    out = battle(*units, in_command=())
    assert [bar.rule for bar in bars(out, out.units[0])] == ["command.radius.effect"]
    declined = battle(*units, allowance=Allowance.NONE)
    assert "turn.passed-move" in [bar.rule for bar in bars(declined, declined.units[0])]


@pytest.mark.parametrize("profile", ["musket-trained", LIGHTS])
def test_foot_attacks_only_mounted_with_two_markers(profile: str) -> None:
    """movement.muskets-v-mounted, movement.muskets-v-mounted.light-infantry"""
    foot = unit(0, 36, 24, profile=profile)
    for markers, allowed in ((1, False), (2, True)):
        here = battle(foot, unit(1, 36, 27, 180, side=1, profile=HORSE, markers=markers))
        assert (objection(here, *here.units) is None) is allowed
        assert (attack_on(here, 1) is not None) is allowed


def test_mounted_attacks_foot_and_guns_in_the_open_without_leave() -> None:
    """movement.mounted-v-foot"""
    here = battle(
        unit(0, 36, 24, profile=HORSE),
        unit(1, 36, 30, 180, side=1),
        unit(2, 40, 30, 180, side=1, profile=GUNS),
    )
    assert [one.target for one in attacks(here, here.units[0], FULL_MOVE)] == [1, 2]


def test_mounted_storms_redoubts_but_no_buildings() -> None:
    """movement.contact.who, terrain.redoubt"""
    for kind, allowed in (("village", False), ("strong-point", False), ("redoubt", True)):
        place = box(kind, 34, 28, 37, 31)
        here = battle(unit(0, 35.5, 24, profile=HORSE), garrison(1, place, side=1), pieces=(place,))
        assert (attack_on(here, 1) is not None) is allowed, kind


def test_foot_storms_a_village() -> None:
    """terrain.garrison"""
    place = box("village", 34, 28, 38, 32)
    question = attack_on(battle(unit(0, 36, 24), garrison(1, place, side=1), pieces=(place,)), 1)
    assert question is not None
    assert (Advance(400),) in question.ways


# --------------------------------------------------------------------- which edge
@pytest.mark.parametrize(
    ("start", "flank", "rear"),
    [((3.5, 0.5), False, False), ((3.5, 0.4), True, False), ((3.5, -0.6), True, True)],
)
def test_a_flank_is_touched_from_behind_the_front_and_the_rear_from_behind_the_rear(
    start: tuple[float, float], *, flank: bool, rear: bool
) -> None:
    """geometry.flank-zone.contact"""
    target = unit(0, 0, 0.5, side=1)
    here = Point(100 * start[0], 100 * start[1])
    assert may_touch(here, target, "front")
    assert may_touch(here, target, "left") is flank
    assert may_touch(here, target, "right") is flank
    assert may_touch(here, target, "rear") is rear


def test_who_began_ahead_of_the_front_line_may_not_touch_the_flank() -> None:
    """geometry.flank-zone.contact"""
    enemy = unit(1, 36, 27, 180, side=1)
    behind = battle(unit(0, 30, 27.6, 90, profile=HORSE), enemy)
    ahead = battle(unit(0, 30, 26.9, 90, profile=HORSE), enemy)
    assert isinstance(judged(behind, 1, Advance(450)), Verdict)
    refused = judged(ahead, 1, Advance(450))
    assert isinstance(refused, Refusal)
    assert refused.rule == "geometry.flank-zone.contact"


def test_a_side_step_brings_a_flank_edge_against_a_flank_but_never_against_a_front() -> None:
    """movement.contact, movement.sidestep.no-front-contact, geometry.edge-contact"""
    beside = battle(unit(0, 32, 24, profile=HORSE), unit(1, 36, 24.2, side=1))
    verdict = judged(beside, 1, Shift("right", 100))
    assert isinstance(verdict, Verdict)
    assert contact_of(beside, beside.units[0], 1, verdict)[1] == (1,)
    facing = battle(unit(0, 32, 24, profile=HORSE), unit(1, 34.5, 23, 270, side=1))
    refused = judged(facing, 1, Shift("right", 100))
    assert isinstance(refused, Refusal)
    assert refused.rule == "movement.sidestep.no-front-contact"


def test_a_flank_that_comes_to_lie_along_the_targets_flank_is_no_attack() -> None:
    """movement.contact, geometry.edge-contact: only by a Side Step would it be one"""
    here = battle(unit(0, 36, 24, profile=HORSE), unit(1, 39.5, 26, profile=GUNS, side=1))
    slid = Oblique("right", 220, 330)
    refused = judged(here, 1, slid)
    assert isinstance(refused, Refusal)
    assert refused.rule == "geometry.flank-zone.contact"
    ahead = unit(2, 37.2, 27.06, 180, side=1)
    beside = battle(here.units[0], here.units[1], ahead)
    assert isinstance(judged(beside, 2, slid), Verdict), "against somebody else's it does not matter"


# --------------------------------------------------------------------- lying flush
def test_an_attacker_turns_about_the_point_of_touch_until_it_lies_flush() -> None:
    """movement.contact"""
    here = battle(unit(0, 36, 24, 10), unit(1, 36, 27, 180, side=1))
    question = attack_on(here, 1)
    assert question is not None
    verdict = question.judge(
        next(way for way in question.ways if len(way) == 1 and isinstance(way[0], Advance))
    )
    assert isinstance(verdict, Verdict)
    assert verdict.end.heading == 100
    to, _ = contact_of(here, here.units[0], 1, verdict)
    assert (to.y, to.heading) == (2700, 0)
    # Its left front corner touched; it lay that far left of its middle, and still does.
    corner = verdict.end.at(-150, 0)
    assert to.x - 150 == pytest.approx(corner.x, abs=2)


def test_an_attacker_without_room_stays_as_it_is() -> None:
    """movement.contact: a friend stands where its right would come to lie"""
    horns = unit(0, 36, 24, 14), unit(1, 36, 27, 180, side=1)
    alone, crowded = battle(*horns), battle(*horns, unit(2, 39.2, 27.55))
    for here, heading in ((alone, 0), (crowded, 140)):
        verdict = judged(here, 1, Advance(272))
        assert isinstance(verdict, Verdict)
        assert verdict.end.heading == 140
        to, _ = contact_of(here, here.units[0], 1, verdict)
        assert to.heading == heading
        assert (to == verdict.end) is (heading == 140)


# --------------------------------------------------------------------- zones
def test_a_flank_attack_runs_an_inch_through_the_zones_of_others_and_no_farther() -> None:
    """movement.zoc.contact-exempt"""
    target = unit(1, 36, 27, 180, side=1)
    for x, allowed in ((35.78, True), (35.75, False)):  # 0.98 in and 1.01 in of the way lie in its zone
        other = unit(2, x, 33, 180, side=1, profile=HORSE)
        here = battle(unit(0, 27, 28.6, 90, profile=HUSSARS), target, other)
        verdict = judged(here, 1, Advance(750))
        assert isinstance(verdict, Verdict) is allowed, (x, verdict)


def test_in_a_zone_only_its_owner_is_contacted() -> None:
    """movement.zoc.effect"""
    pinning, other = unit(1, 36, 27, 180, side=1), unit(2, 40.2, 24.2, 90, side=1, formation=Formation.COLUMN)
    here = battle(unit(0, 36, 24, profile=HORSE), pinning, other)
    assert attack_on(here, 1) is not None
    assert attack_on(here, 2) is None


# --------------------------------------------------------------------- dragging
def test_a_unit_dragged_onto_an_enemy_is_offered_the_attack_that_ends_nearest() -> None:
    """movement.contact: any path that ends in legal contact will do"""
    here = battle(unit(0, 36, 24, profile=HORSE), unit(1, 37, 30, 180, side=1))
    question = attack_on(here, 1)
    assert question is not None
    for x in (35.0, 36.0, 37.5):
        found = question.nearest(Pose(round(100 * x), 3010, 0))
        assert isinstance(question.judge(found.plan), Verdict)
        assert found.miss < 60


def test_who_breaks_off_is_dragged_as_far_as_he_is_wanted() -> None:
    """movement.break-off.pass"""
    here = battle(unit(0, 36, 24), unit(1, 36, 24, 180, side=1))
    question = distance_of(here, here.units[0], FULL_MOVE)
    assert question.nearest(Pose(3600, 2230, 0)).plan == (Retire(170),)
    assert question.nearest(Pose(3600, 1500, 0)).plan == (Retire(300),)


# --------------------------------------------------------------------- follow-up
def test_a_follow_up_is_half_a_move_with_its_wheels_paid() -> None:
    """move-follow-up (movement.follow-up, movement.follow-up.distance, movement.follow-up.detail)"""
    horse = unit(0, 36, 24, profile=HUSSARS)
    assert horse.pose is not None
    wheeled = _wheeled(horse.pose, 40)
    forward = round(100 * figures("move-follow-up")["forward_in"])
    there = wheeled.shifted(0, forward)
    enemy = unit(1, there.x / 100, there.y / 100, 220, side=1)
    here = battle(horse, enemy)
    found = follow_ups(here, here.units[0])
    assert [one.target for one in found] == [1]
    assert isinstance(found[0].judge((Wheel("right", degrees(40)), Advance(forward))), Verdict)
    back = there.shifted(0, 150)
    farther = battle(horse, unit(1, back.x / 100, back.y / 100, 220, side=1))
    assert not follow_ups(farther, farther.units[0])


def _wheeled(pose: Pose, turn: int) -> Pose:
    """A pose wheeled about its right front corner, three inches of front."""
    pivot = pose.at(150, 0)
    turned = Pose(round(pivot.x), round(pivot.y), degrees(turn))
    return turned.shifted(-150, 0)


def test_only_mounted_that_stood_its_ground_follows_up_and_once() -> None:
    """movement.follow-up.detail, movement.no-foot-pursuit"""
    enemy = unit(1, 36, 27, 180, side=1)
    horse = unit(0, 36, 24, profile=CUIRASSIERS)
    assert follow_ups(battle(horse, enemy), horse)
    foot = battle(unit(0, 36, 24), enemy)
    assert not follow_ups(foot, foot.units[0])
    assert not follow_ups(battle(horse, enemy, followed=(0,)), horse)
    assert not follow_ups(battle(horse, enemy, recoiled=(0,)), horse)


def test_obliques_reach_an_enemy_aside() -> None:
    """movement.contact, movement.oblique"""
    here = battle(unit(0, 36, 24), unit(1, 39.9, 28, 180, side=1))
    question = attack_on(here, 1)
    assert question is not None
    assert isinstance(question.judge((Oblique("right", 220, 431),)), Verdict)
    assert all(isinstance(question.judge(way), Verdict) for way in question.ways)

"""The melee step on the table: the order of melees, what each does, and follow-ups."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.tricorn.battle import Removal, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.disorder_events import (
    GunsAbandoned,
    MarkersGained,
    UnitRecoiled,
    UnitRemoved,
    UnitWithdrew,
)
from sandtable.systems.tricorn.events import ActivationEnded
from sandtable.systems.tricorn.fighting import helpers_elsewhere, may_follow, melee_step
from sandtable.systems.tricorn.melee_events import MeleeBegan, MeleeFought
from sandtable.systems.tricorn.melee_ground import Aid, Bout
from sandtable.systems.tricorn.officer_events import OfficerLost
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.terrain import HILL
from sandtable.table.movement import Advance
from sandtable.table.space import inches
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    GUNS,
    HORSE,
    HUSSARS,
    LIGHTS,
    battle,
    box,
    officer,
    play,
    unit,
)
from tests.systems.tricorn.worked import figures, readings


def enemy(number: int, x: float, y: float = 10, **state: Any) -> TricornUnit:
    """A unit of the other side that looks down the table, its front on y."""
    return unit(number, x, y, 180, side=1, **state)


def at_blows(*units: TricornUnit, **state: Any) -> TricornBattle:
    """A battle in the melee step with side 0 active."""
    return battle(*units, step=Step.MELEE, **state)


def place(fought: TricornBattle, number: int) -> tuple[int, int]:
    """Where the middle of a unit's front stands, in hundredths of an inch."""
    pose = fought.units[number].pose
    assert pose is not None
    return pose.x, pose.y


def recoiled(events: tuple[UnitRecoiled, ...]) -> list[int]:
    return [event.unit for event in events]


# --------------------------------------------------------------------- the step
def test_without_a_contact_the_activation_is_over() -> None:
    """turn.melee, turn.melee.which"""
    over = play(melee_step, at_blows(unit(0, 20, 10), enemy(1, 20, 12)))
    assert over.told(ActivationEnded) == (ActivationEnded(),)
    assert over.asked == ()


def test_melees_are_fought_in_the_order_of_the_active_player() -> None:
    """melee.order, melee.primary, melee.choose-fight"""
    fought = at_blows(unit(0, 10, 10), unit(1, 20, 10), enemy(2, 10), enemy(3, 20))
    first = play(melee_step, fought, answers=(3,), faces=(1, 6))
    assert first.asked == ("melee.choose-fight",)
    assert first.told(MeleeBegan) == (MeleeBegan(1, 3),)
    assert first.battle.fought == (1, 3)
    second = play(melee_step, first.battle, faces=(1, 6))
    assert second.asked == ()
    assert second.told(MeleeBegan) == (MeleeBegan(0, 2),)
    assert play(melee_step, second.battle).told(ActivationEnded)


def test_the_active_player_names_his_primary() -> None:
    """melee.primary, melee.choose-primary"""
    fought = at_blows(unit(0, 18.5, 10), unit(1, 21.5, 10), enemy(2, 20))
    named = play(melee_step, fought, answers=(1,), faces=(1, 6))
    assert named.asked == ("melee.choose-primary",)
    (told,) = named.told(MeleeFought)
    assert (told.unit, told.target, told.helpers) == (1, 2, (0,))
    with pytest.raises(Refused):
        play(melee_step, fought, answers=(2,))


# ------------------------------------------------------------------ markers, loser
def test_the_loser_recoils_one_base_depth() -> None:
    """melee.hit, melee.result.fewest-recoils, melee.recoil.distance, movement.no-foot-pursuit"""
    done = play(melee_step, at_blows(unit(0, 20, 10), enemy(1, 20)), faces=(3, 4))
    assert done.told(MeleeFought) == (MeleeFought(0, 1, (3, 3), (1, 0), (0, 1), 1),)
    assert done.told(MarkersGained) == (MarkersGained(1, 1),)
    assert place(done.battle, 1) == (inches(20), inches(11))
    assert place(done.battle, 0) == (inches(20), inches(10))


def test_who_recoiled_from_one_melee_recoils_again_from_the_next() -> None:
    """melee.one-recoil"""
    earlier = at_blows(unit(0, 20, 10), enemy(1, 20), recoiled=(1,))
    done = play(melee_step, earlier, faces=(3, 4))
    assert recoiled(done.told(UnitRecoiled)) == [1]


def test_light_cavalry_rides_light_infantry_down_in_the_open() -> None:
    """disorder.extra.lights-v-light-cavalry, melee.result.count: both hit, but the lights get two markers"""
    fought = at_blows(unit(0, 20, 10, profile=HUSSARS), enemy(1, 20, profile=LIGHTS))
    done = play(melee_step, fought, faces=(2, 2, 11))
    assert done.told(MeleeFought) == (MeleeFought(0, 1, (2, 2), (1, 1), (1, 2), 1),)
    assert recoiled(done.told(UnitRecoiled)) == [1]


@pytest.mark.parametrize(("reading", "faces", "loser"), [(0, (4, 3, 9, 13), 1), (1, (4, 3, 1, 6, 13, 9), 0)])
def test_the_markers_of_step_four_decide_who_lost(reading: int, faces: tuple[int, ...], loser: int) -> None:
    """melee.result.count: shock horse puts 3 markers on Muskets that put 2 on it; by hits it is a tie"""
    fought = at_blows(
        unit(0, 20, 10, profile=CUIRASSIERS),
        enemy(1, 20),
        readings=SYSTEM.rulebook().choose({Reading.STEP_THREE_ONLY: reading}),
    )
    (told,) = play(melee_step, fought, faces=faces).told(MeleeFought)
    assert (told.markers, told.loser) == ((2, 3), loser)


def test_the_higher_unit_wins_a_tie_with_hits() -> None:
    """melee-tie-uphill: melee.result.tie, melee.tie.same-for-hits, geometry.uphill"""
    fought = at_blows(unit(0, 20, 10), enemy(1, 20), pieces=(box(HILL, 15, 4, 25, 10),))
    done = play(melee_step, fought, faces=(1, 1))
    assert done.told(MeleeFought)[0].loser == 1
    assert place(done.battle, 1) == (inches(20), inches(11))
    assert [one.markers for one in done.battle.units] == [1, 1]


def test_a_level_tie_breaker_leaves_both_in_contact() -> None:
    """melee.tie.claims, melee.tie.roll, melee.loser, melee.continue"""
    done = play(melee_step, at_blows(unit(0, 20, 10), enemy(1, 20)), faces=(6, 6, 4, 4))
    assert done.told(MeleeFought)[0].loser is None
    assert done.told(UnitRecoiled) == ()
    again = play(melee_step, at_blows(*done.battle.units, active=1), faces=(6, 6, 5, 4))
    assert again.told(MeleeBegan) == (MeleeBegan(1, 0),)
    assert again.told(MeleeFought)[0].loser == 0


def test_horse_that_misses_foot_recoils_a_base_depth_of_its_own() -> None:
    """melee-elite-mounted-miss: melee.mounted-must-recoil, melee.mounted-must-recoil.priority"""
    expected = figures("melee-elite-mounted-miss")
    fought = at_blows(
        unit(0, 20, 10, profile="heavy24-elite"), enemy(1, 20), pieces=(box(HILL, 15, 4, 25, 10),)
    )
    done = play(melee_step, fought, faces=(5, 6))
    assert done.told(MeleeFought)[0].loser == 0
    assert place(done.battle, 0) == (inches(20), inches(10 - expected["recoil_in"]))
    assert done.told(MarkersGained) == ()


def test_by_the_other_reading_elite_horse_stands() -> None:
    """reading-elite-horse-stands: melee.mounted-must-recoil.priority, melee.tie.claims"""
    expected = figures("reading-elite-horse-stands")
    fought = at_blows(
        unit(0, 20, 10, profile="heavy24-elite"),
        enemy(1, 20),
        readings=SYSTEM.rulebook().choose({Reading.CLAIMANT_STANDS: 1}),
    )
    done = play(melee_step, fought, faces=(5, 6))
    assert place(done.battle, 1) == (inches(20), inches(10 + expected["recoil_in"]))
    assert place(done.battle, 0) == (inches(20), inches(10))


# ---------------------------------------------------------------------------- guns
def test_guns_that_lose_do_not_recoil_and_are_taken_when_abandoned() -> None:
    """melee-muskets-v-guns, guns-captured: melee.artillery-no-recoil, disorder.extra.artillery-loses,
    morale.row.2.artillery, artillery.abandoned"""
    fought = at_blows(unit(0, 20, 10), enemy(1, 20, profile=GUNS))
    held = play(melee_step, fought, faces=(3, 3, 11))
    assert held.told(MeleeFought)[0].markers == (0, 2)
    assert (held.told(UnitRecoiled), held.battle.units[1].markers) == ((), 2)
    taken = play(melee_step, fought, faces=(3, 3, 12))
    assert len(taken.told(GunsAbandoned)) == 1
    assert taken.battle.units[1].removed is Removal.CAPTURED


def test_muskets_beaten_by_guns_withdraw_if_they_fail() -> None:
    """melee-muskets-v-guns: disorder.extra.v-guns, morale.mod.artillery, morale.row.2, melee.one-recoil"""
    fought = at_blows(unit(0, 20, 20), enemy(1, 20, 20, profile=GUNS))
    firm = play(melee_step, fought, faces=(6, 2, 9))
    assert firm.told(UnitWithdrew) == ()
    gone = play(melee_step, fought, faces=(6, 2, 10, 4))
    assert recoiled(gone.told(UnitRecoiled)) == [0]
    assert [event.unit for event in gone.told(UnitWithdrew)] == [0]
    assert place(gone.battle, 0)[1] < inches(20)
    assert gone.battle.units[0].markers == 3


# ------------------------------------------------------------------- the sequence
def test_officers_are_checked_before_the_table_is_consulted() -> None:
    """melee.sequence, combat.procedure, leaders.casualty.when, leaders.casualty.trigger"""
    staff = (officer(0, 1, 1, command=0), officer(1, side=1, command=1, attached=1))
    fought = at_blows(unit(0, 20, 10), enemy(1, 20, markers=1), officers=staff)
    # a hit, a miss; the officer falls; the Muskets with 2 markers test on 11 and not on 13
    fallen = play(melee_step, fought, faces=(1, 6, 5, 6, 12, 1))
    assert fallen.told(OfficerLost) == (OfficerLost(1),)
    assert len(fallen.told(UnitWithdrew)) == 1
    steps = (MeleeFought, MarkersGained, OfficerLost, UnitRecoiled, UnitWithdrew)
    happened = [type(event) for event in fallen.events if isinstance(event, steps)]
    assert happened[:5] == list(steps)
    safe = play(melee_step, fought, faces=(1, 6, 5, 5, 12))
    assert safe.told(OfficerLost) == ()
    assert safe.told(UnitWithdrew) == ()


def test_the_losing_side_consults_first_and_else_the_side_that_is_not_active() -> None:
    """melee.sequence"""
    units = (unit(0, 20, 20, markers=1), enemy(1, 20, 20, markers=1))
    level = play(melee_step, at_blows(*units), faces=(1, 1, 3, 3, 11, 11))
    told = [event.unit for event in level.events if type(event).__name__ == "TableConsulted"]  # type: ignore[attr-defined]  # every such event has a unit
    assert told == [1, 0]
    beaten = play(melee_step, at_blows(*units), faces=(1, 1, 3, 4, 11, 11))
    told = [event.unit for event in beaten.events if type(event).__name__ == "TableConsulted"]  # type: ignore[attr-defined]  # every such event has a unit
    assert told == [0, 1]


def test_a_shock_charge_into_a_flank_destroys_muskets() -> None:
    """melee-flank-charge24: morale.row.4, disorder.extra.flank, melee.both-roll-flank"""
    fought = at_blows(unit(0, 18.5, 10.5, 90, profile=CUIRASSIERS), enemy(1, 20))
    done = play(melee_step, fought, faces=(6, 4))
    assert done.told(MeleeFought)[0].markers == (0, figures("melee-flank-charge24")["markers"])
    assert [event.how for event in done.told(UnitRemoved)] == [Removal.ELIMINATED]


# ---------------------------------------------------------------------- supporters
def test_friends_of_the_loser_who_touch_the_winner_recoil_without_markers() -> None:
    """melee.recoil.supporters"""
    fought = at_blows(unit(0, 20, 10), unit(1, 18.5, 10.5, 90, markers=2), enemy(2, 20))
    done = play(melee_step, fought, faces=(6, 1))
    assert done.told(MeleeFought)[0].loser == 0
    assert recoiled(done.told(UnitRecoiled)) == [0, 1, 2]  # the winner was touched on its flank
    assert [one.markers for one in done.battle.units] == [1, 2, 0]


def test_an_overlapping_unit_that_touches_nobody_stays() -> None:
    """melee.recoil.supporters, melee.overlap.definition"""
    done = play(melee_step, at_blows(unit(0, 20, 10), unit(1, 17, 10), enemy(2, 20)), faces=(6, 1))
    assert done.told(MeleeFought)[0].helpers == (1,)
    assert recoiled(done.told(UnitRecoiled)) == [0]


def test_a_unit_that_could_help_twice_is_asked_when_the_first_is_fought() -> None:
    """melee.support-once, melee.support"""
    units = (unit(0, 17, 10), unit(1, 20, 10), unit(2, 23, 10), enemy(3, 16.5), enemy(4, 23.5))
    fought = at_blows(*units)
    assert helpers_elsewhere(fought, Bout(0, 3)) == (1,)
    given = play(melee_step, fought, answers=(3, Aid.GIVE), faces=(1, 6))
    assert given.asked == ("melee.choose-fight", "melee.support")
    assert given.told(MeleeFought)[0].values[0] == 4
    assert given.battle.supported == (1,)
    later = play(melee_step, given.battle, faces=(1, 6))
    assert later.asked == ()
    assert later.told(MeleeFought)[0].values[0] == 3
    saved = play(melee_step, fought, answers=(3, Aid.SAVE), faces=(1, 6))
    assert saved.told(MeleeFought)[0].values[0] == 3
    then = play(melee_step, saved.battle, faces=(1, 6))
    assert then.told(MeleeFought)[0].values[0] == 4


# ----------------------------------------------------------------- flank and rear
def test_by_the_other_reading_a_flanked_unit_that_wins_stays_as_it_is() -> None:
    """movement.flank-contact.no-turn, movement.flank-contact.when"""
    fought = at_blows(
        unit(0, 18.5, 10.5, 90),
        enemy(1, 20),
        readings=SYSTEM.rulebook().choose({Reading.FLANK_STANDS: 1}),
    )
    done = play(melee_step, fought, faces=(6, 1))
    assert recoiled(done.told(UnitRecoiled)) == [0]
    assert done.battle.units[1].pose == fought.units[1].pose


def test_a_flanked_winner_recoils_and_turns_all_the_same() -> None:
    """reading-flank-always-recoils: movement.flank-contact.when, recoil.path"""
    fought = at_blows(
        unit(0, 18.5, 10.5, 90), enemy(1, 20), readings=readings("reading-flank-always-recoils")
    )
    done = play(melee_step, fought, faces=(6, 1))
    assert recoiled(done.told(UnitRecoiled)) == [0, 1]
    back = next(event for event in done.told(UnitRecoiled) if event.unit == 1)
    assert back.distance == inches(figures("reading-flank-always-recoils")["recoil_in"])
    assert back.to.heading == 2700


# --------------------------------------------------------------------- follow-ups
def test_horse_whose_opponent_is_destroyed_may_follow_up_and_fights_at_once() -> None:
    """movement.follow-up, movement.follow-up.immediate, movement.follow-up.refight"""
    fought = at_blows(unit(0, 20, 10, profile=CUIRASSIERS), enemy(1, 20, markers=1), enemy(2, 20, 14))
    stays = play(melee_step, fought, answers=(None,), faces=(1, 6))
    assert stays.asked == ("melee.follow-up",)
    assert stays.battle.units[1].removed is Removal.ELIMINATED
    goes = play(
        melee_step, replace(fought, fought=(2,)), answers=(2, (Advance(inches(4)),)), faces=(1, 6, 5, 6)
    )
    assert goes.told(MeleeBegan) == (MeleeBegan(0, 1), MeleeBegan(0, 2))
    assert goes.battle.followed == (0,)


def test_a_follow_up_fights_the_enemy_it_named_whomever_else_it_touches() -> None:
    """movement.follow-up.immediate, melee.follow-up"""
    pair = enemy(2, 18.5, 14), enemy(3, 21.5, 14)
    fought = at_blows(unit(0, 20, 10, profile=CUIRASSIERS), enemy(1, 20, markers=1), *pair)
    for named in (2, 3):
        done = play(melee_step, fought, answers=(named, (Advance(inches(4)),)), faces=(1, 6, 5, 6))
        assert done.asked == ("melee.follow-up", "move.start-melee")
        assert done.told(MeleeBegan)[1] == MeleeBegan(0, named)


def test_foot_never_follows_up_and_horse_only_once() -> None:
    """movement.no-foot-pursuit, movement.follow-up.detail"""
    gone = replace(enemy(1, 20), pose=None, removed=Removal.ELIMINATED)
    for profile, followed, may in ((HORSE, (), True), (HORSE, (0,), False), ("musket-guard", (), False)):
        fought = at_blows(unit(0, 20, 10, profile=profile), gone, followed=followed)
        assert may_follow(fought, 0, 1) is may
    standing = at_blows(unit(0, 20, 10, profile=HORSE), enemy(1, 20))
    assert not may_follow(standing, 0, 1)

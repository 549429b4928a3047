"""The morale table on the table: who consults it when, and what a test looks at."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.battle import Command, Due, Removal, Step, TricornBattle
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.consulting import consult, consult_step
from sandtable.systems.tricorn.disorder_events import UnitRecoiled, UnitRemoved, UnitWithdrew
from sandtable.systems.tricorn.events import StepBegan
from sandtable.systems.tricorn.melee_facts import Fighter, Melee, Side, trial_after_melee
from sandtable.systems.tricorn.morale import Effect, Occasion, Trial, target
from sandtable.systems.tricorn.morale_events import (
    ConsultationBegan,
    FriendRunInto,
    MoraleTested,
    TableConsulted,
)
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.pushes import push_in_melee
from sandtable.systems.tricorn.recoiling import recoil
from sandtable.systems.tricorn.terrain import HILL, STREAM, VILLAGE, WOOD, WORKS
from sandtable.systems.tricorn.trials import take_test, trial_after_fire, trial_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import Piece
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HEAVY_GUNS,
    LIGHTS,
    MUSKETS,
    RECRUITS,
    Played,
    battle,
    box,
    garrison,
    officer,
    play,
    strip,
    unit,
)
from tests.systems.tricorn.worked import figures, is_other, readings


def due(fought: TricornBattle, number: int, shooter: int, **circumstances: Any) -> Due:
    """A unit hit by the fire of an enemy where he stands."""
    origin = middle_of(fought.units[shooter])
    return Due(number, (shooter,), nearest=shooter, origin=origin, **circumstances)


def under_fire(
    markers: int, *, profile: str = MUSKETS, shooter: str = MUSKETS, **circumstances: Any
) -> TricornBattle:
    """An enemy of the active side, so marked by now, four inches before its front."""
    kept = {name: circumstances.pop(name) for name in ("officers", "commands") if name in circumstances}
    fought = battle(
        unit(0, 20, 10, profile=shooter),
        unit(1, 20, 14, 180, side=1, profile=profile, markers=markers),
        step=Step.CONSULT,
        **kept,
    )
    return replace(fought, dues=(due(fought, 1, 0, **circumstances),))


def told(done: Played) -> TableConsulted:
    (event,) = done.told(TableConsulted)
    return event


# ----------------------------------------------------------------------- the table after fire
@pytest.mark.parametrize(("face", "effect"), [(10, Effect.NONE), (11, Effect.RECOIL)])
def test_recruits_under_fire_on_the_table(face: int, effect: Effect) -> None:
    """morale.row.1, morale.mod.first-marker: fire-recruits"""
    done = play(consult_step, under_fire(1, profile=RECRUITS), faces=(face,))
    assert (told(done).target, told(done).effect) == (figures("fire-recruits")["test"], effect)
    went = [event.distance for event in done.told(UnitRecoiled)]
    assert went == ([100] if effect is Effect.RECOIL else [])


@pytest.mark.parametrize(("face", "effect"), [(9, Effect.NONE), (10, Effect.WITHDRAW)])
def test_muskets_under_heavy_guns_at_short_range(face: int, effect: Effect) -> None:
    """morale.row.2, morale.mod.artillery, morale.mod.marker-totals: fire-short-heavy"""
    fought = under_fire(2, shooter=HEAVY_GUNS, by_guns=True)
    done = play(consult_step, fought, faces=(face,) if effect is Effect.NONE else (face, 3))
    assert (told(done).target, told(done).effect) == (figures("fire-short-heavy")["test"], effect)
    assert len(done.told(UnitWithdrew)) == (effect is Effect.WITHDRAW)


def test_two_shooters_lead_to_one_test_at_the_new_total() -> None:
    """shooting.resolution-order, morale.when, morale.row.2: fire-two-shooters"""
    fought = under_fire(2)
    done = play(consult_step, fought, faces=(11,))
    assert (told(done).target, told(done).passed) == (11, True)
    assert done.battle.dues == ()
    failed = play(consult_step, fought, faces=(12, 1))
    assert len(failed.told(UnitWithdrew)) == 1
    # The permanent marker makes three, and leads to no further consultation.
    assert failed.battle.units[1].markers == 3


def test_only_the_row_of_the_total_is_used_and_four_markers_are_the_end_without_a_test() -> None:
    """morale.row.3, morale.row.4, disorder.max"""
    third = play(consult_step, under_fire(3), faces=(9,))
    assert told(third).passed
    lost = play(consult_step, under_fire(3), faces=(10,))
    assert [event.how for event in lost.told(UnitRemoved)] == [Removal.ELIMINATED]
    for markers in (4, 6):
        gone = play(consult_step, under_fire(markers))
        assert told(gone).passed is None
        assert [type(event) for event in gone.events[-2:]] == [UnitRecoiled, UnitRemoved]


def test_an_officer_that_lives_helps_and_one_that_fell_does_not() -> None:
    """leaders.casualty.when, morale.mod.general-attached: officer-casualty"""
    staff = (officer(0, 1, 1, command=0), officer(1, side=1, command=1, attached=1))
    assert told(play(consult_step, under_fire(2, officers=staff), faces=(1,))).target == 13
    fallen = (staff[0], replace(staff[1], attached=None, lost=True))
    assert told(play(consult_step, under_fire(2, officers=fallen), faces=(1,))).target == 11


@pytest.mark.parametrize(
    ("circumstance", "worth", "rule"),
    [
        ("cover", 2, "morale.mod.cover"),
        ("uphill", 2, "morale.mod.uphill"),
        ("stream", 2, "morale.mod.stream"),
        ("by_guns", -2, "morale.mod.artillery"),
        ("in_flank", -3, "morale.mod.flank-fire"),
    ],
)
def test_the_circumstances_of_the_fire_count_in_the_consultation(
    circumstance: str, worth: int, rule: str
) -> None:
    """morale.mod.scope"""
    held: dict[str, Any] = {circumstance: True}
    fought = under_fire(2, **held)
    tally = target(trial_after_fire(fought, fought.dues[0]))
    assert (tally.whole, rule in {step.rule for step in tally.steps}) == (11 + worth, True)


def test_when_nobody_has_to_consult_the_melees_begin() -> None:
    """turn.sequence"""
    done = play(consult_step, battle(unit(0, 20, 10), step=Step.CONSULT))
    assert done.told(StepBegan) == (StepBegan(Step.MELEE),)


# ----------------------------------------------------------------------- the order
def all_under_fire(*markers: int, profile: str = MUSKETS) -> TricornBattle:
    """Two units of each side, the active first, that were all hit."""
    places = ((20, 10, 0), (30, 10, 0), (20, 14, 180), (30, 14, 180))
    units = [
        unit(n, x, y, facing, side=n // 2, markers=count, profile=profile)
        for n, ((x, y, facing), count) in enumerate(zip(places, markers, strict=True))
    ]
    fought = battle(*units, step=Step.CONSULT)
    return replace(fought, dues=tuple(due(fought, n, (n + 2) % 4) for n in range(4)))


def test_the_other_side_consults_first_and_each_side_in_the_order_its_owner_likes() -> None:
    """shooting.resolution-order, fire.morale-order"""
    fought = all_under_fire(2, 2, 2, 2)
    order: list[int] = []
    for answers in ((3,), (), (1,), ()):
        done = play(consult_step, fought, answers=answers, faces=(1,))
        assert done.asked == ("fire.morale-order",) * len(answers)
        order += [event.unit for event in done.told(ConsultationBegan)]
        fought = done.battle
    assert order == [3, 2, 1, 0]
    assert play(consult_step, fought).battle.step is Step.MELEE


def test_a_unit_to_which_the_table_does_nothing_is_not_asked_about() -> None:
    """morale.row.1, shooting.resolution-order"""
    fought = all_under_fire(2, 1, 1, 1)
    for unit_no in (2, 3, 1):
        done = play(consult_step, fought)
        assert (done.asked, told(done).unit, told(done).effect) == ((), unit_no, Effect.NONE)
        fought = done.battle
    assert told(play(consult_step, fought, faces=(1,))).unit == 0


def test_each_consultation_settles_a_combat_of_its_own() -> None:
    """recoil.blocked, morale.recoiled-into.once"""
    fought = replace(all_under_fire(2, 2, 2, 2), recoiled=(2,), blocked=(2,), jostled=((2, 3),))
    done = play(consult_step, fought, answers=(2,), faces=(1,)).battle
    assert (done.recoiled, done.blocked, done.jostled) == ((), (), ())


def test_a_unit_run_into_before_its_own_turn_consults_with_all_it_has_by_then() -> None:
    """recoil.blocked, morale.when"""
    fought = battle(
        unit(0, 20, 10),
        unit(1, 20, 14, 180, side=1, profile=RECRUITS, markers=1),
        unit(2, 20, 15.4, 180, side=1, profile=RECRUITS, markers=1),
        unit(3, 20, 16.6),
        step=Step.CONSULT,
    )
    fought = replace(fought, dues=(due(fought, 1, 0), due(fought, 2, 0)))
    first = play(consult_step, fought, answers=(1,), faces=(20, 20))
    # Number 2 was run into, failed, met the enemy behind it and took a marker for that.
    assert [event.unit for event in first.told(FriendRunInto)] == [2]
    assert first.battle.units[2].markers == 2
    second = play(consult_step, first.battle, faces=(1,))
    assert (told(second).unit, told(second).markers) == (2, 2)


def test_guns_that_were_abandoned_in_the_meantime_consult_no_more() -> None:
    """artillery.abandoned"""
    fought = under_fire(2, profile=GUNS)
    left = fought.with_unit(replace(fought.units[1], formation=Formation.ABANDONED))
    done = play(consult_step, left)
    assert (done.told(TableConsulted), done.battle.dues) == ((), ())


# ----------------------------------------------------------------------- after a melee
def flanked(markers: int, readings: Readings) -> TricornBattle:
    """Muskets with an enemy on their left flank alone."""
    return battle(
        unit(0, 30, 30.5, markers=markers),
        unit(1, 28.5, 30, 90, side=1),
        step=Step.MELEE,
        readings=readings,
    )


@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_a_unit_flanked_in_a_melee_consults_with_the_contacts_before_any_recoil(
    face: int,
    passed: bool,  # noqa: FBT001 - a parameter of the case
) -> None:
    """morale.mod.surrounded.reading, morale.mod.scope, melee.one-recoil: morale-flank-melee"""
    fought = flanked(2, readings("morale-flank-melee"))
    push = push_in_melee(fought, 0, 1)
    melee = Melee(one=Fighter(left=True, front=False), per_edge=is_other("morale-flank-melee"))
    trial = trial_after_melee(melee, Side.ONE, 2, Attached.NOBODY)
    gone = play(recoil, fought, 0, push).battle
    done = play(consult, gone, 0, trial, push, faces=(face,) if passed else (face, 2))
    assert (told(done).target, told(done).passed) == (figures("morale-flank-melee")["target"], passed)
    assert done.told(UnitRecoiled) == ()
    assert len(done.told(UnitWithdrew)) == (not passed)


def test_a_marker_for_a_blocked_recoil_counts_in_the_consultation_that_follows() -> None:
    """recoil.blocked, melee.sequence"""
    fought = battle(unit(0, 20, 20, markers=1), unit(1, 20, 20, 180, side=1), unit(2, 20, 18.5, side=1))
    push = push_in_melee(fought, 0, 1)
    gone = play(recoil, fought, 0, push).battle
    done = play(consult, gone, 0, Trial(markers=1), push, faces=(11,))
    assert (told(done).markers, told(done).target, told(done).passed) == (2, 11, True)


def test_an_officer_who_fell_in_the_melee_helps_no_more() -> None:
    """leaders.casualty.when"""
    fought = battle(unit(0, 20, 20, markers=2), unit(1, 20, 20, 180, side=1), step=Step.MELEE)
    push, trial = push_in_melee(fought, 0, 1), Trial(markers=2, attached=Attached.GENERAL)
    assert told(play(consult, fought, 0, trial, push, faces=(1,))).target == 11


def test_a_unit_that_is_gone_consults_nothing() -> None:
    """morale.when"""
    fought = flanked(3, Readings())
    push = push_in_melee(fought, 0, 1)
    gone = fought.with_unit(replace(fought.units[0], pose=None, removed=Removal.ELIMINATED))
    assert play(consult, gone, 0, Trial(markers=3), push).events == ()


# ----------------------------------------------------------------------- what a test looks at
def test_a_test_says_what_it_was_for() -> None:
    """morale.test, morale.mod.break-off"""

    async def tries(fought: TricornBattle) -> TricornBattle:
        fought, passed = await take_test(fought, 0, Occasion.BREAK_OFF, (1,))
        assert not passed
        return fought

    fought = battle(unit(0, 20, 20), unit(1, 20, 20, 180, side=1))
    done = play(tries, fought, faces=(14,))
    assert done.told(MoraleTested) == (MoraleTested(0, Occasion.BREAK_OFF, 13, passed=False),)
    words = done.events[0].sentence(fought, done.battle)
    assert words == "Unit 0 fails its Morale Test to break off (13 or less)"


def test_breaking_off_counts_the_contacts_of_the_moment() -> None:
    """morale.mod.scope, morale.mod.surrounded.reading, morale.mod.artillery"""
    held = unit(0, 30, 30.5, markers=2)
    pair = (unit(1, 28.5, 30, 90, side=1), unit(2, 31.5, 30, 270, side=1))
    one, both = battle(held, pair[0], step=Step.MELEE), battle(held, *pair, step=Step.MELEE)
    assert target(trial_of(one, 0, Occasion.BREAK_OFF, (1,))).whole == 14 - 3 - 1
    assert target(trial_of(both, 0, Occasion.BREAK_OFF, (1, 2))).whole == 14 - 3 - 6 - 1
    guns = battle(unit(0, 20, 20), unit(1, 20, 20, 180, side=1, profile=GUNS))
    assert target(trial_of(guns, 0, Occasion.BREAK_OFF, (1,))).whole == 14 - 2 - 1
    behind = battle(unit(0, 20, 20), unit(1, 20, 22, side=1, profile=GUNS))
    assert target(trial_of(behind, 0, Occasion.BREAK_OFF, (1,))).whole == 14 - 1


def test_slope_and_bank_are_judged_against_any_of_the_enemies_and_not_without_one() -> None:
    """morale.mod.uphill, morale.mod.stream, morale.mod.scope"""
    ground: tuple[Piece, ...] = (box(HILL, 10, 10, 40, 20.5), strip(STREAM, 1, (10, 21), (40, 21)))
    fought = battle(
        unit(0, 20, 20, markers=1),
        unit(1, 20, 24, 180, side=1),
        unit(2, 20, 12, side=1),
        pieces=ground,
    )
    trial = trial_of(fought, 0, Occasion.CHARGE_MOUNTED, (2, 1))
    assert (trial.uphill, trial.stream) == (True, True)
    behind = trial_of(fought, 0, Occasion.CHARGE_MOUNTED, (2,))
    assert (behind.uphill, behind.stream) == (False, False)
    pushed = trial_of(fought, 0, Occasion.RECOILED_INTO, (1,))
    assert (pushed.uphill, pushed.stream, target(pushed).whole) == (False, False, 13)


def test_cover_helps_a_garrison_always_and_others_against_an_enemy_beyond_their_works() -> None:
    """morale.mod.cover, morale.mod.defending-cover"""
    village, works = box(VILLAGE, 30, 18, 34, 22), strip(WORKS, 0, (16, 20), (24, 20))
    fought = battle(
        unit(0, 20, 20),
        garrison(1, village),
        unit(2, 20, 24, 180, side=1),
        unit(3, 20, 12, side=1),
        pieces=(village, works),
    )
    for occasion in Occasion:
        assert trial_of(fought, 1, occasion, (3,)).cover
    assert trial_of(fought, 0, Occasion.BREAK_OFF, (2,)).cover
    assert not trial_of(fought, 0, Occasion.BREAK_OFF, (3,)).cover
    assert trial_of(fought, 0, Occasion.RECOILED_INTO).cover
    assert trial_of(fought, 0, Occasion.REMOVAL).cover


def test_what_a_unit_is_and_has_been_through_counts_in_every_test() -> None:
    """morale.mod.demoralized, morale.mod.forced-march, morale.mod.lights-bad-going, disorder.permanent"""
    fought = battle(
        unit(0, 20, 20, profile=LIGHTS, markers=1, permanent=1, forced_until=3),
        turn=3,
        pieces=(box(WOOD, 10, 10, 30, 30),),
        commands=(Command("one", 0, 0, 1, demoralized=True), Command("two", 1, 1, 0)),
    )
    assert target(trial_of(fought, 0, Occasion.RECOILED_INTO)).whole == 14 + 1 - 1 - 2 - 5
    assert target(trial_of(replace(fought, turn=4), 0, Occasion.RECOILED_INTO)).whole == 14 + 1 - 1 - 2


def test_a_c_c_without_a_command_helps_within_his_range_and_one_with_a_command_does_not() -> None:
    """morale.mod.cc-range, morale.mod.cc-with-command, morale.mod.cc-attached"""

    def value(*, command: int | None = None, **state: Any) -> int:
        staff = (officer(0, command=command, chief=True, **state), officer(1, side=1, command=1))
        fought = battle(unit(0, 20, 20, markers=1), officers=staff)
        return target(trial_of(fought, 0, Occasion.REMOVAL)).whole

    assert value(x=20, y=12) == 14
    assert value(x=20, y=10.9) == 13
    assert value(x=20, y=12, command=0) == 13
    assert value(attached=0) == 16
    assert value(attached=0, command=0) == 15


def test_the_readings_of_morale_are_those_of_the_battle() -> None:
    """morale.mod.surrounded.reading, morale.recoiled-into.levels"""
    fought = flanked(2, Readings(((Reading.PER_EDGE, 1), (Reading.ONE_MARKER_SPARED, 1))))
    assert target(trial_of(fought, 0, Occasion.BREAK_OFF, (1,))).whole == 14 - 3 - 6 - 1
    assert trial_of(fought, 0, Occasion.RECOILED_INTO).spares_one


def test_the_number_to_roll_is_no_party_to_a_test() -> None:
    """The target of a test is a number on the die, not a unit (morale.test, morale.table)."""
    assert MoraleTested(0, Occasion.BREAK_OFF, 13, passed=False).parties() == (0,)
    assert TableConsulted(3, 2, Effect.RECOIL, 12, passed=False).parties() == (3,)

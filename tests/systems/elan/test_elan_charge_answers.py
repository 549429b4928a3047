"""Answers to a charge on the table: fire, squares, countercharges, evades and flight."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import Do, do
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit, Engagement, Leader, Removal, Step
from sandtable.systems.elan.charge_decisions import AfterEvade
from sandtable.systems.elan.charge_events import ChargeAnswered, EvaderCaught, HomeTested, SquareTried
from sandtable.systems.elan.charge_facts import charged, fire_on, open_reactions
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.charging import charge_step
from sandtable.systems.elan.events import Deed, UnitHit, UnitMoved
from sandtable.systems.elan.falling import retreat
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.recovering import can_recover
from sandtable.systems.elan.shooting import at_charger, dice, to_hit
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.volley_events import UnitFired
from sandtable.table.space import Piece, Pose
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    HUSSARS,
    LIGHT,
    area,
    battle,
    leader,
    line,
    on_hexes,
    place_of,
    unit,
)
from tests.systems.elan.playing import Played, play
from tests.systems.elan.test_elan_roster import figures

FIRE, STAND, FORM_SQUARE, EVADE, COUNTER, FLEE = Reaction
SKIRMISH = Formation.SKIRMISH
HORSE_GUNS = "horse-light-sb"
TWO_DICE = tuple(product(range(1, 7), repeat=2))


def horse_at(
    target: ElanUnit, *others: ElanUnit, state: dict[str, Any] | None = None, **changed: Any
) -> ElanBattle:
    """Horse at (20, 10), looking north, that charges unit 1."""
    scale = changed.get("scale", Scale.LARGE)
    horse = unit(0, 20, 10, profile=HORSE, scale=scale, **(state or {}))
    return replace(battle(horse, target, *others, **changed), step=Step.CHARGING, charges=(Charge(0, 1),))


def skirmishers(y: float, **state: Any) -> ElanUnit:
    """Foot skirmishers so far north, who look at the horse."""
    return unit(1, 20, y, 180, side=1, profile=LIGHT, formation=SKIRMISH, **state)


def line_at(y: float = 18, facing: float = 180, **state: Any) -> ElanUnit:
    """A line of class C infantry with rifled muskets."""
    return unit(1, 20, y, facing, side=1, **state)


def open_to(target: ElanUnit, **changed: Any) -> tuple[Reaction, ...]:
    """The reactions open to a target of the horse."""
    fought = horse_at(target, **changed)
    onset = way_to(fought, 0, 1)
    assert onset is not None
    return open_reactions(fought, onset)


# --------------------------------------------------------------------- which are open
def test_the_reactions_are_those_of_the_unit_as_it_stands() -> None:
    """charge.reactions"""
    assert open_to(line_at()) == (FIRE, FORM_SQUARE)
    assert open_to(line_at(formation=Formation.MARCH_COLUMN)) == (STAND,)
    assert open_to(skirmishers(18)) == (FIRE, EVADE)
    assert open_to(line_at(profile=HORSE)) == (COUNTER, FIRE, EVADE)
    assert open_to(line_at(profile=HORSE, disordered=True)) == (FIRE, EVADE)
    assert open_to(line_at(profile="cuirassier")) == (COUNTER, STAND, EVADE)
    assert open_to(line_at(profile=GUNS)) == (FIRE,)
    assert open_to(line_at(profile=HORSE_GUNS)) == (FIRE, EVADE)
    assert open_to(line_at(profile=GUNS, formation=Formation.LIMBERED)) == (STAND, EVADE)
    assert open_to(line_at(retreating=True)) == (FLEE,)


def test_infantry_does_not_form_square_against_infantry() -> None:
    """charge.reactions"""
    fought = replace(battle(unit(0, 20, 10), line_at()), charges=(Charge(0, 1),))
    onset = way_to(fought, 0, 1)
    assert onset is not None
    assert open_reactions(fought, onset) == (FIRE,)


def test_only_a_charger_from_within_the_arc_is_fired_at() -> None:
    """charge.reaction-fire, charge.reactions, geometry.front-line"""
    assert open_to(line_at(facing=0)) == (STAND, FORM_SQUARE)
    assert open_to(line_at(19, facing=0, profile=HORSE)) == (STAND, EVADE)
    assert open_to(line_at(facing=0, formation=Formation.SQUARE)) == (FIRE,)


@pytest.mark.parametrize("hexes", [False, True])
def test_a_halted_unit_fires_forms_square_and_evades_but_rides_at_nobody(hexes: bool) -> None:  # noqa: FBT001 - both grounds
    """move-13: troops.halt, charge.reactions"""

    def found(target: ElanUnit) -> tuple[Reaction, ...]:
        fought = horse_at(target)
        if hexes:
            fought = on_hexes(fought, (5, 1, 0), (5, 4, 180))
        onset = way_to(fought, 0, 1)
        assert onset is not None
        return open_reactions(fought, onset)

    assert found(line_at(halted=True)) == (FIRE, FORM_SQUARE)
    assert found(line_at(profile=HORSE, halted=True)) == (FIRE, EVADE)
    halted = unit(0, 20, 10, halted=True, disordered=True)
    assert not can_recover(battle(halted), halted)
    assert figures("move-13")["allowed"] == "fire, form square, evade"


def test_fire_and_square_are_tried_once_a_turn_and_a_square_stands() -> None:
    """charge.reaction-once"""
    assert open_to(line_at(fired=True)) == (STAND, FORM_SQUARE)
    assert open_to(line_at(tried_square=True)) == (FIRE,)
    assert open_to(line_at(formation=Formation.SQUARE, tried_square=True, fired=True)) == (STAND,)


def test_who_has_evaded_may_evade_again_but_not_ride_out() -> None:
    """charge.reaction-once, charge.after"""
    assert open_to(line_at(profile=HORSE, evaded=True)) == (STAND, EVADE)


def test_a_square_needs_room() -> None:
    """charge.form-square, geometry.turning"""
    assert open_to(line_at()) == (FIRE, FORM_SQUARE)
    behind = unit(2, 20, 19.2, 180, side=1)
    fought = horse_at(line_at(), behind)
    onset = way_to(fought, 0, 1)
    assert onset is not None
    assert open_reactions(fought, onset) == (FIRE,)


# --------------------------------------------------------------------- fire and square
def test_reaction_fire_is_at_effective_range_at_a_charger_without_cover() -> None:
    """charge.reaction-fire: six dice at 4+, whatever he stands in"""
    wood = area("orchard", (10, 5), (30, 5), (30, 11), (10, 11))
    fought = horse_at(line_at(24), pieces=(wood,))
    onset = way_to(replace(fought, field=replace(fought.field, pieces=())), 0, 1)
    assert onset is not None
    fire = at_charger(fire_on(fought, onset))
    assert (dice(fire).whole, to_hit(fire).whole, fire.target.cover) == (6, 4, Cover.NONE)


def test_the_charger_is_on_the_level_where_he_would_make_contact() -> None:
    """charge.reaction-fire, terrain.uphill"""

    def hill(south: float, north: float) -> tuple[Piece, ...]:
        return (area("hill", (10, south), (30, south), (30, north), (10, north), level=1),)

    def need(pieces: tuple[Piece, ...]) -> int:
        fought = horse_at(line_at(), pieces=pieces)
        onset = way_to(fought, 0, 1)
        assert onset is not None
        return to_hit(at_charger(fire_on(fought, onset))).whole

    # From a hill where he stands he comes down; where he meets them he would be above them.
    assert need(hill(5, 11)) == need(())
    assert need(hill(14, 18.1)) == need(()) + 1


def test_the_fire_counts_for_the_turn_and_its_hits_at_once() -> None:
    """charge.reaction-fire, charge.sequence, charge.reaction-once"""
    done = play(charge_step, horse_at(line_at()), answers=(FIRE,), faces=(4, 4, 1, 1, 1, 1, 6, 6))
    told = [type(one) for one in done.events if isinstance(one, UnitFired | UnitHit | HomeTested | UnitMoved)]
    assert told == [UnitFired, UnitHit, HomeTested, UnitMoved]
    horse, foot = done.battle.units[:2]
    assert (horse.lost, horse.hit, foot.fired) == (2, True, True)


def test_guns_that_fire_at_their_charger_may_tire() -> None:
    """charge.reaction-fire, shooting.fatigue-self"""
    done = play(charge_step, horse_at(line_at(profile=GUNS)), faces=(1, 1, 1, 1)).battle
    assert done.units[1].lost == 2
    assert not done.units[1].hit
    assert done.is_in_contact(0)


def square_tried(*faces: int, leaders: tuple[Leader, ...] = ()) -> Played:
    """A line that tries to form square with these dice."""
    return play(charge_step, horse_at(line_at(), leaders=leaders), answers=(FORM_SQUARE,), faces=faces)


def test_a_square_is_formed_on_a_seven_or_with_a_commander_on_a_six() -> None:
    """charge-02: charge.form-square, elan.test, leaders.elan-bonus"""
    led = (leader(0), leader(1, 1, attached_to=1))
    for people, case, needed in (((), "a", 7), (led, "b", 6)):
        formed = 0
        for one, two in TWO_DICE:
            stands = one + two >= needed
            rest = (1, 1, 6, 6) if stands else ()
            done = square_tried(one, two, *rest, leaders=people)
            (tried,) = (event for event in done.events if isinstance(event, SquareTried))
            formed += tried.formed
        assert f"{formed / 36:.6f}" == figures("charge-02")[case].partition(" = ")[2]


def test_a_square_is_in_place_at_once_and_fires_with_its_own_dice() -> None:
    """charge.form-square, charge.form-square-fail, charge.home-triggers: cavalry must test against it"""
    done = square_tried(3, 4, 1, 1, 3, 4).battle
    foot = done.units[1]
    assert (foot.formation, foot.pose, foot.disordered, foot.fired) == (
        Formation.SQUARE,
        Pose(2000, 1800, 1800),
        False,
        True,
    )
    assert done.is_in_contact(0)
    assert square_tried(3, 4, 1, 1, 3, 3).battle.units[0].halted


def test_who_fails_to_form_square_is_caught_disordered_and_does_not_fire() -> None:
    """charge-02: charge.form-square-fail"""
    done = square_tried(3, 3).battle
    foot = done.units[1]
    assert (foot.formation, foot.disordered, foot.fired, foot.tried_square) == (
        Formation.LINE,
        True,
        False,
        True,
    )
    assert done.is_in_contact(0)


def test_a_line_charged_in_the_rear_that_forms_square_has_all_round_fire() -> None:
    """charge.form-square-fail, charge.reaction-fire"""
    fought = horse_at(line_at(18, facing=0))
    done = play(charge_step, fought, answers=(FORM_SQUARE,), faces=(6, 6, 1, 1, 6, 6)).battle
    assert done.units[1].fired
    assert done.engagements[0].edges == (Edge.FRONT, Edge.FRONT)


# --------------------------------------------------------------------- countercharges
def test_horsemen_meet_halfway_and_both_count_as_charging() -> None:
    """charge.countercharge, charge.after"""
    done = play(charge_step, horse_at(line_at(26, profile=HUSSARS)), answers=(COUNTER,)).battle
    assert done.engagements == (Engagement(pair=(0, 1), charging=(0, 1)),)
    ours, theirs = done.units[:2]
    assert (ours.pose, theirs.pose) == (Pose(2000, 1800, 0), Pose(2000, 1800, 1800))
    assert (ours.charged, theirs.countercharged, theirs.charged) == (True, True, False)
    assert (ours.fired, theirs.fired) == (False, False)


def test_on_hexes_the_countercharger_enters_half_of_the_hexes_between() -> None:
    """charge.countercharge, hex.charge"""
    fought = on_hexes(horse_at(line_at(26, profile=HUSSARS)), (5, 1, 0), (5, 5, 180))
    done = play(charge_step, fought, answers=(COUNTER,)).battle
    rows = [place_of(done, one.pose, one.id)[1] for one in done.units if one.pose is not None]
    assert rows == [3, 4]
    assert done.engagements[0].charging == (0, 1)


def test_disordered_horse_meets_a_countercharge_on_a_seven() -> None:
    """charge-06: charge.countercharge, charge.home-triggers, elan.test"""
    fought = horse_at(line_at(26, profile=HUSSARS), state={"disordered": True})
    met = 0
    for faces in TWO_DICE:
        done = play(charge_step, fought, answers=(COUNTER,), faces=faces).battle
        met += done.is_in_contact(0)
        if not done.is_in_contact(0):
            ours, theirs = done.units[:2]
            assert (ours.pose, theirs.pose) == (fought.units[0].pose, fought.units[1].pose)
            assert (ours.halted, ours.disordered, theirs.countercharged) == (True, True, False)
    assert f"{met / 36:.6f}" == figures("charge-06")["p"].partition(" = ")[2]


def test_a_spent_countercharger_that_fails_fights_at_the_halt() -> None:
    """charge.countercharge"""
    done = play(
        charge_step, horse_at(line_at(26, profile=HUSSARS, lost=8)), answers=(COUNTER,), faces=(3, 3)
    ).battle
    assert done.engagements == (Engagement(pair=(0, 1), charging=(0,)),)
    assert done.units[1].pose == Pose(2000, 2600, 1800)
    assert not done.units[1].countercharged


def test_ground_on_the_way_affects_either_horseman() -> None:
    """charge.countercharge, terrain.when-disordered"""
    hedge = line("hedge", (10, 23), (30, 23))
    fought = horse_at(line_at(26, profile=HUSSARS))
    hedged = replace(fought, field=replace(fought.field, pieces=(hedge,)))
    # The charger reaches only half as far across it, so the two stand nearer.
    near = hedged.with_unit(unit(0, 20, 17.5, profile=HORSE))
    done = play(charge_step, near, answers=(COUNTER,)).battle
    assert [one.disordered for one in done.units[:2]] == [False, True]
    assert done.engagements[0].crossed == ("the hedge",)


def test_a_meeting_draws_in_whoever_is_touched() -> None:
    """charge.countercharge, charge.incidental: a friend of the charger stands where the two meet"""
    beside = unit(2, 22.8, 18, formation=Formation.COLUMN)
    hussars = unit(1, 20, 26, 180, side=1, profile=HUSSARS)
    ours = unit(0, 20, 10, profile=HORSE, formation=Formation.COLUMN)
    fought = horse_at(hussars, beside).with_unit(ours)
    done = play(charge_step, fought, answers=(COUNTER,)).battle
    assert [(one.pair, one.charging) for one in done.engagements] == [((0, 1), (0, 1)), ((1, 2), (1,))]


# --------------------------------------------------------------------- evades
def evading(y: float, *faces: int, face: AfterEvade = AfterEvade.AWAY, **changed: Any) -> Played:
    """Skirmishers at a distance from the horse, who evade with these dice."""
    target = skirmishers(y, scale=changed.get("scale", Scale.LARGE))
    return play(charge_step, horse_at(target, **changed), answers=(EVADE, face), faces=faces)


def test_skirmishers_four_inches_off_are_caught_unless_they_roll_a_six() -> None:
    """charge-04: movement.compulsory-rate, charge.evade, charge.evade-pursuit"""
    caught = [evading(14, face).battle.is_in_contact(0) for face in range(1, 7)]
    assert f"{sum(caught) / 6:.6f}" == figures("charge-04")["p_caught"].partition(" = ")[2]
    assert caught == [True] * 5 + [False]


def test_in_small_inches_they_are_caught_for_certain() -> None:
    """charge-05: movement.compulsory-rate, charge.evade-pursuit"""
    caught = [evading(12, face, scale=Scale.SMALL).battle.is_in_contact(0) for face in range(1, 7)]
    assert sum(caught) / 6 == int(figures("charge-05")["p_caught"])


def test_the_wheel_with_which_a_charge_began_shortens_the_pursuit() -> None:
    """charge-07: charge.evade-pursuit, movement.wheel-limit, movement.compulsory-rate"""
    fought = horse_at(skirmishers(13))
    onset = way_to(fought, 0, 1)
    assert onset is not None
    wheeled = replace(onset, wheel=1800 - 100 * float(figures("charge-07")["reach"]))
    assert wheeled.wheel == pytest.approx(600 * math.pi / 6, abs=0.1)
    caught = []
    for face in range(1, 7):
        pose = Pose(2000, 1300 + 900 + 100 * face + fought.units[1].shape.depth, 0)
        away = UnitMoved(1, pose, Deed.EVADED).apply(fought)
        assert ground_of(away).gap(0, 1) == pytest.approx(300 + 900 + 100 * face)
        caught.append(ground_of(away).catch(wheeled) is not None)
    assert f"{sum(caught) / 6:.6f}" == figures("charge-07")["p"].partition(" = ")[2]


@pytest.mark.parametrize(("row", "case"), [(2, "a"), (3, "b"), (4, "c")])
def test_on_hexes_skirmishers_within_two_hexes_are_caught(row: int, case: str) -> None:
    """hex-03: movement.compulsory-rate, charge.evade-pursuit, hex.charge"""
    fought = on_hexes(horse_at(skirmishers(14)), (5, 1, 0), (5, row, 180))
    done = first_of_all(fought, EVADE)
    assert ("caught" if done.is_in_contact(0) else "not caught") == figures("hex-03")[case]


def first_of_all(fought: ElanBattle, reaction: Reaction) -> ElanBattle:
    """The battle after a charge that is answered so, every tie settled by its first option."""
    return ending(do(charge_step, fought), reaction)


def ending(call: Do[ElanBattle], reaction: Reaction = STAND) -> ElanBattle:
    """The battle after a procedure without dice, every choice settled by its first option."""
    hand = PlannedHand(())
    run: ProcedureRun[ElanBattle] = ProcedureRun(
        call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    while run.pending is not None:
        asked = run.pending
        answer = reaction if asked.decision == "charge.reaction" else asked.sensible()[0]
        run.answer(asked.judge(answer))
    assert run.result is not None
    return run.result


def test_a_caught_evader_is_engaged_in_the_rear_at_the_halt() -> None:
    """charge.evade-pursuit, geometry.contact"""
    done = evading(14, 1)
    assert EvaderCaught(1, 0) in done.events
    assert done.battle.engagements == (Engagement(pair=(0, 1), edges=(Edge.FRONT, Edge.REAR), charging=(0,)),)
    assert not done.battle.units[0].halted
    assert not any(isinstance(one, HomeTested) for one in done.events)


def test_who_gets_away_is_followed_to_the_full_reach_and_the_charger_halts() -> None:
    """charge.evade-pursuit, charge.evade, charge.after"""
    done = evading(14, 6).battle
    horse, foot = done.units[:2]
    assert (horse.pose, horse.halted, horse.charged) == (Pose(2000, 2800, 0), True, True)
    assert (foot.evaded, foot.disordered, done.engagements) == (True, False, ())
    assert foot.pose is not None
    assert foot.pose.heading == 0


def test_the_pursuer_stops_an_inch_short_of_others_and_of_the_edge() -> None:
    """charge.evade-pursuit"""
    other = unit(2, 20, 20, 180, side=1)
    blocked = play(
        charge_step, horse_at(skirmishers(14), other), answers=(EVADE, AfterEvade.AWAY), faces=(1,)
    ).battle.units[0]
    assert (blocked.pose, blocked.halted) == (Pose(2000, 1900, 0), True)
    edge = play(charge_step, horse_at(skirmishers(14), size=(60, 25)), answers=(EVADE,), faces=(6,)).battle
    assert edge.units[0].pose == Pose(2000, 2400, 0)


def test_no_test_to_charge_home_is_taken_against_an_evader() -> None:
    """charge.home-triggers"""
    done = evading(14, 1, state={"disordered": True})
    assert done.battle.is_in_contact(0)


def test_skirmishers_may_face_about_at_the_end() -> None:
    """charge.evade, charge.evade-face"""
    away, about = (evading(14, 6, face=face).battle.units[1].pose for face in AfterEvade)
    assert away is not None
    assert about is not None
    assert (away.heading, about.heading) == (0, 1800)


def test_horse_guns_limber_and_end_facing_away() -> None:
    """charge.evade, charge.reactions: nobody is asked which way they face"""
    done = play(charge_step, horse_at(line_at(14, profile=HORSE_GUNS)), answers=(EVADE,), faces=(6, 6))
    guns = done.battle.units[1]
    assert guns.pose is not None
    assert (guns.formation, guns.pose.heading, guns.evaded) == (Formation.LIMBERED, 0, True)
    assert done.asked == ("charge.reaction",)


def test_an_evader_that_crosses_the_edge_is_lost() -> None:
    """charge.evade, geometry.table-edge"""
    fought = horse_at(skirmishers(14), size=(60, 22))
    done = play(charge_step, fought, answers=(EVADE,), faces=(6,)).battle
    assert done.units[1].removed is Removal.LEFT
    assert done.units[0].halted


def test_an_evader_that_is_shut_in_stops_and_does_not_surrender() -> None:
    """charge.evade"""
    rivers = (line("river", (0, 18), (108, 18)),)
    fought = horse_at(skirmishers(14), pieces=rivers)
    done = play(charge_step, fought, answers=(EVADE, AfterEvade.AWAY), faces=(6,)).battle
    assert done.units[1].removed is None
    assert done.is_in_contact(1)


def test_friends_whom_an_evader_passes_test_and_rough_ground_disorders() -> None:
    """charge.evade, compulsory.friends, terrain.when-disordered"""
    friend = unit(2, 20, 20, 180, side=1)
    target = unit(1, 20, 14, 180, side=1, profile=HUSSARS)
    fought = horse_at(target, friend)
    done = play(charge_step, fought, answers=(EVADE, AfterEvade.AWAY), faces=(6, 6, 1, 1))
    assert done.battle.units[2].disordered
    hedge = line("hedge", (10, 18), (30, 18))
    passing = play(
        charge_step, horse_at(target, pieces=(hedge,)), answers=(EVADE, AfterEvade.AWAY), faces=(6, 6)
    ).battle
    assert passing.units[1].disordered


# --------------------------------------------------------------------- flight
def test_a_retreating_unit_that_is_caught_has_routed() -> None:
    """charge.flee: 4 + 9 + 1 in against 18"""
    done = play(charge_step, horse_at(line_at(14, retreating=True, disordered=True)), faces=(1,))
    assert done.battle.units[1].removed is Removal.ROUTED
    horse = done.battle.units[0]
    assert (horse.pose, horse.halted) == (Pose(2000, 2800, 0), True)
    assert [one.reaction for one in done.events if isinstance(one, ChargeAnswered)] == [FLEE]
    assert done.asked == ()


def test_one_that_gets_away_stays_in_retreat() -> None:
    """charge.flee"""
    done = play(charge_step, horse_at(line_at(14, retreating=True, disordered=True)), faces=(6,)).battle
    foot = done.units[1]
    assert (foot.removed, foot.retreating, foot.fled) == (None, True, True)
    assert done.units[0].halted


def test_it_flees_from_the_charger_even_away_from_home() -> None:
    """charge.flee: side 1 is at home in the north and is driven south"""
    horse = unit(0, 20, 50, 180, profile=HORSE)
    target = unit(1, 20, 40, 180, side=1, retreating=True, disordered=True)
    fought = replace(battle(horse, target), step=Step.CHARGING, charges=(Charge(0, 1),))
    done = play(charge_step, fought, faces=(6,)).battle
    pose = done.units[1].pose
    assert pose is not None
    assert (pose.y, pose.heading) == (2500, 1800)


def driven_from_home(target: ElanUnit) -> ElanBattle:
    """Horse of the south on a hex north of a target of the north, three hexes from it, charging south."""
    horse = unit(0, 20, 50, 180, profile=HORSE)
    fought = replace(battle(horse, target), step=Step.CHARGING, charges=(Charge(0, 1),))
    return on_hexes(fought, (5, 8, 180), (5, 5, 180))


def test_on_hexes_a_fugitive_goes_away_from_the_charger_even_if_home_lies_behind_him() -> None:
    """charge.flee, compulsory.hex: two hexes farther off, and out of the reach of 4 movement points"""
    fought = driven_from_home(line_at(retreating=True, disordered=True))
    done = first_of_all(fought, FLEE)
    assert ground_of(fought).gap(0, 1) == 3
    fled = done.units[1]
    assert (fled.removed, fled.retreating) == (None, True)
    moved = replace(fought, units=(fought.units[0], fled))
    assert ground_of(moved).gap(0, 1) == 5


def test_on_hexes_an_evader_goes_away_from_the_charger_even_if_home_lies_behind_him() -> None:
    """charge.evade, compulsory.hex"""
    fought = driven_from_home(skirmishers(14))
    done = first_of_all(fought, EVADE)
    moved = replace(fought, units=(fought.units[0], done.units[1]))
    assert ground_of(moved).gap(0, 1) == 5
    assert not done.engagements


def test_on_hexes_a_beaten_unit_goes_home_round_an_enemy_who_is_nearer_to_its_edge() -> None:
    """compulsory.hex, compulsory.direction: only from a charger does it go directly away"""
    fought = driven_from_home(line_at())
    ground = ground_of(fought)
    home = ground.home_gap(1)
    done = ending(do(retreat, fought, 1, 0))
    assert ground_of(done).home_gap(1) == home - 2


def test_the_facts_of_a_reaction_come_from_the_table() -> None:
    """charge.reactions, charge.in-contact"""
    fought = horse_at(line_at(profile=HORSE_GUNS))
    onset = way_to(fought, 0, 1)
    assert onset is not None
    facts = charged(replace(fought, engagements=(Engagement(pair=(1, 2)),)), onset)
    assert (facts.horse_guns, facts.by_cavalry, facts.from_front, facts.in_contact) == (True,) * 4


def test_on_hexes_an_evader_hemmed_in_may_come_back_to_where_it_began() -> None:
    """charge.evade, compulsory.hex: it faces along its last step"""
    around = ((4, 2), (4, 3), (5, 3), (6, 3), (7, 2))
    guards = [unit(2 + n, 60, 60) for n in range(len(around))]
    fought = horse_at(skirmishers(14), *guards)
    placed = on_hexes(fought, (5, 1, 0), (5, 2, 180), *((column, row, 0) for column, row in around))
    answers = (EVADE, 3000, AfterEvade.AWAY)
    done = play(charge_step, placed, answers=answers)
    pose = done.battle.units[1].pose
    assert pose is not None
    assert place_of(done.battle, pose, 1) == (5, 2)
    assert done.battle.is_in_contact(1)

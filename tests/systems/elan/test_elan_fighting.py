"""The Melee phase on the table: which melees there are, how they are fought, what becomes of the beaten."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Removal, Step
from sandtable.systems.elan.events import UnitMoved, UnitRemoved, UnitRetreated
from sandtable.systems.elan.fighting import fight, melee_step
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.melee import dice, start, to_hit
from sandtable.systems.elan.melee_events import MeleeBegan, MeleesFixed, RoundJudged, UnitBeaten
from sandtable.systems.elan.melee_ground import Lineup, lineup, melees
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Piece, Pose
from tests.systems.elan.bivouac import GUNS, HORSE, HUSSARS, LIGHT, area, battle, leader, line, on_hexes, unit
from tests.systems.elan.playing import play

MISSES = (1, 1, 1, 1, 1, 1)
STAY = (None,)


def rolled(*hits: int) -> tuple[int, ...]:
    """Six dice with so many sixes, for each number."""
    return tuple(face for count in hits for face in (6,) * count + (1,) * (6 - count))


def fighting(*units: ElanUnit, engaged: tuple[Engagement, ...], **changed: Any) -> ElanBattle:
    """A Melee phase in which these contacts are to be fought out."""
    pieces: tuple[Piece, ...] = changed.pop("pieces", ())
    fought = battle(
        *units, pieces=pieces, **{k: changed.pop(k) for k in ("leaders", "readings") if k in changed}
    )
    waiting = tuple(one.pair for one in engaged)
    return replace(fought, step=Step.MELEES, engagements=engaged, waiting=waiting, **changed)


def duel(one: ElanUnit | None = None, other: ElanUnit | None = None, **changed: Any) -> ElanBattle:
    """Two units front to front at y = 30, the first of which charged."""
    first, second = one or unit(0, 20, 30), other or unit(1, 20, 30, 180, side=1)
    return fighting(first, second, engaged=(Engagement(pair=(0, 1), charging=(0,)),), **changed)


def numbers(lines: Lineup, unit_number: int) -> list[int]:
    """What a unit needs to hit each of its enemies."""
    side = lines.side_of(unit_number)
    place = lines.sides[side].index(unit_number)
    return [
        to_hit(lines.melee, side, place, nth).whole
        for nth in range(len(lines.engaged(unit_number).opponents))
    ]


def starts(lines: Lineup, unit_number: int) -> list[int]:
    """The starting number of a unit against each of its enemies."""
    side = lines.side_of(unit_number)
    place = lines.sides[side].index(unit_number)
    return [
        start(lines.melee, side, place, nth).whole for nth in range(len(lines.engaged(unit_number).opponents))
    ]


# --------------------------------------------------------------------- which melees
def test_units_linked_by_contact_make_one_melee() -> None:
    """melee.group: 0 and 1 both touch 2, and 3 fights 4 elsewhere"""
    units = [unit(n, 10 * n + 5, 10, side=n // 2 % 2) for n in range(5)]
    pairs = (Engagement(pair=(0, 2)), Engagement(pair=(3, 4)), Engagement(pair=(1, 2)))
    fought = fighting(*units, engaged=pairs)
    assert melees(fought) == ((0, 1, 2), (3, 4))


def test_the_first_side_picks_the_melee_and_it_is_finished_before_the_next() -> None:
    """melee.order, melee.group, melee.finish, turn.melee"""
    units = (
        unit(0, 20, 10),
        unit(1, 20, 10, 180, side=1),
        unit(2, 60, 10),
        unit(3, 60, 10, 180, side=1),
    )
    pairs = (Engagement(pair=(0, 1), charging=(1,)), Engagement(pair=(2, 3), charging=(3,)))
    fought = fighting(*units, engaged=pairs, first=1, active=1)
    run = ProcedureRun(
        do(melee_step, fought), lambda throw: throw.cast(PlannedHand(())), lambda battle, event: battle
    )
    assert run.pending is not None
    assert (run.pending.decision, run.pending.seat) == ("melee.order", 1)
    picked = ((2, 3),)
    done = play(melee_step, fought, answers=picked, faces=(*rolled(1, 2), 4))
    assert done.battle.waiting == ((0, 1),)
    assert not done.battle.is_in_contact(2)
    assert isinstance(done.events[0], MeleeBegan)
    last = play(melee_step, done.battle, faces=(*rolled(1, 2), 4)).battle
    assert (last.waiting, last.engagements) == ((), ())
    over = play(melee_step, last, answers=(Resolve.GO_ON, Resolve.GO_ON))
    assert over.battle.step is Step.ARRIVALS


def test_contacts_are_fixed_as_the_phase_begins() -> None:
    """melee.group"""
    begun = play(melee_step, replace(duel(), waiting=()))
    assert begun.events == (MeleesFixed(((0, 1),)),)
    assert begun.battle.waiting == ((0, 1),)


# --------------------------------------------------------------------- the facts
def test_the_charger_across_a_hedge_meets_light_cover_and_has_none_himself() -> None:
    """melee-15: terrain.cover-applies, melee.start.infantry-vs-light-or-uphill, melee.start.none"""
    hedge = line("hedge", (10, 10), (30, 10))
    fought = fighting(
        unit(0, 20, 10),
        unit(1, 20, 10, 180, side=1),
        engaged=(Engagement(pair=(0, 1), charging=(0,), crossed=("the hedge",)),),
        pieces=(hedge,),
    )
    lines = lineup(fought, (0, 1))
    assert (starts(lines, 0), starts(lines, 1)) == ([5], [4])
    uncrossed = replace(fought, engagements=(Engagement(pair=(0, 1), charging=(0,)),))
    assert starts(lineup(uncrossed, (0, 1)), 0) == [4]


def test_who_stands_uphill_is_harder_to_hit() -> None:
    """terrain.uphill, melee.start.infantry-vs-light-or-uphill"""
    hill = area("hill", (10, 30), (30, 30), (30, 50), (10, 50), level=1)
    lines = lineup(duel(pieces=(hill,)), (0, 1))
    assert (starts(lines, 0), starts(lines, 1)) == ([5], [4])


@pytest.mark.parametrize("pieces", [(), (area("orchard", (10, 30.5), (30, 30.5), (30, 40), (10, 40)),)])
def test_cavalry_fights_badly_in_or_against_disordering_ground(pieces: tuple[Piece, ...]) -> None:
    """terrain.disordering, melee.start.cavalry-terrain-or-halt"""
    fought = duel(unit(0, 20, 30, profile=HORSE), pieces=pieces)
    assert starts(lineup(fought, (0, 1)), 0) == ([7] if pieces else [4])


def test_cavalry_that_crossed_an_obstacle_fights_as_in_disordering_ground() -> None:
    """terrain.disordering"""
    crossed = Engagement(pair=(0, 1), charging=(0,), crossed=("the hedge",))
    fought = fighting(
        unit(0, 20, 10, profile=HORSE),
        unit(1, 20, 10, 180, side=1),
        engaged=(crossed,),
        pieces=(line("hedge", (10, 8), (30, 8)),),
    )
    assert starts(lineup(fought, (0, 1)), 0) == [7]


def test_cavalry_that_did_not_charge_into_the_contact_fights_at_the_halt() -> None:
    """melee-03: melee.halt, melee.start.cavalry-terrain-or-halt, melee.mod.weight"""
    fought = duel(unit(0, 20, 10, profile=HORSE), unit(1, 20, 10, 180, side=1, profile=HUSSARS))
    lines = lineup(fought, (0, 1))
    assert (numbers(lines, 0), numbers(lines, 1)) == ([3], [7])
    both = replace(fought, engagements=(Engagement(pair=(0, 1), charging=(0, 1)),))
    assert numbers(lineup(both, (0, 1)), 1) == [4]


def test_a_melee_trait_of_the_roster_counts_in_the_melee() -> None:
    """troops.melee-modifier, melee.mod.quality: each trait in the roster is told of to the melee"""
    profiles = [profile for profile in roster().profiles if profile.melee_trait]
    assert profiles
    for profile in profiles:
        lines = lineup(duel(unit(0, 20, 30, profile=profile.id)), (0, 1))
        assert lines.engaged(0).fighter.trait == profile.melee_trait


def flanked() -> ElanBattle:
    """A line attacked in front by one enemy and in flank by another."""
    units = (unit(0, 20, 10), unit(1, 20, 10, 180, side=1), unit(2, 23, 9.5, 270, side=1))
    front = Engagement(pair=(0, 1), charging=(1,))
    side = Engagement(pair=(0, 2), edges=(Edge.FLANK, Edge.FRONT), charging=(2,))
    return fighting(*units, engaged=(front, side))


def test_a_unit_taken_in_flank_by_one_enemy_starts_at_seven_against_all() -> None:
    """melee-09: melee.start.flank-or-rear, melee.multiple-start, melee.multiple-split"""
    lines = lineup(flanked(), (0, 1, 2))
    assert numbers(lines, 0) == [7, 7]
    assert (numbers(lines, 1), numbers(lines, 2)) == ([4], [4])


def test_on_hexes_only_an_enemy_to_the_rear_counts() -> None:
    """hex-01: melee.start.rear-hex, hex.differences"""
    units = (unit(0, 1, 1), unit(1, 9, 9, side=1))
    for edge, expected in ((Edge.FLANK, 4), (Edge.REAR, 7)):
        fought = on_hexes(battle(*units), (5, 4, 0), (6, 4, 300))
        contact = Engagement(pair=(0, 1), edges=(edge, Edge.FRONT), charging=(1,))
        assert starts(lineup(replace(fought, engagements=(contact,)), (0, 1)), 0) == [expected]


def test_spare_dice_go_where_their_owner_wants_them() -> None:
    """melee-06: melee.rest-dice, melee.multiple-rest, melee.multiple-split; 8 dice against three enemies"""
    units = (
        unit(0, 20, 30, formation=Formation.COLUMN),
        unit(1, 17, 30, 180, side=1),
        unit(2, 23, 30, 180, side=1),
        unit(3, 19, 29, 90, side=1),
    )
    pairs = tuple(Engagement(pair=(0, enemy), charging=(enemy,)) for enemy in (1, 2, 3))
    fought = fighting(*units, engaged=pairs)
    assert dice(lineup(fought, (0, 1, 2, 3)).engaged(0).fighter).whole == 8
    # 2, 3 and 3 dice hit once, never and twice; the enemies hit four times and win; all of them are near.
    ours = (6, 1, 1, 1, 1, 6, 6, 1)
    answers = ((1, 2), 1, None)
    done = play(fight, fought, (0, 1, 2, 3), answers=answers, faces=(*ours, *rolled(2, 2, 0), 1))
    assert done.asked[0] == "melee.rest-dice"
    assert [one.lost for one in done.battle.units] == [4, 1, 0, 2]


# --------------------------------------------------------------------- rounds
def test_the_side_that_causes_more_hits_wins_and_stays_as_it_is() -> None:
    """melee.winner, melee.winner-stays, melee.result.retreat, melee.result.compulsory

    The beaten line goes 3 + 9 in north, its middle from y = 30.5, and looks north.
    """
    done = play(fight, duel(), (0, 1), answers=STAY, faces=(*rolled(3, 2), 3))
    winner, loser = done.battle.units
    assert (winner.pose, winner.lost, winner.disordered) == (Pose(2000, 3000, 0), 2, False)
    assert winner.formation is Formation.LINE
    assert (loser.lost, loser.retreating, loser.disordered, loser.fled) == (3, True, True, True)
    assert loser.pose == Pose(2000, 4300, 0)
    assert (winner.hit, loser.hit) == (False, False)
    assert done.battle.engagements == ()


def test_a_draw_is_fought_again_with_the_losses_just_suffered() -> None:
    """melee.draw, melee.draw-how: at 5 of 18 lost, 1 more makes a third and 5+ where 4+ was enough"""
    fought = duel(unit(0, 20, 30, lost=5), unit(1, 20, 30, 180, side=1))
    again = (4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1)
    done = play(fight, fought, (0, 1), faces=(*rolled(1, 1), *again, 2))
    assert [one.lost for one in done.battle.units] == [7, 1]
    assert done.battle.units[0].retreating
    judged = [event for event in done.events if isinstance(event, RoundJudged)]
    assert [(one.caused, one.winner, one.drawn) for one in judged] == [
        ((1, 1), None, True),
        ((0, 1), 1, False),
    ]


def test_a_round_without_hits_is_a_drawn_round_and_fought_again() -> None:
    """melee.draw"""
    done = play(fight, duel(), (0, 1), answers=STAY, faces=(*rolled(0, 0), *rolled(1, 0), 2))
    assert done.battle.units[1].retreating
    assert [(one.caused, one.winner, one.drawn) for one in done.told(RoundJudged)] == [
        ((0, 0), None, True),
        ((1, 0), 0, False),
    ]


def test_the_dice_are_divided_anew_after_a_round_without_hits() -> None:
    """melee.draw-how, melee.rest-dice: 8 dice against three enemies, 3, 3 and 2 of them, then 3, 2 and 3"""
    units = (
        unit(0, 20, 30, formation=Formation.COLUMN),
        unit(1, 17, 30, 180, side=1),
        unit(2, 23, 30, 180, side=1),
        unit(3, 19, 29, 90, side=1),
    )
    pairs = tuple(Engagement(pair=(0, enemy), charging=(enemy,)) for enemy in (1, 2, 3))
    fought = fighting(*units, engaged=pairs)
    blank, ours = (1,) * 8, (6, 1, 1, 1, 1, 6, 6, 1)
    faces = (*blank, *rolled(0, 0, 0), *ours, *rolled(2, 2, 0), 1)
    done = play(fight, fought, (0, 1, 2, 3), answers=((0, 1), (0, 2), 1, None), faces=faces)
    assert done.asked[:2] == ("melee.rest-dice", "melee.rest-dice")
    assert [one.lost for one in done.battle.units] == [4, 1, 0, 2]


def test_a_commander_is_checked_before_the_hits_are_compared() -> None:
    """melee.sequence, leaders.check-order, leaders.casualty.killed: his death disorders in the next round

    10 or more strikes him in a melee, 2 kills him. At 4+ less disorder 5+ is needed.
    """
    led = (leader(0, 1, attached_to=0), leader(1))
    fought = duel(leaders=led)
    second = (4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1)
    done = play(fight, fought, (0, 1), faces=(*rolled(1, 1), 4, 6, 1, 1, *second, 2))
    assert done.battle.leaders[0].fate is not None
    assert done.battle.units[0].retreating
    assert [one.lost for one in done.battle.units] == [2, 1]


def test_a_side_of_which_nobody_is_left_has_lost_whatever_the_hits() -> None:
    """melee.destroyed, troops.destroyed: one hit destroys the enemy, who causes three"""
    other = unit(1, 20, 30, 180, side=1, lost=17)
    # Two thirds lost: 4 + 2 = 6
    done = play(fight, duel(other=other), (0, 1), answers=STAY, faces=rolled(1, 3))
    assert done.battle.units[1].removed is Removal.DESTROYED
    assert done.battle.units[0].lost == 3
    assert done.asked == ("melee.breakthrough",)


def test_where_nobody_is_left_nobody_has_won() -> None:
    """melee.destroyed"""
    fought = duel(unit(0, 20, 30, lost=17), unit(1, 20, 30, 180, side=1, lost=17))
    done = play(fight, fought, (0, 1), faces=rolled(1, 1))
    assert [one.removed for one in done.battle.units] == [Removal.DESTROYED] * 2
    assert isinstance(done.events[-1], RoundJudged)


def test_who_destroyed_his_only_enemy_in_a_draw_is_out_of_the_melee() -> None:
    """melee.draw-how: 0 destroys 2 and is out; 1 and 3 fight again, 1 loses, and only 1 suffers

    2 had lost 17 of 18 and touched 0 and 1; 3 touches 1 alone.
    """
    units = (
        unit(0, 15, 30),
        unit(1, 23, 30),
        unit(2, 15, 30, 180, side=1, lost=17),
        unit(3, 23, 30, 180, side=1),
    )
    pairs = tuple(Engagement(pair=pair, charging=pair[:1]) for pair in ((0, 2), (1, 2), (1, 3)))
    fought = fighting(*units, engaged=pairs)
    # 0 hits 2 once with 6 dice; 1 misses with 3 and 3; 2 misses with 3 and 3; 3 hits 1 once with 6.
    first = (6, 1, 1, 1, 1, 1, *MISSES, *MISSES, 6, 1, 1, 1, 1, 1)
    done = play(fight, fought, (0, 1, 2, 3), faces=(*first, *rolled(0, 1), 2))
    assert done.battle.units[2].removed is Removal.DESTROYED
    assert [one.retreating for one in done.battle.units] == [False, True, False, False]
    began = [event for event in done.events if isinstance(event, MeleeBegan)]
    assert [event.dice for event in began] == [((6, 6), (6, 6)), ((0, 6), (0, 6))]
    assert done.asked == ()


def test_who_charged_an_enemy_destroyed_in_a_draw_has_still_charged_into_the_melee() -> None:
    """melee.breakthrough-how: 0 charged 1, who is destroyed; then it beats 2, who had charged it"""
    units = (unit(0, 20, 30), unit(1, 17, 30, 180, side=1, lost=17), unit(2, 23, 30, 180, side=1))
    pairs = (Engagement(pair=(0, 1), charging=(0,)), Engagement(pair=(0, 2), charging=(2,)))
    first = (6, 1, 1, *MISSES[:3], *rolled(0, 1))
    done = play(
        fight,
        fighting(*units, engaged=pairs),
        (0, 1, 2),
        answers=STAY,
        faces=(*first, *rolled(2, 0), 2),
    )
    assert done.battle.units[1].removed is Removal.DESTROYED
    assert done.battle.units[2].retreating
    assert done.asked == ("melee.breakthrough",)


def test_who_destroyed_his_only_enemy_in_the_round_that_was_lost_is_beaten_too() -> None:
    """melee.multiple-winner: 0 destroys 2 with one hit, but 3 hits 1 three times"""
    units = (
        unit(0, 15, 30),
        unit(1, 23, 30),
        unit(2, 15, 30, 180, side=1, lost=17),
        unit(3, 23, 30, 180, side=1),
    )
    pairs = tuple(Engagement(pair=pair, charging=pair[:1]) for pair in ((0, 2), (1, 2), (1, 3)))
    faces = (6, 1, 1, 1, 1, 1, *MISSES, *MISSES, 6, 6, 6, 1, 1, 1)
    done = play(fight, fighting(*units, engaged=pairs), (0, 1, 2, 3), faces=(*faces, 2, 2))
    assert [one.retreating for one in done.battle.units[:2]] == [True, True]


# --------------------------------------------------------------------- the beaten
def beaten(loser: ElanUnit, *faces: int, winner: ElanUnit | None = None, **changed: Any) -> ElanUnit:
    """What a unit has become that is charged by another and beaten by one hit to none, after these faces."""
    one = winner or unit(0, 20, 30)
    fought = duel(one, loser, **changed)
    theirs = dice(lineup(fought, (0, 1)).engaged(1).fighter).whole
    ours = dice(lineup(fought, (0, 1)).engaged(0).fighter).whole
    hits = (6,) * min(ours, 2) + (1,) * (ours - 2) + (1,) * theirs
    done = play(fight, fought, (0, 1), answers=STAY, faces=(*hits, *faces))
    return done.battle.units[1]


def test_infantry_beaten_by_cavalry_routs_and_is_removed() -> None:
    """melee-07: melee.result.rout, melee.result.vs-cavalry"""
    lost = beaten(unit(1, 20, 30, 180, side=1), 3, winner=unit(0, 20, 30, profile=HORSE))
    assert (lost.removed, lost.pose) == (Removal.ROUTED, None)


def test_beaten_cavalry_falls_back_facing_the_enemy_in_disorder() -> None:
    """melee-07: melee.result.fall-back, melee.result.compulsory: 2D6 + 9 = 13 in from y = 30"""
    lost = beaten(unit(1, 20, 30, 180, side=1, profile=HORSE), 1, 3)
    assert (lost.removed, lost.disordered, lost.retreating) == (None, True, False)
    assert lost.pose == Pose(2000, 4300, 1800)


def test_a_spent_unit_routs_whoever_beat_it() -> None:
    """melee-07: melee.result.rout, melee.result.order: 11 of 18 lost and 2 more are two thirds"""
    lost = beaten(unit(1, 20, 30, 180, side=1, lost=11), 3)
    assert lost.removed is Removal.ROUTED


@pytest.mark.parametrize(("reading", "removed"), [(0, None), (1, Removal.ROUTED)])
def test_skirmishers_beaten_by_cavalry_fall_back_unless_read_otherwise(
    reading: int, removed: Removal | None
) -> None:
    """melee-14: melee.result.order, melee.result.rout, melee.result.fall-back"""
    lost = beaten(
        unit(1, 20, 30, 180, side=1, profile=LIGHT, formation=Formation.SKIRMISH),
        3,
        winner=unit(0, 20, 30, profile=HORSE),
        readings=Readings((("melee.result.order", reading),)),
    )
    assert lost.removed is removed
    assert lost.disordered is (removed is None)


def test_beaten_guns_limber_and_retreat() -> None:
    """melee-07: melee.result.retreat, melee.result.guns"""
    guns = unit(1, 20, 30, 180, side=1, profile=GUNS, formation=Formation.DEPLOYED)
    fought = duel(other=guns)
    done = play(fight, fought, (0, 1), answers=STAY, faces=(6, 1, 1, 1, 1, 1, 1, 1, 4))
    lost = done.battle.units[1]
    assert (lost.formation, lost.retreating) == (Formation.LIMBERED, True)


def test_all_beaten_units_take_their_results_routs_first_then_from_their_own_edge() -> None:
    """melee.sequence, melee.multiple-winner: 2 is Spent, and 3 stands an inch farther north than 1"""
    units = (
        unit(0, 30, 30, formation=Formation.COLUMN),
        unit(1, 20, 30, 180, side=1),
        unit(2, 40, 30, 180, side=1, lost=12),
        unit(3, 30, 31, 180, side=1),
    )
    pairs = tuple(Engagement(pair=(0, enemy), charging=(0,)) for enemy in (1, 2, 3))
    fought = fighting(*units, engaged=pairs)
    ours = (6, 1, 1, 1, 1, 1, 1, 1)
    answers = ((0, 1), None)
    done = play(fight, fought, (0, 1, 2, 3), answers=answers, faces=(*ours, *rolled(0, 0, 0), 1, 1, 1))
    order = [event.unit for event in done.events if isinstance(event, UnitBeaten)]
    assert order == [2, 3, 1]
    assert [type(event) for event in done.events if isinstance(event, (UnitRemoved, UnitRetreated))] == [
        UnitRemoved,
        UnitRetreated,
        UnitRetreated,
    ]


def test_the_beaten_go_from_the_nearest_of_those_who_beat_them() -> None:
    """compulsory.direction, melee.sequence: an enemy of another melee, nearer by, does not count"""
    units = (unit(0, 20, 30), unit(1, 20, 30, 180, side=1), unit(2, 26.2, 30.5, 270))
    fought = fighting(*units, engaged=(Engagement(pair=(0, 1), charging=(0,)),))
    done = play(fight, fought, (0, 1), answers=STAY, faces=(*rolled(1, 0), 3))
    moved = next(event for event in done.events if isinstance(event, UnitMoved))
    assert moved.to.x == 2000

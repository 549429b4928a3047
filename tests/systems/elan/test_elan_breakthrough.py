"""Breakthroughs: how far the winners of a melee go on, whom they come upon, and sectors they storm."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Removal, Step
from sandtable.systems.elan.breakthrough import Breakthrough, Won, break_through, breakthroughs, reach
from sandtable.systems.elan.fighting import fight, melee_step
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.melee_ground import melees
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Contact
from sandtable.table.hexes import Step as HexStep
from sandtable.table.movement import Advance, Oblique
from sandtable.table.space import Point, Pose
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    area,
    battle,
    leader,
    line,
    on_hexes,
    place_of,
    unit,
)
from tests.systems.elan.playing import Played, play

WON = Won(charged=(0,))


def gone_on(fought: ElanBattle, *legs: object, faces: tuple[int, ...] = ()) -> Played:
    """The battle once unit 0 has broken through along these legs."""
    return play(break_through, fought, WON, answers=(Breakthrough(0), legs), faces=faces)


def beyond(*others: ElanUnit, profile: str = HORSE, **changed: Any) -> ElanBattle:
    """A winner at (20, 30), looking north, and others."""
    return replace(battle(unit(0, 20, 30, profile=profile), *others, **changed), step=Step.MELEES)


# --------------------------------------------------------------------- who, and how far
@pytest.mark.parametrize(
    ("profile", "formation", "inches", "hexes"),
    [
        ("us-line-1863", Formation.LINE, 4.5, 1),
        ("us-line-1863", Formation.COLUMN, 6, 2),
        (HORSE, Formation.LINE, 9, 2),
    ],
)
def test_a_breakthrough_goes_half_the_tactical_rate(
    profile: str, formation: Formation, inches: float, hexes: int
) -> None:
    """melee.breakthrough-how, scale.rounding"""
    fought = battle(unit(0, 20, 30, profile=profile, formation=formation), unit(1, 20, 60, 180, side=1))
    assert reach(fought, 0) == round(inches * 100)
    assert reach(on_hexes(fought, (5, 4, 0), (5, 9, 180)), 0) == hexes


def test_only_winners_who_charged_and_are_free_may_break_through_once() -> None:
    """melee.breakthrough, melee.breakthrough-how"""
    fought = beyond(unit(1, 20, 60, 180, side=1))
    assert breakthroughs(fought, WON) == (Breakthrough(0),)
    assert breakthroughs(fought, Won(charged=())) == ()
    assert breakthroughs(fought.with_unit(replace(fought.units[0], broke_through=True)), WON) == ()
    assert breakthroughs(replace(fought, engagements=(Engagement(pair=(0, 1)),)), WON) == ()
    guns = fought.with_unit(unit(0, 20, 30, profile=GUNS, formation=Formation.LIMBERED))
    assert breakthroughs(guns, WON) == ()


def test_a_unit_at_the_halt_that_wins_does_not_break_through() -> None:
    """melee.breakthrough-how: 0 charged and lost, 1 was charged and won"""
    fought = beyond(unit(1, 20, 30, 180, side=1, profile=HORSE))
    engaged = replace(fought, engagements=(Engagement(pair=(0, 1), charging=(0,)),), waiting=((0, 1),))
    done = play(fight, engaged, (0, 1), faces=(*(1, 1, 1, 1, 1, 1), *(6, 6, 1, 1, 1, 1), 1, 1))
    assert done.asked == ()
    assert done.battle.units[0].disordered


def test_winners_break_through_in_the_order_of_their_owner_or_stay() -> None:
    """melee.breakthrough, melee.sequence, melee.winner-stays"""
    fought = replace(battle(unit(0, 20, 30), unit(1, 40, 30), unit(2, 20, 60, 180, side=1)), step=Step.MELEES)
    won = Won(charged=(0, 1))
    done = play(break_through, fought, won, answers=(Breakthrough(1), (Advance(450),), None))
    assert [one.pose for one in done.battle.units[:2]] == [Pose(2000, 3000, 0), Pose(4000, 3450, 0)]
    assert [one.broke_through for one in done.battle.units] == [False, True, False]
    assert done.asked == ("melee.breakthrough",) * 3


# --------------------------------------------------------------------- the way
def test_it_goes_straight_or_inclined_without_a_wheel() -> None:
    """melee.breakthrough-how"""
    fought = beyond(unit(1, 20, 60, 180, side=1))
    assert gone_on(fought, Advance(900)).battle.units[0].pose == Pose(2000, 3900, 0)
    inclined = gone_on(fought, Oblique("right", 225, 900)).battle.units[0].pose
    assert inclined is not None
    assert inclined.heading == 0
    for plan in ((Advance(905),), (Oblique("left", 230, 500),), (Advance(300), Oblique("left", 225, 300))):
        with pytest.raises(Refused):
            gone_on(fought, *plan)


def test_bad_going_disorders_but_does_not_shorten_it() -> None:
    """melee.breakthrough-how, terrain.when-disordered"""
    rough = area("rough", (10, 32), (30, 32), (30, 36), (10, 36))
    after = gone_on(beyond(unit(1, 20, 60, 180, side=1), pieces=(rough,)), Advance(900)).battle.units[0]
    assert (after.pose, after.disordered) == (Pose(2000, 3900, 0), True)


def test_friends_and_closed_ground_stop_it() -> None:
    """melee.breakthrough-how: cavalry does not enter woods"""
    with pytest.raises(Refused):
        gone_on(beyond(unit(1, 20, 35)), Advance(600))
    wood = area("wood", (10, 34), (30, 34), (30, 40), (10, 40))
    with pytest.raises(Refused):
        gone_on(beyond(unit(1, 20, 60, 180, side=1), pieces=(wood,)), Advance(600))


def test_commanders_in_the_way_get_out_of_it() -> None:
    """leaders.unattached-safe: the enemy's, on the place where it ends, goes to his unit"""
    people = (leader(0), leader(1, 0, 20, 36))
    fought = beyond(unit(1, 40, 40, 180, side=1), leaders=people)
    answers = (Breakthrough(0), (Advance(600),), Point(4350, 4050))
    done = play(break_through, fought, WON, answers=answers)
    assert done.asked[-1] == "leader.displaced"
    assert done.battle.leaders[1].pose == Pose(4350, 4050, 0)


# --------------------------------------------------------------------- new enemies
def test_a_new_enemy_is_in_contact_and_the_winner_charges_him() -> None:
    """melee.breakthrough-how, geometry.contact-align, melee.halt"""
    done = gone_on(beyond(unit(1, 21, 36, 180, side=1)), Advance(600)).battle
    assert done.engagements == (Engagement(pair=(0, 1), charging=(0,)),)
    assert done.units[0].broke_through
    assert not done.units[1].fired


def test_flank_is_judged_from_where_the_breakthrough_began() -> None:
    """melee.breakthrough-how, geometry.front-line: the enemy looks east, and 0 came from behind his front"""
    enemy = unit(1, 20.5, 39, 90, side=1)
    done = gone_on(beyond(enemy), Advance(600)).battle
    (contact,) = done.engagements
    assert contact.edges == (Edge.FRONT, Edge.FLANK)
    ahead = beyond(replace(enemy, pose=unit(1, 18.5, 39, 90).pose))
    assert gone_on(ahead, Advance(600)).battle.engagements[0].edges == (Edge.FRONT, Edge.FRONT)


def test_a_hedge_crossed_by_a_breakthrough_is_known_to_the_melee() -> None:
    """melee.breakthrough-how, terrain.cover-applies"""
    hedge = line("hedge", (10, 35.5), (30, 35.5))
    fought = beyond(unit(1, 20, 34.5 + 1.5, 180, side=1), profile="us-line-1863", pieces=(hedge,))
    column = fought.with_unit(unit(0, 20, 30, formation=Formation.COLUMN))
    assert gone_on(column, Advance(600)).battle.engagements[0].crossed == ("the hedge",)


def test_a_retreating_enemy_who_is_touched_routs_and_the_breakthrough_ends_there() -> None:
    """melee.breakthrough-how"""
    done = gone_on(beyond(unit(1, 20, 36, 0, side=1, retreating=True)), Advance(500), faces=(2,))
    assert done.battle.units[1].removed is Removal.ROUTED
    assert done.battle.engagements == ()
    assert done.battle.units[0].pose == Pose(2000, 3500, 0)


def test_a_melee_made_by_a_breakthrough_comes_after_those_waiting() -> None:
    """melee.breakthrough-how, melee.finish: 2 and 3 are still waiting when 0 comes upon 1"""
    units = (unit(1, 20, 36, 180, side=1), unit(2, 60, 30), unit(3, 60, 30, 180, side=1))
    fought = beyond(*units)
    waiting = replace(fought, engagements=(Engagement(pair=(2, 3)),), waiting=((2, 3),))
    done = gone_on(waiting, Advance(600)).battle
    assert melees(done) == ((2, 3),)
    second = (6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
    later = play(melee_step, done, faces=second).battle
    fixed = play(melee_step, later).battle
    assert melees(fixed) == ((0, 1),)


def test_a_breakthrough_into_a_waiting_melee_joins_it() -> None:
    """melee.breakthrough-how, melee.group"""
    units = (unit(1, 20, 36, 180, side=1), unit(2, 26.5, 36))
    waiting = replace(beyond(*units), engagements=(Engagement(pair=(1, 2)),), waiting=((1, 2),))
    assert melees(gone_on(waiting, Advance(600)).battle) == ((0, 1, 2),)


def test_an_edge_that_two_others_hold_has_no_room_for_a_third() -> None:
    """geometry.contact-align, melee.breakthrough-how: it stops there and is in contact with nobody"""
    columns = (unit(2, 17.5, 36, formation=Formation.COLUMN), unit(3, 22.5, 36, formation=Formation.COLUMN))
    fought = beyond(unit(1, 20, 36, 180, side=1), *columns, profile="us-line-1863")
    held = tuple(Engagement(pair=(1, friend), charging=(friend,)) for friend in (2, 3))
    column = replace(fought.with_unit(unit(0, 20, 30, formation=Formation.COLUMN)), engagements=held)
    done = gone_on(column, Advance(600)).battle
    assert done.engagements == held
    assert done.units[0].broke_through


# --------------------------------------------------------------------- on hexes
def test_on_hexes_it_enters_front_hexes_and_closes_with_an_enemy() -> None:
    """melee.breakthrough-how, hex.charge: 2 movement points take cavalry a hex ahead and into contact"""
    units = (unit(0, 1, 1, profile=HORSE), unit(1, 9, 9, side=1))
    fought = on_hexes(battle(*units), (5, 1, 0), (5, 3, 0))
    done = play(break_through, fought, WON, answers=(Breakthrough(0), (HexStep(300), Contact(3300))))
    assert place_of(done.battle, done.battle.units[0].pose, 0) == (6, 2)  # type: ignore[arg-type] # on the table
    assert done.battle.engagements == (Engagement(pair=(0, 1), edges=(Edge.FRONT, Edge.REAR), charging=(0,)),)
    with pytest.raises(Refused):
        play(
            break_through, fought, WON, answers=(Breakthrough(0), (HexStep(300), HexStep(300), HexStep(300)))
        )


def test_on_hexes_a_line_across_which_it_touches_disorders_as_one_that_it_passes() -> None:
    """hex.terrain, melee.breakthrough-how, terrain.when-disordered"""
    units = (unit(0, 1, 1, profile=HORSE), unit(1, 9, 9, side=1))
    hedge = line("hedge", (0, 11.2), (108, 11.2))
    fought = on_hexes(battle(*units, pieces=(hedge,)), (5, 1, 0), (5, 2, 180))
    done = play(break_through, fought, WON, answers=(Breakthrough(0), (Contact(3300),))).battle
    assert done.engagements[0].crossed == ("the hedge",)
    assert done.units[0].disordered


# --------------------------------------------------------------------- sectors
def storm(**changed: Any) -> ElanBattle:
    """A column before a village six inches square, held by an enemy."""
    village = area("built-up", (17, 30), (23, 30), (23, 36), (17, 36), id="village")
    holder = unit(1, 20, 30, 180, side=1, formation=Formation.GARRISON, sector="village", **changed)
    garrison = replace(holder, shape=solid(600, 600))
    column = unit(0, 20, 30, formation=Formation.COLUMN)
    fought = battle(column, garrison, pieces=(village,))
    contact = Engagement(pair=(0, 1), charging=(0,))
    return replace(fought, step=Step.MELEES, engagements=(contact,), waiting=((0, 1),))


ASSAULT = (6, 6, 1, 1, 1, 1, 1, 1, *(1, 1, 1, 1, 1, 1))


def test_a_beaten_garrison_leaves_its_sector_away_from_the_winner() -> None:
    """melee.result.garrison: out to the north at y = 36, and 4 + 9 in on"""
    done = play(fight, storm(), (0, 1), answers=(None,), faces=(*ASSAULT, 4))
    lost = done.battle.units[1]
    assert (lost.formation, lost.sector, lost.retreating) == (Formation.COLUMN, "", True)
    assert lost.pose is not None
    assert lost.pose.y > 3600 + 1300


def test_one_winner_may_occupy_the_sector_of_a_beaten_garrison() -> None:
    """melee.result.garrison, melee.breakthrough"""
    done = play(fight, storm(), (0, 1), answers=(Breakthrough(0, "village"),), faces=(*ASSAULT, 4))
    winner = done.battle.units[0]
    assert (winner.formation, winner.sector, winner.broke_through) == (Formation.GARRISON, "village", True)
    assert winner.shape == solid(600, 600)


def test_the_sector_of_a_destroyed_garrison_may_be_occupied_too() -> None:
    """melee.result.garrison, melee.destroyed"""
    done = play(fight, storm(lost=17), (0, 1), answers=(Breakthrough(0, "village"),), faces=ASSAULT)
    assert done.battle.units[0].sector == "village"


def test_cavalry_does_not_occupy_a_sector() -> None:
    """melee.result.garrison"""
    village = area("built-up", (17, 30), (23, 30), (23, 36), (17, 36), id="village")
    fought = beyond(unit(1, 20, 60, 180, side=1), pieces=(village,))
    assert breakthroughs(fought, Won(charged=(0,), sectors=("village",))) == (Breakthrough(0),)

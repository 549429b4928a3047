"""Melees on the table: who is fought, who is a primary, who overlaps or holds a flank, and the facts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.battle import Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.melee import fight, markers, value
from sandtable.systems.tricorn.melee_facts import Fighter, Melee, Side, Toucher
from sandtable.systems.tricorn.melee_ground import (
    Bout,
    Help,
    driven_back,
    help_for,
    is_frontal,
    melee_of,
    opponents,
    touchers,
)
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.terrain import HILL, REDOUBT, STREAM, VILLAGE, WOOD, WORKS
from sandtable.systems.tricorn.troops import Formation
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    GRENADIERS,
    GUNS,
    HORSE,
    HUSSARS,
    LIGHTS,
    MUSKETS,
    battle,
    box,
    garrison,
    officer,
    strip,
    unit,
)
from tests.systems.tricorn.worked import chance, figures

ONE, OTHER = Side.ONE, Side.OTHER


def enemy(number: int, x: float, y: float = 10, **state: Any) -> TricornUnit:
    """A unit of the other side that looks down the table, its front on y."""
    return unit(number, x, y, 180, side=1, **state)


def at_blows(*units: TricornUnit, **state: Any) -> TricornBattle:
    """A battle in the melee step with side 0 active."""
    return battle(*units, step=Step.MELEE, **state)


def melee(fought: TricornBattle, one: int, other: int) -> Melee:
    """The facts of a melee in which everybody helps who can."""
    helps = help_for(fought, one, other), help_for(fought, other, one)
    return melee_of(fought, Bout(one, other), helps)


# ------------------------------------------------------------------ who is fought
def test_edge_contact_beats_point_contact() -> None:
    """geo-corner-neighbours: geometry.distance, melee.primary, melee.overlap.definition"""
    expected = figures("geo-corner-neighbours")
    fought = at_blows(unit(0, 1.5, 10), unit(1, 4.5, 10), enemy(2, 1.5), enemy(3, 4.5))
    assert opponents(fought) == {2: (0,), 3: (1,)}
    assert len([foe for foe, units in opponents(fought).items() if 0 in units]) == expected["opponents"]
    assert len(help_for(fought, 0, 2).units) == expected["overlap"]
    assert {value(melee(fought, 0, 2), side).total for side in Side} == {expected["cv"]}


def test_only_contacts_of_the_active_command_are_fought() -> None:
    """turn.melee.which, turn.active-units"""
    fought = at_blows(unit(0, 10, 10), unit(1, 20, 10, command=2), enemy(2, 10), enemy(3, 20))
    assert opponents(fought) == {2: (0,)}
    assert opponents(at_blows(unit(0, 10, 10), enemy(1, 10), active=1)) == {0: (1,)}


def test_the_primary_is_one_on_the_front_if_there_is_any() -> None:
    """melee.primary"""
    front, flank = unit(0, 20, 10), unit(1, 18.5, 10.5, 90)
    assert opponents(at_blows(front, flank, enemy(2, 20))) == {2: (0,)}
    alone = at_blows(replace(flank, id=0), enemy(1, 20))
    assert opponents(alone) == {1: (0,)}
    both = at_blows(unit(0, 18.6, 10), unit(1, 21.6, 10), enemy(2, 20))
    assert opponents(both) == {2: (0, 1)}


def test_each_unit_is_a_primary_once_a_step() -> None:
    """melee.primary, melee.order"""
    units = (unit(0, 20, 10), enemy(1, 18.5), enemy(2, 21.5))
    assert opponents(at_blows(*units)) == {1: (0,), 2: (0,)}
    assert opponents(at_blows(*units, fought=(0, 1))) == {}
    two = at_blows(unit(0, 18.6, 10), unit(1, 21.6, 10), enemy(2, 20), fought=(2, 0))
    assert opponents(two) == {}


def test_a_contact_that_has_disappeared_is_not_fought() -> None:
    """melee.order"""
    assert opponents(at_blows(unit(0, 20, 10), enemy(1, 20, 10.5))) == {}


# ----------------------------------------------------------------------- overlap
def test_overlap_flank_contact_and_general() -> None:
    """melee-overlap-and-flank: melee.cv.general, melee.cv.overlap, melee.cv.flank, melee.flank.definition"""
    expected = figures("melee-overlap-and-flank")
    staff = (officer(0, command=0, attached=0), officer(1, 71, 47, side=1, command=1))
    fought = at_blows(
        unit(0, 20, 10),
        unit(1, 17, 10, markers=2),
        unit(2, 23, 10, markers=3),
        unit(3, 21.5, 10.5, 270),
        enemy(4, 20),
        officers=staff,
    )
    assert help_for(fought, 0, 4) == Help((1,), (3,))
    facts = melee(fought, 0, 4)
    assert value(facts, ONE).total == expected["cv"]
    assert markers(facts, OTHER, 1).total == 2


@pytest.mark.parametrize(
    ("friend", "overlaps"),
    [
        (unit(1, 17, 10), True),
        (unit(1, 16.5, 10), True),
        (unit(1, 16.4, 10), False),
        (unit(1, 17, 9.4), True),
        (unit(1, 17, 10, markers=3), False),
        (unit(1, 17, 10, formation=Formation.COLUMN), False),
        (unit(1, 17.7, 10, profile=GUNS), False),
        (unit(1, 17, 10, profile=LIGHTS), True),
        (unit(1, 17, 10.5, profile=HORSE), True),
        (unit(1, 17, 9.9, 50), False),
        (unit(1, 17, 9, 180), False),
        (unit(1, 20, 8.9), False),
    ],
)
def test_who_overlaps_beside_a_primary(friend: TricornUnit, overlaps: bool) -> None:  # noqa: FBT001
    """melee.overlap.definition, melee.cv.overlap: within 0.5 in at the flank, facing alike, in Line"""
    fought = at_blows(unit(0, 20, 10), friend, enemy(2, 20))
    assert (help_for(fought, 0, 2).overlaps == (1,)) is overlaps


def test_a_unit_that_overlaps_reaches_beyond_the_enemys_corner_or_touches_his_front() -> None:
    """melee.overlap.definition"""
    wide = at_blows(unit(0, 20, 10), unit(1, 17, 10), enemy(2, 18.5))
    assert help_for(wide, 0, 2).overlaps == (1,)
    both = at_blows(unit(0, 20, 10), unit(1, 17, 10), enemy(2, 18.5), enemy(3, 15.5))
    assert is_frontal(both, 2, 1)
    assert help_for(both, 0, 2).overlaps == (1,)
    short = at_blows(unit(0, 20, 10), unit(1, 17, 9.5), enemy(2, 18.5))
    assert help_for(short, 0, 2).overlaps == (1,)
    behind = at_blows(unit(0, 20, 10), unit(1, 17, 9.5), enemy(2, 17.0))
    assert help_for(behind, 0, 2).overlaps == ()


def test_a_unit_that_fights_another_enemy_does_not_overlap() -> None:
    """melee.overlap.definition"""
    fought = at_blows(unit(0, 20, 10), unit(1, 17, 10), enemy(2, 20.5), enemy(3, 16.5))
    assert help_for(fought, 0, 2).overlaps == ()


def test_one_unit_overlaps_on_either_side_at_most() -> None:
    """melee.overlap.definition"""
    fought = at_blows(unit(0, 20, 10), unit(1, 17, 10), unit(2, 23, 10), unit(3, 16.9, 8.9), enemy(4, 20))
    assert help_for(fought, 0, 4).overlaps == (1, 2)


def test_the_enemy_has_his_overlaps_too() -> None:
    """melee.overlap.definition"""
    fought = at_blows(unit(0, 20, 10), enemy(1, 20), enemy(2, 23))
    assert help_for(fought, 1, 0).overlaps == (2,)
    assert melee(fought, 0, 1).other.overlaps == 1


def test_nobody_overlaps_a_flank_attack_on_the_side_of_the_enemys_rear() -> None:
    """melee.overlap.definition"""
    flanking = unit(0, 18.5, 10.5, 90)
    ahead, behind = unit(1, 18.5, 13.5, 90), unit(1, 18.5, 7.5, 90)
    for friend, overlaps in ((ahead, ()), (behind, (1,))):
        fought = at_blows(flanking, friend, enemy(2, 20))
        assert help_for(fought, 0, 2).overlaps == overlaps


def test_a_village_is_stormed_from_three_sides() -> None:
    """melee-garrison-three-sides: melee.overlap.garrison, melee.cv.overlap, melee.cv.cover"""
    expected, village = figures("melee-garrison-three-sides"), box(VILLAGE, 18, 10, 22, 14)
    fought = at_blows(
        unit(0, 20, 10),
        unit(1, 18, 12, 90, markers=1),
        unit(2, 22, 12, 270, markers=3),
        garrison(3, village, side=1),
        pieces=(village,),
    )
    assert help_for(fought, 0, 3) == Help((1,), ())
    facts = melee(fought, 0, 3)
    assert (value(facts, ONE).total, value(facts, OTHER).total) == (expected["cv"], expected["garrison_cv"])
    assert not facts.other.is_flanked


def test_horse_overlaps_at_a_redoubt_and_not_more_than_two_units_do() -> None:
    """melee.overlap.garrison"""
    redoubt = box(REDOUBT, 18, 10, 21, 13)
    around = (
        unit(0, 19.5, 10),
        unit(1, 18, 11.5, 90, profile=HORSE),
        unit(2, 21, 11.5, 270),
        unit(3, 19.5, 13, 180),
        garrison(4, redoubt, side=1),
    )
    assert help_for(at_blows(*around, pieces=(redoubt,)), 0, 4).overlaps == (1, 2)
    village = box(VILLAGE, 18, 10, 21, 13)
    held = (*around[:4], garrison(4, village, side=1))
    assert help_for(at_blows(*held, pieces=(village,)), 0, 4).overlaps == (2, 3)


def test_nobody_overlaps_for_a_garrison() -> None:
    """melee.overlap.definition, terrain.garrison"""
    village = box(VILLAGE, 18, 10, 22, 14)
    fought = at_blows(unit(0, 20, 10), garrison(1, village, side=1), enemy(2, 16.4, 10), pieces=(village,))
    assert help_for(fought, 1, 0).overlaps == ()


# ----------------------------------------------------------------- flank and rear
def test_a_flank_charge_counts_itself() -> None:
    """melee-flank-charge24: melee.cv.flank, melee.cv.flank.self, disorder.extra.flank,
    disorder.extra.frontal-contact, morale.row.4"""
    expected = figures("melee-flank-charge24")
    fought = at_blows(unit(0, 18.5, 10.5, 90, profile=CUIRASSIERS), enemy(1, 20))
    facts = melee(fought, 0, 1)
    assert value(facts, ONE).total == expected["cv"]
    assert markers(facts, OTHER, 1).total == expected["markers"]
    assert markers(facts, ONE, 1).total == 1
    eliminated = chance(do(fight, facts), lambda told: told.other.effect is Effect.ELIMINATED)
    assert eliminated == expected["p_eliminated"]


def test_units_on_flank_and_rear_count_two_each_whatever_their_markers() -> None:
    """melee.cv.flank, melee.flank.definition"""
    fought = at_blows(
        unit(0, 20, 10), unit(1, 18.5, 10.5, 90, markers=3), unit(2, 20, 11, 180, command=2), enemy(3, 20)
    )
    assert help_for(fought, 0, 3) == Help((), (1, 2))
    facts = melee(fought, 0, 3)
    assert value(facts, ONE).total == 3 + 2 + 2
    assert (facts.other.left, facts.other.right, facts.other.rear) == (False, True, True)


def test_a_primary_of_this_step_gives_no_flank_support_later() -> None:
    """melee.flank.definition, melee.support-once"""
    units = (unit(0, 20, 10), unit(1, 18.5, 10.5, 90), enemy(2, 20))
    for spent in ({"fought": (1,)}, {"supported": (1,)}):
        assert help_for(at_blows(*units, **spent), 0, 2) == Help()
    assert help_for(at_blows(*units), 0, 2, saved=(1,)) == Help()


def test_a_side_step_into_a_flank_counts_and_flanks_side_by_side_do_not() -> None:
    """geometry.edge-contact, melee.flank.definition"""
    beside = unit(0, 17, 11, 180)
    lying = at_blows(beside, enemy(1, 20, 11))
    assert opponents(lying) == {}
    stepped = at_blows(replace(beside, sidestepped=(1,)), enemy(1, 20, 11))
    assert opponents(stepped) == {1: (0,)}
    facts = melee(stepped, 0, 1)
    assert (facts.one.flankers, facts.other.flankers) == (1, 0)
    assert (facts.one.is_flanked, facts.other.is_flanked) == (False, True)


def test_the_enemy_primary_on_a_flank_counts_for_the_enemy() -> None:
    """melee.cv.flank.self, melee.both-roll-flank"""
    fought = at_blows(unit(0, 20, 10), unit(1, 18.5, 9, 90, side=1))
    facts = melee(fought, 0, 1)
    assert (facts.one.left, facts.one.front) == (True, False)
    assert (facts.other.flankers, facts.one.flankers) == (1, 0)
    assert value(facts, ONE).total == 3


# ------------------------------------------------------------------------- facts
def test_a_shock_charge_on_the_table() -> None:
    """melee-heavy24-v-muskets: troops.heavy-cavalry-2-4, disorder.extra.v-heavy, disorder.extra.v-heavy-2-4,
    disorder.extra.heavy-v-muskets"""
    expected = figures("melee-heavy24-v-muskets")
    facts = melee(at_blows(unit(0, 20, 10, profile=CUIRASSIERS), enemy(1, 20)), 0, 1)
    recoils = chance(do(fight, facts), lambda told: told.loser is OTHER)
    lost = chance(do(fight, facts), lambda told: told.other.effect is Effect.ELIMINATED)
    assert (recoils, lost) == (expected["p_muskets_recoil"], expected["p_muskets_eliminated"])


def test_a_fight_at_the_edge_of_a_wood() -> None:
    """melee-wood-edge: terrain.melee-shared, melee.cv.mounted-bad-going, melee.cv.muskets-bad-going"""
    expected = figures("melee-wood-edge")
    fought = at_blows(unit(0, 20, 10, profile=CUIRASSIERS), enemy(1, 20), pieces=(box(WOOD, 15, 10, 25, 15),))
    facts = melee(fought, 0, 1)
    assert [value(facts, side).total for side in Side] == [expected["cav_cv"], expected["muskets_cv"]]
    on = [markers(facts, side, 1).total for side in (OTHER, ONE)]
    assert on == [expected["on_muskets"], expected["on_cav"]]


def test_grenadiers_at_a_village() -> None:
    """melee-village: melee.cv.cover, melee.cv.cover.detail, melee.cv.disorder, terrain.in-bad-going"""
    expected, village = figures("melee-village"), box(VILLAGE, 18, 10, 22, 14)
    fought = at_blows(
        unit(0, 20, 10, profile=GRENADIERS), garrison(1, village, side=1, markers=2), pieces=(village,)
    )
    facts = melee(fought, 0, 1)
    assert value(facts, ONE).total == expected["attacker_cv"]
    assert value(facts, OTHER).total == expected["garrison_cv"]


def test_works_cover_whoever_touches_them_from_inside() -> None:
    """melee.cv.cover, terrain.cover, terrain.works"""
    works = strip(WORKS, 0, (15, 10), (25, 10))
    facts = melee(at_blows(unit(0, 20, 10), enemy(1, 20), pieces=(replace(works, front=1800),)), 0, 1)
    assert (facts.one.cover, facts.other.cover) == (False, True)


def test_slope_and_stream_are_judged_against_the_enemy_primary() -> None:
    """melee-tie-uphill: geometry.uphill, melee.tie.claims, terrain.stream-bank"""
    hill = melee(at_blows(unit(0, 20, 10), enemy(1, 20), pieces=(box(HILL, 15, 10, 25, 20),)), 0, 1)
    assert (hill.one.uphill, hill.other.uphill) == (False, True)
    water = strip(STREAM, 1, (15, 9.5), (25, 9.5))
    bank = melee(at_blows(unit(0, 20, 10), enemy(1, 20), pieces=(water,)), 0, 1)
    assert bank.other.stream


def test_a_limbered_battery_fights_as_a_column() -> None:
    """melee.cv.target-column, formation.limbered, troops.combat-values"""
    guns = enemy(1, 20, profile=GUNS, formation=Formation.LIMBERED)
    facts = melee(at_blows(unit(0, 20, 10), guns), 0, 1)
    assert (value(facts, ONE).total, value(facts, OTHER).total) == (5, 1)


@pytest.mark.parametrize(
    ("profile", "kinds"),
    [
        (MUSKETS, (Toucher.MUSKETS_FRONT,)),
        (LIGHTS, (Toucher.MUSKETS_FRONT,)),
        (HORSE, (Toucher.HEAVY,)),
        (CUIRASSIERS, (Toucher.HEAVY, Toucher.TWO_FOUR)),
        (HUSSARS, (Toucher.LIGHT_CAVALRY,)),
    ],
)
def test_helpers_that_touch_the_enemy_are_known_by_what_they_are(
    profile: str, kinds: tuple[Toucher, ...]
) -> None:
    """disorder.extra.any-contact"""
    fought = at_blows(unit(0, 20, 10), unit(1, 18.5, 10.5, 90, profile=profile), enemy(2, 20))
    assert touchers(fought, fought.units[2], (1,)) == kinds
    assert melee(fought, 0, 2).other.touched_by == kinds


def test_guns_that_touch_by_their_front_are_known() -> None:
    """disorder.extra.any-contact, disorder.extra.v-guns"""
    fought = at_blows(unit(0, 20, 10), unit(1, 18.5, 10.5, 90, profile=GUNS), enemy(2, 20))
    assert touchers(fought, fought.units[2], (1,)) == (Toucher.GUNS_FRONT,)
    apart = at_blows(unit(0, 20, 10), unit(1, 17, 10, profile=HORSE), enemy(2, 20))
    assert melee(apart, 0, 2).other.touched_by == ()


def test_the_readings_of_the_battle_are_those_of_the_melee() -> None:
    """setup.readings"""
    named = {
        Reading.LIGHTS_APART: "lights_apart",
        Reading.SECOND_HIT: "second_by_value",
        Reading.STEP_THREE_ONLY: "step_three_only",
        Reading.TIE_WITH_HITS: "hits_tie_stands",
        Reading.CLAIMANT_STANDS: "claimant_stands",
        Reading.FLANK_STANDS: "flanked_stands",
        Reading.PER_EDGE: "per_edge",
    }
    units = (unit(0, 20, 10), enemy(1, 20))
    plain = melee(at_blows(*units), 0, 1)
    assert plain == Melee(one=Fighter(flankers=0), other=Fighter(flankers=0))
    for reading, field in named.items():
        chosen = SYSTEM.rulebook().choose({reading: 1})
        facts = melee(at_blows(*units, readings=chosen), 0, 1)
        assert facts == replace(plain, **{field: True})


# ----------------------------------------------------------------- who recoils too
def test_friends_of_the_loser_in_contact_with_the_winner_go_back_too() -> None:
    """melee.recoil.supporters"""
    fought = at_blows(
        unit(0, 20, 10),
        unit(1, 18.5, 10.5, 90),
        unit(2, 23, 10),
        unit(3, 20, 11, 180),
        unit(4, 21.5, 10.5, 270, profile=GUNS),
        enemy(5, 20),
    )
    assert driven_back(fought, 0, 5) == (1, 3)
    assert driven_back(fought, 5, 0) == ()

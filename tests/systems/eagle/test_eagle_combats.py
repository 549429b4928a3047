"""Combats on the table: who fights whom, where, in which order, in which round, with whose support."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.eagle.clashes import fighter_of, has_advantage
from sandtable.systems.eagle.combats import (
    combats_of,
    components,
    in_order,
    main_opponent,
    place_of,
    rounds_of,
    touching_places,
)
from sandtable.systems.eagle.contact import meetings
from sandtable.systems.eagle.engagements import Charge, Combat
from sandtable.systems.eagle.melee import counted, dice, to_hit
from sandtable.systems.eagle.melee_facts import Fighter, Side
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.supports import Backing, backings, stands_behind
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import Piece, Point, inches
from tests.systems.eagle.arena import (
    ALA,
    AUXILIARY,
    BATAVI,
    CAMPS,
    CHARIOTS,
    LEGION,
    LIGHT_HORSE,
    SKIRMISHERS,
    VETERANS,
    WARBAND,
    battle,
    box,
    leader,
    touching,
    unit,
)

Case = Callable[[str], dict[str, Any]]


def lines() -> Any:
    """Two Roman units at x = 0 to 6 and 7 to 13, two warbands at 2 to 8 and 9 to 15, front to front."""
    return battle(
        unit(0, 3, 10),
        unit(1, 10, 10),
        unit(2, 5, 10, 180, side=1, profile=WARBAND),
        unit(3, 12, 10, 180, side=1, profile=WARBAND),
        contacts=(touching(2, 0), touching(2, 1), touching(3, 1)),
    )


# -------------------------------------------------------------------- the cases
def test_overlapping_lines_fall_into_combats_by_their_main_opponents(case: Case) -> None:
    """melee-lines-overlap: turn.combat.component, melee.contact, melee.dice.base"""
    expected, fought = case("melee-lines-overlap"), lines()
    assert meetings(fought, 0, (2,))[0].length == 400
    assert meetings(fought, 2, (1,))[0].length == 100
    assert meetings(fought, 1, (3,))[0].length == 400
    assert components(fought) == ((0, 2), (1, 3))
    assert len(combats_of(fought)) == expected["combats"]
    bases = {
        "r1": len(touching_places(fought, 0, (2,))),
        "b1": len(touching_places(fought, 2, (0,))),
        "r2": len(touching_places(fought, 1, (3,))),
        "b2": len(touching_places(fought, 3, (1,))),
    }
    assert bases == {key: expected[key] for key in bases}
    assert (fighter_of(fought, 2, (0,)).touching, fighter_of(fought, 2, (0,)).opponents) == (3, (0,))


def test_combats_are_settled_from_the_right_of_the_holder(case: Case) -> None:
    """turn-order: turn.combat.order, turn.combat.position, army.table"""
    expected = case("turn-order")
    combats = [Combat(((), ()), Point(float(inches(x)), float(inches(24)))) for x in (20, 40, 60)]
    for holder, key in ((0, "turn1"), (1, "turn2")):
        told = [round(one.place.x / 100) for one in in_order(battle(holder=holder), combats)]
        assert told == expected[key]


@pytest.mark.parametrize(
    ("edges", "order"), [(("left", "right"), [10, 20, 30]), (("right", "left"), [30, 20, 10])]
)
def test_a_holder_at_a_short_edge_has_his_right_along_it(edges: Any, order: list[int]) -> None:
    """turn.combat.order, turn.combat.position: from the left edge right is down, from the right edge up"""
    camps = tuple(replace(camp, edge=edge) for camp, edge in zip(CAMPS, edges, strict=True))
    combats = [Combat(((), ()), Point(2000.0, float(inches(y)))) for y in (20, 30, 10)]
    told = [round(one.place.y / 100) for one in in_order(battle(holder=0, camps=camps), combats)]
    assert told == order
    assert [round(one.place.y / 100) for one in in_order(battle(holder=1, camps=camps), combats)] == order[
        ::-1
    ]


@pytest.mark.parametrize(("edge", "first"), [("left", 10), ("right", 30)])
def test_of_two_combats_as_far_right_of_a_short_edge_the_nearer_comes_first(edge: Any, first: int) -> None:
    """turn.combat.position"""
    camps = replace(CAMPS[0], edge=edge), CAMPS[1]
    combats = [Combat(((), ()), Point(float(inches(x)), 2000.0)) for x in (10, 30)]
    assert round(in_order(battle(holder=0, camps=camps), combats)[0].place.x / 100) == first


def test_of_two_combats_equally_far_right_the_nearer_to_the_holder_comes_first() -> None:
    """turn.combat.position: places within 0.01 in of each other count as equal"""
    near, far = Combat(((), ()), Point(3001.0, 1000.0)), Combat(((), ()), Point(3000.0, 2000.0))
    assert in_order(battle(holder=0), (far, near)) == (near, far)
    assert in_order(battle(holder=1), (near, far)) == (far, near)


def test_the_point_of_a_wedge_strikes_with_two_ranks(case: Case) -> None:
    """melee-wedge: melee.dice.wedge-charge, melee.dice.wedge-other, formation.wedge"""
    expected = case("melee-wedge")
    wedge = unit(
        0, 20, 10, profile=VETERANS, formation=Formation.WEDGE, ranks=(1, 2, 3, 4), dp=1, role=Role.CHARGE
    )
    fought = battle(wedge, unit(1, 20, 10, 180, side=1, profile=WARBAND), contacts=(touching(0, 1),))
    charging = fighter_of(fought, 0, (1,))
    standing = replace(charging, role=Role.STAND)
    warband = fighter_of(fought, 1, (0,))
    assert dice(Side((charging,)), Side((warband,))).total == expected["charge"]
    assert dice(Side((standing,)), Side((warband,))).total == expected["standing"]
    assert counted(warband).total == expected["warband_bases"]


# ------------------------------------------------------------------ who fights whom
def test_of_equal_edges_the_enemy_charged_this_turn_is_the_main_opponent() -> None:
    """turn.combat.component"""
    units = (
        unit(0, 10, 10),
        unit(1, 7, 10, 180, side=1, profile=AUXILIARY),
        unit(2, 13, 10, 180, side=1, profile=AUXILIARY),
    )
    facts = (touching(1, 0), touching(2, 0))
    assert main_opponent(battle(*units, contacts=facts), 0) == 2
    assert main_opponent(battle(*units, contacts=facts, holder=1), 0) == 1
    charged = battle(*units, contacts=facts, charges=(Charge(1, 0, "front", 1800),))
    assert main_opponent(charged, 0) == 1


def test_the_place_of_a_combat_is_the_mean_of_its_engaged_bases() -> None:
    """turn.combat.position: three bases of MI on each side, an inch deep, from x = 1.5 to 6 and 2 to 6.5"""
    place = place_of(lines(), (0,), (2,))
    assert (place.x, place.y) == (400, 1000)


def test_the_place_of_a_combat_is_kept_to_the_hundredth_of_an_inch() -> None:
    """turn.combat.position, dice.measure: four bases at 9.5 and three at 10.5 in are kept as 9.93"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 10, 180, side=1, ranks=(3,)), contacts=(touching(0, 1),))
    assert place_of(fought, (0,), (1,)) == (2000, 993)


def test_routers_fight_nobody() -> None:
    """rout.state, melee.contact"""
    fought = battle(
        unit(0, 10, 10),
        unit(1, 10, 10, 180, side=1, routing=True, shaken=True, formed=False),
        contacts=(touching(0, 1),),
    )
    assert components(fought) == ()


# ------------------------------------------------------------------------- rounds
def test_rounds_count_on_while_contact_outlasts_the_turn() -> None:
    """melee.round"""
    pair = (unit(0, 10, 10, rounds=1, fought=(1,)), unit(1, 10, 10, 180, side=1, rounds=1, fought=(0,)))
    held = battle(*pair, contacts=(touching(0, 1, turn=2),), turn=3)
    assert [(one.unit, one.number) for one in rounds_of(held)] == [(0, 2), (1, 2)]
    fresh = battle(*pair, contacts=(touching(0, 1, turn=3),), turn=3)
    assert [one.number for one in rounds_of(fresh)] == [1, 1]


def test_rounds_begin_anew_against_enemies_not_met_before_and_end_out_of_contact() -> None:
    """melee.round"""
    others = battle(
        unit(0, 10, 10, rounds=2, fought=(7,)),
        unit(1, 10, 10, 180, side=1),
        contacts=(touching(0, 1, turn=2),),
        turn=3,
    )
    assert [one.number for one in rounds_of(others)] == [1, 1]
    apart = battle(unit(0, 10, 10, rounds=2, fought=(1,)), unit(1, 10, 30, 180, side=1), turn=3)
    assert [(one.unit, one.number) for one in rounds_of(apart)] == [(0, 0)]


def test_who_charged_into_a_combat_is_remembered_in_later_rounds() -> None:
    """melee.british.detail"""
    first = battle(
        unit(0, 10, 10, role=Role.CHARGE),
        unit(1, 10, 10, 180, side=1),
        contacts=(touching(0, 1),),
    )
    assert [one.charged_in for one in rounds_of(first)] == [True, False]
    later = battle(
        unit(0, 10, 10, rounds=1, fought=(1,), charged_in=True, role=Role.FOLLOW_UP),
        unit(1, 10, 10, 180, side=1, rounds=1, fought=(0,)),
        contacts=(touching(0, 1),),
        turn=2,
    )
    assert [one.charged_in for one in rounds_of(later)] == [True, False]


# -------------------------------------------------------------------- a fighter
def test_a_unit_fights_as_it_stands_and_as_it_was_struck() -> None:
    """melee.contact, charge.face, melee.supported.max"""
    legion = unit(0, 20, 20, profile=LEGION, dp=2, inspired=1)
    warband = unit(1, 23, 18, 270, side=1, profile=WARBAND, ranks=(2, 2, 2, 2), formation=Formation.COLUMN)
    fought = battle(
        legion,
        warband,
        contacts=(touching(1, 0, "right"),),
        leaders=(leader(0, attached=0, crippled=True, start=1, actions=1),),
    )
    facts = fighter_of(fought, 0, (1,))
    assert (facts.lines, facts.bases, facts.dp, facts.inspired, facts.leader) == (3, 10, 2, 1, False)
    assert (facts.flank, facts.rear, facts.faced) == (True, False, False)
    striker = fighter_of(fought, 1, (0,))
    assert (striker.flank, striker.faced) == (False, True)


def test_inspiration_is_wasted_without_a_leader() -> None:
    """command.inspire.when"""
    fought = battle(unit(0, 10, 10, inspired=2), unit(1, 10, 10, 180, side=1), contacts=(touching(0, 1),))
    assert fighter_of(fought, 0, (1,)).inspired == 0


# ---------------------------------------------------------------------- the ground
def ground(*pieces: Piece) -> Any:
    """A cohort at y = 10 facing up, a warband at y = 10 facing down, all eight front bases touching."""
    return battle(
        unit(0, 20, 10),
        unit(1, 20, 10, 180, side=1, profile=WARBAND),
        contacts=(touching(0, 1),),
        pieces=pieces,
    )


def test_a_side_higher_up_the_hill_has_the_advantage() -> None:
    """terrain.advantage, terrain.hill"""
    hill = ground(box("gentle hill", 10, 10, 30, 20))
    assert has_advantage(hill, (1,), (0,))
    assert not has_advantage(hill, (0,), (1,))
    top = ground(box("gentle hill", 10, 5, 30, 20, id="foot"), box("gentle hill", 10, 10, 30, 20, "top", 2))
    assert has_advantage(top, (1,), (0,))
    flat = ground(box("gentle hill", 10, 5, 30, 20))
    assert not has_advantage(flat, (1,), (0,))


def test_half_of_the_engaged_bases_must_stand_better() -> None:
    """terrain.advantage: the warband's bases stand from x = 17 to 23"""
    assert has_advantage(ground(box("gentle hill", 10, 10, 20, 20)), (1,), (0,))
    assert not has_advantage(ground(box("gentle hill", 10, 10, 18.5, 20)), (1,), (0,))


def test_the_bank_is_better_than_the_water() -> None:
    """terrain.advantage"""
    for kind in ("ford or shallow river", "deep river or cliff"):
        river = ground(box(kind, 10, 5, 30, 10))
        assert has_advantage(river, (1,), (0,))
        assert not has_advantage(river, (0,), (1,))
    both = ground(box("ford or shallow river", 10, 5, 30, 15))
    assert not has_advantage(both, (1,), (0,))


def test_a_rampart_helps_those_who_touch_it_with_the_enemy_beyond() -> None:
    """terrain.advantage"""
    line = (Point(1000.0, 1000.0), Point(3000.0, 1000.0))
    work = ground(Piece("work", "rampart, wall or ditch (linear)", line=line))
    assert has_advantage(work, (1,), (0,))
    aside = (Point(1000.0, 1200.0), Point(3000.0, 1200.0))
    assert not has_advantage(ground(Piece("work", "rampart, wall or ditch (linear)", line=aside)), (1,), (0,))


def test_whoever_fights_uphill_hits_on_a_six() -> None:
    """melee.hit.ground"""
    hill = ground(box("gentle hill", 10, 10, 30, 20))
    facts = fighter_of(hill, 0, (1,), below=has_advantage(hill, (1,), (0,)))
    assert to_hit(facts, (Fighter(),)).total == 6


# -------------------------------------------------------------------- supports
def behind(y: float, x: float = 20, facing: float = 0, **state: Any) -> Any:
    """A cohort in combat at (20, 10), whose rear edge is at y = 9, and another unit behind it."""
    return battle(
        unit(0, 20, 10),
        unit(1, 20, 10, 180, side=1, profile=WARBAND),
        unit(2, x, y, facing, **{"profile": BATAVI, **state}),
        contacts=(touching(1, 0),),
    )


@pytest.mark.parametrize(
    ("place", "holds"),
    [
        ((9.0, 20, 0), True),
        ((8.0, 20, 0), True),
        ((7.99, 20, 0), True),
        ((7.97, 20, 0), False),
        ((8.0, 24.5, 0), True),
        ((8.0, 24.6, 0), False),
        ((8.2, 20, 22.5), False),
        ((8.0, 20, 10), True),
        ((8.0, 20, 23), False),
    ],
)
def test_a_supporter_stands_within_an_inch_overlapping_and_facing_alike(
    place: tuple[float, float, float],
    holds: bool,  # noqa: FBT001
) -> None:
    """melee.supported, melee.supported.detail"""
    y, x, facing = place
    fought = behind(y, x, facing)
    assert stands_behind(fought.units[2], fought.units[0]) is holds


def test_a_supporter_is_free_of_enemies_formed_and_not_in_column() -> None:
    """melee.supported.detail"""
    combat = Combat(((0,), (1,)), Point(2000.0, 1000.0))
    assert backings(behind(8), combat, 0) == (Backing(2, 0),)
    for state in (
        {"formed": False},
        {"shaken": True, "dp": 5},
        {"formation": Formation.COLUMN, "ranks": (2, 2)},
        {"profile": ALA},
        {"routing": True, "shaken": True, "formed": False},
    ):
        assert backings(behind(8, **state), combat, 0) == ()
    taken = replace(behind(8), combats=(replace(combat, supports=((2, 0),)),))
    assert backings(taken, combat, 0) == ()


def test_light_horse_supports_chariots_though_unformed() -> None:
    """melee.supported.light"""
    fought = battle(
        unit(0, 20, 10, side=1, profile=CHARIOTS),
        unit(1, 20, 10, 180),
        unit(2, 20, 7.5, side=1, profile=LIGHT_HORSE),
        unit(3, 15, 7.5, side=1, profile=SKIRMISHERS),
        contacts=(touching(0, 1),),
    )
    assert backings(fought, Combat(((1,), (0,)), Point(0.0, 0.0)), 1) == (Backing(2, 0),)

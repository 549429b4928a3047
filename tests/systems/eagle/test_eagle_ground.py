"""Distances, arcs, sight and ground, as the rules measure them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.systems.eagle.arcs import arc_of, is_in_front
from sandtable.systems.eagle.ground import barred_kinds, barred_pieces, rough_points
from sandtable.systems.eagle.nearness import (
    distance,
    distance_to_leader,
    enemies_within,
    is_beyond,
    is_within,
    leaders_within,
    nearest_enemy_distance,
    nearest_of,
)
from sandtable.systems.eagle.shapes import shape_of
from sandtable.systems.eagle.sight import bases_that_see, sees
from sandtable.systems.eagle.terrain import kinds
from sandtable.systems.eagle.troops import Formation, Nation
from sandtable.table.space import Point
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    BATAVI,
    CAMPS,
    CHARIOTS,
    LEGION,
    WARBAND,
    battle,
    box,
    leader,
    touching,
    unit,
)


# --------------------------------------------------------------------- distances
def test_distances_are_measured_from_base_to_base() -> None:
    """dice.measure: the rear line of a legion is set in by 0.75 in, so it is measured where it stands"""
    legion = unit(0, 20, 10, profile=LEGION)
    behind = unit(1, 25, 9, side=1, ranks=(2, 2))
    fought = battle(legion, behind)
    # The front line ends at x = 23, y 9.25 to 10; the other begins at x = 23.5, its front at y = 9.
    assert distance(fought, 0, 1) == pytest.approx((50**2 + 25**2) ** 0.5)


def test_units_in_contact_are_no_distance_apart() -> None:
    """formation.contact: a unit on the flank of a legion touches it though its rear lines are set in"""
    legion, horse = unit(0, 20, 10, profile=LEGION), unit(1, 23, 7.2, 270, side=1, profile=ALA)
    fought = battle(legion, horse, contacts=(touching(1, 0, "right"),))
    assert distance(fought, 0, 1) == 0.0


def test_a_limit_is_within_itself_to_a_hundredth_of_an_inch() -> None:
    """dice.measure"""
    assert is_within(400.0, 400)
    assert is_within(401.0, 400)
    assert is_beyond(402.0, 400)


def test_leaders_are_measured_at_the_middle_of_their_marker() -> None:
    """dice.measure, command.attach: one with a unit is at no distance from it"""
    units = unit(0, 20, 10), unit(1, 30, 10)
    lone, attached = leader(0, 20, 14), leader(1, attached=1)
    fought = battle(*units, leaders=(lone, attached))
    assert distance_to_leader(fought, units[0], lone) == 400.0
    assert distance_to_leader(fought, units[1], attached) == 0.0
    # He stands at the middle of the front rank, 3 in from the end of his own front, half an inch back.
    assert distance_to_leader(fought, units[0], attached) == pytest.approx(700.0)


@settings(max_examples=60, deadline=None)
@given(
    facing=st.integers(0, 359),
    places=st.lists(st.tuples(st.integers(10, 40), st.integers(10, 40)), min_size=1, max_size=6),
    limit=st.integers(0, 1500),
)
def test_leaders_are_near_exactly_as_far_as_they_are_measured(
    facing: int, places: list[tuple[int, int]], limit: int
) -> None:
    """control.under-control, dice.measure"""
    here = unit(0, 25, 25, facing, profile=LEGION)
    alone = [leader(number, x, y) for number, (x, y) in enumerate(places)]
    fought = battle(here, unit(1, 30, 40), leaders=(*alone, leader(len(alone), attached=1)))
    near = [one for one in fought.leaders if is_within(distance_to_leader(fought, here, one), limit)]
    assert leaders_within(fought, here, limit) == tuple(near)


def test_leaders_with_routers_help_nobody() -> None:
    """control.under-control"""
    runners = unit(1, 20, 12, routing=True, formed=False)
    fought = battle(unit(0, 20, 10), runners, leaders=(leader(0, attached=1), leader(1, 20, 8)))
    assert [one.id for one in leaders_within(fought, fought.units[0], 400)] == [1]


def test_routers_are_no_enemies_to_keep_away_from() -> None:
    """morale.broken, rout.state"""
    fought = battle(
        unit(0, 20, 10),
        unit(1, 20, 13, 180, side=1, routing=True, formed=False),
        unit(2, 20, 20, 180, side=1),
    )
    assert nearest_enemy_distance(fought, fought.units[0]) == 1000.0
    assert enemies_within(fought, fought.units[0], 1000) == (2,)


def test_all_that_tie_are_nearest() -> None:
    """dice.measure"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 15, side=1), unit(2, 20, 4, side=1), unit(3, 20, 30, side=1))
    assert nearest_of(fought, 0, (1, 2, 3)) == (1,)


# --------------------------------------------------------------------- arcs
@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [
        (20.0, 12.0, "front"),
        (25.0, 12.0, "front"),
        (25.1, 12.0, "right"),
        (25.0, 9.5, "right"),
        (15.0, 9.5, "left"),
        (25.0, 7.0, "rear"),
        (25.2, 7.0, "right"),
        (20.0, 5.0, "rear"),
    ],
)
def test_arcs_open_at_45_degrees_from_the_corners_of_the_rectangle(x: float, y: float, arc: str) -> None:
    """formation.arcs: a unit 6 in wide and 1 in deep at (20, 10)"""
    assert arc_of(unit(0, 20, 10), Point(100 * x, 100 * y)) == arc


def test_the_rectangle_of_a_legion_covers_all_its_lines() -> None:
    """formation.arcs: three lines are 3.25 in deep, so a point 3 in back beside it is on its flank"""
    assert arc_of(unit(0, 20, 10, profile=LEGION), Point(2350.0, 700.0)) == "right"


def test_a_unit_is_ahead_if_any_point_of_its_bases_is() -> None:
    """formation.arcs"""
    mover = unit(0, 20, 10)
    assert is_in_front(mover, unit(1, 26, 11.5, side=1))
    assert not is_in_front(mover, unit(1, 26.5, 10, side=1))


# --------------------------------------------------------------------- sight
def test_another_unit_in_the_way_blocks_sight_and_routers_do_not() -> None:
    """shooting.sight, rout.state"""
    archers, target = unit(0, 20, 10, profile=ARCHERS), unit(1, 20, 14, 180, side=1, ranks=(2, 2))
    screen = unit(2, 20, 12, ranks=(6,))
    assert sees(battle(archers, target, screen), archers, (1,)) == ()
    gone = unit(2, 20, 12, ranks=(6,), routing=True, formed=False)
    assert sees(battle(archers, target, gone), archers, (1,)) == (1,)


def test_each_base_of_the_front_rank_looks_for_itself() -> None:
    """shooting.sight: a narrow screen hides the target from two of four bases"""
    archers, target = unit(0, 20, 10, profile=ARCHERS), unit(1, 20, 14, 180, side=1, ranks=(4,))
    screen = unit(2, 18.5, 12, ranks=(2, 2))
    found = bases_that_see(battle(archers, target, screen), archers, (target,))
    assert found == {1: (2, 3)}


@pytest.mark.parametrize(("edge", "seen"), [(13.2, True), (12.5, False)])
def test_a_unit_within_an_inch_of_the_edge_of_a_wood_is_seen(edge: float, seen: bool) -> None:  # noqa: FBT001 - a case
    """shooting.sight: the target stands at 14, the wood begins at its edge"""
    archers, target = unit(0, 20, 10, profile=ARCHERS), unit(1, 20, 14, 180, side=1)
    fought = battle(archers, target, pieces=(box("wood", 10, edge, 30, 20),))
    assert (sees(fought, archers, (1,)) == (1,)) is seen


def test_nobody_sees_through_a_wood() -> None:
    """shooting.sight, terrain.types"""
    archers, target = unit(0, 20, 10, profile=ARCHERS), unit(1, 20, 14, 180, side=1)
    fought = battle(archers, target, pieces=(box("wood", 10, 11.5, 30, 12),))
    assert sees(fought, archers, (1,)) == ()


def test_a_hill_hides_what_is_behind_it_but_not_what_stands_on_it() -> None:
    """shooting.sight, terrain.hill"""
    archers = unit(0, 20, 10, profile=ARCHERS)
    crest = box("gentle hill", 10, 11, 30, 13)
    behind = battle(archers, unit(1, 20, 14, 180, side=1), pieces=(crest,))
    assert sees(behind, archers, (1,)) == ()
    upon = battle(archers, unit(1, 20, 11.5, 180, side=1), pieces=(crest,))
    assert sees(upon, archers, (1,)) == (1,)


def test_a_marsh_hides_nobody() -> None:
    """terrain.types"""
    archers, target = unit(0, 20, 10, profile=ARCHERS), unit(1, 20, 14, 180, side=1)
    assert sees(battle(archers, target, pieces=(box("marsh", 10, 11, 30, 13),)), archers, (1,)) == (1,)


# --------------------------------------------------------------------- ground
def test_the_kinds_of_ground_do_what_their_table_says() -> None:
    """terrain.types"""
    found = kinds()
    assert len(found) == 9
    assert [kind for kind, row in found.items() if row.impassable] == ["deep river or cliff"]
    assert [kind for kind, row in found.items() if row.cover] == [
        "wood",
        "scrub or broken ground",
        "rampart, wall or ditch (linear)",
        "village or camp",
    ]
    assert [kind for kind, row in found.items() if not row.rough] == ["deep river or cliff", "gentle hill"]


def test_rough_ground_counts_once_for_a_move_whatever_lies_there() -> None:
    """terrain.rough.detail, terrain.overlap: a wood on a hill is rough"""
    pieces = (
        box("wood", 0, 0, 9, 9, id="wood"),
        box("gentle hill", 0, 0, 9, 9, id="hill"),
        box("marsh", 0, 0, 9, 9, id="marsh"),
    )
    fought = battle(unit(0, 20, 10), pieces=pieces)
    mover = fought.units[0]
    assert rough_points(fought, mover, ("wood", "hill", "marsh")) == 1
    assert rough_points(fought, mover, ("hill",)) == 0


def test_the_wagons_bar_britons_who_flee_and_nobody_else() -> None:
    """army.scenario"""
    romans, britons = CAMPS
    camps = (romans, type(britons)("britons", "Britons", Nation.BRITISH, "top", baggage="wagons"))
    fought = battle(
        unit(0, 20, 10), unit(1, 20, 30, 180, side=1, profile=WARBAND), camps=camps, specials=("wagon-wall",)
    )
    assert barred_pieces(fought, fought.units[1]) == ("wagons",)
    assert barred_pieces(fought, fought.units[0]) == ()


def test_what_is_closed_to_whom() -> None:
    """terrain.rough.cavalry, army.scenario"""
    plain, river = battle(unit(0, 20, 10)), battle(unit(0, 20, 10), specials=("swimmers", "horse-fords"))
    foot, horse = unit(0, 20, 10, profile=AUXILIARY), unit(0, 20, 10, profile=ALA)
    assert barred_kinds(plain, foot) == ("deep river or cliff",)
    assert barred_kinds(river, unit(0, 20, 10, profile=BATAVI)) == ()
    assert "ford or shallow river" in barred_kinds(plain, horse)
    assert "ford or shallow river" not in barred_kinds(river, horse)
    assert "ford or shallow river" in barred_kinds(river, unit(0, 20, 10, profile=CHARIOTS))
    assert "wood" in barred_kinds(river, horse)


def test_a_wedge_is_as_wide_as_its_rear_rank() -> None:
    """formation.wedge, formation.arcs"""
    wedge = unit(0, 20, 10, profile=LEGION, formation=Formation.WEDGE, ranks=(1, 2, 3, 4))
    assert wedge.shape == shape_of(wedge.troop_class, Formation.WEDGE, (1, 2, 3, 4))
    assert arc_of(wedge, Point(2290.0, 1005.0)) == "front"

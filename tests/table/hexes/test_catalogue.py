"""Worked cases of a catalogue whose rules are also played on hexes, stated in terms and read off the table.

Units face corners and hold one hex each. Each hex entered costs 1 movement point and at most 1 more; changes
on the spot cost 1 together, and nothing if a hex already paid the penalty. Formed foot pay 1 for a wheel,
horse nothing.
"""

from __future__ import annotations

import msgspec
import pytest

from sandtable.table.hexes import (
    Barrier,
    Change,
    Contact,
    Corners,
    Entry,
    Going,
    Heights,
    Hex,
    HexBody,
    HexField,
    HexGrid,
    HexGround,
    HexScene,
    HexTerms,
    Lay,
    Penalties,
    Road,
    Screen,
    SightTerms,
    Step,
    TurnTo,
    arc_to,
    check,
    from_field,
    hexes_in,
    reach,
    sight,
)
from sandtable.table.space import Field, Piece, Point

LAY = Lay(hills=("hill",), sectors=("built-up",), roads=("road",), openings=("bridge",), tolerance=1.0)
EACH_HEX = Penalties(in_hex="greatest", over_hexes="sum", on_spot="greatest", together="greatest")
ONCE = Penalties(in_hex="greatest", over_hexes="greatest", on_spot="greatest", together="greatest")
FOOT_WHEEL = Change("wheel", (600,), price=1, start=1, end=1)
HORSE_WHEEL = Change("wheel", (600,), start=1, end=1)


def plan(*points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(round(x * 100), round(y * 100)) for x, y in points)


def laid(width: int, depth: int, corners: Corners, *pieces: Piece) -> HexField:
    grid = HexGrid.over(width, depth, corners=corners, size=600)
    return from_field(Field(width, depth, pieces), grid, LAY)


@pytest.fixture(scope="module")
def crossroads() -> HexField:
    """The plan of the battle at the crossroads."""
    return laid(
        10800,
        7200,
        "north-south",
        Piece("bossu", "wood", plan((12, 31), (30, 31), (33, 37), (33, 52), (27, 60), (12, 60))),
        Piece("hutte", "light-wood", plan((87, 2), (102, 2), (102, 14), (87, 14))),
        Piece("gemioncourt", "built-up", plan((54, 31.5), (60, 31.5), (60, 37.5), (54, 37.5))),
        Piece("crossroads", "built-up", plan((54, 52.5), (60, 52.5), (60, 58.5), (54, 58.5))),
        Piece("brook", "stream", line=plan((30, 27), (93, 27))),
        Piece("brussels-road", "road", line=plan((51, 0), (51, 72))),
        Piece("nivelles-road", "road", line=plan((0, 61.5), (108, 61.5))),
        Piece("brook-bridge", "bridge", line=plan((51, 27))),
    )


@pytest.fixture(scope="module")
def ridge() -> HexField:
    """The plan of the morning fight on the ridge."""
    return laid(
        9600,
        7200,
        "east-west",
        Piece("west", "hill", plan((43, 0), (58, 0), (58, 72), (43, 72)), level=1),
        Piece("east", "hill", plan((79, 0), (90, 0), (90, 72), (79, 72)), level=1),
        Piece("herbst", "light-wood", plan((41, 16), (49, 16), (52, 22), (51, 31), (43, 31), (40, 26))),
        Piece("farm", "built-up", plan((47, 33), (53, 33), (53, 39), (47, 39))),
        Piece("run", "stream", line=plan((37, 0), (37, 72))),
        Piece("cutting", "railway-cutting", line=plan((30, 46.5), (80, 46.5))),
        Piece("pike", "road", line=plan((0, 42), (96, 42))),
        Piece("pike-bridge", "bridge", line=plan((37, 42))),
    )


def test_the_crossroads_plan_becomes_245_hexes_with_farm_and_battery_where_the_case_has_them(
    crossroads: HexField,
) -> None:
    grid = crossroads.grid
    assert len(grid.hexes) == 245
    farm = next(entry.hex for entry in crossroads.ground if entry.piece == "gemioncourt")
    assert grid.place(farm) == (9, 6)
    assert tuple(round(at) for at in grid.centre(farm)) == (5700, 3464)
    # A battery 1.5 in deep whose front stands at (48, 40.5), looking south: its centre is 0.75 in behind.
    battery = grid.nearest(Point(4800, 4125), tolerance=1.0)
    assert grid.place(battery) == (7, 7)
    assert tuple(round(at) for at in grid.centre(battery)) == (4800, 3984)
    assert grid.nearest_facing(1800, "corner") == 1800


def test_the_brook_lies_on_21_hexsides_between_two_rows_with_one_opening_at_its_bridge(
    crossroads: HexField,
) -> None:
    grid = crossroads.grid
    assert len(crossroads.barriers) == 21
    rows = [{grid.place(hex_).row for hex_ in grid.beside(barrier.side)} for barrier in crossroads.barriers]
    assert all(pair == {4, 5} for pair in rows)
    opened = [barrier for barrier in crossroads.barriers if barrier.is_open]
    assert len(opened) == 1
    assert crossroads.link_over(opened[0].side) is not None


def test_the_road_from_the_south_takes_the_lower_place_where_two_centres_are_as_near(
    crossroads: HexField,
) -> None:
    grid = crossroads.grid
    road = [link for link in crossroads.links if link.piece == "brussels-road"]
    southern = [[tuple(grid.place(hex_)) for hex_ in grid.beside(link.side)] for link in road[:2]]
    assert southern == [[(8, 0), (7, 1)], [(7, 1), (8, 2)]]


def test_the_ridge_plan_becomes_207_hexes_with_farm_and_troops_where_the_case_has_them(
    ridge: HexField,
) -> None:
    grid = ridge.grid
    assert len(grid.hexes) == 207
    assert [grid.row_length(row) for row in range(2)] == [12, 11]
    farm = next(entry.hex for entry in ridge.ground if entry.kind == "built-up")
    assert grid.place(farm) == (5, 9)
    assert tuple(round(at) for at in grid.centre(farm)) == (5023, 3600)
    # Horse on foot, 2 in deep, at (43.5, 21) facing west; infantry, 1 in deep, at (14, 14.5) facing east.
    troopers = grid.nearest(Point(4450, 2100), tolerance=1.0)
    assert grid.place(troopers) == (3, 8)
    assert (ridge.kind_at(troopers), ridge.level_at(troopers)) == ("light-wood", 1)
    assert grid.nearest_facing(2700, "corner") == 2700
    assert grid.place(grid.nearest(Point(1350, 1450), tolerance=1.0)) == (2, 2)
    assert grid.nearest_facing(900, "corner") == 900


def test_a_deployment_zone_is_the_hexes_whose_centre_lies_in_it(crossroads: HexField) -> None:
    zone = hexes_in(crossroads.grid, plan((0, 0), (108, 0), (108, 21), (0, 21)), tolerance=1.0)
    # Rows 0 to 3 have their centres at 3.46, 8.66, 13.86 and 19.05 in.
    assert len(zone) == 18 + 17 + 18 + 17


OPEN = HexGrid(13, 13, "north-south", 600)


def straight_ahead(start: Hex, steps: int) -> list[Hex]:
    """The hexes met by going towards the corner at the top, now over its right side, now over its left."""
    met = [start]
    for number in range(steps):
        met.append(OPEN.neighbour(met[-1], 300 if number % 2 == 0 else 3300))
    return met


def charge_distance(terms: HexTerms, *, hedge: bool = False) -> int:
    """The greatest distance, straight ahead, at which a target can be charged."""
    body = HexBody(0, 0, OPEN.hex(6, 2), facing=0)
    reached = 0
    for away in range(1, 7):
        *_, target = straight_ahead(OPEN.hex(6, 2), away)
        # A hedge on the last hexside is met whichever of the hexes before the target the charger comes from.
        sides = [OPEN.side_between(other, target) for other in OPEN.neighbours(target)] if hedge else []
        scene = HexScene(
            HexField(OPEN, barriers=tuple(Barrier(side, "hedge") for side in sides)),
            (body, HexBody(1, 1, target, 1800)),
        )
        if any(contact.target == target for contact in reach(body, terms, scene).contacts):
            reached = away
    return reached


def charge(points: int, *changes: Change) -> HexTerms:
    hedge = (Going("hedge", 1),)
    return HexTerms(points, changes=changes, barriers=hedge, penalties=EACH_HEX, closes=True)


def test_charges_reach_as_far_as_their_movement_points_with_the_last_step_paid_for() -> None:
    line, column, horse = charge(2), charge(3), charge(4)
    assert [charge_distance(terms) for terms in (line, column, horse)] == [2, 3, 4]
    assert charge_distance(horse, hedge=True) == 3


def test_a_column_that_must_wheel_first_charges_one_hex_less_far() -> None:
    wheel_first = msgspec.structs.replace(FOOT_WHEEL, end=0)
    body = HexBody(0, 0, OPEN.hex(6, 2), facing=0)
    for away, reached in ((2, True), (3, False)):
        target: Hex = OPEN.hex(6, 2)
        for _ in range(away):
            target = OPEN.neighbour(target, 900)
        scene = HexScene(HexField(OPEN), (body, HexBody(1, 1, target, 1800)))
        found = reach(body, charge(3, wheel_first), scene)
        assert [contact.target for contact in found.contacts] == ([target] if reached else [])
    assert found.to(OPEN.hex(6, 2), 600) is not None


@pytest.mark.parametrize(("away", "caught"), [(1, True), (2, True), (3, False)])
def test_horse_with_four_points_catches_skirmishers_that_fled_two_hexes_up_to_a_distance_of_four(
    *, away: int, caught: bool
) -> None:
    hexes = [OPEN.hex(6, row) for row in range(2, 9)]
    body = HexBody(0, 0, hexes[0], facing=0)
    scene = HexScene(HexField(OPEN), (body, HexBody(1, 1, hexes[away + 2])))
    assert bool(reach(body, charge(4), scene).contacts) is caught


def hexes_entered(points: int, extra: int, penalties: Penalties) -> int:
    """How many hexes of rough ground a unit enters with its movement points."""
    rough = HexField(OPEN, tuple(HexGround(hex_, "rough") for hex_ in OPEN.hexes))
    body = HexBody(0, 0, OPEN.hex(6, 2), facing=0)
    terms = HexTerms(points, ground=(Going("rough", extra),), penalties=penalties)
    found = reach(body, terms, HexScene(rough, (body,)))
    return max(len(end.plan) for end in found.ends)


def test_rough_hexes_cost_one_more_each_to_those_it_hinders() -> None:
    heavy, horse, light = ((3, 1), (4, 1), (3, 0))
    assert [hexes_entered(*who, EACH_HEX) for who in (heavy, horse, light)] == [1, 2, 3]


def test_under_the_other_reading_the_penalty_is_paid_once_for_the_whole_move() -> None:
    assert [hexes_entered(points, 1, ONCE) for points in (3, 4)] == [2, 3]


def march(points: int, **also: object) -> HexTerms:
    road = Road(price=1, ignores_ground=True, follows_bends=True, bonus=1)
    return msgspec.structs.replace(
        HexTerms(points, ground=(Going("wood", is_closed=True),), road=road, openings="free", keep_off=3),
        **also,
    )


def test_foot_in_march_column_go_ten_hexes_along_the_road_over_the_bridge(crossroads: HexField) -> None:
    grid = crossroads.grid
    body = HexBody(0, 0, grid.hex(8, 0), facing=0)
    scene = HexScene(crossroads, (body,))
    along = tuple(Step(3300 if number % 2 == 0 else 300) for number in range(10))
    verdict = check(body, along, march(9), scene)
    assert verdict.is_legal
    assert (verdict.cost, verdict.allowance) == (10, 10)
    assert grid.place(verdict.end.hex) == (8, 10)
    assert not any(trace.barriers for trace in verdict.traces)
    beyond = check(body, (*along, Step(3300)), march(9), scene)
    assert [obstacle.code for obstacle in beyond.obstacles] == ["allowance"]
    across_fields = tuple(Step(300) for _ in range(10))
    assert not check(body, across_fields, march(9), scene).is_legal


def test_on_a_march_there_is_no_wheel_and_no_coming_within_three_hexes_of_the_enemy(
    crossroads: HexField,
) -> None:
    grid = crossroads.grid
    body = HexBody(0, 0, grid.hex(8, 0), facing=0)
    alone = HexScene(crossroads, (body,))
    wheeled = check(body, (TurnTo(600), Step(300)), march(9), alone)
    assert [obstacle.code for obstacle in wheeled.obstacles][:1] == ["turn"]
    tactical = HexTerms(3, changes=(FOOT_WHEEL,))
    assert check(body, (TurnTo(600), Step(300)), tactical, alone).is_legal
    seen = HexScene(crossroads, (body, HexBody(1, 1, grid.hex(8, 6))))
    stopped = check(body, (Step(3300), Step(300), Step(3300)), march(9), seen)
    assert [(obstacle.code, obstacle.measured) for obstacle in stopped.obstacles] == [("keep-off", 3)]


def test_guns_pass_a_wood_only_along_the_road(crossroads: HexField) -> None:
    grid = crossroads.grid
    wood = next(entry.hex for entry in crossroads.ground if entry.kind == "wood")
    below = grid.neighbour(wood, 1500)
    body = HexBody(0, 0, below, facing=0)
    barred = check(body, (Step(3300),), march(6), HexScene(crossroads, (body,)))
    assert [obstacle.code for obstacle in barred.obstacles] == ["closed-ground"]


def test_deployed_guns_turn_by_any_multiple_of_60_degrees_as_their_only_action() -> None:
    turning = Change("turn", (600, 1200, 1800), start=1)
    body = HexBody(0, 0, OPEN.hex(6, 6), facing=0)
    found = reach(body, HexTerms(0, entries=(), changes=(turning,)), HexScene(HexField(OPEN), (body,)))
    assert sorted(end.facing for end in found.ends) == [0, 600, 1200, 1800, 2400, 3000]
    assert all(len(end.plan) <= 1 for end in found.ends)


def test_horse_retires_two_hexes_with_four_points_and_turns_about_for_nothing() -> None:
    about = Change("facing change", (1200, 1800), start=1, end=1, end_near=0)
    terms = HexTerms(
        4, entries=(Entry("front"), Entry("rear", 1)), changes=(HORSE_WHEEL, about), penalties=EACH_HEX
    )
    body = HexBody(0, 0, OPEN.hex(6, 6), facing=0)
    found = reach(body, terms, HexScene(HexField(OPEN), (body,)))
    back = {end.facing: end.cost for end in found.ends if end.hex == OPEN.hex(6, 4)}
    assert back == {0: 2, 600: 2, 1200: 2, 1800: 2, 2400: 2, 3000: 2}
    straight = check(body, (Step(1500), Step(2100)), terms, HexScene(HexField(OPEN), (body,)))
    assert straight.cost == 4


LOOK = SightTerms(
    blocked_at=2,
    ground=(Screen("wood", 2), Screen("built-up", 2), Screen("light-wood", 1), Screen("orchard", 1)),
    body=2,
    heights=Heights(near=1),
)


def test_what_lies_between_hides_as_the_case_says() -> None:
    here, first, second, there = (OPEN.hex(column, 6) for column in (3, 4, 5, 6))

    def sees(*ground: HexGround, bodies: tuple[HexBody, ...] = ()) -> bool:
        return sight(here, there, LOOK, HexScene(HexField(OPEN, ground), bodies)).is_clear

    assert sees(HexGround(there, "wood"))
    assert not sees(HexGround(first, "wood"))
    assert sees(HexGround(first, "light-wood"))
    assert not sees(HexGround(first, "light-wood"), HexGround(second, "orchard"))
    assert not sees(bodies=(HexBody(0, 0, second),))


def test_an_attacker_in_a_flank_hex_is_not_in_the_rear_and_one_in_a_rear_hex_is() -> None:
    unit = OPEN.hex(6, 6)
    assert [arc_to(OPEN, unit, 0, OPEN.neighbour(unit, heading)) for heading in (900, 1500)] == [
        "flank",
        "rear",
    ]


def test_closing_is_into_a_front_hex() -> None:
    body = HexBody(0, 0, OPEN.hex(6, 6), facing=0)
    flank = HexScene(HexField(OPEN), (body, HexBody(1, 1, OPEN.neighbour(OPEN.hex(6, 6), 900))))
    verdict = check(body, (Contact(900),), charge(4), flank)
    assert [obstacle.code for obstacle in verdict.obstacles] == ["arc"]

"""Flight on hexes: where a body that must get away goes."""

from __future__ import annotations

from sandtable.table.hexes import (
    Barrier,
    FlightStep,
    Going,
    Hex,
    HexBody,
    HexField,
    HexGrid,
    HexGround,
    HexScene,
    HexTerms,
    distance,
    flight_step,
)

GRID = HexGrid(7, 7, "north-south", 600)
TERMS = HexTerms(0, ground=(Going("lake", is_closed=True),), barriers=(Going("river", is_closed=True),))


def flee(
    hex_: Hex, threat: Hex, field: HexField | None = None, *others: HexBody, homeward: bool = True
) -> FlightStep:
    body, enemy = HexBody(0, 0, hex_), HexBody(1, 1, threat)
    scene = HexScene(field or HexField(GRID), (body, enemy, *others))
    return flight_step(body, threat, "bottom", TERMS, scene, homeward=homeward)


def test_a_body_flees_to_the_hexes_farther_from_the_threat_that_are_nearest_its_edge() -> None:
    here, threat = GRID.hex(3, 3), GRID.hex(3, 4)
    step = flee(here, threat)
    assert step.way == "away"
    assert {distance(hex_, threat) for hex_ in step.options} == {2}
    assert [GRID.place(hex_).row for hex_ in step.options] == [2, 2]


def test_of_the_ways_out_only_the_nearest_to_the_edge_is_open_to_choice() -> None:
    step = flee(GRID.hex(3, 3), GRID.hex(2, 3))
    assert [tuple(GRID.place(hex_)) for hex_ in step.options] == [(4, 2)]


def test_a_threat_nearer_the_edge_is_passed_by_without_touching_it() -> None:
    here, threat = GRID.hex(3, 4), GRID.hex(3, 2)
    step = flee(here, threat)
    assert step.way == "home"
    assert all(distance(hex_, threat) > 1 for hex_ in step.options)
    assert [GRID.place(hex_).row for hex_ in step.options] == [4, 4]
    beside = flee(here, GRID.hex(2, 2))
    assert [tuple(GRID.place(hex_)) for hex_ in beside.options] == [(3, 3)]


def test_who_does_not_flee_homeward_goes_away_from_a_threat_nearer_the_edge() -> None:
    here, threat = GRID.hex(3, 4), GRID.hex(3, 2)
    step = flee(here, threat, homeward=False)
    assert step.way == "away"
    assert {distance(hex_, threat) for hex_ in step.options} == {3}


def test_enemies_and_closed_ground_and_barriers_are_gone_round() -> None:
    here, threat = GRID.hex(3, 3), GRID.hex(3, 4)
    left, right = flee(here, threat).options
    lake = HexField(GRID, ground=(HexGround(left, "lake"),))
    assert flee(here, threat, lake).options == (right,)
    river = HexField(GRID, barriers=(Barrier(GRID.side_between(here, right), "river"),))
    assert flee(here, threat, river).options == (left,)
    blocked = flee(here, threat, None, HexBody(2, 1, left))
    assert blocked.options == (right,)
    assert [obstacle.code for obstacle in blocked.refused if obstacle.hex == left] == ["enemy"]


def test_a_body_with_no_way_out_goes_aside_or_is_stuck() -> None:
    here, threat = GRID.hex(3, 3), GRID.hex(3, 4)
    away = [hex_ for hex_ in GRID.neighbours(here) if distance(hex_, threat) == 2]
    level = [hex_ for hex_ in GRID.neighbours(here) if distance(hex_, threat) == 1]
    walled = HexField(GRID, ground=tuple(HexGround(hex_, "lake") for hex_ in away))
    aside = flee(here, threat, walled)
    assert aside.way == "aside"
    assert set(aside.options) <= set(level)
    shut = HexField(GRID, ground=tuple(HexGround(hex_, "lake") for hex_ in (*away, *level)))
    assert flee(here, threat, shut) == FlightStep("stuck", (), flee(here, threat, shut).refused)
    assert len(flee(here, threat, shut).refused) == 6


def test_from_the_edge_a_body_flees_off_the_table() -> None:
    step = flee(GRID.hex(3, 0), GRID.hex(3, 1))
    assert step.options
    assert all(hex_ not in GRID for hex_ in step.options)

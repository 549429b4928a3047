"""Front, flank and rear on hexes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.hexes import (
    SIXTHS,
    Arc,
    Corners,
    Hex,
    HexArcs,
    HexGrid,
    arc_neighbours,
    arc_to,
    cone,
)

ARCS: tuple[Arc, ...] = ("front", "flank", "rear")


@pytest.mark.parametrize("corners", ["north-south", "east-west"])
def test_a_body_facing_a_corner_has_two_front_two_flank_and_two_rear_hexes(corners: Corners) -> None:
    grid = HexGrid(5, 5, corners, 600)
    middle = grid.hex(2, 2)
    for facing in grid.facings("corner"):
        angles = {"front": 300, "flank": 900, "rear": 1500}
        for arc in ARCS:
            found = arc_neighbours(grid, middle, facing, arc)
            bearings = sorted((grid.bearing(middle, hex_) - facing) % 3600 for hex_ in found)
            assert bearings == sorted((angles[arc], 3600 - angles[arc]))


def test_a_body_facing_a_side_has_three_front_two_flank_and_one_rear_hex() -> None:
    grid = HexGrid(5, 5, "north-south", 600)
    middle = grid.hex(2, 2)
    assert [len(arc_neighbours(grid, middle, 900, arc)) for arc in ARCS] == [3, 2, 1]
    assert arc_neighbours(grid, middle, 900, "rear") == (grid.hex(1, 2),)


def test_a_hex_exactly_60_degrees_off_is_in_front_and_one_at_120_to_the_flank() -> None:
    grid = HexGrid(9, 9, "north-south", 600)
    here = grid.hex(4, 4)
    facing = 0
    at_60 = grid.hex(7, 6)
    assert grid.bearing(here, at_60) == 600
    assert arc_to(grid, here, facing, at_60) == "front"
    assert arc_to(grid, here, 3000, at_60) == "flank"
    assert arc_to(grid, here, 2400, at_60) == "rear"


@given(st.integers(1, 6), st.sampled_from(range(0, 3600, 300)), st.sampled_from(("north-south", "east-west")))
@settings(max_examples=40, deadline=None)
def test_the_three_cones_share_out_all_hexes_around_as_their_angles_say(
    reach: int, facing: int, corners: Corners
) -> None:
    grid = HexGrid(16, 16, corners, 600)
    here = grid.hex(8, 8)
    cones = {arc: cone(grid, here, facing, arc, reach) for arc in ARCS}
    assert sorted(hex_ for hexes in cones.values() for hex_ in hexes) == sorted(grid.within(here, reach)[1:])
    ahead = (math.sin(math.radians(facing / 10)), math.cos(math.radians(facing / 10)))
    at = grid.centre(here)
    for arc, least, most in zip(ARCS, (0.5, -0.5, -1), (1, 0.5, -0.5), strict=True):
        for hex_ in cones[arc]:
            there = grid.centre(hex_)
            towards = ((there.x - at.x) * ahead[0] + (there.y - at.y) * ahead[1]) / math.dist(at, there)
            assert least - 1e-9 <= towards <= most + 1e-9


def test_a_cone_seen_from_off_the_grid_holds_only_hexes_of_the_grid() -> None:
    grid = HexGrid(4, 4, "north-south", 600)
    assert cone(grid, grid.hex(1, -1), 0, "front", 1) == (grid.hex(2, 0), grid.hex(1, 0))


def test_narrower_arcs_can_be_asked_for() -> None:
    grid = HexGrid(9, 9, "north-south", 600)
    narrow = HexArcs(front=300, flank=900)
    assert arc_neighbours(grid, grid.hex(4, 4), 300, "front", narrow) == (
        grid.neighbour(grid.hex(4, 4), 300),
    )
    with pytest.raises(ValueError, match="out of order"):
        HexArcs(front=900, flank=600)


@given(st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9)), st.sampled_from(range(0, 3600, 600)))
def test_turning_the_body_about_puts_the_front_behind_and_keeps_the_flanks(other: Hex, facing: int) -> None:
    grid = HexGrid(40, 40, "north-south", 600)
    if other == Hex(0, 0) or grid.bearing(Hex(0, 0), other) % 600 == 0:
        return  # exactly on a limit both ways look at it as the nearer arc
    before = arc_to(grid, Hex(0, 0), facing, other, SIXTHS)
    after = arc_to(grid, Hex(0, 0), (facing + 1800) % 3600, other, SIXTHS)
    assert {"front": "rear", "flank": "flank", "rear": "front"}[before] == after

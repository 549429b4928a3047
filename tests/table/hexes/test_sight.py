"""Sight from hex to hex."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import LineString, Polygon

from sandtable.table.hexes import (
    Barrier,
    Heights,
    Hex,
    HexBody,
    HexField,
    HexGrid,
    HexGround,
    HexScene,
    Screen,
    SightTerms,
    bodies_in_line,
    sees,
    sight,
)

GRID = HexGrid(9, 9, "north-south", 600)
WOODS = SightTerms(
    blocked_at=2,
    ground=(Screen("wood", 2, "sight.wood"), Screen("orchard", 1, "sight.orchard")),
    body=2,
    body_rule="sight.body",
    heights=Heights(near=1, rule="sight.height"),
)
OUTLINES = [Polygon(GRID.outline(hex_)) for hex_ in GRID.hexes]
INSIDE = [outline.buffer(-0.01) for outline in OUTLINES]
OUTSIDE = [outline.buffer(0.01) for outline in OUTLINES]


def row(*places: int) -> list[Hex]:
    return [GRID.hex(column, 4) for column in places]


def scene(
    ground: dict[Hex, str] | None = None,
    levels: dict[Hex, int] | None = None,
    bodies: tuple[HexBody, ...] = (),
    barriers: tuple[Barrier, ...] = (),
) -> HexScene:
    ground, levels = ground or {}, levels or {}
    entries = tuple(
        HexGround(hex_, ground.get(hex_, ""), levels.get(hex_, 0))
        for hex_ in dict.fromkeys((*ground, *levels))
    )
    return HexScene(HexField(GRID, entries, barriers), bodies)


def test_open_ground_hides_nothing() -> None:
    here, there = row(1, 7)
    found = sight(here, there, WOODS, scene())
    assert found.is_clear
    assert found.weight == 0
    assert found.hindrances == ()


def test_one_wood_between_blocks_and_is_named_with_its_rule() -> None:
    here, wood, there = row(1, 4, 7)
    found = sight(here, there, WOODS, scene({wood: "wood"}))
    assert not found.is_clear
    assert [(seen.what, seen.kind, seen.hexes, seen.rule) for seen in found.hindrances] == [
        ("ground", "wood", (wood,), "sight.wood")
    ]
    assert found.hindrances[0].words == "wood at (4, 4)"


def test_one_orchard_between_obscures_and_two_block() -> None:
    here, first, second, there = row(1, 3, 5, 7)
    one = sight(here, there, WOODS, scene({first: "orchard"}))
    assert one.is_clear
    assert one.weight == 1
    two = sight(here, there, WOODS, scene({first: "orchard", second: "orchard"}))
    assert not two.is_clear
    assert [hindrance.hexes for hindrance in two.hindrances] == [(first,), (second,)]


def test_the_ground_of_the_ends_does_not_hide_them_unless_the_terms_say_so() -> None:
    here, there = row(1, 2)
    ends = scene({here: "wood", there: "wood"})
    assert sight(here, there, WOODS, ends).is_clear
    smoke = SightTerms(ground=(Screen("wood", 1, at_ends=True),))
    assert not sight(here, there, smoke, ends).is_clear


def test_a_body_between_blocks_but_not_one_without_weight_nor_one_that_is_seen_over() -> None:
    here, between, there = row(1, 4, 7)
    unit, commander = HexBody(0, 0, between), HexBody(0, 0, between, weight=0)
    assert not sight(here, there, WOODS, scene(bodies=(unit,))).is_clear
    assert sight(here, there, WOODS, scene(bodies=(commander,))).is_clear
    assert sight(here, there, WOODS, scene(bodies=(unit,)), over=(0,)).is_clear


def test_bodies_at_the_ends_do_not_hide_each_other() -> None:
    here, there = row(1, 7)
    assert sight(here, there, WOODS, scene(bodies=(HexBody(0, 0, here), HexBody(1, 1, there)))).is_clear


def test_along_a_hexside_sight_is_blocked_only_if_both_hexes_beside_it_block() -> None:
    here, there = GRID.hex(4, 3), GRID.hex(4, 5)
    left, right = GRID.neighbour(here, 3300), GRID.neighbour(here, 300)
    assert sight(here, there, WOODS, scene({left: "wood"})).is_clear
    assert sight(here, there, WOODS, scene({right: "wood"})).weight == 0
    assert not sight(here, there, WOODS, scene({left: "wood", right: "wood"})).is_clear
    lesser = sight(here, there, WOODS, scene({left: "wood", right: "orchard"}))
    assert lesser.is_clear
    assert lesser.weight == 1


def test_a_hex_higher_than_both_ends_blocks() -> None:
    here, hill, there = row(1, 4, 7)
    found = sight(here, there, WOODS, scene(levels={hill: 1}))
    assert [hindrance.what for hindrance in found.hindrances] == ["height"]
    assert not found.is_clear
    assert sight(here, there, WOODS, scene(levels={hill: 1, here: 1})).is_clear
    assert sight(here, there, SightTerms(), scene(levels={hill: 1})).is_clear


def test_from_a_height_one_sees_over_a_body_below_unless_it_shields_the_lower_end() -> None:
    here, close, middle, shield, there = row(1, 2, 4, 6, 7)
    for between, clear in ((close, True), (middle, True), (shield, False)):
        look = scene(levels={here: 1}, bodies=(HexBody(0, 0, between),))
        assert sight(here, there, WOODS, look).is_clear is clear
        assert sight(there, here, WOODS, look).is_clear is clear


def test_between_two_ends_on_one_height_a_lower_body_hides_only_next_to_an_end() -> None:
    here, close, middle, shield, there = row(1, 2, 4, 6, 7)
    for between, clear in ((close, False), (middle, True), (shield, False)):
        look = scene(levels={here: 1, there: 1}, bodies=(HexBody(0, 0, between),))
        assert sight(here, there, WOODS, look).is_clear is clear


def test_a_body_as_high_as_the_higher_end_blocks_wherever_it_stands() -> None:
    here, middle, there = row(1, 4, 7)
    look = scene(levels={here: 1, middle: 1}, bodies=(HexBody(0, 0, middle),))
    assert not sight(here, there, WOODS, look).is_clear


def wall(one: Hex, other: Hex) -> Barrier:
    return Barrier(GRID.side_between(one, other), "wall")


def test_a_wall_across_the_line_blocks_but_not_on_a_side_of_either_end() -> None:
    walls = SightTerms(barriers=(Screen("wall", 1, "sight.wall"),))
    here, second, third, there = row(1, 2, 3, 4)
    assert not sight(here, there, walls, scene(barriers=(wall(second, third),))).is_clear
    assert sight(here, there, walls, scene(barriers=(wall(here, second), wall(third, there)))).is_clear
    high = SightTerms(barriers=(Screen("wall", 1, "sight.wall", at_ends=True),))
    found = sight(here, there, high, scene(barriers=(wall(here, second),)))
    assert [hindrance.words for hindrance in found.hindrances] == ["wall between (1, 4) and (2, 4)"]


def test_a_wall_beside_the_line_does_not_matter_and_through_a_corner_both_walls_must_stand() -> None:
    walls = SightTerms(barriers=(Screen("wall", 1, at_ends=True),))
    here, there = GRID.hex(4, 3), GRID.hex(4, 5)
    left, right = GRID.neighbour(here, 3300), GRID.neighbour(here, 300)
    assert sight(here, there, walls, scene(barriers=(wall(left, right),))).is_clear
    assert sight(here, there, walls, scene(barriers=(wall(here, left),))).is_clear
    assert not sight(here, there, walls, scene(barriers=(wall(here, left), wall(here, right)))).is_clear


kinds = st.sampled_from(("", "", "", "wood", "orchard"))


@given(st.lists(kinds, min_size=81, max_size=81), st.sampled_from(GRID.hexes), st.sampled_from(GRID.hexes))
@settings(max_examples=120, deadline=None)
def test_sight_is_what_one_finds_by_drawing_the_line_over_the_map(
    grounds: list[str], start: Hex, end: Hex
) -> None:
    ground = {hex_: kind for hex_, kind in zip(GRID.hexes, grounds, strict=True) if kind}
    found = sight(start, end, WOODS, scene(ground))
    if start == end:
        assert found.is_clear
        return
    drawn = LineString([GRID.centre(start), GRID.centre(end)])
    inside = shapely.length(shapely.intersection(INSIDE, drawn))
    along = shapely.length(shapely.intersection(OUTSIDE, drawn))
    heavy = {"wood": 2, "orchard": 1}
    weight, beside = 0, []
    for number, hex_ in enumerate(GRID.hexes):
        if hex_ in (start, end):
            continue
        if inside[number] > 0.1:
            weight += heavy.get(ground.get(hex_, ""), 0)
        elif along[number] > 300:
            beside.append(hex_)
    for hex_ in beside:
        # Each hex beside a side of the line has one partner on the other hand of that side.
        partners = [other for other in beside if other > hex_ and opposite_hands(hex_, other, drawn)]
        weight += sum(min(heavy.get(ground.get(of, ""), 0) for of in (hex_, other)) for other in partners)
    assert found.weight == weight


def opposite_hands(one: Hex, other: Hex, drawn: LineString) -> bool:
    middle = shapely.Point(
        (GRID.centre(one).x + GRID.centre(other).x) / 2, (GRID.centre(one).y + GRID.centre(other).y) / 2
    )
    touching = other in GRID.neighbours(one)
    return bool(touching and drawn.distance(middle) < 1e-6)


@given(
    st.lists(kinds, min_size=81, max_size=81),
    st.lists(st.integers(0, 2), min_size=81, max_size=81),
    st.data(),
)
@settings(max_examples=80, deadline=None)
def test_who_sees_is_seen(grounds: list[str], heights: list[int], draw: st.DataObject) -> None:
    look = scene(dict(zip(GRID.hexes, grounds, strict=True)), dict(zip(GRID.hexes, heights, strict=True)))
    here, there = draw.draw(st.sampled_from(GRID.hexes)), draw.draw(st.sampled_from(GRID.hexes))
    forth, back = sight(here, there, WOODS, look), sight(there, here, WOODS, look)
    assert forth.weight == back.weight
    assert forth.is_clear == back.is_clear


@pytest.mark.parametrize("weight", [0, 1])
def test_a_thing_without_weight_is_no_hindrance(weight: int) -> None:
    here, marsh, there = row(1, 4, 7)
    terms = SightTerms(ground=(Screen("marsh", weight),))
    assert sight(here, there, terms, scene({marsh: "marsh"})).is_clear is (weight == 0)


PLACES = st.sampled_from(GRID.hexes)


@given(
    st.dictionaries(PLACES, st.sampled_from(("wood", "orchard")), max_size=12),
    st.dictionaries(PLACES, st.integers(1, 2), max_size=12),
    st.lists(PLACES, max_size=12, unique=True),
    st.lists(st.tuples(PLACES, st.sampled_from(GRID.sides)), max_size=8),
    st.tuples(PLACES, PLACES),
)
@settings(max_examples=150, deadline=None)
def test_a_glance_tells_whether_the_line_is_clear_as_a_long_look_does(
    ground: dict[Hex, str],
    levels: dict[Hex, int],
    standing: list[Hex],
    hedges: list[tuple[Hex, int]],
    ends: tuple[Hex, Hex],
) -> None:
    bodies = tuple(HexBody(number, 0, hex_, weight=number % 3) for number, hex_ in enumerate(standing))
    barriers = tuple(Barrier(GRID.side(*hedge), "hedge") for hedge in hedges)
    hidden = scene(ground, levels, bodies, barriers)
    hedged = replace(WOODS, barriers=(Screen("hedge", 1, "sight.hedge"),))
    for terms in (WOODS, hedged):
        for over in ((), (1, 2)):
            clear = sight(*ends, terms, hidden, over=over).is_clear
            assert sees(*ends, terms, hidden, over=over) is clear
            assert sees(*ends, terms, hidden, over=over) is clear
        hinder = [body.id for body in bodies_in_line(*ends, terms, hidden)]
        alone = sight(*ends, terms, HexScene(hidden.field)).is_clear
        assert sees(*ends, terms, hidden, over=hinder) is alone

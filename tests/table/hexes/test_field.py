"""The hex field and the bodies on it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.hexes import FAR, Barrier, HexBody, HexField, HexGrid, HexGround, HexScene, Link

GRID = HexGrid(6, 6, "north-south", 600)
HERE, THERE = GRID.hex(2, 2), GRID.hex(3, 2)
SIDE = GRID.side_between(HERE, THERE)


def test_a_hex_that_is_not_listed_is_open_and_level() -> None:
    field = HexField(GRID, ground=(HexGround(HERE, "wood", 2, "w1"),))
    assert (field.kind_at(HERE), field.level_at(HERE)) == ("wood", 2)
    assert (field.kind_at(THERE), field.level_at(THERE)) == ("", 0)
    assert field.ground_at(HERE).piece == "w1"
    assert field.ground_at(THERE) == HexGround(THERE)


def test_a_hexside_may_carry_several_barriers_and_a_road() -> None:
    wall, stream = Barrier(SIDE, "wall"), Barrier(SIDE, "stream", is_open=True)
    field = HexField(GRID, barriers=(wall, stream), links=(Link(SIDE, "road", "a"), Link(SIDE, "track", "b")))
    assert field.barriers_on(SIDE) == (wall, stream)
    assert field.link_over(SIDE) == Link(SIDE, "road", "a")
    assert field.is_road(HERE)
    assert field.is_road(THERE)
    assert not field.is_road(GRID.hex(0, 0))
    assert field.barriers_on(GRID.side(HERE, 300)) == ()
    assert field.link_over(GRID.side(HERE, 300)) is None


def test_bodies_are_found_by_hex_and_only_those_with_weight_block() -> None:
    unit, commander, absent = HexBody(0, 0, HERE), HexBody(1, 0, HERE, weight=0), HexBody(2, 0, None)
    scene = HexScene(HexField(GRID), (unit, commander, absent))
    assert scene.bodies_at(HERE) == (unit, commander)
    assert scene.blocking(HERE) == (unit,)
    assert scene.bodies_at(THERE) == ()


def test_the_nearest_enemy_is_a_body_with_weight_on_the_table() -> None:
    enemy, leader = HexBody(0, 1, GRID.hex(5, 2)), HexBody(1, 1, THERE, weight=0)
    scene = HexScene(HexField(GRID), (enemy, leader, HexBody(2, 1, None), HexBody(3, 0, HERE)))
    assert scene.enemies_of(0) == (enemy,)
    assert scene.enemy_gaps(0)[HERE] == 3
    assert scene.enemy_gaps(1)[HERE] == 0
    assert HexScene(HexField(GRID)).enemy_gaps(0)[HERE] == FAR


stances = st.builds(
    HexBody,
    id=st.just(0),
    side=st.integers(0, 1),
    hex=st.sampled_from((None, HERE, THERE, GRID.hex(5, 5))),
    weight=st.integers(0, 1),
)


@given(st.lists(stances, min_size=2, max_size=4), st.lists(st.tuples(st.integers(0, 1), stances), max_size=4))
@settings(max_examples=100, deadline=None)
def test_a_scene_that_follows_from_another_is_as_if_it_were_laid_out_anew(
    bodies: list[HexBody], changes: list[tuple[int, HexBody]]
) -> None:
    field = HexField(GRID)
    scene = HexScene(field, tuple(bodies))
    for number, body in changes:
        scene.enemies_of(number)
        changed, joined = scene.with_changed(number, body), scene.joined_by(body)
        for found in (changed, joined):
            anew = HexScene(field, found.bodies)
            assert (found.field, found.held) == (anew.field, anew.held)
            for side in (0, 1):
                assert found.enemies_of(side) == anew.enemies_of(side)
                assert found.enemy_hexes(side) == anew.enemy_hexes(side)
                assert found.enemy_gaps(side)[HERE] == anew.enemy_gaps(side)[HERE]
        assert changed.bodies[number] == body
        assert joined.bodies[-1] == body
        scene = changed


def test_a_field_with_other_ground_is_another_field() -> None:
    open_field = HexField(GRID)
    assert open_field == HexField(HexGrid(6, 6, "north-south", 600))
    assert open_field != HexField(GRID, ground=(HexGround(HERE, "wood"),))
    assert hash(open_field) == hash(HexField(HexGrid(6, 6, "north-south", 600)))

"""Deployment by pointing: one of the units that wait is put down anywhere in the zone, and judged there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.deployment import Array, Put
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.deployment import Placement, PlaceUnit
from sandtable.systems.coldsteel.painting import PAINTER
from sandtable.systems.coldsteel.troops import Formation
from tests.systems.coldsteel.parade_ground import battle, house, unit


def off(number: int, **state: Any) -> ColdSteelUnit:
    """A unit that has still to be placed."""
    return replace(unit(number, 0, 0, **state), pose=None)


def placing(*units: ColdSteelUnit, **state: Any) -> tuple[ColdSteelBattle, PlaceUnit, Array]:
    """A battle in which the first side places one of its units, and what a screen is told of it."""
    fought = battle(*units, step=Step.DEPLOYMENT, **state)
    waiting = tuple(one.id for one in units if one.side == 0 and one.pose is None)
    question = PlaceUnit(0, battle=fought, waiting=waiting)
    array = PAINTER.array(fought, question)
    assert array is not None
    return fought, question, array


def stand_of(array: Array, who: int, name: str) -> int:
    """Which of a unit's stands is called so."""
    recruit = next(one for one in array.recruits if one.who == who)
    return [stand.name for stand in recruit.stands].index(name)


def test_one_of_the_units_that_wait_is_put_down() -> None:
    """setup.deploy"""
    _, _, array = placing(off(0), off(1), unit(2, 30, 40, 180, side=1))
    assert array.single
    assert [recruit.who for recruit in array.recruits] == [0, 1]
    assert all(len(way.puts) == 1 for way in array.ways)
    xs, ys = zip(*array.rings[0], strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (0, 7200, 0, 1200), "within 12 in of its edge"


def test_every_ordinary_way_stands_as_it_is_put_down() -> None:
    """setup.deploy"""
    fought, question, array = placing(off(0), off(1), unit(2, 30, 40, 180, side=1))
    for way, placed in zip(array.ways, question.sensible(), strict=True):
        found = PAINTER.arrayed(fought, question, way.puts)
        assert found.legal
        assert found.answer == placed


def test_a_unit_may_be_put_anywhere_in_its_zone_at_any_heading() -> None:
    """setup.deploy"""
    fought, question, array = placing(off(0), unit(2, 30, 40, 180, side=1))
    put = Put(0, stand_of(array, 0, "Line"), (1234, 567), 225)
    found = PAINTER.arrayed(fought, question, (put,))
    assert found.legal
    assert isinstance(found.answer, Placement)
    assert question.judge(found.answer) == found.answer
    assert found.posts[0].put.at == pytest.approx(put.at, abs=1)
    assert found.answer.to.heading == 225


def test_a_place_out_of_the_zone_is_refused_in_words() -> None:
    """setup.deploy"""
    fought, question, array = placing(off(0), unit(2, 30, 40, 180, side=1))
    found = PAINTER.arrayed(fought, question, (Put(0, stand_of(array, 0, "Line"), (3000, 1500), 0),))
    assert not found.legal
    assert "zone" in found.words
    assert found.posts[0].words == found.words
    assert found.rule == "setup.deploy"


def test_a_garrison_takes_the_open_building_nearest_to_where_it_is_put() -> None:
    """building.who, formation.garrison"""
    near, far = house(10, 4, 14, 8, id="near"), house(50, 4, 54, 8, id="far")
    fought, question, array = placing(off(0, models=10), unit(2, 30, 40, 180, side=1), pieces=(near, far))
    found = PAINTER.arrayed(fought, question, (Put(0, stand_of(array, 0, "Garrison"), (1700, 500), 0),))
    assert isinstance(found.answer, Placement)
    assert found.answer.building == "near"
    assert found.answer.formation is Formation.GARRISON
    _, _, bare = placing(off(0), unit(2, 30, 40, 180, side=1))
    assert "Garrison" not in [stand.name for stand in bare.recruits[0].stands]

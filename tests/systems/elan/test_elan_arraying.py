"""Brigades drawn up piece by piece on a screen: who is put down, where he comes to stand, what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.ask.deployment import Array, Put, front_of, middle_of
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.play import Game
from sandtable.game.present.picture import picture
from sandtable.systems.elan.painting import PAINTER
from sandtable.systems.elan.system import SYSTEM
from sandtable.table.space import Pose, block

SCALES = {"large": 0, "small": 1, "hex": 2}
BOTH = pytest.mark.parametrize("scale", ["large", "hex"])


def drawing_up(scale: str) -> Game[Any]:
    """The Swiepwald as the Prussians draw up their first brigade."""
    readings = SYSTEM.rulebook().choose({"scale": SCALES[scale], "deployment": 1})
    return Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("swiepwald"), readings), RandomHand(1))


def asked(game: Game[Any]) -> Array:
    """What is to be drawn up."""
    assert game.question is not None
    array = PAINTER.array(game.battle, game.question)
    assert array is not None
    return array


def moved(puts: tuple[Put, ...], who: int | str, **to: Any) -> tuple[Put, ...]:
    """The same puts, one of them elsewhere."""
    return tuple(replace(put, **to) if put.who == who else put for put in puts)


@BOTH
def test_a_brigade_is_put_down_with_its_commander_each_in_the_formations_it_may_begin_in(scale: str) -> None:
    array = asked(drawing_up(scale))
    names = [recruit.name for recruit in array.recruits]
    assert names[:1] == ["26th Regiment"]
    assert names[-1] == "commander of the 13th Brigade"
    assert [stand.name for stand in array.recruits[0].stands] == [
        "line",
        "double line",
        "column",
        "march column",
        "square",
        "garrison",
        "skirmish order",
    ]
    assert len(array.recruits[-1].stands) == 1


@pytest.mark.parametrize("scale", list(SCALES))
def test_every_ordinary_way_stands_as_it_is_and_is_an_answer(scale: str) -> None:
    game = drawing_up(scale)
    array, question = asked(game), game.question
    assert question is not None
    assert [way.title for way in array.ways[:3]] == ["Centre", "West", "East"]
    for way in array.ways:
        found = PAINTER.arrayed(game.battle, question, way.puts)
        assert (found.legal, found.words) == (True, "")
        assert tuple(post.put for post in found.posts) == way.puts
        assert not isinstance(question.judge(found.answer), Refusal)


@BOTH
def test_whoever_is_put_outside_the_zone_is_told_so_and_there_is_no_answer(scale: str) -> None:
    """The Prussian zone begins 39 large inches from the south edge (setup.deploy)."""
    game = drawing_up(scale)
    array = asked(game)
    puts = moved(array.ways[0].puts, 0, at=(2000, 1000))
    assert game.question is not None
    found = PAINTER.arrayed(game.battle, game.question, puts)
    assert [bool(post.words) for post in found.posts] == [True, False, False, False]
    assert (found.legal, found.answer, found.rule) == (False, None, "setup.deploy")
    assert "26th Regiment stands outside the zone" in found.words


def test_on_hexes_a_unit_comes_to_stand_in_the_middle_of_one_and_faces_a_corner() -> None:
    game = drawing_up("hex")
    puts = moved(asked(game).ways[0].puts, 0, at=(2130, 6060), heading=100)
    assert game.question is not None
    (post, *_) = PAINTER.arrayed(game.battle, game.question, puts).posts
    assert post.put.at != (2130, 6060)
    assert post.put.heading in (0, 600, 1200, 1800, 2400, 3000)
    again = PAINTER.arrayed(game.battle, game.question, moved(puts, 0, at=post.put.at)).posts[0]
    assert again.put.at == post.put.at


@BOTH
def test_a_garrison_takes_the_sector_nearest_to_where_it_is_put(scale: str) -> None:
    """Benatek is the sector about (45, 66); terrain.sector."""
    game = drawing_up(scale)
    array = asked(game)
    garrison = [stand.name for stand in array.recruits[0].stands].index("garrison")
    puts = moved(array.ways[0].puts, 0, stand=garrison, at=(4700, 6400))
    assert game.question is not None
    found = PAINTER.arrayed(game.battle, game.question, puts)
    assert found.legal
    game.answer(found.answer)
    assert game.battle.units[0].sector == "benatek"


def test_the_zone_is_shown_whole_and_those_who_are_put_down_are_wanted() -> None:
    game = drawing_up("large")
    seen = picture(game, SYSTEM.scenario("swiepwald"), 1, 0)
    assert seen.prompt is not None
    assert seen.prompt.array is not None
    (ring,) = seen.prompt.array.rings
    assert {(point.x, point.y) for point in ring} == {(0, 3900), (10800, 3900), (10800, 7200), (0, 7200)}
    assert [body.id for body in seen.bodies if body.card.need == "waiting"] == [0, 1, 2]


@pytest.mark.parametrize("heading", [0, 900, 1800, 2700, 3000])
def test_a_middle_and_a_front_belong_together(heading: int) -> None:
    shape = block(1, files=1, width=400, depth=200)
    put = Put(0, 0, (1000, 2000), heading)
    assert middle_of(front_of(put, shape), shape) == (1000, 2000)
    assert front_of(Put(0, 0, (1000, 2000), 900), shape) == Pose(1100, 2000, 900)


def test_nothing_is_drawn_up_once_the_battle_goes_on() -> None:
    battle = SYSTEM.muster(SYSTEM.scenario("swiepwald"), SYSTEM.rulebook().choose({}))
    game = Game(SYSTEM, battle, RandomHand(1))
    assert game.question is not None
    assert PAINTER.array(game.battle, game.question) is None

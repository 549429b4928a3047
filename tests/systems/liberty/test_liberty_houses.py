"""Buildings that a scenario lets units enter: by how many, and what they give (terrain.buildings.entered)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.files.scenario import problems, scenario_file
from sandtable.game.files.typed_files import convert, read_toml
from sandtable.game.present.painting import Manner
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.aim import aim
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.command import is_reliable
from sandtable.systems.liberty.forced_moves import barring_ground
from sandtable.systems.liberty.houses import building_of
from sandtable.systems.liberty.melee_ground import lineup
from sandtable.systems.liberty.movement import March, allowance, march_terms, moving_scene
from sandtable.systems.liberty.roster import PACKAGE, Building, Gift, Scenario, roster
from sandtable.systems.liberty.rounds import dice_of
from sandtable.systems.liberty.shooting import dice, save
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.movement import Advance, check
from sandtable.table.space import Pose, inches
from tests.systems.liberty.clash import FAR_AWAY, engaged
from tests.systems.liberty.parade import ground, unit

Content = dict[str, Any]


def guilford(**changes: object) -> Content:
    """Guilford as parsed, with these keys instead; its courthouse stands from (60, 54) to (64, 58)."""
    return read_toml(scenario_file(PACKAGE, "guilford-1781"), Content) | changes


def mustered(*gives: Gift, units: int = 1) -> LibertyBattle:
    """Guilford with a courthouse that may be entered, and one line 5 in south of it, facing it."""
    content = guilford(buildings=[{"ground": "courthouse", "units": units, "gives": list(gives)}])
    scene = SYSTEM.muster(convert(content, Scenario, "g.toml"), Readings())
    assert isinstance(scene, LibertyBattle)
    return scene


def with_units(scene: LibertyBattle, *units: Regiment) -> LibertyBattle:
    """A battle with these units alone."""
    return replace(scene, units=units, generals=())


def march(scene: LibertyBattle, distance: float, order: Order = Order.ADVANCE) -> list[str]:
    """The rules against a march of the first unit so far straight ahead."""
    mover, made = scene.units[0], March(order)
    terms = march_terms(scene, mover, made, allowance(scene, mover, made))
    met = check(mover, (Advance(inches(distance)),), terms, moving_scene(scene)).obstacles
    return list(dict.fromkeys(one.rule for one in met))


OUTSIDE = unit(0, 62, 49)
INSIDE = unit(1, 62, 57)
ENEMY = unit(2, 10, 5, side=1)


# ------------------------------------------------------------------ entering
def test_a_building_that_no_scenario_opens_cannot_be_entered() -> None:
    """terrain.buildings"""
    closed = SYSTEM.muster(SYSTEM.scenario("guilford-1781"), Readings())
    assert isinstance(closed, LibertyBattle)
    assert march(with_units(closed, OUTSIDE, ENEMY), 5) == []
    assert march(with_units(closed, OUTSIDE, ENEMY), 5.1) == ["terrain.buildings"]


def test_a_building_that_is_open_is_entered_at_the_advance() -> None:
    """terrain.buildings.entered, movement.no-run"""
    scene = with_units(mustered("cover"), OUTSIDE, ENEMY)
    assert march(scene, 8) == []
    assert march(scene, 8, Order.RUN) == ["movement.no-run"]
    there = replace(OUTSIDE, pose=Pose(6200, 5700, 0))
    assert [building_of(scene, one) is not None for one in (OUTSIDE, there)] == [False, True]


@pytest.mark.parametrize(("most", "rules"), [(1, ["terrain.buildings.entered"]), (2, [])])
def test_a_building_takes_no_more_units_than_the_scenario_says(most: int, rules: list[str]) -> None:
    """terrain.buildings.entered: another stands in it, on the far side of its middle."""
    other = replace(INSIDE, pose=Pose(6200, 5550, 1800))
    scene = with_units(mustered("cover", units=most), OUTSIDE, other, ENEMY)
    assert building_of(scene, other) is not None
    assert march(scene, 5) == []
    passing = scene.with_unit(replace(other, pose=Pose(6200, 5750, 0)))
    assert march(passing, 5.5) == rules
    assert bool([one for one in barring_ground(passing, OUTSIDE, "rout.blocked") if one.piece]) is bool(rules)


def test_a_unit_in_a_full_building_may_move_in_it_and_leave_it() -> None:
    """terrain.buildings.entered: it does not bar the way of those it holds."""
    alone = with_units(mustered("cover"), replace(INSIDE, id=0, pose=Pose(6200, 5600, 1800)), ENEMY)
    assert march(alone, 8) == []


# ------------------------------------------------------------------ what it gives
def shot_at(scene: LibertyBattle, target: Regiment) -> Any:
    """The facts of a volley from the south at a unit in or near the courthouse."""
    shooter = unit(0, 62, 46, side=1)
    there = with_units(scene, shooter, replace(target, id=1))
    fire = aim(there, shooter, there.units[1])
    assert fire is not None
    return fire


def test_a_building_gives_cover_to_those_partly_inside_if_the_scenario_says_so() -> None:
    """terrain.buildings.entered, shooting.cover: 10 in off, 2.5 dice for each of four bases, 1 less in Cover;
    without it the walls obscure, half a die less."""
    assert [dice(shot_at(mustered(*gives), INSIDE)).total for gives in (("cover",), ())] == [6, 8]
    beside = replace(INSIDE, pose=Pose(5610, 5700, 0))
    assert shot_at(mustered("cover"), beside).cover, "its last base stands in it by a tenth of an inch"
    assert not shot_at(mustered("cover"), replace(INSIDE, pose=Pose(5590, 5700, 0))).cover


@pytest.mark.parametrize(("gives", "needed"), [(("cover", "fortified"), 4), (("cover",), 5)])
def test_a_building_fortifies_those_who_occupy_it_if_the_scenario_says_so(
    gives: tuple[Gift, ...], needed: int
) -> None:
    """terrain.buildings.entered, fort.save, fort.reliable"""
    scene = mustered(*gives)
    assert save(shot_at(scene, INSIDE)).total == needed
    assert is_reliable(scene, INSIDE) is (needed == 4)
    aside = replace(INSIDE, pose=Pose(5950, 5700, 0))
    assert save(shot_at(scene, aside)).total == 5, "its centre stands outside"


@pytest.mark.parametrize(("gives", "blows"), [(("obstacle",), 10), (("cover",), 12)])
def test_those_in_a_building_defend_its_walls_if_the_scenario_says_so(
    gives: tuple[Gift, ...], blows: int
) -> None:
    """terrain.buildings.entered, melee.dice.obstacle: four bases strike in through the door."""
    house = ground("house", (30, 19), (42, 19), (42, 25), (30, 25))
    scene = engaged(unit(0, 36, 20), unit(1, 36, 20, 180, side=1), *FAR_AWAY, pieces=(house,))
    held = replace(scene, buildings=(Building(ground=house.id, units=1, gives=gives),))
    assert [sum(of) for of in dice_of(lineup(held, (0, 1)))] == [blows, 12]


def test_who_fights_within_a_building_defends_no_wall() -> None:
    """terrain.buildings.entered: both have come in."""
    house = ground("house", (20, 10), (52, 10), (52, 30), (20, 30))
    scene = engaged(unit(0, 36, 20), unit(1, 36, 20, 180, side=1), *FAR_AWAY, pieces=(house,))
    held = replace(scene, buildings=(Building(ground=house.id, units=2, gives=("obstacle", "fortified")),))
    assert [sum(of) for of in dice_of(lineup(held, (0, 1)))] == [12, 12]


def test_a_unit_in_a_building_sees_out_of_it_but_nobody_sees_through_it() -> None:
    """terrain.buildings.entered, terrain.forest.sight: no more than 4 in of it."""
    house = ground("house", (20, 12), (52, 12), (52, 17), (20, 17))
    inside = engaged(unit(0, 36, 16), unit(1, 36, 25, 180, side=1), pairs=(), pieces=(house,))
    assert aim(inside, inside.units[0], inside.units[1]) is not None
    behind = engaged(unit(0, 36, 10), unit(1, 36, 25, 180, side=1), pairs=(), pieces=(house,))
    assert aim(behind, behind.units[0], behind.units[1]) is None


# ------------------------------------------------------------------ in the scenario
@pytest.mark.parametrize(
    ("buildings", "key", "words"),
    [
        (
            [{"ground": "court", "units": 1}],
            "buildings[0].ground",
            'there is no building "court" on the table; allowed are courthouse',
        ),
        (
            [{"ground": "woods-left", "units": 1}],
            "buildings[0].ground",
            'there is no building "woods-left" on the table',
        ),
        (
            [{"ground": "courthouse", "units": 1}, {"ground": "courthouse", "units": 2}],
            "buildings[1].ground",
            "courthouse is listed twice",
        ),
        (
            [{"ground": "courthouse", "units": 1, "gives": ["cover", "cover"]}],
            "buildings[0].gives",
            "gives something twice",
        ),
    ],
)
def test_a_building_that_cannot_be_entered_so_is_refused(
    buildings: list[Content], key: str, words: str
) -> None:
    """terrain.buildings.entered"""
    told = problems(convert(guilford(buildings=buildings), Scenario, "g.toml"), roster(), "g.toml")
    assert [problem.key for problem in told] == [key]
    assert words in told[0].words


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"ground": "courthouse", "units": 0}, "units"),
        ({"ground": "courthouse", "units": 1, "gives": ["beer"]}, "gives"),
        ({"ground": "courthouse"}, "units"),
    ],
)
def test_an_entry_that_says_too_little_or_nonsense_is_refused(entry: Content, words: str) -> None:
    """terrain.buildings.entered"""
    with pytest.raises(Exception, match=words):
        convert(guilford(buildings=[entry]), Scenario, "g.toml")


def test_a_unit_may_begin_in_a_building_that_may_be_entered() -> None:
    """terrain.buildings.entered, terrain.impassable: its place is refused where it may not."""
    content = guilford()
    content["units"][0] |= {"x": 62, "y": 57, "facing": 180}
    closed = problems(convert(content, Scenario, "g.toml"), roster())
    assert [one.key for one in closed if "impassable" in one.words] == ["units[0]"]
    opened = content | {"buildings": [{"ground": "courthouse", "units": 1}]}
    found = problems(convert(opened, Scenario, "g.toml"), roster())
    assert [one.key for one in found if "impassable" in one.words] == []


def test_a_building_that_may_be_entered_is_drawn_as_a_building() -> None:
    """terrain.buildings.entered"""
    drawn = {one.kind: one.drawn for one in SYSTEM.painter().legend(mustered("cover").field)}
    assert drawn["house"] is Manner.BUILDING


def test_a_house_is_no_kind_of_its_own_in_a_scenario() -> None:
    """terrain.buildings.entered: it is a building that is listed."""
    content = guilford()
    content["terrain"][5] |= {"kind": "house"}
    told = problems(convert(content, Scenario, "g.toml"), roster())
    assert [one.key for one in told] == ["terrain[5].kind"]

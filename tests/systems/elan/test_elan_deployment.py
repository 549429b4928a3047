"""Free deployment: the defender draws up in his zone, then the attacker."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import Camp, ElanBattle, Step
from sandtable.systems.elan.deployment import (
    Deployment,
    DrawUp,
    Placement,
    Posting,
    Spot,
    deploy_step,
    next_levy,
)
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.muster import muster
from sandtable.systems.elan.troops import Formation
from sandtable.table.measure import gap
from sandtable.table.space import Body, Point, Pose, TableSide
from tests.systems.elan.bivouac import HORSE, area, battle, leader, scenario, unit
from tests.systems.elan.playing import play
from tests.systems.elan.test_elan_roster import SCENARIOS

FARM = area("built-up", (47, 4), (53, 4), (53, 10), (47, 10), id="farm")


def empty(profile: str = "us-line-1863", **more: Any) -> ElanBattle:
    """A battle before its deployment: each side has a unit and a commander, 20 in deep zones."""
    fought = battle(unit(0, 1, 1, profile=profile), unit(1, 1, 1, side=1), pieces=(FARM,), **more)
    north, south = fought.camps
    zone = (Point(0.0, 0.0), Point(10800.0, 0.0), Point(10800.0, 2000.0), Point(0.0, 2000.0))
    far = tuple(Point(point.x, 7200 - point.y) for point in zone)
    camps: tuple[Camp, Camp] = (replace(north, zone=zone), replace(south, zone=far))
    units = tuple(replace(one, pose=None) for one in fought.units)
    return replace(fought, camps=camps, units=units, step=Step.DEPLOYMENT)


def drawn(at: Pose, formation: Formation = Formation.LINE, sector: str = "", **posting: Any) -> Deployment:
    where = posting or {"to": Spot(5000, 500)}
    return Deployment((Placement(0, formation, at, sector),), (Posting(0, **where),))


def refusal(fought: ElanBattle, deployment: object) -> str:
    """Why a deployment of side 0 is refused; nothing if it stands."""
    levy = next_levy(fought, 0)
    assert levy is not None
    judged = DrawUp(0, battle=fought, levy=levy).judge(deployment)
    return judged.words if isinstance(judged, Refusal) else ""


def test_each_side_places_in_turn_and_then_the_first_turn_begins() -> None:
    """setup.deploy"""
    placed = play(deploy_step, empty(), answers=(drawn(Pose(5000, 2000)),)).battle
    assert (placed.units[0].pose, placed.leaders[0].pose) == (Pose(5000, 2000), Pose(5000, 500))
    other = play(deploy_step, placed).battle
    assert other.active == 1
    theirs = Deployment(
        (Placement(1, Formation.COLUMN, Pose(5000, 5200, 1800)),), (Posting(1, attached_to=1),)
    )
    both = play(deploy_step, other, answers=(theirs,)).battle
    assert both.leaders[1].attached_to == 1
    begun = play(deploy_step, both).battle
    assert (begun.step, begun.active) == (Step.ATTACHING, begun.first)


@pytest.mark.parametrize(
    ("deployment", "words"),
    [
        (drawn(Pose(5000, 2005)), "outside the zone"),
        (drawn(Pose(50, 1000)), "beyond the edge"),
        (drawn(Pose(5000, 1000), Formation.SKIRMISH), "cannot stand in skirmish"),
        (drawn(Pose(5000, 1000), to=Spot(5000, 2100)), "outside the zone of his side"),
        (drawn(Pose(5000, 1000), attached_to=1), "a unit of his command"),
        (drawn(Pose(5000, 1000), to=Spot(5000, 900), attached_to=0), "either at a point"),
        (drawn(Pose(5000, 1000), Formation.GARRISON), "if it is in garrison"),
        (drawn(Pose(5000, 1000), Formation.GARRISON, "castle"), "not a sector"),
        (drawn(Pose(5000, 1000, 3600)), "must face"),
        (Deployment((), (Posting(0, Spot(1, 1)),)), "place each of"),
        ("anywhere", "not 'anywhere'"),
    ],
)
def test_a_deployment_against_the_rules_is_refused_in_words(deployment: object, words: str) -> None:
    """setup.deploy, formation.who, terrain.sector"""
    assert words in refusal(empty(), deployment)


def test_nobody_begins_on_a_friend_nor_within_an_inch_of_an_enemy() -> None:
    """setup.deploy, geometry.no-overlap"""
    fought = empty()
    friend = replace(fought, units=(*fought.units, unit(2, 50, 15)))
    assert "overlaps Unit 2" in refusal(friend, drawn(Pose(5200, 1450)))
    enemy = replace(fought, units=(*fought.units, unit(2, 50, 16, 180, side=1)))
    assert "0.5 in from Unit 2" in refusal(enemy, drawn(Pose(5000, 1550)))
    assert refusal(enemy, drawn(Pose(5000, 1500))) == ""


def test_nobody_begins_in_ground_closed_to_him_but_disorder_is_no_bar() -> None:
    """setup.deploy, terrain.closed: horsemen may not begin in a built-up area, heavy foot may, in order"""
    assert "it cannot enter" in refusal(empty(HORSE), drawn(Pose(5000, 800)))
    assert refusal(empty(HORSE), drawn(Pose(5000, 800), Formation.DISMOUNTED)) == ""
    after = play(deploy_step, empty(), answers=(drawn(Pose(5000, 800)),)).battle
    assert not after.units[0].disordered


def test_a_unit_may_begin_as_a_garrison() -> None:
    """setup.deploy, terrain.sector"""
    placed = play(deploy_step, empty(), answers=(drawn(Pose(1, 1), Formation.GARRISON, "farm"),)).battle
    one = placed.units[0]
    assert (one.sector, one.pose, one.shape.width) == ("farm", Pose(5000, 1000), 600)


def test_on_hexes_everybody_gets_a_hex_of_his_zone() -> None:
    """setup.deploy, hex.plan.points, hex.grid"""
    fought = replace(empty(), scale=Scale.HEX)
    placed = play(deploy_step, fought, answers=(drawn(Pose(5000, 1450, 100)),)).battle
    assert placed.units[0].pose is not None
    assert placed.units[0].pose.heading == 0
    assert "outside the zone" in refusal(fought, drawn(Pose(5000, 2600)))
    again = replace(placed, units=(replace(placed.units[0], pose=None), *placed.units[1:], unit(2, 50, 14)))
    assert "in the hex of Unit 2" in refusal(again, drawn(Pose(5000, 1450)))
    assert "it cannot enter" in refusal(replace(empty(HORSE), scale=Scale.HEX), drawn(Pose(5000, 800)))


def test_a_deployment_is_read_from_plain_data() -> None:
    fought = empty()
    levy = next_levy(fought, 0)
    assert levy is not None
    question = DrawUp(0, battle=fought, levy=levy)
    wanted = drawn(Pose(5000, 1500))
    assert question.read(to_builtins(wanted)) == wanted
    assert isinstance(question.read({"units": 3}), Refusal)
    assert len(question.digest()) == 16
    with pytest.raises(Refused):
        play(deploy_step, fought, answers=(3,))


def test_an_army_commander_is_placed_after_the_brigades() -> None:
    """setup.deploy"""
    fought = muster(scenario("alma"), Readings((("deployment", 1),)))
    side = fought.active
    units = [one for one in fought.units if one.side == side]
    levies = []
    while (levy := next_levy(fought, side)) is not None:
        levies.append(levy)
        question = DrawUp(side, battle=fought, levy=levy)
        fought = play(deploy_step, fought, answers=(question.sensible()[0],)).battle
    assert [number for levy in levies for number in levy.units] == [one.id for one in units]
    assert levies[-1].brigade is None
    assert fought.camps[side].commander in levies[-1].leaders


@pytest.mark.parametrize("scale", list(Scale))
@pytest.mark.parametrize("name", SCENARIOS)
def test_any_scenario_can_be_deployed_freely(name: str, scale: Scale) -> None:
    """setup.deploy, setup.options: ordinary ways are accepted, and everybody stands somewhere"""
    fought = muster(scenario(name), Readings((("deployment", 1), ("scale", tuple(Scale).index(scale)))))
    later = [unit for reserve in fought.reserves for unit in fought.brigades[reserve.brigade].units]
    nth = 0
    while fought.step is Step.DEPLOYMENT:
        run: ProcedureRun[ElanBattle] = ProcedureRun(
            do(deploy_step, fought), _no_dice, lambda battle, event: event.apply(battle)
        )
        if run.pending is not None:
            ways = run.pending.sensible()
            judged = run.pending.judge(ways[nth % len(ways)])
            assert not isinstance(judged, Refusal)
            assert len(run.pending.prompt(fought).labels) == len(ways)
            nth += 1
            run.answer(judged)
        assert run.result is not None
        fought = run.result
    assert [one.id for one in fought.units if one.pose is None] == later
    stand = [one for one in fought.units if one.pose is not None]
    bodies: list[Body] = list(stand)
    assert all(gap(one, two) >= -1 for place, one in enumerate(bodies) for two in bodies[:place])
    assert all(one.is_present for one in fought.leaders if one.brigade is None)


def _no_dice(throw: Any) -> Any:
    return throw.cast(PlannedHand(()))


def test_without_a_zone_all_the_table_is_open() -> None:
    fought = replace(empty(leaders=(leader(0), leader(1))), camps=battle(unit(0, 1, 1)).camps)
    assert refusal(fought, drawn(Pose(5000, 6000), to=Spot(5000, 7000))) == ""


@pytest.mark.parametrize(
    ("edge", "zone", "heading"),
    [
        ("bottom", (10, 0, 30, 21), 0),
        ("top", (10, 51, 30, 72), 1800),
        ("left", (0, 10, 21, 30), 900),
        ("right", (87, 10, 108, 30), 2700),
    ],
)
def test_places_are_offered_from_the_first_to_the_last_row_of_a_zone(
    edge: TableSide, zone: tuple[int, int, int, int], heading: int
) -> None:
    """setup.deploy: an inch apart along the own edge, three away from it, both borders among them"""
    left, low, right, high = (100 * inches for inches in zone)
    corners = ((left, low), (right, low), (right, high), (left, high))
    fought = empty()
    camp = replace(fought.camps[0], edge=edge, zone=tuple(Point(float(x), float(y)) for x, y in corners))
    ground = ground_of(replace(fought, camps=(camp, fought.camps[1])))
    offered = {stance.to for stance in ground.posts(0, Formation.LINE)}
    across, deep = (100, 300) if edge in ("bottom", "top") else (300, 100)
    xs = [left + across * n for n in range(21 if across == 100 else 8)]
    ys = [low + deep * n for n in range(21 if deep == 100 else 8)]
    assert (xs[-1], ys[-1]) == (right, high)
    assert offered == {Pose(x, y, heading) for x in xs for y in ys}

"""Free deployment: who places first, where units and officers may begin, and the order of commands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.battle import Command, Officer, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import rulebook
from sandtable.systems.tricorn.deployment import DeployCommand, PlaceChief, deploy_step, next_to_place
from sandtable.systems.tricorn.grounds import strip
from sandtable.systems.tricorn.nearness import is_in_radius
from sandtable.systems.tricorn.options import Variant
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.setup_events import Deployment, Placement, Posting
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import Pose, degrees, inches
from tests.systems.tricorn.parade_ground import GUNS, battle, box, officer, play, scenario, unit

FREE = rulebook().choose({Variant.DEPLOYMENT: 1})


def waiting(number: int, **state: Any) -> TricornUnit:
    """A unit that has still to be placed."""
    return replace(unit(number, 0, 0, **state), pose=None)


def to_deploy(*units: TricornUnit, officers: tuple[Officer, ...], **state: Any) -> TricornBattle:
    """A battle before its deployment, in which the first side begins; its zones are 12 in deep."""
    commands = tuple(
        Command(f"command-{one.command}", one.side, one.id, 1) for one in officers if one.command is not None
    )
    pieces, readings = state.pop("pieces", ()), FREE
    fought = battle(
        *units, officers=officers, commands=commands, pieces=pieces, readings=readings, step=Step.DEPLOYMENT
    )
    return replace(fought, **{"activation": None, "deploys_first": 0, **state})


def put(number: int, x: float, y: float, facing: float = 0, *, how: Formation = Formation.LINE) -> Placement:
    """A unit put down with the middle of its front at x, y, in inches."""
    return Placement(number, how, Pose(inches(x), inches(y), degrees(facing)))


def posted(number: int, x: float, y: float) -> Posting:
    """An officer put down at x, y, in inches."""
    return Posting(number, (inches(x), inches(y)))


STAFF = (officer(0, command=0), officer(1, side=1, command=1))
TWO = (waiting(0), waiting(1, side=1))


def judged(fought: TricornBattle, *units: Placement, at: Posting) -> Deployment | Refusal:
    """What the check says of the first side's deployment."""
    return DeployCommand(0, battle=fought, officer=0).judge(Deployment(at, units))


def refused(fought: TricornBattle, *units: Placement, at: Posting) -> str:
    """In which words a deployment is refused."""
    said = judged(fought, *units, at=at)
    assert isinstance(said, Refusal)
    return said.words


# --------------------------------------------------------------------- the order
def test_the_lower_of_two_dice_deploys_first_where_the_scenario_names_nobody() -> None:
    """setup.deployment: ties are thrown again"""
    fought = to_deploy(*TWO, officers=STAFF, deploys_first=None)
    assert play(deploy_step, fought, faces=(2, 5)).battle.deploys_first == 0
    assert play(deploy_step, fought, faces=(5, 2)).battle.deploys_first == 1
    assert play(deploy_step, fought, faces=(3, 3, 6, 1)).battle.deploys_first == 1


def test_a_scenario_that_names_a_side_has_it_deploy_first() -> None:
    """setup.deployment, setup.printed"""
    fought = SYSTEM.muster(scenario("blenheim-1704"), FREE)
    assert fought.step is Step.DEPLOYMENT
    assert fought.deploys_first == 0
    assert all(one.pose is None for one in fought.units)
    assert not any(one.is_here for one in fought.officers)


def test_the_sides_alternate_command_by_command_and_chiefs_come_last() -> None:
    """setup.deployment, setup.place-command, setup.place-cc"""
    staff = (
        officer(0, chief=True),
        officer(1, command=0),
        officer(2, command=1),
        officer(3, side=1, command=2),
        officer(4, side=1, chief=True),
    )
    fought = to_deploy(
        waiting(0, command=0), waiting(1, command=1), waiting(2, side=1, command=2), officers=staff
    )
    placed: list[int] = []
    asked: list[str] = []
    while fought.step is Step.DEPLOYMENT:
        who = next_to_place(fought)
        if who is None:
            fought = play(deploy_step, fought).battle
            continue
        kind = PlaceChief if who.command is None else DeployCommand
        way = kind(who.side, battle=fought, officer=who.id).sensible()[0]
        done = play(deploy_step, fought, answers=(way,))
        placed.append(who.id)
        asked += done.asked
        fought = done.battle
    assert placed == [1, 3, 2, 0, 4]
    assert asked == ["setup.place-command"] * 3 + ["setup.place-cc"] * 2
    assert fought.step is Step.CARD, "the first card is turned after deployment (setup.first-turn)"


def test_a_command_that_arrives_is_not_placed() -> None:
    """setup.arrivals"""
    fought = to_deploy(*TWO, officers=STAFF)
    late = replace(fought, commands=(replace(fought.commands[0], arrives=3), fought.commands[1]))
    placed = next_to_place(late)
    assert placed is not None
    assert placed.id == 1


# --------------------------------------------------------------------- where they may begin
def test_units_begin_wholly_in_their_zone_which_is_12_inches_deep() -> None:
    """setup.table, setup.deployment"""
    fought = to_deploy(*TWO, officers=STAFF)
    assert isinstance(judged(fought, put(0, 30, 12), at=posted(0, 30, 8)), Deployment)
    assert "partly outside the zone" in refused(fought, put(0, 30, 12.1), at=posted(0, 30, 8))
    assert "zone of his side" in refused(fought, put(0, 30, 12), at=posted(0, 30, 12.1))


def test_the_zone_without_a_scenario_runs_along_the_own_edge() -> None:
    """setup.table"""
    field = to_deploy(*TWO, officers=STAFF).field
    assert strip("top", field) == ((0, 3600), (7200, 3600), (7200, 4800), (0, 4800))
    assert strip("left", field) == ((0, 0), (1200, 0), (1200, 4800), (0, 4800))


def test_units_begin_neither_on_others_nor_on_ground_closed_to_them() -> None:
    """setup.deployment, terrain.types"""
    friend = unit(2, 30, 8, command=2)
    fought = to_deploy(*TWO, friend, officers=STAFF, pieces=(box("river", 10, 0, 14, 12, id="river"),))
    assert "overlap" in refused(fought, put(0, 31, 8), at=posted(0, 30, 4))
    assert "cannot stand in river" in refused(fought, put(0, 12, 8), at=posted(0, 12, 4))


def test_no_unit_begins_in_contact_with_an_enemy() -> None:
    """setup.deployment"""
    enemy = unit(1, 30, 12, 180, side=1)
    fought = to_deploy(waiting(0), enemy, officers=STAFF)
    assert "in contact with" in refused(fought, put(0, 30, 12), at=posted(0, 30, 8))
    assert isinstance(judged(fought, put(0, 30, 11.9), at=posted(0, 30, 8)), Deployment)


def test_units_begin_within_their_generals_radius() -> None:
    """setup.deployment: 6 in of a Poor General"""
    staff = (officer(0, command=0, rating=Rating.POOR), STAFF[1])
    fought = to_deploy(*TWO, officers=staff)
    assert isinstance(judged(fought, put(0, 30, 9), at=posted(0, 30, 3)), Deployment)
    assert "6 in radius" in refused(fought, put(0, 40, 9), at=posted(0, 30, 3))


def test_where_there_is_no_room_within_the_radius_a_unit_may_begin_outside() -> None:
    """setup.deployment: where the zone allows"""
    staff = (officer(0, command=0, rating=Rating.POOR), STAFF[1])
    lake = box("river", 20, 0, 45, 12, id="lake")
    fought = to_deploy(*TWO, officers=staff, pieces=(lake,))
    assert isinstance(judged(fought, put(0, 48, 12), at=posted(0, 32, 6)), Deployment)


def test_everybody_of_the_command_is_placed_once_and_nobody_else() -> None:
    """setup.place-command"""
    fought = to_deploy(*TWO, officers=STAFF)
    assert "once each: " in refused(fought, at=posted(0, 30, 8))
    assert "once each: " in refused(fought, put(1, 30, 8), at=posted(0, 30, 8))
    assert "once each: " in refused(fought, put(0, 30, 8), at=posted(1, 30, 8))


def test_foot_may_garrison_a_place_of_its_zone_and_guns_a_redoubt() -> None:
    """terrain.garrison, terrain.redoubt, setup.deployment"""
    pieces = (
        box("village", 20, 4, 24, 8, id="village"),
        box("redoubt", 30, 4, 34, 8, id="redoubt"),
        box("village", 40, 20, 44, 24, id="far"),
    )
    guns = waiting(0, profile=GUNS)
    foot = to_deploy(*TWO, officers=STAFF, pieces=pieces)
    battery = to_deploy(guns, TWO[1], officers=STAFF, pieces=pieces)

    def held(place: str, how: Formation = Formation.GARRISON, x: float = 22) -> Placement:
        return Placement(0, how, Pose(inches(x), inches(6)), place)

    assert isinstance(judged(foot, held("village"), at=posted(0, 22, 2)), Deployment)
    assert "outside the zone" in refused(foot, held("far"), at=posted(0, 22, 2))
    assert "no village" in refused(foot, held("nowhere"), at=posted(0, 22, 2))
    emplaced = held("redoubt", Formation.UNLIMBERED, x=32)
    assert isinstance(judged(battery, emplaced, at=posted(0, 32, 2)), Deployment)
    assert "only unlimbered guns" in refused(
        battery, held("village", Formation.UNLIMBERED), at=posted(0, 22, 2)
    )
    after = play(deploy_step, battery, answers=(Deployment(posted(0, 32, 2), (emplaced,)),)).battle
    assert after.units[0].emplaced == emplaced.to
    assert after.units[0].garrison == "redoubt"


@pytest.mark.parametrize("kind", ["village", "strong-point", "redoubt"])
def test_nobody_begins_partly_in_a_stronghold(kind: str) -> None:
    """terrain.garrison, terrain.redoubt, setup.deployment: not even a column on the road through it"""
    pieces = box(kind, 30, 4, 34, 8, id="place"), box("road", 28, 5.5, 36, 6.5, id="road")
    foot = to_deploy(*TWO, officers=STAFF, pieces=pieces)
    battery = to_deploy(waiting(0, profile=GUNS), TWO[1], officers=STAFF, pieces=pieces)
    guns = put(0, 29.5, 7, how=Formation.UNLIMBERED)
    column = put(0, 35, 6, 90, how=Formation.COLUMN)
    for fought, placed in ((foot, put(0, 29, 7)), (foot, column), (battery, guns)):
        assert " place" in refused(fought, placed, at=posted(0, 32, 2))
    assert isinstance(judged(foot, put(0, 28.5, 7), at=posted(0, 28.5, 2)), Deployment)


def test_an_officer_may_begin_attached_to_a_unit_of_his_command() -> None:
    """leaders.attach, setup.place-command"""
    fought = to_deploy(*TWO, officers=STAFF)
    joined = Deployment(Posting(0, attached=0), (put(0, 30, 8),))
    done = play(deploy_step, fought, answers=(joined,))
    assert done.battle.officers[0].attached == 0
    assert "attached only to a unit" in refused(fought, put(0, 30, 8), at=Posting(0, attached=1))
    assert "must either stand" in refused(fought, put(0, 30, 8), at=Posting(0))


@pytest.mark.parametrize("name", SYSTEM.scenarios())
def test_ordinary_deployments_of_every_scenario_stand(name: str) -> None:
    """setup.deployment: whatever is offered passes the check, and is in command"""
    fought = SYSTEM.muster(scenario(name), FREE)
    while fought.step is Step.DEPLOYMENT:
        who = next_to_place(fought) if fought.deploys_first is not None else None
        if who is None:
            break
        question = DeployCommand(who.side, battle=fought, officer=who.id)
        ways = question.sensible()
        assert all(question.judge(way) == way for way in ways)
        fought = play(deploy_step, fought, answers=(ways[-1],)).battle
    assert all(one.is_here for one in fought.officers if one.entry is None)
    led = [one for one in fought.units if one.pose is not None]
    assert all(is_in_radius(fought, fought.general_of(one), one) for one in led)

"""Free deployment of eagle: who places first, Legions divided, zones, formations and leaders; looting."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.battle import Camp, EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.book import rulebook
from sandtable.systems.eagle.deployment import (
    DivideLegion,
    Division,
    PlaceLeader,
    PlaceUnit,
    deploy_step,
    divisions,
    next_side,
    ordinary,
    unplaced,
    waiting,
)
from sandtable.systems.eagle.grounds import standard_zone
from sandtable.systems.eagle.looting import LootingBegan, entered
from sandtable.systems.eagle.options import Variant
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.setup_events import LegionDivided, Placement, Posting
from sandtable.systems.eagle.shapes import Ranks
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.troops import Formation, Nation
from sandtable.table.space import Pose, degrees, inches
from tests.systems.eagle.arena import (
    ARCHERS,
    LEGION,
    WARBAND,
    battle,
    box,
    leader,
    play,
    scenario,
    unit,
)

FREE = rulebook().choose({Variant.DEPLOYMENT: 1})
LINE = (4, 4)


def off(number: int, **state: Any) -> EagleUnit:
    """A unit that has still to be placed."""
    return replace(unit(number, 0, 0, **state), pose=None)


def camps(*roles: str) -> tuple[Camp, Camp]:
    """Two sides with these roles."""
    first, second = roles
    return (
        Camp("romans", "Romans", Nation.ROMAN, "bottom", role=first),
        Camp("britons", "Britons", Nation.BRITISH, "top", role=second),
    )


def to_deploy(*units: EagleUnit, **state: Any) -> EagleBattle:
    """A battle before its deployment without a defender, in which the first side begins."""
    given: dict[str, Any] = {"step": Step.DEPLOYMENT, "deploys_first": 0, "divided": (), **state}
    return battle(*units, **given)


def put(number: int, x: float, y: float, how: Formation = Formation.LINE, ranks: Ranks = LINE) -> Placement:
    """A unit put down with the middle of its front at x, y, in inches, looking north."""
    return Placement(number, how, ranks, Pose(inches(x), inches(y), degrees(0)))


WARRIORS = (off(0, profile=WARBAND, ranks=LINE), off(1, profile=WARBAND, ranks=LINE, side=1))


def refused(fought: EagleBattle, placed: Placement) -> str:
    """In which words a placement of the first side is refused."""
    said = PlaceUnit(0, battle=fought, waiting=(0,)).judge(placed)
    assert isinstance(said, Refusal)
    return said.words


# --------------------------------------------------------------------- the order
def test_the_loser_of_a_throw_places_the_first_unit_where_there_is_no_defender() -> None:
    """army.deployment: ties are thrown again"""
    fought = to_deploy(*WARRIORS, deploys_first=None)
    assert play(deploy_step, fought, faces=(2, 5)).battle.deploys_first == 0
    assert play(deploy_step, fought, faces=(4, 4, 6, 1)).battle.deploys_first == 1


def test_the_sides_place_one_unit_each_in_turn_and_then_leaders() -> None:
    """army.deployment, decision.deploy"""
    units = (off(0, profile=WARBAND), off(1, profile=WARBAND), off(2, profile=WARBAND, side=1))
    leaders = (leader(0), leader(1, side=1))
    fought = to_deploy(*units, leaders=leaders)
    order: list[tuple[int, str]] = []
    while fought.step is Step.DEPLOYMENT:
        side = next_side(fought)
        if side is None:
            fought = play(deploy_step, fought).battle
            continue
        left = tuple(one.id for one in waiting(fought, side))
        if left:
            answer: object = ordinary(fought, left[0])[0]
        else:
            answer = Posting(unplaced(fought, side)[0].id, attached=fought.on_table(side)[0].id)
        order.append((side, "unit" if left else "leader"))
        fought = play(deploy_step, fought, answers=(answer,)).battle
    assert order == [(0, "unit"), (1, "unit"), (0, "unit"), (1, "leader"), (0, "leader")]
    assert fought.step is Step.INITIATIVE
    assert all(one.dp == 0 and one.formed for one in fought.units)


def test_a_defender_places_his_whole_army_first() -> None:
    """army.deployment"""
    units = (off(0, profile=WARBAND), off(1, profile=WARBAND, side=1), off(2, profile=WARBAND, side=1))
    fought = to_deploy(
        *units, camps=camps("attacker", "defender"), deploys_first=1, leaders=(leader(0, side=1),)
    )
    for expected in (1, 1, 1, 0):
        assert next_side(fought) == expected
        left = waiting(fought, expected)
        answer: object = ordinary(fought, left[0].id)[0] if left else Posting(0, attached=1)
        fought = play(deploy_step, fought, answers=(answer,)).battle
    assert next_side(fought) is None


def test_a_scenario_with_a_defender_has_him_deploy_first() -> None:
    """army.deployment, army.scenario"""
    fought = SYSTEM.muster(scenario("graupius-83"), FREE)
    assert fought.step is Step.DEPLOYMENT
    assert fought.deploys_first == 1
    assert fought.camps[1].role == "defender"
    assert all(one.pose is None for one in fought.units)


# --------------------------------------------------------------------- Legions
def test_a_legion_may_be_divided_into_units_of_three_bases_or_more() -> None:
    """troops.legion"""
    sizes = {division.sizes for division in divisions(off(0, profile=LEGION, ranks=(4, 3, 3), eagle=True))}
    assert sizes == {(10,), (7, 3), (6, 4), (5, 5), (4, 3, 3)}
    bearers = [
        one.bearer
        for one in divisions(off(0, profile=LEGION, ranks=(4, 3, 3), eagle=True))
        if one.sizes == (7, 3)
    ]
    assert bearers == [0, 1], "either part may carry the Eagle"


def test_no_part_of_a_legion_without_an_eagle_is_said_to_carry_it() -> None:
    """troops.legion, control.eagle"""
    fought = to_deploy(off(0, profile=LEGION, ranks=(4, 3, 3)), WARRIORS[1])
    options = divisions(fought.units[0])
    question = DivideLegion(0, options, unit=0)
    assert not any("Eagle" in label for label in question.prompt(fought).labels)
    done = play(deploy_step, fought, answers=(options[1],)).battle
    assert not any(one.eagle for one in done.units)


def test_the_parts_of_a_legion_are_units_of_their_own_one_with_the_eagle() -> None:
    """troops.legion, decision.deploy"""
    legion = off(0, profile=LEGION, ranks=(4, 3, 3), eagle=True, formation=Formation.MULTI_LINE)
    fought = to_deploy(legion, WARRIORS[1])
    done = play(deploy_step, fought, answers=(Division((4, 3, 3), 1),))
    parts = [one for one in done.battle.units if one.legion]
    assert [one.bases for one in parts] == [4, 3, 3]
    assert [one.eagle for one in parts] == [False, True, False]
    assert [one.id for one in parts] == [0, 2, 3]
    assert [one.began for one in parts] == [4, 3, 3]
    assert len({one.key for one in done.battle.units}) == 4
    whole = play(deploy_step, fought, answers=(Division((10,)),)).battle
    assert len(whole.units) == 2
    assert whole.units[0].ranks == (4, 3, 3)
    again = play(deploy_step, whole, answers=(ordinary(whole, 0)[0],))
    assert again.battle.units[0].pose is not None, "it is asked once"


def test_a_legion_of_five_bases_is_too_weak_to_be_divided() -> None:
    """troops.legion"""
    weak = to_deploy(off(0, profile=LEGION, ranks=(5,), formation=Formation.LINE), WARRIORS[1])
    done = play(deploy_step, weak, answers=(ordinary(weak, 0)[0],))
    assert done.battle.units[0].pose is not None


# --------------------------------------------------------------------- where they may begin
def test_the_standard_zone_is_12_inches_deep_and_6_from_the_short_edges() -> None:
    """army.deployment"""
    field = to_deploy(*WARRIORS).field
    assert standard_zone("bottom", field) == ((600, 0), (6600, 0), (6600, 1200), (600, 1200))
    assert standard_zone("top", field) == ((600, 3600), (6600, 3600), (6600, 4800), (600, 4800))
    fought = to_deploy(*WARRIORS)
    done = play(deploy_step, fought, answers=(put(0, 30, 12),))
    assert done.battle.units[0].pose == Pose(3000, 1200, 0)
    assert "partly outside the zone" in refused(fought, put(0, 30, 12.1))
    assert "partly outside the zone" in refused(fought, put(0, 8, 10))


def test_units_begin_neither_on_others_nor_near_enemies_nor_on_ground_closed_to_them() -> None:
    """army.deployment, formation.space, terrain.types"""
    friend, enemy = unit(2, 30, 10, profile=WARBAND), unit(3, 50, 12.5, 180, side=1, profile=WARBAND)
    water = box("deep river or cliff", 10, 0, 14, 12, id="water")
    fought = to_deploy(*WARRIORS, friend, enemy, pieces=(water,))
    assert "overlap" in refused(fought, put(0, 31, 10))
    assert "within an inch" in refused(fought, put(0, 50, 12))
    assert "cannot stand in water" in refused(fought, put(0, 12, 10))


@pytest.mark.parametrize(
    ("how", "ranks", "may"),
    [
        (Formation.LINE, (4, 4), True),
        (Formation.LINE, (8,), True),
        (Formation.LINE, (4, 3), False),
        (Formation.COLUMN, (2, 2, 2, 2), True),
        (Formation.WEDGE, (1, 2, 3, 2), True),
        (Formation.MULTI_LINE, (4, 4), False),
    ],
)
def test_units_begin_in_any_formation_open_to_them(how: Formation, ranks: Ranks, *, may: bool) -> None:
    """army.deployment, formation.line, formation.column, formation.wedge, formation.multi-line"""
    fought = to_deploy(*WARRIORS)
    said = PlaceUnit(0, battle=fought, waiting=(0,)).judge(put(0, 36, 10, how, ranks))
    assert isinstance(said, Placement) is may


def test_leaders_begin_alone_in_the_zone_or_with_a_unit() -> None:
    """army.deployment, command.attach"""
    fought = to_deploy(unit(0, 30, 10), unit(1, 30, 40, 180, side=1), leaders=(leader(0),))
    question = PlaceLeader(0, battle=fought, leader=0)
    assert question.judge(Posting(0, attached=0)) == Posting(0, attached=0)
    assert question.judge(Posting(0, (3000, 500))) == Posting(0, (3000, 500))
    for wrong in (Posting(0, (3000, 1300)), Posting(0, attached=1), Posting(0), Posting(1, attached=0)):
        assert isinstance(question.judge(wrong), Refusal)
    assert all(question.judge(one) == one for one in question.sensible())
    done = play(deploy_step, fought, answers=(Posting(0, attached=0),))
    assert done.battle.leaders[0].attached == 0


def test_light_troops_are_unformed_by_nature() -> None:
    """army.deployment"""
    fought = to_deploy(off(0, profile=ARCHERS), WARRIORS[1])
    done = play(deploy_step, fought, answers=(ordinary(fought, 0)[0],))
    assert not done.battle.units[0].formed


@pytest.mark.parametrize("name", SYSTEM.scenarios())
def test_whatever_is_offered_in_every_scenario_stands(name: str) -> None:
    """army.deployment"""
    fought = SYSTEM.muster(scenario(name), FREE)
    while fought.step is Step.DEPLOYMENT and (side := next_side(fought)) is not None:
        left = tuple(
            one.id
            for one in waiting(fought, side)
            if one.id in fought.divided or one.bases < 6 or not one.legion
        )
        if left:
            question = PlaceUnit(side, battle=fought, waiting=left)
            ways = ordinary(fought, left[0])
            assert all(question.judge(way) == way for way in ways)
            answer: object = ways[-1]
            if len(left) < len(waiting(fought, side)):
                answer = divisions(next(one for one in waiting(fought, side) if one.id not in left))[-1]
        elif waiting(fought, side):
            answer = divisions(waiting(fought, side)[0])[-1]
        else:
            answer = PlaceLeader(side, battle=fought, leader=unplaced(fought, side)[0].id).sensible()[0]
        fought = play(deploy_step, fought, answers=(answer,)).battle
    assert all(one.pose is not None for one in fought.units)
    assert all(one.is_present for one in fought.leaders)


# --------------------------------------------------------------------- looting
def looted(*pieces: str, **state: Any) -> EagleBattle:
    """What becomes of a warband of the first side that touches some pieces of ground."""
    second = Camp("britons", "Britons", Nation.BRITISH, "top", baggage="camp", **state)
    given = (camps("", "")[0], second)
    fought = battle(
        unit(0, 30, 40, profile=WARBAND, pursuing=True, quarry=1), unit(1, 60, 44, side=1), camps=given
    )
    return play(entered, fought, 0, pieces).battle


def test_a_unit_that_touches_the_enemy_camp_stops_and_loots() -> None:
    """control.loot, army.camp"""
    looter = looted("wood", "camp").units[0]
    assert looter.looting == "camp"
    assert looter.record is Record.LOOT
    assert not looter.formed
    assert not looter.pursuing
    assert not looted("wood").units[0].looting
    assert not looted("camp", baggage_lost=True).units[0].looting, "nothing is left of a camp that is lost"


def test_one_that_loots_already_does_not_begin_again() -> None:
    """control.loot"""
    given = (camps("", "")[0], Camp("britons", "Britons", Nation.BRITISH, "top", baggage="camp"))
    fought = battle(unit(0, 30, 40, profile=WARBAND, looting="camp"), unit(1, 60, 44, side=1), camps=given)
    assert play(entered, fought, 0, ("camp",)).told(LootingBegan) == ()


@pytest.mark.parametrize("sizes", [(10,), (5, 5), (4, 3, 3)])
def test_the_parts_of_a_legion_have_the_bases_that_they_take(sizes: tuple[int, ...]) -> None:
    """troops.legion: whole it stands as it did, in parts each in a formation of its own"""
    whole = unit(0, 36, 20, profile=LEGION)
    parts = LegionDivided(0, sizes, 0).apply(battle(whole, unit(1, 36, 40, 180, side=1))).units
    own = [one for one in parts if one.side == 0]
    assert [len(one.shape.bases) for one in own] == list(sizes)
    assert [one.began for one in own] == list(sizes)
    assert [sum(one.ranks) for one in own] == list(sizes)
    if len(sizes) == 1:
        assert own[0].shape == whole.shape

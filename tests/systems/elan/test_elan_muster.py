"""From the plan to the table: the same scenario in large inches, small inches and on hexes."""

from __future__ import annotations

import pytest

from sandtable.game.files.scenario import problems
from sandtable.game.rules.rulebook import Readings
from sandtable.systems import load
from sandtable.systems.elan.battle import ElanBattle, Step
from sandtable.systems.elan.conversion import converted
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.ground.hexes.plan import grid_over, hex_field, hex_of
from sandtable.systems.elan.muster import muster
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.troops import Formation
from sandtable.table.measure import gap
from sandtable.table.space import Pose, degrees
from tests.systems.elan.bivouac import scenario
from tests.systems.elan.test_elan_roster import SCENARIOS, figures

CHOICES = {scale: Readings((("scale", number),) if number else ()) for number, scale in enumerate(Scale)}


def mustered(name: str, scale: Scale) -> ElanBattle:
    return muster(scenario(name), CHOICES[scale])


# --------------------------------------------------------------------- small inches
def test_the_small_set_takes_two_thirds_of_every_length_of_the_plan() -> None:
    """scale-01: scale.scenario, victory.hold"""
    expected, small = figures("scale-01"), converted(scenario("quatre-bras"), Scale.SMALL)
    assert f"{small.table.width:g}x{small.table.depth:g}" == expected["table"]
    lancers = next(one for one in small.units if one.id == "lancers-pire")
    assert f"{lancers.x},{lancers.y}" == expected["lancers"]
    farm = next(one for one in small.terrain if one.id == "gemioncourt")
    xs, ys = {x for x, _ in farm.polygon}, {y for _, y in farm.polygon}
    assert f"{min(xs):g}-{max(xs):g},{min(ys):g}-{max(ys):g}" == expected["sector"]
    assert figures_of(Scale.SMALL).written(figures_of(Scale.SMALL).hold) == expected["hold"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_can_be_fought_in_large_inches_can_be_fought_in_small_ones(name: str) -> None:
    """scale.scenario: what does not overlap in one inch set does not overlap in the other."""
    plan = scenario(name)
    small = converted(plan, Scale.SMALL)
    assert problems(small, roster()) == ()
    assert converted(small, Scale.SMALL) is small
    assert converted(plan, Scale.HEX) is plan
    assert [(one.turn, one.brigade) for one in small.arrivals] == [
        (one.turn, one.brigade) for one in plan.arrivals
    ]
    assert [one.facing for one in small.units] == [one.facing for one in plan.units]
    roads = [piece.width for piece in small.field().pieces if piece.kind == "road"]
    assert set(roads) <= {100}


# --------------------------------------------------------------------- hexes
def test_the_plan_of_quatre_bras_on_hexes() -> None:
    """hex-04: hex.plan.grid, hex.plan.units, hex.plan.areas, hex.plan.lines, hex.plan.roads"""
    expected, battle = figures("hex-04"), mustered("quatre-bras", Scale.HEX)
    laid, grid = hex_field(battle.field, battle.corners), grid_over(battle.field, battle.corners)
    assert len(grid.hexes) == expected["hexes"]
    at = {unit.key: "{},{}".format(*grid.place(hex_of(grid, unit))) for unit in battle.units if unit.pose}
    assert (at["militia"], at["dutch-guns"]) == (expected["gemioncourt"], expected["battery"])
    brook = [barrier for barrier in laid.barriers if barrier.piece == "brook"]
    assert len(brook) == expected["brook"]
    assert {tuple(sorted(hex_.r for hex_ in grid.beside(one.side))) for one in brook} == {(4, 5)}
    road = [link for link in laid.links if link.piece == "brussels-road"][:2]
    met = dict.fromkeys(grid.place(hex_) for link in road for hex_ in grid.beside(link.side))
    assert (
        ";".join("{},{}".format(*place) for place in sorted(met, key=lambda one: one.row)) == expected["road"]
    )


def test_the_plan_of_mcphersons_ridge_on_hexes() -> None:
    """hex-05: hex.plan.grid, hex.plan.units, hex.plan.areas"""
    expected, battle = figures("hex-05"), mustered("mcphersons-ridge", Scale.HEX)
    laid, grid = hex_field(battle.field, battle.corners), grid_over(battle.field, battle.corners)
    assert len(grid.hexes) == expected["hexes"]
    units = {unit.key: unit for unit in battle.units if unit.pose}
    at = {key: "{},{}".format(*grid.place(hex_of(grid, unit))) for key, unit in units.items()}
    assert (at["8-ill"], at["13-ala"]) == (expected["ill"], expected["ala"])
    farm = next(entry.hex for entry in laid.ground if entry.piece == "farm")
    assert "{},{}".format(*grid.place(farm)) == expected["farm"]
    ill = hex_of(grid, units["8-ill"])
    assert (laid.kind_at(ill), laid.level_at(ill)) == ("light-wood", 1)
    facings = [units[key].pose.heading for key in ("8-ill", "13-ala") if units[key].pose]  # type: ignore[union-attr] # on the table
    assert facings == [degrees(270), degrees(90)]


@pytest.mark.parametrize("name", SCENARIOS)
def test_on_hexes_everybody_has_a_hex_of_his_own_and_faces_a_corner(name: str) -> None:
    """hex.grid, hex.plan.units, hex.plan.points"""
    battle = mustered(name, Scale.HEX)
    grid = grid_over(battle.field, battle.corners)
    standing = [unit for unit in battle.units if unit.pose is not None]
    hexes = [hex_of(grid, unit) for unit in standing]
    assert len(set(hexes)) == len(hexes)
    assert all(hex_ in grid for hex_ in hexes)
    assert all(unit.pose is not None and unit.pose.heading in grid.facings("corner") for unit in standing)


# --------------------------------------------------------------------- musters
@pytest.mark.parametrize("scale", list(Scale))
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_battle_begins_with_everybody_where_the_plan_puts_him(name: str, scale: Scale) -> None:
    """setup.plan, setup.deploy, setup.arrivals, turn.attach.order"""
    plan, battle = scenario(name), mustered(name, scale)
    assert (battle.step, battle.turn, battle.phase) == (Step.ATTACHING, 1, "attach")
    assert battle.active == battle.first == [side.id for side in plan.sides].index(plan.first_player)
    later = {
        brigade.key
        for number, brigade in enumerate(battle.brigades)
        if number in {one.brigade for one in battle.reserves}
    }
    for unit in battle.units:
        assert (unit.pose is None) == (battle.brigades[unit.brigade].key in later)
        assert (unit.lost, unit.disordered, unit.removed) == (0, False, None)
    for brigade in battle.brigades:
        assert 1 <= len(brigade.units) <= 6
        assert battle.leaders[brigade.commander].is_present == (brigade.key not in later)


def test_a_garrison_fills_its_sector() -> None:
    """terrain.sector, setup.plan"""
    militia = next(unit for unit in mustered("quatre-bras", Scale.LARGE).units if unit.key == "militia")
    assert (militia.formation, militia.sector) == (Formation.GARRISON, "gemioncourt")
    assert (militia.shape.width, militia.shape.depth, militia.pose) == (600, 600, Pose(5700, 3150, 1800))


def test_free_deployment_begins_with_an_empty_table_and_the_defender_to_place() -> None:
    """setup.deploy"""
    battle = muster(scenario("alma"), Readings((("deployment", 1),)))
    assert battle.step is Step.DEPLOYMENT
    assert all(unit.pose is None for unit in battle.units)
    assert battle.camps[battle.active].id == "russians"


@pytest.mark.parametrize("scale", [Scale.LARGE, Scale.SMALL])
@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_begins_on_anybody_else(name: str, scale: Scale) -> None:
    """geometry.no-overlap"""
    standing = [unit for unit in mustered(name, scale).units if unit.pose is not None]
    pairs = [(one, other) for one in standing for other in standing if one.id < other.id]
    assert all(gap(one, other, "footprint") > -2 for one, other in pairs)


def test_the_system_shows_hexes_only_where_they_are_played() -> None:
    elan = load("elan")
    assert elan.hex_field(mustered("alma", Scale.LARGE)) is None
    laid = elan.hex_field(mustered("alma", Scale.HEX))
    assert laid is not None
    assert laid.grid.corners == "north-south"
    assert len(elan.tokens(mustered("alma", Scale.HEX))) == 13

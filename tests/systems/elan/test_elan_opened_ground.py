"""Ground that a special rule of a scenario opens to troops: read, placed, moved in, fought in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.game.files.scenario import load_scenario
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import ElanBattle, Opened
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.hexes.plan import hex_field, places
from sandtable.systems.elan.ground.values import Leave
from sandtable.systems.elan.muster import muster
from sandtable.systems.elan.recovering import can_recover
from sandtable.systems.elan.roster import Scenario, Special, roster
from sandtable.systems.elan.troops import Arm
from sandtable.table.hexes import Step
from sandtable.table.movement import Advance
from tests.systems.elan.bivouac import GUNS, HORSE, answered, area, battle, on_hexes, scenario, unit

WOOD = area("wood", (40, 25), (60, 25), (60, 45), (40, 45))
RIDES = 'special = [{ id = "rides", text = "Rides cross the wood.", opens = ["wood"], to = ["cavalry"] }]'
"""A special rule as a scenario writes it."""


def at_the_wood(profile: str, *opened: Opened, **state: Any) -> ElanBattle:
    """A unit an inch south of a wood, the enemy far away."""
    units = unit(0, 50, 24, profile=profile, **state), unit(1, 5, 70, 180, side=1)
    return replace(battle(*units, pieces=(WOOD,)), opened=opened)


def plan(tmp_path: Path, special: str) -> Scenario:
    """The Swiepwald with another special rule."""
    source = Path(__file__).parents[3] / "src/sandtable/systems/elan/scenarios/swiepwald.toml"
    text = source.read_text(encoding="utf-8")
    file = tmp_path / "swiepwald.toml"
    file.write_text(text[: text.index("special = [")] + special + "\n", encoding="utf-8")
    return load_scenario(file, Scenario, roster())


def test_a_scenario_file_opens_ground_to_an_arm(tmp_path: Path) -> None:
    """terrain.ssr-opens: the Prussian hussars may enter the Swiep wood, the guns may not"""
    for number in range(len(Scale)):
        fought = muster(plan(tmp_path, RIDES), Readings((("scale", number),) if number else ()))
        horse = tuple(one.id for one in fought.units if one.arm is Arm.CAVALRY)
        assert horse
        assert fought.opened == (Opened(("wood",), horse),)
        assert fought.opened_to(horse[0]) == ("wood",)
        guns = next(one.id for one in fought.units if one.arm is Arm.ARTILLERY)
        assert fought.opened_to(guns) == ()


def test_a_scenario_file_opens_ground_to_units_that_it_names(tmp_path: Path) -> None:
    """terrain.ssr-opens"""
    named = RIDES.replace('to = ["cavalry"]', 'units = ["pr-guns-1"]')
    fought = muster(plan(tmp_path, named), Readings())
    assert [fought.units[unit].key for unit in fought.opened[0].units] == ["pr-guns-1"]


def test_a_scenario_file_that_opens_a_wall_is_refused_with_its_place(tmp_path: Path) -> None:
    """terrain.ssr"""
    with pytest.raises(BadFile, match=r"special\[0\]\.opens\[0\].*not wall"):
        plan(tmp_path, RIDES.replace('"wood"]', '"wall"]'))
    with pytest.raises(BadFile, match="dragoons"):
        plan(tmp_path, RIDES.replace('"cavalry"', '"dragoons"'))


def test_other_special_rules_open_nothing() -> None:
    """terrain.ssr"""
    assert muster(scenario("swiepwald"), Readings()).opened == ()


@pytest.mark.parametrize("profile", [HORSE, GUNS])
def test_a_wood_that_is_opened_is_entered_for_half_the_move_and_disorders(profile: str) -> None:
    """terrain.ssr-opens, terrain.closed: 4 in of 9, of which an inch leads to the wood"""
    kept = at_the_wood(profile)
    with pytest.raises(Refused, match="closed"):
        answered(lambda: ground_of(kept).travel(Leave(unit=0, span=900)), (Advance(400),))
    fought = at_the_wood(profile, Opened(("wood",), (0,)))
    trek = answered(lambda: ground_of(fought).travel(Leave(unit=0, span=900)), (Advance(400),))
    assert (trek.halved, trek.disordering) == (True, ("wood",))
    with pytest.raises(Refused, match=r"only 4\.50 in is left"):
        answered(lambda: ground_of(fought).travel(Leave(unit=0, span=900)), (Advance(500),))


def test_it_stays_closed_to_units_that_the_rule_is_not_about() -> None:
    """terrain.ssr-opens"""
    fought = at_the_wood(HORSE, Opened(("wood",), (1,)))
    with pytest.raises(Refused, match="closed"):
        answered(lambda: ground_of(fought).travel(Leave(unit=0, span=900)), (Advance(400),))


def test_no_cavalry_recovers_in_a_wood_that_is_opened() -> None:
    """terrain.ssr-opens, terrain.no-recovery"""
    rider = unit(0, 50, 35, profile=HORSE, disordered=True)
    fought = replace(
        battle(rider, unit(1, 5, 70, 180, side=1), pieces=(WOOD,)), opened=(Opened(("wood",), (0,)),)
    )
    assert not can_recover(fought, fought.units[0])


def test_on_hexes_a_wood_that_is_opened_costs_a_point_and_disorders() -> None:
    """terrain.ssr-opens, hex.penalty"""
    kept = on_hexes(at_the_wood(HORSE), (8, 4, 0), (0, 13, 180))
    fought = replace(kept, opened=(Opened(("wood",), (0,)),))
    steps = (Step(300), Step(3300))
    with pytest.raises(Refused, match="closed"):
        answered(lambda: ground_of(kept).travel(Leave(unit=0, span=4)), steps)
    trek = answered(lambda: ground_of(fought).travel(Leave(unit=0, span=4)), steps)
    assert (trek.gone, trek.halved, trek.disordering) == (3, True, ("wood",))


def test_on_hexes_the_plan_leaves_a_unit_in_a_wood_that_is_opened_to_it() -> None:
    """hex.plan.units, terrain.ssr-opens: the hex (9, 7) of the Swiepwald is wood"""
    swiep = scenario("swiepwald")
    number = next(n for n, one in enumerate(swiep.units) if one.id == "hussars")
    rider = replace(swiep.units[number], x=60.0, y=41.0)
    rides = Special(id="rides", text="Rides cross the wood.", opens=("wood",), to=(Arm.CAVALRY,))
    laid = hex_field(swiep.field(), swiep.hex_corners)
    others = swiep.units[:number] + swiep.units[number + 1 :]
    for special, kind in (((), ""), ((rides,), "wood")):
        moved = replace(swiep, units=(rider, *others), special=special)
        place = places(moved)[0]
        assert place is not None
        assert laid.kind_at(place.hex) == kind

"""Before the battle: the table, what everybody may see, the ground scale, and the scenarios' own rules."""

from __future__ import annotations

import pytest

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.hexes.plan import grid_over
from sandtable.systems.elan.ground.inches.moving import kinds_on
from sandtable.systems.elan.muster import muster
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.shapes import SMALL
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Arm, Formation
from sandtable.table.space import INCH
from tests.systems.elan.bivouac import GUNS, HORSE, scenario, unit
from tests.systems.elan.test_elan_roster import SCENARIOS


def mustered(name: str, scale: Scale = Scale.LARGE) -> ElanBattle:
    return muster(scenario(name), Readings((("scale", tuple(Scale).index(scale)),)))


def test_each_side_has_the_home_edge_that_the_scenario_names() -> None:
    """setup.table: the origin is the south-west corner, so the west edge is at x = 0"""
    homes = {
        "alma": {"british": "top", "russians": "bottom"},
        "mcphersons-ridge": {"confederates": "left", "union": "right"},
        "quatre-bras": {"french": "bottom", "allies": "top"},
        "swiepwald": {"austrians": "bottom", "prussians": "top"},
    }
    for name in SCENARIOS:
        fought = mustered(name)
        assert {camp.id: camp.edge for camp in fought.camps} == homes[name]
    ridge = mustered("mcphersons-ridge")
    for one in ridge.on_table(0):
        assert one.pose is not None
        gap = ground_of(ridge).home_gap(one.id)
        assert 0 <= gap <= one.pose.x


@pytest.mark.parametrize("name", SCENARIOS)
def test_everything_is_open_to_both_players(name: str) -> None:
    """setup.information"""
    fought = mustered(name)
    assert all(SYSTEM.seen_by(fought, seat) == fought for seat in (0, 1))


def test_a_hex_is_six_large_or_four_small_inches_and_two_hundred_yards() -> None:
    """scale.ground: 1 in is about 33 yards in the large set and 50 in the small one"""
    fought = mustered("quatre-bras", Scale.HEX)
    grid = grid_over(fought.field, fought.corners)
    one, next_to_it = grid.centre(grid.hex(0, 0)), grid.centre(grid.hex(1, 0))
    across = (next_to_it.x - one.x) / INCH
    assert across == pytest.approx(6)
    assert across * SMALL == pytest.approx(4)
    assert (across * 100 / 3, across * float(SMALL) * 50) == pytest.approx((200, 200))


def test_the_special_rules_of_the_scenarios_hold() -> None:
    """terrain.ssr: what they say of ground and troops is so, and a battle names them"""
    named = {name: mustered(name).specials for name in SCENARIOS}
    assert named == {
        "quatre-bras": ("rye",),
        "alma": ("river",),
        "mcphersons-ridge": ("dismounted",),
        "swiepwald": ("wood",),
    }
    assert "crops" not in kinds_on(mustered("quatre-bras"))
    alma, foot = mustered("alma"), unit(0, 50, 20)
    horse, guns = unit(0, 50, 20, profile=HORSE), unit(0, 50, 20, profile=GUNS)
    river = next(kind for kind in kinds_on(alma) if "river" in kind)
    assert effect_on(alma, foot, river).disorders
    assert not effect_on(alma, foot, river).closed
    assert all(effect_on(alma, one, river).closed for one in (horse, guns))
    wood = mustered("swiepwald")
    assert all(effect_on(wood, one, "wood").closed for one in (horse, guns))
    cavalry = [one for one in mustered("mcphersons-ridge").units if one.profile.arm is Arm.CAVALRY]
    assert cavalry
    assert {one.formation for one in cavalry} == {Formation.DISMOUNTED}

"""Rules that chance seldom comes to, on the ground of the scenarios and in the order of a real turn."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import aim, charging, houses
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.cold_steel import Duty, duty
from sandtable.systems.coldsteel.events import StepBegan, UnitsRemoved
from sandtable.systems.coldsteel.fighting import melee_step
from sandtable.systems.coldsteel.houses import Exit
from sandtable.systems.coldsteel.melee_events import UnitStruck
from sandtable.systems.coldsteel.movement import judged
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.sight import visible
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.trials import take_test
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.systems.coldsteel.volleys import shoot
from sandtable.table.movement import Advance
from sandtable.table.space import Pose, inches, standing
from tests.systems.coldsteel.parade_ground import LANCERS, battle, play, unit


def mustered(id: str) -> ColdSteelBattle:
    """A scenario before its first turn."""
    return SYSTEM.muster(SYSTEM.scenario(id), Readings())


def named(fought: ColdSteelBattle, name: str) -> ColdSteelUnit:
    """A unit by its name."""
    return next(one for one in fought.units if one.name == name)


def moved(fought: ColdSteelBattle, name: str, x: float, y: float) -> ColdSteelBattle:
    """The battle with a unit elsewhere, facing north."""
    return fought.with_unit(replace(named(fought, name), pose=Pose(inches(x), inches(y), 0)))


# --------------------------------------------------------------------- Hougoumont
def test_hougoumont_is_seen_through_three_inches_of_its_wood() -> None:
    """geometry.los-woods: the wood ends at y = 19, so from y = 16 the chateau is seen, from 15.9 not."""
    guards = named(mustered("hougoumont"), "Macdonell's Guards light companies").id
    for y, seen in ((16.0, (guards,)), (15.9, ())):
        fought = moved(mustered("hougoumont"), "1st Light, second battalion", 25, y)
        assert visible(fought, named(fought, "1st Light, second battalion"), (guards,)) == seen


def test_the_chateau_is_shelled_through_the_wood_unless_it_has_to_be_seen() -> None:
    """artillery.building-sight, artillery.target, artillery.building: 10.5 in off, behind 6.5 in of wood"""
    fought = moved(mustered("hougoumont"), "Reille's foot battery", 25, 12.5)
    guns, guards = named(fought, "Reille's foot battery"), named(fought, "Macdonell's Guards light companies")
    assert aim.targets(fought, guns) == (guards.id,)
    seen_only = replace(fought, readings=Readings(((Reading.BUILDING_SIGHT, 1),)))
    assert aim.targets(seen_only, guns) == ()
    farther = moved(fought, "Reille's foot battery", 25, 10.9)
    assert aim.targets(farther, named(farther, "Reille's foot battery")) == ()


def test_the_nassauers_come_out_of_the_north_block() -> None:
    """building.leave: in attack column, six files wide and 3 in deep, its rear on the middle of the wall;
    for a line of 9 in the jaegers leave no room."""
    fought = mustered("hougoumont")
    nassau = named(fought, "Nassau battalion")
    north = Exit(0, Formation.ATTACK_COLUMN)
    assert north in houses.exits(fought, nassau)
    assert Exit(0, Formation.LINE) not in houses.exits(fought, nassau)
    left = play(houses.leave, fought, nassau.id, answers=(north,)).battle.units[nassau.id]
    assert standing(left) == Pose(inches(25), inches(31 + 3), 0)
    assert (left.formation, left.files, left.building) == (Formation.ATTACK_COLUMN, 6, "")


# --------------------------------------------------------------------- Quatre Bras
def test_cuirassiers_ride_up_the_brussels_road() -> None:
    """movement.road-use, movement.rate.cavalry: 15 + 3 in column + 3 on the road + 2 for the music, over the
    stream; across country the stream takes 3 off and there is no bonus."""
    fought = moved(mustered("quatre-bras"), "8th Cuirassiers", 36, 10)
    riders = named(fought, "8th Cuirassiers")
    by_road = judged(fought, riders, (Advance(inches(23)),), by_road=True)
    assert by_road.is_legal
    assert by_road.allowance == inches(23)
    across = judged(fought, riders, (Advance(inches(17)),))
    assert across.is_legal
    assert across.allowance == inches(17)
    beside = moved(fought, "8th Cuirassiers", 34.9, 10)
    assert not judged(beside, named(beside, "8th Cuirassiers"), (Advance(100),), by_road=True).is_legal


def test_highlanders_told_to_give_them_the_cold_steel_go_for_the_nearest_french() -> None:
    """cards.cold-steel, cards.cold-steel-scope: 23 in off they close; within 14 in they must charge."""
    fought = mustered("quatre-bras")
    keen = replace(named(fought, "42nd Highlanders"), trait=Trait.COLD_STEEL)
    fought = replace(fought.with_unit(keen), step=Step.FIRST_MANOEUVRES, active=keen.side)
    assert duty(fought, keen) is Duty.CLOSE
    near = moved(fought, "100th Line", 29.5, 22)
    assert duty(near, named(near, "42nd Highlanders")) is Duty.CHARGE


# --------------------------------------------------------------------- a turn of charges
def test_a_charger_whose_target_routs_receives_a_counter_charge() -> None:
    """charge.target-gone, charge.defender-fire, charge.no-reaction, melee.strike-steps: step by step.

    Blue's line charges Red's first line, which shoots and then routs; Red's lancers charge Blue, who is now
    the defender: it fires at them at Band 1, they strike first, and its survivors strike back.
    """
    line, routs = unit(0, 36, 20, models=4), unit(1, 36, 26, 180, side=1, models=4)
    lancers = unit(2, 36, 38, 180, side=1, models=2, profile=LANCERS)
    fought = battle(line, routs, lancers, step=Step.FIRST_MANOEUVRES, turn=3)

    charged = play(charging.go_home, fought, 0, Charge(1, 0))
    assert charged.asked == ()  # nobody reacts
    fought = StepBegan(Step.FIRST_SHOOTING, 1).apply(charged.battle)
    assert aim.targets(fought, fought.units[0]) == ()
    fought = play(shoot, fought, 1, answers=(0,), faces=(1, 1, 1, 1)).battle
    fought = StepBegan(Step.SECOND_MORALE, 1).apply(fought)
    routed = play(take_test, fought, 1, faces=(1, 1))
    assert routed.told(UnitsRemoved)
    fought = StepBegan(Step.SECOND_MANOEUVRES, 1).apply(routed.battle)
    fought = play(charging.go_home, fought, 2, Charge(0, 0)).battle

    fought = StepBegan(Step.SECOND_SHOOTING, 0).apply(fought)
    assert aim.targets(fought, fought.units[0]) == (2,)
    fought = play(shoot, fought, 0, answers=(2,), faces=(3, 3, 3, 4)).battle
    assert fought.units[2].models == 1
    fought = StepBegan(Step.MELEE, 0).apply(fought)
    melee = play(melee_step, fought, faces=(2, 2, 1, 3))
    assert [event.unit for event in melee.events if isinstance(event, UnitStruck)] == [2, 0]
    assert melee.battle.units[0].models == 2

"""The Command phase on the table: who tests, what counts for and against a brigade, and what failing does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.activation import Activation, modifiers
from sandtable.systems.elan.battle import Brigade, ElanBattle, ElanUnit, Fate, Leader, Rank, Removal, Step
from sandtable.systems.elan.command_events import BrigadeTested
from sandtable.systems.elan.commanding import brigade_facts, command_step, is_out_of_command
from sandtable.systems.elan.events import UnitDisordered, UnitHalted, UnitMoved, UnitRemoved
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.troops import Formation, Quality
from sandtable.table.space import Pose
from tests.systems.elan.bivouac import GUNS, HORSE, LIGHT, area, battle, leader, on_hexes, unit
from tests.systems.elan.playing import Played, play

ON = (Resolve.GO_ON, Resolve.GO_ON)
FAR = unit(9, 100, 71, 180, side=1)


def mustered(*units: ElanUnit, leaders: tuple[Leader, ...] = (), **more: Any) -> ElanBattle:
    """A battle in the Command phase, its units numbered in order; side 0 is one brigade of class C."""
    numbered = tuple(replace(one, id=number) for number, one in enumerate(units))
    people = leaders or (leader(0), leader(1))
    return replace(battle(*numbered, leaders=people, **more), step=Step.COMMAND)


def trial(fought: ElanBattle, *faces: int, answers: tuple[object, ...] = ()) -> Played:
    """What one brigade's test comes to."""
    return play(command_step, fought, faces=faces, answers=answers)


# --------------------------------------------------------------------- who tests, and when
def test_every_brigade_on_the_table_tests_once_in_the_order_its_owner_chooses() -> None:
    """command.activation.every-brigade, command.order, turn.command, turn.side-order"""
    units = (unit(0, 10, 10), unit(1, 40, 10), unit(2, 70, 10), replace(FAR, id=3))
    fought = replace(battle(*units), step=Step.COMMAND)
    south = [Brigade(key=f"b{n}", name=f"B{n}", side=0, units=(n,), commander=0) for n in (0, 1, 2)]
    coming = replace(units[2], pose=None, brigade=2)
    fought = replace(
        fought,
        brigades=(*south, replace(fought.brigades[1], units=(3,))),
        units=(units[0], replace(units[1], brigade=1), coming, replace(units[3], brigade=3)),
    )
    first = trial(fought, 6, 6, answers=(1,))
    assert first.asked == ("command.order",)
    assert first.battle.done == (1,)
    second = trial(first.battle, 6, 6)
    assert (second.asked, second.battle.done) == ((), (1, 0))
    over = trial(second.battle)
    assert (over.battle.active, over.battle.step) == (1, Step.COMMAND)
    theirs = trial(over.battle, 6, 6)
    assert [event.brigade for event in theirs.events if isinstance(event, BrigadeTested)] == [3]
    assert trial(theirs.battle, answers=ON).battle.step is Step.DECLARING


# --------------------------------------------------------------------- the facts
@pytest.mark.parametrize(("x", "out"), [(65.0, False), (65.01, False), (65.02, True)])
def test_a_unit_is_in_command_within_twelve_inches_of_its_commander(x: float, out: bool) -> None:  # noqa: FBT001 - of a table
    """command.range, command.activation.out-of-command: the unit's right end is at x = 53"""
    fought = mustered(unit(0, 50, 10), FAR, leaders=(leader(0, 1, x, 9.5), leader(1)))
    assert is_out_of_command(fought, 0) is out
    assert brigade_facts(fought, 0).out_of_command == int(out)


def test_skirmishers_and_garrisons_far_from_their_commander_are_not_out_of_command() -> None:
    """command.activation.out-of-command-exempt: of five far units line and square count"""
    astray = (
        unit(0, 50, 30),
        unit(1, 60, 30, profile=LIGHT, formation=Formation.SKIRMISH),
        unit(2, 70, 30, formation=Formation.GARRISON, sector="farm"),
        unit(3, 80, 30, formation=Formation.SQUARE),
        unit(4, 90, 30, profile=HORSE, formation=Formation.DISMOUNTED),
    )
    fought = mustered(*astray, FAR, leaders=(leader(0, 1, 50, 5), leader(1)))
    assert brigade_facts(fought, 0).out_of_command == 2
    assert [is_out_of_command(fought, one.id) for one in astray] == [True, False, False, True, False]


def test_an_attached_commander_is_measured_as_his_unit() -> None:
    """command.range"""
    fought = mustered(
        unit(0, 50, 10), unit(1, 68, 10), unit(2, 69, 30), FAR, leaders=(leader(0, attached_to=0), leader(1))
    )
    assert [is_out_of_command(fought, number) for number in (0, 1, 2)] == [False, False, True]


def test_on_hexes_command_reaches_two_hexes() -> None:
    """command.range"""
    fought = mustered(
        unit(0, 50, 10), unit(1, 60, 10), unit(2, 69, 30), FAR, leaders=(leader(0, attached_to=0), leader(1))
    )
    hexes = on_hexes(fought, (5, 1, 0), (7, 1, 0), (8, 1, 0), (9, 9, 180))
    assert [is_out_of_command(hexes, number) for number in (0, 1, 2)] == [False, False, True]


def test_a_brigade_without_a_commander_has_no_leadership_and_all_but_skirmishers_are_astray() -> None:
    """command.no-commander, command.activation.out-of-command-exempt"""
    loose = unit(1, 50, 14, profile=LIGHT, formation=Formation.SKIRMISH)
    dead = leader(0, 2, fate=Fate.KILLED)
    army = leader(0, 2, 50, 9, rank=Rank.ARMY, brigade=None)
    facts = brigade_facts(mustered(unit(0, 50, 10), loose, FAR, leaders=(dead, leader(1), army)), 0)
    assert (facts.commander, facts.superior, facts.out_of_command) == (0, 0, 1)


@pytest.mark.parametrize(("x", "sum_"), [(51.0, 3), (51.5, 1)])
def test_a_superior_within_an_inch_adds_his_leadership(x: float, sum_: int) -> None:
    """brigade-04: command.activation.leadership-sum, command.activation.leadership"""
    army = leader(0, 2, x, 9, rank=Rank.ARMY, brigade=None)
    facts = brigade_facts(mustered(unit(0, 50, 12), FAR, leaders=(leader(0, 1, 50, 9), leader(1), army)), 0)
    assert modifiers(facts).total == sum_


def test_two_commanders_with_the_same_unit_add_up_to_four() -> None:
    """brigade-04: command.activation.leadership-sum; of two superiors one counts"""
    army = leader(0, 2, rank=Rank.ARMY, brigade=None, attached_to=0)
    division = leader(0, 1, rank=Rank.DIVISION, brigade=None, attached_to=0)
    enemy = leader(1, 2, 50, 12, rank=Rank.ARMY, brigade=None)
    people = (leader(0, 2, attached_to=0), leader(1), army, division, enemy)
    assert modifiers(brigade_facts(mustered(unit(0, 50, 12), FAR, leaders=people), 0)).total == 4


def test_a_superior_within_an_inch_of_the_commanders_unit_is_with_him() -> None:
    """command.activation.leadership-sum; on hexes he must be in its hex"""
    army = leader(0, 2, 54, 11.5, rank=Rank.ARMY, brigade=None)
    fought = mustered(unit(0, 50, 12), FAR, leaders=(leader(0, 1, attached_to=0), leader(1), army))
    assert brigade_facts(fought, 0).superior == 2
    away = replace(army, pose=Pose(5402, 1150))
    assert brigade_facts(replace(fought, leaders=(*fought.leaders[:2], away)), 0).superior == 0
    hexes = on_hexes(fought, (5, 1, 0), (9, 9, 180))
    here = hexes.units[0].pose
    assert here is not None
    for dx, superior in ((0, 2), (600, 0)):
        placed = replace(army, pose=here.shifted(dx, 0))
        assert brigade_facts(replace(hexes, leaders=(*fought.leaders[:2], placed)), 0).superior == superior


@pytest.mark.parametrize(
    ("lost", "y", "half", "engaged"),
    [((9, 9, 9, 9), 22, False, True), ((10, 10, 10, 10), 41, True, False), ((10, 10, 10, 7), 22, True, True)],
)
def test_the_minus_five_needs_more_than_half_lost_and_an_enemy_near(
    lost: tuple[int, ...],
    y: float,
    half: bool,  # noqa: FBT001 - of a table
    engaged: bool,  # noqa: FBT001
) -> None:
    """brigade-03: command.activation.half-losses, command.losses, command.engaged"""
    units = [unit(n, 10 + 10 * n, 12, lost=points) for n, points in enumerate(lost)]
    facts = brigade_facts(mustered(*units, unit(4, 40, y, 180, side=1)), 0)
    assert (facts.half_lost, facts.engaged) == (half, engaged)
    assert modifiers(facts).total == -4 + (-5 if half and engaged else 0)


def test_every_unit_removed_counts_as_routed_and_with_its_whole_strength() -> None:
    """brigade-02: command.routed-count, command.losses, command.activation.routed; by its other reading
    command.losses counts units"""
    skirmish = unit(3, 90, 12, profile=LIGHT, formation=Formation.SKIRMISH, lost=4)
    column = unit(2, 60, 12, formation=Formation.COLUMN, lost=5)
    units = (unit(0, 10, 12), unit(1, 30, 12, lost=10), column, skirmish, unit(4, 40, 22, 180, side=1))
    for how in Removal:
        fought = UnitRemoved(0, how).apply(mustered(*units))
        facts = brigade_facts(fought, 0)
        assert (facts.routed, facts.out_of_command, facts.half_lost, facts.engaged) == (1, 2, True, True)
        assert modifiers(facts).total == -8
    by_units = replace(fought, readings=Readings((("command.losses", 1),)))
    assert not brigade_facts(by_units, 0).half_lost


def test_only_units_on_the_table_give_a_brigade_its_class() -> None:
    """brigade-05: command.brigade-class, command.activation.class"""
    profiles = ("br-line-1815", "br-line-1815", "landwehr-1815", "landwehr-1815", "fr-guard-1815")
    units = [unit(n, 10 + 15 * n, 12, profile=profile) for n, profile in enumerate(profiles)]
    fought = mustered(*units, FAR)
    assert brigade_facts(fought, 0).quality is Quality.D
    assert brigade_facts(UnitRemoved(2, Removal.ROUTED).apply(fought), 0).quality is Quality.B


# --------------------------------------------------------------------- what comes of it
def shaken() -> ElanBattle:
    """A brigade without a commander, so three are astray: one retreating, one 15 in from an enemy, one 30."""
    fleeing = unit(0, 80, 20, 180, retreating=True, disordered=True)
    return mustered(fleeing, unit(1, 50, 45), unit(2, 50, 30), unit(3, 50, 60, 180, side=1))


@pytest.mark.parametrize("roll", [(3, 3), (1, 2)])
def test_an_unsteady_brigade_gives_ground_and_halts(roll: tuple[int, int]) -> None:
    """brigade-06 (a) and (b): command.activation.unsteady.retreating, command.activation.unsteady.fall-back,
    command.activation.unsteady.halt, command.unsteady.order: totals of 3 and 0"""
    played = trial(shaken(), *roll, 2, 1)
    routed, near, far = played.battle.units[:3]
    assert routed.removed is Removal.ROUTED
    assert (near.pose, near.disordered, near.halted) == (Pose(5000, 3500, 0), True, True)
    assert (far.pose, far.disordered, far.halted) == (Pose(5000, 3000, 0), False, True)


def test_it_gives_ground_in_order_and_halts_last() -> None:
    """command.unsteady.order, command.activation.unsteady.halt, turn.fixed-lists"""
    played = trial(shaken(), 3, 3, 2, 1)
    kinds = (UnitMoved, UnitRemoved, UnitDisordered, UnitHalted)
    told = [(type(event).__name__, event.unit) for event in played.events if isinstance(event, kinds)]
    assert told == [
        ("UnitMoved", 0),
        ("UnitRemoved", 0),
        ("UnitMoved", 1),
        ("UnitDisordered", 1),
        ("UnitHalted", 1),
        ("UnitHalted", 2),
    ]


def test_a_broken_brigade_routs_whole_and_its_commander_has_nothing_left() -> None:
    """brigade-06 (c): command.activation.broken; the one nearest its own edge goes first"""
    played = trial(shaken(), 1, 1, 1, 1, 1)
    assert [unit_.removed for unit_ in played.battle.units[:3]] == [Removal.ROUTED] * 3
    assert [event.unit for event in played.events if isinstance(event, UnitRemoved)] == [0, 2, 1]


def test_a_brigade_that_carries_on_is_left_alone() -> None:
    """brigade-06 (d): command.activation.carry-on, command.activation.results"""
    played = trial(shaken(), 3, 4)
    assert played.events == (BrigadeTested(0, Activation.CARRY_ON),)
    assert played.battle.units == shaken().units


def test_falling_back_spares_no_arm_and_no_formation() -> None:
    """brigade-07: command.unsteady.who, compulsory.formation, melee.result.guns, melee.result.garrison;
    garrison, guns and square go in the order of their distance from home, by 10, 11 and 12 in"""
    houses = area("built-up", (9, 39), (15, 39), (15, 45), (9, 45), id="houses")
    inside = unit(0, 12, 45, formation=Formation.GARRISON, sector="houses")
    ours = (
        replace(inside, shape=solid(600, 600)),
        unit(1, 37, 50, formation=Formation.SQUARE),
        unit(2, 62, 43, profile=GUNS),
        unit(3, 87, 41),
    )
    enemies = [unit(4 + lane, 12 + 25 * lane, 60, 180, side=1) for lane in range(4)]
    played = trial(mustered(*ours, *enemies, pieces=(houses,)), 2, 3, 1, 2, 3)
    garrison, square, guns, line = played.battle.units[:4]
    assert (garrison.formation, garrison.pose, garrison.sector) == (Formation.COLUMN, Pose(1200, 2900, 0), "")
    assert (square.formation, square.pose) == (Formation.COLUMN, Pose(3700, 3800, 0))
    assert (guns.formation, guns.pose) == (Formation.LIMBERED, Pose(6200, 3200, 0))
    assert (line.formation, line.pose) == (Formation.LINE, Pose(8700, 4100, 0))
    assert [one.disordered for one in (garrison, square, guns, line)] == [True, True, True, False]
    assert all(one.halted for one in (garrison, square, guns, line))


def test_of_units_equally_near_their_edge_the_owner_says_who_goes_first() -> None:
    """command.unsteady.order, compulsory.tie"""
    fought = mustered(
        unit(0, 20, 40), unit(1, 80, 40), unit(2, 20, 50, 180, side=1), unit(3, 80, 50, 180, side=1)
    )
    played = trial(fought, 1, 2, 1, 2, answers=(1,))
    assert [event.unit for event in played.events if isinstance(event, UnitMoved)] == [1, 0]
    assert played.asked == ("compulsory.tie",)


def test_on_hexes_a_brigade_gives_ground_without_dice() -> None:
    """command.activation.unsteady.fall-back, compulsory.hex: 3 hexes from an enemy is near, 4 is not"""
    fought = mustered(unit(0, 20, 40), unit(1, 80, 40), unit(2, 20, 50, 180, side=1))
    hexes = on_hexes(fought, (5, 6, 0), (12, 2, 0), (5, 9, 180))
    played = trial(hexes, 1, 2, answers=((5, 5), (5, 4)))
    near, far = played.battle.units[:2]
    assert (near.disordered, near.halted, far.disordered, far.halted) == (True, True, False, True)

"""Formations, turns and garrisons in the Movement phase: what is open to whom, when, and what it costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.elan.aim import may_fire
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.forms import (
    Made,
    changes,
    form_rule,
    sectors_open,
    sorties,
    whole_move_formations,
)
from sandtable.systems.elan.forms_decisions import NO_CHANGE, Change, Sortie
from sandtable.systems.elan.forms_events import UnitReformed, UnitTurned
from sandtable.systems.elan.movement import act, actions
from sandtable.systems.elan.movement_decisions import Action, What
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Step as Enter
from sandtable.table.hexes import TurnTo
from sandtable.table.movement import Advance, Wheel
from sandtable.table.space import Pose
from tests.systems.elan.bivouac import GUNS, HORSE, HUSSARS, LIGHT, area, battle, line, on_hexes, unit
from tests.systems.elan.playing import Played, play
from tests.systems.elan.test_elan_roster import figures

FAR = unit(1, 50, 70, 180, side=1)
NEAR = unit(1, 50, 35, 180, side=1)
"""Enemies outside and inside engagement range of a unit at (50, 20)."""
HORSE_GUNS = "us-horse-rifled-1863"

MOVE, CHANGE = Action(What.MOVE), Action(What.CHANGE)
LINE, COLUMN, SKIRMISH, SQUARE = Formation.LINE, Formation.COLUMN, Formation.SKIRMISH, Formation.SQUARE


def acted(fought: ElanBattle, *answers: object) -> Played:
    return play(act, fought, 0, answers=answers)


def formations_open(fought: ElanBattle) -> list[Formation]:
    """The formations into which unit 0 may change for half its move."""
    found = changes(fought, fought.units[0], Made())
    return [change.formation for change in found if change.formation is not None]


def turns_open(fought: ElanBattle) -> list[int]:
    return [change.turn for change in changes(fought, fought.units[0], Made()) if change.turn]


# --------------------------------------------------------------------- what may be changed into what
def test_each_arm_changes_into_its_own_formations() -> None:
    """formation.list, formation.who, formation.change-centre"""
    foot = battle(unit(0, 50, 20), FAR)
    assert formations_open(foot) == [Formation.DOUBLE_LINE, COLUMN, Formation.MARCH_COLUMN, SQUARE]
    assert formations_open(battle(unit(0, 50, 20, profile=GUNS), FAR)) == [Formation.LIMBERED]
    formed = acted(foot, CHANGE, Change(COLUMN), NO_CHANGE, (), NO_CHANGE).battle.units[0]
    assert (formed.pose, formed.shape.width, formed.shape.depth) == (Pose(5000, 2000), 200, 300)


def test_a_change_needs_room_on_the_ground_and_from_enemies() -> None:
    """geometry.turning, movement.no-contact"""
    fought = battle(unit(0, 50, 20, formation=COLUMN), FAR, unit(2, 53, 20, formation=COLUMN))
    assert LINE not in formations_open(fought)
    near = battle(unit(0, 50, 20, formation=COLUMN), unit(1, 53.5, 20, 270, side=1))
    assert LINE not in formations_open(near)
    assert LINE in formations_open(battle(unit(0, 50, 20, formation=COLUMN), unit(1, 54.5, 20, 270, side=1)))
    assert turns_open(battle(unit(0, 50, 20), unit(1, 50, 22, 180, side=1))) == [1800]


def test_guns_on_a_road_in_a_wood_cannot_unlimber_there() -> None:
    """terrain.closed, terrain.path, geometry.turning"""
    wood, road = area("wood", (40, 10), (60, 10), (60, 30), (40, 30)), line("road", (50, 0), (50, 72))
    guns = unit(0, 50, 20, profile=GUNS, formation=Formation.LIMBERED)
    assert formations_open(battle(guns, FAR, pieces=(wood, road))) == []
    assert formations_open(battle(guns, FAR, pieces=(road,))) == [Formation.DEPLOYED]
    here, there = (8, 3, 0), (8, 12, 180)
    assert formations_open(on_hexes(battle(guns, FAR, pieces=(wood, road)), here, there)) == []
    assert formations_open(on_hexes(battle(guns, FAR, pieces=(road,)), here, there)) == [Formation.DEPLOYED]


# --------------------------------------------------------------------- half the move
def test_a_line_that_forms_column_first_goes_half_the_rate_of_a_column() -> None:
    """move-01: formation.rate-used, movement.action.formation, movement.action.not-cumulative"""
    hedge = line("hedge", (10, 24), (90, 24))
    fought = battle(unit(0, 50, 20), FAR, pieces=(hedge,))
    changed = acted(fought, CHANGE, Change(COLUMN), NO_CHANGE, (Advance(600),), NO_CHANGE)
    one = changed.battle.units[0]
    assert (one.pose, one.disordered) == (Pose(5000, 2600), False)
    assert [type(event) for event in changed.events][:1] == [UnitReformed]
    with pytest.raises(Refused, match="movement"):
        acted(fought, CHANGE, Change(COLUMN), NO_CHANGE, (Advance(605),))
    assert figures("move-01")["distance"] == 6


def test_a_change_at_the_end_leaves_half_of_the_old_rate_for_the_way() -> None:
    """formation.rate-used, movement.half-scope, movement.change-outside"""
    fought = battle(unit(0, 50, 20), FAR)
    ended = acted(fought, MOVE, (Advance(450),), Change(COLUMN), NO_CHANGE).battle.units[0]
    assert (ended.formation, ended.pose) == (COLUMN, Pose(5000, 2450))
    assert acted(fought, MOVE, (Advance(460),)).asked == ("move.kind", "move.path")


def test_within_engagement_range_changes_are_made_at_the_start_only() -> None:
    """movement.change-inside, movement.change-outside: so too if the move comes within it"""
    inside = battle(unit(0, 50, 20), NEAR)
    assert acted(inside, MOVE, (Advance(300),)).asked == ("move.kind", "move.path")
    acted(inside, CHANGE, Change(COLUMN), NO_CHANGE, (Advance(300),))
    coming = battle(unit(0, 50, 20), unit(1, 50, 40, 180, side=1))
    assert acted(coming, MOVE, (Advance(300),)).asked == ("move.kind", "move.path")
    assert acted(coming, MOVE, (Advance(100),), NO_CHANGE).asked[-1] == "move.formation"


def test_a_unit_makes_one_change_of_formation_and_one_of_facing() -> None:
    """formation.one-change"""
    fought = battle(unit(0, 50, 20), FAR)
    both = acted(fought, CHANGE, Change(turn=1800), Change(COLUMN), (Advance(600),))
    assert both.asked == ("move.kind", "move.formation", "move.formation", "move.path")
    assert [type(event) for event in both.events[:2]] == [UnitTurned, UnitReformed]
    one = both.battle.units[0]
    assert one.pose is not None
    assert (one.formation, one.pose.heading) == (COLUMN, 1800)
    split = acted(fought, CHANGE, Change(COLUMN), NO_CHANGE, (Advance(600),), Change(turn=900))
    assert split.battle.units[0].pose is not None
    with pytest.raises(Refused):
        acted(fought, CHANGE, Change(COLUMN), Change(LINE))


def test_facing_about_is_free_for_cavalry_and_costs_foot_half() -> None:
    """move-14: movement.action.about-face, movement.quarter-turn"""
    for profile, far in ((HORSE, 1800), ("us-line-1863", 450)):
        fought = battle(unit(0, 50, 40, profile=profile), FAR)
        about = (CHANGE, Change(turn=1800), NO_CHANGE)
        gone = acted(fought, *about, (Advance(far),), *((NO_CHANGE,) if far == 450 else ()))
        assert gone.battle.units[0].moved
        with pytest.raises(Refused):
            acted(fought, *about, (Advance(far + 5),))
    assert figures("move-14") == {"cav": 18, "foot": 4.5}


def test_a_turn_is_made_on_the_centre_of_the_footprint() -> None:
    """geometry.turning, movement.quarter-turn: a line with its front at y = 20 has its middle at y = 19.5"""
    turned = acted(battle(unit(0, 50, 20), FAR), CHANGE, Change(turn=900), NO_CHANGE, (), NO_CHANGE)
    assert turned.battle.units[0].pose == Pose(5050, 1950, 900)
    (event,) = turned.events
    assert isinstance(event, UnitTurned)
    assert event.rule == "movement.quarter-turn"


def test_cavalry_that_went_its_whole_move_may_still_turn_at_the_end() -> None:
    """movement.action.about-face, movement.change-outside"""
    fought = battle(unit(0, 50, 20, profile=HORSE), FAR)
    after = acted(fought, MOVE, (Advance(1800),), Change(turn=1800)).battle.units[0]
    assert after.pose is not None
    assert after.pose.heading == 1800
    assert [change.formation for change in changes(fought, after, Made())[:1]] == [Formation.DOUBLE_LINE]


def test_on_hexes_a_unit_turns_by_120_or_180_degrees_and_wheels_by_60() -> None:
    """hex.turns, hex.movement, movement.quarter-turn"""
    fought = on_hexes(battle(unit(0, 1, 1, formation=COLUMN), FAR), (5, 3, 0), (17, 13, 180))
    assert turns_open(fought) == [1200, -1200, 1800]
    about = (CHANGE, Change(turn=1800), NO_CHANGE)
    acted(fought, *about, (Enter(1500), Enter(2100)), NO_CHANGE)
    with pytest.raises(Refused):
        acted(fought, *about, (Enter(1500), Enter(2100), Enter(1500)))
    acted(fought, MOVE, (TurnTo(600), Enter(300), Enter(900)))


# --------------------------------------------------------------------- squares, guns
def test_a_square_cannot_move_but_changes_formation_and_goes_half() -> None:
    """move-15: formation.square-immobile"""
    fought = battle(unit(0, 50, 20, formation=SQUARE), FAR)
    assert [action.what for action in actions(fought, fought.units[0])] == [What.STAY, What.CHANGE]
    assert turns_open(fought) == []
    gone = acted(fought, CHANGE, Change(LINE), NO_CHANGE, (Advance(450),), NO_CHANGE)
    assert gone.battle.units[0].pose == Pose(5000, 2450)
    with pytest.raises(Refused):
        acted(fought, CHANGE, Change(LINE), NO_CHANGE, (Advance(455),))
    formed = acted(battle(unit(0, 50, 20), FAR), CHANGE, Change(SQUARE))
    assert formed.asked == ("move.kind", "move.formation")
    assert figures("move-15")["allowed"] == "no"


def test_horse_artillery_unlimbers_at_the_end_of_its_move_near_the_enemy_and_fires() -> None:
    """move-05: movement.change-horse-artillery, movement.change-inside, shooting.artillery-moved"""
    horse = battle(unit(0, 50, 20, profile=HORSE_GUNS, formation=Formation.LIMBERED), NEAR)
    moved = acted(horse, MOVE, (Advance(750),), Change(Formation.DEPLOYED)).battle
    assert (moved.units[0].formation, moved.units[0].pose) == (Formation.DEPLOYED, Pose(5000, 2750))
    assert may_fire(moved, moved.units[0])
    assert acted(horse, MOVE, (Advance(760),)).asked == ("move.kind", "move.path")
    foot = battle(unit(0, 50, 20, profile=GUNS, formation=Formation.LIMBERED), NEAR)
    assert acted(foot, MOVE, (Advance(300),)).asked == ("move.kind", "move.path")
    halted = acted(foot, CHANGE, Change(Formation.DEPLOYED))
    assert halted.asked == ("move.kind", "move.formation")
    assert not may_fire(halted.battle, halted.battle.units[0])
    assert figures("move-05") == {"horse_distance": 7.5, "horse_fire": "yes", "foot_fire": "no"}


def test_horse_artillery_does_not_turn_at_the_end_near_the_enemy() -> None:
    """movement.change-horse-artillery: only between limbered and deployed"""
    horse = battle(unit(0, 50, 20, profile=HORSE_GUNS, formation=Formation.LIMBERED), NEAR)
    with pytest.raises(Refused):
        acted(horse, MOVE, (Advance(300),), Change(turn=900))
    far = battle(unit(0, 50, 20, profile=HORSE_GUNS, formation=Formation.LIMBERED), FAR)
    acted(far, MOVE, (Advance(300),), Change(turn=900), Change(Formation.DEPLOYED))


def test_a_unit_that_forms_march_column_may_go_by_road_at_once() -> None:
    """movement.road-bonus-how: half of 12 in and then 6 in for the road"""
    road = line("road", (50, 0), (50, 72))
    fought = battle(unit(0, 50, 20), FAR, pieces=(road,))
    by_road = (CHANGE, Change(Formation.MARCH_COLUMN), NO_CHANGE, Action(What.ROAD))
    gone = acted(fought, *by_road, (Advance(1200),), NO_CHANGE)
    assert gone.battle.units[0].pose == Pose(5000, 3200)
    with pytest.raises(Refused):
        acted(fought, *by_road, (Advance(1205),))
    with pytest.raises(Refused):
        acted(fought, *by_road, (Wheel("left", 100),))


# --------------------------------------------------------------------- skirmish, horse and foot
def test_forming_and_leaving_skirmish_takes_the_whole_move() -> None:
    """movement.action.skirmish, movement.full-move-action"""
    fought = battle(unit(0, 50, 20, profile=LIGHT), NEAR)
    assert SKIRMISH not in formations_open(fought)
    formed = acted(fought, Action(What.FORM, SKIRMISH))
    assert formed.asked == ("move.kind",)
    one = formed.battle.units[0]
    assert (one.formation, one.moved, one.pose) == (SKIRMISH, True, Pose(5000, 2000))
    assert may_fire(formed.battle, one)
    assert SKIRMISH not in whole_move_formations(battle(unit(0, 50, 20), FAR), unit(0, 50, 20))


@pytest.mark.parametrize(("gap", "may"), [(18.0, False), (18.2, True)])
def test_skirmishers_reform_only_outside_engagement_range(gap: float, may: bool) -> None:  # noqa: FBT001 - of a table
    """move-11: formation.reform-skirmish, command.engagement-range"""
    scouts = unit(0, 50, 20, profile=LIGHT, formation=SKIRMISH)
    fought = battle(scouts, unit(1, 50, 20 + gap, 180, side=1))
    assert (LINE in whole_move_formations(fought, scouts)) is may
    assert changes(fought, scouts, Made()) == ()
    assert list(figures("move-11").values()) == ["no", "yes"]


def test_horsemen_dismount_anywhere_and_remount_only_outside_engagement_range() -> None:
    """formation.dismount"""
    mounted, afoot = (
        unit(0, 50, 20, profile=HORSE),
        unit(0, 50, 20, profile=HORSE, formation=Formation.DISMOUNTED),
    )
    assert whole_move_formations(battle(mounted, NEAR), mounted) == (Formation.DISMOUNTED,)
    down = acted(battle(mounted, NEAR), Action(What.FORM, Formation.DISMOUNTED)).battle.units[0]
    assert (down.is_mounted, down.is_infantry, down.moved) == (False, True, True)
    assert whole_move_formations(battle(afoot, NEAR), afoot) == ()
    remounts = whole_move_formations(battle(afoot, FAR), afoot)
    assert remounts == (LINE, Formation.DOUBLE_LINE, COLUMN, Formation.MARCH_COLUMN)
    assert form_rule(Formation.DISMOUNTED, LINE) == "formation.dismount"
    assert form_rule(LINE, SKIRMISH) == "movement.action.skirmish"
    skirmishers = unit(0, 50, 20, profile=HUSSARS, formation=SKIRMISH)
    assert whole_move_formations(battle(skirmishers, NEAR), skirmishers) == (Formation.DISMOUNTED,)


def test_nobody_mounts_where_horses_cannot_go() -> None:
    """formation.dismount, terrain.closed, geometry.turning"""
    wood = area("wood", (40, 10), (60, 10), (60, 30), (40, 30))
    afoot = unit(0, 50, 20, profile=HORSE, formation=Formation.DISMOUNTED)
    assert whole_move_formations(battle(afoot, FAR, pieces=(wood,)), afoot) == ()


@pytest.mark.parametrize(("x", "y"), [(20, 60), (90, 20)])
def test_nobody_mounts_in_the_second_wood_of_a_table_either(x: float, y: float) -> None:
    """formation.dismount, terrain.closed"""
    far = area("wood", (50, 5), (54, 5), (54, 9), (50, 9), id="first")
    wood = area("wood", (x - 8, y - 8), (x + 8, y - 8), (x + 8, y + 8), (x - 8, y + 8))
    afoot = unit(0, x, y, profile=HORSE, formation=Formation.DISMOUNTED)
    for pieces, mounts in (((far, wood), False), ((far,), True)):
        assert bool(whole_move_formations(battle(afoot, FAR, pieces=pieces), afoot)) is mounts


def test_dismounted_horsemen_move_as_foot_in_skirmish() -> None:
    """formation.dismount, movement.rates, troops.arms: 12 in, through a wood as well"""
    wood = area("wood", (40, 22), (60, 22), (60, 40), (40, 40))
    afoot = unit(0, 50, 20, profile=HORSE, formation=Formation.DISMOUNTED)
    moved = acted(battle(afoot, FAR, pieces=(wood,)), MOVE, (Advance(1200),)).battle.units[0]
    assert not moved.disordered
    with pytest.raises(Refused):
        acted(battle(afoot, FAR), MOVE, (Advance(1205),))


# --------------------------------------------------------------------- garrisons
FARM = area("built-up", (47, 21), (53, 21), (53, 27), (47, 27), id="farm")


def test_a_unit_beside_a_sector_becomes_its_garrison_with_its_whole_move() -> None:
    """movement.action.garrison, formation.garrison-exit, formation.change-garrison, terrain.sector"""
    fought = battle(unit(0, 50, 20.5), FAR, pieces=(FARM,))
    inside = acted(fought, Action(What.ENTER, sector="farm")).battle.units[0]
    assert (inside.formation, inside.sector, inside.moved) == (Formation.GARRISON, "farm", True)
    assert (inside.pose, inside.shape.width, inside.shape.depth) == (Pose(5000, 2700), 600, 600)
    assert sectors_open(battle(unit(0, 50, 19.5), FAR, pieces=(FARM,)), unit(0, 50, 19.5)) == ()
    guns = unit(0, 50, 20.5, profile=GUNS)
    assert sectors_open(battle(guns, FAR, pieces=(FARM,)), guns) == ()


def test_a_sector_with_a_garrison_is_not_entered_by_another() -> None:
    """formation.garrison-exit, terrain.sector"""
    fought = battle(unit(0, 50, 20.5), FAR, unit(2, 50, 28, 180), pieces=(FARM,))
    held = play(act, fought, 2, answers=(Action(What.ENTER, sector="farm"),)).battle
    assert sectors_open(held, held.units[0]) == ()


def test_only_horsemen_on_foot_garrison_and_skirmishers_only_away_from_the_enemy() -> None:
    """formation.who, formation.dismount, formation.reform-skirmish"""
    for formation, enemy, may in (
        (LINE, FAR, False),
        (Formation.DISMOUNTED, FAR, True),
        (Formation.DISMOUNTED, NEAR, False),
    ):
        horse = unit(0, 50, 20.5, profile=HORSE, formation=formation)
        assert bool(sectors_open(battle(horse, enemy, pieces=(FARM,)), horse)) is may


def test_a_sector_that_an_enemy_stands_close_to_is_not_entered() -> None:
    """movement.no-contact: the garrison would stand nearer than 1 in to him"""
    close = unit(1, 50, 27.5, 180, side=1)
    fought = battle(unit(0, 50, 20.5), close, pieces=(FARM,))
    assert sectors_open(fought, fought.units[0]) == ()


def garrison(profile: str = "us-line-1863", scale: Scale = Scale.LARGE) -> ElanBattle:
    start = battle(unit(0, 50, 20.5, profile=profile), FAR, pieces=(FARM,), scale=scale)
    stance = replace(start.units[0], formation=Formation.GARRISON, sector="farm")
    inside = UnitReformed(
        unit=0,
        formation=Formation.GARRISON,
        shape=stance.shape,
        to=Pose(5000, 2700),
        sector="farm",
        rule="movement.action.garrison",
    ).apply(start)
    return inside.with_unit(replace(inside.units[0], moved=False))


def test_a_garrison_leaves_by_a_side_and_in_a_formation_of_its_owners_choice() -> None:
    """formation.garrison-exit, formation.change-garrison, movement.action.garrison"""
    inside = garrison()
    assert [action.what for action in actions(inside, inside.units[0])] == [What.STAY, What.LEAVE]
    out = acted(inside, Action(What.LEAVE), Sortie(COLUMN, Pose(5600, 2400, 900)))
    assert out.asked == ("move.kind", "move.garrison-exit")
    one = out.battle.units[0]
    assert (one.formation, one.sector, one.moved) == (COLUMN, "", True)
    assert {stance.formation for stance in sorties(inside, inside.units[0])} == {
        LINE,
        Formation.DOUBLE_LINE,
        COLUMN,
        Formation.MARCH_COLUMN,
        SQUARE,
    }


def test_horsemen_leave_their_sector_on_foot() -> None:
    """formation.dismount, formation.garrison-exit"""
    inside = garrison(HORSE)
    assert {stance.formation for stance in sorties(inside, inside.units[0])} == {Formation.DISMOUNTED}


def test_a_garrison_on_hexes_leaves_into_a_free_hex_beside() -> None:
    """formation.garrison-exit, hex.short-distances: six hexes, each with two facings, less those taken"""
    houses = area("built-up", (30, 18), (36, 18), (36, 20.5), (30, 20.5), id="houses")
    units = (unit(0, 1, 1, formation=Formation.GARRISON), FAR, unit(2, 1, 1))
    fought = on_hexes(battle(*units, pieces=(houses,)), (5, 3, 0), (17, 13, 180), (5, 4, 0))
    inside = fought.with_unit(replace(fought.units[0], sector="houses"))
    found = [stance for stance in sorties(inside, inside.units[0]) if stance.formation is COLUMN]
    assert len(found) == 10
    out = acted(inside, Action(What.LEAVE), Sortie(COLUMN, found[0].to)).battle.units[0]
    assert (out.sector, out.pose) == ("", found[0].to)


def test_formed_means_every_formation_but_skirmish_and_garrison() -> None:
    """formation.formed, formation.no-flank"""
    loose = [formation for formation in Formation if not formation.is_formed]
    assert loose == [SKIRMISH, Formation.GARRISON, Formation.DISMOUNTED]

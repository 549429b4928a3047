"""The Movement phase: who moves, what a unit may do, how far it goes and what befalls it on the way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.arena import Unplanned
from sandtable.game.ask.refusal import Refused
from sandtable.systems.elan.aim import may_fire
from sandtable.systems.elan.battle import ElanBattle, Engagement, Step
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitMoved, UnitsEngaged
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.forms_decisions import NO_CHANGE, Change
from sandtable.systems.elan.movement import act, actions, move_step
from sandtable.systems.elan.movement_decisions import NOBODY, Action, Go, Passage, What, may_act
from sandtable.systems.elan.rates import leader_rate
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Step as Enter
from sandtable.table.hexes import TurnTo
from sandtable.table.movement import Advance, Oblique, Reform, Retire, Turn, Wheel
from sandtable.table.space import Point, Pose
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    LIGHT,
    area,
    battle,
    leader,
    line,
    on_hexes,
    place_of,
    unit,
)
from tests.systems.elan.playing import Played, play
from tests.systems.elan.test_elan_roster import figures, readings_of

FAR = unit(1, 50, 70, 180, side=1)
"""An enemy far from whatever stands about (50, 20)."""
HORSE_GUNS = "us-horse-rifled-1863"
HEAVY_GUNS = "foot-heavy-sb"

MOVE, CHANGE, MARCH, STAY = (Action(what) for what in (What.MOVE, What.CHANGE, What.MARCH, What.STAY))


def whats(fought: ElanBattle, number: int = 0) -> list[What]:
    """The kinds of things a unit may do, each once."""
    return list(dict.fromkeys(action.what for action in actions(fought, fought.units[number])))


def acted(fought: ElanBattle, *answers: object, faces: tuple[int, ...] = ()) -> Played:
    return play(act, fought, 0, answers=answers, faces=faces)


def goes(fought: ElanBattle, *answers: object) -> bool:
    """Does unit 0 get through with these answers? A change that is open at the end is not made."""
    for unchanged in ((), (NO_CHANGE,)):
        try:
            acted(fought, *answers, *unchanged)
        except Refused:
            return False
        except Unplanned as fault:
            if "no answer was planned" not in str(fault):
                raise
        else:
            return True
    raise AssertionError(f"more is asked than {answers}")


# --------------------------------------------------------------------- the step
def test_a_side_moves_who_it_likes_and_then_the_other_side_does() -> None:
    """turn.movement, turn.side-order, movement.optional: nobody has to move"""
    people = (leader(0, 1, 10, 5), leader(1))
    fought = battle(unit(0, 50, 20), FAR, unit(2, 20, 20), leaders=people)
    fought = replace(fought, step=Step.MOVING)
    moved = play(move_step, fought, answers=(Go("unit", 2), MOVE, (Advance(300),), NO_CHANGE))
    assert moved.asked == ("move.order", "move.kind", "move.path", "move.formation")
    assert moved.battle.units[2].pose == Pose(2000, 2300)
    with pytest.raises(Refused):
        play(move_step, moved.battle, answers=(Go("unit", 2),))
    ridden = play(move_step, moved.battle, answers=(Go("commander", 0), (Advance(1000),)))
    assert ridden.battle.leaders[0].moved
    stayed = play(move_step, ridden.battle, answers=(Go("unit", 0), STAY)).battle
    assert stayed.active == 0
    assert play(move_step, stayed).battle.active == 1
    assert play(move_step, fought, answers=(NOBODY,)).battle.active == 1


@pytest.mark.parametrize(
    "state", ["halted", "retreating", "charged", "countercharged", "evaded", "fled", "moved"]
)
def test_who_was_marked_halt_or_has_moved_already_does_nothing_in_this_phase(state: str) -> None:
    """troops.halt, troops.retreat-state, movement.once, move-13"""
    fought = battle(replace(unit(0, 50, 20), **{state: True}), FAR)
    assert not may_act(fought, fought.units[0])
    assert may_act(fought, unit(0, 50, 20))
    assert play(move_step, replace(fought, step=Step.MOVING)).asked == ()


def test_a_unit_in_contact_does_not_move() -> None:
    """movement.once, geometry.contact"""
    touching = battle(unit(0, 50, 40), unit(1, 50, 40, 180, side=1))
    engaged = UnitsEngaged(Engagement(pair=(0, 1), charging=(1,))).apply(touching)
    assert not may_act(engaged, engaged.units[0])


def test_a_unit_whose_move_comes_to_nothing_has_had_its_go() -> None:
    """movement.optional"""
    after = acted(battle(unit(0, 50, 20), FAR), MOVE, (), NO_CHANGE).battle
    assert not after.units[0].moved
    assert after.done == (0,)


# --------------------------------------------------------------------- tactical moves
def test_a_line_goes_nine_inches_and_a_retiring_one_half_of_that() -> None:
    """move-04: movement.rates, movement.action.retire, movement.incline"""
    fought = battle(unit(0, 50, 30), unit(1, 50, 50, 180, side=1))
    assert goes(fought, MOVE, (Advance(900),))
    assert not goes(fought, MOVE, (Advance(905),))
    retired = acted(fought, MOVE, (Retire(450),), NO_CHANGE)
    assert retired.battle.units[0].pose == Pose(5000, 2550)
    assert not goes(fought, MOVE, (Retire(455),))
    assert goes(fought, MOVE, (Oblique("left", 225, 500),))
    assert not goes(fought, MOVE, (Oblique("left", 230, 500),))
    assert figures("move-04")["distance"] == 4.5


def test_a_unit_is_disordered_by_the_ground_it_moves_in_once() -> None:
    """move-07: terrain.table, terrain.when-disordered, terrain.skirmishers, movement.action.bad-going"""
    wood = area("wood", (40, 22), (60, 22), (60, 40), (40, 40))
    for profile, formation, far, disordered in (
        ("us-line-1863", Formation.COLUMN, 600, True),
        (LIGHT, Formation.COLUMN, 600, False),
        (LIGHT, Formation.SKIRMISH, 1200, False),
    ):
        fought = battle(unit(0, 50, 20, profile=profile, formation=formation), FAR, pieces=(wood,))
        moved = acted(fought, MOVE, (Advance(far),), *(() if formation.is_loose else (NO_CHANGE,)))
        assert moved.battle.units[0].disordered is disordered
        rules = [event.rule for event in moved.events if isinstance(event, UnitDisordered)]
        assert rules == ["terrain.when-disordered"] * disordered
        assert not goes(fought, MOVE, (Advance(far + 5),))
        there = replace(moved.battle.units[0], moved=False, disordered=True)
        again = moved.battle.with_unit(there)
        assert (What.RECOVER in whats(again)) is (profile == LIGHT)
    before = battle(unit(0, 50, 20, formation=Formation.COLUMN, disordered=True), FAR, pieces=(wood,))
    assert not any(
        isinstance(e, UnitDisordered) for e in acted(before, MOVE, (Advance(600),), NO_CHANGE).events
    )


def test_a_unit_that_turns_or_stands_in_bad_going_is_not_disordered() -> None:
    """terrain.when-disordered: turning and changing formation there do not disorder"""
    rough = area("rough", (30, 5), (70, 5), (70, 40), (30, 40))
    fought = battle(unit(0, 50, 20), FAR, pieces=(rough,))
    changed = acted(
        fought,
        CHANGE,
        Change(Formation.COLUMN),
        Change(turn=1800),
        (),
    )
    assert not changed.battle.units[0].disordered


def test_an_obstacle_costs_heavy_foot_half_and_light_foot_nothing() -> None:
    """movement.action.obstacle, terrain.table, terrain.open"""
    hedge = line("hedge", (10, 24), (90, 24))
    heavy = battle(unit(0, 50, 20, formation=Formation.COLUMN), FAR, pieces=(hedge,))
    assert goes(heavy, MOVE, (Advance(600),), NO_CHANGE)
    assert not goes(heavy, MOVE, (Advance(700),))
    assert goes(heavy, MOVE, (Wheel("left", 900), Advance(800)))
    light = battle(unit(0, 50, 20, profile=LIGHT, formation=Formation.COLUMN), FAR, pieces=(hedge,))
    assert goes(light, MOVE, (Advance(1200),))


def test_no_move_goes_nearer_than_an_inch_to_an_enemy() -> None:
    """movement.no-contact, movement.blocked"""
    fought = battle(unit(0, 50, 20), unit(1, 50, 25, 180, side=1))
    assert goes(fought, MOVE, (Advance(400),))
    assert not goes(fought, MOVE, (Advance(410),))


def test_an_enemy_commander_gets_out_of_the_way_of_a_unit() -> None:
    """leaders.unattached-safe"""
    people = (leader(0), leader(1, 0, 50, 27))
    fought = battle(unit(0, 50, 20), unit(1, 50, 35, 180, side=1), leaders=people)
    moved = acted(fought, MOVE, (Advance(700),), Point(5000, 3650))
    assert moved.asked[-1] == "leader.displaced"
    assert moved.battle.leaders[1].pose == Pose(5000, 3650)


# --------------------------------------------------------------------- friends
PASSED = (
    unit(0, 20, 10, profile="landwehr-1815", formation=Formation.COLUMN),
    unit(1, 20, 70, 180, side=1),
    unit(2, 20, 13, profile="br-line-1815"),
)


def test_passing_a_friend_costs_half_the_move_and_both_test() -> None:
    """move-12: movement.action.interpenetrate, movement.interpenetrate-who: D wants 8 or more, B 6 or more"""
    through = (MOVE, (Advance(600),), Passage.THROUGH, NO_CHANGE)
    moved = acted(battle(*PASSED), *through, faces=(3, 4, 3, 3))
    assert moved.asked == ("move.kind", "move.path", "move.interpenetrate", "move.formation")
    assert [one.disordered for one in moved.battle.units] == [True, False, False]
    assert not acted(battle(*PASSED), *through, faces=(4, 4, 3, 3)).battle.units[0].disordered
    sums = [one + two for one, two in product(range(1, 7), repeat=2)]
    chances = [Fraction(sum(total < need for total in sums), 36) for need in (8, 6)]
    assert [f"{p} = {float(p):.6f}" for p in chances] == list(figures("move-12").values())


def test_a_move_may_go_round_a_friend_instead_and_never_ends_on_him() -> None:
    """movement.blocked, geometry.no-overlap, movement.interpenetrate-who"""
    fought = battle(*PASSED)
    stopped = acted(fought, MOVE, (Advance(600),), Passage.ROUND, (Advance(150),), NO_CHANGE)
    assert stopped.battle.units[0].pose == Pose(2000, 1150)
    assert not goes(fought, MOVE, (Advance(600),), Passage.ROUND, (Advance(600),))
    assert not goes(fought, MOVE, (Advance(350),))
    assert not goes(fought, MARCH, (Advance(600),))


def test_skirmishers_pay_half_for_a_friend_but_cause_no_test() -> None:
    """movement.interpenetrate-who"""
    scouts = unit(0, 20, 10, profile=LIGHT, formation=Formation.SKIRMISH)
    fought = battle(scouts, *PASSED[1:])
    acted(fought, MOVE, (Advance(600),), Passage.THROUGH)
    assert not goes(fought, MOVE, (Advance(700),))


# --------------------------------------------------------------------- march moves
def test_a_march_starts_and_stays_more_than_eighteen_inches_from_enemies() -> None:
    """move-02: movement.march, movement.rates"""
    fought = battle(unit(0, 50, 20), unit(1, 50, 50, 180, side=1))
    assert not goes(fought, MARCH, (Advance(1200),))
    moved = acted(fought, MARCH, (Advance(1150),))
    assert [event.deed for event in moved.events if isinstance(event, UnitMoved)] == [Deed.MARCHED]
    one = moved.battle.units[0]
    assert (one.moved, one.marched, may_fire(moved.battle, one)) == (True, True, False)
    assert What.MARCH in whats(fought)
    assert What.MARCH not in whats(battle(unit(0, 50, 32), unit(1, 50, 50, 180, side=1)))
    assert figures("move-02")["distance"] == 18


def test_a_march_makes_no_change_and_enters_nothing_that_disorders() -> None:
    """movement.march-limits, movement.march-half, move-10: 12 x 3 / 2 = 18 in through a wood"""
    wood = area("wood", (40, 25), (60, 25), (60, 30), (40, 30))
    light = battle(unit(0, 50, 20, profile=LIGHT, formation=Formation.COLUMN), FAR, pieces=(wood,))
    marched = acted(light, MARCH, (Advance(1800),))
    assert marched.asked == ("move.kind", "move.path")
    assert not goes(light, MARCH, (Advance(1805),))
    heavy = battle(unit(0, 50, 20, formation=Formation.COLUMN), FAR, pieces=(wood,))
    assert not goes(heavy, MARCH, (Advance(900),))
    assert goes(heavy, MARCH, (Advance(500),))
    assert figures("move-10")["distance"] == 18


def test_skirmishers_turn_on_a_march_only_where_others_wheel() -> None:
    """movement.wheel-limit, movement.wheel-march, movement.march-limits, hex.turns"""
    scouts = battle(unit(0, 50, 20, profile=LIGHT, formation=Formation.SKIRMISH), FAR)
    assert goes(scouts, MARCH, (Turn(900), Advance(1000)))
    assert not goes(scouts, MARCH, (Advance(500), Turn(900), Advance(500)))
    assert goes(scouts, MOVE, (Advance(500), Turn(900), Advance(500)))
    hexes = on_hexes(scouts, (5, 1, 0), (5, 12, 180))
    assert not goes(hexes, MARCH, (Enter(900),))
    assert not goes(hexes, MARCH, (TurnTo(600),))
    assert goes(hexes, MOVE, (Enter(900),))


@pytest.mark.parametrize(("scale", "far"), [(Scale.LARGE, 4200), (Scale.SMALL, 2800)])
def test_a_march_column_on_a_road_adds_its_bonus_once(scale: Scale, far: int) -> None:
    """move-03: movement.road-bonus, movement.road-bonus-how, movement.march-column-rate"""
    road = line("road", (50, 0), (50, 72))
    wood = area("wood", (40, 20), (60, 20), (60, 30), (40, 30))
    column = unit(0, 50, 10, formation=Formation.MARCH_COLUMN, scale=scale)
    fought = battle(column, pieces=(wood, road), scale=scale)
    by_road = Action(What.ROAD_MARCH)
    marched = acted(fought, by_road, (Advance(far),))
    assert not marched.battle.units[0].disordered
    assert not goes(fought, by_road, (Advance(far + 5),))
    assert not goes(fought, MARCH, (Advance(far),))
    assert What.ROAD_MARCH not in whats(
        battle(replace(column, pose=Pose(5300, 1000)), pieces=(road,), scale=scale)
    )
    assert figures("move-03")[scale.value] * 100 == far


def test_on_a_road_the_ground_beside_it_is_nothing_to_a_march_column() -> None:
    """terrain.path, terrain.when-disordered: nor where it follows a bend of the road in a wood"""
    wood, hedge = area("wood", (40, 22), (60, 22), (60, 50), (40, 50)), line("hedge", (10, 21), (90, 21))
    straight, bent = line("road", (50, 0), (50, 72)), line("road", (50, 0), (50, 28), (80, 58))
    column = unit(0, 50, 20, formation=Formation.MARCH_COLUMN)
    moved = acted(battle(column, FAR, pieces=(wood, hedge, straight)), MOVE, (Advance(1200),))
    assert not moved.battle.units[0].disordered
    bend = Reform(column.shape, about="front", turn=450)
    by_road = (Action(What.ROAD), (Advance(800), bend, Advance(1000)))
    turned = acted(battle(column, FAR, pieces=(wood, hedge, bent)), *by_road).battle.units[0]
    assert turned.pose is not None
    assert (turned.pose.heading, turned.disordered) == (450, False)
    off = acted(battle(column, FAR, pieces=(wood, hedge)), MOVE, (Advance(600),), NO_CHANGE)
    assert off.battle.units[0].disordered


def test_on_hexes_the_road_adds_a_point_where_the_path_follows_it() -> None:
    """move-03: movement.road-bonus"""
    road = line("road", (51, 0), (51, 72))
    column = unit(0, 1, 1, formation=Formation.MARCH_COLUMN)
    fought = on_hexes(battle(column, FAR, pieces=(road,)), (8, 0, 0), (0, 13, 180))
    north = tuple([Enter(3300), Enter(300)] * 5)
    assert goes(fought, MARCH, north)
    assert not goes(fought, MARCH, (*north, Enter(3300)))
    assert figures("move-03")["hex"] == len(north)


# --------------------------------------------------------------------- guns
def test_deployed_guns_are_manhandled_three_inches_and_disordered() -> None:
    """move-06: movement.manhandle, movement.manhandle-fire, movement.gun-turn

    movement.artillery-rates-limbered
    """
    push = Action(What.MANHANDLE)
    fought = battle(unit(0, 50, 20, profile=GUNS), unit(1, 50, 40, 180, side=1))
    assert whats(fought) == [What.STAY, What.CHANGE, What.TURN, What.MANHANDLE]
    pushed = acted(fought, push, (Advance(300),)).battle
    assert (pushed.units[0].pose, pushed.units[0].disordered) == (Pose(5000, 2300), True)
    assert may_fire(pushed, pushed.units[0])
    assert not may_act(pushed, pushed.units[0])
    assert not goes(fought, push, (Advance(305),))
    assert not acted(fought, push, ()).battle.units[0].disordered
    assert What.MANHANDLE not in whats(battle(unit(0, 50, 20, profile=HEAVY_GUNS), FAR))
    hexes = on_hexes(fought, (5, 1, 0), (5, 9, 180))
    assert What.MANHANDLE not in whats(hexes)
    assert list(figures("move-06").values()) == ["3 in, disorder", "not allowed", "not allowed"]


def test_manhandling_is_halved_by_what_halves_a_move() -> None:
    """movement.gun-turn, movement.manhandle"""
    rough = area("rough", (40, 10), (60, 10), (60, 40), (40, 40))
    fought = battle(unit(0, 50, 20, profile=GUNS), FAR, pieces=(rough,))
    assert goes(fought, Action(What.MANHANDLE), (Retire(150),))
    assert not goes(fought, Action(What.MANHANDLE), (Retire(160),))


def test_deployed_guns_turn_by_any_angle_and_may_fire() -> None:
    """movement.gun-turn, movement.manhandle-fire, hex.turns"""
    turn = Action(What.TURN)
    fought = battle(unit(0, 50, 20, profile=GUNS), FAR)
    turned = acted(fought, turn, (Turn(333),)).battle
    assert turned.units[0].pose is not None
    assert turned.units[0].pose.heading == 333
    assert may_fire(turned, turned.units[0])
    assert not turned.units[0].disordered
    assert acted(fought, turn, ()).battle.done == (0,)
    hexes = on_hexes(fought, (5, 1, 0), (5, 9, 180))
    pose = acted(hexes, turn, (TurnTo(600),)).battle.units[0].pose
    assert pose is not None
    assert pose.heading == 600


def test_guns_do_not_turn_into_an_enemy() -> None:
    """movement.no-contact: on its centre a battery of 3 in by 1.5 in swings its flank 1.5 in forward"""
    fought = battle(unit(0, 50, 20, profile=GUNS), unit(1, 50, 21.2, 180, side=1))
    with pytest.raises(Refused, match=r"movement\.no-contact"):
        acted(fought, Action(What.TURN), (Turn(900),))


# --------------------------------------------------------------------- whole moves
def test_recovering_takes_the_whole_move_and_the_unit_still_fires_in_order() -> None:
    """movement.action.recover, movement.full-move-action, troops.recover"""
    fought = battle(unit(0, 50, 20, disordered=True), unit(1, 50, 24, 180, side=1))
    after = acted(fought, Action(What.RECOVER)).battle
    one = after.units[0]
    assert (one.disordered, one.moved, may_act(after, one), may_fire(after, one)) == (
        False,
        True,
        False,
        True,
    )
    assert What.RECOVER not in whats(battle(unit(0, 50, 20), FAR))


def test_general_officers_have_one_rate() -> None:
    """movement.generals-one-rate, leaders.movement"""
    assert [leader_rate(scale).span for scale in Scale] == [2400, 1600, 5]


# --------------------------------------------------------------------- on hexes
@pytest.mark.parametrize(
    ("profile", "formation", "entered"),
    [("us-line-1863", Formation.COLUMN, 1), (HORSE, Formation.LINE, 2), (LIGHT, Formation.COLUMN, 3)],
)
def test_rough_hexes_cost_a_point_more_and_disorder(profile: str, formation: Formation, entered: int) -> None:
    """move-09: hex.penalty, terrain.table, movement.rates, movement.action.bad-going"""
    rough = area("rough", (0, 6), (108, 6), (108, 40), (0, 40))
    mine = unit(0, 1, 1, profile=profile, formation=formation)
    written = battle(mine, FAR, pieces=(rough,), readings=readings_of("move-09"))
    fought = on_hexes(written, (5, 0, 0), (17, 13, 180))
    steps = (Enter(300), Enter(3300), Enter(300), Enter(3300))
    assert [count for count in range(1, 5) if goes(fought, MOVE, steps[:count])] == [*range(1, entered + 1)]


def test_a_formation_change_on_hexes_costs_a_point_unless_a_hex_does() -> None:
    """hex.penalty, movement.action.formation, movement.action.not-cumulative"""
    fought = on_hexes(battle(unit(0, 1, 1), FAR), (5, 1, 0), (17, 13, 180))
    change = (CHANGE, Change(Formation.COLUMN), NO_CHANGE)
    moved = acted(fought, *change, (Enter(300), Enter(3300)), NO_CHANGE)
    assert place_of(moved.battle, moved.battle.units[0].pose or Pose(0, 0), 0) == (5, 3)
    assert not goes(fought, *change, (Enter(300), Enter(3300), Enter(300)))
    ended = acted(fought, MOVE, (Enter(300),), Change(Formation.COLUMN), NO_CHANGE)
    assert ended.battle.units[0].formation is Formation.COLUMN
    assert acted(fought, MOVE, (Enter(300), Enter(3300))).asked == ("move.kind", "move.path")

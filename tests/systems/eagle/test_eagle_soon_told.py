"""What eagle tells soon, by boxes, for all at once or from what is known, is what the long way tells."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from msgspec.structs import replace

from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import scene_of
from sandtable.game.drivers.play import Game
from sandtable.systems.eagle import (
    aim,
    charge_ways,
    clashes,
    controlling,
    fleeing,
    leader_moves,
    supports,
    victory,
)
from sandtable.systems.eagle.aim import (
    Aim,
    _is_out_of_reach,
    aims,
    barred,
    can_shoot,
    facing,
    front_bases,
    shooters,
    works,
)
from sandtable.systems.eagle.arcs import arc_of, front_centre, is_in_front
from sandtable.systems.eagle.army_break import Loss, break_values, unit_loss
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step, counted, recounted, roll_call
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, slide_to, way_to
from sandtable.systems.eagle.controlling import NEAR
from sandtable.systems.eagle.formation_decisions import OnTheSpot
from sandtable.systems.eagle.formations import changes_open, spots_open
from sandtable.systems.eagle.leader_decisions import RideFreely
from sandtable.systems.eagle.leader_moves import can_ride, ground_bars, joinable, ride_of
from sandtable.systems.eagle.leading import orders, orders_of
from sandtable.systems.eagle.lights import approached, yielding
from sandtable.systems.eagle.movement import march_distance, move_terms, scene_for, without
from sandtable.systems.eagle.moving import march_pace
from sandtable.systems.eagle.nearness import (
    FAR,
    SLACK,
    distance,
    distance_to_leader,
    distances,
    enemies_within,
    foes_by_distance,
    is_within,
    leaders_within,
    may_have_enemies_within,
    nearest_enemy_distance,
    nearest_foes,
    nearest_of,
    standing_near,
    units_led,
    within,
)
from sandtable.systems.eagle.passage import first_overlaps
from sandtable.systems.eagle.room import with_space
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.turn import STEPS, is_idle, pass_over
from sandtable.table import measure
from sandtable.table.charge import bodies_in, bodies_on_ways, interior
from sandtable.table.measure import distance_to_ground, gap, gaps_of_parts, ground_at, level_at
from sandtable.table.movement import (
    AboutFace,
    Advance,
    Course,
    Oblique,
    Plan,
    Terms,
    Turn,
    Wheel,
    check,
    closest_approaches,
    encounters_of,
    leg_end,
    pieces_crossed,
    pose_along,
)
from sandtable.table.room import Place
from sandtable.table.space import (
    FULL_TURN,
    INCH,
    TOLERANCE,
    Body,
    Pose,
    base_centre,
    corners,
    hull,
    nearest_hundredth,
    standing,
)
from tests.systems.eagle.arena import excuse, play
from tests.systems.moments import moments

AWAY = (0, 400, 1300, 1800)
"""Some directions in which a unit may run."""


@cache
def battles() -> tuple[EagleBattle, ...]:
    """Three battles at several moments."""
    return (
        *moments(SYSTEM, "boudica-61", seed=3, every=60, most=9),
        *moments(SYSTEM, "graupius-83", seed=3, every=60, most=9),
        *moments(SYSTEM, "river-43", seed=3, every=120, most=5),
    )


def everybody(battle: EagleBattle) -> tuple[EagleUnit, ...]:
    """All units on the table."""
    return (*battle.on_table(0), *battle.on_table(1))


# --------------------------------------------------------------------- who is there and who is near
def test_units_counted_by_what_was_known_are_those_counted_anew() -> None:
    """morale.broken"""
    found = battles()
    for before, after in pairwise(found):
        again = recounted(counted(before.units), after.units)
        assert again is None or again == counted(after.units)
        told = roll_call(after.units)
        for side in (0, 1):
            here = tuple(one for one in after.units if one.side == side and one.pose is not None)
            unbroken = tuple(one for one in here if not one.routing)
            assert (told.on_table(side), told.unbroken(side)) == (here, unbroken)
            assert told.numbers_on_table[side] == tuple(one.id for one in here)
            assert told.numbers[side] == tuple(one.id for one in unbroken)


def test_those_in_combat_are_told_at_once_as_each_by_itself() -> None:
    """melee.contact"""
    found = 0
    for battle in battles():
        plain = {unit.id for unit in battle.units if battle.is_engaged(unit.id)}
        assert battle.engaged() == plain
        found += len(plain)
    assert found


def test_what_armies_are_worth_and_have_lost_is_summed_up_unit_by_unit() -> None:
    """victory.value, victory.break"""
    values = break_values()
    for battle in battles():
        for side in (0, 1):
            units = [unit for unit in battle.units if unit.side == side]
            worths = [
                values[unit_loss(one.troop_class, legion=one.is_legion, began=one.began)] for one in units
            ]
            leaders = [one for one in battle.leaders if one.side == side]
            posts = [values[Loss.GENERAL if one.general else Loss.LEADER] for one in leaders]
            camp = values[Loss.CAMP] if battle.camps[side].baggage else 0
            lost = sum(worth for worth, one in zip(worths, units, strict=True) if one.removed)
            lost += sum(worth for worth, one in zip(posts, leaders, strict=True) if one.post_lost)
            lost += camp if battle.camps[side].baggage_lost else 0
            assert victory.army(battle, side) == (sum(worths) + sum(posts) + camp, lost)


def test_a_unit_stands_in_an_area_if_half_of_its_bases_do() -> None:
    """army.scenario"""
    objectives = [(battle, one) for battle in battles() for one in battle.objectives if one.area is not None]
    found = set[bool]()
    for battle, objective in objectives:
        if objective.inside == "wholly" or objective.area is None:
            continue
        area = victory._area(battle.field.width, battle.field.depth, objective.area)
        for unit in everybody(battle):
            bases = unit.shape.bases
            inside = [base for base in bases if ground_at(area, base_centre(standing(unit), base))]
            told = victory._is_in(unit, objective, area)
            assert told is (2 * len(inside) >= len(bases))
            found.add(told)
    assert found == {False, True}


def test_who_is_near_is_who_is_within_the_distance() -> None:
    """dice.measure, morale.broken"""
    limit = 6 * INCH
    for battle in battles():
        for unit in everybody(battle):
            others = tuple(one.id for one in everybody(battle) if one.id != unit.id)
            near = tuple(one for one in others if is_within(distance(battle, unit.id, one), limit))
            assert within(battle, unit.id, others, limit) == near
            by_distance = standing_near(scene_of(battle), unit.id, limit)
            assert sorted({*by_distance, *battle.touching(unit.id)}) == sorted({unit.id, *near})
            enemies = battle.numbers_unbroken(1 - unit.side)
            assert enemies_within(battle, unit, limit) == tuple(one for one in enemies if one in near)
            lengths = distances(battle, unit.id, enemies)
            for _ in range(2):
                assert foes_by_distance(battle, unit) == sorted(zip(lengths, enemies, strict=True))
                assert nearest_foes(battle, unit) == nearest_of(battle, unit.id, enemies)
                assert nearest_enemy_distance(battle, unit) == min(lengths, default=FAR)
        for side in (0, 1):
            perhaps = may_have_enemies_within(battle, side, limit)
            assert all(one in perhaps for one in battle.unbroken(side) if enemies_within(battle, one, limit))


def test_a_turn_on_the_spot_ends_where_the_way_of_it_ends() -> None:
    """movement.about-face, movement.wheel.detail"""
    for battle in battles()[::3]:
        for unit in everybody(battle):
            pose, shape = standing(unit), unit.shape
            for leg in (Turn(-1), Turn(137), Turn(-1790), Turn(1800), AboutFace()):
                way = pose_along(leg, pose, shape, 1.0)
                assert leg_end(leg, pose, shape) == Pose(
                    nearest_hundredth(way.x), nearest_hundredth(way.y), round(way.heading) % FULL_TURN
                )


def test_what_the_circle_around_a_unit_tells_of_a_front_arc_is_so() -> None:
    """formation.arcs"""
    for battle in battles()[::3]:
        for unit in everybody(battle):
            for other in everybody(battle):
                assert is_in_front(unit, other) is measure.is_in_arc(unit, other, "front")


def test_who_is_in_combat_touches_somebody_that_does_not_rout() -> None:
    """melee.contact"""
    for battle in battles():
        for unit in everybody(battle):
            assert battle.is_engaged(unit.id) is bool(battle.foes_of(unit.id))


# --------------------------------------------------------------------- leaders and control
def test_a_leader_can_ride_if_any_place_stands() -> None:
    """command.leader.move-rules"""
    for battle in battles():
        for leader in (*battle.leaders_of(0), *battle.leaders_of(1)):
            assert can_ride(battle, leader) is ride_of(battle, leader, RideFreely).has_place


def test_a_leader_joins_the_units_to_which_a_way_leads() -> None:
    """command.move, command.attach"""
    for battle in battles():
        for leader in (*battle.leaders_of(0), *battle.leaders_of(1)):
            others = [unit for unit in battle.unbroken(leader.side) if unit.id != leader.attached]
            start, enemies = battle.place_of(leader), battle.on_table(1 - leader.side)
            around = [leader_moves._with_room(standing(foe), foe.shape, foe.id) for foe in enemies]
            bars = [*ground_bars(battle.field), *around]
            reached = [unit.id for unit in others if leader_moves._reaches(battle, start, unit, bars)]
            assert list(joinable(battle, leader)) == reached


def test_the_leaders_near_a_unit_are_those_within_the_distance() -> None:
    """control.under-control"""
    for battle in battles():
        for unit in everybody(battle):
            near = [
                leader
                for leader in battle.leaders_of(unit.side)
                if (leader.attached is None or not battle.units[leader.attached].routing)
                and is_within(distance_to_leader(battle, unit, leader), NEAR)
            ]
            assert list(leaders_within(battle, unit, NEAR)) == near
            assert (unit.id in units_led(battle, unit.side, NEAR)) is bool(near)


def test_orders_given_again_are_those_found_anew() -> None:
    """command.actions.number: also after a leader has joined another unit, or a unit has broken"""
    for battle in battles()[::2]:
        for side in (0, 1):
            orders(battle, side)
            friends = battle.unbroken(side)
            others = [battle.with_unit(replace(friends[0], routing=True))] if friends else []
            for leader in battle.leaders_of(side):
                joined = replace(leader, attached=friends[-1].id, place=None, left=2) if friends else leader
                leaders = tuple(joined if one is leader else one for one in battle.leaders)
                others.append(replace(battle, leaders=leaders))
            for other in others:
                able = [leader for leader in other.leaders_of(side) if leader.left > 0]
                assert orders(other, side) == [one for leader in able for one in orders_of(other, leader)]


def test_heavies_who_are_not_excused_are_not_excused_once_the_others_of_their_kind_are_settled() -> None:
    """control.order, control.under-control: lights alone are freed by those beside them"""
    for battle in battles():
        for side in (0, 1):
            heavies = [one for one in battle.on_table(side) if one.control is None and not one.is_light]
            excused = [(one, excuse(battle, one)) for one in heavies]
            after = battle
            for _, settled in excused:
                after = after if settled is None else settled.apply(after)
            assert all(excuse(after, one) is None for one, settled in excused if settled is None)


def test_whoever_is_left_to_settle_is_found_anew_as_he_was_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """control.order, control.under-control"""
    told: list[list[str]] = []
    for forgets in (False, True):
        game = Game(SYSTEM, battles()[0], RandomHand(7))
        agents = (AGENTS["militia"](1), AGENTS["militia"](2))
        while game.question is not None and game.battle.turn < battles()[0].turn + 3:
            if forgets:
                monkeypatch.setattr(controlling, "_left", None)
            game.answer(agents[game.question.seat].decide(game.position()))
        told.append([repr(entry) for entry in game.log])
    assert told[0] == told[1]
    assert any("CONFORMS" in entry for entry in told[0])


def test_steps_that_are_passed_over_are_those_in_which_their_chapters_do_nothing() -> None:
    """turn.phases"""
    charges = (Step.FIRST_CHARGES, Step.SECOND_CHARGES, Step.FIRST_ANSWERS, Step.SECOND_ANSWERS)
    quiet = (Step.PURSUITS, *charges, Step.CHARGE_MOVES, Step.COMBATS, Step.AFTER_MOVES)
    for battle in battles()[::2]:
        for step in quiet:
            one = replace(battle, step=step, phase=step.phase.value)
            if is_idle(one):
                events, passed = list[Event[EagleBattle]](), play(pass_over, one)
                while is_idle(one):
                    played = play(STEPS[one.step], one)
                    one, events = played.battle, [*events, *played.events]
                assert (passed.battle, list(passed.events)) == (one, events)


# --------------------------------------------------------------------- moves
def plans(far: int) -> tuple[Plan, ...]:
    """A few moves in any direction ahead."""
    return (
        (Advance(far),),
        (Oblique("left", 225, far // 2),),
        (Wheel("right", 450), Advance(far // 2)),
        (Wheel("left", 900),),
    )


def test_lights_out_of_reach_make_no_difference_to_a_move() -> None:
    """movement.lights-fall-back.detail"""
    for battle in battles()[::2]:
        for unit in everybody(battle):
            gives_way = yielding(battle, unit)
            if gives_way:
                terms = move_terms(battle, unit, march_pace(unit))
                near, none = scene_for(battle, unit, terms.allowance), without(scene_of(battle), gives_way)
                for plan in plans(march_distance(mounted=unit.is_mounted)):
                    assert check(unit, plan, terms, near) == check(unit, plan, terms, none)


def test_lights_before_which_a_move_stops_short_are_not_approached() -> None:
    """movement.lights-fall-back.detail"""
    for battle in battles()[::2]:
        scene = scene_of(battle)
        for unit in battle.unbroken(0):
            gives_way = yielding(battle, unit)
            for plan in plans(400) if gives_way else ():
                course, pose, nearest = Course(unit, Terms(0, ()), scene), standing(unit), dict[int, float]()
                for leg in plan:
                    assert isinstance(leg, Advance | Oblique | Wheel)
                    for number, (length, _) in enumerate(closest_approaches(course, leg, pose, unit.shape)):
                        nearest[number] = min(length, nearest.get(number, length))
                    pose = leg_end(leg, pose, unit.shape)
                there = Body(unit.id, unit.side, pose, unit.shape)
                near = {
                    one
                    for one in gives_way
                    if min(nearest[one], gap(there, battle.units[one])) < 4 * INCH - SLACK
                }
                assert set(approached(battle, unit, plan, there, gives_way)) == near


def test_a_unit_first_overlaps_others_where_its_legs_begin_to_pass_them() -> None:
    """movement.passage.detail"""
    for battle in battles()[::4]:
        for unit in battle.on_table(0):
            for plan in plans(900):
                scene, pose, passed = scene_of(battle), standing(unit), list[int]()
                course = Course(unit, Terms(0, ()), scene)
                for leg in plan:
                    met = encounters_of(course, leg, pose, unit.shape)
                    passed += [one.body for one in met.bodies if one.across or one.end_gap < -TOLERANCE]
                    pose = met.end
                assert list(first_overlaps(unit, plan, scene)) == list(dict.fromkeys(passed))


def test_a_unit_can_shoot_if_it_has_any_aim() -> None:
    """shooting.who, shooting.target"""
    for battle in battles():
        for unit in everybody(battle):
            assert can_shoot(battle, unit) is bool(aims(battle, unit))
            assert can_shoot(battle, unit) is bool(aims(battle, unit)), "what is known is told again"


def test_the_aims_of_a_unit_are_those_of_its_bases_one_by_one() -> None:
    """shooting.bases, shooting.range, shooting.turn"""
    found = 0
    for battle in battles():
        for unit in (one for one in everybody(battle) if one.is_light and not one.routing):
            plain: list[Aim] = []
            for target in battle.unbroken(1 - unit.side):
                here = shooters(battle, unit, target)
                plain += [Aim(target.id, standing(unit).heading)] if here else []
                towards = aim._heading_towards(unit, target)
                turned = facing(battle, unit, towards)
                if turned is not None and len(shooters(battle, turned, target)) > len(here):
                    plain.append(Aim(target.id, towards))
            assert list(aims(battle, unit)) == ([] if barred(battle, unit) else plain)
            found += len(plain)
    assert found > 5


def test_who_is_called_out_of_reach_has_no_base_within_it() -> None:
    """shooting.range, dice.measure"""
    for battle in battles():
        for unit in (one for one in everybody(battle) if one.is_light):
            alone = [aim._alone(unit, place) for place in range(unit.ranks[0])]
            parts = front_bases(unit.shape, unit.ranks[0])
            for target in battle.on_table(1 - unit.side):
                assert gaps_of_parts(standing(unit), parts, target) == [gap(one, target) for one in alone]
                if _is_out_of_reach(battle, unit, target):
                    assert not any(aim._reaches(unit, place, target) for place in range(len(alone)))


def test_a_charge_goes_in_the_first_direction_that_leads_up_to_the_foe() -> None:
    """charge.path"""
    found = 0
    for battle in battles():
        for unit in everybody(battle):
            for target in enemies_within(battle, unit, RANGE):
                way = way_to(battle, unit, target)
                assert way == _way_to(battle, unit, target)
                found += way is not None
    assert found > 5


def _way_to(battle: EagleBattle, unit: EagleUnit, target: int) -> ChargeWay | None:
    """The same with every direction tried by itself."""
    foe = battle.units[target]
    if not unit.turns_freely and not is_in_front(unit, foe):
        return None
    side = arc_of(foe, front_centre(unit))
    for towards, heading in charge_ways._headings(unit, foe, side):
        pose = charge_ways.faced(battle, unit, towards)
        if pose is not None:
            slide = slide_to(battle, unit, pose, heading, RANGE, (target,))
            if slide.met == target and charge_ways._sees(battle, unit, pose, target):
                return ChargeWay(target, side, heading, towards, slide.gone, slide.passed)
    return None


def test_what_a_unit_has_room_for_on_the_spot_is_found_one_by_one() -> None:
    """movement.about-face, formation.space"""
    for battle in battles():
        for unit in everybody(battle):
            about = Place(leg_end(AboutFace(), standing(unit), unit.shape), unit.shape)
            turns = unit.formed and bool(with_space(battle, unit, (about,)))
            layouts = changes_open(battle, unit)
            assert spots_open(battle, unit) == ((*layouts, OnTheSpot.ABOUT_FACE) if turns else layouts)


# --------------------------------------------------------------------- combats
def test_who_is_called_too_far_to_support_does_not_stand_behind() -> None:
    """melee.supported.detail"""
    near = 0
    for battle in battles():
        for unit in everybody(battle):
            for other in (one for one in everybody(battle) if one is not unit):
                near += not supports._is_far(unit, other)
                assert not (supports._is_far(unit, other) and supports.stands_behind(unit, other))
    assert near > 100


def test_where_no_uneven_ground_is_called_near_nobody_stands_higher_or_in_water() -> None:
    """terrain.advantage, terrain.hill"""
    for battle in battles():
        for unit in everybody(battle):
            if not clashes._may_be_uneven(battle, (unit.id,)):
                middles = [base_centre(standing(unit), base) for base in unit.shape.bases]
                assert {level_at(battle.field, middle) for middle in middles} == {0}
                assert not any(clashes._in_water(battle.field, middle) for middle in middles)
                alone = [clashes._alone(unit, place) for place in range(len(middles))]
                near = [
                    distance_to_ground(one, battle.field, work) for one in alone for work in works(battle)
                ]
                assert all(length > TOLERANCE for length in near)


# --------------------------------------------------------------------- flights
def test_a_flight_comes_through_the_ground_that_its_plan_crosses() -> None:
    """terrain.rough.detail"""
    for battle in battles()[::4]:
        pieces = battle.field.pieces
        for unit in battle.on_table(0):
            for turn in AWAY:
                plan = (Turn(turn), Advance(700)) if turn else (Advance(700),)
                crossed = pieces_crossed(unit, plan, scene_of(battle))
                assert fleeing.ground_on(battle, unit, plan) == tuple(pieces[at].id for at in crossed)


def test_whom_a_unit_runs_over_lies_in_the_figure_of_its_way() -> None:
    """movement.compulsory.direction"""
    for battle in battles()[::4]:
        everyone = tuple(one.id for one in everybody(battle))
        for unit in battle.on_table(0):
            pose, shape = standing(unit), unit.shape
            ways = [(pose, fleeing._slid(pose, shape, heading, 900)) for heading in AWAY]
            found = bodies_on_ways(ways, shape, everyone, scene_of(battle))
            for (start, there), met in zip(ways, found, strict=True):
                way = interior(hull((*corners(start, shape), *corners(there, shape))))
                assert sorted(met) == sorted(bodies_in(way, scene_of(battle)))

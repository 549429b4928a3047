"""What is told at a glance is what a close look tells: Generals in the way, units fit to charge, support,
command, the nearest enemies."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.battle.battle import scene_of
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty import aim, charge_ways, generals, melee_ground, movement
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.command import STEADY_RANGE, SUPPORT_RANGE, is_in_command, is_supported
from sandtable.systems.liberty.general_ways import body_of, general_on
from sandtable.systems.liberty.marching import in_sight
from sandtable.systems.liberty.movement import March, ignores_difficult
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.roster import LAYERS
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.forced import is_swept
from sandtable.table.measure import (
    distance,
    distances_to_ground,
    ground_under,
    is_crossed,
    is_overlapping,
    is_within,
)
from sandtable.table.movement import Terms
from sandtable.table.room import Demands, turns_to_face
from sandtable.table.sight import Look
from sandtable.table.space import INCH, Body, Point, Pose, apart, centre
from tests.systems.liberty.headings import facing_towards

STEPS = 200
MOVES = (Order.ADVANCE, Order.RETIRE, Order.RUN, Order.RETREAT)
SCENARIOS = ("cowpens-1781", "guilford-1781", "trenton-1776")


def standing(battle: LibertyBattle) -> list[Regiment]:
    return [unit for unit in battle.units if unit.pose is not None]


def strew_generals(battle: LibertyBattle, about: Pose, chance: Random) -> LibertyBattle:
    """All Generals by chance near a place, on their own."""

    def somewhere() -> Pose:
        across, along = chance.randint(-1000, 1000), chance.randint(-1000, 1000)
        return Pose(about.x + across, about.y + along, chance.randrange(3600))

    strewn = [replace(general, pose=somewhere(), attached_to=None) for general in battle.generals]
    return replace(battle, generals=tuple(strewn))


def touched_generals(battle: LibertyBattle, start: Regiment, moved: Regiment) -> set[int]:
    """Every General on the table looked at closely."""
    found = set()
    assert moved.pose is not None
    for number, general in enumerate(battle.generals):
        if general.pose is None or general.attached_to is not None:
            continue
        body = body_of(battle, number)
        if general.side == moved.side:
            hit = is_overlapping(body, moved)
        else:
            hit = is_swept(body, start.pose or moved.pose, start.shape, moved.pose, moved.shape)
        if hit:
            found.add(number)
    return found


def support_found_closely(battle: LibertyBattle, unit: Regiment) -> bool:
    friends = [
        friend
        for friend in standing(battle)
        if friend.side == unit.side
        and friend.id != unit.id
        and not friend.routing
        and friend.state is not State.SHAKEN
    ]
    near = [friend for friend in friends if is_within(distance(unit, friend), SUPPORT_RANGE)]
    nearer = [friend for friend in friends if is_within(distance(unit, friend), STEADY_RANGE)]
    steady = unit.has(SpecialRule.STEADY) and bool(nearer)
    return not unit.has(SpecialRule.NATIVES) and (len(near) > 1 or steady)


def command_found_closely(battle: LibertyBattle, unit: Regiment) -> bool:
    for number, general in enumerate(battle.generals):
        if (general.brigade, general.side) == (unit.brigade, unit.side) and general.pose is not None:
            near = is_within(distance(unit, body_of(battle, number)), unit.profile.command_range * INCH)
            return near if general.attached_to is None else general.attached_to == unit.id
    return False


def nearest_enemies(battle: LibertyBattle, unit: Regiment) -> list[Point]:
    assert unit.pose is not None
    here = centre(unit.pose, unit.shape)
    enemies = [centre(foe.pose, foe.shape) for foe in battle.units if foe.pose and foe.side != unit.side]
    return sorted(enemies, key=lambda there: apart(here, there))[:3]


def facings_found_closely(battle: LibertyBattle, unit: Regiment) -> list[int]:
    """The present heading, and those to the middle of each enemy whose middle is in range."""
    assert unit.pose is not None
    here, reach = centre(unit.pose, unit.shape), unit.profile.long_max * INCH
    foes = [foe for foe in battle.on_table(1 - unit.side) if foe.pose is not None]
    near = [foe for foe in foes if foe.pose and apart(here, centre(foe.pose, foe.shape)) <= reach]
    return list(dict.fromkeys((unit.pose.heading, *(facing_towards(unit, foe) for foe in near))))


def terms_of(battle: LibertyBattle, unit: Regiment) -> list[Terms]:
    """The terms on which a unit would march and fall back."""
    found = []
    for order in MOVES[:2] if unit.arm is Arm.UNLIMBERED else MOVES:
        march = March(order)
        left = movement.allowance(battle, unit, march)
        ahead = order in (Order.ADVANCE, Order.RUN)
        found.append((movement.march_terms if ahead else movement.back_terms)(battle, unit, march, left))
    return found


def terms_made_anew(battle: LibertyBattle, unit: Regiment) -> list[Terms]:
    """The same, with nothing known of moves made alike; the friends in order are passed."""
    movement._known.clear()
    found = terms_of(battle, unit)
    for terms in found:
        passed = {number for passing in terms.passing for number in passing.bodies}
        mates = [one for one in standing(battle) if one.side == unit.side and one.id != unit.id]
        assert passed == {one.id for one in mates if not one.disorder and not one.routing}
    return found


def brigade_found_closely(battle: LibertyBattle, body: Body) -> list[Point]:
    """The middles of the units of a General's brigade, those out of his command first."""
    brigade = battle.generals[general_on(battle, body)].brigade
    units = [unit for unit in standing(battle) if unit.brigade == brigade and unit.side == body.side]
    apart = [unit for unit in units if not is_in_command(battle, unit)]
    near = [unit for unit in units if is_in_command(battle, unit)]
    return [centre(unit.pose, unit.shape) for unit in (*apart, *near) if unit.pose is not None]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_glance_tells_what_a_close_look_tells(scenario: str) -> None:
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(3))
    agents, chance, before = (Militia(3), Militia(4)), Random(5), game.battle
    in_the_way = fit = rides = faced = 0
    for _ in range(STEPS):
        question, battle = game.question, game.battle
        if question is None:
            break
        able = charge_ways.able_to_charge(battle)
        fit += len(able)
        assert list(able.items()) == [
            (unit.id, charge_ways.farthest(battle, unit))
            for unit in standing(battle)
            if unit.side == battle.active and not charge_ways.bars(battle, unit)
        ]
        for unit, was in zip(battle.units, before.units, strict=True):
            if unit.pose is not None and unit.pose != was.pose:
                strewn = strew_generals(before.with_unit(unit), unit.pose, chance)
                touched = touched_generals(strewn, was, unit)
                in_the_way += len(touched)
                assert touched <= set(generals.in_the_way(strewn, was, unit.id))
                assert is_supported(battle, unit) == support_found_closely(battle, unit)
                assert is_in_command(battle, unit) == command_found_closely(battle, unit)
                near = nearest_enemies(battle, unit)
                assert list(in_sight(battle, unit)[: len(near)]) == near
                assert terms_of(battle, unit) == terms_made_anew(battle, unit)
                reach = float(unit.profile.long_max * INCH)
                offered, _ = turns_to_face(unit, (unit.shape,), (), scene_of(battle), Demands(), reach)
                assert offered == facings_found_closely(battle, unit)
                faced += len(offered) > 1
                scouts = unit.has(SpecialRule.SCOUTS)
                assert ignores_difficult(unit) == (rates(unit.arm).difficult == "ignore" or scouts)
        if isinstance(question, PlanMove) and question.terms.rule == "leaders.move.once":
            brigade = brigade_found_closely(battle, question.body)
            rides += not question.terms.least
            assert question.terms.least or list(question.toward) == brigade  # unless he must get away
        before = battle
        game.answer(agents[question.seat].decide(game.position()))
    assert fit
    assert in_the_way
    assert rides
    assert faced


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cover_and_difficult_ground_are_what_lies_under_a_unit(scenario: str) -> None:
    """Ground that cannot lie under a unit is not looked at (shooting.cover, terrain.open.melee)."""
    battle, chance, covered = SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), Random(7), 0
    assert isinstance(battle, LibertyBattle)
    field = battle.field
    for step in range(STEPS):
        x, y = chance.uniform(0, field.width), chance.uniform(0, field.depth)
        here = Pose(round(x), round(y), chance.randrange(3600))
        unit = replace(battle.units[step % len(battle.units)], pose=here)
        eye = Point(chance.uniform(0, field.width), chance.uniform(0, field.depth))
        middle = centre(here, unit.shape)
        under = ground_under(unit, field, LAYERS)
        covers = {piece for piece in under if field.pieces[piece].kind in aim._covering_kinds()}
        for piece, far in enumerate(distances_to_ground(unit, field)):
            at = field.pieces[piece].kind == "fence" and far <= 50
            if at and piece not in under and is_crossed(field, piece, eye, middle, LAYERS):
                covers.add(piece)
        assert aim.covering(battle, unit, Look(eye, middle, apart(eye, middle))) == covers
        slow = any(field.pieces[piece].kind in melee_ground._difficult_kinds() for piece in under)
        assert movement.is_over(field, unit, melee_ground._difficult_kinds()) == slow
        covered += bool(covers) or slow
    assert covered > 5

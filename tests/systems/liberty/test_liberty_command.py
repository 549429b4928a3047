"""Command and support, disorder markers, and what a unit brings to a test."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command import is_in_command, is_reliable, is_supported, nerve_of
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.events import UnitDisordered
from sandtable.systems.liberty.morale import Result
from sandtable.systems.liberty.opening import open_phase
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.trials import suffer
from sandtable.systems.liberty.turn import gain_points
from sandtable.systems.liberty.turn_events import MarkersTaken
from sandtable.table.measure import distance, is_within
from sandtable.table.space import Body, Pose, inches
from tests.systems.liberty.drill import at, drill
from tests.systems.liberty.parade import LIGHTS, MILITIA, battle, ground, unit

Case = Callable[[str], dict[str, Any]]

NATIVES = "british.allied-indians"


def general(x: float, y: float, attached_to: int | None = None) -> General:
    return General("Morgan", 0, "first", Pose(inches(x), inches(y), 0), attached_to)


def so_far(number: int, distance: float, profile: str = MILITIA) -> Regiment:
    """A unit whose nearest point lies so far from the right edge of a General's base at x = 0."""
    return unit(number, 0.5 + distance + 4, 20, profile=profile)


def test_command_reaches_twelve_inches_and_thirty_for_independent_units(case: Case) -> None:
    """lib-004: command.range, command.range.measure, special.independent"""
    distances = (11.9, 12.0, 12.1, 29.5)
    profiles = (MILITIA, MILITIA, MILITIA, LIGHTS)
    units = tuple(so_far(n, d, p) for n, (d, p) in enumerate(zip(distances, profiles, strict=True)))
    scene = battle(*units, generals=(general(0, 20),))
    assert [is_in_command(scene, each) for each in units] == case("lib-004")["in_command"]


def test_an_attached_general_commands_only_the_unit_he_touches(case: Case) -> None:
    """lib-005: leaders.attach.command"""
    units = (unit(0, 10, 20), unit(1, 17, 20, bases=3), unit(2, 30, 20, profile=LIGHTS))
    scene = battle(*units, generals=(general(10, 18, attached_to=0),))
    named = dict(zip("ABC", units, strict=True))
    assert [name for name, each in named.items() if is_in_command(scene, each)] == case("lib-005")[
        "in_command"
    ]


def test_a_brigade_without_its_general_is_out_of_command() -> None:
    scene = battle(unit(0, 10, 20))
    assert not is_in_command(scene, scene.units[0])


def friends_of(tester: str) -> LibertyBattle:
    """A tester and friends: STEADY at 11 in, a WORN router at 5 in, SHAKEN at 3 in, WORN and disordered at
    12.0 in."""
    me = unit(0, 36, 24, profile=tester)
    half = me.shape.width / 200
    steady = unit(1, 36 + half + 11 + 4, 24)
    shaken = unit(2, 36, 24 - me.shape.depth / 100 - 3, hits=16)
    worn = unit(3, 36 - half - 12 - 4, 24, hits=8, disorder=1)
    routing = unit(4, 36, 24 + 5 + 2, hits=8, routing=1)
    return battle(me, steady, shaken, worn, routing)


def test_two_steady_or_worn_friends_support(case: Case) -> None:
    """lib-006: dice.reroll.supported, dice.reroll.supported.who, special.natives"""
    scene = friends_of(MILITIA)
    assert is_supported(scene, scene.units[0]) is case("lib-006")["supported"]
    natives = friends_of(NATIVES)
    assert is_supported(natives, natives.units[0]) is case("lib-006")["as_natives"]
    fewer = scene.with_unit(replace(scene.units[3], pose=None))
    assert not is_supported(fewer, fewer.units[0])


def test_disorder_markers_of_the_own_turn_come_off_in_the_next(case: Case) -> None:
    """lib-001: disorder.own-phase, turn.command.b"""
    scene = battle(unit(0, 36, 10))
    scene = UnitDisordered(0).apply(scene)
    assert scene.units[0].disorder == case("lib-001")["markers_after"]
    assert MarkersTaken().apply(scene).units[0].disorder == case("lib-001")["after_step_b"]


def test_disorder_in_the_enemys_turn_costs_two_markers(case: Case) -> None:
    """lib-002: disorder.enemy-phase"""
    scene = UnitDisordered(0).apply(replace(battle(unit(0, 36, 10)), active=1))
    markers = [scene.units[0].disorder]
    for _ in range(2):
        scene = MarkersTaken().apply(replace(scene, active=0))
        markers.append(scene.units[0].disorder)
    assert markers == case("lib-002")["markers"]


def test_disorder_markers_do_not_pile_up(case: Case) -> None:
    """lib-003: disorder.markers.cap"""
    scene = UnitDisordered(0).apply(replace(battle(unit(0, 36, 10, disorder=1)), active=1))
    scene = UnitDisordered(0).apply(scene)
    assert scene.units[0].disorder == case("lib-003")["markers"]


def test_chosen_readings_reach_the_test() -> None:
    """tests.success.morale-conflict, dice.reroll.reliable.scope"""
    scene = battle(unit(0, 36, 10))
    assert not nerve_of(scene, scene.units[0]).flat_successes
    chosen = Readings((("dice.reroll.reliable.scope", 1), ("tests.success.morale-conflict", 1)))
    other = replace(scene, readings=chosen)
    assert nerve_of(other, other.units[0]).flat_successes
    assert nerve_of(other, other.units[0]).reliable_in_morale


def test_every_unit_belongs_to_one_brigade_and_looks_to_its_general_only() -> None:
    """command.assign, leaders.number"""
    mine = unit(0, 10, 20)
    other = replace(unit(1, 30, 20), brigade="second")
    scene = battle(mine, other, generals=(general(10, 15),))
    assert is_in_command(scene, mine)
    assert not is_in_command(scene, replace(other, pose=mine.pose))


def test_a_steady_unit_needs_one_friend_within_ten_inches_or_two_within_twelve() -> None:
    """special.steady, special.steady.alt: no unit of the lists has the rule, so one is given it here."""
    assert not is_supported(battle(unit(0, 36, 24), unit(1, 36 + 4 + 10 + 4, 24)), unit(0, 36, 24))
    me = replace(unit(0, 36, 24), special=(SpecialRule.STEADY,))
    half = me.shape.width / 200
    near, far = unit(1, 36 + half + 10 + 4, 24), unit(1, 36 + half + 10.1 + 4, 24)
    second = unit(2, 36 - half - 12 - 4, 24)
    assert is_supported(battle(me, near), me)
    assert not is_supported(battle(me, far), me)
    assert is_supported(battle(me, far, second), me)


def supported_as_measured(scene: LibertyBattle, unit: Regiment) -> bool:
    """The same, with every friend measured."""
    sound = [
        distance(unit, friend)
        for friend in scene.on_table(unit.side)
        if friend.id != unit.id and not friend.routing and friend.state is not State.SHAKEN
    ]
    near, close = (sum(is_within(far, inches(limit)) for far in sound) for limit in (12, 10))
    return near >= 2 or (unit.has(SpecialRule.STEADY) and close >= 1)


def test_those_who_support_are_those_measured_near_enough() -> None:
    """dice.reroll.supported, dice.reroll.supported.who, special.steady"""
    random, found = Random(1), set()
    formations = (Formation.LINE, Formation.COLUMN, Formation.MARCH_COLUMN)
    for _ in range(200):
        units = [
            replace(
                unit(
                    number,
                    random.uniform(4, 68),
                    random.uniform(4, 44),
                    random.choice((0, 90, random.uniform(0, 359))),
                    bases=random.randint(3, 5),
                    formation=random.choice(formations),
                    hits=random.choice((0, 7, 17)),
                ),
                routing=random.random() < 0.1,
                special=(SpecialRule.STEADY,) if random.random() < 0.3 else (),
            )
            for number in range(random.randint(2, 7))
        ]
        scene = battle(*units)
        for one in units:
            supported = is_supported(scene, one)
            assert supported is supported_as_measured(scene, one)
            found.add((supported, one.has(SpecialRule.STEADY)))
    assert len(found) == 4


def test_those_in_command_are_those_measured_within_range() -> None:
    """command.range, command.range.measure, special.independent"""
    random, found = Random(2), set()
    for _ in range(400):
        leader = replace(
            general(random.uniform(4, 68), random.uniform(4, 44)),
            pose=Pose(random.randrange(400, 6800), random.randrange(400, 4400), random.randrange(3600)),
        )
        one = unit(
            0,
            random.uniform(4, 68),
            random.uniform(4, 44),
            random.uniform(0, 359),
            profile=random.choice((MILITIA, LIGHTS)),
            formation=random.choice((Formation.LINE, Formation.MARCH_COLUMN)),
        )
        far = distance(one, Body(1, 0, leader.pose, roster().general.shape()))
        inside = is_within(far, inches(one.profile.command_range))
        assert is_in_command(battle(one, generals=(leader,)), one) is inside
        found.add((inside, one.profile_id))
    assert len(found) == 4


def test_works_make_those_inside_reliable() -> None:
    """fort.reliable, fort.detail: all bases must be inside."""
    works = ground("redoubt", (30, 20), (42, 20), (42, 26), (30, 26))
    assert not roster().profile(MILITIA).has(SpecialRule.RELIABLE)
    inside, outside = unit(0, 36, 24, profile=MILITIA), unit(0, 36, 27, profile=MILITIA)
    assert is_reliable(battle(inside, pieces=(works,)), inside)
    assert not is_reliable(battle(outside, pieces=(works,)), outside)
    assert nerve_of(battle(inside, pieces=(works,)), inside).reliable


def test_a_routing_unit_that_is_disordered_ignores_it() -> None:
    """disorder.routing-ignores, morale.routing"""
    scene = battle(unit(0, 36, 10, routing=1, hits=1), unit(1, 36, 40, 180, side=1))
    for result in (Result.DISORDERED, Result.RETIRE, Result.ROUTE, Result.NONE):
        assert drill(do(suffer, scene, scene.units[0], result)).events == ()
    assert drill(do(suffer, scene, scene.units[0], Result.BROKEN)).battle.units[0].broken


def test_disorder_in_the_enemys_melee_phase_is_disorder_in_his_turn() -> None:
    """disorder.enemy-phase.meaning, disorder.cause"""
    scene = at(replace(battle(unit(0, 36, 10), unit(1, 36, 30, 180, side=1)), active=1), Step.MELEES)
    done = drill(do(suffer, scene, scene.units[0], Result.DISORDERED)).battle
    assert done.units[0].disorder == 2
    own = drill(do(suffer, replace(scene, active=0), scene.units[0], Result.DISORDERED)).battle
    assert own.units[0].disorder == 1


def test_a_disordered_unit_stays_in_its_melee_and_may_not_shoot() -> None:
    """disorder.while-engaged, disorder.effect"""
    scene = battle(unit(0, 36, 20, may_shoot=1), unit(1, 36, 20, 180, side=1))
    scene = replace(scene, engagements=((0, 1),))
    done = UnitDisordered(0).apply(scene)
    assert done.engagements == ((0, 1),)
    assert not done.units[0].may_shoot


# ------------------------------------------------------------------ the opening of the phase
VETERANS = "continental.experienced-infantry-regiment"


def opening(*units: Regiment, points: int = 0) -> LibertyBattle:
    scene = at(battle(*units, unit(len(units), 36, 44, 180, side=1)), Step.OPENING)
    return replace(scene, camps=(replace(scene.camps[0], points=CommandPoints(points)), scene.camps[1]))


def test_veterans_roll_a_die_before_step_a_and_all_markers_go_on_a_four() -> None:
    """special.veterans, special.veterans.skip, turn.command.start"""
    scene = opening(unit(0, 20, 20, profile=VETERANS, disorder=2), unit(1, 40, 20, disorder=2))
    done = drill(do(open_phase, scene), [4])
    assert [one.disorder for one in done.battle.units[:2]] == [0, 2]
    assert done.battle.step is Step.ATTACHING
    failed = drill(do(open_phase, scene), [3])
    assert [one.disorder for one in failed.battle.units[:2]] == [2, 2]


def test_no_veterans_die_is_rolled_for_a_single_marker() -> None:
    """special.veterans.skip"""
    scene = opening(unit(0, 20, 20, profile=VETERANS, disorder=1), points=1)
    assert drill(do(open_phase, scene)).battle.units[0].disorder == 1


def test_reform_the_ranks_is_offered_after_the_veterans_dice() -> None:
    """action.reform-the-ranks, turn.command.start: Veterans first, then those that are still disordered."""
    scene = opening(
        unit(0, 10, 20, disorder=2),
        unit(1, 36, 20, profile=VETERANS, disorder=2),
        unit(2, 60, 20, disorder=2),
        points=1,
    )
    done = drill(do(open_phase, scene), [5, 4, 4, 1, 1], [CommandPoint.SPEND])
    assert [one.disorder for one in done.battle.units[:3]] == [0, 0, 2]
    assert done.battle.camps[0].points.left == 0, "so nobody is asked about the third"


def test_a_failed_reform_costs_the_point_and_does_nothing_else() -> None:
    """action.reform-the-ranks.fail, cp.once"""
    scene = opening(unit(0, 10, 20, disorder=2), points=1)
    done = drill(do(open_phase, scene), [4, 1, 1, 1], [CommandPoint.SPEND])
    assert (done.battle.units[0].disorder, done.battle.camps[0].points.left) == (2, 0)
    kept = drill(do(open_phase, scene), [], [CommandPoint.KEEP])
    assert (kept.battle.units[0].disorder, kept.battle.camps[0].points.left) == (2, 1)


def test_hold_the_line_may_be_used_on_the_test_of_reform_the_ranks() -> None:
    """action.reform-the-ranks.fail"""
    scene = opening(unit(0, 10, 20, disorder=2), points=2)
    done = drill(do(open_phase, scene), [4, 1, 1, 1, 4, 4, 1, 1], [CommandPoint.SPEND, CommandPoint.SPEND])
    assert (done.battle.units[0].disorder, done.battle.camps[0].points.left) == (0, 0)


def test_points_are_one_for_each_brigade_and_a_die_and_everybody_sees_them() -> None:
    """cp.generate, cp.display, cp.detail: rolled before deployment, shown with the camp."""
    scene = at(battle(unit(0, 36, 10), unit(1, 36, 40, 180, side=1)), Step.POINTS)
    done = drill(do(gain_points, scene), [3, 1])
    assert [camp.points.left for camp in done.battle.camps] == [4, 2]
    assert done.battle.step is Step.DEPLOYMENT

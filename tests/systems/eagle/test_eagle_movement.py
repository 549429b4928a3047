"""Movement: marches, dice moves, steps, wheels, and what they cost in distance and disorder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle import manoeuvres, moving
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.events import Disordered, UnitMoved, UnitShifted
from sandtable.systems.eagle.flight import Extra, Rolled
from sandtable.systems.eagle.manoeuvre_decisions import Activity, ActivityKind, Next
from sandtable.systems.eagle.movement import may_march, may_move, may_step, move_terms, plan_of, step_terms
from sandtable.systems.eagle.moving import Going, dice_pace, march_pace
from sandtable.systems.eagle.passage import is_stationary
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.troops import Formation
from sandtable.table.movement import (
    AboutFace,
    Advance,
    Leg,
    Oblique,
    Plan,
    Retire,
    Shift,
    Turn,
    Verdict,
    Wheel,
)
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    BATAVI,
    CAMPS,
    CHARIOTS,
    LEGION,
    LIGHT_HORSE,
    SKIRMISHERS,
    VETERANS,
    VEXILLATION,
    WARBAND,
    Played,
    battle,
    box,
    open_units,
    play,
    touching,
    unit,
)

Figures = Callable[[str], dict[str, Any]]
NO_DICE = Rolled(4)
TEN = Rolled(4, (6,))


def facing(mover: EagleUnit, *others: EagleUnit, **state: Any) -> EagleBattle:
    """A battle of one mover and others."""
    return battle(mover, *others, **state)


def judged(fought: EagleBattle, plan: Plan, rolled: Rolled | None = None) -> Verdict | Refusal:
    """What becomes of a plan of unit 0: by its dice, or on the march."""
    mover = fought.units[0]
    pace = march_pace(mover) if rolled is None else dice_pace(rolled)
    return plan_of(fought, mover, move_terms(fought, mover, pace)).judge(plan)


def refused(found: Verdict | Refusal) -> str:
    """The rule by which a plan was refused."""
    assert isinstance(found, Refusal), f"{found} stands"
    return found.rule


def stands(found: Verdict | Refusal) -> Verdict:
    """The verdict on a plan that stands."""
    assert isinstance(found, Verdict), f"refused: {found}"
    return found


async def moves(fought: EagleBattle, rolled: Rolled | None) -> EagleBattle:
    """Unit 0 makes a march move, or a dice move with these dice."""
    pace = march_pace(fought.units[0]) if rolled is None else dice_pace(rolled)
    return await moving.move(fought, 0, pace)


def moved(fought: EagleBattle, plan: tuple[Leg, ...], rolled: Rolled | None = None) -> Played:
    """What comes of a move of unit 0 along a plan."""
    return play(moves, fought, rolled, answers=(plan,))


# --------------------------------------------------------------------- how far
def test_a_march_stops_eight_inches_from_the_enemy(case: Figures) -> None:
    """move-march-limit: movement.march, movement.march.limits"""
    fought = facing(unit(0, 20, 10), unit(1, 20, 24, 180, side=1))
    far = round(case("move-march-limit")["distance"] * 100)
    assert stands(judged(fought, (Advance(far),))).cost == far
    assert refused(judged(fought, (Advance(far + 5),))) == "movement.march.limits"


@pytest.mark.parametrize(("profile", "far"), [(AUXILIARY, 800), (ALA, 1200), (CHARIOTS, 1200)])
def test_infantry_marches_eight_inches_and_cavalry_twelve(profile: str, far: int) -> None:
    """movement.march, movement.classes"""
    fought = facing(unit(0, 20, 10, profile=profile))
    stands(judged(fought, (Advance(far),)))
    assert refused(judged(fought, (Advance(far + 10),))) == "movement.march"


def test_only_units_beyond_eight_inches_of_every_unbroken_enemy_march() -> None:
    """movement.march.limits, dice.measure, morale.broken"""
    near = unit(1, 20, 18, 180, side=1)
    assert not may_march(facing(unit(0, 20, 10), near), unit(0, 20, 10))
    beyond = unit(1, 20, 18.1, 180, side=1)
    assert may_march(facing(unit(0, 20, 10), beyond), unit(0, 20, 10))
    routing = unit(1, 20, 14, 180, side=1, routing=True, formed=False)
    assert may_march(facing(unit(0, 20, 10), routing), unit(0, 20, 10))


def test_a_dice_move_stops_four_inches_from_formed_enemy_ahead(case: Figures) -> None:
    """move-stop: movement.stop-at-4, movement.stop.detail, movement.dice.choice"""
    fought = facing(unit(0, 20, 10), unit(1, 20, 19, 180, side=1))
    expected = case("move-stop")
    far, rolled = round(expected["distance"] * 100), Rolled(4, (5,))
    assert refused(judged(fought, (Advance(far + 5),), rolled)) == "movement.stop-at-4"
    played = moved(fought, (Advance(far),), rolled)
    assert played.battle.units[0].dp == expected["dps"]


def test_an_average_die_is_rolled_and_then_the_player_decides_about_the_next() -> None:
    """movement.within8, movement.dice.choice, movement.march.limits"""
    fought = facing(unit(0, 20, 10), unit(1, 20, 30, 180, side=1))
    answers = (Activity(ActivityKind.MOVE), Going.DICE, Extra.ROLL, (Advance(700),))
    played = play(manoeuvres.act, fought, 0, answers=answers, faces=(4, 3))
    assert played.battle.units[0].pose == Pose(2000, 1700)
    assert played.asked[1:3] == ("decision.march-or-dice", "decision.optional-dice")


def test_cavalry_that_moved_before_may_roll_a_third_die() -> None:
    """movement.within8.cavalry, movement.cavalry.moved-before"""
    foe = unit(1, 20, 17, 180, side=1)
    fresh = facing(unit(0, 20, 10, profile=ALA), foe)
    stood = play(
        manoeuvres.act, fresh, 0, answers=(Activity(ActivityKind.MOVE), Extra.ROLL, ()), faces=(4, 3)
    )
    assert stood.asked.count("decision.optional-dice") == 1
    riding = facing(unit(0, 20, 10, profile=ALA, rode_before=True), foe)
    answers = (Activity(ActivityKind.MOVE), Extra.ROLL, Extra.ROLL, ())
    went = play(manoeuvres.act, riding, 0, answers=answers, faces=(4, 3, 2))
    assert went.asked.count("decision.optional-dice") == 2


# --------------------------------------------------------------------- fatigue
@pytest.mark.parametrize(
    ("state", "points"),
    [({}, 1), ({"formed": False}, 0), ({"formation": Formation.COLUMN, "ranks": (2, 2)}, 0), ({"dp": 3}, 0)],
)
def test_a_six_on_the_dice_tires_a_formed_unit_not_in_column(state: dict[str, Any], points: int) -> None:
    """movement.fatigue, movement.fatigue.exempt, movement.fatigue.detail, morale.dp.three-cap"""
    mover = unit(0, 20, 10, **state)
    after = moved(facing(mover), (Advance(300),), TEN).battle.units[0]
    assert after.dp - mover.dp == points


def test_a_six_tires_even_a_unit_that_then_stays_where_it_is() -> None:
    """movement.fatigue.detail"""
    assert moved(facing(unit(0, 20, 10)), (), TEN).battle.units[0].dp == 1


# --------------------------------------------------------------------- ways
def test_a_formed_unit_goes_at_most_22_and_a_half_degrees_off_straight_ahead() -> None:
    """movement.deviation"""
    fought = facing(unit(0, 20, 10))
    stands(judged(fought, (Oblique("left", 225, 300),)))
    assert refused(judged(fought, (Oblique("left", 230, 300),))) == "movement.deviation"
    assert isinstance(judged(fought, (Retire(200),)), Refusal)
    assert isinstance(judged(fought, (Turn(450),)), Refusal)


@pytest.mark.parametrize(("profile", "state"), [(ARCHERS, {}), (CHARIOTS, {}), (WARBAND, {"formed": False})])
def test_lights_chariots_and_unformed_units_turn_freely_and_go_anywhere(
    profile: str, state: dict[str, Any]
) -> None:
    """movement.wheel.detail, formation.unformed, movement.measure"""
    fought = facing(unit(0, 30, 20, profile=profile, **state))
    found = stands(judged(fought, (Turn(1350), Advance(600), Turn(-1350)), Rolled(4, (2,))))
    assert found.cost == 600


def test_a_unit_that_turns_on_the_spot_and_then_goes_has_moved() -> None:
    """control.last-move, movement.passage.detail, control.conform: only a turn alone is standing"""
    fought = facing(unit(0, 20, 10, profile=ARCHERS))
    went = moved(fought, (Turn(450), Advance(300)), TEN).battle
    assert (went.units[0].record, went.units[0].moved) == (Record.ADVANCE, True)
    assert went.march_of(0) is not None
    turned = moved(fought, (Turn(450),), TEN).battle
    assert (turned.units[0].record, turned.units[0].moved) == (Record.STAND, False)
    assert turned.march_of(0) is None


def test_a_wheel_costs_the_way_of_the_outer_corner(case: Figures) -> None:
    """move-wheel: movement.wheel, movement.wheel.hi, movement.wheel.detail"""
    expected = case("move-wheel")
    heavy = unit(0, 20, 10, profile=VEXILLATION, formation=Formation.LINE, ranks=(4,), began=4)
    fought = facing(heavy, unit(1, 20, 17, 180, side=1))
    found = stands(judged(fought, (Wheel("left", 300),), Rolled(5)))
    assert found.cost / 100 == pytest.approx(expected["cost"], abs=1e-5)
    assert found.left / 100 == pytest.approx(expected["left"], abs=1e-5)
    assert moved(fought, (Wheel("left", 300),), Rolled(5)).battle.units[0].dp == expected["dps"]


@pytest.mark.parametrize(
    ("profile", "formation", "ranks", "away", "points"),
    [
        (VEXILLATION, Formation.LINE, (5,), 7, 1),
        (VEXILLATION, Formation.LINE, (5,), 9, 0),
        (VEXILLATION, Formation.WEDGE, (1, 2, 2), 7, 0),
        (VEXILLATION, Formation.COLUMN, (2, 2, 1), 7, 0),
        (AUXILIARY, Formation.LINE, (4,), 7, 0),
    ],
)
def test_only_heavy_infantry_near_the_enemy_is_disordered_by_a_wheel(
    profile: str, formation: Formation, ranks: tuple[int, ...], away: float, points: int
) -> None:
    """movement.wheel.hi"""
    mover = unit(0, 20, 10, profile=profile, formation=formation, ranks=ranks)
    fought = facing(mover, unit(1, 20, 10 + away, 180, side=1))
    assert moved(fought, (Wheel("left", 100),), Rolled(5)).battle.units[0].dp == points


def test_heavy_infantry_takes_one_point_however_often_it_wheels() -> None:
    """movement.wheel.detail"""
    mover = unit(0, 20, 10, profile=VEXILLATION, formation=Formation.LINE, ranks=(3, 2))
    fought = facing(mover, unit(1, 20, 17, 180, side=1))
    assert moved(fought, (Wheel("left", 100), Wheel("right", 100)), Rolled(5)).battle.units[0].dp == 1


def test_a_wedge_wheels_about_its_tip() -> None:
    """movement.wheel.detail: a front of 1.5 in wheels 60 degrees for 1.57 in"""
    wedge = unit(0, 20, 10, profile=VETERANS, formation=Formation.WEDGE, ranks=(1, 2, 3, 4))
    assert stands(judged(facing(wedge), (Wheel("right", 600),))).cost == pytest.approx(157.08, abs=0.01)


def test_cavalry_that_faces_about_takes_a_point_and_has_half_its_march_left(case: Figures) -> None:
    """move-about-face: movement.about-face, movement.half-move"""
    expected = case("move-about-face")
    fought = facing(unit(0, 20, 20, profile=ALA, dp=1), unit(1, 20, 30, 180, side=1))
    far = round(expected["distance"] * 100)
    assert refused(judged(fought, (AboutFace(), Advance(far + 5)))) == "movement.march"
    after = moved(fought, (AboutFace(), Advance(far))).battle.units[0]
    assert (after.dp, after.pose) == (expected["dps"], Pose(2000, 1250, 1800))


def test_infantry_faces_about_without_disorder() -> None:
    """movement.about-face"""
    assert moved(facing(unit(0, 20, 20)), (AboutFace(),)).battle.units[0].dp == 0


# --------------------------------------------------------------------- distances to keep
def test_no_move_comes_within_an_inch_of_any_enemy() -> None:
    """movement.stop.detail: unformed enemies do not stop a move at 4 in, but an inch is kept"""
    loose = unit(1, 20, 18, 180, side=1, profile=WARBAND, formed=False)
    fought = facing(unit(0, 20, 10, profile=WARBAND), loose)
    stands(judged(fought, (Advance(700),), TEN))
    assert refused(judged(fought, (Advance(710),), TEN)) == "movement.stop.detail"


def test_a_unit_already_within_four_inches_may_turn_away_but_not_go_nearer() -> None:
    """movement.stop.detail"""
    fought = facing(unit(0, 20, 10), unit(1, 20, 13, 180, side=1))
    assert refused(judged(fought, (Advance(50),), NO_DICE)) == "movement.stop-at-4"
    stands(judged(fought, (AboutFace(), Advance(200)), NO_DICE))


def test_formed_enemy_on_the_flank_does_not_stop_a_move() -> None:
    """movement.stop.detail: to the front means in the mover's front arc"""
    aside = unit(1, 26.5, 10, 270, side=1)
    stands(judged(facing(unit(0, 20, 10), aside), (Advance(400),), NO_DICE))


def test_a_shaken_unit_ends_no_nearer_to_an_enemy_within_eight_inches() -> None:
    """morale.shaken.effects"""
    mover = unit(0, 20, 10, dp=5, shaken=True, formed=False)
    fought = facing(mover, unit(1, 20, 17, 180, side=1))
    assert refused(judged(fought, (Advance(100),), NO_DICE)) == "morale.shaken.effects"
    stands(judged(fought, (Turn(1800), Advance(400)), NO_DICE))


def test_no_move_leaves_the_table() -> None:
    """movement.table-edge"""
    assert refused(judged(facing(unit(0, 20, 44)), (Advance(500),))) == "movement.table-edge"


# --------------------------------------------------------------------- who may move
@pytest.mark.parametrize(
    "state",
    [
        {"control": Control.HALTED},
        {"control": Control.REPEATS},
        {"control": Control.FOLLOWS},
        {"control": Control.WAITS},
        {"steadied": True},
        {"routing": True, "formed": False},
    ],
)
def test_some_units_make_no_move_of_their_own(state: dict[str, Any]) -> None:
    """control.halt, control.repeat, control.follow-eagle, command.steady.no-move, rout.state"""
    mover = unit(0, 20, 10, **state)
    assert not may_move(facing(mover), mover)


def test_a_unit_in_contact_with_an_enemy_that_does_not_rout_does_not_move() -> None:
    """movement.engaged"""
    mover, foe = unit(0, 20, 10), unit(1, 20, 10, 180, side=1)
    assert not may_move(battle(mover, foe, contacts=(touching(1, 0),)), mover)
    router = unit(1, 20, 10, 180, side=1, routing=True, formed=False)
    assert may_move(battle(mover, router, contacts=(touching(0, 1),)), mover)


def test_a_halted_unit_may_redress_and_a_halted_light_unit_shoot_twice() -> None:
    """control.halt, command.steady.limits"""
    foe = unit(1, 20, 16, 180, side=1)
    halted = unit(0, 20, 10, dp=2, control=Control.HALTED, profile=BATAVI)
    kinds = [one.kind for one in manoeuvres.activities(facing(halted, foe), halted)]
    assert kinds == [ActivityKind.REDRESS, ActivityKind.STAND]
    near = unit(1, 20, 13, 180, side=1)
    lights = unit(0, 20, 10, control=Control.HALTED, profile=ARCHERS)
    kinds = [one.kind for one in manoeuvres.activities(facing(lights, near), lights)]
    assert kinds == [ActivityKind.SHOOT_TWICE, ActivityKind.STAND]


# --------------------------------------------------------------------- steps
def test_only_good_infantry_steps_back_or_aside(case: Figures) -> None:
    """move-sidestep: movement.side-step, movement.side-step.detail"""
    foe = unit(1, 20, 13, 180, side=1)
    good, poor = unit(0, 20, 10, profile=BATAVI), unit(0, 20, 10, profile=AUXILIARY)
    assert may_step(facing(poor, foe), poor) is case("move-sidestep")["c_allowed"]
    fought = facing(good, foe)
    assert may_step(fought, good)
    most = round(case("move-sidestep")["b_max"] * 100)
    question = plan_of(fought, good, step_terms(fought, good))
    stands(question.judge((Retire(most),)))
    stands(question.judge((Shift("left", most),)))
    assert isinstance(question.judge((Retire(most + 10),)), Refusal)
    assert isinstance(question.judge((Retire(100), Shift("left", 100))), Refusal)
    played = play(manoeuvres.act, fought, 0, answers=(Activity(ActivityKind.STEP), (Retire(most),)))
    after = played.battle.units[0]
    assert (after.pose, after.dp, after.record) == (Pose(2000, 800), 0, Record.WITHDRAW)


# --------------------------------------------------------------------- what is written down
@pytest.mark.parametrize(
    ("plan", "record"),
    [
        ((), Record.STAND),
        ((AboutFace(),), Record.STAND),
        ((Advance(200),), Record.ADVANCE),
        ((AboutFace(), Advance(200)), Record.WITHDRAW),
    ],
)
def test_a_move_writes_down_whether_it_led_towards_or_away_from_the_enemy(
    plan: tuple[Leg, ...], record: Record
) -> None:
    """control.last-move"""
    fought = facing(unit(0, 20, 20), unit(1, 20, 40, 180, side=1))
    played = play(manoeuvres.act, fought, 0, answers=(Activity(ActivityKind.MOVE), Going.MARCH, plan))
    assert played.battle.units[0].record is record


def test_a_unit_that_evaded_and_then_stands_has_stood() -> None:
    """control.last-move: written anew whenever it acts"""
    lights = unit(0, 20, 20, profile=ARCHERS, record=Record.EVADE)
    fought = facing(lights, unit(1, 20, 40, 180, side=1))
    stood = play(manoeuvres.act, fought, 0, answers=(Activity(ActivityKind.STAND),))
    assert stood.battle.units[0].record is Record.STAND


def test_a_move_of_an_inch_or_more_counts_as_having_moved_before() -> None:
    """movement.cavalry.moved-before"""
    fought = facing(unit(0, 20, 20, profile=ALA))
    assert [moved(fought, (Advance(far),)).battle.units[0].rode for far in (99, 100)] == [False, True]


# --------------------------------------------------------------------- rough ground
@pytest.mark.parametrize(("profile", "points"), [(VEXILLATION, 2), (AUXILIARY, 1), (ARCHERS, 0)])
def test_rough_ground_disorders_heavy_and_medium_infantry(profile: str, points: int) -> None:
    """terrain.rough.hi, terrain.rough.mi, terrain.rough.detail"""
    fought = facing(unit(0, 20, 10, profile=profile), pieces=(box("wood", 10, 11, 30, 20),))
    assert moved(fought, (Advance(300),)).battle.units[0].dp == points


def test_two_points_of_rough_ground_stop_at_three(case: Figures) -> None:
    """morale-cap-rough: morale.dp.three-cap, morale.three-cap.detail"""
    mover = unit(0, 20, 10, profile=VEXILLATION, dp=2)
    fought = facing(mover, pieces=(box("wood", 10, 11, 30, 20),))
    assert moved(fought, (Advance(300),)).battle.units[0].dp == case("morale-cap-rough")["dps"]


def test_standing_in_rough_ground_costs_nothing_and_leaving_it_does() -> None:
    """terrain.rough.detail"""
    fought = facing(unit(0, 20, 10), pieces=(box("marsh", 10, 5, 30, 12),))
    assert moved(fought, ()).battle.units[0].dp == 0
    assert moved(fought, (Advance(600),)).battle.units[0].dp == 1


def test_rough_ground_is_closed_to_cavalry() -> None:
    """terrain.rough.cavalry, terrain.types"""
    pieces = (box("scrub or broken ground", 10, 14, 30, 20),)
    assert refused(judged(facing(unit(0, 20, 10, profile=ALA), pieces=pieces), (Advance(600),))) == (
        "terrain.rough.cavalry"
    )
    deep = (box("deep river or cliff", 10, 14, 30, 20),)
    assert refused(judged(facing(unit(0, 20, 10), pieces=deep), (Advance(600),))) == "terrain.types"


def test_at_the_river_batavians_swim_and_roman_horse_fords_without_disorder() -> None:
    """army.scenario: swimmers are disordered as by a ford, horse is not"""
    deep, ford = box("deep river or cliff", 0, 12, 72, 14), box("ford or shallow river", 0, 12, 72, 14)
    river: dict[str, Any] = {"specials": ("swimmers", "horse-fords")}
    swimmers = facing(unit(0, 20, 10, profile=BATAVI), pieces=(deep,), **river)
    assert moved(swimmers, (Advance(700),)).battle.units[0].dp == 1
    others = facing(unit(0, 20, 10), pieces=(deep,), **river)
    assert isinstance(judged(others, (Advance(700),)), Refusal)
    horse = facing(unit(0, 20, 10, profile=ALA), pieces=(ford,), **river)
    assert moved(horse, (Advance(700),)).battle.units[0].dp == 0
    chariots = facing(unit(0, 20, 10, profile=CHARIOTS), pieces=(ford,), **river)
    assert isinstance(judged(chariots, (Advance(700),)), Refusal)


# --------------------------------------------------------------------- passage of lines
def through(*, moved_before: bool, profile: str = ARCHERS, legion: str = "") -> Played:
    """A unit passes back through heavy infantry 5 in from the enemy."""
    kin: dict[str, Any] = {"legion": legion} if legion else {}
    mover = unit(0, 20, 12.5, 180, profile=profile, **kin)
    heavy = unit(1, 20, 11, profile=VEXILLATION, ranks=(5,), formation=Formation.LINE, moved=moved_before)
    foe = unit(2, 20, 16, 180, side=1)
    return moved(battle(mover, heavy, foe), (Advance(500),), Rolled(5))


def test_lights_pass_through_formed_troops_that_stand_and_disorder_those_that_moved(case: Figures) -> None:
    """move-passage-light: movement.passage, movement.passage.detail"""
    expected = case("move-passage-light")
    standing = through(moved_before=False).battle
    assert standing.units[1].dp == expected["first_hi"]
    crossed = through(moved_before=True).battle
    assert (crossed.units[1].dp, crossed.units[0].dp) == (expected["second_hi"], expected["second_li"])


def test_a_unit_that_moves_after_it_was_passed_takes_its_point_then(case: Figures) -> None:
    """move-passage-later: movement.passage.detail"""
    expected = case("move-passage-later")
    passed = through(moved_before=False).battle
    assert passed.units[1].dp == expected["at_passage"]

    async def later(fought: EagleBattle) -> EagleBattle:
        return await moving.move(fought, 1, dice_pace(Rolled(3)))

    assert play(later, passed, answers=((Advance(100),),)).battle.units[1].dp == expected["after_move"]
    assert play(later, passed, answers=((),)).battle.units[1].dp == expected["if_it_stood"]


def test_heavy_infantry_of_one_legion_pass_each_other_if_one_stands(case: Figures) -> None:
    """move-passage-legion: movement.passage.legion"""
    expected = case("move-passage-legion")
    kin = through(moved_before=False, profile=VEXILLATION).battle
    assert [one.dp for one in kin.units[:2]] == [expected["first"]] * 2
    both = through(moved_before=True, profile=VEXILLATION).battle
    assert [one.dp for one in both.units[:2]] == [expected["second_each"]] * 2
    strangers = through(moved_before=False, profile=VEXILLATION, legion="II").battle
    assert [one.dp for one in strangers.units[:2]] == [1, 1]


def test_units_in_contact_count_as_stationary_though_they_have_moved() -> None:
    """movement.passage.detail"""
    moved_up, foe = unit(0, 20, 10, moved=True), unit(1, 20, 10, 180, side=1)
    assert is_stationary(battle(moved_up, foe, contacts=(touching(0, 1),)), moved_up)
    assert not is_stationary(battle(moved_up, foe), moved_up)


def test_a_unit_takes_one_point_a_turn_for_passages() -> None:
    """movement.passage.detail"""
    mover = unit(0, 20, 12.5, 180, profile=ARCHERS)
    crossed: dict[str, Any] = {"moved": True, "crossed": True}
    heavy = unit(1, 20, 11, profile=VEXILLATION, formation=Formation.LINE, ranks=(5,), **crossed)
    fought = battle(mover, heavy, unit(2, 20, 16, 180, side=1))
    assert moved(fought, (Advance(500),), Rolled(5)).battle.units[1].dp == 0


def test_a_move_through_friends_ends_clear_of_them() -> None:
    """movement.passage.detail"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 14))
    assert refused(judged(fought, (Advance(350),), Rolled(4, (4,)))) == "movement.passage.detail"
    stands(judged(fought, (Advance(510),), Rolled(4, (4,))))


# --------------------------------------------------------------------- lights before a formed advance
def test_lights_fall_back_before_a_formed_advance_to_four_inches() -> None:
    """turn.manoeuvre.lights-fall-back, movement.lights-fall-back.detail: 3 in nearer than 4, so 3 in back"""
    lights = unit(1, 20, 19, 180, side=1, profile=SKIRMISHERS)
    played = moved(facing(unit(0, 20, 10), lights), (Advance(800),), TEN)
    (fell,) = played.told(UnitShifted)
    assert (fell.unit, fell.to) == (1, Pose(2000, 2200, 1800))
    assert played.battle.units[0].pose == Pose(2000, 1800)
    assert (played.battle.units[1].taken, played.battle.units[1].record) == (False, None)
    assert played.battle.units[1].moved, "it is no longer stationary (movement.passage.detail)"


def test_lights_that_face_away_turn_to_the_advance_as_they_fall_back() -> None:
    """movement.lights-fall-back.detail: faced towards the mover, 4 in from it"""
    lights = unit(1, 20, 18, 0, side=1, profile=SKIRMISHERS)
    played = moved(facing(unit(0, 20, 10), lights), (Advance(600),), TEN)
    assert played.battle.units[1].pose == Pose(2000, 2000, 1800)


def test_lights_aside_or_before_other_lights_do_not_fall_back() -> None:
    """movement.lights-fall-back.detail: ahead of a formed unit only"""
    lights = unit(1, 20, 19, 180, side=1, profile=SKIRMISHERS)
    loose = facing(unit(0, 20, 10, profile=ARCHERS), lights)
    assert refused(judged(loose, (Advance(850),), TEN)) == "movement.stop.detail"
    beside = unit(1, 25.6, 9, 270, side=1, profile=SKIRMISHERS)
    assert moved(facing(unit(0, 20, 10), beside), (Advance(300),), TEN).told(UnitShifted) == ()


def test_lights_at_the_edge_of_the_table_stop_the_advance_an_inch_short() -> None:
    """movement.lights-fall-back.detail"""
    lights = unit(1, 20, 46, 180, side=1, profile=SKIRMISHERS)
    played = moved(facing(unit(0, 20, 38), lights), (Advance(900),), TEN)
    assert played.battle.units[1].pose == Pose(2000, 4700, 1800)
    assert played.battle.units[0].pose == Pose(2000, 4600)


@pytest.mark.parametrize("planned", [850, 900, 950, 1000])
def test_to_plan_farther_never_makes_a_unit_go_less_far_before_lights_at_bay(planned: int) -> None:
    """movement.lights-fall-back.detail: where the mover only planned to end does not stop them"""
    lights = unit(1, 20, 46, 180, side=1, profile=SKIRMISHERS)
    played = moved(facing(unit(0, 20, 38), lights), (Advance(planned),), TEN)
    assert [one.pose for one in played.battle.units] == [Pose(2000, 4600), Pose(2000, 4700, 1800)]


def test_other_lights_fall_back_from_where_the_advance_really_ends() -> None:
    """movement.lights-fall-back.detail: one at bay stops it an inch short of itself"""
    corner = unit(1, 18, 46, 180, side=1, profile=SKIRMISHERS, ranks=(2,))
    other = unit(2, 22.5, 44.5, 180, side=1, profile=SKIRMISHERS, ranks=(2,))
    deep = facing(unit(0, 20, 38), corner, other, size=(72, 56))
    # On a table that is deeper nobody is at bay: they go 4 in beyond the planned end at 47.
    played = moved(deep, (Advance(900),), TEN)
    assert [(one.pose or Pose(0, 0)).y for one in played.battle.units] == [4700, 5100, 5100]
    # A cliff behind the first alone: it stays there, the advance stops at 46, and the other goes to 50.
    cliff = box("deep river or cliff", 14, 48, 19.9, 56)
    stopped = moved(replace(deep, field=replace(deep.field, pieces=(cliff,))), (Advance(900),), TEN)
    assert [(one.pose or Pose(0, 0)).y for one in stopped.battle.units] == [4600, 4700, 5000]


def test_light_horse_falls_back_twelve_inches_and_light_foot_eight() -> None:
    """movement.lights-fall-back.detail"""
    for profile, back in ((SKIRMISHERS, 8), (LIGHT_HORSE, 9)):
        lights = unit(1, 20, 11, 180, side=1, profile=profile)
        fought = facing(unit(0, 20, 9, profile=ALA), lights)
        played = moved(fought, (Advance(700),), Rolled(5, (6,)))
        assert played.told(UnitShifted)[0].to.y == 1100 + 100 * back


def test_lights_in_ground_that_the_mover_may_not_enter_stay() -> None:
    """movement.lights-fall-back.detail"""
    lights = unit(1, 20, 16, 180, side=1, profile=SKIRMISHERS)
    fought = facing(unit(0, 20, 10, profile=ALA), lights, pieces=(box("wood", 10, 15.5, 30, 20),))
    assert moved(fought, (Advance(400),), TEN).told(UnitShifted) == ()


def test_british_lights_fall_back_among_their_wagons_which_stop_only_those_who_flee() -> None:
    """movement.lights-fall-back.detail, army.scenario"""
    wagons = box("village or camp", 10, 21, 30, 24, id="wagons")
    lights = unit(1, 20, 19, 180, side=1, profile=SKIRMISHERS)
    camps = CAMPS[0], replace(CAMPS[1], baggage="wagons")
    fought = facing(unit(0, 20, 10), lights, pieces=(wagons,), camps=camps, specials=("wagon-wall",))
    assert moved(fought, (Advance(800),), TEN).battle.units[1].pose == Pose(2000, 2200, 1800)


def test_lights_in_combat_do_not_fall_back() -> None:
    """movement.lights-fall-back.detail"""
    lights = unit(1, 20, 14, 180, side=1, profile=SKIRMISHERS)
    friend = unit(2, 20, 14, profile=ARCHERS)
    fought = battle(unit(0, 20, 10), lights, friend, contacts=(touching(2, 1),))
    assert moved(fought, (Advance(200),), NO_DICE).told(UnitShifted) == ()


# --------------------------------------------------------------------- the plan of a move is kept
def test_what_a_unit_did_is_kept_for_those_who_conform_to_it() -> None:
    """control.conform"""
    after = moved(facing(unit(0, 20, 10)), (Wheel("left", 50), Advance(300)), TEN).battle
    march = after.march_of(0)
    assert march is not None
    assert (march.legs, march.average, march.d6s) == ((Wheel("left", 50), Advance(300)), 4, (6,))
    assert moved(facing(unit(0, 20, 10)), (), TEN).battle.march_of(0) is None


# --------------------------------------------------------------------- one unit after another
def test_units_are_taken_one_at_a_time_in_the_order_their_owner_likes_and_once_a_turn() -> None:
    """turn.activation, decision.activation-order"""
    fought = battle(unit(0, 20, 10), unit(1, 30, 10), unit(2, 20, 40, 180, side=1))
    answers = (Next(unit=1), Activity(ActivityKind.MOVE), Going.MARCH, (Advance(800),))
    played = play(manoeuvres.manoeuvre_step, fought, answers=answers)
    assert (played.battle.units[1].taken, played.battle.units[0].taken) == (True, False)
    assert open_units(played.battle) == [0]


def test_the_points_of_a_move_are_marked_at_its_end() -> None:
    """movement.measure"""
    fought = facing(unit(0, 20, 10), pieces=(box("wood", 10, 11, 30, 20),))
    told = [type(event) for event in moved(fought, (Advance(300),), TEN).events]
    assert told == [UnitMoved, Disordered, Disordered]


def test_a_legion_moves_as_one_block() -> None:
    """formation.multi-line, movement.measure: three lines fit where the rectangle around them fits"""
    fought = facing(unit(0, 20, 10, profile=LEGION), unit(1, 20, 6))
    assert moved(fought, (Advance(800),)).battle.units[0].pose == Pose(2000, 1800)

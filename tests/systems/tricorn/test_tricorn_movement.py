"""How far units go, at what price, past whom and how near: the terms of a move."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.battle import Allowance, TricornBattle, TricornUnit
from sandtable.systems.tricorn.movement import Gait, formed_friends, move_terms, scene_for
from sandtable.systems.tricorn.paths import Through, fall_back_of, march_of, path_of, through_of
from sandtable.systems.tricorn.rates import FORCED, FULL_MOVE, HALF, allowance, rate_of, share_open
from sandtable.systems.tricorn.troops import Formation, TroopType
from sandtable.systems.tricorn.zones import in_zone
from sandtable.table.movement import (
    AboutFace,
    Advance,
    Leg,
    Oblique,
    Plan,
    Retire,
    Shift,
    Verdict,
    Wheel,
    check,
)
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HEAVY_GUNS,
    HORSE,
    HUSSARS,
    LIGHTS,
    MUSKETS,
    battle,
    box,
    garrison,
    strip,
    unit,
)
from tests.systems.tricorn.worked import figures


def judged(here: TricornBattle, *plan: Leg, share: int | None = None) -> Verdict | Refusal:
    """What becomes of a plan of the first unit."""
    mover = here.units[0]
    return path_of(here, mover, share_open(here, mover) if share is None else share).judge(plan)


def refused(verdict: object) -> str:
    assert isinstance(verdict, Refusal)
    return verdict.rule


def left(here: TricornBattle, *plan: Leg) -> float:
    """What is left of the first unit's move after a plan, in inches."""
    verdict = judged(here, *plan)
    assert isinstance(verdict, Verdict), verdict
    return verdict.left / 100


def farthest(here: TricornBattle, *plan: Leg) -> float:
    """How far the last leg of a plan goes at most, in inches, found by trying every hundredth about it."""
    *before, last = plan
    low, high = 0, 3000
    while low < high:
        middle = (low + high + 1) // 2
        tried: Plan = (*before, _longer(last, middle))
        if isinstance(judged(here, *tried), Verdict):
            low = middle
        else:
            high = middle - 1
    return low / 100


def _longer(leg: Leg, distance: int) -> Leg:
    match leg:
        case Advance():
            return Advance(distance)
        case Retire():
            return Retire(distance)
        case Shift():
            return Shift(leg.side, distance)
        case Oblique():
            return Oblique(leg.side, leg.angle, distance)
        case _:
            raise AssertionError(leg)


def one(profile: str = MUSKETS, formation: Formation | None = None, *, half: bool = False) -> TricornBattle:
    """A unit alone in the middle of an empty table."""
    who = unit(0, 36, 24, profile=profile, formation=formation)
    return battle(who, allowance=Allowance.HALF if half else Allowance.FULL)


NEARLY = 0.021
"""The one tolerance of the table, in inches."""


# --------------------------------------------------------------------- rates and allowances
def test_every_type_has_its_rates_good_and_bad() -> None:
    """movement.rates"""
    assert rate_of(TroopType.MUSKETS, Formation.LINE) == (6, 3)
    assert rate_of(TroopType.LIGHT_CAVALRY, Formation.COLUMN) == (14, 7)
    assert rate_of(TroopType.HEAVY_ARTILLERY, Formation.UNLIMBERED) == (1, 0.5)
    assert rate_of(TroopType.LIGHT_INFANTRY, Formation.LINE) == (8, 6)


def test_a_failed_roll_leaves_half_a_move_with_its_fractions() -> None:
    """initiative-poor-fails (turn.initiative.fail.half-move, movement.allowance); a rate of 3 gives 1.5"""
    here = one(half=True)
    told = allowance(here, here.units[0], share_open(here, here.units[0]))
    assert told.total == figures("initiative-poor-fails")["allowance_in"]
    light = one("guns-light", half=True)
    assert allowance(light, light.units[0], HALF).total == 1.5


def test_a_unit_out_of_the_command_radius_has_half_a_move() -> None:
    """command-out-of-radius (command.radius.effect)"""
    here = battle(unit(0, 20, 20, profile=HORSE), unit(1, 40, 20, profile=HORSE), in_command=(0,))
    inside, outside = (allowance(here, who, share_open(here, who)) for who in here.units)
    expected = figures("command-out-of-radius")
    assert inside.total == expected["in_allow"]
    assert outside.total == expected["out_allow"]
    assert outside.rules[-1] == "command.radius.effect"


def test_a_general_who_declined_leaves_no_move() -> None:
    """turn.passed-move"""
    here = battle(unit(0, 20, 20), allowance=Allowance.NONE)
    assert share_open(here, here.units[0]) == 0


# --------------------------------------------------------------------- manoeuvres and prices
def test_a_wheel_of_sixty_degrees_costs_two_inches() -> None:
    """move-wheel60 (movement.wheel.90)"""
    expected = figures("move-wheel60")["forward_in"]
    assert farthest(one(), Wheel("right", 600), Advance(1)) == pytest.approx(expected, abs=NEARLY)


def test_a_wheel_of_exactly_forty_five_degrees_costs_one() -> None:
    """move-wheel45-half (movement.wheel.45)"""
    here = one(half=True)
    expected = figures("move-wheel45-half")["forward_in"]
    assert farthest(here, Wheel("left", 450), Advance(1)) == pytest.approx(expected, abs=NEARLY)
    assert left(here, Wheel("left", 450)) == 2.0
    assert left(here, Wheel("left", 451)) == 1.0


def test_no_wheel_turns_more_than_ninety_degrees_but_several_may_be_made() -> None:
    """movement.wheel.shape"""
    assert refused(judged(one(HORSE), Wheel("left", 901))) == "movement.wheel.shape"
    assert left(one(HORSE), Wheel("left", 900), Wheel("left", 900)) == 6.0


def test_a_wheel_costs_the_same_in_a_wood() -> None:
    """movement.wheel.shape, movement.bad-going-cost"""
    wood = box("wood", 20, 10, 60, 40)
    assert left(battle(unit(0, 36, 24), pieces=(wood,)), Wheel("left", 300)) == 5.0


@pytest.mark.parametrize(("profile", "key"), [(HORSE, "heavy"), (LIGHTS, "lights")], ids=["Mounted", "Foot"])
def test_an_about_face_costs_foot_one_inch_and_mounted_two(profile: str, key: str) -> None:
    """move-about-face (movement.about-face.foot, movement.about-face.mounted)"""
    expected = figures("move-about-face")[key]
    assert farthest(one(profile), AboutFace(), Advance(1)) == pytest.approx(expected, abs=NEARLY)


def test_an_about_face_costs_guns_two_inches_limbered_or_not() -> None:
    """movement.about-face.artillery"""
    assert left(one(GUNS), AboutFace()) == 0.0
    assert left(one(GUNS, Formation.LIMBERED), AboutFace()) == 4.0
    assert refused(judged(one(HEAVY_GUNS), AboutFace())) == "movement.allowance"


@pytest.mark.parametrize(("profile", "key"), [(HORSE, "heavy"), (MUSKETS, "muskets"), (GUNS, "guns")])
def test_retrograde_is_at_half_rate_but_for_guns(profile: str, key: str) -> None:
    """move-retrograde (movement.retrograde, movement.retrograde.artillery, movement.half-rate-cost)"""
    expected = figures("move-retrograde")[key]
    assert farthest(one(profile), Retire(1)) == pytest.approx(expected, abs=NEARLY)


def test_a_side_step_on_a_half_move_is_a_quarter_of_the_rate() -> None:
    """move-sidestep-half (movement.sidestep, movement.half-rate-cost)"""
    expected = figures("move-sidestep-half")["side_in"]
    assert farthest(one(HUSSARS, half=True), Shift("left", 1)) == pytest.approx(expected, abs=NEARLY)


def test_guns_do_not_side_step() -> None:
    """movement.sidestep.artillery"""
    assert isinstance(judged(one(GUNS), Shift("left", 10)), Refusal)


def test_an_oblique_goes_up_to_twenty_two_degrees_and_pays_the_slant() -> None:
    """movement.oblique, movement.oblique.cost"""
    assert farthest(one(), Oblique("left", 220, 1)) == pytest.approx(6.0, abs=NEARLY)
    assert refused(judged(one(), Oblique("left", 221, 100))) == "movement.oblique.cost"
    assert left(one(), Advance(100), Oblique("left", 100, 200), Advance(100)) == 2.0


# --------------------------------------------------------------------- ground
@pytest.mark.parametrize(("profile", "case"), [(MUSKETS, "move-wood-muskets"), (LIGHTS, "move-wood-lights")])
def test_an_inch_in_bad_going_costs_good_rate_over_bad(profile: str, case: str) -> None:
    """movement.bad-going-cost"""
    wood = box("wood", 0, 26, 72, 40)
    here = battle(unit(0, 36, 24, profile=profile), pieces=(wood,))
    expected = 2 + figures(case)["wood_in"]
    assert farthest(here, Advance(1)) == pytest.approx(expected, abs=NEARLY)


def test_prices_of_bad_going_and_half_rate_multiply() -> None:
    """movement.bad-going-cost, movement.half-rate-cost"""
    wood = box("wood", 0, 0, 72, 48)
    here = battle(unit(0, 36, 24), pieces=(wood,))
    assert farthest(here, Retire(1)) == pytest.approx(1.5, abs=NEARLY)
    assert farthest(here, Shift("left", 1)) == pytest.approx(1.5, abs=NEARLY)


def test_a_column_on_a_road_pays_the_good_going_price_while_its_centre_stays_on_it() -> None:
    """movement.road"""
    wood, road = box("wood", 10, 10, 60, 40), strip("road", 1, (36, 0), (36, 48))
    column = unit(0, 36, 24, formation=Formation.COLUMN)
    assert farthest(battle(column, pieces=(wood, road)), Advance(1)) == pytest.approx(8.0, abs=NEARLY)
    assert farthest(battle(unit(0, 36, 24), pieces=(wood, road)), Advance(1)) == pytest.approx(3, abs=NEARLY)
    beside = unit(0, 38, 24, formation=Formation.COLUMN)
    assert farthest(battle(beside, pieces=(wood, road)), Advance(1)) == pytest.approx(4.0, abs=NEARLY)


def test_rivers_are_crossed_at_bridges_in_column_and_at_fords_by_all() -> None:
    """terrain.types, terrain.overlap, movement.road"""
    river, bridge = box("river", 0, 25, 72, 28), strip("bridge", 1, (36, 23.9), (36, 29.1))
    ford = box("ford", 30, 23, 42, 29.5)
    column = unit(0, 36, 24, formation=Formation.COLUMN)
    assert farthest(battle(column, pieces=(river,)), Advance(1)) == pytest.approx(1.0, abs=NEARLY)
    assert farthest(battle(column, pieces=(river, bridge)), Advance(1)) > 6
    horse = unit(0, 36, 24, profile=HORSE)
    assert farthest(battle(horse, pieces=(river, bridge)), Advance(1)) == pytest.approx(1.0, abs=NEARLY)
    assert farthest(battle(horse, pieces=(river, ford)), Advance(1)) > 3


def test_marsh_is_closed_to_guns_and_villages_to_horse() -> None:
    """terrain.types"""
    marsh, village = box("marsh", 0, 25, 72, 30), box("village", 34, 25, 38, 29)
    guns = battle(unit(0, 36, 24, profile=GUNS), pieces=(marsh,))
    assert refused(judged(guns, Advance(150))) == "terrain.types"
    horse = battle(unit(0, 36, 24, profile=HORSE), pieces=(village,))
    assert refused(judged(horse, Advance(200))) == "terrain.types"


def test_foot_climbs_works_for_an_inch_and_nobody_else_crosses_them() -> None:
    """terrain.works"""
    works = strip("works", 0, (30, 25), (42, 25))
    assert left(battle(unit(0, 36, 24), pieces=(works,)), Advance(300)) == pytest.approx(2.0)
    horse = battle(unit(0, 36, 24, profile=HORSE), pieces=(works,))
    assert refused(judged(horse, Advance(300))) == "terrain.types"


def test_foot_walks_through_an_empty_village_and_ends_clear_of_it() -> None:
    """terrain.building-passage"""
    village = box("village", 34, 25, 38, 26)
    here = battle(unit(0, 36, 24, profile=LIGHTS), pieces=(village,))
    assert refused(judged(here, Advance(250))) == "terrain.building-passage"
    assert isinstance(judged(here, Advance(320)), Verdict)
    held = battle(unit(0, 36, 24, profile=LIGHTS), garrison(1, village), pieces=(village,))
    assert refused(judged(held, Advance(320))) == "movement.no-overlap"


def test_a_column_follows_a_road_through_a_village_held_by_friends() -> None:
    """terrain.building-passage"""
    village, road = box("village", 34, 25, 38, 27), strip("road", 1, (36, 0), (36, 48))
    column = unit(0, 36, 24.5, formation=Formation.COLUMN)
    here = battle(column, garrison(1, village), pieces=(village, road))
    assert isinstance(judged(here, Advance(500)), Verdict)
    off = battle(
        unit(0, 37.2, 24.5, formation=Formation.COLUMN), garrison(1, village), pieces=(village, road)
    )
    assert isinstance(judged(off, Advance(500)), Refusal)


def test_no_unit_leaves_the_table_by_itself() -> None:
    """movement.table-edge"""
    assert refused(judged(battle(unit(0, 36, 45)), Advance(350))) == "movement.table-edge"


# --------------------------------------------------------------------- friends
def test_formed_friends_are_no_way_through_but_by_passing_them() -> None:
    """movement.no-overlap"""
    here = battle(unit(0, 36, 24), unit(1, 36, 26))
    assert refused(judged(here, Advance(320))) == "movement.no-overlap"


def _behind(gap: float) -> TricornBattle:
    return battle(unit(0, 36, 24), unit(1, 36, 24 + gap + 1))


def test_a_unit_passes_through_with_nothing_to_spare() -> None:
    """move-pass-through (movement.pass-through, movement.pass-through.rate, movement.pass-through.clear)"""
    here = _behind(1.0)
    question = through_of(here, here.units[0], FULL_MOVE)
    assert question is not None
    expected = figures("move-pass-through")
    needed = round(100 * expected["needed_in"])
    verdict = question.judge((Advance(needed),))
    assert isinstance(verdict, Verdict) is expected["legal"]
    assert isinstance(verdict, Verdict)
    assert verdict.allowance / verdict.cost * needed == pytest.approx(100 * expected["available_in"])
    assert verdict.passed == (1,)
    assert verdict.left == pytest.approx(0.0)
    farther = _behind(1.1)
    assert through_of(farther, farther.units[0], FULL_MOVE) is None


def test_who_has_moved_is_not_passed_through() -> None:
    """movement.pass-through: the other one stands still"""
    here = battle(unit(0, 36, 24), unit(1, 36, 26, moved=True))
    assert through_of(here, here.units[0], FULL_MOVE) is None


def test_formed_units_pass_along_front_and_rear_only() -> None:
    """movement.pass-through.edges, movement.pass-through.shape: facings within 22 degrees"""
    across = battle(unit(0, 36, 24, profile=HORSE), unit(1, 34.5, 27, 90))
    assert through_of(across, across.units[0], FULL_MOVE) is None
    slanting = battle(unit(0, 36, 24, profile=HORSE), unit(1, 36, 26.5, 20))
    assert through_of(slanting, slanting.units[0], FULL_MOVE) is not None


def test_a_friend_is_not_entered_by_its_flank() -> None:
    """movement.pass-through.shape: the edges that meet first are front or rear edges of both"""
    here = battle(unit(0, 36, 24, profile=HORSE), unit(1, 39.1, 24.6))
    slant = Oblique("right", 220, 480)
    assert refused(passage(here).judge((slant,))) == "movement.pass-through.edges"
    ahead = battle(unit(0, 36, 24, profile=HORSE), unit(1, 37, 26.2))
    assert isinstance(passage(ahead).judge((slant,)), Verdict)


def passage(here: TricornBattle) -> Through:
    """The question how the first unit goes through friends, whether a way was found for it or not."""
    mover = here.units[0]
    terms, scene = move_terms(here, mover, FULL_MOVE, Gait.THROUGH), scene_for(here, mover)
    formed = formed_friends(here, mover)
    return Through(0, mover, terms, scene, formed=formed, ways=())


def test_a_passage_does_not_end_in_contact() -> None:
    """movement.pass-through.no-contact"""
    column = unit(2, 36, 28.5, 180, side=1, formation=Formation.COLUMN)
    here = battle(unit(0, 36, 24, profile=HORSE), unit(1, 36, 26), column)
    assert refused(passage(here).judge((Advance(450),))) == "movement.one-inch"
    free = battle(unit(0, 36, 24, profile=HORSE), unit(1, 36, 26))
    question = through_of(free, free.units[0], FULL_MOVE)
    assert question is not None
    assert isinstance(question.judge((Advance(450),)), Verdict)


def test_guns_are_formed_and_unlimbered_ones_stand_still() -> None:
    """movement.pass-through.artillery: they are passed, and pass others, as formed units"""
    for formation in (Formation.UNLIMBERED, Formation.LIMBERED):
        guns = unit(1, 36, 26.5, profile=GUNS, formation=formation)
        here = battle(unit(0, 36, 24, profile=HORSE), guns)
        assert refused(judged(here, Advance(500))) == "movement.no-overlap"
        assert through_of(here, here.units[0], FULL_MOVE) is not None


def test_the_bad_going_price_is_paid_for_every_inch_of_a_passage() -> None:
    """movement.pass-through.whole-move: wheels keep their price, a wood costs nothing more"""
    wood = box("wood", 0, 0, 72, 48)
    here = battle(unit(0, 36, 24, profile=HORSE), unit(1, 36, 26), pieces=(wood,))
    terms = move_terms(here, here.units[0], FULL_MOVE, Gait.THROUGH)
    verdict = check(here.units[0], (Advance(400), Wheel("left", 300)), terms, scene_for(here, here.units[0]))
    assert [cost.cost for cost in verdict.costs] == [800, 100]


def test_light_infantry_is_passed_by_all_and_passes_all_at_its_ordinary_price() -> None:
    """movement.pass-through.light-infantry"""
    through_lights = battle(unit(0, 36, 24), unit(1, 36, 26, 90, profile=LIGHTS))
    assert isinstance(judged(through_lights, Advance(550)), Verdict)
    lights = battle(unit(0, 36, 24, profile=LIGHTS), unit(1, 36, 26, 90))
    verdict = judged(lights, Advance(620))
    assert isinstance(verdict, Verdict)
    assert verdict.cost == 620
    assert isinstance(judged(lights, Advance(150)), Refusal)


# --------------------------------------------------------------------- enemies
def test_a_move_ends_an_inch_from_every_enemy() -> None:
    """movement.one-inch: exactly an inch is allowed"""
    here = battle(unit(0, 36, 24), unit(1, 36, 28, 180, side=1))
    assert isinstance(judged(here, Advance(300)), Verdict)
    assert refused(judged(here, Advance(301))) == "movement.one-inch"


def test_who_stands_closer_may_move_away() -> None:
    """movement.one-inch"""
    column = unit(1, 37.9, 24.5, 270, side=1, formation=Formation.COLUMN)
    here = battle(unit(0, 36, 24), column)
    assert isinstance(judged(here, Shift("left", 20)), Verdict)
    assert isinstance(judged(here, Shift("right", 20)), Refusal)


def test_in_a_zone_a_unit_only_closes_with_its_enemy() -> None:
    """movement.zoc.effect"""
    here = battle(unit(0, 36, 24), unit(1, 36, 27.5, 180, side=1))
    assert isinstance(judged(here, Advance(200)), Verdict)
    assert isinstance(judged(here, Oblique("left", 100, 200)), Verdict)
    assert refused(judged(here, Shift("left", 100))) == "movement.zoc.effect"
    assert refused(judged(here, Wheel("left", 300))) == "movement.zoc.effect"
    assert refused(judged(here, AboutFace())) == "movement.zoc.effect"
    assert refused(judged(here, Retire(100))) == "movement.zoc.effect"


def test_a_wheel_towards_the_enemy_is_allowed_in_his_zone() -> None:
    """movement.zoc.effect"""
    here = battle(unit(0, 36, 24, 20), unit(1, 36, 27.5, 180, side=1))
    assert isinstance(judged(here, Wheel("left", 200)), Verdict)


def test_who_has_been_in_a_zone_is_bound_for_the_rest_of_his_move() -> None:
    """movement.zoc.effect: from then on in this move, also once he has gone by"""
    horse, enemy = unit(0, 39.5, 25, profile=HORSE), unit(1, 36, 28, 180, side=1)
    slant, step = Oblique("right", 220, 200), Shift("right", 50)
    here = battle(horse, enemy)
    gone = judged(here, slant)
    assert isinstance(gone, Verdict)
    assert in_zone(here, enemy, horse)
    assert not in_zone(here, enemy, replace(horse, pose=gone.end))
    assert refused(judged(here, slant, step)) == "movement.zoc.effect"
    assert isinstance(judged(here, slant, Advance(50)), Verdict), "he may still close with that enemy"
    assert isinstance(judged(battle(horse), slant, step), Verdict)


def test_nobody_is_passed_through_in_an_enemy_zone() -> None:
    """movement.zoc.effect: neither formed friends nor open order, but an empty village"""
    horse = unit(0, 36, 24, profile=HORSE)
    for friend in (unit(1, 36, 26.6), unit(1, 36, 26.6, profile=LIGHTS)):
        free, zoned = battle(horse, friend), battle(horse, friend, unit(2, 36, 29.8, 180, side=1))
        assert _passes(free)
        assert not _passes(zoned)
        beyond = battle(horse, friend, unit(2, 36, 32.3, 180, side=1))
        assert _passes(beyond), "the zone begins where the friend has been left behind"
    village = box("village", 34, 25, 38, 26)
    walks = battle(unit(0, 36, 24, profile=LIGHTS), unit(1, 36, 30.3, 180, side=1), pieces=(village,))
    assert isinstance(judged(walks, Advance(320)), Verdict)


def _passes(here: TricornBattle) -> bool:
    """Does the first unit pass the second by an advance of four inches and a half?"""
    question = through_of(here, here.units[0], FULL_MOVE) or path_of(here, here.units[0], FULL_MOVE)
    return isinstance(question.judge((Advance(450),)), Verdict)


def test_nobody_falls_back_through_open_order() -> None:
    """movement.zoc.effect: who is in a zone does not pass through"""
    enemy, lights = unit(1, 36, 27.5, 180, side=1), unit(2, 36, 22.5, profile=LIGHTS)
    here = battle(unit(0, 36, 24, profile=HUSSARS), enemy, lights)
    question = fall_back_of(here, here.units[0], FULL_MOVE)
    assert question is None or isinstance(question.judge((Retire(400),)), Refusal)
    free = battle(here.units[0], enemy)
    question = fall_back_of(free, free.units[0], FULL_MOVE)
    assert question is not None
    assert isinstance(question.judge((Retire(400),)), Verdict)


def test_nobody_steps_through_a_zone_from_outside() -> None:
    """movement.zoc.effect"""
    here = battle(unit(0, 31, 25, profile=HORSE), unit(1, 36, 28, 180, side=1))
    assert refused(judged(here, Shift("right", 400))) == "movement.zoc.effect"


def test_out_of_a_zone_one_goes_straight_back() -> None:
    """movement.zoc.effect: by Retrograde, or by About Face and straight advance"""
    here = battle(unit(0, 36, 24), unit(1, 36, 27.5, 180, side=1))
    question = fall_back_of(here, here.units[0], FULL_MOVE)
    assert question is not None
    assert isinstance(question.judge((Retire(300),)), Verdict)
    assert isinstance(question.judge((AboutFace(), Advance(500))), Verdict)
    assert refused(question.judge((Advance(100),))) == "movement.zoc.effect"
    assert refused(question.judge((AboutFace(), Advance(100), AboutFace()))) == "movement.zoc.effect"
    assert question.ways


# --------------------------------------------------------------------- forced march
def test_a_forced_march_is_half_as_much_again_and_keeps_twelve_inches_off() -> None:
    """movement.forced-march"""
    column = unit(0, 36, 10, formation=Formation.COLUMN)
    here = battle(column)
    terms = march_of(here, column, FORCED).terms
    assert terms.allowance == 1200
    near = battle(column, unit(1, 36, 30, 180, side=1))
    question = march_of(near, column, FORCED)
    assert isinstance(question.judge((Advance(799),)), Verdict)
    assert refused(question.judge((Advance(800),))) == "movement.forced-march"


def test_sensible_paths_stand_and_are_few() -> None:
    """Agents are given plans that stand."""
    here = battle(unit(0, 36, 24), unit(1, 36, 26), unit(2, 33, 29, 180, side=1))
    mover: TricornUnit = here.units[0]
    question = path_of(here, mover, FULL_MOVE)
    plans = question.sensible()
    assert 3 < len(plans) <= 24
    assert all(isinstance(question.judge(plan), Verdict) for plan in plans)

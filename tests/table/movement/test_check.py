"""The one check, by worked figures of five sheets and by properties."""

from __future__ import annotations

import pytest

from sandtable.table.movement import (
    FREE,
    AboutFace,
    Advance,
    AngleStep,
    BySteps,
    Fixed,
    Going,
    Keep,
    KeepTo,
    LegTerms,
    MoveMark,
    Oblique,
    Opening,
    Passing,
    PerInch,
    Plan,
    Reform,
    Retire,
    Shift,
    Terms,
    Turn,
    Verdict,
    Wheel,
    Zone,
    check,
)
from sandtable.table.movement.terms import Share
from sandtable.table.planning import farthest_legal, longest_legal
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, Shape, block

pytestmark = pytest.mark.usefixtures("plain_kernels")

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)
WHEEL = LegTerms("wheel", PerInch(of="outer corner"))


def _square(left: int, bottom: int, right: int, top: int) -> tuple[Point, ...]:
    return (Point(left, bottom), Point(left, top), Point(right, top), Point(right, bottom))


def _body(number: int, x: int, y: int, heading: int = 0, shape: Shape = LINE, side: int = 0) -> Body:
    return Body(number, side, Pose(x, y, heading), shape)


def _judge(
    plan: Plan, terms: Terms, *others: Body, pieces: tuple[Piece, ...] = (), mover: Body | None = None
) -> Verdict:
    mover = mover or _body(0, 2000, 1000)
    return check(mover, plan, terms, Scene(Field(6000, 4800, pieces), (mover, *others)))


def _codes(verdict: Verdict) -> list[str]:
    return [obstacle.code for obstacle in verdict.obstacles]


# ------------------------------------------------------------------ worked figures


def test_lib_026_a_wheel_of_30_degrees_of_an_8_in_line_costs_4_188790_and_leaves_3_811210() -> None:
    terms = Terms(800, (LegTerms("advance"), WHEEL))
    verdict = _judge((Wheel("right", 300), Advance(381)), terms)
    assert verdict.costs[0].cost / 100 == pytest.approx(4.188790, abs=5e-7)
    assert (800 - verdict.costs[0].cost) / 100 == pytest.approx(3.811210, abs=5e-7)
    assert verdict.is_legal


def test_a_verdict_tells_the_plan_it_judges() -> None:
    plan = (Advance(100),)
    line = Body(0, 0, Pose(2000, 1000), block(4, files=4, width=200, depth=200))
    assert (
        check(line, plan, Terms(500, (LegTerms("advance"),)), Scene(Field(4000, 4000), (line,))).plan == plan
    )


def test_lib_025_a_shift_of_4_in_is_allowed_and_no_more() -> None:
    terms = Terms(400, (LegTerms("shift", most=400, alone=True, rule="movement.shift"), LegTerms("advance")))
    assert _judge((Shift("left", 400),), terms).is_legal
    assert _codes(_judge((Shift("left", 403),), terms)) == ["limit", "allowance"]
    assert _codes(_judge((Shift("left", 200), Advance(100)), terms)) == ["order"]


def test_lib_030_a_run_stops_at_the_edge_of_a_forest_7_3_in_ahead() -> None:
    forest = Piece("wood", "forest", polygon=_square(1000, 1730, 3000, 2600))
    terms = Terms(
        1200, (LegTerms("advance"), WHEEL), goings=(Going("forest", entry="barred", rule="no-run"),)
    )
    mover = _body(0, 2000, 1000)
    scene = Scene(Field(6000, 4800, (forest,)), (mover,))
    assert longest_legal(mover, (Advance(1200),), terms, scene) == (Advance(730),)
    (obstacle,) = check(mover, (Advance(1200),), terms, scene).obstacles
    assert (obstacle.code, obstacle.rule, obstacle.piece) == ("ground", "no-run", "wood")
    assert obstacle.at == pytest.approx(730, abs=2.1)


def test_a_wheel_beyond_what_is_left_is_told_by_its_outer_corner() -> None:
    mover = _body(0, 2000, 1000, shape=block(2, files=2, width=200, depth=200))
    terms = Terms(200, (WHEEL,), rule="movement.wheel")
    (obstacle,) = _judge((Wheel("left", 487),), terms, mover=mover).obstacles
    assert obstacle.words == "the outer corner wheels 3.40 in; only 2.00 in is left"
    assert obstacle.rule == "movement.wheel"
    assert obstacle.missing == pytest.approx(140, abs=0.1)


def test_a_wheel_up_to_45_degrees_costs_1_in_and_up_to_90_costs_2_whatever_the_width() -> None:
    steps = BySteps((AngleStep(450, 100), AngleStep(900, 200)))
    terms = Terms(600, (LegTerms("advance"), LegTerms("wheel", steps)))
    assert _judge((Wheel("left", 450), Wheel("right", 451)), terms).cost == 300
    assert _codes(_judge((Wheel("left", 901),), terms)) == ["limit"]


def test_half_rate_is_a_price_of_2_in_for_each_inch_and_multiplies_with_bad_going() -> None:
    bad = Piece("field", "bad", polygon=_square(1000, 200, 3000, 1500))
    terms = Terms(600, (LegTerms("retire", PerInch(2.0)), LegTerms("about-face", Fixed(100))),
                  goings=(Going("bad", multiplier=2.0),))  # fmt: skip
    assert _judge((Retire(150),), terms).cost == 300
    assert _judge((Retire(150),), terms, pieces=(bad,)).cost == 600
    assert _judge((AboutFace(),), terms, pieces=(bad,)).cost == 100


def test_bad_going_is_paid_for_the_inches_in_it_only() -> None:
    bad = Piece("field", "bad", polygon=_square(1000, 1300, 3000, 1400))
    terms = Terms(1200, (LegTerms("advance"),), goings=(Going("bad", multiplier=4 / 3, rule="going"),))
    cost = _judge((Advance(700),), terms, pieces=(bad,)).costs[0]
    assert [item.rule for item in cost.items] == ["", "going"]
    # It is 2 in deep and the field 1 in: 3 in of the way are in it, less the tolerance at either end.
    assert cost.cost == pytest.approx(700 + 300 / 3, abs=2)


def test_half_move_actions_do_not_add_up() -> None:
    half = MoveMark("half", 450)
    terms = Terms(900, (LegTerms("advance"), LegTerms("about-face", FREE, mark="half")),
                  goings=(Going("hedge", mark="half"),), marks=(half,))  # fmt: skip
    hedge = Piece("hedge 1", "hedge", line=(Point(1000, 600), Point(3000, 600)))
    verdict = _judge((AboutFace(), Advance(450)), terms, pieces=(hedge,))
    assert (verdict.allowance, verdict.cost, verdict.marks, verdict.is_legal) == (450, 450, ("half",), True)
    assert _codes(_judge((AboutFace(), Advance(453)), terms)) == ["allowance"]


def test_an_obstacle_takes_3_in_off_once_however_many_are_met_and_touching_is_enough() -> None:
    walls = tuple(
        Piece(f"wall {y}", "wall", line=(Point(1000, y), Point(3000, y))) for y in (1100, 1200, 1300)
    )
    terms = Terms(600, (LegTerms("advance"),), goings=(Going("wall", mark="rough", touching=True),),
                  marks=(MoveMark("rough", 300),))  # fmt: skip
    assert _judge((Advance(300),), terms, pieces=walls).is_legal
    assert _codes(_judge((Advance(304),), terms, pieces=walls)) == ["allowance"]
    assert _judge((Advance(100),), terms, pieces=walls).marks == ("rough",)
    assert _judge((Advance(90),), terms, pieces=walls).marks == ()


def test_a_change_of_formation_takes_half_a_move_and_only_listed_shapes() -> None:
    reform = LegTerms("reform", Share(0.5), shapes=(COLUMN,), when="ends", times=1)
    terms = Terms(800, (LegTerms("advance"), reform))
    verdict = _judge((Advance(400), Reform(COLUMN, "front")), terms)
    assert (verdict.cost, verdict.shape, verdict.is_legal) == (800, COLUMN, True)
    assert _codes(_judge((Reform(LINE, "front"),), terms)) == ["limit"]
    assert _codes(_judge((Reform(COLUMN, "front", turn=10),), terms)) == ["limit"]
    on_centre = LegTerms("reform", FREE, shapes=(COLUMN,), about="centre", most=1800)
    assert _judge((Reform(COLUMN, "centre", turn=900),), Terms(0, (on_centre,))).is_legal
    assert _codes(_judge((Reform(COLUMN, "front"),), Terms(0, (on_centre,)))) == ["limit"]


def test_a_toll_is_paid_at_each_entry_and_a_named_wall_may_be_stopped_at() -> None:
    wall = Piece("wall 1", "wall", line=(Point(1000, 1300), Point(3000, 1300)))
    barred = Terms(800, (LegTerms("advance"),), goings=(Going("wall", entry="barred"),))
    mover = _body(0, 2000, 1000)
    scene = Scene(Field(6000, 4800, (wall,)), (mover,))
    assert longest_legal(mover, (Advance(800),), barred, scene) == (Advance(300),)
    assert farthest_legal(mover, (Advance(800),), barred, scene) == check(
        mover, (Advance(300),), barred, scene
    )
    paid = Going(piece="wall 1", toll=300, front_clear=True, rule="obstacle")
    crossing = Terms(800, (LegTerms("advance"),), goings=(paid, Going("wall", entry="barred")))
    assert check(mover, (Advance(500),), crossing, scene).cost == 800
    (obstacle,) = check(mover, (Advance(450),), crossing, scene).obstacles
    assert (obstacle.code, obstacle.rule) == ("ground", "obstacle")


# ------------------------------------------------------------------ other bodies


def test_a_body_in_the_way_bars_it_and_the_plan_is_cut_back_to_the_touch() -> None:
    mover, other = _body(0, 2000, 1000), _body(1, 2500, 1700)
    terms = Terms(1200, (LegTerms("advance"),), overlap_rule="no-overlap")
    scene = Scene(Field(6000, 4800), (mover, other))
    (obstacle,) = check(mover, (Advance(1200),), terms, scene).obstacles
    assert (obstacle.code, obstacle.body, obstacle.rule) == ("overlap", 1, "no-overlap")
    assert longest_legal(mover, (Advance(1200),), terms, scene) == (Advance(500),)
    assert farthest_legal(mover, (Advance(1200),), terms, scene) == check(
        mover, (Advance(500),), terms, scene
    )


def test_exactly_the_distance_to_keep_is_allowed_and_less_is_told() -> None:
    enemy = _body(1, 2000, 2700, 1800, side=1)  # its front lies 17 in ahead
    terms = Terms(1500, (LegTerms("advance"),), keeps=(Keep((1,), 400, rule="proximity"),))
    assert _judge((Advance(1300),), terms, enemy).is_legal
    (obstacle,) = _judge((Advance(1380),), terms, enemy).obstacles
    assert obstacle.words == "it comes to 3.20 in from body 1; it must keep 4.00 in away"
    assert (
        obstacle.words_naming("the Guards")
        == "it comes to 3.20 in from the Guards; it must keep 4.00 in away"
    )
    assert (obstacle.rule, round(obstacle.missing)) == ("proximity", 80)


def test_a_body_already_nearer_may_move_only_so_that_it_never_gets_nearer() -> None:
    enemy = _body(1, 2000, 1250, 1800, side=1)  # 2.5 in before the front
    terms = Terms(
        800,
        (LegTerms("advance"), LegTerms("retire"), LegTerms("shift")),
        keeps=(Keep((1,), 400),),
    )
    assert _judge((Retire(200),), terms, enemy).is_legal
    assert _judge((Shift("left", 200),), terms, enemy).is_legal
    assert _codes(_judge((Advance(10),), terms, enemy)) == ["near"]
    assert _codes(_judge((Retire(50), Advance(10)), terms, enemy)) == ["near"]


def test_a_march_is_refused_to_a_body_already_nearer() -> None:
    enemy = _body(1, 2000, 2000, 1800, side=1)
    terms = Terms(2400, (LegTerms("retire"),), keeps=(Keep((1,), 1801, nearer="refused"),))
    assert _codes(_judge((Retire(100),), terms, enemy)) == ["near"]


def test_a_distance_kept_at_the_end_may_be_broken_on_the_way() -> None:
    enemy = _body(1, 2500, 1500, 1800, shape=COLUMN, side=1)
    mover = _body(0, 2000, 1000, shape=COLUMN)
    terms = Terms(2000, (LegTerms("advance"),), keeps=(Keep((1,), 150, when="end"),))
    assert _judge((Advance(1500),), terms, enemy, mover=mover).is_legal
    assert _codes(_judge((Advance(500),), terms, enemy, mover=mover)) == ["near"]


def test_only_enemies_to_the_front_stop_a_move_at_4_in() -> None:
    ahead, beside = _body(1, 2000, 1900, 1800, side=1), _body(1, 2000 + 800 + 150, 1000, 0, side=1)
    terms = Terms(1200, (LegTerms("advance"),), keeps=(Keep((1,), 400, arc=450, rule="stop-at-4"),))
    assert _judge((Advance(500),), terms, ahead).is_legal
    assert _codes(_judge((Advance(600),), terms, ahead)) == ["near"]
    assert _judge((Advance(600),), terms, beside).is_legal


def test_friends_may_be_passed_if_the_move_ends_clear_of_them() -> None:
    friend = _body(1, 2000, 1400)
    terms = Terms(1000, (LegTerms("advance"),), passing=(Passing((1,), toll=50, rule="pass"),))
    clear = _judge((Advance(600),), terms, friend)
    assert (clear.is_legal, clear.passed, clear.cost) == (True, (1,), 650)
    (obstacle,) = _judge((Advance(450),), terms, friend).obstacles
    assert (obstacle.code, obstacle.rule) == ("ends-on", "pass")


def test_friends_passed_only_along_front_and_rear_bar_a_slanting_body() -> None:
    friend = _body(1, 2000, 1500, 300)
    terms = Terms(1500, (LegTerms("advance"),), passing=(Passing((1,), parallel=220),))
    assert _codes(_judge((Advance(1200),), terms, friend)) == ["overlap"]
    assert _judge((Advance(1200),), terms, _body(1, 2000, 1500, 2000 - 100)).is_legal


def test_a_turn_that_would_overlap_another_is_not_allowed() -> None:
    neighbour = _body(1, 2000, 1250)
    terms = Terms(100, (LegTerms("turn", FREE),))
    assert _codes(_judge((Turn(900),), terms, neighbour)) == ["overlap"]
    assert _judge((Turn(1800),), terms, neighbour).is_legal


# ------------------------------------------------------------------ ground and table


def test_a_bridge_sets_the_water_aside_while_every_base_is_on_it() -> None:
    river = Piece("river", "water", polygon=_square(0, 1600, 6000, 1900))
    road = Piece("road", "road", line=(Point(2000, 0), Point(2000, 4000)), width=250)
    file = block(3, files=1, width=200, depth=200)
    terms = Terms(
        1500,
        (LegTerms("advance"), LegTerms("shift")),
        goings=(Going("water", entry="barred"),),
        opening=Opening(("road",), ("water",)),
    )
    mover = _body(0, 2000, 1000, shape=file)
    assert _judge((Advance(1500),), terms, pieces=(river, road), mover=mover).is_legal
    aside = _judge((Shift("right", 200), Advance(1300)), terms, pieces=(river, road), mover=mover)
    assert _codes(aside) == ["ground"]
    assert _codes(_judge((Advance(1500),), terms, pieces=(river,), mover=mover)) == ["ground"]


def test_ground_that_an_opening_sets_aside_or_in_which_a_body_only_turns_is_not_come_into() -> None:
    marsh = Piece("marsh", "marsh", polygon=_square(0, 1600, 6000, 3000))
    road = Piece("road", "road", line=(Point(2000, 0), Point(2000, 4000)), width=250)
    file = block(3, files=1, width=200, depth=200)
    opened = Opening(("road",), ("marsh",))
    terms = Terms(
        1500, (LegTerms("advance"), LegTerms("turn", FREE)), goings=(Going("marsh"),), opening=opened
    )
    mover = _body(0, 2000, 1000, shape=file)
    assert "marsh" not in _judge((Advance(1500),), terms, pieces=(marsh, road), mover=mover).ground
    assert _judge((Advance(1500),), terms, pieces=(marsh,), mover=mover).ground == ("marsh",)
    inside = _body(0, 2000, 2500, shape=file)
    assert _judge((Turn(900),), terms, pieces=(marsh,), mover=inside).ground == ()
    assert _judge((Turn(900), Advance(10)), terms, pieces=(marsh,), mover=inside).ground == ("marsh",)


def test_a_road_bonus_holds_only_while_the_move_keeps_to_the_road() -> None:
    road = Piece("road", "road", line=(Point(2000, 0), Point(2000, 4000)), width=250)
    terms = Terms(
        1500, (LegTerms("advance"), LegTerms("shift"), WHEEL), keep_to=(KeepTo(("road",), "centre"),)
    )
    mover = _body(0, 2000, 1000, shape=block(3, files=1, width=200, depth=200))
    assert _judge((Advance(1500),), terms, pieces=(road,), mover=mover).is_legal
    assert _codes(_judge((Shift("left", 200),), terms, pieces=(road,), mover=mover)) == ["path"]
    assert _codes(_judge((Wheel("left", 900),), terms, pieces=(road,), mover=mover)) == ["path"]


def test_a_move_may_not_leave_the_table_unless_it_is_open() -> None:
    mover = _body(0, 450, 1000)
    barred = Terms(800, (LegTerms("shift"),), edge_rule="edge")
    scene = Scene(Field(6000, 4800), (mover,))
    assert check(mover, (Shift("left", 50),), barred, scene).is_legal
    (obstacle,) = check(mover, (Shift("left", 60),), barred, scene).obstacles
    assert (obstacle.code, obstacle.rule) == ("table", "edge")
    assert check(mover, (Shift("left", 60),), Terms(800, barred.legs, off_table="open"), scene).is_legal


def test_an_enemy_zone_allows_going_on_towards_its_owner_but_not_aside() -> None:
    enemy = _body(1, 2000, 2000, 1800, shape=COLUMN, side=1)
    zone = Zone(1, _square(1600, 1600, 2400, 2000), rule="zone")
    terms = Terms(1200, (LegTerms("advance"), LegTerms("shift"), WHEEL, LegTerms("retire")), zones=(zone,))
    assert _judge((Advance(800),), terms, enemy).is_legal
    assert _codes(_judge((Advance(700), Shift("left", 100)), terms, enemy)) == ["zone"]
    assert _codes(_judge((Advance(700), Retire(300)), terms, enemy)) == ["zone"]
    inside = _body(0, 2000, 1700)
    assert _judge((Retire(300),), terms, enemy, mover=inside).is_legal


def test_who_has_been_in_a_zone_is_bound_by_it_until_his_move_is_over() -> None:
    enemy = _body(1, 2000, 2000, 1800, shape=COLUMN, side=1)
    zone = Zone(1, _square(2380, 900, 2420, 1100), rule="zone")
    terms = Terms(1200, (LegTerms("advance"), LegTerms("shift")), zones=(zone,))
    assert _judge((Advance(500),), terms, enemy).is_legal
    assert _codes(_judge((Advance(500), Shift("left", 100)), terms, enemy)) == ["zone"]


def test_bodies_that_are_zoned_are_not_passed_where_a_zone_binds() -> None:
    friend, enemy = _body(1, 2000, 1500), _body(2, 2000, 2600, 1800, side=1)
    zones = (Zone(2, _square(1600, 1300, 2400, 2600), rule="zone"),)
    for zoned in (False, True):
        passing = (Passing((1,), zoned=zoned),)
        terms = Terms(1500, (LegTerms("advance"),), passing=passing, zones=zones)
        codes = _codes(_judge((Advance(1000),), terms, friend, enemy))
        assert codes == (["zone"] if zoned else [])


def test_a_move_to_be_made_in_full_is_refused_if_shorter() -> None:
    terms = Terms(800, (LegTerms("retire"),), least=800)
    assert _judge((Retire(800),), terms).is_legal
    assert _codes(_judge((Retire(500),), terms)) == ["full"]
    assert _codes(_judge((), terms)) == ["full"]


def test_legs_not_in_the_terms_and_wrong_slants_are_told() -> None:
    terms = Terms(800, (LegTerms("oblique", widest=220), LegTerms("wheel", FREE, multiple=225)))
    assert _judge((Oblique("left", 220, 300),), terms).is_legal
    assert _codes(_judge((Oblique("left", 225, 300),), terms)) == ["limit"]
    assert _codes(_judge((Wheel("left", 230),), terms)) == ["limit"]
    assert _codes(_judge((Advance(100),), terms)) == ["order"]


def test_a_plan_with_more_legs_than_allowed_is_refused() -> None:
    terms = Terms(800, (LegTerms("advance"),), most_legs=2)
    assert _codes(_judge((Advance(1), Advance(1), Advance(1)), terms)) == ["legs"]


def test_a_body_that_is_not_on_the_table_cannot_move() -> None:
    absent = Body(0, 0, None, LINE)
    with pytest.raises(ValueError, match="body 0 is not on the table"):
        check(absent, (), Terms(0, ()), Scene(Field(100, 100), (absent,)))

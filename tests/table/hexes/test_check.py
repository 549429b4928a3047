"""The check of moves on hexes: prices, extras, turns, obstacles."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.table.hexes import (
    ANY_NUMBER,
    AboutFace,
    Act,
    Barrier,
    Change,
    Citations,
    Climb,
    Contact,
    Entry,
    Going,
    Hex,
    HexBody,
    HexField,
    HexGrid,
    HexGround,
    HexPlan,
    HexScene,
    HexStep,
    HexTerms,
    HexVerdict,
    Link,
    Passing,
    Penalties,
    Road,
    Step,
    TurnTo,
    Zone,
    check,
    longest_legal,
)

GRID = HexGrid(9, 9, "north-south", 600)
HERE = GRID.hex(4, 4)
BODY = HexBody(0, 0, HERE, facing=0)
FREE = HexField(GRID)
ALL_ROUND = (Entry("front"), Entry("flank"), Entry("rear"))
NO_SUMS = Penalties("greatest", "sum", "greatest", "greatest")
WHEEL = Change("wheel", (600,), price=1, start=1, end=1, rule="wheel")
FACE = Change("facing change", (1200, 1800), extra=1, start=1, end=1, end_near=0, rule="face")


def judge(
    *steps: HexStep,
    terms: HexTerms,
    field: HexField = FREE,
    others: tuple[HexBody, ...] = (),
    body: HexBody = BODY,
) -> HexVerdict:
    return check(body, steps, terms, HexScene(field, (body, *others)))


def codes(verdict: HexVerdict) -> list[str]:
    return [obstacle.code for obstacle in verdict.obstacles]


def ahead(*headings: int, start: Hex = HERE) -> Hex:
    for heading in headings:
        start = GRID.neighbour(start, heading)
    return start


# Steps and prices


def test_standing_still_costs_nothing_and_is_legal() -> None:
    verdict = judge(terms=HexTerms(0, keep_off=9), others=(HexBody(1, 1, ahead(300)),))
    assert verdict.is_legal
    assert (verdict.cost, verdict.left, verdict.end) == (0, 0, (HERE, 0))


def test_each_front_hex_costs_one_point_and_the_facing_is_kept() -> None:
    verdict = judge(Step(300), Step(3300), terms=HexTerms(3))
    assert verdict.is_legal
    assert [trace.cost for trace in verdict.traces] == [1, 1]
    assert verdict.end == (ahead(300, 3300), 0)
    assert verdict.left == 1


def test_a_hex_is_entered_only_if_it_can_be_paid_for_in_full() -> None:
    field = HexField(GRID, ground=(HexGround(ahead(300), "marsh"),))
    terms = HexTerms(2, ground=(Going("marsh", extra=2),), cites=Citations(allowance="move.rate"))
    verdict = judge(Step(300), terms=terms, field=field)
    assert codes(verdict) == ["allowance"]
    obstacle = verdict.obstacles[0]
    assert (obstacle.measured, obstacle.limit, obstacle.rule, obstacle.step) == (3, 2, "move.rate", 0)
    assert obstacle.words == "the move would cost 3 movement points, and 2 are allowed"


def test_hexes_to_flank_and_rear_may_be_entered_only_where_the_terms_have_an_entry() -> None:
    retire = HexTerms(4, entries=(Entry("front"), Entry("rear", 1, "retire")), cites=Citations(entry="front"))
    back = judge(Step(1500), Step(2100), terms=retire)
    assert back.is_legal
    assert back.cost == 4
    assert back.end.facing == 0
    assert [reason.rule for reason in back.traces[0].reasons if reason.is_extra] == ["retire"]
    aside = judge(Step(900), terms=retire)
    assert [(obstacle.code, obstacle.rule) for obstacle in aside.obstacles] == [("arc", "front")]
    assert judge(Step(900), terms=HexTerms(1, entries=ALL_ROUND)).is_legal


def test_the_table_ends_at_its_edge() -> None:
    body = HexBody(0, 0, GRID.hex(0, 8))
    verdict = judge(Step(300), terms=HexTerms(3), body=body)
    assert codes(verdict) == ["edge"]
    assert "lies off the table" in verdict.obstacles[0].words


def test_a_heading_that_is_no_side_of_these_hexes_is_refused() -> None:
    assert codes(judge(Step(600), terms=HexTerms(3))) == ["heading"]
    assert codes(judge(Contact(600), terms=HexTerms(3, closes=True))) == ["heading"]


# Ground, barriers, levels


def test_extras_for_ground_and_barrier_in_one_hex_add_up_or_only_the_greatest_counts() -> None:
    target = ahead(300)
    field = HexField(
        GRID,
        ground=(HexGround(target, "rough"),),
        barriers=(Barrier(GRID.side_between(HERE, target), "hedge"),),
    )
    adding = HexTerms(9, ground=(Going("rough", 1),), barriers=(Going("hedge", 1),))
    assert judge(Step(300), terms=adding, field=field).cost == 3
    greatest = msgspec.structs.replace(adding, penalties=NO_SUMS)
    assert judge(Step(300), terms=greatest, field=field).cost == 2


def test_what_is_entered_and_crossed_is_told_step_by_step() -> None:
    target = ahead(300)
    hedge = Barrier(GRID.side_between(HERE, target), "hedge", "h1")
    field = HexField(GRID, ground=(HexGround(target, "rough"),), barriers=(hedge,))
    trace = judge(Step(300), terms=HexTerms(9), field=field).traces[0]
    assert trace.ground == "rough"
    assert trace.barriers == (hedge,)


def test_closed_ground_and_closed_barriers_bar_the_way_with_their_rules() -> None:
    target = ahead(300)
    field = HexField(
        GRID,
        ground=(HexGround(target, "lake"),),
        barriers=(Barrier(GRID.side_between(HERE, target), "river"),),
    )
    terms = HexTerms(
        9,
        ground=(Going("lake", is_closed=True, rule="lake"),),
        barriers=(Going("river", is_closed=True, rule="river"),),
    )
    verdict = judge(Step(300), terms=terms, field=field)
    assert [(obstacle.code, obstacle.rule) for obstacle in verdict.obstacles] == [
        ("closed-ground", "lake"),
        ("closed-barrier", "river"),
    ]


def test_an_opening_is_nothing_or_a_way_through_or_no_barrier_at_all() -> None:
    ford = Barrier(GRID.side_between(HERE, ahead(300)), "river", is_open=True)
    field = HexField(GRID, barriers=(ford,))
    shut = HexTerms(9, barriers=(Going("river", extra=1, is_closed=True),))
    assert codes(judge(Step(300), terms=shut, field=field)) == ["closed-barrier"]
    wading = judge(Step(300), terms=msgspec.structs.replace(shut, openings="open"), field=field)
    assert (codes(wading), wading.cost) == ([], 2)
    crossing = judge(Step(300), terms=msgspec.structs.replace(shut, openings="free"), field=field)
    assert (codes(crossing), crossing.cost) == ([], 1)


def test_ground_that_stops_ends_the_entering_of_hexes() -> None:
    field = HexField(GRID, ground=(HexGround(ahead(300), "wood"),))
    terms = HexTerms(9, ground=(Going("wood", stops=True),), changes=(WHEEL,))
    assert judge(Step(300), TurnTo(600), terms=terms, field=field).is_legal
    assert codes(judge(Step(300), Step(300), terms=terms, field=field)) == ["over"]


def test_levels_cost_by_the_step_up_and_down_and_may_be_too_steep() -> None:
    field = HexField(GRID, ground=(HexGround(ahead(300), level=2),))
    climb = HexTerms(9, climb=Climb(up=1, down=0, most=2))
    assert judge(Step(300), Step(300), terms=climb, field=field).cost == 4
    steep = judge(Step(300), terms=HexTerms(9, climb=Climb(most=1, rule="steep")), field=field)
    assert [(o.code, o.rule, o.measured, o.limit) for o in steep.obstacles] == [("climb", "steep", 2, 1)]


# Changes on the spot


def test_a_wheel_may_be_made_once_at_the_start_and_once_at_the_end() -> None:
    terms = HexTerms(9, changes=(WHEEL,))
    assert judge(TurnTo(600), Step(300), Step(900), TurnTo(0), terms=terms).is_legal
    assert judge(TurnTo(600), Step(300), TurnTo(0), terms=terms).cost == 3
    assert codes(judge(Step(300), TurnTo(600), Step(900), terms=terms)) == ["over"]
    assert codes(judge(Step(300), TurnTo(600), TurnTo(1200), terms=terms)) == ["moment"]


def test_a_turn_that_no_change_allows_is_refused_with_its_angle() -> None:
    verdict = judge(TurnTo(1200), terms=HexTerms(9, changes=(WHEEL,), cites=Citations(turn="wheel")))
    assert [(o.code, o.rule, o.measured) for o in verdict.obstacles] == [("turn", "wheel", 1200)]
    assert verdict.end.facing == 0


def test_a_body_that_faces_corners_cannot_face_a_side() -> None:
    half = Change("half wheel", (300, 600), between=ANY_NUMBER)
    assert codes(judge(TurnTo(300), terms=HexTerms(9, changes=(half,)))) == ["facing"]
    assert judge(TurnTo(300), terms=HexTerms(9, facing="any", changes=(half,))).is_legal


def test_an_about_face_is_a_turn_of_180_degrees() -> None:
    terms = HexTerms(9, changes=(FACE,))
    assert judge(AboutFace(), terms=terms).end.facing == 1800
    assert (
        judge(AboutFace(), Step(1500), terms=terms).cost
        == judge(TurnTo(1800), Step(1500), terms=terms).cost
        == 2
    )


def test_near_the_enemy_a_facing_change_is_allowed_at_the_start_only() -> None:
    terms = HexTerms(9, changes=(FACE,), near=3)
    far, close = HexBody(1, 1, GRID.hex(4, 0)), HexBody(1, 1, GRID.hex(4, 8))
    assert judge(Step(300), AboutFace(), terms=terms, others=(far,)).is_legal
    came_near = judge(Step(300), AboutFace(), terms=terms, others=(close,))
    assert [(o.code, o.rule) for o in came_near.obstacles] == [("moment", "face")]
    assert judge(AboutFace(), Step(1500), terms=terms, others=(close,)).is_legal


def test_an_act_is_known_by_its_name() -> None:
    unlimber = Change("unlimber", extra=1, end=1, rule="unlimber")
    terms = HexTerms(2, changes=(unlimber,), penalties=NO_SUMS)
    verdict = judge(Step(300), Act("unlimber"), terms=terms)
    assert verdict.is_legal
    assert [trace.cost for trace in verdict.traces] == [1, 1]
    assert codes(judge(Act("dance"), terms=terms)) == ["act"]
    assert codes(judge(Act("unlimber"), Step(300), terms=terms)) == ["over"]


def test_changes_on_the_spot_cost_once_together_and_nothing_if_a_hex_pays_the_extra() -> None:
    terms = HexTerms(
        9,
        changes=(FACE, Change("formation", extra=1, start=1)),
        ground=(Going("rough", 1),),
        penalties=NO_SUMS,
    )
    assert judge(Act("formation"), AboutFace(), terms=terms).cost == 1
    rough = HexField(GRID, ground=(HexGround(ahead(1500), "rough"), HexGround(ahead(1500, 1500), "rough")))
    paid = judge(AboutFace(), Step(1500), Step(1500), terms=terms, field=rough)
    assert [trace.cost for trace in paid.traces] == [1, 1, 2]
    assert paid.cost == 4


# Roads


def road_field(*headings: int, ground: str = "") -> tuple[HexField, list[Hex]]:
    chain = [HERE]
    for heading in headings:
        chain.append(GRID.neighbour(chain[-1], heading))
    links = tuple(
        Link(GRID.side(hex_, heading), "road") for hex_, heading in zip(chain, headings, strict=False)
    )
    return HexField(GRID, tuple(HexGround(hex_, ground) for hex_ in chain[1:]), links=links), chain


MARCH = HexTerms(
    2,
    ground=(Going("wood", is_closed=True),),
    road=Road(price=1, ignores_ground=True, follows_bends=True, bonus=1, rule="road"),
)


def test_along_a_road_ground_is_ignored_and_the_bonus_added_only_if_all_is_along_it() -> None:
    field, chain = road_field(300, 3300, 300, ground="wood")
    along = judge(Step(300), Step(3300), Step(300), terms=MARCH, field=field)
    assert along.is_legal
    assert (along.allowance, along.cost, along.end.hex) == (3, 3, chain[-1])
    assert all(trace.along_road and trace.ground == "" for trace in along.traces)
    beside = judge(Step(300), Step(300), Step(300), terms=MARCH, field=field)
    assert codes(beside) == ["allowance"]
    assert beside.allowance == 2


def test_without_a_road_in_the_terms_a_road_is_not_there() -> None:
    field, _ = road_field(300, ground="wood")
    closed = HexTerms(2, ground=(Going("wood", is_closed=True),))
    assert codes(judge(Step(300), terms=closed, field=field)) == ["closed-ground"]


def test_following_a_bend_turns_the_body_along_the_road_without_a_wheel() -> None:
    field, _ = road_field(300, 900, 1500)
    verdict = judge(Step(300), Step(900), Step(1500), terms=MARCH, field=field)
    assert verdict.is_legal
    assert [trace.end.facing for trace in verdict.traces] == [0, 600, 1200]


def test_a_body_following_a_road_may_choose_which_corner_along_it_to_face() -> None:
    field, _ = road_field(300, 1500)
    sharp = judge(Step(300, facing=600), Step(1500), terms=MARCH, field=field)
    assert sharp.is_legal
    assert [trace.end.facing for trace in sharp.traces] == [600, 1200]
    assert codes(judge(Step(300), Step(1500), terms=MARCH, field=field)) == ["arc"]
    assert codes(judge(Step(300, facing=1200), terms=MARCH, field=field)) == ["facing"]
    assert codes(judge(Step(300, facing=600), terms=HexTerms(9))) == ["facing"]


def test_a_road_behind_is_not_followed_by_turning_about() -> None:
    field, _ = road_field(2100)
    assert codes(judge(Step(2100), terms=MARCH, field=field)) == ["arc"]


# Friends and enemies


def test_a_hex_held_by_an_enemy_is_not_entered() -> None:
    terms = HexTerms(9, cites=Citations(enemy="no-contact"))
    verdict = judge(Step(300), terms=terms, others=(HexBody(1, 1, ahead(300)),))
    assert [(o.code, o.rule) for o in verdict.obstacles] == [("enemy", "no-contact")]
    assert judge(Step(300), terms=terms, others=(HexBody(1, 1, ahead(300), weight=0),)).is_legal


def test_friends_are_passed_at_an_extra_but_not_ended_on() -> None:
    friend = HexBody(7, 0, ahead(300))
    terms = HexTerms(9, friends=Passing(1, "pass"), cites=Citations(stack="one-each"))
    through = judge(Step(300), Step(300), terms=terms, others=(friend,))
    assert through.is_legal
    assert through.cost == 3
    assert through.traces[0].passed == (7,)
    onto = judge(Step(300), terms=terms, others=(friend,))
    assert [(o.code, o.rule, o.measured, o.limit) for o in onto.obstacles] == [("stack", "one-each", 2, 1)]
    assert codes(judge(Step(300), Step(300), terms=HexTerms(9), others=(friend,))) == ["friend"]


def test_a_hex_with_room_for_more_is_entered_freely() -> None:
    friend = HexBody(7, 0, ahead(300), weight=2)
    assert judge(Step(300), terms=HexTerms(1, stack=3), others=(friend,)).is_legal
    assert codes(judge(Step(300), terms=HexTerms(1, stack=2), others=(friend,))) == ["friend", "stack"]


def test_a_body_without_weight_shares_any_hex_with_friends() -> None:
    commander = HexBody(0, 0, HERE, weight=0)
    friend = HexBody(7, 0, ahead(300))
    assert judge(Step(300), terms=HexTerms(1), body=commander, others=(friend,)).is_legal


def test_a_move_that_must_keep_off_begins_and_stays_farther_than_the_limit() -> None:
    terms = HexTerms(9, keep_off=3, cites=Citations(keep_off="march"))
    at_4 = HexBody(1, 1, GRID.hex(4, 8))
    assert judge(terms=terms, others=(at_4,)).is_legal
    nearer = judge(Step(300), terms=terms, others=(at_4,))
    assert [(o.code, o.rule, o.measured, o.limit) for o in nearer.obstacles] == [("keep-off", "march", 3, 3)]
    at_3 = HexBody(1, 1, GRID.hex(4, 1))
    away = judge(Step(300), terms=terms, others=(at_3,))
    assert [(o.code, o.hex) for o in away.obstacles] == [("keep-off", HERE)]


def test_entering_a_zone_stops_and_one_zone_may_not_be_left_for_another() -> None:
    enemy = HexBody(1, 1, ahead(300, 300), facing=1800)
    stopping = HexTerms(9, zone=Zone(rule="zone"))
    assert judge(Step(300), terms=stopping, others=(enemy,)).is_legal
    assert codes(judge(Step(300), Step(3300), terms=stopping, others=(enemy,))) == ["over"]
    holding = HexTerms(9, zone=Zone(stops=False, holds=True, entering=1, leaving=2, rule="zone"))
    crawl = judge(Step(300), Step(3300), terms=holding, others=(enemy,))
    assert [(o.code, o.rule) for o in crawl.obstacles] == [("zone", "zone")]
    leaving = judge(
        Step(300), Step(900), terms=msgspec.structs.replace(holding, entries=ALL_ROUND), others=(enemy,)
    )
    assert codes(leaving) == ["zone"]
    assert judge(Step(300), terms=holding, others=(enemy,)).cost == 2


def test_a_zone_may_lie_only_before_the_front_of_an_enemy() -> None:
    facing_us = HexBody(1, 1, ahead(300, 300), facing=1800)
    facing_away = HexBody(1, 1, ahead(300, 300), facing=0)
    terms = HexTerms(9, zone=Zone(arcs=("front",)))
    assert codes(judge(Step(300), Step(3300), terms=terms, others=(facing_us,))) == ["over"]
    assert judge(Step(300), Step(3300), terms=terms, others=(facing_away,)).is_legal


# Closing with the enemy


def test_closing_is_paid_for_like_entering_but_the_body_stays() -> None:
    target = ahead(300, 300)
    hedge = Barrier(GRID.side_between(ahead(300), target), "hedge")
    terms = HexTerms(3, barriers=(Going("hedge", 1),), closes=True)
    field, enemy = HexField(GRID, barriers=(hedge,)), HexBody(1, 1, target)
    verdict = judge(Step(300), Contact(300), terms=terms, field=field, others=(enemy,))
    assert verdict.is_legal
    assert (verdict.cost, verdict.end.hex) == (3, ahead(300))
    assert verdict.traces[1].met == (1,)
    assert verdict.traces[1].barriers == (hedge,)


def test_nothing_follows_closing_and_there_must_be_an_enemy_to_close_with() -> None:
    enemy = HexBody(1, 1, ahead(300))
    charge = HexTerms(9, closes=True, changes=(WHEEL,), cites=Citations(contact="charge"))
    assert codes(judge(Contact(300), Step(3300), terms=charge, others=(enemy,))) == ["over"]
    assert codes(judge(Contact(300), TurnTo(600), terms=charge, others=(enemy,))) == ["moment"]
    nobody = judge(Contact(3300), terms=charge, others=(enemy,))
    assert [(o.code, o.rule) for o in nobody.obstacles] == [("no-enemy", "charge")]
    assert codes(judge(Contact(300), terms=HexTerms(9), others=(enemy,))) == ["no-enemy"]
    flank = HexBody(1, 1, ahead(900))
    assert codes(judge(Contact(900), terms=charge, others=(flank,))) == ["arc"]


# Plans and terms as values


def test_a_plan_is_cut_back_to_its_last_legal_step() -> None:
    friend = HexBody(7, 0, ahead(300, 300))
    scene = HexScene(FREE, (BODY, friend))
    terms = HexTerms(2, friends=Passing(0))
    plan = (Step(300), Step(300), Step(300))
    assert longest_legal(BODY, plan, terms, scene) == plan[:1]
    assert longest_legal(BODY, (Step(900),), terms, scene) == ()


def test_a_plan_longer_than_any_move_is_refused_unwalked() -> None:
    verdict = judge(*[Step(300)] * 501, terms=HexTerms(9))
    assert codes(verdict) == ["too-long"]
    assert verdict.traces == ()


def test_steps_and_verdicts_survive_saving_and_loading() -> None:
    plan: HexPlan = (Act("limber"), AboutFace(), TurnTo(600), Step(300), Step(900, facing=1200), Contact(300))
    text = msgspec.json.encode(plan)
    assert msgspec.json.decode(text, type=HexPlan) == plan
    verdict = judge(*plan, terms=HexTerms(9, changes=(WHEEL, FACE)))
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=HexVerdict) == verdict


def test_terms_survive_saving_and_loading() -> None:
    terms = msgspec.structs.replace(
        MARCH, changes=(WHEEL, FACE), zone=Zone(), climb=Climb(1), friends=Passing(1)
    )
    assert msgspec.json.decode(msgspec.json.encode(terms), type=HexTerms) == terms


@pytest.mark.parametrize(
    "text",
    [
        b'[{"type":"step","heading":301}]',
        b'[{"type":"step","heading":-300}]',
        b'[{"type":"step","heading":300,"facing":3600}]',
        b'[{"type":"turn-to","facing":10}]',
        b'[{"type":"contact","heading":45}]',
        b'[{"type":"fly"}]',
    ],
)
def test_a_step_that_is_none_is_refused_when_read(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=HexPlan)


def test_terms_that_make_no_sense_are_refused_with_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="hold -1"):
        HexTerms(-1)
    with pytest.raises(ValueError, match="hold -2"):
        HexTerms(3, ground=(Going("wood", -2),))
    with pytest.raises(ValueError, match='ground "wood" is given twice'):
        HexTerms(3, ground=(Going("wood"), Going("wood", 1)))
    with pytest.raises(ValueError, match='"wheel" turns by'):
        HexTerms(3, changes=(Change("wheel", (450,)),))


def test_a_body_off_the_table_or_facing_between_the_clock_points_is_refused() -> None:
    with pytest.raises(ValueError, match="is not on the table"):
        judge(Step(300), terms=HexTerms(3), body=HexBody(0, 0, None))
    with pytest.raises(ValueError, match="faces 45"):
        HexBody(0, 0, HERE, facing=45)


def test_what_was_done_on_the_spot_before_is_owed_like_what_is_done_on_the_spot() -> None:
    body = HexBody(0, 0, GRID.hex(4, 2))
    scene = HexScene(HexField(GRID, (HexGround(GRID.hex(4, 3), "rough"),)), (body,))
    greatest = Penalties("greatest", "sum", "greatest", "greatest")
    terms = HexTerms(3, ground=(Going("rough", extra=1),), spot=1, penalties=greatest)
    assert check(body, (Step(3300),), terms, scene).cost == 2
    assert check(body, (Step(300),), terms, scene).cost == 2
    summed = msgspec.structs.replace(terms, penalties=Penalties())
    assert check(body, (Step(300),), summed, scene).cost == 3
    with pytest.raises(ValueError, match="-1"):
        HexTerms(3, spot=-1)

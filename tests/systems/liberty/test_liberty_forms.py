"""Formations on the table: reforming, limbering, mounting and dismounting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import Polygon

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.liberty import forms
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.events import HitsChanged, UnitFormed
from sandtable.systems.liberty.forms import Stance
from sandtable.systems.liberty.forms_decisions import Riders
from sandtable.systems.liberty.forms_events import GunsLimbered, RidersDismounted, RidersMounted
from sandtable.systems.liberty.order_decisions import Command
from sandtable.systems.liberty.ordering import order_step
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.movement import Advance, Plan, Reform, Turn
from sandtable.table.room import about_centre
from sandtable.table.space import INCH, TOLERANCE, Pose, block, centre, corners
from tests.systems.liberty.drill import Drilled, at, drill
from tests.systems.liberty.parade import LIGHTS, SIX_POUNDERS, battle, ground, unit

Case = Callable[[str], dict[str, Any]]

DRAGOONS = "british.light-dragoon-regiment"
HUSSARS = "british.queens-rangers-hussars"
FAR = unit(1, 36, 46, 180, side=1)


def plan(scene: LibertyBattle, stance: Stance) -> Plan:
    """The plan by which the first unit takes up a stance."""
    return forms.form_up(scene, scene.units[0], forms.ReformUnit).plan_to(stance)


def reformed(scene: LibertyBattle, how: Any, answer: Plan) -> Drilled:
    """The first unit reforms so."""
    return drill(do(how, scene, scene.units[0]), answers=[answer])


def options(scene: LibertyBattle, number: int = 0) -> tuple[Stance, ...]:
    return forms.stances(scene, scene.units[number])


# ----------------------------------------------------------------- reforming
def test_a_reform_offers_every_formation_of_infantry_and_facings_all_round() -> None:
    """formation.legal, formation.line, formation.column, formation.march-column, orders.reform"""
    found = options(battle(unit(0, 36, 10, 7), FAR))
    assert {stance.formation for stance in found} == {
        Formation.LINE,
        Formation.COLUMN,
        Formation.MARCH_COLUMN,
    }
    lines = [stance.heading for stance in found if stance.formation is Formation.LINE]
    assert set(range(0, 3600, 150)) <= set(lines)
    assert found[0] == Stance(Formation.LINE, 70), "the present one comes first"


def test_a_reform_keeps_the_centre_of_the_footprint() -> None:
    """formation.reform.place, formation.footprint: a line of 8 x 2 in becomes a column of 4 x 4."""
    scene = battle(unit(0, 36, 10), FAR)
    done = drill(
        do(forms.reform, scene, scene.units[0]), answers=[plan(scene, Stance(Formation.COLUMN, 900))]
    )
    after = done.battle.units[0]
    assert (after.pose, after.formation) == (Pose(3800, 900, 900), Formation.COLUMN)
    assert (after.shape.width, after.shape.depth) == (400, 400)
    assert done.decisions == ["reform-choice"]


def test_a_unit_may_face_an_enemy_exactly() -> None:
    """The enemy's centre lies 10 in to the right and 10 in ahead of the unit's."""
    scene = battle(unit(0, 30, 10), unit(1, 40, 20, 0, side=1))
    assert Stance(Formation.LINE, 450) in options(scene)
    aside = battle(unit(0, 30, 10), unit(1, 33, 21, 0, side=1))
    assert Stance(Formation.LINE, 153) in options(aside), "3 in 11: 15.3 degrees"


def test_what_is_reformed_overlaps_nobody_and_no_impassable_ground() -> None:
    """formation.reform.place: what is offered is clear, and what is left out is not, by another library."""
    farm = ground("building", (40.5, 6), (44, 6), (44, 12), (40.5, 12))
    scene = battle(unit(0, 36, 10), unit(1, 36, 13.5), unit(2, 36, 46, 180, side=1), pieces=(farm,))
    friend = Polygon(corners(Pose(3600, 1350, 0), scene.units[1].shape))
    house = Polygon(farm.polygon)
    offered = options(scene)
    for formation in (Formation.LINE, Formation.COLUMN, Formation.MARCH_COLUMN):
        shape = forms.shape_in(scene.units[0], formation)
        for heading in range(0, 3600, 150):
            pose = about_centre(scene.units[0], shape, heading)
            inner = Polygon(corners(pose, shape)).buffer(-TOLERANCE)
            is_clear = not inner.intersects(friend) and not inner.intersects(house)
            assert (Stance(formation, heading) in offered) is is_clear, (formation, heading)


def test_a_reform_keeps_four_inches_from_enemies_or_comes_no_nearer() -> None:
    """formation.reform.place, movement.proximity.detail"""
    clear = battle(unit(0, 36, 10), unit(1, 36, 14, 180, side=1))
    assert Stance(Formation.LINE, 900) not in options(clear), "end on it would be 1 in from the enemy"
    assert Stance(Formation.MARCH_COLUMN, 900) in options(clear), "and so it lies where the line lay"
    near = battle(unit(0, 36, 10), unit(1, 36, 12, 180, side=1))
    assert Stance(Formation.LINE, 1800) in options(near), "2 in off already, it may turn about"
    assert Stance(Formation.COLUMN, 0) not in options(near), "a deeper column would come nearer"


def test_skirmishers_and_dismounted_riders_stay_in_line() -> None:
    """formation.skirmish"""
    lights = battle(unit(0, 36, 10, profile=LIGHTS), FAR)
    assert {stance.formation for stance in options(lights)} == {Formation.LINE}
    riders = battle(unit(0, 36, 10, profile=DRAGOONS), FAR)
    afoot = drill(do(forms.changed, riders, 0, RidersDismounted(0))).battle
    assert {stance.formation for stance in options(afoot)} == {Formation.LINE}


def test_a_reform_turns_guns_but_neither_limbers_nor_unlimbers_them() -> None:
    """formation.artillery, movement.limber.detail"""
    guns = battle(unit(0, 36, 10, profile=SIX_POUNDERS, bases=2), FAR)
    assert {stance.formation for stance in options(guns)} == {Formation.UNLIMBERED_LINE}
    limbered = battle(unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE), FAR)
    assert {stance.formation for stance in options(limbered)} == {
        Formation.LIMBERED_LINE,
        Formation.LIMBERED_FILE,
    }
    single = battle(unit(0, 36, 10, profile=SIX_POUNDERS, bases=1, formation=Formation.LIMBERED_LINE), FAR)
    assert {stance.formation for stance in options(single)} == {Formation.LIMBERED_LINE}, "one is no file"


def test_limbering_in_line_changes_what_a_reform_offers_though_nobody_moves() -> None:
    guns = battle(unit(0, 36, 10, profile=SIX_POUNDERS, bases=2), FAR)
    before = options(guns)
    limbered = drill(do(forms.changed, guns, 0, GunsLimbered(0, Formation.LIMBERED_LINE))).battle
    assert {stance.formation for stance in before}.isdisjoint(
        stance.formation for stance in options(limbered)
    )


def test_a_rallied_unit_reforms_freely() -> None:
    """orders.rally.ok.routing: the question is another, the choice the same."""
    scene = battle(unit(0, 36, 10), FAR)
    done = drill(
        do(forms.free_reform, scene, scene.units[0]), answers=[plan(scene, Stance(Formation.LINE, 1800))]
    )
    assert done.decisions == ["free-reform"]
    assert done.battle.units[0].pose == Pose(3600, 800, 1800)


def test_a_unit_that_stays_as_it_is_has_not_formed() -> None:
    scene = battle(unit(0, 36, 10), FAR)
    done = reformed(scene, forms.reform, plan(scene, Stance(Formation.LINE, 0)))
    assert done.of(UnitFormed) == ()


def test_an_attached_general_keeps_behind_the_unit_that_reforms() -> None:
    """leaders.attach.place"""
    scene = battle(unit(0, 36, 10), FAR, generals=(General("Howe", 0, "first", Pose(3600, 800, 0), 0),))
    done = drill(
        do(forms.reform, scene, scene.units[0]), answers=[plan(scene, Stance(Formation.MARCH_COLUMN, 0))]
    )
    assert done.battle.units[0].pose == Pose(3600, 1300, 0)
    assert done.battle.generals[0].pose == Pose(3600, 500, 0)


def test_a_formation_changes_the_front_rank_and_nothing_else() -> None:
    """formation.effects"""
    scene = battle(unit(0, 36, 10, hits=9), FAR)
    done = drill(
        do(forms.reform, scene, scene.units[0]), answers=[plan(scene, Stance(Formation.MARCH_COLUMN, 0))]
    )
    before, after = scene.units[0], done.battle.units[0]
    assert (len(before.shape.front_rank), len(after.shape.front_rank)) == (4, 1)
    assert replace(after, formation=before.formation, shape=before.shape, pose=before.pose) == before


# ----------------------------------------------------------------- guns
def battery(formation: Formation = Formation.UNLIMBERED_LINE, **state: int) -> Regiment:
    return unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=formation, **state)


def before(scene: LibertyBattle, order: Order, *answers: object) -> Any:
    return drill(do(forms.before_move, scene, scene.units[0], order), answers=answers)


def after(scene: LibertyBattle, *answers: object) -> Any:
    return drill(do(forms.after_move, scene, scene.units[0]), answers=answers)


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.RETIRE])
def test_guns_may_limber_before_they_advance_or_retire(order: Order) -> None:
    """movement.limber, movement.limber.detail: the middle of the front stays, a file of 2 x 6 in."""
    done = before(battle(battery(), FAR), order, Formation.LIMBERED_FILE)
    guns = done.battle.units[0]
    assert (guns.pose, guns.arm, guns.changed) == (Pose(3600, 1000, 0), Arm.LIMBERED, True)
    assert (guns.shape.width, guns.shape.depth) == (200, 600)


@pytest.mark.parametrize("order", [Order.HOLD, Order.REFORM, Order.RUN, Order.RETREAT])
def test_guns_do_not_limber_on_other_orders(order: Order) -> None:
    """movement.limber.detail"""
    assert before(battle(battery(), FAR), order).decisions == []


def test_guns_may_stay_unlimbered() -> None:
    """movement.limber"""
    done = before(battle(battery(), FAR), Order.ADVANCE, None)
    assert done.battle.units[0] == battery()


def test_a_battery_changes_once_a_turn() -> None:
    """movement.limber.detail"""
    assert before(battle(battery(changed=1), FAR), Order.ADVANCE).decisions == []
    assert after(battle(battery(Formation.LIMBERED_LINE, changed=1), FAR)).decisions == []


def test_a_file_that_does_not_fit_is_not_offered() -> None:
    """movement.limber.detail: a friend stands 1 in behind the guns."""
    scene = battle(battery(), unit(1, 36, 6), unit(2, 36, 46, 180, side=1))
    assert forms.limberings(scene, scene.units[0]) == (Formation.LIMBERED_LINE,)


def test_guns_drop_trail_within_45_degrees_and_keep_the_middle_of_their_front() -> None:
    """movement.unlimber, movement.limber.detail"""
    scene = battle(battery(Formation.LIMBERED_FILE), FAR)
    assert set(forms.trails(scene, scene.units[0])) == {3150, 3300, 3450, 0, 150, 300, 450}
    done = after(scene, 450)
    guns = done.battle.units[0]
    assert (guns.pose, guns.arm) == (Pose(3600, 1000, 450), Arm.UNLIMBERED)


def test_guns_that_unlimbered_this_turn_do_not_shoot(case: Case) -> None:
    """lib-029: movement.unlimber.no-shoot, movement.unlimber; they advance 5 in, and the move is over."""
    scene = at(battle(battery(Formation.LIMBERED_LINE), FAR), Step.ORDERS)
    answers = [Command(0, Order.ADVANCE), (Advance(5 * INCH),), 0]
    done = drill(do(order_step, scene), answers=answers)
    guns = done.battle.units[0]
    assert done.decisions == ["order-give", "move-path", "unlimber"], "nothing more is asked: no further move"
    assert guns.pose == Pose(3600, 1500, 0)
    assert guns.may_shoot is case("lib-029")["may_shoot"]
    assert guns.arm is Arm.UNLIMBERED


def test_limbered_guns_do_not_shoot_and_unlimbered_ones_do() -> None:
    """shooting.who.orders"""
    limbered, ready = battle(battery(Formation.LIMBERED_LINE), FAR), battle(battery(), FAR)
    assert not forms.may_shoot_after(limbered, limbered.units[0])
    assert forms.may_shoot_after(ready, ready.units[0])
    foot = battle(unit(0, 36, 10, changed=1), FAR)
    assert forms.may_shoot_after(foot, foot.units[0])


def test_routing_guns_limber_if_their_owner_wishes() -> None:
    """rout.limber"""
    scene = battle(battery(), FAR)
    done = drill(do(forms.limber_to_go, scene, scene.units[0]), answers=[Formation.LIMBERED_LINE])
    assert done.decisions == ["rout-limber"]
    assert done.battle.units[0].arm is Arm.LIMBERED
    stayed = drill(do(forms.limber_to_go, scene, scene.units[0]), answers=[None])
    assert stayed.battle.units[0].arm is Arm.UNLIMBERED


# ----------------------------------------------------------------- riders
def riders(hits: int = 0) -> Regiment:
    return unit(0, 36, 10, profile=DRAGOONS, bases=4, hits=hits)


def test_riders_dismount_and_mount_with_the_hits_of_the_worked_case(case: Case) -> None:
    """lib-070: movement.mount, movement.mount.rate, movement.mount.hits"""
    scene = battle(riders(13), FAR)
    afoot = before(scene, Order.ADVANCE, Riders.DISMOUNT).battle.units[0]
    assert (afoot.bases, afoot.hits, afoot.state) == (3, case("lib-070")["hits"][0], "WORN")
    assert (afoot.wear.worn, afoot.wear.shaken, afoot.wear.broken) == (4, 8, 12)
    assert (afoot.arm, afoot.changed) == (Arm.DISMOUNTED, True)
    next_turn = scene.with_unit(replace(afoot, changed=False))
    mounted = before(next_turn, Order.ADVANCE, Riders.MOUNT).battle.units[0]
    assert (mounted.bases, mounted.hits, mounted.state) == (4, case("lib-070")["hits"][1], "WORN")


def test_riders_change_in_line_about_their_centre() -> None:
    """movement.mount.rate: 9.6 x 2.4 in become 6 x 1 in, the centre at (36, 8.8)."""
    afoot = after(battle(riders(), FAR), Riders.DISMOUNT).battle.units[0]
    assert (afoot.pose, afoot.shape.width, afoot.shape.depth) == (Pose(3600, 930, 0), 600, 100)
    column = battle(replace(riders(), **_column()), FAR)
    formed = after(column, Riders.DISMOUNT).battle.units[0]
    assert formed.formation is Formation.LINE


def _column() -> dict[str, Any]:
    column = unit(0, 36, 10, profile=DRAGOONS, bases=4, formation=Formation.COLUMN)
    return {"formation": column.formation, "shape": column.shape}


@given(hits=st.integers(0, 20), recovered=st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_getting_off_and_on_again_heals_nobody_and_keeps_the_state(hits: int, recovered: int) -> None:
    """movement.mount.hits: unless hits were recovered on foot."""
    scene = battle(riders(hits), FAR)
    afoot = RidersDismounted(0).apply(scene)
    assert afoot.units[0].state is scene.units[0].state
    assert RidersMounted(0).apply(afoot).units[0].hits >= hits
    assert RidersMounted(0).apply(afoot).units[0].state is scene.units[0].state
    rested = HitsChanged(0, -min(recovered, afoot.units[0].hits)).apply(afoot)
    mounted = RidersMounted(0).apply(rested)
    assert mounted.units[0].state is rested.units[0].state
    assert not mounted.units[0].wear.breaks(mounted.units[0].hits)


def test_hits_recovered_on_foot_stay_recovered_in_the_saddle() -> None:
    """movement.mount.hits: 13 hits are 7 on foot; 3 of them recovered leave 4, which are 7 mounted."""
    afoot = RidersDismounted(0).apply(battle(riders(13), FAR))
    rested = HitsChanged(0, 4 - afoot.units[0].hits).apply(afoot)
    assert RidersMounted(0).apply(rested).units[0].hits == 7


def test_no_hit_is_healed_by_rounding() -> None:
    """movement.mount.hits: 1 hit is none on foot, and 1 again in the saddle."""
    afoot = RidersDismounted(0).apply(battle(riders(1), FAR))
    assert afoot.units[0].hits == 0
    assert RidersMounted(0).apply(afoot).units[0].hits == 1


@pytest.mark.parametrize("order", [Order.HOLD, Order.RETIRE, Order.RUN, Order.RETREAT])
def test_riders_change_only_with_an_advance(order: Order) -> None:
    """movement.mount"""
    assert before(battle(riders(), FAR), order).decisions == []


def test_riders_change_at_the_start_or_the_end_of_an_advance_but_not_twice() -> None:
    """movement.mount, movement.mount.rate"""
    scene = at(battle(riders(), FAR), Step.ORDERS)
    first = [Command(0, Order.ADVANCE), Riders.DISMOUNT, ()]
    done = drill(do(order_step, scene), answers=first)
    assert done.decisions == ["order-give", "mount-dismount", "move-path"]
    last = [Command(0, Order.ADVANCE), Riders.STAY, (Advance(14 * INCH),), Riders.DISMOUNT]
    done = drill(do(order_step, scene), answers=last)
    assert done.decisions == ["order-give", "mount-dismount", "move-path", "mount-dismount"]
    assert done.battle.units[0].dismounted


def test_only_designated_cavalry_dismounts() -> None:
    """movement.mount.rate: by its list entry, unless the scenario says otherwise."""
    hussars = battle(unit(0, 36, 10, profile=HUSSARS, bases=4), FAR)
    assert not forms.can_change_horses(hussars, hussars.units[0])
    told = replace(hussars.units[0], can_dismount=True)
    assert forms.can_change_horses(hussars.with_unit(told), told)
    kept = replace(riders(), can_dismount=False)
    assert not forms.can_change_horses(battle(kept, FAR), kept)


def test_riders_do_not_mount_where_their_bases_have_no_room() -> None:
    """movement.mount.rate: no overlap, and nowhere nearer than 4 in to an enemy."""
    afoot = RidersDismounted(0).apply(battle(riders(), FAR)).units[0]
    afoot = replace(afoot, changed=False)
    beside = battle(afoot, unit(1, 36 + 3.5 + 4, 10), unit(2, 36, 46, 180, side=1))
    assert not forms.can_change_horses(beside, afoot), "the line in the saddle is 9.6 in wide"
    roomy = battle(afoot, unit(1, 36 + 5 + 4, 10), unit(2, 36, 46, 180, side=1))
    assert forms.can_change_horses(roomy, afoot)
    watched = battle(afoot, unit(1, 36, 13.9, 180, side=1))
    assert not forms.can_change_horses(watched, afoot), "the front in the saddle is at 10, 3.9 in from them"
    clear = battle(afoot, unit(1, 36, 14, 180, side=1))
    assert forms.can_change_horses(clear, afoot)


# ----------------------------------------------------------------- any facing
@pytest.mark.parametrize("turn", [1, -1, 73, -1234, 1800])
def test_a_reform_may_take_any_facing(turn: int) -> None:
    """orders.reform, formation.reform.place: to the tenth of a degree, about the centre, which stays."""
    scene = battle(unit(0, 36, 20), FAR)
    done = drill(do(forms.reform, scene, scene.units[0]), answers=[(Turn(turn),)])
    after = done.battle.units[0]
    assert after.pose is not None
    assert after.pose.heading == turn % 3600
    middle = centre(after.pose, after.shape)
    assert (middle.x, middle.y) == pytest.approx((3600, 1900), abs=1)


@pytest.mark.parametrize("turn", [0, 73, -1234])
def test_a_reform_may_take_any_facing_in_another_formation(turn: int) -> None:
    """orders.reform: in one go, or by a change and then a turn as it is drawn on the map."""
    scene = battle(unit(0, 36, 20), FAR)
    column = scene.units[0].profile.shape(4, Formation.COLUMN)
    steps = (Reform(column), Turn(turn)) if turn else (Reform(column),)
    for answer in ((Reform(column, turn=turn),), steps):
        after = drill(do(forms.reform, scene, scene.units[0]), answers=[answer]).battle.units[0]
        assert (after.formation, after.shape) == (Formation.COLUMN, column)
        assert after.pose is not None
        assert after.pose.heading == turn % 3600


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ((Turn(100), Turn(100)), "turn"),
        ((Advance(100),), "advance"),
        ((Reform(block(5, files=5, width=200, depth=200)),), "reform"),
    ],
)
def test_a_reform_is_one_change_and_one_turn_and_no_march(plan: Plan, words: str) -> None:
    """orders.reform, formation.legal"""
    scene = battle(unit(0, 36, 20), FAR)
    refusal = forms.form_up(scene, scene.units[0], forms.ReformUnit).judge(plan)
    assert isinstance(refusal, Refusal), words


@pytest.mark.parametrize(("turn", "stands"), [(232, True), (240, False), (900, False)])
def test_a_facing_that_comes_within_four_inches_of_an_enemy_is_refused(turn: int, *, stands: bool) -> None:
    """formation.reform.place, movement.proximity.detail: the enemy stands 6.5 in ahead of the centre of a
    line 8 x 2 in, whose corner reaches 4 sin + 1 cos of the turn: 2.5 in at 23.3 degrees."""
    scene = battle(unit(0, 36, 20), unit(1, 36, 25.5, 180, side=1))
    settled = forms.form_up(scene, scene.units[0], forms.ReformUnit).judge((Turn(turn),))
    assert isinstance(settled, Refusal) is not stands


def test_what_agents_think_of_is_legal_and_what_they_find_no_room_for_is_refused() -> None:
    """formation.reform.place: the fast look and the check on the plan agree on crowded ground."""
    near = unit(1, 44.5, 21), unit(2, 36, 25, 180, side=1), unit(3, 30, 14, 90)
    scene = battle(
        unit(0, 36, 20), *near, pieces=(ground("building", (40, 10), (44, 10), (44, 17), (40, 17)),)
    )
    question = forms.form_up(scene, scene.units[0], forms.ReformUnit)
    open_to_it = set(question.stances)
    seen = set()
    for formation in forms.open_formations(scene.units[0]):
        for heading in forms.EVERY_STEP:
            stance = Stance(formation, heading)
            stands = not isinstance(question.judge(question.plan_to(stance)), Refusal)
            assert stands is (stance in open_to_it), stance
            seen.add(stands)
    assert seen == {True, False}


def test_the_question_of_a_reform_can_be_read_without_the_rulebook() -> None:
    """umpire.hidden"""
    scene = battle(unit(0, 30, 10), unit(1, 40, 20, 0, side=1))
    question = forms.form_up(scene, scene.units[0], forms.ReformUnit)
    assert question.prompt(scene).words.startswith("How does Unit 0 reform about its centre?")

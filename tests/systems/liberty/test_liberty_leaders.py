"""Generals on the table: attaching, leaving and riding, giving way, and dying."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty import generals
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.aim import targets
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.command import is_in_command
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.events import UnitMoved
from sandtable.systems.liberty.general_ways import ride_of
from sandtable.systems.liberty.generals import attachments
from sandtable.systems.liberty.leader_decisions import Attachment, Ride
from sandtable.systems.liberty.leader_events import (
    GeneralAttached,
    GeneralKilled,
    GeneralSetDown,
    GeneralTakenOff,
)
from sandtable.systems.liberty.placing import form, place
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.turn_events import PlayerTurnBegan
from sandtable.table.measure import distance, is_overlapping, is_touching
from sandtable.table.movement import Advance, Turn
from sandtable.table.space import DEGREE, Body, Pose, block, inches
from tests.systems.liberty.drill import at, drill
from tests.systems.liberty.parade import battle, fence, ground, unit

BASE = block(1, files=1, width=100, depth=200)
"""25 by 50 mm: an inch wide and two deep (leaders.number)."""


def leader(x: float, y: float, *, attached_to: int | None = None, side: int = 0) -> General:
    return General(
        "Morgan" if side == 0 else "Tarleton",
        side,
        "first",
        Pose(inches(x), inches(y), 0 if side == 0 else 1800),
        attached_to,
    )


def with_leader(*units: Regiment, at: tuple[float, float], attached_to: int | None = None) -> LibertyBattle:
    return battle(*units, generals=(leader(*at, attached_to=attached_to),))


def base_of(scene: LibertyBattle, number: int = 0) -> Body:
    return Body(99, scene.generals[number].side, scene.generals[number].pose, BASE)


# ------------------------------------------------------------------ step a
def test_a_general_joins_units_of_his_own_brigade_within_24_inches() -> None:
    """leaders.attach.how, leaders.attach.distance, movement.generals: 24.0 in will do, 24.1 in will not."""
    near = unit(0, 20, 10 + 24 + 2)
    far = unit(1, 40, 10 + 24.1 + 2)
    stranger = replace(unit(2, 20, 22), brigade="second")
    foe = unit(3, 60, 44, 180, side=1)
    scene = battle(near, far, stranger, foe, generals=(leader(20, 10),))
    assert attachments(scene) == (Attachment(0, 0),)
    assert attachments(replace(scene, generals=(leader(40, 10),))) == ()


def test_attaching_is_his_one_move_and_he_stands_at_the_middle_of_the_rear_edge() -> None:
    """leaders.attach.place, leaders.move.once, turn.command.a"""
    scene = with_leader(unit(0, 36, 20), unit(1, 36, 44, 180, side=1), at=(30, 5))
    done = drill(do(generals.attach, at(scene, Step.ATTACHING)), answers=[Attachment(0, 0)]).battle
    assert done.generals[0].pose == Pose(3600, 1800, 0)
    assert (done.generals[0].attached_to, done.generals[0].moved) == (0, True)
    assert generals.rides(at(done, Step.ORDERS)) == ()
    assert attachments(done) == (), "no General is moved twice in step a"


def test_an_attached_general_goes_where_his_unit_goes_and_that_is_no_move_of_his() -> None:
    """leaders.attach.how, leaders.unit-routs, leaders.attach.distance"""
    scene = with_leader(unit(0, 36, 20), at=(36, 18), attached_to=0)
    moved = UnitMoved(0, Pose(2000, 1500, 900)).apply(scene)
    assert moved.generals[0].pose == Pose(1800, 1500, 900), "two inches behind a front that looks right"
    assert not moved.generals[0].moved


def test_generals_join_and_leave_in_step_a_only() -> None:
    """leaders.attach.when: the other steps offer rides, not attachments, and step b follows."""
    scene = with_leader(unit(0, 36, 20, disorder=2), unit(1, 36, 44, 180, side=1), at=(30, 5))
    done = drill(do(generals.attach, at(scene, Step.ATTACHING)), answers=[None])
    assert done.decisions == ["attach"]
    assert (done.battle.step, done.battle.units[0].disorder) == (Step.RALLYING, 1)


def test_changing_units_is_one_move_measured_from_where_he_is() -> None:
    """leaders.attach.distance"""
    units = unit(0, 20, 20), unit(1, 48, 20), unit(2, 54, 20)
    scene = with_leader(*units, at=(20, 18), attached_to=0)
    assert Attachment(0, 1) in attachments(scene), "23.5 in from his base to the flank at 44"
    assert Attachment(0, 2) not in attachments(scene), "29.5 in"
    done = drill(do(generals.attach, at(scene, Step.ATTACHING)), answers=[Attachment(0, 1)]).battle
    assert (done.generals[0].attached_to, done.generals[0].moved) == (1, True)


def test_leaving_a_unit_sets_him_down_clear_behind_it_with_his_move_still_open() -> None:
    """leaders.detach.how, leaders.detach.later, command.range: his range is 12 in again."""
    units = unit(0, 36, 20), unit(1, 46, 20), unit(2, 36, 44, 180, side=1)
    scene = with_leader(*units, at=(36, 18), attached_to=0)
    assert not is_in_command(scene, units[1])
    done = drill(do(generals.attach, at(scene, Step.ATTACHING)), answers=[Attachment(0, None)]).battle
    general = done.generals[0]
    assert (general.attached_to, general.moved, general.detached) == (None, False, True)
    assert not is_touching(base_of(done), done.units[0])
    assert distance(base_of(done), done.units[0]) < inches(0.5)
    assert is_in_command(done, done.units[1])
    assert attachments(done) == (), "he stays unattached until a later step a"
    assert generals.rides(at(done, Step.ORDERS)) == (Ride(0),)


def test_the_way_to_a_unit_leads_round_enemies_and_impassable_ground() -> None:
    """leaders.table-presence: round a short wall the way is within 24 in, round a long one it is not."""
    mine, foe = unit(0, 36, 30), unit(1, 70, 2, 180, side=1, bases=3)
    short = ground("building", (30, 20), (42, 20), (42, 22), (30, 22))
    long = ground("building", (10, 20), (62, 20), (62, 22), (10, 22))
    for wall, offered in ((short, (Attachment(0, 0),)), (long, ())):
        scene = battle(mine, foe, pieces=(wall,), generals=(leader(36, 14),))
        assert attachments(scene) == offered
    enemies = tuple(unit(n, 8 * n - 4, 22, 180, side=1) for n in range(1, 9))
    fenced_in = battle(mine, *enemies, generals=(leader(36, 14),))
    assert attachments(fenced_in) == (), "a line of enemies from edge to edge"


@pytest.mark.parametrize("x", [20, 52], ids=["left", "right"])
def test_every_corner_of_impassable_ground_bars_his_way(x: float) -> None:
    """leaders.table-presence: a lake like a spindle from edge to edge, so that the way round is too long"""
    lake = ground("river", (36, 20), (68, 22), (36, 24), (4, 22))
    mine, foe = unit(0, x, 30), unit(1, 36, 47, 180, side=1, bases=3)
    for pieces, offered in (((lake,), ()), ((), (Attachment(0, 0),))):
        assert attachments(battle(mine, foe, pieces=pieces, generals=(leader(x, 14),))) == offered


def test_friends_bar_no_way_of_his() -> None:
    """leaders.table-presence"""
    between = unit(1, 36, 20)
    scene = battle(unit(0, 36, 30), between, unit(2, 5, 46, 180, side=1), generals=(leader(36, 14),))
    assert Attachment(0, 0) in attachments(scene)


def pocket(rear: float) -> LibertyBattle:
    """A unit in melee in a pocket of a river that ends so far behind it, its General with it."""
    walls = (
        ground("river", (20, 0), (31, 0), (31, 40), (20, 40)),
        ground("river", (41, 0), (52, 0), (52, 40), (41, 40)),
        ground("river", (31, 0), (41, 0), (41, 18 - rear), (31, 18 - rear)),
    )
    units = unit(0, 36, 20), unit(1, 36, 20, 180, side=1)
    scene = battle(*units, pieces=walls, generals=(leader(36, 18, attached_to=0),))
    return replace(scene, engagements=((0, 1),))


def test_he_may_leave_only_if_he_can_get_four_inches_from_every_enemy() -> None:
    """leaders.detach.later: the enemy is 2 in before him, and the pocket 3 in or 6 in deep."""
    assert Attachment(0, None) not in attachments(pocket(3))
    assert Attachment(0, None) in attachments(pocket(6))


def test_who_left_a_unit_in_melee_must_be_clear_of_the_enemy_when_the_phase_ends() -> None:
    """leaders.detach.later"""
    scene = drill(do(generals.attach, at(pocket(9), Step.ATTACHING)), answers=[Attachment(0, None)]).battle
    scene = at(scene, Step.ORDERS)
    assert generals.must_ride(scene) == (Ride(0),)
    about_and_back = (Turn(180 * DEGREE), Advance(inches(5)))
    done = drill(do(generals.end_of_phase, scene), answers=[about_and_back])
    question = done.asked[0]
    assert isinstance(question, PlanMove)
    assert isinstance(question.judge(()), Refusal), "he may not stay"
    assert isinstance(question.judge((Turn(180 * DEGREE), Advance(inches(1)))), Refusal)
    assert distance(base_of(done.battle), done.battle.units[1]) >= inches(4)
    assert generals.must_ride(done.battle) == ()


# ------------------------------------------------------------------ riding
def riding(*others: Regiment, readings: Readings | None = None) -> LibertyBattle:
    units = unit(0, 10, 20), unit(1, 36, 44, 180, side=1), *others
    scene = at(with_leader(*units, at=(36, 10)), Step.ORDERS)
    return replace(scene, readings=readings) if readings else scene


def ride_question(scene: LibertyBattle) -> PlanMove:
    return ride_of(scene, 0, inches(24))


def test_a_general_rides_24_inches_once_a_turn_in_any_direction() -> None:
    """leaders.move.once, movement.generals"""
    scene = riding()
    ridden = drill(do(generals.ride, scene, Ride(0)), answers=[(Turn(900), Advance(inches(24)))]).battle
    assert ridden.generals[0].pose is not None
    assert ridden.generals[0].pose.x == inches(36 + 24 + 1), "a turn on the middle of his base, then 24 in"
    assert generals.rides(ridden) == ()
    next_turn = PlayerTurnBegan(0, 2).apply(ridden)
    assert generals.rides(at(next_turn, Step.ORDERS)) == (Ride(0),)
    assert isinstance(ride_question(scene).judge((Advance(inches(24.1)),)), Refusal)


def test_double_time_adds_a_die_to_his_ride() -> None:
    """action.double-time, action.double-time.charge, cp.once"""
    scene = riding()
    rich = replace(scene, camps=(replace(scene.camps[0], points=CommandPoints(1)), scene.camps[1]))
    plan = (Turn(900), Advance(inches(28)))
    ridden = drill(do(generals.ride, rich, Ride(0)), faces=[4], answers=[CommandPoint.SPEND, plan]).battle
    assert ridden.camps[0].points.left == 0
    assert ridden.generals[0].pose is not None
    assert ridden.generals[0].pose.x == inches(36 + 28 + 1)


def test_he_rides_past_friends_and_over_fences_and_woods_but_not_through_enemies_or_rivers() -> None:
    """leaders.table-presence, movement.generals, movement.ignore"""
    up = (Advance(inches(20)),)
    friend, foe = unit(2, 36, 22), unit(2, 36, 22, 180, side=1)
    assert not isinstance(ride_question(riding(friend)).judge(up), Refusal)
    refused = ride_question(riding(foe)).judge(up)
    assert isinstance(refused, Refusal)
    assert refused.rule == "leaders.table-presence"
    wood = ground("forest", (30, 14), (42, 14), (42, 20), (30, 20))
    river = ground("river", (30, 14), (42, 14), (42, 20), (30, 20))
    for pieces, passes in (((wood, fence((30, 22), (42, 22))), True), ((river,), False)):
        scene = replace(riding(), field=replace(riding().field, pieces=pieces))
        assert isinstance(ride_question(scene).judge(up), Refusal) is not passes


def test_he_may_not_end_within_four_inches_of_an_enemy() -> None:
    """leaders.table-presence: exactly 4 in is allowed; near enemies on the way do not stop him."""
    question = ride_question(riding(unit(2, 36, 36, 180, side=1)))
    assert not isinstance(question.judge((Advance(inches(22)),)), Refusal)
    assert isinstance(question.judge((Advance(inches(22.1)),)), Refusal)
    close = ride_question(riding(unit(2, 36, 12, 180, side=1)))
    refused = close.judge((Turn(180 * DEGREE), Advance(inches(1))))
    assert isinstance(refused, Refusal), "one who stands nearer already has to get clear if he moves"
    assert not isinstance(close.judge((Turn(180 * DEGREE), Advance(inches(3)))), Refusal)
    rides = [plan for plan in close.sensible() if plan]
    assert rides
    assert not any(isinstance(close.judge(plan), Refusal) for plan in rides), "agents are offered no other"


def test_generals_ride_between_any_resolutions_or_only_in_step_f() -> None:
    """leaders.move.when, with its other reading; attached Generals do not ride."""
    late = Readings((("leaders.move.when", 1),))
    open_steps = [step for step in Step if generals.rides(at(riding(), step))]
    assert open_steps == [Step.RALLYING, Step.ROUTING, Step.CHARGING, Step.ORDERS]
    assert [step for step in Step if generals.rides(at(riding(readings=late), step))] == [Step.ORDERS]
    attached = GeneralAttached(0, 0).apply(riding())
    assert generals.rides(attached) == ()


def test_a_general_who_moves_is_put_into_words() -> None:
    scene = riding()
    question = ride_question(scene)
    assert question.prompt(scene).words == "Move Morgan, up to 24 in, in any direction"
    assert SYSTEM.card(scene, question.body).name == "Morgan"


# ------------------------------------------------------------------ giving way
def overrun(*mine: Regiment, at: tuple[float, float] = (36, 20)) -> LibertyBattle:
    """A General of side 0 in the way of an enemy that comes down the table, whose number is 0."""
    return battle(unit(0, 36, 40, 180, side=1), *mine, generals=(leader(*at),))


def test_an_enemy_who_rides_over_him_sends_him_to_the_nearest_unit_of_his_brigade() -> None:
    """leaders.overrun: into contact, without attaching, and it is not his move."""
    near, far = unit(1, 36, 8), unit(2, 10, 20)
    done = drill(do(place, overrun(near, far), 0, Pose(3600, 1500, 1800)))
    assert len(done.of(GeneralSetDown)) == 1
    general = done.battle.generals[0]
    assert is_touching(base_of(done.battle), done.battle.units[1])
    assert not is_overlapping(base_of(done.battle), done.battle.units[1])
    assert (general.attached_to, general.moved) == (None, False)


def test_a_move_that_only_passes_over_him_sends_him_away_too() -> None:
    """leaders.overrun: he stands between the start and the end, at neither."""
    done = drill(do(place, overrun(unit(1, 60, 8), at=(36, 30)), 0, Pose(3600, 1500, 1800)))
    assert is_touching(base_of(done.battle), done.battle.units[1])
    beside = drill(do(place, overrun(unit(1, 60, 8), at=(41, 30)), 0, Pose(3600, 1500, 1800)))
    assert not beside.of(GeneralSetDown), "half an inch beside the way nobody touches him"


def test_his_owner_chooses_between_equally_near_units() -> None:
    """leaders.overrun"""
    left, right = unit(1, 36 - 10, 8), unit(2, 36 + 10, 8)
    done = drill(do(place, overrun(left, right), 0, Pose(3600, 1500, 1800)), answers=[2])
    assert done.decisions == ["general-place"]
    assert done.asked[0].seat == 0
    assert is_touching(base_of(done.battle), done.battle.units[2])


def test_a_general_whose_brigade_has_no_unit_left_is_taken_off() -> None:
    """leaders.overrun"""
    stranger = replace(unit(1, 36, 8), brigade="second")
    done = drill(do(place, overrun(stranger), 0, Pose(3600, 1500, 1800)))
    assert done.of(GeneralTakenOff)
    assert done.battle.generals[0].pose is None


def test_a_friend_who_ends_on_him_shifts_him_by_the_shortest_distance() -> None:
    """leaders.displaced: half an inch too deep in the line, he steps half an inch back."""
    scene = with_leader(unit(0, 36, 10), at=(36, 18.5))
    done = drill(do(place, scene, 0, Pose(3600, 2000, 0)))
    assert done.battle.generals[0].pose == Pose(3600, 1800, 0)
    assert not done.battle.generals[0].moved
    touching = drill(do(place, with_leader(unit(0, 36, 10), at=(36, 18)), 0, Pose(3600, 2000, 0)))
    assert not touching.of(GeneralSetDown), "a friend who only touches him leaves him where he is"


def test_a_friend_who_reforms_on_him_shifts_him() -> None:
    """leaders.displaced"""
    scene = with_leader(unit(0, 36, 20), at=(36, 17.5))
    column = scene.units[0].profile.shape(4, Formation.MARCH_COLUMN)
    done = drill(do(form, scene, 0, Formation.MARCH_COLUMN, column, Pose(3600, 2300, 0)))
    assert not is_overlapping(base_of(done.battle), done.battle.units[0])
    assert len(done.of(GeneralSetDown)) == 1


def test_generals_are_no_units() -> None:
    """leaders.table-presence, leaders.number: they bar no sight, stand in no arc and are nobody's target."""
    scene = battle(
        unit(0, 36, 10, may_shoot=1),
        unit(1, 36, 20, 180, side=1),
        generals=(leader(36, 9), leader(36, 15, side=1)),
    )
    assert [shot.target for shot in targets(scene, scene.units[0])] == [1]
    assert base_of(scene).shape.width == inches(1)
    assert base_of(scene).shape.depth == inches(2)


# ------------------------------------------------------------------ losing his unit, and his life
@pytest.mark.parametrize(("face", "lives"), [(1, False), (2, True), (6, True)])
def test_a_general_whose_unit_breaks_dies_on_a_one(face: int, *, lives: bool) -> None:
    """leaders.unit-lost: else he is set down beside the nearest unit of his brigade, unattached."""
    units = unit(0, 36, 20), unit(1, 36, 10), unit(2, 36, 44, 180, side=1)
    done = drill(do(remove, with_leader(*units, at=(36, 18), attached_to=0), (0,)), faces=[face])
    general = done.battle.generals[0]
    assert general.attached_to is None
    assert (general.pose is not None) is lives
    assert bool(done.of(GeneralKilled)) is not lives
    if lives:
        assert is_touching(base_of(done.battle), done.battle.units[1])


def test_a_brigade_whose_general_is_killed_is_never_in_command_again() -> None:
    """leaders.killed, leaders.number"""
    scene = with_leader(unit(0, 36, 20), unit(1, 36, 44, 180, side=1), at=(36, 15))
    assert is_in_command(scene, scene.units[0])
    done = drill(do(generals.kill, scene, 0)).battle
    assert not is_in_command(done, done.units[0])
    assert not is_in_command(PlayerTurnBegan(0, 2).apply(done), done.units[0])
    assert attachments(done) == ()


def test_the_commander_in_chief_is_nothing_but_his_points() -> None:
    """army.cinc, cp.display: nobody stands on the table for him; his points are part of the open battle."""
    scene = riding()
    assert len(scene.generals) == 1
    assert {one.side for one in scene.generals} == {0}
    assert scene.camps[0].points.left == 0
    assert SYSTEM.seen_by(scene, 1).camps[0].points == scene.camps[0].points

"""Before and beside the battle: deployment, arrivals and the special rules of scenarios."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from shapely import Polygon, box

from sandtable.agents import Militia
from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario import problems, scenario_file
from sandtable.game.files.typed_files import read_toml
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty import arrivals, deployment
from sandtable.systems.liberty.aim import aim
from sandtable.systems.liberty.arrivals import Coming, Entry
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Reserve, Step
from sandtable.systems.liberty.deployment import BrigadeDeployed, Deployment, PlaceBrigade, Placement
from sandtable.systems.liberty.muster import muster
from sandtable.systems.liberty.order_decisions import Command
from sandtable.systems.liberty.ordering import order_step
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.roster import PACKAGE, Scenario, roster
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.movement import Advance
from sandtable.table.space import INCH, Pose, TableSide, corners, inches
from tests.systems.liberty.drill import at, drill
from tests.systems.liberty.free_battles import (
    free_battle,
    random_armies,
)
from tests.systems.liberty.parade import REGULARS, SIX_POUNDERS, battle, ground, scenario, unit


# ----------------------------------------------------------------- arrivals
def awaited(
    *others: Any,
    edge: TableSide = "bottom",
    x: float = 36,
    y: float = 0,
    turn: int = 2,
    profile: str = REGULARS,
    generals: tuple[General, ...] = (),
    pieces: tuple[Any, ...] = (),
) -> LibertyBattle:
    """A battle in step f of turn 3 in which unit 0 waits to come on."""
    bases = 2 if profile == SIX_POUNDERS else 4
    waiting = replace(unit(0, 0, 0, profile=profile, bases=bases), pose=None)
    scene = battle(waiting, *others, generals=generals, pieces=pieces)
    reserve = Reserve(turn, edge, inches(x), inches(y), unit=0)
    return at(replace(scene, turn=3, reserves=(reserve,)), Step.ORDERS)


FOE = unit(1, 36, 46, 180, side=1)


def test_a_unit_that_is_due_advances_or_runs_and_does_nothing_else() -> None:
    """edge.arrivals, deploy.reserve: charges are over by then."""
    assert arrivals.options(awaited(FOE)) == (Entry(0, Order.ADVANCE), Entry(0, Order.RUN))
    assert arrivals.options(awaited(FOE, turn=4)) == (), "its turn has not come"
    assert arrivals.options(replace(awaited(FOE), active=1)) == (), "it is the enemy's turn"


@pytest.mark.parametrize(
    ("edge", "x", "y", "pose"),
    [
        ("bottom", 36, 0, Pose(3600, 200, 0)),
        ("top", 20, 48, Pose(2000, 4600, 1800)),
        ("left", 0, 20, Pose(200, 2000, 900)),
        ("right", 72, 20, Pose(7000, 2000, 2700)),
    ],
)
def test_it_is_placed_facing_straight_in_with_its_rear_on_the_edge(
    edge: TableSide, x: float, y: float, pose: Pose
) -> None:
    """edge.arrivals.detail"""
    scene = awaited(unit(1, 50, 30, 180, side=1), edge=edge, x=x, y=y)
    done = drill(do(arrivals.enter, scene, Entry(0, Order.ADVANCE)), answers=[Coming(Formation.LINE, 0)])
    assert (done.battle.units[0].pose, done.battle.reserves) == (pose, ())


def test_its_move_is_measured_from_there() -> None:
    """edge.arrivals.detail, orders.advance: 8 in from the edge, and then it has had its order."""
    answers = [Entry(0, Order.ADVANCE), Coming(Formation.LINE, 0), (Advance(8 * INCH),)]
    done = drill(do(order_step, awaited(FOE)), answers=answers)
    assert done.decisions == ["order-give", "arrival", "move-path"]
    arrived = done.battle.units[0]
    assert (arrived.pose, arrived.order, arrived.may_shoot) == (Pose(3600, 1000, 0), Order.ADVANCE, True)


def test_it_comes_on_in_any_legal_formation_but_guns_run_only_limbered() -> None:
    """edge.arrivals.detail, formation.legal, orders.by-type"""
    guns = awaited(FOE, profile=SIX_POUNDERS)
    advancing, running = (
        {coming.formation for coming in arrivals.ways_on(guns, Entry(0, order))}
        for order in (Order.ADVANCE, Order.RUN)
    )
    limbered = {Formation.LIMBERED_LINE, Formation.LIMBERED_FILE}
    assert (advancing, running) == ({Formation.UNLIMBERED_LINE, *limbered}, limbered)


def test_a_barred_entry_point_lets_it_come_on_beside_it_within_twelve_inches() -> None:
    """edge.arrivals.detail: a friend 8 in wide stands on the point, so its line must stand 8 in aside."""
    scene = awaited(unit(1, 36, 2), unit(2, 36, 46, 180, side=1))
    asides = {coming.aside for coming in arrivals.ways_on(scene, Entry(0, Order.ADVANCE))}
    lines = {
        coming.aside
        for coming in arrivals.ways_on(scene, Entry(0, Order.ADVANCE))
        if coming.formation is Formation.LINE
    }
    assert lines == {side * inch * INCH for side in (-1, 1) for inch in (8, 9, 10, 11, 12)}
    assert max(asides) == 12 * INCH


def test_an_enemy_within_four_inches_of_the_point_bars_it() -> None:
    """edge.arrivals.detail: and it keeps 4 in from him beside it."""
    scene = awaited(unit(1, 36, 4, 180, side=1))
    ways = arrivals.ways_on(scene, Entry(0, Order.ADVANCE))
    assert {coming.aside for coming in ways if coming.formation is Formation.LINE} == {-1200, 1200}
    clear = awaited(unit(1, 36, 6.1, 180, side=1))
    ways = arrivals.ways_on(clear, Entry(0, Order.ADVANCE))
    assert ways == (Coming(Formation.LINE, 0),), "a column would be too deep, but nobody bars the point"


def test_a_unit_without_room_waits_for_the_next_turn() -> None:
    """edge.arrivals.detail"""
    wall = [unit(n, 20 + 8 * (n - 1), 2) for n in range(1, 6)]
    scene = awaited(*wall, unit(6, 36, 46, 180, side=1))
    assert arrivals.options(scene) == ()
    assert scene.reserves != ()


def test_nobody_runs_on_into_difficult_ground() -> None:
    """edge.arrivals, movement.no-run: it may still ADVANCE."""
    forest = ground("forest", (30, 0), (42, 0), (42, 6), (30, 6))
    assert arrivals.options(awaited(FOE, pieces=(forest,))) == (Entry(0, Order.ADVANCE),)


def test_the_phase_does_not_end_while_a_unit_can_come_on() -> None:
    """deploy.reserve: it enters on the turn the scenario names."""
    scene = awaited(unit(1, 60, 20), FOE_2)
    done = drill(
        do(order_step, scene),
        answers=[Entry(0, Order.RUN), Coming(Formation.LINE, 0), ()],
    )
    question = done.asked[0]
    assert None not in question.sensible()
    assert Command(1, Order.HOLD) in question.sensible()


def test_a_lone_unit_that_can_only_advance_on_comes_on_unasked() -> None:
    """edge.arrivals, turn.command.f: with one thing to do nobody is asked what, with two he is."""
    forest = ground("forest", (30, 0), (42, 0), (42, 6), (30, 6))
    answers = [Coming(Formation.LINE, 0), (Advance(100),)]
    alone = drill(do(order_step, awaited(FOE, pieces=(forest,))), answers=answers)
    assert alone.decisions == ["arrival", "move-path"]
    assert alone.battle.units[0].order is Order.ADVANCE
    open_ground = drill(do(order_step, awaited(FOE)), answers=[Entry(0, Order.ADVANCE), *answers])
    assert open_ground.decisions == ["order-give", "arrival", "move-path"]


FOE_2 = unit(2, 36, 46, 180, side=1)


def test_the_general_of_an_arriving_brigade_comes_on_with_it() -> None:
    """deploy.reserve: at the edge, as near to the entry point as there is room beside the unit."""
    howe = General("Howe", 0, "first", None)
    scene = awaited(FOE, generals=(howe,))
    scene = replace(scene, reserves=(*scene.reserves, Reserve(2, "bottom", 3600, 0, general=0)))
    done = drill(do(arrivals.enter, scene, Entry(0, Order.RUN)), answers=[Coming(Formation.LINE, 0)])
    assert done.battle.reserves == ()
    assert done.battle.generals[0].pose == Pose(3100, 200, 0), "4 in of line and half an inch of horse"


def test_an_attached_general_comes_on_behind_his_unit() -> None:
    """leaders.attach.place"""
    scene = awaited(FOE, generals=(General("Howe", 0, "first", None, attached_to=0),))
    done = drill(do(arrivals.enter, scene, Entry(0, Order.RUN)), answers=[Coming(Formation.LINE, 0)])
    assert done.battle.generals[0].pose == Pose(3600, 0, 0)


def arriving_brigade() -> Scenario:
    """Cowpens with McArthur's brigade still on the march."""
    content = read_toml(scenario_file(PACKAGE, "cowpens-1781"), dict[str, Any])
    for row in (*content["units"], *content["leaders"]):
        if row["brigade"] == "mcarthur":
            row |= {"x": None, "y": None}
    content["arrivals"] = [
        {"brigade": "mcarthur", "turn": 2, "edge": "south", "x": 36, "y": 0},
        {"unit": "legion-cavalry", "turn": 3, "edge": "left", "x": 0, "y": 12},
    ]
    return msgspec.convert(content, Scenario)


def test_a_scenario_keeps_brigades_off_the_table_and_names_turn_and_point() -> None:
    """deploy.reserve, deploy.scenario-data: a unit named by itself goes before its brigade."""
    assert problems(arriving_brigade(), roster()) == ()
    scene = muster(arriving_brigade(), Readings())
    names = {unit.id: unit.key for unit in scene.units}
    waiting = [(names.get(r.unit if r.unit is not None else -1), r.turn, r.edge) for r in scene.reserves]
    assert waiting == [
        ("71st-highlanders", 2, "bottom"),
        ("legion-cavalry", 3, "left"),
        ("17th-light-dragoons", 2, "bottom"),
        (None, 2, "bottom"),
    ]
    assert scene.generals[4].pose is None


@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_with_reserves_is_fought_to_its_end(seed: int) -> None:
    """victory.units: they are part of the army from the start."""
    scene = muster(arriving_brigade(), Readings())
    game = Game(SYSTEM, replace(scene, turn_limit=4), RandomHand(seed))
    play_out(game, seed)
    arrived = [unit for unit in game.battle.units if unit.brigade == "mcarthur"]
    assert game.battle.turn < 3 or not any(reserve.unit == 13 for reserve in game.battle.reserves), arrived


def play_out(game: Game[LibertyBattle], seed: int) -> None:
    agents = Militia(seed), Militia(seed + 1)
    while game.question is not None:
        game.question.prompt(game.battle)
        game.answer(agents[game.question.seat].decide(game.position()))
    assert game.battle.outcome is not None


# ----------------------------------------------------------------- deployment
def begun(seed: int = 3, *, first: int = 0) -> Game[LibertyBattle]:
    """A free battle in which *first* has won the initiative, with the first brigade to be placed."""
    faces = [6, 1] if first == 0 else [1, 6]
    hand = PlannedHand([*faces, 1, 1])
    return Game(SYSTEM, SYSTEM.muster(free_battle(random_armies(seed)), Readings()), hand)


def asked(game: Game[LibertyBattle]) -> PlaceBrigade:
    assert isinstance(game.question, PlaceBrigade)
    return game.question


def ordinary(game: Game[LibertyBattle]) -> Deployment:
    first = asked(game).sensible()[0]
    assert isinstance(first, Deployment)
    return first


@pytest.mark.parametrize("first", [0, 1])
def test_the_player_without_the_initiative_places_a_brigade_first_and_then_by_turns(first: int) -> None:
    """deploy.order, turn.initiative, cp.detail"""
    game = begun(first=first)
    seats = []
    while isinstance(game.question, PlaceBrigade):
        seats.append(game.question.seat)
        game.answer(game.question.sensible()[0])
    count = len(seats) // 2
    assert seats == [1 - first, first] * count
    assert game.battle.active == first
    assert game.battle.turn == 1


@pytest.mark.parametrize("seed", range(4))
def test_brigades_are_drawn_up_in_the_zone_and_clear_of_one_another(seed: int) -> None:
    """deploy.zones, deploy.table: by another library."""
    game = begun(seed)
    zones = box(0, 0, 7200, 1200), box(0, 3600, 7200, 4800)
    while isinstance(game.question, PlaceBrigade):
        answers = game.question.sensible()
        assert 1 <= len(answers) <= 15
        for answer in answers:
            assert game.question.read(msgspec.json.decode(msgspec.json.encode(answer))) == answer
            assert game.question.judge(answer) is answer
        game.answer(answers[-1])
    placed = [(one, Polygon(corners(one.pose, one.shape))) for one in game.battle.units if one.pose]
    assert len(placed) == len(game.battle.units)
    assert all(zones[one.side].buffer(2).covers(outline) for one, outline in placed)
    assert max(a.intersection(b).area for (_, a), (_, b) in combinations(placed, 2)) < 1
    assert all(general.pose is not None for general in game.battle.generals)


def moved(placed: Deployment, place: int, **change: Any) -> Deployment:
    """A deployment with one unit's pose or formation changed."""
    spots = list(placed.units)
    spots[place] = replace(spots[place], **change)
    return replace(placed, units=tuple(spots))


def refused(game: Game[LibertyBattle], answer: object) -> Refusal:
    found = asked(game).judge(answer)
    assert isinstance(found, Refusal), found
    return found


def test_a_unit_outside_its_zone_is_refused_with_the_distance() -> None:
    """deploy.zones"""
    game = begun()
    placed = ordinary(game)
    spot = placed.units[0]
    out = moved(placed, 0, pose=Pose(spot.pose.x, spot.pose.y - 150, spot.pose.heading))
    refusal = refused(game, out)
    assert (refusal.rule, refusal.measured) == ("deploy.zones", 1.5)
    assert "stands 1.5 in outside its deployment zone" in refusal.words


def test_overlapping_units_are_refused_with_both_names() -> None:
    """deploy.zones"""
    game = begun()
    placed = ordinary(game)
    over = moved(placed, 1, pose=placed.units[0].pose)
    refusal = refused(game, over)
    names = [game.battle.units[spot.unit].name for spot in placed.units[:2]]
    assert refusal.rule == "deploy.zones"
    assert all(name in refusal.words for name in names)


def test_a_formation_that_is_not_legal_is_refused() -> None:
    """formation.legal, deploy.zones"""
    game = begun()
    placed = ordinary(game)
    wrong = Formation.LIMBERED_FILE if placed.units[0].formation is Formation.LINE else Formation.COLUMN
    assert refused(game, moved(placed, 0, formation=wrong)).rule == "formation.legal"


def test_a_brigade_is_placed_whole_and_by_its_own_player() -> None:
    """deploy.order"""
    game = begun()
    placed = ordinary(game)
    assert refused(game, replace(placed, units=placed.units[1:])).rule == "deploy.order"
    assert refused(game, replace(placed, brigade="side-1-brigade-1")).rule == "deploy.order"
    assert "no brigade" in refused(game, replace(placed, brigade="nobody")).words
    assert refused(game, "left wing forward").rule == "deploy-brigade"
    assert isinstance(asked(game).read({"brigade": 1}), Refusal)


def test_a_general_is_placed_clear_in_the_zone_or_attached_to_his_own() -> None:
    """deploy.zones, leaders.attach.how"""
    game = begun()
    placed = ordinary(game)
    assert "must be placed in the zone or attached" in refused(game, replace(placed, general=None)).words
    assert "overlaps" in refused(game, replace(placed, general=placed.units[0].pose)).words
    assert "outside" in refused(game, replace(placed, general=Pose(3600, 2400, 1800))).words
    assert refused(game, replace(placed, general=None, attached_to=0)).rule == "leaders.attach.how"
    his = placed.units[0]
    game.answer(replace(placed, general=None, attached_to=his.unit))
    general = next(one for one in game.battle.generals if one.brigade == placed.brigade)
    rear = his.pose.shifted(0, -game.battle.units[his.unit].shape.depth)
    assert (general.attached_to, general.pose) == (his.unit, rear)


def test_nobody_deploys_in_impassable_ground_or_beyond_all_headings() -> None:
    """deploy.zones, terrain.impassable"""
    house = ground("building", (0, 0), (72, 0), (72, 48), (0, 48))
    scene = replace(begun().battle, field=replace(begun().battle.field, pieces=(house,)))
    question = PlaceBrigade(1, battle=scene, brigades=asked(begun()).brigades)
    placed = ordinary(begun())
    refusal = question.judge(placed)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "terrain.impassable"
    turned = moved(placed, 0, pose=Pose(3600, 3600, 3600))
    assert "headings run from 0 to 3599" in refused(begun(), turned).words


def test_a_scenario_may_give_a_side_a_zone_of_its_own() -> None:
    """deploy.zones: unless the scenario says otherwise."""
    plain = free_battle(random_armies(3))
    corner = ((0.0, 24.0), (60.0, 24.0), (60.0, 48.0), (0.0, 48.0))
    sides = (plain.sides[0], replace(plain.sides[1], zone=corner))
    game = Game(SYSTEM, muster(replace(plain, sides=sides), Readings()), PlannedHand([6, 1, 1, 1]))
    poses = [spot.pose for answer in asked(game).sensible() for spot in _spots(answer)]
    assert min(pose.y for pose in poses) == 2400
    assert max(pose.x for pose in poses) <= 6000


def _spots(answer: object) -> tuple[Placement, ...]:
    assert isinstance(answer, Deployment)
    return answer.units


def test_guns_may_be_deployed_limbered() -> None:
    """deploy.zones"""
    guns = battle(replace(unit(0, 0, 0, profile=SIX_POUNDERS, bases=2), pose=None), FOE)
    scene = replace(guns, generals=(General("Howe", 0, "first", None),), first=1, step=Step.DEPLOYMENT)
    placed = Deployment(
        "first", (Placement(0, Formation.LIMBERED_FILE, Pose(3600, 1200, 0)),), Pose(3800, 1200, 0)
    )
    done = drill(do(deployment.deploy, scene), answers=[placed])
    assert done.of(BrigadeDeployed) == (BrigadeDeployed(0, placed),)
    assert done.battle.units[0].formation is Formation.LIMBERED_FILE


def test_a_battle_whose_units_are_all_placed_begins_at_once() -> None:
    """deploy.order"""
    scene = replace(battle(unit(0, 36, 10), FOE), step=Step.DEPLOYMENT, first=1)
    done = drill(do(deployment.deploy, scene))
    assert (done.battle.step, done.battle.active, done.battle.turn) == (Step.OPENING, 1, 1)


@pytest.mark.parametrize("seed", [3, 9])
def test_a_free_battle_is_deployed_and_fought_to_its_end(seed: int) -> None:
    """deploy.order, turn.initiative.method"""
    scene = muster(free_battle(random_armies(seed), turn_limit=3), Readings())
    game = Game(SYSTEM, scene, RandomHand(seed))
    play_out(game, seed)


# ----------------------------------------------------------------- special rules of scenarios
def test_in_a_storm_every_target_of_small_arms_is_obscured_but_not_of_guns() -> None:
    """Trenton's own rule on top of shooting.obscured."""
    guns = unit(1, 50, 10, profile=SIX_POUNDERS, bases=2)
    calm = battle(unit(0, 36, 10), guns, unit(2, 40, 22, 180, side=1))
    storm = replace(calm, specials=("storm",))
    seen = {
        (place, name): fire.obscured
        for name, scene in (("calm", calm), ("storm", storm))
        for place in (0, 1)
        if (fire := aim(scene, scene.units[place], scene.units[2])) is not None
    }
    assert seen == {(0, "calm"): False, (1, "calm"): False, (0, "storm"): True, (1, "storm"): False}
    assert "storm" in muster(scenario("trenton-1776"), Readings()).specials


def test_the_carolina_militia_may_leave_over_its_own_edge() -> None:
    scene = muster(scenario("guilford-1781"), Readings())
    assert [(one.key, one.may_leave) for one in scene.units if one.may_leave] == [
        ("nc-militia-1", "top"),
        ("nc-militia-2", "top"),
    ]


# ----------------------------------------------------------------- what everybody may know
def test_nothing_is_hidden_from_anybody() -> None:
    """umpire.hidden"""
    scene = muster(scenario("cowpens-1781"), Readings())
    assert all(SYSTEM.seen_by(scene, seat) == scene for seat in (0, 1, None))


def test_the_commander_in_chief_stands_nowhere() -> None:
    """army.cinc: neither a unit nor a General, and no body on the table."""
    found = scenario("cowpens-1781")
    scene = muster(found, Readings())
    commanders = {side.commander for side in found.sides}
    assert commanders == {"Daniel Morgan", "Banastre Tarleton"}
    assert len(scene.units) + len(scene.generals) == len(found.units) + len(found.leaders)
    assert commanders.isdisjoint({*(one.name for one in scene.units), *(one.name for one in scene.generals)})

"""The ground on hexes: the same questions of the rules, answered on a grid."""

from __future__ import annotations

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.rulebook import Readings
from sandtable.lab.runs.corpus import fight, settings
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.events import Deed, UnitMoved
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import Ground, ground_of
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.values import Entrance, Facing, Flight, Flown, Gait, Leave
from sandtable.systems.elan.leader_decisions import PlaceScratched
from sandtable.systems.elan.plan_decisions import PlanHexPath
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Contact, HexPlan, Step, TurnTo, check
from sandtable.table.space import Piece, Point, Pose
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    HUSSARS,
    LIGHT,
    answered,
    area,
    battle,
    leader,
    line,
    on_hexes,
    place_of,
    unit,
)
from tests.systems.elan.test_elan_roster import figures, readings_of

COLUMN = Formation.COLUMN
Spot = tuple[int, int, int]


def two(
    mine: Spot,
    theirs: Spot,
    *,
    profile: str = "us-line-1863",
    formation: Formation | None = None,
    enemy: str = "us-line-1863",
    enemy_formation: Formation | None = None,
    pieces: tuple[Piece, ...] = (),
    readings: Readings | None = None,
) -> ElanBattle:
    """A unit and an enemy on hexes, each at (column, row) with a facing."""
    units = (
        unit(0, 1, 1, profile=profile, formation=formation),
        unit(1, 9, 9, side=1, profile=enemy, formation=enemy_formation),
    )
    return on_hexes(battle(*units, pieces=pieces, readings=readings), mine, theirs)


def rough(*rows: int) -> tuple[Piece, ...]:
    """Rough ground that fills whole rows of hexes; the centres of row r lie at y = 3.46 + 5.2 r."""
    return tuple(
        area("rough", (0, y - 1), (108, y - 1), (108, y + 1), (0, y + 1), id=f"rough-{row}")
        for row in rows
        for y in (3.4641 + 5.19615 * row,)
    )


def legal(ground: HexGround, leave: Leave, *plan: object) -> bool:
    steps: HexPlan = plan  # type: ignore[assignment] # steps
    return check(ground.body(leave.unit), steps, ground.terms(leave), ground.scene).is_legal


# --------------------------------------------------------------------- measuring and looking
def test_the_ground_is_chosen_by_the_set_and_by_nothing_else() -> None:
    """scale.sets"""
    fought = two((5, 1, 0), (5, 5, 180))
    found: Ground = ground_of(fought)
    assert isinstance(found, HexGround)
    assert not isinstance(ground_of(battle(unit(0, 10, 10))), HexGround)


def test_distance_is_counted_in_steps() -> None:
    """hex.distance, hex.plan.points"""
    ground = HexGround(two((5, 1, 0), (5, 3, 180)))
    assert (ground.gap(0, 1), ground.home_gap(0), ground.closest(0)) == (2, 1, 2)
    assert ground.point_gap(0, ground.grid.centre(ground.grid.hex(7, 1))) == 2


def test_only_the_rear_counts_in_melee_but_flank_and_rear_count_for_fire() -> None:
    """hex-01: melee.start.rear-hex, hex.contact, hex.flank-fire-unchanged"""
    # Seen from (5, 4) facing north: (6, 4) lies to the flank, (5, 3) behind, (5, 5) ahead.
    found = {}
    for name, spot in (("flank", (6, 4, 300)), ("rear", (5, 3, 0)), ("front", (5, 5, 180))):
        ground = HexGround(two((5, 4, 0), spot))
        found[name] = (ground.edge_attacked(0, 1, Pose(0, 0, 0)), ground.is_flank_fire(0, 1))
    assert found == {"flank": (Edge.FLANK, True), "rear": (Edge.REAR, True), "front": (Edge.FRONT, False)}


@pytest.mark.parametrize("formation", [Formation.SQUARE, Formation.SKIRMISH, Formation.GARRISON])
def test_who_has_no_flank_is_shot_and_attacked_from_the_front_alone(formation: Formation) -> None:
    """formation.no-flank, shooting.flank"""
    ground = HexGround(two((5, 4, 0), (5, 3, 0), profile=LIGHT, formation=formation))
    assert not ground.is_flank_fire(0, 1)
    assert ground.edge_attacked(0, 1, Pose(0, 0, 0)) is Edge.FRONT
    assert figures("hex-01") == {"flank": 4, "rear": 7}


def test_the_arc_of_fire_is_the_front_zone() -> None:
    """geometry.fire-arc, hex.grid"""
    assert HexGround(two((5, 4, 0), (5, 8, 180))).is_in_arc(0, 1)
    assert not HexGround(two((5, 4, 180), (5, 8, 180))).is_in_arc(0, 1)
    assert HexGround(two((5, 4, 180), (5, 8, 180), formation=Formation.SQUARE)).is_in_arc(0, 1)


@pytest.mark.parametrize(
    ("pieces", "seen"),
    [
        ((area("wood", (30, 23), (42, 23), (42, 26), (30, 26)),), True),
        ((area("wood", (30, 12.5), (42, 12.5), (42, 15), (30, 15)),), False),
        ((area("light-wood", (30, 12.5), (42, 12.5), (42, 15), (30, 15)),), True),
        ((area("light-wood", (30, 12.5), (42, 12.5), (42, 20), (30, 20)),), False),
    ],
)
def test_what_lies_between_two_hexes_may_block_sight(pieces: tuple[Piece, ...], seen: bool) -> None:  # noqa: FBT001 - of a table
    """hex-06: hex.sight; from row 1 to row 4 of one column, rows 2 and 3 lie between"""
    assert HexGround(two((5, 1, 0), (5, 4, 180), pieces=pieces)).sees(0, 1) is seen


def test_a_unit_between_blocks_sight_unless_it_is_fired_over() -> None:
    """hex-06: hex.sight, weapons.overhead-clearance"""
    units = (unit(0, 1, 1), unit(1, 9, 9, side=1), unit(2, 20, 9))
    ground = HexGround(on_hexes(battle(*units), (5, 0, 0), (5, 4, 180), (5, 2, 0)))
    assert not ground.sees(0, 1)
    assert ground.sees(0, 1, over=(2,))


def test_linear_cover_protects_across_its_hexside_and_area_cover_all_round() -> None:
    """hex.terrain"""
    hedge = line("hedge", (0, 26), (108, 26))
    farther = HexGround(two((5, 3, 0), (5, 6, 180), pieces=(hedge,)))
    assert farther.cover_from_fire(0, 1) is Cover.NONE
    across = HexGround(two((5, 2, 0), (5, 6, 180), pieces=(line("hedge", (0, 16.5), (108, 16.5)),)))
    assert across.cover_from_fire(0, 1) is Cover.LIGHT
    assert across.cover_in_melee(0, ("the hedge",)) is Cover.LIGHT
    assert across.cover_in_melee(0, ()) is Cover.NONE
    trees = area("wood", (30, 18), (42, 18), (42, 20), (30, 20))
    wood = HexGround(two((5, 3, 0), (5, 6, 180), pieces=(trees,)))
    assert wood.cover_from_fire(0, 1) is Cover.HEAVY


def test_a_work_covers_only_the_hex_behind_it() -> None:
    """hex.plan.lines, hex.terrain: a breastwork between rows 4 and 5 that fronts north, or south"""
    covers = []
    for front in (0, 180):
        work = line("breastwork", (0, 26.8), (108, 26.8), front=front)
        ground = HexGround(two((5, 4, 0), (5, 5, 180), pieces=(work,)))
        covers.append(
            (ground.cover_from_fire(0, 1), ground.cover_in_melee(0, (work.id,), 1), ground.held_cover(0))
        )
    assert covers == [(Cover.FORTIFIED_LIGHT,) * 3, (Cover.NONE,) * 3]


def test_a_garrison_has_the_cover_of_its_sector_and_others_inside_light_cover() -> None:
    """terrain.sector, terrain.types, hex.terrain"""
    houses = area("built-up", (30, 21), (36, 21), (36, 27), (30, 27))
    held, passed = (
        HexGround(two((5, 4, 0), (5, 6, 180), formation=how, pieces=(houses,))).cover_from_fire(0, 1)
        for how in (Formation.GARRISON, Formation.LINE)
    )
    assert (held, passed) == (Cover.HEAVY, Cover.LIGHT)


def test_a_line_on_another_hexside_does_not_cover_against_an_enemy_in_contact() -> None:
    """hex.terrain: the hedge lies east of (5, 4); one enemy touches it from there, one from ahead"""
    hedge = line("hedge", (36, 23), (36, 26))
    east = HexGround(two((5, 4, 0), (6, 4, 240), pieces=(hedge,)))
    ahead = HexGround(two((5, 4, 0), (5, 5, 180), pieces=(hedge,)))
    assert east.cover_in_melee(0, ("the hedge",), 1) is Cover.LIGHT
    assert ahead.cover_in_melee(0, ("the hedge",), 1) is Cover.NONE


# --------------------------------------------------------------------- voluntary moves
@pytest.mark.parametrize(
    ("profile", "formation", "span", "once", "each"),
    [("us-line-1863", COLUMN, 3, 2, 1), (HORSE, Formation.LINE, 4, 3, 2), (LIGHT, COLUMN, 3, 3, 3)],
)
def test_rough_hexes_cost_one_more_in_all_or_each_of_them(
    profile: str, formation: Formation, span: int, once: int, each: int
) -> None:
    """move-09, move-16: hex.penalty, terrain.table, movement.rates"""
    steps = (Step(300), Step(3300), Step(300), Step(3300))
    assert readings_of("move-09") == readings_of("move-16") == Readings((("hex.penalty", 1),))
    for readings, most in ((Readings(), once), (readings_of("move-16"), each)):
        pieces, mine, theirs = rough(2, 3, 4, 5), (5, 1, 0), (17, 12, 180)
        fought = two(mine, theirs, profile=profile, formation=formation, pieces=pieces, readings=readings)
        ground = HexGround(fought)
        leave = Leave(unit=0, span=span)
        assert [count for count in range(5) if legal(ground, leave, *steps[:count])] == list(range(most + 1))
    assert list(figures("move-09").values()) == [1, 2, 3]
    assert list(figures("move-16").values()) == [1, 2, 2, 3]


def test_a_wheel_costs_foot_a_point_and_horse_nothing() -> None:
    """hex.movement"""
    steps = (TurnTo(600), Step(300), Step(900))
    foot = HexGround(two((5, 1, 0), (17, 12, 180)))
    assert not legal(foot, Leave(unit=0, span=2), *steps)
    assert legal(foot, Leave(unit=0, span=3), *steps)
    assert legal(HexGround(two((5, 1, 0), (17, 12, 180), profile=HORSE)), Leave(unit=0, span=2), *steps)


def test_a_march_does_not_wheel_and_stays_three_hexes_off() -> None:
    """move-17: movement.wheel-march-hex, movement.march, hex.turns"""
    ground = HexGround(two((5, 1, 0), (5, 9, 180)))
    leave = Leave(unit=0, span=6, gait=Gait.MARCH)
    assert not legal(ground, leave, TurnTo(600))
    assert not legal(ground, leave, Step(1500))
    north = (Step(300), Step(3300), Step(300), Step(3300), Step(300))
    assert legal(ground, leave, *north[:4])
    assert not legal(ground, leave, *north)
    assert legal(ground, Leave(unit=0, span=6), Step(1500))


def test_a_march_column_adds_a_point_for_the_road() -> None:
    """move-03: movement.road-bonus, movement.road-bonus-how"""
    road = line("road", (51, 0), (51, 72))
    fought = two((8, 0, 0), (0, 13, 180), formation=Formation.MARCH_COLUMN, pieces=(road,))
    ground, leave = HexGround(fought), Leave(unit=0, span=9, gait=Gait.MARCH, by_road=True)
    north = [Step(3300), Step(300)] * 5
    assert legal(ground, leave, *north)
    assert not legal(ground, leave, *north, Step(3300))
    assert figures("move-03")["hex"] == 10


def test_all_penalties_of_a_move_cost_one_point_together() -> None:
    """hex.penalty: a change, a hedge, two hexes of rough ground; and two hexes retired into"""
    hedge = line("hedge", (0, 11.2), (108, 11.2))
    ground = HexGround(two((5, 1, 0), (17, 12, 180), formation=COLUMN, pieces=(hedge, *rough(3, 4))))
    leave = Leave(unit=0, span=4, halved=True)
    assert legal(ground, leave, Step(300), Step(3300), Step(300))
    assert not legal(ground, leave, Step(300), Step(3300), Step(300), Step(3300))
    back = HexGround(two((5, 5, 0), (17, 12, 180), formation=COLUMN))
    assert legal(back, Leave(unit=0, span=3), Step(1500), Step(2100))
    assert not legal(back, Leave(unit=0, span=3), Step(1500), Step(2100), Step(1500))
    each = two((5, 5, 0), (17, 12, 180), formation=COLUMN, readings=Readings((("hex.penalty", 1),)))
    assert not legal(HexGround(each), Leave(unit=0, span=3), Step(1500), Step(2100))


def test_something_done_on_the_spot_costs_a_point_unless_a_hex_does() -> None:
    """hex.penalty"""
    plain = HexGround(two((5, 1, 0), (17, 12, 180), formation=COLUMN))
    halved = Leave(unit=0, span=3, halved=True)
    assert legal(plain, halved, Step(300), Step(3300))
    assert not legal(plain, halved, Step(300), Step(3300), Step(300))
    bad = HexGround(two((5, 1, 0), (17, 12, 180), formation=COLUMN, pieces=rough(2)))
    whole = Leave(unit=0, span=3)
    assert legal(bad, halved, Step(300), Step(3300)) is legal(bad, whole, Step(300), Step(3300)) is True
    trek = answered(lambda: bad.travel(Leave(unit=0, span=3)), (Step(300),))
    assert (trek.gone, trek.halved, trek.disordering) == (2, True, ("rough",))
    assert bad.affords_change(Leave(unit=0, span=3), trek)


def test_friends_are_passed_and_named_and_enemies_are_not_entered() -> None:
    """movement.action.interpenetrate, movement.no-contact, hex.grid"""
    units = (unit(0, 1, 1, formation=COLUMN), unit(1, 9, 9, side=1), unit(2, 20, 9))
    ground = HexGround(on_hexes(battle(*units), (5, 1, 0), (5, 4, 180), (5, 2, 0)))
    trek = answered(lambda: ground.travel(Leave(unit=0, span=3)), (Step(3300), Step(300)))
    assert (trek.passed, trek.gone, ground.nears(0, trek)) == ((2,), 3, True)
    with pytest.raises(Refused, match="friends fill"):
        answered(lambda: ground.travel(Leave(unit=0, span=3)), (Step(3300),))
    assert not legal(ground, Leave(unit=0, span=9), Step(3300), Step(300), Step(3300))


def test_a_plan_on_hexes_is_read_judged_and_offered() -> None:
    ground = HexGround(two((5, 1, 0), (5, 5, 180)))
    question = PlanHexPath(0, ground.body(0), ground.terms(Leave(unit=0, span=2)), ground.scene)
    assert question.read([{"type": "step", "heading": 300}]) == (Step(300),)
    assert isinstance(question.read([{"type": "leap"}]), Refusal)
    assert all(not isinstance(question.judge(plan), Refusal) for plan in question.sensible())
    refused = question.judge((Step(300), Step(3300), Step(300)))
    assert isinstance(refused, Refusal)
    assert (refused.measured, refused.limit, refused.nearest) == (3.0, 2.0, (Step(300), Step(3300)))
    assert question.nearest(ground.grid.hex(5, 9)).miss == 6
    assert len(question.digest()) == 16


def test_a_commander_enters_any_hex_but_an_enemys() -> None:
    """leaders.movement-free, hex.movement"""
    people = (leader(0, 1, 33.0, 8.66), leader(1))
    units = (unit(0, 1, 1), unit(1, 9, 9, side=1))
    ground = HexGround(on_hexes(battle(*units, leaders=people), (5, 2, 0), (5, 3, 180)))
    there = answered(lambda: ground.ride(0, 5, march=False), (Step(900),))
    assert there.y == 866
    with pytest.raises(Refused, match="an enemy holds"):
        answered(lambda: ground.ride(0, 5, march=False), (Step(300), Step(300)))


# --------------------------------------------------------------------- turns, formations, garrisons
HOUSES = area("built-up", (30, 18), (36, 18), (36, 20.5), (30, 20.5), id="houses")


def test_facings_are_corners() -> None:
    """hex.turns, hex.grid, rally.face"""
    ground = HexGround(two((5, 1, 0), (5, 5, 180)))
    assert ground.open_changes(0, (), turning=True).turns == (1200, -1200, 1800)
    assert ground.turned(0, 890).heading == 600
    assert answered(lambda: ground.face_rallied(0), (TurnTo(2400),)).heading == 2400
    stance = ground.stance(0, Formation.SQUARE)
    assert place_of(ground.battle, stance.to, 0) == (5, 1)


def test_a_sector_ahead_can_be_garrisoned_and_left() -> None:
    """formation.garrison-exit, hex.short-distances"""
    ahead = HexGround(two((5, 2, 0), (5, 9, 180), pieces=(HOUSES,)))
    (stance,) = ahead.garrison(0)
    assert stance.sector == "houses"
    assert HexGround(two((5, 2, 180), (5, 9, 180), pieces=(HOUSES,))).garrison(0) == ()
    inside = HexGround(two((5, 3, 0), (5, 9, 180), formation=Formation.GARRISON, pieces=(HOUSES,)))
    out = inside.sorties(0, (COLUMN,))
    assert len(out) == 12
    assert inside.driven_out(0, COLUMN, 1).formation is COLUMN


# --------------------------------------------------------------------- charges
def reached(profile: str, formation: Formation | None, span: int, row: int, **more: object) -> bool:
    """Can a unit in (5, 1) that faces north charge one straight ahead so many rows on?"""
    fought = two((5, 1, 0), (5, row, 180), profile=profile, formation=formation, **more)  # type: ignore[arg-type] # pieces
    return HexGround(fought).onset(0, 1, span) is not None


def test_a_charge_reaches_as_far_as_its_movement_points() -> None:
    """hex-02: hex.charge, movement.rates, hex.movement, terrain.table"""
    hedge = line("hedge", (0, 21.7), (108, 21.7))

    def most(profile: str, formation: Formation | None, span: int, pieces: tuple[Piece, ...] = ()) -> int:
        return max(row - 1 for row in range(2, 8) if reached(profile, formation, span, row, pieces=pieces))

    assert most("us-line-1863", Formation.LINE, 2) == figures("hex-02")["a"]
    assert most("us-line-1863", COLUMN, 3) == figures("hex-02")["b"]
    assert most(HORSE, Formation.LINE, 4) == figures("hex-02")["c"]
    # The hedge lies between rows 3 and 4: a target in row 4 stands behind it at a distance of 3.
    assert reached(HORSE, Formation.LINE, 4, 4, pieces=(hedge,))
    assert not reached(HORSE, Formation.LINE, 4, 5, pieces=(line("hedge", (0, 26.5), (108, 26.5)),))
    assert figures("hex-02")["d"] == 3


@pytest.mark.parametrize(("row", "y"), [(3, 16.5), (4, 16.5), (4, 21.7)])
def test_a_hedge_that_is_charged_across_disorders_wherever_the_defender_stands_behind_it(
    row: int, y: float
) -> None:
    """terrain.when-disordered, hex.charge: on the last hexside, or one or two hexes before the target"""
    onset = HexGround(
        two((5, 1, 0), (5, row, 180), profile=HORSE, pieces=(line("hedge", (0, y), (108, y)),))
    ).onset(0, 1, 4)
    assert onset is not None
    assert (onset.crossed, onset.disordering) == (("the hedge",), ("hedge",))


def test_the_hex_of_the_target_is_not_entered_and_does_not_disorder() -> None:
    """terrain.when-disordered, hex.charge"""
    rough = area("rough", (0, 17.5), (108, 17.5), (108, 20.5), (0, 20.5))
    onset = HexGround(two((5, 1, 0), (5, 3, 180), pieces=(rough,))).onset(0, 1, 4)
    assert onset is not None
    assert onset.disordering == ()


def test_a_countercharger_is_disordered_only_by_what_lies_on_his_own_part_of_the_way() -> None:
    """charge.countercharge: from row 4 he enters row 3; a hedge between rows 3 and 4, or 1 and 2"""
    for y, other, charger in ((21.7, ("hedge",), ()), (11.2, (), ("hedge",))):
        hedge = line("hedge", (0, y), (108, y))
        ground = HexGround(two((5, 1, 0), (5, 4, 180), profile=HORSE, enemy=HUSSARS, pieces=(hedge,)))
        onset = ground.onset(0, 1, 4)
        assert onset is not None
        clash = ground.clash(onset, 4)
        assert clash is not None
        assert (clash.other_disordering, clash.charger_disordering) == (other, charger)
        assert clash.crossed == ("the hedge",)


def test_a_column_that_must_wheel_reaches_one_hex_less() -> None:
    """hex-02: hex.charge, hex.movement"""
    # Facing north, a target due east lies to the flank: a wheel to 60 degrees brings it to the front.
    near = HexGround(two((5, 1, 0), (7, 1, 270 - 30), formation=COLUMN)).onset(0, 1, 3)
    assert near is not None
    assert (near.wheel, near.cost) == (1, 3)
    assert HexGround(two((5, 1, 0), (8, 1, 240), formation=COLUMN)).onset(0, 1, 3) is None


@pytest.mark.parametrize(("row", "caught"), [(2, True), (3, True), (4, False)])
def test_skirmishers_that_evade_two_hexes_are_caught_within_four(row: int, caught: bool) -> None:  # noqa: FBT001 - of a table
    """hex-03: movement.compulsory-rate, charge.evade-pursuit, hex.charge, compulsory.hex"""
    fought = two((5, 1, 0), (5, row, 180), profile=HORSE, enemy=LIGHT, enemy_formation=Formation.SKIRMISH)
    ground = HexGround(fought)
    onset = ground.onset(0, 1, 4)
    assert onset is not None
    flight = Flight(unit=1, span=2, threat=0, facing=Facing.AWAY, homeward=False)
    flown = flee_anyhow(ground, flight)
    after = HexGround(UnitMoved(1, flown.to, Deed.EVADED).apply(fought))
    assert (flown.gone, after.gap(0, 1)) == (2, row - 1 + 2)
    assert (after.catch(onset) is not None) is caught
    if not caught:
        followed = after.follow(onset, 0)
        assert followed.gone == 4


def flee_anyhow(ground: HexGround, flight: Flight) -> Flown:
    """A flight whose owner takes the first of whatever he is offered."""

    async def whole() -> Flown:
        return await ground.flee(flight)

    run: ProcedureRun[Flown] = ProcedureRun(do(whole), lambda throw: throw, lambda battle, event: battle)
    while run.pending is not None:
        run.answer(run.pending.judge(run.pending.sensible()[0]))
    assert run.result is not None
    return run.result


def test_contact_is_made_from_the_next_hex_and_touches_the_target_alone() -> None:
    """hex.contact, hex.charge"""
    ground = HexGround(two((5, 1, 0), (5, 3, 180)))
    onset = ground.onset(0, 1, 2)
    assert onset is not None
    closing = ground.close(0, 1, onset.to)
    assert closing is not None
    assert closing.touched == (1,)
    moved = HexGround(UnitMoved(0, closing.to, Deed.CHARGED).apply(ground.battle))
    assert moved.gap(0, 1) == 1
    assert moved.touched(0, closing.to) == (1,)


def test_a_charge_that_fails_leaves_one_hex_between() -> None:
    """charge.home-fail"""
    ground = HexGround(two((5, 1, 0), (5, 5, 180), profile=HORSE))
    onset = ground.onset(0, 1, 4)
    assert onset is not None
    stopped = HexGround(UnitMoved(0, ground.short_of(onset).to, Deed.CHARGED).apply(ground.battle))
    assert stopped.gap(0, 1) == 2
    near = HexGround(two((5, 1, 0), (5, 2, 180), profile=HORSE))
    close = near.onset(0, 1, 4)
    assert close is not None
    assert near.short_of(close).to == near.unit(0).pose


def test_horsemen_meet_in_the_middle() -> None:
    """charge.countercharge: of three hexes between, the countercharger enters one"""
    ground = HexGround(two((5, 1, 0), (5, 5, 180), profile=HORSE, enemy=HUSSARS))
    onset = ground.onset(0, 1, 4)
    assert onset is not None
    clash = ground.clash(onset, 4)
    assert clash is not None
    assert place_of(ground.battle, clash.other, 1)[1] == 4
    assert place_of(ground.battle, clash.charger, 0)[1] == 3


def test_a_breakthrough_may_close_with_an_enemy() -> None:
    """melee.breakthrough-how"""
    ground = HexGround(two((5, 1, 0), (5, 3, 180), profile=HORSE))
    trek = answered(lambda: ground.thrust(0, 2), (Step(300), Contact(3300)))
    assert trek.met == (1,)


# --------------------------------------------------------------------- flights and places
def test_a_flight_goes_away_from_the_enemy_towards_the_own_edge() -> None:
    """compulsory.hex, compulsory.facing"""
    ground = HexGround(two((5, 5, 0), (5, 7, 180)))
    flown = flee_anyhow(ground, Flight(unit=0, span=2, threat=1, facing=Facing.KEPT))
    assert place_of(ground.battle, flown.to, 0)[1] == 3
    assert flown.to.heading == 0
    away = flee_anyhow(ground, Flight(unit=0, span=2, threat=1, facing=Facing.AWAY))
    assert away.to.heading in (1200, 1800, 2400)


def test_a_step_off_the_map_is_leaving_the_table() -> None:
    """compulsory.hex, geometry.table-edge"""
    ground = HexGround(two((5, 1, 0), (5, 3, 180)))
    assert flee_anyhow(ground, Flight(unit=0, span=2, threat=1, facing=Facing.KEPT)).left


def test_a_unit_shut_in_is_cut_off() -> None:
    """compulsory.hex"""
    around = [(5, 3), (4, 3), (4, 4), (6, 4), (4, 5)]
    centres = [((column + 0.5 + row % 2 / 2) * 6, 3.4641 + 5.19615 * row) for column, row in around]
    lakes = tuple(
        area("lake", (x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), id=f"lake-{n}")
        for n, (x, y) in enumerate(centres)
    )
    shut = HexGround(two((5, 4, 0), (5, 5, 180), pieces=lakes))
    flown = flee_anyhow(shut, Flight(unit=0, span=2, threat=1, facing=Facing.KEPT))
    assert (flown.gone, flown.is_cut_off) == (0, True)
    open_ground = HexGround(two((5, 4, 0), (5, 5, 180), pieces=lakes[1:]))
    assert not flee_anyhow(open_ground, Flight(unit=0, span=2, threat=1, facing=Facing.KEPT)).is_cut_off


def test_commanders_share_the_hex_of_their_unit() -> None:
    """hex.short-distances, leaders.unattached-safe"""
    units = (unit(0, 1, 1), unit(1, 9, 9, side=1))
    people = (leader(0, 1, 33.0, 8.66), leader(1))
    ground = HexGround(on_hexes(battle(*units, leaders=people), (5, 1, 0), (6, 1, 180)))
    there = answered(lambda: ground.beside(PlaceScratched, 0, 0))
    assert ground.point_gap(0, Point(there.x, there.y)) == 0
    assert ground.caught_by(1) == ()


def test_reinforcements_take_the_nearest_free_hexes_of_the_edge() -> None:
    """setup.arrivals, hex.plan.points"""
    units = (unit(0, 1, 1, formation=Formation.MARCH_COLUMN), unit(1, 9, 9, side=1), unit(2, 20, 9))
    fought = on_hexes(battle(*units), (1, 5, 0), (17, 12, 180), (8, 0, 0))
    places = HexGround(fought).entrances(0, Entrance("bottom", Point(5100.0, 0.0)))
    assert [place_of(fought, stance.to, 0) for stance in places[:2]] == [(7, 0), (9, 0)]
    assert places[0].to.heading == 0


def test_guns_are_not_manhandled_on_hexes() -> None:
    """move-06: movement.manhandle, hex.differences"""
    assert two((5, 1, 0), (5, 9, 180), profile=GUNS).figures.manhandle == 0
    assert two((5, 1, 0), (5, 9, 180)).scale is Scale.HEX


def test_a_flight_is_not_carried_to_and_fro_between_two_hexes_of_friends() -> None:
    """compulsory.friends, compulsory.hex

    At the Swiepwald a unit whose enemy stood between it and home went from one friend's hex to the other's
    and back without end; it ends in the last free hex of its way.
    """
    name = "elan/swiepwald scale=hex, second readings"
    setting = next(one for one in settings(SYSTEM) if one.name == name)
    assert fight(setting, ("captain", "captain"), 7299).game.is_over


@pytest.mark.parametrize(
    ("woods", "disordering"),
    [(((54, 39.8),), ()), (((51, 34.6), (57, 34.6)), ("wood",))],
    ids=["the enemy's hex", "the hexes between"],
)
def test_a_charger_is_disordered_by_the_hexes_it_enters_and_not_by_that_of_its_enemy(
    woods: tuple[tuple[float, float], ...], disordering: tuple[str, ...]
) -> None:
    """terrain.when-disordered, hex.contact"""
    pieces = tuple(
        area("wood", (x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), id=f"wood at {x}")
        for x, y in woods
    )
    column = unit(0, 50, 20, formation=Formation.COLUMN)
    fought = battle(column, unit(1, 50, 40, 180, side=1), pieces=pieces)
    onset = way_to(on_hexes(fought, (8, 5, 0), (8, 7, 180)), 0, 1)
    assert onset is not None
    assert onset.disordering == disordering

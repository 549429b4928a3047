"""What the ground answers without measuring is what it would measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.systems.elan.attaching import STAY, Change, attach_step
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Step
from sandtable.systems.elan.events import GoTaken, SideBegan
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.hexes.table import laid
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.inches.charging import INCLINE, WHEELS, _via
from sandtable.systems.elan.ground.inches.forming import TURNS
from sandtable.systems.elan.ground.inches.looking import FIRE_ARC
from sandtable.systems.elan.ground.values import Entrance, Leave, Sight, Stance, Trek
from sandtable.systems.elan.leader_events import LeaderAttached
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.troops import Formation
from sandtable.table import hexes
from sandtable.table.charge import STAGES, InclineTerms
from sandtable.table.measure import gap, is_in_arc
from sandtable.table.movement import Advance, Course, Plan, Turn, Wheel, leg_end, nearest_approach, plan_end
from sandtable.table.space import FULL_TURN, HALF_TURN, TOLERANCE, Body, Piece, Point, Pose, corners, inches
from tests.systems.elan.bivouac import GUNS, HORSE, LINE, answered, area, battle, leader, line, on_hexes, unit
from tests.systems.elan.playing import play
from tests.systems.elan.test_elan_muster import mustered
from tests.table.charge.test_collisions import laid_out

WANTED = (Formation.LINE, Formation.DOUBLE_LINE, Formation.COLUMN, Formation.MARCH_COLUMN, Formation.SQUARE)
TURNED = st.integers(-1800, 1800).filter(bool)
INCH_SCALES = (Scale.LARGE, Scale.SMALL)


# --------------------------------------------------------------------- charges
class Plodder(InchGround):
    """The same ground, on which every way of a charge is slid along to its end."""

    __slots__ = ()

    def _is_slowed_at_once(self, course: Course, target: int) -> bool:
        del course, target
        return False

    def _is_slowed_beyond(self, course: Course, enemy: ElanUnit) -> bool:
        del course, enemy
        return False

    def _upon(self, slides: Any, enemy: ElanUnit) -> Iterator[Any]:
        course, fan = slides.course, InclineTerms(WHEELS, INCLINE, slides.course.terms.allowance)
        for stage in range(STAGES):
            laid = laid_out(fan, course.body, enemy, stage)
            yield [
                (_via(course.pose, course.body.shape, WHEELS[way.wheel]), way.heading) for way, _, _ in laid
            ]

    def _ways(self, slides: Any, tries: Iterable[Any], enemy: ElanUnit, learnt: Any) -> Any:
        nothing = type(learnt)({}, {})
        return (way for one in tries for way in super(Plodder, self)._ways(slides, (one,), enemy, nothing))


def broken(kind: str, x: float, y: float, wide: float, deep: float) -> Piece:
    """A piece of bad going: a rectangle, or a line across the table if it has no depth."""
    if not deep:
        return line(kind, (x, y), (x + wide, y + 1))
    return area(kind, (x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))


SIZES = st.integers(2, 14)
GOINGS = st.one_of(
    st.builds(broken, st.just("rough"), st.integers(44, 58), st.integers(24, 38), SIZES, SIZES),
    st.builds(broken, st.just("wall"), st.integers(40, 54), st.integers(30, 38), SIZES, st.just(0)),
)


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.floats(46, 62), st.floats(33, 46), st.integers(0, 359)),
    st.lists(GOINGS, min_size=1, max_size=2, unique_by=lambda piece: piece.kind),
    st.sampled_from((Formation.LINE, Formation.COLUMN)),
)
def test_a_charge_goes_the_same_way_whether_bad_going_is_looked_at_first_or_last(
    enemy: tuple[float, float, int], pieces: list[Piece], formation: Formation
) -> None:
    """charge.path, charge.distance: horse, with a friend beside it, at an enemy behind bad going or in it"""
    x, y, facing = enemy
    units = (
        unit(0, 54, 30, profile=HORSE, formation=formation),
        unit(1, x, y, facing, side=1, formation=Formation.COLUMN),
        unit(2, 60, 31),
    )
    fought = battle(*units, pieces=tuple(pieces))
    charger, target = fought.units[:2]
    found = InchGround(fought).onset(0, 1, 1800)
    assert found == Plodder(fought)._found(charger, target, 1800)
    assert InchGround(fought).onset(0, 1, 1800) is found


@settings(max_examples=30, deadline=None)
@given(st.floats(44, 64), st.floats(33, 40), st.integers(50, 58), st.integers(60, 75))
def test_wheels_wider_than_one_that_runs_into_somebody_are_not_missed(
    x: float, y: float, left: int, right: int
) -> None:
    """charge.path: friends on either hand leave room for some wheels and not for others"""
    horse = unit(0, 57, 30, profile=HORSE)
    units = (
        horse,
        unit(1, x, y, 180, side=1, formation=Formation.COLUMN),
        unit(2, left - 4, 31),
        unit(3, right, 31),
    )
    fought = battle(*units)
    assert InchGround(fought).onset(0, 1, 1800) == Plodder(fought)._found(horse, fought.units[1], 1800)


@pytest.mark.parametrize(("at", "reached"), [(38.5, True), (39.5, False)])
def test_who_stands_in_bad_going_charges_half_as_far(at: float, *, reached: bool) -> None:
    """charge.distance: 18 in of horse become 9 in rough ground; the enemy's front is 8.5 or 9.5 in off"""
    rough = area("rough", (50, 25), (60, 25), (60, 32), (50, 32))
    units = (unit(0, 54, 30, profile=HORSE), unit(1, 54, at, 180, side=1))
    onset = InchGround(battle(*units, pieces=(rough,))).onset(0, 1, 1800)
    assert (onset is not None) is reached


# --------------------------------------------------------------------- looking
@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("name", ["alma", "mcphersons-ridge"])
def test_many_looked_at_together_are_seen_as_each_alone(name: str, scale: Scale) -> None:
    """geometry.los, hex.sight"""
    fought = mustered(name, scale)
    ground, found = ground_of(fought), 0
    for one in fought.on_table(0):
        pairs = [(one.id, enemy) for enemy in fought.numbers_on_table(1)]
        seen = ground.sighted(pairs)
        assert seen == [ground.sees(*pair) for pair in pairs]
        found += sum(seen)
    assert found
    many = [(one.id, other.id) for one in fought.on_table(0) for other in fought.on_table(1)]
    assert ground.sighted(many) == [ground.sees(*pair) for pair in many]
    friends = fought.numbers_on_table(0)
    assert ground.sighted(many, friends) == [ground.sees(*pair, friends) for pair in many]


@settings(max_examples=200, deadline=None)
@given(st.floats(20, 40), st.floats(10, 30), st.integers(0, 359), st.integers(0, 359))
def test_the_arc_of_fire_is_that_of_the_whole_target(x: float, y: float, facing: int, turned: int) -> None:
    """geometry.fire-arc, geometry.in-arc"""
    firer, target = unit(0, 30, 20, facing), unit(1, x, y, turned, side=1)
    found = InchGround(battle(firer, target)).is_in_arc(0, 1)
    assert found is is_in_arc(firer, target, "front", FIRE_ARC, "footprint")


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("name", ["alma", "quatre-bras"])
def test_who_is_in_fire_is_in_range_and_in_arc(name: str, scale: Scale) -> None:
    """geometry.fire-arc, shooting.band: all no farther off, by the range of fire, the nearest first"""
    fought, found = mustered(name, scale), 0
    ground = ground_of(fought)
    for written in (6, 14, 30):
        far = fought.figures.span(written if scale is not Scale.HEX else written // 3)
        slow = []
        for firer in (*fought.numbers_on_table(0), *fought.numbers_on_table(1)):
            enemies = fought.numbers_on_table(1 - fought.units[firer].side)
            spans = [(ground.fire_range(firer, one), one) for one in enemies if ground.is_in_arc(firer, one)]
            slow += [(firer, span, one) for span, one in sorted(spans) if span <= far]
        firers = [*fought.numbers_on_table(0), *fought.numbers_on_table(1)]
        found_lines = ground.lines_of_fire([(firer, far, False) for firer in firers])
        assert [line[:3] for line in found_lines] == slow
        found += len(slow)
    assert found


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("name", ["alma", "quatre-bras"])
def test_lines_of_fire_are_those_in_fire_each_looked_at_by_itself(name: str, scale: Scale) -> None:
    """geometry.los, hex.sight, weapons.overhead: every third fires over friends, every other is a square"""
    fought, found = mustered(name, scale), set()
    squares = [replace(one, formation=Formation.SQUARE) if one.id % 2 else one for one in fought.units]
    for units in (fought.units, tuple(squares)):
        fought = replace(fought, units=units)
        ground, far = ground_of(fought), fought.figures.span(30 if scale is not Scale.HEX else 10)
        firers = [(one, far, one % 3 == 0) for side in (0, 1) for one in fought.numbers_on_table(side)]
        slow = []
        for firer, span, enemy, _ in ground.lines_of_fire([(firer, far, False) for firer, far, _ in firers]):
            friends = fought.numbers_on_table(fought.units[firer].side)
            hidden = firer % 3 or not ground.sees(firer, enemy, friends)
            other = Sight.HIDDEN if hidden else Sight.BEHIND_FRIENDS
            slow.append((firer, span, enemy, Sight.CLEAR if ground.sees(firer, enemy) else other))
        assert list(ground.lines_of_fire(firers)) == slow
        found |= {sight for _, _, _, sight in slow}
    assert found >= {Sight.CLEAR, Sight.HIDDEN}


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.floats(10, 50), st.floats(5, 45), st.integers(0, 359)), min_size=2, max_size=8),
    st.sampled_from((Formation.LINE, Formation.SQUARE, Formation.COLUMN)),
    st.integers(0, 359),
)
def test_who_is_in_fire_is_found_as_each_alone(
    places: list[tuple[float, float, int]], formation: Formation, facing: int
) -> None:
    """geometry.fire-arc, geometry.in-arc, scale.measuring"""
    firer = unit(0, 30, 20, facing, formation=formation)
    units = (firer, *(unit(n + 1, *place, side=1) for n, place in enumerate(places)))
    ground = InchGround(battle(*units))
    enemies = [one.id for one in units[1:] if ground.fire_range(0, one.id) <= 2000]
    slow = sorted((ground.fire_range(0, one), one) for one in enemies if ground.is_in_arc(0, one))
    assert [line[:3] for line in ground.lines_of_fire([(0, 2000, False)])] == [(0, *aim) for aim in slow]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.floats(10, 50), st.floats(5, 45), st.integers(0, 359)), min_size=3, max_size=8),
    st.sampled_from((Formation.LINE, Formation.SQUARE)),
)
def test_nobody_off_the_line_hides_a_target(
    places: list[tuple[float, float, int]], formation: Formation
) -> None:
    """geometry.los: to see over those on the line is to see over all"""
    units = [unit(0, 30, 10, formation=formation), unit(1, 30, 40, 180, side=1)]
    units += [unit(2 + n, *place) for n, place in enumerate(places)]
    ground = InchGround(battle(*units))
    friends = tuple(range(2, len(units)))
    close = ground.in_line(0, 1, friends)
    assert ground.sees(0, 1, close) is ground.sees(0, 1, friends)
    assert ground.sees(0, 1, tuple(set(friends) - set(close))) is ground.sees(0, 1)


# --------------------------------------------------------------------- room
@settings(max_examples=150, deadline=None)
@given(
    st.tuples(st.floats(2, 20), st.floats(2, 20), st.integers(0, 359)),
    st.tuples(st.floats(2, 20), st.floats(2, 20), st.integers(0, 359)),
    st.sampled_from((Formation.COLUMN, Formation.MARCH_COLUMN, Formation.SQUARE, Formation.SKIRMISH)),
)
def test_room_for_a_formation_is_found_as_by_measuring_it(
    friend: tuple[float, float, int], enemy: tuple[float, float, int], formation: Formation
) -> None:
    """geometry.turning, movement.no-contact: all of it on the table, on nobody, and an inch from enemies"""
    units = (unit(0, 8, 8, 30), unit(1, *friend), unit(2, *enemy, side=1))
    ground = InchGround(battle(*units))
    stance = ground.stance(0, formation)
    there = Body(0, 0, stance.to, solid(stance.shape.width, stance.shape.depth))
    onto = all(min(point) >= -TOLERANCE for point in corners(stance.to, there.shape))
    free = onto and all(gap(there, other, "footprint") >= -TOLERANCE for other in units[1:])
    assert ground.has_room(0, stance) is free
    near, before = gap(there, units[2], "footprint"), max(gap(units[0], units[2], "footprint"), 0.0)
    assert ground.keeps_clear(0, stance) is (near >= 100 - TOLERANCE or near >= before - TOLERANCE)


@settings(max_examples=100, deadline=None)
@given(
    st.tuples(st.floats(1, 14), st.floats(1, 14), st.integers(0, 359)),
    st.tuples(st.floats(2, 20), st.floats(2, 20), st.integers(0, 359)),
    st.tuples(st.floats(2, 20), st.floats(2, 20), st.integers(0, 359)),
    st.sampled_from((Formation.LINE, Formation.COLUMN, Formation.MARCH_COLUMN)),
    st.sampled_from(("rough", "lake")),
)
def test_changes_that_are_measured_together_are_open_as_each_alone(
    here: tuple[float, float, int],
    friend: tuple[float, float, int],
    enemy: tuple[float, float, int],
    formation: Formation,
    kind: str,
) -> None:
    """geometry.turning, movement.no-contact, movement.quarter-turn, formation.change-centre"""
    units = (unit(0, *here, formation=formation), unit(1, *friend), unit(2, *enemy, side=1))
    fought = battle(*units, pieces=(area(kind, (9, 2), (14, 2), (14, 12), (9, 12)),))
    ground = InchGround(fought)
    others = tuple(one for one in WANTED if one is not formation)
    stances = [ground.stance(0, one) for one in others]
    heading = here[2] * 10
    turned = [ground.turned(0, (heading + turn) % FULL_TURN) for turn in TURNS]
    stances += [Stance(formation, units[0].shape, pose) for pose in turned]
    fits = [ground.has_room(0, stance) and ground.keeps_clear(0, stance) for stance in stances]
    found = ground.open_changes(0, others, turning=True)
    assert found.formations == tuple(compress(others, fits))
    assert found.turns == tuple(compress(TURNS, fits[len(others) :]))
    assert HALF_TURN in found.turns or not ground.surely_turns(0)


def first_entrance(ground: InchGround, at: int, hand: int, along: int, *, upright: bool) -> Stance | None:
    """The nearest place with room on one hand of an entry point, each tenth of an inch looked at."""
    one, entry = ground.unit(0), ground.figures.entry
    shape = one.profile.shape(Formation.MARCH_COLUMN, ground.battle.scale)
    for step in range(0, along + 10, 10):
        place = at + hand * step
        pose = Pose(shape.depth, place, 900) if upright else Pose(place, shape.depth, 0)
        stance, there = Stance(Formation.MARCH_COLUMN, shape, pose), Body(0, 0, pose, shape)
        enemies = [max(gap(there, enemy, "footprint"), 0.0) for enemy in ground.battle.enemies_of(0)]
        far = all(ground.is_within(entry, span) for span in enemies)
        if far and shape.width / 2 <= place <= along - shape.width / 2 and ground.has_room(0, stance):
            return stance
    return None


PLACED = st.tuples(st.floats(0, 40), st.floats(0, 12), st.integers(0, 359), st.booleans())


@settings(max_examples=60, deadline=None)
@given(st.lists(PLACED, min_size=1, max_size=6), st.integers(0, 3000), st.booleans())
def test_an_entrance_is_the_first_place_with_room_of_all_on_its_hand(
    others: list[tuple[float, float, int, bool]],
    at: int,
    upright: bool,  # noqa: FBT001 - of a table
) -> None:
    """setup.arrivals, geometry.turning"""
    units = [replace(unit(0, 1, 1), pose=None)]
    for number, (x, y, facing, ours) in enumerate(others, 1):
        here = (y, x) if upright else (x, y)
        units.append(unit(number, *here, facing, side=0 if ours else 1))
    pond = area("lake", (12, 0), (15, 0), (15, 5), (12, 5))
    ground = InchGround(battle(*units, pieces=(pond,)))
    field = ground.battle.field
    along = field.depth if upright else field.width
    entrance = (
        Entrance("left", Point(0.0, float(at))) if upright else Entrance("bottom", Point(float(at), 0.0))
    )
    slow = [first_entrance(ground, at, hand, along, upright=upright) for hand in (-1, 1)]
    found = ground.entrances(0, entrance)
    centre = [stance for stance in slow if stance and (stance.to.y if upright else stance.to.x) == at]
    assert set(found) == (set(centre) or {stance for stance in slow if stance is not None})


def test_all_who_wait_come_on_where_each_would_by_himself() -> None:
    """setup.arrivals: two profiles, two sides, two entry points, in turns"""
    waiting = [
        replace(unit(n, 1, 1, profile=kind), pose=None) for n, kind in enumerate((LINE, LINE, HORSE, GUNS))
    ]
    waiting.append(replace(unit(4, 1, 1, side=1), pose=None))
    ground = InchGround(battle(*waiting, unit(5, 20, 6), unit(6, 40, 30, 180, side=1)))
    places = [Entrance("bottom", Point(2000.0, 0.0)), Entrance("left", Point(0.0, 1500.0))]
    for entrance, one in product(places * 2, waiting):
        found = ground.entrances(one.id, entrance)
        assert found
        assert found == ground._entrances(one, entrance)


@settings(max_examples=60, deadline=None)
@given(st.floats(10, 30), st.floats(10, 30), st.integers(0, 359), st.integers(-1799, 1800))
def test_who_turns_in_place_stands_where_a_turn_ends(x: float, y: float, facing: int, turn: int) -> None:
    """geometry.turning"""
    one = unit(0, x, y, facing)
    ground = InchGround(battle(one, unit(1, 60, 40, side=1)))
    assert one.pose is not None
    there = leg_end(Turn(turn), one.pose, one.shape) if turn else one.pose
    assert ground.turned(0, (facing * 10 + turn) % FULL_TURN) == there


def test_a_stance_elsewhere_is_measured_where_it_is() -> None:
    """geometry.turning, movement.no-contact: nobody is near the unit, but somebody is where it would be"""
    ground = InchGround(battle(unit(0, 20, 10), unit(1, 60, 40, 180, side=1)))
    line_up = ground.unit(0)
    far = Stance(line_up.formation, line_up.shape, Pose(inches(60), inches(39.5), 0))
    assert not ground.keeps_clear(0, far)
    assert not ground.has_room(0, replace(far, to=Pose(inches(60), inches(40.5), 0)))


@settings(max_examples=100, deadline=None)
@given(
    st.floats(20, 60),
    st.floats(12, 40),
    st.one_of(st.none(), st.builds(Wheel, st.just("right"), st.integers(1, 900)), st.builds(Turn, TURNED)),
    st.integers(100, 1200),
)
def test_a_move_nears_an_enemy_if_it_comes_into_engagement_range(
    x: float, y: float, turn: Wheel | Turn | None, ahead: int
) -> None:
    """command.engagement-range, movement.change-outside: at any moment of the move or before it"""
    mover, enemy = unit(0, 40, 10), unit(1, x, y, 180, side=1)
    fought = battle(mover, enemy)
    ground = InchGround(fought)
    plan: Plan = (turn, Advance(ahead)) if turn else (Advance(ahead),)
    way = nearest_approach(mover, plan, ground.scene, (1,), "footprint")
    least = min(gap(mover, enemy, "footprint"), way)
    assert mover.pose is not None
    trek = Trek(to=plan_end(plan, mover.pose, mover.shape), gone=0, plan=plan)
    assert ground.nears(0, trek) is ground.is_within(least, fought.figures.engagement)


@pytest.mark.parametrize(("steps", "nears"), [((), False), ((300,), True)])
def test_on_hexes_a_move_nears_an_enemy_by_its_last_step_alone(
    steps: tuple[int, ...], *, nears: bool
) -> None:
    """command.engagement-range: 4 hexes off before the move, and 3 after one step"""
    units = (unit(0, 1, 1, formation=Formation.COLUMN), unit(1, 9, 9, side=1))
    ground = ground_of(on_hexes(battle(*units), (5, 1, 0), (5, 5, 180)))
    way = tuple(hexes.Step(heading) for heading in steps)
    trek = answered(lambda: ground.travel(Leave(unit=0, span=3)), way)
    assert ground.nears(0, trek) is nears


@settings(max_examples=100, deadline=None)
@given(st.floats(15, 25), st.floats(5, 15), st.integers(0, 359), st.integers(0, 900))
def test_who_is_near_a_point_is_found_as_by_measuring(x: float, y: float, facing: int, limit: int) -> None:
    """scale.measuring, scale.tolerance"""
    ground, point = InchGround(battle(unit(0, x, y, facing), unit(1, 60, 40, side=1))), Point(2000, 1000)
    assert ground.is_any_near((0,), point, limit) is ground.is_within(ground.point_gap(0, point), limit)


# --------------------------------------------------------------------- commanders
@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("limit", [300, 600, 2400])
def test_who_is_near_a_commander_is_measured_for_many_as_for_each(scale: Scale, limit: int) -> None:
    """scale.measuring, hex.distance"""
    fought = mustered("quatre-bras", scale)
    ground, span = ground_of(fought), limit if scale in INCH_SCALES else limit // 300
    for number, one in enumerate(fought.leaders):
        if not one.is_present:
            continue
        for side in (0, 1):
            units = fought.numbers_on_table(side)
            near = tuple(at for at in units if ground.is_within(ground.leader_gap(number, at), span))
            assert ground.near_leader(number, units, span) == near
            if side != one.side:
                assert ground.enemy_is_near(number, span) is bool(near)


def test_commanders_are_asked_in_order_and_none_again() -> None:
    """turn.attach.order, attach.change: the second is too far from anybody and never asked"""
    people = (leader(0, 0, 20, 9), leader(0, 0, 60, 30), leader(0, 0, 24, 9), leader(1))
    fought: ElanBattle = replace(
        battle(unit(0, 20, 10), unit(1, 20, 60, 180, side=1), leaders=people), step=Step.ATTACHING
    )
    first = play(attach_step, fought, answers=(STAY,))
    second = play(attach_step, first.battle, answers=(Change("attach", 0),))
    assert (first.told(GoTaken)[0].number, second.told(LeaderAttached)[0].leader) == (0, 2)
    assert play(attach_step, second.battle).told(SideBegan)


# --------------------------------------------------------------------- scenes
def test_a_side_of_which_nobody_changed_is_the_same_in_the_next_count() -> None:
    """army.break-count: what is known of it by its identity stays known"""
    fought = mustered("alma", Scale.LARGE)
    ours, theirs = fought.on_table(0), fought.on_table(1)
    tired = fought.with_unit(replace(ours[0], halted=True))
    assert tired.on_table(1) is theirs
    assert tired.on_table(0) == (replace(ours[0], halted=True), *ours[1:])
    gone = tired.with_unit(replace(theirs[0], pose=None))
    assert gone.on_table(1) == theirs[1:]
    assert gone.numbers_on_table(1) == tuple(one.id for one in theirs[1:])


def test_on_hexes_the_scene_is_the_same_until_somebody_stands_elsewhere() -> None:
    """hex.grid"""
    fought = mustered("alma", Scale.HEX)
    scene, one = laid(fought).scene, fought.on_table(0)[0]
    tired = fought.with_unit(replace(one, halted=True))
    assert laid(tired).scene is scene
    assert one.pose is not None
    about = replace(one.pose, heading=(one.pose.heading + HALF_TURN) % FULL_TURN)
    turned = laid(tired.with_unit(replace(one, pose=about))).scene
    assert turned.bodies[one.id] != scene.bodies[one.id]
    assert laid(replace(fought, units=tuple(fought.units))).scene.bodies == scene.bodies

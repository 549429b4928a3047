"""Compulsory moves anywhere: whoever is driven back, nobody ends on another, off the table or in water."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Choose, do
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.tricorn.battle import Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.pushes import Push, push_in_melee, straight_back
from sandtable.systems.tricorn.recoiling import carry_out
from sandtable.systems.tricorn.shapes import base_depth
from sandtable.systems.tricorn.terrain import RIVER, VILLAGE
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.forced import direction_of
from sandtable.table.measure import gap, ground_under
from sandtable.table.space import corners, standing
from tests.systems.tricorn.parade_ground import GUNS, HORSE, MUSKETS, battle, box, garrison, unit

ROUNDING = 4.5
"""Touching bodies may overlap by 0.02 in (geometry.distance), and each of two is rounded to the grid."""

VILLAGE_AT = box(VILLAGE, 22, 22, 26, 26, id="village")
WATER = box(RIVER, 36, 0, 40, 30, id="river")

PLACES = st.tuples(st.integers(300, 3300), st.integers(300, 3300), st.sampled_from(range(0, 3600, 75)))
TROOPS = st.sampled_from((MUSKETS, MUSKETS, HORSE, GUNS))


@st.composite
def crowds(draw: st.DrawFn) -> TricornBattle:
    """Some units close together that overlap neither each other nor the village and the river."""
    fought = battle(garrison(0, VILLAGE_AT, markers=2), pieces=(VILLAGE_AT, WATER), step=Step.CONSULT)
    for _ in range(draw(st.integers(3, 12))):
        x, y, heading = draw(PLACES)
        profile, number = draw(TROOPS), len(fought.units)
        made = unit(
            number,
            x / 100,
            y / 100,
            heading / 10,
            side=draw(st.integers(0, 1)),
            profile=profile,
            markers=draw(st.integers(0, 3)),
            formation=draw(st.sampled_from((None, None, Formation.ABANDONED))) if profile == GUNS else None,
        )
        if is_clear(fought, made):
            fought = replace(fought, units=(*fought.units, made))
    return fought


def is_clear(fought: TricornBattle, made: TricornUnit) -> bool:
    """Does a unit stand on nobody and nothing, all of it on the table?"""
    return (
        all(gap(made, other, "footprint") > 2.5 for other in fought.units)
        and is_on_table(fought, made)
        and not ground_under(made, fought.field, outline="footprint")
    )


def is_on_table(fought: TricornBattle, made: TricornUnit) -> bool:
    return all(
        -1 <= corner.x <= fought.field.width + 1 and -1 <= corner.y <= fought.field.depth + 1
        for corner in corners(standing(made), made.shape)
    )


def driven_back(fought: TricornBattle, number: int, effect: Effect, push: Push, seed: int) -> TricornBattle:
    """What comes of it with dice thrown at random, the first of equal friends checking first."""
    hand = RandomHand(seed)
    run: ProcedureRun[TricornBattle] = ProcedureRun(
        do(carry_out, fought, number, effect, push),
        lambda throw: throw.cast(hand),
        lambda battle, event: event.apply(battle),
    )
    while run.pending is not None:
        assert isinstance(run.pending, Choose)
        run.answer(run.pending.options[0])
    assert run.result is not None
    return run.result


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    crowds(),
    st.integers(0, 100),
    st.sampled_from((Effect.RECOIL, Effect.WITHDRAW, Effect.ELIMINATED)),
    st.sampled_from(range(0, 3600, 150)),
    st.integers(0, 999),
)
def test_wherever_units_are_driven_they_stand_on_nobody_and_on_the_table(
    fought: TricornBattle, pick: int, effect: Effect, heading: int, seed: int
) -> None:
    """recoil.blocked, recoil.friend-holds, withdraw.path, movement.table-edge, terrain.compulsory"""
    open_to = [one.id for one in fought.units if not one.is_artillery]
    number = open_to[pick % len(open_to)]
    push = Push(direction_of(heading // 900 * 900 if fought.units[number].is_garrison else heading))
    assert_orderly(fought, driven_back(fought, number, effect, push, seed))


def assert_orderly(before: TricornBattle, after: TricornBattle) -> None:
    """Nobody stands on another, in water or over the edge, and markers are never lost."""
    here = [one for one in after.units if one.pose is not None]
    for place, one in enumerate(here):
        assert is_on_table(after, one), one
        assert one.markers >= before.units[one.id].markers
        assert one.markers < 4
        if one.pose != before.units[one.id].pose:
            assert WATER not in [after.field.pieces[n] for n in under(after, one)], one
        for other in here[place + 1 :]:
            assert gap(one, other, "footprint") > -ROUNDING, (one, other)


def under(fought: TricornBattle, one: TricornUnit) -> tuple[int, ...]:
    return ground_under(one, fought.field, outline="footprint")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(crowds(), st.integers(0, 100), st.integers(0, 999))
def test_a_loser_struck_in_front_ends_no_more_than_a_base_depth_from_the_enemy_it_touched(
    fought: TricornBattle, pick: int, seed: int
) -> None:
    """recoil.path, melee.recoil.distance: guns left behind are passed over and may take it farther"""
    able = [one for one in fought.units if not one.is_artillery and not one.is_garrison]
    assume(able and not any(one.is_abandoned for one in fought.units))
    loser = able[pick % len(able)]
    here = standing(loser)
    foe = unit(len(fought.units), here.x / 100, here.y / 100, side=1 - loser.side)
    foe = replace(foe, pose=here.turned(1800))
    assume(all(gap(foe, other, "footprint") > 2.5 for other in fought.units if other.id != loser.id))
    met = replace(fought, units=(*fought.units, foe))
    push = push_in_melee(met, loser.id, foe.id)
    assert push == straight_back(loser)
    now = driven_back(met, loser.id, Effect.RECOIL, push, seed).units[loser.id]
    if now.pose is not None:
        assert now.pose.heading == here.heading
        assert -2.5 < gap(now, foe, "footprint") < base_depth(loser.category) + 2.5

"""What holds after every move that an order makes, whatever was planned: shapely is the oracle."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import Polygon

from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Decision, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.ordering import carry_out
from sandtable.table.space import corners
from tests.systems.liberty.parade import LIGHTS, battle, fence, ground, unit

SLACK = 3.0
"""The tolerance of the table and a hair of rounding, in hundredths of an inch."""


def outline(body: Regiment) -> Polygon:
    """A unit in line, which fills the rectangle around it."""
    assert body.pose is not None
    return Polygon(corners(body.pose, body.shape))


def scattered(seed: int) -> LibertyBattle:
    """A mover in the middle of friends, enemies, a wood, a pond and a fence, nobody on top of anybody."""
    random = Random(seed)
    units = [unit(0, 36, 24, 15 * random.randrange(24))]
    while len(units) < 8:
        side = int(len(units) > 3)
        profile = random.choice((LIGHTS, units[0].profile_id))
        place = random.uniform(22, 50), random.uniform(10, 38), 15 * random.randrange(24)
        new = unit(len(units), *place, side=side, profile=profile, hits=random.choice((0, 0, 8)))
        room = 400 if side else 5
        if all(outline(new).distance(outline(one)) > (room if one.id == 0 else 5) for one in units):
            units.append(new)
    wood = ground("forest", (30, 30), (44, 30), (44, 37), (30, 37))
    pond = ground("river", (26, 12), (30, 12), (30, 15), (26, 15))
    return battle(*units, pieces=(wood, pond, fence((28, 19), (48, 21))))


def ordered(scene: LibertyBattle, order: Order, seed: int) -> LibertyBattle:
    """The first unit carries an order out, all that is asked answered by chance."""
    random = Random(seed)
    ready = replace(scene, step=Step.ORDERS, phase=Step.ORDERS.phase)
    hand = RandomHand(seed)
    call = do(carry_out, ready, ready.units[0], order)
    run = ProcedureRun(call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle))
    while run.pending is not None:
        settled = run.pending.judge(_any(run.pending, random))
        assert not isinstance(settled, Refusal), settled
        run.answer(settled)
    assert run.result is not None
    return run.result


def _any(question: Decision[object], random: Random) -> object:
    return random.choice(question.sensible())


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.RUN, Order.RETIRE, Order.RETREAT])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_no_order_brings_a_unit_onto_anybody_or_nearer_to_an_enemy_than_allowed(
    order: Order, seed: int
) -> None:
    """movement.forward, movement.proximity.detail, movement.interpenetrate.free, edge.others,
    terrain.impassable"""
    before = scattered(seed)
    after = ordered(before, order, seed)
    mover = after.units[0]
    if mover.routing or mover.broken or after.units[0].pose is None:
        return
    body = outline(mover)
    turns = order is Order.RETREAT
    for other in after.units[1:]:
        if other.pose is None or other.pose != before.units[other.id].pose:
            continue
        depth = body.intersection(outline(other)).area
        assert depth <= SLACK * 800, f"unit {other.id} is overlapped by {depth}"
        gap = outline(before.units[0]).distance(outline(other))
        if other.side and not turns:
            assert body.distance(outline(other)) >= min(gap, 400) - SLACK
    assert Polygon(((0, 0), (7200, 0), (7200, 4800), (0, 4800))).buffer(SLACK).contains(body)
    pond = Polygon(before.field.pieces[1].polygon)
    assert body.intersection(pond).area <= SLACK * 800

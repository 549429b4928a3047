"""The Charge phase on the table: who declares, who goes first, who comes home."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan import turn
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit, Engagement, Step
from sandtable.systems.elan.charge_events import (
    ChargeAnswered,
    ChargeBegan,
    ChargeDeclared,
    ChargeForgone,
    ChargeLapsed,
)
from sandtable.systems.elan.charge_ways import may_charge, reach_of, targets_of, way_to
from sandtable.systems.elan.charging import charge_step, declare_step
from sandtable.systems.elan.events import Deed, SideBegan, UnitHit, UnitMoved
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.melee import start
from sandtable.systems.elan.melee_ground import lineup
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.volley_events import UnitFired
from sandtable.table.hexes import Step as HexStep
from sandtable.table.movement import Advance
from sandtable.table.space import Point, Pose, inches
from tests.systems.elan.bivouac import (
    GUNS,
    HORSE,
    LIGHT,
    LINE,
    area,
    battle,
    leader,
    line,
    on_hexes,
    place_of,
    unit,
)
from tests.systems.elan.playing import play
from tests.systems.elan.test_elan_roster import figures

SKIRMISH, COLUMN, SQUARE = Formation.SKIRMISH, Formation.COLUMN, Formation.SQUARE
NO_HIT = (1,) * 6
ONE_HIT = (4, 1, 1, 1, 1, 1)
TWO_DICE = tuple(product(range(1, 7), repeat=2))


def declaring(*units: ElanUnit, **changed: Any) -> ElanBattle:
    """A battle in which charges are about to be declared."""
    return replace(battle(*units, **changed), step=Step.DECLARING)


def charging(
    *units: ElanUnit, charges: tuple[tuple[int, int], ...] = ((0, 1),), **changed: Any
) -> ElanBattle:
    """A battle in which these charges were declared and are to be carried out."""
    declared = tuple(Charge(charger, target) for charger, target in charges)
    return replace(battle(*units, **changed), step=Step.CHARGING, charges=declared)


def horse_at(target: ElanUnit, *others: ElanUnit, **changed: Any) -> ElanBattle:
    """Horse at (20, 10), looking north, that charges unit 1."""
    return charging(unit(0, 20, 10, profile=HORSE), target, *others, **changed)


# --------------------------------------------------------------------- who may declare
def test_guns_columns_of_march_squares_garrisons_the_halted_and_the_beaten_do_not_charge() -> None:
    """charge.who, troops.halt, compulsory.ends-turn"""
    fought = declaring(unit(0, 20, 10), unit(1, 20, 15, 180, side=1))

    def may(one: ElanUnit) -> bool:
        return may_charge(fought.with_unit(one), one)

    assert may(unit(0, 20, 10))
    assert may(unit(0, 20, 10, disordered=True))
    assert may(unit(0, 20, 10, profile=HORSE, formation=Formation.DISMOUNTED))
    for formation in (Formation.MARCH_COLUMN, SQUARE, Formation.GARRISON):
        assert not may(unit(0, 20, 10, formation=formation))
    assert not may(unit(0, 20, 10, profile=GUNS, formation=Formation.LIMBERED))
    for shaken in (
        unit(0, 20, 10, halted=True),
        unit(0, 20, 10, retreating=True),
        unit(0, 20, 10, fled=True),
    ):
        assert not may(shaken)


def test_skirmishers_charge_only_their_like_guns_and_the_beaten() -> None:
    """charge.who"""
    men = unit(0, 20, 10, profile=LIGHT, formation=SKIRMISH)

    def charged(**enemy: Any) -> bool:
        return targets_of(declaring(men, unit(1, 20, 16, 180, side=1, **enemy)), 0) == (1,)

    assert not charged()
    assert charged(retreating=True)
    assert charged(profile=LIGHT, formation=SKIRMISH)
    assert charged(profile=HORSE, formation=Formation.DISMOUNTED)
    assert charged(profile=GUNS)


def test_a_target_must_be_in_sight_and_in_reach() -> None:
    """charge.declare, charge.distance"""
    fought = declaring(
        unit(0, 20, 10), unit(1, 20, 19, 180, side=1), unit(2, 60, 10), unit(3, 60, 19.1, 180, side=1)
    )
    assert reach_of(fought, 0) == 900
    assert (targets_of(fought, 0), targets_of(fought, 2)) == ((1,), ())
    hill = area("hill", (10, 12), (30, 12), (30, 17), (10, 17), level=1)
    hidden = replace(fought, field=replace(fought.field, pieces=(hill,)))
    assert way_to(hidden, 0, 1) is not None
    assert targets_of(hidden, 0) == ()


def test_reach_is_the_tactical_rate_of_the_formation() -> None:
    """charge.distance, hex-02: hex.charge"""
    found = {
        (profile, formation): reach_of(declaring(unit(0, 20, 10, profile=profile, formation=formation)), 0)
        for profile, formation in ((LINE, COLUMN), (HORSE, Formation.LINE))
    }
    assert found == {(LINE, COLUMN): 1200, (HORSE, Formation.LINE): 1800}


@pytest.mark.parametrize(
    ("profile", "formation", "case"),
    [(LINE, Formation.LINE, "a"), (LINE, COLUMN, "b"), (HORSE, Formation.LINE, "c")],
)
def test_on_hexes_a_charge_is_declared_as_far_as_the_points_reach(
    profile: str, formation: Formation, case: str
) -> None:
    """hex-02: hex.charge, charge.declare"""
    pair = declaring(unit(0, 20, 10, profile=profile, formation=formation), unit(1, 20, 15, 180, side=1))
    found = [
        row - 1 for row in range(2, 8) if targets_of(on_hexes(pair, (5, 1, 0), (5, row, 180)), 0) == (1,)
    ]
    assert max(found) == figures("hex-02")[case]


def test_on_hexes_a_hedge_before_the_target_and_a_wheel_cost_a_hex_each() -> None:
    """hex-02: hex.charge, terrain.table"""
    horse = unit(0, 20, 10, profile=HORSE)
    hedged = [
        distance
        for distance, y in ((3, 21.7), (4, 26.5))
        if targets_of(
            on_hexes(
                declaring(horse, unit(1, 20, 15, 180, side=1), pieces=(line("hedge", (0, y), (108, y)),)),
                (5, 1, 0),
                (5, 1 + distance, 180),
            ),
            0,
        )
    ]
    assert max(hedged) == figures("hex-02")["d"]
    column = declaring(unit(0, 20, 10, formation=COLUMN), unit(1, 20, 15, 180, side=1))
    wheeled = [far for far in (1, 2, 3) if way_to(on_hexes(column, (5, 1, 0), (5 + far, 1, 240)), 0, 1)]
    assert max(wheeled) == figures("hex-02")["e"]


# --------------------------------------------------------------------- declaring
def test_the_first_side_declares_all_its_charges_and_then_the_second() -> None:
    """charge.declare, turn.charge"""
    fought = declaring(
        unit(0, 20, 10), unit(1, 20, 15, 180, side=1), unit(2, 40, 10), unit(3, 40, 15, 180, side=1)
    )
    first = play(declare_step, fought, answers=(1,))
    assert first.events == (ChargeDeclared(0, 1),)
    second = play(declare_step, first.battle, answers=(None,))
    assert second.events == (ChargeForgone(2),)
    other = play(declare_step, second.battle)
    assert other.events == (SideBegan(1),)
    # Unit 1 is charged already: only 3 may declare.
    third = play(declare_step, other.battle, answers=(2,))
    assert third.battle.charges == (Charge(0, 1), Charge(3, 2))
    over = play(declare_step, third.battle)
    assert over.battle.step is Step.CHARGING
    assert over.asked == ()


def test_only_enemies_that_can_be_reached_are_offered() -> None:
    """charge.declare"""
    fought = declaring(unit(0, 20, 10), unit(1, 20, 15, 180, side=1), unit(2, 60, 15, 180, side=1))
    with pytest.raises(Refused):
        play(declare_step, fought, answers=(2,))


def test_several_chargers_may_name_one_target() -> None:
    """charge.declare"""
    fought = declaring(unit(0, 17, 10), unit(1, 20, 15, 180, side=1), unit(2, 23.5, 10))
    once = play(declare_step, fought, answers=(1,)).battle
    assert play(declare_step, once, answers=(1,)).battle.charges == (Charge(0, 1), Charge(2, 1))


# --------------------------------------------------------------------- charging home
def test_a_charge_that_meets_no_hit_comes_home_without_a_test() -> None:
    """charge-01: charge.home-triggers, charge.reaction-fire, geometry.contact, charge.after"""
    done = play(
        charge_step, horse_at(unit(1, 20, 18, 180, side=1)), answers=(Reaction.STAND_AND_FIRE,), faces=NO_HIT
    )
    assert done.battle.engagements == (Engagement(pair=(0, 1), charging=(0,)),)
    horse = done.battle.units[0]
    assert (horse.pose, horse.charged, horse.has_acted) == (Pose(2000, 1800, 0), True, True)
    assert done.battle.units[1].fired
    assert done.battle.charges == (Charge(0, 1, begun=True),)


def test_cavalry_that_is_hit_reaches_rifles_on_a_seven() -> None:
    """charge-01: charge.reaction-fire, charge.home-triggers, elan.test"""
    home = 0
    for faces in TWO_DICE:
        done = play(
            charge_step,
            horse_at(unit(1, 20, 18, 180, side=1)),
            answers=(Reaction.STAND_AND_FIRE,),
            faces=(*ONE_HIT, *faces),
        )
        assert done.battle.units[0].lost == 1
        home += done.battle.is_in_contact(0)
    hit = Fraction(63, 64) * Fraction(home, 36)
    assert (
        f"{Fraction(1, 64) + hit} = {float(Fraction(1, 64) + hit):.6f}" == figures("charge-01")["p_contact"]
    )


def test_a_charger_that_fails_stops_three_inches_short_disordered_and_halted() -> None:
    """charge.home-fail, charge.home"""
    target = unit(1, 20, 18, 180, side=1)
    done = play(charge_step, horse_at(target), answers=(Reaction.STAND_AND_FIRE,), faces=(*ONE_HIT, 3, 3))
    horse = done.battle.units[0]
    assert (horse.pose, horse.disordered, horse.halted, horse.charged) == (
        Pose(2000, 1500, 0),
        True,
        True,
        True,
    )
    assert done.battle.engagements == ()


def test_on_hexes_a_charger_that_fails_leaves_a_hex_between() -> None:
    """charge.home-fail, hex.charge"""
    fought = on_hexes(horse_at(unit(1, 20, 18, 180, side=1)), (5, 1, 0), (5, 5, 180))
    done = play(charge_step, fought, answers=(Reaction.STAND_AND_FIRE,), faces=(*ONE_HIT, 3, 3))
    assert ground_of(done.battle).gap(0, 1) == 2
    assert done.battle.units[0].halted


@pytest.mark.parametrize("state", [{"disordered": True}, {"lost": 8}])
def test_the_shaken_test_though_nobody_fires(state: dict[str, Any]) -> None:
    """charge.home-triggers"""
    fought = charging(unit(0, 20, 10, profile=HORSE, **state), unit(1, 20, 18, side=1))
    assert play(charge_step, fought, answers=(Reaction.STAND,), faces=(3, 4)).battle.is_in_contact(0)
    assert play(charge_step, fought, answers=(Reaction.STAND,), faces=(3, 3)).battle.units[0].halted


def test_a_hedge_on_the_way_halves_the_reach_disorders_and_costs_the_fight() -> None:
    """charge-03: charge.distance, terrain.table, melee.start.cavalry-terrain-or-halt"""
    hedge = line("hedge", (10, 17.5), (30, 17.5))
    fought = horse_at(unit(1, 20, 18, 180, side=1), pieces=(hedge,))
    onset = way_to(fought, 0, 1)
    assert onset is not None
    assert onset.reach == inches(9) == 100 * figures("charge-03")["reach"]
    done = play(charge_step, fought, answers=(Reaction.STAND_AND_FIRE,), faces=NO_HIT).battle
    assert done.units[0].disordered
    assert done.engagements[0].crossed == ("the hedge",)
    lines = lineup(done, (0, 1))
    assert start(lines.melee, 0, 0, 0).whole == figures("charge-03")["start"]
    far = horse_at(unit(1, 20, 19.1, 180, side=1), pieces=(hedge,))
    assert way_to(far, 0, 1) is None


def test_reaction_fire_that_uses_up_the_charger_ends_its_charge() -> None:
    """charge.sequence, troops.destroyed"""
    fought = charging(unit(0, 20, 10, profile=HORSE, lost=11), unit(1, 20, 18, 180, side=1))
    done = play(charge_step, fought, answers=(Reaction.STAND_AND_FIRE,), faces=ONE_HIT)
    assert done.battle.units[0].pose is None
    assert done.battle.engagements == ()


def test_a_charge_on_a_flank_is_judged_from_where_it_began() -> None:
    """geometry.contact, geometry.front-line, charge.path"""
    done = play(charge_step, charging(unit(0, 20, 10), unit(1, 20, 18, side=1)))
    assert done.battle.engagements == (Engagement(pair=(0, 1), edges=(Edge.FRONT, Edge.REAR), charging=(0,)),)


def test_a_charger_hits_aslant_and_lies_flush() -> None:
    """geometry.contact-align"""
    fought = charging(unit(0, 20, 10, 20, profile=HORSE), unit(1, 24, 22, 180, side=1))
    done = play(charge_step, fought, answers=(Reaction.STAND_AND_FIRE,), faces=NO_HIT).battle
    pose = done.units[0].pose
    assert pose is not None
    assert (pose.heading, pose.y) == (0, 2200)


def test_who_else_is_touched_is_part_of_the_melee() -> None:
    """charge.incidental, geometry.contact"""
    beside = unit(2, 26.2, 18, 180, side=1, profile=HORSE)
    fought = charging(unit(0, 22, 10), unit(1, 20, 18, 180, side=1), beside)
    done = play(charge_step, fought, faces=NO_HIT)
    assert sorted(one.pair for one in done.battle.engagements) == [(0, 1), (0, 2)]
    # The horse had no reaction and fights at the halt.
    assert all(one.charging == (0,) for one in done.battle.engagements)
    assert [event.target for event in done.events if isinstance(event, ChargeAnswered)] == [1]


def test_a_commander_in_the_way_makes_room() -> None:
    """leaders.unattached-safe, charge.home"""
    fought = horse_at(unit(1, 20, 18, 180, side=1), leaders=(leader(0), leader(1, 0, 20, 17.5)))
    done = play(charge_step, fought, answers=(Reaction.STAND_AND_FIRE, Point(2000, 1970)), faces=NO_HIT)
    assert "leader.displaced" in done.asked


# --------------------------------------------------------------------- order
ONE_BY_ONE = Readings((("charge.sequence", 1),))
"""The reading by which each charge is completed before the next."""


def test_by_the_other_reading_each_charge_is_completed_before_the_next_in_the_order_of_its_side() -> None:
    """charge.sequence, charge.order"""
    fought = charging(
        unit(0, 20, 10),
        unit(1, 20, 18, 180, side=1),
        unit(2, 40, 10),
        unit(3, 40, 18, 180, side=1),
        charges=((0, 1), (2, 3)),
        readings=ONE_BY_ONE,
    )
    first = play(charge_step, fought, answers=(Charge(2, 3),), faces=NO_HIT)
    assert first.asked == ("charge.order",)
    assert first.battle.engagements[0].pair == (2, 3)
    second = play(charge_step, first.battle, faces=NO_HIT)
    assert second.asked == ()
    over = play(charge_step, second.battle, answers=(Resolve.GO_ON, Resolve.GO_ON))
    assert over.battle.step is Step.RALLYING


def test_all_react_before_anybody_moves() -> None:
    """charge.sequence, charge.order"""
    fought = charging(
        unit(0, 20, 10),
        unit(1, 20, 18, 180, side=1),
        unit(2, 40, 10),
        unit(3, 40, 18, 180, side=1),
        charges=((0, 1), (2, 3)),
    )
    done = play(charge_step, fought, answers=(Charge(2, 3),), faces=(*NO_HIT, *NO_HIT))
    told = [type(event) for event in done.events if isinstance(event, UnitFired | UnitMoved)]
    assert told == [UnitFired, UnitFired, UnitMoved, UnitMoved]
    moved = [event.unit for event in done.events if isinstance(event, UnitMoved)]
    assert moved == [2, 0]


def test_each_side_has_its_turn_to_react_to_and_its_turn_to_move() -> None:
    """charge.sequence, turn.side-order: charges of the 1st side are answered first, and moved first"""
    fought = charging(
        unit(0, 20, 10), unit(1, 20, 18, 180, side=1), unit(2, 40, 10), unit(3, 40, 18, 180, side=1),
        charges=((3, 2), (0, 1)),
    )  # fmt: skip
    done = play(charge_step, fought, faces=(*NO_HIT, *NO_HIT))
    told = [event for event in done.events if isinstance(event, SideBegan | ChargeBegan | UnitMoved)]
    assert [type(event) for event in told] == [
        ChargeBegan,
        SideBegan,
        ChargeBegan,
        SideBegan,
        UnitMoved,
        SideBegan,
        UnitMoved,
    ]
    assert [event.side for event in done.told(SideBegan)] == [1, 0, 1]
    assert [event.unit for event in done.told(UnitMoved)] == [0, 3]


def test_the_second_side_charges_after_the_first() -> None:
    """charge.sequence, turn.side-order"""
    fought = charging(
        unit(0, 20, 10), unit(1, 20, 18, 180, side=1), unit(2, 40, 10), unit(3, 40, 18, 180, side=1),
        charges=((3, 2), (0, 1)), readings=ONE_BY_ONE,
    )  # fmt: skip
    first = play(charge_step, fought, faces=NO_HIT)
    assert first.events[0] == ChargeBegan(0, 1)
    turned = play(charge_step, first.battle)
    assert turned.events == (SideBegan(1),)
    assert play(charge_step, turned.battle, faces=NO_HIT).events[0] == ChargeBegan(3, 2)


def test_who_charges_himself_has_no_other_reaction_when_he_is_charged() -> None:
    """charge.mutual: 0 charges 1 and is charged by 3, which goes for it where it stands"""
    fought = charging(
        unit(0, 20, 10),
        unit(1, 20, 17, 180, side=1),
        unit(2, 60, 10),
        unit(3, 27, 16.5, 270, side=1, formation=COLUMN),
        charges=((0, 1), (3, 0)),
    )
    done = play(charge_step, fought, faces=NO_HIT)
    answers = {one.target: one.reaction for one in done.told(ChargeAnswered)}
    assert answers == {1: Reaction.STAND_AND_FIRE, 0: Reaction.STAND}
    assert [one.unit for one in done.told(UnitMoved)] == [0, 3]
    assert sorted(one.pair for one in done.battle.engagements) == [(0, 1), (0, 3)]
    alone = replace(fought, readings=ONE_BY_ONE)
    first = play(charge_step, alone, faces=NO_HIT).battle
    second = play(charge_step, replace(first, active=1))
    assert [one.reaction for one in second.told(ChargeAnswered)] == [Reaction.STAND]
    assert sorted(one.pair for one in second.battle.engagements) == [(0, 1), (0, 3)]


def test_who_stood_though_it_had_declared_does_not_fire_either() -> None:
    """charge.mutual: its own target was gone and it stayed where it was"""
    fought = charging(unit(0, 20, 10), unit(1, 20, 18, 180, side=1))
    declared = replace(fought, charges=(Charge(1, 0), Charge(0, 1, begun=True)), active=1)
    done = play(charge_step, declared)
    assert [one.reaction for one in done.events if isinstance(one, ChargeAnswered)] == [Reaction.STAND]


# --------------------------------------------------------------------- the target is gone
def gone(**changed: Any) -> ElanBattle:
    """Two charge one target, which the first of them has driven out of the other's reach."""
    return charging(unit(0, 20, 10), unit(1, 20, 50, 180, side=1), **changed)


def test_a_charger_whose_target_is_gone_may_stay() -> None:
    """charge.target-gone"""
    done = play(charge_step, gone(), answers=((),))
    assert done.events == (ChargeLapsed(0, 1),)
    one = done.battle.units[0]
    assert (one.charged, one.halted, one.pose) == (False, False, Pose(2000, 1000, 0))
    assert done.asked == ("charge.gone",)


def test_or_it_goes_straight_ahead_and_is_halted() -> None:
    """charge.target-gone"""
    done = play(charge_step, gone(), answers=((Advance(inches(9)),),)).battle.units[0]
    assert (done.charged, done.halted, done.pose) == (True, True, Pose(2000, 1900, 0))
    with pytest.raises(Refused):
        play(charge_step, gone(), answers=((Advance(inches(9.1)),),))


def test_it_stops_an_inch_short_of_enemies_and_closed_ground() -> None:
    """charge.target-gone"""
    near = charging(unit(0, 20, 10), unit(1, 20, 50, 180, side=1), unit(2, 20, 15, 180, side=1))
    assert play(charge_step, near, answers=((Advance(inches(4)),),)).battle.units[0].halted
    with pytest.raises(Refused):
        play(charge_step, near, answers=((Advance(inches(4.1)),),))
    river = gone(pieces=(line("river", (0, 16), (108, 16)),))
    assert play(charge_step, river, answers=((Advance(inches(5)),),)).battle.units[0].halted
    with pytest.raises(Refused):
        play(charge_step, river, answers=((Advance(inches(5.1)),),))


def test_on_hexes_it_goes_on_into_front_hexes() -> None:
    """charge.target-gone, hex.charge"""
    fought = on_hexes(gone(), (5, 1, 0), (5, 8, 180))
    done = play(charge_step, fought, answers=((HexStep(300), HexStep(3300)),)).battle
    pose = done.units[0].pose
    assert pose is not None
    assert place_of(done, pose, 0)[1] == 3
    assert done.units[0].halted


def test_a_target_whose_edge_two_others_hold_is_gone() -> None:
    """geometry.contact-align, charge.target-gone"""
    units = (
        unit(0, 20, 10, formation=COLUMN),
        unit(1, 20, 18, 180, side=1),
        unit(2, 18.4, 18, formation=COLUMN),
        unit(3, 21.6, 18, formation=COLUMN),
    )
    crowded = replace(charging(*units), engagements=(Engagement(pair=(1, 2)), Engagement(pair=(1, 3))))
    assert play(charge_step, crowded, answers=((),)).events == (ChargeLapsed(0, 1),)


def test_a_charger_that_is_in_contact_by_then_does_not_move_off() -> None:
    """charge.target-gone, geometry.contact"""
    fought = charging(unit(0, 20, 10), unit(1, 20, 18, 180, side=1), unit(2, 20, 10, 180, side=1))
    engaged = replace(fought, engagements=(Engagement(pair=(0, 2), charging=(2,)),))
    done = play(charge_step, engaged)
    assert done.events == (ChargeLapsed(0, 1),)
    assert done.asked == ()
    assert done.battle.is_in_contact(0)


def test_a_unit_already_in_contact_stands_and_does_not_fire() -> None:
    """charge.in-contact"""
    fought = horse_at(unit(1, 20, 18, 180, side=1), unit(2, 20, 19, 180, side=0))
    engaged = replace(
        fought, engagements=(Engagement(pair=(1, 2), edges=(Edge.REAR, Edge.FRONT), charging=(2,)),)
    )
    done = play(charge_step, engaged)
    assert not any(isinstance(event, UnitFired | UnitHit) for event in done.events)
    assert sorted(one.pair for one in done.battle.engagements) == [(0, 1), (1, 2)]


# --------------------------------------------------------------------- on the turn
def test_the_charge_phase_has_its_two_steps() -> None:
    """turn.charge"""
    assert (turn.STEPS[Step.DECLARING], turn.STEPS[Step.CHARGING]) == (declare_step, charge_step)


def test_contact_ends_when_one_of_the_two_moves_off() -> None:
    """geometry.contact"""
    done = play(charge_step, charging(unit(0, 20, 10), unit(1, 20, 18, side=1))).battle
    assert done.is_in_contact(1)
    assert not UnitMoved(1, Pose(2000, 4000, 0), Deed.FLED).apply(done).is_in_contact(0)


def test_units_that_merely_touch_are_not_in_contact() -> None:
    """geometry.contact"""
    fought = declaring(unit(0, 20, 10), unit(1, 20, 10, 180, side=1), scale=Scale.LARGE)
    assert not fought.is_in_contact(0)

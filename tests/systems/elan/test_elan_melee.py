"""Melee: dice, starting numbers row by row, modifiers, dividing dice, and the blows of a round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.melee import (
    Both,
    SpareDice,
    dice,
    divided,
    melee_dice,
    melee_modifier,
    melee_round,
    start,
    to_hit,
    weight_advantage,
)
from sandtable.systems.elan.melee_facts import (
    Contact,
    Duel,
    Engaged,
    Fighter,
    Melee,
    Opponent,
    Side,
    Slope,
    as_melee,
)
from sandtable.systems.elan.policies import decide_plainly
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weapon, Weight

MUSKETS = Fighter(weapon=Weapon.SBM)
RIFLES = Fighter(weapon=Weapon.RM)
COLUMN = Fighter(weapon=Weapon.RM, formation=Formation.COLUMN)
SKIRMISHERS = Fighter(weapon=Weapon.RM, formation=Formation.SKIRMISH)
SQUARE = Fighter(weapon=Weapon.RM, formation=Formation.SQUARE)
LIGHT = Fighter(arm=Arm.CAVALRY, weapon=Weapon.NONE, bases=4)
MEDIUM = replace(LIGHT, weight=Weight.MEDIUM)
HEAVY = replace(LIGHT, weight=Weight.HEAVY)
GUNS = Fighter(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED, weapon=Weapon.MSB, bases=2)


def starts(duel: Duel) -> tuple[int, int]:
    melee = as_melee(duel)
    return start(melee, 0, 0, 0).whole, start(melee, 1, 0, 0).whole


def finals(duel: Duel) -> tuple[int, int]:
    melee = as_melee(duel)
    return to_hit(melee, 0, 0, 0).whole, to_hit(melee, 1, 0, 0).whole


def dice_of(duel: Duel) -> tuple[int, int]:
    return dice(duel.attacker).whole, dice(duel.defender).whole


def duel(attacker: Fighter = RIFLES, defender: Fighter = RIFLES, **facts: Any) -> Duel:
    return Duel(attacker=attacker, defender=defender, **facts)


# --------------------------------------------------------------- worked cases
def test_cavalry_at_the_halt_is_at_a_great_disadvantage() -> None:
    """melee-03"""
    standing = duel(MEDIUM, LIGHT)
    assert starts(standing) == (4, 7)
    assert finals(standing) == (3, 7)
    assert dice_of(standing) == (6, 6)
    assert starts(replace(standing, countercharge=True)) == (4, 4)


def test_a_column_storms_a_village() -> None:
    """melee-04"""
    storm = duel(COLUMN, replace(RIFLES, formation=Formation.GARRISON), cover=Cover.HEAVY)
    assert (dice_of(storm), finals(storm)) == ((8, 6), (6, 4))


def test_skirmishers_that_stand_have_half_the_dice() -> None:
    """melee-05"""
    stand = duel(RIFLES, SKIRMISHERS)
    assert (dice_of(stand), finals(stand)) == ((6, 3), (4, 6))


def test_a_limbered_battery_is_ridden_down() -> None:
    """melee-11: the figures; its rout is in the table of results"""
    caught = duel(LIGHT, replace(GUNS, formation=Formation.LIMBERED))
    assert (dice_of(caught), finals(caught)) == ((6, 2), (4, 8))


def test_only_heavier_cavalry_has_the_advantage_of_weight() -> None:
    """melee-12: troops.weight-classes, troops.light-for-weight"""
    assert (weight_advantage(HEAVY, LIGHT), weight_advantage(LIGHT, HEAVY)) == (1, 0)
    assert (weight_advantage(MEDIUM, HEAVY), weight_advantage(HEAVY, MEDIUM)) == (0, 1)
    assert weight_advantage(MEDIUM, RIFLES) == 1
    assert weight_advantage(LIGHT, GUNS) == 0
    assert weight_advantage(RIFLES, LIGHT) == 0
    dragoons_on_foot = replace(HEAVY, formation=Formation.DISMOUNTED)
    assert weight_advantage(dragoons_on_foot, LIGHT) == 0
    assert weight_advantage(MEDIUM, dragoons_on_foot) == 1


def test_shaken_militia_against_good_horse() -> None:
    """melee-13"""
    militia = replace(MUSKETS, quality=Quality.D, disordered=True, lost=6)
    charge = duel(replace(LIGHT, quality=Quality.A), militia)
    assert (starts(charge), finals(charge), dice_of(charge)) == ((3, 5), (2, 8), (6, 6))


def test_a_charge_across_a_hedge() -> None:
    """melee-15: terrain.cover-applies"""
    assert starts(duel(cover=Cover.LIGHT)) == (5, 4)
    assert starts(duel(cover=Cover.LIGHT, countercharge=True)) == (4, 4)


def test_dice_are_divided_evenly_and_spare_ones_go_where_the_owner_wants() -> None:
    """melee-06: melee.multiple-split, melee.multiple-rest"""
    run: ProcedureRun[tuple[int, ...]] = ProcedureRun(do(divided, three_to_one(), 1, 0), _no_dice, _no_event)
    question = run.pending
    assert isinstance(question, SpareDice)
    assert question.seat == 1
    assert question.options == ((0, 1), (0, 2), (1, 2))
    assert question.subject() == (9, (4, 5, 6), 2)
    run.answer((0, 2))
    assert run.result == (3, 2, 3)


def test_a_unit_taken_in_flank_starts_at_seven_against_everybody() -> None:
    """melee-09: melee.start.flank-or-rear, melee.multiple-start"""
    melee = two_to_one(Edge.FLANK)
    assert [start(melee, 1, 0, nth).whole for nth in (0, 1)] == [7, 7]
    assert [to_hit(melee, 1, 0, nth).whole for nth in (0, 1)] == [7, 7]
    assert dict(odds(do(divided, melee, 1, 0))) == {(3, 3): 1}
    assert [start(melee, 0, place, 0).whole for place in (0, 1)] == [4, 4]


def three_to_one() -> Melee:
    """Three lines in contact with a column, none of them on its flank."""
    lines = tuple(Engaged(replace(RIFLES, unit=4 + n), (Opponent(0),)) for n in range(3))
    column = Engaged(replace(COLUMN, unit=9), (Opponent(0), Opponent(1), Opponent(2)))
    return Melee(sides=(Side(lines, 0), Side((column,), 1)))


def two_to_one(second: Edge, scale: Scale = Scale.LARGE) -> Melee:
    """A line attacked in front by one and on another side by a second."""
    lines = (Engaged(RIFLES, (Opponent(0),)), Engaged(RIFLES, (Opponent(0),)))
    line = Engaged(RIFLES, (Opponent(0), Opponent(1, Contact(edge=second))))
    return Melee(sides=(Side(lines, 0), Side((line,), 1)), scale=scale)


def _no_dice(throw: Any) -> Any:
    raise AssertionError(f"{throw} is thrown")


def _no_event(battle: Any, event: Any) -> Any:
    raise AssertionError(f"{event} is told")


# ------------------------------------------------------------- starting numbers
@pytest.mark.parametrize(
    ("fight", "rule", "number"),
    [
        (duel(HEAVY, SQUARE), "melee.start.cavalry-vs-square", 10),
        (
            duel(replace(RIFLES, formation=Formation.MARCH_COLUMN)),
            "melee.start.march-column-or-limbered",
            8,
        ),
        (duel(LIGHT, broken_ground=True), "melee.start.cavalry-terrain-or-halt", 7),
        (duel(cover=Cover.FORTIFIED_HEAVY), "melee.start.infantry-vs-fortified-heavy", 7),
        (duel(SKIRMISHERS), "melee.start.skirmisher-or-artillery", 6),
        (duel(SKIRMISHERS, cover=Cover.FORTIFIED_HEAVY), "melee.start.infantry-vs-fortified-heavy", 7),
        (duel(SQUARE), "melee.start.square-vs-infantry", 6),
        (duel(cover=Cover.HEAVY), "melee.start.infantry-vs-heavy", 6),
        (duel(cover=Cover.FORTIFIED_LIGHT), "melee.start.infantry-vs-heavy", 6),
        (duel(MUSKETS, LIGHT), "melee.start.smoothbore-line-vs-cavalry", 5),
        (
            duel(replace(MUSKETS, formation=Formation.COLUMN), LIGHT),
            "melee.start.smoothbore-column-vs-cavalry",
            5,
        ),
        (
            duel(replace(MUSKETS, formation=Formation.DOUBLE_LINE), LIGHT),
            "melee.start.smoothbore-column-vs-cavalry",
            5,
        ),
        (duel(cover=Cover.LIGHT), "melee.start.infantry-vs-light-or-uphill", 5),
        (duel(slope=Slope.DEFENDER), "melee.start.infantry-vs-light-or-uphill", 5),
        (duel(slope=Slope.ATTACKER), "melee.start.none", 4),
        (duel(LIGHT, MUSKETS), "melee.start.cavalry-vs-smoothbore-line", 3),
        (
            duel(LIGHT, replace(MUSKETS, formation=Formation.DOUBLE_LINE)),
            "melee.start.cavalry-vs-smoothbore-line",
            3,
        ),
        (duel(), "melee.start.none", 4),
        (duel(LIGHT, cover=Cover.FORTIFIED_HEAVY), "melee.start.none", 4),
    ],
)
def test_the_attacker_starts_at_the_number_of_its_row(fight: Duel, rule: str, number: int) -> None:
    """dice.first-row, melee.whose-row"""
    found = start(as_melee(fight), 0, 0, 0)
    assert (found.rules, found.total) == ((rule,), number)


def test_guns_that_are_charged_start_at_six() -> None:
    """melee.start.skirmisher-or-artillery"""
    assert starts(duel(RIFLES, GUNS)) == (4, 6)


def test_a_square_fights_cavalry_at_four_whatever_its_weapon() -> None:
    """melee.square-vs-cavalry"""
    assert starts(duel(HEAVY, SQUARE)) == (10, 4)
    assert starts(duel(HEAVY, replace(SQUARE, weapon=Weapon.SBM))) == (10, 4)


def test_columns_and_rifles_are_not_ridden_down() -> None:
    """melee.cavalry-vs-column"""
    assert starts(duel(LIGHT, replace(MUSKETS, formation=Formation.COLUMN))) == (4, 5)
    assert starts(duel(LIGHT, RIFLES)) == (4, 4)
    assert starts(duel(LIGHT, COLUMN)) == (4, 4)


def test_a_flank_counts_in_inches_and_only_the_rear_on_hexes() -> None:
    """melee.start.flank-or-rear, melee.start.rear-hex, hex.differences"""
    for scale in (Scale.LARGE, Scale.SMALL):
        assert [starts(duel(edge=edge, scale=scale))[1] for edge in Edge] == [4, 7, 7]
    hexes = [start(as_melee(duel(edge=edge, scale=Scale.HEX)), 1, 0, 0) for edge in Edge]
    assert [tally.total for tally in hexes] == [4, 4, 7]
    assert hexes[2].rules == ("melee.start.rear-hex",)


def test_squares_and_skirmishers_have_no_flank_to_be_taken_in() -> None:
    """formation.no-flank"""
    assert starts(duel(LIGHT, SQUARE, edge=Edge.REAR))[1] == 4
    assert starts(duel(RIFLES, SKIRMISHERS, edge=Edge.REAR))[1] == 6


def test_dismounted_cavalry_fights_as_infantry_in_skirmish() -> None:
    """formation.dismount"""
    troopers = replace(LIGHT, formation=Formation.DISMOUNTED)
    assert starts(duel(RIFLES, troopers)) == (4, 6)
    assert starts(duel(troopers, RIFLES, cover=Cover.FORTIFIED_HEAVY))[0] == 7
    assert starts(duel(HEAVY, troopers)) == (4, 6)
    garrison = replace(LIGHT, formation=Formation.GARRISON)
    assert starts(duel(RIFLES, garrison, cover=Cover.HEAVY)) == (6, 4)
    assert starts(duel(SQUARE, garrison))[0] == 6


# -------------------------------------------------------------------- modifiers
def test_every_modifier_of_the_fighter_is_named_in_order() -> None:
    """melee.mod.quality, melee.mod.weight, melee.mod.disorder, melee.mod.losses"""
    worn = replace(HEAVY, quality=Quality.A, lost=8, disordered=True)
    number = to_hit(as_melee(duel(worn, LIGHT)), 0, 0, 0)
    assert number.total == 4 - 2 - 1 + 1 + 2
    assert number.rules[1:] == (
        "melee.mod.quality",
        "melee.mod.weight",
        "melee.mod.disorder",
        "melee.mod.losses",
    )


def test_the_melee_modifier_is_class_and_trait_from_minus_two_to_two() -> None:
    """troops.melee-modifier"""
    assert [melee_modifier(quality, 1) for quality in Quality] == [2, 2, 1, 0, -1]
    assert [melee_modifier(quality, -1) for quality in Quality] == [1, 0, -1, -2, -2]


def test_weight_is_judged_target_by_target() -> None:
    """melee.weight"""
    charger = Engaged(MEDIUM, (Opponent(0, Contact(charging=True)), Opponent(1, Contact(charging=True))))
    enemies = (
        Engaged(HEAVY, (Opponent(0, Contact(charging=True)),)),
        Engaged(LIGHT, (Opponent(0, Contact(charging=True)),)),
    )
    melee = Melee(sides=(Side((charger,), 0), Side(enemies, 1)))
    assert [to_hit(melee, 0, 0, nth).whole for nth in (0, 1)] == [4, 3]


def test_cavalry_is_at_the_halt_against_whom_it_did_not_charge() -> None:
    """melee.halt"""
    contacts = (Opponent(0, Contact(charging=True)), Opponent(1, Contact(enemy_charging=True)))
    enemies = tuple(Engaged(RIFLES, (Opponent(0),)) for _ in range(2))
    melee = Melee(sides=(Side((Engaged(LIGHT, contacts),), 0), Side(enemies, 1)))
    assert [start(melee, 0, 0, nth).whole for nth in (0, 1)] == [4, 7]


# ------------------------------------------------------------------------- dice
def test_dice_in_close_combat_by_arm_and_formation() -> None:
    """melee.dice, formation.dismount"""
    foot = {
        Formation.LINE: 5,
        Formation.COLUMN: 7,
        Formation.DOUBLE_LINE: 7,
        Formation.SQUARE: 5,
        Formation.GARRISON: 5,
        Formation.SKIRMISH: 3,
        Formation.MARCH_COLUMN: 3,
    }
    assert {formation: melee_dice(Arm.INFANTRY, formation, 5) for formation in foot} == foot
    horse = {
        Formation.LINE: 8,
        Formation.DOUBLE_LINE: 8,
        Formation.COLUMN: 5,
        Formation.SKIRMISH: 4,
        Formation.MARCH_COLUMN: 3,
        Formation.DISMOUNTED: 3,
        Formation.GARRISON: 3,
    }
    assert {formation: melee_dice(Arm.CAVALRY, formation, 5) for formation in horse} == horse
    assert [
        melee_dice(Arm.ARTILLERY, formation, 2) for formation in (Formation.DEPLOYED, Formation.LIMBERED)
    ] == [
        2,
        2,
    ]
    with pytest.raises(ValueError, match="no row"):
        melee_dice(Arm.ARTILLERY, Formation.LINE, 2)


@given(st.sampled_from(Arm), st.integers(1, 8))
def test_a_unit_always_rolls_a_die(arm: Arm, bases: int) -> None:
    """melee.min-die"""
    formation = Formation.LIMBERED if arm is Arm.ARTILLERY else Formation.MARCH_COLUMN
    assert melee_dice(arm, formation, bases) >= 1


# ----------------------------------------------------------------------- rounds
def test_both_sides_roll_at_the_same_time_and_pair_sixes_within_one_roll() -> None:
    """melee.round, dice.separate-rolls: the line taken in flank has one six against each enemy."""
    melee = two_to_one(Edge.REAR)
    hand = PlannedHand([*[1] * 5, 6, *[1] * 6, 6, 1, 1, 2, 6, 1, 1, 5])
    run: ProcedureRun[Both] = ProcedureRun(do(melee_round, melee), lambda throw: throw.cast(hand), _no_event)
    hand.assert_used()
    assert run.result == ((0, 1), (1,))


def test_hits_on_every_unit_of_a_round_have_the_means_of_their_dice() -> None:
    """melee.round, melee.multiple-split: 3 dice at 4+ on each of two, 6 dice at 4+ from each of them."""
    hits = odds(do(melee_round, two_to_one(Edge.FRONT)), decide_plainly, exact=True)
    for side, place, mean in ((0, 0, Fraction(3, 2)), (0, 1, Fraction(3, 2)), (1, 0, Fraction(6))):
        found = sum(taken[side][place] * Fraction(chance) for taken, chance in hits.items())
        assert found == mean
    assert hits[(0, 0), (0,)] == Fraction(1, 2) ** 18


def test_a_unit_out_of_the_melee_rolls_nothing() -> None:
    """melee.draw-how"""
    out = Engaged(COLUMN, ())
    ours = Engaged(RIFLES, (Opponent(0),))
    melee = Melee(sides=(Side((out, ours), 0), Side((Engaged(RIFLES, (Opponent(1),)),), 1)))
    assert dict(odds(do(divided, melee, 0, 0))) == {(): 1}
    hand = PlannedHand([4, 4, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1])
    run: ProcedureRun[Both] = ProcedureRun(do(melee_round, melee), lambda throw: throw.cast(hand), _no_event)
    hand.assert_used()
    assert run.result == ((0, 1), (2,))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1, 2]), st.sampled_from(list(Edge)))
def test_no_unit_takes_more_hits_than_dice_are_rolled_at_it(seed: int, scale: int, edge: Edge) -> None:
    """melee.round"""
    hand = RandomHand(seed)
    melee = two_to_one(edge, list(Scale)[scale])
    run: ProcedureRun[Both] = ProcedureRun(do(melee_round, melee), lambda throw: throw.cast(hand), _no_event)
    assert run.result is not None
    (first, second), (line,) = run.result
    assert max(first, second) <= 3
    assert line <= 12


# ------------------------------------------------------------------------ facts
def test_facts_that_cannot_be_are_refused() -> None:
    """troops.destroyed, formation.who"""
    with pytest.raises(ValueError, match="at most 17"):
        replace(RIFLES, lost=18)
    with pytest.raises(ValueError, match="artillery does not form column"):
        replace(GUNS, formation=Formation.COLUMN)
    alone = Side((Engaged(RIFLES, ()),), 1)
    touching = Side((Engaged(RIFLES, (Opponent(0),)),), 0)
    with pytest.raises(ValueError, match="contact is mutual"):
        Melee(sides=(touching, alone))
    with pytest.raises(ValueError, match="names enemy 3"):
        Melee(sides=(Side((Engaged(RIFLES, (Opponent(3),)),), 0), alone))

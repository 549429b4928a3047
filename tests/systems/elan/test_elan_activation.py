"""Brigade activation: the modifiers, the three results, and what each does to the units."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.activation import (
    Activation,
    BrigadeFacts,
    Conduct,
    UnitLosses,
    activation,
    activation_summary,
    brigade_class,
    conduct,
    is_counted,
    is_half_lost,
    modifiers,
    result_of,
)
from sandtable.systems.elan.compulsory_dice import formation_in_flight
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.troops import Arm, Formation, Quality

BROKEN, UNSTEADY, CARRY_ON = Activation

PLAIN = BrigadeFacts(commander=0)


def chances(facts: BrigadeFacts) -> dict[Activation, Fraction]:
    return {result: Fraction(chance) for result, chance in odds(do(activation, facts), exact=True).items()}


def test_a_steady_brigade_is_unsteady_only_on_a_two() -> None:
    """brigade-01"""
    assert chances(BrigadeFacts(commander=1)) == {UNSTEADY: Fraction(1, 36), CARRY_ON: Fraction(35, 36)}


def test_a_shattered_brigade_breaks_more_often_than_not() -> None:
    """brigade-02: command.losses, command.activation.half-losses, command.activation.routed"""
    lost = [UnitLosses(18, 18, removed=True), UnitLosses(18, 10), UnitLosses(18, 5), UnitLosses(18, 4)]
    there = (Formation.LINE, Formation.COLUMN, Formation.SKIRMISH)
    astray = sum(is_counted(formation, in_command=False) for formation in there)
    facts = BrigadeFacts(
        commander=0, out_of_command=astray, routed=1, half_lost=is_half_lost(lost), engaged=True
    )
    assert (astray, modifiers(facts).total) == (2, -8)
    assert chances(facts) == {BROKEN: Fraction(7, 12), UNSTEADY: Fraction(7, 18), CARRY_ON: Fraction(1, 36)}


def test_exactly_half_is_not_over_half_and_far_from_the_enemy_nothing_counts() -> None:
    """brigade-03: command.losses, command.engaged"""
    half = [UnitLosses(18, 9)] * 4
    over = [UnitLosses(18, 10)] * 4
    assert not is_half_lost(half)
    assert is_half_lost(over)
    assert modifiers(replace(PLAIN, half_lost=is_half_lost(half), engaged=True)).total == 0
    assert modifiers(replace(PLAIN, half_lost=is_half_lost(over), engaged=False)).total == 0
    assert modifiers(replace(PLAIN, half_lost=is_half_lost(over), engaged=True)).total == -5


def test_losses_may_be_counted_in_units_instead() -> None:
    """command.losses, its other reading"""
    gone, there = UnitLosses(18, 0, removed=True), UnitLosses(18, 17)
    assert is_half_lost([gone, there, there], by_units=False)
    assert not is_half_lost([gone, there, there], by_units=True)
    assert not is_half_lost([gone, there], by_units=True)
    assert is_half_lost([gone, gone, there], by_units=True)
    assert is_half_lost([gone, UnitLosses(18, 1)])


def test_a_superior_who_is_with_the_commander_adds_his_leadership() -> None:
    """command.activation.leadership, command.activation.leadership-sum, command.no-commander"""
    assert modifiers(BrigadeFacts(commander=1, superior=2)).total == 3
    assert modifiers(BrigadeFacts(commander=1)).total == 1
    assert modifiers(BrigadeFacts(commander=2, superior=2)).total == 4
    assert modifiers(PLAIN).total == 0


def test_the_class_of_a_brigade_is_that_of_most_units_and_of_equals_the_worse() -> None:
    """brigade-05: command.brigade-class, command.activation.class"""
    mixed = brigade_class((Quality.B, Quality.D, Quality.A, Quality.D, Quality.B))
    assert mixed is Quality.D
    assert modifiers(replace(PLAIN, quality=mixed)).total == -1
    assert brigade_class((Quality.A, Quality.A, Quality.E)) is Quality.A
    with pytest.raises(ValueError, match="does not test"):
        brigade_class(())


@pytest.mark.parametrize(("quality", "modifier"), list(zip(Quality, (2, 1, 0, -1, -2), strict=True)))
def test_each_class_has_its_modifier(quality: Quality, modifier: int) -> None:
    """command.activation.class"""
    assert modifiers(replace(PLAIN, quality=quality)).total == modifier


def test_the_results_change_at_nought_and_at_four() -> None:
    """command.activation.results"""
    totals = (-10, -1, 0, 3, 4, 16)
    expected = [BROKEN, BROKEN, UNSTEADY, UNSTEADY, CARRY_ON, CARRY_ON]
    assert [result_of(total) for total in totals] == expected
    assert activation_summary(PLAIN, BROKEN) == ("the brigade is broken",)


def in_range(inches: float) -> bool:
    return inches * 100 <= figures_of(Scale.LARGE).engagement


def conducts(total: int, units: tuple[tuple[bool, float], ...]) -> list[Conduct]:
    """What units do, given whether they retreat and how far the nearest enemy is."""
    result = result_of(total)
    return [conduct(result, retreating=flees, near=in_range(far)) for flees, far in units]


def test_an_unsteady_brigade_loses_its_runaways_falls_back_and_halts() -> None:
    """brigade-06: command.activation.unsteady.retreating, command.activation.unsteady.halt,
    command.activation.broken, command.activation.carry-on"""
    units = ((True, 12.0), (False, 15.0), (False, 30.0))
    unsteady = [Conduct.ROUTS, Conduct.FALLS_BACK, Conduct.HALTS]
    assert conducts(3, units) == conducts(0, units) == unsteady
    assert conducts(-1, units) == [Conduct.ROUTS] * 3
    assert conducts(4, units) == [Conduct.ACTS] * 3


def test_falling_back_spares_no_arm_or_formation() -> None:
    """brigade-07: command.unsteady.who, compulsory.formation, melee.result.guns"""
    units = ((False, 15.0), (False, 10.0), (False, 17.0), (False, 19.0))
    back = Conduct.FALLS_BACK
    assert conducts(2, units) == [back, back, back, Conduct.HALTS]
    assert formation_in_flight(Arm.INFANTRY, Formation.GARRISON) is Formation.COLUMN
    assert formation_in_flight(Arm.INFANTRY, Formation.SQUARE) is Formation.COLUMN
    assert formation_in_flight(Arm.ARTILLERY, Formation.DEPLOYED) is Formation.LIMBERED


def test_skirmishers_and_garrisons_are_never_out_of_command() -> None:
    """command.activation.out-of-command, command.activation.out-of-command-exempt"""
    counted = [formation for formation in Formation if is_counted(formation, in_command=False)]
    spared = {Formation.SKIRMISH, Formation.DISMOUNTED, Formation.GARRISON}
    assert set(Formation) - set(counted) == spared
    assert not is_counted(Formation.LINE, in_command=True)


def test_every_result_by_counting_all_rolls() -> None:
    """command.activation.roll"""
    for commander, routed in product((0, 1, 2), (0, 2, 5)):
        facts = BrigadeFacts(commander=commander, routed=routed, quality=Quality.E)
        totals = [one + two + commander - routed - 2 for one, two in product(range(1, 7), repeat=2)]
        counts = {
            BROKEN: sum(total < 0 for total in totals),
            UNSTEADY: sum(0 <= total <= 3 for total in totals),
            CARRY_ON: sum(total >= 4 for total in totals),
        }
        assert chances(facts) == {result: Fraction(ways, 36) for result, ways in counts.items() if ways}

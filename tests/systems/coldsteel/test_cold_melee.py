"""Melee: dice and numbers, who strikes first, and what a round costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.coldsteel.casualties import Fallen
from sandtable.systems.coldsteel.melee import (
    Fought,
    blow_of,
    dice,
    duel_ending,
    duel_summary,
    fight,
    need,
    order,
    strike,
)
from sandtable.systems.coldsteel.melee_facts import Blow, Duel, Fighter, Role, StrikeStep, step_of
from sandtable.systems.coldsteel.policies import decide_steadily
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait, TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

SQUARE, GARRISON = Formation.SQUARE, Formation.GARRISON
CAVALRY = Fighter(troops=TroopClass.CAVALRY, models=10)
LANCERS = Fighter(troops=TroopClass.LANCERS, models=10)


def foot(models: int, **changes: Any) -> Fighter:
    """Plain infantry."""
    return Fighter(models=models, **changes)


def mean_wounds(blow: Blow) -> Fraction:
    return Fraction(odds(do(strike, blow), exact=True).map(lambda struck: struck.hits).mean())


def mean_losses(duel: Duel, place: int) -> Fraction:
    known = odds(do(fight, duel), exact=True)
    return Fraction(known.map(lambda fought: fought.both[place].models).mean())


def mean_scored_by_survivors(duel: Duel, place: int) -> Fraction:
    """The wounds that a unit scores which strikes after the other, those beyond the last model included."""
    left = odds(do(fight, duel), exact=True).map(lambda fought: fought.both[place].models)
    striking = blows(duel)[place]
    each = ((chance, replace(striking, models=striking.models - lost)) for lost, chance in left.items())
    return sum((Fraction(chance) * mean_wounds(blow) for chance, blow in each), Fraction(0))


def blows(duel: Duel) -> tuple[Blow, Blow]:
    return blow_of(duel, 0, Fought()), blow_of(duel, 1, Fought())


# -------------------------------------------------------------------- the cases
def test_infantry_charges_and_the_survivors_strike_back(case: Case) -> None:
    """melee-01: melee.charge.attacker-dice, melee.charge.attacker-wound, melee.charge.defender-dice,
    melee.charge.defender-wound, melee.excess"""
    expected, duel = case("melee-01"), Duel(attacker=foot(10), defender=foot(8))
    known = odds(do(fight, duel), exact=True)
    assert known.chance(lambda fought: fought.defender.models == 8) == Fraction(expected["p_destroyed"])
    assert known.map(lambda fought: 8 - fought.defender.models).mean() == Fraction(expected["mean_left"])
    assert mean_losses(duel, 0) == Fraction(expected["mean_back"])


def test_cavalry_rides_into_a_line(case: Case) -> None:
    """melee-02: troops.cavalry.dice, troops.cavalry.wound, dice.separate"""
    expected, duel = case("melee-02"), Duel(attacker=CAVALRY, defender=foot(24))
    riders, _ = blows(duel)
    assert (dice(riders).total, need(riders).total) == (expected["dice"], expected["need"])
    assert mean_losses(duel, 1) == Fraction(expected["mean"])
    assert mean_scored_by_survivors(duel, 1) == Fraction(expected["mean_back"])


def test_lancers_wound_on_two_in_the_turn_they_charge_and_on_three_later(case: Case) -> None:
    """melee-03: troops.lancers.wound, melee.lancers-later, melee.continued.simultaneous"""
    expected = case("melee-03")
    charge, _ = blows(Duel(attacker=LANCERS, defender=foot(24)))
    assert (dice(charge).total, need(charge).total) == tuple(expected["charge"].values())
    assert mean_wounds(charge) == Fraction(50, 3)
    later = Duel(attacker=replace(LANCERS, models=8), defender=foot(24), continued=True)
    blow, _ = blows(later)
    assert (dice(blow).total, need(blow).total) == tuple(expected["later"].values())
    assert mean_wounds(blow) == Fraction(32, 3)
    assert order(later) == ((0, 1),)


def test_lancers_break_on_a_square(case: Case) -> None:
    """melee-04: troops.cavalry.square, melee.square-overrides, melee.square-strikes-back"""
    expected, duel = case("melee-04"), Duel(attacker=LANCERS, defender=foot(20, formation=SQUARE))
    lances, square = blows(duel)
    assert (dice(lances).total, need(lances).total) == (expected["dice"], expected["need"])
    assert mean_wounds(lances) == Fraction(expected["mean"])
    assert (dice(square).total, need(square).total) == (20, 4)
    assert mean_scored_by_survivors(duel, 1) == Fraction(expected["mean_back"])


def test_elite_infantry_wounds_on_three(case: Case) -> None:
    """melee-05: troops.elite.melee"""
    expected = case("melee-05")
    duel = Duel(attacker=Fighter(troops=TroopClass.ELITE, models=12), defender=foot(12))
    guards, _ = blows(duel)
    assert (dice(guards).total, need(guards).total) == (expected["dice"], expected["need"])
    assert mean_losses(duel, 1) == Fraction(expected["mean"])
    assert mean_losses(duel, 0) == Fraction(expected["mean_back"])


def test_veteran_lancers_still_miss_with_a_one(case: Case) -> None:
    """melee-06: cards.veterans, troops.lancers.wound, dice.natural-one"""
    blow = Blow(troops=TroopClass.LANCERS, models=8, card=Trait.VETERANS)
    assert {"dice": dice(blow).total, "need": need(blow).total} == case("melee-06")


def test_conscript_cavalry_needs_sixes_at_a_square(case: Case) -> None:
    """melee-07: cards.conscripts, troops.cavalry.square, cards.shoot-melee-scope"""
    expected = case("melee-07")
    blow = Blow(troops=TroopClass.CAVALRY, models=10, card=Trait.CONSCRIPTS, at_square=True)
    assert (dice(blow).total, need(blow).total) == (expected["dice"], expected["need"])
    assert mean_wounds(blow) == Fraction(expected["mean"])


def test_a_garrison_strikes_first_when_a_melee_goes_on(case: Case) -> None:
    """melee-08: melee.continued.building-first, melee.strike-steps"""
    expected = case("melee-08")
    duel = Duel(attacker=foot(14), defender=foot(12, formation=GARRISON), continued=True)
    assert (order(duel), expected["first"]) == (((1,), (0,)), "garrison")
    assert mean_losses(duel, 0) == Fraction(expected["mean_first"])
    assert mean_scored_by_survivors(duel, 0) == Fraction(expected["mean_second"])


def test_whoever_charges_a_building_strikes_first(case: Case) -> None:
    """melee-09: melee.building-charge"""
    duel = Duel(attacker=foot(14), defender=foot(12, formation=GARRISON))
    assert (order(duel), case("melee-09")["first"]) == (((0,), (1,)), "charger")
    assert dice(blows(duel)[0]).total == case("melee-09")["dice"]
    assert mean_wounds(blows(duel)[0]) == 7


def test_both_may_die_when_a_melee_goes_on(case: Case) -> None:
    """melee-10: melee.continued.simultaneous, casualties.order"""
    duel = Duel(attacker=foot(3), defender=foot(3), continued=True)
    known = odds(do(fight, duel), exact=True).map(
        lambda fought: [fallen.models for fallen in fought.both].count(3)
    )
    assert known.chance(2) == Fraction(case("melee-10")["both"])
    assert known.chance(1) == Fraction(case("melee-10")["one"])


def test_gunners_are_ridden_down(case: Case) -> None:
    """art-07: artillery.melee, troops.cavalry.dice, melee.charge.defender-dice"""
    expected = case("art-07")
    duel = Duel(attacker=CAVALRY, defender=Fighter(troops=TroopClass.ARTILLERY, models=8))
    riders, crew = blows(duel)
    assert (dice(riders).total, need(riders).total) == (expected["dice"], expected["need"])
    assert (dice(crew).total, need(crew).total) == (8, 4)
    gone = odds(do(fight, duel), exact=True).chance(lambda fought: fought.defender.models == 8)
    assert float(gone) == pytest.approx(expected["p"], abs=1e-6)


def test_cavalry_that_did_not_charge_has_one_die_by_the_other_reading(case: Case) -> None:
    """reading-01: melee.cavalry-dice-always"""
    blow = Blow(troops=TroopClass.CAVALRY, models=8, role=Role.CONTINUED, two_dice_only_charging=True)
    assert {"dice": dice(blow).total, "need": need(blow).total} == case("reading-01")["c"]
    assert dice(replace(blow, role=Role.CHARGER)).total == 16
    assert dice(replace(blow, two_dice_only_charging=False)).total == 16


def test_a_defender_charged_this_turn_strikes_after_all_who_charged(case: Case) -> None:
    """melee-11: melee.strike-steps. A and Y charged, X was charged."""
    steps = {
        name: step_of(role, Formation.LINE)
        for name, role in {"A": Role.CHARGER, "Y": Role.CHARGER, "X": Role.DEFENDER}.items()
    }
    assert [name for name, step in steps.items() if step is StrikeStep.CHARGERS] == ["A", "Y"]
    assert [name for name, step in steps.items() if step is StrikeStep.OTHERS] == ["X"]
    assert [told[0] for told in case("melee-11")["step_a"]] == ["A", "Y"]


# ------------------------------------------------------------- dice and numbers
@pytest.mark.parametrize(
    ("troops", "role", "foe", "figures"),
    [
        (TroopClass.LINE, Role.CHARGER, Formation.LINE, (10, 4)),
        (TroopClass.LIGHT, Role.DEFENDER, Formation.LINE, (10, 4)),
        (TroopClass.GRENADIERS, Role.CONTINUED, Formation.LINE, (10, 4)),
        (TroopClass.ELITE, Role.DEFENDER, SQUARE, (10, 3)),
        (TroopClass.CAVALRY, Role.DEFENDER, Formation.LINE, (20, 3)),
        (TroopClass.LANCERS, Role.DEFENDER, Formation.COLUMN, (20, 3)),
        (TroopClass.LANCERS, Role.CHARGER, SQUARE, (10, 5)),
        (TroopClass.CAVALRY, Role.CONTINUED, SQUARE, (10, 5)),
        (TroopClass.ARTILLERY, Role.DEFENDER, Formation.LINE, (10, 4)),
    ],
)
def test_dice_and_numbers_by_the_table(
    troops: TroopClass, role: Role, foe: Formation, figures: tuple[int, int]
) -> None:
    """melee.table, melee.all-models, melee.cavalry-dice-always, melee.square-overrides"""
    blow = Blow(troops=troops, models=10, role=role, at_square=foe is SQUARE)
    assert (dice(blow).total, need(blow).total) == figures


def test_only_two_cards_change_melee() -> None:
    """cards.shoot-melee-scope"""
    numbers = {card: need(Blow(card=card)).total for card in Trait}
    changed = {card: number for card, number in numbers.items() if number != 4}
    assert changed == {Trait.CONSCRIPTS: 5, Trait.VETERANS: 3}


def test_every_figure_cites_the_round_it_belongs_to() -> None:
    """melee.charge.attacker-dice, melee.charge.defender-dice, melee.continued.wound"""
    cited = {role: (*dice(Blow(role=role)).rules, *need(Blow(role=role)).rules) for role in Role}
    assert cited == {
        Role.CHARGER: ("melee.charge.attacker-dice", "melee.charge.attacker-wound"),
        Role.DEFENDER: ("melee.charge.defender-dice", "melee.charge.defender-wound"),
        Role.CONTINUED: ("melee.continued.simultaneous", "melee.continued.wound"),
    }


def test_a_lucky_officer_throws_one_melee_die_again() -> None:
    """cards.lucky-scope"""
    blow = Blow(models=2, card=Trait.LUCKY_OFFICER)
    assert carry_out(do(strike, blow), [1, 5, 6], ["miss"]).lucky
    assert not carry_out(do(strike, replace(blow, luck_spent=True)), [1, 5]).lucky


def test_a_lucky_officer_who_falls_before_his_unit_strikes_back_brings_no_luck() -> None:
    """cards.person-alive: the charger's six kills him; a unit that never had him has no luck either."""
    led = Fighter(models=2, command=(Figure.OFFICER,), card=Trait.LUCKY_OFFICER)
    duel = Duel(attacker=Fighter(models=1), defender=led)
    assert carry_out(do(fight, duel), [6, 1]).defender.command == (Figure.OFFICER,)
    assert carry_out(do(fight, duel), [1, 1, 1, 4], ["miss"]).attacker.models == 1
    without = replace(duel, defender=replace(led, command=()))
    assert carry_out(do(fight, without), [1, 1, 1]).attacker.models == 0


# -------------------------------------------------------------------- all throws
def test_a_charge_agrees_with_all_throws() -> None:
    """melee.strike-steps: three charge two, the survivors strike back; counted die by die."""
    counted: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=5):
        killed = min(2, sum(face >= 4 for face in faces[:3]))
        counted[sum(face >= 4 for face in faces[3 : 5 - killed]), killed] += 1
    duel = Duel(attacker=foot(3), defender=foot(2))
    known = odds(do(fight, duel), exact=True).map(
        lambda fought: (fought.attacker.models, fought.defender.models)
    )
    assert dict(known) == {end: Fraction(ways, 6**5) for end, ways in counted.items()}


def test_a_continued_melee_with_command_figures_agrees_with_all_throws() -> None:
    """casualties.six-within: each side's officer falls to a six, or as the last of its models."""
    one = foot(2, command=(Figure.OFFICER,))
    counted: Counter[tuple[int, bool, int, bool]] = Counter()
    for faces in product(range(1, 7), repeat=4):
        told: list[int] = []
        for dealt in (faces[2:], faces[:2]):
            wounds = sum(face >= 4 for face in dealt)
            told += [wounds, 6 in dealt or wounds == 2]
        counted[told[0], bool(told[1]), told[2], bool(told[3])] += 1
    duel = Duel(attacker=one, defender=one, continued=True)
    known = odds(do(fight, duel), decide_steadily, exact=True).map(
        lambda fought: (
            fought.attacker.models,
            bool(fought.attacker.command),
            fought.defender.models,
            bool(fought.defender.command),
        )
    )
    assert dict(known) == {end: Fraction(ways, 6**4) for end, ways in counted.items()}


def test_all_dice_of_a_step_are_thrown_before_any_loss_is_taken() -> None:
    """melee.strike-steps, casualties.order"""
    one = foot(3, command=(Figure.OFFICER, Figure.SERGEANT))
    duel = Duel(attacker=one, defender=one, continued=True)
    fought = carry_out(do(fight, duel), [6, 1, 1, 6, 1, 1], [Figure.SERGEANT, Figure.OFFICER])
    assert fought.defender.command == (Figure.SERGEANT,)
    assert fought.attacker.command == (Figure.OFFICER,)
    assert fought.attacker.ordinary == fought.defender.ordinary == 0


def test_a_command_figure_lost_in_the_first_step_does_not_strike_back() -> None:
    """melee.charge.defender-dice, casualties.six"""
    duel = Duel(attacker=foot(1), defender=foot(2, command=(Figure.OFFICER,)))
    fought = carry_out(do(fight, duel), [6, 5])
    assert fought.defender.command == (Figure.OFFICER,)
    assert fought.attacker.models == 1
    assert duel_summary(duel, fought) == (
        "the attacker is destroyed",
        "the defender has losses",
        "the defender loses its officer",
    )
    assert duel_ending(fought) == "equal losses"


# ---------------------------------------------------------------------- refusals
def test_who_cannot_be_the_attacker() -> None:
    """charge.who, charge.contact, artillery.melee"""
    with pytest.raises(ValueError, match="artillery troops in line do not charge"):
        Duel(attacker=Fighter(troops=TroopClass.ARTILLERY, models=8))
    with pytest.raises(ValueError, match="line troops in square do not charge"):
        Duel(attacker=foot(8, formation=SQUARE))
    with pytest.raises(ValueError, match="cavalry is never engaged with a garrison"):
        Duel(attacker=CAVALRY, defender=foot(8, formation=GARRISON))


@pytest.mark.parametrize(
    ("ours", "theirs", "words"),
    [
        (1, 3, "the attacker loses fewer models"),
        (2, 2, "equal losses"),
        (3, 1, "the defender loses fewer models"),
    ],
)
def test_a_round_is_told_by_who_lost_fewer(ours: int, theirs: int, words: str) -> None:
    """melee.one-round"""
    assert duel_ending(Fought(Fallen(ours), Fallen(theirs))) == words

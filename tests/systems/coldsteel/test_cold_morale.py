"""Morale: every modifier, the re-rolls, and what becomes of a unit."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.systems.coldsteel.book import table
from sandtable.systems.coldsteel.morale import (
    Again,
    Band,
    MoraleFacts,
    Result,
    Second,
    Settled,
    Split,
    Stance,
    band_of,
    modifiers,
    morale_summary,
    morale_test,
    need,
    outcome,
    retreat,
)
from sandtable.systems.coldsteel.policies import decide_sparingly, decide_steadily
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait, TroopClass
from tests.systems.throwing import carried_out, carry_out

Case = Callable[[str], dict[str, Any]]

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure
FULL = tuple(Figure)
BARE = MoraleFacts(starting=24)
LED = MoraleFacts(command=FULL)


def chances(facts: MoraleFacts) -> dict[Result, Fraction]:
    """The exact chance of every result, failures re-rolled."""
    known = odds(do(morale_test, facts), decide_steadily, exact=True).map(lambda test: test.result)
    return {result: Fraction(known.chance(result)) for result in Result}


def expect(facts: MoraleFacts, expected: dict[str, Any]) -> None:
    """The chances of a case: to pass, to retreat, to rout."""
    known = chances(facts)
    assert known[Result.PASSES] == Fraction(expected["passes"])
    assert known[Result.RETREATS] == Fraction(expected["retreat"])
    assert known[Result.ROUTS] == Fraction(expected["rout"])


# -------------------------------------------------------------------- the cases
def test_a_bare_test(case: Case) -> None:
    """morale-01: morale.roll, morale.pass, morale.fail, morale.rout"""
    expect(BARE, case("morale-01"))


def test_full_command_adds_two_and_throws_failures_again(case: Case) -> None:
    """morale-02: leaders.standard, leaders.officer-morale, leaders.officer-reroll"""
    assert modifiers(LED).total == case("morale-02")["modifier"]
    assert modifiers(LED).rules == ("morale.roll", "leaders.standard", "leaders.officer-morale")
    expect(LED, case("morale-02"))


def test_muskets_and_guns_count_once_each_however_many(case: Case) -> None:
    """morale-03: morale.fired-split, morale.mod.all-add"""
    shot_at = replace(BARE, by_muskets=True, by_guns=True)
    assert modifiers(shot_at).total == case("morale-03")["modifier"]
    expect(shot_at, case("morale-03"))


def test_guns_alone_take_two_off_even_if_they_missed(case: Case) -> None:
    """morale-04: morale.fired-split, morale.fired-means, by the reading of which it is a case"""
    shelled = replace(BARE, by_guns=True, fired_split=Split.BY_KIND)
    assert modifiers(shelled).total == case("morale-04")["modifier"]


def test_a_unit_shot_at_by_muskets_last_turn_takes_one_off(case: Case) -> None:
    """turn-03: turn.last-turn, morale.mod.fired"""
    assert modifiers(replace(BARE, by_muskets=True)).total == case("turn-03")["modifier"]


def test_cavalry_near_counts_once(case: Case) -> None:
    """morale-05: morale.mod.cavalry"""
    assert modifiers(replace(BARE, cavalry_near=True)).total == case("morale-05")["modifier"]


def test_exactly_half_is_not_below_half(case: Case) -> None:
    """morale-06: morale.mod.half, morale.half-means"""
    for name, (models, starting) in {"a": (12, 24), "b": (11, 24), "c": (11, 23), "d": (12, 23)}.items():
        assert modifiers(replace(BARE, models=models, starting=starting)).total == case("morale-06")[name]


def test_formations_and_buildings_change_morale(case: Case) -> None:
    """morale-07: morale.mod.column, morale.mod.attack-column, morale.mod.square, morale.mod.building,
    formation.two-columns"""
    for name, figure in case("morale-07").items():
        formation = Formation(name.replace("_", "-"))
        assert modifiers(replace(BARE, formation=formation)).total == figure == formation.morale


def test_light_infantry_charged_by_cavalry(case: Case) -> None:
    """morale-08: troops.light.morale-near, troops.light.morale-melee, troops.light.melee-means"""
    light = MoraleFacts(
        troops=TroopClass.LIGHT,
        formation=Formation.SKIRMISH,
        command=FULL,
        cavalry_near=True,
        stance=Stance.JUST_CHARGED,
        charged_retreats=True,
    )
    assert modifiers(light).total == case("morale-08")["modifier"]
    expect(light, case("morale-08"))


def test_grenadiers_in_a_building_under_fire(case: Case) -> None:
    """morale-09: troops.grenadiers.morale, morale.mod.building, morale.fired-split, morale.mod.cavalry,
    morale.mod.half"""
    grenadiers = MoraleFacts(
        troops=TroopClass.GRENADIERS,
        formation=Formation.GARRISON,
        models=9,
        starting=20,
        command=FULL,
        by_muskets=True,
        by_guns=True,
        cavalry_near=True,
    )
    assert modifiers(grenadiers).total == case("morale-09")["modifier"]


def test_a_total_of_two_or_less_routs_and_seven_passes(case: Case) -> None:
    """morale-10: morale.results"""
    column = replace(BARE, formation=Formation.COLUMN)
    named = {Result.ROUTS: "rout", Result.RETREATS: "retreat", Result.PASSES: "pass"}
    thrown = {"a": (1, 1), "b": (1, 2), "c": (2, 2), "d": (3, 4), "e": (4, 4)}
    for name, faces in thrown.items():
        assert named[carry_out(do(morale_test, column), faces).result] == case("morale-10")[name]


def test_a_unit_locked_since_an_earlier_turn_is_overrun_if_it_fails(case: Case) -> None:
    """morale-14: morale.overrun, morale.overrun-when, morale.overrun-no-save"""
    locked = MoraleFacts(command=(SERGEANT,), stance=Stance.LOCKED)
    assert case("morale-14")["result"] == "destroyed"
    assert carry_out(do(morale_test, locked), [3, 3]).result is Result.OVERRUN
    assert carry_out(do(morale_test, locked), [3, 4]).result is Result.PASSES


def test_by_the_other_reading_a_unit_just_charged_retreats_three_inches_with_its_sergeant(case: Case) -> None:
    """morale-15: morale.retreat.still-engaged, leaders.sergeant"""
    charged = MoraleFacts(command=(SERGEANT,), stance=Stance.JUST_CHARGED, charged_retreats=True)
    assert carry_out(do(morale_test, charged), [2, 3]).result is Result.RETREATS
    assert retreat(charged).total == case("morale-15")["retreat"]


def test_the_readings_of_morale(case: Case) -> None:
    """reading-01: morale.fired-split, troops.light.melee-means, morale.retreat.still-engaged"""
    guns = replace(BARE, by_guns=True)
    assert modifiers(guns).total == case("reading-01")["a"]
    light = MoraleFacts(troops=TroopClass.LIGHT, stance=Stance.LOCKED, light_once=True)
    assert modifiers(light).total == case("reading-01")["b"]
    charged = replace(BARE, stance=Stance.JUST_CHARGED)
    assert case("reading-01")["d"] == "destroyed"
    assert carry_out(do(morale_test, charged), [2, 3]).result is Result.OVERRUN


# ---------------------------------------------------------------- the modifiers
class Row(Struct, frozen=True):
    """A line of the table of morale."""

    cause: str
    modifier: int


CAUSES: dict[str, dict[str, Any]] = {
    "fired at last turn": {"by_muskets": True},
    "enemy cavalry within 12 inches": {"cavalry_near": True},
    "column": {"formation": Formation.COLUMN},
    "below half strength": {"models": 11},
    "attack column": {"formation": Formation.ATTACK_COLUMN},
    "square": {"formation": Formation.SQUARE},
    "garrison": {"formation": Formation.GARRISON},
    "standard bearer alive": {"command": (STANDARD,)},
    "officer alive": {"command": (OFFICER,)},
    "grenadiers": {"troops": TroopClass.GRENADIERS},
    "elite infantry": {"troops": TroopClass.ELITE},
    "light infantry, any enemy within 6 inches": {"troops": TroopClass.LIGHT, "enemy_near": True},
    "enemy with Fearsome Reputation within 12 inches": {"fearsome_near": True},
    "own Unshakeable Discipline card": {"card": Trait.UNSHAKEABLE_DISCIPLINE},
}


def test_every_line_of_the_table_is_played() -> None:
    """morale.table: each cause by itself, troops.elite.morale among them; morale.mod.fired-artillery comes on
    top of the line for fire of any kind, and troops.light.morale-melee on top of that for nearness."""
    rows = {row.cause: row.modifier for row in table("morale.table", Row)}
    attacked = rows.pop("light infantry, attacked in melee")
    by_guns = rows.pop("fired at by artillery last turn, besides")
    assert modifiers(replace(BARE, by_guns=True)).total == rows["fired at last turn"] + by_guns
    assert {cause: modifiers(replace(BARE, **change)).total for cause, change in CAUSES.items()} == rows
    light = replace(BARE, troops=TroopClass.LIGHT)
    near = modifiers(replace(light, enemy_near=True)).total
    assert modifiers(replace(light, stance=Stance.LOCKED)).total == near + attacked


@pytest.mark.parametrize("figure", [SERGEANT, MUSICIAN])
def test_sergeants_and_musicians_add_nothing_to_morale(figure: Figure) -> None:
    assert modifiers(replace(BARE, command=(figure,))).total == 0


def test_only_light_infantry_minds_enemies_close_by() -> None:
    """troops.light.morale-near, troops.one-class"""
    for troops in TroopClass:
        near = modifiers(MoraleFacts(troops=troops, enemy_near=True, stance=Stance.LOCKED))
        assert ("troops.light.morale-near" in near.rules) == (troops is TroopClass.LIGHT)


def test_the_three_readings_of_having_been_fired_at() -> None:
    """morale.fired-split"""
    fired = [(True, False), (False, True), (True, True)]
    by_split = {
        split: [
            modifiers(replace(BARE, by_muskets=muskets, by_guns=guns, fired_split=split)).total
            for muskets, guns in fired
        ]
        for split in Split
    }
    assert by_split == {
        Split.BY_KIND: [-1, -2, -3],
        Split.ARTILLERY_FURTHER: [-1, -3, -3],
        Split.WORSE_ONLY: [-1, -2, -2],
    }


def test_a_sergeant_halves_the_retreat_and_nobody_else_does() -> None:
    """morale.fail, leaders.sergeant, morale.retreat.fixed"""
    assert retreat(BARE).total == 6
    assert retreat(LED).total == 3
    assert retreat(LED).rules == ("morale.fail", "leaders.sergeant")
    assert retreat(replace(LED, command=(OFFICER, MUSICIAN), formation=Formation.COLUMN)).total == 6


# ----------------------------------------------------------------- the re-rolls
def test_the_officers_re_roll_throws_both_dice_and_stands_even_if_worse() -> None:
    """leaders.officer-reroll, leaders.reroll-detail, dice.reroll"""
    led = replace(BARE, command=(OFFICER,), formation=Formation.COLUMN)
    assert modifiers(led).total == 0
    test, asked = carried_out(do(morale_test, led), [3, 3, 1, 1], [Again.BOTH])
    assert test == Settled(Result.ROUTS, 2, Second.BOTH)
    assert [one.decision for one in asked] == ["morale.officer-reroll"]
    assert asked[0].sensible() == (Again.KEEP, Again.BOTH)
    test, _ = carried_out(do(morale_test, led), [1, 1, 6, 6], [Again.BOTH])
    assert test == Settled(Result.PASSES, 12, Second.BOTH)
    test, _ = carried_out(do(morale_test, led), [3, 3], [Again.KEEP])
    assert test == Settled(Result.RETREATS, 6)


def test_nobody_is_asked_who_has_passed_or_has_no_officer_or_has_re_rolled() -> None:
    """leaders.officer-reroll, leaders.alive-only"""
    for facts, faces in (
        (replace(BARE, command=(OFFICER,)), [3, 4]),
        (replace(BARE, command=(STANDARD, SERGEANT)), [1, 2]),
        (replace(BARE, command=(OFFICER,), rerolled=True), [1, 2]),
    ):
        _, asked = carried_out(do(morale_test, facts), faces)
        assert not asked


def test_who_would_fall_back_out_of_a_melee_may_have_a_pass_taken_again_too() -> None:
    """leaders.reroll-detail: the owner decides whatever the first total was"""
    charged = replace(BARE, command=(OFFICER,), stance=Stance.JUST_CHARGED, charged_retreats=True)
    test, asked = carried_out(do(morale_test, charged), [5, 5, 1, 3], [Again.BOTH])
    assert test == Settled(Result.RETREATS, 5, Second.BOTH)
    assert [one.decision for one in asked] == ["morale.officer-reroll"]
    assert carried_out(do(morale_test, charged), [5, 5], [Again.KEEP])[0] == Settled(Result.PASSES, 11)
    lucky = replace(charged, card=Trait.LUCKY_OFFICER)
    test, asked = carried_out(do(morale_test, lucky), [2, 5, 1], [Again.KEEP, 5])
    assert test == Settled(Result.RETREATS, 4, Second.ONE)
    assert asked[1].sensible() == (None, 2, 5)
    for facts in (replace(charged, stance=Stance.LOCKED), replace(charged, charged_retreats=False)):
        assert not carried_out(do(morale_test, facts), [5, 5])[1]


@pytest.mark.parametrize("card", [None, Trait.LUCKY_OFFICER])
def test_steady_officers_have_no_pass_taken_again(card: Trait | None) -> None:
    """leaders.reroll-detail: being charged changes nothing in what they make of the dice"""
    charged = replace(BARE, command=(OFFICER,), card=card, stance=Stance.JUST_CHARGED, charged_retreats=True)
    assert chances(charged) == chances(replace(charged, stance=Stance.FREE))


def test_a_dead_officer_takes_his_card_and_his_bonus_with_him(case: Case) -> None:
    """card-09: cards.person-alive, leaders.alive-only"""
    dead = MoraleFacts(command=(SERGEANT,), card=Trait.LUCKY_OFFICER)
    _, asked = carried_out(do(morale_test, dead), [1, 2])
    assert bool(asked) == case("card-09")["a"]
    assert modifiers(dead).total == 0
    coward = MoraleFacts(command=(SERGEANT,), card=Trait.COWARDLY_OFFICER)
    test = carry_out(do(morale_test, coward), [4, 4])
    assert (test.result is Result.HELD_BACK) == case("card-09")["b_restricted"]


LUCKY = MoraleFacts(command=(OFFICER,), card=Trait.LUCKY_OFFICER, formation=Formation.COLUMN)


def test_a_lucky_officer_takes_the_better_re_roll(case: Case) -> None:
    """card-07: cards.lucky-officer, cards.lucky-scope, leaders.reroll-detail, dice.reroll"""
    assert modifiers(LUCKY).total == 0
    known = odds(do(morale_test, LUCKY), best, exact=True)
    assert known.chance(lambda test: test.passed) == Fraction(case("card-07")["p"])


def test_the_better_re_roll_agrees_with_all_throws() -> None:
    """cards.lucky-scope: for each of 36 throws the better of 21/36 and the lower die thrown again."""
    passed = Fraction(0)
    for faces in product(range(1, 7), repeat=2):
        one = Fraction(sum(max(faces) + again >= 7 for again in range(1, 7)), 6)
        passed += 1 if sum(faces) >= 7 else max(Fraction(21, 36), one)
    assert odds(do(morale_test, LUCKY), best, exact=True).chance(lambda test: test.passed) == passed / 36


def test_either_re_roll_may_be_used_but_not_both() -> None:
    """cards.lucky-scope, dice.reroll"""
    test, asked = carried_out(do(morale_test, LUCKY), [2, 4, 5], [Again.KEEP, 2])
    assert test == Settled(Result.PASSES, 9, Second.ONE)
    assert [one.decision for one in asked] == ["morale.officer-reroll", "cards.lucky-reroll"]
    assert asked[1].sensible() == (2, 4, None)
    test, asked = carried_out(do(morale_test, LUCKY), [2, 4, 1, 1], [Again.BOTH])
    assert test == Settled(Result.ROUTS, 2, Second.BOTH)
    assert len(asked) == 1
    test, _ = carried_out(do(morale_test, LUCKY), [2, 4], [Again.KEEP, None])
    assert test == Settled(Result.RETREATS, 6)


def test_a_lucky_officer_who_has_had_his_throw_still_re_rolls_as_an_officer() -> None:
    """cards.lucky-scope, leaders.officer-reroll"""
    _, asked = carried_out(do(morale_test, replace(LUCKY, luck_spent=True)), [2, 4], [Again.KEEP])
    assert [one.decision for one in asked] == ["morale.officer-reroll"]


# ------------------------------------------------------------------- the cards
def test_a_cowardly_officer_lets_his_unit_advance_half_of_the_time(case: Case) -> None:
    """card-01: cards.cowardly-officer, cards.cowardly-scope"""
    coward = replace(LED, card=Trait.COWARDLY_OFFICER)
    assert chances(coward)[Result.PASSES] == Fraction(case("card-01")["p"])
    assert carry_out(do(morale_test, coward), [4, 4, 4]) == Settled(Result.HELD_BACK, 10)
    assert carry_out(do(morale_test, coward), [4, 4, 3]) == Settled(Result.PASSES, 10)
    held = Settled(Result.HELD_BACK, 10)
    assert held.passed
    assert morale_summary(coward, held) == ("the unit passes but may not advance", "the test is passed")


def test_flogged_soldiers_rout_whenever_they_fail(case: Case) -> None:
    """card-02: cards.flogged-soldiers, cards.flogged-scope"""
    flogged = MoraleFacts(command=(OFFICER,), card=Trait.FLOGGED_SOLDIERS)
    assert modifiers(flogged).total == 1
    known = chances(flogged)
    assert known[Result.ROUTS] == Fraction(case("card-02")["p"])
    assert known[Result.RETREATS] == 0
    assert outcome(replace(flogged, stance=Stance.LOCKED), 5) is Result.ROUTS


def test_fearsome_cavalry_counts_twice_over(case: Case) -> None:
    """card-03: cards.fearsome-reputation, cards.fearsome-scope, morale.mod.cavalry"""
    facts = replace(LED, cavalry_near=True, fearsome_near=True)
    assert modifiers(facts).total == case("card-03")["modifier"]


def test_unshakeable_discipline_adds_four(case: Case) -> None:
    """card-04: cards.unshakeable-discipline, morale.mod.column"""
    steady = replace(LED, card=Trait.UNSHAKEABLE_DISCIPLINE, formation=Formation.COLUMN)
    facts = replace(steady, by_guns=True, fired_split=Split.BY_KIND)
    assert modifiers(facts).total == case("card-04")["modifier"]


# ---------------------------------------------------------------- all throws
@pytest.mark.parametrize("modifier", range(-4, 5))
def test_the_odds_of_a_test_agree_with_all_throws(modifier: int) -> None:
    """morale.results, leaders.officer-reroll"""
    total = sum
    throws = [total(faces) + modifier for faces in product(range(1, 7), repeat=2)]
    once = {band: Fraction(sum(band_of(thrown) is band for thrown in throws), 36) for band in Band}
    changes: dict[int, dict[str, Any]] = {
        -4: {"by_guns": True, "by_muskets": True, "cavalry_near": True},
        -3: {"by_guns": True, "by_muskets": True},
        -2: {"by_muskets": True, "cavalry_near": True},
        -1: {"cavalry_near": True},
        0: {},
        1: {"formation": Formation.ATTACK_COLUMN},
        2: {"formation": Formation.SQUARE},
        3: {"formation": Formation.SQUARE, "troops": TroopClass.ELITE},
        4: {"card": Trait.UNSHAKEABLE_DISCIPLINE},
    }
    facts = replace(BARE, **changes[modifier])
    assert modifiers(facts).total == modifier
    assert need(facts).total == 7 - modifier
    known = chances(facts)
    assert known[Result.PASSES] == once[Band.PASS]
    assert known[Result.ROUTS] == once[Band.ROUT]
    assert known[Result.RETREATS] == once[Band.RETREAT]


def test_a_unit_that_does_not_re_roll_keeps_its_first_throw() -> None:
    """dice.reroll"""
    kept = odds(do(morale_test, LED), decide_sparingly, exact=True)
    assert kept.chance(lambda test: test.passed) == Fraction(30, 36)
    assert all(test.again is Second.NOTHING for test in kept)


def test_models_are_never_brought_back() -> None:
    """turn.remove-at-once"""
    with pytest.raises(ValueError, match="none are brought back"):
        MoraleFacts(models=24, starting=20)

"""Artillery: the table, its cards and readings, casualties, and the Lucky Officer's die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.systems.coldsteel.artillery import (
    Cannonade,
    CannonadeFacts,
    Shot,
    band,
    bands,
    can_shoot,
    cannonade,
    cannonade_summary,
    need,
    objections,
    reach,
    shot,
    wound_dice,
)
from sandtable.systems.coldsteel.policies import decide_sparingly, decide_steadily
from sandtable.systems.coldsteel.shooting import Target
from sandtable.systems.coldsteel.troops import Figure, Trait
from tests.systems.throwing import carried_out, carry_out

Case = Callable[[str], dict[str, Any]]


def why_not(facts: Shot) -> tuple[str, ...]:
    return tuple(refusal.rule for refusal in objections(facts))


def test_the_four_bands_of_the_table(case: Case) -> None:
    """art-01: artillery.band-1, artillery.band-2, artillery.band-3, artillery.band-4, artillery.no-maximum"""
    expected = case("art-01")
    for distance, hit, mean in zip((12, 24, 36, 60), expected["hit"], expected["mean"], strict=True):
        chances = odds(do(shot, Shot(distance=distance)), exact=True)
        assert chances.chance(lambda fired: fired.hit) == Fraction(hit)
        assert chances.map(lambda fired: fired.wounds).mean() == Fraction(mean)


def test_a_band_ends_at_its_limit() -> None:
    """geometry.inclusive, artillery.procedure; there are four bands and no more (artillery.stray-cell)"""
    assert [one.band for one in bands()] == [1, 2, 3, 4]
    found = [band(Shot(distance=distance)) for distance in (12, 12.01, 24, 24.01, 36, 36.01, 48.01, 110)]
    assert [one and one.band for one in found] == [1, 2, 2, 3, 3, 4, 4, 4]


def test_canister_reduces_a_battalion_below_half_six_times_in_ten(case: Case) -> None:
    """art-02: artillery.band-1, artillery.casualties, morale.half-means"""
    facts = CannonadeFacts(shot=Shot(distance=12), target=Target(models=24))
    lost = odds(do(cannonade, facts), exact=True).map(lambda fallen: fallen.models)
    assert lost.at_least(13) == Fraction(case("art-02")["p13"])
    assert lost.at_least(12) == Fraction(case("art-02")["p12"])


def test_veteran_gunners_hit_more_often_and_kill_no_more(case: Case) -> None:
    """art-03: artillery.band-3, cards.veterans, artillery.hit-modifiers"""
    expected, veterans = case("art-03"), Shot(distance=30, card=Trait.VETERANS)
    assert need(veterans).total == expected["need"]
    chances = odds(do(shot, veterans), exact=True)
    assert chances.chance(lambda fired: fired.hit) == Fraction(expected["p"])
    assert wound_dice(veterans).total == 2


def test_by_the_other_reading_a_garrison_is_shelled_by_the_guns_own_table(case: Case) -> None:
    """art-04: artillery.building, artillery.band-2"""
    shelling = Shot(distance=20, at_building=True, houses_by_bands=True)
    assert need(shelling).total == case("art-04")["need"]
    assert wound_dice(shelling).total == case("art-04")["wound_dice"]
    assert can_shoot(shelling)


def test_buildings_are_hit_in_the_first_band_only_and_on_a_total_of_5() -> None:
    """artillery.building"""
    shelling = Shot(distance=12, at_building=True)
    assert need(shelling).total == 5
    assert need(shelling).rules == ("artillery.building",)
    assert wound_dice(shelling).total == 4
    assert can_shoot(shelling)
    assert why_not(replace(shelling, distance=13)) == ("artillery.building",)
    assert can_shoot(replace(shelling, distance=13, at_building=False))


def test_guns_that_manoeuvred_may_not_shoot(case: Case) -> None:
    """art-05: artillery.when; what counts as manoeuvred is looked up on the table."""
    assert can_shoot(Shot(manoeuvred=True)) == case("art-05")["a"]
    assert can_shoot(Shot(manoeuvred=False)) == case("art-05")["b"]
    assert why_not(Shot(manoeuvred=True)) == ("artillery.when",)


def test_a_battery_that_opens_fire_at_forty_inches(case: Case) -> None:
    """turn-04: artillery.band-4"""
    opening = Shot(distance=40)
    expected = case("turn-04")
    assert (can_shoot(opening), need(opening).total, wound_dice(opening).total) == (
        expected["allowed"],
        expected["need"],
        expected["wound_dice"],
    )


def test_limbered_guns_do_not_shoot() -> None:
    """artillery.unlimbered"""
    assert why_not(Shot(limbered=True)) == ("artillery.unlimbered",)
    assert carry_out(do(shot, Shot(limbered=True))) == Cannonade(hit=False)


def test_the_last_band_ends_at_48_inches_by_the_other_reading() -> None:
    """artillery.no-maximum"""
    assert can_shoot(Shot(distance=48, ends_at_48=True))
    assert why_not(Shot(distance=48.01, ends_at_48=True)) == ("artillery.no-maximum",)
    assert can_shoot(Shot(distance=48.01))


@pytest.mark.parametrize(
    ("change", "furthest"),
    [
        ({}, 120),
        ({"ends_at_48": True}, 48),
        ({"card": Trait.WET_POWDER}, 12),
        ({"at_building": True}, 12),
        ({"at_building": True, "houses_by_bands": True}, 120),
        ({"limbered": True}, 0),
        ({"manoeuvred": True}, 0),
    ],
)
def test_guns_reach_as_far_as_they_may_shoot(change: dict[str, Any], furthest: int) -> None:
    """artillery.no-maximum, artillery.when: all whole and half inches of a long table"""
    facts = replace(Shot(), **change)
    allowed = [half / 2 for half in range(241) if can_shoot(replace(facts, distance=half / 2))]
    assert max(allowed, default=0) == furthest
    assert min(reach(facts), 120) == furthest


def test_wet_powder_of_guns_reaches_their_own_first_band() -> None:
    """cards.wet-powder, cards.wet-scope"""
    assert can_shoot(Shot(distance=12, card=Trait.WET_POWDER))
    assert why_not(Shot(distance=13, card=Trait.WET_POWDER)) == ("cards.wet-powder",)


@pytest.mark.parametrize(
    ("card", "number"),
    [(Trait.MARKSMEN, 3), (Trait.VETERANS, 3), (Trait.CONSCRIPTS, 5), (Trait.COLD_STEEL, 4)],
)
def test_cards_change_the_total_to_hit_and_nothing_else(card: Trait, number: int) -> None:
    """artillery.hit-modifiers, cards.shoot-melee-scope"""
    facts = Shot(distance=10, card=card)
    assert need(facts).total == number
    assert wound_dice(facts).rules == ("artillery.band-1",)


def test_a_shot_is_two_dice_and_then_the_dice_of_casualties() -> None:
    """artillery.procedure, artillery.casualties, dice.sum, casualties.six-natural"""
    assert carry_out(do(shot, Shot(distance=12)), [6, 6, 6, 6, 3, 1]) == Cannonade(
        hit=True, wounds=16, sixes=2
    )
    assert carry_out(do(shot, Shot(distance=12)), [1, 2]) == Cannonade(hit=False)


def test_the_odds_of_a_shot_agree_with_all_throws() -> None:
    """artillery.band-3: two dice to hit on 6, two dice of casualties."""
    counted: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=4):
        hit = sum(faces[:2]) >= 6
        counted[sum(faces[2:]) if hit else 0, faces[2:].count(6) if hit else 0] += 1
    chances = odds(do(shot, Shot(distance=30)), exact=True).map(lambda fired: (fired.wounds, fired.sixes))
    assert dict(chances) == {end: Fraction(ways, 6**4) for end, ways in counted.items()}


# ----------------------------------------------------------------- the Lucky Officer's die
LUCKY = Shot(distance=40, card=Trait.LUCKY_OFFICER)


def test_a_lucky_officer_throws_a_die_of_a_missed_shot_again() -> None:
    """cards.lucky-officer, cards.lucky-scope: the lower of the two; then none is left for the casualties."""
    fired, asked = carried_out(do(shot, LUCKY), [4, 1, 5, 3], [1])
    assert fired == Cannonade(hit=True, wounds=3, lucky=True)
    assert asked[0].sensible() == (1, 4, None)


def test_a_lucky_officer_may_keep_his_throw_for_the_casualties() -> None:
    """cards.lucky-scope, casualties.six-natural"""
    fired, asked = carried_out(do(shot, LUCKY), [4, 5, 2, 6], [2])
    assert fired == Cannonade(hit=True, wounds=6, sixes=1, lucky=True)
    assert [one.decision for one in asked] == ["cards.lucky-reroll"]
    fired, asked = carried_out(do(shot, LUCKY), [4, 5, 6, 2], [6])
    assert fired == Cannonade(hit=True, wounds=2, sixes=0, lucky=True)
    assert asked[0].sensible() == (None, 6)


def test_a_lucky_shot_hits_as_often_as_all_throws_say() -> None:
    """dice.reroll: 7 on two dice, the lower thrown again after a miss."""
    hits = sum(
        6 if sum(faces) >= 7 else sum(max(faces) + again >= 7 for again in range(1, 7))
        for faces in product(range(1, 7), repeat=2)
    )
    for policy in (decide_steadily, best):
        chances = odds(do(shot, LUCKY), policy, exact=True)
        assert chances.chance(lambda fired: fired.hit) == Fraction(hits, 216)
    assert odds(do(shot, LUCKY), decide_sparingly, exact=True).chance(lambda fired: fired.hit) == Fraction(
        7, 12
    )


def test_a_spent_lucky_officer_changes_nothing() -> None:
    """cards.lucky-scope"""
    _, asked = carried_out(do(shot, replace(LUCKY, luck_spent=True)), [1, 1])
    assert not asked


def test_the_headings_say_what_fell() -> None:
    facts = CannonadeFacts(shot=Shot(limbered=True), target=Target(command=(Figure.OFFICER,)))
    (fallen,) = odds(do(cannonade, facts))
    assert cannonade_summary(facts, fallen) == (
        "it may not shoot: limbered guns cannot shoot",
        "the target has no loss",
    )

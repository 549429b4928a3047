"""Shooting with small arms: the worked cases, the formations, the bands and what changes the dice."""

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
from sandtable.systems.coldsteel.policies import decide_steadily
from sandtable.systems.coldsteel.shooting import (
    Fire,
    Target,
    Volley,
    VolleyFacts,
    band,
    can_shoot,
    dice,
    need,
    objections,
    reach,
    volley,
    volley_and_losses,
    volley_summary,
)
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait, TroopClass
from tests.systems.throwing import carried_out, carry_out

Case = Callable[[str], dict[str, Any]]

LINE = Fire(models=24, files=12, distance=6)


def mean_hits(fire: Fire) -> Fraction:
    return Fraction(odds(do(volley, fire), exact=True).map(lambda shot: shot.hits).mean())


def why_not(fire: Fire) -> tuple[str, ...]:
    return tuple(refusal.rule for refusal in objections(fire))


# --------------------------------------------------------------------- the bands
def test_a_full_line_at_six_inches_hits_with_half_of_its_dice(case: Case) -> None:
    """shoot-01: shooting.dice, shooting.band-1, geometry.inclusive"""
    expected = case("shoot-01")
    assert (dice(LINE).total, need(LINE).total) == (expected["dice"], expected["need"])
    assert mean_hits(LINE) == Fraction(expected["mean"])
    half = odds(do(volley, LINE), exact=True).map(lambda shot: shot.hits).at_least(12)
    assert float(half) == pytest.approx(expected["p_at_least_12"], abs=1e-6)


def test_a_hundredth_of_an_inch_more_is_the_next_band(case: Case) -> None:
    """shoot-02: shooting.band-2"""
    expected, outside = case("shoot-02"), replace(LINE, distance=6.01)
    assert (dice(outside).total, need(outside).total) == (expected["dice"], expected["need"])
    assert mean_hits(outside) == Fraction(expected["mean"])


def test_small_arms_reach_eighteen_inches_and_no_further(case: Case) -> None:
    """shoot-03: shooting.band-3, geometry.inclusive"""
    expected = case("shoot-03")
    furthest, beyond = replace(LINE, distance=18), replace(LINE, distance=18.5)
    at18 = expected["at18"]
    assert (dice(furthest).total, need(furthest).total) == (at18["dice"], at18["need"])
    assert mean_hits(furthest) == Fraction(at18["mean"])
    assert expected["at18_5"] == "none"
    assert why_not(beyond) == ("shooting.band-3",)
    assert band(18.5) is None


def test_a_distance_over_a_limit_by_less_than_the_rounding_is_within_it() -> None:
    """geometry.inclusive, shooting.one-band"""
    found = [band(distance) for distance in (0, 6, 6.005, 6.006, 12, 12.01, 18, 18.01)]
    assert [one and one.band for one in found] == [1, 1, 1, 2, 2, 3, 3, None]


def test_rifles_hit_on_four_at_twelve_inches(case: Case) -> None:
    """shoot-04: shooting.band-2, troops.light.shoot, formation.skirmish"""
    expected = case("shoot-04")
    rifles = Fire(troops=TroopClass.LIGHT, formation=Formation.SKIRMISH, models=16, files=8, distance=12)
    assert (dice(rifles).total, need(rifles).total) == (expected["dice"], expected["need"])
    assert mean_hits(rifles) == Fraction(expected["mean"])
    none = odds(do(volley, rifles), exact=True).chance(lambda shot: shot.hits == 0)
    assert none == Fraction(expected["p_none"])


def test_a_shot_that_cannot_hit_may_not_be_fired(case: Case) -> None:
    """shoot-05: cards.conscripts, shooting.band-3, dice.no-automatic-six, shooting.impossible"""
    conscripts = replace(LINE, card=Trait.CONSCRIPTS, distance=15)
    assert need(conscripts).total == 7
    assert can_shoot(conscripts) == case("shoot-05")["allowed"]
    assert why_not(conscripts) == ("shooting.impossible",)
    assert carry_out(do(volley, conscripts)) == Volley(0, 0)


@pytest.mark.parametrize("at_garrison", [False, True])
@pytest.mark.parametrize("card", [None, Trait.CONSCRIPTS, Trait.WET_POWDER, Trait.MARKSMEN])
@pytest.mark.parametrize("formation", [Formation.LINE, Formation.COLUMN])
def test_a_volley_reaches_as_far_as_it_may_be_fired(
    formation: Formation, card: Trait | None, *, at_garrison: bool
) -> None:
    """shooting.impossible: every quarter of an inch, and every hundredth about the limits."""
    fire = replace(LINE, formation=formation, card=card, at_garrison=at_garrison)
    limits = [limit + more for limit in (600, 1200, 1800) for more in (-1, 0, 1)]
    for hundredths in (*range(0, 2000, 25), *limits):
        expected = bool(reach(fire)) and hundredths <= 100 * reach(fire)
        assert can_shoot(replace(fire, distance=hundredths / 100)) == expected


# ------------------------------------------------------------------- buildings
def test_a_garrison_is_hit_on_five_in_the_first_band_only(case: Case) -> None:
    """shoot-06: shooting.building-target"""
    expected = case("shoot-06")
    twenty = Fire(models=20, files=10, distance=6, at_garrison=True)
    assert (dice(twenty).total, need(twenty).total) == (expected["at6"]["dice"], expected["at6"]["need"])
    assert mean_hits(twenty) == Fraction(expected["at6"]["mean"])
    assert expected["at8"] == "none"
    assert why_not(replace(twenty, distance=8)) == ("shooting.building-target",)


def test_modifiers_apply_to_a_shot_at_a_building_too(case: Case) -> None:
    """shoot-07: shooting.building-target, troops.elite.shoot, shooting.building-modifiers"""
    expected = case("shoot-07")
    guards = Fire(troops=TroopClass.ELITE, models=16, files=8, distance=4, at_garrison=True)
    assert (dice(guards).total, need(guards).total) == (expected["dice"], expected["need"])
    assert mean_hits(guards) == Fraction(expected["mean"])


def test_a_garrison_shoots_with_one_face(case: Case) -> None:
    """shoot-08: shooting.garrison-may, shooting.band-2, dice.rounding"""
    expected = case("shoot-08")
    garrison = Fire(formation=Formation.GARRISON, models=18, distance=10)
    assert (dice(garrison).total, need(garrison).total) == (expected["dice"], expected["need"])
    assert dice(garrison).rules == ("shooting.dice", "shooting.garrison-may", "dice.rounding")


def test_a_garrison_never_shoots_by_the_other_reading() -> None:
    """shooting.garrison-may"""
    silent = Fire(formation=Formation.GARRISON, models=18, garrison_is_silent=True)
    assert why_not(silent) == ("shooting.garrison-may",)
    square = Fire(formation=Formation.SQUARE, models=18, garrison_is_silent=True)
    assert can_shoot(square)


# ------------------------------------------------------------------- formations
def test_neither_a_column_nor_cavalry_shoots(case: Case) -> None:
    """shoot-09: shooting.formations, shooting.column-none, shooting.who"""
    column = Fire(formation=Formation.COLUMN, models=24, files=2, distance=5)
    cavalry = Fire(troops=TroopClass.CAVALRY, models=10, files=5, distance=5)
    assert (can_shoot(column), can_shoot(cavalry)) == (case("shoot-09")["a"], case("shoot-09")["b"])
    assert why_not(column) == ("shooting.column-none",)
    assert why_not(cavalry) == ("shooting.who",)


def test_a_line_that_loses_men_shoots_with_all_it_has_left(case: Case) -> None:
    """form-02: formation.front-two-ranks, shooting.command-shoot"""
    for models, files in ((15, 12), (12, 12), (10, 10)):
        assert dice(Fire(models=models, files=files)).total == case("form-02")[f"at{models}"]["dice"]


def test_an_attack_column_shoots_with_its_front_two_ranks(case: Case) -> None:
    """form-03: formation.front-two-ranks, shooting.dice"""
    for models in (24, 17, 11):
        column = Fire(formation=Formation.ATTACK_COLUMN, models=models, files=6)
        assert dice(column).total == case("form-03")[f"at{models}"]


def test_a_square_shoots_with_one_face(case: Case) -> None:
    """form-04: shooting.square-dice, dice.rounding"""
    for models in (24, 17):
        square = Fire(formation=Formation.SQUARE, models=models)
        assert dice(square).total == case("form-04")[f"at{models}"]["dice"]


def test_a_charged_line_meets_the_charger_with_all_its_dice_in_the_first_band(case: Case) -> None:
    """shoot-12: charge.defender-fire has it shoot at contact, which is Band 1 (shooting.band-1)."""
    at_contact = replace(LINE, distance=0)
    assert (dice(at_contact).total, need(at_contact).total) == (
        case("shoot-12")["dice"],
        case("shoot-12")["need"],
    )


# ------------------------------------------------------------------------ cards
def test_wet_powder_reaches_the_first_band_only(case: Case) -> None:
    """shoot-10: cards.wet-powder, cards.wet-scope"""
    expected = case("shoot-10")
    wet = Fire(models=20, files=10, card=Trait.WET_POWDER, distance=6)
    assert (dice(wet).total, need(wet).total) == (expected["at6"]["dice"], expected["at6"]["need"])
    assert can_shoot(wet)
    assert expected["at7"] == "none"
    assert why_not(replace(wet, distance=7)) == ("cards.wet-powder",)


def test_dirty_muskets_foul_at_any_one(case: Case) -> None:
    """shoot-11: cards.dirty-muskets, cards.dirty-scope"""
    dirty = Fire(models=20, files=10, card=Trait.DIRTY_MUSKETS)
    fouled = odds(do(volley, dirty), exact=True).chance(lambda shot: shot.fouled)
    assert fouled == 1 - Fraction(5, 6) ** 20
    assert float(fouled) == pytest.approx(case("shoot-11")["p"], abs=1e-6)
    clean = odds(do(volley, replace(dirty, card=None)), exact=True)
    assert not clean.chance(lambda shot: shot.fouled)


def test_fouled_muskets_may_not_shoot() -> None:
    """cards.dirty-muskets"""
    assert why_not(replace(LINE, card=Trait.DIRTY_MUSKETS, fouled=True)) == ("cards.dirty-muskets",)


@pytest.mark.parametrize(
    ("change", "rule", "number"),
    [
        ({"troops": TroopClass.LIGHT}, "troops.light.shoot", 4),
        ({"troops": TroopClass.ELITE}, "troops.elite.shoot", 4),
        ({"card": Trait.MARKSMEN}, "cards.marksmen", 4),
        ({"card": Trait.VETERANS}, "cards.veterans", 4),
        ({"card": Trait.CONSCRIPTS}, "cards.conscripts", 6),
    ],
)
def test_training_and_cards_change_every_die(change: dict[str, Any], rule: str, number: int) -> None:
    """dice.modifier-direction, cards.shoot-melee-scope"""
    tally = need(replace(LINE, distance=12, **change))
    assert tally.total == number
    assert tally.rules == ("shooting.band-2", rule)


@pytest.mark.parametrize("troops", [TroopClass.LINE, TroopClass.GRENADIERS])
def test_other_infantry_shoots_by_the_band_alone(troops: TroopClass) -> None:
    """troops.one-class"""
    assert need(replace(LINE, troops=troops)).rules == ("shooting.band-1",)


def test_marksmen_of_a_rifle_unit_add_up() -> None:
    """cards.marksmen, troops.light.shoot: 2+ at 6 in, and never better."""
    rifles = Fire(troops=TroopClass.LIGHT, card=Trait.MARKSMEN, distance=5)
    assert need(rifles).total == 2
    assert can_shoot(replace(rifles, distance=18))


def test_a_lucky_officer_throws_one_die_of_a_volley_again_once_a_turn() -> None:
    """cards.lucky-officer, cards.lucky-scope"""
    two = Fire(models=2, files=1, card=Trait.LUCKY_OFFICER)
    assert carry_out(do(volley, two), [1, 2, 6], ["miss"]) == Volley(1, 1, lucky=True)
    _, asked = carried_out(do(volley, replace(two, luck_spent=True)), [1, 2])
    assert not asked


# ---------------------------------------------------------------------- volleys
def test_every_hit_is_a_wound_and_every_six_of_them_kills_a_figure() -> None:
    """shooting.wound, shooting.sequence: all throws of five dice, counted one by one."""
    facts = VolleyFacts(
        fire=Fire(models=5, files=3, distance=10), target=Target(models=4, command=(Figure.OFFICER,))
    )
    counted: Counter[tuple[int, bool]] = Counter()
    for faces in product(range(1, 7), repeat=5):
        hits = sum(face >= 5 for face in faces)
        counted[min(hits, 4), faces.count(6) > 0 or hits >= 4] += 1
    chances = odds(do(volley_and_losses, facts), decide_steadily, exact=True)
    played = chances.map(lambda end: (end.fallen.models, Figure.OFFICER in end.fallen.command))
    assert dict(played) == {end: Fraction(ways, 6**5) for end, ways in counted.items()}


def test_the_headings_say_what_fell_and_why_nothing_was_fired() -> None:
    facts = VolleyFacts(fire=replace(LINE, distance=20))
    (outcome,) = odds(do(volley_and_losses, facts))
    assert volley_summary(facts, outcome) == (
        "it may not shoot: the target is 20 in away; small arms reach 18 in",
        "the target has no loss",
    )


def test_guns_and_strange_formations_are_refused() -> None:
    """formation.allowed"""
    with pytest.raises(ValueError, match="ask for the shot of a battery"):
        Fire(troops=TroopClass.ARTILLERY)
    with pytest.raises(ValueError, match="cavalry troops never stand in square; they may be in line, column"):
        Fire(troops=TroopClass.CAVALRY, formation=Formation.SQUARE)

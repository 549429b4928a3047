"""Melee: Combat Values, markers, the loser, and what becomes of both."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.melee import (
    ENDINGS,
    Fate,
    Fought,
    clash,
    extras,
    fight,
    has_claim,
    lose,
    markers,
    melee_ending,
    melee_summary,
    melee_tallies,
    recoils,
    strike,
    strike_tallies,
    value,
)
from sandtable.systems.tricorn.melee_facts import Fighter, Melee, Side, Toucher, trial_after_melee
from sandtable.systems.tricorn.morale import Effect, target
from sandtable.systems.tricorn.troops import Quality, TroopType
from tests.systems.tricorn.worked import chance, exact, figures, is_other

ONE, OTHER = Side.ONE, Side.OTHER
FOOT = Fighter()
GRENADIERS = Fighter(quality=Quality.ELITE, value=4)
LIGHTS = Fighter(troops=TroopType.LIGHT_INFANTRY, value=2)
HORSE = Fighter(troops=TroopType.HEAVY_CAVALRY)
CUIRASSIERS = Fighter(troops=TroopType.HEAVY_CAVALRY, quality=Quality.VETERAN, value=4, two_four=True)
HUSSARS = Fighter(troops=TroopType.LIGHT_CAVALRY, value=2)
GUNS = Fighter(troops=TroopType.FIELD_ARTILLERY)


def p_loses(melee: Melee, side: Side | None) -> Fraction:
    return chance(do(fight, melee), lambda fought: fought.loser is side)


def p_effect(melee: Melee, side: Side, effect: Effect) -> Fraction:
    return chance(do(fight, melee), lambda fought: (fought.one, fought.other)[side].effect is effect)


def loser_of(melee: Melee, scored: tuple[int, int]) -> dict[Side | None, Fraction]:
    return {side: Fraction(share) for side, share in exact(do(lose, melee, scored)).items()}


# -------------------------------------------------------------------- the cases
def test_shock_horse_charges_muskets() -> None:
    """melee-heavy24-v-muskets: troops.heavy-cavalry-2-4, disorder.extra.v-heavy, disorder.extra.v-heavy-2-4,
    disorder.extra.heavy-v-muskets, melee.result.count, melee.mounted-must-recoil"""
    expected, melee = figures("melee-heavy24-v-muskets"), Melee(one=CUIRASSIERS, other=FOOT)
    assert [markers(melee, side, 1).total for side in Side] == [2, 3]
    assert p_loses(melee, OTHER) == expected["p_muskets_recoil"]
    assert p_loses(melee, ONE) == Fraction(1, 3)
    assert p_effect(melee, OTHER, Effect.ELIMINATED) == expected["p_muskets_eliminated"]
    assert p_effect(melee, ONE, Effect.WITHDRAW) == expected["p_cav_withdraws"]


def test_line_horse_charges_muskets() -> None:
    """melee-heavy23-v-muskets: disorder.extra.v-heavy, disorder.extra.heavy-v-muskets,
    melee.tie.same-for-hits, melee.tie.claims, melee.mounted-must-recoil.priority"""
    expected, melee = figures("melee-heavy23-v-muskets"), Melee(one=HORSE, other=FOOT)
    assert [markers(melee, side, 1).total for side in Side] == [2, 2]
    assert p_loses(melee, ONE) == expected["p_cav"]
    assert p_loses(melee, OTHER) == expected["p_muskets"]
    assert p_loses(melee, None) == expected["p_stay"]


def test_hussars_charge_light_infantry() -> None:
    """melee-hussars-v-lights: disorder.extra.lights-v-light-cavalry, melee.result.count"""
    expected, melee = figures("melee-hussars-v-lights"), Melee(one=HUSSARS, other=LIGHTS)
    assert [markers(melee, side, 1).total for side in Side] == [1, 2]
    assert (p_loses(melee, OTHER), p_loses(melee, ONE)) == (expected["p_lights"], expected["p_cav"])
    assert extras(Melee(one=HUSSARS, other=replace(LIGHTS, bad_going=True)), OTHER) == ()


def test_horse_that_misses_foot_recoils_whatever_its_quality_and_place() -> None:
    """melee-elite-mounted-miss: melee.mounted-must-recoil, melee.mounted-must-recoil.priority"""
    gendarmes = replace(CUIRASSIERS, quality=Quality.ELITE, uphill=True)
    melee = Melee(one=gendarmes, other=FOOT)
    assert loser_of(melee, (0, 0)) == {ONE: 1}
    assert recoils(melee, ONE, ONE)


def test_shock_horse_charges_a_flank() -> None:
    """melee-flank-charge24: melee.cv.flank, melee.cv.flank.self, disorder.extra.flank,
    disorder.extra.v-heavy-2-4, morale.row.4, melee.both-roll-flank, disorder.extra.frontal-contact"""
    expected = figures("melee-flank-charge24")
    melee = Melee(one=replace(CUIRASSIERS, flankers=1), other=replace(FOOT, front=False, left=True))
    assert value(melee, ONE).total == expected["cv"]
    assert markers(melee, OTHER, 1).total == expected["markers"]
    assert p_effect(melee, OTHER, Effect.ELIMINATED) == expected["p_eliminated"]
    assert (value(melee, OTHER).total, markers(melee, ONE, 1).total) == (3, 1)


def test_overlaps_flank_contact_and_a_general() -> None:
    """melee-overlap-and-flank: melee.cv.general, melee.cv.overlap, melee.cv.flank, combat.over-six"""
    expected = figures("melee-overlap-and-flank")
    led = replace(FOOT, attached=Attached.GENERAL, overlaps=1, flankers=1)
    melee = Melee(one=led, other=replace(FOOT, left=True))
    assert value(melee, ONE).total == expected["cv"]
    assert exact(do(strike, melee, ONE)) == {1: Fraction(5, 6), 2: expected["p_second"]}
    assert [markers(melee, OTHER, scored).total for scored in (1, 2)] == [2, 3]


def test_muskets_charge_guns() -> None:
    """melee-muskets-v-guns: disorder.extra.v-guns, disorder.extra.artillery-loses, melee.tie.no-hits,
    melee.tie.claims, morale.row.2.artillery, morale.mod.artillery"""
    expected, melee = figures("melee-muskets-v-guns"), Melee(one=FOOT, other=GUNS)
    assert [markers(melee, side, 1).total for side in Side] == [2, 1]
    assert p_loses(melee, ONE) == expected["p_muskets_recoil"]
    assert p_loses(melee, OTHER) == expected["p_guns_lose"]
    assert p_effect(melee, OTHER, Effect.ABANDON) == expected["p_abandon"]
    assert p_effect(melee, ONE, Effect.WITHDRAW) == expected["p_muskets_withdraw"]


def test_guns_abandoned_in_contact_are_captured() -> None:
    """guns-captured: artillery.abandoned, morale.row.2.artillery, army.loss-count"""
    lost = chance(do(fight, Melee(one=FOOT, other=GUNS)), lambda fought: fought.other.is_lost)
    assert lost == figures("guns-captured")["p_lost"]


def test_grenadiers_storm_a_village() -> None:
    """melee-village: melee.cv.cover, melee.cv.cover.detail, melee.cv.disorder"""
    expected = figures("melee-village")
    melee = Melee(one=GRENADIERS, other=replace(FOOT, markers=2, cover=True))
    assert value(melee, ONE).total == expected["attacker_cv"]
    assert value(melee, OTHER).total == expected["garrison_cv"]


def test_horse_fights_at_the_edge_of_a_wood() -> None:
    """melee-wood-edge: terrain.melee-shared, melee.cv.mounted-bad-going, melee.cv.muskets-bad-going,
    disorder.extra.mounted-bad-going, disorder.extra.heavy-v-muskets"""
    expected = figures("melee-wood-edge")
    melee = Melee(one=CUIRASSIERS, other=replace(FOOT, bad_going=True))
    assert value(melee, ONE).total == expected["cav_cv"]
    assert value(melee, OTHER).total == expected["muskets_cv"]
    assert markers(melee, OTHER, 1).total == expected["on_muskets"]
    assert markers(melee, ONE, 1).total == expected["on_cav"]


def test_the_higher_unit_wins_a_tie() -> None:
    """melee-tie-uphill: melee.result.tie, melee.tie.same-for-hits, melee.tie.claims"""
    melee = Melee(one=replace(FOOT, uphill=True), other=FOOT)
    assert loser_of(melee, (1, 1)) == loser_of(melee, (0, 0)) == {OTHER: 1}
    assert figures("melee-tie-uphill")["loser"] == "B"


def test_two_claims_cancel_out() -> None:
    """melee-tie-two-claims: melee.tie.claims, melee.tie.roll"""
    expected = figures("melee-tie-two-claims")
    melee = Melee(one=GRENADIERS, other=replace(FOOT, uphill=True))
    known = loser_of(melee, (0, 0))
    assert (known[ONE], known[OTHER], known[None]) == (expected["p_a"], expected["p_a"], expected["p_stay"])


def test_a_village_is_stormed_from_three_sides() -> None:
    """melee-garrison-three-sides: melee.cv.overlap, melee.cv.cover"""
    expected = figures("melee-garrison-three-sides")
    melee = Melee(one=replace(FOOT, overlaps=1), other=replace(FOOT, cover=True))
    assert value(melee, ONE).total == expected["cv"]
    assert value(melee, OTHER).total == expected["garrison_cv"]
    assert chance(do(strike, melee, ONE), bool) == expected["p_hit"]


# ------------------------------------------------------------------ other readings
def test_by_the_other_reading_a_tie_with_hits_leaves_both_in_contact() -> None:
    """reading-tie-with-hits: melee.tie.same-for-hits, melee.mounted-must-recoil"""
    expected = figures("reading-tie-with-hits")
    melee = Melee(one=HORSE, other=FOOT, hits_tie_stands=True)
    assert p_loses(melee, ONE) == expected["p_cav"]
    assert p_loses(melee, OTHER) == expected["p_muskets"]
    assert p_loses(melee, None) == expected["p_stay"]


def test_by_the_other_reading_only_the_markers_of_step_three_are_compared() -> None:
    """reading-step-three-only: melee.result.count, melee.tie.roll"""
    expected = figures("reading-step-three-only")
    melee = Melee(one=CUIRASSIERS, other=FOOT, step_three_only=True)
    assert p_loses(melee, OTHER) == expected["p_muskets"]
    assert p_loses(melee, ONE) == expected["p_cav"]
    assert p_loses(melee, None) == expected["p_stay"]
    assert p_effect(melee, OTHER, Effect.ELIMINATED) == Fraction(11, 30)


def test_by_the_other_reading_elite_horse_stands() -> None:
    """reading-elite-horse-stands: melee.mounted-must-recoil.priority, melee.tie.claims"""
    gendarmes = replace(CUIRASSIERS, quality=Quality.ELITE)
    melee = Melee(one=gendarmes, other=FOOT, claimant_stands=True)
    assert loser_of(melee, (0, 0)) == {OTHER: 1}
    assert figures("reading-elite-horse-stands")["loser"] == "muskets"
    assert loser_of(replace(melee, other=GRENADIERS), (0, 0)) == {ONE: 1}
    assert loser_of(replace(melee, one=CUIRASSIERS), (0, 0)) == {ONE: 1}


def test_light_infantry_disorders_heavy_horse_unless_it_is_set_apart() -> None:
    """reading-lights-are-muskets: troops.muskets, disorder.extra.heavy-v-muskets"""
    apart = is_other("reading-lights-are-muskets")
    melee = Melee(one=CUIRASSIERS, other=LIGHTS, lights_apart=apart)
    assert markers(melee, ONE, 1).total == figures("reading-lights-are-muskets")["on_cav"]
    assert markers(replace(melee, lights_apart=True), ONE, 1).total == 1
    in_wood = Melee(one=replace(LIGHTS, bad_going=True), lights_apart=apart)
    assert value(in_wood, ONE).total == LIGHTS.value


def test_a_flanked_unit_recoils_though_it_won_but_not_by_the_other_reading() -> None:
    """reading-flank-always-recoils: movement.flank-contact.when"""
    flanked, stands = replace(FOOT, front=False, left=True), is_other("reading-flank-always-recoils")
    melee = Melee(one=replace(FOOT, flankers=1), other=flanked, flanked_stands=stands)
    assert recoils(melee, ONE, ONE)
    assert recoils(melee, OTHER, ONE)
    assert not recoils(replace(melee, flanked_stands=True), OTHER, ONE)
    guns = replace(GUNS, front=False, left=True)
    assert not recoils(replace(melee, other=guns), OTHER, ONE)


def test_by_the_other_reading_a_second_hit_needs_the_unmodified_value() -> None:
    """combat.over-six.second"""
    strong = replace(FOOT, attached=Attached.CHIEF, overlaps=1)
    melee = Melee(one=strong, other=replace(FOOT, left=True), second_by_value=True)
    assert exact(do(strike, melee, ONE))[2] == Fraction(1, 2)


# ----------------------------------------------------------------------- Step One
def test_an_attached_c_c_counts_as_a_general() -> None:
    """melee.cv.general.cc, melee.cv.general"""
    values = [value(Melee(one=replace(FOOT, attached=who)), ONE).total for who in Attached]
    assert values == [3, 4, 4]


def test_a_march_column_is_easy_prey() -> None:
    """melee.cv.target-column"""
    tally = value(Melee(other=replace(FOOT, column=True)), ONE)
    assert (tally.total, tally.rules[-1]) == (5, "melee.cv.target-column")


def test_going_counts_for_muskets_and_horse_only() -> None:
    """melee.cv.muskets-bad-going, melee.cv.mounted-bad-going, terrain.melee-shared"""
    fighters = (FOOT, LIGHTS, HORSE, HUSSARS, GUNS)
    lost = [
        one.printed - value(Melee(one=one, other=replace(GRENADIERS, bad_going=True)), ONE).whole
        for one in fighters
    ]
    assert lost == [1, 0, 2, 1, 0]  # hussars of 2 stop at the least value, 1


# ---------------------------------------------------------------------- Step Four
@pytest.mark.parametrize(
    ("toucher", "on_foot", "on_lights", "on_horse"),
    [
        (Toucher.HEAVY, ("v-heavy",), ("v-heavy",), ()),
        (Toucher.TWO_FOUR, ("v-heavy", "v-heavy-2-4"), ("v-heavy", "v-heavy-2-4"), ()),
        (Toucher.LIGHT_CAVALRY, (), ("li-v-light-cav",), ()),
        (Toucher.MUSKETS_FRONT, (), (), ("heavy-v-muskets",)),
        (Toucher.GUNS_FRONT, ("v-guns",), ("v-guns",), ("v-guns",)),
    ],
)
def test_enemies_that_support_the_primary_and_touch_the_unit_count(
    toucher: Toucher, on_foot: tuple[str, ...], on_lights: tuple[str, ...], on_horse: tuple[str, ...]
) -> None:
    """disorder.extra.any-contact, disorder.extra.v-heavy, disorder.extra.v-heavy-2-4,
    disorder.extra.lights-v-light-cavalry, disorder.extra.heavy-v-muskets, disorder.extra.v-guns"""
    plain = Fighter(front=False)
    for victim, expected in ((FOOT, on_foot), (LIGHTS, on_lights), (HORSE, on_horse)):
        assert extras(Melee(one=replace(victim, touched_by=(toucher,)), other=plain), ONE) == expected


def test_the_flank_marker_comes_once_however_many_edges_are_touched() -> None:
    """disorder.extra.flank-once, disorder.extra.flank"""
    for edges in ({"left": True}, {"right": True}, {"left": True, "right": True, "rear": True}):
        assert extras(Melee(one=replace(FOOT, **edges)), ONE) == ("flank",)


def test_limbered_guns_or_guns_taken_in_flank_disorder_nobody() -> None:
    """disorder.extra.v-guns, disorder.extra.frontal-contact, formation.limbered"""
    for guns in (replace(GUNS, column=True), replace(GUNS, front=False, rear=True)):
        assert extras(Melee(one=FOOT, other=guns), ONE) == ()


def test_guns_in_good_going_suffer_from_heavy_horse_as_foot_does() -> None:
    """disorder.extra.v-heavy, disorder.extra.v-heavy-2-4"""
    assert extras(Melee(one=CUIRASSIERS, other=GUNS), OTHER) == ("v-heavy", "v-heavy-2-4")
    assert extras(Melee(one=CUIRASSIERS, other=GUNS), ONE) == ("v-guns",)


# ----------------------------------------------------------------------- who loses
def test_horse_that_misses_guns_goes_to_the_tie_breaker() -> None:
    """melee.mounted-must-recoil.priority, melee.tie.no-hits"""
    assert loser_of(Melee(one=HORSE, other=GUNS), (0, 0)) == {ONE: 1}
    elite = replace(HORSE, quality=Quality.ELITE)
    assert loser_of(Melee(one=elite, other=GUNS), (0, 0))[None] == Fraction(1, 6)
    assert loser_of(Melee(one=elite, other=replace(GUNS, front=False)), (0, 0)) == {OTHER: 1}


def test_foot_that_is_attacked_by_nobody_but_misses_horse_stands() -> None:
    """melee.mounted-must-recoil, melee.loser"""
    assert loser_of(Melee(one=FOOT, other=HORSE), (0, 0)) == {OTHER: 1}
    assert loser_of(Melee(one=FOOT, other=FOOT), (0, 0))[None] == Fraction(1, 6)


@pytest.mark.parametrize(("fighter", "claims"), [(FOOT, False), (GRENADIERS, True), (GUNS, True)])
def test_who_holds_a_claim(fighter: Fighter, claims: bool) -> None:  # noqa: FBT001
    """melee.tie.claims, troops.elites"""
    assert has_claim(Melee(one=fighter), ONE) is claims
    assert has_claim(Melee(one=Fighter(quality=Quality.GUARD)), ONE)
    assert not has_claim(Melee(one=replace(GUNS, column=True)), ONE)


def test_guns_that_lose_get_a_marker_hit_or_not_and_stay() -> None:
    """disorder.extra.artillery-loses, disorder.extra.artillery-loses.unhit, melee.artillery-no-recoil"""
    limbered = replace(GUNS, column=True)
    melee = Melee(one=GRENADIERS, other=limbered)
    known = exact(do(clash, melee))
    unhit = {met.gained[OTHER] for met in known if met.loser is OTHER and met.scored == (0, 0)}
    assert unhit <= {1}
    elite = Melee(one=replace(GRENADIERS, markers=3), other=limbered)
    lost = {met.gained for met in exact(do(clash, elite)) if met.scored == (0, 0)}
    assert lost == {(0, 1)}
    assert not recoils(melee, OTHER, OTHER)


def clash_twin(melee: Melee) -> dict[tuple[tuple[int, int], Side | None], Fraction]:
    """Hits and loser by the sheet's words, counted over every face of four dice."""
    found: dict[tuple[tuple[int, int], Side | None], Fraction] = {}
    values = [value(melee, side).whole for side in Side]
    for ours, theirs, first, second in product(range(1, 7), repeat=4):
        hits = tuple(
            1 + (face <= worth - 6) if worth > 6 else int(face <= worth)
            for face, worth in zip((ours, theirs), values, strict=True)
        )
        given = [markers(melee, side.foe, hits[side]).whole for side in Side]
        loser = min(Side, key=lambda side: given[side]) if given[0] != given[1] else None
        kinds = [melee.fighter(side).category.value for side in Side]
        if loser is None and not any(hits) and sorted(kinds) == ["foot", "mounted"]:
            loser = Side(kinds.index("mounted"))
        elif loser is None:
            claims = [has_claim(melee, side) for side in Side]
            if claims[0] != claims[1]:
                loser = Side(claims.index(False))
            elif first != second:
                loser = OTHER if first > second else ONE
        key = ((hits[0], hits[1]), loser)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 6**4)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FOOT, FOOT),
        (HORSE, FOOT),
        (FOOT, HUSSARS),
        (CUIRASSIERS, replace(FOOT, front=False, rear=True)),
        (replace(CUIRASSIERS, flankers=2), replace(GUNS, front=False, right=True)),
        (FOOT, GUNS),
        (GRENADIERS, replace(FOOT, uphill=True)),
        (HORSE, CUIRASSIERS),
        (replace(LIGHTS, overlaps=2, attached=Attached.GENERAL, flankers=1), replace(FOOT, left=True)),
    ],
)
def test_the_odds_of_a_clash_are_those_of_all_its_dice(one: Fighter, other: Fighter) -> None:
    """melee.simultaneous, melee.result.fewest-recoils, melee.result.tie, melee.loser"""
    melee = Melee(one=one, other=other)
    known = exact(do(clash, melee)).map(lambda met: (met.scored, met.loser))
    assert dict(known) == clash_twin(melee)


# ------------------------------------------------------------------ what becomes of them
def test_the_table_is_consulted_with_the_contacts_of_the_melee() -> None:
    """morale.mod.scope, morale.mod.artillery, morale.mod.surrounded.reading"""
    flanked = replace(FOOT, markers=1, left=True, rear=True)
    trial = trial_after_melee(Melee(one=flanked), ONE, 1, Attached.NOBODY)
    assert target(trial).total == 14 - 3 - 6
    at_guns = trial_after_melee(Melee(one=FOOT, other=GUNS), ONE, 2, Attached.NOBODY)
    assert target(at_guns).total == 9
    behind_guns = Melee(one=FOOT, other=replace(GUNS, front=False, rear=True))
    assert target(trial_after_melee(behind_guns, ONE, 2, Attached.NOBODY)).total == 11


def test_an_officer_who_falls_gives_no_bonus_in_the_same_melee() -> None:
    """leaders.casualty.when, leaders.casualty.trigger"""
    led = Melee(one=HORSE, other=replace(FOOT, attached=Attached.GENERAL))
    known = exact(do(fight, led))
    hurt = known.chance(lambda fought: fought.other.gained > 0)
    fell = known.chance(lambda fought: fought.other.fell)
    assert (hurt, fell) == (Fraction(1, 2), Fraction(1, 24))
    broken = known.chance(lambda fought: fought.other.fell and fought.other.effect is Effect.WITHDRAW)
    assert broken == Fraction(1, 24) * Fraction(9, 20)


def test_a_unit_without_a_marker_makes_no_test() -> None:
    """morale.when, melee.one-recoil"""
    outcomes = exact(do(fight, Melee()))
    assert all(
        fate.gained or fate == Fate(recoiled=fate.recoiled)
        for fought in outcomes
        for fate in (fought.one, fought.other)
    )


def test_guns_whose_attacker_has_recoiled_are_abandoned_and_not_taken() -> None:
    """artillery.abandoned, melee.sequence"""
    melee = Melee(one=FOOT, other=replace(GUNS, markers=1))
    known = exact(do(fight, melee))
    free = known.chance(lambda fought: fought.loser is ONE and fought.other.effect is Effect.ABANDON)
    taken = known.chance(lambda fought: fought.other.captured)
    assert free == Fraction(1, 6) * Fraction(9, 20)  # both hit, the Muskets lose, the guns hold 2 markers
    assert taken == 0  # guns that lose hold 3 markers and are eliminated instead
    assert not any(fought.other.captured and fought.one.has_left for fought in known)


def test_a_level_tie_lets_the_other_side_consult_first() -> None:
    """melee.sequence, artillery.abandoned"""
    doomed = replace(FOOT, quality=Quality.ELITE, markers=3)
    melee = Melee(one=replace(GUNS, markers=1), other=doomed, step_three_only=True)
    level = [one for one in exact(do(fight, melee)) if one.loser is None and one.one.gained]
    assert {one.other.effect for one in level} == {Effect.ELIMINATED}
    assert {one.one.effect for one in level} == {Effect.NONE, Effect.ABANDON}
    assert not any(one.one.captured for one in level)


def test_a_flanked_winner_that_had_to_recoil_takes_no_guns() -> None:
    """movement.flank-contact.when, artillery.abandoned"""
    melee = Melee(one=replace(FOOT, left=True), other=replace(GUNS, flankers=0))
    for stands, taken in ((True, Fraction(3, 20)), (False, Fraction(0))):
        read = replace(melee, flanked_stands=stands)
        assert chance(do(fight, read), lambda fought: fought.other.captured) == taken


def test_impossible_facts_are_refused() -> None:
    with pytest.raises(ValueError, match="muskets of trained quality cannot be of the 2/4 class"):
        Fighter(two_four=True)
    high = replace(FOOT, uphill=True)
    with pytest.raises(ValueError, match="both units are said to be uphill"):
        Melee(one=high, other=high)


# ---------------------------------------------------------------------- in words
def test_a_melee_is_told_in_words() -> None:
    melee, none = Melee(one=FOOT, other=GUNS), Fate()
    fates: list[tuple[Any, str]] = [(OTHER, ENDINGS[0]), (None, ENDINGS[1]), (ONE, ENDINGS[2])]
    assert [melee_ending(Fought(side, none, none)) for side, _ in fates] == [words for _, words in fates]
    taken = Fate(2, effect=Effect.ABANDON, captured=True)
    driven = Fate(1, fell=True, recoiled=True)
    assert melee_summary(melee, Fought(OTHER, driven, taken)) == (
        "the active unit wins",
        "the active unit recoils as the result of the melee",
        "the active unit loses its officer",
        "the other unit abandons its guns by the morale table",
        "the other unit is captured",
    )
    assert melee_tallies(melee)["morale target of the active unit then"].total == 9
    assert strike_tallies(melee, OTHER)["markers for a hit"].total == 2


@pytest.mark.parametrize(("scored", "rule"), [(1, "melee.hit"), (2, "melee.hit.two")])
def test_markers_cite_the_rule_for_one_hit_or_for_two(scored: int, rule: str) -> None:
    """melee.hit, melee.hit.two"""
    assert markers(Melee(), Side.OTHER, scored).steps[0].rule == rule

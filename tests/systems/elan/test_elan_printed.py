"""Every printed figure of the sheet, typed from it by hand, against what the system plays with.

Nothing here reads the rulebook. A figure is written as the sheet has it in its three sets: large inches,
small inches, hexes (or movement points).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan import melee, shooting
from sandtable.systems.elan.activation import Activation, BrigadeFacts, modifiers, result_of
from sandtable.systems.elan.army_morale import ArmyFacts, ArmyMorale, army_test, is_past_break_point
from sandtable.systems.elan.battle import Phase
from sandtable.systems.elan.compulsory_dice import Compelled, length
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, Rally, elan_test, rally
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.inches.moving import OBLIQUE, RETIRE
from sandtable.systems.elan.ground.values import Leave
from sandtable.systems.elan.leader_casualties import (
    WHERE,
    Casualty,
    LeaderEnd,
    Whereabouts,
    casualty_of,
    leadership_after,
    survives_wounds,
)
from sandtable.systems.elan.melee_facts import Duel, Fighter, Slope, as_melee
from sandtable.systems.elan.melee_results import Result, Verdict, result, verdict
from sandtable.systems.elan.morale import Morale, MoraleFacts, morale_test, must_test
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.rates import leader_rate, rate
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.shooting import Fire, Target
from sandtable.systems.elan.terrain import Cover, Effect, TroopClass, effect
from sandtable.systems.elan.troops import Arm, Formation, Losses, Quality, Weapon, Weight, losses_of
from sandtable.systems.elan.weapons import Band, band, is_breechloader, may_fire_over
from tests.systems.elan.bivouac import area, battle, on_hexes, unit
from tests.systems.elan.planned import thrown

SETS: Final = (Scale.LARGE, Scale.SMALL, Scale.HEX)
INCHES: Final = (Scale.LARGE, Scale.SMALL)
Three = tuple[float, float, float]
"""A figure in large inches, small inches and hexes."""


def written(name: str) -> Three:
    """A distance of the three sets, as people write it."""
    large, small, hexes = (figures_of(scale).written(getattr(figures_of(scale), name)) for scale in SETS)
    return large, small, hexes


# --------------------------------------------------------------------- Turn Sequence (6.1)
def test_the_turn_has_the_ten_printed_phases() -> None:
    printed = "Attach Initiative Command Charge Rally Movement Firing Morale Melee End-Turn"
    assert [phase.value for phase in Phase if phase is not Phase.SETUP] == printed.lower().split()


# --------------------------------------------------------------------- Brigade Activation Test (25.4)
def test_the_modifiers_of_the_activation_test() -> None:
    plain = BrigadeFacts(commander=0)
    assert modifiers(replace(plain, commander=2, superior=2)).total == 4
    assert modifiers(replace(plain, out_of_command=3)).total == -3
    assert modifiers(replace(plain, routed=2)).total == -2
    assert modifiers(replace(plain, half_lost=True, engaged=True)).total == -5
    assert modifiers(replace(plain, half_lost=True)).total == 0
    printed = dict(zip("ABCDE", (2, 1, 0, -1, -2), strict=True))
    assert {cls: modifiers(replace(plain, quality=Quality(cls))).total for cls in printed} == printed


def test_the_results_of_the_activation_test() -> None:
    broken, unsteady, carry_on = (-9, -2, -1), (0, 1, 2, 3), (4, 5, 12, 16)
    assert {result_of(total) for total in broken} == {Activation.BROKEN}
    assert {result_of(total) for total in unsteady} == {Activation.UNSTEADY}
    assert {result_of(total) for total in carry_on} == {Activation.CARRY_ON}


# --------------------------------------------------------------------- Movement Rate (12.1)
def some(arm: Arm, grade: Weight | None = None, *, mounted: bool) -> Profile:
    """A profile of the roster of an arm, or one made from it where the roster has none."""
    found = next(one for one in roster().profiles if one.arm is arm and one.mounted is mounted)
    return found if grade is None else replace(found, grade=grade)


FOOT: Final = some(Arm.INFANTRY, mounted=False)
HORSE: Final = some(Arm.CAVALRY, mounted=True)
RATES: Final = (
    (FOOT, Formation.LINE, (9, 6, 2), 2),
    (HORSE, Formation.LINE, (18, 12, 4), 3),
    *((FOOT, how, (12, 8, 3), 3) for how in (Formation.COLUMN, Formation.DOUBLE_LINE, Formation.SKIRMISH)),
    *((HORSE, how, (18, 12, 4), 3) for how in (Formation.COLUMN, Formation.DOUBLE_LINE, Formation.SKIRMISH)),
    *(
        (some(Arm.ARTILLERY, grade, mounted=False), Formation.LIMBERED, (12, 8, 3), 2)
        for grade in (Weight.LIGHT, Weight.MEDIUM)
    ),
    *(
        (some(Arm.ARTILLERY, grade, mounted=True), Formation.LIMBERED, (15, 10, 3), 2)
        for grade in (Weight.LIGHT, Weight.MEDIUM)
    ),
    (some(Arm.ARTILLERY, Weight.HEAVY, mounted=False), Formation.LIMBERED, (9, 6, 2), 2),
    (some(Arm.ARTILLERY, Weight.HEAVY, mounted=True), Formation.LIMBERED, (15, 10, 3), 2),
)


@pytest.mark.parametrize(("profile", "formation", "printed", "march"), RATES)
def test_the_rates_and_what_a_march_multiplies_them_by(
    profile: Profile, formation: Formation, printed: Three, march: int
) -> None:
    for scale, figure in zip(SETS, printed, strict=True):
        found = rate(profile, formation, scale)
        assert (found.span, found.march) == (figures_of(scale).span(figure), march)


def test_the_rate_of_generals() -> None:
    for scale, figure in zip(SETS, (24, 16, 5), strict=True):
        found = leader_rate(scale)
        assert (found.span, found.march) == (figures_of(scale).span(figure), 3)


@pytest.mark.parametrize(
    ("scale", "mounted", "dice", "fixed"),
    [
        (Scale.LARGE, False, 1, 9),
        (Scale.LARGE, True, 2, 9),
        (Scale.SMALL, False, 1, 4),
        (Scale.SMALL, True, 2, 4),
        (Scale.HEX, False, 0, 2),
        (Scale.HEX, True, 0, 3),
    ],
)
def test_compulsory_and_evade_moves(*, scale: Scale, mounted: bool, dice: int, fixed: int) -> None:
    found = odds(do(length, Compelled(scale=scale, mounted=mounted)), exact=True)
    faces = list(product(range(1, 7), repeat=dice))
    assert dict(found) == {
        total: Fraction(sum(sum(roll) + fixed == total for roll in faces), len(faces))
        for total in {sum(roll) + fixed for roll in faces}
    }


def test_the_other_distances_of_the_movement_table() -> None:
    assert written("road_bonus") == (6, 4, 1)
    assert written("march") == (18, 12, 3)
    assert written("manhandle") == (3, 2, 0)
    assert (OBLIQUE.widest, RETIRE.widest) == (225, 225)


# --------------------------------------------------------------------- Movement Actions (12.4)
def test_a_half_move_action_costs_half_once_and_on_hexes_one_point_once() -> None:
    units = unit(0, 40, 20), unit(1, 40, 70, 180, side=1)
    for scale, half in zip(INCHES, (450, 300), strict=True):
        inch = InchGround(battle(*units, scale=scale))
        span = rate(FOOT, Formation.LINE, scale).span
        terms = inch.terms(Leave(unit=0, span=span, halved=True))
        assert (terms.allowance, terms.marks[0].allowance) == (half, half)
    hexes = HexGround(on_hexes(battle(*units), (5, 1, 0), (5, 13, 180)))
    on_spot = hexes.terms(Leave(unit=0, span=2, halved=True))
    assert (on_spot.spot, on_spot.penalties.over_hexes, on_spot.penalties.together) == (
        1,
        "greatest",
        "greatest",
    )
    retiring = next(entry for entry in on_spot.entries if entry.arc == "rear")
    assert retiring.extra == 1
    assert on_spot.friends is not None
    assert on_spot.friends.extra == 1


# --------------------------------------------------------------------- Terrain Movement Penalties (8.3)
NONE: Final = Effect()
HALF: Final = Effect(halves=True)
HALF_DISORDER: Final = Effect(halves=True, disorders=True)
NO_RECOVERY: Final = Effect(halves=True, disorders=True, no_recovery=True)
CLOSED: Final = Effect(closed=True)
TERRAIN: Final = (
    (("hedge", "fence", "stream"), NONE, HALF, HALF_DISORDER),
    (("wall", "sunken-road", "fordable-river"), HALF, HALF_DISORDER, CLOSED),
    (("rough", "light-wood", "orchard"), NONE, HALF_DISORDER, NO_RECOVERY),
    (("wood", "marsh", "built-up"), HALF, NO_RECOVERY, CLOSED),
)


@pytest.mark.parametrize(("kinds", "light", "heavy", "horse_and_guns"), TERRAIN)
def test_what_terrain_does_to_movement(
    kinds: Sequence[str], light: Effect, heavy: Effect, horse_and_guns: Effect
) -> None:
    for kind in kinds:
        assert effect(kind, TroopClass.LIGHT_INFANTRY) == light
        assert effect(kind, TroopClass.HEAVY_INFANTRY) == heavy
        assert effect(kind, TroopClass.CAVALRY_ARTILLERY) == horse_and_guns
        assert effect(kind, TroopClass.SKIRMISHERS) == NONE
        assert effect(kind, TroopClass.MOUNTED_SKIRMISHERS) == NONE


def test_terrain_costs_a_movement_point_on_hexes() -> None:
    rough = area("rough", (0, 6), (108, 6), (108, 40), (0, 40))
    fought = battle(unit(0, 40, 20), unit(1, 40, 70, 180, side=1), pieces=(rough,))
    terms = HexGround(on_hexes(fought, (5, 1, 0), (5, 13, 180))).terms(Leave(unit=0, span=2))
    assert [(going.kind, going.extra, going.is_closed) for going in terms.ground] == [("rough", 1, False)]


# --------------------------------------------------------------------- Small Arms (14.5), Artillery (14.6)
SMALL_ARMS: Final[dict[str, tuple[Three, Three]]] = {
    "SBM": ((3, 2, 1), (9, 6, 2)),
    "SBC": ((0, 0, 0), (3, 2, 1)),
    "RM": ((6, 4, 1), (15, 10, 3)),
    "RC": ((3, 2, 1), (9, 6, 2)),
    "EBLR": ((9, 6, 2), (18, 12, 4)),
    "LBL": ((15, 10, 3), (30, 20, 5)),
    "BLC": ((3, 2, 1), (9, 6, 2)),
}
ARTILLERY: Final[dict[str, tuple[Three, Three, Three]]] = {
    "LSB": ((6, 4, 1), (18, 12, 3), (36, 24, 6)),
    "MSB": ((9, 6, 1), (24, 16, 4), (48, 32, 8)),
    "HSB": ((12, 8, 2), (30, 20, 5), (60, 40, 10)),
    "MR": ((12, 8, 2), (36, 24, 6), (72, 48, 12)),
    "HR": ((15, 10, 3), (45, 30, 8), (90, 60, 16)),
    "MBL": ((12, 8, 2), (36, 24, 6), (72, 48, 12)),
    "HBL": ((15, 10, 3), (45, 30, 8), (90, 60, 16)),
    "LH": ((3, 2, 1), (12, 8, 2), (36, 24, 6)),
    "HH": ((6, 4, 1), (18, 12, 3), (48, 32, 8)),
}
BANDS: Final = {Band.CLOSE: 1, Band.EFFECTIVE: 0, Band.LONG: -1}
"""The bands and their printed modifiers."""


def limits_of(weapon: str) -> dict[Band, Three]:
    """The printed limits of a weapon by their bands; a dash is none."""
    if weapon in SMALL_ARMS:
        effective, far = SMALL_ARMS[weapon]
        return {Band.LONG: far} if not any(effective) else {Band.EFFECTIVE: effective, Band.LONG: far}
    return dict(zip(BANDS, ARTILLERY[weapon], strict=True))


@pytest.mark.parametrize("weapon", [*SMALL_ARMS, *ARTILLERY])
def test_the_range_bands_of_a_weapon_in_all_sets(weapon: str) -> None:
    for place, scale in enumerate(SETS):
        least = 0.0
        step = 0.02 if scale in INCHES else 1.0
        for name, printed in limits_of(weapon).items():
            assert band(Weapon(weapon), scale, printed[place]) is name
            if printed[place] > least:
                assert band(Weapon(weapon), scale, least + step) is name
            least = printed[place]
        assert band(Weapon(weapon), scale, least + step) is Band.BEYOND


def test_there_are_seven_small_arms_and_nine_kinds_of_artillery() -> None:
    assert {weapon.value for weapon in Weapon if weapon is not Weapon.NONE} == {*SMALL_ARMS, *ARTILLERY}
    breech = {weapon.value for weapon in Weapon if is_breechloader(weapon)}
    assert breech == {"EBLR", "LBL", "BLC", "MBL", "HBL"}


def test_overhead_fire_needs_six_inches_four_or_a_hex_on_both_sides_of_friends() -> None:
    """weapons.overhead-clearance: one hex of clearance is one hex between, a distance of 2."""
    for scale, enough, less in ((Scale.LARGE, 6, 5.9), (Scale.SMALL, 4, 3.9), (Scale.HEX, 2, 1)):
        assert may_fire_over(Weapon.MSB, scale, enough, enough)
        assert not may_fire_over(Weapon.MSB, scale, less, enough)
        assert not may_fire_over(Weapon.MSB, scale, enough, less)
        assert not may_fire_over(Weapon.RM, scale, enough, enough)


# --------------------------------------------------------------------- Fire Combat (14.7, 14.8)
RIFLES: Final = Fire(weapon=Weapon.RM, range=5)
MUSKETS: Final = Fire(weapon=Weapon.SBM, range=3)
CARBINES: Final = Fire(arm=Arm.CAVALRY, weapon=Weapon.SBC, range=3, bases=4, formation=Formation.LINE)
BATTERY: Final = Fire(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED, weapon=Weapon.MSB, bases=2, range=20)
ANY_FIRE: Final = (RIFLES, MUSKETS, BATTERY)
CAVALRY: Final = Target(arm=Arm.CAVALRY)
FIRE_STARTS: Final = (
    (7, ANY_FIRE, Target(cover=Cover.FORTIFIED_HEAVY)),
    (6, (MUSKETS, CARBINES), CAVALRY),
    (6, ANY_FIRE, Target(cover=Cover.HEAVY)),
    (6, ANY_FIRE, Target(cover=Cover.FORTIFIED_LIGHT)),
    (6, ANY_FIRE, Target(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED)),
    (6, ANY_FIRE, Target(formation=Formation.SKIRMISH)),
    (5, (RIFLES, MUSKETS), Target(uphill=True)),
    (5, (RIFLES, MUSKETS), Target(cover=Cover.LIGHT)),
    (3, ANY_FIRE, Target(formation=Formation.SQUARE)),
    (3, ANY_FIRE, Target(formation=Formation.MARCH_COLUMN)),
    (3, ANY_FIRE, Target(flank=True)),
    (3, (BATTERY,), Target(formation=Formation.COLUMN)),
    (3, (BATTERY,), Target(formation=Formation.DOUBLE_LINE)),
    (4, ANY_FIRE, Target()),
    (4, (RIFLES, BATTERY), CAVALRY),
    (4, (BATTERY,), Target(uphill=True)),
    (4, (BATTERY,), Target(cover=Cover.LIGHT)),
    (4, (RIFLES, MUSKETS), Target(formation=Formation.COLUMN)),
)


@pytest.mark.parametrize(("printed", "firers", "target"), FIRE_STARTS)
def test_the_starting_numbers_of_fire(printed: int, firers: Sequence[Fire], target: Target) -> None:
    for fire in firers:
        assert shooting.start(replace(fire, target=target)).total == printed


def easier(fire: Fire) -> int:
    """By how much a unit hits more easily than it would without any modifier."""
    return round(shooting.start(fire).total - shooting.to_hit(fire).total)


def test_the_modifiers_of_fire() -> None:
    assert [easier(replace(RIFLES, quality=one)) for one in Quality] == [1, 0, 0, 0, -1]
    assert easier(replace(RIFLES, quality=Quality.A, trait=1)) == 2
    assert easier(replace(RIFLES, quality=Quality.E, trait=-1)) == -2
    assert [easier(replace(BATTERY, range=far)) for far in (9, 24, 48)] == [1, 0, -1]
    assert easier(replace(RIFLES, disordered=True)) == -1
    assert [easier(replace(RIFLES, lost=lost)) for lost in (5, 6, 11, 12)] == [0, -1, -1, -2]
    assert easier(replace(RIFLES, weapon=Weapon.EBLR)) == 1
    assert easier(replace(BATTERY, weapon=Weapon.MBL)) == 1


# --------------------------------------------------------------------- 14.25 and 6.11
def test_two_ones_tire_the_guns_and_an_odd_one_on_1_to_3() -> None:
    found = {extra: thrown(do(shooting.volley, BATTERY), 1, 5, 5, 5, extra).fatigue for extra in range(1, 7)}
    assert found == {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}
    assert thrown(do(shooting.volley, BATTERY), 1, 1, 5, 5).fatigue == 1


def test_from_seven_on_two_sixes_hit_once_and_an_odd_one_on_4_to_6() -> None:
    hard = replace(RIFLES, target=Target(cover=Cover.FORTIFIED_HEAVY), bases=4)
    assert shooting.to_hit(hard).total == 7
    found = {extra: thrown(do(shooting.volley, hard), 6, 1, 2, 5, extra).hits for extra in range(1, 7)}
    assert found == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1}
    assert thrown(do(shooting.volley, hard), 6, 6, 5, 5).hits == 1


# --------------------------------------------------------------------- Close Combat (16.6, 16.7)
LINE: Final = Fighter(weapon=Weapon.RM)
MUSKETEERS: Final = Fighter(weapon=Weapon.SBM)
DRAGOONS: Final = Fighter(arm=Arm.CAVALRY, bases=4, weapon=Weapon.NONE)
GUNS: Final = Fighter(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED, weapon=Weapon.MSB, bases=2)


def formed(fighter: Fighter, formation: Formation) -> Fighter:
    """A unit in another formation."""
    return replace(fighter, formation=formation)


def starts(**duel: Any) -> tuple[float, float]:
    """The starting numbers of attacker and defender."""
    fought = as_melee(replace(Duel(attacker=LINE, defender=LINE), **duel))
    return melee.start(fought, 0, 0, 0).total, melee.start(fought, 1, 0, 0).total


def test_the_starting_numbers_of_cavalry() -> None:
    square = formed(MUSKETEERS, Formation.SQUARE)
    assert starts(attacker=DRAGOONS, defender=square)[0] == 10
    assert starts(attacker=DRAGOONS, broken_ground=True)[0] == 7
    assert starts(defender=DRAGOONS)[1] == 7
    for how in (Formation.LINE, Formation.DOUBLE_LINE):
        assert starts(attacker=DRAGOONS, defender=formed(MUSKETEERS, how))[0] == 3
        assert starts(attacker=DRAGOONS, defender=formed(LINE, how))[0] == 4
    assert starts(attacker=DRAGOONS, defender=formed(MUSKETEERS, Formation.COLUMN))[0] == 4


def test_the_starting_numbers_of_the_helpless_the_flanked_and_the_weak() -> None:
    assert starts(defender=formed(LINE, Formation.MARCH_COLUMN))[1] == 8
    assert starts(defender=formed(GUNS, Formation.LIMBERED))[1] == 8
    for scale in INCHES:
        assert [starts(scale=scale, edge=edge)[1] for edge in (Edge.FLANK, Edge.REAR)] == [7, 7]
    assert [starts(scale=Scale.HEX, edge=edge)[1] for edge in (Edge.FLANK, Edge.REAR)] == [4, 7]
    assert starts(defender=formed(LINE, Formation.SKIRMISH))[1] == 6
    assert starts(defender=GUNS)[1] == 6


def test_the_starting_numbers_of_infantry() -> None:
    assert starts(cover=Cover.FORTIFIED_HEAVY)[0] == 7
    assert starts(defender=formed(LINE, Formation.SQUARE))[1] == 6
    assert starts(cover=Cover.HEAVY)[0] == starts(cover=Cover.FORTIFIED_LIGHT)[0] == 6
    for how in (Formation.LINE, Formation.COLUMN, Formation.DOUBLE_LINE):
        assert starts(attacker=DRAGOONS, defender=formed(MUSKETEERS, how))[1] == 5
        assert starts(attacker=DRAGOONS, defender=formed(LINE, how))[1] == 4
    assert starts(cover=Cover.LIGHT)[0] == starts(slope=Slope.DEFENDER)[0] == 5
    assert starts(slope=Slope.ATTACKER)[1] == 5
    assert starts() == (4, 4)


def helped(attacker: Fighter, defender: Fighter = LINE) -> int:
    """By how much an attacker hits more easily than it would without any modifier."""
    fought = as_melee(Duel(attacker=attacker, defender=defender))
    return round(melee.start(fought, 0, 0, 0).total - melee.to_hit(fought, 0, 0, 0).total)


def test_the_modifiers_of_close_combat() -> None:
    assert [helped(replace(LINE, quality=one)) for one in Quality] == [2, 1, 0, -1, -2]
    assert [helped(replace(DRAGOONS, weight=weight)) for weight in Weight] == [0, 1, 1]
    assert helped(replace(DRAGOONS, weight=Weight.HEAVY), GUNS) == 1
    assert helped(LINE, replace(DRAGOONS, weight=Weight.LIGHT)) == 0
    assert helped(replace(LINE, disordered=True)) == -1
    assert [helped(replace(LINE, lost=lost)) for lost in (5, 6, 11, 12)] == [0, -1, -1, -2]


def test_the_winner_is_the_side_with_more_hits_and_a_draw_is_fought_again() -> None:
    fought = as_melee(Duel(attacker=LINE, defender=LINE))
    ends = [verdict(fought, ((ours,), (theirs,))) for ours, theirs in ((1, 2), (2, 1), (2, 2), (0, 0))]
    assert ends == [Verdict.FIRST, Verdict.SECOND, Verdict.DRAW, Verdict.DRAW]


# --------------------------------------------------------------------- Melee Loss Results (16.12)
def test_the_results_of_the_beaten() -> None:
    skirmishers = formed(LINE, Formation.SKIRMISH)
    assert result(LINE, 0, to_cavalry=True) is result(GUNS, 0, to_cavalry=True) is Result.ROUT
    for beaten in (LINE, DRAGOONS, skirmishers, GUNS):
        spent = replace(beaten, lost=beaten.bases * 2)
        assert {result(spent, 0, to_cavalry=horse) for horse in (False, True)} == {Result.ROUT}
    for beaten in (DRAGOONS, skirmishers):
        assert {result(beaten, 0, to_cavalry=horse) for horse in (False, True)} == {Result.FALL_BACK}
    for beaten in (LINE, GUNS):
        assert result(beaten, 0, to_cavalry=False) is Result.RETREAT


# --------------------------------------------------------------------- Leader Casualty Effects (10.12)
LOST, DETACHED, STAYS = Whereabouts.LOST, Whereabouts.DETACHED, Whereabouts.WITH_UNIT
LEADERS: Final = {
    (2,): (Casualty.KILLED, LOST, 0),
    (3, 4): (Casualty.MORTAL_OR_NOT, LOST, 0),
    (5, 6): (Casualty.OUT_FOR_THE_DAY, LOST, 0),
    (7, 8, 9): (Casualty.WOUNDED, DETACHED, -1),
    (10, 11): (Casualty.SCRATCH, DETACHED, 0),
    (12,): (Casualty.HEROISM, STAYS, 1),
}


@pytest.mark.parametrize("rolls", LEADERS)
def test_what_becomes_of_a_leader(rolls: tuple[int, ...]) -> None:
    row, where, change = LEADERS[rolls]
    assert {casualty_of(roll) for roll in rolls} == {row}
    assert WHERE[row] is where
    assert leadership_after(row, 1) == 1 + change
    assert LeaderEnd(row, 1, where).disorders_unit is (rolls == (2,))


def test_a_leader_detaches_within_an_inch_has_two_at_most_and_lives_in_half_of_the_cases() -> None:
    assert written("beside") == (1, 1, 0)
    assert leadership_after(Casualty.HEROISM, 2) == 2
    assert odds(do(survives_wounds), exact=True)[True] == Fraction(1, 2)


# --------------------------------------------------------------------- Troop Quality (2.20), Elan Tests
def test_the_troop_quality_table() -> None:
    printed = {"A": (5, 1, 2), "B": (6, 0, 1), "C": (7, 0, 0), "D": (8, 0, -1), "E": (9, -1, -2)}
    found = {one.value: (one.morale, one.firing, one.melee) for one in Quality}
    assert found == printed


def passing(need: int) -> Fraction:
    """How often 2D6 reach a number."""
    return Fraction(sum(sum(roll) >= need for roll in product(range(1, 7), repeat=2)), 36)


def test_an_elan_test_reaches_the_morale_value_with_leadership_added() -> None:
    for quality, value in zip(Quality, (5, 6, 7, 8, 9), strict=True):
        for leadership in (0, 1, 2):
            for purpose in Purpose:
                test = ElanTest(quality=quality, leadership=leadership, purpose=purpose)
                assert odds(do(elan_test, test), exact=True)[True] == passing(value - leadership)


def test_the_five_uses_of_the_test() -> None:
    printed = {"interpenetration", "charge home", "form square", "morale", "rally"}
    assert {purpose.value for purpose in Purpose} == printed


def test_a_failed_rally_test_routs() -> None:
    assert dict(odds(do(rally, ElanTest()), exact=True)) == {
        Rally.RALLIES: Fraction(7, 12),
        Rally.ROUTS: Fraction(5, 12),
    }


# --------------------------------------------------------------------- closing notes
def test_losses_of_a_third_and_of_two_thirds() -> None:
    assert [losses_of(lost, 18) for lost in (5, 6, 11, 12)] == [
        Losses.FEW,
        Losses.ONE_THIRD,
        Losses.ONE_THIRD,
        Losses.TWO_THIRDS,
    ]
    assert [losses_of(lost, 18).is_spent for lost in (11, 12)] == [False, True]


def test_morale_is_tested_at_a_third_and_in_garrison_when_spent() -> None:
    assert [must_test(MoraleFacts(lost=lost)) for lost in (5, 6)] == [False, True]
    assert [must_test(MoraleFacts(lost=lost, sheltered=True)) for lost in (6, 11, 12)] == [False, False, True]
    failed = {lost: MoraleFacts(lost=lost) for lost in (6, 12)}
    ends = {lost: set(odds(do(morale_test, facts))) for lost, facts in failed.items()}
    assert ends == {6: {Morale.STANDS, Morale.RETREATS}, 12: {Morale.STANDS, Morale.ROUTS}}


def test_an_army_tests_past_half_of_its_units_and_passes_on_seven() -> None:
    assert [is_past_break_point(ArmyFacts(lost=lost, total=12)) for lost in (6, 7)] == [False, True]
    for leadership in (0, 1, 2):
        facts = ArmyFacts(lost=7, total=12, leadership=leadership)
        assert odds(do(army_test, facts), exact=True)[ArmyMorale.HOLDS] == passing(7 - leadership)

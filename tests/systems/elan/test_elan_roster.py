"""The rulebook, profiles, formations and scenarios of elan, and what they refuse."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.files.scenario import load_scenario, problems
from sandtable.game.files.typed_files import BadFile, convert
from sandtable.game.rules.rulebook import NotInRulebook, Readings
from sandtable.systems.elan.book import rulebook
from sandtable.systems.elan.figures import RULES, Scale, figures_of
from sandtable.systems.elan.order_of_battle import contradictions
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.rates import leader_rate, rate
from sandtable.systems.elan.roster import Roster, Scenario, Special, read_roster, roster
from sandtable.systems.elan.shapes import shape_of, size_of
from sandtable.systems.elan.terrain import (
    Cover,
    Effect,
    TroopClass,
    disorders_cavalry,
    effect,
    kind_of,
    kinds,
    openable,
)
from sandtable.systems.elan.troops import Arm, Formation, Losses, Quality, Weapon, losses_of
from tests.systems.elan.bivouac import scenario

SCENARIOS = ("quatre-bras", "alma", "mcphersons-ridge", "swiepwald")
CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]


def figures(case: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one["figures"] for one in CASES if one["id"] == case)
    return found


def readings_of(case: str) -> Readings:
    """The readings for which a worked case was written, as it names them; the others by default."""
    named: dict[str, str] = next(one.get("reading", {}) for one in CASES if one["id"] == case)
    book = rulebook()
    return book.choose({rule: book.offered(rule).index(text) for rule, text in named.items()})


# --------------------------------------------------------------------- the rulebook
def test_the_rulebook_has_every_rule_decision_reading_and_variant() -> None:
    book = rulebook()
    assert (len(book.rules), len(book.decisions), len(book.readings()), len(book.repairs)) == (345, 31, 7, 11)
    assert [variant.id for variant in book.variants] == ["scale", "deployment"]


def test_worked_cases_rest_on_rules_that_exist() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 91
    assert [rule for case in CASES for rule in case["rules"] if rule not in rulebook()] == []


def test_the_set_of_figures_is_chosen_as_a_reading_is() -> None:
    """scale.default: the large set unless the players choose another."""
    assert rulebook().choose({}).of("scale") == 0
    assert rulebook().choose({"scale": 2}).chosen == (("scale", 2),)
    with pytest.raises(NotInRulebook, match="scale has no reading 3; it has 0: large; 1: small; 2: hex"):
        rulebook().choose({"scale": 3})


# --------------------------------------------------------------------- figures
def test_a_figure_is_large_inches_small_inches_or_hexes() -> None:
    """scale.sets: 18 (12) [3] is hundredths of an inch in the inch sets and hexes in the other."""
    large, small, hexes = (figures_of(scale) for scale in Scale)
    assert (large.engagement, small.engagement, hexes.engagement) == (1800, 1200, 3)
    assert (large.command, small.command, hexes.command) == (1200, 800, 2)
    assert (large.manhandle, small.manhandle, hexes.manhandle) == (300, 200, 0)
    assert (large.road, small.road, large.beside, small.beside) == (150, 100, 100, 100)
    assert (large.written(1250), hexes.written(3)) == (12.5, 3)


def test_small_figures_are_two_thirds_of_large_ones_but_for_single_inches() -> None:
    """scale.small-ratio: what is 1 in is 1 in in both sets."""
    large, small = figures_of(Scale.LARGE), figures_of(Scale.SMALL)
    for name in (*RULES, "into", "through"):
        one, other = getattr(large, name), getattr(small, name)
        assert Fraction(other, one) == (1 if one == 100 else Fraction(2, 3)), name


def test_rates_are_those_of_formation_arm_and_set() -> None:
    """movement.rates, movement.march-column-rate, movement.artillery-rates-limbered, leaders.movement."""
    foot, horse = roster().profile("fr-line-1815"), roster().profile("chasseurs")
    heavy, troop = roster().profile("foot-heavy-sb"), roster().profile("horse-light-sb")
    by_set = [rate(foot, Formation.LINE, scale) for scale in Scale]
    assert [(one.span, one.march) for one in by_set] == [(900, 2), (600, 2), (2, 2)]
    assert rate(foot, Formation.MARCH_COLUMN, Scale.LARGE) == rate(foot, Formation.COLUMN, Scale.LARGE)
    assert rate(horse, Formation.SKIRMISH, Scale.LARGE).span == 1800
    assert rate(horse, Formation.DISMOUNTED, Scale.LARGE).span == 1200
    assert (
        rate(heavy, Formation.LIMBERED, Scale.LARGE).span,
        rate(heavy, Formation.DEPLOYED, Scale.LARGE).span,
    ) == (900, 0)
    assert (
        rate(troop, Formation.LIMBERED, Scale.LARGE).span,
        rate(troop, Formation.LIMBERED, Scale.HEX).span,
    ) == (1500, 3)
    assert rate(foot, Formation.SQUARE, Scale.LARGE).span == 0
    assert [leader_rate(scale).span for scale in Scale] == [2400, 1600, 5]


# --------------------------------------------------------------------- troops and ground
def test_a_class_gives_morale_firing_and_melee_values() -> None:
    """troops.quality"""
    assert [(one.morale, one.firing, one.melee) for one in Quality] == [
        (5, 1, 2),
        (6, 0, 1),
        (7, 0, 0),
        (8, 0, -1),
        (9, -1, -2),
    ]


def test_thirds_are_compared_in_whole_points() -> None:
    """scale.rounding, troops.one-third, troops.spent"""
    assert [losses_of(lost, 18) for lost in (5, 6, 11, 12)] == [
        Losses.FEW,
        Losses.ONE_THIRD,
        Losses.ONE_THIRD,
        Losses.TWO_THIRDS,
    ]
    assert losses_of(2, 6) is Losses.ONE_THIRD


def test_a_wood_halves_and_disorders_heavy_foot_but_only_halves_light_foot() -> None:
    """move-07: terrain.table, terrain.no-recovery, terrain.skirmishers"""
    heavy = effect("wood", TroopClass.HEAVY_INFANTRY)
    assert (heavy.halves, heavy.disorders, heavy.no_recovery, heavy.closed) == (True, True, True, False)
    light = effect("wood", TroopClass.LIGHT_INFANTRY)
    assert (light.halves, light.disorders, light.no_recovery) == (True, False, False)
    loose = effect("wood", TroopClass.SKIRMISHERS)
    assert (loose.halves, loose.disorders, loose.closed) == (False, False, False)
    assert figures("move-07")["heavy"] == "half, disorder, no recovery"


def test_no_ground_of_the_table_has_any_effect_on_mounted_skirmishers_unless_read_otherwise() -> None:
    """terrain.skirmish-cavalry, terrain.skirmishers, terrain.closed"""
    assert effect("wood", TroopClass.CAVALRY_ARTILLERY).closed
    for kind in ("hedge", "wall", "orchard", "wood", "marsh", "built-up"):
        assert effect(kind, TroopClass.MOUNTED_SKIRMISHERS) == Effect()
    for kind in ("wall", "wood", "marsh", "built-up"):
        assert effect(kind, TroopClass.MOUNTED_SKIRMISHERS, bars_horse_skirmishers=True).closed
    assert not effect("hedge", TroopClass.MOUNTED_SKIRMISHERS, bars_horse_skirmishers=True).disorders
    assert not effect("rough", TroopClass.MOUNTED_SKIRMISHERS).disorders
    assert effect("river", TroopClass.SKIRMISHERS).closed


def test_ground_that_a_special_rule_opens_is_like_rough_ground() -> None:
    """terrain.ssr, terrain.ssr-opens: wood, marsh and built-up areas, to whom they are closed"""
    assert openable() == ("wood", "marsh", "built-up", "loopholed")
    rough = effect("rough", TroopClass.CAVALRY_ARTILLERY)
    assert rough == Effect(halves=True, disorders=True, no_recovery=True)
    for kind in openable():
        assert effect(kind, TroopClass.CAVALRY_ARTILLERY).closed
        assert effect(kind, TroopClass.CAVALRY_ARTILLERY, opened=True) == rough
        horse = TroopClass.MOUNTED_SKIRMISHERS
        assert effect(kind, horse, bars_horse_skirmishers=True, opened=True) == Effect()
    foot = TroopClass.HEAVY_INFANTRY
    assert effect("wood", foot, opened=True) == effect("wood", foot)


def test_kinds_of_ground_have_the_cover_and_class_that_the_table_gives_them() -> None:
    """terrain.types, terrain.disordering"""
    assert kind_of("hedge").cover is Cover.LIGHT
    assert kind_of("redoubt").cover is Cover.FORTIFIED_HEAVY
    assert kind_of("redoubt").is_work
    assert (kind_of("built-up").cover, kind_of("built-up").inside) == (Cover.HEAVY, Cover.LIGHT)
    assert kind_of("stream").cover is Cover.NONE
    assert [kind for kind in kinds() if kind_of(kind).closed_to_all] == ["river", "lake"]
    assert [disorders_cavalry(kind) for kind in ("hedge", "crops", "marsh", "hill", "road")] == [True] * 3 + [
        False
    ] * 2


# --------------------------------------------------------------------- formations
def footprint(arm: Arm, bases: int, formation: Formation, scale: Scale = Scale.LARGE) -> str:
    shape = shape_of(arm, bases, formation, scale)
    return f"{shape.width / 100:g}x{shape.depth / 100:g}"


def test_footprints_are_bases_times_base_size() -> None:
    """formation-01: formation.shape, formation.base-size, scale.rounding"""
    foot = [
        Formation.LINE,
        Formation.DOUBLE_LINE,
        Formation.COLUMN,
        Formation.MARCH_COLUMN,
        Formation.SKIRMISH,
    ]
    expected = figures("formation-01")
    large = ",".join(footprint(Arm.INFANTRY, 6, one) for one in (*foot, Formation.SQUARE))
    small = ",".join(
        footprint(Arm.INFANTRY, 6, one, Scale.SMALL)
        for one in (Formation.LINE, Formation.COLUMN, Formation.SQUARE)
    )
    horse = ",".join(footprint(Arm.CAVALRY, 4, one) for one in (Formation.LINE, Formation.COLUMN))
    guns = ",".join(footprint(Arm.ARTILLERY, 2, one) for one in (Formation.DEPLOYED, Formation.LIMBERED))
    assert (large, small, horse, guns) == (
        expected["large"],
        expected["small"],
        expected["cavalry"],
        expected["battery"],
    )


@pytest.mark.parametrize("bases", range(1, 9))
def test_every_base_stands_inside_its_footprint(bases: int) -> None:
    for formation in Formation:
        for scale in Scale:
            shape = shape_of(Arm.INFANTRY, bases, formation, scale)
            assert len(shape.bases) == bases
            for base in shape.bases:
                assert abs(base.x) + base.width / 2 <= shape.width / 2 + 1
                assert -shape.depth - 1 <= base.y - base.depth
                assert base.y <= 0
    side = size_of(Formation.SQUARE, bases).wide
    assert 4 * (side - 1) >= bases > 4 * (side - 2)


# --------------------------------------------------------------------- profiles
def test_there_are_forty_one_profiles_with_dice_for_each_formation() -> None:
    assert len(roster().profiles) == 41
    assert roster().profile("ru-line-1854").strength == 24


def test_who_may_skirmish_and_dismount_is_as_the_rule_says() -> None:
    """formation.who"""
    for profile in roster().profiles:
        light_foot = profile.arm is Arm.INFANTRY and (
            profile.grade == "light" or profile.weapon in ("EBLR", "LBL")
        )
        light_horse = profile.arm is Arm.CAVALRY and profile.grade == "light"
        assert (Formation.SKIRMISH in profile.formations) == (light_foot or light_horse), profile.id
        has_carbines = profile.arm is Arm.CAVALRY and profile.weapon is not Weapon.NONE
        assert (Formation.DISMOUNTED in profile.formations) == has_carbines, profile.id


def raw(profile: Profile, **changed: object) -> dict[str, object]:
    fields: dict[str, object] = {name: getattr(profile, name) for name in profile.__struct_fields__}
    return fields | changed


@pytest.mark.parametrize(
    ("profile", "least", "most"),
    [("fr-line-1815", 4, 8), ("dragoons", 3, 6), ("foot-medium-sb", 1, 3)],
)
def test_every_arm_has_its_least_and_most_bases(profile: str, least: int, most: int) -> None:
    """troops.sizes, troops.strength: 4 to 8 of infantry, 3 to 6 of cavalry, 1 to 3 of artillery"""
    one = roster().profile(profile)
    sized = {bases: replace(one, bases=bases, strength=3 * bases) for bases in range(10)}
    allowed = [bases for bases, changed in sized.items() if not [*contradictions(changed)]]
    assert allowed == [*range(least, most + 1)]


def test_no_commander_has_more_leadership_than_two(tmp_path: Path) -> None:
    """leaders.leadership"""
    source = Path(__file__).parents[3] / "src/sandtable/systems/elan/scenarios/alma.toml"
    file = tmp_path / "alma.toml"
    text = source.read_text(encoding="utf-8")
    file.write_text(text.replace("leadership = 1", "leadership = 3", 1), encoding="utf-8")
    with pytest.raises(BadFile, match="leadership"):
        load_scenario(file, Scenario, roster())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"bases": 9, "strength": 27}, "9 is not allowed; infantry has 4 to 8 bases"),
        ({"strength": 17}, "6 bases have a strength of 18"),
        ({"fire_dice": {"line": 6}}, "there must be dice for each of its formations"),
    ],
)
def test_a_profile_that_contradicts_itself_is_refused(
    changed: dict[str, object], words: str, tmp_path: Path
) -> None:
    """troops.sizes, troops.strength, setup.profile"""
    profile = convert(raw(roster().profile("fr-line-1815"), **changed), Profile, "here")
    assert [words in found for _, found in contradictions(profile)] == [True]


def test_a_roster_with_a_profile_twice_is_refused(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "src/sandtable/systems/elan/profiles.toml").read_text(
        encoding="utf-8"
    )
    first = text[text.index("[[profile]]") : text.index("[[profile]]", text.index("[[profile]]") + 1)]
    file = tmp_path / "profiles.toml"
    file.write_text(first + first, encoding="utf-8")
    with pytest.raises(BadFile, match='"fr-line-1815" is used twice'):
        read_roster(file)


# --------------------------------------------------------------------- scenarios
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenarios_that_come_with_the_system_can_be_fought(name: str) -> None:
    found = scenario(name)
    assert problems(found, roster()) == ()
    assert found.turn_limit == 12


def complaints(changed: Scenario) -> list[str]:
    return [problem.words for problem in problems(changed, roster())]


def test_a_scenario_against_the_rules_is_refused_in_words() -> None:
    """command.brigade, formation.who, terrain.sector, setup.plan"""
    plan = scenario("quatre-bras")
    first = replace(plan.units[0], formation=Formation.DEPLOYED)
    assert any(
        "may be in line" in words for words in complaints(replace(plan, units=(first, *plan.units[1:])))
    )
    lonely = replace(plan, leaders=tuple(one for one in plan.leaders if one.rank != "army"))
    assert any("must have one army commander, not 0" in words for words in complaints(lonely))
    stray = replace(plan.units[13], sector="bossu")
    assert any(
        "no rectangular sector" in words
        for words in complaints(replace(plan, units=(*plan.units[:13], stray)))
    )
    work = replace(plan.terrain[4], kind="redoubt")
    assert any(
        "must say towards which" in words
        for words in complaints(replace(plan, terrain=(*plan.terrain[:4], work)))
    )


def test_a_special_rule_that_opens_what_is_not_closed_is_refused_in_words() -> None:
    """terrain.ssr, terrain.ssr-opens"""
    plan = scenario("swiepwald")

    def told(**rule: Any) -> list[str]:
        special = Special(id="rides", text="Rides cross the wood.", **rule)
        return complaints(replace(plan, special=(special,)))

    assert told(opens=("wood",)) == told(opens=("wood", "marsh"), to=(Arm.CAVALRY,)) == []
    assert told(opens=("wood",), units=("hussars",)) == []
    assert told(opens=("wall",)) == ["a special rule opens wood, marsh, built-up or loopholed, not wall"]
    assert told(opens=("wod",)) == ["a special rule opens wood, marsh, built-up or loopholed, not wod"]
    assert told(opens=("wood",), to=(Arm.INFANTRY,)) == ["infantry may enter anyway; leave it out"]
    assert told(opens=("wood",), units=("26-reg",)) == [
        "26-reg is infantry, which may enter anyway; leave it out"
    ]
    assert told(opens=("wood",), units=("hussar",)) != []


def test_the_roster_knows_no_other_keys() -> None:
    with pytest.raises(BadFile, match="flavour"):
        convert({"profile": [raw(roster().profiles[0], flavour="rye")]}, Roster, "here")


def test_mistakes_of_a_scenario_are_told_once_with_what_would_be_right() -> None:
    """command.brigade, terrain.sector"""
    plan = scenario("swiepwald")
    stray, lodged = replace(plan.units[0], brigade="brigade-15"), replace(plan.units[5], sector="swiep")
    found = complaints(replace(plan, units=(stray, *plan.units[1:5], lodged, *plan.units[6:])))
    assert [words for words in found if "brigade-15" in words] == [
        'there is no brigade "brigade-15"; allowed are brandenstein, fleischhacker, corps-guns, poeckh, '
        "wuerttemberg, brigade-13, brigade-14, guns-hussars; did you mean brigade-14?"
    ]
    assert 'there is no rectangular sector "swiep"; allowed are benatek, cistowes' in found

"""The rulebook, the profiles and the scenarios, and the battles that are mustered from them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.battle import RESHUFFLE, Activation, Allowance, Step, TricornBattle
from sandtable.systems.tricorn.book import rulebook
from sandtable.systems.tricorn.muster import muster
from sandtable.systems.tricorn.officer_events import OfficerLost
from sandtable.systems.tricorn.options import Reading, Variant
from sandtable.systems.tricorn.ratings import Rating, lower
from sandtable.systems.tricorn.roster import Ground, read_roster, roster
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.terrain import Going, kinds
from sandtable.systems.tricorn.troops import Category, Formation, Quality, TroopType, Weapon
from sandtable.table.space import Shape, as_inches
from tests.systems.tricorn.parade_ground import scenario
from tests.systems.tricorn.worked import figures

SCENARIOS = ("blenheim-1704", "fontenoy-1745", "rossbach-1757")

PRINTED = {
    "musket-recruit": ("2/2", 11),
    "musket-trained": ("3/3", 14),
    "musket-veteran": ("4/3", 16),
    "musket-elite": ("4/4", 17),
    "musket-guard": ("4/4", 18),
    "light-recruit": ("2/1", 11),
    "light-trained": ("3/2", 14),
    "light-veteran": ("3/2", 16),
    "jaeger-elite": ("3/3", 17),
    "heavy-recruit": ("2/2", 11),
    "heavy-trained": ("2/3", 14),
    "heavy-veteran": ("2/3", 16),
    "heavy24-trained": ("2/4", 14),
    "heavy24-veteran": ("2/4", 16),
    "heavy24-elite": ("2/4", 17),
    "heavy24-guard": ("2/4", 18),
    "lightcav-recruit": ("1/2", 11),
    "lightcav-trained": ("2/2", 14),
    "lightcav-veteran": ("2/3", 16),
    "lightcav-elite": ("2/3", 17),
    "guns-light": ("3/2", 14),
    "guns-field": ("4/2", 14),
    "guns-field-veteran": ("4/2", 16),
    "guns-heavy": ("5/2", 14),
    "guns-heavy-veteran": ("5/2", 16),
}
"""Combat Value and Morale Value of every profile."""


def fresh(name: str, free: int = 0) -> TricornBattle:
    return muster(scenario(name), Readings(((Variant.DEPLOYMENT, free),) if free else ()))


# --------------------------------------------------------------------- the book
def test_the_book_has_every_rule_decision_and_reading() -> None:
    """setup.readings"""
    book = rulebook()
    assert len(book.rules) == 330
    assert len(book.decisions) == 36
    assert [rule.id for rule in book.readings()] == list(dict.fromkeys(r.id for r in book.readings()))
    assert {rule.id for rule in book.readings()} == {str(reading) for reading in Reading}
    assert len(Reading) == 11


def test_ratings_are_read_from_the_table() -> None:
    """command.rating.excellent, command.rating.good, command.rating.average, command.rating.poor"""
    figures_of = [(rating.initiative, rating.radius) for rating in Rating]
    assert figures_of == [(2, 12), (2, 10), (3, 8), (3, 6)]
    assert [rating.may_transfer for rating in Rating] == [True, True, False, False]
    assert [rating.bars_melee for rating in Rating] == [False, False, False, True]
    assert [lower(rating) for rating in Rating] == [Rating.GOOD, Rating.AVERAGE, Rating.POOR, Rating.POOR]


# --------------------------------------------------------------------- profiles
def test_every_profile_has_its_values() -> None:
    """troops.combat-values, troops.quality, troops.cv-notation"""
    found = {one.id: (str(one.value), one.quality.morale) for one in roster().profiles}
    assert found == PRINTED


def test_the_shock_class_is_told_by_its_printed_value() -> None:
    """troops.heavy-cavalry-2-4"""
    shock = [one.id for one in roster().profiles if one.is_two_four]
    assert shock == [id for id in PRINTED if id.startswith("heavy24")]


def test_categories_are_three() -> None:
    """troops.categories, troops.light-infantry, troops.artillery-classes"""
    assert {kind.category for kind in TroopType} == set(Category)
    assert not roster().profile("light-trained").is_formed
    assert roster().profile("guns-light").is_formed


def test_horse_is_heavy_or_light() -> None:
    """troops.heavy-cavalry, troops.light-cavalry: dragoons ride with the heavy horse, hussars are light"""
    named = {one.name: one.type for one in roster().profiles if one.category is Category.MOUNTED}
    assert named["Line horse or dragoons"] is TroopType.HEAVY_CAVALRY
    assert named["Household cavalry"] is TroopType.HEAVY_CAVALRY
    assert named["Hussars"] is TroopType.LIGHT_CAVALRY
    assert named["Irregular horse"] is TroopType.LIGHT_CAVALRY


def test_all_ground_is_good_or_bad_going_but_water() -> None:
    """terrain.going"""
    assert {kind.kind for kind in kinds().values() if kind.going is Going.IMPASSABLE} == {"river"}
    bad = [kind.kind for kind in kinds().values() if kind.going is Going.BAD]
    assert bad == ["wood", "rough", "marsh", "stream", "ford", "village", "strong-point"]


def test_elites_and_guards_win_ties_and_recruits_test_early() -> None:
    """troops.elites, troops.quality"""
    assert [quality for quality in Quality if quality.is_elite] == [Quality.ELITE, Quality.GUARD]
    assert [quality for quality in Quality if quality.tests_at_one] == [Quality.RECRUIT]


def test_ranges_are_read_from_the_table() -> None:
    """weapons.ranges"""
    assert [(weapon.reach.short, weapon.reach.long) for weapon in Weapon] == [
        (4, 0),
        (6, 0),
        (2, 0),
        (8, 16),
        (10, 20),
        (12, 24),
    ]


@pytest.mark.parametrize(
    ("profile", "formation", "wide", "deep"),
    [
        ("musket-trained", Formation.LINE, 3.0, 1.0),
        ("musket-trained", Formation.COLUMN, 1.5, 2.0),
        ("heavy-trained", Formation.LINE, 3.0, 1.5),
        ("heavy-trained", Formation.COLUMN, 1.5, 3.0),
        ("guns-field", Formation.LIMBERED, 1.5, 2.0),
        ("guns-field", Formation.UNLIMBERED, 1.5, 2.0),
    ],
)
def test_bases_stand_side_by_side_or_one_behind_the_other(
    profile: str, formation: Formation, wide: float, deep: float
) -> None:
    """formation.bases, formation.line, formation.column"""
    shape: Shape = roster().profile(profile).shape(formation)
    assert (as_inches(shape.width), as_inches(shape.depth)) == (wide, deep)


def test_a_profile_that_contradicts_the_tables_is_refused(tmp_path: Any) -> None:
    """troops.combat-values, weapons.ranges"""
    good = (
        '[[profile]]\nid = "a"\nname = "A"\ntype = "muskets"\nquality = "{q}"\nweapon = "{w}"\nshock = {s}\n'
    )
    cases = (("elite", "carbine", "false", "weapon"), ("elite", "musket", "true", "quality"))
    for quality, weapon, shock, key in cases:
        path = tmp_path / "profiles.toml"
        path.write_text(good.format(q=quality, w=weapon, s=shock))
        with pytest.raises(BadFile) as fault:
            read_roster(path)
        assert key in fault.value.problem.key


# --------------------------------------------------------------------- scenarios
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_stands_where_it_is_printed_or_waits(name: str) -> None:
    """setup.printed, setup.data, setup.arrivals"""
    here = fresh(name)
    for unit, entry in zip(here.units, scenario(name).units, strict=True):
        assert (unit.pose is None) == (unit.entry is not None)
        if unit.pose is not None and not unit.garrison:
            assert (as_inches(unit.pose.x), as_inches(unit.pose.y)) == (entry.x, entry.y)
    assert here.step is Step.CARD


@pytest.mark.parametrize(
    ("name", "sides", "breaks", "points"),
    [
        ("blenheim-1704", (14, 14), (7, 7), (4, 0)),
        ("fontenoy-1745", (14, 14), (7, 6), (5, 0)),
        ("rossbach-1757", (13, 14), (5, 8), (0, 6)),
    ],
)
def test_armies_have_their_units_break_points_and_starting_points(
    name: str, sides: tuple[int, int], breaks: tuple[int, int], points: tuple[int, int]
) -> None:
    """army.break-point, victory.points"""
    here = fresh(name)
    assert tuple(sum(unit.side == side for unit in here.units) for side in (0, 1)) == sides
    assert tuple(camp.break_point for camp in here.camps) == breaks
    assert tuple(camp.points for camp in here.camps) == points


def test_without_a_printed_break_point_half_the_units_rounded_up_break_an_army() -> None:
    """army.break-point"""
    raw = msgspec.to_builtins(scenario("rossbach-1757"))
    raw["sides"][0].pop("break_point")
    here = muster(msgspec.convert(raw, SYSTEM.scenario_type), Readings())
    assert here.camps[0].break_point == 7


def test_the_deck_of_blenheim_has_eleven_cards() -> None:
    """deck-size (cards.deck, cards.reshuffle.count, cards.cc.own-command)"""
    deck = fresh("blenheim-1704").deck
    assert len(deck.left) == figures("deck-size")["deck"]
    assert deck.left.count(RESHUFFLE) == 2
    assert list(deck.left) == sorted(deck.left)


def test_the_card_of_a_command_that_comes_later_is_not_in_the_first_deck() -> None:
    """setup.arrivals"""
    here = fresh("rossbach-1757")
    assert "Ferdinand of Brunswick" not in here.deck.left
    assert [unit.key for unit in here.units if unit.entry] == ["ferdinand-1", "ferdinand-2", "ferdinand-3"]
    general = next(one for one in here.officers if one.name == "Ferdinand of Brunswick")
    assert not general.is_here


def test_both_sides_and_onlookers_see_the_same_and_no_order_of_cards() -> None:
    """setup.information, cards.shuffle: what is left in the deck is told in alphabetical order"""
    here = fresh("fontenoy-1745")
    assert all(SYSTEM.seen_by(here, seat) == here for seat in (0, 1, None))
    assert sorted(here.deck.left) == list(here.deck.left)


def test_units_stay_active_when_their_general_is_lost() -> None:
    """turn.active-general-lost, turn.active-units"""
    here = fresh("blenheim-1704")
    command = here.units[0].command
    general = here.commands[command].officer
    active = replace(here, activation=Activation(general, command, 0, Allowance.FULL))
    lost = OfficerLost(general).apply(active)
    assert lost.officers[general].lost
    assert [unit.key for unit in lost.active_units()] == ["cutts-1", "cutts-2", "cutts-3"]


def test_tallard_has_a_command_of_his_own_and_marlborough_has_none() -> None:
    """cards.cc.own-command, cards.cc.no-command"""
    here = fresh("blenheim-1704")
    chiefs = {one.name: one for one in here.officers if one.chief}
    assert chiefs["Duke of Marlborough"].is_free_chief
    assert not chiefs["Marshal Tallard"].is_free_chief
    assert chiefs["Marshal Tallard"].command is not None


def test_garrisons_fill_their_places_and_guns_in_a_redoubt_keep_their_own() -> None:
    """terrain.garrison, terrain.redoubt"""
    here = fresh("fontenoy-1745")
    foot = next(unit for unit in here.units if unit.key == "right-1")
    assert (foot.formation, foot.shape.width, foot.shape.depth) == (Formation.GARRISON, 400, 400)
    guns = next(unit for unit in here.units if unit.key == "right-guns")
    assert guns.formation is Formation.UNLIMBERED
    assert guns.emplaced is not None
    assert (as_inches(guns.emplaced.x), as_inches(guns.emplaced.y)) == (25.5, 28.5)
    assert (guns.shape.width, guns.shape.depth) == (300, 300)
    assert (guns.shape.bases[0].width, guns.shape.bases[0].depth) == (150, 200)


def test_with_free_deployment_nobody_stands_anywhere_yet() -> None:
    """setup.printed, setup.deployment"""
    here = fresh("blenheim-1704", free=1)
    assert here.step is Step.DEPLOYMENT
    assert all(unit.pose is None for unit in here.units)


def test_objectives_know_their_holders() -> None:
    """victory.objective"""
    held = [(prize.name, prize.points, prize.holder) for prize in fresh("rossbach-1757").prizes]
    assert held == [("Reichardtswerben", 3, None), ("Crest of the Janus", 4, None)]
    assert [prize.holder for prize in fresh("blenheim-1704").prizes] == [1, 1, 1]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda raw: raw["units"][0].update(formation="unlimbered"), "units[0].formation"),
        (lambda raw: raw["units"][0].update(formation="garrison"), "units[0].garrison"),
        (lambda raw: raw["units"][18].update(garrison="nowhere"), "units[18].garrison"),
        (lambda raw: raw["units"][18].update(profile="heavy-trained"), "units[18].garrison"),
        (lambda raw: raw["leaders"][0].update(chief=False), "sides[0]"),
        (lambda raw: raw["leaders"][1].update(name="Duke of Marlborough"), "leaders[1].name"),
        (lambda raw: raw["brigades"][0].update(commander="lumley"), "brigades[0].commander"),
        (lambda raw: raw["objectives"][0].update(holder="nobody"), "objectives[0].holder"),
        (lambda raw: raw["units"][0].update(x=12.0, y=30.0), "units[0]"),
    ],
)
def test_a_scenario_that_breaks_the_rules_is_refused(change: Any, key: str) -> None:
    """command.organisation, setup.data, terrain.garrison, terrain.types"""
    raw = msgspec.to_builtins(scenario("blenheim-1704"))
    change(raw)
    with pytest.raises(BadFile) as fault:
        SYSTEM.convert_scenario(raw, "a scenario")
    assert fault.value.problem.key.startswith(key.split("[")[0])


def test_a_command_has_two_to_six_units() -> None:
    """command.organisation"""
    raw = msgspec.to_builtins(scenario("blenheim-1704"))
    for place in (1, 2):
        raw["units"][place]["brigade"] = "churchill"
    with pytest.raises(BadFile, match="cutts has 1 units"):
        SYSTEM.convert_scenario(raw, "a scenario")


@pytest.mark.parametrize(("kind", "level", "height"), [("hill", 0, 1), ("hill", 2, 2), ("wood", 0, 0)])
def test_a_hill_is_at_least_of_level_one(kind: str, level: int, height: int) -> None:
    """geometry.uphill"""
    row = Ground(id="rise", kind=kind, polygon=((0, 0), (4, 0), (4, 4)), level=level)
    assert row.piece().level == height


def test_a_garrison_stands_in_its_place_or_in_line_until_it_is_placed() -> None:
    """setup.printed, terrain.garrison: in a free deployment it has no place yet"""
    scenario = SYSTEM.scenario("blenheim-1704")
    printed = SYSTEM.muster(scenario, Readings())
    free = SYSTEM.muster(scenario, SYSTEM.rulebook().choose({"deployment": 1}))
    held = [(one.formation, one.garrison) for one in printed.units if one.key == "clerambault-1"]
    assert held == [(Formation.GARRISON, "blenheim-west-sector")]
    waits = [(one.formation, one.garrison) for one in free.units if one.key == "clerambault-1"]
    assert waits == [(Formation.LINE, "")]
    assert Formation.GARRISON not in {one.formation for one in free.units}

"""The army lists, formations and scenarios of liberty, and what they refuse."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from shapely import Polygon, box

from sandtable.game.files.profiles import NotOnRoster
from sandtable.game.files.scenario import problems, scenario_file
from sandtable.game.files.typed_files import BadFile, convert, read_toml
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.book import rulebook, table
from sandtable.systems.liberty.events import UnitHit
from sandtable.systems.liberty.muster import muster
from sandtable.systems.liberty.profiles import (
    UNLISTED,
    Formation,
    Profile,
    SpecialRule,
    UnitType,
    formation_shape,
    legal_formations,
)
from sandtable.systems.liberty.roster import PACKAGE, Scenario, ground_kinds, read_roster, roster
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.space import Pose, corners
from tests.systems.liberty.parade import scenario

PROFILES = roster().profiles


def by_id(profile: Profile) -> str:
    return profile.id


# --------------------------------------------------------------------- the rulebook's copy
def test_every_rule_decision_and_reading_of_the_sheet_is_in_the_rulebook() -> None:
    book = rulebook()
    assert (book.system, book.complete) == ("liberty", True)
    assert (len(book.rules), len(book.decisions), len(book.readings())) == (481, 49, 14)


def test_each_reading_can_be_chosen() -> None:
    for rule in rulebook().readings():
        last = len(rule.readings) - 1
        assert rulebook().choose({rule.id: last}).of(rule.id) == last


class Case(Struct):
    """A worked case as far as it is looked at here."""

    id: str
    rules: tuple[str, ...]


class Cases(Struct):
    """The file of worked cases."""

    case: tuple[Case, ...]


def test_worked_cases_rest_on_rules_that_exist() -> None:
    cases = read_toml(Path(__file__).parent / "cases.toml", Cases).case
    assert len(cases) == len({case.id for case in cases}) == 74
    assert [rule for case in cases for rule in case.rules if rule not in rulebook()] == []


# --------------------------------------------------------------------- profiles against the tables
class ListRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of an army list (army.list.continental, army.list.british, army.list.hessian)."""

    unit: str
    quality: str
    type: str
    bases: tuple[int, ...]
    weapon: str
    special: tuple[str, ...]


@pytest.mark.parametrize("army", ["continental", "british", "hessian"])
def test_the_profiles_of_an_army_are_the_rows_of_its_list(army: str) -> None:
    profiles = [
        ListRow(
            profile.unit,
            profile.quality,
            profile.type,
            tuple(size.bases for size in profile.sizes),
            profile.weapon,
            tuple(profile.special),
        )
        for profile in PROFILES
        if profile.army == army
    ]
    assert profiles == list(rulebook().rows(f"army.list.{army}", ListRow))


class SizeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the size table (troops.sizes, troops.sizes.meaning)."""

    unit: str
    base_mm: str
    size: str
    bases: int
    worn: int
    shaken: int
    auto_broken: int
    figures: int = 0
    guns: int = 0


SIZE_NAMES = {
    UnitType.INFANTRY: "Infantry",
    UnitType.CAVALRY: "Mounted Cavalry",
    UnitType.SKIRMISHERS: "Skirmishers",
    UnitType.ARTILLERY: "Artillery",
}


@pytest.mark.parametrize("profile", PROFILES, ids=by_id)
def test_a_units_values_and_bases_follow_from_its_type_and_number_of_bases(profile: Profile) -> None:
    """troops.sizes, troops.sizes.meaning, troops.size-by-bases, troops.base-orientation"""
    rows = {row.bases: row for row in table("troops.sizes", SizeRow) if row.unit == SIZE_NAMES[profile.type]}
    for size in profile.sizes:
        row = rows[size.bases]
        assert profile.size(size.bases).wear == Wear(row.worn, row.shaken, row.auto_broken)
        assert row.base_mm == f"{profile.base_front_in * 25:.0f}x{profile.base_depth_in * 25:.0f}"


def test_dismounted_cavalry_has_the_matching_size_of_its_mounted_one() -> None:
    rows = table("troops.sizes", SizeRow)
    for mounted, bases in ((2, 1), (4, 3), (6, 5)):
        size = roster().dismounted.size(mounted)
        pair = [
            row.size
            for row in rows
            if (row.unit, row.bases) in (("Mounted Cavalry", mounted), ("Dismounted Cavalry", bases))
        ]
        assert size.bases == bases
        assert pair[0] == pair[1]


class DiceRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Combat Dice table (combatdice.table)."""

    unit: str
    shoot: float
    melee_direct: float | str
    shoot_support: float
    melee_support: float


@pytest.mark.parametrize("profile", PROFILES, ids=by_id)
def test_a_units_dice_are_those_of_the_combat_dice_table_with_its_own_special_rules(profile: Profile) -> None:
    """troops.profile.fields: its own special rules are in the figures already."""
    name = "Unlimbered Artillery" if profile.type is UnitType.ARTILLERY else SIZE_NAMES[profile.type]
    row = next(row for row in table("combatdice.table", DiceRow) if row.unit == name)
    dice = (profile.shoot_per_base, profile.melee_direct_per_base, profile.melee_support_per_base)
    assert dice == (row.shoot, row.melee_direct, row.melee_support)
    extra = 2 if profile.has(SpecialRule.ELITE) else 0
    for size in profile.sizes:
        assert size.shoot_dice_effective == math.ceil(row.shoot * size.bases) + extra
    assert profile.order_dice.of(State.SHAKEN) == (3 if profile.has(SpecialRule.DRILLED) else 2)
    assert profile.morale_dice.of(State.STEADY) == (5 if profile.has(SpecialRule.BRAVE) else 4)
    assert profile.six_counts == (1 if profile.has(SpecialRule.UNRELIABLE) else 2)
    assert profile.command_range == (30 if profile.has(SpecialRule.INDEPENDENT) else 12)


def test_an_unknown_profile_or_size_is_refused_with_what_is_known() -> None:
    with pytest.raises(NotOnRoster, match=r"31 are known; the closest are .*british\.guard-infantry"):
        roster().profile("british.guards-infantry")
    with pytest.raises(NotOnRoster, match="Light Infantry has no size of 3 bases; allowed are 4, 5"):
        roster().profile("british.light-infantry").size(3)
    with pytest.raises(NotOnRoster, match="cavalry of 3 bases cannot dismount; allowed are 2, 4, 6"):
        roster().dismounted.size(3)


def test_army_lists_with_a_profile_twice_or_a_wrong_default_are_refused(tmp_path: Path) -> None:
    text = (Path(rulebook().path).parent / "profiles.toml").read_text()
    file = tmp_path / "profiles.toml"
    file.write_text(text.replace('"british.light-infantry"', '"british.grenadier-infantry"'))
    with pytest.raises(BadFile, match=r'profile\[16\]\.id: .*"british\.grenadier-infantry" is used twice'):
        read_roster(file)
    file.write_text(text.replace("default_bases = 4", "default_bases = 6", 1))
    with pytest.raises(
        BadFile, match=r"profile\[0\]\.default_bases: 6 is not one of its sizes; allowed are 3, 4, 5"
    ):
        read_roster(file)
    file.write_text(text.replace('special = ["Brave"]', 'special = ["Barve"]'))
    with pytest.raises(BadFile, match=r"profile\[2\]\.special\[0\]: .*did you mean Brave\?"):
        read_roster(file)


# --------------------------------------------------------------------- formations
@pytest.mark.parametrize(
    ("formation", "bases", "width", "depth", "front"),
    [
        (Formation.LINE, 4, 8, 2, 4),
        (Formation.COLUMN, 4, 4, 4, 2),
        (Formation.COLUMN, 5, 4, 6, 2),
        (Formation.COLUMN, 3, 4, 4, 2),
        (Formation.MARCH_COLUMN, 5, 2, 10, 1),
    ],
)
def test_infantry_on_two_inch_bases_takes_up_its_formations(
    formation: Formation, bases: int, width: int, depth: int, front: int
) -> None:
    """formation.line, formation.column, formation.march-column, formation.footprint"""
    shape = roster().profile("british.regular-infantry-regiment").shape(bases, formation)
    assert (shape.width, shape.depth, len(shape.bases)) == (width * 100, depth * 100, bases)
    assert len(shape.front_rank) == front


def test_guns_stand_in_line_or_in_file() -> None:
    """formation.artillery"""
    battery = roster().profile("british.3pdr-artillery-battery")
    line = battery.shape(3, Formation.UNLIMBERED_LINE)
    file = battery.shape(3, Formation.LIMBERED_FILE)
    assert (line.width, line.depth) == (600, 300)
    assert (file.width, file.depth) == (200, 900)
    assert battery.shape(3, Formation.LIMBERED_LINE) == line


def test_mounted_and_dismounted_cavalry_stand_on_different_bases() -> None:
    mounted = roster().profile("british.legion-cavalry").shape(4, Formation.LINE)
    dismounted = roster().dismounted.shape(4)
    assert (mounted.width, mounted.depth) == (960, 240)
    assert (dismounted.width, dismounted.depth, len(dismounted.bases)) == (600, 100, 3)


def test_a_general_stands_on_one_base_one_inch_wide_and_two_deep() -> None:
    """troops.sizes.generals, leaders.number"""
    shape = roster().general.shape()
    assert (shape.width, shape.depth, len(shape.bases)) == (100, 200, 1)


@pytest.mark.parametrize("formation", Formation)
@pytest.mark.parametrize("bases", [1, 2, 3, 5, 6])
def test_the_bases_of_a_formation_fill_its_footprint_without_overlapping(
    formation: Formation, bases: int
) -> None:
    shape = formation_shape(formation, bases, front=240, depth=240)
    squares = [
        box(base.x - base.width / 2, base.y - base.depth, base.x + base.width / 2, base.y)
        for base in shape.bases
    ]
    assert all(one.intersection(two).area == 0 for one, two in combinations(squares, 2))
    footprint = box(-shape.width / 2, -shape.depth, shape.width / 2, 0)
    assert all(footprint.covers(square) for square in squares)


def test_a_column_needs_three_bases() -> None:
    """formation.column"""
    assert Formation.COLUMN in legal_formations(UnitType.CAVALRY, 4)
    assert Formation.COLUMN not in legal_formations(UnitType.CAVALRY, 2)


def test_skirmishers_know_only_the_line() -> None:
    """formation.skirmish, formation.legal"""
    assert legal_formations(UnitType.SKIRMISHERS, 4) == (Formation.LINE,)


def test_the_formations_are_those_that_the_text_names() -> None:
    """formation.lost: the pictures are lost; what the text names stands in the table of legal formations."""
    named = {one for type in UnitType for one in legal_formations(type, 4)}
    assert named == set(Formation)


def test_no_list_gives_the_special_rules_that_are_for_scenarios() -> None:
    """special.unlisted"""
    given = {special for profile in PROFILES for special in profile.special}
    assert set(SpecialRule) - given == set(UNLISTED)


def test_a_scenario_gives_a_unit_a_rule_that_no_list_has() -> None:
    """special.unlisted: and only such a rule."""
    content = _cowpens()
    content["units"][0]["special"] = ["Steady"]
    found = convert(content, Scenario, "c.toml")
    assert problems(found, roster()) == ()
    scene = muster(found, Readings())
    assert scene.units[0].has(SpecialRule.STEADY)
    assert scene.units[0].has(SpecialRule.MARKSMEN), "those of its list entry it keeps"
    assert not scene.units[1].has(SpecialRule.STEADY)


def test_a_unit_keeps_all_its_bases_until_it_is_broken() -> None:
    """troops.no-removal: hits are counted beside it."""
    scene = muster(scenario("cowpens-1781"), Readings())
    hit = UnitHit(4, 23, tests=False).apply(scene).units[4]
    assert (hit.hits, len(hit.shape.bases), hit.bases) == (23, 4, 4)


def test_a_scenario_puts_everybody_where_it_says() -> None:
    """deploy.scenario-data, command.assign: the front's middle, the facing, the markers, the brigade."""
    scene = muster(scenario("trenton-1776"), Readings())
    knyphausen = scene.units[11]
    assert knyphausen.pose == Pose(2900, 1200, 2700)
    assert (knyphausen.disorder, knyphausen.brigade) == (2, "rall")
    assert scene.generals[1].pose == Pose(250, 1650, 900)
    assert [camp.edge for camp in scene.camps] == ["top", "right"]
    assert scene.objectives == scenario("trenton-1776").objectives


# --------------------------------------------------------------------- scenarios
@pytest.mark.parametrize("name", SYSTEM.scenarios())
def test_each_scenario_that_comes_with_the_system_has_no_problems(name: str) -> None:
    assert scenario(name).id == name
    assert problems(scenario(name), roster()) == ()


def test_three_scenarios_come_with_the_system() -> None:
    assert SYSTEM.scenarios() == ("cowpens-1781", "guilford-1781", "trenton-1776")


@pytest.mark.parametrize("name", SYSTEM.scenarios())
def test_everybody_stands_on_the_table_and_clear_of_the_others(name: str) -> None:
    """The same question put to another library."""
    field = scenario(name).field()
    surface = box(0, 0, field.width, field.depth)
    outlines = [Polygon(corners(one.pose, one.shape)) for one in roster().standing(scenario(name))]
    assert len(outlines) == len(scenario(name).units) + len(scenario(name).leaders)
    assert all(surface.buffer(1e-6).covers(outline) for outline in outlines)
    assert max(one.intersection(two).area for one, two in combinations(outlines, 2)) < 1


def test_trenton_begins_with_three_hessian_regiments_in_disorder() -> None:
    trenton = scenario("trenton-1776")
    assert [unit.id for unit in trenton.units if unit.disorder] == [
        "rall-grenadiers",
        "lossberg",
        "knyphausen",
    ]
    assert trenton.units[11].pose() == Pose(2900, 1200, 2700)
    assert [(edge.name, edge.owner) for edge in trenton.field().edges] == [
        ("top", "american"),
        ("right", "hessian"),
    ]
    assert [piece.width for piece in trenton.field().pieces if piece.line] == [200, 300]


def test_an_unknown_scenario_is_refused_with_the_closest() -> None:
    with pytest.raises(BadFile, match=r"there is no such scenario; .*did you mean cowpens-1781\?"):
        scenario("cowpens")


def test_every_kind_of_ground_has_its_row() -> None:
    assert len(ground_kinds()) == 14
    assert next(row for row in ground_kinds() if row.kind == "forest").cover


def test_a_scenario_without_table_and_turn_limit_has_the_usual_ones() -> None:
    """deploy.table, victory.turn-limit"""
    content = _cowpens()
    del content["table"], content["turn_limit"]
    found = convert(content, Scenario, "c.toml")
    assert (found.table.width, found.table.depth, found.turn_limit) == (72, 48, 10)


def _cowpens() -> dict[str, Any]:
    """Cowpens as parsed, to be changed by hand."""
    return read_toml(scenario_file(PACKAGE, "cowpens-1781"), dict[str, Any])


@pytest.mark.parametrize(
    ("rows", "place", "changes", "key", "words"),
    [
        ("units", 9, {"bases": 3}, "units[9].bases", "Light Infantry cannot have 3 bases; allowed are 4, 5"),
        (
            "units",
            0,
            {"formation": "column"},
            "units[0].formation",
            "Riflemen of 4 bases cannot be in column; allowed are line",
        ),
        ("units", 7, {"formation": "column"}, "units[7].formation", "of 2 bases cannot be in column"),
        (
            "units",
            12,
            {"formation": "line"},
            "units[12].formation",
            "allowed are unlimbered-line, limbered-line",
        ),
        (
            "units",
            0,
            {"profile": "hessian.jagers"},
            "units[0].profile",
            "american has no units of the hessian list",
        ),
        ("units", 0, {"profile": "any.general"}, "units[0].profile", "a General is not a unit"),
        ("units", 0, {"profile": "continental.rifles"}, "units[0].profile", "continental.riflemen"),
        ("units", 0, {"brigade": ""}, "units[0].brigade", "must be in the brigade of a General"),
        ("units", 1, {"x": 35.5}, "units[1]", "Riflemen, right overlaps Riflemen, left (units[0]) by 0.5 in"),
        (
            "units",
            4,
            {"x": 69},
            "units[4]",
            "Maryland and Delaware Continentals stands 1.0 in over the right edge",
        ),
        ("terrain", 1, {"kind": "building"}, "units[7]", "100% of "),
        ("units", 15, {"x": 70}, "units[15]", "17th Light Dragoons stands 2.8 in over the right edge"),
        ("leaders", 0, {"profile": "british.light-infantry"}, "leaders[0].profile", "allowed is any.general"),
        (
            "leaders",
            1,
            {"brigade": "pickens"},
            "leaders[1].brigade",
            "pickens is commanded by pickens already",
        ),
        ("leaders", 1, {"brigade": ""}, "leaders[1].brigade", "howard must command a brigade"),
        (
            "leaders",
            1,
            {"attached_to": "riflemen-left"},
            "leaders[1].attached_to",
            "not of Howard's own brigade",
        ),
        ("leaders", 1, {"x": None, "y": None}, "leaders[1]", "is not attached, and does not arrive"),
        (
            "leaders",
            0,
            {"x": 29, "y": 29},
            "units[2]",
            "South Carolina militia 1 overlaps Pickens (leaders[0])",
        ),
        ("objectives", 0, {"side": "french"}, "objectives[0].side", "allowed are american, british"),
        ("objectives", 0, {"area": None}, "objectives[0].area", "an objective to hold is an area"),
        ("terrain", 2, {"kind": "bush"}, "terrain[2].kind", "did you mean brush?"),
        (
            "units",
            0,
            {"special": ["Brave"]},
            "units[0].special[0]",
            "Brave comes from an army list, never from a scenario; allowed are Impetuous",
        ),
        ("units", 0, {"can_dismount": True}, "units[0].can_dismount", "Riflemen has no horses to get off"),
        ("units", 0, {"brigade": "picken"}, "units[0].brigade", "picken has no General; "),
        (
            "units",
            0,
            {"x": None, "y": None},
            "units[0]",
            "has no x and y, but others of pickens have, or arrive; a brigade is placed whole",
        ),
        ("leaders", 0, {"brigade": "none"}, "units[0].brigade", "pickens has no General"),
        ("sides", 0, {"zone": [[0, 0], [9, 9]]}, "sides[0].zone", "at least 3 points, not 2"),
        (
            "sides",
            0,
            {"zone": [[0, 0], [90, 0], [9, 9]]},
            "sides[0].zone",
            "it lies partly off the table, which is 72 x 48 in",
        ),
    ],
)
def test_what_the_army_lists_and_rules_do_not_allow_is_refused(
    rows: str, place: int, changes: dict[str, object], key: str, words: str
) -> None:
    content = _cowpens()
    content[rows][place] |= changes
    told = problems(convert(content, Scenario, "c.toml"), roster(), "c.toml")
    assert any(problem.key == key and words in problem.words for problem in told), told


def test_who_deploys_first_is_not_for_a_scenario_to_say() -> None:
    """deploy.order"""
    content = _cowpens() | {"first_deploy": "american"}
    told = problems(convert(content, Scenario, "c.toml"), roster())
    assert [(one.key, "leave it out" in one.words) for one in told] == [("first_deploy", True)]


def test_a_brigade_without_places_is_deployed_whole_with_its_general() -> None:
    """deploy.order"""
    content = _cowpens()
    for row in (*content["units"], *content["leaders"]):
        if row["brigade"] == "howard":
            row |= {"x": None, "y": None}
    assert problems(convert(content, Scenario, "c.toml"), roster()) == ()
    content["leaders"][1] |= {"x": 36, "y": 38}
    told = problems(convert(content, Scenario, "c.toml"), roster())
    assert [one.key for one in told] == ["leaders[1]"]
    assert "leave out his x, y and attached_to" in told[0].words


def test_a_unit_that_arrives_later_is_in_order() -> None:
    """edge.arrivals: a disordered one could not move on."""
    content = _cowpens()
    content["units"][0] |= {"x": None, "y": None, "disorder": 1}
    content["arrivals"] = [{"unit": "riflemen-left", "turn": 2, "edge": "top", "x": 36, "y": 48}]
    told = problems(convert(content, Scenario, "c.toml"), roster())
    assert [one.key for one in told] == ["units[0].disorder"]


def test_an_attached_general_takes_no_room() -> None:
    content = _cowpens()
    content["leaders"][0] |= {"attached_to": "sc-militia-1", "x": 29, "y": 29}
    assert problems(convert(content, Scenario, "c.toml"), roster()) == ()


def test_a_brigade_may_come_on_later_over_an_edge() -> None:
    content = _cowpens()
    for row in (*content["units"], *content["leaders"]):
        if row["brigade"] == "mcarthur":
            row |= {"x": None, "y": None}
    content["arrivals"] = [{"brigade": "mcarthur", "turn": 3, "edge": "bottom", "x": 36, "y": 0}]
    found = convert(content, Scenario, "c.toml")
    assert problems(found, roster()) == ()
    assert len(list(roster().standing(found))) == 21 - 4


@pytest.mark.parametrize(
    ("find", "put", "words"),
    [
        ('formation = "line"', 'formation = "lien"', r"units\[0\]\.formation: .*did you mean line\?"),
        (
            "disorder = 0",
            "disorder = 3",
            r"units\[0\]\.disorder: must be a whole number from 0 up to 2, not 3",
        ),
        (
            'kind = "hold"',
            'kind = "keep"',
            r"objectives\[0\]\.kind: must be one of deny, each, hold, majority",
        ),
        ("bases = 4", "bases = 0", r"units\[0\]\.bases: must be a whole number from 1"),
        ("facing = 180", "facng = 180", r"leaders\[0\]\.facng: .*did you mean facing\?"),
    ],
)
def test_a_scenario_file_with_a_wrong_word_is_refused(
    tmp_path: Path, find: str, put: str, words: str
) -> None:
    file = tmp_path / "c.toml"
    text = scenario_file(PACKAGE, "cowpens-1781").read_text(encoding="utf-8")
    assert find in text
    file.write_text(text.replace(find, put, 1))
    with pytest.raises(BadFile, match=words):
        SYSTEM.read_scenario(file)

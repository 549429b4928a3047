"""Footprints: how models stand in each formation, and how they close up as men fall."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.files.typed_files import read_toml
from sandtable.systems.coldsteel import shooting
from sandtable.systems.coldsteel.losses import shrunken
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.shapes import files_of, shape_of
from sandtable.systems.coldsteel.troops import Arm, Formation, TroopClass, allowed
from sandtable.table.space import as_inches, centre, corners, standing
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    LIGHT,
    figures,
    garrison,
    house,
    unit,
)


def size(arm: Arm, formation: Formation, models: int, files: int | None = None) -> list[float]:
    """Width and depth in inches."""
    wide = files_of(arm, formation, models) if files is None else files
    shape = shape_of(arm, formation, models, wide)
    return [as_inches(shape.width), as_inches(shape.depth)]


def dice(formation: Formation, models: int, files: int) -> int:
    """The dice of a volley of infantry."""
    return shooting.dice(shooting.Fire(formation=formation, models=models, files=files)).whole


def test_24_infantry_have_the_footprints_of_the_worked_case() -> None:
    """form-01: formation.line and those after it, formation.base-size"""
    expected = figures("form-01")
    assert size(Arm.INFANTRY, Formation.LINE, 24) == expected["line"]
    assert size(Arm.INFANTRY, Formation.COLUMN, 24) == expected["column"]
    assert size(Arm.INFANTRY, Formation.ATTACK_COLUMN, 24) == expected["attack_column"]
    assert size(Arm.INFANTRY, Formation.SQUARE, 24) == [expected["square"]] * 2
    assert size(Arm.INFANTRY, Formation.SKIRMISH, 24) == expected["skirmish"]


def test_a_line_that_loses_men_keeps_its_files_until_one_rank_is_left() -> None:
    """form-02: formation.shrink, formation.front-two-ranks, formation.footprint"""
    for key, expected in figures("form-02").items():
        models = int(key.removeprefix("at"))
        assert min(12, models) == expected["files"]
        width, depth = size(Arm.INFANTRY, Formation.LINE, models, 12)
        assert (width, depth) == (expected["width"], expected["depth"])
        assert depth == 0.75 * expected["ranks"]
        assert dice(Formation.LINE, models, 12) == expected["dice"]


def test_an_attack_column_fires_with_its_front_two_ranks() -> None:
    """form-03: formation.attack-column, formation.front-two-ranks, shooting.dice"""
    expected = figures("form-03")
    files = files_of(Arm.INFANTRY, Formation.ATTACK_COLUMN, 24)
    assert files == 6
    for key, number in expected.items():
        assert dice(Formation.ATTACK_COLUMN, int(key.removeprefix("at")), files) == number


def test_a_square_fires_with_one_face_and_shrinks_with_its_models() -> None:
    """form-04: formation.square, shooting.square-dice, formation.shrink-square, dice.rounding"""
    for key, expected in figures("form-04").items():
        models = int(key.removeprefix("at"))
        assert dice(Formation.SQUARE, models, 6) == expected["dice"]
        assert size(Arm.INFANTRY, Formation.SQUARE, models, 6) == [expected["side"]] * 2


def test_10_cavalry_form_line_and_column() -> None:
    """form-05: formation.base-size"""
    expected = figures("form-05")
    assert size(Arm.CAVALRY, Formation.LINE, 10) == expected["line"]
    assert size(Arm.CAVALRY, Formation.COLUMN, 10) == expected["column"]


def test_a_column_of_one_model_is_one_file_wide() -> None:
    """formation.column"""
    assert size(Arm.INFANTRY, Formation.COLUMN, 1) == [0.75, 0.75]
    assert size(Arm.INFANTRY, Formation.COLUMN, 5) == [1.5, 2.25]


@pytest.mark.parametrize("crew", [1, 4, 8])
def test_guns_keep_their_footprint_whatever_the_crew_lost(crew: int) -> None:
    """formation.artillery"""
    battery = unit(0, 20, 20, profile=GUNS, models=8)
    assert shrunken(battery, crew).shape == battery.shape
    assert size(Arm.ARTILLERY, Formation.LINE, crew) == [3.0, 3.0]
    assert size(Arm.ARTILLERY, Formation.COLUMN, crew) == [2.0, 6.0]


def test_a_line_shrinks_towards_its_front_and_then_inwards() -> None:
    """formation.shrink: the middle of the front and the facing stay"""
    line = unit(0, 20, 20, 90)
    fifteen, ten = shrunken(line, 12), shrunken(line, 10)
    assert fifteen.pose == ten.pose == line.pose
    front_left, front_right, *_ = corners(ten.pose, ten.shape)
    assert (front_left.y, front_right.y) == (2375, 1625)


def test_a_square_shrinks_about_its_middle_without_wandering() -> None:
    """formation.shrink-square, geometry.precision"""
    square = unit(0, 20, 22.63, formation=Formation.SQUARE)
    assert square.hub == centre(standing(square), square.shape)._replace(y=2000.0)
    for models in range(23, 3, -1):
        place = shrunken(square, models)
        square = replace(square, models=models, shape=place.shape, pose=place.pose)
        middle = centre(standing(square), square.shape)
        assert abs(middle.x - 2000) <= 0.5
        assert abs(middle.y - 2000) <= 0.5


def test_a_garrison_keeps_the_footprint_of_its_building() -> None:
    """formation.garrison"""
    held = garrison(0, house(30, 20, 34, 24))
    assert shrunken(held, 3).shape == held.shape
    assert dice(Formation.GARRISON, 18, 5) == 5
    assert (held.shape.width, held.shape.depth) == (400, 400)


@settings(deadline=None, max_examples=60)
@given(
    models=st.integers(1, 30),
    formation=st.sampled_from([one for one in Formation if one is not Formation.GARRISON]),
)
def test_every_model_stands_inside_the_footprint_and_has_its_place(models: int, formation: Formation) -> None:
    shape = shape_of(Arm.INFANTRY, formation, models, files_of(Arm.INFANTRY, formation, models))
    assert len(shape.bases) == models
    assert len({(base.x, base.y, base.turn) for base in shape.bases}) == models
    half = shape.width / 2 + 1
    assert all(-half <= base.x <= half and -shape.depth <= base.y <= 0 for base in shape.bases)


@settings(deadline=None, max_examples=60)
@given(formed=st.integers(2, 30), lost=st.integers(0, 28))
def test_a_unit_never_grows_by_losing_men(formed: int, lost: int) -> None:
    """formation.shrink"""
    models = max(formed - lost, 1)
    for formation in (Formation.LINE, Formation.ATTACK_COLUMN, Formation.SKIRMISH, Formation.COLUMN):
        files = files_of(Arm.INFANTRY, formation, formed)
        whole = shape_of(Arm.INFANTRY, formation, formed, files)
        left = shape_of(Arm.INFANTRY, formation, models, files)
        assert left.width <= whole.width
        assert left.depth <= whole.depth


def test_each_class_has_the_formations_of_its_row() -> None:
    """formation.allowed, formation.list, formation.change-all"""
    assert allowed(TroopClass.LIGHT) == tuple(
        Formation(one) for one in ("line", "column", "attack-column", "square", "skirmish", "garrison")
    )
    assert Formation.SKIRMISH not in allowed(TroopClass.ELITE)
    assert allowed(TroopClass.ARTILLERY) == allowed(TroopClass.LANCERS) == (Formation.LINE, Formation.COLUMN)


def test_the_profiles_have_the_footprints_and_formations_that_their_figures_say() -> None:
    """The figures of the 13 profiles, worked out apart from the code (leaders.one-each, troops.one-class)."""
    expected = read_toml(Path(__file__).with_name("profiles.toml"), dict[str, list[dict[str, Any]]])
    assert [one["id"] for one in expected["profile"]] == list(roster().profile_ids)
    for one in expected["profile"]:
        profile = roster().profile(one["id"])
        assert (profile.arm, profile.troop_class, profile.models) == (
            one["arm"],
            one["troop_class"],
            one["models"],
        )
        assert list(profile.command) == one["command"]
        assert profile.models - len(profile.command) == one["ordinary_models"]
        assert list(profile.formations) == one["formations"]
        assert profile.card_if_assigned == one.get("card_if_assigned")
        for formation, (width, depth) in one["footprint"].items():
            shape = profile.shape(Formation(formation))
            assert (as_inches(shape.width), as_inches(shape.depth)) == (width, depth)


def test_light_troops_alone_skirmish() -> None:
    """formation.skirmish, formation.allowed"""
    assert Formation.SKIRMISH in roster().profile(LIGHT).formations
    assert Formation.SKIRMISH not in roster().profile(HUSSARS).formations

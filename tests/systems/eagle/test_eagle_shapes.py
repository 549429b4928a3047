"""Shapes: how the bases of a unit stand, and how they stand after losses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.systems.eagle.shapes import (
    Layout,
    Ranks,
    fewer,
    front_width,
    is_layout,
    layouts_of,
    multi_line_ranks,
    shape_of,
    wedge_ranks,
)
from sandtable.systems.eagle.troops import Formation, Grade, TroopClass

CLASSES = st.sampled_from(TroopClass)


@pytest.mark.parametrize(
    ("bases", "ranks"),
    [(10, (4, 3, 3)), (9, (3, 3, 3)), (8, (3, 3, 2)), (7, (3, 2, 2)), (6, (2, 2, 2)), (5, None)],
)
def test_three_lines_take_six_bases_and_the_first_is_the_fullest(bases: int, ranks: Ranks | None) -> None:
    """formation.multi-line"""
    assert multi_line_ranks(bases, 3) == ranks


@pytest.mark.parametrize(("bases", "ranks"), [(5, (3, 2)), (4, (2, 2)), (7, (4, 3)), (3, None)])
def test_two_lines_take_four_bases(bases: int, ranks: Ranks | None) -> None:
    """formation.multi-line"""
    assert multi_line_ranks(bases, 2) == ranks


@pytest.mark.parametrize(("bases", "ranks"), [(10, (1, 2, 3, 4)), (6, (1, 2, 3)), (5, (1, 2, 2)), (2, None)])
def test_a_wedge_is_a_triangle_of_at_least_three_bases(bases: int, ranks: Ranks | None) -> None:
    """formation.wedge"""
    assert wedge_ranks(bases) == ranks


def test_a_legion_of_ten_may_stand_in_line_column_wedge_and_two_or_three_lines() -> None:
    """formation.kinds, formation.line, formation.column"""
    found = layouts_of(TroopClass.HI, 10, legion=True)
    assert found == (
        Layout(Formation.LINE, (10,)),
        Layout(Formation.LINE, (5, 5)),
        Layout(Formation.LINE, (4, 4, 2)),
        Layout(Formation.COLUMN, (2, 2, 2, 2, 2)),
        Layout(Formation.WEDGE, (1, 2, 3, 4)),
        Layout(Formation.MULTI_LINE, (5, 5)),
        Layout(Formation.MULTI_LINE, (4, 3, 3)),
    )


def test_light_troops_and_chariots_stand_in_one_or_two_ranks_and_nothing_else() -> None:
    """formation.line, formation.unformed"""
    for kind in (TroopClass.LI, TroopClass.LC, TroopClass.CH):
        assert layouts_of(kind, 4, legion=False) == (
            Layout(Formation.LINE, (4,)),
            Layout(Formation.LINE, (2, 2)),
        )


def test_a_column_of_fewer_than_four_bases_is_one_base_wide() -> None:
    """formation.column"""
    columns = [
        layout.ranks
        for bases in (3, 4, 5)
        for layout in layouts_of(TroopClass.MI, bases, legion=False)
        if layout.formation is Formation.COLUMN
    ]
    assert columns == [(1, 1, 1), (2, 2), (2, 2, 1)]


def test_cavalry_forms_no_wedge_and_auxiliaries_no_lines() -> None:
    """formation.wedge, formation.multi-line"""
    assert not is_layout(Layout(Formation.WEDGE, (1, 2, 1)), TroopClass.CAV, legion=False)
    assert not is_layout(Layout(Formation.MULTI_LINE, (2, 2)), TroopClass.MI, legion=False)
    assert is_layout(Layout(Formation.MULTI_LINE, (2, 2)), TroopClass.HI, legion=True)


@pytest.mark.parametrize(
    ("layout", "allowed"),
    [
        (Layout(Formation.LINE, (5, 3)), True),
        (Layout(Formation.LINE, (3, 4)), False),
        (Layout(Formation.LINE, (4, 3, 4)), False),
        (Layout(Formation.LINE, (1, 1)), False),
        (Layout(Formation.LINE, (2, 2, 2, 2)), False),
        (Layout(Formation.LINE, (1,)), True),
    ],
)
def test_all_ranks_of_a_line_but_the_last_are_equally_wide(layout: Layout, allowed: bool) -> None:  # noqa: FBT001 - a case
    """formation.line"""
    assert is_layout(layout, TroopClass.MI, legion=False) is allowed


# --------------------------------------------------------------------- on the table
def test_the_lines_of_a_legion_stand_half_an_inch_apart_and_centred() -> None:
    """formation.multi-line, troops.bases: bases of 1.5 by 0.75 in"""
    shape = shape_of(TroopClass.HI, Formation.MULTI_LINE, (4, 3, 3))
    assert (shape.width, shape.depth) == (600, 3 * 75 + 2 * 50)
    assert [base.x for base in shape.bases if base.rank == 1] == [-150, 0, 150]
    assert sorted({base.y for base in shape.bases}) == [-250, -125, 0]


def test_the_ranks_of_a_warband_touch() -> None:
    """formation.line, troops.bases"""
    shape = shape_of(TroopClass.MI, Formation.LINE, (4, 4))
    assert (shape.width, shape.depth, len(shape.bases)) == (600, 200, 8)


def test_the_front_of_a_wedge_is_one_base_wide() -> None:
    """movement.wheel.detail, formation.wedge"""
    assert front_width(shape_of(TroopClass.HI, Formation.WEDGE, (1, 2, 3, 4))) == 150


@pytest.mark.parametrize(
    ("kind", "size", "figures"),
    [
        (TroopClass.HI, (150, 75), 4),
        (TroopClass.MI, (150, 100), 3),
        (TroopClass.LI, (150, 100), 2),
        (TroopClass.CAV, (150, 150), 3),
        (TroopClass.LC, (150, 150), 2),
        (TroopClass.CH, (150, 200), 2),
    ],
)
def test_bases_have_the_size_and_figures_of_their_class(
    kind: TroopClass, size: tuple[int, int], figures: int
) -> None:
    """troops.bases, troops.classes"""
    assert ((kind.frontage, kind.depth), kind.figures) == (size, figures)


def test_classes_are_what_the_table_of_troops_says() -> None:
    """troops.classes, movement.classes"""
    assert [kind for kind in TroopClass if kind.is_mounted] == [TroopClass.CAV, TroopClass.LC, TroopClass.CH]
    assert [kind for kind in TroopClass if kind.is_light] == [TroopClass.LI, TroopClass.LC]
    assert [kind for kind in TroopClass if kind.is_formed_kind] == [
        TroopClass.HI,
        TroopClass.MI,
        TroopClass.CAV,
    ]


def test_grades_are_worth_two_to_minus_one() -> None:
    """troops.grades"""
    assert [grade.worth for grade in Grade] == [2, 1, 0, -1]


# --------------------------------------------------------------------- losses
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Layout(Formation.MULTI_LINE, (4, 3, 3)), Layout(Formation.MULTI_LINE, (3, 3, 3))),
        (Layout(Formation.MULTI_LINE, (2, 2, 2)), Layout(Formation.MULTI_LINE, (3, 2))),
        (Layout(Formation.MULTI_LINE, (2, 2)), Layout(Formation.LINE, (3,))),
        (Layout(Formation.LINE, (4, 4)), Layout(Formation.LINE, (4, 3))),
        (Layout(Formation.LINE, (4, 1)), Layout(Formation.LINE, (4,))),
        (Layout(Formation.LINE, (4,)), Layout(Formation.LINE, (3,))),
        (Layout(Formation.WEDGE, (1, 2, 3)), Layout(Formation.WEDGE, (1, 2, 2))),
        (Layout(Formation.WEDGE, (1, 2)), Layout(Formation.LINE, (2,))),
        (Layout(Formation.COLUMN, (2, 2)), Layout(Formation.COLUMN, (1, 1, 1))),
    ],
)
def test_a_loss_comes_off_the_rear_and_lines_are_laid_out_again(before: Layout, after: Layout) -> None:
    """troops.casualty, formation.multi-line, formation.column, formation.wedge"""
    assert fewer(before) == after


@settings(max_examples=60, deadline=None)
@given(kind=CLASSES, bases=st.integers(2, 12))
def test_a_unit_that_loses_a_base_stands_in_a_formation_of_its_own(kind: TroopClass, bases: int) -> None:
    """troops.casualty: whatever the formation, what is left is a formation again, one base fewer"""
    legion = kind is TroopClass.HI
    for layout in layouts_of(kind, bases, legion=legion):
        left = fewer(layout)
        assert left.bases == bases - 1
        assert is_layout(left, kind, legion=legion)
        assert len(shape_of(kind, left.formation, left.ranks).bases) == bases - 1

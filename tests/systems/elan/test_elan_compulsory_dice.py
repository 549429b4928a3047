"""Compulsory and evade moves: how far they go in the three sets, and in which formation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.compulsory_dice import (
    Compelled,
    flight_summary,
    flight_tallies,
    formation_in_flight,
    length,
)
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.troops import Arm, Formation

LARGE, SMALL, HEX = Scale


@pytest.mark.parametrize(
    ("scale", "mounted", "least", "most", "mean"),
    [
        (LARGE, False, 10, 15, Fraction(25, 2)),
        (LARGE, True, 11, 21, 16),
        (SMALL, False, 5, 10, Fraction(15, 2)),
        (SMALL, True, 6, 16, 11),
        (HEX, False, 2, 2, 2),
        (HEX, True, 3, 3, 3),
    ],
)
def test_the_length_of_a_compulsory_move(
    scale: Scale,
    mounted: bool,  # noqa: FBT001
    least: int,
    most: int,
    mean: Fraction,
) -> None:
    """compulsory-01: movement.compulsory-rate, scale.small-ratio"""
    lengths = odds(do(length, Compelled(scale=scale, mounted=mounted)), exact=True)
    assert (min(lengths), max(lengths), lengths.mean()) == (least, most, mean)


def test_half_of_the_foot_that_retreat_go_more_than_twelve_inches() -> None:
    """movement.compulsory-rate, melee.result.compulsory, morale.compulsory, rally.compulsory"""
    lengths = odds(do(length, Compelled()), exact=True)
    assert lengths.chance(lambda gone: gone > 12) == Fraction(1, 2)
    assert flight_summary(Compelled(), 13) == ("the unit goes 13",)


def test_dice_are_added_in_inches_only() -> None:
    """movement.compulsory-rate"""
    figures = [
        [tally.total for tally in flight_tallies(Compelled(scale=scale, mounted=True)).values()]
        for scale in Scale
    ]
    assert figures == [[9, 2], [4, 2], [3, 0]]


def test_squares_and_garrisons_go_in_column_guns_limbered_and_all_others_as_they_are() -> None:
    """compulsory.formation, melee.result.guns, melee.result.garrison"""
    assert formation_in_flight(Arm.CAVALRY, Formation.GARRISON) is Formation.DISMOUNTED
    assert formation_in_flight(Arm.INFANTRY, Formation.GARRISON) is Formation.COLUMN
    changed = {
        formation for formation in Formation if formation_in_flight(Arm.INFANTRY, formation) is not formation
    }
    assert changed == {Formation.SQUARE, Formation.GARRISON, Formation.DEPLOYED}

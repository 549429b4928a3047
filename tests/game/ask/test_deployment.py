"""Putting pieces down: a body is put by its middle and stands by its front."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.game.ask.deployment import Put, front_of, middle_of, round_its_middle
from sandtable.game.present.hex_view import centred
from sandtable.table.space import Pose, block

LINE = block(2, files=2, width=100, depth=60)


@pytest.mark.parametrize(
    ("heading", "pose"),
    [
        (0, Pose(1000, 530, 0)),
        (900, Pose(1030, 500, 900)),
        (1800, Pose(1000, 470, 1800)),
        (2700, Pose(970, 500, 2700)),
        (3600 + 300, Pose(1015, 526, 300)),
    ],
)
def test_the_front_lies_half_its_depth_ahead_of_the_middle(heading: int, pose: Pose) -> None:
    assert front_of(Put("line", 0, (1000, 500), heading), LINE) == pose


@given(st.integers(0, 3599), st.integers(0, 9999), st.integers(0, 9999))
def test_the_middle_of_a_body_is_where_it_was_put(heading: int, x: int, y: int) -> None:
    middle = middle_of(front_of(Put("line", 0, (x, y), heading), LINE), LINE)
    assert abs(middle[0] - x) <= 1
    assert abs(middle[1] - y) <= 1


def test_the_bases_of_a_token_lie_around_its_point() -> None:
    assert round_its_middle(LINE).bases == centred(LINE)

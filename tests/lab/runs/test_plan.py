"""Plans: the battles that follow from one."""

from __future__ import annotations

import pytest

from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.lab.runs.plan import Plan, PlannedBattle, starting_point
from tests.lab.conftest import scenario


def bouts(plan: Plan) -> list[PlannedBattle]:
    """Every battle of a plan."""
    return [plan.planned_battle(number) for number in range(plan.battles)]


def test_seeds_follow_one_another() -> None:
    plan = Plan("liberty", {}, ("captain", "militia"), battles=3, seed=40)
    assert [(bout.seed, bout.agents) for bout in bouts(plan)] == [
        (40, ("captain", "militia")),
        (41, ("captain", "militia")),
        (42, ("captain", "militia")),
    ]


def test_changed_sides_share_their_dice() -> None:
    plan = Plan("liberty", {}, ("captain", "militia"), battles=4, seed=40, swap=True)
    assert [bout.seed for bout in bouts(plan)] == [40, 40, 41, 41]
    assert [bout.agents[0] for bout in bouts(plan)] == ["captain", "militia", "captain", "militia"]


def test_who_won_is_known_whichever_side_he_played() -> None:
    plan = Plan("liberty", {}, ("captain", "militia"), battles=2, swap=True)
    first, second = bouts(plan)
    assert plan.player(first, 0) == 0
    assert plan.player(second, 0) == 1
    assert plan.agents[plan.player(second, 1)] == second.agents[1] == "captain"


def test_a_plan_that_cannot_be_fought_says_why() -> None:
    broken = {**scenario(), "turn_limit": "many"}
    with pytest.raises(BadFile, match="turn_limit"):
        starting_point(Plan("liberty", broken, ("militia", "militia"), battles=1))
    with pytest.raises(NotInRulebook, match=r"dice\.nothing"):
        starting_point(Plan("liberty", scenario(), ("militia", "militia"), 1, readings={"dice.nothing": 1}))

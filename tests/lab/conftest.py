"""Plans and battles for the tests of the lab."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable import systems
from sandtable.lab.runs.battle import FinishedBattle, Result, UnitEnd
from sandtable.lab.runs.plan import Plan
from sandtable.lab.runs.processes import fight_all


def scenario(id: str = "cowpens-1781") -> dict[str, Any]:
    """A scenario of liberty as plain data."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(systems.load("liberty").scenario(id)))
    return plain


@pytest.fixture(scope="session")
def plan() -> Plan:
    """Six short battles of militia, two for each seed."""
    brief = {**scenario(), "turn_limit": 2}
    return Plan("liberty", brief, ("militia", "militia"), battles=6, seed=11, swap=True, studied=1)


@pytest.fixture(scope="session")
def results(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, ...]:
    """The battles of the plan, fought in this process."""
    return tuple(fight_all(plan, range(plan.battles), jobs=1, failed=tmp_path_factory.mktemp("failed")))


def battle(number: int, winner: int | None, *leads: float, worn: tuple[int, int] = (0, 0)) -> FinishedBattle:
    """A made-up battle: the winner, and side 0's lead at the beginning of each turn and at the end."""
    return FinishedBattle(
        number=number,
        seed=number,
        agents=("militia", "militia"),
        winner=winner,
        degree="" if winner is None else "victory",
        rule="victory.end",
        turns=len(leads) - 1,
        decisions=10,
        throws=20,
        scores=tuple((lead, 0.0) for lead in leads),
        worn=worn,
        units=(UnitEnd(stands=True, state="STEADY", deeds=1),),
    )

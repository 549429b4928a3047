"""Golden playthroughs: a battle of each scenario in words. `make golden` writes them anew; read why."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.systems.coldsteel.system import SYSTEM
from tests.systems.playthrough import assert_golden, playthrough

GOLDEN = Path(__file__).parent / "golden"
SEED = 1806


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_the_golden_battle_is_fought_as_it_was(scenario: str) -> None:
    assert_golden(GOLDEN / f"{scenario}.txt", playthrough(SYSTEM, scenario, SEED))

"""Golden playthroughs: a battle of each scenario in words. `make golden` writes them anew; read why."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.systems.eagle.system import SYSTEM
from tests.systems.playthrough import assert_golden, playthrough

GOLDEN = Path(__file__).parent / "golden"
SEED = 61
FIGHTING_ON = "decision.concede"


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_the_golden_battle_is_fought_as_it_was(scenario: str) -> None:
    text = playthrough(SYSTEM, scenario, SEED, untold=(FIGHTING_ON,))
    assert_golden(GOLDEN / f"{scenario}.txt", text)

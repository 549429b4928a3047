"""Golden playthroughs: a battle of each scenario in words. `make golden` writes them anew; read why."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.systems.tricorn.system import SYSTEM
from tests.systems.playthrough import assert_golden, playthrough

GOLDEN = Path(__file__).parent / "golden"
BATTLES = (("blenheim-1704", 1708), ("fontenoy-1745", 1722), ("rossbach-1757", 1723))
"""Scenario and seed: battles in which militias come to blows."""
FIGHTING_ON = "game.concede"


@pytest.mark.parametrize(("scenario", "seed"), BATTLES)
def test_the_golden_battle_is_fought_as_it_was(scenario: str, seed: int) -> None:
    text = playthrough(SYSTEM, scenario, seed, untold=(FIGHTING_ON,))
    assert_golden(GOLDEN / f"{scenario}.txt", text)

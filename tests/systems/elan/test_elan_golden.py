"""Golden playthroughs: a battle in each set of figures in words. `make golden` writes them anew; read why."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.systems.elan.system import SYSTEM
from tests.systems.playthrough import assert_golden, playthrough

GOLDEN = Path(__file__).parent / "golden"
BATTLES = (("swiepwald", "large", 1851), ("alma", "small", 1876), ("quatre-bras", "hex", 1851))
FIGHTING_ON = "concede"


@pytest.mark.parametrize(("scenario", "scale", "seed"), BATTLES)
def test_the_golden_battle_is_fought_as_it_was(scenario: str, scale: str, seed: int) -> None:
    book = SYSTEM.rulebook()
    readings = book.choose({"scale": book.offered("scale").index(scale)})
    text = playthrough(SYSTEM, scenario, seed, readings, untold=(FIGHTING_ON,))
    assert_golden(GOLDEN / f"{scenario}-{scale}.txt", text)

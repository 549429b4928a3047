"""A whole report reads as it did when somebody last read it, apart from its maps.

If reports are meant to change, write the specimen again and look at what is different:

    python -m tests.report.page.test_report_specimen
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable import __version__
from sandtable.game.files.scenario_rows import Brigade
from sandtable.report.page.page import html
from sandtable.report.story.story import ReportedBattle
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY
from tests.report.conftest import fought


def duel() -> ReportedBattle:
    """A duel to its end."""
    return fought(DUEL, "dawn")


def toys() -> ReportedBattle:
    """Three turns of toy soldiers, with a name for their brigade."""
    toys = fought(TOY, "potted-palms", seed=3, answers=70)
    scenario = replace(
        toys.scenario,
        history="They had waited long.",
        caution="Nobody knows.",
        brigades=(Brigade(id="reds", side=toys.scenario.sides[0].id, name="Reds"),),
        units=tuple(replace(unit, brigade="reds") for unit in toys.scenario.units[:1])
        + toys.scenario.units[1:],
    )
    return replace(toys, scenario=scenario)


BATTLES = {"toys": toys, "duel": duel}


def text_of(battle: ReportedBattle) -> str:
    """The body of a report without its drawings, with an element of some size on each line."""
    body = html(battle).partition("<body>")[2].replace(f"Sandtable {__version__}", "Sandtable")
    words = re.sub(r"<svg.*?</svg>", "<svg/>", body, flags=re.DOTALL)
    return re.sub(r"(?=<(?:section|h[123]|p|tr|figure|li|div|dt|dd|details|footer|table)\b)", "\n", words)


def file_of(name: str) -> Path:
    """The file of a specimen."""
    return Path(__file__).with_name(f"specimen_{name}.html")


@pytest.mark.parametrize("name", BATTLES)
def test_a_report_is_that_of_the_specimen(name: str) -> None:
    assert text_of(BATTLES[name]()) == file_of(name).read_text(encoding="utf-8")


if __name__ == "__main__":
    for one, make in BATTLES.items():
        file_of(one).write_text(text_of(make()), encoding="utf-8")

"""The report of a run reads as it did when somebody last read it.

If the page is meant to change, write the specimens again and look at what is different:

    python -m tests.lab.findings.test_page
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable import __version__
from sandtable.lab.findings.estimates import Estimate
from sandtable.lab.findings.page import html
from sandtable.lab.findings.phrases import between, fairness, percent
from tests.lab.made_up import EVEN, FOUND, NOTHING

PAGES = {"favoured": FOUND, "even": EVEN, "nothing": NOTHING}


def text_of(name: str) -> str:
    """The body of a page, with an element of some size on each line."""
    body = html(PAGES[name]).partition("<body>")[2].replace(f"Sandtable {__version__}", "Sandtable")
    return re.sub(r"(?=<(?:section|h[12]|p|tr|figure|svg|path|g|li|details|footer)\b)", "\n", body)


def file_of(name: str) -> Path:
    """The file of a specimen."""
    return Path(__file__).with_name(f"specimen_{name}.html")


@pytest.mark.parametrize("name", PAGES)
def test_the_report_of_a_run_is_that_of_the_specimen(name: str) -> None:
    assert text_of(name) == file_of(name).read_text(encoding="utf-8")


def test_the_head_of_a_report_says_what_was_fought_and_how_often() -> None:
    assert "<title>The Rug, fought 40 times</title>" in html(FOUND)


def test_a_share_is_told_with_enough_digits_to_tell_rare_from_never() -> None:
    assert [percent(share) for share in (0.0, 0.0004, 0.001, 0.5)] == ["0.0 %", "0.04 %", "0.1 %", "50.0 %"]
    assert between(Estimate(1.0, float("-inf"), float("inf"))) == "1.0"


def test_who_is_favoured_is_said_with_the_bounds_in_order() -> None:
    blue = replace(FOUND, edge=Estimate(-0.3, -0.55, -0.05))
    assert fairness(blue) == (
        "Blue is favoured: of a hundred battles it wins 30 (5 to 55) more than it loses"
    )
    assert fairness(EVEN) == "No side is clearly favoured: fair within 24 battles of a hundred"
    unsure = replace(FOUND, edge=Estimate(0.0, -3.0, 3.0))
    assert fairness(unsure).endswith("fair within 100 battles of a hundred")


if __name__ == "__main__":
    for one in PAGES:
        file_of(one).write_text(text_of(one), encoding="utf-8")

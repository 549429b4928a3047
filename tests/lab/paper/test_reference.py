"""The quick-reference sheet says what the engine reads."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from sandtable import systems
from sandtable.game.rules.rulebook import Basis, Rule
from sandtable.lab.paper.reference import reference, shown


@pytest.mark.parametrize("system", systems.names())
def test_every_table_of_a_rulebook_stands_on_its_sheet(system: str) -> None:
    rulebook = systems.load(system).rulebook()
    text = reference(rulebook)
    sections = dict(re.findall(r"<small>(.*?)</small>.*?</h2>(.*?)</section>", text, re.DOTALL))
    assert list(sections) == [rule.id for rule in rulebook.rules if rule.rows]
    for rule in rulebook.rules:
        for row in rule.rows:
            cells = [unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", sections[rule.id])]
            assert all(shown(value) in cells or _band(value) in cells for value in row.values())


def _band(value: object) -> str:
    return "–".join(map(str, value)) if isinstance(value, list | tuple) else ""


def test_the_sheet_of_liberty_has_the_ranges_of_the_musket() -> None:
    text = reference(systems.load("liberty").rulebook())
    row = re.search(r"<tr><td[^>]*>Smoothbore Musket</td>(.*?)</tr>", text)
    assert row is not None
    assert re.findall(r">([^<]+)</td>", row[1])[:3] == ["0–7", "8–14", "15–28"]


def test_a_list_of_sizes_is_no_band() -> None:
    text = reference(systems.load("liberty").rulebook())
    row = re.search(r"<tr><td[^>]*>Militia Cavalry</td>(.*?)</tr>", text)
    assert row is not None
    assert "2, 4" in row[1]


def test_only_columns_that_are_all_pairs_in_order_are_bands_and_only_figures_stand_at_the_right() -> None:
    rows = (
        {"arm": "foot", "near": [0, 4], "mixed": [0, 4], "down": [4, 0], "need": 5, "sure": True},
        {"arm": "horse", "near": [2, 2], "mixed": [1, 2, 3], "down": [1, 0], "sure": False},
    )
    rule = Rule(id="fire.table", where="FIRE", text="By arm.", basis=Basis.STATED, rows=rows)
    text = reference(replace(systems.load("liberty").rulebook(), rules=(rule,)))
    cells = re.findall(r"<td([^>]*)>(.*?)</td>", text)
    assert [words for _, words in cells] == [
        *("foot", "0–4", "0, 4", "4, 0", "5", "yes"),
        *("horse", "2–2", "1, 2, 3", "1, 0", "", "no"),
    ]
    assert ["figure" in kind for kind, _ in cells] == [False, False, False, False, True, False] * 2

"""Coverage: which rules are cited by code, which by tests, and which by neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.citations import Coverage, coverage
from sandtable.game.rules.rulebook import Basis, DecisionEntry, Rule, Rulebook

IDS = ("movement.wheel", "movement.wheel.geometry", "movement.shift", "saves.roll", "saves.natural")


def rulebook() -> Rulebook:
    rules = tuple(Rule(id=name, where="X", text="x", basis=Basis.STATED) for name in IDS)
    decision = DecisionEntry(id="saves.reroll", who="x", when="x", options="x", constraints="")
    return Rulebook(
        path="", system="toy", title="", period="", complete=False, rules=rules, decisions=(decision,)
    )


def covered(folder: Path, code: dict[str, str], tests: dict[str, str]) -> Coverage:
    """The coverage of these files, written into a folder."""
    for name, text in {**code, **tests}.items():
        (folder / name).write_text(text)
    return coverage(rulebook(), [folder / name for name in code], [folder / name for name in tests])


def test_a_rule_is_cited_where_its_exact_id_stands(tmp_path: Path) -> None:
    found = covered(tmp_path, {"a.py": '"""Wheels (movement.wheel.geometry)."""\n# saves.roll, and more'}, {})
    assert found.by_code == ("movement.wheel.geometry", "saves.roll")
    assert found.not_in_code == ("movement.shift", "movement.wheel", "saves.natural")


@pytest.mark.parametrize(
    "text", ["movement.wheel.", "see movement.wheel, then go", "[movement.wheel]", "'movement.wheel'"]
)
def test_punctuation_around_an_id_does_not_hide_it(tmp_path: Path, text: str) -> None:
    assert covered(tmp_path, {"a.toml": f"# {text}"}, {}).by_code == ("movement.wheel",)


@pytest.mark.parametrize(
    "text", ["movement.wheels", "a.movement.wheel", "movement.wheel-x", "movement.wheel.geometry2"]
)
def test_a_part_of_a_longer_word_is_no_citation(tmp_path: Path, text: str) -> None:
    assert covered(tmp_path, {"a.toml": f"# {text}"}, {}).by_code == ()


def test_a_function_of_a_module_is_not_a_citation_of_a_rule_with_that_name(tmp_path: Path) -> None:
    assert covered(tmp_path, {"a.py": "import saves\nsaves.roll()"}, {}).by_code == ()


def test_the_rulebook_does_not_cite_itself(tmp_path: Path) -> None:
    found = covered(tmp_path, {"rulebook.toml": "# movement.wheel", "profiles.toml": "# movement.shift"}, {})
    assert found.by_code == ("movement.shift",)


def test_files_that_are_neither_python_nor_toml_say_nothing(tmp_path: Path) -> None:
    assert covered(tmp_path, {"notes.md": "movement.wheel"}, {}).by_code == ()


CASES = """
[[case]]
id = "toy-001"
given = "movement.shift is only spoken of here"
rules = ["saves.roll", "saves.natural"]

[[case]]
id = "toy-002"
rules = ["movement.wheel"]
"""


def test_a_worked_case_counts_once_a_test_module_names_it(tmp_path: Path) -> None:
    found = covered(tmp_path, {}, {"cases.toml": CASES, "test_a.py": 'CASE = "toy-001"'})
    assert found.by_tests == ("saves.natural", "saves.roll")


def test_a_worked_case_that_no_test_names_counts_for_nothing(tmp_path: Path) -> None:
    found = covered(tmp_path, {}, {"cases.toml": CASES, "test_a.py": "# toy-0012 and toy-00"})
    assert found.by_tests == ()


def test_what_is_missing_is_whatever_code_or_tests_do_not_cite(tmp_path: Path) -> None:
    code = "# movement.wheel movement.wheel.geometry movement.shift saves.roll"
    tests = "# movement.wheel saves.natural"
    found = covered(tmp_path, {"a.py": code}, {"test_a.py": tests})
    assert found.not_in_code == ("saves.natural",)
    assert found.not_in_tests == ("movement.shift", "movement.wheel.geometry", "saves.roll")
    assert found.missing == ("movement.shift", "movement.wheel.geometry", "saves.natural", "saves.roll")


def test_a_citation_that_no_rule_answers_to_is_listed(tmp_path: Path) -> None:
    code = 'RULES = ("movement.whel", "saves.roll", "saves.reroll", "other.thing", "saves.py")'
    cases = CASES.replace('"saves.natural"', '"saves.natrual"')
    found = covered(tmp_path, {"a.py": code}, {"cases.toml": cases})
    assert found.unknown == ("movement.whel", "saves.natrual")


def test_a_file_that_is_not_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"a\.py: this is not valid Python"):
        covered(tmp_path, {"a.py": "def ("}, {})

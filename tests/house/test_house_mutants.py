"""The mutation tool: which faults it makes, and which tests try them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.mutants import trial
from tools.mutants.__main__ import equivalents, key
from tools.mutants.changes import SourceChange, python_changes, toml_changes
from tools.mutants.trial import ROOT, SOURCE, Mutant, Reach, mutants


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = x <= 3\n", "a = x < 3\n"),
        ("a = any(x)\n", "a = all(x)\n"),
        ("a = not x\n", "a = x\n"),
        ("a = x and y\n", "a = x or y\n"),
        ("a = x + y\n", "a = x - y\n"),
        ("a = 7\n", "a = 8\n"),
        ("a = (u, v, w)\n", "a = (v, w)\n"),
        ("a = 'ä' if x else y\n", "a = y if x else 'ä'\n"),
    ],
)
def test_a_fault_changes_one_place(before: str, after: str) -> None:
    assert after in [change.applied(before) for change in python_changes(before)]


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring, 3 words."""\n',
        "assert x < 3\n",
        "def f(x: Literal[3]) -> Literal[4]: ...\n",
        "class A(Struct, frozen=True, kw_only=True): ...\n",
    ],
)
def test_what_is_never_played_has_no_faults(text: str) -> None:
    assert not list(python_changes(text))


def test_every_fault_of_the_source_leaves_a_program() -> None:
    for mutant in [*mutants("dice")][::7]:
        text = (ROOT / SOURCE / mutant.file).read_text(encoding="utf-8")
        compile(mutant.change.applied(text), mutant.file, "exec")


def test_a_module_whose_library_is_not_installed_has_no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "find_spec", lambda name: None if name == "ray" else name)
    files = {mutant.file for mutant in mutants("lab")}
    assert "lab/runs/cluster.py" not in files
    assert "lab/runs/parquet.py" in files


def test_figures_of_a_rulebook_are_raised_and_numbers_in_texts_are_not() -> None:
    text = 'text = "Within 12 in = 12 in."\nrows = [\n  { need = 4, dice = 2.5 },\n]\n'
    assert [change.new for change in toml_changes(text)] == ["5", "3.5"]


def test_a_fault_is_tried_by_the_tests_that_reach_its_function_the_quickest_first(tmp_path: Path) -> None:
    file = "dice/fair.py"
    lines = (ROOT / SOURCE / file).read_text(encoding="utf-8").splitlines()
    first = lines.index("def commitment(secret: bytes) -> str:") + 1
    noted = [
        {"test": "tests/slow", "seconds": 2.0, "reached": [f"{file}:{first}"]},
        {"test": "tests/quick", "seconds": 0.1, "reached": [f"{file}:{first}", f"{file}:1000"]},
        {"test": "tests/golden", "seconds": 0.1, "reached": [f"{file}:{first}"]},
        {"test": "tests/elsewhere", "seconds": 0.1, "reached": ["dice/die.py:1"]},
    ]
    (tmp_path / "1.jsonl").write_text("\n".join(map(json.dumps, noted)))
    mutant = Mutant(file, SourceChange(0, 0, first + 1, "a", "b"))
    assert Reach.read(tmp_path).of(mutant) == ["tests/quick", "tests/slow"]


def test_a_fault_in_a_comprehension_is_tried_by_the_tests_that_reach_the_function_around_it(
    tmp_path: Path,
) -> None:
    file = "dice/fair.py"
    lines = (ROOT / SOURCE / file).read_text(encoding="utf-8").splitlines()
    first = lines.index("def commitment(secret: bytes) -> str:") + 1
    places = [f"{file}:{first}", f"{file}:{first + 1}"]
    noted = {"test": "tests/near", "seconds": 0.1, "reached": places}
    (tmp_path / "1.jsonl").write_text(json.dumps(noted))
    mutant = Mutant(file, SourceChange(0, 0, first + 1, "a", "b"))
    assert Reach.read(tmp_path).of(mutant) == ["tests/near"]
    other = {"test": "tests/dice/other", "seconds": 0.1, "reached": [f"{file}:1000"]}
    (tmp_path / "2.jsonl").write_text(json.dumps(other))
    assert Reach.read(tmp_path).of(mutant) == ["tests/near"]


def test_equivalent_mutants_say_why_and_are_known_by_their_change() -> None:
    mutant = Mutant("dice/die.py", SourceChange(0, 1, 12, "x <= 3", "x < 3"))
    assert key(mutant) == "dice/die.py: x <= 3 -> x < 3"
    assert all(len(why) > 10 for why in equivalents().values())

"""A rule counts as used when the log names it or the code that names it runs; a row of a table proves
nothing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

from sandtable import systems
from sandtable.game.rules.rulebook import Basis, Rule, Rulebook
from sandtable.lab.findings import rule_coverage as rule_coverage_module
from sandtable.lab.findings.rule_coverage import LineTracer, rule_coverage, rule_mentions

CODE = '''
"""A chapter of a rulebook (march.module)."""

TABLE = {"march.mud": -1, "march.road": +1}
NIGHT = "march.night"


def pace(mud: bool) -> int:
    """How fast they go (march.pace, march.mud)."""
    if mud:
        return "march.bog" and 1
    return 2


def hours() -> str:
    return NIGHT


class Halt:
    """A halt (march.halt)."""

    def why(self) -> str:
        return (
            "march.tired"
        )
'''
IDS = frozenset(
    {
        "march.module",
        "march.mud",
        "march.road",
        "march.pace",
        "march.bog",
        "march.halt",
        "march.tired",
        "march.night",
    }
)


@pytest.fixture
def chapter(tmp_path: Path) -> tuple[Path, ModuleType]:
    """A chapter in its own file, imported from there."""
    file = tmp_path / "chapter.py"
    file.write_text(CODE)
    spec = importlib.util.spec_from_file_location("chapter", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return file, module


def test_rules_stand_in_tables_on_lines_and_in_docstrings(chapter: tuple[Path, ModuleType]) -> None:
    file, _ = chapter
    found = rule_mentions(IDS, [file])
    assert found.tables == {"march.mud", "march.road"}
    assert set().union(*found.lines.values()) == {"march.bog", "march.tired", "march.night"}
    assert set().union(*found.docstrings.values()) == {"march.pace", "march.mud", "march.halt"}
    assert found.where("march.road") == "stands in a table: the log never named it"
    assert found.where("march.bog") == "the code that names it never ran"
    assert found.where("march.module") == "no function names it"


def test_a_function_that_runs_fires_the_rule_of_its_docstring_unless_it_is_a_row_of_a_table(
    chapter: tuple[Path, ModuleType],
) -> None:
    file, module = chapter
    watch = LineTracer(rule_mentions(IDS, [file]))
    with watch.tracing():
        module.pace(mud=False)
    assert watch.reached_rules() == {"march.pace"}


def test_a_line_that_runs_fires_the_rule_it_names(chapter: tuple[Path, ModuleType]) -> None:
    file, module = chapter
    watch = LineTracer(rule_mentions(IDS, [file]))
    with watch.tracing():
        module.pace(mud=False)
        module.pace(mud=True)
        module.Halt().why()
    assert watch.reached_rules() == {"march.pace", "march.bog", "march.halt", "march.tired"}
    with watch.tracing():
        module.hours()
    assert "march.night" in watch.reached_rules()


def test_fired_rules_and_silent_ones_make_up_the_rulebook() -> None:
    system, counted = systems.load("coldsteel"), list[int]()
    found = rule_coverage(system, [], battles=2, progress=counted.append)
    ids = set(system.rulebook().ids)
    assert counted == [1, 2]
    assert set(found.named) | {rule.id for rule in found.never} == ids
    assert not set(found.named) & {rule.id for rule in found.never}
    assert found.named["shooting.band-1"] > 0


class Fought(NamedTuple):
    """A battle that was fought."""

    game: object


def test_battles_are_fought_by_turns_and_a_rule_is_used_if_the_log_or_the_code_names_it(
    chapter: tuple[Path, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six battles that were made up: the log of each names one rule, and in one of them a function runs."""
    file, module = chapter
    rules = tuple(Rule(id=id, where="MARCH", text=id, basis=Basis.STATED) for id in sorted(IDS))
    book = replace(systems.load("liberty").rulebook(), rules=rules)

    class Marching:
        """A system that has only that chapter."""

        id = "march"

        def rulebook(self) -> Rulebook:
            """Its rules."""
            return book

    agents: list[tuple[str, ...]] = []

    def fought(setting: int, names: tuple[str, ...], seed: int) -> Fought:
        assert seed == setting + 7
        agents.append(names)
        if setting == 2:
            module.hours()
        return Fought(setting)

    numbered = [(number, number + 7) for number in range(6)]
    monkeypatch.setattr(rule_coverage_module, "drawn", lambda system, count, seed: numbered[:count])
    monkeypatch.setattr(rule_coverage_module, "fight", fought)
    monkeypatch.setattr(rule_coverage_module, "rules_at_work", lambda game: ["march.mud"])
    told: list[int] = []
    found = rule_coverage(cast("Any", Marching()), [file], battles=6, progress=told.append)
    assert told == [1, 2, 3, 4, 5, 6]
    assert all(len(pair) == 2 and set(pair) <= {"militia", "captain"} for pair in agents)
    assert agents[0] == agents[5]
    assert len(set(agents)) == 4, "each against itself, and either against the other"
    assert (found.battles, found.rules, found.named) == (6, 8, {"march.mud": 6})
    never = {rule.id: rule.where for rule in found.never}
    assert set(never) == IDS - {"march.mud", "march.night"}
    assert never["march.road"] == "stands in a table: the log never named it"
    assert never["march.pace"] == "the code that names it never ran"
    assert never["march.module"] == "no function names it"

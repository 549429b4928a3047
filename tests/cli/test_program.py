"""The program itself: help, version, exit codes, colours, and what it does not load."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import __version__
from sandtable.cli import commands
from sandtable.cli.commands import scenarios
from tests.cli.conftest import RunCommand

COMMANDS = ("play", "scenarios", "rules", "odds", "fight", "replay", "verify", "lint")


def _python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run some Python in a new process."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_help_lists_every_command(run: RunCommand) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_tells_its_json(run: RunCommand, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out
    assert "With --json" in ran.out


def test_no_command_at_all_shows_the_help(run: RunCommand) -> None:
    assert "scenarios" in run().out


def test_the_version_is_told(run: RunCommand) -> None:
    ran = run("--version")
    assert (ran.code, ran.out) == (0, f"sandtable {__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nosuch"], "nosuch"),
        (["rules"], "SYSTEM"),
        (["scenarios", "--nosuch"], "--nosuch"),
        (["fight", "cowpens-1781", "--seed", "many"], "--seed"),
        (["scenarios", "libery"], "did you mean liberty?"),
    ],
)
def test_a_command_line_that_is_not_understood_is_one_line_and_exit_code_2(
    run: RunCommand, arguments: list[str], words: str
) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.startswith("sandtable: ")
    assert len(ran.err.splitlines()) == 1


def test_ctrl_c_ends_quietly_with_130(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.cli.reports.catalogue.catalogue", interrupt)
    assert run("scenarios") == (130, "", "")


def test_a_fault_of_our_own_is_not_hidden(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("sandtable.cli.reports.catalogue.catalogue", stumble)
    with pytest.raises(ZeroDivisionError):
        run("scenarios")
    assert scenarios.scenarios.__doc__


def test_help_loads_neither_systems_nor_numbers_nor_the_rules() -> None:
    code = (
        "import sys\n"
        "from sandtable.cli import main\n"
        "main(['--help'])\n"
        "heavy = ['numba', 'numpy', 'shapely', 'msgspec', 'rich.progress']\n"
        "heavy += ['sandtable.systems', 'sandtable.game', 'sandtable.table']\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)\n"
    )
    ran = _python(code)
    assert ran.stderr.strip() == "[]"


def test_colours_are_left_out_where_no_color_is_set() -> None:
    code = "import sys; from sandtable.cli import main; sys.exit(main(['rules', 'liberty', 'morale.need']))"
    coloured = _python(code, FORCE_COLOR="1", NO_COLOR="")
    plain = _python(code, FORCE_COLOR="1", NO_COLOR="1")
    assert coloured.returncode == plain.returncode == 0
    assert "\x1b[33m" in coloured.stdout
    assert "\x1b[3" not in plain.stdout
    assert "\x1b[9" not in plain.stdout


def test_a_pipe_gets_neither_colours_nor_a_traceback_when_it_is_closed() -> None:
    command = f"{sys.executable} -m sandtable.cli rules liberty | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "\x1b" not in ran.stdout
    assert "Traceback" not in ran.stderr


def test_every_command_has_a_module_of_its_own_and_is_listed(run: RunCommand) -> None:
    modules = [path.stem for path in Path(commands.__file__).parent.glob("*.py") if path.stem != "__init__"]
    listed = run("--help").out
    assert len(modules) == 13
    assert [name for name in modules if not re.search(rf"^\W*{name}\b", listed, re.MULTILINE)] == []

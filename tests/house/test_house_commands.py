"""The commands that the documents promise exist, and say clearly what they miss."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISED = {
    "help", "play", "test", "lint", "types", "imports", "longest", "rules", "units", "web", "format", "soak",
    "bench", "picture", "shots", "golden",
    "specimens", "schema", "changelog", "lock", "venv", "install", "clean",
    "distclean", "extras", "certificates", "browser", "digests", "replays", "mutants",
}  # fmt: skip

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Call make as from a shell, without the settings of a make that runs this test."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, env=outside, capture_output=True, text=True, check=False
    )


def listed() -> set[str]:
    """The commands that `make help` lists."""
    return set(re.findall(r"^  make (\w+) ", make("help").stdout, re.MULTILINE))


def find_python(named: str) -> subprocess.CompletedProcess[str]:
    """Ask for an interpreter as the Makefile does."""
    command = ["sh", "tools/find_python.sh", named]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_help_lists_every_promised_command() -> None:
    assert listed() == PROMISED


def test_make_alone_is_help() -> None:
    assert make().stdout == make("help").stdout != ""


@pytest.mark.parametrize("target", sorted(PROMISED))
def test_every_listed_command_exists(target: str) -> None:
    dry = make("--dry-run", target)
    assert dry.returncode == 0, dry.stderr


def test_a_command_that_is_not_there_is_told_from_one_that_is() -> None:
    assert make("--dry-run", "retreat").returncode != 0


def test_every_make_command_on_a_page_exists() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changes/*.md")]
    quoted = {
        (page.name, target)
        for page in pages
        for target in re.findall(
            r"(?:`|^ *\$? *)make ([a-z]+)\b", page.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert ("CONTRIBUTING.md", "play") in quoted
    assert {(page, target) for page, target in quoted if target not in PROMISED} == set()


def test_continuous_integration_runs_what_a_person_can_run() -> None:
    script = ROOT / ".ci" / "run"
    commands = [line for line in script.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    assert commands[0] == "set -euo pipefail"
    assert commands[1].startswith("cd ")
    assert commands[2:] == ["make test"]
    assert os.access(script, os.X_OK)


def test_an_interpreter_that_suits_is_printed() -> None:
    assert find_python(sys.executable).stdout.strip() == sys.executable


def test_a_missing_interpreter_is_answered_with_what_would_be_right() -> None:
    answer = find_python("python-of-nowhere")
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert "tried: python-of-nowhere" in answer.stderr
    assert "Python 3.11 to 3.14" in answer.stderr


def test_an_interpreter_too_old_is_not_taken(tmp_path: Path) -> None:
    old = tmp_path / "python3.10"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    assert find_python(str(old)).returncode == 1

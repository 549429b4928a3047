"""No tracked file names a path of a machine and, in lock files, no address."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
MACHINE_PATH = re.compile(r"file:/{2}|(?<![\w.~-])/(?:root|home|opt|Users)/")
ADDRESS = re.compile(r"https?:/{2}|--(?:index-url|extra-index-url|find-links|trusted-host)")
LOCKS = ("requirements*.txt", "*.lock", "package-lock.json", "*-lock.yaml")


def tracked() -> list[str]:
    """Every file that git tracks or would add, by its path from the root."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing says which files belong to the project")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(name for name in set(listed.split("\0")) if name and (ROOT / name).is_file())


def places(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    """The places of a pattern in these files, as file and line; binary files are skipped."""
    found = []
    for name in names:
        raw = (ROOT / name).read_bytes()
        if b"\0" not in raw:
            lines = raw.decode("utf-8").splitlines()
            found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if pattern.search(line)]
    return found


def is_lock(name: str) -> bool:
    """Is a file written by a package manager to pin versions?"""
    return any(PurePosixPath(name).match(pattern) for pattern in LOCKS)


@pytest.mark.parametrize(
    "line", ["see file:" + "///tm" + "p/sand", "cd " + "/ho" + "me/ann/sand", "'" + "/op" + "t/wheels'"]
)
def test_a_machine_path_is_recognised(line: str) -> None:
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize("line", ["src/home/door.py", "open a file: it is there", "the /rooms/ of the house"])
def test_ordinary_words_and_relative_paths_are_none(line: str) -> None:
    assert not MACHINE_PATH.search(line)


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert places(MACHINE_PATH, tracked()) == []


def test_no_file_names_the_folder_it_was_checked_out_in() -> None:
    if len(ROOT.parts) < 3:
        pytest.skip("the checkout lies at the top of the disk: its name is too short to tell from words")
    assert places(re.compile(rf"(?<![\w.]){re.escape(ROOT.as_posix())}\b"), tracked()) == []


NPM_LOCK = "package-lock.json"


def test_no_lock_file_names_an_address() -> None:
    locks = [name for name in tracked() if is_lock(name)]
    assert {"requirements.txt", "requirements-dev.txt"} <= set(locks)
    assert places(ADDRESS, [name for name in locks if not name.endswith(NPM_LOCK)]) == []
    npm = [name for name in locks if name.endswith(NPM_LOCK)]
    assert places(re.compile(r'"resolved":'), npm) == [], "npm writes where packages ask for money, no more"

"""The lock files pin everything that is declared, by hash, and name no address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([a-z0-9-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
PLAYER, DEV = "requirements.txt", "requirements-dev.txt"
EXTRAS = {"requirements-ray.txt": "ray", "requirements-parquet.txt": "parquet"}
"""The lock of each heavy extra."""
EVERY = (PLAYER, DEV, *EXTRAS)


def text(lock: str) -> str:
    """The text of a lock file."""
    return (ROOT / lock).read_text(encoding="utf-8")


def pins(lock: str) -> dict[str, str]:
    """The version of each package that a lock file pins."""
    return {name: version for name, version, _ in PIN.findall(text(lock))}


def declared(lock: str) -> list[Requirement]:
    """The packages of pyproject.toml that a lock must pin."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["project"]["dependencies"])
    if lock in (PLAYER, DEV):
        wanted += project["build-system"]["requires"]
    extra = EXTRAS.get(lock, "dev" if lock == DEV else "")
    wanted += project["project"]["optional-dependencies"][extra] if extra else []
    return [Requirement(line) for line in wanted]


@pytest.mark.parametrize("lock", EVERY)
def test_every_line_of_a_lock_is_a_pin_with_hashes_or_a_comment(lock: str) -> None:
    rest = PIN.sub("", text(lock))
    assert [line for line in rest.splitlines() if line.strip() and not line.lstrip().startswith("#")] == []
    assert pins(lock)


SOURCE_ONLY = {"chess"}
"""Packages published as source only."""


@pytest.mark.parametrize("lock", EVERY)
def test_every_pin_offers_more_than_one_file(lock: str) -> None:
    lonely = {name for name, _, hashes in PIN.findall(text(lock)) if hashes.count("--hash") < 2}
    assert lonely <= SOURCE_ONLY, "a single hash locks everybody to one machine's file"


@pytest.mark.parametrize("lock", EVERY)
def test_what_is_declared_is_pinned_at_a_version_it_allows(lock: str) -> None:
    pinned = pins(lock)
    wrong = [
        str(requirement)
        for requirement in declared(lock)
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]
    assert wrong == [], "run `make lock`"


@pytest.mark.parametrize("lock", EVERY)
def test_player_and_everybody_else_have_the_same_versions(lock: str) -> None:
    player, other = pins(PLAYER), pins(lock)
    assert {name: player[name] for name in player.keys() & other.keys()} == {
        name: other[name] for name in player.keys() & other.keys()
    }
    assert player.keys() - other.keys() <= ({"setuptools"} if lock in EXTRAS else set())


def test_a_player_installs_no_tool_of_the_programmer() -> None:
    assert not {"pytest", "mypy", "ruff", "hypothesis", "icepool"} & pins(PLAYER).keys()


@pytest.mark.parametrize("name", ["numpy", "numba", "llvmlite", "msgspec", "shapely"])
def test_compiled_packages_are_pinned_for_many_machines(name: str) -> None:
    hashes = {found: listed.count("--hash") for found, _, listed in PIN.findall(text(PLAYER))}
    assert hashes[name] > 10

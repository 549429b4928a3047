"""The Python of the lab page: pinned by hash, packed reproducibly, without a table."""

from __future__ import annotations

import importlib.util
import json
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

from sandtable import systems
from tools.browser import LOCK, PACKAGE, ROOT, STAND_INS, CannotBring, machine, pack_rules, pin

HASHES = "    --hash=sha256:aa \\\n    --hash=sha256:bb\n"


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules as packed for the browser."""
    archive = tmp_path_factory.mktemp("browser") / "rules.zip"
    pack_rules(ROOT / "src", archive)
    return archive


def names(archive: Path) -> list[str]:
    """The names in a zip."""
    with ZipFile(archive) as opened:
        return opened.namelist()


@pytest.fixture(scope="module")
def stand_in() -> ModuleType:
    """The stand-in for numpy on a page without a table."""
    spec = importlib.util.spec_from_file_location("numpy_of_the_page", STAND_INS / "numpy" / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --------------------------------------------------------------------- the wheel
def test_a_pin_is_taken_whole_and_alone() -> None:
    before, after = f"attrs==1.0 \\\n{HASHES}", f"    # via sandtable\nnumpy==2.0 \\\n{HASHES}"
    lock = f"# made by a tool\n{before}msgspec==0.22.0 \\\n{HASHES}{after}"
    assert pin(lock, "msgspec") == f"msgspec==0.22.0 \\\n{HASHES}"


def test_a_package_that_is_not_pinned_is_told() -> None:
    with pytest.raises(CannotBring, match="pins no msgspec"):
        pin(f"msgspec-more==1.0 \\\n{HASHES}", "msgspec")


def test_the_wheel_is_pinned_where_everything_else_is() -> None:
    assert pin(LOCK.read_text(encoding="utf-8"), PACKAGE).count("--hash=sha256:") > 1


def test_pyodide_says_for_which_machine_wheels_have_to_be() -> None:
    about = {"info": {"abi_version": "2026_0", "arch": "wasm32", "python": "3.14.2"}}
    assert machine(json.dumps(about)) == ("pyemscripten_2026_0_wasm32", "314")


# --------------------------------------------------------------------- the rules
def test_the_same_sources_make_the_same_file(packed: Path, tmp_path: Path) -> None:
    again = tmp_path / "rules.zip"
    pack_rules(ROOT / "src", again)
    assert again.read_bytes() == packed.read_bytes()


def test_rules_travel_with_their_books_and_without_battles(packed: Path) -> None:
    found = names(packed)
    for system in ("coldsteel", "eagle", "elan", "liberty", "tricorn"):
        assert f"sandtable/systems/{system}/system.py" in found
        assert f"sandtable/systems/{system}/rulebook.toml" in found
    assert not [name for name in found if "/scenarios/" in name or "__pycache__" in name]


def test_the_systems_are_found_there_by_their_entry_points(packed: Path) -> None:
    (notes,) = [one for one in distributions(path=[str(packed)]) if one.metadata["Name"] == "sandtable"]
    found = {entry.name: entry.value for entry in notes.entry_points.select(group="sandtable.systems")}
    assert found == {name: f"sandtable.systems.{name}.system:SYSTEM" for name in systems.names()}


def test_nothing_that_serves_plays_or_prints_goes_to_the_browser(packed: Path) -> None:
    rooms = {name.split("/")[1] for name in names(packed) if name.startswith("sandtable/")}
    assert rooms.isdisjoint({"server", "cli", "agents"})
    tops = {name.split("/")[0] for name in names(packed)}
    assert tops == {"sandtable", "sandtable-0.dist-info", "numpy"}


# --------------------------------------------------------------------- the stand-in
@pytest.mark.parametrize("name", ["array", "zeros", "full", "linalg"])
def test_whoever_measures_on_a_page_without_a_table_is_told(stand_in: ModuleType, name: str) -> None:
    with pytest.raises(RuntimeError, match=f"there is no table on this page, so numpy.{name} cannot be used"):
        getattr(stand_in, name)


def test_types_of_numbers_can_be_named_there(stand_in: ModuleType) -> None:
    assert stand_in.dtype(stand_in.float64) is not stand_in.dtype(stand_in.int64)

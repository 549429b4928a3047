"""Packs the Python for the lab page: the rules, and the one wheel they need there.

The rules go into a zip as they are in ``src``, with a stand-in for numpy. The wheel comes from the package
index by the pin and hashes of ``requirements.txt``; the Pyodide pinned in ``web/package-lock.json`` decides
for which Python and platform.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from shutil import copy2
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.txt"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide" / "pyodide-lock.json"
STAND_INS = ROOT / "web" / "src" / "lab" / "engine" / "python"
PACKAGE = "msgspec"
ROOMS = ("__init__.py", "ask.py", "dice", "game", "table", "systems", "report", "lab")
"""The packages that the lab page needs: none for playing, serving or simulating."""
KEPT = (".py", ".toml", ".md", ".css", ".json")
VERSION = "0"
"""Nothing in the browser asks for a version."""
GROUP = "sandtable.systems"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""A fixed date, so that the same sources give the same file."""


class CannotBring(Exception):
    """Something that the page needs is missing; the message says what to do."""


# --------------------------------------------------------------------- the wheel
def pin(lock: str, package: str) -> str:
    """The lines of a lock file that pin a package, with every hash."""
    found = re.search(rf"^{re.escape(package)}==.*(?:\n    --hash=.*)+\n", lock, re.MULTILINE)
    if found is None:
        raise CannotBring(f"requirements.txt pins no {package}; run `make lock`")
    return found[0]


def machine(pyodide_lock: str) -> tuple[str, str]:
    """The platform tag and Python version of a Pyodide, from its own lock file."""
    about = json.loads(pyodide_lock)["info"]
    version = "".join(about["python"].split(".")[:2])
    return f"pyemscripten_{about['abi_version']}_{about['arch']}", version


def fetch_wheel(folder: Path) -> Path:
    """Fetch the wheel into a folder if it is not there."""
    platform, version = machine(PYODIDE.read_text(encoding="utf-8"))
    pinned = pin(LOCK.read_text(encoding="utf-8"), PACKAGE)
    for there in folder.glob(f"{PACKAGE}-*{version}*{platform}.whl"):
        if f"sha256:{sha256(there.read_bytes()).hexdigest()}" in pinned:
            return there
    with TemporaryDirectory() as scratch:
        wanted = Path(scratch) / "wanted.txt"
        wanted.write_text(pinned, encoding="utf-8")
        options = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--requirement", str(wanted)]
        options += ["--platform", platform, "--python-version", version, "--dest", scratch]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download", *options]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotBring(
                f"the wheel of {PACKAGE} for the lab page ({platform}, Python {version}) cannot be fetched:\n"
                f"{done.stderr.strip()}\n"
                "The index must be reachable, and requirements.txt must pin a version with such a wheel."
            )
        fetched = next(Path(scratch).glob("*.whl"))
        return _put(fetched, folder)


def _put(wheel: Path, folder: Path) -> Path:
    """Put a wheel into a folder in place of any other of its package."""
    for old in folder.glob(f"{PACKAGE}-*.whl"):
        old.unlink()
    return Path(copy2(wheel, folder))


# --------------------------------------------------------------------- the rules
def pack_rules(source: Path, archive: Path) -> None:
    """Put the rules and stand-ins into a zip without compression: it is compressed as a whole later."""
    with ZipFile(archive, "w", ZIP_STORED) as packed:
        for name, path in sorted([*_under(source, "sandtable"), *_under(STAND_INS, "")]):
            packed.writestr(ZipInfo(name, EPOCH), path.read_bytes())
        for name, text in _notes().items():
            packed.writestr(ZipInfo(name, EPOCH), text)


def _notes() -> dict[str, str]:
    """What an installer notes of the project: its name, and the entry points of its systems."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = f"{project['name']}-{VERSION}.dist-info"
    lines = [f"{name} = {value}" for name, value in project["entry-points"][GROUP].items()]
    return {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {VERSION}\n",
        f"{folder}/entry_points.txt": "\n".join((f"[{GROUP}]", *lines, "")),
    }


def _under(folder: Path, package: str) -> Iterator[tuple[str, Path]]:
    base = folder / package
    for path in base.rglob("*"):
        inner = path.relative_to(base).parts
        wanted = not package or inner[0] in ROOMS
        if wanted and path.suffix in KEPT and "scenarios" not in inner and path.is_file():
            yield path.relative_to(folder).as_posix(), path


def main(arguments: Sequence[str]) -> None:
    """Pack everything into the first folder named; the second caches downloads."""
    folder, wheels = map(Path, arguments)
    folder.mkdir(parents=True, exist_ok=True)
    wheels.mkdir(parents=True, exist_ok=True)
    try:
        _put(fetch_wheel(wheels), folder)
    except CannotBring as fault:
        raise SystemExit(f"web: {fault}") from None
    pack_rules(ROOT / "src", folder / "rules.zip")


if __name__ == "__main__":
    main(sys.argv[1:])

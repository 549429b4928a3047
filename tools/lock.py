"""Writes the lock files: every package pinned, every file hashed, no address named.

It is pip-compile with two changes. The machine's pip settings are ignored, so that a private mirror leaves no
mark on the lock. And a hash in the index's link is trusted, as pip does when installing; pip-compile would
download every file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

HASH = "sha256"
COMMON = (
    "--generate-hashes",
    "--no-reuse-hashes",
    "--strip-extras",
    "--allow-unsafe",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-emit-trusted-host",
    "--no-emit-options",
    "--no-config",
    "--newline=lf",
    "--quiet",
)
LOCKS: dict[str, tuple[str, ...]] = {
    "requirements.txt": ("--build-deps-for=editable",),
    "requirements-dev.txt": ("--build-deps-for=editable", "--extra=dev", "--constraint=requirements.txt"),
    "requirements-ray.txt": ("--extra=ray", "--constraint=requirements-dev.txt"),
    "requirements-parquet.txt": ("--extra=parquet", "--constraint=requirements-dev.txt"),
}


def set_machine_settings_aside() -> None:
    """Leave pip the public index and the machine's certificates only."""
    for name in (
        "PIP_FIND_LINKS",
        "PIP_EXTRA_INDEX_URL",
        "PIP_INDEX_URL",
        "PIP_TRUSTED_HOST",
        "PIP_NO_INDEX",
    ):
        os.environ.pop(name, None)
    os.environ["PIP_CONFIG_FILE"] = os.devnull
    os.environ["CUSTOM_COMPILE_COMMAND"] = "make lock"


def take_stated_hashes() -> None:
    """Let pip-compile read a file's hash from its link if the index gives one."""
    from piptools.repositories.pypi import PyPIRepository

    by_download = PyPIRepository._get_file_hash

    def stated(repository: Any, link: Any) -> str:
        if link.hash_name == HASH:
            return f"{HASH}:{link.hash}"
        return str(by_download(repository, link))

    PyPIRepository._get_file_hash = stated


def main(flags: Sequence[str]) -> None:
    """Write every lock file; flags such as ``--upgrade`` are passed to pip-compile."""
    set_machine_settings_aside()
    take_stated_hashes()
    from piptools.scripts.compile import cli

    for lock, own in LOCKS.items():
        print(f"  {lock}")
        cli([*COMMON, *own, *flags, f"--output-file={lock}", "pyproject.toml"], standalone_mode=False)


if __name__ == "__main__":
    main(sys.argv[1:])

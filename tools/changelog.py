"""Gathers the fragments of ``changes/`` into one release of ``CHANGELOG.md``.

A fragment is a Markdown file named ``<topic>.<kind>.md`` that says in a sentence or two what a user notices.
Gathering writes the release above the earlier ones and removes the fragments.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import msgspec

KINDS = ("added", "changed", "fixed", "removed")
LEAFLET = "README.md"
VERSION = re.compile(r"\d+\.\d+\.\d+")


class ChangelogError(Exception):
    """The changelog cannot be gathered; the message says why."""


class Fragment(msgspec.Struct, frozen=True):
    """One change that a user notices, and its kind: added, changed, fixed or removed."""

    topic: str
    kind: str
    text: str


def read_fragment(path: Path) -> Fragment:
    """The fragment in a file; its name gives topic and kind."""
    topic, _, kind = path.stem.rpartition(".")
    if path.suffix != ".md" or not topic or kind not in KINDS:
        raise ChangelogError(
            f"{path}: a fragment is named <topic>.<kind>.md, where the kind is one of {', '.join(KINDS)}."
        )
    text = " ".join(path.read_text(encoding="utf-8").split())
    if not text:
        raise ChangelogError(f"{path}: the fragment is empty; say in a sentence what a user notices.")
    return Fragment(topic=topic, kind=kind, text=text)


def fragment_files(folder: Path) -> list[Path]:
    """Every file of the folder but its README, by name."""
    return sorted(path for path in folder.iterdir() if path.name != LEAFLET and not path.name.startswith("."))


def release(version: str, date: str | None, fragments: Sequence[Fragment]) -> str:
    """One release as Markdown: a heading, then what was added, changed, fixed and removed."""
    lines = [f"## {version}, {date}" if date else f"## {version}"]
    for kind in KINDS:
        chosen = [fragment for fragment in fragments if fragment.kind == kind]
        if chosen:
            lines += ["", f"### {kind.capitalize()}", ""]
            lines += [bullet(fragment.text) for fragment in chosen]
    return "\n".join(lines) + "\n"


def bullet(text: str) -> str:
    """A list item, wrapped at the usual width."""
    return textwrap.fill(
        text,
        width=110,
        initial_indent="- ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def with_release(changelog: str, version: str, section: str) -> str:
    """The changelog with a release above the earlier ones."""
    headings = [line.removeprefix("## ") for line in changelog.splitlines() if line.startswith("## ")]
    if version in (heading.split(",")[0] for heading in headings):
        raise ChangelogError(f"CHANGELOG.md already has a release {version}; name the next one.")
    opening, mark, earlier = changelog.partition("\n## ")
    return f"{opening.rstrip()}\n\n{section}" + (f"\n## {earlier}" if mark else "")


def gather(root: Path, version: str, date: str | None) -> str:
    """Write the release into the changelog under ``root``, remove its fragments, and return its text."""
    if not VERSION.fullmatch(version):
        raise ChangelogError(
            f"'{version}' is not a version; name one such as 1.2.0 (make changelog VERSION=1.2.0)."
        )
    files = fragment_files(root / "changes")
    if not files:
        raise ChangelogError("changes/ holds no fragment; there is nothing that a user would notice.")
    section = release(version, date, [read_fragment(path) for path in files])
    changelog = root / "CHANGELOG.md"
    changelog.write_text(
        with_release(changelog.read_text(encoding="utf-8"), version, section), encoding="utf-8", newline="\n"
    )
    for path in files:
        path.unlink()
    return section


def main(arguments: Sequence[str]) -> int:
    """Gather the changelog of the working directory."""
    parser = argparse.ArgumentParser(prog="changelog", description="Gather changes/ into CHANGELOG.md.")
    parser.add_argument("version", help="the release, such as 1.2.0")
    parser.add_argument("--date", help="the day of the release, written as it is given")
    asked = parser.parse_args(arguments)
    try:
        print(gather(Path(), asked.version, asked.date), end="")
    except ChangelogError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

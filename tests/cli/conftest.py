"""Running the command line inside the tests: its exit code, and what it wrote where."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sandtable.systems.liberty as liberty
from sandtable import systems
from sandtable.cli import main
from sandtable.game.kit.system import System
from tests.conformance.toy.system import SYSTEM as TOY


class CommandOutput(NamedTuple):
    """A command that was carried out."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it wrote, which must be JSON and nothing else."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """What it wrote, which must be a line of JSON for each reply."""
        return [json.loads(line) for line in self.out.splitlines()]


RunCommand = Callable[..., CommandOutput]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Carry out a command line; *typed* are the lines that somebody types."""
    monkeypatch.delenv("COLUMNS", raising=False)  # whoever runs the tests may have set a width

    def carry_out(*arguments: object, typed: Sequence[str] = ()) -> CommandOutput:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return CommandOutput(code, out, err)

    return carry_out


@pytest.fixture
def own_trenton(tmp_path: Path) -> Path:
    """A scenario file of one's own: Trenton, but it is over sooner and has another name."""
    file = tmp_path / "own" / "my-trenton.toml"
    file.parent.mkdir()
    text = (Path(liberty.__file__).parent / "scenarios" / "trenton-1776.toml").read_text(encoding="utf-8")
    for old, new in (('id = "trenton-1776"', 'id = "my-trenton"'), ("turn_limit = 8", "turn_limit = 2")):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system is installed beside the real ones."""
    names, load = systems.names(), systems.load
    every = tuple(sorted((*names, "toy")))

    def load_any(name: str) -> System[Any]:
        return TOY if name == "toy" else load(name)

    monkeypatch.setattr(systems, "names", lambda: every)
    monkeypatch.setattr(systems, "load", load_any)

"""Runs the command line inside the tests and captures its exit code and output."""

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
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output, which must be JSON only."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Its output, which must be a line of JSON for each reply."""
        return [json.loads(line) for line in self.out.splitlines()]


RunCommand = Callable[..., CommandOutput]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Run a command line; *typed* are the lines of its input."""
    monkeypatch.delenv("COLUMNS", raising=False)  # the environment of the tests may set a width

    def carry_out(*arguments: object, typed: Sequence[str] = ()) -> CommandOutput:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return CommandOutput(code, out, err)

    return carry_out


@pytest.fixture
def own_trenton(tmp_path: Path) -> Path:
    """A scenario file: Trenton, but shorter and with another name."""
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
    """Install the toy system beside the real ones."""
    names, load = systems.names(), systems.load
    every = tuple(sorted((*names, "toy")))

    def load_any(name: str) -> System[Any]:
        return TOY if name == "toy" else load(name)

    monkeypatch.setattr(systems, "names", lambda: every)
    monkeypatch.setattr(systems, "load", load_any)

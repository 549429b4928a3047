"""``sandtable serve`` prints the address, warns who can connect, and says why it cannot start."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable import systems
from sandtable.server.http.serving import Address


def test_serve_prints_the_address_and_listens_on_loopback_only(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sandtable.cli", "serve", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path / 'games.db'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**environment, "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            url = line.removeprefix("The table is at ").strip()
            assert url.startswith("http://127.0.0.1:")
            with httpx.Client(transport=httpx.HTTPTransport(retries=5), timeout=60) as client:
                assert client.get(f"{url}api/systems").status_code == 200
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=60)
    assert "opens the table" not in complaints


def test_serve_says_why_it_cannot(run: Any, tmp_path: Path) -> None:
    ran = run("serve", "--port", "0", "--database", "mysql://somebody@somewhere/games")
    assert ran.code == 2
    assert "sqlite and postgresql" in ran.err
    ran = run("serve", "--host", "192.0.2.1", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db")
    assert ran.code == 2
    assert "cannot listen at" in ran.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("liberty/combatdice.table.infantry.shot=2", 'has no "shot"; .*did you mean shoot'),
        ("liberty/combatdice.table.infantry.shoot=lots", "must be a number"),
        ("liberty/army.list.british.guard-infantry.bases.1=9", "no rule reads it"),
        ("liberty/orders.data.hold.need=2.25", 'must be a whole number, not "2.25"'),
        ("combatdice.table.infantry.shoot=5", "is not understood; write SYSTEM/FIGURE=X, such as liberty/"),
        ("liberty/combatdice.table.infantry.shoot", "is not understood; write SYSTEM/FIGURE=X"),
        ("libert/combatdice.table.infantry.shoot=5", "no system 'libert'.*did you mean liberty"),
    ],
)
def test_a_house_rule_that_cannot_be_is_said_and_nothing_is_served(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    monkeypatch.setattr("sandtable.server.http.serving.serve", lambda *_: pytest.fail("it is served"))
    ran = run("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db", "--set", text)
    assert (ran.code, ran.out) == (2, "")
    assert re.search(words, ran.err), ran.err
    assert list(tmp_path.iterdir()) == []


def test_the_table_is_served_by_the_house_rules_of_several_systems_at_once(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoot, halt = "combatdice.table.infantry.shoot", "shooting.start.none.value"
    served: list[list[object]] = []

    def listen(_: object, opened: socket.socket) -> None:
        opened.close()
        books = map(systems.load, ("liberty", "elan", "eagle"))
        served.append([dict(book.rulebook().house_rules.figures) for book in books])

    monkeypatch.setattr("sandtable.server.http.serving.serve", listen)
    command = ("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db")
    printed = "movement.rates.infantry-any.run"
    sets = (f"liberty/{shoot}=5", f"elan/{halt}=3", f"liberty/{printed}=12")
    ran = run(*command, *(part for text in sets for part in ("--set", text)))
    assert ran.code == 0
    assert f"House rule of Liberty: {shoot} is 5 instead of 2.5\n" in ran.out
    assert f"House rule of Élan: {halt} is 3 instead of 4\n" in ran.out
    assert f"No house rule of Liberty: {printed} is 12 by the book\n" in ran.out
    assert served == [[{shoot: 5}, {halt: 3}, {}]]
    twice = run(*command, "--set", f"liberty/{shoot}=5", "--set", f"liberty/{shoot}=6")
    assert (twice.code, f"{shoot} is set to 5 already" in twice.err) == (2, True)


def test_only_loopback_opens_nothing_to_others() -> None:
    for host in ("127.0.0.1", "localhost", "::1", "127.8.8.8"):
        assert Address(host, 8155).warning == ""
    for host in ("0.0.0.0", "::", "192.168.0.7", "table.example"):
        words = Address(host, 8155).warning
        assert host in words
        assert "everybody who can reach" in words
        assert "Nothing is encrypted" in words
    assert Address("::1", 1).url == "http://[::1]:1/"
    assert Address("0.0.0.0", 1).url == "http://127.0.0.1:1/"

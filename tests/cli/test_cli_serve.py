"""``sandtable serve`` says where the table is, to whom it opens it, and why it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from sandtable.server.serving import Address


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
    assert "cannot be listened at" in ran.err


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

"""``sandtable certify``, and the balance that ``sandtable scenarios`` shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.cli.reports import catalogue
from sandtable.lab.findings.certificate import Certificate, read_certificate, write_certificate
from tests.cli.conftest import RunCommand

CERTIFY = ("certify", "liberty", "cowpens-1781", "--battles", "2", "--agents", "militia", "--jobs", "1")


@pytest.fixture
def held(run: RunCommand, tmp_path: Path) -> Certificate:
    """A certificate of Cowpens from two battles, with the battles in the folder runs."""
    assert run(*CERTIFY, "--into", tmp_path, "--runs", tmp_path / "runs").code == 0
    found = read_certificate(tmp_path / "liberty" / "cowpens-1781.certificate.json")
    assert found is not None
    return found


def test_a_certificate_is_issued_and_holds_until_something_changes(
    run: RunCommand, tmp_path: Path, held: Certificate
) -> None:
    check = ("certify", "liberty", "cowpens-1781", "--check", "--into", tmp_path)
    assert (held.battles, held.agents) == (2, ("militia", "militia"))
    assert run(*check).code == 0
    assert run(*check, "--json").json["scenarios"][0]["certificate"]["battles"] == 2
    write_certificate(
        replace(held, rules_digest="0" * 16), tmp_path / "liberty" / "cowpens-1781.certificate.json"
    )
    stale = run(*check)
    assert (stale.code, "STALE: figures of the rulebook" in stale.out) == (1, True)


def test_the_battles_of_a_certificate_are_gone_on_with(
    run: RunCommand, tmp_path: Path, held: Certificate
) -> None:
    again = run(*CERTIFY, "--into", tmp_path, "--runs", tmp_path / "runs")
    assert "2 battles are in the folder already" in again.err
    assert read_certificate(tmp_path / "liberty" / "cowpens-1781.certificate.json") == held


def test_a_scenario_without_certificate_fails_the_check(run: RunCommand, tmp_path: Path) -> None:
    ran = run("certify", "liberty", "--check", "--into", tmp_path)
    assert (ran.code, ran.out.count("not certified")) == (1, 3)


def test_the_list_of_scenarios_tells_their_balance(
    run: RunCommand, held: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "certificate_of", lambda _, id: held if id == "cowpens-1781" else None)
    ran = run("scenarios", "liberty")
    assert "balance of liberty/cowpens-1781: American" in ran.out
    assert "(2 battles, militia v militia)" in ran.out
    rows = {row["id"]: row for row in run("scenarios", "liberty", "--json").json["scenarios"]}
    assert rows["cowpens-1781"]["certificate"]["battles"] == 2
    assert rows["trenton-1776"]["certificate"] is None
    other = replace(held, scenario_digest="0" * 16)
    monkeypatch.setattr(catalogue, "certificate_of", lambda *_: other)
    assert "stale (the scenario has changed)" in run("scenarios", "liberty").out


def test_what_does_not_exist_is_not_certified(run: RunCommand) -> None:
    assert run("certify", "liberty", "waterloo").code == 2
    assert run("certify", "chess").code == 2

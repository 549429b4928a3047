"""Balance certificates: what they state, which scenario they belong to, and when they are stale."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable import systems
from sandtable.game.files.typed_files import BadFile
from sandtable.lab.findings.certificate import (
    Certificate,
    certificate,
    certificate_file,
    certificate_of,
    read_certificate,
    rules_digest,
    scenario_digest,
    staleness,
    write_certificate,
)
from sandtable.lab.findings.estimates import Estimate
from sandtable.lab.findings.findings import findings
from sandtable.lab.runs.battle import Result
from sandtable.lab.runs.plan import Plan, starting_point

SHIPPED = tuple((name, id) for name in systems.names() for id in systems.load(name).scenarios())


@pytest.fixture(scope="module")
def held(plan: Plan, results: tuple[Result, ...]) -> Certificate:
    """A certificate of Cowpens from six battles that were cut short."""
    return certificate(systems.load("liberty"), findings(plan, starting_point(plan), results))


def test_a_certificate_says_what_was_fought_and_what_came_of_it(held: Certificate) -> None:
    assert (held.system, held.scenario, held.battles, held.seed) == ("liberty", "cowpens-1781", 6, 11)
    assert held.agents == ("militia", "militia")
    assert sum(side.won for side in held.sides) + held.drawn == 6
    assert [side.name for side in held.sides] == ["American", "British"]


def test_a_certificate_that_was_written_is_read_back_and_says_no_date(
    held: Certificate, tmp_path: Path
) -> None:
    file = tmp_path / "cowpens.certificate.json"
    write_certificate(held, file)
    assert read_certificate(file) == held
    assert read_certificate(tmp_path / "none.json") is None
    write_certificate(held, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()


def test_a_broken_certificate_is_refused_with_its_key(held: Certificate, tmp_path: Path) -> None:
    file = tmp_path / "cowpens.certificate.json"
    write_certificate(held, file)
    file.write_text(file.read_text().replace('"battles": 6', '"battles": "many"'))
    with pytest.raises(BadFile, match="battles: must be a whole number"):
        read_certificate(file)


def test_a_certificate_belongs_to_the_scenario_and_the_figures_it_was_fought_by(held: Certificate) -> None:
    liberty = systems.load("liberty")
    assert staleness(liberty, held) == ()
    other = replace(held, scenario_digest="0" * 16)
    assert staleness(liberty, other) == ("the scenario has changed",)
    other = replace(held, rules_digest="0" * 16, system_version=liberty.version + 1)
    assert len(staleness(liberty, other)) == 2


def test_a_moved_unit_makes_another_scenario() -> None:
    scenario = systems.load("liberty").scenario("cowpens-1781")
    first, *rest = scenario.units
    moved = replace(scenario, units=(replace(first, name="Somebody else"), *rest))
    assert scenario_digest(moved) != scenario_digest(scenario)


def test_a_changed_figure_makes_other_rules_and_changed_words_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    liberty = systems.load("liberty")
    book, digest = liberty.rulebook(), rules_digest(liberty)
    reworded = replace(book, rules=tuple(replace(rule, text="Read it up.") for rule in book.rules))
    changed = book.by(book.settle({"states.dice.worn.dice": "1"}))
    for other, is_same in ((reworded, True), (changed, False)):
        monkeypatch.setattr(
            "sandtable.lab.findings.certificate.printed_rulebook", lambda _, other=other: other
        )
        assert (rules_digest(liberty) == digest) is is_same


@pytest.mark.parametrize(
    ("edge", "words"),
    [(Estimate(0.02, -0.05, 0.09), "fair within 9"), (Estimate(-0.3, -0.4, -0.2), "favours British")],
)
def test_the_balance_is_told_in_a_few_words(held: Certificate, edge: Estimate, words: str) -> None:
    assert words in replace(held, edge=edge).words


@pytest.mark.parametrize(("name", "id"), SHIPPED)
def test_a_certificate_that_comes_with_a_scenario_is_of_that_scenario_as_it_comes(name: str, id: str) -> None:
    system = systems.load(name)
    shipped = certificate_of(system, id)
    if shipped is not None:
        assert (shipped.system, shipped.scenario) == (name, id)
        assert staleness(system, shipped) == (), f"issue it anew: sandtable certify {name} {id}"


@pytest.mark.parametrize("name", systems.names())
def test_a_system_with_certificates_has_one_for_every_scenario_and_none_besides(name: str) -> None:
    system = systems.load(name)
    folder = certificate_file(system, "any").parent
    found = {file.name.removesuffix(".certificate.json") for file in folder.glob("*.certificate.json")}
    assert found in (set(), set(system.scenarios()))

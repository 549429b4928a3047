"""Balance certificates: how often each side of a shipped scenario wins, with intervals.

A certificate is a file beside its scenario. It states what was fought (how many battles, by which agents,
with which seeds), the result, and digests of the scenario and of the figures of the rules. When one of the
digests no longer matches, the certificate is stale. It has no date, so the same battles give the same file.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from sandtable import __version__
from sandtable.game.battle.battle import fingerprint
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import decode_json, read, read_toml
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import printed_rulebook
from sandtable.lab.findings.estimates import Estimate
from sandtable.lab.findings.findings import Findings

ENDING: Final = ".certificate.json"
MOST_BYTES: Final = 64 * 1024
RULEBOOK: Final = "rulebook.toml"
DIGITS: Final = 4

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class SideResult(Struct, frozen=True, forbid_unknown_fields=True):
    """The battles that a side won, and their share with its interval."""

    name: str
    won: int
    share: Estimate


class Certificate(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The balance of a scenario; ``edge`` is the first side's share of wins less the second side's."""

    system: str
    scenario: str
    sandtable: str
    system_version: int
    scenario_digest: Digest
    rules_digest: Digest
    agents: tuple[str, str]
    seed: int
    battles: int
    broken: int
    sides: tuple[SideResult, ...]
    drawn: int
    draws: Estimate
    edge: Estimate
    turns: Estimate

    @property
    def fair_within(self) -> float:
        """The smallest x such that, at 95 % confidence, the sides' chances differ by at most x."""
        return min(1.0, max(abs(self.edge.low), abs(self.edge.high)))

    @property
    def words(self) -> str:
        """The balance in one phrase."""
        shares = ", ".join(f"{side.name} {100 * side.share.value:.0f} %" for side in self.sides)
        within = f"fair within {100 * self.fair_within:.0f}"
        if self.edge.excludes_nought:
            within = f"favours {self.sides[0 if self.edge.value > 0 else 1].name}"
        return f"{shares}; {within} ({self.battles} battles, {' v '.join(self.agents)})"


def certificate(system: System[Any], found: Findings) -> Certificate:
    """Make the certificate of a shipped scenario from the findings of a run."""
    scenario = system.scenario(found.scenario)
    return Certificate(
        system=system.id,
        scenario=scenario.id,
        sandtable=__version__,
        system_version=system.version,
        scenario_digest=scenario_digest(scenario),
        rules_digest=rules_digest(system),
        agents=found.agents,
        seed=found.seed,
        battles=found.battles,
        broken=len(found.broken),
        sides=tuple(SideResult(side.name, side.won, _rounded(side.share)) for side in found.sides),
        drawn=found.drawn,
        draws=_rounded(found.draws),
        edge=_rounded(found.edge),
        turns=_rounded(found.turns),
    )


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(*(round(part, DIGITS) for part in (estimate.value, estimate.low, estimate.high)))


# --------------------------------------------------------------------- what it belongs to
def scenario_digest(scenario: Scenario) -> str:
    """A short hash of a scenario's whole content."""
    return fingerprint(scenario)


def rules_digest(system: System[Any]) -> str:
    """A short hash of a system's figures (tables, readings, variants, profiles) without their texts."""
    book = printed_rulebook(system.package)
    rules = [(rule.id, rule.rows, rule.values, len(rule.readings)) for rule in book.rules]
    variants = [(variant.id, variant.choices) for variant in book.variants]
    others = sorted(
        (file for file in files(system.package).iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    lists = [(file.name, read_toml(file, dict[str, object])) for file in others if file.name != RULEBOOK]
    return fingerprint((rules, variants, lists))


def staleness(system: System[Any], held: Certificate) -> tuple[str, ...]:
    """The reasons why a certificate is stale; empty if it is valid."""
    faults = []
    if held.system_version != system.version:
        faults.append(f"the rules are version {system.version}, not {held.system_version}")
    if held.scenario_digest != scenario_digest(system.scenario(held.scenario)):
        faults.append("the scenario has changed")
    if held.rules_digest != rules_digest(system):
        faults.append("figures of the rulebook or the profiles have changed")
    return tuple(faults)


# --------------------------------------------------------------------- its file
def certificate_file(system: System[Any], scenario: str) -> Path:
    """The path of a scenario's certificate, whether or not the file exists."""
    return Path(str(files(system.package) / "scenarios" / f"{scenario}{ENDING}"))


def certificate_of(system: System[Any], scenario: str) -> Certificate | None:
    """The certificate of a shipped scenario; BadFile if it cannot be read."""
    return read_certificate(certificate_file(system, scenario))


def read_certificate(file: Path) -> Certificate | None:
    """The certificate in a file; None if the file does not exist."""
    if not file.exists():
        return None
    return decode_json(read(file, limit=MOST_BYTES), Certificate, str(file))


def write_certificate(held: Certificate, file: Path) -> None:
    """Write a certificate to its file."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(held)) + b"\n")

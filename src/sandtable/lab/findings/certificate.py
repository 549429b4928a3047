"""Balance certificates: how a scenario that comes with a system stands between its sides, and how surely.

A certificate lies beside its scenario. It says what was fought (how many battles, by which agents, with which
seeds) and what came of it, and carries digests of the scenario and of the figures it was fought by: when one
of these changes, the certificate no longer belongs to it and has to be issued anew. It says no date, so the
same battles give the same certificate.
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
from sandtable.lab.findings.findings import Findings
from sandtable.lab.findings.shares import Estimate

ENDING: Final = ".certificate.json"
MOST_BYTES: Final = 64 * 1024
RULEBOOK: Final = "rulebook.toml"
DIGITS: Final = 4

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class SideStands(Struct, frozen=True, forbid_unknown_fields=True):
    """How a side stood: battles it won, and their share with its interval."""

    name: str
    won: int
    share: Estimate


class Certificate(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The balance of a scenario; ``edge`` is how much oftener the first side won than the second."""

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
    sides: tuple[SideStands, ...]
    drawn: int
    draws: Estimate
    edge: Estimate
    turns: Estimate

    @property
    def fair_within(self) -> float:
        """The smallest x for which it is 95 % sure that the sides' chances of winning differ by no more."""
        return min(1.0, max(abs(self.edge.low), abs(self.edge.high)))

    @property
    def words(self) -> str:
        """The balance in a few words."""
        shares = ", ".join(f"{side.name} {100 * side.share.value:.0f} %" for side in self.sides)
        within = f"fair within {100 * self.fair_within:.0f}"
        if self.edge.excludes_nought:
            within = f"favours {self.sides[0 if self.edge.value > 0 else 1].name}"
        return f"{shares}; {within} ({self.battles} battles, {' v '.join(self.agents)})"


def certificate(system: System[Any], found: Findings) -> Certificate:
    """The certificate of a scenario that comes with a system, by what a run of it found."""
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
        sides=tuple(SideStands(side.name, side.won, _rounded(side.share)) for side in found.sides),
        drawn=found.drawn,
        draws=_rounded(found.draws),
        edge=_rounded(found.edge),
        turns=_rounded(found.turns),
    )


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(*(round(part, DIGITS) for part in (estimate.value, estimate.low, estimate.high)))


# --------------------------------------------------------------------- what it belongs to
def scenario_digest(scenario: Scenario) -> str:
    """A short hash of all that a scenario says."""
    return fingerprint(scenario)


def rules_digest(system: System[Any]) -> str:
    """A short hash of the figures a system is played by: tables, readings, variants, profiles; no words."""
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
    """Why a certificate does not belong to the scenario as it is; nothing if it does."""
    faults = []
    if held.system_version != system.version:
        faults.append(f"the rules are version {system.version}, not {held.system_version}")
    if held.scenario_digest != scenario_digest(system.scenario(held.scenario)):
        faults.append("the scenario has changed")
    if held.rules_digest != rules_digest(system):
        faults.append("figures of the rulebook or the profiles have changed")
    return tuple(faults)


# --------------------------------------------------------------------- its file
def file_of(system: System[Any], scenario: str) -> Path:
    """Where the certificate of a scenario lies, if it has one."""
    return Path(str(files(system.package) / "scenarios" / f"{scenario}{ENDING}"))


def held_by(system: System[Any], scenario: str) -> Certificate | None:
    """The certificate of a scenario that comes with a system; BadFile if it cannot be read."""
    return read_certificate(file_of(system, scenario))


def read_certificate(file: Path) -> Certificate | None:
    """The certificate in a file; None if there is no such file."""
    if not file.exists():
        return None
    return decode_json(read(file, limit=MOST_BYTES), Certificate, str(file))


def write(held: Certificate, file: Path) -> None:
    """Lay a certificate beside its scenario."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(held)) + b"\n")

"""The page of ``sandtable certify``."""

from __future__ import annotations

from rich.console import RenderableType

from sandtable.cli.pages.layout import listing
from sandtable.cli.reports.certify import Certificates, CertifiedScenario


def page(report: Certificates) -> RenderableType:
    """One row for each scenario."""
    table = listing("system", "scenario", "balance")
    for row in report.scenarios:
        table.add_row(row.system, row.scenario, balance(row))
    return table


def balance(row: CertifiedScenario) -> str:
    """The balance that a certificate states, and why it is stale if it is."""
    if row.certificate is None:
        return "not certified"
    stale = f" STALE: {'; '.join(row.faults)}" if row.faults else ""
    return f"{row.certificate.words}{stale}"

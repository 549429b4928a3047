"""Findings: what a run shows, with intervals, as figures, charts and certificates."""

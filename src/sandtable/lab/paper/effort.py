"""How much work a question may take, counted in steps and throws, never in seconds."""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_STEPS: Final = 200_000
"""Limit of an exact search, about a second of work; the five systems need less than a quarter of it."""
THROWS: Final = 20_000
MOST_THROWS: Final = 1_000_000
SEED: Final = 1


class Effort(NamedTuple):
    """The limit of an exact search; beyond it, how many throws to sample and with which seed."""

    steps: int = MOST_STEPS
    throws: int = THROWS
    seed: int = SEED


USUAL: Final = Effort()

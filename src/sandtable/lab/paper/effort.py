"""Effort: how much work a question is worth. It is counted in steps and throws, never in seconds."""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_STEPS: Final = 200_000
"""So many steps are gone in a tree, about a second of work; none of the five rule sets takes a quarter."""
THROWS: Final = 20_000
MOST_THROWS: Final = 1_000_000
SEED: Final = 1


class Effort(NamedTuple):
    """How many steps are gone in a tree; how often, by which dice, a resolution is thrown that takes more."""

    steps: int = MOST_STEPS
    throws: int = THROWS
    seed: int = SEED


USUAL: Final = Effort()

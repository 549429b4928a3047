"""Refusals: why an answer does not stand, as a value that a person, an agent or a file can be told."""

from __future__ import annotations

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Which rule refuses an answer, what was measured, what the limit is, and what would have been right."""

    words: str
    rule: str = ""
    measured: float | None = None
    limit: float | None = None
    nearest: object = None

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words


class Refused(Exception):
    """Raised where an answer is given that does not stand; the game is as it was before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
